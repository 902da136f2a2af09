"""How the machine plays a seat: spends the hand with care, fights the nearest foe."""

from __future__ import annotations

from collections.abc import Mapping
from re import search

from msgspec import Struct

from fatedeck.engine.actions import why_refused
from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several, Text
from fatedeck.engine.ruleset import Policy
from fatedeck.games.realms_behind.rules.attacks import (
    Attack,
    CreatureAttack,
    price,
    why_not_attack,
    why_not_strike,
)
from fatedeck.games.realms_behind.rules.berserk import must_attack
from fatedeck.games.realms_behind.rules.cards import RANK
from fatedeck.games.realms_behind.rules.checks import PILE, STOP
from fatedeck.games.realms_behind.rules.creation import TakeSample, ready_made
from fatedeck.games.realms_behind.rules.derived import can_act, gear_of, kind_of, speed
from fatedeck.games.realms_behind.rules.encounter import EndTurn
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.fates import Decide
from fatedeck.games.realms_behind.rules.field import (
    Space,
    distance,
    reach,
    steps,
    straight,
)
from fatedeck.games.realms_behind.rules.frames import frame_of
from fatedeck.games.realms_behind.rules.moving import Move, Step
from fatedeck.games.realms_behind.rules.phases import Begin, Enter, Welcome, why_not_welcome
from fatedeck.games.realms_behind.rules.provisions import UseUp, consumables, use_of
from fatedeck.games.realms_behind.rules.turns import all_down
from fatedeck.games.realms_behind.rules.using import (
    UseTechnique,
    first_from,
    why_not_mean,
    why_not_now,
    wielded_for,
)
from fatedeck.games.realms_behind.rules.weapons import creature_range, weapons
from fatedeck.games.realms_behind.rules.will import Calm, SpendWill
from fatedeck.games.realms_behind.state import Being, Character, Creature, Table, Technique

GUESS = 12
"""What a hidden threshold is taken for."""


class Temper(Struct, frozen=True):
    """How much is risked: Madness for a spell, cards of the pile for Advantage, and Fortune.

    `pile` is what the pile must hold to be turned; `fortune` is the Health at which it is spent.
    """

    madness: int = 3
    pile: int = 8
    fortune: int = 0


TEMPERS = {"careful": Temper(1, 20, 2), "bold": Temper(5, 2, 99)}


class RealmsPolicy(Policy[Table]):
    """Plays from what its seat may see."""

    def __init__(self, temper: Temper | None = None) -> None:
        self.temper = temper or Temper()

    def act(self, state: Table, seat: str) -> Deed | None:
        """What this seat does now, or nothing."""
        if seat == state.gm:
            return _gm(state)
        character = state.players[seat]
        if not character.ready:
            samples = list(ready_made())
            return TakeSample(samples[list(state.players).index(seat) % len(samples)])
        if state.phase == "encounter" and state.whose_turn() == seat:
            return _turn(state, character, self.temper)
        return None

    def answer(self, state: Table, question: Decision) -> Answer:
        """An answer for the seat that is asked."""
        if type(question) is Number:
            return _number(state, question, self.temper)
        if type(question) is Choose:
            return _choose(state, question, self.temper)
        if type(question) is Several:
            return list(question.options[: question.least])
        assert isinstance(question, Text)
        return "" if question.may_be_empty else "So be it."

    def why(self, name: str, answer: Answer) -> str:
        if name == "threshold" and answer == GUESS:
            return f"Nothing in the story makes that easier or harder, so it took {GUESS}."
        return ""


# Turns


def _gm(table: Table) -> Deed | None:
    if table.phase == "creation":
        made = all(character.ready for character in table.players.values())
        return Begin() if made and Begin.why_closed(table, table.gm) is None else None
    for character in table.players.values():
        if character.waiting and why_not_welcome(table, table.gm, character.name) is None:
            return Welcome(character.name)
    if table.phase == "encounter" and (all_down(table, "party") or all_down(table, "foes")):
        return Enter("exploration")
    creature = table.creatures.get(table.whose_turn())
    return _creature_turn(table, creature) if creature is not None else None


def _creature_turn(table: Table, creature: Creature) -> Deed:
    """Attack whoever is nearest, come closer if need be."""
    if _flees(creature):
        return Decide(creature.name, "leaves")
    if frenzied := must_attack(table, creature):
        return _frenzied(table, creature, frenzied)
    targets = _foes(table, creature)
    if not targets or creature.statuses.enchanted:
        return EndTurn()
    target = min(targets, key=lambda foe: (distance(creature, foe), foe.name))
    return _attack(table, creature, target) or _approach(table, creature, target)


