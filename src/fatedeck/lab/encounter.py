"""An encounter: all that a fight is played from, as plain data that any process can be sent.

It is made from names (`party`, `foes`), from a file in the language of scenarios, or from a table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.adventure_text import adventure_of
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.fights import (
    FOES,
    MOST_FOES,
    PARTY,
    Bout,
    Fights,
    Recruit,
    Step,
    called_up,
    setting_of,
)
from fatedeck.engine.game import Seat
from fatedeck.engine.house import with_house
from fatedeck.engine.marked_yaml import Marked, Misread, read_documents
from fatedeck.engine.offers import Value, tag
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.stage import answer_of
from fatedeck.engine.steps import action_of, needed, parts_of
from fatedeck.engine.tale import stage_id, telling
from fatedeck.engine.telling import SetStage

OWN = "machine"
"""The rule of thumb that a game brings along."""


class Encounter(Struct, frozen=True):
    """Two sides that are about to meet.

    A fresh table is set up, the `given` situation laid over it, and the `steps` are taken; with a
    `start` the table is that one instead. An encounter that names its `party` and `foes` has seats
    and steps only once it is `resolved`, by the rules of whoever plays it. Then `play` decides for
    the first side and `against` for the other, until one of them is out. `sides` is what people
    call them. What a seat `of` the table cannot know is imagined afresh in each fight.
    """

    game: str
    seats: tuple[Seat, ...] = ()
    title: str = ""
    options: dict[str, object] = {}
    start: bytes = b""
    setup: Step | None = None
    given: Marked | None = None
    steps: tuple[Step, ...] = ()
    play: str = OWN
    against: str = OWN
    party: str = ""
    foes: str = ""
    settings: dict[str, Value] = {}
    sides: tuple[str, str] = ("the party", "the foes")
    of: str = ""

    @property
    def digest(self) -> str:
        """A short name that only the same encounter has."""
        return hashlib.sha256(pack(self)).hexdigest()[:16]


def pack(encounter: Encounter) -> bytes:
    """An encounter as bytes, for another process or for a file."""
    return msgspec.msgpack.encode(encounter)


def unpack(packed: bytes) -> Encounter:
    """An encounter from its bytes."""
    return msgspec.msgpack.decode(packed, type=Encounter)


def fights_of(ruleset: AnyRuleset) -> Fights[Struct]:
    """What a game says of its fights, or a sentence that it says nothing."""
    fights = ruleset.fights()
    if fights is None:
        raise Refused("", f"The lab has nothing to try in {ruleset.title}: it has no fights.")
    return fights


def muster(
    game: str,
    party: str,
    foes: str,
    *,
    settings: Mapping[str, Value] | None = None,
    options: Mapping[str, object] | None = None,
    play: str = OWN,
    against: str = OWN,
) -> Encounter:
    """An encounter from names: `muster("deckahedron", "Brann, Wren", "Wolf x3")`.

    `settings` hold for all whom they concern, as `stamina` does for foes; `foes` and `party` are
    how many there are, the named ones in turn.
    """
    chosen = with_house(game, options or {})
    plain = Encounter(game, options=chosen, party=party, foes=foes, play=play, against=against)
    whole = resolved(replace(plain, settings=dict(settings or {})))
    return replace(plain, settings=dict(settings or {}), title=whole.title, sides=whole.sides)


def resolved(encounter: Encounter) -> Encounter:
    """The encounter with everybody's seats and steps, by the data that is read here."""
    if not encounter.party and not encounter.foes and encounter.seats:
        return encounter
    ruleset = find_game(encounter.game)
    fights = fights_of(ruleset)
    ours = called_up(ruleset.title, fights, PARTY, encounter.party)
    theirs = called_up(ruleset.title, fights, FOES, encounter.foes)
    if not ours:
        raise Refused("", f"Who is in the party? You can name: {_some(full_names(fights))}.")
    if not theirs:
        raise Refused("", f"Who do they fight? You can name: {_some(fights.foes())}.")
    ours, theirs = _with_settings(ruleset, fights, ours, theirs, dict(encounter.settings))
    for some in (ours, theirs):
        if (many := sum(one.number for one in some)) > MOST_FOES:
            raise Refused("", f"{many} on one side are too many for a fight; {MOST_FOES} at most.")
    mustered = fights.muster(ours, theirs)
    options = {**mustered.options, **encounter.options}
    return replace(
        encounter,
        seats=mustered.seats,
        title=encounter.title or f"{_told(fights, ours)} against {_told(fights, theirs)}",
        options=options,
        steps=mustered.steps,
        party="",
        foes="",
        settings={},
        sides=fights.called(options),
    )


