"""A fight from its first Target Card to its end: rounds, turns, delays."""

from __future__ import annotations

from functools import cache
from typing import Literal

from fatedeck.engine.cards import shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.data import powers
from fatedeck.games.deck_of_adventures.rules.checks import draw_target, release_target, save
from fatedeck.games.deck_of_adventures.rules.conditions import (
    begin_turn_of,
    end_of_turn,
    gain,
    harm,
    hide_from_all,
    obeys,
    shake_off,
    start_of_turn,
)
from fatedeck.games.deck_of_adventures.rules.creatures import (
    fresh_readiness,
    remove,
    sort_order,
    takes_turns,
    target_hand,
)
from fatedeck.games.deck_of_adventures.rules.epic import ko_race
from fatedeck.games.deck_of_adventures.rules.hands import place_of, zone_spaces
from fatedeck.games.deck_of_adventures.rules.health import is_down, next_phase
from fatedeck.games.deck_of_adventures.rules.lasting import (
    cause_of,
    end_sustained,
    end_where,
    let_go,
    lose,
    run_out,
    run_out_without,
)
from fatedeck.games.deck_of_adventures.rules.mechanics import (
    ENCOUNTER,
    listed,
    wants_targets,
    works,
)
from fatedeck.games.deck_of_adventures.rules.movement import line_up
from fatedeck.games.deck_of_adventures.rules.powers import candidates, use_power
from fatedeck.games.deck_of_adventures.rules.turns import in_play
from fatedeck.games.deck_of_adventures.state import NPC, Character, Combat, Table, Turn

ACID_CLOUD = "Acid cloud"
OBEYING = 4
"""How far one may be directed to move by Obey Me."""


def why_not_start(state: Table) -> Refused | None:
    """Why a fight cannot begin now, or None. DOA-120."""
    if state.combat is not None:
        return Refused("DOA-120", "A fight is under way already.")
    if state.rest is not None and state.rest.resting:
        return Refused("DOA-265", "A Quick Rest is under way: let it end first.")
    everyone = state.characters.values()
    if not any(who.side == "party" and takes_turns(state, who) for who in everyone):
        return Refused("DOA-120", "Nobody of the party is ready to fight.")
    if not any(who.side == "foes" and not is_down(who) for who in everyone):
        return Refused("DOA-120", "There is nobody to fight: place a creature first.")
    return None


def start_combat(
    game: Game[Table],
    surprised: Literal["nobody", "party", "foes"] = "nobody",
    *,
    groups: bool = False,
    home: bool = False,
) -> None:
    """Everyone draws a Target Card and lays it open; turns go by its rank. DOA-121 to DOA-131.

    The Minion deck is shuffled first (DOA-356). A group of Minions may share one card (DOA-123).
    The surprising side plays one full round before the surprised can act (DOA-131).
    """
    state = game.state
    if (refused := why_not_start(state)) is not None:
        raise refused
    game.tell("A fight begins.", "DOA-120")
    fighters = [who for who in state.characters.values() if takes_turns(state, who)]
    line_up(game, fighters)
    for who in fighters:
        if who.deck == NPC:
            who.target_with = ""
            release_target(state, who)
    minions = state.decks[NPC]
    shuffle(minions.deck, minions.discard)
    leaders: dict[tuple[str, str], str] = {}
    for who in fighters:
        kin = (who.creature, who.side)
        if groups and who.kind == "npc" and kin in leaders:
            who.target_with = leaders[kin]
            continue
        draw_target(game, who, target_hand(who))
        fresh_readiness(who)
        if who.kind == "npc":
            leaders.setdefault(kin, who.name)
    combat = Combat()
    state.combat = combat
    combat.order = sort_order(game, [who.name for who in fighters])
    for who in fighters:
        if "Hidden" in who.conditions:
            hide_from_all(state, who)
    combat.surprised = [who.name for who in fighters if who.side == surprised]
    combat.home = [who.name for who in fighters if who.kind == "boss" and home]
    combat.queue = [name for name in combat.order if name not in combat.surprised]
    if game.lines is not None:
        game.tell(f"Order: {', '.join(combat.order)}.", "DOA-124")
    house_actions(game)
    next_turn(game)


def side_is_down(state: Table, side: str) -> bool:
    """Whether nobody of a side is left in the fight. DOA-183, DOA-389."""
    combat = state.combat
    if combat is None:
        return False
    characters, gone = state.characters, combat.gone
    for name in combat.order:
        who = characters.get(name)
        if who is None or who.side != side or name in gone:
            continue
        if not is_down(who) or (who.kind == "boss" and who.phases):  # DOA-362
            return False
    return True


