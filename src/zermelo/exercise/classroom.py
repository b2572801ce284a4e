"""The marks of a whole class: a row for each paper, and a row for each item of the exercises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zermelo.exercise.items import label_of, text_of
from zermelo.exercise.marking import WRONG, Grade, Mark, points_text, verdicts
from zermelo.language import _, local


@dataclass(frozen=True)
class Marked:
    """A paper with its marks; or, where it cannot be read, `error` in words.

    `points` are what each exercise is worth on the sheet; its marks are a share of that.
    """

    file: str
    student: str
    grades: tuple[Grade, ...] = ()
    points: tuple[Fraction, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""

    @property
    def reached(self) -> tuple[Fraction, ...]:
        """The points for each exercise."""
        return tuple(
            points * one.marks / one.out_of
            for points, one in zip(self.points, self.grades, strict=True)
        )

    @property
    def percent(self) -> int:
        """All of it in a hundred."""
        return round(100 * sum(self.reached) / sum(self.points))

    @property
    def first(self) -> str:
        """The first mistake in words, and in which exercise; empty where there is none."""
        return self._of_first(lambda one: one.first.message if one.first else "")

    @property
    def diagnosis(self) -> str:
        """What each exercise shows as a whole."""
        return self._of_first(lambda one: one.diagnosis)

    def _of_first(self, told: Callable[[Grade], str]) -> str:
        for number, one in enumerate(self.grades, 1):
            what = told(one)
            if what and len(self.grades) > 1:
                return _("exercise {number}: {what}").format(number=number, what=what)
            if what:
                return what
        return ""


def table(papers: Sequence[Marked]) -> list[list[str]]:
    """A head, and a row for each paper."""
    count = max((len(paper.grades) for paper in papers), default=0)
    head = [_("file"), _("student")]
    head += [_("exercise {number}").format(number=i + 1) for i in range(count)]
    head += [_("marks"), _("out of"), _("per cent"), _("first mistake"), _("diagnosis")]
    head += [_("kind and seed"), _("notes")]
    return [head, *(_row(paper, count) for paper in papers)]


def _row(paper: Marked, count: int) -> list[str]:
    if paper.error:
        return [paper.file, paper.student, *[""] * (count + 6), paper.error]
    each = [local(points_text(one)) for one in paper.reached]
    each += [""] * (count - len(each))
    marks, out_of = (local(points_text(sum(all_))) for all_ in (paper.reached, paper.points))
    notes = "; ".join(paper.notes)
    made = "; ".join(f"{one.exercise.task.title()} {one.exercise.seed}" for one in paper.grades)
    whole = [marks, out_of, str(paper.percent), paper.first, paper.diagnosis, made, notes]
    return [paper.file, paper.student, *each, *whole]


def analysis(papers: Iterable[Marked]) -> list[list[str]]:
    """What the class made of each item, the hardest first in each exercise.

    Of each the marks that the class got of those it could, how many answered it how, and the
    commonest wrong answer.
    """
    found: dict[tuple[int, str], list[Mark]] = {}
    for paper in papers:
        for number, one in enumerate(paper.grades, 1):
            for mark in one.items:
                if mark.out_of:
                    found.setdefault((number, mark.item.id), []).append(mark)
    called = verdicts()
    head = [_("exercise"), _("node"), _("asked"), _("marks"), _("per cent"), *called.values()]
    rows = []
    for (number, _name), marks in found.items():
        share = sum(one.marks for one in marks) / sum(one.out_of for one in marks)
        counts = Counter(one.verdict for one in marks)
        wrong = Counter(text_of(one.given) for one in marks if one.verdict == WRONG and one.given)
        often = "; ".join(f"{text} ({times})" for text, times in wrong.most_common(1))
        item = marks[0].item
        about = [str(number), item.node, label_of(item.what), local(points_text(marks[0].out_of))]
        shown = [*about, str(round(100 * share)), *(str(counts[each]) for each in called), often]
        rows.append((number, share, shown))
    ordered = sorted(rows, key=lambda row: row[:2])
    return [[*head, _("most often written")], *(shown for _number, _share, shown in ordered)]
