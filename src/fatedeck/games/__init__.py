"""The built-in games, each a package of its own that knows only the engine."""
