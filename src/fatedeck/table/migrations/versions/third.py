"""The code by which people come to a table, who hosts it, and the colours of its seats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "invites",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("door", sa.Text, nullable=False),
        sa.Column("watching", sa.Boolean, nullable=False),
        sa.Column("host", sa.Integer, nullable=False),
        sa.Column("colours", sa.Text, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
    )
    coded = sa.text("code <> ''")
    op.create_index(
        "invites_code", "invites", ["code"], unique=True, sqlite_where=coded, postgresql_where=coded
    )
