"""`zermelo match`: played, killed and begun again, stopped, ended by its test, and mistakes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests import tournaments
from tests.cli.conftest import Run
from zermelo.match.results import opened

SHORT = ("--game", "tictactoe", "--depth", "1")
PLAYERS = ("alphabeta", "random")


def command(*more: str) -> list[str]:
    return [sys.executable, "-m", "zermelo", "match", *PLAYERS, *SHORT, *more]


def test_killed_twice_and_begun_again_each_game_is_counted_once(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    given = command("--games", "300", "--jobs", "2", "--results", str(file), "--json")
    for games in (60, 170):
        tournaments.killed(given, file, games)
    done = subprocess.run(given, capture_output=True, text=True, check=True)
    counts = tournaments.counts(file)
    assert len(counts) == 300
    assert set(counts.values()) == {1}
    found = json.loads(done.stdout)
    assert found["games"] == 300
    assert sum(found["match"]["pairs"]) == 150
    kept = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    points = sum((1 + (g["winner"] if g["max"] == "alphabeta" else -g["winner"])) / 2 for g in kept)
    assert {one["name"]: one["score"] for one in found["agents"]}["alphabeta"] == points
    assert found["match"]["score"] == pytest.approx(points / 300)
    low, high = found["match"]["score_interval"]
    assert low < points / 300 < high


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(tmp_path: Path) -> None:
    file, pgn = tmp_path / "games.jsonl", tmp_path / "games.pgn"
    given = command("--games", "1000", "--results", str(file), "--pgn", str(pgn))
    process = subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    tournaments.wait_for(process, file, 20)
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate()
    assert process.returncode == 130
    assert err.strip().endswith("the same command goes on")
    assert err.count("\n") == 1
    games = tournaments.lines(file) - 1
    assert 20 <= games < 1000
    assert f"{games} of 1000 games" in err
    assert pgn.read_text(encoding="utf-8").count("[Event ") == games


def test_a_match_of_two_and_a_round_robin(tmp_path: Path, run: Run) -> None:
    done = run("match", *PLAYERS, *SHORT, "--games", "20", "--pgn", str(tmp_path / "x.txt"))
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0].startswith("alphabeta – random ")
    assert [line.split()[0] for line in lines[1:]] == ["score", "difference", "alphabeta"]
    assert (tmp_path / "x.txt").read_text(encoding="utf-8").count('[Game "tictactoe"]') == 20
    told = run("match", *PLAYERS, "ordered", *SHORT, "--games", "4", "--json").json
    assert "match" not in told
    assert {one["name"]: one["games"] for one in told["agents"]} == dict.fromkeys(
        ("alphabeta", "random", "ordered"), 8
    )


def test_more_games_are_added_to_those_in_the_file(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "games.jsonl"
    given = ("match", *PLAYERS, *SHORT, "--results", str(file))
    assert run(*given, "--games", "4").status == 0
    before = file.read_bytes()
    assert run(*given, "--games", "8", "--json").json["games"] == 8
    assert file.read_bytes().startswith(before)
    assert run(*given, "--games", "4", "--json").json["games"] == 4
    other = run("match", *PLAYERS, *SHORT, "--seed", "1", "--results", str(file))
    assert other.status == 2
    assert "(seed 0, not 1); give another file" in other.err


def test_the_test_stops_a_match_that_is_decided(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "games.jsonl"
    given = ["match", "alphabeta:depth=3", "random", "--game", "connect4", "--games", "200"]
    given += ["--sprt", "0,100", "--results", str(file)]
    found = run(*given, "--json").json
    assert found["sprt"]["accepted"] == 100
    assert found["sprt"]["ratio"] >= found["sprt"]["limit"]
    assert found["games"] < 60
    again = run(*given)
    assert tournaments.lines(file) == found["games"] + 1
    assert again.out.splitlines()[-1].startswith("SPRT: Elo +100 is accepted")


def test_a_file_that_crashes_loses_and_the_match_goes_on(tmp_path: Path, run: Run) -> None:
    tournaments.agents(tmp_path, 2)
    files = [str(tmp_path / f"{name}.py") for name in ("first", "crashes")]
    given = ("--game", "tictactoe", "--time", "5", "--plies", "0", "--games", "2")
    done = run("match", *files, *given)
    assert done.status == 0
    assert done.out.splitlines()[0] == "first – crashes 2/2: won 2, drawn 0, lost 0"
    assert done.out.splitlines()[-1] == (
        "crashes lost 2 games: ZeroDivisionError: division by zero (line 5)"
    )


def test_the_depth_is_that_of_a_file_with_an_evaluation_too(tmp_path: Path, run: Run) -> None:
    file, pgn = tmp_path / "blind.py", tmp_path / "games.txt"
    file.write_text("def evaluate(game, state):\n    return 0\n")
    given = ("--game", "tictactoe", "--plies", "0", "--games", "2", "--pgn", str(pgn))
    counts = Counter[str]()
    for depth in ("1", "3"):
        assert run("match", str(file), "ordered", *given, "--depth", depth).status == 0
        counts[depth] = pgn.read_text(encoding="utf-8").count("a1 ")
    first, deeper = (run("match", str(file), f"alphabeta:depth={depth}", *given, "--depth", depth)
                     for depth in ("1", "3"))  # fmt: skip
    assert (first.status, deeper.status) == (0, 0)
    assert first.out != deeper.out


def test_levels_of_the_page_play(run: Run) -> None:
    given = ("--game", "pig", "--set", "goal=8", "--games", "2")
    found = run("match", "level:beginner", "level:student", *given, "--json")
    assert found.status == 0, found.err
    assert [one["games"] for one in found.json["agents"]] == [2, 2]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (["random"], "a match needs two players"),
        (["random", "random"], "two agents are called random"),
        (["random", "alfabeta"], "no algorithm 'alfabeta'"),
        (["random", "nobody.py"], "cannot read nobody.py"),
        (["random", "level:hero"], "no level 'hero'"),
        (["random", "level:perfect"], "the level perfect plays on the page alone"),
        (["random", "random:depth=1"], "the player random takes no settings"),
        (["random", "engine:threads=x"], "engine: threads takes a positive number, not 'x'"),
        (["random", "engine:colour=3"], "engine takes no colour"),
        (["random", "ordered", "--games", "7"], "--games takes an even number"),
        (["random", "ordered", "--time", "1", "--depth", "2"], "give one of --time, --depth"),
        (["random", "ordered", "--time", "0"], "--time takes a positive number of seconds"),
        (["random", "ordered", "--depth", "0"], "depth must be more than 0, not 0"),
        (["random", "ordered", "--sprt", "5"], "--sprt takes two differences in Elo"),
        (["random", "ordered", "alphabeta", "--sprt", "0,5"], "--sprt is for two players"),
        (["random", "ordered", "--pgn", "no/such/file"], "cannot write no/such/file"),
        (["random", "ordered", "--results", "no/such/file"], "cannot write no/such/file"),
        (["random", "ordered", "--game", "hide"], "no game 'hide'"),
        (["random", "ordered", "--game", "lastmatch"], "is for several players"),
        (["random", "ordered", "--scheduler", "nowhere"], "no scheduler answers at nowhere"),
    ],
)
def test_a_mistake_is_one_line(
    given: list[str], wrong: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("zermelo.cluster.TIMEOUT", 0.5)
    game = [] if "--game" in given else ["--game", "tictactoe"]
    done = run("match", *given, *game)
    assert (done.status, done.out) == (2, "")
    assert wrong in done.err
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_two_matches_on_one_file_are_refused(tmp_path: Path, run: Run) -> None:
    pytest.importorskip("fcntl")
    file = tmp_path / "games.jsonl"
    with opened(file, {"game": "tictactoe"}):
        done = run("match", *PLAYERS, *SHORT, "--results", str(file))
    assert done.status == 2
    assert "another match or tournament is writing to" in done.err
    assert done.err.count("\n") == 1


def test_openings_that_come_again_are_told(run: Run) -> None:
    done = run("match", *PLAYERS, *SHORT, "--plies", "0", "--games", "4")
    assert done.status == 0
    assert "there are only 1 different openings" in done.err
