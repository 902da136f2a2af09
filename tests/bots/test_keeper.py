"""The machine with an adventure: it runs every one in the box to an end, and nobody is stuck."""

from __future__ import annotations

import msgspec
import pytest

import fatedeck as fd
from fatedeck.bots.beginning import skeleton
from fatedeck.bots.checking import Problem, problems
from fatedeck.bots.machines import OWN, machine, make_move
from fatedeck.bots.trying import Tries, make_ready, new_record, play_once, step, tries
from fatedeck.engine.adventure import Adventure, outcomes
from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.entries import Did
from fatedeck.engine.ruleset import find_game, games
from fatedeck.engine.seen import see
from fatedeck.engine.tale import Played
from fatedeck.engine.telling import TAGS

BOX = [
    pytest.param(text, id=f"{ruleset.id} {name}")
    for ruleset in games()
    for name, text in ruleset.adventures.items()
]
GAMES = [ruleset for ruleset in games() if issubclass(ruleset.State, Played)]
DOWN = "incapacitated"
BELL = next(text for r in games() for n, text in r.adventures.items() if n.startswith("the-bell"))


@pytest.mark.parametrize("text", BOX)
def test_an_adventure_of_the_box_is_without_a_problem(text: str) -> None:
    assert problems(text) == []


@pytest.mark.parametrize("text", BOX)
def test_a_cover_says_how_hard_and_how_long_it_is(text: str) -> None:
    """As `fatedeck adventure try` has found; of a first adventure 60 to 90 parties in 100 live.

    It is for 60 to 90 minutes with two heroes or more, a second one for a whole evening; somebody
    alone is done earlier.
    """
    told = read_adventure(text)

    assert len(told.lives) == len(told.takes) == told.most - told.fewest + 1
    if told.level == "first adventure":
        assert all(60 <= share <= 90 for share in told.lives)
        assert all(60 <= minutes <= 90 for minutes in told.takes[1:])
    if told.level.startswith("second adventure"):
        assert all(100 <= minutes <= 150 for minutes in told.takes[1:])


@pytest.mark.parametrize(
    ("heroes", "minutes"),
    [
        (1, 6),  # 2 to begin, 450 and 300 words at 230 a minute, half a minute to go on
        (2, 10),  # 4 to begin, 3 and 2 at 150 words a minute, three quarters to go on
        (4, 12),  # 6 to begin, 3 and 2, and more than a minute until four have agreed
    ],
)
def test_minutes_are_for_reading_choosing_and_meeting_the_heroes(heroes: int, minutes: int) -> None:
    told = f"> {'word ' * 450}\n\n> **Handout: The bill**\n>\n> {'penny ' * 300}\n"
    text = (
        f"---\ntitle: Paid\ngame: deckahedron\n---\n\n## Here\n\n{told}\n"
        "[Walk on](#there)\n\n## There\n\n> The end.\n"
    )

    assert play_once(text, heroes, "a watch").minutes == minutes


@pytest.mark.parametrize("text", BOX)
def test_an_adventure_of_the_box_never_stalls(text: str) -> None:
    told = read_adventure(text)
    found = Tries(told, list(tries(text, 12, range(told.fewest, told.most + 1), "test")))

    assert found.stalled == []
    assert len(found.endings) > 1


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.id)
def test_what_a_newcomer_begins_with_is_without_a_problem_and_plays(ruleset: object) -> None:
    game = next(one for one in GAMES if one is ruleset)
    text = skeleton(game)

    assert problems(text) == []
    found = Tries(read_adventure(text), list(tries(text, 4, range(1, 5), "skeleton")))
    assert found.stalled == []


def test_the_machine_does_only_what_a_game_master_can_do() -> None:
    record = new_record(BELL, 2, "deeds")
    player = machine("deckahedron", OWN)
    known = {*TAGS, "give-spotlight", "foe-attack", "remove-foe", "end-turn", "begin-play", "heal"}
    while record.telling is not None and not record.telling.tale.over and step(record, player):
        pass
    done = {
        str(entry.action["do"])
        for entry in record.entries
        if isinstance(entry, Did) and entry.seat == "GM"
    }
    assert done <= {*known, "set-up"}
    assert {"tale.tell", "tale.check", "tale.go", "tale.end"} <= done


def test_a_person_takes_over_and_gives_back() -> None:
    """The machine looks at the table alone: whatever a person did, it goes on from there."""
    record = new_record(BELL, 1, "hands")
    player = machine("deckahedron", OWN)
    assert make_ready(record)
    step(record, player)  # the machine has told the first paragraph

    record.do("GM", {"do": "tale.go", "to": "the-mill"})

    move = player.move(record, "GM")
    assert move is not None
    make_move(record, "GM", move)
    telling = record.telling
    assert telling is not None
    assert telling.tale.told[-1] == "the-mill#1"


