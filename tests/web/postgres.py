"""A PostgreSQL server of our own, for as long as a test needs it; it can be killed and come back.

It listens on a socket in its folder alone. PostgreSQL does not run as root: then it runs as
the user `postgres`, or as `nobody`.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE
from tests.web.process import children


def program(name: str) -> str | None:
    """Where a program of PostgreSQL's is: Debian keeps them out of the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(debian[-1]) if debian else None)


class Postgres:
    """The server, empty at first."""

    def __init__(self) -> None:
        initdb, server = program("initdb"), program("postgres")
        assert initdb, "PostgreSQL is not here"
        assert server
        self.server = server
        self.folder = Path(tempfile.mkdtemp(prefix="zermelo-postgres-", dir="/tmp"))
        self.data = self.folder / "data"
        self.who: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = next(name for name in ("postgres", "nobody") if _known(name))
            self.who = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
            os.chown(self.folder, pwd.getpwnam(user).pw_uid, -1)
        command = [initdb, "-D", str(self.data), "-U", "zermelo", "-A", "trust", "-E", "UTF8"]
        subprocess.run(command, check=True, capture_output=True, cwd="/", **self.who)
        self.start()

    @property
    def address(self) -> str:
        """The address of its database."""
        return f"postgresql+psycopg://zermelo@/postgres?host={self.folder}"

    def _launch(self) -> None:
        options = ["-k", str(self.folder), "-c", "listen_addresses=", "-c", "max_connections=30"]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [self.server, "-D", str(self.data), *options],
                stderr=log,
                cwd="/",
                process_group=0,  # Ctrl-C is for the tests, which then end it
                **self.who,
            )

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        import psycopg

        self._launch()
        until = time.monotonic() + PATIENCE
        while True:
            if self.process.poll() is not None:  # one that was killed still had its memory
                self._launch()
            try:
                psycopg.connect(f"host={self.folder} user=zermelo dbname=postgres").close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.05)

    def kill(self) -> None:
        """Ends it as a failing machine would: at once, and all its processes with it."""
        self.process.send_signal(signal.SIGSTOP)  # it would start what is killed anew
        for pid in children(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait(PATIENCE)

    def close(self) -> None:
        """Ends it and leaves nothing."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _known(user: str) -> bool:
    try:
        return bool(pwd.getpwnam(user))
    except KeyError:
        return False
