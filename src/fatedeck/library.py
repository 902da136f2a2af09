"""What a program plays with: a table in Python, records proved and replayed, scenarios run.

It is what `import fatedeck as fd` offers, on top of the engine and the machines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from fatedeck.bots import machines as ways
from fatedeck.bots.moves import Move
from fatedeck.bots.ready import ready_moves
from fatedeck.bots.trying import make_ready
from fatedeck.engine import notebook
from fatedeck.engine.adventure_text import OPTION as ADVENTURE
from fatedeck.engine.chain import Chain, kept_heads, taken_up, whole_steps
from fatedeck.engine.chance import commitment, new_secret, secret_from
from fatedeck.engine.codec import Codec, with_text
from fatedeck.engine.entries import lines_of, read_record, write_line
from fatedeck.engine.errors import Refused
from fatedeck.engine.files import record_text
from fatedeck.engine.game import Seat
from fatedeck.engine.house import live_by, read_setting
from fatedeck.engine.marked_yaml import read_documents
from fatedeck.engine.offers import Form, Offer, Value
from fatedeck.engine.questions import Answer, Decision
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.replay import Verdict
from fatedeck.engine.replay import replay as replay_record
from fatedeck.engine.replay import verify as verify_record
from fatedeck.engine.ruleset import AnyRuleset, find_game, try_house
from fatedeck.engine.scenario import Result, run, run_file, scenario_files
from fatedeck.engine.seen import see
from fatedeck.engine.titles import faces_at
from fatedeck.engine.view import Face, View
from fatedeck.odds.counting import count
from fatedeck.odds.distribution import Distribution

AnyRecord: TypeAlias = Record[Struct, Struct, Struct]
Role: TypeAlias = Literal["player", "gm"]
GM = "GM"
"""The game master's seat, unless it is given another name."""


def game(name: str) -> AnyRuleset:
    """The game with this id.

    It has a `title` and a `summary`; `rules` are its clauses, `adventures` the texts of those in
    its box by their names, `seating` says how many may play and whether there is a game master.

    >>> fd.game("deckahedron").rules.clause("DKH-23").text.partition(".")[0]
    'Very easy: flip 3 cards, keep the best'
    """
    return find_game(name)


