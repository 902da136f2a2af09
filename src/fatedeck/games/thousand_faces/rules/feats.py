"""Move cards that are not flipped: their text is applied directly. TFA-25, TFA-221."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One, Words
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import move_name
from fatedeck.games.thousand_faces.rules import equipment, magic, moves, numbers, spans, stamina
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.effects import as_asked, ask_gm
from fatedeck.games.thousand_faces.rules.efforts import Effort
from fatedeck.games.thousand_faces.rules.families import OfOneWhoIsAble
from fatedeck.games.thousand_faces.rules.points import spend_journey, spend_shadow
from fatedeck.games.thousand_faces.state import Table, give_item, new_item

JOB = {
    "disposition": "an enemy’s disposition",
    "leverage": "leverage on a PC or NPC",
    "item": "a magic item that can stay secret",
}
BENEFACTOR_COST = 3
CONFRONTED = {
    "journey": "1 Journey point: the card stays",
    "shadow": f"{BENEFACTOR_COST} Shadow points: the card is lost",
}
IN_A_SPOTLIGHT = ("go_berserk", "find_shadows", "slide", "entreat_the_blood_bound")
"""Cards whose use is a PC's move, as a flip is. TFA-25, TFA-73."""

ATTACHED = {"tied_with_her_ribbon": ("weapon",), "it_belonged_to_my_father": ("armour", "shield")}
"""Cards that are attached to an item of one of these kinds. TFA-129."""


def cards_to_use(state: Table, seat: str) -> Iterable[str]:
    return catalogue.move_cards().keys()


def why_not_use(state: Table, seat: str, move: str) -> Refused | None:
    """Why this card cannot be used now. TFA-73, TFA-189, TFA-221."""
    player, face = state.players[seat], catalogue.move_cards()[move]
    if move not in USES:
        return Refused("TFA-25", "You don’t use that card by itself.")
    card = player.card(move)
    if card is None:
        return Refused("TFA-221", f"You need the {face.name} card for that.")
    if card.face_down:
        return Refused("TFA-189", f"{face.name} is face down.")
    if move in IN_A_SPOTLIGHT:
        if player.puzzle is not None:
            return Refused("TFA-231", "Finish or give up your mini-game first.")
        if refused := spans.why_not_in_spotlight(state, seat, fast=face.fast):
            return refused
    match move:
        case "go_berserk":
            if player.is_berserk:
                return Refused("TFA-352", "You’re already berserk.")
        case "tied_with_her_ribbon":
            if card.item:
                return Refused("TFA-129", f"The ribbon is already tied to {card.item}.")
            if not attachable(state, seat, move):
                return Refused("TFA-129", "You have no weapon to tie it to.")
        case "it_belonged_to_my_father":
            if not card.item and not attachable(state, seat, move):
                return Refused("TFA-129", "You have no armour or shield for it.")
        case "find_shadows":
            if player.last_move in ("take_a_breather", "find_shadows"):
                return Refused(
                    "TFA-364", "It counts as a breather, and you can’t take two in a row."
                )
        case "only_here_for_the_job":
            return _why_not_job(state, seat)
        case "slide":
            if not player.xp:
                return Refused("TFA-351", "Slide costs 1 XP.")
        case "not_on_my_turf":
            if state.pursuit is None or seat not in state.pursuit.joined:
                return Refused("TFA-249", "You can only do that in a pursuit you’re part of.")
            if not player.xp:
                return Refused("TFA-249", "It costs 1 XP.")
        case "unknown_benefactor":
            if not player.benefactor_used:
                return Refused("TFA-361", "Your benefactor hasn’t saved you yet.")
    return None


def _why_not_job(state: Table, seat: str) -> Refused | None:
    player = state.players[seat]
    if not state.town:
        return Refused("TFA-339", "You can only do that in town.")
    if not player.new_precious:
        return Refused("TFA-134", "Gain a new precious item first.")
    if not player.precious and not any(item.precious for item in player.items):
        return Refused("TFA-134", "You have no precious item to spend.")
    return None


def attachable(state: Table, seat: str, move: str) -> list[str]:
    """The items that a card may be attached to, while it is to none. TFA-129."""
    player = state.players[seat]
    card = player.card(move)
    kinds = ATTACHED.get(move, ()) if card is not None and not card.item else ()
    return [item.name for item in player.items if item.kind in kinds]


