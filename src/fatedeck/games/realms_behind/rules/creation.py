"""Making and improving characters: levels, feats, built techniques, samples."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import (
    ATTRIBUTES,
    Feat,
    Needs,
    Sample,
    book,
    proper_name,
    said,
)
from fatedeck.games.realms_behind.rules.derived import (
    at_full_strength,
    check_total,
    gear_of,
    total,
    triangle,
)
from fatedeck.games.realms_behind.rules.equipment import (
    PLACES,
    bulk,
    gain_item,
    limit,
    why_not_hold,
    without,
)
from fatedeck.games.realms_behind.rules.frames import frame
from fatedeck.games.realms_behind.state import Character, Item, Table, Technique

ATTRIBUTE, SKILL, FEAT = 2, 1, 3
"""The bases of experience costs. RB-2.3 to RB-2.5."""
MOST_BACKGROUNDS = 2
HIGHEST = 30


def why_not_change(table: Table, character: Character) -> Refused | None:
    """Characters in play are improved outside Encounters only."""
    if table.phase == "encounter" and not character.waiting:
        return Refused("RB-15.1", "Not in the middle of an Encounter.")
    return None


# Levels


def level_of(character: Character, what: str) -> int:
    """The bought level of an attribute or a skill."""
    for attribute in ATTRIBUTES:
        if what == attribute:
            return character.attribute(attribute)
    return character.skills.get(what, 0)


def raise_level(game: Game[Table], character: Character, what: str, level: int) -> None:
    """Bring an attribute or a skill to a level and pay for each step; no level is the highest.

    Back down only while the character is being created, at full price. RB-2.3, RB-2.4, RB-2.6,
    RB-2.12, RB-2.13.
    """
    if refused := why_not_change(game.state, character):
        raise refused
    what = proper_name(what) if not what.startswith("lore (") else what
    base = ATTRIBUTE if what in ATTRIBUTES else SKILL
    skill = what.partition(" (")[0]
    if base == SKILL and skill not in book().skills:
        raise Refused("RB-2.7", f"There is no attribute or skill “{what}”.")
    if what == "lore":
        raise Refused("RB-2.11", "Lore is bought for one named subject: learn a Lore.")
    now = level_of(character, what)
    if level < 0:
        raise Refused("RB-2.12", "No level is below 0.")
    if level < now and character.ready:
        raise Refused("RB-2.13", "Levels are sold back only while a character is being created.")
    cost = triangle(base, level) - triangle(base, now)
    if refused := why_not_pay(character, cost, f"{what.capitalize()} {level}"):
        raise refused
    _set_level(character, what, level)
    if level < now and (refused := _why_not_without(character)):
        _set_level(character, what, now)
        raise refused
    character.xp -= cost
    game.tell(f"{character.name}: {what.capitalize()} {level} for {cost} xp.", "RB-2.3")


def _set_level(character: Character, what: str, level: int) -> None:
    if what in ATTRIBUTES:
        setattr(character, what, level)
    elif level:
        character.skills[what] = level
    else:
        character.skills.pop(what, None)


def why_not_pay(character: Character, cost: int, what: str) -> Refused | None:
    """Experience is never overspent, and a debt is paid first; what is free may be had in debt.

    RB-2.1, RB-2.12, RB-17.7.
    """
    if cost > 0 > character.xp:
        return Refused("RB-17.7", f"You owe {-character.xp} xp; that debt comes first.")
    if cost > max(0, character.xp):
        return Refused("RB-2.12", f"{what} costs {cost} xp; you have {character.xp}.")
    return None


def learn_lore(game: Game[Table], character: Character, subject: str, level: int) -> None:
    """Lore is bought once per named subject. RB-2.11."""
    raise_level(game, character, lore_of(subject), level)


def lore_of(subject: str) -> str:
    """The Lore of a named subject, as it is kept: `lore (old kings)`. RB-2.11."""
    subject = " ".join(subject.split()).lower()
    if not subject or any(sign in subject for sign in "()/"):
        raise Refused("RB-2.11", "Name the subject of your Lore in plain words.")
    return f"lore ({subject})"


# Feats


def unmet(character: Character, needs: Needs, element: str = "") -> str:
    """What a requirement still lacks, in words; empty when it is met.

    Attributes by their level, skills by their total; Bardic Lore counts for any Lore. RB-18.2.
    """
    for attribute, wanted in needs.attributes.items():
        if character.attribute(attribute) < wanted:
            return f"{attribute.capitalize()} {wanted}"
    for skill, wanted in needs.skills.items():
        known = check_total if skill.startswith("lore") else total
        if known(character, skill) < wanted:
            return f"{skill.capitalize()} {wanted}"
    if needs.element and needs.element != element:
        return needs.element.capitalize()
    lacking = []
    for one in needs.any_of:
        short = unmet(character, one, element)
        if not short:
            return ""
        lacking.append(short)
    return " or ".join(lacking)


def why_not_feat(table: Table, character: Character, feat_id: str) -> Refused | None:
    """Why a feat cannot be bought. RB-18.2 to RB-18.4, RB-18.20."""
    feat = book().feats.get(feat_id)
    if feat is None:
        return Refused("RB-18.20", f"“{feat_id}” is not defined; the GM may grant it.")
    if refused := why_not_change(table, character):
        return refused
    if feat.buildable:
        return Refused("RB-18.5", f"{feat.name} is bought as a technique: build one.")
    if feat_id in character.feats:
        return Refused("RB-18.4", f"You have {feat.name} already.")
    if "background" in feat.tags:
        if character.ready:
            return Refused("RB-18.3", "Backgrounds are taken only at creation.")
        if len(backgrounds(character)) >= MOST_BACKGROUNDS:
            return Refused("RB-18.3", "At most two backgrounds.")
    if lacking := unmet(character, feat.requires):
        return Refused("RB-18.2", f"{feat.name} needs {lacking}.")
    return why_not_pay(character, triangle(FEAT, feat.level), feat.name)


def backgrounds(character: Character) -> list[str]:
    known = book().feats
    return [f for f in character.feats if f in known and "background" in known[f].tags]


def take_feat(game: Game[Table], character: Character, feat_id: str) -> None:
    """Buy a feat for 3n(n+1)/2 xp and gain what it gives. RB-2.5, RB-18.1, RB-18.20."""
    if refused := why_not_feat(game.state, character, feat_id):
        raise refused
    feat = book().feats[feat_id]
    character.xp -= triangle(FEAT, feat.level)
    gain_feat(character, feat_id)
    game.tell(f"{character.name} takes {feat.name}.", "RB-18.1")


def gain_feat(character: Character, feat_id: str) -> None:
    """A feat, and the feats and things that it grants. RB-18.1, RB-18.20."""
    character.feats.append(feat_id)
    feat = book().feats.get(feat_id)
    if feat is not None:
        character.feats += feat.effect.gain_feats
        for kind in feat.effect.gain_items:
            gain_item(character, kind, granted_by=feat_id)


def drop_feat(game: Game[Table], character: Character, feat_id: str) -> None:
    """Give a feat back at full price, while the character is being created. RB-2.13."""
    if character.ready:
        raise Refused("RB-2.13", "Feats are given back only while a character is being created.")
    feat = book().feats.get(feat_id)
    if feat is None or feat_id not in character.feats:
        raise Refused("RB-18.4", f"You do not have “{feat_id}”.")
    granted = [name for name, item in character.items.items() if item.granted_by == feat_id]
    if refused := why_not_hold(character, without(character, *granted)):
        raise refused
    character.feats.remove(feat_id)
    character.xp += triangle(FEAT, feat.level)
    for gained in feat.effect.gain_feats:
        character.feats.remove(gained)
    for name in granted:
        del character.items[name]
    game.tell(f"{character.name} gives {feat.name} back.", "RB-2.13")


def _why_not_without(character: Character) -> Refused | None:
    """Selling may not leave a feat or technique whose requirements are no longer met. RB-18.2."""
    for name in character.feats:
        feat = book().feats.get(name)
        if feat is not None and (lacking := unmet(character, feat.requires)):
            return Refused("RB-18.2", f"{feat.name} still needs {lacking}; give it back first.")
    for technique in character.techniques.values():
        parts = [book().features[feature].requires for feature in technique.features]
        for needs in (book().feats[technique.base].requires, *parts):
            if lacking := unmet(character, needs, technique.element):
                return Refused(
                    "RB-18.2", f"{technique.name} still needs {lacking}; unbuild it first."
                )
    return None


# Techniques


def shapes() -> list[str]:
    return book().features["shaped-spell"].effect.choose_on_build["shape"]


def why_not_build(
    table: Table,
    character: Character,
    base: str,
    name: str,
    features: list[str],
    element: str,
    shape: str,
) -> Refused | None:
    """Why a technique cannot be built so. RB-18.2, RB-18.4 to RB-18.6."""
    feat = book().feats.get(base)
    if feat is None or not feat.buildable:
        return Refused("RB-18.5", f"Nothing can be built from “{base}”.")
    if refused := why_not_frame(table, character, feat):
        return refused
    if not name or "/" in name or len(name) > 40 or name in ("No", *character.techniques):
        return Refused("RB-18.4", "Give the technique a short name that is not taken.")
    if len(set(features)) != len(features):
        return Refused("RB-18.5", "Each feature at most once.")
    for feature_id in features:
        feature = book().features.get(feature_id)
        if feature is None:
            return Refused("RB-18.5", f"There is no feature “{feature_id}”.")
        if not {"general", *feat.effect.build_from} & set(feature.groups):
            return Refused("RB-18.5", f"{feature.name} does not fit {feat.name}.")
        if lacking := unmet(character, feature.requires, element):
            return Refused("RB-18.2", f"{feature.name} needs {lacking}.")
    if refused := _why_not_picks(feat, features, element, shape):
        return refused
    built = frame(base, tuple(sorted(features)))
    if built.level < 0:
        return Refused("RB-18.6", f"The levels add up to {built.level}; they must be 0 or more.")
    for other in character.techniques.values():
        same = (other.base, sorted(other.features), other.element, other.shape)
        if same == (base, sorted(features), element, shape):
            return Refused("RB-18.4", f"{other.name} is built the same way.")
    return why_not_pay(character, triangle(FEAT, built.level), name)


def why_not_frame(table: Table, character: Character, feat: Feat) -> Refused | None:
    """Why nothing can be built on a buildable feat at all."""
    if refused := why_not_change(table, character):
        return refused
    if lacking := unmet(character, feat.requires):
        return Refused("RB-18.2", f"{feat.name} needs {lacking}.")
    return None


def elements_for(feat: Feat, features: list[str]) -> list[str]:
    """The elements to pick from when building. RB-18.5."""
    picks = list(feat.effect.choose_on_build.get("element", []))
    for feature in features:
        picks += book().features[feature].effect.choose_on_build.get("element", [])
    return picks


def _why_not_picks(feat: Feat, features: list[str], element: str, shape: str) -> Refused | None:
    """The element and the shape are picked once, when building, and only if there is a pick."""
    elements = elements_for(feat, features)
    if "channel-elements" in features and "channel-divinity" in features:
        return Refused("RB-18.5", "The damage can become only one element.")
    if elements and element not in elements:
        return Refused("RB-18.5", f"Pick an element: {' or '.join(elements)}.")
    if not elements and element:
        return Refused("RB-18.5", "This technique has no element to pick.")
    if "shaped-spell" in features and shape not in shapes():
        return Refused("RB-18.5", f"Pick a shape: {', '.join(shapes())}.")
    if "shaped-spell" not in features and shape:
        return Refused("RB-18.5", "Only a Shaped Spell has a shape.")
    return None


def build(
    game: Game[Table],
    character: Character,
    base: str,
    name: str,
    features: list[str],
    element: str,
    shape: str,
) -> None:
    """Buy a technique at the level of its features together. RB-18.5, RB-18.6, RB-12.4."""
    name, element = name.strip(), proper_name(element)
    if refused := why_not_build(game.state, character, base, name, features, element, shape):
        raise refused
    built = frame(base, tuple(sorted(features)))
    character.xp -= triangle(FEAT, built.level)
    technique = Technique(name, base, list(features), element, shape)
    character.techniques[name] = technique
    game.tell(f"{character.name} builds {said(name)}, level {built.level}.", "RB-18.6")


def unbuild(game: Game[Table], character: Character, name: str) -> None:
    """Give a technique back at full price, while the character is being created. RB-2.13."""
    if character.ready:
        raise Refused("RB-2.13", "Techniques are given back only while one is being created.")
    technique = character.techniques.pop(name, None)
    if technique is None:
        raise Refused("RB-18.4", f"You have no technique “{name}”.")
    level = frame(technique.base, tuple(sorted(technique.features))).level
    character.xp += triangle(FEAT, level)
    game.tell(f"{character.name} gives {said(name)} back.", "RB-2.13")


# Whole characters


def become(character: Character, sample_id: str) -> None:
    """Take over a ready-made character, whole."""
    sample = book().samples[sample_id]
    character.title = sample.name
    character.xp = sample.xp_free
    character.gold = sample.gold
    for attribute in ATTRIBUTES:
        setattr(character, attribute, sample.attributes.get(attribute, 0))
    character.skills = dict(sample.skills)
    character.feats = list(sample.feats)
    character.techniques = {
        t.id: Technique(t.id, t.base, list(t.features), t.element) for t in sample.techniques
    }
    character.items = {}
    for kind in sample.equipped:
        character.items[kind] = Item(kind, kind, "equipped")
    for kind in sample.at_hand:
        character.items[kind] = Item(kind, kind, "at-hand")
    for kind in sample.inventory:
        character.items[kind] = Item(kind, kind, "inventory")
    at_full_strength(character)


def take_sample(game: Game[Table], character: Character, sample_id: str) -> None:
    """Play a ready-made character, which is ready at once. RB-2.1, RB-2.13."""
    if refused := why_not_sample(character):
        raise refused
    if sample_id not in ready_made():
        raise Refused("RB-2.1", f"There is no ready-made character “{sample_id}”.")
    become(character, sample_id)
    character.ready = True
    game.tell(f"{character.name} takes {character.title}.", "RB-2.1")


def ready_made() -> dict[str, Sample]:
    """The characters that somebody has made; a blank sheet is none. RB-2.1."""
    return {name: sample for name, sample in book().samples.items() if sample.xp_spent}


def why_not_sample(character: Character) -> Refused | None:
    if character.ready:
        return Refused("RB-2.13", "Your character is finished.")
    return None


def finish(game: Game[Table], character: Character, title: str) -> None:
    """The character is made: from now on levels are not sold back. RB-2.13, RB-19.4, RB-19.5.

    One that is not in play yet may still be given another name.
    """
    if character.ready and not character.waiting:
        raise Refused("RB-2.13", "Your character is in play.")
    for item in character.worn():
        if total(character, "might") < gear_of(item).might:
            raise Refused("RB-19.5", f"{item.name} needs Might {gear_of(item).might}.")
    for place in PLACES:
        if bulk(character, place) > limit(character, place):
            most = limit(character, place)
            raise Refused(
                "RB-19.4", f"{place.capitalize()} holds only bulk {most}; sell something."
            )
    character.title = title.strip() or character.title or character.name
    character.ready = True
    at_full_strength(character)
    game.tell(f"{character.name} is ready to play {character.title}.", "RB-2.1")
