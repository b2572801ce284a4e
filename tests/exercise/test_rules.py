"""The rules as data: what each says, and that the truth keeps all of them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tests.exercise.test_marking import SHAPES
from tests.long import some
from zermelo.exercise import make
from zermelo.exercise.items import Answer
from zermelo.exercise.rules import Basis, Grounds, grounds_of

OWN: dict[str, Any] = {
    "x": Fraction(3),
    "y": Fraction(5),
    "z": float("-inf"),
    "s": "searched",
    "p": "pruned",
}
X, Y, Z = (["answer", name] for name in "xyz")
ON, OFF = ["is", "s", "searched"], ["is", "p", "searched"]


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        (["number", "7/3"], (Fraction(7, 3),)),
        (["number", "-inf"], (float("-inf"),)),
        (["word", "max"], ("max",)),
        (X, (3,)),
        (["answer", "nobody"], None),
        (["max", [X, Y]], (5,)),
        (["min", [X, Y, Z]], (float("-inf"),)),
        (["max", [X, ["when", OFF, Y]]], (3,)),
        (["max", [["when", OFF, Y]]], None),
        (["max", [X, ["answer", "nobody"]]], None),
        (["if", ON, X, Y], (3,)),
        (["if", OFF, X, Y], (5,)),
        (["if", ["all", [ON, OFF]], X, ["nothing"]], ()),
        (["if", ["reaches", X, X], X, Y], (3,)),
        (["if", ["passes", X, X], X, Y], (5,)),
        (["mean", [["1/3", X], ["2/3", Y]]], (Fraction(13, 3),)),
        (["plus", X, "-1/2"], (Fraction(5, 2),)),
        (["clip", Y, X, ["number", "4"]], (4,)),
        (["either", [X, Y, ["answer", "nobody"]]], (3, 5)),
        (["changed", X, Y], (3,)),
        (["either", [["changed", X, X]]], ()),
        (["first", [["a1", Y], ["a2", X], ["a3", X]], X], ("a2",)),
        (["each", [["a1", Y], ["a2", X], ["a3", X]], X], ("a2", "a3")),
        (["last", [["A", X, Y], ["B", X, X]]], ("A",)),
        (["last", [["B", X, X]]], None),
        (None, None),
    ],
)
def test_each(rule: Any, wanted: Any) -> None:
    assert answers(grounds_of(rule, Basis(OWN))) == wanted


def answers(grounds: Grounds | None) -> tuple[Answer, ...] | None:
    return None if grounds is None else tuple(answer for answer, _basis in grounds)


@pytest.mark.parametrize("seeds", some([range(8), range(8, 30)], 1))
@pytest.mark.parametrize(("kind", "shape"), SHAPES)
def test_the_truth_keeps_the_rules(kind: str, shape: str, seeds: range) -> None:
    """What the real search did is what the rules say it must do."""
    for seed in seeds:
        task = make(kind, seed, shape).task
        for item, answer in task.solution.items():
            wanted = answers(task.grounds(item, Basis(task.solution)))
            if wanted is not None:
                assert answer in wanted, item
                assert set(wanted) == {answer} or item.endswith(".move")
        for asked in task.items:
            if asked.id not in task.solution:
                assert task.grounds(asked.id, Basis(task.solution)) == []
            rule = task.rule(asked.id)
            assert json.loads(json.dumps(rule)) == rule
