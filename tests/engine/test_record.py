from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from fatedeck.engine.cards import laid
from fatedeck.engine.chance import commitment
from fatedeck.engine.codec import Codec
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.entries import Answered, Header, Quiet, read_record, write_record
from fatedeck.engine.errors import Diverged, Refused, Unreadable
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import COUNTABLE, Answer, Chance, Choose, Number
from fatedeck.engine.record import Flight, Record
from fatedeck.engine.replay import replay, restore
from fatedeck.engine.seen import see, see_all
from tests.engine.parley import Bid, Gamble, Parley, Rules, Say, Table, Wait, ruleset

SEATS = (Seat("GM", "gm"), Seat("Ana"), Seat("Ben"))
HEADER = Header("parley", "1.0.0", SEATS)

ParleyRecord = Record[Table, Rules, Bid | Wait | Say | Gamble]


def script(*answers: Answer) -> Callable[[Chance, int, int], Answer]:
    left = list(answers)
    return lambda question, n, k: left.pop(0)


def a_table(*chance: Answer) -> ParleyRecord:
    record: ParleyRecord = Record(ruleset, HEADER, chance=script(*chance), keep_states=True)
    record.set_up()
    return record


def waiting(record: ParleyRecord) -> tuple[str, ...]:
    return record.waiting_for


def bytes_of(record: ParleyRecord) -> bytes:
    return Codec(ruleset).encode(record.state)


def test_an_action_waits_for_its_answers() -> None:
    record = a_table(2, 6)
    record.do("Ana", {"do": "gamble", "stake": 1})
    assert waiting(record) == ("Ana",)
    record.answer("Ana", "Roll")
    record.answer("Ana", ["red", "green"])
    assert waiting(record) == ()
    assert record.state.last == 6
    assert record.state.players["Ana"].favour == 7
    assert record.state.said == "red,green"


@pytest.mark.parametrize("answer", ["Jump", 3, ["Roll"], {"Ana": "Roll"}])
def test_an_answer_that_is_not_an_option_is_refused_and_loses_nothing(answer: Answer) -> None:
    record = a_table(2)
    record.do("Ana", {"do": "gamble", "stake": 1})
    before = record.drain(), bytes_of(record)
    with pytest.raises(Refused):
        record.answer("Ana", answer)
    assert waiting(record) == ("Ana",)
    assert record.drain() == []
    assert bytes_of(record) == before[1]


@pytest.mark.parametrize("several", [[], ["red", "blue", "green"], ["red", "red"], ["pink"]])
def test_several_names_each_option_once_within_its_bounds(several: list[str]) -> None:
    record = a_table(5)
    record.do("Ana", {"do": "gamble", "stake": 1})
    with pytest.raises(Refused):
        record.answer("Ana", several)
    assert waiting(record) == ("Ana",)


@pytest.mark.parametrize("answer", [1, 9, 10, COUNTABLE])
def test_a_number_without_a_limit_may_be_larger_than_what_matters(answer: int) -> None:
    assert (
        Number(
            "Ana",
            "test-a-number-without-a-limit-may-be-larger-than-what-matters",
            "How many?",
            1,
            9,
            or_more=True,
        ).check(answer)
        == answer
    )


@pytest.mark.parametrize("answer", [0, COUNTABLE + 1, True, "9"])
def test_a_number_without_a_limit_is_still_a_number(answer: Answer) -> None:
    with pytest.raises(Refused):
        Number(
            "Ana",
            "test-a-number-without-a-limit-is-still-a-number",
            "How many?",
            1,
            9,
            or_more=True,
        ).check(answer)


def test_only_the_asked_seat_answers() -> None:
    record = a_table(2)
    record.do("Ana", {"do": "gamble", "stake": 1})
    with pytest.raises(Refused, match="Nothing is being asked of Ben"):
        record.answer("Ben", "Roll")
    with pytest.raises(Refused, match="Waiting for Ana to answer"):
        record.do("Ben", {"do": "wait"})
    with pytest.raises(Refused, match="no seat “Zoe”"):
        record.do("Zoe", {"do": "wait"})


def test_the_game_master_answers_for_an_absent_seat() -> None:
    record = a_table(2, 1)
    record.do("Ana", {"do": "gamble", "stake": 1})
    with pytest.raises(Refused, match="Only the game master"):
        record.answer("Ana", "Roll", by="Ben")
    record.answer("Ana", "Roll", by="GM")
    given = [e for e in record.drain() if isinstance(e, Answered) and e.seat == "Ana"]
    assert [(e.seat, e.by) for e in given] == [("Ana", "GM")]


