"""The connections of the server: none waits for ever, and those that do nothing go first.

A visitor's browser sends the head of a request in a moment. Who sends half of it, or nothing, holds
a place that others need: after some seconds it is closed, and sooner where places are short.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.web.settings import Limits

SPARE: Final = 100  # descriptors for what else the server opens: files, processes
FEWEST: Final = 8
FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 5\r\n"
    b"Connection: close\r\n\r\ntoo many connections: try again in a moment\n"
)


class Crowd:
    """All connections; of too many, the one that has waited longest for its request goes."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most = min(limits.connections, max(FEWEST, _descriptors() - SPARE))
        self.count = 0
        self.waiting: dict[Connection, None] = {}  # the longest first

    def protocol(self) -> Any:
        """What uvicorn makes a connection of."""
        return partial(Connection, self)


class Connection(H11Protocol):
    """A connection on which neither a request nor the reading of an answer may take for ever."""

    def __init__(self, crowd: Crowd, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.crowd = crowd
        self.timer: asyncio.TimerHandle | None = None
        self.writing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.crowd.count += 1
        if self.crowd.count > self.crowd.most:
            if not self.crowd.waiting:
                transport.write(FULL)
                transport.close()
                return
            next(iter(self.crowd.waiting)).cut()
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            if self.timer is None and not self.transport.is_closing():
                self._wait()
        else:
            self._end_wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.crowd.waiting[self] = None  # open still, but the first to go

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.count -= 1
        self._end_wait()
        self._end_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._end_writing()
        self.writing = self.loop.call_later(self.crowd.limits.read_seconds, self.cut)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._end_writing()

    def cut(self) -> None:
        """Closes it at once."""
        self._end_wait()
        self.transport.abort()

    def _wait(self) -> None:
        self.crowd.waiting[self] = None
        self.timer = self.loop.call_later(self.crowd.limits.head_seconds, self.cut)

    def _end_wait(self) -> None:
        self.crowd.waiting.pop(self, None)
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def _end_writing(self) -> None:
        if self.writing:
            self.writing.cancel()
            self.writing = None


def _descriptors() -> int:
    """How many files and sockets this process may have open; as many as it is allowed to."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return 1 << 16
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return 1 << 16 if soft == resource.RLIM_INFINITY else soft
