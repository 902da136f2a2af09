"""Looking through an adventure before it is played: what leads nowhere, what the rules refuse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from fatedeck.bots.machines import OWN, AnyRecord, Machine, machine
from fatedeck.bots.trying import GM, HEROES, make_ready, new_record, step
from fatedeck.engine.adventure import Adventure, Exit, Outcome, Scene, needed_in, outcomes
from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.telling import meant, names_the_hero

_YOU = re.compile(r"\b(?:you|your|yours|yourself|yourselves)\b", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>", re.IGNORECASE)
READ_ALOUD = 70
"""So many words people listen to."""


class Problem(Struct, frozen=True, order=True):
    """Something that is wrong with an adventure, and the line it stands on."""

    line: int
    sentence: str


def problems(text: str) -> list[Problem]:
    """All that is wrong with an adventure that can be read, in the order of its lines."""
    adventure = read_adventure(text)
    found = [
        *_unreachable(adventure),
        *_clues(adventure),
        *_too_long(adventure),
        *_addressed(adventure),
        *_tagged(text),
        *_mute(adventure),
        *_stuck(adventure),
        *_refused(text, adventure),
    ]
    return sorted(found)


def _unreachable(adventure: Adventure) -> Iterator[Problem]:
    """Scenes to which nothing leads."""
    seen = _reach(adventure, adventure.scenes[0], lambda way: True, _all_outcomes)
    seen |= {adventure.defeat}
    for scene in adventure.scenes:
        if scene.id not in seen:
            yield Problem(scene.line, f"Nothing leads to “{scene.title}”.")


def _reach(
    adventure: Adventure,
    begin: Scene,
    is_open: Callable[[Exit], bool],
    brought: Callable[[Scene], Iterable[Outcome]],
) -> set[str]:
    """The scenes that can be come to from this one, it among them."""
    seen, ahead = {begin.id}, [begin]
    while ahead:
        here = ahead.pop()
        leads = [way.to for way in here.exits if is_open(way)]
        leads += [outcome.go for outcome in brought(here) if outcome.go]
        for name in leads:
            scene = adventure.scene(name)
            if scene is not None and name not in seen:
                seen.add(name)
                ahead.append(scene)
    return seen


def _all_outcomes(scene: Scene) -> Iterable[Outcome]:
    return outcomes(scene)


def _failed(scene: Scene) -> Iterator[Outcome]:
    """What a scene brings when every check in it fails, and when its clocks run out."""
    for check in scene.checks:
        for tone in ("bad", "dire"):
            if (outcome := check.brings.get(tone)) is not None:
                yield outcome
    for clock in scene.clocks:
        if clock.full is not None:
            yield clock.full


def _clues(adventure: Adventure) -> Iterator[Problem]:
    """Clues that nobody can find, and clues that open nothing."""
    given = {
        clue: outcome.line
        for scene in adventure.scenes
        for outcome in outcomes(scene)
        for clue in outcome.clues
    }
    asked = {
        need.name: line
        for scene in adventure.scenes
        for line, needs in needed_in(scene)
        for need in needs
        if need.kind == "clue"
    }
    for clue, line in asked.items():
        if clue not in given:
            yield Problem(line, f"The clue “{clue}” is never given.")
    for clue, line in given.items():
        if clue not in asked:
            yield Problem(line, f"The clue “{clue}” opens nothing.")


def _too_long(adventure: Adventure) -> Iterator[Problem]:
    for scene in adventure.scenes:
        for told in (*scene.told, *(told for thing in scene.things for told in thing.told)):
            words = len(told.text.split())
            if words > READ_ALOUD:
                yield Problem(told.line, f"{words} words to read aloud; {READ_ALOUD} are enough.")


def _addressed(adventure: Adventure) -> Iterator[Problem]:
    """Names of checks and ways on that would be read of a hero as if of somebody else."""
    for scene in adventure.scenes:
        named = [(check.line, check.name) for check in scene.checks if not check.kept]
        for line, words in (*named, *((way.line, way.words) for way in scene.exits)):
            if (found := _YOU.search(words)) is not None:
                read = f"“Ana wants to {words[:1].lower()}{words[1:]}.”"
                yield Problem(line, f"People will read {read} Say it without “{found[0]}”.")


def _tagged(text: str) -> Iterator[Problem]:
    """HTML: it does nothing here, and people would read it as it stands."""
    for line, words in enumerate(text.split("\n"), 1):
        if (found := _TAG.search(words)) is not None:
            yield Problem(
                line, f"People will read “{found[0]}” as it stands: HTML means nothing here."
            )


def _mute(adventure: Adventure) -> Iterator[Problem]:
    for scene in adventure.scenes:
        if not scene.told and not scene.stages:
            yield Problem(scene.line, f"The machine has nothing to tell in “{scene.title}”.")


def _stuck(adventure: Adventure) -> Iterator[Problem]:
    """Scenes from which no ending can be reached once every check has failed."""
    ends = {scene.id for scene in adventure.scenes if scene.is_end()}
    if not ends:
        yield Problem(adventure.scenes[0].line, "No scene is an ending: every one leads on.")
        return
    known = {clue for scene in adventure.scenes for one in _failed(scene) for clue in one.clues}

    def is_open(way: Exit) -> bool:
        return all(
            need.kind == "clock" or not need.holds or need.name in known for need in way.needs
        )

    for scene in adventure.scenes:
        if not ends & _reach(adventure, scene, is_open, _failed):
            line = scene.checks[0].line if scene.checks else scene.line
            yield Problem(line, f"When the checks fail, nothing leads on from “{scene.title}”.")


# What the rules refuse


def _refused(text: str, adventure: Adventure) -> Iterator[Problem]:
    """What the rules refuse of the blocks, with each number of ready heroes."""
    found: dict[Problem, list[int]] = {}
    counts = range(adventure.fewest, min(adventure.most, len(HEROES)) + 1)
    for heroes in counts:
        for problem in _refused_with(text, adventure, heroes):
            found.setdefault(problem, []).append(heroes)
    for problem, some in found.items():
        whom = "" if len(some) == len(counts) else f" (with {some[0]} heroes)"
        yield Problem(problem.line, problem.sentence + whom)


def _refused_with(text: str, adventure: Adventure, heroes: int) -> Iterator[Problem]:
    try:
        record = new_record(text, heroes, "check")
        player = machine(adventure.game, OWN)
        if not make_ready(record):
            yield Problem(1, "The machine can’t get the heroes ready to start.")
            return
    except FatedeckError as fault:
        yield Problem(1, str(fault))
        return
    for scene in adventure.scenes:
        opening: list[Act] = [{"do": "tale.go", "to": scene.id}]
        for line, acts in _tried(scene, heroes):
            if (refused := _refusal(record, player, [*opening, *acts])) is not None:
                yield Problem(line, refused)
            elif acts == [_OPENED]:
                opening += acts


def _refusal(record: AnyRecord, player: Machine, acts: Iterable[Act]) -> str | None:
    """Why the game master cannot do all this; the table is as before."""
    names = [seat.name for seat in record.header.seats[1:]]
    start, refused = record.n, None
    for doing in acts:
        try:
            record.do(GM, meant(doing, names[0], names))
            while record.waiting_for:
                step(record, player)
        except Refused as fault:
            # A hero whom a rule spares is spared; what cannot be read at all is a slip.
            if not fault.clause or not names_the_hero(doing):
                refused = str(fault)
            break
    if record.flight is not None:
        record.cancel(GM)
    if record.n != start:
        record.undo(start, GM)
    return refused


_OPENED: Act = {"do": "tale.stage", "stage": ""}
"""What stands there when a scene opens."""


def _tried(scene: Scene, heroes: int) -> Iterator[tuple[int, list[Act]]]:
    """Each block of a scene as what is done for it, what stands there at its opening first."""
    for stage in sorted(scene.stages, key=lambda stage: bool(stage.name)):
        yield stage.line, [{"do": "tale.stage", "stage": stage.name}]
    for check in scene.checks:
        yield check.line, [{"do": "tale.check", "check": check.name, "hero": HEROES[0]}]
    for outcome in outcomes(scene):
        steps = [one.act for one in outcome.steps if one.heroes <= heroes]
        if steps:
            yield outcome.line, steps
