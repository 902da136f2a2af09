"""What the Game Master may lay down in and around a fight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from fatedeck.engine.errors import Refused, Said, refusal, said
from fatedeck.engine.offers import Count, Offer, One, Words, offer
from fatedeck.games.deck_of_adventures.data import creatures
from fatedeck.games.deck_of_adventures.rules import actions as act
from fatedeck.games.deck_of_adventures.rules.combat import why_not_start
from fatedeck.games.deck_of_adventures.rules.combat_offers import names_of
from fatedeck.games.deck_of_adventures.rules.conditions import MEANING
from fatedeck.games.deck_of_adventures.rules.creatures import bestiary
from fatedeck.games.deck_of_adventures.rules.decks import free_deck
from fatedeck.games.deck_of_adventures.rules.headings import FIGHT, SCENE
from fatedeck.games.deck_of_adventures.rules.turns import in_play
from fatedeck.games.deck_of_adventures.state import Character, Combat, PowerSet, Table

LIGHTS = {
    "partial": "A side alley lit from a nearby street; a cellar with a few candles.",
    "full": "Full darkness: moonless countryside or a cave without a lamp.",
}
YES_OR_NO = ("no", "yes")
COVERS = {
    "partial": "Someone else in the line of attack; standing behind a crate of half one's height.",
    "full": "Crouching behind that crate; standing behind a pillar taller than oneself.",
    "total": "Wholly out of sight.",
}


def gm_offers(state: Table) -> list[Sequence[Offer]]:
    """The scene and its ground, creatures, harm, and the fight itself. DOA-2."""
    everyone = [who for who in state.characters.values() if not who.making and not who.dead]
    names = names_of(everyone)
    full, has_map = free_deck(state) is None, state.map.width > 0
    found: list[Sequence[Offer]] = [_scene_offers(state.power_set, full, has_map)]
    if names:
        gone = names_of(who for who in everyone if who.kind != "pc")
        dealers = names_of(who for who in everyone if who.is_dealer)
        found.append(_on_characters(names, gone, dealers, has_map))
    found.append(
        _fight_offers(state, state.combat, everyone)
        if state.combat is not None
        else _peace_offers(said(why_not_start(state)))
    )
    return found


@cache
def _scene_offers(power_set: PowerSet, full: bool, has_map: bool) -> tuple[Offer, ...]:
    """Creatures, the example encounter, the ground and the light."""
    refused = None
    if full:
        refused = Refused("DOA-356", "All decks for Dealers are in use; remove one of them first.")
    found = [
        *_place_offers(power_set, full, has_map),
        offer(
            act.PlaceEncounter,
            "Lay out the example encounter",
            group=SCENE,
            clauses=("DOA-372",),
            refused=refused,
        ),
        offer(
            act.LayMap,
            "Lay a map",
            Count("width", "Width", 0, 60),
            Count("height", "Height", 0, 60),
            group=SCENE,
            clauses=("DOA-149",),
        ),
    ]
    if has_map:
        found.append(
            offer(
                act.LayTerrain,
                "Mark terrain",
                Words("spaces", "Spaces, like 3,4 3,5", may_be_empty=False),
                One("kind", "Kind", ("challenging", "half", "full", "wall", "special", "plain")),
                Words("note", "Note", 40),
                group=SCENE,
                clauses=("DOA-314",),
            )
        )
    found.append(
        offer(
            act.SetLight,
            "Set the light",
            One("light", "Light", ("bright", "partial", "full"), LIGHTS),
            group=SCENE,
            clauses=("DOA-300",),
        )
    )
    return tuple(found)


def _place_offers(power_set: PowerSet, full: bool, has_map: bool) -> list[Offer]:
    """Creatures of the Bestiary, Bosses also with phases, on a space if there is a map."""
    at = [Words("at", "Space, like 3,4 (may be empty)", 40)] if has_map else []
    bosses = tuple(name for name, one in bestiary(power_set).items() if one.kind == "boss")
    kinds = tuple(
        name
        for name, one in bestiary(power_set).items()
        if not (full and one.kind in ("dealer", "boss"))
    )
    ordinary = offer(
        act.PlaceCreature,
        "Place a creature",
        One("creature", "Creature", kinds),
        One("side", "Side", ("foes", "party")),
        Count("number", "How many", 1, 4),
        *at,
        group=SCENE,
        clauses=("DOA-372",),
    )
    if full:
        return [ordinary]
    boss = offer(
        act.PlaceCreature,
        "Place a Boss with phases",
        One("creature", "Boss", bosses),
        One("side", "Side", ("foes", "party")),
        Count("phases", "Phases after the first", 1, 3),
        *at,
        group=SCENE,
        clauses=("DOA-362",),
    )
    return [ordinary, boss]


@lru_cache(maxsize=256)
def _on_characters(
    names: tuple[str, ...], gone: tuple[str, ...], dealers: tuple[str, ...], has_map: bool
) -> tuple[Offer, ...]:
    """What the Game Master may decree for someone."""
    found = []
    if has_map:
        found.append(
            offer(
                act.SetPlace,
                "Set someone on the map",
                One("who", "Who", names),
                Words("at", "Space, like 3,4", 40, may_be_empty=False),
                group=SCENE,
                clauses=("DOA-149",),
            )
        )
    elif len(names) > 1:
        found.append(
            offer(
                act.StateDistance,
                "State a distance",
                One("who", "Who", names),
                One("other", "From", names),
                Count("spaces", "Spaces", 0, 200),
                group=SCENE,
                clauses=("DOA-149",),
            )
        )
    kinds = ("none", "partial", "full", "total", "by the map")
    found.append(
        offer(
            act.SetCover,
            "Rule on cover",
            One("who", "Who", names),
            One("cover", "Cover", kinds, COVERS),
            One("attacker", "Against (nobody named: everyone)", ("", *names)),
            group=SCENE,
            clauses=("DOA-309",),
        )
    )
    found.append(
        offer(
            act.Fall,
            "Let someone fall",
            One("who", "Who", names),
            Count("feet", "Feet", 0, 500),
            One("save", "An Agility Save may soften it", YES_OR_NO),
            group=SCENE,
            clauses=("DOA-310", "DOA-313"),
        )
    )
    conditions = tuple(name for name in MEANING if name != "Knocked Out")
    found.append(
        offer(
            act.Inflict,
            "Inflict a condition",
            One("who", "Who", names),
            One("condition", "Condition", conditions),
            group=SCENE,
            clauses=("DOA-187",),
        )
    )
    found.append(
        offer(
            act.Harm,
            "Deal damage",
            One("who", "Who", names),
            Count("damage", "Damage", 1, 50),
            One("kind", "Kind", ("physical", "psychic", "poison")),
            group=SCENE,
            clauses=("DOA-176", "DOA-221"),
        )
    )
    found.append(
        offer(
            act.Heal,
            "Heal someone",
            One("who", "Who", names),
            Count("points", "HP", 1, 50),
            group=SCENE,
            clauses=("DOA-257", "DOA-3"),
        )
    )
    found.append(
        offer(
            act.HoldBreath,
            "Someone holds its breath",
            One("who", "Who", names),
            Count("minutes", "Minutes", 1, 120),
            Count("damage", "Damage taken meanwhile", 0, 50),
            group=SCENE,
            clauses=("DOA-211",),
        )
    )
    if gone:
        found.append(
            offer(act.RemoveCreature, "Take off the table", One("who", "Who", gone), group=SCENE)
        )
    if dealers:
        pets = tuple(name for name, one in creatures("current").items() if one.kind == "companion")
        found.append(
            offer(
                act.BondCompanion,
                "Give a Companion",
                One("who", "To", dealers),
                One("creature", "Creature", pets),
                group=SCENE,
                clauses=("DOA-58",),
            )
        )
    return tuple(found)


@lru_cache(maxsize=256)
def _peace_offers(why_not: Said) -> tuple[Offer, ...]:
    """What the Game Master may do outside a fight."""
    return (
        offer(
            act.StartCombat,
            "Start a fight",
            One("surprised", "Surprised", ("nobody", "party", "foes")),
            One("groups", "Minions of a kind share one Target Card", YES_OR_NO),
            One("home", "Bosses fight in their home", YES_OR_NO),
            group=FIGHT,
            clauses=("DOA-120", "DOA-123", "DOA-361"),
            refused=refusal(why_not),
        ),
        offer(
            act.PassTime,
            "Let time pass",
            Count("rounds", "Rounds of 6 seconds", 1, 10),
            group=SCENE,
            clauses=("DOA-186",),
        ),
    )


def _fight_offers(state: Table, combat: Combat, everyone: list[Character]) -> list[Offer]:
    fighting = names_of(who for who in everyone if in_play(state, who))
    found = [offer(act.EndCombat, "End the fight", group=FIGHT, clauses=("DOA-183",))]
    if fighting:
        found.append(
            offer(
                act.Withdraw,
                "Someone flees or surrenders",
                One("who", "Who", fighting),
                group=FIGHT,
                clauses=("DOA-183",),
            )
        )
    turn = combat.turn
    if turn is not None and turn.kind == "turn":
        skipped = None
        if turn.who in combat.skipped:
            skipped = Refused("DOA-139", f"{turn.who} was skipped already this round.")
        elif turn.acted or turn.spent:
            skipped = Refused("DOA-138", f"{turn.who} has begun to act.")
        label = f"Skip {turn.who} for now"
        found.append(offer(act.SkipTurn, label, group=FIGHT, clauses=("DOA-138",), refused=skipped))
    bosses = names_of(who for who in everyone if who.kind == "boss")
    if bosses and state.map.width:
        found.append(
            offer(
                act.LayCloud,
                "Acid cloud",
                One("who", "By", bosses),
                Words("at", "Corner, like 3,4", 40, may_be_empty=False),
                group=FIGHT,
                clauses=("DOA-364",),
            )
        )
    return found
