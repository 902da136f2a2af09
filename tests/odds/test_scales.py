"""Weighing in turns: nothing holds up the others, and an estimate is honest about itself."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from msgspec import Struct

from fatedeck.engine.entries import Act, Answered, read_record
from fatedeck.engine.errors import Refused
from fatedeck.engine.questions import Choose
from fatedeck.engine.random_play import AnyRecord, new_record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import find_game
from fatedeck.odds.best import best_actions, weigh
from fatedeck.odds.dilemmas import Dilemma, dilemma
from fatedeck.odds.scales import MOST_PLAYED, Option, Scales
from tests.odds.test_best import wounded

RECORDS = Path(__file__).parents[1] / "records"
FLIP: Act = {"do": "flip", "stat": "strength"}


def flipping() -> AnyRecord:
    record = new_record(find_game("deckahedron"), 4)
    for seat in ("Ana", "Ben"):
        record.do(seat, {"do": "take-sample", "character": "Wren"})
    record.do("GM", {"do": "begin-play"})
    return record


def in_a_fight() -> Dilemma:
    """Ben may attack a Troll: a flip of many cards for each side, and Stamina lost after it."""
    return recorded("deckahedron/gritty-fight.jsonl", 100, "Ben")


def recorded(path: str, at: int, seat: str) -> Dilemma:
    header, entries = read_record((RECORDS / path).read_text())
    return dilemma(replay(find_game(header.game), header, entries, to=at), seat)


def by_name(options: list[Option]) -> dict[str, Option]:
    return {option.answer: option for option in options}


def test_a_deep_choice_holds_up_no_other() -> None:
    """The attack stands first; the others are weighed to their last end, and it is estimated."""
    chosen = in_a_fight()
    deep = "Attack at range: Troll"
    names = [deep, "Wait", "Shuffle your discards back in", "Pick Locks: Dexterity"]
    few = Dilemma(
        chosen.game,
        chosen.seat,
        chosen.seats,
        chosen.worlds,
        actions={name: chosen.actions[name] for name in names},
        left_out=("Sing", "Dance"),
    )
    scales = Scales(find_game(chosen.game), few, luck=random.Random(1))
    assert "There was no time to weigh Attack at range: Troll, Wait, Shuffle" in scales.note()
    shares = [scales.done]
    while len(scales.options()) < len(names) or len(exact(scales)) < len(names) - 1:
        assert scales.turn()
        shares.append(scales.done)
    assert shares == sorted(shares)
    assert shares[-1] < 1
    found = by_name(scales.options())
    assert found[deep].played
    assert found[deep].give_or_take > 0
    alone = best_of(chosen, "Shuffle your discards back in")
    assert found["Shuffle your discards back in"] == alone
    assert "≈ marks an estimate" in scales.note()
    assert "Too much is left open to weigh Sing and Dance." in scales.note()
    assert "no time" not in scales.note()
    worths = [option.worth for option in scales.options()]
    assert worths == sorted(worths, reverse=True)


def exact(scales: Scales[Struct, Struct, Struct]) -> list[Option]:
    return [option for option in scales.options() if not option.played]


def best_of(chosen: Dilemma, name: str) -> Option:
    """The same choice, weighed alone and to every end."""
    only = {name: chosen.actions[name]}
    alone = Dilemma(chosen.game, chosen.seat, chosen.seats, chosen.worlds, actions=only)
    return weigh(find_game(chosen.game), alone)[0]


def test_what_is_soon_followed_needs_no_estimate() -> None:
    record = flipping()
    actions: dict[str, Act] = {"flip": FLIP, "wait": {}}
    scales = Scales(record.ruleset, dilemma(record, "Ana", actions))
    while scales.turn():
        pass
    assert scales.options() == best_actions(record, "Ana", actions)
    assert scales.done == 1
    assert scales.note() == ""


def test_an_estimate_lies_near_what_is_exact() -> None:
    """A flip leaves Ana nothing to choose, so both are the same quantity."""
    record = flipping()
    chosen = dilemma(record, "Ana", {"flip": FLIP})
    scales = Scales(record.ruleset, chosen, most_runs=1, luck=random.Random(11))
    while scales.turn():
        pass
    [estimate] = scales.options()
    [true] = weigh(record.ruleset, chosen)
    assert estimate.played == MOST_PLAYED
    assert 0 < estimate.give_or_take < 0.2
    assert abs(float(estimate.worth - true.worth)) < 2 * estimate.give_or_take
    with pytest.raises(Refused, match="too many possibilities"):
        weigh(record.ruleset, chosen, most_runs=1)


def test_what_cannot_be_followed_in_time_is_left_at_an_estimate() -> None:
    """The search ends by itself once the deep choice has been played often enough."""
    chosen = in_a_fight()
    deep = "Attack at range: Troll"
    few = Dilemma(
        chosen.game,
        chosen.seat,
        chosen.seats,
        chosen.worlds,
        actions={name: chosen.actions[name] for name in (deep, "Wait")},
    )
    scales = Scales(find_game(chosen.game), few, limit=0.5, luck=random.Random(1))
    while scales.turn():
        pass
    found = by_name(scales.options())
    assert found[deep].played == MOST_PLAYED
    assert not found["Wait"].played
    assert scales.done == 1


def test_an_estimate_of_an_open_question() -> None:
    """Each answer is estimated where none can be followed. DKH-58."""
    record = wounded(6)
    scales = Scales(record.ruleset, dilemma(record, "Ana"), most_runs=2, luck=random.Random(3))
    while scales.turn():
        pass
    estimates = by_name(scales.options())
    for true in weigh(record.ruleset, dilemma(record, "Ana")):
        estimate = estimates[true.answer]
        assert estimate.played
        off = abs(float(estimate.worth - true.worth))
        assert off <= 2 * estimate.give_or_take + 1e-9


def test_a_choice_that_the_rules_refuse_is_none() -> None:
    """One refusal takes nothing from the others; only when all are refused it is told."""
    record = flipping()
    lost: Act = {"do": "flip", "stat": "charm"}
    actions: dict[str, Act] = {"lost": lost, "flip": FLIP}
    assert [option.answer for option in best_actions(record, "Ana", actions)] == ["flip"]
    with pytest.raises(Refused, match="charm"):
        best_actions(record, "Ana", {"lost": lost})


@pytest.mark.parametrize(
    ("at", "impossible"), [(28, "Sell an item: innate-melee-weapon"), (140, "Red claw: Ana")]
)
def test_what_is_refused_is_not_weighed(at: int, impossible: str) -> None:
    """What comes with a background is not sold, nobody attacks oneself. RB-19.9, RB-12.14."""
    chosen = recorded("realms-behind/a-day.jsonl", at, "Ana")
    assert "Wait" in chosen.actions
    assert not any(action.startswith(impossible) for action in chosen.actions)


def test_what_is_best_for_the_game_master_is_not_said() -> None:
    """At once, whatever is to be weighed. DOA-2."""
    header, entries = read_record((RECORDS / "deck-of-adventures/evening.jsonl").read_text())
    ruleset = find_game(header.game)
    record = replay(ruleset, header, entries, to=0)
    with pytest.raises(Refused, match="odds can’t choose for the Game Master"):
        Scales(ruleset, dilemma(record, "GM", {"fight": {"do": "start-combat"}}))


def test_own_words_are_not_weighed() -> None:
    header, entries = read_record((RECORDS / "thousand-faces/one-shot.jsonl").read_text())
    record = replay(find_game(header.game), header, entries, to=155)
    with pytest.raises(Refused, match="Your own words"):
        dilemma(record, "Cleo")


@pytest.mark.parametrize(
    ("path", "name", "clause"),
    [
        ("deckahedron/gritty-fight.jsonl", "convert", "DKH-58"),
        ("deckahedron/gritty-fight.jsonl", "shuffle-first", "DKH-48"),
        ("thousand-faces/nine-hours-first-session.jsonl", "pay-attack", "TFA-99"),
        ("thousand-faces/nine-hours-first-session.jsonl", "shuffle-first", "TFA-104"),
        ("deck-of-adventures/evening.jsonl", "redraw", "DOA-28"),
        ("realms-behind/a-day.jsonl", "base-card", "RB-5.5"),
    ],
)
def test_every_kind_of_advice_is_given_where_the_question_is_open(
    path: str, name: str, clause: str
) -> None:
    """DKH-48, DKH-58, TFA-99, TFA-104, DOA-28, RB-5.5: soon all answers have a worth."""
    record, asked = where_asked(path, name, clause)
    scales = Scales(record.ruleset, dilemma(record, asked.seat))
    assert scales.prompt == asked.prompt
    while len(scales.options()) < len(asked.options):
        assert scales.turn()
    assert set(by_name(scales.options())) == set(asked.options)


def where_asked(path: str, name: str, clause: str) -> tuple[AnyRecord, Choose]:
    """A record up to the first question of this name that follows this clause."""
    header, entries = read_record((RECORDS / path).read_text())
    for place, entry in enumerate(entries):
        if isinstance(entry, Answered) and entry.seat and entry.key.endswith(f": {name}"):
            record = replay(find_game(header.game), header, entries, to=place)
            asked = record.question_for(entry.seat)
            if isinstance(asked, Choose) and clause in asked.clauses:
                return record, asked
    raise AssertionError(f"{path} asks no {name} by {clause}.")


@pytest.mark.parametrize(
    ("path", "at", "seat", "said"),
    [
        (
            "adventurer-factory/01-thumb-thumb-iron-road-iron-road.jsonl",
            108,
            "Ana",
            "your cards: Sword 2",
        ),
        ("realms-behind/a-day.jsonl", 12, "Ana", "Take a feat: Brutal Strikes"),
        ("thousand-faces/one-shot.jsonl", 9, "Ana", "Channel the Living Light"),
    ],
)
def test_advice_names_choices_as_people_do(path: str, at: int, seat: str, said: str) -> None:
    names = recorded(path, at, seat).actions
    assert any(said in name for name in names)
    details = [name.partition(": ")[2] for name in names]
    assert not [words for words in details if re.search("[a-z][_#-][a-z0-9]", words)]
