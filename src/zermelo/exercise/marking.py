"""Grading, item by item.

What an item is worth depends on the exercise alone (`Task.marks`), so that all students are
marked out of the same. Items are taken in the order in which the search comes to them.

First the whole paper: where one misconception explains it better than single slips do
(`diagnosis`), it is charged once, and what agrees with it is marked as if it were right. Else, and
for what does not agree:

- *right*: the answer is that of the real search, or as good. Its marks.
- *follow-on*: the answer is wrong, but follows by the rule of its item (`Task.grounds`) from what
  the student wrote before, and the student computed something: two different numbers went into
  it, or all that it rests on has earned its marks. Its marks: a mistake costs only once. The
  same where by such answers there is nothing to fill in, and nothing is.
- *copy*: the same, but nothing was computed: a wrong number that is repeated; and every number,
  even a right one, on a paper whose numbers were copied from the leaves (`copied`). No marks.
- *missing*: nothing is filled in. No marks.
- *wrong*: all else, also what cannot be read. No marks. What is filled in where nothing should
  be, and does not follow, is wrong too; it takes no marks away.

The rules are local: each looks at a few answers, and none searches the tree for the student.

A paper that finds no cut has not pruned: that branches are searched earns nothing on it, and it
stays below half of the marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from operator import and_
from typing import Final, NamedTuple

from zermelo.exercise.diagnosis import Explanation, agrees, copied, explain
from zermelo.exercise.exercise import Exercise
from zermelo.exercise.items import Answer, Given, Item, Number, Unreadable, meant, same, text_of
from zermelo.exercise.rules import Basis
from zermelo.language import _

RIGHT: Final = "right"
FOLLOWS: Final = "follow-on"
COPY: Final = "copy"
MISSING: Final = "missing"
WRONG: Final = "wrong"
EARNED: Final = (RIGHT, FOLLOWS)
UNPRUNED: Final = Fraction(49, 100)  # the most for a paper that prunes nothing rightly


class Mark(NamedTuple):
    """How one item was answered. `wanted` is None where nothing should be filled in."""

    item: Item
    verdict: str
    marks: Fraction
    out_of: Fraction
    given: Given | None
    wanted: Answer | None
    reason: str

    @property
    def is_mistake(self) -> bool:
        """Whether it is wrong: also what was copied, unless it happens to be right."""
        if self.verdict != COPY or self.given is None or self.wanted is None:
            return self.verdict == WRONG
        return not same(self.given, self.wanted)

    @property
    def is_cut(self) -> bool:
        """Whether the solution prunes here."""
        return self.wanted == "pruned" or (self.item.what == "cut" and self.wanted != "no")

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


def verdicts() -> dict[str, str]:
    """What the verdicts are called, in the current language."""
    return {
        RIGHT: _("right"),
        FOLLOWS: _("follows from a mistake"),
        COPY: _("repeated"),
        WRONG: _("wrong"),
        MISSING: _("missing"),
    }


@dataclass(frozen=True)
class Grade:
    """The marks for one exercise, in the order of the search.

    `diagnosis` says in a sentence what the whole paper shows, if anything; `charge` is what that
    costs, in percent.
    """

    exercise: Exercise
    items: tuple[Mark, ...]
    diagnosis: str = ""
    charge: int = 0

    @property
    def marks(self) -> Fraction:
        """The marks reached."""
        reached = sum((mark.marks for mark in self.items), Fraction(0))
        reached -= self.out_of * self.charge / 100
        cuts = [mark for mark in self.items if mark.is_cut]
        if any(mark.out_of for mark in cuts) and not self.prunes(cuts):
            reached = min(reached, self.out_of * UNPRUNED)
        return max(reached, Fraction(0))

    @property
    def out_of(self) -> Fraction:
        """The marks there were to reach."""
        return sum((mark.out_of for mark in self.items), Fraction(0))

    def prunes(self, cuts: Sequence[Mark]) -> bool:
        """Whether any of these cuts was found, or by the student's own numbers there is none."""
        earned, place = (RIGHT,) if self.charge else EARNED, self.exercise.task.place
        hidden = self._hidden()
        right = [mark.verdict in earned or place(mark.item) == hidden for mark in cuts]
        found = (mark.given != "searched" for mark in cuts)
        return all(right) or any(map(and_, right, found))

    def _hidden(self) -> str | None:
        """The node whose cut a leaf hides that was misread, of which nothing is written.

        All wrong numbers are at this node, and its value does not meet the bound.
        """
        numbers = [mark for mark in self.items if mark.item.form == "number"]
        slips = {mark.item.node for mark in numbers if mark.is_mistake}
        node = slips.pop() if len(slips) == 1 else None
        known = {m.item.what: m.given.value for m in numbers
                 if m.item.node == node and isinstance(m.given, Number)}  # fmt: skip
        value, alpha, beta = (known.get(what) for what in ("value", "alpha", "beta"))
        state = self.exercise.task.names.state.get(node or "")
        is_max = state is not None and self.exercise.task.is_max(state)
        bound = beta if is_max else alpha
        if (
            value is not None
            and bound is not None
            and (value >= bound if is_max else value <= bound)
        ):
            return None
        return node

    @property
    def percent(self) -> int:
        """The same in a hundred."""
        return round(100 * self.marks / self.out_of)

    @property
    def first(self) -> Mark | None:
        """The first mistake: the first wrong item, or else the first missing one."""
        wrong = (mark for mark in self.items if mark.is_mistake)
        missing = (mark for mark in self.items if mark.verdict == MISSING)
        return next(wrong, None) or next(missing, None)


