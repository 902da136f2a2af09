"""Decks at a table: built with the rules' help, brought by each seat, and nobody else's to know."""

from __future__ import annotations

import msgspec

from fatedeck.engine.cards import face
from fatedeck.engine.decks import DeckRead
from fatedeck.games.adventurer_factory.rules.decks import (
    printed,
    read_text,
    starter_decks,
    write_csv,
    write_text,
)
from fatedeck.games.adventurer_factory.rules.responses import PASS
from fatedeck.games.adventurer_factory.state import Table
from fatedeck.table.protocol import (
    Answer,
    AskWhy,
    BringDeck,
    Decks,
    Do,
    FreeSeat,
    Links,
    Start,
    Verdict,
)
from fatedeck.table.web import MOST_JUDGED
from tests.table.house import OwnHouse, new_id

GAME = "adventurer-factory"
COMMONS = ("Canine", "Club", "Dagger", "Buckler", "Helm", "Gauntlet", "Jerkin", "Health Potion")
MINE = "\n".join(f"4 {name}" for name in (*COMMONS, "Whisperer", "Gold Coin"))


async def read(house: OwnHouse, text: str) -> DeckRead:
    answer = await house.http.post(f"/api/v1/games/{GAME}/decks", json={"text": text})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=DeckRead)


async def test_a_builder_is_told_what_is_in_the_box(quick_house: OwnHouse) -> None:
    answer = await quick_house.http.get(f"/api/v1/games/{GAME}/decks")
    box = msgspec.json.decode(answer.content, type=Decks).box
    assert (box.size, box.copies, box.hand) == (40, 4, 5)  # AF-4.1, AF-4.2, AF-5.4
    assert [deck.name for deck in box.decks if not deck.of] == [
        deck.name for deck in starter_decks().values()
    ]
    assert all(sum(deck.cards.values()) == box.size for deck in box.decks)
    answer = await quick_house.http.get("/api/v1/games/deckahedron/decks")
    assert answer.status_code == 409
    assert answer.json()["sentence"] == "Nobody brings a deck to Deckahedron."


async def test_legality_is_said_as_a_deck_grows(quick_house: OwnHouse) -> None:
    assert (await read(quick_house, "")).wrong == ["It has 0 cards, not 40: add 40. (AF-4.1)"]
    half = await read(quick_house, "4 Knight, 5 Sword")
    assert half.cards == {"knight": 4, "sword": 5}
    assert half.wrong == [
        "There are 5 Sword in it; 4 is the most. (AF-4.2)",
        "It has 9 cards, not 40: add 31. (AF-4.1)",
    ]
    assert (await read(quick_house, "1 Pike")).remarks == [
        "Pike needs 1 Knight; the deck can provide 0."
    ]
    unknown = await quick_house.http.post(f"/api/v1/games/{GAME}/decks", json={"text": "4 Knigth"})
    assert unknown.status_code == 400
    assert unknown.json()["sentence"] == "There’s no card called “Knigth”. Did you mean “Knight”?"


async def test_a_spreadsheet_comes_in_and_goes_out(quick_house: OwnHouse) -> None:
    deck = starter_decks()["iron_road"]
    told = await read(quick_house, write_csv(deck))
    assert told.wrong == []
    assert told.sheet == write_csv(deck)
    assert told.text == write_text(msgspec.structs.replace(deck, name=""))
    opening = {each.what: round(each.chance, 4) for each in told.opening}
    assert opening["A Class in your first 6 cards"] == 0.4925  # AF-23.3
    assert opening["A Class or Wise Old Mentor in your first 6 cards"] == 0.7114  # AF-23.3


