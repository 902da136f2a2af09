"""Playing an adventure many times with the machine on both sides, to see how it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from fatedeck.bots.machines import OWN, AnyRecord, Machine, machine, make_move
from fatedeck.bots.moves import Move
from fatedeck.engine.adventure import Adventure
from fatedeck.engine.adventure_text import options_of, read_adventure
from fatedeck.engine.entries import Did
from fatedeck.engine.errors import FatedeckError
from fatedeck.engine.game import Seat
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.tale import LOOK, Tale

GM = "GM"
HEROES = ("Ana", "Ben", "Cleo", "Dov")
MOST_MOVES = 2000
"""An adventure that is not over by then has stalled."""


WORDS_ALOUD, WORDS_ALONE = 150, 230
"""Words a minute: at a table one of them reads aloud, somebody alone reads to themselves."""
CHECKING, DRAWING, MOVING = 40, 20, 15
"""Seconds for a check, for any other draw, and for any other move of a hero, as in a fight."""


def seconds_to_begin(heroes: int) -> int:
    """They read their heroes at the same time, two minutes; at a table each then says who it is."""
    return 120 if heroes == 1 else 120 + 60 * heroes


def seconds_to_look(heroes: int) -> int:
    """What is found by a closer look is talked about, unless one is alone."""
    return 15 if heroes == 1 else 30


def seconds_to_try(heroes: int) -> int:
    """What to try is one hero's idea, and at a table the others have something to say to it."""
    return 30 if heroes == 1 else 45


def seconds_to_go(heroes: int) -> int:
    """Where to go they settle together, and each one more makes it longer."""
    return 15 + 15 * heroes


class Run(Struct, frozen=True):
    """How one try went: whether they lived, what felled them, how long it was, what they saw."""

    heroes: int
    lived: bool
    stalled: str
    felled_by: str
    draws: int
    minutes: int
    scenes: tuple[str, ...]
    ending: str


class Tries(Struct, frozen=True):
    """How many tries went together."""

    adventure: Adventure
    runs: list[Run]

    @property
    def lived(self) -> float:
        return sum(run.lived for run in self.runs) / len(self.runs)

    @property
    def stalled(self) -> list[Run]:
        return [run for run in self.runs if run.stalled]

    @property
    def never_seen(self) -> list[str]:
        seen = {scene for run in self.runs for scene in run.scenes}
        return [scene.title for scene in self.adventure.scenes if scene.id not in seen]

    @property
    def endings(self) -> Counter[str]:
        return Counter(run.ending for run in self.runs)

    @property
    def felled_by(self) -> Counter[str]:
        return Counter(run.felled_by for run in self.runs if run.felled_by)

    @property
    def draws(self) -> tuple[int, int, int]:
        return _spread([run.draws for run in self.runs])

    @property
    def minutes(self) -> tuple[int, int, int]:
        return _spread([run.minutes for run in self.runs])


