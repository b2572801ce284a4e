"""How much work LLVM puts into machine code: less where the code does not run for long.

Levels change no answer. `SOON` takes a third of the time that `LEVEL` takes, and its code runs 1.2
to 1.7 times as long; `AT_ONCE` takes a tenth, and its code runs three times as long.
"""

from typing import Final

LEVEL: Final = 2
SOON: Final = 1
AT_ONCE: Final = 0
