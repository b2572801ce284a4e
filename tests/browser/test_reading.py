"""The player for everybody: names, roles, contrast, no meaning by colour alone, no motion."""

from __future__ import annotations

import re
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Opener, read
from tests.explain.searches import AIMA, searches
from tests.explain.stories import told
from tests.long import some
from zermelo.explain.view import View
from zermelo.games import MNK, read_tree
from zermelo.language import LANGUAGES, speaking

AIMA_STORY = told(AIMA, "alphabeta")
CUT = next(n for n, step in enumerate(AIMA_STORY.steps) if step.name == "cutoff")

# Every text that can be seen, with its colour and what is painted behind it.
TEXTS = """
(player) => {
  const numbers = (colour) => {
    const found = colour.match(/[\\d.]+/g).map(Number);
    if (colour.startsWith("color(")) found.splice(0, 3, ...found.slice(0, 3).map((c) => 255 * c));
    return found.length < 4 ? [...found, 1] : found;
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
  const behind = (element) => {
    const place = element.closest(".place");
    const ground = (at) => {
      const layers = [];
      for (; at; at = at.parentElement) {
        const colour = numbers(getComputedStyle(at).backgroundColor);
        if (colour[3]) layers.unshift(colour);
        if (colour[3] === 1) break;
      }
      return layers.reduce((under, colour) => over(colour, under), [255, 255, 255]);
    };
    if (place && element.closest('[data-part="value"]')) {
      return over(numbers(getComputedStyle(place.querySelector(".shape")).fill), ground(place));
    }
    return ground(element);
  };
  const opacity = (element) => {
    let all = 1;
    for (let at = element; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
    return all;
  };
  const found = [];
  const walker = document.createTreeWalker(player, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || element.closest("title, desc, style, option, script, .game-board")) continue;
    if (!element.checkVisibility({ checkVisibilityCSS: true })) continue;
    const style = getComputedStyle(element);
    const inDrawing = element.closest("svg.zermelo");
    const colour = numbers(inDrawing ? style.fill : style.color);
    const back = behind(element);
    colour[3] *= opacity(element);
    found.push([text, over(colour, back), back]);
  }
  return found;
}
"""


def luminance(colour: list[float]) -> float:
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], two: list[float]) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_of_contrast() -> None:
    assert contrast([0, 0, 0], [255, 255, 255]) == pytest.approx(21)
    assert contrast([0x76] * 3, [255] * 3) == pytest.approx(4.54, abs=0.01)


SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def check_contrast(page: Page) -> None:
    texts = page.locator("zermelo-player").evaluate(TEXTS)
    assert len(texts) > 40
    weak = {(t, round(contrast(a, b), 2)) for t, a, b in texts if contrast(a, b) < 4.5}
    assert not weak


@pytest.mark.parametrize("step", [1, CUT, len(AIMA_STORY.steps) - 2])
def test_contrast(step: int, opener: Opener) -> None:
    page = opener.open(View(AIMA_STORY, step, "auto"))

    def check() -> None:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("zermelo-player")).to_have_attribute("data-look", scheme)
            check_contrast(page)

    check()
    page.keyboard.press("?")
    check()
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.keyboard.press("1")
    check()
    page.locator("[data-switch=compare]").select_option("8")
    check()


