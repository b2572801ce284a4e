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
from zermelo.search import Result
from zermelo.search.record import plain, text_of

MOST_STEPS: Final = 10_000_000  # of the paths of all leaves together
MOST_SHOWN: Final = 60  # moves or leaves; --json gives all

out = Console(highlight=False, soft_wrap=True, emoji=False, markup=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False, markup=False)


def number(value: Value) -> str:
    """A value for people: of a float only the digits that matter."""
    return f"{value:.10g}" if isinstance(value, float) else text_of(value)


def clean(text: str) -> str:
    """The text without signs that would steer a terminal."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def shortened(texts: list[str]) -> str:
    """The texts in a row; of many, the first ones and their number."""
    shown = " ".join(texts[:MOST_SHOWN])
    return shown if len(texts) <= MOST_SHOWN else f"{shown} … ({len(texts):,} in all)"


def as_json(
    game: Game[Any, Any], state: Any, result: Result[Any, Any], leaves: Leaves | None
) -> dict[str, Any]:
    """The object that `--json` prints."""
    line = game.format_line(state, result.line)
    found: dict[str, Any] = {
        "value": plain(result.value),
        "move": line[0] if line else None,
        "line": line,
        "nodes": result.nodes,
        "leaves": result.leaves,
        "cutoffs": result.cutoffs,
        "depth": result.depth,
        "complete": result.complete,
        "bound": result.bound,
    }
    if result.moves is not None:
        found["moves"] = [
            {"move": game.format_action(state, action), "value": plain(value)}
            for action, value in result.moves
        ]
    if leaves:
        found["evaluated"] = paths(leaves.tree, leaves.evaluated())
        found["pruned"] = paths(leaves.tree, leaves.pruned())
    return found


def paths(tree: Tree, leaves: list[int]) -> list[list[int]] | None:
    """The leaves by their paths; None where that would take more than a machine's memory."""
    if len(leaves) * tree.height > MOST_STEPS:
        err.print(
            f"note: {len(leaves):,} leaves up to {tree.height:,} levels deep are too many to list",
            markup=False,
        )
        return None
    return [list(tree.path(leaf)) for leaf in leaves]


def print_json(found: Any) -> None:
    """One object on standard output."""
    print(json.dumps(found, ensure_ascii=False))


def show(game: Game[Any, Any], state: Any, result: Result[Any, Any], leaves: Leaves | None) -> None:
    """The result for people."""
    sign = {"exact": "", "lower": " or more", "upper": " or less"}[result.bound]
    rows = [("value", f"{number(result.value)}{sign}")]
    line = game.format_line(state, result.line)
    if line:
        rows += [("move", line[0]), ("line", shortened(line))]
    if leaves:
        labels = [leaves.tree.leaf_label(leaf) for leaf in leaves.pruned()]
        rows.append(("pruned", shortened(labels) or "nothing"))
    counts = f"{result.nodes:,} nodes, {result.leaves:,} leaves, {result.cutoffs:,} cutoffs"
    rows.append(("searched", f"{counts}, depth {result.depth}"))
    if not result.complete:
        why = "not to the end of the game"
        if result.stopped:
            why = "stopped"
        elif result.bound != "exact":
            why = "the value lies outside the window"
        rows.append(("complete", f"no: {why}"))
    for name, text in rows:
        out.print(Text.assemble((f"{name:9}", "bold"), f" {clean(text)}"))
    show_moves(game, state, result.moves or ())


def show_moves(game: Game[Any, Any], state: Any, moves: tuple[tuple[Any, Value], ...]) -> None:
    """The values of moves as a table."""
    if moves:
        table = Table("move", "value", box=None, pad_edge=False, header_style="bold")
        for action, value in moves:
            name = Text(clean(game.format_action(state, action)))
            table.add_row(name, Text(number(value)))
        out.print(table)
