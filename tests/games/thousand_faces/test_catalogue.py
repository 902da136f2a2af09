"""The printed cards."""

from __future__ import annotations

from collections import Counter

import pytest

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.house import read_house
from fatedeck.engine.ruleset import find_game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.data import half, readings, step_down, step_up
from fatedeck.games.thousand_faces.state import Move, new_item
from tests.houses import begin_anew, end, remembered

COUNTS = {
    "anvil": [8, 4, 6, 2],
    "blade": [5, 6, 5, 4],
    "crown": [4, 5, 6, 5],
    "dragon": [2, 6, 4, 8],
}


@pytest.mark.parametrize("suit", COUNTS)
def test_how_often_a_suit_shows_each_result(suit: str) -> None:
    """TFA-12, TFA-23."""
    counted = Counter(readings(suit)[card] for card in catalogue.deck_cards())
    assert [counted[result] for result in (1, 2, 3, 4)] == COUNTS[suit]


def test_symbols() -> None:
    """XP on five cards, Stamina on ten; blessings and wounds have none. TFA-34, TFA-44, TFA-102."""
    assert catalogue.xp_cards() == {"D08", "D09", "D15", "D16", "D17"}
    assert catalogue.stamina_cards() == {f"D{n}" for n in range(11, 21)}
    for card in (*catalogue.blessing_cards(), *catalogue.wound_cards()):
        assert not any(card in catalogue.numbers(die) for die in ("d4", "d6", "d10"))


def test_a_d10_is_triangle_plus_square() -> None:
    """A blank counts 0. TFA-84."""
    for card in catalogue.deck_cards():
        face = catalogue.card_faces()[card]
        assert catalogue.numbers("d10")[card] == (face.d4 or 0) + (face.d6 or 0)


def test_critical_cards() -> None:
    """TFA-37, TFA-41."""
    faces = catalogue.card_faces()
    assert {getattr(faces["D11"], suit) for suit in COUNTS} == {4}
    assert {getattr(faces["D01"], suit) for suit in COUNTS} == {1}


def test_halves_and_steps() -> None:
    """TFA-91, TFA-145, TFA-146."""
    assert [half(number) for number in (4, 3, 2, 1)] == [2, 2, 1, 1]
    assert [step_down(power) for power in ("d10", "d6", "d4", "1")] == ["d6", "d4", "1", "1"]
    assert [step_up(power) for power in ("1", "d4", "d6", "d10")] == ["d4", "d6", "d10", "d10"]


@pytest.mark.parametrize(
    ("campaign", "there", "not_there"),
    [
        ("one-shot", "entreat_the_blood_bound", "slide"),
        ("nine-hour", "slide", "void_transfusion"),
        ("thirty-hour", "void_transfusion", ""),
    ],
)
def test_cards_of_a_campaign(campaign: str, there: str, not_there: str) -> None:
    """TFA-308, TFA-360."""
    used = catalogue.campaign_moves(campaign)
    assert there in used
    assert not_there not in used
    assert ("shield" in catalogue.campaign_items(campaign)) == (campaign == "one-shot")
    assert ("bracers" in catalogue.campaign_items(campaign)) == (campaign != "one-shot")


def test_fast_cards() -> None:
    """TFA-74."""
    fast = {name for name, move in catalogue.moves().items() if move.fast}
    assert fast == {
        "good_cardio",
        "and_this_is_for",
        "where_it_hurts",
        "go_berserk",
        "fury",
        "goreography",
        "weak_spot",
        "unknown_benefactor",
    }


def test_start_levels_and_printed_levels() -> None:
    """Studied, except Suggestive Subtlety. TFA-216, TFA-217, TFA-218, TFA-223."""
    for name, move in catalogue.move_cards().items():
        assert move.start == ("novice" if name == "suggestive_subtlety" else "studied")
        assert not move.levels or move.start in move.levels
    assert catalogue.moves()["defy_danger"].levels == ()
    assert catalogue.tables().levels == dict(
        zip(("wild", "novice", "studied", "expert", "master"), range(-2, 3), strict=True)
    )