def end_combat(game: Game[Table]) -> None:
    """Turn order ends; Target Cards are kept, what lasts for the fight is over. DOA-183, DOA-184.

    Intensify and Help wait no longer (DOA-391).
    """
    state = game.state
    for who in state.characters.values():
        lose(game, who, "Hidden")
    state.combat = None
    end_where(game, lambda effect: effect.until == "combat")
    game.tell("The fight is over.", "DOA-183")


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
        elif is_down(who) or (who.name in combat.held and combat.held[who.name].lost):
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
        game.tell(f"{name} did not come in: the delayed turn is lost.", "DOA-136")
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
    run_out_without(
        game, (who.name for who in state.characters.values() if {who.name, who.companion_of} & here)
    )
    if game.lines is not None:
        game.tell(f"Round {combat.round}.", "DOA-132")
    house_actions(game)
    left = [state.characters[name] for name in combat.queue]
    return any(not is_down(who) or (who.kind == "pc" and not who.stable) for who in left)


def begin_turn(game: Game[Table], combat: Combat, who: Character) -> bool:
    """Start a turn: what ends now, condition Checks, snares; true if there is a turn to take.

    DOA-133, DOA-140, DOA-141.
    """
    if who.name in combat.held:
        combat.turns = [combat.held.pop(who.name)]
        if game.lines is not None:
            game.tell(f"{who.name} takes the turn now.", "DOA-135")
        return True
    combat.clock += 1
    if combat.readied.pop(who.name, None) is not None:
        game.tell(f"{who.name}'s readied action is lost.", "DOA-141")
    turn = Turn(who.name)
    combat.turns = [turn]
    _start(game, who, turn)
    _start_beside(game, combat, who)
    if is_down(who):
        _end(game, combat, turn)
        combat.turns = []
        combat.queue.pop(0)
        return False
    if who.effects:
        _lent_vigor(who, turn)
    if turn.directed:
        turn.minor = 0
        if obeys(game.state, cause_of(who, "Enthralled")):
            turn.speed = OBEYING
        game.tell(f"{cause_of(who, 'Enthralled')} directs {who.name}.", "DOA-213")
    if game.lines is not None:
        game.tell(f"{who.name}'s turn.", "DOA-133")
    return True


def _beside(state: Table, dealer: Character) -> list[Character]:
    """The Companions whose turn is their Dealer's. DOA-58, DOA-62."""
    return [
        other
        for other in state.characters.values()
        if other.companion_of == dealer.name and other.target_with and not other.dead
    ]


def _start(game: Game[Table], who: Character, turn: Turn) -> None:
    """What ends now, condition Checks, snares. DOA-140."""
    begin_turn_of(game, who.name)
    if who.conditions:
        start_of_turn(game, who, turn)
    if game.state.zones and not is_down(who):
        _snared(game, who)


def _end(game: Game[Table], combat: Combat, turn: Turn) -> None:
    """A turn has ended, taken or lost, and with it that of the Companions. DOA-58, DOA-140."""
    who = game.state.characters[turn.who]
    end_of_turn(game, who, turn)
    _end_beside(game, combat, who)


def _start_beside(game: Game[Table], combat: Combat, dealer: Character) -> None:
    for companion in _beside(game.state, dealer):
        combat.beside[companion.name] = Turn(companion.name, kind="command")
        _start(game, companion, combat.beside[companion.name])


def _end_beside(game: Game[Table], combat: Combat, dealer: Character) -> None:
    for companion in _beside(game.state, dealer):
        theirs = combat.beside.pop(companion.name, None)
        if theirs is not None:
            end_of_turn(game, companion, theirs)


def _lent_vigor(who: Character, turn: Turn) -> None:
    for effect in who.effects:
        due = effect.until != "end" or effect.rounds <= 1
        if effect.name == "Lend Vigor" and due:
            turn.major += 1
        elif effect.name == "Slow" and due:
            turn.limit = turn.limit or "one"


def _snared(game: Game[Table], who: Character) -> None:
    """Snaring ground and acid clouds ask a Check of who starts a turn in them. DOA-364."""
    place = place_of(who)
    for zone in list(game.state.zones):
        if zone.by == who.name or place not in zone_spaces(game.state, zone):
            continue
        if zone.name == "Manifest Terrain":
            if not save(game, who, "AGL", 2).success:
                gain(game, who, "Entangled", zone.by)
        elif zone.name == ACID_CLOUD:
            saved = save(game, who, "AGL", 3).success
            harm(game, who, 1 if saved else 2, zone.by)


def _lie_there(game: Game[Table], combat: Combat, who: Character) -> None:
    """A Knocked Out Dealer's turn is one Target Card of its event. DOA-249 to DOA-251, DOA-389.

    Who was Knocked Out in a delayed turn has lost it, and acts again from the next (DOA-257).
    """
    if (begun := combat.held.pop(who.name, None)) is not None:
        _end(game, combat, begun)
        return
    begin_turn_of(game, who.name)
    _start_beside(game, combat, who)
    who.dying = who.is_dealer and not who.stable
    _lie_on(game, who)
    _end_beside(game, combat, who)


