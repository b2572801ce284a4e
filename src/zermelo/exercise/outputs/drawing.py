"""The tree on a sheet: with room to write in, or with the whole search in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from zermelo.exercise.replay import Replay
from zermelo.exercise.sheet import AnswerTable, Cell, Sheet, cell_text
from zermelo.exercise.trees import BoardTree
from zermelo.explain.features import marks_on_board
from zermelo.explain.format import USUAL, Format
from zermelo.explain.numbers import format_value
from zermelo.explain.steps import Change
from zermelo.explain.story import Story, Witness, story_of
from zermelo.explain.tikz import BLANK
from zermelo.explain.view import View
from zermelo.search import expectiminimax
from zermelo.search.features import features_at

LINE: Final = BLANK  # to write a number on
ACROSS: Final = 14  # nodes in a table
IN_DRAWING: Final = {  # what the drawing shows of an item, so that no table needs to
    "value": "returned",
    "alpha": "alpha_in",
    "beta": "beta_in",
    "alpha_held": "alpha",
    "beta_held": "beta",
    "state": "",
}


def view_of(sheet: Sheet, theme: str = "light", *, lines: bool = True) -> View:
    """The drawing of a sheet; a blank one without `lines` leaves no room to write in, and is close.

    A blank one comes from a search that cuts nothing, and leaves the same room at every node,
    lest it tell where the search never comes.
    """
    task, tree = sheet.exercise.task, sheet.tree
    if task.given:
        return _sampled(task.replay if sheet.solved else task.given, theme, sheet.solved)
    if not sheet.solved:
        witness = Witness(tree)
        expectiminimax(tree, observer=witness)
        story = _blank(sheet, story_of(witness), lines)
        return View(story, 0, theme, form=Format(compact=not lines))
    tree = task.solved_tree(tree)
    witness = Witness(tree)
    task.replay.algorithm(tree, observer=witness, **task.replay.settings)
    story = story_of(witness)
    if isinstance(tree, BoardTree):
        story = _counted(tree, story)
    return View(story, len(story.steps) - 1, theme)


def _sampled(replay: Replay, theme: str, solved: bool) -> View:
    """The tree after some simulations; solved, with UCB1 and the way that the last one takes."""
    witness = Witness(replay.tree)
    replay.algorithm(replay.tree, observer=witness, **replay.settings)
    story = story_of(witness)
    shown = "select" if solved else "leave"
    last = max(number for number, step in enumerate(story.steps) if step.name == shown)
    steps = (*story.steps[:last], replace(story.steps[last], place=None))  # nothing is under way
    labels = (*(name for name in USUAL if name != "returned"), *(["ucb"] if solved else []))
    return View(replace(story, steps=steps), last, theme, form=Format(labels))


def _counted(tree: BoardTree, story: Story) -> Story:
    """The same with what the heuristic counts marked on the boards."""
    shown: list[Change] = []
    places = list(story.places)
    for number, place in enumerate(places):
        if tree.is_estimate(place.state):
            value = tree.utility(place.state)
            parts = features_at(tree.game, tree.states[place.state], value)
            marks = marks_on_board(tree.game, parts)
            places[number] = replace(place, features=parts, marks=marks)
            shown.append((number, "static", place.written))
    *before, last = story.steps
    last = replace(last, changes=(*last.changes, *shown))
    return replace(story, places=tuple(places), steps=(*before, last))


def asks_for_bounds(sheet: Sheet) -> bool:
    """Whether numbers are asked for at every node, for which a drawing may leave room."""
    return sheet.asks("alpha")


def _blank(sheet: Sheet, story: Story, lines: bool) -> Story:
    """The story before anything happens, with lines where numbers are asked for if wanted."""
    shown: list[Change] = []
    tree, places = sheet.tree, story.places
    if isinstance(tree, BoardTree):  # the values of the boards are asked for
        places = tuple(
            replace(place, written=None if tree.is_estimate(place.state) else place.written)
            for place in places
        )
    for number, place in enumerate(places):
        if place.kind != "LEAF" and lines and asks_for_bounds(sheet):
            shown.append((number, "status", "open"))
            asked = (field for what, field in IN_DRAWING.items() if field and sheet.asks(what))
            shown += [(number, field, LINE) for field in asked]
    first = story.steps[0]
    about = {**first.event, "algorithm": sheet.exercise.task.replay.algorithm.name}
    blank = replace(first, event=about, changes=tuple(shown))
    return replace(story, places=places, steps=(blank,))


def beside(sheet: Sheet) -> list[list[list[str]]]:
    """What is to be filled in beside the drawing: tables with a column for each of some nodes.

    A thing asked that the drawing shows, or has room for, is left out.
    """
    drawn = IN_DRAWING if sheet.solved or asks_for_bounds(sheet) else {}
    found: list[list[list[str]]] = []
    for table in sheet.tables:
        columns = [i for i, what in enumerate(table.questions) if what not in drawn]
        found += _across(table, columns)
    return found


def in_full(sheet: Sheet) -> list[list[list[str]]]:
    """The same where the drawing has no room: a row for each node; only crosses go into it."""
    found: list[list[list[str]]] = []
    for table in sheet.tables:
        columns = [i for i, what in enumerate(table.questions) if what != "state"]
        if columns:
            grid = [["", *(table.head[i] for i in columns)]]
            found.append(grid + [[n, *(_text(row[i]) for i in columns)] for n, row in table.rows])
    return found


def leaves_of(view: View) -> list[list[str]]:
    """The leaves, a row for each node above some: for a drawing too small to be read."""
    places, looks = view.story.places, view.looks
    above = [place for place in places if any(places[n].kind == "LEAF" for n in place.children)]
    across = range(max(len(place.children) for place in above))
    grid = [["", *(str(1 + number) for number in across)]]
    for place in above:
        texts = [format_value(places[child].written) for child in place.children]
        cut = [looks[child]["status"] == "cut" for child in place.children]
        cells = [f"({text})" if over else text for text, over in zip(texts, cut, strict=True)]
        grid.append([place.name, *cells, *[""] * (len(across) - len(cells))])
    return grid


def _across(table: AnswerTable, columns: Sequence[int]) -> Iterator[list[list[str]]]:
    parts = ceil(len(table.rows) / ACROSS)
    size = ceil(len(table.rows) / parts)
    for start in range(0, len(table.rows) if columns else 0, size):
        rows = table.rows[start : start + size]
        grid = [["", *(name for name, _row in rows)]]
        yield grid + [[table.head[i], *(_text(row[i]) for _name, row in rows)] for i in columns]


def _text(cell: Cell | None) -> str:
    return "–" if cell is None else cell_text(cell)
