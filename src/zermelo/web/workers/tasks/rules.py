"""The answer to a question about the rules of a user's game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.web.workers.process import Context


def rules(context: Context, request: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    """What the function gives for the positions of this process and its other arguments."""
    question, given = request
    return question(context.positions, *given)
