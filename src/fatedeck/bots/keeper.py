"""The machine with an adventure: it runs the scenes as game master, or goes along as a hero.

It knows the game only through its `Ruleset`, and does only what a person in its chair could do: it
tells, stages, calls the checks that players ask for, lets foes fight by the game's own policy,
follows the players on, and ends the story. No scene is run that the text does not hold.
"""

from __future__ import annotations

import random
from collections import Counter

from msgspec import Struct

from fatedeck.engine.adventure import Adventure, Scene
from fatedeck.engine.entries import act
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import Party, Policy
from fatedeck.engine.tale import GO, LOOK, TRY, Tale, Telling, check_id, is_met, stage_id, wishes
from fatedeck.engine.telling import (
    CallCheck,
    Decline,
    End,
    Go,
    Say,
    SetStage,
    Show,
    TaleAction,
    Tell,
    Wish,
)

AnyRecord = Record[Struct, Struct, Struct]

CURIOUS = 0.8
"""How often a hero of the machine tries something before going on."""


def tale_move(record: AnyRecord, seat: str, policy: Policy[Struct]) -> Struct | None:
    """What this seat does now: with the tale where one is told, else as the game's policy plays."""
    telling, party = record.telling, record.ruleset.party(record.state)
    if telling is None or telling.adventure is None or party is None or not party.begun:
        return policy.act(record.state, seat)
    if telling.tale.over:
        return None
    if seat == telling.gm:
        return _lead(record, telling, telling.adventure, party, policy)
    followed = _follow(record, telling, party, seat, policy)
    return policy.give_way(record.state, seat) if followed is None else followed


def _lead(
    record: AnyRecord,
    telling: Telling,
    adventure: Adventure,
    party: Party,
    policy: Policy[Struct],
) -> Struct | None:
    """The game master: first what the scene tells and puts on the table, then what players want.

    The fallen are carried off after a fight, and nobody follows the heroes out of a scene.
    """
    scene, tale = telling.scene, telling.tale
    if scene is None:
        return None
    if not party.able and adventure.defeat not in ("", *tale.seen):
        return record.ruleset.dismiss(record.state) or Go(adventure.defeat)
    if words := _reason(record, telling, policy):
        return Say(words)
    for opening in _opening(scene, tale):
        if record.why_not(telling.gm, act(opening)) is None:
            return opening
    if not party.able:
        return record.ruleset.dismiss(record.state) or End()
    if party.busy:
        return policy.act(record.state, telling.gm)
    sent_away = record.ruleset.dismiss(record.state)
    if sent_away is not None and not party.foes:
        return sent_away
    for grant in _grants(telling, scene, party):
        if isinstance(grant, Go) and sent_away is not None:
            return sent_away
        refused = record.why_not(telling.gm, act(grant))
        if refused is None:
            return grant
        if isinstance(grant, CallCheck) and grant.hero in tale.wishes:
            return Decline(grant.hero, refused.sentence)
    return End() if scene.is_end() else None


def _reason(record: AnyRecord, telling: Telling, policy: Policy[Struct]) -> str:
    """Why the game master ruled so on what a hero has just done, if that needs a word."""
    last = record.last
    if last is None or last.seat not in telling.heroes:
        return ""
    ruled = (given for given in last.answers if given.seat == telling.gm)
    reasons = (policy.why(given.key.partition(": ")[2], given.answer) for given in ruled)
    return next(filter(None, reasons), "")


def _opening(scene: Scene, tale: Tale) -> list[TaleAction]:
    """What a scene begins with: its read-aloud, what is shown with it, then what stands there.

    Words with a condition are told once it holds; what lies with a thing, once somebody has looked.
    """
    found: list[TaleAction] = [
        Tell(f"{scene.id}#{n}")
        for n, told in enumerate(scene.told, 1)
        if f"{scene.id}#{n}" not in tale.told and is_met(tale, told.needs)
    ]
    found += [
        Show(handout.title)
        for handout in scene.handouts
        if handout.title not in tale.handouts
        and (not handout.thing or f"{scene.id}/{handout.thing}" in tale.told)
    ]
    found += [
        SetStage(stage.name)
        for stage in scene.stages
        if not stage.name and stage_id(scene, stage) not in tale.staged
    ]
    return found


def _grants(telling: Telling, scene: Scene, party: Party) -> list[TaleAction]:
    """What the text or the players call for: kept checks, looks, checks, and the way on."""
    tale, found = telling.tale, list[TaleAction]()
    for check in scene.checks:
        is_due = check.kept and is_met(tale, check.needs)
        if is_due and check_id(scene, check) not in tale.tried:
            found.append(CallCheck(check.name, party.able[len(tale.seen) % len(party.able)]))
    going: Counter[str] = Counter()
    for who, wish in tale.wishes.items():
        kind, _, name = wish.partition(":")
        if wish not in wishes(telling, who):
            continue
        if kind == LOOK:
            found.append(Tell(f"{scene.id}/{name}"))
        elif kind == TRY:
            found.append(CallCheck(name, who))
        elif who in party.able:
            going[name] += 1
    for to, votes in going.most_common(1):
        if 2 * votes > len(party.able) or sum(going.values()) == len(party.able):
            found.append(Go(to))
    return found


def _follow(
    record: AnyRecord, telling: Telling, party: Party, seat: str, policy: Policy[Struct]
) -> Struct | None:
    """A hero: fights as the game's policy does; else looks, tries, and goes on to what is new.

    With people among the heroes it lets them lead, and wants to go where they want to go.
    """
    scene, tale = telling.scene, telling.tale
    if party.busy:
        return policy.act(record.state, seat)
    if scene is None or _opening(scene, tale) or seat not in party.able:
        return None
    wanted = wishes(telling, seat)
    pending = tale.wishes.get(seat, "")
    leaders = [hero for hero in party.able if hero in record.people]
    if leaders:
        wished = (tale.wishes.get(hero, "") for hero in leaders)
        way = next((wish for wish in wished if wish.startswith(GO)), "")
        return Wish(way) if way in wanted and way != pending else None
    if pending.startswith(GO) and pending in wanted:
        return None
    luck = random.Random(f"{record.header.seal}/{record.n}/{seat}")
    others = {wish: words for wish, words in wanted.items() if wish != pending}
    looks = [wish for wish in others if wish.startswith(LOOK)]
    tries = [wish for wish in others if wish.startswith(TRY)]
    ways = [wish for wish in others if wish.startswith(GO)]
    ways = [wish for wish in ways if wish.partition(":")[2] not in tale.seen] or ways
    curious = luck.random() < CURIOUS or not ways
    for some in (looks, tries if curious and not pending else [], ways, tries):
        if some:
            return Wish(luck.choice(some))
    return None
