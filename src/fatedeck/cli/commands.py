"""The commands and their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fatedeck.cli import app
from fatedeck.cli.parameters import Game, House, RecordFile, take_house_of
from fatedeck.cli.press import press
from fatedeck.terminal import typed


def _take_house_if(what: str) -> str:
    path = Path(what)
    if path.suffix == ".jsonl" and path.is_file():
        take_house_of(path)
    return what


@app.command(epilog="Example: fatedeck games")
def games() -> None:
    """List the games that are installed, with what they are and whose."""
    from fatedeck.cli.reading import show_games

    show_games()


@app.command(epilog="Example: fatedeck rules deckahedron DKH-20, or: rules deckahedron wound card")
def rules(
    game: Game,
    words: Annotated[
        list[str] | None,
        typed.Argument(help="A clause number or words to look for; leave it out for all rules."),
    ] = None,
) -> None:
    """Print the rules of a game, one clause of them, or all that have some words."""
    from fatedeck.cli.reading import show_rules

    show_rules(game, words or [])


@app.command(epilog="Example: fatedeck play deckahedron --seat Ana --seat Ben --option dice=cards")
def play(
    game: Annotated[str | None, typed.Argument(help="The game's id; not with --resume.")] = None,
    seat: Annotated[list[str] | None, typed.Option(help="A player's name; once for each.")] = None,
    option: Annotated[list[str] | None, typed.Option(help="A table option, name=value.")] = None,
    machine: Annotated[
        list[str] | None, typed.Option(help="A seat that the machine plays; once for each.")
    ] = None,
    against: Annotated[
        str | None,
        typed.Option(
            help="How the machine plays: machine; in a duel also random, ismcts-quick, ismcts, "
            "ismcts-deep."
        ),
    ] = None,
    save: Annotated[Path | None, typed.Option(help="Where the game is saved as you play.")] = None,
    resume: Annotated[
        Path | None, typed.Option(help="A saved game to resume.", callback=take_house_of)
    ] = None,
    adventure: Annotated[
        str, typed.Option(help="An adventure to tell: its name in the box, or a file.")
    ] = "",
    house: House = None,
) -> None:
    """Play at one keyboard, passing it from seat to seat. Every step is kept."""
    from fatedeck.cli.play import begin_table, resume_table

    if resume is not None:
        resume_table(resume, machine or [], against)
    else:
        begin_table(game, seat or [], option or [], machine or [], against, save, adventure)


@app.command(epilog="Example: fatedeck solo deckahedron the-bell-under-the-weir")
def solo(
    game: Annotated[str, typed.Argument(help="The game's id.")] = "deckahedron",
    adventure: Annotated[
        str | None,
        typed.Argument(help="A built-in one, a file, or wandering; else the first. Or a rival."),
    ] = None,
    seat: Annotated[str, typed.Option(help="Your name at the table.")] = "Ana",
    deck: Annotated[
        str | None, typed.Option(help="In a duel, your deck: one of the box, or a file.")
    ] = None,
    save: Annotated[Path | None, typed.Option(help="Where the game is kept as you play.")] = None,
    house: House = None,
) -> None:
    """Play alone: an adventure with the machine as game master, or a duel with the next rival."""
    from fatedeck.cli.play import play_alone

    play_alone(game, adventure, seat, deck, save)


@app.command(epilog="Example: fatedeck learn deckahedron")
def learn(
    game: Game,
    lesson: Annotated[int, typed.Argument(min=1, help="Which lesson to begin with.")] = 1,
) -> None:
    """Learn a game by playing: a few short lessons in which you make the moves."""
    from fatedeck.cli.learn import learn

    learn(game, lesson)


@app.command(epilog="Example: fatedeck puzzle deck-of-adventures --date 2026-11-16")
def puzzle(
    game: Annotated[
        str | None, typed.Argument(help="The game's id; else the game whose turn it is.")
    ] = None,
    date: Annotated[str | None, typed.Option(help="Another day, such as 2026-11-16.")] = None,
    house: House = None,
) -> None:
    """The puzzle of the day: your choice against the exact best one."""
    from fatedeck.cli.puzzle import show_puzzle

    show_puzzle(game, date)


app.add(press)


adventures = typed.App(
    "adventure",
    help="Look through adventures, try them, begin your own.",
    epilog="Example: fatedeck adventure check my-adventure.md",
)
app.add(adventures)


@adventures.command("check", epilog="Example: fatedeck adventure check my-adventure.md")
def check_adventure(
    file: Annotated[Path, typed.Argument(help="An adventure (Markdown).")],
    house: House = None,
) -> None:
    """Look through an adventure: a line for each problem, exit code 1 when there is one."""
    from fatedeck.cli.adventure import check_adventure

    raise typed.Exit(0 if check_adventure(file) else 1)


@adventures.command("try", epilog="Example: fatedeck adventure try my-adventure.md --times 1000")
def try_adventure(
    file: Annotated[str, typed.Argument(help="An adventure: a file, or its name in the box.")],
    times: Annotated[int, typed.Option(min=1, max=100_000, help="How often.")] = 100,
    heroes: Annotated[
        int | None, typed.Option(min=1, max=4, help="How many heroes; every number if left out.")
    ] = None,
    seed: Annotated[str, typed.Option(help="Any word; another one brings other luck.")] = "try",
    house: House = None,
) -> None:
    """Let the machine play it many times: who lives, how long it is, what is never seen."""
    from fatedeck.cli.adventure import try_adventure

    raise typed.Exit(0 if try_adventure(file, times, heroes, seed) else 1)


@adventures.command("new", epilog="Example: fatedeck adventure new deckahedron my-adventure.md")
def new_adventure(
    game: Game,
    to: Annotated[Path | None, typed.Argument(help="Where to write it.")] = None,
) -> None:
    """Write a small adventure to begin from; it checks."""
    from fatedeck.cli.adventure import new_adventure

    new_adventure(game, to)


@app.command(epilog="Example: fatedeck scenario tests/scenarios/deckahedron")
def scenario(
    paths: Annotated[list[Path], typed.Argument(help="Scenario files or folders of them.")],
    json: Annotated[bool, typed.Option("--json", help="One JSON object a line.")] = False,
    house: House = None,
) -> None:
    """Run scenarios; a line each, and exit code 1 when one fails."""
    from fatedeck.cli.reading import run_scenarios

    raise typed.Exit(0 if run_scenarios(paths, as_json=json) else 1)


@app.command(epilog="Example: fatedeck laws high-card --actions 500")
def laws(
    game: Game,
    actions: Annotated[int, typed.Option(min=1, help="How many random steps to play.")] = 3000,
    seed: Annotated[int, typed.Option(min=0, help="The random seed.")] = 0,
    option: Annotated[list[str] | None, typed.Option(help="A table option, name=value.")] = None,
    house: House = None,
) -> None:
    """Put a game to what must hold for any game, by random play; exit code 1 when a law breaks."""
    from fatedeck.cli.laws import keep_laws

    raise typed.Exit(0 if keep_laws(game, actions, seed, option or []) else 1)


@app.command(epilog="Example: fatedeck convert spring.jsonl spring-today.jsonl")
def convert(
    record: RecordFile,
    to: Annotated[Path, typed.Argument(help="Where to write it.")],
    house: House = None,
) -> None:
    """Write an older record with the names that questions and their options have now."""
    from fatedeck.cli.reading import convert_record

    convert_record(record, to)


@app.command(epilog="Example: fatedeck replay saturday.jsonl --to 40")
def replay(
    record: RecordFile,
    to: Annotated[int | None, typed.Option(min=0, help="Stop after this many entries.")] = None,
    house: House = None,
) -> None:
    """Play a kept record again and tell its story."""
    from fatedeck.cli.reading import show_replay

    show_replay(record, to)


@app.command(epilog="Example: fatedeck verify saturday.jsonl")
def verify(
    record: RecordFile,
    heads: Annotated[
        Path | None,
        typed.Option(help="Heads that you kept: from the page, or an earlier copy of the record."),
    ] = None,
    house: House = None,
) -> None:
    """Prove that nobody picked a card: check a record against its opened secret and its chain."""
    from fatedeck.cli.reading import show_verdict

    raise typed.Exit(0 if show_verdict(record, heads) else 1)


@app.command(epilog="Example: fatedeck odds deckahedron flip rank=3 difficulty=easy --without D01")
def odds(
    game: Game,
    question: Annotated[
        str | None, typed.Argument(help="The question to answer; leave it out to list them.")
    ] = None,
    settings: Annotated[
        list[str] | None, typed.Argument(help="What the question needs, each as name=value.")
    ] = None,
    without: Annotated[
        str, typed.Option(help="Cards no longer in the deck, separated by commas.")
    ] = "",
    record: Annotated[
        Path | None,
        typed.Option(help="Take the table from this record.", callback=take_house_of),
    ] = None,
    at: Annotated[int | None, typed.Option(min=0, help="After this many of its entries.")] = None,
    seat: Annotated[str | None, typed.Option(help="Whose next draws, with --record.")] = None,
    best: Annotated[
        bool, typed.Option("--best", help="What each answer or action of a seat is worth.")
    ] = False,
    stop: Annotated[
        bool, typed.Option("--stop", help="When to stop drawing, for any hand.")
    ] = False,
    redraw: Annotated[
        bool, typed.Option("--redraw", help="What is worth a redraw, for any hand.")
    ] = False,
    reshuffle: Annotated[
        bool, typed.Option("--reshuffle", help="The draw with the discards shuffled in first.")
    ] = False,
    limit: Annotated[float, typed.Option(min=0, help="Seconds that a search may take.")] = 20,
    json: Annotated[bool, typed.Option("--json", help="As JSON.")] = False,
    csv: Annotated[bool, typed.Option("--csv", help="As CSV.")] = False,
    svg: Annotated[bool, typed.Option("--svg", help="As a picture.")] = False,
    house: House = None,
) -> None:
    """Tell exact odds: of a question about a game, or of a seat's next draws at a table."""
    from fatedeck.cli.asking import Form, Wanted, one_at_most
    from fatedeck.cli.odds import Plan, show_best, show_odds, show_plan

    forms: dict[Form, bool] = {"json": json, "csv": csv, "svg": svg}
    plans: dict[Plan, bool] = {"stop": stop, "redraw": redraw, "reshuffle": reshuffle}
    form, plan = one_at_most(forms) or "bars", one_at_most({"best": best, **plans})
    gone = [card.strip() for card in without.split(",") if card.strip()]
    wanted = Wanted(settings or [], gone, record, at, seat, limit, form)
    if plan == "best":
        show_best(game, question, wanted)
    elif plan is not None:
        show_plan(game, question, plan, wanted)
    else:
        show_odds(game, question, wanted)


