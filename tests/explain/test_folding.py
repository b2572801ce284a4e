"""Which nodes of a large tree are shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zermelo.explain.folding import fold


def chain(length: int) -> list[list[int]]:
    return [[node + 1] for node in range(length - 1)] + [[]]


def test_a_long_line_is_folded_too() -> None:
    shown, hidden = fold(chain(10_000), set(range(10_000)), 100)
    assert shown == set(range(100))
    assert hidden == {99: 9_900}


def test_of_many_children_on_the_line_the_first_few_are_shown() -> None:
    star = [list(range(1, 1001)), *([] for _ in range(1000))]
    shown, hidden = fold(star, {0, 700}, 50)
    assert {0, 700} <= shown
    assert len(shown) <= 50
    assert hidden == {0: 1001 - len(shown)}


@given(
    parents=st.lists(st.integers(0, 10**6), max_size=60),
    most=st.integers(1, 80),
    ahead=st.integers(0, 60),
)
def test_every_node_is_shown_or_counted(parents: list[int], most: int, ahead: int) -> None:
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for node, parent in enumerate(parents, 1):
        children[parent % node].append(node)
    line, node = {0}, 0
    while children[node] and len(line) <= ahead:
        node = children[node][0]
        line.add(node)
    shown, hidden = fold(children, line, most)
    assert len(shown) + sum(hidden.values()) == len(children)
    assert len(shown) <= max(most, 1) + 1
    for node in shown - {0}:
        assert any(node in children[parent] for parent in shown)
