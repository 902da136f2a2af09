"""Making a hero by its steps in every game: what they reach, what help does, what a file brings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress

import pytest
from msgspec import Struct

from fatedeck.engine.chance import commitment
from fatedeck.engine.entries import Act, Header, read_record, write_record
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.heroes import LONGEST, write_hero
from fatedeck.engine.making import MOST_DONE, MOST_LOOKS, MOST_REFUSED
from fatedeck.engine.offers import One
from fatedeck.engine.record import Record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.engine.view import Making, MakingStep, Stepper
from fatedeck.games.deckahedron.data import trait_cards

SECRET = b"a table for heroes"
ALL_MODULES: dict[str, object] = {
    "modules": ["combat", "characters", "equipment", "levels", "green_tokens"]
}
GAMES: dict[str, dict[str, object]] = {
    "deck-of-adventures": {},
    "deckahedron": ALL_MODULES,
    "realms-behind": {},
    "thousand-faces": {},
}
AROUND = {
    "deck-of-adventures": {"avoid"},
    "deckahedron": {"settle-ties"},
    "realms-behind": {"give"},
    "thousand-faces": {
        *("quick-character", "write-touchstones", "circle-touchstone"),
        *("decide-magic", "off-limits", "say"),
    },
}
"""What a player may do while making a hero that is no part of it."""

AnyRecord = Record[Struct, Struct, Struct]


def table(game: str, *players: str, options: Mapping[str, object] | None = None) -> AnyRecord:
    ruleset = find_game(game)
    seats = (Seat("GM", "gm"), *(Seat(name) for name in players or ("Ana",)))
    given = dict(GAMES[game] if options is None else options)
    header = Header(game, ruleset.version, seats, given, commitment(SECRET))
    record: AnyRecord = Record(ruleset, header, secret=SECRET)
    record.set_up()
    return record


def steps(record: AnyRecord, seat: str = "Ana") -> Making:
    making = see(record, seat).view.making
    assert making is not None
    return making


def step(record: AnyRecord, name: str, seat: str = "Ana") -> MakingStep:
    return next(one for one in steps(record, seat).steps if one.id == name)


def surprised(game: str, luck: int) -> AnyRecord:
    record = table(game)
    record.do("Ana", {"do": "making.surprise", "luck": luck})
    return record


def finished(game: str, luck: int) -> AnyRecord:
    """A table where a surprise is ready to play."""
    record = surprised(game, luck)
    if finish := steps(record).finish:
        record.do("Ana", {"do": finish})
    return record


def saved(record: AnyRecord, seat: str = "Ana") -> str:
    made = record.ruleset.made(record.state, seat)
    assert made is not None
    return write_hero(record.ruleset.id, record.ruleset.version, made)


def bring(record: AnyRecord, text: str, seat: str = "Ana") -> list[str]:
    """Bring a hero; the lines that this adds to the story, as the one who brings it reads them."""
    before = len(record.log)
    record.do(seat, {"do": "making.bring", "hero": text})
    return [told.line.read_by(seat) for told in record.log[before:]]


# The steps


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_player_may_settle_belongs_to_a_step(game: str) -> None:
    """So every hero that the rules allow can be made by the steps."""
    for record in (table(game, "Ana", "Ben"), surprised(game, 77)):
        making = steps(record)
        known = {do for one in making.steps for do in one.do} | {making.ready_made, making.finish}
        offered = {offer.do for offer in see(record, "Ana").offers if "." not in offer.do}
        assert offered - known <= AROUND[game]
        assert len(making.steps) >= 4
        assert all(one.title.endswith("?") and len(one.about) > 40 for one in making.steps)


@pytest.mark.parametrize("game", GAMES)
def test_every_suggestion_can_be_taken(game: str) -> None:
    for record in (table(game), surprised(game, 5)):
        for one in steps(record).steps:
            for suggestion in one.suggestions:
                taken = {"do": "making.suggest", "step": one.id, "suggestion": suggestion.id}
                before = record.n
                record.do("Ana", {**taken})
                record.take_back("Ana")
                assert record.n == before


@pytest.mark.parametrize("game", GAMES)
def test_there_are_no_steps_for_others_or_later(game: str) -> None:
    record = table(game)
    assert see(record, "GM").view.making is None
    assert see(record, None).view.making is None
    if steps(record).finish:
        assert see(finished(game, 3), "Ana").view.making is None
    with pytest.raises(Refused, match="aren’t making a character"):
        record.do("GM", {"do": "making.fill"})


@pytest.mark.parametrize("game", GAMES)
def test_two_make_theirs_at_once(game: str) -> None:
    """What one settles changes nothing of the other's, but for what both wait for in turn."""
    record = table(game, "Ana", "Ben")
    first, second = steps(record).steps[0], steps(record, "Ben").steps[0]
    taken = {"do": "making.suggest", "step": first.id, "suggestion": first.suggestions[0].id}
    record.do("Ana", {**taken})
    assert step(record, first.id).done
    assert not step(record, first.id, "Ben").done
    other = {"do": "making.suggest", "step": second.id, "suggestion": second.suggestions[1].id}
    record.do("Ben", {**other})
    assert step(record, first.id, "Ben").so_far != step(record, first.id).so_far


