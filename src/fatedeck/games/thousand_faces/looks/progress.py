"""How far a campaign has come: hours and sessions, chapters, and the downtime of the day."""

from __future__ import annotations

from functools import lru_cache

from fatedeck.engine.offers import tag
from fatedeck.engine.view import Campaign, Chapter, Entry, entry
from fatedeck.games.thousand_faces.rules import campaign as rules
from fatedeck.games.thousand_faces.rules.downtime import Rest, SeekHelp, TakesTheDay
from fatedeck.games.thousand_faces.rules.town import Contemplate, Shop, Study
from fatedeck.games.thousand_faces.state import Table

LENGTHS = {"one-shot": (3, 1), "nine-hour": (9, 3), "thirty-hour": (30, 10)}
"""About how many hours a campaign lasts, and how many sessions. TFA-285."""

OPENING = "“Open a new session” first: a recap, everyone’s notes, and 1 XP for every player."
"""What every session but the first begins with. TFA-193."""

DAYS: tuple[type[TakesTheDay], ...] = (Rest, SeekHelp, Study, Shop, Contemplate)
"""What a day can go into. TFA-194, TFA-195."""


def campaign(state: Table) -> Campaign | None:
    """The campaign as all can see it, once its story is told. TFA-285, TFA-286."""
    if state.phase not in ("play", "over"):
        return None
    form = state.options.campaign
    hours, sessions = LENGTHS[form]
    chapters = _chapters(form, state.book, tuple(state.earned))
    title = {
        "one-shot": "One-Shot",
        "nine-hour": "Campaign",
        "thirty-hour": f"Campaign, book {state.book} of {rules.LAST_BOOK}",
    }[form]
    return Campaign(
        title,
        hours,
        state.session,
        sessions,
        OPENING if sessions > 1 else "",
        chapters,
        min(state.chapter, len(chapters)) - 1,
        _downtime(state) if state.phase == "play" else (),
        tag(rules.OpenSession) if sessions > 1 else "",
    )


@lru_cache(maxsize=256)
def _chapters(form: str, book: int, earned: tuple[str, ...]) -> tuple[Chapter, ...]:
    return tuple(
        Chapter(
            chapter.title,
            chapter.about,
            "A Journey point" if rules.mark(book, number) in earned else "",
            ("TFA-286",),
        )
        for number, chapter in enumerate(rules.chapters(form), 1)
    )


def _downtime(state: Table) -> tuple[Entry, ...]:
    """The day, what it can go into here, and what each PC has done with it. TFA-194, TFA-195."""
    spent = (
        entry(
            seat,
            f"Spent today on {player.downtime}" if player.downtime else "Free today",
            "Downtime",
            ("TFA-195",),
        )
        for seat, player in state.seated()
    )
    return (_today(state.day, state.town), *spent)


@lru_cache(maxsize=256)
def _today(day: int, town: bool) -> Entry:
    ways = ", ".join(kind.says.label for kind in DAYS if town or not kind.takes_a_town)
    where = "In town" if town else "Out of town"
    return Entry(f"Day {day}", f"{where}. A day can go into: {ways}.", clauses=("TFA-194",))
