"""`zermelo tournament`, killed and begun again, and with mistakes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests import tournaments
from tests.cli.conftest import Run

TIME = ("--game", "tictactoe", "--time", "1.5")


@pytest.fixture(scope="module")
def resumed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, dict[str, object]]:
    """A folder of four agents, the page, and what a tournament, once killed, told as JSON."""
    folder = tmp_path_factory.mktemp("agents")
    tournaments.agents(folder, 3)
    page = folder / "page.html"
    given = (*TIME, "--with", "random", "--processes", "2", "--json", "-o", str(page))
    tournaments.kill(folder, 3, *given)
    assert 'http-equiv="refresh"' in page.read_text(encoding="utf-8")
    again = tournaments.command(folder, *given)
    done = subprocess.run(again, capture_output=True, text=True, check=True)
    return folder, page, json.loads(done.stdout)


def test_killed_and_begun_again_each_game_is_counted_once(
    resumed: tuple[Path, Path, dict[str, object]],
) -> None:
    folder, page, found = resumed
    played = tournaments.counts(folder / "games.jsonl")
    assert len(played) == 12
    assert set(played.values()) == {1}
    assert found["games"] == 12
    told = {agent["name"]: agent for agent in found["agents"]}  # type: ignore[attr-defined]
    assert told["crashes"]["faults"] == {"ZeroDivisionError: division by zero (line 5)": 5}
    assert told["overruns"]["faults"] == {"no move after 1.5 s": 5}
    assert {agent["games"] for agent in told.values()} == {6}
    assert told["first"]["elo"] > told["crashes"]["elo"]
    text = page.read_text(encoding="utf-8")
    assert "refresh" not in text
    assert "12 of 12 games" in text
    assert text.count('href="http://127.0.0.1:8137/play?game=tictactoe&amp;') == 12


def test_a_changed_agent_plays_its_games_again(
    resumed: tuple[Path, Path, dict[str, object]],
    run: Run,
) -> None:
    folder = resumed[0]
    for name in ("crashes", "overruns"):
        (folder / f"{name}.py").unlink()
    (folder / "first.py").write_text(tournaments.AGENTS["last"])
    before = tournaments.lines(folder / "games.jsonl")
    done = run(
        "tournament", str(folder), *TIME, "--openings", "1", "--with", "random", "--lang", "es"
    )
    assert done.status == 0
    assert tournaments.lines(folder / "games.jsonl") == before + 2
    assert [line.split()[:2] for line in done.out.splitlines()[1:]] in (
        [["1", "first"], ["2", "random"]],
        [["1", "random"], ["2", "first"]],
    )


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (["--game", "tictactoe"], "a tournament needs two agents"),
        (["--game", "lastmatch", "--with", "random"], "is for several players"),
        (["--game", "tictactoe", "--with", "alfabeta"], "no algorithm 'alfabeta'"),
        (["--game", "tictactoe", "--with", "first"], "two agents are called first"),
        (["--game", "pig", "--with", "alphabeta"], "alphabeta cannot search pig"),
        (["--game", "tictactoe", "--with", "random", "--time", "0"], "--time takes a positive"),
        (["--game", "-", "--with", "random"], "a game on standard input is read only once"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_written(
    tmp_path: Path,
    run: Run,
    given: list[str],
    wrong: str,
) -> None:
    tournaments.agents(tmp_path, 1)
    done = run("tournament", str(tmp_path), *given)
    assert (done.status, done.out) == (2, "")
    assert wrong in done.err
    assert done.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["first.py"]


def test_no_folder(run: Run, tmp_path: Path) -> None:
    done = run("tournament", str(tmp_path / "none"), "--game", "nim")
    assert done.status == 2
    assert "cannot read" in done.err
