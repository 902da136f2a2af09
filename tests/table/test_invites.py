"""One code for a table: sitting down by it, knocking, watching, and what it never opens."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from pathlib import Path

import httpx
import msgspec
import pytest

from fatedeck.table.invites import LETTERS, MOST_KNOCKS, new_code, read_code
from fatedeck.table.protocol import (
    AddSeat,
    Changed,
    CloseSession,
    DeleteTable,
    FreeSeat,
    Invitation,
    Invite,
    InviteCode,
    LetIn,
    Link,
    Links,
    Lock,
    RemoveSeat,
    Say,
    Seated,
    Start,
    WearColour,
)
from fatedeck.table.refusals import Forbidden, TooOften
from fatedeck.table.settings import Settings
from tests.table.house import House, OwnHouse, bearer, new_id, open_house


async def hosted(house: House, door: str = "open", **more: object) -> Links:
    """A table whose host sits on its first seat."""
    body: dict[str, object] = {
        "game": "high-card",
        "name": "Saturday",
        "seats": [{"name": "Ana", "mine": True}],
        "door": door,
        **more,
    }
    answer = await house.http.post("/api/v1/tables", json=body)
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=Links)


async def code_of(house: House, link: Link) -> str:
    answer = await house.get(link, "/invite")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=InviteCode).code


async def shown(house: House, code: str) -> Invitation:
    answer = await house.http.get(f"/api/v1/invites/{code}")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Invitation)


def guest(name: str, **more: object) -> dict[str, object]:
    return {"key": secrets.token_urlsafe(16), "name": name, **more}


async def ask(house: House, code: str, who: Mapping[str, object]) -> httpx.Response:
    return await house.http.post(f"/api/v1/invites/{code}", json=dict(who))


async def sit(house: House, code: str, who: Mapping[str, object]) -> Link | None:
    answer = await ask(house, code, who)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Seated).link


async def told_no(house: House, code: str, who: Mapping[str, object]) -> str:
    answer = await ask(house, code, who)
    assert 400 <= answer.status_code < 500, answer.text
    return str(answer.json()["sentence"])


async def test_whoever_has_the_code_brings_a_chair_and_plays(house: OwnHouse) -> None:
    links = await hosted(house)
    ana = await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])
    before = await shown(house, code.lower())
    assert (before.name, before.host, before.title, before.phase) == (
        "Saturday",
        "Ana",
        "High Card",
        "lobby",
    )
    assert [(seat.name, seat.taken) for seat in before.seats] == [("Ana", True)]
    assert before.more
    assert before.host_here

    link = await sit(house, f"{code[:4]}-{code[4:]}", guest("Ben", colour="teal"))
    assert link is not None
    ben = await house.join(link)

    assert ben.table.seats[1].name == "Ben"
    assert ben.table.seats[1].colour == "teal"
    assert ben.table.seats[1].taken
    assert "Ben’s seat is taken." in [line.text for line in ben.story]
    await ana.done(Start(new_id()))
    await ben.settle()
    assert ben.scene.turn == ("Ana",)


async def test_the_same_key_sits_once_and_after_a_restart_too(database: str) -> None:
    ben = guest("Ben")
    async with open_house(Settings(database=database)) as house:
        links = await hosted(house)
        await house.join(links.seats[0])
        code = await code_of(house, links.seats[0])
        first = await sit(house, code, ben)
    async with open_house(Settings(database=database)) as house:
        assert await sit(house, code, ben) == first
        assert len((await shown(house, code)).seats) == 2
        assert first is not None
        assert (await house.join(first)).table.host == 0


async def test_a_taken_seat_is_its_players_and_names_are_told_apart(
    quick_house: OwnHouse,
) -> None:
    house = quick_house
    links = await hosted(house)
    await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])

    assert "taken" in await told_no(house, code, guest("Ben", place=0))
    assert "gone" in await told_no(house, code, guest("Ben", place=7))
    assert "looks too much like" in await told_no(house, code, guest("Аna"))
    assert await sit(house, code, guest("Ben", colour="plum"))
    too_short = {"key": "short", "name": "Cleo"}
    assert (await ask(house, code, too_short)).status_code == 400
    assert await sit(house, code, guest("Cleo", colour="plum"))  # one moment after Ben
    assert await sit(house, code, guest("Dan"))
    assert len({seat.colour for seat in (await shown(house, code)).seats}) == 4
    full = await told_no(house, code, guest("Eva"))
    assert full == "Every seat at this table is taken."
    assert len((await shown(house, code)).seats) == 4  # as many as High Card has room for


async def test_a_free_seat_of_a_running_game_is_taken_by_who_comes_late(
    quick_house: OwnHouse,
) -> None:
    house = quick_house
    links = await hosted(house, seats=[{"name": "Ana", "mine": True}, {"name": "Ben"}])
    ana = await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])
    await ana.done(Start(new_id()))

    assert "started" in await told_no(house, code, guest("Cleo"))
    link = await sit(house, code, guest("Cleo", place=1))

    assert link is not None
    assert link.name == "Ben"  # the game knows that seat by its name
    late = await house.join(link)
    assert late.table.phase == "playing"
    assert (await house.get(links.seats[1], "")).status_code == 403  # that link was nobody's


async def test_at_a_door_where_one_asks_the_host_lets_in(quick_house: OwnHouse) -> None:
    house = quick_house
    links = await hosted(house, door="ask")
    ana = await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])
    ben, cleo = guest("Ben"), guest("Cleo")

    assert await sit(house, code, ben) is None
    assert await sit(house, code, ben) is None
    assert await sit(house, code, cleo) is None

    await ana.until(Changed, lambda _: len(ana.table.knocks) == 2)
    knocks = {knock.name: knock.id for knock in ana.table.knocks}
    await ana.done(LetIn(new_id(), knocks["Ben"], yes=True))
    await ana.done(LetIn(new_id(), knocks["Cleo"], yes=False))
    assert ana.table.knocks == []
    link = await sit(house, code, ben)
    assert link is not None
    assert [seat.name for seat in (await house.join(link)).table.seats] == ["Ana", "Ben"]
    assert "not let in" in await told_no(house, code, cleo)
    late = await ana.refused(LetIn(new_id(), knocks["Cleo"], yes=True))
    assert "at the door any more" in late.sentence


async def test_who_was_sent_away_stands_in_nobodys_way(quick_house: OwnHouse) -> None:
    """However often they go on asking."""
    house = quick_house
    links = await hosted(house, door="ask")
    ana = await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])
    crowd = [guest(f"Stranger {number}") for number in range(MOST_KNOCKS)]
    for stranger in crowd:
        await sit(house, code, stranger)
    assert "Too many people" in await told_no(house, code, guest("Ben"))
    await ana.until(Changed, lambda _: len(ana.table.knocks) == MOST_KNOCKS)
    for knock in ana.table.knocks:
        await ana.done(LetIn(new_id(), knock.id, yes=False))
    for stranger in crowd:
        assert "not let in" in await told_no(house, code, stranger)
    assert await sit(house, code, guest("Ben")) is None


@pytest.mark.parametrize("name", ["Ben\nin", "\u202enaC", "\u2063", "The host"])
async def test_who_knocks_at_a_game_that_has_begun_has_a_plain_name_too(
    quick_house: OwnHouse, name: str
) -> None:
    """The story tells who was let in."""
    house = quick_house
    seats = [{"name": "Ana", "mine": True}, {"name": "Ben"}]
    links = await hosted(house, seats=seats, door="ask")
    ana = await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])
    await ana.done(Start(new_id()))
    await told_no(house, code, guest(name, place=1))
    assert await sit(house, code, guest("Ben", place=1)) is None


async def test_only_who_runs_the_table_minds_its_door(quick_house: OwnHouse) -> None:
    house = quick_house
    links = await hosted(house)
    ana = await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])
    link = await sit(house, code, guest("Ben"))
    assert link is not None
    ben = await house.join(link)
    assert await code_of(house, link) == code  # a friend may bring a friend

    assert (await ben.refused(Invite(new_id(), "shut"))).why == "forbidden"
    assert (await ben.refused(LetIn(new_id(), "x", yes=True))).why == "forbidden"
    await ana.done(Invite(new_id(), "open", renew=True))
    renewed = await code_of(house, link)
    assert renewed != code
    assert "No table has this code" in await told_no(house, code, guest("Cleo"))
    await ana.done(Invite(new_id(), "shut"))
    assert await code_of(house, link) == ""
    assert "No table has this code" in await told_no(house, renewed, guest("Cleo"))
    await ana.done(Invite(new_id(), "open"))
    await ana.done(Lock(new_id(), True))
    assert "locked" in await told_no(house, renewed, guest("Cleo"))


async def test_the_host_runs_the_table_from_a_players_seat(quick_house: OwnHouse) -> None:
    house = quick_house
    links = await hosted(house)
    ana = await house.join(links.seats[0])
    link = await sit(house, await code_of(house, links.seats[0]), guest("Ben"))
    assert link is not None
    ben = await house.join(link)
    host = await house.join(links.host)

    keeps = "Ana hosts this table and keeps that seat."
    assert (await host.refused(FreeSeat(new_id(), 0))).sentence == keeps
    assert (await host.refused(RemoveSeat(new_id(), 0))).sentence == keeps
    assert (await ben.refused(Start(new_id()))).why == "forbidden"
    assert (await ben.refused(DeleteTable(new_id(), sure=True))).why == "forbidden"
    await ana.done(Start(new_id()))
    await ana.done(DeleteTable(new_id(), sure=True))
    assert await house.hall.store.table(links.table) is None
    assert (await house.hall.store.invite(links.table)).code == ""


async def test_watching_by_the_code_shows_what_is_public_while_it_is_allowed(
    quick_house: OwnHouse,
) -> None:
    house = quick_house
    links = await hosted(house)
    ana = await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])
    by_code = Link(-1, "", "spectator", code, f"{links.table}.{code}")
    assert (await (await house.knock(by_code)).bye()).sentence.startswith("That link doesn’t open")

    await ana.done(Invite(new_id(), "open", watching=True))
    watching = await house.join(by_code)
    await ana.done(Say(new_id(), "chat", "Welcome."))
    await watching.settle()
    assert watching.story[-1].text == "Welcome."
    refused = await watching.refused(Say(new_id(), "chat", "Hello."))
    assert refused.why == "forbidden"
    answer = await house.http.get(f"/api/v1/tables/{links.table}/invite", headers=bearer(by_code))
    assert answer.status_code == 403
    by_link = await house.join(links.spectator)

    await ana.done(Invite(new_id(), "open", watching=False))
    assert (await watching.bye()).again
    assert not (await (await house.knock(by_code)).bye()).again
    assert (await by_link.bye()).again  # and this one may come back
    await house.join(links.spectator)


async def test_no_message_to_anybody_holds_the_code(quick_house: OwnHouse) -> None:
    """Seats ask for it; spectators, who may not sit, are never told."""
    house = quick_house
    links = await hosted(house)
    readers = [await house.join(link) for link in (links.seats[0], links.spectator, links.host)]
    code = await code_of(house, links.seats[0])
    await readers[0].done(Invite(new_id(), "ask", watching=True))
    await readers[0].done(Say(new_id(), "chat", "Come in."))
    for reader in readers:
        await reader.settle()
        assert code.encode() not in b"".join(reader.raw)


async def test_nobody_tries_many_codes(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, wrong_code_burst=3, wrong_codes_per_hour=1) as house:
        code = await code_of(house, (await hosted_and_sat(house)).seats[0])
        for _ in range(3):
            assert "No table" in await told_no(house, new_code(), guest("Ben"))
        assert "a lot of wrong codes" in await told_no(house, code, guest("Ben"))
        answer = await house.http.get(f"/api/v1/invites/{code}")
        assert answer.status_code == 429


async def test_nobody_tries_many_codes_at_once(tmp_path: Path) -> None:
    """While one is looked for, the others count already; a right one counts for nothing."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, wrong_code_burst=3, wrong_codes_per_hour=1) as house:
        code = await code_of(house, (await hosted_and_sat(house)).seats[0])
        for _ in range(5):
            assert (await house.http.get(f"/api/v1/invites/{code}")).status_code == 200
        asked = (house.hall.invited(new_code(), "192.0.2.7") for _ in range(30))
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(fault, Forbidden) for fault in told) == 3
        assert sum(isinstance(fault, TooOften) for fault in told) == 27


