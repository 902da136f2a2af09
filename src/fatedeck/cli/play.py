"""A hot-seat game in the terminal: the keyboard goes from seat to seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from fatedeck.bots.machines import OWN, Machine, level_names, machine, make_move, make_some_move
from fatedeck.bots.trying import make_ready
from fatedeck.cli.adventure import told_options
from fatedeck.cli.choosing import Choosing, by_words, meant
from fatedeck.cli.house import house_lines
from fatedeck.cli.keeping import (
    Kept,
    beaten_rivals,
    default_path,
    new_game,
    old_game,
    remember_beaten,
)
from fatedeck.cli.keyboard import Keyboard
from fatedeck.cli.making import DOOR, bring, save, surprise, walk
from fatedeck.cli.options import read_options
from fatedeck.cli.screen import Screen, in_order
from fatedeck.engine.adventure_text import adventure_of
from fatedeck.engine.decks import Rival
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.files import load_text
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Offer
from fatedeck.engine.questions import Answer, Decision
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.seen import see

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hana")

HELP = """\
Type a number from the list, or its words; Enter takes what’s in brackets. Tab
completes a word, Up brings back what you typed before. These words always work:
  as SEAT            sit down at another seat, and stay there until you say: done
  back               leave a form that you have begun to fill in
  look               show the whole table again
  log                the whole story
  campaign           its chapters, its hours, and who has time for what
  why                the rule behind what was said last; a particular one with: why {clause}
  why SEAT           ask the machine why it did what it did last
  card NAME          what is printed on a card
  undo               take back the last action, or the one in progress
  give SEAT          let the machine play a seat          take SEAT: play it yourself again
  make               make your hero step by step          surprise: let them be anyone
  hero FILE          save your finished hero              bring FILE: bring one along
  salt WORDS         stir words of your own into the sealed shuffle{master}
  end                end the table for good and open the sealed secret
  quit               leave (your game is saved)"""
MASTER = """
  set PATH VALUE     game master: number, words, yes/no   award PATH AMOUNT
  move CARD FROM TO  game master: move a card             add / lift PATH CONDITION"""


def begin_table(
    game: str | None,
    players: list[str],
    options: list[str],
    machine: list[str],
    against: str | None,
    save: Path | None,
    adventure: str = "",
) -> None:
    """Set a new table and play at it."""
    if game is None:
        raise Unreadable("Which game? `fatedeck games` lists them.")
    ruleset = find_game(game)
    named = players or list(NAMES[: max(2, ruleset.seating.fewest)][: ruleset.seating.most])
    if against is not None and not players:
        named = ["Guest", "Machine"]
    named += [name for name in machine if name not in (*named, "GM")]
    seats = tuple(Seat(name) for name in named)
    if ruleset.seating.game_master:
        seats = (Seat("GM", "gm"), *seats)
    given = read_options(ruleset, options)
    if adventure:
        given = told_options(ruleset, adventure) | given
    kept = new_game(ruleset, seats, given, save or default_path(game))
    _Terminal(kept, _machines(kept, machine, against)).run()


def play_alone(
    game: str, adventure: str | None, seat: str, deck: str | None, save: Path | None
) -> None:
    """Play an adventure with the machine as game master, and a hero who is ready to go.

    Where an adventure wants more heroes, the machine brings them along. A game with rivals has no
    adventures: the next rival of the ladder is played, or the one that is named.
    """
    ruleset = find_game(game)
    if ruleset.rivals():
        climb(ruleset, adventure, seat, deck, save)
        return
    name = adventure or next(iter(ruleset.adventures), "")
    if not name:
        raise Unreadable(f"There’s no adventure for {ruleset.title} yet. Name a file of your own.")
    options = told_options(ruleset, name)
    told = adventure_of(options)
    assert told is not None
    along = [name for name in NAMES if name != seat][: max(told.fewest, ruleset.seating.fewest) - 1]
    seats = (Seat("GM", "gm"), Seat(seat), *(Seat(name) for name in along))
    kept = new_game(ruleset, seats, options, save or default_path(game))
    make_ready(kept.record)
    kept.write()
    _Terminal(kept, _machines(kept, ["GM", *along], None)).run()


def climb(
    ruleset: AnyRuleset, named: str | None, seat: str, deck: str | None, save: Path | None
) -> None:
    """Play against the next rival of a game's ladder, or against one who was beaten before."""
    rivals, beaten = ruleset.rivals(), beaten_rivals(ruleset.id)
    open_to = [rival for rival in rivals if rival.id in beaten]
    open_to += [rival for rival in rivals if rival not in open_to][:1]
    wanted = (named or "").lower()
    rival = open_to[-1] if not wanted else _named_rival(rivals, wanted)
    if rival not in open_to:
        raise Refused("", f"{rival.name} waits further up. Beat {open_to[-1].name} first.")
    decks = {rival.name: rival.deck} | ({seat: _deck_text(deck)} if deck else {})
    seats = (Seat(seat), Seat(rival.name))
    kept = new_game(ruleset, seats, {"decks": decks}, save or default_path(ruleset.id))
    kept.remember({rival.name: rival.machine})
    table = _Terminal(kept, _as_before(kept))
    for number, other in enumerate(rivals, 1):
        sign = "✓" if other.id in beaten else "→" if other is rival else " "
        level = level_names(ruleset)[other.machine]
        table.say(f"{sign} {number}. {other.name} ({level})", style="dim")
    table.say(f"{rival.name}. {rival.about}", style="bold")
    table.say(f"“{rival.says}”", style="italic")
    table.run()


