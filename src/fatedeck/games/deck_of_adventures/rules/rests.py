"""Rests: Rest Cards turn into HP, PP and AP, and the deck fills up again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.cards import move, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Many, One
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.looks import moments
from fatedeck.games.deck_of_adventures.rules import (
    characters,
    checks,
    circle,
    creatures,
    decks,
    health,
    lasting,
)
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.checks import Terms
from fatedeck.games.deck_of_adventures.rules.families import (
    REST,
    Deed,
    OfTheGm,
    OfTheGmAtPeace,
    crowd,
    everyone,
)
from fatedeck.games.deck_of_adventures.state import JOKERS, Character, Rest, Table

PER_FULL_REST = 2
NO_REST = "You can only do that during a Quick Rest. The GM calls one."


def resting(state: Table) -> list[str]:
    """Who is in a Quick Rest now."""
    return state.rest.resting if state.rest is not None else []


def why_not_rest(state: Table, seat: str, name: str, kind: str) -> Refused | None:
    """Why somebody cannot rest now, or None. DOA-261, DOA-265."""
    who = state.characters[name]
    if not who.is_dealer:
        return Refused("DOA-265", f"{name} doesn’t rest: only Dealers do.")
    if decks.KNOCKED_OUT in who.conditions and not who.stable:
        return Refused("DOA-261", f"{name} is Knocked Out and not stable. Treat them first.")
    tired = state.switches.quick_rest_shuffle and who.quick_rests >= PER_FULL_REST
    if kind == "quick" and tired:
        return Refused(
            "DOA-265", f"{name} has had two Quick Rests. Only a Full Rest will help now."
        )
    return None


def weary(state: Table, seat: str) -> Iterator[str]:
    """The heroes to whom a Rest gives something. DOA-264."""
    for who in state.characters.values():
        lost = who.hp < who.max_hp or who.pp < who.max_pp or who.fatigue > 0
        if who.kind == "pc" and (lost or len(state.cards(who).discard)):
            yield who.name


class CallRest(OfTheGmAtPeace, frozen=True):
    """The Game Master allows a Rest and says how long it lasts: 30 minutes, or 8 hours.

    An interrupted Rest gives nothing until the remaining time is made up, by each for itself.
    DOA-264, DOA-265, DOA-365.
    """

    says = Says("Allow a Rest", REST)
    kind: Annotated[Literal["quick", "full"], One(("quick", "full"), label="Rest")]
    who: Annotated[
        list[str],
        Many(
            Figure(
                everyone,
                why_not_rest,
                ("DOA-265", "No one can rest now."),
                after=("kind",),
                clause="DOA-265",
            ),
            1,
            crowd,
            after=("kind",),
            clause="DOA-265",
            label="Who rests",
            first=weary,
        ),
    ]
    minutes: Annotated[int, Count(0, 480, label="Minutes before it is disturbed")] = 480

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return not resting(state)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [
            Way({"kind": kind}, f"Allow a {kind.title()} Rest") for kind in lasting.REST_MINUTES
        ]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if resting(state):
            return Refused("DOA-265", f"{resting(state)[0]} is still resting. Let that end first.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        state.zones = [zone for zone in state.zones if not zone.rounds]
        called = Rest(self.kind, 0, self.who)
        rested = []
        for name in self.who:
            who = state.characters[name]
            left = lasting.REST_MINUTES[self.kind] - who.rested.pop(self.kind, 0) - self.minutes
            if left <= 0:
                rested.append(name)
                continue
            called.minutes = max(called.minutes, left)
            who.rested[self.kind] = lasting.REST_MINUTES[self.kind] - left
            lasting.wear_off(game, who, self.minutes * lasting.MINUTE)
            game.tell(
                "{who}’s Rest is cut short after {minutes} {minutes:minute|minutes}, "
                "with {left} still to go.",
                "DOA-265",
                who=name,
                minutes=self.minutes,
                left=left,
            )
        state.rest = called
        if not rested:
            return
        game.tell(
            "{who} {who:takes|take} a {kind} Rest.", "DOA-264", kind=self.kind.title(), who=rested
        )
        if self.kind == "quick":
            called.resting = rested
            return
        for name in rested:
            full_rest(game, state.characters[name])
        if not called.minutes:
            state.rest = None


class EndRest(OfTheGm, frozen=True):
    """The Game Master ends a Quick Rest for all who are still resting. DOA-265."""

    says = Says("End the Quick Rest for all", REST)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(resting(state))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if not resting(state):
            return Refused("DOA-265", "No one is resting.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        still = resting(game.state)
        game.state.rest = None
        for name in still:
            if name in game.state.characters:
                end_quick_rest(game, game.state.characters[name])


# A Quick Rest


def own_dealers(state: Table, seat: str) -> list[str]:
    """For whose Rest a seat speaks: a player's own, the Game Master's Dealers by name. DOA-2."""
    owned = [who.name for who in state.characters.values() if who.owner == seat and who.is_dealer]
    return ["", *owned] if seat in state.characters else owned


class OfOneWhoRests(Deed, frozen=True, kw_only=True):
    """What is done in a Quick Rest, by a player, or for a Dealer of the Game Master's. DOA-267."""

    who: Annotated[str, Figure(own_dealers, clause="DOA-2")] = ""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return bool(_at_rest(state, seat))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return None if _at_rest(state, seat) else Refused("DOA-267", NO_REST)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for who in _at_rest(state, seat):
            label = cls.label(who)
            label = f"{who.name}: {label}" if seat == state.gm else label
            yield Way({"who": who.name}, label, why_not=cls.why_unable(state, who))

    @classmethod
    def label(cls, who: Character) -> str:
        return cls.says.label

    @classmethod
    def why_unable(cls, state: Table, who: Character) -> Refused | None:
        """Why this one cannot do it now, or None."""
        return None if who.name in resting(state) else Refused("DOA-267", NO_REST)

    def why_not(self, state: Table, seat: str) -> Refused | None:
        return self.why_unable(state, state.characters[self.who or seat])

    def do(self, game: Game[Table], seat: str) -> None:
        self.rest(game, game.state.characters[self.who or seat])

    def rest(self, game: Game[Table], who: Character) -> None:
        """The rule, for the one who rests."""
        raise NotImplementedError


