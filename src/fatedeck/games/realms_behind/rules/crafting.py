"""Making things: projects, materials, enchanting, and knowing a curse."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import field

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Many, Noted, One
from fatedeck.engine.names import free_name
from fatedeck.games.realms_behind.data import Enhancement, book
from fatedeck.games.realms_behind.looks.things import (
    capital,
    project_called,
    recipe_called,
    the_thing,
    thing_called,
)
from fatedeck.games.realms_behind.rules.carrying import gain_item
from fatedeck.games.realms_behind.rules.checks import Terms, check, in_capitals, own_total
from fatedeck.games.realms_behind.rules.derived import gear, gear_of, triangle
from fatedeck.games.realms_behind.rules.equipment import kind_called
from fatedeck.games.realms_behind.rules.families import (
    THINGS,
    Improvised,
    OfADay,
    OfOneWhoIsAble,
    own_things,
)
from fatedeck.games.realms_behind.state import Character, Curses, Item, Project, Table

CRAFTING = "Crafting"
CRAFT_THRESHOLD = 11


# What a project comes to


def project_level(kind: str, enhancements: list[str], curses: Curses) -> int:
    """Base item plus enhancements, at least 0.

    Enchantments worked in while making count one less, but not below 0; defects and curses taken
    as flaws are negative, a curse made on purpose is positive. RB-20.3, RB-20.9, RB-20.11.
    """
    level = book().equipment[kind].level
    for name in enhancements:
        enhancement = book().enhancements[name]
        if enhancement.kind == "enchantment":
            level += max(0, enhancement.level - 1)
        elif enhancement.kind == "curse" and curses == "on purpose":
            level += abs(enhancement.level)
        else:
            level += enhancement.level
    return max(0, level)


def steps_for(level: int) -> int:
    """3n(n+1)/2 steps, at least 1. RB-20.4."""
    return max(1, triangle(3, level))


def enchanting_level(item: Item, enhancement: str) -> int:
    """Item level plus enchantment level, for a finished thing.

    A curse that nobody has recognised does not count, or it would tell on itself. RB-20.10,
    RB-20.13.
    """
    known = gear(item.kind, tuple(known_enhancements(item)))
    return known.level + book().enhancements[enhancement].level


def enchanting_steps(level: int) -> int:
    """Half the steps, rounded up. RB-20.10."""
    return (steps_for(level) + 1) // 2


# Needs


class InAWorkshop(OfOneWhoIsAble, frozen=True):
    """What is begun in Downtime, at a workspace. RB-20.1, RB-20.5."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.phase == "downtime"

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.phase != "downtime":
            return Refused("RB-20.5", "You can only craft in Downtime.")
        if not any(name in book().specialities for name in state.players[seat].feats):
            return Refused("RB-20.1", "You need a crafting speciality for that.")
        return why_not_at_work(state)


def why_not_at_work(table: Table) -> Refused | None:
    """Why there is no place to work. RB-20.1."""
    if not table.workspace:
        return Refused("RB-20.1", "You need a workspace. The GM says where there is one.")
    return None


def specialities_for(kind: str) -> list[str]:
    """Which specialities make things of this kind. RB-20.1."""
    slot = book().equipment[kind].slot
    return [s.id for s in book().specialities.values() if slot in s.makes or kind in s.makes]


def why_not_work(character: Character, specialities: list[str]) -> Refused | None:
    """A speciality and its tool are needed. RB-20.1."""
    known = [s for s in specialities if s in character.feats]
    if not known:
        return Refused(
            "RB-20.1", f"You need {' or '.join(map(str.capitalize, specialities))} for that."
        )
    kinds = [item.kind for item in character.items.values()]
    if not any(book().specialities[s].tool in kinds for s in known):
        tools = " or ".join(thing_called(book().specialities[s].tool).lower() for s in known)
        return Refused("RB-20.1", f"You need your tool for that: {tools}.")
    return None


def why_not_know(character: Character, name: str, level: int) -> Refused | None:
    """A speciality teaches its recipes of level 1; others must be found. RB-20.2."""
    if level <= 1 or name in character.recipes:
        return None
    return Refused("RB-20.2", f"You haven’t found the recipe for {recipe_called(name)}.")


