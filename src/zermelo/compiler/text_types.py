"""Texts that rules cut and join, in machine code: rows of letters.

    "XXX"               an atom, as any text that stands in the game's file
    row[:c] + "X"       a text: a row (see `rows`) whose items are the atoms of its letters

The two meet where a text of the file is joined to another, or compared: it is spelled first.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from zermelo.compiler.atoms import ATOM, Atom, AtomModel, Known
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import NO_KEY, NO_LETTER, NO_TEXT, RuleFault
from zermelo.compiler.row_constants import KnownRow
from zermelo.compiler.row_memory import Place, RowModel
from zermelo.compiler.row_operations import add_item, fault, item_at, length_of
from zermelo.compiler.rows import ONE, ROOM, ZERO, Row, RowIterator, may_be_none
from zermelo.compiler.untyped import (
    Conversion,
    cgutils,
    intrinsic,
    ir,
    lower_builtin,
    lower_cast,
    register_model,
    types,
)


class Spelling:
    """The letters of all texts that stand in a game's file."""

    def __init__(self, words: dict[str, int]) -> None:
        """`words`: those of the atoms."""
        several = {text: word for text, word in words.items() if len(text) > 1}
        self.label = digest(repr(sorted(words.items())))
        self.empty = words[""]
        self.texts = frozenset(words)
        self.runs = _runs(sorted(words.values()))
        atom = TextAtom(self)
        letters = [Known(words[letter], atom) for text in several for letter in text]
        ends = [0]
        for text in several:
            ends.append(ends[-1] + len(text))
        self.words: Any = _known([0, *several.values()], types.int64)  # the first is no word
        self.ends: Any = _known(ends, types.int64)
        known = [Known(word, atom) for word in (self.empty, *several.values())]
        self.several: Any = _known(known, atom)  # those words as texts
        self.letters: Any = _known(letters or [Known(self.empty, atom)], atom)
        self.atom = atom
        single = [letter for letter in words if len(letter) == 1]
        self.letter_words: Any = _known([0, *(words[letter] for letter in single)], types.int64)
        self.codes: Any = _known([-1, *map(ord, single)], types.int64)
        one = [Known(words[letter], atom) for letter in single]
        self.single: Any = _known([Known(self.empty, atom), *one], atom)


def _runs(words: list[int]) -> list[tuple[int, int]]:
    """The first and the last of those that follow each other."""
    runs: list[tuple[int, int]] = []
    for word in words:
        begun = runs.pop()[0] if runs and runs[-1][1] == word - 1 else word
        runs.append((begun, word))
    return runs


def _known(items: list[Any], kind: Any) -> KnownRow:
    found = KnownRow(tuple(items), len(items))
    found.kind = Row(kind, len(items))  # type: ignore[attr-defined]
    return found


class TextAtom(Atom, types.IterableType):  # type: ignore[misc]
    """An atom that is one of the texts of the game's file."""

    is_word = True

    def __init__(self, spelling: Spelling) -> None:
        self.spelling = spelling
        super().__init__()
        self.name: str = f"TextAtom({spelling.label})"

    @property
    def iterator_type(self) -> Any:
        """Of loops."""
        return RowIterator(self.text)

    @property
    def text(self) -> Text:
        """The type of texts that are made of it."""
        return Text(self)

    def unify(self, context: Any, other: Any) -> Any:
        """Beside anything else it is an atom as all others."""
        if isinstance(other, Text):
            return other
        return ATOM.unify(context, other)

    def can_convert_from(self, context: Any, other: Any) -> Any:
        return None

    def can_convert_to(self, context: Any, other: Any) -> Any:
        return Conversion.safe if other == ATOM or isinstance(other, Text) else None


class Text(Row):
    """A row of letters; a short one where it is an item of a list."""

    is_text = True

    def __init__(self, atom: TextAtom, room: int = ROOM) -> None:
        super().__init__(atom, room)
        self.name: str = f"Text({atom} x {room})"

    def with_room(self, room: int) -> Row:
        return Text(self.item, room)

    @property
    def roomy(self) -> Row:
        """Of what is made of it."""
        return Text(self.item)

    def unify(self, context: Any, other: Any) -> Any:
        """Only texts, and None, become texts."""
        if isinstance(other, Text) and other.item == self.item:
            return self if self.room >= other.room else other
        return self if other == self.item or may_be_none(other) else None

    def can_convert_from(self, context: Any, other: Any) -> Any:
        same = isinstance(other, Text) and other.item == self.item
        return Conversion.safe if same or other == self.item or may_be_none(other) else None


register_model(TextAtom)(AtomModel)
register_model(Text)(RowModel)


def is_text(*kinds: Any) -> bool:
    """Whether all are types of texts, made or known."""
    return all(isinstance(kind, Text | TextAtom) for kind in kinds)


