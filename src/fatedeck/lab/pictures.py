"""Pictures of results, where Altair is installed: curves with bands, heat maps, distributions."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.extras import extra, not_installed
from fatedeck.lab.matches import RoundRobin
from fatedeck.lab.results import Result
from fatedeck.lab.sweeps import Sweep

if TYPE_CHECKING:
    import altair

    Picture: TypeAlias = (
        altair.Chart | altair.LayerChart | altair.HConcatChart | altair.VConcatChart
    )

WIDTH, HEIGHT = 420, 260
LABELS = 10
"""So many numbers have room below half a picture."""
FORMS = (".svg", ".png", ".html", ".json")


def picture(shown: Result | Sweep | RoundRobin) -> Picture:
    """The picture that tells most about a result."""
    _needs_altair()
    if isinstance(shown, Result):
        return distributions(shown)
    if isinstance(shown, RoundRobin):
        return match_map(shown)
    return curve(shown) if len(shown.varied) == 1 else heat_map(shown)


def curve(sweep: Sweep) -> Picture:
    """The chance to win over a number, with the band it lies in."""
    alt = _needs_altair()
    name, [said] = sweep.varied[0].name, sweep.names
    kind = "Q" if all(isinstance(value, int) for value in sweep.varied[0].values) else "N"
    rows = [{**row, "x": row[name]} for row in sweep.rows()]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X(f"x:{kind}", title=said, axis=alt.Axis(tickMinStep=1))
    )
    band = base.mark_area(opacity=0.25) if kind == "Q" else base.mark_rule(size=3, opacity=0.4)
    share = alt.Axis(format=".0%")
    whole = alt.Scale(domain=[0, 1])
    band = band.encode(
        y=alt.Y("won_low:Q", axis=share, scale=whole, title="won by the party"), y2="won_high:Q"
    )
    line = base.mark_line(point=True) if kind == "Q" else base.mark_point(filled=True, size=70)
    line = line.encode(
        y=alt.Y("won:Q", axis=share, scale=whole),
        tooltip=[
            alt.Tooltip(f"x:{kind}", title=said),
            *_tooltips(alt, "won", "fallen", "rounds", "fights"),
        ],
    )
    size = {"width": WIDTH, "height": HEIGHT}
    drawn: Picture = alt.layer(band, line).properties(title=sweep.title, **size)
    return drawn


def heat_map(sweep: Sweep) -> Picture:
    """The chance to win over two numbers; where there are three, a map for each of the third."""
    alt = _needs_altair()
    names = [vary.name for vary in sweep.varied]
    down, across = names[0], names[1]
    said_down, said_across, *_ = sweep.names
    maps = []
    third = names[2] if len(names) > 2 else ""
    for value in sweep.varied[2].values if third else (None,):
        rows = [
            {**row, "x": row[across], "y": row[down]}
            for row in sweep.rows()
            if value is None or row[third] == value
        ]
        base = alt.Chart(alt.Data(values=rows)).encode(
            x=alt.X("x:O", title=said_across, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("y:O", title=said_down, sort="descending"),
        )
        colour = alt.Color(
            "won:Q",
            scale=alt.Scale(domain=[0, 1], scheme="viridis"),
            legend=alt.Legend(format=".0%"),
        )
        cells = base.mark_rect().encode(
            color=colour,
            tooltip=[
                alt.Tooltip("x:O", title=said_across),
                alt.Tooltip("y:O", title=said_down),
                *_tooltips(alt, "won", "fallen", "rounds", "fights"),
            ],
        )
        white = alt.condition("datum.won < 0.6", alt.value("white"), alt.value("black"))
        words = base.mark_text().encode(text=alt.Text("won:Q", format=".0%"), color=white)
        title = f"{sweep.names[2]} {value}" if third else sweep.title
        maps.append(alt.layer(cells, words).properties(width=WIDTH, height=HEIGHT, title=title))
    drawn: Picture = maps[0] if len(maps) == 1 else alt.hconcat(*maps)
    return drawn


def distributions(result: Result) -> Picture:
    """How long fights took, how many fell, and what was left."""
    alt = _needs_altair()
    names = {"rounds": "rounds", "fallen": "how many fall"}
    names |= {f"left_{name}": f"{name} left" for name in result.left if result.left[name].value}
    rows = result.rows()
    charts = []
    for name, said in list(names.items())[:6]:
        counted: dict[tuple[object, object], int] = {}
        for row in rows:
            key = row[name], row["won"] or "nobody"
            counted[key] = counted.get(key, 0) + 1
        data = [
            {"value": value, "won": won, "share": count / result.fights}
            for (value, won), count in counted.items()
        ]
        numbers = [int(str(row[name])) for row in rows]
        every = range(min(numbers), max(numbers) + 1)
        bars = alt.Chart(alt.Data(values=data)).mark_bar()
        charts.append(
            bars.encode(
                x=alt.X(
                    "value:O",
                    title=said,
                    scale=alt.Scale(domain=list(every)),
                    axis=alt.Axis(values=list(every[:: 1 + len(every) // LABELS]), labelAngle=0),
                ),
                y=alt.Y("share:Q", title="of all fights", axis=alt.Axis(format=".0%")),
                color=alt.Color("won:N", title="won by", legend=alt.Legend(labelLimit=0)),
                tooltip=[
                    alt.Tooltip("value:O", title=said),
                    alt.Tooltip("won:N", title="won by"),
                    alt.Tooltip("share:Q", format=".1%"),
                ],
            ).properties(width=WIDTH // 2, height=HEIGHT // 2)
        )
    rows_of = [alt.hconcat(*charts[place : place + 3]) for place in range(0, len(charts), 3)]
    drawn: Picture = alt.vconcat(*rows_of).properties(
        title=f"{result.encounter.title}: {result.verdict}"
    )
    return drawn


def match_map(table: RoundRobin) -> Picture:
    """How often each deck beats each other."""
    alt = _needs_altair()
    base = alt.Chart(alt.Data(values=table.rows())).encode(
        x=alt.X("against:N", sort=table.ranking, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("deck:N", sort=table.ranking),
    )
    colour = alt.Color("won:Q", scale=alt.Scale(domain=[0, 1], scheme="blueorange"), title="won")
    cells = base.mark_rect().encode(color=colour, tooltip=_tooltips(alt, "won", "fights"))
    words = base.mark_text().encode(text=alt.Text("won:Q", format=".0%"))
    drawn: Picture = alt.layer(cells, words).properties(width=WIDTH, height=HEIGHT)
    return drawn


def beside(first: Sweep, second: Sweep, names: tuple[str, str]) -> Picture:
    """Two sweeps over the same numbers side by side, as under two house rules."""
    alt = _needs_altair()
    drawn: Picture = alt.hconcat(
        *(
            picture(sweep).properties(title=name)
            for sweep, name in zip((first, second), names, strict=True)
        )
    )
    return drawn


def check_form(path: Path) -> None:
    """Refuse a file that no picture can be written to."""
    if path.suffix not in FORMS:
        raise Unreadable(f"A picture is one of {', '.join(FORMS)}, not “{path.name}”.")


def save(drawn: Picture, path: Path) -> None:
    """Write a picture: SVG, PNG, a page that one can hover over, or Vega-Lite as JSON."""
    check_form(path)
    try:
        if path.suffix == ".html":
            drawn.save(path, inline=True)
        else:
            drawn.save(path)
    except ImportError as missing:
        raise not_installed("lab", "A picture") from missing


def _tooltips(alt: ModuleType, *names: str) -> list[altair.Tooltip]:
    """What one reads on hovering."""
    formats = {"won": ".1%", "fallen": ".2f", "rounds": ".1f", "fights": ","}
    return [alt.Tooltip(f"{name}:Q", title=name, format=formats[name]) for name in names]


def _needs_altair() -> ModuleType:
    """Altair, or a sentence that says how to get it."""
    with extra("lab", "A picture"):
        import altair
    return altair
