"""Tables, their seats, their steps and their story."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("salts", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("locked", sa.Boolean, nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("odds_shown", sa.Boolean, nullable=False),
        sa.Column("host_hash", sa.LargeBinary, nullable=False),
        sa.Column("spectator_hash", sa.LargeBinary, nullable=True),
        sa.Column("forked_from", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=True),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("taken", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "place"),
    )
    op.create_table(
        "steps",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("v", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("do", sa.Text, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("furthest", sa.BigInteger, nullable=False),
        sa.Column("entries", sa.Text, nullable=False),
        sa.Column("flight", sa.LargeBinary, nullable=True),
        sa.Column("state", sa.LargeBinary, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "v"),
    )
    op.create_table(
        "story",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("k", sa.Integer, nullable=False),
        sa.Column("v", sa.BigInteger, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "at", "k"),
    )
