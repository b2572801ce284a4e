"""Records of matches: PGN as python-chess reads it, PDN, and the same layout for other games."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

from zermelo.game import Game
from zermelo.games import Chess, Connect4, Draughts
from zermelo.match.play import play_match
from zermelo.match.players import random_player
from zermelo.match.record import record
from zermelo.match.results import Played

chess = pytest.importorskip("chess")
pgn = pytest.importorskip("chess.pgn")


def games_of(game: Game[Any, Any], count: int) -> list[Played]:
    """Random games between a and b, in turn with each colour."""
    found = []
    for number in range(count):
        match = play_match(game, random_player(number), random_player(-number), most_plies=300)
        moves = " ".join(game.format_line(match.states[0], match.moves))
        names = ("a", "b") if number % 2 == 0 else ("b", "a")
        about = (*names, ("", ""), number // 2, 0, moves)
        found.append(Played(*about, match.winner, match.ending))
    return found


def read(text: str) -> list[tuple[dict[str, str], list[str]]]:
    """The tags and the moves of each game, read simply."""
    found = []
    for part in re.split(r"\n(?=\[Event )", text):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.MULTILINE))
        moves = re.sub(r"\{[^}]*\}|\d+\.(?=\s)", " ", part.rpartition("]\n\n")[2]).split()
        assert moves.pop() == tags["Result"]
        found.append((tags, moves))
    return found


@pytest.mark.parametrize(
    "game", [Chess(), Chess(variant="chess960", number=4), Chess(variant="chess960")]
)
def test_python_chess_reads_the_same_games(game: Chess) -> None:
    games = games_of(game, 4)
    if game.variant == "chess":  # the fool's mate
        games.append(Played("a", "b", ("", ""), 2, 0, "f2f3 e7e5 g2g4 d8h4", -1, "end"))
    text = io.StringIO(record(game, games, "a - b", "chess"))
    for number, played in enumerate(games):
        found = pgn.read_game(text)
        assert not found.errors
        board = found.board()
        assert board.chess960 == (game.variant == "chess960")
        begins = game.format_state(game.initial())
        assert board.fen() == chess.Board(begins, chess960=board.chess960).fen()
        moves = []
        for move in found.mainline_moves():
            moves.append(board.uci(move))
            board.push(move)
        assert moves == played.moves.split()
        names = (found.headers["White"], found.headers["Black"])
        assert names == (played.max, played.min)
        assert found.headers["Result"] == {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[played.winner]
        assert found.headers["Round"] == f"{number // 2 + 1}.{number % 2 + 1}"
        assert board.is_checkmate() or played.winner == 0
        if board.is_checkmate():
            assert board.result() == found.headers["Result"]
    assert pgn.read_game(text) is None


def test_los_alamos_has_its_position() -> None:
    game = Chess(variant="losalamos")
    for (tags, moves), played in zip(
        read(record(game, games := games_of(game, 2), "e", "chess")), games, strict=True
    ):
        assert (tags["Variant"], tags["SetUp"]) == ("Los Alamos", "1")
        assert game.parse_state(tags["FEN"]) == game.initial()
        assert len(moves) == len(played.moves.split())


@pytest.mark.parametrize(("variant", "kind", "side"), [("english", "21", -1), ("spanish", "24", 1)])
def test_draughts_are_written_in_pdn(variant: str, kind: str, side: int) -> None:
    game = Draughts(variant)
    games = games_of(game, 6)
    for (tags, moves), played in zip(
        read(record(game, games, "e", "draughts")), games, strict=True
    ):
        assert tags["GameType"] == kind
        assert tags["Result"] == {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[side * played.winner]
        assert tags["White" if side == 1 else "Black"] == played.max
        assert moves == played.moves.split()
        state = game.initial()
        for move in moves:
            state = game.result(state, game.parse_action(state, move))
        assert game.is_terminal(state) == (played.ending == "end")


def test_other_games_have_the_same_layout() -> None:
    game = Connect4(5, 4)
    games = games_of(game, 3)
    told = {"error": "time", "seconds": 1, "megabytes": 64}
    fault = {"kind": "time", "agent": 'a "}', "told": told}
    games.append(Played('a "}', "b\\\n", ("", ""), 1, 0, "c1 c2", -1, "fault", fault))
    text = record(game, games, "a - b", "connect4", "width=5 height=4")
    assert max(map(len, text.splitlines())) < 80
    found = read(text)
    for (tags, moves), played in zip(found[:3], games, strict=False):
        assert (tags["MAX"], tags["MIN"]) == (played.max, played.min)
        assert (tags["Game"], tags["Parameters"]) == ("connect4", "width=5 height=4")
        assert moves == played.moves.split()
    tags, moves = found[3]
    assert (tags["Termination"], tags["Round"], moves) == ("time forfeit", "2.2", ["c1", "c2"])
    assert (tags["MAX"], tags["MIN"]) == ('a \\"}', "b\\\\")
    assert text.endswith('1. c1 c2 {a "): no move after 1 s} 0-1\n')
