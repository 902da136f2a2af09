"""What each seat sees: decks and discards, sheets, the circle of ranks, the ground."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fatedeck.engine import story
from fatedeck.engine.cards import Pile
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.making import still_making
from fatedeck.engine.names import played, twin, twins_in_order
from fatedeck.engine.view import (
    Condition,
    Counter,
    Entry,
    Face,
    Fact,
    Gadget,
    Layout,
    Purpose,
    Sheet,
    Side,
    View,
    Zone,
    entry,
    seen,
)
from fatedeck.games.deck_of_adventures.data import (
    hero_name,
    items,
    premade_called,
    tables,
    vulnerabilities,
)
from fatedeck.games.deck_of_adventures.looks.board import grid_gadgets
from fatedeck.games.deck_of_adventures.looks.moments import circle
from fatedeck.games.deck_of_adventures.rules import mechanics
from fatedeck.games.deck_of_adventures.rules.armour import PRINTED
from fatedeck.games.deck_of_adventures.rules.called import called
from fatedeck.games.deck_of_adventures.rules.characters import max_rest_cards
from fatedeck.games.deck_of_adventures.rules.checks import card_that_counts
from fatedeck.games.deck_of_adventures.rules.circle import effective_range
from fatedeck.games.deck_of_adventures.rules.conditions import meaning
from fatedeck.games.deck_of_adventures.rules.ground import spaces_between, standing
from fatedeck.games.deck_of_adventures.rules.hands import place_of
from fatedeck.games.deck_of_adventures.rules.health import is_down
from fatedeck.games.deck_of_adventures.rules.movement import speed_left
from fatedeck.games.deck_of_adventures.rules.ways import HALF
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTES,
    CARD_NAMES,
    JOKERS,
    NPC,
    PLAYING_CARDS,
    SKILLS,
    WORLD,
    Cards,
    Character,
    Epic,
    Outcome,
    Switches,
    Table,
)

SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class Eyes(Struct, frozen=True):
    """Who looks: the Game Master or another, and the decks whose uppermost cards it knows."""

    gm: bool
    knows: tuple[str, ...]


def views(state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
    """All that each seat may see; the visibility table is DOA-374, DOA-375.

    Counts, discards, Fate hands and Target Cards are public, the order of a deck is nobody's. What
    a Game Master character has is the Game Master's to know. DOA-22, DOA-23, DOA-182, DOA-355.
    """
    turn, order, task = _turn(state), _order(state), _task(state)
    banners = {is_gm: _banner(state, is_gm) for is_gm in (True, False)}
    on_top = [(name, _owner(state, name)) for name, cards in state.decks.items() if cards.deck.top]
    looking = [
        Eyes(seat == state.gm, tuple([name for name, owner in on_top if owner == seat]))
        for seat in seats
    ]
    zones, sheets = _all_zones(state, set(looking), drawn), _all_sheets(state, drawn)
    gadgets = _all_gadgets(state, seats, drawn)
    return [
        View(
            banners[eyes.gm],
            turn,
            zones[eyes],
            sheets[eyes.gm],
            gadgets[seat],
            order,
            task if seat in turn else "",
        )
        for seat, eyes in zip(seats, looking, strict=True)
    ]


def _all_zones(state: Table, every: set[Eyes], drawn: Drawn) -> dict[Eyes, list[Zone]]:
    """The places of all decks in use. A deck in the box is not shown. DOA-22, DOA-23."""
    dealers = {who.deck: who.name for who in reversed(state.characters.values()) if who.is_dealer}
    decks = [
        (name, cards, _owner(state, name), dealers.get(name, ""))
        for name, cards in state.decks.items()
        if name in dealers or name in (WORLD, NPC)
    ]
    part = drawn.zones.part
    public = [part(_zones, *deck, False, False, False) for deck in decks]
    open_to_all = [zone for zones in public for zone in zones]
    behind = any(len(cards.screen) for _, cards, _, _ in decks)
    found: dict[Eyes, list[Zone]] = {}
    for eyes in every:
        if not eyes.knows and not (behind if eyes.gm else state.behind_the_screen):
            found[eyes] = open_to_all
            continue
        found[eyes] = []
        for deck, zones in zip(decks, public, strict=True):
            name, cards, _, _ = deck
            knows = name in eyes.knows
            screen = eyes.gm and not cards.screen.is_empty()
            screened = state.behind_the_screen and not eyes.gm and name in (WORLD, NPC)
            found[eyes] += (
                part(_zones, *deck, knows, screened, screen)
                if knows or screened or screen
                else zones
            )
    return found


def _all_sheets(state: Table, drawn: Drawn) -> dict[bool, list[Sheet]]:
    """The table and everyone on it, for the others and for the Game Master."""
    order = state.combat.order if state.combat is not None else []
    actor = state.combat.actor if state.combat is not None else ""
    people = state.characters
    named = [_titled(people[name]) for name in order if name in people]
    part, gm, saves = drawn.sheets.part, state.gm, state.switches.saves
    everyone = [
        part(_table_sheets, gm, state.safety, state.map.light, named, state.epic),
        *(
            part(
                _sheets, people[name], max_rest_cards(state, people[name]), gm, saves, name == actor
            )
            for name in twins_in_order(people)
        ),
    ]
    return {False: [sheets[0] for sheets in everyone], True: [sheets[1] for sheets in everyone]}


def _all_gadgets(
    state: Table, seats: Sequence[str | None], drawn: Drawn
) -> dict[str | None, list[Gadget]]:
    """The circle and the grid: what is hidden of a Check, and where one may go, differ.

    The circle is of the Check that is being decided; what the last one came to is in the story.
    """
    check = state.drawing
    grids = grid_gadgets(state, seats, drawn)
    circles: dict[bool, list[Gadget]] = {True: [], False: []}
    if check is not None:
        plain = drawn.gadgets.part(_circle, check, state.switches, False)
        circles[True] = circles[False] = [plain]
        if check.hidden:
            secret = drawn.gadgets.part(_circle, check, state.switches, True)
            circles[False] = [secret] if check.hidden == "difficulty" else []
    if not grids:
        return {seat: circles[seat == state.gm] for seat in seats}
    if state.combat is None:
        return {seat: [*circles[seat == state.gm], grids[seat]] for seat in seats}
    # In a fight the ground comes first.
    return {seat: [grids[seat], *circles[seat == state.gm]] for seat in seats}


def view(state: Table, seat: str | None) -> View:
    """All that one seat may see."""
    return views(state, [seat], Drawn())[0]


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


def _banner(state: Table, is_gm: bool) -> str:
    if state.combat is not None:
        actor, number = state.combat.actor, state.combat.round
        if actor in state.seats:  # whose turn it is stands beside it
            return f"Round {number}"
        return f"Round {number}: {actor}’s turn" if actor else f"Round {number}, between turns"
    if state.rest is not None:
        return "A Quick Rest" if state.rest.resting else "A Rest cut short"
    if state.epic is not None and not state.epic.result:
        epic = state.epic
        return f"Epic Event “{epic.name}”: {epic.won} of {epic.needed} won, {epic.lost} lost"
    if making := _making(state):
        return still_making(making)
    if is_gm:
        return "Exploration: tell what happens, or call for a Check."
    foes = [who for who in state.characters.values() if who.side == "foes" and who.hp]
    if any("Hidden" not in foe.conditions for foe in foes):
        return "Foes stand before you."
    return "Exploration: say what you try."


def _turn(state: Table) -> tuple[str, ...]:
    if state.combat is not None:
        actor = state.characters.get(state.combat.actor)
        return (actor.owner,) if actor is not None else (state.gm,)
    if state.rest is not None and state.rest.resting:
        resting = (state.characters.get(name) for name in state.rest.resting)
        return tuple(who.owner for who in resting if who is not None)
    return _making(state)


def _making(state: Table) -> tuple[str, ...]:
    """Whose characters are being made, or made anew. DOA-316."""
    return tuple(dict.fromkeys(who.owner for who in state.characters.values() if who.making))


def _order(state: Table) -> tuple[str, ...]:
    """Who acts in a fight, now and next: the rest of this round, then the others. DOA-120."""
    fight = state.combat
    if fight is None:
        return ()
    coming = [*fight.queue, *(name for name in fight.order if name not in fight.queue)]
    return tuple(name for name in coming if name in state.characters and name not in fight.gone)


def _task(state: Table) -> str:
    """What is left of the turn under way, to whoever has it. DOA-133."""
    turn = state.combat.turn if state.combat is not None else None
    if turn is None or turn.who not in state.characters:
        return "Make your character." if any(c.making for c in state.characters.values()) else ""
    spaces = speed_left(state, turn) / HALF
    on_map = place_of(state.characters[turn.who]) is not None
    left = [f"move up to {spaces:g}"] if spaces and on_map else []
    if turn.limit == "either" and not turn.acted:
        left = [f"{left[0]} or take one Action"] if left else ["one Action"]
    elif turn.limit == "one":
        left += ["one Action"] if not turn.acted else []
    else:
        kinds = ["one Major"] * bool(turn.major) + ["one Minor"] * bool(turn.minor)
        left += [f"{' and '.join(kinds)} Action"] if kinds else []
    said = ", ".join(left) or "end the turn"
    who = state.characters[turn.who]
    told = f"{who.name}: {said}." if who.owner == state.gm else f"{said[0].upper()}{said[1:]}."
    return f"{told} {far}" if (far := _how_far(state, who)) else told


def _how_far(state: Table, who: Character) -> str:
    """How far the nearest foe is, where nobody stands beside whoever acts on a map. DOA-180."""
    if place_of(who) is None:
        return ""
    foes = [other for other in standing(state, who).values() if other.side != who.side]
    away = {other.name: spaces_between(state, who, other) for other in foes}
    nearest = min(away, key=away.__getitem__, default="")
    if not nearest or away[nearest] < 2:
        return ""
    name = story.capital(story.who(called(state), nearest))
    return f"{name} is nearest, {away[nearest]} spaces away."


def _zones(
    name: str, cards: Cards, owner: str, dealer: str, knows: bool, screened: bool, behind: bool
) -> list[Zone]:
    """One deck's places. DOA-22, DOA-23, DOA-375, DOA-376.

    The reader `knows` what lies on top, or is `screened` from what is drawn just now, or sits
    `behind` the screen.
    """
    group = "" if dealer == owner else dealer or f"The {name} deck"
    unseen = _screened(name, cards) if screened else []

    def zone(place: str, words: str, pile: Pile, purpose: Purpose, layout: Layout = "row") -> Zone:
        if pile is cards.deck:
            faces = seen(pile.top) if knows else []
        else:
            faces = [] if any(pile is other for other in unseen) else seen(pile)
        path = f"decks/{name}/{place}"
        return Zone(f"{name}/{place}", words, len(pile), faces, owner, layout, path, purpose, group)

    shown = [
        zone("deck", "Deck", cards.deck, "deck", "pile"),
        zone("discard", "Discard pile", cards.discard, "discard", "pile"),
        zone("targets", "Target Card", cards.targets, "play"),
    ]
    if dealer:
        shown.append(zone("fate", "Fate Cards", cards.fate, "hand"))
    if len(cards.play):
        shown.append(zone("play", "In play", cards.play, "play"))
    if len(cards.reserved):
        shown.append(zone("reserved", "Lent", cards.reserved, "play"))
    if len(cards.spent):
        shown.append(zone("spent", "Spent Jokers", cards.spent, "discard"))
    if behind:
        shown.append(zone("screen", "Behind the screen", cards.screen, "discard", "pile"))
    return shown


def _table_sheets(
    gm: str, safety: list[str], light: str, order: list[str], epic: Epic | None
) -> tuple[Sheet, Sheet]:
    """The table: topics to avoid, light, the Epic Event; the GM's numbers. DOA-67, DOA-357."""
    entries = [entry("Topics to avoid", ", ".join(safety) or "none yet", "", ("DOA-67",))]
    if light != "bright":
        entries.append(entry("Light", f"{light} darkness", "", ("DOA-300", "DOA-301")))
    if order:
        entries.append(entry("Order of turns", ", ".join(order), "", ("DOA-124",)))
    if epic is not None:
        result = f", {epic.result}" if epic.result else ""
        text = f"{epic.won} of {epic.needed} won, {epic.lost} of {epic.allowed} lost{result}"
        entries.append(entry(f"Epic Event: {epic.name}", text, "", ("DOA-233",)))
        if epic.task is not None:
            takers = ", ".join(f"{v.name} ({v.stat})" for v in epic.task.volunteers) or "nobody yet"
            text = f"{CARD_NAMES[epic.task.target]}, DR {epic.task.difficulty}: {takers}"
            entries.append(entry("Task", text, "", ("DOA-235",)))
    guidance = [
        entry(row.title, row.text, "For the Game Master", row.clauses) for row in tables().guidance
    ]
    of_others = Sheet("table", "The table", gm, entries=entries)
    return of_others, Sheet("table", "The table", gm, entries=[*entries, *guidance])


