"""Machine code that the tests compile stays in a folder of theirs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty disk cache, at first, that all tests share."""
    before = os.environ.get("ZERMELO_CACHE")
    folder = tmp_path_factory.mktemp("cache")
    os.environ["ZERMELO_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["ZERMELO_CACHE"]
    else:
        os.environ["ZERMELO_CACHE"] = before
