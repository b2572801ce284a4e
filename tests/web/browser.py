"""Somebody who asks an app in this process, one request at a time or several at once."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import AsyncExitStack
from typing import Any

import httpx
from fastapi import FastAPI


def kind_of(response: httpx.Response) -> str:
    """The kind of problem that an answer is; it must be one, with a line for people."""
    assert response.headers["content-type"] == "application/problem+json", response.text[:200]
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["detail"]
    assert "\n" not in problem["detail"]
    return str(problem["type"]).removeprefix("urn:zermelo:problem:")


def events_of(text: str) -> list[tuple[str, Any]]:
    """The events of a stream: their names and data."""
    found = []
    for part in text.split("\n\n"):
        lines = [line for line in part.splitlines() if not line.startswith(":")]
        if lines:
            name, data = lines
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


class Browser:
    """Runs the app on a thread of its own; as a context it starts the app's processes too."""

    def __init__(self, app: FastAPI, host: str = "localhost", address: str = "127.0.0.1") -> None:
        self.app = app
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        # An error in the app is for the test to see as the client does: as a 500.
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 123))
        self.http = httpx.AsyncClient(
            transport=transport, base_url=f"http://{host}", timeout=60, follow_redirects=False
        )
        self.running = AsyncExitStack()

    def run(self, work: Any) -> Any:
        """Waits for something that the loop does."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(120)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        response = self.run(self.http.request(method, path, **more))
        assert isinstance(response, httpx.Response)
        return response

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)

    def put(self, path: str, **more: Any) -> httpx.Response:
        return self.request("PUT", path, **more)

    def delete(self, path: str, **more: Any) -> httpx.Response:
        return self.request("DELETE", path, **more)

    def close(self) -> None:
        """Ends the loop."""
        self.run(self.http.aclose())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def __enter__(self) -> Browser:
        context = self.app.router.lifespan_context(self.app)
        self.run(self.running.enter_async_context(context))
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self.running.aclose())
        self.close()
