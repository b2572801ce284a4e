"""The cases of `cases/`: what to ask of each. Run in a process of its own, for some crashed it.

python -m tests.engine.case_list --first 0 --count 5
"""

from __future__ import annotations

import argparse
import importlib
import random
import threading
import warnings
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from tests import batches
from tests.engine.engines import prepare
from tests.engine.fuzzer import judge
from tests.engine.twins import TooLarge, Twin
from zermelo.engine import engine_for
from zermelo.game import Game, ZermeloError
from zermelo.games import Connect4
from zermelo.search import SearchWarning, alphabeta
from zermelo.tuples import replace

MOST_STATES = 450_000
MARGIN = 10.0  # seconds beyond a limit of time: the machine may be busy

Failures = list[str]


class Case(NamedTuple):
    """A class of a file with parameters, and what is asked: `check` gives what went wrong."""

    file: str
    name: str
    parameters: dict[str, Any]
    check: Callable[[Game[Any, Any]], Failures]
    label: str = ""

    @property
    def title(self) -> str:
        chosen = " ".join(f"{key}={value}" for key, value in self.parameters.items())
        return " ".join(f"{self.file}:{self.name} {chosen} {self.label}".split())

    def game(self) -> Game[Any, Any]:
        module = importlib.import_module(f"tests.engine.cases.{self.file}")
        made: Game[Any, Any] = getattr(module, self.name)(**self.parameters)
        return made


# --- what can be asked ----------------------------------------------------------------------------


refusals: list[str] = []  # what the engine said instead of an answer


def answer(
    game: Game[Any, Any], question: str, settings: dict[str, Any], state: Any = None
) -> tuple[Any, Failures]:
    """What the engine finds: None where it refuses in one line."""
    began = perf_counter()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            engine = engine_for(game, threads=settings.pop("threads", 1), memory=16)
            prepare(engine, question)
            began = perf_counter()
            found = getattr(engine, question)(state, **settings)
    except ZermeloError as error:
        lines = str(error).splitlines()
        refusals.append(str(error))
        return None, [] if len(lines) == 1 else [f"refused in {len(lines)} lines: {error}"]
    except Exception as error:
        return None, [f"{type(error).__name__}: {error}"]
    seconds = perf_counter() - began
    late = seconds > settings.get("time", 1e9) * 1.1 + MARGIN
    return found, [f"{question} took {seconds:.1f} s"] if late else []


def ask(question: str, **settings: Any) -> Callable[[Game[Any, Any]], Failures]:
    """Whatever it calls proven is true."""

    def check(game: Game[Any, Any]) -> Failures:
        found, failures = answer(game, question, dict(settings))
        if found is None:
            return failures
        try:
            return failures + judge(
                found, Twin(game, game.initial(), MOST_STATES), game, game.initial()
            )
        except TooLarge:
            return [*failures, "proven, but nobody can tell"] if found.proven else failures

    return check


def same_as_textbook(depth: int) -> Callable[[Game[Any, Any]], Failures]:
    """An estimate is what the textbook's alpha-beta finds at that depth."""

    def check(game: Game[Any, Any]) -> Failures:
        found, failures = answer(game, "analyse", {"depth": depth, "time": 30.0})
        if found is None:
            return failures
        expected = alphabeta(game, depth=depth)
        if found.value != expected.value and not found.proven:
            failures.append(f"{found.value} at depth {depth}, the textbook finds {expected.value}")
        if not found.proven and found.depth != depth:
            failures.append(f"asked for depth {depth}, searched {found.depth}")
        return failures

    return check


def depth_two(game: Game[Any, Any]) -> Failures:
    """A game without `evaluate` keeps `depth` all the same."""
    began = perf_counter()
    found, failures = answer(game, "analyse", {"depth": 2})
    if found is not None and (found.depth > 2 or found.proven):
        failures.append(f"asked for depth 2: depth {found.depth}, proven {found.proven}")
    if perf_counter() - began > 60:
        failures.append(f"took {perf_counter() - began:.0f} s")
    return failures


