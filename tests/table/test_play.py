"""Playing at a table: joining, acting, answering, and what everyone is told of it."""

from __future__ import annotations

import random

import pytest

from fatedeck.engine.ruleset import games
from fatedeck.games.deckahedron.machine.policy import Plain
from fatedeck.games.deckahedron.rules.creation import Draft
from fatedeck.table.protocol import (
    Answer,
    AnswerNow,
    AskMoves,
    Changed,
    Done,
    DoNow,
    Pause,
    Refusal,
    Resume,
    Start,
)
from fatedeck.table.protocol import Do as Act
from tests.table.house import OwnHouse, new_id

GAMES = [ruleset.id for ruleset in games()]


async def test_a_table_is_joined_by_its_links(house: OwnHouse) -> None:
    table = await house.sit(start=False)
    assert [seat.here for seat in table["Ana"].table.seats] == [True, True]
    assert table["Ana"].table.phase == "lobby"
    assert table["spectator"].table.spectators == 1


async def test_the_story_begins_with_the_game(house: OwnHouse) -> None:
    """What the set-up tells comes after it."""
    table = await house.sit("adventurer-factory")
    first, *dealt = [line.text for line in table["spectator"].story]
    assert first == "The game begins."
    assert dealt


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_reader_pieces_together_is_what_a_newcomer_is_shown(
    house: OwnHouse, game: str
) -> None:
    table = await house.sit(game)
    luck = random.Random(game)
    for _ in range(40):
        if table.over():
            break
        await table.step(luck)
    house.hall.rooms.clear()
    for name, reader in table.readers.items():
        newcomer = await house.join(reader.link)
        assert newcomer.v == reader.v
        assert newcomer.scene == reader.scene, name
        assert newcomer.story == reader.story[-len(newcomer.story) :]


async def test_a_second_page_by_the_same_link_reads_on_with_the_first(house: OwnHouse) -> None:
    """While somebody is asked, too: what both are told from here on is laid over the same."""
    table = await house.sit("deckahedron")
    luck = random.Random(3)
    while not table["GM"].scene.waiting_for:
        await table.step(luck)
    seconds = {name: await house.join(table[name].link) for name in table.seats}
    for name in table.seats:
        stale = await table[name].refused(Act(new_id(), 0, {"do": "end-turn"}))
        assert stale.why == "stale"
    while table["GM"].scene.waiting_for:
        await table.step(luck)
    house.hall.rooms.clear()
    for name, second in seconds.items():
        await second.settle()
        newcomer = await house.join(second.link)
        assert newcomer.scene.offers
        assert second.scene == table[name].scene == newcomer.scene


async def test_an_action_is_acknowledged_and_everyone_is_told(house: OwnHouse) -> None:
    table = await house.sit()
    name, command = await table.choose(random.Random(0))
    assert name == "Ana"
    done = await table["Ana"].done(command)
    assert done.v == 2
    told = await table["Ben"].until(Changed)
    assert told.v == 2
    assert table["Ben"].scene.waiting_for == ("Ana",)
    assert table["Ben"].scene.question is None


async def test_a_refusal_says_why_and_changes_nothing(house: OwnHouse) -> None:
    table = await house.sit()
    refused = await table["Ben"].refused(Act(new_id(), 1, {"do": "lay", "card": "01"}))
    assert (refused.why, refused.clause) == ("rules", "HC-2")
    assert "Ana" in refused.sentence
    assert (await house.join(table.links.host)).v == 1


async def test_who_is_refused_as_stale_has_read_what_happened_since(house: OwnHouse) -> None:
    """The refusal comes after the changes, and carries nothing: it costs less than the action."""
    table = await house.sit()
    name, command = await table.choose(random.Random(1))
    await table[name].send(command)
    await table[name].until(Done)
    refused = await table["Ben"].refused(Act(new_id(), 1, {"do": "lay", "card": "01"}))
    assert refused.why == "stale"
    assert table["Ben"].v == 2
    assert len(table["Ben"].raw[-1]) < 200


async def test_an_action_from_the_future_is_stale_too(quick_house: OwnHouse) -> None:
    table = await quick_house.sit()
    refused = await table["Ana"].refused(Act(new_id(), 7, {"do": "lay", "card": "01"}))
    assert refused.why == "stale"


async def test_sent_twice_it_counts_once(house: OwnHouse) -> None:
    table = await house.sit()
    luck = random.Random(2)
    name, command = await table.choose(luck)
    first = await table[name].done(command)
    again = await table[name].done(command)
    assert (first.v, again.v) == (2, 2)
    for _ in range(3):
        await table.step(luck)
    house.hall.rooms.clear()
    late = await house.join(table[name].link)
    assert (await late.done(command)).v == 2


async def test_one_id_of_two_seats_is_two_commands(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card")
    luck = random.Random(3)
    name, command = await table.choose(luck)
    await table[name].done(command)
    other = "Ben" if name == "Ana" else "Ana"
    answer = await table[other].ask(command)
    assert isinstance(answer, Refusal)


async def test_answers_of_others_do_not_make_mine_stale(quick_house: OwnHouse) -> None:
    """Whoever is asked at the same time as others may answer on what they saw then."""
    table = await quick_house.sit()
    luck = random.Random(4)
    name, command = await table.choose(luck)
    await table[name].done(command)
    question = table[name].scene.question
    assert question is not None
    v = table[name].v
    assert isinstance(await table[name].ask(Answer(new_id(), v, "Keep")), Done)


async def test_a_machine_plays_its_seats(quick_house: OwnHouse) -> None:
    links = await quick_house.create("deckahedron", machine="machine")
    master = await quick_house.join(links.seats[0])
    await master.until(Changed, lambda told: told.v >= 3)
    assert all(seat.machine for seat in master.table.seats[1:])


async def test_a_machine_that_is_refused_goes_on_with_something_else(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ana and Ben would draft where there is nothing to draft; the table still moves on."""
    monkeypatch.setattr(Plain, "act", lambda self, state, seat: Draft("no such card"))
    links = await quick_house.create("deckahedron", machine="machine")
    master = await quick_house.join(links.seats[0])
    await master.until(Changed, lambda told: told.v >= 3)


async def test_moves_are_ready_to_be_sent(house: OwnHouse) -> None:
    """In turn, each as it is with an id; in as many ways as asked for, and none while paused."""
    table = await house.sit("high-card", start=False)
    assert (await table["Ana"].done(AskMoves(new_id()))).moves == []
    await table["host"].done(Start(new_id()))
    asked = [await table[seat].done(AskMoves(new_id(), ways=24)) for seat in ("Ana", "Ben")]
    assert asked[1].moves == []
    [first, *others] = asked[0].moves or []
    assert others, "a hand of several cards"
    assert isinstance(first, DoNow)
    assert (await table["Ana"].done(AskMoves(new_id()))).moves == [first]
    await table["Ana"].done(Pause(new_id()))
    assert (await table["Ana"].done(AskMoves(new_id()))).moves == []
    await table["host"].done(Resume(new_id()))
    await table["Ana"].done(Act(new_id(), first.v, first.action))
    answers = (await table["Ana"].done(AskMoves(new_id()))).moves or []
    assert [move.answer for move in answers if isinstance(move, AnswerNow)] == ["yes", "no"]
