"""A Thousand Faces of Adventure as a plug-in: ties the chapters together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from fatedeck.engine.actions import chapters
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Offer
from fatedeck.engine.prospects import CourseStudy, Judged, PlightStudy, Prospect, Study
from fatedeck.engine.ruleset import Policy, Ruleset, Seating
from fatedeck.engine.view import Face, View
from fatedeck.games.thousand_faces import state as states
from fatedeck.games.thousand_faces.looks import faces, view
from fatedeck.games.thousand_faces.machine import policy
from fatedeck.games.thousand_faces.odds import fights as duels
from fatedeck.games.thousand_faces.odds import plights, prospects
from fatedeck.games.thousand_faces.rules import actions as do
from fatedeck.games.thousand_faces.rules import (
    attempts,
    calls,
    campaign,
    choosing,
    creation,
    downtime,
    effects,
    equipment,
    experience,
    feats,
    foes,
    gifts,
    gm_moves,
    journey,
    learning,
    magic,
    offers,
    pursuit,
    puzzles,
    scenes,
    set_up,
    shadow,
    stamina,
    talk,
)
from fatedeck.games.thousand_faces.rules.families import Deed, why_not_act
from fatedeck.games.thousand_faces.state import Table

Kinds: TypeAlias = frozenset[type[do.Anything]]

PC_ACTS: Kinds = frozenset(
    (
        do.Drop,
        do.Give,
        do.ExchangePack,
        do.NamePack,
        do.TurnIntoPack,
        do.GoodThing,
        do.AskAhead,
    )
)
"""What only a PC who can act does, beside moves and downtime, which ask for themselves. TFA-95."""

FORGOTTEN: Kinds = frozenset(
    (
        do.ExchangePack,
        do.Rest,
        do.SeekHelp,
        do.Sharpen,
        do.Study,
        do.Shop,
        do.TellTales,
        do.Contemplate,
    )
)
"""What a mercy flashback lets a player do although time and place have passed. TFA-183."""


class ThousandFaces(Ruleset[Table, states.Options, do.Anything | Deed]):
    """One GM, one to five players, a deck that is also the body. TFA-1."""

    id = "thousand-faces"
    title = "A Thousand Faces of Adventure"
    version = "1"
    summary = (
        "Fantasy told as a conversation; your deck of 20 cards is your luck and your body. Moves, "
        "wounds, magic and small games with the cards carry heroes from the call to the last scene."
    )
    learn = (
        "One GM, one to five players. Say what your character does; when it is uncertain the GM "
        "names a move and you flip a card of your Deckahedron, reading the sign next to the suit "
        "of your attribute: ✗ ✅ ✔✔ ✔✔✔. Attacks push your cards into the Exhaustion pile; with "
        "3 cards left you are out. XP cards let you flash back, learn and shop."
    )
    attribution = (
        "A Thousand Faces of Adventure by Shandy Brown (github.com/sjbrown/1kfa), licensed CC BY "
        "3.0; contains material from Dungeon World, Copyright 2012 Sage Kobold Productions, "
        "authors Sage LaTorra and Adam Koebel. Rules restated and adapted."
    )
    licence = "CC BY 3.0, http://creativecommons.org/licenses/by/3.0/"
    seating = Seating(game_master=True, fewest=1, most=5)
    actions = (
        *do.EVERY,
        *chapters(
            Deed,
            creation,
            choosing,
            set_up,
            pursuit,
            puzzles,
            attempts,
            feats,
            learning,
            stamina,
            equipment,
            magic,
            downtime,
            experience,
            calls,
            gm_moves,
            foes,
            shadow,
            journey,
            scenes,
            gifts,
            campaign,
            talk,
        ),
    )
    State = Table
    Options = states.Options

    def begin(self, options: states.Options, seats: Sequence[Seat]) -> Table:
        return set_up.begin(options, seats)

    def setup(self, game: Game[Table]) -> None:
        choosing.deal(game)

    def offers(self, state: Table, seat: str) -> list[Offer]:
        return [*offers.offers(state, seat), *super().offers(state, seat)]

    def perform(self, game: Game[Table], seat: str, action: do.Anything | Deed) -> None:
        if isinstance(action, Deed):
            super().perform(game, seat, action)
            pursuit.check_rabbit(game)
            return
        if refused := why_not_perform(game.state, seat, action):
            raise refused
        _perform_player(game, seat, action)
        if type(action) in FORGOTTEN:
            game.state.players[seat].mercy = False
        if game.state.pursuit is not None:
            pursuit.check_rabbit(game)

    def view(self, state: Table, seat: str | None) -> View:
        return view.view(state, seat)

    def views(self, state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
        return view.views(state, seats, drawn)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        """Undrawn and exhausted cards, and the supplies. TFA-6.

        Hands of a draft are not among them: passed on, they are soon seen.
        """
        groups = [[state.blessings.bag], [state.wounds.bag]]
        for name, player in state.seated():
            deck = [player.deck.top, player.deck.bag, player.deck.bottom]
            if name != seat or state.options.stamina != "heroic":
                deck.append(player.exhaustion.bag)
            groups.append(deck)
        return groups

    def is_over(self, state: Table) -> bool:
        return state.phase == "over"

    def faces(self, options: states.Options) -> dict[str, Face]:
        return faces.faces()

    def prospects(self, state: Table, seat: str) -> list[Prospect]:
        return prospects.prospects(state, seat)

    def unseen(self, state: Table, seat: str) -> list[str]:
        return prospects.unseen(state, seat)

    def remaining(self, state: Table, seat: str) -> list[str]:
        return prospects.remaining(state, seat)

    def discarded(self, state: Table, seat: str) -> list[str]:
        return prospects.discarded(state, seat)

    def judged(self, before: Table, after: Table) -> list[Judged]:
        return prospects.judged(before, after)

    def studies(self) -> list[Study]:
        return prospects.studies()

    def courses(self) -> list[CourseStudy]:
        return duels.courses()

    def plights(self) -> list[PlightStudy[Table]]:
        return plights.plights()

    def standing(self, state: Table, seat: str) -> Fraction:
        return prospects.standing(state, seat)

    def policy(self) -> Policy[Table]:
        return policy.Adventurer()


def why_not_perform(state: Table, seat: str, action: do.Anything) -> Refused | None:
    """Who may do this at all, and in which phase. TFA-2, TFA-309, TFA-327."""
    if state.phase == "over":
        return Refused("TFA-309", "The campaign is over.")
    if seat == state.gm:
        return Refused("TFA-2", "That is for a player's character.")
    if state.phase == "creation":
        return Refused("TFA-327", "Play has not begun yet.")
    if type(action) in PC_ACTS:
        return why_not_act(state, seat)
    return None


def _perform_player(game: Game[Table], seat: str, action: do.Anything) -> None:
    match action:
        case do.UseCard():
            feats.use_card(game, seat, action)
        case do.Drop(what=what):
            equipment.drop(game, seat, what)
        case do.Give(what=what, to=to):
            if refused := equipment.why_not_hand_over(game.state, seat, to):
                raise refused
            equipment.hand_over(game, seat, to, what)
        case do.ExchangePack():
            equipment.exchange(game, seat)
        case do.NamePack(kind=kind, name=name):
            equipment.name_pack(game, seat, kind, name)
        case do.TurnIntoPack(item=item):
            equipment.turn_into_pack(game, seat, item)
        case do.GoodThing(thing=thing, price=price, afterwards=afterwards, consumed=consumed):
            keep = afterwards == "kept"
            equipment.good_thing(game, seat, thing, price, consumed, keep=keep)
        case do.EndFlow(item=item):
            magic.end_flow(game, seat, item)
        case do.HideItem():
            _hide(game, seat, action)
        case do.AskAhead(question=question):
            effects.ask_ahead(game, seat, question)
        case do.FreeCard(move=move):
            learning.free_card(game, seat, move)
        case do.Rest(blame=blame):
            downtime.rest(game, seat, blame)
        case do.SeekHelp(text=text, forgives=forgives):
            downtime.seek_help(game, seat, text, forgives)
        case do.Sharpen(how=how):
            downtime.sharpen(game, seat, how)
        case do.Study(move=move):
            downtime.study(game, seat, move)
        case do.Shop(wish=wish):
            downtime.shop(game, seat, wish)
        case do.TellTales():
            downtime.tell_tales(game, seat, action)
        case do.Contemplate():
            downtime.contemplate(game, seat, action)


def _hide(game: Game[Table], seat: str, action: do.HideItem) -> None:
    """The owner of a secret item may show it, and no other item may be hidden. TFA-8."""
    item = game.state.players[seat].item(action.item)
    if item is None or not item.secret or action.how == "hide":
        raise Refused("TFA-8", "Only an item that was secret from the start can be shown.")
    item.secret = False
    game.tell(f"{seat} shows {item.name}.", "TFA-8")
