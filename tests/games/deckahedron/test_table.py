"""Seats, options, and what must hold in any game with all its modules."""

import random
from typing import Literal

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatedeck.engine.cards import move
from fatedeck.engine.codec import Codec
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Asked, Game, Seat
from fatedeck.engine.imagine import imagine
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Question
from fatedeck.engine.random_play import AnyRecord, play
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.rules.creation import next_to_draft
from fatedeck.games.deckahedron.state import Foe, Options, Table
from tests.games.deckahedron.sessions import ALL, FOES, new_session, play_by_policy

GM = Seat("GM", "gm")


@pytest.mark.parametrize(
    "seats",
    [
        (Seat("Ana"),),
        (GM,),
        (GM, Seat("Other", "gm"), Seat("Ana")),
        (GM, *(Seat(f"P{n}") for n in range(9))),
    ],
)
def test_one_game_master_and_at_least_one_player(seats: tuple[Seat, ...]) -> None:
    """DKH-1."""
    with pytest.raises(Refused):
        Codec(ruleset).begin({}, seats)


def test_the_largest_table_has_cards_enough_for_its_draft() -> None:
    """DKH-1, DKH-82: eight players draft from 25 of 26 cards."""
    seats = (GM, *(Seat(f"P{n}") for n in range(8)))
    table = ruleset.begin(Options(modules=["characters"]), seats)
    assert len(table.pool) >= 3 * 8 + 1


@pytest.mark.parametrize(
    ("modules", "needed"), [(["attack_simple"], "combat"), (["levels"], "characters")]
)
def test_modules_lean_on_each_other(modules: list[str], needed: str) -> None:
    """DKH-118."""
    with pytest.raises(Refused) as refused:
        Codec(ruleset).begin({"modules": modules}, (GM, Seat("Ana")))
    assert refused.value.clause == "DKH-118"
    table = Codec(ruleset).begin({"modules": [needed, *modules]}, (GM, Seat("Ana")))
    assert table.phase == "creation"


@pytest.mark.parametrize(
    "options",
    [
        {"modules": ["magic"]},
        {"stamina": "epic"},
        {"dice": "coins"},
        {"faces": "old"},
        {"max_penalty_cards": -1},
    ],
)
def test_options_that_make_no_sense(options: dict[str, object]) -> None:
    """DKH-7, DKH-39, DKH-41, DKH-93."""
    with pytest.raises(Unreadable):
        Codec(ruleset).begin(options, (GM, Seat("Ana")))


def test_the_defaults() -> None:
    """DKH-7, DKH-39, DKH-41, DKH-93."""
    options = Options()
    assert (options.modules, options.stamina, options.dice) == ([], "heroic", "cards")
    assert (options.faces, options.max_penalty_cards) == ("classic", 0)


def test_tonight_a_group_has_characters_and_combat() -> None:
    assert ruleset.tonight == {"modules": ["characters", "combat"]}
    Codec(ruleset).begin(ruleset.tonight, (GM, Seat("Ana")))


def test_the_rules_name_every_clause() -> None:
    assert len(ruleset.rules.clauses) == 124
    assert "19" in ruleset.rules.clause("DKH-119").id


def test_seats_draft_in_seat_order_however_they_are_called() -> None:
    """DKH-82."""
    seats = (GM, Seat("Zoe"), Seat("Ana"))
    codec = Codec(ruleset)
    table = codec.copy(ruleset.begin(Options(modules=["characters"]), seats))
    assert next_to_draft(table) == "Zoe"


