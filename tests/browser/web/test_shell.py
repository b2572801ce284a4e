"""The shell: languages, colours, the keyboard, what is loaded, and how fast."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import PHONE, Visits, Way
from tests.long import some
from tests.patience import COMPILING
from zermelo.explain.player import MODULES
from zermelo.web.files import STATIC

PAGES = {
    "gallery": "/",
    "play": "/play",
    "explain": "/explain",
    "practise": "/practise?seed=7",
    "lab": "/lab",
}
FILES = (
    *(f"/{path.relative_to(STATIC).as_posix()}" for path in STATIC.rglob("*") if path.is_file()),
    *("/drawings.css", "/player/player.css", *(f"/player/{name}.js" for name in MODULES)),
)
LOADED = "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"
NAMELESS = """() => [...document.querySelectorAll("main :is(button, input, select, textarea, a)")]
  .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim()
    || e.labels?.[0]?.textContent.trim())).map((e) => e.outerHTML)"""


def test_every_page_is_reached_and_has_the_focus(visits: Visits) -> None:
    visit = visits.open("/")
    for name in ("play", "explain", "practise", "lab", "gallery"):
        visit.one(f"nav [data-page={name}]").click()
        expect(visit.one(f"main[data-page={name}] h1")).to_be_focused()
        expect(visit.one("nav [aria-current]")).to_have_text(visit.text(name.capitalize()))
        assert visit.page.title().endswith(" · Zermelo")
    visit.page.go_back()
    expect(visit.one("main[data-page=lab] h1")).to_be_focused()


@pytest.mark.parametrize("lang", some(["ca", "en", "es"], 1))
def test_no_page_scrolls_sideways_at_any_width(visits: Visits, lang: str) -> None:
    visit = visits.open("/", Way(lang))
    said = ("The engine is loading", "The engine is ready", "The server does not answer")
    longest = max(map(visit.text, said), key=len)
    for path in (*PAGES.values(), "/play?game=tictactoe", "/explain?game=nim&c.depth=2"):
        visits.go(visit, path)
        visit.one(".engine span").evaluate("(span, text) => { span.textContent = text; }", longest)
        for width in (320, 375, 768, 1024, 1440):
            visit.page.set_viewport_size({"width": width, "height": 900})
            widest = visit.page.evaluate("document.documentElement.scrollWidth")
            assert widest <= width, (path, width)


def test_the_skip_link_leads_past_the_navigation(visits: Visits) -> None:
    visit = visits.open("/")
    visit.page.keyboard.press("Tab")
    expect(visit.one(".skip")).to_be_focused()
    visit.page.keyboard.press("Enter")
    expect(visit.one("h1")).to_be_focused()


@pytest.mark.parametrize("name", ["gallery", "explain"])
def test_the_language_is_the_browsers_or_the_one_chosen(visits: Visits, name: str) -> None:
    visit = visits.open(PAGES[name], Way("ca"))
    link = visit.one(f"nav [data-page={name}]")
    assert visit.page.evaluate("document.documentElement.lang") == "ca"
    expect(link).to_have_text({"gallery": "Galeria", "explain": "Explica"}[name])
    visit.one("[data-setting=language]").select_option("es")
    title = {"gallery": "Juegos", "explain": "Explicar una búsqueda"}[name]
    expect(visit.one("h1")).to_have_text(title)
    expect(visit.one("[data-setting=language]")).to_be_focused()
    visit.page.reload()
    expect(visit.one("h1")).to_have_text(title)
    assert visit.page.evaluate("document.documentElement.lang") == "es"


def test_the_colours_are_the_screens_or_those_chosen(visits: Visits) -> None:
    visit = visits.open("/explain", color_scheme="dark")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    dark, light = "rgb(21, 24, 29)", "rgb(255, 255, 255)"
    assert visit.page.evaluate(ground) == dark
    player = visit.one("zermelo-player")
    expect(player).to_have_attribute("data-look", "dark")
    visit.one("[data-setting=theme]").click()
    assert visit.page.evaluate(ground) == light
    expect(player).to_have_attribute("data-look", "light")
    visit.page.reload()
    assert visit.page.evaluate(ground) == light
    visit.one("[data-setting=theme]").click()
    assert visit.page.evaluate(ground) == dark


def test_the_engine_tells_when_it_is_warm(visits: Visits) -> None:
    visit = visits.open("/")
    expect(visit.one(".engine")).to_have_attribute("data-engine", "warm", timeout=1000 * COMPILING)
    expect(visit.one(".engine")).to_have_text(visit.text("The engine is ready"))


def test_a_server_that_is_gone_is_told(visits: Visits) -> None:
    visits.refused = True
    visit = visits.open(visits.match("tictactoe"), Way("es"))
    visit.page.context.set_offline(True)
    visit.play("a1")
    expect(visit.one(".toast")).to_have_text(
        visit.text("The server does not answer. Is zermelo still running?")
    )
    visit.page.context.set_offline(False)
    visit.play("a1")
    expect(visit.one(".moves .move")).to_have_count(1)


@pytest.mark.parametrize("hand", [True, False], ids=["who clicks", "who only looks"])
def test_an_engine_is_not_ready_where_the_server_is_gone(visits: Visits, hand: bool) -> None:
    visits.refused = True
    visit = visits.open(visits.match("tictactoe"), Way("ca"))
    engine = visit.one(".engine")
    expect(engine).to_have_attribute("data-engine", "warm", timeout=1000 * COMPILING)
    visit.page.context.set_offline(True)
    if hand:
        visit.play("a1")
    expect(engine).to_have_attribute("data-engine", "gone", timeout=1000 if hand else 8000)
    expect(engine).to_have_text(visit.text("The server does not answer"))
    visit.page.context.set_offline(False)
    expect(engine).to_have_attribute("data-engine", "warm")


def test_a_page_that_could_not_be_loaded_can_be_once_the_server_is_back(visits: Visits) -> None:
    visit = visits.open("/")
    visit.page.route("**/pages/lab.js", lambda route: route.abort())
    visit.one("nav a[data-page=lab]").click()
    expect(visit.one("main h1")).to_have_text(visit.text("This page cannot be shown"))
    expect(visit.one("main p").first).to_have_text(
        visit.text("The server does not answer. Is zermelo still running?")
    )
    visit.page.unroute("**/pages/lab.js")
    visit.one("nav a[data-page=lab]").click()
    expect(visit.one(".lab")).to_be_visible()
    visits.complaints.clear()  # the browser's own, of the file that did not come


@pytest.mark.parametrize("path", ["/nothing", "/constructor"])
def test_an_address_that_there_is_not_is_told(visits: Visits, path: str) -> None:
    visit = visits.open(path, Way("es"))
    expect(visit.one("main h1")).to_have_text(visit.text("Nothing here"))
    expect(visit.one("main p").first).to_have_text(visit.text("there is nothing at this address"))
    expect(visit.one(".toast")).to_have_count(0)
    expect(visit.one("main a")).to_have_attribute("href", "/")
    visits.complaints.clear()  # the browser's own, of the status 404


def test_a_dialog_does_not_outlive_its_page(visits: Visits) -> None:
    visit = visits.open("/play")
    visit.one("nav a[data-page=gallery]").click()
    visit.one("[data-game=nim] button").first.dblclick()
    expect(visit.one("dialog")).to_have_count(1)
    visit.page.go_back()
    expect(visit.one("dialog")).to_have_count(0)


def test_every_page_is_steady_named_and_light(visits: Visits) -> None:
    weights = {path: len(visits.client.get(path).content) for path in FILES}
    visit = visits.open("/", Way("es", PHONE))
    for path in (*PAGES.values(), visits.match("connect4", "4 4")):
        visits.go(visit, path)
        visit.expect_steady()
        assert visit.page.evaluate(NAMELESS) == []
        assert visit.one("h1").count() == 1
        loaded = visit.page.evaluate(LOADED)
        files = {name for name in loaded if not name.startswith("/api/")}
        assert files <= set(FILES)
        assert weights["/index.html"] + sum(weights[name] for name in files) < 300_000


def test_nothing_shifts_while_a_game_is_played(visits: Visits) -> None:
    student = {"kind": "engine", "level": "student"}
    visit = visits.open(
        visits.match("tictactoe", sides={"max": {"kind": "person"}, "min": student})
    )
    visit.one(".analysis input").click()
    expect(visit.one(".playboard .worth")).to_have_count(9, timeout=1000 * COMPILING)
    for count, move in enumerate(("b2", "a3"), 1):
        if visit.one(f'.playboard [data-live] [data-action="{move}"]').count() == 0:
            continue
        visit.play(move)
        expect(visit.one(".moves .move")).to_have_count(2 * count)
    visit.expect_steady()


# --- the files, without a browser ----------------------------------------------------------------


def test_no_module_is_long_and_no_page_has_code_in_it() -> None:
    for file in STATIC.rglob("*.js"):
        assert len(file.read_text(encoding="utf-8").splitlines()) < 500
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", page)
    assert "//" not in re.sub(r"<!doctype.*?>", "", page)  # nothing from elsewhere


@pytest.mark.parametrize("look", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["ground", "panel", "mark"])
def test_colours_can_be_read(look: int, ground: str) -> None:
    pairs = re.findall(r"--(\w[\w-]*): light-dark\((#\w+), (#\w+)\)", sheet("base.css"))
    colours = {name: (light, dark)[look] for name, light, dark in pairs}
    names = ["ink", "quiet", "accent", "max", "min", "chance", "right", "wrong"]
    for name in names if ground != "mark" else ["ink"]:
        assert contrast(colours[name], colours[ground]) >= 4.5, name
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5
    assert contrast(colours["edge"], colours["ground"]) >= 3  # the frames of controls


def sheet(name: str) -> str:
    return Path(STATIC / "style" / name).read_text(encoding="utf-8")


def contrast(one: str, other: str) -> float:
    """The ratio that the WCAG defines."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
