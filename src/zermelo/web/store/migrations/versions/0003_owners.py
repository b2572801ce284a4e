"""Whose matches and scores are; nobody's are those of the machine itself."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for table in ("matches", "scores"):
        op.add_column(table, sa.Column("owner", sa.String(64)))
    op.create_index("matches_by_owner", "matches", ["owner", "updated", "id"])
