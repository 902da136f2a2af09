"""What is remembered of a drawing is what would be drawn anew, and what is saved is small."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

from fatedeck.engine.codec import Codec
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.paths import find
from fatedeck.engine.random_play import AnyRecord, new_record, play
from fatedeck.engine.ruleset import find_game
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.state import Item, Parley, Phase, Project, Table, Technique
from tests.games.realms_behind.realms import GM, fight, goblin, hero, holds, table_of, technique

SEATS = [GM, "Ana", "Ben", "Cleo"]
EYES = [None, *SEATS]


def _same_as_anew(table: Table, drawn: Drawn) -> None:
    drawn.turn_over()
    views = ruleset.views(table, EYES, drawn)
    assert views == [ruleset.view(table, seat) for seat in EYES]


def _day(seed: int) -> AnyRecord:
    """A day has begun with ready-made characters, and creatures stand there."""
    samples = ("dhutlo", "tamsin", "orrin", "basic")
    characters = {seat: samples[(place + seed) % 4] for place, seat in enumerate(SEATS[1:])}
    options: dict[str, object] = {"characters": characters, "gm_sees_hands": seed % 2 == 1}
    record = new_record(find_game("realms-behind"), seed, options, players=3)
    level = next(iter(book().levels))
    record.do(GM, {"do": "add-creatures", "kind": "goblin-raider", "level": level, "count": 2})
    if seed % 3 == 0:
        record.do(GM, {"do": "start-encounter"})
    return record


@pytest.mark.parametrize("seed", range(9))
def test_in_the_middle_of_a_day(seed: int) -> None:
    record, drawn = _day(seed), Drawn()

    def same(record: AnyRecord) -> None:
        assert isinstance(record.state, Table)
        _same_as_anew(record.state, drawn)

    play(record, random.Random(seed), 120, same)


def _weary(table: Table) -> None:
    ana = table.players["Ana"]
    ana.hand.top, ana.discard.top = [], [*ana.hand.top]


def _worked_out(table: Table) -> None:
    ana = table.players["Ana"]
    ana.deck.bag, ana.deck.top, ana.deck.bottom = [], [], []


def _set(path: str, value: object) -> Callable[[Table], None]:
    """Set one value of Ana's, or by a longer path of anybody's."""

    def change(table: Table) -> None:
        *steps, name = path.split("/")
        setattr(find(table, "/".join(steps) or "players/Ana"), name, value)

    return change


def _add(path: str, name: str, value: object) -> Callable[[Table], None]:
    def change(table: Table) -> None:
        held = find(table, f"players/Ana/{path}")
        assert isinstance(held, dict)
        held[name] = value

    return change


def _of_table(name: str, value: object) -> Callable[[Table], None]:
    return lambda table: setattr(table, name, value)


def _rage(x: int) -> Callable[[Table], None]:
    """Berserk, this far from a goblin: what may be done depends on where all stand. RB-16.10."""

    def change(table: Table) -> None:
        table.players["Ana"].statuses.berserk = 1
        table.creatures["Goblin"].x = x

    return change


def _go_to_work(table: Table) -> None:
    table.phase, table.workspace = "downtime", True


CHANGES: dict[str, Callable[[Table], None]] = {
    "a workspace": _go_to_work,
    "somebody waits": _set("players/Ben/waiting", True),
    "somebody has gone": _set("players/Ben/left_scene", True),
    "somebody has died": _set("players/Ben/dead", True),
    "a creature has gone": _set("creatures/Goblin/left_scene", True),
    "an empty hand": _weary,
    "an empty draw pile": _worked_out,
    "downed": _set("deep", 0),
    "mad": _set("madness", 40),
    "enchanted": _set("players/Ana/statuses/enchanted", 1),
    "no Will": _set("will", 0),
    "no action left": _set("exploration_actions", 0),
    "no work left": _set("downtime_actions", 0),
    "an attribute": _set("mind", 5),
    "a skill": _add("skills", "arcana", 5),
    "a subject": _add("skills", "lore (elves)", 2),
    "a feat": _set("feats", ["imposing-figure"]),
    "a technique": _add("techniques", "Feint", Technique("Feint", "maneuver")),
    "a thing": _add("items", "rope", Item("rope", "rope")),
    "a project": _add("projects", "bow", Project("bow", "longbow", 1, 3)),
    "materials": _add("materials", "wood 1", 3),
    "a dream": _set("dream", "2C"),
    "a grown deck": _set("growth", ["+9H"]),
    "unfinished": _set("ready", False),
    "willing": _set("willing", True),
    "the next turn": _of_table("turn", 1),
    "a dialogue": _of_table("parley", Parley("The gate", 2, False)),
    "wider ground": _of_table("width", 30),
    "higher ground": _of_table("height", 20),
    "no AP": _set("ap", 0),
    "an attack made": _set("attacked_with", ["dagger"]),
    "rage beside a foe": _rage(1),
    "rage far from all": _rage(15),
    "a debt": _set("xp", -4),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("phase", ["exploration", "downtime", "creation", "encounter"])
def test_nothing_that_counts_is_overlooked(change: str, phase: Phase) -> None:
    """One thing changes, and with it whatever depends on it."""
    table = table_of(Ana="tamsin", Ben="orrin", Cleo="dhutlo")
    goblin(table)
    holds(table.players["Ana"], "9H", "2C")
    table.players["Ana"].projects["hat"] = Project("hat", "hat", 1, 3)
    technique(table.players["Ana"], "maneuver")
    fight(table, "Ana", "Goblin", "Ben", "Cleo")
    table.phase = phase
    drawn = Drawn()
    _same_as_anew(table, drawn)
    CHANGES[change](table)
    _same_as_anew(table, drawn)


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        ("an empty hand", "Exhausted"),
        ("an empty draw pile", "Stupefied"),
        ("a project", "Level 1: 0 of 3 steps"),
        ("materials", "Wood, level 1"),
        ("a technique", "Feint"),
        ("a thing", "Rope"),
        ("a grown deck", "53 cards"),
    ],
)
def test_a_sheet_shows_what_has_changed(change: str, seen: str) -> None:
    table, drawn = table_of(Ana="tamsin", Ben="orrin", Cleo="dhutlo"), Drawn()
    holds(table.players["Ana"], "9H", "2C")

    def of_ana() -> str:
        drawn.turn_over()
        [mine] = ruleset.views(table, ["Ana"], drawn)
        return msgspec.json.encode(mine.sheets[1]).decode()

    assert seen not in of_ana()
    CHANGES[change](table)
    assert seen in of_ana()


def test_a_curse_not_recognised_is_on_the_gms_sheet_alone() -> None:
    """Also when a like thing without the curse was drawn before. RB-20.13."""
    table, drawn = table_of(Ana="tamsin", Ben="orrin", Cleo="dhutlo"), Drawn()
    curse = "maddening"
    _same_as_anew(table, drawn)
    for character in table.players.values():
        for item in character.items.values():
            item.enhancements = [curse]
    _same_as_anew(table, drawn)
    of_gm, of_ana = ruleset.views(table, [GM, "Ana"], drawn)
    assert b"Maddening" in msgspec.json.encode(of_gm.sheets)
    assert b"Maddening" not in msgspec.json.encode(of_ana.sheets)


def test_who_has_left_the_scene_does_nothing_there() -> None:
    """And the offer says so. RB-13.4."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.techniques["Feint"] = Technique("Feint", "maneuver")
    holds(ana, "9H")
    ana.left_scene = True
    [feint] = [one for one in ruleset.offers(table, "Ana") if one.do == "use-technique"]
    assert feint.why_not == "Ana has left the scene until the GM says otherwise."
    assert feint.clauses[-1] == "RB-13.4"


def test_what_is_as_it_was_at_first_is_not_saved_and_reads_the_same() -> None:
    table, codec = table_of(Ana="tamsin", Ben="orrin", Cleo="dhutlo"), Codec(ruleset)
    saved = msgspec.msgpack.decode(codec.encode(table))
    assert "skills" in saved["players"]["Ana"]
    assert "taunted" not in saved["players"]["Ana"]
    assert codec.decode(codec.encode(table)) == table
