"""Cards on paper, as a reader of the PDF finds them."""

from __future__ import annotations

import re
import subprocess
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.engine.view import Face
from fatedeck.press import Style, cards, licences
from fatedeck.press.compiler import PLAIN, Unprintable, typeset
from fatedeck.press.faces import curled, drawn, spoken
from fatedeck.press.packs import _data, packs
from fatedeck.press.printing import Chosen, as_data, choose, style_of

BUILT_IN = ["adventurer-factory", "deck-of-adventures", "deckahedron", "realms-behind"]
BUILT_IN += ["thousand-faces"]
MM = 72 / 25.4


def words(pdf: bytes) -> str:
    """All text of a PDF on one line, as a search in a viewer goes through it."""
    told = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    return re.sub(r"\s+", " ", told.stdout.decode())


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_card_of_a_game_is_printed_with_its_name(game: str) -> None:
    """All sets, in the ink that takes the least time; tagged and archival, or it would fail."""
    chosen = choose(game)
    text = words(cards(game, Style(backs="none", ink="light")).pdf)

    printed = {name for one in chosen.sets for name in one.cards}
    assert printed == set(chosen.faces)
    for name in printed:
        face = chosen.faces[name]
        said = re.sub("^Card |,.*", "", face.title) if face.kind == "edges" else spoken(face)
        for part in re.split(r"[\s-]+", curled(said)):
            assert part in text, (name, part)


@pytest.mark.parametrize(
    ("game", "ink", "card"),
    [
        ("adventurer-factory", "full", "Hulking Physique"),
        ("thousand-faces", "bw", "Goreography"),
        ("deckahedron", "light", "Use a Magic Item"),
    ],
)
def test_the_longest_texts_fit_in_every_ink_and_in_large_print(
    game: str, ink: str, card: str
) -> None:
    style = style_of({"ink": ink, "text": "large", "backs": "none"})

    assert card in words(cards(game, style).pdf)


def test_a_choice_stands_behind_its_dot_and_a_result_behind_its_signs() -> None:
    """Volley: on ✔✔ the player picks one of three options. TFA-143."""
    lines = drawn(choose("thousand-faces").faces["volley"], "full")["lines"]

    assert isinstance(lines, list)
    assert [line["sign"] for line in lines] == ["", "✔✔✔", "✔✔", "✅", "•", "•", "•"]


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_the_paper_has_its_size(paper: str, size: tuple[float, float]) -> None:
    style = style_of({"paper": paper})
    pages = PdfReader(BytesIO(cards("deckahedron", style, sets=["deck"]).pdf)).pages

    assert len(pages) == 2 + 4  # the guide and its back; two sheets of twelve squares, both sides
    for page in pages:
        assert page.trimbox == page.mediabox
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (size[0] * MM, size[1] * MM), abs=0.01
        )


@pytest.mark.parametrize(("last", "length"), [("10", 100), ("4", 4 * 25.4)])
def test_the_rulers_on_the_first_sheet_are_true(last: str, length: float) -> None:
    """From the 0 below its first stroke to the number below its last one."""
    pdf = cards("deckahedron", Style(backs="none"), sets=["wounds"]).pdf
    boxes = subprocess.run(
        ["pdftotext", "-bbox", "-l", "1", "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()
    row = r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">(\d+)<'
    found = [(float(a), y, float(b), word) for a, y, b, word in re.findall(row, boxes)]
    middles = {(y, word): (a + b) / 2 for a, y, b, word in found}
    lengths = [
        (middles[y, last] - middles[y, "0"]) / MM
        for y in {y for y, word in middles if word == "0"}
        if (y, last) in middles
    ]

    assert any(one == pytest.approx(length, abs=0.1) for one in lengths), lengths


def test_the_same_cards_are_the_same_bytes() -> None:
    once = cards("deckahedron", sets=["wounds"])

    assert cards("deckahedron", sets=["wounds"]) == once


def test_an_option_changes_the_cards_as_it_changes_the_game() -> None:
    """D02 reads ✔✔ on its Crescent in the classic printing, and ✔ in the later one. DKH-21."""
    classic, later = (choose("deckahedron", {"faces": faces}) for faces in ("classic", "current"))

    assert "Crescent two checks" in _alt(classic, "D02")
    assert "Crescent one check" in _alt(later, "D02")


def test_what_is_drawn_is_told_in_words() -> None:
    """W1 of the later game: ✗ on three edges, a checked box on the fourth, goats in its corners."""
    assert _alt(choose("thousand-faces"), "W1") == (
        "Anvil one cross, Blade one cross, Crown one cross, Dragon one checked box, "
        "corners goat, goat, goat, goat"
    )


def test_a_reader_meets_the_name_then_the_picture_then_the_text() -> None:
    """The tags of a page: a heading and a figure for each square card, in that order or reversed
    together, and nothing else."""
    pdf = cards("deckahedron", Style(backs="none", guide=False), sets=["deck"]).pdf
    kinds = re.findall(rb"/Type/StructElem/S/(\w+)", pdf)

    assert kinds.count(b"H1") == 20
    assert kinds.count(b"Figure") == 20


def test_a_feat_says_what_it_needs_and_costs() -> None:
    """Divine Blessing: Theurgy 3, 2 AP and 1 Madness; a table itself has no cards of feats."""
    chosen = choose("realms-behind", sets=["feats"])
    blessing = chosen.faces["blessing"]

    assert len(chosen.sets[0].cards) == 29  # as many as the data file says there are
    assert blessing.facts["type"] == "Technique, level 1 · 2 AP, 1 Madness"
    assert blessing.text.startswith("Needs Theurgy 3.\nBuild a helpful prayer.")
    game = find_game("realms-behind")
    assert "blessing" not in game.faces(game.Options())


def test_a_deck_is_printed_with_its_copies() -> None:
    """Iron Road has 40 cards, four of them Knights: 5 sheets of 9 with a guide."""
    made = cards("adventurer-factory", Style(backs="none"), deck="iron road")

    assert made.told == "Adventurer Factory: 40 cards on 5 sides."
    assert words(made.pdf).count("Knight Class") >= 1
    assert words(made.pdf).count(" Knight ") >= 4


def test_a_list_is_read_by_the_rules_of_the_game() -> None:
    made = choose("adventurer-factory", deck="3 Knight\n2 Sword\n")

    assert made.sets == [CardSet("deck", "A deck", {"knight": 3, "sword": 2})]


def test_text_steps_down_and_then_fails_by_name() -> None:
    """A card's text gets smaller until it fits; one that never fits is named."""
    chosen = _saying("one " * 60)
    assert typeset("cards", as_data(chosen, Style(backs="none"))[0])

    with pytest.raises(Unprintable, match="The Flood has more text than its card holds"):
        typeset("cards", as_data(_saying("one " * 600), Style(backs="none"))[0])


def _saying(text: str) -> Chosen:
    face = Face("The Flood", "move", text)
    return Chosen(find_game("deckahedron"), {"flood": face}, [CardSet("a", "A", {"flood": 1})])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"paper": "a5"}, "Paper is a4 or letter, not “a5”."),
        ({"backs": "both"}, "Backs is duplex, fold or none, not “both”."),
        ({"gap": -1.0}, "A gap is from 0 to 20 mm wide, and a bleed from 0 to 5 mm."),
        ({"bleed": 50.0}, "A gap is from 0 to 20 mm wide, and a bleed from 0 to 5 mm."),
        ({"gap": float("nan")}, "A gap is from 0 to 20 mm wide, and a bleed from 0 to 5 mm."),
        ({"offset": (0.0, 11.0)}, "Backs are moved by at most 10 mm."),
    ],
)
def test_a_style_that_is_none_gets_a_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        style_of(given)
    assert str(caught.value) == sentence


