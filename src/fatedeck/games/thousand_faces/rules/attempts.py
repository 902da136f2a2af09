"""Attempts: a player names a move and what belongs to it, and the GM has the last word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Annotated, ClassVar, Literal

import msgspec

from fatedeck.engine import offers, questions
from fatedeck.engine.actions import ONE_WAY, Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Aimed, Asking, Figure, Noted, One, Spot, Words
from fatedeck.engine.offers import Param
from fatedeck.engine.questions import Meaning
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import MoveFace, item_name, move_name
from fatedeck.games.thousand_faces.rules import equipment, magic, moves
from fatedeck.games.thousand_faces.rules.efforts import RANGED, Effort
from fatedeck.games.thousand_faces.rules.families import OfOneWhoIsAble
from fatedeck.games.thousand_faces.state import Table

MOVES, OWN_CARDS, UNTRAINED = "Moves", "Your cards", "Untrained"
NOBODY = "nobody in particular"
NOT_THE_MOVE = "That’s not the move"
EVERYBODY = "all together"
OTHER_CALLS = {"happens": "It just happens", "more": "Ask for more", "no": NOT_THE_MOVE}
"""What the GM may say instead of a flip. TFA-19, TFA-20."""
NO_FLIP = {
    "happens": "It just happens.",
    "more": "The GM asks for more.",
    "no": f"{NOT_THE_MOVE}.",
}

WITH_A_WEAPON = ("mix_it_up", "fury", "backstab", "bum_rush", "volley", "called_shot", "defend")
"""Moves for which a weapon matters."""

WORKS_MAGIC = (*magic.ITEM_MOVES, "fundamental_magic")
AIMED = (
    *WITH_A_WEAPON,
    *WORKS_MAGIC,
    *moves.AFTER_THE_FALL,
    "defy_danger",
    "good_cardio",
    "and_this_is_for",
    "weak_spot",
    "come_and_get_me",
    "parley",
)
FOLLOW_UPS = (*moves.AFTER_A_STRIKE, "where_it_hurts")
AGAINST_PCS = ("mix_it_up", "volley", "parley", "pick_pockets", "suggestive_subtlety")


class FirstOf(One, frozen=True):
    """One of some names; left empty it is the first that will do, and a single one goes unasked.

    A form says so: the first is chosen beforehand, or none where it must be said.
    """

    def param(self, spot: Spot, asking: Asking) -> Param:
        found = super().param(spot, asking)
        assert isinstance(found, offers.One)
        first = next(filter(None, found.options), None)
        return msgspec.structs.replace(found, default=None if found.blank else first)

    def may_stay(self) -> bool:
        return True

    def why_none(self, spot: Spot, asking: Asking) -> Refused | None:
        several = len(list(islice(self.names(asking), 2))) == 2
        if several and len(list(islice(self.legal(asking), 2))) == 2:
            return None
        return Refused(self.clause, f"{spot.label}: there’s nothing to choose.")


class FirstFigureOf(FirstOf, frozen=True):
    """The same, of somebody at the table."""

    of: ClassVar[Meaning] = "figure"


# What belongs to a move


def leaders(state: Table, who: str) -> list[str]:
    """Who may flip: the one who is named, or any PC who can act. TFA-54."""
    return state.able() if who == EVERYBODY else [who]


def any_reason(reasons: Iterable[Refused | None]) -> Refused | None:
    """Why none of them can, or None if one can."""
    first = None
    for refused in reasons:
        if refused is None:
            return None
        first = first or refused
    return first


def all_moves(state: Table, seat: str) -> Iterable[str]:
    return catalogue.moves().keys()


def why_not_try(
    state: Table, who: str, move: str, attribute: str = "", *, called: bool = False
) -> Refused | None:
    """Why this move cannot be tried now, with any attribute that it is flipped with. TFA-21."""
    face = catalogue.moves()[move]
    refused = _why_nobody(state, who, face, attribute, called=called)
    if refused is not None or called or move not in moves.NEED_A_FOE:
        return refused
    return why_no_aim(state, who, move) if aims(state, who, move) else why_no_foe(face)


def _why_nobody(
    state: Table, who: str, face: MoveFace, attribute: str, *, called: bool
) -> Refused | None:
    """Why nobody who may flip can, or None if one can. TFA-54."""
    first = None
    for one in leaders(state, who):
        refused = moves.why_not_move(state, one, face, attribute, called=called)
        if refused is None:
            return None
        first = first or refused
    return first


def why_no_aim(state: Table, who: str, move: str) -> Refused | None:
    """Why a move can be aimed at none of the foes, or None if it can at one. TFA-118."""
    return any_reason(why_not_aim(state, who, name, move) for name in aims(state, who, move))


def why_no_foe(face: MoveFace) -> Refused:
    """Some moves are nothing without a foe. TFA-9."""
    return Refused("TFA-9", f"Name the foe that {face.name} is aimed at.")


def attributes(state: Table, who: str, move: str) -> Mapping[str, str]:
    """What a move is flipped with, and the suit that each reads. TFA-13, TFA-21."""
    names = moves.attributes_of(catalogue.moves()[move])
    if who == EVERYBODY:
        return dict.fromkeys(names, "")
    return Noted(names, lambda name: f"reads {state.players[who].suit(name).title()}")


def why_not_with(state: Table, who: str, attribute: str, move: str) -> Refused | None:
    """Why not with this attribute, of a move that can be tried. TFA-21."""
    return moves.why_not_with(state, who, catalogue.moves()[move], attribute)


def aims(state: Table, who: str, move: str) -> dict[str, str]:
    """The foes; a move that follows a strike goes on against the one struck. TFA-340."""
    foes = {foe.name: "" for foe in state.foes}
    struck = state.players[who].struck if who in state.players else ""
    if move in FOLLOW_UPS and struck in foes:
        return {struck: "", **foes} | {struck: "the one you struck"}
    return foes if move in moves.NEED_A_FOE or not foes else {**foes, "": NOBODY}


def own_aims(state: Table, seat: str, move: str) -> dict[str, str]:
    return aims(state, seat, move) if move in AIMED else {}


def need_not_aim(state: Table, seat: str, name: str, move: str) -> bool:
    """Magic may be worked against a foe, or for somebody."""
    return move in WORKS_MAGIC


def why_not_aim(state: Table, who: str, name: str, move: str) -> Refused | None:
    """A foe that is out is not aimed at, except to follow up. TFA-118."""
    foe = state.foe(name)
    if foe is not None and not foe.is_up() and move not in moves.AFTER_THE_FALL:
        return Refused("TFA-118", f"{name} is out of the fight.")
    return None


def arms(state: Table, who: str, move: str) -> list[str]:
    """What may be fought with, where a weapon matters. TFA-143."""
    if move not in WITH_A_WEAPON or who == EVERYBODY:
        return []
    melee = move not in RANGED
    found = equipment.weapons(state.players[who], melee=melee)
    return [*found, equipment.UNARMED] if melee else found


def held(state: Table, who: str, move: str) -> list[str]:
    """The magic items of one's own, where a move works through one. TFA-161."""
    if move not in magic.ITEM_MOVES or who == EVERYBODY:
        return []
    return [item.name for item in state.players[who].items if item.is_magic]


