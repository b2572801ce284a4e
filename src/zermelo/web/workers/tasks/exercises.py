"""Exercises: made, graded, and a run of them scored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.exercise import AnswerError, Exercise, Grade, make, own_exercise
from zermelo.exercise.items import VOCABULARY, Item, read_answer, text_of
from zermelo.exercise.marking import MISSING, WRONG, Mark
from zermelo.exercise.marking import grade as grade_answers
from zermelo.exercise.outputs.drawing import view_of
from zermelo.exercise.outputs.pdf import render
from zermelo.exercise.sheet import (
    Cell,
    asked,
    at_level,
    cell_text,
    mostly_empty,
    sheet,
    still_empty,
)
from zermelo.exercise.weights import read_weights
from zermelo.explain.svg import drawing
from zermelo.extras import require
from zermelo.games.tree import read_tree, write_tree
from zermelo.language import _
from zermelo.names import check_name
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import ExerciseRequest, PaperRequest


def exercise(_context: Context, request: ExerciseRequest) -> dict[str, Any]:
    """The sheet of an exercise."""
    made = _made(request)
    page = sheet(made, request.solved, level=request.level)
    return {
        "kind": made.kind,
        "title": page.title,
        "seed": made.seed,
        "shape": made.shape.text,
        "tree": "" if made.task.on_boards else write_tree(made.tree),  # it would tell the values
        "simulations": made.task.given and made.task.replay.settings["simulations"],
        "svg": drawing(view_of(page, "auto"), still=False),
        "instructions": list(page.instructions),
        "level": request.level,
        "parents": {
            made.task.names.of(state): made.task.names.of(parent)
            for state, parent in made.task.names.parent.items()
        },
        "items": [_item(item) for item in asked(made.task, request.level)],
        "single": [_cell(cell) for cell in page.single],
        "tables": [
            {
                "of": table.of,
                "head": list(table.head),
                "rows": [
                    {"node": node, "cells": [_cell(cell) for cell in row]}
                    for node, row in table.rows
                ],
            }
            for table in page.tables
        ],
    }


def grade(_context: Context, request: ExerciseRequest) -> dict[str, Any]:
    """The marks, item by item; nothing is marked while an answer cannot be read.

    Unless the answers are final, of what is empty nothing is told but that it is, and nothing is
    marked while most of the sheet is empty.
    """
    made = _made(request)
    given, unreadable = _read(made, request)
    items = asked(made.task, request.level)
    empty = [{"id": item.id, "message": _nothing(item)} for item in still_empty(items, given)]
    if unreadable or (mostly_empty(items, given) and not request.final):
        unmarked = {"marks": 0, "out_of": 0, "diagnosis": "", "charge": 0}
        unmarked |= {"items": [], "first": None}
        return {**unmarked, "unreadable": unreadable, "empty": empty}
    found = at_level(grade_answers(made, given), request.level)
    tell = (lambda mark: mark.message) if request.final else _message
    first = found.first
    return {
        "marks": round(found.marks),
        "out_of": round(found.out_of),
        "diagnosis": found.diagnosis,
        "charge": found.charge,
        "items": [
            {
                "id": mark.item.id,
                "label": mark.item.label,
                "verdict": mark.verdict,
                "marks": float(mark.marks),
                "out_of": float(mark.out_of),
                "given": None if mark.given is None else text_of(mark.given),
                "wanted": _wanted(mark, request.final),
                "message": tell(mark) if mark.verdict in (WRONG, MISSING) else None,
            }
            for mark in found.items
        ],
        "first": None if first is None else {"id": first.item.id, "message": tell(first)},
        "unreadable": [],
        "empty": empty,
    }


def _message(mark: Mark) -> str:
    """The mistake in words; of what is empty not what it should be."""
    return _nothing(mark.item) if mark.verdict == MISSING else mark.message


def _wanted(mark: Mark, final: bool) -> str | None:
    hidden = mark.given is None and not final
    return None if hidden or mark.wanted is None else text_of(mark.wanted)


def _nothing(item: Item) -> str:
    return _("{item}: nothing is written").format(item=item.label)


def score(_context: Context, requests: tuple[ExerciseRequest, ...]) -> dict[str, Any]:
    """What a run of exercises comes to; what cannot be read counts as missing."""
    marks = out_of = 0
    for request in requests:
        made = _made(request)
        found: Grade = at_level(grade_answers(made, _read(made, request)[0]), request.level)
        marks, out_of = marks + round(found.marks), out_of + round(found.out_of)
    return {"marks": marks, "out_of": out_of, "shape": made.shape.text}


def hint(_context: Context, request: ExerciseRequest) -> dict[str, Any]:
    """What to look at next, and why it is what it is: the first item that is not right yet."""
    made = _made(request)
    given, _unreadable = _read(made, request)
    wrong = at_level(grade_answers(made, given), request.level)
    # In the order of the search: what is done first is hinted at first.
    todo = {mark.item.id: mark for mark in wrong.items if mark.verdict in ("wrong", "missing")}
    first = next((todo[item] for item in made.task.solution if item in todo), None)
    if first is None:
        return {"id": None, "label": "", "reason": ""}
    return {"id": first.item.id, "label": first.item.label, "reason": first.reason}


def paper(_context: Context, request: PaperRequest) -> bytes:
    """The sheets of an assignment as PDF."""
    require("draw")
    return render(
        [sheet(_made(each), request.solved, level=each.level) for each in request.exercises]
    )


def _made(request: ExerciseRequest) -> Exercise:
    if request.tree is None:
        made = make(request.kind, request.seed, request.shape)
    else:
        tree = read_tree(request.tree)
        made = own_exercise(tree, request.kind, request.shape, request.seed)
    return replace(made, shares=read_weights(request.weights)) if request.weights else made


def _read(made: Exercise, request: ExerciseRequest) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The answers, and those that cannot be read."""
    items = {item.id: item for item in made.task.items}
    given: dict[str, Any] = {}
    unreadable = []
    for name, answer in request.answers.items():
        check_name(name, items, _("this exercise has no item '{name}'"), AnswerError)
        try:
            read = read_answer(items[name], answer)
        except AnswerError as error:
            unreadable.append({"id": name, "message": str(error)})
            continue
        if read is not None:
            given[name] = read
    return given, unreadable


def _item(item: Item) -> dict[str, Any]:
    choices = item.choices if item.form not in VOCABULARY else tuple(VOCABULARY[item.form])
    return {
        "id": item.id,
        "node": item.node,
        "what": item.what,
        "label": item.label,
        "form": item.form,
        "choices": [{"value": choice, "text": text_of(choice)} for choice in choices],
    }


def _cell(cell: Cell | None) -> dict[str, str] | None:
    return None if cell is None else {"id": cell.item.id, "text": cell_text(cell)}
