"""Fights of this game for the lab: ready characters against foes of the box or one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fatedeck.engine.entries import Act
from fatedeck.engine.fights import FOES, GM, PARTY, Fighter, Fights, Recruit, Step, step
from fatedeck.games.deckahedron.data import samples, table_data
from fatedeck.games.deckahedron.rules.creation import BeginPlay, TakeSample
from fatedeck.games.deckahedron.rules.stamina import stamina_left
from fatedeck.games.deckahedron.state import Table


class Scuffles(Fights[Table]):
    """Turns and counter-attacks until one side is out of the fight. DKH-74 to DKH-76."""

    deeds = ("attack", "breather", "reshuffle", "end-turn")

    settings: ClassVar[dict[str, str]] = {
        "strength": FOES,
        "dexterity": FOES,
        "intelligence": FOES,
        "stamina": FOES,
        "kind": FOES,
        "notices": FOES,
    }

    def heroes(self) -> list[str]:
        return list(samples())

    def foes(self) -> list[str]:
        return [foe.name for foe in table_data().foes]

    def options(self) -> dict[str, object]:
        return {"modules": ["combat", "attack_simple"]}

    def enrol(self, seat: str, hero: Recruit) -> Step:
        return step(seat, TakeSample(hero.name))

    def open(self) -> list[Step]:
        return [step(GM, BeginPlay())]

    def bring(self, foe: Recruit) -> list[Step]:
        """Several of a kind are told apart by a number. DKH-74."""
        row = next(row for row in table_data().foes if row.name == foe.name)
        printed: Act = {
            "do": "add-foe",
            "strength": row.strength,
            "dexterity": row.dexterity,
            "intelligence": row.intelligence,
            "stamina": row.stamina,
            "kind": "tough" if row.tough else "common",
            **foe.settings,
        }
        names = [
            f"{foe.name} {n}" if foe.number > 1 else foe.name for n in range(1, foe.number + 1)
        ]
        return [Step(GM, {**printed, "name": name}) for name in names]

    def to_act(self, state: Table) -> Sequence[str]:
        return (state.gm, state.spotlight) if state.spotlight else (state.gm,)

    def standing(self, state: Table) -> tuple[int, int]:
        able = sum(not player.is_incapacitated() for player in state.players.values())
        return able, sum(not foe.is_incapacitated() for foe in state.foes.values())

    def fighters(self, state: Table) -> list[Fighter]:
        heroes = [
            Fighter(
                seat,
                PARTY,
                not player.is_incapacitated(),
                {
                    "Stamina": stamina_left(state, player),
                    "Harm": player.harm,
                    "Wounds": player.wounds,
                    "ammunition": player.ammunition,
                },
            )
            for seat, player in state.players.items()
        ]
        foes = [
            Fighter(
                name,
                FOES,
                not foe.is_incapacitated(),
                {
                    "Stamina": foe.stamina,
                    "Harm": foe.harm,
                    "Wounds": foe.wounds,
                    "ammunition": foe.ammunition,
                },
            )
            for name, foe in state.foes.items()
        ]
        return heroes + foes
