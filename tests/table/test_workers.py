"""Several workers on one database: any of them serves any seat, and the database is the order."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.random_play import random_answer
from fatedeck.table import past
from fatedeck.table.hall import Hall
from fatedeck.table.metrics import Metrics
from fatedeck.table.news import News, Reached
from fatedeck.table.protocol import (
    SPECTATORS,
    AllowCopy,
    AllowRewind,
    Answer,
    AskCopy,
    DeleteTable,
    Do,
    Done,
    LetIn,
    NewLink,
    Pause,
    Refusal,
    Rename,
    Resume,
    Revoke,
    Rewind,
    Say,
    SetHook,
    Welcome,
)
from fatedeck.table.refusals import Unsaved
from fatedeck.table.room import Kept, Known, Room
from fatedeck.table.rows import TableGone, Work
from fatedeck.table.settings import Settings, database_url
from fatedeck.table.store import Job, Store
from tests.faults.store import FaultyStore
from tests.table.house import OwnHouse, Postgres, Reader, Sitting, new_id, open_house
from tests.table.test_hooks import chat, until_it_waits_for
from tests.table.test_invites import code_of, guest, hosted, sit


@asynccontextmanager
async def two_houses(database: str) -> AsyncIterator[tuple[OwnHouse, OwnHouse]]:
    async with (
        open_house(Settings(database=database)) as first,
        open_house(Settings(database=database)) as second,
    ):
        yield first, second


@pytest.fixture
async def houses(postgres: Postgres) -> AsyncIterator[tuple[OwnHouse, OwnHouse]]:
    """Two workers on one PostgreSQL."""
    async with two_houses(await postgres.new_database()) as both:
        yield both


async def sit_apart(first: OwnHouse, second: OwnHouse, game: str = "high-card") -> Sitting:
    """A table whose seats are at one worker and the other in turn."""
    links = await first.create(game)
    readers = {
        link.name: await (first, second)[place % 2].join(link)
        for place, link in enumerate(links.seats)
    }
    readers["spectator"] = await second.join(links.spectator)
    readers["host"] = await first.join(links.host)
    sitting = Sitting(first, links, readers)
    await sitting.settle()
    return sitting


async def see(reader: Reader, *, here: list[str]) -> None:
    """Read on until exactly these are seen at the table."""
    while [seat.name for seat in reader.table.seats if seat.here] != here:
        await reader.next()


@pytest.mark.parametrize("game", ["high-card", "deckahedron", "adventurer-factory"])
async def test_seats_at_two_workers_see_the_same_game(
    houses: tuple[OwnHouse, OwnHouse], game: str
) -> None:
    table, luck = await sit_apart(*houses, game), random.Random(1)
    for _ in range(12):
        if not table.over():
            await table.step(luck)
    await table.settle()
    for name, reader in table.readers.items():
        other = await houses[0].join(reader.link)
        again = await houses[1].join(reader.link)
        assert other.scene == again.scene == reader.scene, name
        assert [line.text for line in again.story] == [line.text for line in reader.story][-40:]


@pytest.mark.parametrize("game", ["high-card", "deckahedron", "adventurer-factory"])
async def test_who_follows_knows_what_who_reads_the_table_again_knows(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """And the table is not read again for it."""
    database, luck = await postgres.new_database(), random.Random(2)
    read: list[str] = []
    async with two_houses(database) as (first, second):
        table = await sit_apart(first, second, game)
        for name in ("Ana", "Ben"):  # what is around the game has changed, and is read once
            await table[name].done(Say(new_id(), "chat", "We begin."))
            await table.settle()
        reading = first.hall._read, second.hall._read
        for hall, usual in zip((first.hall, second.hall), reading, strict=True):

            async def noted(
                table_id: str, known: Known | None = None, usual: Reading = usual
            ) -> Kept | None:
                if known is not None:  # else somebody was beaten, and goes back
                    read.append(table_id)
                return await usual(table_id, known)

            monkeypatch.setattr(hall, "_read", noted)
        for number in range(10):
            if not table.over():
                await table.step(luck)
            await table[("Ana", "Ben")[number % 2]].done(Say(new_id(), "chat", f"{number}"))
        await table.settle()
        rooms = [house.hall.rooms[table.links.table] for house in (first, second)]
        async with open_house(Settings(database=database)) as third:
            rooms.append(await third.hall.room(table.links.table) or rooms[0])
            told = [known_to(room) for room in rooms]
        assert told[0] == told[2]
        assert told[1] == told[2]
        assert read == []


async def test_a_table_at_which_nobody_sits_here_is_followed_when_somebody_comes(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    first, second = houses
    links = await second.create()
    ana = await first.join(links.seats[0])
    idle = second.hall.rooms[links.table]
    reached = idle.reached
    await ana.done(Say(new_id(), "chat", "Is anybody there?"))
    await second.hall.look_around()
    assert idle.reached == reached
    ben = await second.join(links.seats[1])
    assert "Is anybody there?" in [line.text for line in ben.story]


async def test_who_comes_in_while_a_table_is_being_read_is_shown_what_is_new_by_then(
    houses: tuple[OwnHouse, OwnHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = houses
    links = await first.create()
    ana = await first.join(links.seats[0])
    read, go_on, usual = asyncio.Event(), asyncio.Event(), second.hall._read

    async def slowly(table_id: str, known: Known | None = None) -> Kept | None:
        kept = await usual(table_id, known)
        if known is None:
            read.set()
            await go_on.wait()
        return kept

    monkeypatch.setattr(second.hall, "_read", slowly)
    async with asyncio.TaskGroup() as coming:
        coming.create_task(second.hall.room(links.table))
        await read.wait()
        await ana.done(Say(new_id(), "chat", "Are you coming?"))
        late = coming.create_task(second.hall.room(links.table))
        await asyncio.sleep(0)
        go_on.set()
    room = late.result()
    assert room is not None
    assert room.rev == first.hall.rooms[links.table].rev


async def test_other_workers_are_woken_for_their_own_readers_alone(
    houses: tuple[OwnHouse, OwnHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = houses
    woken: list[str] = []
    usual = first.hall._wake.tell
    looks = [house.hall.look_around for house in houses]

    async def not_by_itself(_: Collection[str] | None = None) -> None:
        pass

    def noted(tables: Collection[str]) -> None:
        woken.extend(tables)
        usual(tables)

    monkeypatch.setattr(first.hall._wake, "tell", noted)
    for house in houses:
        monkeypatch.setattr(house.hall, "look_around", not_by_itself)
    alone, shared = await first.create(), await sit_apart(first, second)
    ana = await first.join(alone.seats[0])
    for house in houses:
        await house.hall.presence.tell()
    for look in looks:
        await look()
    woken.clear()
    await ana.done(Say(new_id(), "chat", "I’m alone here."))
    await shared["Ana"].done(Say(new_id(), "chat", "Are you there?"))
    assert set(woken) == {shared.links.table}


Reading = Callable[[str, Known | None], Awaitable[Kept | None]]


def known_to(room: Room) -> list[object]:
    """All that a worker knows of a table beside its game."""
    record = room.playing()
    going = (room.reached, room.chain.head, record.n, record.flight, record.quiet[record.n])
    acts = {act: carried for act, carried in room.recent.items() if carried.v > 0}
    back = (room.points, room.rewinds, room.begun, record.first)
    return [going, back, acts, room.grown, list(room.tail), room.stepped]


async def test_what_is_said_by_one_worker_is_heard_by_the_other(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    table = await sit_apart(*houses)
    ana, ben = table["Ana"], table["Ben"]
    for number in range(5):
        await ana.done(Say(new_id(), "chat", f"Ana {number}"))
        await ben.done(Say(new_id(), "chat", f"Ben {number}"))
    said = [f"{who} {number}" for number in range(5) for who in ("Ana", "Ben")]
    for reader in table.readers.values():
        while [line.text for line in reader.story if line.kind == "chat"] != said:
            await reader.next()


async def test_of_two_at_once_both_are_done_in_one_order(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    """Talk that was beaten is said again by its worker; each line is there once."""
    table = await sit_apart(*houses)
    ana, ben = table["Ana"], table["Ben"]
    for number in range(10):
        both = await asyncio.gather(
            ana.ask(Say(new_id(), "chat", f"Ana {number}")),
            ben.ask(Say(new_id(), "chat", f"Ben {number}")),
        )
        assert all(isinstance(answer, Done) for answer in both)
    wanted = {f"{who} {number}" for number in range(10) for who in ("Ana", "Ben")}
    for reader in (ana, ben, table["spectator"]):
        while {line.text for line in reader.story if line.kind == "chat"} != wanted:
            await reader.next()
    told = [line.text for line in ana.story if line.kind == "chat"]
    assert [line.text for line in ben.story if line.kind == "chat"] == told
    assert len(told) == 20
    assert sum(house.hall.metrics.beaten for house in houses) > 0


async def test_of_two_actions_on_one_version_one_is_stale(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    table = await sit_apart(*houses)
    for _ in range(5):
        name, command = await table.choose(random.Random(2))
        twin = await houses[1].join(table[name].link)
        first, second = await asyncio.gather(
            table[name].ask(command),
            twin.ask(msgspec.structs.replace(command, id=new_id())),
        )
        done = [answer for answer in (first, second) if isinstance(answer, Done)]
        assert len(done) == 1, (first, second)
        for reader in table.readers.values():
            await reader.catch_up(done[0].v)
        await twin.close()


async def test_a_command_that_was_sent_to_both_is_done_once(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    table = await sit_apart(*houses)
    twin = await houses[1].join(table["Ana"].link)
    command = Say(new_id(), "chat", "Once.")
    answers = await asyncio.gather(table["Ana"].ask(command), twin.ask(command))
    assert all(isinstance(answer, Done) for answer in answers)
    last = Say(new_id(), "chat", "Last.")
    await table["Ben"].done(last)
    while not any(line.text == "Last." for line in table["Ana"].story):
        await table["Ana"].next()
    assert [line.text for line in table["Ana"].story if line.kind == "chat"] == ["Once.", "Last."]


async def test_a_link_that_was_taken_away_opens_nothing_at_any_worker(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    first, second = houses
    table = await sit_apart(first, second)
    watcher = table["spectator"]
    await table["host"].done(Revoke(new_id(), SPECTATORS))
    await table["Ana"].done(Say(new_id(), "chat", "Now that we are alone."))
    await watcher.bye()
    assert not any("alone" in line.text for line in watcher.story)
    again = await second.knock(table.links.spectator)
    assert "link" in (await again.bye()).sentence


async def test_who_renews_their_link_stays(houses: tuple[OwnHouse, OwnHouse]) -> None:
    table = await sit_apart(*houses)
    ben = table["Ben"]
    await ben.done(NewLink(new_id(), table.place("Ben")))
    await table["Ana"].done(Say(new_id(), "chat", "Still there?"))
    while not any(line.text == "Still there?" for line in ben.story):
        await ben.next()
    await ben.done(Say(new_id(), "chat", "Yes."))


async def test_who_is_here_is_seen_by_both(houses: tuple[OwnHouse, OwnHouse]) -> None:
    first, second = houses
    links = await first.create()
    ana = await first.join(links.seats[0])
    ben = await second.join(links.seats[1])
    await see(ana, here=["Ana", "Ben"])
    await see(ben, here=["Ana", "Ben"])
    await ben.close()
    await see(ana, here=["Ana"])


async def test_taking_back_pausing_and_renaming_reach_the_other_worker(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    first, second = houses
    links = await first.create("high-card", start=False)
    readers = [await first.join(links.seats[0]), await second.join(links.seats[1])]
    await readers[1].done(Rename(new_id(), links.seats[1].place, "Bea"))
    while readers[0].table.seats[1].name != "Bea":
        await readers[0].next()
    await readers[0].done(Pause(new_id()))
    while not readers[1].table.paused:
        await readers[1].next()
    await readers[1].done(Resume(new_id()))
    while readers[0].table.paused:
        await readers[0].next()


async def test_a_worker_that_stops_is_replaced_by_the_other(postgres: Postgres) -> None:
    database = await postgres.new_database()
    async with open_house(Settings(database=database)) as stays:
        async with open_house(Settings(database=database)) as goes:
            table, luck = await sit_apart(goes, stays), random.Random(3)
            for _ in range(3):
                await table.step(luck)
            seen = table["Ana"].scene, table["Ana"].v
        again = await stays.join(table.links.seats[0])
        assert (again.scene, again.v) == seen
        await again.done(Say(new_id(), "chat", "Back."))


async def test_two_servers_cannot_share_a_file(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite3")
    async with open_house(Settings(database=database)):
        second = Hall(Settings(database=f"sqlite:///{database}"))
        with pytest.raises(Unreadable, match="use PostgreSQL"):
            await second.open()
    async with open_house(Settings(database=database)) as house:
        await house.create()


async def test_who_knocks_at_one_worker_is_let_in_by_the_other(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    first, second = houses
    links = await hosted(first, "ask")
    ana = await first.join(links.seats[0])
    code, who = await code_of(first, links.seats[0]), guest("Ben")
    assert await sit(second, code, who) is None
    while not ana.table.knocks:
        await ana.next()
    await ana.done(LetIn(new_id(), ana.table.knocks[0].id, yes=True))
    link = await sit(second, code, who)
    assert link is not None
    ben = await second.join(link)
    assert [seat.name for seat in ben.table.seats if seat.taken] == ["Ana", "Ben"]


async def test_all_agree_to_go_back_wherever_they_sit(houses: tuple[OwnHouse, OwnHouse]) -> None:
    table, luck = await sit_apart(*houses), random.Random(1)
    while not table["host"].scene.rewinds or table["host"].scene.waiting_for:
        await table.step(luck)
    v, to = table["host"].v, table["host"].scene.rewinds[-1].n
    await table["host"].done(Rewind(new_id(), v, to))
    for name in table.seats:
        reader = table[name]
        while reader.table.going_back is None:
            await reader.next()
        await reader.done(AllowRewind(new_id(), v, True))
    for reader in table.readers.values():
        await reader.catch_up(v + 1)
        assert reader.scene.n == to
        assert reader.table.going_back is None


async def test_a_wish_to_go_back_that_is_played_past_is_gone_at_both_workers(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    table, luck = await sit_apart(*houses), random.Random(1)
    while not table["host"].scene.rewinds or table["host"].scene.waiting_for:
        await table.step(luck)
    v, to = table["host"].v, table["host"].scene.rewinds[-1].n
    await table["host"].done(Rewind(new_id(), v, to))
    for reader in table.readers.values():
        while reader.table.going_back is None:
            await reader.next()
    for name in ("Ana", "Ben"):  # now both know what is around the game, and need not read it again
        await table[name].done(Say(new_id(), "chat", "Let’s rather play on."))
        await table.settle()
    await table.step(luck)
    for name, reader in table.readers.items():
        await reader.catch_up(v + 1)
        assert reader.table.going_back is None, name


async def agree_to_copy(table: Sitting) -> None:
    """Everyone, as soon as their own worker knows that somebody asks."""
    await table["host"].done(AskCopy(new_id()))
    for name in table.seats:
        reader = table[name]
        while reader.table.copying is None:
            await reader.next()
        await reader.done(AllowCopy(new_id(), True))


async def test_all_agree_to_a_copy_wherever_they_sit(houses: tuple[OwnHouse, OwnHouse]) -> None:
    """Who has agreed by one worker has agreed; any of them makes the copy, and only one copy."""
    table = await sit_apart(*houses)
    await agree_to_copy(table)
    copy = await houses[1].get(table.links.host, "/export")
    assert copy.status_code == 200
    again = await houses[0].get(table.links.host, "/export")
    assert "agree" in again.text


async def test_one_agreement_is_one_copy_at_two_workers(
    houses: tuple[OwnHouse, OwnHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have made theirs when the first is handed out."""
    table = await sit_apart(*houses)
    await agree_to_copy(table)
    made, both, make = list[object](), asyncio.Event(), past.export

    async def together(store: Store, room: Room) -> AsyncIterator[bytes]:
        pieces = await make(store, room)
        made.append(room)
        if len(made) == 2:
            both.set()
        await both.wait()
        return pieces

    monkeypatch.setattr(past, "export", together)
    asked = [house.get(table.links.host, "/export") for house in houses]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_table_that_is_deleted_is_gone_everywhere(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    table = await sit_apart(*houses)
    await table["host"].send(DeleteTable(new_id(), sure=True))
    for name in ("host", "Ben", "spectator"):
        assert "deleted" in (await table[name].bye()).sentence
    again = await houses[1].knock(table["Ben"].link)
    assert "link" in (await again.bye()).sentence


async def test_the_machine_plays_on_between_two_workers(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    """Both workers have readers and could move it; what it does is the same for all."""
    first, second = houses
    links = await first.create("adventurer-factory", machine="machine")
    ana, watcher = await first.join(links.seats[0]), await second.join(links.spectator)
    luck, mine = random.Random(1), (links.seats[0].name,)
    while not ana.scene.over and (ana.v < 20 or mine != (ana.scene.waiting_for or ana.scene.turn)):
        offered = [o for o in ana.scene.offers if not o.why_not and o.do != "concede"]
        if (question := ana.scene.question) is not None:
            await ana.ask(Answer(new_id(), ana.v, random_answer(question, luck)))
        elif offered and ana.scene.turn == mine and not ana.scene.waiting_for:
            await ana.ask(Do(new_id(), ana.v, await ana.fill(luck.choice(offered), luck)))
        else:
            await ana.next()
    await watcher.catch_up(ana.v)
    again = await second.join(links.seats[0])
    assert again.scene == ana.scene


async def test_who_is_away_is_called_once_by_all_workers(postgres: Postgres) -> None:
    settings = Settings(
        database=await postgres.new_database(), hook_networks="127.0.0.0/8", hook_seconds=0
    )
    async with chat() as room, open_house(settings) as first, open_house(settings) as second:
        table = await sit_apart(first, second)
        await table["host"].done(SetHook(new_id(), room.url))
        await until_it_waits_for(table, "Ben")
        await table["Ben"].close()
        assert "Ben" in await room.next()
        while sum(len(house.hall.rooms) for house in (first, second)) < 2:
            await table["Ana"].next()
        for house in (first, second):
            await house.hall.look_around()
        assert room.heard.empty()


# What the simulation in tests/sim has found, and what it cannot see


class HeldStore(Store):
    """A store that waits before it commits, and before a room goes back, until it may."""

    def __init__(self, database: str, metrics: Metrics) -> None:
        super().__init__(database, metrics)
        self.may_commit, self.may_go_back = asyncio.Event(), asyncio.Event()
        self.goes_back = asyncio.Event()
        self.may_commit.set()
        self.may_go_back.set()

    async def _commit(self, jobs: Sequence[Job]) -> list[bool] | None:
        await self.may_commit.wait()
        return await super()._commit(jobs)

    async def settle(self) -> None:
        self.goes_back.set()
        await self.may_go_back.wait()
        await super().settle()


async def test_who_comes_in_is_never_shown_what_another_worker_was_quicker_than(
    postgres: Postgres,
) -> None:
    settings = Settings(database=await postgres.new_database())
    async with open_house(settings) as first, open_house(settings, HeldStore) as second:
        table = await sit_apart(first, second)
        held = second.hall.store
        assert isinstance(held, HeldStore)
        held.may_commit.clear()
        await table["Ben"].send(Say(new_id(), "chat", "Beaten?"))
        await table["Ben"].settle()
        for number in range(2):
            await table["Ana"].done(Say(new_id(), "chat", f"Quicker {number}."))
        knocking = await second.knock(table.links.seats[1])
        room = second.hall.rooms[table.links.table]
        while not room._unsaved[-1].waiting:  # until it waits for what was on its way
            await asyncio.sleep(0.001)
        held.may_commit.set()
        shown = (await knocking.until(Welcome)).story
        await table["Ana"].done(Say(new_id(), "chat", "Last."))
        kept = {(line.at, line.text) for line in (await first.join(knocking.link)).story}
        assert {(line.at, line.text) for line in shown} <= kept
        while not any(line.text == "Last." for line in knocking.story):
            await knocking.next()
        said = [line.text for line in knocking.story if line.kind == "chat"]
        assert said == ["Quicker 0.", "Quicker 1.", "Beaten?", "Last."]


async def test_what_one_says_stays_in_its_order_when_it_is_beaten(postgres: Postgres) -> None:
    settings = Settings(database=await postgres.new_database())
    async with open_house(settings) as first, open_house(settings, HeldStore) as second:
        table = await sit_apart(first, second)
        held = second.hall.store
        assert isinstance(held, HeldStore)
        held.may_commit.clear()
        held.may_go_back.clear()
        await table["Ben"].send(Say(new_id(), "chat", "Ben 0"))
        await table["Ben"].settle()
        await table["Ana"].done(Say(new_id(), "chat", "Quicker."))
        held.may_commit.set()
        await held.goes_back.wait()
        await table["Ben"].send(Say(new_id(), "chat", "Ben 1"))
        await table["Ben"].settle()
        held.may_go_back.set()
        ana = table["Ana"]
        while len(said := [line.text for line in ana.story if line.kind == "chat"]) < 3:
            await ana.next()
        assert said == ["Quicker.", "Ben 0", "Ben 1"]


async def test_what_two_devices_sent_is_answered_to_both_when_it_is_beaten(
    postgres: Postgres,
) -> None:
    settings = Settings(database=await postgres.new_database())
    async with open_house(settings) as first, open_house(settings, HeldStore) as second:
        table = await sit_apart(first, second)
        other = await second.join(table["Ben"].link)
        held = second.hall.store
        assert isinstance(held, HeldStore)
        held.may_commit.clear()
        said = Say(new_id(), "chat", "Once.")
        await table["Ben"].send(said)
        await table["Ben"].settle()
        await other.send(said)
        await other.settle()
        await table["Ana"].done(Say(new_id(), "chat", "Quicker."))
        held.may_commit.set()
        await table["Ben"].until(Done, lambda done: done.id == said.id)
        answer = await other.next()
        while not isinstance(answer, Done | Refusal):
            answer = await other.next()
        assert answer.id == said.id
        await other.done(said)
        await table["Ana"].done(Say(new_id(), "chat", "Last."))
        words = [line.text for line in (await first.join(table["Ana"].link)).story]
        assert words.count("Once.") == 1


async def test_a_table_that_is_let_go_while_somebody_comes_in_is_opened_again(
    houses: tuple[OwnHouse, OwnHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = houses
    links = await first.create()
    hall = first.hall
    newer, room = hall.store.newer, hall.rooms[links.table]
    room.touched = float("-inf")

    async def sweep_meanwhile(reached: Sequence[Reached]) -> object:
        found = await newer(reached)
        await hall.sweep()
        return found

    monkeypatch.setattr(hall.store, "newer", sweep_meanwhile)
    ana = await first.join(links.seats[0])
    assert ana.table.id == links.table
    assert hall.rooms[links.table] is not room


async def test_who_comes_in_waits_while_a_table_is_beaten_again_and_again(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    first, _ = houses
    links = await first.create()
    room = first.hall.rooms[links.table]
    room.lost = True
    coming = asyncio.create_task(first.hall.room(links.table))
    for _ in range(50):  # each time it might look again, it is beaten again
        await asyncio.sleep(0)
    assert not coming.done()
    room.lost = False
    assert await coming is room


async def test_a_clock_that_is_ahead_hides_no_line(
    houses: tuple[OwnHouse, OwnHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A time that a worker has looked at is not yet one at which something was said."""
    table = await sit_apart(*houses)
    room = houses[1].hall.rooms[table.links.table]
    with monkeypatch.context() as ahead:
        ahead.setattr("fatedeck.table.room.milliseconds", lambda: 10**14)
        room.now()
    await table["Ana"].done(Say(new_id(), "chat", "Now."))
    while not any(line.text == "Now." for line in table["Ben"].story):
        await table["Ben"].next()


async def test_nothing_is_left_of_a_table_that_is_deleted_while_it_changes(
    houses: tuple[OwnHouse, OwnHouse],
) -> None:
    """Who deletes waits for a commit under way, and takes away what it wrote as well."""
    first, second = houses
    links = await first.create()
    engine = create_async_engine(database_url(str(first.hall.settings.database)))
    values = {"table": links.table}
    async with engine.connect() as changing, engine.connect() as looking:
        claim = "UPDATE heads SET rev = rev + 1 WHERE table_id = :table"
        await changing.execute(text(claim), values)
        copy = (
            "INSERT INTO story SELECT table_id, at + 1, k, v, n, by, '', kind, body, undone, 0, 0 "
            "FROM story WHERE table_id = :table"
        )
        await changing.execute(text(copy), values)
        gone = Work(tables_gone=[TableGone(links.table)])
        deleting = asyncio.create_task(second.hall.store.save_now(gone))
        waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        while not (await looking.execute(waits)).scalar_one():
            await looking.rollback()
            await asyncio.sleep(0.001)
        await changing.commit()
        await deleting
        await looking.rollback()
        left = text("SELECT count(*) FROM story WHERE table_id = :table")
        assert (await looking.execute(left, values)).scalar_one() == 0
    await engine.dispose()


async def test_a_worker_that_falls_silent_in_a_commit_holds_nobody_up_for_long(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL ends the commit of a worker that is paused; the table is free again."""
    monkeypatch.setattr("fatedeck.table.drivers._SILENT", 200)
    settings = Settings(database=await postgres.new_database())
    async with open_house(settings) as first, open_house(settings, FaultyStore) as second:
        table = await sit_apart(first, second)
        silent = second.hall.store
        assert isinstance(silent, FaultyStore)
        silent.outage = "late"
        await table["Ben"].send(Say(new_id(), "chat", "…"))
        await silent.stuck.wait()
        while not isinstance(await table["Ana"].ask(Say(new_id(), "chat", "Anybody?")), Done):
            pass
        silent.go_on()


async def test_who_cannot_see_what_others_do_sends_its_readers_to_them(
    houses: tuple[OwnHouse, OwnHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would see nothing new by this worker, while the others go on."""
    first, second = houses
    table = await sit_apart(first, second)

    async def cannot(_: object) -> dict[str, News]:
        raise Unsaved

    monkeypatch.setattr(second.hall.store, "newer", cannot)
    second.hall._looked = float("-inf")
    assert (await table["Ben"].bye()).again
    ben = await first.join(table["Ben"].link)
    await ben.done(Say(new_id(), "chat", "Here it goes on."))