def test_what_is_left_to_spend_is_told() -> None:
    """DOA-319, DOA-320: 9 XP at the first level; an Attribute of +1 costs 2 of them."""
    record = table("deck-of-adventures")
    record.do("Ana", {"do": "set-attribute", "attribute": "STR", "value": 1})
    (xp,) = steps(record).points
    assert (xp.name, xp.left, xp.of) == ("XP", 7, 9)
    assert step(record, "attributes").so_far == "Strength +1"


def test_a_step_that_waits_says_for_whom() -> None:
    """DKH-82: cards are drafted in seat order, one at a time."""
    record = table("deckahedron", "Ana", "Ben")
    assert step(record, "cards").waits == ""
    assert step(record, "cards", "Ben").waits == "It’s Ana’s turn to take a card."
    assert step(record, "cards", "Ben").suggestions == ()


@pytest.mark.parametrize("moves", ["random", "draft", "gm"])
def test_however_moves_are_chosen_the_steps_lead_there(moves: str) -> None:
    """TFA-315 to TFA-318: laid out, drafted in three rounds, or laid out by the GM first."""
    record = table("thousand-faces", "Ana", "Ben", options={"moves": moves})
    if moves == "gm":
        assert step(record, "moves").waits == "The GM lays out the cards first."
        cards = ["pick_locks", "its_a_trap", "bum_rush", "weak_spot", "intimidate"]
        record.do("GM", {"do": "lay-out", "cards": [*cards, "tied_with_her_ribbon"]})
    for _ in range(3):
        for seat in ("Ana", "Ben"):
            if not steps(record, seat).ready:
                record.do(seat, {"do": "making.fill"})
    assert steps(record).ready
    assert steps(record, "Ben").ready
    record.do("GM", {"do": "begin-play", "scene": ""})
    assert see(record, "Ana").view.making is None


# Help


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("luck", [0, 1, 4321, 999_999])
def test_a_surprise_settles_all_it_can_and_is_taken_back_as_one(game: str, luck: int) -> None:
    record = table(game)
    before = record.hash
    record.do("Ana", {"do": "making.surprise", "luck": luck})
    assert steps(record).ready
    assert not [one.id for one in steps(record).steps if not one.done and one.suggestions]
    assert all(points.left >= 0 for points in steps(record).points)
    record.take_back("Ana")
    assert record.hash == before


@pytest.mark.parametrize("game", GAMES)
def test_luck_decides_who_it_is(game: str) -> None:
    assert surprised(game, 11).hash == surprised(game, 11).hash
    assert len({surprised(game, luck).hash for luck in range(0, 700_000, 77_777)}) > 1


