from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.drawing import offered, painted, texts
from zermelo.game import CHANCE, MAX, MIN, NotationError, ZermeloError
from zermelo.games.pig import HOLD, ROLL, Pig, Turn


def reachable(game: Pig) -> list[Turn]:
    found, waiting = {game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        if not game.is_terminal(state):
            for action in game.actions(state):
                child = game.result(state, action)
                if child not in found:
                    found.add(child)
                    waiting.append(child)
    return sorted(found, reverse=True)


def winning_chance(game: Pig) -> float:
    """MAX's chance of winning, by value iteration over all the states of the game."""
    states = reachable(game)
    chance = {s: float(game.utility(s)) if game.is_terminal(s) else 0.5 for s in states}
    children = {
        s: [game.result(s, a) for a in game.actions(s)] for s in states if not game.is_terminal(s)
    }
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for state, after in children.items():
            chances = [chance[child] for child in after]
            if game.to_move(state) == CHANCE:
                new = sum(chances) / len(chances)
            else:
                new = max(chances) if game.to_move(state) == MAX else min(chances)
            change = max(change, abs(new - chance[state]))
            chance[state] = new
    return chance[game.initial()]


@pytest.mark.parametrize(("goal", "chance"), [(10, 0.709424322598), (20, 0.615558549805)])
def test_the_first_players_chance_of_winning(goal: int, chance: float) -> None:
    assert winning_chance(Pig(goal)) == pytest.approx(chance, abs=1e-10, rel=0)


def test_with_a_goal_of_one_the_first_roll_that_is_no_one_wins() -> None:
    # p = 1/2 + 1/2 (1 - p) with two faces
    assert winning_chance(Pig(1, faces=2)) == pytest.approx(2 / 3)


def test_nobody_draws() -> None:
    game = Pig(5, faces=3)
    for state in filter(game.is_terminal, reachable(game)):
        assert game.outcome(state) == (MAX if game.utility(state) else MIN)


def test_a_turn() -> None:
    game = Pig(10)
    start = game.initial()
    assert list(game.actions(start)) == [ROLL]
    rolling = game.result(start, ROLL)
    assert game.to_move(rolling) == CHANCE
    assert list(game.outcomes(rolling)) == [(face, 1) for face in range(1, 7)]
    assert game.result(rolling, 1) == Turn(0, 0, 0, MIN, False)
    after = game.result(rolling, 5)
    assert after == Turn(0, 0, 5, MAX, False)
    assert list(game.actions(after)) == [HOLD, ROLL]
    assert game.result(after, HOLD) == Turn(5, 0, 0, MIN, False)


def test_holding_at_the_goal_wins() -> None:
    game = Pig(10)
    state = Turn(3, 8, 4, MIN, False)
    assert list(game.actions(state)) == [HOLD]
    end = game.result(state, HOLD)
    assert game.is_terminal(end)
    assert game.utility(end) == 0
    assert list(game.actions(end)) == []


@pytest.mark.parametrize("game", [Pig(1, 2), Pig(10), Pig(12, 20)])
def test_estimates_are_chances_and_keys_are_different(game: Pig) -> None:
    states = reachable(game)
    assert len({game.key(state) for state in states}) == len(states)
    assert all(0 < game.evaluate(state) < 1 for state in states if not game.is_terminal(state))


def test_an_estimate_is_near_the_chance_at_the_start_and_fair() -> None:
    game = Pig(20)
    assert game.evaluate(game.initial()) == pytest.approx(0.6156, abs=0.02)
    for state in reachable(game):
        turned = state._replace(
            max_score=state.min_score, min_score=state.max_score, player=-state.player
        )
        assert game.evaluate(state) + game.evaluate(turned) == pytest.approx(1)


@given(st.sampled_from(reachable(Pig(12))))
def test_notation_comes_back(state: Turn) -> None:
    game = Pig(12)
    assert game.parse_state(game.format_state(state)) == state
    for action in game.actions(state):
        assert game.parse_action(state, game.format_action(state, action)) == action


def test_notation() -> None:
    game = Pig()
    assert game.format_state(game.initial()) == "0 0 max 0"
    assert game.parse_state(" 12 30  MAX 7") == Turn(12, 30, 7, MAX, False)
    assert game.parse_state("12 30 min 7 roll") == Turn(12, 30, 7, MIN, True)
    assert game.parse_action(game.initial(), "roll") == ROLL
    assert game.parse_action(Turn(0, 0, 7, MAX, False), "hold") == HOLD
    assert game.parse_action(Turn(0, 0, 7, MAX, True), "6") == 6


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "write it like 12 30 max 7"),
        ("12 30", "write it like 12 30 max 7"),
        ("12 30 mix 7", "write it like 12 30 max 7"),
        ("12 30 max -7", "write it like 12 30 max 7"),
        ("12 30 max " + "9" * 5000, "write it like 12 30 max 7"),
        ("100 0 max 0", "score that nobody can have"),
        ("0 106 max 0", "score that nobody can have"),
        ("90 0 max 16", "goes past the goal"),
        ("90 0 max 10 roll", "goes past the goal"),
        ("0 100 max 7", "is over"),
        ("0 100 max 0 roll", "is over"),
    ],
)
def test_a_bad_position_is_named_in_one_line(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        Pig().parse_state(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["hold", "6", "0", "", "ROLL"])
def test_an_illegal_move_is_named_in_one_line(text: str) -> None:
    with pytest.raises(NotationError, match=r"is no legal move at 0 0 max 0; legal: roll$"):
        Pig().parse_action(Pig().initial(), text)


@pytest.mark.parametrize(
    "parameters",
    [{"goal": 0}, {"goal": 1001}, {"goal": True}, {"faces": 1}, {"faces": 101}, {"faces": 6.0}],
)
def test_bad_parameters_are_named_in_one_line(parameters: dict[str, object]) -> None:
    with pytest.raises(ZermeloError, match=r"^(goal|faces) must be a whole number .*, not .*$"):
        Pig(**parameters)  # type: ignore[arg-type]


def test_drawing() -> None:
    game = Pig(30)
    drawing = game.draw(Turn(10, 0, 7, MAX, False)).splitlines()
    assert drawing == [
        "MAX " + "█" * 10 + "░" * 20 + " 10 of 30",
        "MIN " + "░" * 30 + " 0 of 30",
        "turn total 7",
    ]
    assert game.draw(Turn(32, 0, 0, MIN, False)).endswith("\nMAX wins")


def test_a_drawing_shows_scores_risk_and_total() -> None:
    game = Pig(30)
    drawing = game.draw_svg(Turn(10, 15, 6, MIN, False), 4)
    assert texts(drawing) == ["10/30", "15/30", "roll", "+6", "hold"]
    assert [bar.get("width") for bar in painted(drawing, "piece-max")] == [None, "30"]
    assert [bar.get("width") for bar in painted(drawing, "piece-min")] == [None, "45"]
    assert [(risk["x"], risk["width"]) for risk in painted(drawing, "sign-min")] == [("73", "18")]
    assert painted(drawing, "sign-max") == []
    assert len([pip for pip in painted(drawing, "ink") if "r" in pip]) == 4


@pytest.mark.parametrize(
    ("state", "actions"),
    [
        (Turn(0, 0, 0, MAX, False), ["roll"]),
        (Turn(0, 0, 5, MAX, False), ["roll", "hold"]),
        (Turn(25, 0, 5, MAX, False), ["hold"]),
        (Turn(0, 0, 5, MAX, True), []),
        (Turn(30, 0, 0, MIN, False), []),
    ],
)
def test_the_die_and_the_total_stand_for_what_a_player_may_do(
    state: Turn, actions: list[str]
) -> None:
    assert offered(Pig(30).draw_svg(state)) == actions


def test_the_last_thing_that_happened_is_marked() -> None:
    game = Pig(30)
    rolled = game.draw_svg(Turn(0, 0, 0, MIN, False), 1)  # the face, for nothing rolls any more
    assert [mark["width"] for mark in painted(rolled, "mark-last")] == ["36"]
    rolling = game.draw_svg(Turn(0, 0, 5, MAX, True), ROLL)
    assert painted(rolling, "mark-last") == []
    assert "?" in texts(rolling)
    held = game.draw_svg(Turn(5, 0, 0, MIN, False), HOLD)
    assert [(mark["width"], mark["y"]) for mark in painted(held, "mark-last")] == [("90", "12")]
    won = game.draw_svg(Turn(32, 0, 0, MIN, False), HOLD)
    assert texts(won) == ["32/30", "0/30", "MAX wins"]
    assert "7" in texts(Pig(30, 8).draw_svg(Turn(0, 0, 7, MAX, False), 7))


def test_who_has_won_though_a_loss_is_worth_nothing() -> None:
    game = Pig(10)
    assert [game.outcome(Turn(10, 9, 0, MIN, False)), game.outcome(Turn(9, 10, 0, MAX, False))] == [
        MAX,
        MIN,
    ]
