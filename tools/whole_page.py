"""A build hook: whoever installs fatedeck gets all of it, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src", "fatedeck", "table", "static", "index.html")


class WholePage(BuildHookInterface[BuilderConfig]):
    """Builds no wheel and no source archive without the page; a checkout in place needs none."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Look for the page before anything is packed."""
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            self.app.abort(
                "The page isn’t built yet, so this fatedeck would have no table to show. "
                "Build it with: make web/.built (it needs Node.js), or install a released fatedeck."
            )
