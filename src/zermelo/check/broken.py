"""What a check of a game finds, and how it is written in one line."""

from __future__ import annotations

import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.language import _

OTHERS: Final = (Path(__file__).parents[1], sys.prefix, sys.base_prefix)  # no user's files


@dataclass(frozen=True)
class Broken:
    """A rule that does not hold, the first state that shows it, and what was seen there.

    `grave`: values may be wrong because of it; a text that cannot be read back is not.
    """

    rule: str
    state: str
    detail: str
    grave: bool = True

    def __str__(self) -> str:
        words = _("{rule}: not at {state} ({detail})")
        return words.format(rule=self.rule, state=self.state, detail=self.detail)


@dataclass(frozen=True)
class Report:
    """All that a check has found, and how far it came.

    `broken`: each broken rule once. `advice`: what the game had better say, a line each. `games`:
    how many random games were played. `states`: how many states were looked at. `whole`: these
    are all the states that can be reached.
    """

    broken: tuple[Broken, ...]
    advice: tuple[str, ...]
    games: int
    states: int
    whole: bool


def literal(thing: Any) -> str:
    """The thing as Python writes it, whatever it is."""
    try:
        return repr(thing)
    except Exception:
        return object.__repr__(thing)


def one_line(text: str) -> str:
    """The text without line breaks, and not too long to read."""
    text = " ".join(text[:2000].split())
    return text if len(text) <= 200 else text[:197] + "..."


def users_frame(error: BaseException) -> traceback.FrameSummary | None:
    """Where in a user's file an error came up; None: in none, but in this package or Python's."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_file() and not any(file.is_relative_to(other) for other in OTHERS):
            return frame
    return None
