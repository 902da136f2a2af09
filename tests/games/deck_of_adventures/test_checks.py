"""Checks, decks and Fate Cards where a scenario would be longer than the rule."""

from __future__ import annotations

import random

import pytest

from fatedeck.engine.entries import Answered
from fatedeck.engine.game import Game
from fatedeck.engine.random_play import new_record, play
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deck_of_adventures.rules.checks import (
    Terms,
    check,
    contested_difficulty,
    draw_target,
    target_of,
)
from fatedeck.games.deck_of_adventures.rules.circle import (
    distance,
    judge,
    ranks_in_range,
    reported_rank,
    required_match,
)
from fatedeck.games.deck_of_adventures.rules.decks import (
    discard_top,
    draw_card,
    fate_cards,
    free_decks,
    gather,
    spend_fate,
)
from fatedeck.games.deck_of_adventures.rules.epic import ko_race
from fatedeck.games.deck_of_adventures.rules.lasting import return_reserved
from fatedeck.games.deck_of_adventures.rules.rests import full_rest
from fatedeck.games.deck_of_adventures.state import (
    NPC,
    RANKS,
    SPARE,
    WORLD,
    Character,
    Effect,
    Reserved,
    Switches,
    Table,
)
from tests.games.deck_of_adventures.seated import a_table, hold, only, script, stack

ROW_OF_3 = ["10", "J", "Q", "K", "A", "2", "3", "4", "5", "6", "7", "8", "9"]


def quiet(table: Table, *answers: str) -> Game[Table]:
    return Game(table, script(*answers))


def test_the_circle_of_ranks() -> None:
    """T10: five below a 3 is J; the row of a Target Card lists -6 to +6. DOA-1, DOA-72, DOA-73."""
    assert ranks_in_range("3", 6) == ROW_OF_3
    assert ROW_OF_3[6 - 5] == "J"
    assert {distance(one, other) for one in RANKS for other in RANKS} == set(range(7))
    assert distance("K", "A") == distance("A", "2") == 1
    for rank in RANKS:
        assert sorted(ranks_in_range(rank, 9)) == sorted(RANKS)  # DOA-75


def test_contested_difficulties() -> None:
    """T63; half a Modifier rounds down. DOA-5, DOA-109."""
    assert [contested_difficulty(mod) for mod in range(-2, 7)] == [4, 4, 3, 3, 2, 2, 1, 1, 0]


def test_a_match_counts_for_more_than_one_degree() -> None:
    """A suit match is a colour match; with several demands the stricter holds. DOA-92, DOA-51."""
    assert judge("8C", "8C", 0, "colour").degree == "critical"
    assert judge("8S", "8C", 0, "colour").degree == "major"
    assert not judge("8S", "8C", 0, "suit").success
    assert required_match(-1, "suit") == "suit"
    assert required_match(-2, "colour") == "suit"
    assert required_match(3) == ""


def test_the_first_degree_that_fits_and_no_critical_failure() -> None:
    """The farthest card of all is just a Miss. DOA-91, DOA-94, DOA-95."""
    assert judge("2D", "8C", 3).degree == "miss"
    assert judge("8D", "8C", 3).degree == "major"


def test_a_modifier_is_used_toward_the_target_only() -> None:
    """DOA-79, DOA-383."""
    assert reported_rank("9H", "8C", 3) == "8"
    assert reported_rank("2H", "KC", 1) == "A"


def test_discarding_goes_through_a_reshuffle_and_keeps_aces() -> None:
    """Aces go to the Fate hand; no redraw is asked. DOA-21, DOA-33, DOA-291, DOA-18.

    What has just been discarded is shuffled in as well.
    """
    table = a_table()
    cards = only(table, "Ana", "9H", "AS", discard=("2C",))
    hold_token(table)
    gone = discard_top(quiet(table, "9H"), table.characters["Ana"], 3)
    assert gone == ["9H", "AS", "9H"]
    assert cards.fate.top == ["AS"]
    assert (cards.discard.top, cards.deck.bag) == (["9H"], ["2C"])
    assert table.characters["Ana"].fatigue == 1


def hold_token(table: Table) -> None:
    table.characters["Ana"].tokens = 1


def test_nothing_is_left_to_discard() -> None:
    """DOA-20."""
    table = a_table()
    only(table, "Ana", "AH")
    assert discard_top(quiet(table), table.characters["Ana"], 3) == ["AH"]


