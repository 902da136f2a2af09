"""Fights of any kind: many on both sides, odd techniques and things, statuses, broken ground."""

from __future__ import annotations

import random

from bench.realms_behind import Driver
from fatedeck.engine.actions import why_refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.rules.carrying import gain_item
from fatedeck.games.realms_behind.rules.creatures import AddCreatures, MakeCreature
from fatedeck.games.realms_behind.rules.derived import at_full_strength
from fatedeck.games.realms_behind.rules.encounter import EndTurn, StartEncounter
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.statuses import afflict, status_names
from fatedeck.games.realms_behind.rules.techniques import possible_uses
from fatedeck.games.realms_behind.rules.turns import all_down
from fatedeck.games.realms_behind.rules.using import UseTechnique
from fatedeck.games.realms_behind.rules.weapons import UNARMED
from fatedeck.games.realms_behind.state import Character, Table, TableOptions, Technique

GM = "GM"
NAMES = ("Ana", "Ben", "Cleo", "Dov")
TWISTS = ("berserk", "enchanted", "frightened", "slowed", "frozen", "crippled", "bleeding")


class Reckless(Driver):
    """Answers like the machine, but reacts and agrees to whatever chance says."""

    def __call__(self, question: Question) -> Answer:
        if type(question) is Choose and question.name in ("react", "how", "willing"):
            return self.luck.choice(question.options)
        return super().__call__(question)


def reckless(table: Table, luck: random.Random) -> tuple[str, Deed]:
    """Any technique of whoever is on turn, or else what the machine would do."""
    being = table.being(table.whose_turn())
    seat = table.seat_of(being)
    if type(being) is Character and luck.random() < 0.7 and not being.statuses.berserk:
        for technique in luck.sample([*being.techniques.values()], len(being.techniques)):
            for use in possible_uses(table, being, technique).values():
                action = UseTechnique(technique.name, use.target, use.weapon, use.skill)
                if why_refused(action, table, seat) is None:
                    return seat, action
    wanted = ruleset.policy().act(table, seat)
    if wanted is None and all_down(table, "foes"):  # the machine waits for the game master
        return seat, EndTurn()
    assert wanted is not None, f"{seat} does nothing"
    return seat, wanted


def brawl(luck: random.Random, most_foes: int = 12) -> Game[Table]:
    """An encounter that has begun, all of it by chance."""
    names = NAMES[: luck.randint(1, 4)]
    seats = (Seat(GM, "gm"), *(Seat(name) for name in names))
    samples = {name: luck.choice(("dhutlo", "tamsin", "orrin", "basic")) for name in names}
    driver = Reckless(luck)
    table = ruleset.begin(TableOptions(characters=samples), seats)
    driver.table = table
    game = Game(table, driver, seats, None)
    for character in table.players.values():
        _dress(character, luck)
    ruleset.setup(game)
    while (room := most_foes - len(table.creatures)) > 0:
        count, level = luck.randint(1, room), luck.choice(tuple(book().levels)[:4])
        if luck.random() < 0.8:
            kind = luck.choice(tuple(book().creatures))
            ruleset.perform(game, GM, AddCreatures(kind, level, count))
        else:
            ruleset.perform(
                game,
                GM,
                MakeCreature(
                    "Odd one", level, count, attack=luck.randint(0, 4), speed=luck.randint(0, 6)
                ),
            )
        if luck.random() < 0.6:
            break
    ruleset.perform(game, GM, StartEncounter())
    for _ in range(luck.choice((0, 0, 30, 120))):
        space = f"{luck.randrange(table.width)},{luck.randrange(table.height)}"
        if space not in table.difficult:
            table.difficult.append(space)
    table.difficult.sort()
    return game


def _dress(character: Character, luck: random.Random) -> None:
    character.willing = luck.random() < 0.2
    for attribute in ("body", "mind", "spirit", "luck"):
        if luck.random() < 0.3:
            setattr(character, attribute, luck.randint(0, 5))
    for kind in luck.sample(sorted(set(book().equipment) - {UNARMED}), 4):
        worked = [
            e.id for e in book().enhancements.values() if book().equipment[kind].slot in e.fits
        ]
        enhancements = luck.sample(worked, min(len(worked), luck.choice((0, 0, 1, 2))))
        gain_item(character, kind, enhancements)
    for base in luck.sample(("maneuver", "evocation", "conjuration", "healing", "curse"), 2):
        groups = {"general", *book().feats[base].effect.build_from}
        fitting = sorted(f.id for f in book().features.values() if groups & set(f.groups))
        features = luck.sample(fitting, min(len(fitting), luck.randint(0, 3)))
        if "shaped-spell" not in features:
            element = luck.choice(("fire", "frost")) if base == "evocation" else ""
            character.techniques[base] = Technique(base, base, features, element)
    if luck.random() < 0.3:
        character.feats.append(luck.choice(("dual-wielding", "gambler", "calculated-attacks")))
    at_full_strength(character)


def twist(game: Game[Table], luck: random.Random) -> None:
    """Now and then something befalls somebody."""
    if luck.random() < 0.08:
        being = luck.choice(game.state.beings())
        status = luck.choice(TWISTS if luck.random() < 0.7 else status_names())
        afflict(game, being, status, luck.randint(1, 3), by=luck.choice(game.state.order))


def fought(game: Game[Table], luck: random.Random, most: int = 4000) -> str:
    """Play on with machines in every seat until one side is down; which one won."""
    table, policy = game.state, ruleset.policy()
    for _ in range(most):
        if all_down(table, "party"):
            return "foes"
        if all_down(table, "foes"):
            return "party"
        twist(game, luck)
        seat = table.seat_of(table.being(table.whose_turn()))
        action = policy.act(table, seat)
        assert action is not None, f"{seat} does nothing"
        ruleset.perform(game, seat, action)
    return "nobody"
