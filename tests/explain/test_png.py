"""A drawing as pixels: its size, and what is done where it would be too large."""

from __future__ import annotations

import struct

import pytest

from tests.explain.stories import told
from zermelo.explain import pdf, png
from zermelo.explain.view import View
from zermelo.games import Tree

STORY = told(Tree.from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))


def size(image: bytes) -> tuple[int, int]:
    assert image.startswith(b"\x89PNG")
    wide, high = struct.unpack(">II", image[16:24])
    return wide, high


@pytest.mark.parametrize("has_font", [True, False])
@pytest.mark.parametrize("scale", [1.0, 2.0, 3.5])
def test_the_scale_is_that_of_the_pixels(
    scale: float, has_font: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "_has_font", lambda: has_font)
    view = View(STORY, 3)
    wide, high = size(png.render(view, scale))
    assert abs(wide - scale * view.picture.width) <= 1
    assert abs(high - scale * view.picture.height) <= 1


def test_a_drawing_too_large_becomes_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "LONGEST_SIDE", 300)
    view = View(STORY, 3)
    wide, high = size(png.render(view))
    assert wide == 300
    assert high == pytest.approx(300 * view.picture.height / view.picture.width, abs=1)
    monkeypatch.setattr(png, "MOST_PIXELS", 10_000)
    wide, high = size(png.render(view))
    assert wide * high == pytest.approx(10_000, rel=0.02)


def test_themes_differ_and_paper_has_no_screen() -> None:
    light, dark, auto = (png.render(View(STORY, 3, theme)) for theme in ("light", "dark", "auto"))
    assert light == auto != dark


def test_the_pdf_is_the_same_each_time_and_as_large_as_the_drawing() -> None:
    view = View(STORY, 3)
    document = pdf.render(view)
    assert document.startswith(b"%PDF-")
    assert document == pdf.render(View(STORY, 3))
    wide, high = (pdf.POINTS * length for length in (view.picture.width, view.picture.height))
    assert f"/MediaBox[0 0 {wide:g} {high:g}]".encode() in document


def test_a_title_is_only_ever_text() -> None:
    tree = Tree(Tree.from_nested([1, 2]).nodes, title='"]) #panic("no") \ud800\x00 $x$ \\')
    assert pdf.render(View(told(tree), 0)).startswith(b"%PDF-")