class Table:
    """A table that is played in Python: the same rules, the same record, the same sealed chance.

    `seats` are the players' names. Where the game has a game master the seat “GM” is theirs, and
    is added if it is not named; with their roles, as `{"Mara": "gm", "Ana": "player"}`, seats are
    taken as they are. `options` are the game's own, an `adventure` is the name of one in the box or
    the text of one. `machines` names the seats that the machine plays. With a `seed` the same game
    comes out each time; without one chance is as fair as at any table.

    >>> table = fd.Table("deckahedron", seats=["Ana"], seed="docs")
    >>> table.do("Ana", "take-sample", character="Maren")
    >>> table.do("GM", "begin-play")
    >>> table.do("Ana", "flip", stat="strength", words="Lift the gate")
    >>> table.question("GM").prompt
    'Maren tries this with Strength: “Lift the gate”. How hard is it?'
    >>> table.answer("GM", "easy")
    >>> table.story()[-1].partition(":")[0]
    'Maren flips D19 and D14 for Strength, easy'
    """

    def __init__(
        self,
        game: str,
        /,
        seats: Iterable[str] | Mapping[str, Role],
        *,
        options: Mapping[str, object] | None = None,
        adventure: str = "",
        machines: Iterable[str] | Mapping[str, str] = (),
        seed: str | int | None = None,
    ) -> None:
        ruleset = find_game(game)
        told = with_text(ruleset, {ADVENTURE: adventure}) if adventure else {}
        secret = new_secret() if seed is None else secret_from(str(seed))
        header = new_header(ruleset, _seated(ruleset, seats), {**told, **(options or {})}, secret)
        record = Record(ruleset, header, secret=secret, keep_states=True)
        record.set_up()
        self._hold(record, secret)
        if isinstance(machines, str):
            machines = [machines]
        how = machines if isinstance(machines, Mapping) else dict.fromkeys(machines, ways.OWN)
        for seat, way in how.items():
            self.hand_over(seat, way)

    @classmethod
    def from_record(cls, record: Path | str, *, seed: str | int | None = None) -> Table:
        """Play on where a record stopped; a last step that was cut off is left out.

        The record is its text, or the file that it was written to. With the `seed` that the table
        was made with, it is the same table with the same cards to come. Without it nobody knows the
        secret of that table: so this one has a secret of its own, and a record of its own that
        begins where the other stopped. An action for which a card was drawn already is then called
        off, as it would have to be drawn again.

        >>> table = fd.Table("deckahedron", seats=["Ana"], seed="docs")
        >>> table.do("Ana", "take-sample", character="Maren")
        >>> again = fd.Table.from_record(table.record(), seed="docs")
        >>> again.do("GM", "begin-play")
        >>> again.story()[:-1] == table.story()
        True
        """
        text = whole_steps(record_text(record))
        header, entries = read_record(text)
        kept = replay_record(find_game(header.game), header, entries, keep_states=True)
        table = cls.__new__(cls)
        if seed is None:
            table._begin_anew(kept)
        else:
            table._take_up(kept, text, secret_from(str(seed)))
        return table

    def _take_up(self, kept: AnyRecord, text: str, secret: bytes) -> None:
        """Be the table of a record, whose secret is known."""
        if commitment(secret) != kept.header.seal:
            raise Refused("", "That is not the seed of this table.")
        if kept.opened:
            raise Refused("", "This table has ended. Without its seed you can play on from it.")
        kept.seal(secret)
        self._hold(kept, secret)
        self._lines = [line + "\n" for line in lines_of(text)]
        self._chain = taken_up(text, read_record(text)[1])

    def _begin_anew(self, kept: AnyRecord) -> None:
        """Be another table, that begins where a record stopped."""
        secret = new_secret()
        header = new_header(kept.ruleset, kept.header.seats, kept.header.options, secret)
        record = Record(kept.ruleset, header, secret=secret, keep_states=True)
        if kept.n:
            record.fork_from(kept.n, kept.quiet[kept.n])
            _repeat(record, kept)
        else:
            record.set_up()
        self._hold(record, secret)
        self._past = {seat: _told(kept, seat) for seat in (None, *self.seats)}

    def _hold(self, record: AnyRecord, secret: bytes | None) -> None:
        self._record = record
        self._secret = secret
        self._lines = [write_line(record.header)]
        self._chain = Chain(since=self._lines[0])
        self._machines: dict[str, ways.Machine] = {}
        self._past = dict[str | None, list[str]]()
        self._write()

    # What is

    @property
    def game(self) -> AnyRuleset:
        """The game that is played here."""
        return self._record.ruleset

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in the order in which they sit."""
        return tuple(seat.name for seat in self._record.header.seats)

    @property
    def over(self) -> bool:
        """Whether the game is over, or was ended; an adventure is when `view().tale.over`."""
        return self._record.opened or self.game.is_over(self._record.state)

    @property
    def state(self) -> Struct:
        """Everything, hidden cards included: for studying a game, not for playing it fairly."""
        return self._record.state

    @property
    def cards(self) -> dict[str, Face]:
        """Every card of the game by its name, as it looks and reads at this table.

        >>> fd.Table("deckahedron", seats=["Ana"]).cards["D02"].text.partition(",")[0]
        'Anchor ✗✗'
        """
        return faces_at(self._record)

    def view(self, seat: str | None = None) -> View:
        """What this seat may see and nothing else; without a seat, what everybody may.

        >>> duel = fd.Table("adventurer-factory", seats=["Ana", "Ben"])
        >>> [seat for seat in duel.seats if duel.view(seat).zones[0].cards]  # who sees Ana's hand
        ['Ana']
        """
        return see(self._record, self._named(seat)).view

    def offers(self, seat: str) -> list[Offer]:
        """What this seat can do now; an offer that is not open says `why_not`.

        >>> table = fd.Table("deckahedron", seats=["Ana"])
        >>> offers = {offer.do: offer for offer in table.offers("GM")}
        >>> offers["begin-play"].why_not
        'Ana still has six points to spread over their stats.'
        """
        return see(self._record, self._named(seat)).offers

    def form(self, seat: str, offer: Offer, /, **chosen: Value) -> Form:
        """What is left to choose of an offer, with all that may be chosen after these choices."""
        return self._record.form(self._record.seat(seat).name, offer, chosen)

    def moves(self, seat: str, *, ways: int = 1) -> list[Move]:
        """What this seat can decide now, ready for `make`; nothing while others have to.

        Those are the answers to what it is asked, or else its offers with their forms filled in,
        the usual choices first, each in so many `ways` at most. What ends something for good is
        left out, and so is, for a player, all that could be done while another has the turn.

        >>> table = fd.Table("deckahedron", seats=["Ana"])
        >>> table.make_heroes()
        >>> flips = [move for move in table.moves("Ana") if fd.said(move).startswith("flip")]
        >>> table.make("Ana", flips[0])
        >>> table.moves("GM")[:2]
        ['very easy', 'easy']
        """
        ready = ready_moves(self._record, self._record.seat(seat).name, ways)
        codec = Codec(self.game)
        return [*ready.answers, *map(codec.action, ready.actions)]

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats that are asked something and have not answered."""
        return self._record.waiting_for

    def question(self, seat: str) -> Decision | None:
        """What this seat is asked, or None."""
        return self._record.question_for(self._record.seat(seat).name)

    def story(self, seat: str | None = None) -> list[str]:
        """What has happened, as this seat reads it; what was taken back is left out."""
        seat = self._named(seat)
        return [*self._past.get(seat, []), *_told(self._record, seat)]

    def odds(self, seat: str) -> dict[str, Distribution[str]]:
        """The exact odds of the draws that this seat may soon make, from what it knows."""
        prospects = self.game.prospects(self._record.state, self._record.seat(seat).name)
        return {prospect.title: count(prospect) for prospect in prospects}

    # What happens

    def do(self, seat: str, what: str | Offer, /, **values: Value) -> None:
        """Begin an action: by its name, or an offer with what is still to be chosen.

        What the rules forbid raises `Refused` with its clause, and nothing has changed.

        >>> table = fd.Table("deckahedron", seats=["Ana"])
        >>> table.do("Ana", "spread", strength=4, dexterity=4, intelligence=4)
        Traceback (most recent call last):
            ...
        fatedeck.engine.errors.Refused: You have exactly 6 points to spread; that was 12. (DKH-9)
        """
        self._why_not_change()
        act = what.action(**values) if isinstance(what, Offer) else {"do": what, **values}
        self._record.do(seat, act)
        self._write()

    def answer(self, seat: str, answer: Answer, *, by: str = "") -> None:
        """Answer what a seat is asked; a game master may answer for another (`by`)."""
        self._why_not_change()
        self._record.answer(seat, answer, by=by)
        self._write()

    def make(self, seat: str, move: Move) -> None:
        """Do or answer what `moves` gave, or what a bot has decided."""
        self._why_not_change()
        ways.make_move(self._record, seat, move)
        self._write()

    def take_back(self, seat: str) -> None:
        """A seat takes back its own last action, while nothing was revealed by it."""
        self._why_not_change()
        self._record.take_back(self._record.seat(seat).name)
        self._write()

    def undo(self) -> None:
        """Go back before the last action, whoever did it; the same cards come again."""
        self._why_not_change()
        record = self._record
        record.undo(record.n if record.flight is not None else record.n - 1, self.seats[0])
        self._write()

    # Machines

    def hand_over(self, seat: str, machine: str = ways.OWN) -> None:
        """The machine plays a seat from now on; `fd.machines` tells in which ways it can."""
        self._machines[self._record.seat(seat).name] = ways.machine(self.game.id, machine)

    def make_heroes(self) -> None:
        """Let the machine make every character that is still missing, so that play can begin."""
        self._why_not_change()
        make_ready(self._record)
        self._write()

    def play(self, at_most: int = 10_000) -> int:
        """Let the machines play until a person has to decide or the game is over.

        It gives the number of decisions that they made, `at_most` so many.

        >>> duel = fd.Table("adventurer-factory", ["Ana", "Ben"], machines=["Ana", "Ben"])
        >>> duel.play() > 10, duel.over
        (True, True)
        """
        self._why_not_change()
        self._record.people = frozenset(self.seats) - frozenset(self._machines)
        made = 0
        while made < at_most and not self.over and self._step():
            made += 1
        self._write()
        return made

    def _step(self) -> bool:
        for seat, player in self._machines.items():
            move = player.move(self._record, seat)
            if move is not None:
                make = partial(ways.make_move, self._record, seat)
                if ways.make_some_move(self._record, seat, move, make) is None:
                    return True
        return False

    # What is kept

    def record(self) -> str:
        """The record so far, JSON Lines: `fatedeck replay`, `odds` and `luck` read it."""
        return "".join(self._lines)

    def end(self) -> str:
        """End the table for good and open its secret: the record can now be proved.

        >>> fd.verify(fd.Table("deckahedron", seats=["Ana"]).end()).fair
        True
        """
        self._why_not_change()
        self._record.open()
        self._write()
        return self.record()

    def __repr__(self) -> str:
        return f"<Table of {self.game.title}: {', '.join(self.seats)}>"

    def _repr_html_(self) -> str:
        """How a notebook draws it: as everybody may see it."""
        return notebook.table(self.game.title, self.view(), self.cards, self.story()[-5:])

    def _named(self, seat: str | None) -> str | None:
        return seat if seat is None else self._record.seat(seat).name

    def _why_not_change(self) -> None:
        if self._secret is None:
            look = "You can only look at it; Table.from_record plays on."
            raise Refused("", f"This table was replayed from its record. {look}")

    def _write(self) -> None:
        lines = "".join(write_line(entry) for entry in self._record.drain())
        if lines and self._secret is not None:
            self._lines.append(self._chain.bind(self._secret, lines))


