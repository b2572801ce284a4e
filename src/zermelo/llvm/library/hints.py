"""How functions of the library are to be compiled."""

from __future__ import annotations

from typing import Any


def inline(function: Any) -> Any:
    """In place of each call."""
    function.hint = "inline"
    return function


def cold(function: Any) -> Any:
    """Seldom called, and never in place of the call."""
    function.hint = "cold"
    return function


def checked(function: Any) -> Any:
    """With all checks, as if it were the rules': it calls their functions and reads their dicts."""
    function.hint = "checked"
    return function
