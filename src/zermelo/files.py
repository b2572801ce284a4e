"""Writing files: whole, or not at all; and why the system would not."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, NoReturn

from zermelo.game import ZermeloError
from zermelo.language import _, mark

LONGEST: Final = 200  # letters of a reason
MOST: Final = 64 << 20  # bytes of a file that is read whole

# The reasons that the system gives most often for not reading or writing a file.
REASONS: Final = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Is a directory"),
    mark("Not a directory"),
    mark("File exists"),
    mark("No space left on device"),
    mark("Read-only file system"),
)


class FromText(SourceFileLoader):
    """Loads a module by its text: bytecode is told from it by size and second alone."""

    def path_stats(self, path: str) -> NoReturn:
        raise OSError(path)

    def module(self) -> ModuleType:
        """The module, known to Python by its name from here on; `exec_module` fills it."""
        spec = spec_from_file_location(self.name, self.path, loader=self)
        assert spec is not None
        module = sys.modules[self.name] = module_from_spec(spec)
        return module


def reason(error: OSError) -> str:
    """Why the system would not."""
    return _(error.strerror) if error.strerror else str(error).partition("\n")[0][:LONGEST]


def check_writable(path: Path) -> None:
    """Complains before the work is done if the file cannot be written."""
    if _is_foreign_link(path):
        raise _cannot(path, _("it is somebody else's link, which may lead anywhere"))
    folder = path.resolve().parent
    if path.is_dir():
        raise _cannot(path, _("Is a directory"))
    if not folder.is_dir():
        raise _cannot(path, _("No such file or directory"))
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise _cannot(path, _("Permission denied"))


def write_whole(path: Path, content: bytes) -> None:
    """Writes the file; if that fails, what was there before is there still, and nothing else.

    A file that was there keeps its mode. Nobody can guess the name under which it is written first.
    """
    check_writable(path)
    target = path.resolve()
    try:
        if target.exists() and not target.is_file():  # a pipe, a device
            target.write_bytes(content)
            return
        mode = _mode(target)
        number, name = tempfile.mkstemp(prefix=".zermelo-", suffix=".part", dir=target.parent)
        part = Path(name)
        try:
            with open(number, "wb") as file:  # noqa: PTH123
                file.write(content)
            part.chmod(mode)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise _cannot(path, reason(error)) from None


def read_limited(path: Path, most: int = MOST, plain: bool = False) -> bytes:
    """What is in a file, a pipe or a device, if it comes to an end before it is too much.

    Where it must be a `plain` file, nobody waits for a pipe.
    """
    if plain and path.exists() and not path.is_file():
        raise unreadable(path, _("it is no file"))
    with path.open("rb") as file:
        return checked(file.read(most + 1), path, most)


def checked(content: bytes, name: Path | str, most: int = MOST) -> bytes:
    """The content, unless it is too much."""
    if len(content) > most:
        raise unreadable(name, _("it is larger than {count} MB").format(count=most >> 20))
    return content


def read_text(path: Path, encoding: str = "utf-8", most: int = MOST, plain: bool = False) -> str:
    """The text in a file, within the same limits; lines end as they do here."""
    text = str(read_limited(path, most, plain), encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def readable(name: Path | str) -> Iterator[None]:
    """Around what reads a file: why it cannot be read is told in one line."""
    try:
        yield
    except OSError as error:
        raise unreadable(name, reason(error)) from None
    except UnicodeDecodeError:
        raise unreadable(name, _("it is no UTF-8 text")) from None


def unreadable(file: Path | str, why: str) -> ZermeloError:
    """The error that a file cannot be read."""
    return ZermeloError(_("cannot read {file}: {reason}").format(file=file, reason=why))


def _mode(target: Path) -> int:
    """Who may read and write the file: as before, or as any new file."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _is_foreign_link(path: Path) -> bool:
    """Whether a link in a folder that others can write was put there by one of them."""
    if not path.is_symlink() or not hasattr(os, "geteuid"):
        return False
    folder = path.parent.stat()
    shared = folder.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return bool(shared) and path.lstat().st_uid not in (os.geteuid(), folder.st_uid)


def _cannot(path: Path, why: str) -> ZermeloError:
    return ZermeloError(_("cannot write {path}: {reason}").format(path=path, reason=why))
