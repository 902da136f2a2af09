"""Small tables for tests: a party, some foes, and somebody who answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from fatedeck.engine.cards import move
from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import (
    Answer,
    Choose,
    Draw,
    Each,
    Number,
    Question,
    Roll,
    Several,
    Text,
)
from fatedeck.engine.story import Line
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import powers, premades, tables
from fatedeck.games.deck_of_adventures.rules.characters import take_premade
from fatedeck.games.deck_of_adventures.rules.creatures import place_creature
from fatedeck.games.deck_of_adventures.rules.experience import attribute_price, skill_bonus
from fatedeck.games.deck_of_adventures.rules.powers import UsePower
from fatedeck.games.deck_of_adventures.rules.turns import controller
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTES,
    SKILLS,
    Character,
    Combat,
    Table,
    Turn,
)

PLAYERS = ("Ana", "Ben", "Cleo", "Dov")
CODEC = Codec(ruleset)


def table(
    party: Iterable[str] = ("Clubs2", "Spades2"),
    foes: Iterable[str] = ("Grunt",),
    **options: object,
) -> Table:
    """Premade characters three spaces from creatures, nobody holding Fate Cards."""
    party = list(party)
    seats = [Seat("GM", "gm"), *(Seat(name) for name in PLAYERS[: len(party)])]
    state = CODEC.begin(dict(options), seats)
    ruleset.setup(Game(state, lucky(random.Random(0))))
    for column, premade in enumerate(party):
        who = state.characters[PLAYERS[column]]
        take_premade(state, who, premades()[premade])
        who.x, who.y = 4 + 2 * column, 8
    for column, creature in enumerate(foes):
        foe = place_creature(state, creature, "foes")
        foe.x, foe.y = 4 + 2 * column, 5
    for cards in state.decks.values():
        for card in list(cards.fate):
            move(card, cards.fate, cards.spent)
    return state


def fighting(state: Table, first: str = "Ana") -> Turn:
    """Put everybody into a fight, each with a Target Card; `first` acts."""
    for who in state.characters.values():
        if not who.target and not who.target_with:
            cards = state.cards(who)
            who.target = cards.deck.bag[0]
            move(who.target, cards.deck, cards.targets)
    order = [first, *(name for name in state.characters if name != first)]
    order = [name for name in order if not state.characters[name].target_with]
    state.combat = Combat(order=order, queue=list(order), turns=[Turn(first)])
    return state.combat.turns[0]


def stack(state: Table, who: Character, *cards: str) -> None:
    """Lay these cards on top of the deck that someone draws from."""
    deck = state.cards(who)
    for card in reversed(cards):
        for pile in (deck.deck, deck.discard, deck.fate, deck.targets, deck.spent):
            if card in pile:
                move(card, pile, deck.deck)
                break


def set_target(state: Table, who: Character, card: str) -> None:
    """Give someone this Target Card."""
    cards = state.cards(who)
    if who.target and who.target in cards.targets:
        move(who.target, cards.targets, cards.deck, "bag")
    move(card, cards.deck, cards.targets)
    who.target = card


def script(*answers: Answer) -> Callable[[Question], Answer]:
    """Answers choices in this order; chance takes the first card."""
    left = list(answers)

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return question.cards[0]
        if isinstance(question, Roll):
            return 1
        assert left, f"unexpected question: {question}"
        if isinstance(question, Each):
            return left.pop(0)
        return question.check(left.pop(0))

    return answer


def lucky(luck: random.Random) -> Callable[[Question], Answer]:
    """Answers everything at random."""

    def answer(question: Question) -> Answer:
        match question:
            case Draw():
                return luck.choice(question.cards)
            case Roll():
                return luck.randint(1, question.sides)
            case Choose():
                return luck.choice(question.options)
            case Several():
                number = luck.randint(question.least, question.most)
                return luck.sample(question.options, number)
            case Number():
                return luck.randint(question.low, question.high)
            case Text():
                return "so be it"
            case Each():
                return {one.seat: str(answer(one)) for one in question.questions}

    return answer


def use_power(
    game: Game[Table], who: Character, power: str, targets: list[str], cost: int = 0
) -> None:
    """Let someone use a power, whoever decides for it now."""
    turn = game.state.combat.turn if game.state.combat is not None else None
    seat = controller(game.state, turn) if turn is not None else who.owner
    ruleset.perform(game, seat, UsePower(power, who=who.name, cost=cost, targets=targets))


def game_of(state: Table, *answers: Answer) -> Game[Table]:
    """A game whose choices are answered in this order."""
    lines: list[Line] = []
    return Game(state, script(*answers), lines=lines)


def xp_spent(who: Character) -> int:
    """What a sheet has cost: Modifiers and Powers, less what Vulnerabilities gave. DOA-319.

    A Skill is priced on its own bonus, a lowered Attribute by its table unless a Vulnerability set
    its start. DOA-320 to DOA-322, DOA-326.
    """
    listed = powers(who.power_set)
    spent = sum(attribute_price(who, name) for name in ATTRIBUTES)
    spent += sum(tables().skill_bonus_cost[skill_bonus(who, skill)] for skill in SKILLS)
    spent += sum(listed[name].xp for name in who.powers)
    return spent - sum(who.vulnerability_xp.values())
