"""Making characters: levels, Lores, ready-made ones, and coming to an end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.cards import shuffled
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.kinds import Count, Hero, Noted, Words
from fatedeck.engine.story import listed
from fatedeck.games.realms_behind import data
from fatedeck.games.realms_behind.data import ATTRIBUTES, Ability, Sample, book
from fatedeck.games.realms_behind.looks.things import thing_called
from fatedeck.games.realms_behind.rules.cards import STANDARD, new_deck
from fatedeck.games.realms_behind.rules.carrying import PLACES, bulk, limit, room
from fatedeck.games.realms_behind.rules.derived import at_full_strength, gear_of, total, triangle
from fatedeck.games.realms_behind.rules.families import OnASheet, WhileMaking
from fatedeck.games.realms_behind.rules.feats import why_not_lower, why_not_owe
from fatedeck.games.realms_behind.rules.names import Skill, is_lore, lore_of, proper_skill
from fatedeck.games.realms_behind.state import (
    Character,
    Item,
    Table,
    TableOptions,
    Technique,
    put_all_in_order,
    put_in_order,
)

CHARACTER = "Your character"
ATTRIBUTE, SKILL = 2, 1
"""The bases of experience costs. RB-2.3, RB-2.4."""


def unpack(options: TableOptions, seats: Sequence[Seat]) -> Table:
    """Everyone has an own deck, the GM two: for creatures, and the Fae Queen's.

    RB-1.1, RB-17.1, RB-17.2, RB-21.2.
    """
    gm = next(seat.name for seat in seats if seat.role == "gm")
    players = {
        seat.name: _new_character(seat.name, options.jokers) for seat in seats if seat.role != "gm"
    }
    for name, sample in options.characters.items():
        if name not in players or sample not in book().samples:
            raise Unreadable(f"“{name}: {sample}” doesn’t name a seat and a ready-made character.")
        become(players[name], sample)
        players[name].ready = True
    put_in_order(players)
    table = Table(
        gm=gm,
        players=players,
        gm_deck=shuffled(STANDARD),
        fae_deck=shuffled(STANDARD),
        jokers=options.jokers,
        gm_sees_hands=options.gm_sees_hands,
    )
    put_all_in_order(table)
    return table


def _new_character(seat: str, jokers: bool) -> Character:
    """A blank sheet beside a deck of one's own. RB-17.1."""
    character = Character(name=seat, deck=new_deck(jokers), waiting=True)
    at_full_strength(character)
    return character


def join(table: Table, seat: str) -> None:
    """Who comes when the others play already makes a character while they do. RB-22.7."""
    if seat in (being.name for being in table.beings()):
        raise Refused("RB-22.7", f"Someone here is already called {seat}. Choose another name.")
    table.players[seat] = _new_character(seat, table.jokers)
    put_in_order(table.players)


# Whole characters


def ready_made(*_: object) -> dict[str, str]:
    """The characters that somebody has made, in a few words; a blank sheet is none. RB-2.1."""
    return {
        name: f"{sample.text} Good at {listed(_best_skills(sample))}."
        for name, sample in book().samples.items()
        if sample.skills
    }


def _best_skills(sample: Sample) -> list[str]:
    """The three skills that somebody has learned best."""
    return sorted(sample.skills, key=lambda skill: -sample.skills[skill])[:3]


def sample_called(name: str) -> str:
    return book().samples[name].name


def played_by(table: Table, seat: str) -> dict[str, str]:
    """The ready-made characters that are played, and who plays them."""
    played = {table.players[other].title: other for other in table.players}
    return {
        name: played[sample.name]
        for name, sample in book().samples.items()
        if sample.name in played
    }


