"""What a search found, as the command line prints it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from zermelo.cli import console
from zermelo.cli.streams import tell
from zermelo.explain.features import part_texts
from zermelo.explain.leaves import Leaves
from zermelo.game import Game
from zermelo.games import Tree
from zermelo.language import _, ngettext
from zermelo.report.json import finding_json
from zermelo.report.moves import counted_at_end, line_texts
from zermelo.report.rows import away, finding_rows, iteration_rows, move_rows, shortened, worth
from zermelo.search.finding import Finding

MOST_MOVES: Final = 12  # of the line of an iteration
MOST_STEPS: Final = 10_000_000  # of the paths of all leaves together


def as_json(finding: Finding[Any, Any], leaves: Leaves | None) -> dict[str, Any]:
    """The object that `--json` prints, with the leaves of a tree."""
    found = finding_json(finding)
    if leaves:
        found["evaluated"] = _paths(leaves.tree, leaves.evaluated())
        found["pruned"] = _paths(leaves.tree, leaves.pruned())
    return found


def _paths(tree: Tree, leaves: list[int]) -> list[list[int]] | None:
    """The leaves by their paths; None where that would take more than a machine's memory."""
    if len(leaves) * tree.height > MOST_STEPS:
        note = _("note: {count:,} leaves up to {height:,} levels deep are too many to list")
        tell(note.format(count=len(leaves), height=tree.height))
        return None
    return [list(tree.path(leaf)) for leaf in leaves]


def looked_up(
    game: Game[Any, Any], folder: Path, state: Any, history: tuple[Any, ...], all_moves: bool
) -> Finding[Any, Any]:
    """What a tablebase has about a position."""
    from zermelo.solver.lookup import finding
    from zermelo.tablebase import Tablebase

    found = finding(Tablebase.open(folder, game), state, history)
    return found if all_moves else replace(found, moves=())


def show(finding: Finding[Any, Any], leaves: Leaves | None) -> None:
    """The finding for people."""
    from rich.text import Text  # here, as most outputs are plain lines

    pruned = []
    if leaves:
        labels = [leaves.tree.leaf_label(leaf) for leaf in leaves.pruned()]
        pruned = [(_("pruned"), console.row(labels) or _("nothing"))]
    parts = part_texts(counted_at_end(finding))
    counted = [(_("counted"), "; ".join(parts))] if parts else []
    rows = finding_rows(finding, console.MOST_TEXTS, [*pruned, *counted])
    width = max(9, *(len(name) for name, text in rows))
    for name, text in rows:
        console.out.print(Text.assemble((f"{name:{width}}", "bold"), f" {console.clean(text)}"))
    heads = [_("depth"), _("value"), _("nodes"), _("line")]
    _show_table(heads, iteration_rows(finding, MOST_MOVES))
    show_moves(finding)


def show_moves(finding: Finding[Any, Any]) -> None:
    """The values of moves as a table; nothing without any."""
    _show_table([_("move"), _("value"), ""], move_rows(finding))


def _show_table(heads: list[str], rows: list[tuple[str, ...]]) -> None:
    """Rows under heads, where there are any; numbers to the right."""
    if rows:
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, header_style="bold")
        for head in heads[: len(rows[0])]:
            counts = head in (_("depth"), _("nodes"))
            table.add_column(head, justify="right" if counts else "left")
        for row in rows:
            table.add_row(*(Text(console.clean(text)) for text in row))
        console.out.print(table)


def one_line(found: Finding[Any, Any]) -> str:
    """An iteration in a line."""
    speed = found.nodes / found.seconds if found.seconds else 0
    proven = _("proven")
    words = ngettext(
        "depth {depth:3}  value {value:>5}{away} {sure} {nodes:>13,} node  {speed:6.2f} M/s",
        "depth {depth:3}  value {value:>5}{away} {sure} {nodes:>13,} nodes {speed:6.2f} M/s",
        found.nodes,
    )
    text = words.format(
        depth=found.depth,
        value=worth(found, found.value, found.proven),
        away=away(found),
        sure=proven if found.proven else " " * len(proven),
        nodes=found.nodes,
        speed=speed / 1e6,
    )
    line = line_texts(found, found.line if found.proven else found.line[:MOST_MOVES])
    return f"{text}  {shortened(line, len(found.line))}"
