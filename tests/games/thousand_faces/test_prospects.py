"""What a player may hope for."""

from __future__ import annotations

from fractions import Fraction

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import catalogue, ruleset
from fatedeck.games.thousand_faces.actions import CallMove
from fatedeck.odds.counting import count
from tests.games.thousand_faces.tabletop import drawing, player, table


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


def test_a_wound_card_leaves_only_the_single_flip() -> None:
    """TFA-47."""
    ana = player()
    ana.deck.bag.append("W1")
    titles = [prospect.title for prospect in ruleset.prospects(table(ana), "Ana")]
    assert titles == ["Str, net 0", "Dex, net 0", "Int, net 0"]


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
