"""Whole sessions run through, whatever the cards bring."""

from __future__ import annotations

from tests.games.thousand_faces.sessions import first_session, one_shot


def test_a_one_shot_from_creation_to_its_last_scene() -> None:
    """All four chapters; no more than four Journey points are earned. TFA-285, TFA-293."""
    table = one_shot()
    assert table.state.phase == "over"
    assert len(table.state.earned) == 4
    assert table.record.ruleset.is_over(table.state)


def test_the_first_session_of_nine_hours() -> None:
    """Creation, a fight in the second format, a chase, downtime, the opener. TFA-193."""
    table = first_session()
    assert table.state.session == 2
    assert table.state.chapter == 4
    assert table.state.goal == "Bring the river home"
