"""Several seats of a match given to others, each with a token of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

TABLE = sa.table(
    "matches",
    sa.column("id", sa.String),
    sa.column("invite", sa.String),
    sa.column("guest", sa.String),
    sa.column("invites", sa.JSON),
)


def upgrade() -> None:
    """The one seat that was given away becomes the first of several."""
    op.add_column("matches", sa.Column("invites", sa.JSON))
    rows, given = TABLE.c, op.get_bind()
    query = sa.select(rows.id, rows.guest, rows.invite).where(rows.guest.is_not(None))
    for id, guest, invite in given.execute(query).all():
        given.execute(sa.update(TABLE).where(rows.id == id).values(invites={guest: invite}))
    with op.batch_alter_table("matches") as table:
        table.drop_column("guest")
        table.drop_column("invite")
