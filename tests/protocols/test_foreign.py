"""UCI engines of others as players: they move, and what goes wrong with them loses the game."""

from __future__ import annotations

import shutil
import stat
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.protocols.talk import SOURCES
from zermelo.game import MAX, MIN, ZermeloError
from zermelo.games import Chess, Connect4, LastMatch, Pig
from zermelo.match import play_match, random_player
from zermelo.match.agent import Agent, AgentFault, GameSource
from zermelo.match.foreign import Foreign
from zermelo.match.players import Named

STOCKFISH = shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")

# An engine that notes what it hears, and answers a `go` by what is put into it.
ENGINE = """#!{python}
import os, sys, time
from pathlib import Path
for line in sys.stdin:
    words = line.split()
    with Path(r"{log}").open("a") as log:
        log.write(line)
    if words[0] == "uci":
        print("id name Fake\\noption name Skill Level type spin default 1 min 0 max 20\\nuciok")
    elif words[0] == "isready":
        print("info string noise\\nreadyok")
    elif words[0] == "go":
        {answer}
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""


@pytest.fixture
def fake(tmp_path: Path) -> Any:
    """Makes the file of an engine that answers so."""

    def make(answer: str) -> Path:
        file = tmp_path / "engine"
        file.write_text(
            ENGINE.format(python=sys.executable, log=tmp_path / "log", answer=answer),
            encoding="utf-8",
        )
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return file

    return make


def player(text: str, game: Any = None, seconds: float = 1.0) -> Foreign:
    named = Named.read(text)
    game = game or Chess()
    named.check(game)
    found = named.player(game, seconds)
    assert isinstance(found, Foreign)
    return found


def log(file: Path) -> list[str]:
    return (file.parent / "log").read_text(encoding="utf-8").splitlines()


def test_it_is_told_the_options_and_the_whole_game(fake: Any) -> None:
    file, game = fake('print("bestmove e7e5")'), Chess()
    with player(f"uci:{file},skill level=3,nodes=50") as engine:
        first = game.result(game.initial(), game.parse_action(game.initial(), "e2e4"))
        action = engine(game, first, (game.initial(),))
        assert game.format_action(first, action) == "e7e5"
        engine(game, first, ())  # another game
    start = f"position fen {game.format_state(game.initial())} moves e2e4"
    other = f"position fen {game.format_state(first)} moves"
    assert log(file) == [
        *("uci", "setoption name Skill Level value 3", "ucinewgame", "isready"),
        *(start, "go nodes 50", "ucinewgame", "isready", other, "go nodes 50"),
    ]


def test_chess960_and_the_time_of_a_move(fake: Any) -> None:
    file = fake('print("bestmove e2e4")')
    with pytest.raises(AgentFault, match="no option UCI_Chess960"):
        player(f"uci:{file}", Chess("chess960", 0), seconds=0.25)
    with player(f"uci:{file}", seconds=0.25) as engine:
        engine(engine.game, engine.game.initial())
    assert log(file)[-1] == "go movetime 250"


@pytest.mark.parametrize(
    ("answer", "kind", "reason"),
    [
        ("sys.exit(1)", "crash", "the program ended"),
        ('os.kill(os.getpid(), 9); print("bestmove e2e4")', "crash", "the program ended"),
        ('print("bestmove e2e5")', "illegal", "bestmove e2e5 is no legal move at rnbqkbnr/"),
        ('print("bestmove")', "illegal", "bestmove is no legal move at "),
        ('print("bestmove (none)")', "illegal", "is no legal move"),
        ('sys.stdout.buffer.write(b"bestmove \\xff\\xfe\\n")', "illegal", "is no legal move"),
        ('print("x" * 1_000_000); sys.exit()', "crash", "the program ended"),
    ],
)
def test_what_goes_wrong_is_a_fault_and_the_next_game_begins_anew(
    fake: Any, answer: str, kind: str, reason: str
) -> None:
    game = Chess()
    with player(f"uci:{fake(answer)}") as engine:
        for _game in range(2):
            with pytest.raises(AgentFault) as fault:
                play_match(game, engine, random_player(1))
            assert (fault.value.kind, fault.value.agent) == (kind, engine.program)
            assert reason in str(fault.value)
            assert engine._process is None
        fake('print("bestmove e2e4")')  # it is mended
        assert engine(game, game.initial()) in list(game.actions(game.initial()))


def test_one_that_hangs_is_ended_with_all_that_it_started(fake: Any, tmp_path: Path) -> None:
    """It ignores that it shall end; so does the process that it started."""
    file = fake(
        "import signal, subprocess; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        'child = subprocess.Popen(["sleep", "1000"]);'
        f'Path(r"{tmp_path}/child").write_text(str(child.pid)); time.sleep(1000)'
    )
    with player(f"uci:{file},nodes=1") as engine:
        engine._patience = 5.0
        with pytest.raises(AgentFault, match="does not answer") as fault:
            engine(engine.game, engine.game.initial())
        assert fault.value.kind == "time"
    number = (tmp_path / "child").read_text()
    for _try in range(600):  # one that is killed may first finish what the system does for it
        status = Path(f"/proc/{number}/stat")
        if not status.exists() or status.read_text().split()[2] in "ZX":
            return
        time.sleep(0.1)
    pytest.fail("it still runs a minute after it was killed")


def test_one_that_is_no_engine() -> None:
    with pytest.raises(AgentFault, match="the program ended"):
        player("uci:/bin/true")


@pytest.mark.parametrize(
    ("text", "game", "wrong"),
    [
        ("uci:/no/such/program", Chess(), "no program '/no/such/program' to play with"),
        ("uci", Chess(), "no program '' to play with; write uci:PROGRAM"),
        ("uci:/bin/true,depth=0", Chess(), "depth must be a whole number of 1 or more, not 0"),
        ("uci:/bin/true,movetime=x", Chess(), "movetime must be a whole number of 1 or more"),
        ("uci:/bin/true", Pig(), "pig: the protocol is for two players without dice"),
        ("uci:/bin/true", LastMatch(), "lastmatch: the protocol is for two players"),
        ("uci:/bin/true,x", Chess(), "a player is written NAME:setting=value"),
    ],
)
def test_one_line_where_it_cannot_play(text: str, game: Any, wrong: str) -> None:
    with pytest.raises(ZermeloError) as error:
        Named.read(text).check(game)
    assert wrong in str(error.value)
    assert "\n" not in str(error.value)


def test_as_an_agent_in_a_process_of_its_own(fake: Any) -> None:
    """What goes wrong is told across processes."""
    source = GameSource(Chess)
    good = fake('print("bestmove e2e4")')
    with Agent(f"uci:{good},nodes=1", source, seconds=60) as agent:
        action = agent.move(source.game.initial())
        assert source.game.format_action(source.game.initial(), action) == "e2e4"
    bad = fake("sys.exit()")
    with Agent(f"uci:{bad},nodes=1", source, seconds=60) as agent:
        with pytest.raises(AgentFault, match="the program ended") as fault:
            agent.move(source.game.initial())
        assert fault.value.kind == "crash"


def test_our_own_program_as_a_foreign_one(tmp_path: Path) -> None:
    """Both ends of the protocol, and a game other than chess."""
    file = tmp_path / "ours"
    file.write_text(
        f'#!/bin/sh\nexport PYTHONPATH="{SOURCES}"\n'
        f'exec "{sys.executable}" -m zermelo uci --game connect4\n'
    )
    file.chmod(0o755)
    game = Connect4()
    with player(f"uci:{file},depth=6,Hash=4", game) as engine:
        match = play_match(game, engine, random_player(1))
    assert match.winner == MAX


@pytest.mark.skipif(STOCKFISH is None, reason="NO STOCKFISH: games against it are NOT TESTED")
@pytest.mark.parametrize("game", [Chess(), Chess("chess960", 3)], ids=lambda game: game.variant)
def test_stockfish_beats_random_moves(game: Chess) -> None:
    with player(f"uci:{STOCKFISH},depth=4,Hash=4", game) as engine:
        match = play_match(game, random_player(5), engine)
        assert (match.winner, match.ending) == (MIN, "end")


def test_limits_of_a_match_are_the_engine_s_unless_it_has_its_own() -> None:
    named = Named.read("uci:program,Hash=16")
    assert named.limited({"time": 0.25}) == {"movetime": "250"}
    assert named.limited({"depth": 3}) == {"depth": "3"}
    assert named.seconds is None
    own = Named.read("uci:program,movetime=1500")
    assert own.limited({"time": 0.25}) == {}
    assert own.seconds == 1.5
