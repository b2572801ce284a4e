"""The matches in the database, and a cache of those saved last."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import (
    Connection,
    String,
    Table,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.engine import Row

from zermelo.language import _
from zermelo.web.cache import Cache
from zermelo.web.levels import LEVELS, OTHER
from zermelo.web.match import Damaged, Match
from zermelo.web.problems import Problem
from zermelo.web.store.models import MatchRow
from zermelo.web.store.news import News
from zermelo.web.store.trouble import told
from zermelo.web.store.writer import Writer

CACHE_SIZE: Final = 1_000  # matches
MATCH: Final = TypeAdapter(Match)

# Statements are built once: that takes longer than the database does.
TABLE: Final[Table] = MatchRow.__table__  # type: ignore[assignment]
ROWS: Final = TABLE.c
MUTABLE: Final = (
    "version",
    "sides",
    "record",
    "at",
    "updated",
    "variations",
    "invites",
)
MOVELESS: Final = cast(ROWS.record, String) == "[]"  # begun, and nobody has moved
FORGOTTEN: Final = delete(TABLE).where(MOVELESS, ROWS.updated < bindparam("since"))
PATIENCE: Final = timedelta(days=1)  # for a first move
COUNT: Final = select(func.count()).select_from(TABLE)
ADD: Final = insert(TABLE)
GET: Final = select(TABLE).where(ROWS.id == bindparam("wanted"))
SAVE: Final = (
    update(TABLE)
    .where(ROWS.id == bindparam("wanted"), ROWS.version == bindparam("old_version"))
    .values({name: bindparam(f"new_{name}") for name in MUTABLE})
)


class Matches:
    """The matches that are saved.

    Those saved last are in a cache too. They may be older than those in the database, which another
    server may share: so a match is saved only if the database has the version that it comes from.
    """

    def __init__(self, writer: Writer, most: int) -> None:
        self.writer, self.engine, self.most = writer, writer.engine, most
        self._cache: Cache[str, Match] = Cache(CACHE_SIZE)
        self.news = News()

    def add(self, match: Match) -> None:
        """Saves a new match."""

        def job(connection: Connection) -> None:
            connection.execute(FORGOTTEN, {"since": datetime.now(UTC) - PATIENCE})
            if connection.scalars(COUNT).one() >= self.most:
                words = _("{count} matches are saved already: delete some")
                raise Problem("full", words.format(count=self.most))
            connection.execute(ADD, {"id": match.id, **_columns(match)})

        self.writer.do(job).result()
        self._cache.put(match.id, match)

    def get(self, id: str) -> Match:
        """The match of that id, or a problem."""
        with told(self.writer.presence), self.engine.connect() as connection, _readable():
            row = connection.execute(GET, {"wanted": id}).one_or_none()
            if row is None:
                raise _unknown()
            return _match(row)

    def owner(self, id: str) -> str | None:
        """Whose match it is; also of one whose row is damaged."""
        with told(self.writer.presence), self.engine.connect() as connection:
            row = connection.execute(select(ROWS.owner).where(ROWS.id == id)).one_or_none()
        if row is None:
            raise _unknown()
        return row.owner  # type: ignore[no-any-return]

    def cached(self, id: str, version: int) -> Match | None:
        """The match of that id and version, if the cache has it."""
        match = self._cache.get(id)
        return match if match and match.version == version else None

    def at_version(self, id: str, version: int) -> Match:
        """The match of that id and version, or the problem that it has changed."""
        match = self.cached(id, version) or self.get(id)
        if match.version != version:
            raise _stale(match.version)
        return match

    async def save(self, match: Match) -> Match:
        """Saves a changed match as the version after its own, unless somebody was faster."""
        new = replace(match, version=match.version + 1, updated=datetime.now(UTC))
        columns = _columns(new)
        changes = {f"new_{name}": columns[name] for name in MUTABLE}
        changes |= {"wanted": match.id, "old_version": match.version}

        def job(connection: Connection) -> bool:
            return connection.execute(SAVE, changes).rowcount == 1

        if not await asyncio.wrap_future(self.writer.do(job)):
            raise _stale((await asyncio.to_thread(self.get, match.id)).version)
        self._cache.put(new.id, new)
        self.news.tell(new.id)
        return new

    async def versions(self, id: str) -> AsyncGenerator[int, None]:
        """The version of a match now, and each after it as it comes; ends when the match does.

        What another server has saved in the same database is seen a little later.
        """
        query, known = select(ROWS.version).where(ROWS.id == id), 0

        def look() -> int | None:
            with told(self.writer.presence), self.engine.connect() as connection:
                return connection.scalars(query).one_or_none()

        with self.news.of(id) as news:
            while True:
                version = await asyncio.to_thread(look)  # a database may take its time
                if version is None:
                    return
                if version != known:
                    yield version
                known = version
                if not await news():
                    return

    def delete(self, id: str) -> None:
        """Deletes a match for good."""
        gone = delete(TABLE).where(ROWS.id == id)
        if self.writer.do(lambda connection: connection.execute(gone).rowcount).result() != 1:
            raise _unknown()

    def latest(
        self, limit: int, before: tuple[datetime, str] | None, owner: str | None = None
    ) -> list[Match | Damaged]:
        """The matches changed last, the latest first; those before a point in that order.

        One in which nobody has moved is none. With an `owner`, only theirs. A row that cannot be
        read is one `Damaged`.
        """
        query = (
            select(TABLE)
            .where(~MOVELESS)
            .order_by(ROWS.updated.desc(), ROWS.id.desc())
            .limit(limit)
        )
        if owner is not None:
            query = query.where(ROWS.owner == owner)
        if before is not None:
            query = query.where(tuple_(ROWS.updated, ROWS.id) < before)
        with told(self.writer.presence), self.engine.connect() as connection:
            try:
                with _readable():
                    return [_match(row) for row in connection.execute(query)]
            except Problem:  # then each for itself
                ids = list(connection.scalars(query.with_only_columns(ROWS.id)))
            return [self._or_damaged(connection, id) for id in ids]

    def _or_damaged(self, connection: Connection, id: str) -> Match | Damaged:
        moment = None
        try:
            with _readable():
                moment = connection.scalars(select(ROWS.updated).where(ROWS.id == id)).one()
                return _match(connection.execute(GET, {"wanted": id}).one())
        except Problem as problem:
            return Damaged(id, moment, problem.detail)


def _stale(version: int) -> Problem:
    words = _("the match has changed meanwhile, perhaps in another window: look at it again")
    return Problem("stale", words, None, version=version)


def _unknown() -> Problem:
    return Problem("unknown", _("there is no such match; perhaps it was deleted"))


@contextmanager
def _readable() -> Iterator[None]:
    """Around what reads a row: one that makes no sense is a problem of its own."""
    try:
        yield
    except (TypeError, ValueError, KeyError, AttributeError):
        raise Problem("damaged", _("what was saved of this match cannot be read")) from None


def _columns(match: Match) -> dict[str, Any]:
    """All but the id, in what JSON knows."""
    columns = {name: value for name, value in vars(match).items() if name != "id"}
    return columns | {
        "sides": {name: vars(side) for name, side in match.sides.items()},
        "record": list(match.record),
        "variations": [list(line) for line in match.variations],
    }


def _match(row: Row[Any]) -> Match:
    later = {"variations": row.variations or (), "invites": row.invites or {}}  # than the table
    match = MATCH.validate_python(dict(row._mapping) | later)
    levels = [side.level for side in match.sides.values() if side.level is not None]
    if not match.sides or not all(each in LEVELS or each.startswith(OTHER) for each in levels):
        raise ValueError(match.sides)
    if not 0 <= match.at <= len(match.record):
        raise ValueError(match.at)
    return match
