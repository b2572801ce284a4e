"""Visits to the app: a language, a size of the screen, and a mouse, a finger or the keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from tests.long import some
from tests.patience import PATIENCE
from tests.web.process import asker
from zermelo.language import speaking
from zermelo.web.api.texts import page_texts

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
PERSON = {"kind": "person"}
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 100);
})"""


class Way(NamedTuple):
    """How somebody comes to the app."""

    lang: str = "en"
    screen: ViewportSize = DESKTOP
    hand: str = "mouse"

    def __str__(self) -> str:
        return f"{self.lang}-{self.screen['width']}-{self.hand}"


# Every language on every screen, by every hand; every run has the first.
WAYS = some(
    [
        Way("en", DESKTOP, "mouse"),
        Way("ca", PHONE, "touch"),
        Way("ca", DESKTOP, "keys"),
        Way("es", PHONE, "touch"),
        Way("en", PHONE, "keys"),
        Way("es", DESKTOP, "keys"),
    ],
    1,
)


class Visit:
    """A page that somebody looks at and uses in one way."""

    def __init__(self, page: Page, way: Way) -> None:
        self.page, self.way = page, way
        with speaking(way.lang):
            self.texts = page_texts()["texts"]

    def text(self, english: str, **gaps: Any) -> str:
        """A text of the page in the visitor's language."""
        found = self.texts[english]
        if isinstance(found, list):  # for one thing, and for several
            found = found[gaps.get("count", gaps.get("all")) != 1]
        return str(found).format(**gaps)

    def one(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def button(self, english: str, **gaps: Any) -> Locator:
        return self.page.get_by_role("button", name=self.text(english, **gaps), exact=True)

    def use(self, target: Locator, key: str = "Enter") -> None:
        """Clicks or taps, or goes there with Tab and presses a key."""
        if self.way.hand == "mouse":
            target.click()
        elif self.way.hand == "touch":
            target.tap()
        else:
            self.tab_to(target)
            self.page.keyboard.press(key)

    def tab_to(self, target: Locator) -> None:
        """Goes to an element with Tab alone."""
        expect(target).to_be_visible()
        focused = "element => element === document.activeElement"
        for _step in range(150):
            if target.evaluate(focused):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached with Tab")

    def fill(self, target: Locator, text: str) -> None:
        if self.way.hand != "keys":
            target.fill(text)
        else:
            self.tab_to(target)
            self.page.keyboard.press("ControlOrMeta+a")
            self.page.keyboard.type(text)
        target.dispatch_event("change")

    def choose(self, target: Locator, value: str) -> None:
        if self.way.hand != "keys":
            target.select_option(value)
            return
        self.tab_to(target)
        self.page.keyboard.press("Home")
        for _step in range(60):
            if target.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{target} has no {value}")

    def board(self) -> str:
        """The position that the board shows, as the game writes it."""
        return self.one(".playboard").get_attribute("data-position") or ""

    def expect_steady(self) -> None:
        """Nothing has moved by itself since the page was loaded, and nothing sticks out of it."""
        assert self.page.evaluate(SHIFTS) < 0.01, self.page.url
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= self.way.screen["width"], self.page.url

    def play(self, move: str) -> None:
        """Plays a move on the board: by hand, or with the arrow keys and Enter."""
        cell = self.one(f'.playboard [data-live] [data-action="{move}"]').first
        expect(cell).to_be_attached()
        if self.way.hand != "keys":
            self.use(cell)
            return
        self.tab_to(self.one('.playboard [data-action][tabindex="0"]'))
        self.walk_to(cell)
        self.page.keyboard.press("Enter")

    def walk_to(self, cell: Locator) -> None:
        """Goes to a cell of the board with the arrow keys."""
        where = "cell => { const { x, y } = cell.getBoundingClientRect(); return [x, y]; }"
        wanted = cell.evaluate(where)
        for _step in range(40):
            now = self.page.evaluate(f"({where})(document.activeElement)")
            if now == wanted:
                return
            across, down = wanted[0] - now[0], wanted[1] - now[1]
            if abs(across) > abs(down):
                self.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
            else:
                self.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        raise AssertionError("the arrow keys do not lead there")


class Visits:
    """Opens pages in windows of their own; keeps what they complain about."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.refused = False  # answers of 400 and above are part of the test
        self.contexts: list[BrowserContext] = []
        self.client = asker(address)  # beside the pages

    def open(self, path: str = "/", way: Way | None = None, **options: Any) -> Visit:
        """A page in a new browser, when its content is there."""
        way = way or Way()
        context = self.browser.new_context(
            viewport=way.screen,
            locale=way.lang,
            reduced_motion="reduce",
            accept_downloads=True,
            has_touch=way.hand == "touch",
            **options,
        )
        context.set_default_timeout(1000 * PATIENCE)
        self.contexts.append(context)
        return self.window(context, path, way)

    def go(self, visit: Visit, path: str) -> None:
        """Loads another page of the app in the same window."""
        visit.page.goto(self.address.rstrip("/") + path)
        visit.page.wait_for_selector("main h1")
        if path.startswith("/explain"):
            visit.page.wait_for_selector("zermelo-player[data-step]:not([aria-busy])")

    def window(self, context: BrowserContext, path: str, way: Way) -> Visit:
        """Another window of the same browser."""
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.on("request", lambda request: self._notice(request.url))
        page.goto(self.address.rstrip("/") + path)
        page.wait_for_selector("main h1")
        return Visit(page, way)

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not (self.refused and "Failed to load" in text):
            self.complaints.append(text)

    def _notice(self, address: str) -> None:
        if not address.startswith((self.address, "data:", "blob:")):
            self.strangers.append(address)

    def match(self, game: str, moves: str = "", **more: Any) -> str:
        """The address of a new match between two people, or between `sides`."""
        body = {"game": game, "sides": {"max": PERSON, "min": PERSON}, "moves": moves, **more}
        answer = self.client.post("api/matches", json=body)
        assert answer.status_code == 201, answer.text
        return f"/play/{answer.json()['id']}"

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What the server answers, asked beside the page."""
        method = "GET" if body is None else "POST"
        answer = self.client.request(method, f"api/{path}", json=body)
        answer.raise_for_status()
        return answer.json()

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.client.close()


def eventually(page: Page, condition: Callable[[], bool]) -> None:
    """Waits for something that no element tells."""
    for _try in range(round(PATIENCE / 0.05)):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come")
