"""Campaigns: chapters, Journey points, The Hearth, books."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Choose, Several
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import half
from fatedeck.games.thousand_faces.rules import creation
from fatedeck.games.thousand_faces.rules.points import gain_journey, spend_journey
from fatedeck.games.thousand_faces.state import Table

ONE_SHOT_CHAPTERS = ("Normalcy", "Threshold", "Take and pay", "Return")
NINE_HOUR_CHAPTERS = ("You", "Need", "Go", "Search", "Find", "Take & Pay", "Return", "Change")
QUESTIONS = (
    "My PC wants to stay here",
    "My PC would give its life for something",
    "My PC has given up a premise held at the start",
)
"""The three questions of chapter 5. TFA-300."""

LAST_BOOK = 3


def chapters(campaign_id: str) -> tuple[str, ...]:
    """The chapters of a One-Shot, or of one book of the longer form. TFA-285."""
    return ONE_SHOT_CHAPTERS if campaign_id == "one-shot" else NINE_HOUR_CHAPTERS


def is_short(state: Table) -> bool:
    return state.options.campaign == "one-shot"


def threshold_chapter(state: Table) -> int:
    """Where the PCs cross the threshold. TFA-288, TFA-298."""
    return 2 if is_short(state) else 3


def declare_chapter(game: Game[Table], chapter: int) -> None:
    """The GM declares chapter changes; they may be skipped. TFA-286, TFA-292, TFA-299, TFA-302."""
    state = game.state
    names = chapters(state.options.campaign)
    if chapter > len(names):
        raise Refused("TFA-285", f"This campaign has {len(names)} chapters.")
    if chapter == state.chapter:
        raise Refused("TFA-286", "That is the present chapter.")
    state.chapter = chapter
    state.circled, state.circled_in = 0, ""
    state.waivers = []  # TFA-291
    game.tell(f"Chapter {chapter}: {names[chapter - 1]}.", "TFA-286")
    if is_short(state):
        if chapter == 4:
            state.hearth_available = True
            game.tell("The Hearth is available again.", "TFA-292", "TFA-310")
    elif chapter == 4:
        state.exhibitions = 0
        circle(game)
    elif chapter == 6:
        circle(game)


def why_not_circle(state: Table) -> Refused | None:
    """Points are circled once, in One-Shot chapter 3, and in 9-hour chapters 4 and 6. TFA-289."""
    if state.chapter not in ((3,) if is_short(state) else (4, 6)):
        return Refused("TFA-289", "No points are circled in this chapter.")
    if state.circled_in == _mark(state):
        return Refused("TFA-289", "They are circled already; later points stay outside.")
    return None


def circle(game: Game[Table]) -> None:
    """Circle all Shadow points, in chapter 4 half of them; later points stay outside.

    TFA-289, TFA-299, TFA-302.
    """
    state = game.state
    if refused := why_not_circle(state):
        raise refused
    searching = not is_short(state) and state.chapter == 4
    state.circled = half(state.shadow) if searching else state.shadow
    state.circled_in = _mark(state)
    state.rested = False
    game.tell(f"The GM circles {state.circled} Shadow points.", "TFA-289", "TFA-299")


def why_not_cross(state: Table) -> Refused | None:
    """The threshold belongs to one chapter. TFA-288, TFA-298."""
    if state.chapter != threshold_chapter(state):
        return Refused("TFA-288", f"The threshold comes in chapter {threshold_chapter(state)}.")
    return None


def cross(game: Game[Table], how: str) -> None:
    """All cross by choice: 1 Journey point. Pushed: none. Either way The Hearth is behind.

    TFA-288, TFA-298, TFA-310.
    """
    state = game.state
    if refused := why_not_cross(state):
        raise refused
    if how == "ask the players":
        answers = game.each(
            Choose(seat, "Do you cross the threshold?", ("Cross", "Stay"), clauses=("TFA-288",))
            for seat in state.living()
        )
        staying = [seat for seat, answer in answers.items() if answer == "Stay"]
        if staying:
            game.tell(f"{', '.join(staying)} will not cross yet.", "TFA-288")
            return
        _earn(game, "all cross by choice", "TFA-288")
    else:
        game.tell("The PCs are pushed over the threshold.", "TFA-288")
    state.hearth_available = False
    state.at_hearth = False


def word_goal(game: Game[Table], goal: str) -> None:
    """The table words its common goal in 2 to 6 words. TFA-297."""
    state = game.state
    if is_short(state) or state.chapter != 2:
        raise Refused("TFA-297", "The goal is worded in chapter 2 of a longer campaign.")
    if not 2 <= len(goal.split()) <= 6:
        raise Refused("TFA-297", "The goal has 2 to 6 words.")
    state.goal = goal
    _earn(game, f"the goal: {goal}", "TFA-297")


def why_not_earn(state: Table) -> Refused | None:
    """Why the chapter's Journey point is not earned. TFA-287 to TFA-303."""
    mark = _mark(state)
    if mark in state.earned:
        return Refused("TFA-281", "This chapter's Journey point is earned already.")
    chapter = state.chapter
    if chapter > len(chapters(state.options.campaign)):
        return Refused("TFA-285", "This campaign has no such chapter; declare one that it has.")
    if chapter == threshold_chapter(state):
        return Refused("TFA-288", "It is earned when all cross the threshold by choice.")
    if is_short(state):
        return _why_not_spent(state, "TFA-290") if chapter == 3 else None
    if chapter == 2:
        return Refused("TFA-297", "It is earned by wording the common goal.")
    if chapter == 4:
        if not state.exhibitions:
            return Refused("TFA-299", "First spend a Journey point on an exhibition of power.")
        return _why_not_spent(state, "TFA-299", may_rest=True)
    if chapter == 6:
        return _why_not_spent(state, "TFA-302")
    if chapter == 8:
        return Refused("TFA-305", "Here each Wound healed at The Hearth earns one.")
    return None


