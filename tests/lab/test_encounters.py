"""Encounters: from names, from files, from a table; what is wrong with one is said at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fatedeck as fd
from fatedeck.engine.entries import Header, write_record
from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.fights import Recruit, recruits
from fatedeck.engine.game import Seat
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import find_game
from fatedeck.lab.encounter import is_staged, muster, pack, parse_encounter, resolved, unpack
from fatedeck.lab.playing import Arena, from_record
from fatedeck.lab.results import told
from fatedeck.lab.trying import Trial, lab

NAMES = ["Grunt", "Grunt, Shielded", "Captain, Defender", "Captain (Dealer)", "Wolf"]
NAMES.append("Ritualist, Support")
GAMES = {
    "deck-of-adventures": ("Clubs1, Hearts2", "Grunt x3, Captain, Defender"),
    "deckahedron": ("Brann, Wren", "Wolf x3"),
    "thousand-faces": ("Petra, Joris", "Guard x2"),
    "realms-behind": ("Dhutlo, Tamsin", "Goblin raider [level=3] x2"),
    "adventurer-factory": ("iron_road", "silver_tongue"),
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Grunt", [Recruit("Grunt")]),
        ("grunt x3, Wolf", [Recruit("Grunt", 3), Recruit("Wolf")]),
        ("Captain (dealer)", [Recruit("Captain (Dealer)")]),
        ("ritualist x2, Wolf", [Recruit("Ritualist, Support", 2), Recruit("Wolf")]),
        ("Captain, Defender x2, Wolf", [Recruit("Captain, Defender", 2), Recruit("Wolf")]),
        ("Grunt, Shielded × 2", [Recruit("Grunt, Shielded", 2)]),
        ("Wolf [stamina=6, kind=tough] x2", [Recruit("Wolf", 2, {"stamina": 6, "kind": "tough"})]),
        ("Wolf x0, Grunt", [Recruit("Grunt")]),
        ("Wolf [stamina=6] x0", []),
        (" , ", []),
    ],
)
def test_who_fights_is_read_as_people_write_it(text: str, expected: list[Recruit]) -> None:
    assert recruits(text, NAMES, "foe") == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Dragon", "There’s no foe called “Dragon”. You can name: Grunt, "),
        ("Captain x2", "Which foe is “Captain”: “Captain, Defender” or “Captain (Dealer)”?"),
        ("Grunt x999", "30 of a kind can be in a fight at most"),
        ("Wolf [stamina] x2", "write what is different as stamina=6"),
        ("," * 2_001, "Name everyone on one side in at most 2,000 letters."),
    ],
)
def test_a_name_that_nobody_has_is_told(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        recruits(text, NAMES, "foe")


@pytest.mark.parametrize(
    ("named", "ids", "title"),
    [
        ("Marn", ["Clubs1"], "Marn (Clubs1) against Wolf"),
        ("odo (hearts2) x2", ["Hearts2"] * 2, "Odo (Hearts2) x2 against Wolf"),
        ("Clubs1, Thadius", ["Clubs1", "Defender1"], None),
        ("Marn [level=2]", ["Clubs2"], "Marn (Clubs1) against Wolf"),
    ],
)
def test_heroes_go_by_their_names_at_the_table_too(
    named: str, ids: list[str], title: str | None
) -> None:
    encounter = muster("deck-of-adventures", named, "Wolf")
    steps = resolved(encounter).steps
    assert [step.act["premade"] for step in steps if step.act["do"] == "take-premade"] == ids
    assert encounter.title == title or title is None


def test_results_tell_both_names_of_a_hero() -> None:
    """A twin keeps its number; fights, their records and the columns of tables stay as they are."""
    result = lab("deck-of-adventures", ["Marn x2"], ["Spider Queen"], fights=4, jobs=1)
    assert result.called("Clubs1 2") == "Marn (Clubs1) 2"
    assert {"Marn (Clubs1) falls", "Marn (Clubs1) 2 falls"} <= {what for what, _ in told(result)}
    assert "falls_Clubs1" in result.figures()
    plain = lab("deck-of-adventures", "Clubs1 x2", "Spider Queen", fights=4, jobs=1)
    assert plain.outcomes == result.outcomes
    duel = lab("adventurer-factory", "Iron Road", "ley_lines", fights=2, jobs=1)
    assert duel.encounter.title == "Iron Road (iron_road) against Ley Lines (ley_lines)"
    assert duel.verdict.startswith("Iron Road wins ")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_fought(game: str) -> None:
    encounter = muster(game, *GAMES[game])
    assert unpack(pack(encounter)) == encounter
    arena = Arena(encounter)
    arena.check()
    assert {arena.fight(number).stuck for number in range(3)} == {""}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("play", ["careful", "bold", "random"])
def test_other_ways_of_playing_come_to_an_end(game: str, play: str) -> None:
    arena = Arena(muster(game, *GAMES[game], play=play, against=play))
    assert not arena.fight(1).stuck


def test_as_many_as_are_wished_come_in_turn() -> None:
    many = muster("deckahedron", "Brann, Wren", "Wolf, Bandit", settings={"foes": 3, "party": 1})
    assert many.title == "Brann against Wolf x2 and Bandit"


def test_settings_reach_those_they_concern() -> None:
    encounter = resolved(muster("deckahedron", "Brann", "Wolf x2", settings={"stamina": 7}))
    added = [step.act for step in encounter.steps if step.act["do"] == "add-foe"]
    assert [(act["name"], act["stamina"]) for act in added] == [("Wolf 1", 7), ("Wolf 2", 7)]
    leveled = resolved(muster("deck-of-adventures", "Clubs1", "Grunt", settings={"level": 3}))
    assert leveled.steps[0].act["premade"] == "Clubs3"


@pytest.mark.parametrize(
    ("party", "foes", "settings", "sentence"),
    [
        ("", "Wolf", {}, "Who is in the party? You can name: Brann"),
        ("Brann", "", {}, "Who do they fight? You can name: Wolf"),
        ("Brann", "Wolf", {"hp": 3}, "has no number called “hp” for a fight"),
        ("Brann", "Wolf x0", {}, "“Wolf x0”: one foe has to be there at least."),
        ("Brann x0", "Wolf", {}, "“Brann x0”: one hero has to be there at least."),
        ("Brann", "Wolf [hp=3]", {}, "has no number called “hp” for a fight"),
        ("Brann", "Wolf x20, Bandit x20", {}, "40 on one side are too many for a fight; 30"),
        ("Brann", "Wolf", {"foes": 99}, "From 1 to 30 foes can be in a fight, not 99."),
    ],
)
def test_what_cannot_be_mustered_is_a_sentence(
    party: str, foes: str, settings: dict[str, int], sentence: str
) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        muster("deckahedron", party, foes, settings=dict(settings))


@pytest.mark.parametrize(
    ("game", "party", "foes", "sentence"),
    [
        (
            "deck-of-adventures",
            "Clubs1",
            "Wolf, Grunt [level=77] x3",
            "“level” can’t be set for Grunt: in Deck of Adventures it’s the heroes’. "
            "What you can set for a foe: phases.",
        ),
        (
            "realms-behind",
            "Dhutlo [level=3]",
            "Veil clerk",
            "“level” can’t be set for Dhutlo: in The Realms Behind it’s the foes’. "
            "What you can set for a hero: nothing.",
        ),
    ],
)
def test_a_bracket_on_the_wrong_side_is_refused(
    game: str, party: str, foes: str, sentence: str
) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        muster(game, party, foes)


def test_a_bracket_on_the_wrong_side_is_refused_at_a_table_and_in_a_file() -> None:
    with pytest.raises(Refused, match="has no number called “hp” for a fight"):
        from_record(a_table_before_a_fight(), "Wolf [hp=3]")
    with pytest.raises(Unreadable, match=r"^mine\.yaml, line 6: Deckahedron has no number"):
        parse_encounter(BY_HAND.replace("given:", "foes: Wolf [hp=3]\ngiven:", 1), "mine.yaml")


@pytest.mark.parametrize(
    ("game", "named", "setting", "levels"),
    [
        ("deck-of-adventures", ("Clubs1", "Grunt"), "party.level", "Clubs3"),
        ("realms-behind", ("Dhutlo", "Veil clerk"), "foes.level", "veteran"),
    ],
)
def test_a_setting_may_say_whose_it_is(
    game: str, named: tuple[str, str], setting: str, levels: str
) -> None:
    plain, of_a_side = (
        resolved(muster(game, *named, settings={name: 3})).steps for name in ("level", setting)
    )
    assert plain == of_a_side
    assert levels in {value for step in plain for value in step.act.values()}
    wrong = {"party.level": "foes.level", "foes.level": "party.level"}[setting]
    with pytest.raises(Refused, match=f"“{wrong}”: in .* the level is the (heroes|foes)’"):
        muster(game, *named, settings={wrong: 3})
    with pytest.raises(Refused, match=f"“level” and “{setting}” are the same"):
        muster(game, *named, settings={"level": 2, setting: 3})


def test_a_level_that_no_ready_made_hero_has_is_told_with_those_there_are() -> None:
    with pytest.raises(Refused, match="Clubs1 can be of level 1, 2 or 3, not “5”"):
        muster("deck-of-adventures", "Clubs1", "Grunt", settings={"level": 5})
    with pytest.raises(Refused, match="can be of level 1 or 2, not “3”"):
        muster("deck-of-adventures", "Martial1 (companion)", "Grunt", settings={"level": 3})


def test_a_game_without_fights_says_so() -> None:
    with pytest.raises(Refused, match="it has no fights"):
        muster("high-card", "Ana", "Ben")


BY_NAMES = """
encounter: Wolves at the ford
game: deckahedron
party: Brann, Wren
foes: Wolf x3
settings: {stamina: 5}
play: careful
"""

BY_HAND = """
encounter: A tired guard
game: deckahedron
options: {modules: [combat, attack_simple]}
seats: {GM: gm, Ana: player}
given:
  phase: play
  players:
    Ana: {strength: 4, wounds: 1}
