"""How values lie in memory and in keys, and Python's values from there and back."""

from __future__ import annotations

import contextlib
import ctypes
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from zermelo.compiler.boundary import Memory, Unlike, read
from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import CannotCompile, Narrow, Refusal
from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.kernels import words_of
from zermelo.compiler.representation.packing import Part
from zermelo.compiler.types import Cell
from zermelo.language import _

if TYPE_CHECKING:
    from zermelo.compiler.rule_types import Types


class NarrowValue(CannotCompile):
    """A value unlike those that were seen."""

    def __init__(self, value: Any) -> None:
        super().__init__(f"{_(Narrow.what)}: {value}")


class Words(tuple[int, ...]):
    """The words of a value; holds on to the memory that they point to."""

    memory: Memory

    def __new__(cls, words: tuple[int, ...], memory: Memory) -> Words:
        made = super().__new__(cls, words)
        made.memory = memory
        return made


class Layout:
    """How values lie in memory (`size` words, which may point to more), and in keys (`part`)."""

    def __init__(
        self, cell: Cell, part: Part | None, refusal: Refusal | None, largest: tuple[int, ...]
    ) -> None:
        self.type, self.limits, self.size = cell.get(), cell.limits, words_of(cell.get())
        self.part, self.refusal = part, refusal
        self.largest = largest  # of each word of a key, among those seen

    @staticmethod
    def of(types: Types, which: str) -> Layout:
        """The layout of states or actions."""
        cell = types.state if which == "state" else types.action
        type = cell.get()
        try:
            part = types.part(which)
        except Refusal as refusal:
            return Layout(cell, None, refusal, ())
        if part is None:
            return Layout(cell, None, None, ())
        seen = []
        for value in types.values(which):
            with contextlib.suppress(Unlike):  # such as a number beyond 64 bits
                seen.append(part.words(value))
        goes_round = which == "state" and types.game.repetition is not None
        if goes_round and own_method(type, "__eq__") and _merged(types.values(which), seen):
            why = Refusal("states that are equal yet differ; compare all fields in __eq__")
            return Layout(cell, None, why, ())
        largest = tuple(max(map(abs, column)) for column in zip(*seen, strict=True))
        return Layout(cell, part, None, largest)

    def words(self, value: Any) -> Words:
        """The value as it lies in memory."""
        memory = Memory()
        try:
            data = memory.bytes_of(self.type, value, self.limits)
        except (Unlike, struct.error, AttributeError, TypeError, ValueError):
            raise NarrowValue(value) from None
        data += bytes(-len(data) % WORD)
        return Words(struct.unpack(f"<{len(data) // WORD}q", data), memory)

    def value(self, words: Iterator[int]) -> Any:
        """The value that lies in words, which may point to memory."""
        data = struct.pack(f"<{self.size}q", *(next(words) for _word in range(self.size)))
        buffer = ctypes.create_string_buffer(data, len(data) + WORD)
        return read(self.type, ctypes.addressof(buffer))

    def key(self, value: Any) -> tuple[int, ...]:
        """The words that tell the value from others."""
        try:
            return tuple(self.keys.words(value))
        except (Unlike, AttributeError, TypeError, ValueError):
            raise NarrowValue(value) from None

    @property
    def keys(self) -> Part:
        """How values lie in keys; CannotCompile where they have no place there."""
        if self.part is None:
            refusal = self.refusal or Refusal("no state was seen; check initial()")
            raise CannotCompile(str(refusal))
        return self.part


def _merged(states: list[Any], keys: list[list[int]]) -> bool:
    """Whether states are equal that have other keys."""
    return len(set(states)) < len(set(map(tuple, keys)))
