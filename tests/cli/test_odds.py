"""`fatedeck odds`: every kind of question, and a clear sentence for every bad one."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from fatedeck.engine.entries import Quiet, read_record
from fatedeck.engine.random_play import new_record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deckahedron.data import deckahedron, readings
from fatedeck.games.realms_behind.rules.cards import RANK, STANDARD
from tests.cli.test_cli import fatedeck, one_sentence
from tests.odds.test_best import wounded

NO_HURRY = ("odds", "--limit", "3600")
"""Odds of which all is to be known, however slow the machine is."""


def test_the_questions_of_a_game_say_what_is_usual() -> None:
    listed = fatedeck("odds", "deckahedron").stdout
    assert "fight rank=1..4 foe=1..4 [stamina=1..10] [foe_stamina=1..20]" in listed
    assert "spend hand=WORDS need=1..14" in fatedeck("odds", "realms-behind").stdout


def test_a_fight_as_bars_and_as_data() -> None:
    asked = (*NO_HURRY, "deckahedron", "fight", "rank=3", "foe=2", "stamina=2", "foe_stamina=2")
    assert "the foe falls" in fatedeck(*asked).stdout
    [odds] = json.loads(fatedeck(*asked, "--json").stdout)
    assert sum(one["chance"] for one in odds["chances"]) == pytest.approx(1)
    assert fatedeck(*asked, "--svg").stdout.startswith("<svg")
    assert fatedeck(*asked, "--csv").stdout.count("\n") == 4


def test_a_fight_from_the_deck_of_a_record(asked_table: str) -> None:
    """Cards that a seat has drawn are gone from it; a question of the game may take it."""
    table = ("--record", asked_table, "--seat", "Ana")
    asked = (*NO_HURRY, "deckahedron", "fight", "rank=3", "foe=2", "stamina=2", "foe_stamina=2")
    assert fatedeck(*asked, *table).stdout == fatedeck(*asked).stdout
    worn = fatedeck(*asked, *table, "--without", "D20,D19,D18")
    assert worn.stdout == fatedeck(*asked, "--without", "D18,D19,D20").stdout
    assert worn.stdout != fatedeck(*asked).stdout
    assert "no seat" in one_sentence(fatedeck(*asked, "--record", asked_table, "--seat", "Zed"))


def test_when_to_stop_and_what_to_redraw() -> None:
    asked = ("odds", "deck-of-adventures", "check", "difficulty=3")
    rows = fatedeck(*asked, "hand=1", "--stop").stdout.splitlines()[1:]
    plan = {row[2:36].strip(): row[37:49].strip() for row in rows}
    assert plan["Critical Success at 0"] == "stop"
    assert plan["Suited Success at 3"] == "stop", "a nearer plain one would count instead"
    assert plan["Miss at 6"] == "draw another"
    redraws = json.loads(fatedeck(*asked, "--redraw", "--json").stdout)
    worth = {choice["choice"]: choice["worth"] for choice in redraws}
    assert worth["Miss at 4: redraw"] > worth["Miss at 4: keep"]
    assert worth["Success at 3: redraw"] < worth["Success at 3: keep"]


def test_which_card_to_spend() -> None:
    asked = ("odds", "realms-behind", "spend", "hand=3,12", "need=2", "coming=1", "needs=5,11")
    assert [line.split() for line in fatedeck(*asked).stdout.splitlines()[1:]] == [
        ["3", "2.000"],
        ["12", "1.000"],
    ]
    best, _ = json.loads(fatedeck(*asked, "--json").stdout)
    assert best == {"choice": "3", "exactly": "2", "worth": 2.0}
    assert fatedeck(*asked, "--csv").stdout.splitlines()[1] == '"3",2,2.000000,0.000000'


@pytest.fixture
def asked_table(tmp_path: Path) -> str:
    """A record in which Ana must say how she loses 6 Stamina."""
    record = wounded(6)
    path = tmp_path / "table.jsonl"
    lines = [msgspec.json.encode(line) for line in (record.header, *record.drain())]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return str(path)


def test_the_best_answer_at_a_table(asked_table: str) -> None:
    ran = fatedeck("odds", "deckahedron", "--record", asked_table, "--seat", "Ana", "--best")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(
        "You’re about to lose 6 Stamina. Turn some of it into an injury? (Ana)"
    )
    assert "6 into a Wound" in ran.stdout
    asked = ("odds", "deckahedron", "--record", asked_table, "--best")
    assert "Whose odds?" in one_sentence(fatedeck(*asked))
    assert "Nothing is being asked of Ben" in one_sentence(fatedeck(*asked, "--seat", "Ben"))
    late = fatedeck(*asked, "--seat", "Ana", "--limit", "0").stdout.splitlines()[-1]
    assert late.startswith("Stopped after 0 s. There was no time to weigh")
    assert "Which table?" in one_sentence(fatedeck("odds", "deckahedron", "--best"))


RECORDS = Path(__file__).parents[1] / "records"


def choices(*asked: str) -> dict[str, float]:
    ran = fatedeck("odds", *asked, "--json")
    assert ran.returncode == 0, ran.stderr
    return {choice["choice"]: choice["worth"] for choice in json.loads(ran.stdout)}


def test_which_card_of_a_hand_in_a_record_to_spend() -> None:
    """The hand and the pile are those of the record at that step. RB-5.5, RB-5.7."""
    table = ("--record", str(RECORDS / "realms-behind/a-day.jsonl"), "--at", "140", "--seat", "Ana")
    asked = ("realms-behind", "spend", "need=6", "coming=8", "needs=5,7,9,11")
    at_table = choices(*asked, *table)
    header, entries = read_record(Path(table[1]).read_text())
    record = replay(find_game(header.game), header, entries, to=140)
    held = find_game(header.game).held(record.state, "Ana")
    ranks = [RANK[card] for card in held]
    assert set(at_table) == {str(rank) for rank in ranks}
    pile = find_game(header.game).unseen(record.state, "Ana")
    gone = ",".join(card for card in STANDARD if card not in pile and card not in held)
    hand = ",".join(map(str, ranks))
    assert choices(*asked, f"hand={hand}", "--without", gone) == at_table
    said = one_sentence(fatedeck("odds", *asked, "hand=3", *table))
    assert "The record already gives hand" in said


def test_will_and_a_fight_with_the_hand_of_a_record() -> None:
    """The pile is what is left beside the hand, in a record as away from it. RB-5.7, RB-11.2."""
    path = RECORDS / "realms-behind/a-day.jsonl"
    table = ("--record", str(path), "--at", "140", "--seat", "Ana")
    header, entries = read_record(path.read_text())
    record = replay(find_game(header.game), header, entries, to=140)
    held = find_game(header.game).held(record.state, "Ana")
    pile = find_game(header.game).unseen(record.state, "Ana")
    gone = ",".join(card for card in STANDARD if card not in (*pile, *held))
    away = (f"hand={','.join(held)}", "--without", gone)
    assert held
    will = ("odds", "realms-behind", "will", "need=13", "insight=1", "will=3", "advantage=-1")
    strong, weak = ("need=9", "damage=2", "shallow=2", "deep=3"), ("foe_need=9", "foe_damage=3")
    fight = (*NO_HURRY, "realms-behind", "fight", *strong, *weak, "foe_health=5")
    for asked in (will, fight):
        answer = fatedeck(*asked, *table)
        assert answer.returncode == 0, answer.stderr
        assert f"from {len(pile)} cards" in answer.stdout
        assert answer.stdout == fatedeck(*asked, *away).stdout
        assert "The record already gives hand" in one_sentence(fatedeck(*asked, "hand=KS", *table))


@pytest.mark.parametrize(
    "question",
    ["will need=13 insight=1 will=2", "attack need=9 damage=3", "check need=9", "spend need=6"],
)
def test_a_deck_with_jokers_in_a_record(question: str, tmp_path: Path) -> None:
    """Both Jokers are in Ana's deck or in her hand. RB-1.5."""
    options: dict[str, object] = {"jokers": True, "characters": {"Ana": "orrin", "Ben": "dhutlo"}}
    record = new_record(find_game("realms-behind"), 4, options)
    path = tmp_path / "jokers.jsonl"
    lines = [msgspec.json.encode(line) for line in (record.header, *record.drain())]
    path.write_bytes(b"\n".join(lines) + b"\n")
    ruleset = find_game("realms-behind")
    assert "Joker" in (*ruleset.held(record.state, "Ana"), *ruleset.unseen(record.state, "Ana"))
    more = ("coming=3",) if question.startswith("spend") else ()
    asked = ("odds", "realms-behind", *question.split(), *more)
    ran = fatedeck(*asked, "--record", str(path), "--seat", "Ana")
    assert ran.returncode == 0, ran.stderr


