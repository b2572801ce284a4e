"""What tournaments are made of: openings, ratings, and the file of games."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
from math import isclose, log, sqrt
from pathlib import Path
from typing import Any

import pytest

from tests.dask import cluster  # noqa: F401
from zermelo.game import ZermeloError
from zermelo.games import MNK, Chess, Connect4, Pig
from zermelo.match import tournament
from zermelo.match.agent import Agent, GameSource, Limits
from zermelo.match.openings import decided, openings
from zermelo.match.players import Named
from zermelo.match.ratings import PRIOR, ratings
from zermelo.match.results import Played, Results, opened

ELO = 400 / log(10)


# --- openings ------------------------------------------------------------------------------------


def test_openings_are_legal_undecided_and_different() -> None:
    game = Connect4()
    found = openings(game, 6, 3, seed=4)
    assert found[0].moves == ()
    assert len({one.states[-1] for one in found}) == 6
    for one in found:
        state = game.initial()
        for action, after in zip(one.moves, one.states[1:], strict=True):
            assert action in list(game.actions(state))
            state = game.result(state, action)
            assert state == after
        assert not decided(game, state, 2)
    assert all(len(one.moves) == 3 for one in found[1:])
    assert openings(game, 3, 3, seed=4) == found[:3]
    assert openings(game, 6, 3, seed=5) != found


def test_what_is_decided() -> None:
    game = MNK()
    assert decided(game, game.parse_state("XX./OO./..."), 1)
    assert not decided(game, game.parse_state("X../.O./..X"), 2)
    assert decided(game, game.parse_state("XOX/XO./O.X"), 2)


def test_a_game_with_few_openings_repeats_them() -> None:
    found = openings(MNK(), 40, 1, seed=0)
    assert len(found) == 40
    assert not any(MNK().is_terminal(one.states[-1]) for one in found)


class BlockedPawns(Chess):
    def initial(self) -> Any:
        return self.parse_state("8/4p3/4P3/8/8/8/8/K6k w - - 0 1")


def test_no_opening_is_over_by_repetition() -> None:
    game = BlockedPawns()
    for one in openings(game, 20, 8, seed=0):
        assert len(set(map(game.uncounted, one.states))) == len(one.states)


def test_dice_fall_before_a_player_begins() -> None:
    game = Pig(goal=20)
    for one in openings(game, 5, 2, seed=0)[1:]:
        assert game.is_terminal(one.states[-1]) or game.to_move(one.states[-1])


# --- ratings -------------------------------------------------------------------------------------


def twin(names: list[str], results: list[tuple[str, str, int]]) -> dict[str, float]:
    """The most likely ratings, slowly: strengths are made to fit, one after the other (Zermelo)."""
    strength = dict.fromkeys(names, 1.0)
    for _round in range(5000):
        for name in names:
            points, share = PRIOR / 2, PRIOR / (strength[name] + 1)
            for first, second, result in results:
                if name in (first, second):
                    other = second if name == first else first
                    points += (1 + (result if name == first else -result)) / 2
                    share += 1 / (strength[name] + strength[other])
            strength[name] = points / share
    middle = sum(map(log, strength.values())) / len(names)
    return {name: ELO * (log(value) - middle) for name, value in strength.items()}


def test_ratings_are_the_most_likely() -> None:
    dice, names = random.Random(3), ["a", "b", "c", "d"]
    results = [("a", "d", 1)] * 4
    for _game in range(12):
        first, second = dice.sample(names, 2)
        results.append((first, second, dice.choice((1, 0, -1))))
    for one in ratings(names, results):
        assert isclose(one.elo, twin(names, results)[one.name], abs_tol=0.01)


def test_a_score_of_three_quarters_is_191_points() -> None:
    first, second = ratings(["a", "b"], [("a", "b", 1)] * 7500 + [("b", "a", 1)] * 2500)
    assert (first.name, first.wins, second.losses, first.score) == ("a", 7500, 7500, 7500)
    assert isclose(first.elo - second.elo, ELO * log(3), abs_tol=0.1)


def test_an_interval_narrows_with_the_root_of_the_games() -> None:
    one, _other = ratings(["a", "b"], [("a", "b", 0)] * 10_000)
    assert one.error is not None
    assert isclose(one.error, 1.96 * ELO / sqrt(10_000), rel_tol=0.01)
    assert one.draws == 10_000


def test_who_lost_all_games_or_played_none_has_a_rating() -> None:
    best, unknown, worst = ratings(["x", "y", "z"], [("x", "z", 1)] * 20)
    assert (best.name, worst.name) == ("x", "z")
    assert -800 < worst.elo < unknown.elo < best.elo < 800
    assert unknown.error is None
    assert worst.error is not None


# --- playing -------------------------------------------------------------------------------------


def test_who_does_not_load_is_waited_for_once_and_a_folder_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hangs.py").write_text("import time\ntime.sleep(99)\n")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "move.py").write_text("from helpers import first as move\n")
    (folder / "helpers.py").write_text(
        "def first(game, state):\n    return list(game.actions(state))[0]\n"
    )
    (tmp_path / "papers").mkdir()
    (tmp_path / "_notes.py").write_text("")
    started: list[str] = []

    class Counted(Agent):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            started.append(self.name)

    monkeypatch.setattr(tournament, "Agent", Counted)
    event = tournament.Tournament(
        GameSource(MNK),
        tournament.entrants(tmp_path, ["random"]),
        openings(MNK(), 2, 1, 0),
        2.0,
        limits=Limits(loading=6.0),
    )
    with opened(tmp_path / "games.jsonl", HEADER) as kept:
        event.run(kept, 1, lambda game: None)
        lost = [game for game in kept.games if game.fault]
    assert started.count("hangs") == 1
    assert {game.fault["agent"] for game in lost if game.fault} == {"hangs"}
    assert len(kept.games) == 12
    assert len(lost) == 8
    assert sum(one.losses for one in event.table(kept.games) if one.name == "hangs") == 8


def test_our_players_keep_their_processes_and_play_as_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    class Counted(Agent):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            started.append(self.name)

    monkeypatch.setattr(tournament, "Agent", Counted)
    event = ours(10)
    with opened(tmp_path / "games.jsonl", HEADER) as kept:
        event.run(kept, 1, lambda game: None)
    assert sorted(started) == ["alphabeta:depth=2", "random"]
    assert len(kept.games) == 20
    for pairing in event.schedule()[4:6]:
        again = ours(10)
        played = again.play(pairing, again.openings[pairing.opening])
        again.agents.close()
        assert played in kept.games


def test_who_hears_enough_ends_the_games(tmp_path: Path) -> None:
    event = ours(20)
    with opened(tmp_path / "games.jsonl", HEADER) as kept:
        event.run(kept, 2, lambda game: len(kept.games) == 3)
    assert len(kept.games) == 3


@pytest.mark.filterwarnings("ignore")  # of the packages of Dask
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[str]]],  # noqa: F811
    tmp_path: Path,
) -> None:
    address, workers = cluster
    for name in ("alone", "together"):
        (tmp_path / name).mkdir()
    (tmp_path / "last.py").write_text(
        "def move(game, state):\n    return list(game.actions(state))[-1]\n"
    )
    played: dict[str, list[Played]] = {}
    for name, scheduler in (("alone", None), ("together", address)):
        event = ours(4)
        event.entrants = [*event.entrants, tournament.submitted(tmp_path / "last.py")]
        with opened(tmp_path / name / "games.jsonl", HEADER) as kept:

            def heard(
                game: Played, kept: Results = kept, scheduler: str | None = scheduler
            ) -> None:
                if scheduler and len(kept.games) == 6:
                    os.kill(workers[0].pid, signal.SIGKILL)

            event.run(kept, 1, heard, scheduler)
            played[name] = kept.games
    assert workers[0].wait() == -signal.SIGKILL
    assert len(played["together"]) == 24
    assert {game.key: game for game in played["together"]} == {
        game.key: game for game in played["alone"]
    }


def ours(count: int) -> tournament.Tournament:
    """A tournament of two of our players, from so many openings."""
    players = [tournament.Entrant(text, text, "") for text in ("alphabeta:depth=2", "random")]
    return tournament.Tournament(GameSource(MNK), players, openings(MNK(), count, 2, 0), 5.0, 3)


# --- the file of games ---------------------------------------------------------------------------

HEADER = {"game": "tictactoe", "time": 0.2}
FIRST = '{"format": "zermelo tournament 1", "game": "tictactoe", "time": 0.2}\n'
GAME = Played("a", "b", ("1", "2"), 0, 0, "a1 b2", 1, "end")


def test_half_a_line_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for tail in (b"", b'{"max": "a"', b"\xff"):
        with opened(file, HEADER) as kept:
            kept.add(GAME)
        file.write_bytes(file.read_bytes() + tail)
    with opened(file, HEADER) as kept:
        assert kept.games == [GAME] * 3
    file.write_bytes(b'{"format": "zerm')
    with opened(file, HEADER) as kept:
        assert kept.games == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("hello\n", "games.jsonl, line 1: no tournament begins so; mend or delete it"),
        ("[]\n", "line 1: no tournament begins so"),
        (FIRST.replace("tictactoe", "nim"), "(game nim, not tictactoe)"),
        (FIRST + "{}\n", "line 2: it is no game"),
    ],
)
def test_a_broken_file_is_named_by_its_line_and_left_alone(
    tmp_path: Path, text: str, wrong: str
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(text)
    with pytest.raises(ZermeloError, match=re.escape(wrong)), opened(file, HEADER):
        pass
    assert file.read_text() == text


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    file = tmp_path / "games.jsonl"
    with (
        opened(file, HEADER),
        pytest.raises(ZermeloError, match="another match or tournament is writing to"),
        opened(file, HEADER),
    ):
        pass


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("engine:time=0.1,depth=4", 0.1),
        ("alphabeta:depth=4", 60),
        ("alphabeta", None),
        ("random", None),
        ("uci:stockfish,movetime=50", 0.05),
        ("uci:stockfish,nodes=50", 60),
    ],
)
def test_a_player_with_a_depth_of_its_own_has_a_minute(text: str, seconds: float | None) -> None:
    assert Named.read(text).seconds == seconds
