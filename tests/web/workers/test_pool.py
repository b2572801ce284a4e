"""Processes that search: waiting in line, stopping, and what ends badly."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import re
import signal
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from time import monotonic
from typing import Any, Protocol

import pytest

from tests.patience import PATIENCE
from tests.web.samples import LOADERS
from zermelo.board import shape
from zermelo.language import _, speaking
from zermelo.web.positions import Start
from zermelo.web.problems import Problem
from zermelo.web.settings import ServerSettings, Setup
from zermelo.web.workers import pool
from zermelo.web.workers.messages import Done, Event, read
from zermelo.web.workers.pool import Pool
from zermelo.web.workers.process import _told
from zermelo.web.workers.requests import AnalysisRequest, SearchRequest


def search(game: str, depth: int = 2) -> SearchRequest:
    settings = dict.fromkeys(("window", "table", "order", "cut", "returns", "delta", "guess"))
    return SearchRequest(Start(game), {**settings, "algorithm": "minimax", "depth": depth})


def analysis(game: str = "othello", seconds: float = 60) -> AnalysisRequest:
    return AnalysisRequest(Start(game), 1, seconds, None, False)


class Run(Protocol):
    """Does work with the pool, which has the settings given meanwhile."""

    def __call__(
        self, work: Callable[[Pool], Coroutine[Any, Any, None]], **settings: Any
    ) -> None: ...


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """A pool of one process."""
    setup = Setup(games=LOADERS, address_space=8 << 30)
    usual = ServerSettings(setup=setup, patience=PATIENCE)
    opened = Pool(usual, 1)

    def call(work: Callable[[Pool], Coroutine[Any, Any, None]], **settings: Any) -> None:
        async def begun() -> None:
            opened.settings = usual
            await opened.run("search", search("Countdown"), 10)
            opened.settings = replace(usual, **settings)
            await work(opened)

        runner.run(begun())

    with asyncio.Runner() as runner:
        yield call
        runner.run(opened.close())


def test_time_that_others_had_the_processor_counts_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules on a machine with much else to do are slow, not endless; endless they are ended too."""
    monkeypatch.setattr(pool, "TICK", 0.01)

    class Starving:
        preparing = False

        async def answer(self, seconds: float) -> None:
            await asyncio.sleep(seconds)
            raise TimeoutError

        def starved(self) -> float:
            return monotonic()

    async def wait() -> None:
        opened: Any = Pool(ServerSettings(), 1)
        async for _answer in opened._answers(Starving(), 0.05):
            pass

    began = monotonic()
    with pytest.raises(Problem, match="too long"):
        asyncio.run(wait())
    assert monotonic() > began + 0.05 * pool.STARVED


async def settled(opened: Pool) -> None:
    """Waits until the process is free again, this one or another."""
    async with asyncio.timeout(PATIENCE):
        while not opened.idle:
            await asyncio.sleep(0.02)


def test_a_job_is_done_and_then_the_next(run: Run) -> None:
    async def work(opened: Pool) -> None:
        for game in ("Countdown", "tictactoe"):
            result = await opened.run("search", search(game), 10)
            assert result["nodes"] > 2
        assert opened.warm
        assert (opened.busy, len(opened.workers)) == (0, 1)

    run(work)


def test_what_fails_is_a_problem_and_the_next_job_is_done(run: Run) -> None:
    async def work(opened: Pool) -> None:
        for game, kind in (("shogi", "unknown"), ("Broken", "server"), ("Hungry", "too-long")):
            with pytest.raises(Problem) as error:
                await opened.run("search", search(game), 10)
            assert error.value.kind == kind
        assert (await opened.run("search", search("Countdown"), 10))["proven"] is False

    run(work)


def test_a_process_that_dies_is_replaced(run: Run) -> None:
    async def work(opened: Pool) -> None:
        first = await opened.run("search", search("Countdown"), 10)
        with pytest.raises(Problem) as error:
            await opened.run("search", search("Deadly"), 10)
        assert error.value.kind == "server"
        assert await opened.run("search", search("Countdown"), 10) | {"seconds": 0} == first | {
            "seconds": 0
        }

    run(work)


def test_a_process_that_was_killed_while_idle_is_replaced(run: Run) -> None:
    async def work(opened: Pool) -> None:
        (worker,) = opened.idle
        worker.process.kill()
        while not worker.ended:
            await asyncio.sleep(0.01)
        assert (await opened.run("search", search("Countdown"), 10))["nodes"] > 2

    run(work)


def test_a_job_for_a_process_that_has_just_died_is_done_by_another() -> None:
    async def work() -> None:
        opened = Pool(ServerSettings(), 1)
        try:
            await opened.run("search", search("nim"), 60)
            (worker,) = opened.workers
            os.kill(worker.pid, signal.SIGKILL)  # nobody has heard of it yet
            found = await opened.run("search", search("nim"), 60)
            assert found
            assert worker not in opened.workers
        finally:
            await opened.close()

    asyncio.run(work())


def test_what_takes_too_long_is_ended(run: Run) -> None:
    async def work(opened: Pool) -> None:
        with pytest.raises(Problem) as error:
            await opened.run("search", search("Sleepy"), 0.5)
        assert error.value.kind == "too-long"
        await settled(opened)
        assert (await opened.run("search", search("Countdown"), 10))["nodes"] > 2

    run(work, stopping=0.2)