@pytest.mark.parametrize("game", GAMES)
def test_filling_in_keeps_what_is_settled(game: str) -> None:
    record = table(game)
    first = steps(record).steps[0]
    last = first.suggestions[-1]
    record.do("Ana", {"do": "making.suggest", "step": first.id, "suggestion": last.id})
    settled = step(record, first.id).so_far
    record.do("Ana", {"do": "making.fill"})
    assert step(record, first.id).so_far == settled
    assert steps(record).ready
    with pytest.raises(Refused, match="nothing left"):
        record.do("Ana", {"do": "making.fill"})


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"do": "making.suggest", "step": "hat", "suggestion": "x"}, "no step “hat”"),
        ({"do": "making.suggest", "step": "role", "suggestion": "x"}, "no longer open"),
        ({"do": "making.surprise", "luck": 1, "step": "powers"}, "nothing to choose"),
        ({"do": "making.surprise", "luck": -1}, "“luck” has to be 0 or more, not -1"),
        ({"do": "making.surprise", "luck": 1_000_000}, "“luck” has to be "),
    ],
)
def test_help_that_is_not_there_is_refused(wrong: dict[str, str | int], sentence: str) -> None:
    record = table("deck-of-adventures")
    with pytest.raises(Refused, match=sentence):
        record.do("Ana", {**wrong})


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_it_is_replayed(game: str) -> None:
    record = finished(game, 2468)
    header, entries = read_record(write_record(record.header, record.drain()))
    again = replay(find_game(game), header, entries)
    assert again.hash == record.hash


# Heroes as files


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("luck", [0, 123_456])
def test_a_hero_comes_whole_to_another_table(game: str, luck: int) -> None:
    """The same hero, and the file of it is the same again; the story says that it was brought."""
    record = finished(game, luck)
    text = saved(record)
    other = table(game)
    told = bring(other, text)
    assert told[0] == f"Ana brings {json.loads(text)['name']} from another table."
    assert saved(other) == text
    other.take_back("Ana")
    assert steps(other) == steps(table(game))


def test_a_hero_comes_to_a_table_with_fewer_steps_without_what_they_would_choose() -> None:
    """Neither cards nor magic items are chosen at a basic table; all else comes along."""
    text = saved(finished("deckahedron", 123_456))
    record = table("deckahedron", options={"modules": ["characters"]})
    told = bring(record, text)
    assert told[-1] == "Not everything could come along: This table has no step for some of it."
    assert steps(record).steps[0].done
    assert json.loads(saved(record))["name"] == json.loads(text)["name"]


def test_a_file_has_nothing_done_that_makes_no_character() -> None:
    record = table("deckahedron")
    bring(record, a_hero("deckahedron", [SPREAD, {"act": {"do": "begin-play"}}]))
    assert steps(record).steps  # play has not begun


def test_a_ready_made_hero_is_saved_as_such() -> None:
    record = table("realms-behind")
    record.do("Ana", {"do": "take-sample", "sample": "tamsin"})
    text = saved(record)
    assert [one["act"]["do"] for one in json.loads(text)["choices"]] == ["take-sample"]
    other = table("realms-behind", "Ana", "Ben")
    bring(other, text, "Ben")
    assert saved(other, "Ben") == text


def test_what_the_rules_here_forbid_stays_behind() -> None:
    """DOA-319, DOA-330: 9 XP at the first level are all there is, whatever the file says."""
    choices: list[dict[str, object]] = [{"act": {"do": "choose-role", "role": "Martial"}}]
    choices += [
        {"act": {"do": "set-attribute", "attribute": name, "value": 2}} for name in ("STR", "AGL")
    ]
    choices += [{"act": {"do": "buy-power", "power": "Attack, Weapon"}}]
    choices += [{"act": {"do": "set-attribute", "attribute": "VIT", "value": 2}}]
    record = table("deck-of-adventures")
    told = bring(record, a_hero("deck-of-adventures", choices))
    assert told[-1] == "Not everything could come along: That costs 4 XP; you have 0 left."
    assert steps(record).points[0].left == 0
    assert step(record, "attributes").so_far == "Agility +2, Strength +2"


