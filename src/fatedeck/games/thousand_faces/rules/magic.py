"""Magic items: charges, capacity, ONGOING effects, and what their effects do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import blows, equipment, numbers, stamina
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.families import OfAPlayer, WhereThereIsOne
from fatedeck.games.thousand_faces.state import Foe, Item, Player, Table

CHANNEL = "channel_the_living_light"
ENTREAT = "entreat_the_blood_bound"
ITEM_MOVES = ("use_a_magic_item", CHANNEL, "breach_the_dam", "counterspell")
"""The moves that work through an undepleted magic item of one's own."""

CASTS = ("use_a_magic_item", CHANNEL, "fundamental_magic")
"""Moves that keep to the limits of an effect; Breach the Dam may ignore them. TFA-363."""


def is_bound(player: Player) -> bool:
    """Entreat the Blood-Bound is in force while its wound card is unhealed. TFA-169, TFA-170."""
    return player.bound_wounds > 0


def why_not_item(state: Table, seat: str, item: Item | None, move: str) -> Refused | None:
    """Why a move cannot work through this item. TFA-158, TFA-161, TFA-167, TFA-175, TFA-358."""
    player = state.players[seat]
    if item is None or not item.is_magic:
        return Refused("TFA-161", "You need a magic item of your own for that.")
    if not item.charges:
        return Refused("TFA-158", f"{item.name} is depleted. It recharges when you rest.")
    if move == "counterspell":
        return None
    if item.source == ENTREAT and not is_bound(player):
        return Refused("TFA-175", f"{item.name} only works while you entreat the Blood-Bound.")
    if item.source == CHANNEL and move != CHANNEL:
        return Refused("TFA-175", f"{item.name} only works through Channel the Living Light.")
    for other in player.items:
        if other.flowing and other.base == "invisibility" and other is not item:
            return Refused("TFA-167", f"End {other.name} first: you can’t use another item.")
    return why_not_cast(state, item.base) if move in CASTS else None


def usable_items(state: Table, seat: str, move: str) -> list[str]:
    """The own items that a move may work through now."""
    if move not in ITEM_MOVES:
        return []
    return [
        item.name
        for item in state.players[seat].items
        if item.is_magic and why_not_item(state, seat, item, move) is None
    ]


def pay_charge(game: Game[Table], seat: str, item: Item) -> None:
    """Each use costs 1 charge, also on ✗, unless the Blood-Bound waives it. TFA-162, TFA-169."""
    if is_bound(game.state.players[seat]):
        return
    item.charges -= 1


def lose_charge(item: Item) -> None:
    item.charges = max(0, item.charges - 1)


def reduce_capacity(game: Game[Table], seat: str, item: Item) -> None:
    """Charges above the new capacity are lost; below 1 the item is gone. TFA-159, TFA-160."""
    item.capacity -= 1
    item.charges = min(item.charges, item.capacity)
    if item.capacity < 1:
        item.flowing = False
        equipment.destroy(game, seat, item)


def seen_effects(state: Table) -> list[str]:
    """Effects of magic items seen before at this table, by item id."""
    seen = list(state.effects_seen)
    for player in state.players.values():
        seen += [item.base for item in player.items if item.is_magic and not item.secret]
    known = catalogue.items()
    return sorted({effect for effect in seen if effect in known and known[effect].capacity})


def activate(
    game: Game[Table],
    seat: str,
    effect: str,
    *,
    item: Item | None = None,
    foe: Foe | None = None,
    target: str = "",
    times: int = 1,
) -> None:
    """The effect happens; an ONGOING one flows until it is ended. TFA-165, TFA-166, TFA-368."""
    state, face = game.state, catalogue.items().get(effect)
    gauge = item.gauge if item is not None else face.gauge if face is not None else ""
    if effect not in ("", *state.effects_seen) and not (item is not None and item.secret):
        state.effects_seen.append(effect)
    if item is not None and item.ongoing:
        item.flowing = True
    name = item.name if item is not None else face.name.replace("_", "").strip() if face else effect
    text = item.effect if item is not None else face.effect if face is not None else ""
    _tell(game, seat, item, "{item} takes effect: {effect}.", name, text)
    if effect == "unerring_dispatch":
        blows.strike(game, seat, foe, "", power=gauge, plus=2, times=times, melee=False)
    elif effect == "vitality" and target in state.players and target != seat:
        stamina.regain(game, target, times * (numbers.number(game, seat, gauge) + 2))
    elif effect == "mending" and target in state.players:
        for _ in range(times):
            mend(game, seat, target)


def why_not_cast(state: Table, effect: str) -> Refused | None:
    """Why an effect cannot be worked now: mending takes a rest. TFA-358."""
    if effect == "mending" and (state.combat or state.pursuit is not None):
        return Refused("TFA-358", "Mending takes a rest, and there’s none in a fight or a chase.")
    return None


