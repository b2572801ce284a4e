"""The engine: exact where it says so, in time, and the same every time."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle
from tests.long import some
from tests.patience import PATIENCE
from zermelo.engine import Stop, machine, worker
from zermelo.engine.factory import engine_for
from zermelo.engine.pvs import PVSEngine
from zermelo.engine.textbook import TextbookEngine
from zermelo.engine.threads import in_parallel
from zermelo.game import MAX, Game, ZermeloError
from zermelo.games import MNK, Connect4, Grundy, Nim, Othello, Pig
from zermelo.games.mnk import Board
from zermelo.search import SearchWarning
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding
from zermelo.solver import values

EXACT = values(MNK())


@pytest.fixture(scope="module")
def tic_tac_toe() -> PVSEngine[Board, int]:
    return PVSEngine(MNK(), memory=1)


@pytest.fixture(scope="module")
def connect4() -> PVSEngine[object, int]:
    return PVSEngine(Connect4(), memory=16)  # type: ignore[arg-type]


def lines(name: str) -> list[str]:
    return (oracle.FOLDER / name).read_text().splitlines()


@given(moves=st.lists(st.integers(0, 8), max_size=9))
@settings(max_examples=200)
def test_tic_tac_toe_is_solved_from_everywhere(
    tic_tac_toe: PVSEngine[Board, int], moves: list[int]
) -> None:
    game = tic_tac_toe.game
    state = game.initial()
    for move in moves:
        actions = list(game.actions(state))
        if actions:
            state = game.result(state, actions[move % len(actions)])
    expected = {a: EXACT[game.result(state, a)] for a in game.actions(state)}
    solved = tic_tac_toe.solve(state, all_moves=True)
    analysed = tic_tac_toe.analyse(state, all_moves=True)
    assert solved.value == analysed.value == EXACT[state]
    assert solved.proven
    assert analysed.proven
    assert {move.action: move.value for move in solved.moves} == expected
    assert {move.action: move.value for move in analysed.moves} == expected
    assert all(move.proven for move in (*solved.moves, *analysed.moves))
    if expected:
        assert solved.action is not None
        assert expected[solved.action] == EXACT[state]
        assert analysed.action is not None
        assert expected[analysed.action] == EXACT[state]


def test_the_shortest_win_and_the_longest_loss(tic_tac_toe: PVSEngine[Board, int]) -> None:
    game = tic_tac_toe.game
    assert isinstance(game, MNK)
    board = game.parse_state("xx./oo./...")
    found = tic_tac_toe.solve(board)
    assert (found.value, found.distance) == (100, 1)
    board = game.parse_state("x../.o./x.o")  # MAX must block nothing: a fork wins in three
    found = tic_tac_toe.solve(board)
    assert (found.value, found.distance) == (EXACT[board], slow_distance(game, board))


def slow_distance(game: MNK, state: Board) -> int:
    """Plies to the end when the winner hurries and the loser does not."""
    if game.is_terminal(state):
        return 0
    best = [
        1 + slow_distance(game, child)
        for child in (game.result(state, action) for action in game.actions(state))
        if EXACT[child] == EXACT[state]
    ]
    winning = EXACT[state] * state.player > 0
    return min(best) if winning else max(best)


@given(moves=st.lists(st.integers(0, 8), max_size=7))
@settings(max_examples=100)
def test_distances(tic_tac_toe: PVSEngine[Board, int], moves: list[int]) -> None:
    game = tic_tac_toe.game
    assert isinstance(game, MNK)
    state = game.initial()
    for move in moves:
        actions = list(game.actions(state))
        if actions:
            state = game.result(state, actions[move % len(actions)])
    found = tic_tac_toe.solve(state)
    if EXACT[state] != 0:
        assert found.distance == slow_distance(game, state)


def test_nim_and_grundy() -> None:
    nim = PVSEngine(Nim(), memory=1)
    found = nim.solve(all_moves=True)
    assert (found.value, found.proven) == (50, True)
    _, winning = oracle.solved("nim misere 7,5,3", "winner, winning first moves (row,count)")
    assert [[*move.action] for move in found.moves if move.value > 0] == winning
    grundy = PVSEngine(Grundy(20), memory=1)
    assert grundy.analyse(time=5).value == -1  # no heuristic: it is solved


@pytest.mark.parametrize("file", ["connect4/ply30.txt", "connect4/ply24.txt", "connect4/ply20.txt"])
def test_connect_four_positions(connect4: PVSEngine[object, int], file: str) -> None:
    game = connect4.game
    for line in lines(file):
        moves, score = line.split()
        state = game.parse_state(moves)
        assert connect4.solve(state, line=False).value * game.to_move(state) == int(score), moves


def test_published_scores(connect4: PVSEngine[object, int]) -> None:
    published = oracle.solved("connect four 7x6", "score of a position")
    for moves in ("44455554221",):
        state = connect4.game.parse_state(moves)
        assert connect4.solve(state).value * connect4.game.to_move(state) == published[moves]


@pytest.mark.parametrize(("width", "height"), some([(4, 4), (5, 4), (4, 5)], 1))
def test_small_boards(width: int, height: int) -> None:
    winners = oracle.solved(
        "connect four width x height",
        "winner (+ first, - second, = draw) for widths 4.. at each height",
    )
    value = PVSEngine(Connect4(width, height), memory=16).solve().value
    assert "-=+"[(value > 0) - (value < 0) + 1] == winners[str(height)][width - 4]


def test_small_othello() -> None:
    assert PVSEngine(Othello(4), memory=4).solve().value == -8


def test_the_same_nodes_give_the_same_answer(connect4: PVSEngine[object, int]) -> None:
    def answer() -> Finding[Any, int]:
        return PVSEngine(Connect4(), memory=4).analyse(nodes=50_000)

    assert answer() == answer()
    assert answer().nodes <= 50_000


def test_time_is_kept_and_iterations_are_told(connect4: PVSEngine[object, int]) -> None:
    told: list[Finding[Any, int]] = []
    connect4.prepare()
    began = perf_counter()
    found = connect4.analyse(time=0.3, listen=told.append)
    assert perf_counter() - began < PATIENCE
    assert [each.depth for each in told] == list(range(1, found.depth + 1))
    assert (told[-1].depth, told[-1].value) == (found.depth, found.value)
    # What was begun and not finished counts as well, and may know a better action.
    assert found.nodes >= told[-1].nodes
    assert found.seconds > told[-1].seconds
    assert not found.proven
    assert found.line[0] == found.action


def test_stopping_from_another_thread(connect4: PVSEngine[object, int]) -> None:
    connect4.prepare()
    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    connect4.analyse(time=60, stop=stop)
    connect4.prepare(solving=True)  # which must not believe what was only estimated just now
    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(NotSolved, match="was not solved"):
        connect4.solve(stop=stop)


def test_two_threads_find_the_same_values() -> None:
    game = Connect4()
    engine = PVSEngine(game, threads=2, memory=16)
    for line in lines("connect4/ply20.txt")[:40]:
        moves, score = line.split()
        state = game.parse_state(moves)
        assert engine.solve(state, line=False).value * game.to_move(state) == int(score), moves
    assert engine.analyse(depth=8).depth == 8


def test_other_threads_help_where_a_search_is_not_brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "BRIEF", 2_000)
    game, crews = Connect4(), []
    engine = PVSEngine(game, threads=2, memory=16)
    together = in_parallel

    def counted(jobs: Sequence[Callable[[], Any]], stop: Callable[[], None]) -> list[Any]:
        crews.append(len(jobs))
        return together(jobs, stop)

    monkeypatch.setattr(worker, "in_parallel", counted)
    for line, most in ((8, 1), (36, 2)):  # some hundred nodes, and some ten thousand
        moves, score = lines("connect4/ply20.txt")[line].split()
        state = game.parse_state(moves)
        assert engine.solve(state, line=False).value * game.to_move(state) == int(score)
        assert max(crews) == most


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_agree_on_every_move_though_they_overtake_each_other(threads: int) -> None:
    game, dice = Connect4(), random.Random(threads)
    one, several = PVSEngine(game, memory=4), PVSEngine(game, threads=threads, memory=4)
    for _ in range(60):
        state = game.initial()
        for _ in range(dice.randrange(15, 24)):
            state = game.result(state, dice.choice(list(game.actions(state))))
            if game.is_terminal(state):
                break
        values = {m.action: m.value for m in one.solve(state, all_moves=True).moves}
        found = several.solve(state, all_moves=True)
        assert {m.action: m.value for m in found.moves} == values
        found = several.solve(state)
        assert found.action is None or values[found.action] == found.value


def test_an_error_in_a_rule_reaches_the_caller() -> None:
    class Broken(MNK):
        def actions(self, state: Board) -> Iterable[int]:  # type: ignore[override]
            raise RuntimeError("no moves today")

    with pytest.raises((RuntimeError, ZermeloError)):
        engine_for(Broken()).analyse(time=1)


class Words(Game[str, str]):
    """Players append a letter, three in all; what that is worth goes through a fraction."""

    def initial(self) -> str:
        return ""

    def to_move(self, state: str) -> int:
        return MAX if len(state) % 2 == 0 else -MAX

    def actions(self, state: str) -> list[str]:
        return [] if self.is_terminal(state) else ["a", "b"]

    def result(self, state: str, action: str) -> str:
        return state + action

    def is_terminal(self, state: str) -> bool:
        return len(state) == 3

    def utility(self, state: str) -> int:
        return int(Fraction(state.count("a")) - state.count("b"))

    def evaluate(self, state: str) -> int:
        return self.utility(state)


def test_what_cannot_be_compiled_goes_on_in_the_textbook_lane() -> None:
    with pytest.warns(SearchWarning, match="cannot compile .* the textbook lane goes on"):
        engine = engine_for(Words())
    assert isinstance(engine, TextbookEngine)
    told: list[Finding[Any, str]] = []
    found = engine.analyse(time=5, listen=told.append)
    assert (found.value, found.proven, found.line) == (1, True, ("a", "b", "a"))
    assert [each.depth for each in told][:3] == [1, 2, 3]
    moves = engine.solve(all_moves=True).moves
    assert [move[:3] for move in moves] == [("a", 1, True), ("b", -1, True)]


def test_chance_games_have_an_engine_too() -> None:
    engine = engine_for(Pig(goal=20))
    found = engine.analyse(depth=3)
    assert (found.action, found.depth, found.proven) == (1, 3, False)
    assert engine.analyse(time=1).depth >= 2
    assert engine.solve().value == pytest.approx(0.615558549805, abs=1e-10)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"threads": 0}, "threads must be"), ({"memory": 0}, "memory must be from 1")],
)
def test_sizes_that_make_no_sense(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(ZermeloError, match=message):
        PVSEngine(Nim(), **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", ["time", "depth", "nodes"])
def test_limits_that_make_no_sense(tic_tac_toe: PVSEngine[Board, int], limit: str) -> None:
    with pytest.raises(ZermeloError, match=f"{limit} must be more than 0"):
        tic_tac_toe.analyse(**{limit: 0})  # type: ignore[arg-type]


def test_a_finished_game(tic_tac_toe: PVSEngine[Board, int]) -> None:
    board = tic_tac_toe.game.parse_state("xxx/oo./...")
    for found in (tic_tac_toe.solve(board), tic_tac_toe.analyse(board)):
        assert (found.value, found.action, found.proven) == (100, None, True)


class Wordy(MNK):
    """Orders its moves by a text, which has no place in machine code."""

    def order(self, state: Board, action: int) -> int:
        found: int = eval("action")
        return found


def test_an_optional_rule_that_cannot_be_compiled_is_done_without() -> None:
    with pytest.warns(SearchWarning, match=r"Wordy\.order .* goes on without order"):
        engine = PVSEngine(Wordy(), memory=1)
    assert engine.solve().value == 0
