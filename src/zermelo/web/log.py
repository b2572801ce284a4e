"""A log that cannot fill a disk: what is said too often is only counted."""

from __future__ import annotations

import logging
from collections import defaultdict
from time import monotonic
from typing import Final

from zermelo.extras import want_of_memory

BURST: Final = 20  # records at once
EVERY: Final = 60.0  # seconds, after which one more may be said
LOGGERS: Final = ("uvicorn.error", "asyncio")


class Share:
    """How many records may pass, and how many did not."""

    def __init__(self) -> None:
        self.left, self.seen, self.missed = float(BURST), monotonic(), 0

    def take(self) -> bool:
        """Whether one more may pass."""
        now = monotonic()
        self.left = min(float(BURST), self.left + (now - self.seen) / EVERY)
        self.seen = now
        if self.left < 1:
            self.missed += 1
            return False
        self.left -= 1
        return True


class Brief(logging.Filter):
    """Lets some records pass, and then one a minute, with how many were left out.

    Each level has its own share: what any client can cause, a warning, hides no error of ours.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shares: defaultdict[int, Share] = defaultdict(Share)

    def filter(self, record: logging.LogRecord) -> bool:
        share = self.shares[record.levelno]
        if not share.take():
            return False
        error = record.exc_info[1] if record.exc_info else None
        told = want_of_memory(error) or (str(error) if isinstance(error, OSError) else "")
        if told:  # what the world does is no mistake to look for
            first = record.getMessage().partition("\n")[0]
            record.msg, record.args, record.exc_info = f"{first}: {told}", (), None
        if share.missed:
            record.msg, record.args = f"{record.getMessage()} (and {share.missed} more before)", ()
            share.missed = 0
        return True


def keep_brief() -> None:
    """Of all that is logged here."""
    for name in LOGGERS:
        logging.getLogger(name).addFilter(Brief())
