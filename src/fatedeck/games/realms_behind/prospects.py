"""The odds of cards: what a hand reaches, what the top of the pile brings, whom one can help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fatedeck.engine.offers import Count, Value
from fatedeck.engine.prospects import Judged, Prospect, Study
from fatedeck.games.realms_behind.cards import RANK, STANDARD
from fatedeck.games.realms_behind.checks import ASSIST_THRESHOLD, skill_names
from fatedeck.games.realms_behind.derived import check_total, is_downed
from fatedeck.games.realms_behind.state import Table

SHORT, REACHED = "falls short", "reaches it"
RANKS = tuple(str(rank) for rank in range(1, 15))


def prospects(table: Table, seat: str) -> list[Prospect]:
    """The next card of one's own draw pile, and assists with each of one's totals. RB-9.2."""
    character = table.players.get(seat)
    if character is None or not len(character.deck):
        return []
    unseen = sorted(character.deck)
    found = [_next_card(unseen)]
    if is_downed(character):
        return found
    totals = sorted({check_total(character, skill) for skill in skill_names()}, reverse=True)
    return found + [assist(unseen, total) for total in totals]


def judged(before: Table, after: Table) -> list[Judged]:
    """The card that an Exhausted character turned, against what the pile could have given. RB-5.7.

    A hand is chosen from, not drawn: only a turned card is luck.
    """
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
    total = Count("total", "Total of the helper", 0, 20)
    return [
        Study("hand", "The best card of a fresh hand reaches a rank.", (need, cards), _hand),
        Study("lowest", "The lowest of so many turned cards reaches it.", (need, cards), _lowest),
        Study("assist", "An assist from a fresh deck against 11.", (total,), _assist),
    ]


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
    ranks = {card: str(RANK[card]) for card in unseen}
    return Prospect("The next card of the draw pile", unseen, ranks, RANKS, clauses=("RB-1.7",))


def _reaching(
    title: str, cards: Iterable[str], need: int, draws: int, clause: str, *, lowest: bool = False
) -> Prospect:
    cards = tuple(cards)
    return Prospect(
        title,
        cards,
        {card: REACHED if RANK[card] >= need else SHORT for card in cards},
        (SHORT, REACHED),
        draws,
        "worst" if lowest else "best",
        good=(REACHED,),
        clauses=(clause,),
    )
