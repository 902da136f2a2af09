"""Status conditions: how they are gained, what they ask of a turn, how they end.

How long they last, and what ends with them, is in `lasting`.
"""

from __future__ import annotations

import re
from functools import cache

from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.data import Boons, consumables
from fatedeck.games.deck_of_adventures.effects import later_save
from fatedeck.games.deck_of_adventures.rules import checks, decks, hands, health
from fatedeck.games.deck_of_adventures.rules.checks import Terms
from fatedeck.games.deck_of_adventures.rules.lasting import (
    CLAUSE,
    HELD,
    cause_of,
    lose,
    replace_effect,
    run_out,
)
from fatedeck.games.deck_of_adventures.state import Character, Effect, Stake, Table, Turn, Upset

CONDITION_DIFFICULTY = 3
OBEY_ME = "Obey Me"
CLEANSED = frozenset(
    ("Burned", "Frozen", "Poisoned", "Blinded", "Deafened", "Charmed", "Enthralled")
)
"""What Mystic Cleanse can take away."""

MEANING = {
    "Stunned": "DR 3 Conviction Check each turn, or you can only move or take one Action.",
    "Entangled": "You can’t move; Agility Checks at Lower Hand. Break free: DR 3 Strength Check.",
    "Knocked Down": "Half speed; easier to hit up close. Get up: Minor Action.",
    "Blinded": "DR 3 Intuition Check each turn, or Lower Hand (3) on what needs sight.",
    "Deafened": "DR 3 Intuition Check each turn, or Lower Hand (3) on what needs hearing.",
    "Burned": "1 damage each turn. Beat out the flames: Minor Action, DR 3 Intuition Check.",
    "Poisoned": "DR 3 Vitality Check each turn, or discard cards.",
    "Frozen": "Half speed, Skill Checks at Lower Hand; DR 3 Strength Check as your turn ends.",
    "Knocked Out": (
        "You can’t act. In a fight, your turns are draws for your life: two won and you’re stable, "
        "two lost and you die. Anyone beside you can treat you, or heal you with a Power."
    ),
    "Suffocating": "Damage every turn: 2, or 1 with a DR 3 Vitality Save.",
    "Charmed": "DR 3 Intuition Save each turn, or you can’t act against the charmer.",
    "Enthralled": "DR 3 Conviction Save each turn, or you act as you’re told.",
    "Invisible": "Hard to detect until you use a Power.",
    "Hidden": "You attack the unaware at Upper Hand; they attack you at Lower Hand.",
    "Grappled": "Speed 0; Powers at Lower Hand until you get loose.",
}
"""What each condition does."""

_CONDITION_CHECK = re.compile(r"(DR 3 \w+) Check")


@cache
def meaning(condition: str, *, called_saves: bool) -> tuple[str, str]:
    """What a condition does, and its clause; the later edition calls its Checks Saves. DOA-116."""
    text = MEANING.get(condition, "")
    words = _CONDITION_CHECK.sub(r"\1 Save", text) if called_saves else text
    return words, CLAUSE.get(condition, "")


def gain(
    game: Game[Table],
    who: Character,
    condition: str,
    by: str = "",
    *,
    rounds: int = 0,
    critical: bool = False,
    held: bool = False,
) -> bool:
    """Give a condition, for so many rounds of its causer or until its own Check. DOA-187, DOA-188.

    Having it already changes nothing, except that poison grows and a longer duration counts
    (DOA-191, DOA-205). Stunned from a Critical ends with the next turn (DOA-193). Who is `held` is
    free without the holder (DOA-163).
    """
    if condition in immunities(who):
        game.tell(
            "{who} is immune and can’t be {condition}.",
            "DOA-187",
            who=who.name,
            condition=condition,
        )
        return False
    if condition == "Poisoned":
        who.poisoned += 1
    fresh = condition not in who.conditions
    if fresh:
        who.conditions.append(condition)
    if condition == "Hidden":
        hide_from_all(game.state, who)
    lasting = next((effect for effect in who.effects if effect.name == condition), None)
    if not fresh and lasting is None:
        return condition == "Poisoned"  # it lasts until its own Check: nothing is longer
    if lasting is not None:
        if critical or (rounds and (not lasting.rounds or rounds <= lasting.rounds)):
            return False  # what lasts until its own Check is the longest
        who.effects.remove(lasting)
        lasting = None
    if lasting is None:
        _set_duration(game.state, who, condition, by, rounds, critical=critical, held=held)
    told = (
        "{who} is Poisoned, level {level}." if condition == "Poisoned" else "{who} is {condition}."
    )
    clause = CLAUSE.get(condition, "DOA-187")
    game.tell(told, clause, who=who.name, condition=condition, level=who.poisoned)
    return True


