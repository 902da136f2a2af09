"""Making a character step by step: what each step means for play, and what goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import islice

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.heroes import Made
from fatedeck.engine.making import MANY, chosen, of_a_hundred, suggested, typed
from fatedeck.engine.offers import tag
from fatedeck.engine.story import capital, listed
from fatedeck.engine.view import Making, MakingStep, Suggestion
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import move_name
from fatedeck.games.thousand_faces.rules.choosing import (
    MOVES_EACH,
    AddCard,
    ChooseMove,
    KeepCard,
    choosable,
    is_drafting,
    keepable,
    unchosen_c_cards,
)
from fatedeck.games.thousand_faces.rules.creation import (
    ITEMS_EACH,
    POINTS,
    ChooseItem,
    ComeIn,
    NameCharacter,
    OfferGoals,
    QuickCharacter,
    ReceiveItem,
    SetAttributes,
    TakeGoal,
    TakeHero,
    can_fill_in,
    item_choices,
    magic_items,
    offered_goals,
    right_neighbour,
)
from fatedeck.games.thousand_faces.rules.set_up import SayHome
from fatedeck.games.thousand_faces.state import Item, Player, Table, new_item

GOOD = 3
"""What ✔✔ counts among the results. TFA-23."""


def making(state: Table, seat: str) -> Making | None:
    """The steps of a player in set-up, or of who comes late. TFA-316 to TFA-325, TFA-375."""
    return _making(state, seat, Drawn())


def makings(state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[Making | None]:
    """The same for all who make a character; a step is drawn again where something has changed."""
    return [_making(state, seat, drawn) if seat else None for seat in seats]


def _making(state: Table, seat: str, drawn: Drawn) -> Making | None:
    player, draw = state.players.get(seat), drawn.steps.part
    if player is None or not (state.phase == "creation" or player.is_late):
        return None
    taken = [other.name for other in state.players.values()]
    carried = [item.name for item in player.items]
    choices = {} if player.chosen_items >= ITEMS_EACH else item_choices(state, seat)
    steps = [
        draw(_name, player.name, player.background, taken),
        draw(_attributes, player.attributes),
        _moves(state, seat, player),
    ]
    if player.owed_items:
        steps.append(_gift(state, seat))
    steps.append(draw(_items, state.options.numbers, carried, player.chosen_items, choices))
    steps.append(_goal(state, seat, player))
    if not player.is_late:
        steps += _for_another(state, seat)
    steps.append(draw(_home, player.home))
    finish = tag(ComeIn) if player.is_late else ""
    return Making(tuple(steps), ready_made=tag(TakeHero), finish=finish)


def _name(own: str, background: str, taken: Sequence[str]) -> MakingStep:
    return MakingStep(
        "name",
        "Who are you?",
        "A name and a past. They give you no power, but the GM will ask about them.",
        (tag(NameCharacter),),
        done=bool(own),
        so_far=own,
        suggestions=tuple(
            suggested(name, name, hero.sentence, NameCharacter(name, hero.sentence))
            for name, hero in catalogue.heroes().items()
            if name not in taken
        ),
        typed=typed(
            NameCharacter(own, background),
            (NameCharacter(name, hero.sentence) for name, hero in catalogue.heroes().items()),
        ),
    )


def _attributes(own: dict[str, int]) -> MakingStep:
    return MakingStep(
        "attributes",
        "What are you good at?",
        "Whatever you try, you flip a card and read the sign next to your attribute’s suit: the "
        "more points, the better the suit. You have six points for three attributes, 1 to 4 each.",
        (tag(SetAttributes),),
        done=bool(own),
        so_far=_ranks(own),
        total=POINTS,
        chance_of="A plain flip (✔✔ or better)",
        chances=_chances(),
        suggestions=tuple(
            suggested(
                name,
                _ranks(hero.attributes),
                f"Good for {hero.good_at}.",
                _set(hero.attributes),
            )
            for name, hero in catalogue.heroes().items()
        ),
    )


@cache
def _chances() -> dict[str, int]:
    """How often the suit of each rank shows ✔✔ or better in a fresh Deckahedron. TFA-13, TFA-22."""
    cards = catalogue.deck_cards()
    shown = {rank: catalogue.readings(suit) for rank, suit in enumerate(catalogue.SUITS, 1)}
    return of_a_hundred(
        {
            rank: Fraction(sum(signs[card] >= GOOD for card in cards), len(cards))
            for rank, signs in shown.items()
        }
    )


def _ranks(attributes: dict[str, int]) -> str:
    return ", ".join(f"{name.title()} {rank}" for name, rank in attributes.items())


def _set(attributes: dict[str, int]) -> SetAttributes:
    return SetAttributes(attributes["str"], attributes["dex"], attributes["int"])


def _moves(state: Table, seat: str, player: Player) -> MakingStep:
    """Choosing in turn, or drafting: what can be taken now, or for whom one waits. TFA-316."""
    done = len(player.moves) >= MOVES_EACH
    choose = KeepCard if is_drafting(state) else ChooseMove
    refused = choose.why_closed(state, seat)
    return MakingStep(
        "moves",
        "What can you do that others can’t?",
        "Everyone can fight, talk and run. Your three move cards are what makes you stand out. "
        "Each has a letter: take at most one A card and two B cards.",
        (tag(ChooseMove), tag(KeepCard), tag(AddCard)),
        done=done,
        so_far=listed([move_name(card.id) for card in player.moves]),
        waits="" if done or refused is None else refused.sentence,
        suggestions=_cards(state, seat),
        complete=True,
    )


def _cards(state: Table, seat: str) -> tuple[Suggestion, ...]:
    """All that can be taken now."""
    if KeepCard.why_closed(state, seat) is None:
        cards = keepable(state, seat).items()
        return tuple(suggested(c, move_name(c), note, KeepCard(c)) for c, note in cards)
    if ChooseMove.why_closed(state, seat) is None:
        cards = choosable(state, seat).items()
        return tuple(suggested(c, move_name(c), note, ChooseMove(c)) for c, note in cards)
    if AddCard.why_closed(state, seat) is None:
        cards = unchosen_c_cards(state, seat).items()
        return tuple(suggested(c, move_name(c), note, AddCard(c)) for c, note in cards)
    return ()


def _gift(state: Table, seat: str) -> MakingStep:
    return MakingStep(
        "gift",
        "Which magic came to you?",
        "One of your moves brings a magic item along. Each use costs one of its charges.",
        (tag(ReceiveItem),),
        suggestions=tuple(
            suggested(item, _called(item), note, ReceiveItem(item))
            for item, note in islice(magic_items(state, seat).items(), MANY)
        ),
    )


def _items(
    numbers: str, carried: Sequence[str], chosen: int, choices: dict[str, str]
) -> MakingStep:
    return MakingStep(
        "items",
        "What do you carry?",
        "Take two item cards, at most one of them magic. With your two Packs of everyday things "
        "you carry four, and some moves then cost a little Stamina; with two or fewer they don’t, "
        f"and a Pack is soon dropped. {_D4[numbers]}",
        (tag(ChooseItem),),
        done=chosen >= ITEMS_EACH,
        so_far=listed(carried),
        suggestions=tuple(
            suggested(item, _called(item), note, ChooseItem(item)) for item, note in choices.items()
        ),
    )


_D4 = {
    "cards": "A d4 is a number from 1 to 4 that your next card shows.",
    "dice": "A d4 is a roll of a die with four sides.",
}
"""TFA-82, TFA-92."""


def _called(item: str) -> str:
    """What an item is called until its owner names it."""
    return new_item(catalogue.items()[item]).name


def _goal(state: Table, seat: str, player: Player) -> MakingStep:
    offered = offered_goals(state, seat)
    neighbour = next((other for other in _others(state) if state.right_of(other) == seat), state.gm)
    found = [suggested(goal, capital(goal), "", TakeGoal(goal)) for goal in offered]
    waits = ""
    if not player.fateful and not offered:
        waits = f"{neighbour} still has to offer you two goals, under “Offer {seat} two goals”."
    if waits and can_fill_in(state, seat):
        note = "Everything else that’s open gets filled in too."
        found = [suggested("any", "I don’t mind which", note, QuickCharacter())]
    return MakingStep(
        "goal",
        "What moment is fate keeping for you?",
        "Your neighbour offers two goals, and you take one. When you first risk a lot for it, you "
        "get two XP.",
        (tag(TakeGoal),),
        done=bool(player.fateful),
        so_far=capital(player.fateful) if player.fateful else "",
        waits=waits,
        suggestions=() if player.fateful else tuple(found),
        complete=True,
    )


def _for_another(state: Table, seat: str) -> list[MakingStep]:
    """The goals that one offers to the player on the right. TFA-321."""
    return [
        MakingStep(
            "offer",
            f"What might fate keep for {other}?",
            f"You offer {other} two goals, and {other} takes one of them. Choose what you’d like "
            "to see.",
            (tag(OfferGoals),),
            done=bool(state.players[other].fateful_offers),
            must=False,
            so_far=listed([capital(goal) for goal in state.players[other].fateful_offers]),
        )
        for other in right_neighbour(state, seat)
        if not state.players[other].fateful
    ]


def _others(state: Table) -> list[str]:
    return [*state.order, state.gm]


HOMES = {
    "fire": "A fire and a full pot",
    "song": "Everyone singing badly",
    "rain": "Rain on the roof",
}


def _home(own: str) -> MakingStep:
    return MakingStep(
        "home",
        "What feels like home?",
        "The group agrees on one Hearth that all of you would risk your lives for. Say what makes "
        "you feel at home.",
        (tag(SayHome),),
        done=bool(own),
        must=False,
        so_far=own,
        suggestions=tuple(
            suggested(name, home, "", SayHome(f"{home}.")) for name, home in HOMES.items()
        ),
        typed=typed(SayHome(own), (SayHome(f"{home}.") for home in HOMES.values())),
    )


# A finished character


def made(state: Table, seat: str) -> Made | None:
    """What a character is made of, once it has a name and its points.

    Move cards and goals belong to a table: what can be had there comes along. TFA-316, TFA-321.
    """
    player = state.players.get(seat)
    if player is None or not player.name or not player.attributes:
        return None
    choices = [chosen(NameCharacter(player.name, player.background))]
    choices.append(chosen(_set({name: player.rank(name) for name in catalogue.ATTRIBUTES})))
    choices += [chosen(ChooseMove(card.id)) for card in player.moves[:MOVES_EACH]]
    known = item_choices(state, seat).keys() | set(catalogue.magic_items())
    own = [item for item in player.items if item.base in known]
    choices += [chosen(_item(item)) for item in own[:ITEMS_EACH]]
    if player.home:
        choices.append(chosen(SayHome(player.home)))
    return Made(player.name, player.background, choices)


def _item(item: Item) -> ChooseItem:
    return ChooseItem(item.base, item.name[:60])
