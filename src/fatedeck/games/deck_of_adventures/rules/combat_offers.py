"""What a seat may do in and around a fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from fatedeck.engine.drawn import mark
from fatedeck.engine.errors import Refused, Said, refusal, said
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Value, Words, offer
from fatedeck.games.deck_of_adventures.rules import actions as act
from fatedeck.games.deck_of_adventures.rules.attacks import spaces_between
from fatedeck.games.deck_of_adventures.rules.combat import why_not_come_in
from fatedeck.games.deck_of_adventures.rules.decks import fate_cards
from fatedeck.games.deck_of_adventures.rules.discards import (
    discard_cap,
    discard_name,
    discard_targets,
    why_not_discard,
)
from fatedeck.games.deck_of_adventures.rules.glimpses import Glimpse
from fatedeck.games.deck_of_adventures.rules.grid import space_name
from fatedeck.games.deck_of_adventures.rules.headings import ACT, FIGHT, ITEMS, MOVE, REACT
from fatedeck.games.deck_of_adventures.rules.health import is_down, why_not_toughen
from fatedeck.games.deck_of_adventures.rules.items import (
    action_for,
    armours,
    shields,
    usable,
    why_not_take_up,
    why_not_use_item,
    why_not_wear,
)
from fatedeck.games.deck_of_adventures.rules.lasting import sustains
from fatedeck.games.deck_of_adventures.rules.maneuvers import (
    hide_kind,
    why_not_command,
    why_not_delay,
    why_not_end,
    why_not_improvise,
    why_not_ready,
    why_not_rouse,
    why_not_rush,
    why_not_treat,
)
from fatedeck.games.deck_of_adventures.rules.mechanics import (
    action_kind,
    by_tier,
    costs,
    listed,
    told_effect,
    wants_targets,
    works,
)
from fatedeck.games.deck_of_adventures.rules.movement import (
    speed_left,
    stopping_places,
    why_not_move,
)
from fatedeck.games.deck_of_adventures.rules.powers import candidates, why_not_use
from fatedeck.games.deck_of_adventures.rules.turns import controller, in_play, why_not_act
from fatedeck.games.deck_of_adventures.state import Character, Table, Turn


def combat_offers(state: Table, seat: str, glimpse: Glimpse | None = None) -> list[Sequence[Offer]]:
    """What this seat may do in and around a fight, grouped as a player thinks. DOA-169.

    With a `glimpse` of the table what can be done outside a fight is remembered.
    """
    found: list[Sequence[Offer]] = []
    combat = state.combat
    turn = combat.turn if combat is not None else None
    mine = [who for who in state.characters.values() if who.owner == seat and not who.making]
    if turn is not None and controller(state, turn) == seat:
        found.append(_turn_offers(state, state.characters[turn.who], turn))
    elif combat is None:
        for who in mine:
            if who.kind in ("pc", "companion") and not is_down(who):
                found += _at_ease(state, who, glimpse)
    found += [_reactions(state, who) for who in mine if combat is not None or who.wounds]
    return found


def _at_ease(state: Table, who: Character, glimpse: Glimpse | None) -> list[Sequence[Offer]]:
    """What someone can do outside a fight, remembered by all of it that this depends on."""
    care = _care_offers(state, who, None)
    if glimpse is None:
        return [_power_offers(state, who, None), _item_offers(state, who, None), care]
    part, around = glimpse.drawn.offers.marked, glimpse.around
    held = (who.name, who.weapons, who.weapon, who.x, who.y, around)
    skilled = (who.side, who.powers, who.power_options, who.power_set, who.vulnerabilities)
    able = (who.pp, who.fatigue, who.rest_cards > 0, who.effects)
    carried = (who.items, who.armour, who.shield)
    return [
        part(mark(held, skilled, able), _power_offers, state, who, None),
        part(mark(held, carried), _item_offers, state, who, None),
        care,
    ]


def _turn_offers(state: Table, who: Character, turn: Turn) -> list[Offer]:
    found = _move_offers(state, who, turn)
    found += _recovery_offers(who, turn)
    found += _power_offers(state, who, turn)
    found += _deed_offers(state, who, turn)
    found += _care_offers(state, who, turn)
    found += _item_offers(state, who, turn)
    label = "End turn" if turn.kind == "turn" else f"{who.name} is done"
    found.append(offer(act.EndTurn, label, group=FIGHT, refused=why_not_end(state, who, turn)))
    if turn.kind == "turn":
        found.append(
            offer(
                act.Delay,
                "Delay your turn",
                group=FIGHT,
                clauses=("DOA-135",),
                refused=why_not_delay(state, turn),
            )
        )
    return found


def _move_offers(state: Table, who: Character, turn: Turn) -> list[Offer]:
    refused = why_not_move(state, who, turn)
    spaces: tuple[str, ...] = ()
    if refused is None:
        spaces = tuple(
            space_name(one) for one in sorted(stopping_places(state, who, speed_left(state, turn)))
        )
        if not spaces:
            refused = Refused("DOA-146", "There is no free space that you can reach.")
    left = speed_left(state, turn) / 2
    found = [
        offer(
            act.Move,
            "Move",
            *([One("to", "To", spaces)] if spaces else []),
            group=MOVE,
            clauses=("DOA-143",),
            note=f"{left:g} {'space' if left == 1 else 'spaces'} left",
            refused=refused,
        )
    ]
    if "Knocked Down" in who.conditions:
        found.append(
            offer(
                act.StandUp,
                "Get up (Minor)",
                group=MOVE,
                clauses=("DOA-161",),
                refused=why_not_act(turn, "minor"),
            )
        )
    else:
        prone = None
        if speed_left(state, turn) < 2:
            prone = Refused("DOA-199", "Dropping prone takes 1 speed; you have none left.")
        found.append(offer(act.DropProne, "Drop prone", group=MOVE, refused=prone))
    found.append(
        offer(
            act.Rush,
            "Rush (Major)",
            group=MOVE,
            clauses=("DOA-162",),
            refused=why_not_rush(who, turn),
        )
    )
    return found


def _recovery_offers(who: Character, turn: Turn) -> list[Offer]:
    """Getting rid of what hampers: bonds, flames, an empty hand. DOA-195, DOA-202."""
    major, minor = why_not_act(turn, "major"), why_not_act(turn, "minor")
    found = []
    if "Entangled" in who.conditions or "Grappled" in who.conditions:
        clauses = ("DOA-195" if "Entangled" in who.conditions else "DOA-216",)
        found.append(
            offer(act.BreakFree, "Break free (Major)", group=MOVE, clauses=clauses, refused=major)
        )
    if "Burned" in who.conditions:
        label = "Beat out the flames (Minor)"
        found.append(offer(act.StopBurning, label, group=ACT, clauses=("DOA-202",), refused=minor))
    if any(effect.name == "Disarmed" for effect in who.effects):
        found.append(offer(act.PickUp, "Pick up the weapon (Major)", group=ACT, refused=major))
    return found


def _power_offers(state: Table, who: Character, turn: Turn | None) -> list[Offer]:
    found: list[Offer] = []
    user = who.name if turn is None else ""
    for power in dict.fromkeys(who.powers):
        how, entry = works(who, power), listed(who, power)
        if how.discard or entry.type in ("adversary", "house", "vulnerability"):
            continue
        if how.passive:
            continue
        refused = why_not_use(state, who, turn, power)
        if refused is not None and turn is None:
            continue
        kind, wanted = action_kind(entry, how).capitalize(), wants_targets(how)
        targets: tuple[str, ...] = ()
        if refused is None and wanted:
            targets = names_of(candidates(state, who, power))
        for tier, cost in enumerate(costs(state, who, entry)):
            optional = how.save is not None and how.save.from_tier > tier
            optional = optional or (power in ("Craft Light", "Mystic Cleanse") and tier == 0)
            why = refused
            if why is None and cost > who.pp:
                why = Refused("DOA-342", f"That costs {cost} PP; you have {who.pp}.")
            if why is None and wanted and not targets and not optional:
                why = Refused("DOA-180", "Nobody is in reach.")
            aimed: tuple[tuple[str, ...], int, int] = ((), 0, 0)
            if targets and why is None:
                most = min(len(targets), by_tier(how.targets, tier))
                aimed = (targets, 0 if optional else 1, most)
            found.append(
                _use_offer(
                    f"{entry.display or power} ({kind}){f', {cost} PP' if entry.pp else ''}",
                    (power, cost, user),
                    aimed,
                    told_effect(who, entry, tier),
                    said(why),
                )
            )
    if sustains(state, who):
        names = ", ".join(dict.fromkeys(sustains(state, who)))
        found.append(offer(act.Dismiss, f"End {names}", group=ACT, clauses=("DOA-340",)))
    return found


@lru_cache(maxsize=4096)
def _use_offer(
    label: str,
    use: tuple[str, int, str],
    aimed: tuple[tuple[str, ...], int, int],
    note: str,
    why_not: Said,
) -> Offer:
    """Using a power at a cost, by someone outside a fight, on so many of these targets."""
    power, cost, user = use
    targets, least, most = aimed
    fixed: dict[str, Value] = {"power": power, "cost": cost}
    if user:
        fixed["who"] = user
    return offer(
        act.UsePower,
        label,
        *([Many("targets", "On", targets, least, most)] if targets else []),
        group=ACT,
        fixed=fixed,
        clauses=("DOA-166",),
        note=note,
        refused=refusal(why_not),
    )


def _deed_offers(state: Table, who: Character, turn: Turn) -> list[Offer]:
    major, minor = why_not_act(turn, "major"), why_not_act(turn, "minor")
    others = [
        other
        for other in state.characters.values()
        if other is not who and in_play(state, other) and not is_down(other)
    ]
    near = tuple(other.name for other in others if spaces_between(state, who, other) <= 1)
    foes = tuple(other.name for other in others if other.side != who.side)
    found = [
        _aimed(
            act.Grapple,
            "Grapple (Major)",
            near,
            major,
            "DOA-163",
            "Nobody is beside you.",
        ),
        _hide_offer(who, turn, foes),
        offer(
            act.Inspect,
            "Inspect (Minor)",
            One("skill", "With", ("Detection", "Investigation")),
            One("target", "Whom", ("", *(other.name for other in others))),
            group=ACT,
            clauses=("DOA-157",),
            refused=minor,
        ),
        _aimed(act.Convince, "Convince (Minor)", foes, minor, "DOA-158", "Nobody is here."),
        offer(
            act.Recall,
            "Recall (Minor)",
            Words("about", "What"),
            group=ACT,
            clauses=("DOA-159",),
            refused=minor,
        ),
        offer(
            act.Interact,
            "Use an object (Minor)",
            Words("what", "What you do", may_be_empty=False),
            group=ACT,
            clauses=("DOA-156",),
            refused=minor,
        ),
        offer(
            act.OtherAction,
            "Something else",
            One("kind", "As", (*["major"] * (major is None), *["minor"] * (minor is None), "free")),
            Words("what", "What you do", may_be_empty=False),
            group=ACT,
            clauses=("DOA-151",),
        ),
    ]
    if why_not_improvise(state, who) is None:
        close = tuple(name for name in near if name in foes)
        found.append(
            _aimed(
                act.ImprovisedAttack,
                "Improvised attack (Major)",
                close,
                major,
                "DOA-167",
                "No enemy is beside you.",
            )
        )
    if state.walls:
        walls = tuple(space for wall in state.walls for space in wall.spaces)
        found.append(
            offer(
                act.StrikeWall,
                "Strike a wall (Major)",
                One("wall", "Where", walls),
                group=ACT,
                refused=major,
            )
        )
    found += _discard_offers(state, who, turn)
    found += _companion_offers(state, who, turn)
    found += _ready_offers(state, who, turn)
    return found


def _aimed(
    do: type[act.Grapple | act.Convince | act.ImprovisedAttack],
    label: str,
    options: tuple[str, ...],
    refused: Refused | None,
    clause: str,
    nobody: str,
) -> Offer:
    if refused is None and not options:
        refused = Refused(clause, nobody)
    params = [One("target", "Whom", options)] if options else []
    return offer(do, label, *params, group=ACT, clauses=(clause,), refused=refused)


def _hide_offer(who: Character, turn: Turn, foes: tuple[str, ...]) -> Offer:
    kind = hide_kind(who)
    refused = why_not_act(turn, kind)
    if refused is None and not foes:
        refused = Refused("DOA-164", "There is nobody to hide from.")
    params = [Many("observers", "From", foes, 1, len(foes))] if foes else []
    label = f"Hide ({kind.capitalize()})"
    return offer(act.Hide, label, *params, group=ACT, clauses=("DOA-164",), refused=refused)


def _discard_offers(state: Table, who: Character, turn: Turn) -> list[Offer]:
    name = discard_name(who)
    if not who.is_dealer or not name:
        return []
    refused = why_not_discard(state, who, turn)
    params: list[Param] = []
    if name in ("Help", "Thwart"):
        targets = tuple(discard_targets(state, who))
        if refused is None and not targets:
            refused = Refused("DOA-298", "Nobody is within 6 spaces.")
        if targets:
            params.append(One("target", "Whom", targets))
    endless = name == "Intensify" and state.switches.intensify
    numbers = (0,) if endless else range(2, discard_cap(state, who) + 1, 2)
    if refused is not None:
        return [
            offer(act.UseDiscard, f"{name} (Minor)", group=ACT, fixed={"cards": 2}, refused=refused)
        ]
    return [
        offer(
            act.UseDiscard,
            f"{name} (Minor), {cards} cards" if cards else f"{name} (Minor)",
            *params,
            group=ACT,
            fixed={"cards": cards},
            clauses=("DOA-287",),
        )
        for cards in numbers
    ]


def _companion_offers(state: Table, who: Character, turn: Turn) -> list[Offer]:
    return [
        offer(
            act.CommandCompanion,
            f"Command {other.name} (Minor)",
            group=ACT,
            fixed={"companion": other.name},
            clauses=("DOA-63",),
            refused=why_not_command(state, who, other) or why_not_act(turn, "minor"),
        )
        for other in state.characters.values()
        if other.companion_of == who.name and other.target_with
    ]


def _ready_offers(state: Table, who: Character, turn: Turn) -> list[Offer]:
    found = []
    for power in dict.fromkeys(who.powers):
        entry, how = listed(who, power), works(who, power)
        if how.passive or how.discard or why_not_ready(state, who, turn, power) is not None:
            continue
        found += [
            offer(
                act.Ready,
                f"Ready {entry.display or power} (Major){f', {cost} PP' if entry.pp else ''}",
                Words("trigger", "When", may_be_empty=False),
                group=REACT,
                fixed={"power": power, "cost": cost},
                clauses=("DOA-141",),
            )
            for cost in costs(state, who, entry)
            if cost <= who.pp
        ]
    return found


def _care_offers(state: Table, who: Character, turn: Turn | None) -> list[Offer]:
    """Treating the Knocked Out, rousing the charmed."""
    major = why_not_act(turn, "major") if turn is not None else None
    found = []
    victims = tuple(
        other.name
        for other in state.characters.values()
        if other.conditions and why_not_treat(state, who, other) is None
    )
    if victims and (turn is not None or who.kind == "pc"):
        found.append(
            offer(
                act.Treat,
                "Treat (Major, Craft)",
                One("target", "Whom", victims),
                group=ACT,
                clauses=("DOA-258",),
                refused=major,
            )
        )
    spelled = tuple(
        other.name
        for other in state.characters.values()
        if other.conditions and why_not_rouse(state, who, other) is None
    )
    if spelled and (turn is not None or who.kind == "pc"):
        found.append(
            offer(
                act.Rouse,
                "Break the spell (Major)",
                One("target", "On", spelled),
                group=ACT,
                clauses=("DOA-212",),
                refused=major,
            )
        )
    return found


def _item_offers(state: Table, who: Character, turn: Turn | None) -> list[Offer]:
    if not who.is_dealer:
        return []
    minor = why_not_act(turn, "minor") if turn is not None else None
    found = []
    weapons = tuple(one.name for one in who.weapons if why_not_take_up(who, one.name) is None)
    if weapons:
        found.append(
            offer(
                act.TakeUp,
                "Take up another weapon",
                One("weapon", "Weapon", tuple(dict.fromkeys(weapons))),
                group=ITEMS,
                clauses=("DOA-156",),
                refused=minor,
            )
        )
    if turn is None:
        suits = tuple(one for one in (*armours(who), "none") if one != (who.armour or "none"))
        if suits and why_not_wear(state, who, suits[0]) is None:
            found.append(
                offer(
                    act.Wear,
                    "Change armour",
                    One("armour", "Armour", suits),
                    group=ITEMS,
                    clauses=("DOA-228",),
                )
            )
    ready = tuple(one for one in (*shields(who), "none") if one != (who.shield or "none"))
    if ready:
        found.append(
            offer(
                act.ReadyShield,
                "Ready a shield",
                One("shield", "Shield", ready),
                group=ITEMS,
                clauses=("DOA-368",),
                refused=minor,
            )
        )
    items = usable(who)
    near = names_of(
        other
        for other in (state.characters.values() if items else ())
        if other is not who and in_play(state, other) and spaces_between(state, who, other) <= 1
    )
    for item in items:
        busy = why_not_act(turn, action_for(item)) if turn is not None else None
        found.append(_item_offer(item, near, said(why_not_use_item(state, who, item) or busy)))
    return found


@lru_cache(maxsize=1024)
def _item_offer(item: str, near: tuple[str, ...], why_not: Said) -> Offer:
    return offer(
        act.UseItem,
        f"Use {item}",
        One("on", "On", ("", *near)),
        group=ITEMS,
        fixed={"item": item},
        clauses=("DOA-370",),
        refused=refusal(why_not),
    )


def _reactions(state: Table, who: Character) -> list[Offer]:
    """What may be done on others' turns: Toughen Up, coming in, a readied action, an Ace."""
    found = []
    if who.wounds and why_not_toughen(state, who) is None:
        most = min(sum(wound.damage for wound in who.wounds), len(fate_cards(state, who)))
        found.append(
            offer(
                act.ToughenUp,
                f"Toughen Up ({who.name})",
                Count("points", "Damage to ignore", 1, most),
                group=REACT,
                fixed={"who": who.name},
                clauses=("DOA-34", "DOA-35"),
            )
        )
    combat = state.combat
    if combat is None:
        return found
    if who.name in combat.delayed and why_not_come_in(state, who.name) is None:
        found.append(offer(act.ComeIn, f"{who.name} comes in", group=FIGHT, clauses=("DOA-135",)))
    readied = combat.readied.get(who.name)
    if readied is not None and not is_down(who):
        how = works(who, readied.power)
        targets = tuple(other.name for other in candidates(state, who, readied.power))
        params = []
        refused = None
        if wants_targets(how):
            if targets:
                tiers = costs(state, who, listed(who, readied.power))
                tier = tiers.index(readied.cost) if readied.cost in tiers else 0
                most = min(len(targets), by_tier(how.targets, tier))
                params.append(Many("targets", "On", targets, 1, most))
            else:
                refused = Refused("DOA-180", "Nobody is in reach.")
        found.append(
            offer(
                act.Trigger,
                f"Now: {readied.power} (“{readied.trigger}”)",
                *params,
                group=REACT,
                fixed={"who": who.name},
                clauses=("DOA-141",),
                refused=refused,
            )
        )
    if "Aces Wild" in who.powers:
        found += _ace_offers(state, who)
    return found


def _ace_offers(state: Table, who: Character) -> list[Offer]:
    combat = state.combat
    turn = combat.turn if combat is not None else None
    found = []
    for option in who.power_options.get("Aces Wild", ["AC", "AD"]):
        ace = option[:2]
        if ace not in state.cards(who).fate or turn is None or is_down(who):
            continue
        hostile = state.characters[turn.who].side != who.side
        if hostile if ace == "AC" else turn.who == who.name and why_not_act(turn, "minor") is None:
            fixed: dict[str, Value] = {"ace": ace, "who": who.name}
            found.append(offer(act.UseAce, f"Aces Wild: {option}", group=REACT, fixed=fixed))
    return found


def names_of(characters: Iterable[Character]) -> tuple[str, ...]:
    """Their names, for a list to choose from."""
    return tuple([who.name for who in characters])
