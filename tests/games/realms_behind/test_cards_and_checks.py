"""Cards, checks, pools, demands, assists, gambles, Will and Fortune."""

from __future__ import annotations

from fatedeck.engine.cards import shuffle
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Count, One
from fatedeck.engine.questions import Answer, Choose, Each, Number, Question
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.calls import CallCheck, CreatureCheck
from fatedeck.games.realms_behind.rules.cards import (
    JOKER,
    RANK,
    STANDARD,
    SUIT,
    new_deck,
    told_apart,
)
from fatedeck.games.realms_behind.rules.checks import PILE, STOP, Terms, check
from fatedeck.games.realms_behind.rules.derived import is_exhausted, is_stupefied
from fatedeck.games.realms_behind.rules.tries import Contest, Try
from fatedeck.games.realms_behind.rules.will import Calm, SpendWill
from fatedeck.games.realms_behind.state import TableOptions
from tests.games.realms_behind.realms import (
    GM,
    Script,
    Told,
    asked_in,
    do,
    fight,
    game_of,
    goblin,
    hero,
    holds,
    item,
    only,
    refused,
    table_of,
)


def test_a_new_deck_is_the_standard_52() -> None:
    """RB-1.1, RB-1.2."""
    table = table_of(Ana="basic", Ben="basic")
    assert sorted(table.players["Ana"].deck) == sorted(STANDARD)
    assert table.players["Ana"].deck is not table.players["Ben"].deck
    assert len(set(STANDARD)) == 52
    assert [RANK[card + "H"] for card in ("A", "2", "10", "J", "Q", "K")] == [1, 2, 10, 11, 12, 13]
    assert [SUIT["9" + letter] for letter in "HSCD"] == ["hearts", "spades", "clubs", "diamonds"]


def test_jokers_are_off_unless_the_table_has_them() -> None:
    """RB-1.4, RB-1.5."""
    assert JOKER not in new_deck(jokers=False)
    with_jokers = ruleset.begin(TableOptions(jokers=True), (Seat(GM, "gm"), Seat("Ana")))
    assert list(with_jokers.players["Ana"].deck).count(JOKER) == 2
    assert RANK[JOKER] == 14
    assert JOKER not in with_jokers.gm_deck


def test_a_jokers_owner_names_its_suit_and_it_need_not_answer_a_demand() -> None:
    """RB-1.5."""
    table = table_of(Ana="basic", jokers=True)
    ana = hero(table)
    holds(ana, JOKER, "9H")
    call = CallCheck(seat="Ana", skill="melee", threshold=20, demand="hearts")
    do(table, GM, call, PILE)
    assert table.last is not None
    assert table.last.base == "9H"
    assert ana.hand.top == [JOKER]
    do(table, GM, call, JOKER)
    assert table.last.rank == 14
    assert table.last.pool.hearts == 1
    holds(ana, JOKER)
    do(table, GM, CallCheck(seat="Ana", skill="melee", threshold=14), JOKER, "clubs")
    assert table.last.success
    assert table.last.pool.clubs == 1


def test_the_zones_of_a_character() -> None:
    """RB-1.6: during a check the revealed cards lie apart; afterwards they are discarded."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "9S 8S", "2C")
    seen_revealed = []
    script = Script(("9S", STOP))

    def watching(question: Question) -> Answer:
        seen_revealed.append(list(ana.revealed))
        return script(question)

    check(Game(table, watching), ana, Terms("melee", 0, 5, advantage=1, forced=True))
    assert seen_revealed == [[], ["9S"]]
    assert not len(ana.revealed)
    assert ana.discard.top == ["9S"]


def test_there_is_no_hand_limit() -> None:
    """RB-1.10."""
    table = table_of(Ana="orrin")
    ana = hero(table)
    holds(ana, " ".join(STANDARD[:30]))
    do(table, "Ana", SpendWill(), STANDARD[40])
    assert len(ana.hand) == 31


def test_the_hand_is_told_apart_when_it_holds_equal_cards() -> None:
    """RB-1.3: a deck may hold equal cards."""
    assert told_apart(["KH", "2C", "KH"]) == ["KH", "KH#2", "2C"]
    table = table_of(Ana="orrin")
    ana = hero(table)
    ana.hand.top[:] = ["KH", "KH"]
    do(table, "Ana", SpendWill(["KH", "KH#2"]), "2C", "3C", "4C")
    assert sorted(ana.hand) == ["2C", "3C", "4C"]
    assert ana.discard.top == ["KH", "KH"]


def test_exhausted_checks_turn_the_pile_and_only_then() -> None:
    """RB-5.7, RB-5.6, RB-4.2: with cards in hand the pile may not be used."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "", "JD 2D")
    do(table, GM, CallCheck(seat="Ana", skill="melee", threshold=11))
    assert table.last is not None
    assert (table.last.base, table.last.success) == ("JD", True)
    assert ana.discard.top == ["JD"]
    holds(ana, "3C 4C")
    (question,) = asked_in(table, GM, CallCheck(seat="Ana", skill="melee", threshold=11), "3C")
    assert isinstance(question, Choose)
    assert question.options == ("3C", "4C")


