"""What of a finding is certain, and one answer out of two searches."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.games import MNK, read_tree
from zermelo.numbers import read_number
from zermelo.report.moves import ranked
from zermelo.search.finding import Finding, MoveValue
from zermelo.web.workers.tasks.agreement import agree, finding_of
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
        {"move": name, "value": value, "proven": proof, "distance": None}
        for name, value, proof in zip(names, values, proofs, strict=True)
    ]
    best = max(moves, key=lambda move: read_number(str(move["value"])))
    return {
        "algorithm": "engine",
        "depth": depth,
        "nodes": 9,
        "value": best["value"],
        "proven": proven,
        "move": best["move"],
        "moves": moves,
        "lines": [{**best, "line": [best["move"]]}],
    }


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


def test_what_an_analysis_has_found_is_taken_as_it_is() -> None:
    for proven in (True, False):
        same = finding_of(TREE, ROOT, known([3, 2, "11/2"], [proven] * 3, proven, 2))
        assert (same.value, same.action, same.proven, same.depth) == (5.5, C, proven, 2)
        assert [(move.value, move.proven) for move in same.moves] == [
            (3, proven),
            (2, proven),
            (5.5, proven),
        ]


def test_the_position_after_a_move_tells_what_it_is_worth() -> None:
    short = finding([3, 9, 4], 1, False, 3)
    after = {"value": 30, "proven": True, "depth": 1, "distance": 4}
    sure = agree(short, A, after)
    assert (sure.value, sure.action, sure.proven, sure.distance) == (30, A, False, 5)
    worse = agree(short, B, {**after, "value": 2})
    assert (worse.value, worse.action, worse.line) == (4, C, (C,))
    # Of two estimates the deeper one.
    shallow = agree(short, A, {**after, "proven": False})
    assert (shallow.value, shallow.action) == (9, B)
    deep = agree(short, A, {**after, "proven": False, "depth": 2})
    assert (deep.value, deep.action, deep.distance) == (30, A, None)
    # What is certain already stays so.
    certain = finding([3, 9, 4], 1, True, 3)
    assert agree(certain, A, {**after, "proven": False, "depth": 9}) == certain