def test_game_master_dealers_tire_and_minions_do_not() -> None:
    """DOA-57, DOA-377, DOA-280."""
    table = a_table()
    golem = Character("Golem", "GM", kind="dealer", deck=SPARE[0], hp=5, max_hp=5)
    wolf = Character("Wolf", "GM", kind="npc", deck=NPC, hp=2, max_hp=2)
    table.characters |= {"Golem": golem, "Wolf": wolf}
    for who in (golem, wolf):
        cards = only(table, who.deck, discard=("2C", "3C"))
        assert draw_card(quiet(table, "2C"), who, cards.play) == "2C"
    assert (golem.fatigue, wolf.fatigue) == (1, 0)


def test_a_game_master_dealer_has_one_joker_of_its_own() -> None:
    """It starts with the black one, keeps its Aces, and has it back after a rest.

    DOA-43, DOA-53, DOA-378, DOA-379, DOA-356.
    """
    table = a_table()
    assert free_decks(table)[0] == SPARE[0]
    golem = Character("Golem", "GM", kind="dealer", deck=SPARE[0], hp=5, max_hp=5)
    table.characters["Golem"] = golem
    assert free_decks(table)[0] == SPARE[1]
    assert fate_cards(table, golem) == ["BJ"]
    stack(table, SPARE[0], "AH")
    check(quiet(table, "no"), golem, "Craft", "8C", 3)
    assert sorted(fate_cards(table, golem)) == ["AH", "BJ"]
    spend_fate(quiet(table), golem, "BJ")
    assert table.decks[SPARE[0]].spent.top == ["BJ"]
    full_rest(quiet(table), golem)
    assert fate_cards(table, golem) == ["BJ"]
    gather(table.decks[SPARE[0]])
    assert len(table.decks[SPARE[0]].deck) == 52


def test_minions_hold_no_fate_cards() -> None:
    """Aces of the shared decks are discarded. DOA-44, DOA-55, DOA-378."""
    table = a_table()
    wolf = Character("Wolf", "GM", kind="npc", deck=NPC, hp=2, max_hp=2, tokens=1)
    table.characters["Wolf"] = wolf
    stack(table, NPC, "AH")
    check(quiet(table), wolf, "Craft", "8C", 3)
    assert table.decks[NPC].discard.top == ["AH"]
    assert not table.decks[NPC].fate.top


def test_a_target_card_gives_way_to_the_next() -> None:
    """An Ace in the slot becomes held only then. DOA-26, DOA-122."""
    table = a_table()
    ana = table.characters["Ana"]
    stack(table, "Ana", "AD", "7C")
    assert target_of(quiet(table), ana) == "AD"
    assert fate_cards(table, ana) == []
    assert target_of(quiet(table), ana) == "AD"
    assert draw_target(quiet(table, "no"), ana) == "7C"
    assert fate_cards(table, ana) == ["AD"]
    assert table.decks["Ana"].targets.top == ["7C"]


def test_a_target_card_at_upper_hand_and_redrawn() -> None:
    """Keep any card; one Fate redraw. DOA-29, DOA-129, DOA-28."""
    table = a_table()
    hold(table, "Ana", "BJ")
    stack(table, "Ana", "2D", "KC", "9S")
    assert draw_target(quiet(table, "KC", "yes"), table.characters["Ana"], 1) == "9S"
    assert table.decks["Ana"].discard.top == ["KC", "2D"]
    assert fate_cards(table, table.characters["Ana"]) == []


def test_a_deck_without_cards_gives_no_target_card() -> None:
    """The World deck helps out. DOA-20, DOA-70."""
    table = a_table()
    only(table, "Ana")
    stack(table, WORLD, "5H")
    assert draw_target(quiet(table), table.characters["Ana"]) == "5H"


def test_a_companion_draws_from_its_dealer_who_pays_its_redraws() -> None:
    """DOA-58, DOA-59, DOA-62."""
    table = a_table()
    hold(table, "Ana", "RJ")
    bear = Character(
        "Bear", "Ana", kind="companion", deck="Ana", companion_of="Ana", target_with="Ana", hp=3
    )
    table.characters["Bear"] = bear
    stack(table, "Ana", "6C", "2H", "AD")
    assert target_of(quiet(table, "no"), bear) == "6C"
    assert table.characters["Ana"].target == "6C"
    outcome = check(quiet(table, "2H"), bear, "Craft", "6C", 6)
    assert (outcome.used, outcome.redrawn) == ("AD", ["2H"])
    assert fate_cards(table, table.characters["Ana"]) == ["AD"]
    assert table.decks["Ana"].spent.top == ["RJ", "BJ"]


