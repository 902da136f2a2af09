"""What each seat sees: decks and discards, sheets, the circle of ranks, the ground."""

from __future__ import annotations

from fatedeck.engine.cards import Pile
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
    seen,
)
from fatedeck.games.deck_of_adventures.characters import max_rest_cards
from fatedeck.games.deck_of_adventures.checks import NAMES, effective_range, ranks_in_range
from fatedeck.games.deck_of_adventures.combat_offers import grid_gadget
from fatedeck.games.deck_of_adventures.conditions import meaning
from fatedeck.games.deck_of_adventures.data import powers, tables, vulnerabilities
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTES,
    JOKERS,
    NPC,
    PLAYING_CARDS,
    RANKS,
    SKILLS,
    WORLD,
    Cards,
    Character,
    Table,
)

SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def view(state: Table, seat: str | None) -> View:
    """All that a seat may see; the visibility table is DOA-374, DOA-375.

    Counts, discards, Fate hands and Target Cards are public, the order of a deck is nobody's. What
    a Game Master character has is the Game Master's to know. DOA-22, DOA-23, DOA-182, DOA-355.
    """
    zones: list[Zone] = []
    for name, cards in state.decks.items():
        zones += _zones(state, name, cards, seat)
    sheets = [_table_sheet(state, seat)]
    sheets += [_sheet(state, who, seat) for who in state.characters.values()]
    shown = [_circle(state, seat), grid_gadget(state, seat)]
    if state.combat is not None:
        shown.reverse()  # in a fight the ground comes first
    gadgets = [gadget for gadget in shown if gadget is not None]
    return View(_banner(state), _turn(state), zones, sheets, gadgets)


def hidden(state: Table, seat: str | None) -> list[list[list[str]]]:
    """Cards that a seat cannot tell apart: a deck with what lies on it unseen. DOA-22, DOA-375.

    A card left on top after looking at it is known to the deck's owner alone; what was drawn behind
    the screen is known to the Game Master alone (DOA-376).
    """
    groups = []
    for name, cards in state.decks.items():
        unseen = [cards.deck.bag]
        if seat != _owner(state, name):
            unseen += [cards.deck.top, cards.deck.bottom]
        if seat != state.gm:
            unseen.append(cards.screen.top)
            if state.behind_the_screen:
                unseen += [pile.top for pile in _screened(name, cards)]
        groups.append(unseen)
    return groups


def _screened(deck: str, cards: Cards) -> list[Pile]:
    """What nobody else sees while the Game Master draws behind the screen. DOA-376."""
    if deck == WORLD:
        return [cards.play, cards.targets]
    return [cards.play] if deck == NPC else []


def _owner(state: Table, deck: str) -> str:
    """Whose deck it is: a player's, or the Game Master's. DOA-2."""
    return deck if deck in state.seats else state.gm


def _banner(state: Table) -> str:
    if state.combat is not None:
        return f"Combat, round {state.combat.round}: {state.combat.actor or 'between turns'}"
    if state.rest is not None:
        return "A Quick Rest" if state.rest.resting else "An interrupted Rest"
    if state.epic is not None and not state.epic.result:
        epic = state.epic
        return f"Epic Event “{epic.name}”: {epic.won} of {epic.needed}, {epic.lost} lost"
    if any(who.making for who in state.characters.values()):
        return "Making characters"
    return "Exploration"


def _turn(state: Table) -> tuple[str, ...]:
    if state.combat is not None:
        actor = state.characters.get(state.combat.actor)
        return (actor.owner,) if actor is not None else (state.gm,)
    if state.rest is not None and state.rest.resting:
        resting = (state.characters.get(name) for name in state.rest.resting)
        return tuple(who.owner for who in resting if who is not None)
    return tuple(who.owner for who in state.characters.values() if who.making)


