"""How a game is fought out, for whoever plays many fights of it: who comes, who stands, who won.

A game says here what its fights need and no more; the rules themselves are those of every table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.names import did_you_mean, free_name
from fatedeck.engine.offers import Value
from fatedeck.engine.story import Line

S = TypeVar("S", bound=Struct)

How: TypeAlias = Literal["up", "fallen", "left"]
"""How somebody comes out of a fight: still standing, fallen, or no longer there."""

GM = "GM"
PARTY, FOES = "party", "foes"
MOST_FOES = 30
"""More foes than this at once are a war, which these games do not describe."""


class Recruit(Struct, frozen=True):
    """Somebody who is to fight: a ready-made hero, or so many foes of a kind.

    `settings` change what the game says of them, as `stamina=6` does.
    """

    name: str
    number: int = 1
    settings: dict[str, Value] = {}


class Fighter(Struct, frozen=True):
    """How somebody stands at the end: on which side, whether still up, and what is left."""

    name: str
    side: str
    up: bool
    left: dict[str, int] = {}


class Step(Struct, frozen=True, omit_defaults=True):
    """What is done before a fight begins: by a seat, with the answers and the chance it names."""

    by: str
    act: Act
    answers: list[tuple[str, str | int | list[str]]] = []
    chance: list[str | int] = []


def step(by: str, action: Struct) -> Step:
    """An action of a seat that asks nothing it cannot answer by itself."""
    plain: Act = msgspec.to_builtins(action)
    return Step(by, plain)


class Mustered(Struct, frozen=True):
    """A table at which two sides are about to meet."""

    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    options: dict[str, object] = {}


class Bout(Struct, frozen=True):
    """A fight that somebody wants to know of: who meets whom, or how a table stands.

    What the seat `of` cannot know of that table is imagined afresh in each fight.
    """

    game: str
    party: str = ""
    foes: str = ""
    seats: tuple[Seat, ...] = ()
    options: dict[str, object] = {}
    start: bytes = b""
    of: str = ""


class Told(Struct, frozen=True):
    """A figure in words, and what it is of."""

    what: str
    said: str


class Bar(Struct, frozen=True):
    """How many of all fights came out so, from 0 to 1."""

    of: str
    share: float


class Estimate(Struct, frozen=True, omit_defaults=True):
    """What is known of a fight after so many were played; the last one is `over`.

    `meaning` says what the words of a verdict stand for. `won` lies between `low` and `high`.
    `rounds` are how long they took, `refused` says why nothing can be told. `of` names a fight that
    a scene has ready, or that somebody has put together.
    """

    done: float
    fights: int = 0
    verdict: str = ""
    meaning: str = ""
    won: float = 0.0
    low: float = 0.0
    high: float = 1.0
    figures: tuple[Told, ...] = ()
    rounds: tuple[Bar, ...] = ()
    refused: str = ""
    over: bool = False
    of: str = ""


class Fights(Generic[S]):
    """What a game says of its fights."""

    sides: ClassVar[tuple[str, str]] = (PARTY, FOES)
    """Whose chance to win is told, and against whom."""

    kinds: ClassVar[tuple[str, str]] = ("hero", "foe")
    """What one of each side is."""

    settings: ClassVar[dict[str, str]] = {}
    """What may be set of a recruit, by name, and of which side: `{"stamina": "foes"}`."""

    deeds: ClassVar[tuple[str, ...]] = ()
    """The kinds of action by which a hero fights, for machines that try everything; none for all.

    What else players may do at a table, as talk, rest or trade, ends no fight.
    """

    @property
    def is_duel(self) -> bool:
        """Whether two of a kind meet, and no party its foes."""
        return self.sides != (PARTY, FOES)

    def settings_of(self, side: str) -> list[str]:
        """What may be set of those on this side."""
        return [name for name, of in self.settings.items() if of == side]

    def called(self, options: Mapping[str, object]) -> tuple[str, str]:
        """What people call the two sides at a table with these options."""
        return "the party", "the foes"

    def heroes(self) -> list[str]:
        """The names of all who can be in a party."""
        raise NotImplementedError

    def foes(self) -> list[str]:
        """The names of all that can be met."""
        raise NotImplementedError

    def at_table(self) -> dict[str, str]:
        """What the table calls those who have another name here: `{"Clubs1": "Marn"}`."""
        return {}

    def full_name(self, name: str) -> str:
        """Both names of whoever has two: `Marn (Clubs1)`; a twin keeps its number."""
        names = self.at_table()
        if name in names:
            return f"{names[name]} ({name})"
        one, _, number = name.rpartition(" ")
        return f"{names[one]} ({one}) {number}" if one in names and number.isdecimal() else name

    def options(self) -> dict[str, object]:
        """The table options that a fight needs."""
        return {}

    def enrol(self, seat: str, hero: Recruit) -> Step:
        """What a seat does to play this hero."""
        raise NotImplementedError

    def open(self) -> list[Step]:
        """What the game master does once all have a character, before anybody is met."""
        return []

    def bring(self, foe: Recruit) -> list[Step]:
        """What the game master does to put these foes on the table."""
        raise NotImplementedError

    def clash(self) -> list[Step]:
        """What the game master does to begin the fight."""
        return []

    def muster(self, party: Sequence[Recruit], foes: Sequence[Recruit]) -> Mustered:
        """A table for these heroes, each under its own name, and these foes."""
        seats: list[Seat] = [Seat(GM, "gm")]
        steps: list[Step] = []
        for hero in party:
            for _ in range(hero.number):
                seat = Seat(free_name(hero.name, [seat.name for seat in seats]))
                seats.append(seat)
                steps.append(self.enrol(seat.name, hero))
        steps += self.open()
        steps += self.meet(foes)
        return Mustered(tuple(seats), tuple(steps), self.options())

    def meet(self, foes: Sequence[Recruit]) -> list[Step]:
        """What the game master does so that a party at the table meets these foes."""
        return [*(step for foe in foes for step in self.bring(foe)), *self.clash()]

    def is_on(self, state: S) -> bool:
        """Whether there is a fight at this table to be fought out."""
        return all(self.standing(state))

    def to_act(self, state: S) -> Sequence[str]:
        """The seats that may have the next move, in the order in which they are asked."""
        raise NotImplementedError

    def standing(self, state: S) -> tuple[int, int]:
        """How much of each side is left in the fight; it is over when one of them has nothing."""
        raise NotImplementedError

    def is_over(self, state: S, standing: tuple[int, int]) -> bool:
        return not all(standing)

    def winner(self, state: S, standing: tuple[int, int]) -> str:
        """The side that has won; nobody when both or neither are left."""
        first, second = standing
        if bool(first) == bool(second):
            return ""
        return self.sides[0] if first else self.sides[1]

    def side_of(self, seat: Seat) -> str:
        """The side that a seat plays: the party, or the foes where it is the game master's."""
        return self.sides[seat.role == "gm"]

    def round(self, state: S) -> int:
        """The round of the fight, where the game counts them; else 0."""
        return 0

    def fighters(self, state: S) -> list[Fighter]:
        """Everybody who took part, and how each stands."""
        raise NotImplementedError


