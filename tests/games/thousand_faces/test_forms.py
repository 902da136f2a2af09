"""What the forms of actions ask for: no more than the action needs, and no less."""

from __future__ import annotations

from fatedeck.engine.cards import shuffled
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Many, One, Param
from fatedeck.engine.questions import Answer, Choose, Draw, Question
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.rules.attempts import Attempt
from fatedeck.games.thousand_faces.rules.flips import flip
from fatedeck.games.thousand_faces.state import Edge, Foe, Item, Move, Table
from tests.games.thousand_faces.tabletop import player, table


def opened(
    state: Table, by: str, do: str, way: str = "", **chosen: str
) -> dict[str, tuple[str, ...]]:
    """What the form of an action asks for when so much is chosen, with the options."""
    params = form(state, by, do, way, **chosen)
    return {param.name: param.options if isinstance(param, One | Many) else () for param in params}


def begun(
    state: Table, by: str, do: str, way: str = "", **chosen: str
) -> dict[str, tuple[str | None, bool]]:
    """What is chosen beforehand in a form, and where it is left to whoever fills it in."""
    params = form(state, by, do, way, **chosen)
    return {one.name: (one.default, one.blank) for one in params if isinstance(one, One)}


def form(state: Table, by: str, do: str, way: str, **chosen: str) -> tuple[Param, ...]:
    """Where an action is offered in several ways, `way` says which by its label."""
    [offer] = [
        offer for offer in ruleset.offers(state, by) if offer.do == do and way in (offer.label, "")
    ]
    return ruleset.form(state, by, offer, chosen).params


def test_a_card_asks_for_what_it_is_attached_to() -> None:
    """TFA-129."""
    ana = player()
    ana.items = [Item("Mail", kind="armour"), Item("Sword", kind="weapon", range=["melee"])]
    ana.moves = [Move(name) for name in ("it_belonged_to_my_father", "go_berserk")]
    state = table(ana)
    father = "It Belonged to My Father"
    assert opened(state, "Ana", "use-card", father) == {"item": ("Mail",), "text": ()}
    assert opened(state, "Ana", "use-card", "Go Berserk!") == {"text": ()}
    ana.moves[0].item = "Mail"
    assert opened(state, "Ana", "use-card", father) == {"text": ()}


def test_things_go_to_others_who_can_act() -> None:
    """TFA-95, TFA-132."""
    ana, ben, cleo = player(), player(), player()
    ana.items, ana.pack, ana.precious = [Item("Hat")], 1, 1
    cleo.conditions = ["incapacitated", "out"]
    state = table(ana, ben, cleo)
    things = ("Hat", "a Pack card", "a precious Pack card")
    assert opened(state, "Ana", "give") == {"what": things, "to": ("Ben",)}
    assert opened(state, "Ana", "drop") == {"what": things}


def test_a_move_asks_for_what_belongs_to_it_where_there_is_a_choice() -> None:
    """A foe is aimed at, or nobody; who has one weapon may also strike bare-handed. TFA-143."""
    ana = player()
    state = table(ana, player())
    assert opened(state, "Ana", "attempt", "Discern") == {"text": ()}
    assert opened(state, "Ana", "attempt", "Mix It Up", foe="").keys() == {"versus", "text"}
    state.foes = [Foe("Wolf", 5), Foe("Rat", 0)]
    ana.items = [Item("Sword", kind="weapon", range=["melee"], power="d6")]
    assert opened(state, "Ana", "attempt", "Mix It Up", foe="Wolf") == {
        "foe": ("Wolf", ""),
        "weapon": ("Sword", "unarmed"),
        "text": (),
    }
    assert opened(state, "Ana", "attempt", "Defy Danger")["attribute"] == ("str", "dex", "int")


def test_a_blow_is_meant_for_somebody_where_somebody_is_there() -> None:
    """The only foe and the weapon in hand are chosen; of two foes one must be named. TFA-118."""
    ana = player()
    ana.items = [
        Item(name, kind="weapon", range=["melee"], power="d6") for name in ("Sword", "Axe")
    ]
    state = table(ana, player())
    called = {"seat": "Ana", "move": "mix_it_up"}
    state.foes = [Foe("Wolf", 5), Foe("Rat", 0)]
    for found in (
        begun(state, "Ana", "attempt", "Mix It Up"),
        begun(state, "GM", "call-move", **called),
    ):
        assert found["foe"] == ("Wolf", False)
        assert found["weapon"] == ("Sword", False)
    state.foes[1] = Foe("Rat", 2)
    assert begun(state, "Ana", "attempt", "Mix It Up")["foe"] == (None, True)
    assert begun(state, "GM", "call-move", **called)["foe"] == (None, True)
    assert opened(state, "Ana", "attempt", "Mix It Up")["foe"] == ("Wolf", "Rat", "")


def test_nobody_defies_danger_with_an_attribute_that_was_not_chosen() -> None:
    """TFA-21."""
    state = table(player())
    called = {"seat": "Ana", "move": "defy_danger"}
    assert begun(state, "Ana", "attempt", "Defy Danger")["attribute"] == (None, True)
    assert begun(state, "GM", "call-move", **called)["attribute"] == (None, True)


