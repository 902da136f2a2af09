"""Drawing and discarding: the deck is a character's stamina, and Fate Cards come out of it."""

from __future__ import annotations

from fatedeck.engine.cards import Pile, move, put, shuffle
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.looks import moments
from fatedeck.games.deck_of_adventures.state import (
    JOKERS,
    NPC,
    SPARE,
    WORLD,
    Cards,
    Character,
    Table,
)

TOKEN = "token"
KNOCKED_OUT = "Knocked Out"
SCRIED = "Scrying"
"""What lies on one who has looked at the deck and not drawn since."""
SHARED = (WORLD, NPC)


def is_fate(card: str) -> bool:
    """Whether a drawn card stays with its drawer as a Fate Card: an Ace, or a Joker. DOA-24."""
    return card[0] == "A" or card in JOKERS


def dealer_of(state: Table, who: Character) -> Character | None:
    """The Dealer whose deck a character draws from; nobody for the shared decks. DOA-58."""
    if who.is_dealer:
        return who
    return state.characters.get(who.companion_of) if who.companion_of else None


def draw_card(game: Game[Table], who: Character, to: Pile) -> str | None:
    """Turn over the top card of one's own deck; empty when there is no card left at all.

    This and shuffling are all the chance there is. DOA-4.
    An empty deck is refilled from the discard pile at the moment a card is needed; None when that
    exhausts the Dealer, who is Knocked Out instead of drawing. A Joker found in the deck has no
    rank: it lies aside with the cards of the Check (outside one, in the Fate hand at once) and
    another one is drawn.
    DOA-14, DOA-15, DOA-17 to DOA-20.
    """
    cards = game.state.decks[who.deck]
    deck = cards.deck
    if who.effects:
        who.effects = [effect for effect in who.effects if effect.name != SCRIED]
    while True:
        if not deck.bag and not deck.top and not deck.bottom:
            if cards.discard.is_empty() and cards.screen.is_empty():
                return ""
            if not refill(game, who):
                return None
        card = game.draw(deck, to)
        if card not in JOKERS:
            return card
        if to is not cards.play:
            move(card, to, cards.fate)
        game.tell("{who} turns up {card} and sets it aside.", "DOA-14", who=who.name, card=card)


def draw_world(game: Game[Table], to: Pile) -> str:
    """The Game Master turns over a card of the World deck, reshuffled when empty. DOA-356."""
    world = game.state.decks[WORLD]
    if world.deck.is_empty():
        shuffle(world.deck, world.discard, world.screen)
    return game.draw(world.deck, to) if not world.deck.is_empty() else ""


def refill(game: Game[Table], who: Character) -> bool:
    """Shuffle the discard pile into a new deck, at the price of Fatigue; false if that knocks out.

    The decks shared by the Game Master's characters bring no Fatigue.
    DOA-18, DOA-57, DOA-280, DOA-282, DOA-283, DOA-377.
    """
    cards = game.state.decks[who.deck]
    shuffle(cards.deck, cards.discard, cards.screen)
    dealer = dealer_of(game.state, who)
    if dealer is None:
        game.tell("The {deck} deck is reshuffled.", "DOA-57", deck=who.deck)
        return True
    worst = 4 if game.state.switches.fatigue else 3
    if dealer.fatigue < worst:
        dealer.fatigue += 1
        told = "{who} shuffles the discard pile back in: Fatigue {fatigue}."
        game.tell(told, "DOA-18", "DOA-280", who=dealer.name, fatigue=dealer.fatigue)
        return True
    game.tell(
        "{who} drops from exhaustion and is Knocked Out.", "DOA-282", "DOA-283", who=dealer.name
    )
    if KNOCKED_OUT not in dealer.conditions:
        knock_out(game.state, dealer)
    return False


def knock_out(state: Table, who: Character) -> None:
    """HP are 0: out until treated; the counts of the KO start at zero. DOA-219, DOA-390."""
    who.hp = 0
    who.wounds.clear()
    if KNOCKED_OUT not in who.conditions:
        who.conditions.append(KNOCKED_OUT)
    who.stable = False
    who.dying = state.combat is not None and who.is_dealer
    who.ko_won = who.ko_lost = who.ko_hits = who.ko_turns = 0


