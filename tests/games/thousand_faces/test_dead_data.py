"""Each number in `data/` makes a difference: to faces, heroes, foes, rules and odds."""

from __future__ import annotations

import msgspec

from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Draw, Question, Roll, Several
from fatedeck.games.thousand_faces import data, ruleset
from fatedeck.games.thousand_faces.rules.creation import TakeHero
from fatedeck.games.thousand_faces.rules.efforts import Effort
from fatedeck.games.thousand_faces.rules.foes import AddFoe
from fatedeck.games.thousand_faces.rules.moves import carry_out
from fatedeck.games.thousand_faces.rules.pursuit import _pay_for_running, rabbit_flip
from fatedeck.games.thousand_faces.state import OUT_OF_ACTION, Options, Player, new_item
from tests.games.dead_data import Place, dead_numbers, wandered
from tests.games.thousand_faces.tabletop import plainly, player, table

GAME = "thousand-faces"
SEATS = (Seat("GM", "gm"), Seat("Ana"), Seat("Ben"), Seat("Cleo"))
CAMPAIGNS = ("one-shot", "nine-hour", "thirty-hour")


def printed(place: Place) -> bytes:
    return msgspec.json.encode(ruleset.faces(Options())[place[2]])


def anyhow(question: Question) -> Answer:
    """The first card comes, dice show 1, and the least is answered."""
    if isinstance(question, Draw):
        return question.cards[0]
    if isinstance(question, Several):
        return list(question.options[: question.least])
    return 1 if isinstance(question, Roll) else plainly(question)


def burdened(items: int, rank: int = 2) -> Player:
    """A PC who carries so much."""
    ana = player(rank, rank)
    club = next(face for face in data.items().values() if face.enc == 1)
    ana.pack = 0
    ana.items = [new_item(club) for _ in range(items)]
    return ana


def test_cards() -> None:
    def shown(place: Place) -> object:
        card = place[2]
        suits = [data.readings(suit)[card] for suit in data.SUITS]
        dice = [data.numbers(die).get(card) for die in ("d4", "d6", "d10")]
        return printed(place), suits, dice, card in data.xp_cards(), card in data.stamina_cards()

    assert dead_numbers(GAME, "cards", shown) == []


def test_moves() -> None:
    def made(place: Place) -> object:
        move = place[2]
        put_aside = [move in data.envelope(rings) for rings in range(9)]
        at_any_time = [face.id for face in data.base_flips() if face.id == move]
        return printed(place), put_aside, at_any_time, after(move)

    def after(move: str) -> object:
        """What a burdened PC pays for a move."""
        ana = burdened(9)
        if move in PENALTIES:
            try_it(move, ana)
        return len(ana.exhaustion)

    assert dead_numbers(GAME, "base-moves", made) == []
    assert dead_numbers(GAME, "move-cards", made) == []


PENALTIES = [move for move, face in data.move_cards().items() if face.penalty]


def try_it(move: str, ana: Player) -> None:
    face = data.moves()[move]
    effort = Effort("Ana", face, (face.attrs or ("str",))[0])
    carry_out(Game(table(ana), anyhow, SEATS), effort)


def test_items() -> None:
    def owned(place: Place) -> object:
        return printed(place), [place[2] in data.starting_items(one) for one in CAMPAIGNS]

    assert dead_numbers(GAME, "items", owned) == []


def test_heroes() -> None:
    def taken(place: Place) -> object:
        here = ruleset.begin(Options(), SEATS)
        TakeHero(place[2]).do(Game(here, anyhow, SEATS), "Ana")
        return here.players["Ana"].attributes

    assert dead_numbers(GAME, "heroes", taken) == []


def test_tables() -> None:
    def ruled(place: Place) -> object:
        match place[1]:
            case "pursuit":
                return [rabbit_flip(burdened(items)) for items in range(12)], [
                    rabbit_flip(burdened(0, rank)) for rank in (1, 2, 3)
                ]
            case "encumbrance_penalty" | "bravely_run_away":
                return [stamina_after(place[1], items) for items in range(14)]
            case "foe_guide" | "foes":
                return [repr(way) for way in AddFoe.ways(table(player()), "GM")]
            case "foe_augment":
                return [foe.price() for foe in FOES]
            case "tutorial":
                here = ruleset.begin(Options(tutorial=True), SEATS)
                return [one.attributes for one in here.players.values()]
            case _:
                return {level: data.level_modifier(level) for level in data.tables().levels}

    assert dead_numbers(GAME, "tables", ruled, alone=True) == []


FOES = [
    AddFoe("Ogre", stamina, power, kind="monster", specials=specials)
    for stamina in (10, 12, 18)
    for power in ("d4", "d6", "d10")
    for specials in (0, 1)
]


def stamina_after(how: str, items: int) -> tuple[int, int]:
    ana = burdened(items)
    ana.exhaustion.top = [ana.deck.bag.pop() for _ in range(5)]
    if how == "bravely_run_away":
        _pay_for_running(Game(table(ana), anyhow, SEATS), "Ana")
    else:
        try_it(PENALTIES[0], ana)
    return len(ana.deck), len(ana.exhaustion)


def test_wandering() -> None:
    assert dead_numbers(GAME, "wandering", wandered(GAME)) == []


def test_worth() -> None:
    def standing(place: Place) -> object:
        ana = player()
        ana.harm, ana.wounds, ana.xp = 1, 1, 2
        ana.conditions.append(next(iter(OUT_OF_ACTION)))
        study = ruleset.studies()[0]
        return ruleset.standing(table(ana), "Ana"), ruleset.measure(), study.worth

    assert dead_numbers(GAME, "worth", standing, alone=True) == []
