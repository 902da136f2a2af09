"""Epic Events: draw races against the Game Master, and the race of a Knocked Out Dealer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, TypeAlias

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused, Said
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.looks import moments
from fatedeck.games.deck_of_adventures.rules import checks, circle, decks, health, turns
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.checks import Terms
from fatedeck.games.deck_of_adventures.rules.families import EPIC, OfOneInPlay, OfTheGm
from fatedeck.games.deck_of_adventures.state import (
    STAT_NAMES,
    STATS,
    WORLD,
    Character,
    CheckKind,
    Epic,
    Outcome,
    Table,
    Task,
    Volunteer,
    stat_name,
)

KO_DIFFICULTY = 4


def can_take_part(who: Character) -> bool:
    """A player's character that is in play and awake."""
    return who.kind == "pc" and turns.is_here(who) and decks.KNOCKED_OUT not in who.conditions


def under_way(state: Table) -> Epic | None:
    """The Epic Event that is not over yet, if there is one."""
    return None if state.epic is None or state.epic.result else state.epic


def open_task(state: Table) -> Task | None:
    """The task that lies open, if there is one."""
    return state.epic.task if state.epic is not None else None


class CallEpic(OfTheGm, frozen=True):
    """Call an Epic Event, one at a time: N successes before so many failures. DOA-233, DOA-234.

    Without a number, as many Target Cards as can be needed: N + failures allowed - 1.
    """

    says = Says("Call an Epic Event", EPIC)
    name: Annotated[str, Words(longest=80, label="What it is about")]
    needed: Annotated[int, Count(1, 9, label="Successes needed")]
    allowed: Annotated[int, Count(1, 9, label="Failures that end it")] = 3
    tasks: Annotated[int, Count(0, 18, label="Target Cards (0 for as many as it takes)")] = 0

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (epic := under_way(state)) is not None:
            return Refused("DOA-233", f"“{epic.name}” is still going on.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        tasks = self.tasks or self.needed + self.allowed - 1
        game.state.epic = Epic(self.name, self.needed, self.allowed, tasks)
        told = (
            "Epic Event: {event}. You need {won} {won:success|successes} "
            "before {lost} {lost:failure|failures}."
        )
        game.tell(told, "DOA-233", event=self.name, won=self.needed, lost=self.allowed)


class InAnEpicEvent(OfTheGm, frozen=True):
    """What the Game Master does while an Epic Event is under way. DOA-233."""

    without: ClassVar[Said] = ("DOA-233", "There’s no Epic Event going on.")

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return under_way(state) is not None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if under_way(state) is None:
            return Refused(*cls.without)
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        epic = under_way(game.state)
        assert epic is not None
        self.go_on(game, epic)

    def go_on(self, game: Game[Table], epic: Epic) -> None:
        """The rule, for the event under way."""
        raise NotImplementedError


class CallOffEpic(InAnEpicEvent, frozen=True):
    """Call the event off; its open Target Card goes back. DOA-233."""

    says = Says("Call off the Epic Event", EPIC)

    def go_on(self, game: Game[Table], epic: Epic) -> None:
        if epic.task is not None:
            checks.release_world_target(game.state, epic.task.target)
        game.state.epic = None
        game.tell("“{epic}” is called off.", "DOA-233", epic=epic.name)


class OpenTask(InAnEpicEvent, frozen=True):
    """Draw a Target Card and set its DR; all see both. DOA-235."""

    says = Says("Draw the next Target Card", EPIC)
    without = ("DOA-235", "Call an Epic Event first.")
    difficulty: Annotated[int, Count(0, 6, label="DR")]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if open_task(state) is not None:
            return Refused("DOA-235", "Settle the open task first.")
        return super().why_closed(state, seat)

    def go_on(self, game: Game[Table], epic: Epic) -> None:
        target = checks.draw_world_target(game)
        epic.task = Task(target, self.difficulty)
        epic.drawn += 1
        told = "The next task: {target}, DR {difficulty}. Who volunteers?"
        game.tell(told, "DOA-235", target=target, difficulty=self.difficulty)


class VolunteerFor(OfOneInPlay, frozen=True, tag="volunteer"):
    """A player says how; the Game Master assigns an Attribute or Skill. DOA-236.

    Nobody volunteers for consecutive Target Cards, unless nobody else can. DOA-242, DOA-243.
    """

    says = Says("Volunteer for the task", EPIC)
    stat: Annotated[str, One(STATS, clause="DOA-46", label="With", called=stat_name, said=True)]
    plan: Annotated[str, Words(label="How")] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return open_task(state) is not None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        epic = state.epic
        if epic is None or epic.task is None:
            return Refused("DOA-236", "There’s no task to volunteer for.")
        if not can_take_part(state.characters[seat]):
            return Refused("DOA-236", f"{seat} can’t take part now.")
        if any(taker.name == seat for taker in epic.task.volunteers):
            return Refused("DOA-236", f"{seat} has already volunteered.")
        able = (who.name for who in state.characters.values() if can_take_part(who))
        if seat in epic.last and any(name not in epic.last for name in able):
            return Refused("DOA-242", f"{seat} took the last task. Let someone else take this one.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        task = open_task(game.state)
        assert task is not None
        stats = (self.stat, *(other for other in STATS if other != self.stat))
        plan = f": “{self.plan}”" if self.plan else ""
        volunteer = capital(name_of(game, seat))
        prompt = f"{volunteer} volunteers with {self.stat}{plan}. What do they draw with?"
        assigned = game.choose(
            game.state.gm, "stat-of-volunteer", prompt, stats, "DOA-236", labels=STAT_NAMES
        )
        task.volunteers.append(Volunteer(seat, assigned))
        game.tell("{who} volunteers, drawing with {stat}.", "DOA-236", who=seat, stat=assigned)


Runners: TypeAlias = Literal["volunteers", "everybody"]
RUNNERS: dict[Runners, str] = {"volunteers": "the volunteers", "everybody": "everyone"}


def why_not_race(state: Table, runners: Runners) -> Refused | None:
    """A race needs a task, and somebody to run it. DOA-235, DOA-238."""
    task = open_task(state)
    if task is None:
        return Refused("DOA-235", "Open a task first.")
    if runners == "volunteers" and not task.volunteers:
        return Refused("DOA-236", "No one has volunteered yet.")
    if runners == "everybody" and not any(map(can_take_part, state.characters.values())):
        return Refused("DOA-236", "No one can take part now.")
    return None


ENDINGS = {
    "success": "“{event}” is a success.",
    "failure": "“{event}” is a failure.",
    "open": "“{event}” is over, and neither side has won.",
}


class RunTask(InAnEpicEvent, frozen=True):
    """Settle the open task by a race; the GM may make everybody draw. DOA-238 to DOA-246."""

    says = Says("Run the race", EPIC)
    without = ("DOA-235", "Open a task first.")
    who: Runners = "volunteers"

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for who in RUNNERS:
            label = f"Run the race: {RUNNERS[who]}"
            yield Way({"who": who}, label, why_not=why_not_race(state, who))

    def why_not(self, state: Table, seat: str) -> Refused | None:
        return why_not_race(state, self.who)

    def go_on(self, game: Game[Table], epic: Epic) -> None:
        state, task = game.state, epic.task
        assert task is not None
        if self.who == "everybody":
            for who in (state.characters[seat] for seat in state.seats):
                if can_take_part(who) and all(taker.name != who.name for taker in task.volunteers):
                    prompt = f"What does {name_of(game, who.name)} draw with?"
                    stat = game.choose(
                        state.gm,
                        "stat-to-draw-with",
                        prompt,
                        STATS,
                        "DOA-236",
                        "DOA-243",
                        labels=STAT_NAMES,
                    )
                    task.volunteers.append(Volunteer(who.name, stat))
        runners = [(state.characters[taker.name], taker.stat) for taker in task.volunteers]
        won = race(game, runners, task.target, task.difficulty)
        checks.release_world_target(state, task.target)
        epic.task = None
        epic.last = [] if self.who == "everybody" else [taker.name for taker in task.volunteers]
        epic.won += won
        epic.lost += not won
        told = "The party wins the race" if won else "The party loses the race"
        told += ": {won} won, {lost} lost."
        game.tell(told, "DOA-240", won=epic.won, lost=epic.lost)
        if epic.won >= epic.needed:
            epic.result = "success"
        elif epic.lost >= epic.allowed:
            epic.result = "failure"
        elif epic.drawn >= epic.tasks:
            epic.result = "open"
        if epic.result:
            told = ENDINGS[epic.result] + " The Game Master says what follows."
            game.tell(told, "DOA-246", event=epic.name)


def race(
    game: Game[Table], runners: list[tuple[Character, str]], target: str, difficulty: int
) -> bool:
    """Draw in turn until somebody has a Suited Success: true for the party, false for the GM.

    The volunteers draw in their order, then the Game Master from the World deck without a Modifier,
    and round again. An unsuited Success, even a Major, ends nothing. Each draw step is a Check of
    its own: Aces are kept, and each may be redrawn. A party that has no card left, or nobody awake,
    has lost. DOA-20, DOA-237 to DOA-241, DOA-244, DOA-248.
    """
    while True:
        running = [(who, stat) for who, stat in runners if can_take_part(who)]
        drawn = 0
        for who, stat in running:
            outcome = checks.check(game, who, stat, target, difficulty, Terms(kind="epic"))
            if is_hit(outcome):
                return True
            drawn += len(outcome.drawn)
        if game_master_hits(game, target, difficulty) or not drawn:
            return False


def is_hit(outcome: Outcome) -> bool:
    """A Suited Success, a Critical included. DOA-92, DOA-238."""
    return outcome.success and outcome.used[-1] == outcome.target[-1]


def game_master_hits(game: Game[Table], target: str, difficulty: int) -> bool:
    """The Game Master's draw in a race, from the World deck. DOA-237, DOA-248, DOA-378."""
    world = game.state.decks[WORLD]
    card = decks.draw_world(game, world.play)
    if not card:
        return True
    verdict = circle.judge(card, target, circle.effective_range(difficulty, 0, game.state.switches))
    decks.lay_aside(game.state, WORLD, world.play)
    hit = verdict.success and card[-1] == target[-1]
    game.show(moments.drawn, game.state.gm, f"the race for {target}", [card])
    told = "The Game Master draws {card}: a hit." if hit else "The Game Master draws {card}."
    game.tell(told, "DOA-237", "DOA-248", card=card)
    return hit


def ko_race(game: Game[Table], who: Character) -> None:
    """One Target Card of a Knocked Out Dealer: DR 4, Vitality, alone against the Game Master.

    Each further damage is a Lower Hand. A Major restores 1 HP, a Critical also up to 3 PP; either
    wakes. Two won: stable; two lost: dead. DOA-249 to DOA-257.
    """
    state = game.state
    target = checks.draw_world_target(game)
    simple = state.switches.ko_simple
    kind: CheckKind = "ko"
    won: bool | None = None
    while won is None:
        outcome = checks.check(
            game, who, "VIT", target, KO_DIFFICULTY, Terms(hand=-who.ko_hits, kind=kind)
        )
        if outcome.degree in ("major", "critical"):
            _wake(game, who, critical=outcome.degree == "critical")
            break
        if simple:
            won = outcome.success
        elif is_hit(outcome):
            won = True
        elif game_master_hits(game, target, KO_DIFFICULTY) or checks.nothing_left(state, who):
            won = False
    checks.release_world_target(state, target)
    if won is None:
        return
    who.ko_won += won
    who.ko_lost += not won
    if who.ko_lost >= 2:
        who.dead, who.dying = True, False
        game.tell("{who} dies.", "DOA-254", who=who.name)
    elif who.ko_won >= 2:
        who.stable, who.dying = True, False
        game.tell("{who} is stable but unconscious.", "DOA-253", who=who.name)
    else:
        told = "{who} holds on: {ko_won} won, {ko_lost} lost."
        game.tell(told, "DOA-250", who=who.name, ko_won=who.ko_won, ko_lost=who.ko_lost)


def _wake(game: Game[Table], who: Character, *, critical: bool) -> None:
    """1 HP is restored, by a Critical also up to 3 PP; that ends the event. DOA-255 to DOA-257."""
    if critical:
        who.pp = min(who.max_pp, who.pp + 3)
    health.heal(game, who, 1)
