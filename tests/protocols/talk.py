"""A process of ours that speaks a protocol, driven line by line: it is waited for, never timed."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import zermelo
from tests.patience import COMPILING, PATIENCE

SOURCES = str(Path(zermelo.__file__).parents[1])
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCES, "PYTHONWARNINGS": "ignore"}


def command(*arguments: str) -> list[str]:
    """What starts `zermelo ARGUMENTS`."""
    return [sys.executable, "-m", "zermelo", *arguments]


class Talk:
    """One conversation."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode("utf-8").rstrip("\n"))
        self._lines.put(None)

    def say(self, *lines: str | bytes) -> None:
        """Sends lines."""
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def hear(self, beginning: str) -> list[str]:
        """The lines up to the first that begins so."""
        heard: list[str] = []
        while not heard or not heard[-1].startswith(beginning):
            line = self._lines.get(timeout=COMPILING)
            assert line is not None, f"it ended, and said {heard}"
            heard.append(line)
        return heard

    def rest(self) -> list[str]:
        """What it says until it ends; the end must come soon, and be a good one."""
        heard = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            heard.append(line)
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stderr is not None
        assert self.process.stderr.read() == b""
        return heard

    def close_input(self) -> None:
        """The end of input."""
        assert self.process.stdin is not None
        self.process.stdin.close()


@contextmanager
def talking(*arguments: str) -> Iterator[Talk]:
    """A conversation whose process is gone afterwards."""
    talk = Talk(*arguments)
    try:
        yield talk
    finally:
        talk.process.kill()
        talk.process.wait()
        for stream in (talk.process.stdin, talk.process.stdout, talk.process.stderr):
            assert stream is not None
            with suppress(BrokenPipeError):  # what it was told and did not read any more
                stream.close()
