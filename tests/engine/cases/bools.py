"""~ and - of a truth value."""

from typing import NamedTuple

from zermelo import MAX, Game


class S(NamedTuple):
    x: int
    ply: int


class Base(Game[S, int]):
    """Ten moves of MAX."""

    def initial(self) -> S:
        return S(1, 0)

    def to_move(self, state: S) -> int:
        return MAX

    def actions(self, state: S) -> range:
        return range(2) if state.ply < 10 else range(0)

    def is_terminal(self, state: S) -> bool:
        return state.ply >= 10

    def utility(self, state: S) -> int:
        return state.x

    def f(self, b: bool, c: bool) -> int:
        return 0

    def result(self, state: S, action: int) -> S:
        return S((state.x * 5 + action + self.f(state.x % 3 == 1, action == 1)) % 97, state.ply + 1)


class Invert(Base):
    """~b."""

    def f(self, b: bool, c: bool) -> int:
        return ~b


class Minus(Base):
    """-b."""

    def f(self, b: bool, c: bool) -> int:
        return -b


class Sub(Base):
    """b - c."""

    def f(self, b: bool, c: bool) -> int:
        return b - c


class Add(Base):
    """b + c."""

    def f(self, b: bool, c: bool) -> int:
        return b + c


class Xor(Base):
    """(b ^ c) * 3."""

    def f(self, b: bool, c: bool) -> int:
        return (b ^ c) * 3


class Sum(Base):
    """sum of a generator of bools."""

    def f(self, b: bool, c: bool) -> int:
        return sum(x for x in (b, c, b))


class Shl(Base):
    """b << 3 | c."""

    def f(self, b: bool, c: bool) -> int:
        return b << 3 | c


class Prod(Base):
    """b * c."""

    def f(self, b: bool, c: bool) -> int:
        return b * c + (b == c) * 2 + max(b, c) + abs(b) + int(c) + (not b)


class RareOverflow(Base):
    """1 only if all 19 moves are 1: 10 ** 19, beyond 64 bits."""

    def actions(self, state: S) -> range:
        return range(2) if state.ply < 19 else range(0)

    def is_terminal(self, state: S) -> bool:
        return state.ply >= 19

    def utility(self, state: S) -> int:
        return 1 if state.x > 0 else 0

    def result(self, state: S, action: int) -> S:
        return S(state.x * 10 if action else 0, state.ply + 1)
