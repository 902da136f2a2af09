"""Two worlds that a reader cannot tell apart send it the same bytes, whatever it asks for."""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from fatedeck.bots.moves import MOST
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.imagine import imagine
from fatedeck.engine.offers import Value
from fatedeck.engine.random_play import AnyRecord, fill, hostile, random_value
from fatedeck.engine.record import Progress, Record
from fatedeck.engine.ruleset import find_game
from fatedeck.table.protocol import Answer, AskForm, AskMoves, AskUses, Command, Do, Refusal
from fatedeck.table.room import Room
from fatedeck.table.settings import Settings
from tests.table.house import OwnHouse, Reader, Sitting, open_house

GAMES = (
    "adventurer-factory",
    "deck-of-adventures",
    "deckahedron",
    "realms-behind",
    "thousand-faces",
)
PAIRS = 10_000
MOMENTS = 40
"""Moments at one table that are looked at, before another is set."""
FORMS = 3
"""Forms that are opened for each reader at each moment."""
WORDS = ["Ana", "Ben", "GM", "strength", "by the river", "goblin", "", "1"]


def main(size: float = 1) -> None:
    """Print the figure of the promise."""
    asyncio.run(_soak(max(len(GAMES), round(PAIRS * size))))


async def _soak(pairs: int) -> None:
    done: Counter[str] = Counter()
    asked = 0
    different: list[str] = []
    with TemporaryDirectory() as folder:
        async with open_house(Settings(database=str(Path(folder) / "tables.sqlite3"))) as house:
            while done.total() < pairs:
                game = min(GAMES, key=lambda game: done[game])
                table = await house.sit(game)
                luck = random.Random(f"{game} {done[game]}")
                worlds = Worlds(house, table, game, luck)
                done[game] += await worlds.compare(MOMENTS)
                different += worlds.different
                asked += worlds.asked // 2
                await table.close()
                so_far = f"{done.total()} pairs, {asked} asked, {len(different)} different"
                print(so_far, file=sys.stderr, flush=True)
    told = ", ".join(f"{game} {count}" for game, count in done.items())
    print(
        f"two worlds over the wire: {done.total()} pairs ({told}), {asked} forms and uses asked "
        f"for in both, {len(different)} different",
        flush=True,
    )
    for what in different[:10]:
        print(f"  {what}")


