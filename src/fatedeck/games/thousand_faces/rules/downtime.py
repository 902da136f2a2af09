"""Downtime: what takes a day, Rest, Seek Help, and Sharpen & Stitch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One, Words
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.looks.wording import and_words
from fatedeck.games.thousand_faces.rules import (
    equipment,
    flips,
    magic,
    modifiers,
    moves,
    points,
    spans,
    stamina,
)
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.families import WhatMayBeForgotten
from fatedeck.games.thousand_faces.state import Due, Move, Player, Table

DOWNTIME = "Downtime"
ENOUGH = "enough"
REPAIRS: tuple[Literal["flip", "pay a local"], ...] = ("flip", "pay a local")


class InDowntime(WhatMayBeForgotten, frozen=True):
    """What a PC does at leisure, and what was forgotten was; the tutorial has no leisure.

    TFA-183, TFA-194, TFA-197, TFA-328.
    """

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.phase == "play"

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.players[seat].mercy:
            return None
        if state.combat or state.pursuit is not None:
            return Refused("TFA-197", "You can’t do that in combat or on the run.")
        if state.players[seat].puzzle is not None:
            return Refused("TFA-205", "Finish your mini-game first.")
        return None


class TakesTheDay(InDowntime, frozen=True):
    """A downtime move that the day goes into: one for each PC and day. TFA-195, TFA-205."""

    takes_a_town: ClassVar[bool] = True
    may_go_on: ClassVar[bool] = False

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        player = state.players[seat]
        if player.mercy:
            return None
        if cls.takes_a_town and not state.town:
            return Refused("TFA-194", f"{cls.says.label} takes a day in town.")
        if player.downtime and not (cls.may_go_on and player.downtime == cls.says.label):
            return Refused("TFA-195", f"You spent today on {player.downtime}. Wait for a new day.")
        return None

    @classmethod
    def spend_day(cls, player: Player) -> None:
        """The day goes into this, unless it was a forgotten day. TFA-183, TFA-195."""
        if not player.mercy:
            player.downtime = cls.says.label
        cls.use_leave(player)


# Rest and Seek Help


class Rest(TakesTheDay, frozen=True):
    """Tokens off, cards back but one for each Harm and Wound, one Harm less, items and armour.

    Out of combat, not travelling, several hours.
    TFA-194, TFA-197, TFA-198, TFA-199, TFA-200, TFA-201, TFA-202, TFA-206.
    """

    says = Says("Rest", DOWNTIME)
    takes_a_town = False
    blame: Annotated[str, Words(label="Who do you blame?")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        state, player = game.state, game.state.players[seat]
        if not game.may(
            state.gm,
            "quiet-hours",
            f"{name_of(game, seat)} wants to rest. Are there a few quiet hours?",
            "TFA-197",
        ):
            game.tell("There’s no time for {who} to rest.", "TFA-197", who=seat)
            return
        self.spend_day(player)
        player.resting = True
        points.note_rest(state)
        _clear_exhaustion(player)
        _bring_back(game, seat, player.harm + player.wounds)
        _return_a_harm(game, seat)
        _recover(player)
        told = "{who} rests and blames {whom}." if self.blame else "{who} rests."
        game.tell(told, "TFA-198", who=seat, whom=self.blame)


def _clear_exhaustion(player: Player) -> None:
    for card in player.moves:
        card.exhaustion = 0


def _bring_back(game: Game[Table], seat: str, stay: int) -> None:
    """So many cards of the player's choice, unseen, stay exhausted. TFA-198, TFA-200."""
    player = game.state.players[seat]
    while len(player.exhaustion) > stay:
        stamina.pick_exhausted(game, seat, player.discard)


def _return_a_harm(game: Game[Table], seat: str) -> None:
    """One Harm token leaves the Exhaustion pile or a move card. TFA-199, TFA-202."""
    player = game.state.players[seat]
    places: dict[str, Player | Move] = {"the Exhaustion pile": player} if player.harm else {}
    for card in player.moves:
        if card.harm and card.id != "like_a_second_skin":
            places[card.face.name] = card
    if not places:
        return
    name = next(iter(places))
    if len(places) > 1:
        labels = {place: capital(place) for place in places}
        prompt = "Where do you remove the Harm token from?"
        name = game.choose(seat, "harm-from", prompt, places, "TFA-199", labels=labels)
    places[name].harm -= 1


def _recover(player: Player) -> None:
    """Idle items recharge, armour is girded, cards turn up. TFA-201, TFA-204, TFA-206."""
    magic.recharge(player)
    for item in player.items:
        item.harm = item.wound = 0
    skin = player.card("like_a_second_skin")
    if skin is not None:
        skin.harm = skin.wound = 0
    moves.turn_up(player, "rest")


