"""Trees for several players, as text; and the last match."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.games.drawing import SVG, painted, read
from tests.search.test_several import several_trees
from zermelo.game import NotationError, ZermeloError
from zermelo.games import LastMatch, read_tree
from zermelo.games.last_match import Pile
from zermelo.games.tree import PlayersTree, TreeError, read_any_tree, write_tree


@given(tree=several_trees())
def test_what_is_written_reads_back(tree: PlayersTree) -> None:
    assert read_any_tree(write_tree(tree)) == tree


def test_who_is_not_told_takes_turns() -> None:
    bare = read_any_tree("players: A B C\n[[[(1, 2, 6) (4, 2, 3)]] (0 0 1/2)]")
    told = read_any_tree("jugadores: A B C\nA [B [C [(1, 2, 6), (4 2 3)]], (0, 0, 0.5)]")
    assert [node.kind for node in bare.nodes] == [0, 1, 2, None, None, None]
    assert [bare.utility(leaf) for leaf in bare.leaves()] == [
        told.utility(leaf) for leaf in told.leaves()
    ]
    again = read_any_tree("players: A B\nA top [x: A [l: end = (1, 2)] y: B [(0, 0)]]\n")
    assert [node.kind for node in again.nodes] == [0, 0, None, 1, None]
    assert write_tree(again) == "players: A B\ntop [x: A [l: end = (1, 2)], y: [(0, 0)]]\n"


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("players: A B C\n[(1, 2)]", "2:2", "2 payoffs for 3 players (A, B, C)"),
        ("players: A B\n[3 4]", "2:2", "'3' is no leaf of several players"),
        ("players: A B\n[(1 2]", "2:6", "this is no payoff"),
        ("players: A\n[(1)]", "1:1", "2 to 6 players"),
        ("players: A B A\n[(1 1 1)]", "1:1", "the same name"),
        ("players: A max\n[(1 1)]", "1:1", "'max' is no name for a player"),
        ("players: A B\nrange: 0 1\n[(1 1)]", "2:1", "has no 'range:'"),
        ("players: A B\n[B (h=3) [(1 1)]]", "2:4", "no static values"),
        ("players: A B\n[chance [(1 1)]]", "2:2", ""),  # a name like any other
    ],
)
def test_mistakes_are_named_with_their_place(text: str, where: str, words: str) -> None:
    if not words:
        assert read_any_tree(text).nodes[1].name == "chance"
        return
    with pytest.raises(TreeError) as error:
        read_any_tree(text, "x")
    assert str(error.value).startswith(f"x:{where}: ")
    assert words in str(error.value)


def test_others_refuse_it_in_one_line() -> None:
    with pytest.raises(TreeError, match="for several players: only search, explain and check"):
        read_tree("players: A B C\n[(1, 2, 3)]")


def test_it_is_drawn() -> None:
    tree = read_any_tree("players: A B C\nA [B [(1, 2, 6)] x = (0, 0, 1)]")
    assert tree.draw(0).splitlines() == ["A", "├─ B", "│  └─ (1, 2, 6)", "└─ x = (0, 0, 1)"]
    assert "(1, 2, 6)" in tree.draw_svg(2)


# --- last match -----------------------------------------------------------------------------------


def test_positions_are_written_and_read() -> None:
    game = LastMatch(matches=12)
    for state in (Pile(12, 0), Pile(5, 1), Pile(0, 2)):
        assert game.parse_state(game.format_state(state)) == state
    assert game.parse_state("5b") == Pile(5, 1)
    for text in ("", "5", "B", "13A", "5D", "-1A", "99999A"):
        with pytest.raises(NotationError, match="such as 5B"):
            game.parse_state(text)


def test_parameters() -> None:
    for bad in ({"matches": 0}, {"matches": 61}, {"most": 0}, {"count": 1}, {"count": 7}):
        with pytest.raises(ZermeloError, match="1 to 60 matches"):
            LastMatch(**bad)
    assert LastMatch(count=4).players == ("A", "B", "C", "D")
    assert list(LastMatch(matches=2).actions(Pile(2, 0))) == [1, 2]
    assert LastMatch().utility(Pile(0, 0)) == (0, 0, 1)


def test_the_board() -> None:
    game = LastMatch()
    actions = [
        each.get("data-action") for each in read(game.draw_svg(game.initial())).iter(SVG + "g")
    ]
    assert [a for a in actions if a] == ["3", "2", "1"]
    for left in range(8):
        assert len(painted(game.draw_svg(Pile(left, 1)), "tip")) == left
