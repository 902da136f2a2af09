from io import BytesIO

import pytest
from pypdf import PdfReader

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.reference import line_and_clauses
from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.press.books import reference_pdf
from fatedeck.press.reference import odds_panels, panels

BUILT_IN = [game for game in games() if game.id != "high-card"]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_each_game_has_one_page_whose_lines_name_rules_that_there_are(game: AnyRuleset) -> None:
    assert game.reference is not None
    for panel in game.reference.panels:
        for line in panel.lines:
            for clause in line_and_clauses(line)[1]:
                assert clause in game.rules.clauses, clause
    read = PdfReader(BytesIO(reference_pdf(game)))
    assert len(read.pages) == 1
    words = "".join(read.pages[0].extract_text().split())
    for drawn in panels(game):
        assert "".join(drawn.title.replace("✔✔", "").split()) in words


def test_the_odds_on_the_page_are_those_of_the_rules() -> None:
    """DKH section 14: rank 3 succeeds at 92.63, 81.05, 55, 28.95 and 14.47 in a hundred."""
    (odds,) = odds_panels(find_game("deckahedron"))
    assert odds.table is not None
    assert odds.table.rows[2] == ("3", "93", "81", "55", "29", "14")


def test_a_blow_is_the_die_and_what_is_added_but_never_below_nothing() -> None:
    """1d4 with 2 less: 0, 0, 1, 2, so 0.75; AF-12.3, AF-12.5."""
    (blow,) = odds_panels(find_game("adventurer-factory"))
    assert blow.table is not None
    assert blow.table.head[1:4] == ("−4", "−2", "0")
    assert blow.table.rows[1][:4] == ("1d4", "0.0", "0.8", "2.5")


def test_a_game_without_a_page_says_so() -> None:
    with pytest.raises(Unreadable, match="High Card has no page to take along"):
        reference_pdf(find_game("high-card"))
