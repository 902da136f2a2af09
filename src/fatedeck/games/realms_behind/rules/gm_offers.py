"""What the game master may do."""

from __future__ import annotations

from functools import lru_cache

from fatedeck.engine.offers import Count, Many, Offer, One, Param, Words, offer
from fatedeck.games.realms_behind.data import DEFENCES, ELEMENTS, book
from fatedeck.games.realms_behind.rules.actions import (
    AddCreatures,
    Afflict,
    CallCheck,
    Cool,
    CreatureCheck,
    Decide,
    Give,
    GiveLuck,
    Ground,
    Heal,
    Hurt,
    Judge,
    MakeCreature,
    OpenDialogue,
    PlaceBeing,
    Relieve,
    RemoveCreature,
    Workspace,
)
from fatedeck.games.realms_behind.rules.cards import SUITS
from fatedeck.games.realms_behind.rules.checks import skill_names
from fatedeck.games.realms_behind.rules.families import PARTY, SCENE
from fatedeck.games.realms_behind.rules.master import (
    HIGHEST_GROWTH,
    LONGEST_NAME,
    MOST_CREATURES,
    MOST_LUCK,
    MOST_SPACES,
    why_not_add,
    why_not_judge,
)
from fatedeck.games.realms_behind.rules.statuses import status_names
from fatedeck.games.realms_behind.rules.weapons import UNARMED
from fatedeck.games.realms_behind.state import Table

CREATURES = "Creatures"
TOUCH, GIFTS = "Hurt, heal and more", "Gifts"


def of_gm(table: Table) -> list[Offer]:
    """All that the game master may do now."""
    if table.phase == "creation":
        return []
    found: list[Offer] = []
    players = tuple(name for name, who in table.players.items() if not who.waiting)
    beings = (*players, *table.creatures)
    found += _gm_checks(players, beings)
    judged = why_not_judge(table)
    if judged is None:
        words = Words("words", "What becomes of the party?", 400)
        found.append(offer(Judge, "The party is down", words, group=PARTY, clauses=("RB-13.8",)))
    found += _scene(table, beings)
    found += _creatures(table, beings)
    found += _gm_touch(beings)
    found += [
        offer(
            Decide,
            "Say what becomes of someone",
            One("being", "Who", beings),
            One("fate", "Fate", ("lives", "dies", "leaves", "returns")),
            group=TOUCH,
            clauses=("RB-13.4",),
        ),
        *_gifts(tuple(table.players)),
    ]
    return found


def _scene(table: Table, beings: tuple[str, ...]) -> list[Offer]:
    found = []
    found += [
        offer(
            PlaceBeing,
            "Place someone",
            One("being", "Who", beings),
            Count("x", "Column", 0, table.width - 1),
            Count("y", "Row", 0, table.height - 1),
            group=SCENE,
        ),
        _ground_offer(table, True),
        _ground_offer(table, False),
        offer(
            OpenDialogue,
            "Open a dialogue",
            Words("with_whom", "With", 40, may_be_empty=False),
            Count("needed", "Concessions needed", 1, 20),
            group=SCENE,
            clauses=("RB-15.14",),
        ),
        offer(
            OpenDialogue,
            "Open a dialogue, number hidden",
            Words("with_whom", "With", 40, may_be_empty=False),
            Count("needed", "Concessions needed", 1, 20),
            group=SCENE,
            fixed={"hidden": True},
            clauses=("RB-15.14",),
        ),
        offer(
            Workspace,
            "Close the workspace" if table.workspace else "There is a workspace here",
            group=SCENE,
            fixed={"there": not table.workspace},
            clauses=("RB-20.1",),
        ),
    ]
    return found


def _creatures(table: Table, beings: tuple[str, ...]) -> list[Offer]:
    room = max(1, min(10, MOST_CREATURES - len(table.creatures)))
    found = [
        offer(
            AddCreatures,
            "Bring in creatures",
            One("kind", "Kind", tuple(book().creatures)),
            One("level", "Level", tuple(book().levels)),
            Count("count", "How many", 1, room),
            One("side", "Side", ("foes", "party")),
            group=CREATURES,
            clauses=("RB-21.1",),
            refused=why_not_add(table, 1),
        ),
        offer(
            MakeCreature,
            "Make a creature of your own",
            Words("name", "Name", LONGEST_NAME, may_be_empty=False),
            One("level", "Level", tuple(book().levels)),
            Count("count", "How many", 1, room),
            One("side", "Side", ("foes", "party")),
            Count("health", "Health per level", 1, HIGHEST_GROWTH),
            Count("attack", "Attack per level", 0, HIGHEST_GROWTH),
            *(
                Count(name, f"{name.capitalize()} Defence per level", 0, HIGHEST_GROWTH)
                for name in DEFENCES
            ),
            Words("resists", "Resists per level, such as fire 2, frost -1", 100),
            Words("skills", "Skills per level, such as awareness 2", 200),
            One("element", "Its attack deals", ELEMENTS),
            Count("range", "Range of its attack", 1, MOST_SPACES),
            Count("speed", "Speed", 0, MOST_SPACES),
            group=CREATURES,
            clauses=("RB-21.1", "RB-21.4"),
            refused=why_not_add(table, 1),
        ),
    ]
    if table.creatures:
        names = One("creature", "Creature", tuple(table.creatures))
        found.append(offer(RemoveCreature, "Remove a creature", names, group=CREATURES))
        found.append(_creature_check(tuple(table.creatures), beings))
    return found


