"""What somebody wants to try, and the three lines it takes in Python."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.entries import read_record
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.offers import Value
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import find_game
from fatedeck.lab.encounter import OWN, Encounter, is_staged, muster, read_encounter
from fatedeck.lab.houses import by_house, house_values
from fatedeck.lab.playing import from_record
from fatedeck.lab.results import Result
from fatedeck.lab.running import Watch, Wish, run
from fatedeck.lab.sweeps import Sweep, Values, read_vary, run_sweep


class Trial(Struct, frozen=True):
    """What is tried: a game with a party and foes, an encounter's file, or a table's record.

    `at` is how many of the record's entries have been played. `play` and `against` say who decides;
    left empty, whatever the file says.
    """

    what: str
    party: str = ""
    foes: str = ""
    options: dict[str, object] = {}
    play: str = ""
    against: str = ""
    at: int | None = None

    def encounter(self, values: Values | None = None) -> Encounter:
        """The encounter that is meant, with these numbers in it."""
        values = dict(values or {})
        house = house_values(values)
        play = str(values.pop("play", self.play))
        against = str(values.pop("against", self.against))
        path = Path(self.what)
        is_record = path.suffix == ".jsonl" or path.is_file()
        if self.at is not None and not is_record:
            raise Refused("", "Only a table’s record (.jsonl) has entries that --at could count.")
        if path.suffix in (".yaml", ".yml"):
            found = self._from_file(path, values)
        elif is_record:
            found = self._from_record(path, values)
            if house and not self.foes and not is_staged(found):
                raise Refused(
                    "",
                    "Whoever fights at this table keeps the numbers they came with. "
                    "House rules can be tried out before they come, or on --foes.",
                )
        else:
            found = self._from_names(values, elsewhere=bool(house))
        return by_house(_played(found, play, against), house)

    def _from_names(self, values: dict[str, Value], *, elsewhere: bool) -> Encounter:
        """By another house there may be others to meet; whoever plays there says who is not."""
        party, foes = _filled(self.party, values), _filled(self.foes, values)
        left = {name: value for name, value in values.items() if not self._has(name)}
        try:
            return muster(self.what, party, foes, settings=left, options=self.options)
        except Refused:
            if not elsewhere:
                raise
        title = f"{party} against {foes}"
        return Encounter(
            self.what,
            title=title,
            options=self.options,
            party=party,
            foes=foes,
            settings=left,
        )

    def _from_file(self, path: Path, values: dict[str, Value]) -> Encounter:
        if self.party or self.foes:
            raise Refused("", "An encounter’s file says itself who fights.")
        return read_encounter(path, values)

    def _from_record(self, path: Path, values: dict[str, Value]) -> Encounter:
        if self.party:
            raise Refused("", "At a table the party is there already. Name foes only.")
        if not path.is_file():
            raise Unreadable(f"There is no file {path}.")
        try:
            header, entries = read_record(path.read_text("utf-8"))
        except UnicodeDecodeError as fault:
            raise Unreadable(f"{path.name} isn’t text: {fault.reason}.") from fault
        if self.at is not None and self.at > len(entries):
            raise Refused("", f"That record has {len(entries)} entries, not {self.at}.")
        record = replay(find_game(header.game), header, entries, to=self.at)
        foes = _filled(self.foes, values)
        for name in values:
            if not self._has(name):
                raise Refused("", f"“{name}” isn’t a number of this fight: write {{{name}}}.")
        return from_record(record, foes)

    def _has(self, name: str) -> bool:
        return f"{{{name}}}" in self.party + self.foes


def _filled(text: str, values: Mapping[str, Value]) -> str:
    """The text with each `{name}` replaced by its value."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            raise Refused("", f"Nothing says what {found[0]} is: vary it, as {found[1]}=1..5.")
        return str(values[found[1]])

    return re.sub(r"\{(\w+)\}", value, text)


def _played(encounter: Encounter, play: str, against: str) -> Encounter:
    return replace(encounter, play=play or encounter.play, against=against or encounter.against)


def _listed(some: str | Sequence[str]) -> str:
    return some if isinstance(some, str) else ", ".join(some)


def lab(
    what: str,
    party: str | Sequence[str] = "",
    foes: str | Sequence[str] = "",
    *,
    fights: int = 0,
    until: float = 0.0,
    seed: str = "lab",
    jobs: int = 0,
    cluster: str = "",
    play: str = OWN,
    against: str = OWN,
    options: Mapping[str, object] | None = None,
    out: Path | None = None,
    watch: Watch | None = None,
) -> Result:
    """Play an encounter many times.

    `what` is a game's id, with a party and foes, or the name of an encounter's file or a record.
    Each side is a text, `"Wolf x2, Bandit"`, or a list of names.
    """
    trial = Trial(what, _listed(party), _listed(foes), dict(options or {}), play, against)
    return run(trial.encounter(), Wish(fights, until, seed, jobs, cluster), out, watch)


def sweep(
    what: str,
    party: str | Sequence[str] = "",
    foes: str | Sequence[str] = "",
    *,
    vary: Mapping[str, str] | None = None,
    fights: int = 0,
    until: float = 0.0,
    seed: str = "lab",
    jobs: int = 0,
    cluster: str = "",
    play: str = OWN,
    against: str = OWN,
    options: Mapping[str, object] | None = None,
    out: Path | None = None,
) -> Sweep:
    """Play an encounter with other numbers: `sweep(..., vary={"foes": "1..8"})`."""
    trial = Trial(what, _listed(party), _listed(foes), dict(options or {}), play, against)
    varied = [read_vary(f"{name}={values}") for name, values in (vary or {}).items()]
    return run_sweep(trial.encounter, varied, Wish(fights, until, seed, jobs, cluster), out)
