"""Writing files: whole, or not at all; and why the system would not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from zermelo.game import ZermeloError
from zermelo.language import _, mark

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


def reason(error: OSError) -> str:
    """Why the system would not."""
    return _(str(error.strerror))


def check_writable(path: Path) -> None:
    """Complains before the work is done if the file cannot be written."""
    folder = path.resolve().parent
    if path.is_dir():
        raise _cannot(path, _("Is a directory"))
    if not folder.is_dir():
        raise _cannot(path, _("No such file or directory"))
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise _cannot(path, _("Permission denied"))


def write_whole(path: Path, content: bytes) -> None:
    """Writes the file; if that fails, what was there before is there still, and nothing else."""
    check_writable(path)
    target = path.resolve()
    part = target.with_name(f".zermelo-{os.getpid()}.part")
    try:
        if target.exists() and not target.is_file():  # a pipe, a device
            target.write_bytes(content)
            return
        try:
            part.write_bytes(content)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise _cannot(path, reason(error)) from None


def _cannot(path: Path, why: str) -> ZermeloError:
    return ZermeloError(_("cannot write {path}: {reason}").format(path=path, reason=why))
