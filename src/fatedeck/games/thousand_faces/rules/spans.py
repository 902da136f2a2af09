"""How long things last: whatever is laid on somebody ends here, at the moment its rule names."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.games.thousand_faces.state import Foe, Player, Table

# A spotlight


def why_not_in_spotlight(state: Table, seat: str, *, fast: bool) -> Refused | None:
    """One normal and one FAST move in a spotlight. TFA-73."""
    player = state.players[seat]
    if state.spotlight != seat:
        return None
    if fast and player.fast_used:
        return Refused("TFA-73", "You’ve used your FAST move. Wait for your next spotlight.")
    if not fast and player.moved and not player.extra_move and state.combat and state.others(seat):
        return Refused(
            "TFA-73", "You’ve made your move. Wait for the spotlight to come round again."
        )
    return None


def give_spotlight(state: Table, seat: str) -> None:
    """The spotlight moves: a normal and a FAST move are free again. TFA-72, TFA-73, TFA-235."""
    for other, player in state.players.items():
        if other != seat and player.puzzle is not None and player.puzzle.waits:
            player.puzzle.waits -= 1
    state.spotlight = seat
    _spotlight_ends(state.players[seat])


def begin(state: Table, seat: str, *, fast: bool) -> None:
    """Count the move against the spotlight, which follows the PC whose move is called."""
    player = state.players[seat]
    if state.spotlight != seat or (not fast and player.moved and not player.extra_move):
        give_spotlight(state, seat)
    if fast:
        player.fast_used = True
    else:
        player.moved = True


def interject(state: Table, seat: str) -> None:
    """A FAST move out of turn leaves the spotlight where it is; in the own it counts.

    TFA-72, TFA-73, TFA-75.
    """
    if state.spotlight == seat:
        state.players[seat].fast_used = True


def resolved(player: Player, move: str) -> None:
    """The last move; whoever does anything but Sharpen & Stitch rests no more. TFA-185, TFA-207."""
    player.last_move = move
    player.resting = player.resting and move == "sharpen_and_stitch"


def _spotlight_ends(player: Player) -> None:
    player.moved = player.fast_used = player.extra_move = player.penalty_waived = False
    player.struck, player.strike, player.beyond, player.struck_in_melee = "", 0, 0, False


# A fight


def fight_begins(state: Table) -> None:
    """Nobody rests or gets their breath back any more. TFA-186, TFA-207."""
    for player in state.players.values():
        _spotlight_ends(player)
        player.breather_due = player.resting = False


def foe_leaves(state: Table, foe: Foe) -> None:
    """What was meant for a foe who has left the fight is void. TFA-283, TFA-336, TFA-349."""
    foe.held = False
    for arrival in state.arrivals:
        if arrival.keeps == foe.name:
            arrival.keeps = ""
    for player in state.players.values():
        player.edges = [edge for edge in player.edges if edge.foe != foe.name]


def fight_ends(state: Table) -> None:
    """What was for this fight is void; a few minutes are left for a breather.

    Nobody is cornered any more, and who ran is no longer missing. TFA-186, TFA-248, TFA-283,
    TFA-336, TFA-372.
    """
    state.combat = 0
    state.foes = []
    state.arrivals = []
    for player in state.players.values():
        _spotlight_ends(player)
        _break_out(player)
        player.edges = [edge for edge in player.edges if not edge.foe]
        player.dice = []
        player.breather_due = player.is_able()
        player.away = False


# A scene, a day


def scene_ends(state: Table) -> None:
    """Answers, lent dice, arrivals and the chance of a breather belong to a scene.

    TFA-186, TFA-207, TFA-248, TFA-283, TFA-345.
    """
    state.forget_wishes()
    state.arrivals = []
    for foe in state.foes:
        foe.held = False
    for player in state.players.values():
        _break_out(player)
        player.edges, player.dice = [], []
        player.breather_due = player.resting = player.away = player.mercy = False


def day_ends(state: Table) -> None:
    """A new day gives every PC a new downtime move and finds nobody cornered. TFA-195, TFA-248."""
    state.forget_wishes()
    for player in state.players.values():
        _break_out(player)
        player.downtime, player.contemplated = "", []
        player.resting = player.breather_due = player.mercy = False


def _break_out(player: Player) -> None:
    if "cornered" in player.conditions:
        player.conditions.remove("cornered")
