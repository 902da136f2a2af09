"""Fights of this game for the lab: ready-made characters against creatures of any level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import FOES, GM, PARTY, Fighter, Fights, Recruit, Step, step
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.rules.creation import TakeSample, ready_made
from fatedeck.games.realms_behind.rules.creatures import AddCreatures
from fatedeck.games.realms_behind.rules.derived import can_act
from fatedeck.games.realms_behind.rules.encounter import StartEncounter
from fatedeck.games.realms_behind.rules.phases import Begin
from fatedeck.games.realms_behind.state import Character, Table


class Encounters(Fights[Table]):
    """Encounters on the morning of a day, each with a hand drawn at dawn. RB-4.1, RB-15.4."""

    deeds = ("attack", "use-technique", "use-up", "move", "end-turn")

    settings: ClassVar[dict[str, str]] = {"level": FOES}

    def heroes(self) -> list[str]:
        return [book().samples[sample].name for sample in ready_made()]

    def foes(self) -> list[str]:
        return [kind.name for kind in book().creatures.values()]

    def enrol(self, seat: str, hero: Recruit) -> Step:
        sample = next(one for one in ready_made() if book().samples[one].name == hero.name)
        return step(seat, TakeSample(sample))

    def open(self) -> list[Step]:
        return [step(GM, Begin())]

    def bring(self, foe: Recruit) -> list[Step]:
        """A level is told by its name or its number. RB-21.1."""
        kind = next(one.id for one in book().creatures.values() if one.name == foe.name)
        wanted = foe.settings.get("level", "regular")
        levels = {**{name: name for name in book().levels}, **_numbered()}
        if str(wanted) not in levels:
            known = ", ".join(f"{name} ({n})" for name, n in book().levels.items())
            raise Refused("RB-21.1", f"There’s no creature level “{wanted}”. You can use: {known}.")
        return [step(GM, AddCreatures(kind, levels[str(wanted)], foe.number))]

    def clash(self) -> list[Step]:
        return [step(GM, StartEncounter())]

    def is_on(self, state: Table) -> bool:
        return state.phase == "encounter" and super().is_on(state)

    def to_act(self, state: Table) -> Sequence[str]:
        return (state.seat_of(state.being(state.whose_turn())),) if state.order else (state.gm,)

    def standing(self, state: Table) -> tuple[int, int]:
        party = foes = 0
        for being in state.beings():
            if not can_act(being):
                continue
            if being.side == "party":
                party += 1
            else:
                foes += 1
        return party, foes

    def round(self, state: Table) -> int:
        return state.round

    def fighters(self, state: Table) -> list[Fighter]:
        heroes = [
            Fighter(name, PARTY, can_act(hero), _left(hero)) for name, hero in state.players.items()
        ]
        return heroes + [
            Fighter(one.name, one.side, can_act(one), {"Health": one.health})
            for one in state.creatures.values()
        ]


def _left(hero: Character) -> dict[str, int]:
    return {
        "Health": hero.shallow + hero.deep,
        "hand": len(hero.hand),
        "deck": len(hero.deck),
        "Will": hero.will,
        "Fortune": hero.fortune,
        "Madness": hero.madness,
    }


def _numbered() -> dict[str, str]:
    return {str(number): name for name, number in book().levels.items()}
