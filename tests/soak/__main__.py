"""The long tests behind docs/promises.md, one after the other: `make soak`.

Each module of this folder has a `main` that prints one line for each promise, with its figure. One
of them alone, or in another size: `python -m tests.soak NAME [SIZE]`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

name, size = (*sys.argv[1:], "", "")[:2]
for path in sorted(Path(__file__).parent.glob("*.py")):
    if path.stem != "__main__" and name in ("", path.stem):
        module = import_module(f"tests.soak.{path.stem}")
        if hasattr(module, "main"):
            module.main(*([float(size)] if size else []))
