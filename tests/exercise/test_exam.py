"""The exam of a teacher with five own trees for thirty students, from files to marks."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run
from zermelo.cli.assignment import load_names
from zermelo.numbers import read_number

TREES = {
    "one": 'title: "Two levels"\n[[3 12 8] [2 4 6] [14 5 2]]',
    "two": "[[[5 6] [7 4]] [[3 8] [9 1]]]",
    "three": "min [[4 7 1] [6 2]]",
    "four": "max [chance [1/2: min [2 4] 1/2: min [7 4]] chance [min [6 0] min [5 -2]]]",
    "five": "[[[10 5] [7 11]] [[12 8] [5 12]] [[11 12] [9 8]]]",
}
KINDS = ["alphabeta", "minimax", "alphabeta-right", "expectiminimax", "alphabeta"]
NAMES = [f"Student {number}" for number in range(1, 31)]


@pytest.fixture
def exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The teacher's files: five trees, the sheet, the list of students."""
    monkeypatch.chdir(tmp_path)
    lines = ['title = "First exam"']
    for (name, text), kind in zip(TREES.items(), KINDS, strict=True):
        (tmp_path / f"{name}.tree").write_text(text)
        lines += ["[[exercise]]", f'tree = "{name}.tree"', f'kind = "{kind}"', "marks = 2"]
    (tmp_path / "exam.toml").write_text("\n".join(lines))
    (tmp_path / "names.txt").write_text("\n".join(NAMES))
    (tmp_path / "answers").mkdir()
    return tmp_path


FOR_EACH = ("exam.toml", "--students", "names.txt", "--exam")


def test_from_files_to_marks(run: Run, exam: Path) -> None:
    done = run("exercise", *FOR_EACH, "--solved", "-o", "answers/{name}.json")
    assert (done.status, done.out, done.err) == (0, "", "")
    papers = sorted((exam / "answers").glob("*.json"))
    assert len(papers) == 30
    chance = random.Random(1)
    careless = set()
    for paper in papers:
        page = json.loads(paper.read_text())
        if chance.random() < 0.5:
            careless.add(page["student"])
            answers = page["exercises"][0]["answers"]
            answers["B.value"] = 77
            answers["C.alpha"] = "what?"
        paper.write_text(json.dumps(page))
    (exam / "answers" / "Nobody.json").write_text(json.dumps({**page, "student": "Nobody"}))
    options = ("--batch", "answers", "--sheet", "exam.toml", "--students", "names.txt")
    done = run("grade", *options, "-o", "marks.csv", "--items", "items.csv")
    assert (done.status, done.out, done.err) == (0, "", "")
    rows = {
        row["student"]: row for row in csv.DictReader((exam / "marks.csv").read_text().splitlines())
    }
    assert "no student 'Nobody' in the list" in rows.pop("Nobody")["notes"]
    assert len(rows) == 30
    for name, row in rows.items():
        assert row["out of"] == "10"
        assert (row["per cent"] == "100") == (name not in careless)
        assert all(row[f"exercise {number}"] == "2" for number in range(2, 6))
        if name in careless:
            assert row["first mistake"].startswith("exercise 1: ")
    items = list(csv.DictReader((exam / "items.csv").read_text().splitlines()))
    hardest = {(row["node"], row["asked"]) for row in items if int(row["wrong"])}
    assert hardest == {("B", "value"), ("C", "alpha passed in")}
    values = [row for row in items if (row["node"], row["asked"]) == ("B", "value")]
    assert {row["most often written"] for row in values} == {
        f"77 ({len(careless)})",
        "",
    }


def test_no_two_neighbours_have_the_same_and_nothing_is_betrayed(run: Run, exam: Path) -> None:
    run("exercise", *FOR_EACH, "-o", "answers/{name}.json")
    run("exercise", *FOR_EACH, "-o", "answers/{name}.html")
    pages = [json.loads(p.read_text()) for p in (exam / "answers").glob("*.json")]
    digests = {tuple(part["exercise"]["digest"] for part in page["exercises"]) for page in pages}
    assert len(digests) == 30
    assert all(set(part["answers"].values()) == {None} for p in pages for part in p["exercises"])
    page = (exam / "answers" / "Student-1.html").read_text()
    assert "zermelo exercise" not in page
    assert 'class="check"' not in page
    assert 'value="Student 1"' in page


