"""Every limit and every choice of a server, in one place; each is set by `FATEDECK_` and its name.

FATEDECK_PORT=9000 FATEDECK_MAX_TABLES=50 fatedeck serve
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from fatedeck.engine.errors import Unreadable

PREFIX = "FATEDECK_"

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for every address of this machine."""

Positive = Annotated[int, Meta(ge=1)]


class Settings(Struct, frozen=True, kw_only=True):
    """How a server is run. The defaults serve a few groups of friends from one machine."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    address: str = ""
    """Where players reach this server; pages are served and links begin with it."""
    database: str = "fatedeck.sqlite3"
    """A file for SQLite, `sqlite:///file`, or `postgresql://name:password@host/database`."""
    listen_database: str = ""
    """The address by which servers hear of each other, where `database` leads through a pooler."""
    workers: Positive = 1
    """Processes that share the work on this machine; more than one need PostgreSQL."""
    origins: str = ""
    """Other addresses that the page may be served from, separated by commas."""
    trusted_proxies: str = "127.0.0.1"
    """Proxies whose word about a visitor's address is taken, separated by commas."""

    house: str = ""
    """House rules that all tables here are played by: a YAML file."""

    max_tables: Positive = 10_000
    """Tables kept in all; beyond them nobody can make another."""
    max_disk_bytes: Positive = 10_000_000_000
    """Bytes that all tables together may take on the disk; beyond them no table grows."""
    max_talk: Positive = 20_000
    """Lines of talk that one table keeps; beyond them nobody can say more there."""
    keep_days: Annotated[int, Meta(ge=0)] = 0
    """Tables that nobody has opened for so many days are deleted; 0 keeps them for ever."""
    max_lines: Positive = 20_000
    """Live lines at once."""
    max_lines_per_address: Positive = 256
    """Live lines from one address, behind which a whole club may sit."""
    max_lines_per_link: Positive = 8
    """Live lines by the link of one seat, or of the host: with one more, the oldest is closed."""
    max_spectators: Positive = 64
    """Live lines by the spectators' link of a table. They take no place from the seats."""
    new_tables_per_hour: Positive = 60
    """How many tables one address may make in an hour."""
    wrong_codes_per_hour: Positive = 120
    wrong_code_burst: Positive = 20
    """How often one address may try codes that no table has."""

    reads_per_second: Positive = 10
    read_burst: Positive = 100
    """What one link may ask for over HTTP; a long answer counts as several."""
    address_reads_per_second: Positive = 60
    address_read_burst: Positive = 600
    """The same for one address, behind which a whole group may sit."""

    max_connections: Positive = 2_000
    """Connections that are no live lines, at once; with one more, the oldest idle one is closed."""
    max_connections_per_address: Positive = 64
    """The same for one address, unless it is a trusted proxy."""
    request_seconds: Annotated[float, Meta(gt=0)] = 10
    """How long a request may take until its headers are here."""
    slowest_bytes_per_second: Positive = 4_096
    """Whoever sends a body or reads an answer more slowly for `request_seconds` is cut off."""

    max_message_bytes: Positive = 16_384
    """The longest message that a page may send."""
    max_body_bytes: Positive = 81_920
    max_picture_bytes: Positive = 2_000_000
    """The longest picture that is read; what a table keeps of it is far shorter."""
    max_import_bytes: Positive = 32_000_000
    messages_per_second: Positive = 20
    message_burst: Positive = 60
    """What a line may send at once, before `messages_per_second` counts."""
    link_work_per_second: Positive = 100
    link_work_burst: Positive = 600
    """What all lines by one link may ask for: a message counts for one, and for one more with
    every thousandth of a second that it takes the server."""
    address_work_per_second: Positive = 400
    address_work_burst: Positive = 2_000
    """The same for all lines from one address, and for connecting, which counts for five."""
    refusals_before_closing: Positive = 30
    """A line that is refused so often in a row for its pace is closed."""
    rule_seconds: Annotated[float, Meta(gt=0)] = 1
    """How long a rule may compute while everybody else waits; then it is broken off."""
    odds_seconds: Annotated[float, Meta(gt=0)] = 10
    """How long odds may be computed beside the server's own work; then they are broken off."""
    max_unsent_bytes: Positive = 524_288
    """A line that reads so much too slowly is closed."""
    hello_seconds: Annotated[float, Meta(gt=0)] = 10
    """How long a new line may stay silent."""
    ping_seconds: Annotated[float, Meta(gt=0)] = 25
    """How often a line is asked whether it is still there; twice without a word closes it."""

    machine_seconds: Annotated[float, Meta(ge=0)] = 0.7
    """How long the machine waits before it acts, so that people can follow."""
    max_searches: Positive = 2
    """Searches for the best choice at once, each in a process of its own."""
    search_seconds: Annotated[float, Meta(gt=0)] = 20
    """How long one of them may take."""
    max_prints: Positive = 2
    """What is printed at once, each in a process of its own."""
    print_seconds: Annotated[float, Meta(gt=0)] = 60
    """How long it may take to print something."""
    hook_networks: str = ""
    """Networks of this server's own that web-hooks of tables may reach, separated by commas."""
    hook_calls_per_hour: Positive = 20
    """How often one table may call its web-hook."""
    hook_seconds: Annotated[float, Meta(ge=0)] = 60
    """How long a table waits for somebody who is away before it calls."""
    import_seconds: Annotated[float, Meta(gt=0)] = 20
    """How long it may take to play an imported table again."""
    idle_seconds: Annotated[float, Meta(gt=0)] = 300
    """How long a table that nobody looks at stays in memory."""
    shutdown_seconds: Positive = 10


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment gives, the rest as they are by default."""
    given = {
        name: environment[PREFIX + name.upper()]
        for name in Settings.__struct_fields__
        if PREFIX + name.upper() in environment
    }
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as fault:
        raise Unreadable(f"A setting doesn’t make sense: {fault}.") from fault


def page_address(host: str, port: int) -> str:
    """Where this machine's own browser finds the page."""
    if host in EVERYWHERE:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def database_url(database: str) -> str:
    """The address of a database as SQLAlchemy wants it, from a file name or an address."""
    if database.startswith(("postgresql://", "postgres://")):
        return "postgresql+asyncpg://" + database.partition("://")[2]
    if database.startswith("sqlite:///"):
        database = database.removeprefix("sqlite:///")
    if "://" in database:
        raise Unreadable(f"“{database.partition('://')[0]}” isn’t a kind of database we know.")
    return f"sqlite+aiosqlite:///{database}"
