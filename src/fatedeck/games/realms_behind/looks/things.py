"""Things in words: what they are called, and what they are good for, in numbers."""

from __future__ import annotations

from functools import cache

from fatedeck.games.realms_behind.data import book, said
from fatedeck.games.realms_behind.rules.derived import Gear, gear


def thing_called(name: str) -> str:
    """A thing by its own name; one of several of a kind has a number.

    >>> thing_called("1h-light-melee 2"), thing_called("climbers-kit")
    ('One-handed light melee weapon 2', 'Climbers kit')
    """
    kind, _, number = name.rpartition(" ")
    if not number.isdigit():
        kind, number = name, ""
    thing = book().equipment.get(kind)
    called = thing.name if thing else capital(said(kind))
    return f"{called} {number}".strip()


def recipe_called(name: str) -> str:
    """What a recipe is for: a thing, or what is worked into things."""
    worked = book().enhancements.get(name)
    return worked.name if worked else the_thing(name)


def the_thing(name: str) -> str:
    """A thing in the middle of a sentence.

    >>> the_thing("hat 2")
    'the hat 2'
    """
    called = thing_called(name)
    return f"the {called[0].lower()}{called[1:]}"


def capital(words: str) -> str:
    """Words with a capital at their beginning, and as they are otherwise.

    >>> capital("ember Lash")
    'Ember Lash'
    """
    return words[:1].upper() + words[1:]


def technique_called(name: str) -> str:
    """A technique by the name that its player gave it.

    >>> technique_called("cinder-shove")
    'Cinder shove'
    """
    return capital(said(name))


def project_called(name: str) -> str:
    """What is being made, or worked into a finished thing.

    >>> project_called("hat 2"), project_called("flaming 1h-light-melee")
    ('Hat 2', 'Flaming for the one-handed light melee weapon')
    """
    worked, _, thing = name.partition(" ")
    if worked not in book().enhancements:
        return thing_called(name)
    return f"{book().enhancements[worked].name} for {the_thing(thing)}"


@cache
def kind_figures(kind: str) -> str:
    """What a thing of a kind is good for. RB-19.2."""
    return figures(gear(kind, ()))


def figures(thing: Gear) -> str:
    """What a thing is good for, in numbers.

    RB-3.10, RB-12.3, RB-19.3 to RB-19.6, RB-20.16, RB-20.17.

    >>> kind_figures("1h-heavy-melee")
    'Damage 4, Accuracy +0, Bulk 2, needs Might 4, one hand, close range'
    >>> kind_figures("heavy-armor")
    'Physical Resist +3, Inertia 2, Bulk 3, needs Might 8'
    >>> kind_figures("healing-potion"), kind_figures("icon")
    ('restores 3 Shallow Health, light, one hand', 'Religion +1, light, one hand')
    """
    parts = []
    if thing.slot in ("weapon", "shield"):
        parts += [f"Damage {thing.damage}", f"Accuracy {thing.accuracy:+}"]
    if thing.defence:
        parts.append(f"Parry {thing.defence:+}")
    parts += [f"{each.capitalize()} Resist {n:+}" for each, n in thing.resists.items() if n]
    for word, n in (("Inertia", thing.inertia), ("Stowage", thing.stowage)):
        parts += [f"{word} {n}"] if n else []
    parts += [f"{skill.capitalize()} {n:+}" for skill, n in thing.skills.items()]
    if thing.use is not None:
        parts += [told.format(n) for name, told in _USED.items() if (n := getattr(thing.use, name))]
    bulk, tenths = divmod(thing.tenths_of_bulk, 10)
    parts.append("light" if tenths else f"Bulk {bulk}")
    parts += [f"needs Might {thing.might}"] if thing.might else []
    parts += [("one hand", "both hands")[thing.hands - 1]] if thing.hands else []
    if thing.slot == "weapon":
        parts += ["close range"] if thing.close else []
        parts += [f"range {thing.spaces}"] if thing.spaces else []
        parts += ["can be thrown"] if thing.thrown else []
    return ", ".join(parts)


_USED = {
    "heals": "restores {} Shallow Health",
    "calms": "removes {} Madness",
    "cools": "removes {} Burning",
    "cheers": "everyone regains {} Will",
}