def _named_rival(rivals: list[Rival], wanted: str) -> Rival:
    for rival in rivals:
        if wanted in (rival.id, rival.name.lower()):
            return rival
    there_are = ", ".join(rival.id for rival in rivals)
    raise Unreadable(f"There’s no rival called “{wanted}”. You can name: {there_are}.")


def _deck_text(deck: str) -> str:
    """A deck in the box by its name, or a file with a list."""
    path = Path(deck)
    return load_text(path) if path.is_file() else deck


def resume_table(path: Path, machine: list[str], against: str | None) -> None:
    """Play on at a kept table."""
    kept = old_game(path)
    machines = _machines(kept, machine, against) if machine or against else _as_before(kept)
    _Terminal(kept, machines).run()


def _machines(kept: Kept, names: list[str], against: str | None) -> dict[str, Machine]:
    """The seats that the machine plays, and how."""
    seats = [seat.name for seat in kept.record.header.seats if seat.role == "player"]
    if against is not None and not names:
        names = seats[1:]
    kept.remember({kept.record.seat(name).name: against or OWN for name in names})
    return _as_before(kept)


def _as_before(kept: Kept) -> dict[str, Machine]:
    """The seats that the machine played when the game was last left."""
    game = kept.record.ruleset.id
    return {seat: machine(game, how) for seat, how in kept.machines.items()}


class _Leave(Exception):
    """The players get up; the game is kept."""


class _Changed(FatedeckError):
    """A word that always works has changed the table, or ended a form: all is asked again."""


