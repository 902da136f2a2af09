"""What a power does to one target: a Save, damage, healing, conditions, effects that last."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.effects import Consequence, Lasting, Resist, by_tier
from fatedeck.games.deck_of_adventures.rules.attacks import Standing, user_difficulty
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.checks import Terms, check, save, target_of
from fatedeck.games.deck_of_adventures.rules.conditions import gain, harm, resilience
from fatedeck.games.deck_of_adventures.rules.decks import discard_top
from fatedeck.games.deck_of_adventures.rules.health import give_power_ap, heal, in_turn, is_down
from fatedeck.games.deck_of_adventures.rules.lasting import drop_named, replace_effect
from fatedeck.games.deck_of_adventures.state import (
    STAT_NAMES,
    Character,
    Effect,
    Outcome,
    Stake,
    Table,
)


def resist(
    game: Game[Table],
    who: Character,
    target: Character,
    demand: Resist,
    tier: int,
    chosen: str,
    power: str,
    *,
    on_hit: bool = False,
) -> int:
    """The target saves, and suffers what follows. Returns the points that it lost."""
    outcome = save_against(game, who, target, demand, chosen)
    stake = Stake("save", who.name, target.name, power, tier, chosen, on_hit)
    return suffer(game, outcome, who, target, demand, stake)


def save_against(
    game: Game[Table], who: Character, target: Character, demand: Resist, chosen: str = ""
) -> Outcome:
    """The Save that somebody's power demands of one target. DOA-113, DOA-116, DOA-117."""
    stat = demand.attr[0]
    if len(demand.attr) > 1:
        prompt = f"What does {name_of(game, target.name)} save with?"
        stat = game.choose(
            target.owner, "save-with", prompt, demand.attr, "DOA-113", labels=STAT_NAMES
        )
    difficulty = user_difficulty(who) if demand.dr == "user" else demand.dr
    feared = (*demand.fail.conditions, *([chosen] if chosen else []))
    hand = max((resilience(target, condition) for condition in feared), default=0)
    because = " or ".join(dict.fromkeys(feared))
    if demand.vs == "own":
        return save(game, target, stat, difficulty, hand=hand, because=because)
    terms = Terms(hand=hand, kind="save", against=who.name, because=because)
    return check(game, target, stat, target_of(game, who), difficulty, terms)


def suffer(
    game: Game[Table],
    outcome: Outcome,
    who: Character,
    target: Character,
    demand: Resist,
    stake: Stake,
) -> int:
    """What follows from a Save, noted for the Game Master's last word. DOA-3, DOA-117."""
    what = demand.success if outcome.success else demand.fail
    before = Standing.of(game.state, target)
    lost = apply(game, who, target, what, stake.tier, stake.chosen)
    if game.state.last is outcome:
        before.note(game.state, stake, target)
    return lost


def apply(
    game: Game[Table], who: Character, target: Character, what: Consequence, tier: int, chosen: str
) -> int:
    """Let a consequence happen to one target. Returns the points that it lost."""
    lost = 0
    if what.damage:
        wounding = sum(e.amount for e in who.effects if e.name in ("Charm of Wounding", "Amplify"))
        drop_named(who, "Amplify")
        lost = harm(game, target, what.damage + wounding, who.name, bypass=what.bypass)
    if what.heal:
        heal(game, target, by_tier(what.heal, tier) + infused(who))
    if what.ap:
        give_power_ap(game, target, by_tier(what.ap, tier) + infused(who))
    if what.discard:
        discard_top(game, target, what.discard)
    for condition in (*what.conditions, *([chosen] if what.chosen_condition else [])):
        if not is_down(target):
            gain(game, target, condition, who.name, rounds=what.rounds)
    if what.effect is not None:
        lay(game, who, target, what.effect)
    return lost


def lay(game: Game[Table], who: Character, target: Character, lasting: Lasting) -> None:
    """Lay an effect of a power on someone, with its end. DOA-187, DOA-350."""
    effect = Effect(lasting.name, lasting.hand, lasting.amount, who.name, lasting.on, lasting.uses)
    if lasting.until == "start":
        effect.until, effect.of, effect.rounds = "start", who.name, lasting.rounds or 1
    elif lasting.until == "end":
        this_turn = lasting.name == "Speed Boost"
        effect.until, effect.of = "end", target.name
        effect.rounds = 2 if in_turn(game.state, target) and not this_turn else 1
    elif lasting.until == "sustained":
        effect.until, effect.of, effect.rounds = "sustained", who.name, lasting.rounds
    elif lasting.until in ("combat", "rest", "zone"):
        effect.until = lasting.until
    replace_effect(target, effect)
    told = f"{{who}} is under {{effect}}{_ending(effect)}."
    game.tell(told, "DOA-187", who=target.name, effect=lasting.name, of=effect.of, n=effect.rounds)


def _ending(effect: Effect) -> str:
    """Until when an effect lies on someone, as the story tells it. DOA-350."""
    if effect.until in ("start", "end"):
        turn = "next turn" if effect.rounds == 1 else "turn in {n} rounds"
        return f" until the {effect.until} of {{of}}’s {turn}"
    ends = {"sustained": " while {of} sustains it", "combat": " for this fight"}
    return {**ends, "rest": " until a Rest"}.get(effect.until, "")


def infused(who: Character) -> int:
    """Infuse: the next power that grants HP or AP grants more."""
    amount = sum(effect.amount for effect in who.effects if effect.name == "Infuse")
    if amount:
        drop_named(who, "Infuse")
    return amount
