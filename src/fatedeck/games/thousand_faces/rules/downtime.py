"""Downtime: Rest, Seek Help, Sharpen & Stitch, Study, Shop, Tales, Contemplation, the opener."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import ItemFace
from fatedeck.games.thousand_faces.rules import (
    equipment,
    flips,
    learning,
    magic,
    modifiers,
    moves,
    points,
    spans,
    stamina,
)
from fatedeck.games.thousand_faces.rules.actions import Contemplate, TellTales
from fatedeck.games.thousand_faces.rules.families import why_not_act
from fatedeck.games.thousand_faces.state import (
    MOST_CAPACITY,
    Due,
    Item,
    Move,
    Player,
    Table,
    give_item,
    new_item,
    unique,
)

STUDY_COST = 2
WARES = 4
GOODS = ("a commodity", "a decoration", "another commodity", "another decoration")
"""What may lie among the wares beside cards of the supply. TFA-209."""

MOST_CONTEMPLATION = 3
CONTEMPLATION = {
    "magic item: new effect": "magic",
    "magic item: capacity + 1": "magic",
    "magic item: More Power": "magic",
    "precious item: becomes magic": "",
    "weapon: More Power": "weapon",
    "weapon: changed appearance": "weapon",
    "weapon: effect of an own item": "weapon",
}
"""The options of Obsessive Contemplation and what each works on. TFA-215."""


def why_not_idle(state: Table, seat: str) -> Refused | None:
    """Why there is no leisure for any downtime move; what was forgotten was done at leisure.

    TFA-183, TFA-194, TFA-197.
    """
    if refused := why_not_act(state, seat):
        return refused
    if state.players[seat].mercy:
        return None
    if state.combat or state.pursuit is not None:
        return Refused("TFA-197", "Not in combat, and not on the run.")
    if state.players[seat].puzzle is not None:
        return Refused("TFA-205", "Finish your mini-game first.")
    return None


def why_not_today(state: Table, seat: str, what: str) -> Refused | None:
    """Per PC and day only one downtime move that takes the day. TFA-195, TFA-197, TFA-205."""
    if refused := why_not_idle(state, seat):
        return refused
    used = state.players[seat].downtime
    if used and used != what and not state.players[seat].mercy:
        return Refused("TFA-195", f"Your day went into {used}; a new day must come.")
    return None


def _why_not_twice(state: Table, seat: str, what: str) -> Refused | None:
    if refused := why_not_today(state, seat, what):
        return refused
    if state.players[seat].downtime == what and not state.players[seat].mercy:
        return Refused("TFA-195", f"Your day went into {what}; a new day must come.")
    return None


def _why_not_in_town(state: Table, seat: str, what: str) -> Refused | None:
    if not (state.town or state.players[seat].mercy):
        return Refused("TFA-194", f"{what} takes a day in town.")
    return _why_not_twice(state, seat, what)


def _spend_day(player: Player, what: str) -> None:
    """The day goes into this, unless it was a forgotten day. TFA-183, TFA-195."""
    if not player.mercy:
        player.downtime = what


# Rest and Seek Help


def why_not_rest(state: Table, seat: str) -> Refused | None:
    """Out of combat, not travelling, several hours. TFA-194, TFA-197."""
    return _why_not_twice(state, seat, "Rest")


def rest(game: Game[Table], seat: str, blame: str) -> None:
    """Tokens off, cards back but one for each Harm and Wound, one Harm less, items and armour.

    TFA-198 to TFA-202, TFA-206.
    """
    state, player = game.state, game.state.players[seat]
    if refused := why_not_rest(state, seat):
        raise refused
    if not game.may(
        state.gm,
        f"{seat} would rest. Are there several quiet hours?",
        "TFA-197",
        yes="There are",
        no="There are not",
    ):
        game.tell(f"There is no time for {seat} to rest.", "TFA-197")
        return
    _spend_day(player, "Rest")
    player.resting = True
    points.note_rest(state)
    _clear_exhaustion(player)
    _bring_back(game, seat, player.harm + player.wounds)
    _return_a_harm(game, seat)
    _recover(player)
    game.tell(f"{seat} rests." + (f" {seat} blames {blame}." if blame else ""), "TFA-198")


def _clear_exhaustion(player: Player) -> None:
    for card in player.moves:
        card.exhaustion = 0


def _bring_back(game: Game[Table], seat: str, stay: int) -> None:
    """So many cards of the player's choice, unseen, stay exhausted. TFA-198, TFA-200."""
    player = game.state.players[seat]
    while len(player.exhaustion) > stay:
        stamina.pick_exhausted(game, seat, player.discard)


