"""Wounds and healing: armour before hit points, Toughen Up, and what knocks out."""

from __future__ import annotations

from collections.abc import Mapping

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.rules import checks, decks, initiative, lasting
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.state import (
    Character,
    Injury,
    Outcome,
    Stake,
    Table,
    Upset,
    Wound,
)


def is_down(who: Character) -> bool:
    """Knocked Out, out of the fight or dead. DOA-56, DOA-219, DOA-381."""
    return who.dead or not who.hp or "Knocked Out" in who.conditions


def fallen(state: Table) -> list[Character]:
    """All who are down. DOA-219, DOA-381."""
    return [
        who
        for who in state.characters.values()
        if not who.hp or who.dead or (who.conditions and "Knocked Out" in who.conditions)
    ]


def hurt(
    game: Game[Table], who: Character, damage: int, by: str = "", *, bypass: bool = False
) -> int:
    """Deal damage: Power AP, then item AP, then HP, which stop at 0. DOA-176, DOA-177, DOA-388.

    Damage that bypasses armour takes HP alone. Damage that would Knock Out may be toughened at
    once, and only the rest is applied (DOA-37). Returns the points lost.
    """
    if damage <= 0 or who.dead:
        return 0
    if by:
        _remember(game.state, who, by)
    if who.hp == 0:
        return _hit_while_down(game, who)
    armour = 0 if bypass else who.power_ap + who.ap
    if damage - armour >= who.hp and (most := min(damage, len(_fate(game.state, who)))):
        damage -= _toughen(game, who, most, damage - armour)
    power_ap = 0 if bypass else min(damage, who.power_ap)
    ap = 0 if bypass else min(damage - power_ap, who.ap)
    hp = min(damage - power_ap - ap, who.hp)
    who.power_ap -= power_ap
    who.ap -= ap
    who.hp -= hp
    lost = power_ap + ap + hp
    if lost:
        exact = f"{{who}} loses {_points(hp, ap + power_ap)}."
        _tell(game, who, "{who} is hurt.", exact, "DOA-176", hp=hp, ap=ap + power_ap)
    if not who.hp:
        _fall(game, who)
    elif lost and who.is_dealer:
        before = (who.hp + hp, who.ap + ap, who.power_ap + power_ap)
        window = 2 if in_turn(game.state, who) else 1  # until the end of the next turn (DOA-35)
        who.wounds.append(Wound(lost, hp, ap, power_ap, window, *before))
    if lost:
        lasting.lose(game, who, "Hidden")  # DOA-165
    return lost


def in_turn(state: Table, who: Character) -> bool:
    """Whether its turn of this round has begun and not ended: it is under way, or delayed."""
    combat = state.combat
    return combat is not None and (
        who.name in combat.held or any(turn.who == who.name for turn in combat.turns)
    )


def heal(game: Game[Table], who: Character, amount: int) -> int:
    """Give back HP up to the maximum; healing also brings back speed lost in falls. DOA-312.

    The first HP wakes a Knocked Out character, who is then Knocked Down. DOA-257, DOA-381.
    """
    before = who.hp
    who.hp = min(who.max_hp, who.hp + amount)
    healed = who.hp - before
    if not healed:
        return 0
    _tell(game, who, "{who} is healed.", "{who} regains {hp} HP.", "DOA-312", hp=healed)
    if not game.state.switches.fall_recovery or who.hp == who.max_hp:
        who.lost_speed = 0
    if not before:
        _get_up(game, who)
    return healed


def treated(
    game: Game[Table], outcome: Outcome, healer: Character, who: Character, amount: int
) -> None:
    """What comes of treating one who is Knocked Out; a Critical adds 1. DOA-3, DOA-260."""
    healed, before, conditions = 0, struggle(who), list(who.conditions)
    if outcome.success:
        healed = heal(game, who, amount + (outcome.degree == "critical"))
    stake = Stake("treatment", healer.name, who.name, bonus=amount, hp=healed)
    game.state.stake, game.state.upset = stake, None
    if struggle(who) != before:
        stake.gained = [name for name in who.conditions if name not in conditions]
        game.state.upset = Upset(ko=before)


def wake(game: Game[Table], who: Character) -> None:
    """HP above 0 end Knocked Out at once; the Dealer acts from its next turn, on the ground."""
    who.conditions.remove("Knocked Out")
    who.stable = who.dying = False
    who.ko_won = who.ko_lost = who.ko_hits = who.ko_turns = 0
    if "Knocked Down" not in who.conditions:
        who.conditions.append("Knocked Down")
    game.tell("{who} comes round, still Knocked Down.", "DOA-257", who=who.name)


def give_power_ap(game: Game[Table], who: Character, amount: int) -> None:
    """AP from Powers are one pool: a new grant sets it to the larger number. DOA-230, DOA-388."""
    who.power_ap = max(who.power_ap, amount)
    exact = "{who} has {ap} AP from Powers."
    _tell(game, who, "{who} is shielded.", exact, "DOA-388", ap=who.power_ap)


