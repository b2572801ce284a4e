"""The database: made, brought up to date, and wherever its address says."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, column, create_engine, insert, inspect, table, text

from zermelo.game import ZermeloError
from zermelo.web.match import Match, Side
from zermelo.web.problems import Problem
from zermelo.web.store.database import open_database, usual_address
from zermelo.web.store.matches import TABLE, Matches, _columns
from zermelo.web.store.models import Base, ScoreRow
from zermelo.web.store.scores import Scores
from zermelo.web.store.upgrade import LATEST, upgrade
from zermelo.web.store.writer import Writer

POSTGRES = os.environ.get("ZERMELO_TEST_POSTGRES", "")
MATCH = Match(
    id="abc",
    game="nim",
    parameters={"rows": "7,5,3"},
    start=None,
    sides={"max": Side(), "min": Side("engine", "student")},
    seed=2**31 - 1,
    record=("1:1", "2:2"),
    at=1,
)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'zermelo.db'}"
    address: str = POSTGRES or request.getfixturevalue("postgres").address
    before = create_engine(_driver(address))
    with before.begin() as connection:
        Base.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
    before.dispose()
    return address


@pytest.fixture
def engine(empty: str) -> Iterator[Engine]:
    """An open database, empty but for its tables."""
    opened = open_database(empty)
    yield opened
    opened.dispose()


def save(matches: Matches, match: Match) -> Match:
    return asyncio.run(matches.save(match))


def _driver(address: str) -> str:
    return address.replace("postgresql://", "postgresql+psycopg://")


def test_the_migrations_make_the_tables_of_the_models(engine: Engine) -> None:
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), Base.metadata)
    assert found == []


def test_opening_again_changes_nothing(engine: Engine) -> None:
    Matches(Writer(engine), 10).add(MATCH)
    upgrade(engine)
    assert Matches(Writer(engine), 10).get("abc") == MATCH


def test_a_match_comes_back_as_it_was(engine: Engine) -> None:
    matches = Matches(Writer(engine), 10)
    matches.add(MATCH)
    assert matches.get("abc") == MATCH
    changed = save(
        matches, replace(MATCH, record=("1:1",), at=0, sides={"max": Side(), "min": Side()})
    )
    assert changed.version == 2
    assert matches.get("abc") == changed
    assert matches.latest(5, None) == [changed]
    assert matches.latest(5, (changed.updated, changed.id)) == []


def test_an_old_version_changes_nothing(engine: Engine) -> None:
    matches = Matches(Writer(engine), 10)
    matches.add(MATCH)
    new = save(matches, MATCH)
    with pytest.raises(Problem) as error:
        save(matches, replace(MATCH, record=()))
    assert (error.value.kind, error.value.more) == ("stale", {"version": 2})
    assert matches.get("abc") == new
    with pytest.raises(Problem) as error:
        save(matches, replace(MATCH, id="def"))
    assert error.value.kind == "unknown"


def test_scores(engine: Engine) -> None:
    scores = Scores(Writer(engine), 2)
    for name in ("Ada", "Zoë"):
        scores.add(
            ScoreRow(
                name=name,
                kind="minimax",
                shape="depth=3",
                exercises=1,
                marks=2,
                out_of=3,
                seconds=None,
                created=datetime.now(UTC),
            )
        )
    assert [score.name for score in scores.latest(5)] == ["Zoë", "Ada"]
    with pytest.raises(Problem):
        scores.add(ScoreRow(name="too many"))


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'old.db'}"
    old = create_engine(address)
    upgrade(old, "0001")
    assert not inspect(old).has_table("scores")
    later = ("owner", "variations", "invites")
    row = {name: value for name, value in _columns(MATCH).items() if name not in later}
    with old.begin() as connection:
        connection.execute(insert(TABLE).values({"id": MATCH.id, **row}))
    old.dispose()
    new = open_database(address)
    assert inspect(new).has_table("scores")
    assert Matches(Writer(new), 10).get("abc") == MATCH
    assert Scores(Writer(new), 10).latest(5) == []
    new.dispose()


def test_who_was_invited_when_a_match_had_one_guest_stays_invited(empty: str) -> None:
    old = create_engine(_driver(empty))
    upgrade(old, "0004")
    columns = [column["name"] for column in inspect(old).get_columns("matches")]
    kept = {name: value for name, value in _columns(MATCH).items() if name in columns}
    names = ("id", "guest", "invite", *kept)
    rows = table(
        "matches",
        *(column(name, TABLE.c[name].type if name in TABLE.c else None) for name in names),
    )
    with old.begin() as connection:
        for id, guest, invite in (("a", "min", "token"), ("b", None, None)):
            row = {**kept, "id": id, "guest": guest, "invite": invite}
            connection.execute(insert(rows).values(row))
    old.dispose()
    new = open_database(empty)
    matches = Matches(Writer(new), 10)
    assert matches.get("a") == replace(MATCH, id="a", invites={"min": "token"})
    assert save(matches, matches.get("b")).invites == {}
    new.dispose()


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    open_database(f"sqlite:///{file}").dispose()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(ZermeloError, match="later version \\(9999\\)"):
        open_database(f"sqlite:///{file}")


def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_text("Dear Ada, " * 500)
    with pytest.raises(ZermeloError, match="no database there"):
        open_database(f"sqlite:///{file}")
    assert file.read_text().startswith("Dear Ada")


def test_what_is_committed_is_on_the_disk(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'zermelo.db'}")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
    engine.dispose()


def test_the_latest_migration_is_the_one_that_is_known() -> None:
    from alembic.script import ScriptDirectory

    from zermelo.web.store.upgrade import FOLDER

    assert ScriptDirectory(str(FOLDER)).get_heads() == [LATEST]


def test_the_usual_place_is_the_user_s_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    address = usual_address()
    assert address == f"sqlite:///{tmp_path / 'data' / 'zermelo' / 'zermelo.db'}"
    assert (tmp_path / "data" / "zermelo").is_dir()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(ZermeloError, match="give --database"):
        usual_address()
