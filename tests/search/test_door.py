"""What an algorithm refuses at the door, and how it says so."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.game import Game
from zermelo.games import MNK, Grundy, Nim, Pig, read_tree
from zermelo.search import ALGORITHMS, SearchWarning, Settings, Unsuitable, alphabeta, star1

BARE_TREE = read_tree("[[1 2] [3 4]]")
CHANCE_TREE = read_tree("max [chance [1 2] 3]")


@pytest.mark.parametrize(
    ("name", "game", "settings", "message"),
    [
        ("minimax", Pig(), {}, "minimax cannot search pig, where chance has a say"),
        ("alphabeta", CHANCE_TREE, {}, "use expectiminimax or star1"),
        ("mtdf", Pig(), {"depth": 2}, "mtdf cannot search pig"),
        ("quiescence", Nim(), {}, "quiescence needs a rule that nim lacks: is_quiet"),
        ("two-successor", Grundy(), {}, "two-successor needs a rule that grundy lacks: evaluate"),
        ("star1", Pig(), {"cut": "gt"}, "star1 takes no 'cut'"),
        ("minimax", Nim(), {"window": (0, 1)}, "minimax takes no 'window'"),
        ("alphabeta", Nim(), {"window": (1, 0)}, "the low end 1 must be below the high end 0"),
        ("alphabeta", Nim(), {"window": (1, 1)}, "the low end 1 must be below"),
        ("alphabeta", Nim(), {"cut": ">"}, "cut must be one of ge, gt, not '>'"),
        (
            "alphabeta",
            Nim(),
            {"returns": "firm"},
            "returns must be one of soft, hard, bound, not 'firm'",
        ),
        ("alphabeta", Nim(), {"order": "up"}, "order must be one of left, right, fixed, dynamic"),
        ("alphabeta", Grundy(), {"order": "fixed"}, "order fixed needs a rule that grundy lacks"),
        ("alphabeta", Nim(), {"depth": -1}, "depth must be a whole number, 0 or more, not -1"),
        ("alphabeta", Nim(), {"depth": 1.5}, "depth must be a whole number, 0 or more, not 1.5"),
        ("mtdf", Nim(), {"guess": float("inf")}, "guess must be a finite number"),
        ("iterative", BARE_TREE, {"order": "fixed"}, "order fixed needs a rule that tree lacks"),
        ("alphabeta", Nim(), {"all_moves": True, "window": (0, 1)}, "leave the window out"),
        ("iterative", Nim(), {"nodes": 0}, "nodes must be 1 or more"),
        ("iterative", Nim(), {"time": 0}, "time must be more than 0"),
        ("iterative", Nim(), {"time": float("nan")}, "time must be more than 0"),
        ("aspiration", Nim(), {"delta": 0}, "delta must be more than 0"),
        ("mcts", Nim(), {"simulations": 0}, "simulations must be a whole number, 1 or more, not 0"),
        ("mcts", Nim(), {"exploration": -1}, "exploration must be a number, 0 or more, not -1"),
        ("mcts", Nim(), {"exploration": float("nan")}, "exploration must be a number"),
        ("mcts", Nim(), {"seed": 0.5}, "seed must be a whole number, not 0.5"),
        ("mcts", Nim(), {"depth": 3}, "mcts takes no 'depth'; it takes"),
        ("table", Grundy(), {"symmetry": True}, "symmetry needs a rule that grundy lacks"),
    ],
)
def test_refusals(name: str, game: Game[Any, Any], settings: Settings, message: str) -> None:
    with pytest.raises(Unsuitable) as caught:
        ALGORITHMS[name](game, **settings)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_star1_needs_finite_bounds() -> None:
    class Unbounded(MNK):
        def bounds(self, state: Any) -> Any:
            return -float("inf"), float("inf")

    with pytest.raises(Unsuitable, match="finite bounds"):
        star1(Unbounded())


def test_fail_hard_with_the_strict_cut_is_never_silent() -> None:
    with pytest.warns(SearchWarning, match="loses most cutoffs"):
        strict = alphabeta(MNK(), cut="gt", returns="hard")
    assert strict.value == 0
    assert strict.nodes > alphabeta(MNK(), cut="gt").nodes
