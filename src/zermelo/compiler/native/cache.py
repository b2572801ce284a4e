"""Machine code kept on disk: the second process that uses a game compiles nothing.

One file holds what one name stands for: a checksum, then the content. Its name is a digest of
everything that the content depends on (`file_name`), so that nothing ever has to be invalidated:
what has changed has another name. Files are written aside and moved into place, and a file that is
missing, damaged or unreadable only means compiling again.

What is kept of rules is a pickle (`dumps`) in which classes are named by their place among those of
the game's fingerprint, since the module of a game may have any name. Types are those that inference
has found: their cells hold them, and nobody infers any further.

What is loaded is run. So only what its owner alone can write is: the folder is ours and nobody else
may write there, and so is the file, as OpenSSH wants it of keys.
"""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import io
import os
import pickle
import stat
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from zermelo.compiler.classes import ClassInfo
from zermelo.compiler.types import Cell, Type, has_cells, interned
from zermelo.language import _

MOST_BYTES: Final = 256 << 20  # beyond which the files that were not used for longest go
MOST_FILES: Final = 10_000
CHECKSUM: Final = 32  # bytes
FINISHED, UNFINISHED = ".bin", ".tmp"
LOCKS: Final = 16
PARTS: Final = ("bits.py", "tuples.py", "compiler", "engine", "gpu", "tablebase", "search/textbook")
PATIENCE: Final = 60.0  # seconds that are waited for another process, which may have been halted
UNREADABLE: Final = ("constant", "closure", "generator", "bound")  # types of this process alone
ANEW: Final = ("cls", "type", "defaults", "factories")  # of ClassInfo: read from the class


class CacheWarning(UserWarning):
    """What is compiled is not kept, or not used."""


def folder() -> Path:
    """Where the files are, and no others: in ZERMELO_CACHE, or in the user's cache."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen:
        return Path(chosen) / "zermelo"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "zermelo"


@cache
def environment() -> str:
    """Everything besides the rules that machine code depends on; options of LLVM are in PARTS."""
    import llvmlite
    import llvmlite.binding as llvm

    numpy = find_spec("numpy")  # which need not be loaded for that
    text = Path(numpy.origin).with_name("version.py").read_text() if numpy and numpy.origin else ""
    versions = sys.version, llvmlite.__version__, llvm.llvm_version_info, text
    machine = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return repr((source_digest(*PARTS), versions, llvm.get_process_triple(), machine))


def file_name(kind: str, *parts: str) -> str:
    """The name of the file of something that depends on the environment and on these."""
    whole = "\0".join((environment(), kind, *parts))
    return f"{kind}-{hashlib.sha256(whole.encode()).hexdigest()[:40]}{FINISHED}"


@cache
def source_digest(*parts: str) -> str:
    """A digest of files and folders of this package."""
    paths: list[Path] = []
    for part in parts:
        whole = Path(__file__).parents[2] / part
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


# --- contents ------------------------------------------------------------------------------------


def dumps(value: Any, classes: Sequence[type]) -> bytes | None:
    """A value as bytes; None where it holds something that another process cannot have."""
    file = io.BytesIO()
    try:
        _Writer(file, classes).dump(value)
    except Exception:  # whatever a pickle, or the author's own class, cannot do
        return None
    return file.getvalue()


def loads(content: bytes, classes: Sequence[type]) -> Any:
    """The value again; None where the bytes make no sense."""
    try:
        return _Reader(io.BytesIO(content), classes).load()
    except Exception:
        return None


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, classes: Sequence[type]) -> None:
        super().__init__(file, protocol=5)
        self.places = {id(cls): place for place, cls in enumerate(classes)}

    def persistent_id(self, value: Any) -> Any:
        if not isinstance(value, type) or _is_named(value.__module__):
            return None
        if id(value) in self.places:
            return self.places[id(value)]
        if issubclass(value, BaseException):  # it is only ever named
            base = next(cls for cls in value.__mro__ if cls.__module__ == "builtins")
            return value.__name__, value.__module__, base
        raise pickle.PicklingError(value)

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Type):
            if value.kind in UNREADABLE:
                raise pickle.PicklingError(value)
            if has_cells(value):
                fields = {"parts": value.parts, "cells": value.cells, "info": value.info}
                return Type, (value.kind,), (None, fields)
            return interned, (value.kind, value.parts, value.info)
        if isinstance(value, Cell):
            return Cell, (), (None, {"type": value.get(), "constant": value.root().constant})
        if isinstance(value, ClassInfo):
            known = {name: each for name, each in vars(value).items() if name not in ANEW}
            return ClassInfo, (value.cls,), known
        if callable(value) and hasattr(value, "__qualname__") and not _is_named(value.__module__):
            raise pickle.PicklingError(value)  # a function of the author's
        return NotImplemented


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, classes: Sequence[type]) -> None:
        super().__init__(file)
        self.classes = classes

    def persistent_load(self, name: Any) -> Any:
        if isinstance(name, int):
            return self.classes[name]
        return type(name[0], (name[2],), {"__module__": name[1]})


def _is_named(module: str | None) -> bool:
    """Whether what is in a module is found by its name in every process."""
    return module in (builtins.__name__, "copyreg") or f"{module}.".startswith("zermelo.")
