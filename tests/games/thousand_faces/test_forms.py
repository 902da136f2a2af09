"""What the forms of actions ask for: no more than the action needs, and no less."""

from __future__ import annotations

from fatedeck.engine.offers import Many, Offer, One
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.state import Edge, Foe, Item, Move, Table
from tests.games.thousand_faces.tabletop import player, table


def form(state: Table, seat: str, do: str, **fixed: str) -> Offer:
    """The one offer of this action."""
    [found] = [
        offer
        for offer in ruleset.offers(state, seat)
        if offer.do == do and fixed.items() <= offer.fixed.items()
    ]
    return found


def asks(offer: Offer) -> dict[str, tuple[str, ...]]:
    """What a form asks for, with the options where there are any."""
    return {
        param.name: param.options if isinstance(param, One | Many) else () for param in offer.params
    }


def test_a_card_asks_for_what_it_is_attached_to_and_then_for_words() -> None:
    """TFA-129."""
    ana = player()
    ana.items = [Item("Mail", kind="armour"), Item("Sword", kind="weapon", range=["melee"])]
    ana.moves = [Move(name) for name in ("it_belonged_to_my_father", "go_berserk", "slide")]
    state = table(ana)
    father = {"move": "it_belonged_to_my_father"}
    assert asks(form(state, "Ana", "use-card", **father)) == {"item": ("Mail",)}
    assert asks(form(state, "Ana", "use-card", move="go_berserk")) == {}
    assert asks(form(state, "Ana", "use-card", move="slide")) == {"text": ()}
    ana.moves[0].item = "Mail"
    assert asks(form(state, "Ana", "use-card", **father)) == {"text": ()}


def test_things_go_to_others_who_can_act() -> None:
    """TFA-95, TFA-132."""
    ana, ben, cleo = player(), player(), player()
    ana.items, ana.pack, ana.precious = [Item("Hat")], 1, 1
    cleo.conditions = ["incapacitated", "out"]
    state = table(ana, ben, cleo)
    things = ("Hat", "a Pack card", "a precious Pack card")
    assert asks(form(state, "Ana", "give")) == {"what": things, "to": ("Ben",)}
    assert asks(form(state, "Ana", "drop")) == {"what": things}


def opened(state: Table, by: str, do: str, **chosen: str) -> dict[str, tuple[str, ...]]:
    """What the form of an action asks for when so much is chosen, with the options."""
    params = ruleset.form(state, by, form(state, by, do), chosen).params
    return {param.name: param.options if isinstance(param, One | Many) else () for param in params}


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