def _sheets(
    who: Character, most_rest_cards: int, gm: str, called_saves: bool, acts: bool
) -> tuple[Sheet, Sheet]:
    """A character to others and to the Game Master: a player's is open to all. DOA-374.

    That somebody was hurt has been told to all, and how badly only to the Game Master. DOA-176.
    """
    conditions = [
        Condition(name, *_meaning(name, who.poisoned, called_saves)) for name in who.conditions
    ]
    sheet = _open_sheet(who, most_rest_cards, conditions, acts)
    if who.owner != gm:
        return sheet, sheet
    if 0 < who.hp < who.max_hp:
        conditions = [*conditions, HURT]
    return _closed_sheet(who, conditions, acts), sheet


HURT = Condition("Hurt", "Only the game master knows how many HP are left.", ("DOA-176",))


def _side(who: Character) -> Side:
    if who.side == "foes":
        return "foe"
    return "hero" if who.kind == "pc" else "friend"


def _at(who: Character) -> str:
    return "" if who.x is None or who.y is None else f"{who.x},{who.y}"


def _closed_sheet(who: Character, conditions: list[Condition], acts: bool) -> Sheet:
    """What others know of a Game Master's character. DOA-182, DOA-355."""
    entries = []
    if who.target:
        entries.append(entry("Target Card", CARD_NAMES[who.target], "", ("DOA-128",)))
    known = [fact for fact in who.known if fact != "AR"]
    entries += [entry("Known", fact, "Known", ("DOA-355",)) for fact in known]
    counters = [Counter("AR", who.ar, clauses=("DOA-182",))] if "AR" in who.known else []
    return Sheet(
        who.name,
        who.name,
        who.owner,
        "",
        counters,
        conditions,
        entries,
        side=_side(who),
        kind=who.creature,
        at=_at(who),
        acts=acts,
        number=twin(who.name),
        down=is_down(who),
    )


