"""Players made of code: they reach any game through its `Ruleset`, and see what a seat may see."""
