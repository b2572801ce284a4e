"""A program in a student's file: what it is meant to be, read without running any of it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from zermelo.files import read_limited
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.names import check_name, instead
from zermelo.search import Algorithm, Settings, alphabeta, expectiminimax, minimax
from zermelo.students import forms, source
from zermelo.students.cases import Case, Wanted
from zermelo.students.process import Unusable

KINDS: Final = ("alphabeta", "minimax", "expectiminimax", "evaluation", "player")
# What a program is compared with.
ALGORITHMS: Final[dict[str, Algorithm]] = {
    "alphabeta": alphabeta,
    "minimax": minimax,
    "expectiminimax": expectiminimax,
    "player": minimax,
}
# Only one lecture hands on who comes next, and only one a list for the move.
OF_LECTURE: Final = {"next": "003", "moves": "004"}
MOST: Final = {"004": 99}  # the largest value, where a lecture's own game has no larger ones
PLAYERS: Final = re.compile("agent|player|jugador|object", re.IGNORECASE)  # bases of a class
LARGEST: Final = 4 << 20  # bytes of a program
DEFINITIONS: Final = (ast.FunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Wrong:
    """A case that went wrong, and what was wrong with it in words."""

    case: Case
    told: str
    found: dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What came of checking a program."""

    kind: str
    tried: int
    wrong: tuple[Wrong, ...] = ()
    mistake: str | None = None  # what it looks like
    unusable: str = ""

    @property
    def status(self) -> int:
        """0 right, 1 wrong, 2 unusable: as the command's exit status."""
        return 2 if self.unusable else int(bool(self.wrong))

    @property
    def marks(self) -> int:
        """How many of the cases were right, in a hundred; all only if none was wrong."""
        if not self.tried:
            return 0
        marks = round(100 * (self.tried - len(self.wrong)) / self.tried)
        return min(marks, 99) if self.wrong else marks

    def as_json(self) -> dict[str, Any]:
        """All of it for programs."""
        first = self.wrong[0] if self.wrong else None
        return {
            "ok": self.status == 0,
            "kind": self.kind,
            "cases": self.tried,
            "wrong": len(self.wrong),
            "marks": self.marks,
            "first_difference": first.told if first else None,
            "case": first.case.job() if first else None,
            "looks_like": _(self.mistake) if self.mistake else None,
            "unusable": self.unusable or None,
        }


@dataclass(frozen=True)
class Program:
    """A function or a class in a student's file, and what it is meant to be."""

    file: str
    name: str
    kind: str
    parameters: tuple[str, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)  # of the algorithm to compare with
    limits_depth: bool = False  # by a parameter that counts down, or by a constant of the file
    depth: source.Depth = source.NO_DEPTH
    for_the_mover: bool = False  # values are for whoever moves at the root
    takes_turns: bool = False  # a function for MAX, one for MIN, and nobody asks who moves
    asks: bool = False  # who moves
    values: bool = True  # whether the game is ever asked for a value
    keeps: tuple[str, ...] = ()  # what outlives a call of it
    most: int = 1000  # no value of a tree is larger

    @property
    def roles(self) -> set[str]:
        """What it has parameters for."""
        return {role for role in map(forms.role_of, self.parameters) if role}

    @property
    def wanted(self) -> Wanted:
        """The trees that it can be asked about."""
        flags = self.roles & {"maximizing", "player"}
        plain = self.name.lower()
        turns = "nega" in plain or self.for_the_mover or self.takes_turns
        turns = turns or ("max" in plain and "min" not in plain)  # it begins with MAX
        # A function that is handed no depth always looks at the root's branches.
        least = 0 if "depth" in self.roles else 1
        return Wanted(
            chance=self.kind == "expectiminimax",
            depth=self.limits_depth,
            least=max(least, self.settings.get("root_depth", 0)),
            alternate=bool(flags) or turns,
            max_first="player" in self.roles or turns,
            chance_between="next" in self.roles,
            most=self.most,
            # 000 begins with (nodo, jugador), and gives the node that it moves to.
            move=self.kind == "player" or self.roles == {"state", "player"},
        )


def read_program(path: str, name: str, kind: str | None, **settings: Any) -> Program:
    """The program, without running any of it; `Unusable` where there is none."""
    try:
        module = ast.parse(read_limited(Path(path), LARGEST, plain=True), path)
    except SyntaxError as error:
        told = _("{file} does not import: {reason}")
        reason = f"{error.msg} {_('(line {line})').format(line=error.lineno)}"
        raise Unusable(told.format(file=path, reason=reason)) from None
    except ZermeloError as error:
        raise Unusable(str(error)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Unusable(_("cannot read {file}: {reason}").format(file=path, reason=why)) from None
    functions = {each.name: each for each in module.body if isinstance(each, DEFINITIONS)}
    if name not in functions:
        told = _("{file} has no function '{name}'").format(file=path, name=name)
        raise Unusable(told + instead(name, functions))
    if kind is not None:
        check_name(kind, KINDS, _("no kind of program '{name}'"))
    found = functions[name]
    used = source.reach(module, name)
    about: dict[str, Any] = {
        "takes_turns": source.takes_turns(used),
        "asks": source.asks(used, "to_move", "is_max"),
        "values": source.asks(used, "utility", "evaluate"),
        "keeps": source.keeps(used),
    }
    if isinstance(found, ast.ClassDef):
        chosen = kind or "player"
        return Program(path, name, chosen, settings=_settings(chosen, settings), **about)
    parameters = source.parameters(found)
    chosen = kind or forms.kind_of(name, parameters)
    own = {OF_LECTURE[role] for role in map(forms.role_of, parameters) if role in OF_LECTURE}
    if own and not settings and chosen in ALGORITHMS:
        settings = {"convention": own.pop()}
    depth = source.depth(used, name)
    counts_down = "depth" in map(forms.role_of, parameters) and not depth.up
    return Program(
        path,
        name,
        chosen,
        parameters,
        _settings(chosen, settings),
        limits_depth=counts_down or bool(depth.limit),
        depth=depth,
        for_the_mover=source.is_for_the_mover(found),
        most=MOST.get(settings.get("convention", ""), 1000),
        **about,
    )


def _settings(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Those of the search to compare with.

    A program is handed the plies that are left, however its lecture counts depth; but where chance
    costs a level (003), depth counts levels, the last of which is 1.
    """
    if kind not in ALGORITHMS:
        if given:
            told = _("{option} says nothing about an evaluation: leave it out")
            raise ZermeloError(told.format(option=f"--{next(iter(given))}"))
        return {}
    full = ALGORITHMS[kind].in_full(Settings(**given))  # type: ignore[typeddict-item]
    return {**full, "root_depth": full.get("chance_depth", 0)}


def is_program(path: str, name: str) -> bool:
    """Whether that name in a file is a student's program, and no game; nothing of it is run."""
    try:
        module = ast.parse(read_limited(Path(path), LARGEST, plain=True), path)
    except (OSError, SyntaxError, ValueError, ZermeloError):
        return False
    classes = [each for each in module.body if isinstance(each, ast.ClassDef)]
    for each in classes:
        if each.name == name:
            rules = {part.name for part in each.body if isinstance(part, ast.FunctionDef)}
            plays = bool(rules & set(forms.PLAYS)) and not rules & {"actions", "result"}
            return plays and all(PLAYERS.search(ast.unparse(base)) for base in each.bases)
    defined = any(isinstance(each, ast.FunctionDef) and each.name == name for each in module.body)
    return defined or not any(each.bases for each in classes)
