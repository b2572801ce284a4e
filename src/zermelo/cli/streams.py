"""Standard output and standard error: whatever is written there, it is text and drives no terminal.

Names and labels come from files that others wrote. What would steer a terminal, or turn the
direction of writing, becomes a sign for what cannot be shown. Rich, which makes our own colours,
writes past this (`rich_proxied_file`); what it is given is cleaned before.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

STEERING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)


class Screen:
    """A stream on which steering signs are replaced."""

    def __init__(self, stream: Any) -> None:
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        """Writes the text without what would steer a terminal."""
        self.rich_proxied_file.write(STEERING.sub("\ufffd", text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


class Closed(io.TextIOBase):
    """Standard output where there is none: who writes is told so."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextmanager
def prepared() -> Iterator[None]:
    """Around the program: what a terminal cannot show becomes question marks."""
    before = sys.stdout, sys.stderr
    for stream in before:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    out = Closed() if sys.stdout is None else sys.stdout
    err = io.StringIO() if sys.stderr is None else sys.stderr
    sys.stdout, sys.stderr = Screen(out), Screen(err)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def tell(text: str) -> None:
    """A line on standard error, if that can be written."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(2)


def silence(number: int) -> None:
    """Whoever read this stream has gone: what is left to write goes nowhere."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, number)
        os.close(null)


def broken(error: BaseException) -> bool:
    """Whether an error is, or comes of, an output that nobody reads any more."""
    return isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError)
