"""What is printed on each of the 105 cards, written down a second time from the card list."""

from __future__ import annotations

import pytest

from fatedeck.games.adventurer_factory.data import Card, CardAction, Cost, catalogue
from fatedeck.games.adventurer_factory.rules.words import costs

# name; types; cost; Needs; slots (/ one of them, & all of them); what its actions cost
PRINTED = """\
Assassin; Class; 2; -; C1-C4; -
Hide; Feature; 3; 1 assassin; body; encounter, 1 own in play | discard this, 2 willpower
Poison Dagger; Item Weapon; 0; 1 assassin; left_hand/right_hand; encounter
Special Training; Feature; 2; 1 assassin; -; encounter
Assassinate; Feature; 4; 2 assassin; -; encounter
Grovel!; Feature; 4; 2 assassin; -; -
Reconnoiter; Feature; 2; 2 assassin; -; free
Spiked Tea; Item Consumable; 0; 2 assassin; -; consume, both roll
Bystander Disguise; Item Tool; 2; 3 assassin; body; -
Concealed Crossbow; Item Weapon; 4; 3 assassin; left_hand/right_hand; encounter
Terrify; Feature; 1; 3 assassin; -; -
Final Blow; Feature; 5; 4 assassin; -; 10 health, 10 willpower
Bard; Class; 2; -; C1-C4; -
Big Ole Ruby; Item Loot; 2; 1 bard; beltpouch; encounter | discard this
Lute; Item Weapon; 3; 1 bard; back; 5 mind
Sleight of Hand; Feature; 3; 1 bard; -; encounter
Trick Coin; Item Loot; 0; 1 bard; -; shuffle this
Tune of Seduction; Consumable Spell; 2; 2 bard; -; encounter, consume
Valet; Minion; 1; 2 bard; -; free | free
Witty Riposte; Feature; 3; 2 bard; -; 4 mind
Flourish; Feature; 4; 3 bard; -; 5 mind
Refined Spirits; Consumable Potion; 2; 3 bard; -; consume, x mind
Chorus of Power; Spell; 4; 4 bard; left_hand; -
Knight; Class; 2; -; C1-C4; -
Dual Wielding; Feature; 3; 1 knight; -; encounter, 3 mind
Pike; Item Weapon; 5; 1 knight; left_hand/right_hand; -
Sword; Item Weapon; 3; 1 knight; left_hand/right_hand; -
Shield; Item Armour; 3; 2 knight; left_hand/right_hand; 4 mind
Valour; Feature; 5; 2 knight; -; 3 health
Quick Thrust; Feature; 4; 2 knight; -; 2 mind
Steed; Minion Pet; 6; 3 knight; mount; free
Full Plate; Item Armour; 4; 3 knight; body; -
Glowing Sword; Item Weapon; 4; 4 knight; left_hand/right_hand; -
Sorcerer; Class; 2; -; C1-C4; -
Gale; Consumable Spell; 2; 1 sorcerer; -; encounter, consume
Gather Magic; Feature; 2; 1 sorcerer; -; encounter, 3 mind
Heat Manipulation; Consumable Spell; 4; 1 sorcerer; -; encounter, consume | 3 mind
Life Drain; Consumable Spell; 1; 1 sorcerer; -; encounter, consume
Hand Mirror; Item; 2; 2 sorcerer; left_hand/right_hand/neck; 2 mind | 5 mind
Magic Staff; Item Weapon; 4; 2 sorcerer; left_hand&right_hand; encounter, 2 mind
Shift Shape; Spell; 5; 2 sorcerer; body; free | free
Force Field; Feature; 3; 3 sorcerer; -; 4 mind
Spell Book; Item Book; 2; 3 sorcerer; left_hand/right_hand; 3 mind
Ritual of the Eldritch Flows; Spell; 6; 4 sorcerer; -; free
Beast; Race; 2; -; race; -
Ferocious Roar; Feature; 4; 1 beast; -; -
Horns; Feature Weapon; 2; 1 beast; head; encounter
Hulking Physique; Feature; 4; 1 beast; -; -
Spiked Tail; Feature; 3; 1 beast 1 tail; tail; -
Tail; Feature; 1; 1 beast; -; -
Dwarf; Race; 2; -; race; -
Miner's Pick; Item Tool; 3; 1 dwarf; left_hand&right_hand; 2 willpower
Big Ole Emerald; Item Loot; 2; 1 dwarf; beltpouch; encounter | encounter
Dwarf Gauntlet; Item Armour; 3; 1 dwarf; gloves; -
Smith's Almanac; Item Book; 3; 1 dwarf; -; 3 mind
Trash/Treasure; Feature; 6; 1 dwarf; pack; -
Ork; Race; 2; -; race; -
Rotten Cuisine; Supply; 1; 1 ork; -; 1 health
Filth; Feature; 5; 1 ork; -; encounter, 1 health
Out Clubbin'; Feature; 3; 1 ork; -; -
Stench; Feature; 2; 1 ork; body; encounter | encounter
Vile Vial; Item Potion; 2; 1 ork; beltpouch; free
Undead; Race; 2; -; race; -
Echoes of Life; Feature; 6; 1 undead; -; encounter | chosen mind
Necromancy; Consumable Spell; 1; 1 undead; head; consume
Out of Phase; Feature; 2; 1 undead; body; shuffle this
Patchwork Monstrosity; Feature; 4; 1 undead; body; play and attach
Skeletal Minion; Minion; 5; 1 undead; head; encounter, 1 of the hand
Ancient Secrets; Spell; 4; -; -; encounter, 2 willpower
Bedroll; Item Tool; 3; -; pack; free
Begging For Scraps; Consumable Feature; 2; -; -; consume, 1 health
Beltpouch; Item Tool; 5; -; -; 1 own in play | discard this or 1 own in play
Big Ole Diamond; Item Loot; 2; -; -; encounter
Big Ole Fake; Consumable Loot; 2; -; beltpouch; consume
Buckler; Item Armour; 2; -; left_hand/right_hand; -
Canine; Minion Pet; 2; -; -; -
Cashflow; Spell; 0; -; -; discard this | 1 own in play | free
Club; Item Weapon; 2; -; left_hand/right_hand; -
Crossbow; Item Weapon; 1; -; right_hand; 2 mind
Dagger; Item Weapon; 3; -; left_hand/right_hand; discard this
Dodge; Consumable Feature; 1; -; -; consume
Extra Ration; Consumable Supply; 2; -; pack; consume
Field of Flowers; Spell; 3; -; -; discard this
Fine Clothes; Item Armour; 2; -; body; -
Frantic Search; Feature; 3; -; -; 1 mind, 3 discards back | discard this
Gauntlet; Item Armour; 1; -; gloves; -
Gold Coin; Item Loot; 0; -; -; 3 mind | discard this
Health Potion; Consumable Potion; 1; -; beltpouch; consume
Helm; Item Armour; 1; -; head; -
Homemade Shield; Item Armour; 3; -; left_hand/right_hand; 3 mind
Income; Spell; 5; -; -; -
Initiate's Notes; Item Book; 3; -; -; play and attach
Jerkin; Item Armour; 3; -; body; -
Liquid Courage; Consumable Potion; 2; -; -; consume, 3 mind
Loot; Feature; 6; -; -; -
Mirror Shard; Consumable Loot; 1; -; -; consume
Pack; Item Tool; 4; -; back; 1 own in play
Prudence; Consumable Spell; 0; -; -; consume, 1 of the hand
Psychic Bomb; Consumable Spell; 3; -; head; consume, 1 own in play
Ribbon; Item Armour; 1; -; head; encounter
Sword Breaker; Item Weapon; 4; -; left_hand&right_hand; 4 mind
Whisperer; Minion; 4; -; -; encounter
Wise Old Mentor; Consumable Minion; 3; -; -; consume
Binoculars; Item Tool; 5; -; neck; 1 shown
The Nightwatcher; Minion Cryptid; 4; -; -; deck top shown
"""


