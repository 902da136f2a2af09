"""The server as a process of its own, which a test may kill at any moment."""

from __future__ import annotations

import multiprocessing
import socket
import time

from fatedeck.table.serve import run
from fatedeck.table.settings import Settings
from tests.table.house import GENEROUS, PATIENCE, free_port

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["fatedeck.table.serve", "fatedeck.games.deckahedron"])


class KillableServer:
    """A server on a fixed port; started anew it finds the same database."""

    def __init__(self, database: str, **limits: int | float) -> None:
        self.port = free_port()
        values = {**GENEROUS, "port": self.port, **limits}
        self._settings = Settings(database=database, **values)  # type: ignore[arg-type]
        self._process = _processes.Process()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = _processes.Process(target=run, args=(self._settings,), daemon=True)
        self._process.start()
        while True:
            assert self._process.is_alive()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.005)

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing written that was not written yet."""
        self._process.kill()

    def wait(self) -> None:
        self._process.join(PATIENCE)

    def stop(self) -> None:
        """SIGTERM: the server sends everyone home first."""
        self._process.terminate()
        self._process.join(PATIENCE)
        assert not self._process.is_alive()
