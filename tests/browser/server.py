"""The table's server as a process, which tests may end and start again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "examples" / "high-card"


class Server:
    """A server on a database of its own. The sample game is put beside the installed ones."""

    def __init__(self, place: Path, machine_seconds: str = "0") -> None:
        metadata = place / "fatedeck_high_card-1.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: fatedeck-high-card\nVersion: 1\n"
        )
        (metadata / "entry_points.txt").write_text(
            "[fatedeck.games]\nhigh-card = high_card:ruleset\n"
        )
        self._place = place
        self._machine_seconds = machine_seconds
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.address = f"http://127.0.0.1:{self._port}"
        self.elsewhere = f"http://localhost:{self._port}"
        """Where others reach it, as links that are handed out say."""

    def start(self) -> None:
        paths = os.pathsep.join([str(self._place), str(SAMPLE), str(ROOT / "src")])
        with (self._place / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "fatedeck", "serve", "--port", str(self._port)),
                    *("--database", str(self._place / "tables.sqlite3")),
                ],
                env={
                    **os.environ,
                    "PYTHONPATH": paths,
                    "FATEDECK_ADDRESS": self.elsewhere,
                    "FATEDECK_ORIGINS": f"http://table.home:{self._port}",
                    "FATEDECK_NEW_TABLES_PER_HOUR": "10000",
                    "FATEDECK_MACHINE_SECONDS": self._machine_seconds,
                    "FATEDECK_READ_BURST": "10000",
                    "FATEDECK_LINK_WORK_BURST": "10000",
                },
                stdout=log,
                stderr=log,
            )
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=30) as client:
            client.get(f"{self.address}/health").raise_for_status()

    def stop(self, *, kill: bool = False) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
            self._process.wait(timeout=30)
            self._process = None


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
