"""Random programs are compiled and give what Python gives, or are refused (see `fuzz.py`)."""

from __future__ import annotations

from tests.compiler.agreement import compiled
from tests.compiler.fuzz import in_child, programs
from zermelo.compiler.intrinsics import data, item, new_items, set_item


def test_random_programs() -> None:
    assert programs(12, 1) == 0


def test_random_programs_stay_in_their_own_memory() -> None:
    assert programs(6, 101, guard=True) == 0


def last(place: int) -> int:
    items = new_items(data((1, 2, 3)), 3)
    set_item(items, place, 7)
    found: int = item(items, place)
    return found


def test_a_guarded_arena_notices_who_leaves_his_memory() -> None:
    def ends(place: int) -> tuple[str, str]:
        run = compiled([(last, [(0,)])], guard=True)
        return in_child(lambda: ("equal", str(run.call(0, place))))

    assert ends(2) == ("equal", "7")
    assert ends(3)[0] == "crash 11"
