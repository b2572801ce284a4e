"""Control, arithmetic, and how functions are written and called."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, MIN


@construct("ternary")
class Ternary(Row):
    def evaluate(self, state: Line) -> int:
        first = state.cells[0]
        return 1 if first == MAX else -1 if first == MIN else 0


@construct("chained comparison")
class Chained(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(-1, self.n + 1):
            if 0 <= i < i + 1 < self.n and state.cells[i] == state.cells[i + 1] != 0:
                score += state.cells[i]
        return score


@construct("while True with break")
class WhileTrue(Row):
    def is_terminal(self, state: Line) -> bool:
        i = 0
        while True:
            if i == self.n or state.cells[i] == 0:
                break
            i += 1
        return i == self.n


@construct("continue")
class Continue(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n):
            if i == 0 or state.cells[i] != state.cells[i - 1]:
                continue
            score += state.cells[i]
        return score


@construct("for and else")
class ForElse(Row):
    def is_terminal(self, state: Line) -> bool:
        for cell in state.cells:
            if cell == 0:
                break
        else:
            return True
        return False


@construct("while and else")
class WhileElse(Row):
    def is_terminal(self, state: Line) -> bool:
        i = 0
        while i < self.n:
            if state.cells[i] == 0:
                break
            i += 1
        else:
            return True
        return False


@construct("walrus")
class Walrus(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n - 1):
            if (cell := state.cells[i]) == state.cells[i + 1]:
                score += cell
        return score


@construct("match")
class Match(Row):
    def evaluate(self, state: Line) -> int:
        match state.cells[0]:
            case 1:
                return 2
            case -1:
                return -2
            case _:
                return 0


@construct("match of a tuple")
class MatchTuple(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n - 1):
            match (state.cells[i], state.cells[i + 1]):
                case (1, 1):
                    score += 1
                case (-1, -1):
                    score -= 1
        return score


@construct("try and except")
class Try(Row):
    def is_terminal(self, state: Line) -> bool:
        try:
            state.cells.index(0)
        except ValueError:
            return True
        return False


@construct("raise")
class Raise(Row):
    def result(self, state: Line, action: int) -> Line:
        if state.cells[action] != 0:
            raise ValueError(f"cell {action} is not free")
        cells = list(state.cells)
        cells[action] = state.player
        return Line(tuple(cells), -state.player)


@construct("assert")
class Assert(Row):
    def utility(self, state: Line) -> int:
        assert 0 not in state.cells, "the game is not over"
        return super().utility(state)


@construct("super()")
class Super(Row):
    def evaluate(self, state: Line) -> int:
        return super().utility(state)


@construct("tuple unpacked")
class Unpacked(Row):
    def result(self, state: Line, action: int) -> Line:
        cells, player = state
        marked = [*cells]
        marked[action] = player
        return Line(tuple(marked), -player)


@construct("rest unpacked")
class Rest(Row):
    def utility(self, state: Line) -> int:
        before, *rest = state.cells
        score = 0
        for cell in rest:
            if cell == before:
                score += cell
            before = cell
        return score


@construct("pairs unpacked in a loop")
class Pairs(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for a, b in ((0, 1), (1, 2), (2, 3)):
            if state.cells[a] == state.cells[b]:
                score += state.cells[a]
        return score


@construct("several results of a helper")
class Several(Row):
    def counts(self, state: Line) -> tuple[int, int]:
        return state.cells.count(MAX), state.cells.count(MIN)

    def is_terminal(self, state: Line) -> bool:
        mine, theirs = self.counts(state)
        return mine + theirs == self.n


@construct("divmod")
class DivMod(Row):
    def evaluate(self, state: Line) -> int:
        total = 0
        for i, cell in enumerate(state.cells):
            row, column = divmod(i, 2)
            total += cell * (row - column)
        return total


@construct("abs, pow, round, int")
class Arithmetic(Row):
    def evaluate(self, state: Line) -> int:
        total = sum(state.cells)
        return abs(total) + pow(2, 3) - 2**3 + round(total / 2) + int(2.5)


@construct("floor division of negatives")
class Floor(Row):
    def evaluate(self, state: Line) -> int:
        total = sum(i * cell for i, cell in enumerate(state.cells))
        return total // 2 + total % 3


@construct("bits")
class Bits(Row):
    def evaluate(self, state: Line) -> int:
        mine = theirs = 0
        for i, cell in enumerate(state.cells):
            if cell == MAX:
                mine |= 1 << i
            elif cell == MIN:
                theirs |= 1 << i
        return (mine & ~(theirs << 1)).bit_count() - bin(theirs ^ (mine >> 1)).count("1")


@construct("float estimate")
class Estimate(Row):
    def evaluate(self, state: Line) -> float:
        filled = sum(1 for cell in state.cells if cell)
        return 0.5 * sum(state.cells) / (filled + 1)


@construct("math")
class Mathematics(Row):
    def evaluate(self, state: Line) -> float:
        total = sum(i * cell for i, cell in enumerate(state.cells))
        return math.tanh(total / 4) + math.sqrt(abs(total)) - math.floor(total / 3) + math.log(2)


@construct("math.inf")
class Infinite(Row):
    def is_terminal(self, state: Line) -> bool:
        nearest = math.inf
        for i, cell in enumerate(state.cells):
            if cell == 0:
                nearest = min(nearest, i)
        return nearest == math.inf


@construct("int that becomes a float")
class Mixed(Row):
    def evaluate(self, state: Line) -> float:
        score = 0.0 if state.player == MAX else 0
        for cell in state.cells:
            score += cell / 2
        return score


@construct("and, or as values")
class AndOr(Row):
    def evaluate(self, state: Line) -> int:
        return state.cells[0] or state.cells[1] or (state.cells[2] and 2)


@construct("xs in several values")
class InTuple(Row):
    def is_terminal(self, state: Line) -> bool:
        for cell in state.cells:
            if cell not in (MAX, MIN):
                return False
        return True


@construct("helper that recurses")
class Recursion(Row):
    def score(self, cells: tuple[int, ...]) -> int:
        if len(cells) < 2:
            return 0
        return (cells[0] if cells[0] == cells[1] else 0) + self.score(cells[1:])

    def utility(self, state: Line) -> int:
        return self.score(state.cells)


@construct("nested function")
class NestedFunction(Row):
    def utility(self, state: Line) -> int:
        def pair(i: int) -> int:
            return state.cells[i] if state.cells[i] == state.cells[i + 1] else 0

        return sum(pair(i) for i in range(self.n - 1))


@construct("nonlocal")
class NonLocal(Row):
    def utility(self, state: Line) -> int:
        score = 0

        def add(a: int, b: int) -> None:
            nonlocal score
            if a == b:
                score += a

        for i in range(self.n - 1):
            add(state.cells[i], state.cells[i + 1])
        return score


@construct("lambda")
class Lambda(Row):
    def utility(self, state: Line) -> int:
        pair: Callable[[int, int], int] = lambda a, b: a if a == b else 0  # noqa: E731
        return sum(pair(state.cells[i], state.cells[i + 1]) for i in range(self.n - 1))


@construct("function handed to a helper")
class Handed(Row):
    def count(self, state: Line, wanted: Callable[[int], bool]) -> int:
        return len([cell for cell in state.cells if wanted(cell)])

    def is_terminal(self, state: Line) -> bool:
        return self.count(state, lambda cell: cell == 0) == 0


@construct("staticmethod")
class Static(Row):
    @staticmethod
    def alike(a: int, b: int) -> bool:
        return a == b

    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n - 1):
            if self.alike(state.cells[i], state.cells[i + 1]):
                score += state.cells[i]
        return score


@construct("classmethod")
class ClassMethod(Row):
    weight = 1

    @classmethod
    def worth(cls, mark: int) -> int:
        return cls.weight * mark

    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n - 1):
            if state.cells[i] == state.cells[i + 1]:
                score += self.worth(state.cells[i])
        return score


@construct("property of the game")
class PropertyOfGame(Row):
    @property
    def last(self) -> int:
        return self.n - 1

    def utility(self, state: Line) -> int:
        cells = state.cells
        return sum(cells[i] for i in range(self.last) if cells[i] == cells[i + 1])


def marked(cells: tuple[int, ...], place: int, by: int = MAX) -> tuple[int, ...]:
    return tuple(by if i == place else cell for i, cell in enumerate(cells))


@construct("default argument")
class Default(Row):
    def result(self, state: Line, action: int) -> Line:
        if state.player == MAX:
            return Line(marked(state.cells, action), MIN)
        return Line(marked(state.cells, action, MIN), MAX)


@construct("keyword argument")
class Keyword(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = marked(by=state.player, cells=state.cells, place=action)
        return Line(cells=cells, player=-state.player)


def total(*numbers: int) -> int:
    return sum(numbers)


@construct("*args")
class Args(Row):
    def evaluate(self, state: Line) -> int:
        return total(*state.cells) + total(state.cells[0], state.cells[1])


def weigh(cell: int, **weights: int) -> int:
    return cell * weights.get("weight", 1)


@construct("**kwargs")
class KwArgs(Row):
    def evaluate(self, state: Line) -> int:
        return weigh(state.cells[0], weight=2) + weigh(state.cells[1])
