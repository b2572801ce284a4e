"""Errors that are raised again, errors of the author's, and `contextlib.suppress`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from tests.compiler.programs import ROWS, SMALL, over


class RuleError(Exception):
    """What all errors of a game are."""


class IllegalMoveError(RuleError, ValueError):
    def __init__(self, cell: int, why: str = "") -> None:
        super().__init__(f"{cell}: {why}")
        self.cell = cell


class LateError(RuleError):
    pass


def checked(n: int) -> int:
    if n > 6:
        raise IllegalMoveError(n, "too far")
    if n > 3:
        raise LateError
    if n < -3:
        raise KeyError(n)
    return [1, 2, 3, 4][n] // n


@over(SMALL)
def own_errors(n: int) -> Any:
    try:
        return checked(n)
    except IllegalMoveError:
        return "illegal"
    except RuleError:
        return "late"
    except LookupError:
        return "lookup"


@over(SMALL)
def by_another_base(n: int) -> Any:
    try:
        return checked(n)
    except ValueError:
        return "value"


@over(SMALL)
def raised_bare(n: int) -> Any:
    log = []
    try:
        try:
            log.append(checked(n))
        except (RuleError, KeyError):
            log.append("seen")
            raise
        finally:
            log.append("left")
    except KeyError:
        log.append("key")
    except ValueError:
        log.append("value")
    return log


@over(SMALL)
def raised_by_name(n: int) -> Any:
    try:
        return checked(n)
    except ArithmeticError as error:
        raise error
    except RuleError as error:
        if n > 7:
            raise LateError(str(error)) from error
        raise error from None


@over(SMALL)
def raised_inside(n: int) -> Any:
    found = []
    try:
        checked(n)
    except Exception:
        try:
            checked(-n)
        except KeyError:
            found.append("inner")
        try:
            raise
        except ZeroDivisionError:
            found.append("zero")
        except RuleError:
            found.append("rule")
    return found


@over(ROWS)
def raised_in_a_generator(items: list[int]) -> Any:
    def each() -> Iterator[int]:
        for x in items:
            try:
                yield checked(x)
            except RuleError:
                yield -1
                raise
            except ZeroDivisionError:
                yield 0

    found = []
    try:
        for x in each():
            found.append(x)
    except ValueError:
        found.append(99)
    return found


@over(SMALL)
def suppressed(n: int) -> Any:
    x = 0
    with contextlib.suppress(KeyError, RuleError):
        x = 1
        x = checked(n)
        x += 10
    with suppress(ZeroDivisionError), suppress(IndexError):
        return x, checked(n)
    return x


@over(ROWS)
def suppressed_in_a_loop(items: list[int]) -> Any:
    found = []
    for x in items:
        with suppress(ValueError):
            if x == 2:
                continue
            if x == 9:
                break
            found.append(checked(x))
    else:
        found.append("all")
    return found


@over(SMALL)
def error_compared(n: int) -> Any:
    try:
        return checked(n)
    except IllegalMoveError as error:
        return error.cell


@over(SMALL)
def made_of_nothing(n: int) -> Any:
    if n > 0:
        raise IllegalMoveError
    return n
