"""A user's file, and what it imports from its own folder: whether somebody has saved one of them.

Nothing is run or parsed: every name in a line that imports may be a file of the folder, and names
that are no file yet are looked for, too.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Final

LOOK: Final = 0.25  # seconds between two looks
RECENT: Final = 2.0  # seconds within which a clock may not tell two saves apart
MOST: Final = 500  # files
LONGEST: Final = 4 << 20  # bytes of a file that are read
IMPORTS: Final = re.compile(rb"^[ \t]*(?:from|import)\b((?:\\\r?\n|[^(\n])*(?:\([^)]*\))?)", re.M)
NAME: Final = re.compile(rb"[^\W\d]\w*")


class Saved:
    """The files that belong to a user's file, as they were at the last look."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).resolve()
        self._stamps: dict[Path, tuple[int, ...]] = {}
        self._last = self.digest = self._read()  # `digest`: of what was seen twice

    def changed(self) -> bool:
        """Whether they say something else than before, for two looks: an editor may be writing."""
        settled = all(_stamp(file) == stamp for file, stamp in self._stamps.items())
        newest = max((stamp[0] for stamp in self._stamps.values() if stamp), default=0)
        before = self._last
        if not settled or time() - newest / 1e9 < RECENT:
            self._last = self._read()
        if self._last == self.digest or self._last != before:
            return False
        self.digest = self._last
        return True

    def _read(self) -> str:
        """A digest of all files, found from the first one on."""
        self._stamps, digest = {}, hashlib.sha256()
        wanted = [self.path]
        for place in wanted:
            if place in self._stamps or len(self._stamps) >= MOST:
                continue
            self._stamps[place] = _stamp(place)
            wanted += _inside(place)
            if text := _text(place):
                digest.update(b"%s\0%d\0%s" % (bytes(place), len(text), text))
                wanted += self._named(place, text)
        return digest.hexdigest()

    def _named(self, file: Path, text: bytes) -> Iterator[Path]:
        """Where the modules may lie that a text imports: beside it, or beside the first file."""
        names = {name for line in IMPORTS.findall(text) for name in NAME.findall(line)}
        for name in sorted(names):
            for folder in dict.fromkeys((self.path.parent, file.parent)):
                module = folder / name.decode("utf-8", "replace")
                yield from (module.with_suffix(".py"), module)


def _stamp(file: Path) -> tuple[int, ...]:
    try:
        found = file.stat()
    except (OSError, ValueError):
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def _inside(folder: Path) -> list[Path]:
    """The modules of a package; of what is none, or cannot be read, none."""
    try:
        return sorted(folder.glob("*.py")) if folder.is_dir() else []
    except OSError:
        return []


def _text(file: Path) -> bytes:
    """What is in a file; nothing where there is none."""
    try:
        if not file.is_file():  # nobody waits for a pipe
            return b""
        with file.open("rb") as stream:
            return stream.read(LONGEST)
    except OSError:
        return b""
