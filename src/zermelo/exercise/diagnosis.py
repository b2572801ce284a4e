"""One idea behind many answers: which misconception a whole paper shows.

Every misconception is a variant of the search; run on the tree of the exercise, it says what
somebody who has it writes down. The one whose paper has the fewest differences explains the
answers, if it leaves at most half of the mistakes that marking item by item finds, itself
included.

Copying is none of them: who copies leaves is right now and then, and now and then a wrong number so
copied even follows from others. There are three ways to copy: the first leaf below every node, the
last one, one number everywhere. A paper was copied in such a way if

- at two nodes at least the value has earned nothing and a number follows from nothing, both being
  just what is copied; and
- no other finite number on it has earned any marks.

Then what is copied earns nothing, right or wrong, nor does what follows from it. A single number
that was worked out, be it right or following from a mistake, vouches for all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from zermelo.exercise.items import Answer, Given, Unreadable, same
from zermelo.exercise.kinds import Task
from zermelo.exercise.kinds.alphabeta import NUMBERS
from zermelo.exercise.replay import Replay
from zermelo.game import CHANCE
from zermelo.language import _, mark
from zermelo.misconceptions import Variant, misconceptions, search
from zermelo.search.conventions import CONVENTIONS

ONE_NODE: Final = 15  # percent, for one node taken for another kind
CONVENTION: Final = 3  # for a right search, in the convention of another lecture
EXCHANGED: Final = 10  # for the numbers of two nodes, each at the other
LEAST: Final = 2  # nodes that tell of copying: one slip may happen to be a leaf

Numbers: TypeAlias = Mapping[str, Fraction | float]  # by item


class Explanation(NamedTuple):
    """A misconception, what it costs in percent, and what it writes down."""

    words: str
    fields: Mapping[str, str]
    charge: int
    answers: Mapping[str, Answer]

    @property
    def text(self) -> str:
        """What it is, in the current language."""
        return _(self.words).format(**self.fields)


def explain(task: Task, given: Mapping[str, Given], mistakes: int) -> Explanation | None:
    """The explanation that fits the answers best; None where single slips explain them as well."""
    if mistakes < 2:
        return None
    found = min(explanations(task), key=lambda each: differences(each.answers, given), default=None)
    if found is None:
        return None
    others, missing = differences(found.answers, given)
    told = 2 * missing <= len(found.answers)  # few answers show nothing
    return found if told and 2 * (1 + others) <= mistakes else None


def differences(answers: Mapping[str, Answer], given: Mapping[str, Given]) -> tuple[int, int]:
    """How many answers are not those of an explanation; and how many of those are not given."""
    others = sum(not agrees(answers, item, answer) for item, answer in given.items())
    return others, len(answers.keys() - given.keys())


def agrees(answers: Mapping[str, Answer], item: str, given: Given | None) -> bool:
    """Whether what is written is what an explanation says, or both leave the item out."""
    if given is None or isinstance(given, Unreadable):
        return given is None and item not in answers
    return item in answers and same(given, answers[item])


@lru_cache(maxsize=64)  # a whole class answers the same few
def explanations(task: Task) -> list[Explanation]:
    """All explanations of a task, the likeliest first; each paper only once."""
    seen: list[Mapping[str, Answer]] = [task.solution]
    found = []
    for each in _all(task):
        if each.answers not in seen:
            seen.append(each.answers)
            found.append(each)
    return found


def _all(task: Task) -> Iterator[Explanation]:
    usual = task.variant
    if usual is None:
        return
    yield from _conventions(task, usual)
    for one in misconceptions(task.algorithm.name):
        if one.charge:
            yield _explanation(task, replace(usual, **one.changes), one.charge, one.words)
    for state in task.names.inner:
        if task.tree.nodes[state].kind != CHANCE:
            words = mark("{node} is taken for a MIN node")
            if not task.is_max(state):
                words = mark("{node} is taken for a MAX node")
            node = task.names.of(state)
            yield _explanation(task, replace(usual, flip=state), ONE_NODE, words, node=node)
    yield from _exchanged(task)


def _conventions(task: Task, usual: Variant) -> Iterator[Explanation]:
    """The right search, as other lectures write it."""
    found: dict[Variant, list[str]] = {}
    for name, settings in CONVENTIONS.items():
        cut = (settings["cut"],) * 2 if usual.cut[0] != "no" else usual.cut
        how: dict[str, Any] = {"cut": cut, "test": settings["test"], "returns": settings["returns"]}
        found.setdefault(replace(usual, **how), []).append(name)
    for variant, names in found.items():
        words = mark("the search is right, in the convention of {names}")
        yield _explanation(task, variant, CONVENTION, words, names=", ".join(names))


def _explanation(
    task: Task, variant: Variant, charge: int, words: str, **fields: str
) -> Explanation:
    replay = Replay(partial(search, variant=variant), task.tree)
    return Explanation(words, fields, charge, task.written(replay))


def _exchanged(task: Task) -> Iterator[Explanation]:
    """The numbers of two inner nodes with the same parent, each written at the other."""
    children = (task.tree.nodes[state].children for state in task.names.inner)
    for below in children:
        inner = [task.names.of(state) for state in below if task.tree.nodes[state].children]
        for one, other in combinations(inner, 2):
            to = {one: other, other: one}
            yield Explanation(
                mark("the numbers of {one} stand at {other}, and the reverse"),
                {"one": one, "other": other},
                EXCHANGED,
                {_renamed(item, to): answer for item, answer in task.solution.items()},
            )


def _renamed(item: str, to: Mapping[str, str]) -> str:
    node, _dot, what = item.partition(".")
    return f"{to.get(node, node)}.{what}" if what in NUMBERS else item


def copied(
    task: Task, given: Numbers, wrong: Set[str], earned: Set[str]
) -> tuple[str, frozenset[str]]:
    """How numbers were copied, in words, and in which items.

    `given` are the numbers on the paper, `wrong` the items that are wrong and follow from
    nothing, `earned` those that would get marks.
    """
    how, found = "", set[str]()
    vouching = {item for item in earned if isinstance(given.get(item), Fraction)}
    for words, source in _sources(task, given):
        same = {item for item, number in given.items() if source.get(item) == number}
        baseless = {_node(item) for item in wrong & same}
        values = {item for item in same - earned if item.endswith(".value")}
        if len(baseless & set(map(_node, values))) >= LEAST and vouching <= same:
            how, found = how or words, found | same
    return how, frozenset(found)


def _node(item: str) -> str:
    return item.partition(".")[0]


def _sources(task: Task, given: Numbers) -> Iterator[tuple[str, Numbers]]:
    """The ways to copy, and what stands in each box of who copies so."""
    ends = {item: ends for item in given if (ends := task.leaves_at_ends(item))}
    first, last, same = ways()
    yield first, {item: leaves[0] for item, leaves in ends.items()}
    yield last, {item: leaves[1] for item, leaves in ends.items()}
    often = Counter(number for item, number in given.items() if item.endswith(".value"))
    for number, _times in often.most_common(1):
        yield same, dict.fromkeys(given, number)


def ways() -> tuple[str, str, str]:
    """The ways to copy, in words."""
    return (
        _("the first leaf below each node is copied"),
        _("the last leaf below each node is copied"),
        _("the same number stands everywhere"),
    )
