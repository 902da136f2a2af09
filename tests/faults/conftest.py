"""The servers of the table's tests serve here too."""

from tests.table.conftest import database, house, postgres, quick_house

__all__ = ["database", "house", "postgres", "quick_house"]
