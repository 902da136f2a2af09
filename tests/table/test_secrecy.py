"""Nothing hidden leaves the server: proved on the raw bytes that readers in every role received."""

from __future__ import annotations

import random

import msgspec
import pytest

from fatedeck.engine.ruleset import games
from fatedeck.table.protocol import AddSalt, End, Rewind, Say
from fatedeck.table.room import Room
from fatedeck.table.story import Body
from tests.table.house import OwnHouse, Reader, Sitting, new_id

GAMES = [ruleset.id for ruleset in games()]


def received(reader: Reader) -> bytes:
    return b"\n".join(reader.raw)


def room_of(house: OwnHouse, table: Sitting) -> Room:
    return house.hall.rooms[table.links.table]


@pytest.mark.parametrize("game", GAMES)
async def test_no_seat_receives_secrets_tokens_whispers_or_private_lines_of_others(
    quick_house: OwnHouse, game: str
) -> None:
    table = await quick_house.sit(game)
    luck = random.Random(f"secrets {game}")
    private: list[tuple[set[str], str]] = []
    for number in range(30):
        if not table.over():
            await table.step(luck)
        speaker, hearer = luck.sample(table.seats, 2)
        text = f"whisper number {number} of {speaker}"
        await table[speaker].done(Say(new_id(), "whisper", text, [table.place(hearer)]))
        private.append(({speaker, hearer}, text))
        if "GM" in table.seats:
            await table["GM"].done(Say(new_id(), "note", f"note number {number}"))
            private.append(({"GM"}, f"note number {number}"))
    await table.settle()
    room = room_of(quick_house, table)
    story = await quick_house.hall.store.story(room.row.id)
    told = [msgspec.json.decode(row.body, type=Body).only for row in story]
    told += [line.only for line in room.playing().progress.lines]
    for only in told:
        private += [({name}, text) for name, text in only.items() if len(text) > 12]
    known: dict[str, set[str]] = {}
    for readers, text in private:  # two hands may draw the same card, each told in the same words
        known.setdefault(text, set()).update(readers)
    for name, reader in table.readers.items():
        sent = received(reader)
        for text, readers in known.items():
            if name not in readers:
                assert msgspec.json.encode(text)[1:-1] not in sent, (name, text)
        assert room.row.secret.hex().encode() not in sent
        for link in (*table.links.seats, table.links.spectator, table.links.host):
            assert link.token.encode() not in sent


async def test_a_card_in_a_hand_is_in_nobody_elses_bytes(quick_house: OwnHouse) -> None:
    """In High Card each card is there once, so its name in the bytes would give it away."""
    for seed in range(8):
        table = await quick_house.sit("high-card")
        luck = random.Random(seed)
        dealt = {name: hand(table[name], name) for name in table.seats}
        for _ in range(3):
            await table.step(luck)
        await table.settle()
        for name in table.seats:
            still = set(dealt[name]) & set(hand(table[name], name))
            for other, reader in table.readers.items():
                if other != name:
                    for card in still:
                        assert f'"{card}"'.encode() not in received(reader), (name, other, card)
        await table.close()


def hand(reader: Reader, name: str) -> list[str]:
    zone = next(zone for zone in reader.scene.zones if zone.id == f"{name}/hand")
    return [card.name for card in zone.cards]


async def test_a_whisper_leaves_no_trace_with_others(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    before = {name: len(reader.raw) for name, reader in table.readers.items()}
    await table["GM"].done(Say(new_id(), "whisper", "Look behind you.", [table.place("Ana")]))
    await table.settle()
    silent = [name for name in table.readers if len(table[name].raw) == before[name] + 1]
    assert sorted(silent) == ["Ben", "host", "spectator"]  # a pong and nothing else


async def test_the_secret_opens_only_at_the_end(house: OwnHouse) -> None:
    table = await house.sit()
    await table["Ana"].done(AddSalt(new_id(), "a pinch of mine"))
    secret = room_of(house, table).row.secret.hex()
    assert (await house.get(table.links.host, "/record")).status_code == 409
    await table["host"].done(End(new_id(), sure=True))
    await table.settle()
    for reader in table.readers.values():
        assert reader.table.fairness.secret == secret
    record = await house.get(table.links.spectator, "/record")
    assert secret in record.text
    refused = await table["host"].refused(Rewind(new_id(), table["host"].v, 1))
    assert refused.why == "rules"


async def test_steps_do_not_tell_what_others_did(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    luck = random.Random(9)
    for _ in range(6):
        await table.step(luck)
    steps = (await quick_house.get(table["Ana"].link, "/steps")).json()["steps"]
    assert {step["do"] for step in steps if step["seat"] != "Ana"} == {""}
    told = (await quick_house.get(table["GM"].link, "/steps")).json()["steps"]
    assert all(step["do"] for step in told)
