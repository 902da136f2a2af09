"""Flips: advantage and disadvantage, wounds, teamwork, flashbacks, and what the resolver gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import NO, Game
from fatedeck.engine.questions import Choose, Words
from fatedeck.engine.story import Line, Moment, Said, worded
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import RESULTS, SIGNS, MoveFace
from fatedeck.games.thousand_faces.looks import moments
from fatedeck.games.thousand_faces.looks.wording import and_words
from fatedeck.games.thousand_faces.rules import stamina
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.learning import raise_options, raise_to
from fatedeck.games.thousand_faces.state import Outcome, Player, Table, clamp

FULL_SUCCESS = 4
"""The best result there is, ✔✔✔: nothing that is flipped anew could be better. TFA-23."""


class Support(Struct, frozen=True):
    """Somebody's help in a flip: one more card, read next to this suit."""

    seat: str
    suit: str = "anvil"
    net: int = 0


class Turned(Struct):
    """The cards one seat has turned for a flip, and the one that counts so far."""

    seat: str
    suit: str
    cards: list[str]
    resolver: str
    result: int


def why_not_flip(player: Player) -> Refused | None:
    """A flip needs a card. TFA-22."""
    if not player.deck.bag and player.deck.is_empty() and player.discard.is_empty():
        return Refused("TFA-22", "You have no cards left to flip. Regain some Stamina first.")
    return None


def flip(
    game: Game[Table],
    seat: str,
    suit: str,
    net: int,
    *,
    face: MoveFace | None = None,
    supporters: Sequence[Support] | None = None,
    fast: bool = False,
    versus: bool = False,
    flashback: bool = True,
    levels: bool = True,
) -> Outcome:
    """Flip for a move, alone or with help, and resolve it.

    Whoever stands beside the PC may aid, unless it is said who does. One card resolves the flip and
    only its symbols count: XP and a critical for its owner, a blessing back to the supply.
    ✅ gives the GM a Shadow point, ✗ on a FAST move two.
    TFA-22 to TFA-35, TFA-53 to TFA-62, TFA-67, TFA-68, TFA-176 to TFA-182.
    """
    state = game.state
    net = clamp(net)
    if supporters is None:
        supporters = gather_help(game, seat, face)
    own = turn(game, seat, suit, net)
    helps = _turn_in_support(game, supporters) if supporters else []
    aim = face.name if face is not None else "Flip"
    flashback = flashback and state.players[seat].xp > 0
    outcome = _outcome(seat, face, net, own, own)
    if flashback or helps:
        game.show(_turning, aim, own, helps)
    if flashback:
        state.last = outcome
        if _wants_flashback(game, own, helps):
            own = _flash_back(game, own, suit, net)
            outcome = _outcome(seat, face, net, own, own)
    resolving = own
    if helps:
        resolving = _resolving(game, own, helps)
        outcome = _outcome(seat, face, net, own, resolving)
    flipped = [own, *helps]
    for turned in flipped:
        _lay_down(state, turned, resolving)
    state.last = outcome
    game.show(_resolved, outcome, aim, resolving)
    _reward(game, resolving, face, versus=versus, levels=levels and resolving.seat == seat)
    if resolving.result < 3:
        _shadow_for(game, resolving.result, fast=fast)
    for turned in flipped:
        stamina.refill(state.players[turned.seat])
        stamina.check_standing(game, turned.seat)  # TFA-43: a blessing may have left the deck
    return outcome


def _turn_in_support(game: Game[Table], supporters: Sequence[Support]) -> list[Turned]:
    """What those turn who help, if they have a card left. TFA-55."""
    return [
        turn(game, help.seat, help.suit, help.net)
        for help in supporters
        if why_not_flip(game.state.players[help.seat]) is None
    ]


def _outcome(seat: str, face: MoveFace | None, net: int, own: Turned, by: Turned) -> Outcome:
    """How a flip stands, by the card that resolves it so far. TFA-33."""
    move = face.id if face is not None else ""
    sign = SIGNS[by.result]
    return Outcome(seat, move, "", net, own.cards, by.resolver, by.seat, by.result, sign)


def gather_help(
    game: Game[Table],
    seat: str,
    face: MoveFace | None,
    *,
    shared: bool = False,
    versus: str = "",
) -> list[Support]:
    """Others in the scene may aid, or share one fate and must; each reads Anvil.

    The one whom the move is turned against does not aid it. TFA-53, TFA-54, TFA-55.
    """
    others = game.state.beside(seat)
    if versus in others:
        others.remove(versus)
    if not others or shared:
        return list(map(Support, others))
    return _ask_for_aid(game, seat, face, others)


