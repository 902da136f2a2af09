"""What `import fatedeck as fd` promises: its shape, and what the docstrings do not show."""

from __future__ import annotations

import inspect
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from high_card import ruleset as high_card

import fatedeck as fd
from fatedeck.engine.view import Face
from tools import api

PROMISED = {
    "games": "()",
    "game": "(name)",
    "Table": "(game, /, seats, *, options=None, adventure='', machines=(), seed=None)",
    "replay": "(record, *, to=None)",
    "verify": "(record, *, heads='')",
    "Distribution": "(ways, order=None)",
    "say": "(chance)",
    "play_by": "(house)",
    "run_scenarios": "(where)",
    "machines": "(game)",
    "Match": "(game, /, seats, options=None, seed=None, *, opening=(), dealt=False)",
    "fight_of": "(game, /, party='', foes='', seed=None, *, dealt=False)",
    "moves_of": "(game, moment, *, sensible=False)",
    "said": "(move)",
    "RandomPlayer": "(game, /, seed=None)",
    "PolicyPlayer": "(game, /, policy=None)",
}
TABLE = {
    "answer": "(self, seat, answer, *, by='')",
    "do": "(self, seat, what, /, **values)",
    "end": "(self)",
    "form": "(self, seat, offer, /, **chosen)",
    "from_record": "(record, *, seed=None)",
    "hand_over": "(self, seat, machine='machine')",
    "make": "(self, seat, move)",
    "make_heroes": "(self)",
    "moves": "(self, seat, *, ways=1)",
    "odds": "(self, seat)",
    "offers": "(self, seat)",
    "play": "(self, at_most=10000)",
    "question": "(self, seat)",
    "record": "(self)",
    "story": "(self, seat=None)",
    "take_back": "(self, seat)",
    "undo": "(self)",
    "view": "(self, seat=None)",
}
ODDS = {
    "ask": "(game, question, /, *, without=(), **settings)",
    "questions": "(game)",
    "count": "(prospect)",
    "settings": "(game, question)",
}
PLAYED = "play='machine', against='machine'"
MUCH = f"fights=0, until=0.0, seed='lab', jobs=0, cluster='', {PLAYED}, options=None, out=None"
LAB = {
    "lab": f"(what, party='', foes='', *, {MUCH}, watch=None)",
    "muster": f"(game, party, foes, *, settings=None, options=None, {PLAYED})",
    "read_encounter": "(path, values=None)",
    "run_matches": f"(game, decks, wish, out=None, watch=None, {PLAYED})",
    "sweep": f"(what, party='', foes='', *, vary=None, {MUCH})",
}
PRESS = {
    "adventure": "(name, page='a5', *, booklet=False)",
    "aids": "(game, page='a4')",
    "book": "(game, page='a5', *, sources=False, booklet=False)",
    "cards": "(game, style=None, *, options=None, sets=(), deck='', copies=1)",
    "chronicle": "(record, title='', page='a5', *, seat=None, booklet=False)",
    "reference": "(game, page='a4')",
    "sheet": "(game, hero='', page='a4', *, link='', fillable=False)",
}

FIELDS = {  # what a program may rely on in what it is given; there may be more
    "Offer": "do label group params fixed clauses note why_not cost",
    "Form": "params why_not clause",
    "One": "name label options notes labels default asked",
    "Many": "name label options least most notes labels asked",
    "Count": "name label low high default",
    "YesNo": "name label default",
    "Words": "name label longest may_be_empty",
    "Choose": "seat name prompt options labels notes clauses",
    "Several": "seat name prompt options least most labels notes clauses",
    "Number": "seat name prompt low high or_more clauses",
    "Text": "seat name prompt longest may_be_empty clauses",
    "View": "banner turn zones sheets gadgets order task tale making won",
    "Zone": "id title count cards owner layout purpose",
    "Shown": "name note",
    "Sheet": "id title owner about counters conditions entries side",
    "Counter": "label value most note",
    "Face": "title kind text facts clauses",
    "Figure": "value low high fights",
    "Verdict": "fair sentence draws",
    "Seat": "name role",
}
KINDS = {"AnyRuleset", "Move", "Answer", "Decision", "Param", "Value", "Role"}


def shape(found: object) -> str:
    assert callable(found)
    signature = inspect.signature(found)
    bare = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=signature.empty))


