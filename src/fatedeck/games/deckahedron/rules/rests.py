"""Getting Stamina back: a breather in the fight, a rest, a day of healing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.cards import Place, move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.deckahedron.data import Stat, table_data, wound_faces
from fatedeck.games.deckahedron.looks.wording import counted, happening
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.checks import check, difficulty_set
from fatedeck.games.deckahedron.rules.effects import Effects
from fatedeck.games.deckahedron.rules.families import InAFight, InTheStory, fighting
from fatedeck.games.deckahedron.rules.stamina import come_round
from fatedeck.games.deckahedron.rules.turns import end_turn, step_forward, why_not_act
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


class Breather(InAFight, frozen=True):
    """Flip Intelligence or Dexterity to regain Stamina, while the foe may better its position.

    It ends a rage and turns spent cards face up. DKH-53 to DKH-55, DKH-119.
    """

    says = Says("Take a breather", "Fight")
    modules = ("combat",)
    stat: Annotated[Stat, One(("intelligence", "dexterity"), called=capital, clause="DKH-53")]
    foe: Annotated[str, Figure(fighting, none="any of them", clause="DKH-54")] = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.fighting() or AWAY in state.players[seat].conditions:
            return Refused(
                "DKH-53", "You only need a breather in combat. Outside it, you can rest."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        table = game.state
        foe = self.foe or table.fighting()[0]
        step = difficulty_set(table.players[seat]) + step_forward(game, seat)
        outcome = check(game, seat, self.stat, step, against=foe)
        text = table_data().breather[outcome.reading]
        outcome.effect = text
        told = "{seat} takes a breather: {text}."
        game.tell(told, "DKH-54", seat=seat, text=happening(text, name_of(game, foe)))
        _breathe(table.players[seat])
        Effects(game, seat, foe).carry_out(text)


def why_not_rest(table: Table, seat: str, who: str) -> Refused | None:
    """Why somebody cannot rest or heal here now, or None. DKH-67, DKH-68."""
    if table.fighting() and AWAY not in table.players[who].conditions:
        return Refused("DKH-67", "You can’t rest during combat.")
    return None


def those_who_may_rest(table: Table, seat: str) -> list[str]:
    """The GM lets anybody rest; a player rests for no one else."""
    return table.seats if seat == table.gm else []


Resting: TypeAlias = Annotated[str, Figure(those_who_may_rest, why_not_rest, clause="DKH-67")]


class Recovery(InTheStory, frozen=True):
    """Rest and healing: a player takes them, or the GM lets a player have them. DKH-67, DKH-68."""

    modules = ("combat",)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if seat != state.gm:
            return why_not_act(state, seat) or why_not_rest(state, seat, seat)
        reasons = [why_not_rest(state, seat, name) for name in state.seats]
        return reasons[0] if None not in reasons else None


class Rest(Recovery, frozen=True):
    """Several hours: tokens off, one Harm less, and most cards come back. DKH-67, DKH-70.

    As many cards as Harm and Wound tokens are left stay exhausted, drawn at random.
    """

    says = Says("Rest", "Rest")
    who: Resting = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label="Let a player rest") if seat == state.gm else Way()

    def do(self, game: Game[Table], seat: str) -> None:
        table, who = game.state, self.who or seat
        question = f"Can {name_of(game, who)} rest? It takes several hours without travel."
        if seat != table.gm and not game.may(table.gm, "can-rest", question, "DKH-67"):
            game.tell("{who} can’t rest here.", "DKH-67", who=who)
            return
        player = table.players[who]
        player.exhaustion_tokens.clear()
        player.harm = max(0, player.harm - 1)
        _recover(game, player, player.harm + player.wounds)
        _breathe(player)
        _turn_up(player, "rest")
        left = counted(len(player.exhaustion), "card")
        game.tell("{who} rests. {left} still exhausted.", "DKH-67", who=who, left=left)
        come_round(game, who, INCAPACITATED)
        _spend_the_time(game, who)


class Heal(Recovery, frozen=True):
    """A day of care: tokens and Harm off, one Wound less, and its card goes. DKH-68 to DKH-70.

    As many cards as Wound tokens are left stay exhausted, drawn at random.
    """

    says = Says("Heal", "Rest")
    who: Resting = ""
    words: Annotated[str, Words(label="How")] = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label="Let a player heal") if seat == state.gm else Way()

    def do(self, game: Game[Table], seat: str) -> None:
        table, who = game.state, self.who or seat
        if self.words:
            game.tell("{who} heals: {words}", "DKH-68", who=who, words=self.words)
        question = f"Can {name_of(game, who)} heal? It takes a peaceful place, a day and the means."
        if seat != table.gm and not game.may(table.gm, "can-heal", question, "DKH-68"):
            game.tell("{who} can’t heal here.", "DKH-68", who=who)
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
        left = counted(len(player.exhaustion), "card")
        game.tell("{who} heals. {left} still exhausted.", "DKH-68", who=who, left=left)
        come_round(game, who, INCAPACITATED, MORTALLY_WOUNDED)
        _spend_the_time(game, who)


def _recover(game: Game[Table], player: Player, tokens: int) -> None:
    """All cards but this many, drawn at random, go from the Exhaustion pile to the discards.

    A face-down card stays unseen. With fewer cards than tokens all stay. DKH-67, DKH-68, DKH-70.
    """
    exhaustion = player.exhaustion
    if len(exhaustion) <= tokens:
        return
    place: Place = "bag" if game.state.options.stamina == "heroic" else "top"
    going = list(exhaustion)
    for _ in range(tokens):
        staying = game.pick(going)
        going.remove(staying)
        move(staying, exhaustion, exhaustion, place)
    for card in reversed(going):
        move(card, exhaustion, player.discard, place)


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
        face = game.choose(seat, "wound-card", "Which Wound card goes back?", held, "DKH-69")
    open_places = [name for name in ("discard pile", "line") if face in places[name].top]
    if open_places:
        place = open_places[0]
    else:
        place = game.pick([name for name, pile in places.items() if face in pile])
    move(face, places[place], table.wound_supply, "bag")
    game.tell("{seat} gives back the Wound card {face}.", "DKH-69", seat=seat, face=face)


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