def _with_settings(
    ruleset: AnyRuleset,
    fights: Fights[Struct],
    ours: list[Recruit],
    theirs: list[Recruit],
    settings: dict[str, Value],
) -> tuple[list[Recruit], list[Recruit]]:
    """Both sides with what is set for all of them; what concerns neither is refused."""
    ours = _as_many(ours, settings.pop(PARTY, None), "heroes")
    theirs = _as_many(theirs, settings.pop(FOES, None), "foes")
    meant = {name: setting_of(ruleset.title, fights, name) for name in settings}
    if twice := [name for name in meant if meant[name] != name and meant[name] in meant]:
        raise Refused("", f"“{meant[twice[0]]}” and “{twice[0]}” are the same. Set one of them.")

    def set_for(side: str, some: list[Recruit]) -> list[Recruit]:
        mine = {
            meant[name]: value
            for name, value in settings.items()
            if fights.settings[meant[name]] == side
        }
        return [replace(one, settings={**mine, **one.settings}) for one in some]

    return set_for(PARTY, ours), set_for(FOES, theirs)


def _as_many(some: list[Recruit], number: Value | None, what: str) -> list[Recruit]:
    """So many of them, the named ones in turn."""
    if number is None:
        return some
    if not isinstance(number, int) or not 1 <= number <= 30:
        raise Refused("", f"From 1 to 30 {what} can be in a fight, not {number}.")
    each = [replace(one, number=1) for one in some for _ in range(one.number)]
    chosen = [each[place % len(each)] for place in range(number)]
    found: list[Recruit] = []
    for one in chosen:
        alike = next((n for n, other in enumerate(found) if replace(other, number=1) == one), None)
        if alike is None:
            found.append(one)
        else:
            found[alike] = replace(one, number=found[alike].number + 1)
    return found


def from_table(table: Bout) -> Encounter:
    """The fight that is on at a table, that is about to begin there, or one with named foes."""
    ruleset = find_game(table.game)
    fights = fights_of(ruleset)
    state = Codec(ruleset).decode(table.start)
    met = called_up(ruleset.title, fights, FOES, table.foes)
    if met:
        steps = fights.meet(met)
    elif fights.is_on(state):
        steps = []
    elif all(fights.standing(state)):
        steps = fights.clash()
    else:
        raise Refused("", "Nobody is fighting at this table. Name foes for them to meet.")
    gm = next((seat.name for seat in table.seats if seat.role == "gm"), "")
    return Encounter(
        ruleset.id,
        table.seats,
        f"this table against {_told(fights, met)}" if met else "this table, now",
        dict(table.options),
        start=table.start,
        steps=tuple(replace(step, by=gm) for step in steps),
        sides=fights.called(table.options),
    )


