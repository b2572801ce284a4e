"""The terminal: standard output and standard error, and what may be written there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
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


def aligned(table: Sequence[Sequence[str]], texts: int | None = None) -> str:
    """Lines whose columns stand under each other; those after so many `texts` to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = [
            cell.ljust(width) if texts is None or i < texts else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def is_watched() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr.isatty()


def compiling() -> Callable[[str], None] | None:
    """Tells on a terminal what takes so long the first time."""
    return (lambda text: tell(clean(text))) if is_watched() else None
