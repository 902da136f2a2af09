"""Getting Stamina back: a breather in the fight, a rest, a day of healing."""

from __future__ import annotations

from fatedeck.engine.cards import Pile, move, move_all
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.actions import Breather
from fatedeck.games.deckahedron.checks import check, difficulty_set
from fatedeck.games.deckahedron.data import Stat, table_data, wound_faces
from fatedeck.games.deckahedron.effects import Effects
from fatedeck.games.deckahedron.foes import why_no_combat
from fatedeck.games.deckahedron.stamina import come_round
from fatedeck.games.deckahedron.state import (
    AWAY,
    BLOOD_BOUND,
    ENRAGED,
    INCAPACITATED,
    MORTALLY_WOUNDED,
    ONE_MORE_ACTION,
    RESTING,
    Player,
    Table,
    spent,
)
from fatedeck.games.deckahedron.turns import end_turn, step_forward, why_not_act, why_not_now
from fatedeck.games.deckahedron.wording import counted


def why_not_breather(
    table: Table, seat: str, foe: str, stat: Stat = "intelligence"
) -> Refused | None:
    """Why a player may not take a breather, or None. DKH-53."""
    if (refused := why_no_combat(table) or why_not_act(table, seat)) is not None:
        return refused
    if not table.fighting() or AWAY in table.players[seat].conditions:
        return Refused("DKH-53", "A breather is taken in combat; out of it you can rest.")
    if foe and foe not in table.fighting():
        return Refused("DKH-54", f"{foe} is not in the fight.")
    if stat == "strength":
        return Refused("DKH-53", "A breather is flipped on Intelligence or Dexterity.")
    return None


def take_breather(game: Game[Table], seat: str, action: Breather) -> None:
    """Flip Intelligence or Dexterity to regain Stamina, while the foe may better its position.

    It ends a rage and turns spent cards face up. DKH-53 to DKH-55, DKH-119.
    """
    table = game.state
    foe = action.foe or next(iter(table.fighting()), "")
    if (refused := why_not_breather(table, seat, foe, action.stat)) is not None:
        raise refused
    step = difficulty_set(table.players[seat]) + step_forward(game, seat)
    outcome = check(game, seat, action.stat, step, against=foe)
    text = table_data().breather[outcome.reading]
    outcome.effect = text
    game.tell(f"{seat} takes a breather: {text}.", "DKH-54")
    _breathe(table.players[seat])
    Effects(game, seat, foe).carry_out(text)


def why_not_rest(table: Table, seat: str, who: str) -> Refused | None:
    """Why nobody can rest or heal here now, or None. DKH-67, DKH-68."""
    if (refused := why_no_combat(table) or why_not_now(table)) is not None:
        return refused
    if who not in table.players:
        return Refused("DKH-67", f"{who or 'Nobody'} is not a player.")
    player = table.players[who]
    if table.fighting() and AWAY not in player.conditions:
        return Refused("DKH-67", "Resting needs to be out of combat.")
    if seat == table.gm:
        return None
    if seat != who:
        return Refused("DKH-2", "Rest for yourself; the GM can let others rest.")
    return why_not_act(table, seat)


def rest(game: Game[Table], seat: str, who: str) -> None:
    """Several hours: tokens off, one Harm less, and most cards come back. DKH-67, DKH-70.

    As many cards as Harm and Wound tokens are left stay exhausted, drawn at random.
    """
    table = game.state
    if (refused := why_not_rest(table, seat, who)) is not None:
        raise refused
    question = f"Can {who} rest: no travel, several hours?"
    if seat != table.gm and not game.may(table.gm, question, "DKH-67"):
        game.tell(f"{who} cannot rest here.", "DKH-67")
        return
    player = table.players[who]
    player.exhaustion_tokens.clear()
    player.harm = max(0, player.harm - 1)
    _recover(game, player, player.harm + player.wounds)
    _breathe(player)
    _turn_up(player, "rest")
    game.tell(f"{who} rests: {counted(len(player.exhaustion), 'card')} left exhausted.", "DKH-67")
    come_round(game, who, INCAPACITATED)
    _spend_the_time(game, who)


