"""Creatures on the table: the Bestiary, the example encounter, Companions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Listed, One, Square
from fatedeck.games.deck_of_adventures.data import Creature, creatures, example_encounter, tables
from fatedeck.games.deck_of_adventures.rules import (
    characters,
    checks,
    decks,
    grid,
    ground,
    hands,
    health,
    initiative,
    lasting,
)
from fatedeck.games.deck_of_adventures.rules.families import (
    NOBODY,
    SCENE,
    AboutSomebody,
    OfTheGm,
    OfTheGmAtPeace,
    dealers,
)
from fatedeck.games.deck_of_adventures.state import NPC, Character, PowerSet, Side, Table, Weapon

AT_ONCE = 8
"""Creatures that are placed at once, at most."""


def known_creatures(state: Table) -> dict[str, Creature]:
    """Every creature that may be placed at this table."""
    return bestiary(state.power_set)


@cache
def bestiary(power_set: PowerSet) -> dict[str, Creature]:
    """The creatures of the Bestiary, and those of the example encounter."""
    found = dict(creatures(power_set))
    for creature in example_encounter().creatures:
        found.setdefault(creature.id, creature)
    return found


def why_not_place(state: Table, seat: str, creature: str) -> Refused | None:
    """A Dealer or a Boss needs a deck of its own. DOA-356."""
    if known_creatures(state)[creature].kind in ("dealer", "boss") and not decks.free_decks(state):
        return Refused("DOA-356", "Every Dealer deck is in use. Take a Dealer off the table first.")
    return None


def place_creature(state: Table, creature_id: str, side: Side, phases: int = 0) -> Character:
    """Put a creature on the table; a Dealer or Boss gets a deck of its own. DOA-55, DOA-356."""
    creature = known_creatures(state)[creature_id]
    power_set = state.power_set if creature_id in creatures(state.power_set) else "current"
    who = characters.stat_block(creature, characters.unused_name(state, creature.id), power_set)
    who.owner, who.side, who.phases = state.gm, side, phases
    who.kind = "npc" if creature.kind == "companion" else creature.kind
    who.deck = decks.free_decks(state)[0] if who.is_dealer else NPC
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
        who.rest_cards = characters.max_rest_cards(state, who)  # DOA-266
    state.enter(who)
    return who


def place_encounter(state: Table) -> list[Character]:
    """The example encounter: melee guards in front, shooters behind, their Captain farther off."""
    placed = [
        place_creature(state, creature.id, "foes")
        for creature in example_encounter().creatures
        for _ in range(creature.count)
    ]
    if state.map.width and state.map.height:
        middle, front = state.map.width // 2, state.map.height // 2
        spaces = [(0, -8), (-1, 0), (1, 0), (-2, -4), (2, -4)]
        for who, (across, down) in zip(placed, spaces, strict=False):
            who.x = max(0, min(middle + across, state.map.width - 1))
            who.y = max(0, front + down)
        for who in placed[len(spaces) :]:  # a house may have more of them
            ground.put_near(state, who, (middle, front), len(placed))
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
        initiative.leave_fight(game, combat, who)
        for names in (combat.order, combat.surprised, combat.gone, combat.home, combat.asked):
            if who.name in names:
                names.remove(who.name)
        if combat.after == who.name:
            combat.after = ""
    lasting.end_sustained(game, who)
    lasting.give_back_lent(state, who)
    checks.release_target(state, who)
    state.characters.pop(who.name, None)
    _forget(state, who.name)
    decks.give_back(state, who)


def _forget(state: Table, name: str) -> None:
    """Whoever has left is not meant any more, nor is a newcomer of the same name.

    Neither by cover from their attacks, nor by what hung on the last Check, nor by a Rest, a task
    or a distance; the light that they carried goes with them. DOA-3, DOA-149, DOA-236, DOA-265,
    DOA-308.
    """
    state.zones = [zone for zone in state.zones if zone.on != name]
    for other in state.characters.values():
        other.effects = [effect for effect in other.effects if effect.on != name]
    if state.stake is not None and name in (state.stake.by, state.stake.to):
        state.stake = state.upset = None
    rest = state.rest
    if rest is not None and name in rest.who:
        was_resting = name in rest.resting
        rest.who = [one for one in rest.who if one != name]
        rest.resting = [one for one in rest.resting if one != name]
        if not rest.who or (was_resting and not rest.resting):
            state.rest = None
    epic = state.epic
    if epic is not None:
        epic.last = [one for one in epic.last if one != name]
        if epic.task is not None:
            epic.task.volunteers = [one for one in epic.task.volunteers if one.name != name]
    ground.forget_distances(state, name)


def _hand_on_target(state: Table, who: Character) -> None:
    """The common Target Card of a group passes to its next member. DOA-123."""
    group = [other for other in state.characters.values() if other.target_with == who.name]
    if group:
        heir, *others = group
        heir.target, heir.target_with, who.target = who.target, "", ""
        for other in others:
            other.target_with = heir.name


# Actions


def creatures_known(state: Table, seat: str) -> list[str]:
    return list(known_creatures(state))


def most_at_once(state: Table, seat: str, creature: str) -> int:
    """As many Dealers or Bosses as there are decks. DOA-356."""
    if known_creatures(state)[creature].kind in ("dealer", "boss"):
        return min(AT_ONCE, len(decks.free_decks(state)))
    return AT_ONCE


def most_phases(state: Table, seat: str, creature: str) -> int:
    """Only a Boss has phases after the first. DOA-362."""
    return 3 if known_creatures(state)[creature].kind == "boss" else 0


SIDES = {"foes": "The foes", "party": "The party"}


class PlaceCreature(OfTheGm, frozen=True):
    """Put creatures of the Bestiary on the table, a Boss perhaps with phases. DOA-362, DOA-372."""

    says = Says("Place a creature", SCENE)
    creature: Annotated[str, Listed(creatures_known, why_not_place, clause="DOA-372")]
    side: Annotated[Side, One(tuple(SIDES), called=SIDES.__getitem__)] = "foes"
    number: Annotated[
        int, Count(1, most_at_once, after=("creature",), label="How many", clause="DOA-356")
    ] = 1
    at: Annotated[
        str, Square(ground.every_space, none="off the map", label="Space", clause="DOA-149")
    ] = ""
    phases: Annotated[
        int,
        Count(
            0, most_phases, after=("creature",), label="Phases after the first", clause="DOA-362"
        ),
    ] = 0

    def do(self, game: Game[Table], seat: str) -> None:
        state, start = game.state, grid.read_space(self.at)
        placed = []
        for _ in range(self.number):
            who = place_creature(state, self.creature, self.side, self.phases)
            placed.append(who)
            ground.put_near(state, who, start, 20)
            game.tell("{who!a} appears.", "DOA-372", who=who.name)
        if state.combat is not None:
            ground.line_up(game)
        for who in placed:  # all have their decks before the first of them is asked
            initiative.join(game, who)


class PlaceEncounter(OfTheGm, frozen=True):
    """Lay out the example encounter. DOA-372."""

    says = Says("Lay out the example encounter", SCENE)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        foes = example_encounter().creatures
        reasons = (why_not_place(state, seat, creature.id) for creature in foes)
        return super().why_closed(state, seat) or next(filter(None, reasons), None)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(note=example_encounter().layout)

    def do(self, game: Game[Table], seat: str) -> None:
        placed = place_encounter(game.state)
        if game.state.combat is not None:
            ground.line_up(game)
        for who in placed:
            initiative.join(game, who)
        game.tell("The example encounter is laid out.", "DOA-372")


def companions(state: Table, seat: str) -> list[str]:
    return [name for name, one in creatures("current").items() if one.kind == "companion"]


class BondCompanion(AboutSomebody, frozen=True):
    """Give a Dealer a creature of the Bestiary as Companion. DOA-58."""

    says = Says("Give a Companion", SCENE)
    who: Annotated[str, Figure(dealers, nobody=NOBODY, label="To", clause="DOA-58")]
    creature: Annotated[str, One(companions, clause="DOA-372")]

    def do(self, game: Game[Table], seat: str) -> None:
        dealer = game.state.characters[self.who]
        companion = characters.make_companion(game.state, dealer, self.creature)
        ground.put_near(game.state, companion, hands.place_of(dealer), 2)
        told = "{companion} is now {dealer}’s Companion."
        game.tell(told, "DOA-58", companion=companion.name, dealer=dealer.name)
        initiative.join(game, companion)


def creatures_here(state: Table, seat: str) -> list[str]:
    return [who.name for who in state.characters.values() if who.kind != "pc"]


def why_not_remove(state: Table, seat: str, name: str) -> Refused | None:
    """Whose turn is under way ends it first. DOA-133."""
    if state.combat is not None and any(turn.who == name for turn in state.combat.turns):
        return Refused("DOA-133", f"It’s {name}’s turn. End it first.")
    return None


class RemoveCreature(OfTheGm, frozen=True):
    """Take a creature off the table; its deck is free again. DOA-263, DOA-379."""

    says = Says("Take a creature off the table", SCENE)
    who: Annotated[str, Figure(creatures_here, why_not_remove, clause="DOA-263")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(creatures_here(state, seat))

    def do(self, game: Game[Table], seat: str) -> None:
        remove(game, game.state.characters[self.who])
        game.tell("{who} leaves the table.", "DOA-263", who=self.who)


def fallen(state: Table) -> list[str]:
    """The foes who are down."""
    return [
        who.name for who in state.characters.values() if who.side == "foes" and health.is_down(who)
    ]


def clear_the_fallen(game: Game[Table]) -> None:
    """All foes who are down are taken off the table. DOA-263, DOA-379."""
    if names := fallen(game.state):
        for name in names:
            if name in game.state.characters:  # not gone with whom it accompanied
                remove(game, game.state.characters[name])
        game.tell("{who} {who:is|are} cleared away.", "DOA-263", who=names)


class ClearTheFallen(OfTheGmAtPeace, frozen=True):
    """Take all foes who are down off the table when the fight is over. DOA-263, DOA-379."""

    says = Says("Clear the fallen", SCENE)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(fallen(state))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        refused = super().why_closed(state, seat)
        if refused is None and not fallen(state):
            return Refused("DOA-263", "No foe is down.")
        return refused

    def do(self, game: Game[Table], seat: str) -> None:
        clear_the_fallen(game)
