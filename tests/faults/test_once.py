"""Commands around the table are done once: the same id gets the same answer, however late."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec import Struct
from sqlalchemy import event

from fatedeck.table.hall import Hall
from fatedeck.table.links import derived
from fatedeck.table.protocol import (
    AddSalt,
    AddSeat,
    AllowCopy,
    AskCopy,
    AskForm,
    AskMoves,
    AskUses,
    Command,
    Done,
    End,
    FreeSeat,
    HandOver,
    Link,
    Lock,
    NewLink,
    Pause,
    RemoveSeat,
    Rename,
    Resume,
    Revoke,
    Say,
    ShowOdds,
    Start,
)
from fatedeck.table.room import RECENT
from fatedeck.table.rows import StoryRow, Work, numbered
from fatedeck.table.settings import Settings
from tests.faults.loop import turns_counted
from tests.faults.shown import acts
from tests.table.house import OwnHouse, Reader, new_id, open_house

OTHERS = 10_000


class Given(Struct):
    """A command, the link by which it was given, and its answer."""

    link: Link
    command: Command
    answer: Done


async def give_each(house: OwnHouse) -> tuple[str, list[Given]]:
    """A table from the lobby to its end, with every command around it given once."""
    links = await house.create(start=False)
    host, ana = await house.join(links.host), await house.join(links.seats[0])
    given: list[Given] = []

    async def give(reader: Reader, command: Command) -> None:
        given.append(Given(reader.link, command, await reader.done(command)))

    await give(host, Rename(new_id(), 1, "Bella"))
    await give(host, AddSeat(new_id(), "Cleo"))
    cleo = given[-1].answer.link
    assert cleo is not None
    await (await house.join(cleo)).close()
    await give(host, FreeSeat(new_id(), 2))
    await give(host, AddSeat(new_id(), "Dov"))
    await give(host, RemoveSeat(new_id(), 3))
    await give(host, NewLink(new_id(), 1))
    await give(host, NewLink(new_id(), -1))
    await give(host, Lock(new_id(), True))
    await give(host, ShowOdds(new_id(), False))
    await give(host, Start(new_id()))
    await give(ana, AddSalt(new_id(), "a pinch"))
    await give(ana, Say(new_id(), "chat", "Here we go."))
    await give(ana, Pause(new_id()))
    await give(ana, Resume(new_id()))
    await give(host, AskCopy(new_id()))
    await give(ana, AllowCopy(new_id(), False))
    await give(host, HandOver(new_id(), 2, ""))
    await give(host, Revoke(new_id(), 1))
    await give(host, End(new_id(), sure=True))
    await host.close()
    await ana.close()
    return links.table, given


async def give_again(house: OwnHouse, given: list[Given]) -> None:
    for old in given:
        reader = await house.join(old.link)
        assert await reader.done(old.command) == old.answer, old.command
        await reader.close()


@pytest.mark.parametrize("others", [0, OTHERS])
async def test_the_same_id_gets_the_same_answer(database: str, others: int) -> None:
    """At once, after many other commands, and after a restart; and each is on disk once."""
    async with open_house(Settings(database=database)) as house:
        table, given = await give_each(house)
        await give_again(house, given)
        before = await told(house.hall, table)
    lines = [
        StoryRow(
            table_id=table,
            at=10**13 + number,
            k=0,
            v=1,
            n=0,
            by="Ana",
            act=f"0/other-{number}",
            kind="chat",
            body='{"text":"And another thing."}',
        )
        for number in range(others)
    ]
    async with open_house(Settings(database=database)) as house:
        store = house.hall.store
        await store.save_now(Work(story=numbered(lines, await store.last_number(table))))
        await give_again(house, given)
        assert await told(house.hall, table) == before + Counter({"And another thing.": others})
    kept = await acts(database, table)
    assert set(kept.values()) == {1}
    assert len(kept) == len(given) + others


async def told(hall: Hall, table: str) -> Counter[str]:
    """How often each line of the story was told."""
    bodies = [line.body for line in await hall.store.story(table)]
    return Counter(body.partition('{"text":"')[2].partition('"')[0] for body in bodies)


async def test_a_living_table_forgets_nothing(quick_house: OwnHouse) -> None:
    """What was said long ago is known, although the room has it no longer in mind."""
    table = await quick_house.sit()
    ana, first = table["Ana"], Say(new_id(), "chat", "First.")
    answer = await ana.done(first)
    for _ in range(RECENT):
        await ana.done(Say(new_id(), "chat", "Blah."))
    assert await ana.done(first) == answer
    assert (await told(quick_house.hall, table.links.table))["First."] == 1


async def test_a_link_that_was_told_twice_opens_the_seat(quick_house: OwnHouse) -> None:
    table = await quick_house.sit(start=False)
    command = AddSeat(new_id(), "Cleo")
    first, second = await table["host"].done(command), await table["host"].done(command)
    assert first.link is not None
    assert first == second
    cleo = await quick_house.join(first.link)
    assert [seat.name for seat in cleo.table.seats] == ["Ana", "Ben", "Cleo"]


async def test_who_has_come_in_by_a_new_link_is_told_that_link(quick_house: OwnHouse) -> None:
    """Whoever asks once more for the link they made, by that link, is told what it is."""
    links = await quick_house.create()
    renew = NewLink(new_id(), 0)
    made = (await (await quick_house.join(links.seats[0])).done(renew)).link
    assert made is not None
    again = await (await quick_house.join(made)).done(renew)
    assert again.link == made


async def test_what_only_asks_needs_no_disk(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing comes of a question that could be found there, however old the table is."""
    table = await quick_house.sit("deckahedron")
    room = quick_house.hall.rooms[table.links.table]
    room.forgets = True
    with turns_counted(monkeypatch, quick_house.hall.store, "line_of") as looked_up:
        await table["Ana"].done(AskForm(new_id(), "flip"))
        await table["Ana"].done(AskUses(new_id(), ["Ana"]))
        await table["Ana"].done(AskMoves(new_id()))
        assert looked_up.done.total() == 0
        await table["Ana"].done(Say(new_id(), "chat", "Hello."))
        assert looked_up.done.total() == 1


