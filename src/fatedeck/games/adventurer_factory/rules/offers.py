"""What a seat is offered: what it may do, and why it may not do what it would look for."""

from __future__ import annotations

from fatedeck.engine.offers import Offer, One, offer
from fatedeck.games.adventurer_factory.data import Die
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks.wording import say_action
from fatedeck.games.adventurer_factory.rules.moves import (
    Attack,
    Concede,
    Discard,
    Encounter,
    EndMain,
    Free,
    NoEncounter,
    OfferDraw,
    Parley,
    PassUntil,
    Play,
    Use,
    legal_moves,
)
from fatedeck.games.adventurer_factory.rules.stats import dice, reading, stat
from fatedeck.games.adventurer_factory.rules.steps import why_not_offer_draw, why_not_play
from fatedeck.games.adventurer_factory.rules.uses import why_not_use
from fatedeck.games.adventurer_factory.state import Table

_UNTIL = {
    "": "asks you every time",
    "hurt": "until you are hurt",
    "turn": "until this turn ends",
    "mine": "until your next turn",
}


def offers(table: Table, seat: str) -> list[Offer]:
    """What this seat may do now; it rests on nothing that this seat does not see. AF-19.6."""
    if table.step == "over" or seat not in table.players:
        return []
    found: list[Offer] = []
    if table.active == seat:
        found += _main(table, seat) if table.step == "main" else _encounter(table, seat)
    passing = tuple(until for until in _UNTIL if until != table.players[seat].passing)
    found.append(
        offer(
            PassUntil,
            "Pass on responses",
            One("until", "Until", passing, {until: _UNTIL[until] for until in passing}),
            group="Table",
            clauses=("AF-11.6",),
        )
    )
    refused = why_not_offer_draw(table, seat)
    found.append(
        offer(OfferDraw, "Offer a draw", group="Table", clauses=("AF-14.6",), refused=refused)
    )
    found.append(offer(Concede, "Concede", group="Table", clauses=("AF-14.8",)))
    return found


def _main(table: Table, seat: str) -> list[Offer]:
    player = table.players[seat]
    found = []
    for card in player.holds():
        printed = printed_on(card)
        found.append(
            offer(
                Play,
                f"Play {printed.name} ({printed.cost} Mind)",
                group="Hand",
                fixed={"card": card},
                clauses=("AF-7.3",),
                refused=why_not_play(table, seat, card),
            )
        )
    for card in player.cards:
        printed = printed_on(card)
        found += [
            offer(
                Use,
                f"{printed.name}: {say_action(printed.actions[number - 1])}",
                group="Actions",
                fixed={"card": card, "action": number},
                clauses=("AF-10.5",),
                refused=why_not_use(table, seat, card, number),
            )
            for number in printed.replies
        ]
    moves = legal_moves(table, seat)
    found += [
        offer(
            Free,
            f"Free the {move.hand.replace('_', ' ')} of {printed_on(move.card).name}",
            group="Actions",
            fixed={"physique": move.physique, "card": move.card, "hand": move.hand},
            clauses=("AF-18.25",),
        )
        for move in moves
        if isinstance(move, Free)
    ]
    found.append(offer(EndMain, "End the Main Step", group="Step", clauses=("AF-6.9",)))
    cards = tuple(move.card for move in moves if isinstance(move, Discard))
    if cards:
        names = {card: printed_on(card).name for card in cards}
        found.append(
            offer(
                Discard,
                "Discard one of your cards (1 Mind)",
                One("card", "Card", cards, names),
                group="Step",
                clauses=("AF-7.12",),
            )
        )
    return found


def _takes(die: Die, delta: int, counter: str) -> str:
    """What a blow takes with the best die, in a word or two."""
    return f"{die}{f' {delta:+}' if delta else ''} from their {counter}"


def _encounter(table: Table, seat: str) -> list[Offer]:
    other = table.other(seat)
    attack = stat(table, seat, "attack") - stat(table, other, "defence")
    parley = reading(table, seat, "charisma") - reading(table, other, "charisma")
    found = [
        offer(
            Attack,
            "Simple Attack",
            group="Encounter",
            clauses=("AF-12.3",),
            note=_takes(dice(table, seat, "attack")[-1], attack, "Health"),
        ),
        offer(
            Parley,
            "Simple Parley",
            group="Encounter",
            clauses=("AF-12.4",),
            note=_takes(dice(table, seat, "parley")[-1], parley, "Willpower"),
        ),
    ]
    for card in table.players[seat].cards:
        printed = printed_on(card)
        found += [
            offer(
                Encounter,
                f"{printed.name}: {say_action(printed.actions[number - 1])}",
                group="Encounter",
                fixed={"card": card, "action": number},
                clauses=("AF-12.1",),
                refused=why_not_use(table, seat, card, number),
            )
            for number in printed.encounters
        ]
    found.append(offer(NoEncounter, "No Encounter", group="Encounter", clauses=("AF-12.1",)))
    return found
