"""Servers to be attacked, as in the tests of the table."""

from tests.table.conftest import database, house, postgres, quick_house

__all__ = ["database", "house", "postgres", "quick_house"]
