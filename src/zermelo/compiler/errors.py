"""What is refused when rules are compiled, and what machine code may meet when they run."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from zermelo.game import ZermeloError
from zermelo.language import _, mark


class Refusal(Exception):
    """A construct that is not compiled: why, and what to write instead. Has no place as yet."""

    def __init__(self, why: str, **values: Any) -> None:
        super().__init__(why)
        self.why, self.values = why, values

    def __str__(self) -> str:
        return _(self.why).format(**self.values)


class CannotCompile(ZermeloError):
    """Rules that are not compiled, in one line with file, line, reason and remedy."""


REPORTS: Final = "https://github.com/zermelo-search/zermelo/issues"


def mistake(error: Exception) -> Refusal:
    """What is said where the compiler fails by itself, and the rules are not to blame."""
    what = " ".join(f"{type(error).__name__} {error}".split())[:200]
    return Refusal(
        "a mistake of Zermelo's: {error}; report it at {where}", error=what, where=REPORTS
    )


def refused(where: str, file: str, line: int, refusal: Refusal) -> CannotCompile:
    words = _("cannot compile {where} (line {line} of {file}): {what}")
    return CannotCompile(words.format(where=where, line=line, file=Path(file).name, what=refusal))


class RuleFault(ZermeloError):
    """A rule met an error in machine code, or something that machine code cannot do.

    `cause` is the class of the exception that Python would raise, or a `Limit`.
    """

    def __init__(self, rule: str, file: str, line: int, cause: type[BaseException]) -> None:
        self.rule, self.file, self.line, self.cause = rule, file, line, cause
        what = _(cause.what) if issubclass(cause, Limit) else cause.__name__
        words = _("{rule} (line {line} of {file}): {what}")
        super().__init__(
            words.format(rule=rule, line=line, file=Path(file).name, what=what) if rule else what
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rule, self.file, self.line, self.cause)


class Limit(BaseException):
    """What machine code cannot do and Python may: no `except` of the rules catches it."""

    what = ""


class Beyond64Bits(Limit):
    what = mark("a number leaves 64 bits")


class OutOfMemory(Limit):
    what = mark("it needs more memory than there is for one search")


class TooDeep(Limit):
    what = mark("it calls itself too often")


class Stopped(Limit):
    what = mark("it was stopped")


class Unsupported(Limit):
    what = mark("something that machine code cannot do")


class Narrow(Limit):
    what = mark("a value unlike those in all games tried")


class ReadOnly(Limit):
    what = mark("a list, dict or set of the game or its module is changed; copy it first")


LIMITS: Final = (Beyond64Bits, OutOfMemory, TooDeep, Stopped, Unsupported, Narrow, ReadOnly)
