"""What the page is given to draw and say, where the words matter."""

from __future__ import annotations

import random

from fatedeck.engine.cards import move
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.engine.story import Line
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.effects import Lasting
from fatedeck.games.deck_of_adventures.rules.attacks import Blow, attack
from fatedeck.games.deck_of_adventures.rules.checks import draw_target, foresee
from fatedeck.games.deck_of_adventures.rules.consequences import lay
from fatedeck.games.deck_of_adventures.rules.creatures import place_creature
from fatedeck.games.deck_of_adventures.rules.mechanics import listed, told_effect
from fatedeck.games.deck_of_adventures.state import Rest, Weapon
from tests.games.deck_of_adventures.tabletop import fighting, game_of, lucky, stack, table


def test_in_a_fight_the_ground_comes_before_the_circle() -> None:
    state = table()
    fighting(state)
    state.drawing = foresee(state, state.characters["Ana"], "VIT", "8C", 3)
    assert [gadget.kind for gadget in ruleset.view(state, "Ana").gadgets] == ["grid", "circle"]
    state.combat = None
    assert [gadget.kind for gadget in ruleset.view(state, "Ana").gadgets] == ["circle", "grid"]


def test_tokens_of_one_kind_can_be_told_apart() -> None:
    state = table(("Clubs2",), ("Melee Guard", "Melee Guard", "Captain (Dealer)"))
    grid = next(one for one in ruleset.view(state, None).gadgets if one.kind == "grid")
    tokens = grid.data["tokens"]
    assert isinstance(tokens, list)
    assert sorted(token["label"] for token in tokens) == ["An", "CD", "M2", "MG"]


def test_a_turn_is_offered_first_and_actions_say_what_they_take() -> None:
    """DOA-133, DOA-169."""
    state = table(("Hearts2",))
    fighting(state)
    ana = state.characters["Ana"]
    ana.pp, ana.hp = 2, 3
    offers = ruleset.offers(state, "Ana")
    labels = [offer.label for offer in offers]
    assert labels[0] == "Move"
    assert ("Heal", "Major, 1 PP") in [(offer.label, offer.cost) for offer in offers]
    assert labels.index("End your turn") < labels.index("Try something")


def test_a_power_is_told_at_its_price() -> None:
    """DOA-341, DOA-395."""
    state = table(("Diamonds2", "Hearts2"))
    ana = state.characters["Ana"]
    heal = listed(state.characters["Ben"], "Heal")
    assert [told_effect(ana, heal, tier) for tier in (0, 1)] == [
        "You or one creature you can see regains 1 HP.",
        "You or one creature you can see regains 2 HP.",
    ]
    cone = listed(ana, "Attack, Mystic Cone")
    assert told_effect(ana, cone, 0) == "Mystic attack on each character in the cone."
    ana.weapons, ana.weapon = [Weapon("Bow", 1, 6)], "Bow"
    assert told_effect(ana, listed(ana, "Attack, Weapon"), 0) == "Bow: 1 damage at 6 spaces."
    ana.weapons, ana.weapon = [], ""
    assert told_effect(ana, listed(ana, "Attack, Weapon"), 0) == "Bare hands: 1 damage at 1 space."
    wolf = place_creature(state, "Gray Wolf", "foes")
    bite = told_effect(wolf, listed(wolf, "Attack, Weapon"), 0)
    assert bite == "Its own attack: 1 damage at 1 space."


def test_twins_stand_by_their_numbers() -> None:
    """The eleventh wolf comes after the second."""
    state = table(("Clubs2",), ["Gray Wolf"] * 11)
    names = [sheet.id for sheet in ruleset.view(state, "GM").sheets if sheet.side == "foe"]
    assert names == ["Gray Wolf", *(f"Gray Wolf {number}" for number in range(2, 12))]


def test_the_story_says_how_long_an_effect_lies_on_someone() -> None:
    """DOA-187, DOA-350."""
    state = table()
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    game = game_of(state)
    lay(game, ana, ben, Lasting("Ready Aim", until="start"))
    lay(game, ana, ben, Lasting("Slow", until="sustained"))
    assert game.lines is not None
    assert [line.text for line in game.lines] == [
        "Ben is under Ready Aim until the start of Ana’s next turn.",
        "Ben is under Slow while Ana sustains it.",
    ]


