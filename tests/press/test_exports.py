"""Cards for other tables: what their programs want is true of every file, or nothing is written."""

from __future__ import annotations

import csv
import io
import json
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as Xml
from zipfile import ZipFile

import pytest

from fatedeck.engine.errors import Unreadable
from fatedeck.press.export import _ready_to_play, export
from fatedeck.press.formats import cockatrice, folder, foundry, pcio, tts, vtt
from fatedeck.press.formats.folder import pixels
from fatedeck.press.formats.room import places
from fatedeck.press.formats.zipped import zipped
from fatedeck.press.packs import Files, packs
from fatedeck.press.printing import choose


@pytest.fixture(scope="module")
def room() -> Files:
    return export("deckahedron", "pcio", sets=["wounds"]).files


def opened(archive: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(archive)) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_a_room_for_playingcards_io_has_all_copies_and_hands(room: Files) -> None:
    """Three of each of two Wounds, one of each of six Blessings, and a hand."""
    inside = opened(room["deckahedron.pcio"])
    widgets = json.loads(inside["widgets.json"])

    assert inside["schemaVersion"] == b"8"
    assert Counter(widget["type"] for widget in widgets) == {
        "hand": 1,
        "holder": 2,
        "cardDeck": 1,
        "card": 3 * 2 + 6,
    }
    (deck,) = (widget for widget in widgets if widget["type"] == "cardDeck")
    assert deck["cardTypes"]["w1"]["label"] == "Wound card W1"
    assert set(inside) == {"widgets.json", "schemaVersion", "userassets/wounds-back.png"} | {
        f"userassets/wounds-{name}.png" for name in deck["cardTypes"]
    }


def test_the_same_room_is_the_same_bytes(room: Files) -> None:
    assert export("deckahedron", "pcio", sets=["wounds"]).files == room


def test_a_room_has_a_deck_for_each_player() -> None:
    made = packs(choose("deckahedron", sets=["deck", "wounds"]))

    assert [place.label for place in places(made, 3)] == [
        "The Deckahedron 1",
        "The Deckahedron 2",
        "The Deckahedron 3",
        "Wounds and blessings",
    ]
    corners = [(place.x, place.y) for place in places(made, 8)]
    assert len(set(corners)) == 9
    assert max(x for x, _ in corners) + 2 * 111 + 10 <= 1600
    assert max(y for _, y in corners) + 111 + 36 <= 820  # above the hands


def test_a_room_for_virtualtabletop_finds_all_it_names() -> None:
    files = export("deckahedron", "vtt", sets=["wounds"]).files
    inside = opened(files["deckahedron.vtt"])
    widgets = json.loads(inside["0.json"])

    assert widgets.pop("_meta")["version"] == 22
    deck = widgets["wounds-deck"]
    assert deck["faceTemplates"][1]["objects"][0]["dynamicProperties"] == {"value": "image"}
    assert deck["cardTypes"]["w1"]["image"][1:] in inside
    assert sum(widget["type"] == "card" for widget in widgets.values()) == 12


def test_a_duel_begins_with_two_decks() -> None:
    """Iron Road and Silver Tongue have 40 cards each; all 105 lie beside them."""
    box = choose("adventurer-factory")

    assert [pack.count for pack in packs(_ready_to_play(box))] == [40, 40, 105]


def test_tabletop_simulator_cuts_the_right_card_out_of_each_sheet() -> None:
    made = export("deckahedron", "tts", sets=["wounds"], images="https://cards.example/dkh").files
    (deck,) = json.loads(made["deckahedron-wounds.json"])["ObjectStates"]
    sheet = deck["CustomDeck"]["1"]

    assert deck["DeckIDs"] == [100] * 3 + [101] * 3 + [102, 103, 104, 105, 106, 107]
    assert [card["Nickname"] for card in deck["ContainedObjects"]][2:4] == [
        "Wound card W1",
        "Wound card W2",
    ]
    assert sheet["FaceURL"].startswith("https://cards.example/dkh/wounds-")
    # Eight faces and what others see, 405 pixels each: nine columns, and two rows at the least.
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (9, 2)
    assert pixels(made[sheet["FaceURL"].rpartition("/")[2]]) == (9 * 405, 2 * 405)


