"""Fights of this game for the lab: premade characters against the Bestiary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import FOES, GM, PARTY, Fighter, Fights, Recruit, Step, step
from fatedeck.games.deck_of_adventures.data import hero_name, premades
from fatedeck.games.deck_of_adventures.rules import health, turns
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.creation import TakePremade
from fatedeck.games.deck_of_adventures.rules.creatures import AT_ONCE, PlaceCreature, bestiary
from fatedeck.games.deck_of_adventures.state import Table


class Combats(Fights[Table]):
    """Combats on the grid, from the first Target Card on. DOA-120, DOA-183."""

    deeds = ("use-power", "move", "rush", "toughen-up", "use-item", "end-turn")

    settings: ClassVar[dict[str, str]] = {"level": PARTY, "phases": FOES}

    def heroes(self) -> list[str]:
        return list(premades())

    def at_table(self) -> dict[str, str]:
        """Premades go by their own names there, whatever their level."""
        return {premade: hero_name(premade) for premade in premades()}

    def foes(self) -> list[str]:
        return list(bestiary("current"))

    def enrol(self, seat: str, hero: Recruit) -> Step:
        """A premade; with a `level`, that character as it is at this level. DOA-336."""
        level = hero.settings.get("level")
        if level is None:
            return step(seat, TakePremade(hero.name))
        levels = {
            str(row.level): row.id
            for row in premades().values()
            if _without_level(row.id) == _without_level(hero.name)
        }
        if str(level) not in levels:
            *some, last = levels
            known = " or ".join(filter(None, (", ".join(some), last)))
            raise Refused("DOA-336", f"{hero.name} can be of level {known}, not “{level}”.")
        return step(seat, TakePremade(levels[str(level)]))

    def bring(self, foe: Recruit) -> list[Step]:
        phases = foe.settings.get("phases", 0)
        if not isinstance(phases, int):
            raise Refused("DOA-362", f"“{phases}” isn’t a number of phases.")
        groups = [min(AT_ONCE, foe.number - done) for done in range(0, foe.number, AT_ONCE)]
        return [step(GM, PlaceCreature(foe.name, number=some, phases=phases)) for some in groups]

    def clash(self) -> list[Step]:
        return [step(GM, StartCombat())]

    def is_on(self, state: Table) -> bool:
        return state.combat is not None and super().is_on(state)

    def to_act(self, state: Table) -> Sequence[str]:
        combat = state.combat
        turn = combat.turn if combat is not None else None
        return (state.gm,) if turn is None else (turns.controller(state, turn), state.gm)

    def standing(self, state: Table) -> tuple[int, int]:
        """Whoever is in the order, has not fled and can act, a Boss with phases too. DOA-389."""
        combat = state.combat
        gone = combat.gone if combat is not None else ()
        up = [
            who.side
            for who in state.characters.values()
            if (who.hp or who.phases)
            and not who.dead
            and not who.making
            and not (who.conditions and "Knocked Out" in who.conditions)
            and not (gone and who.name in gone)
        ]
        return up.count("party"), up.count("foes")

    def round(self, state: Table) -> int:
        return state.combat.round if state.combat is not None else 0

    def fighters(self, state: Table) -> list[Fighter]:
        return [
            Fighter(
                who.name,
                who.side,
                not health.is_down(who),
                {
                    "HP": who.hp,
                    "AP": who.ap,
                    "PP": who.pp,
                    "Fatigue": who.fatigue,
                    "cards": len(state.cards(who).deck) if who.is_dealer else 0,
                },
            )
            for who in state.characters.values()
            if not who.making
        ]


def _without_level(premade: str) -> str:
    return re.sub(r"\d", "", premade)
