"""`zermelo search`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from tests import oracle
from tests.cli.conftest import Run
from tests.patience import PATIENCE
from zermelo.games import tree_to_json, write_tree
from zermelo.search import ALGORITHMS

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"
FLAGS = {"left": (), "right": ("--order", "right"), "left_strict": ("--cut", "gt")}


def test_iterative_deepening_shows_what_each_depth_found(run: Run) -> None:
    asked = ("search", "tictactoe", "--algorithm", "iterative", "--depth", "3")
    found = run(*asked, "--json").json
    rows = found["iterations"]
    assert [row["depth"] for row in rows] == [1, 2, 3]
    assert sum(row["nodes"] for row in rows) == found["nodes"]
    for row in rows:  # the same as a search to that depth alone
        alone = run("search", "tictactoe", "--depth", str(row["depth"]), "--json").json
        assert (row["value"], row["nodes"]) == (alone["value"], alone["nodes"])
        assert len(row["line"]) == row["depth"]
    lines = [line.split() for line in run(*asked).out.splitlines()]
    assert lines[-4] == ["depth", "value", "nodes", "line"]
    assert lines[-1] == ["3", str(found["value"]), str(rows[-1]["nodes"]), *found["line"]]
    assert "iterations" not in run("search", "tictactoe", "--depth", "1", "--json").json


@pytest.mark.parametrize("setting", FLAGS)
@pytest.mark.parametrize("name", oracle.worked_trees())
def test_worked_trees_from_standard_input(run: Run, name: str, setting: str) -> None:
    tree, entry = oracle.worked_trees()[name]
    done = run("search", "-", "--json", *FLAGS[setting], stdin=write_tree(tree))
    assert done.status == 0
    found, expected = done.json, entry[setting]
    assert found["value"] == entry["value"]
    assert found["move"] == str(expected["move"] + 1)
    assert found["nodes"] == expected["nodes"]
    assert found["evaluated"] == expected["evaluated"]
    assert found["pruned"] == expected["pruned"]
    assert found["leaves"] == len(expected["evaluated"])
    assert found["proven"] is True


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1"])
@pytest.mark.parametrize("name", oracle.chance_trees())
def test_chance_trees_in_json(run: Run, tmp_path: Path, name: str, algorithm: str) -> None:
    tree, entry = oracle.chance_trees()[name]
    file = tmp_path / "chance.json"
    file.write_text(tree_to_json(tree))
    done = run("search", str(file), "--algorithm", algorithm, "--all", "--json")
    assert Fraction(done.json["value"]) == Fraction(entry["value"])
    assert isinstance(done.json["value"], int if "/" not in entry["value"] else str)
    assert done.json["move"] == str(entry["move"] + 1)
    values = [Fraction(move["value"]) for move in done.json["moves"]]
    assert values == [Fraction(child) for child in entry["children"]]


def test_the_object_has_the_fields_promised(run: Run) -> None:
    found = run("search", "nim", "--set", "rows=2,1", "--json").json
    assert list(found)[:8] == [
        *("value", "move", "line", "nodes", "leaves", "cutoffs", "depth", "proven")
    ]
    assert (found["value"], found["move"], found["line"]) == (50, "1:2", ["1:2", "2:1"])


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (("--algorithm", "minimax"), 549_946),
        ((), 18_297),
        (("--window", "-1", "1"), 16_811),
        (("--cut", "gt"), 146_120),
    ],
)
def test_tic_tac_toe_counts(run: Run, arguments: tuple[str, ...], nodes: int) -> None:
    found = run("search", "tictactoe", "--json", *arguments).json
    assert (found["value"], found["nodes"]) == (0, nodes)


@pytest.mark.parametrize(
    "name", [n for n in ALGORITHMS if ALGORITHMS[n].exact and n != "quiescence"]
)
def test_every_algorithm_by_name(run: Run, name: str) -> None:
    done = run("search", "-", "--algorithm", name, "--json", stdin=AIMA)
    assert (done.json["value"], done.json["move"]) == (3, "1")


def test_two_successor_on_nim(run: Run) -> None:
    found = run("search", "nim", "--algorithm", "two-successor", "--json").json
    assert found["proven"] is False


def test_quiescence_needs_a_game_that_knows_quiet_states(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "calm.py"
    file.write_text(
        "from zermelo.games import Nim\n"
        "class Calm(Nim):\n"
        "    def is_quiet(self, state):\n"
        "        return sum(state.rows) < 4\n"
    )
    done = run("search", f"{file}:Calm", "--algorithm", "quiescence", "--depth", "2", "--json")
    assert done.json["depth"] > 2


def test_positions_and_moves(run: Run) -> None:
    by_moves = run("search", "tictactoe", "--moves", "b2 a1 c3", "--json").json
    by_board = run("search", "tictactoe", "--position", "o../.x./..x", "--json").json
    assert by_moves | {"seconds": 0} == by_board | {"seconds": 0}


def test_the_lecture_boards_estimate(run: Run) -> None:
    board = ("--position", "XO_/_O_/_XX", "--depth", "0", "--json")
    assert run("search", "tictactoe", *board).json["value"] == 1
    assert run("search", "tictactoe", "--set", "heuristic=pieces", *board).json["value"] == 1


def test_dynamic_order_and_tables(run: Run) -> None:
    for options in (("--order", "dynamic"), ("--order", "fixed"), ("--symmetry",)):
        found = run("search", "tictactoe", "--algorithm", "table", *options, "--json").json
        assert found["value"] == 0
        assert found["nodes"] < 4_793
    plain = run("search", "tictactoe", "--algorithm", "pvs", "--no-table", "--json").json
    assert plain["nodes"] > run("search", "tictactoe", "--algorithm", "pvs", "--json").json["nodes"]


def test_the_trace_has_a_line_a_step(run: Run) -> None:
    done = run("search", "-", "--trace", stdin=AIMA)
    assert "    cut at MIN: 2 <= alpha 3 (set by root, shallow); skipped: 2 3" in done.out
    assert "value     3" in done.out
    traced = run("search", "-", "--trace", "--json", stdin=AIMA).json
    assert traced["trace"][0]["event"] == "begin"


def test_the_report_for_people(run: Run) -> None:
    done = run("search", "-", "--all", stdin=AIMA)
    assert "move      1" in done.out
    assert "pruned    nothing" in done.out
    assert "3     2" in done.out
    limited = run("search", "tictactoe", "--depth", "1")
    assert "not to the end of the game" in limited.out


def test_a_value_outside_the_window_is_called_a_bound(run: Run) -> None:
    assert run("search", "-", "--window", "20", "30", stdin=AIMA).out.startswith(
        "value     14 or less"
    )
    assert run("search", "-", "--window", "-9", "2", "--json", stdin=AIMA).json["bound"] == "lower"


def test_limits(run: Run) -> None:
    found = run(
        "search", "mnk", "--set", "columns=4", "--set", "rows=4", "--algorithm", "iterative",
        "--nodes", "3000", "--json",
    ).json  # fmt: skip
    assert (found["nodes"], found["proven"]) == (3000, False)
    assert found["move"]


def test_a_tree_20_000_levels_deep(run: Run) -> None:
    deep = "[" * 20_000 + "1" + "]" * 20_000
    found = run("search", "-", "--json", stdin=deep).json
    assert (found["value"], found["depth"], len(found["evaluated"][0])) == (1, 20_000, 20_000)


# A game that no search sees the end of, and that says when a search is well under way.
ENDLESS = """
from pathlib import Path
from zermelo.games import MNK
calls = 0
class Endless(MNK):
    def __init__(self):
        super().__init__(6, 6, 5)
    def actions(self, state):
        global calls
        calls += 1
        if calls == 100:
            Path("begun").touch()
        return super().actions(state)
