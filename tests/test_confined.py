"""A process that is confined: nobody outside is reached, nobody inside is left."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.patience import PATIENCE
from zermelo import confined

# Inside: starts a process that leaves its session, tells what it sees, and does its deed.
CODE = """
import os, signal, sys, time
from zermelo import confined
if sys.argv[1] == "together":
    confined._unshare = lambda libc: False
apart = confined.confine()
if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    time.sleep(1000)
os.wait()
server = int(sys.argv[3])
try:
    os.kill(server, 0)
    reached = True
except ProcessLookupError:
    reached = False
print(apart, reached, flush=True)
while sys.argv[2] == "halt":  # it is never too late to be halted
    os.kill(os.getppid(), signal.SIGSTOP)
if sys.argv[2] == "end":
    os._exit(7)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    pass
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such processes")


@pytest.fixture(params=["apart", "together"])
def where(request: pytest.FixtureRequest) -> str:
    """With a namespace, where the system allows it; and where it does not."""
    return str(request.param)


@pytest.mark.parametrize("deed", ["loop", "halt", "end"])
def test_all_inside_end_together(where: str, deed: str) -> None:
    command = [sys.executable, "-c", CODE, where, deed, str(os.getpid())]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        apart, reached = process.stdout.readline().split()
        assert reached == str(apart == "False")
        if deed != "end":
            confined.end(process)
        # All inside have the pipe: it ends when the last of them does.
        rest, _none = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert rest == ""
    assert process.returncode == (7 if deed == "end" else 1)


def test_nobody_is_ended_for_one_who_was_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of a process that has ended may be given to another."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        monkeypatch.setattr(confined, "_descendants", lambda _number: [other.pid])
        confined.end(process)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()
