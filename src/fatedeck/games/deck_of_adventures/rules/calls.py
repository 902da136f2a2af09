"""Checks, contests and Saves that the Game Master calls for, or that a player asks for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from msgspec import field
from msgspec.structs import replace

from fatedeck.engine import questions
from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Many, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.data import hero_name, tables
from fatedeck.games.deck_of_adventures.looks import moments
from fatedeck.games.deck_of_adventures.rules import checks, circle, conditions, decks
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.checks import Terms, contest
from fatedeck.games.deck_of_adventures.rules.families import (
    CHECK,
    NOBODY,
    OfOneAwake,
    OfTheGm,
    crowd,
    everyone,
)
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTES,
    CARD_NAMES,
    STAT_NAMES,
    STATS,
    WORLD,
    Character,
    Hidden,
    Match,
    Outcome,
    Table,
    stat_name,
    whole_stat,
)

MATCHES: dict[str, Match] = {"colour": "colour", "suit": "suit"}
MATCHING = {"none": "None", "colour": "The same colour", "suit": "The same suit"}
OWN = "own Target Card"
WORLD_DECK = "World deck"
AGAINST = {WORLD_DECK: "A card from the World deck", OWN: "Each one’s own Target Card"}
MARKS = {
    "observe": "Observing the surroundings",
    "sight": "Something that needs sight",
    "hearing": "Something that needs hearing",
    "terrain": "Crossing terrain",
    "conversation": "A conversation",
    "lasting": "A lasting task",
    "trade": "A trade",
    "tools": "A trade, with the right tools",
    "tools missing": "A trade, without the tools it needs",
}
SCREEN = {"difficulty": "The DR", "all": "Everything, behind the screen"}
DRAW, ASK, MORE = "draw", "ask", "more"
RULINGS = {"happens": "It just happens", "impossible": "It can’t be done"}
WITH_MORE = "With an Upper or Lower Hand, or a required match"
HARDER = "The lower the DR, the harder it is."
GRAPPLE = "Brute vs Finesse or Brute"

USUAL = 3
"""The DR that the rules themselves ask for, in conditions and Saves. DOA-192 to DOA-213."""
Difficulty: TypeAlias = Annotated[int, Count(0, 6, label="DR, the lower the harder")]
Stat: TypeAlias = Annotated[str, One(STATS, clause="DOA-46", label="With", called=stat_name)]

IN_PLAY = Figure(everyone, nobody=NOBODY, clause="DOA-68")


# Checks


def against_what(state: Table, seat: str) -> list[str]:
    """The World deck, everybody's own Target Card, or that of somebody. DOA-70."""
    return [WORLD_DECK, OWN, *everyone(state, seat)]


def marks(state: Table, seat: str) -> list[str]:
    """What a Check can be about, the trades of those in play among it."""
    handy = [who.power_options.get("Handy", ()) for who in state.characters.values()]
    return [*MARKS, *sorted({f"trade {trade}" for trades in handy for trade in trades})]


def called_mark(mark: str) -> str:
    """A mark as people read it; “trade smithing” is of the power Handy."""
    return MARKS.get(mark) or f"The trade of {mark.removeprefix('trade ')}"


def called_target(name: str) -> str:
    return AGAINST.get(name, name)


def hidden_parts(state: Table, seat: str, who: list[str]) -> tuple[str, ...]:
    return tuple(SCREEN)


def why_not_hidden(state: Table, seat: str, hidden: str, who: list[str]) -> Refused | None:
    """The four facts are public: the DR is hidden only with its switch, draws behind the screen.

    Those are for the shared decks of the Game Master's characters outside combat. DOA-68, DOA-376.
    """
    if hidden == "difficulty" and not state.switches.dr_secret:
        return Refused(
            "DOA-68", "This table announces the DR. The option Hidden DR would change that."
        )
    if hidden == "all":
        if state.combat is not None:
            return Refused("DOA-376", "In a fight, every card is drawn in the open.")
        drawers = [state.characters[name] for name in who]
        if any(one.is_dealer or one.companion_of for one in drawers):
            return Refused("DOA-376", "Only characters who use the GM’s deck can draw in secret.")
    return None