def test_the_machine_says_why_it_ruled_so() -> None:
    """What the text does not speak of is ruled by the game's usual difficulty, with a reason."""
    record = new_record(BELL, 1, "why")
    player = machine("deckahedron", OWN)
    assert make_ready(record)
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)

    record.do("Ana", {"do": "flip", "stat": "strength", "words": "I lift the stump."})
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)

    told = [told.line.text for told in record.log]
    assert told[-1] == (
        "GM: Nothing in the story makes that easier or harder, so it was a standard flip."
    )


def test_a_handout_is_shown_once_somebody_looks_where_it_lies() -> None:
    text = find_game("deck-of-adventures").adventures["the-locked-granary"]
    record = new_record(text, 1, "salt")
    player = machine("deck-of-adventures", OWN)
    assert make_ready(record)
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)
    assert record.telling is not None
    assert record.telling.tale.handouts == {}

    record.do("Ana", {"do": "tale.wish", "what": "look:the-sledge"})
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)

    told = see(record, "Ana").view.tale
    assert told is not None
    assert [handout.title for handout in told.handouts] == ["The letter under the salt"]


FIGHTS = {
    "deckahedron": ("the-weir-at-night", "The dogs jump"),
    "deck-of-adventures": ("the-road-in-the-snow", "The wolves close in"),
    "realms-behind": ("the-house-of-the-lender", "The raiders come in"),
    "thousand-faces": ("between-the-rows", "The pickers take hold"),
}
FIRST = {
    "deckahedron": "the-bell-under-the-weir",
    "deck-of-adventures": "the-locked-granary",
    "realms-behind": "the-clerk-of-lost-names",
    "thousand-faces": "the-orchard-that-walks",
}


@pytest.mark.parametrize("game", FIGHTS)
def test_after_a_fight_nobody_follows_the_heroes_into_the_next_scene(game: str) -> None:
    """Foes who have fallen are carried off, so that the scene goes on where it waited."""
    scene, stage = FIGHTS[game]
    record = new_record(find_game(game).adventures[FIRST[game]], 2, "a fight")
    player = machine(game, OWN)
    assert make_ready(record)
    record.do("GM", {"do": "tale.go", "to": scene})
    record.do("GM", {"do": "tale.stage", "stage": stage})
    while record.waiting_for:
        step(record, player)
    told = see(record, "Ana").view.tale
    assert told is not None
    assert told.busy

    while record.telling is not None and record.telling.tale.where == scene:
        assert step(record, player)

    seen = see(record, "Ana").view
    assert seen.tale is not None
    assert not seen.tale.busy
    assert not [sheet for sheet in seen.sheets if sheet.side == "foe"]


def test_words_with_a_condition_are_told_once_it_holds() -> None:
    given = "> **If clue: The dogs know you**\n>\n> They wag.\n\n> The road runs"
    text = BELL.replace("> The road runs", given)
    record = new_record(text, 1, "dogs")
    player = machine("deckahedron", OWN)
    assert make_ready(record)
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)
    assert record.telling is not None
    assert "They wag." not in record.telling.tale.said

    record.do("GM", {"do": "tale.clue", "clue": "The dogs know you"})
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)

    assert record.telling is not None
    assert record.telling.tale.said[-1] == "They wag."


def test_what_the_rules_refuse_is_turned_down_with_its_reason() -> None:
    """An exhausted hero flips no more; the machine says so, and the wish is gone."""
    record = new_record(BELL, 2, "tired")
    player = machine("deckahedron", OWN)
    assert make_ready(record)
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)
    record.do("GM", {"do": "fiat.add", "path": "players/Ana/conditions", "condition": DOWN})

    record.do("Ana", {"do": "tale.wish", "what": "try:Cross by the rope"})
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)

    assert record.telling is not None
    assert record.telling.tale.wishes == {}
    assert "Ana is incapacitated" in record.log[-1].line.text


def test_heroes_of_the_machine_go_where_people_want_to_go() -> None:
    """They look and try nothing by themselves while somebody else has the story to lead."""
    record = new_record(BELL, 3, "led")
    record.people = frozenset({"Ben"})
    player = machine("deckahedron", OWN)
    assert make_ready(record)
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)
    assert player.move(record, "Ana") is None

    record.do("Ben", {"do": "tale.wish", "what": "go:the-mill"})
    for seat in ("Ana", "Cleo"):
        move = player.move(record, seat)
        assert move is not None
        make_move(record, seat, move)

    assert record.telling is not None
    assert set(record.telling.tale.wishes.values()) == {"go:the-mill"}
    assert player.move(record, "Ana") is None


def test_one_of_three_does_not_lead_the_others() -> None:
    record = new_record(BELL, 3, "votes")
    player = machine("deckahedron", OWN)
    assert make_ready(record)
    while (move := player.move(record, "GM")) is not None:
        make_move(record, "GM", move)

    record.do("Ana", {"do": "tale.wish", "what": "go:the-mill"})
    assert player.move(record, "GM") is None
    record.do("Ben", {"do": "tale.wish", "what": "go:the-mill"})
    move = player.move(record, "GM")
    assert move is not None
    make_move(record, "GM", move)
    telling = record.telling
    assert telling is not None
    assert telling.tale.where == "the-mill"