class UseCard(OfOneWhoIsAble, frozen=True):
    """Use a move card that is not flipped: its text is applied directly. TFA-25, TFA-221."""

    says = Says("Use a card", "Your cards")
    move: Annotated[
        str, One(cards_to_use, why_not_use, called=move_name, clause="TFA-25", label="Card")
    ]
    item: Annotated[
        str, One(attachable, after=("move",), clause="TFA-129", label="Attached to")
    ] = ""
    text: Annotated[str, Words(label="How?")] = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for card in state.players[seat].moves:
            if card.id in USES:
                face = card.face
                yield Way({"move": card.id}, face.name, face.effect, clauses=face.clauses)

    def do(self, game: Game[Table], seat: str) -> None:
        USES[self.move](game, seat, self)
        if self.text:
            game.tell("{who}: {text}", "TFA-4", who=seat, text=self.text)


def _go_berserk(game: Game[Table], seat: str, action: UseCard) -> None:
    """Enraged: +1 advantage on Str flips, no Int moves, until a breather. TFA-74, TFA-352.

    Nobody loses the spotlight to it. TFA-72.
    """
    player = game.state.players[seat]
    spans.interject(game.state, seat)
    spans.resolved(player, "go_berserk")
    player.conditions.append("berserk")
    game.tell("{who} goes berserk!", "TFA-352", who=seat)


def _tie_ribbon(game: Game[Table], seat: str, action: UseCard) -> None:
    """The weapon counts 1 less. TFA-129."""
    player = game.state.players[seat]
    item, card = player.item(action.item), player.card("tied_with_her_ribbon")
    assert item is not None
    assert card is not None
    item.tied, card.item = True, item.name
    game.tell("{who} ties the ribbon to {item}.", "TFA-129", who=seat, item=item.name)


def _heirloom(game: Game[Table], seat: str, action: UseCard) -> None:
    """It counts 1 less; once, it gets the PC past a person or threshold and is gone. TFA-129."""
    player = game.state.players[seat]
    card = player.card("it_belonged_to_my_father")
    assert card is not None
    if not card.item:
        item = player.item(action.item)
        assert item is not None
        item.heirloom, card.item = True, item.name
        game.tell("{item} belonged to {who}’s father.", "TFA-129", item=item.name, who=seat)
        return
    item = player.item(card.item)
    how = game.choose(
        seat,
        "heirloom",
        f"{card.item} gets you past. What becomes of it?",
        ("surrendered", "destroyed"),
        "TFA-70",
        labels={"surrendered": "It’s surrendered", "destroyed": "It’s destroyed"},
    )
    name = card.item
    if item is not None:
        equipment.part_with(player, item)
    game.tell("{name} gets {who} past and is {how}.", "TFA-70", name=name, who=seat, how=how)
    player.moves.remove(card)


def _find_shadows(game: Game[Table], seat: str, action: UseCard) -> None:
    """Regain 1d4 Stamina without a flip; it counts as a breather. TFA-130, TFA-187, TFA-364.

    The GM says whether there are shadows and nobody bears down. TFA-20.
    """
    player = game.state.players[seat]
    if not game.may(
        game.state.gm,
        "shadows",
        f"{name_of(game, seat)} looks for shadows. Is it dark enough, with no foe bearing down?",
        "TFA-20",
        "TFA-364",
    ):
        game.tell("There are no shadows for {who} here.", "TFA-20", "TFA-364", who=seat)
        return
    if not _makes(game, seat, "find_shadows"):
        return
    stamina.regain(game, seat, numbers.number(game, seat, "d4"))
    moves.turn_up(player, "breather")
    game.tell("{who} is hidden in the shadows until they move.", "TFA-364", who=seat)


def _slide(game: Game[Table], seat: str, action: UseCard) -> None:
    """1 XP and the penalty: a distraction lets the PC escape all attention. TFA-130."""
    game.state.players[seat].xp -= 1
    if _makes(game, seat, "slide"):
        game.tell("{who} slips out of every foe’s sight.", "TFA-130", who=seat)


def _makes(game: Game[Table], seat: str, move: str) -> bool:
    """A normal move without a flip: it counts in the spotlight, and its penalty is paid.

    False when the PC goes down by that. TFA-73, TFA-130, TFA-131, TFA-350.
    """
    player, face = game.state.players[seat], catalogue.moves()[move]
    follows = player.extra_move
    spans.begin(game.state, seat, fast=False)
    if face.penalty and not moves.pay_penalty(game, seat):
        game.tell("{face} fails: {who} is incapacitated.", "TFA-131", face=face.name, who=seat)
        return False
    if follows:
        player.extra_move = player.penalty_waived = False
    spans.resolved(player, move)
    return True