def test_why_something_stays_behind_is_for_the_one_who_brings_it() -> None:
    """TFA-365: nobody sees the cards that another picks from, and the reason would name them."""
    record = table("thousand-faces", "Ana", "Ben", options={"moves": "draft"})
    choices: list[dict[str, object]] = [{"act": {"do": "say-home", "text": "A mill."}}]
    choices += [{"act": {"do": "keep-card", "move": "no such card"}}]
    told = bring(record, a_hero("thousand-faces", choices))
    behind = "no such card can’t come along: this table doesn’t have it to choose."
    assert behind in told
    for seat in ("GM", "Ben", None):
        lines = [line.line.read_by(seat) for line in record.log]
        assert behind not in lines


def test_a_file_whose_actions_have_no_names_is_refused() -> None:
    record = table("deckahedron")
    with pytest.raises(Refused, match="has no step for"):
        bring(record, a_hero("deckahedron", [{"act": {"do": ["x"]}}]))


def test_nobody_is_saved_before_they_are_made() -> None:
    for game in GAMES:
        record = table(game)
        assert record.ruleset.made(record.state, "Ana") is None
        assert record.ruleset.made(record.state, "GM") is None


def a_hero(game: str, choices: list[dict[str, object]], **more: object) -> str:
    hero = {"fatedeck": "hero", "game": game, "rules": "1", "name": "Hal", "choices": choices}
    return json.dumps({**hero, **more})


SPREAD: dict[str, object] = {
    "act": {"do": "spread", "strength": 4, "dexterity": 1, "intelligence": 1}
}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "doesn’t hold a hero"),
        ("[" * 50_000, "doesn’t hold a hero"),
        ("x" * (LONGEST + 1), "“hero” has to have at most "),
        ("{}", "doesn’t hold a hero"),
        (a_hero("realms-behind", [SPREAD]), "Hal isn’t a hero of Deckahedron"),
        (a_hero("deckahedron", []), "made of nothing"),
        (a_hero("deckahedron", [SPREAD] * 401), "doesn’t hold a hero"),
        (a_hero("deckahedron", [SPREAD], level=9), "doesn’t hold a hero"),
        (a_hero("deckahedron", [{"act": {"do": "begin-play"}}]), "has no step for"),
        (
            a_hero("deckahedron", [{"act": {"do": "fiat.set", "path": "x", "value": 1}}]),
            "has no step for",
        ),
        (a_hero("deckahedron", [{"act": {"do": "making.fill"}}]), "has no step for"),
        (a_hero("deckahedron", [{"act": {}}]), "has no step for"),
        (
            a_hero("deckahedron", [{"act": {"do": "spread", "strength": 9}}]),
            "spread needs “dexterity” and “intelligence”",
        ),
    ],
)
def test_a_hostile_file_gets_a_sentence(text: str, sentence: str) -> None:
    record = table("deckahedron")
    before = record.hash
    with pytest.raises(Refused, match=sentence):
        bring(record, text)
    assert record.hash == before


@pytest.mark.parametrize(
    ("game", "step", "chances"),
    [
        # DR 2 reaches 5 of 13 ranks, each point 2 more; -1 halves them, -2 quarters them
        (
            "deck-of-adventures",
            "skills",
            {-2: 5 / 52, -1: 5 / 26, 0: 5 / 13, 1: 7 / 13, 2: 9 / 13, 3: 11 / 13, 4: 1, 5: 1, 6: 1},
        ),
        ("realms-behind", "attributes", {level: (3 + level) / 13 for level in range(11)}),
        # The cards of twenty that show a success on the edge of each rank
        ("deckahedron", "points", {1: 8 / 20, 2: 9 / 20, 3: 11 / 20, 4: 12 / 20}),
        ("thousand-faces", "attributes", {1: 8 / 20, 2: 9 / 20, 3: 11 / 20, 4: 12 / 20}),
    ],
)
def test_a_step_says_how_often_it_comes_off(
    game: str, step: str, chances: Mapping[int, float]
) -> None:
    (found,) = (one for one in steps(table(game)).steps if one.id == step)
    assert found.chance_of
    assert found.chances == {str(number): round(100 * share) for number, share in chances.items()}