def lay_aside(state: Table, deck: str, source: Pile, *, behind_the_screen: bool = False) -> None:
    """The cards of a Check that has ended: to the discard pile, Aces to the Fate hand.

    Those who may hold no Fate Cards discard their Aces too. DOA-16, DOA-44, DOA-106, DOA-378.
    """
    cards = state.decks[deck]
    drawn = source.top
    if not drawn:
        return
    discard = cards.screen if behind_the_screen else cards.discard
    shared = deck in SHARED
    while drawn:
        card = drawn.pop()
        put(card, cards.fate if not shared and is_fate(card) else discard, "top")


def discard_top(game: Game[Table], who: Character, number: int) -> list[str]:
    """Discard from the top of the deck, through a reshuffle if need be; Aces go to the Fate hand.

    Bury, burn, toss and scrap mean the same. These are not draws, so a Joker among them is one of
    the number. DOA-21, DOA-33, DOA-291.
    """
    cards = game.state.cards(who)
    gone: list[str] = []
    while len(gone) < number:
        if cards.deck.is_empty():
            empty = cards.discard.is_empty() and cards.screen.is_empty()
            if empty or not refill(game, who):
                break
        gone.append(game.draw(cards.deck, cards.play))
        lay_aside(game.state, who.deck, cards.play)  # before the next one: it may be shuffled in
    game.tell("{who} discards {what}.", "DOA-21", who=who.name, what=gone or "nothing")
    if gone:
        game.show(moments.drawn, who.name, "Discarded", gone)
    return gone


def fate_cards(state: Table, dealer: Character) -> list[str]:
    """The Fate Cards that a Dealer holds, tokens included. DOA-24, DOA-40."""
    held = list(state.decks[dealer.deck].fate.top)
    if dealer.tokens:
        held += [TOKEN] * dealer.tokens
    return held


def fate_called(state: Table, dealer: Character) -> str:
    """What a Dealer would spend, as far as it is settled which. DOA-24, DOA-42."""
    if dealer.tokens:
        return "a Fate Card"
    for card in state.decks[dealer.deck].fate.top:
        if card not in JOKERS:
            return "a Fate Card"
    return "a Joker"


def spend_fate(game: Game[Table], dealer: Character, card: str) -> None:
    """A Joker waits among the spent, a token is gone, any other card is discarded. DOA-42."""
    cards = game.state.decks[dealer.deck]
    if card == TOKEN:
        dealer.tokens -= 1
    elif card in JOKERS:
        move(card, cards.fate, cards.spent)
    else:
        move(card, cards.fate, cards.discard)


def choose_fate(game: Game[Table], dealer: Character) -> str:
    """Which Fate Card is spent, and what becomes of each; only one kind is no question.

    DOA-27, DOA-42.
    """
    held = list(dict.fromkeys(fate_cards(game.state, dealer)))
    if len(held) == 1:
        return held[0]
    notes = {
        card: "gone for good"
        if card == TOKEN
        else "back after a Full Rest"
        if card in JOKERS
        else "to your discard pile"
        for card in held
    }
    labels = {TOKEN: "A Fate token"}
    prompt = "Which Fate Card do you spend?"
    return game.choose(
        dealer.owner, "pay-fate", prompt, held, "DOA-42", labels=labels, notes=notes, of="card"
    )


def free_decks(state: Table) -> list[str]:
    """The decks that no Dealer of the Game Master's uses. DOA-356."""
    used = {character.deck for character in state.characters.values()}
    return [deck for deck in SPARE if deck in state.decks and deck not in used]


def give_back(state: Table, character: Character) -> None:
    """A Dealer that leaves play gives its deck back, in the order in which it came. DOA-379."""
    if character.is_dealer and character.deck in SPARE:
        gather(state.decks[character.deck])


def gather(cards: Cards, *, jokers_in_deck: bool = False) -> None:
    """All cards of a deck shuffled together, the Jokers in the Fate hand. DOA-12, DOA-13."""
    shuffle(
        cards.deck,
        cards.discard,
        cards.fate,
        cards.targets,
        cards.play,
        cards.reserved,
        cards.spent,
        cards.screen,
    )
    for joker in () if jokers_in_deck else reversed(JOKERS):
        if joker in cards.deck.bag:
            move(joker, cards.deck, cards.fate)