def _zones(state: Table, name: str, cards: Cards, seat: str | None) -> list[Zone]:
    """One deck's places. A deck in the box, which nobody uses, is not shown. DOA-22, DOA-23."""
    drawers = [who.name for who in state.characters.values() if who.deck == name and who.is_dealer]
    if name not in (WORLD, NPC) and not drawers:
        return []
    owner = _owner(state, name)
    title = drawers[0] if drawers else f"The {name} deck"
    path = f"decks/{name}"

    screened = _screened(name, cards) if state.behind_the_screen and seat != state.gm else []

    def zone(place: str, words: str, pile: Pile, *, row: bool = False) -> Zone:
        return Zone(
            f"{name}/{place}",
            f"{title}: {words}",
            len(pile),
            [] if any(pile is other for other in screened) else seen(pile),
            owner,
            "row" if row else "pile",
            f"{path}/{place}",
        )

    shown = [
        Zone(
            f"{name}/deck",
            f"{title}: deck",
            len(cards.deck),
            seen(cards.deck.top) if seat == owner else [],
            owner,
            "pile",
            f"{path}/deck",
        ),
        zone("discard", "discard pile", cards.discard),
        zone("targets", "Target Card", cards.targets, row=True),
    ]
    if drawers:
        shown.append(zone("fate", "Fate Cards", cards.fate, row=True))
    for place, words, pile in (
        ("play", "in play", cards.play),
        ("reserved", "lent", cards.reserved),
        ("spent", "spent Jokers", cards.spent),
    ):
        if len(pile):
            shown.append(zone(place, words, pile, row=True))
    if len(cards.screen) and seat == state.gm:
        shown.append(zone("screen", "behind the screen", cards.screen))
    return shown


def _table_sheet(state: Table, seat: str | None) -> Sheet:
    """The table: topics to avoid, light, the Epic Event; the GM's numbers. DOA-67, DOA-357."""
    entries = [Entry("Topics to avoid", ", ".join(state.safety) or "none yet", "", ("DOA-67",))]
    if state.map.light != "bright":
        entries.append(Entry("Light", f"{state.map.light} darkness", "", ("DOA-300", "DOA-301")))
    if state.combat is not None:
        order = ", ".join(state.combat.order)
        entries.append(Entry("Order of turns", order, "", ("DOA-124",)))
    if state.epic is not None:
        epic = state.epic
        result = f", {epic.result}" if epic.result else ""
        text = f"{epic.won} won of {epic.needed}, {epic.lost} lost of {epic.allowed}{result}"
        entries.append(Entry(f"Epic Event: {epic.name}", text, "", ("DOA-233",)))
        if epic.task is not None:
            takers = ", ".join(f"{v.name} ({v.stat})" for v in epic.task.volunteers) or "nobody yet"
            text = f"{epic.task.target}, DR {epic.task.difficulty}: {takers}"
            entries.append(Entry("Task", text, "", ("DOA-235",)))
    if seat == state.gm:
        entries += [
            Entry(row.title, row.text, "For the Game Master", row.clauses)
            for row in tables().guidance
        ]
    return Sheet("table", "The table", state.gm, entries=entries)


