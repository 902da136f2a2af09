"""The tale that is told at a table: where the heroes are, what they know, what may come next.

The text of an adventure is fixed (`adventure.py`); what has happened with it is a `Tale`, part of
the table's state, so record, undo, replay and restart carry it. Its actions are the same for every
game with a game master: they tell and show, and what they put on the table they do by the game's
own actions, inside one entry of the record, so that it is taken back as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from fatedeck.engine.adventure import (
    Adventure,
    Check,
    Clock,
    Exit,
    Need,
    Scene,
    Stage,
    needed_in,
    outcomes,
)
from fatedeck.engine.entries import Act
from fatedeck.engine.game import Seat
from fatedeck.engine.oracle import Oracle
from fatedeck.engine.story import Line, Named
from fatedeck.engine.view import Dial, Entry, SceneTold, View, Watch

_STRESS = re.compile(r"(\*{1,2})(?=\S)([^*]*\S)\1")
GO, TRY, LOOK = "go", "try", "look"
"""What a wish is for."""


class Tale(Struct, omit_defaults=True):
    """What has happened with an adventure, or in scenes of the game master's own.

    `said` is what was told in this scene, `told` names the parts of the text that were, `tried`
    who has made a check, `made` the checks that succeeded. A handout that is shown to nobody in
    particular is for all. `wishes` are what players want next. `own_clocks` are the game master's
    own, with their sizes.
    """

    where: str = ""
    title: str = ""
    text: str = ""
    said: list[str] = []
    seen: list[str] = []
    told: list[str] = []
    staged: list[str] = []
    tried: dict[str, list[str]] = {}
    made: list[str] = []
    handouts: dict[str, list[str]] = {}
    clues: list[str] = []
    clocks: dict[str, int] = {}
    own_clocks: dict[str, int] = {}
    facts: list[str] = []
    answer: str = ""
    wishes: dict[str, str] = {}
    over: bool = False


NO_TALE = Tale()


class Played(Struct, kw_only=True):
    """What the table of a game with a game master keeps besides; absent until there is a tale."""

    tale: Tale | UnsetType = UNSET

    @property
    def is_told(self) -> bool:
        """Whether any of the story has been told: from then on it waits for nobody who comes."""
        return isinstance(self.tale, Tale) and len(self.tale.told) > 0

    @property
    def is_wished(self) -> bool:
        """Whether a player has said what they want next."""
        return isinstance(self.tale, Tale) and len(self.tale.wishes) > 0

    def forget_wishes(self) -> None:
        """What players wanted next is past: a fight begins or ends, or time goes by."""
        if isinstance(self.tale, Tale):
            self.tale.wishes = {}


class Telling(Struct):
    """All that the tale's actions work on.

    `does` has the game master do something in the game, `clears` takes the fallen off the table,
    `fights` is the action by which a fight begins, `called` are the heroes' names by their seats.
    """

    tale: Tale
    adventure: Adventure | None
    gm: str
    heroes: tuple[str, ...]
    oracle: Oracle | None
    does: Callable[[Act, list[Line]], None]
    clears: Callable[[list[Line]], None]
    fights: str = ""
    called: Mapping[str, Named] = {}

    @property
    def scene(self) -> Scene | None:
        return self.adventure.scene(self.tale.where) if self.adventure is not None else None


def telling(
    state: Struct,
    seats: Iterable[Seat],
    adventure: Adventure | None,
    oracle: Oracle | None,
    does: Callable[[Act, list[Line]], None] | None = None,
    clears: Callable[[list[Line]], None] | None = None,
    fights: str = "",
    called: Mapping[str, Named] | None = None,
) -> Telling | None:
    """The tale at a table, or None where there is no game master to tell one."""
    if not isinstance(state, Played):
        return None
    tale = state.tale if isinstance(state.tale, Tale) else Tale()
    gm = next((seat.name for seat in seats if seat.role == "gm"), "")
    heroes = tuple(seat.name for seat in seats if seat.role != "gm")
    does, clears = does or nothing, clears or nobody
    return Telling(tale, adventure, gm, heroes, oracle, does, clears, fights, called or {})


def open_tale(adventure: Adventure) -> Tale:
    """The tale before its first word."""
    first = adventure.scenes[0].id
    return Tale(where=first, seen=[first])


def nothing(act: Act, lines: list[Line]) -> None:
    raise AssertionError("only an action that is carried out does something")


def nobody(lines: list[Line]) -> None:
    raise AssertionError("only a stage that is set clears anybody away")


# What is open


def ways_on(state: Telling) -> list[Exit]:
    """The exits whose conditions are met, each place once."""
    scene = state.scene
    met = [way for way in scene.exits if is_met(state.tale, way.needs)] if scene else []
    return list({way.to: way for way in reversed(met)}.values())[::-1]


def is_met(tale: Tale, needs: Iterable[Need]) -> bool:
    """Whether all that is asked for holds."""
    return all(
        (
            need.name in tale.clues
            if need.kind == "clue"
            else tale.clocks.get(need.name, 0) >= need.count
        )
        is need.holds
        for need in needs
    )


def wishes(state: Telling, seat: str) -> dict[str, str]:
    """What a player can ask for: a way on, a check, a look at somebody or something."""
    scene, tale = state.scene, state.tale
    if scene is None or tale.over:
        return {}
    told = [part for n, part in enumerate(scene.told, 1) if f"{scene.id}#{n}" in tale.told]
    for thing in scene.things:
        if f"{scene.id}/{thing.id}" in tale.told:
            told += [part for part in thing.told if is_met(tale, part.needs)]
    named = {name for part in told for name in part.names}
    found = {
        f"{LOOK}:{thing.id}": thing.title
        for thing in scene.things
        if thing.id in named
        and any(is_met(tale, part.needs) for part in thing.told)
        and f"{scene.id}/{thing.id}" not in tale.told
    }
    found |= {f"{TRY}:{check.name}": check.name for check in open_checks(state, seat)}
    return found | {f"{GO}:{way.to}": way.words for way in ways_on(state)}


def is_all_told(state: Telling) -> bool:
    """Whether the players have heard all that this scene begins with."""
    scene, tale = state.scene, state.tale
    return scene is None or all(
        f"{scene.id}#{n}" in tale.told or not is_met(tale, part.needs)
        for n, part in enumerate(scene.told, 1)
    )


def open_checks(state: Telling, seat: str) -> list[Check]:
    """The checks that this player can still ask for: once each, until somebody has made it."""
    scene, tale = state.scene, state.tale
    if scene is None:
        return []
    return [
        check
        for check in scene.checks
        if not check.kept
        and is_met(tale, check.needs)
        and check_id(scene, check) not in tale.made
        and seat not in tale.tried.get(check_id(scene, check), ())
    ]


def check_id(scene: Scene, check: Check) -> str:
    return f"{scene.id}/{check.name}"


def stage_id(scene: Scene, stage: Stage) -> str:
    """A stage goes by its name, in whichever scene it is set; one without, by its scene's."""
    return stage.name or f"{scene.id}/"