def test_seats_asked_at_once_answer_in_any_order_and_unseen() -> None:
    record = a_table("C4")
    record.do("GM", {"do": "bid"})
    assert waiting(record) == ("Ana", "Ben")
    record.answer("Ben", 3)
    assert waiting(record) == ("Ana",)
    assert record.question_for("Ben") is None
    assert see(record, "Ana").view == see(record, None).view
    assert record.state.bids == {}
    record.answer("Ana", 2)
    assert record.state.bids == {"Ana": 2, "Ben": 3}
    assert list(record.state.players["Ben"].hand) == ["C4"]


def test_a_refused_last_answer_leaves_the_others_in() -> None:
    record = a_table("C4")
    record.do("GM", {"do": "bid"})
    record.answer("Ben", 3)
    with pytest.raises(Refused, match="P-1"):
        record.answer("Ana", 3)
    assert waiting(record) == ("Ana",)
    record.answer("Ana", 5)
    header, entries = read_record(write_record(record.header, record.drain()))
    assert replay(ruleset, header, entries).hash == record.hash


def test_a_private_line_reaches_only_its_seat() -> None:
    record = a_table("C4")
    record.do("GM", {"do": "bid"})
    record.answer("Ben", 3)
    record.answer("Ana", 2)
    assert see(record, "Ben").log[-1].text == "You draw C4."
    assert see(record, "Ana").log[-1].text == see(record, None).log[-1].text == "Ben draws."


def test_undo_goes_back_to_any_quiet_point_and_keeps_the_lines() -> None:
    record = a_table()
    for words in ("one", "two", "three"):
        record.do("Ana", {"do": "say", "words": words})
    record.undo(2, "GM")
    assert record.state.said == "one"
    lines = [(line.text, line.undone) for line in see(record, "Ana").log]
    assert lines == [
        ("Ana says: one", False),
        ("Ana says: two", True),
        ("Ana says: three", True),
    ]
    for wrong in (0, 2, 9):
        with pytest.raises(Refused, match="no step"):
            record.undo(wrong, "GM")


def test_undo_never_draws_anew() -> None:
    secret = bytes(32)
    header = Header("parley", "1.0.0", SEATS, seal=commitment(secret))
    record: ParleyRecord = Record(ruleset, header, secret=secret)
    record.set_up()
    record.do("Ana", {"do": "gamble", "stake": 0})
    first = record.state.last
    record.undo(1, "GM")
    record.salt("Ben", "please be better")
    record.do("Ana", {"do": "gamble", "stake": 0})
    assert record.state.last == first


def test_a_seat_takes_back_its_own_unseen_action_only() -> None:
    record = a_table(5)
    record.do("Ana", {"do": "say", "words": "hello"})
    with pytest.raises(Refused, match="wasn’t yours"):
        record.take_back("Ben")
    record.take_back("Ana")
    assert record.state.said == ""
    record.do("Ana", {"do": "gamble", "stake": 0})
    with pytest.raises(Refused, match="A card has been seen"):
        record.take_back("Ana")
    record.cancel("GM")
    record.do("GM", {"do": "bid"})
    record.answer("Ana", 1)
    with pytest.raises(Refused, match="wasn’t yours"):
        record.take_back("Ana")


def test_the_set_up_is_nobodys_to_take_back() -> None:
    """It stands on the account of the first seat, who did nothing yet."""
    record = a_table(5)
    for seat in record.header.seats:
        assert record.why_not_take_back(seat.name) is not None


def test_nobody_sets_the_table_up_again() -> None:
    record = a_table(5)
    record.do("Ana", {"do": "say", "words": "hello"})
    before = bytes_of(record)
    for again in (record.set_up, lambda: record.do("GM", {"do": "set-up"})):
        with pytest.raises(Refused, match="set up"):
            again()
    assert bytes_of(record) == before


def test_cancelling_leaves_the_table_as_it_was() -> None:
    record = a_table(5)
    before = bytes_of(record)
    with pytest.raises(Refused, match="nothing to cancel"):
        record.cancel("GM")
    record.do("Ana", {"do": "gamble", "stake": 0})
    record.cancel("GM")
    assert bytes_of(record) == before
    assert waiting(record) == ()


@pytest.mark.parametrize(
    "action",
    [
        {"do": "dance"},
        {"do": "gamble"},
        {"do": "gamble", "stake": "much"},
        {"do": "gamble", "stake": 1, "colour": "red"},
        {"do": "gamble", "stake": 10**30},
        {"do": "gamble", "stake": -(10**30)},
        {},
    ],
)
def test_an_action_that_cannot_be_read_is_refused(action: dict[str, str | int]) -> None:
    record = a_table()
    record.drain()
    with pytest.raises(Refused):
        record.do("Ana", action)  # type: ignore[arg-type]
    assert record.drain() == []


