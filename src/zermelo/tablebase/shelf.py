"""Where a tablebase lies: a folder of files, or memory, with the same names in both.

    manifest.json                what is in the folder, and the checksums of all its files
    tier-012-003.parquet         part 3 of tier 12: key, value, distance (plies to the end)
    build/plan.json              what is being built: the game, its keys, its tiers
    build/tier-012.json          the parts of a tier, once all its keys are known
    build/keys-012-003.parquet   the keys of a part
    build/run-012-003.npy        keys that the positions of part 12-003 lead to, tier by tier
    build/spread-012-003.json    where those of each tier begin and end
    build/part-012-003.json      what the manifest will say of a finished part
    build/pairs-012.*            keys and scores of a tier, for several processes (see `fresh`)

All others are written beside and renamed: one that exists is whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import threading
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from zermelo.extras import require
from zermelo.files import readable, reason
from zermelo.game import ZermeloError
from zermelo.language import _

ROWS: Final = 1 << 16  # of a group of rows, which is what one probe reads
MANIFEST: Final = "manifest.json"
BUILD: Final = "build"
Array = Any


class Damaged(ZermeloError):
    """A file that is not what was written."""


class Folder:
    """Files of a folder, and of the folder `build` in it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return (self.path / name).exists()

    def names(self, folder: str) -> list[str]:
        """Of the files in a folder."""
        return [path.name for path in (self.path / folder).iterdir()]

    def write(self, name: str, content: bytes) -> None:
        """A file, whole or not at all."""
        self._put(name, lambda path: path.write_bytes(content))

    def _put(self, name: str, fill: Any) -> None:
        target = self.path / name
        mark = f"{os.getpid()}-{threading.get_ident()}"
        part = target.with_name(f".{target.name}.{mark}.part")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                fill(part)
                part.replace(target)
            finally:
                part.unlink(missing_ok=True)
        except OSError as error:
            words = _("cannot write {path}: {reason}")
            raise ZermeloError(words.format(path=target, reason=reason(error))) from None

    def read(self, name: str) -> bytes:
        path = self.path / name
        with readable(path):
            # Nobody waits for a pipe.
            flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
            with open(os.open(path, flags), "rb") as file:  # noqa: PTH123
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise OSError(_("it is no file"))
                return file.read()

    def write_array(self, name: str, array: Array) -> None:
        """An array that is wanted again soon."""

        def fill(path: Path) -> None:
            whole = np.ascontiguousarray(array)
            about = np.lib.format.header_data_from_array_1_0(whole)
            with path.open("wb") as file:  # np.save does not tell why it cannot
                np.lib.format.write_array_header_1_0(file, about)
                file.write(whole.data.cast("B") if len(whole) else b"")

        self._put(name, fill)

    def read_array(self, name: str) -> Array:
        """The same again; parts of it may still be on disk."""
        try:
            return np.load(self.path / name, mmap_mode="r")
        except (OSError, ValueError, EOFError):
            raise Damaged(_("{file} is damaged").format(file=name)) from None

    def write_keys(self, name: str, keys: Array) -> None:
        """Sorted keys that are wanted again later."""
        self.write(name, to_parquet({"key": keys}))

    def read_keys(self, name: str) -> Array:
        return read_columns(self, name)["key"]

    def remove(self, name: str) -> None:
        """Takes a file, or a folder, away if it is there."""
        path = self.path / name
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


class Memory:
    """The same names without any files."""

    def __init__(self) -> None:
        self._files: dict[str, Any] = {}

    def has(self, name: str) -> bool:
        return name in self._files

    def names(self, folder: str) -> list[str]:
        begin = f"{folder}/"
        return [name.removeprefix(begin) for name in list(self._files) if name.startswith(begin)]

    def write(self, name: str, content: bytes) -> None:
        self._files[name] = content

    def read(self, name: str) -> bytes:
        content: bytes = self._files[name]
        return content

    def write_array(self, name: str, array: Array) -> None:
        self._files[name] = array

    def read_array(self, name: str) -> Array:
        return self._files[name]

    write_keys, read_keys = write_array, read_array

    def remove(self, name: str) -> None:
        if self._files.pop(name, None) is not None:
            return
        for each in list(self._files):  # at once: threads put others there meanwhile
            if each.startswith(f"{name}/"):
                del self._files[each]


Shelf: TypeAlias = Folder | Memory


def read_json(shelf: Shelf, name: str) -> Any:
    """What a file in JSON says."""
    try:
        return json.loads(shelf.read(name))
    except (ValueError, RecursionError):
        raise Damaged(_("{file} is damaged").format(file=name)) from None


def write_json(shelf: Shelf, name: str, found: Any) -> None:
    """A file in JSON."""
    shelf.write(name, (json.dumps(found, indent=1, default=repr) + "\n").encode())


def checksum(content: bytes) -> str:
    """By which a file is known again."""
    return hashlib.sha256(content).hexdigest()


# --- Parquet -------------------------------------------------------------------------------------


def to_parquet(columns: dict[str, Array], missing: Array | None = None) -> bytes:
    """A file of columns, the keys among them coded by their differences.

    `missing`: where there is no distance.
    """
    require("tablebase")
    import pyarrow
    import pyarrow.parquet

    arrays = {name: pyarrow.array(column) for name, column in columns.items()}
    if missing is not None and missing.any():
        arrays["distance"] = pyarrow.array(columns["distance"], mask=missing)
    buffer = pyarrow.BufferOutputStream()  # in which other threads are not held up
    pyarrow.parquet.write_table(
        pyarrow.table(arrays),
        buffer,
        compression="zstd",
        row_group_size=ROWS,
        use_dictionary=[name for name in columns if name != "key"],
        column_encoding={"key": "DELTA_BINARY_PACKED"},
        write_statistics=["key"],
    )
    return buffer.getvalue().to_pybytes()


def from_parquet(content: bytes, groups: list[int] | None = None) -> dict[str, Array]:
    """The columns of a file, or of some of its groups of rows; distance -1: none."""
    require("tablebase")
    import pyarrow
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(content))
    table = (
        file.read(use_threads=False)
        if groups is None
        else file.read_row_groups(groups, use_threads=False)
    )
    columns = {}
    for name in table.column_names:
        column = table.column(name)
        if column.null_count:
            column = column.fill_null(-1)
        columns[name] = column.to_numpy()
    return columns


def read_columns(shelf: Shelf, name: str) -> dict[str, Array]:
    """The columns of a file by its name."""
    content = shelf.read(name)
    try:
        return from_parquet(content)
    except (OSError, ValueError):  # as pyarrow has it
        raise Damaged(_("{file} is damaged").format(file=name)) from None
