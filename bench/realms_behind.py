"""How fast The Realms Behind plays: policy-driven checks and whole encounters, one core."""

from __future__ import annotations

import random
from time import process_time

from fatedeck.engine.cards import shuffle
from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Draw, Each, Question, Roll
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.checks import Terms, check, draw_cards
from fatedeck.games.realms_behind.rules.creatures import AddCreatures
from fatedeck.games.realms_behind.rules.encounter import StartEncounter
from fatedeck.games.realms_behind.rules.turns import all_down
from fatedeck.games.realms_behind.state import Table, TableOptions

SEATS = (Seat("GM", "gm"), Seat("Ana"), Seat("Ben"), Seat("Cleo"))
PARTY = {"Ana": "dhutlo", "Ben": "tamsin", "Cleo": "orrin"}


class Driver:
    """Answers chance at random and choices by the game's own policy."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.policy = ruleset.policy()
        self.table: Table | None = None

    def __call__(self, question: Question) -> Answer:
        if type(question) is Draw:
            return question.cards[int(self.luck.random() * len(question.cards))]
        if type(question) is Roll:
            return self.luck.randint(1, question.sides)
        assert self.table is not None
        if type(question) is Each:
            answers: dict[str, str | int | list[str]] = {}
            for part in question.questions:
                answer = self.policy.answer(self.table, part)
                assert not isinstance(answer, dict)
                answers[part.seat] = answer
            return answers
        return self.policy.answer(self.table, question)


def table_of(seats: tuple[Seat, ...], driver: Driver) -> Game[Table]:
    """A table on its first day."""
    party = {seat.name: PARTY[seat.name] for seat in seats if seat.role != "gm"}
    table = ruleset.begin(TableOptions(characters=party), seats)
    game = Game(table, driver, seats, None)
    driver.table = table
    ruleset.setup(game)
    return game


def checks_a_second(seconds: float) -> float:
    """Melee checks of one character against 12, with a new hand whenever the old one is spent."""
    driver = Driver(random.Random(1))
    game = table_of(SEATS[:2], driver)
    hero = game.state.players["Ana"]
    terms = Terms("melee", 6, 12)
    done, start = 0, process_time()
    while process_time() - start < seconds:
        for _ in range(50):
            if not hero.hand.top:
                shuffle(hero.deck, hero.discard)
                draw_cards(game, hero, 18)
            check(game, hero, terms)
        done += 50
    return done / (process_time() - start)


def encounter(game: Game[Table], driver: Driver, most: int = 2000) -> str:
    """Play from the first turn until one side is down."""
    table = game.state
    for _ in range(most):
        if all_down(table, "party"):
            return "foes"
        if all_down(table, "foes"):
            return "party"
        seat = table.seat_of(table.being(table.whose_turn()))
        action = driver.policy.act(table, seat)
        assert action is not None
        ruleset.perform(game, seat, action)
    return "nobody"


def encounters_a_second(seconds: float) -> tuple[float, float]:
    """Three characters against three veteran goblin raiders; also how often the party wins."""
    driver = Driver(random.Random(2))
    game = table_of(SEATS, driver)
    for character in game.state.players.values():
        character.willing = False
    ruleset.perform(game, "GM", AddCreatures("goblin-raider", "veteran", 3))
    ruleset.perform(game, "GM", StartEncounter())
    codec = Codec(ruleset)
    begun = codec.encode(game.state)
    done = won = 0
    start = process_time()
    while process_time() - start < seconds:
        table = codec.decode(begun)
        driver.table = table
        won += encounter(Game(table, driver, SEATS, None), driver) == "party"
        done += 1
    return done / (process_time() - start), won / done


def main(seconds: float = 3.0) -> None:
    """Print a small table."""
    print("The Realms Behind")
    print(f"  checks a second      {checks_a_second(seconds):>10,.0f}")
    encounters, won = encounters_a_second(seconds)
    print(f"  encounters a second  {encounters:>10,.0f}   (the party wins {won:.0%})")


if __name__ == "__main__":
    main()
