"""Alembic runs the migrations on the connection that it is given."""

from alembic import context

from fatedeck.table.rows import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,
)
context.run_migrations()
