"""The drawings of games: what all of them promise, and the pieces that they are made of."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

from tests.games.drawing import cells, legal, offered, painted, read, texts, walk
from tests.long import some
from tests.strategies import trees
from zermelo.board import (
    DARK,
    PAINTS,
    ROOT,
    SEATS,
    caption,
    card,
    escape,
    picture,
    plaque,
    seat_colours,
)
from zermelo.game import MAX, Game
from zermelo.games import GAMES, Tree, make_game, read_tree
from zermelo.games.tree.nodes import TreeBuilder
from zermelo.grid import Layout
from zermelo.web.files import drawings_css

# Each game of the catalogue as it comes, and some with other parameters.
DRAWN: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in GAMES),
    ("tictactoe", {"misere": "yes"}),
    ("mnk", {"columns": "7", "rows": "5", "in_row": "4"}),
    ("mnk", {"columns": "1", "rows": "4", "in_row": "2"}),
    ("nim", {"rows": "1"}),
    ("nim", {"rows": "60,0,26", "misere": "no"}),
    ("grundy", {"n": "1"}),
    ("grundy", {"n": "40"}),
    ("pig", {"goal": "10", "faces": "20"}),
    ("connect4", {"width": "19", "height": "2"}),
    ("connect4", {"width": "4", "height": "5"}),
    ("othello", {"size": "4"}),
    ("morris", {"men": "3"}),
    ("chess", {"variant": "chess960", "number": "0"}),
    ("chess", {"variant": "losalamos"}),
    ("draughts", {"variant": "spanish"}),
    ("morris", {"men": "4", "flying": "no"}),
]


def named(drawn: tuple[str, dict[str, str]]) -> str:
    return " ".join([drawn[0], *(f"{name}={text}" for name, text in drawn[1].items())])


class Bare(Game[str, str]):
    """A game whose state is what it is called, and nothing else."""

    def format_state(self, state: str) -> str:
        return state


def render(drawing: str, **options: Any) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, **options))


# --- what all drawings promise -----------------------------------------------------------------


@pytest.mark.parametrize("seed", some(range(2), 1))
@pytest.mark.parametrize("drawn", DRAWN, ids=named)
def test_every_game_keeps_the_contract(drawn: tuple[str, dict[str, str]], seed: int) -> None:
    game = make_game(drawn[0], **drawn[1])
    for state, last in walk(game, seed):
        drawing = game.draw_svg(state, last)
        root = read(drawing)
        assert root[0].text == f"{game.name}: {game.format_state(state)}"
        assert set(offered(drawing)) <= legal(game, state)
        assert len(painted(game.draw_svg(state), "mark-last")) == 0
        if drawn[0] in ("morris", "chess", "draughts"):  # their men move from cell to cell
            routes = (game.route(state, action) for action in game.actions(state))
            assert {cell for route in routes for cell in route} <= set(cells(drawing))
        elif drawn[0] not in ("pig", "grundy"):
            assert set(offered(drawing)) == legal(game, state)
            assert len(set(offered(drawing))) == len(offered(drawing))


@pytest.mark.parametrize("drawn", DRAWN, ids=named)
def test_every_game_is_drawn_in_light_and_dark(drawn: tuple[str, dict[str, str]]) -> None:
    game = make_game(drawn[0], **drawn[1])
    *_, (state, last) = walk(game, 1)
    drawing = game.draw_svg(state, last)
    light, dark = render(drawing), render(drawing, style_sheet=DARK)
    assert light.startswith(b"\x89PNG")
    assert light != dark


def test_a_style_sheet_in_the_page_paints_a_drawing_anew() -> None:
    drawing = picture(10, 10, "", card("", "text"))
    styled = drawing.replace("<title>", f"<style>{DARK}</style><title>", 1)
    assert render(styled, width=90) == render(drawing, width=90, style_sheet=DARK)
    assert render(styled, width=90) != render(drawing, width=90)


@given(trees(names=True, chance=True))
def test_every_node_of_a_tree_has_a_drawing(tree: Tree) -> None:
    for state in range(len(tree.nodes)):
        read(tree.draw_svg(state))


@pytest.mark.parametrize(
    ("text", "paint", "shown"),
    [
        ("max A [1 2]", "piece-max", "A"),
        ("min B [1 2]", "piece-min", "B"),
        ("chance C [1 2]", "piece-chance", "C"),
    ],
)
def test_the_sign_of_a_node(text: str, paint: str, shown: str) -> None:
    tree = read_tree(text)
    assert len(painted(tree.draw_svg(0), paint)) == 1
    assert texts(tree.draw_svg(0)) == [shown]
    assert texts(tree.draw_svg(1)) == ["1", "1"]


# --- text is only ever text --------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    '" onload="x',
    "a & b",
    "]]>",
    "&lt;",
    "\x00\x1b\ud800\ufffe",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_in_a_game_of_the_user(text: str) -> None:
    drawing = Bare().draw_svg(text)
    root = read(drawing)
    kept = "".join("\ufffd" if sign in "\x00\x1b\ud800\ufffe" else sign for sign in text)
    assert root[0].text == f"bare: {kept}"
    assert texts(drawing) == [kept.replace(" ", "\xa0")]
    assert "<script" not in drawing
    render(drawing)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_in_a_tree(text: str) -> None:
    builder = TreeBuilder()
    builder.open(MAX, text)
    builder.leaf(1, text, label=text)
    builder.close()
    tree = Tree(builder.nodes())
    for state in (0, 1):
        assert "<script" not in tree.draw_svg(state)
        read(tree.draw_svg(state))


@given(st.text(st.characters(codec=None), max_size=9))
def test_any_text_survives_in_an_attribute_and_in_an_element(text: str) -> None:
    element = ElementTree.fromstring(f'<a b="{escape(text)}">{escape(text)}</a>')
    if text.isprintable():
        assert (element.text or "") == element.get("b") == text


@given(st.text(max_size=200))
def test_any_state_has_a_card(text: str) -> None:
    read(Bare().draw_svg(text))


def test_a_card_shows_the_lines_of_the_text() -> None:
    drawing = card("name", "a  b\n\n" + "x" * 130, columns=60)
    assert texts(drawing) == ["a\xa0\xa0b", "", "x" * 60, "x" * 60, "x" * 10]
    narrow, wide = (painted(card("", text * 20), "board")[0] for text in "x中")
    assert float(wide["width"]) > 1.8 * float(narrow["width"])
    assert texts(card("", "")) == [""]


# --- colours -----------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """How light a colour is by WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("paint", "ground", "least"),
    [
        ("label", "board", 4.5),
        ("label", "rack", 4.5),
        ("ink", "board", 4.5),
        ("ink", "cell", 4.5),
        ("piece", "board", 3),
        ("tip", "board", 3),
        *((paint, ground, 3) for paint, _words in SEATS.values() for ground in ("board", "cell")),
        ("ring", "piece-min", 3),
        ("sign-max", "board", 3),
        ("sign-min", "board", 3),
        ("line", "board", 3),
        ("dark", "felt", 3),
        ("light", "felt", 3),
        ("mark-last", "felt", 3),
        ("mark-last", "rack", 3),
        ("mark-win", "ring", 4.5),
    ],
)
def test_contrast(paint: str, ground: str, theme: str, least: float) -> None:
    lights = sorted(luminance(getattr(PAINTS[name], theme)) for name in (paint, ground))
    assert (lights[1] + 0.05) / (lights[0] + 0.05) >= least


