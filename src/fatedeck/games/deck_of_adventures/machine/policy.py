"""How the machine plays a seat: foes for the Game Master, and players who are away."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.game import NO
from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several
from fatedeck.engine.ruleset import Policy
from fatedeck.games.deck_of_adventures.data import premades
from fatedeck.games.deck_of_adventures.rules import (
    aims,
    attacks,
    checks,
    circle,
    creation,
    discards,
    grid,
    ground,
    hands,
    health,
    lasting,
    mechanics,
    movement,
    powers,
    rests,
    rounds,
    sight,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.care import ToughenUp
from fatedeck.games.deck_of_adventures.rules.circle import distance as ranks_apart
from fatedeck.games.deck_of_adventures.rules.combat import EndCombat
from fatedeck.games.deck_of_adventures.rules.discards import UseDiscard
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.rules.grid import Space
from fatedeck.games.deck_of_adventures.rules.items import UseItem
from fatedeck.games.deck_of_adventures.rules.maneuvers import BreakFree, Inspect, StopBurning
from fatedeck.games.deck_of_adventures.rules.movement import Move, Rush, StandUp
from fatedeck.games.deck_of_adventures.rules.powers import UsePower
from fatedeck.games.deck_of_adventures.rules.rounds import ComeIn, EndTurn
from fatedeck.games.deck_of_adventures.rules.ways import HALF, Goal, reachable, straight_way
from fatedeck.games.deck_of_adventures.state import JOKERS, Character, Outcome, Table, Turn

PLAIN_ATTACKS = ("Attack, Weapon", "Attack, Mystic", "Attack, Disarm", "Staggering Blow")
SECOND = (
    "Attack, Dual-Wield Master",
    "Attack, Dual-Wield",
    "Attack, Mystic Dual-Shot Master",
    "Attack, Mystic Dual-Wield Master",
    "Attack, Mystic Dual-Shot",
)
AREAS = ("Attack, Mystic Aura", "Attack, Mystic Cone")
HINDERING = ("Attack, Mystic Confusion", "Attack, Mystic Entangle")
DECLINED = ("change-order", "ko-draws", "redraw-target")
"""What the machine leaves as it is."""
USUAL = "dr-3"
"""How hard the machine takes a thing to be that no text speaks of: as likely as not. DOA-69."""
STAMINA = 24
"""Cards that a deck should still hold before the machine discards any for a hand."""


class Temper(Struct, frozen=True):
    """How much is risked: with how many twelfths of its HP somebody is healed or drinks a potion.

    `stamina` are the cards that a deck should hold before any are discarded for a hand.
    """

    heal: int = 4
    drink: int = 6
    stamina: int = STAMINA


TEMPERS = {
    "careful": Temper(heal=8, drink=9, stamina=40),
    "bold": Temper(heal=0, drink=2, stamina=12),
}


def policy() -> Policy[Table]:
    """The machine's way to play this game."""
    return Fighter()


class Fighter(Policy[Table]):
    """Attacks what it can reach, heals when low, uses powers when they pay."""

    def __init__(self, temper: Temper | None = None) -> None:
        self.temper = temper or Temper()

    def act(self, state: Table, seat: str) -> Deed | None:
        """What this seat does now: make a character, fight, rest; nothing on another's turn."""
        combat = state.combat
        own = state.characters.get(seat)
        if own is not None and own.making:
            return creation.TakePremade(_premade(state, own))
        if combat is None:
            return _rest(state, own) if own is not None else None
        turn = combat.turn
        if turn is None:
            return EndCombat() if seat == state.gm else None
        if turns.controller(state, turn) != seat:
            return _react(state, seat)
        who = state.characters[turn.who]
        return _act(state, who, turn, self.temper)

    def answer(self, state: Table, question: Decision) -> Answer:
        """A sensible answer to what a seat is asked."""
        if isinstance(question, Choose):
            return _choose(state, question)
        if isinstance(question, Number):
            if question.name == "toughen-up":
                return question.high
            return min(question.high, max(question.low, 3))
        if isinstance(question, Several):
            return list(question.options[: question.least])
        return "As you like."

    def why(self, name: str, answer: Answer) -> str:
        if name == "rule-on-attempt" and answer == USUAL:
            return "Nothing in the story speaks for it or against it, so it was DR 3."
        return ""


