"""What a student hands in: a file, or a folder of which one file is the program."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from zermelo import files
from zermelo.game import ZermeloError
from zermelo.language import _

MAIN: Final = ("move.py", "starter.py", "evaluate.py", "agent.py")
LARGEST: Final = 1 << 20  # bytes of a file


def submissions(folder: Path) -> list[Path]:
    """The .py files and the folders in a folder; not those whose names begin with _ or a dot."""
    with files.readable(folder):
        entries = sorted(folder.iterdir())
    entries = [each for each in entries if not each.name.startswith((".", "_"))]
    return [each for each in entries if each.is_dir() or each.suffix == ".py"]


def name_of(path: Path) -> str:
    """What a submission is called."""
    return path.name if path.is_dir() else path.stem


def main_file(path: Path) -> Path:
    """The program: in a folder the one with the usual name, or else the only one."""
    if not path.is_dir():
        return path
    programs = [each for each in path.glob("*.py") if not each.name.startswith("test_")]
    usual = [path / name for name in (*MAIN, f"{path.name}.py")]
    found = [each for each in usual if each in programs][:1] or programs
    if len(found) != 1:
        told = _("{folder}: it must have move.py or starter.py, or one file alone that ends in .py")
        raise ZermeloError(told.format(folder=path))
    return found[0]


def content(path: Path) -> bytes:
    """All of its text, by which versions are told apart."""
    main_file(path)  # or it is none
    text = b""
    for each in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        with files.readable(each):
            text += str(each.relative_to(path)).encode() + b"\0"
            text += files.read_limited(each, LARGEST, plain=True) + b"\0"
    return text
