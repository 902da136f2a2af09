"""Blows: what an attack does where it hits, and what the features of a technique add."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import Apply, Feature, FeatureEffect, book, worth
from fatedeck.games.realms_behind.rules.called import name_of
from fatedeck.games.realms_behind.rules.checks import Terms, draw_cards, passes, status_modifier
from fatedeck.games.realms_behind.rules.derived import is_downed
from fatedeck.games.realms_behind.rules.field import push
from fatedeck.games.realms_behind.rules.health import Damage, after_resist, hurt
from fatedeck.games.realms_behind.rules.statuses import afflict, relieve, stacks_by
from fatedeck.games.realms_behind.rules.talents import talents
from fatedeck.games.realms_behind.state import Being, Character, Outcome, Table


class Blow(Struct):
    """What an attack would do where it hits: its damage and its statuses per suit."""

    element: str
    base: int
    split: dict[str, int] = field(default_factory=dict)
    per_suit: dict[str, dict[str, int]] = field(default_factory=dict)
    features: tuple[Feature, ...] = ()
    chosen: dict[str, str] = field(default_factory=dict)


def settle_blows(
    game: Game[Table],
    attacker: Being,
    targets: Sequence[Being],
    thresholds: Sequence[int],
    terms: Terms,
    outcome: Outcome,
    blow: Blow,
) -> None:
    """Compare the same cards with each target's threshold and let the attack have its effects.

    RB-5.15, RB-12.1.
    """
    for target, threshold in zip(targets, thresholds, strict=True):
        hit = same_cards(game, attacker, terms, outcome, target, threshold)
        strike(game, attacker, target, hit, outcome, blow)
    apply_to_user(game, attacker, outcome, blow)


def same_cards(
    game: Game[Table], actor: Being, terms: Terms, outcome: Outcome, target: Being, threshold: int
) -> bool:
    """Whether one check also succeeds against this target. RB-5.15."""
    if target.name == outcome.target or (target is actor and not outcome.target):
        return outcome.success
    terms.target = target.name if target is not actor else ""
    modifier = terms.modifier + status_modifier(game.state, actor, terms)
    succeeds = passes(outcome, threshold, modifier)
    word = "succeed" if succeeds else "fail"
    game.tell(f"The same cards {word} against {{target}}.", "RB-5.15", target=target.name)
    return succeeds


def strike(
    game: Game[Table], attacker: Being, target: Being, hit: bool, outcome: Outcome, blow: Blow
) -> None:
    """Damage and effects of an attack on one target.

    RB-6.4, RB-6.6, RB-10.5, RB-12.2, RB-12.8, RB-18.21.
    """
    stood = not is_downed(target)
    words = words_of(attacker, outcome, hit)
    if hit:
        outcome.hits.append(target.name)
        damage = _damage(attacker, outcome, blow)
        damage[blow.element] += cauterize(game, target, blow, words)
        words["damage"] = sum(after_resist(target, damage).values())
        if not any(feature.effect.no_damage for feature in blow.features):
            outcome.damage[target.name] = hurt(game, target, damage)
        for suit, stacks in blow.per_suit.items():
            count = outcome.pool.of(suit)
            for status, n in stacks.items():
                deep = count if has_deep_debuff(attacker, status, (suit,)) else 0
                afflict(game, target, status, n * count + deep, by=attacker.name)
    apply_features(game, attacker, target, hit, outcome, words, blow)
    if stood and is_downed(target):
        on_down(game, attacker, blow.features)


def _damage(attacker: Being, outcome: Outcome, blow: Blow) -> Damage:
    """Base, Hearts, Clubs where a rule says so, extra successes; then the split by element.

    All bonuses belong to the main element. RB-6.4, RB-10.5, RB-12.2, RB-12.8, RB-18.16, RB-18.17.
    """
    pool = outcome.pool
    known = talents(attacker)
    main = blow.base + outcome.extra + pool.hearts * (1 + known.extra_damage.get("hearts", 0))
    main += sum(map(pool.of, known.damaging_suits))
    for feature in blow.features:
        main += feature.effect.damage
        if feature.effect.suit_adds_damage:
            main += pool.of(feature.effect.suit_adds_damage)
    damage = {blow.element: main}
    for element, n in blow.split.items():
        kind = blow.element if element == "physical" else element
        damage[kind] = damage.get(kind, 0) + n
    return damage


def cauterize(game: Game[Table], target: Being, blow: Blow, words: dict[str, int]) -> int:
    """Bleeding taken off makes twice as much damage. RB-18.14."""
    added = 0
    for feature in blow.features:
        remove = feature.effect.remove
        if remove is not None:
            words["removed"] = relieve(game, target, remove.status, worth(remove.n, words))
            added += worth(feature.effect.damage_extra, words)
    return added


def on_down(game: Game[Table], attacker: Being, features: Sequence[Feature]) -> None:
    """Victorious draws a card; Hungering may draw one and gain 1 AP. RB-18.22, RB-13.10."""
    if type(attacker) is not Character:
        return
    for feature in features:
        gain = feature.effect.on_down
        asked = f"{feature.name}: draw a card and gain 1 AP?"
        if "ap" in gain and not game.may(attacker.name, "hungering", asked, "RB-18.22"):
            continue
        if gain:
            draw_cards(game, attacker, gain["draw"])
            attacker.ap += gain.get("ap", 0)


def plain_bonus(feature: Feature) -> bool:
    """Whether a feature's Advantage and success simply count, without a condition."""
    effect = feature.effect
    return not (effect.pre_check or effect.move_before or effect.condition or effect.sets_up)


