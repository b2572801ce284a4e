"""`zermelo uci`, heard by python-chess's engine client and line by line."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.patience import COMPILING, PATIENCE
from tests.protocols.talk import Talk, command, talking
from zermelo.engine import engine_for
from zermelo.games import Chess
from zermelo.protocols.search import before
from zermelo.protocols.uci import FEWEST_NODES, LEAST_ELO, MOST_ELO, moved

chess = pytest.importorskip("chess", reason="NO PYTHON-CHESS: UCI is NOT TESTED")
client = pytest.importorskip("chess.engine")

STOCKFISH = shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
DEPTH = client.Limit(depth=2)
ROOK_MATES = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
MATED_IN_TWO = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1"  # Kh7 is the only move, and Rh1 mates
TWO_ROOKS = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"  # Ra7, and Rb8 mates


@pytest.fixture(scope="module")
def engine() -> Iterator[Any]:
    """Our program in python-chess's client, compiled already."""
    with client.SimpleEngine.popen_uci(command("uci"), timeout=COMPILING) as found:
        found.ping()
        yield found


@pytest.fixture
def talk() -> Iterator[Talk]:
    with talking("uci") as talk:
        talk.say("uci", "isready")
        talk.hear("readyok")
        yield talk


# --- through python-chess ------------------------------------------------------------------------


def test_who_it_is_and_what_may_be_set(engine: Any) -> None:
    assert engine.id["name"].startswith("Zermelo ")
    assert {"Hash", "Threads", "MultiPV", "Ponder", "Clear Hash"} <= set(engine.options)
    assert {"UCI_Chess960", "UCI_LimitStrength", "UCI_Elo"} <= set(engine.options)
    elo = engine.options["UCI_Elo"]
    assert (elo.min, elo.max) == (LEAST_ELO, MOST_ELO)
    engine.configure({"Hash": 16, "Clear Hash": None, "Threads": 2})
    assert engine.play(chess.Board(), DEPTH).move in chess.Board().legal_moves
    engine.configure({"Hash": 64, "Threads": 1})


@pytest.mark.parametrize(
    "limit",
    [
        {"depth": 2},
        {"nodes": 500},
        {"time": 0.05},
        {"white_clock": 2, "black_clock": 2, "white_inc": 0.1, "black_inc": 0.1},
        {"white_clock": 1, "black_clock": 1, "remaining_moves": 3},
        {"white_clock": 0.001, "black_clock": 0.001},
        {"mate": 1},
    ],
    ids=lambda limit: next(iter(limit)) + str(len(limit)),
)
@pytest.mark.parametrize("position", [chess.STARTING_FEN, "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"])
def test_limits(engine: Any, limit: dict[str, Any], position: str) -> None:
    board = chess.Board(position)
    found = engine.play(board, client.Limit(**limit), info=client.INFO_ALL)
    assert found.move in board.legal_moves
    for name in {"depth", "nodes"} & limit.keys():
        assert 0 < found.info[name] <= limit[name]


def test_limited_strength_is_a_number_of_nodes(engine: Any) -> None:
    """Whatever else is allowed; each hundred points twice as many."""
    board, limit = chess.Board(), client.Limit(time=1000, depth=40)
    for elo, most in ((LEAST_ELO, FEWEST_NODES), (LEAST_ELO + 400, 16 * FEWEST_NODES)):
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo, "Clear Hash": None})
        assert 0 < engine.play(board, limit, info=client.INFO_ALL).info["nodes"] <= most
    engine.configure({"UCI_LimitStrength": False, "Clear Hash": None})
    more = client.Limit(nodes=20 * most, depth=40)
    assert engine.play(board, more, info=client.INFO_ALL).info["nodes"] > most


