"""What every engine promises, whichever lane it runs in: limits, stopping, lines, all moves.

How close limits are kept is measured by `scripts/soak stop` and `time`; here the clock is generous,
for the machine may be busy.
"""

from __future__ import annotations

import random
import threading
import warnings
from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Any, NamedTuple

import pytest

from tests.engine.engines import prepare
from tests.engine.fuzzer import judge
from tests.engine.moments import Busy, stop_delay
from tests.engine.twins import Twin
from zermelo.engine import Stop, engine_for
from zermelo.engine.clock import Clock
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import Game, Value, ZermeloError
from zermelo.games import MNK, Connect4, Pig
from zermelo.games.connect4 import Discs
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding

GENEROUS = 2.0  # seconds that a busy machine may add to anything


class Kind(NamedTuple):
    """An engine: how to make it, a game that keeps it busy and one that it can solve."""

    make: Callable[[Game[Any, Any]], Any]
    large: Game[Any, Any]
    small: Game[Any, Any]


def compiled(game: Game[Any, Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it must not fall back to the textbook lane
        return engine_for(game, memory=8)


def two_threads(game: Game[Any, Any]) -> Any:
    return engine_for(game, threads=2, memory=8)


class Late(Connect4):
    """The end of a game: small, and searched by the machine code of the whole."""

    START = Connect4().parse_state("126342675577167721374563663121")

    def initial(self) -> Discs:
        return self.START


TIC_TAC_TOE, TINY_PIG = MNK(), Pig(goal=3, faces=2)
KINDS: dict[str, Kind] = {
    "exact": Kind(compiled, Connect4(), TIC_TAC_TOE),
    "exact, 2 threads": Kind(two_threads, Connect4(), Late()),
    "chance": Kind(compiled, Pig(), TINY_PIG),
    "textbook": Kind(TextbookEngine, Connect4(), TIC_TAC_TOE),
    "textbook, chance": Kind(TextbookEngine, Pig(), TINY_PIG),
}


class Pair(NamedTuple):
    """A kind with its two engines."""

    kind: Kind
    large: Any
    small: Any


@pytest.fixture(scope="module", params=KINDS, ids=list(KINDS))
def pair(request: pytest.FixtureRequest) -> Pair:
    kind = KINDS[request.param]
    large, small = kind.make(kind.large), kind.make(kind.small)
    prepare(large)
    prepare(small)
    return Pair(kind, large, small)


def ended(game: Game[Any, Any]) -> Any:
    """A state in which a random game is over."""
    dice, state = random.Random(1), game.initial()
    while not game.is_terminal(state):
        state = game.result(state, dice.choice(list(game.actions(state))))
    return state


@cache
def twin_of(game: Game[Any, Any], state: Any) -> Twin:
    return Twin(game, state, 10_000)


def true_of(found: Finding[Any, Any], game: Game[Any, Any], state: Any) -> None:
    assert judge(found, twin_of(game, state), game, state) == []


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.3])
def test_time_is_kept(pair: Pair, seconds: float) -> None:
    began = perf_counter()
    found = pair.large.analyse(None, time=seconds)
    assert perf_counter() - began < seconds * 1.1 + 0.020 + GENEROUS
    assert not found.proven
    assert found.action in list(pair.kind.large.actions(pair.kind.large.initial()))


def test_time_holds_for_solving_too(pair: Pair) -> None:
    began = perf_counter()
    with pytest.raises(NotSolved):
        pair.large.solve(None, time=0.2)
    assert perf_counter() - began < 0.2 * 1.1 + 0.020 + GENEROUS


@pytest.mark.parametrize("nodes", [1, 100, 5000])
def test_nodes_are_kept(pair: Pair, nodes: int) -> None:
    found = pair.large.analyse(None, nodes=nodes)
    assert found.nodes <= nodes + 2  # each thread sees its own end
    assert not found.proven
    assert found.action is not None


def test_nodes_hold_for_solving_too(pair: Pair) -> None:
    with pytest.raises(NotSolved) as refusal:
        pair.large.solve(None, nodes=1000)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_depth_is_kept(pair: Pair, depth: int) -> None:
    found = pair.large.analyse(None, depth=depth)
    assert found.depth == depth
    assert not found.proven


@pytest.mark.parametrize("limit", [{"time": 0}, {"time": -1.0}, {"depth": 0}, {"nodes": 0}])
def test_limits_that_allow_nothing_are_refused(pair: Pair, limit: dict[str, Any]) -> None:
    with pytest.raises(ZermeloError) as refusal:
        pair.small.analyse(None, **limit)
    assert "\n" not in str(refusal.value)


# --- stopping -------------------------------------------------------------------------------------


def busy(pair: Pair, solving: bool) -> Busy:
    def call(**limits: Any) -> Any:
        if not solving:
            return pair.large.analyse(None, **limits)
        with pytest.raises(NotSolved):
            pair.large.solve(None, **limits)
        return None

    return Busy(pair.large, pair.kind.large, call)


@pytest.mark.parametrize("solving", [False, True], ids=["analyse", "solve"])
def test_a_stop_before_the_beginning_is_not_lost(pair: Pair, solving: bool) -> None:
    assert stop_delay(busy(pair, solving), -1) < GENEROUS


