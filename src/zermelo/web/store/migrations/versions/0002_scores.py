"""Scores of runs of exercises."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "scores",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("shape", sa.String(400), nullable=False),
        sa.Column("exercises", sa.Integer, nullable=False),
        sa.Column("marks", sa.Integer, nullable=False),
        sa.Column("out_of", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
