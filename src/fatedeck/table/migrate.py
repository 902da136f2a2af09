"""Bringing a database up to date: a new one is made whole, an old one is migrated by Alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, text

from fatedeck.engine.errors import Unreadable
from fatedeck.table.rows import metadata

EARLIER = ("0001", "0002", "0003", "0004")
HEAD = "0005"
"""The newest migration. A new database is made as the migrations up to it leave an old one."""
MIGRATING = 6_172_834
"""The lock of PostgreSQL that whoever does so holds."""
_NEWER = "This database is damaged, or was made by a newer fatedeck."


def bring_up_to_date(connection: Connection) -> None:
    """Make or migrate the tables of this database; of several workers, one does it."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    names = inspect(connection).get_table_names()
    if "alembic_version" in names:
        found = version(connection)
        if found in EARLIER:
            migrate(connection)
        elif found != HEAD:
            raise Unreadable(_NEWER)
    elif "tables" in names:
        raise Unreadable("This database holds tables that fatedeck did not make.")
    else:
        metadata.create_all(connection)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def check_version(connection: Connection) -> None:
    """Refuse a database that these programs cannot read as it is."""
    if "alembic_version" not in inspect(connection).get_table_names():
        raise Unreadable("There’s nothing of fatedeck’s in this database.")
    found = version(connection)
    if found in EARLIER:
        raise Unreadable(
            "This database is from an earlier fatedeck. "
            "Start the server on it once to bring it up to date."
        )
    if found != HEAD:
        raise Unreadable(_NEWER)


def version(connection: Connection) -> str:
    """The migration that this database has come to."""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def migrate(connection: Connection, to: str = "head") -> None:
    """Run the migrations that this database lacks, up to the newest or to one of them."""
    # Alembic takes half a second to load, and a server whose database is up to date needs none.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