class _Terminal:
    """One table, the screen it is shown on, and whoever sits at the keyboard."""

    def __init__(self, kept: Kept, machines: dict[str, Machine]) -> None:
        self.kept = kept
        self.record = kept.record
        self.machines = machines
        self.screen = Screen(kept.record)
        self.keyboard = Keyboard()
        self.choosing = Choosing(self.screen, self.command)
        self.seat = self._first_seat()
        self.reasons: dict[str, str] = {}
        """Why the machine made its last move on each seat, for whoever asks."""
        self.stays = ""
        """The seat that somebody has sat down at by name, until they are done."""
        self.listed: list[str] = []
        """What the seated person can do now, in the words of the offers."""
        self.instead = ""
        """What was typed in the middle of a form, and is done in its place."""

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        title = self.record.ruleset.title
        self.say(f"{title}. Saved in {self.kept.path}. Type ? for the words that always work.")
        for line in house_lines(self.record.ruleset.id):
            self.say(line)
        self.say(f"The shuffle is sealed by {self.record.header.seal[:16]}…", style="dim")
        try:
            self.screen.look(self.seat)
            while not self.record.ruleset.is_over(self.record.state) or self.record.waiting_for:
                self.turn()
        except (_Leave, EOFError, KeyboardInterrupt):
            self.kept.write()
            self.kept.leave()
            self.say(f"\nSaved. Play on with: fatedeck play --resume {self.kept.path}")
            return
        self.screen.tell(self.seat)
        self.kept.close()
        self._climb()
        self.say(f"The game is over. Prove it fair with: fatedeck verify {self.kept.path}")

    def _climb(self) -> None:
        """A rival who was beaten has a last word, and is remembered as beaten."""
        ruleset = self.record.ruleset
        won = ruleset.view(self.record.state, None).won
        for rival in ruleset.rivals():
            if rival.name in self.machines and won and won[0] not in self.machines:
                self.say(f"{rival.name}: “{rival.beaten}”", style="italic")
                remember_beaten(ruleset.id, rival.id)

    def say(self, text: str, style: str = "") -> None:
        self.screen.say(text, style)

    def turn(self) -> None:
        """One step: a machine's, or whatever the person at the keyboard decides."""
        self.screen.tell(self.seat)
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
            clause = refused.clause if isinstance(refused, Refused) else ""
            self.screen.refuse(str(refused), clause)
        self.kept.write()

    def _machine_steps(self) -> bool:
        self.record.people = frozenset(self.people)
        for seat, player in self.machines.items():
            move = player.move(self.record, seat)
            if move is None:
                continue
            if why := player.why(self.record, seat, move):
                self.reasons[seat] = why
            make = partial(make_move, self.record, seat)
            if make_some_move(self.record, seat, move, make) is None:
                self.kept.write()
                return True
        return False

    # Sitting down

    @property
    def people(self) -> list[str]:
        """The seats that persons play."""
        return [s.name for s in self.record.header.seats if s.name not in self.machines]

    def _first_seat(self) -> str:
        if not self.people:
            raise Refused("", "Someone has to sit at the keyboard. Leave one seat to a person.")
        return self.people[0]

    def _sit_with_whoever_may_act(self) -> None:
        """Stay where somebody has sat down by name; else go to a seat that can do something."""
        if self.stays:
            self.pass_to(self.stays)
            return
        state, ruleset = self.record.state, self.record.ruleset
        turn = [s for s in ruleset.view(state, None).turn if s not in self.machines]
        if not turn and not self._may_act(self.seat):
            turn = [seat for seat in self.people if self._may_act(seat)]
        if turn and self.seat not in turn:
            self.pass_to(turn[0])

    def _may_act(self, seat: str) -> bool:
        """Whether a seat has something to do; what anybody can do at any time does not count."""
        telling = self.record.telling
        offers = self.record.ruleset.offers(self.record.state, seat)
        if telling is not None and telling.adventure is not None:
            offers = see(self.record, seat).offers
        return any(not offer.why_not for offer in offers)

    def pass_to(self, seat: str) -> None:
        """Hand the keyboard over; where hands are hidden, behind a cleared screen."""
        if seat == self.seat:
            return
        self.seat = seat
        if not self.record.ruleset.open_questions and len(self.people) > 1:
            self.screen.console.clear()
            self.say(f"Pass the keyboard to {seat}.", style="bold")
            self.keyboard.read("Press Enter when you’re ready. ")
        self.screen.look(seat)

    # Asking

    def ask(self, question: Decision) -> Answer:
        """Put a question to the person at the keyboard until it has an answer that fits."""
        self.say(f"{self.seat}, your choice: {question.prompt}", style="bold red")
        return self.choosing.answer(question)

    def act(self) -> None:
        """Let the seated person choose what to do."""
        shown = see(self.record, self.seat)
        offers = in_order(shown)
        self.screen.offers(offers)
        if (tale := shown.view.tale) is not None:
            self.screen.timers(tale)
            if tale.over:
                self.say("The story is told. Leave with: quit", style="bold")
        if shown.view.making is not None:
            self.say(DOOR, style="dim")
        if not offers:
            self.say(f"Nothing for {self.seat} to do. Change seats with: as SEAT")
        self.listed = [offer.label for offer in offers]
        choice, self.instead = self.instead, ""
        choice = choice or self.command(f"{self.seat}> ", self.listed)
        if not choice:
            return
        offer = meant(choice, offers)
        if offer is None:
            raise Unreadable(f"“{choice}” isn’t on the list. Type ? for other words.")
        if offer.why_not:
            raise Refused(offer.clauses[-1] if offer.clauses else "", offer.why_not)
        action = self.fill(offer)
        if self._is_meant(offer):
            self.record.do(self.seat, action)

    def _is_meant(self, offer: Offer) -> bool:
        """Whether somebody means it: what ends something for everyone asks once more."""
        ruleset = self.record.ruleset
        if offer.do not in (*ruleset.asks_twice, *ruleset.any_time):
            return True
        self.say(f"{offer.label}? That ends it for everyone.", style="bold")
        return self.keyboard.read("Type yes, or press Enter to go on> ").casefold() == "yes"

    def fill(self, offer: Offer) -> Act:
        """An action from an offer, as whoever sits here wants it."""
        return self.choosing.fill(offer, partial(self.record.form, self.seat, offer))

    # Words that always work

    def command(self, prompt: str, among: list[str] | None = None, *, words: bool = False) -> str:
        """Read a line; words that always work are done at once, and the prompt comes again.

        What stands on the list is meant by its own words, or the first few of them, whatever word
        it begins with. The words of another offer leave the form for that one.
        """
        among = among or []
        while True:
            line = self.keyboard.read(prompt, [*among, *_COMMANDS])
            word, _, rest = line.partition(" ")
            known = _COMMANDS.get(word)
            alone = word in _ALONE and rest.strip() != ""
            if words or _is_listed(line, among):
                return line
            if self.record.flight is None and _is_listed(line, self.listed):
                self.instead = line
                raise _Changed
            if known is None or alone:
                return line
            before = self.record.n, self.record.flight, self.seat
            try:
                known(self, rest.strip())
            except _Changed:
                raise
            except FatedeckError as refused:
                self.screen.refuse(str(refused))
            self.kept.write()
            if (self.record.n, self.record.flight, self.seat) != before:
                raise _Changed

    def _help(self, _: str) -> None:
        master = MASTER if self.record.ruleset.seating.game_master else ""
        self.say(HELP.format(clause=self.screen.a_clause(), master=master))

    def _back(self, _: str) -> None:
        if self.record.flight is not None:
            raise Refused(
                "", "This is part of an action in progress. Type undo to take all of it back."
            )
        self.say("Nothing has changed.")
        raise _Changed

    def _as(self, name: str) -> None:
        seat = self._seat_named(name)
        if seat in self.machines:
            raise Refused("", f"The machine plays {seat}.")
        self.stays = seat
        self.pass_to(seat)

    def _give(self, name: str) -> None:
        """The machine plays a seat from now on."""
        seat = self._seat_named(name)
        if self.people == [seat]:
            raise Refused("", "Someone has to sit at the keyboard. Leave one seat to a person.")
        self.kept.remember({**self.kept.machines, seat: OWN})
        self._change_hands()
        self.say(f"The machine plays {seat} now. Take the seat back with: take {seat}")

    def _take(self, name: str) -> None:
        """A person plays a seat again."""
        seat = self._seat_named(name)
        if seat not in self.machines:
            raise Refused("", f"The machine isn’t playing {seat}.")
        self.kept.remember({who: how for who, how in self.kept.machines.items() if who != seat})
        self._change_hands()
        self.stays = seat
        self.pass_to(seat)

    def _seat_named(self, name: str) -> str:
        seat = by_words(name, {s.name: s.name for s in self.record.header.seats})
        return self.record.seat(seat or name).name

    def _change_hands(self) -> None:
        self.machines = _as_before(self.kept)
        if self.seat in self.machines:
            self.stays = ""
            self.pass_to(self.people[0])

    def _done(self, _: str) -> None:
        self.stays = ""
        self._sit_with_whoever_may_act()
        raise _Changed

    def _why(self, about: str) -> None:
        """The rule behind what was said last or a clause, or why the machine did what it did."""
        seat = next((name for name in self.machines if name.lower() == about.lower()), "")
        if not seat:
            self.screen.rule(about)
        else:
            self.say(f"{seat}: “{self.reasons.get(seat, 'I haven’t done anything yet.')}”")

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
        self.say("This ends the table for good and opens its secret. To keep it, quit instead.")
        if self.keyboard.read("Type end once more, or press Enter to go on> ") != "end":
            return
        if self.record.flight is not None:
            self.record.cancel(self.seat)
        self.kept.write()
        self.kept.close()
        self.say(f"The table has ended. Prove it fair with: fatedeck verify {self.kept.path}")
        raise SystemExit(0)

    def _leave(self, _: str) -> None:
        raise _Leave


