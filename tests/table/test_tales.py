"""An adventure at a table on the server: begun by its name, told to those it is for, kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.offers import Value
from fatedeck.engine.ruleset import find_game, games
from fatedeck.table.protocol import (
    AskForm,
    Changed,
    Do,
    GameList,
    HandOver,
    Links,
    Rewind,
    SceneBegun,
)
from fatedeck.table.settings import Settings
from tests.table.house import OwnHouse, Sitting, new_id, open_house

NAME = "the-bell-under-the-weir"
BELL = find_game("deckahedron").adventures[NAME]
FALLEN: dict[str, Value] = {
    "do": "fiat.add",
    "path": "players/Ana/conditions",
    "condition": "incapacitated",
    "reason": "",
}
ROPE = 1 + BELL.splitlines().index("```check Cross by the rope")


async def sit(house: OwnHouse, adventure: str, *, machine: str = "") -> Sitting:
    body = {
        "game": "deckahedron",
        "name": "Saturday",
        "seats": [{"name": "GM", "role": "gm", "machine": machine}, {"name": "Ana"}],
        "options": {"modules": ["combat", "attack_simple"], "adventure": adventure},
        "start": True,
    }
    answer = await house.http.post("/api/v1/tables", json=body)
    assert answer.status_code == 201, answer.text
    return await house.sit_at(msgspec.json.decode(answer.content, type=Links))


async def do(table: Sitting, seat: str, action: dict[str, Value]) -> None:
    await table.settle()
    await table[seat].done(Do(new_id(), table[seat].v, action))


async def test_a_cover_tells_of_each_adventure(quick_house: OwnHouse) -> None:
    answer = await quick_house.http.get("/api/v1/games")
    told = msgspec.json.decode(answer.content, type=GameList)
    covers = next(game.adventures for game in told.games if game.id == "deckahedron")

    assert [(cover.name, cover.title, cover.fewest, cover.most) for cover in covers] == [
        (NAME, "The Bell Under the Weir", 1, 4)
    ]


async def test_an_adventure_is_told_and_its_text_is_nobodys_to_read(quick_house: OwnHouse) -> None:
    table = await sit(quick_house, NAME)
    await do(table, "Ana", {"do": "take-sample", "character": "Wren"})
    await do(table, "GM", {"do": "begin-play"})

    await do(table, "GM", {"do": "tale.tell", "part": "the-ford-at-dusk#1"})
    await table.settle()

    seen, desk = table["Ana"].scene.tale, table["GM"].scene.tale
    assert seen is not None
    assert desk is not None
    assert seen.told[0].text.startswith("You are carrying a parcel")
    begun = [line.scene for line in table["Ana"].story if line.scene]
    assert begun == ["The ford at dusk"]  # the first scene has its title like any other
    assert seen.notes == ""
    assert "rope" in desk.notes
    groups = {offer.group for offer in table["GM"].scene.offers if offer.do.startswith("tale.")}
    assert groups == {"Now", "Ask", "Next"}
    asked = AskForm(new_id(), "tale.check", {"check": "Cross by the rope"})
    done = await table["GM"].done(asked)
    assert done.form is not None
    assert [param.name for param in done.form.params] == ["hero"]
    for name in ("Ana", "spectator", "host"):
        sent = b"\n".join(table[name].raw)
        assert b"Nine nights ago the ferry went down" not in sent
        assert b"The landing" not in sent
        assert b"ferryman steered" not in sent
    assert "adventure" not in table["Ana"].table.options


@pytest.mark.parametrize(
    ("game", "name", "creature"),
    [
        ("realms-behind", "the-clerk-of-lost-names", "kind: goblin-raider"),
        ("deck-of-adventures", "the-locked-granary", 'creature: "Gray Wolf"'),
    ],
)
async def test_an_unknown_creature_is_told_with_its_line(
    quick_house: OwnHouse, game: str, name: str, creature: str
) -> None:
    text = find_game(game).adventures[name]
    field, _, known = creature.partition(": ")
    place = text.index(creature)
    line = text[:place].count("\n", 0, text.rindex("- do:", 0, place)) + 1
    body = {
        "game": game,
        "name": "Saturday",
        "seats": [{"name": "GM", "role": "gm"}, {"name": "Ana"}],
        "options": {"adventure": text.replace(creature, f"{field}: dragonet", 1)},
    }
    answer = await quick_house.http.post("/api/v1/tables", json=body)
    assert answer.status_code == 400, answer.text
    assert f"line {line}: {field.capitalize()}: “dragonet” is not one of " in answer.text
    assert known.strip('"').replace("-", " ").lower() in answer.text.lower()
    body["options"] = {"adventure": text}
    assert (await quick_house.http.post("/api/v1/tables", json=body)).status_code == 201


@pytest.mark.parametrize(
    ("game", "name"), [(one.id, name) for one in games() for name in one.adventures]
)
async def test_an_adventure_of_the_box_can_be_changed_and_brought_along(
    quick_house: OwnHouse, game: str, name: str
) -> None:
    """However long it is, a server takes it."""
    own = find_game(game).adventures[name].replace("\ntitle: ", "\ntitle: Our own ", 1)
    body = {
        "game": game,
        "name": "Saturday",
        "seats": [{"name": "GM", "role": "gm"}, {"name": "Ana"}, {"name": "Ben"}],
        "options": {**read_adventure(own).options, "adventure": own},
    }
    sent = json.dumps(body, ensure_ascii=False).encode()
    kind = {"Content-Type": "application/json"}
    answer = await quick_house.http.post("/api/v1/tables", content=sent, headers=kind)
    assert answer.status_code == 201, answer.text


async def test_what_cannot_be_an_adventure_is_refused_with_its_line(quick_house: OwnHouse) -> None:
    for adventure, sentence in (
        ("the-bell", "There is no adventure “the-bell”"),
        ("---\ntitle: A\ngame: deckahedron\n---\n## S\n[x](#y)\n", "line 6"),
        (
            BELL.replace("stat: strength", "stat: charm", 1),
            f"line {ROPE}: call-for-flip: “stat” can’t be “charm”. It can be: dexterity, ",
        ),
        (BELL.replace("do: add-foe", "do: add-fow", 1), "no action called “add-fow”"),
        (
            BELL.replace("game: deckahedron", "game: realms-behind"),
            "an adventure for realms-behind",
        ),
    ):
        body = {
            "game": "deckahedron",
            "name": "Saturday",
            "seats": [{"name": "GM", "role": "gm"}, {"name": "Ana"}],
            "options": {"adventure": adventure},
        }
        answer = await quick_house.http.post("/api/v1/tables", json=body)
        assert answer.status_code == 400, answer.text
        assert sentence in answer.text


def has_told(words: str) -> Callable[[Changed], bool]:
    def told(change: Changed) -> bool:
        return words in msgspec.json.encode(change).decode()

    return told


async def test_the_machine_tells_and_a_person_takes_over_and_gives_back(
    quick_house: OwnHouse,
) -> None:
    table = await sit(quick_house, NAME, machine="machine")
    ana, host = table["Ana"], table["host"]
    await ana.done(Do(new_id(), ana.v, {"do": "take-sample", "character": "Wren"}))
    await ana.until(Changed, has_told("a bell strikes nine"))

    await ana.done(Do(new_id(), ana.v, {"do": "tale.wish", "what": "look:the-girl-with-the-pole"}))
    await ana.until(Changed, has_told("She is perhaps sixteen"))

    await host.done(HandOver(new_id(), 0, ""))
    await do(table, "GM", {"do": "tale.go", "to": "the-mill"})
    await table.settle()
    await host.done(HandOver(new_id(), 0, "machine"))
    await ana.until(Changed, has_told("The wheel stands still"))


async def test_a_table_wakes_with_its_tale(tmp_path: Path) -> None:
    """The server is ended and begun again: the scene stands where it stood."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings) as house:
        table = await sit(house, NAME)
        await do(table, "Ana", {"do": "take-sample", "character": "Wren"})
        await do(table, "GM", {"do": "begin-play"})
        await do(table, "GM", {"do": "tale.go", "to": "the-mill"})
        await do(table, "GM", {"do": "tale.tell", "part": "the-mill#1"})
        links = table.links
    async with open_house(settings) as house:
        again = await house.sit_at(links)
        seen = again["Ana"].scene.tale
        assert seen is not None
        assert seen.title == "The mill"
        assert seen.told[0].text.startswith("The wheel stands still")
        await do(again, "GM", {"do": "tale.tell", "part": "the-mill/the-prints"})


