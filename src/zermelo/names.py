"""Names for what has none, and what to say about a name that nobody knows."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from typing import Final

from zermelo.game import ZermeloError
from zermelo.language import _

LONGEST: Final = 100  # letters of a wrong name
LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without those that look like figures: i1, l1, o1


def letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ... for 0, 1, ..."""
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, len(LETTERS))
        text = LETTERS[letter] + text
    return text


def check_name(
    name: str, known: Collection[str], words: str, error: type[ZermeloError] = ZermeloError
) -> None:
    """Refuses, in one line, a name that nobody knows; `words` say of what it is none."""
    if name not in known:
        raise error(words.format(name=name[:LONGEST]) + instead(name, known))


def instead(wrong: str, right: Iterable[str]) -> str:
    """The tail of a message about an unknown name: the nearest known one, or all of them."""
    choices = list(right)
    near = difflib.get_close_matches(wrong, choices, n=1, cutoff=0.5)
    if near:
        return _("; did you mean '{name}'?").format(name=near[0])
    if choices:
        return _("; there is {names}").format(names=", ".join(choices))
    return _("; there is none")