def _ask_for_aid(
    game: Game[Table], seat: str, face: MoveFace | None, others: Sequence[str]
) -> list[Support]:
    """Those beside the PC who aid it. TFA-53, TFA-54."""
    asked, clauses = game.worded(_words_of_aid, game, seat, face), ("TFA-53", "TFA-54")
    answers = game.each(
        [
            Choose(other, "aid", asked.prompt, ("yes", "no"), asked.labels, asked.notes, clauses)
            for other in others
        ]
    )
    return [Support(other) for other in others if answers[other] == "yes"]


def _words_of_aid(game: Game[Table], seat: str, face: MoveFace | None) -> Words:
    """What is tried, and what aiding brings and risks. TFA-55, TFA-56, TFA-60."""
    what = f"tries {face.name}" if face is not None else "flips"
    aid = "You flip a card too, and the best card counts. If it goes wrong, it hits you too."
    return Words(
        f"{name_of(game, seat)} {what}. Do you aid?", {"yes": "Aid", "no": "Stay out"}, {"yes": aid}
    )


def turn(game: Game[Table], seat: str, suit: str, net: int) -> Turned:
    """Turn all cards due, unless a wound card stops it; the best or the worst counts.

    TFA-22, TFA-26 to TFA-32, TFA-47 to TFA-49.
    """
    player = game.state.players[seat]
    stamina.refill(player)  # TFA-79
    deck, in_play = player.deck, player.in_play
    read = catalogue.readings(suit)
    cards: list[str] = []
    for _ in range(1 + abs(net)):
        if not (deck.bag or deck.top or deck.bottom):
            if cards or player.discard.is_empty():
                break
            stamina.reshuffle(player)
        card = game.draw(deck, in_play)
        cards.append(card)
        if card[0] == "W":
            _suffer_wound_card(game, seat)
            break
    if not cards:
        raise Refused("TFA-22", f"{seat} has no cards left to flip.")
    if len(cards) == 1:
        return Turned(seat, suit, cards, cards[0], read[cards[0]])
    result, tied = _that_count(cards, read, net)
    resolver = tied[0] if len(tied) == 1 else _break_tie(game, seat, tied, result)
    return Turned(seat, suit, cards, resolver, result)


def _that_count(cards: list[str], read: Mapping[str, int], net: int) -> tuple[int, list[str]]:
    """The best or the worst that several cards show, and all that show it. TFA-26."""
    shown = [read[card] for card in cards]
    result = max(shown) if net > 0 else min(shown)
    return result, [card for card in cards if read[card] == result]


def gain_shadow(game: Game[Table], points: int) -> None:
    """Shadow points for the GM, twice as many in the third book. TFA-67, TFA-273, TFA-307."""
    state = game.state
    if state.options.campaign == "thirty-hour" and state.book == 3:
        points *= 2
    state.shadow += points
    told = (
        "The game master gains {points} Shadow {points:point|points} to make trouble with later, "
        "{shadow} in all."
    )
    game.tell(told, "TFA-67", "TFA-273", points=points, shadow=state.shadow)


def _suffer_wound_card(game: Game[Table], seat: str) -> None:
    """The player may voice the pain, and loses 1 Stamina at once. TFA-46, TFA-47, TFA-50."""
    pain = game.text(seat, "pain", "A wound stops your flip. Voice the pain?", "TFA-46")
    stopped = "{who} turns up a wound card. The flip stops there."
    game.tell(f"{stopped} “{{pain}}”" if pain else stopped, "TFA-47", who=seat, pain=pain)
    stamina.lose_stamina(game, seat, 1, "physical", in_flip=True)


def _break_tie(game: Game[Table], seat: str, tied: list[str], result: int) -> str:
    """The player names the resolver where it makes a difference. TFA-32."""
    brings = {_symbols(card) for card in tied}
    if len(brings) == 1 and "blessing" not in brings:
        return tied[0]
    return game.choose(
        seat,
        "resolver",
        f"These all show {SIGNS[result]}. Which one resolves the flip?",
        sorted(set(tied)),
        "TFA-32",
        notes={card: _symbols(card) for card in tied},
        moot=plainly_best({card: _symbols(card) for card in tied}, all_ours=True),
    )