def test_a_style_is_looked_at_from_python_too() -> None:
    assert style_of({"paper": "A4", "ink": "BW"}) == Style("a4", ink="bw")
    with pytest.raises(Unreadable, match="Paper is a4 or letter, not “a3”"):
        cards("deckahedron", Style("a3"), sets=["deck"])  # type: ignore[arg-type]


def test_what_there_is_to_print_is_named() -> None:
    with pytest.raises(Unreadable, match=r"no set “moves”\. You can print: deck, wounds, skills"):
        choose("deckahedron", sets=["moves"])
    with pytest.raises(Unreadable, match=r"no deck “x”\. There are: "):
        choose("adventurer-factory", deck="x")
    with pytest.raises(Unreadable, match="Nobody brings a deck to Deckahedron"):
        choose("deckahedron", deck="x")
    with pytest.raises(Unreadable, match="no option “colour”"):
        choose("deckahedron", {"colour": "red"})


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_whose_work_it_is_stands_on_the_first_sheet(game: AnyRuleset) -> None:
    chosen = choose(game.id)
    name = next(iter(chosen.sets[0].cards))
    one = msgspec.structs.replace(chosen, sets=[CardSet("one", "One", {name: 1})])
    text = words(typeset("cards", as_data(one, Style(backs="none"))[0]))
    bare = words(typeset("cards", as_data(one, Style(backs="none", guide=False))[0]))

    assert licences.short(game) in bare
    assert re.sub(r"\s+", " ", game.attribution) in text
    assert game.licence in text
    assert "Changes were made" in text
    assert ("Not for sale" in text) == ("NC" in game.licence)
    assert ("For your own table only" in text) == (game.id == "adventurer-factory")


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_back_of_a_square_looks_the_same_however_it_is_turned(
    tmp_path: Path, turns: int
) -> None:
    """Turned, it differs by a shade where lines meet the grid of pixels, and nowhere by more."""
    chosen = choose("deckahedron", sets=["deck"])
    (pack,) = packs(chosen)
    sheet = {"columns": 1, "rows": 1, "cards": [None]}
    pdf = typeset("singles", _data(chosen, pack, 0, [sheet]), standards=PLAIN)
    (tmp_path / "back.pdf").write_bytes(pdf)
    draw = ["pdftoppm", "-gray", "-singlefile", "-r", "254", "back.pdf", "back"]
    subprocess.run(draw, cwd=tmp_path, check=True)
    side = 635  # 63.5 mm at 254 ppi
    pixels = turned = (tmp_path / "back.pgm").read_bytes()[-side * side :]
    for _ in range(turns):
        turned = bytes(turned[x * side + (side - 1 - y)] for y in range(side) for x in range(side))

    apart = sum(abs(a - b) > 60 for a, b in zip(pixels, turned, strict=True))
    assert apart < side * side * 0.002


def _alt(chosen: Chosen, name: str) -> str:
    only = msgspec.structs.replace(chosen, sets=[CardSet("one", "One", {name: 1})])
    data, _, _ = as_data(only, Style(backs="none"))
    found = re.search(r'"alt":"([^"]*)"', msgspec.json.encode(data["sets"]).decode())
    assert found
    return found[1]
