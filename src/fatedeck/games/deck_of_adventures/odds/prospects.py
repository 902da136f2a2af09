"""The odds of Checks: which cards may come, and what each would be worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.data_files import data_file
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, One, Value
from fatedeck.engine.prospects import Judged, Prospect, Study
from fatedeck.games.deck_of_adventures import data
from fatedeck.games.deck_of_adventures.rules import attacks, calls, checks, circle, ground, turns
from fatedeck.games.deck_of_adventures.rules.attacks import Blow
from fatedeck.games.deck_of_adventures.rules.circle import Verdict
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTES,
    CARD_NAMES,
    JOKERS,
    PLAYING_CARDS,
    WORLD,
    Character,
    CheckKind,
    Degree,
    Match,
    Outcome,
    Switches,
    Table,
)

RESULTS = tuple(circle.NAMES[degree] for degree in reversed(circle.DEGREES))
GOOD = RESULTS[3:]
MATCHES: dict[str, Match] = {"none": "", "colour": "colour", "suit": "suit"}
SAVE_DIFFICULTY = 3
USUAL_TARGET = "8C"
"""From a fresh deck all Target Cards are alike; with cards gone they are not."""


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts in choosing; `degrees` is what the last Check came to."""

    hp: int
    pp: int
    fatigue: int
    fate: int
    card: int
    degrees: dict[Degree, int]

    def results(self) -> dict[str, int]:
        """What each degree counts, by its name."""
        return {circle.NAMES[degree]: counts for degree, counts in self.degrees.items()}


worth = data_file(data.__file__, "worth", Worth)
"""What counts as better."""


def prospects(state: Table, seat: str) -> list[Prospect]:
    """The draws of a player's character: weapon attacks whose AR is known, and Saves at DR 3.

    They are counted from their deck, with every Upper and Lower Hand that applies now. Once a
    Check is called for, it alone. DOA-68, DOA-116, DOA-170, DOA-182.
    """
    who = state.characters.get(seat)
    if who is None or who.making or who.dead or not who.hp:
        return []
    deck = state.cards(who).deck
    if deck.top or deck.is_empty():
        return []
    if state.drawing is not None and state.drawing.who == seat:
        return _called(state, state.drawing)
    found = []
    if state.combat is not None and turns.is_fighting(state, who):
        found += [
            attack
            for target in state.characters.values()
            if target.side != who.side and turns.is_fighting(state, target)
            for attack in _attack(state, who, target)
        ]
    if who.target:
        found += [
            _prospect(state, who, f"{stat} Save, DR 3", stat, who.target, SAVE_DIFFICULTY, "save")
            for stat in ATTRIBUTES
        ]
    return found


def _called(state: Table, check: Outcome) -> list[Prospect]:
    """The Check that this one is about to draw, with the Modifier or a part of it. DOA-68, DOA-80.

    Nothing of a Check with a hidden DR, and nothing of one whose cards are being drawn.
    """
    if check.drawn or check.hidden:
        return []
    title = f"{check.stat} Check, DR {check.difficulty}"
    parts = [
        _foreseen(state, f"{title}, with +{part}", replace(check, modifier=part))
        for part in range(check.modifier - 1, -1, -1)
    ]
    return [_foreseen(state, title, check), *parts]


def foreseen(state: Table, seat: str, action: Struct) -> list[Prospect]:
    """The Check that the Game Master would call for, against each Target Card it may have.

    Where none stands it comes from the World deck, as far as the seat can tell. DOA-68 to DOA-70.
    """
    who = state.characters.get(seat)
    if not isinstance(action, calls.CallCheck) or who is None or who.making or action.hidden:
        return []
    deck = state.cards(who).deck
    if deck.top or deck.is_empty():
        return []
    terms = checks.Terms(hand=action.hand, match=action.match, tags=tuple(action.marks))
    acted_upon = state.characters.get(action.against)
    standing = checks.standing_target(state, acted_upon or who)
    if action.against != calls.OWN and (acted_upon is None or not standing):
        targets = _of_the_world(state)
    else:
        targets = [standing] if standing else sorted(deck)
    title = f"{action.stat} Check, DR {action.difficulty}"
    return [
        _foreseen(
            state,
            title,
            checks.foresee(state, who, action.stat, target, action.difficulty, terms),
        )
        for target in targets
        if target not in JOKERS
    ]


