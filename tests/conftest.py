"""What all tests need of the machine: time, a cache, the English language, and Ctrl-C."""

import gc
import os
import signal
from pathlib import Path

from hypothesis import settings

# Without deadlines: a shared machine may be slow at any moment. `scripts/soak tests` takes `long`.
settings.register_profile("short", deadline=None, max_examples=40)
settings.register_profile("long", deadline=None, max_examples=400)
settings.load_profile("short")

gc.set_threshold(100_000)  # as the program does: to compile makes many objects, and keeps most

# Machine code that tests compile is theirs, once for all processes: a user's cache is left alone.
os.environ.setdefault("ZERMELO_CACHE", str(Path(__file__).parents[1] / "build" / "cache"))

for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(variable, None)

# A shell gives programs in the background no Ctrl-C, and they hand that on to those they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
