"""A sheet as plain data: what every output of exercises, on paper or on a screen, shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from zermelo.exercise.exercise import Exercise
from zermelo.exercise.items import AnswerError, Given, Item, label_of, text_of
from zermelo.exercise.kinds import Task
from zermelo.exercise.kinds.alphabeta import AlphaBeta
from zermelo.exercise.marking import Grade
from zermelo.exercise.weights import USUAL
from zermelo.explain.numbers import format_value
from zermelo.games.tree import Tree
from zermelo.language import _, ngettext
from zermelo.names import check_name


@dataclass(frozen=True)
class Cell:
    """A place to fill in; `text` is the solution, None on a blank sheet."""

    item: Item
    text: str | None


@dataclass(frozen=True)
class AnswerTable:
    """Places to fill in: a row for each node, a column for each thing asked there.

    A row holds None where a thing is not asked. `of` says which nodes: "inner" or "leaves";
    `questions` are what, and `head` the same in words.
    """

    of: str
    questions: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


@dataclass(frozen=True)
class Sheet:
    """One exercise on paper: the tree, what to do, and what to fill in.

    `single` are the things asked once. A solved sheet shows the search of `exercise.task.replay`.
    """

    title: str
    instructions: tuple[str, ...]
    exercise: Exercise
    tree: Tree
    single: tuple[Cell, ...]
    tables: tuple[AnswerTable, ...]
    solved: bool
    student: str = ""
    exam: str = ""  # the title of the whole paper, on each of its pages
    number: int = 1  # of the exercise on it
    points: Fraction | None = None

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What stands at the head to be filled in, by name; what is known is there."""
        if self.solved and not self.student:
            return []
        name = (_("Name:"), self.student)
        return [name, (_("ID:"), ""), (_("Group:"), "")] if self.exam else [name]

    def asks(self, what: str) -> bool:
        """Whether such a thing is asked for at several nodes."""
        return any(what in table.questions for table in self.tables)

    @property
    def footer(self) -> str:
        """What makes the same sheet again."""
        made = self.exercise
        if made.own:
            return ""
        return f"zermelo exercise --kind {made.kind} --seed {made.seed} --shape '{made.shape.text}'"


def sheet(
    exercise: Exercise,
    solved: bool = False,
    student: str = "",
    points: Fraction | None = None,
    level: str = "all",
    exam: str = "",
    number: int = 1,
) -> Sheet:
    """The sheet of an exercise, blank or solved; for a student, and worth so many points.

    `level` says how much of it is asked for (`levels`); `exam` is the title of the whole paper,
    and `number` which exercise of it this is.
    """
    task = exercise.task
    items = asked(task, level)
    solution = task.solution if solved else {}
    cells = [Cell(item, text_of(solution.get(item.id, "")) if solved else None) for item in items]
    inner = {task.names.of(state) for state in task.names.inner}
    questions = [cell.item.what for cell in cells]
    single = [cell for cell in cells if questions.count(cell.item.what) == 1]
    rest = [cell for cell in cells if cell not in single]
    tables = (
        _table("inner", [cell for cell in rest if cell.item.node in inner]),
        _table("leaves", [cell for cell in rest if cell.item.node not in inner]),
    )
    title = exercise.title
    if points is not None:
        words = ngettext(
            "{title} ({points} mark)", "{title} ({points} marks)", 1 if points == 1 else 2
        )
        title = words.format(title=title, points=format_value(float(points)))
    if solved:
        title = _("{title}: solution").format(title=title)
    return Sheet(
        title,
        tuple(filter(None, (exercise.note, *task.instructions(level), _weights(exercise)))),
        exercise,
        exercise.tree,
        tuple(single),
        tuple(table for table in tables if table.rows),
        solved,
        student,
        exam,
        number,
        points,
    )


def _weights(exercise: Exercise) -> str:
    """What the parts are worth, where the sheet says so itself."""
    if exercise.shares == USUAL or not isinstance(exercise.task, AlphaBeta):
        return ""
    words = _("Marks: values {values} %, bounds {bounds} %, pruning {pruning} %.")
    whole = sum(exercise.shares)
    shares = exercise.shares._asdict().items()
    return words.format(**{name: str(round(100 * share / whole)) for name, share in shares})


def _table(of: str, cells: list[Cell]) -> AnswerTable:
    rows: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.item.node, {})[cell.item.what] = cell
    columns = max(map(list, rows.values()), key=len, default=[])
    return AnswerTable(
        of,
        tuple(columns),
        tuple(label_of(what) for what in columns),
        tuple((node, tuple(map(row.get, columns))) for node, row in rows.items()),
    )


def as_text(page: Sheet) -> str:
    """The sheet for a terminal."""
    lines = [*filter(None, (page.exam, page.title, page.student)), ""]
    lines += page.instructions
    lines += ["", page.tree.draw(0), ""]
    for cell in page.single:
        lines.append(f"{cell.item.label}: {_line_or_text(cell)}")
    for table in page.tables:
        node = _("node") if table.of == "inner" else _("leaf")
        grid = [(node, *table.head)]
        grid += [(name, *map(_line_or_text, row)) for name, row in table.rows]
        widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
        lines.append("")
        for row in grid:
            texts = (text.ljust(width) for text, width in zip(row, widths, strict=True))
            lines.append("  ".join(texts).rstrip())
    return "\n".join(lines) + "\n"


def _line_or_text(cell: Cell | None) -> str:
    return "____" if cell and cell.text is None else cell_text(cell)


def cell_text(cell: Cell | None) -> str:
    """What stands in a cell: the solution, or nothing."""
    return "" if cell is None or cell.text is None else cell.text


# --- levels, and what a paper leaves empty -------------------------------------------------------

# What is asked for of alpha-beta, by level; None: everything.
LEVELS: Final[dict[str, tuple[str, ...] | None]] = {
    "values": ("value", "state", "move"),
    "bounds": ("value", "state", "move", "alpha", "beta"),
    "all": None,
}


def asked(task: Task, level: str) -> tuple[Item, ...]:
    """The items of a task that a level asks for; only alpha-beta has levels."""
    check_name(level, LEVELS, _("no level '{name}'"), AnswerError)
    wanted = LEVELS[level] if "cut" in task.conventional else None
    return tuple(item for item in task.items if wanted is None or item.what in wanted)


def at_level(grade: Grade, level: str) -> Grade:
    """The marks for what a level asks for."""
    known = {item.id for item in asked(grade.exercise.task, level)}
    return replace(grade, items=tuple(mark for mark in grade.items if mark.item.id in known))


def expected(items: Sequence[Item], given: Mapping[str, Given]) -> list[Item]:
    """The items that a paper owes by its own account.

    It depends on the items and the paper alone, never on the solution: which boxes a search leaves
    empty would tell where it cuts.

    What is not crossed out is searched. At a node that the paper prunes nothing is owed, nor who
    set the bound where it says of no cut.
    """
    pruned = {item.node for item in items if given.get(item.id) == "pruned"}
    cuts = {i.node for i in items if i.what == "cut" and given.get(i.id, "no") != "no"}
    return [
        item
        for item in items
        if item.form != "state"
        and item.node not in pruned
        and (item.what != "by" or item.node in cuts)
    ]


def still_empty(items: Sequence[Item], given: Mapping[str, Given]) -> list[Item]:
    """The items that are still to be filled in."""
    return [item for item in expected(items, given) if item.id not in given]


def mostly_empty(items: Sequence[Item], given: Mapping[str, Given]) -> bool:
    """Whether less than half is filled in; then nothing is to be told of what is right."""
    return 2 * len(still_empty(items, given)) > len(expected(items, given))
