"""What people read when a rule asks them: what it costs, in the numbers on their sheet."""

from __future__ import annotations

import pytest
from msgspec import convert

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.game import Game
from fatedeck.engine.questions import (
    Answer,
    Choose,
    Decision,
    Draw,
    Each,
    Number,
    Question,
    Several,
)
from fatedeck.engine.view import Sheet
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.rules.blows import hurt
from fatedeck.games.thousand_faces.rules.combat import (
    Blow,
    foe_answers,
    pay_for_defence,
    suffer,
    take_wound,
)
from fatedeck.games.thousand_faces.rules.flips import flip, plainly_best
from fatedeck.games.thousand_faces.rules.foes import EndCombat
from fatedeck.games.thousand_faces.rules.stamina import is_spent, lose_stamina
from fatedeck.games.thousand_faces.state import Foe, Move, Options, Table
from tests.games.thousand_faces.tabletop import plainly, player, table


def asked(state: Table, *cards: str) -> tuple[Game[Table], list[Decision]]:
    """A game that somebody listens to, and all that it asks."""
    questions: list[Decision] = []
    waiting = list(cards)

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return waiting.pop(0) if waiting else question.cards[0]
        assert isinstance(question, Decision)
        questions.append(question)
        return plainly(question)

    return Game(state, answer, lines=[]), questions


def test_the_meter_says_that_it_counts_cards() -> None:
    """TFA-93, TFA-102."""
    for mode, note in (("guide", "The cards you can lose before you’re out."), ("lucky", "")):
        state = table(player(), options=convert({"stamina": mode}, Options))
        [sheet] = [one for one in ruleset.view(state, "Ana").sheets if one.owner == "Ana"]
        [bar] = [counter for counter in sheet.counters if counter.bar]
        assert bar.note.partition(" Losing")[0] == note


def stamina_of(state: Table, seat: str) -> tuple[int, int | None]:
    """What the sheet counts."""
    [sheet] = [sheet for sheet in ruleset.view(state, seat).sheets if sheet.owner == seat]
    [counter] = [counter for counter in sheet.counters if counter.bar]
    assert isinstance(counter.value, int)
    return counter.value, counter.most


def test_a_blow_says_what_it_costs_in_the_cards_of_the_sheet() -> None:
    """2 Stamina are 2 * 21 / 11 = 3.8 cards, 5 are 9.5. TFA-99, TFA-102, TFA-124."""
    state = table(player(), options=Options(campaign="nine-hour"))
    assert stamina_of(state, "Ana") == (17, 17)
    game, questions = asked(state)
    suffer(game, "Ana", 5)
    choice = questions[0]
    assert isinstance(choice, Choose)
    assert choice.notes["stamina"].startswith("About 10 cards, leaving about 7 of 17. A breather")
    harm = "About 5 cards, leaving about 12 of 17. A night’s rest"
    assert choice.notes["harm-1"].startswith(harm)


def test_a_blow_that_may_put_somebody_out_says_so() -> None:
    """Of 7 cards 4 are to lose, and 4 Stamina take 32 / 5, about 6. TFA-93, TFA-102."""
    state = table(player())
    deck = ["D01", "D02", "D03", "D11", "D12", "D13", "D14"]
    state.players["Ana"].deck = shuffled(deck)
    game, questions = asked(state)
    suffer(game, "Ana", 4)
    [choice] = [one for one in questions if one.name == "pay-attack"]
    assert isinstance(choice, Choose)
    told = "About 6 cards of the 4 you can lose: this may well put you out."
    assert choice.notes["stamina"].startswith(told)


def test_where_every_point_is_a_card_the_number_is_exact() -> None:
    """TFA-120."""
    state = table(player(), options=Options(stamina="lucky"))
    assert stamina_of(state, "Ana") == (10, 10)
    game, questions = asked(state)
    suffer(game, "Ana", 1)
    choice = questions[0]
    assert isinstance(choice, Choose)
    assert choice.notes["stamina"].startswith("1 card, leaving 9 of 10.")


def test_a_token_says_what_it_spares_and_how_long_it_lies_there() -> None:
    """TFA-100, TFA-188, TFA-198."""
    state = table(player())
    state.players["Ana"].moves = [Move("good_cardio")]
    game, questions = asked(state)
    lose_stamina(game, "Ana", 2, "physical")
    tokens = questions[0]
    assert isinstance(tokens, Number)
    assert tokens.prompt == (
        "You’re about to lose about 4 cards (2 Stamina). Good Cardio can spare you 1 Stamina for "
        "each Exhaustion token you put on it. A token stays there until you rest, or take it back "
        "when you regain Stamina."
    )
    assert tokens.labels == {"0": "Take it all", "1": "Spend 1 token: you lose about 2 cards"}


