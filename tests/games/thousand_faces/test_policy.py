"""Machines in every seat: no fight stalls, and no move of theirs is refused."""

from __future__ import annotations

import random

import pytest

from fatedeck.engine.chance import commitment
from fatedeck.engine.entries import Act, Header, act
from fatedeck.engine.game import Seat
from fatedeck.engine.record import Record
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.machine.policy import Adventurer
from fatedeck.games.thousand_faces.rules.families import Deed
from fatedeck.games.thousand_faces.state import Options, Table

LONGEST = 2000
"""So many actions no fight of this size takes."""

AnyTable = Record[Table, Options, Deed]


@pytest.mark.parametrize("seed", range(12))
def test_no_fight_of_machines_stalls(seed: int) -> None:
    """Up to five PCs, hurt or raging, against up to twelve foes, in every format. TFA-336."""
    assert fight(seed) < LONGEST


def test_given_to_the_machine_during_set_up_a_seat_makes_a_character() -> None:
    """TFA-316, TFA-319, TFA-323."""
    for moves, players in (("random", 5), ("gm", 1), ("gm", 5), ("draft", 3)):
        record = a_table(random.Random(1), {"moves": moves}, players)
        assert machines_play(record, LONGEST) < LONGEST
        assert record.state.phase == "play", moves
        assert all(len(player.moves) >= 3 for player in record.state.players.values())


@pytest.mark.parametrize("moves", ["random", "gm", "draft"])
def test_the_machine_brings_ready_made_heroes(moves: str) -> None:
    """Each somebody else, with a sentence and the points they are written with. TFA-374."""
    record = a_table(random.Random(1), {"moves": moves}, 3)
    machines_play(record, LONGEST)
    heroes = [player for _, player in record.state.seated()]
    assert [hero.name for hero in heroes] == ["Petra", "Ludo", "Sanne"]
    assert heroes[0].background == "A dockhand who has never backed away from a fight."
    assert heroes[0].attributes == {"str": 3, "dex": 2, "int": 1}


def test_the_machine_goes_on_with_a_hero_who_was_begun() -> None:
    """What somebody has chosen before they left is not put away for a ready-made hero. TFA-374."""
    record = a_table(random.Random(1), {"moves": "random"}, 1)
    seat = record.state.order[0]
    record.do(seat, {"do": "name-character", "name": "Oda"})
    machines_play(record, LONGEST)
    assert record.state.players[seat].name == "Oda"


def fight(seed: int) -> int:
    """How many actions it takes machines to fight to the end."""
    luck = random.Random(seed)
    options: dict[str, object] = {
        "campaign": luck.choice(("one-shot", "nine-hour", "thirty-hour")),
        "numbers": luck.choice(("cards", "dice")),
        "stamina": luck.choice(("guide", "lucky", "heroic")),
        "exhaustion_reveal": luck.choice(("discard", "return")),
    }
    record = a_table(luck, options, luck.randint(1, 5))
    machines_play(record, LONGEST)
    for seat, player in record.state.seated():
        path = f"players/{seat}"
        record.do("GM", {"do": "fiat.set", "path": f"{path}/xp", "value": luck.randint(0, 3)})
        record.do("GM", {"do": "fiat.set", "path": f"{path}/wounds", "value": luck.randint(0, 2)})
        for word in luck.choice(([], [], ["berserk"], ["cornered"])):
            record.do("GM", {"do": "fiat.add", "path": f"{path}/conditions", "condition": word})
        for card in luck.sample(sorted(player.deck), luck.randint(0, 12)):
            piles = {"source": f"{path}/deck", "target": f"{path}/exhaustion", "place": "bag"}
            record.do("GM", {"do": "fiat.move", "card": card, **piles})
    for number in range(luck.randint(1, 12)):
        foe: Act = {
            "name": f"Foe {number}",
            "stamina": luck.randint(1, 10),
            "armour": luck.randint(0, 2),
        }
        record.do("GM", {"do": "add-foe", "power": luck.choice(("1", "d4")), **foe})
    record.do("GM", {"do": "begin-combat", "format": luck.randint(1, 3)})
    return machines_play(record, LONGEST)


def a_table(luck: random.Random, options: dict[str, object], players: int) -> AnyTable:
    secret = luck.randbytes(32)
    names = ("Ana", "Ben", "Cleo", "Dov", "Eli")[:players]
    seats = (Seat("GM", "gm"), *(Seat(name) for name in names))
    header = Header(ruleset.id, ruleset.version, seats, options, commitment(secret))
    record: AnyTable = Record(ruleset, header, secret=secret)
    record.set_up()
    return record


def machines_play(record: AnyTable, most: int) -> int:
    """Every seat acts when its machine wants to, until none does; a refusal fails the test."""
    machine = Adventurer()
    seats = [seat.name for seat in record.header.seats]
    for taken in range(most):
        while record.waiting_for:
            seat = record.waiting_for[0]
            question = record.question_for(seat)
            assert question is not None
            record.answer(seat, machine.answer(record.state, question))
        wishes = ((seat, machine.act(record.state, seat)) for seat in seats)
        seat, action = next(((seat, wish) for seat, wish in wishes if wish), ("", None))
        if action is None:
            assert not record.state.combat, "the fight stalls"
            return taken
        record.do(seat, act(action))
    return most


def test_a_ready_foe_is_one_tap_and_so_is_the_next() -> None:
    """The GM has nothing left to choose, and nothing is paid. TFA-278, TFA-329."""
    record = a_table(random.Random(1), {}, 1)
    machines_play(record, LONGEST)
    shadow = record.state.shadow
    for _ in range(2):
        offers = ruleset.offers(record.state, "GM")
        [guard] = [offer for offer in offers if offer.label == "Bring in a guard"]
        assert not guard.params
        record.do("GM", {"do": guard.do, **guard.fixed})
    assert [foe.name for foe in record.state.foes] == ["Guard", "Guard 2"]
    assert record.state.shadow == shadow