def test_options_and_seats_are_checked() -> None:
    with pytest.raises(Unreadable, match="no option “card”"):
        Record(ruleset, Header("parley", "1", SEATS, {"card": 3}))
    with pytest.raises(Unreadable, match="doesn’t make sense"):
        Record(ruleset, Header("parley", "1", SEATS, {"cards": "many"}))
    with pytest.raises(Refused, match="game master"):
        Record(ruleset, Header("parley", "1", SEATS[1:]))
    with pytest.raises(Refused, match="same name"):
        Record(ruleset, Header("parley", "1", (*SEATS, Seat("Ana"))))


def test_a_kept_game_is_taken_up_where_it_was_left() -> None:
    record = a_table(2, "C4")
    record.do("Ana", {"do": "say", "words": "hello"})
    record.undo(1, "GM")
    record.do("Ana", {"do": "gamble", "stake": 1})
    header, entries = read_record(write_record(record.header, record.drain()))
    again = restore(ruleset, header, entries)
    assert (again.n, again.hash) == (record.n, record.hash)
    assert again.question_for("Ana") == record.question_for("Ana")
    record.cancel("GM")
    record.do("GM", {"do": "bid"})
    record.answer("Ben", 2)
    entries += record.drain()
    again = restore(ruleset, header, entries)
    assert waiting(again) == ("Ana",)


def test_a_game_without_states_cannot_be_taken_up() -> None:
    with pytest.raises(Unreadable, match="doesn’t carry its states"):
        restore(ruleset, HEADER, [Quiet(1, "00")])


class Changed(Parley):
    """The same game after a change of its rules: the dice are gone from gambling."""

    def perform(self, game: Game[Table], seat: str, action: Bid | Wait | Say | Gamble) -> None:
        if isinstance(action, Gamble):
            game.state.last = game.roll(8)
        else:
            super().perform(game, seat, action)


def test_a_change_of_rules_costs_a_running_table_one_action() -> None:
    record = a_table(2)
    record.do("Ana", {"do": "say", "words": "hello"})
    record.do("Ana", {"do": "gamble", "stake": 1})
    entries = record.drain()
    again = restore(Changed(), HEADER, entries)
    assert again.flight is None
    assert again.state.said == "hello"
    assert "The rules have changed" in see(again, "Ana").log[-1].text
    with pytest.raises(Diverged):
        replay(Changed(), HEADER, entries)


def test_fiat_sets_awards_moves_adds_and_lifts_and_is_marked() -> None:
    record = a_table()
    record.do("GM", {"do": "fiat.set", "path": "players/Ana/favour", "value": 4})
    record.do("GM", {"do": "fiat.award", "path": "players/Ana/favour", "amount": -9})
    record.do("GM", {"do": "fiat.award", "path": "players/Ana/favour", "amount": 2})
    record.do("GM", {"do": "fiat.add", "path": "players/Ana/moods", "condition": "angry"})
    record.do(
        "GM",
        {"do": "fiat.move", "card": "C3", "source": "deck", "target": "players/Ana/hand"},
    )
    ana = record.state.players["Ana"]
    assert (ana.favour, ana.moods, ana.hand) == (2, ["angry"], laid(["C3"]))
    record.do("GM", {"do": "fiat.lift", "path": "players/Ana/moods", "condition": "angry"})
    assert record.state.players["Ana"].moods == []
    log = see(record, "Ben").log
    assert all(line.fiat for line in log)
    assert log[0].text == "The GM decides: Ana’s favour is 4."
    assert "C3" not in log[4].text


def test_fiat_sets_words() -> None:
    record = a_table()
    record.do("GM", {"do": "fiat.set", "path": "said", "value": "Enough."})
    assert record.state.said == "Enough."
    assert see(record, "Ben").log[-1].text == "The GM decides: said is “Enough.”."


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ({"do": "fiat.set", "path": "players/Ana/favour", "value": 99}, "That can’t be"),
        ({"do": "fiat.set", "path": "players/Ana/gold", "value": 1}, "There is no “gold”"),
        ({"do": "fiat.set", "path": "said", "value": 1}, "holds words"),
        ({"do": "fiat.set", "path": "said", "value": True}, "holds words, not a yes or no"),
        ({"do": "fiat.set", "path": "players/Ana/favour", "value": "4"}, "holds a number"),
        ({"do": "fiat.award", "path": "said", "amount": 1}, "not a number"),
        ({"do": "fiat.add", "path": "players/Ana/moods", "condition": "green"}, "That can’t be"),
        ({"do": "fiat.add", "path": "deck/bag", "condition": "C9"}, "never make or lose one"),
        ({"do": "fiat.add", "path": "said", "condition": "C9"}, "not a list of conditions"),
        ({"do": "fiat.lift", "path": "players/Ana/moods", "condition": "calm"}, "is not in"),
        ({"do": "fiat.move", "card": "C9", "source": "deck", "target": "discard"}, "is not in"),
        ({"do": "fiat.move", "card": "C1", "source": "deck", "target": "said"}, "not a pile"),
    ],
)
def test_fiat_that_cannot_be_is_refused(action: dict[str, str | int], sentence: str) -> None:
    record = a_table()
    before = bytes_of(record)
    with pytest.raises(Refused, match=sentence):
        record.do("GM", action)  # type: ignore[arg-type]
    assert bytes_of(record) == before


