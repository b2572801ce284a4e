"""Random small games, and every promise of the engine held against a twin.

A job is one engine for one game made by a seed, asked about several positions in several ways: with
limits and without, on one thread or two, the table warm from the questions before. Whatever is
called proven must be true; an error must be one line for people. The same seed is the same job.
"""

from __future__ import annotations

import random
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from tests.engine import expressions, tables
from tests.engine.engines import prepare
from tests.engine.templates import CYCLIC, TWICE, TWIST, Fault, Parameters, layers
from tests.engine.twins import TooLarge, Truth, Twin
from zermelo.engine import engine_for
from zermelo.game import CHANCE, REPETITIONS, Game, MissingRule, Repetition, ZermeloError
from zermelo.search.finding import Finding

SECONDS = 2.0  # for any question
TOLERANCE = 1e-9  # of a value with chance, beside the largest there is


class Job(NamedTuple):
    """A game, the positions to ask about, and how."""

    seed: int
    kind: str
    game: Game[Any, Any]
    positions: list[Any]
    threads: int
    sound: bool  # nothing is wrong with it, so that it should be solved


class Report(NamedTuple):
    """What came of a job: what failed, and how many games, answers and refusals there were."""

    failures: list[str]
    counts: Counter[str]


# --- making games --------------------------------------------------------------------------------

# The hooks that go together in a kernel of its own.
HOOKS: tuple[tuple[str, ...], ...] = (
    ("evaluate", "bounds"),
    (),
    ("evaluate",),
    ("bounds", "tier"),
    ("order", "key"),
    ("canonical", "bounds"),
    ("evaluate", "bounds", "order", "key", "canonical", "tier"),
)
DICE_HOOKS: tuple[tuple[str, ...], ...] = (("bounds",), ("evaluate", "bounds", "order"), ())
FAULTS: dict[str, tuple[Fault, ...]] = {
    "": (Fault.PLAYER, Fault.NO_MOVES, Fault.OVERFLOW, Fault.HUGE, Fault.DIVISION),
    "key": (Fault.KEY, Fault.KEY_RARE),
    "bounds": (Fault.BOUNDS, Fault.BOUNDS_RARE),
    "canonical": (Fault.CANONICAL,),
    "tier": (Fault.TIER,),
    "evaluate": (Fault.EVALUATE, Fault.EVALUATE_HUGE),
}


def make(seed: int, short: bool = False) -> Job:
    """The job of a seed; a `short` one needs few kernels."""
    dice = random.Random(seed)
    kinds: dict[Callable[..., Job], int] = {
        _plain: 30, _cyclic: 30, _dice: 12, _table: 10, _stones: 8, _expression: 8,
        _long: 2, _many: 2, _hands: 1,
    }  # fmt: skip
    if short:
        kinds = {_plain: 5, _cyclic: 5, _dice: 3}
    kind = dice.choices(list(kinds), list(kinds.values()))[0]
    return kind(seed, dice, short)


def _fault(dice: random.Random, hooks: tuple[str, ...]) -> Fault:
    if dice.random() < 0.6:
        return Fault.NONE
    return dice.choice([fault for hook in ("", *hooks) for fault in FAULTS.get(hook, ())])


def _layers(
    seed: int,
    dice: random.Random,
    hooks: tuple[str, ...],
    parameters: Parameters,
    repetition: Repetition | None,
    with_dice: bool = False,
    threads: int = 1,
) -> Job:
    game = layers(hooks, with_dice)(parameters, repetition)
    start = game.initial()
    positions = [game.result(start, action) for action in game.actions(start)]
    walk = dice.choice(positions)  # and one from the middle of a game
    for _ in range(dice.randrange(6)):
        moves = [] if game.is_terminal(walk) else list(game.actions(walk))
        if not moves:
            break
        walk = game.result(walk, dice.choice(moves))
    positions.append(walk)
    if parameters.graphs < 4 and not parameters.shape & CYCLIC:
        positions.append(start)
    shape = "cyclic" if parameters.shape & CYCLIC else "acyclic"
    kind = f"{type(game).__name__} {shape} {repetition} {Fault(parameters.fault).name}"
    sound = parameters.fault == Fault.NONE and not parameters.shape & CYCLIC
    return Job(seed, kind, game, positions, threads, sound)


