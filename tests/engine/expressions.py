"""Rules made of random expressions: the compiler fuzzed, one lane against the other.

Every expression knows the range of its values. A sound template stays inside 64 bits, divides by
nothing that can be 0 and indexes inside its tuples; another one may do otherwise, as in Python.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.game import Game

CELLS = 5
WORD = 1 << 62


class Expression(NamedTuple):
    """A text, and the range of its values."""

    text: str
    low: int
    high: int


HEAD = '''"""Rules made at random."""

from typing import NamedTuple

from zermelo.game import MAX, Game
from zermelo.tuples import replace


class State(NamedTuple):
    a: int
    b: int
    cells: tuple[int, ...]
    ply: int
    last: int
    player: int


class Random(Game[State, int]):
    """Random rules."""

    def __init__(self, seed: int = 1, last: int = 5) -> None:
        self.seed, self.last = seed, last

    def initial(self) -> State:
        x = self.seed * 2654435761 % 4294967296
        cells = tuple(x // (i + 3) % 100 for i in range(5))
        return State(x % 1024, x // 1024 % 1024, cells, 0, self.last, MAX if x % 2 else -MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def is_terminal(self, state: State) -> bool:
        return state.ply >= state.last

    def actions(self, state: State):
        if not self.is_terminal(state):
            for action in range(1 + ({actions}) % 3):
                yield action

    def result(self, state: State, action: int) -> State:
        a = ({a}) % 1024
        b = ({b}) & 1023
        cells = replace(state.cells, ({index}) % 5, ({cell}) % 100)
        player = state.player if ({again}) else -state.player
        return State(a, b, cells, state.ply + 1, state.last, player)

    def utility(self, state: State) -> int:
        return ({utility}) % 9 - 4
'''
EVALUATE = """
    def evaluate(self, state: State) -> int:
        return ({evaluate}) % 7 - 3

    def bounds(self, state: State) -> tuple[int, int]:
        return -4, 4
