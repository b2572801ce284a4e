"""A project: what is written for it, and a class that is graded, stopped and graded on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from importlib.resources import files
from pathlib import Path
from shutil import copytree

import pytest

from tests.cli.conftest import Run, run
from tests.course.classroom import Student, first, grades, hand_in, killed, pupils, search
from zermelo.cli import main
from zermelo.course.handout import for_score
from zermelo.course.marking import grade
from zermelo.course.rubric import read_rubric
from zermelo.games.catalogue import make_game
from zermelo.match.agent import GameSource

__all__ = ["run"]

RUBRIC = """game = "tictactoe"
seconds = 1

[[criterion]]
test = "legal"
positions = 2
points = 20

[[criterion]]
test = "match"
against = "random"
games = 2
seed = 3
nothing = 0.25
points = 80
"""
FORCED = """game = "tictactoe"

[[criterion]]
test = "forced"
positions = 4
points = 30
"""
WRITTEN = {
    "README.md",
    "starter.py",
    "statement.ca.md",
    "statement.es.md",
    "statement.md",
    "submissions",
    "teacher",
    "test_public.py",
}


def new(folder: Path, *options: str) -> Path:
    assert main(["course", "new", str(folder), "--seed", "1", *options]) == 0
    return folder


def small(folder: Path, rubric: str = RUBRIC) -> Path:
    """A project without its documents, which is there at once."""
    for name in ("teacher", "submissions"):
        (folder / name).mkdir(parents=True)
    (folder / "teacher" / "rubric.toml").write_text(rubric, "utf-8")
    return folder


def everything(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new(tmp_path_factory.mktemp("course") / "project", "--game", "tictactoe")


# --- a new project -------------------------------------------------------------------------------


def test_a_project_is_written(project: Path) -> None:
    assert {path.name for path in project.iterdir()} == WRITTEN
    spanish = (project / "statement.es.md").read_text("utf-8")
    assert spanish.startswith("# Proyecto: Tres en raya\n")
    assert "## Cómo empezar" in spanish
    assert "move(game, state)" in spanish
    rubric = (project / "teacher" / "rubric.toml").read_text("utf-8")
    seeds = [line.split()[2] for line in rubric.splitlines() if line.startswith("seed")]
    assert len(seeds) == len(set(seeds)) == 4
    for path in project.glob("*.*"):
        assert not any(seed in path.read_text("utf-8") for seed in seeds), path


@pytest.mark.parametrize("name", ["statement", "readme"])
def test_documents_are_built_alike_in_all_languages(name: str) -> None:
    """The same lines, each there under the same conditions, with the same values in it."""

    def built(language: str) -> list[list[str]]:
        text = (files("zermelo.course") / f"{name}.{language}.md").read_text("utf-8")
        return [re.findall(r"^(?:\?\w+ )+|^#+|^\d|`.+?`|\$\w+", line) for line in text.splitlines()]

    english = built("en")
    for language in ("es", "ca"):
        for line, other in zip(english, built(language), strict=True):
            assert sorted(line) == sorted(other)


def test_the_starter_runs_at_once_and_the_public_tests_find_mistakes(project: Path) -> None:
    (project / "illegal.py").write_text("def move(game, state):\n    return 'x'\n", "utf-8")
    for arguments, told in (
        (["starter.py"], "value for MAX"),
        (["test_public.py", "illegal.py"], "FAIL: test_every_move_is_legal"),
    ):
        done = subprocess.run([sys.executable, *arguments], cwd=project, capture_output=True)
        assert told in str(done.stdout + done.stderr, "utf-8")
    (project / "illegal.py").unlink()


def test_the_statement_says_how_to_read_the_board_and_get_the_game(project: Path) -> None:
    for path in project.glob("statement*.md"):
        text = path.read_text("utf-8")
        assert "`x../.../...`" in text
        assert "zermelo play tictactoe\n" in text
        lines = [line[8:] for line in text.splitlines() if line.startswith("    >>> ")]
        subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=project, check=True)


def test_nothing_is_overwritten(project: Path, run: Run) -> None:
    before = everything(project)
    done = run("course", "new", str(project))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "is there already" in done.err
    assert everything(project) == before


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--kind", "play"], "no kind of project 'play'"),
        (["--game", "shogi"], "no game 'shogi'"),
        (["--game", "lastmatch"], "several players"),
        (["--set", "size=3"], "no parameter 'size'"),
    ],
)
def test_a_project_that_cannot_be(
    options: list[str], complaint: str, tmp_path: Path, run: Run
) -> None:
    done = run("course", "new", str(tmp_path / "p"), *options)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert complaint in done.err
    assert not (tmp_path / "p").exists()


# --- a class -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Student]]:
    """Five students, killed after the first of them, and gone on with."""
    folder = small(tmp_path_factory.mktemp("class"))
    rubric = folder / "teacher" / "rubric.toml"
    students = pupils(rubric, folder / "submissions" / "right.py")[:5]
    students[0] = students[0]._replace(program=search(depth="4"))  # which takes less time
    hand_in(folder, students)
    killed(folder, 1)
    kept = set((folder / "teacher" / "results").iterdir())
    assert 1 <= len(kept) < 5
    assert not (folder / "grades.csv").exists()
    before = {path: path.stat().st_mtime_ns for path in kept}
    assert main(["course", "grade", str(folder)]) == 0
    assert {path: path.stat().st_mtime_ns for path in kept} == before
    return folder, students


def test_a_class_is_graded_and_each_told_why(graded: tuple[Path, list[Student]]) -> None:
    folder, students = graded
    found = grades(folder)
    assert set(found) == {student.name for student in students}
    for student in students:
        row = found[student.name]
        page = (folder / "feedback" / f"{student.name}.html").read_text("utf-8")
        share = float(row["total"]) / 100
        assert student.most > 20 or share <= student.most / 100 * 2, student.name
        assert student.known in page, student.name
        assert all(mark not in page for mark in ("<script", "<link", "src=")), student.name
    assert found["right"]["total"] == "100"
    page = (folder / "feedback" / "illegal.html").read_text("utf-8")
    assert "<svg" in page
    assert re.search("<figcaption>M(AX|IN) to move: ", page)


def test_only_what_has_changed_is_graded_again(
    graded: tuple[Path, list[Student]], tmp_path: Path, run: Run
) -> None:
    folder = copytree(graded[0], tmp_path / "class")
    assert "5 students, 5 graded before" in run("course", "grade", str(folder)).out
    (folder / "submissions" / "sleeps.py").write_text(first("1 / 0"), "utf-8")
    (folder / "teacher" / "results" / "right.json").write_text("broken", "utf-8")
    (folder / "submissions" / "right.py").write_text("def move(", "utf-8")
    assert "5 students, 3 graded before" in run("course", "grade", str(folder)).out
    assert "ZeroDivisionError" in grades(folder)["sleeps"]["reason"]
    assert grades(folder)["right"]["total"] == "0"


def test_a_file_that_cannot_be_graded_stops_nobody(tmp_path: Path, run: Run) -> None:
    folder = small(tmp_path / "p")
    hand_in(folder, [Student("api", "from zermelo import best_move\nmove = best_move\n", 0, 0)])
    (folder / "submissions" / "large.py").write_bytes(b"#" * (2 << 20))
    os.mkfifo(folder / "submissions" / "pipe.py")
    (folder / "submissions" / "two").mkdir()
    assert run("course", "grade", str(folder)).status == 0
    reasons = {name: row["reason"] for name, row in grades(folder).items()}
    assert "is Zermelo's search; write your own" in reasons["api"]
    assert "larger than 1 MB" in reasons["large"]
    assert "it is no file" in reasons["pipe"]
    assert "must have move.py or starter.py" in reasons["two"]


def test_what_is_graded_is_told_before(tmp_path: Path) -> None:
    folder = small(tmp_path / "p")
    hand_in(folder, [Student(name, "def move(", 0, 0) for name in ("ada", "alan")])
    heard: list[str] = []
    tictactoe = GameSource(partial(make_game, "tictactoe"))
    for _again in range(2):  # the second time all is known
        grade(folder, read_rubric(folder / "teacher" / "rubric.toml"), tictactoe, tell=heard.append)
    assert heard == [
        "grading ada (1/2): Legal moves",
        "grading ada (1/2): Against random moves",
        "grading alan (2/2): Legal moves",
        "grading alan (2/2): Against random moves",
    ]


def test_a_program_in_a_folder_imports_its_other_files(tmp_path: Path, run: Run) -> None:
    folder = small(tmp_path / "p")
    ada = folder / "submissions" / "ada"
    (ada / "data").mkdir(parents=True)
    (ada / "move.py").write_text("import helpers\n" + first("helpers.look()"), "utf-8")
    (ada / "helpers.py").write_text("from data.deep import look\n", "utf-8")
    (ada / "data" / "deep.py").write_text("def look():\n    return 1\n", "utf-8")
    hand_in(folder, [Student("thief", "import helpers\n" + first("pass"), 0, 0)])
    assert run("course", "grade", str(folder)).status == 0
    found = grades(folder)
    assert float(found["ada"]["total"]) >= 20
    assert "No module named 'helpers'" in found["thief"]["reason"]
    (ada / "data" / "deep.py").write_text("from zermelo.search import alphabeta\n", "utf-8")
    assert "2 students, 1 graded before" in run("course", "grade", str(folder)).out
    reason = grades(folder)["ada"]["reason"]
    assert reason == "line 1: zermelo.search is Zermelo's search; write your own"


def test_a_list_of_students_names_them_and_those_who_are_missing(tmp_path: Path, run: Run) -> None:
    folder = small(tmp_path / "p")
    (folder / "submissions" / "ada").mkdir()
    (folder / "submissions" / "ada" / "starter.py").write_text("def move(", "utf-8")
    roster = folder / "teacher" / "roster.csv"
    roster.write_text("submission;name;group\nada;Ada <Lovelace>;1\nalan;Alan Turing;2\n", "utf-8")
    assert run("course", "grade", str(folder), "--lang", "es").status == 0
    text = (folder / "grades.csv").read_text("utf-8")
    assert "Alan Turing;0;0;0;100;no se ha entregado nada" in text
    page = (folder / "feedback" / "ada.html").read_text("utf-8")
    assert '<html lang="es">' in page
    assert "Ada &lt;Lovelace&gt;" in page


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("rubric.toml", RUBRIC.replace("[[criterion]]", "[[criterion", 1), "line 4"),
        ("rubric.toml", RUBRIC.replace('test = "legal"', 'test = "leagl"'), "line 5: test cannot"),
        ("rubric.toml", RUBRIC.replace("points = 80", "points = -1"), "line 15: points cannot"),
        ("rubric.toml", RUBRIC.replace("games = 2", "game = 2"), "line 12: no key 'game'"),
        ("rubric.toml", RUBRIC.replace("points = 20\n", ""), "line 4: the criterion says nothing"),
        ("rubric.toml", RUBRIC.replace('"random"', '"alphabet"'), "line 11: no algorithm"),
        ("rubric.toml", RUBRIC.replace('"random"', '"expectiminimax:dept=1"'), "line 11: "),
        ("rubric.toml", RUBRIC.replace("tictactoe", "tictactoo"), "line 1: no game 'tictactoo'"),
        ("rubric.toml", RUBRIC.replace("nothing = 0.25", "full = 0.0"), "line 14: full must"),
        ("rubric.toml", RUBRIC.replace("seconds = 1", "seconds = true"), "line 2: seconds cannot"),
        ("rubric.toml", RUBRIC.replace('"match"', '"proven"'), "line 10: test = 'proven'"),
        ("rubric.toml", 'game = "nim"\n', "no [[criterion]]"),
        ("rubric.toml", "seconds = 1\n", "line 1: name the game"),
        ("roster.csv", "ada,Ada\n", "line 1: the first line must name the columns"),
        ("roster.csv", "submission,name\nada,Ada\nada,Eva\n", "line 3: 'ada' is in the list twice"),
        ("roster.csv", "submission,name\nada\n", "line 2: a line needs"),
        ("roster.csv", 'submission,name\n"ada,Ada\n', "line 2"),
    ],
)
def test_a_broken_file_is_named_with_its_line(
    file: str, text: str, complaint: str, tmp_path: Path, run: Run
) -> None:
    folder = small(tmp_path / "p")
    hand_in(folder, [Student("ada", search(), 0, 100)])
    (folder / "teacher" / file).write_text(text, "utf-8")
    before = everything(folder)
    done = run("course", "grade", str(folder))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert complaint in done.err
    assert file in done.err
    assert everything(folder) == before


def test_a_folder_without_a_project_or_submissions(tmp_path: Path, run: Run) -> None:
    for folder in (tmp_path / "none", small(tmp_path / "empty")):
        done = run("course", "grade", str(folder))
        assert (done.status, done.err.count("\n")) == (2, 1)


# --- other games and the other kind of project ---------------------------------------------------

PACMAN = """game = "pacman"
plays = "max"

