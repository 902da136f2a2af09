"""What one seat may see: its hand in front, everyone's public things, the ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder
from msgspec.structs import replace

from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.cards import Pile
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.making import still_making
from fatedeck.engine.names import played, twin
from fatedeck.engine.offers import tag
from fatedeck.engine.story import listed
from fatedeck.engine.view import (
    Condition,
    Counter,
    Entry,
    Face,
    Fact,
    Gadget,
    Sheet,
    View,
    Zone,
    entry,
    seen,
)
from fatedeck.games.realms_behind.data import DEFENCES, book, said
from fatedeck.games.realms_behind.looks.things import (
    capital,
    figures,
    project_called,
    technique_called,
    thing_called,
)
from fatedeck.games.realms_behind.rules.called import called
from fatedeck.games.realms_behind.rules.cards import (
    IN_WORDS,
    JOKER,
    JOKERS,
    STANDARD,
    SUIT,
    SUITS,
    in_order,
)
from fatedeck.games.realms_behind.rules.carrying import PLACES, bulk, limit
from fatedeck.games.realms_behind.rules.crafting import known_enhancements
from fatedeck.games.realms_behind.rules.derived import (
    can_act,
    capacity,
    deep_max,
    defence,
    draw_size,
    fortune_max,
    gear,
    inertia,
    initiative,
    is_down,
    is_downed,
    is_exhausted,
    is_stupefied,
    is_wounded,
    kind_of,
    resist,
    shallow_max,
    speed,
    total,
    will_max,
)
from fatedeck.games.realms_behind.rules.field import distance, nearest, standing
from fatedeck.games.realms_behind.rules.frames import AP_PER_TURN, frame_of
from fatedeck.games.realms_behind.rules.phases import Begin, Enter, Welcome
from fatedeck.games.realms_behind.rules.rests import DOWNTIME_ACTIONS, EXPLORATION_ACTIONS
from fatedeck.games.realms_behind.rules.turns import is_fought
from fatedeck.games.realms_behind.state import (
    Being,
    Character,
    Creature,
    Outcome,
    Parley,
    Phase,
    Table,
    on_paper,
    without_cards,
)

_STATUSES = (
    "bleeding crippled harried poisoned sickened necrotic berserk enchanted fogged taunted exposed "
    "warded dispelled burning frozen frightened slowed hasted vulnerable protected"
)
_CLAUSES = (
    "RB-16.4 RB-16.5 RB-16.6 RB-16.7 RB-16.8 RB-16.9 RB-16.10 RB-16.11 RB-16.12 RB-16.13 RB-16.14 "
    "RB-16.15 RB-16.16 RB-16.17 RB-16.18 RB-16.19 RB-16.20 RB-16.21 RB-16.22 RB-16.23"
)
STATUS_CLAUSE = dict(zip(_STATUSES.split(), _CLAUSES.split(), strict=True))
Token: TypeAlias = dict[str, str | int | bool | None]
"""Somebody on the ground, as the page draws it."""


def view(table: Table, seat: str | None) -> View:
    """Everything this seat may see."""
    return views(table, [seat], Drawn())[0]


def views(table: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
    """Everything that each of these seats may see, its own things first. RB-22.1 to RB-22.6."""
    on_turn = table.whose_turn()
    making = _making(table)
    ready = [who.name for who in table.players.values() if _may_come(table, who)]
    is_over = _is_over(table)
    if is_over:
        acting: tuple[str, ...] = (table.gm,)
    else:
        acting = (table.seat_of(table.being(on_turn)),) if on_turn else ()
    turn = making or tuple(dict.fromkeys((*acting, table.gm) if ready else acting))
    order = _order(table)
    gadgets = [_ground(table, drawn)] if table.phase == "encounter" else []
    characters = table.players.values()
    sheets = {
        who.name: drawn.sheets.part(
            _character_sheets, without_cards(who), table.phase, table.jokers, who.name == on_turn
        )
        for who in characters
    }
    creatures = [
        drawn.sheets.part(
            _creature_sheets, creature, table.gm, table.phase, creature.name == on_turn
        )
        for creature in table.creatures.values()
    ]
    lying = {
        who.name: drawn.zones.part(
            _zones, who.name, who.hand, len(who.deck), who.discard, who.revealed
        )
        for who in characters
    }
    day = _day_sheets(table, drawn)
    at_the_gm = _at_the_gm(table, None, drawn)
    found = []
    for seat in seats:
        is_gm = seat == table.gm
        zones: list[Zone] = []
        shown = [day[is_gm]]
        own = table.players.get(seat or "")
        mine_first = characters if own is None else [own, *(c for c in characters if c is not own)]
        for character in mine_first:
            lie = lying[character.name]
            if _sees_hand(table, character, seat):
                zones.append(lie[0])
                zones += lie[2:]
            else:
                zones += lie[1:]
            of_others, of_owner, of_gm = sheets[character.name]
            shown.append(of_gm if is_gm else of_owner if character is own else of_others)
        shown += [of_gm if is_gm else of_others for of_others, of_gm in creatures]
        zones += _at_the_gm(table, seat, drawn) if len(table.dealt) else at_the_gm
        task = _task(table, is_gm) if seat in turn else ""
        deed = tag(Begin) if making and task and is_gm else ""
        if is_gm and ready:
            task, deed = _to_let_in(ready), tag(Welcome)
        elif is_gm and is_over:
            task, deed = "No foe is left standing. End the Encounter.", tag(Enter)
        banner = _still_to_come(own) if seat in ready and own else _banner(table, is_gm)
        found.append(View(banner, turn, zones, shown, gadgets, order, task, deed=deed))
    return found


def _at_the_gm(table: Table, seat: str | None, drawn: Drawn) -> list[Zone]:
    return drawn.zones.part(
        _gm_zones,
        table.gm,
        len(table.gm_deck),
        table.gm_discard,
        table.gm_revealed,
        len(table.fae_deck),
        table.dealt,
        table.dealt_to,
        len(table.dealt) > 0 and seat in (table.gm, table.dealt_to),
    )


def hidden(table: Table, seat: str | None) -> list[list[list[str]]]:
    """Cards that this seat cannot tell apart: draw piles, and with them the hands of others.

    RB-22.2, RB-22.3.
    """
    groups = [_parts(table.gm_deck)]
    fae = _parts(table.fae_deck)
    if seat not in (table.gm, table.dealt_to):
        fae.append(table.dealt.top)
    groups.append(fae)
    for character in table.players.values():
        group = _parts(character.deck)
        if not _sees_hand(table, character, seat):
            group.append(character.hand.top)
        groups.append(group)
    return groups


def faces() -> dict[str, Face]:
    """How the cards look. RB-1.2, RB-1.5."""
    found = {}
    for card in STANDARD:
        suit = SUIT[card]
        colour = "red" if suit in ("hearts", "diamonds") else "black"
        facts: dict[str, Fact] = {"rank": card[:-1], "suit": suit, "colour": colour}
        title = capital(IN_WORDS[card])
        found[card] = Face(title, "playing", facts=facts, clauses=("RB-1.2",))
    text = "Rank 14; its owner names its suit when it is revealed."
    found[JOKER] = Face("Joker", "playing", text, {"rank": "joker"}, ("RB-1.5",))
    return found


def card_sets() -> list[CardSet]:
    """A deck with the two Jokers that the GM may add. RB-1.1, RB-1.4."""
    cards = dict.fromkeys(STANDARD, 1) | {JOKER: JOKERS}
    return [CardSet("deck", "The deck", cards, each=True)]


def _parts(pile: Pile) -> list[list[str]]:
    return [pile.top, pile.bag, pile.bottom]


def _sees_hand(table: Table, character: Character, seat: str | None) -> bool:
    """A hand is its player's; the GM's too if the table agreed. RB-22.2."""
    return seat == character.name or (seat == table.gm and table.gm_sees_hands)


def _zones(name: str, hand: Pile, left: int, discard: Pile, revealed: Pile) -> list[Zone]:
    """First the hand as its player sees it, then all as others do, the closed hand first."""
    path = f"players/{name}"
    cards = seen(in_order(hand))
    zones = [
        Zone(f"{name}/hand", "Hand", len(hand), cards, name, "hand", f"{path}/hand", "hand"),
        Zone(f"{name}/hand", "Hand", len(hand), [], name, "hand", f"{path}/hand", "hand"),
        Zone(f"{name}/deck", "Draw pile", left, [], name, "pile", f"{path}/deck", "deck"),
        _open_zone(f"{name}/discard", "Discards", discard, name, f"{path}/discard"),
    ]
    if len(revealed):
        zones.append(_revealed(name, name, revealed))
    return zones


def _open_zone(zone: str, title: str, pile: Pile, owner: str, path: str) -> Zone:
    return Zone(zone, title, len(pile), seen(pile), owner, "pile", path, "discard")


def _revealed(place: str, owner: str, pile: Pile) -> Zone:
    cards = seen(pile)
    return Zone(f"{place}/revealed", "Revealed", len(cards), cards, owner, "row", "", "play")


def _gm_zones(
    gm: str,
    left: int,
    discard: Pile,
    revealed: Pile,
    fae: int,
    dealt: Pile,
    dealt_to: str,
    sees_dealt: bool,
) -> list[Zone]:
    """The GM's places; cards of the Fae Queen's are seen by whom they are dealt to. RB-22.6."""
    zones = [
        Zone("gm/deck", "GM deck", left, owner=gm, path="gm_deck", purpose="deck"),
        _open_zone("gm/discard", "GM discards", discard, gm, "gm_discard"),
    ]
    if len(revealed):
        zones.append(_revealed("gm", gm, revealed))
    fae_deck = "The Fae Queen’s deck"
    zones.append(Zone("fae", fae_deck, fae, owner=gm, path="fae_deck", purpose="stock"))
    if len(dealt):
        cards = seen(in_order(dealt)) if sees_dealt else []
        zones.append(Zone("dealt", "Dealt", len(dealt), cards, dealt_to, "row", "", "play"))
    return zones


def _may_come(table: Table, character: Character) -> bool:
    """Whether a late character only has to be let in. RB-22.7."""
    return table.phase != "creation" and character.waiting and character.ready


def _to_let_in(ready: Sequence[str]) -> str:
    """What the GM does about those who come late and are ready. RB-22.7."""
    whose = "’s character is" if len(ready) == 1 else "’s characters are"
    return f"{listed(ready)}{whose} ready: let them in."


def _still_to_come(own: Character) -> str:
    """What the player of a late character reads. RB-22.7."""
    return f"{own.title} is ready. The game master lets you in, or you join at dawn."


def _banner(table: Table, is_gm: bool) -> str:
    if table.phase == "creation":
        making = _making(table)
        ready = making == (table.gm,)
        return "The game master begins the first day." if ready else still_making(making)
    if _is_over(table):
        who = "You" if is_gm else "The GM"
        return f"Encounter, round {table.round}: no foe is left standing. {who} can end it."
    if table.phase == "encounter":
        return f"Encounter, round {table.round}: {table.whose_turn()}’s turn."
    return f"Day {table.day}, {table.phase.capitalize()}."


def _is_over(table: Table) -> bool:
    """Whether no foe can act any more, so that the GM may end the Encounter. RB-15.10."""
    return table.phase == "encounter" and not is_fought(table)


def _order(table: Table) -> tuple[str, ...]:
    """Who acts in an encounter, now and next. RB-15.4."""
    if table.phase != "encounter":
        return ()
    return (*table.order[table.turn :], *table.order[: table.turn])


def _making(table: Table) -> tuple[str, ...]:
    """Before the first day: who makes a character, or else the GM, who begins it. RB-4.1."""
    if table.phase != "creation":
        return ()
    return tuple(name for name, who in table.players.items() if not who.ready) or (table.gm,)


def _task(table: Table, is_gm: bool) -> str:
    """What the turn leaves to do, to whoever has it. RB-4.1, RB-15.6."""
    if table.phase == "creation":
        return "Begin the first day." if is_gm else "Make your character."
    name = table.whose_turn()
    if not name:
        return ""
    being = table.being(name)
    points = f"{being.ap} Action {'Point' if being.ap == 1 else 'Points'}"
    told = f"You have {points}." if name in table.players else f"{name} has {points}."
    return f"{told} {far}" if (far := _how_far(table, being)) else told


def _how_far(table: Table, being: Being) -> str:
    """How far the nearest foe is, where nobody is at close range. RB-15.13."""
    foes = [other for other in standing(table) if other.side != being.side and can_act(other)]
    near = nearest(being, foes)
    if not near or (away := distance(being, near[0])) < 2:
        return ""
    name = near[0].name
    return f"{called(table).get(name, name)} is nearest, {away} spaces away."


def _day_sheets(table: Table, drawn: Drawn) -> tuple[Sheet, ...]:
    """The day, the dialogue and the last check; the GM knows more of all. RB-15.14, RB-17.9."""
    return drawn.sheets.part(
        _days,
        table.day,
        table.short_rests,
        table.parley,
        table.last,
        table.last is not None and table.last.actor in table.players,
        [event for character in table.players.values() for event in character.growth],
        table.workspace,
    )


def _days(
    day: int,
    short_rests: int,
    parley: Parley | None,
    last: Outcome | None,
    by_player: bool,
    growth: list[str],
    workspace: bool,
) -> tuple[Sheet, ...]:
    """To others, and to the GM."""

    def sheet(is_gm: bool) -> Sheet:
        counters = [
            Counter("Day", day, path="day", clauses=("RB-14.1",)),
            Counter("Short rests", short_rests, 2, "short_rests", clauses=("RB-14.2",)),
        ]
        entries = []
        if parley is not None:
            known = is_gm or not parley.hidden
            won = f"{parley.won} of {parley.needed}" if known else str(parley.won)
            text = f"Concessions: {won}"
            entries.append(entry(f"Dialogue with {parley.with_whom}", text, "Now", ("RB-15.14",)))
        if last is not None:
            gathered = [(suit, last.pool.of(suit)) for suit in SUITS]
            pool = ", ".join(f"{suit.capitalize()} {n}" for suit, n in gathered if n)
            against = "" if last.hidden and not is_gm else f" against {last.threshold}"
            secret = not is_gm and not by_player
            rolled = f"rank {last.rank}" if secret else f"{last.sum}{against}"
            result = "Success" if last.success else "Failure"
            check = f"{last.actor} checked {last.skill.capitalize()}: {rolled}. {result}."
            text = f"{check} Suit Pool: {pool or 'empty'}."
            entries.append(entry("Last check", text, "Now", ("RB-5.2", "RB-6.1")))
        if is_gm:
            took = " ".join(("+" if event[0] == "-" else "-") + event[1:] for event in growth)
            size = len(STANDARD) - _grown(growth)
            text = f"{size} cards: the standard 52, and these changes: {took or 'none'}."
            entries.append(entry("The Fae Queen’s deck", text, "Decks", ("RB-17.9",)))
            space = "There is a workspace." if workspace else "There is no workspace."
            entries.append(entry("Workspace", space, "Now", ("RB-20.1",)))
        return Sheet("table", "The table", counters=counters, entries=entries)

    return sheet(is_gm=False), sheet(is_gm=True)


def _grown(growth: list[str]) -> int:
    """By how many cards a deck has grown: plus events, less minus events. RB-1.3, RB-17.9."""
    return sum(1 if event[0] == "+" else -1 for event in growth)


# Sheets


def _character_sheets(
    character: Character, phase: Phase, jokers: bool, acts: bool
) -> tuple[Sheet, Sheet, Sheet]:
    """A character to others, to itself and to the GM: its values are public. RB-22.4."""
    name, title = character.name, character.title or character.name
    worth = _worth(_pack(on_paper(character)))
    counters = [*_spendable(character, worth), *_values(character, worth)]
    counters += _left_now(character, phase)
    states = conditions(character) if phase != "creation" else []
    deck = _deck_entries(character, jokers)
    dream = []
    if character.dream:
        text = f"{capital(IN_WORDS[character.dream])} will leave the deck."
        dream.append(entry("Dancing Dream", text, "Deck", ("RB-17.3",)))

    def sheet(entries: list[Entry]) -> Sheet:
        return Sheet(
            name,
            played(character.title, name),
            name,
            title if character.ready else f"{title}, being made",
            counters,
            states,
            entries,
            f"players/{name}/conditions",
            side="hero",
            at=f"{character.x},{character.y}" if phase == "encounter" else "",
            acts=acts,
            hero=character.title,
            down=phase != "creation" and not character.waiting and is_downed(character),
        )

    own = [*worth.known, *deck, *dream]
    return sheet(worth.known), sheet(own), sheet([*worth.of_gm, *deck])


def _spendable(character: Character, worth: _Worth) -> list[Counter]:
    """What is lost, spent and gained in play. RB-2.1, RB-3.1 to RB-3.4, RB-11.10."""
    path, tough = f"players/{character.name}", f"2 + Resilience {worth.resilience}"
    will = f"2 x Resolve {worth.resolve}; for new cards, or against Madness"
    fortune = f"2 x Luck {character.luck}; for Advantage"
    maxima = (
        ("Shallow Health", "shallow", worth.shallow, f"{tough}; at 0 you’re Wounded", "RB-3.1"),
        ("Deep Health", "deep", worth.deep, f"2 x ({tough}); at 0 you’re Downed", "RB-3.2"),
        ("Will", "will", worth.will, will, "RB-3.3"),
        ("Fortune", "fortune", worth.fortune, fortune, "RB-3.4"),
        ("Madness", "madness", None, "cards you sift in every check", "RB-11.10"),
        ("XP", "xp", None, "", "RB-2.1"),
        ("Gold", "gold", None, "", "RB-2.1"),
    )
    bars = ("shallow", "deep", "will")
    return [
        Counter(
            label, getattr(character, at), most, f"{path}/{at}", note, (clause,), bar=at in bars
        )
        for label, at, most, note, clause in maxima
    ]


def _values(character: Character, worth: _Worth) -> list[Counter]:
    """What follows from the rest: Draw, Speed, Defences, Resists, and the attributes. RB-3.5."""
    walk = f"2 + Athletics {worth.athletics} - Inertia {worth.inertia}; spaces in a Move"
    speeds = _value("Speed", speed(character), walk)
    resists = {element: resist(character, element) for element in book().elements}
    return [
        worth.draw,
        speeds,
        worth.initiative,
        worth.capacity,
        *(_defence(which, defence(character, which)) for which in DEFENCES),
        *(
            Counter(f"{element.capitalize()} Resist", n, clauses=("RB-12.6",))
            for element, n in resists.items()
            if n
        ),
        *(
            Counter(
                each.id.capitalize(),
                character.attribute(each.id),
                None,
                f"players/{character.name}/{each.id}",
                each.suit.capitalize(),
                ("RB-2.2",),
            )
            for each in book().attributes.values()
        ),
    ]


def _left_now(character: Character, phase: Phase) -> list[Counter]:
    """What is left of this turn, or of this day. RB-15.3, RB-15.6, RB-15.7."""
    path = f"players/{character.name}"
    if phase == "encounter":
        reactions = character.reactions
        return [
            Counter("AP", character.ap, AP_PER_TURN, f"{path}/ap", clauses=("RB-15.6",)),
            Counter("Reactions", reactions, None, f"{path}/reactions", "", ("RB-15.7",)),
        ]
    if phase == "creation":
        return []
    most = EXPLORATION_ACTIONS if phase == "exploration" else DOWNTIME_ACTIONS
    left, where = character.actions_left(phase), f"{path}/{phase}_actions"
    return [Counter("Actions today", left, most, where, clauses=("RB-15.3",))]


class _Worth(Struct, frozen=True):
    """What follows from what a character has bought alone: maxima, values, what it can and has."""

    resilience: int
    resolve: int
    athletics: int
    inertia: int
    shallow: int
    deep: int
    will: int
    fortune: int
    draw: Counter
    initiative: Counter
    capacity: Counter
    known: list[Entry]
    of_gm: list[Entry]


@lru_cache(maxsize=256)
def _worth(packed: bytes) -> _Worth:
    """Ready-made characters are on many tables: this much of their sheets is drawn once."""
    paper = _unpack(packed)
    insight, awareness = total(paper, "insight"), total(paper, "awareness")
    abilities, work, things = _abilities(paper), _work(paper), _things(paper)
    known = [*abilities, *things, *work]
    if any(known_enhancements(item) != item.enhancements for item in paper.items.values()):
        things = _things(paper, knows_curses=True)
    return _Worth(
        total(paper, "resilience"),
        total(paper, "resolve"),
        total(paper, "athletics"),
        inertia(paper),
        shallow_max(paper),
        deep_max(paper),
        will_max(paper),
        fortune_max(paper),
        _value("Draw", draw_size(paper), f"3 x Insight {insight}; cards at dawn"),
        _value(
            "Initiative", initiative(paper), f"2 x Awareness {awareness}; the highest acts first"
        ),
        _value(
            "Capacity",
            capacity(paper),
            f"3 + Might {total(paper, 'might')}; the bulk you can equip",
        ),
        known,
        [*abilities, *things, *work],
    )


_pack = Encoder().encode
_unpack = Decoder(Character).decode
_VALUE_CLAUSE = {"Draw": "RB-3.5", "Speed": "RB-3.6", "Initiative": "RB-3.7", "Capacity": "RB-3.8"}


@lru_cache(maxsize=512)
def _value(label: str, value: int, note: str) -> Counter:
    return Counter(label, value, note=note, clauses=(_VALUE_CLAUSE[label],))


@lru_cache(maxsize=512)
def _defence(which: str, value: int) -> Counter:
    note = _AGAINST[which]
    return Counter(f"{which.capitalize()} Defence", value, note=note, clauses=("RB-3.9",))


_AGAINST = {
    "parry": "against weapons",
    "dodge": "against weapons and harmful spells",
    "body": "against poison and the like",
    "mind": "against tricks and the like",
    "spirit": "against spells you don’t want",
    "luck": "against curses",
}


def _abilities(character: Character) -> list[Entry]:
    """Skills, feats and techniques."""
    bought = character.skills
    entries = [
        _skill_entry(skill, total(character, skill), bought[skill])
        for skill in book().skills
        if bought.get(skill)
    ]
    entries += [
        entry(skill.capitalize(), str(total(character, skill)), "Skills", ("RB-2.11",))
        for skill in bought
        if skill.startswith("lore (")
    ]
    for name in character.feats:
        feat = book().feats.get(name)
        text = feat.text if feat else "The GM says what it does."
        called = feat.name if feat else technique_called(name)
        entries.append(entry(called, text, "Feats", ("RB-18.1",)))
    for technique in character.techniques.values():
        built = frame_of(technique)
        words = [book().features[f].name for f in technique.features]
        picked = [said(word.capitalize()) for word in (technique.element, technique.shape) if word]
        cost = f"{built.ap} AP" + (f", {built.madness} Madness" if built.madness else "")
        text = f"{built.feat.name}: {', '.join([*words, *picked]) or 'plain'}. {cost}."
        name = technique_called(technique.name)
        entries.append(entry(name, text, "Techniques", ("RB-18.5",)))
    return entries


@lru_cache(maxsize=2048)
def _skill_entry(skill: str, comes_to: int, bought: int) -> Entry:
    points = f"{bought} point" + "s" * (bought > 1)
    return Entry(skill.capitalize(), f"{comes_to} ({points})", "Skills", ("RB-2.8",))


def _work(character: Character) -> list[Entry]:
    """What is being crafted, and of what."""
    entries = []
    for project in character.projects.values():
        text = f"Level {project.level}: {project.done} of {project.steps} steps"
        name = project_called(project.name)
        entries.append(entry(name, text, "Projects", ("RB-20.4",)))
    for name, units in character.materials.items():
        kind, _, level = name.rpartition(" ")
        called = f"{kind.capitalize()}, level {level}"
        entries.append(entry(called, str(units), "Materials", ("RB-20.7",)))
    return entries


def _deck_entries(character: Character, jokers: bool) -> list[Entry]:
    """The deck list, for its player and the GM. RB-22.3."""
    changes = " ".join(character.growth) or "none"
    size = len(STANDARD) + (JOKERS if jokers else 0) + _grown(character.growth)
    text = f"{size} cards: the base deck, and these changes: {changes}."
    return [entry("Deck list", text, "Deck", ("RB-17.9",))]


def _things(character: Character, *, knows_curses: bool = False) -> list[Entry]:
    """What is carried; a curse not recognised is the GM's secret. RB-20.13."""
    entries = []
    for place in PLACES:
        there = [item for item in character.items.values() if item.place == place]
        if not there:
            continue
        group = f"{place.title()} ({bulk(character, place)} of {limit(character, place)})"
        for item in there:
            known = item.enhancements if knows_curses else known_enhancements(item)
            worked = [f"{book().enhancements[name].name}. " for name in known]
            text = f"{''.join(worked)}{figures(gear(item.kind, tuple(known)))}."
            entries.append(entry(thing_called(item.name), text, group, ("RB-19.1",)))
    return entries


