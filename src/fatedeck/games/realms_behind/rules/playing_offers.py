"""What a player may do with a character in play: a turn, a check, a day."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Offer, One, Param, offer
from fatedeck.games.realms_behind.rules.actions import (
    Attack,
    EndTurn,
    Fleet,
    Move,
    Ready,
    Retrieve,
    Run,
    Step,
    UseTechnique,
)
from fatedeck.games.realms_behind.rules.carrying import PLACES
from fatedeck.games.realms_behind.rules.combat import (
    UNARMED,
    attack_skills,
    damage_attributes,
    weapons,
)
from fatedeck.games.realms_behind.rules.derived import gear_of
from fatedeck.games.realms_behind.rules.encounter import (
    why_not_attack,
    why_not_end_turn,
    why_not_fleet,
    why_not_handle,
    why_not_move,
    why_not_technique,
)
from fatedeck.games.realms_behind.rules.families import TECHNIQUES, TURN
from fatedeck.games.realms_behind.rules.field import standing
from fatedeck.games.realms_behind.rules.techniques import TALK, frame_of, talk_skills
from fatedeck.games.realms_behind.state import Being, Character, Table, Technique


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
    if table.phase != "encounter":
        return [_technique(table, character, t) for t in character.techniques.values()]
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
