"""What a player may do outside a fight: try something, spend Fate Cards, rest."""

from __future__ import annotations

from functools import lru_cache

from fatedeck.engine.errors import Refused, Said, refusal, said
from fatedeck.engine.offers import Count, Many, Offer, One, Value, Words, offer
from fatedeck.games.deck_of_adventures.rules.decks import TOKEN, fate_cards
from fatedeck.games.deck_of_adventures.rules.deeds import (
    Attempt,
    ExchangeFate,
    FinishRest,
    MendArmour,
    SpendRestCard,
    VolunteerFor,
)
from fatedeck.games.deck_of_adventures.rules.epic import why_not_volunteer
from fatedeck.games.deck_of_adventures.rules.headings import CHECK, EPIC, FATE, REST
from fatedeck.games.deck_of_adventures.rules.rests import why_not_mend, why_not_rest_card, wishes
from fatedeck.games.deck_of_adventures.rules.scene import why_not_attempt, why_not_exchange
from fatedeck.games.deck_of_adventures.state import STATS, Character, Table


def playing(state: Table, who: Character) -> list[Offer]:
    """Trying something, Fate Cards for Power Points, a task, a Rest. DOA-65, DOA-38, DOA-236."""
    found = [
        _attempt_offer(said(why_not_attempt(state, who))),
        _exchange_offer(_named_fate(state, who), said(why_not_exchange(state, who))),
    ]
    if state.epic is not None and state.epic.task is not None:
        found.append(
            offer(
                VolunteerFor,
                "Volunteer for the task",
                One("stat", "With", STATS),
                Words("plan", "How"),
                group=EPIC,
                clauses=("DOA-236",),
                refused=why_not_volunteer(state, who),
            )
        )
    if state.rest is not None and who.name in state.rest.resting:
        found += resting(state, who)
    return found


@lru_cache(maxsize=256)
def _attempt_offer(why_not: Said) -> Offer:
    return offer(
        Attempt,
        "Try something",
        One("stat", "With", STATS),
        Words("words", "What you do"),
        group=CHECK,
        clauses=("DOA-65", "DOA-66"),
        refused=refusal(why_not),
    )


@lru_cache(maxsize=1024)
def _exchange_offer(held: tuple[str, ...], why_not: Said) -> Offer:
    return offer(
        ExchangeFate,
        "Exchange Fate Cards for Power Points",
        Many("cards", "Fate Cards", held, 1, max(1, len(held))),
        group=FATE,
        clauses=("DOA-38",),
        refused=refusal(why_not),
    )


def _named_fate(state: Table, who: Character) -> tuple[str, ...]:
    """The Fate Cards by names that differ: tokens are numbered."""
    cards = [card for card in fate_cards(state, who) if card != TOKEN]
    return (*cards, *(f"{TOKEN} {number + 1}" for number in range(who.tokens)))


def resting(state: Table, who: Character) -> list[Offer]:
    """Rest Cards, one at a time; the Game Master's Dealers are named. DOA-267, DOA-270."""
    named: dict[str, Value] = {"who": who.name} if who.owner == state.gm else {}
    of = f"{who.name}: " if named else ""
    wanted = tuple(wishes(state, who))
    spend = why_not_rest_card(state, who)
    if spend is None and not wanted:
        spend = Refused("DOA-269", f"{who.name} lacks neither HP nor PP.")
    missing = max(1, min(6, who.max_ap - who.ap))
    return [
        offer(
            SpendRestCard,
            f"{of}Spend a Rest Card ({who.rest_cards} left)",
            One("restore", "Regain", wanted or ("HP",)),
            group=REST,
            fixed=named,
            clauses=("DOA-267", "DOA-268"),
            refused=spend,
        ),
        offer(
            MendArmour,
            f"{of}Spend a Rest Card on mending armour",
            Count("points", "AP", 1, missing),
            One("skill", "With", ("Craft", "Knowledge")),
            group=REST,
            fixed=named,
            clauses=("DOA-270",),
            refused=why_not_mend(state, who, 1),
        ),
        offer(FinishRest, f"{of}Finish resting", group=REST, fixed=named, clauses=("DOA-275",)),
    ]
