"""Large random fights of each game with machines in every seat: none stalls, no move is refused."""

from __future__ import annotations

import random
from collections.abc import Callable

from fatedeck.bots.match import Match
from fatedeck.bots.players import PolicyPlayer
from fatedeck.engine.errors import Refused
from fatedeck.engine.ruleset import find_game
from tests.games.deck_of_adventures import test_laws as deck_of_adventures
from tests.games.deckahedron.sessions import ALL, new_session, play_by_policy
from tests.games.realms_behind.brawls import brawl, fought
from tests.games.thousand_faces import test_policy as thousand_faces

FIGHTS = 2_000
LONGEST = 4_000
"""So many steps no fight of these sizes takes."""


def main(share: float = 1) -> None:
    """As many of each game; a fight that fails is told with the seed that brings it back."""
    for name, fight in KINDS.items():
        count = round(FIGHTS * share)
        failed = [seed for seed in range(count) if not ends(name, fight, seed)]
        print(f"fights of {name}: {count} played, {len(failed)} stalled or refused", flush=True)


def ends(name: str, fight: Callable[[int], None], seed: int) -> bool:
    try:
        fight(seed)
    except (AssertionError, Refused) as fault:
        print(f"  {name}, seed {seed}: {fault!r}", flush=True)
        return False
    return True


def adventurer_factory(seed: int) -> None:
    duel = find_game("adventurer-factory")
    machine = PolicyPlayer(duel)
    match = Match(duel, ("Ana", "Ben"), seed=seed)
    for _ in range(LONGEST):
        moment = match.moment
        if moment is None:
            return
        match.make(machine.decide(moment))
    raise AssertionError("the duel never ends")


def deckahedron(seed: int) -> None:
    """Three against up to six, in both ways of Stamina."""
    luck = random.Random(seed)
    record = new_session(seed, {"modules": ALL, "stamina": luck.choice(("heroic", "gritty"))})
    while record.state.phase == "creation" or record.waiting_for:
        play_by_policy(record, 1)
    for number in range(luck.randint(1, 6)):
        record.do(
            "GM",
            {
                "do": "add-foe",
                "name": f"Foe {number}",
                "stamina": luck.randint(1, 14),
                "strength": luck.randint(1, 3),
                "dexterity": luck.randint(1, 3),
                "kind": luck.choice(("common", "tough")),
            },
        )
    play_by_policy(record, LONGEST)
    assert not record.state.fighting(), "the fight stalls"


def realms_behind(seed: int) -> None:
    luck = random.Random(seed)
    assert fought(brawl(luck), luck) != "nobody", "the fight never ends"


def a_thousand_faces(seed: int) -> None:
    assert thousand_faces.fight(seed) < thousand_faces.LONGEST, "the fight never ends"


KINDS: dict[str, Callable[[int], None]] = {
    "adventurer-factory": adventurer_factory,
    "deck-of-adventures": deck_of_adventures.test_no_fight_of_machines_stalls,
    "deckahedron": deckahedron,
    "realms-behind": realms_behind,
    "thousand-faces": a_thousand_faces,
}
