"""Who is next."""

from __future__ import annotations

import asyncio

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
