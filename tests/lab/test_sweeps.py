"""Sweeps: every point with the same luck, differences with their interval, tables and pictures."""

from __future__ import annotations

import csv
import io
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import polars
import pytest
from msgspec.structs import replace

from fatedeck.engine.errors import NotInstalled, Refused, Unreadable
from fatedeck.lab import Sweep, lab, sweep
from fatedeck.lab.intervals import difference
from fatedeck.lab.matches import RoundRobin, run_matches
from fatedeck.lab.pictures import beside, picture, save
from fatedeck.lab.results import Result
from fatedeck.lab.running import Wish
from fatedeck.lab.showing import distribution, heat_map, sweep_table
from fatedeck.lab.sweeps import Vary, points_of, read_vary


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("foes=1..4", Vary("foes", (1, 2, 3, 4))),
        ("stamina = 2..9/3", Vary("stamina", (2, 5, 8))),
        ("power=d4,d6", Vary("power", ("d4", "d6"))),
        ("level=1,3", Vary("level", (1, 3))),
        ("shift=-1..1", Vary("shift", (-1, 0, 1))),
    ],
)
def test_what_is_varied_is_read_as_people_write_it(text: str, expected: Vary) -> None:
    assert read_vary(text) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("foes", "write what is varied as foes=1..8"),
        ("foes=", "write what is varied as foes=1..8"),
        ("foes=8..1", "from 8 to 1 there is nothing to try"),
        ("foes=1..1000000", "that is more than 400 points for one table"),
        ("foes=1,1", "name each value once"),
        ("foes=1,,2", "name each value once"),
    ],
)
def test_what_cannot_be_varied_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        read_vary(text)


def test_a_sweep_of_too_many_points_is_refused_before_it_begins() -> None:
    hundred = tuple(range(100))
    with pytest.raises(Refused, match="That makes 1,000,000 points; a sweep has 400 at most"):
        points_of([Vary(name, hundred) for name in "abc"])
    with pytest.raises(Refused, match="“foes” is varied twice"):
        points_of([Vary("foes", (1,)), Vary("foes", (2,))])


@pytest.fixture(scope="module")
def wolves() -> Sweep:
    return sweep(
        "deckahedron", "Brann", "Wolf", vary={"stamina": "3,6", "foes": "1..2"}, fights=60, jobs=1
    )


def test_the_last_number_changes_fastest(wolves: Sweep) -> None:
    assert wolves.points == [
        {"stamina": 3, "foes": 1},
        {"stamina": 3, "foes": 2},
        {"stamina": 6, "foes": 1},
        {"stamina": 6, "foes": 2},
    ]
    alone = lab("deckahedron", "Brann", "Wolf [stamina=6] x2", fights=60, jobs=1)
    assert alone.won == wolves.results[3].won


def test_a_difference_is_that_of_the_same_fights(wolves: Sweep) -> None:
    """Where nobody wins any more, it is not certain either."""
    one, other = wolves.results[0].outcomes, wolves.results[3].outcomes
    apart = [(b.won == 1) - (a.won == 1) for a, b in zip(one, other, strict=True)]
    found = wolves.difference(0, 3)
    assert found.value == pytest.approx(sum(apart) / 60)
    assert found == difference([a.won == 1 for a in one], [b.won == 1 for b in other])
    assert found.low < found.value < found.high
    assert wolves.difference(3, 3).half > 0


def test_the_same_luck_makes_a_difference_surer() -> None:
    """One foe more: shared luck leaves less to scatter than two separate samples would."""
    found = sweep("deckahedron", "Brann, Wren", "Wolf", vary={"foes": "5..6"}, fights=200, jobs=1)
    first, second = (result.won for result in found.results)
    apart = found.difference(0, 1)
    assert apart.half < (first.half**2 + second.half**2) ** 0.5


def test_a_name_in_braces_is_filled_in() -> None:
    found = sweep("deckahedron", "Brann", "Wolf x{n}", vary={"n": "1..2"}, fights=20, jobs=1)
    assert [result.encounter.title for result in found.results] == [
        "Brann against Wolf",
        "Brann against Wolf x2",
    ]
    none = sweep("deckahedron", "Brann", "Wolf x{n}, Bandit", vary={"n": "0..1"}, fights=1, jobs=1)
    assert none.title == "Brann against Bandit to Wolf and Bandit; n varied"
    with pytest.raises(Refused, match=r"Nothing says what {n} is: vary it, as n=1\.\.5"):
        lab("deckahedron", "Brann", "Wolf x{n}")


def test_ways_of_playing_can_be_compared() -> None:
    found = sweep(
        "deckahedron", "Brann", "Wolf x2", vary={"play": "careful,bold"}, fights=20, jobs=1
    )
    assert [result.encounter.play for result in found.results] == ["careful", "bold"]


def test_tables_of_a_sweep(wolves: Sweep, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(wolves.to_csv())))
    assert [(row["stamina"], row["foes"], row["fights"]) for row in rows][1] == ("3", "2", "60")
    assert float(rows[3]["won"]) == wolves.results[3].won.value
    assert float(rows[3]["won_low"]) == wolves.results[3].won.low
    path = tmp_path / "wolves.parquet"
    wolves.to_parquet(path)
    read = polars.read_parquet(path)
    assert read["won"].to_list() == [result.won.value for result in wolves.results]
    assert wolves.to_polars().equals(read)
    assert wolves.results[0].to_polars().shape[0] == 60


