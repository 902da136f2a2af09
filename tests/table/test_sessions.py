"""A session ends, the table goes on: recaps, dates, notes, and waking up on another evening."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from fatedeck.engine.offers import Value
from fatedeck.engine.random_play import random_answer
from fatedeck.engine.story import Common, Line, Moment, Tone
from fatedeck.engine.telling import NO_LONGER, NOTED
from fatedeck.table.protocol import (
    AddSalt,
    AllowRewind,
    Answer,
    CloseSession,
    Do,
    FreeSeat,
    Invite,
    Link,
    Links,
    NewLink,
    Notes,
    Pause,
    PlanSession,
    Recap,
    Refusal,
    Resume,
    Rewind,
    Say,
    ScenePlayed,
    Sessions,
    StoryKind,
    TakeBack,
    WriteNote,
)
from fatedeck.table.rows import StoryRow
from fatedeck.table.sessions import Session, calendar, recaps
from fatedeck.table.settings import Settings
from fatedeck.table.story import Body, Tale, play_body
from tests.table.house import House, OwnHouse, Reader, Sitting, new_id, open_house

HEROES = {"Ana": "Tamsin", "Ben": "Odo"}
A_DATE = 1_794_078_000_000  # 7 November 2026, 19:00 UTC


async def told(house: House, link: Link) -> list[Recap]:
    answer = await house.get(link, "/sessions")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Sessions).sessions


async def notes(house: House, link: Link) -> Notes:
    answer = await house.get(link, "/notes")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Notes)


def line(
    at: int,
    text: str,
    kind: StoryKind = "play",
    by: str = "",
    moment: Moment | None = None,
    *,
    undone: bool = False,
    places: tuple[int, ...] = (),
    scene: str = "",
    fight: bool = False,
) -> StoryRow:
    body = Body(text, moment=moment, places=places, scene=scene, fight=fight)
    return Tale(at, 0, 1, 1, by, kind, body, undone).row("t", "")


def moment(who: str, tone: Tone, verdict: str, seen_by: tuple[str, ...] = ()) -> Moment:
    return Moment(who, "Brute", verdict=verdict, tone=tone, seen_by=seen_by)


def test_a_recap_tells_what_everyone_saw_between_the_first_and_the_last_card() -> None:
    rows = [
        line(50, "Before it began."),
        line(110, "The ford has run dry.", "narration", "GM"),
        line(120, "Ana leaps.", moment=moment("Ana", "great", "Suited Success")),
        line(130, "Ana falls.", moment=moment("Ana", "dire", "Disaster"), undone=True),
        line(135, "Ben’s card is 9S.", moment=moment("Ben", "", "")),
        line(139, "", moment=moment("Ben", "", "")),  # keep it, or draw another?
        line(140, "", moment=moment("Ben", "bad", "Failure")),
        line(140, "Ben looks."),
        *[line(at, "", moment=moment("Ben", "bad", "Failure")) for at in (141, 142)],
        line(145, "", moment=moment("Grunt 2", "great", "Suited Success")),
        line(150, "A secret draw.", moment=moment("Ben", "dire", "Doom", ("GM",))),
        line(160, "psst", "whisper", "GM", places=(0, 1)),
        line(170, "The mill stands still."),
        line(300, "Another evening."),
    ]

    (recap,) = recaps(
        [Session(100, 200, "Brave deeds.", A_DATE), Session(250)], rows, HEROES
    ).sessions

    assert (recap.number, recap.words, recap.next) == (1, "Brave deeds.", A_DATE)
    assert recap.told == ["GM: The ford has run dry."]
    assert recap.turns == ["Tamsin, Brute: Suited Success"]
    assert [(d.who, d.draws, d.well, d.badly, d.said) for d in recap.luck] == [
        # the hidden one is nobody's to know
        ("Odo", 3, 0, 3, "drew 3 times, and every time it went badly"),
    ]
    assert recap.stopped == ["Ben looks.", "The mill stands still."]
    assert b"Doom" not in msgspec.json.encode(recap)
    assert b"psst" not in msgspec.json.encode(recap)


def test_a_recap_says_how_fights_ended_and_in_which_scene_it_stopped() -> None:
    rows = [
        line(110, "The weir.", scene="The weir"),
        line(120, "Ana has won the fight against the crow.", fight=True),
        line(130, "Ana has lost the fight against the dog.", fight=True, undone=True),
        line(140, "The mill.", scene="The mill"),
    ]

    (recap,) = recaps([Session(100, 200)], rows, HEROES).sessions

    assert recap.fights == ["Ana has won the fight against the crow."]
    assert recap.scene == "The mill"


def told_line(at: int, said: Line) -> StoryRow:
    """A line as the rules add it."""
    return Tale(at, 0, 1, 1, "", "play", play_body(said)).row("t", "")


def test_a_recap_tells_every_scene_that_was_played_and_what_was_learned() -> None:
    def learned(at: int, told: str, clue: str) -> StoryRow:
        return told_line(at, Line(told, values={"clue": clue}))

    flip = Line("{who} flips {card}: a success.", values={"who": "Tamsin", "card": "D05"})
    rows = [
        line(50, "The road.", scene="The road"),
        line(105, "Rain, and a parcel."),
        line(110, "The ford.", scene="The ford"),
        line(115, "Mist lies on the water."),
        line(116, "A bell strikes."),
        line(118, "She hums."),
        learned(120, NOTED, "The bell is cracked"),
        learned(121, NOTED, "Issa comes along"),
        learned(122, NO_LONGER, "Issa comes along"),
        line(130, "The mill.", scene="The mill"),
        line(131, "The wheel stands still."),
        line(132, "Two dogs look up."),
        told_line(133, flip),
    ]

    (recap,) = recaps([Session(100, 200)], rows, HEROES).sessions

    assert recap.scenes == [
        ScenePlayed("The road", ["Rain, and a parcel."]),  # where the evening began
        ScenePlayed("The ford", ["Mist lies on the water.", "She hums."]),
        ScenePlayed("The mill", ["The wheel stands still."]),
    ]
    assert recap.noted == ["The bell is cracked"]
    assert recap.stopped == ["The wheel stands still.", "Two dogs look up."]
    assert b"D05" not in msgspec.json.encode(recap)


def test_an_evening_that_stays_in_a_scene_names_it() -> None:
    rows = [line(50, "The mill.", scene="The mill"), line(110, "You hear the water.")]

    (_, recap) = reversed(recaps([Session(0, 60), Session(100, 200)], rows, HEROES).sessions)

    assert recap.scene == "The mill"
    assert recap.scenes == [ScenePlayed("The mill", ["You hear the water."])]


def test_where_nobody_told_anything_the_last_deeds_say_where_it_stopped() -> None:
    rest = Line("{who} has rested.", ("XYZ-1",), values={"who": "Tamsin"})
    count = Line("{who} has {n} cards.", ("XYZ-1",), values={"who": "Tamsin", "n": 50})
    card = Line("{who} draws {card}.", ("XYZ-1",), values={"who": "Tamsin", "card": "D03"})
    rows = [told_line(110, rest), told_line(120, count), told_line(130, card)]

    (recap,) = recaps([Session(100, 200)], rows, HEROES).sessions

    assert recap.stopped == ["Tamsin has rested."]


def test_foes_of_a_kind_are_counted() -> None:
    fight = "{party} {party:has|have} won the fight against {foes}."
    foes = (Common("grunt"), "Grunt 2", "Grunt 3", Common("wolf"))
    won = Line(fight, values={"party": ("Tamsin", "Odo"), "foes": foes}, fight=True)

    (recap,) = recaps([Session(100, 200)], [told_line(110, won)], HEROES).sessions

    assert recap.fights == ["Tamsin and Odo have won the fight against three grunts and the wolf."]


def test_hours_are_counted_from_line_to_line_without_long_silences() -> None:
    minute = 60_000
    first = [line(at * minute, "Play.") for at in (0, 20, 50)]
    lunch = [line(at * minute, "Play.") for at in (120, 150)]  # after an hour and ten minutes
    second = [line(at * minute, "Play.") for at in (2000, 2030)]
    unseen = line(2060 * minute, "psst", "whisper", "GM", places=(0, 1))
    evenings = [Session(0, 160 * minute), Session(1990 * minute)]

    told = recaps(evenings, [*first, *lunch, *second, unseen], HEROES)

    assert [recap.played for recap in told.sessions] == [(50 + 30) * minute]
    assert told.played == (50 + 30 + 30) * minute  # the evening that lasts counts, too


def test_a_recap_is_short_however_much_was_said() -> None:
    long = "The ford has run dry. " * 200
    rows = [
        line(110, long, "narration", "GM"),
        line(120, "", moment=moment("Ana", "great", "x" * 4000)),
        line(130, long),
    ]
    (recap,) = recaps([Session(100, 200)], rows, HEROES).sessions
    said = [*recap.told, *recap.turns, *recap.stopped]
    assert len(said) == 3
    assert all(len(words) <= 300 for words in said)
    assert recap.told[0].startswith("GM: The ford has run dry. The ford")
    assert recap.told[0].endswith("The ford has run dry. …")


async def campaign_at(house: House) -> Sitting:
    """A campaign of nine hours whose heroes stand in their first scene."""
    seats = [{"name": "GM", "role": "gm"}, {"name": "Ana"}, {"name": "Ben"}]
    body = {
        "game": "thousand-faces",
        "name": "Saturday",
        "seats": seats,
        "start": True,
        "options": {"campaign": "nine-hour"},
    }
    made = await house.http.post("/api/v1/tables", json=body)
    table = await house.sit_at(msgspec.json.decode(made.content, type=Links))
    for hero in ("Ana", "Ben"):
        await act(table, hero, {"do": "quick-character"})
    await act(table, "GM", {"do": "begin-play", "scene": "Market day."})
    return table


async def act(table: Sitting, seat: str, action: dict[str, Value]) -> None:
    """One seat acts; whoever is asked gives the first answer."""
    luck = random.Random(5)
    done = await table[seat].done(Do(new_id(), table[seat].v, action))
    while True:
        for reader in table.readers.values():
            await reader.catch_up(done.v)
        question = next(
            (asked for name in table.seats if (asked := table[name].scene.question)), None
        )
        if question is None:
            return
        who = table[question.seat]
        done = await who.done(Answer(new_id(), who.v, random_answer(question, luck)))


def xp(reader: Reader) -> int:
    """The XP of Ana's hero."""
    (sheet,) = (sheet for sheet in reader.scene.sheets if sheet.owner == "Ana")
    return next(counter.value for counter in sheet.counters if counter.label == "XP")


