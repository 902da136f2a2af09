"""Set-up of a campaign: touchstones, move cards, attributes, goals, items, The Hearth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fatedeck.engine.cards import shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import learning
from fatedeck.games.thousand_faces.rules.actions import SetAttributes, WriteTouchstones
from fatedeck.games.thousand_faces.state import (
    Options,
    Player,
    Table,
    give_item,
    new_item,
)

MOVES_EACH = 3
LIMITS = {"A": 1, "B": 2, "C": 3}
"""At most so many cards of a letter. TFA-316."""

POINTS = 6
ITEMS_EACH = 2
START_PACK = 2
WOUND_COPIES = 24
"""The wound supply never runs out: more copies than a table can use. TFA-17."""

SPARE_ITEMS = ("sword", "leather_armour", "bow", "many_knives")


def begin(options: Options, seats: Sequence[Seat]) -> Table:
    """The table as it is unpacked: a shuffled Deckahedron each. TFA-3, TFA-14, TFA-312, TFA-326."""
    gm = next(seat.name for seat in seats if seat.role == "gm")
    players = {
        seat.name: Player(deck=shuffled(catalogue.deck_cards()), pack=START_PACK)
        for seat in seats
        if seat.role == "player"
    }
    table = Table(
        options,
        gm,
        list(players),
        players,
        blessings=shuffled(catalogue.blessing_cards()),
        wounds=shuffled(catalogue.wound_cards() * WOUND_COPIES),
    )
    used = catalogue.campaign_moves(options.campaign)
    if options.campaign == "thirty-hour":
        table.one_ring = list(catalogue.envelopes()["one_ring"])
        table.two_rings = list(catalogue.envelopes()["two_rings"])
    shut = (*table.one_ring, *table.two_rings)
    table.supply = [move for move in used if move not in shut]
    if options.tutorial:
        _prepare_tutorial(table)
    return table


def _prepare_tutorial(table: Table) -> None:
    """Sarukkan's Chamber: prepared PCs without Pack cards. TFA-328."""
    table.phase = "tutorial"
    prepared = catalogue.tables().tutorial
    for (_, player), sheet in zip(table.seated(), prepared, strict=False):
        player.name = str(sheet["pc"])
        player.attributes = {name: int(sheet[name]) for name in catalogue.ATTRIBUTES}
        player.pack = 0


def why_not_tutorial(options: Options, players: int) -> str:
    """The tutorial is for 2 or 3 PCs. TFA-328."""
    if options.tutorial and players not in (2, 3):
        return "Sarukkan's Chamber is for 2 or 3 players."
    return ""


def end_tutorial(game: Game[Table]) -> None:
    """The timer has run out and set-up begins from fresh decks. TFA-328."""
    state = game.state
    if state.phase != "tutorial":
        raise Refused("TFA-328", "There is no tutorial to end.")
    fresh = begin(
        Options(
            state.options.campaign,
            state.options.numbers,
            state.options.stamina,
            state.options.exhaustion_reveal,
            state.options.moves,
        ),
        game.seats or [Seat(state.gm, "gm"), *(Seat(seat) for seat in state.order)],
    )
    for name in Table.__struct_fields__:
        setattr(state, name, getattr(fresh, name))
    deal(game)
    game.tell("The tutorial is over; set-up begins.", "TFA-328")


def deal(game: Game[Table]) -> None:
    """Lay out the move cards to choose from, or deal the draft. TFA-315, TFA-318."""
    state = game.state
    if state.phase == "tutorial" or state.options.moves == "gm":
        return
    if state.options.moves == "draft":
        _deal_draft(game)
        return
    state.laid_out = letters(state, "A")
    for letter, number in wanted(state).items():
        rest = letters(state, letter)
        for _ in range(number):
            card = game.pick(rest)
            rest.remove(card)
            state.laid_out.append(card)
    names = ", ".join(catalogue.moves()[move].name for move in state.laid_out)
    game.tell(f"Laid out: {names}.", "TFA-315")


def letters(state: Table, letter: str) -> list[str]:
    """The supply cards with this letter."""
    return [move for move in state.supply if catalogue.moves()[move].letter == letter]


def wanted(state: Table) -> dict[str, int]:
    """How many B and C cards are laid out beside all A cards: players + 1 each, if there are.

    Further B cards make up what is missing to 3 cards a player. TFA-315.
    """
    each = len(state.players) + 1
    number = {letter: min(each, len(letters(state, letter))) for letter in "BC"}
    lying = len(letters(state, "A")) + number["B"] + number["C"]
    missing = max(0, MOVES_EACH * len(state.players) - lying)
    number["B"] = min(number["B"] + missing, len(letters(state, "B")))
    return number