# Materials


def material(kind: str, level: int) -> str:
    """The name under which units of a material are kept: `metal 2`."""
    return f"{kind} {level}"


def take_units(stock: dict[str, int], kind: str, level: int) -> bool:
    """Take one unit of at least a level; three of a level make one of the next. RB-20.7.

    The lowest that will do is taken; lower ones are converted only if there is no other.
    """
    levels = sorted(
        int(name.rpartition(" ")[2])
        for name, n in stock.items()
        if n and name.rpartition(" ")[0] == kind
    )
    for found in levels:
        if found >= level:
            stock[material(kind, found)] -= 1
            return True
    return _convert(stock, kind, level, levels[0] if levels else level)


def _convert(stock: dict[str, int], kind: str, level: int, lowest: int) -> bool:
    """Make up one unit of a level from three of the level below, all the way down."""
    if stock.get(material(kind, level), 0):
        stock[material(kind, level)] -= 1
        return True
    if level <= lowest:
        return False
    return all(_convert(stock, kind, level - 1, lowest) for _ in range(3))


def why_not_supply(character: Character, kinds: list[str], level: int) -> Refused | None:
    """One unit of each listed kind, of at least the project's level. RB-20.7."""
    stock = dict(character.materials)
    for kind in dict.fromkeys(kinds):
        if not take_units(stock, kind, level):
            return Refused("RB-20.7", f"You need one unit of {kind} of level {level} or higher.")
    return None


# Working


def craftable(table: Table, seat: str) -> list[str]:
    """Everything that somebody could make. RB-20.2."""
    return [thing.id for thing in book().equipment.values() if thing.craftable]


def why_not_make(table: Table, seat: str, kind: str) -> Refused | None:
    """Why a thing of this kind cannot be begun, whatever is worked into it. RB-20.1, RB-20.2."""
    character, thing = table.players[seat], book().equipment[kind]
    flaws = (
        enhancement.level
        for enhancement in book().enhancements.values()
        if enhancement.level < 0 and why_not_work_in(table, seat, enhancement.id, kind) is None
    )
    return (
        why_not_work(character, specialities_for(kind))
        or why_not_know(character, kind, thing.level)
        or why_not_supply(character, thing.materials, max(0, thing.level + sum(flaws)))
    )


def all_enhancements(table: Table, seat: str, *_: object) -> Noted:
    """All that can be worked into a thing, with its level. RB-20.3."""
    return Noted(book().enhancements, enhancement_in_words)


def enhancement_called(name: str) -> str:
    return book().enhancements[name].name


def enhancement_in_words(name: str) -> str:
    return f"level {book().enhancements[name].level}: {book().enhancements[name].text}"


def why_not_work_in(table: Table, seat: str, name: str, kind: str) -> Refused | None:
    """Why this cannot be worked into a new thing of this kind. RB-20.1, RB-20.2, RB-20.8."""
    character, thing = table.players[seat], book().equipment[kind]
    enhancement = book().enhancements[name]
    if thing.slot not in enhancement.fits:
        return Refused("RB-20.8", f"{enhancement.name} doesn’t fit {the_thing(kind)}.")
    imbued = enhancement.kind == "enchantment"
    refused = why_not_work(character, ["imbuing"]) if imbued else None
    return refused or why_not_know(character, name, abs(enhancement.level))


def how_many_enhancements(table: Table, seat: str, kind: str) -> int:
    return len(book().enhancements)