BY_MODULE: dict[str, list[tuple[str, Act]]] = {
    "combat": [
        ("GM", {"do": "add-foe", "name": "Rat"}),
        ("GM", {"do": "remove-foe", "foe": "Wolf"}),
        ("GM", {"do": "tire", "who": "Ana", "points": 1}),
        ("GM", {"do": "hurt", "who": "Ana", "injury": "Harm"}),
        ("GM", {"do": "refresh", "player": "Ana", "points": 1}),
        ("GM", {"do": "rest", "who": "Ana"}),
        ("GM", {"do": "heal", "who": "Ana"}),
        ("Ana", {"do": "breather", "stat": "dexterity"}),
        ("Ana", {"do": "run-away"}),
        ("Ana", {"do": "rest"}),
        ("Ana", {"do": "heal"}),
        ("Ana", {"do": "use-attribute", "card": "Entreat the Blood-Bound"}),
        ("Ana", {"do": "flashback", "words": "a bribe", "stamina": 1}),
    ],
    "attack_simple": [
        ("Ana", {"do": "attack", "foe": "Wolf", "way": "melee"}),
        ("GM", {"do": "foe-attack", "foe": "Wolf", "player": "Ana", "way": "melee"}),
    ],
    "characters": [
        ("Ana", {"do": "use-skill", "card": "Fury", "stat": "strength"}),
        ("Ana", {"do": "use-attribute", "card": "Go Berserk!"}),
        ("Ana", {"do": "hand-back", "card": "Fury"}),
    ],
    "levels": [("Ana", {"do": "take-bonus", "bonus": "Eager Learner"})],
    "equipment": [
        ("Ana", {"do": "use-gear", "gear": "a rope"}),
        ("Ana", {"do": "lighten", "column": "wealth"}),
        ("Ana", {"do": "run-away"}),
        ("Ana", {"do": "trade", "deal": "buy 2 Equipment"}),
        ("GM", {"do": "hand-out", "player": "Ana", "column": "wealth"}),
        ("GM", {"do": "hand-out-weapon", "player": "Ana"}),
    ],
    "green_tokens": [("Ana", {"do": "flashback", "words": "a bribe"})],
}
LEANING = {"combat": ["attack_simple"], "characters": ["levels"]}
IN_A_MODULE = [
    pytest.param(module, seat, action, id=f"{module}-{seat}-{action['do']}-{number}")
    for module, actions in BY_MODULE.items()
    for number, (seat, action) in enumerate(actions)
]


def in_play_with(modules: list[str], phase: Literal["creation", "play", "over"]) -> Table:
    """Ana holds, and has lost, something that every action here could be about."""
    table = Codec(ruleset).begin({"modules": modules}, (GM, Seat("Ana"), Seat("Ben")))
    table.phase = phase
    ana = table.players["Ana"]
    ana.spread = ana.tokens_spread = True
    ana.green_tokens = 2
    ana.exhaustion.bag.append(ana.deck.bag.pop())
    if "characters" in modules:
        for card in ("Fury", "Go Berserk!", "Entreat the Blood-Bound"):
            move(card, table.pool, ana.cards)
    if "combat" in modules:
        table.foes["Wolf"] = Foe()
        if phase != "creation":
            ana.conditions.append("away from the fight")
    return table


def why_not(table: Table, seat: str, action: Act) -> str:
    """The clause with which an action is refused; empty when it begins."""

    def ask(question: Question) -> Answer:
        raise Asked(question)

    try:
        Codec(ruleset).perform(Game(table, ask), seat, action)
    except Refused as refused:
        return refused.clause
    except Asked:
        pass
    return ""


@pytest.mark.parametrize(("module", "seat", "action"), IN_A_MODULE)
def test_what_a_module_brings_needs_the_module(module: str, seat: str, action: Act) -> None:
    """DKH-118: all the others are on, but for those that lean on it."""
    others = [name for name in ALL if name != module and name not in LEANING.get(module, [])]
    assert why_not(in_play_with([*others], "play"), seat, action) == "DKH-118"


def test_without_equipment_a_flashback_costs_none() -> None:
    """DKH-97, DKH-118: there is nothing to pay it with."""
    table = in_play_with(["green_tokens"], "play")
    assert (
        why_not(table, "Ana", {"do": "flashback", "words": "a bribe", "equipment": 1}) == "DKH-97"
    )
    assert why_not(table, "Ana", {"do": "flashback", "words": "a bribe"}) == ""


def test_the_game_master_ends_a_named_turn_and_a_player_their_own() -> None:
    """DKH-19."""
    table = in_play_with([], "play")
    table.spotlight = "Ana"
    for seat, label in (("GM", "End Ana’s turn"), ("Ana", "End your turn")):
        assert [one.label for one in ruleset.offers(table, seat) if one.do == "end-turn"] == [label]


@pytest.mark.parametrize(("module", "seat", "action"), IN_A_MODULE)
def test_the_story_is_played_between_its_first_scene_and_its_end(
    module: str, seat: str, action: Act
) -> None:
    """DKH-6, DKH-8."""
    assert why_not(in_play_with([*ALL], "creation"), seat, action) == "DKH-8"
    assert why_not(in_play_with([*ALL], "over"), seat, action) == "DKH-6"


