"""Laws of a fight, looked for at random: offers hold, no card is lost, nothing leaks."""

from __future__ import annotations

import random
from typing import Literal

import msgspec
import pytest

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.imagine import imagine
from fatedeck.engine.offers import Offer
from fatedeck.engine.paths import all_cards
from fatedeck.engine.random_play import fill
from fatedeck.engine.story import Line
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import creatures, powers, premades
from fatedeck.games.deck_of_adventures.state import Table
from tests.games.deck_of_adventures.tabletop import CODEC, lucky, table

CONDITIONS = (
    "Stunned",
    "Entangled",
    "Knocked Down",
    "Blinded",
    "Deafened",
    "Burned",
    "Frozen",
    "Suffocating",
    "Invisible",
)
ITEMS = ("Potion of Healing", "Charm of True Aim", "Poison Bottle", "Torches")


def wild_table(luck: random.Random) -> Table:
    """Premade characters and creatures with powers, conditions and light dealt at random."""
    profile = luck.choice(["seed", "later"])
    party = luck.sample(list(premades()), 3)
    state = table(party, luck.sample(list(creatures("current")), 3), profile=profile)
    power_set: Literal["current", "seed_era"] = luck.choice(["current", "current", "seed_era"])
    listed = powers(power_set)
    for who in state.characters.values():
        if luck.random() < 0.7:
            who.power_set = power_set
            who.powers = luck.sample(list(listed), 10)
            with_options = [name for name in sorted(who.powers) if listed[name].options]
            who.power_options = {name: [listed[name].options[0]] for name in with_options}
            who.hp = who.max_hp = who.pp = who.max_pp = 9
            who.level = luck.randint(1, 9)
            who.primary = luck.choice(["Finesse", "Brute", "Craft", "Knowledge"])
            who.items = dict.fromkeys(sorted(ITEMS), 1)
            who.conditions = luck.sample(CONDITIONS, luck.choice([0, 0, 1, 2]))
    state.map.light = luck.choice(["bright", "bright", "partial", "full"])
    return CODEC.copy(state)


def open_offers(state: Table) -> list[tuple[str, Offer]]:
    return [
        (seat, one)
        for seat in ("GM", *state.seats)
        for one in ruleset.offers(state, seat)
        if not one.why_not
    ]


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_offered_can_be_done_or_says_why_not(seed: int) -> None:
    """DOA-169, DOA-11: and every card stays in exactly one zone."""
    luck = random.Random(seed)
    state = wild_table(luck)
    cards = all_cards(state)
    for step in range(60):
        offers = open_offers(state)
        if not step:
            offers = [(seat, one) for seat, one in offers if one.do == "start-combat"]
        elif state.combat is not None and luck.random() < 0.9:
            fighting = [(s, one) for s, one in offers if one.group != "Scene"]
            offers = [(s, one) for s, one in fighting if one.do != "end-combat"]
        seat, chosen = luck.choice(offers)
        action = fill(chosen, luck)
        played = CODEC.copy(state)
        lines: list[Line] = []
        try:
            CODEC.perform(Game(played, lucky(luck), lines=lines), seat, action)
        except Refused as refused:
            assert refused.sentence.strip()
            continue
        assert all_cards(played) == cards, action
        state = CODEC.copy(played)
        assert CODEC.encode(state) == CODEC.encode(played)


@pytest.mark.parametrize("seed", range(6))
def test_a_seat_cannot_tell_two_worlds_apart_in_a_fight(seed: int) -> None:
    """DOA-22, DOA-374."""
    luck = random.Random(100 + seed)
    state = wild_table(luck)
    for step in range(25):
        offers = open_offers(state)
        if not step:
            offers = [(seat, one) for seat, one in offers if one.do == "start-combat"]
        seat, chosen = luck.choice(offers)
        played = CODEC.copy(state)
        try:
            CODEC.perform(Game(played, lucky(luck)), seat, fill(chosen, luck))
        except Refused:
            continue
        state = CODEC.copy(played)
        for looker in (None, "GM", *state.seats):
            other = imagine(ruleset, state, looker, luck)
            assert _sent(state, looker) == _sent(other, looker)


def _sent(state: Table, seat: str | None) -> bytes:
    offers = ruleset.offers(state, seat) if seat is not None else []
    return msgspec.json.encode([ruleset.view(state, seat), offers])
