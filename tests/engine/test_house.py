"""House rules: laid over the data of a game, checked by its types, kept with every table."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from fatedeck.engine.codec import Codec
from fatedeck.engine.data_files import read_file
from fatedeck.engine.entries import Header, read_record, write_record
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Seat
from fatedeck.engine.house import (
    ENVIRONMENT,
    House,
    check_house,
    data_folder,
    house_of,
    house_text,
    houses_here,
    kept_house,
    live_by,
    read_house,
    read_house_file,
    values_of,
    with_house,
)
from fatedeck.engine.marked_yaml import read_nodes
from fatedeck.engine.overlay import differences, laid_over
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.replay import replay, verify
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deck_of_adventures.data import Bestiary, Tables
from fatedeck.library import Table, play_by
from tests.houses import begin_anew, end

GAME = "deck-of-adventures"
FILES = (
    "It has: bestiary, effects, heroes, items, powers, premades, reference, tables, "
    "vulnerabilities, wandering, worth."
)
SEATS = (Seat("Gil", "gm"), Seat("Ana"))


def tough(changes: str = "  bestiary: {creatures: {Grunt: {hp: 7}}}") -> str:
    return f"title: Tough\ngame: {GAME}\nchanges:\n{changes}\n"


@pytest.fixture(autouse=True)
def no_house() -> Iterator[None]:
    """A process that has settled nothing and read nothing."""
    begin_anew()
    yield
    end()


def bestiary() -> Bestiary:
    folder = data_folder(GAME)
    assert folder is not None
    return read_file(folder / "bestiary.yaml", Bestiary)


def hp(name: str) -> list[int]:
    return [creature.hp for creature in bestiary().creatures if creature.id == name]


# Laying changes over data


def changed(base: str, changes: str) -> object:
    [under], [over] = read_nodes(base), read_nodes(changes)
    return yaml.constructor.SafeConstructor().construct_document(laid_over(under, over))


@pytest.mark.parametrize(
    ("base", "changes", "then"),
    [
        ("{a: 1, b: 2}", "{b: 3}", {"a": 1, "b": 3}),
        ("{a: 1, b: 2}", "{b: null}", {"a": 1}),
        ("{a: 1}", "{c: {d: 1}}", {"a": 1, "c": {"d": 1}}),
        ("{1: 5, 2: 6}", "{2: 7}", {1: 5, 2: 7}),
        ("{'1': 5}", "{1: 7}", {"1": 7}),
        ("{a: [1, 2]}", "{a: [3]}", {"a": [3]}),
        ("{a: [1, 2]}", "{a: {2: 9}}", {"a": [1, 9]}),
        ("{a: [1, 2]}", "{a: {3: 9}}", {"a": [1, 2, 9]}),
        ("{a: [1, 2]}", "{a: {1: null}}", {"a": [2]}),
        (
            "[{id: x, n: 1}, {id: y, n: 2}]",
            "{y: {n: 3}}",
            [{"id": "x", "n": 1}, {"id": "y", "n": 3}],
        ),
        ("[{id: x}, {id: y}]", "{x: null}", [{"id": "y"}]),
        ("[{id: x}]", "{z: {n: 4}}", [{"id": "x"}, {"id": "z", "n": 4}]),
        ("[{level: 1, cap: 2}]", "{2: {cap: 3}}", [{"level": 1, "cap": 2}, {"level": 2, "cap": 3}]),
        ("[{op: x}, {op: x}]", "{2: {n: 1}}", [{"op": "x"}, {"op": "x", "n": 1}]),
    ],
)
def test_what_is_named_is_changed_and_the_rest_stays(base: str, changes: str, then: object) -> None:
    assert changed(base, changes) == then


@pytest.mark.parametrize(
    ("base", "changes", "said"),
    [
        ("{a: 1}", "{b: null}", "There is no “b” to take away."),
        ("[{id: x}]", "{y: null}", "There is no “y” to take away."),
        ("[{id: x}]", "{y: 3}", "“y” is new here; say what it has, as name: value."),
        ("[1, 2]", "{4: 3}", "There is no place 4 in this list; its places are 1 to 2."),
        ("[]", "{x: 3}", "There is no place x in this list; its places are empty."),
    ],
)
def test_what_is_not_there_cannot_be_changed(base: str, changes: str, said: str) -> None:
    with pytest.raises(Unreadable) as fault:
        changed(base, changes)
    assert str(fault.value) == said


def test_differences_say_what_was_and_what_is() -> None:
    [under] = read_nodes("{creatures: [{id: Wolf, hp: 2, ap: 0}, {id: Rat, hp: 1}], cost: {1: 2}}")
    [over] = read_nodes(
        "{creatures: {Wolf: {hp: 5, ap: 0}, Rat: null, Ogre: {hp: 9}}, cost: {1: 2}}"
    )
    assert [change.said for change in differences(under, over, ("bestiary",))] == [
        "creatures › Wolf › hp: 2 → 5",
        "creatures › Rat: taken out",
        "creatures › Ogre: new (hp 9)",
    ]


# Reading house files


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "h.yaml is empty."),
        ("# nothing\n", "h.yaml is empty."),
        ("x" * 100_001, "h.yaml is too long; house rules have 100,000 letters at most."),
        (
            "title: {a: 1",
            "h.yaml, line 2: This is not YAML: expected ',' or '}', but got '<stream end>'.",
        ),
        (f"title: A\ngame: {GAME}\n", "h.yaml, line 1: House rules need “changes”."),
        ("game: x\nchanges: {}\n", "h.yaml, line 1: House rules need “title”."),
        ("title: A\ngame: whist\nchanges: {}\n", "h.yaml, line 2: There is no game “whist”."),
        (
            f"title: A\ngame: {GAME}\nchange: {{}}\n",
            "h.yaml, line 3: “change” isn’t known here; house rules have title, game and changes.",
        ),
        (
            f"title: ''\ngame: {GAME}\nchanges: {{}}\n",
            "h.yaml, line 1: The title is one line of up to 80 letters.",
        ),
        (f"title: A\ntitle: B\ngame: {GAME}\n", "h.yaml, line 2: “title” is here twice."),
        (
            tough("  bestary: {}"),
            "h.yaml, line 4: deck-of-adventures has no data file “bestary”. " + FILES,
        ),
        (
            tough("  former: {}"),
            "h.yaml, line 4: deck-of-adventures has no data file “former”. " + FILES,
        ),
        (tough("  tables: &a {}\n  items: *a"), "h.yaml, line 5: Write out what “*a” stands for."),
        (
            tough() + "---\n" + tough(),
            "h.yaml, line 6: There are house rules for deck-of-adventures above already.",
        ),
        (
            tough() + "--- # more\n" + tough(),
            "h.yaml, line 1: Between the rules of two games stands a line with --- alone.",
        ),
        (
            "title: A\ngame: high-card\nchanges: {deck: {}}\n",
            "h.yaml, line 3: high-card has no data file “deck”. It has none.",
        ),
    ],
)
def test_a_house_file_that_makes_no_sense_is_told_with_its_line(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as fault:
        read_house(text, "h.yaml")
    assert str(fault.value) == said


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="can’t be read: No such file or directory"):
        read_house_file(tmp_path / "h.yaml")
    (tmp_path / "h.yaml").write_bytes(b"\xff")
    with pytest.raises(Unreadable, match="is not a text file"):
        read_house_file(tmp_path / "h.yaml")


def test_one_file_has_rules_for_several_games() -> None:
    first, second = read_house(
        "---\n"
        + tough()
        + "---\ntitle: Two\ngame: deckahedron\nchanges:\n  tables: {foes: {Wolf: {stamina: x}}}\n"
    )
    assert (first.title, second.title, second.line) == ("Tough", "Two", 7)
    assert "Two" not in first.text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            "  bestiary:\n    creatures:\n      Grunt:\n        hp: many",
            "line 7: “hp” has to be a whole number, not “many”.",
        ),
        (
            "  bestiary:\n    creatures:\n      Grunt: {hp: 0}",
            "line 6: “hp” has to be 1 or more, not 0.",
        ),
        (
            "  bestiary:\n    creatures:\n      Grunt:\n        speed: -1",
            "line 7: “speed” has to be 0 or more, not -1.",
        ),
        (
            "  bestiary:\n    creatures:\n      Grunt: {attributes: {STR: 9}}",
            "line 6: “STR” has to be 6 or less, not 9.",
        ),
        ("  bestiary:\n    creatures:\n      Grunt: {hpp: 3}", "line 6: “Grunt” has no “hpp”."),
        ("  bestiary:\n    creatures:\n      Goblim: {hp: 3}", "line 6: “Goblim” lacks “kind”."),
        (
            "  bestiary:\n    creatures:\n      Ogre: {kind: pet, hp: 3}",
            "line 6: “kind” can’t be “pet”.",
        ),
        ("  bestiary: {monsters: {}}", "line 4: There is no “monsters” here."),
        ("  bestiary: {creatures: {Gremlin: null}}", "line 4: There is no “Gremlin” to take away."),
        ("  bestiary: {creatures: 3}", "line 4: “creatures” has to be a list, not “3”."),
    ],
)
def test_changes_are_checked_by_the_types_of_the_data(changes: str, said: str) -> None:
    live_by(read_house(tough(changes), "h.yaml"))
    with pytest.raises(Unreadable) as fault:
        bestiary()
    assert str(fault.value) == f"h.yaml, {said}"


def test_the_line_of_a_second_game_is_that_of_the_file() -> None:
    other = "title: Two\ngame: deckahedron\nchanges: {tables: {foes: {}}}\n"
    live_by(read_house(other + "---\n" + tough("  tables: {levels: {1: {mod_cap: x}}}"), "h.yaml"))
    folder = data_folder(GAME)
    assert folder is not None
    with pytest.raises(Unreadable, match=r"^h.yaml, line 8: “mod_cap” has to be a whole number"):
        read_file(folder / "tables.yaml", Tables)


# Living by them


def test_creatures_are_changed_added_and_taken_away() -> None:
    assert (hp("Grunt"), hp("Guard"), hp("Ogre")) == ([2], [3], [])
    begin_anew()
    live_by(
        read_house(
            tough(
                "  bestiary: {creatures: {Grunt: {hp: 7}, Guard: null, Ogre: {kind: boss, hp: 9}}}"
            )
        )
    )
    assert (hp("Grunt"), hp("Guard"), hp("Ogre")) == ([7], [], [9])


def test_house_rules_that_come_too_late_are_refused() -> None:
    bestiary()
    with pytest.raises(Refused, match="deck-of-adventures has already been read"):
        live_by(read_house(tough()))
    assert houses_here() == ()
    live_by(read_house("title: Two\ngame: deckahedron\nchanges: {}\n"))


def test_to_load_a_game_reads_nothing_so_that_its_house_rules_can_be_tried_first() -> None:
    looked = "from fatedeck import games; from fatedeck.engine import house"
    asked = f"{looked}; print(len(games()), house._here.read)"
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    number, read = ran.stdout.split(maxsplit=1)
    assert int(number) >= 5
    assert read.strip() == "set()"


@pytest.mark.parametrize(
    ("game", "change", "place"),
    [
        ("deckahedron", "{tables: {foes: {Wolf: {stamina: %s}}}}", "tables/foes/Wolf/stamina"),
        ("realms-behind", "{creatures: {levels: {novice: %s}}}", "creatures/levels/novice"),
        ("deckahedron", "{wandering: {licence: '%s'}}", "wandering/licence"),
    ],
)
def test_the_rules_stay_as_they_were_when_some_are_refused(
    game: str, change: str, place: str
) -> None:
    text = f"title: Ours\ngame: {game}\nchanges: {change}\n"
    for wrong in ("[much]", "{unheard: of}"):
        with pytest.raises(Unreadable, match="the house rules, line 3: "):
            play_by(text.replace("'%s'", "%s") % wrong)
        assert houses_here() == ()
        assert new_header(find_game(game), SEATS, {}).options == {}
    play_by(text % 9)
    Table(game, ["Ana"])
    assert values_of(game)[tuple(place.split("/"))].value == "9"


def test_house_rules_cannot_be_dropped_once_they_were_read_by() -> None:
    found = read_house(tough())
    live_by(found)
    bestiary()
    live_by(found)
    with pytest.raises(Refused, match="has already been read"):
        live_by([])


def test_a_process_lives_by_its_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "h.yaml"
    path.write_text(tough())
    monkeypatch.setenv(ENVIRONMENT, str(path))
    assert hp("Grunt") == [7]


def test_processes_have_the_same_house(tmp_path: Path) -> None:
    """By its text: what becomes of the file meanwhile makes no difference."""
    live_by(read_house(tough() + "---\ntitle: Two\ngame: deckahedron\nchanges: {}\n"))
    asked = f"from fatedeck.engine.house import house_of; print(house_of('{GAME}').hash)"
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    here = house_of(GAME)
    assert here is not None
    assert ran.stdout.strip() == here.hash


# What tables keep


def made(text: str) -> Header:
    live_by(read_house(text))
    return new_header(find_game(GAME), SEATS, {}, bytes(32))


def test_a_record_carries_text_and_hash_of_its_house() -> None:
    header = made(tough())
    read, _ = read_record(write_record(header, []))
    kept = kept_house(GAME, read.options)
    assert kept == House(GAME, "Tough", tough(), "the house rules of this game")

    assert read.options["house"] == {"title": "Tough", "hash": kept.hash, "text": tough()}
    assert "house" not in with_house("deckahedron", {})


def test_where_there_is_no_house_a_record_is_what_it_was() -> None:
    assert new_header(find_game(GAME), SEATS, {}).options == {}


def test_games_of_another_house_are_refused() -> None:
    header = made(tough())
    theirs = header.options
    check_house(GAME, theirs)
    with pytest.raises(Unreadable) as fault:
        check_house(GAME, {})
    assert str(fault.value) == (
        "This game can’t be played here, where the house rules “Tough” (3a3485b5) hold. "
        "It’s played by the printed rules. Start fatedeck without house rules."
    )
    begin_anew()
    live_by([])
    with pytest.raises(Unreadable) as fault:
        check_house(GAME, theirs)
    assert str(fault.value) == (
        "This game can’t be played here, where the printed rules hold. "
        "It’s played by the house rules “Tough” (3a3485b5). Start fatedeck with them."
    )
    for drive in (
        lambda: Record(find_game(GAME), header),
        lambda: replay(find_game(GAME), header, []),
        lambda: verify(find_game(GAME), write_record(header, [])),
        lambda: Codec(find_game(GAME)).begin(header.options, SEATS),
    ):
        with pytest.raises(Unreadable, match="house rules “Tough”"):
            drive()


def test_kept_house_rules_that_were_changed_are_told() -> None:
    header = made(tough())
    kept = header.options["house"]
    assert isinstance(kept, dict)
    for broken in (
        {**kept, "text": tough().replace("7", "8")},
        {**kept, "hash": "0"},
        {**kept, "title": "Other"},
        "a word",
        {},
    ):
        with pytest.raises(Unreadable, match="aren’t what they were written as"):
            check_house(GAME, {"house": broken})


# What there is to change


def test_every_value_has_its_place() -> None:
    found = values_of(GAME)
    assert found["bestiary", "creatures", "Grunt", "hp"].value == "2"
    assert found["tables", "attribute_cost", "-2"].value == "-4"
    with pytest.raises(Unreadable, match="There is no game “whist”"):
        values_of("whist")
    live_by(read_house(tough()))
    assert values_of(GAME)["bestiary", "creatures", "Grunt", "hp"].value == "7"


def test_house_rules_are_made_from_places() -> None:
    [house] = read_house(house_text(GAME, "Made", {("bestiary", "creatures", "Grunt", "hp"): 9}))
    assert [change.said for change in house.differences()] == ["creatures › Grunt › hp: 2 → 9"]


def test_no_house_at_all_is_not_written_down_as_one() -> None:
    with pytest.raises(Unreadable, match="aren’t what they were written as"):
        check_house(GAME, {"house": None})
    check_house(GAME, {})
