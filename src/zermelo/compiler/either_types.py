"""The type of what is a tuple at one time, and a word, None or a number at another."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.rows import Row, may_be_atom
from zermelo.compiler.untyped import Conversion, types


class Either(types.Type):  # type: ignore[misc]
    """A tuple of one type, or an atom (see `atoms`) in its place."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.lies_as = types.int64, inner  # (see `either`)
        super().__init__(name=f"Either({inner})")

    @property
    def key(self) -> tuple[Any, ...]:
        return self.name, self.inner

    def unify(self, context: Any, other: Any) -> Any:
        """Atoms, and tuples that have a type in common with its own."""
        if is_word(other):
            return self
        other = other.inner if isinstance(other, Either) else other
        if not isinstance(other, types.BaseTuple):
            return None
        found = context.unify_pairs(self.inner, other)
        return None if found is None else Either(found)

    def can_convert_from(self, context: Any, other: Any) -> Any:
        inner = other.inner if isinstance(other, Either) else other
        if isinstance(other, Row):  # of as many items, or an atom in its place
            found = [context.can_convert(other.item, part) is not None for part in self.inner]
            return Conversion.safe if all(found) else None
        fits = isinstance(inner, types.BaseTuple) and context.can_convert(inner, self.inner)
        return Conversion.safe if is_word(other) or fits not in (None, False) else None


def is_word(kind: Any) -> bool:
    """Whether a type is that of atoms, numbers or truth values."""
    kind = types.unliteral(kind)
    return may_be_atom(kind) or isinstance(kind, types.Integer | types.Boolean)
