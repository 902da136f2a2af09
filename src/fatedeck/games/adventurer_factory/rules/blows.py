"""Simple Attacks, Simple Parleys, damage, and damage taken back. Chapters 2, 11 and 12."""

from __future__ import annotations

from typing import Literal

from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.data import Counter, Value, die
from fatedeck.games.adventurer_factory.looks import moments
from fatedeck.games.adventurer_factory.rules.acts import Act, roll, roll_die, roll_for, value
from fatedeck.games.adventurer_factory.rules.stats import for_and_against
from fatedeck.games.adventurer_factory.state import Event, Kind, Player, Table


def blow(
    act: Act,
    kind: Kind,
    own_die: str | None = None,
    added: Value = 0,
    if_natural_at_most: int | None = None,
) -> None:
    """Attack Die + Attack - their Defence is lost in Health; a Parley takes Willpower by Charisma.

    Roll, read the stats as they are now, floor the whole sum once at 0. A die that the text names
    is used exactly (AF-3.8); an addition may hang on the natural result, and Horns add a Charisma
    that may be negative (AF-18.24). AF-12.3 to AF-12.7.
    """
    game = act.game
    if own_die is None:
        act.natural, result = roll_die(game, act.seat, kind)
    else:
        act.natural, result = roll_for(game, act.seat, kind, die(own_die))
    mine, theirs = for_and_against(act.table, act.seat, kind)
    more = 0
    if added and (if_natural_at_most is None or act.natural <= if_natural_at_most):
        more = value(act, added)
    amount = max(0, result + mine - theirs + more)
    told = "{who}’s Simple {kind} rolls {result}"
    if mine or theirs or more:
        own, other = _STATS[kind]
        told += f", {{mine}} for {own}" if mine else ""
        told += f", {{theirs}} for their {other}" if theirs else ""
        told += ", {more} added" if more else ""
    game.tell(
        told + ": {n} damage.",
        "AF-12.3" if kind == "attack" else "AF-12.4",
        who=act.seat,
        kind=kind.title(),
        result=result,
        mine=f"{mine:+}",
        theirs=f"{-theirs:+}",
        more=f"{more:+}",
        n=amount,
    )
    act.damage = damage(
        act, act.foe_seat, "health" if kind == "attack" else "willpower", amount, kind
    )


_STATS = {"attack": ("Attack", "Defence"), "parley": ("Charisma", "Charisma")}


def damage(
    act: Act,
    against: str,
    stat_hit: Counter,
    amount: int,
    simple: Literal["", "attack", "parley"] = "",
) -> int:
    """A damage event: damage dealt at least 0, and the loss, which stops at 0. AF-2.12, AF-2.13.

    Prevented damage is an event that deals 0 (AF-2.15). What comes back is the damage dealt, which
    Life Drain gives though less was lost (AF-2.14).
    """
    player = act.table.players[against]
    dealt = max(0, amount)
    if stat_hit == "health" and dealt and _is_prevented(act, against, player):
        dealt = 0
    have: int = getattr(player, stat_hit)
    loss = min(dealt, have)
    setattr(player, stat_hit, have - loss)
    act.table.events.append(Event(against, stat_hit, dealt, loss, simple, act.encounter))
    act.game.show(moments.damage, act.seat, simple, act.printed.name, dealt, against)
    _tell_loss(act.game, against, stat_hit, loss, "AF-2.13")
    return dealt


def _tell_loss(game: Game[Table], who: str, counter: Counter, n: int, clause: str) -> None:
    told = "{who} loses {n} {counter}." if n else "{who} loses no {counter}."
    game.tell(told, clause, who=who, n=n, counter=counter.title())


def _is_prevented(act: Act, seat: str, player: Player) -> bool:
    """By Dodge, or by Concealed Crossbow's one roll for a whole Encounter. AF-18.8, AF-18.11."""
    if player.immune:
        return True
    if not act.encounter or not player.health:
        return False
    for ward in player.wards:
        if ward.turn == act.table.turn:
            if not ward.rolled:
                shown, ward.rolled = roll(act.game, die(ward.die))
                act.game.show(moments.ward, seat, die(ward.die), shown, ward.at_most)
                act.game.tell("{who}’s ward rolls {n}.", "AF-18.8", who=seat, n=ward.rolled)
            if ward.rolled <= ward.at_most:
                return True
    return False


def gain(game: Game[Table], seat: str, counter: Counter, amount: int) -> None:
    """Add to a counter; there is no ceiling, and no cap on Mind now. AF-2.6, AF-2.7, AF-6.6."""
    player = game.state.players[seat]
    setattr(player, counter, getattr(player, counter) + amount)
    if amount:
        game.tell(
            "{who} gains {n} {counter}.", "AF-2.6", who=seat, n=amount, counter=counter.title()
        )


def lose(game: Game[Table], seat: str, counter: Counter, amount: int) -> int:
    """Take from a counter without damage; a larger loss stops at 0.

    Cashflow's loss is legal with 0 Mind. AF-2.5, AF-2.12, AF-10.9, AF-18.6.
    """
    player = game.state.players[seat]
    have: int = getattr(player, counter)
    loss = min(max(0, amount), have)
    setattr(player, counter, have - loss)
    if loss:
        _tell_loss(game, seat, counter, loss, "AF-2.5")
    return loss


def negate(act: Act, events: list[Event]) -> None:
    """Losses of these events come back at once; each event can be negated once.

    This is neither healing nor an increase, and nothing else of the act is undone. The threshold of
    the negating text adds up the damage dealt of exactly these. AF-11.9 to AF-11.12, AF-11.15,
    AF-11.16.
    """
    for event in events:
        event.negated = True
        act.negated += event.dealt
        player = act.table.players[event.against]
        setattr(player, event.stat, getattr(player, event.stat) + event.loss)
        if event.stat == "willpower":
            act.restored += event.loss
        act.game.tell(
            "{who} gets back {n} {counter}.",
            "AF-11.9",
            who=event.against,
            n=event.loss,
            counter=event.stat.title(),
        )
