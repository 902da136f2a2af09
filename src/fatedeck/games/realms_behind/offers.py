"""What a seat may do now, grouped as a player thinks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from fatedeck.engine.drawn import Drawn, InParts
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Value, Words, offer
from fatedeck.games.realms_behind.actions import (
    AddCreatures,
    Afflict,
    Attack,
    Begin,
    BeginProject,
    Build,
    Buy,
    CallCheck,
    Calm,
    Carry,
    Contest,
    Cool,
    Craft,
    CreatureAttack,
    CreatureCheck,
    Decide,
    Dream,
    DropFeat,
    Enchant,
    EndTurn,
    Enter,
    Examine,
    Finish,
    Fleet,
    GatherInformation,
    Give,
    Ground,
    Heal,
    Hurt,
    Investigate,
    Judge,
    LearnLore,
    LongRest,
    Move,
    OpenDialogue,
    Parlay,
    PlaceBeing,
    Raise,
    Ready,
    RecallKnowledge,
    Relieve,
    RemoveCreature,
    Retrieve,
    Run,
    Sell,
    ShortRest,
    SpendWill,
    StartEncounter,
    Step,
    Sublimate,
    TakeFeat,
    TakeSample,
    Try,
    Unbuild,
    UseTechnique,
    WageLabor,
    Welcome,
    Willing,
    Workspace,
)
from fatedeck.games.realms_behind.cards import SUITS, told_apart
from fatedeck.games.realms_behind.checks import skill_names, why_not_calm, why_not_spend_will
from fatedeck.games.realms_behind.combat import attack_skills, damage_attributes, weapons
from fatedeck.games.realms_behind.crafting import why_not_begin_work, why_not_craft
from fatedeck.games.realms_behind.creation import (
    ATTRIBUTE,
    HIGHEST,
    SKILL,
    shapes,
    why_not_change,
    why_not_frame,
)
from fatedeck.games.realms_behind.data import ATTRIBUTES, ELEMENTS, SOCIAL, Feat, Needs, book
from fatedeck.games.realms_behind.days import (
    actions_left,
    why_not_begin,
    why_not_day_action,
    why_not_enter,
    why_not_long_rest,
    why_not_short_rest,
    why_not_speak,
    why_not_try,
    why_not_welcome,
)
from fatedeck.games.realms_behind.derived import check_totals, gear_of, total, triangle
from fatedeck.games.realms_behind.encounter import (
    why_not_attack,
    why_not_creature_attack,
    why_not_end_turn,
    why_not_fleet,
    why_not_handle,
    why_not_move,
    why_not_start,
    why_not_technique,
)
from fatedeck.games.realms_behind.equipment import PLACES, is_innate, why_not_arrange
from fatedeck.games.realms_behind.field import standing
from fatedeck.games.realms_behind.growth import why_not_dream, why_not_sublimate
from fatedeck.games.realms_behind.health import status_names
from fatedeck.games.realms_behind.master import MOST_CREATURES, why_not_add, why_not_judge
from fatedeck.games.realms_behind.state import (
    Being,
    Character,
    Creature,
    Parley,
    Phase,
    Table,
    Technique,
    on_paper,
    without_cards,
)
from fatedeck.games.realms_behind.techniques import TALK, frame_of, talk_skills

CHARACTER, FEATS, TECHNIQUES, THINGS = "Your character", "Feats", "Techniques", "Things"
TURN, HAND, DAY, CRAFTING = "Your turn", "Your hand", "The day", "Crafting"
SCENE, CREATURES, PARTY = "The scene", "Creatures", "The party"
TOUCH, GIFTS = "Hurt, heal and more", "Gifts"


def offers(table: Table, seat: str) -> list[Offer]:
    """Everything this seat may do, and what it would look for with the reason why not."""
    if seat == table.gm:
        return _of_gm(table)
    character = table.players[seat]
    if table.phase == "creation" or character.waiting:
        return _making(table, character)
    if table.phase == "encounter":
        return [
            *_turn(table, character),
            *_always(table, character),
            *_checks(table, character),
        ]
    return [
        *_checks(table, character),
        *_days(table, character),
        *_always(table, character),
        *_improving(table, character),
    ]


def offers_of(table: Table, seats: Sequence[str], drawn: Drawn) -> list[InParts]:
    """What each of these seats may do; what does not change every turn is remembered."""
    around = _around(table)
    return [_remembered(table, seat, around, drawn) for seat in seats]


# What is remembered: drawn from as much of the table as it depends on


def _remembered(table: Table, seat: str, around: _Around, drawn: Drawn) -> InParts:
    part = drawn.offers.part
    character = table.players.get(seat)
    if character is None:
        return (_of_gm(table),)
    if table.phase == "creation" or character.waiting:
        return (part(_made, table.phase, on_paper(character)),)
    if table.phase != "encounter":
        return (
            part(_spent, around, without_cards(character)),
            _always(table, character),
            part(_improved, table.phase, on_paper(character)),
        )
    if character.statuses.berserk:
        return (offers(table, seat),)
    glimpsed = without_cards(character)
    return (
        part(_turned, around, glimpsed),
        _always(table, character),
        part(_checked, around, glimpsed),
    )


class _Around(Struct, array_like=True, frozen=True):
    """What is around a character: who plays, who is there, whose turn it is, the ground's size.

    Where they stand decides what only those who are Berserk may do. RB-16.10.
    """

    gm: str
    phase: Phase
    workspace: bool
    parleys: bool
    turn: str
    width: int
    height: int
    players: list[tuple[str, bool, bool]]
    creatures: list[tuple[str, bool]]


def _around(table: Table) -> _Around:
    return _Around(
        table.gm,
        table.phase,
        table.workspace,
        table.parley is not None,
        table.whose_turn(),
        table.width,
        table.height,
        [(who.name, who.waiting, who.is_here()) for who in table.players.values()],
        [(creature.name, creature.is_here()) for creature in table.creatures.values()],
    )


def _table_around(around: _Around, character: Character) -> Table:
    """A table with this character and what is around it."""
    return Table(
        gm=around.gm,
        players={
            name: character
            if name == character.name
            else Character(name=name, waiting=waiting, left_scene=not here)
            for name, waiting, here in around.players
        },
        creatures={
            name: Creature(name=name, kind="", level=1, health=1, left_scene=not here)
            for name, here in around.creatures
        },
        phase=around.phase,
        workspace=around.workspace,
        parley=Parley("", 1, False) if around.parleys else None,
        order=[around.turn] if around.turn else [],
        width=around.width,
        height=around.height,
    )


def _spent(around: _Around, character: Character) -> list[Offer]:
    """How a day may be spent. RB-15.3, RB-21.7."""
    table = _table_around(around, character)
    return [*_checks(table, character), *_days(table, character)]


def _turned(around: _Around, character: Character) -> list[Offer]:
    """What may be done in a turn. RB-15.9."""
    return _turn(_table_around(around, character), character)


def _checked(around: _Around, character: Character) -> list[Offer]:
    """What may be tried in an encounter. RB-21.7."""
    return _checks(_table_around(around, character), character)


def _made(phase: Phase, paper: Character) -> list[Offer]:
    return _on_paper(True, phase, _pack(paper))


def _improved(phase: Phase, paper: Character) -> list[Offer]:
    return _on_paper(False, phase, _pack(paper))


@lru_cache(256)
def _on_paper(making: bool, phase: Phase, packed: bytes) -> list[Offer]:
    """Ready-made characters are on many tables: what they may buy is drawn once."""
    character = _unpack(packed)
    table = Table(gm="GM", players={character.name: character}, phase=phase)
    return (_making if making else _improving)(table, character)


_pack = Encoder().encode
_unpack = Decoder(Character).decode


# Making a character


def _making(table: Table, character: Character) -> list[Offer]:
    """A character is made, and improved until it comes into play. RB-2.13, RB-22.7."""
    if character.ready:
        return _improving(table, character)
    found = [
        _samples(),
        offer(
            Finish,
            "Finish your character",
            Words("title", "Name", 40),
            group=CHARACTER,
            clauses=("RB-2.13",),
        ),
    ]
    return found + _improving(table, character)


def _improving(table: Table, character: Character) -> list[Offer]:
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
    samples = book().samples
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


# Playing


def _always(table: Table, character: Character) -> list[Offer]:
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


def _checks(table: Table, character: Character) -> list[Offer]:
    """Checks that may be tried at any time, and techniques outside an encounter. RB-21.7."""
    refused = why_not_try(table, character)
    totals = check_totals(character)
    found = [_try(totals) if refused is None else _trying(refused)]
    others = tuple(
        being.name for being in table.beings() if being is not character and not being.waiting
    )
    if others and refused is None:
        found.append(
            offer(
                Contest,
                "Contest with someone",
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
def _try(totals: tuple[tuple[str, int], ...]) -> Offer:
    return offer(
        Try,
        "Try something",
        _skill(totals),
        Words("what", "What do you do?", 200),
        group=DAY,
        clauses=("RB-5.1", "RB-21.7"),
    )


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


def _turn(table: Table, character: Character) -> list[Offer]:
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
                f"Attack with {item.name}",
                *(() if refused else params),
                group=TURN,
                fixed={"weapon": item.name},
                clauses=("RB-15.9",),
                refused=refused,
            )
        )
    found += [_technique(table, character, t) for t in character.techniques.values()]
    found += _moves(table, character)
    found += _handling(table, character)
    found += _words(table, character)
    return found


def _moves(table: Table, being: Being) -> list[Offer]:
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
            group=TURN,
            clauses=("RB-15.14",),
            refused=why_not_speak(table, character, "parlay"),
        ),
    ]


def _days(table: Table, character: Character) -> list[Offer]:
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
        group=CRAFTING,
        clauses=("RB-20.3", "RB-20.7"),
    )


# The game master


def _of_gm(table: Table) -> list[Offer]:
    if table.phase == "creation":
        late = [name for name, character in table.players.items() if not character.ready]
        return [
            offer(
                Begin,
                "Begin the first day",
                group=SCENE,
                clauses=("RB-4.1", "RB-22.7"),
                refused=why_not_begin(table),
                note=f"{' and '.join(late)} can come later." if late else "",
            )
        ]
    found = [
        offer(
            Welcome,
            f"Let {character.name} into play",
            group=PARTY,
            fixed={"seat": character.name},
            clauses=("RB-22.7",),
            refused=why_not_welcome(table, character),
        )
        for character in table.players.values()
        if character.waiting
    ]
    creature = table.creatures.get(table.whose_turn())
    if creature is not None:
        found += _creature_turn(table, creature)
    players = tuple(name for name, who in table.players.items() if not who.waiting)
    beings = (*players, *table.creatures)
    found += _gm_checks(players)
    found += [
        offer(
            ShortRest,
            "Short rest",
            group=PARTY,
            clauses=("RB-14.2",),
            refused=why_not_short_rest(table),
        ),
        offer(
            LongRest,
            "Long rest",
            Many("dreamers", "Dreams come over", players, 0, len(players)),
            group=PARTY,
            clauses=("RB-14.7",),
            refused=why_not_long_rest(table),
        ),
        offer(
            Sublimate,
            "Fractional Sublimation",
            One("seat", "Who", players),
            group=PARTY,
            clauses=("RB-17.4",),
            refused=why_not_sublimate(table),
        ),
    ]
    judged = why_not_judge(table)
    if judged is None:
        words = Words("words", "What becomes of the party?", 400)
        found.append(offer(Judge, "The party is down", words, group=PARTY, clauses=("RB-13.8",)))
    found += _scene(table, beings)
    found += _creatures(table)
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


def _creature_turn(table: Table, creature: Creature) -> list[Offer]:
    others = tuple(being.name for being in standing(table) if being is not creature)
    refused = why_not_creature_attack(table, creature)
    attack = offer(
        CreatureAttack,
        f"{creature.name} attacks (2 AP)",
        *((One("target", "Whom", others),) if others and not refused else ()),
        group=TURN,
        clauses=("RB-21.4",),
        refused=refused,
    )
    return [attack, *_moves(table, creature)]


def _scene(table: Table, beings: tuple[str, ...]) -> list[Offer]:
    found = []
    if table.phase != "encounter":
        found.append(
            offer(
                StartEncounter,
                "Begin the encounter",
                group=SCENE,
                clauses=("RB-15.4",),
                refused=why_not_start(table),
            )
        )
    found += [
        offer(
            Enter,
            f"Go over to {phase.capitalize()}",
            group=SCENE,
            fixed={"phase": phase},
            clauses=("RB-15.10",),
        )
        for phase in ("exploration", "downtime")
        if why_not_enter(table, phase) is None
    ]
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


def _creatures(table: Table) -> list[Offer]:
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
        )
    ]
    if table.creatures:
        names = One("creature", "Creature", tuple(table.creatures))
        found.append(offer(RemoveCreature, "Remove a creature", names, group=CREATURES))
        found.append(_creature_check(tuple(table.creatures)))
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
def _gm_checks(players: tuple[str, ...]) -> list[Offer]:
    check: tuple[Param, ...] = (
        One("seat", "Who", players),
        One("skill", "Skill", skill_names()),
        Count("threshold", "Threshold", 0, 40),
        One("demand", "Answer in", ("", *SUITS)),
        Count("circumstance", "Circumstance", -20, 20),
        Count("advantage", "Advantage (Good Luck)", 0, 10),
        Count("disadvantage", "Disadvantage (Bad Luck)", 0, 10),
    )
    return [
        offer(
            CallCheck,
            "Call for a check" if not hidden else "Call for a check, threshold hidden",
            *check,
            group=PARTY,
            fixed={"hidden": hidden},
            clauses=("RB-5.14", "RB-8.8", "RB-21.7"),
        )
        for hidden in (False, True)
    ]


@lru_cache(64)
def _creature_check(creatures: tuple[str, ...]) -> Offer:
    return offer(
        CreatureCheck,
        "A creature makes a check",
        One("creature", "Who", creatures),
        One("skill", "Skill", skill_names()),
        Count("threshold", "Threshold", 0, 40),
        One("demand", "Answer in", ("", *SUITS)),
        Count("circumstance", "Circumstance", -20, 20),
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
    things = (*book().equipment, *(u for u in book().undefined if "kit" in u or "-" in u))
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
