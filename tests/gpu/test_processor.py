"""The kernels of a GPU, run by the processor, beside its own and slow twins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.gpu.found import NATURAL, findings
from tests.gpu.games import Growing
from tests.tablebase.games import Dots
from tests.tablebase.twins import worths
from zermelo.bits import popcount
from zermelo.gpu import open_device
from zermelo.search import perft


@pytest.fixture(scope="module")
def found() -> Iterator[Any]:
    """What is found where there need be no card."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_GPU", "processor")
        open_device.cache_clear()
        yield findings()
    open_device.cache_clear()


def test_levels_are_those_of_a_slow_twin_in_one_pass_and_in_many(found: Any) -> None:
    known = worths(Dots(1, 1))
    plies = [popcount(state.lines) for state in known]
    counts = [
        [plies.count(ply), *(_count(known, ply, sign) for sign in (1, 0, -1))] for ply in range(5)
    ]
    twin = [-1, 4, *counts]
    assert found["dots"] == [twin, twin]
    assert found["plies"] == [plies.count(ply) for ply in range(3)]


def _count(known: dict[Any, Any], ply: int, sign: int) -> int:
    """How many positions of a level have a value of that sign."""
    return sum(
        popcount(state.lines) == ply and value == sign for state, (value, _plies) in known.items()
    )


def test_levels_that_do_not_follow_each_other_are_those_of_the_processor(found: Any) -> None:
    assert found["hexapawn"] == found["files"][0][0]
    assert found["hexapawn"][:2] == [-1, 6]


def test_files_are_those_of_the_processor_byte_for_byte(found: Any) -> None:
    processor, threads = found["files"]
    assert threads == processor
    assert len(processor[1]) > 15


def test_perft_is_that_of_the_textbook_lane(found: Any) -> None:
    assert found["perft"] == [perft.perft(Growing(), depth) for depth in range(6)]


def test_a_rule_that_cannot_go_on_says_where(found: Any) -> None:
    assert found["fault"].startswith("Growing.result (line ")
    assert found["fault"].endswith("of games.py): a number leaves 64 bits")


def test_perft_of_games_with_lists(found: Any) -> None:
    assert found["natural"] == {name: case[3] for name, case in NATURAL.items()}


def test_a_thread_has_little_memory(found: Any) -> None:
    assert found["memory"].startswith("Hungry.is_terminal (line ")
    assert found["memory"].endswith("it needs more memory than there is for one search")
    assert found["levels"] == (
        "hungry: a thread of the GPU has too little memory, or its rules are not always the same; "
        "leave out --device gpu"
    )
