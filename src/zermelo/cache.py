"""What is costly to make, kept on disk in files that may be dropped at any time.

Files are written aside and moved into place, and a file that is missing, damaged or unreadable only
means that its content is made again.

What is loaded may be run. So only what its owner alone can write is: the folder is ours and nobody
else may write there, and so is the file, as OpenSSH wants it of keys.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from zermelo.language import _

MOST_BYTES: Final = 256 << 20  # beyond which the files that were not used for longest go
MOST_FILES: Final = 10_000
CHECKSUM: Final = 32  # bytes
FINISHED, UNFINISHED = ".bin", ".tmp"
LOCKS: Final = 16
PATIENCE: Final = 60.0  # seconds that are waited for another process, which may have been halted


class CacheWarning(UserWarning):
    """What is compiled is not kept, or not used."""


def folder() -> Path:
    """Where the files are, and no others: in ZERMELO_CACHE, or in the user's cache."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen:
        return Path(chosen) / "zermelo"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "zermelo"


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
