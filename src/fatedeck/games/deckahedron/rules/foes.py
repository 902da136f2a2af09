"""Foes: how they come and go, and what fatigue, Harm and Wounds do to them and to anybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import How, tell_the_end
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One, Words
from fatedeck.engine.names import free_name
from fatedeck.engine.offers import Value
from fatedeck.engine.story import capital
from fatedeck.games.deckahedron.data import table_data
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.families import OfTheGm, players
from fatedeck.games.deckahedron.rules.stamina import (
    HARM,
    HARM_WORTH,
    LOSE,
    WOUND,
    WOUND_WORTH,
    Injury,
    lose_stamina,
    regain_stamina,
    take_harm,
    take_wound,
)
from fatedeck.games.deckahedron.state import AWAY, OF_A_FIGHT, OUT, Foe, Rank, Table, spent


class GmFights(OfTheGm, frozen=True):
    """What the GM does in a fight, where Stamina is counted at all. DKH-118."""

    modules = ("combat",)


class AddFoe(GmFights, frozen=True):
    """A foe appears; the GM sets its ranks and its Stamina points. DKH-74, DKH-75."""

    says = Says("A foe appears", "Fight")
    name: Annotated[str, Words(longest=40)]
    strength: Rank = 2
    dexterity: Rank = 2
    intelligence: Rank = 2
    stamina: Annotated[int, Meta(ge=1, le=50)] = 4
    kind: Annotated[Literal["common", "tough"], One(("common", "tough"), called=capital)] = "common"
    notices: Annotated[
        Literal["aware", "unaware"], One(("aware", "unaware"), called=capital, label="Notices you")
    ] = "aware"

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        """A foe of one's own making, or one that is ready."""
        yield Way()
        taken = {*state.foes, *state.players, state.gm}
        for foe in table_data().foes:
            chosen: dict[str, Value] = {
                "name": free_name(foe.name, taken),
                "strength": foe.strength,
                "dexterity": foe.dexterity,
                "intelligence": foe.intelligence,
                "stamina": foe.stamina,
                "kind": "tough" if foe.tough else "common",
                "notices": "aware",
            }
            yield Way(chosen, f"{foe.name} appears", note=f"{foe.stamina} Stamina")

    def why_not(self, state: Table, seat: str) -> Refused | None:
        name = self.name.strip()
        if "/" in name:
            return Refused("DKH-74", "Give the foe a name without a slash in it.")
        if name in state.foes or name in state.players or name == state.gm:
            return Refused("DKH-74", f"There’s already a {name} here. Give the foe another name.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        name = self.name.strip()
        _end_fight(game.state)
        game.state.foes[name] = Foe(
            strength=self.strength,
            dexterity=self.dexterity,
            intelligence=self.intelligence,
            stamina=self.stamina,
            tough=self.kind == "tough",
            aware=self.notices == "aware",
        )
        told = "{name!a} appears with {stamina} Stamina."
        game.tell(told, "DKH-74", "DKH-75", name=name, stamina=self.stamina)


def foes(table: Table, seat: str) -> list[str]:
    return sorted(table.foes)


class RemoveFoe(GmFights, frozen=True):
    """A foe leaves the scene. DKH-75."""

    says = Says("A foe leaves", "Fight")
    foe: Annotated[str, Figure(foes, clause="DKH-75")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.foes)

    def do(self, game: Game[Table], seat: str) -> None:
        remove_foe(game, self.foe)


class ClearTheFallen(GmFights, frozen=True):
    """All foes who are out of the fight leave the scene when it is over. DKH-75."""

    says = Says("Clear the fallen", "Fight")

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.foes) and not state.fighting()

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.fighting():
            return Refused("DKH-75", "There are still foes in the fight.")
        return None if state.foes else Refused("DKH-75", "There’s no foe here.")

    def do(self, game: Game[Table], seat: str) -> None:
        clear_the_fallen(game)


def clear_the_fallen(game: Game[Table]) -> None:
    """Where nobody fights any more, the foes who fell leave the scene. DKH-75."""
    table = game.state
    if table.foes and not table.fighting():
        names = sorted(table.foes)
        table.foes.clear()
        game.tell("{who} {who:is|are} cleared away.", "DKH-75", who=names)


def all_in_the_fight(table: Table, seat: str) -> list[str]:
    """Every player, and every foe that is still in the fight."""
    return [*table.seats, *table.fighting()]


Struck: TypeAlias = Annotated[str, Figure(all_in_the_fight, clause="DKH-75")]


class Tire(GmFights, frozen=True):
    """The GM tells a side to lose Stamina points. DKH-58, DKH-59, DKH-75."""

    says = Says("Take Stamina", "Fight")
    who: Struck
    points: Annotated[int, Meta(ge=1, le=20)]

    def do(self, game: Game[Table], seat: str) -> None:
        tire(game, seat, self.who, self.points)


class Hurt(GmFights, frozen=True):
    """The GM deals a Harm or a Wound. DKH-56, DKH-61."""

    says = Says("Deal a Harm or a Wound", "Fight")
    who: Struck
    injury: Injury

    def do(self, game: Game[Table], seat: str) -> None:
        injure(game, self.who, self.injury)


