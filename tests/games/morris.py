"""Positions of nine men's morris for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from zermelo.games.morris import Men, Morris
from zermelo.games.morris_board import POINTS, READING


def bits(text: str) -> int:
    """The set of the points named."""
    return sum(1 << POINTS.index(point) for point in text.split())


def position(game: Morris, x: str, o: str, rest: str) -> Men:
    """The position with men on these points; `rest` is who is to move, and so on."""
    signs = {POINTS[i]: "." for i in READING}
    signs.update(dict.fromkeys(x.split(), "x"), **dict.fromkeys(o.split(), "o"))
    return game.parse_state(f"{''.join(signs.values())} {rest}")


def moves(game: Morris, state: Men) -> set[str]:
    return {game.format_action(state, action) for action in game.actions(state)}


def play(game: Morris, state: Men, text: str) -> Men:
    for move in game.split_moves(text):
        state = game.result(state, game.parse_action(state, move))
    return state


@st.composite
def games_under_way(draw: st.DrawFn) -> tuple[Morris, list[Men]]:
    """A game, and the states that it has come through, the last of them perhaps its end."""
    game = Morris(draw(st.sampled_from([3, 5, 9])), draw(st.booleans()))
    states = [game.initial()]
    for choice in draw(st.lists(st.integers(0, 60), max_size=90)):
        actions = list(game.actions(states[-1]))
        if not actions:
            break
        states.append(game.result(states[-1], actions[choice % len(actions)]))
    return game, states