[set]
maze = "ring"
ghosts = "random"
limit = "20"

[[criterion]]
test = "match"
games = 3
nothing = -272
full = 352
points = 10
"""
REFLEX = """
def move(game, state):
    def worth(action):
        after = game.result(state, action)
        if game.is_terminal(after):
            return game.utility(after)
        danger = min(game.distance(after.pacman, ghost) for ghost in after.ghosts)
        return game.points(after) - game.distance(after.pacman, after.food) + 10 * min(danger, 3)

    return max(game.actions(state), key=worth)
"""


@pytest.mark.parametrize(
    ("game", "plays"), [("pacman", True), ("pig", False), ("tictactoe", False), ("nim", False)]
)
def test_where_max_plays_for_a_score(game: str, plays: bool) -> None:
    assert for_score(make_game(game)) is plays


def test_a_reflex_agent_for_pacman_earns_points_by_its_score(tmp_path: Path, run: Run) -> None:
    folder = small(tmp_path / "p", PACMAN)
    hand_in(folder, [Student("reflex", REFLEX, 0, 100), Student("first", first("pass"), 0, 100)])
    assert run("course", "grade", str(folder)).status == 0
    found = {name: float(row["total"]) for name, row in grades(folder).items()}
    assert found["first"] < 3 < found["reflex"]
    assert "average score" in (folder / "feedback" / "reflex.html").read_text("utf-8")


PROVEN = """game = "tictactoe"
kind = "evaluate"

