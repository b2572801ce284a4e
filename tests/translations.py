"""The pages of the site in Spanish and Catalan, marked by `python -m tests.translations`.

`NAME.es.md` is made from `NAME.md`, and names, in a comment at its end, a digest of each section of
it. When a section changes, its digest is missing there: the translation lags behind. Translate the
section anew, then mark the page. A notebook is marked the same way, by its cells.
"""

from __future__ import annotations

import ast
import doctest
import hashlib
import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
TRANSLATED = re.compile(r"(.+)\.(es|ca)\.(md|ipynb)")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
MARK = re.compile(r"\n<!-- made from ([0-9a-f\s]*)\s-->\n$")
MARKER = "made_from"  # in the metadata of a notebook


def translated() -> list[Path]:
    """The pages and notebooks that are translations."""
    return sorted(path for path in DOCS.iterdir() if TRANSLATED.fullmatch(path.name))


def original(path: Path) -> Path:
    """The English page that a page was made from."""
    found = TRANSLATED.fullmatch(path.name)
    assert found, path
    return path.with_name(f"{found[1]}.{found[3]}")


def language(path: Path) -> str:
    """The language of a translation."""
    found = TRANSLATED.fullmatch(path.name)
    assert found, path
    return found[2]


def sections(path: Path) -> dict[str, str]:
    """The digest of each section of an English page by its title, or of each text of a notebook."""
    if path.suffix == ".ipynb":
        cells = [cell for cell in cells_of(path) if cell["cell_type"] == "markdown"]
        return {cell["id"]: digest("".join(cell["source"])) for cell in cells}
    text = path.read_text(encoding="utf-8")
    outside = BLOCK.sub(
        lambda block: re.sub("(?m)^#", " ", block[0]), text
    )  # a comment is no title
    titles = list(re.finditer(r"^#+ (.*)$", outside, re.MULTILINE))
    ends = [*(title.start() for title in titles[1:]), len(text)]
    return {
        title[1]: digest(text[title.start() : end]) for title, end in zip(titles, ends, strict=True)
    }


def digest(text: str) -> str:
    """A short hash of a text, however its lines are broken."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def marks(path: Path) -> set[str]:
    """The digests that a translation names."""
    if path.suffix == ".ipynb":
        return set(json.loads(path.read_text(encoding="utf-8"))["metadata"].get(MARKER, []))
    found = MARK.search(path.read_text(encoding="utf-8"))
    return set(found[1].split()) if found else set()


def lag(path: Path) -> list[str]:
    """What is wrong with a translation, a line for each section that it lags behind."""
    wanted, found = sections(original(path)), marks(path)
    name, english = path.name, original(path).name
    late = [f"docs/{name} lags behind docs/{english}, section '{title}'"
            for title, mark in wanted.items() if mark not in found]  # fmt: skip
    if not late and found - set(wanted.values()):
        late = [f"docs/{name}: a section of docs/{english} is gone"]
    todo = f"translate, then mark it: python -m tests.translations {name}"
    return [f"{line}: {todo}" for line in late]


def mark(path: Path) -> None:
    """Says of a translation that it is up to date."""
    digests, text = sections(original(path)).values(), path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        notebook = json.loads(text)
        notebook["metadata"][MARKER] = list(digests)
        text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    else:
        named = textwrap.fill(f"<!-- made from {' '.join(digests)} -->", 118)
        text = f"{MARK.sub('', text).rstrip()}\n\n{named}\n"
    path.write_text(text, encoding="utf-8")


# --- the same code ------------------------------------------------------------------------------


def blocks(path: Path) -> list[tuple[str, str]]:
    """The blocks of a page: their kinds and texts."""
    return BLOCK.findall(path.read_text(encoding="utf-8"))


def essence(kind: str, text: str) -> object:
    """What must be the same of a block in every language: all but comments, titles and outputs."""
    if kind == "console":
        return [command for command, _output in COMMAND.findall(text)]
    if kind == "python" and ">>>" in text:
        examples = doctest.DocTestParser().get_examples(text)
        return [code(example.source) for example in examples]
    if kind == "python":
        return code(textwrap.dedent(re.sub(r"^#.*\n", "", text)))  # methods may stand alone
    return re.sub(r'(title[:=]? =? ?)".*"|(?<!^)#.*$', r"\1", text, flags=re.MULTILINE).split()


def code(source: str) -> str:
    """A program without its comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return ast.dump(tree)


def cells_of(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook."""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


if __name__ == "__main__":
    for path in translated():
        if not sys.argv[1:] or path.name in sys.argv[1:]:
            mark(path)
            print(f"docs/{path.name}: up to date")