class BeginProject(InAWorkshop, frozen=True):
    """Begin to make a thing, with what is to be worked into it. RB-20.3, RB-20.4, RB-20.7."""

    says = Says("Begin to make an item", CRAFTING)
    kind: Annotated[
        str, One(craftable, why_not_make, called=kind_called, label="Item", clause="RB-20.2")
    ]
    enhancements: Annotated[
        list[str],
        Many(
            One(
                all_enhancements,
                why_not_work_in,
                called=enhancement_called,
                after=("kind",),
                clause="RB-20.3",
            ),
            0,
            how_many_enhancements,
            label="With",
            after=("kind",),
            clause="RB-20.3",
        ),
    ] = field(default_factory=list)
    curses: Annotated[Curses, One(get_args(Curses), called=str.capitalize)] = "on purpose"

    def why_not(self, state: Table, seat: str) -> Refused | None:
        return why_not_supply(state.players[seat], self.materials(), self.level())

    def level(self) -> int:
        """What the project comes to."""
        return project_level(self.kind, self.enhancements, self.curses)

    def materials(self) -> list[str]:
        """The kinds that it uses up one unit of. RB-20.7."""
        added = (book().enhancements[name].materials for name in self.enhancements)
        return [
            *book().equipment[self.kind].materials,
            *(kind for kinds in added for kind in kinds),
        ]

    def do(self, game: Game[Table], seat: str) -> None:
        steps, added = steps_for(self.level()), list(self.enhancements)
        project = Project(self.kind, self.kind, self.level(), steps, enhancements=added)
        set_up(game, seat, project, self.materials())


def why_not_enchant(table: Table, seat: str, enhancement: str, item: str) -> Refused | None:
    """Why this cannot be worked into a finished thing. RB-20.8, RB-20.10."""
    character, worked = table.players[seat], book().enhancements[enhancement]
    thing = character.items[item]
    if worked.kind != "enchantment":
        return Refused("RB-20.8", f"You can only add {worked.name} while the item is being made.")
    if gear_of(thing).slot not in worked.fits:
        return Refused("RB-20.8", f"{worked.name} doesn’t fit {the_thing(item)}.")
    if enhancement in thing.enhancements or any(
        p.item == item and enhancement in p.enhancements for p in character.projects.values()
    ):
        return Refused("RB-20.8", f"{worked.name} is already in {the_thing(item)}.")
    return (
        why_not_work(character, ["imbuing"])
        or why_not_know(character, enhancement, worked.level)
        or why_not_supply(character, worked.materials, enchanting_level(thing, enhancement))
    )


def why_not_enchant_at_all(table: Table, seat: str, item: str) -> Refused | None:
    """Why no enchantment can be worked into a thing: what the last of them lacks."""
    refused = None
    for enhancement in book().enhancements.values():
        if enhancement.kind == "enchantment":
            refused = why_not_enchant(table, seat, enhancement.id, item)
            if refused is None:
                return None
    return refused


