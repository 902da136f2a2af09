"""A simple player for absent seats, and a simple GM who lets foes fight."""

from __future__ import annotations

from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several
from fatedeck.engine.ruleset import Policy
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import choosing, creation, moves
from fatedeck.games.thousand_faces.rules.attempts import Attempt
from fatedeck.games.thousand_faces.rules.calls import Spotlight
from fatedeck.games.thousand_faces.rules.families import Deed, is_told
from fatedeck.games.thousand_faces.rules.foes import EndCombat, is_decided, why_not_end_combat
from fatedeck.games.thousand_faces.rules.gm_moves import GangUp, MakeMove
from fatedeck.games.thousand_faces.rules.pursuit import RunOn
from fatedeck.games.thousand_faces.rules.puzzles import GiveUp
from fatedeck.games.thousand_faces.rules.set_up import EndTutorial
from fatedeck.games.thousand_faces.state import Player, Table

TIRED = 8
"""With this many exhausted cards a breather is better than a blow."""

HEAVY = 5
"""From this attack power on a Wound is cheaper than Stamina."""

TEMPERS = {"careful": (5, 7), "bold": (14, 3)}
"""How tired and how heavy it must be for those of another temper."""

ANSWERS = {
    "aid": "no",
    "defend": "no",
    "shuffle-first": "no",
    "shuffle-before-flip": "no",
    "shuffle-before-reveal": "no",
    "fate": "unconscious",
    "critical": "blessing",
    "who-turns": "nobody",
}
"""What to answer to a question of this name, where that is simple."""


class Adventurer(Policy[Table]):
    """Fights what is in front of it, and gets its breath back in time."""

    def __init__(self, tired: int = TIRED, heavy: int = HEAVY) -> None:
        self.tired, self.heavy = tired, heavy

    def act(self, state: Table, seat: str) -> Deed | None:
        if seat == state.gm:
            return _act_as_gm(state)
        if state.phase == "creation" or state.players[seat].is_late:
            return _make_a_character(state, seat)
        if not is_told(state):
            return None
        return _act_as_player(state, seat, state.players[seat], self.tired)

    def answer(self, state: Table, question: Decision) -> Answer:
        if isinstance(question, Choose):
            return _choose(state, question, self.heavy)
        if isinstance(question, Number):
            return _number(question)
        if isinstance(question, Several):
            wanted = question.most if question.name == "ask" else question.least
            return list(question.options[:wanted])
        return "" if question.may_be_empty else "…"


def _make_a_character(state: Table, seat: str) -> Deed | None:
    """A ready-made hero nobody plays yet, or else whatever is open of the one begun. TFA-374.

    Nobody comes before the cards are laid out from which a ready-made hero takes its own.
    """
    if creation.ComeIn.why_closed(state, seat) is None:
        return creation.ComeIn()
    if choosing.must_lay_out(state) or not creation.can_fill_in(state, seat):
        return None
    played = creation.played_by(state, seat)
    free = next((name for name in catalogue.heroes() if name not in played), "")
    if free and not creation.is_begun(state, state.players[seat]):
        return creation.TakeHero(free)
    return creation.QuickCharacter()


def _act_as_player(state: Table, seat: str, player: Player, tired: int) -> Deed | None:
    if state.pursuit is not None:
        return RunOn() if state.pursuit.rabbit == seat else None
    if player.puzzle is not None:
        return GiveUp()
    foe = state.first_up()
    if not state.combat or foe is None or state.spotlight != seat:
        return None
    if len(player.exhaustion) >= tired and (attribute := _breather(state, seat, player)):
        return Attempt("take_a_breather", attribute)
    if moves.why_not_move(state, seat, catalogue.moves()["mix_it_up"], "str"):
        return None
    return Attempt("mix_it_up", "str", foe=foe.name)


def _breather(state: Table, seat: str, player: Player) -> str:
    """The best attribute with which a breather can be taken now, or none."""
    breather = catalogue.moves()["take_a_breather"]
    if moves.why_not_move(state, seat, breather) is None:
        for name in sorted(breather.attrs, key=player.rank, reverse=True):
            if moves.why_not_with(state, seat, breather, name) is None:
                return name
    return ""


def _act_as_gm(state: Table) -> Deed | None:
    if state.phase == "tutorial" and not state.combat and not state.due:
        return EndTutorial()
    if state.phase == "creation":
        if choosing.must_lay_out(state):
            return choosing.LayOut(choosing.first_layout(state))
        ready = creation.BeginPlay.why_closed(state, state.gm) is None
        return creation.BeginPlay() if ready else None
    if not state.combat:
        return MakeMove("show signs of an approaching threat") if state.due else None
    if is_decided(state) and why_not_end_combat(state) is None:
        return EndCombat()
    if state.due:
        return _answer_due(state)
    holder = state.players.get(state.spotlight)
    if holder is None or not holder.is_able():
        return Spotlight(state.able()[0])
    if not holder.moved:
        return None
    able = state.able()
    return Spotlight(able[(able.index(state.spotlight) + 1) % len(able)])


def _answer_due(state: Table) -> Deed:
    """Two foes at the most attack one on whom it falls, or else the danger grows."""
    able = state.able()
    seat = next((seat for seat in state.due[0].seats if seat in able), able[0])
    free = [foe.name for foe in state.foes if foe.is_up() and not foe.held]
    return GangUp(seat, free[:2]) if free else MakeMove("escalate the danger")


def _choose(state: Table, question: Choose, heavy: int) -> str:
    """The simple answer, or else the first: so the GM calls a move as it was proposed."""
    simple = ANSWERS.get(question.name)
    if simple is not None:
        return simple
    if question.name == "flashback":
        return "yes" if state.last is not None and state.last.result == 1 else "no"
    if question.name == "pay-attack":
        return _pay(state, question, heavy)
    return question.options[0]


def _pay(state: Table, question: Choose, heavy: int) -> str:
    """A heavy blow is taken as a Wound while that is safe."""
    player = state.players[question.seat]
    if state.last_power >= heavy and player.wounds < 2:
        return question.options[-1]
    return question.options[0]


def _number(question: Number) -> int:
    if question.name in ("tokens-on-slot", "armour-squares"):
        return question.high
    return max(question.low, min(0, question.high))