def _flees(creature: Creature) -> bool:
    """A cowardly creature below half its Health has seen enough. RB-21.5."""
    kind = kind_of(creature)
    return 2 * creature.health < kind.growth.health * creature.level and any(
        habit.id == "cowardly" and habit.levels[0] <= creature.level <= habit.levels[1]
        for habit in kind.behaviours
    )


def _turn(table: Table, character: Character, temper: Temper) -> Deed | None:
    """Refill an empty hand, then a technique or an attack on the nearest foe, else closer.

    An encounter without foes is the game master's to end: nobody passes turns there for ever.
    """
    losing_it = character.madness >= character.shallow + character.deep
    if losing_it and character.madness and character.will:
        return Calm()
    if not character.hand.top and character.will and len(character.deck) > 6:
        return SpendWill()
    if frenzied := must_attack(table, character):
        return _frenzied(table, character, frenzied)
    targets = _foes(table, character)
    if not targets or character.statuses.enchanted:
        return None if all_down(table, "foes") else EndTurn()
    target = min(targets, key=lambda foe: (distance(character, foe), foe.name))
    return (
        _mending(table, character)
        or _drink(table, character)
        or _spell(table, character, target, temper)
        or _attack(table, character, target)
        or _approach(table, character, target)
    )


def _may(table: Table, being: Being, action: Deed) -> bool:
    return why_refused(action, table, table.seat_of(being)) is None


def _attack(table: Table, being: Being, target: Being) -> Deed | None:
    """The best plain attack on someone from here, if there is one."""
    if type(being) is Creature:
        near = distance(being, target) <= creature_range(being)
        able = near and CreatureAttack.why_closed(table, table.gm) is None
        return CreatureAttack(target.name) if able else None
    assert isinstance(being, Character)
    seat, best, most = being.name, "", (-99, 0)
    for item in weapons(being):
        weapon, cost = gear_of(item), price(being, item)
        worth = weapon.damage + weapon.accuracy, -cost
        if (
            cost <= being.ap
            and worth > most
            and why_not_attack(table, seat, item.name) is None
            and why_not_strike(table, seat, target.name, item.name) is None
        ):
            best, most = item.name, worth
    return Attack(best, target.name) if best else None


def _approach(table: Table, being: Being, target: Being) -> Deed:
    """Come nearer by a Move, or by a Step where no Move leads on; else the turn is over."""
    near = creature_range(being) if type(being) is Creature else 1
    missing = distance(being, target) - near
    if being.ap and missing > 0:
        spaces = speed(being)
        if spaces and (there := straight(table, being, target, min(missing, spaces))):
            return Move(*min(there))
        if space := _closer(being, target, near, reach(table, being, spaces)):
            return Move(*space)
        here = [(being.x, being.y)]
        if space := _closer(being, target, near, dict.fromkeys(steps(table, being, here), 1)):
            return Step(*space)
    return EndTurn()


def _frenzied(table: Table, being: Being, targets: list[Being]) -> Deed:
    """A Berserk one attacks one of these in any way it can, or goes to where it can. RB-16.10."""
    for target in targets:
        if found := _attack(table, being, target) or _any_technique(table, being, target):
            return found
    seat, target = table.seat_of(being), targets[0]
    for going in (Move, Step):
        if going.why_closed(table, seat) is not None:
            continue
        spaces = (space for space in going.spaces(table, being) if space != (being.x, being.y))
        for x, y in sorted(spaces, key=lambda s: max(abs(s[0] - target.x), abs(s[1] - target.y))):
            if going(x, y).why_not(table, seat) is None:
                return going(x, y)
    return EndTurn()


def _any_technique(table: Table, being: Being, target: Being) -> Deed | None:
    """Any technique that attacks someone, with a Step or a charge first where it has one."""
    if type(being) is not Character:
        return None
    for name, technique in being.techniques.items():
        if not frame_of(technique).attack or why_not_now(table, being.name, name) is not None:
            continue
        for weapon in wielded_for(table, being.name, name) or [""]:
            for x, y in first_from(table, being.name, name, target.name, weapon):
                action = UseTechnique(name, target.name, weapon, x=x, y=y)
                if _may(table, being, action):
                    return action
    return None


def _spell(table: Table, character: Character, target: Being, temper: Temper) -> Deed | None:
    """A harmful spell while there is no danger of losing one's mind."""
    if (
        character.madness >= temper.madness
        or character.madness + 2 > character.shallow + character.deep
    ):
        return None
    known = character.techniques.values()
    spells = [one for one in known if one.base == "evocation" and not one.shape]
    return next(filter(None, (_use(table, character, spell, target) for spell in spells)), None)


