"""What of a finding is certain, and one answer out of two searches."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.engine.textbook import TextbookEngine
from zermelo.games import MNK, read_tree
from zermelo.report.moves import ranked
from zermelo.search.finding import Finding, MoveValue
from zermelo.web.workers.tasks.agreement import agree
from zermelo.web.workers.tasks.verdicts import winner

TREE = read_tree("max A [a: min B [3 12] b: min C [2 4] c: min D [14 5]]")
ROOT = TREE.initial()
ACTIONS = list(TREE.actions(ROOT))
A, B, C = ACTIONS


def finding(values: list[Any], best: int, proven: bool, depth: int = 1) -> Finding[Any, Any]:
    moves = tuple(
        MoveValue(action, value, proven) for action, value in zip(ACTIONS, values, strict=True)
    )
    return found(TREE, ROOT, values[best], proven, ACTIONS[best], depth, moves)


def found(
    game: Any,
    state: Any,
    value: Any,
    proven: bool,
    action: Any,
    depth: int = 1,
    moves: tuple[MoveValue[Any], ...] = (),
) -> Finding[Any, Any]:
    about = (game, state)
    return Finding("engine", value, proven, action, (action,), depth, 9, moves=moves, about=about)


def known(values: list[Any], proofs: list[bool], proven: bool, depth: int) -> dict[str, Any]:
    """An iteration as the HTTP interface writes it."""
    names = [TREE.format_action(ROOT, action) for action in ACTIONS]
    moves = [
        {"move": name, "value": value, "proven": proof}
        for name, value, proof in zip(names, values, proofs, strict=True)
    ]
    best = max(moves, key=lambda move: move["value"])
    return {
        "depth": depth,
        "value": best["value"],
        "proven": proven,
        "move": best["move"],
        "moves": moves,
        "lines": [{**best, "line": [best["move"]]}],
    }


def agreed(short: Finding[Any, Any], *others: Any) -> Finding[Any, Any]:
    return agree(TREE, ROOT, TextbookEngine(TREE), short, *others)


def test_of_equal_moves_what_is_proven_comes_first() -> None:
    entries = (MoveValue(A, 3, False), MoveValue(B, 2, True), MoveValue(C, 3, True))
    each = found(TREE, ROOT, 3, True, C, 2, entries)
    assert [move.action for move in ranked(each)] == [C, A, B]


@pytest.mark.parametrize(
    ("moves", "proven", "expected"),
    [
        ("a1 b1 a2 b2", True, "MAX"),
        ("a1 b1 a2 b2 c1", True, "MIN"),
        ("a1 b1 c1 b2 a2 c2 b3 a3", True, "nobody"),
        ("a1 b1 a2 b2", False, None),
        ("", True, "nobody"),
    ],
)
def test_the_winner_is_the_games_own_word(moves: str, proven: bool, expected: str) -> None:
    game = MNK()
    state = game.initial()
    for text in moves.split():
        state = game.result(state, game.parse_action(state, text))
    last = {"a1 b1 a2 b2": "a3", "a1 b1 a2 b2 c1": "b3"}.get(moves, "c3")
    action = game.parse_action(state, last)
    end = game.result(state, action)
    value = game.utility(end) if game.is_terminal(end) else 0
    assert winner(found(game, state, value, proven, action)) == expected


def test_an_analysis_that_knows_more_is_believed() -> None:
    short = finding([3, 9, 4], 1, False)
    assert agreed(short, None, None).value == 9
    proofs = agreed(short, known([3, 2, 5], [True, True, True], True, 2), None)
    assert (proofs.value, proofs.action, proofs.proven) == (5, C, True)
    assert [move.value for move in proofs.moves] == [3, 2, 5]
    # Estimates: those of the deeper search.
    deep = agreed(short, known([3, 2, 5], [False] * 3, False, 2), None)
    assert (deep.value, deep.action, deep.proven, deep.depth) == (5, C, False, 2)
    shallow = agreed(finding([3, 9, 4], 1, False, 3), known([3, 2, 5], [False] * 3, False, 2), None)
    assert (shallow.value, shallow.action, shallow.depth) == (9, B, 3)


def test_a_proven_value_changes_what_is_best() -> None:
    short = finding([3, 9, 4], 1, False, 3)
    one = agreed(short, known([3, 2, 5], [False, True, False], False, 2), None)
    assert (one.value, one.action, one.proven) == (4, C, False)
    after = agreed(short, None, (A, {"value": 30, "proven": True}))
    assert (after.value, after.action, after.proven) == (30, A, False)
    estimate = agreed(short, None, (A, {"value": 30, "proven": False}))
    assert (estimate.value, estimate.action) == (9, B)
