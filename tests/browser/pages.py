"""Pages opened in a browser, and what can be read off them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.patience import PATIENCE
from zermelo.explain.format import Format
from zermelo.explain.html import render
from zermelo.explain.labels import labels
from zermelo.explain.story import Story
from zermelo.explain.svg import ON_EDGES, attributes, marks
from zermelo.explain.view import View
from zermelo.language import current

USUAL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "color_scheme": "light",
    "reduced_motion": "reduce",
}

# Pages by what they are made of, with their views, whose stories stay the same objects: many tests
# open the same page, and to make one takes a while.
RENDERED: dict[tuple[Any, ...], tuple[View, bytes]] = {}

# Everything that the player shows, read off the elements of the page.
READ = """
(player, pane = 0) => {
  const data = (element) => Object.fromEntries([...element.attributes]
    .filter(({ name }) => name.startsWith("data-") && name !== "data-place" && name !== "data-kind")
    .map(({ name, value }) => [name, value]));
  const shown = (element) => element && !element.closest("[hidden]") ? element : null;
  const texts = (selector) => [...player.querySelectorAll(selector)]
    .filter(shown).map((element) => element.textContent);
  const svg = player.querySelectorAll(".pane > svg")[pane];
  const places = {}, edges = {}, parts = {};
  for (const group of svg.querySelectorAll(".place")) {
    places[group.dataset.place] = data(group);
    parts[group.dataset.place] = Object.fromEntries([...group.querySelectorAll("[data-part]")]
      .filter((part) => part.textContent).map((part) => [part.dataset.part, part.textContent]));
  }
  for (const group of svg.querySelectorAll(".edge")) edges[group.dataset.place] = data(group);
  const listing = [...player.querySelectorAll(".listing li")];
  return {
    step: Number(player.dataset.step), places, edges, parts,
    slider: Number(player.querySelector("input[type=range]").value),
    words: texts(".narration > .words span"),
    line: listing.findIndex((line) => line.getAttribute("aria-current") === "step") + 1,
    code: listing.map((line) => line.textContent.trim()),
    calls: [...player.querySelectorAll(".calls .naming")].filter(shown)
      .map((call) => Number(call.dataset.place)),
    counts: Object.fromEntries([...player.querySelectorAll("[data-count]")].map((row) =>
      [row.dataset.count, row.querySelector(".now").textContent])),
    card: shown(player.querySelector(".card"))?.querySelector(".body").innerText ?? "",
    node: texts(".node h3")[0] ?? "",
    values: [...player.querySelectorAll(".values tbody tr")].filter(shown)
      .map((row) => [...row.children].map((cell) => cell.textContent.trim())),
    board: player.querySelector(".board svg")?.getAttribute("aria-label") ?? "",
    current: [...svg.querySelectorAll('[aria-current="step"]')].map((g) => Number(g.dataset.place)),
  };
}
"""


class Opener:
    """Opens views as pages from disk, with the network off; keeps what they complain about.

    The first page is opened in `window`, which others have used before, as most options can be set
    there: the player remembers nothing, and a window of its own takes a second.
    """

    def __init__(self, browser: Browser, folder: Path, window: Page | None = None) -> None:
        self.browser, self.folder, self.window = browser, folder, window
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.count = 0
        self.listeners: dict[Any, Callable[[Any], None]] = {
            "pageerror": lambda error: self.complaints.append(str(error)),
            "console": lambda said: self._hear(said.type, said.text),
            "dialog": lambda dialog: self.complaints.append(dialog.message),
            "request": lambda request: self.requests.append(request.url),
        }
        self.used: Page | None = None

    def open(self, view: View, link: str = "", **options: Any) -> Page:
        """The page of a view, when its player is ready."""
        self.count += 1
        file = self.folder / f"page{self.count}.html"
        file.write_bytes(rendered(view))
        page = self.visit(f"{file.as_uri()}{link}", **options)
        page.wait_for_selector("zermelo-player[data-step]")
        return page

    def visit(self, address: str, **options: Any) -> Page:
        if self.window and not self.used and options.keys() <= USUAL.keys():
            page = self.used = self.window
            dress(page, {**USUAL, **options})
        else:
            page = new_page(self.browser, **options)
            self.contexts.append(page.context)
        for event, listener in self.listeners.items():
            page.on(event, listener)
        page.goto(address)
        return page

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        if self.used:
            for event, listener in self.listeners.items():
                self.used.remove_listener(event, listener)
            self.used.mouse.move(0, 0)
            self.used.goto("about:blank")
            dress(self.used, USUAL)


def rendered(view: View) -> bytes:
    """The page of a view, made once."""
    rest = (view.step, view.theme, view.boards, view.frames, view.form, view.even, current())
    key = (id(view.story), *map(id, view.others), *rest)
    if key not in RENDERED:
        RENDERED[key] = view, render(view)
    return RENDERED[key][1]


def dress(page: Page, options: dict[str, Any]) -> None:
    """Gives a page that there is these options, all of `USUAL`."""
    page.set_viewport_size(options["viewport"])
    page.emulate_media(
        color_scheme=options["color_scheme"], reduced_motion=options["reduced_motion"]
    )


def new_page(browser: Browser, **options: Any) -> Page:
    """An empty page in a window of its own, with the network off."""
    context = browser.new_context(**{**USUAL, **options})
    context.set_offline(True)
    return context.new_page()


def wait(page: Page, expression: str) -> None:
    """Waits until an expression is true; the page's own policy lets no other way."""
    for _ in range(round(PATIENCE / 0.05)):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {expression}")


