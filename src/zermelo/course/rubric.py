"""The rubric of a project, teacher/rubric.toml, and the list of students, teacher/roster.csv.

    game = "connect4"            # a name, or FILE.py:Class in the folder of the project
    kind = "move"                # students write move(game, state); or "evaluate"
    plays = "both"               # MAX and MIN in turn; "max": always MAX, for the score
    seconds = 1.0                # for each answer
    memory = 512                 # megabytes

    [[criterion]]
    test = "match"
    against = "random"           # or "ordered", "alphabeta:depth=2", any algorithm
    games = 10
    seed = 4711                  # hidden from students
    nothing = 0.0                # a score that earns nothing; in between, points grow evenly
    full = 0.9                   # a score that earns all points
    points = 30

What is wrong with either file is an error in one line that names the file and the line.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Final

from zermelo.files import read_text, readable
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.match.players import Named
from zermelo.names import instead

KINDS: Final = ("move", "evaluate")
PLAYS: Final = ("both", "max")
TESTS: Final = ("legal", "match", "forced", "proven")
NUMBER: Final = (int, float)
MOST: Final = 1000  # games, positions, seconds, points
LARGEST: Final = 1 << 20  # bytes of a rubric or of a list of students


@dataclass(frozen=True)
class Criterion:
    """One thing that is tested, and what it is worth."""

    test: str
    points: float
    seed: int = 1
    games: int = 10
    positions: int = 20
    plies: int = 3  # in which a win can be forced
    against: str = "random"  # a player by its name, as in tournaments
    nothing: float = 0.0
    full: float = 1.0

    def share(self, reached: float) -> float:
        """How much of the points something earns, from 0 to 1."""
        return min(1.0, max(0.0, (reached - self.nothing) / (self.full - self.nothing)))


@dataclass(frozen=True)
class Rubric:
    """What a project is about, and what its parts are worth."""

    game: str
    criteria: tuple[Criterion, ...]
    kind: str = "move"
    plays: str = "both"
    seconds: float = 1.0
    memory: int = 512
    depth: int = 2  # of the search that uses a student's evaluate
    set: Mapping[str, Any] = field(default_factory=dict)

    @property
    def points(self) -> float:
        """All points together."""
        return sum(each.points for each in self.criteria)

    @property
    def settings(self) -> list[str]:
        """The parameters of the game as name=value."""
        return [f"{name}={value}" for name, value in self.set.items()]


# The type of every key, its choices, or the least that it may be.
HEAD: Final[dict[str, tuple[tuple[type, ...], Any]]] = {
    "game": ((str,), None),
    "kind": ((str,), KINDS),
    "plays": ((str,), PLAYS),
    "seconds": (NUMBER, 0.01),
    "memory": ((int,), 64),
    "depth": ((int,), 1),
    "set": ((dict,), None),
    "criterion": ((list,), None),
}
PART: Final[dict[str, tuple[tuple[type, ...], Any]]] = {
    "test": ((str,), TESTS),
    "points": (NUMBER, 0.01),
    "seed": ((int,), 0),
    "games": ((int,), 1),
    "positions": ((int,), 1),
    "plies": ((int,), 1),
    "against": ((str,), None),
    "nothing": (NUMBER, None),
    "full": (NUMBER, None),
}
UNBOUNDED: Final = ("seed", "memory", "nothing", "full")


def read_rubric(path: Path) -> Rubric:
    """The rubric in a file."""
    with readable(path):
        text = read_text(path, "utf-8-sig", LARGEST, plain=True)
    try:
        page = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines()) or 1
        raise _wrong(path, line, str(error).partition(" (at ")[0]) from None
    _check(page, HEAD, path, text, 0)
    if not page.get("game"):
        raise _wrong(path, 1, _('name the game: game = "connect4"'))
    parts = page.pop("criterion", [])
    if not parts or not all(isinstance(part, dict) for part in parts):
        raise _wrong(path, _line(text, 0, "criterion"), _("no [[criterion]] in it"))
    criteria = []
    for number, part in enumerate(parts, 1):
        _check(part, PART, path, text, number)
        for key in ("test", "points"):
            if key not in part:
                words = _("the criterion says nothing of {key}")
                raise _wrong(path, _line(text, number), words.format(key=key))
        criteria.append(Criterion(**part))
        try:
            Named.read(criteria[-1].against)
        except ZermeloError as error:
            raise _wrong(path, _line(text, number, "against"), str(error)) from None
        if not criteria[-1].nothing < criteria[-1].full:
            words = _("full must be more than nothing")
            raise _wrong(path, _line(text, number, "full"), words)
        if (part["test"] in ("forced", "proven")) and page.get("kind", "move") != (
            "move" if part["test"] == "forced" else "evaluate"
        ):
            words = _("test = '{test}' is not for kind = '{kind}'")
            words = words.format(test=part["test"], kind=page.get("kind", "move"))
            raise _wrong(path, _line(text, number, "test"), words)
    return Rubric(criteria=tuple(criteria), **page)


def _check(
    given: Mapping[str, Any], known: Mapping[str, Any], path: Path, text: str, number: int
) -> None:
    """Refuses keys that mean nothing, and values that make no sense."""
    for key, value in given.items():
        line = _line(text, number, key)
        if key not in known:
            words = _("no key '{key}'").format(key=key) + instead(key, known)
            raise _wrong(path, line, words)
        types, limit = known[key]
        fits = isinstance(value, types) and not isinstance(value, bool)
        if fits and isinstance(value, NUMBER):
            fits = isfinite(value) and (limit is None or value >= limit)
            fits = fits and (key in UNBOUNDED or value <= MOST)
        elif fits and limit is not None:
            fits = value in limit
        if not fits:
            words = _("{key} cannot be {value!r}").format(key=key, value=value)
            more = instead(str(value), limit) if isinstance(limit, tuple) else ""
            raise _wrong(path, line, words + more)


def _line(text: str, number: int, key: str = "") -> int:
    """The line of a key in the criterion of that number, or above all of them (0)."""
    seen, found = 0, 1
    for place, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*\[\[\s*criterion", line):
            seen += 1
            if seen == number:
                found = place
        if seen == number and key and re.match(rf"\s*[\['\"]*{re.escape(key)}\b", line):
            return place
    return found


def read_roster(path: Path) -> dict[str, str]:
    """The names of students by what they hand in: a CSV file with the columns submission, name.

    Commas or semicolons part the columns; what stands in others is left alone.
    """
    with readable(path):
        text = read_text(path, "utf-8-sig", LARGEST, plain=True)
    first = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text), delimiter=";" if ";" in first else ",", strict=True)
    found: dict[str, str] = {}
    columns: list[str] = []
    try:
        for row in rows:
            cells = [" ".join(cell.split()) for cell in row]
            if not any(cells):
                continue
            if not columns:
                columns = [cell.lower() for cell in cells]
                if not {"submission", "name"} <= set(columns):
                    words = _("the first line must name the columns: submission,name")
                    raise _wrong(path, rows.line_num, words)
                continue
            told = dict(zip(columns, cells, strict=False))
            key = told.get("submission", "").removesuffix(".py")
            if not key or not told.get("name"):
                raise _wrong(path, rows.line_num, _("a line needs a submission and a name"))
            if key in found:
                words = _("'{name}' is in the list twice").format(name=key)
                raise _wrong(path, rows.line_num, words)
            found[key] = told["name"]
    except csv.Error as error:
        raise _wrong(path, rows.line_num, str(error)) from None
    if not found:
        raise _wrong(path, 1, _("no students in it"))
    return found


def blamed(path: Path, number: int, key: str, what: str) -> ZermeloError:
    """What is wrong with a key of the criterion of that number, or of the whole rubric (0)."""
    return _wrong(path, _line(read_text(path, "utf-8-sig"), number, key), what)


def _wrong(path: Path, line: int, what: str) -> ZermeloError:
    words = _("{file}, line {line}: {what}")
    return ZermeloError(words.format(file=path, line=line, what=what))
