"""The odds of cards: what a hand reaches, what the top of the pile brings, whom one can help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.data_files import data_file
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Value, Words
from fatedeck.engine.prospects import Judged, Prospect, Spending, SpendingStudy, Study
from fatedeck.games.realms_behind import data
from fatedeck.games.realms_behind.rules.cards import JOKER, RANK, STANDARD
from fatedeck.games.realms_behind.rules.checks import ASSIST_THRESHOLD, skill_names
from fatedeck.games.realms_behind.rules.derived import check_total, is_downed
from fatedeck.games.realms_behind.state import Table

SHORT, REACHED = "falls short", "reaches it"
RANKS = tuple(str(rank) for rank in range(1, 15))


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts in choosing: successes, ranks in the hand, Fortune, Health, cards in the pile."""

    success: int
    rank: int
    fortune: int
    health: int
    card: int


worth = data_file(data.__file__, "worth", Worth)
"""What counts as better."""


def prospects(table: Table, seat: str) -> list[Prospect]:
    """The next card of one's own draw pile, and how one would assist whoever else plays. RB-9.2."""
    character = table.players.get(seat)
    if character is None or character.waiting or character.deck.is_empty():
        return []
    unseen = sorted(character.deck)
    found = [_next_card(unseen)]
    if is_downed(character) or len(table.players) == 1:
        return found
    totals = sorted({check_total(character, skill) for skill in skill_names()}, reverse=True)
    return found + [assist(unseen, total) for total in totals]


def unseen(table: Table, seat: str) -> list[str]:
    """One's own draw pile. RB-22.2."""
    character = table.players.get(seat)
    return sorted(character.deck) if character is not None else []


def judged(before: Table, after: Table) -> list[Judged]:
    """Cards drawn into hands, and the card that an Exhausted character turned. RB-1.7, RB-5.7.

    Which card of a hand is spent is chosen: luck is what came into it. At dawn the hand is drawn
    from the whole deck (RB-14.8).
    """
    found = []
    for name, character in after.players.items():
        held = before.players[name]
        deck: list[str] = [*held.deck]
        drawn = Counter(character.hand)
        if after.day != before.day:
            deck += [*held.hand, *held.discard, *held.revealed]
        else:
            drawn -= Counter(held.hand)
        if not drawn or drawn - Counter(deck):
            continue  # the deck has changed as well
        next_card = replace(_next_card(deck), title="A card drawn")
        found += [Judged(name, next_card, str(RANK[card])) for card in drawn.elements()]
    return found + _turned(before, after)


def _turned(before: Table, after: Table) -> list[Judged]:
    last = after.last
    if last is None or last == before.last or last.demand or last.net:
        return []
    character = before.players.get(last.actor)
    if character is None or len(character.hand) or last.base not in character.deck:
        return []
    return [Judged(last.actor, _next_card(character.deck), str(last.rank))]


def assist(cards: Iterable[str], total: int) -> Prospect:
    """The top card plus a total against 11. RB-9.2."""
    return _reaching(f"Assist with total {total}", cards, ASSIST_THRESHOLD - total, 1, "RB-9.2")


def studies() -> list[Study]:
    """What may be asked about The Realms Behind away from a table; `need` is the rank needed."""
    need = Count("need", "Rank needed", 1, 14)
    cards = Count("cards", "Cards", 1, 52)
    total = Count("total", "The helper’s total", 0, 20)
    return [
        Study("hand", "The best card of a fresh hand reaches a rank.", (need, cards), _hand),
        Study("lowest", "The lowest of the turned cards reaches a rank.", (need, cards), _lowest),
        Study("assist", "An assist from a fresh deck against 11.", (total,), _assist),
        Study(
            "check",
            "A check with the best card of a fresh hand, with Advantage or Disadvantage.",
            (
                need,
                Count("hand", "Cards in hand", 0, 20),
                Count("advantage", "Advantage (+) or Disadvantage (-)", -3, 3),
                Count("fortune", "Fortune spent", 0, 6),
            ),
            _check,
            {"hand": 3, "advantage": 0, "fortune": 0},
        ),
    ]


def spendings() -> list[SpendingStudy]:
    """Which card of the hand to spend now, for the checks that are still expected. RB-5.5."""
    return [
        SpendingStudy(
            "spend",
            "Which card to spend on this check so that most of today’s checks succeed.",
            (
                Words("hand", "Ranks in hand, separated by commas", may_be_empty=False),
                Count("need", "Rank needed now", 1, 14),
                Count("coming", "Checks still to come", 0, 12),
                Words("needs", "Ranks needed then, separated by commas", may_be_empty=False),
            ),
            _spend,
            {"needs": "5,7,9,11"},
            STANDARD,
            known=(JOKER,),
        )
    ]


