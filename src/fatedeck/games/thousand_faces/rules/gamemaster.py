"""The GM's side: GM moves, foes, scenes, Shadow and Journey points, loot."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import combat, equipment, magic, spans, stamina
from fatedeck.games.thousand_faces.rules.actions import (
    AddFoe,
    ArrivalActs,
    GiveGift,
    GiveLoot,
    MakeItem,
    NewDay,
    NoteFoe,
    SetScene,
    StrikeFirst,
    TellFoe,
    UseUp,
)
from fatedeck.games.thousand_faces.rules.points import (
    spend_journey,
    spend_shadow,
    why_not_spend_journey,
    why_not_spend_shadow,
)
from fatedeck.games.thousand_faces.state import (
    OUT_OF_ACTION,
    Arrival,
    Circumstance,
    Foe,
    Item,
    Player,
    Table,
    give_item,
    new_item,
    unique,
)

GM_MOVES = (
    "escalate the danger",
    "reveal an unwelcome truth",
    "show signs of an approaching threat",
    "deal damage",
    "use up their resources",
    "turn their move back on them",
    "separate them",
    "give an opportunity that fits a player's cards or a PC's background",
    "show a downside of appearance, reputation or equipment",
    "offer an opportunity with or without cost",
    "tell the requirements or consequences and ask",
)
"""What the GM does when a result calls for it. TFA-267."""

HUMAN_STAMINA = 10
PERSON_SHARE, MONSTER_SHARE = 6, 10


def why_not_gm(state: Table, seat: str) -> Refused | None:
    """Only the GM controls the world. TFA-2."""
    if seat != state.gm:
        return Refused("TFA-2", f"That is for {state.gm}, who runs the world.")
    return None


def a_player(state: Table, seat: str) -> Player:
    """The named player, or a refusal."""
    if seat not in state.players:
        raise Refused("TFA-2", f"There is no player “{seat}”.")
    return state.players[seat]


def a_living_pc(state: Table, seat: str) -> None:
    """Somebody to whom harm can be done, or a refusal. TFA-284."""
    a_player(state, seat)
    if seat not in state.living():
        raise Refused("TFA-284", f"{seat} is dead and suffers nothing more.")


def a_foe(state: Table, name: str) -> Foe:
    """The named foe, or a refusal."""
    foe = state.foe(name)
    if foe is None:
        raise Refused("TFA-329", f"There is no foe “{name}”.")
    return foe


# GM moves


def make_move(game: Game[Table], kind: str, text: str) -> None:
    """One GM move, blends allowed; it ends with the question what the players do.

    It need not undo the attempt. TFA-266 to TFA-268, TFA-272.
    """
    if kind not in GM_MOVES:
        raise Refused("TFA-267", "That is not one of the GM moves.")
    if game.state.due:
        game.state.due.pop(0)
    game.tell(f"The GM: {kind}. {text}".rstrip() + " What do you do?", "TFA-267", "TFA-272")


def deal_damage(game: Game[Table], seat: str, power: str, source: str) -> None:
    """A source that threatens the PC strikes; the player runs the Four Ds. TFA-269."""
    a_living_pc(game.state, seat)
    if game.state.due:
        game.state.due.pop(0)
    if source:
        game.tell(f"{source} threatens {seat}.", "TFA-269")
    combat.attack(game, seat, power)


def gang_up(game: Game[Table], seat: str, foes: Sequence[str]) -> None:
    """Foes attack one PC; in the second format it defies danger first. TFA-332, TFA-333."""
    state = game.state
    if refused := combat.why_not_gang_up(state, foes, seat):
        raise refused
    defy = ""
    if state.combat == 2 and state.players[seat].is_able():
        defy = game.choose(
            seat,
            f"{', '.join(foes)} gang up on you. Defy danger with",
            state.players[seat].attributes_free(),
            "TFA-333",
        )
    if state.due:
        state.due.pop(0)
    combat.gang_up(game, foes, seat, defy=defy)


def use_up(game: Game[Table], action: UseUp) -> None:
    """End effects, take charges, capacity, Pack, items or tokens; never XP. TFA-36, TFA-270."""
    player = a_player(game.state, action.seat)
    item = player.item(action.item)
    if item is not None and item.secret:
        item = None
    match action.what:
        case "a Pack card" | "a precious Pack card":
            equipment.drop(game, action.seat, action.what)
        case "a marker token":
            _take_marker(player, action.seat)
        case _ if item is None:
            raise Refused("TFA-270", f"{action.seat} has no such item.")
        case "damage an item":
            if refused := equipment.why_not_damage(item):
                raise refused
            equipment.damage_item(game, action.seat, item)
        case "an item":
            equipment.destroy(game, action.seat, item)
        case "end an effect":
            if not item.flowing:
                raise Refused("TFA-270", f"No magic flows through {item.name}.")
            item.flowing = False
        case "a charge":
            if not item.charges:
                raise Refused("TFA-270", f"{item.name} is depleted already.")
            magic.lose_charge(item)
        case "capacity":
            if not item.is_magic:
                raise Refused("TFA-270", f"{item.name} has no capacity.")
            magic.reduce_capacity(game, action.seat, item)
    if game.state.due:
        game.state.due.pop(0)
    game.tell(f"The GM uses up {action.what} of {action.seat}.", "TFA-270")


def _take_marker(player: Player, seat: str) -> None:
    """An advantage kept for later, or a token of It's a Trap!, is gone. TFA-270."""
    kept = [edge for edge in player.edges if edge.amount > 0]
    if kept:
        player.edges.remove(kept[-1])
    elif player.trap_tokens:
        player.trap_tokens -= 1
    else:
        raise Refused("TFA-270", f"{seat} has no marker token.")


