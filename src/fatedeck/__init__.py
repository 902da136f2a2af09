"""fatedeck plays card-driven role-playing games by the book.

    import fatedeck as fd

What stands in `__all__` is promised: it changes only with a line in the changelog, and
`docs/api.md` tells all of it. Each name is loaded when it is first used, so importing costs little.

>>> import fatedeck as fd
>>> [game.id for game in fd.games() if game.seating.game_master][:2]
['thousand-faces', 'deck-of-adventures']
>>> table = fd.Table("deckahedron", seats=["Ana"], seed="docs")
>>> table.seats
('GM', 'Ana')
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # checkers take it for true; to import `typing` takes longer than all else
if TYPE_CHECKING:
    from fatedeck import lab, odds, press
    from fatedeck.bots.match import Match, Moment, Player, fight_of, moves_of
    from fatedeck.bots.moves import Move, said
    from fatedeck.bots.players import PolicyPlayer, RandomPlayer
    from fatedeck.engine.errors import Diverged, FatedeckError, NotInstalled, Refused, Unreadable
    from fatedeck.engine.game import Seat
    from fatedeck.engine.offers import Count, Form, Many, Offer, One, Param, Value, Words, YesNo
    from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several, Text
    from fatedeck.engine.replay import Verdict
    from fatedeck.engine.ruleset import AnyRuleset, games
    from fatedeck.engine.view import Counter, Face, Sheet, Shown, View, Zone
    from fatedeck.lab.intervals import Figure
    from fatedeck.library import Role, Table, game, machines, play_by, replay, run_scenarios, verify
    from fatedeck.odds.distribution import Distribution, say

    __version__: str

__all__ = [  # noqa: RUF022  # in the order in which docs/api.md tells them
    "games",
    "game",
    "Table",
    "replay",
    "verify",
    "odds",
    "Distribution",
    "say",
    "play_by",
    "run_scenarios",
    "machines",
    "Match",
    "fight_of",
    "Moment",
    "moves_of",
    "said",
    "Player",
    "RandomPlayer",
    "PolicyPlayer",
    "lab",
    "press",
    "FatedeckError",
    "Refused",
    "Unreadable",
    "Diverged",
    "NotInstalled",
    "Offer",
    "Form",
    "One",
    "Many",
    "Count",
    "YesNo",
    "Words",
    "Choose",
    "Several",
    "Number",
    "Text",
    "View",
    "Zone",
    "Shown",
    "Sheet",
    "Counter",
    "Face",
    "Figure",
    "Verdict",
    "Seat",
    "AnyRuleset",
    "Move",
    "Answer",
    "Decision",
    "Param",
    "Value",
    "Role",
    "__version__",
]

_WHERE = {
    "fatedeck.library": (
        "game",
        "Table",
        "replay",
        "verify",
        "play_by",
        "run_scenarios",
        "machines",
        "Role",
    ),
    "fatedeck.odds.distribution": ("Distribution", "say"),
    "fatedeck.bots.match": ("Match", "Moment", "Player", "fight_of", "moves_of"),
    "fatedeck.bots.moves": ("said", "Move"),
    "fatedeck.bots.players": ("RandomPlayer", "PolicyPlayer"),
    "fatedeck.engine.errors": (
        "FatedeckError",
        "Refused",
        "Unreadable",
        "Diverged",
        "NotInstalled",
    ),
    "fatedeck.engine.game": ("Seat",),
    "fatedeck.engine.offers": (
        *("Offer", "Form", "One", "Many", "Count", "YesNo", "Words"),
        *("Param", "Value"),
    ),
    "fatedeck.engine.questions": (
        *("Choose", "Several", "Number", "Text"),
        *("Answer", "Decision"),
    ),
    "fatedeck.engine.replay": ("Verdict",),
    "fatedeck.engine.ruleset": ("AnyRuleset",),
    "fatedeck.engine.view": ("View", "Zone", "Shown", "Sheet", "Counter", "Face"),
    "fatedeck.lab.intervals": ("Figure",),
}
_HOME = {name: module for module, names in _WHERE.items() for name in names}
_PARTS = ("games", "lab", "odds", "press")
"""Parts that are named as a whole: `fd.odds.ask(…)`."""


def _load(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("fatedeck")
    if name in _HOME:
        found: object = getattr(import_module(_HOME[name]), name)
        globals()[name] = found
        return found
    if name in _PARTS:
        try:
            return import_module(f"fatedeck.{name}")
        except ModuleNotFoundError as missing:
            if missing.name != f"fatedeck.{name}":
                raise
    raise AttributeError(f"fatedeck has no “{name}”.")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


if not TYPE_CHECKING:  # a checker knows the names above, and no others
    __getattr__ = _load