def _worth(dice: random.Random, fault: Fault) -> tuple[int, int]:
    """How many values there are, and on what scale."""
    worth = dice.choice([1, 1, 1, 2, 5, 40])
    scale = dice.choice([1, 1, 1, 1, 3, 100])
    if fault == Fault.HUGE:
        scale = 1 << dice.randrange(15, 64)
    return worth, scale


def _plain(seed: int, dice: random.Random, short: bool) -> Job:
    hooks = HOOKS[0] if short else dice.choice(HOOKS)
    fault = _fault(dice, hooks)
    shape = TWICE * dice.randrange(2) + TWIST * ("canonical" in hooks)
    worth, scale = _worth(dice, fault)
    width, spread = dice.randint(1, 8), dice.randint(1, 4)
    parameters = Parameters(
        dice.randrange(1 << 30), 6, dice.randint(4, 60), width, spread, dice.choice([0, 4, 9]),
        shape, worth, scale, int(fault),
    )  # fmt: skip
    threads = 1 if short else dice.choice([1, 1, 2])
    return _layers(seed, dice, hooks, parameters, None, threads=threads)


def _cyclic(seed: int, dice: random.Random, short: bool) -> Job:
    hooks = HOOKS[0] if short else dice.choice(HOOKS)
    fault = _fault(dice, hooks)
    repetition = dice.choice([None, *REPETITIONS])
    if repetition == "loss" and fault in FAULTS["bounds"]:
        fault = Fault.NONE  # there the bounds are a part of the rules
    shape = CYCLIC + TWICE * dice.randrange(2) + TWIST * ("canonical" in hooks)
    worth, scale = _worth(dice, fault)
    width = dice.randint(2, 5)
    most = 2 * width if repetition == "loss" else 6 * width
    parameters = Parameters(
        dice.randrange(1 << 30), 6, dice.randint(width, most), width, dice.randint(2, 3),
        dice.choice([3, 5, 9]), shape, worth, scale, int(fault),
    )  # fmt: skip
    threads = 1 if short else dice.choice([1, 1, 2])
    return _layers(seed, dice, hooks, parameters, repetition, threads=threads)


def _dice(seed: int, dice: random.Random, short: bool) -> Job:
    hooks = DICE_HOOKS[0] if short else dice.choice(DICE_HOOKS)
    fault = _fault(dice, hooks)
    is_cyclic = dice.random() < 0.5
    repetition = dice.choice([None, *REPETITIONS]) if is_cyclic else None
    if repetition == "loss" and (fault in FAULTS["bounds"] or "bounds" not in hooks):
        repetition = "endless"
    worth, scale = _worth(dice, fault)
    width = dice.randint(2, 3 if is_cyclic else 6)
    size = width * dice.randint(1, 2) if is_cyclic else dice.randint(4, 20)
    parameters = Parameters(
        dice.randrange(1 << 30), 6, size, width, 2 if is_cyclic else dice.randint(1, 3),
        dice.choice([2, 3, 5]), CYCLIC * is_cyclic + TWICE * dice.randrange(2), worth, scale,
        int(fault),
    )  # fmt: skip
    return _layers(seed, dice, hooks, parameters, repetition, with_dice=True)


def _long(seed: int, dice: random.Random, short: bool) -> Job:
    size = int(10 ** dice.uniform(2, 4.8))
    hooks = dice.choice(HOOKS[:2])
    parameters = Parameters(dice.randrange(1 << 30), 1, size, 2, 2, 0, 0, dice.choice([1, 3]))
    job = _layers(seed, dice, hooks, parameters, None)
    return job._replace(kind=f"{job.kind} long", sound=False)


def _many(seed: int, dice: random.Random, short: bool) -> Job:
    spread = dice.choice([250, 260, 600, 2000])
    hooks = dice.choice(HOOKS[:2])
    parameters = Parameters(dice.randrange(1 << 30), 1, 60, 20, spread, 0, 0, 3)
    job = _layers(seed, dice, hooks, parameters, None)
    return job._replace(kind=f"{job.kind} many", sound=False)


