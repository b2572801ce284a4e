"""`zermelo new`: a game to begin with, and its test."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from zermelo.files import check_writable, write_whole
from zermelo.game import ZermeloError
from zermelo.language import _

LARGEST: Final = 26  # columns have letters
YES: Final = ("y", "yes", "s", "si", "sí", "1", "true")
NO: Final = ("n", "no", "0", "false")


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the game, and of its file.")],
    grid: Annotated[
        str | None,
        typer.Option(metavar="ROWSxCOLUMNS|no", help="Played on a grid? [default: asked, or 3x3]"),
    ] = None,
    dice: Annotated[
        bool | None, typer.Option("--dice/--no-dice", help="With dice? [default: asked, or not]")
    ] = None,
) -> None:
    """Write NAME.py, a small game that runs at once, and test_NAME.py; then change it."""
    name = name.removesuffix(".py")
    _check_name(name)
    game, test = Path(f"{name}.py"), Path(f"test_{name}.py")
    for path in (game, test):
        if path.exists():
            raise ZermeloError(_("{path} is there already; choose another name").format(path=path))
        check_writable(path)
    size = _size(grid if grid is not None else _ask(_("on a grid? rows x columns, or no"), "3x3"))
    if dice is None:
        dice = _truth(_ask(_("with dice? yes or no"), _("no")))
    template = {(True, True): "grid_dice", (True, False): "grid", (False, True): "dice"}.get(
        (size is not None, dice), "pile"
    )
    write_whole(game, _text(template, name, template, size).encode())
    write_whole(test, _text(f"{template}_test", name, template, None).encode())
    words = _("{game} and {test} are written. Now try")
    print(words.format(game=game, test=test))
    source = f"{game}:{_class_name(name)}"
    commands = [f"zermelo {how} {source}" for how in ("check", "play", "serve --game")]
    if find_spec("pytest"):  # which an environment to play in need not have
        commands.append(f"python -m pytest {test}")
    for command in commands:
        print(f"    {command}")


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        words = _("'{name}' cannot be the name of a game: use small letters, digits and _")
        raise ZermeloError(words.format(name=name))
    if name in sys.stdlib_module_names or name in ("zermelo", "test", "pytest"):
        words = _("'{name}' is the name of a module of Python's; choose another")
        raise ZermeloError(words.format(name=name))


def _ask(question: str, default: str) -> str:
    """What a person at the terminal answers; the default where there is none."""
    if not sys.stdin.isatty():
        return default
    try:
        return input(f"{question} [{default}]: ").strip() or default
    except EOFError:
        raise typer.Abort from None


def _size(text: str) -> tuple[int, int] | None:
    """Rows and columns; None for no grid."""
    if text.lower() in NO:
        return None
    found = re.fullmatch(r"\s*(\d{1,3})\s*[x×]\s*(\d{1,3})\s*", text)
    numbers = [int(part) for part in found.groups()] if found else []
    if not numbers or not all(1 <= number <= LARGEST for number in numbers):
        words = _("'{text}' is no size of a grid: write 3x3, rows first, up to {most}, or no")
        raise ZermeloError(words.format(text=text, most=LARGEST))
    return numbers[0], numbers[1]


def _truth(text: str) -> bool:
    if text.lower() not in (*YES, *NO):
        raise ZermeloError(_("'{text}': answer yes or no").format(text=text))
    return text.lower() in YES


def _class_name(name: str) -> str:
    return "".join(part.title() for part in name.split("_"))


def _text(module: str, name: str, template: str, size: tuple[int, int] | None) -> str:
    """The text of a template, with the names and the size that were asked for."""
    text = files("zermelo.templates").joinpath(f"{module}.py").read_text(encoding="utf-8")
    text = text.replace(f"zermelo.templates.{template}", name)
    if size:
        rows, columns = size
        text = text.replace(
            "rows: int = 3, columns: int = 3", f"rows: int = {rows}, columns: int = {columns}"
        )
    return re.sub(r"\bNewGame\b", _class_name(name), text)
