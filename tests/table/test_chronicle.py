"""The chronicle reads as a story: scenes, people, words and deeds."""

from __future__ import annotations

import pytest

from fatedeck.table.chronicle import Paragraph, Person, Scene, markdown, page, scenes
from fatedeck.table.protocol import StoryLine
from fatedeck.table.refusals import Limit

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


def test_a_scene_holds_what_was_said_and_done_in_it() -> None:
    assert scenes(TOLD) == [
        Scene("1 January 1970", [Paragraph("chat", "Are we all here?", "Ana")]),
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


def test_it_names_the_heroes_and_who_plays_them() -> None:
    people = [Person("Tamsin", "Ana", "A thief"), Person("Ben", "Ben", "Ben")]
    assert "- **Tamsin**, A thief, played by Ana\n- **Ben**\n" in markdown("M", people, TOLD)
    assert "<b>Tamsin</b> <span>A thief, played by Ana</span>" in page("M", people, TOLD)


def test_it_shows_the_portraits_that_were_brought() -> None:
    people = [Person("Tamsin", "Ana", face="data:image/webp;base64,AA=="), Person("Ben")]
    told = page("M", people, TOLD)
    assert '<li><img class="face" alt="" src="data:image/webp;base64,AA=="><b>Tamsin</b>' in told
    assert '<span class="face" aria-hidden="true">B</span><b>Ben</b>' in told


def test_words_stand_apart_from_deeds() -> None:
    kept = markdown("The Mill", [], TOLD)
    assert "\n> I \\*never\\* liked doors\\. — Ana\n" in kept
    assert "**Ana** to Ben and Cleo, aside: “Behind you\\!”" in kept
    assert "sits down" not in kept
    assert "DOA" not in kept


def test_words_give_a_terminal_no_orders() -> None:
    line = StoryLine(1, 1, "chat", "Hi\x1b]52;c;aGk=\x07 \x9b2J\rthere", "Ana")
    for kept in (markdown("M", [], [line]), page("M", [], [line])):
        assert not set(kept) & {"\x1b", "\x07", "\x9b", "\r"}


def test_a_story_that_no_page_holds_is_refused() -> None:
    lines = [StoryLine(n, n, "chat", 4000 * "x", "Ana") for n in range(1001)]
    assert "x" in markdown("M", [], lines[:1000])
    with pytest.raises(Limit, match="too long for a page"):
        page("M", [], lines)
