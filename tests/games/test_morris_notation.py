"""Nine men's morris: notation and drawing."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.games.drawing import cells, offered, painted, places, texts, walk
from tests.games.morris import bits, games_under_way, play, position
from zermelo.game import NotationError, ZermeloError
from zermelo.games.morris import Men, Morris
from zermelo.games.morris_board import POINTS

# --- notation ----------------------------------------------------------------------------------


@given(games_under_way())
def test_positions_are_read_as_they_are_written(drawn: tuple[Morris, list[Men]]) -> None:
    game, states = drawn
    for state in states:
        assert game.parse_state(game.format_state(state)) == state


def test_positions_and_moves() -> None:
    game = Morris()
    start = game.initial()
    assert game.format_state(start) == ".../.../.../....../.../.../... x 9-9"
    assert game.parse_state("--- --- --- ------ --- --- --- X 9-9") == start
    assert game.parse_action(start, "D2") == bits("d2")
    state = play(game, start, "a7 a1 d7 d1 g7")
    assert game.format_state(state) == "xxx/.../.../....../.../.../oo. x 6-7 takes"
    assert game.split_moves("a7 d2-d3,xd2") == ["a7", "d2-d3", "xd2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "write the 24 points"),
        (".../.../.../....../.../.../...", "who is to move"),
        (".../.../.../....../.../.../.. x 9-9", "write the 24 points"),
        (".../.../.../....../.../.../..z x 9-9", "write the 24 points"),
        (".../.../.../....../.../.../... x 10-10", "write the 24 points"),
        ("xxx/xxx/xxx/x...../ooo/.../... x", "9 men at most"),
        ("x../.../.../....../.../.../... o 9-9", "9 men at most"),
        (".../.../.../....../.../.../... o 9-9", "no move can have led to it"),
        (".../.../.../....../.../.../... x 8-9", "no move can have led to it"),
        ("xxx/.../.../....../.../.../oo. x 6-6 takes", "no move can have led to it"),
        ("xx./x../.../....../.../.../oo. x 6-7 takes", "no move can have led to it"),
        ("xxx/.../.../....../.../.../... x 6-7 takes", "no move can have led to it"),
        ("xxx/.../.../....../.../.../oo. x", "no move can have led to it"),
        ("x../.../.../....../.../.../ooo x", "no move can have led to it"),
    ],
)
def test_texts_that_are_no_position(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Morris().parse_state(text)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["a2", "xa7", "a7-d7", "", "d4"])
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="is no legal move at"):
        Morris().parse_action(Morris().initial(), text)


def test_parameters_that_are_refused() -> None:
    for men in (0, 2, 10, True, "9"):
        with pytest.raises(ZermeloError, match="men must be a whole number from 3 to 9"):
            Morris(men)  # type: ignore[arg-type]
    with pytest.raises(ZermeloError, match="flying must be True or False"):
        Morris(flying=1)  # type: ignore[arg-type]


# --- drawing -----------------------------------------------------------------------------------


def test_drawing() -> None:
    game = Morris()
    lines = game.draw(play(game, game.initial(), "a7 a1 d7 e3 g7")).splitlines()
    assert lines == [
        " 7 X-----X-----X",
        "   |     |     |",
        " 6 | ·---·---· |",
        "   | |   |   | |",
        " 5 | | ·-·-· | |",
        "   | | |   | | |",
        " 4 ·-·-·   ·-·-·",
        "   | | |   | | |",
        " 3 | | ·-·-O | |",
        "   | |   |   | |",
        " 2 | ·---·---· |",
        "   |     |     |",
        " 1 O-----·-----·",
        "   a b c d e f g",
        "to place: X 6, O 7",
        "MAX takes a man",
    ]
    over = position(game, "a7 d7", "a1 d1 g1", "x")
    assert game.draw(over).endswith("   a b c d e f g\nMIN wins")


def point_at(x: float, y: float) -> str:
    """The point at a place in a drawing."""
    return f"{'abcdefg'[int((x - 13) // 24)]}{7 - int((y - 13) // 24)}"


@pytest.mark.parametrize("seed", range(4))
def test_a_drawing_shows_the_position(seed: int) -> None:
    game = Morris()
    for state, last in walk(game, seed, most=150):
        drawing = game.draw_svg(state, last)
        x, o = (state.own, state.other)[:: state.player]
        for men, paint in ((x, "piece-max"), (o, "piece-min")):
            shown = [point_at(*place) for place in places(drawing, paint, least=8)]
            assert bits(" ".join(shown)) == men
        marks = {point_at(*place) for place in places(drawing, "mark-last")}
        assert bits(" ".join(marks)) == (last or 0)
        in_hand = [float(mark["r"]) for mark in painted(drawing, "piece-max")].count(3.4)
        assert in_hand == state.hand // 2
        assert offered(drawing) == []
        assert sorted(cells(drawing)) == sorted(POINTS)
        for action in game.actions(state):
            route = game.route(state, action)
            assert game.format_action(state, action).removeprefix("x") == "-".join(route)
            assert bits(" ".join(route)) == action


def test_a_man_that_can_be_taken_has_a_sign() -> None:
    game = Morris()
    taking = play(game, position(game, "a7 d7 g4 b6", "a1 d1 e4 c3", "x"), "g4-g7")
    assert texts(game.draw_svg(taking))[14:] == ["×"] * 4
