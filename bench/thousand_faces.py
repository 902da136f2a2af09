"""How fast the rules of A Thousand Faces of Adventure run on one core: flips and fights.

Every choice is made by the game's own policy; seconds are those of the processor.

Run from the root of the repository: `python bench/thousand_faces.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Choose, Draw, Each, Question, Roll
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.machine.policy import Adventurer
from fatedeck.games.thousand_faces.rules.creation import QuickCharacter
from fatedeck.games.thousand_faces.rules.flips import flip
from fatedeck.games.thousand_faces.rules.foes import BeginCombat, EndCombat
from fatedeck.games.thousand_faces.state import Foe, Options, Table

SEATS = (Seat("GM", "gm"), *(Seat(name) for name in ("Ana", "Ben", "Cleo")))
FLIPS, FIGHTS = 200_000, 1_500


def guards(number: int) -> list[Foe]:
    """Two guards, however many meet them."""
    return [Foe(f"guard {place + 1}", 6, "d4", most=6) for place in range(2)]


def soldiers(number: int) -> list[Foe]:
    """As many soldiers as there are PCs, and their lieutenant."""
    ranks = [Foe(f"soldier {place + 1}", 6, "d4", most=6) for place in range(number)]
    return [*ranks, Foe("lieutenant 1", 8, "d6", most=8)]


ENCOUNTERS = (guards, soldiers)


def driver(state: Table, seed: int) -> Callable[[Question], Answer]:
    """Answers chance from a seeded stream and every choice by the game's own policy."""
    uniform = random.Random(seed).random
    policy = Adventurer()

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return question.cards[int(uniform() * len(question.cards))]
        if isinstance(question, Roll):
            return 1 + int(uniform() * question.sides)
        if isinstance(question, Each):
            answers: dict[str, str | int | list[str]] = {}
            for part in question.questions:
                one = policy.answer(state, part)
                assert not isinstance(one, dict)
                answers[part.seat] = one
            return answers
        return policy.answer(state, question)

    return answer


def party(seats: int = 3, encounter: int = 0) -> Table:
    """Quick characters before an encounter."""
    state = ruleset.begin(Options(campaign="nine-hour"), SEATS[: seats + 1])
    game = Game(state, driver(state, 0))
    ruleset.setup(game)
    for seat in state.order:
        ruleset.perform(game, seat, QuickCharacter())
    state.phase = "play"
    state.foes += ENCOUNTERS[encounter](seats)
    ruleset.perform(game, "GM", BeginCombat(1))
    return state


def flips_per_second() -> float:
    """Flips with up to one card more; a flashback flips again and counts again."""
    state = party(1)
    again = 0
    by_policy = driver(state, 1)

    def answer(question: Question) -> Answer:
        nonlocal again
        given = by_policy(question)
        asked = isinstance(question, Choose) and question.name == "flashback"
        again += asked and given == "yes"
        return given

    game = Game(state, answer)
    face = catalogue.moves()["defy_danger"]
    nets = (0, 0, 1, 0, -1)
    suits = ("anvil", "blade", "crown", "dragon")
    begun = process_time()
    for number in range(FLIPS):
        flip(game, "Ana", suits[number & 3], nets[number % 5], face=face)
    return (FLIPS + again) / (process_time() - begun)


def fight(state: Table, seed: int) -> bool:
    """Fight until one side is out; whether the party won."""
    game, policy = Game(state, driver(state, seed)), Adventurer()
    while True:
        seat = state.gm
        action = policy.act(state, seat)
        if action is None:
            seat = state.spotlight
            action = policy.act(state, seat)
        assert action is not None
        ruleset.perform(game, seat, action)
        if isinstance(action, EndCombat):
            return bool(state.able())


def fights_per_second(encounter: int) -> tuple[float, float]:
    codec = Codec(ruleset)
    before = codec.encode(party(3, encounter))
    won = 0
    begun = process_time()
    for seed in range(FIGHTS):
        won += fight(codec.decode(before), seed)
    return FIGHTS / (process_time() - begun), won / FIGHTS


def offers_in_microseconds() -> dict[str, float]:
    state = party()
    found = {}
    for seat in ("GM", "Ana"):
        begun = process_time()
        for _ in range(500):
            ruleset.offers(state, seat)
        found[seat] = (process_time() - begun) / 500 * 1e6
    return found


def main() -> None:
    print(f"flips a second       {flips_per_second():12,.0f}")
    for place, foes in enumerate(("2 guards", "3 soldiers and a lieutenant")):
        fights, won = fights_per_second(place)
        print(f"fights a second      {fights:12,.0f}   3 PCs, {foes}; {100 * won:.0f} % won")
    for seat, micros in offers_in_microseconds().items():
        print(f"offers of {seat:<10} {micros:12.0f} µs")


if __name__ == "__main__":
    main()