def reveal_card(game: Game[Table], seat: str, die: str) -> None:
    """A random aid, no flip. TFA-88, TFA-271."""
    a_player(game.state, seat)
    stamina.number(game, seat, die)


# Scenes and days


def set_scene(game: Game[Table], action: SetScene) -> None:
    """Where the PCs are: outside, in town, at The Hearth, or where they were.

    TFA-194, TFA-339, TFA-345.
    """
    state = game.state
    if action.place == "The Hearth" and not state.hearth_available:
        raise Refused("TFA-310", "The Hearth is not available on this side of the threshold.")
    in_town = action.place == "town"
    if in_town and not state.town:
        state.town_days = 0
    if action.place:
        state.town, state.at_hearth = in_town, action.place == "The Hearth"
        state.peaceful = False
    if action.healing:
        state.peaceful = action.healing != "none"
    state.scene = action.text
    spans.scene_ends(state)
    where = f": {action.place}" if action.place else ""
    game.tell(action.text or f"A new scene{where}.", "TFA-327")


def new_day(game: Game[Table], action: NewDay) -> None:
    """A second peaceful day in town costs 1 Journey point. TFA-195, TFA-196, TFA-282."""
    state = game.state
    if state.combat or state.pursuit is not None:
        raise Refused("TFA-197", "First the fight or the chase must end.")
    state.town_days = state.town_days + 1 if state.town else 0
    if state.town_days > 0 and action.how == "peaceful":
        spend_journey(game, "a second peaceful day in town")
    state.day += 1
    spans.day_ends(state)
    text = action.text or ("A quiet day." if action.how == "peaceful" else "Something happens.")
    game.tell(f"Day {state.day}. {text}", "TFA-196")


# Foes


def foe_price(action: AddFoe) -> int:
    """What a foe costs in Shadow points: power, Stamina above 10, each special. TFA-278.

    d6 bought with Party Power costs none. TFA-337.
    """
    costs = catalogue.tables().foe_augment
    price = action.specials * costs["special_attack_or_immunity"]
    if action.power == "d6" and action.paid == "Shadow points":
        price += costs["power_d6"]
    elif action.power == "d10":
        price += costs["power_d10"]
    if action.stamina > 15:
        price += costs["stamina_16_20"]
    elif action.stamina > HUMAN_STAMINA:
        price += costs["stamina_11_15"]
    return price