@pytest.mark.parametrize("row", PRINTED.splitlines(), ids=lambda row: row.partition(";")[0])
def test_what_is_printed_on_a_card(row: str) -> None:
    """AF-1.11, AF-7.2, AF-8.2, AF-9.3, AF-9.4, AF-10.1, AF-10.6, AF-20.1."""
    name = row.partition(";")[0]
    [card] = [card for card in catalogue().values() if card.name == name]
    assert _row(card) == row


def test_there_are_105_cards() -> None:
    """AF-4.3."""
    assert len(catalogue()) == len(PRINTED.splitlines()) == 105


def test_only_classes_and_races_are_permanent() -> None:
    """AF-17.2."""
    permanent = {card.name for card in catalogue().values() if card.permanent}
    assert permanent == {
        *("Assassin", "Bard", "Knight", "Sorcerer"),
        *("Beast", "Dwarf", "Ork", "Undead"),
    }


def test_how_many_a_host_holds() -> None:
    """AF-20.9."""
    most = {card.name: card.host.max for card in catalogue().values() if card.host}
    assert {name for name, n in most.items() if n == 1} == {
        *("Special Training", "Valet", "Shift Shape"),
    }
    assert {n for n in most.values() if n != 1} == {None}


def _row(card: Card) -> str:
    needs = " ".join(f"{n} {symbol}" for symbol, n in card.needs.items())
    slots = ""
    if card.fills is not None:
        slots = "/".join(card.fills.any_of) or "&".join(card.fills.all_of)
    paid = " | ".join(map(_costs, card.actions))
    printed = (
        *(card.name, " ".join(card.types), str(card.cost), needs or "-"),
        *(slots.replace("C1/C2/C3/C4", "C1-C4") or "-", paid or "-"),
    )
    return "; ".join(printed)


def _costs(action: CardAction) -> str:
    parts = ["encounter"] * action.encounter + [_cost(cost) for cost in action.costs]
    return ", ".join(parts) or "free"


def _cost(cost: Cost) -> str:
    match cost:
        case costs.Pay():
            return f"{'chosen' if cost.n not in ('x', *range(20)) else cost.n} {cost.stat}"
        case costs.DiscardOwnInPlay():
            return f"{cost.n} own in play"
        case costs.DiscardFromHand():
            return f"{cost.n} of the hand"
        case costs.ShuffleFromDiscardIntoDeck():
            return f"{cost.n} discards back"
        case costs.ShowFromHand():
            return f"{cost.does.n} shown"
        case costs.ShowDeckTop():
            return "deck top shown"
        case costs.RollBoth():
            return "both roll"
        case costs.PlayAndAttach():
            return "play and attach"
        case costs.ShuffleThisIntoDeck():
            return "shuffle this"
        case costs.OneOf():
            return " or ".join(map(_cost, cost.costs))
        case _:
            return "discard this" if type(cost).__name__ == "DiscardThis" else "consume"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ancient Secrets", "Put a Spell from your discard pile into your hand."),
        ("Necromancy", "Put a card from your discard pile into your deck"),
        ("Big Ole Emerald", "Put a card from your discard pile on the top of your deck."),
        ("Special Training", "Play a card with exactly 1 Need symbol from your hand, paying"),
    ],
)
def test_what_an_action_says_names_the_place_and_the_number(name: str, text: str) -> None:
    card = next(card for card in catalogue().values() if card.name == name)
    assert any(text in action.text for action in card.actions)
