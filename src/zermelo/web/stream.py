"""Server-sent events, which end when the work does or when nobody listens any more."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Coroutine
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from zermelo.web.problems import Problem, server_error
from zermelo.web.workers.messages import Done, Event

SIGN_OF_LIFE: Final = 10.0  # seconds without a word after which one is sent

Returned = TypeVar("Returned")


class Gone(Exception):
    """Nobody waits for the answer any more."""


class EventStream(Response):
    """The events of a task; its result is the event `end`, and an error the event `problem`."""

    media_type = "text/event-stream"

    def __init__(self, answers: AsyncGenerator[Event | Done, None]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with contextlib.aclosing(self.answers):
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            with contextlib.suppress(Gone, OSError):
                await _or_gone(self._send_all(send), receive)
                await send({"type": "http.response.body", "body": b""})

    async def _send_all(self, send: Send) -> None:
        async with contextlib.aclosing(self._events()) as events:
            async for name, data in events:
                text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
                line = f"event: {name}\ndata: {text}\n\n" if name else ":\n\n"
                body = line.encode("utf-8", "replace")
                await send({"type": "http.response.body", "body": body, "more_body": True})

    async def _events(self) -> AsyncGenerator[tuple[str, Any], None]:
        try:
            async with contextlib.aclosing(or_moments(self.answers, SIGN_OF_LIFE)) as answers:
                async for answer in answers:
                    if answer is None:
                        yield "", None
                    elif isinstance(answer, Done):
                        yield "end", answer.result
                        return
                    else:
                        yield answer.name, answer.data
        except Problem as problem:
            yield "problem", problem.details()
        except Exception:
            yield "problem", server_error().details()
            raise


async def or_moments(
    stream: AsyncGenerator[Event | Done, None], seconds: float
) -> AsyncGenerator[Event | Done | None, None]:
    """The same, and None whenever nothing was said for so long."""
    async with contextlib.aclosing(stream):
        while True:
            answer = asyncio.ensure_future(anext(stream))
            try:
                while not (await asyncio.wait({answer}, timeout=seconds))[0]:
                    yield None
                yield answer.result()
            except StopAsyncIteration:
                return
            finally:
                if not answer.done():
                    answer.cancel()
                    await asyncio.wait({answer})


def hears_events(request: Request) -> bool:
    """Whether the client would rather hear what happens than wait in silence."""
    return EventStream.media_type in request.headers.get("accept", "")


async def attended(request: Request, work: Coroutine[Any, Any, Returned]) -> Returned:
    """Does the work, but only as long as the client waits for it; else `Gone`."""
    return await _or_gone(work, request.receive)


async def _or_gone(work: Coroutine[Any, Any, Returned], receive: Receive) -> Returned:
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise Gone
    finally:
        for task in (doing, leaving):
            task.cancel()
        await asyncio.wait({doing, leaving})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
