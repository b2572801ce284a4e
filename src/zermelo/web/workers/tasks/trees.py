"""The tree of the editor: what was written, and its drawing."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from zermelo.explain.story import Witness, story_of
from zermelo.explain.svg import drawing
from zermelo.explain.view import View
from zermelo.games.tree import Tree, tree_to_json, write_tree
from zermelo.search import NothingFound, expectiminimax, minimax
from zermelo.web.positions import tree_of
from zermelo.web.workers.process import Context

PLACES: Final = 500  # drawn while somebody writes


def tree(context: Context, text: str) -> dict[str, Any]:
    """The tree in a text, drawn before any search."""
    found = tree_of(text, context.limits)
    return {
        "title": found.title,
        "nodes": len(found.nodes),
        "leaves": len(found.leaves()),
        "height": found.height,
        "chance": found.has_chance,
        "text": write_tree(found),
        "json": tree_to_json(found),
        "svg": _drawn(found),
    }


def _drawn(found: Tree) -> str:
    """The drawing of the tree as it is before the first step of a search."""
    witness = Witness(found)
    with suppress(NothingFound):
        (expectiminimax if found.has_chance else minimax)(found, observer=witness, nodes=1)
    return drawing(View(story_of(witness, PLACES), -1), still=False)
