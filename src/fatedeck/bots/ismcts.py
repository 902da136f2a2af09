"""Information-set Monte Carlo tree search: a player for any game with hidden cards.

Each iteration deals anew what the seat cannot know, walks down one shared tree by the moves that
are possible in that world (upper confidence bounds that count how often a move was available), adds
one new leaf, plays on quickly, and credits the result to every move on the way. Chance has no
nodes: the tree is one of decisions, so an action's questions are nodes like its moves.

At the root the moves are compared fairly: a round tries each of them once in the same world with
the same dice, and after each part of the budget the worse half is dropped (sequential halving).

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, IEEE TCIAIG 4 (2012).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from fatedeck.bots.match import Moment, moves_of
from fatedeck.bots.moves import (
    Move,
    Scored,
    actions,
    answers,
    as_answer,
    as_move,
    imagine_here,
    said,
    sensible_answers,
    to_act,
)
from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Decision, Draw, Each, Question, Roll
from fatedeck.engine.ruleset import AnyRuleset, Policy

HORIZON = 5
"""So many turns a search looks ahead unless told otherwise."""

LOOK = 16
"""After so many rounds it is looked whether a move is hopeless."""

HOPELESS = 4.0
"""So many standard errors behind the best."""

TWINS = 64
"""Moves that were worth the same in so many rounds are taken to be as good as each other."""


class Node:
    """A point of the tree: what came of the move that leads here, for the seat that made it."""

    __slots__ = ("available", "children", "seat", "value", "visits")

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.children: dict[Move, Node] = {}
        self.visits = 0
        self.available = 1
        self.value = 0.0


class Thought(Struct, frozen=True):
    """What a search found: its choice, how often it looked, and what it thinks of each move."""

    move: Move
    iterations: int = 0
    seconds: float = 0.0
    worth: dict[str, float] = {}


class Searcher:
    """Decides by searching, within a budget of seconds, of iterations, or of both.

    Playouts follow the game's own policy, or chance where it has none; `whim` is the share of their
    moves that are made at random. When the turn has passed on `horizon` times an iteration stops,
    and the game says what the position is worth; None plays on to the end. `explore` is the weight
    of what is little known; a point visited n times looks at 1 + `width` * sqrt(n) moves, the
    policy's own first. At the root the policy's move is given up only for one that is better by
    `doubt` standard errors.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        *,
        seconds: float | None = 1.0,
        iterations: int | None = None,
        horizon: int | None = HORIZON,
        whim: float = 0.0,
        explore: float = 0.3,
        width: float = 0.05,
        doubt: float = 1.0,
        seed: int | None = None,
    ) -> None:
        assert seconds is not None or iterations is not None, "a search needs a budget"
        if not isinstance(ruleset, Scored):
            raise Unreadable(f"{ruleset.title} has no “worth”, so nobody can think ahead in it.")
        self.ruleset = ruleset
        self.worth: Callable[[Struct], Mapping[str, float]] = ruleset.worth
        self.policy: Policy[Struct] | None = ruleset.policy()
        self.seconds, self.iterations = seconds, iterations
        self.horizon, self.whim, self.explore, self.width = horizon, whim, explore, width
        self.doubt = doubt
        self.luck = random.Random(seed)
        self._codec = Codec(ruleset)

    def decide(self, moment: Moment) -> Move:
        return self.think(moment).move

    def think(self, moment: Moment) -> Thought:
        """Search, and say what was found."""
        options = moves_of(self.ruleset, moment, sensible=True)
        usual = self._usual(moment)
        if len(options) == 1 or moment.together:
            # What others are asked at the same time rests on their true cards: no world to imagine.
            return Thought(options[0] if usual is None else usual)
        if usual is not None and usual not in options:
            options = [usual, *options]
        return _Search(self, moment, options, usual).run(self._codec)

    def _usual(self, moment: Moment) -> Move | None:
        """What the policy alone would do."""
        if self.policy is None:
            return None
        if moment.question is not None:
            return as_move(self.policy.answer(moment.shown, moment.question))
        return self.policy.act(moment.state, moment.seat)


