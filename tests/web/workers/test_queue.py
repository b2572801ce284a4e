"""Who is next."""

from __future__ import annotations

import asyncio

import pytest

from zermelo.web.problems import Problem
from zermelo.web.settings import ServerSettings
from zermelo.web.visitor import Visitor, visiting
from zermelo.web.workers.pool import Pool
from zermelo.web.workers.queue import Queue, Ticket


def ticket(name: str, short: bool = False) -> Ticket:
    return Ticket(name, short, asyncio.get_running_loop().create_future(), visitor=name[0])


def order(*names: str, most: int) -> list[str]:
    """The order in which tickets are taken where nothing ever ends; small letters are short."""

    async def take() -> list[str]:
        queue, found = Queue(), []
        queue.waiting = [ticket(name, name.islower()) for name in names]
        while (next_one := queue.take(most)) is not None:
            found.append(next_one.about)
        return found

    return asyncio.run(take())


def test_first_come_first_served_and_short_work_before_all() -> None:
    assert order("A1", "B1", "C1", most=9) == ["A1", "B1", "C1"]
    assert order("A1", "B1", "c1", "D1", most=9) == ["c1", "A1", "B1", "D1"]


def test_who_has_many_under_way_comes_after_who_has_none() -> None:
    assert order("A1", "A2", "A3", "B1", "C1", most=9) == ["A1", "B1", "C1", "A2", "A3"]


def test_one_process_is_kept_for_short_work() -> None:
    assert order("A1", "B1", "C1", most=1) == ["A1"]
    assert order("A1", "B1", "c1", "d1", most=1) == ["c1", "d1", "A1"]


def test_who_has_left_is_not_called() -> None:
    async def leave() -> None:
        queue = Queue()
        first, second = ticket("A"), ticket("B")
        queue.waiting = [first, second]
        assert queue.count("A") == 1
        first.worker.cancel()
        assert queue.take(2) is second
        queue.leave(second)
        assert (len(queue), queue.under_way) == (0, set())

    asyncio.run(leave())


def test_one_address_fills_no_queue_however_many_visitors_it_is() -> None:
    async def fill() -> None:
        pool = Pool(ServerSettings(waiting=1), 1)
        for cookie in "ab":
            with visiting(Visitor("192.0.2.1", cookie)):
                pool.check_room()
                future = asyncio.get_running_loop().create_future()
                pool.queue.waiting.append(Ticket(None, False, future))
        with visiting(Visitor("192.0.2.1", "c")), pytest.raises(Problem, match="busy"):
            pool.check_room()
        with visiting(Visitor("192.0.2.2", "c")):
            pool.check_room()

    asyncio.run(fill())
