"""What a seat may do during set-up."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Many, Offer, One, Words, offer
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import actions as do
from fatedeck.games.thousand_faces.rules import creation, forms
from fatedeck.games.thousand_faces.state import Table

TITLE = "Title of a book, film, game or show"
FILL_IN = offer(do.QuickCharacter, "Fill in the rest for me", group="Character")
SPREAD = offer(
    do.SetAttributes,
    "Spread 6 points",
    Count("strength", "Str", 1, 4),
    Count("dexterity", "Dex", 1, 4),
    Count("intelligence", "Int", 1, 4),
    group="Character",
    clauses=("TFA-319",),
)
SAY_HOME = offer(
    do.SayHome, "Say what feels like home", Words("text", "Home is"), group="The Hearth"
)
WRITE = offer(
    do.WriteTouchstones,
    "Write your touchstones",
    Words("first", TITLE, 60, may_be_empty=False),
    Words("second", TITLE, 60, may_be_empty=False),
    Words("third", TITLE, 60, may_be_empty=False),
    Words("fourth", TITLE, 60),
    group="Touchstones",
    clauses=("TFA-313",),
)


def set_up_offers(state: Table, seat: str) -> list[Offer]:
    """What makes a character, group by group, then what the table agrees on."""
    if seat == state.gm:
        return _gm_set_up(state)
    fill_in = [FILL_IN] if creation.can_fill_in(state, seat) else []
    return [
        *fill_in,
        SPREAD,
        _name_character(),
        *_move_cards(state, seat),
        *_fateful_moments(state, seat),
        *forms.receive(state.players[seat]),
        _item(state, seat),
        SAY_HOME,
        *_touchstones(state, seat),
    ]


def _gm_set_up(state: Table) -> list[Offer]:
    """The GM lays out cards, takes part in what the table agrees on, and begins."""
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


@cache
def _name_character() -> Offer:
    questions = ", ".join(catalogue.tables().background_questions)
    return offer(
        do.NameCharacter,
        "Name your character",
        Words("name", "Name", 60, may_be_empty=False),
        Words("background", f"Background: {questions}"),
        group="Character",
        clauses=("TFA-320", "TFA-366"),
    )


def _move_cards(state: Table, seat: str) -> list[Offer]:
    """Keep a card of the draft, add one after it, or choose one that lies there. TFA-316."""
    player = state.players[seat]
    found = []
    if player.hand and not player.kept:
        refused = creation.why_not_keep(state, seat)
        cards = [forms.named(creation.keepable(player))] if refused is None else []
        found.append(offer(do.KeepCard, "Keep a card", *cards, group="Moves", refused=refused))
    if player.may_add and (rest := creation.letters(state, "C")):
        found.append(offer(do.AddCard, "Add a C card", forms.named(rest), group="Moves"))
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
    return found


def _fateful_moments(state: Table, seat: str) -> list[Offer]:
    """Take one of the goals on offer, and offer the right neighbour some. TFA-321."""
    offered = state.players[seat].fateful_offers
    if not offered:
        return _goals(state, seat)
    goals = One("goal", "Goal", tuple(offered))
    taking = offer(do.TakeGoal, "Take a goal", goals, group="Fateful Moments")
    return [taking, *_goals(state, seat)]


def _goals(state: Table, seat: str) -> list[Offer]:
    """The right neighbour is offered 2 goals. TFA-321."""
    other = state.right_of(seat)
    if other == state.gm or state.players[other].fateful:
        return []
    return [
        offer(
            do.OfferGoals,
            f"Offer {other} two goals",
            _moments(),
            fixed={"seat": other},
            group="Fateful Moments",
            clauses=("TFA-321",),
        )
    ]


@cache
def _moments() -> Many:
    return Many("goals", "Goals", catalogue.tables().fateful_moments, 2, 2)


def _item(state: Table, seat: str) -> Offer:
    """Two item cards, at most one of them magic. TFA-323."""
    refused = creation.why_not_choose_item(state, seat)
    has_magic = creation.has_chosen_magic(state.players[seat])
    return _choose_item(state.options.campaign, has_magic, refused.sentence if refused else "")


@cache
def _choose_item(campaign: str, has_magic: bool, why_not: str) -> Offer:
    return offer(
        do.ChooseItem,
        "Choose an item",
        One("item", "Item", creation.item_choices(campaign, has_magic), forms.item_gists()),
        Words("name", "Its name", 60),
        group="Items",
        clauses=("TFA-323",),
        refused=Refused("TFA-323", why_not) if why_not else None,
    )


def _touchstones(state: Table, seat: str) -> list[Offer]:
    """Write titles, then circle one in turn. TFA-313."""
    written = creation.written(state)
    if not written:
        return [WRITE]
    taken = creation.circled(state)
    free = tuple(dict.fromkeys(title for title in written if title not in taken))
    if not free:
        return [WRITE]
    circling = offer(
        do.CircleTouchstone,
        "Circle a title",
        One("title", "Title", free),
        group="Touchstones",
        refused=creation.why_not_circle(state, seat),
    )
    return [WRITE, circling]
