"""Grading, item by item: one mark each.

Items are taken in the order in which the search comes to them.

- *right*: the answer is that of the real search, or as good. One mark.
- *follow-on*: the answer is wrong, but follows by the rule of its kind (`Task.follows`) from what
  the student wrote before, where that was wrong: the mistake is made only once. One mark. Where by
  the student's own answers there is nothing to fill in, such as inside a branch pruned by
  mistake, and nothing is, the item does not count: neither a mark, nor one out of it.
- *missing*: nothing is filled in. No mark.
- *wrong*: all else. No mark. What is filled in where nothing should be, and does not follow, is
  wrong too; it takes no mark away.

The rules are local: each looks at a few answers, and none searches the tree for the student.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from zermelo.exercise.exercise import Exercise
from zermelo.exercise.items import Answer, Given, Item, meant, same, text_of
from zermelo.exercise.kinds import Task
from zermelo.language import _

RIGHT: Final = "right"
FOLLOWS: Final = "follow-on"
MISSING: Final = "missing"
WRONG: Final = "wrong"


class Mark(NamedTuple):
    """How one item was answered. `wanted` is None where nothing should be filled in."""

    item: Item
    verdict: str
    marks: int
    out_of: int
    given: Given | None
    wanted: Answer | None
    reason: str

    @property
    def message(self) -> str:
        """The mistake in words: what was written, what it is, and why."""
        fields = {
            "item": self.item.label,
            "given": "" if self.given is None else text_of(self.given),
            "wanted": "" if self.wanted is None else text_of(self.wanted),
            "reason": self.reason,
        }
        kind = "mistake" if self.given is not None else "nothing"
        return sentences()["extra" if self.wanted is None else kind].format(**fields)


def sentences() -> dict[str, str]:
    """How a mistake is put, in the current language."""
    return {
        "mistake": _("{item}: {given} is written; it is {wanted}: {reason}"),
        "nothing": _("{item}: nothing is written; it is {wanted}: {reason}"),
        "extra": _("{item}: {given} is written where nothing should be: {reason}"),
    }


@dataclass(frozen=True)
class Grade:
    """The marks for one exercise, in the order of the search."""

    exercise: Exercise
    items: tuple[Mark, ...]

    @property
    def marks(self) -> int:
        """The marks reached."""
        return sum(mark.marks for mark in self.items)

    @property
    def out_of(self) -> int:
        """The marks there were to reach."""
        return sum(mark.out_of for mark in self.items)

    @property
    def first(self) -> Mark | None:
        """The first mistake: the first wrong item, or else the first missing one."""
        for verdict in (WRONG, MISSING):
            for mark in self.items:
                if mark.verdict == verdict:
                    return mark
        return None


def grade(exercise: Exercise, answers: Mapping[str, Given]) -> Grade:
    """The marks for the answers to an exercise."""
    task = exercise.task
    items = {item.id: item for item in task.items}
    extra = [name for name in answers if name not in task.solution]
    # What the rules go by: the right answers, and where the student's differ, those instead.
    own: dict[str, Answer] = dict(task.solution)
    for name in extra:
        own[name] = meant(answers[name])
    marks = []
    for name, wanted in task.solution.items():
        given = answers.get(name)
        verdict, out_of = _judge(task, name, given, answers, own)
        if given is not None and verdict != RIGHT:
            own[name] = meant(given)
        reached = int(verdict in (RIGHT, FOLLOWS) and out_of)
        reason = task.reason(name) if verdict in (WRONG, MISSING) else ""
        marks.append(Mark(items[name], verdict, reached, out_of, given, wanted, reason))
    for name in extra:
        wanted_here = task.follows(name, own)
        verdict = WRONG if wanted_here == () else FOLLOWS
        reason = task.reason(name) if verdict == WRONG else ""
        marks.append(Mark(items[name], verdict, 0, 0, answers[name], None, reason))
    return Grade(exercise, tuple(marks))


def _judge(
    task: Task, name: str, given: Given | None, answers: Mapping[str, Given], own: dict[str, Answer]
) -> tuple[str, int]:
    """The verdict on one item of the solution, and whether it counts."""
    if given is not None and task.right(name, given, answers):
        return RIGHT, 1
    wanted = task.follows(name, own)
    if given is None:
        return (FOLLOWS, 0) if wanted == () else (MISSING, 1)
    if wanted and any(same(given, answer) for answer in wanted):
        return FOLLOWS, 1
    return WRONG, 1
