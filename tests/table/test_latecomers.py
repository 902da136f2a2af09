"""A friend opens the table's link when the game is on and every seat is taken."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fatedeck.engine.entries import Act
from fatedeck.engine.replay import verify
from fatedeck.engine.ruleset import find_game
from fatedeck.table.protocol import (
    Answer,
    Do,
    End,
    Invite,
    LetIn,
    Links,
    Rewind,
    SceneAt,
)
from fatedeck.table.settings import Settings
from tests.table.house import House, OwnHouse, Reader, new_id, open_house
from tests.table.test_invites import code_of, guest, hosted, shown, sit, told_no

HEROES: dict[str, list[Act]] = {
    "deck-of-adventures": [{"do": "take-premade", "premade": "Clubs1"}],
    "deckahedron": [{"do": "take-sample", "character": "Maren"}],
    "realms-behind": [{"do": "take-sample", "sample": "dhutlo"}],
    "thousand-faces": [{"do": "take-hero", "hero": "Sanne"}],
}
OPTIONS: dict[str, dict[str, object]] = {"deckahedron": {"modules": ["characters", "combat"]}}


async def begun(house: House, game: str, **options: object) -> tuple[Links, Reader, str]:
    """A game that is on: Ana runs it, Ben's hero is made, and no seat is free."""
    links = await hosted(
        house,
        game=game,
        seats=[{"name": "Ana", "role": "gm", "mine": True}, {"name": "Ben", "mine": True}],
        options=OPTIONS.get(game, {}) | options,
        start=True,
        ready=True,
    )
    ana = await house.join(links.seats[0])
    opening = next((offer for offer in ana.scene.offers if offer.do in OPENINGS), None)
    if opening is not None and not opening.why_not:
        await ana.done(Do(new_id(), ana.v, {"do": opening.do}))
    return links, ana, await code_of(house, links.seats[0])


OPENINGS = ("begin-play", "begin")


async def does(reader: Reader, action: Act) -> None:
    """Do this, and say no to whatever is asked of it."""
    await reader.settle()
    await reader.done(Do(new_id(), reader.v, action))
    while reader.scene.question is not None:
        await reader.done(Answer(new_id(), reader.v, "no"))


@pytest.mark.parametrize("game", HEROES)
async def test_a_friend_who_comes_late_sits_down_and_plays_a_hero(
    game: str, database: str, tmp_path: Path
) -> None:
    async with open_house(Settings(database=database)) as house:
        links, ana, code = await begun(house, game)
        before = ana.v
        assert (await shown(house, code)).more

        link = await sit(house, code, guest("Cleo", colour="plum"))

        assert link is not None
        cleo = await house.join(link)
        assert cleo.scene.making is not None
        assert [seat.name for seat in cleo.table.seats] == ["Ana", "Ben", "Cleo"]
        assert cleo.table.seats[2].colour == "plum"
        await ana.catch_up(cleo.v)
        assert "Cleo sits down." in [line.text for line in ana.story]
        for action in HEROES[game]:
            await does(cleo, action)
    async with open_house(Settings(database=database)) as house:  # the server was started again
        cleo, ana = await house.join(link), await house.join(links.seats[0])
        mine = [sheet for sheet in cleo.scene.sheets if sheet.owner == "Cleo"]
        assert mine
        assert ana.scene.rewinds == [] or min(point.n for point in ana.scene.rewinds) > 1
        assert "no step" in (await ana.refused(Rewind(new_id(), ana.v, 1))).sentence
        # what was there before is shown as everyone saw it then, and one can begin again from there
        then = await house.get(link, f"/steps/{before}")
        old = msgspec.json.decode(then.content, type=SceneAt).scene
        assert not [sheet for sheet in old.sheets if sheet.owner == "Cleo"]
        await ana.done(End(new_id(), sure=True))
        record = (await house.get(link, "/record")).text
        assert '"Cleo"' not in record.partition("\n")[0]
        assert verify(find_game(game), record).fair


