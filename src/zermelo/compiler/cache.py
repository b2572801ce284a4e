"""Machine code kept on disk: the second process that uses a game compiles nothing.

One file holds one kernel for one game: a checksum, then what Numba needs to load it. Its name is a
digest of everything that the code depends on, so that nothing ever has to be invalidated: what
has changed has another name. Files are written aside and moved into place, and a file that is
missing, damaged or unreadable only means compiling again.

What is loaded is run. So only what its owner alone can write is: the folder is ours and nobody else
may write there, and so is the file, as OpenSSH wants it of keys.

Numba's own disk cache never hits here: it knows a function by its bytecode, and these are made of
other compiled functions.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import numpy as np

from zermelo.compiler.untyped import (
    VERSIONS,
    CompileResult,
    add_symbol,
    config,
    cpu_target,
    runtime_functions,
    serialize,
)
from zermelo.language import _

MOST_BYTES: Final = 256 << 20  # beyond which the files that were not used for longest go
MOST_FILES: Final = 10_000
CHECKSUM: Final = 32  # bytes
FINISHED, UNFINISHED = ".bin", ".tmp"
LOCKS: Final = 16
PATIENCE: Final = 60.0  # seconds that are waited for another process, which may have been halted


class CacheWarning(UserWarning):
    """What is compiled is not kept, or not used."""


_alive: list[Any] = []  # what was loaded: the machine code goes with it


def folder() -> Path:
    """Where the files are, and no others: in ZERMELO_CACHE, or in the user's cache."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen:
        return Path(chosen) / "zermelo"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "zermelo"


@cache
def environment() -> str:
    """Everything besides the rules that machine code depends on."""
    source = source_digest("bits.py", "tuples.py", "compiler", "engine", "gpu", "tablebase")
    versions = (sys.version, *VERSIONS, np.__version__)
    machine = cpu_target.target_context.codegen().magic_tuple()
    return repr((source, versions, machine, config.OPT, config.LOOP_VECTORIZE))


@cache
def source_digest(*parts: str) -> str:
    """A digest of files and folders of this package."""
    paths: list[Path] = []
    for part in parts:
        whole = Path(__file__).parent.parent / part
        paths += sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def read(name: str) -> bytes | None:
    """The content of a file, or None if there is none that is whole."""
    try:
        path = _checked(folder()) / name
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:  # noqa: PTH123
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) or not _is_ours(about):
                return None
            data = file.read()
        with contextlib.suppress(OSError):
            os.utime(path)  # it was used just now
    except (OSError, RuntimeError):  # the latter where nobody knows the user's home
        return None
    content = data[CHECKSUM:]
    return content if hashlib.sha256(content).digest() == data[:CHECKSUM] else None


def read_name(name: str) -> str | None:
    """The name of a kernel in a file, or None where there is none."""
    found = (read(name) or b"").decode("ascii", "replace")
    return found if found.isidentifier() else None


def _made() -> Path:
    """The folder, made where there is none."""
    place = folder()
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return _checked(place)


def _checked(place: Path) -> Path:
    """The folder; one that others can write is refused."""
    if not _is_ours(place.stat()):
        _warn(place)
        raise PermissionError(place)
    return place


def _is_ours(about: os.stat_result) -> bool:
    """Whether nobody but us can write something; some systems have no such owners."""
    if not hasattr(os, "geteuid"):
        return True
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def _warn(place: Path) -> None:
    words = _("the cache in {folder} is not used: others can write there")
    warnings.warn(words.format(folder=place), CacheWarning, stacklevel=2)


def write(name: str, content: bytes) -> None:
    """Puts a file into the folder, whole or not at all."""
    temporary = None
    try:
        place = _made()
        with tempfile.NamedTemporaryFile(dir=place, suffix=UNFINISHED, delete=False) as file:
            temporary = Path(file.name)
            file.write(hashlib.sha256(content).digest() + content)
        temporary.replace(place / name)
        _tidy(place)
    except (OSError, RuntimeError):  # not writable, or full: then without
        if temporary:
            with contextlib.suppress(OSError):
                temporary.unlink()


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """While another process compiles what has this name, waits: then it is there to be loaded.

    Locks go with their process. A few do for all names, and where there can be none, two compile.
    """
    lock = None
    try:
        import fcntl

        number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:2]) % LOCKS
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        lock = os.open(_made() / f"lock-{number:02}", flags, 0o600)
        until = monotonic() + PATIENCE
        while monotonic() < until:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                sleep(0.05)
    except (ImportError, OSError, RuntimeError):
        pass
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _tidy(place: Path) -> None:
    """Removes what was not used for longest; others may be doing the same."""
    files, total = [], 0
    for path in place.iterdir():
        with contextlib.suppress(OSError):
            about = path.lstat()
            if path.suffix in (FINISHED, UNFINISHED) and stat.S_ISREG(about.st_mode):
                files.append((about.st_mtime, about.st_size, path))
    for count, (_used, size, path) in enumerate(sorted(files, reverse=True)):
        total += size
        if count >= MOST_FILES or total > MOST_BYTES:
            with contextlib.suppress(OSError):
                path.unlink()


class KernelCache:
    """What one kernel's dispatcher asks for machine code, and gives it to, as Numba wants it.

    `name` carries the digest of all that the kernel is made of.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(folder())

    def file(self, signature: Any) -> str:
        """The name of the file for one signature."""
        whole = hashlib.sha256(f"{self.name} {signature} {environment()}".encode()).hexdigest()
        return f"{self.name.rpartition('_')[0]}-{whole[:40]}.bin"

    def load(self, signature: Any) -> Callable[..., Any] | None:
        """The compiled function as Python calls it, or None.

        Numba's own cache first brings all that it knows about types up to date, which takes half a
        second. Machine code needs that only for the functions of Numba's that are registered
        meanwhile: those that manage memory, and the secret of hashing. Whatever can raise an error
        names one of the former, which frees what belongs to the error.
        """
        content, context = read(self.file(signature)), cpu_target.target_context
        if content is None:
            return None
        add_symbol("NRT_Free", runtime_functions["Free"])
        if b"NRT_" in content.replace(b"NRT_Free", b"") or b"hashsecret" in content:
            context.refresh()
        # Whatever is wrong with it, compiling mends it.
        with contextlib.suppress(Exception):
            result = CompileResult._rebuild(context, *pickle.loads(content))
            entry: Callable[..., Any] = result.entry_point
            _alive.append(result)
            return entry
        return None

    def load_overload(self, signature: Any, target_context: Any) -> None:
        """Nothing: `load` was asked before."""

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keeps a compiled function."""
        try:
            content = serialize.dumps(result._reduce())
        except Exception:  # it cannot be kept
            return
        write(self.file(signature), content)
