"""What a seat can do between two acts: the actions of the game, and which are allowed now."""

from __future__ import annotations

from typing import TypeAlias

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Action
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.rules.plays import why_not_played
from fatedeck.games.adventurer_factory.rules.reasons import afresh, reason
from fatedeck.games.adventurer_factory.rules.stats import (
    HANDS,
    free_physiques,
    occupants,
    symbols,
)
from fatedeck.games.adventurer_factory.rules.steps import (
    attack,
    concede,
    encounter,
    end_main,
    no_encounter,
    offer_draw,
    parley,
    pay_to_discard,
    play,
    use_action,
    why_not_now,
)
from fatedeck.games.adventurer_factory.rules.uses import why_not_use
from fatedeck.games.adventurer_factory.state import (
    Passing,
    Player,
    Table,
    is_active,
    is_in_play,
    is_permanent,
)


class Play(Action, frozen=True):
    """Play a card from your hand."""

    card: str


class Use(Action, frozen=True):
    """Use an action of one of your cards; `action` counts from 1 as they are printed."""

    card: str
    action: int = 1


class Discard(Action, frozen=True):
    """Pay 1 Mind to discard one of your cards in play."""

    card: str


class Free(Action, frozen=True):
    """Let a Hulking Physique free a hand slot of one of your cards in play."""

    physique: str
    card: str
    hand: str


class EndMain(Action, frozen=True):
    """End your Main Step."""


class Attack(Action, frozen=True):
    """Hold a Simple Attack."""


class Parley(Action, frozen=True):
    """Hold a Simple Parley."""


class Encounter(Action, frozen=True):
    """Hold a card's Encounter; `action` counts from 1 as they are printed."""

    card: str
    action: int = 1


class NoEncounter(Action, frozen=True):
    """Hold no Encounter."""


class PassUntil(Action, frozen=True):
    """Pass on every response until the turn ends, until your turn, or until you are hurt."""

    until: Passing


class OfferDraw(Action, frozen=True):
    """Offer a draw."""


class Concede(Action, frozen=True):
    """Give up."""


Moves: TypeAlias = (
    Play
    | Use
    | Discard
    | Free
    | EndMain
    | Attack
    | Parley
    | Encounter
    | NoEncounter
    | PassUntil
    | OfferDraw
    | Concede
)
MOVES: tuple[type[Moves], ...] = (
    Play,
    Use,
    Discard,
    Free,
    EndMain,
    Attack,
    Parley,
    Encounter,
    NoEncounter,
    PassUntil,
    OfferDraw,
    Concede,
)

END_MAIN, ATTACK, PARLEY, NO_ENCOUNTER = EndMain(), Attack(), Parley(), NoEncounter()


def make(game: Game[Table], seat: str, move: Moves) -> None:
    """Do what a seat has chosen."""
    match move:
        case Play():
            play(game, seat, move.card)
        case Use():
            use_action(game, seat, move.card, move.action)
        case Discard():
            pay_to_discard(game, seat, move.card)
        case Free():
            free(game, seat, move.physique, move.card, move.hand)
        case EndMain():
            end_main(game, seat)
        case Attack():
            attack(game, seat)
        case Parley():
            parley(game, seat)
        case Encounter():
            encounter(game, seat, move.card, move.action)
        case NoEncounter():
            no_encounter(game, seat)
        case PassUntil():
            if game.state.step == "over":
                raise Refused("AF-14.3", "The game is over.")
            game.state.players[seat].passing = move.until
        case OfferDraw():
            offer_draw(game, seat)
        case Concede():
            concede(game, seat)


def legal_moves(table: Table, seat: str) -> list[Moves]:
    """Everything this seat can do to go on with the game now; nothing while it is not its turn."""
    if table.active != seat:
        return []
    if table.step == "main":
        return _main_moves(table, seat)
    if table.step == "encounter":
        return [ATTACK, PARLEY, *_encounters(table, seat), NO_ENCOUNTER]
    return []


def _main_moves(table: Table, seat: str) -> list[Moves]:
    player = table.players[seat]
    provided, filled = symbols(player), occupants(player)
    found: list[Moves] = [END_MAIN]
    names = set()
    for card in player.holds():
        printed = printed_on(card)
        if printed.id not in names:
            names.add(printed.id)
            if why_not_played(player, printed, provided=provided, filled=filled) is None:
                found.append(Play(card))
    for card, mark in player.cards.items():
        printed = printed_on(card)
        if printed.replies and not mark.consumed:
            found += [
                Use(card, number)
                for number in printed.replies
                if why_not_use(table, seat, card, number) is None
            ]
        if player.mind and is_in_play(mark) and not is_permanent(card, mark):
            found.append(Discard(card))
        if printed.ends and not mark.names:
            found += _frees(player, card)
    return found


def _encounters(table: Table, seat: str) -> list[Moves]:
    return [
        Encounter(card, number)
        for card, mark in table.players[seat].cards.items()
        if not mark.consumed
        for number in printed_on(card).encounters
        if why_not_use(table, seat, card, number) is None
    ]


def _frees(player: Player, physique: str) -> list[Moves]:
    return [
        Free(physique, card, slot)
        for card, mark in player.cards.items()
        for slot in mark.slots
        if slot in HANDS and why_not_free(player, physique, card, slot) is None
    ]


def why_not_free(player: Player, physique: str, card: str, hand: str) -> Refused | None:
    """Why this Hulking Physique cannot free this hand of this card now. AF-18.25."""
    if physique not in player.cards or not is_active(player.cards[physique]):
        return reason("AF-18.25", "Name an active Hulking Physique of yours.")
    if card not in player.cards or hand not in player.cards[card].slots or hand not in HANDS:
        return reason("AF-18.25", "Name a card of yours and a hand that it fills.")
    if physique not in free_physiques(player, printed_on(card)):
        return reason("AF-18.25", "It frees one card that is no Weapon, and only one at a time.")
    return None


def free(game: Game[Table], seat: str, physique: str, card: str, hand: str) -> None:
    """A Physique that came later names a card at any time in the Main Step. AF-18.25."""
    player = game.state.players[seat]
    refused = why_not_now(game.state, seat, "main") or why_not_free(player, physique, card, hand)
    if refused is not None:
        raise afresh(refused)
    player.cards[physique].names = card
    player.cards[card].slots.remove(hand)
    if game.lines is not None:
        game.tell(f"{seat}’s Hulking Physique frees the {hand.replace('_', ' ')}.", "AF-18.25")
