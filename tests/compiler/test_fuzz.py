"""Random programs are compiled and give what Python gives, or are refused (see `fuzz.py`)."""

from __future__ import annotations

from tests.compiler.fuzz import programs


def test_random_programs() -> None:
    assert programs(12, 1) == 0
