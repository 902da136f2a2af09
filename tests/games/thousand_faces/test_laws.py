"""Laws of this game that random play of lively tables must not break."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fatedeck.engine.cards import move
from fatedeck.engine.codec import Codec
from fatedeck.engine.laws import unreached
from fatedeck.engine.offers import Offer, tag
from fatedeck.engine.random_play import fill_in, new_record, random_answer
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.rules import stamina
from fatedeck.games.thousand_faces.rules.combat import LIMIT
from fatedeck.games.thousand_faces.state import (
    Arrival,
    Circumstance,
    Edge,
    Foe,
    Item,
    Move,
    Options,
    Player,
    Puzzle,
    Table,
    give_item,
    new_item,
)
from tests.games.thousand_faces import tabletop
from tests.games.thousand_faces.test_policy import AnyTable, a_table, machines_play

SEEDS = st.integers(0, 2**32)
CAMPAIGNS = ("one-shot", "nine-hour", "thirty-hour")
STEPS = 70

laws = settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])

OFTEN = ("attempt", "use-card", "run-away", "run-on", "gang-up", "rest", "sharpen", "start-puzzle")
ENDS = ("end-combat", "set-scene", "new-day", "begin-combat", "spotlight", "arrival-acts")
"""What random play does more often than the rest, so that rules meet."""

IDLE = (
    "say",
    "off-limits",
    "decide-magic",
    "reshuffle",
    "give-up",
    "end-flow",
    "hide-item",
    "free-card",
    "receive-item",
)
"""What the player of an incapacitated PC may still do. TFA-95."""

SCENE = ("TFA-53", "TFA-76", "TFA-238", "TFA-245", "TFA-346", "TFA-359")
"""Questions for PCs who are there and can act."""


@pytest.mark.parametrize("campaign", CAMPAIGNS)
@laws
@given(seed=SEEDS)
def test_every_limit_holds(campaign: str, seed: int) -> None:
    """TFA-93, TFA-94, TFA-109, TFA-125, TFA-140, TFA-148, TFA-159, TFA-188, TFA-369."""

    def holds(table: AnyTable, did: str) -> None:
        state = table.state
        if table.waiting_for:
            return
        assert state.circled <= state.shadow
        for seat, player in state.seated():
            assert max(player.harm, player.wounds) <= LIMIT
            assert not (player.is_able() and stamina.is_spent(state, seat)), "bust, and stands"
            assert player.puzzle is not None or not len(player.in_play)
            for card in player.moves:
                if not card.face_down:
                    assert card.exhaustion <= card.slots().count("EX")
                    _fits(card, card.slots())
            for item in player.items:
                _fits(item, item.slots)
                more = 2 if player.card("void_transfusion") else 0
                assert item.charges <= item.capacity + more
                attached = [card.id for card in player.moves if card.item == item.name]
                assert item.tied == ("tied_with_her_ribbon" in attached)
                assert item.heirloom == ("it_belonged_to_my_father" in attached)

    lively_play(campaign, seed, holds)


def _fits(place: Item | Move, slots: list[str]) -> None:
    """No more tokens than slots, and Wounds only where a slot takes them. TFA-148."""
    either = slots.count("HARM_OR_WOUND")
    assert place.harm + place.wound <= slots.count("HARM") + either
    assert place.wound <= either


@pytest.mark.parametrize("campaign", CAMPAIGNS)
@laws
@given(seed=SEEDS)
def test_nothing_outlasts_its_time(campaign: str, seed: int) -> None:
    """TFA-186, TFA-195, TFA-207, TFA-248, TFA-283, TFA-336, TFA-345."""

    def ended(table: AnyTable, did: str) -> None:
        state = table.state
        if table.waiting_for:
            return
        kept = [arrival.keeps for arrival in state.arrivals]
        assert all(foe.name in kept for foe in state.foes if foe.held)
        for seat, player in state.seated():
            assert state.combat or not player.away
            if did in OVER:
                assert not any(OVER[did](state, player)), did
            if player.last_move not in (before.get(seat, player.last_move), "sharpen_and_stitch"):
                assert not player.resting
            before[seat] = player.last_move

    before: dict[str, str] = {}
    lively_play(campaign, seed, ended)


def _after_a_fight(state: Table, player: Player) -> list[object]:
    """What must be gone. TFA-336."""
    for_the_foes = [edge for edge in player.edges if edge.foe]
    spotlight = [player.dice, player.fast_used, player.moved, player.struck]
    return [state.foes, state.arrivals, _is_cornered(player), for_the_foes, *spotlight]


def _in_a_new_scene(state: Table, player: Player) -> list[object]:
    idle = [player.resting, player.breather_due, player.mercy]
    return [state.arrivals, player.edges, player.dice, _is_cornered(player), *idle]


def _on_a_new_day(state: Table, player: Player) -> list[object]:
    idle = [player.resting, player.breather_due, player.mercy]
    return [player.downtime, player.contemplated, _is_cornered(player), *idle]


def _when_a_fight_begins(state: Table, player: Player) -> list[object]:
    return [player.resting, player.breather_due, player.away, player.moved]


def _is_cornered(player: Player) -> bool:
    return "cornered" in player.conditions


OVER: dict[str, Callable[[Table, Player], list[object]]] = {
    "end-combat": _after_a_fight,
    "set-scene": _in_a_new_scene,
    "new-day": _on_a_new_day,
    "begin-combat": _when_a_fight_begins,
}


@pytest.mark.parametrize("campaign", CAMPAIGNS)
@laws
@given(seed=SEEDS)
def test_only_who_can_act_and_is_there_acts_and_is_asked(campaign: str, seed: int) -> None:
    """TFA-53, TFA-76, TFA-95, TFA-190, TFA-235, TFA-359."""

    def asked(table: AnyTable, did: str) -> None:
        state = table.state
        for seat in table.waiting_for:
            question = table.question_for(seat)
            assert question is not None
            if any(clause in SCENE for clause in question.clauses) and seat != state.gm:
                assert state.players[seat].is_able(), question.prompt
                assert state.players[seat].puzzle is None or "TFA-359" in question.clauses
                cornered = "cornered" in state.players[seat].conditions
                assert not (cornered and "TFA-238" in question.clauses)
        if table.waiting_for:
            return
        for seat, player in state.seated():
            if not player.is_able():
                offers = table.ruleset.offers(state, seat)
                assert {offer.do for offer in offers if not offer.why_not} <= set(IDLE)

    lively_play(campaign, seed, asked)


@pytest.mark.parametrize("campaign", CAMPAIGNS)
@laws
@given(seed=SEEDS)
def test_nobody_else_hears_of_a_secret_item(campaign: str, seed: int) -> None:
    """TFA-8."""
    knowing = {"Ana"}

    def hidden(table: AnyTable, did: str) -> None:
        for seat, player in table.state.seated():
            for item in player.items:
                if item.name.startswith("Veilstone"):
                    knowing.update((seat,) if item.secret else ("GM", "Ben", "Cleo", "nobody"))
        for eyes in ("GM", "Ben", "Cleo", None):
            if (eyes or "nobody") not in knowing:
                assert b"Veilstone" not in msgspec.json.encode(see(table, eyes)), did

    lively_play(campaign, seed, hidden)


def test_every_field_of_every_action_can_be_reached() -> None:
    """By a form at some table: in set-up, in the tutorial, in lively play, and at rare moments."""
    wanted = {(tag(one), name) for one in ruleset.actions for name in one.__struct_fields__}

    def tick_off(state: Table) -> None:
        for seat in (state.gm, *state.order):
            for offer in ruleset.offers(state, seat):
                form = ruleset.form(state, seat, offer, {})
                params = (*offer.params, *form.params)
                reached = {*offer.fixed, *(param.name for param in params)}
                wanted.difference_update((offer.do, name) for name in reached)

    game = find_game(ruleset.id)
    ways: list[dict[str, object]] = [{}, {"moves": "gm"}, {"moves": "draft"}, {"tutorial": True}]
    fresh = (new_record(game, 1, options) for options in ways)
    left = unreached(game, fresh)
    wanted = {(do, name) for do, name in wanted if f"{do}.{name}" in left}
    for seed in range(9):
        lively_play(CAMPAIGNS[seed % 3], seed, lambda table, did: tick_off(table.state))
    for state in _rare_moments():
        tick_off(state)
    assert sorted(wanted) == []


def _rare_moments() -> list[Table]:
    """The prize of a One-Shot, a goal to word, rings that open an envelope, leisure in town.

    And a refuge: one plays a mini-game, one is dead, one can be healed. And a drafter who may add
    a card.
    """
    ana = tabletop.player()
    ana.trap_tokens = 1
    ana.xp, ana.precious, ana.owed_items = 3, 1, ["use_a_magic_item"]
    ana.moves = [Move("obsessive_contemplation", "studied")]
    ana.items = [
        new_item(catalogue.items()["vitality"]),
        new_item(catalogue.items()["sword"]),
        Item("odd stone", unclear=True),
    ]
    prize = tabletop.table(ana)
    prize.town, prize.chapter, prize.earned = True, 3, ["book 1 chapter 3"]
    goal = tabletop.table(tabletop.player(), options=Options("nine-hour"))
    goal.chapter = 2
    rings = tabletop.table(tabletop.player(), options=Options("thirty-hour"))
    rings.one_ring = ["goreography"]
    rings.players["Ana"].moves = [Move("pick_pockets"), Move("not_on_my_turf")]
    rings.players["Ana"].envelope_picks = 1
    threshold = tabletop.table(tabletop.player())
    threshold.chapter = 2
    threshold.circumstances = [Circumstance("rain", ["Ana"])]
    refuge = tabletop.table(tabletop.player(), tabletop.player(), tabletop.player())
    refuge.peaceful, refuge.journey = True, 1
    player, dead, _ = refuge.players.values()
    player.puzzle, dead.conditions = Puzzle("pick_locks", 3), ["dead"]
    for card in sorted(player.deck)[:3]:
        move(card, player.deck, player.in_play)
    draft = tabletop.table(tabletop.player(), options=Options(moves="draft"))
    draft.phase, draft.passes, draft.supply = "creation", 3, ["intimidate"]
    draft.players["Ana"].may_add = True
    return [prize, goal, rings, threshold, refuge, draft]


# Tables where something happens


def lively_play(campaign: str, seed: int, law: Callable[[AnyTable, str], None]) -> None:
    """A table with foes, things and cards of all kinds, and random steps from there."""
    luck = random.Random(seed)
    lively = lively_table(campaign, luck)
    did = ""
    for _ in range(STEPS):
        if ruleset.is_over(lively.state):
            return
        did = _step(lively, luck, did)
        law(lively, did)


def lively_table(campaign: str, luck: random.Random) -> AnyTable:
    """Characters are made, and all kinds of things are laid before them."""
    options: dict[str, object] = {"campaign": campaign, "numbers": luck.choice(("cards", "dice"))}
    table = a_table(luck, options, 3)
    machines_play(table, 200)
    state = table.state
    _make_lively(state, luck)
    lively: AnyTable = Record(ruleset, table.header, secret=luck.randbytes(32))
    lively.resume(table.n, Codec(ruleset).encode(state), None, [])
    return lively


def _step(table: AnyTable, luck: random.Random, did: str) -> str:
    """One answer, or one action; which one was done last."""
    if table.waiting_for:
        seat = luck.choice(table.waiting_for)
        question = table.question_for(seat)
        assert question is not None
        table.answer(seat, random_answer(question, luck))
        return did
    seats = [seat.name for seat in table.header.seats]
    offered = [
        (seat, offer)
        for seat in seats
        for offer in ruleset.offers(table.state, seat)
        if not offer.why_not and offer.do != "end-campaign"
    ]
    seat, offer = luck.choices(offered, [_weight(offer) for _, offer in offered])[0]
    table.do(seat, fill_in(find_game(ruleset.id), table.state, seat, offer, luck))
    return offer.do


def _weight(offer: Offer) -> float:
    return 4.0 if offer.do in OFTEN else 2.0 if offer.do in ENDS else 0.4


def _make_lively(state: Table, luck: random.Random) -> None:
    state.combat, state.spotlight = luck.randint(0, 3), luck.choice(state.order)
    state.shadow, state.journey, state.town = luck.randint(0, 6), 3, luck.random() < 0.5
    for name in ("Wolf", "Bear"):
        state.foes.append(Foe(name, luck.randint(1, 9), luck.choice(("1", "d4", "d6"))))
    keeps = luck.choice(("", "Wolf"))
    state.arrivals = [Arrival("Old Tom", keeps)]
    state.foes[0].held = bool(keeps)
    for player in state.players.values():
        _make_character(state, player, luck)
    ana = state.players["Ana"]
    veil = new_item(catalogue.items()[luck.choice(("illusion", "vitality"))], "Veilstone")
    veil.secret = True
    give_item(ana, veil)


def _make_character(state: Table, player: Player, luck: random.Random) -> None:
    player.xp, player.precious = luck.randint(0, 3), luck.randint(0, 2)
    known = catalogue.campaign_moves(state.options.campaign)
    owned = [card.id for card in player.moves]
    player.moves += [Move(name) for name in luck.sample(known, 8) if name not in owned]
    for card in player.moves:
        if card.face.levels and card.level not in card.face.levels:
            card.level = "novice"
    for name in luck.sample(sorted(catalogue.items()), 4):
        give_item(player, new_item(catalogue.items()[name]))
    for item in player.items:
        item.flowing = item.ongoing and luck.random() < 0.3
        item.damage = luck.randint(0, 2) if not item.is_magic else 0
    player.harm = luck.randint(0, 2) if state.has_harm() else 0
    player.wounds = luck.randint(0, 2)
    for word in luck.choice(([], [], ["berserk"], ["cornered"], ["incapacitated", "unconscious"])):
        player.conditions.append(word)
    if luck.random() < 0.3:
        player.edges.append(Edge(1, "what comes next", luck.choice(("", "Wolf"))))
    player.dice = luck.choice(([], ["d4"]))
    for tired in luck.sample(sorted(player.deck), luck.randint(0, 14)):
        move(tired, player.deck, player.exhaustion, "bag")
    move(luck.choice(sorted(state.blessings)), state.blessings, player.deck, "bag")
    move("W1", state.wounds, player.deck, "bag")