@pytest.mark.parametrize(
    ("card", "slots"),
    [
        (Move("good_cardio", "novice"), 0),
        (Move("good_cardio"), 1),
        (Move("good_cardio", "master"), 3),
        (Move("sangfroid"), 3),
        (Move("mystic_breathwork", "master"), 4),
        (Move("like_a_second_skin"), 0),
        (Move("like_a_second_skin", "master"), 2),
        (Move("bloody_but_unbowed", "master"), 2),
        (Move("good_cardio", face_down="breather"), 0),
    ],
)
def test_slots_open_with_the_levels(card: Move, slots: int) -> None:
    """TFA-188, TFA-189, TFA-355 to TFA-357."""
    assert len(card.slots()) == slots


def test_items_start_full() -> None:
    """Capacity 3 unless printed; a weapon starts at d4. TFA-142, TFA-149, TFA-157, TFA-324."""
    items = catalogue.items()
    assert new_item(items["illusion"]).charges == 3
    assert new_item(items["telepathy"]).charges == 2
    assert {face.power for face in items.values() if face.kind == "weapon"} == {"d4"}
    assert new_item(items["leather_armour"]).slots == ["HARM_OR_WOUND"]
    assert items["many_knives"].max_power == "d6"


def test_every_verb_of_the_data_is_known() -> None:
    """A typo in the move data would otherwise do nothing."""
    known = {
        "deal", "foe", "hazard", "extra", "halve", "avoid", "lose", "regain", "expend",
        "complication", "face", "choose", "pay", "suggest", "ask", "tokens", "red", "bargain",
        "weakness", "opening", "lower", "bar", "disarm", "hobble", "hit", "another", "ally",
        "blessing", "marked", "tell", "effect", "magic", "drain", "reduce", "damage", "deplete",
        "destroy",
    }  # fmt: skip
    for move in catalogue.moves().values():
        for verb in (v for verbs in move.do.values() for v in verbs):
            assert verb.split()[0] in known
        for option in move.options:
            assert all(verb.split()[0] in known for verb in option.do)


def test_every_card_has_a_face() -> None:
    """Green and red cards are counters, the rest is drawn. TFA-18."""
    faces = ruleset.faces(ruleset.Options())
    for name in (*catalogue.card_faces(), *catalogue.moves(), *catalogue.items()):
        assert faces[name].title
    assert faces["D11"].facts["critical"] == "success"
    assert faces["D05"].facts["corners"] == ["rabbit", "snake", "cock", "pig"]


def test_rules_and_examples_are_all_there() -> None:
    """375 clauses."""
    clauses = [clause for clause in ruleset.rules.clauses if clause.startswith("TFA-")]
    assert len(clauses) == 375


@pytest.mark.parametrize(
    ("item", "gist"),
    [
        ("many_knives", "d4, melee or thrown"),
        ("padded_armour", "slots: 2 for Harm, 1 for Harm or a Wound; counts 2"),
        ("shield", "keeps off a Wound; counts 2"),
        ("vitality", "another person regains die + 2 Stamina"),
    ],
)
def test_what_an_item_is_good_for(item: str, gist: str) -> None:
    """TFA-143, TFA-148, TFA-150."""
    assert catalogue.items()[item].gist == gist


def test_no_card_speaks_in_clause_numbers() -> None:
    """What players read on a card is words."""
    faces = ruleset.faces(ruleset.Options())
    assert not [face.title for face in faces.values() if "TFA-" in face.text]
    assert not [move.name for move in catalogue.moves().values() if not move.gist]


MISTYPED = """title: Mistyped
game: thousand-faces
changes:
  base-moves:
    base_moves:
      discern:
        do:
          "3": [ask 3, {verb}]
"""


@pytest.mark.parametrize("verb", ["dael 1", "deal d8", "choose two player", "foe"])
def test_a_verb_that_the_rules_do_not_know_is_told_with_its_line(verb: str) -> None:
    """Of a move of house rules; otherwise it would do nothing in play. TFA-70."""
    begin_anew(read_house(MISTYPED.format(verb=verb), "mine.yaml"), [*remembered(), find_game])
    try:
        with pytest.raises(Unreadable, match=rf"^mine.yaml, line 8: “{verb}” is nothing that"):
            find_game("thousand-faces")
    finally:
        end()
