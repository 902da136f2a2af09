"""What the Game Master may call for and give outside a fight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from fatedeck.engine.errors import Said, refusal, said
from fatedeck.engine.offers import Count, Offer, One, Words, offer
from fatedeck.games.deck_of_adventures.rules.checks import DEGREES, NAMES
from fatedeck.games.deck_of_adventures.rules.deeds import (
    CallEpic,
    CallOffEpic,
    OpenTask,
    Override,
    RunTask,
    VolunteerFor,
)
from fatedeck.games.deck_of_adventures.rules.epic import (
    why_not_epic,
    why_not_race,
    why_not_task,
    why_not_volunteer,
)
from fatedeck.games.deck_of_adventures.rules.headings import CHECK, EPIC
from fatedeck.games.deck_of_adventures.state import STATS, Character, Table


def running(state: Table) -> list[Sequence[Offer]]:
    """What the Game Master does to run the game. DOA-2, DOA-3, DOA-66."""
    found: list[Sequence[Offer]] = []
    if state.last is not None:
        found.append(_overruling())
    return [*found, _epic_offers(state)]


def playing(state: Table, who: Character) -> list[Offer]:
    """A task to volunteer for. DOA-236."""
    if state.epic is None or state.epic.task is None:
        return []
    return [
        offer(
            VolunteerFor,
            "Volunteer for the task",
            One("stat", "With", STATS),
            Words("plan", "How"),
            group=EPIC,
            clauses=("DOA-236",),
            refused=why_not_volunteer(state, who),
        )
    ]


@cache
def _overruling() -> tuple[Offer]:
    return (
        offer(
            Override,
            "Overrule the last result",
            One("degree", "It is", DEGREES, {degree: NAMES[degree] for degree in DEGREES}),
            Words("reason", "Why"),
            group=CHECK,
            clauses=("DOA-3",),
        ),
    )


@lru_cache(maxsize=256)
def _epic_offer(why_not: Said) -> Offer:
    return offer(
        CallEpic,
        "Call an Epic Event",
        Words("name", "What it is about", 80),
        Count("needed", "Successes needed", 1, 9),
        Count("allowed", "Failures that end it", 1, 9),
        Count("tasks", "Target Cards (0: as many as needed)", 0, 18),
        group=EPIC,
        clauses=("DOA-233", "DOA-234"),
        refused=refusal(why_not),
    )


def _epic_offers(state: Table) -> list[Offer]:
    found = [_epic_offer(said(why_not_epic(state)))]
    if state.epic is not None and not state.epic.result:
        found.append(
            offer(CallOffEpic, "Call the Epic Event off", group=EPIC, clauses=("DOA-233",))
        )
        found.append(
            offer(
                OpenTask,
                "Draw the next Target Card",
                Count("difficulty", "DR", 0, 6),
                group=EPIC,
                clauses=("DOA-235",),
                refused=why_not_task(state),
            )
        )
        for who, everybody in (("volunteers", False), ("everybody", True)):
            found.append(
                offer(
                    RunTask,
                    f"Run the race: {who}",
                    group=EPIC,
                    fixed={"who": who},
                    clauses=("DOA-238",),
                    refused=why_not_race(state, everybody=everybody),
                )
            )
    return found
