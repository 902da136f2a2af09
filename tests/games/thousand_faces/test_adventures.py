"""What an adventure offers fits what was told in it: nobody is asked to do what is past."""

from __future__ import annotations

import pytest

from fatedeck.engine.adventure import Adventure
from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.tale import Tale, Telling, nobody, nothing, wishes
from fatedeck.games.thousand_faces import ruleset

BRIDGE, ORCHARD = "a-bridge-before-dawn", "the-orchard-that-walks"
MARKET, CHAMBER = "the-night-market-of-faces", "sarukkans-chamber"


def adventure(name: str) -> Adventure:
    return read_adventure(ruleset.adventures[name])


def wished(name: str, scene: str, *clues: str, **clocks: int) -> set[str]:
    """All that a player can ask for in a scene when so much is known."""
    tale = Tale(where=scene, clues=list(clues), clocks={"Boots on the stairs": 0} | clocks)
    told = Telling(tale, adventure(name), "GM", ("Ana",), None, nothing, nobody)
    return set(wishes(told, "Ana").values())


@pytest.mark.parametrize(
    ("name", "scene", "known", "past"),
    [
        (
            BRIDGE,
            "harrowgate-bridge",
            "The captain stands aside",
            ["Ask her what the letter says", "Leave the bridge for the goat path"],
        ),
        (
            BRIDGE,
            "harrowgate-bridge",
            "Pike has drawn",
            ["Ask her what the letter says"],
        ),
        (BRIDGE, "the-broken-axle", "A cart that rolls", ["Carry the crate to the bridge"]),
        (
            BRIDGE,
            "the-goat-path",
            "Down and over",
            ["Search the ledge", "Give it up and try the bridge"],
        ),
        (
            BRIDGE,
            "the-square-at-sallow",
            "Vane wrote the order",
            ["Give Vane the crate and take his money"],
        ),
        (
            ORCHARD,
            "the-lane-at-evening",
            "The well is free",
            ["Ask the tree in the well for the bucket"],
        ),
        (
            ORCHARD,
            "the-lane-at-evening",
            "A tree has handed you a bucket",
            ["Take the axe to the tree in the well"],
        ),
        (
            ORCHARD,
            "the-cider-barn",
            "Nobody burns tonight",
            ["Keep them from burning it tonight"],
        ),
        (
            ORCHARD,
            "the-glasshouse",
            "Pim lends you the singing twig",
            ["Listen to the end"],
        ),
        (
            ORCHARD,
            "the-oldest-tree",
            "The tree would lend it for a summer",
            ["Ask her what she would take for it"],
        ),
        (
            ORCHARD,
            "the-trees-in-the-street",
            "Pim lends you the singing twig",
            ["Get Pim to open the window"],
        ),
        (
            ORCHARD,
            "the-trees-in-the-street",
            "Nobody burns tonight",
            ["Stand before the torches", "throw a torch"],
        ),
        (
            MARKET,
            "among-the-unsold",
            "The unsold have come down",
            ["Tell the nearest something true", "Duck under the lines and run"],
        ),
        (MARKET, "the-auction-tent", "Lot three is yours", ["Bid for lot three"]),
        (
            MARKET,
            "the-auction-tent",
            "Lot nineteen is sold",
            ["Bid for lot three", "Wait till the hammer falls, and follow the parcel"],
        ),
        (
            MARKET,
            "the-hearing",
            "Lot nineteen is sold",
            ["Ask the face itself", "Have every veil in the row lifted"],
        ),
        (
            MARKET,
            "the-causeway",
            "Somebody is at the chapel before him",
            ["Pull him out", "Ask them who pays after sunrise"],
        ),
        (
            MARKET,
            "the-causeway-chapel",
            "Dacre has whistled for his men",
            ["Stop the pen", "Look for the freckle", "Let him sign", "Take it off him by force"],
        ),
    ],
)
def test_what_is_past_is_not_offered(name: str, scene: str, known: str, past: list[str]) -> None:
    """And there is always something to do."""
    assert set(past) <= wished(name, scene, "You know her by the freckle")
    after = wished(name, scene, known, "You know her by the freckle")
    assert after
    assert not set(past) & after


def test_whoever_has_driven_across_the_bridge_is_across() -> None:
    """Where the captain laughs behind them, nobody is asked to look at her."""
    [bridge] = [scene for scene in adventure(BRIDGE).scenes if scene.id == "harrowgate-bridge"]
    [drive] = [check for check in bridge.checks if check.name == "Drive the cart straight through"]
    goes = {tone: outcome.go for tone, outcome in drive.brings.items()}
    sallow = "the-square-at-sallow"
    assert goes == {"great": sallow, "good": sallow, "mixed": sallow, "bad": ""}


def test_nobody_hides_from_guards_who_are_in_the_room() -> None:
    hide = "Hide behind the hangings"
    assert hide in wished(CHAMBER, "the-chamber")
    assert hide not in wished(CHAMBER, "the-chamber", **{"Boots on the stairs": 10})
