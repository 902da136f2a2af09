"""What the Game Master may call for and give outside a fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from fatedeck.engine.cards import Pile
from fatedeck.engine.errors import Said, refusal, said
from fatedeck.engine.offers import Count, Many, Offer, One, Words, offer
from fatedeck.games.deck_of_adventures.data import tables
from fatedeck.games.deck_of_adventures.rules.checks import DEGREES, NAMES
from fatedeck.games.deck_of_adventures.rules.decks import TOKEN
from fatedeck.games.deck_of_adventures.rules.deeds import (
    AwardFate,
    CallCheck,
    CallContest,
    CallEpic,
    CallOffEpic,
    CallRest,
    CallSave,
    DrawWorld,
    EndRest,
    LetNarrate,
    OpenTask,
    Override,
    RunTask,
)
from fatedeck.games.deck_of_adventures.rules.epic import why_not_epic, why_not_race, why_not_task
from fatedeck.games.deck_of_adventures.rules.glimpses import Glimpse
from fatedeck.games.deck_of_adventures.rules.headings import CHECK, EPIC, FATE, REST, TABLE
from fatedeck.games.deck_of_adventures.rules.playing_offers import resting
from fatedeck.games.deck_of_adventures.rules.scene import MARKS, OWN, in_play
from fatedeck.games.deck_of_adventures.state import ATTRIBUTES, STATS, Character, Table


def running(state: Table, glimpse: Glimpse | None) -> list[Sequence[Offer]]:
    """What the Game Master does to run the game. DOA-2, DOA-3, DOA-66."""
    people = in_play(state)
    players = [who for who in state.characters.values() if who.kind == "pc"]
    found: list[Sequence[Offer]] = []
    if people:
        found += _calls(state, people)
    if state.last is not None:
        found.append(_overruling())
    found += _gifts(state, players, glimpse)
    found += [_epic_offers(state), _rests(state, people), _asking()]
    return found


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


@cache
def _asking() -> tuple[Offer]:
    return (
        offer(
            DrawWorld,
            "Ask the World deck",
            One("where", "Where", ("open", "behind the screen")),
            group=CHECK,
            clauses=("DOA-356", "DOA-376"),
        ),
    )


def _calls(state: Table, people: list[Character]) -> list[Sequence[Offer]]:
    names = tuple([who.name for who in people])
    trades = {trade for who in people for trade in who.power_options.get("Handy", ())}
    targets = tuple([who.name for who in people if who.target])
    secret = state.switches.dr_secret
    found: list[Sequence[Offer]] = [_call_offers(names, tuple(sorted(trades)), targets, secret)]
    last = state.last
    drawer = state.characters.get(last.who) if last is not None else None
    if drawer is not None and drawer.owner != state.gm and not state.narrator:
        found.append(_letting(drawer.owner))
    return found


@lru_cache(maxsize=256)
def _letting(seat: str) -> tuple[Offer]:
    return (
        offer(
            LetNarrate,
            f"Let {seat} tell what happens",
            group=TABLE,
            fixed={"who": seat},
            clauses=("DOA-78",),
        ),
    )


@lru_cache(maxsize=256)
def _call_offers(
    names: tuple[str, ...], trades: tuple[str, ...], targets: tuple[str, ...], secret: bool
) -> tuple[Offer, ...]:
    """Calling for a Check, a Save or a contest among these."""
    hidden = ("", "difficulty", "all") if secret else ("", "all")
    marks = (*MARKS, *(f"trade {trade}" for trade in trades))
    found = [
        offer(
            CallCheck,
            "Call for a Check",
            Many("who", "Who draws", names, 1, len(names)),
            One("stat", "With", STATS),
            Count("difficulty", "DR", 0, 6),
            One("against", "Target Card", ("World deck", OWN, *targets)),
            One("match", "Required match", ("", "colour", "suit")),
            Count("hand", "Upper (+) or Lower (-) Hand", -3, 3),
            Many("marks", "This Check is about", marks, 0, len(marks)),
            One("hidden", "Kept hidden", hidden),
            group=CHECK,
            clauses=("DOA-66", "DOA-68", "DOA-358"),
        ),
        offer(
            CallSave,
            "Call for a Save",
            Many("who", "Who saves", names, 1, len(names)),
            One("attribute", "With", ATTRIBUTES),
            Count("difficulty", "DR", 0, 6),
            group=CHECK,
            clauses=("DOA-116",),
        ),
    ]
    if len(names) > 1:
        contests = tuple(row.id for row in tables().contests)
        found.append(
            offer(
                CallContest,
                "Call a contest",
                One("initiator", "Who acts", names),
                One("contest", "Contest", (*contests, "Brute vs Finesse or Brute")),
                Many("targets", "Who resists", names, 1, len(names) - 1),
                One("informed", "The targets are informed or suspicious", ("no", "yes")),
                group=CHECK,
                clauses=("DOA-108", "DOA-115"),
            )
        )
        found.append(
            offer(
                CallContest,
                "Call a contest of any kind",
                One("initiator", "Who acts", names),
                One("stat", "With", STATS),
                Many("targets", "Who resists", names, 1, len(names) - 1),
                Many("resist", "With one of", STATS, 1, len(STATS)),
                group=CHECK,
                fixed={"contest": ""},
                clauses=("DOA-108", "DOA-112"),
            )
        )
    return tuple(found)


def _gifts(
    state: Table, players: list[Character], glimpse: Glimpse | None
) -> list[Sequence[Offer]]:
    found: list[Sequence[Offer]] = []
    for who in players:
        if not who.making and not who.dead:
            discard = state.cards(who).discard
            found.append(
                _awarding(who.name, discard)
                if glimpse is None
                else glimpse.drawn.offers.part(_awarding, who.name, discard)
            )
    return found


def _awarding(name: str, discard: Pile) -> list[Offer]:
    return [
        offer(
            AwardFate,
            f"Award {name} a Fate Card",
            One("card", "Card", (TOKEN, *sorted(discard))),
            group=FATE,
            fixed={"who": name},
            clauses=("DOA-40",),
        )
    ]


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


def _rests(state: Table, people: Iterable[Character]) -> Sequence[Offer]:
    if state.rest is not None and state.rest.resting:
        end = offer(EndRest, "End the Quick Rest for all", group=REST, clauses=("DOA-265",))
        own = [who for who in people if who.owner == state.gm and who.name in state.rest.resting]
        return [end, *(one for who in own for one in resting(state, who))]
    dealers = tuple([who.name for who in people if who.is_dealer])
    return _resting_call(dealers) if dealers and state.combat is None else ()


@lru_cache(maxsize=256)
def _resting_call(dealers: tuple[str, ...]) -> tuple[Offer]:
    return (
        offer(
            CallRest,
            "Allow a Rest",
            One("kind", "Rest", ("quick", "full")),
            Many("who", "Who rests", dealers, 1, len(dealers)),
            Count("minutes", "Minutes until it is disturbed", 0, 480),
            group=REST,
            clauses=("DOA-264", "DOA-265", "DOA-365"),
        ),
    )
