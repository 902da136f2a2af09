"""What one can do with a turn besides Powers: holds, hiding, words, help, companions."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Action
from fatedeck.games.deck_of_adventures.rules import actions as act
from fatedeck.games.deck_of_adventures.rules.attacks import (
    Blow,
    attack,
    spaces_between,
    weapon_in_hand,
    weapon_stat,
    why_not_against,
    why_not_harm,
    why_not_target,
)
from fatedeck.games.deck_of_adventures.rules.checks import (
    check,
    contest,
    draw_world_target,
    release_world_target,
    target_of,
)
from fatedeck.games.deck_of_adventures.rules.combat import delay, end_turn
from fatedeck.games.deck_of_adventures.rules.conditions import (
    find_hidden,
    gain,
    harm,
    shake_off,
)
from fatedeck.games.deck_of_adventures.rules.discards import use_discard
from fatedeck.games.deck_of_adventures.rules.grid import Space, between, distance, read_space
from fatedeck.games.deck_of_adventures.rules.hands import place_of
from fatedeck.games.deck_of_adventures.rules.health import is_down, treated
from fatedeck.games.deck_of_adventures.rules.lasting import cause_of, drop_named, lose, take_down
from fatedeck.games.deck_of_adventures.rules.mechanics import listed, works
from fatedeck.games.deck_of_adventures.rules.movement import (
    can_move_on,
    drop_prone,
    move_to,
    reachable,
    speed_left,
    standing,
    why_not_move,
)
from fatedeck.games.deck_of_adventures.rules.powers import why_not_pay, why_not_use
from fatedeck.games.deck_of_adventures.rules.turns import (
    in_play,
    must_be_able,
    person,
    spend_action,
    the_fight,
    turn_of,
    why_not_act,
)
from fatedeck.games.deck_of_adventures.state import Character, Readied, Table, Turn

ROUSE_REACH = 6


def take(game: Game[Table], who: Character, turn: Turn, action: Action) -> None:
    """Do what somebody wants to do with a turn. DOA-133."""
    state = game.state
    match action:
        case act.Move():
            move_to(game, who, turn, action.to)
        case act.EndTurn():
            if (refused := why_not_end(state, who, turn)) is not None:
                raise refused
            end_turn(game)
        case act.DropProne():
            drop_prone(game, who, turn)
        case act.ImprovisedAttack():
            _improvise(game, who, turn, person(state, action.target))
        case act.StrikeWall():
            _strike_wall(game, who, turn, action.wall)
        case act.Rush():
            if (refused := why_not_rush(who, turn)) is not None:
                raise refused
            spend_action(turn, "major")
            turn.rushed = True
            game.tell(f"{who.name} rushes: speed counts double.", "DOA-162")
        case act.Grapple():
            _grapple(game, who, turn, person(state, action.target))
        case act.Hide():
            _hide(game, who, turn, action.observers)
        case act.Inspect():
            _inspect(game, who, turn, action)
        case act.Convince():
            _convince(game, who, turn, person(state, action.target))
        case act.Recall():
            _recall(game, who, turn, action.about)
        case act.UseDiscard():
            use_discard(game, who, turn, action)
        case act.StandUp():
            if "Knocked Down" not in who.conditions:
                raise Refused("DOA-161", "You are on your feet.")
            spend_action(turn, "minor")
            lose(game, who, "Knocked Down")
        case act.StopBurning():
            if "Burned" not in who.conditions:
                raise Refused("DOA-202", "You are not burning.")
            spend_action(turn, "minor")
            turn.beat_flames = True
            if not shake_off(game, who, "Burned", "GUT"):
                harm(game, who, 1, bypass=True)
        case act.BreakFree():
            _break_free(game, who, turn)
        case act.PickUp():
            if all(effect.name != "Disarmed" for effect in who.effects):
                raise Refused("DOA-156", "Your weapon is in your hand.")
            spend_action(turn, "major")
            drop_named(who, "Disarmed")
            game.tell(f"{who.name} picks up the weapon.", "DOA-156")
        case act.Interact():
            spend_action(turn, "minor")
            game.tell(f"{who.name}: {action.what}", "DOA-156")
        case act.OtherAction():
            _other(game, who, turn, action)
        case act.CommandCompanion():
            _command(game, who, turn, person(state, action.companion))
        case act.Ready():
            _ready(game, who, turn, action)
        case act.Delay():
            if (refused := why_not_delay(state, turn)) is not None:
                raise refused
            delay(game)


# Moving and ending the turn


def why_not_rush(who: Character, turn: Turn) -> Refused | None:
    if turn.rushed:
        return Refused("DOA-162", "You are rushing already.")
    if "Grappled" in who.conditions:
        return Refused("DOA-216", "Grappled: you have no speed, not even extra speed.")
    if "Entangled" in who.conditions:
        return Refused("DOA-195", "Entangled: you cannot move until you break free.")
    return why_not_act(turn, "major")


def why_not_delay(state: Table, turn: Turn) -> Refused | None:
    """A turn that has begun cannot be delayed, nor the last one of a round. DOA-135."""
    if not _acts_later(state, turn):
        return Refused("DOA-135", "Nobody acts after you this round: take your turn.")
    if turn.kind != "turn" or turn.acted or turn.spent or turn.used_power:
        return Refused("DOA-135", "You have begun your turn; it cannot be delayed any more.")
    return None


def _acts_later(state: Table, turn: Turn) -> bool:
    """Whether somebody else is still to act this round."""
    waiting = state.combat.queue if state.combat is not None else []
    others = (state.characters.get(name) for name in waiting if name != turn.who)
    return any(who is not None and not is_down(who) and in_play(state, who) for who in others)


def why_not_end(state: Table, who: Character, turn: Turn) -> Refused | None:
    """A turn may not end on a friend's space (DOA-145); a Cowardly Ally hides first (DOA-354).

    Who cannot move on may stay.
    """
    place = place_of(who)
    if place is None:
        return None
    gone = state.combat.gone if state.combat is not None else ()
    for other in state.characters.values():
        if other.x != who.x or other.y != who.y or other is who or other.name in gone:
            continue
        if other.hp and not other.dead and can_move_on(state, who, turn):
            return Refused("DOA-145", "You may not end your turn in another's space: move on.")
    if "Cowardly Ally" in who.vulnerabilities and cowering_spaces(state, who, turn):
        return Refused("DOA-354", "Cowardly Ally: end your turn where an ally shields you.")
    return None


def cowering_spaces(state: Table, who: Character, turn: Turn) -> list[Space]:
    """Where a Cowardly Ally must go after attacking: an ally between it and an enemy.

    None when it is shielded already, has not attacked, or can reach no such space.
    """
    here = place_of(who)
    if here is None or not turn.attacks or why_not_move(state, who, turn) is not None:
        return []
    if _is_shielded(state, who, here):
        return []
    ways = reachable(state, who, speed_left(state, turn))
    return sorted(space for space in ways if _is_shielded(state, who, space))


def _is_shielded(state: Table, who: Character, space: Space) -> bool:
    standing_ones = standing(state, who)
    friends = {place for place, other in standing_ones.items() if other.side == who.side}
    return any(
        friends.intersection(between(space, place))
        for place, other in standing_ones.items()
        if other.side != who.side
    )


# Force


def why_not_improvise(state: Table, who: Character) -> Refused | None:
    """Only without an attack Power. DOA-167."""
    if any(works(who, power).attack for power in who.powers):
        return Refused("DOA-167", "You have an attack Power: use that.")
    return None


def _improvise(game: Game[Table], who: Character, turn: Turn, target: Character) -> None:
    """An improvised attack, if the Game Master permits: 1 damage at 1 space, LH. DOA-167."""
    for refused in (
        why_not_improvise(game.state, who),
        why_not_act(turn, "major"),
        why_not_target(game.state, who, target, 1),
        why_not_harm(game.state, who, [target]),
    ):
        if refused is not None:
            raise refused
    if target.side == who.side:
        raise Refused("DOA-169", f"{target.name} is no enemy.")
    if not game.may(game.state.gm, f"May {who.name} make an improvised attack?", "DOA-167"):
        game.tell("The Game Master does not permit that.", "DOA-167")
        return
    spend_action(turn, "major")
    turn.attacks.append("weapon")
    attack(game, who, target, Blow("weapon", hand=-1))


def _strike_wall(game: Game[Table], who: Character, turn: Turn, name: str) -> None:
    """A conjured wall has AR 3, no AP and 6 HP; its Target Card comes from the World deck."""
    state = game.state
    wall = next((one for one in state.walls if name in one.spaces), None)
    if wall is None:
        raise Refused("DOA-181", f"There is no wall on {name}.")
    space, here = read_space(name), place_of(who)
    weapon = weapon_in_hand(who)
    mystic = "Attack, Mystic" in who.powers
    reach = 12 if mystic else weapon.range
    if space is None or here is None or distance(here, space) > reach:
        raise Refused("DOA-180", "The wall is out of reach.")
    spend_action(turn, "major")
    if not wall.target:
        wall.target = draw_world_target(game)
    stat = who.primary if mystic and who.primary else weapon_stat(who)
    if check(game, who, stat, wall.target, 3, kind="attack", tags=("power",)).success:
        wall.hp = max(0, wall.hp - (1 if mystic else weapon.damage))
        game.tell(f"The wall has {wall.hp} HP left.", "DOA-170")
    if not wall.hp:
        take_down(state, wall)
        game.tell("The wall falls.", "DOA-177")


def _grapple(game: Game[Table], who: Character, turn: Turn, target: Character) -> None:
    """Contested Brute vs Finesse or Brute; a target that fails is Entangled. DOA-163, DOA-216."""
    if target is who or is_down(target):
        raise Refused("DOA-163", f"{target.name} cannot be grappled.")
    for refused in (
        why_not_target(game.state, who, target, 1),
        why_not_against(game.state, who, [target]),
    ):
        if refused is not None:
            raise refused
    spend_action(turn, "major")
    result = contest(game, who, "Brute", [(target, ("Finesse", "Brute"))])
    if not result[target.name].success:
        held = "Grappled" if game.state.switches.grapple else "Entangled"
        gain(game, target, held, who.name, held=True)


def _break_free(game: Game[Table], who: Character, turn: Turn) -> None:
    """Entangled: DR 3 Strength; Grappled: a contest with the holder. DOA-195, DOA-216."""
    if "Grappled" in who.conditions:
        spend_action(turn, "major")
        holder = game.state.characters.get(cause_of(who, "Grappled"))
        if holder is None:
            lose(game, who, "Grappled")
            return
        stat = game.choose(who.owner, "Get loose with", ("Brute", "Finesse"), "DOA-216")
        if not contest(game, who, stat, [(holder, ("Brute",))])[holder.name].success:
            lose(game, who, "Grappled")
    elif "Entangled" in who.conditions:
        spend_action(turn, "major")
        shake_off(game, who, "Entangled", "STR")
    else:
        raise Refused("DOA-195", "Nothing holds you.")


# Wits


def hide_kind(who: Character) -> str:
    """Hiding is a Major Action; Stealthy Surprise makes it a Minor one. DOA-164."""
    return "minor" if "Stealthy Surprise" in who.powers else "major"


def _hide(game: Game[Table], who: Character, turn: Turn, observers: tuple[str, ...]) -> None:
    """Contested Stealth vs Detection of each observer; those who fail lose sight. DOA-164."""
    state = game.state
    watching = [person(state, name) for name in dict.fromkeys(observers)]
    for one in watching:
        if one.side == who.side or is_down(one) or not in_play(state, one):
            raise Refused("DOA-164", f"{one.name} is no enemy to hide from.")
    if not watching:
        raise Refused("DOA-164", "Name the enemies that you hide from.")
    spend_action(turn, hide_kind(who))
    result = contest(game, who, "Stealth", [(one, ("Detection",)) for one in watching])
    unseen = [name for name, outcome in result.items() if not outcome.success]
    combat = the_fight(state)
    if unseen:
        combat.unseen[who.name] = sorted({*combat.unseen.get(who.name, []), *unseen})
        gain(game, who, "Hidden")


def _difficulty(game: Game[Table], what: str) -> int:
    return game.number(game.state.gm, f"DR for {what}?", 0, 6, "DOA-69")


def _inspect(game: Game[Table], who: Character, turn: Turn, action: act.Inspect) -> None:
    """Detection or Investigation reveals one fact to that player. DOA-157."""
    state = game.state
    target = person(state, action.target) if action.target else None
    if (refused := why_not_act(turn, "minor")) is not None:
        raise refused
    if target is not None and (target is who or not in_play(state, target)):
        raise Refused("DOA-157", f"{target.name} is not there to be inspected.")
    about = target.name if target is not None else "the ground"
    difficulty = _difficulty(game, f"{who.name} to inspect {about}")
    spend_action(turn, "minor")
    card = target_of(game, target) if target is not None else draw_world_target(game)
    outcome = check(
        game,
        who,
        action.skill,
        card,
        difficulty,
        against=about,
        tags=("sight", "observe"),
    )
    if target is None:
        release_world_target(state, card)
    if not outcome.success:
        return
    if target is not None and action.skill == "Detection":
        find_hidden(game, who, target)  # DOA-165
    fact = _fact(game, who, target)
    if game.may(state.gm, "May everybody hear it?", "DOA-157", yes="All", no=who.owner):
        game.tell(f"{who.name} learns: {fact}", "DOA-157")
    else:
        mine = {who.owner: f"{who.name} learns: {fact}", state.gm: f"{who.name} learns: {fact}"}
        game.tell(f"{who.name} learns something.", "DOA-157", only=mine)


def _fact(game: Game[Table], who: Character, target: Character | None) -> str:
    kinds = ["something else"]
    if target is not None:
        kinds = ["HP", "AP", "PP", "a Vulnerability", *kinds]
    kind = game.choose(game.state.gm, f"What does {who.name} learn?", kinds, "DOA-157")
    if target is not None and kind == "HP":
        return f"{target.name} has {target.hp} HP."
    if target is not None and kind == "AP":
        return f"{target.name} has {target.ap + target.power_ap} AP."
    if target is not None and kind == "PP":
        return f"{target.name} has {target.pp} PP."
    if target is not None and kind == "a Vulnerability":
        new = [name for name in target.vulnerabilities if name not in target.known][:1]
        target.known += new
        return f"{target.name}: {', '.join(new) or 'no Vulnerability'}."
    return game.text(game.state.gm, "Tell the fact.", "DOA-157", secret=True)


def _convince(game: Game[Table], who: Character, turn: Turn, target: Character) -> None:
    """Bluffing against a GM-set DR; success makes the target change its course. DOA-158."""
    if (refused := why_not_act(turn, "minor")) is not None:
        raise refused
    if target is who or is_down(target) or not in_play(game.state, target):
        raise Refused("DOA-158", f"{target.name} cannot be convinced now.")
    difficulty = _difficulty(game, f"{who.name} to convince {target.name}")
    spend_action(turn, "minor")
    card = target_of(game, target)
    tags = ("hearing",)
    if check(game, who, "Bluffing", card, difficulty, against=target.name, tags=tags).success:
        game.tell(f"{target.name} changes its course of action.", "DOA-158")


def _recall(game: Game[Table], who: Character, turn: Turn, about: str) -> None:
    """Knowledge against a GM-set DR; success tells whether the character knows. DOA-159."""
    if (refused := why_not_act(turn, "minor")) is not None:
        raise refused
    difficulty = _difficulty(game, f"{who.name} to recall {about or 'a fact'}")
    spend_action(turn, "minor")
    card = draw_world_target(game)
    if check(game, who, "Knowledge", card, difficulty).success:
        game.tell(f"{who.name} may know it; the Game Master tells.", "DOA-159")
    release_world_target(game.state, card)


# Others


def why_not_treat(state: Table, who: Character, target: Character) -> Refused | None:
    """Why this one cannot be treated with Craft. DOA-258, DOA-260."""
    if "Knocked Out" not in target.conditions or target.dead:
        return Refused("DOA-258", f"{target.name} is not Knocked Out.")
    if not in_play(state, target):
        return Refused("DOA-183", f"{target.name} is not in this fight.")
    if target is who or spaces_between(state, who, target) > 1:
        return Refused("DOA-260", f"Treating {target.name} needs you within 1 space.")
    return None


def treat(game: Game[Table], seat: str, who: Character, target: Character) -> None:
    """Craft against the victim's Target Card, DR 5 less its own turns gone by, at least 0: 1 HP.

    DOA-258 to DOA-260.
    """
    must_be_able(game.state, who)
    if (refused := why_not_treat(game.state, who, target)) is not None:
        raise refused
    turn = turn_of(game.state, seat, who)
    if turn is not None:
        spend_action(turn, "major")
    difficulty = max(0, 5 - target.ko_turns)
    outcome = check(game, who, "Craft", target_of(game, target), difficulty, against=target.name)
    treated(game, outcome, who, target, 1)


def why_not_rouse(state: Table, who: Character, target: Character) -> Refused | None:
    """Why the spell on this one cannot be broken from here. DOA-212, DOA-213."""
    spelled = "Charmed" in target.conditions or "Enthralled" in target.conditions
    if not spelled or target is who or not in_play(state, target):
        return Refused("DOA-212", f"{target.name} is not under a spell that you can end.")
    if spaces_between(state, who, target) > ROUSE_REACH:
        return Refused("DOA-212", f"{target.name} is farther than 6 spaces away.")
    return None


def rouse(game: Game[Table], seat: str, who: Character, target: Character) -> None:
    """Another creature within 6 spaces ends Charmed or Enthralled. DOA-212, DOA-213."""
    must_be_able(game.state, who)
    if (refused := why_not_rouse(game.state, who, target)) is not None:
        raise refused
    turn = turn_of(game.state, seat, who)
    if turn is not None:
        spend_action(turn, "major")
    for condition in ("Charmed", "Enthralled"):
        lose(game, target, condition)


def _other(game: Game[Table], who: Character, turn: Turn, action: act.OtherAction) -> None:
    """The Game Master may permit other Actions. DOA-134, DOA-151."""
    if (refused := why_not_act(turn, action.kind)) is not None:
        raise refused
    if not game.may(game.state.gm, f"{who.name}, {action.kind}: {action.what}?", "DOA-151"):
        game.tell("The Game Master does not permit that.", "DOA-151")
        return
    spend_action(turn, action.kind)
    game.tell(f"{who.name}: {action.what}", "DOA-151")


def why_not_command(state: Table, who: Character, companion: Character) -> Refused | None:
    """Why this Companion cannot be commanded. DOA-63."""
    if companion.companion_of != who.name:
        return Refused("DOA-63", f"{companion.name} is not {who.name}'s Companion.")
    if is_down(companion):
        return Refused("DOA-381", f"{companion.name} is out of the fight.")
    if not companion.target_with:
        return Refused("DOA-63", f"{companion.name} takes turns of its own.")
    return None


def _command(game: Game[Table], who: Character, turn: Turn, companion: Character) -> None:
    """A Minor Action: the Companion moves up to its speed and takes one Action. DOA-63."""
    if (refused := why_not_command(game.state, who, companion)) is not None:
        raise refused
    spend_action(turn, "minor")
    game.tell(f"{who.name} commands {companion.name}.", "DOA-63")
    combat = the_fight(game.state)
    inner = combat.beside.pop(companion.name, Turn(companion.name))
    inner.kind, inner.limit = "command", inner.limit or "one"
    combat.turns.append(inner)


# Held for later


def why_not_ready(state: Table, who: Character, turn: Turn, power: str) -> Refused | None:
    """Why this power cannot be held ready: it must be Major, and need no move. DOA-141."""
    if listed(who, power).type != "major":
        return Refused("DOA-141", "Only a Major Action can be held ready.")
    if works(who, power).rule == "momentum":
        return Refused("DOA-141", f"{power} goes with your own move; it cannot be held ready.")
    return why_not_use(state, who, turn, power)


def _ready(game: Game[Table], who: Character, turn: Turn, action: act.Ready) -> None:
    """A Major Action may be held for a stated trigger; its PP are paid now. DOA-141."""
    state = game.state
    entry = listed(who, action.power)
    if (refused := why_not_ready(state, who, turn, action.power)) is not None:
        raise refused
    why_not_pay(state, who, entry, action.cost)
    spend_action(turn, "major")
    who.pp -= action.cost
    the_fight(state).readied[who.name] = Readied(action.power, action.cost, action.trigger)
    game.tell(f"{who.name} readies {action.power}: “{action.trigger}”.", "DOA-141")
