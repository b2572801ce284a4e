"""Numbers, names and quoted texts as they are written in a tree."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from zermelo.game import Value, ZermeloError
from zermelo.games.tree.lexer import KINDS, SLIPS, WORD, Token, keyword
from zermelo.language import _

MINUS: Final = "−"  # the sign of typeset numbers, read as the ordinary one
_ESCAPES: Final = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
_UNESCAPES: Final = str.maketrans({sign: f"\\{letter}" for letter, sign in _ESCAPES.items()})
_NUMBER: Final = re.compile(
    r"[+-]?([0-9]+/[0-9]+|([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?)%?", re.IGNORECASE
)


# --- numbers -----------------------------------------------------------------------------------


def is_number(word: str) -> bool:
    """Whether the word is written like a value or a probability."""
    return _NUMBER.fullmatch(word.replace(MINUS, "-")) is not None


def read_value(word: str) -> Value:
    """The value of a number: 3 is an int, 3.0 a float, 7/2 a Fraction."""
    if not is_number(word) or word.endswith("%"):
        words = _("'{word}' is no value: write for instance 3, -0.5 or 7/2")
        raise ZermeloError(words.format(word=word))
    word = word.replace(MINUS, "-")
    if "/" in word:
        return _fraction(word)
    try:
        return float(word) if set(".eE") & set(word) else int(word)
    except ValueError:  # Python refuses to read more digits than a person ever would
        raise ZermeloError(_("this number has too many digits")) from None


def read_probability(word: str) -> Fraction:
    """The exact value of 1/2, 0.5 or 50%."""
    if not is_number(word) or "e" in word.lower():
        words = _("'{word}' is no probability: write for instance 1/2, 0.5 or 50%")
        raise ZermeloError(words.format(word=word))
    return _fraction(word.replace(MINUS, "-").rstrip("%")) / (100 if word.endswith("%") else 1)


def _fraction(word: str) -> Fraction:
    try:
        return Fraction(word)
    except ZeroDivisionError:
        raise ZermeloError(_("'{word}' divides by zero").format(word=word)) from None
    except ValueError:
        raise ZermeloError(_("this number has too many digits")) from None


# --- quotes ------------------------------------------------------------------------------------


def unquote(token: Token) -> str:
    """What a word or a quoted string says."""
    if token.kind != "string":
        return token.text
    for sign in re.findall(r"\\(.)", token.text):
        if sign not in _ESCAPES:
            words = _("'\\{sign}' has no meaning in quotes: write \\\\ for a backslash")
            raise ZermeloError(words.format(sign=sign))
    return re.sub(r"\\(.)", lambda match: _ESCAPES[match[1]], token.text[1:-1])


def quote(text: str) -> str:
    """The text in quotes."""
    return f'"{text.translate(_UNESCAPES)}"'


def name_text(name: str) -> str:
    """A name or label as it is written: in quotes only where it would be read as something else."""
    bare = WORD.fullmatch(name) and not is_number(name) and keyword(name) not in (*KINDS, *SLIPS)
    return name if bare else quote(name)
