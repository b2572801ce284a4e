"""Texts, None, Enums and sets in words: what goes in comes out, and what has no place is told."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.compiler import compare, compile
from zermelo.compiler.atom_table import FIRST, Atoms
from zermelo.compiler.bit_sets import Bits
from zermelo.compiler.layout import Narrow
from zermelo.compiler.packed import ItemCode
from zermelo.compiler.seen_layouts import layout_of
from zermelo.compiler.text_types import Spelling
from zermelo.compiler.widths import Room
from zermelo.engine import engine_for
from zermelo.game import MAX, MIN, Game


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"


ATOMS = Atoms([("X", None), (Colour.RED, "")], ["O", Colour.BLUE])
LEAVES = st.one_of(st.sampled_from(["X", "O", None, Colour.RED, "", "new"]), st.integers(-9, 9))


def test_none_and_the_empty_text_come_first() -> None:
    assert [ATOMS.word(atom) - FIRST for atom in (None, "")] == [0, 1]
    assert ATOMS.word("never in a file") >= FIRST + (1 << 20)
    assert [ATOMS.value(ATOMS.word(each)) for each in (7, "X", None)] == [7, "X", None]


def test_texts_of_other_letters_are_of_another_type() -> None:
    """Or what was compiled for one game would be taken for the other's."""
    one, other = (Spelling({"": 1, letter: 2}).atom for letter in "ab")
    assert one != other
    assert one == Spelling({"": 1, "a": 2}).atom


@given(st.lists(st.tuples(LEAVES, LEAVES), min_size=1, max_size=5), st.sampled_from([1, 4, 16, 64]))
def test_what_was_seen_comes_back(values: list[Any], bits: int) -> None:
    atoms = Atoms(values)
    layout = layout_of(values, "it", Room(bits), atoms=atoms)
    for value in values:
        assert layout.value(iter(layout.words(value))) == value


@pytest.mark.parametrize("code", ["number", "atom", "both"])
@pytest.mark.parametrize("bits", [2, 4, 8, 64])
def test_an_item_is_itself_or_does_not_fit(code: Any, bits: int) -> None:
    item, fitted = ItemCode(bits, code), 0
    for word in (*range(-40, 40), *range(FIRST, FIRST + 40)):
        try:
            number = item.number(word)
        except OverflowError:
            continue
        if -(1 << bits - 1) <= number < 1 << bits - 1:
            assert item.word(number) == word
            fitted += 1
    assert fitted >= min(1 << bits - 1, 40)


@given(st.frozensets(st.integers(0, 63)))
def test_a_set_of_small_numbers_is_its_bits(items: frozenset[int]) -> None:
    assert Bits(None).unpacked(Bits(None).packed(items)) == items


def test_an_item_that_was_never_seen() -> None:
    edges = [frozenset({(0, 1), (1, 2)}), frozenset({(0, 2)})]
    layout = layout_of(edges, "it", Room(), atoms=Atoms(edges))
    assert layout.value(iter(layout.words(frozenset({(0, 1), (0, 2)})))) == {(0, 1), (0, 2)}
    with pytest.raises(Narrow, match="has an item that was never seen before"):
        layout.words(frozenset({(5, 6)}))


# --- a game whose random games do not show everything ---------------------------------------------


class Lane(NamedTuple):
    cells: tuple[str, ...]
    done: frozenset[int]
    player: int


class Ladder(Game[Lane, int]):
    """Only who climbs ten times in a row meets the last letters, which no random game shows."""

    def initial(self) -> Lane:
        return Lane(("a",) * 10, frozenset(), MAX)

    def to_move(self, state: Lane) -> int:
        return state.player

    def actions(self, state: Lane) -> list[int]:
        return [0, 1] if len(state.done) < 9 else [0]

    def result(self, state: Lane, action: int) -> Lane:
        if action == 0:
            return Lane(state.cells, frozenset(range(10)), -state.player)
        cells = list(state.cells)
        step = len(state.done)
        cells[step] = "abcdefghijklmnopqrstuvwxyz"[2 * step + 1]
        return Lane(tuple(cells), state.done | {step}, -state.player)

    def is_terminal(self, state: Lane) -> bool:
        return len(state.done) >= 10

    def utility(self, state: Lane) -> int:
        climbed = sum(1 for cell in state.cells if cell != "a")
        return climbed if state.player == MIN else -climbed


@pytest.mark.long
def test_more_room_is_made_where_it_is_needed() -> None:
    game = Ladder()
    state = game.initial()
    for _step in range(9):
        state = game.result(state, 1)
    with pytest.raises(Narrow, match=r"'cells' of the value .*'b', 'd', 'f'"):
        compile(game).state.words(state)
    engine = engine_for(game)
    assert engine.lane == "compiled"
    assert engine.solve(state).value == game.utility(game.result(state, 0))
    assert engine.solve().proven


class Duel(Game[Any, int]):
    """Pieces by their places, fewer with every move: the last one alive wins."""

    def initial(self) -> Any:
        board = {(row, row % 2): Colour.RED if row < 3 else Colour.BLUE for row in range(6)}
        return frozenset(board.items()), MAX

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[int]:
        foe = Colour.BLUE if state[1] == MAX else Colour.RED
        return sorted(row for (row, _column), colour in state[0] if colour is foe)

    def result(self, state: Any, action: int) -> Any:
        left = [piece for piece in state[0] if piece[0][0] != action]
        return frozenset(left), -state[1]

    def is_terminal(self, state: Any) -> bool:
        return not self.actions(state)

    def utility(self, state: Any) -> int:
        return len(state[0]) * -int(state[1])


@pytest.mark.usefixtures("soiled")
def test_what_lies_beyond_the_end_of_a_set_is_not_looked_at() -> None:
    assert compare(Duel(), games=4) == []
