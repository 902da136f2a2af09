"""What is done with a tale: the game master tells, shows, stages, calls and goes on; players wish.

The same actions for every game with a game master. What they put on the table they do by the
game's own actions, inside one entry of the record, so that it is taken back as one. The offers come
in the four strips of a game master's desk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from fatedeck.engine import oracle as cards
from fatedeck.engine.actions import Action, Says, Way, form, offered
from fatedeck.engine.adventure import (
    ALL_HEROES,
    DEGREES,
    THE_HERO,
    Need,
    Outcome,
    Scene,
    Stage,
    Step,
    find_stage,
)
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One, Words
from fatedeck.engine.names import called
from fatedeck.engine.offers import Form, Offer, Value, kebab, tag
from fatedeck.engine.oracle import Likelihood, Oracle
from fatedeck.engine.story import Line, Moment, Tone, Turned, listed
from fatedeck.engine.tale import (
    GO,
    LOOK,
    TRY,
    Tale,
    Telling,
    all_clocks,
    all_clues,
    aloud,
    check_id,
    is_all_told,
    is_met,
    need_told,
    nobody,
    nothing,
    opening_stage,
    stage_id,
    wishes,
)

NOW, STAGE, ASK, NEXT = "Now", "Stage", "Ask", "Next"
"""The four strips of a game master's desk."""


# What may be chosen


def parts(state: Telling, seat: str) -> dict[str, str]:
    """All that can be told in this scene: its paragraphs, then who and what is there."""
    scene = state.scene
    if scene is None:
        return {}
    told = {f"{scene.id}#{n}": _opening(part.text) for n, part in enumerate(scene.told, 1)}
    return told | {f"{scene.id}/{thing.id}": thing.title for thing in scene.things if thing.told}


def handouts(state: Telling, seat: str) -> list[str]:
    scene = state.scene
    return [handout.title for handout in scene.handouts] if scene is not None else []


def heroes(state: Telling, seat: str, *_: object) -> list[str]:
    return list(state.heroes)


def stages(state: Telling, seat: str) -> dict[str, str]:
    """What this scene can put on the table. Its first has no name: it stands there as it opens."""
    scene = state.scene
    return {stage.name: "" for stage in scene.stages} if scene is not None else {}


def checks(state: Telling, seat: str) -> list[str]:
    scene = state.scene
    return [check.name for check in scene.checks] if scene is not None else []


def clocks(state: Telling, seat: str) -> list[str]:
    return [clock.name for clock in all_clocks(state)]


def own_clocks(state: Telling, seat: str) -> list[str]:
    return list(state.tale.own_clocks)


def clues(state: Telling, seat: str) -> list[str]:
    """Every clue that the adventure speaks of."""
    return all_clues(state.adventure) if state.adventure is not None else []


def scenes(state: Telling, seat: str) -> dict[str, str]:
    return {scene.id: scene.title for scene in state.adventure.scenes} if state.adventure else {}


def _opening(text: str) -> str:
    """The first words of a text."""
    words = text.split()
    return " ".join(words[:8]) + ("…" if len(words) > 8 else "")


def _beginning(words: str) -> str:
    """Words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def _inside(title: str) -> str:
    """A title inside a sentence.

    >>> _inside("The rope's end"), _inside("Brother Aumery")
    ("the rope's end", 'Brother Aumery')
    """
    article, space, _ = title.partition(" ")
    is_article = bool(space) and article in ("The", "A", "An")
    return title[:1].lower() + title[1:] if is_article else title


def _wanted(words: str) -> str:
    """The name of a check or a way on inside a sentence, after “wants to”."""
    return (words[:1].lower() + words[1:]).rstrip(".")


def scene_title(name: str) -> str:
    """A scene's name as people read it."""
    return name.replace("-", " ").capitalize()


# Who may do it


class TaleAction(
    Action[Telling], frozen=True, tag=lambda name: f"tale.{kebab(name)}", tag_field="do"
):
    """Something that is done with the tale."""


class OfTheTeller(TaleAction, frozen=True):
    """What only the game master does."""

    @staticmethod
    def is_shown(state: Telling, seat: str) -> bool:
        return seat == state.gm

    @classmethod
    def why_closed(cls, state: Telling, seat: str) -> Refused | None:
        if seat != state.gm:
            return Refused("", "That’s up to the game master.")
        return None