def test_a_wound_or_the_stamina_before_it_happens(asked_table: str) -> None:
    """The same worths as when it has happened and the question is open. DKH-58."""
    table = ("deckahedron", "--record", asked_table, "--seat", "Ana")
    _, entries = read_record(Path(asked_table).read_text())
    happened = choices(*table, "--best")
    before = ("--at", str(len(entries) - 1))
    game, *where = table
    assert choices(game, "wound", "points=6", *where, *before) == happened
    under_way = one_sentence(fatedeck("odds", game, "wound", "points=6", *where))
    assert "in progress" in under_way
    gone = fatedeck("odds", game, "wound", "points=6", *where, *before, "--without", "D01")
    assert "The record says which cards are gone" in one_sentence(gone)
    told = fatedeck("odds", game, "wound", "points=6", "harm=1", *where, *before)
    assert "The record already gives harm" in one_sentence(told)
    master = (*before, "--record", asked_table, "--seat", "GM")
    assert "GM" in one_sentence(fatedeck("odds", game, "wound", "points=6", *master))


def test_shuffling_before_a_flip() -> None:
    """By hand: D01 to D05 gone, how many of the others show a success for rank 1. DKH-31."""
    gone = [f"D{n:02}" for n in range(1, 6)]
    edges = readings("classic")
    good = {card for card in deckahedron() if edges[card][1] >= 3}
    left = [card for card in deckahedron() if card not in gone]
    asked = ("deckahedron", "flip", "rank=1", "difficulty=standard", "--reshuffle")
    ran = fatedeck("odds", *asked, "--without", ",".join(gone), "--json")
    lying, shuffled = json.loads(ran.stdout)
    assert Fraction(lying["success"]["exactly"]) == Fraction(len(good & set(left)), 15)
    assert Fraction(shuffled["success"]["exactly"]) == Fraction(len(good), 20)
    last = fatedeck("odds", *asked, "--without", ",".join(gone)).stdout.splitlines()[-1]
    assert last.startswith(("Shuffle them in: on average", "Leave the deck as it is: on average"))
    assert "no discards" in one_sentence(fatedeck("odds", *asked))
    check = ("odds", "deck-of-adventures", "check", "difficulty=3", "--reshuffle")
    assert "Nobody can shuffle" in one_sentence(fatedeck(*check))