def _premade(state: Table, who: Character) -> str:
    """A ready-made character of the right level, of a Role that nobody has if there is one."""
    taken = {other.role for other in state.characters.values() if not other.making}
    level = max(one.level for one in premades().values() if one.level <= who.level)
    fitting = [one for one in premades().values() if one.level == level]
    return min(fitting, key=lambda one: one.role in taken).id


def _rest(state: Table, who: Character) -> Deed | None:
    """In a Quick Rest, Rest Cards for what is missing, HP first."""
    if state.rest is None or who.name not in state.rest.resting:
        return None
    missing = rests.wishes(state, who)
    if missing and rests.why_no_rest_card(state, who) is None:
        return rests.SpendRestCard(restore=missing[0])
    return rests.FinishRest()


def _react(state: Table, seat: str) -> Deed | None:
    """Toughen Up when a fresh wound has left few HP; come in after a delay."""
    for who in state.characters.values():
        if who.owner != seat:
            continue
        if who.wounds and who.hp <= 2 and health.why_not_toughen(state, who) is None:
            return ToughenUp(points=1, who=who.name)
        if state.combat is not None and who.name in state.combat.delayed:
            return ComeIn()
    return None


def _act(state: Table, who: Character, turn: Turn, temper: Temper) -> Deed:
    """The next thing to do on a turn."""
    if who.conditions and (recovery := _recover(state, who, turn)) is not None:
        return recovery
    can_major = bool(turn.major) and turns.why_not_act(turn, "major") is None
    if turn.directed:
        return _directed(state, who, turn)
    foes = _foes(state, who)
    if who.effects and lasting.has_effect(who, "Charmed now"):
        foes = [foe for foe in foes if attacks.why_not_against(state, who, [foe]) is None]
    if not foes:
        over = who.owner == state.gm and rounds.side_is_down(state, "party")
        return EndCombat() if over else _finish(state, who, turn)
    if (search := _look_for(state, who, turn, foes)) is not None:
        return search
    if can_major and who.pp and (cure := _cure(state, who, temper)) is not None:
        return cure
    if can_major or turn.multiattack:
        if (attack := _attack(state, who, turn, foes)) is not None:
            return attack
        if (step := _approach(state, who, turn, foes)) is not None:
            return step
        if can_major and not turn.rushed and _is_far(state, who, turn, foes):
            return Rush()
    elif turn.rushed and (step := _approach(state, who, turn, foes)) is not None:
        return step
    can_minor = turn.minor and turns.why_not_act(turn, "minor") is None
    if can_minor and (minor := _minor(state, who, turn, foes, temper)) is not None:
        return minor
    return _finish(state, who, turn)


def _look_for(state: Table, who: Character, turn: Turn, foes: list[Character]) -> Deed | None:
    """Where every foe is Invisible, look for one of them. DOA-157, DOA-214."""
    combat = state.combat
    found = combat.used if combat is not None else []
    for foe in foes:
        if "Invisible" not in foe.conditions or f"{who.name} has found {foe.name}" in found:
            return None
    if turns.why_not_act(turn, "minor") is not None or turn.limit:
        return None
    return Inspect("Detection", foes[0].name)


def _finish(state: Table, who: Character, turn: Turn) -> Deed:
    """End the turn, in cover of an ally where it must be, and on a space of one's own. DOA-145."""
    if movement.why_not_end(state, who, turn) is None:
        return EndTurn()
    spaces = movement.cowering_spaces(state, who, turn) if who.vulnerabilities else []
    if not spaces:
        ways = reachable(state, who, movement.speed_left(state, turn))
        spaces = sorted(ways, key=lambda space: (ways[space], space))
    return Move(grid.space_name(spaces[0]))


