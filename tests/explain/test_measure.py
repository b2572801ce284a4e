"""No text is wider than it is said to be: in every font here, as a browser measures it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chromium import launched
from zermelo.explain.measure import FAMILIES, FONT, is_sure, one_line, width

SURE = [chr(code) for code in range(32, 0x3000) if is_sure(chr(code))]
TEXTS = ["α=−∞", "[−12, 99]", "1/2·3 + 1/3·(−7) = 23/3", "► 12,345 nodes", "WWWW mmmm", "poda ≥ β"]

# The widths of texts in fonts; the second argument gives the fonts, and bold or not.
MEASURE = """
([texts, fonts]) => {
  const context = document.createElement("canvas").getContext("2d");
  return fonts.map((font) => {
    context.font = font;
    return texts.map((text) => context.measureText(text).width);
  });
}
"""


@pytest.fixture(scope="module")
def measured() -> Iterator[list[list[float]]]:
    """The width of every sign and some texts at 100 pixels, in each font, plain and bold."""
    from playwright.sync_api import sync_playwright

    fonts = [
        f"{weight} 100px {family}"
        for family in (FONT, *(f"'{name}'" for name in FAMILIES))
        for weight in ("normal", "bold", "italic")
    ]
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        yield page.evaluate(MEASURE, [[*SURE, *TEXTS], fonts])
        browser.close()


def test_no_sign_is_wider_than_it_is_said_to_be(measured: list[list[float]]) -> None:
    for widths in measured:
        for text, real in zip([*SURE, *TEXTS], widths, strict=True):
            assert real <= width(text, 100) + 0.01, text


def test_widths_are_not_much_too_large() -> None:
    assert width("α=−∞", 11) < 45
    assert width("12", 10) < 15


@given(st.text(max_size=60), st.integers(2, 30))
def test_one_line_is_short_and_steers_nothing(text: str, most: int) -> None:
    line = one_line(text, most)
    assert len(line) <= most
    assert bool(line) == bool(text)
    assert line == " ".join(line.split())
    assert not any(sign in line for sign in "\x00\x1b\n\r\u2028\u202e\ufffe\ud800")
    assert one_line(line, most) == line
    json.dumps(line).encode()


def test_plain_names_stay_what_they_are() -> None:
    assert one_line("Mín 3", 10) == "Mín 3"
    assert one_line("a  b\n c", 10) == "a b c"
    assert one_line("abcdefgh", 5) == "abcd…"
    assert one_line("\x00", 5) == "\ufffd"
    assert one_line("", 5) == ""


def test_only_common_signs_are_sure() -> None:
    assert is_sure("Àëñ α=−∞ 12/5 ►")
    assert not is_sure("中")
    assert not is_sure("\ufdfd")