async def test_a_table_may_begin_with_a_character_for_everybody(quick_house: OwnHouse) -> None:
    """The story can be told at once; every move of it is in the record, and can be brought on."""
    for game in ("deck-of-adventures", "deckahedron", "realms-behind", "thousand-faces"):
        body = {
            "game": game,
            "name": "Tonight",
            "seats": [{"name": "Ana"}, {"name": "GM", "role": "gm"}],
            "options": {"adventure": next(iter(find_game(game).adventures))},
            "start": True,
            "ready": True,
        }
        answer = await quick_house.http.post("/api/v1/tables", json=body)
        assert answer.status_code == 201, answer.text
        table = await quick_house.sit_at(msgspec.json.decode(answer.content, type=Links))
        await table.settle()
        offered = {offer.do for offer in table["GM"].scene.offers if not offer.why_not}
        assert "tale.tell" in offered, game
        assert any(sheet.owner == "Ana" for sheet in table["Ana"].scene.sheets)


@pytest.mark.parametrize("adventure", [NAME, BELL], ids=["of the box", "brought along"])
async def test_what_an_adventure_says_of_the_options_holds(
    quick_house: OwnHouse, adventure: str
) -> None:
    """The Bell wants fights, whatever the host has left out."""
    body = {
        "game": "deckahedron",
        "name": "Saturday",
        "seats": [{"name": "GM", "role": "gm"}, {"name": "Ana"}],
        "options": {"modules": [], "adventure": adventure},
        "start": True,
    }
    answer = await quick_house.http.post("/api/v1/tables", json=body)
    table = await quick_house.sit_at(msgspec.json.decode(answer.content, type=Links))
    modules = table["Ana"].table.options["modules"]
    assert isinstance(modules, list)
    assert "combat" in modules


