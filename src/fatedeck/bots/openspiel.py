"""A duel, or a fight of one against one, as a game of OpenSpiel: two players, chance explicit.

    import pyspiel
    from fatedeck.bots.openspiel import load_game

    game = load_game("deckahedron", party="Brann", foes="Wolf")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)

In a fight player 0 is the hero and player 1 the game master, who leads the foe. What a player knows
is all that its seat has been shown and told since the beginning.
"""

from __future__ import annotations

from copy import copy, deepcopy
from hashlib import blake2b

import msgspec
from msgspec import Struct

from fatedeck.bots.encoding import encoding_of
from fatedeck.bots.match import Match, begin
from fatedeck.bots.moves import Move
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.extras import extra
from fatedeck.engine.questions import Answer
from fatedeck.engine.ruleset import AnyRuleset, find_game

with extra("openspiel", "OpenSpiel"):
    import numpy as np
    import pyspiel  # type: ignore[import-not-found]

LONGEST = 2_000
"""Decisions after which a game is a draw."""
LAID = "laid"
"""The parameter by which OpenSpiel writes a game down; in hexadecimal, for its own signs."""
MOST_OUTCOMES = 128
"""No deck has more different cards, and no die more sides."""


def load_game(
    game: str | AnyRuleset,
    options: dict[str, object] | None = None,
    *,
    party: str = "",
    foes: str = "",
    longest: int = LONGEST,
) -> DuelGame:
    """A game by its id, or of one's own; `party` and `foes` name one hero and one foe."""
    ruleset = find_game(game) if isinstance(game, str) else game
    _LOADED[ruleset.id] = ruleset
    match = begin(ruleset, options or {}, party, foes, None, dealt=True)
    if len(match.seats) != 2:
        raise Unreadable("OpenSpiel needs two players: one hero against one foe, or a duel.")
    return DuelGame(match, longest, Laid(ruleset.id, options or {}, party, foes, longest))


_LOADED: dict[str, AnyRuleset] = {}
"""The games that were loaded here, installed or not: by them OpenSpiel finds what it wrote down."""


class Laid(Struct, frozen=True):
    """How a game was laid out: what is kept of it where it is written down."""

    game: str
    options: dict[str, object]
    party: str
    foes: str
    longest: int


def _load_again(laid: Laid) -> DuelGame:
    ruleset = _LOADED.get(laid.game, laid.game)
    return load_game(ruleset, laid.options, party=laid.party, foes=laid.foes, longest=laid.longest)


def _load_written(params: dict[str, str]) -> DuelGame:
    """A game that OpenSpiel wrote down, by its one parameter."""
    return _load_again(msgspec.json.decode(bytes.fromhex(params[LAID]), type=Laid))


def _position_after(laid: Laid, past: tuple[int, ...]) -> Position:
    """A position that was written down: everything that led to it is done again."""
    found = _load_again(laid).start
    for action in past:
        found.apply(action)
    return found


