from io import BytesIO

import pytest
from pypdf import PdfReader

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import games
from fatedeck.press.book import plain
from fatedeck.press.books import adventure_pdf
from fatedeck.press.story import Chart, Ground, find_adventure, tiles, told

BOXES = {name: text for game in games() for name, text in game.adventures.items()}


@pytest.mark.parametrize("name", BOXES)
def test_an_adventure_is_told_with_every_scene_and_way(name: str) -> None:
    tale = told(BOXES[name])
    known = {place.id for place in tale.places}

    assert tale.places
    assert all(way.to in known for place in tale.places for way in place.ways)
    assert any(place.ends for place in tale.places)
    assert tale.foes or name == "sarukkans-chamber"


def test_what_a_check_brings_is_said_in_words() -> None:
    road = told(BOXES["the-locked-granary"]).places[0]
    back_away = road.trials[0]

    assert back_away.how == "Stealth, difficulty 4"
    assert back_away.when == "unless they know “You’ve met the wolves”"
    assert [one.degree for one in back_away.results] == ["Good", "Bad"]
    assert back_away.results[1].brings == (
        "They know: You’ve met the wolves.",
        "Set up “The wolves close in”.",
    )
    assert plain(back_away.results[0].line).startswith("Step by step")


def test_maps_and_foes_are_those_of_the_table() -> None:
    tale = told(BOXES["the-locked-granary"])
    bare, wolves = tale.places[0].charts

    assert (bare.width, bare.height, bare.tokens) == (14, 10, ())
    assert {"Gray Wolf", "Dire Wolf"} <= {one.name for one in wolves.tokens}
    assert "Gray Wolf" in [foe.name for foe in tale.foes]


def test_a_map_is_cut_into_even_sheets_that_leave_nothing_out() -> None:
    """Twelve rows on paper that takes eleven are six and six; ground keeps its place."""
    chart = Chart("Yard", 14, 12, (Ground(7, 6, "wall, a well"), Ground(8, 6, "wall, a well")), ())
    made = tiles(chart, 210, 297)

    assert [(tile.columns, tile.rows, tile.places) for tile in made] == [
        (7, 6, (0, 1, 2)),
        (7, 6, (3,)),
    ]
    assert made[0].title.startswith("Yard, sheets 1, 2 and 3 of 4: nothing lies there")
    assert made[1].title == "Yard, sheet 4 of 4"
    assert [(one.x, one.y, one.said) for one in made[1].ground] == [(0, 0, "a well"), (1, 0, "")]
    assert not made[0].ground


def test_an_adventure_is_a_book_with_handouts_and_maps_apart() -> None:
    made = adventure_pdf(find_adventure("the-locked-granary"))
    book, handouts, maps = map(words_of, (made.book, made.handouts, made.maps))
    wishes = PdfReader(BytesIO(made.maps)).viewer_preferences

    assert "The burner’s hut" in book
    assert "Mistress Quill: the rye you sent us" not in book
    assert "Mistress Quill: the rye you sent us" in handouts
    assert "The road in the snow, sheet 1 of 2" in maps
    assert wishes is not None
    assert str(wishes["/PrintScaling"]) == "/None"
    assert all(b"pdfuaid" in one for one in (made.book, made.handouts, made.maps))
    assert made == adventure_pdf(find_adventure("the-locked-granary"))


def words_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def test_an_adventure_that_there_is_not() -> None:
    with pytest.raises(Unreadable, match=r"no adventure “nowhere”.*the-bell-under-the-weir"):
        find_adventure("nowhere")
