"""The types of Numba's that states and actions have, and how a layout is made to hold one."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.atoms import ATOM, Atom
from zermelo.compiler.errors import cannot, in_words, tuple_of
from zermelo.compiler.layout import LEAVES, Layout, Mixed
from zermelo.compiler.records import twin
from zermelo.compiler.rows import Row
from zermelo.compiler.unit import Unit
from zermelo.compiler.untyped import types
from zermelo.language import _


def type_of(layout: Layout) -> Any:
    """The type of Numba's that compiled code has for a value."""
    if layout.packed:
        return Row(layout.packed.item_type) if layout.free else layout.packed
    if layout.kind in LEAVES:
        return {int: types.int64, bool: types.boolean}.get(layout.kind, ATOM)
    parts = [type_of(part) for part in layout.parts]
    return types.BaseTuple.from_types(parts, twin(layout.kind) if layout.fields else None)


def fitted(layout: Layout, kind: Any, unit: Unit) -> Layout:
    """The layout that also holds values of a type of Numba's, which a unit gives."""
    if layout.kind in LEAVES:
        if isinstance(kind, types.Boolean) or (
            isinstance(kind, types.Integer) and layout.kind is Mixed
        ):
            return layout
        if isinstance(kind, types.Integer):
            return Layout(int, atoms=layout.atoms)
        if isinstance(kind, Atom | types.NoneType) and layout.atoms:
            return Layout(Mixed, atoms=layout.atoms)
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
        return Layout(layout.kind, parts, layout.fields, atoms=layout.atoms)
    names = {
        int: _("a whole number"),
        bool: _("a truth value"),
        Mixed: _("a text or None"),
        tuple: tuple_of(len(layout.parts)),
    }
    before = names.get(layout.kind, layout.kind.__name__)
    what = _("it gives {found} for {before}; keep one type and one length")
    what = what.format(found=in_words(str(kind)), before=before)
    raise cannot(unit.where, unit.file, unit.tree.lineno, what)