def test_pandas_is_used_where_it_is(wolves: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NotInstalled, match="This needs pandas"):
        wolves.to_pandas()
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    assert wolves.to_pandas() == wolves.rows()
    assert wolves.results[0].to_pandas() == wolves.results[0].rows()


@pytest.mark.parametrize("missing", ["altair", "polars"])
def test_a_missing_extra_is_a_sentence_with_the_way_to_get_it(
    missing: str, wolves: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(NotInstalled, match=re.escape("pip install 'fatedeck[lab]'")):
        (picture if missing == "altair" else Sweep.to_polars)(wolves)


def test_a_terminal_is_shown_lines(wolves: Sweep) -> None:
    table = sweep_table(wolves)
    assert len(table) == 5
    assert "foes’ stamina  foes  won by the party" in table[0]
    assert heat_map(wolves)[0] == "foes’ stamina down, foes across, % won"
    assert len(heat_map(wolves)) == 4
    lines = distribution(wolves.results[0])
    assert sum(int(line.split()[-2]) for line in lines) == pytest.approx(100, abs=len(lines))


@pytest.mark.parametrize(
    ("vary", "title"),
    [
        ({"party": "1..3"}, "Brann to Brann x2 and Wren against Wolf; party varied"),
        ({"foes": "2..4"}, "Brann and Wren against Wolf x2 to Wolf x4; foes varied"),
        ({"foes.stamina": "3,4"}, "Brann and Wren against Wolf; foes’ stamina varied"),
        ({"play": "careful,bold"}, "Brann and Wren against Wolf; play varied"),
    ],
)
def test_a_sweep_is_headed_by_what_is_varied_and_whose_it_is(
    vary: dict[str, str], title: str
) -> None:
    found = sweep("deckahedron", "Brann, Wren", "Wolf", vary=vary, fights=1, jobs=1)
    assert found.title == title
    assert repr(found).startswith(f"<{title}: {len(found.points)} points, won ")


def test_a_notebook_is_shown_tables(wolves: Sweep) -> None:
    assert wolves._repr_html_().count("<tr>") == 5
    shown = wolves.results[0]._repr_html_()
    assert "won by the party" in shown
    assert "Brann against Wolf" in shown


def test_the_axis_of_a_picture_has_every_number_and_room_for_its_labels(wolves: Sweep) -> None:
    """Numbers that never came up have their place, too; of many, some are written."""
    outcomes = [replace(one, rounds=3 if one.number else 40) for one in wolves.results[0].outcomes]
    result = Result(wolves.results[0].encounter, "lab", outcomes)
    rounds = picture(result).to_dict()["vconcat"][0]["hconcat"][0]["encoding"]["x"]
    assert rounds["scale"]["domain"] == list(range(3, 41))
    assert rounds["axis"]["values"] == list(range(3, 41, 4))


def test_pictures(wolves: Sweep, tmp_path: Path) -> None:
    """A heat map, a curve, distributions, two side by side; each form can be opened."""
    curve = Sweep([wolves.varied[1]], wolves.results[:2])
    drawn = {
        "map": picture(wolves),
        "curve": picture(curve),
        "spread": picture(wolves.results[0]),
        "both": beside(curve, curve, ("by the book", "our house")),
    }
    for name, chart in drawn.items():
        save(chart, tmp_path / f"{name}.svg")
        assert (tmp_path / f"{name}.svg").read_text("utf-8").startswith("<svg")
    save(drawn["curve"], tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes()[:4] == b"\x89PNG"
    save(drawn["curve"], tmp_path / "curve.html")
    page = (tmp_path / "curve.html").read_text("utf-8")
    assert "vegaEmbed" in page
    assert 'src="http' not in page
    with pytest.raises(Unreadable, match="A picture is one of"):
        save(drawn["curve"], tmp_path / "curve.gif")


@pytest.fixture(scope="module")
def decks() -> RoundRobin:
    return run_matches(
        "adventurer-factory", ["iron_road", "silver_tongue", "ley_lines"], Wish(fights=20, jobs=1)
    )


def test_each_deck_meets_each_other_in_both_seats(decks: RoundRobin) -> None:
    assert len(decks.results) == 6
    for one, other in (("iron_road", "ley_lines"), ("ley_lines", "silver_tongue")):
        wins, losses = decks.against(one, other), decks.against(other, one)
        assert wins.fights == losses.fights == 40
        assert wins.value + losses.value <= 1
    assert decks.overall("iron_road").fights == 80
    assert decks.ranking[-1] == "ley_lines"
    assert len(decks.rows()) == 6


def test_a_match_map(decks: RoundRobin, tmp_path: Path) -> None:
    save(picture(decks), tmp_path / "decks.svg")
    assert "iron_road" in (tmp_path / "decks.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        (["iron_road"], "A match needs two decks at least."),
        (["iron_road", "iron_road"], "Name each deck once."),
        (["iron_road", "long_lunge"], "no deck called “long_lunge”. Did you mean “long_lunch”?"),
        (["iron_road", "paper"], "There’s no deck called “paper”. You can name: iron_road, "),
        ([f"deck {n}" for n in range(13)], "13 decks are too many for one table; 12 at most."),
    ],
)
def test_decks_that_cannot_meet(named: list[str], sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        run_matches("adventurer-factory", named, Wish(fights=20))
