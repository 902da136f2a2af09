"""GM moves: what the GM does when a result calls for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias, get_args

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, Many, One, Words
from fatedeck.engine.story import capital, worded
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.looks.wording import and_words
from fatedeck.games.thousand_faces.rules import (
    combat,
    equipment,
    flips,
    magic,
    modifiers,
    numbers,
    spans,
)
from fatedeck.games.thousand_faces.rules.equipment import PACK_CARD, PRECIOUS_CARD
from fatedeck.games.thousand_faces.rules.families import OfTheGm, all_foes, players
from fatedeck.games.thousand_faces.state import Die, Foe, Player, Power, Table

GROUP = "GM moves"
KINDS = {
    "escalate the danger": "The danger grows.",
    "reveal an unwelcome truth": "An unwelcome truth comes out.",
    "show signs of an approaching threat": "There are signs of something coming.",
    "deal damage": "It hurts.",
    "use up their resources": "Something is used up.",
    "turn their move back on them": "It turns against you.",
    "separate them": "You’re separated.",
    "give an opportunity that fits a player's cards or a PC's background": (
        "Here’s a chance that suits one of you."
    ),
    "show a downside of appearance, reputation or equipment": (
        "How you look, what you carry or what people say of you tells against you."
    ),
    "offer an opportunity with or without cost": "Here’s a chance. It may have its price.",
    "tell the requirements or consequences and ask": "You see what it would take, or lead to.",
}
"""What the GM does when a result calls for it, and how it is told. TFA-267."""

WhatHappens: TypeAlias = Annotated[str, Words(label="What happens?")]


def answer_due(state: Table) -> None:
    """The GM moves; what was due first is done. TFA-266."""
    if state.due:
        state.due.pop(0)


class MakeMove(OfTheGm, frozen=True):
    """Make a GM move, blends allowed; it ends with the question what the players do.

    It need not undo the attempt. TFA-266, TFA-267, TFA-268, TFA-272.
    """

    says = Says("Make a GM move", GROUP)
    kind: Annotated[str, One(tuple(KINDS), called=capital, label="Move", clause="TFA-267")]
    text: WhatHappens = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(note=state.due[0].why if state.due else "")

    def do(self, game: Game[Table], seat: str) -> None:
        answer_due(game.state)
        told = f"{and_words(KINDS[self.kind], self.text)} What do you do?"
        game.tell(told, "TFA-267", "TFA-272", text=self.text)


def why_not_hurt(table: Table, seat: str, who: str, *_: object) -> Refused | None:
    """Why no harm can be done to this PC, or None. TFA-284."""
    if who not in table.living():
        return Refused("TFA-284", f"{who} is dead. Nothing more can happen to them.")
    return None


class DealDamage(OfTheGm, frozen=True):
    """A source that threatens a PC in the fiction strikes; the player runs the Four Ds. TFA-269."""

    says = Says("Deal damage", GROUP)
    seat: Annotated[str, Figure(players, why_not_hurt, label="Player", clause="TFA-2")]
    power: Annotated[Power, One(get_args(Power), label="Attack power")]
    source: Annotated[str, Words(label="From what?")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        answer_due(game.state)
        if self.source:
            game.tell("{source} threatens {seat}.", "TFA-269", source=self.source, seat=self.seat)
        combat.attack(game, self.seat, self.power)


class RevealCard(OfTheGm, frozen=True):
    """Ask a player to reveal a card as a random aid; that is no flip. TFA-88, TFA-271."""

    says = Says("Ask for a random card", GROUP)
    seat: Annotated[str, Figure(players, label="Player", clause="TFA-2")]
    die: Annotated[Die, One(get_args(Die), label="Number")]

    def do(self, game: Game[Table], seat: str) -> None:
        numbers.number(game, self.seat, self.die)


# Resources

MARKER = "a marker token"
USED_UP = (
    PACK_CARD,
    PRECIOUS_CARD,
    MARKER,
    "an item",
    "damage an item",
    "end an effect",
    "a charge",
    "capacity",
)
SPOILED = {"damage an item": "an item is damaged", "end an effect": "an effect ends"}


def why_not_use_up(table: Table, seat: str, what: str, who: str) -> Refused | None:
    """Why a PC has nothing of this kind to lose, or None. TFA-270."""
    player = table.players[who]
    match what:
        case "a Pack card":
            left = player.pack > 0
        case "a precious Pack card":
            left = player.precious > 0
        case "a marker token":
            left = player.trap_tokens > 0 or any(edge.amount > 0 for edge in player.edges)
        case _:
            things = carried(table, seat, who, what)
            reasons = [why_not_on(table, seat, name, who, what) for name in things]
            none = Refused("TFA-270", f"{who} doesn’t have an item like that.")
            return None if None in reasons else next(iter(reasons), none)
    return None if left else Refused("TFA-270", f"{who} has no {what.removeprefix('a ')}.")


def why_nothing_to_use_up(table: Table, seat: str, who: str) -> Refused | None:
    """Why nothing of this PC's can be used up, or None. TFA-270."""
    if any(why_not_use_up(table, seat, what, who) is None for what in USED_UP):
        return None
    return Refused("TFA-270", f"{who} has nothing to use up.")


