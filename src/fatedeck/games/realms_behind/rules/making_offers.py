"""Making a character, and improving it with experience and gold."""

from __future__ import annotations

from functools import cache, lru_cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Words, offer
from fatedeck.games.realms_behind.data import ATTRIBUTES, Feat, Needs, book
from fatedeck.games.realms_behind.rules.actions import (
    Build,
    Buy,
    Carry,
    DropFeat,
    Finish,
    LearnLore,
    Raise,
    Sell,
    TakeFeat,
    TakeSample,
    Unbuild,
)
from fatedeck.games.realms_behind.rules.creation import (
    ATTRIBUTE,
    HIGHEST,
    SKILL,
    ready_made,
    shapes,
    why_not_change,
    why_not_frame,
)
from fatedeck.games.realms_behind.rules.derived import triangle
from fatedeck.games.realms_behind.rules.equipment import PLACES, is_innate, why_not_arrange
from fatedeck.games.realms_behind.state import Character, Table

CHARACTER, FEATS, TECHNIQUES, THINGS = "Your character", "Feats", "Techniques", "Things"


def making(table: Table, character: Character) -> list[Offer]:
    """A character is made, and improved until it comes into play. RB-2.13, RB-22.7."""
    finish = offer(
        Finish,
        "Rename your character" if character.ready else "Finish your character",
        Words("title", "Name", 40),
        group=CHARACTER,
        clauses=("RB-2.13",),
    )
    found = [finish] if character.ready else [_samples(), finish]
    return found + improving(table, character)


def improving(table: Table, character: Character) -> list[Offer]:
    """Spend experience and gold. RB-2.3, RB-18.2, RB-19.2."""
    refused = why_not_change(table, character)
    if refused is not None:
        return []
    bought = [character.skills.get(skill, 0) for skill in _raised()[len(ATTRIBUTES) :]]
    levels = (character.body, character.mind, character.spirit, character.luck, *bought)
    found = [_levels(levels), _lore(), _feats(character.ready), *_frames(table, character), _shop()]
    if not character.ready:
        defined = tuple(feat for feat in character.feats if feat in book().feats)
        if defined:
            found.append(
                offer(DropFeat, "Give a feat back", One("feat", "Feat", defined), group=FEATS)
            )
        if character.techniques:
            names = One("technique", "Technique", tuple(character.techniques))
            found.append(offer(Unbuild, "Give a technique back", names, group=TECHNIQUES))
    if character.items:
        things = One("item", "Thing", tuple(character.items))
        found.append(offer(Sell, "Sell a thing", things, group=THINGS, clauses=("RB-19.9",)))
        places = One("place", "Where", PLACES)
        found.append(
            offer(
                Carry,
                "Carry a thing",
                things,
                places,
                group=THINGS,
                clauses=("RB-19.1",),
                refused=why_not_arrange(table, character),
            )
        )
    return found


@cache
def _samples() -> Offer:
    samples = ready_made()
    notes = {sample.id: sample.text for sample in samples.values()}
    params = One("sample", "Character", tuple(samples), notes)
    return offer(TakeSample, "Take a ready-made character", params, group=CHARACTER)


@cache
def _raised() -> tuple[str, ...]:
    return (*ATTRIBUTES, *(skill for skill in book().skills if skill != "lore"))


@lru_cache(256)
def _levels(levels: tuple[int, ...]) -> Offer:
    """What may be raised, with its level now and the price of the next. RB-2.3."""
    notes = {}
    for what, level in zip(_raised(), levels, strict=True):
        base = ATTRIBUTE if what in ATTRIBUTES else SKILL
        covers = f"{book().skills[what].covers}; " if what in book().skills else ""
        notes[what] = f"{covers}now {level}, the next costs {base * (level + 1)} xp"
    return offer(
        Raise,
        "Raise an attribute or a skill",
        One("what", "What", _raised(), notes),
        Count("level", "To level", 0, HIGHEST),
        group=CHARACTER,
        clauses=("RB-2.3", "RB-2.4"),
    )


@cache
def _lore() -> Offer:
    return offer(
        LearnLore,
        "Learn a Lore",
        Words("subject", "Subject", 40, may_be_empty=False),
        Count("level", "To level", 0, HIGHEST),
        group=CHARACTER,
        clauses=("RB-2.11",),
    )


@cache
def _feats(ready: bool) -> Offer:
    feats = [
        feat
        for feat in book().feats.values()
        if not feat.buildable and not (ready and "background" in feat.tags)
    ]
    notes = {
        feat.id: f"{feat.name}, {triangle(3, feat.level)} xp{_needs(feat.requires)}. {feat.text}"
        for feat in feats
    }
    names = One("feat", "Feat", tuple(feat.id for feat in feats), notes)
    return offer(TakeFeat, "Take a feat", names, group=FEATS, clauses=("RB-2.5", "RB-18.2"))


def _needs(needs: Needs) -> str:
    """What must be met, in words. RB-18.2."""
    wanted = [f"{what.capitalize()} {n}" for what, n in needs.attributes.items()]
    wanted += [f"{what.capitalize()} {n}" for what, n in needs.skills.items()]
    if needs.element:
        wanted.append(needs.element.capitalize())
    return f", needs {' and '.join(wanted)}" if wanted else ""


def _frames(table: Table, character: Character) -> list[Offer]:
    found = []
    for feat in _buildable():
        refused = why_not_frame(table, character, feat)
        if refused is None:
            found.append(_frame(feat.id))
        else:
            found.append(_frame_refused(feat.id, refused.clause, refused.sentence))
    return found


@cache
def _frame_refused(feat_id: str, clause: str, sentence: str) -> Offer:
    feat = book().feats[feat_id]
    return offer(
        Build,
        f"Build: {feat.name}",
        group=TECHNIQUES,
        fixed={"feat": feat.id},
        refused=Refused(clause, sentence),
    )


@cache
def _buildable() -> tuple[Feat, ...]:
    return tuple(feat for feat in book().feats.values() if feat.buildable)


@cache
def _frame(feat_id: str) -> Offer:
    feat = book().feats[feat_id]
    groups = {"general", *feat.effect.build_from}
    features = [f for f in book().features.values() if groups & set(f.groups)]
    notes = {f.id: f"{f.name}, level {f.level}{_needs(f.requires)}. {f.text}" for f in features}
    params: list[Param] = [
        Words("name", "Its name", 40, may_be_empty=False),
        Many("features", "Features", tuple(f.id for f in features), 0, len(features), notes),
    ]
    elements = list(feat.effect.choose_on_build.get("element", []))
    for feature in features:
        elements += feature.effect.choose_on_build.get("element", [])
    if elements:
        params.append(One("element", "Element", ("", *dict.fromkeys(elements))))
    if any(f.id == "shaped-spell" for f in features):
        params.append(One("shape", "Shape", ("", *shapes())))
    return offer(
        Build,
        f"Build: {feat.name}",
        *params,
        group=TECHNIQUES,
        fixed={"feat": feat.id},
        clauses=("RB-18.5", "RB-18.6"),
        note=feat.text,
    )


@cache
def _shop() -> Offer:
    notes = {
        thing.id: f"{triangle(3, thing.level)} gold. {thing.name}"
        for thing in book().equipment.values()
        if not is_innate(thing)
    }
    kinds = One("kind", "Thing", tuple(notes), notes)
    return offer(Buy, "Buy a thing", kinds, group=THINGS, clauses=("RB-19.2",))
