"""Matches."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("parameters", sa.JSON, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("sides", sa.JSON, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("record", sa.JSON, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.Column("updated", moment, nullable=False),
    )
    op.create_index("matches_by_time", "matches", ["updated", "id"])
