"""Both ends of a confined process that speaks lines of JSON.

A stranger's program never runs in our own process: it may loop, fill the memory, or end Python.
Outside, a `Child` runs one of our modules in an empty folder that goes with it; inside, that module
first makes an `Inside`, which keeps the two streams for itself and leaves none to the program, and
then calls its `limit`.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from zermelo import confined
from zermelo.language import _, ngettext

GRACE: Final = 10.0  # seconds for Python to start, on a busy machine
MOST: Final = 256 << 20  # letters that a child may tell in all
# Hashes are the same every time; what NumPy takes of memory for each thread would be too much.
ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}

TIME: Final = {"error": "time"}  # what is heard of a child that says nothing
END: Final = {"error": "end"}  # and of one that is gone


class Child:
    """A module of ours in a process of its own: `send` it objects, `hear` what it tells."""

    def __init__(self, module: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env={**os.environ, "PYTHONPATH": _path(), **ENVIRONMENT},
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_given: object) -> None:
        self.close()

    def send(self, message: dict[str, Any]) -> None:
        """Tells the child something; that it is gone is heard, not told here."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def hear(self, patience: float) -> dict[str, Any]:
        """What the child tells next, or that it tells nothing any more."""
        try:
            line = self._lines.get(timeout=max(patience, 0.0))
        except queue.Empty:
            return TIME
        try:
            told = json.loads(line) if line else END
        except ValueError:  # the program has found the stream
            return END
        return told if isinstance(told, dict) else END

    def stop(self) -> None:
        """Ends the process, and whatever it has started."""
        confined.end(self._process)

    def close(self) -> None:
        """Ends it, and takes its folder away."""
        self.stop()
        self._process.wait()
        self._reader.join()
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._folder.cleanup()

    def _read(self) -> None:
        assert self._process.stdout is not None
        left = MOST
        with self._process.stdout as stream:
            while left > 0 and (line := stream.readline(left)):
                left -= len(line)
                self._lines.put(line)
        self._lines.put("")


def complaint(found: dict[str, Any], seconds: float, megabytes: int) -> str:
    """An error that a child told, or `TIME` or `END`, in one line."""
    fields = {
        "error": found["error"],
        "text": found.get("text") or "",
        "line": found.get("line"),
        "seconds": f"{seconds:g}",
        "most": megabytes,
    }
    words = {
        "time": ngettext(
            "no answer after {seconds} second: does it loop for ever?",
            "no answer after {seconds} seconds: does it loop for ever?",
            1 if seconds == 1 else 2,
        ),
        "end": _("the program ended Python itself"),
        "MemoryError": _("it takes more than {most} megabytes of memory"),
        "RecursionError": _("it calls itself without an end (line {line})"),
        "TooMuch": _("it does the same things over and over: does it ever end?"),
    }
    usual = _("{error}: {text} (line {line})") if fields["line"] else _("{error}: {text}")
    return words.get(found["error"], usual).format(**fields)


def _path() -> str:
    """Where the child finds this very package."""
    here = str(Path(__file__).resolve().parents[1])
    return os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))


# --- inside --------------------------------------------------------------------------------------


class Inside:
    """The child's end: the program neither reads what we ask nor writes what we hear."""

    def __init__(self) -> None:
        confined.confine()
        self._asked = os.fdopen(os.dup(0), encoding="utf-8")
        self._told = os.fdopen(os.dup(1), "w", encoding="utf-8")
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        sys.dont_write_bytecode = True
        self.keeps_files = False  # whether the program can change none outside its folder

    def hear(self) -> dict[str, Any] | None:
        """What we are asked next; None: nothing more."""
        line = self._asked.readline()
        return json.loads(line) if line else None

    def tell(self, message: dict[str, Any]) -> None:
        """Answers."""
        self._told.write(json.dumps(message) + "\n")
        self._told.flush()

    def limit(self, megabytes: int, reads: Iterable[str | Path]) -> None:
        """From here on: so much memory, nothing written into files, and only these are read."""
        modules = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        self.keeps_files = confined.restrict(Path.cwd(), [*reads, *modules]).writes
        try:
            import resource
        except ImportError:  # not on this system: the time limit alone must do
            return
        size = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def error_line(error: BaseException, file: str) -> dict[str, Any]:
    """What went wrong in a program, and where."""
    frames = traceback.extract_tb(error.__traceback__)
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == file), None)
    told = str(error)
    if isinstance(error, SyntaxError):
        line, told = error.lineno, error.msg
    text = told.splitlines()[0][:200] if told else ""
    return {"error": type(error).__name__, "text": text, "line": line}