async def test_each_seat_brings_a_deck_and_nobody_else_is_told_which(
    quick_house: OwnHouse,
) -> None:
    table = await quick_house.sit_at(await quick_house.create(GAME, start=False))
    ana, ben = (table[name] for name in table.seats)
    refused = await ana.refused(BringDeck(new_id(), "4 Knight"))
    assert "add 36" in refused.sentence
    await ana.done(BringDeck(new_id(), MINE))
    await ben.settle()
    assert [seat.deck for seat in ben.table.seats] == [True, False]
    await table["host"].done(Start(new_id()))
    await table.settle()

    room = quick_house.hall.rooms[ana.table.id]
    state = room.playing().state
    assert isinstance(state, Table)
    first, second = state.players[table.seats[0]], state.players[table.seats[1]]
    assert {face(card) for card in first.deck} <= {
        printed(name).id for name in read_text(MINE).cards
    }
    assert "bard" in {face(card) for card in [*second.deck, *second.holds()]}  # the usual deck
    assert "decks" not in ben.table.options
    for reader in (ben, table["spectator"], table["host"]):
        assert MINE.encode()[:9] not in b"".join(reader.raw)
    refused = await ana.refused(BringDeck(new_id(), MINE))
    assert refused.sentence == "The game has started: you play the deck you came with."


async def test_the_machine_plays_the_deck_that_the_host_chose(quick_house: OwnHouse) -> None:
    seats = [{"name": "Ana", "mine": True}, {"name": "Bot", "machine": "machine", "deck": MINE}]
    body = {"game": GAME, "name": "Saturday", "seats": seats, "start": True}
    made = await quick_house.http.post("/api/v1/tables", json=body)
    assert made.status_code == 201, made.text
    room = quick_house.hall.rooms[msgspec.json.decode(made.content, type=Links).table]
    state = room.playing().state
    assert isinstance(state, Table)
    bot = state.players["Bot"]
    named = {printed(name).id for name in read_text(MINE).cards}
    assert {face(card) for card in [*bot.deck, *bot.holds()]} <= named


async def test_whoever_sits_down_later_chooses_anew(quick_house: OwnHouse) -> None:
    table = await quick_house.sit_at(await quick_house.create(GAME, start=False))
    ana = table[table.seats[0]]
    await ana.done(BringDeck(new_id(), MINE))
    made = await table["host"].done(FreeSeat(new_id(), table.place(table.seats[0])))
    assert made.link is not None
    late = await quick_house.join(made.link)
    assert [seat.deck for seat in late.table.seats] == [False, False]


async def test_the_machine_says_why_when_asked(quick_house: OwnHouse) -> None:
    links = await quick_house.create(GAME, machine="machine")
    ana = await quick_house.join(links.seats[0])
    place, rival = links.seats[1].place, links.seats[1].name
    while ana.scene.turn != (links.seats[0].name,) or ana.scene.n < 3:
        if ana.scene.question is not None:
            await ana.done(Answer(new_id(), ana.v, PASS))
        elif ana.scene.turn == (links.seats[0].name,):
            step = "end-main" if "Main" in ana.scene.banner else "no-encounter"
            await ana.done(Do(new_id(), ana.v, {"do": step}))
        else:
            await ana.next()
    await ana.done(AskWhy(new_id(), place))
    await ana.settle()
    said = [line for line in ana.story if line.kind == "chat"]
    assert [line.by for line in said] == [rival]
    assert said[0].text
    own = await ana.refused(AskWhy(new_id(), links.seats[0].place))
    assert own.sentence == "The machine doesn’t play Ana. Ask them yourself."


async def test_a_game_that_is_over_tells_what_decided_it(quick_house: OwnHouse) -> None:
    table = await quick_house.sit(GAME)
    ana, ben = (table[name] for name in table.seats)
    early = await quick_house.get(ana.link, "/verdict")
    assert early.json()["sentence"] == "The game isn’t over yet."
    await ben.done(Do(new_id(), ben.v, {"do": "concede"}))
    await ana.settle()
    assert ana.scene.over
    assert ana.scene.won == (table.seats[0],)
    told = await quick_house.get(ana.link, "/verdict")
    verdict = msgspec.json.decode(told.content, type=Verdict)
    assert verdict.gave_up == table.seats[1]
    assert verdict.turns == []  # nothing else decided it
    quick_house.hall.rooms[table.links.table].grown.bytes = MOST_JUDGED + 1
    refused = await quick_house.get(ana.link, "/verdict")
    assert refused.json()["sentence"] == "This game is too long to say what decided it."