def test_only_the_game_master_decrees() -> None:
    record = a_table()
    with pytest.raises(Refused, match="Only the game master"):
        record.do("Ana", {"do": "fiat.set", "path": "players/Ana/favour", "value": 4})


def test_an_ended_table_takes_nothing_more() -> None:
    record = a_table()
    record.open()
    with pytest.raises(Refused, match="has ended"):
        record.do("Ana", {"do": "wait"})
    with pytest.raises(Refused, match="has ended"):
        record.undo(1, "GM")
    with pytest.raises(Refused, match="before the end"):
        record.salt("Ana", "x")
    with pytest.raises(Refused, match="open already"):
        record.open()


SECRETS: dict[str, Callable[[Game[Table], bool], object]] = {
    "choose": lambda game, secret: game.choose(
        "Ana", "spare-ben", "Spare Ben?", ("Mercy", "No"), secret=secret
    ),
    "several": lambda game, secret: game.several(
        "Ana", "spare-ben", "Spare Ben?", ("Mercy", "No"), 1, 1, secret=secret
    ),
    "may": lambda game, secret: game.may(
        "Ana", "spare-ben", "Spare Ben?", yes="Mercy", secret=secret
    ),
    "number": lambda game, secret: game.number(
        "Ana", "spare-ben-mercy", "Spare Ben? Mercy", 0, 7, secret=secret
    ),
    "text": lambda game, secret: game.text(
        "Ana", "spare-ben-mercy", "Spare Ben? Mercy", secret=secret
    ),
    "each": lambda game, secret: game.each(
        (
            Choose("Ana", "spare-ben", "Spare Ben?", ("Mercy", "No"), secret=secret),
            Choose("Ben", "spare-ana", "Spare Ana?", ("Pity", "No"), secret=secret),
        )
    ),
}


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("secret", [True, False])
def test_a_secret_question_is_in_nobody_elses_bytes(kind: str, secret: bool) -> None:
    """An open one is, so these bytes would hold it."""

    class Asking(Parley):
        def perform(self, game: Game[Table], seat: str, action: Bid | Wait | Say | Gamble) -> None:
            SECRETS[kind](game, secret)

    record: ParleyRecord = Record(Asking(), HEADER, keep_states=True)
    record.set_up()
    record.do("GM", {"do": "wait"})
    eyes = ("GM", "Ana", "Ben", None)
    for seat, together in zip(eyes, see_all(record, eyes, 0, Drawn()), strict=True):
        for seen in (see(record, seat), together):
            sent = msgspec.json.encode(seen)
            assert (b"Mercy" in sent) == (seat == "Ana" or not secret)
            assert (b"Spare Ben" in sent) == (seat == "Ana" or not secret)


def test_questions_of_players_are_overheard_and_the_game_masters_are_not() -> None:
    record = a_table(2)
    record.do("Ana", {"do": "gamble", "stake": 1})
    assert [q.prompt for q in see(record, "Ben").overheard] == ["Roll once more?"]
    assert see(record, "Ben").question is None
    assert see(record, "Ben").waiting_for == ("Ana",)
    record.cancel("GM")
    record.do("GM", {"do": "say"})
    assert see(record, "Ben").overheard == []


def test_a_record_that_cannot_be_read_names_its_line() -> None:
    record = a_table()
    text = write_record(record.header, record.drain())
    with pytest.raises(Unreadable, match="empty"):
        read_record("")
    with pytest.raises(Unreadable, match="line 1 isn’t a header"):
        read_record("hello\n")
    with pytest.raises(Unreadable, match=r"Line 3 .* cut off"):
        read_record(text[:-20])
    with pytest.raises(Unreadable, match="Line 2"):
        read_record(text.replace('"did"', '"danced"'))
    with pytest.raises(Unreadable, match="format 9"):
        read_record(text.replace('"format":1', '"format":9'))


def test_more_answers_than_questions_is_a_divergence() -> None:
    record = a_table()
    flight = Flight("Ana", {"do": "wait"}, [Answered("roll 6", 3, at=2, of=6)])
    record.resume(record.n, record.quiet[record.n], flight, [])
    assert record.flight is None
    assert "more answers" in record.log[-1].line.text
