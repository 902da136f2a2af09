"""Combat: the Four Ds, Harm and Wounds, armour and shields, Defend, and foes that answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from fatedeck.engine.game import NO, YES, Game
from fatedeck.engine.questions import Choose, Words
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import half
from fatedeck.games.thousand_faces.rules import blows, equipment, modifiers, numbers, spans, stamina
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.flips import flip, gather_help, why_not_flip
from fatedeck.games.thousand_faces.state import Due, Foe, Item, Move, Table

TAKE, BODY = "take", "body"
DEFENCES = {"halve attack": "halve", "ally advantage": "ally", "deal weapon": "strike"}
"""What a defender may pay for, by the verbs of the card. TFA-344."""

DEFEND = {YES: "Defend", NO: "Stay back"}
RATE = 3
"""So many points of attack power make 1 Harm token. TFA-122, TFA-123."""

LIMIT = 2
"""With this many Harm or Wound tokens the next one is worse. TFA-109, TFA-125."""

WOUND = "wound"
"""What is chosen to take an attack as a Wound. TFA-99."""


class Blow(Struct):
    """An attack on a PC while it is being met; one FAST reaction may answer it. TFA-75."""

    seat: str
    foe: str = ""
    reacted: bool = False


class Payment(Struct, frozen=True):
    """A way to take an attack: with Harm that it turns into, and the Stamina that is left."""

    harm: int
    stamina: int


# The Four Ds


def attack(
    game: Game[Table],
    seat: str,
    power: str,
    *,
    extra: int = 0,
    foe: Foe | None = None,
    defendable: bool = True,
) -> None:
    """Being attacked or endangered: Denominate, Deduct, Distribute, Describe.

    Another PC may Defend before the attack power is revealed. TFA-76, TFA-96 to TFA-101, TFA-114.
    """
    halved = False
    if foe is not None:
        game.state.players[seat].away = False
    if defendable:
        seat, halved = _offer_defend(game, seat, foe)
    points = numbers.number(game, seat, power) + extra
    if halved:
        points = half(points)
    source = foe.name if foe is not None else "The danger"
    told, clauses = "{source} strikes {seat} for {points}.", ["TFA-97"]
    if foe is not None and not foe.is_up():
        told = f"Even while going down, {told}"
        clauses.append("TFA-342")
    game.tell(told, *clauses, source=source, seat=seat, points=points)
    suffer(game, seat, points, foe)


PAID = {
    "stamina": "{left} A breather or a rest brings them back.",
    "harm": "{left} A night’s rest heals one Harm. With two already, the next one is a Wound.",
    "wound": "No card now, but a wound card joins your deck and stops flips until you Seek Help. "
    "With two already, you’re out.",
}
"""What each way to take an attack means for later. TFA-102, TFA-109, TFA-110, TFA-125, TFA-198."""


def suffer(game: Game[Table], seat: str, points: int, foe: Foe | None = None) -> None:
    """Deduct and Distribute an attack power that is known. TFA-98 to TFA-101, TFA-280."""
    game.state.last_power = points
    blow = Blow(seat, foe.name if foe is not None else "")
    if points and _cancels(game, blow, points):
        points = 0
    if not points:
        game.tell("{seat} suffers nothing.", "TFA-98", seat=seat)
        return
    points -= stamina.use_slots(game, seat, points, "physical")
    if not points:
        return
    options = payments(game.state, seat, points)
    if not options:
        game.tell("{seat} loses no Stamina to it.", "TFA-353", seat=seat)
        return
    asked = game.worded(_words_of_attack, game.state, seat, foe, points, options)
    payment = game.choose_among(
        seat,
        "pay-attack",
        asked.prompt,
        options,
        "TFA-99",
        "TFA-101",
        "TFA-122",
        labels=asked.labels,
        notes=asked.notes,
    )
    if payment is None:
        take_wound(game, blow)
        return
    for _ in range(payment.harm):
        take_harm(game, blow)
    stamina.lose_stamina(game, seat, payment.stamina, "physical", slots=False)


def _words_of_attack(
    state: Table, seat: str, foe: Foe | None, points: int, options: dict[str, Payment | None]
) -> Words:
    """What is coming in, and what each way to take it costs now, in cards, and later. TFA-99."""
    power = f"attack power {points}"
    coming = f"{capital(power)} is coming in."
    if foe is not None:
        how = "strikes" if foe.is_up() else "goes down, but strikes"
        coming = f"{foe.name} {how} with {power}."
    labels = {name: _in_words(payment) for name, payment in options.items()}
    notes = {
        name: PAID[_kind_of(name)].format(left=_left_by(state, seat, payment))
        for name, payment in options.items()
    }
    return Words(f"{coming} How do you take it?", labels, notes)


def _in_words(payment: Payment | None) -> str:
    if payment is None:
        return "1 Wound"
    harm = f"{payment.harm} Harm" if payment.harm else ""
    left = f"{payment.stamina} Stamina" if payment.stamina else ""
    return " + ".join(filter(None, (harm, left)))


def _left_by(state: Table, seat: str, payment: Payment | None) -> str:
    """What it costs in cards, and what a sheet will count then. TFA-102, TFA-124."""
    if payment is None:
        return ""
    return stamina.left_told(state, seat, payment.stamina, payment.harm)


def _kind_of(payment: str) -> str:
    """Whether an attack is paid with Stamina, with Harm too, or with a Wound."""
    return payment.partition("-")[0]


def payments(state: Table, seat: str, points: int) -> dict[str, Payment | None]:
    """Every way to pay an attack; None is the one Wound.

    Each says what it costs in the end, and Reach Out takes 1 off; where that is nothing, nothing
    is paid. TFA-99, TFA-101, TFA-121, TFA-122, TFA-123, TFA-353.
    """
    to_lose = points - modifiers.touches_magic(state, seat)
    if not to_lose:
        return {}
    most = points // RATE if state.has_harm() else 0
    found: dict[str, Payment | None] = {"stamina": Payment(0, to_lose)}
    for harm in range(1, most + 1):
        found[f"harm-{harm}"] = Payment(harm, max(0, to_lose - RATE * harm))
    found[WOUND] = None
    return found


def _cancels(game: Game[Table], blow: Blow, points: int) -> bool:
    """Unknown Benefactor: one running ONGOING effect and its charges for the whole attack."""
    player = game.state.players[blow.seat]
    running = {item.name: item for item in player.items if item.flowing}
    if not running or not player.has("unknown_benefactor") or not _may_react(game.state, blow):
        return False
    prompt = f"Attack power {points} is coming in. Which effect ends so that your benefactor helps?"
    secret = any(item.secret for item in running.values())
    labels = {TAKE: "Take the attack"}
    chosen = game.choose(
        blow.seat,
        "benefactor",
        prompt,
        [*running, TAKE],
        "TFA-98",
        "TFA-158",
        labels=labels,
        secret=secret,
    )
    if chosen == TAKE:
        return False
    _react(game.state, blow)
    running[chosen].flowing = False
    running[chosen].charges = 0
    player.benefactor_used = True
    game.tell("An unknown benefactor cancels the attack on {seat}.", "TFA-98", seat=blow.seat)
    return True


def _may_react(state: Table, blow: Blow) -> bool:
    """One FAST reaction per attack; in the own spotlight one FAST move. TFA-73, TFA-75."""
    if blow.reacted or not state.players[blow.seat].is_able():
        return False
    return not (state.spotlight == blow.seat and state.players[blow.seat].fast_used)


def _react(state: Table, blow: Blow) -> None:
    blow.reacted = True
    spans.interject(state, blow.seat)


# Harm and Wounds


def take_harm(game: Game[Table], blow: Blow) -> None:
    """A card goes to the Exhaustion pile, then a Harm token; a third Harm is a Wound.

    Armour and shields are offered first. TFA-124 to TFA-127, TFA-147.
    """
    if _kept_off(game, blow, "HARM"):
        return
    player = game.state.players[blow.seat]
    if player.harm >= LIMIT:
        game.tell("A third Harm: {seat} takes a Wound instead.", "TFA-125", seat=blow.seat)
        take_wound(game, blow)
        return
    if player.deck.is_empty():
        stamina.reshuffle(player)  # TFA-127
    if not player.deck.is_empty():
        game.draw(player.deck, player.exhaustion, "bag")
    player.harm += 1
    game.tell("{seat} takes a Harm, now {harm}.", "TFA-124", seat=blow.seat, harm=player.harm)
    stamina.refill(player)
    stamina.check_standing(game, blow.seat)


def take_wound(game: Game[Table], blow: Blow) -> None:
    """A wound card into the discard pile and a Wound token; the third incapacitates.

    TFA-109 to TFA-113, TFA-147.
    """
    if _kept_off(game, blow, "WOUND"):
        return
    player = game.state.players[blow.seat]
    if player.wounds >= LIMIT:
        game.tell("A third Wound: {seat} can’t take any more.", "TFA-109", seat=blow.seat)
        stamina.incapacitate(game, blow.seat)
        return
    how = game.text(
        game.state.gm, "wound", f"How is {name_of(game, blow.seat)} wounded?", "TFA-110", "TFA-113"
    )
    stamina.gain_wound_card(game, blow.seat)
    player.wounds += 1
    told = (
        "{seat} takes a Wound, now {wounds}. {how}"
        if how
        else "{seat} takes a Wound, now {wounds}."
    )
    game.tell(told, "TFA-110", "TFA-112", seat=blow.seat, wounds=player.wounds, how=how)


def _kept_off(game: Game[Table], blow: Blow, token: str) -> bool:
    """Whether armour or a shield keeps a token off the body. TFA-147, TFA-150, TFA-153."""
    player = game.state.players[blow.seat]
    places: dict[str, Item | Move] = {
        item.name: item for item in player.items if has_room(item, token)
    }
    places |= {card.face.name: card for card in player.moves if has_room(card, token)}
    shields = {
        item.name: item
        for item in player.items
        if item.kind == "shield" and token in item.avoids and _may_react(game.state, blow)
        if why_not_flip(player) is None
    }
    if not places and not shields:
        return False
    labels = {f"onto {name}": f"Onto {name}" for name in places}
    labels |= {f"raise {name}": f"Raise {name}" for name in shields}
    labels[BODY] = "Take it on the body"
    prompt = f"You’re about to take a {token.title()}. Where does it go?"
    clauses = ("TFA-147", "TFA-150")
    chosen = game.choose(blow.seat, "where-token", prompt, labels, *clauses, labels=labels)
    how, _, name = chosen.partition(" ")
    if how == "raise":
        _react(game.state, blow)
        return _raise_shield(game, blow.seat, shields[name])
    if chosen == BODY:
        return False
    place = places[name]
    if token == "HARM":
        place.harm += 1
    else:
        place.wound += 1
    told = "{place} takes the {token} for {seat}."
    game.tell(told, "TFA-147", place=name, token=token.title(), seat=blow.seat)
    return True


def has_room(place: Item | Move, token: str) -> bool:
    """Whether a slot for this token is free: HARM takes Harm, the other kind either. TFA-148."""
    slots = place.slots if isinstance(place, Item) else place.slots()
    either = slots.count("HARM_OR_WOUND")
    room = slots.count("HARM") + either - place.harm - place.wound
    return room > 0 and (token == "HARM" or place.wound < either)


def _raise_shield(game: Game[Table], seat: str, shield: Item) -> bool:
    """Flip Dex as a FAST move; every result but ✗ avoids the token at a price. TFA-150."""
    player = game.state.players[seat]
    face = catalogue.moves()["defy_danger"]
    net = modifiers.lasting(game.state, seat, face, "dex", None)
    outcome = flip(game, seat, player.suit("dex"), net, fast=True, levels=False)
    if outcome.result == 1:
        game.tell("{shield} fails {seat}.", "TFA-150", shield=shield.name, seat=seat)
        return False
    for verb in shield.results.get(catalogue.KEYS[outcome.result], []):
        if verb.startswith("either "):
            prices = verb.removeprefix("either ").split(" or ")
            prompt = f"{shield.name}: which price do you pay?"
            verb = game.choose(seat, "shield-price", prompt, prices, "TFA-151", labels=_PRICES)
        _pay_shield(game, seat, shield, verb)
    game.tell("{shield} keeps it off {seat}.", "TFA-150", "TFA-153", shield=shield.name, seat=seat)
    return True


_PRICES = {
    "lose 1": "Lose 1 Stamina",
    "lose 2": "Lose 2 Stamina",
    "damage": "1 item damage",
    "destroy": "The shield is destroyed",
}


def _pay_shield(game: Game[Table], seat: str, shield: Item, verb: str) -> None:
    if verb.startswith("lose "):
        stamina.lose_stamina(game, seat, int(verb.removeprefix("lose ")), "physical")
    elif verb == "damage":
        equipment.damage_item(game, seat, shield)
    else:
        equipment.destroy(game, seat, shield)


# Defend


def _offer_defend(game: Game[Table], seat: str, foe: Foe | None) -> tuple[str, bool]:
    """Others may stand in before attack power is revealed, one after another until one does.

    TFA-76, TFA-343, TFA-344.
    """
    others = game.state.beside(seat)
    if not others:
        return seat, False
    prompt = game.worded(_words_of_defence, game, seat, foe).prompt
    answers = game.each(
        Choose(other, "defend", prompt, (YES, NO), DEFEND, clauses=("TFA-76",)) for other in others
    )
    for other in others:
        if answers[other] == YES and game.state.players[other].is_able():
            attacked, halved = defend(game, other, seat, foe)
            if attacked != seat:
                return attacked, halved
    return seat, False


def _words_of_defence(game: Game[Table], seat: str, foe: Foe | None) -> Words:
    danger = "Danger threatens"
    if foe is not None:
        danger = f"{foe.name} {'attacks' if foe.is_up() else 'goes down, but strikes at'}"
    return Words(f"{danger} {name_of(game, seat)}. Defend?")


def defend(game: Game[Table], defender: str, seat: str, foe: Foe | None) -> tuple[str, bool]:
    """Flip Str: on any result but ✗ the attack is the defender's; XP buys more.

    Returns who is attacked now, and whether the attack is halved. TFA-343, TFA-344, TFA-351.
    """
    state, player = game.state, game.state.players[defender]
    face = catalogue.moves()["defend"]
    net = modifiers.lasting(state, defender, face, "str", foe)
    net += modifiers.use_up(state, defender, foe, attacks=False, red_token=False)
    aids = gather_help(game, defender, face)
    outcome = flip(game, defender, player.suit("str"), net, face=face, supporters=aids)
    spans.resolved(player, "defend")
    if outcome.result == 1:
        state.due.append(Due([defender, *(aid.seat for aid in aids)], "Defend failed."))
        return seat, False
    game.tell("{defender} stands in for {seat}.", "TFA-344", defender=defender, seat=seat)
    halved = False
    for option in pay_for_defence(game, defender, foe, 2 if outcome.result == 4 else 1):
        match DEFENCES[option.do[0]]:
            case "halve":
                halved = True
            case "ally":
                _lend_to_ally(game, defender, foe)
            case _:
                blows.strike(game, defender, foe, _best_weapon(game, defender))
    return defender, halved


def pay_for_defence(
    game: Game[Table], defender: str, foe: Foe | None, choices: int
) -> list[catalogue.Option]:
    """For 1 XP the defender chooses; without it only the redirection happens. TFA-344, TFA-351."""
    player, face = game.state.players[defender], catalogue.moves()["defend"]
    options = {
        DEFENCES[option.do[0]]: option
        for option in face.options
        if not option.needs or foe is not None
    }
    most = min(choices, len(options))
    labels = game.worded(_words_of_defences, game, defender, foe, options).labels
    clauses = ("TFA-344", "TFA-351")
    prompt = game.worded(_words_of_price, labels, most).prompt
    if not player.xp or not game.may(
        defender, "pay-for-defence", prompt, *clauses, yes="Pay 1 XP", no="Only stand in"
    ):
        return []
    player.xp -= 1
    prompt = "What else do you do?" if most == 1 else f"What else do you do? Choose {most}."
    chosen = game.several(
        defender, "defence", prompt, options, most, most, "TFA-344", labels=labels
    )
    return [options[name] for name in chosen]


def _words_of_price(labels: dict[str, str], most: int) -> Words:
    """What 1 XP buys a defender. TFA-344."""
    what = "; ".join(text[:1].lower() + text[1:] for text in labels.values())
    if len(labels) <= most:
        return Words(f"You take the attack on yourself. Pay 1 XP to do this too? {capital(what)}.")
    many = "one of these" if most == 1 else "two of these"
    return Words(f"You take the attack on yourself. Pay 1 XP to do {many} too? {capital(what)}.")


def _words_of_defences(
    game: Game[Table], defender: str, foe: Foe | None, options: Mapping[str, catalogue.Option]
) -> Words:
    """What each defence does, to whom and with what. TFA-344."""
    said = {"halve": "Take only half of the attack"}
    if foe is not None:
        said["ally"] = f"Give a friend an advantage (+1) on the next flip against {foe.name}"
        said["strike"] = f"Strike {foe.name} with your weapon"
    return Words(labels={name: said[name] for name in options})


def _lend_to_ally(game: Game[Table], defender: str, foe: Foe | None) -> None:
    allies = game.state.beside(defender)
    if allies and foe is not None:
        prompt = f"Who gets +1 against {foe.name}?"
        ally = game.choose(defender, "lend-to", prompt, allies, "TFA-344")
        modifiers.lend(game.state, ally, 1, f"{defender} defended", foe.name)


def _best_weapon(game: Game[Table], seat: str) -> str:
    """The wielded weapon; with several the player names one. TFA-341."""
    names = equipment.weapons(game.state.players[seat], melee=True)
    if len(names) > 1:
        return game.choose(seat, "weapon", "Which weapon do you use?", names, "TFA-341")
    return names[0] if names else ""


# Blows of foes


def foe_power(foe: Foe) -> str:
    """A disarmed foe fights with attack power 1. TFA-372."""
    return "1" if foe.disarmed else foe.power


def foe_answers(game: Game[Table], seats: Sequence[str], foe: Foe | None) -> None:
    """The foe's attack that a result grants; the GM may pick another GM move with it. TFA-342."""
    state = game.state
    if foe is None or foe.held:
        return
    if seats[0] in foe.speechless:
        foe.speechless.remove(seats[0])  # TFA-373
        return
    back = "strikes back at" if foe.is_up() else "goes down, but both blows fall together: it hits"
    prompt = f"{foe.name} {back} {name_of(game, seats[0])}."
    if not game.may(
        state.gm, "foe-answers", prompt, "TFA-342", yes="It attacks", no="Another GM move"
    ):
        state.due.append(Due(list(seats), f"{foe.name} answers."))
        return
    for seat in seats:
        attack(game, seat, foe_power(foe), foe=foe)
