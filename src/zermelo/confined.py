"""A process that what it runs cannot leave: a user's rules, a student's program.

On Linux, unless the system forbids it, in a namespace of processes: what runs inside knows none
outside, can neither stop nor end them, and all that it has started ends with it, whatever session
that is in. Elsewhere on Linux what it has started is looked for, and ended with it.

`restrict` keeps it from the files outside its own folder. In the process that is to be confined:

    confine()
    kept = restrict(folder, reads=[folder])
    if not kept.writes:
        warn()
"""

from __future__ import annotations

import ctypes
import os
import signal
import site
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from zermelo.language import _

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess
    from subprocess import Popen

NEW_MOUNTS, NEW_USERS, NEW_PROCESSES = 0x20000, 0x10000000, 0x20000000  # of unshare(2)
DEATH_SIGNAL, SUBREAPER, NO_NEW_RIGHTS = 1, 36, 38  # of prctl(2)
BIND, RECURSIVE, PRIVATE = 0x1000, 0x4000, 0x40000  # of mount(2)
SET_MOUNT, MAKE_RULES, ADD_RULE, KEEP_RULES = 442, 444, 445, 446  # system calls, by number
HERE, WHOLE_TREE, READ_ONLY = -100, 0x8000, 1  # of mount_setattr(2)
# Of landlock(7): to run, read and list; to write, and all that removes, makes or renames.
READ, WRITE, LIST, CHANGE = 1 | 4, 2 | 1 << 14, 8, 0x3FF2 | 1 << 14
DEVICES = 1 << 6 | 1 << 11  # to make one, which nobody may
KNOWN = {1: 0x1FFF, 2: 0x3FFF}  # rights that an older version knows
SYSTEM = (
    "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/opt", "/nix", "/gnu", "/proc", "/sys",
)  # fmt: skip
OPEN_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
ROUNDS = 50  # in which those inside are looked for from outside, who start others meanwhile


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
    signal.signal(signal.SIGTERM, lambda *_given: _end(guard, apart))
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


class Kept(NamedTuple):
    """What a process is kept from: changing files outside its folder, reading those of others."""

    writes: bool
    reads: bool


def restrict(folder: str | Path, reads: Iterable[str | Path] | None = None) -> Kept:
    """From here on this process, and all that it starts, changes no file outside the folder.

    With `reads` it also reads nothing but these folders and files, its own folder, the system,
    Python and this package; None: whatever its user may. To be called after `confine`, and before
    there are threads. There is no way back. What the system forbids or lacks is not kept: look at
    the answer, and `warn` where files can be changed.

    There are two ways, each of which is enough against changes, as root and as anyone: all mounts
    but the folder become read-only, so that not even the mode of a file can be changed; and the
    rules of Landlock, which also forbid to undo that, and which alone can forbid to read.
    """
    if sys.platform != "linux":
        return Kept(False, False)
    libc = ctypes.CDLL(None, use_errno=True)
    own = Path(folder).resolve()
    allowed = None if reads is None else [Path(each).resolve() for each in reads]
    fixed = _read_only(libc, own)
    ruled = _landlock(libc, own, allowed)
    return Kept(fixed or ruled, ruled and reads is not None)


@cache
def warn() -> None:
    """Says, once and loudly, that what runs inside can change files outside."""
    told = _(
        "WARNING: this system cannot keep a program from changing your files; run only programs "
        "that you trust"
    )
    print(told, file=sys.stderr, flush=True)


def silence() -> None:
    """From here on what this process prints is dropped, on whatever way it is written."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def end(process: BaseProcess | Popen[Any]) -> None:
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


def _unshare(libc: Any, kind: int = NEW_PROCESSES) -> bool:
    """Whether there is a namespace of that kind; one of processes is for its children."""
    if libc.unshare(kind) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if libc.unshare(NEW_USERS | kind) != 0:
        return False
    with suppress(OSError):  # whoever is nobody inside has the same rights outside
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def _read_only(libc: Any, own: Path) -> bool:
    """Whether all mounts but that folder are read-only from here on."""
    if not _unshare(libc, NEW_MOUNTS):
        return False
    folder, stands = os.fsencode(own), Path.cwd()
    fixed, free = struct.pack("4Q", READ_ONLY, 0, 0, 0), struct.pack("4Q", 0, READ_ONLY, 0, 0)
    done = (
        libc.mount(None, b"/", None, RECURSIVE | PRIVATE, None) == 0
        and libc.mount(folder, folder, None, BIND, None) == 0
        and libc.syscall(SET_MOUNT, HERE, b"/", WHOLE_TREE, fixed, len(fixed)) == 0
        and libc.syscall(SET_MOUNT, HERE, folder, 0, free, len(free)) == 0
    )
    os.chdir(stands)  # in the folder as it is mounted now
    return bool(done)


def _landlock(libc: Any, own: Path, reads: list[Path] | None) -> bool:
    """Whether Landlock rules from here on what may be changed and read."""
    version = libc.syscall(MAKE_RULES, None, 0, 1)
    known = CHANGE if reads is None else CHANGE | READ | LIST
    known &= KNOWN.get(version, known)
    handled = struct.pack("Q", known)
    rules = libc.syscall(MAKE_RULES, handled, len(handled), 0) if version > 0 else -1
    if rules < 0:
        return False
    python = (sys.prefix, sys.base_prefix, *site.getsitepackages(), site.getusersitepackages())
    readable = (*SYSTEM, *python, Path(__file__).parent, *OPEN_DEVICES, *(reads or ()))
    allowed = [(Path(each), READ | LIST) for each in readable]
    allowed += [(Path(each), WRITE) for each in OPEN_DEVICES]
    for path, rights in (*allowed, (own, READ | LIST | CHANGE & ~DEVICES)):
        with suppress(OSError):  # it is not there
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rights &= known if path.is_dir() else known & (READ | WRITE)
            libc.syscall(ADD_RULE, rules, 1, struct.pack("=Qi", rights, place), 0)
            os.close(place)
    libc.prctl(NO_NEW_RIGHTS, 1, 0, 0, 0)
    done = libc.syscall(KEEP_RULES, rules, 0) == 0
    os.close(rules)
    return bool(done)


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
