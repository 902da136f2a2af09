"""Moves: who may try what, the flip with all its modifiers, and what a result does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Choose
from fatedeck.games.thousand_faces import (
    catalogue,
    combat,
    corners,
    equipment,
    flips,
    magic,
    modifiers,
    stamina,
)
from fatedeck.games.thousand_faces.actions import Attempt, CallMove, StartPuzzle
from fatedeck.games.thousand_faces.catalogue import KEYS, MoveFace, Option
from fatedeck.games.thousand_faces.flips import Support
from fatedeck.games.thousand_faces.state import (
    Due,
    Foe,
    Item,
    Outcome,
    Player,
    Power,
    Puzzle,
    Table,
    clamp,
)

BACKSTAB_LIMIT = 3
AFTER_A_STRIKE = ("and_this_is_for", "fury", "goreography")
RANGED = ("volley", "called_shot")
NEED_A_FOE = (*AFTER_A_STRIKE, "backstab", "weak_spot")
SHORTCOMINGS = ("suspicion", "danger", "cost")


class Deed(Struct):
    """One attempt at a move while it is carried out."""

    seat: str
    face: MoveFace
    attribute: str = ""
    foe: Foe | None = None
    weapon: str = ""
    item: Item | None = None
    effect: str = ""
    target: str = ""
    versus: str = ""
    edge: str = ""
    red_token: bool = False
    with_whom: list[str] = []
    net: int = 0
    rolls: int = 1
    dice: list[str] = []
    halved: bool = False
    doubled: bool = False
    avoided: bool = False
    hazard: str = ""
    text: str = ""

    @property
    def melee(self) -> bool:
        return self.face.id not in RANGED

    @property
    def seats(self) -> list[str]:
        """All who suffer what goes wrong. TFA-60."""
        return [self.seat, *self.with_whom]


# Who may try


def is_fast(face: MoveFace, attribute: str) -> bool:
    """FAST cards, and Take a Breather with Str. TFA-74, TFA-186."""
    return face.fast or (face.id == "take_a_breather" and attribute == "str")


def why_not_act(state: Table, seat: str) -> Refused | None:
    """Why a PC can do nothing at all now. TFA-95."""
    if state.phase not in ("play", "tutorial"):
        return Refused("TFA-327", "Play has not begun yet.")
    player = state.players.get(seat)
    if player is None:
        return Refused("TFA-2", "Only a player character does that.")
    if not player.is_able():
        return Refused("TFA-95", f"{seat} is incapacitated; the GM says when that ends.")
    return None


def why_not_move(state: Table, seat: str, face: MoveFace, attribute: str = "") -> Refused | None:
    """Why this PC cannot try this move now, whatever the details. TFA-73, TFA-185, TFA-370."""
    if refused := why_not_act(state, seat):
        return refused
    player = state.players[seat]
    if not face.attrs:
        return Refused("TFA-25", f"{face.name} is not flipped.")
    if player.puzzle is not None:
        return Refused("TFA-231", "Finish or give up your mini-game first.")
    card = player.card(face.id)
    if card is not None and card.face_down:
        return Refused("TFA-370", f"{face.name} lies face down until {_until(card.face_down)}.")
    if player.barred.get(face.id):
        return Refused("TFA-370", f"Not again until {_until(player.barred[face.id])}.")
    if (
        card is None
        and face.id in catalogue.move_cards()
        and face.id not in catalogue.campaign_moves(state.options.campaign)
    ):
        return Refused("TFA-308", f"{face.name} is not used in this campaign.")
    if "berserk" in player.conditions and (attribute == "int" or face.attrs == ("int",)):
        return Refused("TFA-352", "You are berserk: no Int moves until you Take a Breather.")
    if refused := _why_not_now(state, seat, face, attribute):
        return refused
    return flips.why_not_flip(player)


def _why_not_now(state: Table, seat: str, face: MoveFace, attribute: str) -> Refused | None:
    """One normal and one FAST move in a spotlight, and each move's own conditions. TFA-73."""
    player = state.players[seat]
    holds = state.spotlight == seat
    if is_fast(face, attribute):
        if holds and player.fast_used:
            return Refused("TFA-73", "One FAST move in a spotlight; wait for the next.")
    elif holds and player.moved and not player.extra_move and state.combat and state.others(seat):
        return Refused("TFA-73", "You have made your move; the spotlight must come back to you.")
    match face.id:
        case "take_a_breather":
            if player.last_move in ("take_a_breather", "find_shadows"):
                return Refused("TFA-185", "Not twice in a row: resolve another move first.")
            if attribute == "str" and not player.breather_due:
                return Refused("TFA-186", "Str is for the end of a combat or a pursuit.")
        case "and_this_is_for" | "fury" | "goreography":
            if not (holds and player.strike and player.struck_in_melee):
                return Refused("TFA-340", "First strike a foe in melee in this spotlight.")
        case "where_it_hurts":
            if not (holds and player.strike):
                return Refused("TFA-348", "First deal attack power in this spotlight.")
        case "backstab":
            if player.encumbrance() > BACKSTAB_LIMIT:
                return Refused("TFA-130", "Drop something: your encumbrance count is above 3.")
        case "volley" | "called_shot":
            if not equipment.weapons(player, melee=False):
                return Refused("TFA-143", "You need a ranged weapon for that.")
        case "sharpen_and_stitch":
            return Refused("TFA-207", "Sharpen & Stitch happens during Rest.")
        case "fundamental_magic":
            if not magic.seen_effects(state):
                return Refused("TFA-226", "You have seen no magic item's effect yet.")
        case _ if face.id in magic.ITEM_MOVES and not magic.usable_items(player, face.id):
            return _why_no_item(player, face.id)
    return None


