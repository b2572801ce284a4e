"""A student's program in a process of its own, with limits on time and memory.

It never runs in ours: it may loop, fill the memory, or end Python.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from zermelo import confined
from zermelo.game import ZermeloError
from zermelo.language import _, ngettext

TOGETHER: Final = 20  # times the seconds of one case, all cases may take
GRACE: Final = 10.0  # seconds for Python to start, on a busy machine


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
    file: str, name: str, cases: Sequence[dict[str, Any]], limits: Limits
) -> list[dict[str, Any]]:
    """What the program made of each case, as `zermelo.students.child` wrote it.

    The last may be what ended it: {"error": "time"} where it took too long, {"error": "end"}; and
    the only one an error with "loading", where the file could not even be loaded.
    """
    job = {
        "file": str(Path(file).resolve()),
        "name": name,
        "memory": limits.megabytes,
        "modules": [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each],
        "cases": list(cases),
    }
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "zermelo.students.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": _path(), "PYTHONHASHSEED": "0"},
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        lines: queue.Queue[str] = queue.Queue()
        reader = threading.Thread(target=_read, args=(process, lines), daemon=True)
        reader.start()
        try:
            assert process.stdin is not None
            with suppress(OSError):
                process.stdin.write(json.dumps(job) + "\n")
                process.stdin.close()
            ready = _line(lines, limits.seconds + GRACE)
            if "error" in ready:
                return [{**ready, "loading": True}]
            if not ready["kept"]:
                confined.warn()
            deadline = monotonic() + TOGETHER * limits.seconds
            for _case in cases:
                patience = min(limits.seconds, deadline - monotonic())
                found.append(_line(lines, max(patience, 0.0)))
                if found[-1].get("error") in FATAL:
                    break
        finally:
            _kill(process)
            reader.join()
    return found


def _kill(process: subprocess.Popen[str]) -> None:
    """Ends the program, and whatever it has started."""
    confined.end(process)
    process.wait()


def _line(lines: queue.Queue[str], patience: float) -> dict[str, Any]:
    """What the program tells next, or that it tells nothing any more."""
    try:
        line = lines.get(timeout=patience)
    except queue.Empty:
        return {"error": "time"}
    return json.loads(line) if line else {"error": "end"}


def _read(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    assert process.stdout is not None
    with process.stdout as stream:
        for line in stream:
            lines.put(line)
    lines.put("")


def _path() -> str:
    """Where the child finds this very package."""
    here = str(Path(__file__).resolve().parents[2])
    return os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))


def complaint(found: dict[str, Any], limits: Limits) -> str:
    """An error of the program in one line."""
    fields = {
        "error": found["error"],
        "text": found.get("text") or "",
        "line": found.get("line"),
        "seconds": f"{limits.seconds:g}",
        "most": limits.megabytes,
    }
    words = {
        "time": ngettext(
            "no answer after {seconds} second: does it loop for ever?",
            "no answer after {seconds} seconds: does it loop for ever?",
            1 if limits.seconds == 1 else 2,
        ),
        "end": _("the program ended Python itself"),
        "MemoryError": _("it takes more than {most} megabytes of memory"),
        "RecursionError": _("it calls itself without an end (line {line})"),
        "TooMuch": _("it does the same things over and over: does it ever end?"),
    }
    usual = _("{error}: {text} (line {line})") if fields["line"] else _("{error}: {text}")
    return words.get(found["error"], usual).format(**fields)