def lay_out(game: Game[Table], cards: Sequence[str]) -> None:
    """The GM's selection of B and C cards; all A cards lie there anyway. TFA-315."""
    state = game.state
    if state.options.moves != "gm" or state.laid_out:
        raise Refused("TFA-315", "The cards are laid out already.")
    if len(set(cards)) != len(cards):
        raise Refused("TFA-315", "Name each card once.")
    chosen = {letter: [card for card in cards if card in letters(state, letter)] for letter in "BC"}
    if len(chosen["B"]) + len(chosen["C"]) != len(cards):
        raise Refused("TFA-315", "Lay out B and C cards only; all A cards lie there anyway.")
    for letter, number in wanted(state).items():
        if len(chosen[letter]) != number:
            raise Refused("TFA-315", f"Lay out {number} {letter} cards.")
    state.laid_out = [*letters(state, "A"), *chosen["B"], *chosen["C"]]
    game.tell("The GM has laid out the move cards.", "TFA-315")


# Touchstones


def write_touchstones(game: Game[Table], seat: str, action: WriteTouchstones) -> None:
    """Each seat writes 3 or 4 titles. TFA-313."""
    titles = [action.first, action.second, action.third, *filter(None, [action.fourth])]
    if len(set(titles)) != len(titles):
        raise Refused("TFA-313", "Write different titles.")
    if seat == game.state.gm:
        game.state.gm_touchstones = titles
    else:
        game.state.players[seat].touchstones = titles
    game.tell(f"{seat} writes: {', '.join(titles)}.", "TFA-313")


def written(state: Table) -> list[str]:
    """All titles on the list. TFA-313."""
    lists = [player.touchstones for _, player in state.seated()]
    return [title for titles in (*lists, state.gm_touchstones) for title in titles]


def circled(state: Table) -> list[str]:
    """The titles circled so far. TFA-313."""
    marks = [player.touchstone for _, player in state.seated()]
    return [title for title in (*marks, state.gm_touchstone) if title]


def circle_turn(state: Table) -> str:
    """Whose turn it is to circle: each player in turn, the GM last. TFA-313."""
    for seat, player in state.seated():
        if not player.touchstone:
            return seat
    return "" if state.gm_touchstone else state.gm


def why_not_circle(state: Table, seat: str) -> Refused | None:
    """In turn, and when the titles are written. TFA-313."""
    if not state.gm_touchstones or any(not p.touchstones for p in state.players.values()):
        return Refused("TFA-313", "First every seat writes 3 or 4 titles.")
    circler = circle_turn(state)
    if circler != seat:
        return Refused("TFA-313", f"It is {circler or 'nobody'}’s turn to circle.")
    return None


def circle(game: Game[Table], seat: str, title: str) -> None:
    """Circle one title that is not yet circled; none is rejected later. TFA-313, TFA-314."""
    state = game.state
    if refused := why_not_circle(state, seat):
        raise refused
    if title not in written(state) or title in circled(state):
        raise Refused("TFA-313", "Circle a written title that is not circled yet.")
    if seat == state.gm:
        state.gm_touchstone = title
    else:
        state.players[seat].touchstone = title
    game.tell(f"{seat} circles {title}.", "TFA-313", "TFA-314")


# Move cards


def turn(state: Table) -> str:
    """Whose turn it is to choose a card: clockwise from the GM's left, three rounds. TFA-317."""
    cards = [len(state.players[seat].moves) for seat in state.order]
    fewest = min(cards)
    return "" if fewest >= MOVES_EACH else state.order[cards.index(fewest)]


def fits(player: Player, move: str) -> bool:
    """At most 1 A, 2 B and 3 C. TFA-316."""
    return bool(fitting(player, [move]))


def fitting(player: Player, cards: Sequence[str]) -> list[str]:
    """Those of these cards that keep the limits. TFA-316."""
    faces = catalogue.moves()
    own = [card.id for card in player.moves]
    held = [faces[move].letter for move in own]
    open_letters = [letter for letter, most in LIMITS.items() if held.count(letter) < most]
    return [move for move in cards if faces[move].letter in open_letters and move not in own]


