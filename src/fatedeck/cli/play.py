"""A hot-seat game in the terminal: the keyboard goes from seat to seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import get_origin, get_type_hints

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from fatedeck.bots.machines import OWN, Machine, machine, make_move, make_some_move
from fatedeck.cli.faces import draw_cards
from fatedeck.cli.keeping import Kept, default_path, new_game, old_game
from fatedeck.engine.cards import face as face_of
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.forms import fill
from fatedeck.engine.game import NO, YES, Seat
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Value, Words, YesNo
from fatedeck.engine.questions import COUNTABLE, Answer, Choose, Decision, Number, Several
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.seen import Seen, see
from fatedeck.engine.story import Moment
from fatedeck.engine.view import Entry, Sheet, Shown, Zone

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hana")

SHORT = 7
"""Texts up to this length, such as "+2" and "level 3", stand in a row; longer ones on lines."""

HELP = """\
A number picks what is listed. Words that always work:
  as SEAT            sit down at another seat
  back               leave a form that you have begun to fill in
  look               the table again, whole
  log                the whole story
  why CLAUSE         a rule in our words, such as: why DKH-20
  card NAME          what is printed on a card
  undo               take back the last action, or the one under way
  salt WORDS         stir words of your own into the sealed shuffle
  set PATH VALUE     game master: number, words, yes/no   award PATH AMOUNT
  move CARD FROM TO  game master: move a card             add / lift PATH CONDITION
  end                end the table and open the sealed secret
  quit               leave; the game is kept"""


def begin_table(
    game: str | None,
    players: list[str],
    options: list[str],
    machine: list[str],
    against: str | None,
    save: Path | None,
) -> None:
    """Set a new table and play at it."""
    if game is None:
        raise Unreadable("Which game? `fatedeck games` lists them.")
    ruleset = find_game(game)
    named = players or list(NAMES[: max(2, ruleset.seating.fewest)][: ruleset.seating.most])
    if against is not None and not players:
        named = ["Guest", "Machine"]
    seats = tuple(Seat(name) for name in named)
    if ruleset.seating.game_master:
        seats = (Seat("GM", "gm"), *seats)
    kept = new_game(ruleset, seats, read_options(ruleset, options), save or default_path(game))
    _Terminal(kept, _machines(kept, machine, against)).run()


def resume_table(path: Path, machine: list[str], against: str | None) -> None:
    """Play on at a kept table."""
    kept = old_game(path)
    _Terminal(kept, _machines(kept, machine, against)).run()


def read_options(ruleset: AnyRuleset, given: list[str]) -> dict[str, object]:
    """Options as typed: numbers and truth values as JSON has them, lists with commas."""
    kinds = get_type_hints(ruleset.Options)
    options: dict[str, object] = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not equals:
            raise Unreadable(f"An option is name=value, not “{option}”.")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value.split(",") if get_origin(kinds.get(name)) is list else value
    return options


def _machines(kept: Kept, names: list[str], against: str | None) -> dict[str, Machine]:
    """The seats that the machine plays, and how."""
    seats = [seat.name for seat in kept.record.header.seats if seat.role == "player"]
    if against is not None and not names:
        names = seats[1:]
    game = kept.record.ruleset.id
    return {kept.record.seat(name).name: machine(game, against or OWN) for name in names}


def spoken(option: str) -> str:
    """What can be chosen, as a person reads it: an id becomes words, a name stays as it is.

    >>> spoken("left_hand"), spoken("light-bow 2"), spoken("Ana"), spoken("6 into a Wound")
    ('Left hand', 'Light bow 2', 'Ana', '6 into a Wound')
    """
    return _ID.sub(" ", option).capitalize() if _IS_ID.fullmatch(option) else option


_ID = re.compile("[_-]")
_IS_ID = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)+( \d+)?")


class _Leave(Exception):
    """The players get up; the game is kept."""


class _Terminal:
    """The screen and the keyboard of one table."""

    def __init__(self, kept: Kept, machines: dict[str, Machine]) -> None:
        self.kept = kept
        self.record = kept.record
        self.machines = machines
        ruleset = self.record.ruleset
        self.faces = self.record.ruleset.faces(Codec(ruleset).options(self.record.header.options))
        self.console = Console(highlight=False, markup=False)
        self.seat = self._first_seat()
        self.told = 0
        self.shown: dict[str, Zone] = {}

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        title = self.record.ruleset.title
        self.say(f"{title}. Kept in {self.kept.path}. Type help for the words that always work.")
        self.say(f"The shuffle is sealed by {self.record.header.seal[:16]}…", style="dim")
        try:
            self.look()
            while not self.record.ruleset.is_over(self.record.state) or self.record.waiting_for:
                self.turn()
        except (_Leave, EOFError, KeyboardInterrupt):
            self.kept.write()
            self.say(f"\nKept. Play on with: fatedeck play --resume {self.kept.path}")
            return
        self.tell()
        self.kept.close()
        self.say(f"The game is over. Prove it fair with: fatedeck verify {self.kept.path}")

    def turn(self) -> None:
        """One step: a machine's, or whatever the person at the keyboard decides."""
        self.tell()
        if self._machine_steps():
            return
        waiting = [seat for seat in self.record.waiting_for if seat not in self.machines]
        if waiting:
            self.pass_to(waiting[0])
            question = self.record.question_for(waiting[0])
            assert question is not None
            self.attempt(lambda: self.record.answer(self.seat, self.ask(question)))
        else:
            self._sit_with_whoever_may_act()
            self.attempt(self.act)

    def attempt(self, step: Callable[[], None]) -> None:
        """Do something; a refusal is told, and nothing is lost."""
        try:
            step()
        except _Changed:
            return
        except FatedeckError as refused:
            self.say(str(refused), style="yellow")
        self.kept.write()

    # The machine

    def _machine_steps(self) -> bool:
        for seat, player in self.machines.items():
            move = player.move(self.record, seat)
            if move is None:
                continue
            make = partial(make_move, self.record, seat)
            if make_some_move(self.record, seat, move, make) is None:
                self.kept.write()
                return True
        return False

    # Sitting down

    def _first_seat(self) -> str:
        people = [s.name for s in self.record.header.seats if s.name not in self.machines]
        if not people:
            raise Refused("", "Somebody has to sit at the keyboard; leave one seat to a person.")
        return people[0]

    def _sit_with_whoever_may_act(self) -> None:
        """Stay seated while this seat can do something; else go to one that can."""
        state, ruleset = self.record.state, self.record.ruleset
        turn = [s for s in ruleset.view(state, None).turn if s not in self.machines]
        if not turn and not self._may_act(self.seat):
            people = [s.name for s in self.record.header.seats if s.name not in self.machines]
            turn = [seat for seat in people if self._may_act(seat)]
        if turn and self.seat not in turn:
            self.pass_to(turn[0])

    def _may_act(self, seat: str) -> bool:
        offers = self.record.ruleset.offers(self.record.state, seat)
        return any(not offer.why_not for offer in offers)

    def pass_to(self, seat: str) -> None:
        """Hand the keyboard over; where hands are hidden, behind a cleared screen."""
        if seat == self.seat:
            return
        self.seat = seat
        if (
            not self.record.ruleset.open_questions
            and len(self.record.header.seats) > len(self.machines) + 1
        ):
            self.console.clear()
            self.say(f"Pass the keyboard to {seat}.", style="bold")
            self.read("Press Enter when you sit down. ")
        self.look()

    # Looking

    def look(self) -> None:
        """The table as this seat sees it."""
        shown = see(self.record, self.seat)
        self.console.rule(f"{self.seat}", style="green")
        if shown.view.banner:
            self.say(shown.view.banner, style="italic")
        for zone in shown.view.zones:
            self._zone(zone)
        self.shown = {zone.id: zone for zone in shown.view.zones}
        for sheet in shown.view.sheets:
            self._sheet(sheet)
        for gadget in shown.view.gadgets:
            self.say(f"{gadget.title}: {gadget.text}")

    def _zone(self, zone: Zone) -> None:
        says_whose = zone.owner in ("", self.seat) or ": " in zone.title
        name = zone.title if says_whose else f"{zone.owner}’s {zone.title}"
        self.say(f"{name}: {zone.count}", style="bold" if zone.owner == self.seat else "")
        shown = zone.cards if zone.layout != "pile" else zone.cards[:1]
        if zone.owner in ("", self.seat) or zone.layout == "row":
            for line in draw_cards(shown, self.faces, self.console.width - 2):
                self.say(f"  {line}")
        elif zone.cards:
            self.say("  " + " ".join(card.name for card in zone.cards[:12]))

    def _sheet(self, sheet: Sheet) -> None:
        counters = "  ".join(
            f"{c.label} {c.value}" + (f"/{c.most}" if c.most is not None else "")
            for c in sheet.counters
        )
        about = f" — {sheet.about}" if sheet.about else ""
        self.say(f"{sheet.title}{about}", style="bold")
        if counters:
            self.say(counters, indent=2)
        if sheet.conditions:
            self.say(", ".join(condition.name for condition in sheet.conditions), indent=2)
        if sheet.owner == self.seat:
            for group, entries in groupby(sheet.entries, key=lambda entry: entry.group):
                self._entries(group, list(entries))

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

    def tell(self) -> None:
        """What has happened since this was last asked: the story, and cards that have moved."""
        seen = see(self.record, self.seat)
        for line in seen.log[self.told :]:
            if line.moment is not None:
                self._moment(line.moment)
            if line.text:
                self._line(line.text, line.clauses, undone=line.undone)
        self.told = len(seen.log)
        for zone in seen.view.zones:
            if zone.cards and zone != self.shown.get(zone.id):
                self._zone(zone)
            self.shown[zone.id] = zone

    def _moment(self, moment: Moment) -> None:
        """What was turned, in the order it came; what counts is marked."""
        cards = [
            Shown(turned.card or "?", turned.reads + (" ←" if turned.counts else ""))
            for turned in moment.turned
            if not turned.die
        ]
        for row in draw_cards(cards, self.faces, self.console.width):
            self.say(row)

    def _line(self, text: str, clauses: tuple[str, ...], *, undone: bool) -> None:
        cited = f"  {' '.join(clauses)}" if clauses else ""
        self.say(("~ " if undone else "· ") + text + cited, style="dim" if undone else "cyan")

    def say(self, text: str, style: str = "", indent: int = 0) -> None:
        said = Text(text, style)
        self.console.print(Padding(said, (0, 0, 0, indent)) if indent else said)

    # Asking

    def read(self, prompt: str) -> str:
        return self.console.input(prompt).strip()

    def ask(self, question: Decision) -> Answer:
        """Put a question to the person at the keyboard until it has an answer that fits."""
        self.say(f"{self.seat}, your choice: {question.prompt}", style="bold red")
        match question:
            case Choose():
                return self._pick(question)
            case Several():
                return self._pick_several(question)
            case Number():
                return self._number(question.low, question.high, or_more=question.or_more)
            case _:
                return self.command("in your own words> ", words=True)

    def act(self) -> None:
        """Let the seated person choose what to do."""
        shown = see(self.record, self.seat)
        offers = self._list_offers(shown)
        if not offers:
            self.say(f"{self.seat} can do nothing now; sit down elsewhere with: as SEAT")
        choice = self.command(f"{self.seat}> ")
        if not choice:
            return
        if not choice.isdigit() or not 1 <= int(choice) <= len(offers):
            raise Unreadable(f"“{choice}” is not on the list; type help for other words.")
        offer = offers[int(choice) - 1]
        if offer.why_not:
            cited = f" ({' '.join(offer.clauses)})" if offer.clauses else ""
            raise Unreadable(f"{offer.why_not}{cited}")
        self.record.do(self.seat, self._fill(offer))

    def _list_offers(self, shown: Seen) -> list[Offer]:
        group = None
        for number, offer in enumerate(shown.offers, start=1):
            if offer.group != group:
                group = offer.group
                self.say(group or "You may", style="bold")
            if offer.why_not:
                self.say(f" {number:2}. {offer.label} (not now: {offer.why_not})", style="dim")
            else:
                self.say(f" {number:2}. {offer.label}" + (f" — {offer.note}" if offer.note else ""))
        return shown.offers

    def _fill(self, offer: Offer) -> Act:
        return fill(self.record.ruleset, self.record.state, self.seat, offer, self._param)

    def _param(self, param: Param) -> Value:
        self.say(f"{param.label}:", style="bold")
        match param:
            case One():
                return self._pick(param)
            case Many():
                return self._pick_several(param)
            case Count():
                return self._number(param.low, param.high)
            case YesNo():
                return self._pick(One(param.name, param.label, (YES, NO))) == YES
            case Words():
                return self.command("in your own words> ", words=True)

    def _pick(self, asked: Choose | One) -> str:
        self._number_options(asked)
        while True:
            choice = self.command("number or name> ")
            picked = self._named(choice, asked)
            if picked is not None:
                return picked
            self.say(f"“{choice}” is not on the list.", style="yellow")

    def _pick_several(self, asked: Several | Many) -> list[str]:
        self._number_options(asked)
        least, most = asked.least, asked.most
        while True:
            words = self.command(f"{least} to {most} numbers, with spaces> ").replace(",", " ")
            picked = [self._named(word, asked) for word in words.split()]
            names = [name for name in picked if name is not None]
            if len(names) == len(picked) and least <= len(set(names)) == len(names) <= most:
                return names
            self.say(f"Name {least} to {most} of the list, each once.", style="yellow")

    def _number(self, low: int, high: int, *, or_more: bool = False) -> int:
        most = COUNTABLE if or_more else high
        more = " or more" if or_more else ""
        while True:
            word = self.command(f"{low} to {high}{more}> ")
            if word.lstrip("-").isdigit() and low <= int(word) <= most:
                return int(word)
            self.say(f"A whole number from {low} to {high}{more}, please.", style="yellow")

    def _number_options(self, asked: Choose | Several | One | Many) -> None:
        for number, option in enumerate(asked.options, start=1):
            title, note = self._title(option, asked.labels), asked.notes.get(option, "")
            if not title:
                title, note = note or "none", ""
            self.say(f" {number:2}. {title}" + (f" — {note}" if note not in ("", title) else ""))

    def _title(self, option: str, labels: Mapping[str, str]) -> str:
        """A card as it is called; whatever else there is to choose says what it is."""
        if option in labels:
            return labels[option]
        face = self.faces.get(face_of(option))
        copy = option.partition("#")[2]
        if face is None:
            return spoken(option)
        return f"{face.title} ({copy})" if copy else face.title

    def _named(self, word: str, asked: Choose | Several | One | Many) -> str | None:
        """The option that a person means: by its number, by name, or by what is shown of it."""
        options = asked.options
        if word in options:
            return word
        if word.isdigit() and 1 <= int(word) <= len(options):
            return options[int(word) - 1]
        wanted = word.lower()
        return next(
            (o for o in options if wanted in (o.lower(), self._title(o, asked.labels).lower())),
            None,
        )

    # Words that always work

    def command(self, prompt: str, *, words: bool = False) -> str:
        """Read a line; words that always work are done at once, and the prompt comes again."""
        while True:
            line = self.read(prompt)
            word, _, rest = line.partition(" ")
            known = _COMMANDS.get(word)
            if known is None or words:
                return line
            before = self.record.n, self.record.flight, self.seat
            try:
                known(self, rest.strip())
            except _Changed:
                raise
            except FatedeckError as refused:
                self.say(str(refused), style="yellow")
            self.kept.write()
            if (self.record.n, self.record.flight, self.seat) != before:
                raise _Changed

    def _back(self, _: str) -> None:
        if self.record.flight is not None:
            raise Refused("", "This is part of an action under way; undo takes it back whole.")
        self.say("Nothing done.")
        raise _Changed

    def _as(self, name: str) -> None:
        if self.record.seat(name).name in self.machines:
            raise Refused("", f"The machine plays {name}.")
        self.pass_to(name)

    def _log(self, _: str) -> None:
        for line in filter(lambda line: line.text, see(self.record, self.seat).log):
            self._line(line.text, line.clauses, undone=line.undone)

    def _why(self, clause: str) -> None:
        found = self.record.ruleset.rules.clause(clause)
        self.say(f"{found.id}: {found.text}")

    def _card(self, name: str) -> None:
        """What is printed on a card."""
        wanted = name.lower()
        faces = [face for face in self.faces.values() if face.title.lower().startswith(wanted)]
        if not wanted or not faces:
            raise Unreadable(f"There is no card “{name}”.")
        face = min(faces, key=lambda face: len(face.title))
        facts = [
            f"{fact} {', '.join(map(str, value)) if isinstance(value, list) else value}"
            for fact, value in face.facts.items()
            if value and not isinstance(value, bool)
        ]
        self.say(f"{face.title} ({'; '.join(facts)})", style="bold")
        self.say(face.text)

    def _undo(self, _: str) -> None:
        record = self.record
        record.undo(record.n if record.flight is not None else record.n - 1, self.seat)
        self.say("Taken back.")

    def _fiat(self, do: str, names: tuple[str, ...], words: str) -> None:
        parts = words.split(maxsplit=len(names) - 1)
        if len(parts) != len(names):
            raise Unreadable(f"Say: {do} {' '.join(name.upper() for name in names)}")
        action: Act = {"do": f"fiat.{do}"}
        for name, part in zip(names, parts, strict=True):
            number = part.lstrip("+-").isdigit()
            if name == "amount" and not number:
                raise Unreadable(f"{part} is not a whole number.")
            if name in ("value", "amount") and number:
                action[name] = int(part)
            elif name == "value" and part in ("yes", "no"):
                action[name] = part == "yes"
            else:
                action[name] = part
        masters = [seat.name for seat in self.record.header.seats if seat.role == "gm"]
        if not masters:
            raise Refused("", "This game has no game master.")
        self.record.do(masters[0], action)

    def _end(self, _: str) -> None:
        if self.record.flight is not None:
            self.record.cancel(self.seat)
        self.kept.write()
        self.kept.close()
        self.say(f"The table has ended. Prove it fair with: fatedeck verify {self.kept.path}")
        raise SystemExit(0)

    def _leave(self, _: str) -> None:
        raise _Leave


class _Changed(FatedeckError):
    """A word that always works has changed the table, or ended a form: all is asked anew."""


_COMMANDS: dict[str, Callable[[_Terminal, str], None]] = {
    "help": lambda terminal, _: terminal.say(HELP),
    "as": _Terminal._as,
    "back": _Terminal._back,
    "look": lambda terminal, _: terminal.look(),
    "log": _Terminal._log,
    "why": _Terminal._why,
    "card": _Terminal._card,
    "undo": _Terminal._undo,
    "salt": lambda terminal, words: terminal.record.salt(terminal.seat, words),
    "set": lambda terminal, words: terminal._fiat("set", ("path", "value"), words),
    "award": lambda terminal, words: terminal._fiat("award", ("path", "amount"), words),
    "move": lambda terminal, words: terminal._fiat("move", ("card", "source", "target"), words),
    "add": lambda terminal, words: terminal._fiat("add", ("path", "condition"), words),
    "lift": lambda terminal, words: terminal._fiat("lift", ("path", "condition"), words),
    "end": _Terminal._end,
    "quit": _Terminal._leave,
}
