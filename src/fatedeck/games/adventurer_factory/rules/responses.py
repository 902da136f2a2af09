"""Answering what the other seat does, and passing. Chapter 11."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.data import title
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.using import option_name, said, use, why_not_use
from fatedeck.games.adventurer_factory.state import Passing, Table

PASS, PASS_TURN = "pass", "pass-turn"
UNTIL = {
    "": "You are asked every time",
    "hurt": "Until you are hurt",
    "turn": "Until this turn ends",
    "mine": "Until your next turn",
}
_PASSING = {PASS: "Pass", PASS_TURN: "Pass until this turn ends"}


def chain(game: Game[Table], actor: str) -> None:
    """The other seat may answer with one action, then the seats swap; the first pass closes it.

    A response is one action without the Encounter cost and is performed at once. A seat is asked
    whenever, by what both see, it might have an answer: that it is asked tells nothing of its hand.
    AF-11.1 to AF-11.6, AF-11.13, AF-19.6.
    """
    seat = game.state.other(actor)
    while True:
        answer = _ask_response(game, seat)
        if answer is None:
            return
        use(game, seat, *answer)
        seat = game.state.other(seat)


def replies(table: Table, seat: str, *, seen_by_all: bool = False) -> list[tuple[str, int]]:
    """The actions without the Encounter cost that this seat could use. AF-10.5."""
    return [
        (card, number)
        for card, mark in table.players[seat].cards.items()
        for number in printed_on(card).replies
        if not mark.consumed
        and why_not_use(table, seat, card, number, seen_by_all=seen_by_all) is None
    ]


def _ask_response(game: Game[Table], seat: str) -> tuple[str, int] | None:
    table, player = game.state, game.state.players[seat]
    if player.passing and not (player.passing == "hurt" and _is_hurt(table, seat)):
        return None
    possible = replies(table, seat, seen_by_all=True)
    if not possible:
        return None
    usable: dict[str, tuple[str, int]] = {}
    labels, notes = dict(_PASSING), {}
    for card, number in possible:
        if why_not_use(table, seat, card, number) is None:
            name = option_name(card, number)
            usable[name] = card, number
            labels[name], notes[name] = title(card), said(card, number)
    options = (*usable, PASS, PASS_TURN)
    prompt, clause = "Do you respond?", "AF-11.2"
    chosen = game.choose(seat, "respond", prompt, options, clause, labels=labels, notes=notes)
    if chosen == PASS_TURN:
        player.passing = "turn"
    return usable.get(chosen)


def _is_hurt(table: Table, seat: str) -> bool:
    """Whether a seat that passes until it is hurt is asked: damaged this turn, or brought to 0.

    What becomes 0 is no damage (AF-2.12), but an answer may be the last thing that helps (AF-14.1).
    """
    player = table.players[seat]
    return (
        not player.health
        or not player.willpower
        or any(
            event.against == seat and event.dealt and not event.negated for event in table.events
        )
    )


def other_times(table: Table, seat: str) -> dict[str, str]:
    """How long a seat could pass instead."""
    times = {until: "" if until else said for until, said in UNTIL.items()}
    times.pop(table.players[seat].passing)
    return times


class PassUntil(Move, frozen=True):
    """Pass on responses until the turn ends, until your turn, or until you are hurt. AF-11.6."""

    says = Says("Stop asking me to respond", "Table")
    until: Annotated[Passing, One(other_times, called=UNTIL.__getitem__, clause="AF-11.6")]

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[seat].passing = self.until
