"""The puzzle of a day in the terminal: choose, and see what each choice is worth exactly."""

from __future__ import annotations

from datetime import UTC, date, datetime

from fatedeck.cli.choosing import by_words
from fatedeck.cli.keyboard import Keyboard
from fatedeck.cli.screen import Screen
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.odds.distribution import say
from fatedeck.puzzles.finding import Puzzle, puzzle_of


def show_puzzle(game: str | None, day: str | None) -> None:
    """Put the puzzle of a day, of one game or of the game whose turn it is."""
    try:
        when = date.fromisoformat(day) if day is not None else datetime.now(UTC).date()
    except ValueError as wrong:
        raise Unreadable(f"{day} is not a date; write it as 2026-11-16.") from wrong
    ruleset = find_game(game) if game is not None else _of_the_day(when)
    puzzle = puzzle_of(ruleset, when.isoformat())
    screen = Screen(puzzle.record)
    screen.say(f"{ruleset.title}, the puzzle of {when:%-d %B %Y}", style="bold green")
    screen.look(puzzle.seat)
    screen.story(puzzle.seat)
    screen.say(f"\nYou’re {puzzle.seat}. {puzzle.prompt}", style="bold red")
    try:
        _answer(screen, puzzle)
    except (EOFError, KeyboardInterrupt):
        print()


def _of_the_day(when: date) -> AnyRuleset:
    playable = [ruleset for ruleset in games() if ruleset.policy() is not None]
    return playable[when.toordinal() % len(playable)]


def _answer(screen: Screen, puzzle: Puzzle) -> None:
    listed = sorted(puzzle.choices, key=lambda choice: choice.label)
    labels = {choice.name: screen.title(choice.label) for choice in listed}
    for number, title in enumerate(labels.values(), 1):
        screen.say(f" {number:2}. {title}")
    chosen = _chosen(screen, labels)
    best = puzzle.choices[0]
    screen.say("Exactly." if chosen == best.name else f"{labels[best.name]} is better.", "bold")
    certain = all(choice.certain for choice in puzzle.choices)
    for choice in puzzle.choices:
        mark = "→" if choice.name == chosen else " "
        ahead = "" if certain else f"comes out ahead {say(choice.ahead)}, "
        screen.say(f" {mark} {labels[choice.name]}: {ahead}worth {float(choice.worth):.2f}")


def _chosen(screen: Screen, labels: dict[str, str]) -> str:
    """What somebody chooses, by its number or its words."""
    keyboard = Keyboard()
    names = list(labels)
    while True:
        typed = keyboard.read("number or name> ", labels.values())
        if typed.isdigit() and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        if (found := by_words(typed, labels)) is not None:
            return found
        screen.say(f"“{typed}” isn’t on the list.", style="yellow")
