"""The tree on a sheet: with room to write in, or with all of the search; and how it is laid out.

An exercise is one page. Numbers asked at every node stand in the drawing where it is large enough
to be written in by hand; where it is not, they stand in a table below, and the drawing is bare
and as large as the rest leaves room for. One too small to be read has its leaves in a table, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, TypeAlias

from zermelo.exercise.replay import Replay
from zermelo.exercise.sheet import AnswerTable, Cell, Sheet, cell_text
from zermelo.exercise.trees import BoardTree
from zermelo.explain.features import marks_on_board
from zermelo.explain.format import USUAL, Format
from zermelo.explain.numbers import format_value
from zermelo.explain.pdf import POINTS
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
WRITABLE: Final = 1.1  # a drawing smaller than this is too small to be written in by hand
LEAST: Final = 0.5  # one smaller than this is hard to read: a page more, and a table, are better
GROWN: Final = 1.5  # how much larger it may be to be written in

Grid: TypeAlias = list[list[str]]  # a table: its rows, the first being its head


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


def beside(sheet: Sheet) -> list[Grid]:
    """What is to be filled in beside the drawing: tables with a column for each of some nodes.

    A thing asked that the drawing shows, or has room for, is left out.
    """
    drawn = IN_DRAWING if sheet.solved or asks_for_bounds(sheet) else {}
    found: list[Grid] = []
    for table in sheet.tables:
        columns = [i for i, what in enumerate(table.questions) if what not in drawn]
        found += _across(table, columns)
    return found


def in_full(sheet: Sheet) -> list[Grid]:
    """The same where the drawing has no room: a row for each node; only crosses go into it."""
    found: list[Grid] = []
    for table in sheet.tables:
        columns = [i for i, what in enumerate(table.questions) if what != "state"]
        if columns:
            grid = [["", *(table.head[i] for i in columns)]]
            found.append(grid + [[n, *(_text(row[i]) for i in columns)] for n, row in table.rows])
    return found


def leaves_of(view: View) -> Grid:
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


# --- on a page -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paper:
    """A page and what things take on it, in points, upright or turned (False or True)."""

    width: dict[bool, float]
    height: dict[bool, float]  # without title and footer
    letters: dict[bool, int]  # in a line of text
    line: float  # of text
    single: float  # of things asked once, beside each other
    across: dict[bool, int]  # how many of these are beside each other
    row: dict[bool, float]  # of a table to be written in by hand, or solved
    gap: float  # around a table


@dataclass(frozen=True)
class Layout:
    """A sheet laid out on a page; `scale` is that of the drawing."""

    view: View
    tables: list[Grid]
    turned: bool
    scale: float
    whole: bool  # whether all is on one page

    @property
    def width(self) -> float:
        """Of the drawing, in points."""
        return self.view.picture.width * POINTS * self.scale


def layout_of(sheet: Sheet, paper: Paper, turned: bool | None = None) -> Layout:
    """The sheet on a page, upright unless that makes it small or `turned` tells."""
    ways = (False, True) if turned is None else (turned,)
    view, tables = view_of(sheet), beside(sheet)
    drawn = _largest([_fitted(sheet, paper, way, view, tables) for way in ways])
    if drawn.scale < LEAST:
        tables = [leaves_of(view), *in_full(sheet)]
    elif sheet.solved or not asks_for_bounds(sheet) or (drawn.whole and drawn.scale >= WRITABLE):
        return drawn
    else:
        tables = in_full(sheet)
    view = view_of(sheet, lines=False)
    return _largest([_fitted(sheet, paper, way, view, tables) for way in ways])


def _largest(layouts: list[Layout]) -> Layout:
    """The one with the largest drawing of those on one page; the first if that is large enough."""
    first = layouts[0]
    if first.whole and first.scale >= WRITABLE:
        return first
    return max(layouts, key=lambda each: (each.whole, each.scale))


def _fitted(sheet: Sheet, paper: Paper, turned: bool, view: View, tables: list[Grid]) -> Layout:
    """The drawing as large as what stands above and below it allows."""
    lines = sum(ceil((len(text) + 4) / paper.letters[turned]) for text in sheet.instructions)
    taken = paper.line * (lines + (3 if sheet.exam else 0))  # its title, and who it is
    taken += paper.single * ceil(len(sheet.single) / paper.across[turned])
    row = paper.row[sheet.solved]
    taken += sum(row * len(rows) + paper.gap for rows in tables)
    width, height = view.picture.width * POINTS, view.picture.height * POINTS
    room, across = paper.height[turned] - taken, paper.width[turned] / width
    scale = min(across, room / height)
    whole = scale >= LEAST
    if not whole:  # the tables go to the next page
        scale = min(across, paper.height[turned] / 2 / height)
    return Layout(view, tables, turned, min(1.0 if sheet.solved else GROWN, scale), whole)
