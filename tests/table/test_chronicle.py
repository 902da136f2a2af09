"""The chronicle reads as a story: scenes, people, words and deeds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fatedeck.table.chronicle import (
    Book,
    Paragraph,
    Person,
    Scene,
    evenings,
    markdown,
    page,
    story,
)
from fatedeck.table.protocol import StoryLine
from fatedeck.table.refusals import Limit
from fatedeck.table.sessions import Session

DAY = 86_400_000
TOLD = [
    StoryLine(1, 1, "event", "Ana sits down."),
    StoryLine(2, 1, "chat", "Are we all here?", "Ana"),
    StoryLine(3, 2, "play", "The Dry Mill.", scene="The Dry Mill"),
    StoryLine(3, 2, "play", "Dust hangs in the light."),
    StoryLine(4, 3, "play", "Ana runs.", undone=True),
    StoryLine(5, 4, "play", "Ana checks Brute.", clauses=("DOA-68",)),
    StoryLine(5, 4, "play", "The door gives way."),
    StoryLine(6, 5, "narration", "I *never* liked doors.", "Ana"),
    StoryLine(7, 5, "whisper", "Behind you!", "Ana", ("Ben", "Cleo")),
    StoryLine(DAY, 6, "play", "The Weir.", scene="The Weir"),
    StoryLine(DAY + 1, 7, "play", "Ben swims."),
]


ONE = [Session(0)]
TWO = [Session(0, 8, "To the weir!"), Session(DAY, 2 * DAY)]


def book(
    people: Sequence[Person] = (),
    lines: Sequence[StoryLine] = TOLD,
    sessions: Sequence[Session] = ONE,
    notes: str = "",
) -> Book:
    return Book("M", people, lines, sessions, notes)


def test_a_scene_holds_what_was_said_and_done_in_it() -> None:
    (evening,) = evenings(TOLD, ONE)
    assert evening.title == "1 January 1970"
    assert evening.scenes == [
        Scene("", [Paragraph("chat", "Are we all here?", "Ana")]),
        Scene(
            "The Dry Mill",
            [
                Paragraph("play", "Dust hangs in the light."),
                Paragraph("play", "Ana checks Brute. The door gives way."),
                Paragraph("narration", "I *never* liked doors.", "Ana"),
                Paragraph("whisper", "Behind you!", "Ana", ("Ben", "Cleo")),
            ],
        ),
        Scene("The Weir, 2 January 1970", [Paragraph("play", "Ben swims.")]),
    ]


def test_each_evening_has_its_heading_and_says_where_it_left_off() -> None:
    later = [*TOLD[:-2], StoryLine(DAY + 1, 7, "play", "Ben sneezes."), *TOLD[-2:]]
    first, second = evenings([line for line in later if line.at != DAY], TWO)
    assert (first.title, first.words) == ("Session 1, 1 January 1970", "To the weir!")
    # it goes on where it stopped
    assert (second.title, second.scenes[0].title) == ("Session 2, 2 January 1970", "The Dry Mill")
    for told in (
        markdown(book(sessions=TWO)),
        page(book(sessions=TWO)),
        str(story(book(sessions=TWO))),
    ):
        places = [
            told.index(words) for words in ("Session 1", "To the weir!", "Session 2", "Ben sw")
        ]
        assert places == sorted(places)


def test_what_the_group_noted_down_stands_at_the_end() -> None:
    noted = book(notes="Berta lies.\nSo does <b>Oswin</b>.")
    assert markdown(noted).endswith(
        "## What we noted down\n\nBerta lies.\n\nSo does \\<b\\>Oswin\\</b\\>.\n"
    )
    assert "Berta lies.\nSo does &lt;b&gt;Oswin" in page(noted)
    assert "Berta lies." in str(story(noted))
    assert "What we noted down" not in markdown(book())


def test_it_names_the_heroes_and_who_plays_them() -> None:
    people = [Person("Tamsin", "Ana", "A thief"), Person("Ben", "Ben", "Ben")]
    assert "- **Tamsin**, A thief, played by Ana\n- **Ben**\n" in markdown(book(people))
    assert "<b>Tamsin</b> <span>A thief, played by Ana</span>" in page(book(people))


def test_what_somebody_is_and_who_plays_them_are_sentences() -> None:
    people = [Person("Hedda", "Kim", "Ran a ferry. Knots, bargaining.")]
    assert "- **Hedda**, Ran a ferry. Knots, bargaining. Played by Kim.\n" in markdown(book(people))


def test_it_shows_the_portraits_that_were_brought() -> None:
    people = [Person("Tamsin", "Ana", face="data:image/webp;base64,AA=="), Person("Ben")]
    told = page(book(people))
    assert '<li><img class="face" alt="" src="data:image/webp;base64,AA=="><b>Tamsin</b>' in told
    assert '<span class="face" aria-hidden="true">B</span><b>Ben</b>' in told


def test_words_stand_apart_from_deeds() -> None:
    kept = markdown(book([]))
    assert "\n> I \\*never\\* liked doors. — Ana\n" in kept
    assert "**Ana** to Ben and Cleo, aside: “Behind you!”" in kept
    assert "sits down" not in kept
    assert "DOA" not in kept


def test_words_give_a_terminal_no_orders() -> None:
    line = StoryLine(1, 1, "chat", "Hi\x1b]52;c;aGk=\x07 \x9b2J\rthere", "Ana")
    for kept in (markdown(book([], [line])), page(book([], [line]))):
        assert not set(kept) & {"\x1b", "\x07", "\x9b", "\r"}


def test_a_story_that_no_page_holds_is_refused() -> None:
    lines = [StoryLine(n, n, "chat", 4000 * "x", "Ana") for n in range(1001)]
    assert "x" in markdown(book([], lines[:1000]))
    with pytest.raises(Limit, match="too long for a page"):
        page(book([], lines))
