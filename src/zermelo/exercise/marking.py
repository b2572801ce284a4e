"""Grading, item by item.

What an item is worth depends on the exercise alone (`Task.weight`), so that all students are
marked out of the same. Items are taken in the order in which the search comes to them.

- *right*: the answer is that of the real search, or as good. Its marks.
- *follow-on*: the answer is wrong, but follows by the rule of its item (`Task.grounds`) from what
  the student wrote before, and the student computed something: two different numbers went into
  it, or all that it rests on has earned its marks. Its marks: a mistake costs only once. The
  same where by such answers there is nothing to fill in, and nothing is.
- *copy*: the same, but nothing was computed: a wrong number that is repeated; and every number,
  even a right one, on a paper whose numbers were copied from the leaves (`copies`). No marks.
- *missing*: nothing is filled in. No marks.
- *wrong*: all else, also what cannot be read. No marks. What is filled in where nothing should
  be, and does not follow, is wrong too; it takes no marks away.

The rules are local: each looks at a few answers, and none searches the tree for the student.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from zermelo.exercise.copies import copied
from zermelo.exercise.exercise import Exercise
from zermelo.exercise.items import Answer, Given, Item, Number, Unreadable, meant, same, text_of
from zermelo.exercise.rules import Basis
from zermelo.language import _

RIGHT: Final = "right"
FOLLOWS: Final = "follow-on"
COPY: Final = "copy"
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
        if isinstance(self.given, Unreadable):
            return self.given.told
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
    def percent(self) -> int:
        """The same in a hundred."""
        return round(100 * self.marks / self.out_of)

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
    found = _Grader(exercise, answers).grade()
    copies = _copies(found)
    return _Grader(exercise, answers, copies).grade() if copies else found


def _copies(found: Grade) -> frozenset[str]:
    """The items that were copied, going by the marks that they would get."""
    marks = [mark for mark in found.items if mark.wanted is not None]
    given = {m.item.id: m.given.value for m in marks if isinstance(m.given, Number)}
    wrong = {m.item.id for m in marks if m.verdict == WRONG}
    earned = {m.item.id for m in marks if m.marks}
    return copied(found.exercise.task, given, wrong, earned)


class _Grader:
    """One student's answers, and what of them has earned its marks so far."""

    def __init__(
        self,
        exercise: Exercise,
        answers: Mapping[str, Given],
        copies: frozenset[str] = frozenset(),
    ) -> None:
        self.exercise, self.task, self.answers = exercise, exercise.task, answers
        self.copies = copies
        # What the rules go by: the right answers, and where the student's differ, those instead.
        self.own: dict[str, Answer] = dict(self.task.solution)
        names = [item.id for item in self.task.items]  # whatever the order on the paper
        given = [n for n in names if answers.get(n, "no") != "no"]  # no cut is nothing to fill in
        self.extra = [n for n in given if n not in self.task.solution]
        for name in self.extra:
            self._take(name)
        self.unearned: set[str] = set()  # what has got no marks

    def grade(self) -> Grade:
        """The marks, item by item."""
        task, marks = self.task, []
        items = {item.id: item for item in task.items}
        for name, wanted in task.solution.items():
            given, verdict, weight = self.answers.get(name), self._judge(name), task.marks[name]
            if verdict not in (RIGHT, MISSING):
                self._take(name)
            if verdict not in (RIGHT, FOLLOWS):
                self.unearned.add(name)
            reached = weight if verdict in (RIGHT, FOLLOWS) else 0
            reason = task.reason(name) if verdict in (WRONG, MISSING) else ""
            marks.append(Mark(items[name], verdict, reached, weight, given, wanted, reason))
        for name in self.extra:
            verdict = WRONG if task.follows(name, self.own) == () else FOLLOWS
            given = self.answers[name]
            verdict = WRONG if isinstance(given, Unreadable) else verdict
            reason = task.reason(name) if verdict == WRONG else ""
            marks.append(Mark(items[name], verdict, 0, 0, given, None, reason))
        return Grade(self.exercise, tuple(marks))

    def _take(self, name: str) -> None:
        """Go by the student's own answer from here on."""
        given = self.answers.get(name)
        if given is not None and not isinstance(given, Unreadable):
            self.own[name] = meant(given)

    def _judge(self, name: str) -> str:
        """The verdict on one item of the solution."""
        given = self.answers.get(name)
        if isinstance(given, Unreadable):
            return WRONG
        if name in self.copies:
            return COPY
        if given is not None and self.task.right(name, given, self.answers):
            return RIGHT
        basis = Basis(self.own)
        wanted = self.task.grounds(name, basis)
        if given is None or (given == "no" and wanted == []):
            return FOLLOWS if wanted == [] and self._earns(basis) else MISSING
        bases = [basis for answer, basis in wanted or () if same(given, answer)]
        if not bases:
            return WRONG
        return FOLLOWS if any(map(self._earns, bases)) else COPY

    def _earns(self, basis: Basis) -> bool:
        if basis.used & self.copies:
            return False
        return basis.computed or not basis.used & self.unearned
