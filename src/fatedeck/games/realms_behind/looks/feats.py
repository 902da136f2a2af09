"""Feats as cards on paper: what each needs, what it costs and what it does. RB-18.1, RB-18.2."""

from __future__ import annotations

import re

from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.story import listed
from fatedeck.engine.view import Face, Fact
from fatedeck.games.realms_behind.data import Feat, Needs, book

EMBLEMS = (
    ("predator", "roar"),
    ("dual|combat", "sword"),
    ("calculated|stabbing", "dagger"),
    ("driven|brutal|imposing", "fist"),
    ("crippling|faltering", "ribbon"),
    ("despoiling|spite|curse", "skull"),
    ("mending|healing", "drink"),
    ("volition|inner|stance", "shield"),
    ("bardic|social", "lute"),
    ("gambl|dilettante", "coin"),
    ("clue|insight", "eye"),
    ("evoc", "flame"),
    ("conjur|abjur|enchant", "staff"),
    ("blessing|heaven", "lantern"),
    ("creator", "anvil"),
    ("discoverer", "glass"),
    ("subtle", "whisper"),
)
"""What a feat's card shows, by its name."""


def feat_faces() -> dict[str, Face]:
    """A card for each feat, by the feat's id."""
    return {feat.id: _face(feat) for feat in book().feats.values()}


def feat_set() -> CardSet:
    """The feats, one of each."""
    return CardSet("feats", "Feats", dict.fromkeys(feat_faces(), 1), "For those who have them.")


def _face(feat: Feat) -> Face:
    technique = "technique" in feat.tags
    kind = f"{'Technique' if technique else 'Talent'}, level {feat.level}"
    drawn = next((sign for words, sign in EMBLEMS if re.search(words, feat.name.lower())), "")
    facts: dict[str, Fact] = {"type": kind, "set": _of(feat)}
    if feat.cost.ap:
        facts["type"] = f"{kind} · {feat.cost.ap} AP"
    if feat.cost.madness:
        facts["type"] = f"{facts['type']}, {feat.cost.madness} Madness"
    needs = _needed(feat.requires)
    lines = [f"Needs {needs}." if needs else "", feat.text]
    text, clauses = "\n".join(filter(None, lines)), ("RB-18.1", "RB-18.2")
    return Face(feat.name, "feat", text, facts, clauses, emblem=drawn or "crown")


def _of(feat: Feat) -> str:
    """What a feat belongs to: an attribute, directly or by a skill, or what one was before."""
    asked = [feat.requires, *feat.requires.any_of]
    attributes = [name for needs in asked for name in needs.attributes]
    attributes += [book().skills[name].attribute for needs in asked for name in needs.skills]
    return next(iter(attributes), "background")


def _needed(needs: Needs) -> str:
    """What a feat asks of whoever takes it.

    >>> _needed(Needs(skills={"insight": 5}))
    'Insight 5'
    >>> _needed(Needs(any_of=[Needs(attributes={"body": 2}), Needs(skills={"melee": 3})]))
    'Body 2 or Melee 3'
    """
    ranks = [*needs.attributes.items(), *needs.skills.items()]
    both = [f"{name.capitalize()} {rank}" for name, rank in ranks]
    ways = [way for one in needs.any_of if (way := _needed(one))]
    if ways:
        both.append(" or ".join(ways))
    return listed(both)