def opening_stage(state: Telling) -> Stage | None:
    """What stands in this scene as it opens, where it is not on the table yet."""
    scene = state.scene
    for stage in scene.stages if scene is not None else ():
        assert scene is not None
        if not stage.name and stage_id(scene, stage) not in state.tale.staged:
            return stage
    return None


def all_clues(adventure: Adventure) -> list[str]:
    """Every clue that is given or asked for anywhere."""
    given = [clue for scene in adventure.scenes for one in outcomes(scene) for clue in one.clues]
    asked = [
        need.name
        for scene in adventure.scenes
        for _, needs in needed_in(scene)
        for need in needs
        if need.kind == "clue"
    ]
    return list(dict.fromkeys(given + asked))


# What a seat is shown


def scene_views(
    state: Telling, seats: Iterable[str | None], busy: bool, fallen: bool
) -> list[SceneTold | None]:
    """What each of these seats sees of the scene: drawn once for all who are shown the same."""
    known: dict[tuple[bool, tuple[str, ...]], SceneTold | None] = {}
    found: list[SceneTold | None] = []
    for seat in seats:
        own = tuple(title for title, to in state.tale.handouts.items() if seat in to)
        kind = (seat == state.gm, own)
        if kind not in known:
            known[kind] = scene_view(state, seat, busy, fallen)
        found.append(known[kind])
    return found


def scene_view(
    state: Telling, seat: str | None, busy: bool = False, fallen: bool = False
) -> SceneTold | None:
    """What this seat sees of the scene: what was told and shown, and no word of the rest."""
    tale, scene, adventure = state.tale, state.scene, state.adventure
    if adventure is None and tale == NO_TALE:
        return None
    is_gm = seat == state.gm
    there = [entry for entry, shown in _there(state) if shown]
    text = (*_heard_before(state), *map(aloud, tale.said), *((tale.text,) if tale.text else ()))
    return SceneTold(
        adventure=adventure.title if adventure is not None else "",
        title=tale.title or (scene.title if scene is not None else ""),
        there=there,
        ways=tuple(way.words for way in ways_on(state)) if is_gm or is_all_told(state) else (),
        clues=tuple(tale.clues),
        facts=tuple(tale.facts),
        clocks=[_dial(tale, clock) for clock in _clocks_seen(state, is_gm)],
        timers=list(_timers(state)),
        handouts=list(_handouts_for(state, seat, is_gm)),
        wishes={who: _wish_told(state, who) for who in tale.wishes},
        answer=tale.answer,
        over=tale.over,
        lost=tale.over and fallen,
        busy=busy,
        notes=scene.notes if is_gm and scene is not None else "",
        untold=_untold(state) if is_gm else [],
        told=_told(text, there),
    )


def _told(text: Iterable[str], there: Iterable[Entry]) -> list[Entry]:
    """What was told, paragraph by paragraph; whom or what one shows stands once, by its name."""
    left: dict[str, list[Entry]] = {}
    for thing in there:
        heard = aloud(thing.text)
        left.setdefault(heard.partition("\n")[0], []).append(Entry(thing.title, heard))
    told = []
    for paragraph in filter(None, "\n".join(text).split("\n")):
        same = left.get(paragraph)
        told.append(Entry(same.pop(0).title if same else "", paragraph))
    return told + [thing for same in left.values() for thing in same]


