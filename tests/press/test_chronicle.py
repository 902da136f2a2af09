from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from fatedeck.bots.machines import OWN, AnyRecord, machine
from fatedeck.bots.trying import new_record, step
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import find_game
from fatedeck.press.books import chronicle_pdf
from fatedeck.press.chronicle import chronicle, read_chronicle


@pytest.fixture(scope="module")
def played() -> AnyRecord:
    """The first scenes of an adventure, with machines in both chairs."""
    record = new_record(find_game("deckahedron").adventures["the-bell-under-the-weir"], 1, "x")
    player = machine("deckahedron", OWN)
    for _ in range(40):
        assert step(record, player)
    return record


def test_a_story_is_told_scene_by_scene(played: AnyRecord) -> None:
    story = chronicle(played)
    told = [entry for entry in played.log if entry.line.scene]

    assert story.title == "The Bell Under the Weir"
    assert {part.title for part in story.parts} <= {
        "How it began",
        *(entry.line.scene for entry in told),
    }
    assert any(one.cards for part in story.parts for text in part.passages for one in text.drawn)
    assert [figure.name for figure in story.figures] == ["Brann"]


def test_what_was_taken_back_did_not_happen(played: AnyRecord) -> None:
    before = chronicle(played)
    for entry in played.log[-6:]:
        entry.undone = True
    after = chronicle(played)
    for entry in played.log[-6:]:
        entry.undone = False

    def words(parts: object) -> str:
        return str(parts)

    last = played.log[-1].line.read_by(None)
    assert last in words(before.parts)
    assert len(words(after.parts)) < len(words(before.parts))


def test_a_chronicle_is_a_small_book(played: AnyRecord) -> None:
    made = chronicle_pdf(played.ruleset, chronicle(played, "The long night"))
    read = PdfReader(BytesIO(made))

    assert "The long night" in " ".join(read.pages[0].extract_text().split())
    assert "Brann" in read.pages[1].extract_text()
    assert b"pdfuaid" in made
    assert made == chronicle_pdf(played.ruleset, chronicle(played, "The long night"))


def test_a_record_is_read_as_everybody_or_as_one_seat() -> None:
    duel = min(Path("tests/records/adventurer-factory").glob("*.jsonl"))
    _, everybody = read_chronicle(duel)
    header = duel.read_text("utf-8").splitlines()[0]
    first = "Ana" if '"Ana"' in header else header.split('"name":"')[1].split('"')[0]
    _, own = read_chronicle(duel, seat=first)

    assert own.parts != everybody.parts
    with pytest.raises(Unreadable, match="Nobody sits there as “Nobody”"):
        read_chronicle(duel, seat="Nobody")


def test_a_chronicle_shows_no_cards_that_nobody_saw_and_ends_on_its_last_page() -> None:
    """In The Realms Behind everybody draws a hand of their own."""
    game, story = read_chronicle(Path("tests/records/realms-behind/a-day-in-words.jsonl"))
    assert story.figures[0].name == "Mira"
    assert story.figures[0].about == "played by Ana"
    drawn = [one for part in story.parts for text in part.passages for one in text.drawn]
    assert drawn
    assert all(any(card.title for card in one.cards) for one in drawn)

    pages = [page.extract_text() for page in PdfReader(BytesIO(chronicle_pdf(game, story))).pages]
    assert "Licence" in pages[1]
    assert "The end" in pages[-1]
    assert len(pages[-1]) > 100
