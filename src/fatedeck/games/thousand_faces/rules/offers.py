"""What a seat may do now, grouped as a player thinks."""

from __future__ import annotations

from functools import lru_cache

from fatedeck.engine.errors import Said, refusal, said
from fatedeck.engine.offers import Offer, One, Param, Words, offer
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import actions as do
from fatedeck.games.thousand_faces.rules import (
    downtime,
    equipment,
    feats,
    forms,
    learning,
    magic,
)
from fatedeck.games.thousand_faces.rules.families import why_not_act
from fatedeck.games.thousand_faces.state import Table

ROWS = frozenset(("mix_it_up", "fury", "backstab", "bum_rush", "volley", "called_shot", "defend"))
"""Moves for which a weapon matters."""

AIMED = ROWS | {
    "defy_danger",
    "good_cardio",
    "and_this_is_for",
    "goreography",
    "weak_spot",
    "come_and_get_me",
    "parley",
}
AGAINST_PCS = ("mix_it_up", "volley", "parley", "pick_pockets", "suggestive_subtlety")


def offers(state: Table, seat: str) -> list[Offer]:
    """What this seat may do now."""
    if state.phase in ("over", "creation") or seat == state.gm:
        return []
    return _play(state, seat)


def _grouped(found: list[Offer]) -> list[Offer]:
    """Offers of one group side by side, the groups in the order in which they first come."""
    groups: dict[str, list[Offer]] = {}
    for one in found:
        groups.setdefault(one.group, []).append(one)
    return [one for group in groups.values() for one in group]


def _play(state: Table, seat: str) -> list[Offer]:
    found: list[Offer] = []
    found += _cards(state, seat)
    found += _things(state, seat)
    found += _days(state, seat)
    return _grouped(found)


def _cards(state: Table, seat: str) -> list[Offer]:
    """Cards that are not flipped. TFA-25."""
    player = state.players[seat]
    found = []
    for card in player.moves:
        if card.id not in feats.USABLE:
            continue
        params: list[Param] = []
        if card.id == "tied_with_her_ribbon":
            names = tuple(item.name for item in player.items if item.kind == "weapon")
            params = [One("item", "Weapon", names)] if names else []
        elif card.id == "it_belonged_to_my_father" and not card.item:
            guards = ("armour", "shield")
            names = tuple(item.name for item in player.items if item.kind in guards)
            params = [One("item", "Armour or shield", names)] if names else []
        elif card.id in ("slide", "not_on_my_turf", "it_belonged_to_my_father"):
            params = [Words("text", "How?")]
        found.append(
            offer(
                do.UseCard,
                card.face.name,
                *params,
                group="Your cards",
                fixed={"move": card.id},
                clauses=card.face.clauses,
                note=card.face.effect,
                refused=feats.why_not_use(state, seat, card.id),
            )
        )
    if player.trap_tokens:
        questions = catalogue.moves()["its_a_trap"].questions
        found.append(
            offer(
                do.AskAhead,
                f"Ask about danger ({player.trap_tokens} tokens)",
                One("question", "Question", questions),
                group="Your cards",
                refused=why_not_act(state, seat),
            )
        )
    if player.envelope_picks and learning.freeable(state, seat):
        found.append(
            offer(
                do.FreeCard,
                "Free a card from an envelope",
                forms.named(learning.freeable(state, seat)),
                group="Your cards",
                clauses=("TFA-262",),
            )
        )
    return found


@lru_cache(maxsize=256)
def _good_thing(why_not: Said) -> Offer:
    return offer(
        do.GoodThing,
        "Good Thing I Brought",
        Words("thing", "What?", 60, may_be_empty=False),
        One("price", "Price", ("1 XP + 1 Pack", "2 Pack")),
        One("afterwards", "Afterwards it is", ("kept", "used up")),
        Words("consumed", "What was consumed or broken?"),
        group="Things",
        clauses=("TFA-137", "TFA-138"),
        refused=refusal(why_not),
    )