def extra_suits(features: Sequence[Feature]) -> tuple[str, ...]:
    """The suits that are extra successes, each once however many features say so. RB-6.5."""
    suits = (feature.effect.extra_success_per for feature in features)
    return tuple(dict.fromkeys(suit for suit in suits if suit))


def words_of(user: Being, outcome: Outcome, success: bool) -> dict[str, int]:
    """What the words of the data stand for. RB-18.22."""
    pool = outcome.pool
    words = {
        "successes": 1 + outcome.extra if success else 0,
        "hearts": pool.hearts,
        "spades": pool.spades,
        "clubs": pool.clubs,
        "diamonds": pool.diamonds,
    }
    if type(user) is Character:
        words |= {"body": user.body, "mind": user.mind, "spirit": user.spirit, "luck": user.luck}
    return words


def has_deep_debuff(user: Being, status: str, suits: Sequence[str]) -> bool:
    """Whether a feat deepens a harmful status that cards of these suits have brought. RB-18.15."""
    deep = talents(user).deep_debuffs
    return book().statuses[status].harmful and any(suit in deep for suit in suits)


def apply_features(
    game: Game[Table],
    user: Being,
    target: Being,
    success: bool,
    outcome: Outcome,
    words: dict[str, int],
    blow: Blow,
) -> None:
    """What the features of a technique do to one target, in the order they were built in.

    RB-18.9, RB-18.15, RB-18.22.
    """
    for feature in blow.features:
        effect = feature.effect
        if falls_on_user(effect) or (effect.needs_hit and not success):
            continue
        if effect.apply is not None:
            element = blow.element if effect.element == "spell" else blow.chosen.get(feature.id, "")
            stacks = _stacks(user, effect.apply, words, outcome, blow)
            afflict(game, target, effect.apply.status, stacks, by=user.name, element=element)
        if effect.remove_any is not None:
            most = worth(effect.remove_any.n, words)
            _steady(game, user, target, effect.remove_any.statuses, most)
        if effect.or_leave is not None:
            stacks = _stacks(user, effect.or_leave, words, outcome, blow)
            _bully(game, target, effect.or_leave.status, stacks)
        _move(game, user, target, effect, words)
        _persuade(game, user, target, effect)


def _stacks(user: Being, apply: Apply, words: dict[str, int], outcome: Outcome, blow: Blow) -> int:
    """How many stacks a feature puts on its target. RB-18.15, RB-18.22."""
    return worth(apply.n, words) + _deepened(user, apply.status, apply.n, blow, outcome)


def _move(
    game: Game[Table], user: Being, target: Being, effect: FeatureEffect, words: dict[str, int]
) -> None:
    """Pushing, quickening, and ground that becomes Difficult. RB-15.13, RB-18.22."""
    on_ground = game.state.phase == "encounter"
    if effect.push and on_ground:
        pushed = push(game.state, target, user, worth(effect.push, words))
        told = "{target} is pushed {n} {n:space|spaces}."
        told = told if pushed else "{target} has no room to be pushed."
        game.tell(told, "RB-15.13", "RB-18.22", target=target.name, n=pushed)
    if effect.speed_for_encounter:
        target.speed_this_encounter += worth(effect.speed_for_encounter, words)
        game.tell("{target} is quicker for this Encounter.", "RB-18.22", target=target.name)
    if effect.difficult_terrain is not None and on_ground:
        _debris(game, target, effect.difficult_terrain.radius)