def _lie_on(game: Game[Table], who: Character) -> None:
    """Six seconds of one who is Knocked Out; who wakes acts from the next turn. DOA-257."""
    if "Knocked Out" in who.conditions:
        who.ko_turns += 1
        if not who.stable and _draws_for_life(game, who):
            ko_race(game, who)
    run_out(game, "end", who.name)


def _draws_for_life(game: Game[Table], who: Character) -> bool:
    """Players' characters make KO draws; Dealers who are their allies if the GM wants. DOA-389."""
    ally = who.kind in ("dealer", "boss") and who.side == "party"
    return who.kind == "pc" or (
        ally and game.may(game.state.gm, f"KO draws for {who.name}?", "DOA-389")
    )


def end_turn(game: Game[Table]) -> None:
    """End the turn under way, or the one inside it, and begin the next. DOA-140, DOA-150."""
    combat = game.state.combat
    assert combat is not None
    turn = combat.turns.pop()
    if turn.kind == "command":
        combat.beside[turn.who] = turn
    if turn.kind != "turn":
        if not combat.turns and not adversary_actions(game):
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
    if not adversary_actions(game):
        next_turn(game)


def settle(game: Game[Table]) -> None:
    """After an action: who has fallen keeps nothing up; the fight may be over. DOA-183, DOA-209."""
    for fallen in list(game.state.characters.values()):
        if is_down(fallen):
            _drop_all(game, fallen)
    combat = game.state.combat
    if combat is None:
        return
    if side_is_down(game.state, "foes"):
        end_combat(game)
        return
    while combat.turns:
        who = game.state.characters.get(combat.turns[-1].who)
        if who is not None and not is_down(who) and who.name not in combat.gone:
            return
        end_turn(game)
        if game.state.combat is not combat:
            return


def _drop_all(game: Game[Table], who: Character) -> None:
    """One who is down lets go of whom it held, of what it sustained and had ready. DOA-209.

    A Boss with a phase left goes on instead, whatever brought it down (DOA-362).
    """
    if who.kind == "boss" and who.phases and not who.dead:
        next_phase(game, who)
        return
    if who.summoned and who.dead:
        remove(game, who)  # it vanishes (DOA-381)
        return
    end_sustained(game, who)
    let_go(game, who)
    combat = game.state.combat
    if combat is None:
        return
    if combat.readied.pop(who.name, None) is not None:
        game.tell(f"{who.name}'s readied action is lost.", "DOA-141")
    if who.name in combat.held:
        combat.held[who.name].lost = True


def adversary_actions(game: Game[Table]) -> bool:
    """After another's turn a Boss may act, each Adversary Action once a round. DOA-360, DOA-363.

    Every Boss is asked, one after the other. True when an extra turn has begun.
    """
    combat = game.state.combat
    after = game.state.characters.get(combat.after) if combat is not None else None
    if combat is None or after is None:
        return False
    adversary = adversary_powers()
    for boss in list(game.state.characters.values()):
        if boss.kind not in ("dealer", "boss") or boss is after or is_down(boss):
            continue
        if boss.name in combat.asked:
            continue
        if adversary.isdisjoint(boss.powers) or not in_play(game.state, boss):
            continue
        ready = [
            power
            for power in boss.powers
            if _is_ready(game.state, combat, boss, power, after, "adversary")
        ]
        if not ready:
            continue
        combat.asked.append(boss.name)
        prompt = f"{boss.name}, after {after.name}'s turn: an Adversary Action?"
        power = game.choose(game.state.gm, prompt, (*ready, "none"), "DOA-360")
        if power != "none":
            combat.used.append(f"{combat.round} {boss.name}: {power}")
            _act_out_of_turn(game, boss, power)
            if combat.turns:
                return True
    return False


@cache
def adversary_powers() -> frozenset[str]:
    """The names of all powers that are Adversary Actions. DOA-360."""
    listed_ones = [*powers("current").values(), *ENCOUNTER.values()]
    return frozenset(power.id for power in listed_ones if power.type == "adversary")


def house_actions(game: Game[Table]) -> None:
    """In its home a Boss uses one at the beginning of every round, once it has begun. DOA-361."""
    combat = game.state.combat
    if combat is None:
        return
    for name in combat.home:
        boss = game.state.characters.get(name)
        if boss is None or is_down(boss) or name in combat.gone:
            continue
        ready = [
            power
            for power in boss.powers
            if _is_ready(game.state, combat, boss, power, boss, "house")
        ]
        started = f"{name} keeps house" in combat.used
        if not ready:
            continue
        options = ready if started else [*ready, "none"]
        power = game.choose(game.state.gm, f"{name}: which House Action?", options, "DOA-361")
        if power != "none":
            combat.used.append(f"{name} keeps house")
            _act_out_of_turn(game, boss, power)


