"""What a seat may do now, and what is remembered of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from fatedeck.engine.drawn import Drawn, InParts
from fatedeck.engine.offers import Offer
from fatedeck.games.realms_behind.rules.gm_offers import of_gm
from fatedeck.games.realms_behind.rules.making_offers import improving, making
from fatedeck.games.realms_behind.rules.playing_offers import always, checks, days, words
from fatedeck.games.realms_behind.state import (
    Character,
    Creature,
    Parley,
    Phase,
    Table,
    on_paper,
    without_cards,
)


def offers(table: Table, seat: str) -> list[Offer]:
    """Everything this seat may do, and what it would look for with the reason why not."""
    if seat == table.gm:
        return of_gm(table)
    character = table.players[seat]
    if table.phase == "creation" or character.waiting:
        return making(table, character)
    if table.phase == "encounter":
        return [
            *words(table, character),
            *always(table, character),
            *checks(table, character),
        ]
    return [
        *checks(table, character),
        *days(table, character),
        *always(table, character),
        *improving(table, character),
    ]


def offers_of(table: Table, seats: Sequence[str], drawn: Drawn) -> list[InParts]:
    """What each of these seats may do; what does not change every turn is remembered."""
    around = _around(table)
    return [_remembered(table, seat, around, drawn) for seat in seats]


# What is remembered: drawn from as much of the table as it depends on


def _remembered(table: Table, seat: str, around: _Around, drawn: Drawn) -> InParts:
    part = drawn.offers.part
    character = table.players.get(seat)
    if character is None:
        return (of_gm(table),)
    if table.phase == "creation" or character.waiting:
        return (part(_made, table.phase, on_paper(character)),)
    if table.phase != "encounter":
        return (
            part(_spent, around, without_cards(character)),
            always(table, character),
            part(_improved, table.phase, on_paper(character)),
        )
    if character.statuses.berserk:
        return (offers(table, seat),)
    glimpsed = without_cards(character)
    return (
        part(_turned, around, glimpsed),
        always(table, character),
        part(_checked, around, glimpsed),
    )


class _Around(Struct, array_like=True, frozen=True):
    """What is around a character: who plays, who is there, whose turn it is, the ground's size.

    Where they stand decides what only those who are Berserk may do. RB-16.10.
    """

    gm: str
    phase: Phase
    workspace: bool
    parleys: bool
    turn: str
    width: int
    height: int
    players: list[tuple[str, bool, bool]]
    creatures: list[tuple[str, bool]]


def _around(table: Table) -> _Around:
    return _Around(
        table.gm,
        table.phase,
        table.workspace,
        table.parley is not None,
        table.whose_turn(),
        table.width,
        table.height,
        [(who.name, who.waiting, who.is_here()) for who in table.players.values()],
        [(creature.name, creature.is_here()) for creature in table.creatures.values()],
    )


def _table_around(around: _Around, character: Character) -> Table:
    """A table with this character and what is around it."""
    return Table(
        gm=around.gm,
        players={
            name: character
            if name == character.name
            else Character(name=name, waiting=waiting, left_scene=not here)
            for name, waiting, here in around.players
        },
        creatures={
            name: Creature(name=name, kind="", level=1, health=1, left_scene=not here)
            for name, here in around.creatures
        },
        phase=around.phase,
        workspace=around.workspace,
        parley=Parley("", 1, False) if around.parleys else None,
        order=[around.turn] if around.turn else [],
        width=around.width,
        height=around.height,
    )


def _spent(around: _Around, character: Character) -> list[Offer]:
    """How a day may be spent. RB-15.3, RB-21.7."""
    table = _table_around(around, character)
    return [*checks(table, character), *days(table, character)]


def _turned(around: _Around, character: Character) -> list[Offer]:
    """What may be done in a turn. RB-15.9."""
    return words(_table_around(around, character), character)


def _checked(around: _Around, character: Character) -> list[Offer]:
    """What may be tried in an encounter. RB-21.7."""
    return checks(_table_around(around, character), character)


def _made(phase: Phase, paper: Character) -> list[Offer]:
    return _on_paper(True, phase, _pack(paper))


def _improved(phase: Phase, paper: Character) -> list[Offer]:
    return _on_paper(False, phase, _pack(paper))


@lru_cache(256)
def _on_paper(anew: bool, phase: Phase, packed: bytes) -> list[Offer]:
    """Ready-made characters are on many tables: what they may buy is drawn once."""
    character = _unpack(packed)
    table = Table(gm="GM", players={character.name: character}, phase=phase)
    return (making if anew else improving)(table, character)


_pack = Encoder().encode
_unpack = Decoder(Character).decode
