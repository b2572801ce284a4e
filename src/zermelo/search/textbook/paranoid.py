"""Paranoid search: who moves takes all the others for one adversary, and that makes two players."""

from __future__ import annotations

from typing import Any

from zermelo.game import Value
from zermelo.language import mark
from zermelo.search.algorithm import SEVERAL, algorithm
from zermelo.search.coalition import coalition_against
from zermelo.search.following import following
from zermelo.search.run import Line, Run
from zermelo.search.textbook.alphabeta import CONVENTIONAL, alphabeta_search


@algorithm(
    mark("Paranoid search"),
    takes=CONVENTIONAL,
    common=SEVERAL,
    several=True,
    view=coalition_against,
)
def paranoid(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Alpha-beta for several players: all the others play against who moves at the root.

    The result is what that player, MAX now, can be sure of whatever the others do: a number, by
    the bound contract of alphabeta. It is at most what max^n gives that player.
    """
    return run.root(following(run, alphabeta_search), *run.window)