@pytest.mark.parametrize(
    ("hand", "used", "drawn"),
    [(0, "7H", ["KS", "7H"]), (-1, "KS", ["KS"])],
)
def test_a_lent_card_stands_for_one_extra_card(hand: int, used: str, drawn: list[str]) -> None:
    """T105: it is the other card of UH (1); only cancelling, it goes unused. DOA-394, DOA-351."""
    table = a_table("Ana", "Ben")
    ben = table.decks["Ben"]
    ben.deck.bag.remove("7H")
    ben.reserved.top.append("7H")
    table.reserved.append(Reserved("7H", "Ben", "Ana", "Lend Aid"))
    stack(table, "Ana", "KS", "2D")
    outcome = check(
        quiet(table, "yes"), table.characters["Ana"], "Craft", "8C", 1, Terms(hand=hand)
    )
    assert (outcome.used, outcome.drawn) == (used, drawn)
    assert ben.discard.top == ["7H"]
    assert not table.reserved


def test_a_distraction_must_be_used_and_an_expired_card_goes_back() -> None:
    """DOA-351, DOA-394."""
    table = a_table("Ana", "Ben")
    ben = table.decks["Ben"]
    for card in ("2H", "AS"):
        ben.deck.bag.remove(card)
        ben.reserved.top.append(card)
    table.reserved.append(Reserved("2H", "Ben", "Ana", "Lend Distraction"))
    stack(table, "Ana", "8S")
    outcome = check(quiet(table), table.characters["Ana"], "Craft", "8C", 1)
    assert (outcome.used, outcome.drawn, outcome.net) == ("2H", ["8S", "2H"], -1)
    lent = Reserved("AS", "Ben", "Ana", "Lend Aid")
    table.characters["Ana"].effects.append(Effect("Lend Aid", by="Ben"))
    table.reserved.append(lent)
    return_reserved(table, lent)
    assert fate_cards(table, table.characters["Ben"]) == ["AS"]
    assert not table.characters["Ana"].effects


def test_an_exhausted_redraw_is_a_miss() -> None:
    """Fatigue 3 and the last card redrawn. DOA-282, DOA-283."""
    table = a_table()
    only(table, "Ana", "8H", discard=("8C",))
    ana = table.characters["Ana"]
    ana.fatigue, ana.tokens = 3, 1
    with_three = Game(table, script("8H"))
    outcome = check(with_three, ana, "Craft", "8D", 6, Terms(hand=3))
    assert (outcome.used, outcome.success, ana.hp) == ("", False, 0)
    assert "Knocked Out" in ana.conditions


def test_a_joker_found_outside_a_check_is_held_at_once() -> None:
    """DOA-14."""
    table = a_table(switches=Switches(jokers_in_deck=True))
    cards = table.decks["Ana"]
    cards.spent.top.remove("RJ")
    stack(table, "Ana", "RJ", "4D")
    assert draw_card(quiet(table), table.characters["Ana"], cards.reserved) == "4D"
    assert (cards.fate.top, cards.reserved.top) == (["RJ"], ["4D"])


def test_no_redraw_is_asked_when_no_card_is_left() -> None:
    """DOA-20, DOA-28."""
    table = a_table()
    only(table, "Ana", "8H")
    table.characters["Ana"].tokens = 1
    assert check(quiet(table), table.characters["Ana"], "Craft", "8D", 0).degree == "major"


def test_the_reshuffle_of_a_redraw_brings_back_the_ace_that_paid() -> None:
    """A spent Ace is discarded at once and may be drawn again. DOA-18, DOA-42."""
    table = a_table()
    hold(table, "Ana", "AS")
    only(table, "Ana", "2H", discard=("3H",))
    ana = table.characters["Ana"]
    outcome = check(quiet(table, "2H", "AS"), ana, "Craft", "KS", 1)
    assert (outcome.used, outcome.degree, ana.fatigue) == ("AS", "suited_success", 1)
    assert fate_cards(table, ana) == ["AS"]


# Knocked Out


def knocked_out(table: Table, *deck: str) -> Character:
    ana = table.characters["Ana"]
    ana.hp = 0
    ana.conditions = ["Knocked Out"]
    stack(table, "Ana", *deck)
    return ana


