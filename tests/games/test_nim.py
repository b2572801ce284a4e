from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.drawing import offered, painted, read, texts, walk
from zermelo.check import check_game
from zermelo.game import MAX, MIN, NotationError, ZermeloError
from zermelo.games.nim import Matches, Nim


def value(game: Nim, state: Matches) -> int:
    """The slow, obvious minimax."""

    @cache
    def minimax(state: Matches) -> int:
        if game.is_terminal(state):
            return game.utility(state)
        choice = max if game.to_move(state) == MAX else min
        return choice(minimax(game.result(state, action)) for action in game.actions(state))

    return minimax(state)


def reachable(game: Nim) -> set[Matches]:
    found, waiting = {game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        for action in game.actions(state):
            child = game.result(state, action)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def report_number(rows: tuple[int, ...]) -> int:
    """The report of 2017 to the letter: the special cases as they are listed, then the nim-sum."""
    if rows in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        return -50
    if rows == (0, 0, 0):
        return 50
    if rows.count(0) == 2 or rows.count(1) == 2:
        return -45
    if rows == (1, 1, 1):
        return 45
    return 40 - sum(rows) if rows[0] ^ rows[1] ^ rows[2] == 0 else sum(rows)


def lecture_number(rows: tuple[int, ...]) -> int:
    """The lecture's table for three rows, as it stands, for the player who has just moved."""
    if sum(rows) == 1:
        return 50
    if rows.count(0) == 2:
        return -45
    if rows.count(1) == 2:
        return -45
    if rows.count(1) == 3:
        return 45
    if rows[0] ^ rows[1] ^ rows[2] == 0:
        return 40 - sum(rows)
    return sum(rows)


small_rows = st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any).map(tuple)


def test_the_first_player_wins_the_lecture_game_with_one_match_from_any_row() -> None:
    game = Nim()
    start = game.initial()
    assert value(game, start) == 50
    winning = [a for a in game.actions(start) if value(game, game.result(start, a)) == 50]
    assert winning == [(0, 1), (1, 1), (2, 1)]


def test_the_lecture_game_has_192_states_and_39_861_780_nodes() -> None:
    game = Nim()
    assert len({state.rows for state in reachable(game)}) == 192

    @cache
    def nodes(state: Matches) -> int:
        return 1 + sum(nodes(game.result(state, action)) for action in game.actions(state))

    assert nodes(game.initial()) == 39_861_780
    game = Nim(goal=1)  # the report's own, which is the one to compare its effort with
    nodes.cache_clear()
    assert nodes(game.initial()) == 27_147_954


def test_actions_come_by_row_and_then_by_count() -> None:
    game = Nim((2, 0, 1))
    assert list(game.actions(game.initial())) == [(0, 1), (0, 2), (2, 1)]
    assert game.result(game.initial(), (0, 2)) == Matches((0, 0, 1), MIN)


@given(small_rows, st.booleans())
def test_bouton(rows: tuple[int, ...], misere: bool) -> None:
    nim_sum = 0
    for row in rows:
        nim_sum ^= row
    reversed_end = misere and max(rows) <= 1
    expected = 7 if (nim_sum != 0) != reversed_end else -7
    game = Nim(rows, misere, win=7)
    assert value(game, game.initial()) == expected


def test_the_estimate_is_the_lecture_number_seen_by_max() -> None:
    game = Nim(win=51)
    for rows in {state.rows for state in reachable(game)} - {(0, 0, 0)}:
        assert game.evaluate(Matches(rows, MIN)) == lecture_number(rows)
        assert game.evaluate(Matches(rows, MAX)) == -lecture_number(rows)


def test_the_estimate_of_the_report_is_its_number_to_the_letter() -> None:
    game = Nim(goal=1, heuristic="report")
    for rows in product(range(8), range(6), range(4)):
        assert game.evaluate(Matches(rows, MIN)) == report_number(rows)
        assert game.evaluate(Matches(rows, MAX)) == -report_number(rows)
    assert Nim(heuristic="report").evaluate(Matches((1, 0, 0), MIN)) == -49  # not over: no claim


