"""A database with single bits turned over, or cut off: what readers are told of its table then."""

from __future__ import annotations

import random
import shutil
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import FatedeckError
from fatedeck.table import past
from fatedeck.table.hall import Hall
from fatedeck.table.protocol import AddSalt, Link, Links, Say, StoryLine
from fatedeck.table.refusals import Forbidden
from fatedeck.table.settings import Settings
from fatedeck.table.story import DAMAGED, kept_tale
from tests.table.house import new_id, open_house

Verdict: TypeAlias = Literal["same", "told", "prefix", "silent"]
Known: TypeAlias = dict[str, Verdict]

_story = msgspec.json.Encoder()


class Read(Struct):
    """All that can be read of a table, by one link or as the record, or why it cannot be."""

    v: int = 0
    welcome: bytes = b""
    steps: list[bytes] = []
    entries: list[str] = []
    story: list[bytes] = []
    refused: list[str] = []


class Made(Struct):
    """A table in a file of SQLite's, and the sizes of the log before each of its last changes."""

    database: Path
    links: Links
    sizes: list[int]


async def make_table(folder: Path, game: str, steps: int) -> Made:
    """A table with play, talk and a salt: as it lies when the server has stopped, and under way."""
    luck, database = random.Random(11), folder / "tables.sqlite3"
    log, sizes = folder / "tables.sqlite3-wal", [0]
    async with open_house(Settings(database=str(database))) as house:
        table = await house.sit(game)
        await table[table.seats[0]].done(AddSalt(new_id(), "a pinch of salt"))
        await table[table.seats[0]].done(
            Say(new_id(), "whisper", "Psst.", [table.place(table.seats[1])])
        )
        await table.settle()
        for number in range(steps):
            sizes.append(log.stat().st_size)
            await table.step(luck)
            speaker = luck.choice(table.seats)
            await table[speaker].done(Say(new_id(), "chat", f"That was step {number}."))
        shutil.copy(database, folder / "running.sqlite3")
        shutil.copy(log, folder / "running.sqlite3-wal")
        await table.close()
    return Made(database, table.links, sizes)


async def read_all(database: Path, links: Links) -> list[Read]:
    """What every link reads of a table, from the first line to the last."""
    hall = Hall(Settings(database=str(database)))
    try:
        await hall.store.open()
    except FatedeckError as fault:
        return [Read(refused=[str(fault)])]
    found = [await _read(hall, links.table, each) for each in (*links.seats, links.host)]
    await hall.store.close()
    return found


async def _read(hall: Hall, table: str, link: Link) -> Read:
    read = Read(steps=[], entries=[], story=[], refused=[])
    try:
        room, member = await hall.enter(table, link.token)
        read.v = room.v
        read.welcome = msgspec.json.encode(room.welcome(member, room.picture(member)))
        lines = [kept_tale(row).read_by(member) for row in await hall.store.story(table)]
        read.story = [_story.encode(line) for line in lines if line is not None]
        read.refused += [DAMAGED for line in lines if _is_damaged(line)]
    except Forbidden:  # “This link opens no table” is no word about damage
        return Read(steps=[b"nothing there"])
    except FatedeckError as fault:
        read.refused.append(str(fault))
        return read
    try:
        steps = past.told_steps(await hall.store.past(table), member)
        read.steps = [_story.encode(step) for step in steps]
        read.entries = await hall.store.entries(table)
    except FatedeckError as fault:
        read.refused.append(str(fault))
    return read


def _is_damaged(line: StoryLine | None) -> bool:
    return line is not None and line.text == DAMAGED


def judge(whole: list[Read], now: list[Read]) -> Verdict:
    """Whether readers see what they saw before, are told of the damage, or neither."""
    if all(read.refused or read == then for then, read in zip(whole, now, strict=False)):
        return "same" if now == whole else "told"
    is_shorter = any(
        len(read.steps) < len(then.steps) or len(read.story) < len(then.story)
        for then, read in zip(whole, now, strict=True)
    )
    is_prefix = all(
        then.steps[: len(read.steps)] == read.steps
        and then.entries[: len(read.entries)] == read.entries
        and then.story[: len(read.story)] == read.story
        for then, read in zip(whole, now, strict=True)
    )
    return "prefix" if is_shorter and is_prefix else "silent"


async def flip(database: Path, links: Links, whole: list[Read], bit: int) -> Verdict:
    """Turn one bit of a copy over, and judge what can be read."""
    copy = database.with_name("flipped.sqlite3")
    for old in database.parent.glob("flipped.sqlite3*"):
        old.unlink()
    data = bytearray(database.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    copy.write_bytes(data)
    return judge(whole, await read_all(copy, links))


async def cut(database: Path, links: Links, whole: list[Read], size: int, known: Known) -> Verdict:
    """Cut a copy of the write-ahead log off after so many bytes, and judge what can be read.

    Many cuts leave the same rows; what is `known` of them is not read through a server again.
    """
    copy = database.with_name("cut.sqlite3")
    for old in database.parent.glob("cut.sqlite3*"):
        old.unlink()
    shutil.copy(database.with_name("running.sqlite3"), copy)
    log = database.with_name("running.sqlite3-wal").read_bytes()
    copy.with_name("cut.sqlite3-wal").write_bytes(log[:size])
    left = _rows(copy)
    if left not in known:
        known[left] = judge(whole, await read_all(copy, links))
    return known[left]


def _rows(database: Path) -> str:
    """All rows of a database, found without any index, when it is sound."""
    connection = sqlite3.connect(database)
    names = ("tables", "seats", "steps", "story")
    found = [connection.execute(f"SELECT * FROM {name} NOT INDEXED").fetchall() for name in names]
    sound = connection.execute("PRAGMA integrity_check").fetchall()
    connection.close()
    return sha256(repr((found, sound)).encode()).hexdigest()
