"""What a seat may do now, grouped as a player thinks."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Words, offer
from fatedeck.games.thousand_faces import actions as do
from fatedeck.games.thousand_faces import (
    campaign,
    catalogue,
    corners,
    creation,
    downtime,
    equipment,
    feats,
    gamemaster,
    learning,
    magic,
    moves,
    points,
    pursuit,
    stamina,
)
from fatedeck.games.thousand_faces.catalogue import MoveFace
from fatedeck.games.thousand_faces.state import Player, Table

NOBODY = {"": "nobody in particular"}
POWERS = ("1", "d4", "d6", "d10")
DICE = ("d4", "d6", "d10")
ROWS = ("mix_it_up", "fury", "backstab", "bum_rush", "volley", "called_shot", "defend")
"""Moves for which a weapon matters."""

AIMED = (
    *ROWS,
    "defy_danger",
    "good_cardio",
    "and_this_is_for",
    "goreography",
    "weak_spot",
    "come_and_get_me",
    "parley",
)
SAY = offer(do.Say, "Say something", Words("text", "What you say or do"), group="Talk")
OFF_LIMITS = offer(
    do.OffLimits,
    "Name a topic that stays out of play",
    Words("topic", "Topic", 60, may_be_empty=False),
    group="Talk",
    clauses=("TFA-11",),
)
DECIDE_MAGIC = offer(
    do.DecideMagic,
    "Say what magic is here",
    Words("text", "Magic is"),
    group="Talk",
    clauses=("TFA-156",),
)
TALK = (SAY, OFF_LIMITS, DECIDE_MAGIC)


def offers(state: Table, seat: str) -> list[Offer]:
    """What this seat may do now."""
    if state.phase == "over":
        return []
    if seat == state.gm:
        return [*TALK, *(_gm_set_up(state) if state.phase == "creation" else _gm(state))]
    if state.phase == "creation":
        return [*TALK, *_set_up(state, seat)]
    return [*TALK, *_play(state, seat)]


# Set-up


def _touchstones(state: Table, seat: str) -> list[Offer]:
    """Write titles, then circle one in turn. TFA-313."""
    title = "Title of a book, film, game or show"
    found = [
        offer(
            do.WriteTouchstones,
            "Write your touchstones",
            Words("first", title, 60, may_be_empty=False),
            Words("second", title, 60, may_be_empty=False),
            Words("third", title, 60, may_be_empty=False),
            Words("fourth", title, 60),
            group="Touchstones",
            clauses=("TFA-313",),
        )
    ]
    taken = creation.circled(state)
    free = tuple(dict.fromkeys(t for t in creation.written(state) if t not in taken))
    if free:
        found.append(
            offer(
                do.CircleTouchstone,
                "Circle a title",
                One("title", "Title", free),
                group="Touchstones",
                refused=creation.why_not_circle(state, seat),
            )
        )
    return found


def _goals(state: Table, seat: str) -> list[Offer]:
    """The right neighbour is offered 2 goals. TFA-321."""
    found = []
    for other, player in state.seated():
        if state.left_of(other) == seat and not player.fateful:
            found.append(
                offer(
                    do.OfferGoals,
                    f"Offer {other} two goals",
                    Many("goals", "Goals", catalogue.tables().fateful_moments, 2, 2),
                    fixed={"seat": other},
                    group="Fateful Moments",
                    clauses=("TFA-321",),
                )
            )
    return found


def _named(names: list[str], kind: str = "move") -> Param:
    faces = catalogue.moves()
    notes = {name: faces[name].name for name in names if name in faces}
    return One(kind, kind.capitalize(), tuple(names), notes)


def _set_up(state: Table, seat: str) -> list[Offer]:
    player = state.players[seat]
    found: list[Offer] = []
    if creation.missing(player):
        found.append(offer(do.QuickCharacter, "Fill in the rest for me", group="Character"))
    if not player.kept and player.hand and len(player.moves) < creation.MOVES_EACH:
        fitting = [move for move in player.hand if creation.fits(player, move)]
        if fitting:
            refused = creation.why_not_keep(state, seat)
            found.append(
                offer(do.KeepCard, "Keep a card", _named(fitting), group="Moves", refused=refused)
            )
    if player.may_add and creation.letters(state, "C"):
        found.append(
            offer(do.AddCard, "Add a C card", _named(creation.letters(state, "C")), group="Moves")
        )
    choosable = creation.choosable(state, seat) if state.laid_out else []
    if choosable:
        refused = creation.why_not_choose(state, seat)
        found.append(
            offer(do.ChooseMove, "Choose a move", _named(choosable), group="Moves", refused=refused)
        )
    found.append(
        offer(
            do.SetAttributes,
            "Spread 6 points",
            Count("strength", "Str", 1, 4),
            Count("dexterity", "Dex", 1, 4),
            Count("intelligence", "Int", 1, 4),
            group="Character",
            clauses=("TFA-319",),
        )
    )
    found.append(
        offer(
            do.NameCharacter,
            "Name your character",
            Words("name", "Name", 60, may_be_empty=False),
            Words(
                "background", "Background: " + ", ".join(catalogue.tables().background_questions)
            ),
            group="Character",
            clauses=("TFA-320", "TFA-366"),
        )
    )
    if player.fateful_offers:
        goals = One("goal", "Goal", tuple(player.fateful_offers))
        found.append(offer(do.TakeGoal, "Take a goal", goals, group="Fateful Moments"))
    found += _receive(player)
    refused = creation.why_not_choose_item(state, seat)
    found.append(
        offer(
            do.ChooseItem,
            "Choose an item",
            One("item", "Item", tuple(creation.item_choices(state, seat)), _item_names()),
            Words("name", "Its name", 60),
            group="Items",
            clauses=("TFA-323",),
            refused=refused,
        )
    )
    found.append(
        offer(do.SayHome, "Say what feels like home", Words("text", "Home is"), group="The Hearth")
    )
    return [*found, *_touchstones(state, seat), *_goals(state, seat)]


@cache
def _item_names() -> dict[str, str]:
    return {name: face.name for name, face in catalogue.items().items()}


def _receive(player: Player) -> list[Offer]:
    if not player.owed_items:
        return []
    return [
        offer(
            do.ReceiveItem,
            "Receive a magic item",
            One("item", "Item", tuple(creation.magic_choices()), _item_names()),
            Words("name", "Its name", 60),
            group="Items",
            clauses=("TFA-168",),
        )
    ]


def _gm_set_up(state: Table) -> list[Offer]:
    found = [
        offer(
            do.BeginPlay,
            "Begin play",
            Words("scene", "The first scene"),
            group="Campaign",
            refused=creation.why_not_begin(state),
            clauses=("TFA-327",),
        ),
        _agree_hearth(),
    ]
    if state.options.moves == "gm" and not state.laid_out:
        cards = tuple(creation.letters(state, "B") + creation.letters(state, "C"))
        notes = {card: catalogue.moves()[card].name for card in cards}
        wanted = 2 * (len(state.players) + 1)
        found.append(
            offer(
                do.LayOut,
                "Lay out the B and C cards",
                Many("cards", "Cards", cards, min(wanted, len(cards)), len(cards), notes),
                group="Moves",
                clauses=("TFA-315",),
            )
        )
    return [*found, *_touchstones(state, state.gm), *_goals(state, state.gm)]


@cache
def _agree_hearth() -> Offer:
    return offer(
        do.AgreeHearth,
        "Write down The Hearth",
        Words("text", "The Hearth", may_be_empty=False),
        group="Campaign",
        clauses=("TFA-325",),
    )


# A player in play


def _play(state: Table, seat: str) -> list[Offer]:
    player = state.players[seat]
    found: list[Offer] = []
    if state.pursuit is not None and seat in state.pursuit.joined:
        refused = pursuit.why_not_run_on(state, seat)
        found.append(
            offer(do.RunOn, f"Run: round {state.pursuit.round}", group="Pursuit", refused=refused)
        )
    if player.puzzle is not None:
        found += _puzzle(state, seat)
    found += _moves(state, seat)
    found += _cards(state, seat)
    found += _body(state, seat)
    found += _things(state, seat)
    found += _days(state, seat)
    return found


def _puzzle(state: Table, seat: str) -> list[Offer]:
    player = state.players[seat]
    cards = tuple(dict.fromkeys(player.in_play))
    refused = corners.why_not_replace(state, seat)
    return [
        offer(
            do.ReplaceCard,
            "Replace a card",
            One("card", "Card", cards),
            group="Mini-game",
            refused=refused,
        ),
        offer(do.GiveUp, "Give up", group="Mini-game", clauses=("TFA-233",)),
    ]


def _moves(state: Table, seat: str) -> list[Offer]:
    """Moves that flip: the base moves, the own cards, and all others untrained."""
    player = state.players[seat]
    found = [_move(state, seat, player, face, "Moves") for face in _base_flips()]
    for card in player.moves:
        face = card.face
        if face.attrs and face.id in catalogue.move_cards():
            found.append(_move(state, seat, player, face, "Your cards"))
            if face.id in corners.SIZES:
                found.append(_start_puzzle(state, seat, face))
    untrained = tuple(
        face.id
        for face in _card_flips(state.options.campaign)
        if player.card(face.id) is None and face.id not in magic.ITEM_MOVES
    )
    if untrained:
        found.append(
            offer(
                do.Attempt,
                "Try a move untrained",
                _named(list(untrained)),
                *_aim(state, player),
                *_effect(state),
                group="Untrained",
                clauses=("TFA-219", "TFA-220"),
                refused=moves.why_not_act(state, seat),
            )
        )
    for name in magic.ITEM_MOVES:
        if player.card(name) is None and name in catalogue.campaign_moves(state.options.campaign):
            items = tuple(magic.usable_items(player, name))
            if items:
                face = catalogue.moves()[name]
                found.append(_move(state, seat, player, face, "Untrained"))
    others = tuple(other for other in state.order if other != seat)
    if others:
        found.append(
            offer(
                do.Attempt,
                "Act against another PC",
                _named(["mix_it_up", "volley", "parley", "pick_pockets"]),
                One("versus", "Against", others),
                group="Moves",
                clauses=("TFA-250", "TFA-256"),
                refused=moves.why_not_act(state, seat),
            )
        )
    return found


@cache
def _base_flips() -> tuple[MoveFace, ...]:
    return tuple(
        face for face in catalogue.base_moves().values() if face.attrs and not face.downtime
    )


@cache
def _card_flips(campaign_id: str) -> tuple[MoveFace, ...]:
    cards = catalogue.move_cards()
    return tuple(cards[name] for name in catalogue.campaign_moves(campaign_id) if cards[name].attrs)


def _move(state: Table, seat: str, player: Player, face: MoveFace, group: str) -> Offer:
    refused = moves.why_not_move(state, seat, face)
    params: list[Param] = []
    if refused is None:
        attributes = (*face.attrs, "str") if face.id == "take_a_breather" else face.attrs
        if len(attributes) > 1:
            params.append(One("attribute", "Attribute", attributes))
        if face.id in AIMED:
            params += _aim(state, player)
        if face.id in ROWS:
            params += _weapon(player, face)
        if face.id in magic.ITEM_MOVES:
            params.append(One("item", "Item", tuple(magic.usable_items(player, face.id))))
            params += _aim(state, player) + _target(state)
        if face.id == "fundamental_magic":
            params += _effect(state) + _aim(state, player) + _target(state)
        params += _edges(state, player)
        params.append(_TEXT)
    fast = ", FAST" if face.fast else ""
    return offer(
        do.Attempt,
        face.name + fast,
        *params,
        group=group,
        fixed={"move": face.id},
        clauses=face.clauses,
        note=face.trigger,
        refused=refused,
    )


_TEXT = Words("text", "How?")


def _aim(state: Table, player: Player) -> list[Param]:
    names = [foe.name for foe in state.foes if foe.is_up]
    return [One("foe", "Against", ("", *names), NOBODY)] if names else []


def _weapon(player: Player, face: MoveFace) -> list[Param]:
    names = equipment.weapons(player, melee=face.id not in moves.RANGED)
    if face.id not in moves.RANGED:
        names = [*names, equipment.UNARMED]
    return [One("weapon", "Weapon", tuple(names))] if len(names) > 1 else []


def _target(state: Table) -> list[Param]:
    return [One("target", "For", ("", *state.order), NOBODY)]


def _effect(state: Table) -> list[Param]:
    seen = magic.seen_effects(state)
    return [One("effect", "Effect", tuple(seen), _item_names())] if seen else []


def _edges(state: Table, player: Player) -> list[Param]:
    found: list[Param] = []
    texts = tuple(dict.fromkeys(edge.text for edge in player.edges if not edge.foe))
    if texts:
        found.append(One("edge", "Act on", ("", *texts), {"": "nothing"}))
    if any(foe.red_tokens for foe in state.foes):
        found.append(One("red_token", "Red token", ("keep", "spend")))
    return found


def _start_puzzle(state: Table, seat: str, face: MoveFace) -> Offer:
    kind = "a line of three" if corners.SIZES[face.id] == 3 else "a box of four"
    params = _effect(state) if face.id == "fundamental_magic" else []
    return offer(
        do.StartPuzzle,
        f"{face.name}: play for {kind}",
        *params,
        group="Your cards",
        fixed={"move": face.id},
        clauses=("TFA-226",),
        refused=moves.why_not_puzzle(state, seat, face.id),
    )


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
            params = [_TEXT]
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
            )
        )
    if player.envelope_picks and learning.freeable(state, seat):
        found.append(
            offer(
                do.FreeCard,
                "Free a card from an envelope",
                _named(learning.freeable(state, seat)),
                group="Your cards",
                clauses=("TFA-262",),
            )
        )
    return found


def _body(state: Table, seat: str) -> list[Offer]:
    player = state.players[seat]
    found = [
        offer(
            do.RunAway,
            "Bravely Run Away",
            group="Moves",
            clauses=("TFA-190",),
            refused=pursuit.why_not_run_away(state, seat),
        ),
        offer(
            do.Reshuffle,
            "Shuffle your discard pile in",
            group="Deck",
            clauses=("TFA-77",),
            refused=stamina.why_not_reshuffle(state, seat),
        ),
    ]
    if player.xp:
        found.append(
            offer(
                do.MercyFlashback,
                "Ask for something you forgot (1 XP)",
                Words("text", "What?", may_be_empty=False),
                group="XP",
                clauses=("TFA-183",),
            )
        )
    if player.fateful_xp:
        found.append(
            offer(
                do.TakeBigRisk,
                f"Take a big risk: {player.fateful}",
                Words("text", "What risk?"),
                group="XP",
                clauses=("TFA-321",),
            )
        )
    return found


@cache
def _good_thing(clause: str, sentence: str) -> Offer:
    return offer(
        do.GoodThing,
        "Good Thing I Brought...",
        Words("thing", "What?", 60, may_be_empty=False),
        One("price", "Price", ("1 XP + 1 Pack", "2 Pack")),
        One("afterwards", "Afterwards it is", ("kept", "used up")),
        Words("consumed", "What was consumed or broken?"),
        group="Things",
        clauses=("TFA-137", "TFA-138"),
        refused=Refused(clause, sentence) if clause else None,
    )


def _things(state: Table, seat: str) -> list[Offer]:
    player = state.players[seat]
    found = []
    refused = moves.why_not_act(state, seat)
    if refused is None and equipment.why_not_good_thing(player, "1 XP + 1 Pack"):
        refused = equipment.why_not_good_thing(player, "2 Pack")
    found.append(_good_thing(refused.clause, refused.sentence) if refused else _good_thing("", ""))
    droppable = equipment.droppable(player)
    if droppable:
        found.append(
            offer(do.Drop, "Drop something", One("what", "What", tuple(droppable)), group="Things")
        )
    if player.precious:
        refused = equipment.why_not_exchange(state, seat)
        found.append(
            offer(do.ExchangePack, "1 precious for 2 Pack", group="Things", refused=refused)
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
    return found + _receive(player)


def _days(state: Table, seat: str) -> list[Offer]:
    """Downtime. TFA-194, TFA-195."""
    if state.phase == "tutorial":
        return []
    player = state.players[seat]
    found = [
        offer(
            do.Rest,
            "Rest",
            Words("blame", "Whom do you blame?"),
            group="Downtime",
            clauses=("TFA-198",),
            refused=downtime.why_not_rest(state, seat),
        ),
        offer(
            do.SeekHelp,
            "Seek Help",
            Words("text", "Where and how?"),
            Words("forgives", "Whom are you closer to forgiving?"),
            group="Downtime",
            clauses=("TFA-203",),
            refused=downtime.why_not_seek_help(state, seat),
        ),
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
    found.append(
        offer(
            do.Study,
            "Study Under a Master",
            *([_named(choices)] if choices else []),
            group="Downtime",
            clauses=("TFA-212",),
            refused=refused,
        )
    )
    found.append(
        offer(
            do.Shop,
            "Shop / Procure",
            Words("wish", "What do you look for?"),
            group="Downtime",
            clauses=("TFA-209",),
            refused=downtime.why_not_shop(state, seat),
        )
    )
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
                One("item", "Item", ("", *names), NOBODY),
                *_effect(state),
                group="Downtime",
                clauses=("TFA-215",),
                refused=downtime.why_not_contemplate(state, seat),
            )
        )
    return found


# The GM in play


def _gm(state: Table) -> list[Offer]:
    if state.phase == "tutorial":
        return [
            offer(do.EndTutorial, "The timer has run out", group="Campaign", clauses=("TFA-328",)),
            *_gm_calls(state),
            *_gm_foes(state),
        ]
    return [
        *_gm_calls(state),
        *_gm_foes(state),
        *_gm_shadow(state),
        *_gm_journey(state),
        *_gm_world(state),
        *_gm_campaign(state),
    ]


def _seat(state: Table, label: str = "Player") -> Param:
    return One("seat", label, tuple(state.order))


def _gm_calls(state: Table) -> list[Offer]:
    flipped = _flipped(state.options.campaign)
    up = [foe.name for foe in state.foes if foe.is_up]
    aim: list[Param] = [One("foe", "Against", ("", *up), NOBODY)] if up else []
    found = [
        offer(
            do.CallMove,
            "Call a move",
            _seat(state),
            flipped,
            One("attribute", "Attribute", ("", *catalogue.ATTRIBUTES), {"": "as printed"}),
            *aim,
            Count("advantages", "Advantages", 0, 9),
            Count("disadvantages", "Disadvantages", 0, 9),
            group="Moves",
            clauses=("TFA-20", "TFA-26"),
        ),
        offer(
            do.Spotlight,
            "Move the spotlight",
            One("seat", "To", tuple(state.able()) or ("",)),
            group="Moves",
            clauses=("TFA-72",),
            refused=None if state.able() else Refused("TFA-95", "No PC can act."),
        ),
        offer(
            do.MakeMove,
            "Make a GM move",
            One("kind", "Move", gamemaster.GM_MOVES),
            Words("text", "What happens?"),
            group="GM moves",
            clauses=("TFA-266", "TFA-267", "TFA-268"),
            note=state.due[0].why if state.due else "",
        ),
        offer(
            do.DealDamage,
            "Deal damage",
            _seat(state),
            One("power", "Attack power", POWERS),
            Words("source", "From what?"),
            group="GM moves",
            clauses=("TFA-269",),
        ),
        offer(
            do.RevealCard,
            "Ask for a random card",
            _seat(state),
            One("die", "Number", DICE),
            group="GM moves",
            clauses=("TFA-271",),
        ),
    ]
    items = tuple(
        dict.fromkeys(
            item.name
            for player in state.players.values()
            for item in player.items
            if not item.secret
        )
    )
    found.append(
        offer(
            do.UseUp,
            "Use up their resources",
            _seat(state),
            One("what", "What", _USED_UP),
            One("item", "Item", ("", *items), NOBODY),
            group="GM moves",
            clauses=("TFA-270",),
        )
    )
    if up:
        found.append(
            offer(
                do.GangUp,
                "Foes attack",
                _seat(state, "Whom"),
                Many("foes", "Foes", tuple(up), 1, len(up)),
                group="GM moves",
                clauses=("TFA-332", "TFA-333"),
            )
        )
    return found


_USED_UP = (
    "end an effect",
    "a charge",
    "capacity",
    "damage an item",
    "a Pack card",
    "a precious Pack card",
    "an item",
    "a marker token",
)


@cache
def _flipped(campaign_id: str) -> Param:
    names = [face.id for face in (*_base_flips(), *_card_flips(campaign_id))]
    return _named(names)


def _gm_foes(state: Table) -> list[Offer]:
    names = tuple(foe.name for foe in state.foes)
    found = [_add_foe()]
    if not state.combat:
        found.append(
            offer(
                do.BeginCombat,
                "Begin combat",
                Count("format", "Format", 1, 3),
                group="Foes",
                clauses=("TFA-332", "TFA-333", "TFA-334", "TFA-335"),
            )
        )
    else:
        fighting = any(foe.is_up for foe in state.foes) and bool(state.able())
        refused = Refused("TFA-336", "Foes are still in the fight.") if fighting else None
        found.append(offer(do.EndCombat, "End combat", group="Foes", refused=refused))
    if names:
        foe = One("foe", "Foe", names)
        found += [
            offer(
                do.TellFoe,
                "Tell about a foe",
                foe,
                One("what", "What", ("stamina", "power", "specials", "everything")),
                group="Foes",
                clauses=("TFA-7",),
            ),
            offer(do.NoteFoe, "Note how a foe stands", foe, _STANDS, group="Foes"),
            offer(
                do.FoeLeaves,
                "A foe leaves the fight",
                foe,
                One("how", "How", ("fled", "surrendered", "out")),
                group="Foes",
                clauses=("TFA-336",),
            ),
        ]
    return found


_STANDS = One(
    "how",
    "It is",
    ("surprised", "on guard", "hidden or fleeing", "in the open", "armour again", "armed again"),
)


@cache
def _add_foe() -> Offer:
    guide = "; ".join(
        f"{row.kind} {row.least}-{row.most}, {'/'.join(row.power)}"
        for row in catalogue.tables().foe_guide
    )
    return offer(
        do.AddFoe,
        "Bring in a foe",
        Words("name", "Name", 60, may_be_empty=False),
        Count("stamina", "Stamina", 1, 20),
        One("power", "Attack power", POWERS),
        One("kind", "Kind", ("person", "monster")),
        Count("specials", "Special attacks and immunities", 0, 5),
        Count("armour", "Armour squares", 0, 9),
        One("weapon", "Armed?", ("armed", "unarmed")),
        One("paid", "Paid with", ("Shadow points", "Party Power")),
        Words("text", "Description or special"),
        group="Foes",
        clauses=("TFA-278", "TFA-329", "TFA-331", "TFA-337", "TFA-338"),
        note=guide,
    )


def _gm_shadow(state: Table) -> list[Offer]:
    refused = points.why_not_spend_shadow(state, 1)
    most = max(1, state.shadow)
    names = tuple(foe.name for foe in state.foes if foe.is_up)
    found = [
        offer(
            do.BuyDisadvantage,
            "Make a disadvantage (1 Shadow)",
            Words("name", "Circumstance", 60, may_be_empty=False),
            Many("seats", "Who is in it", tuple(state.order), 0, len(state.players)),
            group="Shadow",
            clauses=("TFA-274",),
            refused=refused,
        ),
        offer(
            do.SpringTrap,
            "Spring a trap",
            _seat(state),
            Count("points", "Shadow points", 1, most),
            Words("text", "What trap?"),
            group="Shadow",
            clauses=("TFA-275",),
            refused=refused,
        ),
    ]
    if names:
        found.append(
            offer(
                do.StrikeFirst,
                "The enemy strikes first",
                _seat(state),
                One("foe", "Who", names),
                Count("points", "Shadow points", 1, most),
                group="Shadow",
                clauses=("TFA-276",),
                refused=refused,
            )
        )
    if state.circumstances:
        bought = tuple(circumstance.name for circumstance in state.circumstances)
        found.append(
            offer(
                do.MoveCircumstance,
                "Who is in a circumstance",
                One("name", "Circumstance", bought),
                Many("seats", "Who", tuple(state.order), 0, len(state.players)),
                group="Shadow",
                clauses=("TFA-274",),
            )
        )
    return found


def _gm_journey(state: Table) -> list[Offer]:
    refused = points.why_not_spend_journey(state)
    uses: tuple[str, ...] = ("a heroic spark", "a place transformed")
    if state.options.campaign != "one-shot" and state.chapter == 4:
        uses = (*uses, "an exhibition of power")
    found = [
        offer(
            do.SpendJourney,
            "Spend a Journey point",
            One("on", "On", uses),
            Words("text", "What happens?"),
            group="Journey",
            clauses=("TFA-282",),
            refused=refused,
        ),
        offer(
            do.Arrive,
            "An unexpected arrival",
            Words("name", "Who?", 60, may_be_empty=False),
            group="Journey",
            clauses=("TFA-283",),
            refused=refused,
        ),
        offer(
            do.EarnJourney,
            "This chapter's Journey point",
            group="Journey",
            refused=campaign.why_not_earn(state),
        ),
    ]
    dead = tuple(s for s, player in state.seated() if "dead" in player.conditions)
    if dead:
        found.append(
            offer(
                do.ReturnToLife,
                "Return to life",
                One("seat", "Who", dead),
                Words("cost", "At what price?"),
                group="Journey",
                clauses=("TFA-284",),
                refused=refused,
            )
        )
    if state.arrivals:
        names = tuple(arrival.name for arrival in state.arrivals)
        foes = tuple(foe.name for foe in state.foes if foe.is_up)
        hows = ("add a die", *(("keep a foe from acting",) if foes else ()), "give information")
        found.append(
            offer(
                do.ArrivalActs,
                "The arrival acts",
                One("name", "Who", names),
                One("how", "How", hows),
                _seat(state, "For"),
                One("die", "Die", DICE),
                *([One("foe", "Foe", foes)] if foes else []),
                group="Journey",
                clauses=("TFA-283",),
            )
        )
    return found


def _gm_world(state: Table) -> list[Offer]:
    places = ("outside", "town", *(("The Hearth",) if state.hearth_available else ()))
    quiet = state.combat == 0 and state.pursuit is None
    busy = None if quiet else Refused("TFA-197", "First the fight or the chase must end.")
    calm = state.journey > 0 or not state.town
    days = (
        ("peaceful", "a situation demands attention")
        if calm
        else ("a situation demands attention",)
    )
    found = [
        offer(
            do.SetScene,
            "Set a scene",
            Words("text", "Scene"),
            One("place", "Place", places),
            One("healing", "Healing", ("none", "peaceful, with healing")),
            group="World",
            clauses=("TFA-339",),
        ),
        offer(
            do.NewDay,
            "A new day",
            One("how", "It is", days),
            Words("text", "What happens?"),
            group="World",
            clauses=("TFA-195", "TFA-196"),
            refused=busy,
        ),
        offer(
            do.GiveGift,
            "Give a gift",
            _seat(state),
            One("gift", "Gift", ("a blessing", "heal a Wound", "heal a Harm")),
            group="World",
            clauses=("TFA-311",),
        ),
        offer(
            do.GiveLoot,
            "Give loot",
            _seat(state),
            One("what", "What", _loot(state.options.campaign), _item_names()),
            Words("name", "Its name", 60),
            One("counts", "Burden", ("counts", "small, counts 0")),
            group="World",
            clauses=("TFA-133", "TFA-154", "TFA-155"),
        ),
        _make_item(tuple(state.order)),
        offer(
            do.SetPace, "Pace of mini-games", Count("spotlights", "Spotlights", 0, 9), group="World"
        ),
    ]
    told = [(seat, item.name) for seat, player in state.seated() for item in player.tales]
    for seat, name in told:
        found.append(
            offer(
                do.GiveLoot,
                f"{seat} finds {name}",
                fixed={"seat": seat, "what": name},
                group="World",
                clauses=("TFA-211",),
            )
        )
    down = tuple(
        seat
        for seat, player in state.seated()
        if not player.is_able() and "dead" not in player.conditions
    )
    if down:
        found.append(
            offer(
                do.Restore,
                "Somebody gets up again",
                One("seat", "Who", down),
                Count("stamina", "Stamina regained", 0, 20),
                group="World",
                clauses=("TFA-294",),
            )
        )
    hired = tuple(s for s, p in state.seated() if p.has("only_here_for_the_job"))
    if hired:
        found.append(
            offer(
                do.OfferBribe, "Offer pay for betrayal", One("seat", "Whom", hired), group="World"
            )
        )
    return found


@cache
def _loot(campaign_id: str) -> tuple[str, ...]:
    things = ("Pack", "precious Pack", "a thing", "a precious thing")
    return (*things, *catalogue.campaign_items(campaign_id))


@cache
def _make_item(seats: tuple[str, ...]) -> Offer:
    return offer(
        do.MakeItem,
        "Make a weapon, armour or shield",
        One("seat", "Player", seats),
        One("kind", "Kind", ("weapon", "armour", "shield")),
        Words("name", "Name", 60, may_be_empty=False),
        Many("slots", "Slots of armour", ("HARM", "HARM_OR_WOUND"), 1, 2),
        Count("extra", "Extra encumbrance", 0, 3),
        One("results", "Shield results", ("cheap", "dear")),
        One("keeps_off", "Shield keeps off", ("HARM", "HARM_OR_WOUND")),
        One("could_strike", "Could it strike?", ("no", "yes")),
        One("power", "Weapon power", DICE),
        One("reach", "Weapon reach", ("melee", "short", "long")),
        group="World",
        clauses=("TFA-144", "TFA-148", "TFA-151", "TFA-152"),
    )


def _gm_campaign(state: Table) -> list[Offer]:
    last = len(campaign.chapters(state))
    found = [
        offer(
            do.DeclareChapter,
            "Declare a chapter",
            Count("chapter", "Chapter", 1, last),
            group="Campaign",
            clauses=("TFA-286",),
        ),
        offer(
            do.CircleShadow,
            "Circle Shadow points",
            group="Campaign",
            refused=campaign.why_not_circle(state),
        ),
        offer(
            do.CrossThreshold,
            "Cross the threshold",
            One("how", "How", ("ask the players", "pushed")),
            group="Campaign",
            refused=campaign.why_not_cross(state),
        ),
        offer(
            do.OpenSession,
            "Open a new session",
            Words("recap", "What happened so far?"),
            group="Campaign",
            clauses=("TFA-193",),
        ),
        offer(do.DealFates, "Deal new Fateful Moments", group="Campaign", clauses=("TFA-322",)),
        _agree_hearth(),
    ]
    if state.options.campaign == "one-shot":
        if state.chapter == 3:
            earned = f"book {state.book} chapter 3" in state.earned
            refused = None if earned else Refused("TFA-290", "First complete the challenge.")
            prizes = One("waives", "Waives", ("Tales of a Weapon", "Study Under a Master"))
            found.append(
                offer(do.GrantPrize, "Grant the prize", prizes, group="Campaign", refused=refused)
            )
    else:
        if state.chapter == 2:
            goal = Words("goal", "In 2 to 6 words", 60, may_be_empty=False)
            found.append(offer(do.WordGoal, "Word the goal", goal, group="Campaign"))
        if state.chapter == 8:
            found.append(
                offer(
                    do.RevealHearth,
                    "Reveal The Hearth",
                    group="Campaign",
                    refused=campaign.why_not_reveal_hearth(state),
                )
            )
    if state.options.campaign == "thirty-hour" and state.book < campaign.LAST_BOOK:
        found.append(offer(do.NextBook, "Begin the next book", group="Campaign"))
    found.append(offer(do.EndCampaign, "End the campaign", group="Campaign", clauses=("TFA-309",)))
    return found
