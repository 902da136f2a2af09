"""Using built techniques: maneuvers, spells, prayers, social ones, also as reactions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import Feat, book, worth
from fatedeck.games.realms_behind.looks.things import technique_called, thing_called
from fatedeck.games.realms_behind.rules.blows import (
    Blow,
    apply_features,
    cauterize,
    extra_suits,
    on_down,
    plain_bonus,
    same_cards,
    settle_blows,
    words_of,
)
from fatedeck.games.realms_behind.rules.called import name_of
from fatedeck.games.realms_behind.rules.checks import Terms, check, chosen_total, in_capitals
from fatedeck.games.realms_behind.rules.combat import Stroke, weapon_attack
from fatedeck.games.realms_behind.rules.derived import (
    Gear,
    can_act,
    defence,
    gear_of,
    is_downed,
    points,
    spaces_of,
    speed,
    total,
    ways_to_check,
    why_not_willingly,
)
from fatedeck.games.realms_behind.rules.field import (
    Space,
    apart,
    distance,
    in_shape,
    line,
    reach,
    standing,
    steps,
)
from fatedeck.games.realms_behind.rules.frames import Frame, frame_of, talk_skills, why_not_wield
from fatedeck.games.realms_behind.rules.health import after_resist, heal, hurt, lose_health
from fatedeck.games.realms_behind.rules.talents import talents
from fatedeck.games.realms_behind.rules.weapons import (
    attack_skills,
    in_reach,
    is_close,
    weapon_of,
    weapons,
    why_not_also,
    why_not_lift,
    why_not_reach,
)
from fatedeck.games.realms_behind.state import (
    Being,
    Character,
    Creature,
    Item,
    Outcome,
    Table,
    Technique,
)

MAGIC = ("evocation", "conjuration", "abjuration", "blessing", "curse", "healing")
TALK = ("social-maneuver", "another-clue", "subtle-implication")


class Use(Struct, frozen=True):
    """How a technique is used this time."""

    target: str
    weapon: str = ""
    skill: str = ""
    attribute: str = ""
    x: int = -1
    y: int = -1
    also: str = ""


STAY = {"no": "No"}
HERE = (-1, -1)
"""Where a charge or a Step leads that is not made."""


def why_not_on(
    table: Table, user: Character, technique: Technique, target: Being
) -> Refused | None:
    """Why a technique cannot be used on someone, whatever it is used with. RB-16.11, RB-18.10."""
    built = frame_of(technique)
    if not target.is_here():
        return Refused("RB-18.1", f"{target.name} isn’t here any more.")
    if built.harmful and (refused := why_not_willingly(user)) is not None:
        return refused
    if built.only_outside_combat and table.phase == "encounter":
        return Refused("RB-18.13", "Sudden Betrayal only works outside combat.")
    if target is user and not fits_oneself(technique):
        return Refused("RB-12.14", "You can’t use that on yourself.")
    far = 0 if technique.base == "maneuver" else built.range
    if far and apart(table, user, target) > far:
        return Refused("RB-18.10", f"{target.name} is more than {far} spaces away.")
    return None


def fits_oneself(technique: Technique) -> bool:
    """Whether it may be used on oneself: no attack, but for a shape around one. RB-18.5."""
    if technique.base == "maneuver" or "setup-and-follow" in technique.features:
        return False
    return technique.base != "evocation" or bool(technique.shape)


def why_not_use(table: Table, user: Character, technique: Technique, use: Use) -> Refused | None:
    """Why a technique cannot be used in this way, whatever it costs."""
    refused = why_not_on(table, user, technique, table.being(use.target))
    if refused is None and (use.x >= 0 or use.y >= 0):
        refused = _why_not_first(table, user, technique, use)
    if refused is None and technique.base == "maneuver":
        refused = why_not_strike_from(table, user, technique, use)
    return refused


def _why_not_first(table: Table, user: Character, technique: Technique, use: Use) -> Refused | None:
    spaces = first_spaces(table, user, technique)
    if not spaces:
        return Refused("RB-15.13", "This technique doesn’t move you first.")
    if (use.x, use.y) not in spaces:
        return Refused("RB-15.13", f"You can’t get to {use.x},{use.y} first.")
    return None


def first_spaces(table: Table, user: Character, technique: Technique) -> list[Space]:
    """Where a Step or a charge before the attack may lead, if the technique has one. RB-18.22."""
    effects = [feature.effect for feature in frame_of(technique).features]
    here = [(user.x, user.y)]
    found: list[Space] = []
    if table.phase == "encounter" and any(effect.step_before for effect in effects):
        found += [*here, *steps(table, user, here)]
    if table.phase == "encounter" and any(effect.move_before for effect in effects):
        found += reach(table, user, speed(user))
    return found


def why_not_strike_from(
    table: Table, user: Character, technique: Technique, use: Use
) -> Refused | None:
    """Why a maneuver does not reach its target, from where it is struck. RB-12.12, RB-18.9."""
    built, weapon = frame_of(technique), gear_of(weapon_of(user, use.weapon))
    if refused := why_not_lift(user, weapon) or why_not_wield(user, built, weapon):
        return refused
    target, at = table.being(use.target), (user.x, user.y)
    if (use.x, use.y) != HERE:
        user.x, user.y = use.x, use.y
    refused = why_not_reach(table, user, weapon, target, built.reach)
    skills = attack_skills(user, weapon, is_close(table, user, weapon, target, built.reach))
    if refused is None and use.also:
        both = (target, table.being(use.also))
        refused = why_not_also(table, user, weapon, both, built.reach, use.skill)
    user.x, user.y = at
    if refused is None and use.skill and use.skill not in skills:
        return Refused(
            "RB-12.12", f"You can only use {' or '.join(map(str.capitalize, skills))} here."
        )
    return refused


def pay(game: Game[Table], user: Character, technique: Technique) -> None:
    """Pay what a technique costs besides AP, as it is declared. RB-11.10, RB-13.9, RB-18.8."""
    built, called = frame_of(technique), technique_called(technique.name)
    game.tell("{user} uses {technique}.", "RB-18.1", user=user.name, technique=called)
    if built.madness:
        user.madness += built.madness
        told = "{technique} costs {cost} Madness: {madness} in all."
        cost, madness = built.madness, user.madness
        game.tell(told, "RB-11.10", technique=called, cost=cost, madness=madness)
    if built.health:
        lose_health(game, user, built.health)


def use_technique(game: Game[Table], user: Character, technique: Technique, use: Use) -> None:
    """Do what a technique is built for, once it is paid: it was chosen, whatever it cost.

    RB-11.10, RB-18.5.
    """
    if technique.base == "maneuver":
        _maneuver(game, user, technique, use)
    elif technique.base in MAGIC:
        _cast(game, user, technique, use)
    elif technique.base in TALK:
        _talk(game, user, technique, use)
    else:
        told, called = "{user} takes the stance {technique}.", technique_called(technique.name)
        game.tell(told, "RB-18.1", user=user.name, technique=called)


def _maneuver(game: Game[Table], user: Character, technique: Technique, use: Use) -> None:
    """An attack with features; a charge or a Step first, perhaps against many, perhaps twice.

    RB-18.9, RB-18.22.
    """
    table, built = game.state, frame_of(technique)
    target = table.being(use.target)
    item = weapon_of(user, use.weapon)
    advantage = extra = 0
    if (use.x, use.y) != HERE:
        gone = max(abs(user.x - use.x), abs(user.y - use.y))
        user.x, user.y = use.x, use.y
        game.tell("{user} moves to {x},{y} first.", "RB-18.22", user=user.name, x=use.x, y=use.y)
        for feature in built.features:
            if feature.effect.move_before and gone > feature.effect.if_moved_more_than:
                advantage += feature.effect.advantage
                extra += feature.effect.extra_success
    weapon = gear_of(item)
    blows = 1 + sum(feature.effect.extra_attack for feature in built.features)
    hits: list[str] = []
    for blow in range(blows):
        if blow and not _in_reach_again(table, user, weapon, built, target):
            game.tell("The second blow can’t reach {target}.", "RB-12.12", target=target.name)
            return
        targets = [target] if blow else _targets(table, user, item, built, target)
        if use.also and not blow:
            targets += [b for b in (table.being(use.also),) if b not in targets]
        how = Stroke(
            built.features,
            technique.element,
            skill=use.skill,
            attribute=use.attribute,
            advantage=advantage,
            extra=extra,
            from_pile=blow > 0,
        )
        outcome = weapon_attack(game, user, item, targets, how)
        hits += outcome.hits
        outcome.hits = list(hits)


def _in_reach_again(
    table: Table, user: Character, weapon: Gear, built: Frame, target: Being
) -> bool:
    """Whether the target is still where the second blow of a Flurry can strike it. RB-12.12."""
    reached = why_not_reach(table, user, weapon, target, built.reach) is None
    return target.is_here() and reached


def _targets(table: Table, user: Character, item: Item, built: Frame, target: Being) -> list[Being]:
    """The target first, then whoever else the features bring in, where there are spaces.

    RB-15.13, RB-18.22.
    """
    if table.phase != "encounter":
        return [target]
    weapon = gear_of(item)
    for feature in built.features:
        if feature.effect.targets == "all_in_range":
            others = in_reach(table, user, weapon, built.reach)
        elif feature.effect.targets == "line_in_range":
            others = line(table, user, target, max(spaces_of(user, weapon), 1))
        else:
            continue
        return [target, *(other for other in others if other is not target)]
    return [target]


def _cast(game: Game[Table], user: Character, technique: Technique, use: Use) -> None:
    """A spell or a prayer on one target or on everyone in its shape, with one check.

    RB-18.10, RB-18.11.
    """
    built, target = frame_of(technique), game.state.being(use.target)
    targets = [target]
    if technique.shape and game.state.phase == "encounter":
        targets = in_shape(game.state, technique.shape, user, target)
        targets.sort(key=lambda other: other is not target)
        if not targets:
            game.tell("Nobody is in the shape of the spell.", "RB-18.5")
            return
    chosen = _elements_named(game, user, built)
    terms, thresholds = _magic_terms(game, user, built, targets)
    outcome = check(game, user, terms)
    formula = built.feat.effect.damage
    base = worth(formula, words_of(user, outcome, True)) if formula else 0
    blow = Blow(technique.element or "physical", base, features=built.features, chosen=chosen)
    if built.attack:
        settle_blows(game, user, targets, thresholds, terms, outcome, blow)
        user.attacked_with.append("")  # with no weapon
        return
    for other, threshold in zip(targets, thresholds, strict=True):
        success = same_cards(game, user, terms, outcome, other, threshold)
        _take_hold(game, user, technique, other, success, outcome, blow)


def _elements_named(game: Game[Table], user: Character, built: Frame) -> dict[str, str]:
    """The element that each Warding feature is against, named as it is cast. RB-18.22."""
    found = {}
    for feature in built.features:
        if elements := feature.effect.choose_on_cast.get("element"):
            asked, labels = f"{feature.name}: which element is it against?", in_capitals(elements)
            found[feature.id] = game.choose(
                user.name, "element", asked, elements, "RB-18.22", labels=labels
            )
    return found


def _magic_terms(
    game: Game[Table], user: Character, built: Frame, targets: Sequence[Being]
) -> tuple[Terms, list[int]]:
    """What a spell is checked with, and what each target sets against it. RB-18.10, RB-18.11."""
    against = [_magic_threshold(game, user, built.feat, other) for other in targets]
    first, (threshold, is_defence) = targets[0], against[0]
    skill = str(built.feat.effect.check[0])
    terms = Terms(
        skill,
        total(user, skill),
        threshold,
        first.name if first is not user else "",
        hidden=type(first) is Creature and is_defence,
        advantage=sum(f.effect.advantage for f in built.features if plain_bonus(f)),
        extra_per=extra_suits(built.features),
        attack=built.attack,
    )
    return terms, [threshold for threshold, _ in against]


def _take_hold(
    game: Game[Table],
    user: Character,
    technique: Technique,
    other: Being,
    success: bool,
    outcome: Outcome,
    blow: Blow,
) -> None:
    """What a spell that is no attack, or a prayer, does to one target. RB-18.11, RB-18.14."""
    effect, words = frame_of(technique).feat.effect, words_of(user, outcome, success)
    stood = not is_downed(other)
    if success:
        outcome.hits.append(other.name)
        damage = {blow.element: cauterize(game, other, blow, words)}
        words["damage"] = sum(after_resist(other, damage).values())
        if damage[blow.element] and not any(f.effect.no_damage for f in blow.features):
            outcome.damage[other.name] = hurt(game, other, damage)
        if effect.magnitude:
            told, strength = "{technique} has strength {n}.", worth(effect.magnitude, words)
            called = technique_called(technique.name)
            game.tell(told, "RB-18.11", technique=called, n=strength)
        if effect.heal:
            for suit, n in talents(user).extra_healing.items():  # RB-18.16
                words[suit] *= 1 + n
            outcome.healed += heal(game, other, worth(effect.heal, words))
    apply_features(game, user, other, success, outcome, words, blow)
    if stood and is_downed(other):
        on_down(game, user, blow.features)


def _magic_threshold(
    game: Game[Table], user: Character, feat: Feat, target: Being
) -> tuple[int, bool]:
    """A Defence, or 11; the Spirit Defence of an unwilling target; and whether it is a Defence.

    RB-18.10, RB-18.11.
    """
    against = feat.effect.check[1]
    if isinstance(against, str) and not against.isdigit():
        return defence(target, against), True
    if feat.effect.unwilling and target is not user and not is_downed(target):
        seat = game.state.seat_of(target)
        prompt = (
            f"{name_of(game, user.name)} casts a spell on {name_of(game, target.name)}. "
            f"Is {name_of(game, target.name)} willing?"
        )
        if not game.may(seat, "willing", prompt, "RB-18.10", yes="Willing", no="Unwilling"):
            return defence(target, feat.effect.unwilling), True
    return int(against), False


def _talk(game: Game[Table], user: Character, technique: Technique, use: Use) -> None:
    """A check against the GM's threshold; features may lend another attribute.

    RB-18.5, RB-18.22, RB-21.7.
    """
    table, built = game.state, frame_of(technique)
    target = table.being(use.target)
    skill = use.skill or max(talk_skills(technique), key=lambda skill: total(user, skill))
    ways = ways_to_check(user, skill)
    for feature in built.features:
        swap = feature.effect.substitute_attribute.get(book().skills[skill].attribute)
        if swap is not None:
            name = f"{skill.capitalize()} with {swap.capitalize()}"
            ways[name] = user.attribute(swap) + points(user, skill)
    modifier = chosen_total(game, user, ways)
    threshold, hidden = ask_threshold(
        game, f"{user.name} uses {technique_called(technique.name)} ({skill.capitalize()})"
    )
    advantage = 0
    for feature in built.features:
        if feature.effect.condition == "gm_accepts_knowledge":
            prompt = f"Does {name_of(game, user.name)} cite something that fits?"
            advantage += (
                game.may(table.gm, "knowledge", prompt, "RB-18.22") * feature.effect.advantage
            )
        elif plain_bonus(feature):
            advantage += feature.effect.advantage
    terms = Terms(
        skill,
        modifier,
        threshold,
        target.name if target is not user else "",
        hidden,
        advantage=advantage,
        extra_per=extra_suits(built.features),
    )
    outcome = check(game, user, terms)
    words = words_of(user, outcome, outcome.success)
    blow = Blow("physical", 0, features=built.features)
    apply_features(game, user, target, outcome.success, outcome, words, blow)
    if technique.base != "another-clue":
        statements = [feature.effect.statements for feature in built.features]
        concede(game, outcome, max(statements, default=1))


def ask_threshold(game: Game[Table], what: str, hidden: bool | None = None) -> tuple[int, bool]:
    """The GM names a threshold and whether it is shown. RB-5.11, RB-21.7."""
    gm = game.state.gm
    threshold = game.number(gm, "threshold", f"{what}. What’s the threshold?", 0, 40, "RB-21.7")
    if hidden is None:
        hidden = not game.may(
            gm, "show-threshold", "Show the threshold?", "RB-5.11", yes="Show", no="Hide"
        )
    return threshold, hidden


def concede(game: Game[Table], outcome: Outcome, statements: int = 1) -> None:
    """Each success of a statement is one concession. RB-15.14."""
    parley = game.state.parley
    if parley is None or not outcome.success:
        return
    parley.won += outcome.successes * statements
    game.tell(
        "{whom} has made {won} {won:concession|concessions} so far.",
        "RB-15.14",
        whom=parley.with_whom,
        won=parley.won,
    )
    if parley.won >= parley.needed:
        game.tell("{whom} is won over.", "RB-15.14", whom=parley.with_whom)


def reactions(
    game: Game[Table], actor: Being, what: str, tags: tuple[str, ...] | list[str]
) -> None:
    """Whoever has a technique that may answer an action is asked before it is performed.

    All hear what they are waiting for, and not what is answered.
    Instinctive techniques answer anything, Opportunistic ones a concentration, manipulation or
    movement action of an enemy in melee range. RB-15.7, RB-15.8, RB-18.7.
    """
    table = game.state
    for reactor in table.players.values():
        if not reactor.techniques or reactor is actor or not reactor.reactions:
            continue
        if not can_act(reactor) or not can_act(actor):
            continue
        fitting = {
            technique.name: technique
            for technique in reactor.techniques.values()
            if _answers(reactor, technique, actor, tags)
        }
        if not fitting:
            continue
        told = "{who} is about to {what}: {reactor} may react."
        game.tell(told, "RB-15.8", who=actor.name, what=what, reactor=reactor.name)
        prompt = f"{name_of(game, actor.name)} is about to {what}. Do you react first?"
        labels = STAY | {name: technique_called(name) for name in fitting}
        options = ("no", *fitting)
        name = game.choose(reactor.name, "react", prompt, options, "RB-15.8", labels=labels)
        if name == "no":
            continue
        technique = fitting[name]
        uses = possible_uses(table, reactor, technique)
        if not _is_instinctive(technique):
            uses = {label: use for label, use in uses.items() if use.target == actor.name}
        if not uses:
            game.tell(
                "{reactor} can’t find a way to use {technique}.",
                "RB-15.8",
                reactor=reactor.name,
                technique=technique_called(name),
            )
            continue
        asked = f"How do you use {technique_called(name)}?"
        labels = {label: in_words(use) for label, use in uses.items()}
        use = game.choose_among(reactor.name, "how", asked, uses, "RB-15.8", labels=labels)
        reactor.reactions -= 1
        game.tell("{reactor} reacts.", "RB-15.7", reactor=reactor.name)
        pay(game, reactor, technique)
        use_technique(game, reactor, technique, use)


def _is_instinctive(technique: Technique) -> bool:
    return frame_of(technique).instinctive


def _answers(
    reactor: Character, technique: Technique, actor: Being, tags: tuple[str, ...] | list[str]
) -> bool:
    built = frame_of(technique)
    if built.harmful and reactor.statuses.enchanted:
        return False
    if built.instinctive:
        return True
    when = built.opportunistic
    return (
        when is not None
        and actor.side != reactor.side
        and distance(actor, reactor) <= built.reach
        and any(tag in when.tags_any for tag in tags)
    )


def in_words(use: Use) -> str:
    """A way to use a technique: on whom, and with what.

    >>> in_words(Use("Ana", "hat", "melee"))
    'Ana (hat, Melee)'
    """
    weapon = thing_called(use.weapon).lower() if use.weapon else ""
    more = ", ".join(filter(None, (weapon, use.skill.capitalize())))
    return f"{use.target} ({more})" if more else use.target


def possible_uses(table: Table, user: Character, technique: Technique) -> dict[str, Use]:
    """Every way to use a technique from where one stands, by a name for it."""
    found = {}
    items = [item.name for item in weapons(user)] if technique.base == "maneuver" else [""]
    skills = talk_skills(technique) if technique.base in TALK else ("",)
    for target in standing(table):
        for item in items:
            for skill in skills:
                use = Use(target.name, item, skill)
                if why_not_use(table, user, technique, use) is None:
                    more = ", ".join(word for word in (item, skill) if word)
                    found[f"{target.name} ({more})" if more else target.name] = use
    return found