async def test_three_evenings_with_a_restart_and_another_device_between_them(
    database: str,
) -> None:
    """Nothing of a campaign is lost: sessions, notes, the date, chapters, heroes that grow."""
    async with open_house(Settings(database=database)) as house:
        table = await campaign_at(house)
        first = xp(table["Ana"])
        await act(table, "GM", {"do": "declare-chapter", "chapter": 2})
        await table["GM"].done(Say(new_id(), "narration", "The ford has run dry."))
        await table["Ana"].done(WriteNote(new_id(), -1, 0, "Berta lies."))
        await table["Ana"].done(WriteNote(new_id(), table.place("Ana"), 0, "I took the zircon."))
        await table["GM"].done(CloseSession(new_id(), "To the mill!", A_DATE))
        asleep = Do(new_id(), table["GM"].v, {"do": "declare-chapter", "chapter": 3})
        assert (await table["GM"].refused(asleep)).why == "paused"
        await table.settle()
        before, links = table["Ana"].scene, table.links
    async with open_house(Settings(database=database)) as house:
        table = await house.sit_at(links)
        ana, gm = table["Ana"], table["GM"]
        assert ana.scene == before
        assert ana.table.session is not None
        assert (ana.table.session.number, ana.table.session.next) == (1, A_DATE)
        (recap,) = await told(house, links.seats[1])
        assert recap.words == "To the mill!"
        assert recap.told == ["GM: The ford has run dry."]
        await gm.done(Resume(new_id()))
        assert gm.story[-1].text == "Session 2 begins."
        await act(table, "GM", {"do": "open-session", "recap": "You left home."})
        await act(table, "GM", {"do": "declare-chapter", "chapter": 3})
        assert xp(ana) == first + 1
        moved = (await ana.done(NewLink(new_id(), ana.link.place))).link  # to another device
        assert moved is not None
        await gm.done(CloseSession(new_id()))
        assert len(await told(house, moved)) == 2
        links.seats[1] = moved
        table.readers["Ana"] = await house.join(moved)
        before = table["Ana"].scene
    async with open_house(Settings(database=database)) as house:
        table = await house.sit_at(links)
        ana = table["Ana"]
        assert ana.scene == before
        await table["GM"].done(Resume(new_id()))
        await act(table, "GM", {"do": "open-session"})
        assert xp(ana) == first + 2
        assert ana.table.session is not None
        assert (ana.table.session.number, ana.table.session.ended) == (3, 0)
        assert ana.scene.campaign is not None
        assert (ana.scene.campaign.session, ana.scene.campaign.at) == (3, 2)
        kept = await notes(house, moved)
        assert kept.group.text == "Berta lies."
        assert kept.own is not None
        assert kept.own.text == "I took the zircon."
        assert [recap.number for recap in await told(house, moved)] == [2, 1]


