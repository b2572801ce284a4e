"""The server in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.patience import PATIENCE


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(one) for task in tasks for one in (task / "children").read_text().split()]


def asker(address: str) -> httpx.Client:
    """Somebody who asks a server on this machine: without certificates, which take long to read."""
    return httpx.Client(base_url=address, timeout=PATIENCE, verify=False)


class Server:
    """`zermelo serve` with its data in a folder; it can be killed and started again."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.arguments = folder, arguments
        self.errors = folder / "errors.txt"
        self.start()

    def start(self) -> None:
        """Starts it and waits until it says where it is."""
        command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--port", "0"]
        with self.errors.open("a") as errors:  # a pipe that nobody reads would fill up
            self.process = subprocess.Popen(
                [*command, *self.arguments],
                env={**os.environ, "XDG_DATA_HOME": str(self.folder), "LANGUAGE": "en"},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                process_group=0,  # Ctrl-C is for the tests, which then end it
            )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        assert "http://" in told, self.errors.read_text()
        self.address = next(word for word in told.split() if word.startswith("http://"))

    def client(self) -> httpx.Client:
        """Somebody who asks."""
        return asker(self.address)

    def kill(self) -> None:
        """Ends it as a failing machine would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C: the exit status, and what was said on standard error."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, self.errors.read_text()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.interrupt()
