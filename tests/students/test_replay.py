"""A student's search as events: of a right program they are those of our own algorithm."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.games import read_tree
from zermelo.numbers import number
from zermelo.search import alphabeta
from zermelo.search.record import Recorder
from zermelo.students.cases import Case, Wanted, cases
from zermelo.students.process import Limits, run_program
from zermelo.students.replay import Teller

PROGRAMS = Path(__file__).parent / "programs"
TOLD = ("enter", "leaf", "leave", "best", "bound", "cutoff")


@pytest.mark.parametrize(
    ("program", "name"),
    [("right/plain", "alphabeta"), ("right/two_functions", "cerca_alfa_beta")],
)
def test_the_events_of_a_right_program_are_ours(program: str, name: str) -> None:
    tried = [case for case in cases(40, 3, Wanted()) if case.tree and case.tree.height]
    file = str(PROGRAMS / f"{program}.py")
    found = run_program(file, name, [case.job() for case in tried], Limits())
    for case, one in zip(tried, found, strict=True):
        assert case.tree is not None
        ours, theirs = Recorder(case.tree), Recorder(case.tree)
        alphabeta(case.tree, observer=ours)
        Teller(case.tree, theirs).tell("alphabeta", one["trace"], number(one["value"]), ())
        kept = [event for event in ours.events if event["event"] in TOLD]
        # Leaves have no window where the program values them without a call.
        assert [_plain(event) for event in theirs.events if event["event"] in TOLD] == [
            _plain(event) for event in kept
        ]


def _plain(event: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in event.items() if not key.endswith("_by")}


def test_a_wrong_program_is_told_as_it_is() -> None:
    """What never cuts shows no cut, and looks at every leaf."""
    tree = read_tree("max A [a1: min B [b1: 3 b2: 12] a2: min C [c1: 2 c2: 4]]")
    file = str(PROGRAMS / "wrong" / "no_cut.py")
    (found,) = run_program(file, "alphabeta", [Case(tree).job()], Limits())
    recorder = Recorder(tree)
    Teller(tree, recorder).tell("alphabeta", found["trace"], 3, (0,))
    names = [event["event"] for event in recorder.events]
    assert (names.count("leaf"), names.count("cutoff")) == (4, 0)
