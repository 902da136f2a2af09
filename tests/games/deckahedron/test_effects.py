"""What the rows of the attack tables and the texts of the cards bring about."""

from collections.abc import Callable

import pytest

from fatedeck.engine.game import Game, Seat
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Choose, Draw, Number, Question, Roll, Several
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.data import table_data, trait_cards
from fatedeck.games.deckahedron.rules.effects import Effects
from fatedeck.games.deckahedron.state import Foe, Options, Skill, Table
from tests.games.deckahedron.sessions import ALL

PINNED = ["pinned"]
HARMLESS = ["deals no fatigue next"]


def a_fight(*modules: str) -> Table:
    """Ana against an ogre with 20 Stamina points, with real dice."""
    chosen = [module for module in ALL if module in ("combat", "attack_simple", *modules)]
    options = Options(modules=chosen, dice="polyhedral")
    table = ruleset.begin(options, (Seat("GM", "gm"), Seat("Ana")))
    table.phase = "play"
    table.foes["Ogre"] = Foe(stamina=20)
    return table


def always(alternative: int = 0) -> Callable[[Question], Answer]:
    """Every die shows 3, the first card comes, and of alternatives this one is chosen."""

    def answer(question: Question) -> Answer:
        match question:
            case Roll():
                return 3
            case Draw():
                return question.cards[0]
            case Choose():
                mine = question.name == "what-happens"
                return question.options[alternative if mine else 0]
            case Several():
                return list(question.options[: question.least])
            case Number():
                return question.low
            case _:
                return "so it is"

    return answer


# Way, attacker's and defender's reading, which alternative; then by hand: what the ogre and Ana
# lose, the ammunition spent, and the conditions of the ogre and of Ana.
ROWS: list[tuple[str, int, int, int, int, int, int, list[str], list[str]]] = [
    ("ranged", 4, 4, 0, 3, 0, 0, [], []),
    ("ranged", 4, 3, 0, 1, 0, 0, PINNED, []),
    ("ranged", 4, 2, 0, 3, 0, 0, PINNED, []),
    ("ranged", 4, 1, 0, 2 + 3, 0, 0, [], []),  # 1 of 3 is a Harm, worth 3
    ("ranged", 3, 4, 0, 1, 0, 0, [], []),
    ("ranged", 3, 3, 0, 1, 0, 0, [], []),
    ("ranged", 3, 3, 1, 0, 0, 0, PINNED, []),
    ("ranged", 3, 2, 0, 3, 0, 0, [], []),
    ("ranged", 3, 2, 1, 0, 0, 0, PINNED, []),
    ("ranged", 3, 1, 0, 3, 0, 0, PINNED, []),
    ("ranged", 2, 4, 0, 0, 0, 1, [], []),
    ("ranged", 2, 3, 0, 0, 0, 1, [], []),
    ("ranged", 2, 2, 0, 0, 0, 0, [], []),
    ("ranged", 2, 1, 0, 0, 0, 0, PINNED, []),
    ("ranged", 1, 4, 0, 0, 1, 1, [], []),
    ("ranged", 1, 3, 0, 0, 0, 1, [], []),
    ("ranged", 1, 2, 0, 0, 0, 1, [], []),
    ("ranged", 1, 1, 0, 0, 0, 1, PINNED, []),
    ("melee", 4, 4, 0, 3, 3, 0, [], []),
    ("melee", 4, 3, 0, 3, 1, 0, [], []),
    ("melee", 4, 2, 0, 3, 0, 0, [], []),
    ("melee", 4, 1, 0, 4, 0, 0, [], []),
    ("melee", 4, 1, 1, 6, 0, 0, [], []),  # a Wound, worth 6
    ("melee", 3, 4, 0, 1, 3, 0, [], []),
    ("melee", 3, 3, 0, 1, 1, 0, [], []),
    ("melee", 3, 2, 0, 3, 0, 0, [], []),
    ("melee", 3, 1, 0, 3, 0, 0, [], []),
    ("melee", 3, 1, 1, 3, 0, 0, [], []),  # a Harm, worth 3
    ("melee", 2, 4, 0, 0, 3, 0, [], []),
    ("melee", 2, 4, 1, 0, 0, 0, [], []),
    ("melee", 2, 3, 0, 0, 1, 0, [], []),
    ("melee", 2, 2, 0, 0, 0, 0, [], []),
    ("melee", 2, 1, 0, 0, 0, 0, HARMLESS, []),
    ("melee", 1, 4, 0, 0, 3, 0, [], []),
    ("melee", 1, 3, 0, 0, 3, 0, [], []),
    ("melee", 1, 3, 1, 0, 0, 0, [], []),
    ("melee", 1, 2, 0, 0, 0, 0, [], HARMLESS),
    ("melee", 1, 1, 0, 0, 0, 0, [], []),
]


