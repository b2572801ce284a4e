"""A real browser for the tests of the player: the system's Chromium, with the network off."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.pages import Opener, new_page

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)


# No longer than a module: other tests start an event loop, or a Playwright, of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"NO BROWSER, so the player is NOT TESTED: none of {', '.join(CHROMIUM)} found")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*OPTIONS])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """In which one test after the other opens its first page."""
    page = new_page(browser)
    yield page
    page.context.close()


@pytest.fixture
def opener(browser: Browser, window: Page, tmp_path: Path) -> Iterator[Opener]:
    """Opens pages; whatever one of them complains about fails the test."""
    opener = Opener(browser, tmp_path, window)
    yield opener
    opener.close()
    assert opener.complaints == []