def test_a_sheet_of_tabletop_simulator_holds_sixty_nine() -> None:
    """The seventieth place is what others see of a hand: 105 cards take two sheets."""
    (pack,) = packs(choose("adventurer-factory"))
    sheets = tts._sheets(pack.cards)

    assert [(wide, high, len(cards)) for wide, high, cards in sheets] == [(10, 7, 69), (10, 4, 36)]


def test_foundry_finds_its_pictures_in_the_module() -> None:
    files = export("deckahedron", "foundry", sets=["wounds"]).files
    inside = opened(files["fatedeck-deckahedron.zip"])
    deck = json.loads(inside["fatedeck-deckahedron/decks/wounds.json"])

    assert json.loads(inside["fatedeck-deckahedron/module.json"])["id"] == "fatedeck-deckahedron"
    assert (deck["type"], len(deck["cards"])) == ("deck", 12)
    card = deck["cards"][0]
    assert card["faces"][0]["img"] == "modules/fatedeck-deckahedron/cards/wounds/w1.png"
    assert card["faces"][0]["text"].startswith("<p>Anchor two crosses")
    assert card["drawn"] is False


def test_cockatrice_knows_every_card_of_a_deck() -> None:
    files = export("adventurer-factory", "cockatrice", deck="iron road").files
    base = Xml.fromstring(files["customsets/AFFD.xml"])
    deck = Xml.fromstring(files["decks/iron_road.cod"])

    assert base.get("version") == "4"
    sword = next(card for card in base.iter("card") if card.findtext("name") == "Sword")
    assert [part.tag for part in sword] == ["name", "text", "prop", "set", "tablerow"]
    assert sum(int(card.get("number", "0")) for card in deck.iter("card")) == 40
    assert "pics/AFFD/Sword.png" in files


@pytest.mark.parametrize(
    ("shop", "size"), [("tgc", (825, 825)), ("mpc", (822, 822)), ("none", (750, 750))]
)
def test_a_print_shop_gets_its_own_pixels(shop: str, size: tuple[int, int]) -> None:
    files = export("deckahedron", "png", sets=["wounds"], shop=shop).files
    pictures = {name: file for name, file in files.items() if name.endswith(".png")}

    assert [*pictures][:2] == ["wounds/0001-w1.png", "wounds/0002-w2.png"]
    assert {pixels(file) for file in pictures.values()} == {size}
    for file in pictures.values():
        at = file.index(b"pHYs")
        assert struct.unpack(">IIB", file[at + 4 : at + 13]) == (11811, 11811, 1)  # 300 ppi


def test_poker_cards_have_the_pixels_of_the_shops() -> None:
    """The Game Crafter: 2.75 by 3.75 inches at 300 ppi. MakePlayingCards: 822 by 1122."""
    for shop, size in (("tgc", (825, 1125)), ("mpc", (822, 1122))):
        files = export("high-card", "png", shop=shop).files
        assert {pixels(file) for name, file in files.items() if name.endswith(".png")} == {size}


def test_a_table_of_all_cards_has_their_texts() -> None:
    files = export("thousand-faces", "csv").files
    rows = [*csv.DictReader(io.StringIO(files["cards.csv"].decode("utf-8-sig")))]

    assert len(rows) == 104
    wound = next(row for row in rows if row["id"] == "w1")
    assert (wound["set"], wound["name"], wound["count"]) == ("wounds", "Wound", "3")
    assert "Dragon one checked box" in wound["text"]


def test_whose_work_it_is_lies_beside_every_export(room: Files) -> None:
    assert b"Shandy Brown" in room["LICENCE.txt"]
    assert b"Changes were made" in room["LICENCE.txt"]
    sold = export("deck-of-adventures", "csv")
    assert sold.told[-1].startswith("Not for sale")
    assert b"Not for sale" in sold.files["LICENCE.txt"]
    assert export("adventurer-factory", "csv").told[-1].startswith("For your own table only")


