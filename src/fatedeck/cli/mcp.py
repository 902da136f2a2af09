"""Assistants at the table: tools for them, and a table server of their own in this process."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from mcp.server.transport_security import TransportSecuritySettings

from fatedeck.engine.errors import Unreadable
from fatedeck.lab import lab
from fatedeck.lab.results import told
from fatedeck.mcp.server import server_of
from fatedeck.mcp.tables import Tables
from fatedeck.table.hall import Hall
from fatedeck.table.serve import TableServer
from fatedeck.table.settings import from_environment


def serve_assistants(
    server: str | None,
    database: str | None,
    http: bool,
    host: str,
    port: int,
    names: Sequence[str],
) -> None:
    """Serve assistants over standard input and output, or over HTTP, until they hang up."""

    async def serve() -> None:
        async with at_tables(server, database) as tables:
            tools = server_of(tables, fought)
            if http:
                import uvicorn

                app = tools.streamable_http_app(transport_security=only_ours(host, port, names))
                config = uvicorn.Config(app, host=host, port=port, log_level="error")
                await uvicorn.Server(config).serve()
            else:
                await tools.run_stdio_async()

    # Whoever reads standard input can't be interrupted: Ctrl-C ends the process, once all is saved.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asyncio.run(serve())


def only_ours(host: str, port: int, names: Sequence[str]) -> TransportSecuritySettings:
    """No page of a browser is an assistant, and nobody calls us by a name that is not ours."""
    reached = [f"{name}:{port}" for name in (host, "127.0.0.1", "localhost", "[::1]")]
    return TransportSecuritySettings(allowed_hosts=[*reached, *names])


def fought(game: str, party: str, foes: str, fights: int) -> str:
    """How a fight goes that is played so often."""
    result = lab(game, party, foes, fights=fights, jobs=1)
    return "\n".join([f"{result.encounter.title}: {result.verdict}", *map(": ".join, told(result))])


@asynccontextmanager
async def at_tables(server: str | None, database: str | None) -> AsyncIterator[Tables]:
    """The tables of a server, or of one of our own that lasts as long as we do."""
    if server is not None and database is not None:
        raise Unreadable("Name a --server or a --database, not both.")
    if server is not None:
        async with _sitting(server) as tables:
            yield tables
        return
    with TemporaryDirectory(prefix="fatedeck-") as folder:
        kept = database or str(Path(folder) / "tables.sqlite3")
        async with _own_server(kept) as address, _sitting(address) as tables:
            yield tables


@asynccontextmanager
async def _sitting(server: str) -> AsyncIterator[Tables]:
    tables = Tables(server)
    try:
        yield tables
    finally:
        await tables.close()


@asynccontextmanager
async def _own_server(database: str) -> AsyncIterator[str]:
    """A table server on a free port of this machine, in this process."""
    settings = msgspec.structs.replace(from_environment(), database=database, host="127.0.0.1")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        address = f"http://127.0.0.1:{port}"
        hall = Hall(msgspec.structs.replace(settings, port=port, address=address))
        server = TableServer(hall)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            if serving.done():
                raise Unreadable(f"The tables in {database} can’t be opened.")
            yield address
        finally:
            server.should_exit = True
            await serving
