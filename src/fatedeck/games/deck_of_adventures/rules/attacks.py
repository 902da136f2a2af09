"""Attacks: whom one may harm, the hands of an attack, and what a hit does."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.effects import later_save
from fatedeck.games.deck_of_adventures.looks import moments
from fatedeck.games.deck_of_adventures.rules import (
    checks,
    circle,
    decks,
    grid,
    ground,
    hands,
    health,
    lasting,
    sight,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.called import all_of, name_of
from fatedeck.games.deck_of_adventures.rules.checks import Terms
from fatedeck.games.deck_of_adventures.rules.conditions import gain, harm, primary_stat
from fatedeck.games.deck_of_adventures.state import (
    Character,
    Effect,
    Injury,
    Match,
    Outcome,
    Stake,
    Table,
    Upset,
    Weapon,
)

AttackKind: TypeAlias = Literal["weapon", "mystic"]

COVER = {"none": 0, "partial": 1, "full": 2, "total": 2}
"""By how much cover lowers the DR of an attack. DOA-304 to DOA-306."""

UNARMED = Weapon("")
"""A Weapon Attack without a listed weapon: 1 damage at 1 space. DOA-384."""

FIGHTS_BESIDE = "Fights Beside You"
"""The power of a Companion that helps those next to it."""

DEFENSIVE = 6
"""How far an Aura of Defensive Damage reaches."""


class Blow(Struct):
    """One attack as it is declared: its kind, its extra hand and damage."""

    kind: AttackKind
    hand: int = 0
    bonus: int = 0
    weapon: Weapon = field(default_factory=lambda: UNARMED)
    sure: bool = False


def attack_difficulty(state: Table, who: Character, target: Character) -> int:
    """The DR of an attack: the target's Armor Range less its cover. DOA-170, DOA-306.

    It stops at 0 (DOA-76), unless the switch `negative_dr` lets it fall lower.
    """
    difficulty = target.ar - COVER[sight.cover(state, who, target)]
    return difficulty if state.switches.negative_dr else max(0, difficulty)


def weapon_in_hand(who: Character) -> Weapon:
    """The weapon it fights with: the one taken up, else the first it carries. DOA-384."""
    for weapon in who.weapons:
        if weapon.name == who.weapon:
            return weapon
    return who.weapons[0] if who.weapons and not who.weapon else UNARMED


def weapon_stat(who: Character) -> str:
    """A Weapon Attack uses the better of Finesse and Brute; amplified, the Primary one. DOA-171."""
    if who.effects and lasting.has_effect(who, "Mystic Amplification"):
        return primary_stat(who)
    return (
        "Brute"
        if hands.modifier_of(who, "Brute") > hands.modifier_of(who, "Finesse")
        else "Finesse"
    )


def why_not_harm(state: Table, who: Character, targets: list[Character]) -> Refused | None:
    """Why its Vulnerabilities or a charm forbid this harm. DOA-354, DOA-212."""
    if "Pacifist" in who.vulnerabilities:
        return Refused("DOA-354", f"{who.name} is a Pacifist and can’t harm anyone.")
    if (refused := why_not_against(state, who, targets)) is not None:
        return refused
    if "Eye for an Eye" in who.vulnerabilities and state.combat is not None:
        foe = last_to_hit(state, who)
        if foe is not None and all(target is not foe for target in targets):
            return Refused("DOA-354", f"An eye for an eye: {who.name} must attack {foe.name}.")
    return None


def why_not_against(state: Table, who: Character, targets: list[Character]) -> Refused | None:
    """Charmed, nobody acts against the charmer or those on its side. DOA-212."""
    if not who.effects:
        return None
    charm = next((effect for effect in who.effects if effect.name == "Charmed now"), None)
    charmer = state.characters.get(charm.by) if charm is not None else None
    if charmer is not None and any(target.side == charmer.side for target in targets):
        return Refused("DOA-212", f"Charmed: {who.name} can’t act against {charmer.name}.")
    return None


def last_to_hit(state: Table, who: Character) -> Character | None:
    """The enemy that hit it most recently and is still in the fight. Eye for an Eye."""
    combat = state.combat
    if combat is None:
        return None
    for hit in reversed(combat.hits):
        if hit.to == who.name:
            foe = state.characters.get(hit.by)
            return foe if foe is not None and turns.is_up(state, foe) else None
    return None


def attack_hand(state: Table, who: Character, target: Character, blow: Blow) -> int:
    """The Upper and Lower Hands that belong to this attack on this target. DOA-178, DOA-198."""
    net = blow.hand
    apart = ground.spaces_between(state, who, target)
    if target.conditions and ("Knocked Down" in target.conditions or health.is_down(target)):
        net += 1 if apart <= 1 else -1  # DOA-198, DOA-262
    combat = state.combat
    if combat is not None and combat.unseen:
        net -= who.name in combat.unseen.get(target.name, ())  # DOA-164
        net += target.name in combat.unseen.get(who.name, ())  # DOA-215
    if who.conditions and "Invisible" in who.conditions:
        net += 1  # DOA-214
    if who.powers:
        if "Pack Tactics" in who.powers and who.power_set == "current":
            net += len(allies_beside(state, who, target))
        if "Hidden Strike" in who.powers and strikes_hidden(state, who, target):
            net += 1
    if who.effects and lasting.has_effect(who, "Pack Tactics"):
        net += len(allies_beside(state, who, target))
    net += _is_helped(state, who)
    if target.effects:
        net += any(
            effect.name == "Ready Aim" and effect.by == who.name for effect in target.effects
        )
    return net


def _is_helped(state: Table, who: Character) -> bool:
    """Whether an ally with that Power stands beside the attacker. Fights Beside You."""
    for ally in state.characters.values():
        helps = FIGHTS_BESIDE in ally.powers and ally.side == who.side
        if helps and _stands_beside(state, ally, who):
            return True
    return False


def allies_beside(state: Table, who: Character, one: Character) -> list[Character]:
    """The attacker's allies who stand within 1 space of someone. Pack Tactics."""
    return [ally for ally in state.allies(who) if _stands_beside(state, ally, one)]


