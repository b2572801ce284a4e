"""One thread writes: what waits is written together, and who fails fails alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError

from zermelo.web.problems import Problem
from zermelo.web.store.writer import Writer


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = create_engine(
        f"sqlite:///{tmp_path / 'x.db'}", connect_args={"check_same_thread": False}
    )
    with made.begin() as connection:
        connection.execute(text("CREATE TABLE numbers (n INTEGER PRIMARY KEY)"))
    yield made
    made.dispose()


def add(connection: Connection, number: int) -> int:
    connection.execute(text("INSERT INTO numbers VALUES (:n)"), {"n": number})
    return number


def numbers(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.scalars(text("SELECT n FROM numbers ORDER BY n")))


def test_what_waits_is_written_together(engine: Engine) -> None:
    commits = []
    event.listen(engine, "commit", lambda connection: commits.append(1))
    writer, gate = Writer(engine), threading.Event()
    first = writer.do(lambda connection: gate.wait(5))
    rest = [writer.do(lambda connection, n=n: add(connection, n)) for n in range(50)]  # type: ignore[misc]
    assert not rest[0].done()
    gate.set()
    assert first.result(5)
    assert [future.result(5) for future in rest] == list(range(50))
    assert numbers(engine) == list(range(50))
    assert len(commits) <= 2


def test_who_fails_fails_alone(engine: Engine) -> None:
    def refuse(connection: Connection) -> None:
        raise Problem("full", "no")

    def wait(connection: Connection) -> None:
        started.set()
        gate.wait(5)

    writer, gate, started = Writer(engine), threading.Event(), threading.Event()
    writer.do(wait)
    started.wait(5)
    good = writer.do(lambda connection: add(connection, 1))
    refused = writer.do(refuse)
    twice = writer.do(lambda connection: add(connection, 1))
    broken = writer.do(lambda connection: 1 // 0)
    left = writer.do(lambda connection: add(connection, 3))
    other = writer.do(lambda connection: add(connection, 2))
    assert left.cancel()
    gate.set()
    assert good.result(5) == 1
    assert other.result(5) == 2
    with pytest.raises(Problem):
        refused.result(5)
    with pytest.raises(IntegrityError):
        twice.result(5)
    with pytest.raises(ZeroDivisionError):
        broken.result(5)
    assert numbers(engine) == [1, 2]
