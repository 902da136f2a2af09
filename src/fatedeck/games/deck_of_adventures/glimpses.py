"""The offers of all seats together, made anew only for seats whose situation has changed.

What a seat may do depends on little of the table: on its own characters, on where the others stand
and how they are, on the fight, and on a few open cards. Its offers are made from this much alone,
so they are the same offers as long as this much is the same. DOA-169.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from fatedeck.engine.cards import laid
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.offers import Offer
from fatedeck.games.deck_of_adventures.fight import controller
from fatedeck.games.deck_of_adventures.offers import offers
from fatedeck.games.deck_of_adventures.state import (
    Cards,
    Character,
    Combat,
    Effect,
    Epic,
    Kind,
    Map,
    Outcome,
    PowerSet,
    Rest,
    Side,
    Switches,
    Table,
    Wall,
    Zone,
)


class Bystander(Struct, array_like=True):
    """As much of a character as the offers of others depend on."""

    name: str
    owner: str
    kind: Kind
    side: Side
    deck: str
    target: str
    target_with: str
    level: int
    power_options: dict[str, list[str]]
    making: bool
    standing: bool
    conditions: list[str]
    effects: list[Effect]
    companion_of: str
    x: int | None
    y: int | None
    dead: bool


class Situation(Struct, array_like=True):
    """As much of the table as offers depend on, but for the characters and the cards."""

    gm: str
    seats: list[str]
    switches: Switches
    decks: list[str]
    map: Map
    zones: list[Zone]
    walls: list[Wall]
    distances: dict[str, int]
    combat: Combat | None
    epic: Epic | None
    rest: Rest | None
    narrator: str
    power_set: PowerSet
    prices: Literal["cost", "cost_items_file", "cost_2022"]


class Open(Struct, array_like=True):
    """The open cards that offers name: whose Fate Cards, whose discards; and who drew last."""

    fate: dict[str, list[str]]
    discards: dict[str, list[str]]
    drawer: str | None


def offers_of(state: Table, seats: Sequence[str], drawn: Drawn) -> list[list[Offer]]:
    """All that each of these seats may do now."""
    turn = state.combat.turn if state.combat is not None else None
    acting = controller(state, turn) if turn is not None else ""
    everyone = state.characters.values()
    bystanders = [_bystander(who) for who in everyone]
    situation = _situation(state)
    found = []
    for seat in seats:
        if seat == acting:
            found.append(offers(state, seat))
            continue
        around = [
            who if who.owner == seat else other
            for who, other in zip(everyone, bystanders, strict=True)
        ]
        found.append(drawn.offers.part(_offers, seat, situation, around, _open(state, seat)))
    return found


def _bystander(who: Character) -> Bystander:
    return Bystander(
        who.name,
        who.owner,
        who.kind,
        who.side,
        who.deck,
        who.target,
        who.target_with,
        who.level,
        who.power_options,
        who.making,
        who.hp > 0,
        who.conditions,
        who.effects,
        who.companion_of,
        who.x,
        who.y,
        who.dead,
    )


def _situation(state: Table) -> Situation:
    return Situation(
        state.gm,
        state.seats,
        state.switches,
        list(state.decks),
        state.map,
        state.zones,
        state.walls,
        state.distances,
        state.combat,
        state.epic,
        state.rest,
        state.narrator,
        state.power_set,
        state.prices,
    )


def _open(state: Table, seat: str) -> Open:
    """A player's offers name the own Fate Cards; the Game Master's, those of all and discards."""
    if seat != state.gm:
        return Open({seat: state.decks[seat].fate.top} if seat in state.decks else {}, {}, None)
    fate = {name: cards.fate.top for name, cards in state.decks.items() if cards.fate.top}
    discards = {name: state.decks[name].discard.top for name in state.seats}
    return Open(fate, discards, state.last.who if state.last is not None else None)


def _offers(
    seat: str, situation: Situation, around: list[Character | Bystander], cards: Open
) -> list[Offer]:
    """What a seat may do, from what it depends on and nothing else."""
    people = [_person(one) if isinstance(one, Bystander) else one for one in around]
    last = None
    if cards.drawer is not None:
        last = Outcome(cards.drawer, "", "", 0, 0, 0, [], "", 0, "miss", success=False)
    return offers(
        Table(
            gm=situation.gm,
            seats=situation.seats,
            switches=situation.switches,
            decks={
                name: Cards(
                    fate=laid(cards.fate.get(name, ())), discard=laid(cards.discards.get(name, ()))
                )
                for name in situation.decks
            },
            characters={who.name: who for who in people},
            map=situation.map,
            zones=situation.zones,
            walls=situation.walls,
            distances=situation.distances,
            combat=situation.combat,
            epic=situation.epic,
            rest=situation.rest,
            last=last,
            narrator=situation.narrator,
            power_set=situation.power_set,
            prices=situation.prices,
        ),
        seat,
    )


def _person(one: Bystander) -> Character:
    return Character(
        one.name,
        one.owner,
        one.kind,
        one.side,
        deck=one.deck,
        target=one.target,
        target_with=one.target_with,
        level=one.level,
        power_options=one.power_options,
        making=one.making,
        hp=int(one.standing),
        conditions=one.conditions,
        effects=one.effects,
        companion_of=one.companion_of,
        x=one.x,
        y=one.y,
        dead=one.dead,
    )