def test_a_shuffle_before_a_loss_says_how_many_cards_go() -> None:
    """TFA-102, TFA-104."""
    state = table(player())
    ana = state.players["Ana"]
    ana.deck, ana.discard = shuffled(sorted(catalogue.deck_cards())[1:]), laid(["D01"])
    game, questions = asked(state)
    lose_stamina(game, "Ana", 1, "physical")
    assert questions[0].prompt.startswith("You’re about to lose about 2 cards (1 Stamina). Shuffle")


def seen(state: Table, seat: str, title: str) -> Sheet:
    """A figure, as this seat sees it."""
    [sheet] = [sheet for sheet in ruleset.view(state, seat).sheets if sheet.title == title]
    return sheet


def test_nobody_looks_the_better_for_a_wound() -> None:
    """The wound card is one card more, and no gain. TFA-94, TFA-109, TFA-110."""
    state = table(player())
    for words in (["wounded"], ["badly wounded"]):
        game, _ = asked(state)
        take_wound(game, Blow("Ana"))
        assert stamina_of(state, "Ana") == (17, 17)
        assert [one.name for one in seen(state, "Ben", "Ana").conditions] == words
        assert game.lines is not None
        [moment] = [line.moment for line in game.lines if line.moment]
        assert "costs 1 Stamina" in moment.verdict


def test_whoever_stands_has_a_card_to_lose() -> None:
    """Of 4 cards one is a wound card, and it counts: the PC is still up. TFA-93, TFA-94."""
    state = table(player())
    state.players["Ana"].deck = laid(["D01", "D02", "D03", "W1"])
    assert not is_spent(state, "Ana")
    assert stamina_of(state, "Ana") == (1, 1)


@pytest.mark.parametrize(
    ("left", "looks"), [(9, []), (8, ["hurt"]), (5, ["hurt"]), (4, ["badly hurt"]), (0, ["out"])]
)
def test_everybody_sees_how_badly_a_foe_is_hurt_but_not_what_it_has_left(
    left: int, looks: list[str]
) -> None:
    """Half of 9 or less is badly hurt. TFA-7."""
    state = table(player())
    state.foes = [Foe("Pike", left, "1", most=9)]
    for seat in ("Ana", "GM"):
        assert [one.name for one in seen(state, seat, "Pike").conditions] == looks
    assert not seen(state, "Ana", "Pike").counters


def test_a_defender_reads_what_the_xp_buys() -> None:
    """TFA-344."""
    state = table(player())
    state.players["Ana"].xp = 1
    questions: list[Question] = []

    def answer(question: Question) -> Answer:
        questions.append(question)
        return "yes" if isinstance(question, Choose) else ["halve"]

    pay_for_defence(Game(state, answer, lines=[]), "Ana", Foe("Pike", 3), 1)
    price, choice = questions
    assert isinstance(price, Choose)
    assert price.prompt == (
        "You take the attack on yourself. Pay 1 XP to do one of these too? Take only half of the "
        "attack; give a friend an advantage (+1) on the next flip against Pike; strike Pike with "
        "your weapon."
    )
    assert isinstance(choice, Several)
    assert choice.prompt == "What else do you do?"
    assert choice.labels["halve"] == "Take only half of the attack"


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (
            3,
            [
                "Pike strikes back at Ana.",
                "Pike attacks Ana. Defend?",
                "Pike strikes Ana for 1.",
            ],
        ),
        (
            0,
            [
                "Pike goes down, but both blows fall together: it hits Ana.",
                "Pike goes down, but strikes at Ana. Defend?",
                "Even while going down, Pike strikes Ana for 1.",
            ],
        ),
    ],
)
def test_a_foe_that_the_blow_felled_answers_it_all_the_same(left: int, told: list[str]) -> None:
    """Whoever may defend, and everybody else, reads how that can be. Example EX-5. TFA-342."""
    state = table(player(), player())
    pike = Foe("Pike", left, "1")
    state.foes = [pike]
    questions: list[str] = []

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return question.cards[0]
        if isinstance(question, Each):
            questions.append(question.questions[0].prompt)
            return {part.seat: "no" for part in question.questions}
        assert isinstance(question, Decision)
        questions.append(question.prompt)
        return "yes" if question.name == "foe-answers" else plainly(question)

    game = Game(state, answer, lines=[])
    foe_answers(game, ["Ana"], pike)
    assert game.lines is not None
    assert [*questions[:2], game.lines[0].text] == told


