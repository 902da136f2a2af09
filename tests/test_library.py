"""What `import fatedeck as fd` promises: its shape, and what the docstrings do not show."""

from __future__ import annotations

import inspect
import subprocess
import sys
from fractions import Fraction

import pytest

import fatedeck as fd
from fatedeck.engine.view import Face
from tools import api

PROMISED = {
    "games": "()",
    "game": "(name)",
    "Table": "(game, /, seats, *, options=None, adventure='', machines=(), seed=None)",
    "replay": "(record, *, to=None)",
    "verify": "(record)",
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
    "hand_over": "(self, seat, machine='machine')",
    "make_heroes": "(self)",
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
        "__version__",
    }
    assert set(fd.__all__) == {*PROMISED, *values}
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
    for look in (table.view, table.offers, table.story, table.odds):
        with pytest.raises(fd.Refused, match="no seat “Zoe”"):
            look("Zoe")


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
    with pytest.raises(fd.Refused, match="There’s no foe called “Dragon”"):
        fd.fight_of("deckahedron", "Brann", "Dragon")


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
