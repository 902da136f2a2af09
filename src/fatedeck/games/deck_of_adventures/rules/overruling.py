"""The Game Master's last word on a Check, and what hung on it."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One, Words
from fatedeck.games.deck_of_adventures.rules import (
    attacks,
    circle,
    conditions,
    consequences,
    decks,
    health,
    lasting,
    mechanics,
    powers,
)
from fatedeck.games.deck_of_adventures.rules.attacks import Blow
from fatedeck.games.deck_of_adventures.rules.families import CHECK, OfTheGm
from fatedeck.games.deck_of_adventures.state import Character, Degree, Outcome, Stake, Table, Upset


class Override(OfTheGm, frozen=True):
    """The Game Master has the last word on any result, and the log says so. DOA-3.

    What had hung on the Check is taken back, and what hangs on the new result happens.
    """

    says = Says("Overrule the last result", CHECK)
    degree: Annotated[Degree, One(circle.DEGREES, label="It is", called=circle.NAMES.__getitem__)]
    reason: Annotated[str, Words(label="Why")] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.last is not None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.last is None:
            refused = super().why_closed(state, seat)
            return refused or Refused("DOA-3", "There’s no result to overrule yet.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        state, outcome = game.state, game.state.last
        assert outcome is not None
        before = outcome.success
        outcome.degree, outcome.success = self.degree, not self.degree.endswith("miss")
        told = "The Game Master overrules {who}’s Check: {degree}"
        told += " ({reason})." if self.reason else "."
        degree = circle.NAMES[self.degree]
        game.tell(told, "DOA-3", who=outcome.who, degree=degree, reason=self.reason)
        stake, upset = state.stake, state.upset
        state.stake = state.upset = None
        by = state.characters.get(stake.by) if stake is not None else None
        to = state.characters.get(stake.to) if stake is not None else None
        if stake is not None and by is not None and to is not None:
            if stake.kind == "condition":
                _shake_off(game, outcome, stake, to, upset or Upset(), before=before)
                return
            if stake.kind == "treatment" and stake.hp:
                _undo_treatment(game.state, to, stake)
            if upset is not None:
                _set_right(game, to, upset)
            _carry(game, outcome, stake, by, to)


def _carry(game: Game[Table], outcome: Outcome, stake: Stake, by: Character, to: Character) -> None:
    match stake.kind:
        case "attack":
            _take_back(game, to, stake)
            blow = Blow(stake.attack, bonus=stake.bonus, weapon=stake.weapon)
            attacks.land(game, by, to, blow, outcome, stake.power, stake.tier)
            if stake.power:
                use = mechanics.use_of(game.state, by, stake.power)
                use.tier = stake.tier
                powers.after_blow(game, use, to, hit=outcome.success)
        case "save":
            _take_back(game, to, stake)
            how = mechanics.works(by, stake.power)
            demand = how.on_hit if stake.on_hit else how.save
            if demand is not None:
                consequences.suffer(game, outcome, by, to, demand, stake)
        case "treatment":
            health.treated(game, outcome, by, to, stake.bonus)


def _take_back(game: Game[Table], who: Character, stake: Stake) -> None:
    """The points come back that a Check had cost, and what it had put on somebody goes.

    What was toughened away meanwhile has come back already. DOA-3, DOA-36.
    """
    who.hp = min(who.max_hp, who.hp + stake.hp)
    who.ap = min(who.max_ap, who.ap + stake.ap)
    who.power_ap += stake.power_ap
    health.forget(who, stake.hp, stake.ap, stake.power_ap)
    for condition in stake.gained:
        lasting.lose(game, who, condition)
    if "Knocked Out" in stake.gained:
        who.dying = False
    lasting.drop_named(who, *stake.laid)


def _undo_treatment(state: Table, who: Character, stake: Stake) -> None:
    """What was healed is gone; who woke by it lies as before. DOA-258, DOA-260."""
    who.hp = max(0, who.hp - stake.hp)
    if not who.hp:
        decks.knock_out(state, who)
        who.conditions = [name for name in who.conditions if name not in stake.gained]


def _set_right(game: Game[Table], who: Character, upset: Upset) -> None:
    """What ended by a Check goes on: a condition, hiding, a Boss's phase, a struggle for life.

    A Target Card that a Boss drew stays where it is: no card is undrawn. DOA-3, DOA-362.
    """
    who.conditions += upset.ended
    who.effects += upset.lifted
    if upset.unseen and game.state.combat is not None:
        game.state.combat.unseen[who.name] = upset.unseen
    if upset.phase:
        who.phases, who.hp = who.phases + 1, 0
    if upset.ko:
        who.ko_won, who.ko_lost, who.ko_hits, who.ko_turns = upset.ko[:4]
        who.stable, who.dying = bool(upset.ko[4]), bool(upset.ko[5])


def _shake_off(
    game: Game[Table],
    outcome: Outcome,
    stake: Stake,
    who: Character,
    upset: Upset,
    *,
    before: bool,
) -> None:
    """DOA-188, DOA-189; cards that were discarded for poison stay where they went."""
    state, condition, success = game.state, stake.power, outcome.success
    if before == success:
        state.stake, state.upset = stake, upset if upset != Upset() else None
        return
    _take_back(game, who, stake)
    turn = state.combat.turn if state.combat is not None else None
    limits = condition == "Stunned" and turn is not None and turn.who == who.name
    if condition == "Suffocating":
        conditions.suffocate(game, who, saved=success)
        return
    hp = who.hp
    if success:
        lasting.drop_named(who, f"{condition} now")
        if not conditions.is_timed(who, condition):
            lasting.lose(game, who, condition)
    else:
        if condition not in who.conditions:
            conditions.gain(game, who, condition, who.name)
            if upset.lifted:
                lasting.drop_named(who, condition)
                who.effects += upset.lifted
            who.poisoned = max(who.poisoned, stake.bonus)
        conditions.fail(game, who, condition)
    if limits and turn is not None:
        turn.limit = "" if success else "either"
    if state.last is outcome:
        conditions.stake_on(state, who, condition, hp)
