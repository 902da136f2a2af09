"""The game master's side: creatures, called checks, statuses, gifts, fates."""

from __future__ import annotations

import re
from collections.abc import Callable

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import (
    DEFENCES,
    CreatureAttack,
    Growth,
    Kind,
    Reach,
    book,
    said,
)
from fatedeck.games.realms_behind.rules.actions import (
    AddCreatures,
    Afflict,
    CallCheck,
    CreatureCheck,
    Decide,
    Give,
    GiveLuck,
    Hurt,
    MakeCreature,
    OpenDialogue,
)
from fatedeck.games.realms_behind.rules.cards import SUITS
from fatedeck.games.realms_behind.rules.carrying import gain_item, is_innate
from fatedeck.games.realms_behind.rules.checks import Terms, check, own_total
from fatedeck.games.realms_behind.rules.crafting import choices_for, material
from fatedeck.games.realms_behind.rules.derived import is_down, total
from fatedeck.games.realms_behind.rules.feats import gain_feat
from fatedeck.games.realms_behind.rules.field import someone, why_not_stand
from fatedeck.games.realms_behind.rules.health import hurt, proper_element
from fatedeck.games.realms_behind.rules.names import is_lore, known_skill, proper_skill, target_of
from fatedeck.games.realms_behind.rules.statuses import afflict, proper_status, relieve
from fatedeck.games.realms_behind.rules.turns import all_down, join_encounter
from fatedeck.games.realms_behind.rules.weapons import UNARMED
from fatedeck.games.realms_behind.state import Character, Creature, Parley, Table

MOST_CREATURES = 30
MOST_LUCK = 10
HIGHEST_GROWTH = 20
LONGEST_NAME = 30
MOST_SPACES = 30
MOST_GIVEN = 1000


def why_not_add(table: Table, count: int) -> Refused | None:
    if table.phase == "creation":
        return Refused("RB-21.1", "First the characters must be ready and the first day begun.")
    if not 1 <= count <= MOST_CREATURES - len(table.creatures):
        return Refused("RB-21.1", f"There is room for {MOST_CREATURES} creatures on the table.")
    return None


def add_creatures(game: Game[Table], action: AddCreatures) -> None:
    """Bring in creatures: every value is growth x level. RB-21.1, RB-21.3, RB-21.4, RB-21.6."""
    if refused := why_not_add(game.state, action.count):
        raise refused
    kind = book().creatures.get(action.kind)
    if kind is None or action.level not in book().levels:
        raise Refused("RB-21.1", f"There is no {action.level} {action.kind}.")
    _bring_in(game, kind, action, None)


def make_creature(game: Game[Table], action: MakeCreature) -> None:
    """Bring in creatures of the GM's own making, by what they gain with each level. RB-21.1."""
    if refused := why_not_add(game.state, action.count):
        raise refused
    name = " ".join(action.name.split())
    if not name or "/" in name or len(name) > LONGEST_NAME:
        raise Refused("RB-21.1", "Give your creature a short name.")
    if action.level not in book().levels:
        raise Refused("RB-21.1", f"A creature is {', '.join(book().levels)}, not {action.level}.")
    growths = (action.attack, *(getattr(action, defence) for defence in DEFENCES))
    if action.health < 1 or any(not 0 <= n <= HIGHEST_GROWTH for n in (*growths, action.health)):
        raise Refused("RB-21.1", f"Growth goes from 0 to {HIGHEST_GROWTH}, of Health from 1.")
    if not 1 <= action.range <= MOST_SPACES or not 0 <= action.speed <= MOST_SPACES:
        raise Refused("RB-21.6", f"Range and Speed go up to {MOST_SPACES} spaces.")
    growth = Growth(
        health=action.health,
        attack=action.attack,
        defences={defence: getattr(action, defence) for defence in sorted(DEFENCES)},
        resists=_per_level(action.resists, proper_element),
        skills=_per_level(action.skills, known_skill),
    )
    strikes = CreatureAttack(
        element=proper_element(action.element),
        range=Reach(close=True, spaces=action.range if action.range > 1 else 0),
    )
    kind = Kind(
        id="own",
        name=name,
        origin="made by the GM",
        growth=growth,
        attack=strikes,
        behaviours=[],
        techniques=[],
        speed=action.speed,
    )
    _bring_in(game, kind, action, kind)


