"""Attempts: the GM calls for a flip, names the stat and the difficulty, and the player flips."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import CardOf, Figure, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.deckahedron.data import STATS, Stat
from fatedeck.games.deckahedron.rules import chances
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.checks import BACKGROUND, check
from fatedeck.games.deckahedron.rules.families import InTheSpotlight, OfTheGm, fighting, players
from fatedeck.games.deckahedron.rules.flips import DIFFICULTIES, STEPS
from fatedeck.games.deckahedron.rules.turns import step_aside, step_forward, why_not_against
from fatedeck.games.deckahedron.state import Difficulty, Player, Table

NO_FLIP = "no-flip"
HELPS = "helps"


def attributes(table: Table, seat: str) -> list[str]:
    """The attribute cards of a player. DKH-94."""
    player = table.players[seat]
    return [card for card in player.cards if not player.skill(card)]


def background(table: Table, seat: str) -> list[str]:
    """A background card helps once it is a level bonus. DKH-107."""
    return [HELPS] if BACKGROUND in table.players[seat].bonuses else []


Meant: TypeAlias = Annotated[str, Figure(fighting, why_not_against, none="nobody", clause="DKH-75")]
Attribute: TypeAlias = Annotated[
    str, CardOf(attributes, none="none", clause="DKH-94", label="Attribute that helps")
]
Background: TypeAlias = Annotated[str, One(background, none="doesn’t help", clause="DKH-107")]
AnyStat: TypeAlias = Annotated[Stat, One(STATS, called=capital, said=True)]
HowHard: TypeAlias = Annotated[Difficulty, One(DIFFICULTIES, called=capital)]
What: TypeAlias = Annotated[str, Words(label="What you do")]


class Attempt(InTheSpotlight, frozen=True):
    """Whatever ends in a flip: somebody without a card to flip can attempt nothing. DKH-27."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_no_card(state.players[seat])


def why_no_card(player: Player) -> Refused | None:
    if player.deck.is_empty() and player.discard.is_empty():
        return Refused("DKH-27", "You have no cards left to flip.")
    return None


class Flip(Attempt, frozen=True):
    """Attempt something that can fail; the GM calls for a flip or simply says what happens.

    DKH-14, DKH-15, DKH-17, DKH-18.
    """

    says = Says("Attempt something", "Act")
    stat: AnyStat
    words: What = ""
    against: Meant = ""
    attribute: Attribute = ""
    background: Background = ""

    def do(self, game: Game[Table], seat: str) -> None:
        if self.words:
            game.tell("{seat}: {words}", "DKH-14", seat=seat, words=self.words)
        asked = how_hard(game, seat, STATS, self.stat, self.words, against=self.against)
        if asked is None:
            return
        stat, step = asked
        step += help_of(game, seat, self.attribute)
        step += step_forward(game, seat)
        check(game, seat, stat, step, against=self.against, background=bool(self.background))


def help_of(game: Game[Table], seat: str, attribute: str) -> int:
    """One step in the player's favour when the GM agrees that an attribute helps. DKH-94."""
    if not attribute:
        return 0
    helps = game.may(
        game.state.gm,
        "attribute-helps",
        f"Does {attribute} help {name_of(game, seat)}?",
        "DKH-94",
        yes="It helps",
    )
    if helps:
        game.tell("{attribute} helps {seat}.", "DKH-94", attribute=attribute, seat=seat)
    return int(helps)


def how_hard(
    game: Game[Table],
    seat: str,
    fitting: tuple[Stat, ...],
    stat: Stat,
    words: str = "",
    *,
    helped: int = 0,
    against: str = "",
) -> tuple[Stat, int] | None:
    """The GM's word: the stat that governs, and one of five difficulties; or no flip at all.

    A skill is flipped on the stats of its card only. What has `helped` or hindered already makes
    its steps in the chances that stand beside the difficulties. DKH-14, DKH-15, DKH-17, DKH-18.
    """
    others = [other for other in fitting if other != stat]
    labels = {NO_FLIP: "No flip"} | {name: capital(name) for name in DIFFICULTIES}
    labels |= {other: f"{capital(other)} instead" for other in others}

    def tries(stat: Stat) -> str:
        done = f"tries this with {capital(stat)}: “{words}”" if words else f"flips {capital(stat)}"
        return f"{capital(name_of(game, seat))} {done}. How hard is it?"

    def likely(stat: Stat) -> dict[str, str]:
        name = name_of(game, seat)
        of_each = chances.at_each_difficulty
        return game.noted(of_each, game.state, seat, name, stat, helped, against)

    answer = game.choose(
        game.state.gm,
        "how-hard",
        tries(stat),
        [*DIFFICULTIES, NO_FLIP, *others],
        "DKH-15",
        "DKH-17",
        "DKH-18",
        labels=labels,
        notes=likely(stat),
    )
    for other in others:
        if answer == other:
            stat = other
            options = [*DIFFICULTIES, NO_FLIP]
            answer = game.choose(
                game.state.gm,
                "how-hard",
                tries(stat),
                options,
                "DKH-18",
                labels=labels,
                notes=likely(stat),
            )
            break
    if answer == NO_FLIP:
        game.tell("No flip needed: the GM says what happens to {seat}.", "DKH-15", seat=seat)
        return None
    return stat, STEPS[_difficulty(answer)]


def why_not_call(table: Table, seat: str, player: str) -> Refused | None:
    """Why this player cannot flip, whoever calls for it, or None. DKH-27, DKH-50."""
    owner = table.players[player]
    if owner.is_incapacitated():
        return Refused("DKH-50", f"{player} is incapacitated and can’t act.")
    if owner.deck.is_empty() and owner.discard.is_empty():
        return Refused("DKH-27", f"{player} has no cards left to flip.")
    return None


Called: TypeAlias = Annotated[str, Figure(players, why_not_call, clause="DKH-2")]


class CallForFlip(OfTheGm, frozen=True):
    """The GM calls for a flip, out of a player's turn too, for a trap or a new twist.

    Outside of the own turn it is a short turn of its own. DKH-15 to DKH-19.
    """

    says = Says("Call for a flip", "Story")
    player: Called
    stat: AnyStat
    difficulty: HowHard = "standard"
    words: Annotated[str, Words(label="What for?")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        if self.words:
            game.tell("{seat}: {words}", "DKH-16", seat=seat, words=self.words)
        step_aside(game.state, self.player)
        check(game, self.player, self.stat, STEPS[self.difficulty])


class SetDifficulty(OfTheGm, frozen=True):
    """The GM says how hard a player's next attack, defence or breather is. DKH-18."""

    says = Says("Set the next difficulty", "Fight")
    player: Called
    difficulty: HowHard

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.fighting())

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[self.player].difficulty = self.difficulty
        told = "{who}’s next flip is {difficulty}."
        game.tell(told, "DKH-18", who=self.player, difficulty=self.difficulty)


def _difficulty(answer: str) -> Difficulty:
    for difficulty in DIFFICULTIES:
        if answer == difficulty:
            return difficulty
    raise AssertionError(answer)