def _why_no_item(player: Player, move: str) -> Refused:
    """The most telling reason why no item of one's own serves. TFA-158, TFA-161, TFA-167."""
    reasons = [magic.why_not_item(player, item, move) for item in player.items if item.is_magic]
    found = [reason for reason in reasons if reason is not None]
    found.sort(key=lambda reason: reason.clause == "TFA-158")
    if found:
        return found[0]
    return Refused("TFA-161", "Hold an undepleted magic item of your own for that.")


def _until(event: str) -> str:
    return "you rest" if event == "rest" else "you Take a Breather"


def why_not_deed(state: Table, deed: Deed) -> Refused | None:
    """Why these details do not fit the move. TFA-9, TFA-143, TFA-161."""
    player, face = state.players[deed.seat], deed.face
    attributes = (*face.attrs, "str") if face.id == "take_a_breather" else face.attrs
    if deed.attribute not in attributes:
        names = " or ".join(name.title() for name in attributes)
        return Refused("TFA-21", f"{face.name} is flipped with {names}.")
    if deed.foe is not None and not deed.foe.is_up and face.id != "where_it_hurts":
        return Refused("TFA-118", f"{deed.foe.name} is out of the fight.")
    if face.id in NEED_A_FOE and deed.foe is None and not deed.versus:
        return Refused("TFA-9", f"Name the foe that {face.name} is aimed at.")
    if deed.versus and (deed.versus not in state.players or deed.versus == deed.seat):
        return Refused("TFA-250", "Name another player's character.")
    if deed.weapon and deed.weapon not in equipment.weapons(player, melee=deed.melee):
        return Refused("TFA-143", f"{deed.weapon} cannot be used for {face.name}.")
    if face.id in magic.ITEM_MOVES:
        return magic.why_not_item(player, deed.item, face.id)
    if face.id == "fundamental_magic" and deed.effect not in magic.seen_effects(state):
        return Refused("TFA-226", "Name the effect of a magic item seen before.")
    return None


# Attempting


def attempt(game: Game[Table], seat: str, action: Attempt) -> None:
    """A player names a move; the GM calls it, changes the attribute, or refuses. TFA-19 to TFA-21.

    GM's word is last where the table cannot agree. TFA-10.
    """
    deed = _deed(game.state, seat, action)
    deed.edge, deed.red_token = action.edge, action.red_token == "spend"
    deed.text = action.text
    if refused := why_not_move(game.state, seat, deed.face, deed.attribute):
        raise refused
    if refused := why_not_deed(game.state, deed):
        raise refused
    calls = {f"Flip {name.title()}": name for name in _attributes(game.state, seat, deed.face)}
    said = f" {action.text}" if action.text else ""
    call = game.choose(
        game.state.gm,
        f"{seat} tries {deed.face.name} with {deed.attribute.title()}.{said} Your call?",
        [*calls, "It just happens", "Ask for more", "That is not the move"],
        "TFA-19",
        "TFA-20",
        "TFA-21",
    )
    if call not in calls:
        game.tell(f"{seat} tries {deed.face.name}: {call.lower()}.", "TFA-19", "TFA-20")
        return
    deed.attribute = calls[call]
    deed.net = game.number(
        game.state.gm, "Advantages minus disadvantages from the fiction?", -5, 5, "TFA-26", "TFA-27"
    )
    carry_out(game, deed)


