"""Campaigns: chapters, Journey points, The Hearth, books, sessions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused, Said
from fatedeck.engine.game import NO, YES, Game
from fatedeck.engine.kinds import Count, One, Words
from fatedeck.engine.questions import Choose, Several, Text
from fatedeck.engine.story import capital, worded
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import half
from fatedeck.games.thousand_faces.rules import creation, points
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.families import InTheCampaign
from fatedeck.games.thousand_faces.state import Table

GROUP = "Campaign"
QUESTIONS = {
    "stay": "My PC wants to stay here",
    "give-life": "My PC would give their life for something",
    "premise": "My PC has given up a premise held at the start",
}
"""The three questions of chapter 5. TFA-300."""

LAST_BOOK = 3
CROSSINGS = ("ask the players", "pushed")


def chapters(campaign_id: str) -> tuple[catalogue.Chapter, ...]:
    """The chapters of a One-Shot, or of one book of the longer form. TFA-285."""
    return catalogue.tables().chapters["one_shot" if campaign_id == "one-shot" else "nine_hour"]


def last_chapter(state: Table, seat: str = "") -> int:
    return len(chapters(state.options.campaign))


def is_short(state: Table) -> bool:
    return state.options.campaign == "one-shot"


def threshold_chapter(state: Table) -> int:
    """Where the PCs cross the threshold. TFA-288, TFA-298."""
    return 2 if is_short(state) else 3


class InOneChapter(InTheCampaign, frozen=True):
    """What belongs to one chapter of one form of campaign."""

    short: ClassVar[bool] = False
    chapter: ClassVar[int]
    elsewhere: ClassVar[Said]

    @classmethod
    def is_there(cls, state: Table) -> bool:
        return is_short(state) is cls.short and state.chapter == cls.chapter

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return cls.is_there(state)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        return None if cls.is_there(state) else Refused(*cls.elsewhere)


# Chapters


class DeclareChapter(InTheCampaign, frozen=True):
    """Declare the next chapter; chapters may be skipped. TFA-286, TFA-292, TFA-299, TFA-302."""

    says = Says("Declare a chapter", GROUP)
    chapter: Annotated[int, Count(1, last_chapter, clause="TFA-285")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        """The next one by its name; any other by its number."""
        names = [chapter.title for chapter in chapters(state.options.campaign)]
        if state.chapter < len(names):
            number = state.chapter + 1
            label = f"Begin chapter {number} of {len(names)}: {names[number - 1]}"
            yield Way({"chapter": number}, label=label)
        yield Way(label="Declare another chapter")

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if self.chapter == state.chapter:
            return Refused("TFA-286", "That’s the chapter you’re in.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state, chapter = game.state, self.chapter
        state.chapter = chapter
        state.circled, state.circled_in = 0, ""
        state.waivers = []  # TFA-291
        name = chapters(state.options.campaign)[chapter - 1].title
        game.tell("Chapter {chapter}: {name}.", "TFA-286", chapter=chapter, name=name)
        if is_short(state):
            if chapter == 4:
                state.hearth_available = True
                game.tell("The Hearth is available again.", "TFA-292", "TFA-310")
        elif chapter == 4:
            state.exhibitions = 0
            circle(game)
        elif chapter == 6:
            circle(game)


class CircleShadow(InTheCampaign, frozen=True):
    """Points are circled once, in One-Shot chapter 3, and in 9-hour chapters 4 and 6. TFA-289."""

    says = Says("Circle Shadow points", GROUP)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.chapter not in ((3,) if is_short(state) else (4, 6)):
            return Refused("TFA-289", "There’s nothing to circle in this chapter.")
        if state.circled_in == _mark(state):
            return Refused(
                "TFA-289", "You’ve already circled them. Points you gain later don’t count."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        circle(game)


def circle(game: Game[Table]) -> None:
    """Circle all Shadow points, in chapter 4 half of them; later points stay outside.

    TFA-289, TFA-299, TFA-302.
    """
    state = game.state
    searching = not is_short(state) and state.chapter == 4
    state.circled = half(state.shadow) if searching else state.shadow
    state.circled_in = _mark(state)
    state.rested = False
    told = "The GM circles {circled} Shadow {circled:point|points}."
    game.tell(told, "TFA-289", "TFA-299", circled=state.circled)


class CrossThreshold(InTheCampaign, frozen=True):
    """All cross by choice: 1 Journey point. Pushed: none. Either way The Hearth is behind.

    TFA-288, TFA-298, TFA-310.
    """

    says = Says("Cross the threshold", GROUP)
    how: Annotated[Literal["ask the players", "pushed"], One(CROSSINGS, called=capital)]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        threshold = threshold_chapter(state)
        if state.chapter != threshold:
            return Refused("TFA-288", f"The PCs cross the threshold in chapter {threshold}.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        if self.how == "pushed":
            game.tell("The PCs are pushed over the threshold.", "TFA-288")
        elif staying := _who_stays(game):
            game.tell("{who} won’t cross yet.", "TFA-288", who=staying)
            return
        else:
            _earn(game, "all cross by choice", "TFA-288")
        state.hearth_available = state.at_hearth = False


def _who_stays(game: Game[Table]) -> list[str]:
    prompt, labels = "Do you cross the threshold?", {YES: "Cross", NO: "Stay"}
    answers = game.each(
        Choose(seat, "cross", prompt, (YES, NO), labels, clauses=("TFA-288",))
        for seat in game.state.living()
    )
    return [seat for seat, answer in answers.items() if answer == NO]


class WordGoal(InOneChapter, frozen=True):
    """The table words its common goal in 2 to 6 words. TFA-297."""

    says = Says("Word the goal", GROUP)
    chapter = 2
    elsewhere = ("TFA-297", "You word the goal in chapter 2 of a longer campaign.")
    goal: Annotated[str, Words(label="In 2 to 6 words", longest=60)]

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if not 2 <= len(self.goal.split()) <= 6:
            return Refused("TFA-297", "Word the goal in 2 to 6 words.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.goal = self.goal
        _earn(game, f"the goal: {self.goal}", "TFA-297")


# Journey points


class EarnJourney(InTheCampaign, frozen=True):
    """The chapter's Journey point, where its conditions hold; the rest the GM judges.

    TFA-287, TFA-290, TFA-292, TFA-296, TFA-299, TFA-300, TFA-301, TFA-302, TFA-303, TFA-306.
    """

    says = Says("Earn the chapter’s Journey point", "Journey")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or _why_not_earn(state)

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        table = catalogue.tables().journey_points["one_shot" if is_short(state) else "nine_hour"]
        why = table[str(state.chapter)]
        if not is_short(state) and state.chapter == 5 and not _hearts_are_open(game):
            return
        if not is_short(state) and state.chapter == 7 and state.book == 2:
            why = "a return to a place that shares friends, safety or The Hearth with home"
        _earn(game, why, "TFA-281")


def _why_not_earn(state: Table) -> Refused | None:
    """Why the chapter's Journey point is not earned. TFA-287 to TFA-303."""
    chapter = state.chapter
    if _mark(state) in state.earned:
        return Refused("TFA-281", "You’ve already earned this chapter’s Journey point.")
    if chapter > last_chapter(state):
        return Refused(
            "TFA-285", "This campaign doesn’t have that chapter. Declare one that it has."
        )
    if chapter == threshold_chapter(state):
        return Refused("TFA-288", "You earn it when everyone chooses to cross the threshold.")
    if is_short(state):
        return _why_not_spent(state, "TFA-290") if chapter == 3 else None
    if chapter == 2:
        return Refused("TFA-297", "You earn it by wording the common goal.")
    if chapter == 4:
        if not state.exhibitions:
            return Refused("TFA-299", "Spend a Journey point on an exhibition of power first.")
        return _why_not_spent(state, "TFA-299", may_rest=True)
    if chapter == 6:
        return _why_not_spent(state, "TFA-302")
    if chapter == 8:
        return Refused(
            "TFA-305", "In this chapter you earn one for each Wound healed at The Hearth."
        )
    return None