def _recover(state: Table, who: Character, turn: Turn) -> Deed | None:
    """Shake off what a Minor Action can, and break free when nothing is in reach."""
    if turns.why_not_act(turn, "minor") is None and turn.limit == "":
        if "Burned" in who.conditions:
            return StopBurning()
        if "Knocked Down" in who.conditions:
            return StandUp()
    held = "Entangled" in who.conditions or "Grappled" in who.conditions
    if held and turns.why_not_act(turn, "major") is None and not _in_reach(state, who):
        return BreakFree()
    return None


def _foes(state: Table, who: Character) -> list[Character]:
    combat, characters, side = state.combat, state.characters, who.side
    gone = combat.gone if combat is not None else []
    order = combat.order if combat is not None else list(characters)
    return [
        other
        for name in order
        if (other := characters[name]).side != side
        and other.hp
        and not other.dead
        and name not in gone
    ]


def _reach(who: Character) -> int:
    """How far its best plain attack goes; 0 when it has none."""
    best = 0
    for power in PLAIN_ATTACKS:
        if power in who.powers:
            best = max(
                best,
                mechanics.reach_of(who, mechanics.listed(who, power), mechanics.works(who, power)),
            )
    return best


def _in_reach(state: Table, who: Character) -> bool:
    reach = _reach(who)
    return any(ground.spaces_between(state, who, foe) <= reach for foe in _foes(state, who))


def _cure(state: Table, who: Character, temper: Temper) -> Deed | None:
    """Heal a friend who is low or down, if there is a power for it."""
    if "Heal" not in who.powers:
        return None
    hurt = [
        other
        for other in state.characters.values()
        if other.side == who.side and 12 * other.hp <= temper.heal * other.max_hp and not other.dead
    ]
    if not hurt or powers.why_not_use(state, who, _turn(state), "Heal") is not None:
        return None
    able = _targets(state, who, "Heal")
    hurt = [other for other in hurt if other in able]
    if not hurt:
        return None
    worst = min(hurt, key=lambda other: (other.hp == 0, other.hp))
    cost = max(
        cost
        for cost in mechanics.costs(state, who, mechanics.listed(who, "Heal"))
        if cost <= who.pp
    )
    return UsePower("Heal", cost=cost, targets=[worst.name])


def _targets(state: Table, who: Character, power: str) -> list[Character]:
    """Whom a power may be aimed at, at its least cost."""
    return aims.candidates(state, mechanics.use_of(state, who, power))


def _turn(state: Table) -> Turn | None:
    return state.combat.turn if state.combat is not None else None


def _attack(state: Table, who: Character, turn: Turn, foes: list[Character]) -> Deed | None:
    """The best attack there is: several at once, a charge, a hindrance, or a plain one."""
    if who.pp and (strong := _strong_attack(state, who, turn, foes)) is not None:
        return strong
    if turn.multiattack and "Attack, Weapon" not in who.powers:
        return None
    for power in PLAIN_ATTACKS:
        if power not in who.powers:
            continue
        use = mechanics.use_of(state, who, power, turn=turn)
        reach = mechanics.reach_of(who, use.entry, use.how)
        near = [foe for foe in foes if ground.spaces_between(state, who, foe) <= reach]
        if not near or powers.why_not_now(state, use) is not None:
            continue
        target = _pick(state, who, near, power)
        if target is None:
            continue
        return UsePower(power, cost=min(use.costs), targets=[target.name])
    return None


def _pick(state: Table, who: Character, near: list[Character], power: str) -> Character | None:
    """Whom to attack: whom one must, else the weakest that is known, the nearest first."""
    if "Eye for an Eye" in who.vulnerabilities:
        foe = attacks.last_to_hit(state, who)
        if foe is not None:
            return foe if foe in near and _can_see(state, who, foe, power) else None
    knows = who.owner == state.gm
    if len(near) > 1:
        near.sort(key=lambda foe: (foe.hp if knows else 0, ground.spaces_between(state, who, foe)))
    for foe in near:
        if _can_see(state, who, foe, power):
            return foe
    return None