class OfAnAdventure(OfTheTeller, frozen=True):
    """What needs a text to tell from, until it is told to its end.

    Where the game has not begun yet, some of it begins the game: a scene `may` be told before, but
    what is played there `must` wait for it.
    """

    begins: ClassVar[Literal["", "may", "must"]] = ""

    @staticmethod
    def is_shown(state: Telling, seat: str) -> bool:
        return state.scene is not None and not state.tale.over

    @classmethod
    def why_closed(cls, state: Telling, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.scene is None:
            return Refused("", "There’s no adventure at this table.")
        if state.tale.over:
            return Refused("", "This adventure has been told to its end.")
        return None


# Telling and showing


class Tell(OfAnAdventure, frozen=True):
    """Tell the players a part of the text, or what they see of somebody or something."""

    says = Says("Tell", NOW)
    begins = "may"
    part: Annotated[str, One(parts, label="What")]

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        wished = {wish: who for who, wish in state.tale.wishes.items()}
        for part, words in parts(state, seat).items():
            if part not in state.tale.told:
                who = wished.get(f"{LOOK}:{part.partition('/')[2]}")
                note = f"{words}: {who} looks there" if who else words
                label = "Tell" if "#" in part else "Show"
                yield Way({"part": part}, label, note, wanted=(who,) if who else ())

    def do(self, game: Game[Telling], seat: str) -> None:
        scene, tale = _scene(game), game.state.tale
        if not tale.told and tale.seen == [scene.id]:
            _begins(game, scene.title)
        tale.told = [*tale.told, self.part]
        thing = scene.thing(self.part.partition("/")[2])
        if thing is not None:
            for told in thing.told:
                if is_met(tale, told.needs):
                    say(game, told.text)
            _granted(tale, LOOK, thing.id)
        else:
            say(game, scene.told[int(self.part.partition("#")[2]) - 1].text)


class Show(OfAnAdventure, frozen=True):
    """Show a handout to all, or to one."""

    says = Says("Show a handout", NOW)
    handout: Annotated[str, One(handouts)]
    to: Annotated[str, Figure(heroes, none="everybody")] = ""

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        for title in handouts(state, seat):
            yield Way({"handout": title}, label=f"Show “{title}”")

    def do(self, game: Game[Telling], seat: str) -> None:
        tale = game.state.tale
        before = tale.handouts.get(self.handout)
        if not self.to or before == []:
            tale.handouts[self.handout] = []
            game.tell("The game master shows everybody “{title}”.", title=self.handout)
            return
        tale.handouts[self.handout] = [*(before or ()), self.to]
        only = {seat: "You show {to} “{title}”.", self.to: "You are shown “{title}”."}
        shown = "The game master shows {to} something."
        game.tell(shown, only=only, to=self.to, title=self.handout)


class Say(OfAnAdventure, frozen=True):
    """Say something to everybody, in your own words."""

    says = Says("Say something", NOW)
    words: Annotated[str, Words(longest=400)]

    def do(self, game: Game[Telling], seat: str) -> None:
        game.tell("{seat}: {words}", seat=seat, words=self.words.strip())


class Note(OfTheTeller, frozen=True):
    """Set a scene of your own: a title and a text that stay before everybody until they change."""

    says = Says("Set a scene of your own", NOW)
    title: Annotated[str, Words(longest=80)]
    text: Annotated[str, Words(longest=2000, label="What everybody reads")] = ""

    def do(self, game: Game[Telling], seat: str) -> None:
        tale = game.state.tale
        tale.title, tale.text = self.title.strip(), self.text.strip()
        _begins(game, tale.title)
        if tale.text:
            game.tell("{text}", text=tale.text)


# What is put on the table


class SetStage(OfAnAdventure, frozen=True, tag="tale.stage"):
    """Put on the table what the text has for this scene."""

    says = Says("Set the stage", STAGE)
    begins = "may"
    stage: Annotated[str, One(stages)]

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        scene = state.scene
        for stage in scene.stages if scene is not None else ():
            again = ", again" if scene and stage_id(scene, stage) in state.tale.staged else ""
            label = stage.name or "Set the stage"
            note = _steps_told(state, stage.steps)
            yield Way({"stage": stage.name}, label=label + again, note=note)

    def do(self, game: Game[Telling], seat: str) -> None:
        scene = _scene(game)
        stage = next(stage for stage in scene.stages if stage.name == self.stage)
        _set(game, scene, stage)


def _steps_told(state: Telling, steps: Iterable[Step]) -> str:
    """What such steps bring for these heroes: who comes, or else what is done, each once."""
    found: list[str] = []
    for step in steps:
        names = (value for value in step.act.values() if isinstance(value, str))
        name = next((name for name in names if name[:1].isupper()), None)
        does = str(step.act["do"])
        if step.heroes <= len(state.heroes):
            done = "a fight begins" if does == state.fights else does.replace("-", " ")
            found.append(name or done)
    return ", ".join(dict.fromkeys(found))


def _set(game: Game[Telling], scene: Scene, stage: Stage) -> None:
    """Whoever fell in an earlier fight is cleared away, and the stage stands.

    A fight begins on the ground that the scene has for it.
    """
    tale, ground = game.state.tale, opening_stage(game.state)
    game.state.clears(game.lines if game.lines is not None else [])
    fought = any(step.act.get("do") == game.state.fights for step in stage.steps)
    for one in (ground, stage) if fought and ground not in (None, stage) else (stage,):
        assert one is not None
        if stage_id(scene, one) not in tale.staged:
            tale.staged = [*tale.staged, stage_id(scene, one)]
        _take(game, one.steps, "")


def on_bare_ground(state: Telling, offer: Offer) -> Offer:
    """An offer to begin a fight warns where what stands in the scene is not on the table yet."""
    ground = opening_stage(state) if offer.do == state.fights and not offer.why_not else None
    if ground is None or state.tale.over:
        return offer
    brings = _steps_told(state, ground.steps)
    warns = f"This scene’s own stage isn’t set yet ({brings}). “Set the stage” first puts it there."
    return replace(offer, warns=warns)


def _take(game: Game[Telling], steps: Iterable[Step], hero: str) -> None:
    """Take these steps; what is done to “the hero” is done to the one who tried, or to each.

    One whom the rules spare is spared.
    """
    state = game.state
    for step in steps:
        if step.heroes > len(state.heroes):
            continue
        if not names_the_hero(step.act):
            _do(game, step.act, hero)
            continue
        for one in [hero] if hero else state.heroes:
            with suppress(Refused):
                _do(game, step.act, one)


def names_the_hero(act: Act) -> bool:
    """Whether an action of the text is for one of the heroes."""
    return any(
        value == THE_HERO or (isinstance(value, list) and THE_HERO in value)
        for value in act.values()
    )


def _do(game: Game[Telling], act: Act, hero: str) -> list[Line]:
    """The game master does this in the game; what the game told of it."""
    lines = game.lines if game.lines is not None else []
    before = len(lines)
    game.state.does(meant(act, hero, list(game.state.heroes)), lines)
    return lines[before:]


def meant(act: Act, hero: str, heroes: list[str]) -> Act:
    """An action of the text with the names of those who play."""
    return {name: _meant(value, hero, heroes) for name, value in act.items()}


def _meant(value: Value, hero: str, heroes: list[str]) -> Value:
    if value == THE_HERO:
        return hero
    if value in (ALL_HEROES, [ALL_HEROES]):
        return heroes
    if isinstance(value, list):
        return [hero if one == THE_HERO else one for one in value]
    return value


# Checks, and the cards


class CallCheck(OfAnAdventure, frozen=True, tag="tale.check"):
    """Call for a check of the text; the result of the draw decides what it brings.

    What came of the draw stands in the scene before it. What draws nothing, such as a rest, comes
    to good.
    """

    says = Says("Call for a check", ASK)
    begins = "must"
    check: Annotated[str, One(checks)]
    hero: Annotated[str, Figure(heroes, label="Who")]

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        wished = {wish: who for who, wish in state.tale.wishes.items()}
        for check in checks(state, seat):
            who = wished.get(f"{TRY}:{check}")
            fixed: dict[str, Value] = {"check": check}
            if who is not None:
                fixed["hero"] = who
            note = f"{who} wants to try" if who else _standing(state, check)
            note = ". ".join(filter(None, (note, _follows(state, check))))
            yield Way(fixed, check, note, wanted=(who,) if who else ())

    def do(self, game: Game[Telling], seat: str) -> None:
        scene, tale = _scene(game), game.state.tale
        check = scene.check(self.check)
        assert check is not None
        name = check_id(scene, check)
        tale.tried = {**tale.tried, name: [*tale.tried.get(name, ()), self.hero]}
        _granted(tale, TRY, check.name)
        drawn = _result(_do(game, check.step.act, self.hero))
        tone = drawn or "good"
        if drawn:
            what = f"{_wanted(check.name)}: {CAME_TO[drawn]}"
            come = Line("{hero} tries to {words}.", values={"hero": self.hero, "words": what})
            said = come.naming(game.state.called).text
            tale.said = [*tale.said, said]
            game.add(come)
        if tone in ("great", "good", "mixed") and name not in tale.made:
            tale.made = [*tale.made, name]
        outcome = check.outcome(tone)
        if outcome is not None:
            bring(game, outcome, self.hero)


def _standing(state: Telling, name: str) -> str:
    """What the game master should know before calling a check: it is made, or not yet open."""
    check = state.scene.check(name) if state.scene is not None else None
    if state.scene is None or check is None:
        return ""
    if check_id(state.scene, check) in state.tale.made:
        return "already done"
    return _only_when(state, check.needs)


CAME_TO = {
    "great": "a great success",
    "good": "a success",
    "mixed": "a mixed success",
    "bad": "a failure",
    "dire": "a disaster",
}
"""How a check went, as it is told at the table."""

RESULTS = {
    "great": "Great success",
    "good": "Success",
    "mixed": "Mixed",
    "bad": "Failure",
    "dire": "Disaster",
}


def _follows(state: Telling, name: str) -> str:
    """What each result brings that the text has an outcome for, but for its words."""
    check = state.scene.check(name) if state.scene is not None else None
    brings = check.brings if check is not None else {}
    found = {tone: _brought(state, brings[tone]) for tone in DEGREES if tone in brings}
    return ". ".join(f"{RESULTS[tone]}: {brought}" for tone, brought in found.items())


def _brought(state: Telling, outcome: Outcome) -> str:
    """What an outcome brings, in short; of mere words, the first ones."""
    adventure = state.adventure
    stage = find_stage(adventure, outcome.stage) if adventure and outcome.stage else None
    parts = []
    if stage is not None:
        parts.append(f"{_inside(stage.name)} ({_steps_told(state, stage.steps)})")
    parts += [f"they learn “{clue}”" for clue in outcome.clues]
    parts += [f"no longer “{clue}”" for clue in outcome.lost]
    parts += [f"{name} {ticks:+}" for name, ticks in outcome.clocks.items()]
    if outcome.steps:
        parts.append(_steps_told(state, outcome.steps))
    if outcome.go:
        parts.append(f"on to “{scene_title(outcome.go)}”")
    return ", ".join(parts) or f"“{_opening(outcome.tell)}”"


def _only_when(state: Telling, needs: Sequence[Need]) -> str:
    """What has to hold and does not."""
    missing = [need for need in needs if not is_met(state.tale, (need,))]
    return "only when " + "; ".join(map(need_told, missing)) if missing else ""


def _result(lines: Iterable[Line]) -> Tone:
    """What a draw came to: the last word of each who drew, and of several the best."""
    last: dict[str, Tone] = {}
    for line in lines:
        if line.moment is not None and line.moment.tone:
            last[line.moment.who] = line.moment.tone
    return min(last.values(), key=DEGREES.index, default="")


def odds_told(state: Telling, seat: str) -> dict[str, str]:
    """The three degrees of likelihood, each with the exact chance of a yes."""
    oracle = state.oracle
    if oracle is None:
        return {}
    return {
        likely: f"yes: {chance.numerator} in {chance.denominator}"
        for likely in cards.LIKELIHOODS
        for chance in [oracle.chance(likely)]
    }


class Ask(TaleAction, frozen=True):
    """Ask the cards what no text says: how likely is a yes? The suit tells what it is about."""

    says = Says("Ask the cards", ASK)
    question: Annotated[str, Words(longest=200, label="A yes-or-no question")]
    likelihood: Annotated[
        Likelihood, One(odds_told, label="How likely is it?", called=str.capitalize)
    ] = "even"

    @classmethod
    def is_shown(cls, state: Telling, seat: str) -> bool:
        return state.oracle is not None

    @classmethod
    def why_closed(cls, state: Telling, seat: str) -> Refused | None:
        return None if state.oracle else Refused("", "This game has no cards to ask.")

    def do(self, game: Game[Telling], seat: str) -> None:
        oracle, scene = game.state.oracle, game.state.scene
        assert oracle is not None
        card = game.pick(oracle.cards)
        reading = oracle.reads[self.likelihood][card]
        about = (scene.about if scene is not None and scene.about else cards.ABOUT)[
            oracle.suits[card]
        ]
        words = self.question.strip()
        answer = cards.READINGS[reading]
        tones: tuple[Tone, ...] = ("dire", "bad", "good", "great")
        moment = Moment(seat, words, (Turned(card, about),), verdict=answer, tone=tones[reading])
        game.add(Line("", moment=moment))
        game.tell(
            "{player} asks the cards: “{words}” {answer}. It is about {about}.",
            player=seat,
            words=words,
            answer=answer,
            about=about,
        )
        game.state.tale.answer = f"{words} {answer} ({about})."


class KeepFact(TaleAction, frozen=True, tag="tale.fact"):
    """Keep something as a fact of this story: what the cards said last, or your own words."""

    says = Says("Keep as a fact", ASK)
    words: Annotated[str, Words(longest=300, label="In other words")] = ""

    @classmethod
    def is_shown(cls, state: Telling, seat: str) -> bool:
        return bool(state.tale.answer)

    def why_not(self, state: Telling, seat: str) -> Refused | None:
        if not self.words.strip() and not state.tale.answer:
            return Refused("", "Say what is a fact, or ask the cards first.")
        return None

    def do(self, game: Game[Telling], seat: str) -> None:
        tale = game.state.tale
        fact = self.words.strip() or tale.answer
        tale.facts, tale.answer = [*tale.facts, fact], ""
        game.tell("It’s a fact: {fact}", fact=fact)


# Where it leads


class Go(OfAnAdventure, frozen=True):
    """Go on to another scene: by a way that is open, or anywhere."""

    says = Says("Go to another scene", NEXT)
    begins = "may"
    to: Annotated[str, One(scenes, called=scene_title)]

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        scene = state.scene
        for way in scene.exits if scene is not None else ():
            wished = [who for who, wish in state.tale.wishes.items() if wish == f"{GO}:{way.to}"]
            note = f"wanted by {', '.join(wished)}" if wished else ""
            note = _only_when(state, way.needs) or note
            yield Way({"to": way.to}, _beginning(way.words), note, wanted=tuple(wished))
        yield Way()

    def do(self, game: Game[Telling], seat: str) -> None:
        go(game, self.to)


class StartClock(OfTheTeller, frozen=True):
    """Start a clock of your own: something that draws nearer, before everybody's eyes."""

    says = Says("Start a clock", NEXT, note="Everybody sees how near it is")
    clock: Annotated[str, Words(longest=60, label="What draws nearer")]
    size: Annotated[int, Count(2, 12, label="In how many steps")] = 6

    def why_not(self, state: Telling, seat: str) -> Refused | None:
        if not self.clock.strip():
            return Refused("", "Say what draws nearer.")
        if self.clock.strip() in clocks(state, seat):
            return Refused("", f"There’s a clock “{self.clock.strip()}” already.")
        return None

    def do(self, game: Game[Telling], seat: str) -> None:
        tale, name = game.state.tale, self.clock.strip()
        tale.own_clocks = {**tale.own_clocks, name: self.size}
        game.tell("{name}: 0 of {size}.", name=name, size=self.size)


class Tick(OfTheTeller, frozen=True, tag="tale.clock"):
    """Move a clock on, or back."""

    says = Says("Move a clock", NEXT)
    clock: Annotated[str, One(clocks)]
    ticks: Annotated[int, Count(-12, 12)] = 1

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        for clock in all_clocks(state):
            at = state.tale.clocks.get(clock.name, 0)
            yield Way({"clock": clock.name}, label=clock.name, note=f"{at} of {clock.size}")

    def do(self, game: Game[Telling], seat: str) -> None:
        tick(game, self.clock, self.ticks, "")


class StopClock(OfTheTeller, frozen=True):
    """Put a clock of your own away."""

    says = Says("Put a clock away", NEXT)
    clock: Annotated[str, One(own_clocks)]

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        if state.tale.own_clocks:
            yield Way()

    def do(self, game: Game[Telling], seat: str) -> None:
        tale = game.state.tale
        tale.own_clocks = {k: size for k, size in tale.own_clocks.items() if k != self.clock}
        tale.clocks = {name: at for name, at in tale.clocks.items() if name != self.clock}
        game.tell("{name}: put away.", name=self.clock)


class Clue(OfAnAdventure, frozen=True):
    """Give the heroes a clue, or take one back."""

    says = Says("Give or take a clue", NEXT)
    clue: Annotated[str, One(clues)]
    known: bool = True

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        if clues(state, seat):
            yield Way()

    def do(self, game: Game[Telling], seat: str) -> None:
        learn(game, self.clue) if self.known else forget(game, self.clue)


class End(OfAnAdventure, frozen=True):
    """The adventure is told to its end."""

    says = Says("End the adventure", NEXT)

    def do(self, game: Game[Telling], seat: str) -> None:
        game.state.tale.over = True
        game.state.tale.wishes = {}
        assert game.state.adventure is not None
        game.tell("Here ends “{title}”.", title=game.state.adventure.title)


class Wish(TaleAction, frozen=True):
    """Say what you want next: a way on, a check, a closer look. The game master decides.

    What to try and where to go is offered when all has been told that they speak of.
    """

    says = Says("I want to…", NEXT)
    what: Annotated[str, One(wishes, label="What")]

    @classmethod
    def is_shown(cls, state: Telling, seat: str) -> bool:
        return seat in state.heroes and bool(wishes(state, seat))

    @classmethod
    def why_closed(cls, state: Telling, seat: str) -> Refused | None:
        return None if seat in state.heroes else Refused("", "That’s up to the players.")

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        groups = {GO: NEXT, TRY: ASK, LOOK: NOW}
        begun = is_all_told(state)
        for wish, words in wishes(state, seat).items():
            kind = wish.partition(":")[0]
            if kind != LOOK and not begun:
                continue
            label = f"Look at {_inside(words)}" if kind == LOOK else _beginning(words)
            note = _wished(state, seat, wish, together=kind == GO)
            yield Way({"what": wish}, label=label, group=groups[kind], note=note)

    def do(self, game: Game[Telling], seat: str) -> None:
        words = wishes(game.state, seat)[self.what]
        before = game.state.tale.wishes.get(seat, "")
        if before == self.what:  # asked for already: it is not told twice
            return
        rather = before != ""
        game.state.tale.wishes = {**game.state.tale.wishes, seat: self.what}
        if self.what.startswith(LOOK):
            told = "{seat} would rather take a closer look at {words}."
            told = told if rather else "{seat} takes a closer look at {words}."
            game.tell(told, seat=seat, words=_inside(words))
        else:
            told = "{seat} would rather {words}." if rather else "{seat} wants to {words}."
            game.tell(told, seat=seat, words=_wanted(words))


def _wished(state: Telling, seat: str, wish: str, *, together: bool) -> str:
    """Who wants this, and for whom it waits; a way on is for all `together`."""
    wanted = [who for who, other in state.tale.wishes.items() if other == wish]
    if seat in wanted:
        missing = [who for who in state.heroes if who not in wanted] if together else []
        gm = called(state.gm)
        return f"waiting for {listed([*missing, gm])}" if missing else f"you’ve asked {gm}"
    if not wanted:
        return ""
    return f"{listed(wanted)} {'wants' if len(wanted) == 1 else 'want'} this"


def wishing(state: Telling, seat: str) -> list[str]:
    """The players who have asked for something."""
    return list(state.tale.wishes)


class Decline(OfAnAdventure, frozen=True):
    """Turn down what a player has asked for, with a word why."""

    says = Says("Turn down a request", NEXT)
    who: Annotated[str, Figure(wishing, nobody=("", "Nobody has asked for anything."))]
    words: Annotated[str, Words(longest=400, label="Why")] = ""

    @classmethod
    def ways(cls, state: Telling, seat: str) -> Iterable[Way]:
        for who in state.tale.wishes:
            yield Way({"who": who}, label=f"Turn down what {who} wants")

    def do(self, game: Game[Telling], seat: str) -> None:
        tale = game.state.tale
        tale.wishes = {who: wish for who, wish in tale.wishes.items() if who != self.who}
        words = self.words.strip() or f"Not now, {self.who}."
        game.tell("{seat}: {words}", seat=seat, words=words)


ACTIONS: tuple[type[TaleAction], ...] = (
    Tell,
    Show,
    Say,
    Note,
    SetStage,
    Wish,
    CallCheck,
    Ask,
    KeepFact,
    Go,
    StartClock,
    Tick,
    StopClock,
    Clue,
    Decline,
    End,
)
TAGS = {tag(action): action for action in ACTIONS}


# What they do

NOTED, NO_LONGER = "Remember: {clue}.", "That’s no longer true: {clue}."


def _scene(game: Game[Telling]) -> Scene:
    scene = game.state.scene
    assert scene is not None
    return scene


def say(game: Game[Telling], text: str) -> None:
    """Tell everybody, and let it stand in the scene."""
    game.state.tale.said = [*game.state.tale.said, text]
    game.add(Line(aloud(text)))


def learn(game: Game[Telling], clue: str) -> None:
    tale = game.state.tale
    if clue not in tale.clues:
        tale.clues = [*tale.clues, clue]
        game.tell(NOTED, clue=clue.rstrip("."))


def forget(game: Game[Telling], clue: str) -> None:
    tale = game.state.tale
    if clue in tale.clues:
        tale.clues = [known for known in tale.clues if known != clue]
        game.tell(NO_LONGER, clue=clue.rstrip("."))


def tick(game: Game[Telling], name: str, ticks: int, hero: str) -> None:
    """Move a clock; when it is full, what it stands for happens, once."""
    tale = game.state.tale
    clock = next(clock for clock in all_clocks(game.state) if clock.name == name)
    before = tale.clocks.get(name, 0)
    now = max(0, min(clock.size, before + ticks))
    if now == before:
        return
    tale.clocks = {**tale.clocks, name: now}
    if clock.shown:
        game.tell("{name}: {now} of {size}.", name=name, now=now, size=clock.size)
    if now == clock.size and clock.full is not None:
        bring(game, clock.full, hero)


def bring(game: Game[Telling], outcome: Outcome, hero: str) -> None:
    """Bring about what the text says, in the order in which people tell it; a stage is set once."""
    if outcome.tell:
        say(game, outcome.tell)
    for clue in outcome.clues:
        learn(game, clue)
    for clue in outcome.lost:
        forget(game, clue)
    for name, ticks in outcome.clocks.items():
        tick(game, name, ticks, hero)
    adventure = game.state.adventure
    assert adventure is not None
    stage = find_stage(adventure, outcome.stage) if outcome.stage else None
    if stage is not None and stage_id(_scene(game), stage) not in game.state.tale.staged:
        _set(game, _scene(game), stage)
    _take(game, outcome.steps, hero)
    if outcome.go:
        go(game, outcome.go)


def go(game: Game[Telling], to: str) -> None:
    """Another scene begins; what was said and wished in the last one is past."""
    tale, adventure = game.state.tale, game.state.adventure
    scene = adventure.scene(to) if adventure is not None else None
    assert scene is not None
    tale.where, tale.said, tale.wishes = to, [], {}
    tale.title = tale.text = ""
    tale.seen = [*tale.seen, to]
    _begins(game, scene.title)


def _begins(game: Game[Telling], title: str) -> None:
    game.add(Line("{title}.", values={"title": title}, scene=title))


def _granted(tale: Tale, kind: str, name: str) -> None:
    """A wish that has come true is no longer one."""
    wish = f"{kind}:{name}"
    tale.wishes = {who: what for who, what in tale.wishes.items() if what != wish}


# What a seat is offered


def tale_offers(state: Telling, seat: str) -> list[Offer]:
    """What this seat may do with the tale now; before there is one that is the same everywhere."""
    if state.adventure is None and not state.tale.own_clocks:
        return _without_a_text(seat == state.gm, state.oracle is not None, bool(state.tale.answer))
    return offered(ACTIONS, state, seat)


@cache
def _without_a_text(is_gm: bool, has_oracle: bool, has_answer: bool) -> list[Offer]:
    oracle = Oracle(("",), {}, {}) if has_oracle else None
    tale = Tale(answer="Yes.") if has_answer else Tale()
    untold = Telling(tale, None, "GM", ("hero",), oracle, nothing, nobody)
    return offered(ACTIONS, untold, "GM" if is_gm else "hero")


def tale_form(state: Telling, seat: str, offer: Offer, chosen: Mapping[str, Value]) -> Form:
    """What is left to choose of such an offer."""
    return form(TAGS[offer.do], state, seat, offer.fixed, chosen)
