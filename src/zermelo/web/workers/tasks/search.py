"""One search by one of the algorithms; what it found is what `zermelo search --json` prints."""

from __future__ import annotations

from typing import Any, Final

from zermelo.explain.leaves import Leaves
from zermelo.games import Tree
from zermelo.report.json import finding_json
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import SearchRequest
from zermelo.web.workers.tasks.settings import chosen_algorithm, settings_of, with_warnings

MOST_STEPS: Final = 200_000  # of the paths of all leaves together


def search(context: Context, request: SearchRequest) -> dict[str, Any]:
    """What the search found."""
    game, state, history = context.positions.find(request.start)
    algorithm = chosen_algorithm(context, request.settings["algorithm"], game)
    settings = settings_of(request.settings, context.limits)
    settings["stop"], settings["history"] = context.token, history
    leaves = None
    prunes = "observer" in algorithm.takes and "simulations" not in algorithm.takes
    if isinstance(game, Tree) and prunes:
        settings["observer"] = leaves = Leaves(game)
    result, notes = with_warnings(lambda: algorithm(game, state, **settings))
    return {
        **finding_json(result),
        "evaluated": leaves and _paths(leaves.tree, leaves.evaluated()),
        "pruned": leaves and _paths(leaves.tree, leaves.pruned()),
        "notes": notes,
    }


def _paths(tree: Tree, leaves: list[int]) -> list[list[int]] | None:
    """The leaves by their paths; None where that would be too long."""
    if len(leaves) * tree.height > MOST_STEPS:
        return None
    return [list(tree.path(leaf)) for leaf in leaves]
