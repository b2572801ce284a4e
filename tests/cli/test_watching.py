"""`zermelo check --watch`: a fresh verdict after each save, whatever the file does."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.patience import PATIENCE

GAME = """
from zermelo import MAX, Game
from last import VALUE

class Coins(Game):
    def initial(self): return (4, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return range(1, min(2, s[0]) + 1)
    def result(self, s, a): return (s[0] - a, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return VALUE * s[1]
"""
FINE = "ok: 100 random games of coins break no rule"


class Watching:
    """`zermelo check game.py:Coins --watch`, and what it says, line by line."""

    def __init__(self, folder: Path) -> None:
        self.game, self.last = folder / "game.py", folder / "last.py"
        self.game.write_text(GAME)
        self.last.write_text("VALUE = -1\n")
        command = ["check", "game.py:Coins", "--watch", "--no-compiled"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "zermelo", *command],
            cwd=folder,
            env={**os.environ, "LANGUAGE": "en"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            process_group=0,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line.rstrip("\n"))

    def line(self) -> str:
        return self.lines.get(timeout=PATIENCE)

    def save(self, file: Path, text: str, *told: str) -> None:
        """Saves a text, and waits for lines with these words."""
        file.write_text(text)
        for words in ("game.py was saved at ", *told):
            while words not in self.line():
                pass


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    found = Watching(tmp_path)
    yield found
    found.process.kill()
    found.process.communicate()


def test_each_save_has_a_verdict_and_a_mistake_is_a_line(watching: Watching) -> None:
    assert watching.line() == "watching game.py: Ctrl-C ends it"
    assert watching.line() == FINE
    for text, wrong in (
        (
            GAME.replace("return range", "return 1 // 0, range"),
            "(line 8 of game.py: ZeroDivisionError",
        ),
        (GAME.replace("(4, MAX)", "(4, MAX"), "game.py does not import: SyntaxError: '('"),
        (GAME + "raise OSError('no disk')", "OSError: no disk; in game.py, <module> (line 12)"),
        (GAME + "import os; os._exit(7)", "the process has ended with exit status 7"),
        (GAME, FINE),
    ):
        watching.save(watching.game, text, wrong)
    watching.process.send_signal(signal.SIGINT)
    assert watching.line() == "no longer watching game.py"
    assert watching.process.wait(PATIENCE) == 0
    assert watching.lines.empty()


def test_what_it_imports_is_watched_and_a_check_without_end_is_given_up(watching: Watching) -> None:
    assert watching.line().startswith("watching")
    assert watching.line() == FINE
    for text, *told in (
        ("VALUE = 1\n\ndef broken(:", "SyntaxError: invalid syntax last.py (line 3)"),
        ("VALUE = 1\nwhile True: pass",),
        ("VALUE = 1\n", FINE),
        ("VALUE = 2\n", FINE),  # as long as before, and perhaps in the same second
        ("VALUE = X\n", "NameError: name 'X' is not defined; in last.py, <module> (line 1)"),
    ):
        watching.save(watching.last, text, *told)
    assert not (watching.last.parent / "__pycache__").exists()


def test_only_a_file_can_be_watched(run: Run, tmp_path: Path) -> None:
    for source, wrong in (
        ("nim", "--watch takes FILE.py:Class or a tree in a file, not 'nim'"),
        (f"{tmp_path}:minimax", "--watch takes FILE.py:Class"),
        ("-", "--watch takes FILE.py:Class"),
        ("nothing.py:Game", "cannot read nothing.py: no such file"),
        ("nothing.tree", "cannot read nothing.tree: no such file"),
    ):
        status, out, err = run("check", source, "--watch")
        assert (status, out) == (2, "")
        assert wrong in err
