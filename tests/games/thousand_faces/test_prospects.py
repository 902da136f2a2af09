"""What a player may hope for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis.strategies import randoms

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.prospects import Prospect
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.rules.calls import CallMove
from fatedeck.games.thousand_faces.rules.flips import flip
from fatedeck.games.thousand_faces.state import Table
from fatedeck.odds.counting import count, without
from tests.games.thousand_faces.tabletop import drawing, plainly, player, table


def test_odds_from_the_cards_not_seen() -> None:
    """Seen discards are out of it, exhausted cards face down are not. TFA-6, TFA-22."""
    ana = player(3, 2, 1)
    ana.deck = shuffled(["D01", "D02", "D03"])
    ana.discard = laid(["D11"])
    ana.exhaustion = shuffled(["D04"])
    state = table(ana)
    prospect = next(p for p in ruleset.prospects(state, "Ana") if p.title == "Str, net 0")
    assert prospect.cards == ("D01", "D02", "D03", "D04")
    assert [prospect.classes[card] for card in prospect.cards] == ["✗", "✔✔", "✔✔", "✔✔"]
    assert ruleset.prospects(state, "GM") == []


def test_a_wound_card_stops_a_flip_of_several() -> None:
    """By hand, two of D02, D13 and W1, read next to Anvil: ✗, ✔✔ and ✗. TFA-26, TFA-47, TFA-48.

    Of the 6 orders, W1 first is ✗ twice; D02 then W1 is ✗; D13 then W1 and the other two are ✔✔.
    """
    ana = player(1, 1, 1)
    ana.deck = shuffled(["D02", "D13", "W1"])
    shown = catalogue.readings("anvil")
    assert [shown[card] for card in sorted(ana.deck)] == [1, 3, 1]
    found = {prospect.title: prospect for prospect in ruleset.prospects(table(ana), "Ana")}
    assert len(found) == 15 + 12  # attributes by nets; the base moves, each with its attributes
    assert count(found["Str, net +1"])["✔✔"] == Fraction(1, 2)
    assert count(found["Str, net 0"])["✔✔"] == Fraction(1, 3)
    assert count(found["Str, net -1"])["✔✔"] == 0


@settings(deadline=None, max_examples=40, derandomize=True)
@given(randoms(use_true_random=True))
def test_flips_with_wound_and_blessing_cards_are_what_the_rules_make_them(luck: Random) -> None:
    """Every order of a small deck by the real rules. TFA-22, TFA-26, TFA-45 to TFA-50."""
    suit, net = luck.choice(catalogue.SUITS), luck.randint(-2, 2)
    cards = luck.sample(catalogue.deck_cards(), luck.randint(3, 5))
    cards += luck.choices(catalogue.wound_cards(), k=luck.randint(0, 2))
    cards += luck.sample(catalogue.blessing_cards(), luck.randint(0, 1))
    [asked, _] = ruleset.studies()
    added = ",".join(card for card in cards if card[0] in "WB")
    gone = [card for card in catalogue.deck_cards() if card not in cards]
    pose = asked.pose({"suit": suit, "net": f"{net:+}" if net else "0", "added": added})

    def start() -> Table:
        ana = player()
        ana.deck = shuffled(cards)
        return table(ana)

    ends = Possibilities(
        start,
        lambda game: flip(game, "Ana", suit, net, flashback=False, levels=False),
        lambda after: after.last.sign if after.last is not None else "",
        decide=lambda after, question: plainly(question),
    ).ends()
    assert count(without(pose, gone)).chances() == ends


def test_a_flip_that_a_wound_card_stopped_is_judged() -> None:
    """One card of two was turned; of 21 cards W1 came. TFA-47."""
    before = table(player(3, 2, 1))
    before.players["Ana"].deck.bag.append("W1")
    after = Codec(ruleset).copy(before)
    call = CallMove("Ana", "defy_danger", "str", disadvantages=1)
    ruleset.perform(Game(after, drawing("W1", "D13")), "GM", call)
    [judged] = ruleset.judged(before, after)
    assert judged.outcome == "✗"
    assert count(judged.prospect) == count(next(of_net(before, -1)))


def of_net(state: Table, net: int) -> Iterator[Prospect]:
    """Ana's prospects with Str."""
    for prospect in ruleset.prospects(state, "Ana"):
        if prospect.title == f"Str, net {net:+}":
            yield prospect


def test_a_flip_is_judged_against_what_could_have_come() -> None:
    before = table(player(3, 2, 1))
    after = Codec(ruleset).copy(before)
    call = CallMove("Ana", "defy_danger", "str", disadvantages=1)
    ruleset.perform(Game(after, drawing("D13", "D02")), "GM", call)
    [judged] = ruleset.judged(before, after)
    assert judged.seat == "Ana"
    assert judged.outcome == "✔✔"
    assert judged.prospect.draws == 2
    assert judged.prospect.keep == "worst"
    assert ruleset.judged(after, after) == []


def test_the_study_of_a_fresh_flip() -> None:
    """Against the table of section 37."""
    study = ruleset.studies()[0]
    prospect = study.pose({"suit": "anvil", "net": "+2"})
    assert len(prospect.cards) == len(catalogue.deck_cards())
    assert count(prospect)["✔✔✔"] == Fraction(27, 95)


def test_a_move_is_told_with_each_of_its_attributes() -> None:
    """Defy Danger is flipped with any attribute, and nothing is added. TFA-19, TFA-21."""
    state = table(player(3, 2, 1))

    found = [p.given for p in ruleset.prospects(state, "Ana") if p.given.get("move")]
    danger = [given["attribute"] for given in found if given["move"] == "defy_danger"]
    assert sorted(map(str, danger)) == ["dex", "int", "str"]


def test_only_the_flip_of_a_move_stands_at_its_form() -> None:
    """Mix It Up is flipped with Str alone, so there is one number, whoever is struck. TFA-21."""
    found = [one for one in ruleset.prospects(table(player()), "Ana") if one.do == "attempt"]
    assert len([one for one in found if one.given.get("move") == "mix_it_up"]) == 1
    assert all(one.given.keys() == {"move", "attribute"} for one in found)