def _attributes(state: Table, seat: str, face: MoveFace) -> list[str]:
    """The attributes that the GM may settle on."""
    names = [*face.attrs, "str"] if face.id == "take_a_breather" else list(face.attrs)
    return [name for name in names if why_not_move(state, seat, face, name) is None]


def call_move(game: Game[Table], action: CallMove) -> None:
    """The GM names the triggered move and its modifiers. TFA-20, TFA-26."""
    state = game.state
    if action.seat not in state.players:
        raise Refused("TFA-20", "Name the player who has triggered a move.")
    deed = _deed(state, action.seat, action)
    deed.net = action.advantages - action.disadvantages
    if state.players[action.seat].moved and not is_fast(deed.face, deed.attribute):
        give_spotlight(state, action.seat)
    if refused := why_not_move(state, action.seat, deed.face, deed.attribute):
        raise refused
    if refused := why_not_deed(state, deed):
        raise refused
    carry_out(game, deed)


def _deed(state: Table, seat: str, action: Attempt | CallMove) -> Deed:
    face = catalogue.moves().get(action.move)
    if face is None:
        raise Refused("TFA-20", f"There is no move “{action.move}”.")
    player = state.players.get(seat)
    if player is None:
        raise Refused("TFA-2", "Only a player character makes moves.")
    name = action.foe
    if not name and face.id in (*AFTER_A_STRIKE, "where_it_hurts"):
        name = player.struck
    weapon = action.weapon
    if weapon == equipment.UNARMED:
        weapon = ""
    elif not weapon:
        arms = equipment.weapons(player, melee=face.id not in RANGED)
        weapon = arms[0] if arms else ""
    return Deed(
        seat,
        face,
        action.attribute or (face.attrs[0] if face.attrs else ""),
        foe=state.foe(name) if name else None,
        weapon=weapon,
        item=player.item(action.item) or _first_item(player, face),
        effect=action.effect,
        target=action.target,
        versus=action.versus,
    )


def _first_item(player: Player, face: MoveFace) -> Item | None:
    if face.id not in magic.ITEM_MOVES:
        return None
    names = magic.usable_items(player, face.id)
    return player.item(names[0]) if names else None


def give_spotlight(state: Table, seat: str) -> None:
    """The spotlight moves: a normal and a FAST move are free again. TFA-72, TFA-73, TFA-235."""
    for other, player in state.seated():
        if other != seat and player.puzzle is not None and player.puzzle.waits:
            player.puzzle.waits -= 1
    state.spotlight = seat
    player = state.players[seat]
    player.moved = player.fast_used = player.extra_move = player.penalty_waived = False
    player.struck, player.strike, player.struck_in_melee = "", 0, False


def _begin(state: Table, seat: str, *, fast: bool) -> None:
    """Count the move against the spotlight, which follows the PC whose move is called."""
    player = state.players[seat]
    if state.spotlight != seat or (not fast and player.moved and not player.extra_move):
        give_spotlight(state, seat)
    if fast:
        player.fast_used = True
    else:
        player.moved = True


def carry_out(game: Game[Table], deed: Deed) -> Outcome | None:
    """Pay what comes first, gather help and modifiers, flip, and let the result happen.

    TFA-22 to TFA-33, TFA-53, TFA-130, TFA-131.
    """
    state, seat, face = game.state, deed.seat, deed.face
    player = state.players[seat]
    fast = is_fast(face, deed.attribute)
    follows = player.extra_move
    _begin(state, seat, fast=fast)
    if not _prepare(game, deed):
        return None
    supporters = [] if fast or deed.versus else gather_help(game, seat)
    deed.with_whom = [support.seat for support in supporters]
    net = deed.net + modifiers.lasting(state, seat, face, deed.attribute, deed.foe)
    net += modifiers.spent(state, seat, deed.foe, deed.edge, red_token=deed.red_token)
    if face.id == "parley":
        supporters = [*supporters, *_intimidation(game, seat, net)]
    outcome = flips.flip(
        game,
        seat,
        player.suit(deed.attribute),
        net,
        face=face,
        supporters=supporters,
        fast=fast,
        versus=bool(deed.versus),
    )
    outcome.attribute = deed.attribute
    if follows and not fast:
        player.extra_move = player.penalty_waived = False
    resolve(game, deed, outcome.result)
    if state.combat == 3 and not fast and face.id != "defy_danger" and not deed.versus:
        _draw_aggression(game, deed)
    return outcome