class _Search:
    """One search: the moves still in the running, and how each did in every round."""

    def __init__(
        self, searcher: Searcher, moment: Moment, options: Sequence[Move], usual: Move | None
    ) -> None:
        self.searcher, self.moment, self.usual = searcher, moment, usual
        self.running = list(options)
        self.found: dict[Move, list[float]] = {move: [] for move in options}
        self.root = Node("")
        self.begun = time.perf_counter()
        self.done = 0

    def run(self, codec: Codec[Struct, Struct, Struct]) -> Thought:
        snapshot = codec.encode(self.moment.state)
        halvings = max(1, math.ceil(math.log2(len(self.running))))
        for part in range(1, halvings + 1):
            while len(self.running) > 1 and not self._is_spent(part / halvings):
                self._round(codec, snapshot)
                if len(self.found[self.running[0]]) % LOOK == 0:
                    self._drop_hopeless()
            self._drop_half()
        return Thought(
            self._choice(),
            self.done,
            time.perf_counter() - self.begun,
            {said(move): _mean(worth) for move, worth in self.found.items() if worth},
        )

    def _round(self, codec: Codec[Struct, Struct, Struct], snapshot: bytes) -> None:
        """Try each move that is still in the running once, all in the same world.

        In the middle of an action the world is dealt anew at its open question.
        """
        chance = _Chance(self.searcher.luck.getrandbits(32))
        if self.moment.action is None:
            world = codec.decode(snapshot)
            imagine_here(self.searcher.ruleset, world, self.moment.seat, chance.anew())
            snapshot = codec.encode(world)
        for move in self.running:
            iteration = _Iteration(self.searcher, self.root, self.moment, move, chance)
            self.found[move].append(iteration.run(codec.decode(snapshot)))
            self.done += 1

    def _is_spent(self, share: float) -> bool:
        searcher = self.searcher
        if searcher.iterations is not None and self.done >= share * searcher.iterations:
            return True
        if searcher.seconds is None:
            return False
        return time.perf_counter() - self.begun >= share * searcher.seconds

    def _drop_half(self) -> None:
        """Only the better half goes on, the policy's own move with it."""
        ranked = sorted(self.running, key=lambda move: -_mean(self.found[move]))
        kept = ranked[: max(2, (len(ranked) + 1) // 2)]
        if self.usual in ranked and self.usual not in kept:
            assert self.usual is not None
            kept.append(self.usual)
        self.running = kept

    def _drop_hopeless(self) -> None:
        """A move that is beaten beyond all doubt, or has long done just the same, goes no further.

        Of twins the policy's own move stays.
        """
        best = max(self.running, key=lambda move: (_mean(self.found[move]), move == self.usual))
        rounds = len(self.found[best])
        kept = []
        for move in self.running:
            lead, error = self._lead(best, move)
            is_twin = not lead and not error and rounds >= TWINS
            if move == best or not (is_twin or lead > HOPELESS * error):
                kept.append(move)
        self.running = kept

    def _choice(self) -> Move:
        """The best move; the policy's own unless another is better beyond doubt.

        Without time for a single round nothing is known of any.
        """
        best = max(self.running, key=lambda move: _mean(self.found[move]))
        if self.usual is None or best == self.usual:
            return best
        if not self.found[self.usual]:
            return self.usual
        lead, error = self._lead(best, self.usual)
        return best if lead > self.searcher.doubt * error else self.usual

    def _lead(self, move: Move, other: Move) -> tuple[float, float]:
        """How much better a move did than another, and the standard error of that.

        Both were tried in the same worlds, so their differences, round by round, are compared.
        """
        differences = [
            mine - theirs for mine, theirs in zip(self.found[move], self.found[other], strict=False)
        ]
        n, mean = len(differences), _mean(differences)
        variance = sum((each - mean) ** 2 for each in differences) / max(1, n - 1)
        return mean, math.sqrt(variance / n)


def _mean(worth: Sequence[float]) -> float:
    return sum(worth) / len(worth) if worth else 0.0


class _Chance:
    """The chance of one round: the same world and, turn by turn, the same dice for every move.

    Each turn has dice of its own, so that one roll more in this turn does not change the next.
    """

    __slots__ = ("luck", "seed", "turns")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.luck = random.Random(seed + 1)
        self.turns: list[list[float]] = []

    def anew(self) -> random.Random:
        """For the hidden cards, which are the same each time."""
        return random.Random(self.seed)

    def roll(self, turn: int, place: int) -> float:
        while len(self.turns) <= turn:
            self.turns.append([])
        rolled = self.turns[turn]
        while len(rolled) <= place:
            rolled.append(self.luck.random())
        return rolled[place]


class _Iteration:
    """One walk down the tree and on from there; `first` is the move at the root."""

    __slots__ = (
        "chance",
        "first",
        "growing",
        "luck",
        "moment",
        "node",
        "path",
        "place",
        "policy",
        "ruleset",
        "searcher",
        "state",
        "turn",
    )

    def __init__(
        self, searcher: Searcher, root: Node, moment: Moment, first: Move, chance: _Chance
    ) -> None:
        self.searcher, self.moment = searcher, moment
        self.ruleset, self.policy = searcher.ruleset, searcher.policy
        self.luck, self.chance = chance.luck, chance
        self.turn = self.place = 0
        self.node = root
        self.path: list[Node] = []
        self.growing = True
        self.first: Move | None = first

    def run(self, state: Struct) -> float:
        """What the first move was worth to its seat this time."""
        self.state = state
        ruleset, moment = self.ruleset, self.moment
        if moment.action is not None:
            ruleset.perform(Game(state, self._resumed()), moment.actor, moment.action)
        game = Game(state, self.answer)
        horizon, last = self.searcher.horizon, moment.actor or moment.seat
        while (seat := to_act(ruleset, state)) is not None:
            if seat != last:
                last = seat
                self.turn += 1
                self.place = 0
                if self.turn == horizon:
                    break
            ruleset.perform(game, seat, self._action(seat))
        worth = self.searcher.worth(state)
        for node in self.path:
            node.visits += 1
            node.value += worth[node.seat]
        return worth[moment.seat]

    def _resumed(self) -> Callable[[Question], Answer]:
        """Answers from the record up to the open question; there the world is dealt anew."""
        given, place = self.moment.answers, 0

        def answer(question: Question) -> Answer:
            nonlocal place
            if place < len(given):
                place += 1
                return given[place - 1]
            if place == len(given):
                place += 1
                imagine_here(self.ruleset, self.state, self.moment.seat, self.chance.anew())
            return self.answer(question)

        return answer

    def answer(self, question: Question) -> Answer:
        """Chance by luck; a seat's question by the tree, below it by the playout's policy."""
        if isinstance(question, Draw | Roll):
            self.place += 1
            return question.at(int(self.chance.roll(self.turn, self.place) * question.size))
        if isinstance(question, Each):
            return {part.seat: _single(self._decide(part)) for part in question.questions}
        return self._decide(question)

    def _decide(self, question: Decision) -> Answer:
        if not self.growing:
            if self.policy is not None and self.luck.random() >= self.searcher.whim:
                return self.policy.answer(self.state, question)
            return as_answer(self.luck.choice(answers(question)))
        return as_answer(
            self._select(
                question.seat,
                lambda: sensible_answers(self.ruleset, self.state, question),
                lambda: self._answered(question),
            )
        )

    def _action(self, seat: str) -> Struct:
        by_policy = not self.growing and self.policy is not None
        if by_policy and self.luck.random() >= self.searcher.whim:
            action = self.policy.act(self.state, seat) if self.policy else None
            if action is not None:
                return action
        if not self.growing:
            return self.luck.choice(actions(self.ruleset, self.state, seat, sensible=True))
        move = self._select(
            seat,
            lambda: actions(self.ruleset, self.state, seat, sensible=True),
            lambda: self._acted(seat),
        )
        assert isinstance(move, Struct)
        return move

    def _answered(self, question: Decision) -> Move | None:
        return as_move(self.policy.answer(self.state, question)) if self.policy else None

    def _acted(self, seat: str) -> Move | None:
        return self.policy.act(self.state, seat) if self.policy else None

    def _select(
        self,
        seat: str,
        options: Callable[[], Sequence[Move]],
        usual: Callable[[], Move | None],
    ) -> Move:
        """At the root the move of this iteration; below, the usual one while few are known.

        Then a new one as long as few are known for the visits, else that with the best bound.
        """
        node, move = self.node, self.first
        if move is not None:
            self.first = None
        else:
            most = 1 + int(self.searcher.width * math.sqrt(node.visits))
            move = usual() if most == 1 or not node.children else None
            if move is None:
                move = self._among(options(), most, usual)
            if move not in node.children:
                self.growing = False
        if move not in node.children:
            node.children[move] = Node(seat)
        self.node = node.children[move]
        self.path.append(self.node)
        return move

    def _among(self, options: Sequence[Move], most: int, usual: Callable[[], Move | None]) -> Move:
        children = self.node.children
        tried = [move for move in options if move in children]
        if len(tried) >= min(most, len(options)):
            return self._best(tried)
        untried = [move for move in options if move not in children]
        wanted = usual()
        return wanted if wanted is not None and wanted in untried else self.luck.choice(untried)

    def _best(self, tried: Sequence[Move]) -> Move:
        """The move with the highest upper confidence bound, counted by availability."""
        explore, children = self.searcher.explore, self.node.children
        best, move = -1.0, tried[0]
        for option in tried:
            node = children[option]
            node.available += 1
            known = max(1, node.visits)
            bound = node.value / known + explore * math.sqrt(math.log(node.available) / known)
            if bound > best:
                best, move = bound, option
        return move


def _single(answer: Answer) -> str | int | list[str]:
    assert not isinstance(answer, dict)
    return answer
