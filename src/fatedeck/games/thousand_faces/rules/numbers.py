"""Numbers: a d4, d6 or d10 revealed from the player's own cards, or rolled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fatedeck.engine import story
from fatedeck.engine.cards import move, shuffle
from fatedeck.engine.game import NO, Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import stamina
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.state import Item, Player, Table

_SIDES = {"d4": 4, "d6": 6, "d10": 10}


def number(game: Game[Table], seat: str, power: str) -> int:
    """A fixed number as it is, a die revealed or rolled. TFA-90, TFA-97."""
    return reveal(game, seat, power) if power in _SIDES else int(power)


def total(game: Game[Table], seat: str, powers: Iterable[str]) -> int:
    """All these numbers together, one after another."""
    points = 0
    for power in powers:
        points += number(game, seat, power)
    return points


def reveal(game: Game[Table], seat: str, die: str) -> int:
    """Reveal a number from the player's own cards, or roll where the table uses dice.

    It is no flip: a wound card seen here does nothing. A running Interference may have it revealed
    again. TFA-51, TFA-82 to TFA-92, TFA-359.
    """
    shown = _reveal(game, seat, die)
    for owner, item in _interfering(game.state):
        prompt, no = (
            f"{name_of(game, seat)} revealed {shown}. Let {item.name} interfere?",
            "Let it stand",
        )
        if game.may(
            owner, "interfere", prompt, "TFA-359", yes="Interfere", no=no, secret=item.secret
        ):
            item.flowing = False
            shown = max(0, _reveal(game, seat, die) - 1)
            told = "{owner} interferes: the number is now {shown}."
            game.tell(told, "TFA-359", owner=owner, shown=shown)
    game.state.last_power = shown
    return shown


def _interfering(state: Table) -> list[tuple[str, Item]]:
    """Running Interference of those who can act. TFA-95, TFA-359."""
    return [
        (seat, item)
        for seat in state.order
        for item in state.players[seat].items
        if item.flowing and item.base == "interference" and state.players[seat].is_able()
    ]


def _reveal(game: Game[Table], seat: str, die: str) -> int:
    state, player = game.state, game.state.players[seat]
    if state.options.numbers == "dice":
        rolled = game.roll(_SIDES[die])  # TFA-92
        game.show(story.die_rolled, seat, die, _SIDES[die], rolled)
        return rolled
    usable = catalogue.numbers(die)
    if len(player.exhaustion) > len(player.deck) and any(
        card in usable for card in player.exhaustion
    ):  # TFA-86, TFA-367
        cards = _reveal_exhausted(game, player, usable)
    else:
        _offer_shuffle(game, seat)
        cards = _reveal_from_deck(game, player, usable)
    shown = usable[cards[-1]] if cards else 0
    told = "{who} reveals a {die}: {shown}."
    game.tell(told, "TFA-82", "TFA-84", who=seat, die=die, shown=shown)
    game.show(story.die_from_cards, seat, die, cards, shown)
    stamina.refill(player)
    return shown


def _offer_shuffle(game: Game[Table], seat: str) -> None:
    """A Deckahedron whose order could be known may be shuffled first. TFA-86."""
    deck = game.state.players[seat].deck
    prompt, name = "Shuffle your Deckahedron before the reveal?", "shuffle-before-reveal"
    if (deck.top or deck.bottom) and game.may(
        seat,
        name,
        prompt,
        "TFA-86",
        yes="Shuffle",
        no="Leave it",
        moot=NO if len(deck) == 1 else "",
    ):
        shuffle(deck)


def _reveal_from_deck(game: Game[Table], player: Player, usable: Mapping[str, int]) -> list[str]:
    """Cards up to a usable one; each goes to the discard pile. No card is usable: none.

    TFA-85, TFA-87.
    """
    cards: list[str] = []
    while not cards or cards[-1] not in usable:
        if player.deck.is_empty():
            if not any(card in usable for card in player.discard):
                return []
            stamina.reshuffle(player)  # TFA-367
        cards.append(game.draw(player.deck, player.discard))
    return cards


def _reveal_exhausted(game: Game[Table], player: Player, usable: Mapping[str, int]) -> list[str]:
    """From the shuffled Exhaustion pile; by option the cards go back there. TFA-86, TFA-87."""
    shuffle(player.exhaustion)
    goes_back = game.state.options.exhaustion_reveal == "return"
    to = player.in_play if goes_back else player.discard
    cards: list[str] = []
    while not cards or cards[-1] not in usable:
        cards.append(game.draw(player.exhaustion, to))
    for card in cards if goes_back else ():
        move(card, to, player.exhaustion, "bag")
    return cards
