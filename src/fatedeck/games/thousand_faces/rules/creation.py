"""Making a character: attributes, a name, a Fateful Moment, two items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Hero, Many, One, Words
from fatedeck.engine.story import capital, listed
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import item_name
from fatedeck.games.thousand_faces.looks.wording import and_words
from fatedeck.games.thousand_faces.rules import choosing
from fatedeck.games.thousand_faces.rules.choosing import MOVES_EACH, ChooseMove, KeepCard
from fatedeck.games.thousand_faces.rules.families import (
    InSetUp,
    OfAPlayerAtAnyTime,
    OfOneWhoMakesACharacter,
    OfTheGmInSetUp,
    WhereThereIsOne,
    is_late,
)
from fatedeck.games.thousand_faces.state import LATE, Player, Table, give_item, new_item

CHARACTER, FATEFUL_MOMENTS, ITEMS = "Character", "Fateful Moments", "Items"
POINTS = 6
GOALS = 2
FATEFUL_XP = 2
ITEMS_EACH = 2
MAGIC_CHOSEN = "magic chosen"
SPARE_ITEMS = ("sword", "leather_armour", "bow", "many_knives")


# Ready to play


def missing(player: Player) -> list[str]:
    """What a character still lacks. TFA-316 to TFA-323."""
    lacking = {
        "move cards": len(player.moves) < MOVES_EACH,
        "attributes": not player.attributes,
        "a name": not player.name,
        "a fateful moment": not player.fateful,
        "the item from a move": bool(player.owed_items),
        "items": player.chosen_items < ITEMS_EACH,
    }
    return [what for what, lacks in lacking.items() if lacks]


class BeginPlay(OfTheGmInSetUp, frozen=True):
    """The characters are complete: the GM describes the first scene. TFA-327."""

    says = Says("Begin play", "Campaign")
    scene: Annotated[str, Words(label="The first scene")] = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        for name, player in state.on_time():
            if lacking := missing(player):
                return Refused("TFA-327", f"{name} still needs {listed(lacking)}.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        for player in state.players.values():
            player.marked = []
        state.laid_out = []
        state.phase = "play"
        state.scene = self.scene
        game.tell(self.scene or "Play begins.", "TFA-327")


class ComeIn(OfOneWhoMakesACharacter, frozen=True):
    """A PC that is made late comes to the others. TFA-375."""

    says = Says("Join the others", CHARACTER)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return is_late(state, seat)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if not is_late(state, seat):
            return Refused("TFA-375", "Your character is in play already.")
        if lacking := missing(state.players[seat]):
            return Refused("TFA-375", f"{seat} still needs {listed(lacking)}.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.conditions.remove(LATE)
        player.marked = []
        game.tell("{seat} comes to join you.", "TFA-375", seat=seat)


class QuickCharacter(OfOneWhoMakesACharacter, frozen=True):
    """Fill in whatever is still open with something sensible. TFA-316 to TFA-323."""

    says = Says("Fill in the rest for me", CHARACTER)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return can_fill_in(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.attributes = player.attributes or {"str": 2, "dex": 2, "int": 2}
        player.name = player.name or seat
        fill_in(game, seat, (), SPARE_ITEMS, catalogue.tables().fateful_moments[0], "vitality")


def fill_in(
    game: Game[Table], seat: str, moves: Sequence[str], items: Sequence[str], goal: str, gift: str
) -> None:
    """Whatever is still open: these moves as far as they are there, these items, this goal."""
    state, player = game.state, game.state.players[seat]
    if KeepCard.why_closed(state, seat) is None:
        KeepCard(next(iter(choosing.keepable(state, seat)))).do(game, seat)
    elif _drafts_late(state, seat):
        ChooseMove(next(iter(choosing.choosable(state, seat)))).do(game, seat)
    while len(player.moves) < MOVES_EACH and (choices := _sensible_moves(state, seat)):
        there = [move for move in choosing.fitting(player, moves) if move in state.supply]
        choosing.take(game, seat, (there or choices)[0])
    if not player.fateful:
        take_goal(game, seat, goal)
    while player.owed_items:
        ReceiveItem(gift).do(game, seat)
    for item in items:
        if player.chosen_items < ITEMS_EACH:
            ChooseItem(item).do(game, seat)
    lacking = missing(player)
    if player.is_late and not lacking:
        ComeIn().do(game, seat)
        return
    told = f"still needs {listed(lacking)}" if lacking else "is ready to play"
    game.tell("{who} {told}.", "TFA-319", "TFA-323", who=seat, told=told)


def _drafts_late(state: Table, seat: str) -> bool:
    """The draft is over, and a card is still to be taken in turn. TFA-318."""
    drafts = state.options.moves == "draft" and not is_late(state, seat)
    return drafts and ChooseMove.why_closed(state, seat) is None


def ready_heroes(state: Table, seat: str) -> dict[str, str]:
    """The ready-made heroes: who each is, and what it is good at. TFA-374."""
    return {
        name: f"{hero.sentence} Good at {hero.good_at}."
        for name, hero in catalogue.heroes().items()
    }


def played_by(state: Table, seat: str) -> dict[str, str]:
    """The ready-made heroes that are played, and who plays them. TFA-374."""
    named = {player.name: other for other, player in state.seated()}
    return {name: other for name, other in named.items() if name in catalogue.heroes()}


def is_begun(state: Table, player: Player) -> bool:
    """Something has been chosen that a ready-made hero would take the place of. TFA-374."""
    chosen = player.name, player.attributes, player.fateful, player.chosen_items
    return any(chosen) or (state.options.moves != "draft" and bool(player.moves))


def clear(state: Table, player: Player) -> None:
    """A clean sheet: what was chosen goes back to where others find it, drafted cards stay.

    TFA-318, TFA-374.
    """
    player.name = player.background = player.fateful = player.home = ""
    player.attributes, player.items, player.owed_items = {}, [], []
    player.fateful_xp = player.chosen_items = 0
    if MAGIC_CHOSEN in player.marked:
        player.marked.remove(MAGIC_CHOSEN)
    if state.options.moves != "draft":
        choosing.give_back(state, player)


class TakeHero(OfOneWhoMakesACharacter, frozen=True):
    """Take a ready-made hero; whoever has begun a character puts it away for it. TFA-374."""

    says = Says("Take a ready-made hero", CHARACTER)
    hero: Annotated[str, Hero(ready_heroes, taken=played_by, clause="TFA-374")]

    def do(self, game: Game[Table], seat: str) -> None:
        player, hero = game.state.players[seat], catalogue.heroes()[self.hero]
        if is_begun(game.state, player):
            prompt = f"Play {hero.name} instead? What you’ve chosen for your hero is lost."
            yes, no = f"Play {hero.name}", f"Keep {player.name or 'my hero'}"
            if not game.may(seat, "start-over", prompt, "TFA-374", yes=yes, no=no):
                return
            clear(game.state, player)
        player.name, player.background = hero.name, hero.sentence
        player.attributes = dict(hero.attributes)
        game.tell("{player} is playing {name}.", "TFA-374", player=seat, name=hero.name)
        fill_in(game, seat, hero.moves, hero.items, hero.goal, hero.gift)


def can_fill_in(state: Table, seat: str) -> bool:
    """Something is still open that need not wait for others."""
    lacking = missing(state.players[seat])
    if lacking != ["move cards"]:
        return bool(lacking)
    if state.options.moves != "draft" or is_late(state, seat):
        return bool(_sensible_moves(state, seat))
    return any(action.why_closed(state, seat) is None for action in (KeepCard, ChooseMove))


def _sensible_moves(state: Table, seat: str) -> list[str]:
    """Cards that nobody else waits for, else those laid out; in a draft none. TFA-315, TFA-316."""
    late = is_late(state, seat)
    if (state.options.moves == "draft" and not late) or choosing.must_lay_out(state):
        return []
    cards = choosing.letters(state, "C") + choosing.letters(state, "B")
    spare = [move for move in cards if move not in state.laid_out]
    return choosing.fitting(state.players[seat], spare) or list(choosing.choosable(state, seat))


# Attributes and a name


class SetAttributes(OfOneWhoMakesACharacter, frozen=True):
    """Spread 6 points over Dex, Int and Str, each 1 to 4. TFA-13, TFA-319."""

    says = Says("Spread 6 points", CHARACTER)
    strength: Annotated[int, Count(1, 4, label="Str", clause="TFA-319")]
    dexterity: Annotated[int, Count(1, 4, label="Dex", clause="TFA-319")]
    intelligence: Annotated[int, Count(1, 4, label="Int", clause="TFA-319")]

    def why_not(self, state: Table, seat: str) -> Refused | None:
        spread = self.strength + self.dexterity + self.intelligence
        if spread != POINTS:
            return Refused(
                "TFA-319", f"You have exactly {POINTS} points to spread; that was {spread}."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        ranks = {"str": self.strength, "dex": self.dexterity, "int": self.intelligence}
        game.state.players[seat].attributes = ranks
        told = ", ".join(f"{name.title()} {rank}" for name, rank in ranks.items())
        game.tell("{who}: {told}.", "TFA-319", who=seat, told=told)


class NameCharacter(OfOneWhoMakesACharacter, frozen=True):
    """A name, and a history that gives no mechanical power. TFA-320, TFA-366."""

    says = Says("Name your character", CHARACTER)
    name: Annotated[str, Words(60)]
    background: str = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [
            Way(note=f"You may be asked about {listed(catalogue.tables().background_questions)}.")
        ]

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.name, player.background = self.name, self.background
        told = and_words("{player} is playing {name}.", self.background)
        game.tell(told, "TFA-320", player=seat, name=self.name, text=self.background)


# Fateful Moments


def right_neighbour(state: Table, seat: str) -> list[str]:
    """The player to the right. TFA-321."""
    other = state.right_of(seat)
    return [other] if other in state.players else []


def why_has_goal(state: Table, seat: str, other: str) -> Refused | None:
    if state.players[other].fateful:
        return Refused("TFA-321", f"{other} already has a goal.")
    return None


def fateful_moments(state: Table, seat: str) -> tuple[str, ...]:
    """The goals of the list. TFA-321."""
    return catalogue.tables().fateful_moments


class OfferGoals(InSetUp, frozen=True):
    """Offer the right neighbour 2 Fateful Moments. TFA-321."""

    says = Says("Offer two goals", FATEFUL_MOMENTS)
    seat: Annotated[
        str,
        Figure(
            right_neighbour,
            why_has_goal,
            ("TFA-321", "Their left neighbour offers the goals."),
            clause="TFA-321",
        ),
    ]
    goals: Annotated[
        list[str], Many(One(fateful_moments, called=capital), GOALS, GOALS, clause="TFA-321")
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return any(cls.ways(state, seat))

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [
            Way({"seat": other}, f"Offer {other} two goals")
            for other in right_neighbour(state, seat)
            if why_has_goal(state, seat, other) is None
        ]

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[self.seat].fateful_offers = list(self.goals)
        one, other = self.goals
        told = "{who} offers {to}: {one} or {other}."
        game.tell(told, "TFA-321", who=seat, to=self.seat, one=one, other=other)


def offered_goals(state: Table, seat: str) -> list[str]:
    """What the left neighbour has offered; who comes late has the whole list. TFA-321, TFA-375."""
    player = state.players[seat]
    return list(fateful_moments(state, seat)) if player.is_late else player.fateful_offers


class TakeGoal(WhereThereIsOne, OfOneWhoMakesACharacter, frozen=True):
    """Take one of the 2 goals; 2 XP are laid on it. TFA-321."""

    says = Says("Take a goal", FATEFUL_MOMENTS)
    goal: Annotated[str, One(offered_goals, called=capital, clause="TFA-321")]

    def do(self, game: Game[Table], seat: str) -> None:
        take_goal(game, seat, self.goal)


def take_goal(game: Game[Table], seat: str, goal: str) -> None:
    """2 XP are laid on the goal that a player takes. TFA-321."""
    player = game.state.players[seat]
    player.fateful, player.fateful_xp, player.fateful_offers = goal, FATEFUL_XP, []
    game.tell("{who}’s fateful moment: {goal}.", "TFA-321", who=seat, goal=goal)


# Items

ItsName: TypeAlias = Annotated[str, Words(60, label="Its name")]


def magic_items(state: Table, seat: str) -> dict[str, str]:
    """The magic items that a RECEIVE CARDS move may give. TFA-168."""
    return catalogue.item_gists(catalogue.magic_items())


class ReceiveItem(OfAPlayerAtAnyTime, frozen=True):
    """Take the magic item that a RECEIVE CARDS move gives. TFA-168, TFA-324."""

    says = Says("Receive a magic item", ITEMS)
    item: Annotated[str, One(magic_items, called=item_name, clause="TFA-168")]
    name: ItsName = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.players[seat].owed_items)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.players[seat].owed_items:
            return Refused("TFA-168", "None of your moves gives you an item now.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.owed_items.pop(0)
        given = give_item(player, new_item(catalogue.items()[self.item], self.name))
        game.tell("{who} receives {given}.", "TFA-168", "TFA-324", who=seat, given=given.name)


def item_choices(state: Table, seat: str) -> dict[str, str]:
    """Item cards of this campaign, at most 1 of them magic. TFA-308, TFA-323."""
    names = catalogue.starting_items(state.options.campaign)
    if MAGIC_CHOSEN not in state.players[seat].marked:
        names += catalogue.magic_items()
    return catalogue.item_gists(names)


class ChooseItem(OfOneWhoMakesACharacter, frozen=True):
    """Take one of the 2 item cards of set-up; two players may have the same. TFA-323, TFA-324."""

    says = Says("Choose an item", ITEMS)
    item: Annotated[str, One(item_choices, called=item_name, clause="TFA-323")]
    name: ItsName = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.players[seat].chosen_items >= ITEMS_EACH:
            return Refused("TFA-323", "You’ve chosen your 2 item cards.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player, face = game.state.players[seat], catalogue.items()[self.item]
        if face.kind == "magic":
            player.marked.append(MAGIC_CHOSEN)
        player.chosen_items += 1
        given = give_item(player, new_item(face, self.name))
        game.tell("{who} takes {given}.", "TFA-323", who=seat, given=given.name)
