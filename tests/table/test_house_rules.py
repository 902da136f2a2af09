"""Tables under house rules: everybody is told what is different, and houses never mix."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.house import ENVIRONMENT, houses_here, kept_house, read_house
from fatedeck.table.checking import check_database
from fatedeck.table.protocol import HouseChange
from fatedeck.table.serve import run
from fatedeck.table.settings import Settings, from_environment
from tests.houses import begin_anew, end
from tests.table.house import open_house

TOUGH = """\
title: Tough wolves
game: deckahedron
changes:
  tables:
    foes:
      Wolf: {stamina: 9}
      Bandit: null
      Ogre: {stamina: 12}
"""


@pytest.fixture(autouse=True)
def afresh() -> Iterator[None]:
    begin_anew()
    yield
    end()


def move_to(text: str) -> None:
    """What another process would do: it lives by other house rules."""
    begin_anew(read_house(text) if text else [])


async def test_everybody_is_told_and_a_table_stays_in_its_house(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    move_to(TOUGH)
    async with open_house(settings) as server:
        table = await server.sit("deckahedron")
        for reader in table.readers.values():
            told = reader.table.house
            assert told is not None
            assert told.title == "Tough wolves"
            assert told.changes == [
                HouseChange("foes › Wolf › stamina", "4", "9"),
                HouseChange("foes › Bandit", "name Bandit, stamina 5", ""),
                HouseChange("foes › Ogre", "", "stamina 12"),
            ]
            assert "house" not in reader.table.options
        other = await server.sit("high-card")
        assert other["Ana"].table.house is None
        await table.agree_to_copy()
        file = (await server.get(table.links.host, "/export")).content
        kept = kept_house("deckahedron", json.loads(json.loads(file)["table"]["options"]))
        assert kept is not None
        assert kept.text == TOUGH
        answer = await server.http.post("/api/v1/tables/import", content=file)
        assert answer.status_code == 201, answer.text
    move_to("")
    async with open_house(settings) as server:
        sentence = (
            "This game can’t be played here, where the printed rules hold. It’s played by the "
            f"house rules “Tough wolves” ({kept.hash[:8]}). Start fatedeck with them."
        )
        ana = await server.knock(table["Ana"].link)
        assert (await ana.bye()).sentence == sentence
        answer = await server.http.post("/api/v1/tables/import", content=file)
        assert (answer.status_code, answer.json()["sentence"]) == (400, sentence)
        await server.join(other["Ana"].link)
    report = await check_database(settings.database, None, lambda _: None)
    assert report.damaged == []
    assert [passed.sentence for passed in report.passed] == [sentence] * 2
    move_to(TOUGH)
    async with open_house(settings) as server:
        assert (await server.join(table["Ana"].link)).table.house is not None


async def test_a_page_cannot_bring_house_rules_along(tmp_path: Path) -> None:
    move_to(TOUGH)
    theirs = houses_here()[0].kept()
    move_to("")
    body = {
        "game": "deckahedron",
        "name": "Saturday",
        "seats": [{"name": "Gil", "role": "gm"}, {"name": "Ana", "role": "player"}],
        "options": {"house": theirs},
    }
    async with open_house(Settings(database=str(tmp_path / "tables.sqlite3"))) as server:
        answer = await server.http.post("/api/v1/tables", json=body)
    assert answer.status_code == 400
    assert "It’s played by the house rules “Tough wolves”" in answer.json()["sentence"]


def test_house_rules_are_a_setting_and_looked_through_before_anybody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(TOUGH.replace("changes", "change"))
    monkeypatch.setenv(ENVIRONMENT, str(path))
    assert from_environment().house == str(path)
    with pytest.raises(Unreadable, match=r"house.yaml, line 4: “change” isn’t known here"):
        run(Settings(house=str(path)))