@pytest.mark.parametrize(
    ("game", "step", "points"),
    [("deck-of-adventures", "skills", "XP"), ("realms-behind", "skills", "XP")],
)
def test_a_stepper_goes_up_while_there_are_points_and_back_down(
    game: str, step: str, points: str
) -> None:
    record = table(game)

    def now() -> tuple[Stepper, int]:
        making = steps(record)
        (found,) = (one for one in making.steps if one.id == step)
        left = next(one.left for one in making.points if one.name == points)
        return found.steppers[0], left

    first, whole = now()
    while (one := now()[0]).more:
        record.do("Ana", one.more)
    risen, left = now()
    assert risen.value > first.value
    assert left < whole
    while (one := now()[0]).value > first.value:
        record.do("Ana", one.less)
    assert now() == (first, whole)


@pytest.mark.parametrize("game", GAMES)
def test_ready_made_heroes_have_names_and_say_who_they_are(game: str) -> None:
    """And what they are good at; no two of them are alike."""
    record = table(game)
    ready_made = steps(record).ready_made
    offer = next(one for one in see(record, "Ana").offers if one.do == ready_made)
    (field,) = record.ruleset.form(record.state, "Ana", offer, {}).params
    assert isinstance(field, One)
    assert len(field.options) >= 3
    names = [field.labels.get(option, option) for option in field.options]
    assert len(set(names)) == len(names)
    for option, name in zip(field.options, names, strict=True):
        assert re.fullmatch(r"[A-Z][a-z]+( the [A-Z][a-z]+)?(, level \d+)?", name)
        sentence, good_at, _ = field.notes[option].partition("Good at ")
        assert sentence.strip().endswith(".")
        assert good_at


@pytest.mark.parametrize("game", [*GAMES, "adventurer-factory"])
def test_a_game_is_told_in_two_sentences(game: str) -> None:
    """For whoever opens a link and has never heard of it."""
    summary = find_game(game).summary
    assert len(re.findall(r"[.!?](?:\s|$)", summary)) == 2


@pytest.mark.parametrize(
    ("game", "told", "task"),
    [
        ("deckahedron", "The game master opens the first scene.", "Open the first scene."),
        ("thousand-faces", "The game master begins play.", "Begin play."),
        ("realms-behind", "The game master begins the first day.", "Begin the first day."),
        ("deck-of-adventures", "Exploration: say what you try.", ""),
    ],
)
def test_who_has_a_hero_reads_whom_the_table_waits_for(game: str, told: str, task: str) -> None:
    """A player's turn ends with their hero; then the game master is told what begins play."""
    options = {"modules": ["combat"]} if game == "deckahedron" else {}
    record = table(game, "Ana", "Ben", options=options)
    seats = ("Ana", "Ben", "GM")
    assert see(record, "Ana").view.turn == ("Ana", "Ben")

    _take_ready_made(record, "Ana")
    assert [see(record, seat).view.turn for seat in seats] == [("Ben",)] * 3
    assert see(record, "Ana").view.banner in (
        "Ben is still making a character.",
        "Set-up: Ben chooses a move card",
    )
    assert [bool(see(record, seat).view.task) for seat in seats] == [False, True, False]

    _take_ready_made(record, "Ben")
    master = see(record, "GM")
    assert master.view.task == task
    assert master.view.turn == (("GM",) if task else ())
    for seat in ("Ana", "Ben"):
        assert (see(record, seat).view.banner, see(record, seat).view.task) == (told, "")
        assert not see(record, seat).view.deed
    if task:
        (offer,) = (one for one in master.offers if one.do == master.view.deed)
        assert (f"{offer.label}.", offer.why_not) == (task, "")