@pytest.mark.parametrize(
    (
        "way",
        "mine",
        "theirs",
        "alternative",
        "ogre_loses",
        "ana_loses",
        "ammunition",
        "ogre_is",
        "ana_is",
    ),
    ROWS,
)
def test_a_row_of_the_attack_tables(
    way: str,
    mine: int,
    theirs: int,
    alternative: int,
    ogre_loses: int,
    ana_loses: int,
    ammunition: int,
    ogre_is: list[str],
    ana_is: list[str],
) -> None:
    """DKH-73, DKH-76, DKH-77, DKH-78, DKH-121."""
    table = a_fight()
    rows = table_data().opposed_ranged if way == "ranged" else table_data().opposed_melee

    Effects(Game(table, always(alternative)), "Ana", "Ogre").carry_out(rows[mine][theirs])

    ana, ogre = table.players["Ana"], table.foes["Ogre"]
    assert 20 - ogre.stamina == ogre_loses
    assert len(ana.exhaustion) == ana_loses
    assert 3 - ana.ammunition == ammunition
    assert (ogre.conditions, ana.conditions) == (ogre_is, ana_is)


@pytest.mark.parametrize("way", ["ranged", "melee"])
@pytest.mark.parametrize("mine", [1, 2, 3, 4])
@pytest.mark.parametrize("theirs", [1, 2, 3, 4])
def test_a_row_works_the_other_way_round(way: str, mine: int, theirs: int) -> None:
    """DKH-73, DKH-121: a foe attacks, and the character takes what the foe would have taken."""
    rows = table_data().opposed_ranged if way == "ranged" else table_data().opposed_melee
    there, back = a_fight(), a_fight()

    Effects(Game(there, always()), "Ana", "Ogre").carry_out(rows[mine][theirs])
    Effects(Game(back, always()), "Ogre", "Ana").carry_out(rows[mine][theirs])

    assert len(there.players["Ana"].exhaustion) == 20 - back.foes["Ogre"].stamina
    assert there.foes["Ogre"].conditions == back.players["Ana"].conditions
    assert there.players["Ana"].conditions == back.foes["Ogre"].conditions
    assert there.players["Ana"].ammunition == back.foes["Ogre"].ammunition
    if rows[mine][theirs].startswith("critical: "):
        assert back.players["Ana"].harm == 1  # 2 points and the point that the Harm costs
        assert len(back.players["Ana"].exhaustion) == 2 + 1
    else:
        assert len(back.players["Ana"].exhaustion) == 20 - there.foes["Ogre"].stamina


RESULTS = [
    (card.name, reading) for card in trait_cards().values() for reading in sorted(card.results)
]


@pytest.mark.parametrize(("name", "reading"), RESULTS)
def test_every_result_of_every_card_can_be_carried_out(name: str, reading: int) -> None:
    """DKH-119."""
    table = a_fight("characters")
    ana = table.players["Ana"]
    ana.cards.top.append(name)
    table.pool.bag.remove(name)
    ana.skills[name] = Skill()
    item = table.item_supply.top.pop()
    ana.items.top.append(item)
    ana.charges[item] = 3
    cards = all_cards(table)
    card = trait_cards()[name]

    Effects(Game(table, always()), "Ana", "Ogre", card=card, item=item).carry_out(
        card.results[reading]
    )

    assert all_cards(table) == cards


@pytest.mark.parametrize(
    ("name", "reading", "ogre_loses", "ana_loses"),
    [
        ("And This Is For...", 3, 1, 0),
        ("And This Is For...", 4, 3, 0),
        ("Fury", 2, 1, 0),
        ("Fury", 3, 1, 0),  # half of 3
        ("Fury", 4, 3, 0),
        ("Called Shot", 3, 1 + 3, 0),  # and the head: one more 1d4
        ("Called Shot", 4, 3 + 3, 0),
        ("Bum Rush", 2, 0, 3),
        ("Bum Rush", 4, 0, 1),
        ("Fundamental Magic", 3, 0, 2),
    ],
)
def test_fatigue_and_stamina_of_cards(
    name: str, reading: int, ogre_loses: int, ana_loses: int
) -> None:
    """DKH-119: attack power is fatigue, and 1d4 the power of the weapon."""
    table = a_fight("characters")
    ana = table.players["Ana"]
    ana.cards.top.append(name)
    ana.skills[name] = Skill()
    card = trait_cards()[name]

    Effects(Game(table, always()), "Ana", "Ogre", card=card).carry_out(card.results[reading])

    assert 20 - table.foes["Ogre"].stamina == ogre_loses
    assert len(ana.exhaustion) == ana_loses