async def test_scenes_are_places_to_go_back_to(tmp_path: Path) -> None:
    """From where heroes could play them; after a restart too. Going back leaves steps to choose."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings) as house:
        table = await sit(house, NAME)
        await do(table, "Ana", {"do": "take-sample", "character": "Wren"})
        await table.settle()
        assert table["Ana"].table.scenes == []
        await do(table, "GM", {"do": "begin-play"})
        began = table["GM"].scene.n
        for n in range(30):
            await do(table, "GM", {"do": "tale.say", "words": f"It is {n} o’clock."})
        await do(table, "GM", {"do": "tale.go", "to": "the-mill"})
        mill = table["GM"].scene.n
        await do(table, "GM", {"do": "tale.tell", "part": "the-mill#1"})
        await table.settle()
        scenes = [SceneBegun(began, "The ford at dusk"), SceneBegun(mill, "The mill")]
        assert table["Ana"].table.scenes == scenes
        points = [point.n for point in table["GM"].scene.rewinds]
        assert len(points) == 20
        await table["GM"].done(Rewind(new_id(), table["GM"].v, points[0]))
        await table.settle()
        assert table["GM"].table.scenes == scenes[:1]
        assert [point.n for point in table["GM"].scene.rewinds][-1] == points[0] - 1
        links = table.links
    async with open_house(settings) as house:
        again = await house.sit_at(links)
        assert again["Ana"].table.scenes == scenes[:1]
        await again["GM"].done(Rewind(new_id(), again["GM"].v, began))
        await again.settle()
        assert again["Ana"].scene.n == began
        assert again["Ana"].table.scenes == scenes[:1]


async def test_where_all_have_fallen_no_scene_begins(quick_house: OwnHouse) -> None:
    """What comes then is the end of the one before: that one can be played again."""
    table = await sit(quick_house, NAME)
    await do(table, "Ana", {"do": "take-sample", "character": "Wren"})
    await do(table, "GM", {"do": "begin-play"})
    began = table["GM"].scene.n
    await do(table, "GM", FALLEN)
    await do(table, "GM", {"do": "tale.go", "to": "on-the-gravel-bank"})
    assert not await lost(table)
    await do(table, "GM", {"do": "tale.end"})
    assert await lost(table)
    assert table["Ana"].table.scenes == [SceneBegun(began, "The ford at dusk")]

    await table["GM"].done(Rewind(new_id(), table["GM"].v, began))
    await table.settle()
    assert not await lost(table)


async def lost(table: Sitting) -> bool:
    await table.settle()
    tale = table["Ana"].scene.tale
    return tale is not None and tale.lost
