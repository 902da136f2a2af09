"""Printing: lines with a style, wrapped where they would not fit, and lines that pass."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from types import TracebackType

import click

_ORDERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a terminal would obey instead of showing it."""


class Console:
    """Where a command prints. `wrap` breaks long lines between words; styles are for terminals.

    A style names a colour of the terminal, or bold, dim or italic; several may stand together.
    """

    def __init__(self, *, stderr: bool = False, wrap: bool = False) -> None:
        self._stderr = stderr
        self._wrap = wrap

    @property
    def width(self) -> int:
        """The columns of the terminal."""
        return shutil.get_terminal_size().columns

    @property
    def height(self) -> int:
        """The lines of the terminal."""
        return shutil.get_terminal_size().lines

    def print(self, text: str = "", style: str = "", *, indent: int = 0, end: str = "\n") -> None:
        """A text, which may have several lines, in one style; whoever wrote it gives no orders."""
        lines = _ORDERS.sub("", text).split("\n")
        if self._wrap:
            lines = [part for line in lines for part in self._wrapped(line, indent)]
        said = "\n".join(" " * indent + styled(line, style) for line in lines)
        click.echo(said + end, nl=False, err=self._stderr)

    def rule(self, title: str, style: str = "") -> None:
        """A line across the terminal, with a title in its middle."""
        self.print(f" {title} ".center(self.width, "─"), style)

    def clear(self) -> None:
        """An empty screen, where there is one."""
        click.clear()

    def input(self, prompt: str) -> str:
        """A line that somebody types."""
        return input(prompt)

    def _wrapped(self, line: str, indent: int) -> list[str]:
        room = max(20, self.width - indent)
        if len(line) <= room:
            return [line]
        return textwrap.wrap(line, room, replace_whitespace=False, break_on_hyphens=False)


class Passing:
    """Lines on a terminal that tell how far something is, drawn over and over, and then gone."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._shown = 0
        self.is_seen = sys.stderr.isatty()
        """Whether there is a terminal to draw on; without one nothing is drawn."""

    def show(self, words: str, share: float, *lines: str) -> None:
        """A bar of the share that is done, and below it these lines, as far as there is room."""
        if not self.is_seen:
            return
        self.clear()
        full = round(40 * min(max(share, 0.0), 1.0))
        bar = f"{words} {'━' * full}{' ' * (40 - full)} {share:4.0%}"
        below = lines[: self._console.height // 2]
        for line in (bar, *below):
            self._console.print(line[: self._console.width - 1])
        self._shown = 1 + len(below)

    def clear(self) -> None:
        """Take away what was drawn."""
        if self._shown:
            click.echo(f"\x1b[{self._shown}F\x1b[J", nl=False, err=True)
        self._shown = 0

    def __enter__(self) -> Passing:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()


def styled(text: str, style: str) -> str:
    r"""A text with the signs that make a terminal show it so.

    >>> styled("Ana", "bold"), styled("Ana", "")
    ('\x1b[1mAna\x1b[0m', 'Ana')
    """
    words = style.split()
    if not words:
        return text
    colour = next((word for word in words if word not in ("bold", "dim", "italic")), None)
    return click.style(
        text,
        fg=colour,
        bold="bold" in words or None,
        dim="dim" in words or None,
        italic="italic" in words or None,
    )
