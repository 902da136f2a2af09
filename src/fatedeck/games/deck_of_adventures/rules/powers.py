"""Using a power: who may, what it costs, how it is carried out; and holding one ready."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Struct, field

from fatedeck.engine.actions import Meaning, Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Asking, Count, Figure, Many, One, Words
from fatedeck.engine.offers import Value
from fatedeck.engine.story import capital, listed
from fatedeck.engine.story import who as as_called
from fatedeck.games.deck_of_adventures.data import power_name
from fatedeck.games.deck_of_adventures.effects import Mechanics, by_tier
from fatedeck.games.deck_of_adventures.rules import (
    aims,
    attacks,
    checks,
    conditions,
    consequences,
    grid,
    ground,
    hands,
    health,
    lasting,
    mechanics,
    special_powers,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.attacks import Blow
from fatedeck.games.deck_of_adventures.rules.called import called, name_of
from fatedeck.games.deck_of_adventures.rules.checks import Terms
from fatedeck.games.deck_of_adventures.rules.families import (
    ACT,
    MAJOR,
    REACT,
    Deed,
    OnATurn,
    own_ground,
    why_not_own,
)
from fatedeck.games.deck_of_adventures.rules.grid import Space
from fatedeck.games.deck_of_adventures.rules.mechanics import Use
from fatedeck.games.deck_of_adventures.state import Character, Effect, Readied, Table, Turn, Zone

PLAIN_ATTACKS = ("Attack, Weapon", "Attack, Mystic")
"""The attacks that never end a sustained power. DOA-340."""

BLESSING = "Stealth's Blessing"


# Why not


def why_not_use(state: Table, who: Character, turn: Turn | None, power: str) -> Refused | None:
    """Why this power cannot be used now, whatever the target, or None. DOA-169, DOA-342."""
    return why_not_now(state, mechanics.use_of(state, who, power, turn=turn))


def why_not_now(state: Table, use: Use) -> Refused | None:
    """The same of a power that somebody is about to use."""
    who, turn, power, entry, how = use.who, use.turn, use.power, use.entry, use.how
    if power not in who.powers:
        return Refused("DOA-166", f"{who.name} doesn’t have {entry.called}.")
    if how.discard:
        return Refused("DOA-286", f"{entry.called} is your discard mechanic. Discard cards for it.")
    if how.passive:
        return Refused("DOA-339", f"{entry.called} is always on. You don’t need to use it.")
    if entry.type in ("adversary", "house"):
        return Refused(
            "DOA-360", f"{entry.called} comes after someone else’s turn or at the start of a round."
        )
    if turn is None and state.combat is not None:
        return Refused("DOA-133", f"It isn’t {who.name}’s turn.")
    if turn is not None:
        if how.attack and "Multiattack" in who.powers and turn.multiattack:
            pass
        elif (refused := turns.why_not_act(turn, mechanics.action_kind(entry, how))) is not None:
            return refused
        if how.second and how.attack not in turn.attacks:
            return Refused("DOA-396", f"Make an attack of that kind before you use {entry.called}.")
        if how.after_moving > turn.moved:
            return Refused(
                "DOA-166", f"Move {how.after_moving} spaces before you use {entry.called}."
            )
        if how.after_suited and not turn.suited:
            return Refused(
                "DOA-166", f"You can only use {entry.called} after a Suited Success this turn."
            )
    elif how.after_moving or how.second or how.avenge:
        return Refused("DOA-166", f"You can only use {entry.called} in a fight.")
    elif how.rule == "momentum":
        return Refused("DOA-338", f"You can only use {entry.called} while you move on your turn.")
    if (price := min(use.costs)) > who.pp:
        return Refused("DOA-342", f"{entry.called} costs {price} PP; you have {who.pp}.")
    if how.avenge and not aims.to_avenge(state, who):
        return Refused("DOA-166", "None of your allies has been hurt since your last turn.")
    return why_not_vulnerable(state, who, how, power)


def why_not_vulnerable(state: Table, who: Character, how: Mechanics, power: str) -> Refused | None:
    """What Pacifist and No Mercy forbid. DOA-354."""
    if how.attack == "weapon" and is_disarmed(who):
        return Refused("DOA-166", "Your weapon is on the ground. Pick it up first.")
    if not who.vulnerabilities:
        return None
    if "Pacifist" in who.vulnerabilities and how.wounds():
        return Refused("DOA-354", f"{who.name} is a Pacifist and can’t harm anyone.")
    if "No Mercy" in who.vulnerabilities and not how.is_offensive and unavenged(state, who):
        return Refused(
            "DOA-354", f"No Mercy: {who.name} can only attack until whoever hit them is down."
        )
    return None


def is_disarmed(who: Character) -> bool:
    """Whether the weapon to strike with lies on the ground; a second one is free. Disarm."""
    lost = [one.on for one in who.effects if one.name == "Disarmed"]
    return bool(lost) and ("" in lost or attacks.weapon_in_hand(who).name in lost)


def unavenged(state: Table, who: Character) -> list[str]:
    """Those who attacked it in this fight and still stand. No Mercy."""
    combat = state.combat
    if combat is None:
        return []
    attackers = {hit.by for hit in combat.hits if hit.to == who.name}
    attackers |= {deed.by for deed in combat.deeds if deed.to == who.name}
    return sorted(
        name
        for name in attackers
        if name in state.characters and turns.is_up(state, state.characters[name])
    )


def why_not_pay(use: Use, cost: int) -> Refused | None:
    """Why so many Power Points cannot be spent on it, or None. DOA-341, DOA-342."""
    if cost not in use.costs:
        prices = " or ".join(map(str, use.costs))
        return Refused("DOA-341", f"{use.entry.called} costs {prices} PP, not {cost}.")
    if cost > use.who.pp:
        return Refused("DOA-342", f"That costs {cost} PP; {use.who.name} has {use.who.pp}.")
    return None


def why_not_work(state: Table, use: Use) -> Refused | None:
    """Why it would do nothing here, whomever it is aimed at, or None."""
    reason = special_powers.REASONS.get(use.how.rule)
    refused = reason(state, use) if reason is not None else None
    return refused or aims.why_not_hit(state, use)


# Carrying it out


def use_power(game: Game[Table], use: Use) -> None:
    """Let a power that is paid work on each target. DOA-166, DOA-338 to DOA-345."""
    state, who, how = game.state, use.who, use.how
    way, point = _where(game, use)
    if not mechanics.wants_targets(how) and how.whom != "self":
        use.targets = aims.inside(state, use, way, point)
    if use.entry.sustained:
        lasting.end_sustained(game, who)
    else:
        _end_by_other_power(game, use)
    targets = [target.name for target in use.targets]
    told = "{who} uses {power} on {targets}." if targets else "{who} uses {power}."
    game.tell(told, "DOA-166", who=who.name, power=use.entry.called, targets=targets)
    if not how.attack:
        attacks.reveal(game, who)
    if how.rule:
        special_powers.RULES[how.rule](game, use)
    elif how.attack:
        _attack_all(game, use)
    else:
        _affect_all(game, use, point)
    if how.told:
        game.tell(how.told, "DOA-3")
    if use.turn is not None:
        use.turn.used_power = True
    if how.attack:
        attacks.reveal(game, who)


def _where(game: Game[Table], use: Use) -> tuple[str, Space | None]:
    """The direction of a cone or line, or the point of an area. DOA-346 to DOA-348."""
    state, who, how = game.state, use.who, use.how
    if hands.place_of(who) is None:
        return "", None
    if how.area in ("cone", "line"):
        ways = [
            way
            for way in grid.DIRECTIONS
            if not how.attack
            or attacks.why_not_harm(state, who, aims.inside(state, use, way)) is None
        ]
        prompt = f"Which way does {use.entry.called} go?"
        labels = {way: way.capitalize() for way in ways}
        way = game.choose(who.owner, "which-way", prompt, ways, "DOA-348", labels=labels)
        return way, None
    if how.point and not mechanics.wants_targets(how):
        spaces = ground.visible_spaces(state, who, use.entry.range)
        prompt = f"Which space is {use.entry.called} centred on?"
        name = game.choose(who.owner, "which-space", prompt, spaces, "DOA-346", of="square")
        return "", grid.read_space(name)
    return "", None


def _attack_all(game: Game[Table], use: Use) -> None:
    """One Check per target, each with its own Target Card and AR. DOA-178."""
    who, how = use.who, use.how
    weapon = attacks.weapon_in_hand(who)
    kind: Literal["weapon", "mystic"] = "weapon" if how.attack == "weapon" else "mystic"
    for target in use.targets:
        if health.is_down(who):
            break
        blow = Blow(kind, how.hand, by_tier(how.bonus, use.tier), weapon)
        outcome = attacks.attack(game, who, target, blow, use.power, use.tier)
        after_blow(game, use, target, hit=outcome is None or outcome.success)
    if use.turn is not None:
        use.turn.attacks.append(kind)


def after_blow(game: Game[Table], use: Use, target: Character, *, hit: bool) -> None:
    """What an attack Power does besides the damage: a Save, a weapon struck from the hand."""
    demand = use.how.on_hit
    if health.is_down(target):
        return
    if demand is not None and use.tier >= demand.from_tier and (hit or demand.always):
        consequences.resist(game, use.who, target, demand, use.tier, "", use.power, on_hit=True)
    if hit and use.how.disarms and not health.is_down(target):
        weapon = attacks.weapon_in_hand(target).name
        lost = Effect("Disarmed", by=use.who.name, on=weapon, until="combat")
        lasting.replace_effect(target, lost)
        game.tell("{target}’s weapon falls to the ground.", "DOA-166", target=target.name)


def _affect_all(game: Game[Table], use: Use, point: Space | None) -> None:
    """What a power without a rule of its own gives, takes or demands of each target. DOA-341."""
    who, how, tier = use.who, use.how, use.tier
    chosen = ""
    if how.choices:
        prompt = f"Which effect does {use.entry.called} have?"
        chosen = game.choose(who.owner, "which-effect", prompt, how.choices, "DOA-341")
    if how.zone and point is not None:
        _lay_zone(game.state, use, point)
    drained = 0
    for target in use.targets:
        if how.save is not None and tier >= how.save.from_tier:
            drained += consequences.resist(game, who, target, how.save, tier, chosen, use.power)
        give = how.better if how.better is not None and "Heal 2" in who.powers else how.give
        if give is None:
            continue
        if how.heals and "Knocked Out" in target.conditions:
            _treat_with_power(game, who, target, by_tier(give.heal, tier))
        else:
            consequences.apply(game, who, target, give, tier, chosen)
    if how.drains and drained:
        health.heal(game, who, drained)


def _lay_zone(state: Table, use: Use, point: Space) -> None:
    """An area that stays for a minute; a new use replaces the old."""
    by, size = use.who.name, by_tier(use.how.size, use.tier)
    shape: Literal["aura", "square"] = "square" if use.how.area == "square" else "aura"
    state.zones = [zone for zone in state.zones if (zone.name, zone.by) != (use.power, by)]
    state.zones.append(Zone(use.power, by, *point, size, shape, rounds=lasting.MINUTE))


def _treat_with_power(game: Game[Table], who: Character, target: Character, amount: int) -> None:
    """A healing power on one who is Knocked Out needs a Check: DR 5 less its turns. DOA-258."""
    outcome = checks.check(
        game,
        who,
        conditions.primary_stat(who),
        checks.target_of(game, target),
        max(0, 5 - target.ko_turns),
        Terms(against=target.name, tags=("power",)),
    )
    amount += consequences.infused(who)
    health.treated(game, outcome, who, target, amount)


def _end_by_other_power(game: Game[Table], use: Use) -> None:
    """Mystic Amplification ends with any power but Weapon and Mystic Attacks; a blessing with any.

    The second attack of DOA-396 is one of those. DOA-340.
    """
    if use.power not in PLAIN_ATTACKS and not use.how.second:
        lasting.drop_named(use.who, "Mystic Amplification")
    if use.power != BLESSING:
        lasting.end_where(
            game, lambda effect: effect.name == BLESSING and effect.by == use.who.name
        )


# Using a power


def users(state: Table, seat: str, *_: object) -> list[str]:
    """With whom a seat may use powers now: who acts, or outside a fight all of its own."""
    if state.combat is not None:
        turn = turns.turn_for(state, seat)
        return [turn.who] if turn is not None else []
    return [
        who.name
        for who in state.characters.values()
        if who.owner == seat and turns.is_here(who) and not health.is_down(who)
    ]


def _use(state: Table, seat: str, who: str, power: str, cost: int) -> Use:
    """What a seat is about to use, with whoever acts, or at peace with its own."""
    turn = state.combat.turn if state.combat is not None else None
    if not who and turn is not None:
        who = turn.who
    user = state.characters[who] if who else turns.own(state, seat)
    return mechanics.use_of(state, user, power, cost, turn)


def powers_at_hand(state: Table, seat: str) -> list[str]:
    return [power for name in users(state, seat) for power in state.characters[name].powers]


def why_not_on(state: Table, seat: str, name: str, use: Use) -> Refused | None:
    return aims.why_not_aim(state, use, state.characters[name])


def all_characters(state: Table, seat: str, *_: object) -> list[str]:
    return list(state.characters)


def fewest(state: Table, seat: str, use: Use) -> int:
    return aims.least_targets(use)


def most(state: Table, seat: str, use: Use) -> int:
    return min(len(state.characters), aims.most_targets(use))


class UsePower(Deed, Meaning[Table, Use], frozen=True):
    """Use a Power, an attack included, with the Power Points it costs. DOA-166, DOA-169, DOA-179.

    In a fight it takes its Action of one's own turn.
    """

    says = Says("Use a Power", ACT)
    power: Annotated[str, One(powers_at_hand, clause="DOA-166", called=power_name)]
    who: Annotated[str, Figure(users, none="whoever acts", clause="DOA-2")] = ""
    cost: Annotated[int, Count(0, 9)] = 0
    targets: Annotated[
        list[str],
        Many(
            Figure(
                all_characters,
                why_not_on,
                after=("who", "power", "cost"),
                meant=_use,
                clause="DOA-181",
            ),
            fewest,
            most,
            after=("who", "power", "cost"),
            meant=_use,
            label="Target",
            clause="DOA-341",
        ),
    ] = field(default_factory=list)

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        return own_ground(state, seat)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(users(state, seat))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return None if users(state, seat) else why_not_own(state, seat)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        turn = state.combat.turn if state.combat is not None else None
        for name in users(state, seat):
            who = state.characters[name]
            if turn is not None or who.kind in ("pc", "companion"):
                yield from _ways_to_use(state, who, turn)

    def means(self, asking: Asking) -> Use:
        use = asking.means(_use, self.who, self.power, self.cost)
        return _aimed(asking.state, use, self.targets)

    def why_not_so(self, state: Table, use: Use) -> Refused | None:
        return (
            turns.why_not_able(state, use.who)
            or why_not_now(state, use)
            or why_not_pay(use, self.cost)
            or why_not_work(state, use)
            or aims.why_not_together(state, use)
        )

    def carry_out(self, game: Game[Table], use: Use) -> None:
        if use.turn is None and not _may_use_in_epic(game, use):
            return
        _pay(use, self.cost)
        use_power(game, use)


def _aimed(state: Struct, use: object, names: Iterable[str]) -> Use:
    """A power that is meant, with its targets."""
    assert isinstance(state, Table)
    assert isinstance(use, Use)
    if mechanics.wants_targets(use.how):
        use.targets = [state.characters[name] for name in names]
    return use


def _ways_to_use(state: Table, who: Character, turn: Turn | None) -> Iterable[Way]:
    """Each power that is used with an action, at each of its costs; at peace what can be used.

    In a fight the attacks come first.
    """
    powers = list(dict.fromkeys(who.powers))
    if turn is not None:
        powers.sort(key=lambda power: not mechanics.works(who, power).attack)
    for power in powers:
        how, entry = mechanics.works(who, power), mechanics.listed(who, power)
        if how.discard or how.passive or entry.type in ("adversary", "house", "vulnerability"):
            continue
        refused = why_not_use(state, who, turn, power)
        if refused is not None and turn is None:
            continue
        action = mechanics.action_kind(entry, how).capitalize()
        for tier, cost in enumerate(mechanics.costs(state, who, entry)):
            use = mechanics.use_of(state, who, power, cost, turn)
            inside = aims.friends_inside(state, use)
            friends = [as_called(called(state), friend.name) for friend in inside]
            yield Way(
                {"power": power, "who": who.name, "cost": cost},
                f"{entry.called} (also {listed(friends)})" if friends else entry.called,
                mechanics.told_effect(who, entry, tier),
                f"{action}, {cost} PP" if entry.pp else action,
                why_not=refused
                or why_not_pay(use, cost)
                or why_not_work(state, use)
                or aims.why_nobody(state, use),
                warns=f"It strikes {listed(friends)} too." if friends else "",
            )


def _may_use_in_epic(game: Game[Table], use: Use) -> bool:
    """Powers keep out of an Epic Event unless the Game Master allows it. DOA-247."""
    epic, who = game.state.epic, use.who
    if epic is None or epic.result:
        return True
    prompt = (
        f"{capital(name_of(game, who.name))} wants to use {use.entry.called} in “{epic.name}”. "
        "Do you allow it?"
    )
    if who.owner == game.state.gm or game.may(game.state.gm, "power-in-epic", prompt, "DOA-247"):
        return True
    game.tell("The Game Master doesn’t allow that Power here.", "DOA-247")
    return False


def _pay(use: Use, cost: int) -> None:
    """Power Points are paid when the power is declared, and lost on a miss. DOA-179."""
    who, turn = use.who, use.turn
    who.pp -= cost
    if turn is None:
        return
    again = use.how.attack and "Multiattack" in who.powers
    if again and turn.multiattack:
        turn.multiattack -= 1
        return
    turns.spend_action(turn, mechanics.action_kind(use.entry, use.how))
    if again:
        turn.multiattack += 1


class Dismiss(Deed, frozen=True):
    """End a Power that you sustain, freely. DOA-340."""

    says = Says("End a sustained Power", ACT)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(_sustained(state, seat))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return (
            None
            if _sustained(state, seat)
            else Refused("DOA-340", "You aren’t sustaining a Power.")
        )

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label=f"End {listed(list(dict.fromkeys(_sustained(state, seat))))}")

    def do(self, game: Game[Table], seat: str) -> None:
        who = turns.own(game.state, seat)
        lasting.end_sustained(game, who)
        game.tell("{who} lets the Power end.", "DOA-340", who=who.name)


def _sustained(state: Table, seat: str) -> list[str]:
    """What the one who acts for a seat, or the player's own character, keeps up."""
    turn = turns.turn_for(state, seat)
    name = turn.who if turn is not None else seat
    return lasting.sustains(state, state.characters[name]) if name in state.characters else []


