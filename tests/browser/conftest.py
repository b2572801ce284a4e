"""A real browser for the tests of the player: the system's Chromium, with the network off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.pages import Opener, new_page
from tests.chromium import launched


# No longer than this folder: other tests start an event loop, or a Playwright, of their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
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