def choosable(state: Table, seat: str) -> list[str]:
    """The laid-out cards that keep the limits, or else B and C cards of the supply.

    Where no card keeps them, the limits give way. TFA-316.
    """
    player = state.players[seat]
    on_table = fitting(player, state.laid_out)
    if on_table:
        return on_table
    supply = fitting(player, letters(state, "B") + letters(state, "C"))
    return supply or list(state.laid_out)


def why_not_choose(state: Table, seat: str) -> Refused | None:
    """In turn, until each has 3. TFA-316, TFA-317."""
    if is_drafting(state):
        return Refused("TFA-318", "This table drafts: keep a card of your hand.")
    if not state.laid_out:
        return Refused("TFA-315", "The GM lays out the cards first.")
    if len(state.players[seat].moves) >= MOVES_EACH:
        return Refused("TFA-316", "You have your 3 move cards.")
    chooser = turn(state)
    if chooser != seat:
        return Refused("TFA-317", f"It is {chooser}’s turn to choose.")
    return None


def choose_move(game: Game[Table], seat: str, move: str) -> None:
    """Take one card in turn; nobody may take a card already taken. TFA-316, TFA-317."""
    state = game.state
    if refused := why_not_choose(state, seat):
        raise refused
    if move not in choosable(state, seat):
        raise Refused("TFA-316", "Choose a card that is there and keeps 1 A, 2 B and 3 C.")
    _take(game, seat, move)
    if state.options.moves == "draft" and not turn(state):
        _offer_c_cards(state)


def _take(game: Game[Table], seat: str, move: str) -> None:
    if move in game.state.laid_out:
        game.state.laid_out.remove(move)
    learning.take_card(game, seat, move)
    learning.bring_items(game, seat, move)


# The draft


def _deal_draft(game: Game[Table]) -> None:
    """A, B, C shuffled apart, C over B over A, the whole stack dealt into hands. TFA-318."""
    state = game.state
    seats = list(state.order)
    place = 0
    for letter in "CBA":
        rest = letters(state, letter)
        while rest:
            card = game.pick(rest)
            rest.remove(card)
            state.players[seats[place % len(seats)]].hand.append(card)
            place += 1


def is_drafting(state: Table) -> bool:
    """The hands still go round. TFA-318."""
    return state.options.moves == "draft" and state.passes < MOVES_EACH


def keepable(player: Player) -> list[str]:
    """The cards of the hand that keep the limits. TFA-318."""
    return fitting(player, player.hand)


def why_not_keep(state: Table, seat: str) -> Refused | None:
    """Three times each player keeps one card, if one keeps the limits. TFA-318."""
    player = state.players[seat]
    if state.options.moves != "draft":
        return Refused("TFA-318", "This table does not draft.")
    if not is_drafting(state):
        return Refused("TFA-318", "The draft is over.")
    if player.kept:
        return Refused("TFA-318", "You have kept a card; wait for the others.")
    if not keepable(player):
        return Refused("TFA-318", "No card of this hand keeps the limits; wait for the next.")
    return None


def keep(game: Game[Table], seat: str, move: str) -> None:
    """Keep one card; when all have who can, the hands go to the left. TFA-318."""
    state, player = game.state, game.state.players[seat]
    if refused := why_not_keep(state, seat):
        raise refused
    if move not in keepable(player):
        raise Refused("TFA-318", "Keep a card of your hand, at most 1 A and 2 B.")
    player.kept = move
    while is_drafting(state) and all(p.kept or not keepable(p) for p in state.players.values()):
        _pass_left(game)


def _pass_left(game: Game[Table]) -> None:
    """The kept cards are taken, the hands go round; after the third time the rest lies open."""
    state = game.state
    state.passes += 1
    for seat, player in state.seated():
        if player.kept:
            player.hand.remove(player.kept)
            _take(game, seat, player.kept)
            player.kept = ""
    hands = [player.hand for _, player in state.seated()]
    for (_, player), hand in zip(state.seated(), hands[-1:] + hands[:-1], strict=True):
        player.hand = hand
    if is_drafting(state):
        return
    for player in state.players.values():
        player.hand = []
    if turn(state):
        state.laid_out = [move for letter in "ABC" for move in letters(state, letter)]
        names = ", ".join(catalogue.moves()[move].name for move in state.laid_out)
        game.tell(f"{turn(state)} still needs a card. Left over: {names}.", "TFA-318")
    else:
        _offer_c_cards(state)


def _offer_c_cards(state: Table) -> None:
    """Who has no A card may add a C card. TFA-318."""
    for player in state.players.values():
        player.may_add = not any(catalogue.moves()[c.id].letter == "A" for c in player.moves)