def _draw_aggression(game: Game[Table], deed: Deed) -> None:
    """In the third format a move draws aggression, answered by Defy Danger. TFA-334."""
    state = game.state
    foes = [foe.name for foe in state.foes if foe.is_up]
    if deed.avoided or not foes or not state.players[deed.seat].is_able():
        return
    nobody = "nobody"
    name = game.choose(
        state.gm, f"Who turns on {deed.seat} for that move?", [*foes, nobody], "TFA-334"
    )
    if name == nobody:
        return
    defy = game.choose(
        deed.seat, f"{name} turns on you. Defy danger with", ("str", "dex", "int"), "TFA-334"
    )
    state.players[deed.seat].extra_move = True
    carry_out(game, Deed(deed.seat, catalogue.moves()["defy_danger"], defy, state.foe(name)))


def _prepare(game: Game[Table], deed: Deed) -> bool:
    """What a move costs or settles before its flip; False when it fails there."""
    state, face, player = game.state, deed.face, game.state.players[deed.seat]
    if face.penalty and not player.penalty_waived:
        pay_penalty(game, deed.seat)
        if not player.is_able():
            game.tell(f"{face.name} fails: {deed.seat} is incapacitated.", "TFA-131")
            return False
    if deed.item is not None and face.id == "use_a_magic_item":
        magic.pay_charge(game, deed.seat, deed.item)
    if face.id == magic.CHANNEL:
        magic.ask_source(game, deed.seat, face.id)
    if face.id == "come_and_get_me":
        deed.text = game.text(state.gm, "What does the hazard do?", "TFA-373")
        power = game.choose(
            state.gm, "Does it hurt?", ("no", *catalogue.tables().power_steps), "TFA-373"
        )
        deed.hazard = "" if power == "no" else power
    if face.id == "breach_the_dam":
        wish = game.choose(
            deed.seat, "Breach the Dam:", ("ignore its limits", "double its effects"), "TFA-363"
        )
        deed.doubled = wish == "double its effects"
    return True


def pay_penalty(game: Game[Table], seat: str) -> None:
    """The Encumbrance Penalty by the count at this moment. TFA-130, TFA-131."""
    count = game.state.players[seat].encumbrance()
    price = catalogue.from_table(catalogue.tables().encumbrance_penalty, count)
    if price:
        game.tell(f"{seat} carries {count}: {price} Stamina.", "TFA-130")
        stamina.expend(game, seat, price, "mental")


def gather_help(game: Game[Table], seat: str) -> list[Support]:
    """Others in the scene may aid; each flips one card and reads Anvil. TFA-53, TFA-54, TFA-55."""
    others = [
        other for other in game.state.others(seat) if game.state.players[other].puzzle is None
    ]
    if not others:
        return []
    prompt = f"{seat} leads. Do you aid?"
    answers = game.each(
        Choose(other, prompt, ("Aid", "Stay out"), clauses=("TFA-53", "TFA-54")) for other in others
    )
    return [Support(other) for other in others if answers[other] == "Aid"]


def _intimidation(game: Game[Table], seat: str, net: int) -> list[Support]:
    """Intimidate: a Str flip with the same net modifier beside a Parley. TFA-346."""
    for owner in (seat, *game.state.others(seat)):
        player = game.state.players[owner]
        if player.has("intimidate") and game.may(
            owner, "Intimidate: also flip Str?", "TFA-346", yes="Flip Str", no="No"
        ):
            return [Support(owner, player.suit("str"), clamp(net))]
    return []


# Results


def resolve(game: Game[Table], deed: Deed, result: int) -> None:
    """Carry out what the move says for this result, or call for a GM move. TFA-63 to TFA-70."""
    face, player = deed.face, game.state.players[deed.seat]
    key = KEYS[result]
    if deed.versus:
        settle_between_players(game, deed, result)
    elif key in face.res:
        game.tell(f"{face.name}, {catalogue.SIGNS[result]}: {face.res[key]}.", "TFA-63", "TFA-66")
        carry_out_verbs(game, deed, face.do.get(key, ()))
    elif is_fast(face, deed.attribute):
        game.tell(f"{face.name}: nothing comes of it.", "TFA-68", "TFA-69")
    else:
        game.state.due.append(Due(deed.seats, f"{face.name}: {catalogue.SIGNS[result]}."))
        game.tell(f"{face.name}: the GM makes a move.", "TFA-64", "TFA-65")
    if face.id == "take_a_breather":
        player.breather_due = player.breather_due and deed.attribute != "str"
        if result > 1:
            turn_up(player, "breather")
    player.last_move = face.id


