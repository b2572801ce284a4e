"""Who waits for a change of a match, and is told of it at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

MOST: Final = 512  # at once
LOOK: Final = 5.0  # seconds after which one looks all the same


class News:
    """Those who wait, by the match; of too many, who has waited longest goes."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._all: dict[asyncio.Event, None] = {}  # the longest first
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
    def of(self, id: str) -> Iterator[Callable[[], Awaitable[bool]]]:
        """A function that waits for the next change of a match; whether to go on."""
        event = asyncio.Event()
        self._waiting[id].add(event)
        self._all[event] = None
        if len(self._all) > self.most:
            longest = next(iter(self._all))
            del self._all[longest]
            longest.set()

        async def wait() -> bool:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await event.wait()
            event.clear()
            return event in self._all and not self.ended

        try:
            yield wait
        finally:
            self._all.pop(event, None)
            self._waiting[id].discard(event)
            if not self._waiting[id]:
                del self._waiting[id]