def _titled(who: Character) -> str:
    """Somebody as everybody at the table calls them: a hero with whoever plays it."""
    return played(hero_name(who.title), who.name) if who.kind == "pc" else who.name


def _open_sheet(
    who: Character, most_rest_cards: int, conditions: list[Condition], acts: bool
) -> Sheet:
    path = f"characters/{who.name}"
    entries: list[Entry] = []
    if who.target:
        entries.append(entry("Target Card", CARD_NAMES[who.target], "", ("DOA-128",)))
    counters = [
        Counter("HP", who.hp, who.max_hp, f"{path}/hp", clauses=("DOA-217",), bar=True),
        Counter("AP", who.ap, who.max_ap, f"{path}/ap", clauses=("DOA-220",), bar=who.max_ap > 0),
        _armor_range(who),
        Counter("Speed", max(0, who.speed - who.lost_speed), clauses=("DOA-142",)),
    ]
    if who.max_pp or who.is_dealer:
        points = Counter("PP", who.pp, who.max_pp, f"{path}/pp", clauses=("DOA-329",), bar=True)
        counters.append(points)
    if who.power_ap:
        counters.append(Counter("Power AP", who.power_ap, None, f"{path}/power_ap"))
    if who.is_dealer:
        counters.append(Counter("Fatigue", who.fatigue, None, f"{path}/fatigue"))
        counters.append(Counter("Fate tokens", who.tokens, None, f"{path}/tokens"))
        counters.append(
            Counter("Rest Cards", who.rest_cards, most_rest_cards, f"{path}/rest_cards")
        )
    if who.kind == "pc":
        counters.append(Counter("Level", who.level, len(tables().levels)))
        counters.append(Counter("XP", who.xp, None, f"{path}/xp"))
        counters.append(Counter("Copper", who.money, None, f"{path}/money"))
    entries += [entry(name, f"{who.attributes[name]:+}", "Attributes") for name in ATTRIBUTES]
    entries += [entry(name, f"{who.skills[name]:+}", "Skills") for name in SKILLS]
    for name in dict.fromkeys(who.powers):
        option = ", ".join(who.power_options.get(name, []))
        power = mechanics.listed(who, name)
        called, text = power.called, mechanics.told(power, mechanics.works(who, name))
        text = text.replace("|", " or ")
        entries.append(entry(f"{called} ({option})" if option else called, text, "Powers"))
    known = vulnerabilities()
    for name in who.vulnerabilities:
        option = ", ".join(who.power_options.get(name, []))
        text = known[name].told if name in known else ""
        entries.append(entry(f"{name} ({option})" if option else name, text, "Vulnerabilities"))
    for weapon in who.weapons:
        both = ", two-handed" * (weapon.hands > 1)
        held = ", in hand" * (weapon.name == who.weapon)
        text = f"{weapon.damage} damage at {weapon.range} {_spaces(weapon.range)}{both}{held}"
        entries.append(entry(weapon.name, text, "Items", ("DOA-367",)))
    for item, number in who.items.items():
        entries.append(entry(item, f"{number}" if number > 1 else "", "Items"))
    for effect in who.effects:
        hand = f"{'Upper' if effect.hand > 0 else 'Lower'} Hand ({abs(effect.hand)})"
        entries.append(entry(effect.name, hand if effect.hand else "", "Effects"))
    called = ", ".join(part for part in (premade_called(who.title), who.role) if part)
    about = ". ".join(part for part in (called, who.background) if part)
    return Sheet(
        who.name,
        _titled(who),
        who.owner,
        about,
        counters,
        conditions,
        entries,
        f"{path}/conditions",
        side=_side(who),
        kind=who.creature or who.role,
        at=_at(who),
        acts=acts,
        hero=hero_name(who.title) if who.kind == "pc" else "",
        number=twin(who.name) if who.kind != "pc" else 0,
        down=is_down(who) and not who.making,
    )