def _creature_sheets(creature: Creature, gm: str, phase: Phase, acts: bool) -> tuple[Sheet, Sheet]:
    """A creature: players see that it is there and what ails it, the GM its values. RB-22.5."""
    path = f"creatures/{creature.name}"
    states = conditions(creature)
    name, kind = creature.name, kind_of(creature)
    of_others = Sheet(
        name,
        name,
        gm,
        "A creature",
        conditions=states,
        side="foe" if creature.side == "foes" else "friend",
        kind=name.rstrip(" 0123456789"),
        at=f"{creature.x},{creature.y}" if phase == "encounter" else "",
        acts=acts,
        number=twin(name),
        down=is_downed(creature),
    )
    full = kind.growth.health * creature.level
    strength, far = kind.growth.attack * creature.level, kind.attack.range.spaces
    strikes = f"{kind.attack.element.capitalize()}, {f'range {far}' if far else 'close range'}"
    counters = [
        Counter("Health", creature.health, full, f"{path}/health", "", ("RB-21.3",), bar=True),
        Counter("Level", creature.level, 5, f"{path}/level", clauses=("RB-21.1",)),
        Counter("Attack", strength, note=strikes, clauses=("RB-21.4",)),
        Counter("AP", creature.ap, AP_PER_TURN, f"{path}/ap", clauses=("RB-21.6",)),
        Counter("Initiative", initiative(creature), clauses=("RB-3.7",)),
        Counter("Speed", speed(creature), clauses=("RB-21.6",)),
        Counter("Madness", creature.madness, None, f"{path}/madness", clauses=("RB-11.13",)),
        Counter("Fortune", creature.fortune, None, f"{path}/fortune", clauses=("RB-11.13",)),
    ]
    counters += [
        Counter(f"{w.capitalize()} Defence", defence(creature, w), clauses=("RB-21.4",))
        for w in DEFENCES
    ]
    counters += [
        Counter(f"{e.capitalize()} Resist", resist(creature, e), clauses=("RB-21.4",))
        for e in book().elements
        if resist(creature, e)
    ]
    entries = [
        entry(skill.capitalize(), str(total(creature, skill)), "Skills", ("RB-21.4",))
        for skill in kind.growth.skills
    ]
    entries += [
        entry(capital(habit.id), f"{capital(habit.text)}.", "Habits", ("RB-21.5",))
        for habit in (*kind.behaviours, *kind.techniques)
        if habit.levels[0] <= creature.level <= habit.levels[1]
    ]
    of_gm = replace(
        of_others,
        about=f"{kind.name}, level {creature.level}",
        counters=counters,
        entries=entries,
        conditions_path=f"{path}/conditions",
    )
    return of_others, of_gm


