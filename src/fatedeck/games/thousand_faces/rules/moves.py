"""Moves: who may try what, the flip with all its modifiers, and how it is resolved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import KEYS, MoveFace
from fatedeck.games.thousand_faces.rules import (
    effects,
    equipment,
    flips,
    magic,
    modifiers,
    spans,
    stamina,
    versus,
)
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.efforts import RANGED, Effort
from fatedeck.games.thousand_faces.rules.families import why_not_act
from fatedeck.games.thousand_faces.rules.flips import Support
from fatedeck.games.thousand_faces.state import Due, Foe, Outcome, Player, Table, clamp

BACKSTAB_LIMIT = 3
AFTER_A_STRIKE = ("and_this_is_for", "fury", "goreography")
AFTER_THE_FALL = ("where_it_hurts", "goreography")
"""Moves that follow a strike even when it felled the foe."""

NEED_A_FOE = (*AFTER_A_STRIKE, "backstab", "weak_spot")


# Who may try


def is_fast(face: MoveFace, attribute: str) -> bool:
    """FAST cards, and Take a Breather with Str. TFA-74, TFA-186."""
    return face.fast or (face.id == "take_a_breather" and attribute == "str")


def attributes_of(face: MoveFace) -> tuple[str, ...]:
    """What a move is flipped with; a breather after a fight also with Str. TFA-21, TFA-186."""
    return (*face.attrs, "str") if face.id == "take_a_breather" else face.attrs


def why_not_move(
    state: Table, seat: str, face: MoveFace, attribute: str = "", *, called: bool = False
) -> Refused | None:
    """Why this PC cannot try this move now, with this attribute or any that it is flipped with.

    A GM who calls a further normal move moves the spotlight by it. TFA-21, TFA-72, TFA-73,
    TFA-185, TFA-370.
    """
    if refused := why_not_act(state, seat):
        return refused
    player = state.players[seat]
    if not face.attrs:
        return Refused("TFA-25", f"You don’t flip for {face.name}.")
    if player.puzzle is not None:
        return Refused("TFA-231", "Finish or give up your mini-game first.")
    card = player.card(face.id)
    if card is not None and card.face_down:
        return Refused("TFA-370", f"{face.name} is face down until {_until(card.face_down)}.")
    if player.barred.get(face.id):
        return Refused(
            "TFA-370", f"You can’t try that again until {_until(player.barred[face.id])}."
        )
    if (
        card is None
        and face.id in catalogue.move_cards()
        and face.id not in catalogue.campaign_moves(state.options.campaign)
    ):
        return Refused("TFA-308", f"{face.name} isn’t used in this campaign.")
    if attribute:
        refused = why_not_with(state, seat, face, attribute, called=called)
    else:
        refused = _why_with_none(state, seat, face, called=called)
    if refused is not None:
        return refused
    condition = OWN_CONDITIONS.get(face.id)
    if condition is not None and (refused := condition(state, seat, face.id)):
        return refused
    return flips.why_not_flip(player)


def _why_with_none(state: Table, seat: str, face: MoveFace, *, called: bool) -> Refused | None:
    """Why a move can be tried with none of its attributes, or None if it can with one."""
    first = None
    for name in attributes_of(face):
        refused = why_not_with(state, seat, face, name, called=called)
        if refused is None:
            return None
        first = first or refused
    return first


def why_not_with(
    state: Table, seat: str, face: MoveFace, attribute: str, *, called: bool = False
) -> Refused | None:
    """Why a move cannot be tried with this attribute, where it could be with another.

    TFA-73, TFA-186, TFA-352.
    """
    player = state.players[seat]
    if (attribute == "int" or face.attrs == ("int",)) and player.is_berserk:
        return Refused("TFA-352", "You’re berserk: no Int moves until you Take a Breather.")
    fast = is_fast(face, attribute)
    if (fast or not called) and (refused := spans.why_not_in_spotlight(state, seat, fast=fast)):
        return refused
    if face.id == "take_a_breather" and attribute == "str" and not player.breather_due:
        return Refused("TFA-186", "You can only use Str when a combat or a pursuit has ended.")
    return None


def _until(event: str) -> str:
    return "you rest" if event == "rest" else "you Take a Breather"


# Each move's own conditions


def _why_no_breather(state: Table, seat: str, move: str) -> Refused | None:
    """Not twice in a row. TFA-185."""
    if state.players[seat].last_move in ("take_a_breather", "find_shadows"):
        return Refused("TFA-185", "You can’t do that twice in a row. Make another move first.")
    return None


def _why_not_after_a_strike(state: Table, seat: str, move: str) -> Refused | None:
    """It follows a strike in melee. TFA-340."""
    player = state.players[seat]
    if state.spotlight == seat and player.strike and player.struck_in_melee:
        return None
    return Refused("TFA-340", "Strike a foe in melee first, in this spotlight.")


def _why_not_where_it_hurts(state: Table, seat: str, move: str) -> Refused | None:
    """It follows any attack power dealt. TFA-348."""
    if state.spotlight == seat and state.players[seat].strike:
        return None
    return Refused("TFA-348", "Deal attack power first, in this spotlight.")


def _why_no_backstab(state: Table, seat: str, move: str) -> Refused | None:
    """Whoever carries much does not get behind anybody. TFA-130."""
    if state.players[seat].encumbrance() > BACKSTAB_LIMIT:
        return Refused("TFA-130", "You’re carrying too much (over 3). Drop something first.")
    return None


def _why_no_shot(state: Table, seat: str, move: str) -> Refused | None:
    """Nobody shoots without a ranged weapon. TFA-143."""
    if not equipment.weapons(state.players[seat], melee=False):
        return Refused("TFA-143", "You need a ranged weapon for that.")
    return None


def _why_no_stitching(state: Table, seat: str, move: str) -> Refused | None:
    """It is done while resting, and then without an attempt. TFA-207."""
    return Refused("TFA-207", "You can only Sharpen & Stitch while you Rest.")


def _why_no_magic(state: Table, seat: str, move: str) -> Refused | None:
    return magic.why_no_effect(state)


def _why_no_item(state: Table, seat: str, move: str) -> Refused | None:
    """The most telling reason why no item of one's own serves. TFA-158, TFA-161, TFA-167."""
    if magic.usable_items(state, seat, move):
        return None
    items = (item for item in state.players[seat].items if item.is_magic)
    reasons = [magic.why_not_item(state, seat, item, move) for item in items]
    found = [reason for reason in reasons if reason is not None]
    found.sort(key=lambda reason: reason.clause == "TFA-158")
    if found:
        return found[0]
    return Refused("TFA-161", "You need a magic item of your own with a charge left.")


