"""What a player may do with a character in play: a turn, a check, a day."""

from __future__ import annotations

from functools import cache, lru_cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Value, Words, offer
from fatedeck.games.realms_behind.data import SOCIAL, book
from fatedeck.games.realms_behind.rules.actions import (
    Attack,
    BeginProject,
    Calm,
    Contest,
    Craft,
    Dream,
    Enchant,
    EndTurn,
    Examine,
    Fleet,
    GatherInformation,
    Investigate,
    Move,
    Parlay,
    Ready,
    RecallKnowledge,
    Retrieve,
    Run,
    SpendWill,
    Step,
    Try,
    UseTechnique,
    WageLabor,
    Willing,
)
from fatedeck.games.realms_behind.rules.attacks import why_not_attack
from fatedeck.games.realms_behind.rules.cards import told_apart
from fatedeck.games.realms_behind.rules.checks import skill_names, why_not_calm, why_not_spend_will
from fatedeck.games.realms_behind.rules.crafting import why_not_begin_work, why_not_craft
from fatedeck.games.realms_behind.rules.days import (
    actions_left,
    why_not_day_action,
    why_not_improvise,
    why_not_speak,
)
from fatedeck.games.realms_behind.rules.derived import check_totals, gear_of, total
from fatedeck.games.realms_behind.rules.encounter import (
    why_not_end_turn,
    why_not_fleet,
    why_not_handle,
)
from fatedeck.games.realms_behind.rules.equipment import PLACES
from fatedeck.games.realms_behind.rules.field import standing
from fatedeck.games.realms_behind.rules.frames import frame_of, talk_skills
from fatedeck.games.realms_behind.rules.growth import why_not_dream
from fatedeck.games.realms_behind.rules.making_offers import TECHNIQUES, THINGS
from fatedeck.games.realms_behind.rules.moving import why_not_move
from fatedeck.games.realms_behind.rules.techniques import TALK
from fatedeck.games.realms_behind.rules.using import why_not_technique
from fatedeck.games.realms_behind.rules.weapons import (
    UNARMED,
    attack_skills,
    damage_attributes,
    weapons,
)
from fatedeck.games.realms_behind.state import Being, Character, Table, Technique

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
    if table.phase != "encounter":
        found += [_technique(table, character, t) for t in character.techniques.values()]
        if character.items and refused is None:
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


def _technique(table: Table, user: Character, technique: Technique) -> Offer:
    built = frame_of(technique)
    refused = why_not_technique(table, user, technique)
    params: list[Param] = []
    if refused is None:
        params.append(One("target", "On", tuple(being.name for being in standing(table))))
        if technique.base == "maneuver":
            items = tuple(item.name for item in weapons(user))
            if not items:
                refused = Refused("RB-18.9", "Equip a weapon first.")
            params.append(One("weapon", "With", items))
            if any(gear_of(item).extra_targets for item in weapons(user)):
                others = tuple(b.name for b in standing(table) if b is not user)
                params.append(One("also", "And also", ("", *others)))
        if technique.base in TALK:
            params.append(One("skill", "Skill", talk_skills(technique)))
        for feature in built.features:
            if (feature.effect.move_before or feature.effect.step_before) and (
                table.phase == "encounter"
            ):
                params.append(Count("x", "First to column (-1: stay)", -1, table.width - 1))
                params.append(Count("y", "First to row (-1: stay)", -1, table.height - 1))
    cost = f"{built.ap} AP" + (f", {built.madness} Madness" if built.madness else "")
    return offer(
        UseTechnique,
        f"{technique.name} ({cost})",
        *(() if refused else params),
        group=TECHNIQUES,
        fixed={"technique": technique.name},
        clauses=("RB-18.7",),
        refused=refused,
    )


def turn_offers(table: Table, character: Character) -> list[Offer]:
    """A character's turn: attacks, moves, things, words. RB-15.9."""
    found = []
    others = tuple(being.name for being in standing(table) if being is not character)
    for item in weapons(character):
        refused = why_not_attack(table, character, item)
        params: list[Param] = [One("target", "Whom", others)] if others else []
        if gear_of(item).extra_targets:
            params.append(One("also", "And also", ("", *others)))
        skills = attack_skills(character, gear_of(item), gear_of(item).close)
        if len(skills) > 1:
            params.append(One("skill", "With", ("", *skills), {"": "as it fits"}))
        attributes = damage_attributes(character, gear_of(item))
        if len(attributes) > 1:
            params.append(One("attribute", "Adding", ("", *attributes), {"": "say then"}))
        found.append(
            offer(
                Attack,
                "Attack unarmed" if item.name == UNARMED else f"Attack with {item.name}",
                *(() if refused else params),
                group=TURN,
                fixed={"weapon": item.name},
                clauses=("RB-15.9",),
                refused=refused,
            )
        )
    found += [_technique(table, character, t) for t in character.techniques.values()]
    found += moves(table, character)
    found += _handling(table, character)
    found += _words(table, character)
    return found


def moves(table: Table, being: Being) -> list[Offer]:
    """Moving on the ground, and ending the turn. RB-15.6, RB-15.13."""
    spaces = (
        Count("x", "Column", 0, table.width - 1),
        Count("y", "Row", 0, table.height - 1),
    )
    return [
        offer(
            Move,
            "Move (1 AP)",
            *spaces,
            group=TURN,
            clauses=("RB-15.13",),
            refused=why_not_move(table, being, "move"),
        ),
        offer(
            Run,
            "Run (3 AP)",
            *spaces,
            group=TURN,
            clauses=("RB-15.13",),
            refused=why_not_move(table, being, "run"),
        ),
        offer(
            Step,
            "Step (1 AP)",
            *spaces,
            group=TURN,
            clauses=("RB-15.13",),
            refused=why_not_move(table, being, "step"),
        ),
        offer(
            EndTurn,
            "End the turn",
            group=TURN,
            clauses=("RB-15.6",),
            refused=why_not_end_turn(table, being),
        ),
    ]


def _handling(table: Table, character: Character) -> list[Offer]:
    found = []
    items = character.items.values()
    at_hand = tuple(item.name for item in items if item.place == "at-hand")
    packed = tuple(item.name for item in items if item.place == "inventory")
    worn = tuple(item.name for item in items if item.place == "equipped")
    if at_hand:
        found.append(
            offer(
                Ready,
                "Ready a thing (1 AP)",
                One("item", "Thing", at_hand),
                One("back", "Put back", ("", *worn)),
                group=TURN,
                clauses=("RB-15.9",),
                refused=why_not_handle(table, character, "ready"),
            )
        )
    if packed:
        found.append(
            offer(
                Retrieve,
                "Retrieve a thing (2 AP)",
                One("item", "Thing", packed),
                One("place", "Where", PLACES[:2]),
                group=TURN,
                clauses=("RB-15.9",),
                refused=why_not_handle(table, character, "retrieve"),
            )
        )
    found += [
        offer(
            Fleet,
            f"Be fleet by {item.name}",
            group=TURN,
            fixed={"item": item.name},
            refused=why_not_fleet(table, character, item),
        )
        for item in items
        if item.enhancements and gear_of(item).fleet
    ]
    return found


def _words(table: Table, character: Character) -> list[Offer]:
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
