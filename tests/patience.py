"""How long tests wait for what should come at once: a shared machine may stall for seconds."""

from typing import Final

PATIENCE: Final = 60.0  # seconds
COMPILING: Final = 300.0  # seconds, where a game may have to be compiled first