@pytest.mark.parametrize(("card", "is_best"), [("D13", True), ("D02", False)])
def test_a_flashback_goes_without_saying_where_nothing_better_can_come(
    card: str, is_best: bool
) -> None:
    """Next to Crown D13 shows ✔✔✔, and D02 ✔✔. TFA-176."""
    state = table(player(strength=3))
    state.players["Ana"].xp = 1
    game, questions = asked(state, card)
    flip(game, "Ana", "crown", 0)
    flashback = questions[0]
    assert isinstance(flashback, Choose)
    assert ("That can’t get better." in flashback.prompt) is is_best
    assert flashback.moot == ("no" if is_best else "")


def test_a_flip_is_told_with_what_its_result_comes_to() -> None:
    """TFA-63."""
    game, _ = asked(table(player()), "D05")
    flip(game, "Ana", "crown", 0)
    assert game.lines is not None
    told = [line.text for line in game.lines]
    assert told[0] == "Ana flips D05: ✅, a success at a cost."


@pytest.mark.parametrize(
    ("brings", "all_ours", "best"),
    [
        ({"D08": "XP", "D07": ""}, True, "D08"),
        ({"D08": "XP", "D09": "XP", "W1": "wound"}, True, "D08"),
        ({"D08": "XP", "D11": "critical"}, True, ""),
        ({"D08": "XP", "B1": "blessing"}, True, ""),
        ({"D07": "", "B1": "blessing"}, True, ""),
        ({"Ana": "XP", "Ben": ""}, False, "Ana"),
        ({"Ana": "XP", "Ben": "XP"}, False, ""),
        ({"Ana": "", "Ben": "critical"}, False, "Ben"),
    ],
)
def test_of_cards_that_show_the_same_the_one_that_gains_something_goes_without_saying(
    brings: dict[str, str], all_ours: bool, best: str
) -> None:
    """But whose XP it is, and what becomes of a blessing, is for people to say. TFA-32, TFA-56."""
    assert plainly_best(brings, all_ours=all_ours) == best


@pytest.mark.parametrize(("deck", "moot"), [(["D01"], ""), ([], "no")])
def test_an_empty_deck_is_shuffled_anyway(deck: list[str], moot: str) -> None:
    """TFA-103, TFA-104."""
    state = table(player())
    ana = state.players["Ana"]
    ana.deck, ana.discard = laid(deck), laid(["D11", "D12", "D13", "D14", "D15"])
    game, questions = asked(state)
    lose_stamina(game, "Ana", 1, "physical", in_flip=True)
    shuffle = questions[0]
    assert isinstance(shuffle, Choose)
    assert shuffle.moot == moot


@pytest.mark.parametrize("left", [True, False])
def test_a_critical_success_that_can_bring_nothing_goes_without_saying(left: bool) -> None:
    """TFA-17, TFA-38."""
    state = table(player(strength=3))
    if not left:
        state.blessings = laid([])
    game, questions = asked(state, "D11")
    flip(game, "Ana", "crown", 0)
    critical = questions[0]
    assert isinstance(critical, Choose)
    assert critical.moot == ("" if left else "neither")


@pytest.mark.parametrize(
    ("stamina", "ability", "verdict"),
    [(0, True, "You’ve won."), (4, False, "You’ve lost."), (0, False, "Neither side has won.")],
)
def test_everybody_sees_how_a_fight_has_ended(stamina: int, ability: bool, verdict: str) -> None:
    """TFA-336."""
    state = table(player())
    state.combat, state.foes = 1, [Foe("Pike", stamina)]
    if not ability:
        state.players["Ana"].conditions = ["incapacitated"]
    game, _ = asked(state)
    EndCombat().do(game, "GM")
    assert game.lines is not None
    assert [line.moment.verdict for line in game.lines if line.moment] == [verdict]


def test_a_blow_is_told_with_whom_it_hit_how_hard_and_how_they_look_then() -> None:
    """Of 9 Stamina 3 go, then 1, then 4, then the rest. TFA-7, TFA-118."""
    state = table(player())
    pike = Foe("Pike", 9, most=9)
    game, _ = asked(state)
    for points in (3, 1, 4, 0, 1):
        hurt(game, "Ana", pike, points, melee=True)
    assert game.lines is not None
    assert [line.text for line in game.lines] == [
        "Ana hits Pike for 3. Pike is hurt.",
        "Ana hits Pike for 1.",
        "Ana hits Pike for 4. Pike is badly hurt.",
        "Ana hits Pike, and it does nothing.",
        "Ana hits Pike for 1. Pike is out of the fight.",
    ]
