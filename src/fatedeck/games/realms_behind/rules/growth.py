"""Decks that change: the Dancing Dream, the Fractional Sublimation, the record of both."""

from __future__ import annotations

from fatedeck.engine.cards import move, move_all, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.rules.cards import JOKER, JOKERS, STANDARD, different, in_order
from fatedeck.games.realms_behind.state import Character, Table

PRICE = 3
"""Experience for either. RB-17.7."""
DEALT = 10


def deck_list(table: Table, character: Character) -> list[str]:
    """A deck rebuilt from the base deck and its plus and minus events. RB-1.3, RB-17.9."""
    cards = [*STANDARD, *(JOKER,) * JOKERS] if table.jokers else list(STANDARD)
    for event in character.growth:
        if event[0] == "+":
            cards.append(event[1:])
        else:
            cards.remove(event[1:])
    return in_order(cards)


def fae_deck_list(table: Table) -> list[str]:
    """The Fae Queen's deck rebuilt from all players' events. RB-17.1, RB-17.2, RB-17.9."""
    cards = list(STANDARD)
    events = [event for character in table.players.values() for event in character.growth]
    cards += [event[1:] for event in events if event[0] == "-"]
    for event in events:
        if event[0] == "+":
            cards.remove(event[1:])
    return in_order(cards)


def why_not_dream(table: Table, character: Character) -> Refused | None:
    """Why a character may not plan a Dancing Dream. RB-17.3, RB-17.7."""
    if table.phase in ("creation", "encounter"):
        return Refused("RB-17.3", "A Dancing Dream is dreamed in a long rest.")
    if character.xp < PRICE:
        return Refused("RB-17.7", f"A Dancing Dream costs {PRICE} xp; you have {character.xp}.")
    return None


def plan_dream(game: Game[Table], character: Character, card: str) -> None:
    """Name the card to be dreamed away in the next long rest, or none. RB-17.3."""
    if card and (refused := why_not_dream(game.state, character)):
        raise refused
    if card and card not in (*STANDARD, JOKER):
        raise Refused("RB-17.3", f"“{card}” is no card; write it as 2C or KH.")
    character.dream = card
    game.tell(
        f"{character.name} {'looks forward to a dream' if card else 'will sleep soundly'}.",
        "RB-17.3",
    )


def dancing_dream(
    game: Game[Table], character: Character, card: str, *, forced: bool = False
) -> None:
    """One copy of a card leaves the deck for the Fae Queen's; a card that is not there does not.

    However small, a deck may shrink further. RB-17.3, RB-17.7, RB-17.8, RB-17.10.
    """
    if card not in character.deck or (character.xp < PRICE and not forced):
        game.tell(f"{character.name} dreams of nothing.", "RB-17.8")
        return
    move(card, character.deck, game.state.fae_deck, "bag")
    character.growth.append(f"-{card}")
    character.xp -= PRICE
    told = f"{card} leaves {character.name}'s deck."
    game.tell(
        f"{character.name} dances with the Fae Queen in a dream.",
        "RB-17.3",
        only={character.name: told, game.state.gm: told},
    )


def forced_dream(game: Game[Table], character: Character) -> None:
    """A dream that comes unbidden: the player still picks the card. RB-17.3, RB-17.7."""
    cards = different(character.deck)
    if cards:
        prompt = "A Dancing Dream comes over you. Which card leaves your deck?"
        card = game.choose(character.name, prompt, cards, "RB-17.3")
        dancing_dream(game, character, card, forced=True)


def why_not_sublimate(table: Table) -> Refused | None:
    """Why no Fractional Sublimation can happen. RB-17.5."""
    if table.phase == "creation":
        return Refused("RB-17.4", "The first day has not begun.")
    if not len(table.fae_deck):
        return Refused("RB-17.5", "The Fae Queen's deck is empty.")
    return None


def sublimate(game: Game[Table], character: Character) -> None:
    """Ten cards of the freshly shuffled Fae Queen's deck are dealt; one must be taken.

    It goes to the discard pile until the next recombining. RB-17.4 to RB-17.7, RB-22.6.
    """
    table = game.state
    if refused := why_not_sublimate(table):
        raise refused
    shuffle(table.fae_deck)
    table.dealt_to = character.name
    for _ in range(min(DEALT, len(table.fae_deck))):
        game.draw(table.fae_deck, table.dealt)
    dealt = different(table.dealt)
    told = f"Dealt from the Fae Queen's deck: {', '.join(dealt)}."
    game.tell("Cards of the Fae Queen are dealt.", "RB-17.4", only=_to(table, character, told))
    card = game.choose(character.name, "Which card joins your deck?", dealt, "RB-17.4")
    move(card, table.dealt, character.discard)
    move_all(table.dealt, table.fae_deck, "bag")
    table.dealt_to = ""
    character.growth.append(f"+{card}")
    character.xp -= PRICE
    game.tell(f"{card} joins {character.name}'s deck.", "RB-17.4", "RB-17.6")


def _to(table: Table, character: Character, told: str) -> dict[str, str]:
    return {character.name: told, table.gm: told}
