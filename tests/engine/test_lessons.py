"""Every lesson in the box: it can be played as it says, and a wrong move is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.engine.entries import Act
from fatedeck.engine.lesson import Lesson, lesson_title
from fatedeck.engine.marked_yaml import Misread
from fatedeck.engine.questions import Choose
from fatedeck.engine.scenario import run_file
from fatedeck.engine.seen import see

GAMES = Path(__file__).parents[2] / "src" / "fatedeck" / "games"
FILES = sorted(str(path.relative_to(GAMES)) for path in GAMES.glob("*/lessons/*.yaml"))
MOST_WORDS = 60


@pytest.mark.parametrize("file", FILES)
def test_a_lesson_goes_as_it_says(file: str) -> None:
    failed = [
        f"{r.line}: {r.expected}; found {r.found}" for r in run_file(GAMES / file) if not r.ok
    ]
    assert not failed


@pytest.mark.parametrize("file", FILES)
def test_a_lesson_can_be_played_and_a_wrong_move_is_answered(file: str) -> None:
    lesson = Lesson((GAMES / file).read_text("utf-8"))
    moves = 0
    for at, stop in enumerate(lesson.stops):
        assert len(stop.say.split()) <= MOST_WORDS, stop.say
        stage, _ = lesson.stage(at)
        record = stage.record
        shown = see(record, lesson.learner)
        if stop.rule:
            assert stop.rule in stage.ruleset.rules.clauses
        if stop.point:
            zones = [z.title for z in shown.view.zones if z.owner in ("", lesson.learner)]
            sheets = [sheet.title for sheet in shown.view.sheets]
            counters = [
                counter.label
                for sheet in shown.view.sheets
                if sheet.owner == lesson.learner
                for counter in sheet.counters
            ]
            assert stop.point in (*zones, *sheets, *counters)
        if stop.do is not None:
            moves += 1
            assert lesson.why_not_do(at, stage, stop.do) is None
            for name, values in stop.also.items():
                for value in values:
                    equal = {**stop.do, name: value}
                    assert record.why_not(lesson.learner, equal) is None
                    assert lesson.why_not_do(at, stage, equal) is None
            assert stop.do["do"] in [offer.do for offer in shown.offers if not offer.why_not]
            for offer in shown.offers:
                if offer.do != stop.do["do"] and not offer.params:
                    wrong = lesson.why_not_do(at, stage, {"do": offer.do, **offer.fixed})
                    assert wrong is not None
                    assert wrong.sentence.endswith(stop.hint)
        elif stop.answer is not None:
            moves += 1
            assert lesson.why_not_answer(at, stage, stop.answer) is None
            question = shown.question
            others = question.options if isinstance(question, Choose) else ()
            for option in others:
                if option != stop.answer:
                    wrong = lesson.why_not_answer(at, stage, option)
                    assert wrong is not None
                    assert (wrong.clause, wrong.sentence) == (stop.rule, stop.hint)
        else:
            assert lesson.why_not_answer(at, stage, "yes") is not None
    assert moves >= 1


def test_bare_hands_are_bare_hands_whatever_the_button_says() -> None:
    lesson = Lesson((GAMES / "realms_behind/lessons/4-a-fight.yaml").read_text("utf-8"))
    assert "with your bare hands" in lesson.stops[0].say
    stage, _ = lesson.stage(0)
    weapons = [
        str(offer.fixed["weapon"])
        for offer in see(stage.record, lesson.learner).offers
        if offer.do == "attack" and not offer.why_not
    ]
    assert len(weapons) == 2
    for weapon in weapons:
        action: Act = {"do": "attack", "weapon": weapon, "target": "Goblin"}
        assert lesson.why_not_do(0, stage, action) is None


def test_the_realms_behind_call_a_learner_by_one_name() -> None:
    """The figure is called what the story calls it."""
    for file in FILES:
        if file.startswith("realms_behind"):
            lesson = Lesson((GAMES / file).read_text("utf-8"))
            sheets = see(lesson.stage(0)[0].record, lesson.learner).view.sheets
            assert [s.title for s in sheets if s.owner == lesson.learner] == [lesson.learner], file


def test_the_first_thing_to_do_comes_first() -> None:
    for file in FILES:
        if "/1-" in file:
            assert Lesson((GAMES / file).read_text("utf-8")).stops[0].waits, file


def test_every_game_is_taught_in_five_stages() -> None:
    taught = {file.split("/")[0] for file in FILES}
    assert len(taught) == 5
    for game in taught:
        assert sum(file.startswith(game) for file in FILES) >= 5, game


HEAD = "scenario: A lesson\ngame: high-card\nseats: {Ana: player, Ben: player}\n"


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ("steps: []", "ends with something to say"),
        ("steps: [{by: Ana, do: lay, say: Lay a card, hint: Do}]", "ends with something to say"),
        ("steps: [{by: Ana, do: lay, say: Lay a card}, {say: Well done}]", "`hint`"),
        (
            "steps: [{by: Ana, do: lay, say: Lay, hint: Do, answers: [{Ana: yes}]}, {say: So}]",
            "one move at a time",
        ),
        ("steps: [{say: Read, also: {card: [K]}}, {say: So}]", "chooses no “card” here"),
        ("steps: [{sey: Lay a card}]", "“sey” isn’t a part"),
    ],
)
def test_a_lesson_that_would_not_teach_is_a_fault_with_its_line(steps: str, says: str) -> None:
    with pytest.raises(Misread, match=says):
        Lesson(HEAD + steps)


@pytest.mark.parametrize("text", [HEAD + "steps: [{say: So}]", "steps: [{say: So}]\n" + HEAD])
def test_a_lesson_tells_its_title_wherever_it_stands(text: str) -> None:
    assert lesson_title(text) == "A lesson" == Lesson(text).title


def test_a_title_needs_no_steps() -> None:
    assert lesson_title(HEAD + "steps: {broken") == "A lesson"
