"""What values on a board mean: whose they are, how they are written, how they look.

A value is judged with the others that were seen on the board: 2 is MIN's stone beside 0 and 1, a
king beside 1 and -2, and a number beside 64.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable, Mapping
from typing import Any, Final

from zermelo.grid.pieces import LETTERS, MAX, MIN, Piece

EMPTY: Final = (None, False, 0, "", " ", ".", "-", "_", "·", "+")
NONE: Final = ("EMPTY", "NONE", "BLANK", "FREE", "VACANT", "NOBODY")
WALLS: Final = ("#", "%")
STONES: Final = {"b": MAX, "w": MIN, "black": MAX, "white": MIN}  # black begins
LONGEST: Final = 3  # letters of a piece that has no sign of its own


class Meaning:
    """What the values on the board of one game mean.

    `owners`: whose moves brought a value to where it is, as far as that was seen. `moving`: pieces
    move, so that they are drawn as men rather than as signs.
    """

    def __init__(
        self, seen: Iterable[Any], first: Iterable[Any], owners: Mapping[Any, int], moving: bool
    ) -> None:
        # -1 or None is empty, and 0 a player
        none, seen = set(map(token, first)), list(seen)
        zero = any(type(value) is int and value == 0 for value in seen)
        self.shift = int(none == {-1} or (none == {None} and zero))
        self.owners = {self.read(value): owner for value, owner in owners.items()}
        self.moving = moving
        found = set(map(self.read, seen)) - set(EMPTY)
        self.numbers = {each for each in found if isinstance(each, int | float)}
        self.letters = {each for each in found if isinstance(each, str) and len(each) == 1}
        words = {each for each in found if isinstance(each, str) and len(each) > 1}
        self.short = len({word[0].lower() for word in words}) == len(words)
        self.folded = {letter.lower() for letter in self.letters}
        self.signed = any(number < 0 for number in self.numbers)
        one, two = self.owners.get(1, MAX), self.owners.get(2, MIN)
        self.coded = self.numbers <= {1, 2} and 0 not in (one, two) and one != two
        both = any(letter.upper() in self.letters and letter.islower() for letter in self.letters)
        self.chess = both and self.folded <= set(LETTERS)
        self.cased = self.chess or (both and len(self.folded) != 2)

    def read(self, value: Any) -> Any:
        """A value as a number, a text or None."""
        found = token(value)
        return found + self.shift if type(found) is int else found

    def piece(self, value: Any) -> Piece | None:
        """What stands on a cell; None: nothing."""
        if isinstance(value, Piece):
            return value
        found = self.read(value)
        if found in EMPTY and found is not True:
            return None
        owner = self.owners.get(found, 0) or _attribute(value)
        if found is True or found in WALLS:
            return Piece("#", "wall")
        if isinstance(found, int | float):
            return self._number(found, owner)
        if found.lower() in STONES or len(found) == 1:
            return self._letter(found, owner)
        return Piece(found[: 1 if self.short else LONGEST], "text", owner)

    def is_empty(self, value: Any) -> bool:
        """Whether nothing stands where this does."""
        return self.piece(value) is None

    def _number(self, number: float, owner: int) -> Piece:
        kind = abs(number)
        paired = {abs(each) for each in self.numbers if -each in self.numbers}
        if self.signed and kind <= 2 and max(paired, default=0) <= 2:
            return _man(MAX if number > 0 else MIN, crowned=kind == 2)
        if self.signed and -number in self.numbers:
            return Piece(f"{number:g}", "text", MAX if number > 0 else MIN)
        if self.coded and kind <= 2:
            return _man(owner or (MAX if number == 1 else MIN))
        many = max(self.owners.values(), default=0) > 2  # players by their numbers
        return Piece(f"{number:g}", "text", owner if many and owner == number else 0)

    def _letter(self, text: str, owner: int) -> Piece:
        low = text.lower()
        if self.cased:
            return Piece(
                text, LETTERS[low] if self.chess else "text", MAX if text.isupper() else MIN
            )
        owner = owner or {"x": MAX, "o": MIN}.get(low, 0)
        if text != low and low in self.letters and len(self.folded) == 2:
            return Piece(text, "crowned", owner)
        if low in STONES and self.folded <= set(STONES):
            return Piece(text[0], "stone", STONES[low])
        if self.folded <= {"x", "o"}:
            return Piece(text, "disc" if self.moving else "cross" if low == "x" else "ring", owner)
        return Piece(text, "text", owner)


def _man(owner: int, crowned: bool = False) -> Piece:
    sign = "x" if owner == MAX else "o"
    return Piece(sign.upper() if crowned else sign, "crowned" if crowned else "disc", owner)


def token(value: Any) -> Any:
    """A value as a number or a text: of an `Enum` its value or name, of others their letters."""
    if isinstance(value, enum.Enum):
        if value.name.upper() in NONE:
            return None
        plain = isinstance(value.value, str | int) and not isinstance(value.value, bool)
        if value.name.lower() in STONES:
            return value.name.lower()
        return value.value if plain else value.name
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if any("__str__" in vars(kind) for kind in type(value).__mro__[:-1] if kind is not tuple):
        return str(value)
    fields = getattr(value, "_fields", None)
    if fields is None and dataclasses.is_dataclass(value):
        fields = tuple(field.name for field in dataclasses.fields(value))
    if fields:
        return "".join(_initial(name, getattr(value, name)) for name in fields)
    return str(value) if isinstance(value, tuple) else type(value).__name__


def _initial(name: str, value: Any) -> str:
    """A letter for a field: that of its name, large for True and small for False; or its own."""
    if isinstance(value, bool):
        return name[0].upper() if value else name[0].lower()
    return str(token(value))[:1]


def _attribute(value: Any) -> int:
    """Whose a piece says that it is."""
    for name in ("owner", "player", "side"):
        if getattr(value, name, None) in (MAX, MIN):
            return int(getattr(value, name))
    return 0