def _at_rest(state: Table, seat: str) -> list[Character]:
    """The characters of a seat that are in a Quick Rest."""
    at_rest = [state.characters[name] for name in resting(state) if name in state.characters]
    return [who for who in at_rest if who.owner == seat]


def why_no_rest_card(state: Table, who: Character) -> Refused | None:
    """Rest Cards are spent during a Quick Rest, while there are any. DOA-267."""
    if who.name not in resting(state):
        return Refused("DOA-267", NO_REST)
    if not who.rest_cards:
        return Refused("DOA-267", f"{who.name} has no Rest Cards left.")
    return None


def wished(state: Table, seat: str, name: str) -> list[str]:
    return wishes(state, state.characters[name or seat])


def wishes(state: Table, who: Character) -> list[str]:
    """What a Rest Card may restore: HP, PP, or the HP of a Companion. DOA-267, DOA-381."""
    found = []
    if who.hp < who.max_hp:
        found.append("HP")
    if who.pp < who.max_pp:
        found.append("PP")
    found += [
        f"HP of {other.name}"
        for other in state.characters.values()
        if other.companion_of == who.name and not other.dead and other.hp < other.max_hp
    ]
    return found


class SpendRestCard(OfOneWhoRests, frozen=True, kw_only=True):
    """Draw one card and regain a point, one more if it is of the Primary Suit.

    That one may be of another kind. An Ace goes to the Fate hand. In the later edition the card is
    a DR 3 draw against one's own Target Card: one point on a miss, two on a success.
    DOA-267 to DOA-269, DOA-273.
    """

    says = Says("Spend a Rest Card", REST)
    restore: Annotated[str, One(wished, after=("who",), clause="DOA-269", label="Regain")]

    @classmethod
    def label(cls, who: Character) -> str:
        return f"Spend a Rest Card ({who.rest_cards} left)"

    @classmethod
    def why_unable(cls, state: Table, who: Character) -> Refused | None:
        if (refused := why_no_rest_card(state, who)) is not None or wishes(state, who):
            return refused
        return Refused("DOA-269", f"{who.name} isn’t missing any HP or PP.")

    def rest(self, game: Game[Table], who: Character) -> None:
        state = game.state
        who.rest_cards -= 1
        target = checks.target_of(game, who) if state.switches.quick_rest else ""
        card = _draw_rest_card(game, who)
        if not card:
            return
        if target:
            bonus = circle.judge(card, target, circle.effective_range(3, 0, state.switches)).success
        else:
            bonus = card[-1] == who.suit
        _restore(game, who, self.restore)
        more = wishes(state, who) if bonus else []
        if len(more) == 1:
            _restore(game, who, more[0])
        elif more:
            prompt = f"{capital(name_of(game, card))} gives you one extra point. Where does it go?"
            _restore(game, who, game.choose(who.owner, "one-point-more", prompt, more))