steps:
  - by: GM
    do: add-foe
    with: {name: Guard, strength: 1, stamina: 2}
"""


def test_an_encounter_may_be_a_file_with_names(tmp_path: Path) -> None:
    encounter = parse_encounter(BY_NAMES)
    assert (encounter.title, encounter.play) == ("Wolves at the ford", "careful")
    path = tmp_path / "ford.yaml"
    path.write_text(BY_NAMES, "utf-8")
    varied = resolved(Trial(str(path)).encounter({"foes": 5, "settings.stamina": 2}))
    added = [step.act["stamina"] for step in varied.steps if step.act["do"] == "add-foe"]
    assert added == [2, 2, 2, 2, 2]


def test_an_encounter_may_lay_out_its_table_itself() -> None:
    arena = Arena(parse_encounter(BY_HAND))
    arena.check()
    assert arena.fight(0).won == 1
    weaker = parse_encounter(
        BY_HAND, values={"given.players.Ana.wounds": 0, "steps.1.with.stamina": 9}
    )
    assert weaker.given is not None
    assert weaker.steps[0].act["stamina"] == 9


def test_what_a_step_names_comes_to_pass() -> None:
    """The cards that a step names are drawn; a second one is drawn by luck."""
    text = (
        BY_HAND
        + """  - by: GM
    do: give-spotlight
    with: {player: Ana}
  - by: Ana
    do: attack
    with: {foe: Guard, way: melee}
    chance: [A01]
