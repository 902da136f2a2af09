import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest
import yaml
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


# The third of something is what comes when two are there already.
COUNTED = {"one": "1", "two": "2", "third": "2", "three": "3", "fourth": "4", "five": "5"}
COUNTED |= {"twice": "2", "both": "2", "half": "2"}
FIGHTS = {"Hand to hand": "opposed_melee", "At a distance": "opposed_ranged"}


def facts(text: str) -> set[str]:
    """The numbers and signs of a text: what is wrong in it if anything is."""
    plain = re.sub(r"^\*\*\d ", "", text)
    for word, number in COUNTED.items():
        plain = re.sub(rf"\b{word}\b", number, plain, flags=re.IGNORECASE)
    return set(re.findall(r"[✔✗✅]+|(?<![\w.])\d+(?:d\d+)?", plain))


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_every_number_and_every_sign_on_the_page_stands_in_its_clauses(game: AnyRuleset) -> None:
    assert game.reference is not None
    for panel in game.reference.panels:
        for line in panel.lines:
            said, clauses = line_and_clauses(line)
            assert clauses or panel.odds is not None, said
            if clauses:
                assert facts(said) <= facts(_rules(game, clauses)), said
        if panel.table is not None:
            assert panel.table.clauses, panel.title
            cells = " ".join(cell for row in panel.table.rows for cell in row)
            if panel.title.partition(",")[0] not in FIGHTS:
                assert facts(cells) <= facts(_rules(game, panel.table.clauses)), panel.title


def _rules(game: AnyRuleset, clauses: Iterable[str]) -> str:
    return " ".join(game.rules.clause(one).text for one in clauses)


@pytest.mark.parametrize("fight", FIGHTS)
def test_a_fight_on_the_page_goes_as_in_the_tables_of_the_rules(fight: str) -> None:
    """From ✔✔ to ✗✗, the stored values 4 to 1, down as across. DKH-73."""
    game = find_game("deckahedron")
    assert game.reference is not None
    (panel,) = [one for one in game.reference.panels if one.title.startswith(fight)]
    assert panel.table is not None
    assert panel.table.head[1:] == tuple(row[0] for row in panel.table.rows)
    file = Path("src/fatedeck/games/deckahedron/data/tables.yaml")
    table = yaml.safe_load(file.read_text("utf-8"))[FIGHTS[fight]]

    for mine, row in zip((4, 3, 2, 1), panel.table.rows, strict=True):
        for theirs, cell in zip((4, 3, 2, 1), row[1:], strict=True):
            assert facts(cell) == facts(table[mine][theirs]), (mine, theirs)
            for word in ("take", "pinned", "lose ammo", "Wound", "Harm", "move"):
                assert (word in cell) == (word in table[mine][theirs]), (mine, theirs)


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
