"""What to say about a name that nobody knows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from zermelo.language import _


def instead(wrong: str, right: Iterable[str]) -> str:
    """The tail of a message about an unknown name: the nearest known one, or all of them."""
    choices = list(right)
    near = difflib.get_close_matches(wrong, choices, n=1, cutoff=0.5)
    if near:
        return _("; did you mean '{name}'?").format(name=near[0])
    if choices:
        return _("; there is {names}").format(names=", ".join(choices))
    return _("; there is none")
