"""A game is a plug-in: a `Ruleset`, found through the entry-point group `fatedeck.games`."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct

from fatedeck.engine.actions import Action, form, offered
from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.data_files import look_through
from fatedeck.engine.decks import DeckBox, DeckRead, Rival
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.fights import Fights
from fatedeck.engine.former import Former, former_of
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.heroes import Made
from fatedeck.engine.house import House, house_of
from fatedeck.engine.installed import installed
from fatedeck.engine.journeys import Journey
from fatedeck.engine.mentions import Mention, Present
from fatedeck.engine.names import did_you_mean
from fatedeck.engine.offers import Form, Offer, Value, tag
from fatedeck.engine.oracle import Oracle
from fatedeck.engine.prospects import (
    CourseStudy,
    Judged,
    Measure,
    PlightStudy,
    Prospect,
    SpendingStudy,
    Study,
)
from fatedeck.engine.questions import Answer, Decision
from fatedeck.engine.reference import Reference, read_reference
from fatedeck.engine.rulebook import Rulebook, read_rules
from fatedeck.engine.story import Named
from fatedeck.engine.view import Face, Look, Making, Paper, View
from fatedeck.engine.wandering import Tables, read_tables

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


class Seating(Struct, frozen=True):
    """Who sits at a table: whether there is a game master, and how many players."""

    game_master: bool
    fewest: int
    most: int

    def why_not(self, seats: Sequence[Seat]) -> str:
        """What is wrong with these seats, as a sentence; empty when they are right."""
        names = [seat.name for seat in seats]
        players = sum(seat.role == "player" for seat in seats)
        masters = sum(seat.role == "gm" for seat in seats)
        if len(set(names)) != len(names):
            return "Two seats have the same name."
        if any(not name.strip() or len(name) > 40 for name in names):
            return "A seat's name has from 1 to 40 characters."
        if players + masters != len(seats):
            return "A seat is a player or the game master."
        if masters != int(self.game_master):
            return (
                "One seat has to be the game master’s, and only one."
                if self.game_master
                else "This game has no game master."
            )
        if not self.fewest <= players <= self.most:
            few, most = self.fewest, self.most
            many = f"{few} to {most} players" if few < most else f"{most} players"
            return f"This game is for {many}, not {players}."
        return ""


class Party(Struct, frozen=True):
    """How it stands between heroes and foes, for whoever runs a scene.

    `begun` says that all have a character and the story can be told, `able` are the heroes who can
    go on, `foes` those who still stand against them. While a fight or a rest is under way they are
    `busy`: the game goes its own way. Heroes who are `coming` are not in play yet.
    """

    begun: bool
    able: tuple[str, ...]
    foes: tuple[str, ...] = ()
    busy: bool = False
    coming: tuple[str, ...] = ()


class Policy(Generic[S]):
    """How the machine plays a seat: from what that seat may see, and from nothing else."""

    def act(self, state: S, seat: str) -> Struct | None:
        """An action for this seat now, or None if it has nothing to do."""
        return None

    def give_way(self, state: S, seat: str) -> Struct | None:
        """How a seat that has the turn and nothing to do with it lets others act, if it has."""
        return None

    def answer(self, state: S, question: Decision) -> Answer:
        """An answer to a question that this seat is asked."""
        raise NotImplementedError

    def why(self, name: str, answer: Answer) -> str:
        """Why a game master answers a question of this name so, in a sentence for all to hear.

        Empty where it needs no reason.
        """
        return ""

    def reason(self, state: S, seat: str, move: Struct | str) -> str:
        """Why this seat acts or answers so, should anybody ask: nothing that others can't see."""
        return ""