def test_what_is_promised_keeps_its_shape() -> None:
    values = {
        "odds",
        "lab",
        "press",
        "Moment",
        "Player",
        "FatedeckError",
        "Refused",
        "Unreadable",
        "Diverged",
        "NotInstalled",
        "__version__",
    }
    assert set(fd.__all__) == {*PROMISED, *values, *FIELDS, *KINDS}
    assert set(dir(fd)) - set(fd.__all__) == {name for name in vars(fd) if name.startswith("__")}
    for name, fields in FIELDS.items():
        assert set(fields.split()) <= {*getattr(fd, name).__struct_fields__}, name
    assert {name: shape(getattr(fd, name)) for name in PROMISED} == PROMISED
    assert {name: shape(getattr(fd.Table, name)) for name in TABLE} == TABLE
    assert {name: shape(getattr(fd.odds, name)) for name in ODDS} == ODDS
    assert {name: shape(getattr(fd.lab, name)) for name in LAB} == LAB
    assert {name: shape(getattr(fd.press, name)) for name in PRESS} == PRESS


def test_the_page_is_what_the_docstrings_say() -> None:
    assert api.PAGE.read_text("utf-8") == api.page(), "write it again with: python tools/api.py"


def test_importing_loads_nothing_but_itself() -> None:
    look = "import sys, fatedeck; print([m for m in sys.modules if m.startswith('fatedeck.')])"
    ran = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, check=True
    ).stdout
    assert ran.strip() == "[]"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no “tabel”"):
        getattr(fd, "tabel")  # noqa: B009  # a checker would not let it pass


def test_the_same_seed_is_the_same_game() -> None:
    one, two = (fd.Table("adventurer-factory", ["Ana", "Ben"], seed=7) for _ in range(2))
    other = fd.Table("adventurer-factory", ["Ana", "Ben"], seed=8)
    assert one.view("Ana") == two.view("Ana") != other.view("Ana")


def test_an_adventure_runs_with_machines_and_its_record_is_proved() -> None:
    table = fd.Table(
        "deckahedron", ["Ana"], adventure="the-bell-under-the-weir", machines=["GM", "Ana"], seed=3
    )
    table.make_heroes()
    assert table.play(at_most=40) == 40
    played = table.record()
    assert fd.replay(played).story() == table.story()
    assert not fd.verify(played).fair
    verdict = fd.verify(table.end())
    assert verdict.fair, verdict.sentence
    with pytest.raises(fd.Refused, match="only look"):
        fd.replay(played).undo()


def test_a_replayed_table_has_the_record_that_it_was_replayed_from() -> None:
    table = fd.Table("deckahedron", ["Ana"])
    table.do("GM", "describe-setting", words="A city\u2028of bells")
    table.do("GM", "settle-ties", words="Old friends")
    whole = table.record()
    assert fd.replay(whole).record() == whole
    header, *entries = whole.split("\n")[:-1]
    half = fd.replay(whole, to=len(entries) - 3)  # without the last act, its quiet point, its head
    assert half.record() == "\n".join([header, *entries[:-3]]) + "\n"
    assert half.story() == table.story()[:-1]


class First:
    """A typed bot by what is promised alone; a checker reads it with the rest of our tests."""

    def decide(self, moment: fd.Moment, /) -> fd.Move | None:
        return fd.moves_of("adventurer-factory", moment)[0]


def test_a_bot_is_written_by_what_is_promised() -> None:
    duel = fd.Match("adventurer-factory", ["Ana", "Ben"], seed=1)
    players: dict[str, fd.Player] = {"Ana": First(), "Ben": First()}
    duel.play(players)
    assert sorted(duel.worth.values()) in ([0, 1], [0.5, 0.5])


@pytest.mark.parametrize("game", [ruleset.id for ruleset in fd.games()])
def test_a_seat_is_played_by_the_moves_that_are_ready(game: str) -> None:
    """One decision each of whoever can: nothing that is given is refused."""
    players = ["Ana", "Ben"]
    table = fd.Table(game, players, seed="x")
    if fd.machines(game):
        table.make_heroes()
    for number in range(30):
        seat = next((seat for seat in table.seats if table.moves(seat)), None)
        if seat is None:
            break
        asked = table.question(seat)
        moves = table.moves(seat, ways=2)
        if asked is not None and number % 2:
            table.answer(seat, api.first(asked))
        else:
            table.make(seat, moves[number % len(moves)])
    assert table.over or number == 29
    assert fd.verify(table.end()).fair


