"""Papers that are kept with a table: its sessions, and what people note down."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "papers",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "name"),
    )
