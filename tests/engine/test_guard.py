"""No kernel writes outside its memory: with pages around every block that must not be touched."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from zermelo.compiler.intrinsics import WORD
from zermelo.engine.memory import GUARD, address_of, clear, guarded_zeros, untouched, zeros

ROOT = Path(__file__).parent.parent.parent

# A good part of what the engine is asked elsewhere, once more between guards.
TESTS = (
    "tests/engine/test_engine.py::test_small_othello",
    "tests/engine/test_engine.py::test_two_threads_find_the_same_values",
    "tests/engine/test_cases.py::test_right_or_refused[dither]",
)


@pytest.mark.parametrize("words", [1, 7, 511, 512, 513, 5000])
def test_blocks_are_zeros_and_can_be_written(words: int) -> None:
    for make in (zeros, guarded_zeros):
        block = make(words)
        assert len(block) == words
        assert not any(block)
        assert address_of(block) % WORD == 0
        block[:] = array("q", [7]) * words
        assert sum(block) == 7 * words
        clear(block)
        assert not any(block)
    assert untouched(block)
    assert len(guarded_zeros(0)) == 0


def died(code: str) -> bool:
    """Whether a program ends by a write where none may be."""
    program = (
        "import ctypes\nfrom zermelo.engine.memory import address_of, zeros\n"
        "block = zeros(1000)\nat = address_of(block)\n"
        f"{code}\nprint('alive')"
    )
    environment = {**os.environ, GUARD: "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode < 0 and "alive" not in done.stdout


def test_a_write_outside_ends_the_process() -> None:
    assert not died("ctypes.memset(at, 1, 8000)")
    assert died("ctypes.memset(at + 8000, 1, 1)")
    assert died("ctypes.memset(at - 4096 - 8, 1, 1)")


def test_a_write_just_before_is_noticed() -> None:
    block = guarded_zeros(1000)
    assert untouched(block)
    ctypes.memset(address_of(block) - 1, 0, 1)
    assert not untouched(block)


@pytest.mark.long
@pytest.mark.skipif(GUARD in os.environ, reason="this is the run between guards")
def test_the_engine_writes_nothing_outside() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, GUARD: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
