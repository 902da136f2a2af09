"""Checksums and the chain of the record, who ever sat, agreement to copies, commands told once."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for name in ("tables", "seats", "steps", "story"):
        op.add_column(
            name, sa.Column("checksum", sa.BigInteger, nullable=False, server_default="0")
        )
    for name in ("copying", "brought"):
        op.add_column("tables", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("touched", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("seated", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("sat", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("story", sa.Column("number", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("steps", sa.Column("chain", sa.LargeBinary, nullable=True))
    op.execute("UPDATE seats SET sat = CASE WHEN taken THEN 1 ELSE 0 END")
    op.execute("UPDATE tables SET touched = created")
    for name in ("steps", "story"):
        once = sa.text("act <> ''")
        op.create_index(
            f"{name}_act",
            name,
            ["table_id", "act"],
            unique=True,
            sqlite_where=once,
            postgresql_where=once,
        )
    numbered = sa.text("number > 0")
    op.create_index(
        "story_number",
        "story",
        ["table_id", "number"],
        unique=True,
        sqlite_where=numbered,
        postgresql_where=numbered,
    )
