"""The words of the cards: how the file writes each, how it reads, what it does."""
