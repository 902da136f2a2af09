"""Commands over bad lines: dropped, doubled, out of order, sent again after coming back.

Every seat sends from a list of its own. A line may be cut before an answer is read; whatever was
not answered is sent again by the same id. In the end each command was answered, and is on disk once
if any answer said that it was done, and not at all otherwise.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress

from msgspec import Struct, field
from websockets.exceptions import WebSocketException

from fatedeck.engine.random_play import fill, random_answer
from fatedeck.table.commands import act_key
from fatedeck.table.links import Member
from fatedeck.table.protocol import (
    AddSalt,
    Answer,
    Command,
    Do,
    Done,
    Link,
    Links,
    Lock,
    NewLink,
    Pause,
    Refusal,
    Resume,
    Say,
    ShowOdds,
)
from tests.faults.shown import acts
from tests.table.house import House, Reader, new_id


class Weathered(Struct):
    """How a storm went."""

    commands: int = 0
    done: int = 0
    sent: int = 0
    cuts: int = 0
    faults: list[str] = field(default_factory=list)


class Sender:
    """One link, and the commands that are given by it."""

    def __init__(self, house: House, link: Link, luck: random.Random, commands: int) -> None:
        self.house = house
        self.link = link
        self.luck = luck
        self.left = commands
        self.given: dict[str, Command] = {}
        self.answers: dict[str, list[Done | Refusal]] = {}
        self.under_way: Counter[str] = Counter()
        self.sent = self.cuts = 0

    @property
    def unanswered(self) -> list[Command]:
        return [command for key, command in self.given.items() if key not in self.answers]

    async def run(self) -> None:
        while self.left or self.unanswered:
            with suppress(WebSocketException, OSError, EOFError):
                await self._visit()
            self._doubt()

    async def _visit(self) -> None:
        """Come in, send what is open and some more, and leave well or badly."""
        reader = await self.house.join(self.link)
        for _ in range(self.luck.randrange(1, 12)):
            await self._send(reader, [*self.unanswered, *self._more(reader)])
            while self.under_way.total():
                if self.luck.random() < 0.02:
                    await self._cut(reader)
                    return
                self._take(await reader.next())
        await reader.settle()  # a client that is behind with reading does not hear the goodbye
        await reader.close()

    async def _cut(self, reader: Reader) -> None:
        self.cuts += 1
        reader.socket.transport.abort()
        await reader.socket.wait_closed()

    def _doubt(self) -> None:
        """What is still under way may be done or not, whatever another copy of it was told."""
        for key in +self.under_way:
            if not any(isinstance(answer, Done) for answer in self.answers.get(key, [])):
                self.answers.pop(key, None)
        self.under_way.clear()

    async def _send(self, reader: Reader, commands: list[Command]) -> None:
        """Some of them twice, all of them in any order."""
        twice = [command for command in commands if self.luck.random() < 0.3]
        for command in self.luck.sample([*commands, *twice], len(commands) + len(twice)):
            self.sent += 1
            self.under_way[command.id] += 1
            await reader.send(command)

    def _take(self, message: object) -> None:
        if isinstance(message, Done | Refusal) and message.id in self.given:
            self.answers.setdefault(message.id, []).append(message)
            self.under_way[message.id] -= 1

    def _more(self, reader: Reader) -> list[Command]:
        count = min(self.left, self.luck.randrange(1, 6))
        made = [self._command(reader) for _ in range(count)]
        self.left -= len(made)
        self.given |= {command.id: command for command in made}
        return made

    def _command(self, reader: Reader) -> Command:
        luck = self.luck
        if luck.random() < 0.4 and self.link.role != "host":
            question = reader.scene.question
            if question is not None:
                return Answer(new_id(), reader.v, random_answer(question, luck))
            offers = [
                offer
                for offer in reader.scene.offers
                if not offer.why_not and not offer.do.startswith("end-session")
            ]
            if offers:
                return Do(new_id(), reader.v, fill(luck.choice(offers), luck))
        around: list[Command] = [
            Say(new_id(), "chat", "On we go."),
            Pause(new_id()),
            Resume(new_id()),
            AddSalt(new_id(), "a pinch"),
            Lock(new_id(), luck.random() < 0.5),
            ShowOdds(new_id(), luck.random() < 0.5),
            NewLink(new_id(), -1),
        ]
        return luck.choice(around[: 3 if luck.random() < 0.9 else None])


async def storm(
    house: House, database: str, links: Links, commands: int, seed: int = 1
) -> Weathered:
    """Give so many commands to a table over bad lines, and count what is wrong afterwards."""
    everyone = [*links.seats, links.host]
    senders = [
        Sender(house, link, random.Random(f"{seed} {number}"), commands // len(everyone))
        for number, link in enumerate(everyone)
    ]
    await asyncio.gather(*(sender.run() for sender in senders))
    kept = await acts(database, links.table)
    found = Weathered()
    expected: Counter[str] = Counter()
    for sender in senders:
        found.commands += len(sender.given)
        found.sent += sender.sent
        found.cuts += sender.cuts
        for key, command in sender.given.items():
            told = [answer for answer in sender.answers[key] if isinstance(answer, Done)]
            if not told:
                continue
            found.done += 1
            if any(answer != told[0] for answer in told):
                found.faults.append(f"{type(command).__name__} was answered in two ways")
            place = -2 if sender.link.role == "host" else sender.link.place
            member = Member(place, sender.link.role, sender.link.name, sender.link.token)
            expected[act_key(member, command)] += 1
    if kept != expected:
        missing, more = expected - kept, kept - expected
        found.faults.append(f"{missing.total()} done and not on disk, {more.total()} the reverse")
    return found