def tell_the_end(
    game: Game[S], clause: str, party: Mapping[str, How], foes: Mapping[str, How]
) -> None:
    """A fight is over: who has won, and who of that side still stands; of both, if none has won."""
    if game.lines is None:
        return
    stands = [any(how == "up" for how in side.values()) for side in (party, foes)]
    if not party or not foes:  # nobody is there any more to tell of
        game.add(Line("The fight is over.", (clause,), fight=True))
        return
    if stands == [True, False]:
        told = "{party} {party:has|have} won the fight against {foes}."
        counted = {**party, **_left(foes)}
    elif stands == [False, True]:
        told = "{party} {party:has|have} lost the fight against {foes}."
        counted = {**foes, **_left(party)}
    else:
        told = "The fight of {party} against {foes} is over, and neither side has won."
        counted = {**party, **foes}
    how: dict[How, list[str]] = {"up": [], "fallen": [], "left": []}
    for name, state in counted.items():
        how[state].append(name)
    if how["fallen"] or how["left"] or all(stands):
        told += "".join(f" {END[each]}" for each, names in how.items() if names)
    values = {"party": _first(party), "foes": _first(foes)}
    values |= {each: _first(names) for each, names in how.items()}
    game.add(Line(told, (clause,), values=values, fight=True))


END: dict[How, str] = {
    "up": "{up} still {up:stands|stand}.",
    "fallen": "{fallen} {fallen:has|have} fallen.",
    "left": "{left} {left:has|have} left.",
}
MOST_NAMED = 6
"""So many are named in a sentence; of more, how many they are."""


def _left(side: Mapping[str, How]) -> dict[str, How]:
    return {name: how for name, how in side.items() if how == "left"}


def _first(names: Iterable[str]) -> list[str]:
    named = list(names)
    left = len(named) - MOST_NAMED
    return named if left < 2 else [*named[:MOST_NAMED], f"{left} more"]


def called_up(title: str, fights: Fights[S], side: str, text: str) -> list[Recruit]:
    """Those of the party or of the foes whom a text names; what is set must concern their side."""
    place = (PARTY, FOES).index(side)
    names = fights.foes() if place else fights.heroes()
    also: dict[str, str] = {}
    for name, other in fights.at_table().items():
        also |= {fights.full_name(name): name, other: also.get(other, name)}
    found = recruits(text, names, fights.kinds[place], also)
    if not found and text.strip(" ,"):
        raise Refused("", f"“{text}”: one {fights.kinds[place]} has to be there at least.")
    for one in found:
        for name in one.settings:
            if fights.settings.get(name) != side:
                check_setting(title, fights, name)
                theirs = ", ".join(fights.settings_of(side))
                raise Refused(
                    "",
                    f"“{name}” can’t be set for {one.name}: in {title} it’s {WHOSE[place - 1]}. "
                    f"What you can set for {WHOM[place]}: {theirs or 'nothing'}.",
                )
    return found


