"""What a seat may see: everything but the faces of undrawn and face-down cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from fatedeck.engine.cards import Pile
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.making import still_making
from fatedeck.engine.names import played, twin, twins_in_order
from fatedeck.engine.offers import tag
from fatedeck.engine.view import (
    Condition,
    Counter,
    Entry,
    Sheet,
    View,
    Zone,
    entry,
    own_pile,
    own_row,
    seen,
)
from fatedeck.games.deckahedron.data import bonuses, magic_items, trait_cards
from fatedeck.games.deckahedron.looks.wording import counted, module_name
from fatedeck.games.deckahedron.rules.creation import (
    BeginPlay,
    DealOut,
    making_characters,
    next_to_draft,
    on_time,
    why_not_ready,
)
from fatedeck.games.deckahedron.rules.stamina import stamina_left
from fatedeck.games.deckahedron.state import STAMINA, Deckahedron, Foe, Options, Player, Table

MEANS: dict[str, tuple[str, str]] = {
    "incapacitated": ("takes no actions", "DKH-50"),
    "incapacitated by a wound": ("takes no actions", "DKH-62"),
    "still being made": ("takes no part yet", "DKH-124"),
    "resting": ("until the GM gives them the spotlight", "DKH-71"),
    "away from the fight": ("they have run away", "DKH-114"),
    "pinned": ("can’t move; the next flip is one step harder", "DKH-76"),
    "deals no fatigue next": ("their next attack deals nothing", "DKH-76"),
    "one more action": ("the next flip is one step easier", "DKH-96"),
    "enraged": ("Strength flips one step easier, no Intelligence skills", "DKH-119"),
    "blood-bound": ("magic items cost no charge until healed", "DKH-119"),
    "out of the fight": ("no Stamina left", "DKH-75"),
}


def view(table: Table, drawn: Drawn) -> View:
    """The table as every seat sees it: all lies open but what lies face down. DKH-4, DKH-5."""
    options = table.options
    zones: list[Zone] = []
    sheets = [_table_sheet(table)]
    for name in table.seats:
        player = table.players[name]
        zones += drawn.zones.part(_zones, options, name, player)
        left = stamina_left(table, player) if table.has("combat") else None
        acts = table.spotlight == name
        sheets += drawn.sheets.part(_sheet, options, name, player, left, acts)
    if table.has("characters") and table.phase == "creation":
        pool = seen(table.pool)
        zones.append(Zone("pool", "Pool", len(pool), pool, layout="row", purpose="stock"))
        items = seen(item for item in table.item_supply if item in magic_items())
        zones.append(Zone("items", "Magic items", len(items), items, layout="row", purpose="stock"))
    if table.has("combat"):
        zones += _foe_zones(table.foe_cards)
    for name in twins_in_order(sorted(table.foes)):
        sheets += drawn.sheets.part(_foe_sheet, name, table.foes[name])
    return View(_banner(table), _turn(table), zones, sheets)


def _foe_zones(cards: Deckahedron) -> list[Zone]:
    """The GM's deck for all foes. DKH-74."""
    deck, discard, flipped = len(cards.deck), len(cards.discard), len(cards.flipped)
    used = seen(cards.discard.top)
    zones = [
        Zone("foes/deck", "Foes’ deck", deck, path="foe_cards/deck", purpose="deck"),
        Zone(
            "foes/discard",
            "Foes’ discards",
            discard,
            used,
            "",
            "pile",
            "foe_cards/discard",
            "discard",
        ),
    ]
    if flipped:
        turned = seen(cards.flipped.top)
        zones.append(Zone("foes/flipped", "Foe’s flip", flipped, turned, purpose="play"))
    return zones


def _banner(table: Table) -> str:
    if table.phase == "creation":
        making = making_characters(table)
        if drafts := _only_drafts(table):
            return f"{drafts} takes a card from the pool."
        return still_making(making) if making else "The game master opens the first scene."
    if table.phase == "over":
        return "The session has ended."
    if table.spotlight:
        return f"{table.spotlight} is in the spotlight."
    return "The spotlight is free."


