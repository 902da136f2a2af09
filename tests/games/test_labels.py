"""What people choose from reads as words: an id has a label, a name is its own."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from functools import partial

import pytest

from fatedeck.engine import forms
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Many, One, Param, Value
from fatedeck.engine.questions import Choose, Several
from fatedeck.engine.random_play import new_record, random_answer, random_value
from fatedeck.engine.ruleset import find_game
from tests.variants import VARIANTS

AN_ID = re.compile(r"[a-z][a-z0-9]*([_ -][a-z0-9]+)*")
TYPED = ("by the river", "a torch", "the rope holds", "a door opens")
"""Words that random play puts into a form: whoever types a name reads it as it was typed."""


@pytest.mark.parametrize(
    ("game", "options"),
    [(game, options) for game in VARIANTS for options in VARIANTS[game]],
)
def test_every_option_that_people_see_has_words(game: str, options: dict[str, object]) -> None:
    bare: set[str] = set()

    def look(where: str, names: Iterable[str], labels: Mapping[str, str]) -> None:
        for name in names:
            said = labels.get(name, name)
            if AN_ID.fullmatch(said) and not said.startswith(TYPED):
                bare.add(f"{where}: {said}")

    ruleset, luck = find_game(game), random.Random(1)
    record = new_record(ruleset, 1, options, players=3)
    for _ in range(150):
        if record.waiting_for:
            seat = luck.choice(record.waiting_for)
            question = record.question_for(seat)
            assert question is not None
            if isinstance(question, Choose | Several):
                look(question.name, question.options, question.labels)
            record.answer(seat, random_answer(question, luck))
            continue
        offered = [
            (seat.name, offer)
            for seat in record.header.seats
            for offer in ruleset.offers(record.state, seat.name)
            if not offer.why_not and not offer.label.startswith("End the")
        ]
        seat, offer = luck.choice(offered)

        def choose(param: Param, label: str = offer.label) -> Value:
            if isinstance(param, One | Many):
                look(f"{label}, {param.label}", param.options, param.labels)
            return random_value(param, luck)

        try:
            record.do(
                seat, forms.fill(partial(ruleset.form, record.state, seat, offer), offer, choose)
            )
        except Refused:
            continue
    dice = re.compile(r".*: d[0-9]+")
    assert [found for found in sorted(bare) if not dice.fullmatch(found)] == []
