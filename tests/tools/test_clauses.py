from pathlib import Path
from textwrap import dedent

import pytest

from tools.clauses import citations, main

RULES = """\
# A game

- ABC-1: Draw a card. [source]
- ABC-2: Keep it. See ABC-1.
- ABC-3: Or not.

## Worked examples

- EX-1 given a card; then it is kept.
"""


class Repository:
    """A small repository with one game, a-game, and ways to fill it."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self.capsys = capsys
        self.write("src/fatedeck/games/a_game/__init__.py", "")
        self.write("src/fatedeck/games/a_game/rules.md", RULES)

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), "utf-8")

    def code(self, text: str) -> None:
        self.write("src/fatedeck/games/a_game/draws.py", text)

    def tests(self, text: str) -> None:
        self.write("tests/games/a_game/test_draws.py", text)

    def excuses(self, text: str) -> None:
        self.write("docs/clauses.md", text)

    def run(self) -> tuple[int, list[str]]:
        code = main(self.root)
        return code, self.capsys.readouterr().out.splitlines()


@pytest.fixture
def repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Repository:
    return Repository(tmp_path, capsys)


def test_all_implemented_and_shown(repository: Repository) -> None:
    repository.code('"""Draw. ABC-1, ABC-2."""\n# ABC-3\n')
    repository.tests("# ABC-1 to ABC-3\n")

    assert repository.run() == (0, ["a-game: 3 clauses, all implemented and shown"])


def test_nothing_cited(repository: Repository) -> None:
    assert repository.run() == (
        1,
        [
            "a-game: 3 clauses, 3 not implemented, 3 not shown",
            "a-game: not implemented: ABC-1, ABC-2, ABC-3",
            "a-game: not shown: ABC-1, ABC-2, ABC-3",
        ],
    )


def test_data_implements_and_scenarios_show(repository: Repository) -> None:
    repository.write("src/fatedeck/games/a_game/data/cards.yaml", "note: ABC-1..3\n")
    repository.write("tests/scenarios/a-game/draws/keep.yaml", "shows: [ABC-1, ABC-2]\n")

    assert repository.run() == (
        1,
        ["a-game: 3 clauses, 0 not implemented, 1 not shown", "a-game: not shown: ABC-3"],
    )


def test_another_games_tests_show_nothing(repository: Repository) -> None:
    repository.code("# ABC-1 to ABC-3\n")
    repository.write("tests/games/other/test_draws.py", "# ABC-1 to ABC-3\n")

    code, lines = repository.run()

    assert code == 1
    assert "a-game: not shown: ABC-1, ABC-2, ABC-3" in lines


def test_an_excuse_stands_for_code_and_test(repository: Repository) -> None:
    repository.code("# ABC-1, ABC-2\n")
    repository.tests("# ABC-1, ABC-2\n")
    repository.excuses("# Clauses\n\n- ABC-3: advice, nothing follows\n")

    assert repository.run() == (0, ["a-game: 3 clauses, all implemented and shown, 1 excused"])


@pytest.mark.parametrize("excuse", ["- ABC-3:\n", "- ABC-3: \n", "- ABC-3\n"])
def test_an_excuse_needs_a_reason(repository: Repository, excuse: str) -> None:
    repository.code("# ABC-1 to ABC-3\n")
    repository.tests("# ABC-1, ABC-2\n")
    repository.excuses(excuse)

    code, lines = repository.run()

    assert code == 1
    assert "docs/clauses.md: excuses ABC-3 without a reason" in lines
    assert "a-game: not shown: ABC-3" in lines


def test_an_excuse_that_is_not_needed(repository: Repository) -> None:
    repository.code("# ABC-1 to ABC-3\n")
    repository.tests("# ABC-1 to ABC-3\n")
    repository.excuses("- ABC-3: advice\n")

    code, lines = repository.run()

    assert code == 1
    assert lines[-1] == "docs/clauses.md: excuses ABC-3, which is implemented and shown"


def test_an_excuse_for_no_clause(repository: Repository) -> None:
    repository.code("# ABC-1 to ABC-3\n")
    repository.tests("# ABC-1 to ABC-3\n")
    repository.excuses("- ABC-4: advice\n")

    code, lines = repository.run()

    assert code == 1
    assert lines[-1] == "docs/clauses.md: excuses ABC-4, which no game has"


def test_an_id_that_the_rules_do_not_have(repository: Repository) -> None:
    repository.code("# ABC-1 to ABC-3\n\n# ABC-40\n")
    repository.tests("# ABC-1 to ABC-3\n# ABC-3 to ABC-5\n")

    assert repository.run() == (
        1,
        [
            "a-game: 3 clauses, all implemented and shown",
            "src/fatedeck/games/a_game/draws.py:3: cites ABC-40, which the rules do not have",
            "tests/games/a_game/test_draws.py:2: cites ABC-5, which the rules do not have",
        ],
    )


def test_a_clause_that_stands_twice(repository: Repository) -> None:
    repository.write("src/fatedeck/games/a_game/rules.md", "- ABC-1: One.\n- ABC-1: Two.\n")
    repository.code("# ABC-1\n")
    repository.tests("# ABC-1\n")

    assert repository.run() == (
        1,
        [
            "a-game: 1 clauses, all implemented and shown",
            "a-game: ABC-1 stands twice in rules.md",
        ],
    )


def test_a_game_without_rules(repository: Repository) -> None:
    (repository.root / "src/fatedeck/games/a_game/rules.md").unlink()

    assert repository.run() == (1, ["a_game: has no rules.md"])


@pytest.mark.parametrize(
    "rules",
    [
        "- ABC-1: One.\n- ABC-2: Two.\n",
        "- **ABC-1** One.\n- **ABC-2** Two.\n",
        "- ABC-1.1 One.\n- ABC-1.2 Two.\n- ABC-E1 (source) Given a card. Then ABC-1.2.\n",
    ],
)
def test_the_ways_rules_are_numbered(repository: Repository, rules: str) -> None:
    repository.write("src/fatedeck/games/a_game/rules.md", rules)

    assert repository.run()[1][0] == "a-game: 2 clauses, 2 not implemented, 2 not shown"


PLAIN = [f"ABC-{number}" for number in range(1, 13)]
DOTTED = ["RB-1.1", "RB-1.2", "RB-1.10", "RB-2.1", "RB-2.2"]


@pytest.mark.parametrize(
    ("text", "clauses", "found"),
    [
        ("Draw. ABC-1.", PLAIN, ["ABC-1"]),
        ("ABC-12, ABC-2 and ABC-3", PLAIN, ["ABC-12", "ABC-2", "ABC-3"]),
        ("ABC-9 to ABC-11", PLAIN, ["ABC-9", "ABC-10", "ABC-11"]),
        ("ABC-1..3, then", PLAIN, ["ABC-1", "ABC-2", "ABC-3"]),
        ("ABC-1..ABC-3.", PLAIN, ["ABC-1", "ABC-2", "ABC-3"]),
        ("    # ABC-1 to\n    # ABC-3", PLAIN, ["ABC-1", "ABC-2", "ABC-3"]),
        ("Refused('ABC-7', 'no')", PLAIN, ["ABC-7"]),
        ("ABC-3, 5 cards", PLAIN, ["ABC-3"]),
        ("ABC-3 to 5 cards", PLAIN, ["ABC-3"]),
        ("XABC-3, ABC-3x, A-ABC-3, ABC-E3", PLAIN, []),
        ("ABC-3 to ABC-1", PLAIN, ["ABC-1", "ABC-3"]),
        ("ABC-1 to ABC-3", ["ABC-1", "ABC-9", "ABC-3", "ABC-2"], ["ABC-1", "ABC-2", "ABC-3"]),
        ("ABC-11 to ABC-14", PLAIN, ["ABC-11", "ABC-12", "ABC-14"]),
        ("RB-1.2. RB-1.10(e)", DOTTED, ["RB-1.2", "RB-1.10"]),
        ("RB-1.2 to RB-2.1", DOTTED, ["RB-1.2", "RB-1.10", "RB-2.1"]),
        ("RB-1.1..1.10", DOTTED, ["RB-1.1", "RB-1.2", "RB-1.10"]),
        ("chapter RB-1", DOTTED, ["RB-1"]),
    ],
)
def test_what_a_text_cites(text: str, clauses: list[str], found: list[str]) -> None:
    assert [clause for clause, _ in citations(text, clauses)] == found


def test_a_citation_knows_its_line() -> None:
    assert list(citations("one\ntwo ABC-2\nABC-3\n", PLAIN)) == [("ABC-2", 2), ("ABC-3", 3)]
