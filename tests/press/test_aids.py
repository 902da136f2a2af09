from io import BytesIO

import pytest
from pypdf import PdfReader

from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.press.aids import aid_sheets, condition_cards
from fatedeck.press.books import aids_pdf

BUILT_IN = [game for game in games() if game.id != "high-card"]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_every_card_is_on_a_sheet_with_its_name(game: AnyRuleset) -> None:
    made = aids_pdf(game, "letter")
    words = "".join("".join(page.extract_text().split()) for page in PdfReader(BytesIO(made)).pages)

    assert ("Tentsfortheorderofturns" in words) == (game.seating.most > 2)
    assert sum(card.kind == "odds" for one in aid_sheets(game, "letter") for card in one.cards) >= 4
    for sheet in aid_sheets(game, "letter"):
        assert len(sheet.cards) == len(sheet.sheet.fronts)
        for card in sheet.cards:
            assert "".join(card.title.replace("✔", "").split()) in words
    assert b"pdfuaid" in made


def test_the_same_aids_have_the_same_bytes() -> None:
    game = find_game("adventurer-factory")
    assert aids_pdf(game) == aids_pdf(game)


def test_a_condition_without_words_of_its_own_has_those_of_its_clause() -> None:
    """RB-16.5: -1 per stack to attacks, and one stack leaves per turn."""
    cards = {card.title: card for card in condition_cards(find_game("realms-behind"))}

    crippled = str(cards["Crippled"].face)
    assert "RB-16.5" in crippled
    assert "-1 per stack to Attack actions" in crippled
    assert not any("ruling" in str(card.face) for card in cards.values())


def test_a_foes_card_has_a_box_for_each_point_it_can_lose() -> None:
    cards = [card for sheet in aid_sheets(find_game("deckahedron"), "a4") for card in sheet.cards]
    foes = [card.foe for card in cards if card.foe is not None]

    assert foes
    for foe in foes:
        assert dict(foe.figures)[foe.worn] == str(foe.boxes)


def test_foes_of_whom_little_is_said_lie_on_small_cards() -> None:
    """A Guard of Deck of Adventures has four powers; a foe of the Deckahedron has its figures."""
    sizes = {
        game: {sheet.size.name for sheet in aid_sheets(find_game(game), "a4") if sheet.cards[0].foe}
        for game in ("deck-of-adventures", "deckahedron")
    }

    assert sizes == {"deck-of-adventures": {"tarot"}, "deckahedron": {"poker"}}


def test_the_wheel_has_every_rank_and_every_distance() -> None:
    """Thirteen ranks in a circle: the farthest is six steps away. DOA-72."""
    pages = PdfReader(BytesIO(aids_pdf(find_game("deck-of-adventures")))).pages
    (wheel,) = [text for page in pages if "to cut out and turn" in (text := page.extract_text())]
    discs = wheel.partition("it is a success.")[2]

    assert all(rank in discs for rank in "JQK")
    # Each distance twice on the small disc; on the large one the ranks, of which 10 has a 1, too.
    assert [discs.count(digit) for digit in "126"] == [3, 3, 3]
    assert "Target" in discs
