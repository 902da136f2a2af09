"""What each seat sees, built from nothing. Chapter 19."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from fatedeck.engine.cards import face
from fatedeck.engine.view import (
    Condition,
    Counter,
    Entry,
    Face,
    Fact,
    Layout,
    Purpose,
    Sheet,
    Shown,
    View,
    Zone,
    seen,
)
from fatedeck.games.adventurer_factory.data import Card, Stat, catalogue, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks.signs import ground, sign, signs
from fatedeck.games.adventurer_factory.looks.wording import card_text, slot_words
from fatedeck.games.adventurer_factory.rules.stats import FLAT, dice, stat
from fatedeck.games.adventurer_factory.state import Kind, Lasting, Mark, Player, Table

STATS: dict[Stat, str] = {
    "attack": "Added to the Attack Die when they attack. Cards in play raise or lower it.",
    "defence": "Taken off what the other side’s attack comes to. Cards in play raise or lower it.",
    "charisma": "Added to the Parley Die when they parley, and taken off the other side’s Parley. "
    "Cards in play raise or lower it.",
}
"""What each stat does, for whoever asks. AF-12.3, AF-12.4."""

_MIND = "Pays for cards and actions. Each turn brings 1 for each card in play, at least 1."
_BEATEN = "Whoever has 0 of it when a turn ends is beaten."
_STEPS = {
    "main": "Main Step",
    "encounter": "Encounter Step",
    "ended": "Encounter Step",
    "clean-up": "Clean-up Step",
    "over": "over",
}

_TASKS = {
    "main": "Play cards for your Mind, then end the Main Step.",
    "encounter": "Choose your Encounter for this turn, or skip it.",
}
"""What the one whose turn it is does in each step. AF-6.1."""


def view(table: Table, seat: str | None) -> View:
    """Counters, stats, cards in play, discards and sizes are public; a hand is its owner's.

    A deck's order is seen by nobody, cards under Vile Vial by nobody. AF-19.1 to AF-19.5.
    """
    zones: list[Zone] = []
    sheets: list[Sheet] = []
    for name, player in table.players.items():
        zones += _zones(table, name, player, seat)
        sheets.append(_sheet(table, name, player, seat))
    if table.step == "over":
        won = (table.winner,) if table.winner else ()
        return View(table.ending, (), zones, sheets, won=won)
    banner = f"Turn {table.turn}: {table.active}, {_STEPS[table.step]}"
    task = _TASKS.get(table.step, "") if seat == table.active else ""
    return View(banner, (table.active,), zones, sheets, task=task)


def _zones(table: Table, name: str, player: Player, seat: str | None) -> list[Zone]:
    if seat == name:
        known = player.shown.top
        hand = [*seen(known, "known"), *seen(player.hand.top)]
        top = seen(player.deck.top)
    else:
        other = seat is not None
        hand = seen(player.shown.top) if other else []
        top = seen([*player.deck.top, *(player.peeked.top if other else [])])
    cards = [_lying(card, player.cards[card]) for card in reversed(player.play.top)]
    discards = seen(player.discard)

    def zone(
        purpose: Purpose, title: str, size: int, cards: list[Shown], layout: Layout = "pile"
    ) -> Zone:
        where = f"{name}/{purpose}"
        return Zone(where, title, size, cards, name, layout, f"players/{where}", purpose)

    return [
        zone("hand", "Hand", player.hand_size(), hand, "hand"),
        zone("play", "In play", len(player.play), cards, "row"),
        zone("deck", "Deck", player.deck_size(), top),
        zone("discard", "Discard pile", len(player.discard), discards),
    ]


_CLASS = re.compile(r"^C(\d)$")
"""One of the four slots for Classes, which the rules call C1 to C4. AF-9.1."""


def _lying(card: str, mark: Mark) -> Shown:
    return Shown(card, _note(mark), _brief(mark))


def _note(mark: Mark) -> str:
    """What lies on a card just now, in words. AF-19.1."""
    parts = [_CLASS.sub(r"Class \1", slot).replace("_", " ") for slot in mark.slots]
    if mark.host:
        parts.append(f"under {title(mark.host)}")
    if mark.pending:
        parts.append("pending")
    if mark.consumed:
        parts.append("Consumed")
    if mark.suppressed:
        parts.append("no effect this turn")
    if mark.activated:
        parts.append("works this turn")
    if mark.counters:
        parts.append(f"{mark.counters} counter" + "s" * (mark.counters > 1))
    if mark.names:
        parts.append(f"frees {title(mark.names)}")
    if len(mark.under):
        parts.append(f"{len(mark.under)} card{'s' * (len(mark.under) > 1)} under it")
    if mark.used and not mark.consumed:
        parts.append("used this turn")
    return ", ".join(parts)


def _brief(mark: Mark) -> str:
    """What changes what a card can do just now; its slot is a sign on the card. AF-19.1."""
    if mark.suppressed:
        return "no effect"
    if mark.consumed:
        return "Consumed"
    if mark.pending:
        return "pending"
    if mark.counters:
        return f"{mark.counters} counter" + "s" * (mark.counters > 1)
    return "used" if mark.used else ""


def _dice_told(table: Table, seat: str, kind: Kind) -> str:
    """The dice that one may roll; what everybody has is told where it is all. AF-3.1, AF-3.3."""
    better = [str(die) for die in dice(table, seat, kind) if die != FLAT]
    return ", ".join(better) or "none, counts as 1"


def _sheet(table: Table, name: str, player: Player, seat: str | None) -> Sheet:
    path = f"players/{name}"
    counters = [
        Counter("Mind", player.mind, path=f"{path}/mind", note=_MIND, clauses=("AF-6.2",)),
        *(
            Counter(
                counter.title(),
                left,
                path=f"{path}/{counter}",
                note=_BEATEN,
                clauses=("AF-14.2",),
                bar=True,
            )
            for counter, left in (("health", player.health), ("willpower", player.willpower))
        ),
        *(
            Counter(each.title(), stat(table, name, each), note=told, clauses=("AF-2.3",))
            for each, told in STATS.items()
        ),
    ]
    entries = [
        Entry("Attack Die", _dice_told(table, name, "attack"), "Dice", ("AF-3.3",)),
        Entry("Parley Die", _dice_told(table, name, "parley"), "Dice", ("AF-3.3",)),
    ]
    conditions = _conditions(table, player)
    if seat == name and player.passing:
        until = {"turn": "the turn ends", "mine": "your turn", "hurt": "you are hurt"}
        conditions.append(
            Condition("Passing", f"You pass on responses until {until[player.passing]}.")
        )
    number = table.order.index(name) + 1
    return Sheet(
        name,
        name,
        name,
        f"Player {number}",
        counters,
        conditions,
        entries,
        side="hero" if seat in (name, None) else "foe",
        kind=next((face(card) for card in player.cards if printed_on(card).permanent), ""),
        acts=table.active == name and table.step != "over",
        down=not player.health,
    )


def _conditions(table: Table, player: Player) -> list[Condition]:
    found = []
    if player.skip_next:
        text = "They skip their next Encounter Step."
        found.append(Condition("Skips an Encounter", text, ("AF-12.10",)))
    if player.forbidden:
        text = f"They can’t hold an Encounter on turn {player.forbidden}."
        found.append(Condition("No Encounter", text, ("AF-12.13",)))
    if player.immune:
        text = "Health damage is prevented until the turn ends."
        found.append(Condition("Dodging", text, ("AF-18.11",)))
    for ward in player.wards:
        text = f"On turn {ward.turn}, {ward.at_most} or less on {ward.die} stops an Encounter."
        found.append(Condition("Warded", text, ("AF-18.8",)))
    for lasting in player.effects:
        until = f"Until the end of turn {lasting.until}."
        found.append(Condition(_lasting(lasting), until, ("AF-13.4",)))
    return found


def _lasting(lasting: Lasting) -> str:
    """What holds for a time, in words. AF-2.10, AF-18.9, AF-18.49."""
    match lasting.kind:
        case "add":
            return f"{lasting.n:+} {lasting.stat.title()}"
        case "set":
            return f"{lasting.stat.title()} is {lasting.n}"
        case "read":
            return f"Defence counts as {lasting.stat.title()}"
        case _:
            return f"{lasting.die} for {lasting.kind.title()}"


def hidden(table: Table, seat: str | None) -> list[list[list[str]]]:
    """For each player, the places whose cards this seat cannot tell apart. AF-19.2 to AF-19.4."""
    groups = []
    for name, player in table.players.items():
        under = [mark.under.top for mark in player.cards.values() if mark.under.top]
        if name == seat:
            groups.append([player.deck.bag, player.peeked.top, *under])
        elif seat is None:
            unseen = [player.hand.top, player.shown.top, player.peeked.top]
            groups.append([player.deck.bag, *unseen, *under])
        else:
            groups.append([player.deck.bag, player.hand.top, *under])
    return groups


@cache
def faces() -> dict[str, Face]:
    """How each card looks and reads; its text is made from its data."""
    return {card.id: _face(card) for card in catalogue().values()}


def _face(card: Card) -> Face:
    facts: dict[str, Fact] = {
        "cost": card.cost,
        "type": list(card.types),
        "set": card.set.title(),
        "needs": _each(card.needs),
        "fills": slot_words(card),
        "provides": _each(card.provides),
        "permanent": card.permanent,
    }
    return Face(
        card.name,
        "factory",
        card_text(card),
        facts,
        ("AF-7.2",),
        sign=sign(card),
        emblem=card.picture,
        ground=ground(card),
        signs=signs(card),
    )


def _each(symbols: Mapping[str, int]) -> list[str]:
    """Every symbol as often as it counts: two Orks are Ork, Ork."""
    return [symbol.title() for symbol, n in symbols.items() for _ in range(n)]