def _stands_beside(state: Table, ally: Character, one: Character) -> bool:
    return (
        ally is not one
        and ally.hp > 0
        and turns.in_play(state, ally)
        and ground.spaces_between(state, ally, one) <= 1
    )


def strikes_hidden(state: Table, who: Character, target: Character) -> bool:
    """Hidden Strike: the target is unaware of the attacker, or an ally stands beside it."""
    combat = state.combat
    unaware = combat is not None and target.name in combat.unseen.get(who.name, ())
    return unaware or bool(allies_beside(state, who, target))


def attack(
    game: Game[Table], who: Character, target: Character, blow: Blow, power: str = "", tier: int = 0
) -> Outcome | None:
    """One attack: a Check against the target's Target Card with its Armor Range. DOA-170.

    A hit deals the weapon's damage or 1, a Critical 1 more and stuns a Dealer. DOA-171 to DOA-175.
    Returns what was drawn; an attack that cannot fail (Aces Wild) draws nothing.
    """
    state = game.state
    apart = ground.spaces_between(state, who, target)
    difficulty = attack_difficulty(state, who, target)
    hand = attack_hand(state, who, target, blow)
    if target.owner == state.gm and "AR" not in target.known:
        target.known.append("AR")  # DOA-182
    stat = weapon_stat(who) if blow.kind == "weapon" else primary_stat(who)
    # sight is needed for attacks at more than 1 space (DOA-201)
    tags = ("power", blow.kind) if apart <= 1 else ("power", blow.kind, "sight")
    outcome = None
    if state.switches.intensify and who.effects and lasting.has_effect(who, "Intensify"):
        modifier = blow.weapon.modifier if blow.kind == "weapon" else None
        outcome = _intensified(
            game, who, stat, checks.target_of(game, target), difficulty, modifier, target
        )
    elif not blow.sure:
        outcome = checks.check(
            game,
            who,
            stat,
            checks.target_of(game, target),
            difficulty,
            Terms(
                hand=hand,
                match=_ward(target),
                kind="attack",
                against=target.name,
                tags=tags,
                modifier=blow.weapon.modifier if blow.kind == "weapon" else None,
            ),
        )
    _end_with_attack(who)
    land(game, who, target, blow, outcome, power, tier)
    return outcome


