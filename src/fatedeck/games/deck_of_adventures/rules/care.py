"""Care: Toughen Up, treating the Knocked Out, breaking a spell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure
from fatedeck.games.deck_of_adventures.rules.checks import Terms, check, target_of
from fatedeck.games.deck_of_adventures.rules.decks import fate_cards
from fatedeck.games.deck_of_adventures.rules.families import (
    ACT,
    MAJOR,
    REACT,
    Deed,
    OnATurnOrAtPeace,
)
from fatedeck.games.deck_of_adventures.rules.ground import spaces_between
from fatedeck.games.deck_of_adventures.rules.health import toughen_up, treated, why_not_toughen
from fatedeck.games.deck_of_adventures.rules.lasting import lose
from fatedeck.games.deck_of_adventures.rules.turns import in_play, own
from fatedeck.games.deck_of_adventures.state import Character, Table

ROUSE_REACH = 6
SPELLS = ("Charmed", "Enthralled")


# Fresh wounds


def who_can_toughen(state: Table, seat: str) -> list[str]:
    """Those of a seat who may ignore damage now. DOA-35."""
    return [
        who.name
        for who in state.characters.values()
        if who.wounds and who.owner == seat and why_not_toughen(state, who) is None
    ]


def most_ignored(state: Table, seat: str, name: str) -> int:
    """As many points as are fresh, and as there are Fate Cards. DOA-34, DOA-35."""
    who = state.characters[name or who_can_toughen(state, seat)[0]]
    return min(sum(wound.damage for wound in who.wounds), len(fate_cards(state, who)))


class ToughenUp(Deed, frozen=True, kw_only=True):
    """Spend Fate Cards to ignore as many points of fresh damage; free. DOA-34, DOA-35, DOA-154."""

    says = Says("Toughen Up", REACT)
    who: Annotated[str, Figure(who_can_toughen, none="whoever can", clause="DOA-35")] = ""
    points: Annotated[
        int, Count(1, most_ignored, after=("who",), label="Damage to ignore", clause="DOA-35")
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(who_can_toughen(state, seat))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if who_can_toughen(state, seat):
            return None
        who = state.characters.get(seat)
        nobody = Refused("DOA-35", "You have no fresh damage to ignore.")
        return nobody if who is None else why_not_toughen(state, who) or nobody

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for name in who_can_toughen(state, seat):
            yield Way({"who": name}, "Toughen Up" if name == seat else f"Toughen Up: {name}")

    def do(self, game: Game[Table], seat: str) -> None:
        name = self.who or who_can_toughen(game.state, seat)[0]
        toughen_up(game, game.state.characters[name], self.points)


# Help for others


def knocked_out(state: Table, seat: str) -> list[str]:
    return [w.name for w in state.characters.values() if "Knocked Out" in w.conditions]


def why_not_treat(state: Table, seat: str, name: str) -> Refused | None:
    """Why this one cannot be treated with Craft. DOA-258, DOA-260."""
    who, target = own(state, seat), state.characters[name]
    if target.dead:
        return Refused("DOA-258", f"{name} is dead.")
    if not in_play(state, target):
        return Refused("DOA-183", f"{name} isn’t in this fight.")
    if target is who or spaces_between(state, who, target) > 1:
        return Refused("DOA-260", f"You have to be within 1 space to treat {name}.")
    return None


def under_a_spell(state: Table, seat: str) -> list[str]:
    return [
        who.name
        for who in state.characters.values()
        if who.conditions and any(spell in who.conditions for spell in SPELLS)
    ]


def why_not_rouse(state: Table, seat: str, name: str) -> Refused | None:
    """Why the spell on this one cannot be broken from here. DOA-212, DOA-213."""
    who, target = own(state, seat), state.characters[name]
    if target is who or not in_play(state, target):
        return Refused("DOA-212", f"You can’t end a spell on {name}.")
    if spaces_between(state, who, target) > ROUSE_REACH:
        return Refused("DOA-212", f"{name} is more than 6 spaces away.")
    return None


class Treat(OnATurnOrAtPeace, frozen=True):
    """Craft against the victim's Target Card, DR 5 less its own turns gone by, at least 0: 1 HP.

    DOA-258 to DOA-260.
    """

    says = Says("Treat someone with Craft", ACT, MAJOR)
    target: Annotated[str, Figure(knocked_out, why_not_treat, label="Who", clause="DOA-258")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return any(why_not_treat(state, seat, name) is None for name in knocked_out(state, seat))

    def act(self, game: Game[Table], who: Character) -> None:
        target = game.state.characters[self.target]
        card, difficulty = target_of(game, target), max(0, 5 - target.ko_turns)
        outcome = check(game, who, "Craft", card, difficulty, Terms(against=target.name))
        treated(game, outcome, who, target, 1)


class Rouse(OnATurnOrAtPeace, frozen=True):
    """End Charmed or Enthralled on another within 6 spaces. DOA-212, DOA-213."""

    says = Says("Break a spell", ACT, MAJOR)
    target: Annotated[str, Figure(under_a_spell, why_not_rouse, label="Target", clause="DOA-212")]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if not under_a_spell(state, seat):
            return Refused("DOA-212", "No one is under a spell that you can end.")
        return super().why_closed(state, seat)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return any(why_not_rouse(state, seat, name) is None for name in under_a_spell(state, seat))

    def act(self, game: Game[Table], who: Character) -> None:
        for spell in SPELLS:
            lose(game, game.state.characters[self.target], spell)
