"""The moves that go on with the game, listed quickly for whoever plays thousands of games."""

from __future__ import annotations

from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.rules import encounters, main_step
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.playing import obstacle
from fatedeck.games.adventurer_factory.rules.stats import occupants, symbols
from fatedeck.games.adventurer_factory.rules.using import why_not_use
from fatedeck.games.adventurer_factory.state import Table, is_active, is_in_play

END_MAIN, NO_ENCOUNTER = main_step.EndMain(), encounters.NoEncounter()
ATTACK, PARLEY = encounters.Attack(), encounters.Parley()


def legal_moves(table: Table, seat: str) -> list[Move]:
    """Everything this seat can do to go on with the game now; nothing while it is not its turn."""
    if table.active != seat:
        return []
    if table.step == "main":
        return _main_moves(table, seat)
    if table.step == "encounter":
        return [ATTACK, PARLEY, *_encounters(table, seat), NO_ENCOUNTER]
    return []


def _main_moves(table: Table, seat: str) -> list[Move]:
    player = table.players[seat]
    mind, provided, filled = player.mind, symbols(player), occupants(player)
    found: list[Move] = [END_MAIN]
    names = set()
    for card in player.holds():
        printed = printed_on(card)
        if printed.cost <= mind and printed.id not in names:
            names.add(printed.id)
            if not obstacle(player, printed, provided=provided, filled=filled):
                found.append(main_step.Play(card))
    for card, mark in player.cards.items():
        printed = printed_on(card)
        if printed.replies and not mark.consumed:
            found += [
                main_step.Use(card, number)
                for number in printed.replies
                if why_not_use(table, seat, card, number) is None
            ]
        if mind and is_in_play(mark) and not (printed.permanent and is_active(mark)):
            found.append(main_step.Discard(card))
        if printed.ends:
            found += [
                main_step.Free(*free) for free in main_step.frees(table, seat) if free[0] == card
            ]
    return found


def _encounters(table: Table, seat: str) -> list[Move]:
    return [
        encounters.Encounter(card, number)
        for card, mark in table.players[seat].cards.items()
        if not mark.consumed
        for number in printed_on(card).encounters
        if why_not_use(table, seat, card, number) is None
    ]
