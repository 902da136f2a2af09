"""What a command stands on: reading what was typed, and printing. It knows no game."""
