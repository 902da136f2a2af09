"""Fights: the same seed gives the same fight, exact odds and mirrored seats agree, none is lost."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import read_record
from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import GM, Bout, step
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Value
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import find_game
from fatedeck.games.adventurer_factory import ruleset as duels
from fatedeck.games.deck_of_adventures import ruleset as adventures
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.creatures import place_creature
from fatedeck.games.deck_of_adventures.state import PLAYING_CARDS
from fatedeck.games.realms_behind import ruleset as realms
from fatedeck.games.realms_behind.state import Table as RealmsTable
from fatedeck.lab import playing
from fatedeck.lab.encounter import Encounter, from_table, muster, parse_encounter
from fatedeck.lab.playing import Arena, Outcome
from fatedeck.lab.policies import policy_of
from fatedeck.lab.results import Result
from fatedeck.lab.running import Wish, run
from fatedeck.odds.courses import run_to_the_end
from tests.games.adventurer_factory.duel import ANA, BEN, Side, duel
from tests.games.deck_of_adventures.seated import a_table, hold, with_modifier
from tests.lab.test_encounters import BY_HAND, GAMES
from tests.odds.test_fights import study

STRIKER = "tests.lab.duellists:Striker"
SWINGER = "tests.lab.duellists:Swinger"


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_is_the_same_again_and_as_a_record(game: str) -> None:
    """Its record can be replayed, and ends as the fight did."""
    arena = Arena(muster(game, *GAMES[game]), "word")
    outcome = arena.fight(7)
    assert Arena(muster(game, *GAMES[game]), "word").fight(7) == outcome
    ruleset = find_game(game)
    header, entries = read_record(arena.record(7))
    state = replay(ruleset, header, entries).state
    left = {one.name: one.left for one in arena.fights.fighters(state)}
    total = sum(sum(mine.values()) for name, mine in left.items() if name in _ours(arena))
    assert total == sum(outcome.left.values())
    assert arena.fights.is_over(state, arena.fights.standing(state))


def _ours(arena: Arena) -> list[str]:
    if not arena.ruleset.seating.game_master:
        return [arena.fights.sides[0]]
    return [seat.name for seat in arena.encounter.seats if seat.role == "player"]


def test_a_random_player_s_fight_is_the_same_as_a_record() -> None:
    arena = Arena(muster("deckahedron", "Brann", "Wolf", play="random", against="random"))
    outcome = arena.fight(2)
    header, entries = read_record(arena.record(2))
    state = replay(find_game("deckahedron"), header, entries).state
    assert arena.fights.winner(state, arena.fights.standing(state)) == (
        arena.fights.sides[outcome.won - 1] if outcome.won else ""
    )


def test_a_laid_out_fight_has_a_record_that_begins_there() -> None:
    arena = Arena(parse_encounter(BY_HAND))
    header, entries = read_record(arena.record(0))
    assert replay(find_game("deckahedron"), header, entries).state is not None
    assert arena.fight(0).won == 1


def a_duel_of_dealers(hp: int, foe_hp: int) -> Encounter:
    """Two who have nothing but a Weapon, all Modifiers 0, AR 3 and no Fate Cards."""
    table = a_table("Ana")
    hold(table, "Ana")
    ana, foe = table.characters["Ana"], place_creature(table, "Captain, Defender", "foes")
    for who in (ana, foe):
        who.powers, who.weapons, who.weapon, who.vulnerabilities = ["Attack, Weapon"], [], "", []
        for stat in ("Finesse", "Brute"):
            with_modifier(who, stat, 0)
        who.attributes["AGL"] = who.ap = 0
        who.ar = 3
    table.decks[foe.deck].fate.top.clear()
    ana.hp = ana.max_hp = hp
    foe.hp = foe.max_hp = foe_hp
    return Encounter(
        "deck-of-adventures",
        (Seat(GM, "gm"), Seat("Ana")),
        start=Codec(adventures).encode(table),
        steps=(step(GM, StartCombat()),),
        play=STRIKER,
        against=STRIKER,
    )


def test_the_lab_agrees_with_the_exact_odds_of_one_against_one() -> None:
    """Deck of Adventures, card by card. DOA-124, DOA-170, DOA-173."""
    asked = study("deck-of-adventures", "fight")
    exact = run_to_the_end(
        asked.pose_from({**asked.usual, "hp": 2, "foe_hp": 3}, tuple(PLAYING_CARDS))
    )
    found = run(a_duel_of_dealers(2, 3), Wish(fights=600, jobs=1)).won
    assert found.low < exact["the foe is Knocked Out"] < found.high
    assert found.half < 0.05


def test_the_lab_agrees_with_the_exact_odds_of_blows() -> None:
    """Adventurer Factory: a Sword each, a d8, Simple Attacks in turn. AF-12.5."""
    table = duel(Side(["sword#1"], health=14), Side(["sword#2"], health=14))
    encounter = Encounter(
        "adventurer-factory",
        (Seat(ANA), Seat(BEN)),
        start=Codec(duels).encode(table),
        play=SWINGER,
        against=SWINGER,
    )
    asked = study("adventurer-factory", "duel")
    terms: dict[str, Value] = {"die": "1d8", "other": "1d8", "points": 14, "other_points": 14}
    exact = run_to_the_end(asked.pose_from({**asked.usual, **terms}, asked.cards))
    found = run(encounter, Wish(fights=600, jobs=1)).won
    assert found.low < exact["the other is worn down"] < found.high
    assert found.half < 0.05


def test_swapped_seats_give_the_mirrored_result() -> None:
    """Each deck in either seat, the same policies: what one wins the other loses."""
    wish = Wish(fights=200, jobs=1)
    one = run(muster("adventurer-factory", "iron_road", "ley_lines"), wish)
    other = run(muster("adventurer-factory", "ley_lines", "iron_road"), wish)
    for mine, theirs in ((one.won, other.lost), (one.lost, other.won)):
        assert abs(mine.value - theirs.value) < (mine.half**2 + theirs.half**2) ** 0.5
    assert one.won.low > 0.5
    assert other.won.high < 0.5


def test_what_a_hero_draws_does_not_hang_on_the_number_of_foes() -> None:
    """So that encounters played with the same numbers differ by what is different."""
    luck = playing.Luck("seed", 4)
    first = [luck.of("Ana")() for _ in range(3)]
    other = playing.Luck("seed", 4)
    [other.of("GM")() for _ in range(50)]
    assert [other.of("Ana")() for _ in range(3)] == first
    assert [playing.Luck("seed", 5).of("Ana")() for _ in range(3)] != first


def test_a_fight_that_nobody_ends_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_MOVES", 40)
    idle = "tests.lab.duellists:Idler"
    arena = Arena(replace(a_duel_of_dealers(5, 5), play=idle, against=idle))
    outcome = arena.fight(0)
    assert (outcome.won, outcome.moves) == (0, 40)
    assert outcome.stuck == "It went on and on: 40 moves, and both sides still stand."
    result = Result(arena.encounter, "lab", [outcome])
    assert result.stuck == {outcome.stuck: (1, 0)}
    assert (result.unended.value, result.won.value, result.odd) == (1.0, 0.0, {"without an end": 0})


def test_a_policy_that_breaks_the_rules_is_told() -> None:
    cheat = "tests.lab.duellists:Cheat"
    outcome = Arena(replace(a_duel_of_dealers(5, 5), play=cheat, against=cheat)).fight(0)
    assert outcome.won == outcome.moves == 0
    assert " was refused: " in outcome.stuck


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("brave", "Nobody plays Deckahedron as “brave”. You can name: machine, careful, bold,"),
        ("no_such_module:X", "There is no policy “no_such_module:X”"),
        ("tests.lab.duellists:Nobody", "There is no policy “tests.lab.duellists:Nobody”"),
        ("tests.lab.duellists:NOT_A_POLICY", "is no class of the kind"),
    ],
)
def test_a_policy_that_is_not_there_is_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        policy_of(find_game("deckahedron"), name)


def test_who_leads_and_what_decided_it() -> None:
    """Three foes against two: the lead is the larger share still standing."""
    outcomes = [
        Outcome(0, 1, 3, 9, (), 3, {"HP": 4}, first=2, swings=0, decided=1),
        Outcome(1, 1, 5, 20, ("Ana",), 3, {"HP": 1}, first=1, swings=1, decided=4),
        Outcome(2, 2, 4, 16, ("Ana", "Ben"), 1, {"HP": 0}, first=1, swings=0, decided=2),
        Outcome(3, 0, 4, 16, ("Ana", "Ben"), 3, {"HP": 0}, first=1, swings=2, decided=4),
    ]
    result = Result(muster("deckahedron", "Brann", "Wolf"), "lab", outcomes)
    assert (result.won.value, result.lost.value, result.drawn.value) == (0.5, 0.25, 0.25)
    assert (result.rounds.value, result.falls.value, result.felled.value) == (4.0, 1.25, 2.5)
    assert {name: figure.value for name, figure in result.fell.items()} == {"Ana": 0.75, "Ben": 0.5}
    assert (result.left["HP"].value, result.unhurt.value) == (1.25, 0.25)
    assert result.swings.value == 0.75
    assert result.decided.value == pytest.approx(7 / 3)
    assert [figure.value for figure in result.if_first.values()] == [pytest.approx(1 / 3), 1.0]
    assert result.odd == {"longest": 1, "shortest": 0, "most swings": 3, "unlikely loss": 2}
    assert result.verdict == "hopeless to fair: won 50 % (±35), 1.2 fall on average"


def test_what_a_game_master_cannot_know_is_imagined() -> None:
    """A hand that the GM does not see is another one in each fight; the true one is not used."""
    first = Arena(muster("realms-behind", "Dhutlo", "Goblin raider"))
    codec = Codec(realms)
    true = first._begin(playing._Dealer(first, playing.Luck("dawn", 1)))
    assert isinstance(true, RealmsTable)
    encounter, start = first.encounter, codec.encode(true)
    table = Bout(encounter.game, seats=encounter.seats, options=encounter.options, start=start)
    now = from_table(table)
    hands: dict[str, set[tuple[str, ...]]] = {"": set(), GM: set()}
    for seat, seen in hands.items():
        arena = Arena(replace(now, of=seat))
        for number in range(4):
            state = arena._begin(playing._Dealer(arena, playing.Luck("hands", number)))
            assert isinstance(state, RealmsTable)
            seen.add(tuple(sorted(state.players["Dhutlo"].hand)))
    hand = tuple(sorted(true.players["Dhutlo"].hand))
    assert hands[""] == {hand}
    assert len(hands[GM]) == 4
    assert {len(one) for one in hands[GM]} == {len(hand)}
