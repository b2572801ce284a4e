"""PostgreSQL: what it acknowledges it keeps, and what befalls it is said."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, text

from tests.web.browser import Browser, kind_of
from tests.web.conftest import Fresh
from tests.web.postgres import Postgres
from tests.web.store.test_database import MATCH
from zermelo.web.problems import Problem
from zermelo.web.store.database import open_database
from zermelo.web.store.matches import Matches
from zermelo.web.store.models import Base
from zermelo.web.store.writer import Writer

NEW = {"game": "nim", "sides": {"max": {"kind": "person"}, "min": {"kind": "person"}}}


def execute(address: str, *statements: str) -> None:
    """Somebody else does this to the database."""
    engine = create_engine(address)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@pytest.fixture
def address(postgres: Postgres) -> str:
    tables = (*Base.metadata.tables, "alembic_version")
    execute(postgres.address, *(f"DROP TABLE IF EXISTS {table}" for table in tables))
    return postgres.address


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    opened = open_database(address)
    yield opened
    opened.dispose()


def test_what_was_acknowledged_is_there_after_a_kill(postgres: Postgres, engine: Engine) -> None:
    matches = Matches(Writer(engine), 100)
    for round_ in range(3):
        for number in range(5):
            matches.add(replace(MATCH, id=f"{round_}{number}"))
        postgres.kill()
        with pytest.raises(Problem) as error:
            matches.add(replace(MATCH, id=f"{round_}x"))
        assert error.value.kind == "storage"
        assert "does not answer" in error.value.detail
        postgres.start()
        assert len(matches.latest(100, None)) == 5 * (round_ + 1)


def test_several_servers_share_it_and_only_one_changes_a_version(engine: Engine) -> None:
    first, second = Matches(Writer(engine), 10), Matches(Writer(engine), 10)
    first.add(MATCH)

    async def both() -> list[Any]:
        saves = [one.save(MATCH) for one in (first, second)]
        return await asyncio.gather(*saves, return_exceptions=True)

    found = asyncio.run(both())
    assert sorted(isinstance(each, Problem) for each in found) == [False, True]


def test_the_server_says_what_befalls_it(fresh: Fresh, postgres: Postgres, address: str) -> None:
    visitor: Browser = fresh(database=address)
    match = visitor.post("/api/matches", json=NEW).json()
    body = {"version": match["version"], "move": "1:1"}
    assert visitor.post(f"/api/matches/{match['id']}/moves", json=body).status_code == 200
    execute(address, "ALTER DATABASE postgres SET default_transaction_read_only = on")
    stored = visitor.app.state.services.matches.engine
    try:
        stored.dispose()
        response = visitor.post("/api/matches", json=NEW)
        assert kind_of(response) == "storage"
        assert "can only be read" in response.json()["detail"]
    finally:
        writable = "ALTER DATABASE postgres RESET default_transaction_read_only"
        execute(address, "SET TRANSACTION READ WRITE", writable)
    stored.dispose()
    execute(address, "UPDATE matches SET at = 99")
    assert visitor.get("/api/matches").json()["matches"][0]["problem"]
    assert visitor.delete(f"/api/matches/{match['id']}").status_code == 204
    execute(address, "DROP TABLE matches")
    assert "gone" in visitor.post("/api/matches", json=NEW).json()["detail"]