def test_of_numbers_those_that_change_least_come_first() -> None:
    table = fd.Table("realms-behind", ["Ana"], seed="x")
    table.make_heroes()
    table.do("Ana", "try", skill="acrobatics", what="Over the wall")
    table.answer("GM", 12)
    table.answer("GM", "yes")
    table.answer("GM", "any")
    assert isinstance(asked := table.question("GM"), fd.Number)
    assert asked.low < 0 < asked.high
    assert table.moves("GM")[0] == 0


def test_any_game_of_ones_own_is_a_game() -> None:
    """For a checker of types too, which reads this."""
    typed: fd.AnyRuleset = high_card
    assert fd.Match(high_card, ["Ana", "Ben"]).ruleset is typed


def test_a_record_is_its_text_or_its_file(tmp_path: Path) -> None:
    table = fd.Table("deckahedron", ["Ana"], seed="x")
    file = tmp_path / "ours.jsonl"
    file.write_text(table.record(), "utf-8", newline="\n")
    for record in (table.record(), file, str(file)):
        assert fd.replay(record).story() == table.story()
        assert not fd.verify(record).fair
        assert fd.Table.from_record(record, seed="x").record() == table.record()
    with pytest.raises(fd.Unreadable, match=r"nothing\.jsonl can’t be read: No such file"):
        fd.verify(tmp_path / "nothing.jsonl")
    with pytest.raises(fd.Unreadable, match="The record is empty"):
        fd.replay("")
    with pytest.raises(fd.Refused, match="has no -1 entries"):
        fd.replay(file, to=-1)
    table.do("GM", "describe-setting", words="A city of bells")
    whole = table.end()
    assert "No head was kept" in fd.verify(whole).sentence
    proved = fd.verify(whole, heads=file)
    assert proved.fair
    assert "No head was kept" not in proved.sentence
    other = fd.Table("deckahedron", ["Ana"], seed="y").end()
    assert not fd.verify(other, heads=file).fair


def test_the_game_master_may_be_named_among_the_seats() -> None:
    table = fd.Table("deckahedron", ["Ana", "GM"])
    assert table.seats == ("Ana", "GM")
    assert fd.Table("deckahedron", table.seats).seats == table.seats
    assert "begin-play" in {offer.do for offer in table.offers("GM")}
    assert fd.Table("adventurer-factory", ["GM", "Ana"]).seats == ("GM", "Ana")


def test_odds_read_well_however_many_digits_they_have() -> None:
    fight = fd.odds.ask("deckahedron", "fight", rank=3, foe=2, stamina=4, foe_stamina=4)
    assert str(fight).splitlines()[0] == "the foe falls: about 10 in 17 (59%)"
    assert repr(fight).endswith("'the foe falls': ≈59%})")
    die = fd.Distribution.of_counts({1: 1, 2: 1})
    assert repr(die) == "Distribution({1: 1/2, 2: 1/2})"


def in_the_middle(seed: str) -> fd.Table:
    """Ana has flipped once, and flips again: the game master is asked."""
    table = fd.Table("deckahedron", ["Ana"], seed=seed)
    table.do("Ana", "take-sample", character="Wren")
    table.do("GM", "begin-play")
    for _ in range(2):
        table.do("Ana", "flip", stat="strength")
        if len(table.story()) < 4:
            table.answer("GM", "easy")
    return table


def test_with_its_seed_a_record_is_played_on_as_if_nothing_had_been() -> None:
    table = in_the_middle("x")
    again = fd.Table.from_record(table.record(), seed="x")
    assert again.record() == table.record()
    assert again.waiting_for == ("GM",)
    for each in (table, again):
        each.answer("GM", "easy")
        each.undo()
        each.do("Ana", "flip", stat="dexterity")
        each.answer("GM", "easy")
    assert again.record() == table.record()
    assert fd.verify(again.end()).fair
    with pytest.raises(fd.Refused, match="not the seed of this table"):
        fd.Table.from_record(table.record(), seed="y")
    with pytest.raises(fd.Refused, match="This table has ended"):
        fd.Table.from_record(again.record(), seed="x")


