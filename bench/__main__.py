"""The benchmarks of this folder, one after the other: `make bench`.

Matches between opponents take many minutes and are asked for by name: `python -m bench.opponents`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

BY_NAME = ("__main__", "opponents")

for path in sorted(Path(__file__).parent.glob("*.py")):
    if path.stem not in BY_NAME:
        print(f"\n{path.stem}", flush=True)
        import_module(f"bench.{path.stem}").main()
