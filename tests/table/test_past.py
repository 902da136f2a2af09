"""A table's past: steps, replay, forks, export and import, the chronicle, verification."""

from __future__ import annotations

import asyncio
import itertools
import random
from datetime import UTC, datetime
from fractions import Fraction

import httpx
import msgspec
import pytest
from sqlalchemy import Executable

from fatedeck.engine.replay import verify
from fatedeck.engine.ruleset import find_game, games
from fatedeck.table import past
from fatedeck.table.protocol import (
    AddSalt,
    AllowCopy,
    AskCopy,
    End,
    HandOver,
    Links,
    OddsNow,
    Rewind,
    Say,
    Scene,
    SceneAt,
    ShowOdds,
    Story,
)
from fatedeck.table.room import Room
from fatedeck.table.rows import StoryRow, is_whole
from fatedeck.table.store import Store
from tests.table.house import OwnHouse, Sitting, new_id

GAMES = [ruleset.id for ruleset in games()]


async def played(house: OwnHouse, game: str, steps: int = 15, seed: int = 6) -> Sitting:
    table = await house.sit(game)
    luck = random.Random(seed)
    for _ in range(steps):
        if not table.over():
            await table.step(luck)
    return table


@pytest.mark.parametrize("game", GAMES)
async def test_every_step_can_be_shown_again_as_it_was(house: OwnHouse, game: str) -> None:
    table = await house.sit(game)
    luck = random.Random(6)
    seen: dict[tuple[str, int], Scene] = {}
    for _ in range(12):
        for name in ("Ana", "spectator"):
            seen[name, table[name].v] = table[name].scene
        if not table.over():
            await table.step(luck)
    for (name, v), scene in seen.items():
        answer = await house.get(table[name].link, f"/steps/{v}")
        then = msgspec.json.decode(answer.content, type=SceneAt).scene
        assert msgspec.structs.replace(then, can_take_back=False) == msgspec.structs.replace(
            scene, can_take_back=False
        )


@pytest.mark.parametrize("game", GAMES)
async def test_a_fork_begins_where_it_was_cut_with_a_secret_of_its_own(
    house: OwnHouse, game: str
) -> None:
    table = await played(house, game, 4)
    await table.agree_to_copy()
    answer = await house.post(table.links.host, "/fork", {"v": 3, "name": "What if"})
    assert answer.status_code == 201, answer.text
    fork = await house.sit_at(msgspec.json.decode(answer.content, type=Links))
    assert fork["Ana"].table.fairness.seal != table["Ana"].table.fairness.seal
    assert "Saturday" in fork["Ana"].table.forked_from
    luck = random.Random(1)
    for _ in range(4):
        if not fork.over():
            await fork.step(luck)
    await fork["host"].done(End(new_id(), sure=True))
    record = await house.get(fork.links.host, "/record")
    verdict = verify(find_game(game), record.text)
    assert verdict.fair, verdict.sentence
    player = await house.post(table["Ben"].link, "/fork", {"v": 3, "name": "No"})
    assert player.status_code == 403