def test_a_new_card_ends_exhausted() -> None:
    """RB-4.4, RB-4.3: Draw 0 starts Exhausted, one card ends it."""
    table = table_of(Ana="basic")
    ana = hero(table, spirit=1)
    assert is_exhausted(ana)
    do(table, "Ana", SpendWill(), "9S")
    assert not is_exhausted(ana)


def test_without_any_card_a_check_fails_and_does_nothing() -> None:
    """RB-5.9, RB-5.10."""
    table = table_of(Ana="basic")
    ana = hero(table)
    only(ana)
    game = game_of(table)
    outcome = check(game, ana, Terms("melee", 20, 1, assist=True))
    assert not outcome.success
    assert outcome.successes == 0


def test_the_gm_may_hide_the_threshold() -> None:
    """RB-5.11, RB-21.7, RB-5.3: the GM names threshold, demand and circumstance."""
    table = table_of(Ana="basic", Ben="basic")
    ana = hero(table)
    holds(ana, "9S 8S")
    told = do(table, "Ana", Try("insight", "to think"), 10, "Hide", "any", 2, 0, "9S")
    assert "Ana tries to think (Insight)." in told
    assert "= 11. Success" in told
    assert "10" not in told
    assert "Last check" in str(ruleset.view(table, "Ana"))
    assert "against 10" not in str(ruleset.view(table, "Ana"))
    assert "against 10" in str(ruleset.view(table, GM))
    told = do(table, "Ana", Try("insight"), 10, "Show", "spades", -1, 0, "8S")
    assert "7 against 10. Failure" in told


def test_a_contest_goes_to_the_higher_sum_and_a_tie_to_the_other() -> None:
    """RB-5.13, RB-5.14."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table, body=2), hero(table, "Ben", body=1)
    holds(ana, "9S 8S")
    holds(ben, "9C 9D")
    told = do(table, "Ana", Contest("might", "Ben", "might"), "9C", 0, "9S")
    assert "Ana wins the contest, 11 to 10" in told
    told = do(table, "Ana", Contest("might", "Ben", "might"), "9D", 0, "8S")
    assert "Ben wins the contest, 10 to 10" in told
    only(ben)
    told = do(table, "Ana", Contest("might", "Ben", "might"), 0, "2C")
    assert "Ana wins" in told


def test_a_downed_character_still_makes_forced_checks_without_fortune() -> None:
    """RB-5.14, RB-13.3, RB-13.1."""
    table = table_of(Ana="dhutlo")
    ana = hero(table)
    ana.shallow = ana.deep = 0
    holds(ana, "9S", "8C")
    do(table, GM, CallCheck(seat="Ana", skill="melee", threshold=5), "9S")
    assert table.last is not None
    assert table.last.success
    assert table.last.net == -1
    assert ana.fortune == 4


def test_one_order_of_a_check() -> None:
    """RB-5.4: assists, gambles, Fortune, sift, base card, Advantage, rank."""
    table = table_of(Ana="dhutlo", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    ben.willing = True
    ana.madness = 1
    holds(ana, "9S 8S", "2H JD")
    holds(ben, "", "QC")
    answers: tuple[Answer, ...] = (
        12, "Show", "any", 0,
        {"Ben": "lore"}, "It fits",
        1, 0, "8S", PILE, "JD",
    )  # fmt: skip
    asked = asked_in(table, "Ana", Try("melee"), *answers)
    kinds = [type(question).__name__ for question in asked]
    assert kinds == [
        "Number", "Choose", "Choose", "Number", "Each", "Choose", "Number", "Number",
        "Choose", "Choose", "Choose",
    ]  # fmt: skip
    assert table.last is not None
    assert (table.last.rank, table.last.successes, table.last.threshold) == (11, 3, 14)
    assert table.last.pool.hearts == table.last.pool.spades == table.last.pool.diamonds == 1


def test_a_suit_that_no_rule_names_does_nothing() -> None:
    """RB-6.3, RB-6.7: no bonus for Hearts on a Body skill; the next pool begins empty."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "9H 9S")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=10), "9H")
    assert table.last is not None
    assert (table.last.sum, table.last.success) == (9, False)
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=9), "9S")
    assert (table.last.pool.hearts, table.last.pool.spades) == (0, 1)
    assert table.last.successes == 1


