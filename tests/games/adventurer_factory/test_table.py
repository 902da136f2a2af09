"""Objects, stats, dice, decks and set-up. Chapters 1 to 5."""

from __future__ import annotations

import csv
import io

import pytest

from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Draw, Question, Roll
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.data import catalogue, die
from fatedeck.games.adventurer_factory.rules.decks import (
    Deck,
    checked,
    faults,
    find_cards,
    find_deck,
    read_csv,
    read_text,
    starter_decks,
    unmet_needs,
    with_card,
    write_csv,
    write_text,
)
from fatedeck.games.adventurer_factory.rules.encounters import (
    Attack,
    Encounter,
    NoEncounter,
    Parley,
)
from fatedeck.games.adventurer_factory.rules.main_step import Discard, EndMain, Play, Use
from fatedeck.games.adventurer_factory.rules.stats import dice, stat
from fatedeck.games.adventurer_factory.ruleset import DuelOptions
from fatedeck.games.adventurer_factory.state import Event, Lasting, Mark, Table
from tests.games.adventurer_factory.duel import ANA, BEN, Side, at, do, duel

SEATS = (Seat("Ana"), Seat("Ben"))


def first_of(question: Question) -> Answer:
    assert isinstance(question, Draw | Roll)
    return question.at(0)


def begun(**options: object) -> Table:
    table = ruleset.begin(DuelOptions(**options), SEATS)  # type: ignore[arg-type]
    ruleset.setup(Game(table, first_of))
    return table


# 1 Objects and zones


def test_two_seats_and_always_the_other() -> None:
    """AF-1.1, AF-1.2, AF-1.3: two seats with four zones each; the opponent is the other one."""
    table = begun(first="Ben")
    assert table.order == ["Ben", "Ana"]
    assert (table.other("Ana"), table.other("Ben")) == ("Ben", "Ana")
    assert table.active == "Ben"
    assert {"deck", "hand", "play", "discard"} <= {*type(table.players["Ana"]).__struct_fields__}
    assert ruleset.seating.why_not([Seat("Ana")])
    assert ruleset.seating.why_not([Seat("Ana"), Seat("Ben"), Seat("Cleo")])


def test_copies_are_separate_objects() -> None:
    """AF-1.4: use marks belong to one copy."""
    table = duel(Side(play=["bedroll#1", "bedroll#2"], marks={"bedroll#2": Mark()}))
    do(table, ANA, Use("bedroll#1"))
    assert table.players[ANA].cards["bedroll#1"].used
    assert not table.players[ANA].cards["bedroll#2"].used
    do(table, ANA, Use("bedroll#2"))
    assert table.players[ANA].health == 22


def test_a_card_goes_to_its_owner() -> None:
    """AF-1.5: what the other seat's effect removes lands in its owner's zone."""
    table = duel(Side(play=["big_ole_fake#1"]), Side(play=["gold_coin#5"]))
    table.players[BEN].passing = "mine"
    do(table, ANA, Use("big_ole_fake#1"), "gold_coin#5")
    assert at(table, "Ben/discard") == ["gold_coin"]
    assert at(table, "Ana/discard") == []


def test_a_card_that_returns_is_new() -> None:
    """AF-1.6, AF-17.12: counters and use marks are gone when it comes back."""
    marks = {"bystander_disguise#1": Mark(slots=["body"], counters=3, used=["x"])}
    classes = ["assassin#1", "assassin#2", "assassin#3"]
    table = duel(Side(play=[*classes, "bystander_disguise#1"], marks=marks, hand=["jerkin#1"]))
    do(table, ANA, Play("jerkin#1"))
    player = table.players[ANA]
    player.hand.top.append(player.discard.top.pop())
    do(table, ANA, Play("bystander_disguise#1"))
    assert player.cards["bystander_disguise#1"] == Mark(slots=["body"])
    assert stat(table, ANA, "charisma") == 0


def test_discards_lie_on_top_in_order() -> None:
    """AF-1.7, AF-1.8: the newest discard lies on top."""
    table = duel(Side(play=["canine#1", "helm#1"]))
    do(table, ANA, Discard("canine#1"))
    do(table, ANA, Discard("helm#1"))
    assert table.players[ANA].discard.top == ["helm#1", "canine#1"]