# Held for later


def powers_of_turn(state: Table, seat: str) -> list[str]:
    return list(dict.fromkeys(turns.acting(state, seat)[0].powers))


def why_not_ready(state: Table, seat: str, power: str) -> Refused | None:
    """Why this power cannot be held ready: it must be Major, and need no move. DOA-141."""
    who, turn = turns.acting(state, seat)
    if mechanics.listed(who, power).type != "major":
        return Refused("DOA-141", "You can only hold a Major Action ready.")
    if mechanics.works(who, power).rule == "momentum":
        return Refused(
            "DOA-141", f"{power_name(power)} goes with your own move, so you can’t hold it ready."
        )
    return why_not_use(state, who, turn, power)


class Ready(OnATurn, frozen=True):
    """Hold a Power for a trigger, as a Major Action; its PP are paid now. DOA-141."""

    says = Says("Ready a Power", REACT, MAJOR)
    power: Annotated[str, One(powers_of_turn, why_not_ready, clause="DOA-166", called=power_name)]
    trigger: Annotated[str, Words(label="When")]
    cost: Annotated[int, Count(0, 9)] = 0

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        who, turn = turns.acting(state, seat)
        for power in powers_of_turn(state, seat):
            if turns.why_not_act(turn, "major") or why_not_ready(state, seat, power):
                continue
            entry = mechanics.listed(who, power)
            for cost in mechanics.costs(state, who, entry):
                price = f"{MAJOR}, {cost} PP" if entry.pp else MAJOR
                if cost <= who.pp:
                    chosen: dict[str, Value] = {"power": power, "cost": cost}
                    yield Way(chosen, f"Ready {entry.called}", cost=price)

    def why_not(self, state: Table, seat: str) -> Refused | None:
        who, turn = turns.acting(state, seat)
        return why_not_pay(mechanics.use_of(state, who, self.power, turn=turn), self.cost)

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        assert game.state.combat is not None
        who.pp -= self.cost
        game.state.combat.readied[who.name] = Readied(self.power, self.cost, self.trigger)
        told = "{who} readies {power} for this: “{trigger}”."
        game.tell(told, "DOA-141", who=who.name, power=power_name(self.power), trigger=self.trigger)


