"""Discard Powers: cards from the top of one's deck for Upper and Lower Hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure
from fatedeck.games.deck_of_adventures.data import tables
from fatedeck.games.deck_of_adventures.rules.attacks import why_not_against
from fatedeck.games.deck_of_adventures.rules.decks import discard_top
from fatedeck.games.deck_of_adventures.rules.families import ACT, MINOR, OnATurn
from fatedeck.games.deck_of_adventures.rules.ground import spaces_between
from fatedeck.games.deck_of_adventures.rules.turns import acting, is_up, others_up
from fatedeck.games.deck_of_adventures.state import Character, Effect, Table, Turn

DISCARDS = ("Aggro", "Help", "Thwart", "Infuse", "Amplify", "Intensify")
AIMED = ("Help", "Thwart")
HELP_REACH = 6
AGGRO_REACH = 2


def discard_name(who: Character) -> str:
    """The discard mechanic of a character: one, by its Role or as agreed. DOA-299, DOA-352."""
    if who.discard_power:
        return who.discard_power
    return next((row.discard for row in tables().roles if row.role == who.role), "")


def discard_cap(state: Table, who: Character) -> int:
    """The most cards that may be discarded: even, by level, not more than the deck. DOA-288."""
    return min(tables().level(who.level).discard_cap, len(state.cards(who).deck) // 2 * 2)


def discard_targets(state: Table, who: Character) -> list[str]:
    """Whom Help or Thwart may go to: within 6 spaces. DOA-295, DOA-297, DOA-298."""
    name = discard_name(who)
    if name not in AIMED:
        return []
    own_side = name == "Help"
    return [
        other.name
        for other in state.characters.values()
        if other is not who
        and (other.side == who.side) == own_side
        and spaces_between(state, who, other) <= HELP_REACH
        and is_up(state, other)
    ]


def even_numbers(state: Table, who: Character) -> list[int]:
    """How many cards may be discarded: every 2 are worth 1 Hand. DOA-288, DOA-289."""
    return [0] if _endless(state, who) else list(range(2, discard_cap(state, who) + 1, 2))


def why_not_discard(state: Table, who: Character) -> Refused | None:
    """Why the discard mechanic is not there, or None. DOA-286."""
    name = discard_name(who)
    if who.level < 2:
        return Refused("DOA-286", "You get your discard mechanic at level 2.")
    if not even_numbers(state, who):
        return Refused("DOA-21", "You have fewer than 2 cards left in your deck.")
    targets = discard_targets(state, who)
    if name in AIMED and not targets:
        return Refused("DOA-298", "No one is within 6 spaces.")
    if name == "Aggro":
        return why_not_against(state, who, _beset(state, who))
    if name == "Thwart":
        reasons = [why_not_against(state, who, [state.characters[one]]) for one in targets]
        return None if None in reasons else reasons[0]
    return None


def targets_near(state: Table, seat: str, *_: object) -> list[str]:
    return discard_targets(state, acting(state, seat)[0])


def why_not_thwart(state: Table, seat: str, target: str) -> Refused | None:
    who, _ = acting(state, seat)
    if discard_name(who) == "Help":
        return None
    return why_not_against(state, who, [state.characters[target]])


def why_not_cards(state: Table, seat: str, cards: int) -> Refused | None:
    """An even number, at most by level, not more than the deck. DOA-21, DOA-288, DOA-289."""
    who, _ = acting(state, seat)
    if cards in even_numbers(state, who) or _endless(state, who):
        return None
    if cards % 2 or not cards:
        return Refused("DOA-289", "Discard an even number of cards, at least 2.")
    if cards > (most := tables().level(who.level).discard_cap):
        return Refused("DOA-288", f"You can discard up to {most} cards at level {who.level}.")
    return Refused("DOA-21", f"You only have {len(state.cards(who).deck)} cards left in your deck.")


class UseDiscard(OnATurn, frozen=True):
    """Discard an even number of cards; every 2 are worth 1 Upper or Lower Hand. DOA-286 to DOA-298.

    It is a Minor Action (DOA-160). Only one such effect lies on a character: a new one replaces
    the old (DOA-290).
    """

    says = Says("Discard for a hand", ACT, MINOR)
    cards: Annotated[int, Count(0, 8, why_not_cards, clause="DOA-289")]
    target: Annotated[str, Figure(targets_near, why_not_thwart, label="Who", clause="DOA-298")] = ""

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        if not who.is_dealer or not discard_name(who):
            return Refused("DOA-286", f"{who.name} doesn’t have a discard mechanic.")
        return None

    @classmethod
    def why_unable(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        return why_not_discard(state, who)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        who, _ = acting(state, seat)
        name = discard_name(who)
        for cards in even_numbers(state, who) or (2,):
            yield Way({"cards": cards}, f"{name}, {cards} cards" if cards else name)

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        state, name = game.state, discard_name(who)
        cards = 0 if _endless(state, who) else self.cards
        if cards:
            discard_top(game, who, cards)
        hand = cards // 2
        if name == "Aggro":
            for other in _beset(state, who):
                _lay_discard(other, Effect(name, -hand, by=who.name, on="attack", uses=1), who)
        elif name == "Thwart":
            other = state.characters[self.target]
            _lay_discard(other, Effect(name, -hand, by=who.name), who)
        elif name == "Help":
            _help(state, who, state.characters[self.target], hand)
        elif name == "Intensify" and cards:
            _lay_discard(who, Effect(name, hand, by=who.name, uses=1, until="combat"), who)
        else:
            _lay_discard(who, Effect(name, amount=hand, by=who.name, until="combat"), who)
        game.tell("{who} uses {name} for {hand}.", "DOA-287", who=who.name, name=name, hand=hand)


def _beset(state: Table, who: Character) -> list[Character]:
    """Whom Aggro gives a Lower Hand: everyone near. DOA-292."""
    return [
        other for other in others_up(state, who) if spaces_between(state, who, other) <= AGGRO_REACH
    ]


def _endless(state: Table, who: Character) -> bool:
    """The later Intensify has no number of cards."""
    return discard_name(who) == "Intensify" and state.switches.intensify


def _help(state: Table, who: Character, ally: Character, hand: int) -> None:
    """Help: the ally's next Check; later all its Checks to the end of its next turn. DOA-295."""
    if state.switches.help:
        effect = Effect("Help", hand, by=who.name, until="end", of=ally.name, rounds=1)
    else:
        effect = Effect("Help", hand, by=who.name, uses=1, until="combat")
    _lay_discard(ally, effect, who)


def _lay_discard(target: Character, effect: Effect, by: Character) -> None:
    if effect.until == "ended":
        effect.until, effect.of, effect.rounds = "start", by.name, 1
    target.effects = [other for other in target.effects if other.name not in DISCARDS]
    target.effects.append(effect)