def _return_a_harm(game: Game[Table], seat: str) -> None:
    """One Harm token leaves the Exhaustion pile or a move card. TFA-199, TFA-202."""
    player = game.state.players[seat]
    places: dict[str, Player | Move] = {"the Exhaustion pile": player} if player.harm else {}
    for card in player.moves:
        if card.harm and card.id != "like_a_second_skin":
            places[card.face.name] = card
    if not places:
        return
    name = next(iter(places))
    if len(places) > 1:
        name = game.choose(seat, "From where does a Harm token go?", places, "TFA-199")
    places[name].harm -= 1


def _recover(player: Player) -> None:
    """Idle items recharge, armour is girded, cards turn up. TFA-201, TFA-204, TFA-206."""
    magic.recharge(player)
    for item in player.items:
        item.harm = item.wound = 0
    skin = player.card("like_a_second_skin")
    if skin is not None:
        skin.harm = skin.wound = 0
    moves.turn_up(player, "rest")


def why_not_seek_help(state: Table, seat: str) -> Refused | None:
    """A peaceful place with healing from others, and a day. TFA-194, TFA-203."""
    if not (
        state.peaceful or state.at_hearth or state.hearth_revealed or state.players[seat].mercy
    ):
        return Refused("TFA-203", "Seek Help needs a peaceful place with healing.")
    return _why_not_twice(state, seat, "Seek Help")


def seek_help(game: Game[Table], seat: str, text: str, forgives: str) -> None:
    """All Exhaustion and Harm tokens and wound cards go; at The Hearth the Wounds too.

    TFA-203 to TFA-206, TFA-305, TFA-311.
    """
    state, player = game.state, game.state.players[seat]
    if refused := why_not_seek_help(state, seat):
        raise refused
    _spend_day(player, "Seek Help")
    points.note_rest(state)
    game.tell(f"{seat} seeks help. {text}".rstrip(), "TFA-203")
    _clear_exhaustion(player)
    player.harm = 0
    for card in player.moves:
        card.harm = 0
    _bring_back(game, seat, player.wounds)
    stamina.return_wound_cards(state, player)
    if forgives:
        game.tell(f"{seat} is closer to forgiving {forgives}.", "TFA-203")
    if state.hearth_revealed or (state.at_hearth and state.hearth_available):
        healed, player.wounds = player.wounds, 0
        if healed:
            wounds = "a Wound" if healed == 1 else f"{healed} Wounds"
            game.tell(f"The Hearth heals {wounds} of {seat}’s.", "TFA-203", "TFA-310")
        if state.hearth_revealed and healed:
            points.gain_journey(game, healed, "Wounds healed at The Hearth", "TFA-305")
    _recover(player)


# Sharpen & Stitch


def why_not_sharpen(state: Table, seat: str, how: str) -> Refused | None:
    """During Rest, or in town for one card that a local finds precious. TFA-207, TFA-208."""
    if refused := why_not_idle(state, seat):
        return refused
    player = state.players[seat]
    if not any(item.damage for item in player.items):
        return Refused("TFA-207", "Nothing of yours is damaged.")
    if how == "flip":
        if not (player.resting or player.mercy):
            return Refused("TFA-207", "Sharpen & Stitch happens during Rest.")
        if player.is_berserk:
            return Refused("TFA-352", "You are berserk: no Int moves until you Take a Breather.")
        return flips.why_not_flip(player)
    if not (state.town or player.mercy):
        return Refused("TFA-208", "Somebody in town would do it for something precious.")
    if not _payable(player):
        return Refused("TFA-208", "You have no card to pay with.")
    return None


