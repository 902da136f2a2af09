"""Starting the server."""

from __future__ import annotations

import socket

import msgspec
import uvicorn

from fatedeck.table.hall import Hall
from fatedeck.table.line import live_line
from fatedeck.table.logs import note, start_logging
from fatedeck.table.settings import Settings, from_environment
from fatedeck.table.web import application


class TableServer(uvicorn.Server):
    """A server that sends its readers home before it stops."""

    def __init__(self, hall: Hall) -> None:
        settings = hall.settings
        self.hall = hall
        super().__init__(
            uvicorn.Config(
                application(hall),
                host=settings.host,
                port=settings.port,
                http="h11",
                ws=live_line(hall),
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                forwarded_allow_ips=settings.trusted_proxies,
                timeout_graceful_shutdown=settings.shutdown_seconds,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            note("listening", host=self.hall.settings.host, port=port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        note("stopping")
        self.hall.send_everyone_home()
        await super().shutdown(sockets)


def run(settings: Settings) -> None:
    """Serve until a signal says to stop."""
    start_logging()
    TableServer(Hall(settings)).run()


def serve(host: str | None = None, port: int | None = None, database: str | None = None) -> None:
    """Serve the online table; what is not given comes from the environment or is the default."""
    settings = from_environment()
    if host is not None:
        settings = msgspec.structs.replace(settings, host=host)
    if port is not None:
        settings = msgspec.structs.replace(settings, port=port)
    if database is not None:
        settings = msgspec.structs.replace(settings, database=database)
    run(settings)
