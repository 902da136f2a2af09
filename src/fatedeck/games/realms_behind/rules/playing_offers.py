"""What a player may do with a character in play: a turn, a check, a day."""

from __future__ import annotations

from functools import cache, lru_cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Many, Offer, One, Value, Words, offer
from fatedeck.games.realms_behind.data import SOCIAL, book
from fatedeck.games.realms_behind.rules.actions import (
    BeginProject,
    Calm,
    Contest,
    Craft,
    Dream,
    Enchant,
    Examine,
    GatherInformation,
    Investigate,
    Parlay,
    RecallKnowledge,
    SpendWill,
    Try,
    WageLabor,
    Willing,
)
from fatedeck.games.realms_behind.rules.cards import told_apart
from fatedeck.games.realms_behind.rules.checks import skill_names, why_not_calm, why_not_spend_will
from fatedeck.games.realms_behind.rules.crafting import why_not_begin_work, why_not_craft
from fatedeck.games.realms_behind.rules.days import (
    actions_left,
    why_not_day_action,
    why_not_improvise,
    why_not_speak,
)
from fatedeck.games.realms_behind.rules.derived import check_totals, total
from fatedeck.games.realms_behind.rules.field import standing
from fatedeck.games.realms_behind.rules.growth import why_not_dream
from fatedeck.games.realms_behind.rules.making_offers import THINGS
from fatedeck.games.realms_behind.state import Character, Table

TURN, HAND, DAY, CRAFTING = "Your turn", "Your hand", "The day", "Crafting"


def always(table: Table, character: Character) -> list[Offer]:
    """What may be done with the hand at any time. RB-11.3."""
    refused = why_not_spend_will(table, character)
    found = []
    if refused is None:
        held = tuple(told_apart(character.hand))
        most = min(len(held), total(character, "insight"))
        cards = (Many("discard", "Discard", held, 0, most),) if most else ()
        found.append(
            offer(
                SpendWill,
                "Spend 1 Will: discard, then draw one more",
                *cards,
                group=HAND,
                clauses=("RB-11.2",),
            )
        )
    else:
        found.append(offer(SpendWill, "Spend 1 Will for cards", group=HAND, refused=refused))
    if character.madness:
        calm = why_not_calm(table, character)
        found.append(
            offer(
                Calm, "Spend 1 Will: 1 Madness less", group=HAND, clauses=("RB-11.4",), refused=calm
            )
        )
    if table.phase != "encounter":
        found.append(_dream(table, character))
    fixed: dict[str, Value] = {"willing": not character.willing}
    label = "Stop asking me to assist" if character.willing else "Ask me to assist others"
    found.append(offer(Willing, label, group=HAND, fixed=fixed, clauses=("RB-9.1",)))
    return found


def checks(table: Table, character: Character) -> list[Offer]:
    """Checks that may be tried at any time, and techniques outside an encounter. RB-21.7."""
    refused = why_not_improvise(table, character)
    totals = check_totals(character)
    others = tuple(being.name for being in standing(table) if being is not character)
    cost = " (1 AP)" if table.phase == "encounter" else ""
    found = [_try(totals, others, cost) if refused is None else _trying(refused)]
    if others and refused is None:
        found.append(
            offer(
                Contest,
                f"Contest with someone{cost}",
                _skill(totals, "Your skill"),
                One("opponent", "With", others),
                One("opponent_skill", "Their skill", skill_names()),
                group=DAY,
                clauses=("RB-5.13",),
            )
        )
    if table.phase != "encounter" and character.items and refused is None:
        things = One("item", "Thing", tuple(character.items))
        found.append(
            offer(Examine, "Look for a curse", things, group=THINGS, clauses=("RB-20.13",))
        )
    return found


@lru_cache(256)
def _try(totals: tuple[tuple[str, int], ...], others: tuple[str, ...], cost: str) -> Offer:
    return offer(
        Try,
        f"Try something{cost}",
        _skill(totals),
        Words("what", "What do you do?", 200),
        *_against(others),
        group=DAY,
        clauses=("RB-5.1", "RB-21.7"),
    )


def _against(others: tuple[str, ...]) -> tuple[One, ...]:
    """Whom a check is aimed at, or nobody. RB-16.13."""
    return (One("target", "Against", ("", *others), {"": "nobody"}),) if others else ()


