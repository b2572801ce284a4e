"""The engine: analyses and solves positions of a compiled game, on one thread or several.

The machine searches one window to one depth. What is here decides which: deeper and deeper for
an analysis, windows that close in on the value for a solution.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Final

from zermelo.engine import table
from zermelo.engine.kernels import pvs
from zermelo.engine.limits import check_limits
from zermelo.engine.machine import LARGEST, Interrupted, Machine
from zermelo.game import MAX, Action, State, provides
from zermelo.language import _
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue

ASPIRATION: Final = 2  # how far from the last value the next is looked for first
ASPIRATION_DEPTH: Final = 4


class Engine(Machine[State, Action]):
    """Searches positions of a game at the speed of machine code.

    Its table stays between calls, so that an analysis begins with what the last one knew. One
    call at a time; `stop` may be called from any thread and ends it within milliseconds.
    """

    # --- what users call -----------------------------------------------------------------------

    def line_of(self, state: State, action: Action) -> tuple[Action, ...]:
        """The best line that begins with an action, as far as the table knows it."""
        return tuple(self._line(state, action))

    def analyse(
        self,
        state: State | None = None,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        moves: bool = False,
        tell: Callable[[Finding[State, Action]], None] | None = None,
    ) -> Finding[State, Action]:
        """Searches deeper and deeper until a limit is met or the value is proven.

        `tell` hears of each iteration. `moves`: the value of every action as well.
        """
        check_limits(time=time, depth=depth, nodes=nodes)
        if not provides(self.game, "evaluate"):
            return self.solve(state, moves=moves, time=time, nodes=nodes)
        start = self._begin(state, nodes, solving=False)
        return self._timed(time, lambda: self._deepening(start, depth, moves, tell))

    def solve(
        self,
        state: State | None = None,
        *,
        moves: bool = False,
        line: bool = True,
        time: float | None = None,
        nodes: int | None = None,
    ) -> Finding[State, Action]:
        """The exact value of a position, by search to the end of the game.

        The best line takes longer to tell than a small position to solve: `line` False leaves it
        out. `NotSolved` if that takes more than the time or the nodes given, or if it is stopped.
        """
        start = self._begin(state, nodes, solving=True)
        try:
            return self._timed(time, lambda: self._solution(start, moves, line, perf_counter()))
        except Interrupted:
            words = _("{position} was not solved before the search was stopped")
            raise NotSolved(words.format(position=self.game.format_state(start))) from None

    # --- deeper and deeper -----------------------------------------------------------------------

    def _deepening(
        self,
        state: State,
        last: int | None,
        moves: bool,
        tell: Callable[[Finding[State, Action]], None] | None,
    ) -> Finding[State, Action]:
        began = perf_counter()
        if self.game.is_terminal(state):
            return self._ended(state, began)
        found: Finding[State, Action] | None = None
        for depth in range(1, min(last or pvs.MAX_PLY, pvs.MAX_PLY) + 1):
            for worker in self.workers:
                worker[pvs.GUESSES] = 0
            try:
                found = self._iteration(state, depth, moves, found, began)
            except Interrupted:
                break
            if tell:
                tell(found)
            if found.proven:
                break
        if found is None:  # not even one ply: any legal move is better than none
            action = next(iter(self.game.actions(state)))
            estimate = self.game.evaluate(state)
            return Finding(
                "engine",
                estimate,
                False,
                action,
                (action,),
                0,
                self._nodes(),
                about=(self.game, state),
            )
        return found

    def _iteration(
        self,
        state: State,
        depth: int,
        moves: bool,
        before: Finding[State, Action] | None,
        began: float,
    ) -> Finding[State, Action]:
        kernel = self._kernel(solving=False)
        values: list[tuple[Action, int]] = []
        if moves:
            score, index, values = self._each_move(kernel, state, depth)
        else:
            score = self._around(kernel, state, depth, before)
            index = self.workers[0][pvs.ROOT_INDEX]
        guessed = any(worker[pvs.GUESSES] for worker in self.workers)
        return self._found(state, score, index, not guessed, depth, began, values)

    def _around(
        self,
        kernel: Callable[..., int],
        state: State,
        depth: int,
        before: Finding[State, Action] | None,
    ) -> int:
        """The score, looked for near the last value first, then as far as it takes."""
        low, high = -LARGEST, LARGEST
        if before is not None and depth >= ASPIRATION_DEPTH and isinstance(before.value, int):
            middle = before.value * self.unit
            low, high = middle - ASPIRATION * self.unit, middle + ASPIRATION * self.unit
        while True:
            score = self._search(kernel, state, depth, low, high)
            if low < score < high or (low, high) == (-LARGEST, LARGEST):
                return score
            low, high = (-LARGEST, high) if score <= low else (low, LARGEST)

    def _each_move(
        self, kernel: Callable[..., int], state: State, depth: int
    ) -> tuple[int, int, list[tuple[Action, int]]]:
        """The score of every action, each with the full window."""
        sign = self.game.to_move(state)
        scores = []
        for action in self.game.actions(state):
            child = self.game.result(state, action)
            if self.game.is_terminal(child):
                score = self._ended_score(child)
            else:
                score = self._search(kernel, child, depth - 1, -LARGEST, LARGEST, ply=1)
            scores.append((action, score))
        best = max(range(len(scores)), key=lambda place: sign * scores[place][1])
        return scores[best][1], best, scores

    def _ended_score(self, state: State) -> int:
        """The score of a game that is over after one move, as the kernel gives it."""
        score = int(self.game.utility(state)) * self.unit
        return score - (score > 0) + (score < 0) if self.unit > 1 else score

    # --- to the end ------------------------------------------------------------------------------

    def _solution(
        self, state: State, moves: bool, line: bool, began: float
    ) -> Finding[State, Action]:
        if self.game.is_terminal(state):
            return self._ended(state, began)
        kernel = self._kernel(solving=True)
        values: list[tuple[Action, int]] = []
        if moves:
            sign = self.game.to_move(state)
            for action in self.game.actions(state):
                child = self.game.result(state, action)
                ended = self.game.is_terminal(child)
                score = self._ended_score(child) if ended else self._close_in(kernel, child, 1)
                values.append((action, score))
            index = max(range(len(values)), key=lambda place: sign * values[place][1])
            score = values[index][1]
        else:
            score = self._close_in(kernel, state, 0)
            index = self.workers[0][pvs.ROOT_INDEX]
        found = self._found(state, score, index, True, 0, began, values, with_line=False)
        if not line:
            return found
        best = tuple(self._exact_line(kernel, state, found.action))
        seconds = perf_counter() - began
        return dataclasses.replace(
            found, line=best, depth=len(best), nodes=self._nodes(), seconds=seconds
        )

    def _exact_line(
        self, kernel: Callable[..., int], state: State, action: Action | None
    ) -> Iterator[Action]:
        """The best line to the end: each state of it is solved, with what the table knows."""
        ply = 0
        while action is not None:
            yield action
            ply, state = ply + 1, self.game.result(state, action)
            if self.game.is_terminal(state) or ply >= pvs.MAX_PLY:
                return
            try:
                self._close_in(kernel, state, 0)
            except Interrupted:  # solved it is all the same
                return
            action = self._action(state, self.workers[0][pvs.ROOT_INDEX])

    def _close_in(self, kernel: Callable[..., int], state: State, ply: int) -> int:
        """The exact score, by windows of width 1 that halve what is possible."""
        if self.unit > 1 or not provides(self.game, "bounds"):
            return self._search(kernel, state, 0, -LARGEST, LARGEST, ply)
        low, high = (int(bound) for bound in self.game.bounds(state))
        side, root = self.game.to_move(state), table.NO_INDEX
        while low < high:
            middle = _between(low, high)
            score = self._search(kernel, state, 0, middle, middle + 1, ply)
            if (score > middle) == (side == MAX):
                root = self.workers[0][pvs.ROOT_INDEX]
            low, high = (score, high) if score > middle else (low, score)
        if ply == 0 and root == table.NO_INDEX:  # the value was sure, but no move that has it
            alpha = low - 1 if side == MAX else low
            self._search(kernel, state, 0, alpha, alpha + 1, ply)
            root = self.workers[0][pvs.ROOT_INDEX]
        self.workers[0][pvs.ROOT_INDEX] = root
        return low

    # --- what was found --------------------------------------------------------------------------

    def _found(
        self,
        state: State,
        score: int,
        index: int,
        proven: bool,
        depth: int,
        began: float,
        values: list[tuple[Action, int]],
        with_line: bool = True,
    ) -> Finding[State, Action]:
        value, distance = self._value(score)
        moves = tuple(MoveValue(action, self._value(score)[0], proven) for action, score in values)
        if distance is not None and provides(self.game, "bounds"):
            # Nothing can be better than the best: the end that gives it was seen.
            proven = proven or value in self.game.bounds(state)
        action = self._action(state, index)
        line = tuple(self._line(state, action)) if with_line else (action,)
        return Finding(
            "engine",
            value,
            proven,
            action,
            line,
            depth or len(line),
            self._nodes(),
            seconds=perf_counter() - began,
            moves=moves,
            distance=distance if proven else None,
            about=(self.game, state),
        )

    def _value(self, score: int) -> tuple[int, int | None]:
        """The value, and the plies to the end where the score counts them."""
        if self.unit == 1 or score % self.unit == 0:
            return score // self.unit, None
        sign = 1 if score > 0 else -1
        value = (abs(score) + self.unit - 1) // self.unit
        return sign * value, value * self.unit - abs(score)

    def _ended(self, state: State, began: float) -> Finding[State, Action]:
        value = self.game.utility(state)
        seconds, about = perf_counter() - began, (self.game, state)
        return Finding(
            "engine", value, True, None, (), 0, 1, seconds=seconds, distance=0, about=about
        )

    def _nodes(self) -> int:
        return sum(worker[pvs.NODES] for worker in self.workers)

    def _action(self, state: State, index: int) -> Action:
        actions = list(self.game.actions(state))
        return actions[index] if index < len(actions) else actions[0]

    def _line(self, state: State, action: Action | None) -> Iterator[Action]:
        """The best line as far as the table knows it."""
        seen: set[State] = set()
        while action is not None:
            yield action
            seen.add(state)
            state = self.game.result(state, action)
            if self.game.is_terminal(state) or state in seen or len(seen) >= pvs.MAX_PLY:
                return
            action = self._known(state)

    def _known(self, state: State) -> Action | None:
        """The best action that the table has for a state, or for one symmetric to it."""
        game, index = self.game, self._lookup(state)
        if index != table.NO_INDEX:
            return self._action(state, index)
        if self.compiled.rules.has_canonical:
            twin = game.canonical(state)
            index = self._lookup(twin)
            if index != table.NO_INDEX:
                wanted = game.canonical(game.result(twin, self._action(twin, index)))
                for action in game.actions(state):
                    if game.canonical(game.result(state, action)) == wanted:
                        return action
        return None

    def _lookup(self, state: State) -> int:
        """The place of the best action at a state, as the table has it."""
        layout = self.compiled.state
        keys = (self.game.key(state),) if self.by_key else layout.words(state, "the state")
        return self.table.lookup(keys) >> 43 & 255


def _between(low: int, high: int) -> int:
    """Where to divide the values still possible; near nought, where most values are, first."""
    middle = low + (high - low) // 2
    if middle <= 0 and low // 2 < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle
