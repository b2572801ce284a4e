"""The engine's table: it grows with the search, and symmetric states share an entry."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.engine.test_engine import EXACT, lines
from tests.long import some
from zermelo.engine import assembly, machine, table
from zermelo.engine.entry import NO_INDEX, index_of
from zermelo.engine.memory import clear
from zermelo.engine.pvs import PVSEngine
from zermelo.games import MNK, Connect4, Othello

WORDS = 2  # of a key


@pytest.mark.parametrize("wide", [False, True])
def test_a_table_that_grows_keeps_what_it_has(wide: bool) -> None:
    memory = table.Table(WORDS, 4, wide)
    dice = random.Random(1)
    kept: dict[tuple[int, ...], int] = {}
    while len(kept) < 2_000:
        keys = tuple(dice.getrandbits(62) - (1 << 61) for _ in range(WORDS))
        at = table.hash_of(keys) >> 17 & memory.buckets - 1
        words = np.frombuffer(memory.words, np.int64).reshape(memory.most, 2, WORDS + 1 + wide)
        entry = words[at, dice.randrange(2)]
        if entry[0] == 0:
            entry[0] = data = dice.getrandbits(62) | 1
            mask = data
            if wide:
                entry[1] = dice.getrandbits(62)
                mask ^= int(entry[1])
            entry[1 + wide :] = [key ^ mask for key in keys]
            kept[keys] = index_of(data)
    while memory.entries:
        for move in memory.grow(3):
            move()
        assert {keys: memory.best_index(keys) for keys in kept} == kept
    assert memory.buckets == memory.most
    assert memory.best_index((1, 2)) == NO_INDEX


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables so small, and growing so often, that every search of some size meets it."""
    monkeypatch.setattr(table, "FIRST_SIZE", 1 << 10)
    monkeypatch.setattr(machine, "NODES_PER_ENTRY", 1)


@pytest.mark.usefixtures("tiny")
def test_growing_in_the_middle_of_a_search_changes_no_value() -> None:
    game = MNK()
    engine = PVSEngine(game, memory=8)
    first = engine.machine.table.buckets
    for state in random.Random(2).sample(sorted(EXACT), 60):
        if not game.is_terminal(state):
            assert engine.solve(state).value == EXACT[state]
            assert engine.analyse(state).value == EXACT[state]
    assert engine.solve().value == 0
    assert engine.machine.table.buckets > first


@pytest.mark.usefixtures("tiny")
def test_nor_does_it_with_two_threads() -> None:
    game = Connect4()
    engine = PVSEngine(game, threads=2, memory=8)
    first = engine.machine.table.buckets
    for line in lines("connect4/ply24.txt")[:30]:
        moves, score = line.split()
        state = game.parse_state(moves)
        assert engine.solve(state).value * game.to_move(state) == int(score), moves
        assert engine.analyse(state).value * game.to_move(state) == int(score), moves
    assert engine.machine.table.buckets > first


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    "game", some([MNK(4, 3, 3), Connect4(5, 4), Othello(4)], 1), ids=lambda g: g.name
)
def test_symmetric_states_count_as_one_and_lines_come_out_in_their_own_frame(
    game: Connect4, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, nodes = [], []
    for plies in (0, assembly.SYMMETRIC_PLIES):
        monkeypatch.setattr(assembly, "SYMMETRIC_PLIES", plies)
        engine = PVSEngine(game, memory=8)
        engine.solve()  # makes the table grow
        assert not engine.machine.table.is_small
        clear(engine.machine.table.words)
        solved = engine.solve()
        found.append(solved.value)
        nodes.append(solved.nodes)
        state = game.initial()
        for action in solved.line:
            assert action in list(game.actions(state))
            state = game.result(state, action)
            if not game.is_terminal(state):
                assert engine.solve(state).value == solved.value
        assert game.utility(state) == solved.value
    assert found[0] == found[1]
    assert nodes[1] < nodes[0]


@pytest.mark.usefixtures("tiny")
def test_a_budget_of_nodes_is_kept_while_the_table_grows() -> None:
    engine = PVSEngine(Connect4(), memory=8)
    assert (
        engine.analyse(nodes=20_000).nodes
        == PVSEngine(Connect4(), memory=8).analyse(nodes=20_000).nodes
    )
    assert engine.analyse(nodes=20_000).nodes <= 20_000
