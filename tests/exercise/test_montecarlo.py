"""Monte-Carlo tree search by hand: the numbers by another way, and what follows from a mistake."""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt
from typing import Any

import pytest

from tests.exercise.test_marking import solution_of
from zermelo.exercise import Exercise, grade, make
from zermelo.exercise.exercise import own_exercise
from zermelo.exercise.items import AnswerError, Given, Number
from zermelo.exercise.kinds.montecarlo import MonteCarlo
from zermelo.exercise.outputs.drawing import view_of
from zermelo.exercise.shape import ShapeError
from zermelo.exercise.sheet import sheet
from zermelo.explain.svg import drawing
from zermelo.game import MAX
from zermelo.games import read_tree
from zermelo.search import mcts

SEEDS = range(12)
SHAPES = ["", "branching=2 leaves=-9..9 ties=no root=min"]


def task_of(exercise: Exercise) -> MonteCarlo:
    task = exercise.task
    assert isinstance(task, MonteCarlo)
    return task


def by_hand(task: MonteCarlo, state: int) -> dict[int, float]:
    """UCB1 of the children of a node, from the visits and totals that are given."""
    counts, tree = task.simulation.counts, task.tree
    values = [Fraction(tree.utility(leaf)) for leaf in tree.leaves()]
    low, high = min(values), max(values)
    found = {}
    for child in tree.nodes[state].children:
        visits, total = counts[child]
        mean = float((total / visits - low) / (high - low))
        mean = mean if tree.nodes[state].kind == MAX else 1 - mean
        found[child] = mean + sqrt(2 * log(counts[state][0]) / visits)
    return found


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_solution_by_hand(seed: int, shape: str) -> None:
    task = task_of(make("mcts", seed, shape))
    solution, names, counts = task.solution, task.names, task.simulation.counts
    above = by_hand(task, 0)
    node = max(above, key=above.__getitem__)
    for child, bound in above.items():
        assert solution[f"{names.of(child)}.ucb"] == Fraction(f"{bound:.2f}")
    below = by_hand(task, node)
    leaf = max(below, key=below.__getitem__)
    wanted = [Fraction(f"{bound:.2f}") for bound in below.values()]
    assert [solution[f"ucb{i}"] for i in range(1, len(below) + 1)] == wanted
    assert (solution["selected"], solution["child"]) == (names.branch[node], names.branch[leaf])
    value = Fraction(task.tree.utility(leaf))
    for who, state in (("leaf", leaf), ("node", node), ("root", 0)):
        visits, total = counts[state]
        assert solution[f"{who}_visits"] == visits + 1
        assert solution[f"{who}_mean"] == (total + value) / (visits + 1)
    # The root's mean is that of the real search after one more simulation.
    assert counts[0][0] == task.count
    found = mcts(task.tree, simulations=task.count + 1, all_moves=True)
    by_move = {task.names.branch[task.tree.result(0, m.action)]: m.value for m in found.moves}
    assert by_move[names.branch[node]] == pytest.approx(float(solution["node_mean"]))  # type: ignore[arg-type]


def changed(exercise: Exercise, **answers: Any) -> dict[str, Given]:
    """The right answers but for these; None: left empty."""
    found = solution_of(exercise)
    for item, answer in answers.items():
        found[item] = Number(Fraction(answer), 2) if "." in str(answer) else answer
    return {item: answer for item, answer in found.items() if answer is not None}


def test_who_selects_another_child_goes_on_with_it() -> None:
    """One wrong UCB1 at the root costs that item alone, if all the rest is right for it."""
    exercise = make("mcts", 3)
    task = task_of(exercise)
    assert task.solution["selected"] == "a3"
    node = task.names.state["B"]
    below = by_hand(task, node)
    leaf = max(below, key=below.__getitem__)
    answers = changed(exercise, selected="a1", child=task.names.branch[leaf])
    answers["B.ucb"] = Number(Fraction(5), None)
    for place, bound in enumerate(below.values(), 1):
        answers[f"ucb{place}"] = Number(Fraction(f"{bound:.2f}"), 2)
    for who, state in (("leaf", leaf), ("node", node), ("root", 0)):
        visits, mean = task._after(state, leaf)
        answers |= {f"{who}_visits": Number(Fraction(visits), None)}
        answers |= {f"{who}_mean": Number(mean, None)}
    found = grade(exercise, answers)
    assert {mark.item.id for mark in found.items if mark.is_mistake} == {"B.ucb"}
    assert found.out_of - found.marks == task.marks["B.ucb"]


@pytest.mark.parametrize(
    ("given", "right"), [("1.46", True), ("1.465", True), ("1.47", False), ("1.5", False)]
)
def test_how_ucb1_may_be_rounded(given: str, right: bool) -> None:
    exercise = make("mcts", 3)
    assert f"{2 / 5 + sqrt(2 * log(17) / 5):.4f}" == "1.4646"
    answers = solution_of(exercise)
    answers["D.ucb"] = Number(Fraction(given), len(given) - 2)
    (mark,) = (mark for mark in grade(exercise, answers).items if mark.item.id == "D.ucb")
    assert (mark.verdict == "right") is right


def test_a_blank_drawing_shows_what_is_given_and_no_more() -> None:
    exercise = make("mcts", 3)
    counts = task_of(exercise).simulation.counts
    view = view_of(sheet(exercise))
    for place, look in zip(view.story.places, view.looks, strict=True):
        visits, total = counts[place.state]
        assert look["simulations"] == visits
        assert look["value"] == pytest.approx(float(total / visits))
        assert (look["trail"], look["line"], look["old_simulations"]) == (None, False, None)
    parts = {p for n, look in enumerate(view.looks) for p in view.texts(n, look)}
    assert parts == {"action", "name", "value", "simulations"}
    assert "data-current" not in drawing(view)


def test_a_solved_drawing_shows_the_way_and_ucb1() -> None:
    exercise = make("mcts", 3)
    view = view_of(sheet(exercise, solved=True))
    names = {place.name or place.action: n for n, place in enumerate(view.story.places)}
    assert [view.looks[names[name]]["trail"] for name in ("D", "d2")] == ["selected"] * 2
    assert view.texts(names["D"], view.looks[names["D"]])["ucb"].endswith(" = 1.46")


def test_a_tree_of_ones_own_and_shapes_that_do_not_suit() -> None:
    tree = read_tree("max [min [3 12 8] min [2 4 6] min [14 5 2]]")
    for variant in range(3):
        exercise = own_exercise(tree, "mcts", variant=variant)
        assert grade(exercise, solution_of(exercise)).percent == 100
    with pytest.raises(AnswerError, match="selects twice"):
        _ = own_exercise(read_tree("[1 2]"), "mcts").task.solution
    for shape in ("depth=3", "cuts=1", "uneven=yes"):
        with pytest.raises(ShapeError, match="mcts has depth=2"):
            make("mcts", 1, shape)