@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_table_verifies(house: OwnHouse, game: str) -> None:
    table = await played(house, game, 8)
    await table["Ana"].done(AddSalt(new_id(), "my own luck"))
    await table["host"].catch_up(table["Ana"].v)
    scene = table["host"].scene
    assert scene is not None
    back = min(point.n for point in scene.rewinds)
    await table.go_back(Rewind(new_id(), table["host"].v, back))
    for reader in table.readers.values():
        await reader.catch_up(table["host"].v)
    luck = random.Random(2)
    for _ in range(4):
        if not table.over():
            await table.step(luck)
    await table["host"].done(End(new_id(), sure=True))
    record = await house.get(table.links.spectator, "/record")
    verdict = verify(find_game(game), record.text)
    assert verdict.fair, verdict.sentence


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_moves_as_one_file(
    house: OwnHouse, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fatedeck.table.store._FEW_LINES", 3)
    table = await played(house, game)
    await table["Ana"].done(Say(new_id(), "narration", "Rain on the <roof>."))
    await table.agree_to_copy()
    file = (await house.get(table.links.host, "/export")).content
    answer = await house.http.post("/api/v1/tables/import", content=file)
    assert answer.status_code == 201, answer.text
    copy = await house.sit_at(msgspec.json.decode(answer.content, type=Links))
    await table.settle()
    n = table["Ana"].scene.n
    quiet = max(step["v"] for step in json_steps(await house.get(table.links.host, "/steps"), n))
    for name in table.readers:
        then = await house.get(table[name].link, f"/steps/{quiet}")
        shown = msgspec.json.decode(then.content, type=SceneAt).scene
        assert copy[name].scene.zones == shown.zones  # an action under way is called off
        assert copy[name].v == table[name].v + 1
        assert copy[name].scene.rewinds == []
        earlier = await house.get(copy[name].link, f"/steps/{quiet}")
        assert msgspec.json.decode(earlier.content, type=SceneAt).scene.zones == shown.zones
    luck = random.Random(7)
    for _ in range(3):
        if not copy.over():
            await copy.step(luck)
    await copy["host"].done(End(new_id(), sure=True))
    verdict = verify(find_game(game), (await house.get(copy.links.host, "/record")).text)
    assert verdict.fair, verdict.sentence
    assert f"Everything before point {n} was played elsewhere" in verdict.sentence


def json_steps(answer: httpx.Response, n: int) -> list[dict[str, int]]:
    """The steps that left the table quiet at point `n` and count."""
    steps: list[dict[str, int]] = answer.json()["steps"]
    return [s for s in steps if s["n"] == n and s["quiet"] and not s["undone"]]


@pytest.mark.parametrize("game", ["adventurer-factory", "realms-behind"])
async def test_nobody_copies_a_table_that_is_played_unless_everyone_agrees(
    quick_house: OwnHouse, game: str
) -> None:
    table = await played(quick_house, game, 6)
    runners = [table.links.host, *(link for link in table.links.seats if link.role == "gm")]

    async def tried() -> set[int]:
        """What every way to a copy answers to everyone who runs the table."""
        answers = [await quick_house.get(link, "/export") for link in runners]
        answers += [
            await quick_house.post(link, "/fork", {"v": 2, "name": "Mine"}) for link in runners
        ]
        return {answer.status_code for answer in answers}

    assert await tried() == {409}
    await table["host"].done(AskCopy(new_id()))
    for name in table.seats[:-1]:
        await table[name].done(AllowCopy(new_id(), True))
    last = table.seats[-1]
    refused = await quick_house.get(table.links.host, "/export")
    assert last in refused.json()["sentence"]
    assert await tried() == {409}
    place = table.links.seats[-1].place
    if table["host"].table.machines:  # a seat handed to the machine still has its say
        await table["host"].done(HandOver(new_id(), place, table["host"].table.machines[0]))
        assert await tried() == {409}
        await table["host"].done(HandOver(new_id(), place, ""))
    await table[last].done(AllowCopy(new_id(), False))
    await table.settle()
    for reader in table.readers.values():
        assert reader.table.copying is None
        assert reader.story[-1].text == "There will be no copy."
    assert await tried() == {409}

    await table.agree_to_copy()
    assert (await quick_house.get(table.links.host, "/export")).status_code == 200
    assert await tried() == {409}  # each copy is asked for anew
    await table["host"].done(End(new_id(), sure=True))
    assert await tried() == {200, 201}


async def test_a_seat_that_nobody_ever_took_has_no_say(quick_house: OwnHouse) -> None:
    links = await quick_house.create("high-card")
    host, ana = await quick_house.join(links.host), await quick_house.join(links.seats[0])
    await host.done(AskCopy(new_id()))
    refused = await quick_house.get(links.host, "/export")
    assert "Still to agree: Ana" in refused.json()["sentence"]
    await ana.done(AllowCopy(new_id(), True))
    assert (await quick_house.get(links.host, "/export")).status_code == 200
    while not host.table.copied:
        await host.next()  # whoever sits down later sees it too


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("steps/-1/n", 99, "isn’t where"),
        ("steps/0/state", "AAAA", "hold together"),
        ("steps/1/v", 7, "out of order"),
        ("table/game", "chess", "no game"),
        ("table/secret", "AAAA", "too short"),
        ("table/phase", "lobby", "phase"),
        ("seats/0/name", "a/b", "hold together"),
        ("seats/1/place", 0, "out of order"),
        ("story/1/kind", "gossip", "hold together"),
        ("fatedeck_table", 2, "newer fatedeck"),
        ("more", 1, "not an exported table"),
    ],
)
async def test_a_file_that_was_tampered_with_is_refused(
    quick_house: OwnHouse, path: str, value: object, reason: str
) -> None:
    table = await played(quick_house, "high-card", 4)
    await table.agree_to_copy()
    file = (await quick_house.get(table.links.host, "/export")).json()
    *above, last = path.split("/")
    holder = file
    for part in above:
        holder = holder[int(part) if part.lstrip("-").isdigit() else part]
    holder[last] = value
    answer = await quick_house.http.post("/api/v1/tables/import", json=file)
    assert answer.status_code == 400
    assert reason in answer.json()["sentence"]