def why_not_add(state: Table, seat: str) -> Refused | None:
    """A player without an A card may add one unchosen C card. TFA-318."""
    if not state.players[seat].may_add:
        return Refused("TFA-318", "That is for a drafter without an A card, once.")
    return None


def add_card(game: Game[Table], seat: str, move: str) -> None:
    """Add one unchosen C card. TFA-318."""
    state, player = game.state, game.state.players[seat]
    if refused := why_not_add(state, seat):
        raise refused
    if move not in letters(state, "C"):
        raise Refused("TFA-318", "Add a C card that nobody has chosen.")
    player.may_add = False
    _take(game, seat, move)


# The character


def set_attributes(game: Game[Table], seat: str, action: SetAttributes) -> None:
    """6 points over Dex, Int, Str, each 1 to 4. TFA-13, TFA-319."""
    ranks = {"str": action.strength, "dex": action.dexterity, "int": action.intelligence}
    if any(not 1 <= rank <= 4 for rank in ranks.values()):
        raise Refused("TFA-319", "Each attribute has 1 to 4 points.")
    if sum(ranks.values()) != POINTS:
        raise Refused("TFA-319", f"Spread exactly 6 points, not {sum(ranks.values())}.")
    game.state.players[seat].attributes = ranks
    game.tell(f"{seat}: Str {ranks['str']}, Dex {ranks['dex']}, Int {ranks['int']}.", "TFA-319")


def name_character(game: Game[Table], seat: str, name: str, background: str) -> None:
    """A name, and a history that gives no mechanical power. TFA-320, TFA-366."""
    player = game.state.players[seat]
    player.name, player.background = name, background
    game.tell(f"{seat} plays {name}. {background}".rstrip(), "TFA-320")


def offer_goals(game: Game[Table], giver: str, seat: str, goals: Sequence[str]) -> None:
    """The left neighbour offers 2 goals. TFA-321."""
    state = game.state
    if seat not in state.players or state.left_of(seat) != giver:
        raise Refused("TFA-321", "The left neighbour offers the goals.")
    if state.players[seat].fateful:
        raise Refused("TFA-321", f"{seat} has a goal already.")
    known = catalogue.tables().fateful_moments
    if len(set(goals)) != 2 or any(goal not in known for goal in goals):
        raise Refused("TFA-321", "Offer 2 different goals of the list.")
    state.players[seat].fateful_offers = list(goals)
    game.tell(f"{giver} offers {seat}: {' or '.join(goals)}.", "TFA-321")


def take_goal(game: Game[Table], seat: str, goal: str) -> None:
    """The player takes one; 2 XP are laid on it. TFA-321."""
    player = game.state.players[seat]
    if goal not in player.fateful_offers:
        raise Refused("TFA-321", "Take one of the goals you are offered.")
    player.fateful, player.fateful_xp, player.fateful_offers = goal, 2, []
    game.tell(f"{seat}’s fateful moment: {goal}.", "TFA-321")


# Items


@cache
def magic_choices() -> tuple[str, ...]:
    """The magic items that may be chosen; those of a RECEIVE CARDS move come with it. TFA-168."""
    return tuple(
        name
        for name, face in catalogue.items().items()
        if face.kind == "magic" and not face.power_source
    )


@cache
def item_choices(campaign: str, has_magic: bool) -> tuple[str, ...]:
    """Item cards of this campaign, at most 1 of them magic. TFA-308, TFA-323."""
    faces = [catalogue.items()[name] for name in catalogue.campaign_items(campaign)]
    mundane = tuple(face.id for face in faces if face.kind != "magic" and face.creation)
    return mundane if has_magic else mundane + magic_choices()


def has_chosen_magic(player: Player) -> bool:
    """One of the two item cards of set-up is magic. TFA-323."""
    return "magic chosen" in player.marked


def receive_item(game: Game[Table], seat: str, item: str, name: str) -> None:
    """1 magic item of choice for Use a Magic Item. TFA-168, TFA-324."""
    player = game.state.players[seat]
    if not player.owed_items:
        raise Refused("TFA-168", "No move of yours gives you an item now.")
    if item not in magic_choices():
        raise Refused("TFA-168", "Choose a magic item.")
    player.owed_items.pop(0)
    given = give_item(player, new_item(catalogue.items()[item], name))
    game.tell(f"{seat} receives {given.name}.", "TFA-168", "TFA-324")


def why_not_choose_item(state: Table, seat: str) -> Refused | None:
    """2 item cards each. TFA-323."""
    if state.players[seat].chosen_items >= ITEMS_EACH:
        return Refused("TFA-323", "You have chosen your 2 item cards.")
    return None


