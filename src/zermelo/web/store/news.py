"""Who waits for a change of a match, and is told of it at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

LOOK: Final = 5.0  # seconds after which one looks all the same


class News:
    """Those who wait, by the match."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.ended = False

    def tell(self, id: str) -> None:
        """A match has changed."""
        for event in self._waiting.get(id, ()):
            event.set()

    def end(self) -> None:
        """Nothing more is told: the server is about to end."""
        self.ended = True
        for id in list(self._waiting):
            self.tell(id)

    @contextmanager
    def of(self, id: str) -> Iterator[Callable[[], Awaitable[None]]]:
        """A function that waits for the next change of a match."""
        event = asyncio.Event()
        self._waiting[id].add(event)

        async def wait() -> None:
            with suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), LOOK)
            event.clear()

        try:
            yield wait
        finally:
            self._waiting[id].discard(event)
            if not self._waiting[id]:
                del self._waiting[id]