"""


class Grammar:
    """Expressions over the fields of a state, and `action` where there is one."""

    def __init__(self, dice: random.Random, sound: bool) -> None:
        self.dice, self.sound = dice, sound

    def number(self, depth: int, action: bool = False) -> Expression:
        """A random expression; a sound one is made again until it fits."""
        while True:
            found = self._leaf(action) if depth == 0 else self._inner(depth, action)
            if not self.sound or (found.low > -WORD and found.high < WORD):
                return found

    def truth(self, depth: int, action: bool = False) -> str:
        left, right = self.number(depth, action), self.number(depth - 1, action)
        sign = self.dice.choice(["<", "<=", "==", "!=", ">", ">="])
        text = f"{left.text} % 7 {sign} {right.text} % 5"
        if self.dice.random() < 0.3:
            join = self.dice.choice(["and", "or"])
            text = f"({text}) {join} not {self.number(1, action).text} % 3"
        return text

    def _leaf(self, action: bool) -> Expression:
        constant = self.dice.choice([0, 1, 2, 3, 5, 7, 31, 100, 1000])
        if not self.sound and self.dice.random() < 0.1:
            constant = self.dice.choice([1 << 31, 1 << 40, (1 << 63) - 1])
        cell = self.dice.randrange(CELLS)
        leaves = [
            Expression("state.a", 0, 1023),
            Expression("state.b", 0, 1023),
            Expression("state.ply", 0, 9),
            Expression("state.player", -1, 1),
            Expression(f"state.cells[{cell}]", 0, 99),
            Expression(f"state.cells[-{cell + 1}]", 0, 99),
            Expression(str(constant), constant, constant),
            Expression("sum(state.cells)", 0, 500),
            Expression("len(state.cells)", 5, 5),
            Expression("max(state.cells)", 0, 99),
        ]
        if action:
            leaves += [Expression("action", 0, 2)] * 3
        return self.dice.choice(leaves)

    def _inner(self, depth: int, action: bool) -> Expression:
        kinds: list[Callable[[Expression, Expression], Expression]] = [
            self._sum, self._difference, self._product, self._quotient, self._rest, self._shift,
            self._bits, self._least, self._index, self._choice, self._one,
        ]  # fmt: skip
        left = self.number(self.dice.randrange(depth), action)
        right = self.number(self.dice.randrange(depth), action)
        return self.dice.choice(kinds)(left, right)

    def _sum(self, x: Expression, y: Expression) -> Expression:
        return Expression(f"({x.text} + {y.text})", x.low + y.low, x.high + y.high)

    def _difference(self, x: Expression, y: Expression) -> Expression:
        return Expression(f"({x.text} - {y.text})", x.low - y.high, x.high - y.low)

    def _product(self, x: Expression, y: Expression) -> Expression:
        ends = [p * q for p in (x.low, x.high) for q in (y.low, y.high)]
        return Expression(f"({x.text} * {y.text})", min(ends), max(ends))

    def _divisor(self, y: Expression) -> str:
        if not self.sound:
            return y.text
        sign = self.dice.choice(["", "", "-"])
        return f"({sign}(abs({y.text}) + 1))"

    def _quotient(self, x: Expression, y: Expression) -> Expression:
        most = max(abs(x.low), abs(x.high)) + 1
        return Expression(f"({x.text} // {self._divisor(y)})", -most, most)

    def _rest(self, x: Expression, y: Expression) -> Expression:
        most = max(abs(y.low), abs(y.high)) + 1
        return Expression(f"({x.text} % {self._divisor(y)})", -most, most)

    def _shift(self, x: Expression, y: Expression) -> Expression:
        if self.dice.random() < 0.5:
            mask = 7 if self.sound else self.dice.choice([7, 31, 127])
            low, high = min(x.low << 7, x.low), max(x.high << 7, x.high)
            return Expression(f"({x.text} << ({y.text} & {mask}))", low, high)
        low, high = min(x.low, -1), max(x.high, 0)
        return Expression(f"({x.text} >> ({y.text} & 15))", low, high)

    def _bits(self, x: Expression, y: Expression) -> Expression:
        sign = self.dice.choice(["&", "|", "^"])
        bits = max(abs(each) for each in (x.low, x.high, y.low, y.high)).bit_length()
        return Expression(f"({x.text} {sign} {y.text})", -(1 << bits), 1 << bits)

    def _least(self, x: Expression, y: Expression) -> Expression:
        name = self.dice.choice(["min", "max"])
        return Expression(f"{name}({x.text}, {y.text})", min(x.low, y.low), max(x.high, y.high))

    def _index(self, x: Expression, y: Expression) -> Expression:
        if self.sound:
            shift = self.dice.choice(["", f" - {CELLS}"])  # from the end too
            return Expression(f"state.cells[{x.text} % {CELLS}{shift}]", 0, 99)
        return Expression(f"state.cells[{x.text} % 7 - 1]", 0, 99)

    def _choice(self, x: Expression, y: Expression) -> Expression:
        low, high = min(x.low, y.low), max(x.high, y.high)
        return Expression(f"({x.text} if {self.truth(1)} else {y.text})", low, high)

    def _one(self, x: Expression, y: Expression) -> Expression:
        kind = self.dice.randrange(4)
        most = max(abs(x.low), abs(x.high)) + 1
        if kind == 0:
            return Expression(f"abs({x.text})", 0, most)
        if kind == 1:
            return Expression(f"(-{x.text})", -most, most)
        if kind == 2:
            return Expression(f"(~{x.text})", -most, most)
        return Expression(f"(({x.text} > {y.text}) + ({x.text} == {y.text}) * 2)", 0, 3)


def source(seed: int, sound: bool) -> str:
    """The text of a module with random rules."""
    dice = random.Random(seed)
    grammar = Grammar(dice, sound)
    parts = {name: grammar.number(3, action=True).text for name in ("a", "b", "index", "cell")}
    parts["again"] = grammar.truth(1, action=True)
    parts |= {name: grammar.number(3).text for name in ("actions", "utility", "evaluate")}
    text = HEAD + (EVALUATE if dice.random() < 0.5 else "")
    for name, part in parts.items():
        text = text.replace("{" + name + "}", part)
    return text


def rules(seed: int, sound: bool, folder: Path) -> type[Game[Any, Any]]:
    """The class of random rules, from a file written into the folder."""
    name = f"random_{seed}_{'sound' if sound else 'loose'}"
    file = folder / f"{name}.py"
    file.write_text(source(seed, sound), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: type[Game[Any, Any]] = module.Random
    return found