def _of_the_world(state: Table) -> list[str]:
    """The cards that a player thinks in the World deck: what was drawn behind the screen too."""
    world = state.decks[WORLD]
    return sorted([*world.deck, *world.screen]) or list(PLAYING_CARDS)


def unseen(state: Table, seat: str) -> list[str]:
    """The undrawn cards of a player's own deck. DOA-22."""
    who = state.characters.get(seat)
    return sorted(state.cards(who).deck) if who is not None else []


def judged(before: Table, after: Table) -> list[Judged]:
    """The last Check of a player, if all its cards came from the deck as it was. DOA-68."""
    last = after.last
    if last is None or last == before.last or last.who not in before.seats or last.redrawn:
        return []
    who = before.characters[last.who]
    cards = sorted(before.decks[last.who].deck)
    if last.target in cards and after.characters[last.who].target == last.target:
        cards.remove(last.target)
    if len(last.drawn) != 1 + abs(last.net) or not set(last.drawn) <= set(cards):
        return []
    reach = circle.effective_range(last.difficulty, last.modifier, before.switches)
    title = f"{last.stat}, DR {last.difficulty}"
    prospect = _counted(title, cards, last.target, reach, last.match, last.net)
    return [Judged(who.owner, prospect, circle.NAMES[last.degree])]


def standing(state: Table, seat: str) -> int:
    """How well off a player's character is, by `worth.yaml`. DOA-82 to DOA-90."""
    who = state.characters.get(seat)
    if who is None:
        raise Refused("DOA-2", "The odds can’t choose for the Game Master.")
    cards, last = state.decks[who.deck], state.last
    counts = worth()
    degree = 0 if last is None or last.who != seat else counts.degrees[last.degree]
    return (
        degree
        + counts.hp * who.hp
        + counts.pp * who.pp
        + counts.fatigue * who.fatigue
        + counts.fate * (len(cards.fate) + who.tokens)
        + counts.card * len(cards.deck)
    )


def studies() -> list[Study]:
    """What may be asked away from a table: a Check from a fresh deck, and a Save. DOA-357.

    A Fate Card buys a redraw of the worst card when the Check is a Miss. DOA-28.
    """
    counts = worth()
    params = (
        Count("difficulty", "DR", 0, 6),
        Count("modifier", "Modifier", -2, 6),
        Count("hand", "Upper (+) or Lower (-) Hand", -4, 4),
    )
    match = One("match", "Required match", tuple(MATCHES))
    target = One("target", "Target Card", tuple(PLAYING_CARDS))
    fate = Count("fate", "Fate Cards to spend on a Miss", 0, 1)
    usual: dict[str, Value] = {
        "modifier": 0,
        "hand": 0,
        "match": "none",
        "fate": 0,
        "target": USUAL_TARGET,
    }
    return [
        Study(
            "check",
            "A Check from a fresh deck of 52.",
            (*params, match, fate, target),
            _pose_check,
            usual,
            counts.results(),
            counts.card,
            counts.fate,
        ),
        Study(
            "save",
            "A Save: your own Target Card is out of the deck.",
            (*params, fate, target),
            _pose_save,
            usual,
            counts.results(),
            counts.card,
            counts.fate,
        ),
        Study(
            "attack",
            "The damage of a Weapon Attack from a fresh deck. The DR is the target’s AR.",
            (*params, Count("damage", "The weapon’s damage", 1, 6), fate, target),
            _pose_attack,
            {**usual, "damage": 1},
        ),
    ]


def _pose_check(values: Mapping[str, Value]) -> Prospect:
    return _posed(values, PLAYING_CARDS, MATCHES[str(values["match"])])


def _pose_save(values: Mapping[str, Value]) -> Prospect:
    return _posed(values, [card for card in PLAYING_CARDS if card != _target(values)], "")


def _target(values: Mapping[str, Value]) -> str:
    return str(values.get("target", USUAL_TARGET))


def _pose_attack(values: Mapping[str, Value]) -> Prospect:
    """A hit deals the weapon's damage, a Critical 1 more. DOA-170, DOA-171, DOA-173."""
    damage = int(str(values["damage"]))
    plain = _posed(values, PLAYING_CARDS, "")
    results = ("no damage", f"{damage} damage", f"{damage + 1} damage")
    critical, misses = RESULTS[-1], RESULTS[:3]
    deals = {
        outcome: results[2 if name == critical else 0 if name in misses else 1]
        for outcome, name in plain.names.items()
    }
    return replace(plain, names=deals, results=results, good=results[1:], clauses=("DOA-173",))


