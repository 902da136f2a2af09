"""Starting the server."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from functools import partial
from types import FrameType

import msgspec
import uvicorn

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.house import houses_here, live_by, read_setting
from fatedeck.engine.ruleset import find_game
from fatedeck.table.aside import give_way_sooner
from fatedeck.table.door import MOST_STANDING, knock
from fatedeck.table.garbage import collect_in_pauses, leave_to_pauses
from fatedeck.table.hall import Hall
from fatedeck.table.line import live_line
from fatedeck.table.logs import log, note, start_logging
from fatedeck.table.settings import EVERYWHERE, Settings, from_environment, page_address
from fatedeck.table.watchdog import notify, tell_systemd
from fatedeck.table.web import application
from fatedeck.table.workers import Handed, Parent, listen, why_not_many

if sys.platform != "win32":
    import resource

_OTHER_FILES = 64 + MOST_STANDING
"""Files that the database, the log, searches and those who stand at the door may need."""


OVERDUE = 70
"""The status of a process that had to be ended because something of it would not stop."""


class TableServer(uvicorn.Server):
    """A server that sends its readers home before it stops, and always stops."""

    def __init__(self, hall: Hall, *, show: bool = False, way: socket.socket | None = None) -> None:
        """With a `way` to its parent it is one of several workers, and does not listen itself."""
        settings = hall.settings
        self.hall = hall
        self.show = show
        self._knock = knock(hall)
        self._handed = Handed(way, self._welcome) if way is not None else None
        self._welcoming: set[asyncio.Task[object]] = set()
        self._beside: list[asyncio.Task[None]] = []
        self._overdue = threading.Timer(3 * settings.shutdown_seconds, _end_process)
        self._overdue.daemon = True
        super().__init__(
            uvicorn.Config(
                application(hall),
                host=settings.host,
                port=settings.port,
                http=self._knock,
                ws=live_line(hall),
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                log_level="error",
                timeout_graceful_shutdown=settings.shutdown_seconds,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            beside = [collect_in_pauses(self.hall.metrics), tell_systemd(self.hall.store)]
            if self._handed is not None:
                self._handed.open(self._parent_is_gone)
                beside.append(self._handed.live(self.hall.store.answers))
            self._beside = [asyncio.create_task(work) for work in beside]
            if self._handed is not None:
                return
            port = self.servers[0].sockets[0].getsockname()[1]
            note("listening", host=self.hall.settings.host, port=port)
            if self.show:
                show_page(self.hall.settings, port)

    def _welcome(self, visitor: socket.socket) -> None:
        """Somebody whom the parent has handed over."""
        visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        knocks = partial(self._knock, self.config, self.server_state, self.lifespan.state)
        loop = asyncio.get_running_loop()
        welcoming = loop.create_task(loop.connect_accepted_socket(knocks, visitor))
        self._welcoming.add(welcoming)
        welcoming.add_done_callback(self._welcoming.discard)

    def _parent_is_gone(self) -> None:
        log.error("the parent of this worker is gone")
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal says to stop. A thread that waits for ever must not keep the process."""
        if not self._overdue.is_alive():
            self._overdue.start()
        super().handle_exit(sig, frame)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        super().run(sockets)
        self._overdue.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        note("stopping")
        notify("STOPPING=1")
        for work in self._beside:
            work.cancel()
        if self._handed is not None:
            self._handed.drain()
        if self.hall.store.is_shared:
            await self.hall.drain()
        self.hall.send_everyone_home()
        await super().shutdown(sockets)


def _end_process() -> None:
    """Everyone was sent home and what could be saved is saved; something else would not stop."""
    log.error("stopping took too long")
    os._exit(OVERDUE)


def show_page(settings: Settings, port: int) -> None:
    """Say where the page is, and open it in this machine's browser."""
    page = page_address(settings.host, port)
    print(f"The table is at {page} (Ctrl-C stops it).", flush=True)
    if settings.address:
        print(f"Phones on your network: {settings.address}/", flush=True)
    webbrowser.open(page)


def run(settings: Settings, *, show: bool = False) -> None:
    """Serve until a signal says to stop."""
    live_by(read_setting(settings.house))
    for house in houses_here():
        find_game(house.game)  # what is wrong with them is told before anybody sits down
    start_logging()
    leave_to_pauses()
    give_way_sooner()
    if settings.workers == 1:
        TableServer(Hall(within_limits(settings, _files())), show=show).run()
        return
    if (refused := why_not_many(settings)) is not None:
        raise refused
    _files()  # visitors whose first line has not come are files of the parent
    listening = listen(settings)
    parent = Parent(listening, settings.workers, partial(_work, settings))
    if show:
        show_page(settings, listening.getsockname()[1])
    sys.exit(parent.run())


def _work(settings: Settings, way: socket.socket) -> None:
    """Be one of several workers."""
    TableServer(Hall(within_limits(settings, _files())), way=way).run(sockets=[])


def within_limits(settings: Settings, files: int) -> Settings:
    """As many connections and lines as there may be files, with some left for the database."""
    connections = min(settings.max_connections, max(1, files // 4))
    lines = min(settings.max_lines, max(1, files - connections - _OTHER_FILES))
    if (connections, lines) != (settings.max_connections, settings.max_lines):
        note("this system allows fewer visitors", lines=lines, connections=connections)
    return msgspec.structs.replace(settings, max_connections=connections, max_lines=lines)


def _files() -> int:
    """As many files as this process may open: all that the system lets it ask for."""
    if sys.platform == "win32":
        return sys.maxsize
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most if most != resource.RLIM_INFINITY else sys.maxsize


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    workers: int | None = None,
    *,
    phones: bool = False,
    show: bool = False,
) -> None:
    """Serve the online table; what is not given comes from the environment or is the default.

    With `phones` everyone in the same network reaches it and links carry this machine's address
    there; with `show` the page is opened in this machine's browser once the server listens.
    """
    settings = from_environment()
    if host is not None:
        settings = msgspec.structs.replace(settings, host=host)
    if port is not None:
        settings = msgspec.structs.replace(settings, port=port)
    if database is not None:
        settings = msgspec.structs.replace(settings, database=database)
    if workers is not None:
        settings = msgspec.structs.replace(settings, workers=workers)
    if phones:
        settings = open_to_network(settings)
    run(with_address(settings), show=show)


def open_to_network(settings: Settings) -> Settings:
    """Listen to the whole network."""
    if settings.port == 0:
        raise Unreadable("Phones need a fixed port, such as 8000.")
    return msgspec.structs.replace(settings, host="0.0.0.0")


def with_address(settings: Settings) -> Settings:
    """A server that listens to the network tells its address there, unless another one is set."""
    if settings.address or settings.host not in EVERYWHERE or settings.port == 0:
        return settings
    own = address_in_network()
    address = f"http://{own}:{settings.port}" if own else ""
    return msgspec.structs.replace(settings, address=address)


def address_in_network() -> str:
    """This machine's address in its network, or nothing where there is none.

    It is the one that a message to elsewhere would come from; none is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if address.startswith("127.") else address