def _why_not_spent(state: Table, clause: str, *, may_rest: bool = False) -> Refused | None:
    """All circled points spent, before any PC rests. TFA-290, TFA-299, TFA-302."""
    if state.circled_in != _mark(state):
        return Refused(clause, "Circle the Shadow points first.")
    if state.circled:
        left = worded("{n} circled Shadow {n:point|points}", {"n": state.circled})
        return Refused(clause, f"You still have {left} to spend.")
    if state.rested and not may_rest:
        return Refused(clause, "It’s too late: a PC has rested since you circled the points.")
    return None


def _hearts_are_open(game: Game[Table]) -> bool:
    """Each PC answers yes to at least one of three questions. TFA-300.

    With Lucky stamina the switch to Heroic is the other way. TFA-301.
    """
    state = game.state
    names, prompt = tuple(QUESTIONS), "Which of these are true for you?"
    answers = game.each(
        Several(seat, "true-for-you", prompt, names, 0, 3, QUESTIONS, clauses=("TFA-300",))
        for seat in state.living()
    )
    silent = [seat for seat, answer in answers.items() if not answer]
    if not silent:
        return True
    prompt = "Switch from Lucky to Heroic stamina?"
    if state.options.stamina == "lucky" and game.may(
        silent[0], "heroic-stamina", prompt, "TFA-301", yes="Switch", no="Stay"
    ):
        state.options.stamina = "heroic"
        return True
    game.tell("None of these is true for {who}.", "TFA-300", who=silent)
    return False