def _can_see(state: Table, who: Character, foe: Character, power: str) -> bool:
    if not state.map.terrain and not state.walls and "Invisible" not in foe.conditions:
        return True
    return any(other is foe for other in _targets(state, who, power))


def _strong_attack(state: Table, who: Character, turn: Turn, foes: list[Character]) -> Deed | None:
    charmed = bool(who.effects) and lasting.has_effect(who, "Charmed now")
    for power in who.powers:
        if charmed and power in AREAS:
            continue
        if power == "Attack, Charge" and turn.moved >= 3:
            if powers.why_not_use(state, who, turn, power) is None:
                near = [foe for foe in foes if _touches(state, who, foe)]
                target = _pick(state, who, near, power) if near else None
                if target is not None:
                    cost = max(
                        c
                        for c in mechanics.costs(state, who, mechanics.listed(who, power))
                        if c <= who.pp
                    )
                    return UsePower(power, cost=cost, targets=[target.name])
        elif power == "Attack, Sweep":
            row = [foe for foe in _row(state, who, foes) if _can_see(state, who, foe, power)]
            if not row or powers.why_not_use(state, who, turn, power) is not None:
                continue
            if _may_hit(state, who, row):
                names = [foe.name for foe in row]
                return UsePower(power, cost=_cheapest(state, who, power), targets=names)
        elif power == "Attack, Mystic Aura" and _crowd(state, who, 1) > 1:
            if powers.why_not_use(state, who, turn, power) is None:
                return UsePower(power, cost=_cheapest(state, who, power))
        elif power == "Attack, Mystic Cone":
            if sum(ground.spaces_between(state, who, foe) <= 3 for foe in foes) < 2:
                continue
            best = max(_in_direction(state, who, way) for way in grid.DIRECTIONS)
            if best > 1 and powers.why_not_use(state, who, turn, power) is None:
                return UsePower(power, cost=_cheapest(state, who, power))
        elif power in HINDERING and who.pp > 1:
            free = _hinderable(state, who, turn, power, foes)
            if free:
                return UsePower(power, cost=_cheapest(state, who, power), targets=[free[0].name])
    return None


def _hinderable(
    state: Table, who: Character, turn: Turn, power: str, foes: list[Character]
) -> list[Character]:
    """Enemy Dealers who are not yet hindered in this way."""
    condition = "Stunned" if power == HINDERING[0] else "Entangled"
    free = [
        foe
        for foe in foes
        if foe.is_dealer
        and condition not in foe.conditions
        and ground.spaces_between(state, who, foe) <= 6
        and _can_see(state, who, foe, power)
    ]
    if not free or powers.why_not_use(state, who, turn, power) is not None:
        return []
    return free if _may_hit(state, who, foes) else []


def _cheapest(state: Table, who: Character, power: str) -> int:
    return min(mechanics.costs(state, who, mechanics.listed(who, power)))


def _may_hit(state: Table, who: Character, targets: list[Character]) -> bool:
    if "Eye for an Eye" not in who.vulnerabilities:
        return True
    foe = attacks.last_to_hit(state, who)
    return foe is None or foe in targets


def _touches(state: Table, who: Character, foe: Character) -> bool:
    return ground.spaces_between(state, who, foe) <= attacks.weapon_in_hand(who).range


def _row(state: Table, who: Character, foes: list[Character]) -> list[Character]:
    """Two neighbouring foes beside it, for a sweep."""
    beside = [foe for foe in foes if ground.spaces_between(state, who, foe) <= 1]
    if len(beside) < 2:
        return []
    here = hands.place_of(who)
    if here is None:
        return []
    places = [(foe, place) for foe in beside if (place := hands.place_of(foe)) is not None]
    for one, there in places:
        for other, then in places:
            if grid.distance(there, then) == 1 and grid.in_a_row_round(here, [there, then]):
                return [one, other]
    return []


