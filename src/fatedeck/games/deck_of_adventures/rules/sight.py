"""Sight and cover: what lies between two, who can be seen and aimed at."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One
from fatedeck.games.deck_of_adventures.rules.families import NOBODY, SCENE, OfTheGm, everyone
from fatedeck.games.deck_of_adventures.rules.grid import Space, between, distance
from fatedeck.games.deck_of_adventures.rules.ground import solid, spaces_between, standing
from fatedeck.games.deck_of_adventures.rules.hands import place_of
from fatedeck.games.deck_of_adventures.rules.lasting import has_effect
from fatedeck.games.deck_of_adventures.rules.turns import in_play
from fatedeck.games.deck_of_adventures.state import Character, Effect, Table

Cover: TypeAlias = Literal["none", "partial", "full", "total"]
BY_THE_MAP = "by the map"
CALLED = {
    "none": "No cover",
    "partial": "Partial cover",
    "full": "Full cover",
    "total": "Total cover",
    BY_THE_MAP: "By the map",
}
COVERS: dict[str, str] = {
    "none": "",
    "partial": "Someone else is in the way, or you stand behind a crate half your height.",
    "full": "You crouch behind that crate, or stand behind a pillar taller than you.",
    "total": "Completely out of sight.",
    BY_THE_MAP: "",
}


def cover(state: Table, attacker: Character, target: Character) -> Cover:
    """The cover between two, judged per attacker. DOA-304, DOA-305, DOA-307, DOA-309, DOA-393.

    What the Game Master has ruled stands. Otherwise the straight line between the two decides:
    a creature or a half-height obstacle on it is partial cover, a full-height one full cover, and
    a wall hides wholly.
    """
    for effect in target.effects:
        if effect.name == "Cover" and effect.on in ("", attacker.name):
            return ("none", "partial", "full", "total")[effect.amount]
    here, there = place_of(attacker), place_of(target)
    if here is None or there is None or distance(here, there) <= 1:
        return "none"
    prone = "Knocked Down" in target.conditions
    return cover_between(state, here, there, attacker, prone=prone)


def cover_between(
    state: Table, here: Space, there: Space, attacker: Character, *, prone: bool = False
) -> Cover:
    """The cover that the ground and the creatures between two spaces give. DOA-309.

    Half-height cover hides one who lies behind it almost wholly.
    """
    found: Cover = "none"
    crossed = between(here, there)
    if state.map.terrain or state.walls:
        ground = {(one.x, one.y): one.kind for one in state.map.terrain}
        conjured = solid(state) - set(ground) if state.walls else set()
        for space in crossed:
            kind = ground.get(space)
            if kind == "wall" or space in conjured:
                return "total"
            if kind == "full" or (kind == "half" and prone):
                found = "full"
            elif kind == "half" and found == "none":
                found = "partial"
    if found == "none":
        others = standing(state, attacker)
        if any(space in others for space in crossed):
            found = "partial"
    return found


def sees(state: Table, one: Character, other: Character) -> bool:
    """Whether one can see the other: not wholly covered, not Invisible to it. DOA-181, DOA-214."""
    if "Invisible" in other.conditions and one.side != other.side:
        combat = state.combat
        if combat is None or f"{one.name} has found {other.name}" not in combat.used:
            return False
    open_ground = not state.map.terrain and not state.walls
    if open_ground and not (other.effects and has_effect(other, "Cover")):
        return True  # those who stand between hide nobody wholly
    return cover(state, one, other) != "total"


def why_not_target(
    state: Table, who: Character, target: Character, reach: int, *, sight: bool = True
) -> Refused | None:
    """Why this one cannot be aimed at: gone, too far, or out of sight. DOA-180, DOA-181."""
    if not in_play(state, target):
        return Refused("DOA-181", f"{target.name} isn’t here.")
    if target is who:
        return None
    apart = spaces_between(state, who, target)
    if apart > reach:
        return Refused("DOA-180", f"{target.name} is {apart} spaces away; this reaches {reach}.")
    if sight and not sees(state, who, target):
        return Refused("DOA-181", f"{who.name} can’t see {target.name} from here.")
    return None


# The Game Master's word


def covers(state: Table, seat: str) -> dict[str, str]:
    return COVERS


class SetCover(OfTheGm, frozen=True):
    """Rule which cover somebody has, from everyone or from one attacker. DOA-308, DOA-309."""

    says = Says("Rule on cover", SCENE)
    who: Annotated[str, Figure(everyone, nobody=NOBODY, clause="DOA-263")]
    cover: Annotated[Cover | Literal["by the map"], One(covers, called=CALLED.__getitem__)]
    attacker: Annotated[str, Figure(everyone, none="everyone", label="Against")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[self.who]
        who.effects = [one for one in who.effects if (one.name, one.on) != ("Cover", self.attacker)]
        if self.cover != BY_THE_MAP:
            amount = list(COVERS).index(self.cover)
            who.effects.append(Effect("Cover", amount=amount, on=self.attacker, until="combat"))
        told = (
            "{who}’s cover goes by the map." if self.cover == BY_THE_MAP else "{who} has {cover}."
        )
        game.tell(told, "DOA-309", who=who.name, cover=CALLED[self.cover].lower())