OWN_CONDITIONS: Mapping[str, Callable[[Table, str, str], Refused | None]] = {
    "take_a_breather": _why_no_breather,
    **dict.fromkeys(AFTER_A_STRIKE, _why_not_after_a_strike),
    "where_it_hurts": _why_not_where_it_hurts,
    "backstab": _why_no_backstab,
    **dict.fromkeys(RANGED, _why_no_shot),
    "sharpen_and_stitch": _why_no_stitching,
    "fundamental_magic": _why_no_magic,
    **dict.fromkeys(magic.ITEM_MOVES, _why_no_item),
}
"""Why some moves cannot be tried just now, by their names."""


# Carrying it out


def carry_out(game: Game[Table], effort: Effort) -> Outcome | None:
    """Pay what comes first, gather help and modifiers, flip, and let the result happen.

    TFA-22 to TFA-33, TFA-53, TFA-130, TFA-131.
    """
    state, seat, face = game.state, effort.seat, effort.face
    player = state.players[seat]
    fast = is_fast(face, effort.attribute)
    follows = player.extra_move
    if effort.foe is not None:
        player.away = False
    spans.begin(state, seat, fast=fast)
    if not _prepare(game, effort):
        return None
    supporters = flips.gather_help(game, seat, face, shared=effort.shared, versus=effort.versus)
    effort.with_whom = [support.seat for support in supporters]
    net = effort.net + modifiers.lasting(state, seat, face, effort.attribute, effort.foe)
    net += modifiers.use_up(
        state, seat, effort.foe, effort.edge, attacks=effort.attacks, red_token=effort.red_token
    )
    if face.id == "parley":
        supporters = [*supporters, *_intimidation(game, seat, net)]
    outcome = flips.flip(
        game,
        seat,
        player.suit(effort.attribute),
        net,
        face=face,
        supporters=supporters,
        fast=fast,
        versus=bool(effort.versus),
    )
    outcome.attribute = effort.attribute
    if follows and not fast:
        player.extra_move = player.penalty_waived = False
    conclude(game, effort, outcome.result)
    return outcome


def conclude(game: Game[Table], effort: Effort, result: int) -> None:
    """The result happens, and in the third format a normal move then draws aggression.

    Foes that cannot answer the PC's next move can do so again after it. TFA-334, TFA-373.
    """
    state, seat = game.state, effort.seat
    if is_fast(effort.face, effort.attribute):
        resolve(game, effort, result)
        return
    speechless = [foe for foe in state.foes if seat in foe.speechless]
    resolve(game, effort, result)
    for foe in speechless:
        if seat in foe.speechless:
            foe.speechless.remove(seat)
    draw_aggression(game, effort, speechless)


def draw_aggression(game: Game[Table], effort: Effort, speechless: Sequence[Foe] = ()) -> None:
    """In the third format a move draws aggression, answered by Defy Danger, which draws none.

    TFA-283, TFA-334.
    """
    state = game.state
    if state.combat != 3 or effort.face.id == "defy_danger" or effort.versus:
        return
    foes = [
        foe.name for foe in state.foes if foe.is_up() and not foe.held and foe not in speechless
    ]
    if effort.avoided or not foes or not state.players[effort.seat].is_able():
        return
    nobody = "nobody"
    prompt = f"Who turns on {name_of(game, effort.seat)} for that move?"
    name = game.choose(
        state.gm, "who-turns", prompt, [*foes, nobody], "TFA-334", labels={nobody: "Nobody"}
    )
    if name == nobody:
        return
    player = state.players[effort.seat]
    defy = game.choose(
        effort.seat,
        "defy-with",
        f"{name} turns on you. What do you defy danger with?",
        player.attributes_free(),
        "TFA-334",
        labels={free: free.title() for free in player.attributes_free()},
    )
    gained = player.extra_move, player.penalty_waived
    player.extra_move = True
    carry_out(game, Effort(effort.seat, catalogue.moves()["defy_danger"], defy, state.foe(name)))
    player.extra_move, player.penalty_waived = gained


