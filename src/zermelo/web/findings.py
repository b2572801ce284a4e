"""What analyses have found, so that other answers about the same positions agree with them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Hashable
from typing import Any, Final

from zermelo.web.cache import Cache
from zermelo.web.workers.messages import Done, Event

MOST: Final = 500  # positions


class Findings(Cache[Hashable, dict[str, Any]]):
    """The best iteration of the analysis of each position, as JSON holds it."""

    def __init__(self) -> None:
        super().__init__(MOST)

    def put(self, key: Hashable, item: dict[str, Any]) -> None:
        """Stores an iteration, unless more is known already."""
        known = self.get(key)
        if known is None or _certainty(item) >= _certainty(known):
            super().put(key, item)

    async def listen(
        self, position: Hashable, answers: AsyncGenerator[Event | Done, None]
    ) -> AsyncGenerator[Event | Done, None]:
        """Passes the events of an analysis on, and stores its iterations."""
        async with contextlib.aclosing(answers):
            async for answer in answers:
                if isinstance(answer, Event) and answer.name == "iteration":
                    self.put(position, answer.data)
                yield answer


def _certainty(iteration: dict[str, Any]) -> tuple[bool, int, int, int]:
    proofs = sum(move["proven"] for move in iteration["moves"])
    return iteration["proven"], proofs, iteration["depth"], iteration.get("simulations", 0)