async def test_who_tapped_is_nowhere_on_disk(quick_house: OwnHouse, tmp_path: Path) -> None:
    """Neither the place nor the id of whoever paused, resumed, or said no to a copy."""
    table = await quick_house.sit()
    ids = ["tap-of-ana", "resumed-by-ana", "no-of-ben"]
    await table["Ana"].done(Pause(ids[0]))
    await table["Ana"].done(Resume(ids[1]))
    await table["host"].done(AskCopy(new_id()))
    await table["Ben"].done(AllowCopy(ids[2], False))
    lines = await quick_house.hall.store.story(table.links.table)
    assert not any(line.act.startswith(("0/", "1/")) or line.by for line in lines)
    on_disk = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite3*"))
    assert not any(each.encode() in on_disk for each in ids)


async def test_two_who_use_the_same_id_are_told_apart(quick_house: OwnHouse) -> None:
    table = await quick_house.sit()
    await table["Ana"].done(Pause("1"))
    await table["Ben"].done(Resume("1"))
    await table["Ben"].settle()
    assert table["Ben"].table.paused is False


def test_a_derived_token_is_the_senders_alone() -> None:
    assert derived("a", "link", "1") == derived("a", "link", "1")
    others = {derived("b", "link", "1"), derived("a", "act", "1"), derived("a", "link", "2")}
    assert len(others) == 3
    assert derived("a", "link", "1") not in others
    assert len(derived("a", "link", "1")) == 22  # 128 bits, as every token


async def test_an_old_command_is_found_by_its_index(quick_house: OwnHouse) -> None:
    """However long the story is: an index over part of the rows is easily passed over."""
    store = quick_house.hall.store
    asked: list[tuple[str, object]] = []

    def note(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
        asked.append((statement, parameters))

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    await store.line_of("table", "0/1")
    await store.step_of("table", "0/1")
    await store.last_number("table")
    event.remove(store.engine.sync_engine, "before_cursor_execute", note)
    assert len(asked) == 3
    for (statement, values), index in zip(
        asked, ("story_act", "steps_act", "story_number"), strict=True
    ):
        assert isinstance(values, tuple)
        async with store.engine.connect() as connection:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            assert index in " ".join(str(row[-1]) for row in plan)