@pytest.mark.parametrize(("module", "seat", "action"), IN_A_MODULE)
def test_what_the_game_master_says_no_player_says(module: str, seat: str, action: Act) -> None:
    """DKH-2: nor the other way round, and nobody acts for another player."""
    other = "Ben" if seat == "GM" else "GM"
    told = why_not(in_play_with([*ALL], "play"), other, action)
    if action["do"] in ("rest", "heal"):
        assert told == "DKH-67"
    else:
        assert told in ("DKH-2", "DKH-3", "DKH-92", "DKH-97", "DKH-99", "DKH-111")


def in_the_fray(seed: int, options: dict[str, object]) -> AnyRecord:
    """A table of this game with all modules, in a fight, for the laws of any game."""
    record = new_session(seed, {"modules": ALL, **options})
    while record.state.phase == "creation" or record.waiting_for:
        play_by_policy(record, 1)
    for foe in FOES:
        record.do("GM", foe)
    for name in ("Ana", "Ben"):
        path = f"players/{name}/green_tokens"
        record.do("GM", {"do": "fiat.award", "path": path, "amount": 3})
    return replay(find_game("deckahedron"), record.header, record.drain(), secret=record._secret)


OPTIONS: list[dict[str, object]] = [
    {},
    {"stamina": "gritty", "dice": "polyhedral", "faces": "current", "max_penalty_cards": 4},
]
laws = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("options", OPTIONS)
@laws
@given(seed=st.integers(0, 2**32))
def test_random_play_with_all_modules(options: dict[str, object], seed: int) -> None:
    """No card is made or lost, and values stay in their limits."""
    record = in_the_fray(seed, options)
    codec = Codec(record.ruleset)
    cards = all_cards(record.state)

    def whole(record: AnyRecord) -> None:
        assert all_cards(record.state) == cards
        codec.copy(record.state)

    play(record, random.Random(seed), 80, whole)


@pytest.mark.parametrize("options", OPTIONS)
@laws
@given(seed=st.integers(0, 2**32))
def test_two_worlds_with_all_modules(options: dict[str, object], seed: int) -> None:
    """DKH-4, DKH-5: nobody can tell how the face-down cards lie."""
    luck = random.Random(seed)
    record = in_the_fray(seed, options)

    def alike(record: AnyRecord) -> None:
        for seat in (*(seat.name for seat in record.header.seats), None):
            world = imagine(record.ruleset, record.state, seat, luck)
            assert record.ruleset.view(world, seat) == record.ruleset.view(record.state, seat)
            if seat is not None:
                offers = record.ruleset.offers(record.state, seat)
                assert record.ruleset.offers(world, seat) == offers

    play(record, luck, 40, alike)


@laws
@given(seed=st.integers(0, 2**32))
def test_every_seat_is_sent_the_same_table(seed: int) -> None:
    """DKH-4: all lies open but what lies face down; only what to do now is told to each."""
    record = in_the_fray(seed, {})
    play(record, random.Random(seed), 30)
    views = [see(record, seat.name).view for seat in record.header.seats]
    assert len({msgspec.json.encode(replace(view, task="", deed="")) for view in views}) == 1


@pytest.mark.parametrize(
    ("players", "told"),
    [(("Ana",), "Say what you do."), (("Ana", "Ben"), "Say what you do, or let another go first.")],
)
def test_a_lone_hero_is_not_told_to_let_another_go_first(
    players: tuple[str, ...], told: str
) -> None:
    table = ruleset.begin(Options(), (Seat("GM", "gm"), *map(Seat, players)))
    table.phase = "play"
    (view,) = ruleset.views(table, ["Ana"], Drawn())
    assert view.task == told


def test_where_only_cards_are_left_to_draft_the_gm_may_deal_them_out_at_once() -> None:
    """DKH-82."""
    seats = (Seat("GM", "gm"), Seat("Ana"), Seat("Ben"))
    table = ruleset.begin(Options(modules=["characters"]), seats)
    for player in table.players.values():
        player.spread = True
    ana, ben, gm = (ruleset.view(table, name) for name in ("Ana", "Ben", "GM"))
    assert (ana.turn, ana.task) == (("Ana",), "Take a card from the pool.")
    assert (gm.deed, ben.task) == ("deal-out", "")
    assert gm.banner == "Ana takes a card from the pool."
    table.players["Ben"].spread = False
    assert ruleset.view(table, "GM").deed == ""
    assert ruleset.view(table, "Ben").task == "Make your character."
