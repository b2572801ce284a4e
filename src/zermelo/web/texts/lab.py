"""The page that measures searches."""

from __future__ import annotations

from typing import Any

from zermelo.language import _, forms


def lab() -> dict[str, Any]:
    return {
        "title": _("Lab"),
        "about": _("What a search costs, depth by depth, beside what theory says."),
        "games": _("Games"),
        "game": _("Game"),
        "add": _("Another game"),
        "remove": _("Without {game}"),
        "parameters": _("Rules"),
        "algorithms": _("Algorithms"),
        "orders": _("Move orders"),
        "deepening": _("Each search also by iterative deepening"),
        "deepened": _("iterative deepening"),
        "from": _("Depth from"),
        "to": _("Depth to"),
        "mostNodes": _("At most so many nodes"),
        "mostSeconds": _("At most so many seconds"),
        "limits": _("Limits of each search"),
        "unsuited": _("It does not suit the rules of the game."),
        "cases": {
            "worst": _("worst case: all leaves"),
            "mean": _("mean case"),
            "best": _("best case"),
        },
        "go": _("Measure"),
        "cancel": _("Cancel"),
        "progress": _("Progress"),
        "ready": _("Each game is searched by each algorithm at each depth."),
        "so": forms("{done} of {all} search", "{done} of {all} searches"),
        "underWay": _("{so}; nodes of this one: {nodes}"),
        "done": _("Done."),
        "cancelled": _("Cancelled. What was measured stays."),
        "noAlgorithm": _("Choose at least one algorithm."),
        "noDepth": _("The last depth is smaller than the first."),
        "measure": _("Shown"),
        "measures": {
            "nodes": _("nodes"),
            "leaves": _("leaves"),
            "cutoffs": _("cutoffs"),
            "seconds": _("time"),
        },
        "columns": {
            "game": _("game"),
            "algorithm": _("algorithm"),
            "depth": _("depth"),
            "value": _("value"),
        },
        "depth": _("depth"),
        "branching": _("b = {b} moves on average"),
        "stopped": _("stopped: too many nodes or too long"),
        "svg": _("Chart as SVG"),
        "png": _("Chart as PNG"),
        "csv": _("Table as CSV"),
        "blank": _("Charts and a table come here."),
    }
