"""`zermelo tablebase`, and the commands that look values up in one."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run  # noqa: F401
from tests.tablebase.twins import reachable
from zermelo.cli import main
from zermelo.games import Nim
from zermelo.tablebase import Tablebase

NIM = ["nim", "--set", "rows=3,2,1"]
GAME = Nim(rows=(3, 2, 1))
COUNT = len({GAME.canonical(state) for state in reachable(GAME)})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tablebase of Nim."""
    made = tmp_path_factory.mktemp("tablebase") / "nim"
    assert main(["tablebase", "build", *NIM, "-o", str(made), "--threads", "1", "--json"]) == 0
    return made


def test_build_again_does_nothing(run: Run, folder: Path) -> None:  # noqa: F811
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    done = run("tablebase", "build", *NIM, "-o", str(folder))
    assert done.status == 0
    assert done.out.startswith(f"nim: {COUNT} positions in 7 levels, ")
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


def test_info(run: Run, folder: Path) -> None:  # noqa: F811
    found = run("tablebase", "info", str(folder), "--json").json
    assert (found["game"], found["positions"], found["value"]) == ("nim", COUNT, -50)
    assert sum(level["positions"] for level in found["levels"]) == COUNT
    assert found["levels"][0] == {"level": 0, "positions": 1, "won": 0, "drawn": 0, "lost": 1}
    assert found["bytes"] == sum(path.stat().st_size for path in folder.glob("*.parquet"))
    assert len(run("tablebase", "info", str(folder)).out.splitlines()) == 3 + 7


def test_probe(run: Run, folder: Path) -> None:  # noqa: F811
    found = run("tablebase", "probe", str(folder), "--position", "2-1-0", "--json").json
    assert (found["value"], found["distance"]) == (50, 2)
    assert found["moves"][0]["value"] == 50
    assert {move["value"] for move in found["moves"]} == {50, -50}
    done = run("tablebase", "probe", str(folder), "--position", "2-1-0")
    assert done.out.splitlines()[1] == "value 50, 2 plies to the end"


def test_verify(run: Run, folder: Path) -> None:  # noqa: F811
    done = run("tablebase", "verify", str(folder), "--all", "--json")
    assert done.json == {"files": 8, "positions": COUNT, "bad": []}


def test_values_are_looked_up(run: Run, folder: Path) -> None:  # noqa: F811
    there = ["--tablebase", str(folder)]
    found = run("solve", *NIM, *there, "--json", "--all").json
    searched = run("solve", *NIM, "--json", "--all").json
    assert found["algorithm"] == "tablebase"
    assert [found[name] for name in ("value", "moves")] == [
        searched[name] for name in ("value", "moves")
    ]
    strategy = run("strategy", *NIM, *there, "--player", "min", "--json").json
    assert (strategy["value"], strategy["checked"]) == (-50, True)
    done = run("play", *NIM, *there, "--side", "none")
    assert done.status == 0
    assert "MIN wins" in done.out


def test_a_perfect_player_makes_no_mistake(run: Run, folder: Path) -> None:  # noqa: F811
    there = ["--tablebase", str(folder)]
    looked = run("play", *NIM, *there, "--level", "perfect", stdin="moves\nhint\n3:1\nquit\n").out
    small = run("play", *NIM, "--level", "perfect", stdin="moves\nhint\n3:1\nquit\n").out
    assert looked == small  # solved at once, and the same
    state = GAME.initial()
    for action in GAME.actions(state):
        assert f"  {GAME.format_action(state, action):6} -50 in " in looked  # every move loses
    assert "MIN plays " in looked
    for arguments, message in {
        ("connect4", "--level", "perfect"): "too large to be solved at once: give --tablebase",
        (*NIM, "--level", "perfct"): "did you mean 'perfect'?",
        (*NIM, "--level", "perfect", "--depth", "2"): "--level says how it thinks",
        (*NIM, "--level", "full", "--algorithm", "minimax"): "--level says how it thinks",
        ("nim", *there, "--level", "perfect"): "other parameters",
    }.items():
        done = run("play", *arguments, stdin="quit\n")
        assert (done.status, done.err.count("\n")) == (2, 1), arguments
        assert message in done.err
    done = run("serve", *there, "--tablebase", str(folder / "nothing"))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "there is no tablebase in the folder" in done.err


def test_mistakes_are_one_line(run: Run, folder: Path, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "file").write_text("")
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    cases = {
        ("build", "nim", "-o", str(folder)): "of another game, other parameters or other rules",
        ("build", "nim", "-o", str(tmp_path / "file")): "cannot write",
        (
            "build",
            "nim",
            "-o",
            str(nothing / "x"),
            "--memory",
            "1",
        ): "memory must be 512 MB or more",
        ("build", "othello", "-o", str(nothing / "x")): "bits, and a key has 63",
        ("info", str(nothing)): "there is no tablebase in the folder",
        ("probe", str(nothing)): "there is no tablebase in the folder",
        ("probe", str(folder), "--position", "9-9-9"): "9",
        ("verify", str(nothing)): "there is no tablebase in the folder",
    }
    for arguments, message in cases.items():
        done = run("tablebase", *arguments)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), arguments
        assert done.err.startswith("zermelo: ")
        assert message in done.err
    done = run("solve", "nim", "--tablebase", str(folder))
    assert (done.status, done.err.count("\n")) == (2, 1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_no_permission(run: Run, tmp_path: Path) -> None:  # noqa: F811
    tmp_path.chmod(0o500)
    try:
        done = run("tablebase", "build", *NIM, "-o", str(tmp_path / "x"))
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert "Permission denied" in done.err
    finally:
        tmp_path.chmod(0o700)


def test_no_space(monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path) -> None:  # noqa: F811
    """What is there when the disk is full stays, and the same command goes on."""
    write, left = Path.write_bytes, 12

    def full(path: Path, content: bytes) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    done = run("tablebase", "build", *NIM, "-o", str(tmp_path / "x"), "--threads", "1")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "No space left on device" in done.err
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "x").rglob("*.json")}
    assert kept
    left = 1000
    assert run("tablebase", "build", *NIM, "-o", str(tmp_path / "x")).status == 0


def test_it_opens_from_python_with_the_class_of_the_same_file(
    run: Run,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The command line loads the file under a name of its own."""
    file, made = tmp_path / "few_coins.py", tmp_path / "table"
    file.write_text(COINS)
    assert run("tablebase", "build", f"{file}:Coins", "-o", str(made), "--threads", "1").status == 0
    monkeypatch.delitem(sys.modules, "user_game_few_coins")  # as in a process of its own
    monkeypatch.syspath_prepend(tmp_path)
    coins = importlib.import_module("few_coins").Coins
    for game in (coins(), coins, None):
        assert Tablebase.open(made, game)[6, 1].value == -1
    file.write_text(COINS.replace("(1, 2)", "(1, 3)"))
    assert "other rules" in run("tablebase", "probe", str(made), "--game", f"{file}:Coins").err


COINS = """
from zermelo import Game

MOST = (1, 2)

class Coins(Game):
    def initial(self): return 6, 1
    def to_move(self, state): return state[1]
    def actions(self, state): return [n for n in MOST if n <= state[0]]
    def result(self, state, action): return state[0] - action, -state[1]
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state): return -state[1]
"""
