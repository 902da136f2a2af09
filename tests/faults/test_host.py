"""A seat that somebody has taken is theirs: the host can free it, in front of all, and no more."""

from __future__ import annotations

from pathlib import Path

from fatedeck.table.protocol import (
    AddSeat,
    AllowCopy,
    AskCopy,
    Done,
    End,
    FreeSeat,
    HandOver,
    Link,
    Lock,
    NewLink,
    RemoveSeat,
    Revoke,
    Say,
    Welcome,
)
from fatedeck.table.settings import Settings
from tests.table.house import OwnHouse, Reader, new_id, open_house


def told(reader: Reader) -> list[str]:
    return [line.text for line in reader.story]


async def sit(house: OwnHouse, link: Link) -> tuple[Reader, Welcome]:
    reader = await house.knock(link)
    return reader, await reader.until(Welcome)


# Sitting down


async def test_whoever_sits_down_is_told_to_all(house: OwnHouse) -> None:
    links = await house.create()
    host = await house.join(links.host)
    ana, welcome = await sit(house, links.seats[0])
    assert welcome.you.just_sat
    assert told(ana)[-1] == "Ana’s seat is taken."
    await host.settle()
    assert told(host)[-1] == "Ana’s seat is taken."
    _, again = await sit(house, links.seats[0])
    assert not again.you.just_sat
    assert told(host).count("Ana’s seat is taken.") == 1


async def test_nobody_reads_along_on_a_seat_that_nobody_took(quick_house: OwnHouse) -> None:
    """The creator holds every link: without sitting down, in front of all, it shows nothing."""
    links = await quick_house.create()
    for path in ("", "/story", "/steps", "/steps/1", "/odds", "/chronicle.md"):
        answer = await quick_house.get(links.seats[0], path)
        assert answer.status_code == 403, path
        assert "Nobody sits here yet" in answer.json()["sentence"]
    await quick_house.join(links.seats[0])
    assert (await quick_house.get(links.seats[0], "")).status_code == 200


async def test_the_link_that_the_creator_kept_opens_nothing_once_it_is_renewed(
    house: OwnHouse,
) -> None:
    links = await house.create()
    ana = await house.join(links.seats[0])
    spy = await house.join(links.seats[0])
    done = await ana.done(NewLink(new_id(), 0))
    assert done.link is not None
    assert not (await spy.bye()).again
    assert not (await (await house.knock(links.seats[0])).bye()).again
    assert (await house.get(links.seats[0], "")).status_code == 403
    await ana.done(Say(new_id(), "chat", "Still here."))  # her own line goes on
    await ana.close()
    back = await house.join(done.link)
    assert told(back)[-1] == "Still here."


async def test_a_line_that_does_not_renew_goes_on_with_its_first_link(house: OwnHouse) -> None:
    links = await house.create()
    ana = await house.join(links.seats[0])
    await ana.close()
    house.hall.rooms.clear()
    await house.join(links.seats[0])