def _persuade(game: Game[Table], user: Being, target: Being, effect: FeatureEffect) -> None:
    """What words alone bring about; the GM says the rest. RB-18.22."""
    asked = f"Is that to set up {name_of(game, target.name)}’s next check?"
    if effect.sets_up and game.may(game.state.seat_of(user), "set-up", asked, "RB-18.22"):
        target.support += effect.sets_up
        game.tell("{target}’s next check is set up.", "RB-18.22", target=target.name)
    if effect.clue:
        told = "{target} lets a clue slip; the GM says which."
        game.tell(told, "RB-18.22", target=target.name)
    if effect.opinion:
        told = "{target}’s opinion rises one more level, for good."
        game.tell(told, "RB-18.22", target=target.name)


def falls_on_user(effect: FeatureEffect) -> bool:
    """Whether a feature does something to its user, not to those it is used on."""
    return bool(effect.defence_all) or (effect.apply is not None and effect.apply.who == "self")


def apply_to_user(game: Game[Table], user: Being, outcome: Outcome, blow: Blow) -> None:
    """What the features do to their user: once a check, however many it was used on. RB-5.15.

    Where the same cards succeeded against anyone, the check has its successes. RB-18.22.
    """
    success = outcome.success or bool(outcome.hits)
    words = words_of(user, outcome, success)
    for feature in blow.features:
        effect = feature.effect
        if not falls_on_user(effect) or (effect.needs_hit and not success):
            continue
        if effect.apply is not None:
            stacks = worth(effect.apply.n, words)
            afflict(game, user, effect.apply.status, stacks, by=user.name)
        if effect.defence_all:
            user.bulwark_turns = 2 if game.state.whose_turn() == user.name else 1
            game.tell("{user} stands like a bulwark.", "RB-18.22", user=user.name)


def _deepened(user: Being, status: str, stacks: str, blow: Blow, outcome: Outcome) -> int:
    """One stack more per card of a suit that brought stacks of a harmful status. RB-18.15."""
    suits = [suit for suit in ("hearts", "spades", "clubs", "diamonds") if suit in stacks]
    if "successes" in stacks:
        suits += extra_suits(blow.features)
    return sum(
        outcome.pool.of(suit)
        for suit in dict.fromkeys(suits)
        if has_deep_debuff(user, status, (suit,))
    )


def _debris(game: Game[Table], target: Being, radius: int) -> None:
    table = game.state
    for x in range(target.x - radius, target.x + radius + 1):
        for y in range(target.y - radius, target.y + radius + 1):
            inside = 0 <= x < table.width and 0 <= y < table.height
            if inside and f"{x},{y}" not in table.difficult:
                table.difficult.append(f"{x},{y}")
    table.difficult.sort()
    game.tell("The ground around {target} is Difficult now.", "RB-18.22", target=target.name)


def _steady(
    game: Game[Table], user: Being, target: Being, statuses: Sequence[str], most: int
) -> None:
    """Take away stacks, the caster choosing among the statuses. RB-18.12."""
    seat = game.state.seat_of(user)
    for status in statuses:
        for by, stacks in stacks_by(target, status).items():
            there = min(stacks, most)
            if there:
                by_whom = f" by {by}" if by else ""
                prompt = f"How many stacks of {status.capitalize()}{by_whom} do you take away?"
                gone = game.number(seat, "steady", prompt, 0, there, "RB-18.12")
                most -= relieve(game, target, status, gone, by=by)


def _bully(game: Game[Table], target: Being, status: str, stacks: int) -> None:
    """The target leaves the scene or bears a status, as it likes. RB-18.22."""
    seat, word = game.state.seat_of(target), status.capitalize()
    prompt = f"{name_of(game, target.name)} is bullied. Leave the scene, or be {word} {stacks}?"
    if game.may(seat, "bullied", prompt, "RB-18.22", yes="Leave the scene", no=f"Be {word}"):
        target.left_scene = True
        game.tell("{target} leaves the scene.", "RB-18.22", target=target.name)
    else:
        afflict(game, target, status, stacks)
