from io import BytesIO

import pytest
from pypdf import PdfReader

from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.press.book import (
    Chapter,
    Grid,
    Heading,
    Items,
    Numbered,
    Paragraph,
    Span,
    index_of,
    plain,
    read_chapters,
    rules_book,
)
from fatedeck.press.books import PAGES, Page, book_pdf

RULES = """# Small: rules specification

One card is drawn.
**Source.** Somewhere.

## 1. The draw

- XYZ-1: The seed is silent. Draw `one_card`; see XYZ-3. **choice: you, draw.** [ruling: silent.]
- XYZ-2: An Edge may be spent (source: once a day). [seed] Problem: nobody says when.

### 1.1 Edges

- XYZ-3: Each Edge is worth 1: (a) now, (b) then or (c) never. [source] (the last is a ruling)

| rank | worth |
|---|---|
| Ace | 1 |

```yaml
costs: [{thing: Edge, price: 2}]
```

## 2. Worked examples

- EX-1 (seed, first card) given an Edge; then 1.

## 3. Data

The table is `data/x.yaml`.
"""


def blocks(sources: bool = False) -> dict[str, Chapter]:
    return {chapter.title: chapter for chapter in read_chapters(RULES, sources)[1]}


def test_a_players_book_has_the_rules_and_not_where_they_come_from() -> None:
    opening, _ = read_chapters(RULES)
    draw = blocks()["The draw"].blocks

    assert [plain(line) for line in opening] == ["One card is drawn."]
    assert draw[0] == Numbered(
        "XYZ-1",
        (Span("Draw "), Span("one card", "code"), Span("; see "), Span("XYZ-3", "ref"), Span(".")),
    )
    assert isinstance(draw[1], Numbered)
    assert plain(draw[1].line) == "An Edge may be spent (once a day)."
    assert draw[2] == Heading("1-1-edges", "Edges", "1.1")
    assert isinstance(draw[3], Numbered)
    assert plain(draw[3].line) == "Each Edge is worth 1: (a) now, (b) then or (c) never."


def test_with_sources_everything_is_there() -> None:
    first = blocks(sources=True)["The draw"].blocks[0]

    assert isinstance(first, Numbered)
    assert plain(first.line).startswith("The seed is silent.")
    assert first.marks == ("choice: you, draw.", "ruling: silent.")
    assert "Data" in blocks(sources=True)
    assert "Data" not in blocks()


def test_tables_of_text_and_of_data_are_tables_alike() -> None:
    *_, worth, costs = blocks()["The draw"].blocks

    assert isinstance(worth, Grid)
    assert [plain(cell) for cell in worth.rows[0]] == ["Ace", "1"]
    assert worth.figures == (1,)
    assert isinstance(costs, Grid)
    assert costs.title == "Costs"
    assert [plain(cell) for cell in costs.head] == ["thing", "price"]


def test_an_example_keeps_what_it_is_about() -> None:
    (example,) = blocks()["Worked examples"].blocks

    assert isinstance(example, Numbered)
    assert example.example
    assert plain(example.line) == "(first card) Given an Edge; then 1."


def test_the_index_leads_to_the_clauses_that_tell_of_a_term() -> None:
    terms = {term.word: term.clauses for term in index_of(list(blocks().values()))}

    assert terms["Edge"] == ("XYZ-2", "XYZ-3")
    assert terms["Draw"] == ("XYZ-1",)  # its heading: the chapter tells of it
    assert "Edges" not in terms


MARKS = ("[ruling", "[seed", "[source", "choice:", "chance:", "Problem:", "is a ruling")
BUILT_IN = [game for game in games() if game.id != "high-card"]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_every_clause_that_players_need_is_in_the_book(game: AnyRuleset) -> None:
    book = rules_book(game, sources=True)
    set_in_print = [
        block.id
        for chapter in book.chapters
        for block in chapter.blocks
        if isinstance(block, Numbered) and not block.example
    ]
    assert set_in_print == list(game.rules.clauses)


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_no_mark_of_the_text_is_left_in_a_players_book(game: AnyRuleset) -> None:
    for chapter in rules_book(game).chapters:
        for block in chapter.blocks:
            if isinstance(block, Numbered | Paragraph):
                words = plain(block.line)
            elif isinstance(block, Items):
                words = " ".join(map(plain, block.lines))
            else:
                continue
            assert words.strip()
            for mark in (*MARKS, "Contradiction", ".yaml", ".md", "seed’s", "the source "):
                assert mark not in words, words


@pytest.mark.parametrize(("game", "page"), [("deckahedron", "a5"), ("realms-behind", "letter")])
def test_a_book_is_set_on_its_paper_with_contents_and_index(game: str, page: Page) -> None:
    ruleset = find_game(game)
    made = book_pdf(ruleset, page)
    read = PdfReader(BytesIO(made))
    text = "\n".join(one.extract_text() for one in read.pages)

    width, height = PAGES[page]
    for one in read.pages:
        assert float(one.mediabox.width) == pytest.approx(width / 25.4 * 72, abs=0.1)
        assert float(one.mediabox.height) == pytest.approx(height / 25.4 * 72, abs=0.1)
    assert ruleset.title in text
    assert ruleset.attribution[:30] in text.replace("\n", " ")
    titles = [str(one["/Title"]) for one in read.outline if isinstance(one, dict)]
    assert [title for title in titles if "Index" in title]
    assert len(titles) >= len(rules_book(ruleset).chapters)
    assert b"pdfuaid" in made


def test_a_clause_has_its_number_beside_its_first_words() -> None:
    """On the same page, wherever the text breaks."""
    game = find_game("deck-of-adventures")
    pages = PdfReader(BytesIO(book_pdf(game))).pages
    texts = ["".join(page.extract_text().replace("\xad", "-").split()) for page in pages]
    clauses = [
        block
        for chapter in rules_book(game).chapters
        for block in chapter.blocks
        if isinstance(block, Numbered) and not block.example
    ]

    assert len(clauses) > 300
    for clause in clauses:
        words = "".join(plain(clause.line)[:6].split())
        assert any(f"{clause.id}{words}" in text for text in texts), clause.id


def test_odds_are_read_in_per_cent_and_with_sources_as_fractions_too() -> None:
    table = "## 1. Odds\n\n| rank | chance |\n|---|---|\n| 1 | 46/57 = 80.70% |\n"

    for sources, said in ((False, "80.70%"), (True, "46/57 = 80.70%")):
        (grid,) = read_chapters(table, sources)[1][0].blocks
        assert isinstance(grid, Grid)
        assert plain(grid.rows[0][1]) == said


def test_the_same_rules_have_the_same_bytes() -> None:
    ruleset = find_game("high-card")
    assert book_pdf(ruleset) == book_pdf(ruleset)
