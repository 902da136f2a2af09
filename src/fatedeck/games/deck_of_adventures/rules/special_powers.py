"""Powers with rules of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.effects import by_tier
from fatedeck.games.deck_of_adventures.looks import moments
from fatedeck.games.deck_of_adventures.rules import (
    attacks,
    characters,
    checks,
    conditions,
    consequences,
    creatures,
    decks,
    grid,
    hands,
    health,
    initiative,
    lasting,
    movement,
    sight,
    turns,
    ways,
)
from fatedeck.games.deck_of_adventures.rules.attacks import Blow
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.checks import Terms
from fatedeck.games.deck_of_adventures.rules.ground import (
    STOPS,
    is_on_map,
    put_at,
    put_near,
    solid,
    spaces_between,
    standing,
    visible_spaces,
)
from fatedeck.games.deck_of_adventures.rules.mechanics import Use
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
    assert turn is not None
    for target in use.targets:
        prompt = f"Does {name_of(game, target.name)} go along with {name_of(game, use.who.name)}?"
        willing = target.side == use.who.side and game.may(
            target.owner, "go-along", prompt, yes="Go along"
        )
        if not willing:
            demand = use.how.later
            assert demand is not None
            if consequences.save_against(game, use.who, target, demand).success:
                continue
        turn.carried.append(target.name)


def _lend_aid(game: Game[Table], use: Use) -> None:
    """Reserve a card for another's Check; used again, the same card moves on. DOA-351, DOA-394."""
    _lend(game, use, "Lend Aid")
    target = use.targets[0]
    lasting.replace_effect(
        target,
        Effect("Lend Aid", by=use.who.name, until="start", of=use.who.name, rounds=lasting.MINUTE),
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
                lasting.drop_named(former, power)
            lasting.drop_lent(state, target.name, power)
            lent.holder = target.name
            game.tell(
                "{who}’s {card} now helps {target}.",
                "DOA-351",
                who=who.name,
                card=lent.card,
                target=target.name,
            )
            return
    lasting.drop_lent(state, target.name, power)  # one of each name counts (DOA-105)
    card = decks.draw_card(game, who, state.cards(who).reserved)
    if card:
        state.reserved.append(Reserved(card, who.deck, target.name, power))
        game.show(moments.drawn, who.name, f"a card for {target.name}", [card])
        told = "{who} reserves {card} for {target}."
        game.tell(told, "DOA-351", who=who.name, card=card, target=target.name)


def _summon(game: Game[Table], use: Use) -> None:
    """A Companion with the Summoned Creature's stat block; a new one replaces the old."""
    state = game.state
    for other in list(state.characters.values()):
        if other.companion_of == use.who.name and other.summoned:
            creatures.remove(game, other)
    summoned = characters.make_companion(state, use.who, "Summoned Creature", summoned=True)
    summoned.effects.append(
        Effect(lasting.SUMMONED, until="start", of=summoned.name, rounds=lasting.HOUR)
    )
    put_near(state, summoned, hands.place_of(use.who), use.entry.range)
    initiative.join(game, summoned)


def _why_not_swap(state: Table, use: Use) -> Refused | None:
    summoned = health.summoned_by(state, use.who)
    if summoned is None:
        return Refused("DOA-338", "You have no Summoned Creature to trade places with.")
    if spaces_between(state, use.who, summoned) > use.entry.range:
        return Refused("DOA-180", f"{summoned.name} is too far away.")
    return _why_not_half(state, use)


def _phase_swap(game: Game[Table], use: Use) -> None:
    """Spend half your speed to trade places with your Summoned Creature."""
    summoned = health.summoned_by(game.state, use.who)
    assert summoned is not None
    _spend_half(game.state, use)
    _trade_places(use.who, summoned)


def _trade_places(one: Character, other: Character) -> None:
    one.x, other.x = other.x, one.x
    one.y, other.y = other.y, one.y


def _half_speed(state: Table, who: Character) -> int:
    return -(-movement.speed_of(state, who) // 2) * ways.HALF


def _why_not_half(state: Table, use: Use) -> Refused | None:
    if use.turn is not None and movement.speed_left(state, use.turn) < _half_speed(state, use.who):
        return Refused("DOA-142", "That takes half your speed, and you’ve moved too far already.")
    return None


def _spend_half(state: Table, use: Use) -> None:
    if use.turn is not None:
        use.turn.spent += _half_speed(state, use.who)


def _spaces_in_sight(state: Table, use: Use) -> list[str]:
    """The visible free spaces in range."""
    taken = {*standing(state, use.who), hands.place_of(use.who)}
    in_sight = visible_spaces(state, use.who, use.entry.range)
    return [name for name in in_sight if grid.read_space(name) not in taken]


def _why_not_jump(state: Table, use: Use) -> Refused | None:
    if not _spaces_in_sight(state, use):
        return Refused("DOA-338", "There’s no free space in sight.")
    return None


def _jump(game: Game[Table], use: Use) -> None:
    """Move at once to a visible free space in range, of the player's choice."""
    to = _choose_space(game, use, _spaces_in_sight(game.state, use))
    game.tell("{who} appears on {to}.", "DOA-338", who=use.who.name, to=to)


def _choose_space(game: Game[Table], use: Use, spaces: list[str]) -> str:
    prompt = f"Which space does {use.entry.called} take you to?"
    name = game.choose(use.who.owner, "destination", prompt, spaces, "DOA-338", of="square")
    space = grid.read_space(name)
    assert space is not None
    put_at(game.state, use.who, space)
    return name


def _own_terrain(state: Table, use: Use) -> list[str]:
    """The free spaces in range of the terrain on which its user stands."""
    who = use.who
    chosen = who.power_options.get(use.power, [])
    ground = {
        (one.x, one.y)
        for one in state.map.terrain
        if one.kind not in STOPS and (not chosen or one.note in chosen)
    }
    here = hands.place_of(who)
    if here is None or here not in ground:
        return []
    joined, edge = {here}, [here]
    while edge:
        for space in grid.square(edge.pop(), 1):
            if space in ground and space not in joined:
                joined.add(space)
                edge.append(space)
    taken = {*standing(state, who), here}
    free = (space for space in joined if space not in taken)
    return sorted(
        grid.space_name(one) for one in free if grid.distance(here, one) <= use.entry.range
    )


def _why_not_blink(state: Table, use: Use) -> Refused | None:
    if not _own_terrain(state, use):
        return Refused(
            "DOA-395", "You need to be on your terrain, with another free space of it in range."
        )
    return _why_not_half(state, use)


def _blink(game: Game[Table], use: Use) -> None:
    """On the chosen terrain, spend half your speed to be at once in another space of it."""
    spaces = _own_terrain(game.state, use)
    _spend_half(game.state, use)
    _choose_space(game, use, spaces)


def _vanish(game: Game[Table], use: Use) -> None:
    """Appear in a visible empty space, Hidden from all enemies. DOA-215."""
    _jump(game, use)
    combat = game.state.combat
    if combat is not None:
        combat.unseen.pop(use.who.name, None)
        conditions.gain(game, use.who, "Hidden")


def _fated_draw(game: Game[Table], use: Use) -> None:
    """Look at the top card of your deck, you alone; discard it or leave it. DOA-22, DOA-375."""
    _look(game, use, 1)


def _scry(game: Game[Table], use: Use) -> None:
    """See your top cards, discard any of them, put the rest back in the same order.

    Not again until a card is drawn.
    """
    _look(game, use, use.how.size[0])
    use.who.effects.append(Effect(decks.SCRIED, by=use.who.name))


def _why_not_look(state: Table, use: Use) -> Refused | None:
    if not len(state.cards(use.who).deck):
        return Refused("DOA-22", "Your deck is empty, so there’s nothing to look at.")
    if use.how.rule == "scry" and lasting.has_effect(use.who, decks.SCRIED):
        return Refused("DOA-338", "Draw a card before you look again.")
    return None


def _look(game: Game[Table], use: Use, number: int) -> None:
    who = use.who
    cards = game.state.cards(who)
    seen = [game.draw(cards.deck, cards.play) for _ in range(min(number, len(cards.deck)))]
    for card in reversed(seen):
        move(card, cards.play, cards.deck)
    game.show(moments.drawn, who.name, "the top of the deck", seen, who.owner)
    prompt, most = "Which of these cards do you discard?", len(seen)
    gone = game.several(who.owner, "discard-from-top", prompt, seen, 0, most, secret=True)
    for card in gone:
        held = decks.is_fate(card) and who.is_dealer
        move(card, cards.deck, cards.fate if held else cards.discard)
    told = "{who} looks at {n} {n:card|cards} and discards {cards}."
    game.tell(told, "DOA-22", who=who.name, n=len(seen), cards=gone or "none")


def _rows(state: Table, use: Use) -> dict[str, list[str]]:
    """Where a straight wall fits: free spaces within 6."""
    here = hands.place_of(use.who)
    if here is None:
        return {}
    filled = {*standing(state, use.who), *solid(state), here}
    free = {one for one in grid.square(here, 6) if is_on_map(state, one) and one not in filled}
    width = by_tier(use.how.size, use.tier)
    rows = {
        f"{grid.space_name(space)} {way}": [space, *grid.line(space, way, width - 1)]
        for space in grid.square(here, 6)
        for way in ("east", "south")
    }
    return {
        name: [grid.space_name(space) for space in row]
        for name, row in rows.items()
        if free.issuperset(row)
    }


def _why_not_barrier(state: Table, use: Use) -> Refused | None:
    if hands.place_of(use.who) is not None and not _rows(state, use):
        return Refused("DOA-338", "There’s no room for a wall within 6 spaces.")
    return None


def _barrier(game: Game[Table], use: Use) -> None:
    """A straight wall of free spaces within 6 that blocks movement and sight. Barrier."""
    rows = _rows(game.state, use)
    if not rows:
        game.tell("A wall rises. The Game Master says where.", "DOA-149")
        return
    where = game.choose(
        use.who.owner, "where-to-wall", "Where does the wall stand?", rows, "DOA-338"
    )
    game.state.walls.append(Wall(use.who.name, rows[where]))


def _light(game: Game[Table], use: Use) -> None:
    """0 PP: light in Aura 6; 1 PP: one target saves or is Blinded for a round. DOA-303."""
    who = use.who
    if use.tier == 0:
        bearer = use.targets[0] if use.targets else who
        light_up(game, bearer, who.name)
        return
    for target in use.targets:
        if use.how.save is not None:
            consequences.resist(game, who, target, use.how.save, use.tier, "", use.power)


def light_up(game: Game[Table], bearer: Character, by: str) -> None:
    """A light that goes with its bearer, Aura 6. DOA-303."""
    state = game.state
    state.zones = [zone for zone in state.zones if not (zone.name == "Light" and zone.by == by)]
    x, y = hands.place_of(bearer) or (0, 0)
    state.zones.append(Zone("Light", by, x, y, 6, on=bearer.name))
    game.tell("Light shines around {bearer}.", "DOA-303", bearer=bearer.name)


def why_of_no_use(use: Use, other: Character) -> Refused | None:
    """Why a power with a rule of its own would do nothing to someone, or None."""
    if use.how.rule == "cleanse" and use.tier and conditions.CLEANSED.isdisjoint(other.conditions):
        return Refused("DOA-338", f"{other.name} has nothing that Mystic Cleanse can take away.")
    return None


def _cleanse(game: Game[Table], use: Use) -> None:
    """1 PP: take one of seven conditions from a creature; 0 PP: clean objects."""
    if use.tier == 0:
        game.tell("{who} cleans everything within 1 space.", "DOA-338", who=use.who.name)
        return
    target = use.targets[0]
    held = [condition for condition in target.conditions if condition in conditions.CLEANSED]
    prompt = "Which condition do you take away?"
    lasting.lose(
        game, target, game.choose(use.who.owner, "which-condition", prompt, held, "DOA-338")
    )


def _brew(game: Game[Table], use: Use) -> None:
    """Make a consumable that lasts to the end of the next Full Rest. Create Potion, Poison.

    After a Quick Rest a potion may cost a Rest Card instead of Power Points.
    """
    who = use.who
    made = use.how.makes + (lasting.POTENT if "Potent Brew" in who.powers else lasting.BREWED)
    if use.tier:
        who.rest_cards -= 1
    characters.stow(who, made)
    game.tell("{who} makes a {made}.", "DOA-338", who=who.name, made=made)


def _manifest(game: Game[Table], use: Use) -> None:
    """Snaring ground where the boss stood, for a minute; a new use replaces the old."""
    state, who = game.state, use.who
    x, y = hands.place_of(who) or (0, 0)
    state.zones = [z for z in state.zones if not (z.name == use.power and z.by == who.name)]
    state.zones.append(Zone(use.power, who.name, x, y, use.how.size[0], rounds=lasting.MINUTE))


def _ally_swap(game: Game[Table], use: Use) -> None:
    """Trade places with a friend, who may then make one Weapon Attack within 1 space."""
    ally = use.targets[0]
    _trade_places(use.who, ally)
    foes = [
        other.name
        for other in turns.others_up(game.state, ally)
        if other.side != ally.side
        and sight.why_not_target(game.state, ally, other, 1) is None
        and attacks.why_not_harm(game.state, ally, [other]) is None
    ]
    if foes:
        prompt = f"Who does {name_of(game, ally.name)} attack?"
        name = game.choose(
            ally.owner, "whom-to-hit", prompt, (*foes, "nobody"), labels={"nobody": "No one"}
        )
        if name != "nobody":
            attacks.attack(
                game,
                ally,
                game.state.characters[name],
                Blow("weapon", weapon=attacks.weapon_in_hand(ally)),
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
    kinds = [name for name, one in creatures.known_creatures(state).items() if one.kind == "npc"]
    kind = game.choose(
        state.gm, "which-creature", "Which creature do you summon?", kinds, "DOA-372"
    )
    number = game.number(state.gm, "how-many", "How many do you summon?", 1, 4, "DOA-361")
    for _ in range(number):
        ally = creatures.place_creature(state, kind, use.who.side)
        put_near(state, ally, hands.place_of(use.who), 6)
        initiative.join(game, ally)


def _wall_grab(game: Game[Table], use: Use) -> None:
    """Every creature within 2 spaces of a wall saves, but the boss itself."""
    state = game.state
    walls = [(one.x, one.y) for one in state.map.terrain if one.kind == "wall"]
    for target in turns.others_up(state, use.who):
        place = hands.place_of(target)
        near = place is not None and any(grid.distance(place, wall) <= 2 for wall in walls)
        if near and use.how.save is not None and not health.is_down(target):
            consequences.resist(game, use.who, target, use.how.save, use.tier, "", use.power)


def _why_not_break_stun(state: Table, use: Use) -> Refused | None:
    if "Stunned" not in use.who.conditions:
        return Refused("DOA-338", f"{use.who.name} isn’t Stunned.")
    return None


def _break_stun(game: Game[Table], use: Use) -> None:
    """Ends its own Stunned."""
    lasting.lose(game, use.who, "Stunned")


def _reinforce(game: Game[Table], use: Use) -> None:
    """+1 AP, never above 1."""
    use.who.ap = max(use.who.ap, min(1, use.who.ap + 1))
    game.tell("{who} reinforces their armour.", "DOA-386", who=use.who.name)


def _find_weakness(game: Game[Table], use: Use) -> None:
    """Detection against the target's Bluffing: reveals one Vulnerability, a Critical all."""
    who, target = use.who, use.targets[0]
    difficulty = checks.contested_difficulty(hands.modifier_of(target, "Bluffing"))
    outcome = checks.check(
        game,
        who,
        "Detection",
        checks.target_of(game, target),
        difficulty,
        Terms(against=target.name, tags=("power",)),
    )
    hidden = [name for name in target.vulnerabilities if name not in target.known]
    found = hidden if outcome.degree == "critical" else hidden[:1]
    if outcome.success:
        target.known += found
        told = "{who} finds out {target}’s Vulnerabilities: {found}."
        game.tell(told, "DOA-355", who=who.name, target=target.name, found=found or "none")


def _lend_skill(game: Game[Table], use: Use) -> None:
    """Checks with one named Skill at Upper or Lower Hand while sustained. Lend/Remove Skill."""
    who, target = use.who, use.targets[0]
    skill = game.choose(who.owner, "which-skill", "Which Skill is it about?", SKILLS, "DOA-341")
    prompt = f"Do you lend {skill} or take it away?"
    lends = game.may(who.owner, "lend-or-remove", prompt, yes="Lend", no="Take away")
    hand = (2, 3)[use.tier] * (1 if lends else -1)
    effect = Effect("Lend/Remove Skill", hand, by=who.name, on=skill, until="sustained")
    effect.of = who.name
    lasting.replace_effect(target, effect)


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
    "phase_shift": _jump,
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
"""What a power with a rule of its own does."""

REASONS: dict[str, Callable[[Table, Use], Refused | None]] = {
    "phase_swap": _why_not_swap,
    "blink": _why_not_blink,
    "vanishing_step": _why_not_jump,
    "phase_shift": _why_not_jump,
    "fated_draw": _why_not_look,
    "scry": _why_not_look,
    "barrier": _why_not_barrier,
    "break_stun": _why_not_break_stun,
}
"""Why it would do nothing here, whomever it is aimed at."""
