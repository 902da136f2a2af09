"""Fights of this game for the lab: ready-made heroes against foes of the guide or one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fatedeck.engine.entries import Act
from fatedeck.engine.fights import FOES, GM, PARTY, Fighter, Fights, Recruit, Step, step
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules.creation import BeginPlay, TakeHero
from fatedeck.games.thousand_faces.rules.foes import BeginCombat
from fatedeck.games.thousand_faces.state import Table


class Combats(Fights[Table]):
    """Combat in the first format, until a side is out. TFA-335, TFA-336."""

    deeds = ("attempt", "reshuffle", "run-away")

    settings: ClassVar[dict[str, str]] = {
        "stamina": FOES,
        "power": FOES,
        "kind": FOES,
        "armour": FOES,
        "specials": FOES,
    }

    def heroes(self) -> list[str]:
        return list(catalogue.heroes())

    def foes(self) -> list[str]:
        return [foe.name for foe in catalogue.tables().foes]

    def enrol(self, seat: str, hero: Recruit) -> Step:
        return step(seat, TakeHero(hero.name))

    def open(self) -> list[Step]:
        return [step(GM, BeginPlay())]

    def bring(self, foe: Recruit) -> list[Step]:
        row = next(row for row in catalogue.tables().foes if row.name == foe.name)
        added: Act = {
            "do": "add-foe",
            "name": row.name,
            "stamina": row.stamina,
            "power": row.power,
            "kind": row.kind,
            "weapon": "unarmed" if row.power == "1" else "armed",
        }
        for name, value in foe.settings.items():
            added[name] = str(value) if name == "power" else value
        return [Step(GM, added)] * foe.number

    def clash(self) -> list[Step]:
        return [step(GM, BeginCombat(1))]

    def is_on(self, state: Table) -> bool:
        return bool(state.combat) and super().is_on(state)

    def to_act(self, state: Table) -> Sequence[str]:
        return (state.gm, state.spotlight) if state.spotlight else (state.gm,)

    def standing(self, state: Table) -> tuple[int, int]:
        party = [seat for seat in state.able() if not state.players[seat].away]
        return len(party), len([foe for foe in state.foes if foe.is_up()])

    def fighters(self, state: Table) -> list[Fighter]:
        able = state.able()
        heroes = [
            Fighter(
                seat,
                PARTY,
                seat in able,
                {
                    "cards": len(player.deck) + len(player.discard),
                    "Harm": player.harm,
                    "Wounds": player.wounds,
                    "XP": player.xp,
                },
            )
            for seat, player in state.seated()
        ]
        return heroes + [
            Fighter(foe.name, FOES, foe.is_up(), {"Stamina": foe.stamina}) for foe in state.foes
        ]
