"""Long searches of several visitors take turns: none waits for another to end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Final

from zermelo.web.stream import or_moments
from zermelo.web.workers.messages import Done, Event
from zermelo.web.workers.pool import Pool
from zermelo.web.workers.requests import AnalysisRequest

TURN: Final = 4.0  # seconds of search, after which others who wait come first
LOOK: Final = 0.5  # seconds between two looks at who waits
MORE: Final = 5.0  # seconds that a search may take beyond its time


async def in_turns(
    pool: Pool, task: str, request: AnalysisRequest, about: Any, turn: float = TURN
) -> AsyncGenerator[Event | Done, None]:
    """The events of an analysis, which gives its process to whoever waits and then goes on.

    It goes on where it was: the engine's table remembers most of it, and iterations that say no
    more than one before are not told again.
    """
    clock = asyncio.get_running_loop().time
    left, told = request.time, (-1, 0)
    while True:
        began = None
        stream = pool.stream(task, replace(request, time=left), left + MORE, about)
        async with aclosing(or_moments(stream, LOOK)) as answers:
            async for answer in answers:
                if isinstance(answer, Done):
                    yield answer
                    return
                if began is not None and clock() - began > turn and len(pool.queue):
                    break
                if answer is None:
                    continue
                if answer.name != "iteration":
                    yield answer
                    continue
                began = began or clock()
                said = answer.data["depth"], answer.data.get("simulations", 0)
                if said > told:
                    told = said
                    yield answer
        left = max(0.1, left - (clock() - (began or clock())))