class TakeSample(WhileMaking, frozen=True):
    """Play a ready-made character, which is ready at once. RB-2.1, RB-2.13."""

    says = Says("Take a ready-made character", CHARACTER)
    sample: Annotated[
        str,
        Hero(
            ready_made,
            called=sample_called,
            taken=played_by,
            label="Character",
            clause="RB-2.1",
        ),
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        become(character, self.sample)
        character.ready = True
        game.tell("{player} takes {character}.", "RB-2.1", player=seat, character=character.title)


def become(character: Character, sample_id: str) -> None:
    """Take over a ready-made character, whole."""
    sample = book().samples[sample_id]
    character.title = sample.name
    character.xp = sample.xp_free
    character.gold = sample.gold
    for attribute in ATTRIBUTES:
        setattr(character, attribute, sample.attributes.get(attribute, 0))
    character.skills = dict(sample.skills)
    character.feats = list(sample.feats)
    character.techniques = {
        t.id: Technique(t.id, t.base, list(t.features), t.element) for t in sample.techniques
    }
    character.items = {}
    carried = (sample.equipped, sample.at_hand, sample.inventory)
    for place, kinds in zip(PLACES, carried, strict=True):
        character.items |= {kind: Item(kind, kind, place) for kind in kinds}
    at_full_strength(character)


class Finish(OnASheet, frozen=True):
    """The character is made: from now on levels are not sold back.

    One that is not in play yet may still be given another name. RB-2.13, RB-19.4, RB-19.5.
    """

    says = Says("Finish your character", CHARACTER)
    title: Annotated[str, Words(label="Name", longest=40)] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.players[seat].waiting or not state.day

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        character = state.players[seat]
        if character.ready and not character.waiting:
            return Refused("RB-2.13", "Your character is already in play.")
        for item in character.worn():
            if total(character, "might") < gear_of(item).might:
                thing, might = thing_called(item.name), gear_of(item).might
                return Refused("RB-19.5", f"{thing}: you need Might {might} for that.")
        for place in PLACES:
            if bulk(character, place) > (most := limit(character, place)):
                return Refused("RB-19.4", f"{room(place, most)}. Sell something.")
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        ready = state.players[seat].ready
        return (Way(label="Rename your character" if ready else ""),)

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        character.title = self.title.strip() or character.title or seat
        character.ready = True
        at_full_strength(character)
        ready = "{player} is ready to play {character}."
        game.tell(ready, "RB-2.1", player=seat, character=character.title)


# Levels


def level_of(character: Character, what: str) -> int:
    """The bought level of an attribute or a skill."""
    for attribute in ATTRIBUTES:
        if what == attribute:
            return character.attribute(attribute)
    return character.skills.get(what, 0)


def base_of(what: str) -> int:
    return ATTRIBUTE if what in ATTRIBUTES else SKILL


def price_of(character: Character, what: str, level: int) -> int:
    """What all steps to a level cost from where one is; negative on the way down. RB-2.4."""
    base = base_of(what)
    return triangle(base, level) - triangle(base, level_of(character, what))


def why_not_afford(character: Character) -> Refused | None:
    """Without XP nothing is raised; only while making can a level be sold back. RB-2.3, RB-2.13."""
    if character.ready and character.xp <= 0:
        return Refused("RB-2.3", "You have no XP to spend.")
    return None


class OfLevels(OnASheet, frozen=True):
    """What is paid for step by step; a debt comes first. RB-2.3, RB-17.7."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return (
            super().why_closed(state, seat)
            or why_not_owe(state.players[seat])
            or why_not_afford(state.players[seat])
        )

    @staticmethod
    def why_not_bring(table: Table, seat: str, what: str, level: int) -> Refused | None:
        """Why a level may not be sold back: only while making, and if nothing needs it.

        RB-2.13, RB-18.2.
        """
        character = table.players[seat]
        if level >= level_of(character, what):
            return None
        if character.ready:
            sold = "You can only sell levels back while creating your character."
            return Refused("RB-2.13", sold)
        then = copy(character)
        then.skills = dict(character.skills)
        set_level(then, what, level)
        return why_not_lower(then)

    @staticmethod
    def bring(game: Game[Table], seat: str, what: str, level: int) -> None:
        """Bring an attribute or a skill to a level and pay for each step. RB-2.3."""
        character = game.state.players[seat]
        cost = price_of(character, what, level)
        set_level(character, what, level)
        character.xp -= cost
        raised = "{who} raises {what} to {level} for {cost} XP."
        told = raised if cost >= 0 else "{who} lowers {what} to {level} and gets {cost} XP back."
        cost = abs(cost)
        game.tell(told, "RB-2.3", who=seat, what=what.capitalize(), level=level, cost=cost)


def set_level(character: Character, what: str, level: int) -> None:
    if what in ATTRIBUTES:
        setattr(character, what, level)
    elif level:
        character.skills[what] = level
    else:
        character.skills.pop(what, None)


def all_levels(table: Table, seat: str) -> Noted:
    """What may be raised, with its level now and the price of the next. RB-2.3."""
    character = table.players[seat]
    known: dict[str, Ability | data.Skill] = {**book().attributes, **book().skills}

    def note(what: str) -> str:
        level = level_of(character, what)
        price = f"now {level}; the next level costs {base_of(what) * (level + 1)} XP"
        if what not in known:
            return price
        also = f", and for {known[what].gives}" if known[what].gives else ""
        return f"{known[what].covers}{also}; {price}"

    return Noted((*known, *filter(is_lore, character.skills)), note)


def why_not_raise(table: Table, seat: str, what: str) -> Refused | None:
    if what == "lore":
        return Refused("RB-2.11", "Every Lore has a subject. Choose “Learn a Lore” instead.")
    return None


def highest_level(table: Table, seat: str, what: str) -> int:
    """As far as experience goes: no level is the highest. RB-2.6, RB-2.12."""
    character, what = table.players[seat], proper_skill(what)
    level = level_of(character, what)
    while price_of(character, what, level + 1) <= character.xp:
        level += 1
    return level


class Raise(OfLevels, frozen=True):
    """Bring an attribute or a skill to a level. RB-2.3, RB-2.4, RB-2.6, RB-2.12, RB-2.13."""

    says = Says("Raise an attribute or a skill", CHARACTER)
    what: Annotated[str, Skill(all_levels, why_not_raise, clause="RB-2.7")]
    level: Annotated[
        int, Count(0, highest_level, label="To level", after=("what",), clause="RB-2.12")
    ]

    def why_not(self, state: Table, seat: str) -> Refused | None:
        return self.why_not_bring(state, seat, proper_skill(self.what), self.level)

    def do(self, game: Game[Table], seat: str) -> None:
        self.bring(game, seat, proper_skill(self.what), self.level)


def highest_lore(table: Table, seat: str, subject: str) -> int:
    return highest_level(table, seat, lore_of(subject))


class LearnLore(OfLevels, frozen=True):
    """Bring the Lore of a subject to a level; it is bought once per named subject. RB-2.11."""

    says = Says("Learn a Lore", CHARACTER)
    subject: Annotated[str, Words(longest=40, clause="RB-2.11")]
    level: Annotated[
        int, Count(0, highest_lore, label="To level", after=("subject",), clause="RB-2.12")
    ]

    def why_not(self, state: Table, seat: str) -> Refused | None:
        lore = lore_of(self.subject)
        if not is_lore(lore):
            return Refused("RB-2.11", "Name the subject of your Lore in plain words.")
        return self.why_not_bring(state, seat, lore, self.level)

    def do(self, game: Game[Table], seat: str) -> None:
        self.bring(game, seat, lore_of(self.subject), self.level)
