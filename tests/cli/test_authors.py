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


LINE = """
from zermelo import Game
class Mine(Game):
    def initial(self): return (0,) * 8, 1
    def to_move(self, s): return s[1]
    def actions(self, s): return [] if self.is_terminal(s) else [i for i in range(8) if not s[0][i]]
    def result(self, s, a): return (*s[0][:a], s[1], *s[0][a + 1:]), -s[1]
    def won(self, s): return any(s[0][i:i + 3] == (-s[1],) * 3 for i in range(6))
    def is_terminal(self, s): return self.won(s) or 0 not in s[0]
    def utility(self, s): return -s[1] if self.won(s) else 0
"""


@pytest.mark.parametrize(
    ("level", "moves", "told"),
    [
        ("beginner", "5 0 6 4", "MAX plays 7 (value 1)"),
        ("student", "5 0 6 4", "MAX plays 7 (value 1)"),
        ("student", "0 5 2 6", "MAX plays 1 (value 1)"),
        ("student", "0 6 4 7", "MAX plays 5 (value unknown)"),
        ("casual", "5 0 6 4", "MAX plays 7 (value 1)"),
    ],
)
def test_a_level_without_a_heuristic_plays_what_it_sees(
    run: Run, tmp_path: Path, level: str, moves: str, told: str
) -> None:
    """Three in a row of eight: the win inside the horizon, and the only way not to lose there."""
    file = tmp_path / "mine.py"
    file.write_text(LINE)
    for seed in range(3):
        given = ("--level", level, "--moves", moves, "--seed", str(seed), "--side", "min")
        done = run("play", str(file), *given, stdin="quit\n")
        assert done.err == ""
        assert told in done.out


def test_chance_decides_among_equals(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(LINE)
    given = ("--level", "beginner", "--side", "min")
    told = {
        run("play", str(file), *given, "--seed", str(seed), stdin="quit\n").out for seed in range(8)
    }
    assert len(told) > 1
