"""What is asked says what it means: how hard, how likely, at what price, and about which draw."""

from __future__ import annotations

import pytest

from fatedeck.engine.game import Asked, Game, Seat
from fatedeck.engine.questions import Answer, Choose, Draw, Question
from fatedeck.engine.story import Line
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import powers as powers_of
from fatedeck.games.deck_of_adventures.rules.calls import Attempt, CallCheck
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.conditions import shake_off
from fatedeck.games.deck_of_adventures.rules.creation import ChooseRole
from fatedeck.games.deck_of_adventures.state import JOKERS, Table
from tests.games.deck_of_adventures.tabletop import (
    CODEC,
    fighting,
    game_of,
    set_target,
    stack,
    table,
)


def asked(
    state: Table, seat: str, action: Attempt | CallCheck | StartCombat, *answers: Answer
) -> Choose:
    """What is asked after these answers; chance takes the first card."""
    left = list(answers)

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return question.cards[0]
        if not left:
            raise Asked(question)
        return left.pop(0)

    lines: list[Line] = []
    with pytest.raises(Asked) as stopped:
        ruleset.perform(Game(state, answer, lines=lines), seat, action)
    assert isinstance(stopped.value.question, Choose)
    return stopped.value.question


def test_the_game_master_reads_how_hard_each_dr_is_for_whoever_tries() -> None:
    """DOA-357: from a whole deck 8 23 38 54 69 85 100 per cent, a Modifier moves it. DOA-74."""
    state = table()
    state.characters["Ana"].attributes["STR"] = 0
    question = asked(state, "Ana", Attempt("STR", "I force the door"))
    assert question.seat == "GM"
    assert "The lower the DR, the harder it is." in question.prompt
    percents = [8, 23, 38, 54, 69, 85, 100]
    assert question.notes == {
        f"dr-{dr}": f"{likely}% for Marn" for dr, likely in enumerate(percents)
    }

    state.characters["Ana"].attributes["STR"] = 2
    question = asked(table_like(state), "Ana", Attempt("STR"))
    assert [question.notes[f"dr-{dr}"] for dr in (0, 1)] == ["38% for Marn", "54% for Marn"]


def test_a_hand_and_a_match_are_reckoned_in() -> None:
    """DOA-357: with a Lower Hand of two cards 1 5 15 29 48 72 100, the colour required 4 12 …"""
    state = table()
    state.characters["Ana"].attributes["STR"] = 0
    question = asked(state, "Ana", Attempt("STR"), "more", -1, "none")
    assert question.notes["dr-3"] == "29% for Marn"
    question = asked(table_like(state), "Ana", Attempt("STR"), "more", 0, "colour")
    assert question.notes["dr-1"] == "12% for Marn"


def test_who_draws_reads_what_is_needed_and_what_holding_back_costs() -> None:
    """DR 2 and +2 around a 4 is K to 8, nine ranks of 13; without the 2, five. DOA-73, DOA-80."""
    state = table()
    ana = state.characters["Ana"]
    ana.attributes["STR"] = 2
    world = state.decks["World"]
    world.deck.bag.remove("4C")
    world.deck.top.append("4C")
    question = asked(state, "GM", CallCheck(who=["Ana"], stat="STR", difficulty=2))
    assert question.prompt == (
        "Marn makes a Strength (STR) Check against the Target Card 4♣ at DR 2: you need anything "
        "but 9, 10, J or Q. Ready?"
    )
    assert [question.label(option) for option in question.options] == [
        "Draw",
        "Hold back, with +1",
        "Hold back, with +0",
        "Ask for another Attribute or Skill",
    ]
    assert [question.notes.get(option) for option in question.options] == [
        "STR +2: 69% to succeed",
        "STR +1: 54% to succeed",
        "STR +0: 38% to succeed",
        None,
    ]