def staged(table: Bout) -> Iterator[Encounter]:
    """What the scene at a table has ready and nobody has met yet: as it stands there, or begun."""
    ruleset = find_game(table.game)
    adventure = adventure_of(dict(table.options))
    tale = telling(Codec(ruleset).decode(table.start), table.seats, adventure, None)
    if tale is None or tale.scene is None:
        return
    fights = fights_of(ruleset)
    for stage in tale.scene.stages:
        if stage_id(tale.scene, stage) in tale.tale.staged:
            continue
        set_up = Step(tale.gm, {"do": tag(SetStage), "stage": stage.name})
        begun = [replace(step, by=tale.gm) for step in fights.clash()]
        plain = Encounter(
            ruleset.id,
            table.seats,
            stage.name or tale.scene.title,
            dict(table.options),
            start=table.start,
            steps=(set_up,),
            sides=fights.called(table.options),
        )
        yield plain
        yield replace(plain, steps=(set_up, *begun))


def is_staged(encounter: Encounter) -> bool:
    """Whether it is one that a scene has ready."""
    return any(step.act["do"] == tag(SetStage) for step in encounter.steps)


OF_A_SIDE = (f"{PARTY}.", f"{FOES}.")
"""So begins a setting that says whose it is."""

PARTS = (
    "encounter",
    "game",
    "party",
    "foes",
    "settings",
    "options",
    "seats",
    "setup",
    "given",
    "steps",
    "play",
    "against",
)


def read_encounter(path: Path, values: Mapping[str, Value] | None = None) -> Encounter:
    """The encounter of a file; `values` replace its numbers, by their paths."""
    if not path.is_file():
        raise Unreadable(f"There is no file {path}.")
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as fault:
        raise Unreadable(f"{path.name} isn’t text: {fault.reason}.") from fault
    return parse_encounter(text, path.name, values)


def parse_encounter(
    text: str, name: str = "encounter", values: Mapping[str, Value] | None = None
) -> Encounter:
    """The encounter of a text; a fault is told with its line."""
    try:
        documents = list(read_documents(text))
        if len(documents) != 1:
            raise Misread(1, "An encounter file holds one encounter.")
        whole = documents[0]
        settings: dict[str, Value] = {}
        by_names = "party" in whole.mapping("an encounter")
        for place, value in (values or {}).items():
            if by_names and ("." not in place or place.startswith(OF_A_SIDE)):
                settings[place] = value
            else:
                whole = _with_value(whole, place, place.split("."), value)
        parts = parts_of(whole, "an encounter", PARTS)
        return _by_names(parts, settings) if by_names else _by_hand(parts, whole.line)
    except Misread as fault:
        raise Unreadable(f"{name}, line {fault.line}: {fault}") from fault


def _with_value(marked: Marked, whole: str, path: Sequence[str], value: Value) -> Marked:
    """The same file with another number at a place of it."""
    if not path:
        if not isinstance(marked.value, int):
            raise Misread(marked.line, f"There is no number at “{whole}” to vary.")
        assert isinstance(value, int | str)
        return Marked(value, marked.line)
    first, *rest = path
    if isinstance(marked.value, dict) and first in marked.value:
        inner = _with_value(marked.value[first], whole, rest, value)
        return Marked({**marked.value, first: inner}, marked.line)
    if isinstance(marked.value, list) and first.isdigit() and 1 <= int(first) <= len(marked.value):
        items = list(marked.value)
        items[int(first) - 1] = _with_value(items[int(first) - 1], whole, rest, value)
        return Marked(items, marked.line)
    raise Misread(marked.line, f"There is no “{first}” here, for “{whole}”.")


def _by_names(parts: dict[str, Marked], settings: Mapping[str, Value]) -> Encounter:
    """An encounter that names its party and its foes."""
    line = parts["party"].line
    for name in ("seats", "setup", "given", "steps"):
        if name in parts:
            raise Misread(parts[name].line, f"With “party:” there is no “{name}:”.")
    try:
        made = muster(
            needed(parts, "game", line).words("game"),
            parts["party"].words("party"),
            needed(parts, "foes", line).words("foes"),
            settings={**_settings(parts), **settings},
            options=_options(parts),
            play=_way(parts, "play"),
            against=_way(parts, "against"),
        )
    except Misread:
        raise
    except FatedeckError as fault:
        raise Misread(line, str(fault)) from fault
    if "encounter" not in parts:
        return made
    return replace(made, title=parts["encounter"].words("encounter"))


