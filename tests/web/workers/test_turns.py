"""Analyses of several visitors take turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from zermelo.web.positions import Start
from zermelo.web.workers.messages import Done, Event
from zermelo.web.workers.requests import AnalysisRequest
from zermelo.web.workers.turns import in_turns

REQUEST = AnalysisRequest(Start("nim"), 3, 60.0, None, True)


class OneProcess:
    """A pool whose process goes one ply deeper at each step; others wait as long as `others`."""

    def __init__(self, others: int, last: int) -> None:
        self.queue, self.last = [None] * others, last
        self.begun: list[float] = []
        self.deep = 0  # what the engine's table remembers

    async def stream(
        self, task: str, request: AnalysisRequest, seconds: float, about: Any
    ) -> AsyncGenerator[Event | Done, None]:
        self.begun.append(request.time)
        for depth in range(1, self.last + 1):
            if depth > self.deep:
                await asyncio.sleep(0.01)
                self.deep = depth
            yield Event(1, "iteration", {"depth": depth})
        yield Done(1, {"reason": "depth"}, 0)


def depths(pool: OneProcess) -> list[Any]:
    async def heard() -> list[Any]:
        return [
            answer.data["depth"] if isinstance(answer, Event) else "end"
            async for answer in in_turns(pool, "analyse", REQUEST, None, turn=0.03)  # type: ignore[arg-type]
        ]

    return asyncio.run(heard())


def test_alone_it_is_not_interrupted() -> None:
    pool = OneProcess(others=0, last=12)
    assert depths(pool) == [*range(1, 13), "end"]
    assert pool.begun == [60.0]


def test_where_others_wait_it_lets_them_go_first_and_goes_on() -> None:
    pool = OneProcess(others=1, last=12)
    assert depths(pool) == [*range(1, 13), "end"]  # each ply once
    assert len(pool.begun) > 1
    assert pool.begun == sorted(pool.begun, reverse=True)  # its time is not begun anew


def test_what_more_random_games_say_is_told_at_the_same_depth() -> None:
    class Sampling(OneProcess):
        async def stream(self, *_about: Any) -> AsyncGenerator[Event | Done, None]:
            for simulations in (0, 10, 10, 20):
                yield Event(1, "iteration", {"depth": 2, "simulations": simulations})
            yield Done(1, {"reason": "time"}, 0)

    assert depths(Sampling(others=0, last=0)) == [2, 2, 2, "end"]
