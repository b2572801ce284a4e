"""What analyses have found, so that other answers about the same positions agree with them."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import AsyncGenerator, Hashable
from typing import Any, Final

from zermelo.web.workers.messages import Done, Event

MOST: Final = 500  # positions


class Findings:
    """The best iteration of the analysis of each position, as JSON holds it."""

    def __init__(self) -> None:
        self._iterations: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()

    def get(self, position: Hashable) -> dict[str, Any] | None:
        """What is known of a position."""
        return self._iterations.get(position)

    def put(self, position: Hashable, iteration: dict[str, Any]) -> None:
        """Stores an iteration, unless more is known already."""
        known = self._iterations.get(position)
        if known is None or _certainty(iteration) >= _certainty(known):
            self._iterations[position] = iteration
        self._iterations.move_to_end(position)
        if len(self._iterations) > MOST:
            self._iterations.popitem(last=False)

    async def listen(
        self, position: Hashable, answers: AsyncGenerator[Event | Done, None]
    ) -> AsyncGenerator[Event | Done, None]:
        """Passes the events of an analysis on, and stores its iterations."""
        async with contextlib.aclosing(answers):
            async for answer in answers:
                if isinstance(answer, Event) and answer.name == "iteration":
                    self.put(position, answer.data)
                yield answer


def _certainty(iteration: dict[str, Any]) -> tuple[bool, int, int]:
    proofs = sum(move["proven"] for move in iteration["moves"])
    return iteration["proven"], proofs, iteration["depth"]