def quiet_in_the_one_shot() -> int:
    """A step of the One-Shot, in play, at which nothing is under way."""
    _, entries = read_record((RECORDS / "thousand-faces/one-shot.jsonl").read_text())
    return max(n for n in range(1, 206) if isinstance(entries[n - 1], Quiet))


def test_shuffling_before_a_flip_in_a_record() -> None:
    """What lies open in the discards comes back; the deck is the one of the record. TFA-77."""
    path = RECORDS / "thousand-faces/one-shot.jsonl"
    header, entries = read_record(path.read_text())
    ruleset = find_game(header.game)
    quiet = quiet_in_the_one_shot()
    record = replay(ruleset, header, entries, to=quiet)
    discards = ruleset.discarded(record.state, "Ana")
    left = ruleset.unseen(record.state, "Ana")
    assert discards
    asked = ("odds", "thousand-faces", "flip", "suit=dragon", "--reshuffle", "--json")
    table = ("--record", str(path), "--at", str(quiet), "--seat", "Ana")
    lying, shuffled = json.loads(fatedeck(*asked, *table).stdout)
    assert [lying["cards"], shuffled["cards"]] == [len(left), len(left) + len(discards)]


def test_flips_of_a_wounded_seat(tmp_path: Path) -> None:
    """By hand: Crown shows ✔✔✔ on 5 of 20 cards, W1 shows ✗ and stops the flip. TFA-47, TFA-48.

    Of the 420 orders of two of 21 cards, 5 x 20 begin with ✔✔✔, 15 x 5 end with it.
    """
    asked = ("odds", "thousand-faces", "flip", "suit=crown", "net=+1")
    [fresh] = json.loads(fatedeck(*asked, "added=W1", "--json").stdout)
    assert {one["outcome"]: one["exactly"] for one in fresh["chances"]}["✔✔✔"] == "5/12"
    path = RECORDS / "thousand-faces/one-shot.jsonl"
    header, entries = read_record(path.read_text())
    quiet = quiet_in_the_one_shot()
    record = replay(find_game(header.game), header, entries, to=quiet)
    deck = "players/Ana/deck"
    wound = {"do": "fiat.move", "card": "W1", "source": "wounds", "target": deck, "place": "bag"}
    record.do("GM", {**wound})
    table = tmp_path / "wounded.jsonl"
    lines = [header, *entries[:quiet], *record.drain()]
    table.write_bytes(b"\n".join(map(msgspec.json.encode, lines)) + b"\n")
    where = ("--record", str(table), "--seat", "Ana")
    left = find_game(header.game).unseen(record.state, "Ana")
    assert "W1" in left
    gone = ",".join(f"D{n:02}" for n in range(1, 21) if f"D{n:02}" not in left)
    at_table = fatedeck(*asked, *where)
    assert at_table.stdout == fatedeck(*asked, "added=W1", "--without", gone).stdout
    assert "The record already gives added" in one_sentence(fatedeck(*asked, "added=W1", *where))
    blows = ("suit=crown", "weapon=d6", "power=d4", "stamina=4")
    fight = (*NO_HURRY, "thousand-faces", "fight", *blows)
    kept = find_game(header.game).remaining(record.state, "Ana")
    spent = ",".join(f"D{n:02}" for n in range(1, 21) if f"D{n:02}" not in kept)
    rolled = (*fight, "numbers=dice")
    at_table = fatedeck(*rolled, *where)
    assert at_table.returncode == 0, at_table.stderr
    assert at_table.stdout == fatedeck(*rolled, "added=W1", "--without", spent).stdout