"""
    )
    with pytest.raises(FatedeckError, match="“attack” by Ana is refused: A01 is not among"):
        Arena(parse_encounter(text)).check()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game: deckahedron\nparty: Brann\nfoes: Dragon", "line 2: There’s no foe called “Dragon”"),
        ("game: deckahedron\nparty: Brann", "line 2: “foes:” is missing."),
        ("game: chess\nparty: Brann\nfoes: Wolf", "There is no game “chess”"),
        (
            "game: deckahedron\nparty: Brann\nfoes: Wolf\nsteps: []",
            "line 4: With “party:” there is",
        ),
        ("game: deckahedron\ndragons: 3", "line 2: “dragons” isn’t a part of an encounter."),
        ("game: deckahedron", "line 1: “seats:” is missing."),
        ("game: deckahedron\n---\ngame: deckahedron", "An encounter file holds one encounter."),
        ("game: deckahedron\nseats: {GM: gm}\nsteps: [{by: GM}]", "line 3: “do:” is missing."),
    ],
)
def test_a_fault_in_a_file_is_told_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=r"^mine.yaml, .*" + re.escape(sentence)):
        parse_encounter(text, "mine.yaml")


def test_a_number_that_is_not_there_cannot_be_varied() -> None:
    with pytest.raises(Unreadable, match="There is no “Ben” here"):
        parse_encounter(BY_HAND, values={"given.players.Ben.wounds": 1})
    with pytest.raises(Unreadable, match=r"There is no number at “given\.phase” to vary"):
        parse_encounter(BY_HAND, values={"given.phase": 1})


def a_table_before_a_fight() -> Record:  # type: ignore[type-arg]
    ruleset = find_game("deckahedron")
    options: dict[str, object] = {"modules": ["combat", "attack_simple"]}
    record = Record(
        ruleset, Header(ruleset.id, "1", (Seat("Kai", "gm"), Seat("Ana")), options), secret=b"s"
    )
    record.set_up()
    record.do("Ana", {"do": "take-sample", "character": "Brann"})
    record.do("Kai", {"do": "begin-play"})
    return record


def test_this_table_now(tmp_path: Path) -> None:
    """Would they survive? From a record, at any place of it, with its own foes or with others."""
    record = a_table_before_a_fight()
    with pytest.raises(Refused, match=r"Nobody is fighting at this table\. Name foes"):
        from_record(record)
    arena = Arena(from_record(record, "Wolf x2"))
    arena.check()
    assert not arena.fight(0).stuck
    quiet = len(record.entries)
    record.do("Kai", {"do": "add-foe", "name": "Bear", "stamina": 9})
    path = tmp_path / "table.jsonl"
    path.write_text(write_record(record.header, record.entries), "utf-8")
    now = Trial(str(path)).encounter()
    assert not Arena(now).fight(0).stuck
    house = {"house.tables.foes.Wolf.stamina": 8}
    with pytest.raises(Refused, match="keeps the numbers they came with"):
        Trial(str(path)).encounter(house)
    assert Trial(str(path), foes="Wolf").encounter(house).options["house"]
    with pytest.raises(Refused, match="Nobody is fighting"):
        Trial(str(path), at=quiet).encounter()
    with pytest.raises(Refused, match=f"That record has {len(record.entries)} entries, not 999"):
        Trial(str(path), at=999).encounter()
    with pytest.raises(Refused, match="the party is there already"):
        Trial(str(path), party="Wren").encounter()


def test_the_fight_that_a_scene_has_ready() -> None:
    """Before it is on the table: how it would go. Once it was, it is not met again by itself."""
    table = fd.Table("deckahedron", ["Ana"], adventure="the-bell-under-the-weir", seed=1)
    table.make_heroes()
    with pytest.raises(Refused, match="Nobody is fighting"):
        from_record(table._record)
    table.do("GM", "tale.go", to="the-weir-at-night")
    ready = from_record(table._record)
    assert ready.title == "The dogs jump"
    arena = Arena(ready)
    arena.check()
    assert not arena.fight(0).stuck
    comes = fd.replay(arena.record(0)).story()[0]
    assert comes == "Grey dog appears with 3 Stamina."
    assert not is_staged(from_record(table._record, "Wolf"))
    table.do("GM", "tale.stage", stage="The dogs jump")
    now = from_record(table._record)
    assert now.title == "this table, now"
    assert Arena(now).fight(0) == arena.fight(0)


def test_two_sides_of_which_one_is_empty_are_no_fight() -> None:
    text = BY_HAND.partition("steps:")[0]
    with pytest.raises(Refused, match="There is no fight here"):
        Arena(parse_encounter(text)).check()
