"""Keeping the scores of exercises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Select, delete, func, select
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
        """Saves a score; of an assignment one of each visitor, who then sees the solutions."""

        def job(connection: Connection) -> None:
            with Session(connection, expire_on_commit=False) as session:
                if score.kind == ASSIGNMENT and any(
                    _is_same(score, known)
                    for known in session.scalars(_scores(score.kind, score.shape))
                ):
                    raise Problem(
                        "forbidden",
                        _("this assignment was handed in already: its solutions have been shown"),
                    )
                if session.scalars(select(func.count()).select_from(ScoreRow)).one() >= self.most:
                    words = _("{count} scores are saved already: delete some")
                    raise Problem("full", words.format(count=self.most))
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
        with told(self.writer.presence), Session(self.engine) as session:
            return session.scalars(_scores(kind, shape)).all()

    def delete(self, id: int, owner: str | None = None) -> None:
        """Deletes a score for good; with an `owner`, only one of theirs."""
        gone = delete(ScoreRow).where(ScoreRow.id == id)
        if owner is not None:
            gone = gone.where(ScoreRow.owner == owner)
        if self.writer.do(lambda connection: connection.execute(gone).rowcount).result() != 1:
            raise Problem("unknown", _("there is no such score; perhaps it was deleted"))


def _scores(kind: str, shape: str) -> Select[ScoreRow]:
    wanted = select(ScoreRow).where(ScoreRow.kind == kind, ScoreRow.shape == shape)
    return wanted.order_by(ScoreRow.id)


def _is_same(score: ScoreRow, known: ScoreRow) -> bool:
    """Whether two scores are the same student's, by the visitor or the name.

    Where visitors are not told apart there is only the name.
    """
    named = bool(score.name) and score.name.casefold() == known.name.casefold()
    return named or (score.owner is not None and score.owner == known.owner)
