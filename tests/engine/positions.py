"""Random positions of every game of the catalogue, small or near the end, and what they are worth.

A job is one position, asked of an engine with one thread and of one with two: a seed a position.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from tests.engine.fuzzer import Report, judge
from tests.engine.twins import TooLarge, Truth, Twin
from zermelo.engine import engine_for
from zermelo.game import Game, ZermeloError
from zermelo.games import GAMES, MNK, Connect4, Grundy, Nim, Othello, Pacman, Pig

MOST_STATES = 6000


class Kind(NamedTuple):
    """A game of the catalogue, small; its positions are those of random games from a ply on."""

    make: Callable[[], Game[Any, Any]]
    plies: range


# By the name in the catalogue, none missing (a test says so). A short run has the first of each,
# whose kernels other tests need as well.
KINDS: dict[str, list[Kind]] = {
    "tictactoe": [Kind(MNK, range(0, 9))],
    "mnk": [
        Kind(MNK, range(0, 9)),
        Kind(lambda: MNK(4, 3, 3), range(3, 12)),
        Kind(lambda: MNK(4, 4, 4), range(8, 16)),
        Kind(lambda: MNK(5, 5, 4), range(17, 25)),
    ],
    "nim": [
        Kind(Nim, range(0, 12)),
        Kind(lambda: Nim(rows=(5, 3, 2), misere=False), range(0, 8)),
    ],
    "grundy": [
        Kind(lambda: Grundy(20), range(3, 10)),
        Kind(lambda: Grundy(12), range(0, 6)),
        Kind(lambda: Grundy(16), range(1, 9)),
    ],
    "pig": [
        Kind(lambda: Pig(goal=3, faces=2), range(0, 12)),
        Kind(lambda: Pig(goal=4), range(0, 20)),
        Kind(lambda: Pig(goal=6), range(0, 20)),
    ],
    "pacman": [
        Kind(lambda: Pacman(ghosts="random", limit=3), range(0, 6)),
        Kind(lambda: Pacman(limit=3), range(0, 6)),
    ],
    "connect4": [
        Kind(Connect4, range(33, 42)),
        Kind(lambda: Connect4(4, 4), range(8, 16)),
        Kind(lambda: Connect4(5, 4), range(11, 20)),
    ],
    "othello": [
        Kind(Othello, range(52, 61)),
        Kind(lambda: Othello(4), range(4, 13)),
        Kind(lambda: Othello(6), range(24, 33)),
    ],
}


TOO_LARGE = {
    "chess",
    "draughts",
    "morris",
}  # they go round, and no position is small enough for a twin


def missing() -> set[str]:
    """The games of the catalogue that nobody has entered here."""
    return set(GAMES) - set(KINDS) - TOO_LARGE


@cache
def _game(name: str, place: int) -> Game[Any, Any]:
    return KINDS[name][place].make()


@cache
def _engine(name: str, place: int, threads: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return engine_for(_game(name, place), threads=threads, memory=4)


def job(seed: int, short: bool = False) -> tuple[str, Callable[[], Report]]:
    """The position of a seed, and what asks about it."""
    dice = random.Random(seed)
    names = sorted(KINDS)
    name = names[seed % len(names)]
    place = 0 if short else dice.randrange(len(KINDS[name]))
    counts = (1, 2) if not short or name == "connect4" else (1,)
    game = _game(name, place)
    state = game.initial()
    for _ in range(dice.choice(KINDS[name][place].plies)):
        following = game.result(state, dice.choice(list(game.actions(state))))
        if game.is_terminal(following) and dice.random() < 0.9:
            break
        state = following
        if game.is_terminal(state):
            break
    return f"{name} {game.format_state(state)}", lambda: _ask(name, place, counts, state, dice)


def _ask(
    name: str, place: int, threads: tuple[int, ...], state: Any, dice: random.Random
) -> Report:
    game = _game(name, place)
    failures: list[str] = []
    counts: Counter[str] = Counter({"games": 1})
    twin: Any = None
    try:
        twin = _twin(game, state)
    except TooLarge:
        counts["without a twin"] += 1
        return Report(failures, counts)
    for count in threads:
        engine = _engine(name, place, count)
        questions: list[tuple[str, dict[str, Any]]] = [
            ("analyse", {"depth": dice.randint(1, 6), "time": 10.0}),
            ("solve", {"all_moves": dice.random() < 0.5, "time": 60.0}),
            ("analyse", {"nodes": 2000, "time": 10.0, "all_moves": dice.random() < 0.3}),
        ]
        for question, settings in questions:
            where = f"{count} threads, {question}({game.format_state(state)}, {settings})"
            try:
                found = getattr(engine, question)(state, **settings)
            except ZermeloError as error:
                counts["refusals"] += 1
                if question == "solve":
                    failures.append(f"{where}: refused: {error}")
                continue
            counts["answers"] += 1
            counts["proven"] += found.proven
            failures += [f"{where}: {wrong}" for wrong in judge(found, twin, game, state)]
            if question == "solve" and not found.proven:
                failures.append(f"{where}: solved, but not proven")
    return Report(failures, counts)


def _twin(game: Game[Any, Any], state: Any) -> Twin:
    if isinstance(game, Pig):  # too many strategies to try; what others published stands elsewhere
        return _SettledTwin(game, state)
    return Twin(game, state, MOST_STATES)


class _SettledTwin(Twin):
    """Values by iteration, where every cycle has a way out by chance: from both sides."""

    SWEEPS = 20_000

    def __init__(self, game: Game[Any, Any], state: Any) -> None:
        super().__init__(game, state, MOST_STATES)

    def _truths(self) -> Any:
        graph = self.graph
        ends = graph.ends()
        sides = []
        for worth in (min(ends), max(ends)):
            values = [float(worth if end is None else end) for end in graph.utilities]
            for _ in range(self.SWEEPS):
                if not self._sweep(values):
                    break
            sides.append(values)
        low, high = sides
        assert all(abs(a - b) < 1e-10 for a, b in zip(low, high, strict=True))
        moves = {edge.action: Truth(low[edge.to], low[edge.to]) for edge in graph.edges[0]}
        return Truth(low[0], low[0]), moves

    def _sweep(self, values: list[float]) -> bool:
        graph, change = self.graph, 0.0
        for number in graph.order:
            edges = graph.edges[number]
            if not edges:
                continue
            worth = [values[edge.to] for edge in edges]
            player = graph.players[number]
            if player == 0:
                weights = [edge.weight for edge in edges]
                value = sum(map(float.__mul__, worth, map(float, weights))) / sum(weights)
            else:
                value = max(worth) if player > 0 else min(worth)
            change = max(change, abs(value - values[number]))
            values[number] = value
        return change > 1e-14
