"""`zermelo play`: who is who, games for several players, and the agent of the Nim report."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run
from zermelo.cli.roles import Roles
from zermelo.games import MNK, Grundy, Nim, Pig

SMALL = ("nim", "--set", "rows=2,1", "--algorithm", "alphabeta")


def play(run: Run, *arguments: str, lines: str = "") -> list[str]:
    done = run("play", *arguments, stdin=lines.replace(" ", "\n") + "\n")
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


# --- who begins, and who is MAX ------------------------------------------------------------------


def test_the_machine_is_max_and_a_person_begins(run: Run) -> None:
    """As in the lectures, in which MAX is the machine, whoever begins."""
    told = play(run, *SMALL, "--side", "min", "--first", "me", lines="1:1 2:1")
    assert told[0] == "you play MIN, the engine MAX; MIN begins"
    assert "MAX plays 1:1 (value 50)" in told
    assert told[-3:] == ["MAX wins", "MAX wins.", "over: the value for MAX is 50"]


@pytest.mark.parametrize(
    ("side", "first", "told"),
    [
        ("max", "me", "you play MAX, the engine MIN; MAX begins"),
        ("max", "engine", "you play MAX, the engine MIN; MIN begins"),
        ("min", "engine", "you play MIN, the engine MAX; MAX begins"),
        ("min", "min", "you play MIN, the engine MAX; MIN begins"),
    ],
)
def test_all_four_ways(run: Run, side: str, first: str, told: str) -> None:
    shown = play(run, *SMALL, "--side", side, "--first", first, lines="quit")
    assert shown[0] == told
    engine = "MIN" if side == "max" else "MAX"
    assert any(line.startswith(f"{engine} plays") for line in shown) == (first == "engine")


def test_hints_and_moves_are_told_for_who_is_max(run: Run) -> None:
    told = play(run, *SMALL, "--side", "min", "--first", "me", lines="moves hint 9:9 quit")
    text = "\n".join(told)
    assert "  1:1    50" in text
    assert "1:2, value -50; expected: 1:2 2:1" in text
    assert "no legal move at 2-1;" in text


def test_nobody_and_both(run: Run) -> None:
    told = play(run, *SMALL, "--side", "none", "--first", "min")
    assert "MIN plays 1:2 (value -50)" in told
    assert told[-2:] == ["MIN wins.", "over: the value for MAX is -50"]
    both = play(run, *SMALL, "--side", "both", "--first", "min", lines="1:2 2:1")
    assert both[-2:] == ["MIN wins.", "over: the value for MAX is -50"]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (("--side", "none", "--first", "me"), "--first me needs one person"),
        (("--first", "engin"), "no player 'engin' to begin; did you mean 'engine'?"),
        (("--side", "mx"), "no side 'mx'; did you mean 'max'?"),
    ],
)
def test_nobody_of_that_name(run: Run, given: tuple[str, ...], wrong: str) -> None:
    done = run("play", "nim", *given)
    assert done.status == 2
    assert wrong in done.err


def test_values_of_who_is_called_max() -> None:
    """Chances add up to one; what is unknown stays so; a board in words is told anew too."""
    pig = Roles(Pig(), Pig().initial(), "min", "me")
    assert pig.people == (1,)
    assert (pig.value(1), pig.value(0.25)) == (0, 0.75)
    grundy = Roles(Grundy(), Grundy().initial(), "min", "me")
    assert (grundy.value(1), str(grundy.value(0, proven=False))) == (-1, "0")
    nim = Roles(Nim(), Nim().initial(), "min", "me")
    assert nim.value(50) == -50
    assert nim.text("7-5-3 min: MAX wins") == "7-5-3 max: MIN wins"
    plain = Roles(MNK(), MNK().initial(), "min", "engine")
    assert (plain.value(100), plain.people, plain.swapped) == (100, (-1,), False)