def secrets(adventure: Adventure) -> set[str]:
    """Every piece of the text, long enough to be told by: what is told becomes known."""
    found: set[str] = {adventure.notes}
    for scene in adventure.scenes:
        found |= {scene.notes, *(handout.text for handout in scene.handouts)}
        found |= {told.text for told in scene.told}
        found |= {outcome.tell for outcome in outcomes(scene)}
        for thing in scene.things:
            found |= {thing.notes, *(told.text for told in thing.told)}
    return {line for text in found for line in text.split("\n") if len(line) > 30}


@pytest.mark.parametrize("text", BOX)
def test_nothing_reaches_a_player_before_it_is_told(text: str) -> None:
    """The machine plays to the end; before each telling no byte of it was sent to a hero."""
    adventure = read_adventure(text)
    record, player = new_record(text, adventure.most, "secrecy"), machine(adventure.game, OWN)
    hidden = {line: msgspec.json.encode(line)[1:-1] for line in secrets(adventure)}
    for number in range(400):
        if not step(record, player):
            break
        telling = record.telling
        assert telling is not None
        lines = [*(told.line for told in record.log), *record.progress.lines]
        handouts = [one for scene in adventure.scenes for one in scene.handouts]
        shown = [one.text for one in handouts if one.title in telling.tale.handouts]
        told = "\n".join([*(line.text for line in lines), *shown])
        hidden = {line: sent for line, sent in hidden.items() if line not in told}
        if number % 4 == 0:
            sent = msgspec.json.encode(see(record, "Ana"))
            assert not [line for line, secret in hidden.items() if secret in sent]
    assert hidden


BROKEN = """\
---
title: Broken
game: deckahedron
options: {modules: [combat]}
---

## Here

> Here.

[Follow your nose](#there "clue: Missing")

```stage
- do: add-foe
  with: {name: Wolf, stamina: 99}
```

```check Try
do: call-for-flip
with: {player: the hero, stat: charm}
good: {clue: Idle}
```

## There

> WORDS

## Nowhere

Only the game master reads this.
"""


def test_each_problem_is_told_with_its_line() -> None:
    found = problems(BROKEN.replace("WORDS", "word " * 71))

    told = {(problem.line, problem.sentence.split(":")[0]) for problem in found}
    assert (11, "The clue “Missing” is never given.") in told
    read = "People will read “Ana wants to follow your nose.” Say it without “your”."
    assert (11, read) in told
    assert (18, "When the checks fail, nothing leads on from “Here”.") in told
    assert (21, "The clue “Idle” opens nothing.") in told
    assert (26, "71 words to read aloud; 70 are enough.") in told
    assert (28, "Nothing leads to “Nowhere”.") in told
    assert (28, "The machine has nothing to tell in “Nowhere”.") in told
    refused = {problem.line: problem.sentence for problem in found if problem.line in (13, 18)}
    assert "stamina" in refused[13]
    charm = "call-for-flip: “stat” can’t be “charm”."
    assert any(problem.line == 18 and problem.sentence.startswith(charm) for problem in found)


def test_html_in_an_adventure_is_told_with_its_line() -> None:
    head = "---\ntitle: Tags\ngame: deckahedron\n---\n## Here\n\n"
    told = "> Hush. <script>alert(1)</script>\n\n<img src=x onerror=a()>\n\n"

    assert problems(head + told) == [
        Problem(7, "People will read “<script>” as it stands: HTML means nothing here."),
        Problem(
            9,
            "People will read “<img src=x onerror=a()>” as it stands: HTML means nothing here.",
        ),
    ]
    assert problems(head + "> Two < three, and four > one. See <https://example.org/b>.\n") == []


def test_scenes_that_lead_round_in_a_ring_are_told_with_a_line() -> None:
    ring = "## There\n\n> There.\n\n[Back](#here)\n"
    here = "---\ntitle: Round\ngame: deckahedron\n---\n## Here\n\n> Here.\n\n[On](#there)\n\n"

    assert problems(here + ring) == [Problem(5, "No scene is an ending: every one leads on.")]
    assert problems(here + "## There\n\n> There.\n") == []


def test_a_hero_of_the_machine_does_not_stay_in_the_spotlight_for_nothing() -> None:
    """People lead, and the machine has nothing to wish for: it gives the spotlight on."""
    table = fd.Table(
        "deckahedron", ["Ana", "Ben"], adventure=BELL, seed="spotlight", machines=["Ana"]
    )
    table.make_heroes()
    table.do("GM", "give-spotlight", player="Ana")
    assert table.view().turn == ("Ana",)
    assert table.play() == 1
    assert "Ben" in table.view().turn