[[criterion]]
test = "proven"
positions = 6
nothing = 0.5
full = 0.9
points = 100
"""


def test_an_evaluation_is_compared_with_proven_values(tmp_path: Path, run: Run) -> None:
    folder = small(tmp_path / "p", PROVEN)
    exact = search() + "def evaluate(game, state):\n    return {}value(game, state, 9, -inf, inf)\n"
    programs = {
        "constant": "def evaluate(game, state):\n    return 0\n",
        "exact": exact.format(""),
        "text": "def evaluate(game, state):\n    return 'good'\n",
        "upside_down": exact.format("-"),
    }
    hand_in(folder, [Student(name, text, 0, 100) for name, text in programs.items()])
    assert run("course", "grade", str(folder)).status == 0
    found = grades(folder)
    column = "Agreement with proven values"
    reached = {name: float(found[name][column]) for name in programs}
    assert reached == {"constant": 0, "exact": 100, "text": 0, "upside_down": 0}
    assert "no number" in found["text"]["reason"]
    page = (folder / "feedback" / "upside_down.html").read_text("utf-8")
    assert page.count("<figure>") >= 2


def test_a_win_that_is_not_seen_is_drawn(tmp_path: Path, run: Run) -> None:
    folder = small(tmp_path / "p", FORCED)
    hand_in(folder, [Student("first", first("pass"), 0, 30)])
    assert run("course", "grade", str(folder)).status == 0
    assert float(grades(folder)["first"]["total"]) < 30
    page = (folder / "feedback" / "first.html").read_text("utf-8")
    assert "what wins: " in page
    assert "<svg" in page


def test_a_game_of_ones_own_goes_with_the_project(tmp_path: Path) -> None:
    rules = Path(__file__).parents[2] / "src" / "zermelo" / "templates" / "pile.py"
    game = tmp_path / "pile.py"
    game.write_text(rules.read_text("utf-8").replace("NewGame", "Pile"), "utf-8")
    folder = new(tmp_path / "p", "--game", f"{game}:Pile", "--kind", "evaluate")
    game.unlink()
    assert (folder / "pile.py").exists()
    done = subprocess.run([sys.executable, "starter.py"], cwd=folder, capture_output=True)
    assert done.returncode == 0, done.stderr
    rubric = folder / "teacher" / "rubric.toml"
    rubric.write_text(
        'game = "pile.py:Pile"\nkind = "evaluate"\n[[criterion]]\ntest = "legal"\npoints = 5\n'
        'positions = 2\n[[criterion]]\ntest = "match"\ngames = 1\npoints = 1\n',
        "utf-8",
    )
    hand_in(folder, [Student("ada", "def evaluate(game, state):\n    return 1\n", 0, 5)])
    assert main(["course", "grade", str(folder)]) == 0
    assert float(grades(folder)["ada"]["total"]) >= 5
    assert not grades(folder)["ada"]["reason"].startswith("evaluate")
    kept = json.loads((folder / "teacher" / "results" / "ada.json").read_bytes())
    assert kept["reached"][0]["points"] == 5
