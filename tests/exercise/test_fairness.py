"""Marks are for work: nonsense gets few, a slip costs little, the denominator never moves."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from statistics import mean

import pytest

from tests.exercise.test_marking import solution_of
from zermelo.exercise import Exercise, grade, make
from zermelo.exercise.items import Given, Item, Number, Unreadable
from zermelo.games import Tree

SEEDS = range(30)
INFINITE = float("inf")


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


def nearest_leaf(exercise: Exercise) -> dict[str, Given]:
    tree, names = exercise.task.tree, exercise.task.names

    def leaf(item: Item) -> Fraction:
        state = names.state[item.node]
        while tree.nodes[state].children:
            state = tree.nodes[state].children[0]
        return Fraction(tree.utility(state))

    return numbers(exercise, leaf)


NONSENSE = [five, zero, infinite, pruned, nearest_leaf]


def percent(exercise: Exercise, answers: dict[str, Given]) -> float:
    found = grade(exercise, answers)
    assert found.out_of == sum(map(exercise.task.weight, exercise.task.solution))
    return 100 * found.marks / found.out_of


@pytest.mark.parametrize("kind", ["alphabeta", "alphabeta-right", "minimax", "expectiminimax"])
@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_gets_less_than_a_quarter(
    kind: str, nonsense: Callable[[Exercise], dict[str, Given]]
) -> None:
    marks = [percent(each, nonsense(each)) for each in (make(kind, seed) for seed in SEEDS)]
    assert mean(marks) < 25
    if kind == "alphabeta" and nonsense is not nearest_leaf:  # the first leaf is right at times
        assert max(marks) < 25


@pytest.mark.parametrize("kind", ["alphabeta", "alphabeta-right", "minimax", "expectiminimax"])
def test_all_values_and_nothing_else(kind: str) -> None:
    for seed in SEEDS:
        exercise = make(kind, seed)
        right = solution_of(exercise)
        values = {name: right[name] for name in right if name.endswith(".value")}
        assert percent(exercise, values) > 40


@pytest.mark.parametrize("leaf", range(4))
def test_one_slip_early(leaf: int) -> None:
    """Who misreads a leaf at the beginning, and goes on by that, is marked for the going on."""
    for seed in SEEDS:
        exercise = make("alphabeta", seed)
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