def heal(game: Game[Table], seat: str, who: str, words: str) -> None:
    """A day of care: tokens and Harm off, one Wound less, and its card goes. DKH-68 to DKH-70.

    As many cards as Wound tokens are left stay exhausted, drawn at random.
    """
    table = game.state
    if (refused := why_not_rest(table, seat, who)) is not None:
        raise refused
    if words:
        game.tell(f"{who} heals: {words}", "DKH-68")
    question = f"Can {who} heal: a peaceful place, a day, the means?"
    if seat != table.gm and not game.may(table.gm, question, "DKH-68"):
        game.tell(f"{who} cannot heal here.", "DKH-68")
        return
    player = table.players[who]
    player.exhaustion_tokens.clear()
    player.harm = 0
    if player.wounds:
        player.wounds -= 1
        _return_wound_card(game, who)
    if spent(player, BLOOD_BOUND):
        _return_wound_card(game, who)
    _recover(game, player, player.wounds)
    _breathe(player)
    _turn_up(player, "rest")
    game.tell(f"{who} heals: {counted(len(player.exhaustion), 'card')} left exhausted.", "DKH-68")
    come_round(game, who, INCAPACITATED, MORTALLY_WOUNDED)
    _spend_the_time(game, who)


def _recover(game: Game[Table], player: Player, tokens: int) -> None:
    """All cards but this many, drawn at random, go from the Exhaustion pile to the discards.

    A face-down card stays unseen. With fewer cards than tokens all stay. DKH-67, DKH-68, DKH-70.
    """
    exhaustion = player.exhaustion
    if len(exhaustion) <= tokens:
        return
    staying = Pile()
    unseen = game.state.options.stamina == "heroic"
    for _ in range(tokens):
        move(game.pick(list(exhaustion)), exhaustion, staying, "bag" if unseen else "top")
    move_all(exhaustion, player.discard, "bag" if unseen else "top")
    move_all(staying, exhaustion, "bag" if unseen else "top")


def _return_wound_card(game: Game[Table], seat: str) -> None:
    """One Wound card of the player, wherever it lies, goes back to the supply. DKH-69.

    A card that lies face up is taken; otherwise it turns up where chance has put it.
    """
    table = game.state
    player = table.players[seat]
    places = {
        "Deckahedron": player.deck,
        "discard pile": player.discard,
        "Exhaustion pile": player.exhaustion,
        "line": player.laid,
    }
    held = [face for face in wound_faces() if any(face in pile for pile in places.values())]
    if not held:
        return
    face = held[0]
    if len(held) > 1:
        face = game.choose(seat, "Which Wound card goes back?", held, "DKH-69")
    open_places = [name for name in ("discard pile", "line") if face in places[name].top]
    if open_places:
        place = open_places[0]
    else:
        place = game.pick([name for name, pile in places.items() if face in pile])
    move(face, places[place], table.wound_supply, "bag")
    game.tell(f"{seat} gives the Wound card {face} back.", "DKH-69")


def _breathe(player: Player) -> None:
    """What a breather ends, and a longer rest as well: rage, and cards face down until then.

    DKH-119.
    """
    spent(player, ENRAGED)
    _turn_up(player, "breather")


def _turn_up(player: Player, after: str) -> None:
    """Skill cards that lay face down until now are turned up again. DKH-119."""
    for skill in player.skills.values():
        if skill.face_down == after:
            skill.face_down = ""


def _spend_the_time(game: Game[Table], who: str) -> None:
    """The time is spent: no learning, study or effort beside it. DKH-71."""
    table = game.state
    player = table.players[who]
    if table.spotlight == who:
        end_turn(game)
    spent(player, ONE_MORE_ACTION)
    if RESTING not in player.conditions and not player.is_incapacitated():
        player.conditions.append(RESTING)
