"""Nine men's morris: rules as OpenSpiel's and as a slow twin's, symmetries, the estimate."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given

from tests.games.morris import bits, games_under_way, moves, play, position
from tests.long import some
from zermelo.bits import cells, popcount, trailing_zeros
from zermelo.check import check_game
from zermelo.compiler.rules import compile
from zermelo.engine.plain import perft as compiled_perft
from zermelo.game import MAX, MIN
from zermelo.games.morris import BOARD, WIN, Men, Morris
from zermelo.games.morris_board import POINTS, READING
from zermelo.search import alphabeta
from zermelo.search.perft import perft

# The lines of three, each in its order along the board.
LINES = [
    *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2"),
    *("a1 d1 g1", "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3"),
    *("f6 f4 f2", "g7 g4 g1"),
]


# --- the rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("men", "flying"), some([(9, True), (3, True), (9, False), (5, False)], 2))
def test_it_keeps_the_rules_of_the_interface(men: int, flying: bool) -> None:
    assert check_game(Morris(men, flying), games=3, max_plies=60) == []


def theirs(state: Men, action: int) -> int:
    """The number of an action in OpenSpiel, which counts the points as they are read."""
    start, end = action & state.own, action & ~state.own
    place = READING.index(trailing_zeros(end))
    return 24 + 24 * READING.index(trailing_zeros(start)) + place if start else place


def narrow(game: Morris, state: Men, dice: random.Random) -> int:
    """A move that leaves the other few, and takes no man if it can help it."""

    def room(action: int) -> tuple[bool, int]:
        child = game.result(state, action)
        return child.taking, len(list(game.actions(child)))

    actions = list(game.actions(state))
    dice.shuffle(actions)
    return min(actions, key=room)


def test_random_games_as_openspiel_s() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game, dice = Morris(), random.Random(0)
    ends = dict.fromkeys(["MAX", "MIN", "two men", "no move", "200 turns"], 0)
    for number in range(300):
        state, twin = game.initial(), pyspiel.load_game("nine_mens_morris").new_initial_state()
        while not twin.is_terminal():
            assert not game.is_terminal(state)
            assert game.to_move(state) == (MAX, MIN)[twin.current_player()]
            actions = {theirs(state, action): action for action in game.actions(state)}
            assert sorted(actions) == twin.legal_actions()
            move = dice.choice(twin.legal_actions())
            if number % 5 == 0:  # few random games end for want of a move
                move = theirs(state, narrow(game, state, dice))
            twin.apply_action(move)
            state = game.result(state, actions[move])
        if game.is_terminal(state):
            assert list(game.actions(state)) == []
            assert twin.player_return(0) * WIN == game.utility(state)
            ends["MAX" if game.outcome(state) == MAX else "MIN"] += 1
            ends["two men" if popcount(state.own) == 2 else "no move"] += 1
        else:
            assert "Turn number: 200\n" in str(twin)
            assert twin.returns() == [0, 0]
            ends["200 turns"] += 1
    assert min(ends.values()) > 5


def test_numbers_of_move_sequences() -> None:
    game = Morris()
    counts = [24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21]  # no mill before the fifth man
    assert [perft(game, depth) for depth in range(1, 4)] == counts[:3]
    assert [compiled_perft(compile(game), depth) for depth in range(1, 5)] == counts


def test_numbers_of_move_sequences_as_openspiel_s() -> None:
    pyspiel = pytest.importorskip("pyspiel")

    def sequences(twin: Any, depth: int) -> int:
        if depth == 0 or twin.is_terminal():
            return 0 if depth else 1
        return sum(sequences(twin.child(action), depth - 1) for action in twin.legal_actions())

    game, dice = Morris(), random.Random(1)
    compiled = compile(game)
    for plies in (0, 5, 12, 16, 18, 30, 60, 90, 120):
        state, twin = game.initial(), pyspiel.load_game("nine_mens_morris").new_initial_state()
        for _ in range(plies):
            actions = {theirs(state, action): action for action in game.actions(state)}
            if actions:
                move = dice.choice(sorted(actions))
                state = game.result(state, actions[move])
                twin.apply_action(move)
        for depth in (1, 2, 3):
            assert compiled_perft(compiled, depth, state) == sequences(twin, depth)


def test_mills_and_neighbours_as_by_looking_at_each_line() -> None:
    game, dice = Morris(), random.Random(2)
    lines = [bits(line) for line in LINES]
    for _ in range(2000):
        men = dice.randrange(BOARD + 1) & dice.randrange(BOARD + 1)
        mills = [line for line in lines if line & men == line]
        assert game.mills(men) == sum({1 << i for line in mills for i in cells(line)})
        nearly = {line & ~men for line in lines if popcount(line & ~men) == 1}
        assert game.closing(men) & ~men == sum(nearly)
    for point in POINTS:
        beside = set()
        for line in (each.split() for each in LINES):
            if point in line:
                at = line.index(point)
                beside |= {line[i] for i in (at - 1, at + 1) if 0 <= i < 3}
        assert game.beside(bits(point)) == bits(" ".join(beside))
        assert 2 <= len(beside) <= 4


def test_a_mill_takes_a_man_that_stands_in_none() -> None:
    game = Morris()
    state = play(game, game.initial(), "a7 a1 d7 d1 g7")
    assert state.taking
    assert game.to_move(state) == MAX
    assert moves(game, state) == {"xa1", "xd1"}
    state = play(game, state, "xa1")
    assert game.to_move(state) == MIN
    assert game.format_state(state) == "xxx/.../.../....../.../.../.o. o 6-7"


def test_a_man_in_a_mill_is_taken_only_where_all_stand_in_mills() -> None:
    game = Morris()
    state = position(game, "a7 d7 g4 b6", "a1 d1 g1 c3", "x")
    after = play(game, state, "g4-g7")
    assert moves(game, after) == {"xc3"}
    state = position(game, "a7 d7 g4 b6", "a1 d1 g1", "x")
    after = play(game, state, "g4-g7")
    assert moves(game, after) == {"xa1", "xd1", "xg1"}
    assert game.is_terminal(play(game, after, "xd1"))


def test_two_mills_at_once_take_one_man() -> None:
    game = Morris()
    state = position(game, "a7 d7 g4 g1", "b6 b2 f6 f2", "x 5-5")
    after = play(game, state, "g7 xb6")
    assert game.to_move(after) == MIN
    assert popcount(after.own) == 3


def test_a_mill_that_stands_takes_nothing_again() -> None:
    game = Morris()
    state = position(game, "a7 d7 g7 b6", "a1 d1 g4 c3", "x")
    assert game.to_move(play(game, state, "b6-b4")) == MIN
    opened = play(game, state, "d7-d6 g4-f4")
    assert play(game, opened, "d6-d7").taking


def test_three_men_fly() -> None:
    state = position(Morris(), "a7 d7 b2", "a1 d1 f4 c3", "x")
    assert len(moves(Morris(), state)) == 3 * 17
    assert "a7-e3" in moves(Morris(), state)
    walking = Morris(flying=False)
    assert moves(walking, state) == {"a7-a4", "d7-d6", "d7-g7", "b2-b4", "b2-d2"}
    assert len(moves(Morris(), state._replace(own=state.own | bits("g7")))) < 10
    assert moves(Morris(), position(Morris(), "a7 d7 b2", "a1", "x 6-6")) == {
        point for point in POINTS if point not in ("a7", "d7", "b2", "a1")
    }


def test_who_has_two_men_or_no_move_has_lost() -> None:
    game = Morris()
    state = position(game, "a7 d7", "a1 d1 g1", "x")
    assert game.is_terminal(state)
    assert game.utility(state) == -WIN
    assert game.outcome(state) == MIN
    assert list(game.actions(state)) == []
    shut = position(game, "a4 d7 g4 d6", "a7 g7 a1 g1", "o")
    assert not game.is_terminal(shut)  # g1 and a1 have d1
    shut = position(game, "a4 d7 g4 d1", "a7 g7 a1 g1", "o")
    assert game.is_terminal(shut)
    assert game.utility(shut) == WIN
    assert list(game.actions(shut)) == []
    three = position(game, "a4 d7 g4", "a7 g7 a1", "o")
    assert not game.is_terminal(three)
    assert not game.is_terminal(position(game, "a7", "a1", "x 8-8"))


@given(games_under_way())
def test_nothing_comes_back_from_a_lower_tier(drawn: tuple[Morris, list[Men]]) -> None:
    game, states = drawn
    tiers = [game.tier(state) for state in states]
    assert tiers == sorted(tiers)
    for before, after in pairwise(states):
        if not before.hand and not before.taking and not after.taking:
            assert game.tier(before) == game.tier(after)  # such a move can be taken back
        else:
            assert game.tier(before) < game.tier(after)
    assert game.repetition == "draw"


# --- knowledge ---------------------------------------------------------------------------------


def images(state: Men) -> set[Men]:
    """All sixteen, by where the points are: distances from the middle, seen in a mirror."""
    found = set()
    where = [("abcdefg".index(point[0]) - 3, int(point[1]) - 4) for point in POINTS]
    for across, down, transposed, swapped in product((1, -1), (1, -1), (0, 1), (0, 1)):
        image = []
        for x, y in where:
            right, up = (y, x) if transposed else (x, y)
            ring = max(abs(x), abs(y))
            scale = (4 - ring) / ring if swapped else 1
            image.append(where.index((int(across * right * scale), int(down * up * scale))))
        own = sum(1 << image[i] for i in cells(state.own))
        other = sum(1 << image[i] for i in cells(state.other))
        found.add(state._replace(own=own, other=other))
    return found


@given(games_under_way())
def test_symmetric_positions_are_one(drawn: tuple[Morris, list[Men]]) -> None:
    game, states = drawn
    state = states[-1]
    all_images = images(state)
    assert {game.canonical(image) for image in all_images} == {
        min(all_images, key=lambda image: (image.other, image.own))
    }
    choices = sorted(game.canonical(game.result(state, a)) for a in game.actions(state))
    for image in all_images:
        assert game.is_terminal(image) == game.is_terminal(state)
        assert game.evaluate(image) == game.evaluate(state)
        there = sorted(game.canonical(game.result(image, a)) for a in game.actions(image))
        assert there == choices


@given(games_under_way())
def test_the_estimate_changes_sign_with_the_colours(drawn: tuple[Morris, list[Men]]) -> None:
    game, states = drawn
    for state in states:
        other = state._replace(player=-state.player)
        assert game.evaluate(other) == -game.evaluate(state)
        assert abs(game.evaluate(state)) < WIN
        assert game.bounds(state) == (-WIN, WIN)


def test_the_estimate_counts_men_wherever_they_are() -> None:
    game = Morris()
    start = game.initial()
    placed = play(game, start, "d6")
    assert game.evaluate(start) == 0
    assert 0 < game.evaluate(placed) < 60  # better placed, and no man more
    mill = play(game, start, "a7 a1 d7 d1 g7")
    assert game.evaluate(mill) >= 60
    assert game.evaluate(play(game, mill, "xa1")) > 60


def test_the_order_closes_mills_and_stops_them() -> None:
    game = Morris()

    def first(state: Men) -> str:
        best = max(game.actions(state), key=lambda action: game.order(state, action))
        return game.format_action(state, best)

    assert first(position(game, "a7 d7 c3", "a1 d1 c5", "x 6-6")) in ("g7", "g1")
    assert first(position(game, "a7 d7 c3", "a1 d1 e4", "x 6-6")) == "g7"
    assert first(position(game, "a7 d7", "a1", "o 7-8")) == "g7"
    assert first(position(game, "a7 d7 g4 b6", "a1 d1 e4 c3", "x")) == "g4-g7"


def test_a_search_finds_the_mill_that_ends_the_game() -> None:
    game = Morris()
    state = position(game, "a7 d7 g4 b6", "a1 d1 c4", "x")
    found = alphabeta(game, state, depth=2)
    assert (found.value, game.format_line(state, found.line)[0]) == (WIN, "g4-g7")