def holders(state: Table, seat: str, *_: object) -> list[str]:
    """Those of a seat who hold a power ready. DOA-141."""
    readied = state.combat.readied if state.combat is not None else {}
    mine = (state.characters[name] for name in sorted(readied))
    return [who.name for who in mine if who.owner == seat and not health.is_down(who)]


def _held(state: Table, seat: str, who: str) -> Use:
    """What is held ready, by the one named or by the first."""
    assert state.combat is not None
    name = who or holders(state, seat)[0]
    readied = state.combat.readied[name]
    return mechanics.use_of(state, state.characters[name], readied.power, readied.cost)


class Trigger(Deed, Meaning[Table, Use], frozen=True):
    """The trigger has come: use the Power that you hold ready; it is paid already. DOA-141."""

    says = Says("Use what you hold ready", REACT)
    who: Annotated[str, Figure(holders, none="whoever holds one ready", clause="DOA-141")] = ""
    targets: Annotated[
        list[str],
        Many(
            Figure(all_characters, why_not_on, after=("who",), meant=_held, clause="DOA-181"),
            fewest,
            most,
            after=("who",),
            meant=_held,
            label="Target",
            clause="DOA-341",
        ),
    ] = field(default_factory=list)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(holders(state, seat))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        held = holders(state, seat)
        return None if held else Refused("DOA-141", "You don’t have an Action ready.")

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        assert state.combat is not None
        for name in holders(state, seat):
            use, readied = _held(state, seat, name), state.combat.readied[name]
            yield Way(
                {"who": name},
                f"Use {power_name(readied.power)} now (“{readied.trigger}”)",
                why_not=_why_not_now(state, use) or aims.why_nobody(state, use),
            )

    def means(self, asking: Asking) -> Use:
        return _aimed(asking.state, asking.means(_held, self.who), self.targets)

    def why_not_so(self, state: Table, use: Use) -> Refused | None:
        return _why_not_now(state, use) or aims.why_not_together(state, use)

    def carry_out(self, game: Game[Table], use: Use) -> None:
        assert game.state.combat is not None
        readied = game.state.combat.readied.pop(use.who.name)
        told = "{who} was waiting for this: “{trigger}”."
        game.tell(told, "DOA-141", who=use.who.name, trigger=readied.trigger)
        use_power(game, use)


def _why_not_now(state: Table, use: Use) -> Refused | None:
    """Why what is held ready does nothing just now, or None."""
    refused = why_not_vulnerable(state, use.who, use.how, use.power)
    return refused or why_not_work(state, use)