def _payable(player: Player) -> list[str]:
    """What may be offered to a local; a secret item must be shown first. TFA-8, TFA-208."""
    secret = [item.name for item in player.items if item.secret]
    return [what for what in equipment.droppable(player) if what not in secret]


def sharpen(game: Game[Table], seat: str, how: str) -> None:
    """Take red cards off the own items. TFA-207, TFA-208."""
    state, player = game.state, game.state.players[seat]
    if refused := why_not_sharpen(state, seat, how):
        raise refused
    if how == "pay a local":
        what = game.choose(seat, "Which card does a local find precious?", _payable(player))
        if not game.may(state.gm, f"Does a local find {what} precious?", "TFA-208"):
            game.tell(f"Nobody wants {what}.", "TFA-208")
            return
        equipment.drop(game, seat, what)
        for item in player.items:
            item.damage = 0
        game.tell(f"All of {seat}’s things are repaired.", "TFA-208")
        return
    face = catalogue.moves()["sharpen_and_stitch"]
    net = modifiers.lasting(state, seat, face, "int", None)
    aids = flips.gather_help(game, seat)
    outcome = flips.flip(game, seat, player.suit("int"), net, face=face, supporters=aids)
    spans.resolved(player, face.id)
    if outcome.result == 1:
        state.due.append(Due([seat, *(aid.seat for aid in aids)], "Sharpen & Stitch: ✗."))
        return
    pack, cards = {2: (2, 1), 3: (1, 1), 4: (1, 2)}[outcome.result]
    while player.pack + player.precious >= pack and _take_off_red(
        game, seat, f"{pack} Pack repair {cards}. Which item?"
    ):
        equipment.spend_pack(game, seat, pack, "Sharpen & Stitch")
        if cards == 2:
            _take_off_red(game, seat, "That Pack repairs 1 more. Which item?")


def _take_off_red(game: Game[Table], seat: str, prompt: str) -> bool:
    """One red card comes off an item of the player's choice, if one is wanted. TFA-207."""
    broken = {item.name: item for item in game.state.players[seat].items if item.damage}
    if not broken:
        return False
    stop = "Enough"
    name = game.choose(seat, prompt, [*broken, stop], "TFA-207")
    if name == stop:
        return False
    broken[name].damage -= 1
    game.tell(f"{seat} mends {name}.", "TFA-207")
    return True


# Town


def why_not_study(state: Table, seat: str) -> Refused | None:
    """A day in town and 2 XP, unless a prize waives it. TFA-212, TFA-214, TFA-291."""
    if waived(state, "Study Under a Master"):
        return why_not_idle(state, seat)
    if refused := _why_not_in_town(state, seat, "Study Under a Master"):
        return refused
    if state.players[seat].xp < STUDY_COST:
        return Refused("TFA-212", "Study costs 2 XP.")
    return None


def waived(state: Table, what: str) -> bool:
    """The prize waives a cost or condition in its chapter. TFA-291."""
    return what in state.waivers


def study(game: Game[Table], seat: str, move: str) -> None:
    """Pay 2 XP and raise a move or take a new one. TFA-212, TFA-213, TFA-214."""
    state, player = game.state, game.state.players[seat]
    if refused := why_not_study(state, seat):
        raise refused
    free = waived(state, "Study Under a Master")
    if move not in catalogue.moves():
        raise Refused("TFA-212", f"There is no move “{move}”.")
    learning.study(game, seat, move)
    if free:
        state.waivers.remove("Study Under a Master")
    else:
        player.xp -= STUDY_COST
        _spend_day(player, "Study Under a Master")
    game.tell(f"{seat} studies under a master.", "TFA-212")


def prices(player: Player) -> list[str]:
    """How a ware may be paid. TFA-209."""
    pack = player.pack + player.precious
    return (
        (["1 precious Pack"] if player.precious else [])
        + (["1 XP + 1 Pack"] if player.xp and pack else [])
        + (["1 XP + 1 item"] if player.xp and player.items else [])
    )


def why_not_shop(state: Table, seat: str) -> Refused | None:
    """A day in town, and something to pay with. TFA-209."""
    if refused := _why_not_in_town(state, seat, "Shop / Procure"):
        return refused
    if not prices(state.players[seat]):
        return Refused("TFA-209", "You have nothing to pay with; the day would be lost.")
    return None


