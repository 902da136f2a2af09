"""Talk: what anybody may say at any time."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Words
from fatedeck.games.thousand_faces.rules.families import Deed
from fatedeck.games.thousand_faces.state import Table

TALK = "Talk"


class Say(Deed, frozen=True):
    """Say what a character does, feels or remembers, or a fact about the world. TFA-4."""

    says = Says("Say something", TALK)
    text: Annotated[str, Words(label="What you say or do")]

    def do(self, game: Game[Table], seat: str) -> None:
        game.tell("{who}: {text}", "TFA-4", who=seat, text=self.text)


class OffLimits(Deed, frozen=True):
    """Name a topic that stays out of play. TFA-11."""

    says = Says("Name a topic that stays out of play", TALK)
    topic: Annotated[str, Words(60)]

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.off_limits.append(self.topic)
        game.tell("Off limits: {topic}.", "TFA-11", topic=self.topic)


class DecideMagic(Deed, frozen=True):
    """Say what magic is at this table. TFA-156."""

    says = Says("Say what magic is here", TALK)
    text: Annotated[str, Words(label="Magic is")]

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.magic = self.text
        game.tell("Magic: {text}", "TFA-156", text=self.text)
