"""How fast Deck of Adventures runs: Checks and whole fights, in processor time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Draw, Each, Question, Roll
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import premades
from fatedeck.games.deck_of_adventures.machine.policy import policy
from fatedeck.games.deck_of_adventures.rules.characters import take_premade
from fatedeck.games.deck_of_adventures.rules.checks import check
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.creatures import place_creature
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.rules.rests import full_rest
from fatedeck.games.deck_of_adventures.state import Table

PLAYERS = ("Ana", "Ben", "Cleo", "Dan")
PARTY = ("Clubs2", "Spades2", "Diamonds2", "Hearts2")
FOES = ("Grunt", "Gray Wolf", "Guard", "Captain, Defender")


def table() -> Table:
    """Four premade characters of level 2 against four creatures, 9 spaces apart."""
    seats = [Seat("GM", "gm"), *map(Seat, PLAYERS)]
    codec = Codec(ruleset)
    state = codec.begin({}, seats)
    ruleset.setup(Game(state, driver(random.Random(0), state)))
    for column, (name, premade) in enumerate(
        zip(("Ana", "Ben", "Cleo", "Dan"), PARTY, strict=True)
    ):
        who = state.characters[name]
        take_premade(state, who, premades()[premade])
        who.x, who.y = 6 + 2 * column, 14
    for column, creature in enumerate(FOES):
        foe = place_creature(state, creature, "foes")
        foe.x, foe.y = 6 + 2 * column, 5
    return state


def driver(luck: random.Random, state: Table) -> Callable[[Question], Answer]:
    """Answers chance by luck and choices by the game's own policy."""
    machine = policy()
    uniform = luck.random

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            cards = question.cards
            return cards[int(uniform() * len(cards))]
        if isinstance(question, Roll):
            return luck.randint(1, question.sides)
        if isinstance(question, Each):
            return {part.seat: plain(machine.answer(state, part)) for part in question.questions}
        return machine.answer(state, question)

    return answer


def plain(answer: Answer) -> str | int | list[str]:
    assert not isinstance(answer, dict)
    return answer


def fight(state: Table, luck: random.Random) -> int:
    """Play a fight to its end; the number of actions."""
    machine = policy()
    game = Game(state, driver(luck, state))
    ruleset.perform(game, "GM", StartCombat())
    actions = 0
    while state.combat is not None:
        turn = state.combat.turn
        seat = state.characters[turn.who].owner if turn is not None else "GM"
        action = machine.act(state, seat)
        if not isinstance(action, Deed):
            action = machine.act(state, "GM")
        assert isinstance(action, Deed), turn
        ruleset.perform(game, seat, action)
        actions += 1
        assert actions < 2000, state.combat
    return actions


def checks_per_second(seconds: float = 1.0) -> float:
    """A Dealer draws from its own deck; the policy spends its Fate Cards on Misses.

    After 40 Checks it takes a Full Rest, which is counted in.
    """
    luck = random.Random(1)
    codec = Codec(ruleset)
    state = codec.decode(codec.encode(table()))
    game = Game(state, driver(luck, state))
    who = state.characters["Ana"]
    done = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        for _ in range(10):
            for _ in range(40):
                check(game, who, "Brute", "8C", 2)
            full_rest(game, who)
        done += 400
    return done / (time.process_time() - begin)


def fights_per_second(seconds: float = 3.0) -> tuple[float, float, float]:
    """Fights a second, actions in a fight, and how often the party wins."""
    luck = random.Random(2)
    codec = Codec(ruleset)
    start = codec.encode(table())
    fights = actions = won = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        state = codec.decode(start)
        actions += fight(state, luck)
        won += any(not who.dead and who.hp for who in state.characters.values() if who.kind == "pc")
        fights += 1
    return fights / (time.process_time() - begin), actions / fights, won / fights


def main() -> None:
    print(f"{'checks a second':<28}{checks_per_second():>12,.0f}")
    rate, actions, won = fights_per_second()
    print(f"{'4 v 4 fights a second':<28}{rate:>12,.0f}")
    print(f"{'actions in a fight':<28}{actions:>12.1f}")
    print(f"{'the party wins':<28}{won:>12.0%}")


if __name__ == "__main__":
    main()