class SeekHelp(TakesTheDay, frozen=True):
    """All Exhaustion and Harm tokens and wound cards go; at The Hearth the Wounds too.

    A peaceful place with healing from others, and a day.
    TFA-194, TFA-203, TFA-204, TFA-205, TFA-206, TFA-305, TFA-311.
    """

    says = Says("Seek Help", DOWNTIME)
    takes_a_town = False
    text: Annotated[str, Words(label="Where and how?")] = ""
    forgives: Annotated[str, Words(label="Who are you closer to forgiving?")] = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        healing = state.peaceful or state.at_hearth or state.hearth_revealed
        if not healing and not state.players[seat].mercy:
            return Refused("TFA-203", "You can only Seek Help in a peaceful place with healing.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state, player = game.state, game.state.players[seat]
        self.spend_day(player)
        points.note_rest(state)
        game.tell(and_words("{who} seeks help.", self.text), "TFA-203", who=seat, text=self.text)
        _clear_exhaustion(player)
        player.harm = 0
        for card in player.moves:
            card.harm = 0
        _bring_back(game, seat, player.wounds)
        stamina.return_wound_cards(state, player)
        if self.forgives:
            told = "{who} is closer to forgiving {forgives}."
            game.tell(told, "TFA-203", who=seat, forgives=self.forgives)
        if state.hearth_revealed or (state.at_hearth and state.hearth_available):
            _heal_at_the_hearth(game, seat)
        _recover(player)


def _heal_at_the_hearth(game: Game[Table], seat: str) -> None:
    """All Wounds heal; once it is revealed each gives a Journey point. TFA-203, TFA-305."""
    state, player = game.state, game.state.players[seat]
    healed, player.wounds = player.wounds, 0
    if healed:
        wounds = "a Wound" if healed == 1 else f"{healed} Wounds"
        game.tell(
            "The Hearth heals {wounds} of {who}’s.", "TFA-203", "TFA-310", wounds=wounds, who=seat
        )
    if state.hearth_revealed and healed:
        points.gain_journey(game, healed, "Wounds healed at The Hearth", "TFA-305")


# Sharpen & Stitch


def why_not_sharpen(state: Table, seat: str, how: str) -> Refused | None:
    """During Rest, or in town for one card that a local finds precious. TFA-207, TFA-208."""
    player = state.players[seat]
    if how == "flip":
        if not (player.resting or player.mercy):
            return Refused("TFA-207", "You can only Sharpen & Stitch while you Rest.")
        if player.is_berserk:
            return Refused("TFA-352", "You’re berserk: no Int moves until you Take a Breather.")
        return flips.why_not_flip(player)
    if not (state.town or player.mercy):
        return Refused("TFA-208", "Someone in town would do it, for something precious.")
    if not _payable(state, seat):
        return Refused("TFA-208", "You have no card to pay with.")
    return None


def _payable(state: Table, seat: str) -> list[str]:
    """What may be offered to a local; a secret item must be shown first. TFA-8, TFA-208."""
    secret = magic.secret_items(state, seat)
    return [what for what in equipment.droppable(state, seat) if what not in secret]


class Sharpen(InDowntime, frozen=True):
    """Sharpen & Stitch: take red cards off the own items. TFA-207, TFA-208."""

    says = Says("Sharpen & Stitch", DOWNTIME)
    how: Annotated[Literal["flip", "pay a local"], One(REPAIRS, why_not_sharpen, called=capital)]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return any(item.damage for item in state.players[seat].items)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not any(item.damage for item in state.players[seat].items):
            return Refused("TFA-207", "Nothing of yours is damaged.")
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way({"how": how}, f"Sharpen & Stitch: {how}") for how in REPAIRS]

    def do(self, game: Game[Table], seat: str) -> None:
        if self.how == "flip":
            _sharpen(game, seat)
        elif not _is_paid(game, seat):
            return
        self.use_leave(game.state.players[seat])


def _is_paid(game: Game[Table], seat: str) -> bool:
    """All is repaired for one card, if a local finds it precious. TFA-208."""
    state = game.state
    payable = _payable(state, seat)
    what = game.choose(
        seat, "precious-to-local", "Which of your cards might a local find precious?", payable
    )
    prompt = f"Does a local find {what} precious?"
    if not game.may(state.gm, "is-precious", prompt, "TFA-208"):
        game.tell("Nobody wants {what}.", "TFA-208", what=what)
        return False
    equipment.drop(game, seat, what)
    for item in state.players[seat].items:
        item.damage = 0
    game.tell("All of {who}’s things are repaired.", "TFA-208", who=seat)
    return True


def _sharpen(game: Game[Table], seat: str) -> None:
    """A flip during Rest says how much Pack each red card costs. TFA-207."""
    state, player = game.state, game.state.players[seat]
    face = catalogue.moves()["sharpen_and_stitch"]
    net = modifiers.lasting(state, seat, face, "int", None)
    aids = flips.gather_help(game, seat, face)
    outcome = flips.flip(game, seat, player.suit("int"), net, face=face, supporters=aids)
    spans.resolved(player, face.id)
    if outcome.result == 1:
        state.due.append(Due([seat, *(aid.seat for aid in aids)], "Sharpen & Stitch: ✗."))
        return
    pack, cards = {2: (2, 1), 3: (1, 1), 4: (1, 2)}[outcome.result]
    price = f"{face.res[catalogue.KEYS[outcome.result]]}. Which item do you repair?"
    while player.pack + player.precious >= pack and _take_off_red(game, seat, price):
        equipment.spend_pack(game, seat, pack, "Sharpen & Stitch")
        if cards == 2:
            _take_off_red(game, seat, "That Pack removes 1 more. Which item do you repair?")


def _take_off_red(game: Game[Table], seat: str, prompt: str) -> bool:
    """One red card comes off an item of the player's choice, if one is wanted. TFA-207."""
    broken = {item.name: item for item in game.state.players[seat].items if item.damage}
    if not broken:
        return False
    labels = {ENOUGH: "Enough"}
    name = game.choose(seat, "mend", prompt, [*broken, ENOUGH], "TFA-207", labels=labels)
    if name == ENOUGH:
        return False
    broken[name].damage -= 1
    game.tell("{who} mends {name}.", "TFA-207", who=seat, name=name)
    return True
