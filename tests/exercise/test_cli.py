"""`zermelo exercise` and `zermelo grade`, as a user runs them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.explain.test_html import Page

ISSUE = "depth=3 branching=2-3 cuts=2 deep=1 ties=no"


def test_on_the_terminal(run: Run) -> None:
    done = run("exercise", "--seed", "7", "--shape", "depth=2 branching=2")
    assert (done.status, done.err) == (0, "")
    assert "Alpha-beta, left to right (exercise 7)" in done.out
    assert "MAX A" in done.out
    assert "____" in done.out
    solved = run("exercise", "--seed", "7", "--shape", "depth=2 branching=2", "--solved")
    assert "____" not in solved.out
    assert "at MIN" in solved.out


def test_in_other_languages(run: Run) -> None:
    spanish = run("exercise", "--lang", "es").out
    catalan = run("exercise", "--lang", "ca").out
    english = run("exercise").out
    assert len({spanish, catalan, english}) == 3


@pytest.mark.parametrize("ending", [".pdf", ".tex", ".html", ".tree", ".json"])
@pytest.mark.parametrize("solved", [[], ["--solved"]])
def test_the_example_of_the_manual(
    run: Run, tmp_path: Path, ending: str, solved: list[str]
) -> None:
    file = tmp_path / f"sheet{ending}"
    done = run("exercise", "--seed", "7", "--shape", ISSUE, *solved, "-o", str(file))
    assert (done.status, done.out, done.err) == (0, "", "")
    content = file.read_bytes()
    begins = {".pdf": b"%PDF", ".tex": b"\\documentclass", ".html": b"<!doctype html>"}
    assert content.startswith(begins.get(ending, b""))
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_lecture_s_convention(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    asked = ("exercise", "--seed", "7", "--shape", "depth=2 cuts=1")
    run(*asked, "--convention", "001", "--solved", "-o", str(file))
    assert json.loads(file.read_text())["exercise"]["shape"].endswith("ties=no test=first")
    assert "Test for the cut first" in run(*asked, "--convention", "001").out
    assert "alpha at MAX, beta at MIN" in run(*asked, "--convention", "004").out
    marks = {
        name: run("grade", str(file), "--convention", name, "--json").json
        for name in ("001", "aima", "002")
    }
    wrong = [i["item"] for i in marks["002"]["exercises"][0]["items"] if i["verdict"] == "wrong"]
    assert marks["001"] == marks["aima"]
    assert marks["001"]["marks"] == marks["001"]["out_of"]
    assert len(wrong) == 1
    assert wrong[0].endswith("beta_held")
    assert run("grade", str(file)).out == run("grade", str(file), "--convention", "001").out
    table = run("grade", "--batch", str(tmp_path), "--sheet", str(file), "--convention", "002").out
    assert "beta held at the end" in table
    sheet = tmp_path / "sheet.toml"
    sheet.write_text('[[exercise]]\nkind = "alphabeta"\nseed = 7\n')
    assert "Test for the cut first" in run("exercise", str(sheet), "--convention", "001").out
    tree = tmp_path / "sheet.tree"
    run(*asked, "--convention", "000", "--solved", "-o", str(tree))
    assert run("check", str(tree)).out.endswith("1 expect: line met\n")
    for command in (asked, ("grade", str(file)), ("grade", "--batch", str(tmp_path))):
        done = run(*command, "--convention", "01")
        assert (done.status, done.out) == (2, "")
        assert "no convention '01'; did you mean '001'?" in done.err


def test_a_tree_can_be_checked_and_searched(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.tree"
    run("exercise", "--seed", "7", "--shape", ISSUE, "--solved", "-o", str(file))
    assert run("check", str(file)).out.endswith("1 expect: line met\n")
    assert run("search", str(file), "--json").json["cutoffs"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--shape", "depth=2 cuts=1 deep=2"], "no tree found for depth=2"),
        (["--shape", "branching=two"], "branching is a number such as"),
        (["--kind", "alphbeta"], "did you mean 'alphabeta'?"),
        (["--seed", "-3"], "seed must be from 0"),
        (["--seed", "x"], "--seed"),
        (["--count", "0"], "--count"),
        (["--lang", "xx"], "xx"),
        (["-o", "sheet.doc"], "no output '.doc'"),
        (["-o", "nowhere/sheet.pdf"], "cannot write"),
        (["--count", "2", "-o", "sheet.tree"], "one tree"),
        (["--shape", "depth=4 branching=2 cuts=4 deep=4", "-o", "sheet.pdf"], "no tree found"),
    ],
)
def test_mistakes(
    run: Run,
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("exercise", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def paper(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "paper.json"
    run("exercise", "--seed", "7", "--shape", "depth=2 branching=2", "--solved", "-o", str(file))
    return file


def change(file: Path, **answers: object) -> None:
    page = json.loads(file.read_text())
    page["answers"].update({name.replace("__", "."): value for name, value in answers.items()})
    file.write_text(json.dumps(page))


def test_full_marks(run: Run, paper: Path) -> None:
    done = run("grade", str(paper))
    assert done.status == 0
    named, marks = done.out.splitlines()[1:3]
    assert marks.split()[0] == marks.split()[2]
    assert "mistake" not in done.out
    found = run("grade", str(paper), "--json").json
    asked = found["exercises"][0]
    told = f"Alpha-beta, left to right, seed {asked['seed']}"
    assert named == f"the exercise is the one that the file names: {told}"
    assert found["set_by"] == "file"
    by_sheet = "grade", str(paper), "--sheet", str(paper)
    assert "the file names" not in run(*by_sheet).out
    assert run(*by_sheet, "--json").json["set_by"] == "sheet"
    assert found["marks"] == found["out_of"]
    assert found["exercises"][0]["first_mistake"] is None


def test_a_mistake(run: Run, paper: Path) -> None:
    change(paper, A__alpha=0, A__value=None)
    done = run("grade", str(paper))
    assert done.status == 0
    assert (
        "first mistake: A, alpha passed in: 0 is written; it is −∞: the search begins with (−∞, ∞)"
        in done.out
    )
    assert "wrong: alpha passed in (A)\n" in done.out
    assert "missing: value (A)\n" in done.out
    found = run("grade", str(paper), "--json").json["exercises"][0]
    assert found["first_mistake"] == "A.alpha"
    assert found["items"][0] == {
        "item": "A.alpha",
        "verdict": "wrong",
        "marks": 0,
        "out_of": 2.5,
        "given": 0,
        "wanted": "-inf",
        "reason": done.out.splitlines()[3].removeprefix("first mistake: "),
    }


def test_from_standard_input(run: Run, paper: Path) -> None:
    assert "marks" in run("grade", "-", stdin=paper.read_text()).out
    assert "standard input: no JSON" in run("grade", "-", stdin="x").err


def test_several_exercises(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "paper.json"
    run("exercise", "--kind", "minimax", "--count", "3", "--solved", "-o", str(file))
    out = run("grade", str(file)).out
    assert "Minimax (exercise 3)" in out
    assert out.splitlines()[-1].startswith("together ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "no UTF-8 text"),
        (b"[]", "no answers"),
    ],
)
def test_unreadable_answers(run: Run, tmp_path: Path, text: bytes, message: str) -> None:
    file = tmp_path / "paper.json"
    file.write_bytes(text)
    done = run("grade", str(file))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err
    assert str(file) in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give ANSWERS, or --batch FOLDER"),
        (["x.json", "--batch", "."], "give ANSWERS, or --batch FOLDER"),
        (["x.json"], "cannot read x.json: No such file"),
        (["x.json", "-o", "y.csv"], "-o and --items are for the tables"),
        (["x.json", "--students", "y.txt"], "--students goes with --sheet"),
        (["--batch", "nowhere", "--sheet", "nowhere.toml"], "cannot read nowhere.toml"),
        (["--batch", "."], "say which exercises were set"),
        (["--batch", ".", "--json"], "leave --json out"),
    ],
)
def test_mistakes_in_grading(
    run: Run,
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("grade", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


def test_a_whole_class(run: Run, paper: Path, tmp_path: Path) -> None:
    text = paper.read_text()
    wrong = tmp_path / "b.json"
    wrong.write_text(text)
    change(wrong, A__alpha=0)
    named = json.loads(text)
    named["student"] = "=HYPERLINK(1)"
    (tmp_path / "c.json").write_text(json.dumps(named))
    (tmp_path / "d.json").write_text("{broken")
    (tmp_path / "notes.txt").write_text("no answers")
    sheet = ("--sheet", str(paper))
    done = run("grade", "--batch", str(tmp_path), *sheet)
    assert done.status == 0
    rows = list(csv.DictReader(done.out.splitlines()))
    assert [row["file"] for row in rows] == ["b.json", "c.json", "d.json", "paper.json"]
    assert [row["student"] for row in rows] == ["b", "'=HYPERLINK(1)", "d", "paper"]
    assert float(rows[0]["marks"]) == float(rows[0]["out of"]) - 2.5
    assert rows[0]["exercise 1"] == rows[0]["marks"]
    assert int(rows[0]["per cent"]) in range(90, 100)
    assert "A, alpha passed in" in rows[0]["first mistake"]
    assert rows[1]["marks"] == rows[1]["out of"]
    asked = json.loads(text)["exercise"]
    assert rows[1]["kind and seed"] == f"Alpha-beta, left to right {asked['seed']}"
    assert rows[2]["marks"] == ""
    assert "no JSON" in rows[2]["notes"]
    table = tmp_path / "marks.csv"
    assert run("grade", "--batch", str(tmp_path), *sheet, "-o", str(table)).out == ""
    assert table.read_text() == done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["exercise", "sheet.toml", "--kind", "minimax"], "--kind does not go with a sheet"),
        (["exercise", "sheet.toml", "--shape", "cut=gt"], "--shape does not go with a sheet"),
        (["exercise", "sheet.toml", "--seed", "0"], "--seed does not go with a sheet"),
        (["exercise", "sheet.toml", "--count", "2"], "--count does not go with a sheet"),
        (["exercise", "my.tree", "--seed", "2"], "--seed does not go with a tree of your own"),
        (["exercise", "my.tree", "--count", "2"], "--count does not go with a tree of your own"),
        (["grade", "x.json", "--sheet", "sheet.toml", "--kind", "window"], "--kind goes with"),
        (["grade", "x.json", "--shape", "cut=gt"], "--shape goes with --sheet and a .tree alone"),
    ],
)
def test_options_that_would_be_passed_over(run: Run, arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


def test_a_lecture_counts_in_its_own_way_in_the_trace_and_beside_another(
    run: Run, tmp_path: Path
) -> None:
    board = ("tictactoe", "--position", "xo./.o./.xx", "--depth", "1")
    words = "lines with X and without O: 3 (a1–a3, c1–c3, a3–c3); lines with O and without X: 2"
    assert f"estimate 1 = {words}" in run("search", *board, "--convention", "000", "--trace").out
    own = run("search", *board, "--convention", "000", "--set", "heuristic=lines").out
    assert "with X" not in own
    assert (
        "lines with X and without O"
        in run("exercise", "--kind", "heuristic", "--convention", "000").out
    )
    page = tmp_path / "both.html"
    run("explain", *board, "--convention", "000", "--compare", "convention=002", "-o", str(page))
    first, other = (str(one) for one in Page(page.read_bytes()).document["runs"][:2])
    assert ("with X and without O" in first, "with X and without O" in other) == (True, False)


def test_a_convention_that_changes_nothing_says_so(run: Run, tmp_path: Path) -> None:
    told = "note: convention 003 changes nothing in an exercise of the kind {}\n"
    for kind in ("expectiminimax", "minimax", "reorder"):
        plain = run("exercise", "--kind", kind)
        done = run("exercise", "--kind", kind, "--convention", "003")
        assert (done.status, done.out, done.err) == (0, plain.out, told.format(kind))
    assert run("exercise", "--convention", "003").err == ""
    sheet = tmp_path / "sheet.toml"
    sheet.write_text('[[exercise]]\nkind = "minimax"\n[[exercise]]\nkind = "expectiminimax"\n')
    done = run("exercise", str(sheet), "--convention", "003")
    assert done.err == told.format("minimax, expectiminimax")
    sheet.write_text(sheet.read_text() + "[[exercise]]\nseed = 1\n")
    assert run("exercise", str(sheet), "--convention", "003").err == ""