def test_an_exhausted_one_answers_a_demand_from_the_pile() -> None:
    """RB-7.7."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "", "3D 4C 8S")
    do(table, GM, CallCheck(seat="Ana", skill="lore", threshold=8, demand="spades"))
    assert table.last is not None
    assert (table.last.base, table.last.success) == ("8S", True)
    assert ana.discard.top == ["8S", "4C", "3D"]


def test_a_demand_with_advantage_and_with_disadvantage() -> None:
    """RB-7.8."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "5H 6H", "KC 2D")
    do(
        table,
        GM,
        CallCheck(seat="Ana", skill="might", threshold=9, demand="hearts", advantage=1),
        "5H",
        PILE,
    )
    assert table.last is not None
    assert table.last.rank == 5
    assert (table.last.pool.hearts, table.last.pool.clubs) == (1, 1)
    do(
        table,
        GM,
        CallCheck(seat="Ana", skill="might", threshold=9, demand="hearts", disadvantage=1),
        "6H",
    )
    assert table.last.rank == 2


def test_creatures_answer_a_demand_from_the_gm_deck() -> None:
    """RB-7.9, RB-5.12, RB-21.2."""
    table = table_of(Ana="basic")
    goblin(table)
    table.gm_deck.top = ["2C", "3D", "9S"]
    for card in table.gm_deck.top:
        table.gm_deck.bag.remove(card)
    do(
        table,
        GM,
        CreatureCheck(creature="Goblin", skill="stealth", threshold=13, demand="spades"),
        0,
    )
    assert table.last is not None
    assert (table.last.sum, table.last.success) == (13, True)
    assert table.gm_discard.top == ["9S", "3D", "2C"]


def test_the_gm_deck_is_shuffled_with_its_discards_when_it_is_empty() -> None:
    """RB-21.2; a character's never is. RB-1.9."""
    table = table_of(Ana="basic")
    goblin(table)
    shuffle(table.gm_discard, table.gm_deck)
    table.gm_discard.top, table.gm_discard.bag = table.gm_discard.bag, []
    told = do(table, GM, CreatureCheck(creature="Goblin", skill="stealth", threshold=13), 0, "KH")
    assert "The GM deck is shuffled" in told
    assert len(table.gm_deck) == 51


def test_disadvantage_with_an_empty_pile_fails() -> None:
    """RB-8.7, RB-4.7."""
    table = table_of(Ana="basic")
    ana = hero(table)
    only(ana, "KS QS", "3C")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=1, disadvantage=2), "KS")
    assert table.last is not None
    assert not table.last.success
    assert sorted(ana.hand) == ["QS"]