def _hands(seed: int, dice: random.Random, short: bool) -> Job:
    coins, hands = dice.choice([(20, 3), (60, 100), (150, 100), (12, 120)])
    game = tables.Hands(coins + dice.randrange(3), 3, hands)
    return Job(seed, "Hands", game, [game.initial()], 1, False)


def _table(seed: int, dice: random.Random, short: bool) -> Job:
    left, repetition = dice.choice([-1, -1, 5]), dice.choice([None, *REPETITIONS])
    make = tables.TableBounds if repetition == "loss" else tables.Table
    scale = dice.choice([1, 1, 1 << 28, 1 << 40])
    game = make(seed, left, scale, repetition)
    kind = f"{type(game).__name__} {'acyclic' if left > 0 else 'cyclic'} {repetition}"
    return Job(seed, kind, game, _along(game, dice, 3), dice.choice([1, 2]), left > 0)


def _stones(seed: int, dice: random.Random, short: bool) -> Job:
    repetition: Repetition | None = dice.choice([None, "draw", "endless", "loss"])
    make = tables.StonesTier if repetition == "loss" or dice.random() < 0.5 else tables.Stones
    game = make(seed, repetition, dice.choice([1, 100]))
    kind = f"{type(game).__name__} {repetition}"
    return Job(seed, kind, game, _along(game, dice, 2), dice.choice([1, 2]), False)


RANDOM_RULES = 12  # of each kind, in one long run: each has to be compiled


def _expression(seed: int, dice: random.Random, short: bool) -> Job:
    sound, number = dice.random() < 0.6, dice.randrange(RANDOM_RULES) + seed // 50_000 * 100
    made: Any = _random_rules(number, sound)
    game = made(dice.randrange(1 << 30), dice.randint(2, 5))
    kind = f"expressions {number} {'sound' if sound else 'loose'}"
    return Job(seed, kind, game, _along(game, dice, 3), 1, sound)


@cache
def _folder() -> Any:
    return tempfile.TemporaryDirectory(prefix="zermelo-fuzz-")


@cache
def _random_rules(number: int, sound: bool) -> Any:
    return expressions.rules(number, sound, Path(_folder().name))


def _along(game: Game[Any, Any], dice: random.Random, count: int) -> list[Any]:
    """The first position, and some of a random game."""
    found = [game.initial()]
    try:
        while len(found) < count and not game.is_terminal(found[-1]):
            found.append(game.result(found[-1], dice.choice(list(game.actions(found[-1])))))
    except (ArithmeticError, IndexError, ValueError):  # rules that break, as Python's do
        pass
    return found


# --- asking ---------------------------------------------------------------------------------------


def run(job: Job) -> Report:
    """Asks everything, and compares."""
    dice = random.Random(job.seed ^ 0x5EED)
    failures: list[str] = []
    counts: Counter[str] = Counter()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            engine = engine_for(job.game, threads=job.threads, memory=1)
            prepare(engine)
    except Exception as error:
        _refused(job, "engine_for", error, job.sound, failures, counts)
        counts["games"] += 1
        return Report(failures, counts)
    for state in [*job.positions, job.positions[0]]:
        counts["games"] += 1
        try:
            twin = Twin(job.game, state, 150_000 if "long" in job.kind else 4000)
        except (TooLarge, MissingRule):  # the latter where a loss is worth what nobody says
            counts["without a twin"] += 1
            continue
        for question, settings in _questions(dice):
            where = f"{question}({state}, {settings})"
            began = perf_counter()
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    prepare(engine, question)  # also wider scores, since the question before
                    began = perf_counter()
                    found = getattr(engine, question)(state, **settings)
            except Exception as error:
                must = job.sound and question == "solve" and "nodes" not in settings
                _refused(job, where, error, must, failures, counts)
            else:
                counts["answers"] += 1
                counts["proven"] += found.proven
                failures += [f"{where}: {wrong}" for wrong in judge(found, twin, job.game, state)]
                if settings.get("all_moves") and not found.stopped and found.proven:
                    failures += [f"{where}: {wrong}" for wrong in _missing(found, twin)]
            if perf_counter() - began > 3 * SECONDS + 10:
                failures.append(f"{where}: took {perf_counter() - began:.1f} s")
    return Report(failures, counts)