def _is_ready(
    state: Table, combat: Combat, boss: Character, power: str, after: Character, kind: str
) -> bool:
    if listed(boss, power).type != kind:
        return False
    if f"{combat.round} {boss.name}: {power}" in combat.used:
        return False
    if power == "Adversary Major Action" and not after.is_dealer:
        return False
    if power == "Break Stun" and "Stunned" not in boss.conditions:
        return False
    if min(listed(boss, power).pp, default=0) > boss.pp:
        return False
    how = works(boss, power)
    if how.rule == "phase_shift" and place_of(boss) is None:
        return False
    return not wants_targets(how) or bool(candidates(state, boss, power))


def _act_out_of_turn(game: Game[Table], boss: Character, power: str) -> None:
    how = works(boss, power)
    names: list[str] = []
    if wants_targets(how):
        options = [other.name for other in candidates(game.state, boss, power)]
        names = [game.choose(game.state.gm, f"{power}: on whom?", options, "DOA-360")]
    cost = min(listed(boss, power).pp, default=0)
    boss.pp -= cost
    use_power(game, boss, None, power, names, cost, paid=True)


def delay(game: Game[Table]) -> None:
    """The turn waits for later in this round. DOA-135."""
    combat = game.state.combat
    assert combat is not None
    turn = combat.turns.pop()
    combat.held[turn.who] = turn
    combat.delayed.append(turn.who)
    combat.queue.remove(turn.who)
    game.tell(f"{turn.who} delays.", "DOA-135")
    next_turn(game)


def why_not_come_in(state: Table, name: str) -> Refused | None:
    """A delayed turn is lost to one who was Knocked Out meanwhile. DOA-257."""
    begun = state.combat.held.get(name) if state.combat is not None else None
    if begun is not None and begun.lost:
        return Refused("DOA-257", f"{name} was Knocked Out and acts again from the next turn.")
    return None


def come_in(game: Game[Table], name: str) -> None:
    """A delayed turn is taken right after the one under way, and after who came in before. DOA-135.

    An Adversary Action is under way when the turn that it follows is over already.
    """
    combat = game.state.combat
    assert combat is not None
    if (refused := why_not_come_in(game.state, name)) is not None:
        raise refused
    combat.delayed.remove(name)
    spot = int(bool(combat.turns) and combat.queue[:1] == [combat.turns[0].who])
    while spot < len(combat.queue) and _comes_in(combat, combat.queue[spot]):
        spot += 1
    combat.queue.insert(spot, name)
    game.tell(f"{name} comes in next.", "DOA-135")


def _comes_in(combat: Combat, name: str) -> bool:
    """Whether someone has delayed and then come in, and waits for the turn under way to end."""
    return name in combat.held and name not in combat.delayed and name not in combat.skipped


def skip(game: Game[Table]) -> None:
    """The Game Master skips who is not ready; the turn comes at the end of the round. DOA-139."""
    combat = game.state.combat
    assert combat is not None
    turn = combat.turns.pop()
    combat.held[turn.who] = turn
    combat.skipped.append(turn.who)
    combat.queue.remove(turn.who)
    combat.queue.append(turn.who)
    game.tell(f"{turn.who} is skipped and may act at the end of the round.", "DOA-138", "DOA-139")
    next_turn(game)


def pass_time(game: Game[Table], rounds: int) -> None:
    """Outside a fight conditions and a KO event go on, one Check per 6 seconds. DOA-186.

    What is measured in turns counts these rounds, also for those who are no longer there.
    """
    state = game.state
    for _ in range(rounds):
        for who in list(state.characters.values()):
            if who.dead or who.making:
                continue
            turn = Turn(who.name)
            begin_turn_of(game, who.name)
            if not is_down(who):
                start_of_turn(game, who, turn)
                _shake_off_the_rest(game, who, turn)
                end_of_turn(game, who, turn)
            elif who.dying or who.ko_won or who.ko_lost or who.ko_hits or who.ko_turns:
                _lie_on(game, who)
            else:
                run_out(game, "end", who.name)
        here = [who.name for who in state.characters.values() if not who.dead and not who.making]
        run_out_without(game, here)


def _shake_off_the_rest(game: Game[Table], who: Character, turn: Turn) -> None:
    """Outside a fight flames and bonds are tried once per 6 seconds, too. DOA-186."""
    if "Burned" in who.conditions and not is_down(who):
        turn.beat_flames = True
        if not shake_off(game, who, "Burned", "GUT"):
            harm(game, who, 1, bypass=True)
    if "Entangled" in who.conditions and not is_down(who):
        shake_off(game, who, "Entangled", "STR")
