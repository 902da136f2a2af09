"""Nobody passes for somebody else at the table, and a whisper goes to a person, not to a name."""

from __future__ import annotations

import pytest

from fatedeck.engine.errors import Refused
from fatedeck.table.names import check_name, look
from fatedeck.table.protocol import AddSeat, RemoveSeat, Rename, Say, Start
from tests.table.house import OwnHouse, new_id

TWINS = [
    "ana",
    "ANA",
    "Аna",  # a Cyrillic A
    "Anа",  # a Cyrillic a
    "Αna",  # a Greek Alpha
    "Ａｎａ",  # as wide as a Chinese sign
    "𝐀𝐧𝐚",  # letters of mathematics
    "Ána",
    "A\u0301na",  # the same in its other normal form
    "Anɑ",
    "ᴀɴᴀ",
    "Ꭺna",  # Cherokee
    "Ana\ufe0f",
]
INVISIBLE = ["A\u200bna", "Ana\u3164", "Ana\u2800", "\u3164", "Ana\u00ad", "\u202eanA", "Ana\u034f"]
HOSTS = ["The host", "the HOST", "Тhе hоst", "The  host", "Host", "Spectator", "The rules"]


@pytest.mark.parametrize("name", TWINS)
def test_a_name_that_looks_like_another_is_refused(name: str) -> None:
    with pytest.raises(Refused, match=r"looks too much like “Ana”"):
        check_name(name, ["Ben", "Ana"])


@pytest.mark.parametrize("name", INVISIBLE)
def test_letters_that_nobody_sees_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="A seat’s name"):
        check_name(name)


@pytest.mark.parametrize("name", HOSTS)
def test_nobody_is_called_as_the_table_calls_its_host(name: str) -> None:
    with pytest.raises(Refused, match="could be mistaken for"):
        check_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ilse", "llse"), ("Otto", "0tto"), ("Arne", "Ame"), ("Vivi", "Vlvl"), ("Wim", "VVim")],
)
def test_letters_that_are_easily_misread_do_not_tell_names_apart(one: str, other: str) -> None:
    assert look(one) == look(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "Anna"),
        ("Ana", "Ania"),
        ("Ben", "Ken"),
        ("मीना", "मनु"),
        ("山田", "山本"),
        ("Мария", "Марта"),
        ("يوسف", "يونس"),
        ("Game master", "The machine"),
    ],
)
def test_names_that_differ_sit_side_by_side(one: str, other: str) -> None:
    check_name(one, [other])
    check_name(other, [one])


async def test_no_way_to_a_seat_takes_a_second_name(quick_house: OwnHouse) -> None:
    seats = [{"name": "Ana"}, {"name": "Аna"}]
    body = {"game": "high-card", "name": "Twins", "seats": seats}
    answer = await quick_house.http.post("/api/v1/tables", json=body)
    assert answer.status_code == 409
    assert "looks too much like" in answer.json()["sentence"]
    table = await quick_house.sit("high-card", start=False)
    assert "like “Ana”" in (await table["host"].refused(AddSeat(new_id(), "Аna"))).sentence
    assert "like “Ana”" in (await table["Ben"].refused(Rename(new_id(), 1, "Аna"))).sentence
    await table["Ana"].done(Rename(new_id(), 0, "ANA"))  # her own name is hers to write


async def test_a_new_name_is_told_to_everyone(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card", start=False)
    await table["Ben"].done(Rename(new_id(), 1, "Bo"))
    for reader in table.readers.values():
        await reader.settle()
        assert reader.story[-1].text == "Ben is now called Bo."


async def test_a_whisper_is_for_the_person_whatever_they_are_called(house: OwnHouse) -> None:
    """Ben is renamed, and Ana takes his old name: what was whispered to Ben stays his."""
    links = await house.create("high-card", start=False, players=3)
    table = await house.sit_at(links)
    await table["Cleo"].done(Say(new_id(), "whisper", "for Ben alone", [1]))
    await table["host"].done(Rename(new_id(), 1, "Bo"))
    await table["host"].done(Rename(new_id(), 0, "Ben"))
    await table["Cleo"].done(Say(new_id(), "whisper", "for Bo alone", [1]))
    for at_rest in (False, True):
        if at_rest:
            await table["host"].done(Start(new_id()))
            await table.close()
            house.hall.rooms.clear()
        ana, ben = await house.join(links.seats[0]), await house.join(links.seats[1])
        for text in ("for Ben alone", "for Bo alone"):
            assert text.encode() not in b"".join(ana.raw)
            assert text.encode() in b"".join(ben.raw)
            assert text not in (await house.get(links.seats[0], "/story")).text
            assert text not in (await house.get(links.seats[0], "/chronicle.md")).text
            assert text in (await house.get(links.seats[1], "/story")).text


async def test_a_new_chair_hears_nothing_of_what_was_whispered_to_the_one_before_it(
    house: OwnHouse,
) -> None:
    """The host takes the last seat away and adds another, which stands at the same place."""
    table = await house.sit("high-card", start=False)
    await table["Ana"].done(Say(new_id(), "whisper", "for Ben alone", [1]))
    await table["host"].done(RemoveSeat(new_id(), 1))
    made = await table["host"].done(AddSeat(new_id(), "Cleo"))
    assert made.link is not None
    assert made.link.place == 1
    await table["Ana"].done(Say(new_id(), "whisper", "for Cleo, who comes later", [1]))
    cleo = await house.join(made.link)
    heard = b"".join(cleo.raw) + (await house.get(made.link, "/story")).content
    assert b"for Ben alone" not in heard
    assert b"for Cleo, who comes later" in heard


async def test_a_whisper_to_nobody_is_refused(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card")
    for places in ([7], [-1], []):
        refused = await table["Ana"].refused(Say(new_id(), "whisper", "psst", places))
        assert refused.sentence in (
            "There’s no such seat at this table.",
            "Who do you want to whisper to?",
        )