def test_what_would_not_open_is_found(room: Files) -> None:
    """Break each file once: a picture gone, a card of another deck, a deck of other cards."""
    inside = opened(room["deckahedron.pcio"])
    without = {name: file for name, file in inside.items() if not name.endswith("w1.png")}
    assert pcio.wrong({"a.pcio": zipped(without)}) == [
        "wounds-deck has no picture package://userassets/wounds-w1.png."
    ]
    strange = inside["widgets.json"].replace(b'"cardType":"w1"', b'"cardType":"x"', 1)
    assert pcio.wrong({"a.pcio": zipped({**inside, "widgets.json": strange})}) == [
        "wounds-w1-1 is no card of its deck."
    ]
    made = packs(choose("deckahedron", sets=["wounds"]))
    assert folder.wrong({}, made, "tgc") == ["Wounds and blessings: 0 pictures for 8 cards."]
    files = export("deckahedron", "vtt", sets=["wounds"]).files
    small = {n: f for n, f in opened(files["deckahedron.vtt"]).items() if n.endswith(".json")}
    assert len(vtt.wrong({"a.vtt": zipped(small)})) == 8 + 1  # each face and the back
    saved = export("deckahedron", "tts", sets=["wounds"]).files
    name = "deckahedron-wounds.json"
    moved = saved[name].replace(b'"CardID": 107', b'"CardID": 190')
    assert tts.wrong({**saved, name: moved}) == [
        f"{name}: the deck and its cards disagree.",
        f"{name}: Blessing card B6 lies on no sheet.",
    ]
    module = export("deckahedron", "foundry", sets=["wounds"]).files
    bare = opened(module["fatedeck-deckahedron.zip"])
    bare = {n: f for n, f in bare.items() if not n.endswith("b1.png")}
    assert len(foundry.wrong({"fatedeck-deckahedron.zip": zipped(bare)})) == 1
    whole = opened(module["fatedeck-deckahedron.zip"])
    name = "fatedeck-deckahedron/decks/wounds.json"
    for field in (b'"drawn"', b'"sort"', b'"suit"'):
        misspelt = {**whole, name: whole[name].replace(field, b'"x"', 1)}
        (sentence,) = foundry.wrong({"fatedeck-deckahedron.zip": zipped(misspelt)})
        assert sentence.startswith(f"{name} is no deck of Foundry")


def test_a_card_that_cockatrice_does_not_know_is_found() -> None:
    base = b"<cockatrice_carddatabase><cards/></cockatrice_carddatabase>"
    deck = b"<cockatrice_deck><zone><card name='Sword' number='1'/></zone></cockatrice_deck>"

    found = cockatrice.wrong({"customsets/A.xml": base, "decks/a.cod": deck})
    assert found == ["decks/a.cod: there is no card Sword."]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"to": "lackey"}, "The press can’t write for “lackey”. It can for: pcio, vtt, tts, "),
        ({"to": "png", "shop": "corner"}, "A shop is tgc (The Game Crafter) or mpc "),
        ({"to": "cockatrice"}, "Cockatrice is for duels of decks; Deckahedron is none."),
    ],
)
def test_what_cannot_be_exported_gets_a_sentence(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        export("deckahedron", given["to"], shop=given.get("shop", "none"))
    assert str(caught.value).startswith(sentence)


def test_files_are_written_below_the_folder(tmp_path: Path, room: Files) -> None:
    export("deckahedron", "png", sets=["wounds"]).save(tmp_path / "out")

    assert (tmp_path / "out/wounds/back.png").is_file()
    assert [*_names(tmp_path / "out")].count("wounds/0001-w1.png") == 1


def _names(under: Path) -> Iterator[str]:
    return (str(path.relative_to(under)) for path in under.rglob("*"))


def test_house_rules_change_the_cards_as_they_change_the_game(tmp_path: Path) -> None:
    """A sword that says something else at this house says so on its card, and whose idea it was."""
    (tmp_path / "house.yaml").write_text(
        "title: Long swords\ngame: deckahedron\n"
        "changes: {items: {mundane_items: {Sword: {text: a sword as long as a hero}}}}\n",
        "utf-8",
    )
    command = [sys.executable, "-m", "fatedeck", "press", "export", "deckahedron", "--to", "csv"]
    house = ["--house", "house.yaml", "--set", "items"]
    subprocess.run([*command, *house], cwd=tmp_path, check=True, capture_output=True)

    assert "a sword as long as a hero" in (tmp_path / "cards.csv").read_text("utf-8-sig")
    assert "house rules “Long swords”" in (tmp_path / "LICENCE.txt").read_text("utf-8")
