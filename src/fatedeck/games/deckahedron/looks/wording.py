"""How numbers, modules, and what the tables and cards say are put into words."""

from __future__ import annotations

from fatedeck.engine.story import capital

_MODULES = {"attack_simple": "simple attacks", "green_tokens": "green tokens"}
_ALTERNATIVES = {
    "foe pinned": "Pin the foe",
    "drop one piece of equipment": "Drop a piece of equipment",
    "lose 1 charge on all other own magic items": "All your other magic items lose 1 charge",
    "one step for the next player attacking this foe": "The next attack on it is one step easier",
}
_HAPPENS = {
    "foe pinned": "{foe} is pinned",
    "foe may move": "{foe} can move",
    "foe better placed": "{foe} is better placed",
    "foe deals no fatigue next turn": "{foe}’s next attack deals nothing",
    "attacker on the ground, deals no fatigue next turn": "on the ground, harmless next time",
    "attacker loses 1 Stamina": "lose 1 Stamina",
    "clash, no effect": "they clash, and nothing comes of it",
    "lose ammo": "ammunition lost",
    "regain 0": "nothing regained",
}


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "card"), counted(3, "green token")
    ('1 card', '3 green tokens')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def module_name(module: str) -> str:
    """A module as it is spoken of.

    >>> module_name("attack_simple")
    'simple attacks'
    """
    return _MODULES.get(module, module)


def alternative(effect: str) -> str:
    """An effect as something that can be chosen.

    >>> alternative("deal 1d4"), alternative("foe pinned")
    ('Deal 1d4 fatigue', 'Pin the foe')
    """
    if effect.startswith(("deal ", "take ")) and effect[-1].isdigit():
        effect += " fatigue"
    return _ALTERNATIVES.get(effect, capital(effect))


def happening(text: str, foe: str) -> str:
    """What a table says of an attack or a breather, in words.

    >>> happening("deal 1d4; foe pinned", "Mira")
    'deal 1d4 fatigue; Mira is pinned'
    >>> happening("choose: deal 1 | foe pinned", "Mira")
    'a choice, deal 1 fatigue or Mira is pinned'
    """
    critical = text.startswith("critical")
    text = text.removeprefix("critical: ").removeprefix("critical, ")
    choice = text.startswith("choose: ")
    separator = " | " if choice else "; "
    parts = [_happens(part, foe) for part in text.removeprefix("choose: ").split(separator)]
    told = f"a choice, {' or '.join(parts)}" if choice else "; ".join(parts)
    return f"critical! {capital(told)}" if critical else told


def _happens(part: str, foe: str) -> str:
    if part.startswith(("deal ", "take ")) and part[-1].isdigit():
        return f"{part} fatigue"
    return _HAPPENS.get(part, part).format(foe=foe)
