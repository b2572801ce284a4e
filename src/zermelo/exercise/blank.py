"""What a paper leaves empty, which can be said without giving anything away.

It depends on the items and the paper alone, never on the solution: which boxes a search leaves
empty would tell where it cuts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zermelo.exercise.items import Given, Item


def expected(items: Sequence[Item], given: Mapping[str, Given]) -> list[Item]:
    """The items that a paper owes by its own account.

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
