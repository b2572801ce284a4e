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
from fractions import Fraction
from typing import Any, Final, TypeAlias

from zermelo.exercise.items import Answer

Rule: TypeAlias = list[Any]
Own: TypeAlias = Mapping[str, Answer]
Wanted: TypeAlias = tuple[Answer, ...] | None  # several are as good; (): nothing; None: not known

NOTHING: Final[Rule] = ["nothing"]


class _Unknown(Exception):
    """The rule needs an answer that is not there."""


def wanted_by(rule: Rule | None, own: Own) -> Wanted:
    """What the rule says the item must be, going by these answers."""
    if rule is None:
        return None
    try:
        return tuple(_answers(rule, own))
    except _Unknown:
        return None


def _answers(rule: Rule, own: Own) -> list[Answer]:
    """All the answers that are as good."""
    match rule:
        case ["nothing"]:
            return []
        case ["if", condition, then, other]:
            return _answers(then if _holds(condition, own) else other, own)
        case ["either", rules]:
            found: list[Answer] = []
            for each in rules:
                try:
                    found += _answers(each, own)
                except _Unknown:
                    continue
            return found
        case ["first" | "each" as which, branches, target]:
            values = [(name, _value(each, own)) for name, each in branches]
            names: list[Answer] = []
            for value in _answers(target, own):
                equal = [name for name, worth in values if worth == value]
                names += equal[:1] if which == "first" else equal
            return names
    answer = _value(rule, own)
    if answer is None:
        raise _Unknown
    return [answer]


def _value(rule: Rule, own: Own) -> Answer | None:
    """The one answer that a rule gives; None where it is not to be counted with."""
    match rule:
        case ["number", text]:
            return float(text) if text.endswith("inf") else Fraction(text)
        case ["word", word]:
            return str(word)
        case ["answer", item]:
            if item not in own:
                raise _Unknown
            return own[item]
        case ["when", condition, then]:
            return _value(then, own) if _holds(condition, own) else None
        case ["max" | "min" as which, rules]:
            values = (_value(each, own) for each in rules)
            numbers = [_as_number(value) for value in values if value is not None]
            best = max if which == "max" else min
            return best(numbers) if numbers else None
        case ["mean", parts]:
            return sum((Fraction(share) * _number(each, own) for share, each in parts), Fraction(0))
        case ["plus", each, more]:
            return _number(each, own) + Fraction(more)
        case ["clip", each, low, high]:
            return min(max(_number(each, own), _number(low, own)), _number(high, own))
        case ["changed", one, other]:
            return None if _number(one, own) == _number(other, own) else _value(one, own)
        case ["last", nodes]:
            names = [name for name, a, b in nodes if _number(a, own) != _number(b, own)]
            return names[-1] if names else None
    raise AssertionError(rule)


def _number(rule: Rule, own: Own) -> Fraction | float:
    return _as_number(_value(rule, own))


def _as_number(value: Answer | None) -> Fraction | float:
    if not isinstance(value, Fraction | float):
        raise _Unknown
    return value


def _holds(condition: Rule, own: Own) -> bool:
    match condition:
        case ["is", item, word]:
            if item not in own:
                raise _Unknown
            return bool(own[item] == word)
        case ["all", conditions]:
            return all(_holds(each, own) for each in conditions)
        case ["reaches", one, other]:
            return _number(one, own) >= _number(other, own)
        case ["passes", one, other]:
            return _number(one, own) > _number(other, own)
    raise AssertionError(condition)
