"""Games as people write them: sets, Enums and tuples in their states, solved on every position."""

from __future__ import annotations

import pytest

from tests.compiler.natural import CASES, Case
from tests.tablebase.twins import worths
from zermelo.tablebase import build

SMALL = ("dots-2-1-0", "hexapawn-3-3--1")


@pytest.mark.parametrize("case", [case for case in CASES if str(case) in SMALL], ids=str)
def test_every_position_as_the_twin_has_it(case: Case) -> None:
    table = build(case.game, threads=1)
    wanted = worths(case.game)
    assert table.positions == len(wanted)
    assert table[case.position].value == case.value
    for state, worth in wanted.items():
        assert tuple(table[state]) == worth