def _told(record: AnyRecord, seat: str | None) -> list[str]:
    return [line.text for line in see(record, seat).log if line.text and not line.undone]


def _repeat(record: AnyRecord, kept: AnyRecord) -> None:
    """Do again what waits for an answer at a kept table, unless a card was drawn for it."""
    flight = kept.flight
    if flight is None or any(given.at is not None for given in flight.answers):
        return
    record.do(flight.seat, flight.action)
    for given in flight.answers:
        if isinstance(given.answer, dict):
            for seat, answer in given.answer.items():
                record.answer(seat, answer)
        else:
            record.answer(given.seat, given.answer, by=given.by)
    for seat, answer in flight.partial.items():
        record.answer(seat, answer)


def replay(record: Path | str, *, to: int | None = None) -> Table:
    """A table as it was after so many entries of a record, to look at.

    The record is its text, or the file that it was written to. `Table.from_record` plays on.

    >>> table = fd.Table("adventurer-factory", seats=["Ana", "Ben"])
    >>> fd.replay(table.record()).view("Ana") == table.view("Ana")
    True
    """
    if to is not None and to < 0:
        raise Refused("", f"A record has no {to} entries.")
    text = record_text(record)
    header, entries = read_record(text)
    table = Table.__new__(Table)
    table._hold(replay_record(find_game(header.game), header, entries, to=to), None)
    upto = None if to is None else to + 1
    table._lines = [line + "\n" for line in lines_of(text)[:upto]]
    return table


