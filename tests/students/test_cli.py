"""`zermelo check FILE.py:function`, as a teacher runs it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from zermelo.students.cases import Case
from zermelo.students.program import Verdict, Wrong

PROGRAMS = Path(__file__).parent / "programs"


def test_right_and_wrong(run: Run) -> None:
    done = run("check", f"{PROGRAMS / 'right/plain.py'}:alphabeta", "--trees", "20")
    assert (done.status, done.out) == (0, "ok: right in all 23 cases\n")
    done = run("check", f"{PROGRAMS / 'wrong/no_cut.py'}:alphabeta", "--trees", "20")
    assert done.status == 1
    assert "first difference: at C: should have cut here, 2 ≤ alpha = 3" in done.out
    assert "it looks like this: it never cuts: this is minimax" in done.out
    assert "MAX A" in done.out


@pytest.mark.parametrize("convention", ["000", "001", "003", "004", "aima"])
def test_a_program_is_handed_plies_however_its_lecture_counts_depth(
    run: Run, convention: str
) -> None:
    program = f"{PROGRAMS / 'lectures/002_alfabeta.py'}:alfabeta"
    done = run("check", program, "--trees", "20", "--convention", convention)
    assert (done.status, done.out) == (0, "ok: right in all 23 cases\n")


def test_full_marks_are_for_all() -> None:
    verdict = Verdict("alphabeta", 1000, (Wrong(Case(), "at A: 1, not 2", {}),))
    assert (verdict.status, verdict.marks) == (1, 99)


def test_as_json(run: Run) -> None:
    found = run("check", f"{PROGRAMS / 'wrong/no_cut.py'}:alphabeta", "--trees", "20", "--json")
    assert found.status == 1
    assert found.json["looks_like"] == "it never cuts: this is minimax"
    assert 0 < found.json["marks"] < 100


def test_what_a_game_cannot_be_asked_is_told(run: Run, tmp_path: Path) -> None:
    text = (PROGRAMS / "right/plain.py").read_text("utf-8")
    (tmp_path / "ada.py").write_text(text.replace("game.actions(", "game.action("), "utf-8")
    done = run("check", f"{tmp_path / 'ada.py'}:alphabeta", "--trees", "20")
    assert "AttributeError: a game has no 'action'; did you mean 'actions'? (line " in done.out


def test_in_batch(run: Run, tmp_path: Path) -> None:
    for name in ("right/plain", "wrong/no_cut", "unusable/broken"):
        shutil.copy(PROGRAMS / f"{name}.py", tmp_path)
    done = run("check", f"{tmp_path}:alphabeta", "--trees", "20")
    assert done.status == 2
    first, second, third = done.out.splitlines()
    assert first.startswith("broken.py: unusable: ")
    assert second.startswith("no_cut.py: wrong in ")
    assert third == "plain.py: ok: right in all 23 cases"
    marks = run("check", f"{tmp_path}:alphabeta", "--trees", "20", "--json").json
    assert [one["file"] for one in marks] == ["broken.py", "no_cut.py", "plain.py"]
    assert [one["marks"] for one in marks][2] == 100


def test_drawn(run: Run, tmp_path: Path) -> None:
    source = f"{PROGRAMS / 'wrong/no_cut.py'}:alphabeta"
    page = tmp_path / "steps.html"
    assert run("check", source, "--trees", "9", "-o", str(page)).status == 1
    assert page.read_bytes().startswith(b"<!doctype html>")
    tree = tmp_path / "my.tree"
    tree.write_text("[[3 12] [2 4]]")
    shown = tmp_path / "steps.txt"
    run("check", source, "--trees", "9", "--tree", str(tree), "-o", str(shown))
    assert "12" in shown.read_text()
    assert "12" in run("check", source, "--trees", "9", "--tree", str(tree)).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["right/plain.py:alphabet"], "has no function 'alphabet'; did you mean 'alphabeta'?"),
        (["right/plain.py:alphabeta", "--as", "chess"], "no kind of program 'chess'"),
        (["unusable/broken.py:alphabeta"], "No module named 'a_module_that_is_not_there'"),
        (["unusable/loop.py:alphabeta", "--time", "0.5"], "does it loop for ever?"),
        (["right/plain.py:alphabeta", "--trees", "9", "-o", "x.svg"], "nothing went wrong"),
        (["right/plain.py:alphabeta", "--trees", "9", "-o", "x.doc"], "no output '.doc'"),
    ],
)
def test_mistakes(
    run: Run, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PROGRAMS)
    done = run("check", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err
