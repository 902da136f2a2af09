"""Discard Powers: cards from the top of the own deck for Upper and Lower Hands."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.data import tables
from fatedeck.games.deck_of_adventures.rules import actions as act
from fatedeck.games.deck_of_adventures.rules.attacks import spaces_between, why_not_against
from fatedeck.games.deck_of_adventures.rules.decks import discard_top
from fatedeck.games.deck_of_adventures.rules.health import is_down
from fatedeck.games.deck_of_adventures.rules.turns import in_play, person, spend_action, why_not_act
from fatedeck.games.deck_of_adventures.state import Character, Effect, Table, Turn

DISCARDS = ("Aggro", "Help", "Thwart", "Infuse", "Amplify", "Intensify")
HELP_REACH = 6
AGGRO_REACH = 2


def discard_name(who: Character) -> str:
    """The discard mechanic of a character: one, by its Role or as agreed. DOA-299, DOA-352."""
    if who.discard_power:
        return who.discard_power
    return next((row.discard for row in tables().roles if row.role == who.role), "")


def why_not_discard(state: Table, who: Character, turn: Turn) -> Refused | None:
    """Why the discard mechanic is not there, or None. DOA-286."""
    if not who.is_dealer or not discard_name(who):
        return Refused("DOA-286", f"{who.name} has no discard mechanic.")
    if who.level < 2:
        return Refused("DOA-286", "The discard mechanic comes with level 2.")
    if len(state.cards(who).deck) < 2 and not _endless(state, who):
        return Refused("DOA-21", "Your deck holds fewer than 2 cards.")
    return why_not_act(turn, "minor")


def discard_cap(state: Table, who: Character) -> int:
    """The most cards that may be discarded: even, by level, not more than the deck. DOA-288."""
    if who.level < 2:
        return 0
    return min(tables().level(who.level).discard_cap, len(state.cards(who).deck) // 2 * 2)


def discard_targets(state: Table, who: Character) -> list[str]:
    """Whom Help or Thwart may go to: within 6 spaces. DOA-295, DOA-297, DOA-298."""
    name = discard_name(who)
    if name not in ("Help", "Thwart"):
        return []
    return [
        other.name
        for other in state.characters.values()
        if other is not who
        and (other.side == who.side) == (name == "Help")
        and not is_down(other)
        and in_play(state, other)
        and spaces_between(state, who, other) <= HELP_REACH
    ]


def use_discard(game: Game[Table], who: Character, turn: Turn, action: act.UseDiscard) -> None:
    """Discard an even number of cards; every 2 are worth 1 Upper or Lower Hand. DOA-286 to DOA-298.

    Only one such effect lies on a character: a new one replaces the old (DOA-290).
    """
    state = game.state
    if (refused := why_not_discard(state, who, turn)) is not None:
        raise refused
    name = discard_name(who)
    cards = 0 if _endless(state, who) else action.cards
    if not _endless(state, who):
        if cards % 2 or not cards:
            raise Refused("DOA-289", "Discard an even number of cards, at least 2.")
        if cards > (cap := tables().level(who.level).discard_cap):
            raise Refused("DOA-288", f"At level {who.level} you may discard at most {cap} cards.")
        if cards > (left := len(state.cards(who).deck)):
            raise Refused("DOA-21", f"Your deck holds only {left} cards.")
    if name in ("Help", "Thwart") and action.target not in discard_targets(state, who):
        raise Refused(
            "DOA-298", f"{name} needs {'an ally' if name == 'Help' else 'an enemy'} near."
        )
    if refused := why_not_against(state, who, _hampered(state, who, name, action.target)):
        raise refused
    spend_action(turn, "minor")
    if cards:
        discard_top(game, who, cards)
    hand = cards // 2
    if name == "Aggro":
        for other in _hampered(state, who, name, ""):
            _lay_discard(other, Effect(name, -hand, by=who.name, on="attack", uses=1), who)
    elif name == "Thwart":
        _lay_discard(person(state, action.target), Effect(name, -hand, by=who.name), who)
    elif name == "Help":
        _help(state, who, person(state, action.target), hand)
    elif name == "Intensify" and not _endless(state, who):
        _lay_discard(who, Effect(name, hand, by=who.name, uses=1, until="combat"), who)
    else:
        _lay_discard(who, Effect(name, amount=hand, by=who.name, until="combat"), who)
    game.tell(f"{who.name} uses {name} ({hand}).", "DOA-287")


def _hampered(state: Table, who: Character, name: str, target: str) -> list[Character]:
    """Whom Aggro or Thwart gives a Lower Hand. DOA-292, DOA-297."""
    if name == "Thwart":
        return [person(state, target)]
    if name != "Aggro":
        return []
    return [
        other
        for other in state.characters.values()
        if other is not who
        and in_play(state, other)
        and not is_down(other)
        and spaces_between(state, who, other) <= AGGRO_REACH
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
