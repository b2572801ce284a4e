"""Draughts: rules as published counts and a slow twin have them, notation, the estimate."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests import oracle
from tests.golden_files import golden
from tests.long import some
from zermelo import analyse
from zermelo.bits import cells
from zermelo.check import check_game
from zermelo.compiler.rules import compile
from zermelo.engine.plain import perft as compiled_perft
from zermelo.game import MAX, MIN, ZermeloError
from zermelo.games.draughts import WIN, Draughts, Men
from zermelo.search.perft import perft


@pytest.mark.parametrize("variant", some(["spanish", "english"], 1))
def test_it_keeps_the_rules_of_the_interface(variant: str) -> None:
    assert check_game(Draughts(variant), games=3, max_plies=80) == []


def test_numbers_of_move_sequences() -> None:
    counts = next(v for k, v in oracle.load("perft.json").items() if "draughts" in k)["counts"]
    game = Draughts()
    assert [perft(game, depth) for depth in (1, 2, 3)] == counts[:3]
    compiled = compile(game)
    assert [compiled_perft(compiled, depth) for depth in range(1, 10)] == counts[:9]


# --- a slow twin, on (row, column) from the upper left ------------------------------------------


def board(game: Draughts, state: Men) -> dict[tuple[int, int], str]:
    rows = game.cells(state).cells
    return {
        (r, c): piece.text for r, row in enumerate(rows) for c, piece in enumerate(row) if piece
    }


def chains(
    game: Draughts, men: dict[tuple[int, int], str], at: tuple[int, int], gone: frozenset[Any]
) -> Iterator[tuple[Any, frozenset[Any]]]:
    """Where a piece, which is not among the men any more, may end, and what it has taken."""
    piece, men = men[at], {place: sign for place, sign in men.items() if place != at}
    ended = True
    for down, right in ways(game, piece):
        for far in range(1, 8 if piece.isupper() and game.flying else 2):
            before = [(at[0] + down * i, at[1] + right * i) for i in range(1, far)]
            victim = (at[0] + down * far, at[1] + right * far)
            if any(place in men for place in before) or victim in gone:
                break
            if men.get(victim, piece).lower() == piece.lower():
                continue
            for beyond in range(1, 8 if piece.isupper() and game.flying else 2):
                end = (victim[0] + down * beyond, victim[1] + right * beyond)
                if end in men:
                    break
                if not all(0 <= x < 8 for x in end):
                    break
                ended = False
                yield from chains(game, {**men, end: piece}, end, gone | {victim})
            break
    if ended and gone:
        yield at, gone


def ways(game: Draughts, piece: str) -> list[tuple[int, int]]:
    up = piece == "w"
    return [
        (down, right)
        for down in (-1, 1)
        for right in (-1, 1)
        if piece.isupper() or (down == -1) == up
    ]


def twin_moves(game: Draughts, state: Men) -> set[Any]:
    men = board(game, state)
    letter = game.colours[0 if state.player == MAX else 1].lower()
    own = [place for place, sign in men.items() if sign.lower() == letter]
    found = {(at, end, gone) for at in own for end, gone in chains(game, men, at, frozenset())}
    if found and game.flying:

        def rank(move: Any) -> tuple[int, int]:
            return len(move[2]), sum(men[place].isupper() for place in move[2])

        most = max(map(rank, found))
        return {move for move in found if rank(move) == most}
    if found:
        return found
    for at in own:
        for down, right in ways(game, men[at]):
            for far in range(1, 8 if men[at].isupper() and game.flying else 2):
                end = (at[0] + down * far, at[1] + right * far)
                if end in men or not all(0 <= x < 8 for x in end):
                    break
                found.add((at, end, frozenset()))
    return found


def place(game: Draughts, square: int) -> tuple[int, int]:
    name = game._name(square)
    return 8 - int(name[1]), "abcdefgh".index(name[0])


@pytest.mark.parametrize("games", some([20, 60], 1))
@pytest.mark.parametrize("variant", ["english", "spanish"])
def test_random_games_as_a_slow_twin(variant: str, games: int) -> None:
    game, dice = Draughts(variant), random.Random(1)
    longest = kings = 0
    for _ in range(games):
        state = game.initial()
        while not game.is_terminal(state):
            mine = {
                (
                    place(game, a & 31),
                    place(game, a >> 5 & 31),
                    frozenset(place(game, square) for square in cells(a >> 10)),
                ): a
                for a in game.actions(state)
            }
            assert set(mine) == twin_moves(game, state), game.format_state(state)
            assert len(mine) == len(list(game.actions(state)))
            longest = max([longest, *((a >> 10).bit_count() for a in mine.values())])
            text = game.format_state(state)
            assert game.parse_state(text) == state
            names = [game.format_action(state, a) for a in mine.values()]
            assert len(set(names)) == len(names)
            for a, name in zip(mine.values(), names, strict=True):
                assert game.parse_action(state, name) == a
                assert game.route(state, a)[0] == game._name(a & 31)
            kings += state.kings != 0
            state = game.result(state, mine[dice.choice(sorted(mine, key=str))])
        assert game.outcome(state) in (MAX, MIN, 0)
    assert longest >= 3
    assert 60 * kings > 100 * games


def test_a_capture_is_forced_and_goes_on() -> None:
    game = Draughts()
    state = game.parse_state("B:W14,22,28:B9,4")
    assert [game.format_action(state, a) for a in game.actions(state)] == ["9x25"]


def test_crowning_ends_the_move() -> None:
    game = Draughts()
    state = game.parse_state("B:W26,27:B22")
    (action,) = (a for a in game.actions(state) if game.format_action(state, a).startswith("22x"))
    after = game.result(state, action)
    assert after.kings == after.first == 1 << 30
    assert after.second == 1 << 26
    assert game.to_move(after) == MIN


def test_damas_take_the_most_pieces_and_of_these_the_most_kings() -> None:
    game = Draughts("spanish")
    state = game.parse_state("W:WK1:B14")  # a king takes from afar, and stops anywhere beyond
    assert {game.format_action(state, a) for a in game.actions(state)} >= {"1x19", "1x23"}
    for seed in range(200):
        dice = random.Random(seed)
        squares = dice.sample(range(32), 12)
        first, second = (sum(1 << s for s in part) for part in (squares[:6], squares[6:]))
        state = Men(first, second, first | second & dice.getrandbits(32), MAX, 0)
        weights = {game.weight(state, action) for action in game.captures(state)}
        if weights:
            assert {game.weight(state, a) for a in game.actions(state)} == {max(weights)}


def test_who_cannot_move_has_lost_and_eighty_quiet_plies_are_a_draw() -> None:
    game = Draughts()
    for text, value in (("B:W9:B", -WIN), ("W:W:B1", WIN), ("B:WK32:BK1:H80", 0)):
        state = game.parse_state(text)
        assert game.is_terminal(state)
        assert game.utility(state) == value
        assert list(game.actions(state)) == []


def test_the_lectures_count_men() -> None:
    game = Draughts(heuristic="men")
    state = game.parse_state("B:W21,22,K30:B1-4")
    assert game.evaluate(state) == 2
    assert [(f.name, f.count, f.weight) for f in game.features(state)] == [("men", 2, 1)]
    full = Draughts()
    assert full.evaluate(full.initial()) == 0
    assert full.evaluate(state) == sum(feature.worth for feature in full.features(state))


def test_two_kings_beat_one() -> None:
    game = Draughts()
    state = game.parse_state("B:WK32:BK19,K23")
    *_earlier, found = analyse(game, state, depth=8)
    assert found.value > 0


def test_a_game_as_it_is_shown() -> None:
    dice, lines = random.Random(4), []
    for variant in ("english", "spanish"):
        game = Draughts(variant)
        state = game.initial()
        while not game.is_terminal(state):
            action = dice.choice(list(game.actions(state)))
            lines.append(f"{game.format_state(state)} {game.format_action(state, action)}")
            state = game.result(state, action)
        lines += [game.format_state(state), f"value {game.utility(state)}", ""]
    assert golden("draughts.txt", "\n".join(lines)) == "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no position"),
        ("B:W1:B1", "W, B.*two pieces"),
        ("B:W33:B1", "W.*33"),
        ("B:W12-9:B1", "W.*12-9"),
        ("B:W1:B,,K", "B.*K"),
        ("B:W4:B32", "last row"),
        ("B:W20:B12:H81", "H.*80"),
    ],
)
def test_a_wrong_position_names_its_field(text: str, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        Draughts().parse_state(text)


def test_wrong_moves_and_parameters() -> None:
    game = Draughts()
    for text in ("11x15", "1-5", "", "x", "11-15-18"):
        with pytest.raises(ZermeloError, match="no legal move"):
            game.parse_action(game.initial(), text)
    with pytest.raises(ZermeloError, match="variant must be"):
        Draughts("russian")
    with pytest.raises(ZermeloError, match="heuristic must be"):
        Draughts(heuristic="kings")
