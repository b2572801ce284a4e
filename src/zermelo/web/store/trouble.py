"""What can befall a database, each said as it is: full, locked, read-only, gone, damaged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from zermelo.language import _, mark
from zermelo.web.problems import Problem

FULL: Final = mark("the disk of the database is full: nothing was saved")
LOCKED: Final = mark("the database is locked by another program: nothing was saved; try again")
READ_ONLY: Final = mark("the database can only be read: nothing was saved")
GONE: Final = mark("the database is gone: nothing was saved; start the server anew")
SILENT: Final = mark("the database does not answer: nothing was saved; try again")
DAMAGED: Final = mark("the database is damaged: nothing was saved")
OTHER: Final = mark("the database fails: nothing was saved")

# Parts of what SQLite says, and the codes that PostgreSQL gives.
SIGNS: Final = {
    FULL: ("disk is full", "53100"),
    LOCKED: ("is locked", "table is locked", "55P03"),
    READ_ONLY: ("readonly database", "25006"),
    GONE: ("unable to open database", "no such table", "disk I/O error", "42P01"),
    DAMAGED: ("malformed", "not a database"),
    SILENT: ("57P01", "57P02", "57P03", "08"),
}


def trouble(error: SQLAlchemyError | OSError) -> str:
    """What is wrong with the database, in English, to be looked up."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    code, text = str(getattr(cause, "sqlstate", None) or ""), str(cause or error)
    for words, signs in SIGNS.items():
        if any(code.startswith(sign) if code else sign in text for sign in signs):
            return words
    lost = isinstance(error, PoolTimeout) or (isinstance(error, DBAPIError) and not code)
    return SILENT if lost and "psycopg" in type(cause).__module__ else OTHER


@contextmanager
def told(presence: Presence | None = None) -> Iterator[None]:
    """Around what asks the database: what befalls it is a problem with a sentence."""
    try:
        if presence:
            presence.check()
        yield
    except IntegrityError:
        raise  # one statement's fault, not the database's
    except SQLAlchemyError as error:
        raise problem(trouble(error)) from error


def problem(words: str) -> Problem:
    """The problem that nothing can be saved, or read."""
    return Problem("storage", _(words), {"Retry-After": "5"})


class Presence:
    """Whether the file of a database is still the one that was opened.

    A file that is deleted under an open connection takes writes and forgets them; so does one whose
    journal is deleted.
    """

    def __init__(self, engine: Engine) -> None:
        name = engine.url.database if engine.url.get_backend_name() == "sqlite" else None
        plain = name and name != ":memory:" and not name.startswith("file:")
        self.file = Path(name).absolute() if name and plain else None
        self.identity = self._identity()
        self.journal: Path | None = None
        if self.file:
            with engine.connect() as connection:
                mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
            if mode == "wal":
                self.journal = self.file.with_name(f"{self.file.name}-wal")

    def _identity(self) -> tuple[int, int] | None:
        try:
            about = self.file.stat() if self.file else None
        except OSError:
            return None
        return (about.st_dev, about.st_ino) if about else None

    def check(self, written: bool = False) -> None:
        """A problem where the file is gone; or its journal, where something was just written."""
        lost = written and self.journal is not None and not self.journal.exists()
        if self._identity() != self.identity or lost:
            raise problem(GONE)
