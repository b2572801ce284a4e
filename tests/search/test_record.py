"""The events of a run: golden lists, cut by cut, and the same counts when replayed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from tests import oracle
from tests.golden_files import golden
from tests.strategies import trees
from zermelo.explain.trace import Trace
from zermelo.game import Game
from zermelo.games import MNK, Nim, Tree, read_tree
from zermelo.games.nim import Matches
from zermelo.search import ALGORITHMS, Settings, Tally, alphabeta, pvs, star1
from zermelo.search.record import Event, Recorder, replay

AIMA = read_tree(
    """
    max A [
      a1: min B [b1: 3  b2: 12  b3: 8]
      a2: min C [c1: 2  c2: 4   c3: 6]
      a3: min D [d1: 14 d2: 5   d3: 2]
    ]
    """
)
CHANCE, _ = oracle.chance_trees()["star1-range-0-10"]


def record(algorithm: str, game: Game[int, int], settings: Settings) -> list[Event]:
    recorder = Recorder(game)
    settings["observer"] = recorder
    ALGORITHMS[algorithm](game, **settings)
    return recorder.events


@pytest.mark.parametrize(
    ("name", "algorithm", "tree", "settings"),
    [
        ("aima-left-to-right", "alphabeta", AIMA, Settings()),
        ("aima-right-to-left", "alphabeta", AIMA, Settings(order="right")),
        ("aima-strict", "alphabeta", AIMA, Settings(cut="gt")),
        ("aima-fail-hard", "alphabeta", AIMA, Settings(returns="hard")),
        ("aima-minimax", "minimax", AIMA, Settings()),
        ("aima-pvs", "pvs", AIMA, Settings()),
        ("chance-expectiminimax", "expectiminimax", CHANCE, Settings()),
        ("chance-star1", "star1", CHANCE, Settings()),
        ("aima-mcts", "mcts", AIMA, Settings(simulations=6)),
    ],
)
def test_golden_events(name: str, algorithm: str, tree: Tree, settings: Settings) -> None:
    """The events in words, then the events themselves: both are for reading."""
    events = record(algorithm, tree, settings)
    trace = Trace()
    text = "".join(f"{line}\n" for event in events if (line := trace.line(event)))
    text += "\n" + "".join(json.dumps(event) + "\n" for event in events)
    assert text == golden(f"{name}.txt", text)


def cuts(events: list[Event]) -> list[tuple[object, ...]]:
    state = {event["node"]: event["state"] for event in events if event["event"] == "enter"}
    return [
        (state[e["node"]], e["at"], e["value"], e["bound"], state.get(e["set_by"]), e["reach"])
        for e in events
        if e["event"] == "cutoff"
    ]


def test_a_shallow_cut_names_the_parent() -> None:
    assert cuts(record("alphabeta", AIMA, Settings())) == [("C", "MIN", 2, 3, "A", "shallow")]


def test_a_deep_cut_names_the_far_ancestor() -> None:
    tree = read_tree("max A [min [8] min B [max C [min D [5 1] 9] 7]]")
    assert cuts(record("alphabeta", tree, Settings())) == [("D", "MIN", 5, 8, "A", "deep")]


def test_two_minimisers_in_a_row_do_not_make_a_cut_deep() -> None:
    tree = read_tree("max A [min [min [8]] min B [min C [5 1]]]")
    assert cuts(record("alphabeta", tree, Settings())) == [("C", "MIN", 5, 8, "A", "shallow")]


def test_a_cut_by_the_callers_window() -> None:
    assert cuts(record("alphabeta", AIMA, Settings(window=(-5, 3)))) == [
        ("A", "MAX", 3, 3, None, "window")
    ]


def test_a_cut_at_a_chance_node() -> None:
    at_chance = [cut for cut in cuts(record("star1", CHANCE, Settings())) if cut[1] == "CHANCE"]
    assert at_chance == [("2", "CHANCE", "22/5", "42/5", "root", "shallow")]


def test_a_cut_that_skips_nothing_is_no_cut() -> None:
    tree = read_tree("[[3] [2]]")
    assert cuts(record("alphabeta", tree, Settings())) == []
    assert alphabeta(tree).cutoffs == 0


@given(tree=trees(repeated_kinds=True, statics=True, max_depth=4))
def test_a_replay_gives_the_same_counts(tree: Tree) -> None:
    for name, algorithm in ALGORITHMS.items():
        if name == "quiescence" or "observer" not in algorithm.takes:
            continue
        recorder = Recorder(tree)
        limit: Any = {"depth": 3} if "depth" in algorithm.takes else {"simulations": 20}
        result = algorithm(tree, observer=recorder, **limit)
        tally = Tally()
        replay(json.loads(json.dumps(recorder.events)), tally)
        counts = (tally.nodes, tally.leaves, tally.cutoffs)
        assert counts == (result.nodes, result.leaves, result.cutoffs), name


@given(tree=trees(repeated_kinds=True, chance=True, max_depth=4))
def test_events_nest_as_the_search_does(tree: Tree) -> None:
    recorder = Recorder(tree)
    star1(tree, observer=recorder)
    depth = 0
    for event in recorder.events[1:-1]:
        depth += event["event"] == "enter"
        assert depth > 0
        depth -= event["event"] in ("leaf", "leave")
    assert depth == 0


@given(tree=trees(repeated_kinds=True, max_depth=4))
def test_an_observer_changes_nothing(tree: Tree) -> None:
    for algorithm in (alphabeta, pvs):
        assert algorithm(tree) == algorithm(tree, observer=Recorder(tree))


def test_bounds_in_the_events_follow_from_the_values() -> None:
    """Alpha only rises and beta only falls between entering a node and leaving it."""
    recorder = Recorder(MNK(columns=3, rows=2, in_row=2))
    alphabeta(recorder.game, observer=recorder)
    bounds = [event for event in recorder.events if event["event"] == "bound"]
    assert bounds
    for event in bounds:
        old, new = float(event["old"]), float(event["new"])
        assert (new > old) if event["which"] == "alpha" else (new < old)


def test_iterations_and_researches_are_told() -> None:
    recorder = Recorder(Nim(rows=(3, 2)))
    ALGORITHMS["aspiration"](recorder.game, observer=recorder)
    kinds = {event["event"] for event in recorder.events}
    assert {"begin", "iteration", "window", "hit", "enter", "leave", "leaf", "answer"} <= kinds
    assert [e["depth"] for e in recorder.events if e["event"] == "iteration"] == [1, 2, 3, 4, 5]


def test_a_test_window_is_not_taken_for_somebodys_bound() -> None:
    tree = read_tree("max A [min [5] min B [max C [7 6] 6]]")
    assert cuts(record("pvs", tree, Settings(table=False))) == [("C", "MAX", 7, 6, "A", "test")]


def test_a_quiet_search_tells_what_it_goes_on_from() -> None:
    class Restless(Nim):
        def is_quiet(self, state: Matches) -> bool:
            return sum(state.rows) < 2

    recorder = Recorder(Restless(rows=(2, 1)))
    ALGORITHMS["quiescence"](recorder.game, observer=recorder, depth=1)
    assert any(event["event"] == "extend" for event in recorder.events)


def test_moves_left_out_are_told() -> None:
    recorder = Recorder(Nim())
    ALGORITHMS["two-successor"](recorder.game, observer=recorder)
    dropped = next(event for event in recorder.events if event["event"] == "drop")
    assert len(dropped["actions"]) == 13


def test_the_log_says_how_it_was_made_and_what_came_out() -> None:
    first, *_, last = record("alphabeta", AIMA, Settings(window=(-9, 9), cut="gt"))
    assert first == {
        "event": "begin",
        "algorithm": "alphabeta",
        "state": "A",
        "settings": {"window": [-9, 9], "cut": "gt"},
    }
    assert last == {
        "event": "answer",
        "value": 3,
        "line": ["a1", "b1"],
        "depth": 2,
        "proven": True,
    }


def test_an_iteration_without_estimates_is_given_up() -> None:
    tree = read_tree("max [B (h=1) [1 2] C [3 4]]")
    events = record("iterative", tree, Settings())
    assert [e["event"] for e in events].count("give_up") == 1