"""


def interrupted_search(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """The exit status, output and errors of a search that gets a Ctrl-C when it has begun."""
    (folder / "endless.py").write_text(ENDLESS)
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "search", "endless.py:Endless", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    while not (folder / "begun").exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def test_ctrl_c_in_a_search_with_a_limit_answers(tmp_path: Path) -> None:
    options = ("--algorithm", "iterative", "--time", "600", "--json")
    status, out, err = interrupted_search(tmp_path, *options)
    assert (status, err) == (0, "")
    assert json.loads(out)["proven"] is False


def test_ctrl_c_in_a_search_without_limit_is_quiet(tmp_path: Path) -> None:
    assert interrupted_search(tmp_path) == (130, "", "")


def test_several_players(run: Run, tmp_path: Path) -> None:
    tree = tmp_path / "three.tree"
    tree.write_text("players: A B C\nexpect: value (1 0 2)\nA [B [(1, 0, 2)] (0, 5, 5)]")
    assert run("check", str(tree)).out == "ok: 4 nodes, 1 expect: line met\n"
    assert run("search", str(tree), "--json").json["value"] == [1, 0, 2]
    assert "A, if all the others" in run("search", str(tree), "--algorithm", "paranoid").out
    tree.write_text("players: A B C\nexpect: value (1 0 3)\nA [B [(1, 0, 2)] (0, 5, 5)]")
    broken = run("check", str(tree))
    assert (broken.status, broken.out) == (1, "line 2: value is (1, 0, 2), not (1 0 3)\n")
    for command in ("solve", "analyse", "strategy"):
        done = run(command, "lastmatch")
        assert done.status == 2
        assert "lastmatch is for several players (A, B, C)" in done.err
        assert len(done.err.splitlines()) == 1