def conditions(being: Being) -> list[Condition]:
    """States and statuses, which everyone sees. RB-22.4."""
    if being.waiting:
        return [Condition("Not here yet", "joins at dawn, or when the GM says so", ("RB-22.7",))]
    found = []
    if is_wounded(being):
        found.append(Condition("Wounded", "Disadvantage; Defences 2 lower", ("RB-13.2",)))
    if is_down(being):
        found.append(Condition("Downed", "can’t do anything", ("RB-13.3",)))
    if is_exhausted(being):
        found.append(Condition("Exhausted", "no cards in hand; Defences 2 lower", ("RB-4.2",)))
    if is_stupefied(being):
        found.append(Condition("Stupefied", "counts as Downed; Defences 8 lower", ("RB-4.5",)))
    if being.dead:
        found.append(Condition("Dead", "", ("RB-13.4",)))
    if being.left_scene:
        found.append(Condition("Gone", "has left the scene", ("RB-16.19",)))
    status = being.statuses
    for name in status.__struct_fields__:
        stacks: int = getattr(status, name)
        if stacks:
            found.append(Condition(f"{name.capitalize()} {stacks}", "", (STATUS_CLAUSE[name],)))
    for taunter, stacks in being.taunted.items():
        found.append(Condition(f"Taunted {stacks}", f"by {taunter}", ("RB-16.13",)))
    for element, stacks in being.warded_against.items():
        found.append(
            Condition(f"Warded {stacks}", f"against {element.capitalize()}", ("RB-16.25",))
        )
    for element, stacks in being.vulnerable_to.items():
        found.append(Condition(f"Vulnerable {stacks}", f"to {element.capitalize()}", ("RB-16.25",)))
    if being.bulwark_turns:
        found.append(Condition("Bulwark", "Defences +2, Resists +1", ("RB-18.22",)))
    if being.luck_next:
        word = "Good Luck" if being.luck_next > 0 else "Bad Luck"
        text = "from the GM, on the next check"
        found.append(Condition(f"{word} {abs(being.luck_next)}", text, ("RB-8.8",)))
    if being.support:
        found.append(Condition(f"Set up {being.support}", "for the next check", ("RB-15.10",)))
    found += [Condition(word) for word in being.conditions]
    return found


def _ground(table: Table, drawn: Drawn) -> Gadget:
    there = [being for being in table.beings() if being.is_here()]
    tokens: list[Token] = [
        {
            "id": being.name,
            "label": being.name,
            "side": being.side,
            "x": being.x,
            "y": being.y,
            "down": is_downed(being),
        }
        for being in there
    ]
    return drawn.gadgets.part(_grid, table.width, table.height, tokens, table.difficult)


def _grid(width: int, height: int, tokens: list[Token], difficult: list[str]) -> Gadget:
    terrain = [
        {"x": int(space.partition(",")[0]), "y": int(space.partition(",")[2]), "kind": "difficult"}
        for space in difficult
    ]
    data: dict[str, object] = {
        "width": width,
        "height": height,
        "tokens": tokens,
        "terrain": terrain,
        "reach": [],
    }
    text = "; ".join(
        f"{token['id']} at {token['x']},{token['y']}{' (down)' if token['down'] else ''}"
        for token in tokens
    )
    if difficult:
        text += f". Difficult: {' '.join(difficult)}"
    return Gadget("grid", "The ground", data, text)