def _per_level(text: str, proper: Callable[[str], str]) -> dict[str, int]:
    """What is gained with each level, as in `fire 2, frost -1`. RB-21.1."""
    found = {}
    for part in filter(str.strip, text.split(",")):
        name, _, number = part.strip().rpartition(" ")
        if not re.fullmatch(r"-?\d", number):
            raise Refused("RB-21.1", f"Write it as “fire 2, frost -1”, not “{part.strip()}”.")
        found[proper(name)] = int(number)
    return dict(sorted(found.items()))


def _bring_in(
    game: Game[Table], kind: Kind, action: AddCreatures | MakeCreature, own: Kind | None
) -> None:
    """Each under a name of its own, on a free space. RB-21.3, RB-21.6."""
    table, level = game.state, book().levels[action.level]
    for _ in range(action.count):
        number = 1
        while (name := f"{kind.name} {number}") in table.creatures or name in table.players:
            number += 1
        creature = Creature(
            name=name,
            kind=kind.id,
            level=level,
            health=kind.growth.health * level,
            side=action.side,
            own=own,
        )
        creature.x = min(table.width - 1, table.width // 2 + 3)
        while why_not_stand(table, creature, creature.x, creature.y) and _further(table, creature):
            pass
        creature.placed = True
        table.creatures[name] = creature
        if table.phase == "encounter":
            table.order.append(name)
    come = f"{action.count} x {kind.name}" if action.count > 1 else f"A {kind.name}"
    told = f"{come} ({action.level}) in the scene."
    game.tell(f"{come} in the scene.", "RB-21.1", "RB-22.5", only={table.gm: told})


def _further(table: Table, creature: Creature) -> bool:
    creature.y += 1
    if creature.y >= table.height:
        creature.y = 0
        creature.x += 1
    return creature.x < table.width


def remove_creature(game: Game[Table], name: str) -> None:
    """A creature leaves the table for good; nobody is Taunted by it any more. RB-16.13."""
    table = game.state
    if name not in table.creatures:
        raise Refused("RB-21.1", f"There is no creature “{name}”.")
    if table.whose_turn() == name:
        raise Refused("RB-15.4", f"It is {name}'s turn; end it first.")
    del table.creatures[name]
    for being in table.beings():
        being.taunted.pop(name, None)
    if name in table.order:
        place = table.order.index(name)
        table.order.remove(name)
        if place < table.turn:
            table.turn -= 1
    game.tell(f"{name} is gone.", "RB-21.1")


def place(game: Game[Table], name: str, x: int, y: int) -> None:
    """Put someone on a free space."""
    being = someone(game.state, name)
    if refused := why_not_stand(game.state, being, x, y):
        raise refused
    being.x, being.y, being.placed = x, y, True
    game.tell(f"{name} stands at {x},{y}.", "RB-15.13")


def ground(game: Game[Table], x: int, y: int, difficult: bool) -> None:
    """Make a space Difficult terrain or clear it. RB-15.13."""
    table = game.state
    if not (0 <= x < table.width and 0 <= y < table.height):
        raise Refused("RB-15.13", f"{x},{y} lies off the ground.")
    space = f"{x},{y}"
    if difficult and space not in table.difficult:
        table.difficult = sorted([*table.difficult, space])
    elif not difficult and space in table.difficult:
        table.difficult.remove(space)
    game.tell(f"{space} is {'Difficult' if difficult else 'open'} ground.", "RB-15.13")


def call_check(game: Game[Table], action: CallCheck) -> None:
    """A check that a character did not choose to make. RB-5.11, RB-5.14, RB-21.7."""
    table = game.state
    character = player(table, action.seat)
    if table.phase == "creation":
        raise Refused("RB-4.1", "The first day has not begun.")
    if someone(table, action.seat).dead:
        raise Refused("RB-13.4", f"{action.seat} is dead.")
    skill = proper_skill(action.skill) if is_lore(action.skill) else known_skill(action.skill)
    if action.demand and action.demand not in SUITS:
        raise Refused("RB-7.1", f"A demand names a suit: {', '.join(SUITS)}.")
    terms = Terms(
        skill,
        own_total(game, character, skill) + action.circumstance,
        action.threshold,
        target_of(table, character, action.target),
        hidden=action.hidden,
        demand=action.demand,
        advantage=max(0, action.advantage),
        disadvantage=max(0, action.disadvantage),
        forced=True,
    )
    check(game, character, terms)


def creature_check(game: Game[Table], action: CreatureCheck) -> None:
    """A creature's check turns up the top of the GM deck. RB-5.12, RB-7.9, RB-21.2."""
    creature = game.state.creatures.get(action.creature)
    if creature is None:
        raise Refused("RB-21.1", f"There is no creature “{action.creature}”.")
    skill = known_skill(action.skill)
    if action.demand and action.demand not in SUITS:
        raise Refused("RB-7.1", f"A demand names a suit: {', '.join(SUITS)}.")
    modifier = total(creature, skill) + action.circumstance
    terms = Terms(
        skill,
        modifier,
        action.threshold,
        target_of(game.state, creature, action.target),
        hidden=True,
        demand=action.demand,
        advantage=max(0, action.advantage),
        disadvantage=max(0, action.disadvantage),
    )
    check(game, creature, terms)


def give_luck(game: Game[Table], action: GiveLuck) -> None:
    """Good or Bad Luck for the next check of someone, whatever it is; gone with the phase.

    RB-8.8, RB-15.10, RB-21.7.
    """
    being = someone(game.state, action.being)
    if not (0 <= action.advantage <= MOST_LUCK and 0 <= action.disadvantage <= MOST_LUCK):
        raise Refused("RB-8.8", f"Give up to {MOST_LUCK} Advantage or Disadvantage.")
    being.luck_next = action.advantage - action.disadvantage
    word = "Advantage" if being.luck_next > 0 else "Disadvantage"
    count = (
        f"{word} {abs(being.luck_next)}"
        if being.luck_next
        else "neither Advantage nor Disadvantage"
    )
    game.tell(f"{being.name}'s next check has {count} from the GM.", "RB-8.8", "RB-21.7")


def put_status(game: Game[Table], action: Afflict) -> None:
    """The GM puts stacks on someone; Taunted needs a taunter. RB-16.1, RB-16.13, RB-16.25."""
    being = someone(game.state, action.being)
    status = proper_status(action.status)
    if action.stacks < 1:
        raise Refused("RB-16.1", "At least one stack.")
    element = proper_element(action.element) if action.element else ""
    if element and (status not in ("warded", "vulnerable")):
        raise Refused("RB-16.25", "Only Warded and Vulnerable are limited to an element.")
    if status == "taunted":
        someone(game.state, action.by)
    afflict(game, being, status, action.stacks, by=action.by, element=element)


def take_status(game: Game[Table], name: str, status: str, stacks: int) -> None:
    being = someone(game.state, name)
    if stacks < 1:
        raise Refused("RB-16.1", "At least one stack.")
    relieve(game, being, proper_status(status), stacks)


def hurt_someone(game: Game[Table], action: Hurt) -> None:
    """Damage that comes from no attack. RB-12.4, RB-12.13."""
    being = someone(game.state, action.being)
    if action.amount < 1:
        raise Refused("RB-12.2", "At least 1 damage.")
    element = proper_element(action.element)
    hurt(game, being, {element: action.amount}, past_resists=action.past_resists)


def give(game: Game[Table], action: Give) -> None:
    """The GM gives experience, gold, things, feats, materials or recipes. RB-18.20, RB-20.2."""
    character = player(game.state, action.seat)
    if action.amount < 1:
        raise Refused("RB-2.12", "Give at least one.")
    if action.amount > (1 if action.what in ("item", "feat", "recipe") else MOST_GIVEN):
        raise Refused("RB-21.7", "Give things, feats and recipes one by one, others by the 1000.")
    name = action.name.strip()
    if action.what == "xp":
        character.xp += action.amount
        name = "xp"
    elif action.what == "gold":
        character.gold += action.amount
        name = "gold"
    elif action.what == "item":
        _give_item(game, character, name, list(action.enhancements))
    elif action.what == "feat":
        if name not in book().feats and name not in book().undefined:
            raise Refused("RB-18.20", f"There is no feat “{name}”.")
        if name in character.feats or (name in book().feats and book().feats[name].buildable):
            raise Refused("RB-18.4", f"{name} cannot be given.")
        gain_feat(character, name)
    elif action.what == "material":
        kind, _, level = name.rpartition(" ")
        if kind not in book().materials or not level.isdigit():
            raise Refused("RB-20.7", "Name a material and its level, such as “metal 1”.")
        stock = material(kind, int(level))
        character.materials[stock] = character.materials.get(stock, 0) + action.amount
    else:
        if name not in book().equipment and name not in book().enhancements:
            raise Refused("RB-20.2", f"There is no recipe “{name}”.")
        if name in character.recipes:
            raise Refused("RB-20.2", f"{character.name} knows the recipe of {name} already.")
        character.recipes.append(name)
    game.tell(f"{character.name} receives {action.amount} {said(name)}.", "RB-21.7")


def _give_item(game: Game[Table], character: Character, kind: str, enhancements: list[str]) -> None:
    """A thing lies in the pack first; the GM names what its enhancements leave open. RB-20.8."""
    thing = book().equipment.get(kind)
    if kind == UNARMED:
        raise Refused("RB-19.6", "Everybody can strike unarmed; that is no gift.")
    if thing is None and kind not in book().undefined:
        raise Refused("RB-18.20", f"There is no thing “{kind}”.")
    for name in enhancements:
        enhancement = book().enhancements.get(name)
        if enhancement is None or thing is None or thing.slot not in enhancement.fits:
            raise Refused("RB-20.8", f"{name} does not fit {kind}.")
    added = [book().enhancements[name] for name in enhancements]
    choices = choices_for(game, game.state.gm, added)
    item = gain_item(character, kind, enhancements, choices)
    if thing is None or not is_innate(thing):
        item.place = "inventory"


def open_dialogue(game: Game[Table], action: OpenDialogue) -> None:
    """Before the first statement the GM fixes how many concessions are needed. RB-15.14."""
    if action.needed < 1:
        raise Refused("RB-15.14", "At least one concession.")
    game.state.parley = Parley(action.with_whom, action.needed, action.hidden)
    shown = f"A dialogue with {action.with_whom}: {action.needed} concessions win it."
    if action.hidden:
        hidden = f"A dialogue with {action.with_whom} opens."
        game.tell(hidden, "RB-15.14", only={game.state.gm: shown})
    else:
        game.tell(shown, "RB-15.14")


def decide(game: Game[Table], action: Decide) -> None:
    """Whether a Downed one dies is the GM's to say; frightened ones may flee. RB-13.4, RB-16.19."""
    being = someone(game.state, action.being)
    if action.fate == "dies" and not is_down(being):
        raise Refused("RB-13.4", f"{being.name} is not Downed.")
    being.dead = action.fate == "dies"
    being.left_scene = action.fate == "leaves"
    table = game.state
    if table.phase == "encounter" and action.fate == "returns":
        join_encounter(table, being)
    game.tell(f"{being.name} {action.fate}.", "RB-13.4")


def why_not_judge(table: Table) -> Refused | None:
    """The GM decides on the party only when all of it is Downed. RB-13.8, RB-13.10."""
    if table.phase == "creation" or not all_down(table, "party"):
        return Refused("RB-13.8", "Somebody of the party still stands.")
    return None


def judge(game: Game[Table], words: str) -> None:
    """What becomes of a party that is wholly Downed. RB-13.8."""
    if refused := why_not_judge(game.state):
        raise refused
    game.tell(f"The whole party is down. {words}", "RB-13.8")


def player(table: Table, seat: str) -> Character:
    """The character of a seat, or a refusal."""
    if seat not in table.players:
        raise Refused("RB-22.1", f"“{seat}” plays no character here.")
    return table.players[seat]