def test_a_number_passes_over_blank_cards() -> None:
    """By hand: 16 of 20 cards have a triangle, 4 for each number; D01 is blank. TFA-82, TFA-85."""
    asked = ("odds", "thousand-faces", "power", "die=d4")
    record = str(RECORDS / "thousand-faces/one-shot.jsonl")
    at_table = fatedeck(
        *asked, "--record", record, "--at", str(quiet_in_the_one_shot()), "--seat", "Ana"
    )
    assert at_table.returncode == 0, at_table.stderr
    [fresh] = json.loads(fatedeck(*asked, "--without", "D01", "--json").stdout)
    assert fresh["cards"] == 16
    assert {one["exactly"] for one in fresh["chances"]} == {"1/4"}


def test_how_to_pay_for_a_blow_at_a_record() -> None:
    """Ana's Good Cardio takes one of four points before she is asked. TFA-99, TFA-100."""
    path = str(RECORDS / "thousand-faces/one-shot.jsonl")
    asked = ("odds", "thousand-faces", "wound", "points=4", "--limit", "8")
    at = str(quiet_in_the_one_shot())
    ran = fatedeck(*asked, "--record", path, "--at", at, "--seat", "Ana")
    assert ran.stdout.startswith("Attack power 3 is coming in. How do you take it? (Ana)\n")
    assert "  1 Wound " in ran.stdout
    assert "  3 Stamina ≈" in ran.stdout


def test_a_flip_again_for_green_tokens_and_a_flashback() -> None:
    redraw = ("deckahedron", "flip", "rank=3", "difficulty=standard", "--redraw")
    worth = choices(*redraw)
    assert worth["✗✗: redraw"] > worth["✗✗: keep"]
    assert worth["✔✔: redraw"] < worth["✔✔: keep"]
    flashback = choices("thousand-faces", "flip", "suit=crown", "net=+1", "--redraw")
    assert flashback["✗: redraw"] > flashback["✗: keep"]
    assert "Nobody can stop" in one_sentence(fatedeck("odds", *redraw[:-1], "--stop"))
    twice = ("odds", "thousand-faces", "flip", "suit=crown", "xp=1", "--redraw")
    assert "Ask without it" in one_sentence(fatedeck(*twice))


GRITTY = str(RECORDS / "deckahedron" / "gritty-fight.jsonl")
DEEP = ("odds", "deckahedron", "--record", GRITTY, "--at", "100", "--seat", "Ben", "--best")
"""Ben may attack a Troll, which can go in very many ways, or do something simple."""

