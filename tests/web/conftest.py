"""The app for tests: in this process for most, in a process of its own where that matters."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.web.browser import Browser
from tests.web.postgres import Postgres, program
from tests.web.process import Server
from zermelo.web.app import create_app
from zermelo.web.settings import Limits, ServerSettings, Setup
from zermelo.web.store.database import open_database


class Fresh(Protocol):
    """Makes an app with the settings given."""

    def __call__(self, **settings: Any) -> Browser: ...


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Somebody who asks an app with one process for each kind of search."""
    file = tmp_path_factory.mktemp("web") / "zermelo.db"
    # The machine may be slow, and the processes that search let others go first.
    setup = Setup(limits=Limits(seconds=60, events=60_000))
    address = f"sqlite:///{file}"
    settings = ServerSettings(database=address, setup=setup, quick=1, steady=1, patience=300)
    with Browser(create_app(settings)) as asking:
        yield asking


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The program as a user starts it."""
    with Server(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    if not program("initdb"):
        pytest.skip("NO POSTGRESQL: nothing is tested there")
    running = Postgres()
    yield running
    running.close()


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables."""
    file = tmp_path_factory.mktemp("empty") / "zermelo.db"
    open_database(f"sqlite:///{file}").dispose()
    return file


@pytest.fixture
def fresh(tmp_path: Path, empty: Path) -> Iterator[Fresh]:
    """Makes apps whose processes never start, for what needs none."""
    made: list[Browser] = []
    shutil.copy(empty, tmp_path / "fresh.db")

    def make(**settings: Any) -> Browser:
        address = f"sqlite:///{tmp_path / 'fresh.db'}"
        made.append(Browser(create_app(ServerSettings(**{"database": address, **settings}))))
        return made[-1]

    yield make
    for browser in made:
        browser.app.state.services.matches.engine.dispose()
        browser.close()
