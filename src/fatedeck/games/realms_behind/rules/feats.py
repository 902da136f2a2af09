"""Feats and built techniques: what they need, what they cost, taking them and giving them back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated

from msgspec import field

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Many, Noted, One, Words
from fatedeck.engine.names import free_name
from fatedeck.games.realms_behind.data import Needs, book, proper_name
from fatedeck.games.realms_behind.looks.things import technique_called
from fatedeck.games.realms_behind.rules.carrying import gain_item, why_not_hold, without
from fatedeck.games.realms_behind.rules.derived import check_total, total, triangle
from fatedeck.games.realms_behind.rules.families import TECHNIQUES, OnASheet, WhileMaking
from fatedeck.games.realms_behind.rules.frames import Frame, frame
from fatedeck.games.realms_behind.rules.names import ByAnyName
from fatedeck.games.realms_behind.state import Character, Table, Technique

FEATS = "Feats"
FEAT = 3
"""The base of experience costs. RB-2.5."""
MOST_BACKGROUNDS = 2


# What is needed, and what is paid


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


def why_not_lower(character: Character) -> Refused | None:
    """Selling may not leave a feat or technique whose requirements are no longer met. RB-18.2."""
    for name in character.feats:
        feat = book().feats.get(name)
        if feat is not None and (lacking := unmet(character, feat.requires)):
            return Refused("RB-18.2", f"{feat.name} still needs {lacking}; give it back first.")
    for technique in character.techniques.values():
        parts = [book().features[feature].requires for feature in technique.features]
        for needs in (book().feats[technique.base].requires, *parts):
            if lacking := unmet(character, needs, technique.element):
                name = technique_called(technique.name)
                return Refused("RB-18.2", f"{name} still needs {lacking}; give it back first.")
    return None


def why_not_owe(character: Character) -> Refused | None:
    """Why nothing can be paid for: a debt comes first. RB-17.7."""
    if character.xp < 0:
        return Refused("RB-17.7", f"You owe {-character.xp} XP. Pay that back first.")
    return None


def why_not_pay(character: Character, level: int, what: str) -> Refused | None:
    """Experience is never overspent; what is free may be had in debt. RB-2.1, RB-2.12, RB-17.7."""
    cost = triangle(FEAT, level)
    if cost and (refused := why_not_owe(character)):
        return refused
    if cost > max(0, character.xp):
        return Refused("RB-2.12", f"{what} costs {cost} XP; you have {character.xp}.")
    return None


def needing(needs: Needs) -> str:
    """What must be met. RB-18.2."""
    wanted = [f"{what.capitalize()} {n}" for what, n in needs.attributes.items()]
    wanted += [f"{what.capitalize()} {n}" for what, n in needs.skills.items()]
    if needs.element:
        wanted.append(needs.element.capitalize())
    one_of = [f"{what.capitalize()} {n}" for one in needs.any_of for what, n in one.skills.items()]
    wanted += [" or ".join(one_of)] if one_of else []
    return f", needs {' and '.join(wanted)}" if wanted else ""


# Feats


def all_feats(table: Table, seat: str) -> Noted:
    return Noted(book().feats, feat_in_words)


def feat_in_words(name: str) -> str:
    """What a feat costs, what it needs and what it does. RB-18.1."""
    feat = book().feats[name]
    return f"{triangle(FEAT, feat.level)} XP{needing(feat.requires)}. {feat.text}"


def feat_called(name: str) -> str:
    return book().feats[name].name


def why_not_take(table: Table, seat: str, feat_id: str) -> Refused | None:
    """Why a feat cannot be bought. RB-18.2 to RB-18.5."""
    character, feat = table.players[seat], book().feats[feat_id]
    if feat.buildable:
        return Refused("RB-18.5", f"{feat.name} is a technique. Build one instead.")
    if feat_id in character.feats:
        return Refused("RB-18.4", f"You already have {feat.name}.")
    if "background" in feat.tags:
        if character.ready:
            return Refused(
                "RB-18.3", "You can only take a background while creating your character."
            )
        known = (book().feats[name] for name in character.feats if name in book().feats)
        if sum("background" in feat.tags for feat in known) >= MOST_BACKGROUNDS:
            return Refused("RB-18.3", "You can have at most two backgrounds.")
    if (refused := why_not_pay(character, feat.level, feat.name)) is not None:
        return refused
    if lacking := unmet(character, feat.requires):
        return Refused("RB-18.2", f"{feat.name} needs {lacking}.")
    return None


class TakeFeat(OnASheet, frozen=True):
    """Buy a feat and gain what it gives. RB-2.5, RB-18.1, RB-18.2, RB-18.20."""

    says = Says("Take a feat", FEATS)
    feat: Annotated[str, One(all_feats, why_not_take, called=feat_called, clause="RB-18.20")]

    def do(self, game: Game[Table], seat: str) -> None:
        character, feat = game.state.players[seat], book().feats[self.feat]
        character.xp -= triangle(FEAT, feat.level)
        gain_feat(character, self.feat)
        game.tell("{who} takes {feat}.", "RB-18.1", who=seat, feat=feat.name)


def gain_feat(character: Character, feat_id: str) -> None:
    """A feat, and the feats and things that it grants. RB-18.1, RB-18.20."""
    character.feats.append(feat_id)
    feat = book().feats.get(feat_id)
    if feat is not None:
        character.feats += feat.effect.gain_feats
        for kind in feat.effect.gain_items:
            gain_item(character, kind, granted_by=feat_id)


def own_feats(table: Table, seat: str) -> list[str]:
    return [feat for feat in table.players[seat].feats if feat in book().feats]


def granted(character: Character, feat_id: str) -> list[str]:
    """The things that came with a feat."""
    return [name for name, item in character.items.items() if item.granted_by == feat_id]


def why_not_drop(table: Table, seat: str, feat_id: str) -> Refused | None:
    """Why a feat cannot be given back: what came with it is still needed. RB-19.5."""
    character = table.players[seat]
    return why_not_hold(character, without(character, *granted(character, feat_id)))


class DropFeat(WhileMaking, frozen=True):
    """Give a feat back at full price. RB-2.13."""

    says = Says("Give a feat back", FEATS)
    feat: Annotated[str, One(own_feats, why_not_drop, called=feat_called, clause="RB-18.4")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(own_feats(state, seat))

    def do(self, game: Game[Table], seat: str) -> None:
        character, feat = game.state.players[seat], book().feats[self.feat]
        character.xp += triangle(FEAT, feat.level)
        for gone in (self.feat, *feat.effect.gain_feats):
            character.feats.remove(gone)
        for name in granted(character, self.feat):
            del character.items[name]
        game.tell("{who} gives {feat} back.", "RB-2.13", who=seat, feat=feat.name)


# Techniques


def buildable(table: Table, seat: str) -> Noted:
    return Noted(book().buildable, lambda name: book().feats[name].text)


def why_not_frame(table: Table, seat: str, base: str) -> Refused | None:
    """Why nothing can be built on a buildable feat at all. RB-18.2, RB-18.4."""
    feat = book().feats[base]
    if lacking := unmet(table.players[seat], feat.requires):
        return Refused("RB-18.2", f"{feat.name} needs {lacking}.")
    known = any(one.base == base for one in table.players[seat].techniques.values())
    if known and all(built.why_not(table, seat) for built in builds(table, seat, base)):
        return Refused("RB-18.4", f"You can’t pay for anything new on {feat.name}.")
    return None


def builds(table: Table, seat: str, base: str) -> Iterator[Build]:
    """Everything that might be built on a feat, from the simplest on. RB-18.5."""
    fitting: list[str] = []
    for size in range(len(book().features)):
        if size == 1:
            fitting = [f for f in book().features if not why_not_feature(table, seat, f, base)]
        for features in map(list, combinations(fitting, size)):
            for element in elements_to_pick(table, seat, base, features) or [""]:
                for shape in shapes_to_pick(table, seat, features) or [""]:
                    yield Build(base, "", features, element, shape)
        if size and size >= len(fitting):
            return


def all_features(table: Table, seat: str, base: str) -> Noted:
    return Noted(book().features, feature_in_words)


def feature_in_words(name: str) -> str:
    """The level of a feature, what it needs and what it does. RB-18.5."""
    feature = book().features[name]
    return f"level {feature.level}{needing(feature.requires)}. {feature.text}"


def feature_called(name: str) -> str:
    return book().features[name].name


def shape_called(name: str) -> str:
    """`cone_7` is a cone of 7 spaces."""
    return name.replace("_", " ").capitalize()


def why_not_feature(table: Table, seat: str, name: str, base: str) -> Refused | None:
    """Why a feature does not go into what is built, whatever its element. RB-18.2, RB-18.5."""
    feature, feat = book().features[name], book().feats[base]
    if not {"general", *feat.effect.build_from} & set(feature.groups):
        return Refused("RB-18.5", f"{feature.name} doesn’t fit {feat.name}.")
    if lacking := unmet(table.players[seat], feature.requires, feature.requires.element):
        return Refused("RB-18.2", f"{feature.name} needs {lacking}.")
    if feature.level > (most := highest_level(table, seat, base)):
        return Refused(
            "RB-2.12", f"{feature.name} has level {feature.level}; you can pay for level {most}."
        )
    return None


def flaws(base: str) -> list[int]:
    """The levels of those features that make a technique cheaper. RB-18.6."""
    groups = {"general", *book().feats[base].effect.build_from}
    return [f.level for f in book().features.values() if f.level < 0 and groups & set(f.groups)]


def highest_level(table: Table, seat: str, base: str) -> int:
    """What one feature can come to: as much as can be paid for, and as flaws make up for."""
    level = 0
    while triangle(FEAT, level + 1) <= table.players[seat].xp:
        level += 1
    return level - sum(flaws(base))


def most_features(table: Table, seat: str, base: str) -> int:
    """No more than there is a level to pay for, beside the flaws and what costs none."""
    return highest_level(table, seat, base) + len(flaws(base)) + 1


def elements_to_pick(table: Table, seat: str, base: str, features: list[str]) -> list[str]:
    """The elements that what is built may have. RB-18.5, RB-12.4."""
    picks = list(book().feats[base].effect.choose_on_build.get("element", []))
    for name in features:
        picks += book().features[name].effect.choose_on_build.get("element", [])
    return picks


def shapes_to_pick(table: Table, seat: str, features: list[str]) -> list[str]:
    """Only a Shaped Spell has a shape. RB-18.5."""
    shaped = book().features["shaped-spell"]
    return shaped.effect.choose_on_build["shape"] if shaped.id in features else []


class Build(OnASheet, frozen=True):
    """Buy a technique, built from features, at their level together. RB-18.4 to RB-18.6."""

    says = Says("Build a technique", TECHNIQUES)
    feat: Annotated[
        str, One(buildable, why_not_frame, called=feat_called, label="Built on", clause="RB-18.5")
    ]
    name: Annotated[str, Words(label="Its name", longest=40, clause="RB-18.4")] = ""
    features: Annotated[
        list[str],
        Many(
            One(
                all_features,
                why_not_feature,
                called=feature_called,
                after=("feat",),
                clause="RB-18.5",
            ),
            0,
            most_features,
            after=("feat",),
            clause="RB-18.5",
        ),
    ] = field(default_factory=list)
    element: Annotated[
        str, ByAnyName(elements_to_pick, after=("feat", "features"), clause="RB-18.5")
    ] = ""
    shape: Annotated[
        str, One(shapes_to_pick, called=shape_called, after=("features",), clause="RB-18.5")
    ] = ""

    def why_not(self, state: Table, seat: str) -> Refused | None:
        character = state.players[seat]
        if "/" in self.name or self.name.strip().lower() == "no":
            return Refused("RB-18.4", "Give the technique a plain name.")
        if {"channel-elements", "channel-divinity"} <= set(self.features):
            return Refused("RB-18.5", "The damage can only become one element.")
        element = proper_name(self.element)
        for name in self.features:
            feature = book().features[name]
            if lacking := unmet(character, feature.requires, element):
                return Refused("RB-18.2", f"{feature.name} needs {lacking}.")
        level = self.built().level
        if level < 0:
            return Refused(
                "RB-18.6", f"The levels add up to {level}. They have to come to 0 or more."
            )
        for other in character.techniques.values():
            same = (other.base, sorted(other.features), other.element, other.shape)
            if same == (self.feat, sorted(self.features), element, self.shape):
                return Refused("RB-18.4", f"{technique_called(other.name)} is built the same way.")
        return why_not_pay(character, level, self.name or book().feats[self.feat].name)

    def built(self) -> Frame:
        """What comes of it."""
        return frame(self.feat, tuple(sorted(self.features)))

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        character.xp -= triangle(FEAT, self.built().level)
        wanted = self.name.strip() or book().feats[self.feat].name.lower()
        name = free_name(wanted, character.techniques)
        character.techniques[name] = Technique(
            name, self.feat, list(self.features), proper_name(self.element), self.shape
        )
        level = self.built().level
        game.tell(
            "{who} builds {technique}, level {level}.",
            "RB-18.6",
            who=seat,
            technique=technique_called(name),
            level=level,
        )


def own_techniques(table: Table, seat: str) -> list[str]:
    return list(table.players[seat].techniques)


class Unbuild(WhileMaking, frozen=True):
    """Give a technique back at full price. RB-2.13."""

    says = Says("Give a technique back", TECHNIQUES)
    technique: Annotated[str, One(own_techniques, called=technique_called, clause="RB-18.4")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.players[seat].techniques)

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        technique = character.techniques.pop(self.technique)
        level = frame(technique.base, tuple(sorted(technique.features))).level
        character.xp += triangle(FEAT, level)
        given = technique_called(self.technique)
        game.tell("{who} gives {technique} back.", "RB-2.13", who=seat, technique=given)
