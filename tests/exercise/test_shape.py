"""Shapes: what they say, what they refuse, and that they read back."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from tests.exercise.test_marking import solution
from zermelo.exercise import ShapeError, grade, make, read_shape
from zermelo.exercise.shape import Span
from zermelo.game import CHANCE, MAX, MIN


def test_the_usual_shape() -> None:
    shape = read_shape("")
    assert shape.text == "depth=3 branching=2-3 ties=no"
    assert shape.levels == (MAX, MIN, MAX)
    assert (shape.branching, shape.cuts, shape.ends) == (Span(2, 3), None, None)


def test_everything_said() -> None:
    shape = read_shape(
        "leaves=-2.5..5 step=1/2 cuts=2+ deep=0 pruned=2-4 root=min depth=2 branching=4 ties=any "
        "uneven=yes cut=gt"
    )
    assert shape.ends == (Fraction(-5, 2), Fraction(5))
    assert shape.values == 16
    assert (shape.cuts, shape.deep, shape.pruned) == (Span(2, math.inf), Span(0, 0), Span(2, 4))
    assert shape.levels == (MIN, MAX)
    assert (shape.uneven, shape.cut, shape.returns) == (True, "gt", "soft")
    assert read_shape(shape.text) == shape


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("depth=4", (MAX, MIN, MAX, MIN)),
        ("depth=3 levels=max,min,min", (MAX, MIN, MIN)),
        ("depth=4 deep=1", (MAX, MIN, MAX, MIN)),
        ("depth=3 deep=1", (MAX, MAX, MIN)),
        ("depth=3 deep=1 root=min", (MIN, MIN, MAX)),
        ("depth=3 deep=0", (MAX, MIN, MAX)),
    ],
)
def test_levels(text: str, levels: tuple[int, ...]) -> None:
    assert read_shape(text).levels == levels


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("depth=3", (MAX, CHANCE, MIN)),
        ("depth=1", (CHANCE,)),
        ("depth=5 chance=2,4", (MAX, CHANCE, MIN, CHANCE, MAX)),
        ("depth=3 root=min chance=3", (MIN, MAX, CHANCE)),
    ],
)
def test_levels_with_chance(text: str, levels: tuple[int, ...]) -> None:
    assert read_shape(text, chance=True).levels == levels


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("depth", "'depth' must be key=value"),
        ("depht=3", "no key 'depht'; did you mean 'depth'?"),
        ("depth=3 depth=4", "depth is given twice"),
        ("depth=0", "depth is a whole number from 1 to 8, not '0'"),
        ("depth=9", "depth is a whole number from 1 to 8"),
        ("depth=x", "depth is a whole number"),
        ("branching=0-2", "branching must begin from 1"),
        ("branching=3-2", "ends below its beginning"),
        ("cuts=many", "cuts is a number such as 2, 2-3 or 2+"),
        ("ties=maybe", "ties is one of no, yes, any"),
        ("leaves=7", "leaves is a range such as 0..20"),
        ("leaves=a..b", "leaves is a number"),
        ("leaves=3..3", "no room for two values"),
        ("step=0", "step must be more than 0"),
        ("step=1/0", "divides by zero"),
        ("levels=max,min", "all 3 levels"),
        ("levels=max,min,mox", "all 3 levels"),
        ("levels=max,min,max root=min", "levels says all about root"),
        ("chance=2", "for exercises of the kind expectiminimax"),
        ("depth=3 branching=3 leaves=0..20", "27 leaves or more cannot all differ with 21 values"),
        ("depth=8 branching=2", "256 leaves or more are no exercise"),
        ("depth=1 uneven=yes", "an uneven tree needs"),
        ("branching=1 ties=yes", "a tie needs two branches"),
        ("cut=gt returns=hard", "use cut=ge"),
    ],
)
def test_refused(text: str, complaint: str) -> None:
    with pytest.raises(ShapeError, match=r"^shape: ") as error:
        read_shape(text)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("kind", "text", "complaint"),
    [
        ("expectiminimax", "cuts=1", "which knows no chance"),
        ("expectiminimax", "levels=max,min,max", "needs a level of chance"),
        ("reorder", "ties=any", "use ties=no"),
        ("reorder", "cut=gt", "use cut=ge"),
        ("reorder", "depth=1", "no order cuts anything"),
        ("reorder", "levels=max,max,max", "no order cuts anything"),
        ("alphabeta", "depth=4 branching=2 cuts=1 pruned=15", "no tree found"),
    ],
)
def test_refused_by_the_kind(kind: str, text: str, complaint: str) -> None:
    with pytest.raises(ShapeError) as error:
        make(kind, 1, text)
    assert complaint in str(error.value)


def test_seeds_are_numbers_from_0() -> None:
    with pytest.raises(ShapeError, match="seed must be from 0"):
        make("minimax", -1)


def test_ten_branches_at_every_node() -> None:
    """As lecture 003 counts: b = 10."""
    exercise = make("alphabeta", 1, "branching=10 depth=2")
    assert {len(node.children) for node in exercise.tree.nodes} == {0, 10}
    assert len(exercise.tree.leaves()) == 100
    found = grade(exercise, solution(exercise))
    assert found.marks == found.out_of
    with pytest.raises(ShapeError, match="from 1 to 10"):
        read_shape("branching=11")
