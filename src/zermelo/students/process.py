"""A student's program in a process of its own, with limits on time and memory.

It never runs in ours: it may loop, fill the memory, or end Python.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from zermelo import child, confined
from zermelo.game import ZermeloError
from zermelo.language import _

TOGETHER: Final = 20  # times the seconds of one case, all cases may take
FATAL: Final = (
    "time",
    "end",
    "MemoryError",
    "RecursionError",
    "TooMuch",
)  # after which nothing more is tried


class Unusable(ZermeloError):
    """A program that cannot be checked: it does not load, or nothing can be made of it."""


@dataclass(frozen=True)
class Limits:
    """What a program may take: seconds for each case, megabytes in all."""

    seconds: float = 5.0
    megabytes: int = 512


def run_program(
    file: str, name: str, cases: Sequence[dict[str, Any]], limits: Limits, alone: bool = False
) -> list[dict[str, Any]]:
    """What the program made of each case, as `zermelo.students.child` wrote it.

    `alone`: each case in a process of its own, where the system can copy processes.

    The last may be what ended it: {"error": "time"} where it took too long, {"error": "end"}; and
    the only one an error with "loading", where the file could not even be loaded.
    """
    job = {
        "file": str(Path(file).resolve()),
        "name": name,
        "memory": limits.megabytes,
        "alone": alone and hasattr(os, "fork"),
        "cases": list(cases),
    }
    found: list[dict[str, Any]] = []
    with child.Child("zermelo.students.child") as program:
        program.send(job)
        ready = program.hear(limits.seconds + child.GRACE)
        if "error" in ready:
            return [{**ready, "loading": True}]
        if not ready["kept"]:
            confined.warn()
        deadline = monotonic() + TOGETHER * limits.seconds
        for _case in cases:
            found.append(program.hear(min(limits.seconds, deadline - monotonic())))
            if found[-1].get("error") in FATAL:
                break
    return found


def complaint(found: dict[str, Any], limits: Limits) -> str:
    """An error of the program in one line."""
    return child.complaint(found, limits.seconds, limits.megabytes)


def not_loaded(file: str, found: dict[str, Any], limits: Limits) -> str:
    """Why a file cannot be loaded; one that waits for somebody to type is told what to do."""
    told = _("{file} does not import: {reason}")
    told = told.format(file=file, reason=complaint(found, limits))
    if found["error"] not in ("EOFError", "time"):
        return told
    return told + _('; put what plays the game under if __name__ == "__main__":')