def why_no_effect(state: Table) -> Refused | None:
    """Why no effect seen before can be cast now. TFA-226, TFA-358."""
    reasons = [why_not_cast(state, effect) for effect in seen_effects(state)]
    if not reasons:
        return Refused("TFA-226", "You haven’t seen a magic item’s effect yet.")
    return None if None in reasons else reasons[0]


def targets(state: Table, seat: str, effect: str) -> list[str]:
    """The PCs whom an effect can do good. TFA-311, TFA-358."""
    players = state.players
    if effect == "vitality":
        return [other for other in state.order if other != seat]
    if effect == "mending" and why_not_cast(state, effect) is None:
        return [one for one in state.order if players[one].harm or players[one].wounds]
    return []


def mend(game: Game[Table], seat: str, target: str) -> None:
    """Heal 1 Harm token, or 1 Wound token with 1 wound card. TFA-311, TFA-358."""
    player = game.state.players[target]
    labels = {"harm-1": "1 Harm"} if player.harm else {}
    labels |= {"wound": "1 Wound"} if player.wounds else {}
    if not labels:
        return
    prompt = f"What do you mend on {name_of(game, target)}?"
    healed = game.choose(seat, "heal", prompt, labels, "TFA-358", labels=labels)
    if healed == "harm-1":
        player.harm -= 1
    else:
        stamina.heal_wound(game, target)
    game.tell("{target} is mended.", "TFA-358", target=target)


def recharge(player: Player) -> None:
    """Rest refills idle items to capacity; a flowing one does not recharge. TFA-166, TFA-201."""
    for item in player.items:
        if item.is_magic and not item.flowing:
            item.charges = max(item.charges, item.capacity)


def flowing(state: Table, seat: str) -> list[str]:
    """The items through which magic flows. TFA-165."""
    return [item.name for item in state.players[seat].items if item.flowing]


class EndFlow(WhereThereIsOne, OfAPlayer, frozen=True):
    """End an ONGOING effect, at any time. TFA-165."""

    says = Says("End an effect", "Things")
    item: Annotated[str, One(flowing, clause="TFA-165")]

    def do(self, game: Game[Table], seat: str) -> None:
        item = game.state.players[seat].item(self.item)
        assert item is not None
        item.flowing = False
        _tell(game, seat, item, "{who} ends {item}.", item.name)


def secret_items(state: Table, seat: str) -> list[str]:
    """What a PC keeps from all others. TFA-8."""
    return [item.name for item in state.players[seat].items if item.secret]


def why_not_hide(state: Table, seat: str, how: str) -> Refused | None:
    """Only I'm Only Here for the Job hides an item. TFA-8."""
    if how == "hide":
        return Refused("TFA-8", "You can’t hide an item later on.")
    return None


class HideItem(WhereThereIsOne, OfAPlayer, frozen=True):
    """Show a magic item that was kept secret; no item can be hidden later. TFA-8."""

    says = Says("Show a secret item", "Things")
    item: Annotated[str, One(secret_items, clause="TFA-8")]
    how: Annotated[Literal["hide", "show"], One(("show", "hide"), why_not_hide, called=capital)]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way({"how": "show"})]

    def do(self, game: Game[Table], seat: str) -> None:
        item = game.state.players[seat].item(self.item)
        assert item is not None
        item.secret = False
        game.tell("{who} shows {item}.", "TFA-8", who=seat, item=item.name)


def entreat(game: Game[Table], seat: str) -> None:
    """Take a wound card without a token; while unhealed, uses cost no charge. TFA-169, TFA-174."""
    player = game.state.players[seat]
    ask_source(game, seat, ENTREAT)
    stamina.gain_wound_card(game, seat)
    player.bound_wounds += 1
    game.tell("{who} entreats the Blood-Bound and takes a wound card.", "TFA-169", who=seat)
    transfuse(game, seat)


def ask_source(game: Game[Table], seat: str, move: str) -> None:
    """At the first use the GM asks who or what it is. TFA-174."""
    player = game.state.players[seat]
    if move in player.benefactors:
        return
    name = catalogue.moves()[move].name
    player.benefactors[move] = game.text(seat, "source", f"{name}: who or what is it?", "TFA-174")


def transfuse(game: Game[Table], seat: str) -> None:
    """Void Transfusion: depleted items come back, by level even above capacity. TFA-354."""
    player = game.state.players[seat]
    card = player.card("void_transfusion")
    if card is None or card.face_down:
        return
    more = {"studied": -1, "expert": 1, "master": 2}[card.level]
    for item in player.items:
        if item.is_magic and not item.charges:
            item.charges = max(1, item.capacity + more)
    game.tell("{who}’s depleted items come back from the void.", "TFA-354", who=seat)


def _tell(
    game: Game[Table], seat: str, item: Item | None, told: str, name: str, effect: str = ""
) -> None:
    """Tell of an item, to its owner alone while it is secret. TFA-8."""
    if item is not None and item.secret:
        game.tell("", "TFA-8", only={seat: told}, who=seat, item=name, effect=effect)
    else:
        game.tell(told, "TFA-161", who=seat, item=name, effect=effect)
