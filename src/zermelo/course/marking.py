"""Grades a class: each submission in a process of its own, each result kept at once.

A submission is graded again only if it, the rubric or the rules have changed, so that grading can
be stopped at any time.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import zermelo
from zermelo.course.criteria import Candidate, Cases, Reached, reached
from zermelo.course.handout import FEEDBACK, RESULTS, ROSTER, RUBRIC, SUBMISSIONS
from zermelo.course.page import page
from zermelo.course.rubric import Rubric, blamed, read_roster
from zermelo.course.words import heading, number
from zermelo.files import read_limited, readable, write_whole
from zermelo.game import ZermeloError
from zermelo.language import _, current
from zermelo.match.agent import Agent, GameSource, Limits
from zermelo.match.players import Named

LARGEST: Final = 1 << 20  # bytes of a submission
RULES: Final = ("zermelo.game", "zermelo.bits", "zermelo.board")  # what it may import of ours


@dataclass(frozen=True)
class Student:
    """Who handed in what; `file` is None where that is nothing, `wrong` why it cannot be graded."""

    key: str
    name: str
    file: Path | None = None
    program: bytes = b""
    wrong: str = ""


@dataclass(frozen=True)
class Result:
    """What a student reached in each criterion, and in all."""

    student: Student
    reached: tuple[Reached, ...]

    @property
    def total(self) -> float:
        """All points together."""
        return round(sum(each.points for each in self.reached), 2)

    @property
    def reason(self) -> str:
        """The first thing that went wrong."""
        return next((each.fault for each in self.reached if each.fault), "")


def students(folder: Path) -> list[Student]:
    """All who are in the list or have handed something in, by name."""
    names = read_roster(folder / ROSTER) if (folder / ROSTER).exists() else {}
    found: dict[str, Student] = {}
    with readable(folder / SUBMISSIONS):
        entries = sorted((folder / SUBMISSIONS).iterdir())
    for entry in entries:
        if entry.name.startswith((".", "__")) or (entry.is_file() and entry.suffix != ".py"):
            continue
        key = entry.stem if entry.is_file() else entry.name
        if key in found:
            told = _("{folder} has both {name}.py and a folder {name}; remove one")
            raise ZermeloError(told.format(folder=folder / SUBMISSIONS, name=key))
        found[key] = _student(key, names.get(key, key), entry)
    for key, name in names.items():
        found.setdefault(key, Student(key, name, wrong=_("nothing was handed in")))
    if not found:
        told = _("no submissions in {folder}: put each student's file there, such as ada.py")
        raise ZermeloError(told.format(folder=folder / SUBMISSIONS))
    return sorted(found.values(), key=lambda each: each.key)


def _student(key: str, name: str, entry: Path) -> Student:
    try:
        file = _file(entry)
        with readable(file):
            program = read_limited(file, LARGEST, plain=True)
        if found := borrowed(program):
            told = _("line {line}: {what} is Zermelo's search; write your own")
            raise ZermeloError(told.format(line=found[0], what=found[1]))
    except ZermeloError as error:
        return Student(key, name, wrong=str(error))
    return Student(key, name, file, program)


def _file(entry: Path) -> Path:
    """The file to grade: itself, or in a folder starter.py, or else the only one."""
    if not entry.is_dir():
        return entry
    programs = sorted(each for each in entry.glob("*.py") if not each.name.startswith("test_"))
    programs = [each for each in programs if each.name == "starter.py"] or programs
    if len(programs) != 1:
        told = _("the folder must have starter.py, or one file alone that ends with .py")
        raise ZermeloError(told)
    return programs[0]


def borrowed(program: bytes) -> tuple[int, str] | None:
    """The line and the name of an import of more than Zermelo's rules; None where there is none.

    What stands under `if __name__ == "__main__"` is not run, and may import anything.
    """
    try:
        module = ast.parse(program)
    except (SyntaxError, ValueError):  # which loading it tells
        return None
    guarded = [each for each in module.body if isinstance(each, ast.If)]
    guarded = [each for each in guarded if "'__name__'" in ast.dump(each.test)]
    body = (each for each in module.body if each not in guarded)
    for node in (inner for each in body for inner in ast.walk(each)):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif node.module == "zermelo":  # constants are those of games
            given = (getattr(zermelo, alias.name, None) for alias in node.names)
            names = [getattr(each, "__module__", RULES[0]) for each in given]
        else:
            names = [node.module or ""]
        for name in names:
            if name.partition(".")[0] == "zermelo" and not name.startswith(RULES):
                return node.lineno, name
    return None


def grade(
    folder: Path,
    rubric: Rubric,
    source: GameSource,
    rules: bytes = b"",
    tell: Callable[[str], None] | None = None,
) -> tuple[list[Result], int]:
    """The results of all students, and how many of them were known before.

    `rules`: the text of a user's own game. `tell` hears who is graded.
    """
    for place, criterion in enumerate(rubric.criteria, 1):
        try:
            Named.read(criterion.against).check(source.game)
        except ZermeloError as error:
            raise blamed(folder / RUBRIC, place, "against", str(error)) from None
    cases, known = Cases(source.game, rubric), 0
    common = [(folder / RUBRIC).read_bytes(), rules]
    common += [zermelo.__version__.encode(), current().encode()]
    results = []
    for student in students(folder):
        digest, kept = _digest(student, common), folder / RESULTS / f"{student.key}.json"
        result = _known(kept, digest, student)
        known += result is not None
        if tell:
            tell(_("grading {name}").format(name=student.name))
        results.append(result or _graded(student, rubric, source, cases))
        _write_page(folder, rubric, results[-1])
        if result is None:
            _keep(results[-1], kept, digest)
    return results, known


def _digest(student: Student, common: Sequence[bytes]) -> str:
    text = hashlib.sha256(f"{student.name}\n{student.wrong}\n".encode())
    for part in (*common, student.program):
        text.update(hashlib.sha256(part).digest())
    return text.hexdigest()


def _known(kept: Path, digest: str, student: Student) -> Result | None:
    """The result that was kept, if nothing has changed since."""
    try:
        found = json.loads(kept.read_bytes())
        if found["digest"] != digest:
            return None
        told = (dict(each) for each in found["reached"])
        parts = [{**each, "boards": tuple(map(tuple, each["boards"]))} for each in told]
        return Result(student, tuple(Reached(**each) for each in parts))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _graded(student: Student, rubric: Rubric, source: GameSource, cases: Cases) -> Result:
    if student.file is None:
        return Result(student, tuple(Reached(0, "", student.wrong) for _each in rubric.criteria))
    file, limits = student.file, Limits(megabytes=rubric.memory)
    start = lambda: Agent(file, source, limits, seconds=rubric.seconds)  # noqa: E731
    candidate = Candidate(source.game, start, rubric)
    try:
        return Result(student, tuple(reached(each, candidate, cases) for each in rubric.criteria))
    finally:
        candidate.close()


def _write_page(folder: Path, rubric: Rubric, result: Result) -> None:
    (folder / FEEDBACK).mkdir(exist_ok=True)
    text = page(rubric, result.student.name, result.total, result.reached)
    write_whole(folder / FEEDBACK / f"{result.student.key}.html", text.encode())


def _keep(result: Result, kept: Path, digest: str) -> None:
    """Writes the result whole, or not at all."""
    kept.parent.mkdir(exist_ok=True)
    told: dict[str, Any] = {"digest": digest, "reached": [asdict(each) for each in result.reached]}
    write_whole(kept, json.dumps(told, ensure_ascii=False, indent=1).encode())


def table(rubric: Rubric, results: Sequence[Result]) -> list[list[str]]:
    """A head, and a row for each student."""
    titles = [heading(each, rubric.kind) for each in rubric.criteria]
    head = [_("submission"), _("name"), *titles, _("total"), _("out of"), _("reason")]
    rows = [
        [
            each.student.key,
            each.student.name,
            *(number(part.points) for part in each.reached),
            number(each.total),
            number(rubric.points),
            each.reason,
        ]
        for each in results
    ]
    return [head, *rows]
