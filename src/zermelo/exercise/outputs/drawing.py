"""The tree on a sheet: with room to write in, or with the whole search in it."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Final

from zermelo.exercise.sheet import Cell, Sheet, cell_text
from zermelo.explain.steps import Change
from zermelo.explain.story import Story, Witness, story_of
from zermelo.explain.view import View

LINE: Final = "_____"  # to write a number on
ACROSS: Final = 14  # nodes in a table
IN_DRAWING: Final = {  # what the drawing shows of an item, so that no table needs to
    "value": "returned",
    "alpha": "alpha_in",
    "beta": "beta_in",
    "alpha_held": "alpha",
    "beta_held": "beta",
    "state": "",
}


def view_of(sheet: Sheet, theme: str = "light") -> View:
    """The drawing of a sheet.

    A blank one leaves the same room at every node, lest it tell where the search never comes.
    """
    task, tree = sheet.exercise.task, sheet.tree
    if sheet.solved:
        tree = task.solved_tree(tree)
    witness = Witness(tree)
    task.replay.algorithm(tree, observer=witness, **task.replay.settings)
    story = story_of(witness)
    if sheet.solved:
        return View(story, len(story.steps) - 1, theme)
    return View(_blank(sheet, story), 0, theme)


def _blank(sheet: Sheet, story: Story) -> Story:
    """The story before anything happens, with lines where numbers are asked for."""
    questions = {item.what for item in sheet.exercise.task.items}
    lines: list[Change] = []
    for number, place in enumerate(story.places):
        if place.kind != "LEAF" and "alpha" in questions:
            lines.append((number, "status", "open"))
            lines += [(number, field, LINE) for what, field in IN_DRAWING.items() if field]
    return replace(story, steps=(replace(story.steps[0], changes=tuple(lines)),))


def beside(sheet: Sheet) -> list[list[list[str]]]:
    """What is to be filled in beside the drawing: tables with a column for each of some nodes.

    A thing asked that the drawing has room for is left out.
    """
    found = []
    for table in sheet.tables:
        columns = [i for i, what in enumerate(table.questions) if what not in IN_DRAWING]
        parts = ceil(len(table.rows) / ACROSS)
        size = ceil(len(table.rows) / parts)
        for start in range(0, len(table.rows) if columns else 0, size):
            rows = table.rows[start : start + size]
            grid = [["", *(name for name, _row in rows)]]
            grid += [[table.head[i], *(_text(row[i]) for _name, row in rows)] for i in columns]
            found.append(grid)
    return found


def _text(cell: Cell | None) -> str:
    return "–" if cell is None else cell_text(cell)