class Enchant(InAWorkshop, frozen=True):
    """Work an enchantment into a finished thing: half the steps, its own materials. RB-20.10."""

    says = Says("Enchant a finished item", CRAFTING)
    item: Annotated[
        str,
        One(
            own_things, why_not_enchant_at_all, called=thing_called, label="Item", clause="RB-19.1"
        ),
    ]
    enhancement: Annotated[
        str,
        One(
            all_enhancements,
            why_not_enchant,
            called=enhancement_called,
            label="Enchantment",
            after=("item",),
            clause="RB-20.3",
        ),
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return "imbuing" in state.players[seat].feats

    def do(self, game: Game[Table], seat: str) -> None:
        item = game.state.players[seat].items[self.item]
        level, added = enchanting_level(item, self.enhancement), [self.enhancement]
        name, steps = f"{self.enhancement} {self.item}", enchanting_steps(level)
        project = Project(name, item.kind, level, steps, enhancements=added, item=self.item)
        set_up(game, seat, project, book().enhancements[self.enhancement].materials)


def set_up(game: Game[Table], seat: str, project: Project, materials: list[str]) -> None:
    """Use up the materials and begin a project, under a name that is free. RB-20.4, RB-20.7."""
    character = game.state.players[seat]
    for kind in dict.fromkeys(materials):
        take_units(character.materials, kind, project.level)
    character.materials = {name: n for name, n in character.materials.items() if n}
    added = [book().enhancements[name] for name in project.enhancements]
    project.choices = choices_for(game, seat, added)
    project.name = free_name(project.name, character.projects)
    character.projects[project.name] = project
    game.tell(
        "{who} begins a project: {thing}, level {level}, {steps} {steps:step|steps}.",
        "RB-20.10" if project.item else "RB-20.4",
        who=seat,
        thing=project_called(project.name),
        level=project.level,
        steps=project.steps,
    )


def choices_for(game: Game[Table], seat: str, added: list[Enhancement]) -> dict[str, str]:
    """Resolute names an attribute, Veteran a skill, when they are made or given."""
    choices = {}
    for enhancement in added:
        for what, options in enhancement.effect.choose.items():
            names = tuple(book().skills) if isinstance(options, str) else tuple(options)
            prompt, labels = (
                f"{enhancement.name}: which {what.capitalize()} is it for?",
                in_capitals(names),
            )
            choices[enhancement.id] = game.choose(
                seat, "enhancement", prompt, names, "RB-20.8", labels=labels
            )
    return choices


def own_projects(table: Table, seat: str) -> dict[str, str]:
    projects = table.players[seat].projects.values()
    return {project.name: f"{project.done} of {project.steps} steps" for project in projects}


def why_not_go_on(table: Table, seat: str, name: str) -> Refused | None:
    """Why this project cannot be worked on. RB-20.1."""
    project = table.players[seat].projects[name]
    makers = ["imbuing"] if project.item else specialities_for(project.kind)
    return why_not_work(table.players[seat], makers)


class Craft(OfADay, frozen=True):
    """Work on a project: Craft against 11 + level; as many steps as successes.

    A failed check whose rank is 1 ruins the project. RB-20.5, RB-20.6.
    """

    says = Says("Craft", CRAFTING)
    project: Annotated[
        str, One(own_projects, why_not_go_on, called=project_called, clause="RB-20.5")
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.players[seat].projects)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_at_work(state)

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        project = character.projects[self.project]
        self.spend(character)
        terms = Terms("craft", own_total(game, character, "craft"), CRAFT_THRESHOLD + project.level)
        outcome = check(game, character, terms)
        if outcome.success:
            project.done += outcome.successes
            told = "{thing}: {done} of {steps} steps are done."
            done, steps = project.done, project.steps
            game.tell(told, "RB-20.5", thing=project_called(project.name), done=done, steps=steps)
            if project.done >= project.steps:
                _complete(game, character, project)
        elif outcome.rank == 1:
            del character.projects[project.name]
            game.tell("{thing} is ruined.", "RB-20.6", thing=project_called(project.name))


def _complete(game: Game[Table], character: Character, project: Project) -> None:
    del character.projects[project.name]
    item = character.items.get(project.item)
    if project.item and item is None:
        gone = "{thing} is gone, and the work with it."
        game.tell(gone, "RB-20.10", thing=capital(the_thing(project.item)))
        return
    if item is None:
        item = gain_item(character, project.kind, project.enhancements, project.choices)
        item.curses_known = True
    else:
        item.enhancements += project.enhancements
        item.choices |= project.choices
    completes = "{who} completes {thing}."
    game.tell(completes, "RB-20.5", who=character.name, thing=the_thing(item.name))


# Curses


def has_unknown_curse(item: Item) -> bool:
    """Whether a curse lies on a thing that its owner has not recognised. RB-20.13."""
    return not item.curses_known and any(
        book().enhancements[name].kind == "curse" for name in item.enhancements
    )


def known_enhancements(item: Item) -> list[str]:
    """What its owner knows of a thing: all but curses not yet recognised. RB-20.13."""
    if item.curses_known:
        return list(item.enhancements)
    return [name for name in item.enhancements if book().enhancements[name].kind != "curse"]


class Examine(Improvised, frozen=True):
    """Look for a curse on a thing: Arcana against 11 + its level. RB-20.13."""

    says = Says("Look for a curse", THINGS)
    item: Annotated[str, One(own_things, called=thing_called, label="Item", clause="RB-19.1")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.players[seat].items)

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        item = character.items[self.item]
        if not self.pays(game, character, f"look at {the_thing(item.name)}"):
            return
        threshold = CRAFT_THRESHOLD + gear_of(item).level
        terms = Terms("arcana", own_total(game, character, "arcana"), threshold, hidden=True)
        if check(game, character, terms).success:
            cursed = "{thing} is cursed." if has_unknown_curse(item) else "{thing} isn’t cursed."
            item.curses_known = True
            game.tell(cursed, "RB-20.13", thing=capital(the_thing(item.name)))