def _things(state: Table, seat: str) -> list[Offer]:
    player = state.players[seat]
    found = []
    idle = refused = why_not_act(state, seat)
    if refused is None and equipment.why_not_good_thing(player, "1 XP + 1 Pack"):
        refused = equipment.why_not_good_thing(player, "2 Pack")
    found.append(_good_thing(said(refused)))
    droppable = equipment.droppable(player)
    if droppable:
        what = One("what", "What", tuple(droppable))
        found.append(offer(do.Drop, "Drop something", what, group="Things", refused=idle))
        others = tuple(state.others(seat))
        if others:
            to = One("to", "To", others)
            found.append(
                offer(
                    do.Give,
                    "Hand something over",
                    what,
                    to,
                    group="Things",
                    clauses=("TFA-132",),
                    refused=idle,
                )
            )
    if player.precious:
        refused = idle or equipment.why_not_exchange(state, seat)
        found.append(
            offer(do.ExchangePack, "1 precious for 2 Pack", group="Things", refused=refused)
        )
    unclear = tuple(item.name for item in player.items if item.unclear)
    if unclear:
        found.append(
            offer(
                do.TurnIntoPack,
                "Loot is Pack after all",
                One("item", "Loot", unclear),
                group="Things",
                refused=idle,
            )
        )
    kinds = (("regular",) if player.pack else ()) + (("precious",) if player.precious else ())
    if kinds:
        found.append(
            offer(
                do.NamePack,
                "Say what a Pack card is",
                One("kind", "Pack", kinds),
                Words("name", "It is", 60, may_be_empty=False),
                group="Things",
                clauses=("TFA-135",),
                refused=idle,
            )
        )
    flowing = tuple(item.name for item in player.items if item.flowing)
    if flowing:
        found.append(
            offer(do.EndFlow, "End an effect", One("item", "Item", flowing), group="Things")
        )
    secret = tuple(item.name for item in player.items if item.secret)
    if secret:
        found.append(
            offer(
                do.HideItem,
                "Show a secret item",
                One("item", "Item", secret),
                fixed={"how": "show"},
                group="Things",
                clauses=("TFA-8",),
            )
        )
    return found


def _days(state: Table, seat: str) -> list[Offer]:
    """Downtime. TFA-194, TFA-195."""
    if state.phase == "tutorial":
        return []
    player = state.players[seat]
    found = [
        _rest(said(downtime.why_not_rest(state, seat))),
        _seek_help(said(downtime.why_not_seek_help(state, seat))),
    ]
    if any(item.damage for item in player.items):
        found += [
            offer(
                do.Sharpen,
                f"Sharpen & Stitch: {how}",
                fixed={"how": how},
                group="Downtime",
                clauses=("TFA-207",),
                refused=downtime.why_not_sharpen(state, seat, how),
            )
            for how in ("flip", "pay a local")
        ]
    refused = downtime.why_not_study(state, seat)
    choices = [] if refused else learning.raisable(player) + learning.studiable(state, seat)
    lessons = {move: learning.lesson(player, move) for move in choices}
    found.append(
        offer(
            do.Study,
            "Study Under a Master",
            *([One("move", "Move", tuple(choices), lessons)] if choices else []),
            group="Downtime",
            clauses=("TFA-212",),
            refused=refused,
        )
    )
    found.append(_shop(said(downtime.why_not_shop(state, seat))))
    arms = tuple(item.name for item in player.items if item.kind == "weapon")
    if arms:
        dear = downtime.why_not_tales(state, seat, magical=True) is None
        found.append(
            offer(
                do.TellTales,
                "Tales of a Weapon",
                One("weapon", "Better than", arms),
                Words("name", "The new weapon", 60, may_be_empty=False),
                One("magic", "Kind", ("plain", "magical") if dear else ("plain",)),
                group="Downtime",
                clauses=("TFA-211",),
                refused=downtime.why_not_tales(state, seat, magical=False),
            )
        )
    if player.card("obsessive_contemplation") is not None:
        options = tuple(o for o in downtime.CONTEMPLATION if o not in player.contemplated)
        names = tuple(item.name for item in player.items)
        found.append(
            offer(
                do.Contemplate,
                "Obsessive Contemplation",
                One("option", "Option", options),
                One("item", "Item", ("", *names), forms.NOTHING),
                One("effect", "Effect", ("", *magic.seen_effects(state))),
                group="Downtime",
                clauses=("TFA-215",),
                refused=downtime.why_not_contemplate(state, seat),
            )
        )
    return found


@lru_cache(maxsize=256)
def _rest(why_not: Said) -> Offer:
    return offer(
        do.Rest,
        "Rest",
        Words("blame", "Whom do you blame?"),
        group="Downtime",
        clauses=("TFA-198",),
        refused=refusal(why_not),
    )


@lru_cache(maxsize=256)
def _seek_help(why_not: Said) -> Offer:
    return offer(
        do.SeekHelp,
        "Seek Help",
        Words("text", "Where and how?"),
        Words("forgives", "Whom are you closer to forgiving?"),
        group="Downtime",
        clauses=("TFA-203",),
        refused=refusal(why_not),
    )


@lru_cache(maxsize=256)
def _shop(why_not: Said) -> Offer:
    return offer(
        do.Shop,
        "Shop / Procure",
        Words("wish", "What do you look for?"),
        group="Downtime",
        clauses=("TFA-209",),
        refused=refusal(why_not),
    )