def land(
    game: Game[Table],
    who: Character,
    target: Character,
    blow: Blow,
    outcome: Outcome | None,
    power: str = "",
    tier: int = 0,
) -> None:
    """A blow hits or misses; what it did is noted, for the Game Master's last word. DOA-3."""
    state = game.state
    before = Standing.of(state, target)
    if outcome is None or outcome.success:
        _strike(game, who, target, blow, outcome, ground.spaces_between(state, who, target))
    elif who.effects:
        _lose_amplify(who)
    if outcome is not None and state.last is outcome:
        stake = Stake("attack", who.name, target.name, power, tier, attack=blow.kind)
        stake.bonus, stake.weapon = blow.bonus, blow.weapon
        before.note(state, stake, target)


class Standing(Struct):
    """How somebody stands before something happens to them."""

    hp: int
    ap: int
    power_ap: int
    conditions: list[str]
    effects: list[Effect]
    unseen: list[str]
    phases: int
    ko: list[int]

    @classmethod
    def of(cls, state: Table, who: Character) -> Standing:
        """How somebody stands now."""
        unseen = state.combat.unseen.get(who.name, []) if state.combat is not None else []
        return cls(
            who.hp,
            who.ap,
            who.power_ap,
            list(who.conditions),
            list(who.effects),
            list(unseen),
            who.phases,
            health.struggle(who) if "Knocked Out" in who.conditions else [],
        )

    def note(self, state: Table, stake: Stake, who: Character) -> None:
        """Write down what has been lost and gained since."""
        if who.hp < self.hp:
            stake.hp = self.hp - who.hp
        if who.ap < self.ap:
            stake.ap = self.ap - who.ap
        if who.power_ap < self.power_ap:
            stake.power_ap = self.power_ap - who.power_ap
        ended: list[str] = []
        lifted: list[Effect] = []
        if self.conditions != who.conditions or self.effects != who.effects:
            names = [effect.name for effect in self.effects]
            stake.gained = [name for name in who.conditions if name not in self.conditions]
            stake.laid = [one.name for one in who.effects if one.name not in names]
            ended = [name for name in self.conditions if name not in who.conditions]
            lifted = [one for one in self.effects if one.name in ended]
        unseen = self.unseen if "Hidden" in ended else []
        ko = self.ko if self.ko and health.struggle(who) != self.ko else []
        phase = who.phases < self.phases
        if phase:
            stake.hp = self.hp
        is_upset = ended or phase or ko
        state.stake = stake
        state.upset = Upset(ended, lifted, unseen, phase, ko) if is_upset else None


def _intensified(
    game: Game[Table],
    who: Character,
    stat: str,
    target: str,
    difficulty: int,
    modifier: int | None,
    foe: Character,
) -> Outcome:
    """The later Intensify: draw until a Major Success or until one stops; the last card counts.

    Ordinary Successes count as Misses, and the deck's end stops it. DOA-392.
    """
    state = game.state
    lasting.drop_named(who, "Intensify")
    cards = state.cards(who)
    modifier = hands.modifier_of(who, stat) if modifier is None else modifier
    reach = circle.effective_range(difficulty, modifier, state.switches)
    match, named = circle.required_match(modifier, _ward(foe)), checks.whom(game, foe.name)
    outcome = Outcome(who.name, stat, target, difficulty, modifier, 0, [], "", 0, "miss", False)
    drawn, state.drawing = outcome.drawn, outcome
    while (not cards.deck.is_empty() or not drawn) and not outcome.success:
        if drawn:
            game.show(moments.check, outcome, reach, state.gm, foe.name, named, settled=False)
            prompt = (
                f"{capital(name_of(game, who.name))} has drawn {all_of(game, drawn)} "
                f"against {name_of(game, target)}. Draw another?"
            )
            if not game.may(
                who.owner, "another-card", prompt, "DOA-392", yes="Draw another", no="Stop"
            ):
                break
        card = decks.draw_card(game, who, cards.play)
        if not card:
            break
        drawn.append(card)
        verdict = circle.judge(card, target, reach, match)
        outcome.used, outcome.distance = card, verdict.distance
        if verdict.degree in ("critical", "major"):
            outcome.degree, outcome.success = verdict.degree, True
    state.last, state.drawing = outcome, None
    decks.lay_aside(state, who.deck, cards.play)
    game.show(moments.check, outcome, reach, state.gm, foe.name, named)
    told = "{who} draws {cards}: a hit." if outcome.success else "{who} draws {cards}: a miss."
    game.tell(told, "DOA-392", who=who.name, cards=drawn)
    return outcome