def _prepare(game: Game[Table], effort: Effort) -> bool:
    """What a move costs or settles before its flip; False when it fails there."""
    state, face = game.state, effort.face
    if face.penalty and not pay_penalty(game, effort.seat):
        game.tell(
            "{face} fails: {who} is incapacitated.", "TFA-131", face=face.name, who=effort.seat
        )
        return False
    if effort.item is not None and face.id == "use_a_magic_item":
        magic.pay_charge(game, effort.seat, effort.item)
    if face.id == magic.CHANNEL:
        magic.ask_source(game, effort.seat, face.id)
    if face.id == "come_and_get_me":
        effort.text = game.text(state.gm, "hazard", "What does the hazard do?", "TFA-373")
        powers = ("no", *catalogue.tables().power_steps)
        labels = {"no": "No"} | {power: f"Attack power {power}" for power in powers[1:]}
        power = game.choose(
            state.gm, "hazard-power", "Does it hurt?", powers, "TFA-373", labels=labels
        )
        effort.hazard = "" if power == "no" else power
    if face.id == "breach_the_dam":
        wish = game.choose(
            effort.seat,
            "breach",
            "You breach the dam. What do you do with it?",
            ("ignore", "double"),
            "TFA-363",
            labels={"ignore": "Ignore its limits", "double": "Double its effects"},
        )
        effort.doubled = wish == "double"
    return True


def pay_penalty(game: Game[Table], seat: str) -> bool:
    """The Encumbrance Penalty by the count at this moment, unless Bum Rush waives it.

    The count is told to its owner alone, since others do not know of secret items. False when the
    PC goes down by it. TFA-8, TFA-130, TFA-131, TFA-350.
    """
    player = game.state.players[seat]
    count = player.encumbrance()
    price = catalogue.from_table(catalogue.tables().encumbrance_penalty, count)
    if price and not player.penalty_waived:
        only = {seat: "You carry {count}, which costs {price} Stamina."}
        told = "What {who} carries costs {price} Stamina."
        game.tell(told, "TFA-130", only=only, who=seat, count=count, price=price)
        stamina.expend(game, seat, price, "mental")
    return player.is_able()


def _intimidation(game: Game[Table], seat: str, net: int) -> list[Support]:
    """Intimidate: a Str flip with the same net modifier beside a Parley. TFA-346."""
    for owner in (seat, *game.state.beside(seat)):
        player = game.state.players[owner]
        if player.has("intimidate") and game.may(
            owner,
            "intimidate",
            "Intimidate: flip Str as well? The better of the two results counts. It costs nothing, "
            "unless a wound card turns up: that takes 1 Stamina.",
            "TFA-346",
            yes="Flip Str too",
            no="Don’t",
        ):
            return [Support(owner, player.suit("str"), clamp(net))]
    return []


# Results


def resolve(game: Game[Table], effort: Effort, result: int) -> None:
    """Carry out what the move says for this result, or call for a GM move. TFA-63 to TFA-70."""
    face, player = effort.face, game.state.players[effort.seat]
    key = KEYS[result]
    if effort.versus:
        versus.settle_between_players(game, effort, result)
    elif key in face.res:
        game.tell(
            "{face}, {SIGNS}: {res}.",
            "TFA-63",
            "TFA-66",
            face=face.name,
            SIGNS=catalogue.SIGNS[result],
            res=face.res[key],
        )
        effects.carry_out_verbs(game, effort, face.do.get(key, ()))
    elif is_fast(face, effort.attribute):
        game.tell("{face} comes to nothing.", "TFA-68", "TFA-69", face=face.name)
    else:
        game.state.due.append(Due(effort.seats, f"{face.name}: {catalogue.SIGNS[result]}."))
        game.tell("It goes wrong. The game master says how.", "TFA-64", "TFA-65")
    if face.id == "take_a_breather":
        player.breather_due = player.breather_due and effort.attribute != "str"
        if result > 1:
            turn_up(player, "breather")
    spans.resolved(player, face.id)


def turn_up(player: Player, event: str) -> None:
    """Cards face down until this event turn up; a breather ends rage. TFA-187, TFA-206, TFA-352."""
    for card in player.moves:
        if card.face_down == event:
            card.face_down = ""
    for move, until in list(player.barred.items()):
        if until == event:
            del player.barred[move]
    if event == "breather" and player.is_berserk:
        player.conditions.remove("berserk")
