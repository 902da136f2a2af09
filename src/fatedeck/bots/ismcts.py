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

    `worth` says what a finished state is worth to each seat, from 0 to 1. Playouts follow `policy`,
    or chance where a game has none; `whim` is the share of playout moves made at random.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        worth: Callable[[Struct], Mapping[str, float]],
        *,
        seconds: float | None = 1.0,
        iterations: int | None = None,
        policy: Policy[Struct] | None = None,
        whim: float = 0.1,
        explore: float = 0.7,
        seed: int | None = None,
    ) -> None:
        assert seconds is not None or iterations is not None, "a search needs a budget"
        self.ruleset, self.worth, self.policy = ruleset, worth, policy
        self.seconds, self.iterations = seconds, iterations
        self.whim, self.explore = whim, explore
        self.luck = random.Random(seed)
        self._codec = Codec(ruleset)

    def decide(self, moment: Moment) -> Move:
        return self.think(moment).move

    def think(self, moment: Moment) -> Thought:
        """Search, and say what was found. The most visited move is the choice."""
        begun = time.perf_counter()
        options = moves_of(self.ruleset, moment, sensible=True)
        if len(options) == 1:
            return Thought(options[0], 0, 0.0)
        root = Node("")
        snapshot = self._codec.encode(moment.state)
        done = 0
        while not self._is_spent(done, begun):
            _Iteration(self, root, moment).run(self._codec.decode(snapshot))
            done += 1
        best = max(options, key=lambda move: self._rank(root, move))
        return Thought(
            best,
            done,
            time.perf_counter() - begun,
            {
                str(move): (node.visits, node.value / max(1, node.visits))
                for move, node in root.children.items()
            },
        )

    def _rank(self, root: Node, move: Move) -> tuple[int, float]:
        node = root.children.get(move)
        return (node.visits, node.value) if node is not None else (0, 0.0)

    def _is_spent(self, done: int, begun: float) -> bool:
        if self.iterations is not None and done >= self.iterations:
            return True
        return self.seconds is not None and time.perf_counter() - begun >= self.seconds


class _Iteration:
    """One walk down the tree and out to the end of the game."""

    __slots__ = (
        "growing",
        "luck",
        "moment",
        "node",
        "path",
        "policy",
        "ruleset",
        "search",
        "state",
    )

    def __init__(self, search: Searcher, root: Node, moment: Moment) -> None:
        self.search, self.moment = search, moment
        self.ruleset, self.luck, self.policy = search.ruleset, search.luck, search.policy
        self.node = root
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
        while (seat := to_act(ruleset, state)) is not None:
            ruleset.perform(game, seat, self._action(seat))
        worth = self.search.worth(state)
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
        untried = [move for move in options if move not in children]
        if untried:
            move = wanted if wanted in untried and wanted is not None else self.luck.choice(untried)
            children[move] = node = Node(seat)
            self.growing = False
        else:
            explore = self.search.explore
            best, move = -1.0, options[0]
            for option in options:
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