def test_a_sift_cut_short_is_no_failure() -> None:
    """RB-4.7, RB-1.11."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.madness = 4
    only(ana, "KS", "3C")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=13), "KS")
    assert table.last is not None
    assert table.last.success
    assert table.last.pool.clubs == 1
    assert is_stupefied(ana)


def test_good_luck_is_advantage() -> None:
    """RB-8.8, RB-8.1: both words name the same thing, and each stacks with itself."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "5S", "6S 7S 8S")
    do(
        table,
        GM,
        CallCheck(seat="Ana", skill="might", threshold=8, advantage=3),
        "5S",
        PILE,
        PILE,
        PILE,
        "8S",
    )
    assert table.last is not None
    assert (table.last.net, table.last.rank) == (3, 8)


def test_cards_that_are_enough_come_first_and_the_lowest_of_those_before_all() -> None:
    """RB-5.5. A hidden threshold orders nothing, or the order would tell it. RB-5.11."""
    table = table_of(Ana="basic")
    cards = ("2H", "KH", "10H", "JS", "3C")
    only(hero(table), " ".join(cards), "5D")
    call = CallCheck(seat="Ana", skill="might", threshold=10)  # Might +0
    (question,) = asked_in(table, GM, call, "2H")
    assert isinstance(question, Choose)
    assert question.options == ("10H", "JS", "KH", "2H", "3C")
    only(hero(table), " ".join(cards), "5D")
    hidden = CallCheck(seat="Ana", skill="might", threshold=10, hidden=True)
    (question,) = asked_in(table, GM, hidden, "2H")
    assert isinstance(question, Choose)
    assert question.options == cards


def test_which_rank_counts_is_asked_with_what_each_comes_to() -> None:
    """None of the cards counts yet, so none of them is put aside. RB-8.4."""
    table = table_of(Ana="basic")
    holds(hero(table), "2H", "4C")
    script, lines = Script(("2H", PILE, "4C")), Told()
    call = CallCheck(seat="Ana", skill="might", threshold=10, advantage=1)
    ruleset.perform(Game(table, script, (), lines), GM, call)
    question = script.asked[-1]
    assert isinstance(question, Choose)
    assert question.notes == {"2H": "2 + 0 = 2, 8 short", "4C": "4 + 0 = 4, 6 short"}
    shown = [line.moment for line in lines if line.moment is not None]
    assert all(turned.counts for turned in shown[-2].turned)


def test_in_general_the_highest_usable_card_may_be_picked() -> None:
    """RB-5.8, RB-8.4: any played card's rank, also a lower one."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "5S KD")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=8, advantage=1), "5S", "KD", "5S")
    assert table.last is not None
    assert table.last.rank == 5


def test_an_assist_is_a_check_of_the_helper() -> None:
    """RB-9.5: Madness sifts, wounds hinder, Fortune helps; no gambling on it."""
    table = table_of(Ana="basic", Ben="dhutlo")
    ana, ben = hero(table), hero(table, "Ben")
    ben.willing = True
    ben.madness, ben.shallow = 1, 0
    ben.statuses.frightened = 1
    holds(ana, "9S")
    holds(ben, "2C", "3H 9C QD JD")
    game = game_of(table, {"Ben": "melee"}, "It fits", 1, "9S", STOP)
    outcome = check(game, ana, Terms("might", 0, 5, forced=True))
    assert outcome.successes == 2
    assert ben.fortune == 3
    assert ben.statuses.frightened == 0
    assert ben.discard.top == ["QD", "9C", "3H"]
    assert ben.hand.top == ["2C"]


def test_the_gm_may_refuse_a_skill() -> None:
    """RB-9.1."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    ben.willing = True
    holds(ana, "9S")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), {"Ben": "theurgy"}, "no", "9S")
    assert table.last is not None
    assert table.last.successes == 1
    assert not len(ben.discard)


