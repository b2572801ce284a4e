"""What a search found as JSON holds it: the same for every command and for the web."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.numbers import plain
from zermelo.report.moves import counted_at_end, line_texts, move_text
from zermelo.search.finding import Finding, MoveValue


def finding_json(finding: Finding[Any, Any]) -> dict[str, Any]:
    """The object that `--json` prints. `moves` is empty where they were not asked for."""
    line = line_texts(finding, finding.line)
    return {
        "value": plain(finding.value),
        "move": line[0] if line else None,
        "line": line,
        "nodes": finding.nodes,
        "leaves": finding.leaves,
        "cutoffs": finding.cutoffs,
        "depth": finding.depth,
        "proven": finding.proven,
        "bound": finding.bound,
        "distance": finding.distance,
        "stopped": finding.stopped,
        "seconds": round(finding.seconds, 6),
        "algorithm": finding.algorithm,
        **({"simulations": finding.simulations} if finding.simulations else {}),
        **({"iterations": rows} if (rows := _iterations(finding)) else {}),
        **({"features": parts} if (parts := counted_at_end(finding)) else {}),
        "moves": [_move(finding, each) for each in finding.moves],
    }


def _iterations(finding: Finding[Any, Any]) -> list[dict[str, Any]]:
    """What each iteration of iterative deepening found, and the nodes that it took."""
    return [
        {
            "depth": each.depth,
            "value": plain(each.value),
            "line": line_texts(finding, each.line),
            "nodes": each.nodes,
        }
        for each in finding.iterations
    ]


def lines_json(
    finding: Finding[Any, Any], lines: Iterable[tuple[MoveValue[Any], tuple[Any, ...]]]
) -> list[dict[str, Any]]:
    """Several moves of a finding, each with the line that it begins."""
    return [{**_move(finding, move), "line": line_texts(finding, line)} for move, line in lines]


def _move(finding: Finding[Any, Any], move: MoveValue[Any]) -> dict[str, Any]:
    text = move_text(finding, move.action)
    return {"move": text, "value": plain(move.value), "proven": move.proven}