def _is_listed(line: str, names: list[str]) -> bool:
    """Whether a line is one of these names, or some first words of one.

    >>> _is_listed("take a ready", ["Take a ready-made hero"]), _is_listed("take", ["Take a rest"])
    (True, False)
    """
    said = line.casefold()
    some_words = " " in said.strip()
    return any(
        said == name.casefold() or (some_words and name.casefold().startswith(said))
        for name in names
    )


_COMMANDS: dict[str, Callable[[_Terminal, str], None]] = {
    "?": _Terminal._help,
    "help": _Terminal._help,
    "as": _Terminal._as,
    "done": _Terminal._done,
    "give": _Terminal._give,
    "take": _Terminal._take,
    "back": _Terminal._back,
    "look": lambda terminal, _: terminal.screen.look(terminal.seat),
    "log": lambda terminal, _: terminal.screen.story(terminal.seat),
    "campaign": lambda terminal, _: terminal.screen.campaign(terminal.seat),
    "why": _Terminal._why,
    "card": lambda terminal, name: terminal.screen.card(name),
    "undo": _Terminal._undo,
    "make": lambda terminal, _: walk(terminal),
    "surprise": lambda terminal, _: surprise(terminal),
    "hero": lambda terminal, path: save(terminal, path),
    "bring": lambda terminal, path: bring(terminal, path),
    "salt": lambda terminal, words: terminal.record.salt(terminal.seat, words),
    "set": lambda terminal, words: terminal._fiat("set", ("path", "value"), words),
    "award": lambda terminal, words: terminal._fiat("award", ("path", "amount"), words),
    "move": lambda terminal, words: terminal._fiat("move", ("card", "source", "target"), words),
    "add": lambda terminal, words: terminal._fiat("add", ("path", "condition"), words),
    "lift": lambda terminal, words: terminal._fiat("lift", ("path", "condition"), words),
    "end": _Terminal._end,
    "quit": _Terminal._leave,
}

_ALONE = (
    *("?", "help", "done", "back", "look", "log", "campaign"),
    *("make", "surprise", "undo", "end", "quit"),
)
"""Words that stand alone: with more behind them, something else is meant."""
