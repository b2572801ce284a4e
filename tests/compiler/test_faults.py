"""What a fault says, in functions and in games."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.compiler.agreement import HIGHEST, machine
from zermelo import search
from zermelo.compiler.errors import Beyond64Bits, RuleFault
from zermelo.compiler.kernels import Rules, Words
from zermelo.compiler.rules import CompiledGame, compile, with_room
from zermelo.engine.lanes import compare
from zermelo.game import MAX, Game
from zermelo.games import MNK, Connect4, Nim, Othello, Pig

# --- what a fault says ---------------------------------------------------------------------------


def helper(x: int) -> int:
    assert x != 13
    if x == 14:
        raise ValueError("fourteen")
    return x * 10


def calling(x: int) -> int:
    y = x + 1
    return helper(y)


@pytest.mark.parametrize(
    ("x", "says"),
    [
        (12, "helper (line {1} of {file}): AssertionError"),
        (13, "helper (line {3} of {file}): ValueError"),
        (HIGHEST // 10, "helper (line {4} of {file}): a number leaves 64 bits"),
        (HIGHEST, "calling (line {6} of {file}): a number leaves 64 bits"),
    ],
)
def test_a_fault_names_rule_line_and_file(x: int, says: str) -> None:
    first = helper.__code__.co_firstlineno
    lines = {str(n): first + n for n in range(5)} | {"6": calling.__code__.co_firstlineno + 1}
    for n, line in lines.items():
        says = says.replace(f"{{{n}}}", str(line))
    with pytest.raises(RuleFault) as caught:
        machine(calling)(x)
    fault = caught.value
    assert str(fault) == says.format(file=Path(__file__).name)
    assert "\n" not in str(fault)
    assert str(fault).startswith(fault.rule)
    assert str(type(fault)(*fault.__reduce__()[1])) == str(fault)


# --- games ---------------------------------------------------------------------------------------


class Count(NamedTuple):
    """A number, and how many moves were made."""

    x: int
    ply: int


class Moves(Game[Count, int]):
    """Ten moves of MAX; what `mixed` does with truth values decides."""

    last = 10

    def initial(self) -> Count:
        return Count(1, 0)

    def to_move(self, state: Count) -> int:
        return MAX

    def actions(self, state: Count) -> range:
        return range(2) if state.ply < self.last else range(0)

    def is_terminal(self, state: Count) -> bool:
        return state.ply >= self.last

    def utility(self, state: Count) -> int:
        return state.x

    def mixed(self, b: bool, c: bool) -> int:
        return 0

    def result(self, state: Count, action: int) -> Count:
        mixed = self.mixed(state.x % 3 == 1, action == 1)
        return Count((state.x * 5 + action + mixed) % 97, state.ply + 1)


class Invert(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return ~b


class Minus(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return -b


class Plus(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return +b


class Difference(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return b - c


class Sum(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return b + c + sum(x for x in (b, c, b))


class Exclusive(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return (b ^ c) * 3


class Shift(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return b << 3 | c


class Product(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return b * c + (b == c) * 2 + max(b, c) + abs(b) + int(c) + (not b)


class RareOverflow(Moves):
    """Only if all 19 moves are 1 is there a number beyond 64 bits: 10 ** 19."""

    last = 19

    def utility(self, state: Count) -> int:
        return 1 if state.x > 0 else 0

    def result(self, state: Count, action: int) -> Count:
        return Count(state.x * 10 if action else 0, state.ply + 1)


def worth(game: Rules, state: Words, depth: int) -> int:
    """The best that can be reached."""
    if game.is_terminal(state):
        return int(game.utility(state))
    best = -1000
    for action in game.actions(state):
        best = max(best, worth(game, game.result(state, action), depth + 1))
    return best


setattr(worth, "is_kernel", True)  # noqa: B010


@pytest.mark.parametrize(
    "kind",
    [Invert, Minus, Difference, Plus, Sum, Exclusive, Shift, Product],
    ids=lambda kind: kind.__name__,
)
def test_truth_values_in_rules(kind: type[Moves]) -> None:
    assert compare(kind(), games=5) == []
    game = compile(kind())
    kernel = game.kernel(worth)
    assert kernel(game.state.words(game.game.initial()), 0) == search.minimax(game.game).value


def test_a_number_that_leaves_64_bits_on_a_rare_path_only() -> None:
    game = compile(RareOverflow())

    def run(room: CompiledGame, state: Count) -> Any:
        return room.kernel(worth)(room.state.words(state), 0)

    with pytest.raises(RuleFault) as caught:
        with_room(game, lambda room: run(room, game.game.initial()))
    fault = caught.value
    line = RareOverflow.result.__code__.co_firstlineno + 1
    assert (fault.rule, fault.line) == ("RareOverflow.result", line)
    assert fault.cause is Beyond64Bits
    assert run(game, Count(0, 5)) == 0


def doubled(x: int) -> int:
    return 2 * x


class OneFunction(Moves):
    """Its value is looked up in a table of one function, which knows no other depth than ten."""

    def utility(self, state: Count) -> int:
        return {10: doubled}[state.ply](state.x)


def test_a_table_of_one_function_knows_no_other_key() -> None:
    game = compile(OneFunction())
    kernel = game.kernel(worth)
    assert kernel(game.state.words(Count(3, 10)), 0) == 6
    with pytest.raises(RuleFault, match=r"OneFunction.utility \(line \d+ .*KeyError"):
        kernel(game.state.words(Count(3, 11)), 0)


def test_a_comparison_of_lanes_tells_of_a_fault() -> None:
    game = RareOverflow()
    game.initial = lambda: Count(10**18, 18)  # type: ignore[method-assign]
    details = [broken.detail for broken in compare(game, games=1)]
    assert any("a number leaves 64 bits" in detail for detail in details), details


@pytest.mark.parametrize(
    "game",
    [Connect4(), Nim((7, 5, 3)), Pig(goal=20), Othello(6), Connect4(4, 4, sooner=False),
     Nim((9, 2, 3, 4), misere=True), MNK(4, 4, 4, misere=True)],
    ids=lambda game: game.name,
)  # fmt: skip
def test_games_of_the_catalogue_have_no_faults(game: Any) -> None:
    assert compare(game, games=5) == []
