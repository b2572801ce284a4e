"""`zermelo analyse`, `solve` and `perft`, and the engine as an algorithm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import oracle
from tests.cli.conftest import Run


def test_perft(run: Run) -> None:
    counts = oracle.load("perft.json")["tictactoe"]["counts"]
    for depth in (1, 5, 9):
        assert run("perft", "tictactoe", str(depth), "--json").json["nodes"] == counts[depth - 1]
    divided = run("perft", "tictactoe", "3", "--divide", "--json").json
    assert (divided["nodes"], divided["moves"]["b2"]) == (504, 56)
    assert "504 sequences of 3 moves" in run("perft", "tictactoe", "3", "--divide").out
    assert "21 sequences of 5 moves" in run("perft", "lastmatch", "5").out  # of three players


def test_analyse(run: Run) -> None:
    found = run("analyse", "tictactoe", "--json", "--lines", "2").json
    assert (found["value"], found["proven"], found["depth"]) == (0, True, 9)
    assert found["distance"] is None
    assert len(found["moves"]) == 9
    assert [line["value"] for line in found["lines"]] == [0, 0]
    assert set(found) >= {"move", "line", "nodes", "seconds"}
    told = run("analyse", "tictactoe", "--position", "xx./oo./...", "--all").out
    assert "value   100 in 1 proven" in told
    assert "c1    100" in told


def test_what_is_beyond_the_horizon_is_unknown(run: Run) -> None:
    shown = run("analyse", "grundy", "--set", "n=20", "--depth", "1", "--all").out
    assert "value unknown" in shown
    assert "unknown" in shown.splitlines()[-1]


def test_solve(run: Run) -> None:
    found = run("solve", "tictactoe", "--position", "xx./oo./...", "--all", "--json").json
    assert (found["value"], found["distance"], found["move"]) == (100, 1, "c1")
    assert {"move": "c1", "value": 100, "proven": True} in found["moves"]


def test_a_solution_is_shown_to_its_end(run: Run) -> None:
    given = ("solve", "connect4", "--set", "width=4", "--set", "height=4")
    line = run(*given, "--json").json["line"]
    assert len(line) == 16
    assert run(*given).out.endswith(" ".join(line) + "\n")


def test_solve_a_batch(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("# boards\nxx./oo./... 100\n\n.../.../...\nxo./.o./.xx\n")
    done = run("solve", "tictactoe", "--batch", str(file))
    assert done.status == 0
    assert done.out.splitlines()[0] == "100 in 1"
    assert done.out.splitlines()[1] == "0"
    assert len(done.out.splitlines()) == 3
    assert "3 positions in" in done.err
    by_input = run("solve", "tictactoe", "--batch", "-", "--json", stdin=".../.../...\n")
    assert by_input.json["value"] == 0


def test_the_engine_is_an_algorithm_too(run: Run) -> None:
    found = run("search", "tictactoe", "--algorithm", "engine", "--all", "--json").json
    assert (found["value"], found["proven"], len(found["moves"])) == (0, True, 9)
    limited = run("search", "tictactoe", "--algorithm", "engine", "--depth", "2", "--json").json
    assert (limited["depth"], limited["proven"]) == (2, False)


def test_playing_against_the_engine(run: Run) -> None:
    moves = "b2\nquit\n"
    told = run("play", "tictactoe", "--time", "10", stdin=moves).out
    assert "MIN plays a1 (value 0)" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("analyse tictactoe --threads 0", "threads must be from 1 to"),
        ("analyse tictactoe --threads 99999", "threads must be from 1 to"),
        ("analyse tictactoe --memory 0", "memory must be from 1"),
        ("analyse tictactoe --memory 99999999", "memory"),
        ("analyse tictactoe --time 0", "time must be more than 0"),
        ("analyse tictactoe --depth -2", "depth must be more than 0"),
        ("analyse tictactoe --nodes 0", "nodes must be more than 0"),
        ("analyse tictactoe --time nan", "time must be more than 0"),
        ("solve tictactoe --time -1", "time must be more than 0"),
        ("solve connect4 --time 0.01", "was not solved"),
        ("analyse tictactoe --lines 0", "lines must be 1 or more"),
        ("analyse connect4 --set width=50", "do not fit"),
        ("analyse connect4 --moves 8", "move 1: '8' is no legal move"),
        ("analyse connect4 --position xx", "is no position"),
        ("solve connect4 --moves 1111111", "move 7"),
        ("solve tictactoe --batch missing.txt", "cannot read missing.txt"),
        ("solve tictactoe --batch - --moves a1", "--batch has its own positions"),
        ("perft tictactoe -1", "-1"),
        ("search tictactoe --algorithm engine --cut gt", "engine takes no cut"),
        ("search tictactoe --algorithm engine --trace", "engine takes no observer"),
    ],
)
def test_mistakes(run: Run, arguments: str, message: str) -> None:
    done = run(*arguments.split())
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


def test_a_bad_line_of_a_batch_is_named(run: Run) -> None:
    done = run("solve", "tictactoe", "--batch", "-", stdin="# boards\n.../.../...\n\nxxx 3\n")
    assert (done.status, done.out) == (2, "")
    assert "-, line 4: 'xxx 3' is no position" in done.err


def test_limits_beyond_what_a_machine_counts(run: Run) -> None:
    large = "1" + "0" * 30
    for option in ("--time", "--nodes", "--depth"):
        assert run("analyse", "tictactoe", option, large, "--json").json["proven"]
    assert run("analyse", "tictactoe", "--time", "inf", "--json").json["proven"]
    assert run("perft", "tictactoe", large, "--json").json["nodes"] == 0


# --- known scores in a batch -------------------------------------------------------------------


def test_the_score_after_a_position_is_not_a_move(run: Run, tmp_path: Path) -> None:
    lines = (oracle.FOLDER / "connect4" / "ply24.txt").read_text().splitlines()[:20]
    scores = [line.split()[1] for line in lines]
    assert any(int(score) > 0 for score in scores)
    file = tmp_path / "positions.txt"
    file.write_text("\n".join(lines))
    assert run("solve", "connect4", "--batch", str(file)).out.split() == scores
    assert run("solve", "connect4", "--batch", "-", stdin="1 2 1 2 1 2\n").out.split() == ["18"]


def test_scores_after_a_semicolon(run: Run) -> None:
    lines = (oracle.FOLDER / "othello-ffo-1-19.txt").read_text().splitlines()[:2]
    assert run("solve", "othello", "--batch", "-", stdin="\n".join(lines)).out.split() == [
        "18",
        "10",
    ]


# --- what cannot be compiled -------------------------------------------------------------------

WORDS = """
from fractions import Fraction
from zermelo import Game

class Words(Game):
    def initial(self): return ""
    def to_move(self, state): return 1 if len(state) % 2 == 0 else -1
    def actions(self, state): return [] if self.is_terminal(state) else ["a", "b"]
    def result(self, state, action): return state + action
    def is_terminal(self, state): return len(state) == 3
    def utility(self, state): return int(Fraction(state.count("a")) - state.count("b"))
    def evaluate(self, state): return self.utility(state)
"""


def test_the_textbook_lane_goes_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text(WORDS)
    words = f"{tmp_path / 'words.py'}:Words"
    for arguments in (
        ("perft", words, "2", "--divide"),
        ("analyse", words, "--depth", "3"),
        ("solve", words),
    ):
        done = run(*arguments)
        assert done.status == 0
        refused = "cannot compile Words.utility (line 11 of words.py): fractions.Fraction; use"
        assert f"note: {refused} integers or floats" in done.err
        assert "the textbook lane goes on" in done.err
    assert run("perft", words, "2", "--divide", "--json").json["moves"] == {"a": 2, "b": 2}
    assert run("perft", words, "3", "--json").json["nodes"] == 8
    assert run("solve", words, "--json").json["value"] == 1
