"""What to say about a name that nobody knows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def instead(wrong: str, right: Iterable[str]) -> str:
    """The tail of a message about an unknown name: the nearest known one, or all of them."""
    choices = list(right)
    near = difflib.get_close_matches(wrong, choices, n=1, cutoff=0.5)
    if near:
        return f"; did you mean '{near[0]}'?"
    return f"; there is {', '.join(choices)}" if choices else "; there is none"
