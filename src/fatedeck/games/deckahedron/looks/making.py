"""Making a character step by step: what each step means for play, and what goes with it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import islice

from fatedeck.engine.heroes import Made
from fatedeck.engine.making import MANY, chosen, of_a_hundred, suggested, typed
from fatedeck.engine.offers import tag
from fatedeck.engine.story import listed
from fatedeck.engine.view import Making, MakingStep, Suggestion
from fatedeck.games.deckahedron.data import (
    Sample,
    deckahedron,
    magic_items,
    readings,
    samples,
    trait_cards,
)
from fatedeck.games.deckahedron.rules.creation import (
    DRAFTED,
    MAGIC_ITEMS,
    POINTS,
    ComeIn,
    Draft,
    Introduce,
    Spread,
    SpreadTokens,
    TakeItems,
    TakeSample,
    magic_items_left,
    next_to_draft,
)
from fatedeck.games.deckahedron.state import Player, Table

GOOD = 3
"""What ✔ counts among the readings. DKH-22."""


def making(table: Table, seat: str) -> Making | None:
    """The steps of a player before the first scene, or of who comes late.

    DKH-9 to DKH-11, DKH-82, DKH-83, DKH-110, DKH-124.
    """
    player = table.players.get(seat)
    if player is None or not (table.phase == "creation" or player.is_late):
        return None
    steps = [_name(table, player), _points(player)]
    if table.has("equipment"):
        steps.append(_tokens(player))
    if table.has("characters"):
        if not player.is_late:  # their cards are dealt
            steps.append(_cards(table, seat, player))
        if any(trait_cards()[card].magic for card in player.cards):
            steps.append(_items(table, seat, player))
    finish = tag(ComeIn) if player.is_late else ""
    return Making(tuple(steps), ready_made=tag(TakeSample), finish=finish)


def _name(table: Table, player: Player) -> MakingStep:
    taken = {other.name for other in table.players.values()}
    return MakingStep(
        "name",
        "Who are you?",
        "A name, where you come from and what you are after. It doesn’t change any rules, but the "
        "GM and your friends will take you at your word.",
        (tag(Introduce),),
        done=bool(player.name),
        must=False,
        so_far=player.name,
        suggestions=tuple(
            suggested(name, name, f"{name} {sample.background}.", _introduced(sample))
            for name, sample in samples().items()
            if name not in taken
        ),
        typed=typed(
            Introduce(player.name, player.background, player.motivation, player.special_skills),
            map(_introduced, samples().values()),
        ),
    )


def _introduced(sample: Sample) -> Introduce:
    return Introduce(sample.name, sample.background, sample.motivation, sample.skills)


def _points(player: Player) -> MakingStep:
    return MakingStep(
        "points",
        "What are you good at?",
        "Whatever you try, you flip a card and read the edge of your rank: the higher the rank, "
        "the better the edge. You have six points for three stats, 1 to 4 each.",
        (tag(Spread),),
        done=player.spread,
        so_far=_ranks(player.strength, player.dexterity, player.intelligence)
        if player.spread
        else "",
        total=POINTS,
        chance_of="An attempt of standard difficulty",
        chances=_chances(),
        suggestions=tuple(
            suggested(
                name,
                _ranks(sample.strength, sample.dexterity, sample.intelligence),
                f"Good for {sample.skills}.",
                Spread(sample.strength, sample.dexterity, sample.intelligence),
            )
            for name, sample in samples().items()
        ),
    )


@cache
def _chances() -> dict[str, int]:
    """How often a flip of each rank succeeds from a fresh deck: ✔ or ✔✔. DKH-21, DKH-22."""
    edges = readings("classic")
    cards = [edges[card] for card in deckahedron()]
    return of_a_hundred(
        {
            rank: Fraction(sum(edge[rank] >= GOOD for edge in cards), len(cards))
            for rank in range(1, 5)
        }
    )


def _ranks(strength: int, dexterity: int, intelligence: int) -> str:
    return f"Strength {strength}, Dexterity {dexterity}, Intelligence {intelligence}"


def _tokens(player: Player) -> MakingStep:
    spreads = {
        "even": ("A bit of everything", SpreadTokens(2, 2, 2)),
        "quick": ("Light and quick", SpreadTokens(4, 1, 1)),
        "laden": ("Ready for anything", SpreadTokens(1, 4, 1)),
        "rich": ("Well off", SpreadTokens(1, 1, 4)),
    }
    return MakingStep(
        "tokens",
        "What do you carry?",
        "Speed gets you away, Equipment is what turns out to be in your pack, Wealth buys the "
        "rest. You have six tokens for the three, up to 4 each.",
        (tag(SpreadTokens),),
        done=player.tokens_spread,
        so_far=_columns(player.speed, player.equipment, player.wealth)
        if player.tokens_spread
        else "",
        total=POINTS,
        suggestions=tuple(
            suggested(name, label, _columns(s.speed, s.equipment, s.wealth), s)
            for name, (label, s) in spreads.items()
        ),
    )


def _columns(speed: int, equipment: int, wealth: int) -> str:
    return f"Speed {speed}, Equipment {equipment}, Wealth {wealth}"


def _cards(table: Table, seat: str, player: Player) -> MakingStep:
    following = next_to_draft(table)
    held = list(player.cards)
    done = len(held) >= DRAFTED or following is None
    waits = "" if done or following == seat else f"It’s {following}’s turn to take a card."
    return MakingStep(
        "cards",
        "Which cards make you special?",
        "Skills let you try what others can’t; attributes always help. Everyone takes one card "
        f"from the pool in turn, until each has {DRAFTED}.",
        (tag(Draft),),
        done=done,
        so_far=listed(held) if held else "",
        waits=waits,
        suggestions=tuple(
            suggested(card, card, trait_cards()[card].text, Draft(card))
            for card in islice(dict.fromkeys(table.pool), MANY)
        )
        if following == seat
        else (),
    )


def _items(table: Table, seat: str, player: Player) -> MakingStep:
    left, held = magic_items_left(table, seat), list(player.items)
    pairs = zip(left[::MAGIC_ITEMS], left[1::MAGIC_ITEMS], strict=False)
    return MakingStep(
        "items",
        "Which magic do you own?",
        "A magic card comes with two magic items. Each use costs one of its charges.",
        (tag(TakeItems),),
        done=bool(held) or len(left) < MAGIC_ITEMS,
        so_far=listed(held) if held else "",
        suggestions=tuple(_pair(one, other) for one, other in pairs) if not held else (),
    )


def _pair(one: str, other: str) -> Suggestion:
    texts = [f"{name}: {magic_items()[name].text}" for name in (one, other)]
    return suggested(one, f"{one} and {other}", " ".join(texts), TakeItems([one, other]))


def made(table: Table, seat: str) -> Made | None:
    """What a player's character is made of, once the points are spread."""
    player = table.players.get(seat)
    if player is None or not player.spread:
        return None
    name = player.name or seat
    who = Introduce(name, player.background, player.motivation, player.special_skills)
    ranks = Spread(player.strength, player.dexterity, player.intelligence)
    choices = [chosen(who), chosen(ranks)]
    if player.tokens_spread:
        choices.append(chosen(SpreadTokens(player.speed, player.equipment, player.wealth)))
    choices += [chosen(Draft(card)) for card in reversed(list(player.cards))]
    magic = [item for item in reversed(list(player.items)) if item in magic_items()]
    if len(magic) >= MAGIC_ITEMS:
        choices.append(chosen(TakeItems(magic[:MAGIC_ITEMS])))
    return Made(name, player.background, choices)
