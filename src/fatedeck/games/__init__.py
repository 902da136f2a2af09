"""The games that are built in, a package each. Calling this package lists all installed ones."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fatedeck.engine.ruleset import AnyRuleset


class _Games(ModuleType):
    """A package that can be called: importing a game sets `fatedeck.games`, the name, to it."""

    def __call__(self) -> list[AnyRuleset]:
        """Every installed game, those of other packages included, in the order of their titles.

        >>> [game.title for game in fd.games()][0]
        'A Thousand Faces of Adventure'
        """
        from fatedeck.engine.ruleset import games

        return games()


sys.modules[__name__].__class__ = _Games