def test_a_hero_is_called_by_its_name() -> None:
    """A ready-made one, one of one's own, and one that has no name yet. DOA-317, DOA-336."""
    state = table(("Clubs1", "Spades2", "Hearts1"))
    ben, cleo = state.characters["Ben"], state.characters["Cleo"]
    ben.title, cleo.title = "Bram", ""
    titles = {sheet.id: sheet.title for sheet in ruleset.view(state, "Ana").sheets}
    assert titles["Ana"] == "Marn (Ana)"
    assert (titles["Ben"], titles["Cleo"]) == ("Bram (Ben)", "Cleo")
    assert titles["Grunt"] == "Grunt"


def test_in_a_quick_rest_resting_is_likelier_than_anything_else() -> None:
    """DOA-267, DOA-275."""
    state = table(("Hearts2",), ())
    ana = state.characters["Ana"]
    ana.hp, ana.ap = 1, ana.max_ap
    state.rest = Rest("quick", 0, ["Ana"], ["Ana"])
    able = {offer.do for offer in ruleset.offers(state, "Ana") if not offer.why_not}
    likeliest = [do for do in ruleset.likely if do in able]
    assert likeliest[:2] == ["spend-rest-card", "finish-rest"]
    assert "use-power" in likeliest


def test_each_card_of_an_attack_on_several_says_against_whom_it_is() -> None:
    """DOA-178."""
    state = table(("Clubs2",), ("Grunt", "Grunt"))
    fighting(state)
    ana = state.characters["Ana"]
    lines: list[Line] = []
    game = Game(state, lucky(random.Random(0)), lines=lines)
    foes = [who for who in state.characters.values() if who.side == "foes"]
    for foe in foes:
        attack(game, ana, foe, Blow("mystic"))
    moments = [line.moment for line in lines if line.moment is not None and line.moment.verdict]
    assert [moment.against for moment in moments] == [foe.name for foe in foes]
    assert "against the grunt, " in moments[0].aim
    assert "against Grunt 2, " in moments[1].aim


def test_an_area_that_would_strike_a_friend_says_so_before_it_is_used() -> None:
    """DOA-344, DOA-345: an Aura spares only its user."""
    state = table(("Diamonds2", "Hearts2"), ("Grunt",))
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    ana.powers, ana.pp = ["Attack, Mystic Aura"], 9
    grunt = state.characters["Grunt"]
    (ana.x, ana.y), (grunt.x, grunt.y), (ben.x, ben.y) = (4, 8), (5, 8), (4, 7)
    fighting(state)

    def auras() -> list[tuple[str, str]]:
        offers = [offer for offer in ruleset.offers(state, "Ana") if offer.do == "use-power"]
        return [(offer.label, offer.warns) for offer in offers]

    friend = str(ruleset.called(state)["Ben"])
    assert auras()
    for label, warns in auras():
        assert label.endswith(f"(also {friend})")
        assert warns == f"It strikes {friend} too."
    ben.x = 24
    assert auras()
    assert not any("also" in label or warns for label, warns in auras())


def test_a_target_card_is_seen_before_its_drawer_is_asked_whether_to_redraw_it() -> None:
    """DOA-28, DOA-121: the redrawn one is seen, too."""
    state = table(("Clubs2",), ())
    ana, cards = state.characters["Ana"], state.decks["Ana"]
    stack(state, ana, "8S", "5D")
    move("AS", cards.deck, cards.fate)
    lines: list[Line] = []
    seen: list[list[str]] = []

    def open_cards() -> list[str]:
        return [card.card for line in lines if line.moment for card in line.moment.turned]

    def answer(question: Question) -> Answer:
        assert isinstance(question, Choose)
        seen.append(open_cards())
        return question.options[0]

    draw_target(Game(state, answer, lines=lines), ana)

    assert seen[0] == ["8S"]
    assert open_cards() == ["8S", "5D"]