WHOSE = "the heroes’", "the foes’"
WHOM = "a hero", "a foe"


def check_setting(title: str, fights: Fights[S], name: str, more: Iterable[str] = ()) -> None:
    """`Refused` where a number is set for a fight that the game doesn’t know, nor `more` does."""
    if name not in fights.settings:
        known = ", ".join((*more, *fights.settings)) or "none"
        raise Refused("", f"{title} has no number called “{name}” for a fight. Try: {known}.")


def setting_of(title: str, fights: Fights[S], name: str) -> str:
    """The setting that is meant by `level`, or by `foes.level` where it is the foes’."""
    side, dot, bare = name.partition(".")
    meant = bare if dot and side in (PARTY, FOES) else name
    check_setting(title, fights, meant, (FOES, PARTY))
    if meant != name and fights.settings[meant] != side:
        owner = WHOSE[(PARTY, FOES).index(fights.settings[meant])]
        raise Refused("", f"“{name}”: in {title} the {meant} is {owner}. Write it as “{meant}”.")
    return meant


def recruits(
    text: str, known: Iterable[str], what: str, also: Mapping[str, str] = MappingProxyType({})
) -> list[Recruit]:
    """Read who is to fight: `Grunt x3, Captain` or `Wolf [stamina=6] x2`.

    A name may be written without what follows its comma or stands in brackets, where that leaves no
    doubt, or as others call them: `also` says who is meant then.

    >>> recruits("grunt x3, Captain", ["Grunt", "Captain, Defender"], "foe")
    [Recruit(name='Grunt', number=3, settings={}), Recruit(name='Captain, Defender', number=1, \
settings={})]
    """
    if len(text) > LONGEST_LIST:
        raise Refused("", f"Name everyone on one side in at most {LONGEST_LIST:,} letters.")
    names = list(known)
    found: list[Recruit] = []
    parts = [part.strip() for part in _COMMA.split(text)]
    place = 0
    while place < len(parts):
        if not parts[place]:
            place += 1
            continue
        two = ", ".join(parts[place : place + 2])
        if place + 1 < len(parts) and _called(_bare(two)[0], names, also):
            part, place = two, place + 2
        else:
            part, place = parts[place], place + 1
        name, number, settings = _bare(part)
        meant = _called(name, names, also)
        if len(meant) > 1:
            which = " or ".join(f"“{one}”" for one in meant)
            raise Refused("", f"Which {what} is “{name}”: {which}?")
        if not meant:
            near = did_you_mean(name, [*names, *also])
            unknown = f"There’s no {what} called “{name}”.{near}"
            raise Refused("", f"{unknown} You can name: {_some(names)}.")
        if number > MOST_FOES:
            raise Refused("", f"“{part}”: {MOST_FOES} of a kind can be in a fight at most.")
        if number:
            found.append(Recruit(meant[0], number, settings))
    return found


LONGEST_LIST = 2_000
"""A longer list of people is refused: what is between commas is looked for from each of them."""
_LONGER = re.compile(r", | \(")
_COMMA = re.compile(r",(?![^\[]*\])")
_PART = re.compile(
    r"(?P<name>.*?)\s*(?:\[(?P<settings>[^\]]*)\])?\s*(?:[x×]\s*(?P<number>\d{1,4}))?"
)


def _bare(part: str) -> tuple[str, int, dict[str, Value]]:
    """A name, how many there are, and what is set."""
    read = _PART.fullmatch(part)
    assert read is not None
    settings: dict[str, Value] = {}
    for each in filter(None, (one.strip() for one in (read["settings"] or "").split(","))):
        key, sign, value = (one.strip() for one in each.partition("="))
        if not sign or not value:
            raise Refused("", f"“{each}”: write what is different as stamina=6.")
        settings[key] = int(value) if re.fullmatch(r"-?\d{1,9}", value) else value
    return read["name"].strip(), int(read["number"] or "1"), settings


def _called(name: str, names: Sequence[str], also: Mapping[str, str]) -> list[str]:
    """The known name that is meant, those that may be, or none."""
    wanted = _plain(name)
    for known in (*names, *also):
        if _plain(known) == wanted:
            return [also.get(known, known)]
    return [known for known in names if _LONGER.split(_plain(known))[0] == wanted]


def _plain(name: str) -> str:
    return name.casefold().replace("-", " ").replace("_", " ")


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:12])
    return f"{shown} and {len(names) - 12} more" if len(names) > 12 else shown
