"""The terminal: standard output and standard error, and what may be written there."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from rich.console import Console

from zermelo.cli.streams import STEERING
from zermelo.report.rows import shortened

SPACE: Final = "\xa0"  # between thousands, in Spanish and Catalan
MOST_TEXTS: Final = 60  # moves or leaves in a row; --json gives all

out = Console(highlight=False, soft_wrap=True, emoji=False, markup=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False, markup=False)


def print_json(found: Any) -> None:
    """One object on standard output."""
    text = json.dumps(found, ensure_ascii=False)
    print(STEERING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text))


def clean(text: str) -> str:
    """The text without signs that would steer a terminal."""
    return "".join(sign if sign.isprintable() or sign == SPACE else "\ufffd" for sign in text)


def row(texts: list[str]) -> str:
    """The texts in a row; of many, the first ones and their number."""
    return shortened(texts[:MOST_TEXTS], len(texts))


def compiling() -> Callable[[str], None] | None:
    """Tells on a terminal what takes so long the first time."""
    return (lambda text: err.print(clean(text))) if err.is_terminal else None
