"""What an engine may be told: how large it may be, and how long it may work."""

from __future__ import annotations

from typing import Final

from zermelo.game import ZermeloError
from zermelo.language import _

MOST_THREADS: Final = 256
MOST_MEMORY: Final = 1 << 20  # megabytes


def check_size(threads: int, memory: int) -> None:
    """Refuses an engine that makes no sense, or has no room."""
    if not 1 <= threads <= MOST_THREADS:
        words = _("threads must be from 1 to {most}, not {threads}")
        raise ZermeloError(words.format(most=MOST_THREADS, threads=threads))
    if not 1 <= memory <= MOST_MEMORY:
        words = _("memory must be from 1 to {most} MB, not {memory}")
        raise ZermeloError(words.format(most=MOST_MEMORY, memory=memory))


def check_limits(**limits: float | None) -> None:
    """Refuses limits that allow nothing."""
    for name, limit in limits.items():
        if limit is not None and not limit > 0:
            words = _("{name} must be more than 0, not {limit}")
            raise ZermeloError(words.format(name=name, limit=limit))
