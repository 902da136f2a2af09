"""Encounters: how one begins, ending a turn, and what is taken in hand during it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One
from fatedeck.games.realms_behind.looks.things import the_thing, thing_called
from fatedeck.games.realms_behind.rules.carrying import move_item, where, why_not_carry
from fatedeck.games.realms_behind.rules.derived import (
    can_act,
    gear_of,
    initiative,
    reactions_per_round,
    speed,
    total,
)
from fatedeck.games.realms_behind.rules.families import (
    SCENE,
    TURN,
    OfTheGmInPlay,
    OnATurn,
    OnMyTurn,
)
from fatedeck.games.realms_behind.rules.field import fallen, standing
from fatedeck.games.realms_behind.rules.turns import begin_turn, declare, find_room, pass_turn
from fatedeck.games.realms_behind.state import Being, Character, Place, Table


class StartEncounter(OfTheGmInPlay, frozen=True):
    """Everyone takes a place in the order of Initiative and the first turn begins. RB-15.4.

    Foes who were Downed before can do nothing (RB-13.3), and take none.
    """

    says = Says("Begin the Encounter", SCENE)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.phase != "encounter"

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.phase == "encounter":
            return Refused("RB-15.1", "An Encounter is already under way. End it first.")
        if not any(map(can_act, state.creatures.values())):
            return Refused("RB-15.1", "Bring in at least one creature first.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        table = game.state
        table.phase = "encounter"
        table.round = 1
        for being in _taking_part(table):
            being.reactions = reactions_per_round(being)
            find_room(table, being)
        table.order = _order(game)
        table.turn = 0
        game.tell("An Encounter begins. The order is {order}.", "RB-15.4", order=table.order)
        begin_turn(game)


def _taking_part(table: Table) -> list[Being]:
    """Everyone on the ground but the foes of an earlier Encounter who still lie there."""
    down = fallen(table)
    return [being for being in standing(table) if being.name not in down]


def _order(game: Game[Table]) -> list[str]:
    """Initiative, then Awareness, then Luck (creatures count as 0), then chance. RB-15.4."""
    groups: dict[tuple[int, int, int], list[str]] = {}
    for being in _taking_part(game.state):
        luck = being.luck if isinstance(being, Character) else 0
        rank = (initiative(being), total(being, "awareness"), luck)
        groups.setdefault(rank, []).append(being.name)
    order = []
    for rank in sorted(groups, reverse=True):
        names = groups[rank]
        while len(names) > 1:
            picked = game.pick(names)
            names.remove(picked)
            order.append(picked)
        order += names
    return order


class EndTurn(OnATurn, frozen=True):
    """Unused AP are lost; the next in the order begins. RB-15.6."""

    says = Says("End the turn", TURN)

    def do(self, game: Game[Table], seat: str) -> None:
        pass_turn(game, game.state.being(game.state.whose_turn()))


# Things in hand


class Handling(OnMyTurn, frozen=True):
    """Putting a thing elsewhere while others fight."""

    on_paper = True

    def put(self, game: Game[Table], seat: str, item: str, moved: dict[str, Place]) -> None:
        """Pay for it; a reaction may still stop it. RB-15.8."""
        character, basic = game.state.players[seat], self.basic()
        character.ap -= self.ap()
        if declare(game, character, f"{basic.id} {the_thing(item)}", basic.tags):
            for name, place in moved.items():
                move_item(game, character, character.items[name], place)


def at_hand(table: Table, seat: str) -> list[str]:
    return _carried(table, seat, "at-hand")


def worn(table: Table, seat: str, item: str) -> list[str]:
    return _carried(table, seat, "equipped")


def packed(table: Table, seat: str) -> list[str]:
    return _carried(table, seat, "inventory")


def _carried(table: Table, seat: str, place: Place) -> list[str]:
    return [item.name for item in table.players[seat].items.values() if item.place == place]


def why_not_ready(table: Table, seat: str, item: str) -> Refused | None:
    """Why a thing cannot be taken in hand, whatever goes back."""
    refused = why_not_put_back(table, seat, "", item)
    backs = worn(table, seat, item) if refused is not None else ()
    return refused if all(why_not_put_back(table, seat, back, item) for back in backs) else None


def why_not_put_back(table: Table, seat: str, back: str, item: str) -> Refused | None:
    """Why a thing cannot go back for another. RB-19.4 to RB-19.8."""
    moved: dict[str, Place] = {item: "equipped"}
    return why_not_carry(table.players[seat], moved | ({back: "at-hand"} if back else {}))


class Ready(Handling, frozen=True):
    """One thing from At-Hand to Equipped; one may go the other way. RB-15.9."""

    says = Says("Ready an item", TURN)
    item: Annotated[
        str, One(at_hand, why_not_ready, called=thing_called, label="Item", clause="RB-19.1")
    ]
    back: Annotated[
        str,
        One(
            worn,
            why_not_put_back,
            called=thing_called,
            none="nothing",
            label="Put back",
            after=("item",),
            clause="RB-19.1",
        ),
    ] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(at_hand(state, seat))

    def why_not(self, state: Table, seat: str) -> Refused | None:
        return why_not_put_back(state, seat, self.back, self.item)

    def do(self, game: Game[Table], seat: str) -> None:
        moved: dict[str, Place] = {self.item: "equipped"}
        self.put(game, seat, self.item, moved | ({self.back: "at-hand"} if self.back else {}))


def why_not_take_out(table: Table, seat: str, place: Place, item: str) -> Refused | None:
    return why_not_carry(table.players[seat], {item: place})


def why_not_retrieve(table: Table, seat: str, item: str) -> Refused | None:
    """Why a thing cannot be taken out of the Inventory, be it worn or At-Hand."""
    at_hand = why_not_take_out(table, seat, "at-hand", item)
    return at_hand and why_not_take_out(table, seat, "equipped", item)


class Retrieve(Handling, frozen=True):
    """One thing from Inventory to Equipped or At-Hand. RB-15.9."""

    says = Says("Retrieve an item", TURN)
    item: Annotated[
        str, One(packed, why_not_retrieve, called=thing_called, label="Item", clause="RB-15.9")
    ]
    place: Annotated[
        Place,
        One(
            ("equipped", "at-hand"),
            why_not_take_out,
            called=where,
            label="Where",
            after=("item",),
            clause="RB-15.9",
        ),
    ] = "equipped"

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(packed(state, seat))

    def do(self, game: Game[Table], seat: str) -> None:
        self.put(game, seat, self.item, {self.item: self.place})


def fleet_things(table: Table, seat: str) -> list[str]:
    things = table.players[seat].items.values()
    return [thing.name for thing in things if thing.enhancements and gear_of(thing).fleet]


def why_not_fleet(table: Table, seat: str, item: str) -> Refused | None:
    """Why a Fleet thing gives no more Speed now. RB-18.22."""
    character = table.players[seat]
    thing = character.items[item]
    if thing.place != "equipped":
        return Refused("RB-18.22", f"You aren’t wearing {the_thing(item)}.")
    fleet = gear_of(thing).fleet
    if fleet and character.used_today.get(f"{item} fleet", 0) >= fleet.uses:
        spent = f"You have used {the_thing(item)} {fleet.uses} times today. Wait for tomorrow."
        return Refused("RB-18.22", spent)
    return None


class Fleet(OnMyTurn, frozen=True):
    """Three times a day Speed +2 for one turn. RB-18.22."""

    says = Says("Be fleet", TURN)
    calmly = False
    on_paper = True
    item: Annotated[str, One(fleet_things, why_not_fleet, called=thing_called, clause="RB-18.22")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [
            Way({"item": item}, f"Be quicker with {the_thing(item)}")
            for item in fleet_things(state, seat)
        ]

    def do(self, game: Game[Table], seat: str) -> None:
        character, used = game.state.players[seat], f"{self.item} fleet"
        character.used_today[used] = character.used_today.get(used, 0) + 1
        fleet = gear_of(character.items[self.item]).fleet
        assert fleet is not None
        character.speed_this_turn += fleet.speed_this_turn
        game.tell(
            "{seat} is fleet of foot: Speed {speed}.", "RB-18.22", seat=seat, speed=speed(character)
        )
