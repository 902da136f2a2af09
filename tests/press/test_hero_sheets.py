import re
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, PdfObject

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.heroes import write_hero
from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.press.books import sheet_pdf
from fatedeck.press.hero import PLAYERS, Cell, _take, empty, hero_at, hero_of, ready_made, seated
from fatedeck.press.letters import BOX, NOTE, shown

BUILT_IN = [game for game in games() if game.id != "high-card"]


def words_of(pdf: bytes) -> str:
    read = PdfReader(BytesIO(pdf))
    assert len(read.pages) == 1
    return read.pages[0].extract_text().replace("\n", " ")


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_an_empty_sheet_has_everything_that_is_written_on_it(game: AnyRuleset) -> None:
    """On Letter, which is the shorter paper."""
    sheet = empty(game)
    words = words_of(sheet_pdf(game, sheet, "letter"))

    assert not any(cell.value for cell in (*sheet.chief, *sheet.small))
    for label in (*game.paper.chief, *game.paper.left, *game.paper.counted, *game.paper.lines):
        assert label in words


def test_a_ready_made_hero_is_taken_by_name() -> None:
    game = find_game("deckahedron")
    sheet = hero_of(game, "brann")

    assert sheet.name == "Brann"
    assert sheet.chief == (Cell("Strength", "4"), Cell("Dexterity", "1"), Cell("Intelligence", "1"))
    assert [(one.label, one.boxes, one.ticked) for one in sheet.ticked][:2] == [
        ("Stamina", 10, ()),
        ("Harm", 2, ()),
    ]
    words = words_of(sheet_pdf(game, sheet, "letter"))
    assert "Brann" in words
    assert "carried stones" in words


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_the_heroes_in_the_box_have_room_on_one_page(game: AnyRuleset) -> None:
    """Those with the most to say: the last of each box."""
    for hero in list(ready_made(game))[-2:]:
        assert hero.split(",")[0] in words_of(sheet_pdf(game, hero_of(game, hero), "letter"))


def test_what_is_used_every_minute_is_largest() -> None:
    """Brann's three ranks: nothing on the sheet is set larger, not even the name."""
    game = find_game("deckahedron")
    boxes = subprocess.run(
        ["pdftotext", "-bbox", "-", "-"],
        input=sheet_pdf(game, hero_of(game, "Brann")),
        capture_output=True,
        check=True,
    ).stdout.decode()
    found = re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]+)<', boxes)
    heights = sorted((float(low) - float(high), word) for high, low, word in found)

    assert sorted(word for _, word in heights[-3:]) == ["1", "1", "4"]
    assert heights[-4][0] < heights[-3][0]


def test_a_hero_from_a_file_is_made_again_for_its_sheet(tmp_path: Path) -> None:
    game = find_game("thousand-faces")
    record = seated(game)
    _take(record, PLAYERS[0], "Ludo")
    made = game.made(record.state, PLAYERS[0])
    assert made is not None
    file = tmp_path / "ludo.json"
    file.write_text(write_hero(game.id, game.version, made), "utf-8")

    from_file, from_box = hero_of(game, str(file)), hero_of(game, "Ludo")
    assert from_file.name == "Ludo"
    assert from_file.chief == from_box.chief


def test_a_name_in_letters_that_we_lack_is_printed_with_boxes_and_a_note() -> None:
    """Čapek and Łucja are set as they are written; of 王明 there are two boxes."""
    game = find_game("deckahedron")
    brann = hero_of(game, "Brann")
    named = (replace(brann, name=name) for name in ("Łucja Čapek", "Bo 王明 \U0001f43b"))
    known, boxed = (" ".join(words_of(sheet_pdf(game, one)).split()) for one in named)

    assert "Łucja Čapek" in known
    assert NOTE not in known
    assert "Bo" in boxed
    assert NOTE in boxed
    assert shown("Bo 王明 \U0001f43b!") == (f"Bo {BOX}{BOX} {BOX}!", NOTE)


def test_a_seat_of_a_record_has_its_sheet_as_it_stands_at_the_end() -> None:
    record = min(Path("tests/records/deckahedron").glob("*.jsonl"))
    header = record.read_text("utf-8").splitlines()[0]
    seat = "Ana" if '"Ana"' in header else "Ben"
    game, sheet = hero_at(record, seat)

    assert seat in (sheet.player, sheet.name)
    assert game.id == "deckahedron"
    with pytest.raises(Unreadable, match="Nobody plays as “Nobody” there"):
        hero_at(record, "Nobody")


def test_a_hero_that_there_is_not_is_named_with_those_there_are() -> None:
    with pytest.raises(Unreadable, match=r"no hero called “Conan”.*Brann"):
        hero_of(find_game("deckahedron"), "Conan")


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_a_sheet_to_fill_in_has_a_field_for_every_figure(game: AnyRuleset) -> None:
    made = sheet_pdf(game, empty(game), fillable=True)
    read = PdfReader(BytesIO(made))
    fields = read.get_fields() or {}

    paper = game.paper
    assert {"Name", *paper.written, *paper.chief, *paper.left, *paper.counted} <= set(fields)
    assert {f"{title} 1" for title in paper.lines} <= set(fields)
    assert {label for labels in paper.cells.values() for label in labels} <= set(fields)
    page = read.pages[0].mediabox
    for annotation in read.pages[0].annotations or ():
        left, bottom, right, top = map(float, annotation.get_object()["/Rect"])
        assert 0 < left < right < float(page.width)
        assert 0 < bottom < top < float(page.height)
    assert made == sheet_pdf(game, empty(game), fillable=True)


def test_a_sheet_leads_back_to_its_table() -> None:
    game = find_game("realms-behind")
    made = sheet_pdf(game, hero_of(game, "Dhutlo"), link="https://table.example/t/1")

    assert b"pdfuaid" in made
    tree = PdfReader(BytesIO(made)).root_object["/StructTreeRoot"]
    assert "A QR code that leads to https://table.example/t/1" in list(told_of_pictures(tree))


def told_of_pictures(node: PdfObject | None) -> Iterator[str]:
    """What a document tells of its pictures to who cannot see them."""
    found = node.get_object() if node is not None else None
    if isinstance(found, ArrayObject):
        for one in found:
            yield from told_of_pictures(one)
    elif isinstance(found, DictionaryObject):
        if "/Alt" in found:
            yield str(found["/Alt"])
        yield from told_of_pictures(found.get("/K"))


def test_a_duellist_has_the_better_die_on_paper() -> None:
    """At the end of this duel a card lets one player roll 1d8 for Parley instead of no die."""
    duel = Path("tests/records/adventurer-factory/17-ismcts-thumb-ley-lines-silver-tongue.jsonl")
    game, sheet = hero_at(duel, "Ana")

    assert sheet.cells["Dice"][1] == Cell("Parley Die", "1d8")
    assert "1d8" in words_of(sheet_pdf(game, sheet))


def test_a_target_card_is_told_once() -> None:
    _, sheet = hero_at(Path("tests/records/deck-of-adventures/evening.jsonl"), "Ben")

    told = [entry for section in sheet.sections for entry in section.entries]
    assert [entry.title for entry in told].count("Target Card") == 1
    assert "Target Card" not in [section.title for section in sheet.sections]
