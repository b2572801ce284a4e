"""Engines ready to be asked: everything that they need is compiled."""

from __future__ import annotations

from typing import Any


def prepare(engine: Any, *questions: str) -> None:
    """Compiles what the engine needs for `analyse` or `solve`, or both: no clock measures that."""
    for question in questions or ("analyse", "solve"):
        engine.prepare(solving=question == "solve")
