"""A program in a student's file: what it is meant to be, read without running any of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.names import instead
from zermelo.students import forms
from zermelo.students.cases import Case, Wanted
from zermelo.students.process import Unusable

KINDS: Final = ("alphabeta", "minimax", "expectiminimax", "evaluation", "player")
PLAYS: Final = ("move", "play", "choose", "best_move", "jugada", "__call__")  # of a class
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

    @property
    def roles(self) -> set[str]:
        """What it has parameters for."""
        return {role for role in map(forms.role_of, self.parameters) if role}

    @property
    def wanted(self) -> Wanted:
        """The trees that it can be asked about."""
        flags = self.roles & {"maximizing", "player"}
        negamax = "nega" in self.name.lower()
        return Wanted(
            chance=self.kind == "expectiminimax",
            depth="depth" in self.roles,
            alternate=bool(flags) or negamax,
            max_first="player" in self.roles or negamax or self._begins_with_max,
            move=self.kind == "player",
        )

    @property
    def _begins_with_max(self) -> bool:
        plain = self.name.lower()
        return "max" in plain and "min" not in plain


def read_program(path: str, name: str, kind: str | None, **settings: Any) -> Program:
    """The program, without running any of it; `Unusable` where there is none."""
    try:
        module = ast.parse(Path(path).read_bytes(), path)
    except SyntaxError as error:
        told = _("{file} does not import: {reason}")
        reason = f"{error.msg} {_('(line {line})').format(line=error.lineno)}"
        raise Unusable(told.format(file=path, reason=reason)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Unusable(_("cannot read {file}: {reason}").format(file=path, reason=why)) from None
    functions = {each.name: each for each in module.body if isinstance(each, DEFINITIONS)}
    if name not in functions:
        told = _("{file} has no function '{name}'").format(file=path, name=name)
        raise Unusable(told + instead(name, functions))
    if kind is not None and kind not in KINDS:
        raise ZermeloError(
            _("no kind of program '{name}'").format(name=kind) + instead(kind, KINDS)
        )
    found = functions[name]
    parameters: tuple[str, ...] = ()
    if isinstance(found, ast.FunctionDef):
        every = (*found.args.posonlyargs, *found.args.args, *found.args.kwonlyargs)
        parameters = tuple(each.arg for each in every)
    usual = "player" if isinstance(found, ast.ClassDef) else forms.kind_of(name)
    chosen = kind or usual
    # A program is handed the plies that are left, however its lecture counts depth.
    kept = {**settings, "root_depth": 0} if chosen == "alphabeta" else {}
    return Program(path, name, chosen, parameters, kept)


def is_program(path: str, name: str) -> bool:
    """Whether that name in a file is a student's program, and no game; nothing of it is run."""
    try:
        module = ast.parse(Path(path).read_bytes(), path)
    except (OSError, SyntaxError, ValueError):
        return False
    classes = [each for each in module.body if isinstance(each, ast.ClassDef)]
    for each in classes:
        if each.name == name:
            rules = {part.name for part in each.body if isinstance(part, ast.FunctionDef)}
            return not each.bases and bool(rules & set(PLAYS)) and "actions" not in rules
    defined = any(isinstance(each, ast.FunctionDef) and each.name == name for each in module.body)
    return defined or not any(each.bases for each in classes)
