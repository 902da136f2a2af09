"""Whole sessions run through, whatever the cards bring."""

from __future__ import annotations

from fatedeck.games.thousand_faces.looks.view import view
from fatedeck.games.thousand_faces.ruleset import ThousandFaces
from fatedeck.games.thousand_faces.state import Options
from tests.games.thousand_faces.sessions import first_session, one_shot
from tests.games.thousand_faces.tabletop import player, table


def test_a_one_shot_from_creation_to_its_last_scene() -> None:
    """All four chapters; no more than four Journey points are earned. TFA-285, TFA-293."""
    played = one_shot()
    assert played.state.phase == "over"
    assert len(played.state.earned) == 4
    assert played.record.ruleset.is_over(played.state)


def test_the_first_session_of_nine_hours() -> None:
    """Creation, a fight in the second format, a chase, downtime, the opener. TFA-193."""
    played = first_session()
    assert played.state.session == 2
    assert played.state.chapter == 4
    assert played.state.goal == "Bring the river home"


def test_all_see_how_far_a_campaign_has_come() -> None:
    """Hours, sessions, chapters and the day's downtime, to everyone alike. TFA-194, TFA-285."""
    at = table(player(), player(), options=Options(campaign="nine-hour"))
    at.chapter, at.session, at.day, at.earned = 4, 2, 3, ["book 1 chapter 2"]
    at.players["Ben"].downtime = "Rest"

    campaign = view(at, "Ana").campaign

    assert campaign is not None
    assert campaign == view(at, "GM").campaign == view(at, None).campaign
    assert (campaign.hours, campaign.session, campaign.sessions) == (9, 2, 3)
    assert [chapter.title for chapter in campaign.chapters][campaign.at] == "Search"
    assert len(campaign.chapters) == 8
    assert [chapter.won for chapter in campaign.chapters[:3]] == ["", "A Journey point", ""]
    today, *each = campaign.downtime
    assert (today.title, [(one.title, one.text) for one in each]) == (
        "Day 3",
        [("Ana", "Free today"), ("Ben", "Spent today on Rest")],
    )
    assert "Shop / Procure" not in today.text
    at.town = True
    in_town = view(at, "Ana").campaign
    assert in_town is not None
    assert "Shop / Procure" in in_town.downtime[0].text


def test_thirty_hours_have_three_books_of_eight_chapters() -> None:
    """And each book has points of its own. TFA-285, TFA-306."""
    at = table(player(), options=Options(campaign="thirty-hour"))
    at.book, at.earned = 2, ["book 1 chapter 1"]
    campaign = view(at, None).campaign
    assert campaign is not None
    told = "Campaign, book 2 of 3: about 30 hours; session 1 of about 10; chapter 1 of 8, You."
    assert campaign.told() == told
    assert not any(chapter.won for chapter in campaign.chapters)


def test_nobody_is_told_of_chapters_before_the_story_begins() -> None:
    at = table(player())
    at.phase = "creation"
    assert view(at, None).campaign is None


def test_the_next_chapter_is_offered_by_its_name() -> None:
    """One tap declares it; any other one still goes by its number. TFA-286."""
    at = table(player(), options=Options(campaign="nine-hour"))
    at.chapter = 2
    next_one, another = (o for o in ThousandFaces().offers(at, at.gm) if o.do == "declare-chapter")
    assert next_one.label == "Begin chapter 3 of 8: Go"
    assert next_one.fixed == {"chapter": 3}
    assert (another.label, another.fixed) == ("Declare another chapter", {})

    at.chapter = 8
    (another,) = (o for o in ThousandFaces().offers(at, at.gm) if o.do == "declare-chapter")
    assert another.fixed == {}
