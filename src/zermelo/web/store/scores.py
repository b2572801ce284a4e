"""Keeping the scores of exercises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.orm import Session

from zermelo.language import _
from zermelo.web.problems import Problem
from zermelo.web.store.models import ScoreRow
from zermelo.web.store.trouble import told
from zermelo.web.store.writer import Writer

ASSIGNMENT: Final = "assignment"  # the kind of scores that are not those of runs


class Scores:
    """The scores that are saved."""

    def __init__(self, writer: Writer, most: int) -> None:
        self.writer, self.engine, self.most = writer, writer.engine, most

    def add(self, score: ScoreRow) -> ScoreRow:
        """Saves a score."""

        def job(connection: Connection) -> None:
            with Session(connection, expire_on_commit=False) as session:
                if session.scalars(select(func.count()).select_from(ScoreRow)).one() >= self.most:
                    raise Problem(
                        "full",
                        _("{count} scores are saved already: delete some").format(count=self.most),
                    )
                session.add(score)
                session.flush()
                session.expunge(score)

        self.writer.do(job).result()
        return score

    def latest(self, limit: int) -> Sequence[ScoreRow]:
        """The scores saved last, the latest first; those of assignments are their teachers'."""
        wanted = select(ScoreRow).where(ScoreRow.kind != ASSIGNMENT)
        with told(self.writer.presence), Session(self.engine) as session:
            return session.scalars(wanted.order_by(ScoreRow.id.desc()).limit(limit)).all()

    def of(self, kind: str, shape: str) -> Sequence[ScoreRow]:
        """The scores of a kind and shape, the first first."""
        wanted = select(ScoreRow).where(ScoreRow.kind == kind, ScoreRow.shape == shape)
        with told(self.writer.presence), Session(self.engine) as session:
            return session.scalars(wanted.order_by(ScoreRow.id)).all()

    def delete(self, id: int, owner: str | None = None) -> None:
        """Deletes a score for good; with an `owner`, only one of theirs."""
        gone = delete(ScoreRow).where(ScoreRow.id == id)
        if owner is not None:
            gone = gone.where(ScoreRow.owner == owner)
        if self.writer.do(lambda connection: connection.execute(gone).rowcount).result() != 1:
            raise Problem("unknown", _("there is no such score; perhaps it was deleted"))