def why_not_through(state: Table, who: str, name: str, move: str) -> Refused | None:
    return magic.why_not_item(state, who, state.players[who].item(name), move)


def effects(state: Table, who: str, move: str) -> dict[str, str]:
    """The effects of magic items seen before, where one is to be cast. TFA-226."""
    if move != "fundamental_magic":
        return {}
    return catalogue.item_gists(magic.seen_effects(state))


def why_not_effect(state: Table, who: str, effect: str, move: str) -> Refused | None:
    return magic.why_not_cast(state, effect)


def meant_for(state: Table, who: str, move: str) -> list[str]:
    """The PCs for whom magic may be worked. TFA-368."""
    return state.order if move in WORKS_MAGIC else []


def does_good(state: Table, who: str, move: str, items: Iterable[str] | None = None) -> bool:
    """Whether magic at hand, of these items, does somebody good. TFA-311, TFA-358."""
    if who == EVERYBODY:
        return False
    player, names = state.players[who], held(state, who, move) if items is None else items
    bases = [item.base for item in player.items if item.name in names]
    return any(magic.targets(state, who, one) for one in (*bases, *effects(state, who, move)))


def rivals(state: Table, who: str) -> list[str]:
    """The other PCs, against whom a move may go. TFA-250."""
    return [] if who == EVERYBODY else [other for other in state.order if other != who]