def choose_item(game: Game[Table], seat: str, item: str, name: str) -> None:
    """One of 2 item cards; two players may have the same kind. TFA-323, TFA-324."""
    state, player = game.state, game.state.players[seat]
    if refused := why_not_choose_item(state, seat):
        raise refused
    if item not in item_choices(state.options.campaign, has_chosen_magic(player)):
        raise Refused("TFA-323", "Choose an item card of this campaign, at most 1 of them magic.")
    face = catalogue.items()[item]
    if face.kind == "magic":
        player.marked.append("magic chosen")
    player.chosen_items += 1
    given = give_item(player, new_item(face, name))
    game.tell(f"{seat} takes {given.name}.", "TFA-323")


# Ready


def quick_character(game: Game[Table], seat: str) -> None:
    """Fill in whatever is still open with something sensible."""
    state, player = game.state, game.state.players[seat]
    player.attributes = player.attributes or {"str": 2, "dex": 2, "int": 2}
    player.name = player.name or seat
    if is_drafting(state):
        if why_not_keep(state, seat) is None:
            keep(game, seat, keepable(player)[0])
    elif state.options.moves == "draft" and why_not_choose(state, seat) is None:
        choose_move(game, seat, choosable(state, seat)[0])
    while len(player.moves) < MOVES_EACH and (choices := _sensible_moves(state, seat)):
        _take(game, seat, choices[0])
    if not player.fateful:
        player.fateful_offers = list(catalogue.tables().fateful_moments[:2])
        take_goal(game, seat, player.fateful_offers[0])
    while player.owed_items:
        receive_item(game, seat, "vitality", "")
    for item in SPARE_ITEMS:
        if player.chosen_items < ITEMS_EACH:
            choose_item(game, seat, item, "")
    lacking = missing(player)
    told = f"still needs {', '.join(lacking)}" if lacking else "is ready to play"
    game.tell(f"{seat} {told}.", "TFA-319", "TFA-323")


def _sensible_moves(state: Table, seat: str) -> list[str]:
    """Cards that nobody else waits for, else those laid out; in a draft none. TFA-315, TFA-316."""
    if state.options.moves == "draft" or must_lay_out(state):
        return []
    player = state.players[seat]
    spare = [
        move
        for letter in "CB"
        for move in letters(state, letter)
        if move not in state.laid_out and fits(player, move)
    ]
    return spare or choosable(state, seat)


def can_fill_in(state: Table, seat: str) -> bool:
    """Something is still open that need not wait for others."""
    lacking = missing(state.players[seat])
    if lacking != ["move cards"]:
        return bool(lacking)
    if state.options.moves != "draft":
        return bool(_sensible_moves(state, seat))
    return why_not_keep(state, seat) is None or why_not_choose(state, seat) is None


def must_lay_out(state: Table) -> bool:
    """The GM has the cards still to lay out. TFA-315."""
    taken = any(player.moves for player in state.players.values())
    return state.options.moves == "gm" and not state.laid_out and not taken


def first_layout(state: Table) -> list[str]:
    """A selection of B and C cards like any other, for a GM who does not mind. TFA-315."""
    return [
        card for letter, number in wanted(state).items() for card in letters(state, letter)[:number]
    ]


def missing(player: Player) -> list[str]:
    """What a character still lacks. TFA-316 to TFA-323."""
    lacking = []
    if len(player.moves) < MOVES_EACH:
        lacking.append("move cards")
    if not player.attributes:
        lacking.append("attributes")
    if not player.name:
        lacking.append("a name")
    if not player.fateful:
        lacking.append("a fateful moment")
    if player.owed_items:
        lacking.append("the item of a move")
    if player.chosen_items < ITEMS_EACH:
        lacking.append("items")
    return lacking


def why_not_begin(state: Table) -> Refused | None:
    """Every character must be complete. TFA-327."""
    for seat, player in state.seated():
        lacking = missing(player)
        if lacking:
            return Refused("TFA-327", f"{seat} still needs {', '.join(lacking)}.")
    return None


def begin_play(game: Game[Table], scene: str) -> None:
    """The supplies are shuffled and the GM describes the first scene. TFA-327."""
    state = game.state
    if refused := why_not_begin(state):
        raise refused
    for player in state.players.values():
        player.marked = []
    state.laid_out = []
    state.phase = "play"
    state.scene = scene
    game.tell(scene or "Play begins.", "TFA-327")