def test_a_hand_has_no_limit() -> None:
    """AF-1.9: a sixteenth card is drawn and kept."""
    hand = [f"{name}#{n}" for name in ("club", "helm", "loot") for n in range(5, 9)]
    table = duel(None, Side(hand=[*hand, "pack#5", "pack#6", "pack#7"]), step="encounter")
    do(table, ANA, NoEncounter())
    assert table.players[BEN].hand_size() == 16


def test_no_card_rolls_a_d10_or_a_d20() -> None:
    """AF-1.10, AF-3.4: the dice that exist, in order of their average."""
    attack = {text for card in catalogue().values() for text in card.dice.attack} | {"2d4+1", "1d6"}
    assert sorted(attack, key=lambda text: die(text).average) == [
        *("1d4", "1d6", "1d8", "2d4+1", "1d12", "2d8"),
    ]
    averages = [die(text).average for text in ("1d1", "1d4", "1d6", "1d8", "2d4+1", "1d12", "2d8")]
    assert averages == [1, 2.5, 3.5, 4.5, 6, 6.5, 9]
    parley = {text for card in catalogue().values() for text in card.dice.parley}
    assert parley == {"1d4", "1d6", "1d8"}


def test_a_card_counts_as_each_of_its_types() -> None:
    """AF-1.11: Horns are a Feature and a Weapon; every card has a type."""
    assert all(card.types for card in catalogue().values())
    table = duel(Side(play=["horns#1", "quick_thrust#1"]))
    do(table, ANA, Use("quick_thrust#1"), 2)  # the gate asks for a Weapon
    table = duel(Side(play=["psychic_bomb#1", "horns#1"], marks={"horns#1": Mark()}))
    do(table, ANA, Use("psychic_bomb#1"))  # the cost asks for a Feature
    assert at(table, "Ana/discard") == ["horns"]


# 2 Stats


def test_three_counters_are_stored_and_three_stats_are_not() -> None:
    """AF-2.1, AF-2.2, AF-2.3: Mind is the one name for Experience."""
    fields = type(duel().players[ANA]).__struct_fields__
    assert {"mind", "health", "willpower"} <= {*fields}
    assert not {"attack", "defence", "charisma", "experience", "xp"} & {*fields}


def test_stats_add_up_from_both_sides() -> None:
    """AF-2.3: own modifiers, and those that the other seat imposes."""
    table = duel(Side(play=["trick_coin#1", "steed#1"]), Side(play=["terrify#5"]))
    assert stat(table, ANA, "charisma") == 1 + 1 - 2


def test_counters_stop_at_zero_and_have_no_ceiling() -> None:
    """AF-2.5, AF-2.6, AF-10.9, AF-18.6: a loss printed as an effect stops at 0 and is legal."""
    table = duel(Side(play=["cashflow#1", "health_potion#1"], mind=0))
    do(table, ANA, Use("cashflow#1", 1))
    assert table.players[ANA].mind == 0
    assert at(table, "Ana/discard") == ["cashflow"]
    do(table, ANA, Use("health_potion#1"))
    assert table.players[ANA].health == 30


def test_a_stat_that_is_zero() -> None:
    """AF-2.10, AF-2.11, AF-18.10: exactly 0 whatever modifiers there are, then computed again."""
    table = duel(Side(play=["dagger#1", "sword#1"]), Side(play=["full_plate#5"]))
    do(table, ANA, Use("dagger#1"))
    assert stat(table, BEN, "defence") == 0
    do(table, ANA, EndMain())
    do(table, ANA, Attack(), "1d8", 6)
    assert table.players[BEN].health == 14
    assert stat(table, BEN, "defence") == 5
    table = duel(Side(play=["grovel#1"]), Side(play=["stench#5"]))
    table.players[ANA].effects.append(Lasting("set", 1, "charisma", 0))
    assert stat(table, ANA, "charisma") == 0  # a negative value is raised to 0