def own_rivals(state: Table, seat: str, move: str, foe: str) -> list[str]:
    return rivals(state, seat) if move in AGAINST_PCS and not foe else []


def answers(state: Table, who: str) -> list[str]:
    """What somebody may act on with an advantage. TFA-345."""
    edges = [] if who == EVERYBODY else state.players[who].edges
    return list(dict.fromkeys(edge.text for edge in edges if not edge.foe))


def red_tokens(state: Table, seat: str, name: str) -> tuple[str, ...]:
    """Red tokens on the foe may be spent. TFA-348."""
    foe = state.foe(name)
    return ("keep", "spend") if foe is not None and foe.red_tokens else ()


# The attempt


class Attempt(OfOneWhoIsAble, frozen=True):
    """Name a move that flips; the GM accepts it, changes the attribute, or refuses.

    GM's word is last where the table cannot agree. TFA-10, TFA-19, TFA-20, TFA-21.
    """

    says = Says("Try a move", MOVES)
    move: Annotated[str, One(all_moves, why_not_try, called=move_name, clause="TFA-20")]
    attribute: Annotated[
        str,
        FirstOf(
            attributes,
            why_not_with,
            called=str.title,
            said=True,
            after=("move",),
            clause="TFA-21",
        ),
    ] = ""
    foe: Annotated[
        str,
        FirstFigureOf(
            own_aims,
            why_not_aim,
            said=True,
            spared=need_not_aim,
            label="Against",
            after=("move",),
            clause="TFA-329",
        ),
    ] = ""
    weapon: Annotated[
        str, FirstOf(arms, called=equipment.weapon_name, after=("move",), clause="TFA-143")
    ] = ""
    item: Annotated[str, FirstOf(held, why_not_through, after=("move",), clause="TFA-161")] = ""
    effect: Annotated[
        str,
        FirstOf(
            effects,
            why_not_effect,
            called=item_name,
            said=True,
            after=("move",),
            clause="TFA-226",
        ),
    ] = ""
    target: Annotated[
        str,
        Aimed(meant_for, none=NOBODY, label="For", after=("move",), clause="TFA-2", aims=does_good),
    ] = ""
    versus: Annotated[
        str,
        Figure(
            own_rivals,
            none="nobody",
            label="Against the PC",
            after=("move", "foe"),
            clause="TFA-250",
        ),
    ] = ""
    edge: Annotated[str, One(answers, none="nothing", label="Act on", clause="TFA-345")] = ""
    red_token: Annotated[
        Literal["keep", "spend"],
        FirstOf(red_tokens, called=capital, after=("foe",), clause="TFA-348"),
    ] = "keep"
    text: Annotated[str, Words(label="How?")] = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        """The base moves, the own cards, and what an own magic item allows without its card."""
        player, cards = state.players[seat], catalogue.move_cards()
        fights = bool(state.combat)
        for face in sorted(catalogue.base_flips(), key=lambda face: fights and not face.strikes):
            yield _way(state, face, MOVES)
        for card in player.moves:
            if card.face.attrs and card.id in cards:
                yield _way(state, card.face, OWN_CARDS)
        used = catalogue.campaign_moves(state.options.campaign)
        for move in magic.ITEM_MOVES:
            if move in used and not player.card(move) and magic.usable_items(state, seat, move):
                yield _way(state, cards[move], UNTRAINED)

    def do(self, game: Game[Table], seat: str) -> None:
        state, effort = game.state, self.effort(game.state, seat)
        calls = (effort.attribute, *_other_attributes(state, effort))
        name, attribute = effort.face.name, effort.attribute.title()
        words = ": “{text}”" if self.text else "."
        told = f"{{who}} tries {{move}} with {{attribute}}{words}"
        game.tell(told, "TFA-19", who=seat, move=name, attribute=attribute, text=self.text)
        asked = game.worded(self._words_of_call, seat, effort, calls)
        options, clauses = (*calls, *OTHER_CALLS), ("TFA-19", "TFA-20", "TFA-21")
        call = game.choose(state.gm, "call", asked.prompt, options, *clauses, labels=asked.labels)
        if call not in calls:
            game.tell(NO_FLIP[call], "TFA-19", "TFA-20")
            return
        effort.attribute = call
        prompt = "What does the situation add? (advantages minus disadvantages)"
        effort.net = game.number(state.gm, "modifier", prompt, -5, 5, "TFA-26", "TFA-27")
        moves.carry_out(game, effort)

    def _words_of_call(self, seat: str, effort: Effort, calls: tuple[str, ...]) -> questions.Words:
        """What is tried with what, and what the GM may have it flipped with. TFA-19."""
        said = f": “{self.text}”" if self.text else "."
        tried = f"{seat} tries {effort.face.name} with {effort.attribute.title()}{said}"
        flips = {name: f"Flip {name.title()}" for name in calls}
        return questions.Words(f"{tried} Your call?", OTHER_CALLS | flips)

    def effort(self, state: Table, seat: str, *, called: bool = False) -> Effort:
        """The attempt with all that belongs to it; what is left open is what is at hand."""
        player, face = state.players[seat], catalogue.moves()[self.move]
        foe, weapon, item = self.foe, self.weapon, self.item
        if not foe and not self.versus and (face.id in moves.NEED_A_FOE or face.id in FOLLOW_UPS):
            foe = _foe_at_hand(state, seat, face.id)
        if not weapon:
            weapon = next(iter(equipment.weapons(player, melee=face.id not in RANGED)), "")
        if not item:
            item = next(iter(magic.usable_items(state, seat, face.id)), "")
        return Effort(
            seat,
            face,
            self.attribute or _fitting(state, seat, face, called=called),
            foe=state.foe(foe),
            weapon="" if weapon == equipment.UNARMED else weapon,
            item=player.item(item),
            effect=self.effect or _castable(state, seat, face.id),
            target=self.target,
            versus=self.versus,
            edge=self.edge,
            red_token=self.red_token == "spend",
            text=self.text,
        )


