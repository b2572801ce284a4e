"""Bringing the tables up to date, with Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text

from zermelo.game import ZermeloError
from zermelo.language import _

FOLDER: Final = Path(__file__).parent / "migrations"
LATEST: Final = "0005"


def upgrade(engine: Engine, revision: str = LATEST) -> None:
    """Takes the tables to a revision; nothing to do is done without loading Alembic."""
    with engine.begin() as connection:
        if _revision(connection) == revision:
            return
        from alembic import command
        from alembic.config import Config
        from alembic.script import ScriptDirectory

        config = Config()
        config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
        now = _revision(connection)
        known = {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
        if now is not None and now not in known:
            words = _("the database is of a later version ({version}) than this program")
            raise ZermeloError(words.format(version=now))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)
