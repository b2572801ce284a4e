"""The browser that tests drive: the system's, the one without windows first, which works less."""

from __future__ import annotations

import shutil
from typing import Any, Final

import pytest

NAMES: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
OPTIONS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)


def launched(playwright: Any) -> Any:
    """The browser; without one the test is skipped."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"NO BROWSER: this is NOT TESTED; none of {', '.join(NAMES)} found")
    return playwright.chromium.launch(executable_path=path, args=[*OPTIONS])