def test_searches_the_same_again(engine: Any) -> None:
    """Nodes and values are those of the engine itself: the protocol adds none of its own."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3")
    found = engine.analyse(board, client.Limit(depth=2), game=object())
    game = Chess()
    ours = engine_for(game).analyse(game.parse_state(board.fen()), depth=2)
    assert found["score"].white().score() == ours.value
    assert found["nodes"] == ours.nodes
    assert [str(move) for move in found["pv"]] == game.format_line(
        game.parse_state(board.fen()), ours.line
    )


def test_analyses_without_an_end_until_it_is_stopped(engine: Any) -> None:
    with engine.analysis(chess.Board(), multipv=3) as analysis:
        for info in analysis:
            if info.get("multipv") == 3 and info.get("depth", 0) >= 2:
                break
        analysis.stop()
        assert analysis.wait().move in chess.Board().legal_moves
    moves = [info["pv"][0] for info in analysis.multipv]
    assert len(set(moves)) == 3
    values = [info["score"].white().score() for info in analysis.multipv]
    assert values == sorted(values, reverse=True)


def test_lines_are_ranked_for_the_player_to_move(engine: Any) -> None:
    board = chess.Board(ROOK_MATES).mirror()
    infos = engine.analyse(board, client.Limit(depth=2), multipv=4)
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == client.Mate(1)
    best, *_others = infos
    assert best["score"].white() == client.Mate(-1)


@pytest.mark.parametrize(
    ("position", "mate"),
    [
        (ROOK_MATES, 1),
        (chess.Board(ROOK_MATES).mirror().fen(), 1),
        (TWO_ROOKS, 2),
        (chess.Board(TWO_ROOKS).mirror().fen(), 2),
        (MATED_IN_TWO, -1),
        (chess.Board(MATED_IN_TWO).mirror().fen(), -1),
    ],
)
def test_mates_are_told_for_the_player_to_move(engine: Any, position: str, mate: int) -> None:
    board = chess.Board(position)
    info = engine.analyse(board, client.Limit(depth=4))
    assert info["score"].relative == client.Mate(mate)
    assert info["score"].turn == board.turn
    if mate > 0:
        asked = engine.analyse(board, client.Limit(mate=mate))
        assert asked["score"].relative == client.Mate(mate)


def test_only_the_moves_asked_for(engine: Any) -> None:
    board = chess.Board(ROOK_MATES)
    few = [chess.Move.from_uci("g1f1"), chess.Move.from_uci("a1a2")]
    for limit in (client.Limit(depth=2), client.Limit(nodes=1)):
        assert engine.play(board, limit, root_moves=few).move in few
    assert engine.play(board, DEPTH, root_moves=[*few, chess.Move.from_uci("a1a8")]).move.uci() == (
        "a1a8"
    )


def test_pondering(engine: Any) -> None:
    board = chess.Board()
    first = engine.play(board, DEPTH, ponder=True)
    assert first.ponder is not None
    board.push(first.move)
    board.push(first.ponder)  # it hits
    second = engine.play(board, DEPTH, ponder=True)
    assert second.move in board.legal_moves
    board.push(second.move)
    board.push(next(move for move in board.legal_moves if move != second.ponder))  # it does not
    assert engine.play(board, client.Limit(time=0.05)).move in board.legal_moves


@pytest.mark.parametrize("number", [0, 518, 700, 959])
def test_chess960(engine: Any, number: int) -> None:
    """Random games, which castle; every position is understood, and every answer legal."""
    dice, castled = random.Random(number), False
    for _game in range(30):
        board = chess.Board.from_chess960_pos(number)
        for _ply in range(30):
            moves = list(board.legal_moves)
            castling = [move for move in moves if board.is_castling(move)]
            if not moves or board.can_claim_draw():
                break
            castled = castled or bool(castling)
            board.push(dice.choice(castling or moves))
        if castled:
            break
    assert castled
    if not board.is_game_over(claim_draw=True):
        assert engine.play(board, client.Limit(depth=1)).move in board.legal_moves
    board = chess.Board("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", chess960=True)
    castling = [chess.Move.from_uci("b1a1"), chess.Move.from_uci("b1h1")]
    assert engine.play(board, client.Limit(depth=1), root_moves=castling).move in castling


def test_castling_en_passant_and_promotion(engine: Any) -> None:
    for position, move in (
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
        ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n"),
    ):
        only = [chess.Move.from_uci(move)]
        board = chess.Board(position)
        assert engine.play(board, client.Limit(depth=1), root_moves=only).move == only[0]
        board.push(only[0])
        if not board.is_insufficient_material():
            assert engine.play(board, client.Limit(depth=1)).move in board.legal_moves


def test_no_mover_has_a_move(engine: Any) -> None:
    mated = chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert engine.play(mated, DEPTH).move is None


# --- positions that come back ---------------------------------------------------------------------

SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]
# White is a queen down; with its rook it goes on giving check, and the position comes back.
PERPETUAL = "6k1/5p1p/8/8/8/8/1q6/5QK1 w - - 0 1"


def test_positions_that_came_back_are_the_history() -> None:
    game = Chess()
    states = [game.initial()]
    for text in (*SHUFFLE, *SHUFFLE[:3]):
        states = [*states[:-1], *moved(game, states[-1], text)]
    past = before(game, states)
    assert past == states[4:7]  # what is since the last time that a position was there before
    states = [game.initial()]
    for text in ("e2e4", "g8f6", "g1f3", "f6g8"):
        states = [*states[:-1], *moved(game, states[-1], text)]
    assert before(game, states) == states[1:4]  # a pawn has moved: the first does not come back


def test_who_stands_worse_repeats_and_who_stands_better_does_not(talk: Talk) -> None:
    """With moves before it a position has other values than without."""
    queen_up = "7k/8/8/8/8/8/Q7/7K w - - 0 1"
    # After these, Qa2 and Kh8 would stand as in the beginning.
    moves = "a2b2 h8g8 b2a2 g8f8 a2b2 f8g8"
    talk.say(f"position fen {queen_up} moves {moves}", "go depth 2 searchmoves b2a2")
    first = talk.hear("bestmove")
    talk.say(f"position fen {queen_up} moves {moves}", "go depth 2 searchmoves b2c3")
    other = talk.hear("bestmove")
    assert "score cp 0 " in first[-2]
    assert "score cp 0 " not in other[-2]


def test_a_game_goes_on_where_a_position_came_back_or_fifty_moves_are_over(talk: Talk) -> None:
    talk.say(f"position startpos moves {' '.join(SHUFFLE * 3)}", "go depth 2")
    assert talk.hear("bestmove")[-1] != "bestmove (none)"
    talk.say("position fen 7k/8/8/8/8/8/RR6/7K w - - 99 80 moves a2a3 h8g8 a3a4", "go depth 1")
    assert talk.hear("bestmove")[-1].startswith("bestmove g8")


# --- line by line ---------------------------------------------------------------------------------


def test_it_is_ready_during_a_search(talk: Talk) -> None:
    talk.say("go infinite", "isready")
    talk.hear("readyok")
    talk.say("go depth 1", "setoption name Hash value 1", "ucinewgame")
    for _each in range(3):
        assert talk.hear("info string")[-1] == "info string a search is under way: send stop first"
    talk.say("stop")
    assert talk.hear("bestmove")[-1] != "bestmove (none)"


def test_an_answer_waits_for_stop_or_ponderhit(talk: Talk) -> None:
    """Even where all is known at once."""
    talk.say(f"position fen {ROOK_MATES}")
    for going, word in (("infinite", "stop"), ("ponder movetime 100000", "stop"),
                        ("ponder wtime 60000 btime 60000", "ponderhit")):  # fmt: skip
        talk.say(f"go {going}")
        talk.hear("info depth")
        talk.say("isready")
        assert not any(line.startswith("bestmove") for line in talk.hear("readyok"))
        talk.say(word)
        assert talk.hear("bestmove")[-1] == "bestmove a1a8"


def test_the_clock_begins_when_the_ponder_move_is_made(talk: Talk) -> None:
    talk.say("position startpos moves e2e4 e7e5", "go ponder wtime 100 btime 100")
    talk.hear("info depth 2")
    talk.say("ponderhit")
    assert talk.hear("bestmove")[-1].startswith("bestmove ")


@pytest.mark.parametrize("end", ["quit", None])
@pytest.mark.parametrize("going", ["go infinite", "go perft 9", "go ponder", ""])
def test_it_ends_during_a_search(talk: Talk, going: str, end: str | None) -> None:
    talk.say(going)
    if going.startswith("go infinite"):
        talk.hear("info depth")
    if end:
        talk.say(end)
    else:
        talk.close_input()
    talk.rest()


def test_perft(talk: Talk) -> None:
    talk.say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
    talk.say("go perft 3")
    heard = talk.hear("Nodes searched")
    assert heard[-1] == "Nodes searched: 97862"
    assert len(heard) == 1 + 48


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("xyzzy", "no command 'xyzzy'"),
        ("setoption", "no option: ''"),
        ("setoption name Contempt value 3", "no option: 'name Contempt value 3'"),
        ("setoption name Hash value 0", "Hash is of type spin default 64 min 1 max"),
        ("setoption name Hash value much", "Hash is of type spin"),
        ("setoption name Ponder value perhaps", "Ponder is of type check default false"),
        ("position", "write position startpos, or position fen and a FEN"),
        ("position fen", "write position startpos, or position fen and a FEN"),
        ("position fen 8/8/8 w - - 0 1", "FEN, board: '8/8/8': write 8 ranks"),
        ("position startpos moves e2e5", "'e2e5' is no legal move at "),
        ("go depth x", "go: not understood: depth x"),
        ("go sideways", "go: not understood: sideways"),
        ("ponderhit", "ponderhit, but nothing is pondered on"),
        ("position startpos\ngo depth 1 searchmoves e2e5", "'e2e5' is no legal move"),
    ],
)
def test_what_is_wrong_is_told_and_it_goes_on(shared: Talk, said: str, told: str) -> None:
    shared.say("position startpos", said, "isready")
    heard = shared.hear("readyok")
    assert heard[0].startswith(f"info string {told}")
    assert heard[1:] == ["readyok"]


def test_what_is_understood_counts(shared: Talk) -> None:
    shared.say("position startpos", "go depth 1 quickly")
    heard = shared.hear("bestmove")
    assert heard[0] == "info string go: not understood: quickly"
    assert heard[-1] != "bestmove (none)"


def test_no_position_is_searched_that_nobody_asked_about(shared: Talk) -> None:
    shared.say("position startpos moves e2e4 e7e6 e4e6", "go depth 1", "isready")
    heard = shared.hear("readyok")
    assert heard[1:-1] == [
        "bestmove (none)",
        "info string there is no position: the last one was refused",
    ]


@pytest.fixture(scope="module")
def shared() -> Iterator[Talk]:
    """One process for many dialogues."""
    with talking("uci") as talk:
        talk.say("uci", "isready")
        talk.hear("readyok")
        yield talk
        talk.say("quit")
        talk.rest()


WORDS = [
    *("uci", "debug", "register", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit"),
    *("name", "value", "Hash", "MultiPV", "Ponder", "UCI_Chess960", "UCI_LimitStrength", "UCI_Elo"),
    *("startpos", "fen", "moves", "e2e4", "e7e5", "e1g1", "0000", "searchmoves", "depth", "nodes"),
    *("perft", "movetime", "wtime", "btime", "winc", "movestogo", "mate", "ponder", "true", "on"),
    *("-1", "0", "1", "2", "99999999999999999999", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR", "w", "KQkq"),
]
LINES = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
    st.tuples(st.sampled_from(WORDS), st.text(max_size=30)).map(" ".join),
    st.binary(max_size=40).map(lambda line: str(line, "latin-1")),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINES, max_size=10))
def test_garbage(shared: Talk, lines: list[str]) -> None:
    """Whatever is said, it does not end, and answers what it is asked next."""
    for line in lines:
        line = line.replace("\n", " ").replace("\r", " ")
        if line.split()[:1] != ["quit"]:
            shared.say(line.encode("utf-8", "surrogatepass") + b"\xff", "stop")
    shared.say("stop", "position startpos", "isready")
    shared.hear("readyok")
    shared.say("setoption name UCI_LimitStrength value false", "go depth 1 movetime 1", "stop")


@pytest.mark.skipif(STOCKFISH is None, reason="NO STOCKFISH: games against it are NOT TESTED")
@pytest.mark.parametrize("ours", [chess.WHITE, chess.BLACK])
def test_a_game_against_stockfish(engine: Any, ours: bool) -> None:
    """Two chess programs that know nothing of each other play to the end by the same rules."""
    board, limit = chess.Board(), client.Limit(nodes=200)
    with client.SimpleEngine.popen_uci(STOCKFISH, timeout=PATIENCE) as stockfish:
        while not board.is_game_over(claim_draw=True):
            player = engine if board.turn == ours else stockfish
            board.push(player.play(board, limit).move)
    assert board.outcome(claim_draw=True) is not None