async def test_the_chronicle_keeps_text_as_text(house: OwnHouse) -> None:
    table = await played(house, "high-card", 3)
    nasty = '<script>alert("1")</script> *stars* [link](javascript:x) `code`'
    await table["Ana"].done(Say(new_id(), "narration", nasty))
    await table["Ana"].done(Say(new_id(), "whisper", "psst", [table.place("Ben")]))
    page = await house.get(table["Ana"].link, "/chronicle.html")
    assert "<script>" not in page.text
    assert "&lt;script&gt;" in page.text
    assert "<b>Ana</b> to Ben, aside: “psst”" in page.text
    today = datetime.now(UTC)
    assert f"<h2>{today.day} {today:%B %Y}</h2>" in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    markdown = await house.get(table["Ana"].link, "/chronicle.md")
    assert "<script>" not in markdown.text
    assert r"\[link](javascript:x)" in markdown.text
    public = await house.get(table.links.spectator, "/chronicle.md")
    assert "psst" not in public.text


async def test_the_story_is_paged_back(house: OwnHouse) -> None:
    table = await house.sit(start=True)
    for number in range(60):
        await table["Ana"].done(Say(new_id(), "chat", f"line {number}"))
    late = await house.join(table["Ben"].link)
    assert len(late.story) < 40
    lines = late.story
    while True:
        answer = await house.get(table["Ben"].link, f"/story?before={lines[0].at}&limit=15")
        earlier = msgspec.json.decode(answer.content, type=Story)
        lines = earlier.lines + lines
        if not earlier.more:
            break
    assert [line.text for line in lines if line.kind == "chat"] == [f"line {n}" for n in range(60)]


async def test_reconnecting_costs_the_same_however_long_the_game(quick_house: OwnHouse) -> None:
    table = await played(quick_house, "deckahedron", 20)
    early = len((await quick_house.join(table["Ana"].link)).raw[0])
    luck = random.Random(8)
    for _ in range(80):
        await table.step(luck)
    late = len((await quick_house.join(table["Ana"].link)).raw[0])
    assert late < 32_000
    assert late < early * 2


async def test_a_seat_may_ask_for_its_odds_unless_they_are_hidden(house: OwnHouse) -> None:
    table = await played(house, "deckahedron", 20)
    answer = await house.get(table["Ana"].link, "/odds")
    now = msgspec.json.decode(answer.content, type=OddsNow)
    assert now.v == table["Ana"].v
    for odds in now.odds:
        assert sum(Fraction(chance.exactly) for chance in odds.chances) == 1
    watching = await house.get(table.links.spectator, "/odds")
    assert watching.json()["odds"] == []
    await table["GM"].done(ShowOdds(new_id(), False))
    assert (await house.get(table["Ana"].link, "/odds")).status_code == 409


async def test_steps_that_come_while_the_past_is_read_are_no_damage(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, luck = await quick_house.sit("deckahedron"), random.Random(1)
    store = quick_house.hall.store
    versions = store.versions

    async def while_they_play(table_id: str) -> list[int]:
        await table.step(luck)
        found = await versions(table_id)
        await table.step(luck)
        return found

    monkeypatch.setattr(store, "versions", while_they_play)
    past = await store.past(table.links.table)
    assert [step.v for step in past] == list(range(1, len(past) + 1))


async def test_what_is_said_while_a_story_is_read_is_no_damage(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played(quick_house, "high-card")
    store, said = quick_house.hall.store, itertools.count()
    read = store._lines

    async def while_they_talk(query: Executable) -> list[StoryRow]:
        found = await read(query)
        if next(said) < 3:
            await table["Ana"].done(Say(new_id(), "chat", "Hear me!"))
        return found

    monkeypatch.setattr(store, "_lines", while_they_talk)
    assert all(map(is_whole, await store.story(table.links.table)))
    told = [line async for lines in store.told(table.links.table) for line in lines]
    assert all(map(is_whole, told))


async def test_one_agreement_is_one_copy(quick_house: OwnHouse) -> None:
    table = await played(quick_house, "high-card")
    await table.agree_to_copy()
    asked = (quick_house.get(table.links.host, "/export") for _ in range(2))
    both = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in both) == [200, 409]


async def test_a_no_counts_while_a_copy_is_being_made(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played(quick_house, "high-card")
    await table.agree_to_copy()
    make = past.fork

    async def slowly(store: Store, room: Room, v: int, name: str) -> past.Taken:
        made = await make(store, room, v, name)
        await table["Ana"].done(AllowCopy(new_id(), False))
        return made

    monkeypatch.setattr(past, "fork", slowly)
    answer = await quick_house.post(table.links.host, "/fork", {"v": 2, "name": "Mine"})
    assert answer.status_code == 409