def _by_hand(parts: dict[str, Marked], line: int) -> Encounter:
    """An encounter that lays out its table itself; foes that it names are met at the end."""
    game = needed(parts, "game", line)
    try:
        ruleset = find_game(game.words("game"))
        fights = fights_of(ruleset)
        named = parts["foes"].words("foes") if "foes" in parts else ""
        met = called_up(ruleset.title, fights, FOES, named)
    except Misread:
        raise
    except FatedeckError as fault:
        raise Misread(parts.get("foes", game).line, str(fault)) from fault
    seats = needed(parts, "seats", line).mapping("seats (name: gm or player)")
    steps = [
        _step(parts_of(one, "a step", ("by", "do", "with", "answers", "chance")), one.line)
        for one in (parts["steps"].sequence("steps") if "steps" in parts else [])
    ]
    gm = next((name for name, role in seats.items() if role.value == "gm"), "")
    steps += [replace(step, by=gm) for step in (fights.meet(met) if met else [])]
    setup = None
    if "setup" in parts:
        inner = parts_of(parts["setup"], "setup", ("chance", "answers"))
        setup = _script("", {"do": "set-up"}, inner)
    return Encounter(
        game.words("game"),
        tuple(Seat(name, role.words("a seat's role")) for name, role in seats.items()),
        parts["encounter"].words("encounter") if "encounter" in parts else "",
        with_house(game.words("game"), _options(parts)),
        setup=setup,
        given=parts.get("given"),
        steps=tuple(steps),
        play=_way(parts, "play"),
        against=_way(parts, "against"),
    )


def _step(parts: dict[str, Marked], line: int) -> Step:
    by = needed(parts, "by", line).words("by")
    needed(parts, "do", line)
    return _script(by, action_of(parts), parts)


def _script(by: str, action: Act, parts: dict[str, Marked]) -> Step:
    answers: list[tuple[str, str | int | list[str]]] = []
    for item in parts["answers"].sequence("answers") if "answers" in parts else []:
        for seat, marked in item.mapping("an answer (Seat: answer)").items():
            answer = answer_of(marked)
            assert not isinstance(answer, dict)
            answers.append((seat, answer))
    chance: list[str | int] = []
    for marked in parts["chance"].sequence("chance") if "chance" in parts else []:
        if not isinstance(marked.value, str | int):
            raise Misread(marked.line, "chance: names cards and numbers.")
        chance.append(marked.value)
    return Step(by, action, answers, chance)


def _settings(parts: dict[str, Marked]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    settings = parts["settings"].mapping("settings") if "settings" in parts else {}
    for name, marked in settings.items():
        if not isinstance(marked.value, str | int):
            raise Misread(marked.line, "A setting is a number or a word.")
        found[name] = marked.value
    return found


def _options(parts: dict[str, Marked]) -> dict[str, object]:
    plain = parts["options"].plain() if "options" in parts else {}
    if not isinstance(plain, dict):
        raise Misread(parts["options"].line, "options must be a mapping (name: value).")
    return {str(name): value for name, value in plain.items()}


def _way(parts: dict[str, Marked], name: str) -> str:
    return parts[name].words(name) if name in parts else OWN


def _told(fights: Fights[Struct], some: Sequence[Recruit]) -> str:
    """Who they are, in short: `Grunt x3 and Guard`."""
    names = [
        fights.full_name(one.name) + (f" x{one.number}" if one.number > 1 else "") for one in some
    ]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def full_names(fights: Fights[Struct]) -> list[str]:
    """All who can be in a party, with both their names."""
    return [fights.full_name(hero) for hero in fights.heroes()]


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return ", ".join(names[:12]) + more