class CallCheck(OfTheGm, frozen=True, kw_only=True):
    """The Game Master announces who draws, the Target Card, the Attribute or Skill, and the DR.

    A player may ask to use another Attribute or Skill, but must draw. DOA-66, DOA-68 to DOA-70,
    DOA-78, DOA-358, DOA-382.
    """

    says = Says("Call for a Check", CHECK)
    who: Annotated[list[str], Many(IN_PLAY, 1, crowd, clause="DOA-68", label="Who draws")]
    difficulty: Difficulty = USUAL
    stat: Stat
    against: Annotated[
        str, One(against_what, clause="DOA-68", label="Target Card", called=called_target)
    ] = WORLD_DECK
    match: Annotated[
        Match, One(tuple(MATCHES), none="none", label="Required match", called=MATCHING.__getitem__)
    ] = ""
    hand: Annotated[int, Count(-3, 3, label="Upper (+) or Lower (-) Hand")] = 0
    marks: Annotated[
        list[str], Many(One(marks, called=called_mark), 0, 99, label="This Check is about")
    ] = field(default_factory=list)
    hidden: Annotated[
        Hidden,
        One(
            hidden_parts,
            why_not_hidden,
            after=("who",),
            label="Kept hidden",
            none="nothing",
            called=SCREEN.__getitem__,
        ),
    ] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        screen = self.hidden == "all"
        state.behind_the_screen = screen
        acted_upon = state.characters.get(self.against)
        standing = acted_upon is not None and bool(checks.standing_target(state, acted_upon))
        world = ""
        if self.against != OWN and not standing:
            world = checks.draw_world_target(game, behind_the_screen=screen)
        state.results = []
        for who in (state.characters[name] for name in self.who):
            target = world or checks.target_of(game, acted_upon or who)
            stat = self.stat
            terms = Terms(
                hand=self.hand + _hand_of_tools(self.marks),
                match=self.match,
                tags=tuple(self.marks),
                hidden=self.hidden,
                against=acted_upon.name if acted_upon is not None else "",
            )
            if who.owner != state.gm:
                check = checks.foresee(state, who, stat, target, self.difficulty, terms)
                state.drawing = check
                stat, modifier = self._agree(game, who, check)
                terms = replace(terms, modifier=modifier)
            outcome = checks.check(game, who, stat, target, self.difficulty, terms)
            state.results.append(outcome)
            if acted_upon is not None and stat == "Detection" and outcome.success:
                conditions.find_hidden(game, who, acted_upon)  # DOA-165
        state.narrator = ""
        state.behind_the_screen = False
        if world:
            checks.release_world_target(state, world, behind_the_screen=screen)

    def _agree(self, game: Game[Table], who: Character, check: Outcome) -> tuple[str, int | None]:
        """The drawer uses the Modifier, a part of it, or asks for another. DOA-49, DOA-80."""
        own = check.modifier
        parts = {f"with-{part}": part for part in range(max(0, own) - 1, -1, -1)}
        words = game.worded(self._words_of_draw, game.state, who, check, parts)
        options, clauses = (DRAW, *parts, ASK), ("DOA-68", "DOA-80", "DOA-49")
        answer = game.choose(
            who.owner,
            "draw",
            words.prompt,
            options,
            *clauses,
            labels=words.labels,
            notes=words.notes,
        )
        if answer != ASK:
            return self.stat, parts.get(answer)
        others = [stat for stat in STATS if stat != self.stat]
        prompt = "Which Attribute or Skill would you use?"
        wanted = game.choose(who.owner, "other-stat", prompt, others, "DOA-49", labels=STAT_NAMES)
        prompt = (
            f"{capital(name_of(game, who.name))} would like to "
            f"use {wanted} instead of {self.stat}. Do you allow it?"
        )
        if not game.may(
            game.state.gm, "allow-other-stat", prompt, "DOA-49", yes="Allow", no="Refuse"
        ):
            return self.stat, None
        told = "{who} uses {wanted} instead of {stat}."
        game.tell(told, "DOA-49", who=who.name, wanted=wanted, stat=self.stat)
        return wanted, None

    def _words_of_draw(
        self, state: Table, who: Character, check: Outcome, parts: dict[str, int]
    ) -> questions.Words:
        """What is drawn for, and how likely each part of the Modifier is enough. DOA-68, DOA-80."""
        labels = {name: f"Hold back, with +{part}" for name, part in parts.items()}
        labels |= {DRAW: "Draw", ASK: "Ask for another Attribute or Skill"}
        notes = {}
        told = {} if self.hidden else {DRAW: check.modifier, **parts}
        for name, part in told.items():
            held = replace(check, modifier=part)
            if said := checks.percent(checks.chance(state, held, [check.target])):
                notes[name] = f"{self.stat} {part:+}: {said} to succeed"
        return questions.Words(self._announced(state, who, check), labels, notes)

    def _announced(self, state: Table, who: Character, check: Outcome) -> str:
        """The four facts, and which cards succeed. DOA-68, DOA-73."""
        whole = whole_stat(check.stat)
        a = "an" if whole[0] in "AI" else "a"
        target, name = CARD_NAMES[check.target], hero_name(who.title) or who.name
        said = f"{name} makes {a} {whole} Check against the Target Card {target}"
        if self.hidden:
            return f"{said}. Ready?"
        reach = circle.effective_range(check.difficulty, check.modifier, state.switches)
        ranks = circle.wanted(check.target, reach, check.match)
        return f"{said} at DR {check.difficulty}: you need {ranks}. Ready?"


