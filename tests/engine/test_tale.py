"""A tale told by hand at a real table: what each action does, who sees what, what is kept."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from msgspec import Struct

from fatedeck.bots.machines import OWN, machine
from fatedeck.bots.trying import make_ready, new_record, step
from fatedeck.engine.adventure_text import OPTION
from fatedeck.engine.chance import commitment
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act, Header, read_record, write_record
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Offer
from fatedeck.engine.questions import Answer, Chance
from fatedeck.engine.record import Record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.engine.tale import Tale
from fatedeck.engine.telling import TAGS
from fatedeck.engine.view import SceneTold, Watch
from fatedeck.games.deckahedron.data import deckahedron, faces
from fatedeck.odds.dilemmas import dilemma
from fatedeck.odds.scenes import scene_odds

SECRET = b"a table for tales"
DECKAHEDRON = find_game("deckahedron")
SEATS = (Seat("GM", "gm"), Seat("Ana"), Seat("Ben"))

TEXT = """\
---
title: The Gate
game: deckahedron
options: {modules: [combat]}
---

SECRET-PREFACE

## The gate

> A gate stands here. A [porter](#the-porter) leans on it.

SECRET-NOTE

> Behind it, somebody coughs.

> **Handout: The bill**
>
> Three pence a head.

### The porter

> He is cold.

SECRET-PORTER From here: [climb over](#the-garden "clue: The key"),
[dig](#the-garden "clock: The night 2") or [walk away](#the-road-home).

### The thing below

> SECRET-THING

```stage
- do: add-foe
  with: {name: Crow, stamina: 2}
- do: add-foe
  with: {name: Raven}
  heroes: 3
```

```stage It rains
- do: tire
  with: {who: the hero, points: 1}
```

```check Search him
do: call-for-flip
with: {player: the hero, stat: dexterity}
great: {tell: A key and a coin., clue: [The key, The coin]}
good: {tell: A key., clue: The key}
bad: {tell: He moves., clock: {The night: 2}, stage: It rains}
```

```check Listen
kept: true
do: call-for-flip
with: {player: the hero, stat: intelligence}
good: {tell: SECRET-LISTEN}
```

```clock The night
size: 3
full: {tell: It is dark., go: the-road-home}
```

```oracle
[the porter, the gate, the key, the cold]
```

## The garden

> SECRET-GARDEN

## The road home

> SECRET-ROAD
"""


class Cards:
    """Chance as a test names it; what it does not name is the first that may come."""

    def __init__(self, *named: str) -> None:
        self.named = list(named)

    def __call__(self, question: Chance, n: int, k: int) -> Answer:
        if self.named:
            return question.check(self.named.pop(0))
        return next(answer for answer, _ in question.chances())


def paragraphs(scene: SceneTold) -> list[str]:
    return [part.text for part in scene.told]


def table(*named: str, text: str = TEXT) -> tuple[Record[Struct, Struct, Struct], Cards]:
    """A table at the gate, both heroes ready."""
    cards = Cards()
    options: dict[str, object] = {"modules": ["combat"], OPTION: text}
    header = Header("deckahedron", DECKAHEDRON.version, SEATS, options, commitment(SECRET))
    record = Record(DECKAHEDRON, header, chance=cards)
    record.set_up()
    record.do("Ana", {"do": "take-sample", "character": "Brann"})
    record.do("Ben", {"do": "take-sample", "character": "Wren"})
    record.do("GM", {"do": "begin-play"})
    cards.named = list(named)
    return record, cards


def told(*named: str, text: str = TEXT) -> tuple[Record[Struct, Struct, Struct], Cards]:
    """A table at the gate, where all that the scene begins with has been told."""
    record, cards = table(text=text)
    for part in ("the-gate#1", "the-gate#2"):
        record.do("GM", {"do": "tale.tell", "part": part})
    cards.named = list(named)
    return record, cards


def tale(record: Record[Struct, Struct, Struct]) -> Tale:
    telling = record.telling
    assert telling is not None
    return telling.tale


def labels(record: Record[Struct, Struct, Struct], seat: str, group: str) -> list[str]:
    return [
        offer.label
        for offer in see(record, seat).offers
        if offer.do.startswith("tale.") and offer.group == group
    ]


def test_the_desk_has_four_strips() -> None:
    record, _ = table()

    assert labels(record, "GM", "Now") == [
        "Tell",
        "Tell",
        "Show",
        "Show",
        "Show “The bill”",
        "Say something",
        "Set a scene of your own",
    ]
    assert labels(record, "GM", "Stage") == ["Set the stage", "It rains"]
    assert labels(record, "GM", "Ask") == ["Search him", "Listen", "Ask the cards"]
    assert labels(record, "GM", "Next") == [
        "Climb over",
        "Dig",
        "Walk away",
        "Go to another scene",
        "Start a clock",
        "The night",
        "Give or take a clue",
        "End the adventure",
    ]


def test_what_is_told_stands_before_everybody() -> None:
    record, _ = table()

    record.do("GM", {"do": "tale.tell", "part": "the-gate#1"})

    told = see(record, "Ana").view.tale
    assert told is not None
    assert paragraphs(told) == ["A gate stands here. A porter leans on it."]
    assert see(record, "Ana").log[-1].text == told.told[0].text


def test_whoever_comes_back_finds_the_scene_as_it_was_told() -> None:
    record, _ = table()
    record.do("GM", {"do": "tale.tell", "part": "the-gate#1"})
    record.do("GM", {"do": "tale.go", "to": "the-road-home"})

    record.do("GM", {"do": "tale.go", "to": "the-gate"})

    told = see(record, "Ana").view.tale
    assert told is not None
    assert paragraphs(told) == ["A gate stands here. A porter leans on it."]


def test_words_with_a_condition_are_told_where_it_holds() -> None:
    """The porter is told with what the heroes know; the game master reads when to tell the rest."""
    given = "> He is cold.\n\n> **If clue: The key**\n>\n> SECRET-IF He looks at your hand."
    record, _ = table(text=TEXT.replace("> He is cold.", given))

    record.do("GM", {"do": "tale.tell", "part": "the-gate/the-porter"})
    assert tale(record).said == ["He is cold."]
    assert "SECRET-IF" not in msgspec.json.encode(see(record, "Ana")).decode()

    record.do("GM", {"do": "tale.clue", "clue": "The key"})
    record.do("GM", {"do": "tale.tell", "part": "the-gate/the-porter"})
    assert tale(record).said[1:] == ["He is cold.", "SECRET-IF He looks at your hand."]


def test_the_game_master_reads_what_is_behind_it_all_and_when_to_tell() -> None:
    given = "> **If no clue: The coin; clock: The night 2**\n>\n> Behind it, somebody coughs."
    record, _ = table(text=TEXT.replace("> Behind it, somebody coughs.", given))

    told = see(record, "GM").view.tale
    assert told is not None
    assert [(entry.title, entry.group) for entry in told.untold] == [
        ("Tell", ""),
        ("Only if they don’t know “The coin”; The night is at 2 or more", ""),
        ("The porter", "There"),
        ("The thing below", "There"),
        ("The bill", "Handout"),
        ("Behind it all", "Behind"),
    ]


def test_a_wish_is_granted_in_one_tap() -> None:
    record, _ = table()
    record.do("Ana", {"do": "tale.wish", "what": "try:Search him"})

    offers = {offer.label: offer for offer in see(record, "GM").offers if offer.do == "tale.check"}
    assert offers["Search him"].fixed == {"check": "Search him", "hero": "Ana"}
    assert offers["Listen"].fixed == {"check": "Listen"}
    assert see(record, "Ben").log[-1].text == "Brann wants to search him."
    told = len(see(record, "Ben").log)
    record.do("Ana", {"do": "tale.wish", "what": "try:Search him"})
    assert len(see(record, "Ben").log) == told  # the same wish again is no news


def test_before_a_check_the_game_master_reads_what_each_result_brings() -> None:
    record, _ = table()
    record.do("Ana", {"do": "tale.wish", "what": "try:Search him"})

    notes = {offer.label: offer.note for offer in see(record, "GM").offers}

    assert notes["Search him"] == (
        "Ana wants to try. Great success: they learn “The key”, they learn “The coin”. "
        "Success: they learn “The key”. Failure: It rains (tire), The night +2"
    )
    assert notes["Listen"] == "Success: “SECRET-LISTEN”"
    assert "SECRET" not in repr(see(record, "Ana").offers)


def test_a_fight_begins_on_the_ground_that_the_scene_has_for_it() -> None:
    record = new_record(find_game("deck-of-adventures").adventures["the-locked-granary"], 2, "snow")
    assert make_ready(record)

    def size() -> tuple[object, object]:
        (grid,) = (one for one in see(record, "Ana").view.gadgets if one.kind == "grid")
        return grid.data["width"], grid.data["height"]

    def warning() -> str:
        offers = (offer for offer in see(record, "GM").offers if offer.do == "start-combat")
        return next(offer.warns for offer in offers)

    record.do("GM", {"do": "place-creature", "creature": "Gray Wolf"})
    assert "lay map" in warning()
    record.do("GM", {"do": "tale.stage", "stage": "The wolves close in"})

    assert size() == (14, 10)
    assert tale(record).staged == ["the-road-in-the-snow/", "The wolves close in"]
    while record.waiting_for:
        assert step(record, machine("deck-of-adventures", OWN))
    record.do("GM", {"do": "end-combat"})
    assert warning() == ""


def test_everyone_reads_who_wants_to_go_on_and_for_whom_that_waits() -> None:
    record, _ = told()

    def noted(seat: str) -> str:
        wishes = (one for one in see(record, seat).offers if one.do == "tale.wish")
        return next(one.note for one in wishes if one.fixed["what"] == "go:the-road-home")

    assert (noted("Ana"), noted("Ben")) == ("", "")
    record.do("Ben", {"do": "tale.wish", "what": "try:Search him"})
    record.do("Ben", {"do": "tale.wish", "what": "go:the-road-home"})
    assert "would rather" in see(record, "Ana").log[-1].text
    assert noted("Ana") == "Ben wants this"
    assert noted("Ben") == "waiting for Ana and GM"
    record.do("Ana", {"do": "tale.wish", "what": "go:the-road-home"})
    assert (noted("Ana"), noted("Ben")) == ("you’ve asked GM", "you’ve asked GM")


def test_a_wish_is_past_when_a_fight_begins_or_ends() -> None:
    record, _ = table()
    wish: Act = {"do": "tale.wish", "what": "try:Search him"}
    record.do("Ana", wish)
    record.do("GM", {"do": "tale.say", "words": "He yawns."})
    assert tale(record).wishes == {"Ana": "try:Search him"}
    record.do("GM", {"do": "tale.stage", "stage": ""})
    assert tale(record).wishes == {}
    record.do("Ana", wish)
    assert tale(record).wishes == {"Ana": "try:Search him"}
    record.do("GM", {"do": "remove-foe", "foe": "Crow"})
    assert tale(record).wishes == {}


def test_whoever_can_do_nothing_is_offered_no_wish() -> None:
    """DKH-50."""
    record, _ = told()
    out = {"path": "players/Ana/conditions", "condition": "incapacitated"}

    def wishes(seat: str) -> bool:
        return any(offer.do == "tale.wish" for offer in see(record, seat).offers)

    record.do("GM", {"do": "fiat.add", **out})
    assert (wishes("Ana"), wishes("Ben")) == (False, True)
    record.do("GM", {"do": "fiat.lift", **out})
    assert wishes("Ana")


def test_while_a_foe_stands_the_scene_waits() -> None:
    record, _ = table()
    before = see(record, "Ana").view.tale
    record.do("GM", {"do": "tale.stage", "stage": ""})
    during = see(record, "Ana").view.tale
    record.do("GM", {"do": "remove-foe", "foe": "Crow"})
    after = see(record, "Ana").view.tale

    assert [told.busy for told in (before, during, after) if told is not None] == [
        False,
        True,
        False,
    ]


def test_only_the_game_master_tells() -> None:
    record, _ = table()

    with pytest.raises(Refused, match="up to the game master"):
        record.do("Ana", {"do": "tale.tell", "part": "the-gate#1"})
    with pytest.raises(Refused, match="up to the players"):
        record.do("GM", {"do": "tale.wish", "what": "go:the-road-home"})


def test_a_stage_does_what_the_game_master_could_do_and_is_taken_back_as_one() -> None:
    record, _ = table()
    before = record.n

    record.do("GM", {"do": "tale.stage", "stage": ""})

    assert [s.title for s in see(record, "Ana").view.sheets if s.side == "foe"] == ["Crow"]
    assert record.n == before + 1
    record.undo(before, "GM")
    assert not [s for s in see(record, "Ana").view.sheets if s.side == "foe"]
    assert tale(record).staged == []


def test_the_draw_decides_what_a_check_brings() -> None:
    record, _ = told("D19")  # dexterity 1 reads the anchor: ✔✔ on D19

    record.do("Ana", {"do": "tale.wish", "what": "try:Search him"})
    record.do("GM", {"do": "tale.check", "check": "Search him", "hero": "Ana"})

    assert tale(record).clues == ["The key", "The coin"]
    assert tale(record).wishes == {}
    scene = see(record, "Ben").view.tale
    assert scene is not None
    assert paragraphs(scene)[-2:] == [
        "Brann tries to search him: a great success.",
        "A key and a coin.",
    ]
    assert "Brann tries to search him: a great success." in [
        line.text for line in see(record, "Ben").log
    ]
    assert scene.ways == ("climb over", "walk away")


def test_what_speaks_of_the_scene_is_offered_when_the_scene_is_told() -> None:
    """A look is offered as soon as somebody is named; what to try and where to go wait for all."""
    record, _ = table()

    def offered() -> tuple[list[str], ...]:
        return tuple(labels(record, "Ana", group) for group in ("Now", "Ask", "Next"))

    assert offered() == ([], ["Ask the cards"], [])
    record.do("GM", {"do": "tale.tell", "part": "the-gate#1"})
    assert offered() == (["Look at the porter"], ["Ask the cards"], [])
    scene = see(record, "Ana").view.tale
    assert scene is not None
    assert scene.ways == ()
    record.do("GM", {"do": "tale.tell", "part": "the-gate#2"})
    assert offered() == (
        ["Look at the porter"],
        ["Search him", "Ask the cards"],
        ["Walk away"],
    )


def test_nobody_looks_where_there_is_nothing_to_tell_yet() -> None:
    text = TEXT.replace("> He is cold.", "> **If clue: The key**\n>\n> He is cold.")
    record, _ = told(text=text)

    assert labels(record, "Ana", "Now") == []
    record.do("GM", {"do": "tale.clue", "clue": "The key"})
    assert labels(record, "Ana", "Now") == ["Look at the porter"]


def test_who_is_gone_is_no_longer_there() -> None:
    text = TEXT.replace("> He is cold.", "> **If no clue: The key**\n>\n> He is cold.")
    record, _ = told(text=text)

    def there() -> list[str]:
        scene = see(record, "Ana").view.tale
        assert scene is not None
        return [entry.title for entry in scene.there]

    record.do("GM", {"do": "tale.tell", "part": "the-gate/the-porter"})
    assert there() == ["The porter"]
    record.do("GM", {"do": "tale.clue", "clue": "The key"})
    assert there() == []


def test_what_draws_nothing_comes_to_good_and_a_stress_is_not_read_out() -> None:
    """A rest stands among the checks: it is asked for, granted, and told of, once."""
    good = "good: {tell: You sleep *well*., clue: Rested}"
    rest = f"```check Rest\ndo: rest\nwith: {{who: the hero}}\n{good}\n```\n\n"
    record, _ = table(text=TEXT.replace("```stage\n", f"{rest}```stage\n", 1))
    record.do("Ana", {"do": "tale.wish", "what": "try:Rest"})
    record.do("GM", {"do": "tale.check", "check": "Rest", "hero": "Ana"})
    assert tale(record).clues == ["Rested"]
    assert "Rest" not in labels(record, "Ben", "Ask")
    scene = see(record, "Ben").view.tale
    assert scene is not None
    assert paragraphs(scene)[-1] == "You sleep well."
    assert "You sleep well." in [line.text for line in see(record, "Ben").log]


def test_a_check_with_a_condition_is_open_while_it_holds() -> None:
    text = TEXT.replace(
        "```check Search him\n", '```check Search him\nwhen: "clock: The night 1"\n'
    )
    record, _ = told(text=text)
    assert labels(record, "Ana", "Ask") == ["Ask the cards"]

    record.do("GM", {"do": "tale.clock", "clock": "The night"})

    assert labels(record, "Ana", "Ask") == ["Search him", "Ask the cards"]


def test_a_player_tries_once_and_another_may_try_again() -> None:
    record, _ = told("D01")
    record.do("GM", {"do": "tale.check", "check": "Search him", "hero": "Ana"})
    while record.waiting_for:
        record.answer(record.waiting_for[0], "no")

    assert "Search him" not in labels(record, "Ana", "Ask")
    assert "Search him" in labels(record, "Ben", "Ask")
    with pytest.raises(Refused):
        record.do("Ana", {"do": "tale.wish", "what": "try:Search him"})


def test_a_failed_check_moves_the_clock_and_sets_a_stage_for_all() -> None:
    record, _ = table("D01")  # ✗✗ on every edge

    record.do("GM", {"do": "tale.check", "check": "Search him", "hero": "Ana"})
    while record.waiting_for:
        record.answer(record.waiting_for[0], "no")

    assert tale(record).clocks == {"The night": 2}
    stamina = {
        sheet.owner: next(c.value for c in sheet.counters if c.label == "Stamina")
        for sheet in see(record, "GM").view.sheets
        if sheet.side == "hero"
    }
    assert stamina == {"Ana": 9, "Ben": 9}


def test_a_full_clock_brings_what_it_stands_for_once() -> None:
    record, _ = table()

    record.do("GM", {"do": "tale.clock", "clock": "The night", "ticks": 5})

    assert tale(record).clocks == {"The night": 3}
    assert tale(record).where == "the-road-home"
    record.do("GM", {"do": "tale.go", "to": "the-gate"})
    record.do("GM", {"do": "tale.clock", "clock": "The night"})
    assert tale(record).where == "the-gate"


def test_a_clock_of_ones_own_needs_no_adventure() -> None:
    header = Header("deckahedron", DECKAHEDRON.version, SEATS, {}, commitment(SECRET))
    record = Record(DECKAHEDRON, header, secret=SECRET)
    record.set_up()
    assert "Start a clock" in labels(record, "GM", "Next")
    assert "Start a clock" not in labels(record, "Ana", "Next")

    record.do("GM", {"do": "tale.start-clock", "clock": "The watch wakes", "size": 4})
    assert {"The watch wakes", "Put a clock away"} <= set(labels(record, "GM", "Next"))
    record.do("GM", {"do": "tale.clock", "clock": "The watch wakes", "ticks": 3})
    told = see(record, "Ana").view.tale
    assert told is not None
    assert [(dial.name, dial.at, dial.of) for dial in told.clocks] == [("The watch wakes", 3, 4)]
    with pytest.raises(Refused, match="already"):
        record.do("GM", {"do": "tale.start-clock", "clock": "The watch wakes"})

    record.do("GM", {"do": "tale.clock", "clock": "The watch wakes", "ticks": 5})  # it is full at 4
    assert tale(record).clocks == {"The watch wakes": 4}
    record.do("GM", {"do": "tale.stop-clock", "clock": "The watch wakes"})
    assert tale(record).clocks == tale(record).own_clocks == {}


def test_a_clock_of_ones_own_runs_beside_those_of_the_adventure() -> None:
    record, _ = table()
    with pytest.raises(Refused, match="already"):
        record.do("GM", {"do": "tale.start-clock", "clock": "The night"})
    record.do("GM", {"do": "tale.start-clock", "clock": "The watch wakes", "size": 2})
    record.do("GM", {"do": "tale.end"})
    assert labels(record, "GM", "Next") == ["Start a clock", "The watch wakes", "Put a clock away"]
    record.do("GM", {"do": "tale.clock", "clock": "The watch wakes"})
    assert tale(record).clocks == {"The watch wakes": 1}


@pytest.mark.parametrize(("minutes", "shown"), [("[5, 10, 15]", 10), ("[5]", 5), ("7", 7)])
def test_a_timer_lies_there_from_its_scene_on_and_does_nothing(minutes: str, shown: int) -> None:
    """Two heroes where one is the fewest: the second figure is theirs, or the only one."""
    garden = (
        f"```timer The hourglass\nminutes: {minutes}\n```\n\n> SECRET-GARDEN\n\n[on](#the-gate)"
    )
    record, _ = table(text=TEXT.replace("> SECRET-GARDEN", garden))

    def timers() -> list[Watch]:
        scene = see(record, "Ana").view.tale
        assert scene is not None
        return scene.timers

    assert timers() == []
    record.do("GM", {"do": "tale.go", "to": "the-garden"})
    assert timers() == [Watch("The hourglass", shown, "The garden")]
    record.do("GM", {"do": "tale.go", "to": "the-gate"})
    assert timers() == [Watch("The hourglass", shown, "The garden")]
    record.do("GM", {"do": "tale.end"})
    assert timers() == []


def test_a_handout_for_one_is_for_one() -> None:
    record, _ = table()

    record.do("GM", {"do": "tale.show", "handout": "The bill", "to": "Ana"})

    for_ana, for_ben = see(record, "Ana").view.tale, see(record, "Ben").view.tale
    assert for_ana is not None
    assert for_ben is not None
    assert [entry.title for entry in for_ana.handouts] == ["The bill"]
    assert for_ben.handouts == []
    assert "bill" not in see(record, "Ben").log[-1].text
    record.do("GM", {"do": "tale.show", "handout": "The bill"})
    for_ben = see(record, "Ben").view.tale
    assert for_ben is not None
    assert len(for_ben.handouts) == 1


def test_an_ended_adventure_is_told_no_further() -> None:
    record, _ = table()

    record.do("GM", {"do": "tale.end"})

    with pytest.raises(Refused, match="told to its end"):
        record.do("GM", {"do": "tale.go", "to": "the-garden"})
    assert labels(record, "Ana", "Next") == []


def test_a_scene_of_ones_own_needs_no_adventure() -> None:
    header = Header("deckahedron", DECKAHEDRON.version, SEATS, {}, commitment(SECRET))
    record = Record(DECKAHEDRON, header, secret=SECRET)
    record.set_up()
    assert see(record, "Ana").view.tale is None

    record.do("GM", {"do": "tale.note", "title": "The cellar", "text": "It drips."})

    told = see(record, "Ana").view.tale
    assert told is not None
    assert (told.title, paragraphs(told)) == ("The cellar", ["It drips."])


# Asking the cards


def test_the_chance_of_a_yes_is_told_before_the_card_is_drawn() -> None:
    """By hand: of 20 cards the anchor has 8 with ✔ or ✔✔, the bulb 9, the dart 12."""
    record, _ = table()
    oracle = DECKAHEDRON.oracle()
    assert oracle is not None

    assert oracle.chance("unlikely") == Fraction(8, 20)
    assert oracle.chance("even") == Fraction(9, 20)
    assert oracle.chance("likely") == Fraction(12, 20)
    form = record.form("Ana", Offer("tale.ask", ""), {})
    notes = {
        name: note for param in form.params for name, note in getattr(param, "notes", {}).items()
    }
    assert notes["likely"] == "yes: 3 in 5"


def test_an_answer_is_a_moment_and_can_be_kept_as_a_fact() -> None:
    record, _ = table("D01")

    record.do("Ana", {"do": "tale.ask", "question": "Is he dead?", "likelihood": "likely"})

    moment = see(record, "Ben").log[-2].moment
    assert moment is not None
    assert (moment.verdict, moment.tone, moment.turned[0].card) == ("No, and worse", "dire", "D01")
    record.do("Ana", {"do": "tale.fact"})
    assert len(tale(record).facts) == 1
    assert tale(record).facts[0].startswith("Is he dead? No, and worse (")
    with pytest.raises(Refused, match="ask the cards first"):
        record.do("Ana", {"do": "tale.fact"})


# What is kept


def played() -> Record[Struct, Struct, Struct]:
    record, _ = table("D19")
    record.do("GM", {"do": "tale.tell", "part": "the-gate#1"})
    record.do("Ana", {"do": "tale.wish", "what": "look:the-porter"})
    record.do("GM", {"do": "tale.tell", "part": "the-gate/the-porter"})
    record.do("GM", {"do": "tale.check", "check": "Search him", "hero": "Ana"})
    record.do("GM", {"do": "tale.go", "to": "the-garden"})
    return record


def test_a_record_carries_the_adventure_and_replays() -> None:
    record = played()

    header, entries = read_record(write_record(record.header, record.drain()))
    again = replay(DECKAHEDRON, header, entries)

    assert again.hash == record.hash
    assert tale(again).where == "the-garden"
    again.undo(again.n - 1, "GM")
    assert tale(again).where == "the-gate"


def test_a_table_without_a_tale_is_kept_as_it_always_was() -> None:
    """The state has a place for a tale, and no snapshot shows it until there is one."""
    header = Header("deckahedron", DECKAHEDRON.version, SEATS, {}, commitment(SECRET))
    record = Record(DECKAHEDRON, header, secret=SECRET)

    assert "tale" not in msgspec.msgpack.decode(record.quiet[0])


def test_an_adventure_of_another_game_is_refused() -> None:
    with pytest.raises(Unreadable, match="an adventure for deck-of-adventures"):
        table(text=TEXT.replace("game: deckahedron", "game: deck-of-adventures"))
    with pytest.raises(Unreadable, match="line 1: An adventure begins with its head"):
        table(text="hello\nworld")


# Secrecy


@pytest.mark.parametrize("seat", ["Ana", "Ben", None])
def test_no_word_of_the_text_reaches_a_player_untold(seat: str | None) -> None:
    """Each part of the text that is not for players is marked; no byte of it is sent to one."""
    record = played()
    record.undo(record.n - 1, "GM")

    sent = msgspec.json.encode(see(record, seat)).decode()
    assert "He is cold." in sent
    assert "SECRET" not in sent
    assert "Listen" not in sent
    assert "The thing below" not in sent
    assert "Three pence" not in sent
    assert "coughs" not in sent
    assert "SECRET-NOTE" in msgspec.json.encode(see(record, "GM")).decode()


def test_two_texts_that_differ_where_nobody_looked_are_the_same_to_a_player() -> None:
    """Two worlds: all that was not told is another text, and no player can tell."""
    one, _ = table()
    other, _ = table(text=TEXT.replace("SECRET", "HIDDEN").replace("Three pence", "Ten pence"))
    for record in (one, other):
        record.do("GM", {"do": "tale.tell", "part": "the-gate#1"})

    for seat in ("Ana", "Ben", None):
        assert msgspec.json.encode(see(one, seat)) == msgspec.json.encode(see(other, seat))
    assert msgspec.json.encode(see(one, "GM")) != msgspec.json.encode(see(other, "GM"))


def test_what_the_text_brings_is_not_weighed_for_a_player() -> None:
    """The worth of an answer in the middle of a check would tell what the check may bring."""
    text = TEXT.replace("kept: true\ndo: call-for-flip", "do: tire").replace(
        "with: {player: the hero, stat: intelligence}", "with: {who: the hero, points: 4}"
    )
    record, _ = table(text=text)
    record.do("GM", {"do": "tale.check", "check": "Listen", "hero": "Ana"})
    assert record.waiting_for == ("Ana",)

    with pytest.raises(Refused, match="written in the adventure"):
        dilemma(record, "Ana")


def test_no_form_tells_a_player_what_the_text_holds() -> None:
    """Whoever asks for the form of an action that is not theirs is told that, and nothing else."""
    record = played()
    record.undo(record.n - 1, "GM")

    forms = [record.form("Ana", Offer(name, ""), {}) for name in TAGS]

    sent = msgspec.json.encode(forms).decode()
    for hidden in ("SECRET", "Listen", "It rains", "The bill", "The coin"):
        assert hidden not in sent


def test_a_scene_says_what_each_paragraph_shows() -> None:
    """A page need not find the porter in the words, nor the part in its button."""
    record, _ = table()
    untold = see(record, "GM").view.tale
    assert untold is not None
    assert [(part.id, part.text) for part in untold.untold if part.id] == [
        ("the-gate#1", "A gate stands here. A porter leans on it."),
        ("the-gate#2", "Behind it, somebody coughs."),
    ]

    record.do("GM", {"do": "tale.tell", "part": "the-gate#1"})
    record.do("GM", {"do": "tale.tell", "part": "the-gate/the-porter"})

    scene = see(record, "Ana").view.tale
    assert scene is not None
    assert [(part.title, part.text) for part in scene.told] == [
        ("", "A gate stands here. A porter leans on it."),
        ("The porter", "He is cold."),
    ]


def test_an_offer_names_who_has_asked_for_it() -> None:
    record, _ = table()
    record.do("Ben", {"do": "tale.wish", "what": "try:Search him"})

    wanted = {offer.label: offer.wanted for offer in see(record, "GM").offers if offer.wanted}
    assert wanted == {"Search him": ("Ben",)}


def test_the_checks_of_a_scene_have_odds() -> None:
    """Brann has Dexterity 1 and 20 cards, of which so many read ✔ or ✔✔ at that edge. DKH-25."""
    record, _ = table()
    state, tale = record.state, record.telling
    assert tale is not None
    codec = Codec(DECKAHEDRON)
    [mine] = scene_odds(codec, state, tale, "Ana")
    assert (mine.do, mine.given) == ("tale.wish", {"what": "try:Search him"})
    good = sum(faces("classic")[card].anchor >= 3 for card in deckahedron())
    assert mine.success is not None
    assert mine.success.exactly == str(Fraction(good, 20))
    assert scene_odds(codec, state, tale, "GM") == []

    record.do("Ana", {"do": "tale.wish", "what": "try:Search him"})
    assert record.telling is not None
    [wished] = scene_odds(codec, record.state, record.telling, "GM")
    assert (wished.do, wished.given) == ("tale.check", {"check": "Search him", "hero": "Ana"})
    assert wished.success == mine.success
