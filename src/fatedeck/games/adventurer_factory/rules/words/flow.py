"""Words that hold other words, and counters on cards. AF-20.7."""

from __future__ import annotations

from typing import Literal

from fatedeck.games.adventurer_factory.data import Condition, Effect, Word, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks import wording
from fatedeck.games.adventurer_factory.rules.acts import Act, carry_out_all, holds
from fatedeck.games.adventurer_factory.rules.playing import obstacle
from fatedeck.games.adventurer_factory.rules.words.in_play import DiscardCard, PlayCard
from fatedeck.games.adventurer_factory.rules.words.piles import DiscardFromHand, Move


class If(Word, frozen=True, rename={"otherwise": "else"}):
    """AF-20.7."""

    cond: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()

    def says(self) -> str:
        otherwise = f"; otherwise {wording.in_turn(self.otherwise)}" if self.otherwise else ""
        return f"if {wording.condition(self.cond)}, {wording.in_turn(self.then)}{otherwise}"

    def do(self, act: Act) -> None:
        carry_out_all(self.then if holds(act, self.cond) else self.otherwise, act)


class ChooseOne(Word, frozen=True):
    """Only options that can be carried out are offered. AF-18.15, AF-18.16, AF-20.7."""

    chooser: Literal["self", "opponent"]
    options: tuple[Effect, ...]

    def says(self) -> str:
        who = "" if self.chooser == "self" else "the opponent chooses: "
        return who + " or ".join(option.says() for option in self.options)

    def do(self, act: Act) -> None:
        if any(isinstance(option, DiscardCard) for option in self.options) and not act.picked:
            return  # AF-18.16
        if any(isinstance(option, PlayCard) for option in self.options) and not act.found:
            return  # AF-18.15
        possible = [option for option in self.options if _is_possible(option, act)]
        chosen = possible[0]
        if len(possible) > 1:
            named = {option.name: option for option in possible}
            labels = {name: wording.capital(option.says()) for name, option in named.items()}
            notes = {name: note for name, option in named.items() if (note := _told(option, act))}
            [seat] = act.seats(self.chooser)
            prompt = f"{act.printed.name}: which do you choose?"
            chosen = act.game.choose_among(
                seat, "choose-one", prompt, named, "AF-20.7", labels=labels, notes=notes
            )
        chosen.do(act)


def _told(option: Effect, act: Act) -> str:
    """Which card an option means, for whoever chooses."""
    match option:
        case DiscardCard():
            return f"your {title(act.picked)}"
        case DiscardFromHand():
            return "you choose it from your hand"
        case PlayCard() | Move():
            return title(act.found)
        case _:
            return ""


def _is_possible(option: Effect, act: Act) -> bool:
    match option:
        case DiscardFromHand():
            return all(act.table.players[seat].hand_size() for seat in act.seats(option.who))
        case PlayCard():
            change = option.cost_change
            return not obstacle(act.player, printed_on(act.found), cost_change=change)
        case _:
            return True


class ChooseNumber(Word, frozen=True, rename={"what": "do"}):
    """The user does it from none to so many times. AF-12.8, AF-18.1, AF-20.7."""

    up_to: int
    what: Effect

    def says(self) -> str:
        return f"up to {wording.times(self.up_to)}, {self.what.says()}"

    def do(self, act: Act) -> None:
        prompt = f"How many times do you want to {self.what.says()}?"
        for _ in range(act.game.number(act.seat, "times", prompt, 0, self.up_to, "AF-18.1")):
            self.what.do(act)


class AddCounter(Word, frozen=True):
    """AF-17.12, AF-20.7."""

    to: Literal["this"]
    n: int

    def says(self) -> str:
        return f"put {self.n} counter on this card"

    def do(self, act: Act) -> None:
        if act.still_here():
            act.mark.counters += self.n
