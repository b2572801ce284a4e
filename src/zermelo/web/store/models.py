"""The tables."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Float, Index, Integer, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None or value.tzinfo:
            return value
        return value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """All tables."""


class MatchRow(Base):
    """A match. `version` rises with every change: who changes another version changes nothing."""

    __tablename__ = "matches"
    __table_args__ = (
        Index("matches_by_time", "updated", "id"),
        Index("matches_by_owner", "owner", "updated", "id"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    game: Mapped[str] = mapped_column(String(200))
    parameters: Mapped[dict[str, str]] = mapped_column(JSON)
    start: Mapped[str | None] = mapped_column(Text)
    sides: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSON)
    seed: Mapped[int] = mapped_column(Integer)
    record: Mapped[list[str]] = mapped_column(JSON)
    at: Mapped[int] = mapped_column(Integer)
    created: Mapped[datetime] = mapped_column(Moment)
    updated: Mapped[datetime] = mapped_column(Moment)
    owner: Mapped[str | None] = mapped_column(String(64))
    variations: Mapped[list[list[str]] | None] = mapped_column(JSON)
    invites: Mapped[dict[str, str] | None] = mapped_column(JSON)


class ScoreRow(Base):
    """What a run of exercises came to."""

    __tablename__ = "scores"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    name: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(40))
    shape: Mapped[str] = mapped_column(String(400))
    exercises: Mapped[int] = mapped_column(Integer)
    marks: Mapped[int] = mapped_column(Integer)
    out_of: Mapped[int] = mapped_column(Integer)
    seconds: Mapped[float | None] = mapped_column(Float)
    created: Mapped[datetime] = mapped_column(Moment)
    owner: Mapped[str | None] = mapped_column(String(64))
