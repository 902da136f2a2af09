"""The table in a terminal: what lies there, who stands there, what has happened since."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from fatedeck.cli.faces import draw_cards
from fatedeck.engine import titles
from fatedeck.engine.cards import face as face_of
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.offers import Many, Offer, One
from fatedeck.engine.questions import Choose, Several
from fatedeck.engine.random_play import AnyRecord
from fatedeck.engine.seen import Read, Seen, see
from fatedeck.engine.story import Moment
from fatedeck.engine.view import Entry, SceneTold, Sheet, Shown, View, Zone
from fatedeck.terminal.console import Console

SHORT = 7
"""Texts up to this length, such as "+2" and "level 3", stand in a row; longer ones on lines."""

_WANTED = {"Now": "Look", "Ask": "Try", "Next": "Go on"}
"""What players may ask for in a scene, by the strip of the game master's desk it stands on."""

Listed = Choose | Several | One | Many
"""Something with options to choose among."""


class Screen:
    """Prints a table as one seat sees it, and remembers what that seat has been shown."""

    def __init__(self, record: AnyRecord, now: Callable[[], float] = time.monotonic) -> None:
        self.record = record
        self.faces = titles.faces_at(record)
        self.console = Console(wrap=True)
        self.cited: tuple[str, ...] = ()
        """The rules behind what was said last."""
        self._told = 0
        self._zones: dict[str, Zone] = {}
        self._sheets: dict[str, Sheet] = {}
        self._handouts: list[Entry] = []
        self._now = now
        self._timers: dict[str, float] = {}

    def say(self, text: str, style: str = "", indent: int = 0) -> None:
        self.console.print(text, style, indent=indent)

    def refuse(self, sentence: str, *clauses: str) -> None:
        """Say why not; `why` then tells the rule."""
        self.cited = tuple(filter(None, clauses)) or self.cited
        self.say(sentence, style="yellow")

    # The whole table

    def look(self, seat: str) -> None:
        """The table as this seat sees it."""
        shown = see(self.record, seat)
        self.console.rule(f"{seat}", style="green")
        if shown.view.banner:
            self.say(shown.view.banner, style="italic")
        if shown.view.campaign is not None:
            self.say(shown.view.campaign.told(), style="dim")
        if shown.view.tale is not None:
            self._tale(shown.view.tale)
        for zone in shown.view.zones:
            self._zone(zone, seat)
        for sheet in shown.view.sheets:
            self._sheet(sheet, seat)
        for gadget in shown.view.gadgets:
            self.say(f"{gadget.title}: {gadget.text}")
        self._remember(shown.view)

    def _tale(self, tale: SceneTold) -> None:
        """Where the story is, and what is known."""
        self.say(tale.title, style="bold")
        for paragraph in tale.told:
            self.say(paragraph.text, indent=2)
        known = {"You know": tale.clues, "Facts": tale.facts}
        for heading, words in known.items():
            if words:
                self.say(f"{heading}: {'; '.join(words)}", indent=2)
        for clock in tale.clocks:
            self.say(f"{clock.name}: {clock.at} of {clock.of}", indent=2)
        self.timers(tale)
        for handout in tale.handouts:
            self._handout(handout)
        for part in tale.untold:
            self.say(f"{part.title}: {part.text}", style="dim", indent=2)
        if tale.notes:
            self.say(tale.notes, style="dim", indent=2)

    def timers(self, tale: SceneTold) -> None:
        """What the timers show: the minutes since each was first seen here."""
        for timer in tale.timers:
            since = self._timers.setdefault(timer.name, self._now())
            gone = int((self._now() - since) / 60)
            told = f"{gone} of {timer.minutes} minutes are gone"
            if gone >= timer.minutes:
                told = f"{timer.minutes} minutes are up. Play on for as long as you like"
            self.say(f"{timer.name}: {told}.", style="dim")

    def _handout(self, handout: Entry) -> None:
        self.say(f"{handout.title}: {handout.text}", indent=2)

    def campaign(self, seat: str) -> None:
        """How far a story over several sessions has come: its chapters, and who has time."""
        told = see(self.record, seat).view.campaign
        if told is None:
            raise Refused("", "There’s no campaign here yet.")
        self.say(told.told(), style="bold")
        for number, chapter in enumerate(told.chapters):
            sign = "→" if number == told.at else "·" if number < told.at else " "
            won = f" ({chapter.won})" if chapter.won else ""
            style = "bold" if number == told.at else ""
            self.say(f"{sign} {number + 1}. {chapter.title}: {chapter.about}{won}", style)
        for entry in told.downtime:
            self.say(f"{entry.title}: {entry.text}", indent=4 if entry.group else 2)
        if told.opening:
            self.say(f"When you come back: {told.opening}", style="dim")

    def _zone(self, zone: Zone, seat: str) -> None:
        whose = zone.group or (zone.owner if zone.owner != seat else "")
        told = not whose or zone.title.startswith(whose)
        name = zone.title if told else f"{whose}: {zone.title}"
        self.say(f"{name}: {zone.count}", style="bold" if zone.owner == seat else "")
        shown = zone.cards if zone.layout != "pile" else zone.cards[:1]
        if zone.owner in ("", seat) or zone.layout == "row":
            for line in draw_cards(shown, self.faces, self.console.width - 2):
                self.say(f"  {line}")
        elif zone.cards:
            self.say("  " + " ".join(self.title(card.name) for card in zone.cards[:12]))
        if zone.owner == seat and zone.layout == "hand":
            self._what_cards_do(zone.cards)

    def _what_cards_do(self, cards: Iterable[Shown]) -> None:
        """The text of each different card in a hand, where it has one."""
        for name in dict.fromkeys(face_of(card.name) for card in cards):
            face = self.faces.get(name)
            if face is not None and face.text and face.kind != "playing":
                self.say(f"{face.title}: {face.text}", indent=2)

    def _sheet(self, sheet: Sheet, seat: str) -> None:
        counters = "  ".join(
            f"{c.label} {c.value}" + (f"/{c.most}" if c.most is not None else "")
            for c in sheet.counters
        )
        told = not sheet.about or sheet.about.startswith(sheet.title)
        heading = sheet.about or sheet.title if told else f"{sheet.title} — {sheet.about}"
        self.say(heading, style="bold")
        if counters:
            self.say(counters, indent=2)
        if sheet.conditions:
            self.say(", ".join(condition.name for condition in sheet.conditions), indent=2)
        if sheet.owner == seat:
            for group in dict.fromkeys(entry.group for entry in sheet.entries):
                self._entries(group, [entry for entry in sheet.entries if entry.group == group])

    def _entries(self, group: str, entries: list[Entry]) -> None:
        """A part of a sheet: numbers and single words in a row, sentences one below the other."""
        if group and all(len(entry.text) <= SHORT for entry in entries):
            row = "  ".join(f"{entry.title} {entry.text}".strip() for entry in entries)
            self.say(f"{group}: {row}", indent=2)
            return
        if group:
            self.say(group, indent=2)
        for entry in entries:
            text = f"{entry.title}: {entry.text}" if entry.text else entry.title
            self.say(text, indent=4 if group else 2)

    # What has happened

    def tell(self, seat: str) -> None:
        """What has happened since this was last asked: the story, cards that have moved, health."""
        seen = see(self.record, seat)
        for line in seen.log[self._told :]:
            if line.moment is not None:
                self._moment(line.moment)
            self._line(line)
        self._told = len(seen.log)
        for handout in seen.view.tale.handouts if seen.view.tale is not None else ():
            if handout not in self._handouts:
                self._handout(handout)
        for zone in seen.view.zones:
            if zone.cards and zone != self._zones.get(zone.id):
                self._zone(zone, seat)
        for sheet in seen.view.sheets:
            if changed := _changes(self._sheets.get(sheet.id), sheet):
                self.say(f"{sheet.title}: {', '.join(changed)}", style="bold", indent=2)
        self._remember(seen.view)

    def story(self, seat: str) -> None:
        """The whole story."""
        for line in see(self.record, seat).log:
            self._line(line)

    def _moment(self, moment: Moment) -> None:
        """What was turned, in the order it came; what counts is marked."""
        several = len(moment.turned) > 1
        cards = [
            Shown(turned.card or "?", turned.reads + (" ←" if several and turned.counts else ""))
            for turned in moment.turned
            if not turned.die
        ]
        for row in draw_cards(cards, self.faces, self.console.width):
            self.say(row)

    def _line(self, line: Read) -> None:
        if line.text:
            self.cited = line.clauses or self.cited
            cited = f"  {' '.join(line.clauses)}" if line.clauses else ""
            mark, style = ("~ ", "dim") if line.undone else ("· ", "cyan")
            self.say(mark + line.text + cited, style=style)

    def _remember(self, view: View) -> None:
        self._zones = {zone.id: zone for zone in view.zones}
        self._sheets = {sheet.id: sheet for sheet in view.sheets}
        self._handouts = view.tale.handouts if view.tale is not None else []

    # What can be done and chosen

    def offers(self, offers: Iterable[Offer]) -> None:
        """What can be done, numbered, under the name of its group."""
        heading = None
        for number, offer in enumerate(offers, start=1):
            wanted = _WANTED.get(offer.group) if offer.do == "tale.wish" else None
            if (wanted or offer.group) != heading:
                heading = wanted or offer.group
                self.say(heading or "You can", style="bold")
            if offer.why_not:
                self.say(f" {number:2}. {offer.label} (not now: {offer.why_not})", style="dim")
            else:
                self.say(f" {number:2}. {_said(offer)}")

    def options(self, asked: Listed) -> None:
        """What there is to choose, numbered."""
        for number, option in enumerate(asked.options, start=1):
            title, note = self.title(option, asked.labels), asked.notes.get(option, "")
            if not title:
                title, note = note or "none", ""
            self.say(f" {number:2}. {title}" + (f" — {note}" if note not in ("", title) else ""))

    def title(self, option: str, labels: Mapping[str, str] | None = None) -> str:
        """A card as it is called; whatever else there is to choose says what it is."""
        return titles.title(option, labels or {}, self.faces)

    # Reading

    def rule(self, clause: str) -> None:
        """A rule in our words; without a name, those behind what was said last."""
        if not clause and not self.cited:
            raise Unreadable("Which rule? Name one, such as: why " + self.a_clause())
        for one in [clause] if clause else self.cited:
            found = self.record.ruleset.rules.clause(one)
            self.say(f"{found.id}: {found.text}")

    def card(self, name: str) -> None:
        """What is printed on a card."""
        wanted = name.lower()
        faces = [face for face in self.faces.values() if face.title.lower().startswith(wanted)]
        if not wanted or not faces:
            raise Unreadable(f"There’s no card called “{name}”.")
        face = min(faces, key=lambda face: len(face.title))
        facts = [
            f"{fact} {', '.join(map(str, value)) if isinstance(value, list) else value}"
            for fact, value in face.facts.items()
            if value and not isinstance(value, bool)
        ]
        self.say(f"{face.title} ({'; '.join(facts)})" if facts else face.title, style="bold")
        self.say(face.text)

    def a_clause(self) -> str:
        """The name of a rule of this game, to show what one looks like."""
        return next(iter(self.record.ruleset.rules.clauses), "")


