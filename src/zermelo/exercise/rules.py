"""The rules that tie answers together, as plain data: what an item must be, given others.

A rule is a list that begins with its name, so that the grader here and the page that a student
fills in read the same ones. In what follows R is a rule, C a condition:

    ["number", "7/3"]            itself
    ["word", "pruned"]           itself
    ["answer", ITEM]             what was answered there
    ["when", C, R]               R, or nothing to count with, unless C
    ["if", C, R, R]              the first if C, else the second
    ["max", [R, ...]]            the largest of those that count; also "min"
    ["mean", [["1/2", R], ...]]  each counted by its share
    ["plus", R, "1"]             that much more
    ["clip", R, LOW, HIGH]       R, but no less than LOW and no more than HIGH
    ["changed", R, R]            the first, if it is not the second
    ["either", [R, ...]]         each of those that are known
    ["first", [["a1", R], ...], R]   of the branches whose R is the last R the first; also "each"
    ["last", [["A", R, R], ...]]     the last node whose two differ
    ["nothing"]                  the item is to be left out

    ["is", ITEM, "searched"]     what was answered there is this
    ["all", [C, ...]]            all hold
    ["reaches", R, R]            the first is no less than the second; "passes": is more

What depends on an answer that nobody gave is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, TypeAlias

from zermelo.exercise.items import Answer

Rule: TypeAlias = list[Any]
Own: TypeAlias = Mapping[str, Answer]

NOTHING: Final[Rule] = ["nothing"]


class _Unknown(Exception):
    """The rule needs an answer that is not there."""


@dataclass
class Basis:
    """What an answer rests on: the answers that its rule used, and whether it had to compute.

    It computed if it put two different numbers together: the larger of 5 and 3, but not of 5 and
    5. What did not compute is a copy.
    """

    own: Own
    used: set[str] = field(default_factory=set)
    computed: bool = False

    def answer(self, item: str) -> Answer:
        """What was answered there."""
        if item not in self.own:
            raise _Unknown
        self.used.add(item)
        return self.own[item]

    def compare(self, *numbers: Fraction | float) -> None:
        """These numbers were put together."""
        self.computed |= len(set(numbers)) > 1

    def fork(self) -> Basis:
        """The same so far."""
        return replace(self, used=set(self.used))


Grounds: TypeAlias = list[tuple[Answer, Basis]]


def grounds_of(rule: Rule | None, basis: Basis) -> Grounds | None:
    """What the rule says the item must be: answers that are as good, each with what it rests on.

    Without any, nothing must be, and `basis` tells why; None: that is not known.
    """
    if rule is None:
        return None
    try:
        return _answers(rule, basis)
    except _Unknown:
        return None


def _answers(rule: Rule, own: Basis) -> Grounds:
    """All the answers that are as good."""
    match rule:
        case ["nothing"]:
            return []
        case ["if", condition, then, other]:
            return _answers(then if _holds(condition, own) else other, own)
        case ["either", rules]:
            return [found for each in rules for found in grounds_of(each, own.fork()) or ()]
        case ["first" | "each" as which, branches, target]:
            values = [(name, _value(each, own)) for name, each in branches]
            own.compare(*(worth for _name, worth in values if isinstance(worth, Fraction | float)))
            names: Grounds = []
            for value, basis in _answers(target, own):
                equal: Grounds = [(name, basis) for name, worth in values if worth == value]
                names += equal[:1] if which == "first" else equal
            return names
    answer = _value(rule, own)
    if answer is None:
        raise _Unknown
    return [(answer, own)]


def _value(rule: Rule, own: Basis) -> Answer | None:
    """The one answer that a rule gives; None where it is not to be counted with."""
    match rule:
        case ["number", text]:
            return float(text) if text.endswith("inf") else Fraction(text)
        case ["word", word]:
            return str(word)
        case ["answer", item]:
            return own.answer(item)
        case ["when", condition, then]:
            return _value(then, own) if _holds(condition, own) else None
        case ["max" | "min" as which, rules]:
            values = (_value(each, own) for each in rules)
            numbers = [_as_number(value) for value in values if value is not None]
            own.compare(*numbers)
            best = max if which == "max" else min
            return best(numbers) if numbers else None
        case ["mean", parts]:
            shared = [(Fraction(share), _number(each, own)) for share, each in parts]
            own.compare(*(number for _share, number in shared))
            return sum((share * number for share, number in shared), Fraction(0))
        case ["plus", each, more]:
            own.computed = True
            return _number(each, own) + Fraction(more)
        case ["clip", each, low, high]:
            number, least, most = (_number(one, own) for one in (each, low, high))
            own.compare(number, least, most)
            return min(max(number, least), most)
        case ["changed", one, other]:
            return None if _number(one, own) == _number(other, own) else _value(one, own)
        case ["last", nodes]:
            pairs = [(name, _number(a, own), _number(b, own)) for name, a, b in nodes]
            names = [name for name, one, other in pairs if one != other]
            own.computed |= bool(names)
            return names[-1] if names else None
    raise AssertionError(rule)


def _number(rule: Rule, own: Basis) -> Fraction | float:
    return _as_number(_value(rule, own))


def _as_number(value: Answer | None) -> Fraction | float:
    if not isinstance(value, Fraction | float):
        raise _Unknown
    return value


def _holds(condition: Rule, own: Basis) -> bool:
    match condition:
        case ["is", item, word]:
            return bool(own.answer(item) == word)
        case ["all", conditions]:
            return all(_holds(each, own) for each in conditions)
        case ["reaches" | "passes" as which, left, right]:
            one, other = _number(left, own), _number(right, own)
            own.compare(one, other)
            return one > other or (which == "reaches" and one == other)
    raise AssertionError(condition)