def turn_up(player: Player, event: str) -> None:
    """Cards face down until this event turn up; a breather ends rage. TFA-187, TFA-206, TFA-352."""
    for card in player.moves:
        if card.face_down == event:
            card.face_down = ""
    for move, until in list(player.barred.items()):
        if until == event:
            del player.barred[move]
    if event == "breather" and "berserk" in player.conditions:
        player.conditions.remove("berserk")


def carry_out_verbs(game: Game[Table], deed: Deed, verbs: Sequence[str]) -> None:
    """Do what the card data says, one verb after another."""
    for verb in verbs:
        carry_out_verb(game, deed, verb)


def carry_out_verb(game: Game[Table], deed: Deed, verb: str) -> None:
    """One verb of the move data."""
    state, seat, foe = game.state, deed.seat, deed.foe
    player = state.players[seat]
    match verb.split():
        case ["deal", "weapon", "or", "1"]:
            power = equipment.weapon_power(player, deed.weapon)
            if game.choose(seat, "Which attack power?", (power, "1"), "TFA-90") == "1":
                _deal(game, deed, "1")
            else:
                _deal(game, deed, "")
        case ["deal", "weapon"]:
            _deal(game, deed, "")
        case ["deal", power]:
            _deal(game, deed, power)
        case ["foe", "attacks"]:
            combat.foe_answers(game, deed.seats, foe)
        case ["foe", "advantage"]:
            modifiers.lend(state, seat, -1, "The foe is better placed", foe.name if foe else "")
        case ["foe", "cannot", "answer"] if foe is not None:
            foe.speechless.append(seat)
        case ["hazard", "hurts", "you"] if deed.hazard:
            for one in deed.seats:
                combat.attack(game, one, deed.hazard)
        case ["hazard", "hurts", "foe"] if deed.hazard:
            points = stamina.number(game, seat, deed.hazard)
            combat.hurt(game, seat, foe, points, melee=False)
        case ["extra", "roll"]:
            deed.rolls += 1
        case ["extra", die]:
            deed.dice.append(die)
        case ["halve"]:
            deed.halved = True
        case ["avoid"]:
            deed.avoided = True
        case ["lose", "pack"]:
            equipment.spend_pack(game, seat, 1, deed.face.name)
        case ["regain", points]:
            stamina.regain(game, seat, stamina.number(game, seat, points))
        case ["expend", points, "mental"]:
            stamina.expend(game, seat, int(points), "mental")
        case ["expend", points, "physical"]:
            stamina.expend(game, seat, int(points), "physical")
        case ["complication"]:
            _complicate(game, deed)
        case ["face", "down", event]:
            _turn_down(player, deed.face, event)
        case ["choose", number, who, *repeats]:
            chooser = state.gm if who == "gm" else seat
            _choose(game, deed, int(number), chooser, repeats=bool(repeats))
        case ["pay", "and", "choose", number]:
            for text in combat.pay_for_defence(game, seat, foe, int(number)):
                _take(game, deed, next(o for o in deed.face.options if o.text == text))
        case ["suggest", points]:
            _suggest(game, deed, int(points))
        case ["ask", number]:
            _ask(game, deed, int(number))
        case ["tokens", number]:
            _token_card(game, deed, int(number))
        case ["red", "tokens", number]:
            _redden(game, deed, int(number))
        case ["bargain"]:
            _bargain(game, deed)
        case ["weakness"] if foe is not None:
            foe.weakness = game.text(seat, f"What is {foe.name}'s weakness?") or "a weak spot"
            foe.weakness_fresh = True
        case ["opening"] if foe is not None:
            foe.opening += 1
        case ["lower", "power"] if foe is not None:
            foe.power = _lowered(foe)
        case ["bar", "armour"] if foe is not None:
            foe.armour_barred = True
        case ["disarm"] if foe is not None:
            foe.disarmed = True
        case ["hobble"] if foe is not None:
            foe.hobbled = True
        case ["hit", "another"]:
            _hit_another(game, deed)
        case ["another", "move"]:
            player.extra_move = player.penalty_waived = True
        case ["ally", "advantage"]:
            allies = state.others(seat)
            if allies and foe is not None:
                ally = game.choose(seat, f"Who gets +1 against {foe.name}?", allies, "TFA-344")
                modifiers.lend(state, ally, 1, f"{seat} defended", foe.name)
        case ["blessing"]:
            stamina.gain_blessing(game, seat)
        case ["marked"]:
            player.marked.append(game.text(state.gm, f"How does the source mark {seat}?"))
        case ["tell", "gm"] | ["halve", "attack"] | ["hazard", "hurts", *_]:
            game.tell(f"{state.gm} tells how it goes.", "TFA-70")
        case _:
            _magic_verb(game, deed, verb)