def test_a_sheet_that_is_being_made_shows_the_armor_range_of_the_finished_hero() -> None:
    """Agility makes no difference to who wears the simple armour of DOA-335: it is 3 (DOA-222)."""
    record = table("deck-of-adventures")
    record.do("Ana", {"do": "set-attribute", "attribute": "AGL", "value": 2})

    def armor_range() -> tuple[int, str]:
        sheet = next(sheet for sheet in see(record, "Ana").view.sheets if sheet.id == "Ana")
        counter = next(counter for counter in sheet.counters if counter.label == "AR")
        return counter.value, counter.note

    assert armor_range()[0] == 3
    assert armor_range()[1].endswith("Light armour makes it 3.")
    record.do("Ana", {"do": "choose-role", "role": "Martial"})
    record.do("Ana", {"do": "finish-character"})
    assert armor_range()[0] == 3


def _take_ready_made(record: AnyRecord, seat: str) -> None:
    """The first ready-made hero that nobody has taken; what it asks is answered with its first."""
    ready_made = steps(record, seat).ready_made
    offer = next(one for one in see(record, seat).offers if one.do == ready_made)
    (field,) = record.ruleset.form(record.state, seat, offer, {}).params
    assert isinstance(field, One)
    free = next(option for option in field.options if option not in field.taken)
    record.do(seat, {"do": ready_made, **offer.fixed, field.name: free})


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("deck-of-adventures", {"do": "describe", "title": "Zenobia"}),
        ("deckahedron", {"do": "introduce", "name": "Zenobia"}),
        ("thousand-faces", {"do": "name-character", "name": "Zenobia"}),
    ],
)
def test_a_surprise_leaves_what_somebody_has_typed(game: str, typed: Act) -> None:
    """It fills what is empty, and goes on surprising with what was a surprise before."""
    record = table(game)
    record.do("Ana", {**typed, "background": "from the salt road"})
    with_skills = game == "deckahedron"  # there is more to say, so there is more to fill in
    surprise: Act = {"do": "making.surprise", "luck": 2, "step": "name"}
    if with_skills:
        record.do("Ana", surprise)
        assert record.state.players["Ana"].motivation  # type: ignore[attr-defined]
    else:
        with pytest.raises(Refused, match="in your own words already"):
            record.do("Ana", surprise)
    assert step(record, "name").so_far == "Zenobia"
    assert "from the salt road" in step(record, "name").typed.values()

    record.do("Ana", typed)
    record.do("Ana", surprise)
    first = step(record, "name")
    assert first.so_far == "Zenobia"
    assert list(first.typed.values()) == ["Zenobia"]


def test_what_was_a_surprise_may_become_another() -> None:
    record = table("deckahedron")
    names = []
    for luck in (0, 1, 2):
        record.do("Ana", {"do": "making.surprise", "luck": luck, "step": "name"})
        names.append(step(record, "name").so_far)
    assert len(set(names)) == 3


def test_cards_that_a_table_does_not_have_are_named_together() -> None:
    """DKH-82: cards come from the pool of this very table, and others are taken instead."""
    record = table("deckahedron", "Ana", options={"modules": ["characters"]})
    pool = record.state.pool  # type: ignore[attr-defined]
    absent = [card for card in trait_cards() if card not in pool][:3]
    who: list[dict[str, object]] = [{"act": {"do": "introduce", "name": "Nell"}}]
    drafts: list[dict[str, object]] = [{"act": {"do": "draft", "card": card}} for card in absent]
    hero = a_hero("deckahedron", who + drafts)
    told = [
        f"{absent[0]}, {absent[1]} and {absent[2]} can’t come along: "
        "this table doesn’t have them to choose.",
        "You can choose something else instead, at “Which cards make you special?”",
    ]
    assert record.foretell("Ana", {"do": "making.bring", "hero": hero}) == told
    assert step(record, "name").so_far == ""
    assert bring(record, hero)[-2:] == told