def test_the_circle_is_of_the_check_that_is_being_decided() -> None:
    """DOA-68: not of the last one, and with nothing to decide there is none."""
    state = table()
    ana = state.characters["Ana"]
    ana.attributes["STR"] = 0
    stack(state, ana, "7H")
    state.decks["Ana"].fate.top.append("BJ")
    state.decks["Ana"].spent.top.remove("BJ")
    question = asked(state, "GM", CallCheck(who=["Ana"], stat="STR", difficulty=2), "draw")
    (circle,) = [one for one in ruleset.view(state, "Ana").gadgets if one.kind == "circle"]
    assert state.drawing is not None
    assert (circle.data["target"], circle.data["drawn"]) == (state.drawing.target[:-1], "7")
    assert (circle.title, question.name) == ("Ana: STR", "redraw")

    state.last, state.drawing = state.drawing, None
    assert [one.kind for one in ruleset.view(state, "Ana").gadgets] == ["grid"]


@pytest.mark.parametrize(("held", "said"), [(["BJ"], "a Joker"), (["BJ", "AS"], "a Fate Card")])
def test_a_redraw_says_what_it_costs(held: list[str], said: str) -> None:
    """DOA-24, DOA-28."""
    state = table()
    ana, cards = state.characters["Ana"], state.decks["Ana"]
    stack(state, ana, "7H")
    for card in held:
        (cards.spent.top if card in JOKERS else cards.deck.bag).remove(card)
        cards.fate.top.append(card)
    question = asked(state, "GM", CallCheck(who=["Ana"], stat="STR", difficulty=2), "draw")
    assert question.label("7H") == f"Spend {said} to redraw 7♥"


def test_nobody_is_asked_about_the_best_there_is() -> None:
    """The very Target Card is a Critical Success: a redraw could only be worse. DOA-28, DOA-81."""
    state = table()
    ana = state.characters["Ana"]
    stack(state, ana, "4C")
    state.decks["World"].deck.bag.remove("4C")
    state.decks["World"].deck.top.append("4C")
    cards = state.decks["Ana"]
    cards.spent.top.remove("RJ")
    cards.fate.top.append("RJ")
    questions: list[str] = []

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return question.cards[0]
        assert isinstance(question, Choose)
        questions.append(question.name)
        return question.options[0]

    call = CallCheck(who=["Ana"], stat="STR", difficulty=2)
    ruleset.perform(Game(state, answer, lines=[]), "GM", call)
    assert questions == ["draw"]
    assert state.last is not None
    assert state.last.degree == "critical"


def test_a_save_says_what_it_is_made_against() -> None:
    """At the head of what is asked about its card. DOA-28, DOA-192."""
    state = table()
    ana, cards = state.characters["Ana"], state.decks["Ana"]
    ana.conditions, ana.attributes["CON"] = ["Stunned"], 0
    set_target(state, ana, "7C")
    stack(state, ana, "8C")
    cards.spent.top.remove("RJ")
    cards.fate.top.append("RJ")
    prompts: list[str] = []

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return question.cards[0]
        assert isinstance(question, Choose)
        prompts.append(question.prompt)
        return question.options[0]

    shake_off(Game(state, answer, lines=[]), ana, "Stunned", "CON")
    assert prompts == [
        "Stunned: Marn has drawn 8♣ against 7♣: Suited Success. Spend a Fate Card to redraw?"
    ]


def table_like(state: Table) -> Table:
    """Another table with the same Ana."""
    other = table()
    other.characters["Ana"].attributes = dict(state.characters["Ana"].attributes)
    return other


def test_a_target_card_says_how_soon_it_acts() -> None:
    """A K Q J 10 act before a 9, and 8 down to 2 after it. DOA-124."""
    state = table()
    cards = state.decks["Ana"]
    cards.spent.top.remove("BJ")
    cards.fate.top.append("BJ")
    stack(state, state.characters["Ana"], "9S")
    question = asked(state, "GM", StartCombat())
    assert question.prompt == (
        "A fight begins! Marn’s Target Card is 9♠. Turns go from the Ace and King down to 2: "
        "5 ranks act sooner, 7 later. Spend a Joker to draw another?"
    )