def test_without_its_seed_a_record_is_played_on_by_a_secret_of_its_own() -> None:
    table = in_the_middle("x")
    again = fd.Table.from_record(table.record())
    for seat in (None, *table.seats):
        assert again.view(seat) == table.view(seat)
        assert again.story(seat) == table.story(seat)
    assert again.question("GM") == table.question("GM")
    again.answer("GM", "No flip")  # whatever the new secret would have brought
    again.do("Ana", "narrate", words="I sit down")
    assert again.story()[: len(table.story())] == table.story()
    assert "I sit down" in again.story()[-1]
    assert fd.replay(again.record()).view("GM") == again.view("GM")
    third = fd.Table.from_record(again.record())
    assert third.view("GM") == again.view("GM")
    verdict = fd.verify(third.end())
    assert verdict.fair, verdict.sentence
    assert "was played elsewhere" in verdict.sentence
    after = fd.Table.from_record(third.record())
    assert not after.over
    after.do("Ana", "flip", stat="strength")


def test_a_step_that_was_cut_off_is_left_out() -> None:
    table = in_the_middle("x")
    before = table.record()
    table.answer("GM", "easy")
    *lines, card, quiet, _ = table.record()[len(before) :].splitlines(keepends=True)
    for cut in (
        before,
        before + "".join(lines),
        before + "".join([*lines, card]),
        before + quiet[:9],
    ):
        again = fd.Table.from_record(cut, seed="x")
        assert again.waiting_for == ("GM",)
        again.answer("GM", "easy")
        assert again.record() == table.record()
        assert fd.Table.from_record(cut).waiting_for == ("GM",)


def test_a_refused_action_changes_nothing_and_an_undone_one_comes_again() -> None:
    table = fd.Table("deckahedron", {"Mara": "gm", "Ana": "player"}, seed="x")
    table.do("Ana", "take-sample", character="Wren")
    table.do("Mara", "begin-play")
    before = table.record()
    with pytest.raises(fd.Refused):
        table.do("Ana", "flip", stat="luck")
    assert table.record() == before
    table.do("Ana", "flip", stat="strength")
    assert table.waiting_for == ("Mara",)
    table.answer("Mara", "easy")
    told = table.story()
    table.undo()
    assert table.story() == told[:-1]
    table.do("Ana", "flip", stat="strength")
    table.answer("Mara", "easy")
    assert table.story() == told


def test_a_seat_that_is_not_there_is_named() -> None:
    table = fd.Table("deckahedron", ["Ana"])
    looks = (table.view, table.offers, table.story, table.odds, table.question, table.take_back)
    for look in looks:
        with pytest.raises(fd.Refused, match=r"no seat “Zoe” here\. There are: GM, Ana\."):
            look("Zoe")
    assert fd.Table("deckahedron", ["Ana"], machines="GM").seats == ("GM", "Ana")


@pytest.mark.parametrize(
    ("what", "given", "sentence"),
    [
        ("take-smaple", {}, "has no action called “take-smaple”. Did you mean “take-sample”?"),
        ("hop", {}, "has no action called “hop”. You can use: describe-setting, spread, "),
        (
            "take-sample",
            {"charcter": "Maren"},
            "takes no “charcter”. Did you mean “character”? It takes: character.",
        ),
        ("take-sample", {}, "take-sample needs “character”."),
        ("take-sample", {"character": 3}, "“character” has to be text, not “3”."),
        ("spread", {"strength": 3}, "spread needs “dexterity” and “intelligence”."),
        ("begin-play", {"now": True}, "begin-play takes no “now”. It takes: nothing."),
        (
            "flip",
            {"stat": "luck"},
            "“stat” can’t be “luck”. It can be: dexterity, intelligence, strength.",
        ),
    ],
)
def test_an_action_that_cannot_be_read_is_told_as_a_person_would(
    what: str, given: dict[str, str | int | bool], sentence: str
) -> None:
    table = fd.Table("deckahedron", ["Ana"])
    before = table.record()
    with pytest.raises(fd.Refused) as refused:
        table.do("Ana", what, **given)
    assert sentence in str(refused.value)
    assert table.record() == before


