"""Running away and being chased."""

from __future__ import annotations

from collections.abc import Iterable

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import NO, YES, Game
from fatedeck.engine.questions import Choose
from fatedeck.engine.story import worded
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import ATTRIBUTES
from fatedeck.games.thousand_faces.rules import flips, spans, stamina
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.families import OfOneWhoIsAble, why_not_act
from fatedeck.games.thousand_faces.rules.flips import Support
from fatedeck.games.thousand_faces.rules.points import spend_shadow
from fatedeck.games.thousand_faces.state import Due, Player, Pursuit, Table, clamp

ROUNDS_TO_WIN = 3
HELP_ROUNDS = (2, 3, 4)
SAFE, DANGER, CHASE, THREAT = "safe", "danger", "chase", "threat"
PLACES = {
    SAFE: "A safe place",
    DANGER: "A place with a danger that does not threaten directly",
    CHASE: "1 Shadow point: a pursuit",
    THREAT: "1 Shadow point: an immediate danger",
}
REACHED = {
    SAFE: "They reach a safe place",
    DANGER: "They reach a place with a danger nearby",
    CHASE: "They are pursued",
    THREAT: "They run straight into danger",
}


def why_not_run_away(state: Table, seat: str) -> Refused | None:
    """Why this PC cannot flee. TFA-190."""
    if (refused := why_not_act(state, seat)) is not None:
        return refused
    if state.pursuit is not None and seat in state.pursuit.joined:
        return Refused("TFA-190", "You’re already running.")
    if state.players[seat].puzzle is not None:
        return Refused("TFA-233", "Give up your mini-game first.")
    if "cornered" in state.players[seat].conditions:
        return Refused("TFA-190", "You’re cornered. Break out first.")
    return None


class RunAway(OfOneWhoIsAble, frozen=True):
    """Bravely Run Away: flee without a flip; each who flees pays or gains by the own count.

    Then the GM decides where to. TFA-190, TFA-191, TFA-192, TFA-237, TFA-238.
    """

    says = Says("Bravely Run Away", "Moves")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return why_not_run_away(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        prompt = f"{name_of(game, seat)} wants to Bravely Run Away. Is escape possible?"
        no = "Cornered or surrounded"
        if not game.may(state.gm, "escape-possible", prompt, "TFA-190", no=no):
            game.tell("{seat} can’t get away.", "TFA-190", seat=seat)
            return
        fleeing = [seat]
        others = [other for other in state.beside(seat) if why_not_run_away(state, other) is None]
        if others:
            prompt, labels = (
                f"{name_of(game, seat)} runs. Do you run too?",
                {YES: "Run", NO: "Stay"},
            )
            answers = game.each(
                Choose(other, "run-too", prompt, (YES, NO), labels, clauses=("TFA-238",))
                for other in others
            )
            fleeing += [other for other in others if answers[other] == YES]
        for runner in fleeing:
            _pay_for_running(game, runner)
        _arrive(game, fleeing)


def _pay_for_running(game: Game[Table], seat: str) -> None:
    """Regain 2, or expend 1 to 3 Stamina, by the encumbrance count. TFA-190."""
    count = game.state.players[seat].encumbrance()
    price = catalogue.from_table(catalogue.tables().bravely_run_away, count)
    spans.resolved(game.state.players[seat], "bravely_run_away")
    if price < 0:
        stamina.regain(game, seat, -price)
    else:
        stamina.expend(game, seat, price, "mental")


def _arrive(game: Game[Table], fleeing: list[str]) -> None:
    """Where they end up, and not in the fight; a pursuit or a near danger costs 1 Shadow point.

    TFA-192, TFA-277, TFA-336.
    """
    state = game.state
    for seat in fleeing:
        state.players[seat].away = state.combat > 0 and state.players[seat].is_able()
    options = [SAFE, DANGER] + ([CHASE, THREAT] if state.shadow else [])
    run = worded("{who} {who:runs|run} away.", {"who": fleeing})
    clauses = ("TFA-192", "TFA-277")
    where = game.choose(state.gm, "where-to", f"{run} Where to?", options, *clauses, labels=PLACES)
    told = "{who} {who:runs|run} away. {where}."
    game.tell(told, "TFA-192", who=fleeing, where=REACHED[where])
    if where in (CHASE, THREAT):
        spend_shadow(game, 1)
    if where == CHASE:
        begin(game, fleeing)


def begin(game: Game[Table], fleeing: list[str]) -> None:
    """The one with the highest encumbrance count is the rabbit. TFA-237, TFA-239.

    Whoever runs later joins the chase behind the same rabbit. TFA-238, TFA-371.
    """
    state = game.state
    able = [seat for seat in fleeing if state.players[seat].is_able()]
    if not able:
        return
    if state.pursuit is not None:
        state.pursuit.joined += able
        told = "{who} {who:is|are} pursued too."
        game.tell(told, "TFA-238", "TFA-371", who=able)
        return
    most = max(state.players[seat].encumbrance() for seat in able)
    tied = [seat for seat in able if state.players[seat].encumbrance() == most]
    rabbit = tied[0]
    if len(tied) > 1:
        rabbit = game.choose(able[0], "rabbit", "Who is the rabbit?", tied, "TFA-239")
    state.pursuit = Pursuit(rabbit, able)
    game.tell("A pursuit! {rabbit} is the rabbit.", "TFA-239", "TFA-241", rabbit=rabbit)


def rabbit_value(player: Player) -> int:
    """Str rank + Dex rank - encumbrance count. TFA-240, TFA-371."""
    return player.rank("str") + player.rank("dex") - player.encumbrance()


def rabbit_flip(player: Player) -> tuple[str, int]:
    """Which suit the rabbit reads, with which net modifier. TFA-240."""
    rows = catalogue.tables().pursuit
    value = max(rows[0].value, rabbit_value(player))
    row = max((row for row in rows if row.value <= value), key=lambda row: row.value)
    return row.suit, row.net


class RunOn(OfOneWhoIsAble, frozen=True):
    """One round: the rabbit flips, in rounds 2 to 4 one other may help; ✔✔ or better wins it.

    TFA-95, TFA-241, TFA-242, TFA-243, TFA-247, TFA-371.
    """

    says = Says("Run", "Pursuit")

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.pursuit is not None and seat in state.pursuit.joined

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.pursuit is None:
            return Refused("TFA-242", "Nobody is being pursued.")
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.pursuit.rabbit != seat:
            return Refused("TFA-242", f"{state.pursuit.rabbit} is the rabbit, so they flip.")
        return flips.why_not_flip(state.players[seat])

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label=f"Run: round {state.pursuit.round}" if state.pursuit else "")

    def do(self, game: Game[Table], seat: str) -> None:
        state, player, pursuit = game.state, game.state.players[seat], game.state.pursuit
        assert pursuit is not None
        suit, net = rabbit_flip(player)
        net += sum(-1 for circumstance in state.circumstances if seat in circumstance.seats)
        prompt = (
            f"Round {pursuit.round}. What does the situation add? (advantages minus disadvantages)"
        )
        net += game.number(state.gm, "other-advantages", prompt, -2, 2, "TFA-371")
        helper = _ask_for_help(game, pursuit)
        aids = [helper] if helper else []
        outcome = flips.flip(game, seat, suit, clamp(net), supporters=aids, levels=False)
        if outcome.result > 2:
            pursuit.fled += 1
            pursuit.streak = 0
        else:
            pursuit.caught += 1
            pursuit.streak += 1
        game.tell(
            "Round {round}: {sign}, {fled} to {caught}.",
            "TFA-243",
            round=pursuit.round,
            sign=outcome.sign,
            fled=pursuit.fled,
            caught=pursuit.caught,
        )
        pursuit.round += 1
        if pursuit.streak == 2:
            pursuit.streak = 0
            state.due.append(Due(list(pursuit.joined), "The pursuers won two rounds in a row."))
        if player.is_able() and ROUNDS_TO_WIN in (pursuit.fled, pursuit.caught):
            _end(game, pursuit)


