"""Words for counters, stats and dice. AF-20.3, AF-20.4."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from fatedeck.games.adventurer_factory.data import Counter, Stat, Until, Value, Who, Word
from fatedeck.games.adventurer_factory.looks import wording
from fatedeck.games.adventurer_factory.rules.acts import Act, value
from fatedeck.games.adventurer_factory.rules.blows import damage, gain, lose
from fatedeck.games.adventurer_factory.state import Lasting


class Gain(Word, frozen=True):
    """AF-20.3."""

    who: Who
    stat: Counter
    n: Value

    def says(self) -> str:
        return f"{wording.does(self.who, 'gain')} {wording.so_much(self.n, self.stat)}"

    def do(self, act: Act) -> None:
        amount = max(0, value(act, self.n))
        for seat in act.seats(self.who):
            gain(act.game, seat, self.stat, amount)


class Lose(Word, frozen=True):
    """Damage where the data says so, for both seats or for the opponent only; else a plain loss.

    AF-2.12, AF-20.3.
    """

    who: Who
    stat: Counter
    n: Value
    damage: bool | Literal["opponent_only"]

    def says(self) -> str:
        said = f"{wording.does(self.who, 'lose')} {wording.so_much(self.n, self.stat)}"
        if self.damage == "opponent_only" or self.damage == (self.who == "opponent"):
            return said
        return f"{said} (as damage)" if self.damage else f"{said} (not as damage)"

    def do(self, act: Act) -> None:
        amount = value(act, self.n)
        for seat in act.seats(self.who):
            if self.damage is True or (self.damage and seat != act.seat):
                damage(act, seat, self.stat, amount)
            else:
                lose(act.game, seat, self.stat, amount)


class Set(Word, frozen=True):
    """AF-20.3."""

    who: Who
    stat: Counter
    n: int

    def says(self) -> str:
        return f"{wording.WHOSE[self.who]} {self.stat.title()} becomes {self.n}"

    def do(self, act: Act) -> None:
        for seat in act.seats(self.who):
            setattr(act.table.players[seat], self.stat, self.n)
            counter = self.stat.title()
            told = "{who}’s {counter} becomes {n}."
            act.game.tell(told, "AF-20.3", who=seat, counter=counter, n=self.n)


class Transfer(Word, frozen=True):
    """Take up to so much, at most what they have; the user names the amount.

    AF-17.9, AF-18.48, AF-20.3.
    """

    stat: Counter
    source: Literal["opponent"] = field(name="from")
    to: Literal["self"]
    up_to: Value

    def says(self) -> str:
        most = wording.amount(self.up_to)
        return f"take {self.stat.title()} from the opponent, any amount up to {most}"

    def do(self, act: Act) -> None:
        have: int = getattr(act.foe, self.stat)
        most = min(have, max(0, value(act, self.up_to)))
        if not most:
            return
        prompt = f"How much {self.stat.title()} do you take?"
        amount = act.game.number(act.seat, "take", prompt, 0, most, "AF-18.48")
        lose(act.game, act.foe_seat, self.stat, amount)
        gain(act.game, act.seat, self.stat, amount)


# For a time, AF-20.4


class ForATime(Word, frozen=True):
    """Something that holds for a seat until the turn with which it ends. AF-20.4, AF-20.17."""

    who: Who
    until: Until

    def lasting(self, act: Act, until: int) -> Lasting:
        raise NotImplementedError

    def do(self, act: Act) -> None:
        lasting = self.lasting(act, act.last_turn(self.until))
        for seat in act.seats(self.who):
            act.table.players[seat].effects.append(lasting)


class Modify(ForATime, frozen=True):
    """AF-20.4."""

    stat: Stat
    n: int

    def says(self) -> str:
        change = f"{wording.signed(self.n)} {self.stat.title()}"
        return f"{wording.does(self.who, 'have')} {change} {wording.UNTIL[self.until]}"

    def lasting(self, act: Act, until: int) -> Lasting:
        return Lasting("add", until, self.stat, self.n)


class SetStat(ForATime, frozen=True):
    """It changes no roll made before. AF-2.10, AF-18.10, AF-20.4."""

    stat: Stat
    n: int

    def says(self) -> str:
        whose = wording.WHOSE[self.who]
        return f"{whose} {self.stat.title()} is {self.n} {wording.UNTIL[self.until]}"

    def lasting(self, act: Act, until: int) -> Lasting:
        return Lasting("set", until, self.stat, self.n)


class Substitute(ForATime, frozen=True):
    """AF-18.49, AF-20.4."""

    read: Stat
    instead: Stat = field(name="as")

    def says(self) -> str:
        reads = f"whatever reads your {self.read.title()} reads your {self.instead.title()}"
        return f"{reads} {wording.UNTIL[self.until]}"

    def lasting(self, act: Act, until: int) -> Lasting:
        return Lasting("read", until, self.read)


class AddDie(ForATime, frozen=True):
    """The die may be used for any such roll until the turn ends. AF-18.9, AF-18.18, AF-20.4."""

    kind: Literal["attack_die", "parley_die"]
    die: str

    def says(self) -> str:
        kind = self.kind.split("_")[0].title()
        return f"you may roll {self.die} for {kind} {wording.UNTIL[self.until]}"

    def lasting(self, act: Act, until: int) -> Lasting:
        is_parley = act.rewritten or self.kind == "parley_die"
        return Lasting("parley" if is_parley else "attack", until, die=self.die)