def _armor_range(who: Character) -> Counter:
    """While a hero is made, with the armour that everybody starts with. DOA-222, DOA-223, DOA-335.

    A lower one is harder to hit.
    """
    means = "How many ranks an attack may be off and still hit you: the lower, the better."
    ar, armour = who.ar, who.armour
    row = tables().armour(items().starting.armour) if who.making and not armour else None
    if row is not None:
        ar, armour = row.ar, row.type
    made = f"Your {armour} armour makes it {ar}." if armour and armour != PRINTED else ""
    made = made or ("" if armour else "Without armour it’s 3, minus half your Agility.")
    note = f"{means} {made}".rstrip() if who.kind == "pc" else ""
    clauses = ("DOA-222", "DOA-335") if row is not None else ("DOA-222", "DOA-223")
    return Counter("AR", ar, None, f"characters/{who.name}/ar", note, clauses)


def _spaces(number: int) -> str:
    return "space" if number == 1 else "spaces"


def _meaning(condition: str, poison: int, called_saves: bool) -> tuple[str, tuple[str, ...]]:
    text, clause = meaning(condition, called_saves=called_saves)
    if condition == "Poisoned" and poison:
        text = f"Level {poison}. {text}"
    return text, (clause,) if clause else ()


def _circle(check: Outcome, switches: Switches, secret: bool) -> Gadget:
    """The circle of a Check under way, with the card that would count. DOA-72, DOA-102."""
    reach = effective_range(check.difficulty, check.modifier, switches)
    best = check.used
    if check.drawn and not best:
        best = card_that_counts(check.drawn, check.target, reach, check.match, check.net)
    return circle(check, reach, best, secret=secret, settled=False)


def faces() -> dict[str, Face]:
    """The playing cards. DOA-1, DOA-10."""
    found = {
        card: Face(
            CARD_NAMES[card],
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
        found[joker] = Face(CARD_NAMES[joker], "playing", text, facts, ("DOA-24",))
    return found
