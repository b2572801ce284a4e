"""The lectures' own programs as they print them: taken as they are, each under its convention."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.students.test_programs import LIMITS, first_name
from zermelo.students.examine import examine
from zermelo.students.program import Verdict, read_program

PROGRAMS = Path(__file__).parent / "programs"

PRUNING = (
    "000_poda_ab",
    "001_busqueda_alfa_beta",
    "002_alfabeta",
    "003_alfaBeta",
    "004_alfabeta_maximo",
)
# Of each slip in a lecture's form words of what it must look like; None: only that it is wrong.
LOOKS_LIKE = {
    "000_never_cuts": "it never cuts: this is minimax",
    "001_as_printed": "at MAX alpha is raised outside the loop",
    "003_divides": "divided by the number of branches",
    "003_zero": "the maximum starts at 0",
    "004_as_printed": "the move is the last one looked at, not the best",
    "004_for_the_mover": "valued for whoever moves",
    "004_one_list": None,
}


def files(folder: str) -> list[str]:
    return sorted(file.stem for file in (PROGRAMS / folder).glob("*.py"))


def verdict(folder: str, name: str) -> Verdict:
    file = PROGRAMS / folder / f"{name}.py"
    program = read_program(str(file), first_name(file), None, convention=name[:3])
    return examine(program, 80, 0, LIMITS)


@pytest.mark.parametrize("name", files("lectures"))
def test_each_lecture_as_it_is_printed(name: str) -> None:
    found = verdict("lectures", name)
    assert (found.status, found.wrong, found.unusable) == (0, (), "")
    assert found.tried >= 80
    usual = "alphabeta" if name in PRUNING else "minimax"
    assert found.kind == ("expectiminimax" if "expecti" in name else usual)


def test_every_lecture_is_there() -> None:
    assert {name[:3] for name in files("lectures")} == {"000", "001", "002", "003", "004"}


@pytest.mark.parametrize("name", files("slips"))
def test_slips_in_their_form_are_caught_and_named(name: str) -> None:
    found = verdict("slips", name)
    assert found.status == 1
    words = LOOKS_LIKE[name]
    if words is None:
        assert found.mistake is None
    else:
        assert found.mistake is not None
        assert words in found.mistake


def test_a_move_that_is_none() -> None:
    """One list for all levels: a reply deep in the tree stands for the move."""
    told = [one.told for one in verdict("slips", "004_one_list").wrong]
    assert "the move leads to a3/d3, which no move at the root does" in told


def test_as_a_teacher_runs_it(run: Run) -> None:
    program = f"{PROGRAMS / 'lectures/001_busqueda_alfa_beta.py'}:busqueda_alfa_beta"
    done = run("check", program, "--trees", "20", "--convention", "001")
    assert (done.status, done.out) == (0, "ok: right in all 22 cases\n")
    # Without a convention it is right as well: what counts is the value, the move and the leaves.
    assert run("check", program, "--trees", "20").status == 0


def test_aima_asks_the_game_who_moves(tmp_path: Path) -> None:
    """Whoever moves at the root is MAX; who compares the player asks at each node."""
    file = tmp_path / "student.py"
    body = (
        "    def highest(state):\n"
        "        if game.terminal_test(state): return game.utility(state, player)\n"
        "        return max(lowest(game.result(state, a)) for a in game.actions(state))\n"
        "    def lowest(state):\n"
        "        if game.terminal_test(state): return game.utility(state, player)\n"
        "        return min(highest(game.result(state, a)) for a in game.actions(state))\n"
    )
    for end, status in (("highest(state)", 0), ("highest(state) if player == 1 else 0", 1)):
        file.write_text(
            f"def minimax(game, state):\n    player = game.to_move(state)\n{body}    return {end}\n"
        )
        assert examine(read_program(str(file), "minimax", None), 80, 0, LIMITS).status == status


@pytest.mark.parametrize(
    ("program", "options", "message"),
    [
        ("mm", ("--convention", "005"), "no convention '005'"),
        ("mm", ("--cut", "gt"), "minimax takes no 'cut'"),
        ("heuristic", ("--convention", "001"), "--convention says nothing about an evaluation"),
    ],
)
def test_options_that_do_not_suit(
    run: Run, tmp_path: Path, program: str, options: tuple[str, str], message: str
) -> None:
    text = (PROGRAMS / "lectures/002_mm.py").read_text()
    file = tmp_path / "student.py"
    file.write_text(f"{text}\n\ndef heuristic(game, state):\n    return 0\n")
    done = run("check", f"{file}:{program}", "--trees", "9", *options)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err
