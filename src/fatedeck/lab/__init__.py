"""The lab: fights played many times by the real rules, and what comes out of them.

>>> result = fd.lab.lab("deckahedron", party="Brann, Wren", foes="Wolf x3", fights=40, jobs=1)
>>> result.fights
40
"""

from fatedeck.lab.encounter import Encounter, muster, read_encounter
from fatedeck.lab.matches import RoundRobin, run_matches
from fatedeck.lab.results import Result
from fatedeck.lab.running import Wish
from fatedeck.lab.sweeps import Sweep
from fatedeck.lab.trying import Trial, lab, sweep

__all__ = [
    "Encounter",
    "Result",
    "RoundRobin",
    "Sweep",
    "Trial",
    "Wish",
    "lab",
    "muster",
    "read_encounter",
    "run_matches",
    "sweep",
]
