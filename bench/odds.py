"""How fast odds are counted: beside icepool on decks neither has seen, and for a whole table."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import process_time

import icepool  # type: ignore[import-untyped]

from bench import deck_of_adventures as adventures
from bench import realms_behind as realms
from bench import thousand_faces as faces
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.prospects import Prospect
from fatedeck.games import deckahedron
from fatedeck.games.deck_of_adventures import ruleset as adventure
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.state import PLAYING_CARDS
from fatedeck.games.deckahedron.data import deckahedron as deckahedron_cards
from fatedeck.games.deckahedron.state import Options
from fatedeck.games.realms_behind import ruleset as realm
from fatedeck.games.realms_behind.state import TableOptions
from fatedeck.games.thousand_faces import ruleset as face
from fatedeck.odds.counting import count, count_classes, numbers_of, without
from fatedeck.odds.showing import odds_as_data

PLAYERS = ("Ana", "Ben", "Cleo", "Dan")
TABLES = 200


def flips(number: int, seed: int) -> list[Prospect]:
    """Best of 3 from different Deckahedrons with a few cards gone."""
    luck, cards = random.Random(seed), sorted(deckahedron_cards())
    [study] = deckahedron.ruleset.studies()
    return [
        without(
            study.pose({"rank": str(luck.randint(1, 4)), "difficulty": "very easy"}),
            luck.sample(cards, luck.randint(0, 12)),
        )
        for _ in range(number)
    ]


def checks(number: int, seed: int) -> list[Prospect]:
    """Checks with Upper Hand 3 from different decks of 44 cards."""
    luck = random.Random(seed)
    study = adventure.studies()[0]
    return [
        without(
            study.pose({**study.usual, "difficulty": luck.randint(1, 5), "hand": 3}),
            luck.sample(PLAYING_CARDS, 8),
        )
        for _ in range(number)
    ]


def by_icepool(prospect: Prospect, cards: list[int]) -> object:
    """The same from icepool: deal, keep the best, name it."""
    deck = icepool.Deck({place: number for place, number in enumerate(cards) if number})
    best = deck.deal(prospect.draws).highest(1).expand()
    return best.map(lambda hand: prospect.names.get(prospect.order[hand[0]], hand[0]))


def timed(make: Callable[[int, int], list[Prospect]]) -> tuple[float, float, float]:
    """Our processor time from class counts, from the cards themselves, and icepool's, in µs.

    icepool is given how many cards each class has, and names the result as we do. All take turns,
    so that a busy machine slows them alike; no deck comes twice.
    """
    mine, sorting, theirs = [], [], []
    for turn in range(20):
        mine.append(_each(count_classes, make(100, 2 * turn)))
        sorting.append(_each(lambda prospect, cards: count(prospect), make(100, 500 + turn)))
        theirs.append(_each(by_icepool, make(10, 2 * turn + 1)))
    return median(mine), median(sorting), median(theirs)


def _each(run: Callable[[Prospect, list[int]], object], prospects: list[Prospect]) -> float:
    given = [(prospect, numbers_of(prospect)) for prospect in prospects]
    start = process_time()
    for prospect, cards in given:
        run(prospect, cards)
    return (process_time() - start) / len(given) * 1e6


def whole_tables() -> dict[str, tuple[int, float]]:
    """For each game, how many odds a table of five seats has and the time for all, in ms."""
    seats = (Seat("GM", "gm"), *map(Seat, PLAYERS))
    names = [seat.name for seat in seats]
    flipping = deckahedron.ruleset.begin(Options(), seats)
    for number, player in enumerate(flipping.players.values()):
        player.spread, player.strength = True, 1 + number
    fighting = adventures.table()
    adventure.perform(
        Game(fighting, adventures.driver(random.Random(1), fighting)), "GM", StartCombat()
    )
    for character in fighting.characters.values():
        character.known = ["AR"]
    party = {**realms.PARTY, "Dan": "basic"}
    exploring = realm.begin(TableOptions(characters=party), seats)
    exploring.phase = "exploration"
    for explorer in exploring.players.values():
        explorer.waiting = False
    adventuring = faces.party(4)
    return {
        "deckahedron": _table(
            lambda seat: deckahedron.ruleset.prospects(flipping, seat),
            names,
            lambda: [player.deck.bag for player in flipping.players.values()],
        ),
        "deck-of-adventures": _table(
            lambda seat: adventure.prospects(fighting, seat),
            names,
            lambda: [fighting.decks[name].deck.bag for name in PLAYERS],
        ),
        "realms-behind": _table(
            lambda seat: realm.prospects(exploring, seat),
            names,
            lambda: [player.deck.bag for player in exploring.players.values()],
        ),
        "thousand-faces": _table(
            lambda seat: face.prospects(adventuring, seat),
            [adventuring.gm, *adventuring.order],
            lambda: [player.deck.bag for player in adventuring.players.values()],
        ),
    }


def _table(
    prospects: Callable[[str], list[Prospect]],
    seats: list[str],
    bags: Callable[[], list[list[str]]],
) -> tuple[int, float]:
    """Before each turn of the clock a card leaves a deck and another one returns."""
    luck = random.Random(5)
    found = spent = 0.0
    gone: list[tuple[list[str], str]] = []
    for _ in range(TABLES):
        for bag, card in gone:
            bag.append(card)
            bag.sort()
        gone = [(bag, bag.pop(luck.randrange(len(bag)))) for bag in bags()]
        start = process_time()
        odds = [odds_as_data(one) for seat in seats for one in prospects(seat)]
        spent += process_time() - start
        found += len(odds)
    return round(found / TABLES), spent / TABLES * 1000


def main() -> None:
    heads = ("icepool, µs", "from cards, µs", "ratio", "from classes, µs", "ratio")
    print(f"  {'':<42}" + "".join(f"{head:>18}" for head in heads))
    for name, make in (
        ("best of 3 from a Deckahedron", flips),
        ("a check with Upper Hand 3 from 44 cards", checks),
    ):
        mine, sorting, peer = timed(make)
        figures = f"{peer:>18.1f}{sorting:>18.1f}{peer / sorting:>18.0f}"
        print(f"  {name:<42}{figures}{mine:>18.1f}{peer / mine:>18.0f}")
    print(f"  {'all odds of a table of five seats':<42}{'odds':>10}{'ms':>13}")
    for game, (odds, milliseconds) in whole_tables().items():
        print(f"  {game:<42}{odds:>10}{milliseconds:>13.2f}")


if __name__ == "__main__":
    main()