def test_on_paper(run: Run, exam: Path) -> None:
    for name in ("exam.pdf", "exam.tex", "exam.xml"):
        done = run("exercise", "exam.toml", "--exam", "-o", name)
        assert (done.status, done.out, done.err) == (0, "", "")
    assert (exam / "exam.pdf").read_bytes().startswith(b"%PDF")
    assert "zermelo exercise" not in (exam / "exam.tex").read_text()
    done = run("exercise", *FOR_EACH, "-o", "all.pdf")
    assert (done.status, done.err) == (0, "")


def test_each_page_says_which_exam_it_is_of_and_whose(
    run: Run, exam: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[dict[str, Any]] = []

    def compile_(source: bytes, format: str, sys_inputs: dict[str, str]) -> bytes:
        given.append(json.loads(sys_inputs["sheets"]))
        return b"%PDF"

    (exam / "two.txt").write_text("Ada\nAlan\n")
    with monkeypatch.context() as patched:
        patched.setattr("typst.compile", compile_)
        asked = ("exercise", "exam.toml", "--students", "two.txt", "-o", "two.pdf")
        assert run(*asked, "--lang", "es").status == 0
        assert run("exercise", "exam.toml", "--solved", "-o", "solved.pdf").status == 0
        assert run("exercise", "--seed", "1", "-o", "loose.pdf").status == 0
    pages, solved, loose = (each["sheets"] for each in given)
    assert given[0]["page"] == "página {page} de {pages}"
    assert {page["exam"] for page in pages + solved} == {"First exam"}
    assert pages[0]["fields"] == [["Nombre:", "Ada"], ["Identificación:", ""], ["Grupo:", ""]]
    assert [page["first"] for page in pages] == 2 * [True, False, False, False, False]
    assert [page["paper"] for page in pages] == 5 * ["paper-0"] + 5 * ["paper-1"]
    assert solved[0]["fields"] == []
    assert (loose[0]["exam"], loose[0]["fields"]) == ("", [["Name:", ""]])
    run("exercise", "exam.toml", "-o", "exam.tex")
    run("exercise", "exam.toml", "-o", "exam.html")
    for file in ("exam.tex", "exam.html"):
        text = (exam / file).read_text()
        assert all(word in text for word in ("First exam", "Name:", "ID:", "Group:"))


def test_moodle(run: Run, exam: Path) -> None:
    run("exercise", "exam.toml", "--exam", "-o", "exam.xml")
    quiz = ElementTree.parse(exam / "exam.xml").getroot()
    questions = quiz.findall("question")
    assert [question.get("type") for question in questions] == ["category", "cloze"] * 5
    questions = questions[1::2]
    text = questions[0].findtext("questiontext/text") or ""
    assert ":MULTICHOICE:=a1~a2~a3~–}" in text
    assert ":SHORTANSWER:=3~=+3~" in text
    assert ":SHORTANSWER:=−∞~=-∞~" in text
    # Every item is there, also what is to be left empty: four nodes, seven things each, the
    # states of all but the root, and the move.
    assert text.count("}") == 4 * 7 + 12 + 1
    assert questions[0].find("questiontext/file") is not None


def test_the_headers_are_in_the_language_chosen(run: Run, exam: Path) -> None:
    run("exercise", *FOR_EACH, "-o", "answers/{name}.json")
    options = ("--batch", "answers", "--sheet", "exam.toml", "--students", "names.txt")
    head = run("grade", *options, "--lang", "es").out.splitlines()[0]
    assert head.startswith("fichero;estudiante;ejercicio 1;")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--students", "names.txt"], "--students goes with a sheet (.toml)"),
        (["one.tree", "--students", "names.txt"], "--students goes with a sheet (.toml)"),
        (["exam.toml", "-o", "{name}.json"], "goes with --students"),
        (["exam.toml", "--students", "names.txt", "-o", "x.json"], "put {name} into its name"),
        (["exam.toml", "--students", "nobody.txt"], "cannot read nobody.txt"),
        (["nowhere.toml"], "cannot read nowhere.toml"),
        (["nowhere.tree"], "cannot read nowhere.tree"),
        (["exam.toml", "--students", "twice.txt", "-o", "{name}.json"], "would share the file"),
    ],
)
def test_mistakes(run: Run, exam: Path, arguments: list[str], message: str) -> None:
    (exam / "twice.txt").write_text("Ada B\nAda-B\n")
    done = run("exercise", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


def test_a_tree_of_ones_own(run: Run, exam: Path) -> None:
    done = run("exercise", "one.tree", "--solved")
    assert "Two levels: solution" in done.out
    run("exercise", "one.tree", "--solved", "-o", "form.json")
    assert "give its --sheet" in run("grade", "form.json").err
    done = run("grade", "form.json", "--sheet", "one.tree")
    assert (done.status, ", 100 %" in done.out) == (0, True)
    run("exercise", "one.tree", "--kind", "minimax", "--solved", "-o", "form.json")
    assert "exercise 1: no answers to it" in run("grade", "form.json", "--sheet", "one.tree").out
    done = run("grade", "form.json", "--sheet", "one.tree", "--kind", "minimax", "--json")
    assert done.json["percent"] == 100


def test_who_wrote_no_name_is_known_by_the_file(run: Run, exam: Path) -> None:
    run("exercise", *FOR_EACH, "--solved", "-o", "answers/{name}.json")
    paper = exam / "answers" / "Student-7.json"
    paper.write_text(paper.read_text().replace('"Student 7"', '""'))
    options = ("--sheet", "exam.toml", "--students", "names.txt", "--json")
    assert run("grade", str(paper), *options).json["percent"] == 100


def test_an_exam_by_seed_does_not_tell_the_seed(run: Run, exam: Path) -> None:
    (exam / "seeds.toml").write_text("[[exercise]]\nseed = 4711\nkind = 'minimax'\n")
    for ending in ("json", "html", "tex"):
        run("exercise", "seeds.toml", "--exam", "-o", f"x.{ending}")
        assert "4711" not in (exam / f"x.{ending}").read_text()
    run("exercise", "seeds.toml", "--exam", "--solved", "-o", "x.json")
    found = run("grade", "x.json", "--sheet", "seeds.toml", "--json").json
    assert (found["percent"], found["notes"]) == (100, [])


@pytest.mark.parametrize(
    ("lang", "head", "apart", "decimal"),
    [("en", "marks", ",", "."), ("es", "puntos", ";", ","), ("ca", "punts", ";", ",")],
)
def test_a_table_is_written_as_a_spreadsheet_of_the_language_reads_it(
    run: Run, exam: Path, lang: str, head: str, apart: str, decimal: str
) -> None:
    run("exercise", "exam.toml", "--solved", "-o", "one.json")
    page = json.loads((exam / "one.json").read_text())
    page["exercises"][0]["answers"]["B.value"] = 77
    (exam / "answers" / "one.json").write_text(json.dumps(page))
    options = ("--batch", "answers", "--sheet", "exam.toml", "-o", "marks.csv")
    assert run("--lang", lang, "grade", *options, "--items", "items.csv").status == 0
    (row,) = csv.DictReader((exam / "marks.csv").read_text().splitlines(), delimiter=apart)
    assert decimal in row[head]
    assert 9 < read_number(row[head]) < 10
    items = (exam / "items.csv").read_text().splitlines()
    assert all(len(cells) == 11 for cells in csv.reader(items, delimiter=apart))


def test_a_list_of_students_out_of_any_spreadsheet(tmp_path: Path) -> None:
    file = tmp_path / "names.csv"
    file.write_text("Ada Lovelace,ada@x,1.5\nNúria Pérez;nuria@x;1,5\nKurt Gödel\tkurt@x\n")
    assert load_names(file) == ["Ada Lovelace", "Núria Pérez", "Kurt Gödel"]
