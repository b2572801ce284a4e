"""Rules that follow the order of a set of texts are told so, with the line; no others are."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo.check import check_game
from zermelo.check.order import unordered
from zermelo.game import Game

RULES = """
from dataclasses import dataclass
from zermelo import Game

WORDS = {"ant", "bee", "cow"}

@dataclass(frozen=True)
class Place:
    left: tuple
    player: int = 1

class Words(Game):
    def initial(self): return Place(("ant", "bee", "cow", "dog"))
    def to_move(self, s): return s.player
    def actions(self, s): return ACTIONS
    def result(self, s, a): return RESULT
    def is_terminal(self, s): return not s.left
    def utility(self, s): return UTILITY
"""

Make = Callable[..., Game[Any, Any]]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    def made(
        actions: str = "list(s.left)",
        result: str = "Place(tuple(w for w in s.left if w != a), -s.player)",
        utility: str = "-s.player",
    ) -> Game[Any, Any]:
        rules = RULES.replace("ACTIONS", actions).replace("RESULT", result)
        (tmp_path / "words_game.py").write_text(rules.replace("UTILITY", utility), "utf-8")
        sys.modules.pop("words_game", None)
        importlib.invalidate_caches()
        game: Game[Any, Any] = importlib.import_module("words_game").Words()
        return game

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield made
    sys.modules.pop("words_game", None)


@pytest.mark.parametrize(
    "actions",
    [
        "[w for w in set(s.left)]",
        "list(set(s.left))",
        "set(s.left)",
        "[*{w for w in s.left}]",
        "[(w, n) for n, w in enumerate(frozenset(s.left))]",
        "[w for w in dict.fromkeys(s.left).keys() & set(s.left)]",
    ],
)
def test_actions_in_the_order_of_a_set(make: Make, actions: str) -> None:
    game = make(actions, "Place(tuple(w for w in s.left if w not in a), -s.player)")
    found = unordered(game)
    assert found is not None
    assert found.rule == "actions"
    assert "sort it (line 15 of words_game.py)" in str(found)
    assert check_game(game, games=5) == []  # it breaks no rule


@pytest.mark.parametrize(
    "actions",
    [
        "sorted(set(s.left))",
        "sorted(w for w in set(s.left))",
        "[w for w in s.left if w in WORDS or w == 'dog']",
        "[s.left[n] for n in {n for n in range(len(s.left))}]",  # numbers are the same in every run
        "list(s.left[:len(set(s.left))])",
    ],
)
def test_an_order_that_stays(make: Make, actions: str) -> None:
    assert unordered(make(actions)) is None


def test_a_state_and_a_value_that_follow_a_set(make: Make) -> None:
    found = unordered(make(result="Place(tuple(w for w in set(s.left) if w != a), -s.player)"))
    assert found is not None
    assert (found.rule, found.line) == ("result", 16)
    found = unordered(make(utility="sum(3 ** n * len(w) for n, w in enumerate({'a', 'bb'}))"))
    assert found is not None
    assert (found.rule, found.line) == ("utility", 18)
    assert unordered(make(utility="sum(len(w) for w in {'a', 'bb'})")) is None