def test_an_answer_that_is_none_is_told_what_there_is() -> None:
    table = fd.Table("deckahedron", ["Ana"])
    table.do("Ana", "take-sample", character="Wren")
    table.do("GM", "begin-play")
    table.do("Ana", "flip", stat="strength")
    for wrong in ("eazy", 3, ["easy"]):
        with pytest.raises(fd.Refused, match=r"is not one of: Very easy, Easy, Standard, "):
            table.answer("GM", wrong)
    with pytest.raises(fd.Refused, match=r"Did you mean “Easy”\?$"):
        table.answer("GM", "eazy")
    with pytest.raises(fd.Refused, match=r"no seat “Anna” here\. Did you mean “Ana”"):
        table.answer("Anna", "easy")
    table.answer("GM", "easy")


def test_what_is_not_there_is_said_in_a_sentence() -> None:
    with pytest.raises(fd.Unreadable, match=r"There is no adventure “none” for .*\. Try: "):
        fd.Table("deckahedron", ["Ana"], adventure="none")
    with pytest.raises(fd.Unreadable, match=r"There is no file none\.yaml\."):
        fd.run_scenarios("none.yaml")
    duel = fd.Match("adventurer-factory", ["Ana", "Ben"], seed=1)
    with pytest.raises(fd.Refused, match="Ana is to act, and “nonsense” is no action"):
        duel.make("nonsense")
    with pytest.raises(fd.Refused, match="Nobody plays Ana"):
        duel.play({"Ben": fd.RandomPlayer(duel.ruleset)})
    with pytest.raises(fd.Unreadable, match="There is no game “chess”"):
        fd.Match("chess", ["Ana", "Ben"])
    with pytest.raises(fd.Unreadable, match="Did you mean “modules”"):
        fd.Table("deckahedron", ["Ana"], options={"module": []})
    with pytest.raises(fd.Unreadable, match=r"can’t be “combatt”\. It can be: attack_simple, "):
        fd.Table("deckahedron", ["Ana"], options={"modules": ["combatt"]})
    with pytest.raises(fd.Refused, match="There’s no foe called “Dragon”"):
        fd.fight_of("deckahedron", "Brann", "Dragon")
    with pytest.raises(fd.Refused, match="has no number called “hp” for a fight"):
        fd.fight_of("deck-of-adventures", "Clubs1", "Grunt [hp=9]")


def test_house_rules_that_cannot_be_meant_are_named_by_their_line() -> None:
    with pytest.raises(fd.Unreadable, match="line 2: There is no game “nonesuch”"):
        fd.play_by("title: Ours\ngame: nonesuch\nchanges: {tables: {foes: 1}}\n")


def test_odds_of_a_question_are_those_of_the_deck_that_is_left() -> None:
    ask = fd.odds.ask
    flip = ask("deckahedron", "flip", rank=3, difficulty="easy", without=["D01", "D02"])
    # At rank 3 five of 20 cards read ✔✔, D02 among them; two of 18 are flipped: 1 - 14·13/18·17.
    assert flip["✔✔"] == Fraction(62, 153)
    with pytest.raises(fd.Unreadable, match="You can ask: flip"):
        ask("deckahedron", "flop")
    with pytest.raises(fd.Unreadable, match="has no “size”"):
        ask("deckahedron", "flip", size=3)
    with pytest.raises(fd.Unreadable, match="also needs: rank"):
        ask("deckahedron", "flip")
    with pytest.raises(fd.Refused, match="no card D99"):
        ask("deckahedron", "flip", rank=3, difficulty="easy", without=["D99"])


def test_what_draws_itself_in_a_notebook_hides_what_is_hidden_and_escapes() -> None:
    duel = fd.Table("adventurer-factory", ["Ana <b>", "Ben"], seed=1)
    drawn = duel._repr_html_()
    assert "Ana &lt;b&gt;" in drawn
    assert "Ana <b>" not in drawn
    hand = {card.name for card in duel.view("Ana <b>").zones[0].cards}
    assert hand
    assert not any(duel.cards[name.partition("#")[0]].title in drawn for name in hand)
    assert "<b>Sword &amp; co</b>" in Face("Sword & co")._repr_html_()
    odds = fd.Distribution.of_counts({"<low>": 1, "high": 3})._repr_html_()
    assert "75%" in odds
    assert "&lt;low&gt;" in odds
    assert "Not proved" in fd.verify(duel.record())._repr_html_()
