"""Information-set Monte Carlo tree search: a player for any game with hidden cards.

Each iteration deals anew what the seat cannot know, walks down one shared tree by the moves that are
possible in that world (upper confidence bounds that count how often a move was available), adds one
new leaf, plays on quickly to the end, and credits the result to every move on the way. Chance has no
nodes: the tree is one of decisions, so an action's questions are nodes like its moves.

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
    to_act,
)
from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Decision, Draw, Each, Question, Roll
from fatedeck.engine.ruleset import AnyRuleset, Policy


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
    iterations: int
    seconds: float
    moves: dict[str, tuple[int, float]] = {}


class Searcher:
    """Decides by searching, within a budget of seconds, of iterations, or of both.

    Playouts follow the game's own policy, or chance where it has none; `whim` is the share of their
    moves that are made at random. After `horizon` actions a playout stops, and the game says what
    the position is worth. `explore` is the weight of what is little known; a point visited n times
    looks at 1 + `width` * sqrt(n) moves, the policy's own first.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        *,
        seconds: float | None = 1.0,
        iterations: int | None = None,
        horizon: int | None = None,
        whim: float = 0.05,
        explore: float = 0.5,
        width: float = 0.7,
        doubt: float = 0.5,
        seed: int | None = None,
    ) -> None:
        assert seconds is not None or iterations is not None, "a search needs a budget"
        assert isinstance(ruleset, Scored), f"{ruleset.title} does not say who has won"
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
        """Search, and say what was found. The most visited move is the choice."""
        begun = time.perf_counter()
        options = moves_of(self.ruleset, moment, sensible=True)
        usual = self._usual(moment)
        if len(options) == 1 or moment.together:
            # What others are asked at the same time rests on their true cards: no world to imagine.
            return Thought(options[0] if usual is None else usual, 0, 0.0)
        root = Node("")
        snapshot = self._codec.encode(moment.state)
        done = 0
        while not self._is_spent(done, begun):
            _Iteration(self, root, moment).run(self._codec.decode(snapshot))
            done += 1
        return Thought(
            self._choice(root, options, usual),
            done,
            time.perf_counter() - begun,
            {
                str(move): (node.visits, node.value / max(1, node.visits))
                for move, node in root.children.items()
            },
        )

    def _usual(self, moment: Moment) -> Move | None:
        """What the policy alone would do."""
        if self.policy is None:
            return None
        if moment.question is not None:
            return as_move(self.policy.answer(moment.shown, moment.question))
        return self.policy.act(moment.state, moment.seat)

    def _choice(self, root: Node, options: Sequence[Move], usual: Move | None) -> Move:
        """The most visited move; the policy's own unless another is better beyond doubt."""
        best = max(options, key=lambda move: _rank(root, move))
        if usual is None or usual == best or usual not in root.children:
            return best
        found, known = root.children[best], root.children[usual]
        doubt = self.doubt * math.sqrt(0.25 / found.visits + 0.25 / known.visits)
        better = found.value / found.visits - known.value / known.visits
        return best if better > doubt else usual

    def _is_spent(self, done: int, begun: float) -> bool:
        if self.iterations is not None and done >= self.iterations:
            return True
        return self.seconds is not None and time.perf_counter() - begun >= self.seconds


def _rank(root: Node, move: Move) -> tuple[int, float]:
    node = root.children.get(move)
    return (node.visits, node.value) if node is not None else (0, 0.0)


class _Iteration:
    """One walk down the tree and out to the end of the game."""

    __slots__ = (
        "growing",
        "luck",
        "moment",
        "node",
        "path",
        "policy",
        "root",
        "ruleset",
        "search",
        "state",
    )

    def __init__(self, search: Searcher, root: Node, moment: Moment) -> None:
        self.search, self.moment = search, moment
        self.ruleset, self.luck, self.policy = search.ruleset, search.luck, search.policy
        self.node = self.root = root
        self.path: list[Node] = []
        self.growing = True

    def run(self, state: Struct) -> None:
        self.state = state
        ruleset, moment = self.ruleset, self.moment
        if moment.action is None:
            imagine_here(ruleset, state, moment.seat, self.luck)
            game = Game(state, self.answer)
        else:
            game = Game(state, self._resumed())
            ruleset.perform(game, moment.actor, moment.action)
            game = Game(state, self.answer)
        left = self.search.horizon
        while (seat := to_act(ruleset, state)) is not None:
            if left is not None and not self.growing:
                if not left:
                    break
                left -= 1
            ruleset.perform(game, seat, self._action(seat))
        worth = self.search.worth(state)
        self.root.visits += 1
        for node in self.path:
            node.visits += 1
            node.value += worth[node.seat]

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
                imagine_here(self.ruleset, self.state, self.moment.seat, self.luck)
            return self.answer(question)

        return answer

    def answer(self, question: Question) -> Answer:
        """Chance by luck; a seat's question by the tree, below it by the playout's policy."""
        if isinstance(question, Draw | Roll):
            return question.at(int(self.luck.random() * question.size))
        if isinstance(question, Each):
            return {part.seat: _single(self._decide(part)) for part in question.questions}
        return self._decide(question)

    def _decide(self, question: Decision) -> Answer:
        seat = question.seat
        if not self.growing:
            if self.policy is not None and self.luck.random() >= self.search.whim:
                return self.policy.answer(self.state, question)
            return as_answer(self.luck.choice(answers(question)))
        options = answers(question)
        if len(options) == 1:
            return as_answer(options[0])
        wanted: Move | None = None
        if self.policy is not None:
            wanted = as_move(self.policy.answer(self.state, question))
        return as_answer(self._select(seat, options, wanted))

    def _action(self, seat: str) -> Struct:
        if not self.growing:
            if self.policy is not None and self.luck.random() >= self.search.whim:
                action = self.policy.act(self.state, seat)
                if action is not None:
                    return action
            return self.luck.choice(actions(self.ruleset, self.state, seat, sensible=True))
        options = actions(self.ruleset, self.state, seat, sensible=True)
        if len(options) == 1:
            return options[0]
        wanted = self.policy.act(self.state, seat) if self.policy is not None else None
        move = self._select(seat, options, wanted)
        assert isinstance(move, Struct)
        return move

    def _select(self, seat: str, options: Sequence[Move], wanted: Move | None) -> Move:
        """A move never tried comes first, the policy's own before others; else the best bound."""
        children = self.node.children
        tried = [move for move in options if move in children]
        most = 1 + int(self.search.width * math.sqrt(self.node.visits))
        if len(tried) < min(most, len(options)):
            untried = [move for move in options if move not in children]
            move = wanted if wanted is not None and wanted in untried else self.luck.choice(untried)
            children[move] = node = Node(seat)
            self.growing = False
        else:
            explore = self.search.explore
            best, move = -1.0, tried[0]
            for option in tried:
                node = children[option]
                node.available += 1
                bound = node.value / node.visits + explore * math.sqrt(
                    math.log(node.available) / node.visits
                )
                if bound > best:
                    best, move = bound, option
            node = children[move]
        self.path.append(node)
        self.node = node
        return move


def _single(answer: Answer) -> str | int | list[str]:
    assert not isinstance(answer, dict)
    return answer
