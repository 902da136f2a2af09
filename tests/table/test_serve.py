"""Starting a server for a home: who reaches it, and by which address."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from fatedeck.engine.errors import Unreadable
from fatedeck.table.hall import Hall
from fatedeck.table.serve import address_in_network, open_to_network, with_address
from fatedeck.table.settings import Settings, page_address
from tests.table.house import open_house


def test_phones_are_told_this_machines_address_in_its_network() -> None:
    opened = with_address(open_to_network(Settings(port=8123)))
    assert opened.host == "0.0.0.0"
    own = address_in_network()
    if own:
        assert not ipaddress.ip_address(own).is_loopback
        assert urlsplit(opened.address).netloc == f"{own}:8123"
    else:
        assert opened.address == ""


def test_an_address_that_is_set_is_kept() -> None:
    named = Settings(port=8123, address="http://table.example.org")
    assert with_address(open_to_network(named)).address == "http://table.example.org"


def test_a_server_for_this_machine_alone_tells_no_other_address() -> None:
    assert with_address(Settings(port=8123)).address == ""


async def test_two_servers_have_two_databases(tmp_path: Path) -> None:
    """They would not know of each other's changes; when one has stopped, the other may begin."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    second = Hall(settings)
    async with open_house(settings):
        with pytest.raises(Unreadable, match="Another server has this database open"):
            await second.open()
    third = Hall(settings)
    await third.open()
    await third.close()


def test_a_port_that_is_not_known_beforehand_is_refused() -> None:
    with pytest.raises(Unreadable, match="a fixed port"):
        open_to_network(Settings(port=0))


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("::1", "http://[::1]:80/"),
        ("box", "http://box:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
    ],
)
def test_the_page_is_opened_where_the_server_listens(host: str, address: str) -> None:
    assert page_address(host, 80) == address
