"""Serve the online table: `python -m fatedeck.table --port 8000 --database tables.sqlite3`."""

from __future__ import annotations

import argparse

from fatedeck.table.serve import serve

parser = argparse.ArgumentParser(prog="python -m fatedeck.table", description=__doc__)
parser.add_argument("--host")
parser.add_argument("--port", type=int)
parser.add_argument("--database")
given = parser.parse_args()
serve(given.host, given.port, given.database)
