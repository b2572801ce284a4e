"""What an analysis leaves out makes nothing false: proven values, distances, tactics, mates."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest

from zermelo.check import check_game
from zermelo.engine.lanes import compare
from zermelo.engine.pvs import PVSEngine
from zermelo.game import MAX, Game
from zermelo.games import Chess, Connect4
from zermelo.search import Finding

WIN = 9
LAST = 8  # plies
MOST = 0x3FFF  # of the numbers: so states are reached in several ways, and the twin is fast


class Node(NamedTuple):
    """A number that decides what follows, the plies so far, and who is to move."""

    number: int
    ply: int
    player: int


def mixed(number: int) -> int:
    """Another number, that looks random."""
    number = (number * 1_103_515_245 + 12_345) & 0x7FFFFFFF
    return (number ^ number >> 13) * 69_069 & 0x7FFFFFFF


class Wood(Game[Node, int]):
    """Trees at random, one for each first number: wins early and late, estimates that mislead.

    Passes may help here, and what is forcing or a check has no meaning: nothing may rest on that.
    """

    def initial(self) -> Node:
        return Node(1, 0, MAX)

    def to_move(self, state: Node) -> int:
        return state.player

    def actions(self, state: Node) -> list[int]:
        if self.is_terminal(state):
            return []
        return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9][: 3 + state.number % 8]

    def result(self, state: Node, action: int) -> Node:
        passes = state.number % 11 == 3  # the same player moves again
        player = state.player if passes else -state.player
        return Node(mixed(state.number + 7 * action + 1) & MOST, state.ply + 1, player)

    def is_terminal(self, state: Node) -> bool:
        return state.ply == LAST or (state.ply > 2 and mixed(state.number) % 20 == 0)

    def utility(self, state: Node) -> int:
        chosen = mixed(state.number + 5) % 8
        return WIN if chosen < 3 else -WIN if chosen < 6 else chosen - 7

    def bounds(self, state: Node) -> tuple[int, int]:
        return -WIN, WIN

    def evaluate(self, state: Node) -> int:
        return mixed(state.number + 3) % 9 - 4

    def order(self, state: Node, action: int) -> int:
        return -(mixed(state.number + action) % 3)  # none is praised: all may be reduced

    def forcing(self, state: Node) -> list[int]:
        return [1] if state.number % 3 == 0 else []

    def in_check(self, state: Node) -> bool:
        return state.number % 7 == 0

    def null_move(self, state: Node) -> Node | None:
        if state.number % 5 == 0:
            return None
        return Node(mixed(state.number + 99) & MOST, state.ply, -state.player)


GAME = Wood()


@cache
def truth(state: Node) -> tuple[int, int]:
    """The value for MAX, and what prefers wins that come soon and losses that come late."""
    if GAME.is_terminal(state):
        value = GAME.utility(state)
        return value, 0
    found = []
    for action in GAME.actions(state):
        value, soon = truth(GAME.result(state, action))
        found.append((value, soon - (value > 0) + (value < 0)))
    return max(found) if state.player == MAX else min(found)


def test_the_trees_are_games() -> None:
    assert check_game(GAME, games=20) == []
    assert compare(GAME, games=20) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_proven_is_true(threads: int) -> None:
    engine = PVSEngine(GAME, threads=threads, memory=1)
    proven = distances = 0
    for number in range(300):
        state = Node(mixed(number) & MOST, 0, MAX if number % 2 else -MAX)
        if GAME.is_terminal(state):
            continue
        value, soon = truth(state)
        engine.machine.empty_table()
        findings = list[Finding[Node, int]]()
        engine.analyse(state, depth=LAST + 3, all_moves=number % 10 == 0, listen=findings.append)
        for found in findings:
            if found.proven:
                proven += 1
                assert found.value == value, (number, found.depth)
            if found.distance is not None:
                distances += 1
                assert found.distance == abs(soon), (number, found.depth)
            for move in found.moves:
                exact, after = truth(GAME.result(state, move.action))
                assert move.value == exact or not move.proven
                assert move.distance is None or move.distance == abs(after) + 1
    assert proven > 100  # trees
    assert distances > 80


MATES = {  # position: the moves of whoever mates, the first of them
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q -": (1, "a1a8"),
    "kbK5/pp6/1P6/8/8/8/8/R7 w - -": (2, "a1a6"),  # Morphy
    "7k/8/5K2/8/8/8/8/6R1 w - -": (2, "f6f7"),
    "8/8/8/8/8/3k4/3q4/1K6 b - -": (2, "d3c3"),
    "6K1/1k1B4/4N3/5R2/3b4/3n4/3Qp3/8 w - -": (3, "f5b5"),  # a mate in 4 is easier to see
}


@pytest.fixture(scope="module")
def chess() -> PVSEngine[Any, Any]:
    return PVSEngine(Chess(), memory=4)


@pytest.mark.parametrize(("text", "mate"), MATES.items())
def test_mates_are_told_at_once_and_exactly(
    chess: PVSEngine[Any, Any], text: str, mate: tuple[int, str]
) -> None:
    state, (moves, first) = chess.game.parse_state(text), mate
    chess.machine.empty_table()
    found = chess.analyse(state, nodes=20_000)
    assert found.proven
    assert found.distance == 2 * moves - 1
    if moves > 1:
        assert chess.game.format_action(state, found.action) == first


# From Win at Chess (Reinfeld), with the move that solves them.
TACTICS = {
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -": "g3g6",
    "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -": "h6h7",
    "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -": "c6c4",
    "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -": "b6b7",
    "rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq -": "g4e3",
}


@pytest.mark.parametrize(("text", "move"), TACTICS.items())
def test_combinations_are_seen(chess: PVSEngine[Any, Any], text: str, move: str) -> None:
    chess.machine.empty_table()
    state = chess.game.parse_state(text)
    found = chess.analyse(state, nodes=300_000)
    assert chess.game.format_action(state, found.action) == move


def test_zugzwang_is_no_reason_to_pass() -> None:
    game = Chess()
    assert game.null_move(game.parse_state("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - -")) is not None
    assert game.null_move(game.parse_state("8/8/8/3k4/3p4/3K4/8/8 w - -")) is None
    assert game.null_move(game.parse_state("4k3/8/8/8/8/8/4r3/4K2R w K -")) is None  # in check
    passed = game.null_move(game.initial())
    assert passed is not None
    assert game.format_state(passed).split()[:2] == [
        game.format_state(game.initial()).split()[0],
        "b",
    ]


def test_a_solution_leaves_nothing_out() -> None:
    """Published: the first player of connect four on five columns and four rows draws."""
    assert PVSEngine(Connect4(5, 4), memory=8).solve().value == 0