def carried(table: Table, seat: str, who: str, what: str) -> list[str]:
    """What a PC carries for all to see, where an item is to be named. TFA-8."""
    if what in (PACK_CARD, PRECIOUS_CARD, MARKER):
        return []
    return [item.name for item in table.players[who].items if not item.secret]


def why_not_on(table: Table, seat: str, name: str, who: str, what: str) -> Refused | None:
    """Why this cannot be done to this item, or None. TFA-141, TFA-270."""
    item = table.players[who].item(name)
    assert item is not None
    match what:
        case "end an effect" if not item.flowing:
            return Refused("TFA-270", f"No magic flows through {name}.")
        case "a charge" if not item.charges:
            return Refused("TFA-270", f"{name} is already depleted.")
        case "capacity" if not item.is_magic:
            return Refused("TFA-270", f"{name} has no capacity.")
        case "damage an item":
            return equipment.why_not_damage(item)
    return None


class UseUp(OfTheGm, frozen=True):
    """Use up their resources: effects, charges, capacity, Pack, items or tokens; never XP.

    TFA-36, TFA-270.
    """

    says = Says("Use up their resources", GROUP)
    seat: Annotated[str, Figure(players, why_nothing_to_use_up, label="Player", clause="TFA-2")]
    what: Annotated[
        str, One(USED_UP, why_not_use_up, called=capital, after=("seat",), clause="TFA-270")
    ]
    item: Annotated[str, One(carried, why_not_on, after=("seat", "what"), clause="TFA-270")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[self.seat]
        item = player.item(self.item)
        match self.what:
            case "a Pack card" | "a precious Pack card":
                equipment.drop(game, self.seat, self.what)
            case "a marker token":
                _take_marker(player)
            case _ if item is None:
                pass
            case "damage an item":
                equipment.damage_item(game, self.seat, item)
            case "an item":
                equipment.destroy(game, self.seat, item)
            case "end an effect":
                item.flowing = False
            case "a charge":
                item.charges -= 1
            case "capacity":
                magic.reduce_capacity(game, self.seat, item)
        answer_due(game.state)
        what = SPOILED.get(self.what, self.what)
        game.tell(
            "The GM uses up {seat}’s resources: {what}.", "TFA-270", seat=self.seat, what=what
        )


def _take_marker(player: Player) -> None:
    """An advantage kept for later, or else a token of It's a Trap!, is gone. TFA-270."""
    kept = [edge for edge in player.edges if edge.amount > 0]
    if kept:
        player.edges.remove(kept[-1])
    else:
        player.trap_tokens -= 1


# Foes attack


def why_not_attack(table: Table, seat: str, name: str, *_: object) -> Refused | None:
    """Why this foe attacks nobody now, or None. TFA-283, TFA-336."""
    foe = table.foe(name)
    if foe is None or not foe.is_up():
        return Refused("TFA-336", f"{name} isn’t in the fight any more.")
    if foe.held:
        return Refused("TFA-283", f"{name} is kept from acting.")
    return None


def how_many_foes(table: Table, seat: str) -> int:
    return len(table.foes)


class GangUp(OfTheGm, frozen=True):
    """Foes attack one PC: one attacker's die plus 1 for each further attacker.

    In the second format the PC first flips Defy Danger: ✅ suffers 1 for each attacker, ✔✔ and ✔✔✔
    nothing. TFA-332, TFA-333.
    """

    says = Says("Foes attack", GROUP)
    seat: Annotated[str, Figure(players, why_not_hurt, label="Whom", clause="TFA-332")]
    foes: Annotated[
        list[str], Many(Figure(all_foes, why_not_attack), 1, how_many_foes, clause="TFA-332")
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return any(foe.is_up() for foe in state.foes)

    def do(self, game: Game[Table], seat: str) -> None:
        state, attacked = game.state, [self.seat]
        answer_due(state)
        lead = state.foe(self.foes[0])
        assert lead is not None
        power, extra = combat.foe_power(lead), len(self.foes) - 1
        if state.combat == 2 and state.players[self.seat].is_able():
            result, aids = _defy(game, self.seat, self.foes, lead)
            if result > 2:
                return
            attacked += aids  # TFA-60
            if result == 2:
                power, extra = str(len(self.foes)), 0
        for one in attacked:
            combat.attack(game, one, power, extra=extra, foe=lead)


def _defy(game: Game[Table], seat: str, names: list[str], lead: Foe) -> tuple[int, list[str]]:
    """The PC flips Defy Danger; the result, and who aided. TFA-333."""
    state, player = game.state, game.state.players[seat]
    prompt = worded(
        "{who} {who:attacks|gang up on} you. What do you defy danger with?", {"who": names}
    )
    names = player.attributes_free()
    labels = {name: name.title() for name in names}
    attribute = game.choose(seat, "defy-with", prompt, names, "TFA-333", labels=labels)
    face = catalogue.moves()["defy_danger"]
    net = modifiers.lasting(state, seat, face, attribute, lead)
    net += modifiers.use_up(state, seat, lead, attacks=False, red_token=False)
    aids = flips.gather_help(game, seat, face)
    outcome = flips.flip(game, seat, player.suit(attribute), net, face=face, supporters=aids)
    spans.resolved(player, face.id)
    return outcome.result, [aid.seat for aid in aids]
