"""The order of changes among several workers, and who is where."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "heads",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("rev", sa.BigInteger, nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        postgresql_with={"fillfactor": "50"},
    )
    op.create_table(
        "workers",
        sa.Column("worker", sa.Text, primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "here",
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("places", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("worker", "table_id"),
    )
    op.execute("INSERT INTO heads (table_id, rev, format) SELECT id, 1, 1 FROM tables")
