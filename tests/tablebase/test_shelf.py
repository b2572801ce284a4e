"""The shelf in memory, which several threads use at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from zermelo.tablebase.shelf import Memory


@pytest.fixture
def often() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("often")
def test_threads_put_files_there_while_others_take_theirs_away() -> None:
    shelf = Memory()
    for i in range(5000):
        shelf.write(f"keys/{i}", b"")

    def work(thread: int) -> None:
        for i in range(30):
            shelf.write(f"values/{thread}/{i}", b"")
            assert f"{thread}/{i}" in shelf.names("values")
            shelf.remove(f"values/{thread}/{i}")

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(work, thread) for thread in range(4)]:
            done.result()
    assert shelf.names("values") == []