def test_two_target_cards_won_are_stable() -> None:
    """T84. DOA-249, DOA-250, DOA-253."""
    table = a_table()
    ana = knocked_out(table, "JD", "5C")
    ana.attributes["VIT"] = 1
    stack(table, WORLD, "6D", "10C")
    ko_race(quiet(table), ana)
    assert (ana.ko_won, ana.stable) == (1, False)
    ko_race(quiet(table), ana)
    assert (ana.ko_won, ana.stable, ana.hp) == (2, True, 0)
    assert "Knocked Out" in ana.conditions


def test_two_target_cards_lost_are_death() -> None:
    """The Game Master draws without a Modifier. DOA-250, DOA-254, DOA-237."""
    table = a_table()
    ana = knocked_out(table, "2H", "3S")
    stack(table, WORLD, "6D", "7D", "6C", "8C")
    ko_race(quiet(table), ana)
    assert (ana.ko_lost, ana.dead) == (1, False)
    ko_race(quiet(table), ana)
    assert (ana.ko_lost, ana.dead) == (2, True)


def test_each_further_damage_is_a_lower_hand() -> None:
    """T85. DOA-252."""
    table = a_table()
    ana = knocked_out(table, "7D", "8D", "KC", "6D")
    ana.ko_hits = 2
    stack(table, WORLD, "6D", "9D")
    ko_race(quiet(table), ana)
    assert table.last is not None
    assert (table.last.drawn, table.last.used) == (["7D", "8D", "KC"], "KC")
    assert ana.ko_lost == 1


def test_a_major_wakes() -> None:
    """T86. DOA-255, DOA-257."""
    table = a_table()
    ana = knocked_out(table, "6S")
    stack(table, WORLD, "6D")
    ko_race(quiet(table), ana)
    assert (ana.hp, ana.conditions, ana.ko_won) == (1, ["Knocked Down"], 0)


def test_a_critical_also_restores_power_points() -> None:
    """T87: PP 2 of 4, two of the three points are used. DOA-256."""
    table = a_table()
    ana = knocked_out(table, "6D")
    ana.pp, ana.max_pp = 2, 4
    stack(table, WORLD, "6D")
    ko_race(quiet(table), ana)
    assert (ana.hp, ana.pp) == (1, 4)


def test_a_simple_ko_is_one_plain_check() -> None:
    """The switch ko_simple: a success is a Target Card won, a miss one lost. DOA-250."""
    table = a_table(switches=Switches(ko_simple=True))
    ana = knocked_out(table, "7S", "KH")
    stack(table, WORLD, "6D", "6C")
    ko_race(quiet(table), ana)
    assert (ana.ko_won, ana.ko_lost) == (1, 0)
    ko_race(quiet(table), ana)
    assert (ana.ko_won, ana.ko_lost) == (1, 1)


def test_upper_hand_in_a_race_lets_the_player_pick_the_card() -> None:
    """With Lower Hand the farthest counts, suit looked at afterwards. DOA-245."""
    table = a_table()
    stack(table, "Ana", "6S", "9D", "6C", "8D")
    game = quiet(table, "yes", "9D")
    ana = table.characters["Ana"]
    assert check(game, ana, "Craft", "6D", 3, Terms(hand=1, kind="epic")).degree == "suited_success"
    outcome = check(quiet(table), ana, "Craft", "6D", 3, Terms(hand=-1, kind="epic"))
    assert (outcome.used, outcome.degree) == ("8D", "suited_success")


def test_all_chance_is_a_card() -> None:
    """Whatever is played at random, no die is ever rolled. DOA-4."""
    record = new_record(find_game("deck-of-adventures"), 7)
    play(record, random.Random(7), 60)
    by_chance = [entry for entry in record.drain() if isinstance(entry, Answered) and entry.of]
    assert by_chance
    assert all(entry.key.startswith("draw ") for entry in by_chance)


@pytest.mark.parametrize(
    ("card", "reach", "success"),
    [
        ("8S", -1, True),  # a Major of the colour
        ("8H", -1, False),  # a Major of the other colour
        ("9C", -1, False),  # the suit, but not the rank
        ("8C", -2, True),  # the very card
        ("8S", -2, False),
        ("9C", -2, False),
        ("8C", -3, False),  # nothing succeeds
    ],
)
def test_a_range_under_0_wants_the_colour_then_the_very_card(
    card: str, reach: int, success: bool
) -> None:
    """The switch `negative_dr`, against 8C. DOA-76."""
    assert judge(card, "8C", reach).success == success