def win_in_one(game: Any) -> Failures:
    """Four in a row and the turn: the fifth is played, with little time and no `evaluate`."""
    size = game.n
    state = game.initial()
    cells = state.cells
    for column in range(4):
        cells = replace(cells, 3 * size + column + 3, 1)
        cells = replace(cells, 7 * size + 2 * column, -1)
    state = state._replace(cells=cells, left=size * size - 8)
    found, failures = answer(game, "analyse", {"time": 2.0}, state)
    if found is None:
        return [*failures, "refused: a win in one can be found"]
    if not game.won(game.result(state, found.action)):
        failures.append(f"plays {found.action}, and misses a win in one")
    return failures


def not_without_a_word(game: Game[Any, Any]) -> Failures:
    """Where the slower lane is taken, a warning says why."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        engine = engine_for(game, memory=4)
        engine.analyse(None, depth=2)
    kind = type(getattr(engine, "engine", engine)).__name__
    warned = any(issubclass(each.category, SearchWarning) for each in said)
    return [] if warned or "Textbook" not in kind else [f"{kind} without a word"]


def whole_game(game: Game[Any, Any]) -> Failures:
    """Every position of a game can be analysed, with some time for each."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engine = engine_for(game, memory=4)
    state = game.initial()
    for ply in range(60):
        if game.is_terminal(state):
            break
        actions = list(game.actions(state))
        action = actions[ply % len(actions)]
        if game.to_move(state) != 0:
            try:
                found = engine.analyse(state, time=0.1)
            except Exception as error:
                return [f"at ply {ply}: {type(error).__name__}: {error}"]
            if found.action not in actions:
                return [f"at ply {ply}: {found.action} is no move"]
            action = found.action
        state = game.result(state, action)
    return []


