"""Keys as they are pressed in a terminal, by their names."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, Final

# What terminals send after Esc: an arrow is “[C” or “OC”, with Shift “[1;2C”.
SEQUENCES: Final = {
    **{f"{mode}{end}": key for mode in "[O" for end, key in
       {"C": "right", "D": "left", "H": "home", "F": "end"}.items()},
    **{"[1~": "home", "[7~": "home", "[4~": "end", "[8~": "end"},
    **{"[1;2C": "shift-right", "[1;2D": "shift-left", "[c": "shift-right", "[d": "shift-left"},
}  # fmt: skip
SINGLE: Final = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace"}
WINDOWS: Final = {"M": "right", "K": "left", "G": "home", "O": "end"}

if sys.platform == "win32":
    import msvcrt

    class Keyboard:
        """Reads keys one by one while it is open."""

        def __enter__(self) -> Keyboard:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def key(self, wait: float) -> str | None:
            """The next key; None if there is none in so many seconds."""
            until = time.monotonic() + wait
            while not msvcrt.kbhit():
                if time.monotonic() > until:
                    return None
                time.sleep(0.01)
            sign = msvcrt.getwch()
            if sign in "\0\xe0":
                return WINDOWS.get(msvcrt.getwch(), "")
            if sign == "\x03":
                raise KeyboardInterrupt
            return SINGLE.get(sign, sign)
else:
    import select
    import termios
    import tty

    class Keyboard:
        """Reads keys one by one while it is open; the terminal is as before when it closes."""

        def __enter__(self) -> Keyboard:
            self.file = sys.stdin.fileno()
            self.before: list[Any] = termios.tcgetattr(self.file)
            tty.setcbreak(self.file)
            # Ctrl-C must not empty what `select` has seen: the next read would wait for ever.
            mode = termios.tcgetattr(self.file)
            mode[3] |= termios.NOFLSH
            termios.tcsetattr(self.file, termios.TCSANOW, mode)
            return self

        def __exit__(self, *_: object) -> None:
            termios.tcsetattr(self.file, termios.TCSADRAIN, self.before)

        def key(self, wait: float) -> str | None:
            """The next key; None if there is none in so many seconds."""
            sign = self._sign(wait)
            if sign != "\x1b":
                return None if sign is None else SINGLE.get(sign, sign)
            sequence = ""
            while (sign := self._sign(0.05)) is not None:
                sequence += sign
                if sign == "~" or (sign.isalpha() and sequence != "O"):
                    break
            return SEQUENCES.get(sequence, "")

        def _sign(self, wait: float) -> str | None:
            if not select.select([self.file], [], [], wait)[0]:
                return None
            return os.read(self.file, 1).decode("latin-1") or "q"  # nothing: the terminal is gone
