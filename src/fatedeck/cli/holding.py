"""A file that one program holds at a time, whatever the system."""

from __future__ import annotations

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def hold(file: IO[str]) -> None:
        """Hold a file until it is closed; `OSError` if another program holds it."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0, 2)

else:
    import fcntl

    def hold(file: IO[str]) -> None:
        """Hold a file until it is closed; `OSError` if another program holds it."""
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
