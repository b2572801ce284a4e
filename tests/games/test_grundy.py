from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.drawing import legal, offered, painted, texts, walk
from zermelo.game import MAX, MIN, NotationError, ZermeloError
from zermelo.games.grundy import Grundy, Piles

NIM_VALUES = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4]
NIM_VALUES += [1, 2]  # OEIS A002188, for n = 0 to 29


def value(game: Grundy, state: Piles) -> int:
    """The slow, obvious minimax."""

    @cache
    def minimax(state: Piles) -> int:
        if game.is_terminal(state):
            return game.utility(state)
        choice = max if game.to_move(state) == MAX else min
        return choice(minimax(game.result(state, action)) for action in game.actions(state))

    return minimax(state)


def nodes(game: Grundy, state: Piles) -> int:
    return 1 + sum(nodes(game, game.result(state, action)) for action in game.actions(state))


def test_whoever_begins_loses_at_1_2_4_7_10_20_and_23() -> None:
    losing = [n for n in range(1, 25) if value(Grundy(n), Grundy(n).initial()) == -1]
    assert losing == [1, 2, 4, 7, 10, 20, 23]


def test_nim_values() -> None:
    @cache
    def nim_value(n: int) -> int:
        """The least number that no split has; a split has the nim-sum of its two piles."""
        game = Grundy(n)
        splits = {nim_value(a) ^ nim_value(size - a) for size, a in game.actions(game.initial())}
        return min(set(range(n + 1)) - splits)

    assert [nim_value(n) for n in range(1, 30)] == NIM_VALUES[1:]


def test_the_lecture_tree_of_six() -> None:
    game = Grundy(6)
    start = game.initial()
    assert nodes(game, start) == 10
    winning = [a for a in game.actions(start) if value(game, game.result(start, a)) == 1]
    assert [game.format_action(start, action) for action in winning] == ["6=4+2"]


def test_larger_piles_and_smaller_parts_come_first() -> None:
    game = Grundy(12)
    state = game.parse_state("7+3+2")
    assert list(game.actions(state)) == [(7, 1), (7, 2), (7, 3), (3, 1)]
    assert game.format_state(game.result(state, (7, 2))) == "5+3+2+2 min"


def test_no_two_states_share_a_key() -> None:
    game = Grundy(16)
    found, waiting = {game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        children = {game.result(state, action) for action in game.actions(state)} - found
        found |= children
        waiting += children
    assert len({game.key(state) for state in found}) == len(found)


@given(st.lists(st.integers(1, 8), min_size=1, max_size=8), st.sampled_from(["", " min"]))
def test_notation_comes_back(piles: list[int], player: str) -> None:
    game = Grundy(sum(piles))
    text = "+".join(map(str, sorted(piles, reverse=True))) + player
    state = game.parse_state(text)
    assert game.format_state(state) == text
    assert state.player == (MIN if player else MAX)
    for action in game.actions(state):
        assert game.parse_action(state, game.format_action(state, action)) == action


def test_notation() -> None:
    game = Grundy()
    assert game.format_state(game.initial()) == "6"
    assert game.parse_state(" 2 + 4  MIN") == game.parse_state("4+2 min")
    assert game.parse_state("4+2 max") == game.parse_state("4+2")
    assert game.parse_action(game.initial(), "6=2+4") == (6, 2)
    assert game.parse_action(game.initial(), "6=4+2") == (6, 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "write it like 4+2"),
        ("4-2", "write it like 4+2"),
        ("4+2 mid", "write it like 4+2"),
        ("4+" + "9" * 5000, "write it like 4+2"),
        ("4+1", "sum to 6"),
        ("6+0", "at least 1"),
    ],
)
def test_a_bad_position_is_named_in_one_line(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        Grundy().parse_state(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["6=3+3", "6=4+1", "5=4+1", "6", "", "4+2", "6=6+0"])
def test_an_illegal_move_is_named_in_one_line(text: str) -> None:
    with pytest.raises(NotationError, match=r"is no legal move at 6; legal: 6=5\+1 6=4\+2$"):
        Grundy().parse_action(Grundy().initial(), text)


@pytest.mark.parametrize("n", [0, -1, 101, True, 6.0, "6", None])
def test_bad_parameters_are_named_in_one_line(n: object) -> None:
    with pytest.raises(ZermeloError, match=r"^n must be a whole number from 1 to 100, not .*$"):
        Grundy(n)  # type: ignore[arg-type]


def test_drawing() -> None:
    game = Grundy()
    assert game.draw(game.parse_state("4+2 min")) == "● ● ● ●  ● ●"
    assert game.draw(game.parse_state("2+2+1+1 min")) == "● ●  ● ●  ●  ●\nMAX wins"


def test_a_counter_stands_for_splitting_the_pile_below_it() -> None:
    game = Grundy()
    assert offered(game.draw_svg(game.initial())) == ["6=5+1", "6=4+2", "6=4+2", "6=5+1"]
    assert offered(game.draw_svg(game.parse_state("4+2 min"))) == ["4=3+1", "4=3+1"]


@pytest.mark.parametrize("n", [1, 2, 6, 30])
def test_a_drawing_shows_the_position(n: int) -> None:
    game = Grundy(n)
    for state, last in walk(game, seed=n):
        drawing = game.draw_svg(state, last)
        columns = [counter["x"] for counter in painted(drawing, "piece")]
        piles = [columns.count(column) for column in dict.fromkeys(columns)]
        assert "+".join(map(str, piles)) == game.format_state(state).removesuffix(" min")
        assert set(offered(drawing)) == legal(game, state)
        bars = [float(bar["d"][1:].split()[0]) for bar in painted(drawing, "mark-last")]
        marked = [columns.count(f"{bar - 1.5:g}") for bar in bars]
        assert sorted(marked) == (sorted([last[1], last[0] - last[1]]) if last else [])
        if game.is_terminal(state):
            assert texts(drawing)[-1] == f"{'MAX' if game.utility(state) > 0 else 'MIN'} wins"
