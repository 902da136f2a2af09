"""The lab command: fights played many times, and what came out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import Struct

from fatedeck.cli.options import read_options
from fatedeck.cli.reading import console
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.fights import FOES, PARTY
from fatedeck.engine.ruleset import find_game
from fatedeck.lab.encounter import fights_of, full_names
from fatedeck.lab.files import check_place, write_csv, write_parquet
from fatedeck.lab.matches import RoundRobin, run_matches
from fatedeck.lab.pictures import check_form
from fatedeck.lab.policies import ways
from fatedeck.lab.results import MEANING, Result, percent, told
from fatedeck.lab.running import WIDTHS, Now, Wish, run
from fatedeck.lab.showing import distribution, heat_map, sweep_table
from fatedeck.lab.sweeps import Sweep, points_of, read_vary, run_sweep
from fatedeck.lab.trying import Trial
from fatedeck.terminal.console import Passing

_PACE = 0.25
"""Seconds between two looks at how far it is."""


class Wanted(Struct, frozen=True):
    """What somebody wants of the lab, as the command line says it."""

    trial: Trial
    wish: Wish
    vary: tuple[str, ...] = ()
    decks: str = ""
    out: Path | None = None
    csv: Path | None = None
    parquet: Path | None = None
    pictures: tuple[Path, ...] = ()
    fight: int | None = None
    save: Path | None = None
    json: bool = False


def show_fighters(game: str) -> None:
    """Who can fight in a game, and what can be set of them."""
    ruleset = find_game(game)
    fights = fights_of(ruleset)
    sides = ((PARTY, full_names(fights)), (FOES, fights.foes()))
    for place, (side, names) in enumerate(sides if not fights.is_duel else sides[:1]):
        title = "Decks" if fights.is_duel else ("Heroes", "Foes")[place]
        console.print(title, style="bold")
        for name in names:
            console.print(f"  {name}")
        settings = ", ".join(fights.settings_of(side))
        if settings:
            console.print(f"  In brackets you can set: {settings}.", style="dim")
    console.print(f"Ways to play: {', '.join(ways(ruleset))}, module:Class.")


def show_lab(wanted: Wanted) -> bool:
    """Play, and tell what came out; whether every fight had an end."""
    for path in wanted.pictures:
        check_form(path)
    for file in (wanted.out, wanted.csv, wanted.parquet, wanted.save, *wanted.pictures):
        if file is not None:
            check_place(file)
    if wanted.save is not None and wanted.fight is None:
        raise Unreadable("Which fight do you want to save? Name it, such as --fight 12.")
    if wanted.decks:
        return _show_matches(wanted)
    if wanted.vary:
        return _show_sweep(wanted)
    if wanted.fight is not None:
        return _show_one(wanted)
    return _show_result(wanted)


def until_of(text: str | None) -> float:
    """How narrow the interval is to be, as `1%` or `0.01` say it."""
    if text is None:
        return 0.0
    bare, is_percent = text.strip().removesuffix("%").strip(), text.strip().endswith("%")
    try:
        value = float(bare) / (100 if is_percent else 1)
    except ValueError as fault:
        raise Unreadable(
            f"“{text}” isn’t an interval’s width. Write it like this: --until 1%"
        ) from fault
    if not value:
        raise Unreadable(WIDTHS)
    return value


def _show_result(wanted: Wanted) -> bool:
    encounter = wanted.trial.encounter()
    with _progress(wanted.wish) as bar:
        result = run(encounter, wanted.wish, wanted.out, bar.watch)
    _keep(wanted, lambda: [_row(result)], result)
    if wanted.json:
        _print_json({"encounter": encounter.title, "fights": result.fights, **_row(result)})
    else:
        _print_result(result)
        _print_what_lacks(wanted, [result], 1)
    return not result.stuck


def _print_result(result: Result) -> None:
    console.print(result.encounter.title, style="bold")
    console.print(f"{result.verdict[0].upper()}{result.verdict[1:]}.\n")
    lines = told(result)
    width = min(50, max(len(name) for name, _ in lines))
    for name, said in lines:
        console.print(f"  {name.ljust(width)}  {said}")
    console.print("\n  rounds")
    for line in distribution(result):
        console.print(f"  {line}")
    numbers = ", ".join(f"{name} {number}" for name, number in result.odd.items())
    console.print(f"\nFights worth a look: {numbers}.", style="dim")
    if not result.is_duel:
        console.print(MEANING, style="dim")
    console.print("--fight NUMBER --save FILE writes one as a record.", style="dim")


def _print_what_lacks(wanted: Wanted, results: list[Result], encounters: int) -> None:
    """Where it was stopped early, or the interval is wider than what was asked for."""
    wish, fights = wanted.wish, sum(result.fights for result in results)
    if len(results) < encounters or not all(
        wish.is_met_by(result.fights, result.won) for result in results
    ):
        of = "" if wish.until and not wish.fights else f" of {wish.most * encounters:,}"
        on = "the same command goes on from here"
        if wanted.out is None:
            on = "with --out FILE the same command would go on from there"
        console.print(f"Stopped after {fights:,}{of} fights; {on}.")
        return
    widest = max(result.won.half for result in results)
    if wish.until and widest > wish.until:
        each = " of each" if encounters > 1 else ""
        console.print(
            f"{wish.most:,} fights{each} come no nearer than ±{100 * widest:.0f} %, not to the "
            f"±{100 * wish.until:g} % that you asked for. Leave --fights out to play until then."
        )


def _show_one(wanted: Wanted) -> bool:
    """One fight as a record, for a replay or for the page."""
    from fatedeck.lab.playing import Arena

    assert wanted.fight is not None
    arena = Arena(wanted.trial.encounter(), wanted.wish.seed)
    arena.check()
    record = arena.record(wanted.fight)
    if wanted.save is None:
        print(record, end="")
        return True
    wanted.save.write_text(record, "utf-8")
    outcome = arena.fight(wanted.fight)
    console.print(
        f"Fight {wanted.fight}: {outcome.rounds} rounds, {outcome.moves} moves. "
        f"See it with: fatedeck replay {wanted.save}"
    )
    return True


def _show_sweep(wanted: Wanted) -> bool:
    varied = [read_vary(text) for text in wanted.vary]
    with _progress(wanted.wish) as bar:

        def counted(place: int, points: int, now: Now) -> None:
            bar.watch(now, f"point {place + 1} of {points}, ")

        sweep = run_sweep(wanted.trial.encounter, varied, wanted.wish, wanted.out, counted)
    _keep(wanted, sweep.rows, sweep)
    if wanted.json:
        _print_json(sweep.rows())
        return True
    console.print(sweep.title, style="bold")
    for line in sweep_table(sweep):
        console.print(f"  {line}")
    for line in heat_map(sweep):
        console.print(f"  {line}")
    _print_what_lacks(wanted, sweep.results, len(points_of(varied)))
    unended = sum(bool(result.stuck) for result in sweep.results)
    if unended:
        console.print(f"At {unended} points some fights never ended. Look at them one by one.")
    return not unended


def _show_matches(wanted: Wanted) -> bool:
    ruleset = find_game(wanted.trial.what)
    box = ruleset.deck_box()
    if box is None:
        raise Refused("", f"Nobody brings a deck to {ruleset.title}. Name --party and --foes.")
    named = [deck.strip() for deck in wanted.decks.split(",") if deck.strip()]
    decks = [deck.id for deck in box.decks if not deck.of] if named == ["all"] else named
    with _progress(wanted.wish) as bar:
        trial = wanted.trial
        table = run_matches(
            ruleset.id,
            decks,
            wanted.wish,
            wanted.out,
            lambda now: bar.watch(now, f"{now.encounter.title}: "),
            trial.play or "machine",
            trial.against or "machine",
        )
    _keep(wanted, table.rows, table)
    if wanted.json:
        _print_json(table.rows())
        return True
    _print_matches(table)
    _print_what_lacks(wanted, list(table.results.values()), len(table.results))
    return not any(result.stuck for result in table.results.values())


def _print_matches(table: RoundRobin) -> None:
    decks = table.ranking
    width = max(len(deck) for deck in decks)
    column = max(width, 13) + 2
    console.print(" " * (width + 2) + "all".rjust(column), end="")
    console.print("".join(deck.rjust(column) for deck in decks))
    for deck in decks:
        cells = [percent(table.overall(deck))]
        cells += ["" if deck == other else percent(table.against(deck, other)) for other in decks]
        console.print(f"{deck.ljust(width)}  " + "".join(cell.rjust(column) for cell in cells))


def _row(result: Result) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, figure in result.figures().items():
        found[name] = figure.value
        found[f"{name}_low"], found[f"{name}_high"] = figure.low, figure.high
    return found


def _keep(
    wanted: Wanted,
    rows: Callable[[], list[dict[str, object]]],
    shown: Result | Sweep | RoundRobin,
) -> None:
    """Write the files that were asked for."""
    if wanted.csv is not None:
        write_csv(rows(), wanted.csv)
    if wanted.parquet is not None:
        write_parquet(rows(), wanted.parquet)
    if wanted.pictures:
        from fatedeck.lab.pictures import picture, save

        drawn = picture(shown)
        for path in wanted.pictures:
            save(drawn, path)


def _print_json(data: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(data)).decode())


class _Bar:
    """A bar with the estimate as it stands; nothing of it where nobody looks."""

    def __init__(self, passing: Passing, wish: Wish) -> None:
        self._passing, self._wish = passing, wish
        self._told = 0.0

    def watch(self, now: Now, before: str = "") -> None:
        if not self._passing.is_seen or monotonic() - self._told < _PACE:
            return
        self._told = monotonic()
        wish = self._wish
        share = now.fights / wish.most
        if wish.until:
            share = max(share, (wish.until / max(wish.until, now.won.half)) ** 2)
        self._passing.show(f"{before}{now.fights:,} fights: {percent(now.won)}", share)


@contextmanager
def _progress(wish: Wish) -> Iterator[_Bar]:
    with Passing() as passing:
        yield _Bar(passing, wish)


def options_for(what: str, pairs: list[str]) -> dict[str, object]:
    """Table options as `name=value` pairs say them; only a fresh table takes any."""
    if not pairs:
        return {}
    return read_options(find_game(what), pairs)
