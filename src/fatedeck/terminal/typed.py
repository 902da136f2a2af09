"""Commands made from typed functions, on click.

A parameter's type says what may be typed for it, and what hangs on the type says how and what for:

    game: Annotated[str, Argument(help="The game's id.")]
    times: Annotated[int, Option(help="How often.", min=1)] = 100
    seat: Annotated[list[str] | None, Option(help="A name; once for each.")] = None
    json: Annotated[bool, Option("--json", help="As JSON.")] = False
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import click

Exit = click.exceptions.Exit
"""Raised to leave a command with an exit code."""

Command = TypeVar("Command", bound=Callable[..., None])


Told: TypeAlias = Callable[[Path | None], Path | None]
"""Is told a file that was typed, before the command runs; gives it back, or refuses it."""


class Argument:
    """Something that is typed by its place."""

    names: tuple[str, ...] = ()

    def __init__(
        self,
        *,
        help: str = "",
        min: int | None = None,
        max: int | None = None,
        callback: Told | None = None,
    ) -> None:
        self.help, self.min, self.max, self.callback = help, min, max, callback


class Option(Argument):
    """Something that is typed by its name; without one, the parameter's own."""

    def __init__(
        self,
        *names: str,
        help: str = "",
        min: int | None = None,
        max: int | None = None,
        callback: Told | None = None,
    ) -> None:
        super().__init__(help=help, min=min, max=max, callback=callback)
        self.names = names


class App:
    """Commands under one name, and other such groups among them."""

    def __init__(self, name: str, *, help: str, epilog: str = "", version: str = "") -> None:
        self.group = _InOrder(name, help=help, epilog=epilog or None, no_args_is_help=True)
        if version:
            click.version_option(version, message=f"{name} %(version)s")(self.group)

    def command(self, name: str | None = None, *, epilog: str = "") -> Callable[[Command], Command]:
        """Make a command of the function below; its docstring is the help."""

        def add(function: Command) -> Command:
            self.group.add_command(_command(function, name, epilog))
            return function

        return add

    def add(self, other: App) -> None:
        """Put a group of commands among these."""
        self.group.add_command(other.group)

    def __call__(self) -> None:
        """Run what was typed."""
        self.group.main()


class _InOrder(click.Group):
    """Lists its commands as they stand in the code: what people want first comes first."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def _command(function: Callable[..., None], name: str | None, epilog: str) -> click.Command:
    hints = get_type_hints(function, include_extras=True)
    params = inspect.signature(function).parameters
    several = {one for one in params if _is_list(hints[one])}

    def run(**typed: object) -> None:
        function(
            **{one: _listed(value) if one in several else value for one, value in typed.items()}
        )

    return click.Command(
        name or function.__name__.replace("_", "-"),
        callback=run,
        params=[_parameter(one, hints[one.name]) for one in params.values()],
        help=inspect.getdoc(function),
        epilog=epilog or None,
    )


def _parameter(param: inspect.Parameter, hint: object) -> click.Parameter:
    kind, mark = get_args(hint)
    assert isinstance(mark, Argument), f"{param.name} says neither Argument nor Option"
    needed, several = param.default is param.empty, _is_list(hint)
    usual = {} if needed else {"default": param.default}
    told = _telling(mark.callback)
    if not isinstance(mark, Option):
        return click.Argument(
            [param.name],
            type=_type(kind, mark),
            required=needed,
            nargs=-1 if several else 1,
            callback=told,
            help=mark.help,
            **usual,
        )
    names = mark.names or (f"--{param.name.replace('_', '-')}",)
    if kind is bool:
        return click.Option([param.name, *names], is_flag=True, help=mark.help, **usual)
    return click.Option(
        [param.name, *names],
        type=_type(kind, mark),
        required=needed,
        multiple=several,
        callback=told,
        show_default=not needed and param.default not in (None, ""),
        help=mark.help,
        **usual,
    )


def _telling(
    told: Told | None,
) -> Callable[[click.Context, click.Parameter, Path | None], Path | None] | None:
    return None if told is None else lambda _, __, typed: told(typed)


def _type(kind: object, mark: Argument) -> _Read:
    """What click reads for a type: lists and what may be left out go by what is in them."""
    inner = next(one for one in (*get_args(kind), kind) if one is not NoneType)
    if get_origin(inner) is list:
        inner = get_args(inner)[0]
    is_open = mark.min is None and mark.max is None
    if inner is int:
        return click.INT if is_open else click.IntRange(mark.min, mark.max)
    if inner is float:
        return click.FLOAT if is_open else click.FloatRange(mark.min, mark.max)
    if inner is Path:
        return click.Path(path_type=Path)
    assert inner is str, f"nothing is typed for {inner}"
    return click.STRING


_Read: TypeAlias = click.ParamType[int] | click.ParamType[float] | click.Path | click.ParamType[str]


def _is_list(hint: object) -> bool:
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    kinds = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    return any(get_origin(one) is list for one in kinds)


def _listed(value: object) -> list[object] | None:
    return list(value) if isinstance(value, tuple) and value else None
