"""What a seat may see, built from nothing. TFA-5 to TFA-8."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.making import still_making
from fatedeck.engine.names import played, twin
from fatedeck.engine.offers import tag
from fatedeck.engine.story import capital, listed, worded
from fatedeck.engine.view import (
    Condition,
    Counter,
    Sheet,
    View,
    Zone,
    entry,
    own_pile,
    own_row,
    seen,
    shown,
)
from fatedeck.games.thousand_faces.data import ATTRIBUTES, KEYS, moves
from fatedeck.games.thousand_faces.looks import progress
from fatedeck.games.thousand_faces.rules import (
    campaign,
    choosing,
    creation,
    foes,
    pursuit,
    scenes,
    spans,
    stamina,
)
from fatedeck.games.thousand_faces.rules.called import called
from fatedeck.games.thousand_faces.state import Foe, Item, Move, Player, Table

UNTIL = {"breather": "Take a Breather", "rest": "Rest"}
MEANINGS = {
    "incapacitated": ("Can’t act.", "TFA-95"),
    "unconscious": ("Out until the GM says otherwise.", "TFA-95"),
    "out": ("Out until the GM says otherwise.", "TFA-95"),
    "dead": ("It takes a Journey point to bring them back.", "TFA-284"),
    "still being made": ("Takes no part yet.", "TFA-375"),
    "berserk": ("+1 advantage on Str flips, no Int moves.", "TFA-352"),
    "cornered": ("Can’t Bravely Run Away.", "TFA-248"),
}
IN_CARDS = (
    "The cards you can lose before you’re out. Losing 1 Stamina takes about 2 of them. "
    "Wound cards aren’t counted."
)
"""What a meter counts, where every other card shows Stamina. TFA-102."""
WOUNDED = {
    1: ("wounded", "A wound card in your deck stops flips until you Seek Help.", "TFA-110"),
    2: ("badly wounded", "One more Wound and you’re out.", "TFA-109"),
}
"""What Wounds mean to whoever has so many."""
FIGHTS = {
    1: "Combat",
    2: "Combat: once you’ve all acted, the foes gang up",
    3: "Combat: the foes answer every move",
}
"""What each format of combat means to those in it. TFA-335."""


def view(state: Table, seat: str | None) -> View:
    """All that this seat may see; a spectator is None."""
    return views(state, [seat], Drawn())[0]


def views(state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
    """All that each of these seats may see; who sees the same is given the same lists."""
    players = state.seated()
    heroic = state.options.stamina == "heroic"
    supply = drawn.zones.part(_supply, len(state.blessings), len(state.wounds))
    if state.laid_out:
        supply = [*supply, *drawn.zones.part(_laid_out, state.laid_out)]
    if state.phase == "creation" and state.options.moves != "draft":
        supply = [*supply, *drawn.zones.part(_box, state.supply)]
    lying = [drawn.zones.part(_zones, name, player, heroic, False) for name, player in players]
    zones = [*supply, *chain.from_iterable(lying)]
    banner, turn = _banner(state), _turn(state)
    mode = state.options.stamina
    characters = [
        drawn.sheets.part(_sheets, name, player, mode, name in turn) for name, player in players
    ]
    opponents = [drawn.sheets.part(_foe_sheets, foe) for foe in state.foes]
    figures = (of_others for of_others, _ in (*characters, *opponents))
    sheets = [_table_sheet(state), *figures]
    course = progress.campaign(state)
    public = View(banner, turn, zones, sheets, campaign=course)
    found: list[View] = []
    for seat in seats:
        player = state.players.get(seat or "")
        if seat == state.gm:
            known = [*sheets[: 1 + len(players)], *(of_gm for _, of_gm in opponents)]
            task = _task(state, seat, turn)
            deed = _deed(state) if seat in turn else ""
            found.append(View(banner, turn, zones, known, task=task, campaign=course, deed=deed))
        elif seat is None or player is None:
            found.append(public)
        elif not (heroic or _has_secrets(player)):
            task = _task(state, seat, turn)
            found.append(replace(public, task=task) if task else public)
        else:
            place = state.order.index(seat)
            own = drawn.zones.part(_zones, seat, player, heroic, True)
            mine = [*lying[:place], own, *lying[place + 1 :]]
            known = [*sheets]
            known[1 + place] = characters[place][1]
            lie = [*supply, *chain.from_iterable(mine)]
            task = _task(state, seat, turn)
            found.append(View(banner, turn, lie, known, task=task, campaign=course))
    return found


def _has_secrets(player: Player) -> bool:
    """Its owner sees more of it than others do: a hand in a draft, a secret item. TFA-8."""
    return bool(player.hand) or any(item.secret for item in player.items)


def _supply(blessings: int, wounds: int) -> list[Zone]:
    return [
        Zone("blessings", "Blessings", blessings, path="blessings", purpose="stock"),
        Zone("wounds", "Wound cards (unlimited)", wounds, path="wounds", purpose="stock"),
    ]


def _box(cards: list[str]) -> list[Zone]:
    """The move cards that nobody has; in a draft some are in hands. TFA-315."""
    return [Zone("box", "Move cards", len(cards), seen(cards), layout="row", purpose="stock")]


def _laid_out(cards: list[str]) -> list[Zone]:
    return [Zone("laid-out", "Laid out", len(cards), seen(cards), layout="row", purpose="stock")]


def _banner(state: Table) -> str:
    if state.phase == "tutorial":
        minutes = 15 if len(state.players) > 2 else 10
        return f"Sarukkan’s Chamber: you have {minutes} minutes."
    if state.phase == "creation":
        chooser = "" if choosing.is_drafting(state) else choosing.turn(state)
        if chooser:
            return f"Set-up: {chooser} chooses a move card"
        making = _making(state)
        return still_making(making) if making else "The game master begins play."
    if state.phase == "over":
        return "The campaign is over."
    if state.pursuit is not None:
        chase = state.pursuit
        return f"Pursuit, round {chase.round}: {chase.fled} to {chase.caught}"
    names = campaign.chapters(state.options.campaign)
    fight = f" · {FIGHTS[state.combat]}" if state.combat else ""
    name = f": {names[state.chapter - 1].title}" if state.chapter <= len(names) else ""
    return f"Chapter {state.chapter}{name}{fight}"


def _task(state: Table, seat: str, turn: tuple[str, ...]) -> str:
    """What whoever is to act does now, and what others should know meanwhile. TFA-327."""
    if seat == state.gm:
        return _task_of_gm(state, seat in turn)
    if seat not in turn:
        return _unable(state, seat)
    if state.phase == "creation":
        return f"You still need {listed(creation.missing(state.players[seat]))}."
    if state.pursuit is not None:
        return "Run."
    if down := _down(state):
        told = "{who} {who:is|are} incapacitated. Say how you help, or make a move."
        return worded(told, {"who": down})
    return "Say what you do, or make a move."


def _down(state: Table) -> list[str]:
    """Who waits to be got back up, now that no fight goes on. TFA-294."""
    able = state.able()
    return [] if state.combat else [_name_of(state, s) for s in state.living() if s not in able]


def _task_of_gm(state: Table, is_due: bool) -> str:
    """What the GM does now: what is due, then what nobody else can. TFA-94, TFA-294, TFA-327."""
    if state.phase != "play":
        if waiting := _wants_goals(state):
            return f"{listed(waiting)} waits for the two goals that you offer."
        return "Begin play." if is_due else ""
    if is_due and state.due:
        return "Make your GM move."
    if is_due and _can_end(state):
        return "The fight is decided. End it."
    if down := _down(state):
        told = "{who} {who:is|are} incapacitated. Get them back up, or say what becomes of them."
        return worded(told, {"who": down})
    return _named_by_gm(state)


SAID_BY_GM = ("defy_danger", "i_know_this", "parley", "come_and_get_me", "derring_do")
"""Moves of which the GM says what their middling results mean. TFA-63."""


def _named_by_gm(state: Table) -> str:
    """What the last flip leaves the GM to name, until somebody does something else. TFA-63."""
    last = state.last
    if last is None or last.result not in (2, 3) or last.move not in SAID_BY_GM:
        return ""
    player = state.players[last.seat]
    if state.spotlight != last.seat or player.last_move != last.move or not player.moved:
        return ""
    what = "what it costs" if last.result == 2 else "what comes with it for"
    return f"Name {what} {_name_of(state, last.seat)}: {moves()[last.move].res[KEYS[last.result]]}."


def _name_of(state: Table, seat: str) -> str:
    return called(state).get(seat, seat)


def _unable(state: Table, seat: str) -> str:
    """How it is with a player whose PC can do nothing, and who can help. TFA-95, TFA-284."""
    player = state.players[seat]
    if state.phase != "play" or player.is_able() or player.is_late:
        return ""
    if "dead" in player.conditions:
        return f"You’re dead: only {state.gm} can bring you back, for a Journey point."
    others = " The others can say how they help you." if state.able() else ""
    return f"You’re incapacitated: until {state.gm} gets you back up you can’t act.{others}"


def _deed(state: Table) -> str:
    """What the table waits for the GM to do, where it is one thing.

    TFA-294, TFA-321, TFA-327, TFA-336.
    """
    if state.phase == "creation":
        return tag(creation.OfferGoals if _wants_goals(state) else creation.BeginPlay)
    if _can_end(state):
        return tag(foes.EndCombat)
    return tag(scenes.Restore) if state.living() and not state.due else ""


def _can_end(state: Table) -> bool:
    """Whether a fight that had foes is decided, so that the GM may end it. TFA-336."""
    return bool(state.foes) and foes.why_not_end_combat(state) is None


def _turn(state: Table) -> tuple[str, ...]:
    """The seats that are to act."""
    if state.phase == "creation":
        making = _making(state)
        return (*making, state.gm) if _wants_goals(state) or not making else making
    if state.phase != "play":
        return ()
    if state.due or _can_end(state):
        return (state.gm,)
    if state.pursuit is not None:
        return (state.pursuit.rabbit,)
    return _in_spotlight(state)


def _in_spotlight(state: Table) -> tuple[str, ...]:
    """Whose PC the spotlight is on; once its move is made, whoever may take it.

    Where that PC is down, any other may, and where all are, the GM goes on. TFA-72, TFA-73, TFA-95.
    """
    seat, able = state.spotlight, state.able()
    if seat not in able:
        return () if len(able) == len(state.on_time()) else tuple(able) or (state.gm,)
    done = spans.why_not_in_spotlight(state, seat, fast=False) is not None
    return tuple(state.others(seat)) if done else (seat,)


def _making(state: Table) -> tuple[str, ...]:
    """The players whose characters still lack something. TFA-327."""
    return tuple(seat for seat, player in state.on_time() if creation.missing(player))


def _wants_goals(state: Table) -> list[str]:
    """Who makes a character, and has no goals to choose from yet that the GM offers. TFA-321."""
    if state.phase != "creation":
        return []
    return [
        seat
        for seat in creation.right_neighbour(state, state.gm)
        if state.players[seat].moves
        and not state.players[seat].fateful
        and not creation.offered_goals(state, seat)
    ]


def _zones(name: str, player: Player, heroic: bool, own: bool) -> list[Zone]:
    """Discards and cards in play lie open; the Deckahedron and the Exhaustion pile do not. TFA-6.

    A heroic owner looks through the own Exhaustion pile. TFA-120.
    """
    exhausted = seen(sorted(player.exhaustion)) if own and heroic else []
    deck, discard, exhaustion = len(player.deck), len(player.discard), len(player.exhaustion)
    zones = [
        own_pile(name, "deck", "Deckahedron", deck, [], "deck"),
        own_pile(name, "discard", "Discard", discard, seen(player.discard), "discard"),
        own_pile(name, "exhaustion", "Exhaustion", exhaustion, exhausted, "discard"),
    ]
    if not player.in_play.is_empty():
        zones.append(own_row(name, "In play", seen(player.in_play)))
    if player.hand:
        hand = seen(player.hand) if own else []
        zones.append(
            Zone(f"{name}/hand", "Draft", len(player.hand), hand, name, "hand", purpose="hand")
        )
    if player.moves:
        cards = [shown(card.id, _move_note(card)) for card in player.moves]
        zones.append(own_row(name, "Moves", cards))
    items = [item for item in player.items if own or not item.secret]
    if items:
        cards = [shown(item.base or item.name, _item_note(item)) for item in items]
        zones.append(own_row(name, "Items", cards))
    return zones


def _move_note(card: Move) -> str:
    slots = card.slots()
    parts = [str(card.level)]
    if card.face_down:
        parts.append(f"face down until you {UNTIL[card.face_down]}")
    if slots:
        parts.append(f"{card.exhaustion + card.harm + card.wound} of {len(slots)} slots")
    if card.item:
        parts.append(f"on {card.item}")
    return ", ".join(parts)


def _item_note(item: Item) -> str:
    parts = [item.name]
    if item.power:
        parts.append(item.power)
    if item.is_magic:
        parts.append(f"{item.charges} of {item.capacity} charges")
    if item.flowing:
        parts.append("flowing")
    if item.slots:
        parts.append(f"{item.harm + item.wound} of {len(item.slots)} slots")
    if item.damage:
        parts.append(worded("{n} red {n:card|cards}", {"n": item.damage}))
    if item.downside:
        parts.append(f"but {item.downside}")
    if item.secret:
        parts.append("secret")
    return ", ".join(parts)


def _sheets(seat: str, player: Player, mode: str, acts: bool) -> tuple[Sheet, Sheet]:
    """A character to others and to its player, who knows what is secret. TFA-129, TFA-355."""
    of_others = _sheet(seat, player, mode, own=False, acts=acts)
    if mode != "heroic" and not _has_secrets(player):
        return of_others, of_others
    return of_others, _sheet(seat, player, mode, own=True, acts=acts)


def _sheet(seat: str, player: Player, mode: str, *, own: bool, acts: bool) -> Sheet:
    path = f"players/{seat}"
    counters = [
        Counter(name.title(), player.rank(name), 4, f"{path}/attributes/{name}", "", ("TFA-13",))
        for name in ATTRIBUTES
        if player.attributes
    ]
    counters += [
        *_stamina(player, mode, own=own),
        Counter("XP", player.xp, None, f"{path}/xp", clauses=("TFA-34",)),
        Counter("Harm", player.harm, 2, f"{path}/harm", clauses=("TFA-124",)),
        Counter("Wounds", player.wounds, 2, f"{path}/wounds", clauses=("TFA-110",)),
        Counter("Pack", player.pack, None, f"{path}/pack", clauses=("TFA-134",)),
        Counter("Precious Pack", player.precious, None, f"{path}/precious", clauses=("TFA-134",)),
        Counter("Encumbrance", player.encumbrance(shown=not own), clauses=("TFA-129",)),
    ]
    if player.trap_tokens:
        counters.append(Counter("Trap tokens", player.trap_tokens))
    conditions = [
        Condition(word, MEANINGS[word][0], (MEANINGS[word][1],))
        if word in MEANINGS
        else Condition(word)
        for word in player.conditions
    ]
    if player.wounds:
        word, means, clause = WOUNDED[min(player.wounds, max(WOUNDED))]
        conditions.append(Condition(word, means, (clause,)))
    entries = [entry(f"{edge.amount:+}", edge.text, "Advantage") for edge in player.edges]
    if player.fateful:
        waits = f"{player.fateful_xp} XP for taking a big risk over it" if player.fateful_xp else ""
        entries.append(entry(capital(player.fateful), waits, "Fateful Moment"))
    if player.home:
        entries.append(entry("Home", player.home, clauses=("TFA-325",)))
    if player.background:
        entries.append(entry("Background", player.background))
    if player.touchstone:
        entries.append(entry(player.touchstone, "", "Touchstone"))
    return Sheet(
        seat,
        played(player.name, seat),
        seat,
        "",
        counters,
        conditions,
        entries,
        f"{path}/conditions",
        side="hero",
        kind=player.background,
        acts=acts,
        hero=player.name,
        down=not player.is_able() and not player.is_late,
    )


def _stamina(player: Player, mode: str, *, own: bool) -> list[Counter]:
    """What a PC can lose before it is out: the cards above 3, or in the older ways 10 exhausted.

    Which cards are exhausted only a heroic owner knows. TFA-6, TFA-93, TFA-94, TFA-120.
    """
    if mode == "heroic" and not own:
        return []
    left, most = stamina.to_lose(player, mode)
    what, note = ("Cards", IN_CARDS) if mode == "guide" else ("Stamina", "")
    return [Counter(what, left, most, note=note, clauses=("TFA-93", "TFA-102"), bar=True)]


def _table_sheet(state: Table) -> Sheet:
    """What lies in the middle of the table."""
    counters = [
        Counter("Shadow", state.shadow, path="shadow", clauses=("TFA-273",)),
        Counter("Circled", state.circled, path="circled", clauses=("TFA-289",)),
        Counter("Journey", state.journey, path="journey", clauses=("TFA-281",)),
        Counter("Day", state.day, path="day"),
    ]
    if state.phase == "play":
        power, advised = foes.party_power(state), foes.foes_advised(state, monsters=False)
        note = f"about {advised} people"
        counters.append(Counter("Party Power", power, note=note, clauses=("TFA-337",)))
    entries = [entry("Scene", state.scene)] if state.scene else []
    if state.hearth:
        where = "available" if state.hearth_available else "out of reach"
        entries.append(entry("The Hearth", f"{state.hearth} ({where})", clauses=("TFA-310",)))
    if state.goal:
        entries.append(entry("Goal", state.goal, clauses=("TFA-297",)))
    if state.magic:
        entries.append(entry("Magic", state.magic, clauses=("TFA-156",)))
    if state.gm_touchstone:
        entries.append(entry(state.gm_touchstone, "", "Touchstone"))
    entries += [entry(topic, "", "Off limits", ("TFA-11",)) for topic in state.off_limits]
    entries += [
        entry(circumstance.name, ", ".join(circumstance.seats), "Disadvantage", ("TFA-274",))
        for circumstance in state.circumstances
    ]
    entries += [entry(due.why, ", ".join(due.seats), "GM move due") for due in state.due]
    entries += [entry(arrival.name, "", "Arrived", ("TFA-283",)) for arrival in state.arrivals]
    if state.pursuit is not None:
        name = state.pursuit.rabbit
        suit, net = pursuit.rabbit_flip(state.players[name])
        entries.append(entry(f"{name} is the rabbit", f"{suit.title()}, net {net:+}"))
    last = state.last
    if last is not None:
        move = moves()[last.move].name if last.move else "a flip"
        entries.append(entry(f"{last.seat}: {move} {last.sign}", last.resolver, "Last flip"))
    return Sheet("table", "Table", counters=counters, entries=entries)


def _foe_sheets(foe: Foe) -> tuple[Sheet, Sheet]:
    return _foe_sheet(foe, gm=False), _foe_sheet(foe, gm=True)


def _foe_sheet(foe: Foe, *, gm: bool) -> Sheet:
    """Numbers are the GM's until told; how badly it is hurt everybody sees. TFA-7."""
    path = f"foes/{foe.name}"
    counters = []
    if gm or "stamina" in foe.revealed:
        counters.append(Counter("Stamina", foe.stamina, foe.most, f"{path}/stamina", bar=True))
    if gm:
        counters.append(Counter("Armour squares", foe.armour, path=f"{path}/armour"))
    if foe.red_tokens:
        counters.append(Counter("Red tokens", foe.red_tokens, clauses=("TFA-348",)))
    entries = []
    if gm or "power" in foe.revealed:
        entries.append(entry("Attack power", foe.power))
    if gm or "specials" in foe.revealed:
        entries += [entry(special, "", "Special") for special in foe.specials]
    if foe.weakness:
        entries.append(entry("Weakness", foe.weakness))
    states = (
        ("monster", gm and foe.monster),
        (foe.looks(), bool(foe.looks())),
        ("surprised", foe.surprised),
        ("hidden or fleeing", foe.elusive),
        ("armour disabled", foe.armour_barred),
        ("disarmed", foe.disarmed),
        ("hobbled", foe.hobbled),
        ("kept from acting", foe.held),
        (foe.gone, bool(foe.gone)),
        ("out", not foe.stamina and not foe.gone),
    )
    conditions = [Condition(word) for word, holds in states if holds]
    return Sheet(
        f"foe/{foe.name}",
        foe.name,
        counters=counters,
        conditions=conditions,
        entries=entries,
        side="foe",
        kind="monster" if gm and foe.monster else "",
        number=twin(foe.name),
        down=not foe.is_up(),
    )