def _other_attributes(state: Table, effort: Effort) -> list[str]:
    """With what else the move can be flipped now. TFA-21."""
    return [
        name
        for name in moves.attributes_of(effort.face)
        if name != effort.attribute
        and moves.why_not_with(state, effort.seat, effort.face, name) is None
    ]


def _fitting(state: Table, seat: str, face: MoveFace, *, called: bool) -> str:
    """The first attribute with which a move can be tried now, or else the first of all."""
    for name in moves.attributes_of(face):
        if moves.why_not_move(state, seat, face, name, called=called) is None:
            return name
    return face.attrs[0]


def _foe_at_hand(state: Table, seat: str, move: str) -> str:
    """The first foe that a move can be aimed at, or none."""
    foes = aims(state, seat, move)
    return next((name for name in foes if not why_not_aim(state, seat, name, move)), "")


def _castable(state: Table, seat: str, move: str) -> str:
    """The first effect that can be cast, or none."""
    for effect in effects(state, seat, move):
        if magic.why_not_cast(state, effect) is None:
            return effect
    return ""


NO_FOE = "Nobody stands against you. It hits only whom the game master says, or another hero."


def _way(state: Table, face: MoveFace, group: str) -> Way:
    label = f"{face.name}, FAST" if face.fast else face.name
    aimless = face.strikes and not any(foe.is_up() for foe in state.foes)
    return Way(
        {"move": face.id},
        label,
        face.trigger,
        group=group,
        clauses=face.clauses,
        unlikely=aimless,
        warns=NO_FOE if aimless else "",
    )


def untrained_moves(state: Table, seat: str) -> dict[str, str]:
    """The moves of this campaign that may be tried without their cards. TFA-219."""
    player, faces = state.players[seat], catalogue.moves()
    return catalogue.move_gists(
        move
        for move in catalogue.campaign_moves(state.options.campaign)
        if faces[move].attrs and move not in magic.ITEM_MOVES and player.card(move) is None
    )


class TryUntrained(Attempt, frozen=True):
    """Try a move without its card, at its lowest level. TFA-219, TFA-220."""

    says = Says("Try a move untrained", UNTRAINED)
    move: Annotated[str, One(untrained_moves, why_not_try, called=move_name, clause="TFA-219")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return ONE_WAY