def test_a_roll_made_before_is_not_changed() -> None:
    """AF-18.10: the Dagger as a response comes too late for that roll."""
    table = duel(Side(play=["steed#1", "dagger#1"]), Side(play=["helm#5", "bedroll#5"]))
    do(table, ANA, Use("steed#1"), "1d4", 1, "bedroll#5", "dagger#1")
    assert table.players[BEN].health == 21  # 1 - 1 = 0 damage, then 1 gained


def test_what_is_damage() -> None:
    """AF-2.12: costs, one's own losses and "becomes 0" are none."""
    table = duel(Side(play=["rotten_cuisine#1", "valour#1"]), Side(willpower=5))
    do(table, ANA, Use("valour#1"))
    assert table.events == []
    do(table, ANA, Use("rotten_cuisine#1"))
    assert [(event.against, event.stat, event.dealt) for event in table.events] == [
        (BEN, "health", 2)
    ]
    marks = {"ritual_of_the_eldritch_flows#1": Mark(counters=10)}
    table = duel(Side(play=[*marks], marks=marks))
    do(table, ANA, Use("ritual_of_the_eldritch_flows#1"))
    assert (table.players[BEN].willpower, table.events) == (0, [])


def test_damage_as_an_amount_reads_what_was_dealt() -> None:
    """AF-2.13, AF-2.14: Life Drain gives the damage, though less was there to lose."""
    table = duel(Side(play=["life_drain#1", "income#1"]), Side(willpower=2), step="encounter")
    do(table, ANA, Encounter("life_drain#1"), "1d6", 6)
    assert table.players[ANA].willpower == 26
    assert table.winner == ANA


def test_prevented_damage_is_an_event_of_zero() -> None:
    """AF-2.15, AF-2.16: after Dodge an attack is made and deals 0."""
    table = duel(Side(play=["steed#1"]), Side(play=["homemade_shield#5"]))
    table.players[BEN].immune = True
    do(table, ANA, Use("steed#1"), "homemade_shield#5")
    assert [(event.dealt, event.loss, event.simple) for event in table.events] == [(0, 0, "attack")]
    assert at(table, "Ben/discard") == []  # 0 is below 4


@pytest.mark.parametrize(
    ("event", "may"),
    [
        (Event(ANA, "willpower", 1, 1), True),
        (Event(ANA, "willpower", 0, 0), False),
        (Event(ANA, "willpower", 3, 3, negated=True), False),
        (Event(ANA, "health", 3, 3), False),
        (Event(BEN, "willpower", 3, 3), False),
    ],
)
def test_who_took_damage(event: Event, may: bool) -> None:
    """AF-2.16, AF-18.51: Witty Riposte; a negative Charisma makes the loss 0."""
    table = duel(Side(play=["witty_riposte#1", "grovel#1"]), events=[event])
    if not may:
        with pytest.raises(Refused) as said:
            do(table, ANA, Use("witty_riposte#1"))
        assert said.value.clause == "AF-10.14"
        return
    do(table, ANA, Use("witty_riposte#1"))
    assert table.players[BEN].willpower == 20


# 3 Dice


def test_dice_come_once_each_and_the_smallest_first() -> None:
    """AF-3.3, AF-3.4: two Swords give one 1d8, and it stands before 2d8."""
    table = duel(Side(play=["spiked_tail#1", "sword#1", "sword#2"]))
    assert [str(each) for each in dice(table, ANA, "attack")] == ["1d1", "1d8", "2d8"]


def test_dice_stand_side_by_side() -> None:
    """AF-3.1, AF-3.3, AF-5.2: every die that a card gives, and 1d1, which never goes away."""
    table = duel(Side(play=["club#1", "sword#1", "spiked_tail#1"]))
    assert [str(each) for each in dice(table, ANA, "attack")] == ["1d1", "1d4", "1d8", "2d8"]
    assert [str(each) for each in dice(table, BEN, "attack")] == ["1d1"]
    assert [str(each) for each in dice(table, BEN, "parley")] == ["1d1"]


def test_the_roller_picks_just_before_the_roll() -> None:
    """AF-3.5: also 1d1, which asks for no chance (AF-3.2)."""
    table = duel(Side(play=["sword#1"]), step="encounter")
    do(table, ANA, Attack(), "1d1")
    assert table.players[BEN].health == 19