def _set_duration(
    state: Table,
    who: Character,
    condition: str,
    by: str,
    rounds: int,
    *,
    critical: bool,
    held: bool,
) -> None:
    if critical:
        ends = 2 if health.in_turn(state, who) else 1
        who.effects.append(Effect(condition, by=by, until="end", of=who.name, rounds=ends))
    elif rounds:
        who.effects.append(Effect(condition, by=by, until="start", of=by, rounds=rounds))
    elif condition in ("Charmed", "Enthralled", "Grappled", "Entangled"):
        who.effects.append(Effect(condition, by=by, on=HELD if held else ""))


def hide_from_all(state: Table, who: Character) -> None:
    """Who is Hidden is unseen by every enemy, unless it is said by whom. DOA-164, DOA-215."""
    if state.combat is not None and not state.combat.unseen.get(who.name):
        state.combat.unseen[who.name] = [
            other.name for other in state.characters.values() if other.side != who.side
        ]


def find_hidden(game: Game[Table], seeker: Character, target: Character) -> None:
    """An observer that succeeds on a Detection Check sees the hider again. DOA-165, DOA-214."""
    combat = game.state.combat
    if combat is None:
        return
    if "Invisible" in target.conditions:
        combat.used.append(f"{seeker.name} has found {target.name}")
    unseen = combat.unseen.get(target.name, [])
    if seeker.name in unseen:
        unseen.remove(seeker.name)
        if not unseen:
            lose(game, target, "Hidden")


def immunities(who: Character) -> list[str]:
    """The conditions that never apply to it: Condition Immunity, Potion of Water Breath."""
    immune: list[str] = []
    if "Condition Immunity" in who.powers:
        immune += who.power_options.get("Condition Immunity", ["Blinded"])
    return immune + [boons.immune for boons in _drunk(who) if boons.immune]


def _drunk(who: Character) -> list[Boons]:
    """What the potions, charms and meals give that someone is under. DOA-370."""
    known = consumables()
    return [known[effect.name].effect for effect in who.effects if effect.name in known]


def resilience(who: Character, condition: str) -> int:
    """Upper Hand on Checks to avoid or end the condition that was chosen. DOA-395."""
    if "Condition Resilience" not in who.powers:
        return 0
    return int(condition in who.power_options.get("Condition Resilience", ["Blinded"]))


def shake_off(game: Game[Table], who: Character, condition: str, stat: str) -> bool:
    """A Check against one's own Target Card to shake something off. DOA-189, DOA-70.

    A success ends a condition without a stated duration; otherwise it lifts it for the turn. What
    came of it is noted for the Game Master's last word (DOA-3).
    """
    outcome = checks.save(
        game,
        who,
        stat,
        CONDITION_DIFFICULTY,
        hand=resilience(who, condition),
        kind="condition",
        because=condition,
    )
    hp, level = who.hp, who.poisoned
    lifted = [effect for effect in who.effects if effect.name == condition]
    if not outcome.success:
        fail(game, who, condition)
    elif is_timed(who, condition):
        _lifted_for_now(game, who, condition)
    else:
        lose(game, who, condition)
    if game.state.last is outcome:
        stake_on(game.state, who, condition, hp)
        if outcome.success and condition == "Poisoned" and level > 1:
            game.state.stake = Stake("condition", who.name, who.name, condition, bonus=level)
        if lifted and condition not in who.conditions:
            game.state.upset = Upset(lifted=lifted)
    return outcome.success