def power_price(action: AddFoe) -> int:
    """What a foe uses of the Party Power: Stamina, 3 for d6, 3 per armour square. TFA-337."""
    return action.stamina + 3 * (action.power == "d6") + 3 * action.armour


def party_power(state: Table) -> int:
    """10 for each PC plus the XP in the players' hands. TFA-337."""
    players = state.players.values()
    return 10 * len(state.players) + sum(player.xp for player in players)


def party_power_left(state: Table) -> int:
    """What the foes on the table leave of the Party Power. TFA-337."""
    used = sum(
        foe.most + 3 * (foe.power == "d6") + 3 * foe.armour for foe in state.foes if not foe.gone
    )
    return party_power(state) - used


def foes_advised(state: Table, *, monsters: bool) -> int:
    """About how many foes the party can meet. TFA-337."""
    return max(1, party_power(state) // (MONSTER_SHARE if monsters else PERSON_SHARE))


def why_not_add_foe(state: Table, action: AddFoe) -> Refused | None:
    """Only monsters exceed 10 Stamina or have specials; the price must be there.

    TFA-278, TFA-279, TFA-330, TFA-331.
    """
    if action.kind == "person":
        if action.stamina > HUMAN_STAMINA:
            return Refused("TFA-331", "Only monsters exceed 10 Stamina.")
        if action.specials:
            return Refused("TFA-331", "Only monsters have special attacks and immunities.")
        if action.weapon == "unarmed" and action.power != "1":
            return Refused("TFA-330", "Unarmed people have attack power 1.")
    if action.paid == "Party Power" and power_price(action) > party_power_left(state):
        left = party_power_left(state)
        return Refused("TFA-337", f"The Party Power left is {left}; choose fewer or weaker foes.")
    return why_not_spend_shadow(state, foe_price(action))


def add_foe(game: Game[Table], action: AddFoe) -> None:
    """Note a foe; players see that it is there, not its numbers. TFA-7, TFA-329."""
    state = game.state
    if refused := why_not_add_foe(state, action):
        raise refused
    price = foe_price(action)
    if price:
        spend_shadow(game, price)
    specials = [f"special {n + 1}" for n in range(action.specials)]
    if action.text and specials:
        specials[0] = action.text
    name = unique(action.name, (foe.name for foe in state.foes))
    state.foes.append(
        Foe(
            name,
            action.stamina,
            action.power,
            most=action.stamina,
            armour=action.armour,
            specials=specials,
            monster=action.kind == "monster",
            armed=action.weapon == "armed",
        )
    )
    game.tell(f"{name} is here. {action.text if not specials else ''}".rstrip(), "TFA-329")


def tell_foe(game: Game[Table], action: TellFoe) -> None:
    """The GM decides how much to reveal. TFA-7."""
    foe = a_foe(game.state, action.foe)
    facts = ["stamina", "power", "specials"] if action.what == "everything" else [action.what]
    foe.revealed += [fact for fact in facts if fact not in foe.revealed]
    game.tell(f"You learn about {foe.name}: {', '.join(facts)}.", "TFA-7")


def note_foe(game: Game[Table], action: NoteFoe) -> None:
    """How a foe stands; a GM move undoes what Goreography did. TFA-372."""
    foe = a_foe(game.state, action.foe)
    match action.how:
        case "surprised":
            foe.surprised = True
        case "on guard":
            foe.surprised = False
        case "hidden or fleeing":
            foe.elusive = True
        case "in the open":
            foe.elusive = False
        case "armour again":
            foe.armour_barred = False
        case "armed again":
            foe.disarmed = False
    game.tell(f"{foe.name} is now: {action.how}.", "TFA-372")


def foe_leaves(game: Game[Table], name: str, how: str) -> None:
    """A foe flees, surrenders or is out; the last one ends the combat. TFA-336."""
    foe = a_foe(game.state, name)
    foe.gone = how
    game.tell(f"{name}: {how}.", "TFA-336")


def begin_combat(game: Game[Table], kind: int) -> None:
    """The format is set per combat. TFA-332 to TFA-335."""
    state = game.state
    if state.combat:
        raise Refused("TFA-335", "A combat is going on already.")
    state.combat = kind
    spans.fight_begins(state)
    game.tell(f"Combat begins, format {kind}.", "TFA-335")


def why_not_end_combat(state: Table) -> Refused | None:
    """All foes have fled, surrendered or are out, or no PC is left acting.

    PCs who ran away, and were not caught, do not act there any more. TFA-336.
    """
    if not state.combat:
        return Refused("TFA-336", "There is no combat.")
    if state.pursuit is not None:
        return Refused("TFA-336", "First the chase must end.")
    acting = [seat for seat in state.able() if not state.players[seat].away]
    if acting and any(foe.is_up for foe in state.foes):
        return Refused("TFA-336", "Foes are still in the fight; let them flee or surrender first.")
    return None


def end_combat(game: Game[Table]) -> None:
    """The fight is over; what waited for its foes is void. TFA-186, TFA-336."""
    if refused := why_not_end_combat(game.state):
        raise refused
    spans.fight_ends(game.state)
    game.tell("The fight is over.", "TFA-336")


# Shadow points


def buy_disadvantage(game: Game[Table], name: str, seats: Sequence[str]) -> None:
    """1 Shadow point, then it holds for every PC in the same circumstance. TFA-274."""
    state = game.state
    if any(circumstance.name == name for circumstance in state.circumstances):
        raise Refused("TFA-274", f"“{name}” is bought already; say who is in it, at no cost.")
    for seat in seats:
        a_player(state, seat)
    spend_shadow(game, 1)
    state.circumstances.append(Circumstance(name, list(seats)))
    game.tell(f"{name}: 1 disadvantage for {', '.join(seats) or 'nobody yet'}.", "TFA-274")


def move_circumstance(game: Game[Table], name: str, seats: Sequence[str]) -> None:
    """Who is in the circumstance now, at no further cost. TFA-274."""
    for seat in seats:
        a_player(game.state, seat)
    for circumstance in game.state.circumstances:
        if circumstance.name == name:
            circumstance.seats = list(seats)
            game.tell(f"{name}: {', '.join(seats) or 'nobody'}.", "TFA-274")
            return
    raise Refused("TFA-274", f"There is no circumstance “{name}”.")


def spring_trap(game: Game[Table], seat: str, points: int, text: str) -> None:
    """Attack power equal to the Shadow points spent; no reveal. TFA-90, TFA-275, TFA-280."""
    a_living_pc(game.state, seat)
    spend_shadow(game, points)
    game.tell(f"A trap! {text}".rstrip(), "TFA-275")
    combat.attack(game, seat, str(points))


def strike_first(game: Game[Table], action: StrikeFirst) -> None:
    """A surprising or ready enemy attacks without Defy Danger. TFA-276, TFA-280."""
    a_living_pc(game.state, action.seat)
    foe = a_foe(game.state, action.foe)
    if refused := combat.why_not_gang_up(game.state, [foe.name], action.seat):
        raise refused
    spend_shadow(game, action.points)
    game.tell(f"{foe.name} strikes first!", "TFA-276")
    combat.attack(game, action.seat, str(action.points), foe=foe)


# Journey points


def spend_on(game: Game[Table], on: str, text: str) -> None:
    """Narration for 1 Journey point; an exhibition belongs to 9-hour chapter 4. TFA-282."""
    state = game.state
    exhibition = on == "an exhibition of power"
    if exhibition and (state.options.campaign == "one-shot" or state.chapter != 4):
        raise Refused("TFA-282", "An exhibition belongs to chapter 4 of a longer campaign.")
    spend_journey(game, on)
    state.exhibitions += exhibition
    if text:
        game.tell(text, "TFA-282")


def arrive(game: Game[Table], name: str) -> None:
    """In a dire situation an NPC the PCs have met enters. TFA-283."""
    spend_journey(game, f"the unexpected arrival of {name}")
    game.state.arrivals.append(
        Arrival(unique(name, (arrival.name for arrival in game.state.arrivals)))
    )


def arrival_acts(game: Game[Table], action: ArrivalActs) -> None:
    """It adds a die to one PC's attack power, keeps one foe from acting, or informs.

    Whom it keeps from acting is free again at its next spotlight. TFA-283.
    """
    state = game.state
    arrival = next((one for one in state.arrivals if one.name == action.name), None)
    if arrival is None:
        raise Refused("TFA-283", f"{action.name} is not here.")
    arrival.keeps = ""
    match action.how:
        case "add a die":
            a_player(state, action.seat).dice.append(action.die)
        case "keep a foe from acting":
            arrival.keeps = a_foe(state, action.foe).name
        case _:
            pass
    kept = [one.keeps for one in state.arrivals]
    for foe in state.foes:
        foe.held = foe.name in kept
    game.tell(f"{action.name}: {action.how}. {action.text}".rstrip(), "TFA-283")


def why_not_return(state: Table, seat: str) -> Refused | None:
    """A dead PC returns only for a Journey point. TFA-284."""
    if "dead" not in a_player(state, seat).conditions:
        return Refused("TFA-284", f"{seat} is not dead.")
    return why_not_spend_journey(state)


def return_to_life(game: Game[Table], seat: str, cost: str) -> None:
    """A Journey point brings a dead PC back; it may cost something in the fiction. TFA-284."""
    if refused := why_not_return(game.state, seat):
        raise refused
    spend_journey(game, f"the return of {seat}")
    _get_up(game, seat, stamina.BUST + 1)
    game.tell(f"{seat} lives. {cost}".rstrip(), "TFA-284")


def restore(game: Game[Table], seat: str, points: int) -> None:
    """The GM narrates the incapacitation as survivable: the PC gets up. TFA-294, TFA-95."""
    player = a_player(game.state, seat)
    if player.is_able():
        raise Refused("TFA-294", f"{seat} stands already.")
    if "dead" in player.conditions:
        raise Refused("TFA-284", f"{seat} is dead and returns only for a Journey point.")
    _get_up(game, seat, points)
    game.tell(f"{seat} gets up again.", "TFA-294")


def _get_up(game: Game[Table], seat: str, points: int) -> None:
    player = game.state.players[seat]
    stamina.regain(game, seat, points)
    while stamina.is_spent(game.state, seat) and len(player.exhaustion):
        stamina.pick_exhausted(game, seat, player.discard)
    player.conditions = [word for word in player.conditions if word not in OUT_OF_ACTION]


# Gifts and loot


def give_gift(game: Game[Table], action: GiveGift) -> None:
    """A blessing, or a token healed, as the GM's gift. TFA-311."""
    player = a_player(game.state, action.seat)
    match action.gift:
        case "a blessing":
            stamina.gain_blessing(game, action.seat)
        case "heal a Wound":
            if not player.wounds:
                raise Refused("TFA-311", f"{action.seat} has no Wound.")
            stamina.heal_wound(game, action.seat)
        case _:
            if not player.harm:
                raise Refused("TFA-311", f"{action.seat} has no Harm.")
            player.harm -= 1
    game.tell(f"A gift for {action.seat}: {action.gift}.", "TFA-311")


def best_power(state: Table) -> str:
    """The best weapon's die in the party. TFA-155."""
    steps = catalogue.tables().power_steps
    powers = [
        item.power
        for player in state.players.values()
        for item in player.items
        if item.kind == "weapon" and item.power
    ]
    return max(powers, key=steps.index, default="d4")


def give_loot(game: Game[Table], action: GiveLoot) -> None:
    """Pack, a named thing, or a card; looted magic has capacity 1. TFA-133, TFA-154, TFA-155."""
    player = a_player(game.state, action.seat)
    face = catalogue.items().get(action.what)
    found = action.what
    if action.what == "Pack":
        player.pack += 1
    elif action.what == "precious Pack":
        player.precious += 1
        player.new_precious = True
    elif face is not None:
        item = new_item(face, action.name, capacity=1 if face.capacity else None)
        found = give_item(player, item).name
    elif action.what in ("a thing", "a precious thing"):
        precious = action.what == "a precious thing"
        light = action.counts != "counts"
        thing = Item(action.name or action.what, precious=precious, unclear=True)
        thing.enc = 0 if light else 1
        found = give_item(player, thing).name
        player.new_precious = player.new_precious or precious
    else:
        told = next((item for item in player.tales if item.name == action.what), None)
        if told is None:
            raise Refused("TFA-154", f"There is no “{action.what}” to find.")
        player.tales.remove(told)
        found = give_item(player, told).name
    game.tell(f"{action.seat} finds {found}.", "TFA-154")


def make_item(game: Game[Table], action: MakeItem) -> None:
    """A new card: the GM draws slots or results, the table sets the burden. TFA-144 to TFA-152."""
    state, player = game.state, a_player(game.state, action.seat)
    if action.kind == "armour":
        slots = ["HARM"] * action.harm_slots + ["HARM_OR_WOUND"] * action.either_slots
        item = equipment.new_armour(action.name, slots, 1 + action.extra)
    elif action.kind == "shield":
        item = equipment.new_shield(
            action.name,
            0 if action.results == "cheap" else 1,
            action.keeps_off,
            strikes=action.could_strike == "yes",
        )
        item.enc += action.extra
    else:
        steps = catalogue.tables().power_steps
        if steps.index(action.power) > steps.index(best_power(state)):
            raise Refused("TFA-155", "Loot is not stronger than the party's best weapon.")
        item = equipment.new_weapon(action.name, action.power, [action.reach], 1 + action.extra)
    give_item(player, item)
    game.tell(f"{action.seat} gets {item.name}.", "TFA-148", "TFA-151")


# Big risks


def mercy(game: Game[Table], seat: str, text: str) -> None:
    """A forgotten action, if player and GM agree, for its own cost plus 1 XP. TFA-183.

    The player then does it, as if in time and in the right place.
    """
    state, player = game.state, a_player(game.state, seat)
    if not player.xp:
        raise Refused("TFA-183", "That costs 1 XP.")
    if player.mercy:
        raise Refused("TFA-183", "First do what you may do after all.")
    if game.may(
        state.gm, f"{seat} forgot something: {text} Allow it?", "TFA-183", yes="Allow", no="No"
    ):
        player.xp -= 1
        player.mercy = True
        game.tell(f"{seat} did it all along: {text}", "TFA-183")
    else:
        game.tell(f"{seat} did not think of it in time.", "TFA-183")


def take_big_risk(game: Game[Table], seat: str, text: str) -> None:
    """When the PC first takes a big risk for the goal, the 2 XP are the player's. TFA-321."""
    state, player = game.state, a_player(game.state, seat)
    if not player.fateful_xp:
        raise Refused("TFA-321", "No XP lies on a Fateful Moment of yours.")
    if game.may(state.gm, f"{seat}: {player.fateful}. {text} Is that a big risk?", "TFA-321"):
        gained, player.fateful_xp = player.fateful_xp, 0
        player.xp += gained
        game.tell(f"{seat} takes a big risk ({player.fateful}) and gains {gained} XP.", "TFA-321")
    else:
        game.tell(f"{seat}’s big risk is still to come.", "TFA-321")


def hand_over(game: Game[Table], seat: str) -> None:
    """The GM moves the spotlight. TFA-72."""
    player = a_player(game.state, seat)
    if not player.is_able():
        raise Refused("TFA-95", f"{seat} is incapacitated.")
    spans.give_spotlight(game.state, seat)
    game.tell(f"The spotlight is on {seat}.", "TFA-72")
