"""The flip: turn cards, read the edge that belongs to the rank, keep the best or the worst."""

from __future__ import annotations

from fatedeck.engine.cards import move
from fatedeck.engine.game import Game
from fatedeck.engine.story import Line, Moment, Said
from fatedeck.games.deckahedron.data import FaceTable, blessings, faces, readings, sign, wound_faces
from fatedeck.games.deckahedron.looks import moments
from fatedeck.games.deckahedron.rules.decks import lay_down, side_of, turn_up
from fatedeck.games.deckahedron.rules.stamina import lose_stamina
from fatedeck.games.deckahedron.state import Deckahedron, Difficulty, Outcome, Table

STEPS: dict[Difficulty, int] = {
    "very easy": 2,
    "easy": 1,
    "standard": 0,
    "difficult": -1,
    "very difficult": -2,
}
DIFFICULTIES = tuple(STEPS)

MEANINGS = ("", "a categorical failure", "a failure", "a success", "an unconditional success")


def within(step: int) -> int:
    """A sum of difficulty, penalties and bonuses, cut to its range from -2 to +2. DKH-87."""
    return max(-2, min(2, step))


def difficulty_at(step: int) -> Difficulty:
    """The name of a sum of steps.

    >>> difficulty_at(-1)
    'difficult'
    """
    return DIFFICULTIES[2 - within(step)]


def flip(game: Game[Table], who: str, stat: str, rank: int, step: int) -> Outcome:
    """Flip one card, or two or three of which the best or the worst counts. DKH-20 to DKH-26."""
    outcome = turn_cards(game, who, stat, rank, step)
    put_down(game, side_of(game.state, who), outcome)
    return outcome


def turn_cards(game: Game[Table], who: str, stat: str, rank: int, step: int) -> Outcome:
    """Turn and read the cards of a flip; they lie apart until it is over.

    All cards are turned, whatever the first shows, but a Wound card ends the flip and costs a
    point of Stamina. DKH-20 to DKH-25, DKH-29, DKH-63, DKH-64.
    """
    table = game.state
    side = side_of(table, who)
    edges = readings(table.options.faces)
    wounds = wound_faces()
    turned: list[str] = []
    wounded = False
    for _ in range(1 + abs(step)):
        card = turn_up(game, side)
        if card is None:
            break
        turned.append(card)
        if card in wounds:
            wounded = True
            break
    if len(turned) == 1:
        result = turned[0]
        reading = edges[result][rank]
    else:
        result, reading = _keep(game, who, stat, rank, step, turned)
    outcome = Outcome(who, stat, step, turned, result, reading)
    table.last = outcome
    game.show(_told, outcome, rank, table.options.faces)
    if wounded:
        game.tell(
            "A Wound card: the flip stops, and {who} loses a point of Stamina.", "DKH-63", who=who
        )
        lose_stamina(game, who, 1)
    return outcome


def put_down(game: Game[Table], side: Deckahedron, outcome: Outcome) -> None:
    """All flipped cards go face up to the discard pile. DKH-26.

    A Blessing card that is the result card goes back to its supply. DKH-108.
    """
    if outcome.card in blessings():
        game.tell("The Blessing card {card} goes back to the supply.", "DKH-108", card=outcome.card)
        move(outcome.card, side.flipped, game.state.blessing_supply, "bag")
    lay_down(side)


def _keep(
    game: Game[Table], who: str, stat: str, rank: int, step: int, turned: list[str]
) -> tuple[str, int]:
    """The best or worst of several cards; of tied cards the player names one. DKH-23, DKH-25."""
    edges = readings(game.state.options.faces)
    if not turned:
        return "", 1
    shown = [edges[card][rank] for card in turned]
    reading = max(shown) if step > 0 else min(shown)
    tied = list(dict.fromkeys(c for c, r in zip(turned, shown, strict=True) if r == reading))
    if len(tied) == 1 or who not in game.state.players:
        return tied[0], reading
    aim = _aim(stat, step)
    game.show(moments.turning, who, aim, rank, turned, game.state.options.faces)
    prompt = f"These all show {sign(reading)}. Which one is your result card?"
    notes = {card: _good_for(game.state, card) for card in tied}
    return game.choose(who, "result-card", prompt, tied, "DKH-25", notes=notes), reading


def _good_for(table: Table, card: str) -> str:
    """What its symbol may bring, beyond its reading. DKH-88, DKH-89, DKH-96, DKH-108."""
    if card in blessings():
        return "A Blessing: it goes back to the supply"
    face = faces(table.options.faces).get(card)
    if face is not None and face.critical == "success":
        return "Critical: a green token buys another action"
    if face is not None and face.proficiency:
        return "Its symbol can improve a skill"
    return "No symbol that matters"


def _told(outcome: Outcome, rank: int, printing: FaceTable) -> Line | tuple[Moment, Line]:
    """A flip as everybody sees it, and the line of the story that it leaves. DKH-21 to DKH-27."""
    if not outcome.cards:
        told = "{who} has no cards left to flip: {meaning}."
        return Line(told, ("DKH-27",), values={"who": outcome.who, "meaning": MEANINGS[1]})
    told = (
        "{who} flips {card} for {aim}: {sign}, {meaning}."
        if len(outcome.cards) == 1
        else "{who} flips {cards} for {aim}: {card} counts, {sign}, {meaning}."
    )
    aim = _aim(outcome.stat, outcome.step)
    values: dict[str, Said] = {
        "who": outcome.who,
        "cards": outcome.cards,
        "aim": aim,
        "card": outcome.card,
        "sign": sign(outcome.reading),
        "meaning": MEANINGS[outcome.reading],
    }
    line = Line(told, ("DKH-21", "DKH-23" if outcome.step else "DKH-22"), values=values)
    return moments.flip(outcome, aim, rank, printing), line


def _aim(stat: str, step: int) -> str:
    return f"{stat.capitalize()}, {difficulty_at(step)}"
