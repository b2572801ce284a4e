"""A result as JSON and as text for people."""

from __future__ import annotations

import json
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from zermelo.explain.leaves import Leaves
from zermelo.game import Game, Value
from zermelo.games import Tree
from zermelo.language import _, mark
from zermelo.search import Result
from zermelo.search.as_json import result_as_json
from zermelo.search.record import text_of

MOST_STEPS: Final = 10_000_000  # of the paths of all leaves together
MOST_SHOWN: Final = 60  # moves or leaves; --json gives all

# The reasons that the system gives most often for not reading or writing a file.
REASONS: Final = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Is a directory"),
    mark("Not a directory"),
    mark("File exists"),
    mark("No space left on device"),
    mark("Read-only file system"),
)

out = Console(highlight=False, soft_wrap=True, emoji=False, markup=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False, markup=False)


def reason(error: OSError) -> str:
    """Why the system would not."""
    return _(str(error.strerror))


def compiling(what: str) -> None:
    """Tells what takes so long the first time."""
    err.print(_("compiling {what} ...").format(what=what))


def number(value: Value) -> str:
    """A value for people: of a float only the digits that matter."""
    return f"{value:.10g}" if isinstance(value, float) else text_of(value)


def clean(text: str) -> str:
    """The text without signs that would steer a terminal."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def shortened(texts: list[str]) -> str:
    """The texts in a row; of many, the first ones and their number."""
    shown = " ".join(texts[:MOST_SHOWN])
    if len(texts) <= MOST_SHOWN:
        return shown
    return _("{shown} … ({count:,} in all)").format(shown=shown, count=len(texts))


def as_json(
    game: Game[Any, Any], state: Any, result: Result[Any, Any], leaves: Leaves | None
) -> dict[str, Any]:
    """The object that `--json` prints."""
    found = result_as_json(game, state, result)
    if leaves:
        found["evaluated"] = paths(leaves.tree, leaves.evaluated())
        found["pruned"] = paths(leaves.tree, leaves.pruned())
    return found


def paths(tree: Tree, leaves: list[int]) -> list[list[int]] | None:
    """The leaves by their paths; None where that would take more than a machine's memory."""
    if len(leaves) * tree.height > MOST_STEPS:
        note = _("note: {count:,} leaves up to {height:,} levels deep are too many to list")
        err.print(note.format(count=len(leaves), height=tree.height), markup=False)
        return None
    return [list(tree.path(leaf)) for leaf in leaves]


def print_json(found: Any) -> None:
    """One object on standard output."""
    print(json.dumps(found, ensure_ascii=False))


def show(game: Game[Any, Any], state: Any, result: Result[Any, Any], leaves: Leaves | None) -> None:
    """The result for people."""
    shown = {"exact": "{value}", "lower": _("{value} or more"), "upper": _("{value} or less")}
    rows = [(_("value"), shown[result.bound].format(value=number(result.value)))]
    line = game.format_line(state, result.line)
    if line:
        rows += [(_("move"), line[0]), (_("line"), shortened(line))]
    if leaves:
        labels = [leaves.tree.leaf_label(leaf) for leaf in leaves.pruned()]
        rows.append((_("pruned"), shortened(labels) or _("nothing")))
    counts = _("{nodes:,} nodes, {leaves:,} leaves, {cutoffs:,} cutoffs, depth {depth}").format(
        nodes=result.nodes, leaves=result.leaves, cutoffs=result.cutoffs, depth=result.depth
    )
    rows.append((_("searched"), counts))
    if not result.complete:
        why = _("no: not to the end of the game")
        if result.stopped:
            why = _("no: stopped")
        elif result.bound != "exact":
            why = _("no: the value lies outside the window")
        rows.append((_("complete"), why))
    width = max(9, *(len(name) for name, text in rows))
    for name, text in rows:
        out.print(Text.assemble((f"{name:{width}}", "bold"), f" {clean(text)}"))
    show_moves(game, state, result.moves or ())


def show_moves(game: Game[Any, Any], state: Any, moves: tuple[tuple[Any, Value], ...]) -> None:
    """The values of moves as a table."""
    if moves:
        table = Table(_("move"), _("value"), box=None, pad_edge=False, header_style="bold")
        for action, value in moves:
            name = Text(clean(game.format_action(state, action)))
            table.add_row(name, Text(number(value)))
        out.print(table)
