"""Who acts for a seat, and in whose turn."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatedeck.engine.errors import Refused
from fatedeck.games.deck_of_adventures.rules.health import is_down
from fatedeck.games.deck_of_adventures.rules.lasting import cause_of
from fatedeck.games.deck_of_adventures.state import Character, Table, Turn

Cost: TypeAlias = Literal["major", "minor", "free"]
"""The Action that something takes of a turn. DOA-133."""


def controller(state: Table, turn: Turn) -> str:
    """The seat that decides in a turn: the owner's, or that of whoever directs. DOA-213."""
    who = state.characters[turn.who]
    if turn.directed:
        charmer = state.characters.get(cause_of(who, "Enthralled"))
        if charmer is not None:
            return charmer.owner
    return who.owner


def turn_for(state: Table, seat: str) -> Turn | None:
    """The turn under way, if this seat decides in it. DOA-133, DOA-213."""
    combat = state.combat
    if combat is None or not combat.turns:
        return None
    turn = combat.turns[-1]
    return turn if controller(state, turn) == seat else None


def why_not_turn(state: Table, seat: str) -> Refused | None:
    """Why it is not this seat's turn, or None. DOA-133."""
    combat = state.combat
    if combat is None:
        return Refused("DOA-133", "There’s no fight going on. Just say what you do.")
    turn = combat.turn
    if turn is None:
        return Refused("DOA-133", "No one’s turn has begun.")
    if controller(state, turn) != seat:
        return Refused("DOA-133", f"It’s {turn.who}’s turn.")
    return None


def acting(state: Table, seat: str) -> tuple[Character, Turn]:
    """Who acts for this seat now, and what is left of the turn."""
    turn = turn_for(state, seat)
    assert turn is not None, "whoever asks has seen that it is this seat's turn"
    return state.characters[turn.who], turn


def turn_of(state: Table, seat: str, who: Character) -> Turn | None:
    """The turn in which a seat acts for a character; outside a fight there are none.

    One who is directed by another does not act for itself. DOA-65, DOA-133, DOA-213.
    """
    if state.combat is None:
        return None
    turn = state.combat.turn
    if turn is None or turn.who != who.name:
        raise Refused("DOA-133", f"It isn’t {who.name}’s turn.")
    if controller(state, turn) != seat:
        raise Refused("DOA-213", f"{who.name} is Enthralled. Someone else decides this turn.")
    return turn


def own(state: Table, seat: str, name: str = "") -> Character:
    """The seat's character: the one named, the one who acts, or the player's own. DOA-2."""
    if not name and (turn := turn_for(state, seat)) is not None:
        return state.characters[turn.who]
    who = person(state, name or seat)
    if who.owner != seat:
        raise Refused("DOA-2", f"{who.name} isn’t yours to play.")
    return who


def person(state: Table, name: str) -> Character:
    """The character of that name."""
    who = state.characters.get(name)
    if who is None or who.making:
        raise Refused("DOA-2", f"There’s no “{name}” at this table.")
    return who


def is_here(who: Character) -> bool:
    """Whether someone is at the table at all: made, and alive. DOA-263, DOA-316."""
    return not who.making and not who.dead


def why_not_able(state: Table, who: Character) -> Refused | None:
    """Why someone can do nothing at all now, on no turn: dead, Knocked Out, or out of the fight."""
    if who.dead:
        return Refused("DOA-263", f"{who.name} is dead.")
    if is_down(who):
        return Refused("DOA-209", f"{who.name} is Knocked Out and can’t act until treated.")
    if state.combat is not None and who.name in state.combat.gone:
        return Refused("DOA-183", f"{who.name} has left the fight.")
    return None


def in_play(state: Table, who: Character) -> bool:
    """Whether someone takes part: alive, not fled, and (in a fight) in its order."""
    combat = state.combat
    if not is_here(who):
        return False
    return combat is None or (who.name not in combat.gone and is_fighting(state, who))


def is_up(state: Table, who: Character) -> bool:
    """Whether someone takes part and is not down: who can be fought, helped, stood beside."""
    return not is_down(who) and in_play(state, who)


def others_up(state: Table, who: Character) -> list[Character]:
    """All others who take part and are up."""
    return [
        other for other in state.characters.values() if other is not who and is_up(state, other)
    ]


def is_fighting(state: Table, who: Character) -> bool:
    """Whether someone is part of the fight: in the order, or the Companion of one who is."""
    combat = state.combat
    return combat is not None and (
        who.name in combat.order or (who.companion_of in combat.order and bool(who.companion_of))
    )


def why_not_act(turn: Turn, kind: str) -> Refused | None:
    """Why no Action of this kind is left this turn; free ones always are. DOA-133, DOA-168.

    Stunned limits Actions, not Free Actions. DOA-192, DOA-194.
    """
    if kind == "free":
        return None
    if turn.limit == "either" and turn.spent:
        return Refused("DOA-192", "You’re Stunned and have moved, so you can’t take an Action too.")
    if turn.limit and turn.acted:
        return Refused("DOA-192", "You can only take one Action this turn.")
    if kind == "major" and not turn.major:
        return Refused("DOA-133", "You’ve already taken your Major Action this turn.")
    if kind == "minor" and not turn.minor:
        return Refused("DOA-133", "You’ve already taken your Minor Action this turn.")
    return None


def spend_action(turn: Turn, kind: str) -> None:
    """Take the Action, or be refused."""
    if (refused := why_not_act(turn, kind)) is not None:
        raise refused
    if kind == "major":
        turn.major -= 1
    elif kind == "minor":
        turn.minor -= 1
    if kind != "free":
        turn.acted += 1