def _why_not_spent(state: Table, clause: str, *, may_rest: bool = False) -> Refused | None:
    """All circled points spent, before any PC rests. TFA-290, TFA-299, TFA-302."""
    if state.circled_in != _mark(state):
        return Refused(clause, "First circle the Shadow points.")
    if state.circled:
        return Refused(clause, f"{state.circled} circled Shadow points are still to be spent.")
    if state.rested and not may_rest:
        return Refused(clause, "A PC has rested since the points were circled.")
    return None


def earn(game: Game[Table]) -> None:
    """The chapter's Journey point, where its conditions hold; the rest the GM judges.

    TFA-287, TFA-290, TFA-292, TFA-296, TFA-299 to TFA-303, TFA-306.
    """
    state = game.state
    if refused := why_not_earn(state):
        raise refused
    table = catalogue.tables().journey_points["one_shot" if is_short(state) else "nine_hour"]
    why = table[str(state.chapter)]
    if not is_short(state) and state.chapter == 5 and not _hearts_are_open(game):
        return
    if not is_short(state) and state.chapter == 7 and state.book == 2:
        why = "a return to a place that shares friends, safety or The Hearth with home"
    _earn(game, why, "TFA-281")


def _hearts_are_open(game: Game[Table]) -> bool:
    """Each PC answers yes to at least one of three questions. TFA-300.

    With Lucky stamina the switch to Heroic is the other way. TFA-301.
    """
    state = game.state
    answers = game.each(
        Several(seat, "To which do you say yes?", QUESTIONS, 0, 3, clauses=("TFA-300",))
        for seat in state.living()
    )
    silent = [seat for seat, answer in answers.items() if not answer]
    if not silent:
        return True
    if state.options.stamina == "lucky" and game.may(
        silent[0], "Switch from Lucky to Heroic stamina?", "TFA-301", yes="Switch", no="Stay"
    ):
        state.options.stamina = "heroic"
        return True
    game.tell(f"{', '.join(silent)} said yes to nothing.", "TFA-300")
    return False


def _mark(state: Table) -> str:
    return f"book {state.book} chapter {state.chapter}"


def _earn(game: Game[Table], why: str, clause: str) -> None:
    """Once per chapter, so at most 4 in a One-Shot. TFA-281, TFA-293."""
    mark = _mark(game.state)
    if mark not in game.state.earned:
        game.state.earned.append(mark)
        gain_journey(game, 1, why, clause)


def why_not_reveal_hearth(state: Table) -> Refused | None:
    """In 9-hour chapter 8, for 1 Journey point. TFA-304."""
    if is_short(state) or state.chapter != 8:
        return Refused("TFA-304", "The Hearth is revealed in chapter 8 of a longer campaign.")
    if state.hearth_revealed:
        return Refused("TFA-304", "The Hearth is revealed already.")
    if not state.journey:
        return Refused("TFA-282", "That costs 1 Journey point, and there is none.")
    return None


def reveal_hearth(game: Game[Table]) -> None:
    """While it is revealed all PCs can fully heal. TFA-304, TFA-305."""
    if refused := why_not_reveal_hearth(game.state):
        raise refused
    spend_journey(game, "revealing The Hearth")
    game.state.hearth_revealed = game.state.hearth_available = True


def grant_prize(game: Game[Table], waives: str) -> None:
    """The prize waives a cost or condition in this chapter. TFA-291."""
    state = game.state
    if not is_short(state) or state.chapter != 3:
        raise Refused("TFA-291", "The prize is given in One-Shot chapter 3.")
    if _mark(state) not in state.earned:
        raise Refused("TFA-290", "First the challenge must be completed.")
    state.waivers.append(waives)
    game.tell(f"The prize: {waives} without its price.", "TFA-291")


def next_book(game: Game[Table]) -> None:
    """Shadow points carry over; Journey points restart in the third book. TFA-306, TFA-307."""
    state = game.state
    if state.options.campaign != "thirty-hour":
        raise Refused("TFA-285", "Only a 30-hour campaign has three books.")
    if state.book == LAST_BOOK:
        raise Refused("TFA-307", "The third book is the last.")
    state.book += 1
    state.chapter = 1
    state.circled = 0
    state.hearth_available, state.hearth_revealed = True, False
    if state.book == LAST_BOOK:
        state.journey = 0
    game.tell(f"Book {state.book} begins.", "TFA-306", "TFA-307")


def deal_fates(game: Game[Table]) -> None:
    """New Fateful Moments replace unfinished ones, whose XP go back. TFA-322."""
    state = game.state
    for player in state.players.values():
        player.fateful, player.fateful_xp, player.fateful_offers = "", 0, []
    for seat in state.order:
        giver = state.left_of(seat)
        goals = game.several(
            giver, f"Offer {seat} two goals", catalogue.tables().fateful_moments, 2, 2, "TFA-322"
        )
        state.players[seat].fateful_offers = goals
        creation.take_goal(game, seat, game.choose(seat, "Your goal?", goals, "TFA-321"))


def end(game: Game[Table]) -> None:
    """There is no score; the table agrees that it is over. TFA-309."""
    game.state.phase = "over"
    game.tell("The campaign is over.", "TFA-309")