def _lifted_for_now(game: Game[Table], who: Character, condition: str) -> None:
    """A stated duration goes on: a success counts for this turn alone. DOA-188, DOA-193."""
    ends = any(one.name == condition and one.until == "end" for one in who.effects)
    told, clause = "{who} is {condition} for a while yet, but not held back by it now.", "DOA-188"
    if ends and condition == "Stunned":
        told = "{who} is not held back: Stunned is over when this turn ends."
        clause = "DOA-193"
    game.tell(told, clause, who=who.name, condition=condition)


def stake_on(state: Table, who: Character, condition: str, hp: int) -> None:
    """Note what a condition's own Check has cost somebody who had so many HP before. DOA-3."""
    stake = Stake("condition", who.name, who.name, condition, hp=max(0, hp - who.hp))
    if stake.hp and "Knocked Out" in who.conditions:
        stake.gained = ["Knocked Out"]
    state.stake = stake


def fail(game: Game[Table], who: Character, condition: str) -> None:
    """What comes of a condition that was not shaken off. DOA-200, DOA-202, DOA-204."""
    if condition == "Poisoned":
        decks.discard_top(game, who, who.poisoned + 1)
    elif condition == "Burned":
        harm(game, who, 1, bypass=True)
    elif condition in ("Blinded", "Deafened"):
        sense = "sight" if condition == "Blinded" else "hearing"
        _for_this_turn(who, Effect(f"{condition} now", -3, on=sense))


def suffocate(game: Game[Table], who: Character, *, saved: bool) -> None:
    """2 damage past the armour, 1 with a Save that succeeded. DOA-210."""
    hp, outcome = who.hp, game.state.last
    harm(game, who, 1 if saved else 2, bypass=True)
    if game.state.last is outcome:
        stake_on(game.state, who, "Suffocating", hp)


def start_of_turn(game: Game[Table], who: Character, turn: Turn) -> None:
    """The condition Checks that a turn starts with. DOA-140."""
    for condition in list(who.conditions):
        if condition not in who.conditions or health.is_down(who):
            continue
        if condition == "Stunned":
            if not shake_off(game, who, condition, "CON"):
                turn.limit = "either"
                game.tell(
                    "{who} can move or take one Action, but not both.", "DOA-192", who=who.name
                )
        elif condition in ("Blinded", "Deafened"):
            shake_off(game, who, condition, "GUT")
        elif condition == "Poisoned":
            shake_off(game, who, condition, "VIT")
        elif condition == "Suffocating":
            saved = checks.save(
                game,
                who,
                "VIT",
                CONDITION_DIFFICULTY,
                hand=resilience(who, condition),
                because=condition,
            )
            suffocate(game, who, saved=saved.success)
        elif condition in ("Charmed", "Enthralled"):
            _resist(game, who, condition, turn)


def _resist(game: Game[Table], who: Character, condition: str, turn: Turn | None) -> None:
    """Charmed and Enthralled: a Save each turn and when damaged. DOA-212, DOA-213."""
    charmer = cause_of(who, condition)
    stat, difficulty = ("GUT" if condition == "Charmed" else "CON"), CONDITION_DIFFICULTY
    if condition == "Enthralled" and obeys(game.state, charmer):
        stat, difficulty = later_save(OBEY_ME)
    if checks.save(game, who, stat, difficulty, tags=("condition",), because=condition).success:
        if not is_timed(who, condition):
            lose(game, who, condition)
    elif turn is not None:
        if condition == "Charmed":
            _for_this_turn(who, Effect("Charmed now", by=charmer))
        else:
            turn.directed = True


def obeys(state: Table, charmer: str) -> bool:
    """Whether it is the power Obey Me, which has a DR of its own."""
    other = state.characters.get(charmer)
    return other is not None and OBEY_ME in other.powers