def test_magic_is_worked_for_whoever_is_named_where_it_does_good() -> None:
    """It isn't turned against a foe unasked, either. TFA-8, TFA-311, TFA-368."""
    ana = player()
    ana.items = [Item("Cup", base="vitality", kind="magic", capacity=2, charges=2)]
    state = table(ana, player())
    state.foes = [Foe("Wolf", 5)]
    found = begun(state, "Ana", "attempt", "Use a Magic Item")
    assert found["target"] == found["foe"] == (None, True)
    called = {"seat": "Ana", "move": "use_a_magic_item"}
    assert begun(state, "GM", "call-move", **called)["target"] == (None, True)
    ana.items[0].secret = True
    assert begun(state, "GM", "call-move", **called)["target"] == ("", False)
    ana.items[0].base = "invisibility"
    assert begun(state, "Ana", "attempt", "Use a Magic Item")["target"] == ("", False)


def test_a_called_move_asks_for_answers_and_red_tokens_where_there_are_any() -> None:
    """TFA-345, TFA-348."""
    ana = player()
    state = table(ana)
    called = {"seat": "Ana", "move": "defy_danger", "foe": ""}
    plain = {"seat", "move", "attribute", "advantages", "disadvantages"}
    assert opened(state, "GM", "call-move", **called).keys() == plain
    ana.edges = [Edge(1, "what comes next"), Edge(-1, "badly placed", "Wolf")]
    state.foes = [Foe("Wolf", 5, red_tokens=1), Foe("Rat", 0)]
    found = opened(state, "GM", "call-move", **{**called, "foe": "Wolf"})
    assert found.keys() == plain | {"foe", "edge", "red_token"}
    assert found["edge"] == ("", "what comes next")
    assert found["foe"] == ("Wolf", "")


def test_the_gm_is_not_told_of_a_secret_item() -> None:
    """TFA-8."""
    ana = player()
    ana.items = [
        Item(name, base="vitality", kind="magic", capacity=1, charges=1)
        for name in ("Rod", "Ring", "Veil")
    ]
    ana.items[2].secret = True
    state = table(ana)
    called = opened(state, "GM", "call-move", seat="Ana", move="use_a_magic_item")
    assert called["item"] == ("Rod", "Ring")
    tried = opened(state, "Ana", "attempt", "Use a Magic Item")
    assert tried["item"] == ("Rod", "Ring", "Veil")


def test_a_scene_may_stay_where_it_is() -> None:
    """The Hearth is a place while it can be reached. TFA-310, TFA-339."""
    state = table(player())
    assert opened(state, "GM", "set-scene")["place"] == ("", "outside", "town", "The Hearth")
    state.hearth_available = False
    assert opened(state, "GM", "set-scene")["place"] == ("", "outside", "town")


def test_what_is_made_is_asked_for_what_it_has() -> None:
    """TFA-148, TFA-151, TFA-155."""
    state = table(player())
    asked = {"seat", "kind", "name", "extra"}
    weapon = opened(state, "GM", "make-item", seat="Ana", kind="weapon")
    assert weapon.keys() == asked | {"power", "reach"}
    assert weapon["power"] == ("d4",)
    shield = opened(state, "GM", "make-item", seat="Ana", kind="shield")
    assert shield.keys() == asked | {"results", "keeps_off", "could_strike"}
    armour = opened(state, "GM", "make-item", seat="Ana", kind="armour")
    assert armour.keys() == asked | {"harm_slots", "either_slots"}


def test_only_what_a_pc_has_is_used_up() -> None:
    """TFA-8, TFA-270."""
    ana = player()
    ana.items = [Item("Ring", kind="magic", capacity=2, charges=1), Item("Veil", secret=True)]
    ana.pack = 0
    state = table(ana)
    found = opened(state, "GM", "use-up", seat="Ana", what="a charge")
    assert found["what"] == ("an item", "a charge", "capacity")
    assert found["item"] == ("Ring",)


ASKED = "Your card shows {}. Pay 1 XP to flip again, and say what in the past prepared you?"


def test_a_flashback_says_in_words_what_the_card_shows() -> None:
    """Next to Crown D02 is a success with a complication, D01 a failure. TFA-63, TFA-176."""
    ana = player(strength=3)
    ana.xp = 1
    for card, said in (("D02", "✔✔, a success with a complication"), ("D01", "✗, a failure")):
        asked: list[Choose] = []

        def answer(question: Question, card: str = card, asked: list[Choose] = asked) -> Answer:
            if isinstance(question, Draw):
                return card
            assert isinstance(question, Choose)
            asked.append(question)
            return question.options[-1]

        state = table(ana)
        ana.deck = shuffled(catalogue.deck_cards())
        ana.discard = shuffled([])
        flip(Game(state, answer, lines=[]), "Ana", ana.suit("str"), 0)
        prompts = [question.prompt for question in asked if question.name == "flashback"]
        assert prompts == [ASKED.format(said)]


def test_a_blow_with_nobody_to_hit_says_so_first() -> None:
    """TFA-2: the game master may still say whom it hits."""
    state = table(player())
    alone = next(way for way in Attempt.ways(state, "Ana") if way.chosen == {"move": "mix_it_up"})
    assert alone.unlikely
    assert alone.warns.startswith("Nobody stands against you.")
    state.foes = [Foe("Pike", 3)]
    way = next(way for way in Attempt.ways(state, "Ana") if way.chosen == {"move": "mix_it_up"})
    assert (way.unlikely, way.warns) == (False, "")
