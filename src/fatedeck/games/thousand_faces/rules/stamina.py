"""The deck as body: reshuffling, losing and regaining Stamina, going down and getting up."""

from __future__ import annotations

from fractions import Fraction

from fatedeck.engine import story
from fatedeck.engine.actions import Says
from fatedeck.engine.cards import Pile, move, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import NO, Game
from fatedeck.engine.questions import Words
from fatedeck.engine.story import Moment, Turned, capital, worded
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.families import OfAPlayer
from fatedeck.games.thousand_faces.state import OUT_OF_ACTION, Kind, Move, Player, Table

FEWEST = 5
"""With this many cards or fewer the discard pile must be shuffled in. TFA-78."""

BUST = 3
"""With this many cards or fewer a PC is incapacitated. TFA-93."""

SEARCHED = 10
"""So many exhausted cards incapacitate in the older ways of counting. TFA-120."""

CARD = "card"
"""What is chosen to regain a card instead of a token. TFA-115."""


class Reshuffle(OfAPlayer, frozen=True):
    """Shuffle the discard pile into the Deckahedron. TFA-77."""

    says = Says("Shuffle your discard pile in", "Deck")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not len(state.players[seat].discard):
            return Refused(
                "TFA-77", "Your discard pile is empty, so there’s nothing to shuffle in."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        reshuffle(game.state.players[seat])
        game.tell("{seat} shuffles the discard pile in.", "TFA-77", seat=seat)


def reshuffle(player: Player) -> None:
    """Shuffle the discard pile into the Deckahedron; exhausted cards stay. TFA-77, TFA-81."""
    shuffle(player.deck, player.discard)


def refill(player: Player) -> None:
    """With 5 cards or fewer the discard pile must be shuffled in. TFA-78, TFA-79."""
    deck = player.deck
    if len(deck.bag) <= FEWEST and len(deck) <= FEWEST and not player.discard.is_empty():
        reshuffle(player)


def check_standing(game: Game[Table], seat: str) -> None:
    """Too few cards left and the PC is out. TFA-93, TFA-106, TFA-120."""
    if is_spent(game.state, seat):
        incapacitate(game, seat)


def is_spent(state: Table, seat: str) -> bool:
    """Bust on 3, all cards counting; or 10 exhausted in the older ways. TFA-93, TFA-94, TFA-120."""
    player = state.players[seat]
    mode = state.options.stamina
    if mode == "guide":
        return (
            len(player.deck.bag) <= BUST
            and len(player.deck) + len(player.discard) + len(player.in_play) <= BUST
        )
    if mode == "lucky":
        return len(player.exhaustion) >= SEARCHED
    symbols = catalogue.stamina_cards()
    return sum(card in symbols for card in player.exhaustion) >= SEARCHED


def incapacitate(game: Game[Table], seat: str) -> None:
    """The PC takes no more actions; the GM says what it means, except where death is real.

    There it also kills whoever was down before. TFA-95, TFA-294, TFA-295.
    """
    state, player = game.state, game.state.players[seat]
    down = not player.is_able()
    if down and ("dead" in player.conditions or not state.death_is_real()):
        return
    if not down:
        player.conditions.append("incapacitated")
    if state.death_is_real():
        player.conditions.append("dead")
        game.tell(
            "{seat} is incapacitated, and here death is real.", "TFA-93", "TFA-295", seat=seat
        )
        return
    prompt = f"{name_of(game, seat)} is incapacitated. What happens to them?"
    fates = {"unconscious": "Unconscious", "out": "Out of the scene", "dead": "Dead"}
    fate = game.choose(state.gm, "fate", prompt, fates, "TFA-95", "TFA-294", labels=fates)
    player.conditions.append(fate)
    game.tell(
        "{seat} is incapacitated: {fate}.", "TFA-93", "TFA-95", seat=seat, fate=fates[fate].lower()
    )


def get_up(game: Game[Table], seat: str, points: int) -> None:
    """The PC regains Stamina, enough to stand, and acts again. TFA-95, TFA-284, TFA-294."""
    player = game.state.players[seat]
    regain(game, seat, points)
    while is_spent(game.state, seat) and not player.exhaustion.is_empty():
        pick_exhausted(game, seat, player.discard)
    player.conditions = [word for word in player.conditions if word not in OUT_OF_ACTION]


# Losing Stamina


def to_lose(player: Player, mode: str) -> tuple[int, int]:
    """What a PC can lose before it is out, and the most it could: the cards above 3.

    Nobody is the better for a wound card: whoever has one can lose a card more than is counted.
    In the older ways it is 10 exhausted cards. TFA-93, TFA-94, TFA-110, TFA-120.
    """
    if mode == "guide":
        piles = (player.deck, player.discard, player.in_play, player.exhaustion)
        wounds = sum(card[0] == "W" for pile in piles for card in pile)
        most = sum(map(len, piles)) - BUST
        left = most - len(player.exhaustion)
        counted = max(min(1, left), left - wounds, 0)
        return counted, max(counted, most - wounds)
    lost = len(player.exhaustion)
    if mode == "heroic":
        lost = sum(card in catalogue.stamina_cards() for card in player.exhaustion)
    return max(0, SEARCHED - lost), SEARCHED


def cards_for(state: Table, seat: str, points: int) -> int:
    """About how many cards go with so much Stamina, as far as anybody can know.

    Half of a fresh deck shows Stamina, so 2 cost 2 * 21 / 11, about 4. TFA-6, TFA-102, TFA-120.
    """
    player = state.players[seat]
    if state.options.stamina != "guide":
        return points
    unseen = [*player.deck, *player.exhaustion]
    symbols = sum(card in catalogue.stamina_cards() for card in unseen)
    about = Fraction(points * (len(unseen) + 1), symbols + 1)
    return min(int(about + Fraction(1, 2)), len(player.deck) + len(player.discard))


def loss_told(state: Table, seat: str, points: int, harm: int = 0) -> str:
    """What so much Stamina costs in cards; each Harm takes one more. TFA-102, TFA-120, TFA-124.

    Where one card goes for each point the number is exact.
    """
    about = "about " if points and state.options.stamina == "guide" else ""
    return worded(f"{about}{{n}} {{n:card|cards}}", {"n": cards_for(state, seat, points) + harm})


def left_told(state: Table, seat: str, points: int, harm: int = 0) -> str:
    """A loss in cards, and what is left then, as a sheet counts it. TFA-93, TFA-124."""
    left, most = to_lose(state.players[seat], state.options.stamina)
    cost = capital(loss_told(state, seat, points, harm))
    after = left - cards_for(state, seat, points) - harm
    if after < 1:
        return f"{cost} of the {left} you can lose: this may well put you out."
    about = "about " if cost.startswith("About") else ""
    return f"{cost}, leaving {about}{after} of {most}."


def free_slots(card: Move, kind: Kind) -> int:
    """How many more Exhaustion tokens of this kind the card takes. TFA-100, TFA-108, TFA-188."""
    takes = card.face.slot_kind
    if takes not in (kind, "any"):
        return 0
    return max(0, card.slots().count("EX") - card.exhaustion)


def use_slots(game: Game[Table], seat: str, points: int, kind: Kind) -> int:
    """Put Exhaustion tokens on slots, the only place for them. TFA-100, TFA-107, TFA-188."""
    saved = 0
    for card in game.state.players[seat].moves:
        room = min(free_slots(card, kind), points - saved)
        if room <= 0:
            continue
        name = card.face.name
        asked = game.worded(_words_of_tokens, game.state, seat, points - saved, name, room)
        placed = game.number(
            seat,
            "tokens-on-slot",
            asked.prompt,
            0,
            room,
            "TFA-100",
            "TFA-188",
            labels=asked.labels,
        )
        card.exhaustion += placed
        saved += placed
        if placed:
            told = "{seat} puts {placed} Exhaustion {placed:token|tokens} on {card}."
            game.tell(told, "TFA-100", seat=seat, placed=placed, card=name)
    return saved


def _words_of_tokens(state: Table, seat: str, points: int, name: str, room: int) -> Words:
    """What tokens spare, and how long they lie there. TFA-100, TFA-188, TFA-198."""
    spares = f"{name} can spare you 1 Stamina for each Exhaustion token you put on it."
    lies = "A token stays there until you rest, or take it back when you regain Stamina."
    labels = {"0": "Take it all"}
    for number in range(1, room + 1):
        left = points - number
        after = f"you lose {loss_told(state, seat, left)}" if left else "you lose nothing"
        labels[str(number)] = worded("Spend {n} {n:token|tokens}", {"n": number}) + f": {after}"
    return Words(f"{_coming(state, seat, points)} {spares} {lies}", labels)


def _coming(state: Table, seat: str, points: int) -> str:
    """What a loss of Stamina takes from a sheet, told before it comes. TFA-102."""
    if state.options.stamina != "guide":
        return f"You’re about to lose {points} Stamina."
    return f"You’re about to lose {loss_told(state, seat, points)} ({points} Stamina)."


def lose_stamina(
    game: Game[Table],
    seat: str,
    points: int,
    kind: Kind,
    *,
    slots: bool = True,
    in_flip: bool = False,
) -> None:
    """Reveal cards until so many Stamina symbols have come; all revealed cards are exhausted.

    Before that the discard pile may be shuffled in, and it must be when the Deckahedron runs out.
    During a flip the turned cards lie apart and nothing is checked. TFA-101 to TFA-106, TFA-50.
    """
    player = game.state.players[seat]
    if slots:
        points -= use_slots(game, seat, points, kind)
    if points <= 0:
        return
    if not player.discard.is_empty() and game.may(
        seat,
        "shuffle-first",
        game.worded(_words_of_shuffle, game.state, seat, points).prompt,
        "TFA-104",
        yes="Shuffle",
        no="Leave it",
        moot=NO if player.deck.is_empty() else "",  # TFA-103
    ):
        reshuffle(player)
    before = len(player.exhaustion)
    if game.state.options.stamina == "guide":
        enough = _lose_by_guide(game, seat, points)
    elif game.state.options.stamina == "lucky":
        enough = _lose_lucky(game, player, points)
    else:
        enough = _lose_heroic(game, player, points)
    lost = len(player.exhaustion) - before
    told = "{seat} loses {points} Stamina: {lost} {lost:card goes|cards go}."
    game.tell(told, "TFA-102", seat=seat, points=points, lost=lost)
    if not enough:
        incapacitate(game, seat)
    if not in_flip:
        refill(player)
        check_standing(game, seat)


def _words_of_shuffle(state: Table, seat: str, points: int) -> Words:
    """What comes, and in the guide's way what shuffling changes about it. TFA-102, TFA-104."""
    asked = f"{_coming(state, seat, points)} Shuffle your discard pile in first?"
    if state.options.stamina == "guide":
        asked += " You lose fewer cards when more of your deck shows Stamina."
    return Words(asked)


def _lose_by_guide(game: Game[Table], seat: str, points: int) -> bool:
    """Until n symbols lie open; False when the cards run out before. TFA-102, TFA-103, TFA-105."""
    symbols, player = catalogue.stamina_cards(), game.state.players[seat]
    found, bag = 0, player.deck.bag
    seen: list[str] = []
    while found < points and (bag or _has_card(player)):
        seen.append(game.draw(player.deck, player.exhaustion, "bag"))
        found += seen[-1] in symbols
    game.show(story.cards_drawn, seat, "Losing Stamina", seen, "bad")
    return found == points


def _lose_lucky(game: Game[Table], player: Player, points: int) -> bool:
    """Each point moves the unseen top card. TFA-120."""
    for _ in range(points):
        if not _has_card(player):
            return False
        game.draw(player.deck, player.exhaustion, "bag")
    return True


def _lose_heroic(game: Game[Table], player: Player, points: int) -> bool:
    """Each point searches for one symbol card; only that one is exhausted, face up. TFA-120."""
    symbols = catalogue.stamina_cards()
    for _ in range(points):
        if not any(card in symbols for pile in (player.deck, player.discard) for card in pile):
            return False
        while True:
            if not _has_card(player):
                return False
            card = game.draw(player.deck, player.discard)
            if card in symbols:
                move(card, player.discard, player.exhaustion, "bag")
                break
    return True


def _has_card(player: Player) -> bool:
    """The Deckahedron has a card, after the refill if it ran out. TFA-80, TFA-103."""
    if player.deck.is_empty():
        reshuffle(player)
    return not player.deck.is_empty()


def expend(game: Game[Table], seat: str, points: int, kind: Kind) -> None:
    """Expend Stamina for magic, mini-games, penalties: a loss like any other. TFA-102, TFA-108."""
    lose_stamina(game, seat, points, kind)


# Regaining Stamina


def regain(game: Game[Table], seat: str, points: int) -> int:
    """For each point one exhausted card, unseen, or one token of the player's choice comes back.

    Points beyond that are lost. TFA-115, TFA-116, TFA-117.
    """
    player = game.state.players[seat]
    regained = 0
    for _ in range(points):
        tokens = {card.face.name: card for card in player.moves if card.exhaustion}
        options = ([CARD] if not player.exhaustion.is_empty() else []) + list(tokens)
        if not options:
            break
        regained += 1
        chosen = options[0]
        if len(options) > 1:
            prompt = "You regain 1 Stamina. What do you take back?"
            labels = {CARD: "An exhausted card"} | {name: f"A token from {name}" for name in tokens}
            chosen = game.choose(seat, "regain", prompt, options, "TFA-115", labels=labels)
        if chosen == CARD:
            pick_exhausted(game, seat, player.discard)
        else:
            tokens[chosen].exhaustion -= 1
    game.tell("{seat} regains {regained} Stamina.", "TFA-115", seat=seat, regained=regained)
    return regained


def pick_exhausted(game: Game[Table], seat: str, to: Pile) -> None:
    """Take one face-down card by position, so by chance; a heroic owner looks. TFA-116, TFA-120."""
    player = game.state.players[seat]
    if game.state.options.stamina == "heroic":
        cards = sorted(set(player.exhaustion))
        prompt = "Which card do you take back?"
        card = game.choose(seat, "take-back", prompt, cards, "TFA-120", secret=True)
        move(card, player.exhaustion, to)
    else:
        game.draw(player.exhaustion, to)


# Blessings and wound cards


def gain_blessing(game: Game[Table], seat: str) -> None:
    """A random blessing goes face up into the own discard pile, if one is left. TFA-17, TFA-42."""
    state = game.state
    if state.blessings.is_empty():
        game.tell("There are no blessings left.", "TFA-17")
        return
    card = game.draw(state.blessings, state.players[seat].discard)
    game.show(story.cards_drawn, seat, "A blessing", [card], "good")
    game.tell("{seat} gains the blessing {card}.", "TFA-42", seat=seat, card=card)


def gain_wound_card(game: Game[Table], seat: str) -> str:
    """One of the two wound faces, each as likely, goes into the discard pile. TFA-17, TFA-110."""
    supply = game.state.wounds
    card = game.pick(catalogue.wound_cards())
    if card not in supply:
        card = next(iter(supply), "")
    if card:
        move(card, supply, game.state.players[seat].discard)
        game.show(_wounded, seat, card)
    return card


def _wounded(seat: str, card: str) -> Moment:
    """A wound card is no gain: it says what it will do. TFA-47, TFA-50."""
    verdict = "It joins the deck, stops a flip and costs 1 Stamina whenever it turns up."
    return Moment(seat, "A Wound", (Turned(card),), verdict=verdict, tone="dire")


def heal_wound(game: Game[Table], seat: str) -> None:
    """A Wound token goes, and a wound card with it, which may leave too few. TFA-93, TFA-358."""
    player = game.state.players[seat]
    player.wounds -= 1
    return_wound_cards(game.state, player, 1)
    if player.is_able():
        check_standing(game, seat)


def return_wound_cards(state: Table, player: Player, most: int | None = None) -> int:
    """Wound cards go back to the supply, wherever they lie. TFA-170, TFA-203."""
    returned = 0
    for pile in (player.discard, player.in_play, player.deck, player.exhaustion):
        for card in [card for card in pile if card in catalogue.wound_cards()]:
            if most is not None and returned >= most:
                break
            move(card, pile, state.wounds, "bag")
            returned += 1
            player.bound_wounds = max(0, player.bound_wounds - 1)
    if most is None:
        player.bound_wounds = 0
    return returned