def views(table: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
    """All see the same, so it is drawn once; who is to act is told so. DKH-4, DKH-5."""
    of_all = view(table, drawn)
    of_gm = replace(of_all, task=_task(table, table.gm), deed=_deed(table))
    tasks = [(seat, _task(table, seat)) for seat in seats]
    return [
        of_gm if seat == table.gm else replace(of_all, task=task) if task else of_all
        for seat, task in tasks
    ]


def _deed(table: Table) -> str:
    """What the table waits for the GM to do, or what saves it waiting. DKH-82."""
    if table.phase != "creation":
        return ""
    if _only_drafts(table):
        return tag(DealOut)
    return "" if making_characters(table) else tag(BeginPlay)


def _only_drafts(table: Table) -> str:
    """Whose turn it is in the draft, where nothing else is left to be made. DKH-82."""
    if table.phase != "creation" or any(why_not_ready(table, name) for name in on_time(table)):
        return ""
    return next_to_draft(table) or ""


def _task(table: Table, seat: str | None) -> str:
    """What whoever is to act does now. DKH-9, DKH-19."""
    if seat is None or seat not in _turn(table):
        return ""
    if table.phase == "creation":
        if seat == table.gm:
            return "Open the first scene."
        is_made = why_not_ready(table, seat) is None
        return "Take a card from the pool." if is_made else "Make your character."
    if not table.spotlight:
        if seat == table.gm:
            return "Pick who’s next."
        alone = len(table.seats) == 1
        return "Say what you do." if alone else "Say what you do, or let another go first."
    return "Say what you do, and let the cards decide."


def _turn(table: Table) -> tuple[str, ...]:
    if table.phase == "over":
        return ()
    if table.phase == "creation":
        return making_characters(table) or (table.gm,)
    if not table.spotlight:
        return (table.gm, *on_time(table))
    return (
        table.spotlight,
        *(n for n in table.seats if n != table.spotlight and table.may_go_on(n)),
    )


def _table_sheet(table: Table) -> Sheet:
    options = table.options
    modules = ", ".join(map(module_name, options.modules))
    entries = [
        entry("Modules", modules or "the bare foundation", "Game", ("DKH-7",)),
        entry("Dice", options.dice, "Game", ("DKH-39",)),
        entry("Faces", options.faces, "Game", ("DKH-21",)),
    ]
    if table.has("combat"):
        entries.append(entry("Stamina", options.stamina, "Game", ("DKH-41",)))
    if options.max_penalty_cards:
        limit = str(options.max_penalty_cards)
        entries.append(entry("Penalty card limit", limit, "Game", ("DKH-93",)))
    if table.setting:
        entries.append(entry("Setting", table.setting, "Story", ("DKH-8",)))
    if table.ties:
        entries.append(entry("Ties", table.ties, "Story", ("DKH-12",)))
    if table.last is not None:
        last = table.last
        text = f"{last.card}: {last.effect}" if last.effect else last.card
        entries.append(entry(f"Last flip: {last.who}", text, "Story", ("DKH-22",)))
    counters = [Counter("Last die", table.die, clauses=("DKH-35",))] if table.die else []
    return Sheet("table", "The table", about=f"GM: {table.gm}", counters=counters, entries=entries)


def _zones(options: Options, name: str, player: Player) -> list[Zone]:
    deck, discard, exhaustion = len(player.deck), len(player.discard), len(player.exhaustion)
    zones = [
        own_pile(name, "deck", "Deckahedron", deck, [], "deck"),
        own_pile(name, "discard", "Discard pile", discard, seen(player.discard.top), "discard"),
    ]
    if len(player.flipped):
        zones.append(own_row(name, "Flipped", seen(player.flipped.top)))
    if "combat" in options.modules:
        cards = seen(player.exhaustion) if options.stamina == "gritty" else []
        zones.append(own_pile(name, "exhaustion", "Exhaustion pile", exhaustion, cards, "discard"))
    rows = {"Cards": player.cards, "Items": player.items, "Laid out": player.laid}
    return zones + [
        own_row(name, title, seen(pile)) for title, pile in rows.items() if not pile.is_empty()
    ]


def _sheet(
    options: Options, name: str, player: Player, left: int | None, acts: bool
) -> tuple[Sheet]:
    """A character; `left` is its Stamina where there is combat."""
    path = f"players/{name}"
    counters = [
        Counter(label, value, 4, f"{path}/{label.lower()}", clauses=("DKH-10",))
        for label, value in (
            ("Strength", player.strength),
            ("Dexterity", player.dexterity),
            ("Intelligence", player.intelligence),
        )
    ]
    modules = options.modules
    if left is not None:
        counters += [
            Counter("Stamina", left, STAMINA, clauses=("DKH-42",), bar=True),
            Counter("Harm", player.harm, 2, f"{path}/harm", clauses=("DKH-56",)),
            Counter("Wounds", player.wounds, 2, f"{path}/wounds", clauses=("DKH-61",)),
        ]
        if "attack_simple" in modules and "equipment" not in modules:
            arrows = Counter("Ammunition", player.ammunition, None, f"{path}/ammunition")
            counters.append(arrows)
    if "characters" in modules or "green_tokens" in modules:  # DKH-118
        counters.append(
            Counter(
                "Green tokens", player.green_tokens, None, f"{path}/green_tokens", "", ("DKH-88",)
            )
        )
    if "equipment" in modules:
        counters += [
            Counter(label, value, 4, f"{path}/{label.lower()}", clauses=("DKH-110",))
            for label, value in (
                ("Speed", player.speed),
                ("Equipment", player.equipment),
                ("Wealth", player.wealth),
            )
        ]
    written = (
        ("Background", player.background),
        ("Motivation", player.motivation),
        ("Special skills", player.special_skills),
    )
    about = " ".join(f"{what}: {words.rstrip('.')}." for what, words in written if words)
    sheet = Sheet(
        name,
        played(player.name, name),
        name,
        about,
        counters,
        _conditions(player.conditions),
        _entries(player),
        f"{path}/conditions",
        side="hero",
        kind=player.background,
        acts=acts,
        hero=player.name,
        down=player.is_incapacitated() and not player.is_late,
    )
    return (sheet,)


def _entries(player: Player) -> list[Entry]:
    entries = []
    for name in player.cards:
        skill = player.skill(name)
        if skill is None:
            entries.append(entry(name, trait_cards()[name].text, "Attributes", ("DKH-94",)))
            continue
        level = {0: "proficient"}.get(skill.bonuses - skill.penalties)
        if level is None:
            level = (
                counted(skill.penalties, "penalty card")
                if skill.penalties
                else counted(skill.bonuses, "bonus card")
            )
        down = f", face down until a {skill.face_down}" if skill.face_down else ""
        entries.append(entry(name, level + down, "Skills", ("DKH-86",)))
    for item in player.items:
        charges = counted(player.charges.get(item, 0), "charge") if item in magic_items() else ""
        entries.append(entry(item, charges, "Items", ("DKH-83",)))
    for source, count in sorted(player.exhaustion_tokens.items()):
        if count:
            entries.append(entry(source, counted(count, "Exhaustion token"), "Slots", ("DKH-51",)))
    for bonus in player.bonuses:
        printed = bonuses().get(bonus)
        text, clause = (printed.effect, printed.clause) if printed else ("", "DKH-102")
        if bonus == "Background":
            text = f"{player.phrase}. {player.limit}".strip()
        if bonus == "Rallying Cry" and player.rallying_cry_turned:
            text += " (turned over)"
        entries.append(entry(bonus, text, "Levels", (clause,)))
    if player.fate:
        entries.append(entry("Fate", player.fate, "Story", ("DKH-50",)))
    return entries


def _foe_sheet(name: str, foe: Foe) -> tuple[Sheet]:
    path = f"foes/{name}"
    counters = [
        Counter("Strength", foe.strength, 4, f"{path}/strength", clauses=("DKH-74",)),
        Counter("Dexterity", foe.dexterity, 4, f"{path}/dexterity", clauses=("DKH-74",)),
        Counter("Intelligence", foe.intelligence, 4, f"{path}/intelligence", clauses=("DKH-74",)),
        Counter("Stamina", foe.stamina, None, f"{path}/stamina", clauses=("DKH-75",), bar=True),
        Counter("Ammunition", foe.ammunition, None, f"{path}/ammunition", clauses=("DKH-77",)),
    ]
    if foe.tough:
        counters += [
            Counter("Harm", foe.harm, 2, f"{path}/harm", clauses=("DKH-80",)),
            Counter("Wounds", foe.wounds, 2, f"{path}/wounds", clauses=("DKH-80",)),
        ]
    words = ["tough" if foe.tough else "", "" if foe.aware else "unaware"]
    about = ", ".join(word for word in words if word)
    conditions = _conditions(foe.conditions)
    marks = f"{path}/conditions"
    return (
        Sheet(
            f"foe/{name}",
            name,
            "",
            about,
            counters,
            conditions,
            [],
            marks,
            "foe",
            number=twin(name),
            down=foe.is_incapacitated(),
        ),
    )


def _conditions(names: list[str]) -> list[Condition]:
    conditions = []
    for name in names:
        text, clause = MEANS.get(name, ("", ""))
        if name.startswith("better placed against "):
            text, clause = (
                "that character’s next flip against this foe is one step harder",
                "DKH-55",
            )
        conditions.append(Condition(name, text, (clause,) if clause else ()))
    return conditions


def hidden(table: Table) -> list[list[list[str]]]:
    """The cards nobody can tell apart: a deck, and what left it face down. DKH-4, DKH-5."""
    groups = []
    for player in table.players.values():
        face_down = [*_parts(player.deck), player.discard.bag]
        if table.options.stamina == "heroic":
            face_down += _parts(player.exhaustion)
        groups.append(face_down)
    groups.append(_parts(table.foe_cards.deck))
    return groups


def _parts(pile: Pile) -> list[list[str]]:
    return [pile.top, pile.bag, pile.bottom]