async def hosted_and_sat(house: House) -> Links:
    links = await hosted(house)
    await house.join(links.seats[0])
    return links


async def test_a_colour_is_worn_by_one(quick_house: OwnHouse) -> None:
    house = quick_house
    links = await hosted(house)
    ana = await house.join(links.seats[0])
    link = await sit(house, await code_of(house, links.seats[0]), guest("Ben"))
    assert link is not None
    ben = await house.join(link)
    assert ana.table.seats[0].colour != ben.table.seats[1].colour

    await ben.done(WearColour(new_id(), "indigo"))
    assert ben.table.seats[1].colour == "indigo"
    refused = await ana.refused(WearColour(new_id(), "indigo"))
    assert refused.sentence == "Ben already has indigo. Pick another colour."


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("BCDFGHJK", "BCDFGHJK"),
        ("bcdf-ghjk", "BCDFGHJK"),
        (" bcdf ghjk ", "BCDFGHJK"),
        ("BCDFGHJ", ""),
        ("BCDFGHJ0", ""),
        ("BCDFGHJKM", ""),
        ("", ""),
    ],
)
def test_a_code_is_read_as_people_type_it(typed: str, code: str) -> None:
    assert read_code(typed) == code


def test_codes_have_no_letters_that_look_alike() -> None:
    assert not set("IOLS015") & set(LETTERS)
    assert all(read_code(code) == code for code in (new_code() for _ in range(100)))


