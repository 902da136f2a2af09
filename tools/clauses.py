"""Which clauses of a game's rules no code cites, and which no test shows.

Run from the root of the repository: `python tools/clauses.py`. What counts as a citation, and how a
clause is excused, is written in `docs/clauses.md`.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ID = r"[A-Z]{2,}-\d+(?:\.\d+)?"
CLAUSE = re.compile(rf"^- (?:\*\*)?({ID})\b", re.MULTILINE)
EXCUSE = re.compile(rf"^- (?:\*\*)?({ID})(?:\*\*)?:?(.*)$", re.MULTILINE)
WORKED_EXAMPLE = "EX-"


@dataclass(frozen=True)
class Citation:
    """A clause id and where it stands."""

    clause: str
    place: str


@dataclass(frozen=True)
class Report:
    """What there is to say about one game: its summary line, and what is wrong."""

    summary: str
    complaints: list[str]


def main(root: Path) -> int:
    """Print a line for each game and what is missing; 1 if anything is."""
    excuses, complaints = read_excuses(root / "docs" / "clauses.md")
    known: set[str] = set()
    for package in sorted(root.glob("src/fatedeck/games/*/__init__.py")):
        folder = package.parent
        rules = folder / "rules.md"
        if not rules.exists():
            complaints.append(f"{folder.name}: has no rules.md")
            continue
        clauses = CLAUSE.findall(rules.read_text("utf-8"))
        clauses = [clause for clause in clauses if not clause.startswith(WORKED_EXAMPLE)]
        known.update(clauses)
        report = examine(root, folder, clauses, excuses)
        print(report.summary)
        complaints += report.complaints
    complaints += [
        f"docs/clauses.md: excuses {clause}, which no game has"
        for clause in excuses
        if clause not in known
    ]
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


def read_excuses(page: Path) -> tuple[dict[str, str], list[str]]:
    """Read the excused clauses with their reasons, and complain of those without one."""
    found = EXCUSE.findall(page.read_text("utf-8")) if page.exists() else []
    excuses = {clause: reason.strip() for clause, reason in found}
    complaints = [
        f"docs/clauses.md: excuses {clause} without a reason"
        for clause, reason in excuses.items()
        if not reason
    ]
    return {clause: reason for clause, reason in excuses.items() if reason}, complaints


def examine(root: Path, folder: Path, clauses: list[str], excuses: dict[str, str]) -> Report:
    """Compare the clauses of one game with what its code and its tests cite."""
    game = folder.name.replace("_", "-")
    code = cited(root, clauses, [*folder.rglob("*.py"), *folder.rglob("*.yaml")])
    tests = cited(
        root,
        clauses,
        [
            *(root / "tests" / "games" / folder.name).rglob("*.py"),
            *(root / "tests" / "scenarios" / game).rglob("*.yaml"),
        ],
    )
    implemented = {citation.clause for citation in code}
    shown = {citation.clause for citation in tests}
    wanted = [clause for clause in clauses if clause not in excuses]
    not_implemented = [clause for clause in wanted if clause not in implemented]
    not_shown = [clause for clause in wanted if clause not in shown]
    excused = len(set(clauses)) - len(set(wanted))

    complaints = []
    if not_implemented:
        complaints.append(f"{game}: not implemented: {', '.join(not_implemented)}")
    if not_shown:
        complaints.append(f"{game}: not shown: {', '.join(not_shown)}")
    if not clauses:
        complaints.append(f"{game}: rules.md has no clauses")
    complaints += [f"{game}: {clause} stands twice in rules.md" for clause in repeated(clauses)]
    complaints += [
        f"{citation.place}: cites {citation.clause}, which the rules do not have"
        for citation in [*code, *tests]
        if citation.clause not in clauses
    ]
    complaints += [
        f"docs/clauses.md: excuses {clause}, which is implemented and shown"
        for clause in clauses
        if clause in excuses and clause in implemented and clause in shown
    ]
    return Report(
        f"{game}: {len(set(clauses))} clauses, {state(not_implemented, not_shown)}"
        + (f", {excused} excused" if excused else ""),
        complaints,
    )


def state(not_implemented: list[str], not_shown: list[str]) -> str:
    if not not_implemented and not not_shown:
        return "all implemented and shown"
    return f"{len(not_implemented)} not implemented, {len(not_shown)} not shown"


def repeated(clauses: list[str]) -> list[str]:
    return sorted({clause for clause in clauses if clauses.count(clause) > 1})


def cited(root: Path, clauses: list[str], files: Iterable[Path]) -> list[Citation]:
    """Every clause that the files cite, in the order of the files and their lines."""
    return [
        Citation(clause, f"{file.relative_to(root)}:{line}")
        for file in sorted(files)
        for clause, line in citations(file.read_text("utf-8"), clauses)
    ]


def citations(text: str, clauses: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the clause ids in a text with their line numbers, ranges written out.

    `ABC-3 to ABC-6`, `ABC-3..ABC-6` and `ABC-3..6` cite all whose numbers lie from the
    first to the last. A range may be broken over two lines, of a comment too.
    """
    for prefix in sorted({clause.split("-")[0] for clause in clauses}):
        number = r"\d+(?:\.\d+)?"
        gap = r"[\s#]+"
        whole = rf"{prefix}-({number})"
        pattern = rf"(?<![\w-]){whole}(?:{gap}to{gap}{whole}|\.\.(?:{prefix}-)?({number}))?(?!\w)"
        for match in re.finditer(pattern, text):
            line = text.count("\n", 0, match.start()) + 1
            first = f"{prefix}-{match[1]}"
            last = f"{prefix}-{match[2] or match[3] or match[1]}"
            for clause in between(first, last, clauses):
                yield clause, line


def between(first: str, last: str, clauses: list[str]) -> list[str]:
    """List the first, the last, and the clauses whose numbers lie between them."""
    return sorted(
        {
            first,
            last,
            *(clause for clause in clauses if place(first) < place(clause) < place(last)),
        },
        key=place,
    )


def place(clause: str) -> tuple[str, list[int]]:
    """Where a clause stands when they are put in order of their numbers."""
    prefix, numbers = clause.split("-")
    return prefix, [int(number) for number in numbers.split(".")]


if __name__ == "__main__":
    sys.exit(main(Path.cwd()))