def test_natural_and_result() -> None:
    """AF-3.6: 2d4+1 that shows 1 and 1 has natural 2 and result 3."""
    play = ["club#1", "out_clubbin#1", "poison_dagger#1", "club#2"]
    table = duel(Side(play=play, marks={"club#2": Mark()}), step="encounter")
    do(table, ANA, Encounter("poison_dagger#1"), "2d4+1", 1, 1, 4)
    assert table.players[BEN].health == 20 - 3 - 4


def test_rolls_are_compared_with_their_constants() -> None:
    """AF-3.7, AF-18.45, AF-18.46: without Attack; only a strictly higher roll wins."""
    play = ["club#1", "club#2", "out_clubbin#1", "sword_breaker#1", "canine#1"]
    marks = {"club#1": Mark(), "club#2": Mark()}
    for shown, broken in ((1, []), (2, ["sword"])):
        table = duel(Side(play=play, marks=marks), Side(play=["sword#5"]))
        table.players[BEN].attack_rolls.append(3)
        do(table, ANA, Use("sword_breaker#1"), "2d4+1", 1, shown)
        assert at(table, "Ben/discard") == broken


def test_spiked_tea_ties_do_nothing() -> None:
    """AF-18.45: both choose their Parley dice, the user first."""
    for mine, health in ((3, 20), (5, 18)):
        table = duel(Side(play=["spiked_tea#1", "income#1"]), Side(play=["income#5"]))
        do(table, ANA, Use("spiked_tea#1"), "1d6", "1d6", mine, 3)
        assert table.players[BEN].health == health


def test_an_action_that_names_its_die() -> None:
    """AF-3.8: Quick Thrust rolls 1d4 although 1d8 is there; it counts as an Attack Die roll."""
    table = duel(Side(play=["quick_thrust#1", "sword#1"]))
    do(table, ANA, Use("quick_thrust#1"), 4)
    assert table.players[BEN].health == 16
    assert table.players[ANA].attack_rolls == [4]


# 4 Decks