def _magic_verb(game: Game[Table], deed: Deed, verb: str) -> None:
    """The verbs that concern the magic item in hand. TFA-161 to TFA-172, TFA-362, TFA-363."""
    item, player = deed.item, game.state.players[deed.seat]
    match verb:
        case "effect":
            effect = item.base if item is not None else deed.effect
            magic.activate(
                game,
                deed.seat,
                effect,
                item=item,
                foe=deed.foe,
                target=deed.target,
                times=2 if deed.doubled else 1,
            )
        case "magic cost gm":
            _choose(game, deed, 1, game.state.gm)
        case "magic cost player":
            _choose(game, deed, 1, deed.seat)
        case "drain others":
            for other in player.items:
                if other is not item and other.is_magic:
                    magic.lose_charge(other)
        case "reduce capacity" if item is not None:
            magic.reduce_capacity(game, deed.seat, item)
        case "damage item" if item is not None:
            equipment.damage_item(game, deed.seat, item.name)
        case "deplete item" if item is not None:
            item.charges = 0
        case "lose charge" if item is not None:
            magic.lose_charge(item)
        case "destroy item" if item is not None:
            equipment.destroy(game, deed.seat, item)


def _deal(game: Game[Table], deed: Deed, power: str) -> None:
    """Deal attack power; extra rolls always use the weapon. TFA-142, TFA-347, TFA-350."""
    player = game.state.players[deed.seat]
    dice = list(deed.dice)
    if power == "1" and deed.rolls > 1:
        weapon = equipment.weapon_power(player, deed.weapon)
        rolls, more = 1, [weapon] * (deed.rolls - 1)
    else:
        rolls, more = deed.rolls, []
    combat.strike(
        game,
        deed.seat,
        deed.foe,
        deed.weapon,
        power=power,
        dice=[*dice, *more],
        rolls=rolls,
        halved=deed.halved,
        melee=deed.melee,
    )


def _complicate(game: Game[Table], deed: Deed) -> None:
    """Int: something is wrong with the spot; Dex: a foe is well placed; Str: nothing.

    TFA-184, TFA-186.
    """
    if deed.attribute == "int":
        game.tell("Something is wrong with the spot; the GM says what.", "TFA-184")
    elif deed.attribute == "dex":
        foe = next((foe for foe in game.state.foes if foe.is_up), None)
        name = foe.name if foe is not None else ""
        modifiers.lend(game.state, deed.seat, -1, "A foe is better placed", name)
        game.tell("A foe moves to where you are at a disadvantage.", "TFA-184")


def _turn_down(player: Player, face: MoveFace, event: str) -> None:
    """The card turns face down; without a card the move is barred as long. TFA-189, TFA-370."""
    card = player.card(face.id)
    if card is not None:
        card.face_down = "rest" if event == "rest" else "breather"
    else:
        player.barred[face.id] = event


def _choose(
    game: Game[Table], deed: Deed, number: int, chooser: str, *, repeats: bool = False
) -> None:
    """Options that are impossible may not be chosen. TFA-9, TFA-70, TFA-365."""
    face = deed.face
    if face.id == "breach_the_dam":
        face = catalogue.moves()["use_a_magic_item"]
    options = {o.text: o for o in face.options if can_take(game.state, deed, o)}
    if not options:
        return
    prompt = f"{face.name}: choose {number}" + (f" ({deed.seat})" if chooser != deed.seat else "")
    if number == 1:
        chosen = [game.choose(chooser, prompt, options, "TFA-70", *face.clauses)]
    elif repeats:
        chosen = [
            game.choose(chooser, f"{face.name}: choice {turn + 1} of {number}", options, "TFA-70")
            for turn in range(number)
        ]
    else:
        most = min(number, len(options))
        chosen = game.several(chooser, prompt, options, most, most, "TFA-70", *face.clauses)
    for text in chosen:
        game.tell(f"{chooser} chooses: {text}.", "TFA-70")
        _take(game, deed, options[text])


def _take(game: Game[Table], deed: Deed, option: Option) -> None:
    carry_out_verbs(game, deed, option.do)


