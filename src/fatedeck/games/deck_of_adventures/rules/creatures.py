"""Creatures on the table: the Bestiary, the example encounter, and those who join a fight."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Choose
from fatedeck.games.deck_of_adventures.data import (
    Creature,
    creatures,
    example_encounter,
    tables,
)
from fatedeck.games.deck_of_adventures.rules.characters import (
    max_rest_cards,
    stat_block,
    unused_name,
)
from fatedeck.games.deck_of_adventures.rules.checks import (
    draw_target,
    release_target,
    standing_target,
)
from fatedeck.games.deck_of_adventures.rules.decks import free_deck, give_back
from fatedeck.games.deck_of_adventures.rules.lasting import (
    drop_named,
    end_sustained,
    give_back_lent,
    has_effect,
    let_go,
    lose,
)
from fatedeck.games.deck_of_adventures.state import (
    NPC,
    RANKS,
    Character,
    Combat,
    PowerSet,
    Side,
    Table,
    Weapon,
)


def known_creatures(state: Table) -> dict[str, Creature]:
    """Every creature that may be placed at this table."""
    return bestiary(state.power_set)


@cache
def bestiary(power_set: PowerSet) -> dict[str, Creature]:
    """The creatures of the Bestiary, and those of the example encounter."""
    found = dict(creatures(power_set))
    for creature in example_encounter():
        found.setdefault(creature.id, creature)
    return found


def why_not_place(state: Table, creature_id: str) -> Refused | None:
    """Why a creature cannot be placed. DOA-356, DOA-372."""
    creature = known_creatures(state).get(creature_id)
    if creature is None:
        return Refused("DOA-372", f"The Bestiary knows no “{creature_id}”.")
    if creature.kind in ("dealer", "boss") and free_deck(state) is None:
        return Refused("DOA-356", "All decks for Dealers are in use; remove one of them first.")
    return None


def place_creature(state: Table, creature_id: str, side: Side, phases: int = 0) -> Character:
    """Put a creature on the table; a Dealer or Boss gets a deck of its own. DOA-55, DOA-356."""
    if (refused := why_not_place(state, creature_id)) is not None:
        raise refused
    creature = known_creatures(state)[creature_id]
    power_set = state.power_set if creature_id in creatures(state.power_set) else "current"
    who = stat_block(creature, unused_name(state, creature.id), power_set)
    who.owner, who.side, who.phases = state.gm, side, phases
    who.kind = "npc" if creature.kind == "companion" else creature.kind
    who.deck = (free_deck(state) if who.is_dealer else NPC) or NPC
    for named in (creature.passive, creature.minor, creature.adversary):
        who.powers += [power for power in named if power not in who.powers]
    for attack, printed in creature.major.items():
        kind = attack.removeprefix("Attack, ")
        who.weapons.append(Weapon(kind, printed.damage, printed.range, modifier=printed.mod))
    if who.weapons:
        who.weapon = who.weapons[0].name
    role = next((row for row in tables().roles if creature.id.endswith(f", {row.role}")), None)
    if role is not None and who.is_dealer:
        who.role, who.suit, who.discard_power = role.role, role.suit, role.discard  # DOA-53
    if who.is_dealer:
        who.rest_cards = max_rest_cards(state, who)  # DOA-266
    state.enter(who)
    return who


def place_encounter(state: Table) -> list[Character]:
    """The example encounter: melee guards in front, shooters behind, their Captain farther off."""
    placed = [
        place_creature(state, creature.id, "foes")
        for creature in example_encounter()
        for _ in range(creature.count)
    ]
    if state.map.width and state.map.height:
        middle, front = state.map.width // 2, state.map.height // 2
        spaces = [(0, -8), (-1, 0), (1, 0), (-2, -4), (2, -4)]
        for who, (across, down) in zip(placed, spaces, strict=True):
            who.x = max(0, min(middle + across, state.map.width - 1))
            who.y = max(0, front + down)
    return placed


def remove(game: Game[Table], who: Character) -> None:
    """Somebody leaves play for good; a deck lies ready for the next Dealer. DOA-263, DOA-379.

    Companions, who draw from that deck, go too (DOA-58); a group that shares its Target Card keeps
    the card (DOA-123); cards that were lent go back (DOA-351).
    """
    state = game.state
    combat = state.combat
    for other in list(state.characters.values()):
        if other.companion_of == who.name:
            remove(game, other)
    _hand_on_target(state, who)
    if combat is not None:
        leave_fight(game, combat, who)
        for names in (combat.order, combat.surprised, combat.gone, combat.home):
            if who.name in names:
                names.remove(who.name)
    end_sustained(game, who)
    give_back_lent(state, who)
    release_target(state, who)
    state.characters.pop(who.name, None)
    give_back(state, who)


def leave_fight(game: Game[Table], combat: Combat, who: Character) -> None:
    """Fled, surrendered or gone for good: no turn waits, and nobody is held. DOA-183, DOA-216."""
    let_go(game, who)
    held = any(turn.who == who.name for turn in combat.turns)
    for names in (combat.delayed, combat.skipped, *([] if held else [combat.queue])):
        while who.name in names:
            names.remove(who.name)
    lose(game, who, "Hidden")
    combat.readied.pop(who.name, None)
    combat.held.pop(who.name, None)
    combat.beside.pop(who.name, None)


def _hand_on_target(state: Table, who: Character) -> None:
    """The common Target Card of a group passes to its next member. DOA-123."""
    group = [other for other in state.characters.values() if other.target_with == who.name]
    if group:
        heir, *others = group
        heir.target, heir.target_with, who.target = who.target, "", ""
        for other in others:
            other.target_with = heir.name


# Order of turns


def takes_turns(state: Table, who: Character) -> bool:
    """Whether someone has turns of its own: a Companion without its own card does not. DOA-62."""
    return not who.dead and not who.making and not (who.companion_of and who.target_with)


def initiative(who_target: str) -> int:
    """The place of a Target Card in the order: A first, then K, Q, J, 10 down to 2. DOA-124.

    >>> [initiative(card) for card in ("AC", "KD", "2S")]
    [0, 1, 12]
    """
    return (13 - RANKS.index(who_target[:-1])) % 13


def target_hand(who: Character) -> int:
    """Upper Hand on the combat Target Card: Battlecharged or Quick Draw, and Lend Readiness."""
    hand = int("Battlecharged" in who.powers or "Quick Draw" in who.powers)
    hand = max(
        hand, int(who.attributes["AGL"] > 2 and who.is_dealer and who.power_set == "current")
    )
    return hand + has_effect(who, "Lend Readiness")


def sort_order(game: Game[Table], names: list[str]) -> list[str]:
    """The order of turns by Target Cards, ties settled. DOA-124 to DOA-127.

    On equal rank the party acts first. Tied players agree on their order; failing agreement the
    higher AGL goes first, then the higher Finesse, then the seating. The Game Master orders tied
    enemies.
    """
    state = game.state
    seating = {name: place for place, name in enumerate(state.seats)}
    placed: dict[int, list[Character]] = {}
    for name in names:
        who = state.characters[name]
        placed.setdefault(initiative(standing_target(state, who)), []).append(who)
    order: list[str] = []
    for _, equal in sorted(placed.items()):
        equal.sort(
            key=lambda who: (
                -who.modifier("AGL"),
                -who.modifier("Finesse"),
                seating.get(who.name, len(seating)),
            )
        )
        order += _agree(game, [who for who in equal if who.side == "party"])
        order += _settle_foes(game, [who.name for who in equal if who.side == "foes"])
    return order


def _agree(game: Game[Table], tied: list[Character]) -> list[str]:
    """Tied players agree on their order, all of them, or the higher AGL decides. DOA-126."""
    names = [who.name for who in tied]
    owners = list(dict.fromkeys(who.owner for who in tied))
    if len(names) < 2 or owners == [game.state.gm]:
        return names
    agreed: list[str] = []
    left = names
    while len(left) > 1:
        prompt = f"{', '.join(left)} are tied. Who acts first? (“AGL” if you do not agree)"
        options = (*left, "AGL")
        wishes = game.each(Choose(owner, prompt, options, {}, ("DOA-126",)) for owner in owners)
        wanted = {str(wish) for wish in wishes.values()}
        if len(wanted) > 1 or "AGL" in wanted:
            break
        first = wanted.pop()
        agreed.append(first)
        left = [name for name in left if name != first]
    return agreed + left


def _settle_foes(game: Game[Table], left: list[str]) -> list[str]:
    """Tied enemies act in the order that the Game Master picks. DOA-127."""
    if len(left) < 2 or not game.may(
        game.state.gm, f"{', '.join(left)} are tied. Change their order?", "DOA-127"
    ):
        return left
    order = []
    while len(left) > 1:
        name = game.choose(game.state.gm, "Who of them acts first?", left, "DOA-127")
        order.append(name)
        left = [other for other in left if other != name]
    return order + left


def join(game: Game[Table], who: Character) -> None:
    """A newcomer draws its Target Card and takes its place in the order. DOA-130.

    Its turn comes next round if that place has passed.
    """
    state = game.state
    combat = state.combat
    if combat is None or who.name in combat.order or not takes_turns(state, who):
        return
    if not who.target_with:
        draw_target(game, who)
    own = initiative(standing_target(state, who))
    place = len(combat.order)
    for index, name in enumerate(combat.order):
        other = state.characters[name]
        theirs = initiative(standing_target(state, other))
        if own < theirs or (own == theirs and who.side == "party" and other.side == "foes"):
            place = index
            break
    combat.order.insert(place, who.name)
    later = combat.order[place + 1 :]
    waiting = combat.queue[1:] if combat.turns else combat.queue
    idle = (*waiting, *combat.delayed, *combat.surprised, *combat.gone)
    passed = any(name not in idle and state.characters[name].hp for name in later)
    if not passed:
        after = [name for name in waiting if name in later]
        spot = combat.queue.index(after[0]) if after else len(combat.queue)
        combat.queue.insert(spot, who.name)
    if game.lines is not None:
        game.tell(f"{who.name} joins the fight.", "DOA-130")


def fresh_readiness(who: Character) -> None:
    """Lend Readiness is used with the combat Target Card it was lent for."""
    drop_named(who, "Lend Readiness")