def _draw_rest_card(game: Game[Table], who: Character) -> str:
    """Draw a Rest Card; a Fate Card may redraw it. DOA-28, DOA-29, DOA-285.

    Nothing comes of one who drops from exhaustion over it (DOA-283).
    """
    state = game.state
    cards = state.cards(who)
    card = decks.draw_card(game, who, cards.play)
    if card and checks.may_redraw(state, who) and not checks.nothing_left(state, who):
        game.show(moments.drawn, who.name, "Rest Card", [card])
        prompt = (
            f"{capital(name_of(game, who.name))}’s Rest Card is {name_of(game, card)}. "
            "Spend a Fate Card to redraw it?"
        )
        if game.may(
            who.owner, "redraw-rest-card", prompt, "DOA-28", "DOA-29", yes="Redraw", no="Keep"
        ):
            decks.spend_fate(game, who, decks.choose_fate(game, who))
            again = decks.draw_card(game, who, cards.play)
            card = None if again is None else again or card
    decks.lay_aside(state, who.deck, cards.play)
    if card:
        game.show(moments.drawn, who.name, "Rest Card", [card])
    told = "{who} draws {card} as a Rest Card." if card else "{who} has no card to draw."
    game.tell(told, "DOA-267", who=who.name, card=card or "")
    return card or ""


def _restore(game: Game[Table], who: Character, wish: str) -> None:
    """One point, never above the maximum; the first HP wakes. DOA-261, DOA-269, DOA-381."""
    if wish == "PP":
        who.pp = min(who.max_pp, who.pp + 1)
        game.tell("{who} regains 1 PP.", "DOA-267", who=who.name)
    elif wish == "HP":
        health.heal(game, who, 1)
    else:
        health.heal(game, game.state.characters[wish.removeprefix("HP of ")], 1)


def most_to_mend(state: Table, seat: str, name: str) -> int:
    who = state.characters[name or seat]
    return min(6, who.max_ap - who.ap)