def why_not_refresh(table: Table, seat: str, player: str) -> Refused | None:
    """Why the GM cannot let this one regain Stamina, or None. DKH-52."""
    tired = table.players[player]
    if tired.exhaustion.is_empty() and not any(tired.exhaustion_tokens.values()):
        return Refused("DKH-52", f"{player} has no Stamina to regain.")
    return None


class Refresh(GmFights, frozen=True):
    """The GM lets a player regain Stamina. DKH-52."""

    says = Says("Give Stamina back", "Fight")
    player: Annotated[str, Figure(players, why_not_refresh, clause="DKH-52")]
    points: Annotated[int, Meta(ge=1, le=10)]

    def do(self, game: Game[Table], seat: str) -> None:
        regain_stamina(game, self.player, self.points)


def remove_foe(game: Game[Table], foe: str) -> None:
    """A foe leaves the scene."""
    del game.state.foes[foe]
    _end_fight(game.state)
    game.tell("{foe} leaves the scene.", "DKH-75", foe=foe)


def tire(game: Game[Table], source: str, target: str, points: int) -> None:
    """Deal fatigue: each point costs the target a Stamina point. DKH-75.

    A player who deals 3 or more at once to a tough foe may deal a Harm or a Wound instead. DKH-79.
    """
    table = game.state
    if points <= 0:
        return
    game.tell("{target} takes {points} fatigue.", "DKH-75", target=target, points=points)
    foe = table.foes.get(target)
    if foe is None:
        lose_stamina(game, target, points)
        return
    dealer = table.players.get(source)
    chooses = dealer is not None and not dealer.is_incapacitated()
    if foe.tough and points >= HARM_WORTH and chooses:
        labels = {LOSE: f"{points} fatigue", HARM: f"Turn {HARM_WORTH} into a Harm"}
        if points >= WOUND_WORTH:
            labels[WOUND] = f"Turn {WOUND_WORTH} into a Wound"
        prompt = (
            f"{capital(name_of(game, target))} is about to take {points} fatigue. "
            "Make some of it worse?"
        )
        chosen = game.choose(source, "how-much-worse", prompt, labels, "DKH-79", labels=labels)
        if chosen == HARM:
            _weaken(game, target, foe, points - HARM_WORTH)
            injure(game, target, "Harm")
            return
        if chosen == WOUND:
            _weaken(game, target, foe, points - WOUND_WORTH)
            injure(game, target, "Wound")
            return
    _weaken(game, target, foe, points)


def injure(game: Game[Table], target: str, injury: Injury) -> None:
    """Deal a Harm or a Wound. DKH-121, DKH-80.

    A character and a tough foe take it as such; to any other foe it is 3 or 6 fatigue.
    """
    foe = game.state.foes.get(target)
    if foe is None:
        if injury == "Harm":
            take_harm(game, target)
        else:
            take_wound(game, target)
    elif not foe.tough:
        worth = HARM_WORTH if injury == "Harm" else WOUND_WORTH
        told = "{target} takes the {injury} as {worth} fatigue."
        game.tell(told, "DKH-121", injury=injury, worth=worth, target=target)
        _weaken(game, target, foe, worth)
    elif injury == "Harm" and foe.harm < 2:
        foe.harm += 1
        game.tell("{target} takes a Harm.", "DKH-80", target=target)
        _weaken(game, target, foe, 1)
    elif foe.wounds < 2:
        foe.wounds += 1
        game.tell("{target} takes a Wound.", "DKH-80", target=target)
        _weaken(game, target, foe, 1)
    else:
        _drop_out(game, target, foe)


def _weaken(game: Game[Table], name: str, foe: Foe, points: int) -> None:
    """A foe loses Stamina points and is out of the fight at 0. DKH-75."""
    foe.stamina = max(0, foe.stamina - points)
    if foe.stamina == 0:
        _drop_out(game, name, foe)


def follow(game: Game[Table], before: Mapping[str, int]) -> None:
    """Who is out of the fight, or back in it, since they had so much Stamina. DKH-75."""
    for name, stamina in before.items():
        foe = game.state.foes[name]
        if stamina and not foe.stamina:
            _drop_out(game, name, foe)
        elif foe.stamina and not stamina and OUT in foe.conditions:
            foe.conditions.remove(OUT)
            game.tell("{name} is back in the fight.", "DKH-75", name=name)


def _drop_out(game: Game[Table], name: str, foe: Foe) -> None:
    if OUT not in foe.conditions:
        foe.conditions = [OUT]
        game.tell("{name} is out of the fight.", "DKH-75", name=name)
        if not game.state.fighting():
            _won(game)
        _end_fight(game.state)


def _won(game: Game[Table]) -> None:
    """No foe is left who could fight. DKH-75."""
    table = game.state
    party: dict[str, How] = {}
    for seat in table.seats:
        player = table.players[seat]
        if not player.is_late:
            away: How = "left" if AWAY in player.conditions else "up"
            party[seat] = "fallen" if player.is_incapacitated() else away
    tell_the_end(game, "DKH-75", party, dict.fromkeys(sorted(table.foes), "fallen"))


def _end_fight(table: Table) -> None:
    """Without a foe the fight is over, and so is what it had put on the characters. DKH-76."""
    if table.fighting():
        return
    for player in table.players.values():
        for condition in OF_A_FIGHT:
            spent(player, condition)