def grade(exercise: Exercise, answers: Mapping[str, Given]) -> Grade:
    """The marks for the answers to an exercise."""
    found = _Grader(exercise, answers).grade()
    how, copies = _copies(found)
    if copies:
        found = _Grader(exercise, answers, copies).grade()
        return replace(_searched_alone(found), diagnosis=how)
    # Whether there is a cut, and by which bound, repeats what the branches say.
    mistakes = sum(m.is_mistake and m.item.what not in ("cut", "by") for m in found.items)
    explanation = explain(exercise.task, answers, mistakes)
    if explanation:
        return _explained(found, explanation)
    found = _searched_alone(found)
    return replace(found, diagnosis=_summary(found))


def _explained(found: Grade, explanation: Explanation) -> Grade:
    """The marks where a misconception is charged once, and what agrees with it is not."""
    items = []
    for one in found.items:
        if one.verdict != RIGHT and agrees(explanation.answers, one.item.id, one.given):
            one = one._replace(verdict=FOLLOWS, marks=one.out_of, reason="")
        items.append(one)
    return replace(found, items=tuple(items), diagnosis=explanation.text, charge=explanation.charge)


def _searched_alone(found: Grade) -> Grade:
    """The marks without those for what is searched, where no cut was found."""
    if found.prunes([mark for mark in found.items if mark.is_cut and mark.out_of]):
        return found
    items = [
        mark._replace(marks=Fraction(0)) if mark.given == "searched" else mark
        for mark in found.items
    ]
    return replace(found, items=tuple(items))


def _summary(found: Grade) -> str:
    """What a paper shows that no misconception explains; empty where it is not one thing."""
    wrong = {mark.item.node for mark in found.items if mark.is_mistake}
    if len(wrong) == 1 and all(wrong) and any(mark.verdict == FOLLOWS for mark in found.items):
        return summaries()["slip"].format(node=wrong.pop())
    cuts = [mark for mark in found.items if mark.is_cut and mark.out_of]
    values = [mark for mark in found.items if mark.item.what == "value" and mark.out_of]
    if not cuts or any(m.marks for m in cuts) or not all(m.marks for m in values):
        return ""
    if all(mark.given is None for mark in found.items if mark.item.what not in ("value", "move")):
        return summaries()["values"]
    return summaries()["unpruned"]


def summaries() -> dict[str, str]:
    """What a paper may show as a whole, in the current language."""
    return {
        "slip": _("one slip, at {node}: the rest follows from it"),
        "values": _("the values are right, by minimax alone: bounds and cuts are missing"),
        "unpruned": _("the values are right, the pruning is not"),
    }


def points_text(points: Fraction | int) -> str:
    """Marks with two decimals at most, and a point whatever the language."""
    return f"{floor(100 * points + Fraction(1, 2)) / 100:.2f}".rstrip("0").rstrip(".")


def _copies(found: Grade) -> tuple[str, frozenset[str]]:
    """How numbers were copied, and which items, going by the marks that they would get."""
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
            if verdict not in EARNED:
                self.unearned.add(name)
            reached = weight if verdict in EARNED else Fraction(0)
            reason = task.reason(name) if verdict in (WRONG, MISSING, COPY) else ""
            marks.append(Mark(items[name], verdict, reached, weight, given, wanted, reason))
        for name in self.extra:
            verdict = WRONG if task.grounds(name, Basis(self.own)) == [] else FOLLOWS
            given = self.answers[name]
            verdict = WRONG if isinstance(given, Unreadable) else verdict
            reason = task.reason(name) if verdict == WRONG else ""
            nothing = Fraction(0)
            marks.append(Mark(items[name], verdict, nothing, nothing, given, None, reason))
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