def test_assisting_in_an_encounter_uses_the_reaction() -> None:
    """RB-9.6, RB-15.7: without one the helper is not asked; outside it is free."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    goblin(table, x=9)
    ben.willing = True
    holds(ana, "9S 8S 7S")
    holds(ben, "", "KC QC")
    do(
        table,
        GM,
        CallCheck(seat="Ana", skill="might", threshold=5),
        {"Ben": "might"},
        "It fits",
        "9S",
        STOP,
    )
    fight(table, "Ana", "Ben", "Goblin")
    do(
        table,
        GM,
        CallCheck(seat="Ana", skill="might", threshold=5),
        {"Ben": "might"},
        "It fits",
        "8S",
        STOP,
    )
    assert ben.reactions == 0
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), "7S")


def test_the_downed_and_stupefied_cannot_assist() -> None:
    """RB-9.8, RB-4.8."""
    table = table_of(Ana="basic", Ben="basic", Cleo="basic")
    ana, ben, cleo = hero(table), hero(table, "Ben"), hero(table, "Cleo")
    ben.willing = cleo.willing = True
    holds(ana, "9S")
    ben.shallow = ben.deep = 0
    only(cleo)
    asked = asked_in(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), "9S")
    assert not any(isinstance(question, Each) for question in asked)


def test_gambling_is_for_own_checks_that_are_not_forced() -> None:
    """RB-10.4, RB-10.3, RB-10.2."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "9S 8S")
    asked = asked_in(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), "9S")
    assert not any(isinstance(question, Number) for question in asked)
    asked = asked_in(table, "Ana", Try("might"), 2, "Show", "any", 0, 3, "8S")
    gamble = asked[4]
    assert isinstance(gamble, Number)
    assert (gamble.low, gamble.or_more) == (0, True)
    assert table.last is not None
    assert (table.last.threshold, table.last.successes) == (8, 4)


def test_any_number_of_gambles() -> None:
    """RB-10.3: there is no most; what is said of the question gives no hidden threshold away."""
    table = table_of(Ana="basic")
    ana = hero(table, body=300)
    highs = set()
    for threshold in (4, 40):
        holds(ana, "9S 8S")
        attempt: tuple[Answer, ...] = (threshold, "Hide", "any", 0, 60, "8S")
        gamble = asked_in(table, "Ana", Try("might"), *attempt)[4]
        assert isinstance(gamble, Number)
        highs.add(gamble.high)
        assert table.last is not None
        assert table.last.threshold == threshold + 120
        assert table.last.successes == 61
    assert highs == {157}  # rank 15 + 300 is 315; a 158th gamble needs 316
    holds(ana, "9S")
    do(table, "Ana", Try("might"), 4, "Show", "any", 0, 1_000_000, "9S")
    assert table.last is not None
    assert (table.last.threshold, table.last.success) == (2_000_004, False)


def test_will_is_not_for_the_downed_and_calms_madness() -> None:
    """RB-11.3, RB-11.4."""
    table = table_of(Ana="dhutlo")
    ana = hero(table)
    holds(ana, "9S")
    ana.madness = 2
    do(table, "Ana", Calm())
    assert (ana.will, ana.madness) == (5, 1)
    do(table, "Ana", Calm())
    with refused("RB-11.4"):
        do(table, "Ana", Calm())
    ana.shallow = ana.deep = 0
    with refused("RB-11.3"):
        do(table, "Ana", SpendWill())


def test_fortune_gives_advantage_before_the_first_card() -> None:
    """RB-11.5, RB-11.8: any number of it."""
    table = table_of(Ana="dhutlo")
    ana = hero(table)
    holds(ana, "5S", "6S 7S KS")
    do(
        table,
        GM,
        CallCheck(seat="Ana", skill="might", threshold=9),
        3,
        "5S",
        PILE,
        PILE,
        PILE,
        "KS",
    )
    assert table.last is not None
    assert (ana.fortune, table.last.net, table.last.rank) == (1, 3, 13)


def test_creatures_have_no_fortune_or_madness_unless_the_gm_gives_some() -> None:
    """RB-11.13."""
    table = table_of(Ana="basic")
    creature = goblin(table)
    assert (creature.will, creature.fortune, creature.madness) == (0, 0, 0)
    creature.fortune, creature.madness = 1, 1
    told = do(
        table,
        GM,
        CreatureCheck(creature="Goblin", skill="stealth", threshold=1),
        0,
        1,
        "2C",
        "5S",
        PILE,
        "KD",
        "KD",
    )
    assert "sifts 2C" in told
    assert table.last is not None
    assert (table.last.rank, creature.fortune) == (13, 0)


