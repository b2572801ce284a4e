"""Grades a class: each submission in a process of its own, each result kept at once.

A submission is graded again only if it, the rubric or the rules have changed, so that grading can
be stopped at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any, Final, TypeAlias

import zermelo
from zermelo.board import DARK
from zermelo.course.criteria import Candidate, Cases, Reached, reached
from zermelo.course.handout import FEEDBACK, RESULTS, ROSTER, RUBRIC, SUBMISSIONS
from zermelo.course.rubric import Criterion, Rubric, blamed, read_roster
from zermelo.course.words import asked, heading, number
from zermelo.files import write_whole
from zermelo.game import ZermeloError
from zermelo.language import _, current
from zermelo.match.agent import Agent, GameSource, Limits
from zermelo.match.page import document
from zermelo.match.players import Named
from zermelo.match.submission import content, name_of, submissions

Tell: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class Student:
    """Who handed in what; `path` is None where that is nothing, `wrong` why it cannot be graded."""

    key: str
    name: str
    path: Path | None = None
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
    for entry in submissions(folder / SUBMISSIONS):
        key = name_of(entry)
        if key in found:
            told = _("{folder} has both {name}.py and a folder {name}; remove one")
            raise ZermeloError(told.format(folder=folder / SUBMISSIONS, name=key))
        name = names.get(key, key)
        try:
            found[key] = Student(key, name, entry, content(entry))
        except ZermeloError as error:
            found[key] = Student(key, name, wrong=str(error))
    for key, name in names.items():
        found.setdefault(key, Student(key, name, wrong=_("nothing was handed in")))
    if not found:
        told = _("no submissions in {folder}: put each student's file there, such as ada.py")
        raise ZermeloError(told.format(folder=folder / SUBMISSIONS))
    return sorted(found.values(), key=lambda each: each.key)


def grade(
    folder: Path,
    rubric: Rubric,
    source: GameSource,
    rules: str = "",
    tell: Tell = lambda text: None,
) -> tuple[list[Result], int]:
    """The results of all students, and how many of them were known before.

    `rules`: the digest of a user's own game. `tell` hears who is graded, and in what.
    """
    for place, criterion in enumerate(rubric.criteria, 1):
        try:
            Named.read(criterion.against).check(source.game)
        except ZermeloError as error:
            raise blamed(folder / RUBRIC, place, "against", str(error)) from None
    cases, known = Cases(source.game, rubric), 0
    texts = (rules, zermelo.__version__, current())
    common = [(folder / RUBRIC).read_bytes(), *map(str.encode, texts)]
    results, everybody = list[Result](), students(folder)
    (folder / FEEDBACK).mkdir(exist_ok=True)
    for student in everybody:
        digest, kept = _digest(student, common), folder / RESULTS / f"{student.key}.json"
        result = _known(kept, digest, student)
        known += result is not None
        who = f"{student.name} ({len(results) + 1}/{len(everybody)})"
        results.append(result or _graded(student, source, cases, who, tell))
        text = page(rubric, student.name, results[-1].total, results[-1].reached)
        write_whole(folder / FEEDBACK / f"{student.key}.html", text.encode())
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
        told = found["reached"]
        parts = [{**each, "boards": tuple(map(tuple, each["boards"]))} for each in told]
        return Result(student, tuple(Reached(**each) for each in parts))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _graded(student: Student, source: GameSource, cases: Cases, who: str, tell: Tell) -> Result:
    rubric = cases.rubric
    if student.path is None:
        return Result(student, tuple(Reached(0, "", student.wrong) for _each in rubric.criteria))
    path, limits = student.path, Limits(megabytes=rubric.memory)
    start = lambda: Agent(path, source, limits, seconds=rubric.seconds)  # noqa: E731
    candidate = Candidate(source.game, start, rubric)
    found = []
    try:
        for each in rubric.criteria:
            told = _("grading {name}: {criterion}")
            tell(told.format(name=who, criterion=heading(each, rubric.kind)))
            found.append(reached(each, candidate, cases))
        return Result(student, tuple(found))
    finally:
        candidate.close()


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


# --- the page that a student reads ---------------------------------------------------------------

STYLE: Final = (
    """
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #fff; --line: #d0d7de;
  --good: #1a7f37; --bad: #b35900; --full: #0072b2; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e0; --soft: #a0a8b3; --paper: #16191d; --line: #3a424e;
    --good: #4ac26b; --bad: #ff9452; --full: #56b4e9; }
"""
    + DARK
    + """
}
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin-bottom: 0; } h2 { margin: 0; font-size: 1.1rem; }
.total { font-size: 1.6rem; margin: 0 0 1.5rem; }
section { border-top: 1px solid var(--line); padding: 1rem 0; }
header { display: flex; justify-content: space-between; gap: 1rem; }
.points { white-space: nowrap; font-weight: 600; }
.bar { height: .4rem; border-radius: .2rem; background: var(--line); margin: .4rem 0; }
.bar i { display: block; height: 100%; border-radius: .2rem; background: var(--full); }
p { margin: .3rem 0; } .asked { color: var(--soft); }
.good::before { content: "✓ "; color: var(--good); }
.bad::before { content: "✗ "; color: var(--bad); }
.advice::before { content: "→ "; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: .5rem 0; width: 15rem; } figure svg { width: 100%; max-height: 18rem; }
figcaption { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
code { font-size: .95em; }
"""
)


def page(rubric: Rubric, name: str, total: float, reached: Sequence[Reached]) -> str:
    """The whole page, which needs nothing from outside."""
    title = _("Feedback for {name}").format(name=name)
    whole = _("{points} of {most} points")
    told = whole.format(points=number(total), most=number(rubric.points))
    parts = "".join(
        _section(rubric, criterion, each)
        for criterion, each in zip(rubric.criteria, reached, strict=True)
    )
    body = f'<h1>{escape(title)}</h1>\n<p class="total">{escape(told)}</p>\n{parts}'
    return document(title, STYLE, body)


def _section(rubric: Rubric, criterion: Criterion, each: Reached) -> str:
    out_of = f"{number(each.points)} / {number(criterion.points)}"
    width = round(100 * each.points / criterion.points)
    lines = [
        f"<header><h2>{escape(heading(criterion, rubric.kind))}</h2>"
        f'<span class="points">{out_of}</span></header>',
        f'<div class="bar"><i style="width:{width}%"></i></div>',
        f'<p class="asked">{escape(asked(criterion, rubric))}</p>',
    ]
    if each.told:
        mark = "bad" if each.fault else "good"
        lines.append(f'<p class="{mark}">{escape(each.told)}</p>')
    if each.fault:
        first = _("What went wrong first: {what}").format(what=each.fault)
        lines.append(f"<p>{escape(first)}</p>")
    if each.boards:
        lines.append(f'<div class="boards">{"".join(map(_figure, each.boards))}</div>')
    if each.advice:
        lines.append(f'<p class="advice">{_code(each.advice)}</p>')
    return f"<section>{''.join(lines)}</section>\n"


def _figure(board: tuple[str, str]) -> str:
    drawing, caption = board
    return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"


def _code(text: str) -> str:
    """The text, with what stands between backquotes as code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
