"""How an old database becomes a new one, step by step."""