def held(table: Table, seat: str) -> list[str]:
    """One's own hand. RB-4.1."""
    character = table.players.get(seat)
    return sorted(character.hand) if character is not None else []


def standing(table: Table, seat: str) -> int:
    """How well off a player is, by `worth.yaml`: successes, what the hand still holds, and luck."""
    character = table.players.get(seat)
    if character is None:
        raise Refused("RB-1.1", "The odds can’t choose for the GM.")
    last = table.last.successes if table.last is not None and table.last.actor == seat else 0
    counts = worth()
    return (
        counts.success * last
        + counts.rank * sum(RANK[card] for card in character.hand)
        + counts.fortune * character.fortune
        + counts.health * (character.shallow + character.deep)
        + counts.card * len(character.deck)
    )


def _check(values: Mapping[str, Value]) -> Prospect:
    """Advantage adds cards of the pile to choose from; Disadvantage turns cards, the lowest counts.

    Fortune buys Advantage or cancels Disadvantage. RB-5.5, RB-5.7, RB-8.3 to RB-8.5, RB-11.5.
    """
    need, hand = int(str(values["need"])), int(str(values["hand"]))
    net = int(str(values["advantage"])) + int(str(values["fortune"]))
    kind = "Advantage" if net > 0 else "Disadvantage"
    luck = f", {kind} {abs(net)}" if net else ""
    plain = _reaching(
        f"Best of {hand} cards in hand reaches {need}{luck}",
        STANDARD,
        need,
        max(hand, 1) + max(net, 0),
        "RB-8.3" if net > 0 else "RB-8.5" if net else "RB-5.5",
    )
    return replace(plain, further=max(-net, 0))


def _spend(
    values: Mapping[str, Value], held: tuple[str, ...] | None, left: tuple[str, ...]
) -> Spending:
    """The pile holds the cards that are left of the deck and not in the hand. RB-5.7."""
    pile = sorted(RANK[card] for card in left)
    if held is not None:
        hand = [RANK[card] for card in held]
    else:
        hand = _ranks(values, "hand")
        for rank in hand:
            if rank not in pile:
                raise Refused("RB-1.2", f"That deck has no more cards of rank {rank}.")
            pile.remove(rank)
    expected: dict[int, int] = {}
    for rank in _ranks(values, "needs"):
        expected[rank] = expected.get(rank, 0) + 1
    need, coming = int(str(values["need"])), int(str(values["coming"]))
    title = f"Which card for {need}, with {coming} checks to come"
    return Spending(title, tuple(hand), need, coming, expected, tuple(pile), ("RB-5.5", "RB-5.7"))


def _ranks(values: Mapping[str, Value], name: str) -> list[int]:
    ranks = [part.strip() for part in str(values[name]).split(",") if part.strip()]
    for rank in ranks:
        if not (rank.isascii() and rank.isdigit() and len(rank) < 4):
            raise Refused("RB-1.2", f"{name} lists ranks such as 3,7,12, not “{rank}”.")
    return [int(rank) for rank in ranks]


def _hand(values: Mapping[str, Value]) -> Prospect:
    """The base card picked as the highest of the hand. RB-5.5, RB-5.8."""
    need, cards = int(str(values["need"])), int(str(values["cards"]))
    title = f"Best of {cards} cards reaches {need}"
    return _reaching(title, STANDARD, need, cards, "RB-5.5")


def _lowest(values: Mapping[str, Value]) -> Prospect:
    """One card turned and one for each Disadvantage, of which the lowest counts. RB-8.5."""
    need, cards = int(str(values["need"])), int(str(values["cards"]))
    title = f"Lowest of {cards} cards reaches {need}"
    return _reaching(title, STANDARD, need, cards, "RB-8.5", lowest=True)


def _assist(values: Mapping[str, Value]) -> Prospect:
    return assist(STANDARD, int(str(values["total"])))


def _next_card(cards: Iterable[str]) -> Prospect:
    """What the top of a draw pile may be. RB-1.7."""
    unseen = tuple(sorted(cards))
    return Prospect("The next card of the draw pile", unseen, _ranked(), RANKS, clauses=("RB-1.7",))


def _reaching(
    title: str, cards: Iterable[str], need: int, draws: int, clause: str, *, lowest: bool = False
) -> Prospect:
    cards = tuple(cards)
    return Prospect(
        title,
        cards,
        _reached(need),
        (SHORT, REACHED),
        draws,
        "worst" if lowest else "best",
        good=(REACHED,),
        clauses=(clause,),
    )


@cache
def _reached(need: int) -> dict[str, str]:
    return {card: REACHED if rank >= need else SHORT for card, rank in RANK.items()}


@cache
def _ranked() -> dict[str, str]:
    return {card: str(rank) for card, rank in RANK.items()}
