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
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from zermelo.files import read_text, readable
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.match.players import Named
from zermelo.tomlfile import NUMBER, Key, Page, wrong

KINDS: Final = ("move", "evaluate")
PLAYS: Final = ("both", "max")
TESTS: Final = ("legal", "match", "forced", "proven")
OF_KIND: Final = {"forced": "move", "proven": "evaluate"}  # what the test asks for
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


HEAD: Final = {
    "game": Key(),
    "kind": Key(choices=KINDS),
    "plays": Key(choices=PLAYS),
    "seconds": Key(NUMBER, least=0.01, most=MOST),
    "memory": Key((int,), least=64),
    "depth": Key((int,), least=1, most=MOST),
    "set": Key((dict,)),
}
PART: Final = {
    "test": Key(choices=TESTS),
    "points": Key(NUMBER, least=0.01, most=MOST),
    "seed": Key((int,), least=0),
    **dict.fromkeys(("games", "positions", "plies"), Key((int,), least=1, most=MOST)),
    "against": Key(),
    "nothing": Key(NUMBER),
    "full": Key(NUMBER),
}


def read_rubric(path: Path) -> Rubric:
    """The rubric in a file."""
    page = _page(path)
    page.check(page.head, HEAD)
    if not page.head.get("game"):
        raise page.wrong(_('name the game: game = "connect4"'))
    page.check_parts()
    criteria = []
    kind = page.head.get("kind", "move")
    for number, part in enumerate(page.parts, 1):
        page.check(part, PART, number)
        for key in ("test", "points"):
            if key not in part:
                words = _("the criterion says nothing of {key}")
                raise page.wrong(words.format(key=key), number)
        criteria.append(Criterion(**part))
        try:
            Named.read(criteria[-1].against)
        except ZermeloError as error:
            raise page.wrong(str(error), number, "against") from None
        if not criteria[-1].nothing < criteria[-1].full:
            raise page.wrong(_("full must be more than nothing"), number, "full")
        if OF_KIND.get(part["test"], kind) != kind:
            words = _("test = '{test}' is not for kind = '{kind}'")
            raise page.wrong(words.format(test=part["test"], kind=kind), number, "test")
    return Rubric(criteria=tuple(criteria), **page.head)


def _page(path: Path) -> Page:
    with readable(path):
        return Page(read_text(path, "utf-8-sig", LARGEST, plain=True), path, "criterion")


def blamed(path: Path, number: int, key: str, what: str) -> ZermeloError:
    """What is wrong with a key of the criterion of that number, or of the whole rubric (0)."""
    return _page(path).wrong(what, number, key)


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
                    raise wrong(path, rows.line_num, words)
                continue
            told = dict(zip(columns, cells, strict=False))
            key = told.get("submission", "").removesuffix(".py")
            if not key or not told.get("name"):
                raise wrong(path, rows.line_num, _("a line needs a submission and a name"))
            if key in found:
                words = _("'{name}' is in the list twice").format(name=key)
                raise wrong(path, rows.line_num, words)
            found[key] = told["name"]
    except csv.Error as error:
        raise wrong(path, rows.line_num, str(error)) from None
    if not found:
        raise wrong(path, 1, _("no students in it"))
    return found
