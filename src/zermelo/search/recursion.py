"""Python calls as deep as a long game."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from zermelo.language import _
from zermelo.search.errors import TooDeep

MAX_CALLS: Final = 100_000  # Python calls that a search may stack up
STACK: Final = 1 << 30  # bytes of machine stack, for rules that recurse through C

_deep = threading.Lock()
_searches, _usual_limit = 0, 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Lets Python calls nest as deep as a long game; they take memory, not machine stack.

    The limit is one for the whole process: it goes back when the last of several searches ends.
    """
    global _searches, _usual_limit
    with _deep:
        if _searches == 0:
            _usual_limit = sys.getrecursionlimit()
            _grow_stack()
            sys.setrecursionlimit(max(_usual_limit, MAX_CALLS))
        _searches += 1
    try:
        yield
    except RecursionError:
        words = _("the search went over {calls:,} calls deep; set a depth limit, or take mcts")
        raise TooDeep(words.format(calls=MAX_CALLS)) from None
    finally:
        with _deep:
            _searches -= 1
            if _searches == 0:
                sys.setrecursionlimit(_usual_limit)


def _grow_stack() -> None:
    """Lets the machine stack of the main thread grow, where the system knows such a limit."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
