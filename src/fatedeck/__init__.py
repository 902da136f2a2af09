"""fatedeck plays card-driven role-playing games by the book."""
