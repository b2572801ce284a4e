"""Keys, their order, and scores: each beside the obvious way."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from zermelo.games import MNK, Connect4, Nim, Pig
from zermelo.solver.lookup import Entry, rank
from zermelo.tablebase.block import LARGEST, NEVER
from zermelo.tablebase.keys import Fields, sample_moves
from zermelo.tablebase.machine import Machine, scores_of, values_of
from zermelo.tablebase.plan import make_plan


@pytest.fixture(scope="module")
def machine() -> Machine:
    """Any game's."""
    game = Nim(rows=(2, 1))
    return make_plan(game).machine(game)


@given(some.lists(some.integers(0, (1 << 63) - 1) | some.integers(0, 9), max_size=300))
def test_keys_are_sorted_and_each_is_there_once(machine: Machine, keys: list[int]) -> None:
    found = machine.unique(np.array(keys, np.int64))
    assert found.tolist() == sorted(set(keys))


@given(some.sets(some.integers(0, 1 << 62) | some.integers(0, 99), min_size=1), some.data())
def test_a_key_is_looked_up(machine: Machine, keys: set[int], data: some.DataObject) -> None:
    ordered = np.array(sorted(keys), np.int64)
    cut = data.draw(some.integers(1, len(keys)))
    pieces = [piece for piece in (ordered[:cut], ordered[cut:]) if len(piece)]
    parts = [(len(piece), partial(lambda piece: (piece, piece * 3), piece)) for piece in pieces]
    table = machine.table(parts, threads=2)
    wanted = np.array(data.draw(some.lists(some.sampled_from(sorted(keys)))), np.int64)
    found = np.zeros(len(wanted), np.int64)
    machine.look_up(wanted, found, table)
    assert found.tolist() == (wanted * 3).tolist()


@given(some.lists(some.tuples(some.integers(-LARGEST, LARGEST), some.integers(-1, 1000))))
def test_a_score_holds_a_value_and_a_distance(pairs: list[tuple[int, int]]) -> None:
    pairs = [(0 if plies < 0 else value, plies) for value, plies in pairs]
    values, plies = (np.array([pair[i] for pair in pairs], np.int64) for i in (0, 1))
    scores = scores_of(values, plies)
    assert [column.tolist() for column in values_of(scores)] == [values.tolist(), plies.tolist()]
    entries = [Entry(value, None if ply < 0 else ply) for value, ply in pairs]
    by_rank = sorted(zip(entries, scores.tolist(), strict=True), key=lambda each: rank(each[0]))
    assert [score for _entry, score in by_rank] == sorted(scores.tolist())


def test_who_wins_wants_it_soon_and_who_loses_late() -> None:
    order = [(-2, 9), (-1, 3), (-1, 8), (0, 4), (0, 6), (0, -1), (1, 9), (1, 2), (3, 50)]
    values, plies = (np.array([pair[i] for pair in order], np.int64) for i in (0, 1))
    scores = scores_of(values, plies)
    assert (np.diff(scores) > 0).all()
    assert scores[5] == NEVER


@given(some.lists(some.tuples(some.integers(-9, 9), some.integers(1, 9)), min_size=1), some.data())
def test_the_words_of_a_state_come_back(
    places: list[tuple[int, int]], data: some.DataObject
) -> None:
    fields = Fields(tuple(places[:7]))
    words = tuple(
        data.draw(some.integers(low, low + (1 << bits) - 1)) for low, bits in fields.fields
    )
    assert fields.words(fields.key(words)) == words
    assert 0 <= fields.key(words) < 1 << fields.bits


@pytest.mark.parametrize("size", [(4, 4), (7, 6), (5, 2)])
def test_connect_four_gives_the_state_of_a_key(size: tuple[int, int]) -> None:
    width, height = size
    game = Connect4(width, height)
    for _before, state in sample_moves(game, game.initial(), symmetric=False):
        assert game.from_key(game.key(state)) == state


def test_tiers_are_found_where_nobody_tells_them() -> None:
    assert make_plan(MNK()).tiers.unit  # stones
    assert make_plan(Connect4(4, 4)).tiers.unit  # moves
    nim = make_plan(Nim(rows=(4, 3))).tiers  # matches, of which several may go
    assert (nim.strict, nim.unit) == (True, False)
    pig = make_plan(Pig(goal=10)).tiers  # scores, which a turn may leave as they are
    assert (pig.kind, pig.terms, pig.strict) == ("words", ((1, 0), (1, 1)), False)
