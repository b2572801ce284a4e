"""Which numbers on a paper were copied rather than worked out.

Who copies leaves is right now and then, and now and then a wrong number so copied even follows
from others. One answer does not tell; the whole paper does. There are three ways to copy: the
first leaf below every node, the last one, one number everywhere. A paper was copied in such a way
if

- at two nodes at least the value has earned nothing and a number follows from nothing, both being
  just what is copied; and
- no other finite number on it has earned any marks.

Then what is copied earns nothing, right or wrong, nor does what follows from it. A single number
that was worked out, be it right or following from a mistake, vouches for all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from fractions import Fraction
from typing import Final, TypeAlias

from zermelo.exercise.kinds import Task
from zermelo.language import _

LEAST: Final = 2  # nodes that tell: one slip may happen to be a leaf

Numbers: TypeAlias = Mapping[str, Fraction | float]  # by item


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
