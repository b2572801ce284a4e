"""Sheets of exercises and lists of students, as commands read them."""

from __future__ import annotations

import re
from pathlib import Path

from zermelo.cli import source
from zermelo.exercise import Assignment, read_assignment
from zermelo.game import ZermeloError
from zermelo.language import _


def load_assignment(name: str, kind: str = "alphabeta", shape: str = "") -> Assignment:
    """The sheet of exercises in a file; of a tree alone, what is to be done with it."""
    return read_assignment(source.read_text(name), name, Path(name).parent, kind, shape)


def file_name(student: str) -> str:
    """A student's name as the name of a file: letters and figures alone."""
    return re.sub(r"\W+", "-", student).strip("-") or "-"


def load_names(path: Path) -> list[str]:
    """The names in a file, one a line; of a line with commas the first part, # is a comment."""
    lines = [line.partition("#")[0] for line in source.read_text(str(path)).splitlines()]
    names = [" ".join(line.split(",")[0].split()) for line in lines]
    found = list(dict.fromkeys(name for name in names if name))
    if not found:
        raise ZermeloError(_("no names in {file}: write one a line").format(file=path))
    return found
