"""How a layout is made to hold the values that a rule gives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from zermelo.compiler.atoms import Atom
from zermelo.compiler.either_types import Either, is_word
from zermelo.compiler.errors import CannotCompile, OneLength, cannot, in_words, tuple_of
from zermelo.compiler.layout import LEAVES, Layout, Mixed, Word
from zermelo.compiler.records import twin
from zermelo.compiler.rows import Nothing, Row
from zermelo.compiler.text_types import is_text
from zermelo.compiler.unit import Unit
from zermelo.compiler.untyped import types
from zermelo.language import _

NUMBERS: Final = (types.Number, types.Boolean)


def fitted(layout: Layout, kind: Any, unit: Unit) -> Layout:
    """The layout that also holds values of a type of Numba's, which a unit gives."""
    if layout.maybe and not layout.packed:
        if isinstance(kind, Atom) or (layout.is_either and is_word(kind)):
            return layout
        kind = kind.inner if isinstance(kind, Either) else kind
        kind = kind.type if isinstance(kind, types.Optional) else kind
    if layout.kind is Word and is_text(kind):
        return layout
    if layout.kind in LEAVES and not (layout.kind is Word and isinstance(kind, NUMBERS)):
        if isinstance(kind, types.Boolean) or (
            isinstance(kind, types.Integer) and layout.kind is Mixed
        ):
            return layout
        if isinstance(kind, types.Integer):
            return Layout(int, atoms=layout.atoms)
        if isinstance(kind, Atom | types.NoneType) and layout.atoms:
            return Layout(Mixed, atoms=layout.atoms)
    elif layout.item:
        if isinstance(kind, Nothing) or is_text(kind):
            return layout
        if layout.is_texts and isinstance(kind, Row) and is_text(kind.item):
            return layout
        if isinstance(kind, Row):
            return replace(layout, item=fitted(layout.item, kind.item, unit))
    elif layout.packed:
        if kind == layout.packed or (layout.free and isinstance(kind, Row)):
            return layout
    elif (
        isinstance(kind, types.BaseTuple)
        and len(kind) == len(layout.parts)
        and getattr(kind, "instance_class", tuple) is twin(layout.kind)
    ):
        pairs = zip(layout.parts, kind, strict=True)
        parts = tuple(fitted(part, inner, unit) for part, inner in pairs)
        return replace(layout, parts=parts)
    raise _refused(layout, kind, unit)


def _refused(layout: Layout, kind: Any, unit: Unit) -> CannotCompile:
    names = {
        int: _("a whole number"),
        bool: _("a truth value"),
        Mixed: _("a text or None"),
        Word: _("a text"),
        tuple: tuple_of(layout.packed.count if layout.packed else len(layout.parts)),
    }
    before = names.get(layout.kind, layout.kind.__name__)
    what = _("it gives {found} for {before}; keep one type and one length")
    what = what.format(found=in_words(str(kind)), before=before)
    refusal = cannot(unit.where, unit.file, unit.tree.lineno, what)
    is_row = layout.kind is tuple and isinstance(kind, Row)
    return OneLength(*refusal.args) if is_row else refusal
