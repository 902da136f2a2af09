"""The engine: cards, questions, records and views. It knows no game."""
