"""Full garbage collections do not reach into a search's time."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest

from zermelo.engine import garbage
from zermelo.engine.textbook import TextbookEngine
from zermelo.games import Nim


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


def test_what_was_there_before_a_call_is_set_aside_until_it_ends() -> None:
    during: list[int] = []
    TextbookEngine(Nim()).analyse(depth=1, listen=lambda _: during.append(gc.get_freeze_count()))
    assert during[0] > 1000
    assert gc.get_freeze_count() == 0


def test_calls_of_several_threads_end_in_any_order() -> None:
    second_began, second_ends = threading.Event(), threading.Event()

    def second() -> None:
        with garbage.set_aside():
            second_began.set()
            second_ends.wait()

    with garbage.set_aside():
        other = threading.Thread(target=second)
        other.start()
        second_began.wait()
    assert gc.get_freeze_count() > 0
    second_ends.set()
    other.join()
    assert gc.get_freeze_count() == 0


def test_what_a_program_froze_itself_stays_so() -> None:
    own = [object()]
    gc.freeze()
    with garbage.set_aside():
        pass
    assert all(each is not own for each in gc.get_objects())  # which has none that is frozen