def can_take(state: Table, deed: Deed, option: Option) -> bool:
    """Whether an option is possible. TFA-9, TFA-164, TFA-172, TFA-365."""
    player, foe = state.players[deed.seat], deed.foe
    match option.needs:
        case "pack":
            return player.pack + player.precious > 0
        case "foe":
            return foe is not None
        case "armed foe":
            return foe is not None and foe.armed and not foe.disarmed
        case "another foe":
            return any(other.is_up and other is not foe for other in state.foes)
        case "other charges":
            return any(
                item is not deed.item and item.is_magic and item.charges for item in player.items
            )
        case "magical weapon":
            return deed.item is not None and deed.item.kind == "weapon"
        case _:
            return True


def _suggest(game: Game[Table], deed: Deed, points: int) -> None:
    """Suggestive Subtlety costs 1 XP after the flip, or has no effect. TFA-108, TFA-351."""
    player = game.state.players[deed.seat]
    if not player.xp or not game.may(
        deed.seat, "Pay 1 XP to make it work?", "TFA-351", yes="Pay 1 XP", no="Let it go"
    ):
        game.tell("The suggestion has no effect.", "TFA-351")
        return
    player.xp -= 1
    if points:
        stamina.expend(game, deed.seat, points, "mental")
    _choose(game, deed, 1, deed.seat)


def _ask(game: Game[Table], deed: Deed, number: int) -> None:
    """Ask questions; acting on an answer gives +1 advantage once. TFA-345."""
    questions = game.several(
        deed.seat, f"Discern: ask {number}", deed.face.questions, 0, number, "TFA-345"
    )
    for question in questions:
        answer = game.text(game.state.gm, f"{deed.seat} asks: {question}?", "TFA-345")
        modifiers.lend(game.state, deed.seat, 1, f"{question}: {answer}" if answer else question)
        game.tell(f"{question.capitalize()}? {answer}".rstrip(), "TFA-345")


def _token_card(game: Game[Table], deed: Deed, number: int) -> None:
    """It's a Trap! lays tokens to ask with as the PC goes on."""
    game.state.players[deed.seat].trap_tokens += number


def ask_ahead(game: Game[Table], seat: str, question: str) -> None:
    """Spend a token of It's a Trap! on one of its questions."""
    player, face = game.state.players[seat], catalogue.moves()["its_a_trap"]
    if not player.trap_tokens:
        raise Refused("TFA-70", "You have no token left; survey the area with It's a Trap!")
    if question not in face.questions:
        raise Refused("TFA-9", "Ask one of the card's questions.")
    player.trap_tokens -= 1
    answer = game.text(game.state.gm, f"{seat} asks: {question}?")
    game.tell(f"{question.capitalize()}? {answer}".rstrip(), "TFA-70")


def _redden(game: Game[Table], deed: Deed, most: int) -> None:
    """Where It Hurts: attack power turned into red tokens on the foe, one for one. TFA-348."""
    player, foe = game.state.players[deed.seat], deed.foe
    if foe is None:
        return
    tokens = game.number(
        deed.seat, "Turn how much attack power into red tokens?", 0, min(most, player.strike)
    )
    foe.stamina += tokens
    foe.red_tokens += tokens
    player.strike -= tokens
    game.tell(f"{tokens} red tokens lie on {foe.name}.", "TFA-348")


def _bargain(game: Game[Table], deed: Deed) -> None:
    """The GM offers two of suspicion, danger and cost; the player chooses one. TFA-70."""
    offered = game.several(
        game.state.gm, f"{deed.face.name}: offer two", SHORTCOMINGS, 2, 2, "TFA-70"
    )
    chosen = game.choose(deed.seat, f"{deed.face.name}: choose one", offered, "TFA-70")
    game.tell(f"{deed.seat} accepts {chosen}; the GM tells how.", "TFA-70")


def _hit_another(game: Game[Table], deed: Deed) -> None:
    """Another foe suffers the attack power number of the strike just made. TFA-372."""
    player = game.state.players[deed.seat]
    others = {foe.name: foe for foe in game.state.foes if foe.is_up and foe is not deed.foe}
    if not others:
        return
    other = game.choose_among(deed.seat, "Which other foe is hit?", others, "TFA-372")
    struck, points = player.struck, player.strike
    combat.hurt(game, deed.seat, other, points, melee=True)
    player.struck, player.strike = struck, points


def _lowered(foe: Foe) -> Power:
    match catalogue.step_down(foe.power):
        case "d6":
            return "d6"
        case "d4":
            return "d4"
        case _:
            return "1"


# Between players


