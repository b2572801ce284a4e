"""The engine of a game without a heuristic: what a search proves is proven, else random games say.

Both look at a position in turns. The search goes deeper and deeper, to find what can be forced, and
how soon; what is not certain yet is decided by Monte-Carlo tree search.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

from zermelo.engine.base import Call, Engine, Interrupted, Listener, TooLarge
from zermelo.game import Action, State, decided_by_chance
from zermelo.search.finding import Finding

if TYPE_CHECKING:  # the compiler loads when it is needed
    from zermelo.engine.sampling import CompiledSampler
    from zermelo.engine.textbook import TextbookSampler

FIRST: Final = 20_000  # states that random games enter before the first finding
LONGEST: Final = 4_000_000  # between two findings: a second or so
SHARE: Final = 24  # for so many states of random games, the search enters one
IN_PYTHON: Final = 40  # times slower, at least, is a search of interpreted rules
LEAST: Final = 2_500  # states that such a search enters at a time


class SamplingEngine(Engine[State, Action]):
    """Random games and a search together, for a game that nobody has written `evaluate` for.

    To a `depth`, and for `solve`, it is the search alone.
    """

    def __init__(
        self, prover: Engine[State, Action], sampler: CompiledSampler | TextbookSampler
    ) -> None:
        super().__init__(prover.game)
        self.prover, self.sampler = prover, sampler
        self.lane, self.reason, self.solved = sampler.lane, prover.reason, prover.solved
        self.deepest = prover.deepest
        self._share = SHARE * (IN_PYTHON if sampler.lane != prover.lane else 1)
        self._sampled: tuple[State, ...] = ()  # the position that random games began from
        self._vain = 0  # nodes within which the search of the call did not reach the next depth
        self._proof: Finding[State, Action] | None = None  # what the search of the call has found

    def line_of(self, state: State, action: Action, plies: int | None = None) -> tuple[Action, ...]:
        """The search's line; where that is no more than the move, the one of the random games."""
        line = self.prover.line_of(state, action, plies)
        other = self.sampler.line() if (state,) == self._sampled else ()
        return other if line == other[:1] else line

    def prepare(
        self, solving: bool = False, depth: int | None = None, time: float | None = None
    ) -> None:
        super().prepare(solving, depth, time)
        if not solving and depth is None:
            self.sampler.compile(self._level_for(solving, depth, time))

    def _vet(self) -> None:
        self.prover.vet()

    @property
    def _nodes(self) -> int:
        return self.prover._nodes + self.sampler.nodes

    def _compile(self, solving: bool, level: int) -> None:
        self.prover._compile(solving, level)

    def _begin(self, call: Call[State], solving: bool) -> None:
        self.prover._last = call
        self.prover._begin(call, solving)
        self.sampler.begin()

    def _interrupt(self) -> None:
        self.prover._interrupt()
        self.sampler.interrupt()

    def _iteration(
        self, call: Call[State], depth: int, before: Finding[State, Action] | None
    ) -> Finding[State, Action]:
        return self.prover._iteration(call, depth, before)

    def _solution(self, call: Call[State]) -> Finding[State, Action]:
        return self.prover._solution(call)

    def _deepen(
        self, call: Call[State], last: int | None, listen: Listener | None
    ) -> Finding[State, Action]:
        if last is not None or self._over(call) is not None:
            return super()._deepen(call, last, listen)
        self.sampler.take_root(call.state, call.history)
        self._sampled = (call.state,)
        self._proof, self._vain, budget, done = None, 0, FIRST, False
        while not done:
            try:
                tell = None if self.sampler.simulations else listen
                self._prove(call, budget // self._share, tell)
                done = self._settled or self.sampler.value()[1]
                if not done:
                    self.sampler.run(call, min(budget, self._left(call)))
                elif not self._settled:  # how soon it ends is worth as much again, but no more
                    self._prove(call, SHARE * self._nodes // self._share)
            except Interrupted:
                done = True
            except TooLarge:
                return super()._deepen(call, last, listen)
            if listen and self.sampler.simulations:
                listen(self._together(call))
            budget = min(2 * budget, LONGEST)
        return self._together(call)

    def _left(self, call: Call[State]) -> int:
        """How many states the call may still enter."""
        left = call.nodes - self._nodes
        if left <= 0:
            raise Interrupted
        return left

    def _prove(self, call: Call[State], nodes: int, tell: Listener | None = None) -> None:
        """Lets the search enter so many nodes, from where it stopped; `tell` hears of it."""
        if self.prover.lane == "textbook":  # which begins a depth anew each time
            nodes = max(nodes, LEAST)
            if nodes <= self._vain:
                return
        part = call.limited(self.prover._nodes + min(nodes, self._left(call)))
        while not self._settled:
            depth = self._proof.depth + 1 if self._proof else 1
            if depth > self.deepest:
                break
            try:
                self._proof = self.prover._iteration(part, depth, self._proof)
            except Interrupted:
                call.check()
                self._vain = nodes
                break
            if tell:
                tell(self._proof)

    @property
    def _settled(self) -> bool:
        """Whether the search has left nothing to be found."""
        return self._proof is not None and self._is_final(self._proof)

    def _together(self, call: Call[State]) -> Finding[State, Action]:
        """What both have found: of what the search has proven, nothing else is believed."""
        proof, sampler = self._proof, self.sampler
        line, count = sampler.line(), sampler.simulations
        told = count > 0 and (line or decided_by_chance(self.game, call.state))
        if not told or self._settled:
            finding = proof or self._nothing(call)
            return dataclasses.replace(finding, nodes=self._nodes, seconds=call.seconds)
        if proof and proof.proven:
            finding = dataclasses.replace(proof, nodes=self._nodes, seconds=call.seconds)
        else:
            if proof and line and line[0] != proof.action:
                known = {move.action: move for move in sampler.moves()}
                sooner = known.get(proof.action)
                if sooner and sooner.proven and sooner.value == known[line[0]].value:
                    line = proof.line  # random games do not tell how soon it ends
            depth = proof.depth if proof else 0
            finding = self._finding(call, *sampler.value(), line, depth, self._nodes)
        if call.all_moves:
            known = {move.action: move for move in proof.moves if move.proven} if proof else {}
            moves: Any = tuple(known.get(move.action, move) for move in sampler.moves())
            finding = dataclasses.replace(finding, moves=moves)
        return dataclasses.replace(finding, simulations=count, results=sampler.results())