def plainly_best(brings: Mapping[str, str], *, all_ours: bool) -> str:
    """The one that gains something where the others gain nothing, or as much for the same player.

    A blessing that resolves a flip is gone, so it is never plain. TFA-34, TFA-38, TFA-43, TFA-58.
    """
    gains = {one: gain for one, gain in brings.items() if gain in ("XP", "critical", "blessing")}
    plain = len(gains) == 1 or (all_ours and set(gains.values()) == {"XP"})
    if not plain or "blessing" in gains.values():
        return ""
    return next(iter(gains))


def _symbols(card: str) -> str:
    """What a resolver would bring its player."""
    if card == catalogue.critical_card():
        return "critical"
    if card[0] in "BW":
        return "blessing" if card[0] == "B" else "wound"
    return "XP" if card in catalogue.xp_cards() else ""


def _wants_flashback(game: Game[Table], own: Turned, helps: list[Turned]) -> bool:
    """After the flip, before its consequence, one XP buys another. TFA-176, TFA-180."""
    asked = game.worded(_words_of_flashback, game, own, helps).prompt
    return game.may(
        own.seat,
        "flashback",
        asked,
        "TFA-176",
        yes="Do a Flashback",
        no="Let it stand",
        moot=NO if _best(own, helps) == FULL_SUCCESS else "",
    )


def _best(own: Turned, helps: list[Turned]) -> int:
    """The best that anybody has turned. TFA-56."""
    return max(own.result, *(turned.result for turned in helps)) if helps else own.result


def _words_of_flashback(game: Game[Table], own: Turned, helps: list[Turned]) -> Words:
    """How the flip stands, and what those who help have. TFA-176."""
    stands = f"Your card shows {SIGNS[own.result]}, {RESULTS[own.result]}."
    others = "".join(
        f" {name_of(game, turned.seat)} has {SIGNS[turned.result]}." for turned in helps
    )
    if _best(own, helps) == FULL_SUCCESS:
        return Words(
            f"{stands}{others} That can’t get better. Pay 1 XP to flip again all the same?"
        )
    return Words(f"{stands}{others} Pay 1 XP to flip again, and say what in the past prepared you?")


def _flash_back(game: Game[Table], own: Turned, suit: str, net: int) -> Turned:
    """Pay 1 XP, tell the past, flip anew, then raise the result for 1 XP a step.

    The ignored cards give nothing. TFA-177 to TFA-182.
    """
    player = game.state.players[own.seat]
    player.xp -= 1
    story = game.text(own.seat, "past", "What in the past prepared you for this?", "TFA-176")
    game.tell(
        and_words("{who} flips {cards}, {sign}, and does a flashback.", story),
        "TFA-176",
        "TFA-177",
        who=own.seat,
        cards=own.cards,
        sign=SIGNS[own.result],
        text=story,
    )
    for card in own.cards:
        move(card, player.in_play, player.discard)
    stamina.refill(player)
    if not player.discard.is_empty() and game.may(
        own.seat,
        "shuffle-before-flip",
        game.worded(_words_of_shuffle, player).prompt,
        "TFA-77",
        "TFA-181",
        yes="Shuffle",
        no="Leave it",
    ):
        stamina.reshuffle(player)
    again = turn(game, own.seat, suit, net)
    steps = min(player.xp, FULL_SUCCESS - again.result)
    if steps:
        shows = f"{again.resolver} shows {SIGNS[again.result]}."
        prompt = f"{shows} How many steps do you raise it, at 1 XP each?"
        raised = game.number(own.seat, "raise", prompt, 0, steps, "TFA-178")
        player.xp -= raised
        again.result += raised
    return again


def _words_of_shuffle(player: Player) -> Words:
    """Shuffling mixes what has been turned with what has not. TFA-77, TFA-181."""
    cards = worded("{n} {n:card|cards}", {"n": len(player.deck)})
    asked = "Shuffle your discard pile in before you flip again?"
    if_not = f"If not, you flip one of the {cards} you haven’t turned yet."
    return Words(
        f"{asked} What you’ve just turned, and all the rest there, may come again. {if_not}"
    )


def _resolving(game: Game[Table], own: Turned, helps: list[Turned]) -> Turned:
    """The best result of all resolves; on a tie the spotlighted player says. TFA-56 to TFA-58."""
    best = _best(own, helps)
    tied = [turned for turned in (own, *helps) if turned.result == best]
    if len(tied) == 1 or all(_symbols(turned.resolver) in ("", "wound") for turned in tied):
        return tied[0]
    brings = {turned.seat: _symbols(turned.resolver) for turned in tied}
    return game.choose_among(
        own.seat,
        "resolving",
        f"These all show {SIGNS[best]}. Whose card resolves the flip?",
        {turned.seat: turned for turned in tied},
        "TFA-56",
        labels={turned.seat: name_of(game, turned.seat) for turned in tied},
        notes=brings,
        moot=plainly_best(brings, all_ours=False),
    )


