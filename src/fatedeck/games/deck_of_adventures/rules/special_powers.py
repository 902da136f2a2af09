"""Powers with rules of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.rules.attacks import (
    Blow,
    attack,
    spaces_between,
    user_difficulty,
    weapon_in_hand,
    why_not_target,
)
from fatedeck.games.deck_of_adventures.rules.characters import make_companion, stow
from fatedeck.games.deck_of_adventures.rules.checks import (
    check,
    contested_difficulty,
    save,
    target_of,
)
from fatedeck.games.deck_of_adventures.rules.conditions import CLEANSED, gain
from fatedeck.games.deck_of_adventures.rules.consequences import (
    resist,
)
from fatedeck.games.deck_of_adventures.rules.creatures import (
    join,
    known_creatures,
    place_creature,
    remove,
)
from fatedeck.games.deck_of_adventures.rules.decks import draw_card, is_fate
from fatedeck.games.deck_of_adventures.rules.grid import (
    distance,
    line,
    read_space,
    space_name,
    square,
)
from fatedeck.games.deck_of_adventures.rules.hands import modifier_of, place_of
from fatedeck.games.deck_of_adventures.rules.health import is_down
from fatedeck.games.deck_of_adventures.rules.lasting import (
    BREWED,
    HOUR,
    MINUTE,
    POTENT,
    SUMMONED,
    drop_lent,
    drop_named,
    lose,
    replace_effect,
)
from fatedeck.games.deck_of_adventures.rules.mechanics import Use, by_tier
from fatedeck.games.deck_of_adventures.rules.movement import (
    HALF,
    free_near,
    put_at,
    solid,
    speed_left,
    speed_of,
    standing,
    visible_spaces,
)
from fatedeck.games.deck_of_adventures.rules.turns import in_play
from fatedeck.games.deck_of_adventures.state import (
    SKILLS,
    Character,
    Effect,
    Reserved,
    Table,
    Turn,
    Wall,
    Zone,
)


def _momentum(game: Game[Table], use: Use) -> None:
    """Carry creatures along while moving; the unwilling save with Strength or Agility."""
    turn = use.turn
    if turn is None:
        raise Refused("DOA-338", "Momentum is used during a move on your turn.")
    for target in use.targets:
        willing = target.side == use.who.side and game.may(
            target.owner, f"{target.name}: go along with {use.who.name}?", yes="Go along"
        )
        if not willing:
            stat = game.choose(target.owner, f"{target.name} saves with", ("STR", "AGL"), "DOA-113")
            if save(game, target, stat, user_difficulty(use.who)).success:
                continue
        turn.carried.append(target.name)


def _lend_aid(game: Game[Table], use: Use) -> None:
    """Reserve a card for another's Check; used again, the same card moves on. DOA-351, DOA-394."""
    _lend(game, use, "Lend Aid")
    target = use.targets[0]
    replace_effect(
        target, Effect("Lend Aid", by=use.who.name, until="start", of=use.who.name, rounds=MINUTE)
    )


def _lend_distraction(game: Game[Table], use: Use) -> None:
    """Reserve a card that another's next Check must include. DOA-351, DOA-394."""
    _lend(game, use, "Lend Distraction")


def _lend(game: Game[Table], use: Use, power: Literal["Lend Aid", "Lend Distraction"]) -> None:
    state, who, target = game.state, use.who, use.targets[0]
    for lent in state.reserved:
        if power == "Lend Aid" and lent.deck == who.deck and lent.power == power:
            former = state.characters.get(lent.holder)
            if former is target:
                return
            if former is not None:
                drop_named(former, power)
            drop_lent(state, target.name, power)
            lent.holder = target.name
            game.tell(f"{who.name}'s {lent.card} now helps {target.name}.", "DOA-351")
            return
    drop_lent(state, target.name, power)  # one of each name counts (DOA-105)
    card = draw_card(game, who, state.cards(who).reserved)
    if card:
        state.reserved.append(Reserved(card, who.deck, target.name, power))
        if game.lines is not None:
            game.tell(f"{who.name} reserves {card} for {target.name}.", "DOA-351")


def _summon(game: Game[Table], use: Use) -> None:
    """A Companion with the Summoned Creature's stat block; a new one replaces the old."""
    state = game.state
    for other in list(state.characters.values()):
        if other.companion_of == use.who.name and other.summoned:
            remove(game, other)
    summoned = make_companion(state, use.who, "Summoned Creature", summoned=True)
    summoned.effects.append(Effect(SUMMONED, until="start", of=summoned.name, rounds=HOUR))
    here = place_of(use.who)
    if here is not None:
        free = free_near(state, here, use.entry.range, standing(state, summoned), solid(state))
        free = [space for space in free if space != here]
        if free:
            put_at(state, summoned, free[0])
    join(game, summoned)


