"""Set-up: the modules, the decks, the setting, and the characters."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.cards import Pile, laid, move, move_all, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.games.deckahedron.actions import Introduce, Spread, SpreadTokens
from fatedeck.games.deckahedron.data import (
    blessings,
    deckahedron,
    magic_items,
    mundane_items,
    samples,
    skill_cards,
    trait_cards,
    wound_faces,
)
from fatedeck.games.deckahedron.state import (
    Deckahedron,
    Module,
    Options,
    Player,
    Skill,
    Table,
)
from fatedeck.games.deckahedron.turns import why_not_gm

POINTS = 6
MAGIC_ITEMS = 2
DRAFTED = 3
WOUND_COPIES = 8

NEEDS: dict[Module, Module] = {"attack_simple": "combat", "levels": "characters"}

SPREADS = tuple(
    (strength, dexterity, POINTS - strength - dexterity)
    for strength in range(1, 5)
    for dexterity in range(1, 5)
    if 1 <= POINTS - strength - dexterity <= 4
)


def unpack(options: Options, seats: Sequence[Seat]) -> Table:
    """The table before set-up: a shuffled Deckahedron for each player, and the supplies.

    The GM has none, but one for all foes when there is combat. DKH-1, DKH-3, DKH-7, DKH-13, DKH-74.
    """
    if (refused := why_not_modules(options.modules)) is not None:
        raise refused
    gm = next(seat.name for seat in seats if seat.role == "gm")
    names = [seat.name for seat in seats if seat.role != "gm"]
    table = Table(
        options=options,
        gm=gm,
        seats=names,
        players={name: Player(deck=shuffled(deckahedron())) for name in names},
    )
    if table.has("combat"):
        table.foe_cards = Deckahedron(deck=shuffled(deckahedron()))
        table.wound_supply = shuffled(wound_faces() * WOUND_COPIES * len(names))
    if table.has("characters"):
        table.pool = shuffled(trait_cards())
        table.library = shuffled(skill_cards() * (len(names) - 1))
        table.item_supply = laid(magic_items())
        table.blessing_supply = shuffled(blessings())
    if table.has("equipment"):
        move_all(laid(mundane_items()), table.item_supply)
    return table


def why_not_modules(modules: Sequence[Module]) -> Refused | None:
    """Why these modules do not go together. DKH-118."""
    for module, needed in NEEDS.items():
        if module in modules and needed not in modules:
            return Refused("DKH-118", f"The module {module} needs the module {needed}.")
    if len(set(modules)) != len(modules):
        return Refused("DKH-7", "Name each module once.")
    return None


def deal_pool(game: Game[Table]) -> None:
    """Deal 3n + 1 attribute and skill cards face up into one pool. DKH-82."""
    table = game.state
    if not table.has("characters"):
        return
    dealt = Pile()
    for _ in range(DRAFTED * len(table.players) + 1):
        game.draw(table.pool, dealt)
    move_all(table.pool, table.library, "bag")
    move_all(dealt, table.pool)
    game.tell(f"{len(table.pool)} cards lie in the pool.", "DKH-82")


def why_not_create(table: Table, seat: str) -> Refused | None:
    """Why this seat makes no character now."""
    if table.phase != "creation":
        return Refused("DKH-9", "Characters are made before the first scene.")
    if seat not in table.players:
        return Refused("DKH-2", "The GM has no character of this kind.")
    return None


def spread(game: Game[Table], seat: str, points: Spread) -> None:
    """Spread exactly 6 points over the stats, 1 to 4 each: the rank of each. DKH-9, DKH-10."""
    table = game.state
    if (refused := why_not_create(table, seat)) is not None:
        raise refused
    values = (points.strength, points.dexterity, points.intelligence)
    if any(not 1 <= value <= 4 for value in values):
        raise Refused("DKH-10", "Each stat has at least 1 and at most 4 points.")
    if sum(values) != POINTS:
        raise Refused("DKH-9", f"Spread exactly {POINTS} points; that was {sum(values)}.")
    player = table.players[seat]
    player.strength, player.dexterity, player.intelligence = values
    player.spread = True
    game.tell(
        f"{seat}: Strength {values[0]}, Dexterity {values[1]}, Intelligence {values[2]}.", "DKH-9"
    )


def introduce(game: Game[Table], seat: str, words: Introduce) -> None:
    """Say who the character is; nothing follows from it by rule. DKH-11."""
    if (refused := why_not_create(game.state, seat)) is not None:
        raise refused
    player = game.state.players[seat]
    player.name = words.name
    player.background = words.background
    player.motivation = words.motivation
    player.special_skills = words.special_skills
    game.tell(f"{seat} plays {words.name}.", "DKH-11")


def take_sample(game: Game[Table], seat: str, character: str) -> None:
    """Take one of the ready characters, with tokens in even shares. DKH-9 to DKH-11, DKH-110."""
    sample = samples().get(character)
    if sample is None:
        raise Refused("DKH-11", f"There is no character {character} to take.")
    spread(game, seat, Spread(sample.strength, sample.dexterity, sample.intelligence))
    introduce(
        game, seat, Introduce(sample.name, sample.background, sample.motivation, sample.skills)
    )
    if game.state.has("equipment") and not game.state.players[seat].tokens_spread:
        spread_tokens(game, seat, SpreadTokens(2, 2, 2))


def next_to_draft(table: Table) -> str | None:
    """Whose turn it is to take a card from the pool: in seat order, one card at a time. DKH-82."""
    if not table.has("characters") or table.phase != "creation" or not len(table.pool):
        return None
    seat = min(table.seats, key=lambda name: len(table.players[name].cards))
    return seat if len(table.players[seat].cards) < DRAFTED else None


def why_not_draft(table: Table, seat: str) -> Refused | None:
    if (refused := why_not_create(table, seat)) is not None:
        return refused
    following = next_to_draft(table)
    if following is None:
        return Refused("DKH-82", "Nothing is left to draft.")
    if following != seat:
        return Refused("DKH-82", f"It is {following}’s turn to take a card.")
    return None


def draft(game: Game[Table], seat: str, card: str) -> None:
    """Take one card from the pool; a skill starts proficient; the last card is put away.

    DKH-82, DKH-84.
    """
    table = game.state
    if (refused := why_not_draft(table, seat)) is not None:
        raise refused
    if card not in table.pool:
        raise Refused("DKH-82", f"{card} is not in the pool.")
    player = table.players[seat]
    move(card, table.pool, player.cards)
    if trait_cards()[card].is_skill:
        player.skills[card] = Skill()
    game.tell(f"{seat} takes {card}.", "DKH-82")
    if next_to_draft(table) is None:
        move_all(table.pool, table.library, "bag")


def why_not_take_items(table: Table, seat: str) -> Refused | None:
    """Why a player may take no magic items, or None. DKH-83."""
    if (refused := why_not_create(table, seat)) is not None:
        return refused
    player = table.players[seat]
    if not any(trait_cards()[card].magic for card in player.cards):
        return Refused("DKH-83", "Magic items come with a drafted card of magic.")
    if len(player.items):
        return Refused("DKH-83", "You have taken your magic items.")
    return None


def take_items(game: Game[Table], seat: str, items: Sequence[str]) -> None:
    """Take any two magic items; each holds its charges. DKH-83."""
    table = game.state
    if (refused := why_not_take_items(table, seat)) is not None:
        raise refused
    if len(items) != MAGIC_ITEMS or len(set(items)) != MAGIC_ITEMS:
        raise Refused("DKH-83", f"Take exactly {MAGIC_ITEMS} different magic items.")
    for item in items:
        if item not in magic_items() or item not in table.item_supply:
            raise Refused("DKH-83", f"{item} is not among the magic items left.")
    player = table.players[seat]
    for item in items:
        move(item, table.item_supply, player.items)
        player.charges[item] = magic_items()[item].charges
    game.tell(f"{seat} takes {' and '.join(items)}.", "DKH-83")


def spread_tokens(game: Game[Table], seat: str, tokens: SpreadTokens) -> None:
    """Spread 6 tokens over Speed, Equipment and Wealth, 0 to 4 each. DKH-110."""
    table = game.state
    if (refused := why_not_create(table, seat) or why_not_spread_tokens(table)) is not None:
        raise refused
    values = (tokens.speed, tokens.equipment, tokens.wealth)
    if any(not 0 <= value <= 4 for value in values):
        raise Refused("DKH-110", "A column holds 0 to 4 tokens.")
    if sum(values) != POINTS:
        raise Refused("DKH-110", f"Spread exactly {POINTS} tokens; that was {sum(values)}.")
    player = table.players[seat]
    player.speed, player.equipment, player.wealth = values
    player.tokens_spread = True
    game.tell(f"{seat}: Speed {values[0]}, Equipment {values[1]}, Wealth {values[2]}.", "DKH-110")


def why_not_spread_tokens(table: Table) -> Refused | None:
    if not table.has("equipment"):
        return Refused("DKH-118", "The module equipment is off.")
    return None


def why_not_begin(table: Table, seat: str) -> Refused | None:
    """Why the first scene cannot open yet, or None if it can. DKH-9, DKH-82, DKH-110."""
    if (refused := why_not_gm(table, seat)) is not None:
        return refused
    if table.phase != "creation":
        return Refused("DKH-8", "The story has begun.")
    if (drafting := next_to_draft(table)) is not None:
        return Refused("DKH-82", f"{drafting} takes a card from the pool first.")
    for name in table.seats:
        player = table.players[name]
        if not player.spread:
            return Refused("DKH-9", f"{name} spreads six points over the stats first.")
        if table.has("equipment") and not player.tokens_spread:
            return Refused("DKH-110", f"{name} spreads six tokens over the columns first.")
    return None


def begin_play(game: Game[Table], seat: str) -> None:
    """The characters are made: the GM opens the first scene. DKH-8 to DKH-13."""
    if (refused := why_not_begin(game.state, seat)) is not None:
        raise refused
    game.state.phase = "play"
    game.tell("The first scene opens.", "DKH-8")
