"""A process that asks for more memory than anything beside the server may have."""

from __future__ import annotations

try:
    print(len(bytearray(3 << 30)), flush=True)
except MemoryError:
    print("refused", flush=True)