def _ward(target: Character) -> Match:
    """Special armour may let only matching cards hit: the attack requires that match. DOA-231."""
    if "Suit Ward" in target.conditions:
        return "suit"
    return "colour" if "Colour Ward" in target.conditions else ""


def damage_of(state: Table, who: Character, blow: Blow, outcome: Outcome | None) -> int:
    """Damage of a hit: the weapon's or 1, and all that adds to it. DOA-171 to DOA-175."""
    damage = blow.bonus + (blow.weapon.damage if blow.kind == "weapon" else 1)
    second = "Attack, Weapon 2" if blow.kind == "weapon" else "Attack, Mystic 2"
    damage += second in who.powers
    for effect in who.effects:
        if (effect.name == "Mystic Amplification" and blow.kind == "weapon") or effect.name in (
            "Charm of Wounding",
            "Amplify",
        ):
            damage += effect.amount
    degree = outcome.degree if outcome is not None else "success"
    if degree == "critical" and "Critical Master" in who.powers:
        return 2 * damage
    if degree in ("critical", "major") and state.switches.major_damage:
        damage += 1  # DOA-175
    elif degree == "critical" and state.combat is not None:
        damage += 1  # DOA-173
    return damage


def _strike(
    game: Game[Table],
    who: Character,
    target: Character,
    blow: Blow,
    outcome: Outcome | None,
    apart: int,
) -> None:
    state = game.state
    damage = damage_of(state, who, blow, outcome)
    if who.powers and "Hidden Strike" in who.powers:
        damage += strikes_hidden(state, who, target)
    if who.effects:
        _lose_amplify(who)
    if state.combat is not None:
        state.combat.hits.append(Injury(who.name, target.name, state.combat.clock))
    harm(game, target, damage, who.name)
    critical = outcome is not None and outcome.degree == "critical"
    if critical and target.is_dealer and not health.is_down(target):
        gain(game, target, "Stunned", who.name, critical=True)  # DOA-174, DOA-190, DOA-193
    if blow.kind == "weapon" and who.effects:
        _poison(game, who, target, blow.weapon.name)
    if apart <= 1 and blow.kind == "weapon":
        _thorns(game, who, target)


def _poison(game: Game[Table], who: Character, target: Character, weapon: str) -> None:
    """A coated weapon: the target saves or takes damage that bypasses AP. Create Poison."""
    for effect in who.effects:
        if effect.name == "Poison Bottle" and effect.on == weapon and not health.is_down(target):
            demanded = later_save("Create Poison")
            if not checks.save(game, target, *demanded, because="Poison").success:
                harm(game, target, effect.amount, who.name, bypass=True)
            return


def _thorns(game: Game[Table], who: Character, target: Character) -> None:
    """Aura of Defensive Damage: hitting an ally inside it in melee costs the attacker 1 damage."""
    for bearer in game.state.characters.values():
        if not bearer.effects or bearer is target or bearer.side != target.side:
            continue
        here, there = hands.place_of(bearer), hands.place_of(target)
        inside = here is None or there is None or grid.in_aura(there, here, DEFENSIVE)
        if (
            inside
            and lasting.has_effect(bearer, "Aura of Defensive Damage")
            and not health.is_down(bearer)
        ):
            harm(game, who, 1, bearer.name)
            return


def _lose_amplify(who: Character) -> None:
    """Amplify counts for one damaging power, and is lost on a miss."""
    lasting.drop_named(who, "Amplify")


def _end_with_attack(who: Character) -> None:
    """An attack ends Stealth's Blessing on the attacker, and uses up a prepared Pack Tactics."""
    lasting.drop_named(who, "Stealth's Blessing", "Pack Tactics")


def reveal(game: Game[Table], who: Character) -> None:
    """Using a Power ends hiding and being Invisible. DOA-165, DOA-214."""
    if who.conditions:
        lasting.lose(game, who, "Hidden")
        lasting.lose(game, who, "Invisible")
    if game.state.combat is not None and game.state.combat.unseen:
        game.state.combat.unseen.pop(who.name, None)


def user_difficulty(who: Character) -> int:
    """The DR of a Save or contest against a Power, from its user's Primary Skill. DOA-117."""
    return checks.contested_difficulty(hands.modifier_of(who, primary_stat(who)))
