"""Starting the server."""

from __future__ import annotations

import gc
import socket
import webbrowser

import msgspec
import uvicorn

from fatedeck.table.hall import Hall
from fatedeck.table.line import live_line
from fatedeck.table.logs import note, start_logging
from fatedeck.table.settings import Settings, from_environment
from fatedeck.table.web import application


class TableServer(uvicorn.Server):
    """A server that sends its readers home before it stops."""

    def __init__(self, hall: Hall, *, show: bool = False) -> None:
        settings = hall.settings
        self.hall = hall
        self.show = show
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
            if self.show:
                address = page_address(self.hall.settings.host, port)
                print(f"The table is at {address} (Ctrl-C stops it).", flush=True)
                webbrowser.open(address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        note("stopping")
        self.hall.send_everyone_home()
        await super().shutdown(sockets)


def page_address(host: str, port: int) -> str:
    """Where a browser finds the page: for phones too, if the server listens to the network."""
    if host in ("0.0.0.0", "::"):  # it is only read here
        host = _own_address()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address() -> str:
    """This machine's address in its network; asking for the way there sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:  # no network
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def run(settings: Settings, *, show: bool = False) -> None:
    """Serve until a signal says to stop."""
    start_logging()
    spare_the_collector()
    TableServer(Hall(settings), show=show).run()


def spare_the_collector() -> None:
    """Look for cyclic garbage seldom: what a table holds lives long, and rules leave hardly any."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    *,
    show: bool = False,
) -> None:
    """Serve the online table; what is not given comes from the environment or is the default.

    With `show` the page is opened in this machine's browser once the server listens.
    """
    settings = from_environment()
    if host is not None:
        settings = msgspec.structs.replace(settings, host=host)
    if port is not None:
        settings = msgspec.structs.replace(settings, port=port)
    if database is not None:
        settings = msgspec.structs.replace(settings, database=database)
    run(settings, show=show)
