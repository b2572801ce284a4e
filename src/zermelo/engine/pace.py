"""How fast the rules of a game are in both lanes, and what each of them takes compiled."""

from __future__ import annotations

import itertools
import random
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any, Final

from zermelo.compiler.errors import RuleFault
from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.assembly import kernel_rules
from zermelo.engine.kernels import trial
from zermelo.engine.kernels.trial import ACTIONS, IS_TERMINAL, ORDER, RESULT, trial_kernel
from zermelo.game import Game

STATES: Final = 500
SECONDS: Final = 0.2  # that the textbook lane is watched, and that states are looked for
MOMENT: Final = 0.01  # what one rule is timed for, at least
TIMES: Final = 3  # of which the quickest counts: others may be busy on the machine
ROUNDS: Final = 1 << 20  # at most: a rule may cost nothing at all
EVERY_CHILD: Final = ("is_terminal", "to_move", "evaluate", "is_quiet", "bounds", "key")


@dataclass(frozen=True)
class Pace:
    """How many positions a second are made, each by asking whether one is over and for its moves.

    `compiled` is 0 where the rules are not. `rules`: the nanoseconds that each rule takes for one
    position of a search.
    """

    textbook: float
    compiled: float
    rules: dict[str, float]

    @property
    def times(self) -> float:
        """How much faster the compiled lane is."""
        return self.compiled / self.textbook if self.textbook else 0.0


def open_states(game: Game[Any, Any]) -> list[Any]:
    """Some states of random games that are not over."""
    found: dict[Any, None] = {}
    end = thread_time() + SECONDS  # of its own work: what others do changes no sample
    for state in _random_games(game):
        found[state] = None
        if len(found) == STATES or thread_time() > end:
            break
    return list(found)


def _random_games(game: Game[Any, Any]) -> Iterator[Any]:
    """The states of one game after the other, without their ends."""
    dice = random.Random(0)
    while not game.is_terminal(game.initial()):
        state = game.initial()
        while not game.is_terminal(state):
            yield state
            state = game.result(state, dice.choice(list(game.actions(state))))


def textbook_pace(game: Game[Any, Any], states: list[Any]) -> float:
    """How many positions a second the interpreter makes."""
    made, began, now = 0, perf_counter(), 0.0
    for state in itertools.cycle(states):
        if not game.is_terminal(state):
            for action in game.actions(state):
                game.result(state, action)
                made += 1
        now = perf_counter()
        if now > began + SECONDS:
            break
    return made / (now - began) if now else 0


def measure(compiled: CompiledGame, states: list[Any], without: Iterable[str] = ()) -> Pace:
    """Both lanes at the same states, one at least; `without` rules that cannot be compiled."""
    ask = _Trial(compiled, states, without)
    children = sum(sum(1 for _action in compiled.game.actions(state)) for state in states)
    idle, listing = ask.seconds(0), ask.seconds(ACTIONS)
    making = ask.seconds(ACTIONS | RESULT)
    whole = ask.seconds(IS_TERMINAL | ACTIONS | RESULT)
    shares = {"actions": listing - idle, "result": making - listing}
    for rule in EVERY_CHILD:  # a search asks them at every position that a move has led to
        if getattr(ask.rules, f"has_{rule}", True):
            seconds = ask.seconds(getattr(trial, rule.upper())) - idle
            shares[rule] = seconds / len(states) * children
    if ask.rules.has_order:
        shares["order"] = ask.seconds(ACTIONS | ORDER) - listing
    rules = {rule: max(0.0, spent) / children * 1e9 for rule, spent in shares.items()}
    pace = children / whole if whole else 0.0  # where a rule has no answer at some state
    return Pace(textbook_pace(compiled.game, states), pace, rules)


class _Trial:
    """The kernel with states to ask about."""

    def __init__(self, compiled: CompiledGame, states: list[Any], without: Iterable[str]) -> None:
        self.held = [compiled.state.words(state) for state in states]
        self.words = array("q", itertools.chain.from_iterable(self.held))
        self.room = array("q", bytes(WORD * trial.PLACES * compiled.state.size))
        self.count = len(states)
        self.rules = kernel_rules(compiled, None, wide=False)
        for rule in without:
            setattr(self.rules, f"has_{rule}", False)
        self.kernel: Callable[..., int] = compiled.kernel(trial_kernel, self.rules)

    def seconds(self, which: int) -> float:
        """How long those rules take at all states once; 0 where they have no answer."""
        rounds = 1
        try:
            while self._run(which, rounds) < MOMENT and rounds < ROUNDS:
                rounds *= 4
            return min(self._run(which, rounds) for _time in range(TIMES)) / rounds
        except RuleFault:  # at some states there may be none
            return 0.0

    def _run(self, which: int, rounds: int) -> float:
        (states, _count), (room, _places) = self.words.buffer_info(), self.room.buffer_info()
        began = perf_counter()
        self.kernel(which, states, self.count, rounds, room)
        return perf_counter() - began
