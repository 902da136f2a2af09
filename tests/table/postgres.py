"""A PostgreSQL server of the tests' own, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.table.house import free_port


class PostgresServer:
    """A server that is started and stopped at will; `options` are those of `postgres` itself."""

    def __init__(self, folder: Path, options: str = "") -> None:
        self.port = free_port()
        self._folder, self._data = folder, folder / "data"
        self._options = f"-p {self.port} -k {folder} -c listen_addresses=127.0.0.1 {options}"
        self._user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self._user:  # initdb refuses root
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", "fatedeck", "--no-sync", "-k")

    def start(self) -> None:
        log = self._folder / "log"
        self._run("pg_ctl", "-D", self._data, "-w", "-o", self._options, "-l", log, "start")

    def stop(self) -> None:
        """At once, as when the machine fails."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    @property
    def process(self) -> int:
        """The process that all others of the server come from."""
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def _run(self, name: str, *arguments: str | Path) -> None:
        """Run a program of PostgreSQL's."""
        found = shutil.which(name) or next(
            (str(path) for path in Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), None
        )
        assert found is not None, f"{name} is not installed; make setup installs it"
        command = [*self._user, found, *map(str, arguments)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
        assert ran.returncode == 0, ran.stderr or ran.stdout
