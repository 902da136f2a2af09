"""The rules text that a game ships: numbered clauses in our own words.

## 4. The flip
- DKH-20: The player turns the top card of their own Deckahedron face up. [seed]
"""

from __future__ import annotations

import re

from msgspec import Struct

from fatedeck.engine.errors import Unreadable

_CLAUSE = re.compile(r"^\s*- \**([A-Z]{2,5}-\d+(?:\.\d+)?[a-z]?)\**:?\**\s+(.*)$")
_HEADING = re.compile(r"^#{2,}\s+(.*)$")
MARK = re.compile(r"\s*\*\*(?:choice|chance|sees):[^*]*\*\*")
ORIGIN = re.compile(r"\s*(?:\[(?:seed|source|ruling)\b|\bProblem: ).*$", re.DOTALL)
"""Where a clause comes from stands at its end, and nothing of the rule stands behind it."""


class Clause(Struct, frozen=True):
    """One testable rule, and the heading it stands under."""

    id: str
    text: str
    section: str


LONGEST_SEARCH = 200


class Rulebook(Struct, frozen=True):
    """All clauses of a game, in the order of the text."""

    clauses: dict[str, Clause]

    def clause(self, clause_id: str) -> Clause:
        """The clause with this number, however its letters are written."""
        found = self.clauses.get(clause_id.upper()) or self.clauses.get(clause_id)
        if found is None:
            raise Unreadable(f"There is no clause {clause_id} in these rules.")
        return found

    def search(self, words: str) -> list[Clause]:
        """The clauses that have all of these words, those whose heading has them too first."""
        if len(words) > LONGEST_SEARCH:
            raise Unreadable(f"Search for at most {LONGEST_SEARCH} letters.")
        wanted = words.casefold().split()
        found = []
        for clause in self.clauses.values():
            text = f"{clause.section} {clause.text}".casefold()
            if all(word in text for word in wanted):
                found.append(clause)
        return sorted(found, key=lambda one: not any(w in one.section.casefold() for w in wanted))

    def sections(self) -> dict[str, list[Clause]]:
        """The clauses under each heading."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses.values():
            found.setdefault(clause.section, []).append(clause)
        return found


def read_rules(text: str) -> Rulebook:
    """Read the clauses of a rules text."""
    clauses: dict[str, Clause] = {}
    section = ""
    for line in text.splitlines():
        if heading := _HEADING.match(line):
            section = heading[1]
        elif clause := _CLAUSE.match(line):
            if clause[1].startswith("EX-"):
                continue
            if clause[1] in clauses:
                raise Unreadable(f"Clause {clause[1]} is in the rules twice.")
            clauses[clause[1]] = Clause(clause[1], without_marks(clause[2]), section)
    return Rulebook(clauses)


def without_marks(text: str) -> str:
    """A clause as a player reads it.

    >>> without_marks("You draw. **choice: you, any card** It counts. [seed] (last: ruling)")
    'You draw. It counts.'
    """
    return MARK.sub("", ORIGIN.sub("", text)).strip()
