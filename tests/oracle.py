"""Answers that others published, or that were computed apart from this project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from zermelo.game import MAX, MIN
from zermelo.games import Tree, tree_from_json

FOLDER = Path(__file__).parent / "oracles"


def load(name: str) -> Any:
    """The content of one oracle file."""
    return json.loads((FOLDER / name).read_text())


def worked_trees() -> dict[str, tuple[Tree, dict[str, Any]]]:
    """The worked trees of well-known courses, with what is said of each."""
    return {
        entry["name"]: (
            Tree.from_nested(
                entry["tree"], root={"max": MAX, "min": MIN}[entry["root"]], levels=entry["levels"]
            ),
            entry,
        )
        for entry in load("trees.json")
    }


def chance_trees() -> dict[str, tuple[Tree, dict[str, Any]]]:
    """Trees with chance nodes, with their exact values."""
    found = {}
    for entry in load("chance.json"):
        whole = {"tree": entry["tree"], **({"range": entry["range"]} if "range" in entry else {})}
        found[entry["name"]] = tree_from_json(json.dumps(whole)), entry
    return found


def solved(game: str, what: str) -> Any:
    """A known value of a whole game or position."""
    (value,) = (e["value"] for e in load("solved.json") if (e["game"], e["what"]) == (game, what))
    return value