@app.command(epilog="Example: fatedeck lab deckahedron --party Brann,Wren --foes 'Wolf x3'")
def lab(
    what: Annotated[
        str,
        typed.Argument(
            help="A game's id, an encounter (.yaml) or a record (.jsonl).", callback=_take_house_if
        ),
    ],
    party: Annotated[str, typed.Option(help="Who fights, such as Clubs1,Hearts2.")] = "",
    foes: Annotated[str, typed.Option(help="Who they fight, such as 'Grunt x3, Guard'.")] = "",
    decks: Annotated[
        str, typed.Option(help="Decks that all play each other, separated by commas; or all.")
    ] = "",
    vary: Annotated[
        list[str] | None,
        typed.Option(help="A number to try out, such as foes=1..8; once for each."),
    ] = None,
    fights: Annotated[int | None, typed.Option(min=1, help="How many; 1000 if left out.")] = None,
    until: Annotated[
        str | None, typed.Option(help="Play until the interval is this narrow, such as 1%.")
    ] = None,
    play: Annotated[
        str, typed.Option(help="Who decides: machine, careful, bold, random, module:Class.")
    ] = "",
    against: Annotated[str, typed.Option(help="Who decides for the other side.")] = "",
    option: Annotated[list[str] | None, typed.Option(help="A table option, name=value.")] = None,
    at: Annotated[int | None, typed.Option(min=0, help="After this many of its entries.")] = None,
    seed: Annotated[str, typed.Option(help="Any word; another one brings other luck.")] = "lab",
    jobs: Annotated[
        int | None, typed.Option(min=1, help="Processes; all cores if left out.")
    ] = None,
    cluster: Annotated[str, typed.Option(help="The address of a Dask scheduler.")] = "",
    out: Annotated[
        Path | None, typed.Option(help="Keep every fight here, and carry on from there next time.")
    ] = None,
    csv: Annotated[Path | None, typed.Option(help="Write the figures as CSV.")] = None,
    parquet: Annotated[Path | None, typed.Option(help="Write them as Parquet.")] = None,
    picture: Annotated[
        list[Path] | None, typed.Option(help="Write a picture: .svg, .png, .html or .json.")
    ] = None,
    fight: Annotated[int | None, typed.Option(min=0, help="Only this fight, as a record.")] = None,
    save: Annotated[Path | None, typed.Option(help="Where --fight is written.")] = None,
    json: Annotated[bool, typed.Option("--json", help="As JSON.")] = False,
    known: Annotated[
        bool, typed.Option("--list", help="Only say who can fight in that game.")
    ] = False,
    house: House = None,
) -> None:
    """Is this fight fair? Play it many times: who wins, who falls, what is left, what decides."""
    from fatedeck.cli.lab import Wanted, options_for, show_fighters, show_lab, until_of
    from fatedeck.lab.running import Wish
    from fatedeck.lab.trying import Trial

    if known:
        show_fighters(what)
        return
    trial = Trial(what, party, foes, options_for(what, option or []), play, against, at)
    wish = Wish(fights or 0, until_of(until), seed, jobs or 0, cluster)
    files = out, csv, parquet, tuple(picture or ())
    wanted = Wanted(trial, wish, tuple(vary or ()), decks, *files, fight, save, json)
    raise typed.Exit(0 if show_lab(wanted) else 1)


