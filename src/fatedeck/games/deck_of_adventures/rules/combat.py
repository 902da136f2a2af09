"""A fight from its first Target Card to its end, and time that goes by outside one."""

from __future__ import annotations

from typing import Annotated, Literal

from fatedeck.engine.actions import Says
from fatedeck.engine.cards import shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One
from fatedeck.games.deck_of_adventures.rules import (
    bosses,
    checks,
    conditions,
    creatures,
    ground,
    health,
    initiative,
    lasting,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.families import (
    FIGHT,
    SCENE,
    OfTheGm,
    OfTheGmAtPeace,
    OfTheGmInAFight,
)
from fatedeck.games.deck_of_adventures.rules.kinds import YesNo, YesOrNo, is_yes
from fatedeck.games.deck_of_adventures.rules.rounds import end_combat, lie_on, next_turn
from fatedeck.games.deck_of_adventures.state import NPC, Character, Combat, Table, Turn


def why_not_start(state: Table) -> Refused | None:
    """Why a fight cannot begin now, or None. DOA-120."""
    if state.combat is not None:
        return Refused("DOA-120", "There’s already a fight going on.")
    if state.rest is not None and state.rest.resting:
        return Refused("DOA-265", "Someone is still resting. End the Quick Rest first.")
    everyone = state.characters.values()
    if not any(who.side == "party" and initiative.takes_turns(state, who) for who in everyone):
        return Refused("DOA-120", "No one in the party is ready to fight.")
    if not any(who.side == "foes" and not health.is_down(who) for who in everyone):
        return Refused("DOA-120", "There’s no one to fight. Place a creature first.")
    return None


SURPRISED = {"nobody": "No one", "party": "The party", "foes": "The foes"}


class StartCombat(OfTheGm, frozen=True):
    """Everyone draws a Target Card and lays it open; turns go by its rank. DOA-120 to DOA-131.

    Foes who fell in an earlier fight take no part (DOA-183). The Minion deck is shuffled first
    (DOA-356). A group of Minions may share one card (DOA-123). The surprising side plays one full
    round before the surprised can act (DOA-131). Bosses in their home have House Actions (DOA-361).
    """

    says = Says("Start a fight", FIGHT)
    surprised: Annotated[
        Literal["nobody", "party", "foes"],
        One(tuple(SURPRISED), label="Who is surprised", called=SURPRISED.__getitem__),
    ] = "nobody"
    groups: Annotated[YesNo, YesOrNo(label="Minions of a kind share one Target Card")] = False
    home: Annotated[YesNo, YesOrNo(label="Bosses fight in their home")] = False

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.combat is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_start(state)

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        game.tell("A fight begins.", "DOA-120")
        fallen = creatures.fallen(state)
        fighters = [
            who
            for who in state.characters.values()
            if initiative.takes_turns(state, who) and who.name not in fallen
        ]
        ground.line_up(game)
        for who in fighters:
            if who.deck == NPC:
                who.target_with = ""
                checks.release_target(state, who)
        minions = state.decks[NPC]
        shuffle(minions.deck, minions.discard)
        groups = is_yes(self.groups)
        leaders: dict[tuple[str, str], str] = {}
        for who in fighters:
            kin = (who.creature, who.side)
            if groups and who.kind == "npc" and kin in leaders:
                who.target_with = leaders[kin]
                continue
            initiative.draw_for_combat(game, who)
            if who.kind == "npc":
                leaders.setdefault(kin, who.name)
        combat = Combat()
        state.combat = combat
        combat.order = initiative.sort_order(game, [who.name for who in fighters])
        for who in fighters:
            if "Hidden" in who.conditions:
                conditions.hide_from_all(state, who)
        combat.surprised = [who.name for who in fighters if who.side == self.surprised]
        combat.home = [who.name for who in fighters if who.kind == "boss" and is_yes(self.home)]
        combat.queue = [name for name in combat.order if name not in combat.surprised]
        game.tell("Turns go in this order: {names}.", "DOA-124", names=combat.order)
        bosses.house_actions(game)
        next_turn(game)


class EndCombat(OfTheGmInAFight, frozen=True):
    """End the fight. DOA-183, DOA-184."""

    says = Says("End the fight", FIGHT)

    def do(self, game: Game[Table], seat: str) -> None:
        end_combat(game)


def fighting(state: Table, seat: str) -> list[str]:
    return [who.name for who in state.characters.values() if turns.in_play(state, who)]


class Withdraw(OfTheGmInAFight, frozen=True):
    """Fled, surrendered or captured: out of the fight. DOA-183, DOA-185."""

    says = Says("Someone flees or surrenders", FIGHT)
    who: Annotated[
        str, Figure(fighting, nobody=("DOA-183", "No one is in the fight."), clause="DOA-183")
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        combat, who = game.state.combat, game.state.characters[self.who]
        assert combat is not None
        combat.gone.append(who.name)
        initiative.leave_fight(game, combat, who)
        game.tell("{who} leaves the fight.", "DOA-183", who=who.name)


class PassTime(OfTheGmAtPeace, frozen=True):
    """Outside a fight conditions and a KO event go on, one Check per 6 seconds. DOA-186.

    What is measured in turns counts these rounds, also for those who are no longer there.
    """

    says = Says("Let time pass", SCENE)
    rounds: Annotated[int, Count(1, 10, label="Rounds (6 seconds each)", clause="DOA-186")]

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        for _ in range(self.rounds):
            for who in list(state.characters.values()):
                if who.dead or who.making:
                    continue
                turn = Turn(who.name)
                conditions.begin_turn_of(game, who.name)
                if not health.is_down(who):
                    conditions.start_of_turn(game, who, turn)
                    _shake_off_the_rest(game, who, turn)
                    conditions.end_of_turn(game, who, turn)
                elif who.dying or who.ko_won or who.ko_lost or who.ko_hits or who.ko_turns:
                    lie_on(game, who)
                else:
                    lasting.run_out(game, "end", who.name)
            here = [
                who.name for who in state.characters.values() if not who.dead and not who.making
            ]
            lasting.run_out_without(game, here)


def _shake_off_the_rest(game: Game[Table], who: Character, turn: Turn) -> None:
    """Outside a fight flames and bonds are tried once per 6 seconds, too. DOA-186."""
    if "Burned" in who.conditions and not health.is_down(who):
        turn.beat_flames = True
        conditions.shake_off(game, who, "Burned", "GUT")
    if "Entangled" in who.conditions and not health.is_down(who):
        conditions.shake_off(game, who, "Entangled", "STR")
