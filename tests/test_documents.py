"""The documents are true: their commands and examples are run, in order, in an empty folder.

A block that begins with `# file: NAME` is written to that file, or, with `# file: NAME, continued`,
appended to it. In a console block every line after `$ ` is run and what follows must be its output;
`...` stands for anything. A file that a command is told to write must be there afterwards.
"""

from __future__ import annotations

import doctest
import importlib.util
import io
import pkgutil
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.cli import main

ROOT = Path(__file__).parent.parent
# The pages in other languages: tests/test_translations.py.
PAGES = [path for path in sorted((ROOT / "docs").glob("*.md")) if "." not in path.stem]
DOCUMENTS = [ROOT / "README.md", *PAGES]
FILE = re.compile(r"# file: (\S+?)(, continued)?\n")
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
        file = FILE.match(text)
        if file:
            with Path(file[1]).open("a" if file[2] else "w", encoding="utf-8") as written:
                written.write(text)
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
    if "-o" in words:
        pattern = words[words.index("-o") + 1].replace("{name}", "*")
        written = list(Path().glob(pattern))
        assert written, command
        assert all(file.stat().st_size for file in written), command
    return out + err


def assert_output(expected: str, found: str, command: str) -> None:
    tidy = "".join(f"{line.rstrip()}\n" for line in found.splitlines())
    same = doctest.OutputChecker().check_output(expected, tidy, doctest.ELLIPSIS)
    assert same, f"$ {command}\n{tidy}\nbut the document says\n{expected}"


def hook(name: str) -> Any:
    """A hook of the documentation site."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "hooks" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_site_has_a_page_for_each_module_that_users_import() -> None:
    found = {".".join(parts) for parts in hook("reference").modules()}
    internal = tuple(f"zermelo.{name}." for name in hook("reference").INTERNAL)
    walked = pkgutil.walk_packages(zermelo.__path__, "zermelo.", onerror=lambda name: None)
    names = {module.name for module in walked if not module.name.startswith(internal)}
    assert found == {"zermelo", *names}


def test_a_docstring_is_never_html() -> None:
    import griffe

    text = "A <title> names it; `<g>` is code, and so is\n    <svg>\n    </svg>\nand 1 < 2."
    with griffe.temporary_visited_module(
        f'def draw():\n    """{text}"""',
        extensions=griffe.load_extensions(str(ROOT / "docs" / "hooks" / "docstrings.py")),
    ) as module:
        docstring = module["draw"].docstring
        assert docstring.value == (
            "A &lt;title> names it; `<g>` is code, and so is\n\n    <svg>\n    </svg>\n\nand 1 < 2."
        )


def test_an_algorithm_is_told_as_it_is_called() -> None:
    import griffe

    extensions = griffe.load_extensions(str(ROOT / "docs" / "hooks" / "docstrings.py"))
    search = griffe.load(
        "zermelo.search.textbook.alphabeta", search_paths=[ROOT / "src"], extensions=extensions
    )
    assert [parameter.name for parameter in search["alphabeta"].parameters] == [
        "game",
        "state",
        "settings",
    ]