def check_rabbit(game: Game[Table]) -> None:
    """A rabbit that goes down, by its flip or by anything else, loses the pursuit. TFA-371."""
    pursuit = game.state.pursuit
    if pursuit is not None and not game.state.players[pursuit.rabbit].is_able():
        pursuit.fled = min(pursuit.fled, ROUNDS_TO_WIN - 1)
        _end(game, pursuit)


def _ask_for_help(game: Game[Table], pursuit: Pursuit) -> Support | None:
    """One other joining PC may help, each attribute once per pursuit. TFA-244, TFA-245."""
    state = game.state
    others = state.beside(pursuit.rabbit)
    if pursuit.round not in HELP_ROUNDS or not others or len(pursuit.used) == len(ATTRIBUTES):
        return None
    prompt = (
        f"Round {pursuit.round}. Which attribute do you help {name_of(game, pursuit.rabbit)} with?"
    )
    labels = {**{name: name.title() for name in ATTRIBUTES}, NO: "Don’t help"}
    answers = game.each(
        Choose(
            seat,
            "help-rabbit",
            prompt,
            (*_help_with(state.players[seat], pursuit), NO),
            labels,
            clauses=("TFA-245",),
        )
        for seat in others
    )
    willing = {seat: str(answers[seat]) for seat in others if answers[seat] != NO}
    if not willing:
        return None
    helper = next(iter(willing))
    if len(willing) > 1:
        helper = game.choose(pursuit.rabbit, "which-helper", "Who helps?", willing, "TFA-244")
    attribute = willing[helper]
    pursuit.used.append(attribute)
    return Support(helper, state.players[helper].suit(attribute))


def _help_with(player: Player, pursuit: Pursuit) -> list[str]:
    """The attributes that nobody has helped with yet. TFA-245, TFA-352."""
    return [name for name in player.attributes_free() if name not in pursuit.used]


def _end(game: Game[Table], pursuit: Pursuit) -> None:
    """Won: a safer place and a few minutes. Lost: caught, and cornered. TFA-186, TFA-248."""
    state = game.state
    state.pursuit = None
    if pursuit.fled >= ROUNDS_TO_WIN:
        for seat in pursuit.joined:
            state.players[seat].breather_due = state.players[seat].is_able()
        prompt, places = "They escape. Where to?", (SAFE, DANGER)
        where = game.choose(state.gm, "where-to", prompt, places, "TFA-248", labels=PLACES)
        told = "{who} {who:escapes|escape}. {where}."
        game.tell(told, "TFA-248", who=pursuit.joined, where=REACHED[where])
        return
    for seat in pursuit.joined:
        state.players[seat].away = state.players[seat].breather_due = False
        if "cornered" not in state.players[seat].conditions:
            state.players[seat].conditions.append("cornered")
    game.tell("{who} {who:is|are} caught and cornered.", "TFA-248", who=pursuit.joined)