async def test_only_their_own_link_is_a_players_to_renew(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    for place in (-1, 0, 2):
        assert (await table["Ana"].refused(NewLink(new_id(), place))).why == "forbidden"
    assert (await table["spectator"].refused(NewLink(new_id(), -1))).why == "forbidden"


# What the host can do to somebody who sits


async def test_a_taken_seat_keeps_its_link_whatever_the_host_does(house: OwnHouse) -> None:
    table = await house.sit("deckahedron")
    for runner in ("host", "GM"):
        for command in (NewLink(new_id(), 1), Revoke(new_id(), 1)):
            refused = await table[runner].refused(command)
            assert "Ana sits there" in refused.sentence
    await table["Ana"].close()  # nor while she is away
    await table["host"].refused(NewLink(new_id(), 1))
    await house.join(table.links.seats[1])


async def test_a_freed_seat_is_told_to_all_and_opens_with_a_new_link_alone(house: OwnHouse) -> None:
    table = await house.sit("high-card")
    done = await table["host"].done(FreeSeat(new_id(), 0))
    assert done.link is not None
    assert not (await table["Ana"].bye()).again
    await table["Ben"].settle()
    assert told(table["Ben"])[-1] == "The host has freed Ana’s seat."
    assert not table["Ben"].table.seats[0].taken
    assert not table["Ben"].table.seats[0].here
    assert not (await (await house.knock(table.links.seats[0])).bye()).again
    shown = await house.get(done.link, "")
    assert shown.status_code == 403  # its cards stay hidden until somebody sits there
    newcomer, welcome = await sit(house, done.link)
    assert welcome.you.just_sat
    await table["Ben"].settle()
    assert told(table["Ben"])[-1] == "Ana’s seat is taken."
    assert newcomer.scene.question is None
    assert table["Ben"].table.seats[0].here


async def test_what_is_not_there_to_be_freed(quick_house: OwnHouse) -> None:
    links = await quick_house.create("deckahedron")
    master = await quick_house.join(links.seats[0])
    for place, sentence in ((1, "Nobody sits there"), (0, "your own seat"), (-1, "no such seat")):
        assert sentence in (await master.refused(FreeSeat(new_id(), place))).sentence


async def test_what_was_whispered_to_somebody_is_not_for_who_sits_there_next(
    house: OwnHouse,
) -> None:
    """Or the host could free a seat to read along."""
    table = await house.sit("deckahedron")
    await table["Ben"].done(Say(new_id(), "whisper", "a secret of ours", [1]))
    await table["Ana"].done(Say(new_id(), "whisper", "mine for you", [2]))
    done = await table["host"].done(FreeSeat(new_id(), 1))
    assert done.link is not None
    for _ in range(2):
        newcomer = await house.join(done.link)
        await table["Ben"].done(Say(new_id(), "whisper", "welcome", [1]))
        await newcomer.settle()
        assert "welcome" in told(newcomer)
        for path in ("", "/story", "/chronicle.md"):
            heard = (await house.get(done.link, path)).text
            assert "a secret of ours" not in heard
            assert "mine for you" not in heard
        await newcomer.close()
        house.hall.rooms.clear()
        table.readers["Ben"] = await house.join(table.links.seats[2])
        assert "a secret of ours" in told(table["Ben"])
        assert "mine for you" in told(table["Ben"])


async def test_whoever_comes_first_also_hears_what_was_whispered_before(
    quick_house: OwnHouse,
) -> None:
    links = await quick_house.create("deckahedron")
    ben = await quick_house.join(links.seats[2])
    await ben.done(Say(new_id(), "whisper", "come soon", [1]))
    ana = await quick_house.join(links.seats[1])
    assert "come soon" in told(ana)


# Copies


async def test_neither_revoking_nor_freeing_nor_the_machine_agrees_for_somebody(
    house: OwnHouse,
) -> None:
    table = await house.sit("thousand-faces")
    host = table["host"]
    await host.done(AskCopy(new_id()))
    await table["GM"].done(AllowCopy(new_id(), True))
    await table["Ben"].done(AllowCopy(new_id(), True))
    await host.done(HandOver(new_id(), 1, host.table.machines[0]))
    await host.refused(Revoke(new_id(), 1))
    freed = await host.done(FreeSeat(new_id(), 1))
    await host.done(Revoke(new_id(), 1))
    await host.done(Lock(new_id(), True))
    assert freed.link is not None
    refused = await house.get(table.links.host, "/export")
    assert refused.status_code == 409
    assert "Still to agree: Ana" in refused.json()["sentence"]
    freed = await host.done(FreeSeat(new_id(), 2))  # and who agreed and is gone agrees no more
    assert "Ana, Ben" in (await house.get(table.links.host, "/export")).json()["sentence"]
    await host.done(End(new_id(), sure=True))
    assert (await house.get(table.links.host, "/export")).status_code == 200


async def test_an_agreement_outlives_a_restart(database: str) -> None:
    async with open_house(Settings(database=database)) as house:
        table = await house.sit("high-card")
        await table["host"].done(AskCopy(new_id()))
        await table["Ana"].done(AllowCopy(new_id(), True))
    async with open_house(Settings(database=database)) as house:
        ben = await house.join(table.links.seats[1])
        assert ben.table.copying is not None
        assert ben.table.copying.missing == ["Ben"]
        await ben.done(AllowCopy(new_id(), True))
        assert (await house.get(table.links.host, "/export")).status_code == 200
        while not ben.table.copied:
            await ben.next()
    async with open_house(Settings(database=database)) as house:
        ben = await house.join(table.links.seats[1])
        assert ben.table.copied
        assert ben.table.copying is None


async def test_an_ended_table_is_copied_without_what_was_whispered(quick_house: OwnHouse) -> None:
    """Its cards lie open, its players' words do not; with everyone's agreement they go along."""
    table = await quick_house.sit("high-card")
    await table["Ana"].done(Say(new_id(), "whisper", "between us", [1]))
    await table.agree_to_copy()
    assert "between us" in (await quick_house.get(table.links.host, "/export")).text
    await table["host"].done(End(new_id(), sure=True))
    exported = await quick_house.get(table.links.host, "/export")
    assert exported.status_code == 200
    assert "between us" not in exported.text
    assert "seat is taken" in exported.text


# Ending


async def test_an_end_is_said_twice(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card")
    refused = await table["host"].refused(End(new_id()))
    assert "sure" in refused.sentence
    assert table["host"].table.phase == "playing"
    assert isinstance(await table["host"].ask(End(new_id(), sure=True)), Done)


# Before the start


async def test_nobody_has_agreed_to_a_copy_before_they_sat_down(quick_house: OwnHouse) -> None:
    """A seat that is taken away and set up again has a new person with a say of their own."""
    table = await quick_house.sit("high-card", start=False)
    await table["host"].done(AskCopy(new_id()))
    for name in ("Ana", "Ben"):
        await table[name].done(AllowCopy(new_id(), True))
    await table["host"].done(RemoveSeat(new_id(), 1))
    link = (await table["host"].done(AddSeat(new_id(), "Cleo", "player"))).link
    assert link is not None
    assert link.place == 1
    await quick_house.join(link)
    refused = await quick_house.get(table.links.host, "/export")
    assert "Still to agree: Cleo." in refused.text


async def test_what_is_done_to_the_seats_is_told(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card", start=False)
    await table["host"].done(RemoveSeat(new_id(), 1))
    await table["Ana"].settle()
    assert told(table["Ana"])[-1] == "Ben’s seat is gone."


async def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    for _ in range(2):
        async with open_house(Settings(database=str(database))) as house:
            await house.sit("high-card")
            made = sorted(tmp_path.iterdir())
            assert [path.name for path in made] == [
                "tables.sqlite3",
                "tables.sqlite3-lock",
                "tables.sqlite3-shm",
                "tables.sqlite3-wal",
            ]
            assert {path.stat().st_mode & 0o777 for path in made} == {0o600}
        database.chmod(0o644)