def _crowd(state: Table, who: Character, reach: int) -> int:
    """Foes less friends within so many spaces."""
    return sum(
        (1 if other.side != who.side else -2)
        for other in state.characters.values()
        if other is not who
        and other.hp
        and not other.dead
        and hands.place_of(other) is not None
        and ground.spaces_between(state, who, other) <= reach
    )


def _in_direction(state: Table, who: Character, way: str) -> int:
    """Foes less friends in a cone."""
    here = hands.place_of(who)
    if here is None:
        return 0
    spaces = grid.cone(here, way, 3)
    return sum(
        (1 if other.side != who.side else -2)
        for other in state.characters.values()
        if other is not who and other.hp and hands.place_of(other) in spaces
    )


def _approach(state: Table, who: Character, turn: Turn, foes: list[Character]) -> Deed | None:
    """Move to where the nearest foe can be attacked, or as near as the speed goes."""
    here = hands.place_of(who)
    halves = movement.speed_left(state, turn)
    if here is None or halves < HALF or movement.why_not_move(state, who, turn) is not None:
        return None
    reach = _reach(who)
    if not reach:
        return None
    wanted = foes
    if (
        "Eye for an Eye" in who.vulnerabilities
        and (foe := attacks.last_to_hit(state, who)) is not None
    ):
        wanted = [foe]
    foe = min(wanted, key=lambda other: grid.distance(here, hands.place_of(other) or here))
    goal = hands.place_of(foe)
    if goal is None:
        return None
    if grid.distance(here, goal) <= reach:
        return _into_sight(state, who, here, goal, reach, halves)
    space = _step_toward(state, who, here, goal, reach, halves // HALF)
    if space is None:
        ways = reachable(state, who, halves, Goal(goal, reach))
        if not ways:
            return None
        space = min(ways, key=lambda one: (max(reach, grid.distance(one, goal)), ways[one]))
        if grid.distance(space, goal) >= grid.distance(here, goal):
            return None
    return Move(grid.space_name(space))


def _into_sight(
    state: Table, who: Character, here: Space, goal: Space, reach: int, halves: int
) -> Deed | None:
    """Where something hides a foe in reach, move to where it can be seen, or nearer. DOA-181."""
    if not _is_hidden(state, who, here, goal):
        return None
    ways = reachable(state, who, halves)
    near = [space for space in ways if grid.distance(space, goal) <= reach]
    seen = [space for space in near if not _is_hidden(state, who, space, goal)]
    best = seen or [
        space for space in ways if grid.distance(space, goal) < grid.distance(here, goal)
    ]
    if not best:
        return None
    return Move(
        grid.space_name(min(best, key=lambda one: (ways[one], grid.distance(one, goal), one)))
    )


def _is_hidden(state: Table, who: Character, here: Space, goal: Space) -> bool:
    far = grid.distance(here, goal) > 1
    return far and sight.cover_between(state, here, goal, who) == "total"


def _step_toward(
    state: Table, who: Character, here: Space, goal: Space, reach: int, steps: int
) -> Space | None:
    """The space on the straight way to the goal where it first is in reach; None if blocked."""
    x, y = here
    for _ in range(steps):
        if grid.distance((x, y), goal) <= reach:
            break
        x += (goal[0] > x) - (goal[0] < x)
        y += (goal[1] > y) - (goal[1] < y)
    if (x, y) == here:
        return None
    if straight_way(state, who, here, (x, y)) is not None:
        return (x, y)
    for across, down in grid.STEPS:
        beside = (x + across, y + down)
        if grid.distance(beside, goal) <= max(reach, grid.distance((x, y), goal)):
            way = straight_way(state, who, here, beside)
            if way is not None and way[1] <= steps:
                return beside
    return None


def _is_far(state: Table, who: Character, turn: Turn, foes: list[Character]) -> bool:
    """Whether a rush would help: somebody to reach, and a way to go."""
    here = hands.place_of(who)
    if (
        here is None
        or not movement.speed_of(state, who)
        or "Grappled" in who.conditions
        or not _reach(who)
    ):
        return False
    nearest = min(grid.distance(here, hands.place_of(foe) or here) for foe in foes)
    return nearest > _reach(who) and turns.why_not_act(turn, "major") is None and turn.limit == ""


def _minor(
    state: Table, who: Character, turn: Turn, foes: list[Character], temper: Temper
) -> Deed | None:
    """A Minor Action that pays: a second attack, a potion, cards for a hand."""
    if turn.attacks:
        for power in SECOND:
            if power in who.powers and powers.why_not_use(state, who, turn, power) is None:
                reach = mechanics.reach_of(
                    who, mechanics.listed(who, power), mechanics.works(who, power)
                )
                near = [foe for foe in foes if ground.spaces_between(state, who, foe) <= reach]
                target = _pick(state, who, near, power) if near else None
                if target is not None:
                    return UsePower(power, targets=[target.name])
    if who.items and 12 * who.hp <= temper.drink * who.max_hp:
        potion = next((item for item in who.items if item.startswith("Potion of Healing")), "")
        if potion:
            return UseItem(potion)
    if who.level > 1 and who.is_dealer and len(state.cards(who).deck) > temper.stamina:
        name = discards.discard_name(who)
        if any(effect.name == name for foe in foes for effect in foe.effects):
            return None
        if name == "Thwart" and discards.why_not_discard(state, who) is None:
            return UseDiscard(2, discards.discard_targets(state, who)[0])
        if (
            name == "Aggro"
            and _crowd(state, who, 2) > 1
            and discards.why_not_discard(state, who) is None
        ):
            return UseDiscard(2)
    return None


def _directed(state: Table, who: Character, turn: Turn) -> Deed:
    """Whoever directs an enthralled one lets it attack its own friends."""
    friends = [
        other
        for other in state.allies(who)
        if other.hp and ground.spaces_between(state, who, other) <= _reach(who)
    ]
    for power in ("Attack, Weapon", "Attack, Mystic"):
        if power in who.powers and powers.why_not_use(state, who, turn, power) is None:
            near = [friend for friend in friends if friend in _targets(state, who, power)]
            if near:
                return UsePower(power, targets=[near[0].name])
    return _finish(state, who, turn)


# Answers


def _choose(state: Table, question: Choose) -> str:
    options, name = question.options, question.name
    first, drawing = options[0], state.drawing
    if name in DECLINED:
        return NO
    if name == "rule-on-attempt":
        return USUAL
    if name == "another-card" and drawing is not None:
        return NO if _close_enough(drawing) else first
    if name == "redraw" and drawing is not None:
        return _redraw(state, drawing, options)
    if name == "pay-fate":
        return next((card for card in options if card not in JOKERS), first)
    if name in ("which-way", "which-space") and (turn := _turn(state)) is not None:
        return _where(state, state.characters[turn.who], name, options)
    return first


def _where(state: Table, who: Character, name: str, options: tuple[str, ...]) -> str:
    """The way that hits most, or the space of a foe."""
    if name == "which-way":
        worth = {way: _in_direction(state, who, way) for way in options}
        return max(options, key=lambda way: worth[way])
    places = [place for foe in _foes(state, who) if (place := hands.place_of(foe)) is not None]
    spots = (grid.space_name(place) for place in places)
    return next((spot for spot in spots if spot in options), options[0])


def _close_enough(drawing: Outcome) -> bool:
    """Whether a card drawn so far is near enough to stop: within 2 ranks of the target."""
    target = drawing.target[:-1]
    return any(ranks_apart(card[:-1], target) <= 2 for card in drawing.drawn)


def _redraw(state: Table, drawing: Outcome, options: tuple[str, ...]) -> str:
    """A Miss is redrawn: the card farthest from the target goes."""
    reach = circle.effective_range(drawing.difficulty, drawing.modifier, state.switches)
    target, match = drawing.target, drawing.match
    best = checks.card_that_counts(drawing.drawn, target, reach, match, drawing.net)
    if circle.judge(best, target, reach, match).success:
        return NO
    return max(options[1:], key=lambda card: ranks_apart(card[:-1], target[:-1]))