def why_not_toughen(state: Table, who: Character, points: int = 1) -> Refused | None:
    """Why this character may not Toughen Up now, or None. DOA-34, DOA-35, DOA-37, DOA-44."""
    if not who.is_dealer:
        return Refused("DOA-44", f"{who.name} can’t use Fate Cards.")
    if is_down(who):
        return Refused("DOA-37", f"{who.name} is Knocked Out and can’t Toughen Up.")
    if not who.wounds:
        return Refused("DOA-35", f"{who.name} has no fresh damage left to ignore.")
    if points > sum(wound.damage for wound in who.wounds):
        return Refused(
            "DOA-35", f"{who.name} doesn’t have {points} points of fresh damage to ignore."
        )
    if points > len(_fate(state, who)):
        return Refused("DOA-34", f"{who.name} doesn’t have {points} Fate Cards.")
    return None


def toughen_up(game: Game[Table], who: Character, points: int) -> None:
    """Spend Fate Cards to ignore as many points of fresh damage, the newest wound first. DOA-34.

    HP come back first, then item AP, then Power AP. DOA-36, DOA-388.
    """
    if (refused := why_not_toughen(game.state, who, points)) is not None:
        raise refused
    _spend(game, who, points)
    for wound in reversed(who.wounds):
        ignored = min(points, wound.damage)
        points -= ignored
        _ignore(who, wound, ignored, _hit(game.state, who))
    who.wounds = [wound for wound in who.wounds if wound.damage]
    exact, ap = "{who} toughens up: now {hp} HP and {ap} AP.", who.ap + who.power_ap
    _tell(game, who, "{who} toughens up.", exact, "DOA-34", hp=who.hp, ap=ap)


def _hit(state: Table, who: Character) -> Stake | None:
    """What hangs on the last Check, if that Check cost this one points. DOA-3."""
    stake = state.stake
    hit = stake is not None and stake.to == who.name and stake.kind in ("attack", "save")
    return stake if hit else None


def _ignore(who: Character, wound: Wound, points: int, stake: Stake | None) -> None:
    """Points of one wound come back, never above the value before it. DOA-36.

    Those of a shield or armour that lies in the pack are given back to it. What has come back no
    longer hangs on the Check that had cost it.
    """
    hp = min(points, wound.hp)
    ap = min(points - hp, wound.ap)
    power_ap = points - hp - ap
    wound.damage -= points
    wound.hp -= hp
    wound.ap -= ap
    wound.power_ap -= power_ap
    if stake is not None:
        stake.hp = max(0, stake.hp - hp)
        stake.ap = max(0, stake.ap - ap)
        stake.power_ap = max(0, stake.power_ap - power_ap)
    who.hp = max(who.hp, min(who.hp + hp, wound.hp_before, who.max_hp))
    worn = max(who.ap, min(who.ap + ap, wound.ap_before, who.max_ap))
    packed, who.ap = ap - (worn - who.ap), worn
    for piece, lost in list(who.lost_ap.items()):
        who.lost_ap[piece] = lost - min(packed, lost)
        packed -= min(packed, lost)
    who.power_ap = max(who.power_ap, min(who.power_ap + power_ap, wound.power_ap_before))


def forget(who: Character, hp: int, ap: int, power_ap: int) -> None:
    """Points of the newest wounds were never lost, so nobody toughens them away. DOA-3, DOA-35."""
    for wound in reversed(who.wounds):
        of_hp, of_ap = min(hp, wound.hp), min(ap, wound.ap)
        of_power = min(power_ap, wound.power_ap)
        hp, ap, power_ap = hp - of_hp, ap - of_ap, power_ap - of_power
        wound.hp, wound.ap = wound.hp - of_hp, wound.ap - of_ap
        wound.power_ap -= of_power
        wound.damage -= of_hp + of_ap + of_power
    who.wounds = [wound for wound in who.wounds if wound.damage]


def close_wounds(who: Character) -> None:
    """The own turn has ended: older wounds can no longer be ignored. DOA-35."""
    if who.wounds:
        for wound in who.wounds:
            wound.window -= 1
        who.wounds = [wound for wound in who.wounds if wound.window]


def _fate(state: Table, who: Character) -> list[str]:
    return decks.fate_cards(state, who) if who.is_dealer else []


