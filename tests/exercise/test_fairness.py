"""Marks are for work: nonsense gets few, a slip costs little, the denominator never moves."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from statistics import mean

import pytest

from tests.exercise.test_marking import solution_of
from tests.long import some
from zermelo.exercise import KINDS, Exercise, grade, make
from zermelo.exercise.items import Given, Item, Number, Unreadable
from zermelo.exercise.shape import with_convention
from zermelo.games import Tree

COUNTS = some([10, 30], 1)  # of exercises
INFINITE = float("inf")
Nonsense = Callable[[Exercise], dict[str, Given]]


def numbers(exercise: Exercise, number: Callable[[Item], Fraction | float]) -> dict[str, Given]:
    """The same kind of number in every box; where words are asked for nobody can read it."""
    return {
        item.id: Number(number(item), None)
        if item.form == "number"
        else Unreadable(str(number(item)), "")
        for item in exercise.task.items
    }


def five(exercise: Exercise) -> dict[str, Given]:
    return numbers(exercise, lambda item: Fraction(5))


def zero(exercise: Exercise) -> dict[str, Given]:
    return numbers(exercise, lambda item: Fraction(0))


def infinite(exercise: Exercise) -> dict[str, Given]:
    return numbers(exercise, lambda item: -INFINITE if "alpha" in item.what else INFINITE)


def pruned(exercise: Exercise) -> dict[str, Given]:
    return {
        item.id: "pruned" if item.form == "state" else Unreadable("pruned", "")
        for item in exercise.task.items
    }


def leaf_below(end: int) -> Nonsense:
    """The first leaf below each node, or the last one."""

    def answers(exercise: Exercise) -> dict[str, Given]:
        tree, names = exercise.task.tree, exercise.task.names

        def leaf(item: Item) -> Fraction:
            state = names.state.get(item.node, 0)
            while tree.nodes[state].children:
                state = tree.nodes[state].children[end]
            return Fraction(tree.utility(state))

        return numbers(exercise, leaf)

    return answers


nearest_leaf, last_leaf = leaf_below(0), leaf_below(-1)


def leaf_and_words(exercise: Exercise) -> dict[str, Given]:
    """The nearest leaf, and the first word everywhere: the first branch, "searched", no cut."""
    words = {"state": "searched", "cut": "no"}
    found = nearest_leaf(exercise)
    for item in exercise.task.items:
        if item.form == "branch" or item.form in words:
            found[item.id] = words.get(item.form) or item.choices[0]
    return found


NONSENSE = {
    "five": five,
    "zero": zero,
    "infinite": infinite,
    "pruned": pruned,
    "nearest leaf": nearest_leaf,
    "last leaf": last_leaf,
}
SEARCHES = ("alphabeta", "alphabeta-right")
CASES = [
    *((kind, "") for kind in KINDS),
    *((kind, name) for kind in SEARCHES for name in ("000", "001", "002", "003", "004")),
]


@cache
def exercises(count: int, kind: str, convention: str = "") -> list[Exercise]:
    shape = with_convention("", convention) if convention else ""
    return [make(kind, seed, shape) for seed in range(count)]


def percent(exercise: Exercise, answers: dict[str, Given]) -> float:
    found = grade(exercise, answers)
    assert found.out_of == sum(exercise.task.marks.values())
    return float(100 * found.marks / found.out_of)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("kind", "convention"), some(CASES, 4))
def test_nonsense_gets_less_than_a_quarter(kind: str, convention: str, count: int) -> None:
    for name, nonsense in NONSENSE.items():
        marks = [percent(each, nonsense(each)) for each in exercises(count, kind, convention)]
        assert mean(marks) < 25, name
        if (kind, convention) == ("alphabeta", ""):
            assert max(marks) < 25, name


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", [*SEARCHES, "minimax", "expectiminimax"])
def test_copies_earn_nothing(kind: str, count: int) -> None:
    """Not even those that happen to be right; words beside them get what words are worth."""
    for exercise in exercises(count, kind):
        assert percent(exercise, nearest_leaf(exercise)) == 0
        assert percent(exercise, last_leaf(exercise)) == 0
        assert percent(exercise, leaf_and_words(exercise)) < 30


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", [*SEARCHES, "minimax", "expectiminimax", "heuristic"])
def test_all_values_and_nothing_else(kind: str, count: int) -> None:
    conventions = ("", "000", "001") if kind in SEARCHES else ("",)
    for exercise in (each for name in conventions for each in exercises(count, kind, name)):
        right = solution_of(exercise)
        values = {name: right[name] for name in right if name.endswith(".value")}
        least, most = (30, 40) if kind in SEARCHES else (40, 100)  # the move is worth something
        assert least < percent(exercise, values) <= most


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", [*SEARCHES, "minimax"])
def test_who_works_is_believed(kind: str, count: int) -> None:
    """Leaves in place of values here and there take no marks from what is right."""
    chance = Random(kind)
    for exercise in exercises(count, kind):
        right, copies = solution_of(exercise), nearest_leaf(exercise)
        values = [name for name in right if name.endswith(".value")]
        for slips in (1, 2, 3):
            wrong = {name: copies[name] for name in chance.sample(values, slips)}
            found = grade(exercise, {**right, **wrong})
            assert all(m.verdict == "right" for m in found.items if m.given == right[m.item.id])


def test_one_number_vouches_for_the_others() -> None:
    exercise = make("minimax", 1)
    copies, right = nearest_leaf(exercise), solution_of(exercise)
    worked = next(n for n in right if n.endswith(".value") and right[n] != copies[n])
    lucky = [n for n in right if right[n] == copies[n]]
    assert lucky
    found = {m.item.id: m.verdict for m in grade(exercise, copies).items}
    assert {found[name] for name in lucky} == {"copy"}
    found = {m.item.id: m.verdict for m in grade(exercise, {**copies, worked: right[worked]}).items}
    assert {found[name] for name in (*lucky, worked)} == {"right"}


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("leaf", range(4))
def test_one_slip_early(leaf: int, count: int) -> None:
    """Who misreads a leaf at the beginning, and goes on by that, is marked for the going on."""
    for seed, exercise in enumerate(exercises(count, "alphabeta")):
        for off in (-7, 3, 30):
            nodes = list(exercise.tree.nodes)
            place = exercise.tree.leaves()[leaf]
            nodes[place] = nodes[place]._replace(value=exercise.tree.utility(place) + off)
            misread = Exercise("alphabeta", seed, exercise.shape, Tree(tuple(nodes)))
            assert percent(exercise, solution_of(misread)) > 80


def test_a_wrong_number_repeated_earns_nothing() -> None:
    exercise = make("alphabeta", 7, "depth=2 branching=2")
    right = solution_of(exercise)
    answers = {**right, **dict.fromkeys(("A.alpha", "B.alpha", "B.alpha_held"), right["A.value"])}
    found = {mark.item.id: mark.verdict for mark in grade(exercise, answers).items}
    assert found["A.alpha"] == "wrong"
    assert found["B.alpha"] == found["B.alpha_held"] == "copy"
