"""How wide a text gets: never less than in the fonts that the drawings ask for.

The reader's machine chooses the font; of those that a drawing names DejaVu Sans is the widest,
and its bold letters set the widths here.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

# Libertinus Serif comes with typst, which draws where a machine has no font of its own.
FAMILIES: Final = (
    "Helvetica",
    "Arial",
    "Liberation Sans",
    "DejaVu Sans",
    "Noto Sans",
    "Libertinus Serif",
)
FONT: Final = ", ".join([*FAMILIES, "sans-serif"])

_WIDTHS: Final = {
    sign: width
    for signs, width in (
        (" \xa0'·", 0.39),
        ("ijlI|/\\,.:;", 0.42),
        ("-!()[]ft‘’", 0.49),
        ('r"*_`', 0.58),
        ("cszJ?", 0.64),
        ("aekovxyEFLTY“”", 0.73),
        ("0123456789", 0.715),
        ("bdghnpqu$STZ{}PCαβ", 0.74),
        ("DGHNOQ+<=>^~#−≤≥≈×↑↓", 0.88),
        ("ABKRVXU&w", 0.94),
        ("∞M…►", 1.06),
        ("mW%@→", 1.16),
    )
    for sign in signs
}
_OTHER: Final = 1.3


def width(text: str, size: float) -> float:
    """The width of one line of text in letters of that size."""
    return _ems(text) * size


def is_sure(text: str) -> bool:
    """Whether `width` knows every sign of the text; if not, the drawing must force the width."""
    return all(_width(sign) is not None for sign in text)


@lru_cache(maxsize=10_000)
def one_line(text: str, most: int) -> str:
    """The text as a label can bear it: one line, no signs that steer, at most so many letters."""
    letters: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text[: 4 * most]):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if sign.isspace():
            letters.append(" ")
        elif kind not in ("Cc", "Cf", "Cs", "Cn") and marks <= 2:
            letters.append(sign)
    line = " ".join("".join(letters).split())
    if not line and text:
        return "\ufffd"
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


@lru_cache(maxsize=10_000)
def _ems(text: str) -> float:
    return sum(_width(sign) or _OTHER for sign in text)


def _width(sign: str) -> float | None:
    """The width of a sign, in parts of its size; an accent takes little room, if any."""
    if sign in _WIDTHS or not "\xc0" <= sign <= "\u017f":
        return _WIDTHS.get(sign)
    letter = _WIDTHS.get(unicodedata.normalize("NFD", sign)[0])
    return letter and letter + (0.2 if sign > "\xff" else 0.0)