def _mark(state: Table) -> str:
    return mark(state.book, state.chapter)


def mark(book: int, chapter: int) -> str:
    """What a chapter is called among those whose Journey point is earned."""
    return f"book {book} chapter {chapter}"


def _earn(game: Game[Table], why: str, clause: str) -> None:
    """Once per chapter, so at most 4 in a One-Shot. TFA-281, TFA-293."""
    mark = _mark(game.state)
    if mark not in game.state.earned:
        game.state.earned.append(mark)
        points.gain_journey(game, 1, why, clause)


class RevealHearth(InOneChapter, frozen=True):
    """1 Journey point reveals The Hearth: all PCs can fully heal there. TFA-304, TFA-305."""

    says = Says("Reveal The Hearth", GROUP, cost="1 Journey point")
    chapter = 8
    elsewhere = ("TFA-304", "You can only reveal The Hearth in chapter 8 of a longer campaign.")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.hearth_revealed:
            return Refused("TFA-304", "The Hearth is already revealed.")
        return points.why_not_spend_journey(state)

    def do(self, game: Game[Table], seat: str) -> None:
        points.spend_journey(game, "revealing The Hearth")
        game.state.hearth_revealed = game.state.hearth_available = True


class GrantPrize(InOneChapter, frozen=True):
    """The prize waives a cost or condition in this chapter. TFA-290, TFA-291."""

    says = Says("Grant the prize", GROUP)
    short, chapter = True, 3
    elsewhere = ("TFA-291", "You grant the prize in chapter 3 of a One-Shot.")
    waives: Literal["Tales of a Weapon", "Study Under a Master"]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if _mark(state) not in state.earned:
            return Refused("TFA-290", "Complete the challenge first.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.waivers.append(self.waives)
        game.tell("The prize: {waives} without its price.", "TFA-291", waives=self.waives)


# Sessions and books


class OpenSession(InTheCampaign, frozen=True):
    """Open every session but the first: recap, notes, then 1 XP for every player. TFA-193."""

    says = Says("Open a new session", GROUP)
    recap: Annotated[str, Words(label="What happened so far?")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        state.session += 1
        if self.recap:
            game.tell("Last time: {recap}", "TFA-193", recap=self.recap)
        prompt = "Notes on the story, the rules or the Touchstone List?"
        notes = game.each(
            Text(who, "session-notes", prompt, clauses=("TFA-193",))
            for who in (*state.order, state.gm)
        )
        for who, note in notes.items():
            if note:
                game.tell("{who} notes: {note}", "TFA-193", who=who, note=note)
        for player in state.players.values():
            player.xp += 1
        game.tell("Session {session}: every player gains 1 XP.", "TFA-193", session=state.session)


class DealFates(InTheCampaign, frozen=True):
    """When downtime ends, new Fateful Moments replace unfinished ones; XP go back. TFA-322."""

    says = Says("Deal new Fateful Moments", GROUP)

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        for player in state.players.values():
            player.fateful, player.fateful_xp, player.fateful_offers = "", 0, []
        moments = catalogue.tables().fateful_moments
        labels = {moment: capital(moment) for moment in moments}
        for who in state.order:
            giver = state.left_of(who)
            prompt = f"Which two goals do you offer {name_of(game, who)}?"
            goals = game.several(
                giver, "offer-goals", prompt, moments, 2, 2, "TFA-322", labels=labels
            )
            state.players[who].fateful_offers = goals
            prompt = "Which goal do you take?"
            goal = game.choose(who, "goal", prompt, goals, "TFA-321", labels=labels)
            creation.take_goal(game, who, goal)


class NextBook(InTheCampaign, frozen=True):
    """The next book of a 30-hour campaign begins: Shadow points carry over.

    Journey points restart in the third book. TFA-306, TFA-307.
    """

    says = Says("Begin the next book", GROUP)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.options.campaign == "thirty-hour" and state.book < LAST_BOOK

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.options.campaign != "thirty-hour":
            return Refused("TFA-285", "Only a 30-hour campaign has three books.")
        if state.book == LAST_BOOK:
            return Refused("TFA-307", "The third book is the last.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        state.book += 1
        state.chapter = 1
        state.circled = 0
        state.hearth_available, state.hearth_revealed = True, False
        if state.book == LAST_BOOK:
            state.journey = 0
        game.tell("Book {book} begins.", "TFA-306", "TFA-307", book=state.book)


class EndCampaign(InTheCampaign, frozen=True):
    """The table agrees that the campaign is over; there is no score. TFA-309."""

    says = Says("End the campaign", GROUP)

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.phase = "over"
        game.tell("The campaign is over.", "TFA-309")
