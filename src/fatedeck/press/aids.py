"""What helps at the table, as plain data: odds, foes and conditions on cards, a wheel, tents."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.reference import Table
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.engine.view import Condition, Face
from fatedeck.press.book import Line, for_players
from fatedeck.press.drawing import engraved_emblem, engraved_ground, found, hue_of
from fatedeck.press.faces import drawn
from fatedeck.press.reference import odds_panels, panels
from fatedeck.press.sheets import POKER, TAROT, Paper, Sheet, Size, Spacing, sheets
from fatedeck.press.story import Foe, told

CLOSE = Spacing(backs="none")
TENTS = 6
PLAYERS = 4
"""How many want a card of their own."""

EMBLEMS = [
    ("dog|hound|wolf|wolves|jackal", "dog"),
    ("horse|mule|carrier|coach", "horse"),
    ("rat|cat|fox|bear|boar|beast|enraged|berserk", "roar"),
    ("crow|raven|owl|bird|hasted", "bird"),
    ("soldier|guard|grunt|sergeant|captain|veteran", "helm"),
    ("bravo|blade|dacre|thief|bandit|raider", "dagger"),
    ("root|knot|vine", "spiral"),
    ("reeve|clerk|steward|provost|judge", "scroll"),
    ("cook|baker|cider|tavern", "food"),
    ("golem|construct|statue|door", "bricks"),
    ("specter|spectre|ghost|wraith|spirit|dead|necrotic", "ghost"),
    ("witch|mage|mystic|caster|veil|enchanted|dispelled", "staff"),
    ("tinker|smith|hook|tool", "anvil"),
    ("basket|pedlar|merchant", "pack"),
    ("incapacitated|unconscious|knocked|^out|resting|suffocating", "bed"),
    ("away|flee|run|slowed|cornered|harried|frightened", "dash"),
    ("pinned|entangled|grappled|crippled|enthralled", "ribbon"),
    ("no fatigue|warded|protected|immune", "shield"),
    ("more action|vulnerable|exposed", "eye"),
    ("blind|hidden|fogged", "mask"),
    ("deaf|taunted", "whisper"),
    ("burn|ember|fire", "flame"),
    ("frozen|cold|stunned", "spark"),
    ("poison|sicken", "potion"),
    ("bleed|blood", "drain"),
    ("charm", "flower"),
    ("invisible", "moon"),
]
"""What foes and conditions are drawn as, by what they are called."""


class Aid(Struct, frozen=True, omit_defaults=True):
    """A card: its kind, its title, and what stands on it.

    A condition has a `face` like every card that is read, a foe a `picture`: ground and emblem.
    """

    kind: str
    title: str
    note: str = ""
    lines: tuple[Line, ...] = ()
    table: Table | None = None
    foe: Foe | None = None
    picture: tuple[str, str] | None = None
    face: dict[str, object] | None = None


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
    large = any(_length(card.foe) > MOST_ON_POKER for card in foes if card.foe is not None)
    return [
        *_laid("Odds", odds * PLAYERS, TAROT, paper),
        *_laid("Foes", foes, TAROT if large else POKER, paper),
        *_laid("Conditions", condition_cards(ruleset), POKER, paper),
    ]


MOST_ON_POKER = 500
"""How much a small card says of a foe, in letters."""


def _length(foe: Foe) -> int:
    """How much there is to say of a foe: its lines in letters, and its figures, two to a row."""
    return sum(len(line.title + line.text) for line in foe.lines) + 18 * len(foe.figures)


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
    hue = hue_of("warriors", "")
    return [
        Aid(
            "foe",
            foe.name,
            foe.about if not foe.about.startswith(foe.name) else "",
            foe=foe,
            picture=(
                engraved_ground(foe.name, "minion", hue, "full"),
                engraved_emblem(foe.name, "", hue, "full", found(EMBLEMS, foe.name) or "mask"),
            ),
        )
        for foe in met.values()
    ]


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
    emblem = found(EMBLEMS, one.name) or "spark"
    face = Face(name, "condition", words, clauses=one.clauses, emblem=emblem)
    return Aid("condition", name, face=drawn(face, "full"))


def _laid(title: str, cards: Sequence[Aid], size: Size, paper: Paper) -> list[AidSheet]:
    spacing = msgspec.structs.replace(CLOSE, paper=paper)
    return [
        AidSheet(title, sheet, size, tuple(cards[slot.card] for slot in sheet.fronts))
        for sheet in sheets(len(cards), size, spacing)
    ]
