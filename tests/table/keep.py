"""Keep a small database as the server of today leaves it: `python -m tests.table.keep`.

Done before a migration is added, and with each release: whoever hosts a server has such a one.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from fatedeck.table.migrate import HEAD
from fatedeck.table.protocol import Links, Say
from fatedeck.table.settings import Settings
from tests.table.house import new_id, open_house

FOLDER = Path(__file__).parents[1] / "records" / "databases"
_PROOFS = ("DELETE FROM proofs", "DROP TABLE proofs")


class Kept(msgspec.Struct):
    """How one comes to the table in such a database, and what Ana has seen there."""

    links: Links
    v: int
    story: list[str]


def kept(file: Path) -> Kept:
    first = file.read_text("utf-8").partition("\n")[0]
    return msgspec.json.decode(first.removeprefix("-- "), type=Kept)


async def _play(database: Path) -> Kept:
    async with open_house(Settings(database=str(database))) as house:
        table, luck = await house.sit("deckahedron"), random.Random(4)
        for _ in range(6):
            await table.step(luck)
        await table["Ana"].done(Say(new_id(), "chat", "See you next week."))
        await table.settle()
        ana = table["Ana"]
        return Kept(table.links, ana.v, [line.text for line in ana.story])


def main() -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite3"
        told = msgspec.json.encode(asyncio.run(_play(database))).decode()
        connection = sqlite3.connect(database, isolation_level=None)
        for statement in _PROOFS:
            connection.execute(statement)
        lines = list(connection.iterdump())
        connection.close()
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{HEAD}.sql"
    file.write_text("\n".join([f"-- {told}", *lines, ""]), "utf-8")
    print(f"{file} is kept.")


if __name__ == "__main__":
    main()
