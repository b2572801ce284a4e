"""What befalls a database is said as it is, and nothing is acknowledged that is not kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.web.browser import Browser, kind_of
from tests.web.conftest import Fresh
from zermelo.web.store import database

NEW = {"game": "nim", "sides": {"max": {"kind": "person"}, "min": {"kind": "person"}}}


@pytest.fixture
def visitor(fresh: Fresh, monkeypatch: pytest.MonkeyPatch) -> Browser:
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.1)
    return fresh()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "fresh.db"


def begin(visitor: Browser) -> Any:
    return visitor.post("/api/matches", json=NEW)


def played(visitor: Browser) -> Any:
    """A match with a move: others are not listed."""
    match = begin(visitor).json()
    body = {"version": match["version"], "move": "1:1"}
    return visitor.post(f"/api/matches/{match['id']}/moves", json=body).json()


def assert_refused(visitor: Browser, words: str) -> None:
    response = begin(visitor)
    assert kind_of(response) == "storage"
    assert words in response.json()["detail"]
    assert "retry-after" in response.headers


def with_pragma(visitor: Browser, pragma: str) -> None:
    engine = visitor.app.state.services.matches.engine
    engine.dispose()
    event.listen(engine, "connect", lambda connection, _: connection.execute(f"PRAGMA {pragma}"))


# --- the whole database --------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_file_that_is_deleted(visitor: Browser, file: Path, end: str) -> None:
    match = begin(visitor).json()
    Path(f"{file}{end}").unlink()
    assert_refused(visitor, "gone")
    body = {"version": 1, "move": "1:1"}
    assert kind_of(visitor.post(f"/api/matches/{match['id']}/moves", json=body)) == "storage"
    if not end:
        assert kind_of(visitor.get("/api/matches")) == "storage"
        assert kind_of(visitor.get("/api/scores")) == "storage"


def test_a_file_that_is_replaced(visitor: Browser, file: Path) -> None:
    begin(visitor)
    content = file.read_bytes()
    file.unlink()
    (file.parent / "another").write_text("so that it does not get the same place")
    file.write_bytes(content)
    assert_refused(visitor, "gone")


def test_a_file_that_is_locked(visitor: Browser, file: Path) -> None:
    with sqlite3.connect(file) as other:
        other.execute("BEGIN IMMEDIATE")
        assert_refused(visitor, "locked")
    other.close()
    assert begin(visitor).status_code == 201


def test_a_disk_that_is_full(visitor: Browser) -> None:
    with_pragma(visitor, "max_page_count=1")
    for _ in range(40):
        response = begin(visitor)
        if response.status_code != 201:
            break
    assert_refused(visitor, "full")


def test_a_file_that_can_only_be_read(visitor: Browser) -> None:
    with_pragma(visitor, "query_only=ON")
    assert_refused(visitor, "can only be read")
    assert visitor.get("/api/matches").status_code == 200


def test_a_table_that_is_missing(visitor: Browser, file: Path) -> None:
    with sqlite3.connect(file) as other:
        other.execute("DROP TABLE matches")
    other.close()
    assert_refused(visitor, "gone")


# --- one row -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "content"),
    [
        ("sides", "no JSON"),
        ("sides", "{}"),
        ("sides", '{"max": {"kind": "person"}, "min": {"level": "god"}}'),
        ("record", "[1, 2]"),
        ("record", "7"),
        ("parameters", "[]"),
        ("at", 17),
        ("at", "far"),
        ("version", "x"),
        ("updated", "yesterday"),
        ("created", 12),
    ],
)
def test_a_damaged_row_is_one_bad_item(
    visitor: Browser, file: Path, column: str, content: Any
) -> None:
    good, bad = played(visitor), played(visitor)
    with sqlite3.connect(file) as other:
        other.execute(f"UPDATE matches SET {column} = ? WHERE id = ?", (content, bad["id"]))
    other.close()
    listed = {each["id"]: each for each in visitor.get("/api/matches").json()["matches"]}
    assert listed[good["id"]]["playable"]
    assert not listed[bad["id"]]["playable"]
    assert listed[bad["id"]]["problem"] == "what was saved of this match cannot be read"
    assert kind_of(visitor.get(f"/api/matches/{bad['id']}")) == "damaged"
    assert visitor.delete(f"/api/matches/{bad['id']}").status_code == 204
    assert len(visitor.get("/api/matches").json()["matches"]) == 1


@pytest.mark.parametrize(
    ("column", "content"),
    [
        ("game", "gone"),
        ("start", "nonsense"),
        ("parameters", '{"rows": "x"}'),
    ],
)
def test_a_match_whose_game_has_changed_is_one_bad_item(
    visitor: Browser, file: Path, column: str, content: str
) -> None:
    good, bad = played(visitor), played(visitor)
    with sqlite3.connect(file) as other:
        change = f"UPDATE matches SET {column} = ?, at = ? WHERE id = ?"
        other.execute(change, (content, 0, bad["id"]))
    other.close()
    listed = {each["id"]: each for each in visitor.get("/api/matches").json()["matches"]}
    assert (listed[good["id"]]["playable"], listed[bad["id"]]["playable"]) == (True, False)
    assert kind_of(visitor.get(f"/api/matches/{bad['id']}")) in ("notation", "unknown", "invalid")
