"""`zermelo games` and `zermelo algorithms`: what there is."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Column, Table

from zermelo.algorithms import ALL as ALGORITHMS
from zermelo.cli import console, options
from zermelo.games.catalogue import ALL as GAMES
from zermelo.language import _
from zermelo.search.settings import ALWAYS_TAKEN


def games(json: options.Json = False) -> None:
    """List the games and their parameters."""
    if json:
        console.print_json(
            {
                name: {"summary": kind.summary, "parameters": kind.parameters()}
                for name, kind in GAMES.items()
            }
        )
        return
    table = _table(_("game"), _("what"), _("parameters (--set)"), names=GAMES)
    for name, kind in GAMES.items():
        defaults = (f"{key}={_text(value)}" for key, value in kind.parameters().items())
        table.add_row(name, kind.summary, "\n".join(defaults))
    console.out.print(table)
    console.out.print(_("Also a SOURCE: FILE.tree, - (a tree on standard input), FILE.py:Class."))


def algorithms(json: options.Json = False) -> None:
    """List the search algorithms."""
    rows = {
        name: {
            "summary": algorithm.summary,
            "takes": [s for s in algorithm.takes if s not in ALWAYS_TAKEN],
            "chance": algorithm.chance,
            "exact": algorithm.exact,
        }
        for name, algorithm in ALGORITHMS.items()
    }
    if json:
        console.print_json(rows)
        return
    table = _table(_("algorithm"), _("what"), _("own settings"), names=rows)
    for name, row in rows.items():
        table.add_row(name, str(row["summary"]), ", ".join(row["takes"]))  # type: ignore[arg-type]
    console.out.print(table)


def _table(first: str, *others: str, names: Iterable[str]) -> Table:
    """A table whose first column holds names, which are never cut: they are for typing."""
    column = Column(first, no_wrap=True, min_width=max(map(len, names)))
    return Table(column, *others, box=None, header_style="bold")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