def _sheet(state: Table, who: Character, seat: str | None) -> Sheet:
    """A character. A player's is open to all; of the Game Master's others see little. DOA-374."""
    open_to_seat = who.owner != state.gm or seat == state.gm
    path = f"characters/{who.name}"
    conditions = [Condition(name, *_meaning(state, name, who)) for name in who.conditions]
    counters: list[Counter] = []
    entries: list[Entry] = []
    if who.target:
        entries.append(Entry("Target Card", who.target, "", ("DOA-128",)))
    if not open_to_seat:
        if "AR" in who.known:
            counters.append(Counter("AR", who.ar, clauses=("DOA-182",)))
        entries += [
            Entry("Known", fact, "Known", ("DOA-355",)) for fact in who.known if fact != "AR"
        ]
        return Sheet(who.name, who.name, who.owner, "", counters, conditions, entries)
    counters += [
        Counter("HP", who.hp, who.max_hp, f"{path}/hp", clauses=("DOA-217",)),
        Counter("AP", who.ap, who.max_ap, f"{path}/ap", clauses=("DOA-220",)),
        Counter("AR", who.ar, None, f"{path}/ar", clauses=("DOA-222",)),
        Counter("Speed", max(0, who.speed - who.lost_speed), clauses=("DOA-142",)),
    ]
    if who.max_pp or who.is_dealer:
        counters.append(Counter("PP", who.pp, who.max_pp, f"{path}/pp", clauses=("DOA-329",)))
    if who.power_ap:
        counters.append(Counter("Power AP", who.power_ap, None, f"{path}/power_ap"))
    if who.is_dealer:
        counters.append(Counter("Fatigue", who.fatigue, None, f"{path}/fatigue"))
        counters.append(Counter("Fate tokens", who.tokens, None, f"{path}/tokens"))
        most = max_rest_cards(state, who)
        counters.append(Counter("Rest Cards", who.rest_cards, most, f"{path}/rest_cards"))
    if who.kind == "pc":
        counters.append(Counter("Level", who.level, 10))
        counters.append(Counter("XP", who.xp, None, f"{path}/xp"))
        counters.append(Counter("Copper", who.money, None, f"{path}/money"))
    entries += [Entry(name, f"{who.attributes[name]:+}", "Attributes") for name in ATTRIBUTES]
    entries += [Entry(name, f"{who.skills[name]:+}", "Skills") for name in SKILLS]
    listed = powers(who.power_set)
    for name in dict.fromkeys(who.powers):
        option = ", ".join(who.power_options.get(name, []))
        text = listed[name].effect.replace("|", " or ") if name in listed else ""
        entries.append(Entry(f"{name} ({option})" if option else name, text, "Powers"))
    known = vulnerabilities()
    for name in who.vulnerabilities:
        option = ", ".join(who.power_options.get(name, []))
        text = known[name].effect if name in known else ""
        entries.append(Entry(f"{name} ({option})" if option else name, text, "Vulnerabilities"))
    for weapon in who.weapons:
        held = ", in hand" if weapon.name == who.weapon else ""
        text = f"{weapon.damage} damage at {weapon.range}{held}"
        entries.append(Entry(weapon.name, text, "Items", ("DOA-367",)))
    for item, number in who.items.items():
        entries.append(Entry(item, f"{number}" if number > 1 else "", "Items"))
    for effect in who.effects:
        hand = f"{'Upper' if effect.hand > 0 else 'Lower'} Hand ({abs(effect.hand)})"
        entries.append(Entry(effect.name, hand if effect.hand else "", "Effects"))
    about = " ".join(part for part in (who.title, who.role, who.background) if part)
    return Sheet(
        who.name,
        who.name,
        who.owner,
        about,
        counters,
        conditions,
        entries,
        f"{path}/conditions",
    )


def _meaning(state: Table, condition: str, who: Character) -> tuple[str, tuple[str, ...]]:
    text, clause = meaning(condition, called_saves=state.switches.saves)
    if condition == "Poisoned" and who.poisoned:
        text = f"Level {who.poisoned}. {text}"
    return text, (clause,) if clause else ()


def _circle(state: Table, seat: str | None) -> Gadget | None:
    """The circle of ranks with target, range and drawn card of the last Check. DOA-72, DOA-73."""
    last = state.last
    if last is None or (last.hidden == "all" and seat != state.gm):
        return None
    secret = last.hidden == "difficulty" and seat != state.gm
    reach = effective_range(last.difficulty, last.modifier, state.switches)
    inside = [] if secret else ranks_in_range(last.target[:-1], max(0, reach))
    drawn = last.used[:-1]
    return Gadget(
        "circle",
        f"{last.who}: {last.title}",
        {"ranks": list(RANKS), "target": last.target[:-1], "range": inside, "drawn": drawn},
        f"Target {last.target}, {'DR hidden' if secret else 'range ' + ' '.join(inside)}, "
        f"drawn {last.used or 'nothing'}: {NAMES[last.degree]}.",
    )


def faces() -> dict[str, Face]:
    """The playing cards. DOA-1, DOA-10."""
    found = {
        card: Face(
            f"{card[:-1]}{SIGNS[card[-1]]}",
            "playing",
            "Ace: a Fate Card once drawn." if card[0] == "A" else "",
            {
                "rank": card[:-1],
                "suit": SUIT_NAMES[card[-1]],
                "colour": "black" if card[-1] in "CS" else "red",
            },
            ("DOA-25",) if card[0] == "A" else (),
        )
        for card in PLAYING_CARDS
    }
    for joker in JOKERS:
        colour = "black" if joker == "BJ" else "red"
        facts: dict[str, Fact] = {"rank": "joker", "suit": "", "colour": colour}
        text = "A Fate Card: redraw, Toughen Up, or a Power Point."
        found[joker] = Face(f"{colour.title()} Joker", "playing", text, facts, ("DOA-24",))
    return found