class Worlds:
    """A table shown in its true world, and in others that its readers cannot tell from it."""

    def __init__(self, house: OwnHouse, table: Sitting, game: str, luck: random.Random) -> None:
        self.house = house
        self.table = table
        self.ruleset = find_game(game)
        self.codec = Codec(self.ruleset)
        self.luck = luck
        self.different: list[str] = []
        self.refused = 0
        self.asked = 0

    async def compare(self, moments: int) -> int:
        """Play on, and look at every moment with every reader's eyes; how many pairs were seen."""
        pairs = 0
        for _ in range(moments):
            if self.table.over():
                break
            await self.table.step(self.luck)
            await self.table.settle()
            room = self.house.hall.rooms[self.table.links.table]
            for name, reader in self.table.readers.items():
                seat = name if name in self.table.seats else None
                other = self.another_world(room, seat)
                if other is None:
                    continue
                commands = self.refused_commands(room, name, other) if seat else []
                commands += self.asks(room, name) if seat else []
                here = await self.sent(room, reader, commands)
                with shown_instead(room, *other):
                    there = await self.sent(room, reader, commands)
                pairs += 1
                self.different += [
                    f"{self.ruleset.id}, {name}: {what}"
                    for what in here
                    if here[what] != there.get(what)
                ]
        return pairs

    def another_world(self, room: Room, seat: str | None) -> tuple[bytes, AnyRecord] | None:
        """The quiet point dealt anew, and how far the action under way has come from there."""
        record = room.playing()
        world = imagine(self.ruleset, self.codec.decode(record.quiet[record.n]), seat, self.luck)
        snapshot = self.codec.encode(world)
        other: AnyRecord = Record(self.ruleset, record.header)
        flight = msgspec.structs.replace(record.flight) if record.flight is not None else None
        other.resume(record.n, snapshot, flight, [])
        return None if other.entries else (snapshot, other)

    def refused_commands(
        self, room: Room, seat: str, other: tuple[bytes, AnyRecord]
    ) -> list[Command]:
        """What this seat might try, refused in both worlds; refused in one alone is a leak."""
        record, v = room.playing(), room.v
        number = iter(range(100))
        commands: list[Command] = []
        if record.question_for(seat) is None:
            commands.append(Answer(f"world {next(number)}", v, "yes"))
        if record.flight is not None:
            return commands
        offers = self.ruleset.offers(record.state, seat)
        tries: list[Act] = [hostile(self.ruleset, WORDS, self.luck) for _ in range(2)]
        for offer in [offer for offer in offers if offer.why_not][:2]:
            with suppress(Refused):  # there may be nothing to choose from
                tries.append(fill(offer, self.luck))
        for action in tries:
            refusals = [
                self.is_refused(record, snapshot, seat, action)
                for snapshot in (record.quiet[record.n], other[0])
            ]
            if refusals[0] != refusals[1]:
                self.different.append(
                    f"{self.ruleset.id}, {seat}: {action} is refused in one alone"
                )
            elif refusals[0]:
                commands.append(Do(f"world {next(number)}", v, action))
        return commands

    def asks(self, room: Room, seat: str) -> list[Command]:
        """What this seat might ask before it acts: forms, what names do, and its moves."""
        state = room.playing().state
        names: list[str] = [*self.table.seats, *WORDS]
        asked: list[Command] = []
        offers = [offer for offer in self.ruleset.offers(state, seat) if offer.params]
        for offer in self.luck.sample(offers, min(FORMS, len(offers))):
            chosen: dict[str, Value] = {}
            with suppress(Refused):
                while True:
                    number = len(asked)
                    asked.append(AskForm(f"form {number}", offer.do, offer.fixed, {**chosen}))
                    form = self.ruleset.form(state, seat, offer, chosen)
                    names += [
                        name for param in form.params for name in getattr(param, "options", ())
                    ]
                    left = [param for param in form.params if param.name not in chosen]
                    if not left:
                        break
                    chosen[left[0].name] = random_value(left[0], self.luck)
        tapped = self.luck.sample(names, min(20, len(names)))
        return [*asked, AskUses("uses", tapped), AskMoves("moves", MOST)]

    def is_refused(self, record: AnyRecord, snapshot: bytes, seat: str, action: Act) -> bool:
        trial: AnyRecord = Record(self.ruleset, record.header, secret=bytes(32))
        trial.resume(record.n, snapshot, None, [])
        try:
            trial.do(seat, action)
        except Refused:
            return True
        return False

    async def sent(self, room: Room, reader: Reader, commands: list[Command]) -> dict[str, bytes]:
        """What goes to this reader over the wire: a welcome, its odds, its answers."""
        with drawn_anew(room, reader):
            newcomer = await self.house.join(reader.link)
        await newcomer.close()
        plain = msgspec.json.decode(newcomer.raw[-1], type=dict[str, msgspec.Raw])
        odds = await self.house.get(reader.link, "/odds")
        found = {
            "scene": bytes(plain["scene"]),
            "story": bytes(plain["story"]),
            "odds": odds.content,
        }
        for command in commands:
            answer = await reader.ask(command)
            if isinstance(command, AskForm | AskMoves | AskUses):
                self.asked += 1
            else:
                assert isinstance(answer, Refusal), (command, answer)
                self.refused += 1
            found[f"the answer to {command}"] = reader.raw[-1]
        return found


@contextmanager
def shown_instead(room: Room, snapshot: bytes, other: AnyRecord) -> Iterator[None]:
    """The table in another world, as long as nothing happens there."""
    record = room.playing()
    true, progress = record.quiet[record.n], record.progress
    record.quiet[record.n] = snapshot
    record.progress = Progress(other.state, other.progress.lines, other.asked)
    try:
        yield
    finally:
        record.quiet[record.n] = true
        record.progress = progress


@contextmanager
def drawn_anew(room: Room, reader: Reader) -> Iterator[None]:
    """Newcomers by a link are shown what its other lines were; here they are shown what is."""
    audience = room.audiences[reader.link.place]
    shown, audience.shown = audience.shown, None
    try:
        yield
    finally:
        audience.shown = shown
