"""Slow and silent clients: they are sent away, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import uvicorn

from tests.patience import PATIENCE
from tests.web.process import asker
from zermelo.cli.serve import listen
from zermelo.web.app import create_app
from zermelo.web.connections import Crowd
from zermelo.web.settings import Limits, ServerSettings, Setup

HALF = b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n"
BODY = (
    b"POST /api/positions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 20\r\n\r\n{"
)


@contextmanager
def served(**limits: Any) -> Iterator[tuple[str, int]]:
    """The app on a real socket, with these limits; it needs no processes here."""
    settings = ServerSettings(setup=Setup(limits=Limits(**limits)), quick=0, steady=0)
    crowd = Crowd(settings.limits)
    config = uvicorn.Config(create_app(settings), log_level="critical", http=crowd.protocol())
    server = uvicorn.Server(config)
    with listen("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield listener.getsockname()
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


def connect(address: tuple[str, int], content: bytes) -> socket.socket:
    made = socket.create_connection(address, timeout=PATIENCE)
    made.sendall(content)
    return made


def get(address: tuple[str, int]) -> int:
    with asker(f"http://127.0.0.1:{address[1]}") as client:
        return client.get("/api/status").status_code


def test_half_a_head_is_not_waited_for() -> None:
    whole = HALF + b"\r\n"
    with served(head_seconds=0.3) as address:
        for content in (b"", HALF):
            began = time.monotonic()
            with connect(address, content) as half:
                assert half.recv(1000) == b""
            assert time.monotonic() - began >= 0.25
        with connect(address, whole) as kept:  # the second request on a connection
            assert kept.recv(100_000).startswith(b"HTTP/1.1 200")
            kept.sendall(HALF)
            while content := kept.recv(100_000):
                assert b"HTTP" not in content  # the rest of the first answer


def test_half_sent_requests_lock_nobody_out() -> None:
    with served(connections=20) as address, ExitStack() as half:
        for _ in range(60):
            half.enter_context(connect(address, HALF))
        for _ in range(3):
            assert get(address) == 200


def test_slow_bodies_lock_nobody_out() -> None:
    with served(arriving=5, requests=8) as address, ExitStack() as stack:
        slow = [stack.enter_context(connect(address, BODY)) for _ in range(20)]
        assert slow[0].recv(1000).startswith(b"HTTP/1.1 408")  # the slowest has made room
        assert get(address) == 200


def test_a_request_of_two_lengths_is_refused_and_what_follows_is_not_heard() -> None:
    """A proxy might take the one, and hand on as a body what would be a request here."""
    both = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with served() as address, connect(address, HALF + both + HALF + b"\r\n") as smuggler:
        heard = b""
        while content := smuggler.recv(100_000):
            heard += content
    assert heard.startswith(b"HTTP/1.1 400")
    assert heard.count(b"HTTP/1.1") == 1


def test_many_requests_under_way_are_refused_and_told_so() -> None:
    with served(requests=0) as address:
        assert get(address) == 429


def test_where_every_connection_works_another_is_told_to_come_back() -> None:
    crowd = Crowd(Limits(connections=0))
    settings = ServerSettings(quick=0, steady=0)
    config = uvicorn.Config(create_app(settings), log_level="critical", http=crowd.protocol())
    config.load()

    class Transport:
        said, closed = b"", False

        def write(self, content: bytes) -> None:
            self.said += content

        def close(self) -> None:
            self.closed = True

        def get_extra_info(self, name: str) -> None:
            return None

    async def connect_once() -> Transport:
        transport = Transport()
        crowd.protocol()(
            config=config, server_state=uvicorn.server.ServerState(), app_state={}
        ).connection_made(transport)
        return transport

    transport = asyncio.run(connect_once())
    assert transport.said.startswith(b"HTTP/1.1 503")
    assert transport.closed
