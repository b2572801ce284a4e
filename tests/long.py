"""Which of many cases every run of the tests has; `scripts/soak tests` has the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], keep: int | Callable[[Any], bool]) -> list[Any]:
    """All values, marked as `long` but for the first so many, or for those that are to be kept."""
    found = []
    for place, value in enumerate(values):
        if place < keep if isinstance(keep, int) else keep(value):
            found.append(value)
        else:
            several = value if type(value) is tuple else (value,)
            found.append(pytest.param(*several, marks=pytest.mark.long))
    return found
