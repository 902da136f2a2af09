"""Making things: projects, materials, enchanting, and knowing a curse."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import Enhancement, book, said
from fatedeck.games.realms_behind.rules.checks import Terms, check, own_total
from fatedeck.games.realms_behind.rules.days import (
    improvise,
    spend_actions,
    why_not_day_action,
    why_not_try,
)
from fatedeck.games.realms_behind.rules.derived import gear, gear_of, triangle
from fatedeck.games.realms_behind.rules.equipment import gain_item
from fatedeck.games.realms_behind.state import Character, Curses, Item, Project, Table

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


def specialities_for(kind: str) -> list[str]:
    """Which specialities make things of this kind. RB-20.1."""
    slot = book().equipment[kind].slot
    return [s.id for s in book().specialities.values() if slot in s.makes]


def why_not_work(table: Table, character: Character, specialities: list[str]) -> Refused | None:
    """A speciality, its tool and a workspace are needed. RB-20.1."""
    known = [s for s in specialities if s in character.feats]
    if not known:
        return Refused("RB-20.1", f"That needs the speciality {' or '.join(specialities)}.")
    kinds = [item.kind for item in character.items.values()]
    if not any(book().specialities[s].tool in kinds for s in known):
        tools = " or ".join(book().specialities[s].tool for s in known)
        return Refused("RB-20.1", f"That needs a tool: {tools}.")
    if not table.workspace:
        return Refused("RB-20.1", "That needs a workspace; the GM says where there is one.")
    return None


def why_not_know(character: Character, name: str, level: int) -> Refused | None:
    """A speciality teaches its recipes of level 1; others must be found. RB-20.2."""
    if level <= 1 or name in character.recipes:
        return None
    return Refused("RB-20.2", f"You have not found the recipe of {name}.")


def why_not_project(
    table: Table, character: Character, kind: str, enhancements: list[str], curses: Curses
) -> Refused | None:
    """Why a project cannot be begun. RB-20.1, RB-20.2, RB-20.7, RB-20.8."""
    if refused := why_not_begin_work(table, character):
        return refused
    thing = book().equipment.get(kind)
    if thing is None or not thing.craftable:
        return Refused("RB-20.2", f"“{kind}” cannot be made.")
    if refused := why_not_work(table, character, specialities_for(kind)):
        return refused
    if refused := why_not_know(character, kind, thing.level):
        return refused
    if len(set(enhancements)) != len(enhancements):
        return Refused("RB-20.3", "Each enhancement at most once.")
    for name in enhancements:
        enhancement = book().enhancements.get(name)
        if enhancement is None:
            return Refused("RB-20.3", f"There is no enhancement “{name}”.")
        if thing.slot not in enhancement.fits:
            return Refused("RB-20.8", f"{enhancement.name} does not fit {thing.name}.")
        if enhancement.kind == "enchantment" and (
            refused := why_not_work(table, character, ["imbuing"])
        ):
            return refused
        if refused := why_not_know(character, name, abs(enhancement.level)):
            return refused
    level = project_level(kind, enhancements, curses)
    kinds = [*thing.materials, *(m for e in enhancements for m in book().enhancements[e].materials)]
    return why_not_supply(character, kinds, level)


def why_not_begin_work(table: Table, character: Character) -> Refused | None:
    if refused := why_not_try(table, character):
        return refused
    if table.phase != "downtime":
        return Refused("RB-20.5", "Crafting is work for Downtime.")
    return None


def why_not_enchant(
    table: Table, character: Character, item: Item | None, enhancement: str
) -> Refused | None:
    """Only enchantments are worked into a finished thing. RB-20.8, RB-20.10."""
    if refused := why_not_begin_work(table, character):
        return refused
    if item is None:
        return Refused("RB-19.1", "You have no such thing.")
    worked = book().enhancements.get(enhancement)
    if worked is None:
        return Refused("RB-20.3", f"There is no enhancement “{enhancement}”.")
    if worked.kind != "enchantment":
        return Refused("RB-20.8", f"{worked.name} is possible only while the thing is made.")
    if gear_of(item).slot not in worked.fits:
        return Refused("RB-20.8", f"{worked.name} does not fit {item.name}.")
    if enhancement in item.enhancements or any(
        p.item == item.name and enhancement in p.enhancements for p in character.projects.values()
    ):
        return Refused("RB-20.8", f"{item.name} has {worked.name} already.")
    if refused := why_not_work(table, character, ["imbuing"]):
        return refused
    if refused := why_not_know(character, enhancement, worked.level):
        return refused
    return why_not_supply(character, worked.materials, enchanting_level(item, enhancement))


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
            return Refused("RB-20.7", f"That uses up one unit of {kind} of level {level}.")
    return None


def _use_up(character: Character, kinds: list[str], level: int) -> None:
    for kind in dict.fromkeys(kinds):
        take_units(character.materials, kind, level)
    character.materials = {name: n for name, n in character.materials.items() if n}


# Working


def begin_project(
    game: Game[Table], character: Character, kind: str, enhancements: list[str], curses: Curses
) -> None:
    """Set up a new thing with what is to be worked into it. RB-20.3, RB-20.4, RB-20.7."""
    if refused := why_not_project(game.state, character, kind, enhancements, curses):
        raise refused
    level = project_level(kind, enhancements, curses)
    thing = book().equipment[kind]
    added = [book().enhancements[name] for name in enhancements]
    _use_up(character, [*thing.materials, *(m for e in added for m in e.materials)], level)
    choices = choices_for(game, character.name, added)
    name = _free_name(character, kind)
    character.projects[name] = Project(
        name, kind, level, steps_for(level), 0, list(enhancements), choices
    )
    game.tell(
        f"{character.name} begins {said(name)}: level {level}, {steps_for(level)} steps.", "RB-20.4"
    )


def begin_enchanting(
    game: Game[Table], character: Character, item_name: str, enhancement: str
) -> None:
    """Work an enchantment into a finished thing; half the steps, its own materials. RB-20.10."""
    item = character.items.get(item_name)
    if refused := why_not_enchant(game.state, character, item, enhancement):
        raise refused
    assert item is not None
    level = enchanting_level(item, enhancement)
    worked = book().enhancements[enhancement]
    _use_up(character, worked.materials, level)
    choices = choices_for(game, character.name, [worked])
    steps = enchanting_steps(level)
    name = _free_name(character, f"{enhancement} {item_name}")
    character.projects[name] = Project(
        name, item.kind, level, steps, 0, [enhancement], choices, item_name
    )
    game.tell(f"{character.name} begins {said(name)}: level {level}, {steps} steps.", "RB-20.10")


def choices_for(game: Game[Table], seat: str, added: list[Enhancement]) -> dict[str, str]:
    """Resolute names an attribute, Veteran a skill, when they are made or given."""
    choices = {}
    for enhancement in added:
        for what, options in enhancement.effect.choose.items():
            names = tuple(book().skills) if isinstance(options, str) else tuple(options)
            prompt = f"{enhancement.name}: which {what}?"
            choices[enhancement.id] = game.choose(seat, prompt, names, "RB-20.8")
    return choices


def _free_name(character: Character, wanted: str) -> str:
    name, copy = wanted, 2
    while name in character.projects:
        name, copy = f"{wanted} {copy}", copy + 1
    return name


def why_not_craft(table: Table, character: Character) -> Refused | None:
    """Why no project can be worked on now, whichever it is. RB-20.1, RB-20.5."""
    if refused := why_not_day_action(table, character, "craft"):
        return refused
    if not table.workspace:
        return Refused("RB-20.1", "That needs a workspace; the GM says where there is one.")
    return None


def craft(game: Game[Table], character: Character, name: str) -> None:
    """One Downtime action: Craft against 11 + level; as many steps as successes.

    A failed check whose rank is 1 ruins the project. RB-20.5, RB-20.6.
    """
    if refused := why_not_craft(game.state, character):
        raise refused
    project = character.projects.get(name)
    if project is None:
        raise Refused("RB-20.5", f"You have no project “{name}”.")
    makers = ["imbuing"] if project.item else specialities_for(project.kind)
    if refused := why_not_work(game.state, character, makers):
        raise refused
    spend_actions(character, "downtime", 1)
    terms = Terms("craft", own_total(game, character, "craft"), CRAFT_THRESHOLD + project.level)
    outcome = check(game, character, terms)
    if not outcome.success:
        if outcome.rank == 1:
            del character.projects[name]
            game.tell(f"{said(name)} is ruined.", "RB-20.6")
        return
    project.done += outcome.successes
    game.tell(f"{said(name)}: {project.done} of {project.steps} steps.", "RB-20.5")
    if project.done >= project.steps:
        _complete(game, character, project)


def _complete(game: Game[Table], character: Character, project: Project) -> None:
    del character.projects[project.name]
    item = character.items.get(project.item)
    if project.item and item is None:
        game.tell(f"{said(project.item)} is gone, and the work with it.", "RB-20.10")
        return
    if item is None:
        item = gain_item(character, project.kind, project.enhancements, project.choices)
        item.curses_known = True
    else:
        item.enhancements += project.enhancements
        item.choices |= project.choices
    game.tell(f"{character.name} completes {said(item.name)}.", "RB-20.5")


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


def examine(game: Game[Table], character: Character, name: str) -> None:
    """Arcana against 11 + item level tells whether a thing is cursed. RB-20.13."""
    item = character.items.get(name)
    if item is None:
        raise Refused("RB-19.1", f"You have no {name}.")
    if not improvise(game, character, f"look at {said(name)}"):
        return
    threshold = CRAFT_THRESHOLD + gear_of(item).level
    terms = Terms("arcana", own_total(game, character, "arcana"), threshold, hidden=True)
    if not check(game, character, terms).success:
        return
    cursed = has_unknown_curse(item)
    item.curses_known = True
    told = f"{name} is cursed." if cursed else f"{name} bears no curse."
    game.tell(told, "RB-20.13")
