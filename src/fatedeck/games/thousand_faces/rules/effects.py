"""What a result does: the verbs of the move data, carried out one after another."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import MoveFace, Option
from fatedeck.games.thousand_faces.rules import (
    blows,
    combat,
    equipment,
    magic,
    modifiers,
    numbers,
    stamina,
)
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.efforts import Effort
from fatedeck.games.thousand_faces.state import Foe, Player, Power, Table

SHORTCOMINGS = {"suspicion": "Suspicion", "danger": "Danger", "cost": "A cost"}
NUMBERS = ("none", "one", "two", "three", "four", "five")


def carry_out_verbs(game: Game[Table], effort: Effort, verbs: Sequence[str]) -> None:
    """Do what the card data says, one verb after another; a cost that fells the PC is the last.

    TFA-95, TFA-131.
    """
    player = game.state.players[effort.seat]
    for verb in verbs:
        stood = player.is_able()
        carry_out_verb(game, effort, verb)
        if stood and not player.is_able():
            break


def carry_out_verb(game: Game[Table], effort: Effort, verb: str) -> None:
    """One verb of the move data: blows, what happens to the PC, or else whatever comes of it."""
    seat, player = effort.seat, game.state.players[effort.seat]
    match verb.split():
        case ["deal", "weapon"]:
            _deal(game, effort, "")
        case ["deal", "weapon", "or", "1"]:
            powers = (equipment.weapon_power(player, effort.weapon), "1")
            power = game.choose(
                seat, "attack-power", "Which attack power do you use?", powers, "TFA-90"
            )
            _deal(game, effort, "1" if power == "1" else "")
        case ["deal", power]:
            _deal(game, effort, power)
        case ["foe", "attacks"]:
            combat.foe_answers(game, effort.seats, effort.foe)
        case ["extra", "roll"]:
            effort.rolls += 1
        case ["extra", die]:
            effort.dice.append(die)
        case ["halve"]:
            effort.halved = True
        case ["avoid"]:
            effort.avoided = True
        case ["lose", "pack"]:
            equipment.spend_pack(game, seat, 1, effort.face.name)
        case ["regain", points]:
            stamina.regain(game, seat, numbers.number(game, seat, points))
        case ["expend", points, "mental"]:
            stamina.expend(game, seat, int(points), "mental")
        case ["expend", points, "physical"]:
            stamina.expend(game, seat, int(points), "physical")
        case ["complication"]:
            _complicate(game, effort)
        case ["face", "down", event]:
            _turn_down(player, effort.face, event)
        case ["another", "move"]:
            player.extra_move = player.penalty_waived = True
        case ["tokens", number]:
            player.trap_tokens += int(number)
        case ["blessing"]:
            stamina.gain_blessing(game, seat)
        case ["marked"]:
            prompt = f"How does the source mark {name_of(game, seat)}?"
            player.marked.append(game.text(game.state.gm, "mark", prompt))
        case _:
            _fight_verb(game, effort, verb)


def _fight_verb(game: Game[Table], effort: Effort, verb: str) -> None:
    """The verbs of a fight but its blows: hazards, and whatever befalls the foe."""
    state, seat, foe = game.state, effort.seat, effort.foe
    match verb.split():
        case ["foe", "advantage"]:
            _place_foe(game, effort)
        case ["foe", "cannot", "answer"] if foe is not None:
            foe.speechless.append(seat)
        case ["hazard", "hurts", "you"] if effort.hazard:
            for one in effort.seats:
                combat.attack(game, one, effort.hazard)
        case ["hazard", "hurts", "foe"] if effort.hazard:
            points = numbers.number(game, seat, effort.hazard)
            blows.hurt(game, seat, foe, points, melee=False)
        case ["red", "tokens", number] if foe is not None:
            _redden(game, effort, foe, int(number))
        case ["weakness"] if foe is not None:
            prompt = f"What is {foe.name}’s weakness?"
            foe.weakness = game.text(seat, "weakness", prompt) or "a weak spot"
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
            _hit_another(game, effort)
        case ["ally", "advantage"] if foe is not None and state.beside(seat):
            prompt = f"Who gets +1 against {foe.name}?"
            ally = game.choose(seat, "lend-to", prompt, state.beside(seat), "TFA-344")
            modifiers.lend(state, ally, 1, f"{seat} defended", foe.name)
        case _:
            _choice_verb(game, effort, verb)


def _choice_verb(game: Game[Table], effort: Effort, verb: str) -> None:
    """The verbs by which somebody chooses, asks or bargains."""
    state, seat = game.state, effort.seat
    match verb.split():
        case ["choose", number, who, *repeats]:
            chooser = state.gm if who == "gm" else seat
            _choose(game, effort, int(number), chooser, repeats=bool(repeats))
        case ["pay", "and", "choose", number]:
            for option in combat.pay_for_defence(game, seat, effort.foe, int(number)):
                _take(game, effort, option)
        case ["suggest", points]:
            if pays_for_suggestion(game, effort, int(points)):
                _choose(game, effort, 1, seat)
        case ["ask", number]:
            _ask(game, effort, int(number))
        case ["bargain"]:
            _bargain(game, effort)
        case ["tell", "gm"] | ["halve", "attack"] | ["hazard", "hurts", *_]:
            game.tell("{gm} says how it goes.", "TFA-70", gm=state.gm)
        case _:
            _magic_verb(game, effort, verb)


def _magic_verb(game: Game[Table], effort: Effort, verb: str) -> None:
    """The verbs that concern the magic item in hand. TFA-161 to TFA-172, TFA-362, TFA-363."""
    item, player = effort.item, game.state.players[effort.seat]
    match verb:
        case "effect":
            magic.activate(
                game,
                effort.seat,
                effort.cast,
                item=item,
                foe=effort.foe,
                target=effort.target,
                times=2 if effort.doubled else 1,
            )
        case "magic cost gm":
            _choose(game, effort, 1, game.state.gm)
        case "magic cost player":
            _choose(game, effort, 1, effort.seat)
        case "drain others":
            for other in player.items:
                if other is not item and other.is_magic:
                    magic.lose_charge(other)
        case "reduce capacity" if item is not None:
            magic.reduce_capacity(game, effort.seat, item)
        case "damage item" if item is not None:
            equipment.damage_item(game, effort.seat, item)
        case "deplete item" if item is not None:
            item.charges = 0
        case "lose charge" if item is not None:
            magic.lose_charge(item)
        case "destroy item" if item is not None:
            equipment.destroy(game, effort.seat, item)


def _deal(game: Game[Table], effort: Effort, power: str) -> None:
    """Deal attack power; extra rolls always use the weapon. TFA-142, TFA-347, TFA-350."""
    player = game.state.players[effort.seat]
    dice = list(effort.dice)
    if power == "1" and effort.rolls > 1:
        weapon = equipment.weapon_power(player, effort.weapon)
        rolls, more = 1, [weapon] * (effort.rolls - 1)
    else:
        rolls, more = effort.rolls, []
    blows.strike(
        game,
        effort.seat,
        effort.foe,
        effort.weapon,
        power=power,
        dice=[*dice, *more],
        rolls=rolls,
        halved=effort.halved,
        melee=effort.melee,
    )


def _complicate(game: Game[Table], effort: Effort) -> None:
    """Int: something is wrong with the spot; Dex: a foe is well placed; Str: nothing.

    TFA-184, TFA-186.
    """
    if effort.attribute == "int":
        game.tell("Something’s wrong with the spot. The GM says what.", "TFA-184")
    elif effort.attribute == "dex":
        _place_foe(game, effort)


def _place_foe(game: Game[Table], effort: Effort) -> None:
    """A foe moves to where the next flip against it has 1 disadvantage; the GM says which one.

    Whoever helped is as badly placed. TFA-29, TFA-60, TFA-184, TFA-349.
    """
    state, foe = game.state, effort.foe
    up = {other.name: other for other in state.foes if other.is_up()}
    if foe is None and up:
        foe = next(iter(up.values()))
        if len(up) > 1:
            prompt = f"Which foe is now better placed against {name_of(game, effort.seat)}?"
            foe = game.choose_among(state.gm, "better-placed", prompt, up, "TFA-184", "TFA-349")
    if foe is None:
        game.tell("{who} is worse placed. The GM says how.", "TFA-184", who=effort.seat)
        return
    for seat in effort.seats:
        modifiers.lend(state, seat, -1, f"{foe.name} is better placed", foe.name)
    told = "{foe} moves to where {placed} {placed:is|are} at a disadvantage."
    game.tell(told, "TFA-184", "TFA-349", foe=foe.name, placed=effort.seats)


def _turn_down(player: Player, face: MoveFace, event: str) -> None:
    """The card turns face down; without a card the move is barred as long. TFA-189, TFA-370."""
    card = player.card(face.id)
    if card is not None:
        card.face_down = "rest" if event == "rest" else "breather"
    else:
        player.barred[face.id] = event


def _choose(
    game: Game[Table], effort: Effort, number: int, chooser: str, *, repeats: bool = False
) -> None:
    """Options that are impossible may not be chosen. TFA-9, TFA-70, TFA-365.

    What only a secret item makes possible is nobody else's to hear. TFA-8.
    """
    face = effort.face
    options = {o.text: o for o in face.options if can_take(game.state, effort, o, chooser)}
    if not options:
        return
    whose = f" for {effort.seat}" if chooser != effort.seat else ""
    prompt = f"{face.name}: choose {NUMBERS[number]}{whose}."
    if number == 1:
        secret = chooser == effort.seat and any(o.needs == "other charges" for o in face.options)
        chosen = [
            game.choose(chooser, "choose", prompt, options, "TFA-70", *face.clauses, secret=secret)
        ]
    elif repeats:
        chosen = [
            game.choose(
                chooser,
                "choose",
                f"{face.name}: choose option {turn + 1} of {number}.",
                options,
                "TFA-70",
            )
            for turn in range(number)
        ]
    else:
        most = min(number, len(options))
        chosen = game.several(
            chooser, "choose", prompt, options, most, most, "TFA-70", *face.clauses
        )
    for text in chosen:
        told = "{who} chooses: {option}."
        known = can_take(game.state, effort, options[text], game.state.gm)
        only = {chooser: told}
        game.tell(told if known else "", "TFA-70", only=only, who=chooser, option=text)
        _take(game, effort, options[text])


def _take(game: Game[Table], effort: Effort, option: Option) -> None:
    carry_out_verbs(game, effort, option.do)


def can_take(state: Table, effort: Effort, option: Option, chooser: str) -> bool:
    """Whether an option is possible, as far as its chooser knows.

    TFA-8, TFA-9, TFA-164, TFA-172, TFA-365.
    """
    player, foe = state.players[effort.seat], effort.foe
    match option.needs:
        case "pack":
            return player.pack + player.precious > 0
        case "foe":
            return foe is not None
        case "armed foe":
            return foe is not None and foe.armed and not foe.disarmed
        case "another foe":
            return any(other.is_up() and other is not foe for other in state.foes)
        case "other charges":
            return any(
                item is not effort.item and item.is_magic and item.charges
                for item in player.items
                if chooser == effort.seat or not item.secret
            )
        case "magical weapon":
            return effort.item is not None and effort.item.kind == "weapon"
        case _:
            return True


def pays_for_suggestion(game: Game[Table], effort: Effort, points: int) -> bool:
    """Suggestive Subtlety costs 1 XP after the flip, or has no effect. TFA-108, TFA-351.

    Whether the player pays, and is still standing then.
    """
    player = game.state.players[effort.seat]
    if not player.xp or not game.may(
        effort.seat,
        "pay-for-it",
        "Pay 1 XP to make it work?",
        "TFA-351",
        yes="Pay 1 XP",
        no="Let it go",
    ):
        game.tell("The suggestion has no effect.", "TFA-351")
        return False
    player.xp -= 1
    stamina.expend(game, effort.seat, points, "mental")
    return player.is_able()


def _ask(game: Game[Table], effort: Effort, number: int) -> None:
    """Ask questions; acting on an answer gives +1 advantage once. TFA-345."""
    questions = game.several(
        effort.seat,
        "ask",
        f"Discern: what do you ask? (up to {number})",
        effort.face.questions,
        0,
        number,
        "TFA-345",
        labels={question: as_asked(question) for question in effort.face.questions},
    )
    for question in questions:
        answer = ask_gm(game, effort.seat, question, "TFA-345")
        modifiers.lend(game.state, effort.seat, 1, f"{question}: {answer}" if answer else question)


def ask_gm(game: Game[Table], seat: str, question: str, clause: str) -> str:
    """A player asks, and the GM answers for all to hear."""
    answer = game.text(
        game.state.gm, "answer", f"{name_of(game, seat)} asks: {as_asked(question)}", clause
    )
    told = "{who} asks: {question} {answer}" if answer else "{who} asks: {question}"
    game.tell(told, clause, who=seat, question=as_asked(question), answer=answer)
    return answer


def as_asked(question: str) -> str:
    """A question as it is asked.

    >>> as_asked("what comes next")
    'What comes next?'
    """
    return f"{question[0].upper()}{question[1:]}?"


def _redden(game: Game[Table], effort: Effort, foe: Foe, most: int) -> None:
    """Where It Hurts: attack power turned into red tokens on the foe, one for one.

    What went beyond the foe's Stamina is turned first, so a foe felled by more stays down. TFA-348.
    """
    player = game.state.players[effort.seat]
    prompt = "How much attack power do you turn into red tokens?"
    tokens = game.number(effort.seat, "red-tokens", prompt, 0, min(most, player.strike))
    foe.stamina += max(0, tokens - player.beyond)
    foe.red_tokens += tokens
    player.strike -= tokens
    player.beyond = max(0, player.beyond - tokens)
    told = "{tokens} red {tokens:token goes|tokens go} on {foe}."
    game.tell(told, "TFA-348", tokens=tokens, foe=foe.name)


def _bargain(game: Game[Table], effort: Effort) -> None:
    """The GM offers two of suspicion, danger and cost; the player chooses one. TFA-70."""
    offered = game.several(
        game.state.gm,
        "offer-two",
        f"{effort.face.name}: which two do you offer {name_of(game, effort.seat)}?",
        SHORTCOMINGS,
        2,
        2,
        "TFA-70",
        labels=SHORTCOMINGS,
    )
    prompt = f"{effort.face.name}: which do you accept?"
    chosen = game.choose(effort.seat, "choose-one", prompt, offered, "TFA-70", labels=SHORTCOMINGS)
    game.tell("{who} accepts {price}. The GM says how.", "TFA-70", who=effort.seat, price=chosen)


def _hit_another(game: Game[Table], effort: Effort) -> None:
    """Another foe suffers the attack power number of the strike just made. TFA-372."""
    player = game.state.players[effort.seat]
    others = {foe.name: foe for foe in game.state.foes if foe.is_up() and foe is not effort.foe}
    if not others:
        return
    other = game.choose_among(
        effort.seat, "hit-another", "Which other foe do you hit?", others, "TFA-372"
    )
    struck, points, beyond = player.struck, player.strike, player.beyond
    blows.hurt(game, effort.seat, other, points, melee=True)
    player.struck, player.strike, player.beyond = struck, points, beyond


def _lowered(foe: Foe) -> Power:
    match catalogue.step_down(foe.power):
        case "d6":
            return "d6"
        case "d4":
            return "d4"
        case _:
            return "1"