def shop(game: Game[Table], seat: str, wish: str) -> None:
    """The GM lays out 4 item cards; the player may keep one for a price. TFA-209, TFA-210.

    A weapon told of in Tales of a Weapon lies among them. TFA-211.
    """
    state, player = game.state, game.state.players[seat]
    if refused := why_not_shop(state, seat):
        raise refused
    _spend_day(player, "Shop / Procure")
    told = {item.name: item for item in player.tales[:WARES]}
    shelf = {
        new_item(face).name: face
        for name, face in catalogue.items().items()
        if name in catalogue.campaign_items(state.options.campaign) and not face.power_source
        if new_item(face).name not in told
    }
    names = game.several(
        state.gm,
        f"{seat} shops. {wish} Lay out cards".replace("  ", " "),
        [*shelf, *GOODS],
        WARES - len(told),
        WARES - len(told),
        "TFA-209",
        notes={name: face.gist for name, face in shelf.items()},
    )
    wares = told.copy()
    for name in names:
        item = _ware(game, name, shelf.get(name))
        item.name = unique(item.name, wares)
        wares[item.name] = item
    game.tell(f"{seat} is shown: {', '.join(wares)}.", "TFA-209")
    nothing = "Nothing"
    notes = {name: shelf[name].gist for name in wares if name in shelf}
    ware = game.choose(seat, "Keep one?", [*wares, nothing], "TFA-209", notes=notes)
    if ware == nothing:
        return
    price = game.choose(seat, f"Pay for {ware} how?", prices(player), "TFA-209", secret=True)
    _pay_ware(game, seat, price)
    if ware in told:
        player.tales.remove(told[ware])
    item = give_item(player, wares[ware])
    player.new_precious = player.new_precious or item.precious
    game.tell(f"{seat} procures {item.name}.", "TFA-209", "TFA-210")


def _ware(game: Game[Table], name: str, face: ItemFace | None) -> Item:
    """A card as it is laid out: magic has capacity 1, a commodity somebody values.

    The GM says what a commodity or a decoration is before anybody pays for it. TFA-134, TFA-209,
    TFA-210.
    """
    if face is not None:
        return new_item(face, capacity=1 if face.capacity else None)
    called = game.text(game.state.gm, f"What is {name}?", "TFA-209")
    return Item(called or name, precious="commodity" in name)


def _pay_ware(game: Game[Table], seat: str, price: str) -> None:
    player = game.state.players[seat]
    if price == "1 precious Pack":
        player.precious -= 1
        return
    player.xp -= 1
    if price == "1 XP + 1 Pack":
        equipment.spend_pack(game, seat, 1, "Shop / Procure")
    else:
        names = [item.name for item in player.items]
        what = game.choose(seat, "Which item?", names, "TFA-209", secret=True)
        equipment.drop(game, seat, what)


def why_not_tales(state: Table, seat: str, *, magical: bool) -> Refused | None:
    """2 XP, or 3 for a magical power, unless a prize waives it. TFA-211, TFA-291."""
    if refused := why_not_idle(state, seat):
        return refused
    player = state.players[seat]
    if not any(item.kind == "weapon" for item in player.items):
        return Refused("TFA-211", "You need a weapon that the new one is to surpass.")
    cost = 3 if magical else 2
    if not waived(state, "Tales of a Weapon") and player.xp < cost:
        return Refused("TFA-211", f"That costs {cost} XP.")
    return None


def tell_tales(game: Game[Table], seat: str, action: TellTales) -> None:
    """Design a weapon one step stronger; it turns up in a shop or as loot. TFA-144, TFA-211."""
    state, player = game.state, game.state.players[seat]
    magical = action.magic == "magical"
    if refused := why_not_tales(state, seat, magical=magical):
        raise refused
    old = player.item(action.weapon)
    if old is None or old.kind != "weapon":
        raise Refused("TFA-211", "Name the weapon of yours that the new one is to surpass.")
    limit = old.max_power or "d10"
    if old.power == limit:
        raise Refused("TFA-145", f"{old.name} has all the power it can have.")
    if waived(state, "Tales of a Weapon"):
        state.waivers.remove("Tales of a Weapon")
    else:
        player.xp -= 3 if magical else 2
    extra = game.number(state.gm, "Extra encumbrance of the new weapon?", 0, 3, "TFA-144")
    power = catalogue.step_up(old.power)
    item = equipment.new_weapon(action.name, power, old.range, old.enc + extra)
    item.max_power, item.base = limit, old.base
    if magical:
        item.capacity = item.charges = 1
        item.effect = game.text(seat, "What is its magical power?", "TFA-211")
        item.downside = game.text(state.gm, "What is its downside?", "TFA-211")
    player.tales.append(item)
    game.tell(f"{seat} has heard tales of {action.name}.", "TFA-211")


