"""Levels of alpha-beta by hand: the same tree and the same search, more or less of it asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from zermelo.exercise.items import AnswerError, Item
from zermelo.exercise.kinds import Task
from zermelo.exercise.marking import Grade
from zermelo.language import _
from zermelo.names import check_name

# What is asked for, by level; None: everything.
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
