"""The first commands that the author of a game tries."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

CLASH = """
from zermelo import Game
class Mine(Game):
    def initial(self): return 3, 4, 1
    def to_move(self, s): return s[2]
    def actions(self, s): return [(i, k) for i in (0, 1) for k in range(1, s[i] + 1)]
    def result(self, s, a):
        piles = list(s[:2]); piles[a[0]] -= a[1]; return (*piles, -s[2])
    def is_terminal(self, s): return s[:2] == (0, 0)
    def utility(self, s): return -s[2]
    def outcome(self, s): return "MAX wins" if self.utility(s) == 1 else "MIN wins"
"""


@pytest.mark.parametrize(
    ("command", "status"),
    [("check", 1), ("solve", 2), ("play --side none", 2), ("play --side none --level beginner", 2)],
)
def test_the_commands_say_so(run: Run, tmp_path: Path, command: str, status: int) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CLASH)
    name, *options = command.split()
    done = run(name, str(file), *options)
    assert done.status == status
    assert "`outcome(state)` is Zermelo's." in done.out + done.err
    assert done.err.count("\n") <= 1