async def test_all_of_it_goes_into_a_copy_and_a_fork(database: str) -> None:
    async with open_house(Settings(database=database)) as house:
        links, ana, code = await begun(house, "deckahedron")
        before = ana.v
        link = await sit(house, code, guest("Cleo"))
        assert link is not None
        cleo = await house.join(link)
        await does(cleo, HEROES["deckahedron"][0])
        await ana.catch_up(cleo.v)
        await ana.done(End(new_id(), sure=True))

        file = (await house.get(links.host, "/export")).content
        answer = await house.http.post("/api/v1/tables/import", content=file)
        assert answer.status_code == 201, answer.text
        copy = msgspec.json.decode(answer.content, type=Links)
        assert [seat.name for seat in copy.seats] == ["Ana", "Ben", "Cleo"]
        record = (await house.get(copy.host, "/record")).text
        assert verify(find_game("deckahedron"), record).fair

        for v, seats in ((before, ["Ana", "Ben"]), (cleo.v, ["Ana", "Ben", "Cleo"])):
            answer = await house.post(links.host, "/fork", {"v": v, "name": "Again"})
            forked = msgspec.json.decode(answer.content, type=Links)
            assert [seat.name for seat in forked.seats] == seats
            await house.join(forked.seats[-1])


async def test_a_friend_waits_until_an_open_question_is_answered(quick_house: OwnHouse) -> None:
    house = quick_house
    links, ana, code = await begun(house, "deckahedron")
    ben, cleo = await house.join(links.seats[1]), guest("Cleo")
    await ben.done(Do(new_id(), ben.v, {"do": "flip", "stat": "strength"}))
    await ana.catch_up(ben.v)
    assert ana.scene.question is not None

    assert (await shown(house, code)).more
    assert await sit(house, code, cleo) is None
    assert len(ana.table.seats) == 2

    await ana.done(Answer(new_id(), ana.v, "standard"))
    await ben.catch_up(ana.v)
    while ben.scene.question is not None:
        await ben.done(Answer(new_id(), ben.v, "no"))
    assert await sit(house, code, cleo) is not None


async def test_at_a_door_where_one_asks_the_host_lets_a_latecomer_in(quick_house: OwnHouse) -> None:
    house = quick_house
    _, ana, code = await begun(house, "thousand-faces")
    await ana.done(Invite(new_id(), "ask", watching=False))
    cleo = guest("Cleo")
    assert await sit(house, code, cleo) is None

    await ana.settle()
    await ana.done(LetIn(new_id(), ana.table.knocks[0].id, yes=True))

    assert await sit(house, code, cleo) is not None
    assert [seat.name for seat in ana.table.seats] == ["Ana", "Ben", "Cleo"]


async def test_there_is_no_room_beyond_what_the_game_has(quick_house: OwnHouse) -> None:
    house = quick_house
    _, _, code = await begun(house, "thousand-faces")
    assert "already" in await told_no(house, code, guest("Ben"))
    for name in ("Cleo", "Dan", "Eve", "Finn"):
        assert await sit(house, code, guest(name)) is not None

    assert not (await shown(house, code)).more
    assert await told_no(house, code, guest("Gil")) == "Every seat at this table is taken."


async def test_a_scene_that_began_before_somebody_sat_down_is_no_place_to_go_back_to(
    quick_house: OwnHouse,
) -> None:
    """It is not taken for one that begins where they sat down; the next scene is such a place."""
    house = quick_house
    _, ana, code = await begun(house, "deckahedron", adventure="the-bell-under-the-weir")
    await ana.settle()
    assert [scene.title for scene in ana.table.scenes] == ["The ford at dusk"]

    await does(ana, {"do": "tale.tell", "part": "the-ford-at-dusk#1"})
    link = await sit(house, code, guest("Cleo"))
    assert link is not None
    cleo = await house.join(link)
    assert not [offer for offer in cleo.scene.offers if offer.do.startswith("tale.")]
    await does(ana, {"do": "tale.say", "words": "The ferry lands."})

    assert ana.table.scenes == []
    await does(ana, {"do": "tale.go", "to": "the-mill"})
    assert [scene.title for scene in ana.table.scenes] == ["The mill"]
