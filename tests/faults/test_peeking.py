"""Nobody looks at what is hidden and takes the look back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest
from msgspec import Struct

from fatedeck.engine.cards import Pile, laid
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act, Header
from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.imagine import imagine
from fatedeck.engine.offers import Action, Offer, One
from fatedeck.engine.questions import Choose
from fatedeck.engine.random_play import AnyRecord, new_record, step
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import AnyRuleset, Ruleset, Seating, find_game
from fatedeck.engine.seen import see
from fatedeck.engine.view import View, Zone, seen
from tests.variants import tables

# The draft of A Thousand Faces


def last_to_keep(players: int) -> tuple[AnyRecord, str, Act]:
    """A draft in which all but one have kept a card, and what that one could keep."""
    ruleset = find_game("thousand-faces")
    record = new_record(ruleset, 7, {"moves": "draft"}, players)
    names = [seat.name for seat in record.header.seats if seat.role == "player"]
    for name in names[:-1]:
        record.do(name, keeping(record, name))
    return record, names[-1], keeping(record, names[-1])


def keeping(record: AnyRecord, seat: str) -> Act:
    """Keep the first card of one's hand."""
    offer = next(offer for offer in see(record, seat).offers if offer.do == "keep-card")
    (card,) = record.ruleset.form(record.state, seat, offer, {}).params
    assert isinstance(card, One)
    return offer.action(**{card.name: card.options[0]})


def hand(record: AnyRecord, seat: str) -> list[str]:
    zones = see(record, seat).view.zones
    return [card.name for zone in zones if zone.id == f"{seat}/hand" for card in zone.cards]


def test_the_last_to_keep_a_card_sees_the_next_hand_and_keeps_to_it() -> None:
    record, last, action = last_to_keep(3)
    before = hand(record, last)
    record.do(last, action)
    assert not set(hand(record, last)) <= set(before)  # the next hand has been passed on
    refused = record.why_not_take_back(last)
    assert refused is not None
    assert "has been seen" in refused.sentence


def test_whoever_keeps_a_card_first_may_change_their_mind() -> None:
    """Nothing was passed on yet: only their own hand was seen, by themselves."""
    record = new_record(find_game("thousand-faces"), 7, {"moves": "draft"}, 3)
    record.do("Ana", keeping(record, "Ana"))
    assert record.why_not_take_back("Ana") is None


# What counts as revealed


class Den(Struct):
    hands: dict[str, Pile]
    floor: Pile
    box: Pile


class House(Struct):
    pass


class Lay(Action, frozen=True):
    """Lay one's own card on the floor."""


class Swap(Action, frozen=True):
    """Take the other's hand for one's own."""


class Expose(Action, frozen=True):
    """Turn the other's card up for all."""


class Fetch(Action, frozen=True):
    """Bring a card that was nowhere on the table."""


class Murmur(Action, frozen=True):
    """Learn in words what the other holds."""


class Guess(Action, frozen=True):
    """Be asked which of the other's cards to take."""


class Vote(Action, frozen=True):
    """All say at once what they want."""


class Deliver(Action, frozen=True):
    """Let the other take the top card of the box, which nobody saw."""


Move = Lay | Swap | Expose | Fetch | Murmur | Guess | Vote | Deliver


class Cards(Ruleset[Den, House, Move]):
    """Two hands, each hidden from the other seat; a floor that all see; a box that none does."""

    id, title, version = "cards", "Cards", "1.0.0"
    summary = learn = "A game for tests."
    attribution, licence = "ours", "MIT"
    seating = Seating(game_master=False, fewest=2, most=2)
    State, Options = Den, House
    actions = (Lay, Swap, Expose, Fetch, Murmur, Guess, Vote, Deliver)

    def begin(self, options: House, seats: Sequence[Seat]) -> Den:
        hands = {seat.name: laid([f"{seat.name} 1", f"{seat.name} 2"]) for seat in seats}
        return Den(hands, Pile(), laid(["lead"]))

    def offers(self, state: Den, seat: str) -> list[Offer]:
        return []

    def perform(self, game: Game[Den], seat: str, action: Move) -> None:
        den = game.state
        other = next(name for name in den.hands if name != seat)
        mine, theirs = den.hands[seat], den.hands[other]
        match action:
            case Lay():
                game.draw(mine, den.floor)
            case Swap():
                den.hands[seat], den.hands[other] = theirs, mine
            case Expose():
                game.draw(theirs, den.floor)
            case Fetch():
                den.floor.top.append("from the box")
            case Murmur():
                game.tell(f"{seat} listens.", only={seat: f"{other} holds {theirs.top[0]}."})
            case Guess():
                game.choose(seat, "perform", "Which?", theirs.top)
            case Vote():
                game.each(Choose(name, "vote", "What now?", ("go", "stay")) for name in den.hands)
            case Deliver():
                game.draw(den.box, theirs)

    def view(self, state: Den, seat: str | None) -> View:
        zones = [
            Zone(name, name, len(cards), seen(cards) if name == seat else [], name, "hand")
            for name, cards in state.hands.items()
        ]
        return View(zones=[*zones, Zone("floor", "Floor", len(state.floor), seen(state.floor))])

    def hidden(self, state: Den, seat: str | None) -> list[list[list[str]]]:
        return [[cards.top] for name, cards in state.hands.items() if name != seat]


