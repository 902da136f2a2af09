"""What the Game Master lets happen to somebody: conditions, damage, falls, lost breath, healing."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One
from fatedeck.games.deck_of_adventures.rules.checks import save
from fatedeck.games.deck_of_adventures.rules.conditions import MEANING, breath_minutes, gain, harm
from fatedeck.games.deck_of_adventures.rules.families import SCENE, AboutSomebody, everyone
from fatedeck.games.deck_of_adventures.rules.grid import FEET
from fatedeck.games.deck_of_adventures.rules.health import heal, is_down
from fatedeck.games.deck_of_adventures.rules.kinds import YesNo, YesOrNo, is_yes
from fatedeck.games.deck_of_adventures.state import Table

Somebody: TypeAlias = Annotated[str, Figure(everyone, clause="DOA-263")]


def conditions(state: Table, seat: str) -> dict[str, str]:
    """What a trap or the world can put on somebody, and what it does. DOA-187."""
    return {name: text for name, text in MEANING.items() if name != "Knocked Out"}


class Inflict(AboutSomebody, frozen=True):
    """Let a trap or the world put a condition on somebody. DOA-187."""

    says = Says("Inflict a condition", SCENE)
    who: Somebody
    condition: Annotated[str, One(conditions, clause="DOA-187")]

    def do(self, game: Game[Table], seat: str) -> None:
        gain(game, game.state.characters[self.who], self.condition)


class Harm(AboutSomebody, frozen=True):
    """Let a trap or the world deal damage; only physical wounds meet armour. DOA-176, DOA-221."""

    says = Says("Deal damage", SCENE)
    who: Somebody
    damage: Annotated[int, Meta(ge=1, le=50)]
    kind: Annotated[
        Literal["physical", "psychic", "poison"],
        One(("physical", "psychic", "poison"), called=str.capitalize),
    ] = "physical"

    def do(self, game: Game[Table], seat: str) -> None:
        past_armour = self.kind != "physical"
        harm(game, game.state.characters[self.who], self.damage, bypass=past_armour)


class Fall(AboutSomebody, frozen=True):
    """A fall: 1 damage and 1 speed per 2 full spaces, and Knocked Down. DOA-310, DOA-311.

    The Game Master may allow an Agility Save, which then takes off 10 feet. DOA-313.
    """

    says = Says("Let someone fall", SCENE)
    who: Somebody
    feet: Annotated[int, Meta(ge=0, le=500)]
    save: Annotated[YesNo, YesOrNo(label="Allow an Agility Save to soften it")] = False

    def do(self, game: Game[Table], seat: str) -> None:
        who, feet = game.state.characters[self.who], self.feet
        if is_yes(self.save) and feet >= 10 and save(game, who, "AGL", 3, because="A fall").success:
            feet -= 10
        tens = feet // (2 * FEET)
        if not tens:
            game.tell("{who} falls but lands safely.", "DOA-311", who=who.name)
            return
        who.lost_speed = min(who.speed, who.lost_speed + tens)
        harm(game, who, tens)
        if not is_down(who):
            gain(game, who, "Knocked Down")


def why_not_heal(state: Table, seat: str, who: str) -> Refused | None:
    """Who has all HP can regain none. DOA-269."""
    if state.characters[who].hp >= state.characters[who].max_hp:
        return Refused("DOA-269", f"{who} already has full HP.")
    return None


class Heal(AboutSomebody, frozen=True):
    """Let somebody regain HP; the first one wakes. DOA-3, DOA-257."""

    says = Says("Heal someone", SCENE)
    who: Annotated[str, Figure(everyone, why_not_heal, clause="DOA-263")]
    points: Annotated[int, Count(1, 50, label="HP")]

    def do(self, game: Game[Table], seat: str) -> None:
        heal(game, game.state.characters[self.who], self.points)


class HoldBreath(AboutSomebody, frozen=True):
    """Breath lasts 1 + 2 x VIT minutes, one less per damage taken; then it runs out. DOA-211."""

    says = Says("Someone holds their breath", SCENE)
    who: Somebody
    minutes: Annotated[int, Meta(ge=1, le=120)]
    damage: Annotated[int, Count(0, 50, label="Damage taken in the meantime")] = 0

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[self.who]
        left = breath_minutes(who) - self.damage - self.minutes
        if left < 0:
            gain(game, who, "Suffocating")
        else:
            told = "{who} can hold their breath for {left} more {left:minute|minutes}."
            game.tell(told, "DOA-211", who=who.name, left=left)
