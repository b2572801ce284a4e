"""The app as a user starts it, and visitors who come to it with a real browser."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests import moving, players
from tests.browser.web.visits import Visits
from tests.patience import COMPILING, PATIENCE
from tests.web import samples
from tests.web.process import Server

OWN = (
    *((samples, "Countdown"), (samples, "Lopsided"), (players, "Ladder"), (players, "Round")),
    (moving, "Skirmish"),
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    games = [f"--game={each.__file__}:{name}" for each, name in OWN]
    with Server(tmp_path_factory.mktemp("served"), *games) as running:
        compile_first(running)
        yield running


def compile_first(server: Server) -> None:
    """Lets the game of most pages be compiled before somebody waits for it in one of them.

    Whoever waits in line for too long is sent away, and a page does not ask again: a loaded
    machine may take that long to start the process that searches.
    """
    until = time.monotonic() + COMPILING
    with server.client() as client:
        body = {"game": "tictactoe", "algorithm": "engine", "depth": 2}
        while client.post("/api/search", json=body, timeout=COMPILING).status_code != 200:
            assert time.monotonic() < until


@pytest.fixture
def visits(browser: Browser, server: Server) -> Iterator[Visits]:
    """Opens pages of the app; whatever one of them complains about fails the test."""
    expect.set_options(timeout=1000 * PATIENCE)
    visits = Visits(browser, server.address)
    yield visits
    visits.close()
    assert visits.complaints == []
    assert visits.strangers == []
