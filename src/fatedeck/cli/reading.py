"""Commands that look and tell: games, rules, scenarios, replays and verdicts."""

from __future__ import annotations

from pathlib import Path

import msgspec

from fatedeck.engine.chain import kept_heads
from fatedeck.engine.entries import Entry, Header, Quiet, read_record, write_record
from fatedeck.engine.errors import Diverged, Unreadable
from fatedeck.engine.files import load_text
from fatedeck.engine.names import called
from fatedeck.engine.replay import replay, verify
from fatedeck.engine.ruleset import find_game, games
from fatedeck.engine.scenario import run_file, scenario_files
from fatedeck.engine.seen import see
from fatedeck.terminal.console import Console

console = Console()


def show_games() -> None:
    for ruleset in games():
        low, high = ruleset.seating.fewest, ruleset.seating.most
        players = f"{low} players" if low == high else f"{low} to {high} players"
        master = " and a game master" if ruleset.seating.game_master else ""
        console.print(f"{ruleset.id}", style="bold", end="")
        console.print(f"  {ruleset.title}, {players}{master}")
        console.print(f"    {ruleset.summary}")
        console.print(f"    {ruleset.attribution}", style="dim")


def show_rules(game: str, words: list[str]) -> None:
    """All rules, one by its number, or those that have some words."""
    rulebook = find_game(game).rules
    if len(words) == 1 and any(letter.isdigit() for letter in words[0]):
        found = rulebook.clause(words[0])
        console.print(f"{found.id}  {found.text}")
        console.print(f"        in {found.section}", style="dim")
        return
    if words:
        some = rulebook.search(" ".join(words))
        if not some:
            raise Unreadable(f"No rule of this game mentions “{' '.join(words)}”.")
        for one in some:
            console.print(f"{one.id}  {one.text}")
            console.print(f"        in {one.section}", style="dim")
        return
    for section, clauses in rulebook.sections().items():
        console.print(f"\n{section}", style="bold")
        for each in clauses:
            console.print(f"  {each.id}  {each.text}")


def run_scenarios(paths: list[Path], *, as_json: bool) -> bool:
    """Run them all; say how each went, and whether all went well."""
    all_ok = True
    count = 0
    for path in paths:
        for file in scenario_files(path):
            for result in run_file(file):
                count += 1
                all_ok = all_ok and result.ok
                if as_json:
                    console.print(msgspec.json.encode(result).decode())
                elif result.ok:
                    console.print(f"ok    {result.file}:{result.line}  {result.title}")
                else:
                    console.print(f"FAIL  {result.file}:{result.line}  {result.title}", style="red")
                    console.print(f"      expected: {result.expected}")
                    console.print(f"      found:    {result.found}")
    if not as_json:
        console.print(f"{count} scenarios, {'all ok' if all_ok else 'not all ok'}")
    return all_ok


def show_replay(path: Path, to: int | None) -> None:
    header, entries = load_record(path)
    ruleset = find_game(header.game)
    try:
        record = replay(ruleset, header, entries, to=to)
    except Diverged as diverged:
        if header.rules != ruleset.version:
            raise Diverged(
                f"{diverged} It was played by version {header.rules} of the rules; "
                f"these are {ruleset.version}."
            ) from diverged
        raise
    shown = see(record, None)
    for line in filter(lambda line: line.text, shown.log):
        undone = "~ " if line.undone else ""
        console.print(f"{line.n:4}  {undone}{line.text}  {' '.join(line.clauses)}")
    played = len(entries) if to is None else min(to, len(entries))
    console.print(f"{played} of {len(entries)} entries played, up to step {record.n}.")
    if record.waiting_for:
        console.print(f"Waiting for {' and '.join(map(called, record.waiting_for))}.")
    console.print(f"State {record.hash}")


def convert_record(path: Path, to: Path) -> None:
    """Write an older record with the names of today.

    Its chain is left out: it bound the old words.
    """
    header, entries = load_record(path)
    rewritten: list[Entry] = []
    keep = any(isinstance(entry, Quiet) and bytes(entry.state) for entry in entries)
    replay(find_game(header.game), header, entries, keep_states=keep, rewritten=rewritten)
    to.write_text(write_record(header, rewritten), "utf-8")
    console.print(f"{to} has all {len(rewritten)} entries, with today’s names.")


def show_verdict(path: Path, heads: Path | None) -> bool:
    text = load_text(path)
    kept = kept_heads(load_text(heads)) if heads is not None else []
    verdict = verify(find_game(read_record(text)[0].game), text, kept)
    console.print(("Fair. " if verdict.fair else "Not proved. ") + verdict.sentence)
    return verdict.fair


def load_record(path: Path) -> tuple[Header, list[Entry]]:
    """Read a record file, or say in a sentence why not."""
    return read_record(load_text(path))