@pytest.mark.parametrize("misere", [True, False])
def test_to_stop_at_the_last_match_changes_no_value(misere: bool) -> None:
    short, long = Nim((3, 2, 2), misere, goal=1), Nim((3, 2, 2), misere)
    states = reachable(short)
    assert all(value(short, state) == value(long, state) for state in states)
    assert sum(short.is_terminal(state) for state in states) == 8  # one match or none, either turn
    check_game(short)


def test_an_estimate_never_claims_a_win() -> None:
    assert Nim().evaluate(Matches((1, 0, 0), MIN)) == 49
    assert Nim().evaluate(Matches((1, 0, 0), MAX)) == -49
    assert Nim(win=1).evaluate(Matches((1, 0, 0), MIN)) == 0


@given(st.lists(st.integers(0, 30), min_size=1, max_size=5).map(tuple), st.booleans())
def test_an_estimate_ranks_every_won_position_above_every_lost_one(
    rows: tuple[int, ...], misere: bool
) -> None:
    nim_sum = 0
    for row in rows:
        nim_sum ^= row
    if max(rows) > 0:
        the_mover_wins = (nim_sum == 0) != (misere and max(rows) <= 1)
        estimate = Nim(rows, misere).evaluate(Matches(rows, MIN))
        assert estimate >= 21 if the_mover_wins else estimate <= 19


@given(small_rows, st.sampled_from([MAX, MIN]))
def test_rows_may_change_places(rows: tuple[int, ...], player: int) -> None:
    game = Nim(rows)
    assert game.canonical(Matches(rows, player)) == (tuple(sorted(rows, reverse=True)), player)


def test_moves_to_nim_sum_zero_are_tried_first() -> None:
    game = Nim((7, 5, 3), misere=False)
    start = game.initial()
    ranks = {action: game.order(start, action) for action in game.actions(start)}
    assert {action for action, rank in ranks.items() if rank} == {(0, 1), (1, 1), (2, 1)}


def test_no_two_states_share_a_key() -> None:
    game = Nim((3, 5, 7))
    states = reachable(game) | {game.canonical(state) for state in reachable(game)}
    assert len({game.key(state) for state in states}) == len(states)


@given(st.tuples(*[st.integers(0, 7)] * 3), st.sampled_from([MAX, MIN]))
def test_notation_comes_back(rows: tuple[int, ...], player: int) -> None:
    game, state = Nim(), Matches(rows, player)
    assert game.parse_state(game.format_state(state)) == state
    for action in game.actions(state):
        assert game.parse_action(state, game.format_action(state, action)) == action


