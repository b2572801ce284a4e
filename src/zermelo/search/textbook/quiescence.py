"""Quiescence: the secondary search, as deep as it takes to reach a quiet state."""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.run import Line, Run
from zermelo.search.textbook.alphabeta import CONVENTIONAL, alphabeta_search

EXTENSION: Final = 8


@algorithm(
    mark("Quiescence search"),
    takes=(*CONVENTIONAL, "extension"),
    needs=("evaluate", "is_quiet"),
)
def quiescence(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Alpha-beta that goes on below its depth limit while the state is not quiet.

    The bound contract of alphabeta, for the tree that ends in quiet states; `extension` plies
    below the limit the heuristic speaks whether the state is quiet or not. This cures the horizon
    effect where `is_quiet` knows what is about to happen.
    """
    game = run.game
    last = run.limit + run.settings.get("extension", EXTENSION)

    def settled(ply: int, state: Any) -> bool:
        if ply >= last or game.is_quiet(state):
            return True
        run.watch.extend(game.evaluate(state))
        return False

    run.settled = settled
    return run.root(following(run, alphabeta_search), *run.window)