async def test_a_link_preview_names_game_and_table(quick_house: OwnHouse) -> None:
    house = quick_house
    links = await hosted(house, name="Ana's <b>table</b>")
    await house.join(links.seats[0])
    code = await code_of(house, links.seats[0])

    page = (await house.http.get(f"/t/{code}")).text

    assert (
        '<meta property="og:title" content="Ana&#x27;s &lt;b&gt;table&lt;/b&gt;: High Card">'
        in page
    )
    assert "Ana hosts." in page
    assert (
        f'<meta property="og:image" content="http://127.0.0.1:{house.port}/icon-512.png">' in page
    )
    assert "<b>table" not in page
    wrong = await house.http.get(f"/t/{new_code()}")
    assert wrong.status_code == 200
    assert "og:title" not in wrong.text


async def test_free_seats_are_put_away_at_the_start_or_kept_for_who_comes_late(
    house: OwnHouse,
) -> None:
    for only_taken, left in ((True, ["Ana", "Ben"]), (False, ["Ana", "Dan", "Ben"])):
        links = await hosted(house, seats=[{"name": "Ana", "mine": True}, {"name": "Dan"}])
        ana = await house.join(links.seats[0])
        link = await sit(house, await code_of(house, links.seats[0]), guest("Ben"))
        assert link is not None
        await ana.done(Start(new_id(), only_taken=only_taken))
        assert [seat.name for seat in ana.table.seats] == left
        for reader in [ana, await house.join(link)]:
            await reader.close()
        house.hall.rooms.clear()  # and so it is on disk
        again = await house.join(link)
        assert [seat.name for seat in again.table.seats] == left