STORY = RECORDS / "deckahedron" / "story.jsonl"
ALL_BUT_THREE = ",".join(f"D{n:02}" for n in range(1, 18))
LONG_FIGHT = ("odds", "deckahedron", "fight", "rank=1", "foe=1", "stamina=10", "foe_stamina=20")


def test_what_was_weighed_is_shown_when_the_time_is_up() -> None:
    ran = fatedeck(*DEEP, "--limit", "4")
    assert ran.returncode == 0, ran.stderr
    title, *rows, note = ran.stdout.splitlines()
    assert title == "What to do now (Ben)"
    worth = {row[:52].strip(): row[52:].split() for row in rows}
    assert len(worth["Wait"]) == 1
    mark, _, plus_minus, _ = worth["Attack at range: Troll"]
    assert (mark, plus_minus) == ("≈", "±")
    assert note.startswith("Stopped after 4 s. ≈ marks an estimate")
    ran = fatedeck(*DEEP, "--limit", "4", "--json")
    choices = {choice["choice"]: choice for choice in json.loads(ran.stdout)}
    assert choices["Wait"]["exactly"]
    assert choices["Attack at range: Troll"]["exactly"] == ""
    assert choices["Attack at range: Troll"]["give_or_take"] > 0
    assert ran.stderr.startswith("Stopped after 4 s.")


def at_a_terminal() -> None:
    """Be what a shell starts in the foreground: Ctrl-C is heard, however the tests were started."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def in_a_terminal(*words: str, until: bytes) -> tuple[str, int]:
    """Run fatedeck in a terminal of 80 columns, press Ctrl-C once this is seen; what was shown."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "fatedeck", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=at_a_terminal,
    )
    os.close(theirs)
    shown, pressed = b"", False
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        shown += part
        if until in shown and not pressed:
            pressed = True
            os.write(ours, b"\x03")
    os.close(ours)
    return shown.decode(), process.wait(30)


def test_calling_off_a_search_keeps_what_was_found() -> None:
    shown, code = in_a_terminal(*DEEP, "--limit", "60", until="±".encode())
    assert code == 2
    assert "Weighing" in shown
    answer = shown[shown.index("What to do now (Ben)") :]
    assert "  Wait  " in answer
    assert "fatedeck: Stopped by you after" in answer
    assert "Traceback" not in shown


