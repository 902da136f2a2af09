"""Every benchmark of this folder, one after the other: `make bench`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

for path in sorted(Path(__file__).parent.glob("*.py")):
    if path.stem != "__main__":
        print(f"\n{path.stem}")
        import_module(f"bench.{path.stem}").main()
