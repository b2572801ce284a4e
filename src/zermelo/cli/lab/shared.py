"""What the commands of the lab share: their options, and the files that they write."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from zermelo import files
from zermelo.cli import options
from zermelo.game import Game, ZermeloError
from zermelo.games.catalogue import ALL
from zermelo.language import _
from zermelo.names import check_name

if TYPE_CHECKING:
    from zermelo.lab.chart import Chart

PICTURES: Final = (".svg", ".png", ".pdf")
DEEPEST: Final = 60

Output: TypeAlias = Annotated[
    Path | None,
    options.to_file(help="Write a chart (.svg, .png, .pdf) or the numbers (.csv, .json)."),
]
Depths: TypeAlias = Annotated[
    str, typer.Option(metavar="FROM-TO", help="The depths, such as 1-5 or 2,4,6.")
]


def title_of(text: str, moved: bool, game: Game[Any, Any], state: Any, *_history: Any) -> str:
    """What people call a game, and its position where that is not the first."""
    name = ALL[text].title if text in ALL else game.name
    return f"{name}: {game.format_state(state)}" if moved else name


def depths_of(text: str, least: int = 0) -> list[int]:
    """The depths that 1-5 or 2,4,6 stands for."""
    found: set[int] = set()
    try:
        for part in text.split(","):
            first, dash, last = part.partition("-")
            found |= set(range(int(first), min(int(last if dash else first), DEEPEST) + 1))
    except ValueError:
        found = set()
    if not found or min(found) < least:
        raise ZermeloError(_("--depths takes 1-5 or 2,4,6, not '{text}'").format(text=text))
    return sorted(found)


def check_output(output: Path | None) -> None:
    """Complains before the work is done where the file cannot be written."""
    if not output:
        return
    check_name(output.suffix, (*PICTURES, ".csv", ".json"), _("no output '{name}'"))
    files.check_writable(output)
    if output.suffix in PICTURES[1:]:
        from zermelo.extras import require

        require("draw")


def write(
    output: Path,
    picture: tuple[str, Sequence[Chart]],
    table: tuple[Sequence[str], Sequence[dict[str, Any]]],
    found: dict[str, Any],
) -> None:
    """The chart, or the numbers, to a file of this ending."""
    if output.suffix == ".json":
        content = f"{json.dumps(found, ensure_ascii=False, indent=1)}\n".encode()
    elif output.suffix == ".csv":
        text = io.StringIO()
        rows = csv.DictWriter(text, table[0], extrasaction="ignore", lineterminator="\n")
        rows.writeheader()
        rows.writerows(table[1])
        content = text.getvalue().encode()
    else:
        from zermelo.lab.chart import render

        content = render(*picture, output.suffix)
    files.write_whole(output, content)