def _toughen(game: Game[Table], who: Character, most: int, coming: int) -> int:
    """How many Fate Cards the damaged seat spends before a Knock Out takes hold. DOA-37.

    Each takes a point off the damage that is `coming` through the armour.
    """
    prompt = (
        f"{capital(name_of(game, who.name))} is about to be Knocked Out. "
        "Spend Fate Cards to Toughen Up? Each one ignores 1 damage."
    )
    labels = {}
    for spent in range(most + 1):
        left = who.hp - max(0, coming - spent)
        what = f"Spend {spent}" if spent else "Spend none"
        labels[spent] = f"{what}: {f'stay up with {left} HP' if left > 0 else 'Knocked Out'}"
    points = game.number(who.owner, "toughen-up", prompt, 0, most, "DOA-37", labels=labels)
    if points:
        _spend(game, who, points)
        game.tell(
            "{who} toughens up and ignores {points} damage.", "DOA-37", who=who.name, points=points
        )
    return points


def _spend(game: Game[Table], who: Character, points: int) -> None:
    """Which Fate Cards go is the player's choice when it matters. DOA-42."""
    for left in range(points, 0, -1):
        held = decks.fate_cards(game.state, who)
        everything = left == len(held)
        card = held[0] if everything else decks.choose_fate(game, who)
        decks.spend_fate(game, who, card)


def _fall(game: Game[Table], who: Character) -> None:
    """HP reached 0: a boss with a phase left goes on, a Dealer is Knocked Out. DOA-56, DOA-219."""
    if who.kind == "boss" and who.phases:
        next_phase(game, who)
        return
    decks.knock_out(game.state, who)
    if who.is_dealer:
        game.tell("{who} is Knocked Out.", "DOA-219", who=who.name)
    else:
        game.tell("{who} is out of the fight.", "DOA-56", who=who.name)
    if who.summoned:
        who.dead = True


def follow(game: Game[Table], before: Mapping[str, int]) -> bool:
    """Who fell, or came round, since they had so many HP; whether anybody did. DOA-219, DOA-257."""
    changed = False
    for name, hp in before.items():
        who = game.state.characters[name]
        if who.dead or who.making or bool(hp) == bool(who.hp):
            continue
        changed = True
        if hp:
            _fall(game, who)
        else:
            _get_up(game, who)
    return changed


def _get_up(game: Game[Table], who: Character) -> None:
    """Whoever had no HP has some again; one who fell before this fight takes part from now on."""
    if "Knocked Out" in who.conditions:
        wake(game, who)
    initiative.join(game, who)


def next_phase(game: Game[Table], who: Character) -> None:
    """A Boss that has run out of HP goes on with all of them and a new Target Card. DOA-362."""
    who.phases -= 1
    who.wounds.clear()
    who.hp = who.max_hp
    lasting.lose(game, who, "Knocked Out")
    game.tell("{who} enters the next phase with full HP.", "DOA-362", who=who.name)
    checks.draw_target(game, who)


def struggle(who: Character) -> list[int]:
    """How the draws for a life stand: won, lost, hits, turns, stable, going on. DOA-390."""
    counts = [who.ko_won, who.ko_lost, who.ko_hits, who.ko_turns]
    return [*counts, int(who.stable), int(who.dying)]


def _hit_while_down(game: Game[Table], who: Character) -> int:
    """Further damage worsens the KO draws; a stable Dealer starts a new event. DOA-252, DOA-390."""
    who.dying = who.is_dealer
    if who.stable:
        who.stable = False
        who.ko_won = who.ko_lost = who.ko_hits = who.ko_turns = 0
    else:
        who.ko_hits += 1
    game.tell("{who} is hurt while Knocked Out.", "DOA-252", who=who.name)
    return 0


def summoned_by(state: Table, who: Character) -> Character | None:
    """The creature that someone has summoned, while it lasts."""
    mine = (one for one in state.characters.values() if one.companion_of == who.name)
    return next((one for one in mine if one.summoned and not is_down(one)), None)


def life_link(game: Game[Table], who: Character) -> Character | None:
    """The summoned creature that takes the whole hit instead, if its maker wishes. Life Link."""
    if "Life Link" not in who.powers:
        return None
    summoned = summoned_by(game.state, who)
    if summoned is None or not game.may(
        who.owner,
        "life-link",
        f"{capital(name_of(game, who.name))} is about to be hurt. "
        f"Let {name_of(game, summoned.name)} take the damage?",
        yes="Use Life Link",
        no="Take it myself",
    ):
        return None
    return summoned


def _remember(state: Table, who: Character, by: str) -> None:
    combat = state.combat
    if combat is not None and by != who.name:
        combat.deeds.append(Injury(by, who.name, combat.clock))


def _tell(
    game: Game[Table], who: Character, told: str, exact: str, clause: str, hp: int = 0, ap: int = 0
) -> None:
    """Tell of points; those of a Game Master's character are for the Game Master. DOA-182."""
    if who.owner == game.state.gm:
        game.tell(told, clause, only={who.owner: exact}, who=who.name, hp=hp, ap=ap)
    else:
        game.tell(exact, clause, who=who.name, hp=hp, ap=ap)


def _points(hp: int, ap: int) -> str:
    return " and ".join(["{ap} AP"] * bool(ap) + ["{hp} HP"] * bool(hp))