SAMPLE: dict[str, object] = {"act": {"do": "take-sample", "sample": "dhutlo"}}
UNKNOWN: dict[str, object] = {"act": {"do": "x"}}


@pytest.mark.parametrize(
    ("choices", "most"),
    [
        ([UNKNOWN] * 400, 1),
        ([SPREAD, UNKNOWN] * 200, 2 + MOST_LOOKS),
        ([{"act": {"do": "introduce", "name": 4}}, UNKNOWN] * 200, 1),
    ],
    ids=["nothing but unknown", "a good one before each", "a refused one before each"],
)
def test_a_long_file_has_the_steps_worked_out_only_a_few_times(
    monkeypatch: pytest.MonkeyPatch, choices: list[dict[str, object]], most: int
) -> None:
    """They take longest of all: a file that says nothing new has them looked at once."""
    record, looks = table("deckahedron"), 0
    plain = record.ruleset.making

    def making(state: Struct, seat: str) -> Making | None:
        nonlocal looks
        looks += 1
        return plain(state, seat)

    monkeypatch.setattr(record.ruleset, "making", making)
    with suppress(Refused):
        bring(record, a_hero("deckahedron", choices))
    assert looks <= most


@pytest.mark.parametrize(
    ("choice", "most"),
    [({"act": {"do": "draft", "card": "No such card"}}, 1 + MOST_REFUSED), (SPREAD, MOST_DONE)],
    ids=["refused", "done"],
)
def test_a_file_of_too_much_is_not_tried_to_its_end(
    monkeypatch: pytest.MonkeyPatch, choice: dict[str, object], most: int
) -> None:
    record, tried = table("deckahedron"), 0
    plain = record.ruleset.perform

    def perform(game: Game[Struct], seat: str, action: Struct) -> None:
        nonlocal tried
        tried += 1
        plain(game, seat, action)

    monkeypatch.setattr(record.ruleset, "perform", perform)
    told = bring(record, a_hero("deckahedron", [SPREAD, *[choice] * 399]))
    assert tried == most
    assert any("more in that file than any hero is made of" in line for line in told)


def test_what_someone_else_would_decide_stays_behind() -> None:
    """RB-19.9: whoever sells something after the beginning is told its price by the GM."""
    record = table("realms-behind")
    bring(record, a_hero("realms-behind", [SAMPLE]))
    alone = record.hash
    record.take_back("Ana")
    sold: dict[str, object] = {"act": {"do": "sell", "item": "medium-armor"}}
    told = bring(record, a_hero("realms-behind", [SAMPLE, sold]))
    assert record.flight is None
    assert record.hash == alone
    assert told[-1] == (
        "Not everything could come along: Someone else at the table would have to decide part of "
        "it."
    )


def test_what_was_done_before_someone_else_is_asked_is_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = table("deckahedron")
    before = record.hash

    def perform(game: Game[Struct], seat: str, _: Struct) -> None:
        game.state.players.clear()  # type: ignore[attr-defined]
        game.tell("{who} is gone.", who=seat)
        game.may("GM", "sure", "Are you sure?")

    monkeypatch.setattr(record.ruleset, "perform", perform)
    with pytest.raises(Refused, match="Someone else at the table"):
        bring(record, a_hero("deckahedron", [SPREAD]))
    again = a_hero("deckahedron", [SPREAD, SPREAD])
    done = iter([lambda *_: None, perform])
    monkeypatch.setattr(record.ruleset, "perform", lambda *given: next(done)(*given))
    assert [line for line in bring(record, again) if "gone" in line] == []
    assert record.hash == before


def test_what_a_file_asks_is_not_foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where something is drawn or asked on the way, what follows is known to nobody."""
    record = table("deckahedron")
    monkeypatch.setattr(record.ruleset, "perform", lambda game, *_: game.roll(6))
    hero = a_hero("deckahedron", [SPREAD])
    assert record.foretell("Ana", {"do": "making.bring", "hero": hero}) == []
