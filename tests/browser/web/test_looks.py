"""How every page looks, light and dark, on every screen: pictures to be looked at.

They are written into the folder that ZERMELO_SCREENSHOTS names, else where pytest keeps its files:
`ZERMELO_SCREENSHOTS=pictures pytest tests/browser/web/test_looks.py -m long`. That nothing sticks
out, test_axe.py sees at every run.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.web.visits import Visit, Visits, Way
from tests.patience import COMPILING

pytestmark = pytest.mark.long

SMALL: Final[ViewportSize] = {"width": 390, "height": 844}
LARGE: Final[ViewportSize] = {"width": 1440, "height": 900}
WIDE: Final[ViewportSize] = {"width": 1920, "height": 1080}


class Look(NamedTuple):
    theme: str
    way: Way

    def __str__(self) -> str:
        return f"{self.theme}-{self.way}"


LOOKS: Final = [
    Look(theme, Way(lang, screen, "touch" if screen is SMALL else "mouse"))
    for screen in (SMALL, LARGE, WIDE)
    for theme in ("light", "dark")
    for lang in ("ca", "es", "en")
]
GROUND: Final = {"light": "rgb(255, 255, 255)", "dark": "rgb(21, 24, 29)"}


class Album:
    """The pictures of one visitor, who sees nothing move by itself and nothing stick out."""

    def __init__(self, visits: Visits, visit: Visit, folder: Path, theme: str) -> None:
        self.visits, self.visit, self.folder, self.theme = visits, visit, folder, theme

    def go(self, path: str) -> None:
        self.visits.go(self.visit, path)
        self.visit.expect_steady()

    def add(self, name: str) -> None:
        page, way = self.visit.page, self.visit.way
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == GROUND[self.theme]
        file = self.folder / f"{name}-{way.screen['width']}-{self.theme}-{way.lang}.png"
        page.screenshot(path=file, full_page=way.screen is SMALL)
        assert file.stat().st_size > 5000
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= way.screen["width"], (name, page.url)


@pytest.fixture(params=LOOKS, ids=str)
def album(visits: Visits, request: pytest.FixtureRequest, tmp_path: Path) -> Album:
    folder = Path(os.environ.get("ZERMELO_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    theme, way = request.param
    return Album(visits, visits.open("/", way, color_scheme=theme), folder, theme)


def test_pictures_of_games(album: Album) -> None:
    visit, visits = album.visit, album.visits
    expect(visit.one(".gamecard svg").first).to_be_visible()
    visit.expect_steady()
    album.add("gallery")
    visit.use(visit.one("[data-game=nim] button"))
    expect(visit.one("dialog")).to_be_visible()
    album.add("start")
    album.go(visits.match("tictactoe", "b2 a1 c3"))
    height = visit.page.evaluate("document.documentElement.scrollHeight")
    assert visit.way.screen is SMALL or height <= visit.way.screen["height"]  # all at a glance
    visit.use(visit.one(".analysis input"))
    expect(visit.one(".playboard .worth")).to_have_count(6, timeout=1000 * COMPILING)
    album.add("play")
    for name, words in {"setup": "Set up", "share": "Share", "rules": "Rules"}.items():
        visit.use(visit.button(words))
        expect(visit.one("dialog")).to_be_visible()
        album.add(name)
        visit.page.keyboard.press("Escape")
    album.go(visits.match("tictactoe", "a1 a2 b1 b2 c1"))
    album.add("over")
    album.go("/play")
    album.add("saved")


def test_pictures_of_boards(album: Album) -> None:
    for game in ("othello", "morris", "pacman", "pig", "nim"):
        album.go(album.visits.match(game))
        album.add(game)


def test_pictures_of_searches(album: Album) -> None:
    visit = album.visit
    album.go("/explain")
    visit.use(visit.one("zermelo-player [data-do=last]"))
    expect(visit.one("zermelo-player")).not_to_have_attribute("data-step", "0")
    album.add("explain")
    for name in ("source", "how", "export"):
        visit.use(visit.one(f"[data-menu={name}]"))
        album.add(f"explain-{name}")
        visit.use(visit.one(f"[data-menu={name}]"))
    visit.page.keyboard.press("v")
    expect(visit.one("zermelo-player[data-present]")).to_be_visible()
    album.add("projector")
    visit.page.keyboard.press("Escape")
    visit.use(visit.one("zermelo-player .tools button").first)
    expect(visit.one("zermelo-player .quiz")).to_be_visible()
    album.add("predict")
    album.go("/explain?game=tictactoe&depth=2")
    album.add("explain-game")
    visit.use(visit.one("[data-menu=compare]"))
    visit.use(visit.one(".drawer [data-panel=compare] input[type=checkbox]").first)
    expect(visit.one("zermelo-player .pane")).to_have_count(2)
    visit.use(visit.one("[data-menu=compare]"))
    album.add("compare")
    cut_off = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    assert visit.one(".counts .body").evaluate_all(cut_off) == 0
    album.go("/lab")
    album.add("lab-begin")
    visit.use(visit.button("Measure"))
    expect(visit.one(".lab [role=status]")).to_have_text(visit.text("Done."))
    album.add("lab")


def test_pictures_of_exercises(album: Album) -> None:
    visit = album.visit
    album.go("/practise?kind=alphabeta&seed=7&level=values&shape=depth=2 branching=3")
    visit.use(visit.one(".drawing .place .shape").first)
    visit.one('[data-card="A.value"]').fill("3")
    album.add("practise-card")
    visit.page.keyboard.press("Escape")
    visit.use(visit.button("Check"))
    expect(visit.one(".result .total")).to_be_visible()
    album.add("practise")
    album.go("/practise?kind=alphabeta&seed=7")
    album.add("practise-all")
    visit.use(visit.one(".exercise [value=table]"))
    for summary in (".shape > summary", ".desk > summary"):
        visit.use(visit.one(summary))
    visit.use(visit.one("[data-do=add]"))
    album.add("practise-table")
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.use(visit.one("[data-do=link]"))
    expect(visit.one(".toast").last).to_have_text(visit.text("The link is copied."))
    visit.use(visit.one(".exercise [value=tree]"))
    link = visit.page.evaluate("navigator.clipboard.readText()")
    album.go(link.removeprefix(album.visits.address.rstrip("/")))
    album.add("assignment")
