"""`zermelo gtp`: dialogues, as the specification of the Go Text Protocol 2 writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import players
from tests.cli.conftest import Run, run  # noqa: F401
from tests.patience import COMPILING
from tests.protocols.talk import talking
from zermelo import __version__
from zermelo.engine import engine_for
from zermelo.game import Game
from zermelo.games import MNK, Chess, Connect4, Draughts, Morris, Othello
from zermelo.protocols.gtp import Gtp


def answers(game: Game[Any, Any], *lines: str, resize: Any = None, seconds: float = 0.05) -> str:
    """All that is answered."""
    told: list[str] = []
    gtp = Gtp(game, lambda game: engine_for(game, solving=False), resize, seconds, told.append)
    gtp.run(lines)
    gtp._worker.join(COMPILING)  # the last move of a list may still have to be compiled
    assert not gtp._worker.is_alive()
    return "".join(told)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["protocol_version"], "= 2\n\n"),
        (["name", "version"], f"= Zermelo\n\n= {__version__}\n\n"),
        (["12 name"], "=12 Zermelo\n\n"),
        (["007 xyzzy"], "?007 unknown command\n\n"),
        (["3"], "?3 unknown command\n\n"),
        (["", "# nothing", "  \t ", "\x07"], ""),
        (["na\x00me\x0b # it is", "\t4\tname\r"], "= Zermelo\n\n=4 Zermelo\n\n"),
        (["known_command play", "known_command komi"], "= true\n\n= false\n\n"),
        (["known_command", "name me"], "? syntax error\n\n? syntax error\n\n"),
        (["komi 6.5"], "? unknown command\n\n"),
        (["quit", "name"], "=\n\n"),
        (["5 quit", "name"], "=5\n\n"),
        (["boardsize 19"], "? unacceptable size\n\n"),
        (["boardsize -1"], "? syntax error\n\n"),
        (["play b b2", "play w a1"], "=\n\n=\n\n"),
        (["play Black b2", "play WHITE A1"], "=\n\n=\n\n"),
        (["play w b2"], "? illegal move\n\n"),
        (["play b b2", "play w b2"], "=\n\n? illegal move\n\n"),
        (["play b z9", "play red b2"], "? illegal move\n\n? syntax error\n\n"),
        (["undo"], "? cannot undo\n\n"),
        (["play b b2", "undo", "play b b2"], "=\n\n" * 3),
        (["play b b2", "clear_board", "play b b2"], "=\n\n" * 3),
        (["genmove w"], "? cannot move\n\n"),
        (["final_score"], "? cannot score\n\n"),
        (["time_settings 60 10 1", "time_left b 59 0"], "=\n\n=\n\n"),
        (["time_settings 60", "time_left b x 0"], "? syntax error\n\n" * 2),
    ],
)
def test_dialogues(lines: list[str], told: str) -> None:
    assert answers(MNK(), *lines) == told


def test_the_commands_that_are_listed_are_known() -> None:
    listed = answers(MNK(), "list_commands").removeprefix("= ").split()
    assert {"genmove", "play", "undo", "showboard", "time_left", "final_score"} <= set(listed)
    known = answers(MNK(), *(f"known_command {name}" for name in listed))
    assert known == "= true\n\n" * len(listed)


@pytest.mark.parametrize(
    "game", [Connect4(), Chess(), Draughts(), Othello(), Morris()], ids=lambda game: game.name
)
def test_a_drawing_has_no_empty_line_which_would_end_the_answer(game: Game[Any, Any]) -> None:
    told = answers(game, "showboard")
    assert told.startswith("=\n")
    assert told.endswith("\n\n")
    rows = told[2:-2].splitlines()
    assert rows == [row for row in game.draw(game.initial()).splitlines() if row.strip()]
    assert all(rows)


@pytest.mark.parametrize(
    ("game", "colour"),
    [
        *((MNK(), "b"), (Othello(), "b"), (Draughts(), "b")),
        *((Draughts("spanish"), "w"), (Chess(), "w")),
    ],
)
def test_who_moves_first(game: Game[Any, Any], colour: str) -> None:
    move = game.format_action(game.initial(), next(iter(game.actions(game.initial()))))
    other = "w" if colour == "b" else "b"
    assert answers(game, f"play {other} {move}", f"play {colour} {move}") == (
        "? illegal move\n\n=\n\n"
    )


def test_it_plays_to_the_end() -> None:
    with talking("gtp", "--game", "tictactoe", "--time", "0.2") as talk:
        talk.say("play b a1", "play w c3", "play b a3", "genmove w", "play b c1", "1 genmove b")
        told = [line for line in talk.hear("?1") if line]
        assert told == ["=", "=", "=", "= a2", "=", "?1 cannot move"]  # elsewhere X wins at a2
        talk.say("2 genmove w", "3 final_score")
        told = [line for line in talk.hear("?3") if line]
        answer = told[0].removeprefix("=2 ")
        assert answer in {"b1", "b2"}  # one of the two lines that X threatens to close
        talk.say(f"play b {'b2' if answer == 'b1' else 'b1'}", "final_score", "quit")
        assert [line for line in talk.rest() if line] == ["=", "= B+100", "="]


def test_a_game_that_is_over() -> None:
    moves = ["play b a1", "play w a2", "play b b1", "play w b2", "play b c1"]
    game = MNK()
    told = answers(game, *moves, "final_score", "genmove w", "play w c2", "undo", "final_score")
    assert told == "=\n\n" * 5 + (
        "= B+100\n\n? cannot move\n\n? illegal move\n\n=\n\n? cannot score\n\n"
    )


def test_a_position_that_comes_back_ends_the_game() -> None:
    moves = ["w g1f3", "b g8f6", "w f3g1", "b f6g8"]
    told = answers(Chess(), *(f"play {move}" for move in moves), "final_score", "genmove w")
    assert told == "=\n\n" * 4 + "= 0\n\n? cannot move\n\n"


def test_a_board_of_another_size(run: Run) -> None:  # noqa: F811
    lines = ["boardsize 6", "boardsize 5", "play b c2", "showboard", "boardsize 6", "final_score"]
    told = answers(Othello(), *lines, resize=Othello)
    assert told.startswith("=\n\n? unacceptable size\n\n=\n\n=\n")
    assert told.endswith("=\n\n? cannot score\n\n")
    done = run("gtp", "--set", "size=4", stdin="boardsize 8\nboardsize 7\nundo\n")
    assert (done.status, done.err) == (0, "")
    assert done.out == "=\n\n? unacceptable size\n\n? cannot undo\n\n"


@pytest.mark.parametrize("end", ["quit", None])
def test_it_ends_during_a_search(end: str | None) -> None:
    with talking("gtp", "--time", "10000") as talk:
        talk.say("time_settings 0 1 1", "genmove b")  # compiles
        talk.hear("= ")
        talk.say("time_settings 0 1 0", "genmove w", "9 name")
        if end:
            talk.say(end)
        else:
            talk.close_input()
        told = [line for line in talk.rest() if line]
        assert told[0] == "="
        assert told[1].startswith("= ")  # a legal move all the same, and what else was asked
        assert told[2:] == ["=9 Zermelo", *(["="] if end else [])]


@pytest.mark.parametrize(
    ("given_", "wrong"),
    [
        (["--game", "pig"], "pig: the protocol is for two players without dice"),
        (["--game", f"{Path(players.__file__)}:Ladder"], "ladder: the protocol is for two players"),
        (["--game", "lastmatch"], "lastmatch is for several players"),
        (["--game", "xyzzy"], "no game 'xyzzy'"),
        (["--time", "0"], "--time takes a positive number of seconds"),
    ],
)
def test_one_line_where_there_is_nothing_to_talk_about(
    run: Run,  # noqa: F811
    given_: list[str],
    wrong: str,
) -> None:
    for command in ("gtp", "uci"):
        if command == "uci" and "--time" in given_:
            continue
        done = run(command, *given_)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert wrong in done.err


WORDS = ["play", "undo", "boardsize", "time_left", "time_settings", "b", "w", "a1", "3", "#", "-1"]


@given(st.lists(st.one_of(st.lists(st.sampled_from(WORDS)).map(" ".join), st.text()), max_size=8))
def test_garbage(lines: list[str]) -> None:
    """Every command is answered once, by `=` or `?` and an empty line, and the next one as well."""
    lines = [line.replace("\n", " ") for line in lines if "quit" not in line]
    told = answers(MNK(), *lines, "99 name")
    assert told.endswith("=99 Zermelo\n\n")
    blocks = told.removesuffix("\n\n").split("\n\n")
    assert all(block[0] in "=?" for block in blocks)