def test_notation() -> None:
    game = Nim()
    assert game.format_state(game.initial()) == "7-5-3"
    assert game.format_state(Matches((7, 2, 0), MIN)) == "7-2-0 min"
    for text in ("7-2-0 min", " 7, 2,0  MIN", "7 2 0 min", "7 - 2 - 0 min"):
        assert game.parse_state(text) == Matches((7, 2, 0), MIN)
    assert game.parse_state("7 5 3 max") == game.initial()
    assert game.parse_action(game.initial(), "1:3") == (0, 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "write it like 7-5-3"),
        ("seven", "write it like 7-5-3"),
        ("7-5-3 mix", "write it like 7-5-3"),
        ("7--5-3", "write it like 7-5-3"),
        ("7-5\n-3 x", "write it like 7-5-3"),
        ("7-5-" + "9" * 5000, "write it like 7-5-3"),
        ("7-5", "must have 3 rows, not 2"),
        ("8-5-3", "none above 7"),
    ],
)
def test_a_bad_position_is_named_in_one_line(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        Nim().parse_state(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["1:8", "0:1", "4:1", "1:0", "1", "", "a:b"])
def test_an_illegal_move_is_named_in_one_line(text: str) -> None:
    with pytest.raises(NotationError, match=r"^'.*' is no legal move at 7-5-3; legal: 1:1 "):
        Nim().parse_action(Nim().initial(), text)


@pytest.mark.parametrize(
    "parameters",
    [
        {"rows": ()},
        {"rows": (1,) * 21},
        {"rows": [7, 5, 3]},
        {"rows": 7},
        {"rows": (7, -1)},
        {"rows": (7, 1001)},
        {"rows": (7, True)},
        {"rows": (7, 2.0)},
        {"misere": 1},
        {"win": 0},
        {"win": True},
        {"win": 1.5},
    ],
)
def test_bad_parameters_are_named_in_one_line(parameters: dict[str, object]) -> None:
    with pytest.raises(ZermeloError, match=r"^(rows|a row|misere|win) must be .*, not .*$"):
        Nim(**parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize("rows", [(0,), (0, 0, 0)])
def test_a_game_begins_with_some_match(rows: tuple[int, ...]) -> None:
    for settings, message in (
        ({"goal": 2}, "goal must be 0 or 1, not 2"),
        ({"goal": 1, "rows": (1, 0)}, "with goal 1 there must be two matches or more"),
        ({"heuristic": "good"}, "heuristic must be sound or report, not 'good'"),
        ({"heuristic": "report", "rows": (3, 1)}, "is for three rows, misère"),
        ({"heuristic": "report", "misere": False}, "is for three rows, misère"),
    ):
        with pytest.raises(ZermeloError, match=message):
            Nim(**settings)
    with pytest.raises(ZermeloError, match=r"^at least one row must have matches$"):
        Nim(rows)
    assert Nim((1,) * len(rows)).is_terminal(Matches(rows, MAX))


def test_drawing() -> None:
    game = Nim()
    assert game.draw(Matches((4, 0, 1), MIN)) == " 1  ||||\n 2\n 3  |"
    assert game.draw(Matches((0, 0, 0), MIN)) == " 1\n 2\n 3\nMIN wins"


def test_a_match_stands_for_taking_it_and_all_to_the_right() -> None:
    game = Nim()
    drawing = game.draw_svg(Matches((4, 0, 1), MIN), (0, 3))
    assert offered(drawing) == ["1:4", "1:3", "1:2", "1:1", "3:1"]
    assert len(painted(drawing, "piece")) == len(painted(drawing, "tip")) == 5
    matches = [each.attrib for each in read(drawing).iter() if each.get("class") == "piece"]
    assert [float(each["x"]) for each in matches[:4]] == [18.4, 30.4, 42.4, 54.4]
    gaps = painted(drawing, "mark-last")
    assert [float(gap["x"]) for gap in gaps] == [65.6, 77.6, 89.6]
    assert texts(drawing) == ["1", "2", "3"]


@pytest.mark.parametrize("rows", [(7, 5, 3), (60, 1, 0, 26), (1,)])
def test_a_drawing_shows_the_position(rows: tuple[int, ...]) -> None:
    game = Nim(rows)
    for state, last in walk(game, seed=4):
        drawing = game.draw_svg(state, last)
        assert len(painted(drawing, "piece")) == sum(state.rows)
        assert len(painted(drawing, "mark-last")) == (last[1] if last else 0)
        assert len(painted(drawing, "line")) == sum(rows) - sum(state.rows) - (
            last[1] if last else 0
        )
        if game.is_terminal(state):
            winner = "MAX" if game.utility(state) > 0 else "MIN"
            assert texts(drawing)[-1] == f"{winner} wins"
            assert len(painted(drawing, f"sign-{winner.lower()}")) == 1


@pytest.mark.parametrize("goal", [0, 1])
def test_the_verdict_covers_no_match_and_no_place_of_one(goal: int) -> None:
    game = Nim((3, 2, 2), goal=goal)
    for state, last in walk(game, seed=4):
        drawing = game.draw_svg(state, last)
    assert game.is_terminal(state)
    frames = [*painted(drawing, "sign-max"), *painted(drawing, "sign-min")]
    lowest = max(
        float(each.get("y", 0)) + float(each.get("height", 0)) or float(each["cy"])
        for kind in ("piece", "mark-last", "line")
        for each in painted(drawing, kind)
    )
    assert float(frames[0]["y"]) > lowest
    height = float(read(drawing).attrib["viewBox"].split()[3])
    assert float(frames[0]["y"]) + float(frames[0]["height"]) < height
