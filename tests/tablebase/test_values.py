"""The values of tablebases: the published ones, and those of slow twins on every position."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.compiler.natural.kalah import Kalah
from tests.long import some
from tests.oracle import solved
from tests.tablebase.games import Dots, Ending, Hunt
from tests.tablebase.twins import worths
from zermelo import analyse
from zermelo.game import MAX, Game, ZermeloError, altered
from zermelo.games import MNK, Chess, Connect4, Draughts, Grundy, Nim, Pig
from zermelo.games.chess.rules import WIN
from zermelo.games.pig import HOLD, Turn
from zermelo.solver import values
from zermelo.solver.lookup import finding
from zermelo.tablebase import Progress, Tablebase, build
from zermelo.tablebase.plan import make_plan
from zermelo.tablebase.shelf import from_parquet


@pytest.mark.parametrize(
    "game",
    some(
        [Nim(rows=(4, 3, 2)), Dots(), Ending(size=4), Hunt(), MNK(), Grundy(n=12), Kalah(2, 2)], 4
    ),
    ids=lambda game: str(game.name),
)
def test_every_position_is_that_of_the_twin(game: Game[Any, Any]) -> None:
    table = build(game, threads=1)
    found = worths(game)
    assert {state: tuple(table[state]) for state in found} == found
    assert table.plan.symmetric or len(table) == len(found)


def counts(table: Tablebase[Any, Any]) -> list[int]:
    """Positions lost, drawn and won for the player to move, where players take turns."""
    lost = drawn = won = 0
    for tier in table.manifest["tiers"]:
        for part in tier["parts"]:
            ends = part["lost"], part["won"]
            lost, won = lost + ends[tier["tier"] % 2], won + ends[1 - tier["tier"] % 2]
            drawn += part["drawn"]
    return [lost, drawn, won]


@pytest.mark.parametrize(("width", "height"), some([(4, 4), (5, 4), (4, 5)], 2))
def test_connect_four_has_the_published_number_of_positions(width: int, height: int) -> None:
    table = build(Connect4(width, height), symmetry=False, part=1 << 16)
    known = solved("connect four width x height", "different legal positions")
    assert len(table) == known[f"{width}x{height}"]
    winners = "winner (+ first, - second, = draw) for widths 4.. at each height"
    winner = solved("connect four width x height", winners)[str(height)][width - 4]
    value = table[table.game.initial()].value
    assert winner == ("=" if value == 0 else "+" if value > 0 else "-")


@pytest.mark.parametrize("size", some(["4x4", "5x5"], 1))
def test_connect_four_is_lost_drawn_and_won_as_often_as_known(size: str) -> None:
    width, height = map(int, size.split("x"))
    table = build(Connect4(width, height))
    game = "connect four, symmetric positions once; for the player to move: lost, drawn, won"
    assert counts(table) == solved(game, "positions")[size]
    assert table[table.game.initial()].value == 0


def test_connect_four_7x6_begins_with_the_published_numbers() -> None:
    game = Connect4()
    plan = make_plan(game, symmetry=False)
    machine = plan.machine(game)
    known = "different legal positions after n plies, n = 0..26"
    level = np.array([plan.root], np.int64)
    for ply, count in enumerate(solved("connect four 7x6", known)[:9]):
        assert len(level) == count
        found = [np.array(children.keys) for children in machine.expand(level, ply, 1 << 24)]
        level = machine.unique(np.concatenate(found))


@pytest.mark.long
def test_a_build_of_connect_four_7x6_finds_the_published_numbers(tmp_path: Path) -> None:
    """The first 14 plies, by parts and runs in files."""
    known = "different legal positions after n plies, n = 0..26"
    wanted = solved("connect four 7x6", known)[:15]
    found = [0] * 16

    def tell(progress: Progress) -> None:
        found[progress.tier] = progress.positions - sum(found[: progress.tier])

    def check() -> None:
        if sum(found) >= sum(wanted):
            raise ZermeloError("enough")

    with pytest.raises(ZermeloError, match="enough"):
        build(Connect4(), tmp_path / "table", symmetry=False, tell=tell, check=check)
    assert found == [*wanted, 0]


@pytest.mark.parametrize("goal", some([10, 20], 1))
def test_pig_is_that_of_the_textbook_within_the_error(goal: int) -> None:
    game = Pig(goal=goal)
    table = build(game, threads=1)
    assert table.error <= 1e-9
    assert table[game.initial()].value == pytest.approx(
        solved(f"pig to {goal}", "first player's winning probability"), abs=1e-9
    )
    for state, value in values(game).items():
        assert table[state].value == pytest.approx(value, abs=2e-9)
        assert table[state].distance is None


@pytest.mark.long
def test_pig_to_100_holds_where_the_literature_does() -> None:
    """Neller and Presser 2004: 0.5306 for who begins, and holds at 21 while both have nothing.

    With the other player about to win, nobody holds before the goal.
    """
    game = Pig()
    table = build(game, threads=1)
    known = solved("pig to 100", "first player's winning probability")
    assert table[game.initial()].value == pytest.approx(known, abs=1e-9)

    def least(other: int) -> int:
        turns = (Turn(0, other, total, MAX, False) for total in range(2, 101))
        return next(turn.turn_total for turn in turns if table.moves(turn)[0].action == HOLD)

    assert [least(0), least(99)] == [21, 100]


# Longest wins, and positions with the other side to move that are lost, by moves: those of a rook
# are the published ones (Bain's krkopt, with symmetric positions once) where no symmetry is lost.
ENDINGS = {"R": (31, {0: 216, 2: 624}), "Q": (19, {0: 364, 20: 56})}


@pytest.mark.parametrize("piece", some(list(ENDINGS), 1))
def test_a_rook_mates_in_16_moves_and_a_queen_in_10(piece: str) -> None:
    game = Chess()
    table = build(game, state=game.parse_state(f"8/8/8/8/8/2k5/8/K2{piece}4 w - -"))
    longest, known = ENDINGS[piece]
    plies = Counter[int]()
    for part in table.tiers[0]:
        columns = from_parquet(table.content(part))
        plies.update(columns["distance"][columns["value"] > 0].tolist())
    assert max(plies) == longest + 1
    assert max(count for count in plies if count % 2) == longest
    assert {count: plies[count] for count in known} == known


def test_a_win_that_the_count_of_moves_may_end_is_not_called_proven() -> None:
    game, text = Chess("losalamos"), "5k/6/3K2/6/6/4R1 w - -"
    table = build(game, state=game.parse_state(text), threads=1)
    for clock, proven in ((0, True), (97, True), (98, False)):
        state = game.parse_state(f"{text} {clock}")
        found = finding(table, state)
        assert (found.value, found.distance, found.proven) == (WIN, 3, proven)
        *_earlier, searched = analyse(game, state, depth=6)
        assert (searched.value == WIN) is proven
    assert table[game.parse_state(f"{text} 100")] == (0, 0)
    path = [game.parse_state(f"{text} 10")]
    for move in ("e1e2", "f6f5", "e2e1"):
        path.append(game.result(path[-1], game.parse_action(path[-1], move)))
    there = path.pop()  # to go back from here is a draw, whatever the count says
    moves = {game.format_action(there, m.action): m for m in finding(table, there, path).moves}
    assert [(moves[m].value, moves[m].proven) for m in ("f5f6", "f5f4")] == [(0, True), (WIN, True)]


def test_the_draughts_of_few_pieces_are_those_of_the_twin() -> None:
    game = Draughts()
    state = game.parse_state("B:W14:BK2")
    table = build(game, state=state, threads=1)
    found = worths(altered(game, {
        "initial": lambda game: state,
        "result": lambda game, *given: game.uncounted(Draughts.result(game, *given)),
    }))  # fmt: skip
    assert {state: tuple(table[state]) for state in found} == found
    assert len(table) == len(found)