@pytest.mark.parametrize("solving", [False, True], ids=["analyse", "solve"])
def test_a_stop_at_any_moment_is_not_lost(pair: Pair, solving: bool) -> None:
    dice = random.Random(7)
    for _ in range(6):
        after = dice.choice([0.0, 0.0005, 0.01, 0.1]) * 2 * dice.random()
        assert stop_delay(busy(pair, solving), after) < GENEROUS


def test_a_stop_after_the_end_does_nothing_to_the_next_call(pair: Pair) -> None:
    stop = Stop()
    pair.large.analyse(None, depth=1, stop=stop)
    stop.set()
    assert pair.large.analyse(None, depth=2, stop=Stop()).depth == 2
    assert pair.large.analyse(None, depth=2).depth == 2


def test_a_call_after_a_stopped_one_works(pair: Pair) -> None:
    stop = Stop()
    stop.set()
    answer = pair.small.analyse(None, time=20, stop=stop)
    assert answer.action is not None or pair.kind.small.has_chance
    true_of(pair.small.solve(None), pair.kind.small, pair.kind.small.initial())


def test_the_token_of_a_call_knows_its_moment_without_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the search is Python, it may be long until Python lets another thread run."""
    monkeypatch.setattr(Clock, "_run", lambda self: None)
    monkeypatch.setattr("zermelo.engine.stop.CLOCK", Clock())
    stop, heard = Stop(), list[str]()
    with stop.calling(lambda: heard.append("set")), stop.after(3600):
        assert not stop()
    with stop.calling(lambda: heard.append("set")), stop.after(0):
        assert stop()
    assert heard == ["set"]


# --- what is found --------------------------------------------------------------------------------


def test_it_solves(pair: Pair) -> None:
    game = pair.kind.small
    found = pair.small.solve(None, all_moves=True)
    assert found.proven
    true_of(found, game, game.initial())
    assert {move.action for move in found.moves} == set(game.actions(game.initial()))
    assert all(move.proven for move in found.moves)


def test_every_move_says_what_it_rests_on(pair: Pair) -> None:
    game = pair.kind.small
    for depth in (1, 2, 4):
        found = pair.small.analyse(None, depth=depth, all_moves=True)
        assert {move.action for move in found.moves} == set(game.actions(game.initial()))
        true_of(found, game, game.initial())
    assert pair.small.analyse(None, depth=2).moves == ()


def test_findings_are_heard_of_as_they_grow_deeper(pair: Pair) -> None:
    heard: list[Finding[Any, Any]] = []
    found = pair.large.analyse(None, depth=3, listen=heard.append)
    depths = [each.depth for each in heard]
    assert depths == sorted(set(depths))
    assert depths[-1] == 3
    assert heard[-1].value == found.value
    assert all(isinstance(each, Finding) for each in heard)


def test_a_listener_that_fails_ends_the_call(pair: Pair) -> None:
    class NoMoreError(Exception):
        pass

    def listen(found: Finding[Any, Any]) -> None:
        raise NoMoreError

    with pytest.raises(NoMoreError):
        pair.large.analyse(None, depth=3, listen=listen)
    assert pair.large.analyse(None, depth=2).depth == 2


def test_lines_are_legal_and_lead_to_the_value(pair: Pair) -> None:
    game, dice = pair.kind.small, random.Random(3)
    for _ in range(4 if game.has_chance else 20):  # those are solved from the beginning each time
        state = game.initial()
        for _ in range(dice.randrange(6)):
            following = game.result(state, dice.choice(list(game.actions(state))))
            if game.is_terminal(following):
                break
            state = following
        for found in (pair.small.solve(state), pair.small.analyse(state, depth=3)):
            true_of(found, game, state)
        if not game.has_chance:
            line = pair.small.solve(state).line
            for action in line:
                state = game.result(state, action)
            assert game.is_terminal(state)


def test_the_same_question_has_the_same_answer(pair: Pair) -> None:
    kind = pair.kind
    if kind.make is two_threads:
        pytest.skip("threads race; only what is proven is the same")
    first, second = (kind.make(kind.large).analyse(None, nodes=20_000) for _ in range(2))
    assert first == second


def test_a_position_that_is_over(pair: Pair) -> None:
    game = pair.kind.small
    state = ended(game)
    for found in (pair.small.solve(state), pair.small.analyse(state, depth=2)):
        assert found.proven
        assert found.value == game.utility(state)
        assert (found.action, found.line, found.moves) == (None, (), ())


def test_two_threads_at_once_are_refused_or_queued(pair: Pair) -> None:
    game, dice = pair.kind.small, random.Random(11)
    states: list[Any] = []
    while len(states) < 8:
        state = game.initial()
        for _ in range(dice.randrange(4)):
            state = game.result(state, dice.choice(list(game.actions(state))))
            if game.is_terminal(state):
                break
        states.append(state)
    expected: list[Value] = [pair.small.solve(state).value for state in states]
    failures: list[str] = []

    def work(places: list[int]) -> None:
        for place in places:
            try:
                value = pair.small.solve(states[place]).value
            except ZermeloError as error:
                if "\n" in str(error):
                    failures.append(str(error))
            except Exception as error:
                failures.append(repr(error))
            else:
                if value != expected[place]:
                    failures.append(f"{states[place]}: {value}, truly {expected[place]}")

    places = list(range(len(states)))
    threads = [threading.Thread(target=work, args=(order * 8,)) for order in (places, places[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
