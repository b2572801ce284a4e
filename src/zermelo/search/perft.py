"""Perft in the textbook lane: the number of move sequences of a length, by the definition."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.door import admit
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.language import _


def perft(game: Game[State, Action], depth: int, state: State | None = None) -> int:
    """How many sequences of `depth` actions begin at a state, by default the initial one.

    None goes on beyond the end of the game. What CHANCE may do counts as actions too.
    """
    admit(game, several=True)
    if depth < 0:
        words = _("depth must be {least} or more, not {depth}")
        raise ZermeloError(words.format(least=0, depth=depth))
    start = game.initial() if state is None else state
    if depth == 0:
        return 1
    total = 0
    levels: list[Iterator[State]] = [iter([start])]  # of each ply the states still to be seen
    while levels:
        for each in levels[-1]:
            if game.is_terminal(each):
                continue
            if len(levels) < depth:
                levels.append(_children(game, each))
                break
            total += sum(1 for _action in game.actions(each))
        else:
            levels.pop()
    return total


def divide(
    game: Game[State, Action], depth: int, state: State | None = None
) -> list[tuple[Action, int]]:
    """The same for each action that the sequences begin with."""
    if depth < 1:
        words = _("depth must be {least} or more, not {depth}")
        raise ZermeloError(words.format(least=1, depth=depth))
    start = game.initial() if state is None else state
    if game.is_terminal(start):
        return []
    actions = list(game.actions(start))
    return [(action, perft(game, depth - 1, game.result(start, action))) for action in actions]


def _children(game: Game[State, Action], state: State) -> Iterator[State]:
    return (game.result(state, action) for action in game.actions(state))