def test_foes_are_no_exploration() -> None:
    """Whoever reads what to do is told of foes before the first card of the fight. DOA-120."""
    state = table()
    foes = [who for who in state.characters.values() if who.side == "foes"]
    assert foes
    assert ruleset.view(state, "Ana").banner == "Foes stand before you."
    for foe in foes:
        foe.hp = 0
    assert ruleset.view(state, "Ana").banner.startswith("Exploration")


def test_in_a_fight_attacks_are_the_first_powers() -> None:
    """A healer finds her one attack before what she lends to others. DOA-166."""
    state = table()
    ana = state.characters["Ana"]
    ana.powers = ["Lend Aid", "Attack, Mystic"]
    fighting(state)
    offers = [offer for offer in ruleset.offers(state, "Ana") if offer.do == "use-power"]
    assert [offer.label for offer in offers] == ["Mystic Attack", "Lend Aid"]


def test_nobody_is_told_to_move_who_is_not_on_a_map() -> None:
    """DOA-133."""
    state = table()
    fighting(state)
    assert ruleset.view(state, "Ana").task.startswith("Move up to ")
    state.characters["Ana"].x = state.characters["Ana"].y = None
    assert ruleset.view(state, "Ana").task == "One Major and one Minor Action."


def test_who_has_nobody_in_reach_reads_how_far_the_nearest_foe_is() -> None:
    """DOA-180: Ana stands on 4,8, and the foes on 4,5 and 6,3 are three and five spaces away."""
    state = table(foes=("Grunt", "Wolf"))
    ana, grunt, wolf = (state.characters[name] for name in ("Ana", "Grunt", "Wolf"))
    wolf.x, wolf.y = 6, 3
    ana.powers = ["Attack, Weapon"]
    fighting(state)
    assert ruleset.view(state, "Ana").task.endswith("The grunt is nearest, 3 spaces away.")
    grunt.hp = 0
    assert ruleset.view(state, "Ana").task.endswith("The wolf is nearest, 5 spaces away.")
    [blow] = [one for one in ruleset.offers(state, "Ana") if one.label == "Weapon Attack"]
    assert blow.why_not == "No one is in reach: the wolf is nearest, 5 spaces away."
    wolf.x, wolf.y = 4, 7
    assert "nearest" not in ruleset.view(state, "Ana").task


def test_whose_turn_it_is_is_said_once() -> None:
    """A seat's turn stands beside the banner already, a creature's does not. DOA-124."""
    state = table()
    fighting(state)
    assert ruleset.view(state, "Ben").banner == "Round 1"
    fighting(state, "Grunt")
    assert ruleset.view(state, "Ben").banner == "Round 1: Grunt’s turn"


def test_a_game_master_without_heroes_is_not_asked_to_grant_anything_first() -> None:
    state = CODEC.begin({}, [Seat("GM", "gm"), Seat("Ana")])
    can = {offer.do for offer in ruleset.offers(state, "GM") if not offer.why_not}
    likely = [do for do in ruleset.likely if do in can]
    assert len(likely) >= 5, "a phone has room for five"
    assert "grant" not in likely


def test_suggested_powers_are_those_that_can_be_paid() -> None:
    """Four Powers of a Defender cost 5 XP; with 4 left, Shield is left out and that is said."""
    state = CODEC.begin({}, [Seat("GM", "gm"), Seat("Ana")])
    ruleset.perform(game_of(state), "Ana", ChooseRole("Defender"))
    state.characters["Ana"].xp = 4
    making = ruleset.making(state, "Ana")
    assert making is not None
    (step,) = [step for step in making.steps if step.id == "powers"]
    first = step.suggestions[0]
    assert "Shield" not in first.label
    assert "Without Shield: you don’t have enough XP left for that." in first.note
    prices = powers_of("current")
    assert sum(prices[str(act["power"])].xp for act in first.acts) <= 4
