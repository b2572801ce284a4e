"""What axe-core finds wrong with the pages for whoever cannot see or point: nothing.

And nothing sticks out.
"""

from __future__ import annotations

from itertools import cycle
from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.web.visits import PERSON, Visit, Visits, Way
from tests.patience import COMPILING

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

LARGE: Final[ViewportSize] = {"width": 1440, "height": 900}
SMALL: Final[ViewportSize] = {"width": 390, "height": 844}
LOOKS: Final = ((LARGE, "light"), (SMALL, "dark"), (LARGE, "dark"), (SMALL, "light"))


class Eyes:
    """Looks at a page in several sizes and colours, without loading it again; or in one in turn."""

    def __init__(self, visit: Visit, every: bool) -> None:
        self.visit, self.every, self.turn = visit, every, cycle(LOOKS[:2])

    def look(self) -> None:
        page = self.visit.page
        for size, scheme in LOOKS if self.every else (next(self.turn),):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            ground = "rgb(255, 255, 255)" if scheme == "light" else "rgb(21, 24, 29)"
            expect(self.visit.one("body")).to_have_css("background-color", ground)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], (page.url, size)
            found = axe.Axe().run(page)
            assert found.violations_count == 0, (page.url, size, scheme, found.generate_report())


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.long)], ids=["one", "every"])
def eyes(visits: Visits, request: pytest.FixtureRequest) -> Eyes:
    return Eyes(visits.open("/", Way("es"), bypass_csp=True), request.param)


def test_pages_of_games(visits: Visits, eyes: Eyes) -> None:
    eyes.look()  # the gallery
    visit = eyes.visit
    for path in ("/play", "/nothing"):
        visits.go(visit, path)
        eyes.look()
    visits.go(visit, visits.match("tictactoe", "b2 b1 c1"))
    visit.one(".analysis input").click()
    expect(visit.one(".playboard .worth")).to_have_count(6, timeout=1000 * COMPILING)
    eyes.look()
    for game, cells in (("Skirmish", ("c5", "c3", "c1")), ("lastmatch", ())):
        sides = dict.fromkeys(("p1", "p2", "p3") if game == "lastmatch" else ("max", "min"), PERSON)
        visits.go(visit, visits.match(game, sides=sides))
        for cell in cells:  # in the end a menu asks what it shall become
            visit.one(f'.playboard [data-cell="{cell}"]').click()
            if eyes.every:
                eyes.look()
        eyes.look()
    for name in ("Share", "Set up"):
        visit.button(name).click()
        expect(visit.one("dialog")).to_be_visible()
        eyes.look()
        visit.page.keyboard.press("Escape")
    visits.complaints.clear()  # the browser's own, of the status 404


def test_pages_of_searches(visits: Visits, eyes: Eyes) -> None:
    visit = eyes.visit
    visits.go(visit, "/explain?algorithm=alphabeta#step=12")
    visit.page.evaluate("Element.prototype.requestFullscreen = async () => {}")  # has one size only
    eyes.look()
    visit.one("[data-menu=source]").click()
    visit.one("[data-do=edit]").click()
    eyes.look()
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("v")
    expect(visit.one("zermelo-player[data-present]")).to_be_visible()
    eyes.look()
    visit.page.keyboard.press("Escape")
    visit.one("zermelo-player .tools button").first.click()
    expect(visit.one("zermelo-player .quiz")).to_be_visible()
    eyes.look()
    visit.one("[data-menu=compare]").click()
    visit.one("[data-panel=compare] input[type=checkbox]").first.check()
    expect(visit.one("zermelo-player .pane")).to_have_count(2)
    eyes.look()
    visits.go(visit, "/lab")
    eyes.look()
    visit.button("Measure").click()
    expect(visit.one(".lab [role=status]")).to_have_text(visit.text("Done."))
    eyes.look()


def test_pages_of_exercises(visits: Visits, eyes: Eyes) -> None:
    visit = eyes.visit
    visits.go(visit, "/practise?kind=alphabeta&seed=7")
    visit.one(".drawing .place .shape").first.click()
    visit.one('[data-card="A.value"]').fill("3")
    eyes.look()
    visit.page.keyboard.press("Escape")
    visit.button("Check").click()
    expect(visit.one(".result .remarks")).to_be_visible()  # of what is still empty
    for summary in (".desk > summary", ".shape > summary"):
        visit.one(summary).click()
    visit.one("[data-do=add]").click()
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.one("[data-do=link]").click()
    expect(visit.one(".toast").last).to_have_text(visit.text("The link is copied."))
    eyes.look()
    visit.one(".exercise [value=table]").check()
    visit.button("Show the solution").click()
    expect(visit.one(".solved")).to_be_visible()
    eyes.look()
    link = visit.page.evaluate("navigator.clipboard.readText()")
    visits.go(visit, link.removeprefix(visits.address.rstrip("/")))
    eyes.look()