def in_time(game: Game[Any, Any]) -> Failures:
    """Slow rules do not make it late: nothing is sampled outside the limit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engine = engine_for(game, memory=4)
        engine.analyse(None, depth=1)  # compiles
        began = perf_counter()
        again = engine_for(game, memory=4)
        again.analyse(None, time=1.0)
    seconds = perf_counter() - began
    return [f"time=1 took {seconds:.1f} s"] if seconds > 1.1 + MARGIN else []


def two_at_once(game: Any) -> Failures:
    """One engine used by two threads: each answer is right, or a refusal; never mixed."""
    engine = engine_for(game, memory=4)
    states = _some(game, 40)
    expected = [engine.solve(state).value for state in states]
    failures: Failures = []

    def work(places: list[int]) -> None:
        for place in places:
            try:
                found = engine.solve(states[place])
            except ZermeloError:
                continue
            except Exception as error:
                failures.append(f"{type(error).__name__}: {error}")
                continue
            if found.value != expected[place]:
                failures.append(f"{found.value} proven, truly {expected[place]}")

    places = list(range(len(states)))
    orders = [places * 12, places[::-1] * 12]
    threads = [threading.Thread(target=work, args=(order,)) for order in orders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def _some(game: Game[Any, Any], count: int) -> list[Any]:
    """Positions of connect four with a dozen cells left."""
    dice = random.Random(5)
    found: list[Any] = []
    while len(found) < count:
        state = game.initial()
        for _ in range(28):
            if game.is_terminal(state):
                break
            state = game.result(state, dice.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            found.append(state)
    return found


# --- the list -------------------------------------------------------------------------------------

SOLVE = ask("solve", time=30.0)
SOLVE_ALL = ask("solve", time=30.0, all_moves=True)
SOLVE_TWO = ask("solve", time=30.0, threads=2)
ANALYSE = ask("analyse", time=2.0)


def _cases() -> list[Case]:
    cases = [Case("deep", "Deep", {"n": n}, SOLVE) for n in (4125, 5000, 60_000, 200_000)]
    cases += [Case("deep", "Deep", {"n": 4125}, SOLVE_TWO, "2 threads")]
    for name in ("Big", "BigBounds", "BigEval", "BigFloat", "BigEvalFloat"):
        for scale in (1, 50_000_000, 1 << 52):
            cases.append(Case("big", name, {"scale": scale}, SOLVE_ALL))
        cases.append(Case("big", name, {"scale": 50_000_000}, ANALYSE, "analyse"))
    for name in ("RareOverflow", "Invert", "Minus", "Sub", "Add", "Xor", "Sum", "Shl", "Prod"):
        cases.append(Case("bools", name, {}, SOLVE))
    cases += [Case("wrong", name, {}, SOLVE) for name in WRONG]
    for coins in (40, 41):  # where other hooks are contradicted
        cases += [Case("wrong", name, {"coins": coins}, SOLVE_ALL) for name in WRONG[2:8]]
    cases += [Case("wrong", name, {}, ANALYSE, "analyse") for name in WRONG_ESTIMATES]
    for name in ("Dither", "DitherEval"):
        cases += [Case("dither", name, {}, SOLVE), Case("dither", name, {}, ANALYSE, "analyse")]
    cases.append(Case("slowmix", "Slow", {"stay": 10**16}, SOLVE))
    for name in ("Pursuit", "PursuitEval", "Line"):
        cases += [Case("pursuit", name, {}, SOLVE), Case("pursuit", name, {}, ANALYSE, "analyse")]
    cases.append(Case("pursuit", "Pursuit", {"n": 7, "stay": True}, SOLVE_TWO, "2 threads"))
    for coins in (100, 101):
        cases.append(Case("stackover", "Coins", {"coins": coins}, SOLVE))
    for huge in (10_000, 262_144, 1 << 40):
        cases.append(Case("hugeeval", "HugeEval", {"huge": huge}, ask("analyse", depth=6)))
    cases.append(Case("gomoku", "Gomoku", {"n": 10}, depth_two, "depth 2"))
    cases.append(Case("gomoku", "Gomoku", {"n": 10}, win_in_one, "a win in one"))
    cases.append(Case("kalahfloat", "Kalah", {}, not_without_a_word))
    cases.append(Case("racee", "Race", {}, whole_game))
    cases.append(Case("slow", "S", {"n": 20_000}, in_time))
    for big in (4_000_000_000, 1 << 62):
        cases.append(Case("rare", "Rare", {"d": 6, "big": big}, SOLVE))
    cases.append(Case("bigv", "Big", {"k": 5_000_000_000}, SOLVE))
    cases.append(Case("bigv", "BigE", {"k": 5_000_000_000}, same_as_textbook(4), "depth 4"))
    return cases


# The random ones are random in what does not matter to the value.
WRONG = (
    "Player12", "Player01", "KeyCollide", "KeyCollideRare", "WrongCanonical", "CanonicalPlayer",
    "WrongBounds", "WrongBoundsFar", "EvalOutside", "EvalAtBound", "RandomResult", "RandomRare",
    "NoMoves", "NegamaxUtility", "UtilityInf", "UtilityNone", "UtilityBool", "Mutates",
    "SetActions", "DictActions", "DupActions",
)  # fmt: skip
WRONG_ESTIMATES = ("EvalOutside", "EvalAtBound", "WrongBounds", "WrongBoundsFar")


# Nothing is large or wrong here: to refuse them is no answer.
SOUND = (
    "big:Big scale=1", "big:BigBounds scale=1", "bools:Minus", "bools:Add", "bools:Shl",
    "wrong:NegamaxUtility", "pursuit:Line analyse", "stackover:Coins coins=100",
)  # fmt: skip


class _Threads(Case):
    """One engine used by two threads: a game of ours."""

    def game(self) -> Game[Any, Any]:
        return Connect4()


CASES = [*_cases(), _Threads("threads", "two, one engine", {}, two_at_once)]


def job(number: int) -> tuple[str, Callable[[], tuple[Failures, Counter[str]]]]:
    case = CASES[number]

    def run() -> tuple[Failures, Counter[str]]:
        refusals.clear()
        failures = case.check(case.game())
        if case.title in SOUND:
            failures += [f"a sound game is refused: {text}" for text in refusals]
        return failures, Counter(f"refused: {text}" for text in refusals)

    return case.title, run


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=len(CASES))
    options = parser.parse_args()
    batches.serve(range(options.first, options.first + options.count), job)
