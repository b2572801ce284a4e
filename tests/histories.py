"""Positions in the middle of games: what is said of them against twins that know the whole path.

`by_paths` is the definition. Where there are too many paths, `by_rounds` looks at all positions,
with those before the root as draws, and `by_plies` only a few plies ahead.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from tests.circles import Line, Pursuit, Way, random_circles, twin
from tests.engine.tables import Place, Stones, StonesTier, Table, TableBounds
from tests.tablebase.games import Ending
from zermelo.engine import Engine, engine_for
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import INFINITY, MAX, MIN, Game, Repetition, Value
from zermelo.games import Morris
from zermelo.search import ALGORITHMS, Settings
from zermelo.search.finding import Finding
from zermelo.solver import Cyclic, check_strategy, strategy

ALGORITHM_NAMES = ["minimax", "alphabeta", "table", "iterative", "aspiration", "pvs", "mtdf"]
MORRIS = ("xx./x../.../..o..x/.../.../oo. x", "xx./..x/.../x.o..o/.../.../oo. x")


class Fixed(TableBounds):
    """With the same bounds in all games, so that one engine serves for all."""

    def bounds(self, state: Place) -> tuple[int, int]:
        return -3, 3


class Question(NamedTuple):
    """A position, the ones before it, the oldest first, and the game."""

    game: Game[Any, Any]
    history: tuple[Any, ...]
    state: Any

    @property
    def way(self) -> Way:
        """As the twin has it."""
        return tuple((state, self.game.to_move(state)) for state in self.history)

    def after(self, action: Any) -> Question:
        """The position after a move."""
        child = self.game.result(self.state, action)
        return Question(self.game, (*self.history, self.state), child)

    def __str__(self) -> str:
        path = ", ".join(map(str, (*self.history, self.state)))
        return f"{self.game.name} {self.game.repetition}: {path}"


def walk(game: Game[Any, Any], seed: int, start: Any = None, plies: int = 6) -> Question:
    """A random game up to some ply, in which men like to go back; nothing comes back in it."""
    dice = random.Random(seed)
    path = [game.initial() if start is None else start]
    for _ply in range(dice.randint(1, plies)):
        state = path[-1]
        children = [game.result(state, action) for action in game.actions(state)]
        children = [c for c in children if c not in path and not game.is_terminal(c)]
        if not children:
            break
        near = path[-3:-2]  # one's own last position: to go back there is half of a repetition
        children.sort(key=lambda child: (_unlike(child, near), dice.random()))
        path.append(children[0] if dice.random() < 0.6 else dice.choice(children))
    return Question(game, tuple(path[:-1]), path[-1])


def _unlike(state: Any, near: list[Any]) -> int:
    """In how many fields a state differs from the one before the last of its player."""
    pairs = zip(state, near[0], strict=True) if near and isinstance(state, tuple) else ()
    return sum(one != other for one, other in pairs)


# --- the twins -----------------------------------------------------------------------------------


def by_paths(question: Question) -> Value:
    """The definition: every path, on which a position that was there before is an end."""
    return twin(question.game, question.state, INFINITY, question.way)


def by_rounds(question: Question) -> Value:
    """Where coming back is a draw: what each player can force, all positions before being draws."""
    game, over = question.game, set(question.history)
    if question.state in over:
        return 0
    children: dict[Any, list[Any]] = {}
    ends: dict[Any, Value] = {}
    todo = [question.state]
    while todo:
        state = todo.pop()
        if state in children or state in ends:
            continue
        if state in over or game.is_terminal(state):
            ends[state] = 0 if state in over else game.utility(state)
            continue
        children[state] = [game.result(state, action) for action in game.actions(state)]
        todo += children[state]
    for value in sorted(set(ends.values()), key=lambda end: -abs(float(end))):
        player = MAX if value > 0 else MIN
        won = {state for state, end in ends.items() if player * (end - value) >= 0}
        size = -1
        while size != len(won):
            size = len(won)
            for state, below in children.items():
                enough = any if game.to_move(state) == player else all
                if state not in won and enough(child in won for child in below):
                    won.add(state)
        if value and question.state in won:
            return value
    return 0


def by_plies(question: Question, plies: int) -> tuple[Value, Value]:
    """What is sure of the value after so many plies, whatever comes then."""
    game, (low, high) = question.game, question.game.bounds(question.state)
    if question.state in question.history:
        worth = game.repeated(game.to_move(question.history[-1]))
        return worth, worth
    if game.is_terminal(question.state):
        return (game.utility(question.state),) * 2
    if not plies:
        return low, high
    below = [by_plies(question.after(action), plies - 1) for action in game.actions(question.state)]
    best = max if game.to_move(question.state) == MAX else min
    return best(low for low, _high in below), best(high for _low, high in below)


# --- what is said --------------------------------------------------------------------------------


def complaints(
    question: Question, found: Finding[Any, Any], truth: Callable[..., Any]
) -> list[str]:
    """What a finding says that is not so; everything that is proven is compared."""
    wrong = []
    said: list[tuple[str, Value, bool, Question]] = [
        ("value", found.value, found.proven, question),
        *(
            (f"move {move.action}", move.value, move.proven, question.after(move.action))
            for move in found.moves
        ),
    ]
    for what, value, proven, asked in said:
        true = truth(asked)
        low, high = true if isinstance(true, tuple) else (true, true)
        if proven and not low <= value <= high:
            wrong.append(f"{question}: {found.algorithm}, {what} {value}, not {true}")
    if found.proven and found.moves and found.action not in _best(question, found):
        wrong.append(f"{question}: {found.algorithm} plays {found.action}, not the best")
    return wrong


def _best(question: Question, found: Finding[Any, Any]) -> list[Any]:
    sign = question.game.to_move(question.state)
    most = max(sign * move.value for move in found.moves)
    return [move.action for move in found.moves if sign * move.value == most]


class Lanes:
    """The engines of the games, each made once: rules of one class are compiled once."""

    def __init__(self) -> None:
        self._engines: dict[Any, Engine[Any, Any]] = {}

    def of(self, game: Game[Any, Any]) -> list[Engine[Any, Any]]:
        """Both lanes."""
        if not game.compilable:
            return [TextbookEngine(game)]
        kind = type(game), *((name, value) for name, value in vars(game).items() if name != "start")
        if kind not in self._engines:
            self._engines[kind] = engine_for(game, memory=1)
        return [self._engines[kind], TextbookEngine(game)]


def ask(question: Question, lanes: Lanes, truth: Callable[..., Any], plies: int) -> list[str]:
    """Everything that answers questions about a position is asked."""
    game, history, state = question
    wrong, truth = [], cache(truth)
    for engine in lanes.of(game):
        assert engine.lane in ("compiled", "textbook")
        for all_moves in (False, True):
            if not plies:
                found = engine.solve(state, history=history, all_moves=all_moves)
                assert found.proven
                wrong += complaints(question, found, truth)
            found = engine.analyse(state, history=history, depth=plies or 4, all_moves=all_moves)
            wrong += complaints(question, found, truth)
    for name in ALGORITHM_NAMES:
        if not plies or name in ("alphabeta", "pvs"):
            chosen = Settings(history=history, all_moves=name in ("alphabeta", "table"))
            if plies:
                chosen["depth"] = min(plies, 3)
            found = ALGORITHMS[name](game, state, **chosen)
            wrong += complaints(question, found, truth)
    if not plies:
        try:
            plan = strategy(game, state, history=history)
        except Cyclic:
            assert game.repetition == "loss"
        else:
            if check_strategy(plan) != truth(question):
                wrong.append(f"{question}: a strategy for {plan.value}")
    return wrong


# --- games ---------------------------------------------------------------------------------------


def questions(seed: int) -> Iterator[tuple[str, Question, Callable[..., Any], int]]:
    """What is asked with one seed, by which twin, and how many plies deep; 0: to the end."""
    repetitions: tuple[Repetition, ...] = ("draw", "draw", "loss")
    repetition = repetitions[seed % 3]
    kind = Table if repetition == "draw" and seed % 2 else Fixed
    table = kind(seed, repetition=repetition)
    yield "tables", walk(table, seed), by_paths, 0
    circles = random_circles(seed, repetition, tiers=seed % 4 == 0)
    circles.compilable = False
    yield "circles", walk(circles, seed), by_paths, 0
    if repetition == "draw":
        stones = (Stones, StonesTier)[seed % 2](seed, repetition)
        yield "stones", walk(stones, seed, plies=12), by_rounds, 0
        chase = (Pursuit(5, repetition="draw"), Line(5, repetition="draw"))[seed % 2]
        yield "chases", walk(chase, seed, plies=8), by_rounds, 0
        yield "endings", walk(ENDING, seed, plies=8), by_rounds, 0
        start = MEN.parse_state(MORRIS[seed % len(MORRIS)])
        yield "morris", walk(MEN, seed, start, 8), lambda asked: by_plies(asked, 3), 3


ENDING, MEN = Ending(3, queen=True), Morris(flying=False)


def run(positions: int, seed: int = 0) -> Counter[str]:
    """Asks all questions; the counts of each kind, of what the history changes, and of `wrong`."""
    counts, lanes = Counter[str](wrong=0), Lanes()
    while counts["positions"] < positions:
        for kind, question, truth, plies in questions(seed):
            bare = question._replace(history=())
            counts["worth something else without"] += truth(question) != truth(bare)
            counts[kind] += 1
            counts["positions"] += 1
            for wrong in ask(question, lanes, truth, plies):
                counts["wrong"] += 1
                print(f"seed {seed}: {wrong}", flush=True)
        seed += 1
    return counts