async def test_a_start_with_too_few_changes_nothing(quick_house: OwnHouse) -> None:
    house = quick_house
    links = await hosted(house, seats=[{"name": "Ana", "mine": True}, {"name": "Dan"}])
    ana = await house.join(links.seats[0])

    refused = await ana.refused(Start(new_id(), only_taken=True))

    assert refused.sentence == "This game is for 2 to 4 players, not 1."
    assert [seat.name for seat in ana.table.seats] == ["Ana", "Dan"]
    await ana.done(Start(new_id()))


async def test_the_game_masters_seat_stays_while_the_game_needs_one(quick_house: OwnHouse) -> None:
    """Nobody could run the game any more; beside another one it may go."""
    seats = [{"name": "Game master", "role": "gm"}, {"name": "Ana", "mine": True}]
    links = await hosted(quick_house, game="deck-of-adventures", seats=seats)
    ana = await quick_house.join(links.seats[1])
    refused = await ana.refused(RemoveSeat(new_id(), 0))
    assert refused.sentence == "This game needs a game master. Keep that seat for them."
    assert [seat.role for seat in ana.table.seats] == ["gm", "player"]

    await ana.done(AddSeat(new_id(), "Greta", "gm"))
    await ana.done(RemoveSeat(new_id(), 0))
    await ana.settle()
    assert [seat.name for seat in ana.table.seats] == ["Ana", "Greta"]


async def test_whoever_is_invited_to_a_table_that_sleeps_is_told_so(quick_house: OwnHouse) -> None:
    seats = [{"name": "Ana", "mine": True}, {"name": "GM", "role": "gm", "machine": "machine"}]
    links = await hosted(quick_house, game="deckahedron", seats=seats, start=True, ready=True)
    code = await code_of(quick_house, links.seats[0])
    awake = (await shown(quick_house, code)).session
    assert awake is not None
    assert not awake.ended
    ana = await quick_house.join(links.seats[0])
    await ana.done(CloseSession(new_id()))
    asleep = (await shown(quick_house, code)).session
    assert asleep is not None
    assert asleep.ended


async def test_who_comes_late_takes_over_from_a_companion_and_from_no_rival(
    quick_house: OwnHouse,
) -> None:
    """The machine plays a hero until a friend comes; the game master's chair is the host's."""
    seats = [
        {"name": "Ana", "mine": True},
        {"name": "GM", "role": "gm", "machine": "machine"},
        {"name": "Bea", "machine": "machine"},
    ]
    links = await hosted(quick_house, game="deckahedron", seats=seats, start=True, ready=True)
    code = await code_of(quick_house, links.seats[0])
    told = await shown(quick_house, code)
    assert (told.companions, told.more) == ([2], True)
    led = "The machine plays GM. Pick another seat."
    assert await told_no(quick_house, code, guest("Ben", place=1)) == led

    link = await sit(quick_house, code, guest("Ben", place=2))
    assert link is not None
    ben = await quick_house.join(link)
    assert (ben.table.seats[2].machine, ben.table.seats[2].taken) == ("", True)
    assert (await shown(quick_house, code)).companions == []

    rivals = [{"name": "Ana", "mine": True}, {"name": "Pip", "machine": "random"}]
    duel = await hosted(quick_house, game="adventurer-factory", seats=rivals, start=True)
    code = await code_of(quick_house, duel.seats[0])
    assert (await shown(quick_house, code)).companions == []
    rival = "The machine plays Pip. Pick another seat."
    assert await told_no(quick_house, code, guest("Ben", place=1)) == rival
