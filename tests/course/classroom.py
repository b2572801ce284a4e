"""A class of students for a project about tic-tac-toe: right, wrong in every known way, and mean.

Each hands in a program; `known` is what its feedback must say, in English.
"""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

SEARCH = """
from math import inf

def value(game, state, depth, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return {estimate}
    if game.to_move(state) == {maximiser}:
        best = -inf
        for action in game.actions(state):
            best = max(best, value(game, game.result(state, action), depth - 1, alpha, beta))
            if best {cut_max} beta:
                break
            alpha = max(alpha, best)
        return best
    best = inf
    for action in game.actions(state):
        best = min(best, value(game, game.result(state, action), depth - 1, alpha, beta))
        if best {cut_min} alpha:
            break
        beta = min(beta, best)
    return best

def move(game, state):
    sign = {sign}
    actions = list(game.actions(state))
    return max(actions, key=lambda a: sign * value(game, game.result(state, a), {depth}, -inf, inf))
"""
RIGHT = {
    "estimate": "0",
    "maximiser": "1",
    "cut_max": ">=",
    "cut_min": "<=",
    "sign": "game.to_move(state)",
    "depth": "9",
}
FIRST = "def move(game, state):\n    {before}\n    return list(game.actions(state))[0]\n"


class Student(NamedTuple):
    """A program, the least and the most points that it deserves, and a word of its feedback."""

    name: str
    program: str
    least: float
    most: float
    known: str = ""


def search(**parts: str) -> str:
    return SEARCH.format(**(RIGHT | parts))


def first(before: str) -> str:
    return FIRST.format(before=before)


LISTED = "list(game.actions(state))[0]"
DICE = "random.choice(list(game.actions(state)))"
LATE = "assert len(list(game.actions(state))) > 4"


def pupils(teacher: Path, other: Path) -> list[Student]:
    """Thirty, five for a short class first; some read the teacher's files or another's program."""
    return [
        Student("right", search(), 97, 100),
        Student("reads_other", first(f"open({str(other)!r}).read()"), 0, 0, "Permission"),
        Student("illegal", "def move(game, state):\n    return 'nowhere'\n", 0, 12, "no legal"),
        Student("sleeps", "import time\n" + first("time.sleep(99)"), 0, 0, "no move after"),
        Student("first_move", first("pass"), 25, 65, "lost"),
        Student("deep_enough", search(depth="5"), 90, 100),
        Student("one_ply", search(depth="0"), 40, 90),
        Student("no_cut", search(cut_max="> inf +", cut_min="< -inf -"), 97, 100),
        Student("game_evaluate", search(depth="2", estimate="game.evaluate(state)"), 75, 100),
        Student("wrong_sign", search(sign="-game.to_move(state)"), 20, 60),
        Student("always_max", search(sign="1"), 30, 85),
        Student("swapped", search(maximiser="-1"), 20, 85),
        Student("min_cuts_wrong", search(cut_min=">="), 30, 99),
        Student("max_cuts_wrong", search(cut_max="<="), 30, 99),
        Student("last_move", first("pass").replace("[0]", "[-1]"), 25, 65, "lost"),
        Student("random", "import random\n" + first("pass").replace(LISTED, DICE), 20, 70),
        Student("syntax", "def move(game, state)\n    return 0\n", 0, 0, "line 1"),
        Student("no_function", "def play(game, state):\n    return 0\n", 0, 0, "neither move"),
        Student("import_fails", "import no_such_module\n" + first("pass"), 0, 0, "no_such_module"),
        Student("crash", first("1 / 0"), 0, 0, "ZeroDivisionError"),
        Student("crash_late", first(LATE), 5, 60, "AssertionError"),
        Student("hangs", first("while True: pass"), 0, 0, "no move after"),
        Student("exits", first("raise SystemExit"), 0, 0, "SystemExit"),
        Student("none", "def move(game, state):\n    pass\n", 0, 12, "None"),
        Student("hangs_loading", "while True: pass\n", 0, 0, "after 10 s"),
        Student("memory", first("x = bytearray(10**10)"), 0, 0, "megabytes"),
        Student(
            "recursion", "def move(game, state):\n    return move(game, state)\n", 0, 0, "itself"
        ),
        Student("prints", first("print('thinking')"), 0, 0, "print"),
        Student("writes", first("open('notes.txt', 'w').write('x')"), 0, 0, "file"),
        Student("reads_teacher", first(f"open({str(teacher)!r}).read()"), 0, 0, "Permission"),
    ]


def hand_in(folder: Path, students: list[Student]) -> None:
    for student in students:
        (folder / "submissions" / f"{student.name}.py").write_text(student.program, "utf-8")


def grades(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


def killed(folder: Path, after: int) -> None:
    """Grades until so many results are kept."""
    command = [sys.executable, "-m", "zermelo", "course", "grade", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while len(list(folder.glob("teacher/results/*.json"))) < after:
            assert process.poll() is None
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)


def whole_class() -> int:
    """Grades all thirty, killed in the middle; the number of those who are treated unjustly."""
    from zermelo.cli import main

    with tempfile.TemporaryDirectory() as name:
        folder, wrong = Path(name) / "project", 0
        assert main(["course", "new", str(folder), "--game", "tictactoe", "--seed", "1"]) == 0
        students = pupils(folder / "teacher" / "rubric.toml", folder / "submissions" / "right.py")
        hand_in(folder, students)
        killed(folder, len(students) // 2)
        before = {path: path.stat().st_mtime_ns for path in folder.glob("teacher/results/*")}
        assert main(["course", "grade", str(folder)]) == 0
        again = [path.stem for path in before if path.stat().st_mtime_ns != before[path]]
        found = grades(folder)
        for student in students:
            row = found[student.name]
            page = (folder / "feedback" / f"{student.name}.html").read_text("utf-8")
            fair = student.least <= float(row["total"]) <= student.most and student.known in page
            wrong += not fair
            told = "" if fair else f" WRONG: {student}"
            print(f"{student.name}: {row['total']} {row['reason']}{told}", flush=True)
        print(f"{len(found)} students, {wrong} treated unjustly, graded twice: {again or 'none'}")
        return wrong + len(again) + abs(len(found) - 30)
