"""`zermelo grade`: the marks for answers to exercises, of one student or of a whole class."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from zermelo import files
from zermelo.cli import console, options, settings, source
from zermelo.cli.assignment import file_name, load_assignment, load_names, refuse_beside
from zermelo.exercise import KINDS, Assignment, Exercise, Grade, classroom, read_paper
from zermelo.exercise import grade as graded
from zermelo.exercise.classroom import Marked
from zermelo.exercise.items import json_of, meant, row_of
from zermelo.exercise.marking import COPY, FOLLOWS, MISSING, WRONG, Mark, points_text, verdicts
from zermelo.exercise.weights import Weights, read_weights
from zermelo.game import ZermeloError
from zermelo.language import _, local, ngettext
from zermelo.names import check_name
from zermelo.numbers import read_number
from zermelo.search.conventions import convention as convention_named

FORMULA: Final = ("=", "+", "-", "@", "\t")  # how a cell begins that a spreadsheet would compute
LARGEST: Final = 4 << 20  # bytes of a file of answers


def grade(
    answers: Annotated[
        str | None,
        typer.Argument(metavar="ANSWERS", help="A .json file, or - for standard input."),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The exercises that were set: a .toml sheet, a .tree, or the blank form (.json).",
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(metavar="|".join(KINDS), help="--sheet with a .tree: what was set."),
    ] = None,
    shape: Annotated[
        str | None, typer.Option(metavar="TEXT", help="--sheet with a .tree: its conventions.")
    ] = None,
    students: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="--sheet: each name in it has a variant of their own."),
    ] = None,
    batch: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Mark every .json file in it: a table (CSV)."),
    ] = None,
    file: Annotated[
        Path | None,
        options.to_file(help="--batch: where the table goes."),
    ] = None,
    convention: settings.Convention = None,
    weights: settings.Weights = None,
    items: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="--batch: what the class made of each item (CSV)."),
    ] = None,
    json: options.Json = False,
) -> None:
    """Mark the answers to exercises, item by item, and name the first mistake."""
    if (answers is None) == (batch is None):
        raise ZermeloError(_("give ANSWERS, or --batch FOLDER"))
    if convention:
        convention_named(convention)  # a slip in its name is no fault of any paper
    if students and not sheet:
        raise ZermeloError(_("--students goes with --sheet"))
    shares = read_weights(weights) if weights else None
    assignment = _assignment(sheet, convention, kind, shape)
    marker = Marker(assignment, load_names(students) if students else None, convention, shares)
    if batch is None:
        if file or items:
            raise ZermeloError(_("-o and --items are for the tables of --batch"))
        name = "-" if answers is None else answers
        _show(marker.mark(name), json, set_by="sheet" if sheet else "file")
        return
    if json:
        raise ZermeloError(_("--batch gives a table: leave --json out"))
    if not sheet:
        raise ZermeloError(
            _("say which exercises were set: --sheet FILE, the sheet or its blank form")
        )
    for wanted in filter(None, (file, items)):
        files.check_writable(wanted)
    papers = _papers(batch, marker)
    if items:
        files.write_whole(items, csv_text(classroom.analysis(papers)).encode())
    if file:
        files.write_whole(file, csv_text(classroom.table(papers)).encode())
    else:
        print(csv_text(classroom.table(papers)), end="")


def _assignment(
    sheet: str | None, convention: str | None, kind: str | None, shape: str | None
) -> Assignment | None:
    """The exercises that were set, where it is said."""
    if not sheet or not sheet.endswith(".tree"):
        words = _("{option} goes with --sheet and a .tree alone")
        refuse_beside({"--kind": kind, "--shape": shape}, words)
    if not sheet:
        return None
    return load_assignment(sheet, convention, kind or "alphabeta", shape or "")


@dataclass(frozen=True)
class Marker:
    """Marks papers, by the sheet that was set where there is one."""

    assignment: Assignment | None
    students: list[str] | None
    convention: str | None
    shares: Weights | None

    def mark(self, name: str, plain: bool = False) -> Marked:
        """What is in a file of answers, and the marks for it; `plain`: no pipe, which may wait."""
        if name == "-":
            told, text = _("standard input"), source.read_input()
        else:
            told = name
            with files.readable(name):
                text = files.read_text(Path(name), "utf-8-sig", LARGEST, plain)
        stem = Path(name).stem if name != "-" else ""
        set_for = (lambda student: self._exercises(student or stem)) if self.assignment else None
        try:
            paper = read_paper(text, set_for)
            under = (self.convention, self.shares)
            answered = [(made.under(*under), given) for made, given in paper.answered]
        except ZermeloError as error:
            raise ZermeloError(f"{told}: {error}") from None
        grades = tuple(graded(exercise, given) for exercise, given in answered)
        points = tuple(Fraction(one.out_of) for one in grades)
        if self.assignment:
            points = self.assignment.points([one.exercise for one in grades])
        return Marked(Path(name).name, paper.student or stem, grades, points, paper.notes)

    def _exercises(self, student: str) -> list[Exercise]:
        assert self.assignment is not None
        if self.students is None:
            return self.assignment.exercises()
        known = {file_name(name): name for name in self.students}  # by the file's name, too
        student = known.get(student, student)
        check_name(student, self.students, _("no student '{name}' in the list"))
        return self.assignment.exercises(student)


def _show(paper: Marked, json: bool, set_by: str) -> None:
    grades = paper.grades
    marks, out_of = map(points_text, (sum(paper.reached), sum(paper.points)))
    if json:
        exercises = [_as_json(one) for one in grades]
        points = {"marks": read_number(marks), "out_of": read_number(out_of)}
        whole = {"student": paper.student, "set_by": set_by, **points}
        found = {**whole, "percent": paper.percent, "notes": paper.notes, "exercises": exercises}
        console.print_json(found)
        return
    for one in grades:
        print(one.exercise.title)
        if set_by == "file":  # a student may have put an easier one there
            words = _("the exercise is the one that the file names: {kind}, seed {seed}")
            print(words.format(kind=one.exercise.task.title(), seed=str(one.exercise.seed)))
        words = ngettext(
            "{marks} of {out_of} mark, {percent} %",
            "{marks} of {out_of} marks, {percent} %",
            1 if one.out_of == 1 else 2,
        )
        reached, all_of_it = (local(points_text(each)) for each in (one.marks, one.out_of))
        print(words.format(marks=reached, out_of=all_of_it, percent=one.percent))
        if one.diagnosis:
            words = _("the whole paper: {what}")
            if one.charge:
                words = _("the whole paper: {what}; charged once, {charge} %")
            print(words.format(what=one.diagnosis, charge=one.charge))
        if one.first:
            print(_("first mistake: {what}").format(what=console.clean(one.first.message)))
        for verdict in (WRONG, FOLLOWS, COPY, MISSING):
            items = [mark.item for mark in one.items if mark.verdict == verdict]
            if items:
                print(f"{verdicts()[verdict]}: {console.clean(row_of(items))}")
    for note in paper.notes:
        print(_("note: {text}").format(text=console.clean(note)))
    if len(grades) > 1:
        together = _("together {marks} of {out_of} marks, {percent} %")
        print(together.format(marks=local(marks), out_of=local(out_of), percent=paper.percent))


def _as_json(one: Grade) -> dict[str, Any]:
    return {
        "kind": one.exercise.kind,
        "seed": one.exercise.seed,
        "marks": _number(one.marks),
        "out_of": _number(one.out_of),
        "percent": one.percent,
        "diagnosis": one.diagnosis,
        "charge": one.charge,
        "first_mistake": one.first.item.id if one.first else None,
        "items": [_item(mark) for mark in one.items],
    }


def _item(mark: Mark) -> dict[str, Any]:
    return {
        "item": mark.item.id,
        "verdict": mark.verdict,
        "marks": _number(mark.marks),
        "out_of": _number(mark.out_of),
        "given": None if mark.given is None else json_of(meant(mark.given)),
        "wanted": None if mark.wanted is None else json_of(mark.wanted),
        "reason": mark.message if mark.reason else "",
    }


def _number(points: Fraction) -> Any:
    return read_number(points_text(points))


# --- a whole class -----------------------------------------------------------------------------


def _papers(folder: Path, marker: Marker) -> list[Marked]:
    """The marks of every file in a folder; one that cannot be read has its error instead."""
    with files.readable(folder):
        papers = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".json")
    if not papers:
        raise ZermeloError(_("no .json files in {folder}").format(folder=folder))
    found = []
    for path in papers:
        try:
            found.append(marker.mark(str(path), plain=True))
        except ZermeloError as error:
            found.append(Marked(path.name, path.stem, error=" ".join(str(error).split())))
    return found


def csv_text(rows: list[list[str]]) -> str:
    """A table as a spreadsheet in the user's language reads it.

    Where the comma is decimal, cells are parted by semicolons.
    """
    text = io.StringIO()
    table = csv.writer(text, delimiter=";" if "," in local("0.5") else ",", lineterminator="\n")
    table.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _cell(text: str) -> str:
    """The text as a spreadsheet shows it, and never computes it."""
    clean = console.clean(text)
    return f"'{clean}" if clean.startswith(FORMULA) else clean
