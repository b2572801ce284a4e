"""`zermelo grade`: the marks for answers to exercises, of one student or of a whole class."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from zermelo import files
from zermelo.cli import console, options, settings, source
from zermelo.exercise import Grade, Paper, read_paper
from zermelo.exercise import grade as graded
from zermelo.exercise.grade import FOLLOWS, MISSING, WRONG, Mark
from zermelo.exercise.items import json_of, meant
from zermelo.files import reason
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.search.conventions import convention as convention_named

COLUMNS: Final = ("file", "student", "marks", "out of", "first mistake")
FORMULA: Final = ("=", "+", "-", "@", "\t")  # how a cell begins that a spreadsheet would compute
LARGEST: Final = 4_000_000  # bytes of a file of answers


def grade(
    answers: Annotated[
        str | None,
        typer.Argument(metavar="ANSWERS", help="A .json file, or - for standard input."),
    ] = None,
    batch: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Mark every .json file in it: a table (CSV)."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="--batch: where the table goes."),
    ] = None,
    convention: settings.Convention = None,
    json: options.Json = False,
) -> None:
    """Mark the answers to exercises, item by item, and name the first mistake."""
    if (answers is None) == (batch is None):
        raise ZermeloError(_("give ANSWERS, or --batch FOLDER"))
    if convention:
        convention_named(convention)  # a slip in its name is no fault of any paper
    if batch is None:
        if file:
            raise ZermeloError(_("-o is for the table of --batch"))
        name = "-" if answers is None else answers
        _show(*_marked(name, convention), json)
        return
    if json:
        raise ZermeloError(_("--batch gives a table: leave --json out"))
    if file:
        files.check_writable(file)
    table = _table(batch, convention)
    if file:
        files.write_whole(file, table.encode())
    else:
        print(table, end="")


def _marked(name: str, convention: str | None) -> tuple[Paper, list[Grade]]:
    """What is in a file of answers, and the marks for it, by another convention if one is given."""
    if name == "-":
        told, text = _("standard input"), source.read_input()
    else:
        told, text = name, _text(Path(name))
    try:
        paper = read_paper(text)
        if convention:
            answered = tuple((made.under(convention), given) for made, given in paper.answered)
            paper = replace(paper, answered=answered)
    except ZermeloError as error:
        raise ZermeloError(f"{told}: {error}") from None
    return paper, [graded(exercise, given) for exercise, given in paper.answered]


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise source.unreadable(str(path), _("too large for answers"))
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise source.unreadable(str(path), reason(error)) from None
    except UnicodeDecodeError:
        raise source.unreadable(str(path), _("it is no UTF-8 text")) from None


def _show(paper: Paper, grades: list[Grade], json: bool) -> None:
    marks, out_of = sum(one.marks for one in grades), sum(one.out_of for one in grades)
    if json:
        exercises = [_as_json(one) for one in grades]
        whole = {"student": paper.student, "marks": marks, "out_of": out_of}
        console.print_json({**whole, "exercises": exercises})
        return
    for one in grades:
        print(one.exercise.title)
        print(_("{marks} of {out_of} marks").format(marks=one.marks, out_of=one.out_of))
        if one.first:
            print(_("first mistake: {what}").format(what=one.first.message))
        named = {WRONG: _("wrong"), FOLLOWS: _("follows from a mistake"), MISSING: _("missing")}
        for verdict, text in named.items():
            items = [mark.item.id for mark in one.items if mark.verdict == verdict]
            if items:
                print(f"{text}: {console.row(items)}")
    if len(grades) > 1:
        print(_("together {marks} of {out_of} marks").format(marks=marks, out_of=out_of))


def _as_json(one: Grade) -> dict[str, Any]:
    return {
        "kind": one.exercise.kind,
        "seed": one.exercise.seed,
        "marks": one.marks,
        "out_of": one.out_of,
        "first_mistake": one.first.item.id if one.first else None,
        "items": [_item(mark) for mark in one.items],
    }


def _item(mark: Mark) -> dict[str, Any]:
    return {
        "item": mark.item.id,
        "verdict": mark.verdict,
        "marks": mark.marks,
        "out_of": mark.out_of,
        "given": None if mark.given is None else json_of(meant(mark.given)),
        "wanted": None if mark.wanted is None else json_of(mark.wanted),
        "reason": mark.message if mark.reason else "",
    }


# --- a whole class -----------------------------------------------------------------------------


def _table(folder: Path, convention: str | None) -> str:
    """The marks of every file in a folder; one that cannot be read has its error instead."""
    try:
        papers = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".json")
    except OSError as error:
        raise source.unreadable(str(folder), reason(error)) from None
    if not papers:
        raise ZermeloError(_("no .json files in {folder}").format(folder=folder))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for path in papers:
        table.writerow([_cell(cell) for cell in _row(path, convention)])
    return text.getvalue()


def _row(path: Path, convention: str | None) -> tuple[str, ...]:
    try:
        paper, grades = _marked(str(path), convention)
    except ZermeloError as error:
        return path.name, path.stem, "", "", " ".join(str(error).split())
    mistakes = [(i, one.first.message) for i, one in enumerate(grades, 1) if one.first]
    first = mistakes[0][1] if mistakes else ""
    if mistakes and len(grades) > 1:
        number, what = mistakes[0]
        first = _("exercise {number}: {what}").format(number=number, what=what)
    marks, out_of = sum(one.marks for one in grades), sum(one.out_of for one in grades)
    return path.name, paper.student or path.stem, str(marks), str(out_of), first


def _cell(text: str) -> str:
    """The text as a spreadsheet shows it, and never computes it."""
    clean = console.clean(text)
    return f"'{clean}" if clean.startswith(FORMULA) else clean
