"""What an expression gives: a type, and an operand of LLVM's or something to go through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.limits import Ends, Limits
from zermelo.compiler.types import NOTHING, Type

UNKNOWN: Final = object()
Body = Callable[["Value"], None]


class Value:
    """A value: its type, its operand, and what it is where that is known when compiling.

    `limits`: between which an int surely lies.
    """

    __slots__ = ("known", "limits", "operand", "type")

    def __init__(
        self, type: Type, operand: str, known: Any = UNKNOWN, limits: Limits = None
    ) -> None:
        self.type, self.operand, self.known = type, operand, known
        self.limits = (known, known) if known.__class__ is int else limits

    @property
    def ends(self) -> Ends | None:
        """The limits of an int."""
        return self.limits if isinstance(self.limits, tuple) else None

    def is_within(self, low: int, high: int) -> bool:
        """Whether it is an int that surely lies between these."""
        return self.ends is not None and low <= self.ends[0] and self.ends[1] <= high

    @property
    def kind(self) -> str:
        return self.type.kind

    @property
    def is_known(self) -> bool:
        return self.known is not UNKNOWN

    def __repr__(self) -> str:
        return f"<{self.type} {self.operand}>"


LAZY: Final = Type("lazy")


class Lazy(Value):
    """Something that is gone through at once: a generator expression, zip, the items of a dict.

    `produce` writes a body where each item is at hand: no iterator is made. `keep` makes one, for
    whoever stores it or hands it on. `length` is there where it is sure; `sized` where len() is.
    """

    __slots__ = ("keep", "length", "produce", "sized")

    def __init__(
        self,
        produce: Callable[[Body], None],
        keep: Callable[[], Value] | None = None,
        length: Callable[[], Value] | None = None,
        sized: bool = False,
    ) -> None:
        super().__init__(LAZY, "0")
        self.produce, self.keep, self.length, self.sized = produce, keep, length, sized


NEVER: Final = Value(NOTHING, "0")  # of an expression that never has a value, or not as yet


class Arguments:
    """What a call is given."""

    __slots__ = ("named", "positional", "rest")

    def __init__(
        self,
        positional: list[Value],
        named: dict[str, Value] | None = None,
        rest: Value | None = None,
    ) -> None:
        self.positional, self.named = positional, named or {}
        self.rest = rest  # a sequence of unknown length behind them: f(a, *rest)

    def with_first(self, value: Value) -> Arguments:
        return Arguments([value, *self.positional], self.named, self.rest)

    @property
    def all(self) -> list[Value]:
        return [*self.positional, *self.named.values()]
