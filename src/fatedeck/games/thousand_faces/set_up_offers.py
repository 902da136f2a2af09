"""What a seat may do during set-up."""

from __future__ import annotations

from fatedeck.engine.offers import Count, Many, Offer, One, Words, offer
from fatedeck.games.thousand_faces import actions as do
from fatedeck.games.thousand_faces import (
    catalogue,
    creation,
    forms,
)
from fatedeck.games.thousand_faces.state import Table


def _touchstones(state: Table, seat: str) -> list[Offer]:
    """Write titles, then circle one in turn. TFA-313."""
    title = "Title of a book, film, game or show"
    found = [
        offer(
            do.WriteTouchstones,
            "Write your touchstones",
            Words("first", title, 60, may_be_empty=False),
            Words("second", title, 60, may_be_empty=False),
            Words("third", title, 60, may_be_empty=False),
            Words("fourth", title, 60),
            group="Touchstones",
            clauses=("TFA-313",),
        )
    ]
    taken = creation.circled(state)
    free = tuple(dict.fromkeys(t for t in creation.written(state) if t not in taken))
    if free:
        found.append(
            offer(
                do.CircleTouchstone,
                "Circle a title",
                One("title", "Title", free),
                group="Touchstones",
                refused=creation.why_not_circle(state, seat),
            )
        )
    return found


def _goals(state: Table, seat: str) -> list[Offer]:
    """The right neighbour is offered 2 goals. TFA-321."""
    found = []
    for other, player in state.seated():
        if state.left_of(other) == seat and not player.fateful:
            found.append(
                offer(
                    do.OfferGoals,
                    f"Offer {other} two goals",
                    Many("goals", "Goals", catalogue.tables().fateful_moments, 2, 2),
                    fixed={"seat": other},
                    group="Fateful Moments",
                    clauses=("TFA-321",),
                )
            )
    return found


def set_up_offers(state: Table, seat: str) -> list[Offer]:
    player = state.players[seat]
    found: list[Offer] = []
    if creation.can_fill_in(state, seat):
        found.append(offer(do.QuickCharacter, "Fill in the rest for me", group="Character"))
    if player.hand and not player.kept:
        refused = creation.why_not_keep(state, seat)
        cards = [forms.named(creation.keepable(player))] if refused is None else []
        found.append(offer(do.KeepCard, "Keep a card", *cards, group="Moves", refused=refused))
    if player.may_add and creation.letters(state, "C"):
        found.append(
            offer(
                do.AddCard, "Add a C card", forms.named(creation.letters(state, "C")), group="Moves"
            )
        )
    choosable = creation.choosable(state, seat) if state.laid_out else []
    if choosable:
        refused = creation.why_not_choose(state, seat)
        found.append(
            offer(
                do.ChooseMove,
                "Choose a move",
                forms.named(choosable),
                group="Moves",
                refused=refused,
            )
        )
    found.append(
        offer(
            do.SetAttributes,
            "Spread 6 points",
            Count("strength", "Str", 1, 4),
            Count("dexterity", "Dex", 1, 4),
            Count("intelligence", "Int", 1, 4),
            group="Character",
            clauses=("TFA-319",),
        )
    )
    found.append(
        offer(
            do.NameCharacter,
            "Name your character",
            Words("name", "Name", 60, may_be_empty=False),
            Words(
                "background", "Background: " + ", ".join(catalogue.tables().background_questions)
            ),
            group="Character",
            clauses=("TFA-320", "TFA-366"),
        )
    )
    if player.fateful_offers:
        goals = One("goal", "Goal", tuple(player.fateful_offers))
        found.append(offer(do.TakeGoal, "Take a goal", goals, group="Fateful Moments"))
    found += forms.receive(player)
    refused = creation.why_not_choose_item(state, seat)
    found.append(
        offer(
            do.ChooseItem,
            "Choose an item",
            One("item", "Item", tuple(creation.item_choices(state, seat)), forms.item_gists()),
            Words("name", "Its name", 60),
            group="Items",
            clauses=("TFA-323",),
            refused=refused,
        )
    )
    found.append(
        offer(do.SayHome, "Say what feels like home", Words("text", "Home is"), group="The Hearth")
    )
    return [*found, *_touchstones(state, seat), *_goals(state, seat)]


def gm_set_up_offers(state: Table) -> list[Offer]:
    found = [
        offer(
            do.BeginPlay,
            "Begin play",
            Words("scene", "The first scene"),
            group="Campaign",
            refused=creation.why_not_begin(state),
            clauses=("TFA-327",),
        ),
        forms.agree_hearth(),
    ]
    if state.options.moves == "gm" and not state.laid_out:
        cards = tuple(creation.letters(state, "B") + creation.letters(state, "C"))
        faces = catalogue.moves()
        notes = {card: f"{faces[card].letter}: {faces[card].gist}" for card in cards}
        wanted = creation.wanted(state)
        number = sum(wanted.values())
        found.append(
            offer(
                do.LayOut,
                f"Lay out {wanted['B']} B cards and {wanted['C']} C cards",
                Many("cards", "Cards", cards, number, number, notes),
                group="Moves",
                clauses=("TFA-315",),
            )
        )
    return [*found, *_touchstones(state, state.gm), *_goals(state, state.gm)]