@lower_builtin("getiter", TextAtom)
def _iterator(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    loop = context.make_helper(builder, signature.return_type)
    loop.row = context.cast(builder, args[0], signature.args[0], signature.args[0].text)
    loop.index = cgutils.alloca_once_value(builder, ZERO)
    return loop._getvalue()


@lower_cast(TextAtom, Atom)
def _atom(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    return value


@lower_cast(Atom, TextAtom)
def _text(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    """An atom among texts; a fault where it is none."""
    known = ir.Constant(ir.IntType(1), 0)
    for first, last in after.spelling.runs:
        high = builder.icmp_signed("<=", value, ir.Constant(value.type, last))
        low = builder.icmp_signed(">=", value, ir.Constant(value.type, first))
        known = builder.or_(known, builder.and_(low, high))
    with builder.if_then(builder.not_(known), likely=False):
        fault(context, builder, NO_TEXT)
    return value


@lower_cast(Text, TextAtom)
def _letter(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    """The one letter of a text; a fault where it has another length."""
    place = Place(context, builder, before, value)
    several = builder.icmp_signed("!=", place.length(), ONE)
    with builder.if_then(several, likely=False):
        fault(context, builder, NO_LETTER)
    return place.get(ZERO)


@intrinsic
def text_atom(context: Any, atom: Any, like: Any) -> Any:
    """An atom as one of the texts, of the type of another; one that is none has itself alone."""
    return like(atom, like), lambda context, builder, signature, args: args[0]


@cache
def word_maker(kind: TextAtom) -> Any:
    """The function of compiled code that makes a text of its word, which a state has."""

    def text_of_word(context: Any, word: Any) -> Any:
        return kind(types.int64), lambda context, builder, signature, args: args[0]

    text_of_word.__name__ += f"_{kind.spelling.label}"
    return intrinsic(text_of_word)


@cache
def word_fitter(kind: TextAtom) -> Any:
    """The function of compiled code that makes one of the texts of the game's file."""

    def fit_word(context: Any, value: Any) -> Any:
        given = types.unliteral(value)
        if not isinstance(given, Text | Atom):
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return as_word(context, builder, given, kind, args[0])

        return kind(given), code

    fit_word.__name__ += f"_{kind.spelling.label}"
    return intrinsic(fit_word)


def as_word(context: Any, builder: Any, given: Any, kind: TextAtom, value: Any) -> Any:
    """A text, made or known, as one that is known; a fault where there is none such."""
    if not isinstance(given, Text):
        return context.cast(builder, value, given, kind)
    return context.compile_internal(builder, _finder(kind.spelling), kind(given), [value])


@cache
def _finder(spelling: Spelling) -> Any:
    words, ends, letters = spelling.words, spelling.ends, spelling.letters
    several = spelling.several

    def find(text: Any) -> Any:
        length = length_of(text)
        if length == 1:
            return item_at(text, 0)
        if length == 0:
            return several[0]
        for i in range(1, len(words)):
            if ends[i] - ends[i - 1] == length:
                at = 0
                while at < length and item_at(text, at) == letters[ends[i - 1] + at]:
                    at += 1
                if at == length:
                    return several[i]
        raise RuleFault("", "", 0, NO_KEY)

    return find


@intrinsic
def empty_text(context: Any, like: Any) -> Any:
    """A new text."""
    kind = like.text if isinstance(like, TextAtom) else like.roomy

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return Place.new(context, builder, kind).address

    return kind(like), code


@cache
def _speller(spelling: Spelling) -> Any:
    words, ends, letters, empty = spelling.words, spelling.ends, spelling.letters, spelling.empty

    def spell(word: Any, atom: Any, text: Any) -> None:
        for i in range(1, len(words)):
            if words[i] == word:
                for j in range(ends[i - 1], ends[i]):
                    add_item(text, letters[j])
                return
        if word != empty:
            add_item(text, atom)

    return spell


@lower_cast(TextAtom, Text)
def _spelled(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    place = Place.new(context, builder, after)
    kinds = types.none(types.int64, before, after)
    spell = _speller(before.spelling)
    context.compile_internal(builder, spell, kinds, [value, value, place.address])
    return place.address


@intrinsic
def known_text(context: Any, value: Any, like: Any) -> Any:
    """An atom that must be a text, of the type of another."""
    kind = like.item if isinstance(like, Text) else like
    if not isinstance(value, Atom) or not isinstance(kind, TextAtom):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], value, kind)

    return kind(value, like), code


@intrinsic
def to_text(context: Any, value: Any) -> Any:
    """The text of a known one; a made one as it is."""
    if not is_text(value):
        return None
    kind = value if isinstance(value, Text) else value.text

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return args[0] if kind == value else context.cast(builder, args[0], value, kind)

    return kind(value), code