class Ruleset(ABC, Generic[S, Opt, A]):
    """One game. Rules are plain functions in the game's package; this ties them together."""

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    summary: ClassVar[str]
    learn: ClassVar[str]
    attribution: ClassVar[str]
    licence: ClassVar[str]
    seating: ClassVar[Seating]
    actions: tuple[type[A], ...]
    State: type[S]
    Options: type[Opt]

    tonight: ClassVar[dict[str, object]] = {}
    """The options that a new table is offered first, where a group would want others than the
    defaults, which belong to the records of old tables."""

    look: ClassVar[Look] = Look()
    """Its emblem and the backs of its cards."""

    open_questions: ClassVar[bool] = True
    """Whether all seats may read what a player is asked. A game with hidden hands says no."""

    any_time: ClassVar[tuple[str, ...]] = ()
    """Actions that wait for nobody's answer, like giving up: what is under way is called off."""

    likely: ClassVar[tuple[str, ...]] = ()
    """What people do most, the likeliest first: a page offers these before all others."""

    asks_twice: ClassVar[tuple[str, ...]] = ()
    """Actions that end something for everybody: a page asks once more before it does them."""

    begins_a_fight: ClassVar[str] = ""
    """The action by which a fight begins, where one does: by then its ground lies on the table."""

    journeys: ClassVar[tuple[Journey, ...]] = ()
    """The ways that its cards may go; any other is against the laws. None says nothing of them."""

    mentions: ClassVar[tuple[Mention, ...]] = ()
    """Where its state may name somebody who has left."""

    @abstractmethod
    def begin(self, options: Opt, seats: Sequence[Seat]) -> S:
        """The table as it is unpacked, before anything is dealt."""

    def setup(self, game: Game[S]) -> None:
        """What is dealt or rolled before the first action; characters are made by actions."""

    def join(self, game: Game[S], seat: str) -> None:
        """A player sits down who comes when the game is on: what lies before them from now on.

        They make their character then, and nobody waits for them. It asks nobody but chance. A game
        that does not say how keeps the seats that it has begun with.
        """
        raise Refused("", "The game has started, so you can only take a free seat.")

    def offers(self, state: S, seat: str) -> list[Offer]:
        """What this seat may do now, and what it would look for and may not do yet."""
        return offered(self.actions, state, seat)

    def offers_to_each(self, state: S, seats: Sequence[str]) -> list[list[Offer]]:
        """The same for each of these seats, where it may be looked for together."""
        return [self.offers(state, seat) for seat in seats]

    def form(self, state: S, seat: str, offer: Offer, chosen: Mapping[str, Value]) -> Form:
        """What is left to choose of an offer, with all that may be chosen."""
        for action in self.actions:
            if issubclass(action, Action) and tag(action) == offer.do:
                return form(action, state, seat, offer.fixed, chosen)
        same = (one for one in self.offers(state, seat) if one.do == offer.do)
        known = offer.params or next((o.params for o in same if o.fixed == offer.fixed), ())
        return Form(known)

    def perform(self, game: Game[S], seat: str, action: A) -> None:
        """Do it, or raise `Refused`."""
        assert isinstance(action, Action)
        action.perform(game, seat)

    @abstractmethod
    def view(self, state: S, seat: str | None) -> View:
        """What this seat may see; a spectator is None."""

    def views(self, state: S, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
        """What each of these seats may see: always what `view` says, seat by seat.

        A game that many will play draws here in parts, which `drawn` remembers, and gives seats
        that see the same the same lists: then only what has changed costs time.
        """
        return [self.view(state, seat) for seat in seats]

    def called(self, state: S) -> Mapping[str, Named]:
        """What the story calls those whom rules name: heroes by their own names, cards by theirs.

        Rules name a hero by its seat. All read the same: nothing here is a secret.
        """
        return {}

    def making(self, state: S, seat: str) -> Making | None:
        """The steps in which this seat makes its character, while it does; built like a view."""
        return None

    def makings(
        self, state: S, seats: Sequence[str | None], drawn: Drawn
    ) -> Sequence[Making | None]:
        """The same for each of these seats, where it may be drawn in parts as `views` are."""
        return [self.making(state, seat) if seat else None for seat in seats]

    def made(self, state: S, seat: str) -> Made | None:
        """What this seat's finished character is made of, for making it again elsewhere."""
        return None

    def hidden(self, state: S, seat: str | None) -> list[list[list[str]]]:
        """Groups of card lists whose cards this seat cannot tell apart from each other.

        Another hand and the pile it came from are one group: to this seat each of those cards may
        lie in either. Used to imagine worlds that the seat cannot tell from the true one.
        """
        return []

    def present(self, state: S) -> Present:
        """Who and what can be meant now: whoever has left may be named nowhere, says a law."""
        return {}

    def is_over(self, state: S) -> bool:
        """Whether the table has ended, so that its secret may be opened."""
        return False

    def faces(self, options: Opt) -> dict[str, Face]:
        """How each card of the game looks and reads at a table with these options."""
        return {}

    def printed_faces(self, options: Opt) -> dict[str, Face]:
        """The faces that are printed: those of the table, and of what is a card on paper only."""
        return self.faces(options)

    def card_sets(self, options: Opt) -> list[CardSet]:
        """The cards as they lie in the box, for printing: by default one of each, all together."""
        return [CardSet("cards", "The cards", dict.fromkeys(self.faces(options), 1))]

    def prospects(self, state: S, seat: str) -> list[Prospect]:
        """The draws that this seat may soon make, from what it knows, for showing their odds."""
        return []

    def foreseen(self, state: S, seat: str, action: Struct) -> Sequence[Prospect]:
        """The draw that this seat makes if the game master does this, from what the seat knows.

        Where something is yet to be turned before it, one for each way that may go, all equally
        likely; none where the draw cannot be counted.
        """
        return ()

    def unseen(self, state: S, seat: str) -> list[str]:
        """The cards that this seat's next draw may be: its own deck, as far as it knows."""
        return []

    def remaining(self, state: S, seat: str) -> list[str]:
        """The cards that a seat has left for a fight: its deck, and what comes back into it."""
        return self.unseen(state, seat)

    def held(self, state: S, seat: str) -> list[str]:
        """The cards in a seat's own hand."""
        return []

    def discarded(self, state: S, seat: str) -> list[str]:
        """The discards, as a seat has seen them, that it may shuffle into its own deck."""
        return []

    def judged(self, before: S, after: S) -> list[Judged]:
        """The draws that one action made, for telling afterwards how lucky they were."""
        return []

    def studies(self) -> list[Study]:
        """What may be asked about the odds of this game away from any table."""
        return []

    def courses(self) -> list[CourseStudy]:
        """What may be asked about fights of this game and how they end."""
        return []

    def spendings(self) -> list[SpendingStudy]:
        """What may be asked about spending the cards of a hand."""
        return []

    def plights(self) -> list[PlightStudy[S]]:
        """What may be asked about choices that the rules force on a player."""
        return []

    def standing(self, state: S, seat: str) -> Fraction | int:
        """How well off a seat is, for telling which of its choices is best."""
        raise Refused("", f"{self.title} doesn’t say what is better.")

    @property
    def weighs(self) -> bool:
        """Whether `standing` says what is better: only then is advice offered."""
        return type(self).standing is not Ruleset.standing

    def measure(self) -> Measure:
        """What people reckon in when they ask how much better a choice is."""
        return Measure()

    def party(self, state: S) -> Party | None:
        """How it stands between heroes and foes, where the machine can run a scene."""
        return None

    def opening(self, state: S) -> A | None:
        """What the game master does to begin play, until it has begun: a told scene does it too."""
        return None

    def dismiss(self, state: S) -> A | None:
        """What the game master does next to send the foes away: who still stands, then who fell."""
        return None

    def decree(self, game: Game[S], decreed: Callable[[], None]) -> None:
        """The game master changes something by hand; what follows from it by the rules does too."""
        decreed()

    def clear_the_fallen(self, game: Game[S]) -> None:
        """A stage is set: foes who fell before, and lie where nobody fights any more, are gone."""

    def leave_scene(self, game: Game[S]) -> None:
        """Another scene begins: what lay on the table for the last one, as its map, is put away."""

    def oracle(self) -> Oracle | None:
        """What a deck of this game answers to a question of yes or no."""
        return None

    def policy(self) -> Policy[S] | None:
        """How the machine plays a seat of this game, if it can."""
        return None

    def tempers(self) -> dict[str, Policy[S]]:
        """Other ways in which the machine can play it, by name: `careful`, `bold`."""
        return {}

    def fights(self) -> Fights[S] | None:
        """What whoever plays many fights of this game must know, where it has any."""
        return None

    def deck_box(self) -> DeckBox | None:
        """The decks in the box, where each player brings one: as the table option `decks`."""
        return None

    def read_deck(self, text: str) -> DeckRead:
        """A list of cards as the rules read it, plain or as a spreadsheet writes it."""
        raise Refused("", f"Nobody brings a deck to {self.title}.")

    def rivals(self) -> list[Rival]:
        """Whom one can play against alone, the easiest first."""
        return []

    @property
    def paper(self) -> Paper:
        """How its characters' sheets are laid out on paper."""
        return Paper()

    @property
    def rules(self) -> Rulebook:
        """The clauses of this game, from the `rules.md` beside its package."""
        return _rules_of(type(self).__module__)

    @property
    def rules_text(self) -> str:
        """The whole of that text, for making a book of it."""
        return _rules_text_of(type(self).__module__)

    @property
    def adventures(self) -> dict[str, str]:
        """The adventures in the box: their texts by name, from `adventures/` beside its package.

        One whose head says that it is a first adventure comes first.
        """
        return _adventures_of(type(self).__module__)

    @property
    def wandering(self) -> Tables | None:
        """What free play is drawn from, in the `data/wandering.yaml` beside it, if there is any."""
        return _tables_of(type(self).__module__)

    @property
    def reference(self) -> Reference | None:
        """What its table looks up most, in the `data/reference.yaml` beside it, if there is one."""
        return _reference_of(type(self).__module__)

    @property
    def lessons(self) -> tuple[str, ...]:
        """How to play it, stage by stage: the texts of `lessons/` beside its package.

        They teach the printed rules, so there are none where house rules hold.
        """
        return _lessons_of(type(self).__module__) if house_of(self.id) is None else ()

    @property
    def former(self) -> Former:
        """What answers of older records are called now, from the `data/former.yaml` beside it."""
        return _former_of(type(self).__module__)


AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
"""A game whose kinds of tables, options and actions nobody asks for: any game is one."""


@cache
def _rules_of(module: str) -> Rulebook:
    return read_rules(_rules_text_of(module))


def _rules_text_of(module: str) -> str:
    beside = _folder(module) / "rules.md"
    return beside.read_text("utf-8") if beside.is_file() else ""


@cache
def _adventures_of(module: str) -> dict[str, str]:
    beside = _folder(module) / "adventures"
    texts = {path.stem: path.read_text("utf-8") for path in sorted(beside.glob("*.md"))}
    return dict(sorted(texts.items(), key=lambda one: _FOR_BEGINNERS not in one[1]))


_FOR_BEGINNERS = "\nlevel: first"


@cache
def _tables_of(module: str) -> Tables | None:
    return read_tables(_folder(module) / "data" / "wandering.yaml")


@cache
def _reference_of(module: str) -> Reference | None:
    return read_reference(_folder(module) / "data" / "reference.yaml")


@cache
def _lessons_of(module: str) -> tuple[str, ...]:
    beside = _folder(module) / "lessons"
    return tuple(path.read_text("utf-8") for path in sorted(beside.glob("*.yaml")))


@cache
def _former_of(module: str) -> Former:
    return former_of(_folder(module))


def _folder(module: str) -> Path:
    return Path(str(sys.modules[module].__file__)).parent


@cache
def find_game(game_id: str) -> AnyRuleset:
    """The game with this id; only that game is loaded."""
    point = installed().get(game_id)
    if point is None:
        near, known = did_you_mean(str(game_id), installed()), ", ".join(sorted(installed()))
        raise Unreadable(f"There is no game “{game_id}”.{near} You can play: {known}.")
    try:
        ruleset: AnyRuleset = point.load()
    except (ImportError, AttributeError) as fault:
        raise Unreadable(f"The game “{game_id}” can’t be loaded: {fault}.") from fault
    if (house := house_of(game_id)) is not None:  # a fault in house rules is told before play
        look_through(house, _OF_ALL_GAMES)
    return ruleset


_OF_ALL_GAMES = {"wandering": Tables, "reference": Reference}
"""The types of data files that are the same in all games."""


def try_house(house: House) -> None:
    """`Unreadable`, with its line, unless these house rules can be meant; nothing has changed."""
    find_game(house.game)
    look_through(house, _OF_ALL_GAMES)


def game_of(game: AnyRuleset | str) -> AnyRuleset:
    """A game, by itself or by its id."""
    return find_game(game) if isinstance(game, str) else game


def games() -> list[AnyRuleset]:
    """Every installed game, the built-in ones included, in the order of their titles."""
    return sorted(map(find_game, installed()), key=lambda ruleset: ruleset.title)
