"""The comparison of the lanes: silent where they agree, and outspoken where they do not."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tests.compiler import samples
from tests.compiler.test_refusals import HugeLiteral, Take
from tests.long import some
from zermelo.check import check_game
from zermelo.engine.lanes import compare
from zermelo.game import Game
from zermelo.games import MNK, Grundy, Morris, Nim, Pig

GAMES: list[Game[Any, Any]] = [
    MNK(7, 7, 5, misere=True, heuristic="pieces"),
    Nim((7, 5, 3)),
    Grundy(12),
    Pig(20, 4),
    Morris(),
]
SAMPLES: list[Game[Any, Any]] = [
    samples.Connect4(),
    samples.WithAComprehension(),
    samples.WithGuards(),
    samples.MisereTupleTicTacToe(),
    samples.SixtyFour(),
]


@pytest.mark.parametrize("game", some(GAMES + SAMPLES, 6), ids=lambda game: type(game).__name__)
def test_both_lanes_agree(game: Game[Any, Any]) -> None:
    assert compare(game, games=8) == []


BAGS = """
from typing import NamedTuple
from zermelo import MAX, Game

class Bag(NamedTuple):
    x: int
    y: int

    def __contains__(self, n):
        return n in (self.x, self.x + self.y)

    def __add__(self, other):
        return Bag(self.x + other[0], self.y + other[1])

class Put(NamedTuple):
    many: int
    last: bool

class Bags(Game):
    def initial(self):
        return (Bag(0, 1), MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        found = []
        for many in (1, 2):
            if not self.is_terminal(state):
                found.append(Put(many, many == 2))
        return found

    def result(self, state, action):
        return (state[0] + (action.many, 1), -state[1])

    def is_terminal(self, state):
        return state[0].x > 4

    def utility(self, state):
        return 1 if 6 in state[0] else -1
"""


def test_a_file_that_is_loaded_again_has_records_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "bags.py").write_text(BAGS)
    for name in ("one", "two"):
        spec: Any = spec_from_file_location(name, tmp_path / "bags.py")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        assert compare(module.Bags(), games=8) == []


@pytest.mark.parametrize("game", SAMPLES, ids=lambda game: type(game).__name__)
def test_the_samples_are_games(game: Game[Any, Any]) -> None:
    assert check_game(game, games=2) == []


class Overflowing(Take):
    """Numbers that Python lets grow and a machine does not."""

    def evaluate(self, state: Any) -> int:
        return int(state.count << 61)

    def key(self, state: Any) -> int:
        return int((state.count << 62) // 4)

    def bounds(self, state: Any) -> tuple[int, int]:
        return -1, 1 << 40

    def order(self, state: Any, action: int) -> int:
        return int(((state.count << 60) + action) >> 60)


def test_faults_are_named() -> None:
    """An optional rule that machine code cannot follow is left out; without `evaluate`, no lane."""
    broken = {found.rule: found for found in compare(Overflowing(), games=2)}
    assert set(broken) == {"the rules can be compiled"}
    found = broken["the rules can be compiled"]
    assert re.fullmatch(
        r"cannot compile overflowing: "
        r"Overflowing\.evaluate \(line \d+ of test_lanes.py\): a number leaves 64 bits",
        found.detail,
    )


class OverflowingOrder(Take):
    """Optional rules, one of which machine code cannot follow."""

    order, key = Overflowing.order, Overflowing.key


def test_an_optional_rule_that_cannot_be_followed_is_left_out() -> None:
    (found,) = compare(OverflowingOrder(), games=2)
    assert found.rule == "order can be compiled"
    assert re.fullmatch(
        r"Overflowing\.order \(line \d+ of test_lanes.py\): a number leaves 64 bits", found.detail
    )


class Drifting(Take):
    """A rule that is no pure function: it changes with every game that begins."""

    begun = 0

    def initial(self) -> Any:
        self.begun += 1
        return super().initial()

    def evaluate(self, state: Any) -> int:
        return self.begun


def test_differences_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))  # what was compiled before has other games
    (found,) = compare(Drifting(), games=1)
    assert found.rule == "evaluate is the same compiled"
    assert found.state == "Pile(count=10, player=1)"
    now, before = re.fullmatch(r"(\d+), compiled (\d+)", found.detail).groups()  # type: ignore[union-attr]
    assert int(now) == int(before) + 1


class BadOrder(Take):
    """One optional rule that cannot be compiled, and one that can."""

    def order(self, state: Any, action: int) -> int:
        return len(f"{action:3d}")

    def key(self, state: Any) -> int:
        return int(2 * state.count + (state.player == 1))


def test_what_cannot_be_compiled_is_named() -> None:
    (order,) = compare(BadOrder(), games=2)
    assert order.rule == "order can be compiled"
    assert "BadOrder.order (line" in order.detail
    assert "write it in format_state or format_action" in order.detail
    (whole,) = compare(HugeLiteral(), games=2)
    assert whole.rule == "the rules can be compiled"
    assert "HugeLiteral.evaluate" in whole.detail
