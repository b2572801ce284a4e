"""The player in a terminal of its own: keys go in, screens come out, and it leaves no trace."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.patience import PATIENCE

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are not for Windows", allow_module_level=True)

import fcntl
import signal
import struct
import termios

TREE = """
title: "AIMA 5.2"
max A [
  a1: min B [b1: 3  b2: 12  b3: 8]
  a2: min C [c1: 2  c2: 4   c3: 6]
  a3: min D [d1: 14 d2: 5   d3: 2]
]
"""
RIGHT, LEFT, SHIFT_RIGHT, SHIFT_LEFT = "\x1b[C", "\x1b[D", "\x1b[1;2C", "\x1b[1;2D"
HOME, END, CTRL_C = "\x1b[H", "\x1b[F", "\x03"


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, *arguments: str, columns: int = 80, rows: int = 24) -> None:
        self.outside, self.inside = os.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.inside)
        self.program = subprocess.Popen(
            [sys.executable, "-m", "zermelo", *arguments],
            stdin=self.inside,
            stdout=self.inside,
            stderr=self.inside,
            env={**os.environ, "TERM": "xterm-256color", "NO_COLOR": "", "LANG": "C.UTF-8"}
            | {"COLUMNS": "80", "LINES": "24"},  # what a shell may have left there
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.output = ""

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.outside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, *keys: str) -> None:
        for key in keys:
            os.write(self.outside, key.encode())

    def screen(self, *texts: str, without: str = "\0") -> str:
        """What is on the screen, as soon as all these texts are, and that other is not."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if select.select([self.outside], [], [], 0.1)[0]:
                self.output += os.read(self.outside, 65536).decode("utf-8", "replace")
            last = self.output.rpartition("\x1b[H")[2]
            plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", last)
            if without not in plain and all(text in plain for text in texts):
                return plain
        raise AssertionError(f"{texts} never came; last there was:\n{plain}")

    def ended(self) -> int:
        """The exit status, with everything that was written read."""
        until = time.monotonic() + PATIENCE
        while self.program.poll() is None and time.monotonic() < until:
            if select.select([self.outside], [], [], 0.1)[0]:
                self.output += os.read(self.outside, 65536).decode("utf-8", "replace")
        while select.select([self.outside], [], [], 0.1)[0]:
            self.output += os.read(self.outside, 65536).decode("utf-8", "replace")
        return self.program.wait(1)

    def is_restored(self) -> bool:
        """Whether the screen, the cursor and the settings are as they were."""
        shown = self.output.rfind("\x1b[?25h") > self.output.rfind("\x1b[?25l")
        back = self.output.rfind("\x1b[?1049l") > self.output.rfind("\x1b[?1049h") >= 0
        return shown and back and termios.tcgetattr(self.inside) == self.before

    def close(self) -> None:
        if self.program.poll() is None:
            os.killpg(self.program.pid, signal.SIGKILL)
            self.program.wait()
        os.close(self.outside)
        os.close(self.inside)


@pytest.fixture
def tree(tmp_path: Path) -> str:
    file = tmp_path / "aima.tree"
    file.write_text(TREE)
    return str(file)


@pytest.fixture
def player(tree: str) -> Iterator[Terminal]:
    opened = Terminal("explain", tree, "--player")
    yield opened
    opened.close()


def test_forwards_and_backwards(player: Terminal) -> None:
    player.screen(
        "AIMA 5.2", "Step 0 of 23.", "0 nodes, 0 leaves, 0 cutoffs.", "the search begins at A"
    )
    player.press(RIGHT)
    player.screen("Step 1 of 23.", "Enter A (MAX) with α = −∞, β = ∞.", "A ◀")
    player.press(RIGHT, RIGHT, RIGHT)
    player.screen("Step 4 of 23.", "β goes from ∞ to 3.", "β=3 (∞)")
    player.press(LEFT)
    screen = player.screen("Step 3 of 23.", "Leaf b1 is worth 3.")
    assert "β=3" not in screen
    player.press(SHIFT_RIGHT)
    player.screen("Step 7 of 23.", "Return 3 from B to A.")
    player.press("n")
    player.screen("Step 12 of 23.", "Cut at C (MIN): 2 ≤ α = 3.", "╫ c2: □ 4 cut off")
    player.press(SHIFT_LEFT)
    screen = player.screen("Step 7 of 23.")
    assert "╫" not in screen
    player.press(END)
    player.screen("Step 23 of 23.", "The answer: value 3.", "11 nodes, 7 leaves, 1 cutoff.")
    player.press(HOME)
    player.screen("Step 0 of 23.")
    player.press("1", "8")
    player.screen("go to step 18")
    player.press("\r")
    player.screen("Step 18 of 23.", "5 is better for MIN than 14 at D")
    player.press("q")
    assert player.ended() == 0
    assert player.is_restored()


def test_it_follows_the_size_of_the_terminal(player: Terminal) -> None:
    player.screen("q quit")
    player.press("1", "8", "\r")
    player.screen("Step 18 of 23.", "△ A")
    player.resize(50, 9)
    screen = player.screen("Step 18 of 23.", "D = 5 ◀", without="△ A")
    assert max(map(len, screen.splitlines())) <= 50
    player.resize(100, 30)
    player.screen("△ A", "D = 5 ◀", "q quit")
    player.press("q")
    assert player.ended() == 0


def test_ctrl_c_leaves_the_terminal_as_it_was(player: Terminal) -> None:
    player.screen("Step 0 of 23.")
    player.press(RIGHT, CTRL_C)
    assert player.ended() == 130
    assert player.is_restored()
    assert "Traceback" not in player.output


def test_it_begins_at_the_step_asked_for_in_the_language_asked_for(tree: str) -> None:
    player = Terminal("explain", tree, "--player", "--step", "12", "--lang", "es")
    try:
        player.screen("Paso 12 de 23.", "Corte en C (MIN): 2 ≤ α = 3.")
    finally:
        player.close()


def test_a_game_shows_its_board() -> None:
    player = Terminal("explain", "tictactoe", "--player", "--depth", "2")
    try:
        player.screen("Step 0")
        player.press(RIGHT, RIGHT)
        player.screen("Enter a1 (MIN)", "a1: ▽ ◀", "X")
    finally:
        player.close()


def test_without_a_terminal_it_says_so(run: Run, tree: str) -> None:
    done = run("explain", tree, "--player")
    assert done.status == 2
    assert done.err == ("zermelo: the player needs a terminal; without one, write a file with -o\n")