@app.command(epilog="Example: fatedeck luck saturday.jsonl")
def luck(record: RecordFile, house: House = None) -> None:
    """Tell how lucky each seat was: what its draws came to against what they could have."""
    from fatedeck.cli.odds import show_luck

    show_luck(record)


@app.command(epilog="Example: fatedeck serve --phones --open --database tables.sqlite3")
def serve(
    host: Annotated[str | None, typed.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typed.Option(min=0, max=65535, help="The port.")] = None,
    database: Annotated[
        str | None, typed.Option(help="An SQLite file, or a postgresql:// address.")
    ] = None,
    workers: Annotated[
        int | None, typed.Option(min=1, help="Processes that share the work, with PostgreSQL.")
    ] = None,
    phones: Annotated[
        bool, typed.Option("--phones", help="Let everyone on your network reach it.")
    ] = False,
    show: Annotated[bool, typed.Option("--open", help="Open the page in your browser.")] = False,
    house: House = None,
) -> None:
    """Serve the online table. FATEDECK_* settings fill in what is not given."""
    from fatedeck.table.serve import serve

    serve(host, port, database, workers, phones=phones, show=show)


houses = typed.App(
    "house",
    help="House rules: look through them, and see what you can change.",
    epilog="Example: fatedeck house check house.yaml",
)
app.add(houses)


