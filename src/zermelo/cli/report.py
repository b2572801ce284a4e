"""A result as JSON and as text for people."""

from __future__ import annotations

import json
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from zermelo.explain.leaves import Leaves
from zermelo.game import Game
from zermelo.search import Result
from zermelo.search.record import plain

MOST_SHOWN: Final = 60  # moves or leaves; --json gives all

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


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
        tree = leaves.tree
        found["evaluated"] = [list(tree.path(leaf)) for leaf in leaves.evaluated()]
        found["pruned"] = [list(tree.path(leaf)) for leaf in leaves.pruned()]
    return found


def print_json(found: Any) -> None:
    """One object on standard output."""
    print(json.dumps(found, ensure_ascii=False))


def show(game: Game[Any, Any], state: Any, result: Result[Any, Any], leaves: Leaves | None) -> None:
    """The result for people."""
    sign = {"exact": "", "lower": " or more", "upper": " or less"}[result.bound]
    rows = [("value", f"{result.value}{sign}")]
    line = game.format_line(state, result.line)
    if line:
        rows += [("move", line[0]), ("line", shortened(line))]
    if leaves:
        labels = [leaves.tree.leaf_label(leaf) for leaf in leaves.pruned()]
        rows.append(("pruned", shortened(labels) or "nothing"))
    counts = f"{result.nodes:,} nodes, {result.leaves:,} leaves, {result.cutoffs:,} cutoffs"
    rows.append(("searched", f"{counts}, depth {result.depth}"))
    if not result.complete:
        why = "stopped by its limit" if result.stopped else "not to the end of the game"
        rows.append(("complete", f"no: {why}"))
    for name, text in rows:
        out.print(f"[bold]{name:9}[/] ", end="")
        out.print(text, markup=False)
    if result.moves is not None:
        table = Table("move", "value", box=None, pad_edge=False, header_style="bold")
        for action, value in result.moves:
            table.add_row(game.format_action(state, action), str(value))
        out.print(table)