# In each scheme some of them: what differs is their colours, and those come from one table.
@pytest.mark.parametrize(
    ("name", "scheme"),
    some(
        [
            *(("folded", "light"), ("star1", "dark"), ("table", "light"), ("iterative", "dark")),
            *(("two-successor", "light"), ("two-successor", "dark"), ("folded", "dark")),
            *(("star1", "light"), ("table", "dark"), ("iterative", "light")),
        ],
        2,
    ),
)
def test_contrast_of_other_searches(name: str, scheme: str, opener: Opener) -> None:
    story = searches()[name]
    page = opener.open(View(story, len(story.steps) // 2, "auto"), color_scheme=scheme)
    check_contrast(page)


def accessible(page: Page) -> list[dict[str, Any]]:
    """What a screen reader is told: the roles, names and states of everything."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            **{p["name"]: p["value"].get("value") for p in node.get("properties", [])},
        }
        for node in nodes
        if not node["ignored"]
    ]


CONTROLS = ("button", "slider", "combobox", "checkbox", "textbox", "treeitem", "tree", "dialog")


@pytest.mark.parametrize("keys", ["", "p", "?"])
def test_everything_has_a_name_and_a_role(keys: str, opener: Opener) -> None:
    page = opener.open(View(AIMA_STORY, CUT))
    page.locator("[data-switch=compare]").select_option("8")
    for key in keys:
        page.keyboard.press(key)
    told_of = accessible(page)
    roles = {node["role"] for node in told_of}
    if keys == "?":
        assert "dialog" in roles
    else:
        assert {"tree", "treeitem", "slider", "button", "combobox", "checkbox"} <= roles
    nameless = [n for n in told_of if n["role"] in CONTROLS and not n["name"].strip()]
    assert not nameless
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.title() == "AIMA 5.2"


def test_the_tree_for_screen_readers(opener: Opener) -> None:
    page = opener.open(View(AIMA_STORY, CUT))
    items = [node for node in accessible(page) if node["role"] == "treeitem"]
    assert len(items) == len(AIMA_STORY.places)
    assert [node["level"] for node in items] == [1, 2, 3, 3, 3, 2, 3, 3, 3, 2, 3, 3, 3]
    names = [node["name"] for node in items]
    assert names[0] == "A, MAX, α 3, β ∞, value 3, being searched"
    assert names[5] == "C, MIN, α 3, β 2, value 2, cut, being searched"
    assert names[6:8] == ["c1, leaf, value 2", "c2, leaf, leaf value 4, skipped by a cut"]
    assert names[9] == "D, MIN"
    page.keyboard.press("End")
    names = [node["name"] for node in accessible(page) if node["role"] == "treeitem"]
    assert names[1] == "B, MIN, α −∞, β 3, value 3, on the expected line"


def test_the_words_are_read_out(opener: Opener) -> None:
    page = opener.open(View(AIMA_STORY, 1))
    words = page.locator(".narration > .words")
    assert words.get_attribute("aria-live") == "polite"
    assert words.get_attribute("aria-atomic") == "true"
    page.keyboard.press("ArrowRight")
    assert words.inner_text() == read(page)["words"][0] != ""


def focus(page: Page) -> str:
    """What has the focus, by its name."""
    return str(
        page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
        )
    )


def test_the_keyboard_reaches_everything_and_is_never_caught(opener: Opener) -> None:
    page = opener.open(View(AIMA_STORY, CUT))
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        reached.append(focus(page))
        outline = page.evaluate(
            "(() => { const s = getComputedStyle(document.activeElement);"
            " return [s.outlineStyle, parseFloat(s.outlineWidth)]; })()"
        )
        assert outline[0] != "none", reached[-1]
        assert outline[1] >= 2, reached[-1]
    else:
        pytest.fail("the focus never leaves the player")
    buttons = page.locator("button:visible, select:visible, input:visible, summary:visible").count()
    scrolls = page.locator(".listing").evaluate_all(
        "lists => lists.filter((each) => each.scrollWidth > each.clientWidth).length"
    )
    assert len(reached) == buttons + 1 + scrolls  # the tree is one stop, and code that scrolls
    assert sum(name.startswith("A, MAX") for name in reached) == 1


def test_the_tree_is_walked_with_the_keyboard(opener: Opener) -> None:
    page = opener.open(View(AIMA_STORY, 0))
    page.locator('.place[data-place="0"]').focus()
    for key, name in (
        ("ArrowDown", "B"),
        ("ArrowDown", "b1"),
        ("Shift+ArrowDown", "b2"),
        ("Shift+ArrowUp", "B"),
        ("Shift+ArrowDown", "C"),
        ("ArrowUp", "b3"),
    ):
        page.keyboard.press(key)
        assert focus(page).split(",")[0] == name
        assert page.locator(".node h3").inner_text() == f"Node: {name}"
    assert page.locator('.place[tabindex="0"]').count() == 1
    page.keyboard.press("Enter")
    assert AIMA_STORY.steps[read(page)["step"]].place == 4


def test_colour_is_never_alone(opener: Opener) -> None:
    page = opener.open(View(AIMA_STORY, len(AIMA_STORY.steps) - 2))
    page.keyboard.press("End")

    def style(selector: str, name: str) -> str:
        return str(page.locator(selector).first.evaluate(f"(e) => getComputedStyle(e)['{name}']"))

    def shape(kind: str) -> str:
        path = page.locator(f'.place[data-kind="{kind}"] .shape').first
        tag = str(path.evaluate("(e) => e.tagName"))
        if tag != "path":
            return tag
        tip, base = re.findall(r"[-.\d]+", path.get_attribute("d") or "")[1:4:2]
        return "up" if float(tip) < float(base) else "down"

    assert [shape(kind) for kind in ("MAX", "MIN", "LEAF")] == ["up", "down", "rect"]
    skipped, searched = '[data-place="7"]', '[data-place="6"]'
    assert style(f".place{skipped} .shape", "strokeDasharray") != "none"
    assert style(f".place{searched} .shape", "strokeDasharray") == "none"
    assert style(f".edge{skipped} .branch", "strokeDasharray") != "none"
    assert style(f".edge{skipped} .bars", "display") != "none"
    assert style(f".edge{searched} .bars", "display") == "none"
    line, other = '.edge[data-line="true"] .branch', f".edge{searched} .branch"
    assert float(style(line, "strokeWidth")[:-2]) >= 2 * float(style(other, "strokeWidth")[:-2])
    assert style('[data-part="passed"]', "fontStyle") == "italic"
    assert "↑" in (page.locator('.place [data-part="returned"]').first.text_content() or "")
    assert "line-through" in style('[data-part="old_alpha"]', "textDecorationLine")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert style('.place[data-current="true"] .halo', "display") != "none"


def test_reduced_motion(opener: Opener) -> None:
    still = opener.open(View(AIMA_STORY, 0), viewport={"width": 700, "height": 500})
    view = "document.querySelector('.pane > svg').getAttribute('viewBox')"
    for key in ("+", "+", "+", "f", "End"):
        still.keyboard.press(key)
        at_once = still.evaluate(view)
        still.wait_for_timeout(120)
        assert still.evaluate(view) == at_once
    moving = still.locator("zermelo-player").evaluate(
        "(p) => [...p.querySelectorAll('*')].filter((e) => { const s = getComputedStyle(e);"
        " return s.animationName !== 'none' || parseFloat(s.transitionDuration) > 0; }).length"
    )
    assert moving == 0


def test_nothing_plays_by_itself(opener: Opener) -> None:
    page = opener.open(View(AIMA_STORY, 3), reduced_motion="no-preference")
    page.wait_for_timeout(700)
    assert read(page)["step"] == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", some([360, 1280, 1920], 1))  # the narrowest is the hardest
def test_nothing_sticks_out(width: int, language: str, opener: Opener) -> None:
    with speaking(language):
        page = opener.open(View(AIMA_STORY, CUT), viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for button in page.locator("button:visible").all()[:25]:
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 24, button.inner_text()


@pytest.mark.parametrize("language", ["es", "ca"])
def test_numbers_are_written_as_in_the_language(language: str, opener: Opener) -> None:
    with speaking(language):
        page = opener.open(View(told(read_tree("max A [min B [2.5 3.25] min C [1 4]]")), 0))
    page.keyboard.press("End")
    texts = page.locator("zermelo-player").inner_text()
    assert "2,5" in texts
    assert not re.search(r"\d\.\d", texts)


def test_boards_have_names(opener: Opener) -> None:
    page = opener.open(View(told(MNK(), "alphabeta", depth=1), 1))
    assert page.locator(".board svg[role=img]").get_attribute("aria-label")
    assert page.locator("svg > title").count() == 0  # it would be shown when pointed at