def _posed(values: Mapping[str, Value], cards: Sequence[str], match: Match) -> Prospect:
    difficulty, modifier, hand = (
        int(str(values[name])) for name in ("difficulty", "modifier", "hand")
    )
    upper = f"{'Upper' if hand > 0 else 'Lower'} Hand ({abs(hand)})" if hand else "plain"
    title = f"DR {difficulty}, Mod {modifier:+}, {upper}"
    reach = circle.effective_range(difficulty, modifier, Switches())
    target = _target(values)
    if target != USUAL_TARGET:
        title = f"{title}, against {CARD_NAMES[target]}"
    plain = _counted(title, cards, target, reach, circle.required_match(modifier, match), hand)
    if not values.get("fate"):
        return plain
    return replace(plain, title=f"{title}, with a Fate Card to redraw a Miss", again="card")


def _attack(state: Table, who: Character, target: Character) -> list[Prospect]:
    """A weapon attack on somebody whose Target Card lies open and whose AR is known. DOA-170."""
    weapon = attacks.weapon_in_hand(who)
    shared = state.characters.get(target.target_with, target)
    if not shared.target or "AR" not in target.known:
        return []
    apart = ground.spaces_between(state, who, target)
    if apart > weapon.range:
        return []
    title = f"{weapon.name or 'Weapon'} attack on {target.name}"
    tags = ("power", "weapon") if apart <= 1 else ("power", "weapon", "sight")
    difficulty = attacks.attack_difficulty(state, who, target)
    hand = attacks.attack_hand(state, who, target, Blow("weapon", weapon=weapon))
    stat = attacks.weapon_stat(who)
    draw = _prospect(
        state, who, title, stat, shared.target, difficulty, "attack", hand, target.name, tags
    )
    given: dict[str, Value] = {"power": "Attack, Weapon", "targets": [target.name]}
    return [replace(draw, do="use-power", given=given)]


def _prospect(
    state: Table,
    who: Character,
    title: str,
    stat: str,
    target: str,
    difficulty: int,
    kind: CheckKind,
    hand: int = 0,
    against: str = "",
    tags: tuple[str, ...] = (),
) -> Prospect:
    terms = checks.Terms(hand, kind=kind, against=against, tags=tags)
    return _foreseen(state, title, checks.foresee(state, who, stat, target, difficulty, terms))


def _foreseen(state: Table, title: str, check: Outcome) -> Prospect:
    """A Check before its first card is drawn."""
    reach = circle.effective_range(check.difficulty, check.modifier, state.switches)
    cards = sorted(state.cards(state.characters[check.who]).deck)
    return _counted(title, cards, check.target, reach, check.match, check.net)


def _counted(
    title: str, cards: Sequence[str], target: str, reach: int, match: Match, net: int
) -> Prospect:
    """The best or the worst of the net hand's cards, none of them put back. DOA-98, DOA-100."""
    merits = _merits(target, reach, match)
    keep: Literal["best", "worst"] = "best" if net >= 0 else "worst"
    return Prospect(
        title,
        tuple(cards),
        merits.classes,
        merits.order,
        min(1 + abs(net), max(1, len(cards))),
        keep,
        good=GOOD,
        clauses=("DOA-74", "DOA-102"),
        names=merits.names,
        results=RESULTS,
    )


class Merits(Struct, frozen=True):
    """What every card is worth against a Target Card, as the fields of a prospect."""

    classes: dict[str, str]
    order: tuple[str, ...]
    names: dict[str, str]


@cache
def _merits(target: str, reach: int, match: Match) -> Merits:
    """Cards fall into classes of equal merit, named by their degree. DOA-102."""
    verdicts: dict[str, Verdict] = {
        card: circle.judge(card, target, reach, match) for card in PLAYING_CARDS
    }
    ranked = sorted(set(verdicts.values()), key=lambda verdict: verdict.merit)
    ids = {verdict: f"{verdict.degree} {verdict.distance}" for verdict in ranked}
    return Merits(
        {card: ids[verdict] for card, verdict in verdicts.items()},
        tuple(ids.values()),
        {ids[verdict]: circle.NAMES[verdict.degree] for verdict in ranked},
    )
