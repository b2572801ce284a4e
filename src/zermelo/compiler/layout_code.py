"""A layout in compiled code: its type of Numba's, and functions between values and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.compiler import bit_sets, either, maybes, record_rows, text_rows
from zermelo.compiler.atoms import ATOM, atom_of_word, to_atom, word_of_atom
from zermelo.compiler.bit_sets import Bits
from zermelo.compiler.constants import digest
from zermelo.compiler.either_types import Either
from zermelo.compiler.layout import LEAVES, Layout, Mixed, Word
from zermelo.compiler.packed import Packed
from zermelo.compiler.packing import board_maker, fitter, row_fitter, word_of
from zermelo.compiler.records import twin
from zermelo.compiler.rows import Row, SetRow
from zermelo.compiler.text_types import Text, word_fitter, word_maker
from zermelo.compiler.tuple_makers import tuple_maker, tuple_name
from zermelo.compiler.untyped import types


def type_of(layout: Layout) -> Any:
    """The type of Numba's that compiled code has for a value."""
    if layout.kind is str:
        assert layout.atoms
        return Text(layout.atoms.spelling.atom)
    if layout.item:
        kind = SetRow if layout.kind is frozenset else Row
        return kind(type_of(layout.item))
    if layout.packed:
        return Row(layout.packed.item_type) if layout.free else layout.packed
    if layout.kind is Word:
        assert layout.atoms
        return layout.atoms.spelling.atom
    if layout.kind in LEAVES:
        return {int: types.int64, bool: types.boolean}.get(layout.kind, ATOM)
    parts = [type_of(part) for part in layout.parts]
    made = types.BaseTuple.from_types(parts, twin(layout.kind) if layout.fields else None)
    if layout.is_either:
        return Either(made)
    return types.Optional(made) if layout.maybe else made


# --- source of functions -------------------------------------------------------------------------


def pack_text(layout: Layout) -> str:
    """Source of a function from the value to the tuple of its words."""
    items = ", ".join(leaves(layout, "value"))
    return f"def pack(value):\n    return ({items},)"


def leaves(layout: Layout, text: str) -> Iterator[str]:
    """Source of each of the words of a value that has such a name."""
    if layout.kind in LEAVES:
        yield f"word_of_atom({text})" if issubclass(layout.kind, Mixed) else f"int({text})"
    if isinstance(layout.packed, Bits):
        yield f"word_of_bits({_name(layout, 'fit')}({text}))"
    elif layout.packed:
        text = f"texts_in_one({text})" if layout.is_texts else text
        board = f"{_name(layout, 'fit')}({text})"
        if layout.free:
            yield f"len({text})"
        yield from (f"word_of({board}, {i})" for i in range(layout.packed.words))
    elif layout.is_either:
        yield f"word_or_tuple({text})"
        text = f"tuple_or_noughts({text})"
    elif layout.maybe:
        yield f"is_there({text})"
        text = f"record_in({text})"
    for i, part in enumerate(layout.parts):
        yield from leaves(part, f"{text}.{layout.fields[i]}" if layout.fields else f"{text}[{i}]")


def unpack_text(layout: Layout) -> str:
    """Source of a function from the tuple of words to the value, its classes by name."""
    return f"def unpack(words):\n    return {_build(layout, iter(range(layout.size)))}"


def _build(layout: Layout, places: Iterator[int]) -> str:
    if layout.kind is int:
        return f"words[{next(places)}]"
    if layout.kind is Mixed:
        return f"atom_of_word(words[{next(places)}])"
    if layout.kind is Word:
        return f"text_of_word(words[{next(places)}])"
    if layout.kind is bool:
        return f"words[{next(places)}] != 0"
    if isinstance(layout.packed, Bits):
        return f"{_name(layout, 'bits')}(words[{next(places)}])"
    if layout.packed:
        length = f", words[{next(places)}]" if layout.free else ""
        words = " ".join(f"words[{next(places)}]," for _ in range(layout.packed.words))
        made = f"{_name(layout, 'board')}(({words}){length})"
        return f"{_parted(layout)}({made})" if layout.is_texts else made
    there = f"words[{next(places)}]" if layout.maybe else ""
    items = " ".join(f"{_build(part, places)}," for part in layout.parts)
    made = f"{layout.kind.__name__}({items})" if layout.fields else f"({items})"
    if layout.is_either:
        return f"either_of({there}, {made})"
    return f"maybe({there}, {made})" if there else made


def store_text(layout: Layout) -> str:
    """Source of a function that stores the words of a value one after the other."""
    words = enumerate(leaves(layout, "value"))
    lines = [f"    store(address + {8 * i}, {word})" for i, word in words]
    return "\n".join(["def put(address, value):", *lines])


def load_text(layout: Layout) -> str:
    """Source of a function that loads a value from the words that begin at an address."""
    words = " ".join(f"load(address + {8 * i})," for i in range(layout.size))
    built = _build(layout, iter(range(layout.size)))
    return f"def get(address):\n    words = ({words})\n    return {built}"


def _name(layout: Layout, what: str) -> str:
    assert layout.packed
    records = f"records_{digest(str(type_of(layout)))}_" if layout.item else ""
    return f"{what}_{'free_' * layout.free}{records}{layout.packed.label}"


def _parted(layout: Layout) -> str:
    return "texts_parted_set" if layout.kind is frozenset else "texts_parted"