def _lay_down(state: Table, turned: Turned, resolving: Turned) -> None:
    """Turned cards go to the discard pile, a blessing that resolved to the supply.

    TFA-24, TFA-43, TFA-52, TFA-62.
    """
    player = state.players[turned.seat]
    if len(turned.cards) == 1 and turned.cards[0][0] == "D":
        player.in_play.top.remove(turned.cards[0])
        player.discard.top.insert(0, turned.cards[0])
        return
    for card in turned.cards:
        if card[0] == "B" and turned is resolving and card == turned.resolver:
            move(card, player.in_play, state.blessings, "bag")
        else:
            move(card, player.in_play, player.discard)


def _reward(
    game: Game[Table], turned: Turned, face: MoveFace | None, *, versus: bool, levels: bool
) -> None:
    """XP or a critical for the owner of the resolving card. TFA-34, TFA-38, TFA-58, TFA-59.

    Against another PC there is no XP, and no level. TFA-251, TFA-252.
    """
    card = turned.resolver
    if card in catalogue.xp_cards():
        if not versus:
            game.state.players[turned.seat].xp += 1
            game.tell("{who} gains 1 XP from {card}.", "TFA-34", who=turned.seat, card=card)
    elif card == catalogue.critical_card():
        _critical(game, turned.seat, face if levels and not versus else None)


def _critical(game: Game[Table], seat: str, face: MoveFace | None) -> None:
    """A blessing, or levels of the move at 1 XP each, or neither. TFA-38 to TFA-40, TFA-222."""
    player = game.state.players[seat]
    raises = raise_options(player, face) if face is not None else {}
    name = face.name if face is not None else ""
    labels = {"blessing": "Take a blessing", "neither": "Neither" if raises else "No, thanks"}
    labels |= {level: f"Raise {name} to {level} for {cost} XP" for cost, level in raises.items()}
    chosen = game.choose(
        seat,
        "critical",
        "A critical success! What do you take?",
        ("blessing", *raises.values(), "neither"),
        "TFA-38",
        "TFA-222",
        labels=labels,
        notes={"blessing": "A lucky card for your deck, until it decides a flip"},
        moot="" if raises or not game.state.blessings.is_empty() else "neither",
    )
    if chosen == "blessing":
        stamina.gain_blessing(game, seat)
    elif chosen != "neither" and face is not None:
        player.xp -= next(cost for cost, level in raises.items() if level == chosen)
        raise_to(game, seat, face, chosen)


def _shadow_for(game: Game[Table], result: int, *, fast: bool) -> None:
    """By the final result: 1 for ✅, 2 for ✗ on a FAST move. TFA-67 to TFA-69, TFA-71."""
    if result == 2:
        gain_shadow(game, 1)
    elif result == 1 and fast:
        gain_shadow(game, 2)


def _turning(aim: str, own: Turned, helps: list[Turned]) -> tuple[Moment, ...]:
    """What everybody has turned while the flip is still open. TFA-176."""
    return tuple(
        moments.turning(turned.seat, aim, turned.suit, turned.cards) for turned in (own, *helps)
    )


def _resolved(outcome: Outcome, aim: str, by: Turned) -> tuple[Line, Moment]:
    """A flip that is over, told and shown by the card that resolved it. TFA-22, TFA-33."""
    moment = moments.flip(by.seat, aim, by.suit, by.cards, by.resolver, by.result)
    return _told(outcome, aim), moment


def _told(outcome: Outcome, aim: str) -> Line:
    """How a flip came out, and by which card where there are several. TFA-22, TFA-33."""
    for_what = " for {aim}" if outcome.move else ""
    by = " by {resolver}" if len(outcome.cards) > 1 else ""
    if outcome.owner != outcome.seat:
        by = " by {owner}’s {resolver}"
    values: dict[str, Said] = {
        "who": outcome.seat,
        "cards": outcome.cards,
        "aim": aim,
        "sign": outcome.sign,
        "result": RESULTS[outcome.result],
        "owner": outcome.owner,
        "resolver": outcome.resolver,
    }
    return Line(
        f"{{who}} flips {{cards}}{for_what}: {{sign}}{by}, {{result}}.",
        ("TFA-22", "TFA-33", "TFA-63"),
        values=values,
    )