def test_calling_off_a_long_fight() -> None:
    shown, code = in_a_terminal(*LONG_FIGHT, "--limit", "60", until=b"Running the rules")
    assert code == 2
    assert "fatedeck: Stopped;" in shown
    assert "was done." in shown
    assert "Traceback" not in shown
    late = one_sentence(fatedeck(*LONG_FIGHT, "--limit", "0.2"))
    assert "That takes longer than 0.2 s" in late


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("deckahedron flip rank=3 difficulty=easy --without D21", "no card D21"),
        ("deckahedron flip rank=3 difficulty=easy --without D01,D01", "no card D01"),
        ("deckahedron flip rank=5 difficulty=easy", "not one of 1, 2, 3, 4"),
        ("deckahedron flip rank=3", "Say difficulty="),
        ("deckahedron flip rank", "is not one of: rank, difficulty"),
        ("deckahedron joust", "has no question called “joust”"),
        ("deckahedron fight rank=3 foe=2 stamina=0", "a number from 1 to 10"),
        (f"deckahedron fight rank=3 foe=2 stamina={10**40}", "a number from 1 to 10"),
        ("deckahedron flip rank=3 difficulty=easy --json --csv", "--json or --csv, not both"),
        ("deckahedron flip rank=3 difficulty=easy --stop --redraw", "--stop or --redraw, not both"),
        ("deckahedron flip rank=3 difficulty=easy --seat Ana", "Name its --record"),
        ("deckahedron --stop", "Which draw?"),
        (f"deckahedron --record {STORY} --seat Ana --at 100000", "entries, not 100000"),
        (f"deckahedron flip --record {STORY} --seat Ana --best", "Leave “flip” out"),
        (f"deckahedron --record {STORY} --seat Ana --best --without D01", "Leave --without out"),
        (f"realms-behind --record {STORY} --seat Ana", "is from deckahedron, not realms-behind"),
        (f"deckahedron --record {STORY} --seat Zed", "no seat “Zed”"),
        (f"deckahedron --record {RECORDS} --seat Ana", "can’t be read"),
        (f"deckahedron --record {Path(__file__)} --seat Ana", "isn’t a header"),
        ("joust flip", "no game “joust”"),
        ("deckahedron wound points=6 exhausted=4 --without " + ALL_BUT_THREE, "3 are left"),
        ("adventurer-factory blow die=1d4 --without AF01", "has no deck"),
        ("deck-of-adventures check difficulty=-1", "a number from 0 to 6"),
        ("deck-of-adventures check difficulty=three", "is a whole number"),
        ("deck-of-adventures check difficulty=3 hand=9", "a number from -4 to 4"),
        ("deck-of-adventures check difficulty=3 fate=2", "a number from 0 to 1"),
        ("deck-of-adventures check difficulty=-+3", "is a whole number"),
        ("deck-of-adventures check difficulty=3 difficulty=4", "You gave difficulty twice"),
        ("deck-of-adventures check difficulty=3 --stop", "no stopping early"),
        ("deck-of-adventures check difficulty=3 hand=-2 --redraw", "best of several cards"),
        ("deck-of-adventures fight --stop", "Nobody can stop"),
        ("deck-of-adventures check difficulty=3 target=ZZ", "“ZZ” is not one of"),
        ("deck-of-adventures check difficulty=3 fate=1 --redraw", "Ask without it"),
        ("deckahedron wound points=2", "a number from 3 to 20"),
        ("deckahedron wound points=6 --svg", "not as a picture"),
        ("deckahedron wound points=6 --without D99", "D99"),
        ("deck-of-adventures fight --without ZZ", "no card ZZ"),
        ("realms-behind spend hand=² need=2 coming=1", "not “²”"),
        ("realms-behind hand need=9 cards=53", "a number from 1 to 52"),
        ("realms-behind spend hand=3,x need=2 coming=1", "not “x”"),
        ("realms-behind spend hand=3,3,3,3,3 need=2 coming=1", "no more cards of rank 3"),
        ("realms-behind spend hand=, need=2 coming=1", "no card in your hand"),
        ("thousand-faces flip suit=crown added=W9", "“W9” is not one of W1"),
        ("thousand-faces blow suit=crown weapon=d6 added=D01", "“D01” is not one of W1"),
        ("thousand-faces flip suit=crown added=W1 xp=1", "Use --best with a table"),
        ("thousand-faces flip suit=crown added=W1 --redraw", "Use --best with a table"),
        ("realms-behind will need=9 hand=3X insight=2 will=1", "no card 3X left"),
        ("realms-behind will need=9 insight=2 will=41", "a number from 0 to 40"),
        ("realms-behind spend hand=3 need=2 coming=1 --svg", "not as a picture"),
    ],
)
def test_a_bad_question_gets_a_clear_sentence(question: str, sentence: str) -> None:
    assert sentence in one_sentence(fatedeck("odds", *question.split()))


def test_more_cards_than_the_deck_holds() -> None:
    gone = ",".join(f"D{n:02}" for n in range(1, 19))
    asked = ("odds", "deckahedron", "flip", "rank=3", "difficulty=very easy", "--without", gone)
    assert "can’t draw 3 cards from 2" in one_sentence(fatedeck(*asked))


def a_line_is_cut(text: str) -> str:
    lines = text.splitlines()
    return "\n".join([*lines[:20], lines[20][:-12]])


def a_line_is_missing(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(lines[:20] + lines[23:])


def a_line_is_no_entry(text: str) -> str:
    return "\n".join([*text.splitlines()[:20], '{"is":"dance"}', "[1,2]"])


@pytest.mark.parametrize("spoil", [a_line_is_cut, a_line_is_missing, a_line_is_no_entry])
def test_a_spoilt_record_gets_a_clear_sentence(spoil: Callable[[str], str], tmp_path: Path) -> None:
    path = tmp_path / "spoilt.jsonl"
    path.write_text(spoil(STORY.read_text()))
    for words in (["flip", "rank=3", "difficulty=easy"], ["--best"], ["wound", "points=6"]):
        asked = ("odds", "deckahedron", *words, "--record", str(path), "--seat", "Ana")
        assert len(one_sentence(fatedeck(*asked))) > 20
