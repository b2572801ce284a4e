"""The pages in Spanish and Catalan say what the English ones say, and are run where they differ."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import pytest

from tests import translations
from tests.long import some
from tests.test_documents import FILE, assert_output, run
from tests.translations import COMMAND, blocks, cells_of, essence, lag, language, original
from zermelo.language import speaking

EVERYTHING = translations.translated()
PAGES = [path for path in EVERYTHING if path.suffix == ".md"]
LONG = ("compiles", "tune")
NOTEBOOKS = [path for path in EVERYTHING if path.suffix == ".ipynb"]
LINK = re.compile(r"\]\(([^)\s]*)\)")

by_name = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)


def test_what_is_translated_is_there_in_both_languages() -> None:
    found = {name: {original(path) for path in EVERYTHING if language(path) == name}
             for name in ("es", "ca")}  # fmt: skip
    assert found["es"] == found["ca"]
    assert all(path.exists() for path in found["es"])


def test_no_translation_lags_behind() -> None:
    late = [line for path in EVERYTHING for line in lag(path)]
    assert not late, "\n".join(late)


def test_a_section_that_changes_is_named(tmp_path: Path) -> None:
    english, spanish = tmp_path / "page.md", tmp_path / "page.es.md"
    english.write_text("# Page\n\nOne.\n\n## Two\n\n```python\n# no title\n```\n", encoding="utf-8")
    spanish.write_text("# Página\n\nUno.\n\n## Dos\n", encoding="utf-8")
    assert len(lag(spanish)) == 2
    translations.mark(spanish)
    translations.mark(spanish)
    assert lag(spanish) == []
    assert spanish.read_text(encoding="utf-8").count("<!-- made from") == 1
    english.write_text(english.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    (line,) = lag(spanish)
    assert line.startswith("docs/page.es.md lags behind docs/page.md, section 'Two': translate")
    english.write_text("# Page\n\nOne.\n", encoding="utf-8")
    assert "is gone" in lag(spanish)[0]


@by_name
def test_the_same_code_and_the_same_links(page: Path) -> None:
    ours, theirs = blocks(page), blocks(original(page))
    assert [kind for kind, _text in ours] == [kind for kind, _text in theirs]
    for (kind, text), (_kind, english) in zip(ours, theirs, strict=True):
        assert essence(kind, text) == essence(kind, english), english
    assert links(page) == links(original(page))


def links(page: Path) -> list[str]:
    """Where a page leads to, whatever the language."""
    found = LINK.findall(page.read_text(encoding="utf-8"))
    return sorted(re.sub(r"\.(es|ca)(?=\.(md|ipynb))", "", link) for link in found)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_same_cells(notebook: Path) -> None:
    ours, theirs = cells_of(notebook), cells_of(original(notebook))
    assert [cell["id"] for cell in ours] == [cell["id"] for cell in theirs]
    for cell, english in zip(ours, theirs, strict=True):
        assert cell.get("outputs", []) == []
        if cell["cell_type"] == "code":
            assert skeleton(cell, language(notebook)) == skeleton(english), cell["id"]


def skeleton(cell: dict[str, list[str]], spoken: str = "") -> str:
    """The code of a cell without its texts and without what chooses the language."""
    source = "".join(cell["source"]).replace("from zermelo.language import use\n", "")
    tree = ast.parse(source.replace(f'use("{spoken}")', ""))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


@pytest.mark.parametrize(
    "page",
    # Of each page one language, in turn: the programs are the same, and what they say is looked
    # for in all of them. What these two say is said by other pages, too, in less time.
    some(PAGES, lambda p: PAGES.index(p) % 4 in (0, 3) and not p.stem.startswith(LONG)),
    ids=lambda path: path.stem,
)
def test_what_a_page_shows_otherwise(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Commands and examples whose output differs from the English page's, and what they rest on."""
    monkeypatch.chdir(tmp_path)
    pairs = list(zip(blocks(page), blocks(original(page)), strict=True))
    otherwise = {
        command
        for (kind, text), (_kind, english) in pairs
        for (command, output), told in zip(
            COMMAND.findall(text), COMMAND.findall(english), strict=True
        )
        if kind == "console" and output != told[1]
    }
    examples = any(kind == "python" and ">>>" in text and wants(text) != wants(english)
                   for (kind, text), (_kind, english) in pairs)  # fmt: skip
    names: dict[str, object] = {}
    for (kind, text), _english in pairs:
        file = FILE.match(text)
        if file:
            with Path(file[1]).open("a" if file[2] else "w", encoding="utf-8") as written:
                written.write(text)
        elif kind == "console":
            for command, expected in COMMAND.findall(text):
                if command in otherwise or rests_on(command, otherwise):
                    spoken = "" if "--lang" in command else f" --lang {language(page)}"
                    assert_output(expected, run(command + spoken, monkeypatch, capsys), command)
        elif examples and kind == "python" and ">>>" in text:
            example = doctest.DocTestParser().get_doctest(text, names, page.stem, None, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            with speaking(language(page)):
                runner.run(example, clear_globs=False)
            names.update(example.globs)
            assert runner.summarize(verbose=False).failed == 0, capsys.readouterr().out


def wants(text: str) -> list[str]:
    """What the examples of a block print."""
    return [example.want for example in doctest.DocTestParser().get_examples(text)]


def rests_on(command: str, others: set[str]) -> bool:
    """Whether one of the others reads what a command writes."""
    written = command.partition(" -o ")[2].partition(" ")[0].partition("{")[0]
    return bool(written) and any(f" {written}" in other for other in others if other != command)
