"""A build hook: whoever installs fatedeck gets all of it, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MADE = ("src/fatedeck/table/static/index.html", "src/fatedeck/press/fonts/.made")
"""What git does not keep: the page, and the press's typefaces."""


class WholePage(BuildHookInterface[BuilderConfig]):
    """Builds no wheel and no source archive without the page; a checkout in place needs none."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Look for what was made before anything is packed."""
        if version != "editable" and not all((Path(self.root) / one).is_file() for one in MADE):
            self.app.abort(
                "The page isn’t built yet, so this fatedeck would have no table to show. "
                "Build it with: make setup (it needs Node.js), or install a released fatedeck."
            )