def list_of(size: int, copies: int = 4) -> Deck:
    names = [card.name for card in catalogue().values()]
    return Deck(
        {name: min(copies, size - copies * n) for n, name in enumerate(names[: -(-size // copies)])}
    )


def test_a_deck_has_forty_cards_and_four_of_a_name() -> None:
    """AF-4.1, AF-4.2, AF-4.3, AF-4.4: anything else is refused before the game."""
    assert faults(list_of(40)) == []
    assert faults(list_of(39)) == ["It has 39 cards, not 40: add 1. (AF-4.1)"]
    assert "take out 2" in faults(list_of(42))[0]
    [fault] = faults(Deck(list_of(35).cards | {"Pike": 5}))
    assert "There are 5 Pike in it" in fault
    assert faults(Deck({"Excalibur": 40}))[0] == "There’s no card called “Excalibur”."
    with pytest.raises(Refused) as refused:
        checked(list_of(39))
    assert refused.value.clause == "AF-4.4"
    with pytest.raises(Refused):
        ruleset.begin(DuelOptions(decks={"Ana": write_text(list_of(36))}), SEATS)


def test_both_may_bring_the_same_list() -> None:
    """AF-4.5: the same names on both sides stay separate objects (AF-1.4)."""
    table = begun(decks={"Ana": "ley_lines", "Ben": "ley_lines"})
    cards = all_cards(table)
    assert len(cards) == len({*cards}) == 80


def test_the_starter_decks() -> None:
    """AF-23.1, AF-23.2: 40 cards, no name more than 4 times, enough providers for all Needs."""
    assert [*starter_decks()] == ["iron_road", "silver_tongue", "ley_lines"]
    for deck in starter_decks().values():
        assert faults(deck) == []
        assert unmet_needs(deck) == []


def test_the_chance_of_a_class_early() -> None:
    """AF-23.3: of 4 Classes, or of these and 3 Mentors, in the first 6 cards."""

    def at_least_one(copies: int, drawn: int) -> float:
        none = 1.0
        for n in range(drawn):
            none *= (40 - copies - n) / (40 - n)
        return round(1 - none, 4)

    for deck in starter_decks().values():
        classes = sum(n for name, n in deck.cards.items() if name in ("Knight", "Bard", "Sorcerer"))
        assert at_least_one(classes, 6) == 0.4925
        assert at_least_one(classes + deck.cards["Wise Old Mentor"], 6) == 0.7114


def test_lists_are_read_and_written() -> None:
    """Plain text and CSV give the same deck back."""
    deck = starter_decks()["iron_road"]
    assert read_text(write_text(deck)).cards == deck.cards
    assert read_text(write_text(deck)).name == "Iron Road"
    assert read_csv(write_csv(deck)).cards == deck.cards
    slots = {row["name"]: row["fills"] for row in csv.DictReader(io.StringIO(write_csv(deck)))}
    assert slots["Sword"] == "left_hand/right_hand"
    assert find_deck("Iron Road") is deck
    assert read_text("4 knight, 2x PIKE\n1 Miner's Pick # heavy").cards == {
        "Knight": 4,
        "Pike": 2,
        "Miner's Pick": 1,
    }
    for broken in ("", "Knight", "four Knight", "4 Knigt"):
        with pytest.raises(Unreadable):
            read_text(broken)
    for broken in ("", "a,b\n1,2", "copies,name\nx,Knight", "copies,name\n1,Knigt"):
        with pytest.raises(Unreadable):
            read_csv(broken)


FORTY = [
    *("4 Knight", "4 Smith's Almanac", "4 Out Clubbin'", "4 Trash/Treasure", "4 Grovel!"),
    *("4 Whisperer", "4 Loot", "4 Buckler", "4 Jerkin", "4 Club"),
]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(FORTY),
        "\ufeff" + "\n".join(FORTY),
        "\r\n".join(FORTY) + "\r\n",
        ", ".join(FORTY).upper(),
        "\n".join(FORTY).replace("4 ", "4x ").replace("'", "’").lower(),
        "# Mine\n\n" + "\n".join(f"  {line}  # four" for line in FORTY),
        "\n".join(line.replace("4", "2") for line in FORTY * 2),
    ],
)
def test_a_list_is_read_however_it_was_written(text: str) -> None:
    """AF-4.1: with a byte order mark, Windows line ends, other letters, remarks, in pieces."""
    deck = read_text(text)
    assert [f"{n} {name}" for name, n in deck.cards.items()] == FORTY
    assert faults(deck) == []


@pytest.mark.parametrize(
    "text",
    [
        "copies,name\n4,Knight\n1,Miner's Pick\n",
        "\ufeffcopies,name\r\n4,Knight\r\n1,Miner's Pick\r\n",
        "Name;Copies;Remark\nKnight;4;\nMiner’s Pick;1;heavy\n",
        'copies\tname\n"4"\t"knight"\n\n1\t"MINER\'S PICK"',
        "copies,name\n3,Knight,more,cells\n,\n1,Knight\n 1 , Miner's Pick ",
    ],
)
def test_a_spreadsheet_is_read_however_it_was_saved(text: str) -> None:
    """AF-4.1: commas, semicolons or tabs, quotes, other columns, empty rows."""
    assert read_csv(text).cards == {"Knight": 4, "Miner's Pick": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There are no cards in this deck list."),
        (" \n\n# Mine\n", "There are no cards in this deck list."),
        ("4 Kniht", "There’s no card called “Kniht”. Did you mean “Knight”?"),
        ("4 Excalibur", "There’s no card called “Excalibur”."),
        ("-4 Knight", "“-4 Knight” isn’t a deck line. Write it like this: 4 Knight"),
        ("٤ Knight", "“٤ Knight” isn’t a deck line. Write it like this: 4 Knight"),
        ("9" * 5000 + " Knight", f"“{'9' * 60}” isn’t a deck line. Write it like this: 4 Knight"),
        ("4 " + "K" * 5000, f"There’s no card called “{'K' * 60}”."),
    ],
)
def test_a_list_that_cannot_be_read_says_why(text: str, said: str) -> None:
    """AF-4.4."""
    with pytest.raises(Unreadable) as fault:
        read_text(text)
    assert str(fault.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "A deck as CSV has the columns “copies” and “name”."),
        ("4 Knight\n", "A deck as CSV has the columns “copies” and “name”."),
        ("copies,name\n", "There are no cards in this deck list."),
        ("copies,name\n4\n", "Row 2 has no copies or no name."),
        ("copies,name\n4,Knight\n²,Club\n", "Row 3: “²” isn’t a number of copies."),
        ("copies,name\n,Club\n", "Row 2: “” isn’t a number of copies."),
        ("copies,name\n4,Clubb\n", "There’s no card called “Clubb”. Did you mean “Club”?"),
        ("copies,name\n4," + "K" * 200000, "This isn’t a CSV file: field larger than field limit"),
    ],
)
def test_a_spreadsheet_that_cannot_be_read_says_why(text: str, said: str) -> None:
    """AF-4.4."""
    with pytest.raises(Unreadable) as fault:
        read_csv(text)
    assert str(fault.value).startswith(said)


