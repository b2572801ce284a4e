"""Whatever a rule depends on is a part of its digest: a table of other rules is never believed."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from zermelo.tablebase.identity import rules_digest

RULES = """
from functools import cached_property
from typing import NamedTuple

import {helper}
from zermelo import MAX, Game

TABLE = (1, 2)


def least(pile):
    return 1


class Pile(NamedTuple):
    coins: int
    player: int

    def most(self):
        return 3 if least(self) else 2


def made(rest):
    class Coins(Game[Pile, int]):
        MOVES = (1, 2, 3)

        def initial(self):
            return Pile(21, MAX)

        def to_move(self, state):
            return state.player

        @cached_property
        def all(self):
            return [n for n in self.MOVES if n]

        def actions(self, state, table=TABLE):
            return [n for n in self.all if n <= min(state.coins, state.most())]

        def result(self, state, action):
            return Pile(state.coins - {helper}.step(action), -state.player)

        def is_terminal(self, state):
            return state.coins == rest

        def utility(self, state):
            return -state.player

    return Coins()


game = made(0)
"""
HELPER = "EACH = 1\n\n\ndef step(action):\n    return action * EACH\n"


def load(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules", "MOVES = (1, 2, 3)", "MOVES = (1, 2)"),
        ("rules", "if n]", "if n > 1]"),
        ("rules", "TABLE = (1, 2)", "TABLE = (1, 3)"),
        ("rules", "    return 1\n", "    return 0\n"),
        ("rules", "made(0)", "made(1)"),
        ("helper", "EACH = 1", "EACH = 2"),
        ("helper", "return action * EACH", "return action"),
    ],
)
def test_every_part_of_a_rule_counts(
    file: str, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests: list[str] = []
    for text in (lambda text: text, lambda text: f"# why\n{text}", lambda t: t.replace(old, new)):
        helper = f"helper_{len(digests)}"
        folder = tmp_path / helper
        folder.mkdir()
        for name, content in (("rules", RULES.replace("{helper}", "helper")), ("helper", HELPER)):
            changed = text(content) if name == file else content
            (folder / f"{name}.py").write_text(changed)
        load("helper", folder / "helper.py", monkeypatch)
        digests.append(rules_digest(load("rules", folder / "rules.py", monkeypatch).game))
    assert digests[0] == digests[1] != digests[2]


def test_the_digest_is_the_same_under_every_name_of_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line loads a user's file under a name of its own, Python under the file's."""
    text = RULES.replace("{helper}", "helper").replace("(1, 2)", "(1, Pile)")
    text = text.replace("TABLE =", "class Pile: pass\nTABLE =")
    (tmp_path / "rules.py").write_text(text + "game.kind = Pile, Pile(1, 2), object()\n")
    (tmp_path / "helper.py").write_text(HELPER)
    load("helper", tmp_path / "helper.py", monkeypatch)
    names = ("user_game_rules", "rules", "folder.rules")
    games = [load(name, tmp_path / "rules.py", monkeypatch).game for name in names]
    assert len({rules_digest(game) for game in games}) == 1


def test_the_digest_is_the_same_in_every_process(tmp_path: Path) -> None:
    """Whatever order a set has there."""
    text = RULES.replace("{helper}", "helper").replace("(1, 2, 3)", "frozenset('abcdef')")
    text += "game.near = {*'abc'}, {'d': {*'xyz'}}\n"
    (tmp_path / "rules.py").write_text(text)
    (tmp_path / "helper.py").write_text(HELPER)
    code = (
        "import rules; from zermelo.tablebase.identity import rules_digest;"
        "print(rules_digest(rules.game))"
    )
    found = set()
    for seed in range(3):
        around = {**os.environ, "PYTHONHASHSEED": str(seed)}
        around["PYTHONPATH"] = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
        done = subprocess.run(
            [sys.executable, "-c", code], env=around, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1