def test_leaving_stops_an_analysis_and_keeps_the_process(run: Run) -> None:
    async def work(opened: Pool) -> None:
        async with contextlib.aclosing(opened.stream("analyse", analysis(), 60)) as answers:
            async for answer in answers:
                if isinstance(answer, Event) and answer.name == "iteration":
                    break
        (worker,) = opened.workers
        await settled(opened)
        assert opened.idle == [worker]

    run(work, stopping=PATIENCE)


def test_a_process_that_does_not_stop_is_ended_and_the_next_visitor_served(run: Run) -> None:
    async def work(opened: Pool) -> None:
        (deaf,) = opened.workers
        job = asyncio.create_task(opened.run("search", search("Sleepy"), 60))
        await asyncio.sleep(0.3)
        job.cancel()
        assert (await opened.run("search", search("Countdown"), 10))["nodes"] > 2
        assert deaf not in opened.workers
        assert deaf.ended

    run(work, stopping=0.2)


def test_others_wait_in_line_and_are_told_so(run: Run) -> None:
    async def work(opened: Pool) -> None:
        first = asyncio.create_task(opened.run("analyse", analysis(), 60))
        await asyncio.sleep(0.1)
        answers = []
        async for answer in opened.stream("search", search("Countdown"), 10):
            answers.append(answer)
            first.cancel()
        assert isinstance(answers[0], Event)
        assert (answers[0].name, answers[0].data) == ("waiting", {"ahead": 0})
        assert isinstance(answers[-1], Done)

    run(work)


def test_who_goes_just_when_an_answer_comes_stops_the_work(run: Run) -> None:
    async def work(opened: Pool) -> None:
        task = asyncio.create_task(opened.run("analyse", analysis(), 60))
        while not (busy := [worker for worker in opened.workers if worker.ticket]):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        busy[0].answers.put_nowait(Event(0, "of another job", {}))
        await asyncio.sleep(0)  # the answer is there, and the task does not know yet
        task.cancel()
        _done, late = await asyncio.wait({task}, timeout=20)
        assert not late

    run(work)


def test_a_line_that_is_too_long_is_refused(run: Run) -> None:
    async def work(opened: Pool) -> None:
        jobs = [asyncio.create_task(opened.run("analyse", analysis(), 60)) for _ in range(3)]
        await asyncio.sleep(0.1)
        assert len(opened.queue) == 2
        with pytest.raises(Problem) as error:
            await opened.run("search", search("Countdown"), 10)
        assert (error.value.kind, error.value.headers) == ("busy", {"Retry-After": "5"})
        for job in jobs:
            job.cancel()
        await settled(opened)
        assert not opened.queue
        assert (await opened.run("search", search("Countdown"), 10))["nodes"] > 2

    run(work, waiting=2)


def test_nobody_waits_for_ever(run: Run) -> None:
    async def work(opened: Pool) -> None:
        job = asyncio.create_task(opened.run("analyse", analysis(), 60))
        await asyncio.sleep(0.1)
        with pytest.raises(Problem) as error:
            await opened.run("search", search("Countdown"), 10)
        assert error.value.kind == "busy"
        job.cancel()
        await settled(opened)

    run(work, patience=0.3)


def test_who_leaves_the_line_takes_no_process_along(run: Run) -> None:
    async def work(opened: Pool) -> None:
        first = asyncio.create_task(opened.run("analyse", analysis(seconds=0.5), 10))
        await asyncio.sleep(0.1)
        waiting = [asyncio.create_task(opened.run("analyse", analysis(), 60)) for _ in range(3)]
        await asyncio.sleep(0.1)
        for job in waiting:
            job.cancel()
        await first
        await settled(opened)
        assert (await opened.run("search", search("Countdown"), 10))["nodes"] > 2

    run(work)


def test_a_process_that_has_grown_too_large_is_started_anew(run: Run) -> None:
    async def work(opened: Pool) -> None:
        (worker,) = opened.workers
        opened.settings = replace(opened.settings, setup=Setup(games=LOADERS, memory=1))
        await opened.run("search", search("Countdown"), 10)
        await settled(opened)
        assert opened.idle != [worker]

    run(work)


def test_where_no_process_can_start_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*_given: Any) -> None:
        raise RuntimeError("can't start new thread")

    async def ask() -> None:
        empty = Pool(ServerSettings(), 1)
        with pytest.raises(Problem, match="there is not enough memory for this"):
            await empty.run("search", search("nim"), 10)

    monkeypatch.setattr("zermelo.web.workers.pool.Worker", refused)
    monkeypatch.setattr("zermelo.web.workers.pool.LOG", logging.getLogger("tests.pool"))
    asyncio.run(asyncio.wait_for(ask(), PATIENCE))
    messages = [record.getMessage() for record in caplog.records]
    assert messages == ["a process does not start: there is not enough memory for this"]


def test_a_translation_is_a_part_of_a_message() -> None:
    with speaking("es"):
        told = _("value")
    assert (told, type(told)) != ("value", str)
    answer = read(pickle.dumps(Done(1, [told], 0.0)))
    assert isinstance(answer, Done)
    assert answer.result == [told]


def test_a_mistaken_call_of_ours_is_told_at_the_user_s_line() -> None:
    with pytest.raises(ValueError, match="no paint") as raised:
        shape("rect", "pink")
    told, trace = _told(raised.value)
    assert told.startswith("the game made a mistake: ValueError: no paint 'pink'; ")
    assert re.search(r"; in test_pool\.py, .* \(line \d+\)$", told)
    assert trace == ""