def test_lucky_things_make_pairs_count_15() -> None:
    """RB-20.14."""
    table = table_of(Ana="basic")
    ana = hero(table, luck=1)
    item(ana, "hat", "equipped", "lucky")
    holds(ana, "5S 5D 6S 6C", "6H 5H")
    ana.fortune = 0
    do(
        table,
        GM,
        CallCheck(seat="Ana", skill="might", threshold=15, advantage=1),
        "5S",
        "5D",
        "A pair",
    )
    assert table.last is not None
    assert table.last.rank == 15
    call = CallCheck(seat="Ana", skill="might", threshold=15, advantage=1, demand="spades")
    do(table, GM, call, "6S", "6C", "A pair")
    assert table.last.rank == 15
    holds(ana, "7S", "7H")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=15, disadvantage=1), "7S")
    assert table.last.rank == 7
    holds(ana, "8S 9D", "9H")
    call = CallCheck(seat="Ana", skill="might", threshold=15, advantage=2, demand="spades")
    do(table, GM, call, "8S", "9D", PILE)
    assert table.last.rank == 8


def test_a_reaction_spent_on_anothers_assist_is_gone() -> None:
    """RB-9.6, RB-15.7: two helpers answer at once, and the second's weapon helps the first."""
    table = table_of(Ana="basic", Ben="basic", Cleo="basic")
    ana, ben, cleo = hero(table), hero(table, "Ben"), hero(table, "Cleo")
    goblin(table, x=9)
    fight(table, "Ana", "Ben", "Cleo", "Goblin")
    ben.willing = cleo.willing = True
    item(cleo, "1h-light-melee", "equipped", "sanctified")
    holds(ana, "9S")
    holds(ben, "", "2C KC")
    answers: tuple[Answer, ...] = (
        {"Ben": "might", "Cleo": "might"}, "It fits", "Give Advantage", PILE, "KC", "9S", STOP,
    )  # fmt: skip
    told = do(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), *answers)
    assert "Cleo has no reaction left" in told
    assert (cleo.reactions, ben.reactions) == (0, 0)
    assert table.last is not None
    assert table.last.successes == 2


def test_a_called_check_begins_with_the_usual_threshold() -> None:
    """11, as the rules set it for a helper; it comes before the 24 skills. RB-9.2, RB-21.7."""
    table = table_of(Ana="basic")
    hero(table, "Ana")
    goblin(table)
    offers = {offer.do: offer for offer in ruleset.offers(table, GM)}
    for name, who in {"call-check": "seat", "creature-check": "creature"}.items():
        params = ruleset.form(table, GM, offers[name], {}).params
        assert [param.name for param in params][:3] == [who, "threshold", "skill"]
        _, threshold, skill, *_ = params
        assert isinstance(threshold, Count)
        assert threshold.default == 11
        assert isinstance(skill, One)
        assert skill.options[:3] == ("awareness", "stealth", "athletics")
        assert len(skill.options) == len(set(skill.options)) == 24


def test_numbers_and_cards_say_what_they_do() -> None:
    """2 + 3 reaches 5, 8 + 3 the 11; a hidden threshold stays hidden. RB-5.2, RB-5.11, RB-10.3."""
    for hidden, two, eight, once in (
        (False, "2 + 3 = 5, 6 short", "8 + 3 = 11, succeeds", "1: reach 13 for 1 extra success"),
        (True, "2 + 3 = 5", "8 + 3 = 11", "1: reach 2 more for 1 extra success"),
    ):
        table = table_of(Ana="basic")
        ana = hero(table, "Ana")
        ana.fortune = 1
        holds(ana, "2C 8H")
        script = Script((0, 0, "8H"))
        check(Game(table, script, (), []), ana, Terms("awareness", 3, 11, hidden=hidden))
        gambles, fortune, card = script.asked
        assert isinstance(gambles, Number)
        assert gambles.labels["1"] == once
        assert isinstance(fortune, Number)
        assert fortune.labels == {"0": "None", "1": "1: up to 1 more card to pick from"}
        assert isinstance(card, Choose)
        assert card.notes == {"2C": two, "8H": eight}
