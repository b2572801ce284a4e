"""The terminal: standard output and standard error, and what may be written there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from zermelo.cli.streams import STEERING, tell
from zermelo.report.rows import shortened

if TYPE_CHECKING:
    from rich.console import Console

    out: Console
    err: Console

SPACE: Final = "\xa0"  # between thousands, in Spanish and Catalan
MOST_TEXTS: Final = 60  # moves or leaves in a row; --json gives all


if not TYPE_CHECKING:  # or any name would do

    def __getattr__(name: str) -> Any:
        """`out` and `err`, made when they are used: Rich takes a while to load."""
        if name not in ("out", "err"):
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        from rich.console import Console

        about = dict.fromkeys(("highlight", "emoji", "markup"), False)
        globals()[name] = Console(stderr=name == "err", soft_wrap=True, **about)
        return globals()[name]


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


def is_watched() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr.isatty()


def compiling() -> Callable[[str], None] | None:
    """Tells on a terminal what takes so long the first time."""
    return (lambda text: tell(clean(text))) if is_watched() else None