def _ground_offer(table: Table, difficult: bool) -> Offer:
    return offer(
        Ground,
        "Make a space Difficult" if difficult else "Clear a space",
        Count("x", "Column", 0, table.width - 1),
        Count("y", "Row", 0, table.height - 1),
        group=SCENE,
        fixed={"difficult": difficult},
        clauses=("RB-15.13",),
    )


@lru_cache(64)
def _gm_checks(players: tuple[str, ...], beings: tuple[str, ...]) -> list[Offer]:
    check: tuple[Param, ...] = (
        One("seat", "Who", players),
        One("skill", "Skill", skill_names()),
        Count("threshold", "Threshold", 0, 40),
        One("demand", "Answer in", ("", *SUITS)),
        Count("circumstance", "Circumstance", -20, 20),
        *_luck(),
        One("target", "Against", ("", *beings), {"": "nobody"}),
    )
    luck = offer(
        GiveLuck,
        "Give luck to someone's next check",
        One("being", "Whose", beings),
        *_luck(),
        group=PARTY,
        clauses=("RB-8.8", "RB-21.7"),
    )
    return [
        luck,
        *(
            offer(
                CallCheck,
                "Call for a check" if not hidden else "Call for a check, threshold hidden",
                *check,
                group=PARTY,
                fixed={"hidden": hidden},
                clauses=("RB-5.14", "RB-8.8", "RB-21.7"),
            )
            for hidden in (False, True)
        ),
    ]


def _luck() -> tuple[Param, ...]:
    return (
        Count("advantage", "Advantage (Good Luck)", 0, MOST_LUCK),
        Count("disadvantage", "Disadvantage (Bad Luck)", 0, MOST_LUCK),
    )


@lru_cache(64)
def _creature_check(creatures: tuple[str, ...], beings: tuple[str, ...]) -> Offer:
    return offer(
        CreatureCheck,
        "A creature makes a check",
        One("creature", "Who", creatures),
        One("skill", "Skill", skill_names()),
        Count("threshold", "Threshold", 0, 40),
        One("demand", "Answer in", ("", *SUITS)),
        Count("circumstance", "Circumstance", -20, 20),
        *_luck(),
        One("target", "Against", ("", *beings), {"": "nobody"}),
        group=CREATURES,
        clauses=("RB-5.12",),
    )


@lru_cache(64)
def _gm_touch(beings: tuple[str, ...]) -> list[Offer]:
    who = One("being", "Who", beings)
    elements = One("element", "Element", ELEMENTS)
    stacks = Count("stacks", "Stacks", 1, 20)
    limited = One("element", "Only against", ("", *ELEMENTS))
    return [
        offer(
            Afflict,
            "Put a status on someone",
            who,
            One("status", "Status", status_names()),
            stacks,
            One("by", "Taunted by", ("", *beings)),
            limited,
            group=TOUCH,
            clauses=("RB-16.1",),
        ),
        offer(
            Relieve,
            "Take a status off someone",
            who,
            One("status", "Status", status_names()),
            stacks,
            group=TOUCH,
            clauses=("RB-16.1",),
        ),
        offer(Cool, "Dunk someone in water", who, group=TOUCH, clauses=("RB-16.17",)),
        *(
            offer(
                Hurt,
                "Damage someone" if not past else "Damage someone, ignoring Resists",
                who,
                Count("amount", "Damage", 1, 60),
                elements,
                group=TOUCH,
                fixed={"past_resists": past},
                clauses=("RB-12.10",) if not past else ("RB-12.13",),
            )
            for past in (False, True)
        ),
        offer(
            Heal,
            "Heal someone",
            who,
            Count("amount", "Healing", 1, 60),
            One("part", "Which part", ("", "shallow", "deep")),
            group=TOUCH,
            clauses=("RB-13.5",),
        ),
    ]


@lru_cache(64)
def _gifts(players: tuple[str, ...]) -> list[Offer]:
    who, amount = One("seat", "To", players), Count("amount", "How many", 1, 100)
    stock = tuple(f"{kind} {level}" for kind in book().materials for level in range(1, 6))
    given = (kind for kind in book().equipment if kind != UNARMED)
    things = (*given, *(u for u in book().undefined if "kit" in u or "-" in u))
    feats = (
        *(feat.id for feat in book().feats.values() if not feat.buildable),
        *(u for u in book().undefined if "-" not in u or u.endswith("training")),
    )
    recipes = (*book().equipment, *book().enhancements)
    enhancements = tuple(book().enhancements)

    def gift(what: str, *params: Param) -> Offer:
        label = f"Give {what}"
        return offer(Give, label, who, *params, group=GIFTS, fixed={"what": what})

    return [
        gift("xp", amount),
        gift("gold", amount),
        gift(
            "item",
            One("name", "Thing", things),
            Many("enhancements", "With", enhancements, 0, len(enhancements)),
        ),
        gift("feat", One("name", "Feat", feats)),
        gift("material", One("name", "Material", stock), amount),
        gift("recipe", One("name", "Recipe", recipes)),
    ]