def helpers(layout: Layout) -> dict[str, Any]:
    """What the source above calls besides the classes, by name."""
    if not layout.packed:
        found = {k: v for part in layout.parts for k, v in helpers(part).items()}
        found |= {"word_of_atom": word_of_atom, "atom_of_word": atom_of_word}
        found |= {each.__name__: each for each in (maybes.is_there, maybes.record_in, maybes.maybe)}
        if layout.is_either:
            used = (either.word_or_tuple, either.tuple_or_noughts, either.either_of)
            found |= {each.__name__: each for each in used}
        if is_plain(layout) or _has_boards(layout):
            found[tuple_name(type_of(layout))] = tuple_maker(type_of(layout))
        if layout.kind is Word:
            found["text_of_word"] = word_maker(type_of(layout))
            found["fit_word"] = word_fitter(type_of(layout))
        return found
    if isinstance(layout.packed, Bits):
        return {
            "word_of_bits": bit_sets.word_of_bits,
            _name(layout, "fit"): bit_sets.fitter(layout.packed),
            _name(layout, "bits"): bit_sets.maker(layout.packed),
        }
    if layout.item:
        row = type_of(layout.item if layout.is_texts else layout)
        return {
            "word_of": word_of,
            "texts_in_one": text_rows.in_one,
            _parted(layout): text_rows.parted_set if layout.kind is frozenset else text_rows.parted,
            _name(layout, "fit"): record_rows.fitter(layout.packed, row),
            _name(layout, "board"): record_rows.maker(layout.packed, row),
        }
    return {
        "word_of": word_of,
        _name(layout, "fit"): fitter(layout.packed, layout.free),
        _name(layout, "board"): board_maker(layout.packed, layout.free),
    }


# --- what a rule gives, made to fit --------------------------------------------------------------


def is_plain(layout: Layout) -> bool:
    """Whether it is a plain tuple of numbers, atoms, rows, sets, records, or of such tuples."""
    if layout.kind is not tuple or layout.packed or layout.maybe:
        return False
    return all(
        part.kind in (int, Mixed, Word)
        or part.is_either
        or (part.packed and (part.free or isinstance(part.packed, Bits)))
        or (part.fields and not part.maybe and "b" not in part.kinds())
        or is_plain(part)
        for part in layout.parts
    )


def fit_text(layout: Layout) -> str | None:
    """Source of a function that puts boards into a plain tuple; None where there are none."""
    if layout.packed and not layout.free:
        return f"def fitted(value):\n    return {_name(layout, 'fit')}(value)"
    if layout.kind is Word:
        return "def fitted(value):\n    return fit_word(value)"
    if is_plain(layout):
        return f"def fitted(value):\n    return {_fit_item(layout, 'value')}"
    if layout.fields or not any(
        part.packed or is_plain(part) or _has_boards(part) for part in layout.parts
    ):
        return None
    items = [_fit_item(part, f"value[{i}]") for i, part in enumerate(layout.parts)]
    return f"def fitted(value):\n    return ({', '.join(items)},)"


def _fit_item(layout: Layout, item: str) -> str:
    if is_plain(layout) or _has_boards(layout):
        return f"{tuple_name(type_of(layout))}({item})"
    return f"{_name(layout, 'fit')}({item})" if layout.packed and not layout.free else item


def fitter_of(layout: Layout) -> Any:
    """The function of compiled code that makes a value of its type; None where there is no need."""
    if isinstance(layout.packed, Bits):
        return bit_sets.fitter(layout.packed)
    if layout.item:
        return record_rows.row_fitter(type_of(layout))
    if layout.packed:
        return row_fitter(layout.packed) if layout.free else fitter(layout.packed, False)
    if layout.is_either:
        return either.fitter(type_of(layout))
    if layout.maybe:
        return maybes.fitter(type_of(layout))
    if layout.kind is Mixed:
        return to_atom
    if layout.kind is Word:
        return word_fitter(type_of(layout))
    made = is_plain(layout) or _has_boards(layout)
    return tuple_maker(type_of(layout)) if made else None


def fitter_of_actions(state: Layout, action: Layout) -> Any:
    """The same for actions: where there is None in states, a number may come from there."""
    with_none = state.atoms is not None and None in state.atoms.seen
    wanted = action.maybe or action.packed or with_none or "w" in action.kinds()
    return fitter_of(action) if wanted else None


def _has_boards(layout: Layout) -> bool:
    """Whether it is a plain tuple of boards, or of such and what a plain tuple may have."""
    if layout.kind is not tuple or layout.packed or layout.maybe:
        return False
    boards = [isinstance(part.packed, Packed) and not part.free for part in layout.parts]
    others = [part for part, is_board in zip(layout.parts, boards, strict=True) if not is_board]
    return any(boards) and all(part.kind in (int, Mixed, Word) or is_plain(part) for part in others)


def boards(layout: Layout) -> dict[tuple[type, str], Any]:
    """For each field of a class that is no plain value what makes one of what it is given."""
    inner = [*layout.parts, *([layout.item] if layout.item else [])]
    found = {k: v for part in inner for k, v in boards(part).items()}
    for name, part in zip(layout.fields or (), layout.parts, strict=False):
        fit = fitter_of(part)
        if fit:
            found[layout.kind, name] = fit
    return found


def optional_fields(layout: Layout) -> set[tuple[type, str]]:
    """The fields of classes that are records, or None in their place."""
    inner = [*layout.parts, *([layout.item] if layout.item else [])]
    found = {each for part in inner for each in optional_fields(part)}
    pairs = zip(layout.fields or (), layout.parts, strict=False)
    return found | {(layout.kind, name) for name, part in pairs if part.maybe and part.fields}