class MendArmour(OfOneWhoRests, frozen=True, kw_only=True):
    """Spend one Rest Card on a Craft or Knowledge Check of DR 7 - k to regain k AP.

    The Rest Card is drawn first: of the Primary Suit, it gives the Check an Upper Hand. The Check
    is against one's own Target Card. DOA-270 to DOA-272.
    """

    says = Says("Spend a Rest Card to mend armour", REST)
    points: Annotated[int, Count(1, most_to_mend, after=("who",), clause="DOA-271", label="AP")]
    skill: Annotated[Literal["Craft", "Knowledge"], One(("Craft", "Knowledge"), label="With")]

    @classmethod
    def why_unable(cls, state: Table, who: Character) -> Refused | None:
        if state.switches.quick_rest:
            return Refused("DOA-270", "Rest Cards don’t mend armour in this edition.")
        if decks.KNOCKED_OUT in who.conditions:
            return Refused("DOA-209", f"{who.name} is Knocked Out and can’t mend armour.")
        if who.ap >= who.max_ap:
            return Refused("DOA-271", f"{who.name} isn’t missing any AP.")
        return why_no_rest_card(state, who)

    def rest(self, game: Game[Table], who: Character) -> None:
        who.rest_cards -= 1
        card = _draw_rest_card(game, who)
        if not card:
            return
        hand = int(card[-1] == who.suit)
        outcome = checks.check(
            game, who, self.skill, checks.target_of(game, who), 7 - self.points, Terms(hand=hand)
        )
        if outcome.success:
            who.ap += self.points
            game.tell("{who} mends {points} AP.", "DOA-270", who=who.name, points=self.points)


class FinishRest(OfOneWhoRests, frozen=True, kw_only=True):
    """Be done resting. DOA-275."""

    says = Says("Finish resting", REST)

    def rest(self, game: Game[Table], who: Character) -> None:
        rest = game.state.rest
        assert rest is not None
        rest.resting.remove(who.name)
        if not rest.resting:
            game.state.rest = None
        end_quick_rest(game, who)


def end_quick_rest(game: Game[Table], who: Character) -> None:
    """The Quick Rest is over: the discard pile is shuffled in, Fatigue ends; not so in hardcore.

    Later only some discards go back; with the later Fatigue it waits for a Full Rest.
    DOA-274 to DOA-276, DOA-284.
    """
    state = game.state
    who.quick_rests += 1
    lasting.expire(game, who, "rest")
    cards = state.cards(who)
    if not state.switches.hardcore:
        if state.switches.quick_rest_shuffle:
            back = max(0, 10 + 2 * who.attributes["VIT"])
            for _ in range(min(back, len(cards.discard))):
                move(game.pick(list(cards.discard)), cards.discard, cards.deck, "bag")
            shuffle(cards.deck)
        else:
            shuffle(cards.deck, cards.discard)
        if not state.switches.fatigue:
            who.fatigue = 0
    told = "{who} has rested and has {cards} {cards:card|cards} in the deck."
    game.tell(told, "DOA-275", who=who.name, cards=len(cards.deck))


# A Full Rest


def full_rest(game: Game[Table], who: Character) -> None:
    """Everything back: cards, Jokers, points, Rest Cards; Fatigue and conditions end.

    The Target Card stays, unless the later edition is played. DOA-27, DOA-277 to DOA-279, DOA-284.
    """
    state = game.state
    if who.dead:
        return
    cards = state.cards(who)
    if state.switches.full_rest_tc:
        checks.release_target(state, who)
    lasting.give_back_lent(state, who)
    shuffle(cards.deck, cards.discard, cards.fate, cards.spent)
    if who.kind != "pc" or not state.switches.jokers_in_deck:  # DOA-14, DOA-379
        for joker in reversed(JOKERS):
            if joker in cards.deck:
                move(joker, cards.deck, cards.fate)
    if decks.KNOCKED_OUT in who.conditions:
        health.heal(game, who, who.max_hp)
    lasting.expire(game, who, "full rest")
    characters.fill(state, who)
    who.fatigue = 0
    who.quick_rests = 0
    who.rested.clear()
    for other in list(state.characters.values()):
        if other.companion_of != who.name or other.dead:
            continue
        if other.summoned:
            creatures.remove(game, other)  # an hour is over
        else:
            health.heal(game, other, other.max_hp)
            lasting.expire(game, other, "full rest")
            other.ap, other.pp = other.max_ap, other.max_pp
    game.tell("{who} has had a Full Rest.", "DOA-277", "DOA-278", who=who.name)
