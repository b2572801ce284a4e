"""Sheets of exercises and lists of students, as commands read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from zermelo.cli import source
from zermelo.cli.engines import note
from zermelo.exercise import Assignment, read_assignment
from zermelo.exercise.assignment import says_nothing
from zermelo.game import ZermeloError
from zermelo.language import _


def load_assignment(
    name: str, convention: str | None = None, kind: str = "alphabeta", shape: str = ""
) -> Assignment:
    """The sheet of exercises in a file; of a tree alone, what is to be done with it."""
    text, folder = source.read_text(name), Path(name).parent
    found = read_assignment(text, name, folder, kind, shape, convention)
    if convention and not any(part.follows for part in found.parts):
        kinds = dict.fromkeys(each.kind for each in found.exercises())
        note(says_nothing(convention, ", ".join(kinds)))
    return found


def refuse_beside(given: Mapping[str, object], words: str) -> None:
    """Refuses the first option that is given: `words` say beside what it means nothing."""
    for option, value in given.items():
        if value is not None:
            raise ZermeloError(words.format(option=option))


def file_name(student: str) -> str:
    """A student's name as the name of a file: letters and figures alone."""
    return re.sub(r"\W+", "-", student).strip("-") or "-"


def load_names(path: Path) -> list[str]:
    """The names in a file, one a line; of a line of a table the first cell, # is a comment."""
    lines = [line.partition("#")[0] for line in source.read_text(str(path)).splitlines()]
    names = [" ".join(re.split("[,;\t]", line)[0].split()) for line in lines]
    found = list(dict.fromkeys(name for name in names if name))
    if not found:
        raise ZermeloError(_("no names in {file}: write one a line").format(file=path))
    return found
