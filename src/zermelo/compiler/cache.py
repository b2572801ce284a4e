"""Machine code kept on disk: the second process that uses a game compiles nothing.

One file holds one kernel for one game: a checksum, then what Numba needs to load it. Its name is a
digest of everything that the code depends on, so that nothing ever has to be invalidated: what
has changed has another name. Files are written aside and moved into place, and a file that is
missing, damaged or unreadable only means compiling again.

Numba's own disk cache never hits here: it knows a function by its bytecode, and these are made of
other compiled functions.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
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

MOST_BYTES: Final = 256 << 20  # beyond which the files that were not used for longest go
MOST_FILES: Final = 10_000
CHECKSUM: Final = 32  # bytes


_alive: list[Any] = []  # what was loaded: the machine code goes with it


def folder() -> Path:
    """Where the files are: ZERMELO_CACHE, or a folder of the user's cache."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "zermelo"


@cache
def environment() -> str:
    """Everything besides the rules that machine code depends on."""
    source = source_digest("bits.py", "tuples.py", "compiler", "engine", "tablebase")
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
        path = folder() / name
        data = path.read_bytes()
    except (OSError, RuntimeError):  # the latter where nobody knows the user's home
        return None
    content = data[CHECKSUM:]
    if hashlib.sha256(content).digest() != data[:CHECKSUM]:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # it was used just now
    return content


def write(name: str, content: bytes) -> None:
    """Puts a file into the folder, whole or not at all."""
    temporary = None
    try:
        place = folder()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place, suffix=".tmp", delete=False) as file:
            temporary = Path(file.name)
            file.write(hashlib.sha256(content).digest() + content)
        temporary.replace(place / name)
        _tidy(place)
    except (OSError, RuntimeError):  # not writable, or full: then without
        if temporary:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _tidy(place: Path) -> None:
    """Removes what was not used for longest; others may be doing the same."""
    files, total = [], 0
    for path in place.iterdir():
        with contextlib.suppress(OSError):
            about = path.stat()
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