def _questions(dice: random.Random) -> list[tuple[str, dict[str, Any]]]:
    """Two or three ways to ask about a position."""
    ways: list[tuple[str, dict[str, Any]]] = [
        ("analyse", {"depth": dice.randint(1, 8), "time": SECONDS}),
        ("analyse", {"nodes": dice.choice([1, 20, 300, 3000]), "time": SECONDS}),
        ("analyse", {"time": 0.02}),
        ("analyse", {"depth": 60, "nodes": 20_000, "time": SECONDS}),
        ("solve", {"time": SECONDS, "nodes": 500}),
    ]
    chosen = [*dice.sample(ways, dice.randint(1, 2)), ("solve", {"time": SECONDS})]
    dice.shuffle(chosen)
    for _, settings in chosen:
        if dice.random() < 0.4:
            settings["all_moves"] = True
    return chosen


def _refused(
    job: Job,
    where: str,
    error: Exception,
    must: bool,
    failures: list[str],
    counts: Counter[str],
) -> None:
    counts["refusals"] += 1
    text = str(error)
    if not isinstance(error, ZermeloError):
        failures.append(f"{where}: {type(error).__name__}: {text}")
    elif "\n" in text or not text:
        failures.append(f"{where}: refused in no line or several: {text!r}")
    elif must:
        failures.append(f"{where}: a sound game is refused: {text}")


# --- judging --------------------------------------------------------------------------------------


def judge(found: Finding[Any, Any], twin: Twin, game: Game[Any, Any], state: Any) -> list[str]:
    """What is false in what was found."""
    wrong = []
    truth, graph = twin.value, twin.graph
    if found.value is None or found.value - found.value != 0:
        wrong.append(f"the value is {found.value}")
    scale = max((abs(end) for end in graph.ends()), default=1)
    if found.proven:
        if not _is(found.value, truth, graph.has_chance, scale):
            wrong.append(f"{found.value} proven, but {_words(truth)}")
        elif found.value != 0 and truth.distance not in (None, found.distance or truth.distance):
            wrong.append(f"distance {found.distance}, but {truth.distance}")
        best = truth if graph.players[0] == CHANCE else twin.moves.get(found.action, truth)
        if not wrong and not _is(found.value, best, graph.has_chance, scale):
            wrong.append(f"plays {found.action}, which is {_words(best)}, not {found.value}")
    for move in found.moves:
        if move.action not in twin.moves:
            wrong.append(f"a value for {move.action}, which is no move")
        elif move.proven:
            each = twin.moves[move.action]
            if not _is(move.value, each, graph.has_chance, scale):
                wrong.append(f"move {move.action}: {move.value} proven, but {_words(each)}")
    return wrong + _line(found, game, state, bool(twin.moves))


def _is(value: Any, truth: Truth, chance: bool, scale: Any) -> bool:
    if truth.told:
        return bool(truth.low <= value <= truth.high)
    if not truth.certain:
        return False
    if chance:
        error = abs(Fraction(value) - Fraction(truth.low))
        return bool(error <= Fraction(TOLERANCE) * max(1, scale))
    return bool(value == truth.low)


def _words(truth: Truth) -> str:
    return f"truly {truth.low}" if truth.certain else f"open from {truth.low} to {truth.high}"


def _missing(found: Finding[Any, Any], twin: Twin) -> list[str]:
    if {move.action for move in found.moves} != set(twin.moves):
        return [f"asked for all moves: {len(found.moves)} of {len(twin.moves)}"]
    return []


def _line(found: Finding[Any, Any], game: Game[Any, Any], state: Any, goes_on: bool) -> list[str]:
    """What is wrong with the best line: it is legal, and the end of it is worth the value."""
    if found.line and found.action is not None and found.line[0] != found.action:
        return [f"the line begins with {found.line[0]}, the action is {found.action}"]
    if goes_on and found.action is None and game.to_move(state) != CHANCE:
        return ["no action, though there are some"]
    for action in found.line:
        if game.is_terminal(state) or action not in list(game.actions(state)):
            return [f"the line goes on with {action} at {state}, which is no move"]
        state = game.result(state, action)
    ends = found.proven and not game.has_chance and found.line and game.is_terminal(state)
    if ends and game.utility(state) != found.value:
        return [f"the line ends at {game.utility(state)}, the value is {found.value}"]
    return []