def in_order(shown: Seen) -> list[Offer]:
    """What can be done, each group together; the scene that is told comes before the rest."""
    tale = shown.view.tale
    is_told = tale is not None and bool(tale.adventure) and not tale.busy
    groups = list(dict.fromkeys(offer.group for offer in shown.offers))

    def place(offer: Offer) -> tuple[int, int]:
        kinds = (offer.do == "tale.wish", offer.do.startswith("tale."), True)
        return kinds.index(True) if is_told else 0, groups.index(offer.group)

    return sorted(shown.offers, key=place)


def _said(offer: Offer) -> str:
    costs = f" ({offer.cost})" if offer.cost else ""
    return offer.label + costs + (f" — {offer.note}" if offer.note else "")


def _changes(before: Sheet | None, after: Sheet) -> list[str]:
    """What somebody has lost or gained: counters with their value before, and conditions."""
    if before is None or before == after:
        return []
    was = {counter.label: counter.value for counter in before.counters}
    changed = [
        f"{counter.label} {was[counter.label]} → {counter.value}"
        for counter in after.counters
        if counter.label in was and was[counter.label] != counter.value
    ]
    had = {condition.name for condition in before.conditions}
    has = {condition.name for condition in after.conditions}
    gained = [condition.name for condition in after.conditions if condition.name not in had]
    return changed + gained + [f"no longer {name}" for name in sorted(had - has)]
