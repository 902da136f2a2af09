"""How the machine plays a seat: plainly, from what lies open on the table."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.actions import why_refused
from fatedeck.engine.game import NO
from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several
from fatedeck.engine.ruleset import Policy
from fatedeck.games.deckahedron.data import STATS, Stat, faces, magic_items, samples
from fatedeck.games.deckahedron.rules.attacks import Attack, FoeAttack, Way
from fatedeck.games.deckahedron.rules.attempts import Attempt, Flip
from fatedeck.games.deckahedron.rules.creation import (
    MAGIC_ITEMS,
    BeginPlay,
    ComeIn,
    Draft,
    Introduce,
    Spread,
    SpreadTokens,
    TakeItems,
    TakeSample,
    next_to_draft,
)
from fatedeck.games.deckahedron.rules.families import Deed
from fatedeck.games.deckahedron.rules.foes import RemoveFoe
from fatedeck.games.deckahedron.rules.levels import TakeBonus, bonuses_to_take
from fatedeck.games.deckahedron.rules.rests import Breather, Heal
from fatedeck.games.deckahedron.rules.scenes import EndTurn, GiveSpotlight
from fatedeck.games.deckahedron.rules.skills import RISE
from fatedeck.games.deckahedron.rules.stamina import stamina_left
from fatedeck.games.deckahedron.rules.tokens import GREEN_AND_GEAR, NO_MORE, PAY, TWO_GREEN
from fatedeck.games.deckahedron.rules.turns import why_not_act
from fatedeck.games.deckahedron.state import Table, rank_of

TIRED = 3
"""With this much Stamina or less a breather is better than a blow."""
TEMPERS = {"careful": 6, "bold": 0}
"""The same for those of another temper."""
PLAIN_ANSWERS = ("standard", NO, NO_MORE)


class Plain(Policy[Table]):
    """A steady player: makes a balanced character, fights what is there, rests when tired.

    As the GM it lets the players take turns and answers each with an attack of a foe.
    """

    def __init__(self, tired: int = TIRED) -> None:
        self.tired = tired

    def act(self, state: Table, seat: str) -> Struct | None:
        if state.phase == "over":
            return None
        if seat == state.gm:
            return lead(state)
        if state.phase == "creation" or state.players[seat].is_late:
            return create(state, seat)
        if state.may_go_on(seat) and Attempt.why_closed(state, seat) is None:
            return play(state, seat, self.tired)
        if state.spotlight != seat:
            return None
        if state.acted or why_not_act(state, seat) is not None:
            return EndTurn()
        return play(state, seat, self.tired)

    def give_way(self, state: Table, seat: str) -> Struct | None:
        """Nobody stays in the spotlight for nothing. DKH-19."""
        return EndTurn() if state.spotlight == seat and allowed(state, seat, EndTurn()) else None

    def answer(self, state: Table, question: Decision) -> Answer:
        if isinstance(question, Choose):
            return choose(state, question)
        if isinstance(question, Several):
            return list(question.options[: question.least])
        if isinstance(question, Number):
            return question.high
        return "" if question.may_be_empty else "so be it"

    def why(self, name: str, answer: Answer) -> str:
        if name == "how-hard" and answer == "standard":
            return "Nothing in the story makes that easier or harder, so it was a standard flip."
        return ""


def create(table: Table, seat: str) -> Struct | None:
    """A ready character that nobody else plays, or what is still missing of one begun.

    Then the first card of the pool, and two magic items where they come with it.
    """
    player = table.players[seat]
    taken = {other.name for other in table.players.values()}
    ready = next((name for name in samples() if name not in taken), "")
    if not player.spread:
        return TakeSample(ready) if ready and not player.name else Spread(2, 2, 2)
    if not player.name and ready:
        words = samples()[ready]
        return Introduce(words.name, words.background, words.motivation, words.skills)
    if table.has("equipment") and not player.tokens_spread:
        return SpreadTokens(2, 2, 2)
    if TakeItems.why_closed(table, seat) is None:
        left = [item for item in table.item_supply if item in magic_items()]
        if len(left) >= MAGIC_ITEMS:
            return TakeItems(left[:MAGIC_ITEMS])
    if player.is_late:
        return ComeIn()
    return Draft(next(iter(table.pool))) if next_to_draft(table) == seat else None


def play(table: Table, seat: str, tired: int = TIRED) -> Struct:
    """Take what a level brings; breathe when tired; attack the weakest foe; else try something."""
    player = table.players[seat]
    if TakeBonus.why_closed(table, seat) is None:
        return TakeBonus(bonuses_to_take(table, player)[0], "I have been here before")
    if not player.exhaustion.is_empty() and stamina_left(table, player) <= tired:
        better = player.dexterity > player.intelligence
        breather = Breather("dexterity" if better else "intelligence")
        if allowed(table, seat, breather):
            return breather
    ways: tuple[Way, ...] = ("melee", "ranged")
    if player.dexterity > player.strength:
        ways = ("ranged", "melee")
    foes = sorted(table.fighting(), key=lambda name: table.foes[name].stamina)
    tried: list[Deed] = [Attack(foe, way) for way in ways for foe in foes[:1]]
    tried.append(Flip(best_stat(table, seat)))
    return next((deed for deed in tried if allowed(table, seat, deed)), EndTurn())


def lead(table: Table) -> Struct | None:
    """Open the scene when all are ready; then player, foe, next player, next foe.

    When nobody can act any more the foes go their way, and the fallen are healed.
    """
    if table.phase == "creation":
        return BeginPlay() if allowed(table, table.gm, BeginPlay()) else None
    if table.spotlight:
        return EndTurn() if table.players[table.spotlight].is_incapacitated() else None
    names = table.seats
    last = table.last.who if table.last is not None else ""
    if last in names and not is_foes_doing(table):
        foes = table.fighting()
        foe = foes[names.index(last) % len(foes)] if foes else ""
        ways: tuple[Way, ...] = ("melee", "ranged")
        for way in ways:
            if foe and allowed(table, table.gm, FoeAttack(foe, last, way)):
                return FoeAttack(foe, last, way)
    start = names.index(last) + 1 if last in names else 0
    for name in names[start:] + names[:start]:
        if allowed(table, table.gm, GiveSpotlight(name)):
            return GiveSpotlight(name)
    if table.fighting():
        return RemoveFoe(table.fighting()[0])
    return Heal(names[0]) if allowed(table, table.gm, Heal(names[0])) else None


def allowed(table: Table, seat: str, deed: Deed) -> bool:
    return why_refused(deed, table, seat) is None


def choose(table: Table, question: Choose) -> str:
    """Flip again what failed, rise rather than hoard, and otherwise the plain answer."""
    options = question.options
    if question.name == "result-card":
        printed = faces(table.options.faces)
        return max(
            options, key=lambda card: (printed[card].critical or "", printed[card].proficiency)
        )
    if TWO_GREEN in options and table.last is not None and table.last.reading <= 2:
        return TWO_GREEN
    for option in (GREEN_AND_GEAR, PAY, RISE):
        if option in options:
            return option
    for plain in PLAIN_ANSWERS:
        if plain in options and question.seat != table.gm:
            return plain
    return "standard" if "standard" in options else options[0]


def is_foes_doing(table: Table) -> bool:
    """Whether the last flip was a defence against a foe."""
    return table.last is not None and table.last.attacker in table.foes


def best_stat(table: Table, seat: str) -> Stat:
    """The stat with the highest rank."""
    player = table.players[seat]
    return max(STATS, key=lambda stat: rank_of(player, stat))
