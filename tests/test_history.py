"""Positions before the root: every way to ask about a position in the middle of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import zermelo as z
from tests import histories
from tests.circles import Dice, Pursuit, random_circles, twin
from tests.cli.conftest import Run, run
from tests.engine.cases.rounds import Endless, Lost, Round
from tests.histories import Question, by_paths, by_rounds, complaints, walk
from tests.tablebase.games import Ending
from zermelo.engine import Engine, engine_for
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import CHANCE, MAX, MIN, Game, ZermeloError
from zermelo.games import MNK, Morris
from zermelo.history import checked
from zermelo.match import algorithm_player, engine_player, ordered_player, play_match
from zermelo.search import ALGORITHMS, Settings, alphabeta, expectiminimax
from zermelo.search.record import Recorder
from zermelo.solver import check_strategy, strategy
from zermelo.solver.lookup import finding
from zermelo.tablebase import build

__all__ = ["run"]  # the fixture

GAMES = {Round: 0, Lost: -1, Endless: 1}  # what 2 is worth after 0 and 1
FILE = "tests/engine/cases/rounds.py"
MILL = "xx./x../.../..o..x/.../.../oo. x"
SHUFFLE = "b6-d6 c4-c5 d6-b6"


def lanes(game: Game[Any, Any]) -> list[Engine[Any, Any]]:
    return [engine_for(game, memory=1), TextbookEngine(game)]


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("all_moves", [False, True])
def test_both_lanes_know_what_came_before(kind: type[Round], all_moves: bool) -> None:
    """Each is also asked without, in between: what is true of one path is not kept for another."""
    for engine in lanes(kind()):
        for history, value in (((0, 1), GAMES[kind]), ((), 1), ((0, 1), GAMES[kind])):
            solved = engine.solve(2, history=history, all_moves=all_moves)
            assert (solved.value, solved.proven) == (value, True)
            found = engine.analyse(2, history=history, all_moves=all_moves, depth=8)
            assert (found.value, found.proven) == (value, True)
            assert all(move.value == value for move in (*solved.moves, *found.moves))


@dataclass
class Comparable(Round):
    """A game without a hash."""


def test_a_game_without_a_hash_has_a_history() -> None:
    assert checked(Comparable(), (0, 1), 2) == (0, 1)
    with pytest.raises(ZermeloError, match="no move leads from"):
        checked(Comparable(), (0,), 2)


def test_the_calls_of_the_package_take_a_history() -> None:
    game = Round()
    assert z.solve(game, 2, history=[0, 1]).value == 0
    assert [*z.analyse(game, 2, history=[0, 1], depth=8)][-1].value == 0
    assert z.best_move(game, 2, history=[0, 1]) == 1
    assert z.solve(game, 2, history=iter([1])).value == 1  # 0 is not known to have been there
    assert z.solve(game, 2).value == 1


@pytest.mark.parametrize("name", histories.ALGORITHM_NAMES)
def test_every_algorithm_takes_a_history(name: str) -> None:
    for kind, value in GAMES.items():
        found = ALGORITHMS[name](kind(), 2, history=(0, 1))
        assert (found.value, found.proven) == (value, True)


def test_dice_bring_positions_back_that_were_there_before() -> None:
    """0 is left for a coin at 1, which shows 2, worth 4, or goes back; 3, before both, is not 0."""
    game = Dice(((MAX, (1,)), (CHANCE, (2, 0)), 4, (MIN, (0,))), "draw")
    for history in ((0,), (3, 0)):
        assert expectiminimax(game, 1, history=history).value == 2
        assert expectiminimax(game, 1, history=history, table=True).value == 2
    assert expectiminimax(game, 1).value == 2  # to 0 and back to the coin
    loss = Dice(((MAX, (1,)), (CHANCE, (2, 0)), 4), "loss")
    assert (
        expectiminimax(loss, 1, history=(0,)).value == (4 - 9) / 2 == twin(loss, 1, way=((0, MAX),))
    )


def test_a_position_that_has_come_back_is_the_end() -> None:
    for kind, value in ((Round, 0), (Lost, -1)):
        for engine in lanes(kind()):
            for found in (
                engine.solve(0, history=[0, 1, 2, 3], all_moves=True),
                engine.analyse(0, history=[0, 1, 2, 3], depth=3, all_moves=True),
            ):
                assert (found.value, found.proven, found.action) == (value, True, None)
        chosen = Settings(history=(0, 1, 2, 3), all_moves=True)
        ended = alphabeta(kind(), 0, **chosen)
        assert (ended.value, ended.proven, ended.action, ended.moves) == (value, True, None, ())


def test_a_trace_says_where_a_position_was_before_the_root() -> None:
    events: list[Any] = []
    game = Round()
    alphabeta(game, 2, history=(0, 1), observer=Recorder(game, events.append))
    repeats = [event for event in events if event["event"] == "repeat"]
    assert [(event["ply"], event["first"], event["value"]) for event in repeats] == [(-2, None, 0)]


def test_a_strategy_is_for_the_game_that_is_played() -> None:
    plan = strategy(Round(), 2, history=(0, 1))
    assert (plan.value, check_strategy(plan), dict(plan)) == (0, 0, {2: 1})
    assert strategy(Endless(), 2, history=(0, 1)).value == strategy(Round(), 2).value == 1
    with pytest.raises(z.ZermeloError, match="search the position instead"):
        strategy(Lost(), 2, history=(0, 1))


@pytest.mark.parametrize(
    ("history", "words"),
    [
        (7, "history must be a list of positions, the oldest first, not 7"),
        ([0], "history: no move leads from 0 to 2"),
        ([9, 1], "history: no move leads from 9 to 1"),
        ("ab", "history: no move leads from a to b"),
        ([None], "history: no move leads from None to 2"),
        ([1, 2, 3, 0, 1], "history: the game was over before, when a position came back"),
    ],
)
def test_a_history_that_is_none(history: Any, words: str) -> None:
    game = Round()
    for ask in (
        lambda: z.solve(game, 2, history=history),
        lambda: z.best_move(game, 2, history=history),
        lambda: alphabeta(game, 2, history=history),
        lambda: strategy(game, 2, history=history),
    ):
        with pytest.raises(ZermeloError) as caught:
            ask()
        assert str(caught.value) == words


def test_only_what_can_come_back_counts() -> None:
    """Of a game that never ends so, nothing; of one with tiers, what is of the same tier."""
    game = MNK()
    state = game.result(game.initial(), 4)
    assert checked(game, [game.initial()], state) == ()
    with_it, without = (
        alphabeta(game, state, history=history) for history in ((game.initial(),), ())
    )
    assert with_it == without  # the nodes too
    men = Morris()
    placed = [men.initial()]
    for _ply in range(5):
        placed.append(men.result(placed[-1], next(iter(men.actions(placed[-1])))))
    assert checked(men, placed[:-1], placed[-1]) == ()


# --- matches -------------------------------------------------------------------------------------


def test_players_are_told_what_came_before_if_they_listen() -> None:
    told: list[tuple[int, ...]] = []

    def listener(game: Any, state: int, history: tuple[int, ...]) -> int:
        told.append((*history, state))
        return 1

    match = play_match(Round(), listener, ordered_player())
    assert (match.value, match.ending) == (0, "repetition")
    assert told == [(0,), (0, 1, 2)]


@pytest.mark.parametrize("maker", [engine_player, lambda depth: algorithm_player(alphabeta)])
def test_a_player_sees_the_repetition_coming(maker: Any) -> None:
    """MIN may give up at 3, or go back to 0, where MAX could win if the game began at 2."""
    detour = Detour()
    match = play_match(detour, lambda game, state: 1, maker(depth=8))
    assert (match.value, match.ending) == (0, "repetition")


class Detour(Round):
    """At 3 MIN may also give up."""

    def actions(self, state: int) -> list[int]:
        if state == 0 or state == 3:
            return [0, 1]
        return [] if state == 9 else [1]


# --- tablebases ----------------------------------------------------------------------------------


def test_a_tablebase_proves_nothing_that_the_moves_before_may_change() -> None:
    game = Ending(3, queen=True)
    table = build(game, None, symmetry=False, threads=1)
    unsure = sure = 0
    for seed in range(150):
        question = walk(game, seed, plies=8)
        if question.state in table:
            found = finding(table, question.state, question.history)
            assert complaints(question, found, by_rounds) == []
            sure += found.proven
            unsure += not found.proven
    assert sure > unsure > 0
    back = Question(game, question.history, question.history[0])
    assert finding(table, question.state, question.history).algorithm == "tablebase"
    assert by_rounds(back) == 0


# --- against the twins ---------------------------------------------------------------------------


def test_the_twins_agree() -> None:
    for seed in range(60):
        for question in (
            walk(random_circles(seed, "draw"), seed),
            walk(Pursuit(4, repetition="draw"), seed),
        ):
            assert by_paths(question) == by_rounds(question), question


def test_positions_with_histories() -> None:
    """Thousands by `scripts/soak histories`."""
    counts = histories.run(14, seed=115)
    assert counts["wrong"] == 0
    assert counts["worth something else without"] >= 4


# --- the command line ----------------------------------------------------------------------------


def test_a_win_that_the_next_move_turns_into_a_draw(run: Run) -> None:
    place = ["morris", "--set", "flying=false", "--position", MILL, "--moves", SHUFFLE]
    found = run("analyse", *place, "--depth", "4", "--json").json
    assert (found["value"], found["proven"], found["move"]) == (0, True, "c5-c4")
    found = run("search", *place, "--depth", "2", "--all-moves", "--json").json
    moves = {move["move"]: (move["value"], move["proven"]) for move in found["moves"]}
    assert moves["c5-c4"] == (0, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve",),
        ("analyse", "--depth", "8"),
        ("search",),
        ("search", "--algorithm", "engine"),
        ("search", "--algorithm", "table"),
        ("strategy",),
    ],
    ids=" ".join,
)
def test_moves_belong_to_the_question(run: Run, arguments: tuple[str, ...]) -> None:
    name, *more = arguments
    found = run(name, f"{FILE}:Round", "--moves", "1 1", *more, "--json").json
    assert found["value"] == 0
    alone = run(name, f"{FILE}:Round", "--position", "2", *more, "--json").json
    assert alone["value"] == 1


def test_explain_and_play_know_the_moves(run: Run) -> None:
    told = run("explain", f"{FILE}:Round", "--moves", "1 1", "--algorithm", "alphabeta")
    assert "↺ ply -2" in told.out
    played = run("play", f"{FILE}:Round", "--moves", "1 1", "--side", "max", stdin="hint\nmoves\n1")
    assert "1, value 0" in played.out
    assert "The position was there before. A draw." in played.out


def test_moves_beyond_the_end_are_a_mistake(run: Run) -> None:
    over = run("solve", f"{FILE}:Round", "--moves", "1 1 1 1", "--json").json
    assert (over["value"], over["proven"], over["move"]) == (0, True, None)
    for command in (("solve",), ("analyse", "--depth", "2"), ("search",), ("strategy",)):
        done = run(command[0], f"{FILE}:Round", "--moves", "1 1 1 1 0", *command[1:])
        assert done.status == 2
        words = "history: the game was over before, when a position came back"
        assert done.err.splitlines()[-1] == f"zermelo: {words}"
