"""Words for fighting: blows, rolls, damage taken back, Encounters skipped. AF-20.5."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import field

from fatedeck.games.adventurer_factory import state
from fatedeck.games.adventurer_factory.data import Counter, Value, Who, Word, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks import wording
from fatedeck.games.adventurer_factory.rules.acts import Act, roll_die, value
from fatedeck.games.adventurer_factory.rules.blows import blow, negate
from fatedeck.games.adventurer_factory.rules.using import option_name, perform, said, why_not_use


class Blow(Word, frozen=True):
    """A blow as the text says it; under Flourish it is a Parley. AF-18.18, AF-20.5."""

    die: str | None = None
    add_damage: Value = 0
    if_natural_at_most: int | None = None

    kind: ClassVar[state.Kind]

    def says(self) -> str:
        die = f" rolled on exactly {self.die}" if self.die else ""
        most = self.if_natural_at_most
        when = f" if the die shows {most} or less" if most is not None else ""
        more = f" with {wording.amount(self.add_damage)} added to the damage{when}"
        return f"make a Simple {self.kind.title()}{die}{more if self.add_damage else ''}"

    def do(self, act: Act) -> None:
        kind: state.Kind = "parley" if act.rewritten else self.kind
        blow(act, kind, self.die, self.add_damage, self.if_natural_at_most)


class SimpleAttack(Blow, frozen=True):
    """AF-12.3, AF-20.5."""

    kind = "attack"


class SimpleParley(Blow, frozen=True):
    """AF-12.4, AF-20.5."""

    kind = "parley"


class Roll(Word, frozen=True):
    """The result without Attack. AF-18.30, AF-18.46, AF-20.5."""

    who: Literal["self"]
    die: Literal["attack_die"]

    def says(self) -> str:
        return "roll your Attack Die"

    def do(self, act: Act) -> None:
        kind: state.Kind = "parley" if act.rewritten else "attack"
        act.natural, act.roll_self = roll_die(act.game, act.seat, kind)
        act.game.tell("{who} rolls {n}.", "AF-20.5", who=act.seat, n=act.roll_self)


class Contest(Word, frozen=True):
    """Both values are rolled; strictly higher wins. AF-18.5, AF-20.5."""

    mine: str = field(name="self")
    theirs: str = field(name="opponent")

    def says(self) -> str:
        mine, theirs = wording.amount(self.mine), wording.amount(self.theirs)
        return f"you roll {mine}, the opponent {theirs}"

    def do(self, act: Act) -> None:
        mine, theirs = value(act, self.mine), value(act, self.theirs)
        act.won = mine > theirs
        act.game.tell(
            "{who} has {mine} against {foe}’s {theirs}.",
            "AF-18.5",
            who=act.seat,
            mine=mine,
            foe=act.foe_seat,
            theirs=theirs,
        )


_LOST_TO = {
    "one_simple_attack_this_turn": "one of the opponent’s Simple Attacks this turn",
    "opponent_encounter_this_turn": "the opponent’s Encounter this turn",
    "all_this_turn": "all damage this turn",
}


class NegateDamage(Word, frozen=True):
    """Only events against the user that are not yet negated.

    AF-11.9, AF-11.15, AF-18.19, AF-18.38, AF-20.5.
    """

    who: Literal["self"]
    of: Literal["one_simple_attack_this_turn", "opponent_encounter_this_turn", "all_this_turn"]
    stat: tuple[Counter, ...]

    def says(self) -> str:
        stats = " and ".join(stat.title() for stat in self.stat)
        return f"get back the {stats} that you lost to {_LOST_TO[self.of]}"

    def events(self, table: state.Table, seat: str) -> list[state.Event]:
        """The damage events of this turn that it speaks of."""
        return [
            event
            for event in table.events
            if event.against == seat
            and not event.negated
            and event.stat in self.stat
            and (self.of != "opponent_encounter_this_turn" or event.encounter)
            and (self.of != "one_simple_attack_this_turn" or event.simple == "attack")
        ]

    def do(self, act: Act) -> None:
        events = self.events(act.table, act.seat)
        if self.of == "one_simple_attack_this_turn" and len(events) > 1:
            named = {f"attack-{n}": event for n, event in enumerate(events, 1)}
            labels = {
                name: f"Simple Attack {n}: {event.dealt} damage"
                for n, (name, event) in enumerate(named.items(), 1)
            }
            prompt, clause = "Which attack do you negate?", "AF-18.38"
            events = [
                act.game.choose_among(act.seat, "negate", prompt, named, clause, labels=labels)
            ]
        negate(act, events)


class Immune(Word, frozen=True):
    """AF-2.15, AF-20.5."""

    who: Literal["self"]
    stat: Literal["health"]
    until: Literal["end_of_turn"]

    def says(self) -> str:
        return f"you take no {self.stat.title()} damage {wording.UNTIL[self.until]}"

    def do(self, act: Act) -> None:
        act.player.immune = True


class Ward(Word, frozen=True):
    """AF-18.8, AF-20.5."""

    who: Literal["self"]
    stat: Literal["health"]
    against: Literal["encounter"]
    during: Literal["opponent_next_turn"]
    roll: str
    works_on_at_most: int

    def says(self) -> str:
        return (
            "on the opponent’s next turn, when an Encounter would lower your "
            f"{self.stat.title()}, roll {self.roll}: on {self.works_on_at_most} or less it does not"
        )

    def do(self, act: Act) -> None:
        turn = act.last_turn("end_of_opponent_next_turn")
        act.player.wards.append(state.Ward(turn, self.roll, self.works_on_at_most))


# The Encounter Step


class SkipEncounter(Word, frozen=True):
    """Several of these waiting at once use up the same one step. AF-12.10, AF-12.11, AF-20.5."""

    who: Who
    which: Literal["next"]

    def says(self) -> str:
        whose = "your" if self.who == "self" else "their"
        return f"{wording.does(self.who, 'skip')} {whose} next Encounter Step"

    def do(self, act: Act) -> None:
        for seat in act.seats(self.who):
            act.table.players[seat].skip_next = True
            act.game.tell("{who} will skip their next Encounter Step.", "AF-12.10", who=seat)


class ForbidEncounter(Word, frozen=True):
    """AF-12.13, AF-20.5."""

    who: Literal["opponent"]
    when: Literal["next_turn"]

    def says(self) -> str:
        return "the opponent can’t hold an Encounter on their next turn"

    def do(self, act: Act) -> None:
        act.foe.forbidden = act.last_turn("end_of_opponent_next_turn")
        told = "{who} can’t hold an Encounter next turn."
        act.game.tell(told, "AF-12.13", who=act.foe_seat)


class CountEncounterAsSkipped(Word, frozen=True):
    """AF-12.12, AF-20.5."""

    who: Literal["self"]
    turn: Literal["this"]

    def says(self) -> str:
        return "this turn counts as one in which you held no Encounter"

    def do(self, act: Act) -> None:
        act.player.counts_as_skipped = True


class EndStep(Word, frozen=True):
    """The chain still runs on, but nothing else of the Encounter happens. AF-18.23, AF-20.5."""

    who: Literal["opponent"]

    def says(self) -> str:
        return "that Encounter Step ends"

    def do(self, act: Act) -> None:
        act.table.step = "ended"


class MakeOtherEncounter(Word, frozen=True):
    """Any other Encounter one could hold; its remaining costs are paid, its use set.

    AF-18.40, AF-20.5.
    """

    exclude: Literal["this"]
    pay_other_costs: Literal[True]

    def says(self) -> str:
        return "hold any other Encounter that you could, paying its other costs"

    def do(self, act: Act) -> None:
        others = {
            option_name(card, number): (card, number)
            for card in act.player.cards
            if card != act.card
            for number in printed_on(card).encounters
            if why_not_use(act.table, act.seat, card, number) is None
        }
        blows = {"attack": "Simple Attack", "parley": "Simple Parley"}
        labels = blows | {name: title(card) for name, (card, _) in others.items()}
        notes = {name: said(card, number) for name, (card, number) in others.items()}
        prompt, options = "Which other Encounter do you hold?", (*blows, *others)
        chosen = act.game.choose(
            act.seat, "other-encounter", prompt, options, "AF-18.40", labels=labels, notes=notes
        )
        if chosen in others:
            perform(act.game, act.seat, *others[chosen], encounter=True)
        else:
            blow(act, "attack" if chosen == "attack" else "parley")