def test_what_no_card_could_fit_is_refused() -> None:
    """The words that there are come with the refusal; letters may be large or small."""
    assert find_cards(needs="Knight") == find_cards(needs="knight")
    assert len(find_cards(needs="Knight")) == 9
    assert {card.name for card in find_cards(fills="Hand", type="tool")} == {"Miner's Pick"}
    assert find_cards(fills="left-hand", type="spell") == find_cards(set="bard", fills="left_hand")
    for wrong in ({"type": "skill"}, {"needs": "elf"}, {"provides": "none"}, {"fills": "foot"}):
        with pytest.raises(Unreadable, match="You can use: "):
            find_cards(**wrong)


def test_cards_are_found_by_the_filters() -> None:
    """The author's filters: type, needs, provides, fills."""
    assert {card.name for card in find_cards(type="race")} == {"Beast", "Dwarf", "Ork", "Undead"}
    assert {card.name for card in find_cards(provides="tail")} == {"Tail"}
    assert {card.name for card in find_cards(fills="mount")} == {"Steed"}
    assert len(find_cards(needs="beast")) == 5
    assert {card.name for card in find_cards(type="Potion", needs="none")} == {
        "Health Potion",
        "Liquid Courage",
    }
    assert len(find_cards(set="common")) == 37


def test_a_deck_is_built_card_by_card() -> None:
    """AF-4.1, AF-4.2: a fifth copy and a forty-first card are refused."""
    deck = with_card(Deck({}), "sword", 4)
    assert deck.cards == {"Sword": 4}
    for name, copies in (("Sword", 1), ("Sword", -5)):
        with pytest.raises(Refused):
            with_card(deck, name, copies)
    with pytest.raises(Refused) as said:
        with_card(list_of(40), "Undead")
    assert said.value.clause == "AF-4.1"
    assert with_card(deck, "Sword", -4).cards == {}
    with pytest.raises(Unreadable):
        with_card(deck, "Excalibur")


# 5 Set-up


def test_who_goes_first_is_chance_unless_agreed() -> None:
    """AF-5.5: one of two; options name a seat, or chance does."""
    table = ruleset.begin(DuelOptions(), SEATS)
    asked: list[Question] = []

    def answer(question: Question) -> Answer:
        asked.append(question)
        return "Ben" if len(asked) == 1 else first_of(question)

    ruleset.setup(Game(table, answer))
    assert asked[0] == Draw(("Ana", "Ben"))
    assert table.order[0] == "Ben"
    with pytest.raises(Refused):
        ruleset.begin(DuelOptions(first="Cleo"), SEATS)
    with pytest.raises(Refused):
        ruleset.begin(DuelOptions(decks={"Cleo": "iron_road"}), SEATS)


def test_a_game_has_no_negative_length() -> None:
    """AF-14.9."""
    with pytest.raises(Unreadable, match="doesn’t make sense"):
        Codec(ruleset).begin({"longest": -1}, SEATS)


def test_nobody_is_asked_for_a_mulligan() -> None:
    """AF-5.4, AF-5.6: setting up asks only chance."""
    table = begun(first="Ana")
    assert (table.players[ANA].hand_size(), table.players[BEN].hand_size()) == (6, 5)


def test_parley_uses_no_attack_die() -> None:
    """AF-3.1: the two dice are separate."""
    table = duel(Side(play=["sword#1"]), step="encounter")
    do(table, ANA, Parley())
    assert table.players[BEN].willpower == 19
