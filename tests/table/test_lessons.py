"""Lessons on the page: nothing is kept, so every move says how far one has come."""

from __future__ import annotations

import httpx
import msgspec
import pytest

from fatedeck.engine.ruleset import games
from fatedeck.table.lessons import hear
from fatedeck.table.protocol import Answer, Do, LessonHeard, LessonMove, LessonNow
from tests.table.house import OwnHouse


def wanted(now: LessonNow) -> LessonMove:
    """The move that a stop waits for, as the page sends it."""
    if now.stop.do is not None:
        return LessonMove(now.at, said=Do("x", now.at, now.stop.do))
    if now.stop.answer is not None:
        return LessonMove(now.at, said=Answer("x", now.at, now.stop.answer))
    return LessonMove(now.at)


@pytest.mark.parametrize("game", [ruleset.id for ruleset in games() if ruleset.lessons])
def test_the_first_lesson_of_a_game_is_played_to_its_end(game: str) -> None:
    now = hear(game, 1, LessonMove(look=True)).now
    told = 0
    while now is not None and now.at < now.stops - 1:
        now = hear(game, 1, wanted(now)).now
        told += len(now.shown.story) if now is not None else 0
    assert told > 0


class Learner:
    """Somebody with a lesson open in the browser."""

    def __init__(self, client: httpx.AsyncClient, game: str, number: int = 1) -> None:
        self.client = client
        self.path = f"/api/v1/games/{game}/lessons/{number}"

    async def say(self, **move: object) -> httpx.Response:
        return await self.client.post(self.path, json=move)


async def test_a_wrong_move_changes_nothing_and_is_told_why(quick_house: OwnHouse) -> None:
    client = quick_house.http
    learner = Learner(client, "deckahedron")
    action = {"do": "flip", "stat": "dexterity"}
    wrong = await learner.say(at=0, said={"is": "do", "id": "x", "v": 0, "action": action})
    assert wrong.status_code == 409
    assert wrong.json()["clause"] == "DKH-17"
    assert wrong.json()["sentence"].startswith("Forcing a door takes Strength.")
    early = await learner.say(
        at=0, said={"is": "do", "id": "x", "v": 0, "action": {"do": "end-turn"}}
    )
    assert early.json()["sentence"].startswith("Nobody is in the spotlight.")
    assert (await learner.say(at=0)).status_code == 409
    again = msgspec.json.decode((await learner.say(look=True)).content, type=LessonHeard)
    assert again.now is not None
    assert again.now.at == 0


async def test_forms_are_filled_in_as_at_a_table(quick_house: OwnHouse) -> None:
    client = quick_house.http
    learner = Learner(client, "deckahedron")
    asked = {"is": "ask-form", "id": "x", "do": "flip"}
    form = msgspec.json.decode((await learner.say(at=0, said=asked)).content, type=LessonHeard)
    assert form.form is not None
    assert form.form.params[0].name == "stat"


NONE: list[tuple[str, dict[str, object], int]] = [
    ("deckahedron/lessons/99", {"look": True}, 409),
    ("deckahedron/lessons/0", {"look": True}, 409),
    ("deckahedron/lessons/x", {"look": True}, 400),
    ("chess/lessons/1", {"look": True}, 400),
    ("high-card/lessons/1", {"look": True}, 409),
    ("deckahedron/lessons/1", {"at": 99}, 409),
    ("deckahedron/lessons/1", {"at": -1}, 400),
    ("deckahedron/lessons/1", {"said": {"is": "say", "id": "x", "text": "hi"}}, 400),
    (
        "deckahedron/lessons/1",
        {"said": {"is": "do", "id": "x", "v": 0, "action": {"do": "fly"}}},
        409,
    ),
]


async def test_what_is_no_lesson_gets_a_sentence(quick_house: OwnHouse) -> None:
    for path, move, status in NONE:
        answer = await quick_house.http.post(f"/api/v1/games/{path}", json=move)
        assert answer.status_code == status, answer.text
        assert answer.json()["sentence"]