def _phase_swap(game: Game[Table], use: Use) -> None:
    """Spend half your speed to trade places with your Summoned Creature."""
    state, who = game.state, use.who
    summoned = next(
        (o for o in state.characters.values() if o.companion_of == who.name and o.summoned), None
    )
    if summoned is None or is_down(summoned):
        raise Refused("DOA-338", "You have no Summoned Creature to trade places with.")
    if spaces_between(state, who, summoned) > use.entry.range:
        raise Refused("DOA-180", f"{summoned.name} is too far away.")
    _half_speed(game.state, who, use.turn)
    who.x, summoned.x = summoned.x, who.x
    who.y, summoned.y = summoned.y, who.y


def _half_speed(state: Table, who: Character, turn: Turn | None) -> None:
    if turn is None:
        return
    half = -(-speed_of(state, who) // 2) * HALF
    if speed_left(state, turn) < half:
        raise Refused("DOA-142", "That takes half your speed; you have moved too far already.")
    turn.spent += half


def _jump(game: Game[Table], use: Use, who: Character) -> None:
    """Move at once to a visible free space in range, of the player's choice."""
    state = game.state
    taken = standing(state, who)
    spaces = [
        name
        for name in visible_spaces(state, who, use.entry.range)
        if read_space(name) not in taken and read_space(name) != place_of(who)
    ]
    if not spaces:
        raise Refused("DOA-338", "There is no free space in sight.")
    to = read_space(game.choose(use.who.owner, f"{use.power}: to which space?", spaces, "DOA-338"))
    if to is not None:
        put_at(state, who, to)
        game.tell(f"{who.name} appears on {space_name(to)}.", "DOA-338")


def _blink(game: Game[Table], use: Use) -> None:
    """On the chosen terrain, spend half your speed to be at once in another space of it."""
    state, who = game.state, use.who
    chosen = who.power_options.get(use.power, [])
    ground = {
        (one.x, one.y)
        for one in state.map.terrain
        if one.kind not in ("half", "full", "wall") and (not chosen or one.note in chosen)
    }
    here = place_of(who)
    if here not in ground:
        raise Refused("DOA-395", "You do not stand on your terrain.")
    _half_speed(state, who, use.turn)
    joined, edge = {here}, [here]
    while edge:
        x, y = edge.pop()
        for space in square((x, y), 1):
            if space in ground and space not in joined:
                joined.add(space)
                edge.append(space)
    taken = standing(state, who)
    spaces = sorted(
        space_name(space)
        for space in joined
        if space != here and space not in taken and distance(here, space) <= use.entry.range
    )
    if not spaces:
        raise Refused("DOA-338", "No other free space of your terrain is in range.")
    to = read_space(game.choose(who.owner, f"{use.power}: to which space?", spaces, "DOA-338"))
    if to is not None:
        put_at(state, who, to)


def _vanish(game: Game[Table], use: Use) -> None:
    """Appear in a visible empty space, Hidden from all enemies. DOA-215."""
    _jump(game, use, use.who)
    combat = game.state.combat
    if combat is not None:
        combat.unseen.pop(use.who.name, None)
        gain(game, use.who, "Hidden")


def _phase_shift(game: Game[Table], use: Use) -> None:
    """Move at once to a space in range."""
    _jump(game, use, use.who)


def _fated_draw(game: Game[Table], use: Use) -> None:
    """Look at the top card of your deck, you alone; discard it or leave it. DOA-22, DOA-375."""
    _look(game, use, 1)


def _scry(game: Game[Table], use: Use) -> None:
    """See your top cards, discard any of them, put the rest back in the same order."""
    _look(game, use, use.how.size[0])


def _look(game: Game[Table], use: Use, number: int) -> None:
    who = use.who
    cards = game.state.cards(who)
    if not len(cards.deck):
        raise Refused("DOA-22", "Your deck is empty: there is nothing to look at.")
    seen = [game.draw(cards.deck, cards.play) for _ in range(min(number, len(cards.deck)))]
    for card in reversed(seen):
        move(card, cards.play, cards.deck)
    names = ", ".join(seen)
    gone = game.several(
        who.owner, f"On top of your deck: {names}. Discard which?", seen, 0, len(seen), secret=True
    )
    for card in gone:
        held = is_fate(card) and who.is_dealer
        move(card, cards.deck, cards.fate if held else cards.discard)
    said = ", ".join(gone) or "nothing"
    game.tell(f"{who.name} looks at {len(seen)} and discards {said}.", "DOA-22")


def _barrier(game: Game[Table], use: Use) -> None:
    """A straight wall of free spaces within 6 that blocks movement and sight. Barrier."""
    state, who = game.state, use.who
    here = place_of(who)
    width = by_tier(use.how.size, use.tier)
    if here is None:
        game.tell("A wall rises; the Game Master says where.", "DOA-149")
        return
    taken, blocked = standing(state, who), solid(state)
    fits_in: dict[str, list[str]] = {}
    for space in square(here, 6):
        for way in ("east", "south"):
            row = [space, *line(space, way, width - 1)]
            if all(
                0 <= x < state.map.width
                and 0 <= y < state.map.height
                and (x, y) not in taken
                and (x, y) not in blocked
                and (x, y) != here
                and distance(here, (x, y)) <= 6
                for x, y in row
            ):
                fits_in[f"{space_name(space)} {way}"] = [space_name(one) for one in row]
    if not fits_in:
        raise Refused("DOA-338", "There is no room for a wall within 6 spaces.")
    where = game.choose(who.owner, "Where does the wall stand?", fits_in, "DOA-338")
    state.walls.append(Wall(who.name, fits_in[where]))


def _light(game: Game[Table], use: Use) -> None:
    """0 PP: light in Aura 6; 1 PP: one target saves or is Blinded for a round. DOA-303."""
    who = use.who
    if use.tier == 0:
        bearer = use.targets[0] if use.targets else who
        light_up(game, bearer, who.name)
        return
    for target in use.targets:
        if use.how.save is not None:
            resist(game, who, target, use.how.save, use.tier, "", use.power)


def light_up(game: Game[Table], bearer: Character, by: str) -> None:
    """A light that goes with its bearer, Aura 6. DOA-303."""
    state = game.state
    state.zones = [zone for zone in state.zones if not (zone.name == "Light" and zone.by == by)]
    x, y = place_of(bearer) or (0, 0)
    state.zones.append(Zone("Light", by, x, y, 6, on=bearer.name))
    game.tell(f"Light shines round {bearer.name}.", "DOA-303")


def _cleanse(game: Game[Table], use: Use) -> None:
    """1 PP: take one of seven conditions from a creature; 0 PP: clean objects."""
    if use.tier == 0 or not use.targets:
        game.tell(f"{use.who.name} cleans what lies within 1 space.", "DOA-338")
        return
    target = use.targets[0]
    held = [condition for condition in target.conditions if condition in CLEANSED]
    if not held:
        raise Refused("DOA-338", f"{target.name} has nothing that Mystic Cleanse takes away.")
    lose(game, target, game.choose(use.who.owner, "Take away which?", held, "DOA-338"))


def _brew(game: Game[Table], use: Use) -> None:
    """Make a consumable that lasts to the end of the next Full Rest. Create Potion, Poison.

    After a Quick Rest a potion may cost a Rest Card instead of Power Points.
    """
    who = use.who
    made = use.how.makes + (POTENT if "Potent Brew" in who.powers else BREWED)
    if use.tier:
        who.rest_cards -= 1
    stow(who, made)
    game.tell(f"{who.name} makes a {made}.", "DOA-338")


def _manifest(game: Game[Table], use: Use) -> None:
    """Snaring ground where the boss stood, for a minute; a new use replaces the old."""
    state, who = game.state, use.who
    x, y = place_of(who) or (0, 0)
    state.zones = [z for z in state.zones if not (z.name == use.power and z.by == who.name)]
    state.zones.append(Zone(use.power, who.name, x, y, use.how.size[0], rounds=MINUTE))


def _ally_swap(game: Game[Table], use: Use) -> None:
    """Trade places with a friend, who may then make one Weapon Attack within 1 space."""
    who, ally = use.who, use.targets[0]
    who.x, ally.x = ally.x, who.x
    who.y, ally.y = ally.y, who.y
    foes = [
        other.name
        for other in game.state.characters.values()
        if other.side != ally.side
        and not is_down(other)
        and why_not_target(game.state, ally, other, 1) is None
    ]
    if foes:
        name = game.choose(ally.owner, f"{ally.name} attacks whom?", (*foes, "nobody"))
        if name != "nobody":
            attack(
                game, ally, game.state.characters[name], Blow("weapon", weapon=weapon_in_hand(ally))
            )


def _extra_major(game: Game[Table], use: Use) -> None:
    """One extra Major Action right after a Dealer's turn. DOA-360."""
    _extra_turn(game.state, Turn(use.who.name, speed=0, minor=0, kind="extra"))


def _amplify_ally(game: Game[Table], use: Use) -> None:
    """One ally at once moves up to 4 spaces and takes one Action."""
    _extra_turn(game.state, Turn(use.targets[0].name, speed=4, kind="extra", limit="one"))


def _command_minion(game: Game[Table], use: Use) -> None:
    """One minion moves up to 3 spaces and takes one Major Action."""
    _extra_turn(game.state, Turn(use.targets[0].name, speed=3, minor=0, kind="extra"))


def _extra_turn(state: Table, turn: Turn) -> None:
    if state.combat is not None:
        state.combat.turns.append(turn)


def _summon_ally(game: Game[Table], use: Use) -> None:
    """The Game Master brings creatures of the Bestiary into the fight."""
    state = game.state
    kinds = [name for name, one in known_creatures(state).items() if one.kind == "npc"]
    kind = game.choose(state.gm, "Summon which creature?", kinds, "DOA-372")
    number = game.number(state.gm, "How many?", 1, 4, "DOA-361")
    for _ in range(number):
        ally = place_creature(state, kind, use.who.side)
        here = place_of(use.who)
        if here is not None:
            free = free_near(state, here, 6, standing(state, ally), solid(state))
            free = [space for space in free if space != here]
            if free:
                put_at(state, ally, free[0])
        join(game, ally)


def _wall_grab(game: Game[Table], use: Use) -> None:
    """Every creature within 2 spaces of a wall saves, but the boss itself."""
    state = game.state
    walls = [(one.x, one.y) for one in state.map.terrain if one.kind == "wall"]
    for target in list(state.characters.values()):
        place = place_of(target)
        if target is use.who or is_down(target) or not in_play(state, target) or place is None:
            continue
        near = any(distance(place, wall) <= 2 for wall in walls)
        if near and use.how.save is not None:
            resist(game, use.who, target, use.how.save, use.tier, "", use.power)


def _break_stun(game: Game[Table], use: Use) -> None:
    """Ends its own Stunned."""
    lose(game, use.who, "Stunned")


def _reinforce(game: Game[Table], use: Use) -> None:
    """+1 AP, never above 1."""
    use.who.ap = max(use.who.ap, min(1, use.who.ap + 1))
    game.tell(f"{use.who.name} reinforces its armour.", "DOA-386")


def _find_weakness(game: Game[Table], use: Use) -> None:
    """Detection against the target's Bluffing: reveals one Vulnerability, a Critical all."""
    who, target = use.who, use.targets[0]
    difficulty = contested_difficulty(modifier_of(target, "Bluffing"))
    outcome = check(
        game,
        who,
        "Detection",
        target_of(game, target),
        difficulty,
        against=target.name,
        tags=("power",),
    )
    hidden = [name for name in target.vulnerabilities if name not in target.known]
    found = hidden if outcome.degree == "critical" else hidden[:1]
    if outcome.success:
        target.known += found
        said = ", ".join(found) or "none"
        game.tell(f"{target.name}'s Vulnerabilities found: {said}.", "DOA-355")


def _lend_skill(game: Game[Table], use: Use) -> None:
    """Checks with one named Skill at Upper or Lower Hand while sustained. Lend/Remove Skill."""
    who, target = use.who, use.targets[0]
    skill = game.choose(who.owner, "Which Skill?", SKILLS, "DOA-341")
    lends = game.may(who.owner, f"Lend or remove {skill}?", yes="Lend", no="Remove")
    hand = (2, 3)[use.tier] * (1 if lends else -1)
    effect = Effect("Lend/Remove Skill", hand, by=who.name, on=skill, until="sustained")
    effect.of = who.name
    replace_effect(target, effect)


RULES: dict[str, Callable[[Game[Table], Use], None]] = {
    "momentum": _momentum,
    "lend_aid": _lend_aid,
    "lend_distraction": _lend_distraction,
    "summon": _summon,
    "phase_swap": _phase_swap,
    "fated_draw": _fated_draw,
    "barrier": _barrier,
    "light": _light,
    "cleanse": _cleanse,
    "blink": _blink,
    "vanishing_step": _vanish,
    "brew": _brew,
    "manifest": _manifest,
    "ally_swap": _ally_swap,
    "extra_major": _extra_major,
    "phase_shift": _phase_shift,
    "summon_ally": _summon_ally,
    "amplify_ally": _amplify_ally,
    "wall_grab": _wall_grab,
    "break_stun": _break_stun,
    "command_minion": _command_minion,
    "reinforce": _reinforce,
    "find_weakness": _find_weakness,
    "lend_skill": _lend_skill,
    "scry": _scry,
}
