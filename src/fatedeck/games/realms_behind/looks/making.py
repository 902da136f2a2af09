"""Making a character step by step: what each step means for play, and what goes with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache

from fatedeck.engine.actions import why_refused
from fatedeck.engine.heroes import Choice, Made
from fatedeck.engine.making import chosen, of_a_hundred, stepper, suggested
from fatedeck.engine.offers import tag
from fatedeck.engine.story import listed
from fatedeck.engine.view import Making, MakingStep, PointsLeft, Stepper, Suggestion
from fatedeck.games.realms_behind.data import ATTRIBUTES, Sample, book
from fatedeck.games.realms_behind.looks.things import technique_called, thing_called
from fatedeck.games.realms_behind.rules.cards import RANK, STANDARD
from fatedeck.games.realms_behind.rules.carrying import is_innate
from fatedeck.games.realms_behind.rules.checks import ASSIST_THRESHOLD
from fatedeck.games.realms_behind.rules.creation import (
    Finish,
    LearnLore,
    Raise,
    TakeSample,
    level_of,
    price_of,
    ready_made,
)
from fatedeck.games.realms_behind.rules.equipment import Buy, Carry, Sell
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.feats import (
    Build,
    DropFeat,
    TakeFeat,
    Unbuild,
    feat_called,
)
from fatedeck.games.realms_behind.rules.names import is_lore
from fatedeck.games.realms_behind.state import Character, Table, Technique

BLANK = "basic"
"""The sheet that everyone begins with. RB-2.1."""


def making(table: Table, seat: str) -> Making | None:
    """The steps until a character is finished. RB-2.1."""
    character = table.players.get(seat)
    if character is None or character.ready:
        return None
    steps = (
        _attributes(table, character),
        _skills(table, character),
        _feats(table, character),
        _techniques(table, character),
        _gear(table, character),
    )
    blank = book().samples[BLANK]
    points = (
        PointsLeft("XP", character.xp, max(blank.xp_free, character.xp)),
        PointsLeft("gold", character.gold, max(blank.gold, character.gold)),
    )
    return Making(steps, points, tag(TakeSample), tag(Finish))


def _attributes(table: Table, character: Character) -> MakingStep:
    settled = {name: character.attribute(name) for name in ATTRIBUTES if character.attribute(name)}
    return MakingStep(
        "attributes",
        "What are you made of?",
        "Body, Mind, Spirit and Luck count for everything you try, and Luck for the cards you "
        "hold. A level costs twice its number in XP, so the first ones are cheap.",
        (tag(Raise),),
        ATTRIBUTES,
        done=bool(settled),
        must=False,
        so_far=_levels(settled.items()),
        suggestions=_like(
            table,
            character,
            lambda sample: _raised(character, sample.attributes.items()),
            _attributes_told,
        ),
        steppers=tuple(_stepper(table, character, name) for name in ATTRIBUTES),
        chance_of="Helping a friend (11 with the top card)",
        chances=_chances(),
    )


def _stepper(table: Table, character: Character, what: str) -> Stepper:
    """A level, with what the next one costs. RB-2.3, RB-2.4."""
    now = level_of(character, what)
    less, more = Raise(what, now - 1), Raise(what, now + 1)
    note = f"The next level costs {price_of(character, what, now + 1)} XP."
    return stepper(table, character.name, what.capitalize(), now, less, more, note)


@cache
def _chances() -> dict[str, int]:
    """How often the top card and a total reach the threshold of an assist. RB-5.1, RB-9.2."""
    ranks = [RANK[card] for card in STANDARD]
    return of_a_hundred(
        {
            level: Fraction(sum(rank + level >= ASSIST_THRESHOLD for rank in ranks), len(ranks))
            for level in range(11)
        }
    )


def _attributes_told(sample: Sample) -> tuple[str, str]:
    return _levels(sample.attributes.items()), sample.text


def _levels(levels: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name.capitalize()} {level}" for name, level in levels if level)


def _raised(character: Character, wanted: Iterable[tuple[str, int]]) -> list[Deed]:
    return [Raise(what, level) for what, level in wanted if level_of(character, what) < level]


def _skills(table: Table, character: Character) -> MakingStep:
    skills = tuple(name for name in book().skills if name != "lore")
    return MakingStep(
        "skills",
        "What have you learned?",
        "A skill adds to its attribute when you try something it covers. A level costs its number "
        "in XP: a little of much, or one thing really well.",
        (tag(Raise), tag(LearnLore)),
        (*skills, *filter(is_lore, character.skills)),
        done=bool(character.skills),
        must=False,
        so_far=_levels(character.skills.items()),
        suggestions=_like(
            table,
            character,
            lambda sample: _raised(character, sample.skills.items()),
            lambda sample: (f"As {sample.name} has learned", _levels(sample.skills.items())),
        ),
        steppers=tuple(
            _stepper(table, character, name)
            for name in (*skills, *filter(is_lore, character.skills))
        ),
    )


def _feats(table: Table, character: Character) -> MakingStep:
    return MakingStep(
        "feats",
        "What sets you apart?",
        "Feats work all the time, and up to two of them can be backgrounds, which you can only "
        "take now. You can also do without.",
        (tag(TakeFeat), tag(DropFeat)),
        done=bool(character.feats),
        must=False,
        so_far=listed([_feat(name) for name in character.feats]),
        suggestions=_like(
            table,
            character,
            lambda sample: [TakeFeat(name) for name in _own(sample.feats, character.feats)],
            lambda sample: (
                listed([_feat(name) for name in _own(sample.feats, ())]),
                " ".join(book().feats[name].text for name in _own(sample.feats, ())),
            ),
        ),
    )


def _feat(name: str) -> str:
    return feat_called(name) if name in book().feats else name.replace("-", " ").capitalize()


def _own(feats: Sequence[str], known: Sequence[str]) -> list[str]:
    """Those of these feats that are bought, not brought by another one of them. RB-18.1."""
    listed_feats = [name for name in feats if name in book().feats]
    brought = [gained for name in listed_feats for gained in book().feats[name].effect.gain_feats]
    return [name for name in listed_feats if name not in brought and name not in known]


def _techniques(table: Table, character: Character) -> MakingStep:
    return MakingStep(
        "techniques",
        "Which techniques do you know?",
        "Spells, healing and special blows, built from a feat and features that fit it. Fighters "
        "can do without.",
        (tag(Build), tag(Unbuild)),
        done=bool(character.techniques),
        must=False,
        so_far=listed([technique_called(name) for name in character.techniques]),
        suggestions=_like(
            table,
            character,
            lambda sample: [
                Build(one.base, one.id.replace("-", " "), list(one.features), one.element)
                for one in sample.techniques
                if not any(_same(one.base, one.features, own) for own in _built(character))
            ],
            lambda sample: (
                listed([technique_called(one.id) for one in sample.techniques]),
                f"As {sample.name} has it. "
                + " ".join(book().feats[one.base].text for one in sample.techniques),
            ),
        ),
    )


def _built(character: Character) -> list[Technique]:
    return list(character.techniques.values())


def _same(base: str, features: Sequence[str], other: Technique) -> bool:
    return (base, sorted(features)) == (other.base, sorted(other.features))


def _gear(table: Table, character: Character) -> MakingStep:
    owned = [item.kind for item in character.items.values() if not item.granted_by]
    return MakingStep(
        "gear",
        "What do you carry?",
        "A weapon, something to keep blows off, and what you may need on the way. What you don’t "
        "spend stays in your purse.",
        (tag(Buy), tag(Sell), tag(Carry)),
        done=bool(owned),
        must=False,
        so_far=listed([thing_called(name) for name in character.items]),
        suggestions=_like(
            table,
            character,
            lambda sample: [Buy(kind) for kind in _bought(sample) if kind not in owned],
            lambda sample: (
                listed([book().equipment[kind].name for kind in _bought(sample)]),
                f"As {sample.name} carries.",
            ),
        ),
    )


def _bought(sample: Sample) -> list[str]:
    things = (*sample.equipped, *sample.at_hand, *sample.inventory)
    return [kind for kind in things if not is_innate(book().equipment[kind])]


def _like(
    table: Table,
    character: Character,
    actions: Callable[[Sample], Sequence[Deed]],
    words: Callable[[Sample], tuple[str, str]],
) -> tuple[Suggestion, ...]:
    """To do as a ready-made character does, as far as one can now; with like attributes first."""
    samples = [book().samples[name] for name in ready_made()]
    alike = [
        sample
        for sample in samples
        if all(character.attribute(name) >= level for name, level in sample.attributes.items())
    ]
    return tuple(
        suggested(sample.id, *words(sample), *actions(sample))
        for sample in alike or samples
        if any(why_refused(act, table, character.name) is None for act in actions(sample))
    )


# A finished character


def made(table: Table, seat: str) -> Made | None:
    """What a finished character is made of: ready-made, or bought step by step. RB-2.1."""
    character = table.players.get(seat)
    if character is None or not character.ready:
        return None
    for name in ready_made():
        if _is(character, book().samples[name]):
            about = book().samples[name].text
            return Made(character.title, about, [chosen(TakeSample(name))])
    attributes = {name: character.attribute(name) for name in ATTRIBUTES}
    choices = [chosen(Raise(name, level)) for name, level in attributes.items() if level]
    choices += [_learned(name, level) for name, level in character.skills.items()]
    choices += [chosen(TakeFeat(name)) for name in _own(character.feats, ())]
    choices += [
        chosen(Build(one.base, one.name, one.features, one.element, one.shape))
        for one in character.techniques.values()
    ]
    bought = [item for item in character.items.values() if not item.granted_by]
    kinds = [item.kind for item in bought if item.kind in book().equipment]
    choices += [chosen(Buy(kind)) for kind in kinds if not is_innate(book().equipment[kind])]
    title = character.title or seat
    return Made(title, _levels(attributes.items()), [*choices, chosen(Finish(title))])


def _learned(skill: str, level: int) -> Choice:
    if is_lore(skill):
        return chosen(LearnLore(skill.removeprefix("lore (").removesuffix(")"), level))
    return chosen(Raise(skill, level))


def _is(character: Character, sample: Sample) -> bool:
    """Whether this is still the ready-made character, as it was taken."""
    attributes = {name: character.attribute(name) for name in ATTRIBUTES}
    return (
        character.title == sample.name
        and attributes == {name: sample.attributes.get(name, 0) for name in ATTRIBUTES}
        and character.skills == sample.skills
        and character.feats == sample.feats
    )