def verify(record: Path | str, *, heads: Path | str = "") -> Verdict:
    """Prove that nobody picked a card: check a whole record against its opened secret.

    It is a text, or the file that it was written to. `heads` is what somebody kept of it before it
    ended: an earlier copy, or its heads alone. By them nobody can have cut off its end either.

    >>> table = fd.Table("deckahedron", seats=["Ana"])
    >>> kept = table.record()
    >>> fd.verify(table.end(), heads=kept).fair
    True
    """
    text = record_text(record)
    kept = kept_heads(record_text(heads)) if heads else []
    return verify_record(find_game(read_record(text)[0].game), text, kept)


def play_by(house: Path | str) -> None:
    """Play by house rules from now on: those of a file, or of a text. Before the game is used.

    `docs/house-rules.md` tells how they are written. Every table keeps those that it is played by.
    What cannot be meant is refused at once, with its line, and the rules stay as they were.
    """
    houses = read_setting(str(house))
    for one in houses:
        try_house(one)
    live_by(houses)


def run_scenarios(where: Path | str) -> list[Result]:
    r"""Run scenarios: of a file, of a folder, or of a text. `docs/scenarios.md` has their format.

    >>> text = "scenario: A fresh deck\ngame: deckahedron\nseats: {GM: gm, Ana: player}\n"
    >>> text += "steps: [{state: {players/Ana/deck: 20}}]"
    >>> [result.ok for result in fd.run_scenarios(text)]
    [True]
    """
    if isinstance(where, str) and "\n" in where:
        return [run(document) for document in read_documents(where)]
    return [result for file in scenario_files(Path(where)) for result in run_file(file)]


def machines(game: str) -> list[str]:
    """The ways in which the machine can play a game, its own rule of thumb first.

    >>> fd.machines("adventurer-factory")[:2]
    ['machine', 'random']
    """
    return ways.machines(find_game(game))


def _seated(ruleset: AnyRuleset, seats: Iterable[str] | Mapping[str, Role]) -> tuple[Seat, ...]:
    if isinstance(seats, Mapping):
        return tuple(Seat(name, role) for name, role in seats.items())
    if isinstance(seats, str):
        seats = [seats]
    names = [*seats]
    if not ruleset.seating.game_master:
        return tuple(map(Seat, names))
    if GM not in names:
        names.insert(0, GM)
    return tuple(Seat(name, "gm" if name == GM else "player") for name in names)