def damaged(game: Game[Table], who: Character, by: str) -> None:
    """After damage: Charmed and Enthralled are saved against, or ended by their causer. DOA-212."""
    if health.is_down(who):
        return
    for condition in ("Charmed", "Enthralled"):
        if condition in who.conditions:
            if cause_of(who, condition) == by:
                lose(game, who, condition)
            else:
                _resist(game, who, condition, None)


def harm(
    game: Game[Table], who: Character, damage: int, by: str = "", *, bypass: bool = False
) -> int:
    """Damage, and what being damaged sets off; a Life Link may let another take it whole."""
    if who.hp and (link := health.life_link(game, who)) is not None:
        harm(game, link, damage, by, bypass=bypass)
        return 0
    lost = health.hurt(game, who, damage, by, bypass=bypass)
    if lost and who.conditions:
        damaged(game, who, by)
    return lost


def end_of_turn(game: Game[Table], who: Character, turn: Turn) -> None:
    """What a turn ends with: flames not beaten out, thawing, effects that run out. DOA-140."""
    if not health.is_down(who):
        if "Burned" in who.conditions and not turn.beat_flames:
            harm(game, who, 1, bypass=True)  # DOA-203
        if "Frozen" in who.conditions and not health.is_down(who):
            shake_off(game, who, "Frozen", "STR")  # DOA-207
        if who.effects:
            _clear_the_head(game, who)
    run_out(game, "end", who.name)
    if who.effects:
        _feast(who)
    if game.state.combat is not None:
        health.close_wounds(who)  # outside a fight a wound waits for a Check or a Rest (DOA-380)


def _clear_the_head(game: Game[Table], who: Character) -> None:
    """Lend Confusion: a Conviction Check against its user at the end of each turn."""
    for effect in list(who.effects):
        user = game.state.characters.get(effect.by)
        if effect.name == "Lend Confusion" and user is not None:
            difficulty = checks.contested_difficulty(hands.modifier_of(user, primary_stat(user)))
            if checks.check(
                game, who, "CON", checks.target_of(game, user), difficulty, Terms(kind="save")
            ).success:
                who.effects.remove(effect)
                game.tell("{who} is no longer confused.", "DOA-188", who=who.name)


def _feast(who: Character) -> None:
    """Fortifying Feast: ending a turn at 0 AP, AP becomes 1."""
    for effect in who.effects:
        if effect.name == "Fortifying Feast" and who.ap + who.power_ap == 0:
            who.power_ap = 1


def begin_turn_of(game: Game[Table], name: str) -> None:
    """Effects until the start of this turn end before its Checks. DOA-140, DOA-350."""
    run_out(game, "start", name)
    state = game.state
    who = state.characters[name]
    for effect in [effect for effect in who.effects if effect.until == "zone"]:
        zones = [zone for zone in state.zones if zone.name == effect.name and zone.by == effect.by]
        place = hands.place_of(who)
        if not any(place in hands.zone_spaces(state, zone) for zone in zones):
            who.effects.remove(effect)


def breath_minutes(who: Character) -> int:
    """How long a character can hold its breath: 1 + 2 x VIT minutes, at least 1. DOA-211."""
    own = max(1, 1 + 2 * who.attributes["VIT"])
    return max([own, *(boons.breath_minutes for boons in _drunk(who))])


def primary_stat(who: Character) -> str:
    """The Primary Skill; a creature without one uses its best Attribute. DOA-331."""
    return who.primary or max(who.attributes, key=lambda name: who.attributes[name])


def _for_this_turn(who: Character, effect: Effect) -> None:
    effect.until, effect.of, effect.rounds = "end", who.name, 1
    replace_effect(who, effect)


def is_timed(who: Character, condition: str) -> bool:
    """Whether a condition has a stated duration, so that a success only lifts it. DOA-188."""
    return any(effect.name == condition and effect.rounds for effect in who.effects)
