"""What `zermelo check` says of a game."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

WORDS = """
from typing import NamedTuple
from zermelo import Game

class Place(NamedTuple):
    left: tuple[str, ...] = ("ant", "bee", "cow", "dog")
    player: int = 1

class Words(Game):
    def initial(self): return Place()
    def to_move(self, s): return s.player
    def actions(self, s): return [w for w in set(s.left)]
    def result(self, s, a): return Place(tuple(w for w in s.left if w != a), -s.player)
    def is_terminal(self, s): return not s.left
    def utility(self, s): return -s.player
"""


def test_actions_in_the_order_of_a_set_are_told_and_compiled(run: Run, tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text(WORDS, "utf-8")
    found = run("check", f"{tmp_path / 'words.py'}:Words", "--games", "3").out
    assert "compiled: the same in every rule" in found
    assert "sort it (line 12 of words.py)" in found