def _hand_of_tools(marks: list[str]) -> int:
    """A trade Check is at Upper Hand with the right tools, at Lower Hand without. DOA-369."""
    return ("tools" in marks) - ("tools missing" in marks)


class Attempt(OfOneAwake, frozen=True):
    """A player says what the character tries; what is beyond doubt just happens. DOA-65, DOA-66.

    In a fight there are turns for that. DOA-133.
    """

    says = Says("Try something", CHECK)
    stat: Annotated[str, One(STATS, clause="DOA-46", label="With", called=stat_name, said=True)]
    words: Annotated[str, Words(label="What you do")] = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.combat is not None:
            return Refused("DOA-133", "In a fight, act on your turn.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        state, who = game.state, game.state.characters[seat]
        told = "{who} tries this: “{what}”." if self.words else "{who} tries something with {stat}."
        game.tell(told, "DOA-65", who=who.name, what=self.words, stat=self.stat)
        levels = {f"dr-{difficulty}": f"DR {difficulty}" for difficulty in range(7)}
        others = [state.characters[name] for name in everyone(state, seat) if name != seat]
        standing = [other.name for other in others if other.target]
        whole = whole_stat(self.stat)
        tries = f"tries this with {whole}: “{self.words}”."
        if not self.words:
            tries = f"tries something with {whole}."
        prompt = f"{capital(name_of(game, who.name))} {tries} Does it need a Check? {HARDER}"
        if standing:
            prompt += " The chances are against a card from the World deck."
        options, labels = (*RULINGS, *levels, MORE), {**RULINGS, **levels, MORE: WITH_MORE}
        name, clauses = "rule-on-attempt", ("DOA-66", "DOA-69")
        notes = game.noted(_likely, game, who, self.stat)
        answer = game.choose(state.gm, name, prompt, options, *clauses, labels=labels, notes=notes)
        hand, match = 0, ""
        if answer == MORE:
            prompt = "How much Upper (+) or Lower (-) Hand?"
            hand = game.number(state.gm, "hand", prompt, -3, 3, "DOA-103")
            matches = ("none", *MATCHES)
            match = game.choose(
                state.gm,
                "match",
                "Which match does it need?",
                matches,
                "DOA-358",
                labels=MATCHING,
            )
            terms = Terms(hand=hand, match=MATCHES.get(match, ""))
            notes = game.noted(_likely, game, who, self.stat, terms)
            prompt = f"What is the DR? {HARDER}"
            answer = game.choose(
                state.gm, "dr", prompt, levels, "DOA-69", labels=levels, notes=notes
            )
        if answer in RULINGS:
            game.tell(f"{RULINGS[answer]}.", "DOA-66")
            return
        against = WORLD_DECK
        if standing:
            prompt, targets = "Whose Target Card is it against?", (WORLD_DECK, *standing)
            against = game.choose(
                state.gm, "whose-target", prompt, targets, "DOA-70", labels=AGAINST, of="figure"
            )
        called = CallCheck(
            who=[seat],
            difficulty=int(answer[-1]),
            stat=self.stat,
            against=against,
            match=MATCHES.get(match, ""),
            hand=hand,
        )
        called.do(game, state.gm)


def _likely(
    game: Game[Table], who: Character, stat: str, terms: Terms = checks.PLAIN
) -> dict[str, str]:
    """How likely somebody succeeds at each DR against a card of the World deck. DOA-69, DOA-357."""
    world = game.state.decks[WORLD]
    targets = world.deck.top[:1] or list(world.deck) or [*world.discard, *world.screen]
    notes: dict[str, str] = {}
    name = name_of(game, who.name)
    foreseen = checks.foresee(game.state, who, stat, "", 0, terms)
    for difficulty in range(7):
        check = replace(foreseen, difficulty=difficulty)
        if said := checks.percent(checks.chance(game.state, check, targets)):
            notes[f"dr-{difficulty}"] = f"{said} for {name}"
    return notes


# Contests and Saves


def contests(state: Table, seat: str) -> dict[str, str]:
    """The stock contests, and any other. DOA-115."""
    listed = {row.id: f"{row.initiator} vs {' or '.join(row.target)}" for row in tables().contests}
    return {**listed, GRAPPLE: GRAPPLE, "": "another contest"}


def called_contest(name: str) -> str:
    return "Grapple" if name == GRAPPLE else name


def any_stat(state: Table, seat: str, contest: str) -> Iterable[str]:
    """A contest of another kind is of any stat against any others. DOA-112."""
    return () if contest else STATS


def all_but(state: Table, seat: str, name: str) -> list[str]:
    return [other for other in everyone(state, seat) if other != name]


class CallContest(OfTheGm, frozen=True):
    """One acts, others resist: a stock contest, or any stat against any others.

    DOA-108, DOA-112, DOA-115.
    """

    says = Says("Call a contest", CHECK)
    initiator: Annotated[str, Figure(everyone, nobody=NOBODY, clause="DOA-68", label="Who acts")]
    contest: Annotated[str, One(contests, clause="DOA-115", called=called_contest)]
    targets: Annotated[
        list[str],
        Many(
            Figure(all_but, after=("initiator",), clause="DOA-108"),
            1,
            crowd,
            clause="DOA-108",
            label="Who resists",
            after=("initiator",),
        ),
    ]
    informed: Annotated[
        Literal["no", "yes"],
        One(("no", "yes"), label="Are the targets informed or suspicious?", called=str.capitalize),
    ] = "no"
    stat: Annotated[
        str,
        One(
            any_stat,
            after=("contest",),
            clause="DOA-112",
            label="What the actor draws with",
            called=stat_name,
        ),
    ] = ""
    resist: Annotated[
        list[str],
        Many(
            One(any_stat, after=("contest",), clause="DOA-112", called=stat_name),
            1,
            len(STATS),
            clause="DOA-112",
            label="What the others resist with",
            after=("contest",),
        ),
    ] = field(default_factory=list)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if crowd(state, seat) < 2:
            return Refused("DOA-108", "A contest needs someone to resist.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        initiator = game.state.characters[self.initiator]
        stat, resist = self._stats()
        targets = [(game.state.characters[name], resist) for name in self.targets]
        for name, outcome in contest(game, initiator, stat, targets).items():
            told = "{who} resists {by}." if outcome.success else "{who} fails to resist {by}."
            game.tell(told, "DOA-112", who=name, by=initiator.name)

    def _stats(self) -> tuple[str, tuple[str, ...]]:
        """With what each side draws."""
        if not self.contest:
            return self.stat, tuple(self.resist)
        if self.contest == GRAPPLE:
            return "Brute", ("Finesse", "Brute")
        row = next(row for row in tables().contests if row.id == self.contest)
        return (
            row.initiator,
            row.informed if self.informed == "yes" and row.informed else row.target,
        )


class CallSave(OfTheGm, frozen=True, kw_only=True):
    """Saves against one's own Target Card; nobody argues about Attribute or DR. DOA-116."""

    says = Says("Call for a Save", CHECK)
    who: Annotated[list[str], Many(IN_PLAY, 1, crowd, clause="DOA-116", label="Who saves")]
    difficulty: Difficulty = USUAL
    attribute: Annotated[str, One(ATTRIBUTES, clause="DOA-45", label="With", called=stat_name)]

    def do(self, game: Game[Table], seat: str) -> None:
        savers = [game.state.characters[name] for name in self.who]
        game.state.results = [
            checks.save(game, who, self.attribute, self.difficulty) for who in savers
        ]


OPENLY = {"open": "In the open", "behind the screen": "Behind the screen"}


class DrawWorld(OfTheGm, frozen=True):
    """The Game Master asks the World deck, in the open or behind the screen. DOA-356, DOA-376."""

    says = Says("Ask the World deck", CHECK)
    where: Annotated[
        Literal["open", "behind the screen"],
        One(("open", "behind the screen"), called=OPENLY.__getitem__),
    ] = "open"

    def do(self, game: Game[Table], seat: str) -> None:
        screen = self.where != "open"
        world = game.state.decks[WORLD]
        card = decks.draw_world(game, world.play)
        decks.lay_aside(game.state, WORLD, world.play, behind_the_screen=screen)
        told, gm = "The Game Master turns over {card} from the World deck.", game.state.gm
        if screen:
            game.show(moments.drawn, gm, "World deck", [card], gm)
            game.tell("", "DOA-376", only={gm: told}, card=card)
        else:
            game.show(moments.drawn, gm, "World deck", [card])
            game.tell(told, "DOA-356", card=card)
