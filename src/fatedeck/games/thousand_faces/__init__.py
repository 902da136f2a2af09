"""A Thousand Faces of Adventure: one GM, one to five players, a deck that is also the body."""

from fatedeck.games.thousand_faces.ruleset import ThousandFaces

ruleset = ThousandFaces()