def _do_the_job(game: Game[Table], seat: str, action: UseCard) -> None:
    """Spend one precious item, choose 2; the magic item may stay secret. TFA-8, TFA-70."""
    player = game.state.players[seat]
    precious = [item.name for item in player.items if item.precious]
    spend = precious + (["a precious Pack card"] if player.precious else [])
    spent = game.choose(
        seat, "spend-precious", "Which precious item do you spend?", spend, "TFA-134"
    )
    equipment.drop(game, seat, spent)
    player.new_precious = False
    prompt = "I’m Only Here for the Job: choose two."
    labels = {choice: capital(what) for choice, what in JOB.items()}
    chosen = game.several(seat, "job", prompt, JOB, 2, 2, "TFA-70", labels=labels)
    for choice in chosen:
        if choice != "item":
            game.tell("{who} gets {what}. The GM says what.", "TFA-70", who=seat, what=JOB[choice])
    if "item" in chosen:
        faces = {
            new_item(catalogue.items()[name]).name: catalogue.items()[name]
            for name in catalogue.magic_items()
        }
        notes = {name: face.gist for name, face in faces.items()}
        name = game.choose(
            seat, "magic-item", "Which magic item?", faces, "TFA-8", notes=notes, secret=True
        )
        hidden = game.may(
            seat, "keep-secret", "Keep it secret?", "TFA-8", yes="Hide it", no="Show it"
        )
        item = give_item(player, new_item(faces[name]))
        item.secret = hidden
        shown, only = "" if hidden else "{who} gains {item}.", {seat: "You gain {item}."}
        game.tell(shown, "TFA-8", only=only, who=seat, item=item.name)


def _change_the_chase(game: Game[Table], seat: str, action: UseCard) -> None:
    """Clears the pursuers' count and frees one used help attribute. TFA-249."""
    pursuit, player = game.state.pursuit, game.state.players[seat]
    assert pursuit is not None
    player.xp -= 1
    pursuit.streak = 0
    if pursuit.used:
        prompt, labels = "Which attribute can help again?", {u: u.title() for u in pursuit.used}
        again = game.choose(seat, "help-again", prompt, pursuit.used, "TFA-249", labels=labels)
        pursuit.used.remove(again)
    game.tell("Not on {who}’s turf!", "TFA-249", who=seat)


def _confront(game: Game[Table], seat: str, action: UseCard) -> None:
    """The benefactor is confronted: the GM pays, or the card stays. TFA-361."""
    state, player = game.state, game.state.players[seat]
    prices = [
        *(["journey"] if state.journey else []),
        *(["shadow"] if state.shadow >= BENEFACTOR_COST else []),
    ]
    player.benefactor_used = False
    if not prices:
        game.tell("Nothing can be paid, so the card stays.", "TFA-361")
        return
    prompt = f"{name_of(game, seat)} confronts the benefactor. What do you pay?"
    price = game.choose(state.gm, "confront", prompt, prices, "TFA-361", labels=CONFRONTED)
    if price == "journey":
        spend_journey(game, "the benefactor")
    else:
        spend_shadow(game, BENEFACTOR_COST)
        card = player.card("unknown_benefactor")
        assert card is not None
        player.moves.remove(card)
    told = "{who} confronts the benefactor. {price}."
    game.tell(told, "TFA-282", "TFA-361", who=seat, price=CONFRONTED[price])


def _entreat(game: Game[Table], seat: str, action: UseCard) -> None:
    """Take a wound card for the Blood-Bound's help; foes may turn on the PC. TFA-169, TFA-334."""
    _makes(game, seat, action.move)
    magic.entreat(game, seat)
    moves.draw_aggression(game, Effort(seat, catalogue.moves()[action.move]))


USES: dict[str, Callable[[Game[Table], str, UseCard], None]] = {
    "go_berserk": _go_berserk,
    "tied_with_her_ribbon": _tie_ribbon,
    "it_belonged_to_my_father": _heirloom,
    "find_shadows": _find_shadows,
    "only_here_for_the_job": _do_the_job,
    "slide": _slide,
    "entreat_the_blood_bound": _entreat,
    "not_on_my_turf": _change_the_chase,
    "unknown_benefactor": _confront,
}
"""The cards that are used by an action; the others work by lying there."""


def questions_ahead(state: Table, seat: str) -> tuple[str, ...]:
    return catalogue.moves()["its_a_trap"].questions


class AskAhead(OfOneWhoIsAble, frozen=True):
    """Spend a token of It's a Trap! on one of its questions. TFA-70."""

    says = Says("Ask about danger", "Your cards")
    question: Annotated[str, One(questions_ahead, called=as_asked, clause="TFA-9")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.players[seat].trap_tokens > 0

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.players[seat].trap_tokens:
            return Refused("TFA-70", "You have no tokens left. Survey the area with It’s a Trap!")
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        tokens = state.players[seat].trap_tokens
        return [Way(cost="the last token" if tokens == 1 else f"1 of {tokens} tokens")]

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[seat].trap_tokens -= 1
        ask_gm(game, seat, self.question, "TFA-70")
