"""Rests: Rest Cards turn into HP, PP and AP, and the deck fills up again."""

from __future__ import annotations

from typing import Literal

from fatedeck.engine.cards import move, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.rules.characters import fill
from fatedeck.games.deck_of_adventures.rules.checks import (
    check,
    effective_range,
    judge,
    may_redraw,
    nothing_left,
    release_target,
    target_of,
)
from fatedeck.games.deck_of_adventures.rules.creatures import remove
from fatedeck.games.deck_of_adventures.rules.decks import (
    KNOCKED_OUT,
    choose_fate,
    draw_card,
    lay_aside,
    spend_fate,
)
from fatedeck.games.deck_of_adventures.rules.health import heal
from fatedeck.games.deck_of_adventures.rules.lasting import (
    REST_MINUTES,
    expire,
    give_back_lent,
    wear_off,
)
from fatedeck.games.deck_of_adventures.rules.mechanics import MINUTE
from fatedeck.games.deck_of_adventures.state import JOKERS, Character, Rest, Table

PER_FULL_REST = 2


def why_not_rest(state: Table, kind: str, who: list[str]) -> Refused | None:
    """Why there can be no Rest now, or None. DOA-265."""
    if state.combat is not None:
        return Refused("DOA-265", "Nobody rests in the middle of a fight.")
    if state.rest is not None and state.rest.resting:
        return Refused("DOA-265", f"{state.rest.resting[0]} is still resting.")
    if not who or len(set(who)) < len(who):
        return Refused("DOA-265", "Name who rests, each once.")
    for name in who:
        character = state.characters[name]
        if character.making or character.dead or not character.is_dealer:
            return Refused("DOA-265", f"{name} cannot rest: not a Dealer in play.")
        if KNOCKED_OUT in character.conditions and not character.stable:
            return Refused("DOA-261", f"{name} is Knocked Out and not stable: treat {name} first.")
        tired = state.switches.quick_rest_shuffle and character.quick_rests >= PER_FULL_REST
        if kind == "quick" and tired:
            return Refused("DOA-265", f"{name} has had two Quick Rests; only a Full Rest helps.")
    return None


def call_rest(
    game: Game[Table], kind: Literal["quick", "full"], who: list[str], minutes: int
) -> None:
    """The Game Master allows a Rest and says how long it lasts: 30 minutes, or 8 hours.

    An interrupted Rest gives nothing until the remaining time is made up, by each for itself.
    DOA-264, DOA-265.
    """
    state = game.state
    if (refused := why_not_rest(state, kind, who)) is not None:
        raise refused
    state.zones = [zone for zone in state.zones if not zone.rounds]
    called = Rest(kind, 0, who)
    rested = []
    for name in who:
        character = state.characters[name]
        left = REST_MINUTES[kind] - character.rested.pop(kind, 0) - minutes
        if left <= 0:
            rested.append(name)
            continue
        called.minutes = max(called.minutes, left)
        character.rested[kind] = REST_MINUTES[kind] - left
        wear_off(game, character, minutes * MINUTE)
        game.tell(
            f"{name}'s Rest is interrupted after {minutes} minutes; {left} are missing.", "DOA-265"
        )
    state.rest = called
    if not rested:
        return
    game.tell(f"A {kind.title()} Rest for {', '.join(rested)}.", "DOA-264")
    if kind == "quick":
        called.resting = rested
        return
    for name in rested:
        full_rest(game, state.characters[name])
    if not called.minutes:
        state.rest = None


def why_not_rest_card(state: Table, who: Character, number: int = 1) -> Refused | None:
    """Rest Cards are spent during a Quick Rest, while there are any. DOA-267."""
    if state.rest is None or who.name not in state.rest.resting:
        return Refused("DOA-267", "Rest Cards are spent in a Quick Rest, which the GM allows.")
    if who.rest_cards < number:
        return Refused("DOA-267", f"{who.name} has no Rest Cards left.")
    return None


def wishes(state: Table, who: Character) -> list[str]:
    """What a Rest Card may restore: HP, PP, or the HP of a Companion. DOA-267, DOA-381."""
    found = []
    if who.hp < who.max_hp:
        found.append("HP")
    if who.pp < who.max_pp:
        found.append("PP")
    found += [
        f"HP of {other.name}"
        for other in state.characters.values()
        if other.companion_of == who.name and not other.dead and other.hp < other.max_hp
    ]
    return found


def spend_rest_card(game: Game[Table], who: Character, restore: str) -> None:
    """Draw one card and regain a point, one more if it is of the Primary Suit.

    That one may be of another kind. An Ace goes to the Fate hand. In the later edition the card is
    a DR 3 draw against the own Target Card: one point on a miss, two on a success.
    DOA-267 to DOA-269, DOA-273.
    """
    state = game.state
    if (refused := why_not_rest_card(state, who)) is not None:
        raise refused
    if restore not in wishes(state, who):
        raise Refused("DOA-269", f"{restore} cannot rise: it is at its maximum.")
    who.rest_cards -= 1
    target = target_of(game, who) if state.switches.quick_rest else ""
    card = _draw_rest_card(game, who)
    if target:
        reach = effective_range(3, 0, state.switches)
        bonus = bool(card) and judge(card, target, reach).success
    else:
        bonus = bool(card) and card[-1] == who.suit
    game.tell(f"{who.name} draws the Rest Card {card or 'none'}.", "DOA-267")
    if not card:
        return
    _restore(game, who, restore)
    more = wishes(state, who)
    if bonus and more:
        prompt = f"{card}: one point more. On what?"
        _restore(game, who, more[0] if len(more) == 1 else game.choose(who.owner, prompt, more))


