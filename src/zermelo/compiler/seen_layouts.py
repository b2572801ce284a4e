"""The layout of the states, or of the actions, of some games: how the values seen lie in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from zermelo.compiler.atom_table import Atoms
from zermelo.compiler.errors import CannotCompile, no_layout
from zermelo.compiler.hints import with_hint
from zermelo.compiler.layout import Layout, Mixed, Word, named
from zermelo.compiler.packed import Packed
from zermelo.compiler.plain_classes import why_not
from zermelo.compiler.records import fields_of, parts_of
from zermelo.compiler.rows import ROOM, SHORT_ROOM
from zermelo.compiler.widths import SMALL, Room, bits_for, bits_of, board_for
from zermelo.language import _, mark

LENGTHS: Final = mark(
    "cannot compile a game where {what} is a tuple now of one length, now of another, "
    "and its items are not all numbers, words or records alike: keep its length"
)


def layout_of(
    values: Sequence[Any],
    what: str,
    room: Room | None = None,
    free: bool = False,
    atoms: Atoms | None = None,
) -> Layout:
    """The layout of several values of one kind; `what` names them if they can have none.

    `room`: how much more than these values need a board has; None: there are no boards.
    `free`: tuples may be of several lengths. `atoms`: what else there may be.
    """
    value = values[0]
    if atoms and room and any(isinstance(v, str) and v in atoms.made for v in values):
        return _text(values, what, room, atoms)
    if atoms and _are_atoms(values, atoms):
        words = room and room.spelled and all(isinstance(each, str) for each in values)
        return Layout(Word if words else Mixed, atoms=atoms)
    at_times = _at_times(values, what, room, free, atoms) if atoms and room else None
    if at_times:
        return at_times
    if isinstance(value, bool):
        return Layout(bool)
    if isinstance(value, int):
        kinds = {type(each) for each in values}
        return Layout(int, member=kinds.pop() if len(kinds) == 1 else int)
    if isinstance(value, frozenset) and atoms:
        bits = bits_of(values, atoms, room is not None and room.bits > 1)
        if bits:
            return Layout(frozenset, packed=bits, atoms=atoms)
        listed = (
            (_records(values, what, room, atoms) or _texts(values, room, atoms)) if room else None
        )
        if listed:
            return listed
    fields = fields_of(type(value))
    if type(value) is tuple and room:
        tuples = [*values, ()] if free and room.free else values  # as if one were empty
        several = len({len(each) for each in tuples}) > 1
        packed = board_for(tuples, room, free, atoms)
        if packed:
            return Layout(tuple, packed=packed, free=several, atoms=atoms)
        if several and free:
            records = _records(tuples, what, room, atoms) or _texts(tuples, room, atoms)
            if records:
                return records
    if not isinstance(value, tuple) and fields is None:
        raise no_layout(what, type(value), why_not(type(value)))
    _refuse_several_classes(values, what)
    names = [named(what, name) for name in fields or ()]
    rows = [parts_of(each) for each in values if type(each) is type(value)]
    names = names or [_("an item of {what}").format(what=what)] * len(rows[0])
    if room and any(len(row) != len(names) for row in rows):
        raise CannotCompile(_(LENGTHS).format(what=what))
    columns = list(zip(*(row for row in rows if len(row) == len(names)), strict=True))
    if atoms and not fields and _are_rows(columns, atoms):
        columns = [tuple(text for column in columns for text in column)] * len(columns)
    if room and fields:
        columns = [with_hint(type(value), *each) for each in zip(fields, columns, strict=True)]
    parts = tuple(
        layout_of(column, name, room, room is not None, atoms)
        for column, name in zip(columns, names, strict=True)
    )
    return Layout(type(value), parts, fields, atoms=atoms)


def _refuse_several_classes(values: Sequence[Any], what: str) -> None:
    """Records of several classes have no words in common."""
    one, *others = dict.fromkeys(type(each) for each in values if fields_of(type(each))) or [int]
    if others:
        words = _(
            "cannot compile a game where {what} is now {one}, now {other}: "
            "make them frozen dataclasses of fields alone, or use one, with a field that says which"
        )
        raise CannotCompile(words.format(what=what, one=one.__name__, other=others[0].__name__))


def _are_rows(columns: Sequence[Sequence[Any]], atoms: Atoms) -> bool:
    """Whether the parts of a tuple are texts, and some of them such as rules make."""
    texts = all(isinstance(each, str) for column in columns for each in column)
    return texts and any(map(atoms.made.intersection, columns))


def _are_atoms(values: Sequence[Any], atoms: Atoms) -> bool:
    """Whether there are only atoms and numbers, and an atom among them."""
    found = [atoms.has(each) for each in values]
    return any(found) and all(
        is_one or isinstance(each, int) for is_one, each in zip(found, values, strict=True)
    )


def _records(values: Sequence[Any], what: str, room: Room, atoms: Atoms | None) -> Layout | None:
    """The layout of tuples of records, or of tuples, of numbers and atoms; None for others.

    A set lies there as the tuple of its items in order, and may have numbers as items.
    """
    is_set = isinstance(values[0], frozenset)
    items = [item for value in values for item in value]
    kinds = {(type(item), len(parts_of(item)) if _has_parts(item) else -1) for item in items}
    if len(kinds) != 1 or not (is_set or _has_parts(items[0])):
        return None
    name = _("an item of {what}").format(what=what)
    item = layout_of(items, name, room, False, atoms)
    if item.packed and type(items[0]) is tuple and len(items[0]) <= SMALL:  # few words, no board
        columns = zip(*items, strict=True)
        item = Layout(tuple, tuple(layout_of(c, name, room, False, atoms) for c in columns))
    if not item.is_small or not item.size:
        return None
    found = [leaf for each in items for leaf in _leaves(each, atoms)]
    most = min(2 * room.items * max(len(value) for value in values), ROOM)
    board = Packed(most * item.size, *bits_for(found, room, atoms))
    return Layout(type(values[0]), packed=board, free=True, item=item, atoms=atoms)


def _text(values: Sequence[Any], what: str, room: Room, atoms: Atoms) -> Layout:
    """The layout of texts that rules cut and join: rows of letters."""
    longest = max(len(each) if isinstance(each, str) else ROOM + 1 for each in values)
    if longest > ROOM:
        raise no_layout(what, str)
    several = len({len(each) for each in values}) > 1
    most = min(2 * room.items * longest, ROOM) if several else longest
    board = Packed(most, *bits_for("".join(values), room, atoms))
    item = Layout(Mixed, atoms=atoms)
    return Layout(str, packed=board, free=True, item=item, atoms=atoms)


def _at_times(
    values: Sequence[Any], what: str, room: Room, free: bool, atoms: Atoms
) -> Layout | None:
    """The layout of tuples or records with a word or a number in their place at times, or None."""
    tuples = [each for each in values if not atoms.has(each) and not isinstance(each, int)]
    others = [each for each in values if atoms.has(each) or isinstance(each, int)]
    if not tuples or not others:
        return None
    words = not any(isinstance(each, int) for each in others)
    packed = board_for(tuples, room, True, atoms, small=False) if words else None
    if packed and isinstance(packed.item, int):
        return Layout(tuple, packed=packed, free=True, maybe=True, atoms=atoms)
    nothing = all(each is None for each in others)
    if nothing and all(fields_of(type(each)) for each in tuples):
        return replace(layout_of(tuples, what, room, free, atoms), maybe=True)
    if not all(type(each) is tuple for each in tuples):
        return None
    if len({len(each) for each in tuples}) > 1:
        records = _records(tuples, what, room, atoms) if words and free else None
        if records is None:
            raise CannotCompile(_(LENGTHS).format(what=what))
        return replace(records, maybe=True)
    return replace(layout_of(tuples, what, None, False, atoms), maybe=True, atoms=atoms)


def _texts(values: Sequence[Any], room: Room, atoms: Atoms | None) -> Layout | None:
    """The layout of tuples, or sets, of texts that rules make; None for others."""
    items = [item for value in values for item in value]
    if not atoms or not items or not all(isinstance(item, str) for item in items):
        return None
    longest = max(sum(len(item) + 1 for item in value) for value in values)
    if not atoms.spelling or longest > ROOM or max(map(len, items)) > SHORT_ROOM:
        return None
    board = Packed(min(2 * room.items * longest, ROOM), *bits_for("".join(items), room, atoms))
    text = Layout(str, atoms=atoms)
    return Layout(type(values[0]), packed=board, free=True, item=text, atoms=atoms)


def _has_parts(value: Any) -> bool:
    return isinstance(value, tuple) or fields_of(type(value)) is not None


def _leaves(value: Any, atoms: Atoms | None) -> Iterator[Any]:
    """The numbers and atoms in a record."""
    if _has_parts(value) and not (atoms and atoms.has(value)):
        for part in parts_of(value):
            yield from _leaves(part, atoms)
    else:
        yield value
