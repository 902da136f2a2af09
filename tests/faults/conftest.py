"""The servers of the table's tests, for what is done to them on purpose."""

from tests.table.conftest import database, house, postgres, quick_house

__all__ = ["database", "house", "postgres", "quick_house"]
