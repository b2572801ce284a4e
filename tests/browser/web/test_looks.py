"""How every page looks, light and dark, large and small: pictures to be looked at.

They are written into the folder that ZERMELO_SCREENSHOTS names, else where pytest keeps its files.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import DESKTOP, PHONE, Visit, Visits, Way
from tests.patience import COMPILING

LOOKS = [
    ("light", Way("en", DESKTOP)),
    ("dark", Way("es", DESKTOP)),
    ("light", Way("ca", PHONE)),
    ("dark", Way("en", PHONE)),
]
GROUND = {"light": "rgb(255, 255, 255)", "dark": "rgb(21, 24, 29)"}


@pytest.mark.parametrize(("theme", "way"), LOOKS, ids=lambda each: str(each))
def test_pictures_of_every_page(visits: Visits, theme: str, way: Way, tmp_path: Path) -> None:
    folder = Path(os.environ.get("ZERMELO_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    visit = visits.open("/", way, color_scheme=theme)
    screen = "phone" if way.screen is PHONE else "desktop"

    def picture(name: str) -> None:
        ground = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == GROUND[theme]
        file = folder / f"{name}-{screen}-{theme}-{way.lang}.png"
        visit.page.screenshot(path=file, full_page=screen == "phone")
        assert file.stat().st_size > 5000

    def go(path: str) -> None:
        visits.go(visit, path)
        visit.expect_steady()

    expect(visit.one(".gamecard svg").first).to_be_visible()
    visit.expect_steady()
    picture("gallery")
    visit.one("[data-game=nim] button").click()
    expect(visit.one("dialog")).to_be_visible()
    picture("start")
    go(visits.match("tictactoe", "b2 a1 c3"))
    height = visit.page.evaluate("document.documentElement.scrollHeight")
    assert screen == "phone" or height <= way.screen["height"]  # all of it at a glance
    visit.one(".analysis input").click()
    expect(visit.one(".playboard .worth")).to_have_count(6, timeout=1000 * COMPILING)
    picture("play")
    go("/play")
    picture("saved")
    go("/explain")
    finish(visit)
    picture("explain")
    go("/practise?kind=alphabeta&seed=7")
    visit.one(".drawing .place .shape").first.click()
    visit.one('[data-card="A.value"]').fill("3")
    visit.page.keyboard.press("Escape")
    visit.button("practise.check").click()
    expect(visit.one(".result .total")).to_be_visible()
    picture("practise")
    go("/lab")
    visit.button("lab.go").click()
    expect(visit.one(".lab [role=status]")).to_have_text(visit.text("lab.done"))
    picture("lab")


def finish(visit: Visit) -> None:
    """The player at its last step."""
    visit.one("zermelo-player [data-do=last]").click()
    expect(visit.one("zermelo-player")).not_to_have_attribute("data-step", "0")
