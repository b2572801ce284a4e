"""The kernels of a GPU under Numba's simulator of CUDA, beside the processor and slow twins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.gpu.games import Growing
from tests.tablebase.games import Dots
from tests.tablebase.twins import worths
from zermelo.bits import popcount
from zermelo.search import perft


@pytest.fixture(scope="module")
def found() -> Any:
    """What a process with the simulator has printed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.gpu.simulated"],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


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
    processor, simulator = found["files"]
    assert simulator == processor
    assert len(processor[1]) > 15


def test_perft_is_that_of_the_textbook_lane(found: Any) -> None:
    assert found["perft"] == [perft.perft(Growing(), depth) for depth in range(6)]


def test_a_rule_that_cannot_go_on_says_where(found: Any) -> None:
    assert found["fault"].startswith("Growing.result (line ")
    assert found["fault"].endswith("of games.py): a number leaves 64 bits")