LOSSES = ("nothing", "Stamina", "a Wound", "a Pack card", "an item", "something in the fiction")


def settle_between_players(game: Game[Table], deed: Deed, result: int) -> None:
    """No attack power: the defender alone says what the own PC loses.

    The attacker may add something bad for the own PC; the GM takes nothing. TFA-253 to TFA-256.
    """
    defender, player = deed.versus, game.state.players[deed.versus]
    possible = [
        loss
        for loss in LOSSES
        if not (loss == "a Pack card" and not player.pack)
        and not (loss == "an item" and not any(not item.secret for item in player.items))
    ]
    loss = game.choose(
        defender,
        f"{deed.seat}’s {deed.face.name} comes out {catalogue.SIGNS[result]}. What do you lose?",
        possible,
        "TFA-253",
        "TFA-256",
    )
    told = game.text(defender, "How does it come out?", "TFA-253")
    price = game.text(deed.seat, "Anything bad for your own PC?", "TFA-254")
    game.tell(f"{defender} loses {loss}. {told} {price}".strip(), "TFA-253", "TFA-255")
    if loss == "Stamina":
        points = game.number(defender, "How much Stamina?", 1, 10, "TFA-253")
        stamina.lose_stamina(game, defender, points, "physical")
    elif loss == "a Wound":
        combat.take_wound(game, combat.Blow(defender))
    elif loss == "a Pack card":
        player.pack -= 1
    elif loss == "an item":
        names = [item.name for item in player.items if not item.secret]
        equipment.drop(game, defender, game.choose(defender, "Which item?", names, "TFA-253"))


# Corner mini-games


def why_not_puzzle(state: Table, seat: str, move: str, effect: str = "") -> Refused | None:
    """A mini-game is for the owner of the card. TFA-226."""
    face = catalogue.moves().get(move)
    if face is None or move not in corners.SIZES:
        return Refused("TFA-226", "That move has no mini-game.")
    if refused := why_not_move(state, seat, face):
        return refused
    if not state.players[seat].has(move):
        return Refused("TFA-226", f"Only the owner of {face.name} may play instead of flipping.")
    if move == "fundamental_magic" and effect and effect not in magic.seen_effects(state):
        return Refused("TFA-226", "Name the effect of a magic item seen before.")
    return None


def start_puzzle(game: Game[Table], seat: str, action: StartPuzzle) -> None:
    """Lay out the cards instead of flipping. TFA-226, TFA-227, TFA-229."""
    state, player = game.state, game.state.players[seat]
    if refused := why_not_puzzle(state, seat, action.move, action.effect):
        raise refused
    _begin(state, seat, fast=False)
    effect = action.effect
    if action.move == "fundamental_magic" and not effect:
        effect = magic.seen_effects(state)[0]
    corners.lay_out(game, player, Puzzle(action.move, corners.SIZES[action.move], effect))
    game.tell(f"{seat} lays out {', '.join(player.in_play)}.", "TFA-227", "TFA-229")
    check_puzzle(game, seat)


def check_puzzle(game: Game[Table], seat: str) -> None:
    """A line or box that is there counts as ✔✔✔. TFA-233."""
    puzzle, player = game.state.players[seat].puzzle, game.state.players[seat]
    if puzzle is None:
        return
    if not player.is_able():
        corners.clear(player)
    elif corners.is_solved(puzzle, list(player.in_play)):
        game.tell(f"{seat} has it!", "TFA-233")
        _end_puzzle(game, seat, 4)


def replace_card(game: Game[Table], seat: str, card: str) -> None:
    """Replace one laid-out card. TFA-231."""
    corners.replace(game, seat, card)
    check_puzzle(game, seat)


def give_up(game: Game[Table], seat: str) -> None:
    """Giving up counts as ✗. TFA-233."""
    if game.state.players[seat].puzzle is None:
        raise Refused("TFA-233", "You play no mini-game now.")
    _end_puzzle(game, seat, 1)


def _end_puzzle(game: Game[Table], seat: str, result: int) -> None:
    """No flip: no XP, no critical, no Shadow point. TFA-234."""
    player = game.state.players[seat]
    puzzle = player.puzzle
    assert puzzle is not None
    cards = list(player.in_play)
    corners.clear(player)
    face = catalogue.moves()[puzzle.move]
    sign = catalogue.SIGNS[result]
    game.state.last = Outcome(seat, face.id, cards=cards, result=result, owner=seat, sign=sign)
    resolve(game, Deed(seat, face, face.attrs[0], effect=puzzle.effect), result)
