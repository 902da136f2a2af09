"""Rounds and turns: whose turn comes, what begins and ends it, delays, the end of a fight."""

from __future__ import annotations

from collections.abc import Iterable

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import How, tell_the_end
from fatedeck.engine.game import Game
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.effects import later_save
from fatedeck.games.deck_of_adventures.rules import (
    bosses,
    checks,
    conditions,
    creatures,
    epic,
    hands,
    health,
    lasting,
    movement,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.families import FIGHT, Deed, OfTheGmInAFight, OnATurn
from fatedeck.games.deck_of_adventures.state import Character, Combat, Table, Turn

OBEYING = 4
"""How far one may be directed to move by Obey Me."""


def side_is_down(state: Table, side: str) -> bool:
    """Whether nobody of a side is left in the fight. DOA-183, DOA-389."""
    combat = state.combat
    if combat is None:
        return False
    for who in state.characters.values():
        if who.side != side or (health.is_down(who) and not (who.kind == "boss" and who.phases)):
            continue  # DOA-362
        if who.name in combat.order and who.name not in combat.gone:
            return False
    return True


def end_combat(game: Game[Table]) -> None:
    """Turn order ends; Target Cards are kept, what lasts for the fight is over. DOA-183, DOA-184.

    Intensify and Help wait no longer (DOA-391).
    """
    state, combat = game.state, game.state.combat
    assert combat is not None
    for who in state.characters.values():
        lasting.lose(game, who, "Hidden")
    state.combat = None
    lasting.end_where(game, lambda effect: effect.until == "combat")
    party, foes = (_how_they_stand(state, combat, side) for side in ("party", "foes"))
    tell_the_end(game, "DOA-183", party, foes)


def _how_they_stand(state: Table, combat: Combat, side: str) -> dict[str, How]:
    """Everybody of a side who took part, and how each comes out of it. DOA-183."""
    taken_part = (state.characters[name] for name in combat.order if name in state.characters)
    found: dict[str, How] = {}
    for who in sorted(taken_part, key=lambda who: who.name):
        if who.side == side:
            away: How = "left" if who.name in combat.gone else "up"
            found[who.name] = "fallen" if health.is_down(who) else away
    return found


def next_turn(game: Game[Table]) -> None:
    """Begin the next turn; those who cannot act are passed, the Knocked Out draw. DOA-132."""
    while True:
        combat = game.state.combat
        if combat is None or combat.turns:
            return
        if side_is_down(game.state, "foes"):
            end_combat(game)
            return
        if not combat.queue:
            if not _new_round(game, combat):
                return
            continue
        combat.after = ""
        who = game.state.characters.get(combat.queue[0])
        if who is None or who.dead or who.name in combat.gone:
            combat.queue.pop(0)
        elif health.is_down(who) or (who.name in combat.held and combat.held[who.name].lost):
            _lie_there(game, combat, who)
            combat.queue.pop(0)
        elif begin_turn(game, combat, who):
            return


def _new_round(game: Game[Table], combat: Combat) -> bool:
    """A new round in the original order; delayed turns are lost. DOA-132, DOA-136, DOA-137.

    False when nobody is left who could act: the Game Master decides what follows (DOA-185).
    """
    state = game.state
    for name in list(combat.delayed):
        game.tell("{name} waited too long and loses the delayed turn.", "DOA-136", name=name)
        if name in combat.held and name in state.characters:
            _end(game, combat, combat.held.pop(name))
    combat.delayed.clear()
    combat.skipped.clear()
    combat.held.clear()
    combat.surprised.clear()
    combat.round += 1
    combat.queue = [
        name
        for name in combat.order
        if name in state.characters and not state.characters[name].dead and name not in combat.gone
    ]
    here = {*combat.queue}
    lasting.run_out_without(
        game, (who.name for who in state.characters.values() if {who.name, who.companion_of} & here)
    )
    game.tell("Round {round}.", "DOA-132", round=combat.round)
    bosses.house_actions(game)
    left = [state.characters[name] for name in combat.queue]
    return any(not health.is_down(who) or (who.kind == "pc" and not who.stable) for who in left)


def begin_turn(game: Game[Table], combat: Combat, who: Character) -> bool:
    """Start a turn: what ends now, condition Checks, snares; true if there is a turn to take.

    DOA-133, DOA-140, DOA-141.
    """
    if who.name in combat.held:
        combat.turns = [combat.held.pop(who.name)]
        game.tell("{who} takes their turn now.", "DOA-135", who=who.name)
        return True
    combat.clock += 1
    if combat.readied.pop(who.name, None) is not None:
        game.tell("{who}’s readied action is lost.", "DOA-141", who=who.name)
    turn = Turn(who.name)
    combat.turns = [turn]
    _start(game, who, turn)
    _start_beside(game, combat, who)
    if health.is_down(who):
        _end(game, combat, turn)
        combat.turns = []
        combat.queue.pop(0)
        return False
    if who.effects:
        _lent_vigor(who, turn)
    if turn.directed:
        turn.minor = 0
        if conditions.obeys(game.state, lasting.cause_of(who, "Enthralled")):
            turn.speed = OBEYING
        told = "{by} decides what {who} does."
        game.tell(told, "DOA-213", by=lasting.cause_of(who, "Enthralled"), who=who.name)
    game.tell("It’s {who}’s turn.", "DOA-133", who=who.name)
    return True


def _beside(state: Table, dealer: Character) -> list[Character]:
    """The Companions whose turn is their Dealer's. DOA-58, DOA-62."""
    return [
        other
        for other in state.characters.values()
        if other.target_with and other.companion_of == dealer.name and not other.dead
    ]


def _start(game: Game[Table], who: Character, turn: Turn) -> None:
    """What ends now, condition Checks, snares. DOA-140."""
    conditions.begin_turn_of(game, who.name)
    if who.conditions:
        conditions.start_of_turn(game, who, turn)
    if game.state.zones and not health.is_down(who):
        _snared(game, who)


def _end(game: Game[Table], combat: Combat, turn: Turn) -> None:
    """A turn has ended, taken or lost, and with it that of the Companions. DOA-58, DOA-140."""
    who = game.state.characters[turn.who]
    conditions.end_of_turn(game, who, turn)
    _end_beside(game, combat, who)


def _start_beside(game: Game[Table], combat: Combat, dealer: Character) -> None:
    for companion in _beside(game.state, dealer):
        combat.beside[companion.name] = Turn(companion.name, kind="command")
        _start(game, companion, combat.beside[companion.name])


def _end_beside(game: Game[Table], combat: Combat, dealer: Character) -> None:
    for companion in _beside(game.state, dealer) if combat.beside else ():
        theirs = combat.beside.pop(companion.name, None)
        if theirs is not None:
            conditions.end_of_turn(game, companion, theirs)


def _lent_vigor(who: Character, turn: Turn) -> None:
    for effect in who.effects:
        due = effect.until != "end" or effect.rounds <= 1
        if effect.name == "Lend Vigor" and due:
            turn.major += 1
        elif effect.name == "Slow" and due:
            turn.limit = turn.limit or "one"


def _snared(game: Game[Table], who: Character) -> None:
    """Snaring ground and acid clouds ask a Check of who starts a turn in them. DOA-364."""
    place = hands.place_of(who)
    for zone in list(game.state.zones):
        if zone.by == who.name or place not in hands.zone_spaces(game.state, zone):
            continue
        if zone.name == "Manifest Terrain":
            if not checks.save(game, who, *later_save(zone.name), because=zone.name).success:
                conditions.gain(game, who, "Entangled", zone.by)
        elif zone.name == bosses.ACID_CLOUD:
            saved = checks.save(game, who, "AGL", 3, because=zone.name).success
            conditions.harm(game, who, 1 if saved else 2, zone.by)


def _lie_there(game: Game[Table], combat: Combat, who: Character) -> None:
    """A Knocked Out Dealer's turn is one Target Card of its event. DOA-249 to DOA-251, DOA-389.

    Who was Knocked Out in a delayed turn has lost it, and acts again from the next (DOA-257).
    """
    if (begun := combat.held.pop(who.name, None)) is not None:
        _end(game, combat, begun)
        return
    conditions.begin_turn_of(game, who.name)
    _start_beside(game, combat, who)
    who.dying = who.is_dealer and not who.stable
    lie_on(game, who)
    _end_beside(game, combat, who)


def lie_on(game: Game[Table], who: Character) -> None:
    """Six seconds of one who is Knocked Out; who wakes acts from the next turn. DOA-257."""
    if "Knocked Out" in who.conditions:
        who.ko_turns += 1
        if not who.stable and _draws_for_life(game, who):
            epic.ko_race(game, who)
    lasting.run_out(game, "end", who.name)


def _draws_for_life(game: Game[Table], who: Character) -> bool:
    """Players' characters make KO draws; Dealers who are their allies if the GM wants. DOA-389."""
    ally = who.kind in ("dealer", "boss") and who.side == "party"
    prompt = f"{capital(name_of(game, who.name))} is Knocked Out. Do they draw for their life?"
    return who.kind == "pc" or (ally and game.may(game.state.gm, "ko-draws", prompt, "DOA-389"))


def end_turn(game: Game[Table]) -> None:
    """End the turn under way, or the one inside it, and begin the next. DOA-140, DOA-150."""
    combat = game.state.combat
    assert combat is not None
    turn = combat.turns.pop()
    if turn.kind == "command":
        combat.beside[turn.who] = turn
    if turn.kind != "turn":
        if not combat.turns and not bosses.adversary_actions(game):
            next_turn(game)
        return
    who = game.state.characters.get(turn.who)
    if who is not None:
        combat.turns.append(turn)
        _end(game, combat, turn)
        combat.turns.pop()
        combat.used.append(f"{combat.clock} turn {who.name}")
        combat.after, combat.asked = who.name, []
    if combat.queue and combat.queue[0] == turn.who:
        combat.queue.pop(0)
    if not bosses.adversary_actions(game):
        next_turn(game)


def settle(game: Game[Table]) -> None:
    """After an action: who has fallen keeps nothing up; the fight may be over. DOA-183, DOA-209."""
    fallen = health.fallen(game.state)
    keeping = _who_keep_something(game.state) if fallen else ()
    for who in fallen:
        if who.name in keeping or who.phases or who.summoned:
            _drop_all(game, who)
    combat = game.state.combat
    if combat is None:
        return
    if side_is_down(game.state, "foes"):
        end_combat(game)
        return
    while combat.turns:
        actor = game.state.characters.get(combat.turns[-1].who)
        if actor is not None and not health.is_down(actor) and actor.name not in combat.gone:
            return
        end_turn(game)
        if game.state.combat is not combat:
            return


def _who_keep_something(state: Table) -> set[str]:
    """Those by whom something lies on someone, stands, or waits."""
    names = {effect.by for who in state.characters.values() for effect in who.effects}
    if state.walls:
        names.update(wall.by for wall in state.walls)
    if state.combat is not None:
        names.update(state.combat.readied, state.combat.held)
    return names


def _drop_all(game: Game[Table], who: Character) -> None:
    """One who is down lets go of whom it held, of what it sustained and had ready. DOA-209.

    A Boss with a phase left goes on instead, whatever brought it down (DOA-362).
    """
    if who.kind == "boss" and who.phases and not who.dead:
        health.next_phase(game, who)
        return
    if who.summoned and who.dead:
        creatures.remove(game, who)  # it vanishes (DOA-381)
        return
    lasting.end_sustained(game, who)
    lasting.let_go(game, who)
    combat = game.state.combat
    if combat is None:
        return
    if combat.readied.pop(who.name, None) is not None:
        game.tell("{who}’s readied action is lost.", "DOA-141", who=who.name)
    if who.name in combat.held:
        combat.held[who.name].lost = True


# Actions


class EndTurn(OnATurn, frozen=True):
    """End your turn. DOA-140, DOA-145, DOA-354."""

    says = Says("End your turn", FIGHT)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        who, turn = turns.acting(state, seat)
        yield Way() if turn.kind == "turn" else Way(label=f"{who.name} is done")

    @classmethod
    def why_unable(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        return movement.why_not_end(state, who, turn)

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        end_turn(game)


class Delay(OnATurn, frozen=True):
    """Your turn waits for later in this round; one that has begun cannot be delayed. DOA-135."""

    says = Says("Delay your turn", FIGHT)

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        inside = turn.kind != "turn"
        return Refused("DOA-135", "You can’t delay this turn.") if inside else None

    @classmethod
    def why_unable(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        if not _acts_later(state, turn):
            return Refused("DOA-135", "No one acts after you this round, so you can’t delay.")
        if turn.acted or turn.spent or turn.used_power:
            return Refused("DOA-135", "You’ve begun your turn, so you can’t delay it.")
        return None

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        combat = _hold(game)
        combat.delayed.append(who.name)
        game.tell("{who} delays their turn.", "DOA-135", who=who.name)
        next_turn(game)


def _acts_later(state: Table, turn: Turn) -> bool:
    """Whether somebody else is still to act this round."""
    waiting = state.combat.queue if state.combat is not None else []
    others = (state.characters.get(name) for name in waiting if name != turn.who)
    return any(who is not None and turns.is_up(state, who) for who in others)


def _hold(game: Game[Table]) -> Combat:
    """The turn under way is kept for later."""
    combat = game.state.combat
    assert combat is not None
    turn = combat.turns.pop()
    combat.held[turn.who] = turn
    combat.queue.remove(turn.who)
    return combat


class ComeIn(Deed, frozen=True):
    """Take your delayed turn right after the one under way, and after who came in before. DOA-135.

    An Adversary Action is under way when the turn that it follows is over already.
    """

    says = Says("Come in", FIGHT)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(_delayed(state, seat))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        """A delayed turn is lost to one who was Knocked Out meanwhile. DOA-257."""
        delayed = _delayed(state, seat)
        if not delayed:
            return Refused("DOA-135", "You haven’t delayed a turn this round.")
        if state.combat is not None and state.combat.held[delayed[0]].lost:
            text = f"{delayed[0]} was Knocked Out and can act again next turn."
            return Refused("DOA-257", text)
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label=f"{_delayed(state, seat)[0]} comes in")

    def do(self, game: Game[Table], seat: str) -> None:
        combat = game.state.combat
        assert combat is not None
        name = _delayed(game.state, seat)[0]
        combat.delayed.remove(name)
        spot = int(bool(combat.turns) and combat.queue[:1] == [combat.turns[0].who])
        while spot < len(combat.queue) and _comes_in(combat, combat.queue[spot]):
            spot += 1
        combat.queue.insert(spot, name)
        game.tell("{name} comes in next.", "DOA-135", name=name)


def _delayed(state: Table, seat: str) -> list[str]:
    """Those of a seat who have delayed their turns, who can still take them first."""
    combat = state.combat
    if combat is None:
        return []
    mine = [name for name in combat.delayed if state.characters[name].owner == seat]
    return sorted(mine, key=lambda name: combat.held[name].lost)


def _comes_in(combat: Combat, name: str) -> bool:
    """Whether someone has delayed and then come in, and waits for the turn under way to end."""
    return name in combat.held and name not in combat.delayed and name not in combat.skipped


class SkipTurn(OfTheGmInAFight, frozen=True):
    """Skip who is not ready; the turn comes at the end of the round. DOA-138, DOA-139."""

    says = Says("Skip the turn for now", FIGHT)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return _own_turn(state) is not None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        turn = _own_turn(state)
        if turn is None or state.combat is None:
            return Refused("DOA-138", "There’s no turn to skip.")
        if turn.who in state.combat.skipped:
            text = f"{turn.who} was already skipped this round. End the turn instead."
            return Refused("DOA-139", text)
        if turn.acted or turn.spent:
            return Refused("DOA-138", f"{turn.who} has begun to act. End the turn instead.")
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        turn = _own_turn(state)
        yield Way(label=f"Skip {turn.who} for now" if turn is not None else "")

    def do(self, game: Game[Table], seat: str) -> None:
        turn = _own_turn(game.state)
        assert turn is not None
        combat = _hold(game)
        combat.skipped.append(turn.who)
        combat.queue.append(turn.who)
        told = "{who} is skipped and can act at the end of the round."
        game.tell(told, "DOA-138", "DOA-139", who=turn.who)
        next_turn(game)


def _own_turn(state: Table) -> Turn | None:
    """The turn under way, unless it is one inside another's."""
    turn = state.combat.turn if state.combat is not None else None
    return turn if turn is not None and turn.kind == "turn" else None
