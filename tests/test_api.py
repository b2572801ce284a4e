"""What `import zermelo as z` offers: the engine in one call."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

import zermelo as z
from zermelo.games import MNK, Connect4, LastMatch, Nim, Pig
from zermelo.search import NotSolved


def test_the_best_move_wins() -> None:
    game = MNK()
    state = game.parse_state("xx./oo./...")
    action = z.best_move(game, state, seconds=5)
    assert action is not None
    assert game.outcome(game.result(state, action)) == z.MAX


def test_no_move_where_the_game_is_over_or_the_dice_decide() -> None:
    game = MNK()
    assert z.best_move(game, game.parse_state("xxx/oo./...")) is None
    pig = Pig()
    state = pig.result(pig.initial(), 1)
    assert pig.to_move(state) == z.CHANCE
    assert z.best_move(pig, state, depth=2) is None


def test_analyse_is_an_iterator_that_can_be_left() -> None:
    for finding in z.analyse(Connect4(), seconds=60):
        assert not finding.proven
        if finding.depth == 4:
            break
    assert finding.depth == 4
    before = threading.active_count()
    depths = [finding.depth for finding in z.analyse(Connect4(), depth=5)]
    assert depths == [1, 2, 3, 4, 5]
    assert threading.active_count() <= before


def test_analyse_goes_on_until_every_move_is_proven() -> None:
    game = MNK()
    state = game.parse_state("x.o/.../...")  # after a1 c1: b1 loses, though the position is won
    *_, last = z.analyse(game, state, all_moves=True)
    exact = z.solve(game, state, all_moves=True)
    assert last.proven
    assert all(move.proven for move in last.moves)
    assert {m.action: m.value for m in last.moves} == {m.action: m.value for m in exact.moves}


def test_errors_reach_whoever_iterates() -> None:
    with pytest.raises(z.ZermeloError, match="depth must be more than 0"):
        list(z.analyse(MNK(), depth=0))


def test_solve_and_its_limits() -> None:
    finding = z.solve(Nim())
    assert (finding.value, finding.proven) == (50, True)
    with pytest.raises(NotSolved):
        z.solve(Connect4(), nodes=1000)


def test_two_threads_may_ask_at_once() -> None:
    game = MNK()
    values: list[object] = []
    threads = [
        threading.Thread(target=lambda: values.append(z.solve(game).value)) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [0, 0, 0]


def test_perft() -> None:
    assert z.perft(Connect4(), 3) == 343
    assert z.perft(MNK(), 2) == 72


def test_several_players() -> None:
    game = LastMatch(matches=7)
    assert z.best_move(game, depth=8) == z.search.maxn(game).action
    finding = list(z.analyse(game, seconds=5, all_moves=True))[-1]
    assert finding.proven
    assert finding.value == z.solve(game).value
    assert [move.action for move in finding.moves] == [1, 2, 3]
    assert z.solve(game).value == z.search.maxn(game).value == (1, 0, 0)
    assert z.perft(game, 4) == z.search.perft.perft(game, 4) == 31


def test_the_public_face_is_what_it_says() -> None:
    assert all(hasattr(z, name) for name in z.__all__)
    assert z.search.alphabeta(MNK()).value == 0


def test_the_package_loads_what_is_used_and_knows_all_its_names() -> None:
    script = """
import sys, zermelo
assert "zermelo.search" not in sys.modules  # the program has the first word, for Ctrl-C
for name in zermelo.__all__:
    assert getattr(zermelo, name) is not None
assert zermelo.search.alphabeta and zermelo.MAX == 1
assert not hasattr(zermelo, "nonsense")
assert set(zermelo.__all__) <= set(dir(zermelo))
"""
    subprocess.run([sys.executable, "-c", script], check=True)