def _draw_rest_card(game: Game[Table], who: Character) -> str:
    """Draw a Rest Card; a Fate Card may redraw it. DOA-28, DOA-29, DOA-285.

    Nothing comes of one who drops from exhaustion over it (DOA-283).
    """
    state = game.state
    cards = state.cards(who)
    card = draw_card(game, who, cards.play)
    if card and may_redraw(state, who) and not nothing_left(state, who):
        prompt = f"{who.name}'s Rest Card is {card}. Spend a Fate Card to redraw it?"
        if game.may(who.owner, prompt, "DOA-28", "DOA-29", yes="Redraw", no="Keep"):
            spend_fate(game, who, choose_fate(game, who, "Which Fate Card pays?", "DOA-42"))
            again = draw_card(game, who, cards.play)
            card = None if again is None else again or card
    lay_aside(state, who.deck, cards.play)
    return card or ""


def _restore(game: Game[Table], who: Character, wish: str) -> None:
    """One point, never above the maximum; the first HP wakes. DOA-261, DOA-269, DOA-381."""
    if wish == "PP":
        who.pp = min(who.max_pp, who.pp + 1)
        game.tell(f"{who.name} regains 1 PP.", "DOA-267")
    elif wish == "HP":
        heal(game, who, 1)
    else:
        heal(game, game.state.characters[wish.removeprefix("HP of ")], 1)


def why_not_mend(state: Table, who: Character, points: int) -> Refused | None:
    """At most the AP missing, for one Rest Card. DOA-270, DOA-271."""
    if state.switches.quick_rest:
        return Refused("DOA-270", "In this edition Rest Cards mend no armour.")
    if KNOCKED_OUT in who.conditions:
        return Refused("DOA-209", f"{who.name} is Knocked Out and mends nothing.")
    if (refused := why_not_rest_card(state, who)) is not None:
        return refused
    missing = who.max_ap - who.ap
    if points > missing or not missing:
        return Refused("DOA-271", f"{who.name} misses {missing} AP.")
    return None


def mend(game: Game[Table], who: Character, points: int, skill: str) -> None:
    """Spend one Rest Card on a Craft or Knowledge Check of DR 7 - k to regain k AP.

    The Rest Card is drawn first: of the Primary Suit, it gives the Check an Upper Hand. The Check
    is against the own Target Card. DOA-270 to DOA-272.
    """
    if (refused := why_not_mend(game.state, who, points)) is not None:
        raise refused
    who.rest_cards -= 1
    card = _draw_rest_card(game, who)
    hand = int(bool(card) and card[-1] == who.suit)
    game.tell(f"{who.name} draws the Rest Card {card or 'none'}.", "DOA-272")
    if not card:
        return
    outcome = check(game, who, skill, target_of(game, who), 7 - points, hand=hand)
    if outcome.success:
        who.ap += points
        game.tell(f"{who.name} mends {points} AP.", "DOA-270")


def finish_rest(game: Game[Table], who: Character) -> None:
    """The Quick Rest is over: the discard pile is shuffled in, Fatigue ends; not so in hardcore.

    Later only some discards go back; with the later Fatigue it waits for a Full Rest.
    DOA-274 to DOA-276, DOA-284.
    """
    state = game.state
    if state.rest is None or who.name not in state.rest.resting:
        raise Refused("DOA-265", f"{who.name} is not resting.")
    state.rest.resting.remove(who.name)
    if not state.rest.resting:
        state.rest = None
    who.quick_rests += 1
    expire(game, who, "rest")
    cards = state.cards(who)
    if not state.switches.hardcore:
        if state.switches.quick_rest_shuffle:
            back = max(0, 10 + 2 * who.attributes["VIT"])
            for _ in range(min(back, len(cards.discard))):
                move(game.pick(list(cards.discard)), cards.discard, cards.deck, "bag")
            shuffle(cards.deck)
        else:
            shuffle(cards.deck, cards.discard)
        if not state.switches.fatigue:
            who.fatigue = 0
    game.tell(f"{who.name} has rested; the deck holds {len(cards.deck)} cards.", "DOA-275")


def end_rest(game: Game[Table]) -> None:
    """The Game Master ends a Quick Rest for all who are still resting. DOA-265."""
    if game.state.rest is None or not game.state.rest.resting:
        raise Refused("DOA-265", "Nobody is resting.")
    resting = game.state.rest.resting
    resting[:] = [name for name in resting if name in game.state.characters]
    if not resting:
        game.state.rest = None
    for name in list(resting):
        finish_rest(game, game.state.characters[name])


def full_rest(game: Game[Table], who: Character) -> None:
    """Everything back: cards, Jokers, points, Rest Cards; Fatigue and conditions end.

    The Target Card stays, unless the later edition is played. DOA-27, DOA-277 to DOA-279, DOA-284.
    """
    state = game.state
    if who.dead:
        return
    cards = state.cards(who)
    if state.switches.full_rest_tc:
        release_target(state, who)
    give_back_lent(state, who)
    shuffle(cards.deck, cards.discard, cards.fate, cards.spent)
    if not state.switches.jokers_in_deck:
        for joker in reversed(JOKERS):
            if joker in cards.deck:
                move(joker, cards.deck, cards.fate)
    if KNOCKED_OUT in who.conditions:
        heal(game, who, who.max_hp)
    expire(game, who, "full rest")
    fill(state, who)
    who.fatigue = 0
    who.quick_rests = 0
    who.rested.clear()
    for other in list(state.characters.values()):
        if other.companion_of != who.name or other.dead:
            continue
        if other.summoned:
            remove(game, other)  # an hour is over
        else:
            heal(game, other, other.max_hp)
            expire(game, other, "full rest")
            other.ap, other.pp = other.max_ap, other.max_pp
    game.tell(f"{who.name} has had a Full Rest.", "DOA-277", "DOA-278")
