"""What helps at the table, as plain data: odds, foes and conditions on cards, a wheel, tents."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.reference import Table
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.engine.view import Condition
from fatedeck.press.book import Line, for_players
from fatedeck.press.reference import odds_panels, panels
from fatedeck.press.sheets import POKER, TAROT, Paper, Sheet, Size, Spacing, sheets
from fatedeck.press.story import Foe, told

CLOSE = Spacing(backs="none")
TENTS = 6
PLAYERS = 4
"""How many want a card of their own."""


class Aid(Struct, frozen=True, omit_defaults=True):
    """A card: its kind, its title, and what stands on it."""

    kind: str
    title: str
    note: str = ""
    text: str = ""
    lines: tuple[Line, ...] = ()
    table: Table | None = None
    foe: Foe | None = None


class AidSheet(Struct, frozen=True):
    """A sheet of cards of one size, to cut."""

    title: str
    sheet: Sheet
    size: Size
    cards: tuple[Aid, ...]


def aid_sheets(ruleset: AnyRuleset, paper: Paper) -> list[AidSheet]:
    """The cards of a game that help at the table, on sheets: odds, foes, conditions."""
    odds = odds_cards(ruleset) if ruleset.reference is not None else []
    foes = foe_cards(ruleset)
    title = "Odds and foes" if foes else "Odds"
    return [
        *_laid(title, [*odds * PLAYERS, *foes], TAROT, paper),
        *_laid("Conditions", condition_cards(ruleset), POKER, paper),
    ]


def odds_cards(ruleset: AnyRuleset) -> list[Aid]:
    """What a game counts for its page to take along, and how it goes, for every pocket."""
    how = panels(ruleset)[0]
    return [
        Aid(
            "odds",
            panel.title,
            ruleset.title,
            lines=tuple(told.line for told in (*panel.lines, *how.lines)),
            table=panel.table,
        )
        for panel in odds_panels(ruleset)
    ]


def foe_cards(ruleset: AnyRuleset) -> list[Aid]:
    """Everybody who is met in the adventures of the box, once."""
    met: dict[str, Foe] = {}
    for text in ruleset.adventures.values():
        for foe in told(text).foes:
            met.setdefault(foe.name, foe)
    return [Aid("foe", foe.name, foe.about, foe=foe) for foe in met.values()]


def condition_cards(ruleset: AnyRuleset) -> list[Aid]:
    """What may hold for a character, and what it means."""
    return [_condition(ruleset, one) for one in ruleset.paper.conditions]


def _condition(ruleset: AnyRuleset, one: Condition) -> Aid:
    """A condition in its own words or, where it has none, in those of its clause."""
    words = one.text
    if not words:
        clause = for_players(ruleset.rules.clause(one.clauses[0]).text)
        words = re.sub(r"^[^:]{1,40}: ", "", clause)
    words = words[:1].upper() + words[1:]
    if not words.endswith((".", "!", "?")):
        words += "."
    name = one.name[:1].upper() + one.name[1:]
    return Aid("condition", name, ", ".join(one.clauses), words)


def _laid(title: str, cards: Sequence[Aid], size: Size, paper: Paper) -> list[AidSheet]:
    spacing = msgspec.structs.replace(CLOSE, paper=paper)
    return [
        AidSheet(title, sheet, size, tuple(cards[slot.card] for slot in sheet.fronts))
        for sheet in sheets(len(cards), size, spacing)
    ]
