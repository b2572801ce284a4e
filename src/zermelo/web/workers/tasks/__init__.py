"""What the processes do, one file a kind of work: functions of a context and a request."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

# The modules load when they are used, or all at once (`load`).
TASKS: Final = {
    "analyse": "analysis",
    "prepare": "analysis",
    "think": "reply",
    "why": "why",
    "search": "search",
    "explain": "explanation",
    "export": "explanation",
    "tree": "trees",
    "exercise": "exercises",
    "grade": "exercises",
    "hint": "exercises",
    "paper": "exercises",
    "score": "exercises",
    "lab": "lab",
    "rules": "rules",
}


def task_named(name: str) -> Callable[[Any, Any], Any]:
    """The function that does a task."""
    task: Callable[[Any, Any], Any] = getattr(import_module(f"{__name__}.{TASKS[name]}"), name)
    return task


def load() -> None:
    """Loads all tasks beforehand, so that whoever asks first does not wait for that."""
    for name in TASKS:
        task_named(name)
