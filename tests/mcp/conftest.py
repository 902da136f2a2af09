"""The servers of the tables' own tests serve assistants too."""

from tests.table.conftest import no_hurry, quick_house

__all__ = ["no_hurry", "quick_house"]
