"""Opening the database: made if it is not there, brought up to date, safe from a sudden end."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from zermelo.extras import require
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.web.store.upgrade import upgrade

LOCK_SECONDS: Final = 5.0  # for another program to let go of the file


def usual_address() -> str:
    """A file in the user's data folder, which is made if it is not there."""
    chosen = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_DATA_HOME")
    usual = {"win32": "AppData/Local", "darwin": "Library/Application Support"}
    try:
        base = os.environ.get(chosen) or Path.home() / usual.get(sys.platform, ".local/share")
    except RuntimeError:
        raise ZermeloError(_("nobody knows your home folder: give --database")) from None
    folder = Path(base) / "zermelo"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        wrong = _("cannot make the folder {folder}: {reason}; give --database")
        raise ZermeloError(wrong.format(folder=folder, reason=_(str(error.strerror)))) from None
    return f"sqlite:///{folder / 'zermelo.db'}"


def open_database(address: str) -> Engine:
    """The database at an address, with its tables up to date; or `ZermeloError` in one line."""
    try:
        engine = _engine(address)
        upgrade(engine)
    except ImportError as error:
        wrong = _("this kind of database needs a Python package that is missing: {name}")
        raise ZermeloError(wrong.format(name=error.name)) from None
    except (ArgumentError, SQLAlchemyError, OSError, ValueError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise ZermeloError(_("no database there: {reason}").format(reason=reason)) from None
    return engine


def _engine(address: str) -> Engine:
    url = make_url(address)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername == "postgresql+psycopg":
        require("postgres")
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    # A database without a file lives in its one connection; the threads take turns.
    one: dict[str, Any] = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    pool = {} if url.database and url.database != ":memory:" else one
    waits = {"timeout": LOCK_SECONDS, "check_same_thread": False}
    engine = create_engine(url, connect_args=waits, **pool)
    event.listen(engine, "connect", _safe)
    return engine


def _safe(connection: Any, _record: Any) -> None:
    """What is committed stays, whatever ends the process; readers do not wait for writers."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
