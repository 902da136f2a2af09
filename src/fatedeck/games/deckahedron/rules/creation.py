"""Set-up: the modules, the decks, the setting, and the characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Says
from fatedeck.engine.cards import Pile, laid, move, move_all, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.kinds import CardOf, Count, Hero, Many, Words
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
from fatedeck.games.deckahedron.looks.wording import module_name
from fatedeck.games.deckahedron.rules.families import BeforeTheStory, OfOneWhoMakesACharacter
from fatedeck.games.deckahedron.rules.turns import why_not_gm
from fatedeck.games.deckahedron.state import (
    LATE,
    Deckahedron,
    Module,
    Options,
    Player,
    Skill,
    Table,
)

SET_UP, CHARACTER, DRAFT = "Set-up", "Your character", "Draft"

POINTS = 6
MAGIC_ITEMS = 2
DRAFTED = 3
WOUND_COPIES = 8

NEEDS: dict[Module, Module] = {"attack_simple": "combat", "levels": "characters"}


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
        table.wound_supply = _wounds(len(names))
    if table.has("characters"):
        table.pool = shuffled(trait_cards())
        table.library = shuffled(skill_cards() * (len(names) - 1))
        table.item_supply = laid(magic_items())
        table.blessing_supply = shuffled(blessings())
    if table.has("equipment"):
        move_all(laid(mundane_items()), table.item_supply)
    return table


def _wounds(players: int) -> Pile:
    """The wound cards of so many players. DKH-61."""
    return shuffled(wound_faces() * WOUND_COPIES * players)


def join(game: Game[Table], seat: str) -> None:
    """Who comes late: a Deckahedron, their share of the supplies, three cards. DKH-124."""
    table = game.state
    if table.phase == "over":
        raise Refused("DKH-6", "The session has ended.")
    if seat in table.foes:
        raise Refused("DKH-124", f"There’s a foe called {seat}. Choose another name.")
    table.seats.append(seat)
    player = table.players[seat] = Player(deck=shuffled(deckahedron()), conditions=[LATE])
    if table.has("combat"):
        move_all(_wounds(1), table.wound_supply, "bag")
    if table.has("characters"):
        move_all(shuffled(skill_cards()), table.library, "bag")
        for _ in range(DRAFTED):
            game.draw(table.library, player.cards)
        game.tell("{seat} is dealt {cards}.", "DKH-124", seat=seat, cards=list(player.cards))


def why_not_modules(modules: Sequence[Module]) -> Refused | None:
    """Why these modules do not go together. DKH-118."""
    for module, needed in NEEDS.items():
        if module in modules and needed not in modules:
            return Refused(
                "DKH-118",
                f"The {module_name(module)} module needs the {module_name(needed)} module.",
            )
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
    game.tell("There are {count} cards in the pool.", "DKH-82", count=len(table.pool))


class DescribeSetting(BeforeTheStory, frozen=True):
    """The GM describes the setting. DKH-8."""

    says = Says("Describe the setting", SET_UP)
    words: str

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return seat == state.gm

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return why_not_gm(state, seat) or super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.setting = self.words
        game.tell("The setting: {words}", "DKH-8", words=self.words)


Points: TypeAlias = Annotated[int, Count(1, 4, clause="DKH-10")]


class Spread(OfOneWhoMakesACharacter, frozen=True):
    """Spread exactly 6 points over the stats, 1 to 4 each: the rank of each. DKH-9, DKH-10."""

    says = Says("Spread six points", CHARACTER)
    strength: Points
    dexterity: Points
    intelligence: Points

    def why_not(self, state: Table, seat: str) -> Refused | None:
        spread = self.strength + self.dexterity + self.intelligence
        if spread != POINTS:
            return Refused(
                "DKH-9", f"You have exactly {POINTS} points to spread; that was {spread}."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.strength, player.dexterity = self.strength, self.dexterity
        player.intelligence = self.intelligence
        player.spread = True
        ranks = f"Strength {self.strength}, Dexterity {self.dexterity}"
        told = "{seat}: {ranks}, Intelligence {intelligence}."
        game.tell(told, "DKH-9", seat=seat, ranks=ranks, intelligence=self.intelligence)


class Introduce(OfOneWhoMakesACharacter, frozen=True):
    """Say who the character is; nothing follows from it by rule. DKH-11."""

    says = Says("Introduce your character", CHARACTER)
    name: Annotated[str, Words(longest=40)]
    background: str = ""
    motivation: str = ""
    special_skills: str = ""

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.name = self.name
        player.background = self.background
        player.motivation = self.motivation
        player.special_skills = self.special_skills
        game.tell("{player} is playing {name}.", "DKH-11", player=seat, name=self.name)


def ready_characters(table: Table, seat: str) -> dict[str, str]:
    """The ready characters, each with a line about it, what it is good at, and its ranks."""
    return {
        name: f"{name} {s.background}. Good at {s.skills}. "
        f"Strength {s.strength}, Dexterity {s.dexterity}, Intelligence {s.intelligence}."
        for name, s in samples().items()
    }


def played_by(table: Table, seat: str) -> dict[str, str]:
    """The ready characters that are played, and who plays them."""
    named = {table.players[other].name: other for other in table.seats}
    return {name: other for name, other in named.items() if name in samples()}


class TakeSample(OfOneWhoMakesACharacter, frozen=True):
    """Take one of the ready characters, with tokens in even shares. DKH-9 to DKH-11, DKH-110."""

    says = Says("Take a ready-made character", CHARACTER)
    character: Annotated[str, Hero(ready_characters, taken=played_by, clause="DKH-11")]

    def do(self, game: Game[Table], seat: str) -> None:
        sample = samples()[self.character]
        Spread(sample.strength, sample.dexterity, sample.intelligence).do(game, seat)
        who = Introduce(sample.name, sample.background, sample.motivation, sample.skills)
        who.do(game, seat)
        if game.state.has("equipment") and not game.state.players[seat].tokens_spread:
            SpreadTokens(2, 2, 2).do(game, seat)
        if game.state.players[seat].is_late:
            _come_ready_made(game, seat)


def _come_ready_made(game: Game[Table], seat: str) -> None:
    """At once, with two magic items as they lie where there is a magic card. DKH-83, DKH-124."""
    left = magic_items_left(game.state, seat)
    if TakeItems.why_closed(game.state, seat) is None and len(left) >= MAGIC_ITEMS:
        TakeItems(left[:MAGIC_ITEMS]).do(game, seat)
    ComeIn().do(game, seat)


class SettleTies(BeforeTheStory, frozen=True):
    """Settle what ties the characters together. DKH-12."""

    says = Says("Say what ties you together", SET_UP)
    words: str

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.ties = self.words
        game.tell("{player}: {words}", "DKH-12", player=seat, words=self.words)


def next_to_draft(table: Table) -> str | None:
    """Whose turn it is to take a card from the pool: in seat order, one card at a time. DKH-82."""
    if not table.has("characters") or table.phase != "creation" or not len(table.pool):
        return None
    seat = min(table.seats, key=lambda name: len(table.players[name].cards))
    return seat if len(table.players[seat].cards) < DRAFTED else None


def pool(table: Table, seat: str) -> list[str]:
    return list(table.pool)


class Draft(OfOneWhoMakesACharacter, frozen=True):
    """Take one card from the pool. DKH-82."""

    says = Says("Take a card from the pool", DRAFT)
    modules = ("characters",)
    card: Annotated[str, CardOf(pool, clause="DKH-82")]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        following = next_to_draft(state)
        if following is None:
            return Refused("DKH-82", "There’s nothing left to draft.")
        if following != seat:
            return Refused("DKH-82", f"It’s {following}’s turn to take a card.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        take_from_pool(game, seat, self.card)


class DealOut(BeforeTheStory, frozen=True):
    """The GM deals out what is still to be drafted, in the same order, as it lies. DKH-82."""

    says = Says("Deal out the rest of the pool", DRAFT)
    modules = ("characters",)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return super().is_shown(state, seat) and cls.why_closed(state, seat) is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := why_not_gm(state, seat) or super().why_closed(state, seat)) is not None:
            return refused
        if next_to_draft(state) is None:
            return Refused("DKH-82", "Everyone has drafted their cards.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        while (following := next_to_draft(game.state)) is not None:
            take_from_pool(game, following, next(iter(game.state.pool)))


def take_from_pool(game: Game[Table], seat: str, card: str) -> None:
    """A card of the pool is a player's; a skill starts proficient; the last card is put away.

    DKH-82, DKH-84.
    """
    table, player = game.state, game.state.players[seat]
    move(card, table.pool, player.cards)
    if trait_cards()[card].is_skill:
        player.skills[card] = Skill()
    game.tell("{seat} takes {card}.", "DKH-82", seat=seat, card=card)
    if next_to_draft(table) is None:
        move_all(table.pool, table.library, "bag")


def magic_items_left(table: Table, seat: str) -> list[str]:
    return [item for item in table.item_supply if item in magic_items()]


class TakeItems(OfOneWhoMakesACharacter, frozen=True):
    """Take any two magic items; each holds its charges. DKH-83."""

    says = Says("Take two magic items", DRAFT)
    modules = ("characters",)
    items: Annotated[
        list[str],
        Many(CardOf(magic_items_left, clause="DKH-83"), MAGIC_ITEMS, MAGIC_ITEMS, clause="DKH-83"),
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return cls.why_closed(state, seat) is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        player = state.players[seat]
        if not any(trait_cards()[card].magic for card in player.cards):
            return Refused("DKH-83", "You only get magic items with a magic card.")
        if len(player.items):
            return Refused("DKH-83", "You already have your magic items.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        for item in self.items:
            move(item, game.state.item_supply, player.items)
            player.charges[item] = magic_items()[item].charges
        game.tell("{seat} takes {items}.", "DKH-83", seat=seat, items=self.items)


Tokens: TypeAlias = Annotated[int, Count(0, 4, clause="DKH-110")]


class SpreadTokens(OfOneWhoMakesACharacter, frozen=True):
    """Spread 6 tokens over Speed, Equipment and Wealth, 0 to 4 each. DKH-110."""

    says = Says("Spread six tokens", CHARACTER)
    modules = ("equipment",)
    speed: Tokens
    equipment: Tokens
    wealth: Tokens

    def why_not(self, state: Table, seat: str) -> Refused | None:
        spread = self.speed + self.equipment + self.wealth
        if spread != POINTS:
            return Refused(
                "DKH-110", f"You have exactly {POINTS} tokens to spread; that was {spread}."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.speed, player.equipment, player.wealth = self.speed, self.equipment, self.wealth
        player.tokens_spread = True
        columns = f"Speed {self.speed}, Equipment {self.equipment}, Wealth {self.wealth}"
        game.tell("{seat}: {columns}.", "DKH-110", seat=seat, columns=columns)


def why_not_ready(table: Table, name: str) -> Refused | None:
    """What this player still has to spread before the first scene. DKH-9, DKH-110."""
    player = table.players[name]
    if not player.spread:
        return Refused("DKH-9", f"{name} still has six points to spread over their stats.")
    if table.has("equipment") and not player.tokens_spread:
        return Refused("DKH-110", f"{name} still has six tokens to spread over the columns.")
    return None


def making_characters(table: Table) -> tuple[str, ...]:
    """The players who have something left to do for their characters. DKH-9, DKH-82, DKH-110."""
    drafting = next_to_draft(table)
    unready = (n for n in on_time(table) if n == drafting or why_not_ready(table, n) is not None)
    return tuple(unready)


def on_time(table: Table) -> list[str]:
    """The players whom the first scene waits for. DKH-124."""
    return [name for name in table.seats if not table.players[name].is_late]


class ComeIn(OfOneWhoMakesACharacter, frozen=True):
    """A character that is made late comes to the others. DKH-124."""

    says = Says("Join the others", CHARACTER)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return seat in state.players and state.players[seat].is_late

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if not cls.is_shown(state, seat):
            return Refused("DKH-124", "Your character is in play already.")
        return why_not_ready(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.conditions.remove(LATE)
        game.tell("{seat} comes to join you.", "DKH-124", seat=seat)


class BeginPlay(BeforeTheStory, frozen=True):
    """The characters are made: the GM opens the first scene. DKH-8 to DKH-13, DKH-82, DKH-110."""

    says = Says("Open the first scene", SET_UP)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return seat == state.gm

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := why_not_gm(state, seat) or super().why_closed(state, seat)) is not None:
            return refused
        if (drafting := next_to_draft(state)) is not None:
            return Refused("DKH-82", f"{drafting} still has a card to take from the pool.")
        return next(filter(None, (why_not_ready(state, name) for name in on_time(state))), None)

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.phase = "play"
        game.tell("The first scene opens.", "DKH-8")