@pytest.mark.parametrize(
    ("do", "is_free"),
    [
        ("lay", True),  # Ben sees a new card, but it was Ana's own
        ("fetch", True),  # it lay hidden nowhere
        ("swap", False),
        ("expose", False),
        ("murmur", False),
        ("guess", False),
        ("deliver", False),  # only Ben has seen it, and Ana did not know it
    ],
)
def test_what_is_taken_back_alone(do: str, is_free: bool) -> None:
    record = Record(Cards(), Header("cards", "1.0.0", (Seat("Ana"), Seat("Ben"))))
    record.set_up()
    record.do("Ana", {"do": do})
    refused = record.why_not_take_back("Ana")
    assert (refused is None) == is_free
    if refused is not None:
        with pytest.raises(Refused, match="has been seen"):
            record.take_back("Ana")


def test_an_answer_of_another_is_not_taken_back_before_all_have_answered() -> None:
    record = new_record(find_game("thousand-faces"), 7, {"moves": "draft"}, 3)
    record.do("Ana", keeping(record, "Ana"))
    assert record.last is not None
    record.last.partial = {"Ben": "yes"}
    refused = record.why_not_take_back("Ana")
    assert refused is not None
    assert "answered" in refused.sentence


@pytest.mark.parametrize("order", [("Ana", "Ben"), ("Ben", "Ana")])
def test_what_all_have_answered_is_not_taken_back_alone(order: tuple[str, str]) -> None:
    """Whoever answers last would see the others' answers, and could think again."""
    record = Record(Cards(), Header("cards", "1.0.0", (Seat("Ana"), Seat("Ben"))))
    record.set_up()
    record.do("Ana", {"do": "vote"})
    for seat in order:
        record.answer(seat, "go")
    refused = record.why_not_take_back("Ana")
    assert refused is not None
    assert "answered" in refused.sentence


# The law, in every game: what may be taken back alone went the same in every world that its taker
# could not tell from the true one.


@pytest.mark.parametrize(
    ("game", "options"), tables(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_action_that_can_be_taken_back_has_told_its_taker_nothing(
    game: str, options: dict[str, object]
) -> None:
    ruleset = find_game(game)
    tried: Counter[str] = Counter()
    for seed in range(4):
        luck = random.Random(f"peek {seed}")
        record = new_record(ruleset, seed, options, 3)
        for _ in range(60):
            if ruleset.is_over(record.state) and not record.waiting_for:
                break
            step(record, luck)
            last = record.flight or record.last
            began = record.n if record.flight is not None else record.n - 1
            if last is None or record.seat(last.seat).role == "gm" or began not in record.quiet:
                continue
            if record.why_not_take_back(last.seat) is None:
                assert goes_the_same(ruleset, record, began, luck), (last.seat, last.action)
                tried[str(last.action["do"])] += 1
    assert tried


def goes_the_same(ruleset: AnyRuleset, record: AnyRecord, began: int, luck: random.Random) -> bool:
    """Whether the last action shows its taker the same with the hidden cards dealt anew."""
    last = record.flight or record.last
    assert last is not None
    codec = Codec(ruleset)
    world = imagine(ruleset, codec.decode(record.quiet[began]), last.seat, luck)
    other: AnyRecord = Record(ruleset, record.header)
    other.resume(began, codec.encode(world), None, [])
    try:
        other.do(last.seat, last.action)
        for given in last.answers:
            said = given.answer
            other.answer(last.seat, said[last.seat] if isinstance(said, dict) else said)
        for seat, said in last.partial.items():
            other.answer(seat, said)
    except FatedeckError:
        return False
    return shown(other, last.seat) == shown(record, last.seat)


def shown(record: AnyRecord, seat: str) -> bytes:
    found = see(record, seat, len(record.log))
    told = [line.text for line in found.log]
    return msgspec.json.encode((found.view, found.question, found.waiting_for, told))