async def test_a_recap_says_who_was_hurt_when_the_evening_ended(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    await act(table, "Ana", {"do": "take-sample", "character": "Wren"})
    await act(table, "Ben", {"do": "take-sample", "character": "Brann"})
    await act(table, "GM", {"do": "begin-play"})
    down = {"path": "players/Ana/conditions", "condition": "incapacitated", "reason": ""}
    await act(table, "GM", {"do": "fiat.add", **down})
    await table["GM"].done(CloseSession(new_id()))

    (recap,) = await told(quick_house, table.links.host)

    assert recap.hurt == ["Wren: down"]


async def test_only_who_runs_the_table_ends_the_evening(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    assert (await table["Ana"].refused(CloseSession(new_id()))).why == "forbidden"
    assert (await table["Ana"].refused(PlanSession(new_id(), A_DATE))).why == "forbidden"
    once = CloseSession(new_id())
    await table["GM"].done(once)
    await table["GM"].done(once)  # sent again, it counts once
    again = await table["GM"].refused(CloseSession(new_id()))
    assert again.sentence == "The table is already asleep."
    await table["GM"].done(Resume(new_id()))
    await table["GM"].done(Pause(new_id()))
    await table["GM"].done(Resume(new_id()))  # a pause is no evening
    assert table["GM"].table.session is not None
    assert table["GM"].table.session.number == 2


async def test_nothing_of_the_game_changes_while_its_table_sleeps(quick_house: OwnHouse) -> None:
    """Nobody takes anything back, plays on or mixes the shuffle, and nobody rewinds it."""
    table = await campaign_at(quick_house)
    gm, ana = table["GM"], table["Ana"]
    chapter: dict[str, Value] = {"do": "declare-chapter", "chapter": 2}
    await act(table, "GM", chapter)
    await gm.done(CloseSession(new_id()))
    await ana.settle()
    assert gm.scene.can_take_back
    v, n = gm.v, gm.scene.n
    for reader, command in (
        (gm, TakeBack(new_id(), v)),
        (gm, Rewind(new_id(), v, n - 1)),
        (gm, Do(new_id(), v, chapter)),
        (ana, AddSalt(new_id(), "sugar")),
    ):
        refused = await reader.refused(command)
        assert refused.why == "paused"
        assert refused.sentence == "The table is asleep. It goes on once someone wakes it."
    assert (gm.v, gm.scene.n) == (v, n)
    await gm.done(Resume(new_id()))
    await gm.done(TakeBack(new_id(), v))


async def test_notes_are_the_groups_or_ones_own(quick_house: OwnHouse) -> None:
    house, table = quick_house, await quick_house.sit("deckahedron")
    ana, ben = table["Ana"], table["Ben"]
    place = table.place("Ana")
    await ana.done(WriteNote(new_id(), place, 0, "I took the zircon."))
    await ana.done(WriteNote(new_id(), -1, 0, "Berta lies."))
    await ben.settle()
    assert ben.table.notes == 1

    stale = await ben.refused(WriteNote(new_id(), -1, 0, "Nothing yet."))
    assert "Ana has just changed these notes" in stale.sentence
    await ben.done(WriteNote(new_id(), -1, 1, "Berta lies. So does Oswin."))
    assert (await ben.refused(WriteNote(new_id(), place, 1, "Mine!"))).why == "forbidden"
    own = (await notes(house, table.links.seats[2])).own
    assert own is not None
    assert own.text == ""
    assert (await house.get(table.links.spectator, "/notes")).status_code == 403
    kept = await house.get(table.links.seats[2], "/chronicle.md")
    assert "Berta lies. So does Oswin." in kept.text
    assert "zircon" not in kept.text
    assert "Berta" not in (await house.get(table.links.spectator, "/chronicle.md")).text
    for name in ("Ben", "GM", "spectator", "host"):
        await table[name].settle()
        assert b"zircon" not in b"".join(table[name].raw)

    freed = (await table["GM"].done(FreeSeat(new_id(), place))).link
    assert freed is not None
    await house.join(freed)
    newcomer = (await notes(house, freed)).own
    assert newcomer is not None
    assert newcomer.text == ""  # what the one before wrote down is not for who comes


async def test_what_was_rewound_is_not_told(quick_house: OwnHouse) -> None:
    house, table = quick_house, await quick_house.sit()
    luck = random.Random(3)
    while not table["host"].scene.rewinds:
        await table.step(luck)
    v = table["host"].v
    await table["host"].done(Rewind(new_id(), v, 1))
    for seat in ("Ana", "Ben"):
        await table[seat].done(AllowRewind(new_id(), v, True))
    await table["host"].done(CloseSession(new_id()))
    (recap,) = await told(house, table.links.host)
    assert recap.stopped == []


async def test_the_next_date_is_a_calendar_file(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "t.sqlite3"), address="https://table.example.org")
    async with open_house(settings) as house:
        table = await house.sit("deckahedron")
        link = table.links.seats[1]
        assert (await house.get(link, "/next.ics")).status_code == 409
        await table["GM"].done(PlanSession(new_id(), A_DATE))
        answer = await house.get(link, "/next.ics")
        assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
        assert "DTSTART:20261107T190000Z\r\n" in answer.text
        assert "DTEND:20261107T220000Z\r\n" in answer.text
        assert "TRIGGER:-PT1H\r\n" in answer.text
        assert link.token not in answer.text
        assert ".ics" in answer.headers["content-disposition"]
        assert "next.ics" not in answer.headers["content-disposition"]
        assert "URL:https://table.example.org\r\n" in answer.text
        await table["host"].done(Invite(new_id(), "open"))
        answer = await house.get(link, "/next.ics")
        code = house.hall.rooms[table.links.table].invite.code
        assert f"URL:https://table.example.org/t/{code}\r\n" in answer.text
        new_year_9999 = 253_370_764_800_000
        too_late = PlanSession(new_id(), new_year_9999 + 1)
        await table["GM"].send(too_late)
        refused = await table["GM"].until(Refusal)
        assert (refused.why, refused.id) == ("unreadable", too_late.id)
        await table["GM"].done(PlanSession(new_id(), new_year_9999))
        answer = await house.get(link, "/next.ics")
        assert "DTSTART:99990101T000000Z\r\n" in answer.text


def test_a_calendar_file_says_names_as_they_are_and_folds_long_lines() -> None:
    text = calendar("t", "Ana; Ben, Cleo " + "ä" * 60, "Deckahedron", "", A_DATE, A_DATE)
    assert "SUMMARY:Ana\\; Ben\\, Cleo ä" in text
    assert all(len(part.encode()) <= 75 for part in text.split("\r\n"))
    assert text.replace("\r\n ", "").count("ä") == 120  # in the title and in the reminder