def aloud(text: str) -> str:
    """Words as they are heard: a stress is written with stars, and nobody reads those out.

    >>> aloud("“It says *ours*,” she says. “**Just** ours.” Two * three.")
    '“It says ours,” she says. “Just ours.” Two * three.'
    """
    return _STRESS.sub(r"\2", text)


def _heard_before(state: Telling) -> Iterator[str]:
    """What was told of this scene when the heroes were here before."""
    scene, tale = state.scene, state.tale
    for n, part in enumerate(scene.told, 1) if scene is not None else ():
        assert scene is not None
        if f"{scene.id}#{n}" in tale.told and part.text not in tale.said:
            yield aloud(part.text)


def _there(state: Telling) -> Iterator[tuple[Entry, bool]]:
    """Who and what is in this scene, and whether the players have been shown it.

    Where nothing that is told of them holds any more, they are gone.
    """
    scene = state.scene
    for thing in scene.things if scene is not None else ():
        assert scene is not None
        text = "\n".join(told.text for told in thing.told if is_met(state.tale, told.needs))
        yield Entry(thing.title, text), text != "" and f"{scene.id}/{thing.id}" in state.tale.told


def _untold(state: Telling) -> list[Entry]:
    """What only the game master reads: the text that is still to be told, and the notes."""
    scene = state.scene
    if scene is None:
        return []
    told = state.tale.told
    found = [
        Entry(_if_told(part.needs), part.text, id=f"{scene.id}#{n}")
        for n, part in enumerate(scene.told, 1)
        if f"{scene.id}#{n}" not in told
    ]
    for thing in scene.things:
        text = "\n\n".join([*(part.text for part in thing.told), thing.notes]).strip()
        found.append(Entry(thing.title, text, "There"))
    found += [
        Entry(handout.title, handout.text, "Handout")
        for handout in scene.handouts
        if handout.title not in state.tale.handouts
    ]
    if state.adventure is not None and state.adventure.notes:
        found.append(Entry("Behind it all", state.adventure.notes, "Behind"))
    return found


def _if_told(needs: Iterable[Need]) -> str:
    """When words are told, as the game master reads it."""
    return "Only if " + "; ".join(map(need_told, needs)) if needs else "Tell"


def need_told(need: Need) -> str:
    """What must hold, as the game master reads it."""
    if need.kind == "clue":
        return f"they know “{need.name}”" if need.holds else f"they don’t know “{need.name}”"
    return f"{need.name} is at " + (
        f"{need.count} or more" if need.holds else f"less than {need.count}"
    )


def all_clocks(state: Telling) -> list[Clock]:
    """The clocks of the adventure, until it is over, and the game master's own."""
    adventure, tale = state.adventure, state.tale
    told = adventure.clocks() if adventure is not None and not tale.over else []
    return told + _own_clocks(tale)


def _own_clocks(tale: Tale) -> list[Clock]:
    return [Clock(name, size, 0) for name, size in tale.own_clocks.items()]


def _clocks_seen(state: Telling, is_gm: bool) -> list[Clock]:
    """The clocks that run: those of scenes that were seen, or that have moved, and one's own."""
    adventure, tale = state.adventure, state.tale
    running = [
        clock
        for scene in (adventure.scenes if adventure is not None else ())
        for clock in scene.clocks
        if scene.id in tale.seen or clock.name in tale.clocks
    ]
    return [clock for clock in (*running, *_own_clocks(tale)) if clock.shown or is_gm]


def _timers(state: Telling) -> Iterator[Watch]:
    """The timers that were laid on the table, until the tale is over."""
    adventure, tale = state.adventure, state.tale
    for scene in adventure.scenes if adventure is not None and not tale.over else ():
        assert adventure is not None
        if scene.id in tale.seen:
            more = max(0, len(state.heroes) - adventure.fewest)
            for timer in scene.timers:
                yield Watch(timer.name, timer.with_heroes(more), scene.title)


def _dial(tale: Tale, clock: Clock) -> Dial:
    return Dial(clock.name, tale.clocks.get(clock.name, 0), clock.size)


def _handouts_for(state: Telling, seat: str | None, is_gm: bool) -> Iterator[Entry]:
    adventure, shown = state.adventure, state.tale.handouts
    for scene in adventure.scenes if adventure is not None else ():
        for handout in scene.handouts:
            to = shown.get(handout.title)
            if to is not None and (is_gm or not to or seat in to):
                yield Entry(handout.title, handout.text)


def _wish_told(state: Telling, seat: str) -> str:
    kind, _, name = state.tale.wishes[seat].partition(":")
    scene = state.scene
    if scene is None:
        return name
    if kind == GO:
        return next((way.words for way in scene.exits if way.to == name), name)
    thing = scene.thing(name) if kind == LOOK else None
    return thing.title if thing is not None else name


def with_scene(view: View, scene: SceneTold | None) -> View:
    """The view of a game, with the scene that is told there."""
    if scene is None:
        return view
    return replace(view, tale=scene)
