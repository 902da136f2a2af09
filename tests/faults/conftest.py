"""The servers of the table's tests serve here too."""

from tests.table.conftest import database, house, no_hurry, postgres, quick_house

__all__ = ["database", "house", "no_hurry", "postgres", "quick_house"]
