r"""The first plies of a search in Python, by the textbook's own function; the kernel below them.

A kernel returns a value and counts, and no line: to keep a line at every node costs it up to a
third of its speed. Here, above, a line costs nothing. It ends where the kernel takes over; from
there the same is done again, with the same window, so that the same line comes out that the
textbook finds. Each time the tree is smaller by a factor of a hundred or so, and only the first
time counts.

                  o                 plies 0 to 3: Python, some 200 states
                /   \
              o       o
             / \     / \
            #   #   #   #           below: the kernel, any number of states
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from zermelo.compiler.errors import RuleFault
from zermelo.compiler.errors import Stopped as StoppedRule
from zermelo.compiler.rules import CompiledGame, with_room
from zermelo.engine.block import (
    CUTOFFS,
    DEEPEST,
    GOING,
    GUESSES,
    INNER,
    LEAVES,
    MOST_PLIES,
    STATUS,
    STOPPED,
    TOO_DEEP,
    Control,
)
from zermelo.engine.threads import STACK, on_large_stack
from zermelo.game import INFINITY, Value
from zermelo.language import _
from zermelo.search import ALGORITHMS
from zermelo.search.errors import TooDeep, Unsuitable
from zermelo.search.finding import Finding
from zermelo.search.run import Line, Run, flatten
from zermelo.search.settings import Settings
from zermelo.search.tally import Stopped
from zermelo.search.textbook.alphabeta import alphabeta_search

TOP_STATES: Final = 200
TOP_PLIES: Final = 64  # at first; where hardly anything branches, more the next time
MOST_TOP_PLIES: Final = 16384


def plies_that_fit(game: CompiledGame) -> int:
    """How many calls, each with its state and its lists, fit on the stack."""
    return min(MOST_PLIES, STACK // (1024 + 64 * game.state.size))


class Below(NamedTuple):
    """A state that the kernel has searched, and how: stands at the end of a line."""

    ply: int
    state: Any
    action: Any
    alpha: Value
    beta: Value


def search(
    name: str,
    game: CompiledGame,
    function: Callable[..., Any],
    state: Any,
    control: Control | None,
    settings: Settings,
) -> Finding[Any, Any]:
    """Searches with a kernel and returns what the textbook's algorithm of that name would."""
    ALGORITHMS[name].check(game.game, settings)
    if game.game.repetition is not None:
        words = _("the plain searches follow no path, and {game} goes round; use the textbook's")
        raise Unsuitable(words.format(game=game.game.name))
    control = control or Control()

    def body(
        game: CompiledGame, kernel: Callable[..., Any], run: Run[Any, Any]
    ) -> tuple[Value, Line]:
        top, plies = _Top(game, kernel, control, run, name == "minimax"), TOP_PLIES
        control.clear()
        try:
            top.prepare(0, run.state, plies)
            value, line = run.root(top.value, *run.window)
        finally:
            top.count()
        actions = list(flatten(line))
        while actions and isinstance(actions[-1], Below):
            below, plies = actions.pop(), min(2 * plies, MOST_TOP_PLIES)
            again = _Top(game, kernel, control, Run(game.game, None, settings), top.full)
            again.prepare(below.ply, below.state, plies)
            actions += flatten(again.value(*below)[1])
        line = None
        for action in reversed(actions):
            line = action, line
        return value, line

    def searched(game: CompiledGame) -> Finding[Any, Any]:
        here = partial(body, game, game.kernel(function))
        algorithm = dataclasses.replace(ALGORITHMS[name], body=here)
        return on_large_stack(lambda: algorithm(game.game, state, **settings), control.stop)

    return with_room(game, searched)


class _Top:
    """Searches a state; `full`: with the full window everywhere, which makes it minimax."""

    def __init__(
        self,
        game: CompiledGame,
        kernel: Callable[..., Any],
        control: Control,
        run: Run[Any, Any],
        full: bool,
    ) -> None:
        self.game, self.kernel, self.control, self.run, self.full = game, kernel, control, run, full
        self.textbook = alphabeta_search(run, self.value)
        self.end = 0  # the first ply of the kernel's

    def prepare(self, ply: int, state: Any, plies: int) -> None:
        """Finds the ply at which there are many states, and sets the limits of the kernel."""
        rules, states, self.end = self.game.game, [state], ply
        while states and self.end < ply + plies:
            self.end += 1
            inner = (state for state in states if not rules.is_terminal(state))
            edges = [(state, action) for state in inner for action in rules.actions(state)]
            if len(edges) > TOP_STATES:
                break
            states = [rules.result(state, action) for state, action in edges]
        room = plies_that_fit(self.game)
        self.control.start(int(min(self.run.limit, room)), self.run.limit > room)

    def value(
        self, ply: int, state: Any, action: Any, alpha: Value, beta: Value
    ) -> tuple[Value, Line]:
        """The value for MAX and the line, as the textbook gives them, here or by the kernel."""
        if self.full:
            alpha, beta = -INFINITY, INFINITY
        if ply < self.end:
            return self.textbook(ply, state, action, alpha, beta)
        words = self.game.state.words(state)
        number = self.game.number
        bounds = _bound(number, alpha, math.floor), _bound(number, beta, math.ceil)
        window = () if self.full else bounds
        context = self.control.context
        try:
            value = self.kernel(self.control.address, words, ply, *window, context=context)
        except RuleFault as error:
            if error.cause is not StoppedRule:
                raise
            raise Stopped from None
        # At once: after every move the textbook's function asks whether it rests on guesses.
        self.run.tally.guesses += self.control[GUESSES]
        self.control[GUESSES] = 0
        self.check(state)
        return self.finite(value), (Below(ply, state, action, alpha, beta), None)

    def finite(self, value: Any) -> Value:
        """The kernel's value, the bounds of its numbers being infinite."""
        rules = self.game.rules
        if value == rules.lowest or value == rules.highest:
            return INFINITY if value > 0 else -INFINITY
        number: Value = self.game.number(value)
        return number

    def check(self, state: Any) -> None:
        """Raises what kept the kernel from going on."""
        status = self.control[STATUS]
        if status == STOPPED:
            raise Stopped
        if status == TOO_DEEP:
            room = plies_that_fit(self.game)
            raise TooDeep(
                _("the search went {plies:,} plies deep without an end; set a depth limit").format(
                    plies=room
                )
            )
        if status != GOING:
            self.game.game.evaluate(state)  # which says that it is missing

    def count(self) -> None:
        """Adds what the kernel has counted to what the textbook has."""
        tally, words = self.run.tally, self.control
        tally.nodes += words[INNER] + words[LEAVES]
        tally.leaves += words[LEAVES]
        tally.cutoffs += words[CUTOFFS]
        tally.deepest = max(tally.deepest, words[DEEPEST])


def _bound(number: type, bound: Value, to_int: Callable[[Any], int]) -> Any:
    """A bound for a kernel: v > alpha means the same as v > floor(alpha), beta has its ceiling.

    Beyond 64 bits it is as good as infinite.
    """
    if number is float:
        return float(bound)
    most = (1 << 63) - 1
    if not -most < bound < most:
        return most if bound > 0 else -most
    return to_int(bound)
