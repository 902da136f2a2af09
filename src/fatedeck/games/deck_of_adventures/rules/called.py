"""What people call those whom rules name by a seat, a stat block or a card."""

from __future__ import annotations

from collections.abc import Iterable

from fatedeck.engine import story
from fatedeck.engine.game import Game
from fatedeck.engine.names import heroes
from fatedeck.engine.story import Common, Named
from fatedeck.games.deck_of_adventures.data import hero_name
from fatedeck.games.deck_of_adventures.state import CARD_NAMES, Character, Table


def called(state: Table) -> dict[str, Named]:
    """Heroes by their own names, creatures by what they are, cards by rank and sign."""
    figures = state.characters.values()
    people = heroes({who.name: hero_name(who.title) for who in figures if who.kind == "pc"})
    kinds = {who.name: Common(who.name.lower()) for who in figures if _is_common(who)}
    return {**CARD_NAMES, **kinds, **people}


def _is_common(who: Character) -> bool:
    """Whether this is one of a kind without a name of its own, such as the wolf.

    A twin's number is a name, and so is what the Bestiary writes with a comma.
    """
    return who.kind != "pc" and who.name == who.creature and who.name.replace(" ", "").isalpha()


def name_of(game: Game[Table], name: str) -> str:
    """Somebody as they are called inside a question; where nobody listens, as rules name them."""
    return name if game.lines is None else story.who(called(game.state), name)


def all_of(game: Game[Table], names: Iterable[str]) -> str:
    """Several of them, as people say them."""
    if game.lines is None:
        return ", ".join(names)
    known = called(game.state)
    return story.listed([story.who(known, name) for name in names])
