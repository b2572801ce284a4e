"""The documents are true: their commands and examples are run, in order, in an empty folder.

A block that begins with `# file: NAME` is written to that file. In a console block every line
after `$ ` is run and what follows must be its output; `...` stands for anything.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
from pathlib import Path

import pytest

from zermelo.cli import main

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_examples(
    document: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    ran = 0
    for kind, text in BLOCK.findall(document.read_text(encoding="utf-8")):
        file = re.match(r"# file: (\S+)\n", text)
        if file:
            Path(file[1]).write_text(text, encoding="utf-8")
        elif kind == "console":
            for command, expected in re.findall(
                r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE
            ):
                assert_output(expected, run(command, monkeypatch, capsys), command)
                ran += 1
        elif kind == "python" and ">>>" in text:
            example = doctest.DocTestParser().get_doctest(text, names, document.stem, None, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(example, clear_globs=False)
            names.update(example.globs)
            assert runner.summarize(verbose=False).failed == 0, capsys.readouterr().out
            ran += 1
    assert ran


def run(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command line, perhaps with an echo piped into it, prints."""
    echoed, pipe, rest = command.partition(" | ")
    words = shlex.split(rest if pipe else command)
    assert words[0] == "zermelo", command
    given = shlex.split(echoed)[1:] if pipe else []
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{text}\n" for text in given)))
    main(words[1:])
    out, err = capsys.readouterr()
    return out + err


def assert_output(expected: str, found: str, command: str) -> None:
    tidy = "".join(f"{line.rstrip()}\n" for line in found.splitlines())
    same = doctest.OutputChecker().check_output(expected, tidy, doctest.ELLIPSIS)
    assert same, f"$ {command}\n{tidy}\nbut the document says\n{expected}"