# Obsessive Contemplation


def why_not_contemplate(state: Table, seat: str) -> Refused | None:
    """A day in town, the card, and up to 3 XP, one new option each. TFA-215."""
    what = "Obsessive Contemplation"
    if not (state.town or state.players[seat].mercy):
        return Refused("TFA-215", f"{what} takes a day in town.")
    if refused := why_not_today(state, seat, what):
        return refused
    player = state.players[seat]
    if not player.has("obsessive_contemplation"):
        return Refused("TFA-221", f"{what} has no flip, so it needs its card.")
    if not player.xp:
        return Refused("TFA-215", "Each option costs 1 XP.")
    if len(player.contemplated) >= MOST_CONTEMPLATION:
        return Refused("TFA-215", "Three options a day.")
    return None


def contemplate(game: Game[Table], seat: str, action: Contemplate) -> None:
    """One option for 1 XP. TFA-215, TFA-369."""
    player = game.state.players[seat]
    if refused := why_not_contemplate(game.state, seat):
        raise refused
    if action.option not in CONTEMPLATION:
        raise Refused("TFA-215", "That is not one of the card's options.")
    if action.option in player.contemplated:
        raise Refused("TFA-215", "A new option each time.")
    _contemplate(game, seat, action)
    player.xp -= 1
    _spend_day(player, "Obsessive Contemplation")
    player.contemplated.append(action.option)
    game.tell(f"{seat} contemplates: {action.option}.", "TFA-215")


def _contemplate(game: Game[Table], seat: str, action: Contemplate) -> None:
    player, item = game.state.players[seat], game.state.players[seat].item(action.item)
    wanted = CONTEMPLATION[action.option]
    if wanted == "magic" and (item is None or not item.is_magic):
        raise Refused("TFA-215", "Name a magic item of yours.")
    if wanted == "weapon" and (item is None or item.kind != "weapon"):
        raise Refused("TFA-215", "Name a weapon of yours.")
    face = catalogue.items().get(action.effect)
    if "effect" in action.option or not wanted:
        own = [other.base for other in player.items if other.is_magic]
        allowed = own if wanted == "weapon" else magic.seen_effects(game.state)
        if face is None or action.effect not in allowed:
            raise Refused("TFA-215", "Name an effect that you have seen before.")
    match action.option:
        case "magic item: capacity + 1":
            assert item is not None
            if item.capacity >= MOST_CAPACITY:
                raise Refused("TFA-369", "Capacity never exceeds 5.")
            item.capacity += 1
        case "magic item: More Power" | "weapon: More Power":
            assert item is not None
            if not equipment.more_power(item):
                raise Refused("TFA-145", f"{item.name} has all the power it can have.")
        case "precious item: becomes magic":
            assert face is not None
            if item is not None and item.precious:
                equipment.part_with(player, item)
                give_item(player, new_item(face, item.name, capacity=1))
            elif not action.item and player.precious:
                player.precious -= 1
                give_item(player, new_item(face, capacity=1))
            else:
                raise Refused("TFA-215", "Name a precious item, or none to use a precious Pack.")
        case "weapon: changed appearance":
            game.tell(f"{action.item} looks different now.", "TFA-215")
        case _:
            assert item is not None
            assert face is not None
            item.base, item.effect, item.ongoing, item.gauge = (
                face.id,
                face.effect,
                face.ongoing,
                face.gauge,
            )
            item.flowing = False
            if not item.is_magic:
                item.capacity = item.charges = 1


# The session opener
