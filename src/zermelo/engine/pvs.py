"""The compiled engine for games without chance.

Its machine searches one window to one depth. What is here decides which: near the last value for an
iteration, windows that close in on the value for a solution.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.all_positions import solve_round
from zermelo.engine.base import Call, Engine, Interrupted
from zermelo.engine.block import GUESSES, SWINGS
from zermelo.engine.entry import NO_INDEX
from zermelo.engine.kernels.moves import MAX_PLY, TO_THE_END
from zermelo.engine.kernels.shortcuts import SHARE
from zermelo.engine.limits import check_size
from zermelo.engine.machine import Machine, TooNarrow
from zermelo.engine.vetting import vet
from zermelo.game import MAX, Action, Game, State, provides
from zermelo.search.finding import Finding, MoveValue

ASPIRATION: Final = 2  # how far from the last value the next is looked for first
ASPIRATION_DEPTH: Final = 4
SOON: Final = 2_000_000  # nodes: a second or so
CONFIRM_NODES: Final = 200_000  # to find a win that comes sooner
LINE_NODES: Final = 20_000  # to find the rest of a line, which a clock may wait for


class PVSEngine(Engine[State, Action]):
    """Searches positions of a game at the speed of machine code, on one thread or several.

    Its table stays between calls, so that an analysis begins with what the last one knew.
    """

    deepest = MAX_PLY

    def __init__(
        self,
        game: Game[State, Action],
        threads: int = 1,
        memory: int = 64,
        report: Callable[[str], None] | None = None,
    ) -> None:
        check_size(threads, memory)
        super().__init__(game)
        self.machine = Machine(game, threads, memory, report)

    @property
    def compiled(self) -> CompiledGame:
        """The game, compiled."""
        return self.machine.compiled

    @property
    def _nodes(self) -> int:
        return self.machine.nodes

    def line_of(self, state: State, action: Action, plies: int | None = None) -> tuple[Action, ...]:
        """The best line that begins with an action, as far as the table knows it.

        Beyond that, and where the table was written over, short searches find the `plies`.
        """
        line = tuple(self._line(state, action))
        if plies is None or plies == len(line) or self.game.repetition not in (None, "draw"):
            return line
        call = Call(state, self._last.history, self.machine.nodes + LINE_NODES)
        try:
            exact = self.run(lambda: tuple(self._exact_line(call, state, action, plies)))
        except TooNarrow:
            return line
        ends = functools.reduce(self.game.result, exact, state)
        return exact if len(exact) == plies and self.game.is_terminal(ends) else line

    def _vet(self) -> None:
        vet(self.game, self.machine.compiled)

    def _compile(self, solving: bool, level: int) -> None:
        self.machine.solving, self.machine.level = solving, level
        self.machine.kernel()

    def _begin(self, call: Call[State], solving: bool) -> None:
        self.machine.begin(solving)

    def _interrupt(self) -> None:
        self.machine.interrupt()

    # --- deeper and deeper -----------------------------------------------------------------------

    def _is_final(self, finding: Finding[State, Action]) -> bool:
        """For a second or so it looks for how soon a win comes, too."""
        told = finding.distance is not None or not finding.value or self.machine.scale.unit == 1
        return super()._is_final(finding) and (told or self.machine.nodes >= SOON)

    def _iteration(
        self, call: Call[State], depth: int, before: Finding[State, Action] | None
    ) -> Finding[State, Action]:
        machine = self.machine
        if before is None:
            machine.begin_at(call)
        for worker in machine.workers:
            worker[GUESSES] = 0
        machine.root_index = -1  # a listener may have asked for a line
        try:
            if call.all_moves:
                return self._each_move(call, depth, solving=False)
            score, exact = self._around(call, depth, before)
        except TooNarrow:
            return self._iteration(call, depth, before)
        guessed = machine.guesses > 0
        return self._found(call, score, machine.root_index, guessed, depth, exact=exact)

    def _unfinished(self, state: State, finding: Finding[State, Action]) -> Finding[State, Action]:
        """An action that was found to be better, one ply deeper, is the one to take."""
        index = self.machine.root_index
        if finding.proven or finding.moves or index < 0:
            return finding
        action = self._action(state, index)
        if action == finding.action:
            return finding
        line = self._line_to(state, action, finding.value)
        return dataclasses.replace(finding, action=action, line=line)

    def _around(
        self, call: Call[State], depth: int, before: Finding[State, Action] | None
    ) -> tuple[int, bool]:
        """The score, looked for near the last value first; whether it says how soon the end is."""
        machine, scale = self.machine, self.machine.scale
        low, high = -scale.infinity, scale.infinity
        if before is not None and depth >= ASPIRATION_DEPTH:
            margin = machine.workers[0][SWINGS + WORD] // (2 * SHARE)
            low = max(low, scale.grains(before.value - ASPIRATION) * scale.unit - margin)
            high = min(high, scale.grains(before.value + ASPIRATION, up=True) * scale.unit + margin)
        while True:
            score = self.machine.search(call, call.state, depth, (low, high))
            if low < score < high or (low, high) == (-scale.infinity, scale.infinity):
                return self._confirmed(call, call.state, score)
            low, high = (-scale.infinity, high) if score <= low else (low, scale.infinity)

    def _confirmed(
        self, call: Call[State], state: State, score: int, parent: State | None = None
    ) -> tuple[int, bool]:
        """The score, or that of a win that comes sooner; whether none does.

        An analysis may have left it out. To look for it is to solve a window in which all games
        end soon; where that takes too long, nobody says how soon the end is.
        """
        machine = self.machine
        while machine.guesses and machine.scale.unit > 1 and self._is_extreme(state, score):
            root, sure = machine.root_index, machine.surely(score)
            window = (score, score + 1) if sure > 0 else (score - 1, score)
            short = call.limited(machine.nodes + CONFIRM_NODES)
            try:
                found = machine.search(short, state, TO_THE_END, window, parent)
            except Interrupted:
                found = 0
            if sure * found <= sure * score:
                machine.root_index = root
                return score, found != 0
            score = found
        return score, not machine.guesses

    def _each_move(self, call: Call[State], depth: int, solving: bool) -> Finding[State, Action]:
        """The score of every action, each with the full window."""
        game, machine, state = self.game, self.machine, call.state
        scores, certain = [], []
        for action in game.actions(state):
            child = game.result(state, action)
            before, exact = machine.guesses, True
            if game.is_terminal(child):
                score = self._score_of_end(child)
            elif solving:
                score = self._close_in(call, child, state)
            else:
                window = -machine.scale.infinity, machine.scale.infinity
                score = machine.search(call, child, depth - 1, window, parent=state)
                score, exact = self._confirmed(call, child, score, parent=state)
            guessed = machine.guesses > before
            scores.append((action, score))
            certain.append((not guessed or self._is_extreme(child, score), exact or not guessed))
        sign = game.to_move(state)
        best = max(range(len(scores)), key=lambda place: sign * scores[place][1])
        moves = []
        for (action, score), (sure, exact) in zip(scores, certain, strict=True):
            value, distance = machine.scale.value(score)
            moves.append(MoveValue(action, value, sure, distance if sure and exact else None))
        exact = all(each for _sure, each in certain)
        finding = self._found(
            *(call, scores[best][1], best, machine.guesses > 0, depth),
            with_line=not solving,
            exact=exact,
        )
        return dataclasses.replace(finding, moves=tuple(moves))

    def _score_of_end(self, state: State) -> int:
        """The score of a game that is over after one move, as the kernel gives it."""
        scale, value = self.machine.scale, self.machine.end(state)
        score = value * scale.unit
        return score - (score > 0) + (score < 0) if scale.unit > 1 else score

    # --- to the end ------------------------------------------------------------------------------

    def _solution(self, call: Call[State]) -> Finding[State, Action]:
        return solve_round(self, call, self._by_search, SOON, self.compiled)

    def _by_search(self, call: Call[State]) -> Finding[State, Action]:
        machine, state = self.machine, call.state
        machine.begin_at(call)
        try:
            if call.all_moves:
                finding = self._each_move(call, 0, solving=True)
            else:
                score = self._close_in(call, state)
                finding = self._found(call, score, machine.root_index, False, 0, with_line=False)
            if not call.line:
                return finding
            # For all moves the table may hold for that position alone.
            if call.all_moves and self.game.repetition == "draw":
                best = self._line_to(state, finding.action, finding.value)
            else:
                best = tuple(self._exact_line(call, state, finding.action))
        except TooNarrow:
            return self._by_search(call)
        return dataclasses.replace(
            finding, line=best, depth=len(best), nodes=machine.nodes, seconds=call.seconds
        )

    def _exact_line(
        self, call: Call[State], state: State, action: Action | None, plies: int = TO_THE_END
    ) -> Iterator[Action]:
        """The best line to the end, so far away: each state of it is solved, with the table."""
        met, ply = {state, *call.history}, 0
        while action is not None:
            yield action
            ply, state = ply + 1, self.game.result(state, action)
            if self.game.is_terminal(state) or state in met or ply >= MAX_PLY:
                return
            met.add(state)
            try:
                self._search_win(call, state, plies - ply)
            except Interrupted:  # solved it is all the same
                return
            action = self._action(state, self.machine.root_index)

    def _search_win(self, call: Call[State], state: State, plies: int) -> None:
        """Finds the best action where the end is so far away; to the end: however far it is.

        A window around the score of a win or a loss in so many plies leaves out all other games.
        """
        machine, scale = self.machine, self.machine.scale
        if plies <= MAX_PLY and scale.unit > 1 and machine.compiled.rules.has_bounds:
            for value in map(scale.grains, self.game.bounds(state)):
                score = value * scale.unit - plies * ((value > 0) - (value < 0))
                window = score - 1, score + 1
                if value and machine.search(call, state, TO_THE_END, window) == score:
                    return
        self._close_in(call, state, depth=plies)

    def _close_in(
        self,
        call: Call[State],
        state: State,
        parent: State | None = None,
        depth: int = TO_THE_END,
    ) -> int:
        """The exact score, by windows of width 1 that halve what is possible."""
        machine, scale = self.machine, self.machine.scale
        if scale.unit > 1 or not self.machine.compiled.rules.has_bounds:
            window = -scale.infinity, scale.infinity
            return machine.search(call, state, depth, window, parent)
        least, most = self.game.bounds(state)
        low = max(-scale.most, min(scale.most, scale.grains(least)))
        high = max(-scale.most, min(scale.most, scale.grains(most, up=True)))
        side, root = self.game.to_move(state), -1
        while low < high:
            middle = _between(low, high)
            score = machine.search(call, state, depth, (middle, middle + 1), parent)
            if (score > middle) == (side == MAX):
                root = machine.root_index
            low, high = (score, high) if score > middle else (low, score)
        if parent is None and root == -1:  # the value was sure, but no move that has it
            alpha = low - 1 if side == MAX else low
            machine.search(call, state, depth, (alpha, alpha + 1), parent)
            root = machine.root_index
        machine.root_index = root
        return low

    # --- what was found --------------------------------------------------------------------------

    def _found(
        self,
        call: Call[State],
        score: int,
        index: int,
        guessed: bool,
        depth: int,
        with_line: bool = True,
        exact: bool = True,
    ) -> Finding[State, Action]:
        state = call.state
        value, distance = self.machine.scale.value(score)
        proven = not guessed or self._is_extreme(state, score)
        if not proven or not exact:
            distance = None
        action = self._action(state, index)
        line = self._line_to(state, action, value) if with_line else (action,)
        depth, nodes = depth or len(line), self.machine.nodes
        return self._finding(call, value, proven, line, depth, nodes, distance=distance)

    def _is_extreme(self, state: State, score: int) -> bool:
        """Whether nothing can be better than a score, and no estimate had a part in it."""
        sure = self.machine.surely(score)
        if sure == 0 or not provides(self.game, "bounds"):
            return False
        low, high = self.game.bounds(state)
        value, _distance = self.machine.scale.value(score)
        return value >= high if sure > 0 else value <= low

    def _action(self, state: State, index: int) -> Action:
        actions = list(self.game.actions(state))
        return actions[index] if 0 <= index < len(actions) else actions[0]

    def _line(self, state: State, action: Action | None) -> Iterator[Action]:
        """The best line as far as the table knows it."""
        met, ply = {state, *self._last.history}, 0
        while action is not None:
            yield action
            ply += 1
            state = self.game.result(state, action)
            if self.game.is_terminal(state) or state in met or ply >= MAX_PLY:
                return
            met.add(state)
            action = self._known(state)

    def _line_to(self, state: State, action: Action | None, value: Any) -> tuple[Action, ...]:
        """The best line as far as the table knows it; no more than a move if it ends otherwise.

        Other windows may have written over what the table knew of it.
        """
        line = tuple(self._line(state, action))
        for each in line:
            mover, state = self.game.to_move(state), self.game.result(state, each)
        if state in self._last.history:
            return line if self.game.repeated(mover) == value else line[:1]
        wrong = self.game.is_terminal(state) and self.game.utility(state) != value
        return line[:1] if wrong else line

    def _known(self, state: State) -> Action | None:
        """The best action that the table has for a state, or for one symmetric to it."""
        game, index = self.game, self.machine.best_index(state)
        if index != NO_INDEX:
            return self._action(state, index)
        if self.machine.compiled.rules.has_canonical:
            twin = game.canonical(state)
            index = self.machine.best_index(twin)
            if index != NO_INDEX:
                wanted = game.canonical(game.result(twin, self._action(twin, index)))
                for action in game.actions(state):
                    if game.canonical(game.result(state, action)) == wanted:
                        return action
        return None


def _between(low: int, high: int) -> int:
    """Where to divide the values still possible; near nought, where most values are, first."""
    middle = low + (high - low) // 2
    if middle <= 0 and low // 2 < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle
