"""Chess: rules as those of python-chess and of published counts, exchanges, the estimate."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests import oracle
from tests.golden_files import golden
from tests.long import some
from zermelo import analyse
from zermelo.bits import bits, signed
from zermelo.check import check_game
from zermelo.compiler.rules import compile
from zermelo.engine.plain import perft as compiled_perft
from zermelo.fingerprint import fingerprint
from zermelo.game import MAX, MIN, Game, ZermeloError
from zermelo.games import Chess
from zermelo.games.chess.rules import KING, STANDARD, WIN, Position, back_rank
from zermelo.history import came_back
from zermelo.match.play import play_match
from zermelo.search import alphabeta
from zermelo.search.perft import perft

# Published counts: the Chess Programming Wiki's positions 2 to 6, and two of Chess960.
COUNTS = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": (48, 2039, 97862, 4085603),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": (14, 191, 2812, 43238, 674624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": (6, 264, 9467, 422333),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": (44, 1486, 62379, 2103487),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": (46, 2079, 89890),
}
COUNTS_960 = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -": (21, 528, 12189, 326672),
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe -": (21, 807, 18002, 667366),
}
# Each is a draw or a win at once.
ENDS = {
    "7k/5Q2/6K1/8/8/8/8/8 b - -": 0,  # stalemate
    "7k/6Q1/6K1/8/8/8/8/8 b - -": WIN,
    "7k/6Q1/6K1/8/8/8/8/8 b - - 100": WIN,
    "8/8/4k3/8/8/2K5/8/7R w - - 100": 0,
    "8/8/4k3/8/8/2K5/8/7N w - -": 0,
    "8/2b5/4k3/8/8/2K5/7B/8 w - -": 0,  # bishops on squares of one colour
}


@pytest.mark.parametrize(
    "settings",
    some([{}, {"variant": "losalamos"}, {"variant": "chess960", "number": 7}], 1),
    ids=str,
)
def test_it_keeps_the_rules_of_the_interface(settings: dict[str, Any]) -> None:
    assert check_game(Chess(**settings), games=2, max_plies=60) == []


def test_numbers_of_move_sequences() -> None:
    game = Chess()
    counts = oracle.load("perft.json")["chess"]["counts"]
    assert [perft(game, depth) for depth in (1, 2)] == counts[:2]
    compiled = compile(game)
    assert [compiled_perft(compiled, depth) for depth in range(1, 6)] == counts[:5]
    for text, expected in COUNTS.items():
        state = game.parse_state(text)
        found = [compiled_perft(compiled, d, state) for d in range(1, len(expected) + 1)]
        assert tuple(found) == expected, text
    compiled, game = compile(Chess("chess960")), Chess("chess960")
    for text, expected in COUNTS_960.items():
        state = game.parse_state(text)
        found = [compiled_perft(compiled, d, state) for d in range(1, len(expected) + 1)]
        assert tuple(found) == expected, text


def test_its_code_is_kept_from_process_to_process() -> None:
    assert fingerprint((Chess(), Chess().initial())) is not None


def boards(chess: Any, seed: int) -> Iterator[tuple[Chess, Any]]:
    """A game of each kind, and a board of python-chess at its beginning."""
    yield Chess(), chess.Board()
    number = random.Random(seed).randrange(960)
    yield Chess("chess960", number), chess.Board.from_chess960_pos(number)


@pytest.mark.parametrize("seed", range(2))
def test_random_games_as_python_chess(seed: int) -> None:
    """Legal moves, their names in both notations, positions, and how a game ends."""
    chess = pytest.importorskip("chess")
    dice = random.Random(seed)
    for game, board in boards(chess, seed):
        state = game.initial()
        while not game.is_terminal(state):
            fen = board.fen().rpartition(" ")[0]
            assert game.format_state(state).rpartition(" ")[0] == fen
            assert game.parse_state(board.fen()) == state
            assert game.parse_state(board.fen(shredder=True)) == state or not board.chess960
            actions = {game.format_action(state, a): a for a in game.actions(state)}
            moves = {board.uci(move): move for move in board.legal_moves}
            assert set(actions) == set(moves)
            for text in dice.sample(sorted(moves), min(4, len(moves))):
                assert game.notate(state, actions[text]) == board.san(moves[text])
                assert game.parse_action(state, board.san(moves[text])) == actions[text]
                assert game.parse_action(state, text) == actions[text]
            text = dice.choice(sorted(moves))
            board.push(moves[text])
            state = game.result(state, actions[text])
        ended = board.is_stalemate() or board.is_insufficient_material() or board.is_fifty_moves()
        assert ended or board.is_checkmate()
        won = 0 if not board.is_checkmate() else MIN if board.turn else MAX
        assert game.outcome(state) == won


@pytest.mark.parametrize(("text", "value"), ENDS.items())
def test_how_games_end(text: str, value: int) -> None:
    game = Chess()
    state = game.parse_state(text)
    assert game.is_terminal(state)
    assert game.utility(state) == value
    assert list(game.actions(state)) == []


def test_the_positions_of_chess960_are_all_there() -> None:
    ranks = {back_rank(number) for number in range(960)}
    assert len(ranks) == 960
    assert back_rank(STANDARD) == "RNBQKBNR"
    for rank in ranks:
        assert rank.index("R") < rank.index("K") < rank.rindex("R")
        assert rank.index("B") % 2 != rank.rindex("B") % 2
        assert sorted(rank) == sorted("RNBQKBNR")


def test_los_alamos_has_no_bishops_no_castling_and_no_double_step() -> None:
    game = Chess("losalamos")
    state = game.initial()
    assert game.format_state(state) == "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
    assert [perft(game, depth) for depth in (1, 2)] == [10, 100]
    state = game.parse_state("5k/1P4/6/6/6/3K2 w")
    becoming = {text for text in names(game, state) if text.startswith("b5")}
    assert becoming == {"b5b6q", "b5b6r", "b5b6n"}


def names(game: Game[Any, Any], state: Any) -> list[str]:
    return [game.format_action(state, action) for action in game.actions(state)]


# --- knowledge ---------------------------------------------------------------------------------


def mirrored(game: Chess, state: Position) -> Position:
    """The position with the colours changed."""
    board, turn, castling, passing, clock, number = game.format_state(state).split()
    passing = passing.translate(str.maketrans("36", "63"))
    ranks = "/".join(reversed(board.swapcase().split("/")))
    turn = "w" if turn == "b" else "b"
    return game.parse_state(" ".join([ranks, turn, castling.swapcase(), passing, clock, number]))


@pytest.mark.parametrize("games", some([1, 4], 1))
@pytest.mark.parametrize("variant", ["chess", "losalamos"])
@pytest.mark.parametrize("heuristic", ["full", "material"])
def test_the_estimate_changes_sign_with_the_colours(
    variant: str, heuristic: str, games: int
) -> None:
    game, dice = Chess(variant, heuristic=heuristic), random.Random(5)
    for _ in range(games):
        state = game.initial()
        while not game.is_terminal(state):
            twin = mirrored(game, state)
            assert game.evaluate(twin) == -game.evaluate(state)
            assert game.is_quiet(twin) == game.is_quiet(state)
            assert len(names(game, twin)) == len(names(game, state))
            state = game.result(state, dice.choice(list(game.actions(state))))


def test_the_lectures_count_pieces() -> None:
    game = Chess(heuristic="material")
    state = game.parse_state("rnb1k2r/pppp1ppp/8/8/8/8/PPP2PPP/R1BQKBNR w KQkq -")
    assert game.evaluate(state) == 11
    assert {f.name: (f.count, f.weight) for f in game.features(state)} == {
        "pawns": (-1, 1),
        "knights": (0, 3),
        "bishops": (1, 3),
        "rooks": (0, 5),
        "queens": (1, 9),
    }


WORTH = {1: 100, 2: 320, 3: 330, 4: 500, 5: 950, 6: 20000, 7: 500}


def exchanged(game: Chess, state: Position, action: int) -> int:
    """What a capture gains if all take back on its square or stop: by trying every way."""

    def gained(taken: int, side: int, victim: int) -> int:
        best, attackers = 0, game.attackers(state, square, taken) & taken
        for piece in bits(attackers & (state.white if side == MAX else ~state.white)):
            kind, rest = game.piece_at(state, piece), taken ^ piece
            others = game.attackers(state, square, rest) & rest
            if kind == KING and others & (~state.white if side == MAX else state.white):
                continue
            best = max(best, WORTH[victim] - gained(rest, -side, kind))
        return best

    start, square = signed(1 << (action & 63)), action >> 6 & 63
    end = signed(1 << square)
    taken = (state.ones | state.twos | state.fours) & ~start
    kind = game.piece_at(state, start)
    return WORTH[game.piece_at(state, end)] - gained(taken | end, -state.player, kind)


@pytest.mark.parametrize(
    ("text", "move", "gain"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", -220),
        ("4k3/8/3p4/4p3/8/8/4R3/4RK2 w - -", "e2e5", -300),
        ("4k3/8/8/4p3/8/8/4R3/4RK2 w - -", "e2e5", 100),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100),
    ],
)
def test_exchanges_of_pieces(text: str, move: str, gain: int) -> None:
    game = Chess()
    state = game.parse_state(text)
    action = game.parse_action(state, move)
    assert exchanged(game, state, action) == gain
    assert game.wins(state, action, gain)
    assert not game.wins(state, action, gain + 1)


def test_exchanges_in_random_games_as_by_trying_every_way() -> None:
    game, dice, compared = Chess(), random.Random(3), 0
    for _ in range(10):
        state = game.initial()
        while not game.is_terminal(state):
            actions = list(game.actions(state))
            other = (state.ones | state.twos | state.fours) & ~game.own(state)
            for action in actions:
                if other & signed(1 << (action >> 6 & 63)):
                    compared += 1
                    gain = exchanged(game, state, action)
                    assert game.wins(state, action, gain), game.format_state(state)
                    assert not game.wins(state, action, gain + 1), game.format_state(state)
            state = game.result(state, dice.choice(actions))
    assert compared > 500


def test_captures_that_win_most_come_first() -> None:
    game = Chess()
    state = game.parse_state("4k3/8/3p4/q3r3/1P1P4/8/8/Q4K2 w - -")
    ranked = sorted(game.actions(state), key=lambda action: -game.order(state, action))
    assert game.format_action(state, ranked[0]) in ("a1a5", "b4a5")
    assert [game.format_action(state, action) for action in ranked[:3]][-1] == "d4e5"


def test_a_position_is_quiet_where_nothing_can_be_won() -> None:
    game = Chess()
    for text, quiet in (
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", True),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", False),  # a pawn to be had
        ("4k3/8/4p3/3p4/8/8/8/3QK3 w - -", True),  # it is protected
        ("4k3/P7/8/8/8/8/8/4K3 w - -", False),
        ("4k3/8/8/8/8/8/4q3/4K3 w - -", False),  # check
    ):
        assert game.is_quiet(game.parse_state(text)) is quiet, text


def test_a_mate_at_once_is_found_by_the_textbook() -> None:
    game = Chess()
    state = game.parse_state("6k1/5ppp/8/8/8/8/8/R3K3 w Q -")
    found = alphabeta(game, state, depth=1)
    assert (found.value, game.format_line(state, found.line)) == (WIN, ["a1a8"])


@pytest.mark.parametrize(
    ("text", "moves", "first"),
    [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2, "a1a6"),  # Morphy's problem
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - -", 3, "f6a6"),
        ("7R/r1p1q1pp/3k4/1p1n1Q2/3N4/8/1PP2PPP/2B3K1 w - -", 4, "h8d8"),
    ],
)
def test_mates_are_found_and_proven(text: str, moves: int, first: str) -> None:
    game = Chess()
    state = game.parse_state(text)
    *_earlier, found = analyse(game, state, nodes=5_000_000)
    assert (found.value, found.proven, found.distance) == (WIN, True, 2 * moves - 1)
    assert game.format_line(state, found.line)[0] == first


def test_a_queen_is_given_away_for_stalemate() -> None:
    game = Chess()
    state = game.parse_state("5r1k/6pp/8/3Q4/8/8/2q5/K7 w - -")
    *_earlier, found = analyse(game, state, depth=6)
    assert (found.value, game.format_line(state, found.line)[0]) == (0, "d5g8")


def test_a_game_as_it_is_shown() -> None:
    """Morphy's game at the opera, Paris 1858, with castling on the queen's side."""
    game = Chess()
    text = (
        "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 "
        "9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 "
        "15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#"
    )
    state, lines = game.initial(), []
    for move in game.split_moves(text):
        action = game.parse_action(state, move)
        assert game.notate(state, action) == move
        lines += [game.format_state(state), f"estimate {game.evaluate(state)}"]
        lines += [f"{move} {game.format_action(state, action)}", ""]
        state = game.result(state, action)
    lines += [game.format_state(state), f"value {game.utility(state)}", ""]
    assert golden("chess.txt", "\n".join(lines)) == "\n".join(lines)


# --- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "no position"),
        ("8/8/8/8/8/8/8 w - -", "board.*8 ranks"),
        ("4k3/8/8/8/8/8/8/4K2x w - -", "board.*rank 1 has a letter"),
        ("4k3/8/8/8/8/8/8/4K4 w - -", "board.*rank 1 has 9 squares"),
        ("8/8/8/8/8/8/8/4K3 w - -", "board.*one k"),
        ("4k2P/8/8/8/8/8/8/4K3 w - -", "board.*a pawn"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "to move.*'x'"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ -", "castling.*Q"),
        ("4k3/8/8/8/8/8/8/4K2R w z -", "castling.*z"),
        ("4k3/8/8/8/8/8/8/3K3R w K -", "castling.*K"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3", "en passant.*rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "en passant.*no pawn"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101", "clock.*100"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", "clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "number of the move"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - -", "to move.*in check"),
        ("8/8/8/3kK3/8/8/8/R7 w - -", "to move.*in check"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "six fields"),
    ],
)
def test_a_wrong_position_names_its_field(text: str, field: str) -> None:
    with pytest.raises(ZermeloError, match=field) as error:
        Chess().parse_state(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"variant": "shogi"}, "variant must be"),
        ({"variant": "chess960", "number": 960}, "0 to 959"),
        ({"number": 3}, "chess960"),
        ({"heuristic": "best"}, "heuristic must be"),
    ],
)
def test_wrong_parameters(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        Chess(**settings)


@pytest.mark.parametrize("text", ["e2e5", "Nd2", "O-O", "e9", "", "exd3"])
def test_what_is_no_move(text: str) -> None:
    game = Chess()
    with pytest.raises(ZermeloError, match="no legal move"):
        game.parse_action(game.initial(), text)


# --- positions that come back -------------------------------------------------------------------


def test_nothing_comes_back_from_a_lower_tier() -> None:
    game, dice = Chess(), random.Random(8)
    for _ in range(5):
        state = game.initial()
        while not game.is_terminal(state):
            after = game.result(state, dice.choice(list(game.actions(state))))
            assert game.tier(after) >= game.tier(state)
            assert game.tier(after) > game.tier(state) or after.clock
            state = after


def test_a_position_that_comes_back_is_a_draw_whatever_the_clock_says() -> None:
    game = Chess()
    state = game.initial()
    path = [state]
    for move in ("Nf3", "Nf6", "Ng1", "Ng8"):
        path.append(game.result(path[-1], game.parse_action(path[-1], move)))
    assert path[-1].clock == 4
    assert path[-1] != state
    assert came_back(game, path[-1], path[:-1])
    assert not came_back(game, path[-2], path[:-2])
    match = play_match(game, shuffle, shuffle)
    assert (match.ending, match.value, len(match.moves)) == ("repetition", 0, 4)


def shuffle(game: Chess, state: Position) -> int:
    """The knight on the king's side goes out and back."""
    texts = names(game, state)
    wanted = next(move for move in ("f3g1", "f6g8", "g1f3", "g8f6") if move in texts)
    return game.parse_action(state, wanted)


def test_perpetual_check_is_found_in_both_lanes() -> None:
    """White is far behind and gives check for ever: a draw, which no estimate comes near to."""
    game = Chess(heuristic="material")
    state = game.parse_state("6k1/6p1/8/7Q/8/8/rq6/7K w - -")
    assert game.evaluate(state) < 0
    *_earlier, found = analyse(game, state, depth=6)
    assert (found.value, alphabeta(game, state, depth=5).value) == (0, 0)


def test_the_fiftieth_move_comes_before_a_mate_that_is_too_far() -> None:
    game = Chess()
    for clock, value in ((0, WIN), (97, WIN), (98, 0)):  # mate in two, with the rook alone
        state = game.parse_state(f"7k/8/5K2/8/8/8/8/6R1 w - - {clock}")
        *_earlier, found = analyse(game, state, depth=6)
        assert (found.value, found.proven) == (value, True)
