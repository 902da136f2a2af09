"""The machine in every seat: it makes characters, fights to an end, is never refused or stuck."""

from __future__ import annotations

import random

import pytest

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import act
from fatedeck.engine.errors import Refused
from fatedeck.engine.paths import all_cards
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.rules.creation import Draft, Spread
from fatedeck.games.deckahedron.rules.scenes import EndTurn
from fatedeck.games.deckahedron.state import INCAPACITATED
from tests.games.deckahedron.sessions import (
    ALL,
    FOES,
    DeckahedronRecord,
    new_session,
    play_by_policy,
)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("stamina", ["heroic", "gritty"])
def test_the_machine_plays_a_fight_to_its_end(seed: int, stamina: str) -> None:
    record = new_session(seed, {"modules": ALL, "stamina": stamina})
    cards = all_cards(record.state)
    play_by_policy(record, 60)
    assert record.state.phase == "play"
    while record.waiting_for:
        play_by_policy(record, 1)
    for foe in FOES:
        record.do("GM", foe)
    play_by_policy(record, 1500)
    assert not record.state.fighting()
    assert all_cards(record.state) == cards


def test_the_machine_goes_on_in_the_bare_foundation() -> None:
    record = new_session(1, {})
    play_by_policy(record, 300)

    table = record.state
    assert table.phase == "play"
    assert table.last is not None
    flips = [told.line.text for told in record.log if " flips " in told.line.text]
    heroes = {player.name for player in record.state.players.values()}
    assert {text.split()[0] for text in flips} == heroes


def test_a_seat_given_to_the_machine_makes_a_character() -> None:
    """Also where a person had begun with one: the points stay, and a name is found."""
    record = new_session(4, {"modules": ALL})
    record.do("Ben", act(Spread(4, 1, 1)))
    policy = ruleset.policy()
    while (deed := policy.act(record.state, "Ben")) is not None and not isinstance(deed, Draft):
        record.do("Ben", act(deed))
    ben = record.state.players["Ben"]
    assert (ben.strength, ben.dexterity, ben.intelligence) == (4, 1, 1)
    assert ben.name
    assert ben.tokens_spread
    play_by_policy(record, 60)
    assert record.state.phase == "play"
    names = [player.name for player in record.state.players.values()]
    assert all(names)
    assert len({*names}) == len(names)
    for player in record.state.players.values():
        assert len(player.cards) == 3


def test_the_fallen_have_no_turn_for_the_machine_to_wait_for() -> None:
    record = new_session(1, {"modules": ALL})
    play_by_policy(record, 60)
    while record.waiting_for or record.state.spotlight != "Ana":
        play_by_policy(record, 1)
    table = Codec(ruleset).copy(record.state)
    table.players["Ana"].conditions.append(INCAPACITATED)
    assert ruleset.policy().act(table, "GM") == EndTurn()
    assert ruleset.policy().act(table, "Ana") == EndTurn()


def a_large_fight(seed: int) -> DeckahedronRecord:
    """Foes of all kinds, more than one can beat, under any options; all seats are the machine's."""
    luck = random.Random(seed)
    options: dict[str, object] = {
        "modules": luck.choice([ALL, ALL, ["combat", "attack_simple"], [*ALL[:2], "green_tokens"]]),
        "stamina": luck.choice(["heroic", "gritty"]),
        "dice": luck.choice(["cards", "polyhedral"]),
        "faces": luck.choice(["classic", "current"]),
    }
    record = new_session(seed, options)
    while record.state.phase == "creation" or record.waiting_for:
        play_by_policy(record, 1)
    for number in range(luck.randint(4, 12)):
        stats = {stat: luck.randint(1, 4) for stat in ("strength", "dexterity", "intelligence")}
        kind, notices = luck.choice(["common", "tough"]), luck.choice(["aware", "unaware"])
        record.do(
            "GM",
            {
                "do": "add-foe",
                "name": f"Foe {number}",
                "stamina": luck.randint(1, 12),
                "kind": kind,
                "notices": notices,
                **stats,
            },
        )
    return record


def fight_it_out(seed: int) -> int:
    """How many steps it took until nobody fights; a machine that is stuck or refused fails."""
    record = a_large_fight(seed)
    policy = ruleset.policy()
    for steps in range(20_000):
        if not record.state.fighting() and not record.waiting_for:
            return steps
        if record.waiting_for:
            play_by_policy(record, 1)
            continue
        for name in ("GM", "Ana", "Ben", "Cleo"):
            deed = policy.act(record.state, name)
            if deed is None:
                continue
            try:
                record.do(name, act(deed))
            except Refused as refused:
                raise AssertionError(f"{name} was refused {act(deed)}: {refused}") from refused
            break
        else:
            raise AssertionError(f"nobody has anything to do: {record.state}")
    raise AssertionError("the fight never ends")


@pytest.mark.parametrize("seed", range(6))
def test_machines_in_every_seat_never_stall(seed: int) -> None:
    assert fight_it_out(seed) > 0


def test_a_ready_foe_is_one_tap_and_so_is_the_next() -> None:
    """The GM has nothing left to choose; of twins the second is called Wolf 2. DKH-74, DKH-75."""
    record = new_session(1, {"modules": ALL})
    while record.state.phase != "play":
        play_by_policy(record, 1)
    for _ in range(2):
        [wolf] = [one for one in ruleset.offers(record.state, "GM") if one.label == "Wolf appears"]
        assert not wolf.params
        record.do("GM", {"do": wolf.do, **wolf.fixed})
    foes = record.state.foes
    assert [(name, foe.stamina, foe.dexterity) for name, foe in foes.items()] == [
        ("Wolf", 4, 3),
        ("Wolf 2", 4, 3),
    ]