@lru_cache(256)
def _skill(totals: tuple[tuple[str, int], ...], label: str = "Skill") -> One:
    notes = {skill: f"total {n}" for skill, n in totals}
    return One("skill", label, tuple(notes), notes)


def _trying(refused: Refused) -> Offer:
    return offer(Try, "Try something", group=DAY, refused=refused)


def words(table: Table, character: Character) -> list[Offer]:
    return [
        offer(
            RecallKnowledge,
            "Recall Knowledge (1 AP)",
            _skill(check_totals(character)),
            Words("about", "About", 100),
            group=TURN,
            clauses=("RB-15.9",),
            refused=why_not_speak(table, character, "recall-knowledge"),
        ),
        offer(
            Parlay,
            "Parlay (1 AP)",
            One("skill", "Skill", SOCIAL),
            Words("statement", "You say", 200),
            *_against(tuple(b.name for b in standing(table) if b is not character)),
            group=TURN,
            clauses=("RB-15.14",),
            refused=why_not_speak(table, character, "parlay"),
        ),
    ]


def days(table: Table, character: Character) -> list[Offer]:
    """Exploration and Downtime. RB-15.3."""
    more = max(0, actions_left(character, table.phase) - 1)
    found = []
    if table.phase == "exploration":
        found.append(
            offer(
                Investigate,
                "Investigate",
                Count("more", "Further actions, +1 Advantage each", 0, more),
                group=DAY,
                clauses=("RB-15.12",),
                refused=why_not_day_action(table, character, "investigate"),
            )
        )
    else:
        lores = tuple(skill for skill in character.skills if skill.startswith("lore ("))
        found += [
            offer(
                GatherInformation,
                "Gather Information",
                One("skill", "Skill", ("insight", "diplomacy", "lore", *lores)),
                Count("more", "Further actions, +1 Advantage each", 0, more),
                group=DAY,
                clauses=("RB-15.12",),
                refused=why_not_day_action(table, character, "gather-information"),
            ),
            offer(
                WageLabor,
                "Work for gold",
                _skill(check_totals(character)),
                group=DAY,
                clauses=("RB-15.9",),
                refused=why_not_day_action(table, character, "wage-labor"),
            ),
            *_crafting(table, character),
        ]
    return found


def _dream(table: Table, character: Character) -> Offer:
    """The card to be dreamed away, or none after all. RB-17.3."""
    if character.dream:
        return offer(Dream, "Sleep without a dream", group=HAND, fixed={"card": ""})
    refused = why_not_dream(table, character)
    if refused is not None:
        return offer(Dream, "Plan a Dancing Dream (3 xp)", group=HAND, refused=refused)
    return offer(
        Dream,
        "Plan a Dancing Dream (3 xp)",
        Words("card", "Card to dream away: rank, then suit letter", 20, False),
        group=HAND,
        clauses=("RB-17.3",),
    )


def _crafting(table: Table, character: Character) -> list[Offer]:
    refused = why_not_begin_work(table, character)
    found = [
        _project()
        if refused is None
        else offer(BeginProject, "Begin to make a thing", group=CRAFTING, refused=refused)
    ]
    if character.items and refused is None:
        enchantments = tuple(e.id for e in book().enhancements.values() if e.kind == "enchantment")
        found.append(
            offer(
                Enchant,
                "Enchant a finished thing",
                One("item", "Thing", tuple(character.items)),
                One("enhancement", "Enchantment", enchantments),
                group=CRAFTING,
                clauses=("RB-20.10",),
            )
        )
    if character.projects:
        found.append(
            offer(
                Craft,
                "Craft",
                One("project", "Project", tuple(character.projects)),
                group=CRAFTING,
                clauses=("RB-20.5",),
                refused=why_not_craft(table, character),
            )
        )
    return found


@cache
def _project() -> Offer:
    kinds = tuple(thing.id for thing in book().equipment.values() if thing.craftable)
    names = tuple(book().enhancements)
    notes = {e.id: f"level {e.level}: {e.text}" for e in book().enhancements.values()}
    return offer(
        BeginProject,
        "Begin to make a thing",
        One("kind", "Thing", kinds),
        Many("enhancements", "With", names, 0, len(names), notes),
        One("curses", "Curses", ("on purpose", "as flaws")),
        group=CRAFTING,
        clauses=("RB-20.3", "RB-20.7"),
    )