class Position:
    """Where a game stands, what each player knows, and the moves of whoever is to decide.

    `knows` is a digest of all that the player's seat was shown and told, and of what it did.
    """

    def __init__(self, match: Match, longest: int, laid: Laid) -> None:
        self._laid = laid
        self._past: tuple[int, ...] = ()
        masters = [seat.name for seat in match.seats if seat.role == "gm"]
        self.seats = [s.name for s in match.seats if s.name not in masters] + masters
        self.match = match
        self.encoding = encoding_of(match.ruleset, match.shown, self.seats[0])
        self.left = longest
        self.knows = [b"", b""]
        self.moves: dict[int, Move] = {}
        self._shown = [b"", b""]
        self._look()

    def __deepcopy__(self, memo: object) -> Position:
        """OpenSpiel copies its states: what never changes is shared."""
        other = copy(self)
        other.match = self.match.copy()
        other.knows, other._shown = [*self.knows], [*self._shown]
        return other

    def __reduce__(self) -> tuple[object, ...]:
        """OpenSpiel writes positions down: by how they were laid out, and what was done since."""
        return _position_after, (self._laid, self._past)

    @property
    def player(self) -> int:
        """Whose decision is due, or whether something is to be dealt, or it is over."""
        if self.match.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        moment = self.match.moment
        if moment is None or not self.moves:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.seats.index(moment.seat)

    @property
    def dealt(self) -> list[tuple[Answer, float]]:
        """What chance may bring, and how likely."""
        chance = self.match.chance
        assert chance is not None
        return [(answer, copies / chance.size) for answer, copies in chance.chances()]

    def apply(self, action: int) -> None:
        """Deal or decide."""
        player = self.player
        self._past = (*self._past, action)
        if self.match.chance is not None:
            self.match.deal(self.dealt[action][0])
        else:
            self.knows[player] = _digest(self.knows[player], str(action).encode())
            self.left -= 1
            self.match.make(self.moves[action])
        self._look()

    def _look(self) -> None:
        """What each player is shown now is added to what it knows; then the moves there are."""
        match = self.match
        for player, seat in enumerate(self.seats):
            shown = self.shown(seat)
            if shown != self._shown[player]:
                self.knows[player] = _digest(self.knows[player], shown)
                self._shown[player] = shown
        self.moves = {}
        while self.left and not self.moves and (moment := match.moment) is not None:
            self.moves = self.encoding.moves(moment, match.moves())
            if not self.moves:
                match.make(None)

    def shown(self, seat: str) -> bytes:
        """What a seat sees, what it was told of the action under way, and what it is asked."""
        match = self.match
        view = match.ruleset.view(match.shown, seat)
        told = [line.read_by(seat) for line in match.lines]
        asked = [moment.question for moment in match.moments if moment.seat == seat]
        return msgspec.json.encode((view, told, asked))

    def returns(self) -> list[float]:
        """What the end is worth to both; nothing while it is not over, or was broken off."""
        if self.player != int(pyspiel.PlayerId.TERMINAL) or self.match.moment is not None:
            return [0.0, 0.0]
        worth = self.match.worth
        return [2 * worth[seat] - 1 for seat in self.seats]


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"".join(parts), digest_size=12).digest()


class DuelGame(pyspiel.Game):  # type: ignore[misc]
    """Two seats of a game, as OpenSpiel plays them."""

    def __init__(self, match: Match, longest: int, laid: Laid) -> None:
        self.start = Position(match, longest, laid)
        kind = pyspiel.GameType
        game_type = kind(
            short_name=f"fatedeck_{match.ruleset.id.replace('-', '_')}",
            long_name=match.ruleset.title,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kind.Information.IMPERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={LAID: ""},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.encoding.places,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        if game_type.short_name not in pyspiel.registered_names():
            pyspiel.register_game(game_type, _load_written)
        super().__init__(game_type, info, {LAID: msgspec.json.encode(laid).hex()})

    def new_initial_state(self) -> DuelState:
        """The beginning, before a card is dealt."""
        return DuelState(self, deepcopy(self.start))

    def make_py_observer(
        self, wanted: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> Observer:
        """What tells a position to a player."""
        recalls = wanted is not None and bool(wanted.perfect_recall)
        return Observer(self.start.encoding.numbers, recalls=recalls)


class DuelState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel asks for it."""

    def __init__(self, game: DuelGame, at: Position) -> None:
        super().__init__(game)
        self.at = at

    def current_player(self) -> int:
        return self.at.player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.at.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(n, likely) for n, (_, likely) in enumerate(self.at.dealt)]

    def _apply_action(self, action: int) -> None:
        self.at.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE):
            return str(self.at.dealt[action][0])
        return self.at.encoding.label(action, self.at.moves[action])

    def is_terminal(self) -> bool:
        return self.at.player == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        return self.at.returns()

    def __str__(self) -> str:
        return self.at.match.ruleset.view(self.at.match.shown, None).banner


class Observer:
    """Tells a position to a player, in numbers and in words; nothing that its seat can't see.

    With `recalls` the words are a name for all that the player knows: the same where nothing that
    it ever saw tells two positions apart.
    """

    def __init__(self, numbers: int, *, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor = np.zeros(numbers, np.float32)
        self.dict = {"position": self.tensor}

    def set_from(self, state: DuelState, player: int) -> None:
        """Put what a player sees into the numbers."""
        at = state.at
        asked = (one.question for one in at.match.moments if one.seat == at.seats[player])
        self.tensor[:] = at.encoding.position(at.match.shown, at.seats[player], next(asked, None))

    def string_from(self, state: DuelState, player: int) -> str:
        """What a player sees, in words."""
        if self._recalls:
            return f"{player} {state.at.knows[player].hex()}"
        return state.at.shown(state.at.seats[player]).decode()
