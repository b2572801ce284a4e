"""What is known of each node, step by step: never wrong, and in the end the value."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.explain.stories import drawn, texts, told
from zermelo.explain.format import Format
from zermelo.explain.story import Story
from zermelo.game import INFINITY
from zermelo.games import MNK, Tree, read_tree
from zermelo.numbers import number
from zermelo.search import ALGORITHMS, expectiminimax

AIMA = "max A [min B [3 12 8] min C [2 4 6] min D [14 5 2]]"


def ends_of(look: dict[str, Any]) -> tuple[float, float]:
    if look["low"] is None:
        return -INFINITY, INFINITY
    return number(look["low"]), number(look["high"])


def test_the_argument_of_the_lecture() -> None:
    """The first leaf below B is 3, so B is worth at most 3; and so on, as lecture 001 has it."""
    story = told(read_tree(AIMA), "alphabeta", convention="001")
    said: list[str] = []
    for step in range(len(story.steps)):
        svg = drawn(story, step, form=Format(("names", "intervals")))
        for place in (0, 1, 5, 9):
            found = texts(svg, place)
            line = f"{found['name']} {found.get('interval', '')}"
            if found.get("interval") and line not in said:
                said.append(line)
    assert said == [
        *("B ≤ 3", "A ≥ 3", "B = 3", "C ≤ 2", "A 3 ≤ v ≤ 14", "D ≤ 14", "A 3 ≤ v ≤ 5", "D ≤ 5"),
        *("A = 3", "D = 2"),
    ]


def random_tree(luck: random.Random, chance: bool) -> Tree:
    def text(depth: int) -> str:
        if not depth or luck.random() < 0.15:
            return str(luck.randint(-9, 9))
        kind = luck.choice(["max", "min", "chance"] if chance else ["max", "min"])
        below = " ".join(text(depth - 1) for _ in range(luck.randint(1, 3)))
        return f"{kind} [{below}]"

    return read_tree(f"max [{text(3)} {text(3)}]")


def true_values(story: Story) -> dict[int, Any]:
    return {
        at: expectiminimax(story.game, place.state).value for at, place in enumerate(story.places)
    }


@pytest.mark.parametrize(
    "name",
    ["minimax", "alphabeta", "pvs", "mtdf", "table", "iterative", "aspiration", "star1"],
)
def test_what_is_known_is_true_at_every_step(name: str) -> None:
    luck = random.Random(name)
    for _tree in range(12):
        story = told(random_tree(luck, ALGORITHMS[name].chance), name)
        true = true_values(story)
        looks = story.after(-1)
        for step in story.steps:
            for place, field, value in step.changes:
                looks[place][field] = value
            for place, look in enumerate(looks):
                low, high = ends_of(look)
                assert low <= true[place] <= high
        if name in ("minimax", "alphabeta", "pvs"):
            assert ends_of(looks[0]) == (true[0], true[0])


def test_a_search_that_is_stopped_claims_nothing_of_what_it_has_not_seen() -> None:
    tree = read_tree("max [min [1 2] min [3 4] min [0 9]]")
    story = told(tree, "minimax", nodes=5)
    assert ends_of(story.after(len(story.steps) - 1)[0]) == (1, INFINITY)
    symmetric = told(MNK(), "minimax", symmetry=True, depth=2)
    assert ends_of(symmetric.after(len(symmetric.steps) - 1)[0]) == (1, 1)
