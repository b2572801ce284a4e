"""A process that what it runs cannot leave: a user's rules, a student's program.

On Linux, unless the system forbids it, in a namespace of processes: what runs inside knows none
outside, can neither stop nor end them, and all that it has started ends with it, whatever session
that is in. Elsewhere on Linux what it has started is looked for, and ended with it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, Protocol

NEW_USERS, NEW_PROCESSES = 0x10000000, 0x20000000  # of unshare(2)
DEATH_SIGNAL, SUBREAPER = 1, 36  # of prctl(2)
ROUNDS = 50  # in which those inside are looked for from outside, who start others meanwhile


class Guard(Protocol):
    """A process of `multiprocessing` or `subprocess`."""

    @property
    def pid(self) -> int | None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


def confine() -> bool:
    """From here on in a process inside; whether it knows none outside.

    The process that called this waits for the end of the one inside, and ends as it did; `end` ends
    both. To be called before there are threads.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
    apart = _unshare(libc)
    if not apart:
        libc.prctl(SUBREAPER, 1, 0, 0, 0)  # orphans become its children, whom it can find
    guard = os.getpid()
    signal.signal(signal.SIGTERM, lambda *_: _end(guard, apart))
    inside = os.fork()
    if inside:
        _wait(inside, apart)
    libc.prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    os.setsid()  # a signal to its group is for none outside
    if apart:  # the first process of a namespace takes no signals from inside
        inside = os.fork()
        if inside:
            _wait(inside, apart)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return apart


def silence() -> None:
    """From here on what this process prints is dropped, on whatever way it is written."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def end(process: Guard) -> None:
    """Ends the process that has called `confine`, and all inside, one that was halted too."""
    if sys.platform != "linux":
        process.kill()
        return
    process.terminate()
    if process.pid is None:
        return
    try:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # it was waited for: the number may be a stranger's by now
        return
    for _round in range(ROUNDS):  # while there are any, they can halt the one that waits for them
        if not _kill(process.pid):
            break
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGCONT)


def _unshare(libc: Any) -> bool:
    """Whether children of this process will be in a namespace of their own."""
    if libc.unshare(NEW_PROCESSES) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if libc.unshare(NEW_USERS | NEW_PROCESSES) != 0:
        return False
    with suppress(OSError):  # whoever is nobody inside has the same rights outside
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def _wait(inside: int, apart: bool) -> NoReturn:
    """Waits for the end of a process, and ends as it did."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # else nobody hears that it has closed them
    status = None
    while status is None:
        ended, found = os.wait()
        if ended == inside:
            status = os.waitstatus_to_exitcode(found)
    _end(os.getpid(), apart, status if status >= 0 else 128 - status)


def _end(guard: int, apart: bool, status: int = 1) -> NoReturn:
    """Ends this process and all inside; of a namespace, they go with its first process."""
    while not apart and _kill(guard):
        with suppress(OSError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    os._exit(status)


def _kill(guard: int) -> bool:
    """Kills all that a process has started; False where there was nobody."""
    found = _descendants(guard)
    for pid in found:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    return bool(found)


def _descendants(pid: int) -> list[int]:
    """The processes that a process has started, those that they have, and so on; not the dead."""
    found: list[int] = []
    with suppress(OSError, ValueError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
                found += [int(child)] * (state != "Z") + _descendants(int(child))
    return found
