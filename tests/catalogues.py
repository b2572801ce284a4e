"""Every text of the program, and the catalogues that translate them; `scripts/translate` runs it.

Texts are those in `_()`, `ngettext()` and `mark()`, in `t()` of the scripts of pages, and those
that are looked up where they are shown: help and names of options in the command line, and the
docstrings of commands, algorithms, games, and methods of `Game`, of which all but the first are
shown by their first line.
"""

from __future__ import annotations

import ast
import inspect
import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import zermelo
from zermelo.language import LANGUAGES, texts_in_script

PACKAGE: Final = Path(zermelo.__file__).parent
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != "en")

Text: TypeAlias = str | tuple[str, str]


def path_of(language: str) -> Path:
    """The file of a catalogue."""
    return PACKAGE / "locale" / f"{language}.po"


def read_catalogue(language: str) -> Catalog:
    """A catalogue as it is in its file."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def all_texts() -> Catalog:
    """Every text of the program with the files that it is in, in their order."""
    catalogue = Catalog()
    shown: dict[Path, list[Text]] = {}
    for text, where in docstrings():
        shown.setdefault(where, []).append(text)
    for file in sorted(file for file in PACKAGE.rglob("*") if file.suffix in (".py", ".js")):
        place = [(f"src/zermelo/{file.relative_to(PACKAGE).as_posix()}", 0)]
        for found in shown.get(file, []) + texts_in(file):
            catalogue.add(found, locations=place)
    return catalogue


@cache
def texts_in(file: Path) -> list[Text]:
    """The texts in a file; those for one thing or several are pairs.

    Babel's own way to find them would take `_(names["x"])` for the text x.
    """
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        return [(text[0], text[1]) if text[1:] else text[0] for text in texts_in_script(source)]
    found: list[tuple[int, Text]] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Name("_" | "mark"), [ast.Constant(str(text))]):
                found.append((node.lineno, text))
            case ast.Call(
                ast.Name("ngettext" | "forms"),
                [ast.Constant(str(one)), ast.Constant(str(many)), *_],
            ):
                found.append((node.lineno, (one, many)))
            case ast.Call(ast.Name("Refusal"), [ast.Constant(str(text)), *_rest]):
                found.append((node.lineno, text))
            case ast.keyword("help", ast.Constant(str(text))) if "cli" in file.parent.parts:
                found.append((node.lineno, text))
            case ast.keyword("metavar", ast.Constant(str(text))):
                # Single letters, and choices such as max|min, are the same in every language.
                if len(text) > 1 and "|" not in text:
                    found.append((node.lineno, text))
    return [text for _line, text in sorted(found, key=lambda pair: pair[0])]


def docstrings() -> Iterator[tuple[str, Path]]:
    """The docstrings that users read, and the files they are in."""
    from zermelo.cli import all_commands, build, zermelo_
    from zermelo.door import reserved
    from zermelo.game import Game, MultiplayerGame
    from zermelo.games.catalogue import ALL as GAMES
    from zermelo.search import ALGORITHMS, FOR_SEVERAL

    commands = [shown.callback for shown in all_commands(build()).values() if shown.callback]
    for command in (zermelo_, *commands):
        yield inspect.getdoc(command) or "", file_of(inspect.unwrap(command))
    for shown in (
        *(algorithm.body for algorithm in {**ALGORITHMS, **FOR_SEVERAL}.values()),
        *(kind.make for kind in GAMES.values() if not kind.what),
    ):
        yield (inspect.getdoc(shown) or "").partition("\n")[0], file_of(shown)
    for kind in (Game, MultiplayerGame):
        for name in reserved(kind):
            ours = getattr(kind, name)
            if callable(ours) or isinstance(ours, property):
                yield (inspect.getdoc(ours) or "").partition("\n")[0], file_of(kind)


def file_of(shown: Any) -> Path:
    """The file that a function or class is written in."""
    return Path(inspect.getsourcefile(shown) or "")


def updated(language: str, before: str) -> str:
    """The text of a catalogue as it should be: all texts, what is translated, and nothing else.

    Its head, which explains the words chosen, stays as it is.
    """
    catalogue = read_po(io.StringIO(before), locale=language)
    catalogue.update(all_texts(), no_fuzzy_matching=True)
    body = io.BytesIO()
    write_po(
        body,
        catalogue,
        width=100,
        omit_header=True,
        sort_by_file=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    head = before.partition("\n\n")[0].strip()
    return f"{head}\n\n{body.getvalue().decode('utf-8').strip()}\n"


def main() -> None:
    """Brings the catalogues up to date and counts what is left to translate."""
    for language in TRANSLATED:
        path = path_of(language)
        path.write_text(updated(language, path.read_text(encoding="utf-8")), encoding="utf-8")
        messages = [message for message in read_catalogue(language) if message.id]
        missing = sum(not all(as_tuple(message.string)) for message in messages)
        print(f"{language}: {len(messages)} texts, {missing} to translate")


def as_tuple(texts: Any) -> tuple[str, ...]:
    """One text or several, as several."""
    return (texts,) if isinstance(texts, str) else tuple(texts)


if __name__ == "__main__":
    main()
