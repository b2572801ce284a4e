"""Garbage collection while a search has its time.

A full collection looks at every object of the process, the compiler's hundreds of thousands among
them: a tenth of a second in which no limit of time holds. What was there before a call is set
aside for it (`gc.freeze`), so that the collector looks at what the search itself made.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_calls = 0  # under way, in all threads
_frozen = False  # by us: a program may have frozen its objects for good


@contextmanager
def set_aside() -> Iterator[None]:
    """Whatever exists now is not looked at by the collector until the last such call ends."""
    global _calls, _frozen
    with _lock:
        _calls += 1
        if _calls == 1 and gc.get_freeze_count() == 0:
            gc.freeze()
            _frozen = True
    try:
        yield
    finally:
        with _lock:
            _calls -= 1
            if _calls == 0 and _frozen:
                gc.unfreeze()
                _frozen = False
