"""Aces Wild: a held Ace is spent for its effect instead of a redraw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure
from fatedeck.games.deck_of_adventures import data
from fatedeck.games.deck_of_adventures.rules import attacks, decks, ground, health, sight, turns
from fatedeck.games.deck_of_adventures.rules.attacks import Blow
from fatedeck.games.deck_of_adventures.rules.families import REACT, Deed, why_not_own
from fatedeck.games.deck_of_adventures.state import Character, Table, Turn

POWER, MYSTIC = "Aces Wild", "Attack, Mystic"
ALLIES, HEAL_REACH = 3, 5
"""How many others AD gives Power Points, and how far AH reaches."""


def holders(state: Table, seat: str, *_: object) -> list[str]:
    """Those of a seat who have Aces Wild, and who acts for it now."""
    return [
        who.name
        for who in state.characters.values()
        if POWER in who.powers and who.owner == seat and not who.making
    ]


def effects(who: Character) -> list[str]:
    """What its Aces do, as chosen. DOA-395."""
    return who.power_options.get(POWER, ["AC", "AD"])


def why_not_ace(state: Table, seat: str, who: Character, ace: str) -> Refused | None:
    """Why this Ace cannot be spent for its effect now, or None. DOA-24, DOA-166, DOA-395."""
    if POWER not in who.powers:
        return Refused("DOA-166", f"{who.name} doesn’t have Aces Wild.")
    if not any(option.startswith(ace) for option in effects(who)):
        return Refused("DOA-395", f"{who.name} hasn’t chosen the effect of {ace}.")
    if ace not in state.cards(who).fate:
        return Refused("DOA-24", f"{who.name} doesn’t hold {ace}.")
    if ace == "AC":
        turn = state.combat.turn if state.combat is not None else None
        if turn is None or state.characters[turn.who].side == who.side:
            return Refused("DOA-166", "You can only use AC during an enemy’s turn.")
        return turns.why_not_able(state, who)
    if (refused := why_not_own(state, seat, who.name)) is not None:
        return refused
    turn = turns.turn_of(state, seat, who)
    if turn is not None and (refused := turns.why_not_act(turn, "minor")) is not None:
        return refused
    if ace == "AS" and not _foes(state, who):
        return Refused("DOA-166", "There’s no one in reach to hit.")
    return None


def _foes(state: Table, who: Character) -> list[str]:
    """Whom an attack of one's own can be aimed at. DOA-180, DOA-181, DOA-354."""
    reach = max(attacks.weapon_in_hand(who).range, _mystic_reach(who))
    return [
        one.name
        for one in turns.others_up(state, who)
        if one.side != who.side
        and sight.why_not_target(state, who, one, reach) is None
        and attacks.why_not_harm(state, who, [one]) is None
    ]


def _mystic_reach(who: Character) -> int:
    return data.powers(who.power_set)[MYSTIC].range if MYSTIC in who.powers else 0


class UseAce(Deed, frozen=True):
    """Spend a held Ace for its effect of Aces Wild. DOA-166."""

    says = Says("Aces Wild", REACT)
    ace: Literal["AC", "AD", "AH", "AS"]
    who: Annotated[str, Figure(holders, none="whoever acts", clause="DOA-2")] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.combat is not None and bool(holders(state, seat))

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for name in holders(state, seat):
            who = state.characters[name]
            for option in effects(who):
                if why_not_ace(state, seat, who, option[:2]) is None:
                    yield Way({"ace": option[:2], "who": name}, f"Aces Wild: {option}")

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if not self.who and seat not in state.characters:
            return why_not_own(state, seat) or Refused("DOA-166", "Who spends the Ace? Name them.")
        return why_not_ace(state, seat, turns.own(state, seat, self.who), self.ace)

    def do(self, game: Game[Table], seat: str) -> None:
        state, who = game.state, turns.own(game.state, seat, self.who)
        if self.ace == "AC":
            assert state.combat is not None
            decks.spend_fate(game, who, self.ace)
            state.combat.turns.append(Turn(who.name, speed=0, minor=0, kind="extra"))
            return
        turn = turns.turn_of(state, seat, who)
        if turn is not None:
            turns.spend_action(turn, "minor")
        decks.spend_fate(game, who, self.ace)
        allies = [one for one in state.allies(who) if not health.is_down(one)]
        if self.ace == "AD":
            prompt = "Regain 3 PP yourself?"
            mine = game.may(who.owner, "regain-power", prompt, yes="3 PP for me", no="1 PP each")
            for one in [who] if mine else [who, *_three(game, who, allies)]:
                one.pp = min(one.max_pp, one.pp + (3 if mine else 1))
        elif self.ace == "AH":
            beside = [one for one in allies if ground.spaces_between(state, who, one) <= HEAL_REACH]
            near = [one.name for one in (who, *beside)]
            health.heal(
                game,
                state.characters[game.choose(who.owner, "whom-to-heal", "Who regains 2 HP?", near)],
                2,
            )
        else:
            target = state.characters[
                game.choose(who.owner, "whom-to-hit", "Who do you hit?", _foes(state, who))
            ]
            weapon = attacks.weapon_in_hand(who)
            armed = ground.spaces_between(state, who, target) <= weapon.range
            blow = Blow("weapon" if armed else "mystic", weapon=weapon, sure=True)
            attacks.attack(game, who, target, blow)


def _three(game: Game[Table], who: Character, allies: list[Character]) -> list[Character]:
    """Up to three allies, of the player's choice where there are more."""
    if len(allies) <= ALLIES:
        return allies
    names, prompt = [one.name for one in allies], "Which three allies regain 1 PP?"
    chosen = game.several(
        who.owner, "who-regains-power", prompt, names, ALLIES, ALLIES, of="figure"
    )
    return [game.state.characters[name] for name in chosen]
