"""Lines of play that were left, and who was invited to a match."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("matches", sa.Column("variations", sa.JSON))
    op.add_column("matches", sa.Column("invite", sa.String(64)))
    op.add_column("matches", sa.Column("guest", sa.String(3)))