def read(page: Page, pane: int = 0) -> dict[str, Any]:
    """What the player shows."""
    found: dict[str, Any] = page.locator("zermelo-player").first.evaluate(READ, pane)
    return found


def read_all(page: Page, steps: Sequence[int]) -> list[dict[str, Any]]:
    """What the player shows at these steps, one after the other."""
    each = f"(step) => {{ player.step = step; return ({READ})(player); }}"
    script = f"(player, steps) => steps.map({each})"
    found: list[dict[str, Any]] = page.locator("zermelo-player").evaluate(script, [*steps])
    return found


def drawn(story: Story, step: int) -> dict[str, Any]:
    """What the drawing must show after a step: `places`, `edges` and `parts` as `read` has them."""
    looks = story.after(step)
    marked = marks(story, step, looks)
    places, edges, parts = {}, {}, {}
    for number, (place, look) in enumerate(zip(story.places, looks, strict=True)):
        known = {name: v for name, v in attributes(look).items() if v is not None}
        places[str(number)] = {**known, **marked.get(number, {})}
        parts[str(number)] = Format().select(place, labels(place, look))
        if place.parent is not None:
            edges[str(number)] = {name: known[name] for name in ON_EDGES if name in known}
    return {"places": places, "edges": edges, "parts": parts}


def player(page: Page, script: str, argument: Any = None) -> Any:
    """What a function of the player gives."""
    return page.locator("zermelo-player").evaluate(script, argument)


def view_box(page: Page, pane: int = 0) -> list[float]:
    text = page.locator(".pane > svg").nth(pane).get_attribute("viewBox") or ""
    return [float(number) for number in text.split()]


def in_sight(page: Page, place: int) -> bool:
    """Whether the shape of a place is inside the drawing as it can be seen."""
    inside = page.locator(f'.place[data-place="{place}"] .shape').bounding_box()
    stage = page.locator(".pane > svg").bounding_box()
    assert stage is not None
    return inside is not None and (
        stage["x"] <= inside["x"]
        and stage["y"] <= inside["y"]
        and inside["x"] + inside["width"] <= stage["x"] + stage["width"]
        and inside["y"] + inside["height"] <= stage["y"] + stage["height"]
    )