@houses.command("check", epilog="Example: fatedeck house check house.yaml")
def check_house(file: Annotated[Path, typed.Argument(help="House rules (YAML).")]) -> None:
    """Look through a house file: what it changes, or what is wrong, with exit code 1."""
    from fatedeck.cli.house import check_house

    raise typed.Exit(0 if check_house(file) else 1)


@houses.command("show", epilog="Example: fatedeck house show deck-of-adventures Grunt --yaml")
def show_house(
    game: Game,
    words: Annotated[
        list[str] | None, typed.Argument(help="Only what has all these words in its place.")
    ] = None,
    as_yaml: Annotated[bool, typed.Option("--yaml", help="As a house file to begin from.")] = False,
    everything: Annotated[bool, typed.Option("--all", help="Texts without numbers too.")] = False,
    house: House = None,
) -> None:
    """Show every number of a game that house rules can change."""
    from fatedeck.cli.house import show_house

    show_house(game, words or [], as_yaml=as_yaml, everything=everything)


@app.command(epilog="Example: fatedeck mcp --database tables.sqlite3")
def mcp(
    server: Annotated[
        str | None, typed.Option(help="A table server; else one of its own, on this machine.")
    ] = None,
    database: Annotated[
        str | None, typed.Option(help="Where its own tables are kept; else they end with it.")
    ] = None,
    http: Annotated[
        bool, typed.Option("--http", help="Over streamable HTTP, at /mcp; else standard input.")
    ] = False,
    host: Annotated[str, typed.Option(help="The address to listen on, with --http.")] = "127.0.0.1",
    port: Annotated[int, typed.Option(min=0, max=65535, help="The port, with --http.")] = 8001,
    name: Annotated[
        list[str] | None,
        typed.Option(
            help="Another name people reach it by, such as table.example.org; once for each."
        ),
    ] = None,
    house: House = None,
) -> None:
    """Let an assistant host, play and run games, by the Model Context Protocol."""
    from fatedeck.cli.mcp import serve_assistants

    serve_assistants(server, database, http, host, port, name or [])