def test_the_dark_style_sheet_has_a_rule_for_every_paint() -> None:
    for name, paint in PAINTS.items():
        assert f".{ROOT} .{name} {{ {paint.what}: {paint.dark}; }}" in DARK


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        ("A B C D E F", "blue orange green pink yellow grey"),
        ("Red Blue Green Yellow", "red blue green yellow"),
        ("Ann Verde blau Bob", "orange green blue pink"),
        ("black RED rojo", "grey red red"),
        ("", ""),
    ],
)
def test_a_player_who_is_called_by_a_colour_has_it(players: str, colours: str) -> None:
    assert seat_colours(tuple(players.split())) == tuple(colours.split())


def test_the_page_has_the_colours_of_the_pieces() -> None:
    style = drawings_css()
    for colour, (paint, _words) in SEATS.items():
        both = f"light-dark({PAINTS[paint].light}, {PAINTS[paint].dark})"
        assert f'[data-owner="{colour}"] {{ --whose: {both}; }}' in style


# --- pieces ------------------------------------------------------------------------------------


def test_the_cells_of_a_board() -> None:
    layout = Layout(2, 3, frame=5)
    centres = [layout.centre(cell) for cell in layout.cells()]
    assert centres == [(17, 17), (41, 17), (65, 17), (17, 41), (41, 41), (65, 41)]
    assert (layout.right, layout.bottom) == (77, 53)
    drawing = layout.picture("name", layout.lines(), layout.names(), layout.hit((1, 1)))
    assert read(drawing).get("viewBox") == "0 0 82 58"
    assert painted(drawing, "line")[0]["d"] == "M29 5V53M53 5V53M5 29H77"
    assert texts(drawing) == ["a", "b", "c", "1", "2"]
    area = painted(drawing, "hit")[0]
    assert [area[side] for side in ("x", "y", "width", "height")] == ["29", "29", "24", "24"]
    assert area["pointer-events"] == "all"


@pytest.mark.parametrize("text", ["MAX wins", "MAX wins after a very long game"])
def test_a_plaque_keeps_to_its_room(text: str) -> None:
    drawing = picture(100, 40, "", plaque(50, 20, 80, text, True))
    frame = painted(drawing, "sign-max")[0]
    assert float(frame["x"]) >= 10
    assert float(frame["x"]) + float(frame["width"]) <= 90


def test_a_word_is_in_the_middle_of_its_place() -> None:
    """Its capital letters, which are some 0.72 of the size high."""
    where = painted(picture(20, 20, "", caption("ink", 10, 10, 10, "X")), "ink")[0]
    assert float(where["y"]) == 13.6
