"""Monte-Carlo tree search drawn: visits, means and UCB1 at the nodes, after every step."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from tests.explain.searches import AIMA, searches
from tests.explain.stories import told
from zermelo.explain.labels import labels
from zermelo.explain.narrators import narrator_of
from zermelo.explain.terminal import render
from zermelo.explain.view import View
from zermelo.game import Game
from zermelo.games import LastMatch, Nim, Tree
from zermelo.games.nim import Matches
from zermelo.search import mcts

STORY = told(AIMA, "mcts", simulations=6)
NAMES = [place.name or place.action for place in STORY.places]


def at(name: str, step: int) -> dict[str, str]:
    """The texts at a place after a step, counted from the end if negative."""
    place = NAMES.index(name)
    looks = STORY.after(range(len(STORY.steps))[step])
    return labels(STORY.places[place], looks[place])


def steps(name: str) -> list[int]:
    return [n for n, step in enumerate(STORY.steps) if step.name == name]


def test_every_visit_is_counted_at_the_node_and_above() -> None:
    """By hand from the events: 12, 4 and 14 at random, then d1 = 14, b1 = 3 and d2 = 5."""
    assert [at(name, -1)["simulations"] for name in "ABCD"] == ["n=6", "n=2", "n=1", "n=3"]
    assert [at(name, -1)["value"] for name in "ABCD"] == ["8.67", "7.5", "4", "11"]
    assert "simulations" not in at("d3", -1)
    assert at("d3", -1)["value"] == "2"  # as the tree writes it


def test_what_backpropagation_changes_is_struck_through_until_the_next_simulation() -> None:
    last = steps("backpropagate")[-1]
    now = at("A", last)
    assert (now["simulations"], now["old_simulations"]) == ("n=6", "5")
    assert (now["value"], now["old_value"]) == ("8.67", "9.4")
    assert "old_value" in at("D", last)
    assert "old_value" not in at("B", last)
    assert not {"old_value", "old_simulations"} & {*at("A", -1), *at("D", -1)}


def test_ucb1_stands_at_the_children_where_one_is_selected() -> None:
    fourth = next(step for step in steps("select") if "1.48" in at("B", step).get("ucb", ""))
    bonus = sqrt(2) * sqrt(log(3))
    mean = (12 - 2) / (14 - 2)
    assert at("B", fourth)["ucb"] == f"{mean:.2f} + {bonus:.2f} = {mean + bonus:.2f}"
    assert at("D", fourth)["ucb"] == "1.00 + 1.48 = 2.48"
    assert at("d1", fourth + 1)["ucb"] == "∞"


def test_the_way_of_a_simulation_is_marked_and_that_of_its_random_game() -> None:
    simulated = steps("simulate")[0]
    trail = {NAMES[n]: look["trail"] for n, look in enumerate(STORY.after(simulated))}
    assert {name: how for name, how in trail.items() if how} == {"B": "selected", "b2": "sampled"}
    assert not any(look["trail"] for look in STORY.after(len(STORY.steps) - 1))


def test_the_counts_are_those_of_the_search() -> None:
    games: list[Game[Any, Any]] = [AIMA, Nim(rows=(3, 2))]
    for game in games:
        found = mcts(game, simulations=30)
        for places in (2_000, 5):
            last = told(game, "mcts", places, simulations=30).steps[-1]
            assert (last.nodes, last.leaves) == (found.nodes, found.leaves)


def test_random_games_prove_nothing() -> None:
    assert all(look["low"] is None for look in STORY.after(len(STORY.steps) - 1))


def test_several_players() -> None:
    story = told(LastMatch(), "mcts", simulations=12)
    words = narrator_of(story).sentences()
    assert any(text.startswith("Selection at the root (A): 2 was never tried") for text in words)
    assert any(text.startswith("Backpropagation: (1, 0, 0) is counted at") for text in words)
    assert "A = (" in render(View(story, len(story.steps) - 1)).decode()


class Walk(Nim):
    """One stone that goes round."""

    repetition = "draw"

    def result(self, state: Matches, action: object) -> Matches:
        return state._replace(player=-state.player)


def test_a_position_that_comes_back_is_said_to() -> None:
    words = narrator_of(told(Walk(rows=(1,)), "mcts", simulations=3)).sentences()
    assert any("is the position of ply 0 again: a draw, worth 0." in text for text in words)


def test_a_leaf_and_a_search_that_is_stopped() -> None:
    leaf = told(Tree.from_nested(7), "mcts")
    assert narrator_of(leaf).sentences()[-1] == "The answer: value 7."
    words = narrator_of(searches()["mcts, stopped"]).sentences()
    assert "The search is stopped; the nodes still open are left." in words
