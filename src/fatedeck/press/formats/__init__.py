"""One module for each program that takes our cards: what it writes, and what must be true of it."""