def _mending(table: Table, character: Character) -> Deed | None:
    """Heal a wounded friend, while there is no danger of losing one's mind."""
    hurt = [other for other in table.players.values() if other.shallow == 0 and other.is_here()]
    if not hurt or character.madness >= 2:
        return None
    prayers = [one for one in character.techniques.values() if one.base == "healing"]
    healing = (_use(table, character, prayer, other) for prayer in prayers for other in hurt)
    return next(filter(None, healing), None)


def _drink(table: Table, character: Character) -> Deed | None:
    """A potion for the Wounded and Downed within reach, oneself first; calm and water for oneself.

    What is drunk is in the hand, and takes no blow away: an attack costs 2 AP. RB-20.17.
    """
    hurt = [other for other in table.players.values() if not other.shallow and other.is_here()]
    hurt.sort(key=lambda other: other is not character)
    losing_it = character.madness and character.madness + 1 >= character.shallow + character.deep
    burns = character.statuses.burning > 1
    if not (hurt or losing_it or burns):
        return None
    for item in consumables(table, character.name):
        use = use_of(character, item)
        needed = (use.calms and losing_it) or (use.cools and burns)
        for other in hurt if use.heals else [character] if needed else []:
            action = UseUp(item, "" if other is character else other.name)
            if _may(table, character, action):
                return action
    return None


def _use(table: Table, user: Character, technique: Technique, target: Being) -> Deed | None:
    """A technique that takes no weapon, if it can be used on someone."""
    seat, name = user.name, technique.name
    able = user.ap >= frame_of(technique).ap and why_not_now(table, seat, name) is None
    if able and why_not_mean(table, seat, target.name, name) is None:
        return UseTechnique(name, target.name)
    return None


def _foes(table: Table, being: Being) -> list[Being]:
    return [other for other in table.beings() if other.side != being.side and can_act(other)]


def _closer(being: Being, target: Being, near: int, spaces: Mapping[Space, int]) -> Space | None:
    """The space from which the target is nearest, with the fewest steps; none if that is here."""
    now = distance(being, target)
    best: tuple[int, int, int, int] | None = None
    for (x, y), walked in spaces.items():
        away = max(abs(target.x - x), abs(target.y - y))
        if away < now and (best is None or (max(away, near), walked, x, y) < best):
            best = (max(away, near), walked, x, y)
    return (best[2], best[3]) if best is not None else None


# Answers


def _choose(table: Table, question: Choose, temper: Temper) -> str:
    match question.name:
        case "base-card" if table.last is not None and not table.last.hidden:
            return question.options[0]  # they are asked for with the cheapest that will do first
        case "base-card":
            return _base_card(table, question.options)
        case "demand-card":
            return _base_card(table, tuple(card for card in question.options if card != PILE))
        case "advantage":
            return _advantage(table, question, temper)
        case "rank" | "total" | "defence" | "attack-skill" | "damage-attribute":
            return max(question.options, key=lambda name: _figure(question.notes.get(name, "")))
        case "any-suit" | "lend-luck":
            return "no"
        case "willing" if question.seat == table.gm:
            return "no"
    return question.options[0]


def _base_card(table: Table, options: tuple[str, ...]) -> str:
    """The lowest card that will do; the lowest of all when none will."""
    last = table.last
    assert last is not None
    against = GUESS + 2 * last.gambles if last.hidden else last.threshold
    need = max(1, against - last.modifier)
    enough = [card for card in options if RANK[card] >= need]
    if enough:
        return min(enough, key=RANK.__getitem__)
    return (max if last.hidden else min)(options, key=RANK.__getitem__)


def _advantage(table: Table, question: Choose, temper: Temper) -> str:
    """Turn the pile, but leave it alone when it runs low."""
    character = table.players.get(question.seat)
    if PILE in question.options and (character is None or len(character.deck) > temper.pile):
        return PILE
    return STOP


def _number(table: Table, question: Number, temper: Temper) -> int:
    match question.name:
        case "fortune":
            character = table.players.get(question.seat)
            return 1 if character is not None and character.shallow <= temper.fortune else 0
        case "to-deep":
            return question.high if table.players[question.seat].deep == 0 else question.low
        case "threshold":
            return GUESS
        case "circumstance":
            return 0
    return question.low


def _figure(note: str) -> int:
    """The number with which a note begins or which it is about: the rank in “9 + 2 = 11”."""
    found = search(r"\d+", note)
    return int(found[0]) if found else 0