def _spread(lengths: list[int]) -> tuple[int, int, int]:
    """What a tenth stays under, the middle one, and what a tenth goes beyond."""
    ordered, last = sorted(lengths), len(lengths) - 1
    return ordered[last // 10], ordered[last // 2], ordered[last - last // 10]


def summary(found: Tries, counts: range) -> list[str]:
    """How the tries went, a line for each thing worth telling; `counts` are numbers of heroes."""
    times = len(found.runs)
    lines = [f"“{found.adventure.title}”, {times} times with {_heroes(counts)}"]
    lives, takes = list[int](), list[int]()
    for count in counts:
        alike = Tries(found.adventure, [run for run in found.runs if run.heroes == count])
        if alike.runs:
            words = "hero lives" if count == 1 else "heroes live"
            lines.append(f"  {count} {words}: {alike.lived:.0%}, in {alike.minutes[1]} minutes")
            lives.append(round(100 * alike.lived))
            takes.append(alike.minutes[1])
    lines.append(f"  all together: {found.lived:.0%} live")
    for words, (short, middle, long) in (("draws", found.draws), ("minutes", found.minutes)):
        lines.append(f"  {words}: {middle}, mostly {short} to {long}")
    for ending, count in found.endings.most_common():
        lines.append(f"  it ends with “{ending}”: {count / times:.0%}")
    for killer, count in found.felled_by.most_common(5):
        lines.append(f"  the heroes fall in {killer}: {count / times:.0%}")
    lines += [f"  never seen: {title}" for title in found.never_seen]
    lines += [f"  stalled with {run.heroes}: {run.stalled}" for run in found.stalled[:5]]
    if len(lives) == found.adventure.most - found.adventure.fewest + 1:
        lines.append(f"  for its head: lives: {lives}, takes: {takes}")
    return lines


def _heroes(counts: range) -> str:
    if len(counts) == 1:
        return "1 hero" if counts[0] == 1 else f"{counts[0]} heroes"
    return f"{counts[0]} to {counts[-1]} heroes"


def tries(text: str, times: int, heroes: range, seed: str = "try") -> Iterator[Run]:
    """Play an adventure so many times, in turn with each number of heroes."""
    for number in range(times):
        yield play_once(text, heroes[number % len(heroes)], f"{seed}-{number}")


def new_record(text: str, heroes: int, seed: str) -> AnyRecord:
    """A table with a machine in every chair, its adventure ready to be told."""
    adventure = read_adventure(text)
    ruleset = find_game(adventure.game)
    seats = (Seat(GM, "gm"), *(Seat(name) for name in HEROES[:heroes]))
    secret = seed.encode()
    options = options_of(text)
    header = new_header(ruleset, seats, options, secret)
    record: AnyRecord = Record(ruleset, header, secret=secret)
    record.set_up()
    return record


def play_once(text: str, heroes: int, seed: str) -> Run:
    """One try, from the first scene to the last."""
    record, adventure = new_record(text, heroes, seed), read_adventure(text)
    player = machine(adventure.game, OWN)
    felled_by, stalled = "", ""
    for _ in range(MOST_MOVES):
        if _is_over(record):
            break
        try:
            if not step(record, player):
                stalled = f"Nobody knows how to go on in “{_scene(record)}”."
                break
        except FatedeckError as fault:
            stalled = f"In “{_scene(record)}” the machine was refused: {fault}"
            break
        party = record.ruleset.party(record.state)
        if party is not None and party.begun and not party.able and not felled_by:
            felled_by = f"{_scene(record)}: {' and '.join(party.foes) or 'a check'}"
    else:
        stalled = f"It goes on and on in “{_scene(record)}”."
    return _told(record, adventure, heroes, felled_by, stalled)


def step(record: AnyRecord, player: Machine) -> bool:
    """One move of the first seat that has one."""
    found = next_move(record, player)
    if found is not None:
        make_move(record, *found)
    return found is not None


def next_move(record: AnyRecord, player: Machine) -> tuple[str, Move] | None:
    """The first seat that has a move, and what the machine does there."""
    for seat in record.waiting_for or tuple(seat.name for seat in record.header.seats):
        move = player.move(record, seat)
        if move is not None:
            return seat, move
    return None


def make_ready(record: AnyRecord) -> bool:
    """Let the machine make characters for all, until the story can begin; whether it could."""
    for seat, move in moves_to_ready(record):
        make_move(record, seat, move)
    return _is_ready(record)


def moves_to_ready(record: AnyRecord) -> Iterator[tuple[str, Move]]:
    """What the machine does, one move after the other, until all have a character."""
    player = machine(record.ruleset.id, OWN)
    for _ in range(MOST_MOVES):
        if record.ruleset.party(record.state) is None or _is_ready(record):
            return
        found = next_move(record, player)
        if found is None:
            return
        yield found


def _is_ready(record: AnyRecord) -> bool:
    party = record.ruleset.party(record.state)
    return party is not None and party.begun and not record.waiting_for


def _is_over(record: AnyRecord) -> bool:
    telling = record.telling
    return telling is not None and telling.tale.over and not record.waiting_for


def _scene(record: AnyRecord) -> str:
    telling = record.telling
    scene = telling.scene if telling is not None else None
    return scene.title if scene is not None else ""


def _told(
    record: AnyRecord, adventure: Adventure, heroes: int, felled_by: str, stalled: str
) -> Run:
    telling = record.telling
    assert telling is not None
    lines = [told.line for told in record.log]
    draws = sum(line.moment is not None and bool(line.moment.verdict) for line in lines)
    return Run(
        heroes,
        not felled_by and not stalled,
        stalled,
        felled_by,
        draws,
        round(_seconds(record, adventure, telling.tale, heroes, draws) / 60),
        tuple(telling.tale.seen),
        _scene(record),
    )


def _seconds(record: AnyRecord, adventure: Adventure, tale: Tale, heroes: int, draws: int) -> float:
    """How long people would have taken for what the machine has played."""
    told = [line.line.text for line in record.log if not line.line.clauses]
    scenes = adventure.scenes
    told += [one.text for scene in scenes for one in scene.handouts if one.title in tale.handouts]
    words = sum(len(text.split()) for text in told)
    done = [entry for entry in record.entries if isinstance(entry, Did)]
    begun = next((n for n, entry in enumerate(done) if _tag(entry).startswith("tale.")), len(done))
    tags = Counter(_tag(entry) for entry in done)
    looks = sum(str(entry.action.get("what")).startswith(f"{LOOK}:") for entry in done)
    moves = sum(entry.seat != GM and not _tag(entry).startswith("tale.") for entry in done[begun:])
    checks = tags["tale.check"]
    return (
        seconds_to_begin(heroes)
        + words * 60 / (WORDS_ALONE if heroes == 1 else WORDS_ALOUD)
        + looks * seconds_to_look(heroes)
        + tags["tale.go"] * seconds_to_go(heroes)
        + checks * (seconds_to_try(heroes) + CHECKING)
        + max(0, draws - checks) * DRAWING
        + moves * MOVING
    )


def _tag(entry: Did) -> str:
    return str(entry.action["do"])
