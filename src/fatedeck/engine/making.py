"""Making a character with help: a suggestion, a surprise, the rest filled in, or a hero brought.

The steps are a game's own (`Ruleset.making`), and so is everything that is done here: each of these
actions does some of the game's own actions inside one entry of the record, so that it is taken
back as one. Nothing is drawn for it. A surprise is told by a number that whoever asks for it makes
up: anybody could have chosen the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from fatedeck.engine.actions import Action as Asked
from fatedeck.engine.actions import why_refused
from fatedeck.engine.entries import Act, act
from fatedeck.engine.errors import Refused, Unlisted, Unreadable
from fatedeck.engine.game import Game
from fatedeck.engine.heroes import LONGEST, Choice, read_hero
from fatedeck.engine.offers import Action
from fatedeck.engine.questions import Answer
from fatedeck.engine.story import listed
from fatedeck.engine.view import Making, MakingStep, Stepper, Suggestion

S = TypeVar("S", bound=Struct)

MOST_LUCK = 999_999
MOST_STEPS = 60
"""More steps than any game has, for one that is never done."""
MANY = 6
"""So many suggestions for a step are enough, where a game has more."""


def still_making(seats: Sequence[str]) -> str:
    """Who has no finished character yet, in a sentence.

    >>> still_making(["Ana"]), still_making(["Ana", "Ben"])
    ('Ana is still making a character.', 'Ana and Ben are still making their characters.')
    """
    one = len(seats) == 1
    return f"{listed(seats)} {'is' if one else 'are'} still making " + (
        "a character." if one else "their characters."
    )


class Suggest(Action, frozen=True, tag="making.suggest"):
    """Take a suggestion for a step."""

    step: str
    suggestion: str


class Surprise(Action, frozen=True, tag="making.surprise"):
    """Settle what is open, or one step, by any of the suggestions; `luck` says which."""

    luck: Annotated[int, Meta(ge=0, le=MOST_LUCK)]
    step: str = ""


class Fill(Action, frozen=True, tag="making.fill"):
    """Settle all that is still open by what is suggested first."""


class Bring(Action, frozen=True, tag="making.bring"):
    """Bring a hero from another table: the text of its file."""

    hero: Annotated[str, Meta(max_length=LONGEST)]


def suggested(name: str, label: str, note: str, *actions: Struct) -> Suggestion:
    """A suggestion that comes to these actions of a game."""
    return Suggestion(name, label, note, tuple(map(act, actions)))


def stepper(
    state: S, seat: str, label: str, value: int, less: Asked[S], more: Asked[S], note: str = ""
) -> Stepper:
    """A number with what makes it one less and one more, as far as that can be done now."""
    down, up = (
        act(action) if why_refused(action, state, seat) is None else {} for action in (less, more)
    )
    return Stepper(label, value, down, up, note)


def of_a_hundred(chances: Mapping[int, Fraction]) -> dict[str, int]:
    """Chances by a number, as people say them: so many of a hundred.

    >>> of_a_hundred({1: Fraction(2, 3)})
    {'1': 67}
    """
    return {str(number): round(100 * chance) for number, chance in chances.items()}


def typed(own: Struct, ready: Iterable[Struct]) -> dict[str, str]:
    """The words of an action that somebody has typed: none of the ready-made ones has them."""
    known = [act(one) for one in ready]
    return {
        name: words
        for name, words in act(own).items()
        if name != "do" and isinstance(words, str) and words.strip()
        if all(words != one.get(name) for one in known)
    }


def chosen(action: Struct, *answers: str | int | list[str]) -> Choice:
    """A choice that a finished character comes from."""
    return Choice(act(action), list(answers))


MakingAction: TypeAlias = Suggest | Surprise | Fill | Bring
MAKING = (Suggest, Surprise, Fill, Bring)


NO_STEP = "This table has no step for some of it."
NOT_ALONE = "Someone else at the table would have to decide part of it."
TOO_MUCH = "There’s more in that file than any hero is made of."
MOST_LOOKS = 12
"""So often the steps are looked at again while a hero is made; each look works out all of them."""
MOST_REFUSED, MOST_DONE = 40, 120
"""After so many choices that this table refuses, or has done, nothing more of a file is tried."""


class Maker(Struct):
    """Who makes a character, in which game, and how.

    `now` are the steps as they stand, `does` does one of the game's actions for this seat, with
    answers that are known beforehand. `alone` does the same unless anybody else would be asked.
    """

    game: str
    title: str
    seat: str
    now: Callable[[], Making | None]
    does: Callable[[Act, Sequence[Answer]], None]
    alone: Callable[[Act, Sequence[Answer]], None]


def make(maker: Maker, game: Game[S], action: MakingAction) -> None:
    """Do what is asked for, or raise `Refused` and change nothing."""
    making = maker.now()
    if making is None:
        raise Refused("", "You aren’t making a character right now.")
    match action:
        case Suggest():
            step = _step(making, action.step)
            meant = [one for one in step.suggestions if one.id == action.suggestion]
            if not meant:
                raise Refused("", "That suggestion is no longer open. Take another one.")
            _take(maker, meant[0])
        case Surprise(luck=luck, step=name) if name:
            step = _step(making, name)
            if not step.suggestions:
                raise Refused("", step.waits or "There’s nothing to choose from here.")
            _take(maker, _around_typed(step, step.suggestions[luck % len(step.suggestions)]))
        case Surprise(luck=luck):
            _settle(maker, luck)
        case Fill():
            _settle(maker, 0)
        case Bring():
            _bring(maker, game, making, action.hero)


def _step(making: Making, name: str) -> MakingStep:
    for step in making.steps:
        if step.id == name:
            return step
    raise Refused("", f"There is no step “{name}” in making this character.")


def _take(maker: Maker, suggestion: Suggestion) -> None:
    """Do what a suggestion comes to, as far as it goes; what goes no further is left out."""
    tried = (_try(maker.does, act) for act in suggestion.acts)
    refusals = [refused for refused in tried if refused is not None]
    if len(refusals) == len(suggestion.acts):
        raise refusals[0] if refusals else Refused("", "There’s nothing to do for that.")


def _around_typed(step: MakingStep, suggestion: Suggestion) -> Suggestion:
    """A suggestion that leaves in place what somebody has typed."""
    if not step.typed:
        return suggestion
    acts = tuple(one | step.typed if one["do"] in step.do else one for one in suggestion.acts)
    if all(step.typed.keys() >= one.keys() - {"do"} for one in suggestion.acts):
        raise Refused("", "All of this is in your own words already.")
    return replace(suggestion, acts=acts)


def _try(
    does: Callable[[Act, Sequence[Answer]], None], act: Act, answers: Sequence[Answer] = ()
) -> Refused | None:
    try:
        does(act, answers)
    except Refused as refused:
        return refused.with_traceback(None)
    return None


def _settle(maker: Maker, luck: int) -> None:
    """Settle each open step by one of its suggestions, as often as it takes.

    The number is read as a place in every list of suggestions in turn.
    """
    stuck: list[str] = []
    settled = False
    for _ in range(MOST_STEPS):
        making = maker.now()
        steps = making.steps if making is not None else ()
        left = (one for one in steps if not one.done and one.suggestions and one.id not in stuck)
        step = next(left, None)
        if step is None:
            break
        luck, place = divmod(luck, len(step.suggestions))
        try:
            _take(maker, _around_typed(step, step.suggestions[place]))
            settled = True
        except Refused:
            stuck.append(step.id)
    if not settled:
        raise Refused("", "There’s nothing left to choose for you.")


def _bring(maker: Maker, game: Game[S], making: Making, text: str) -> None:
    """Make a brought hero again by the rules of this table; what they forbid stays behind."""
    try:
        hero = read_hero(text)
    except Unreadable as fault:
        raise Refused("", str(fault)) from fault
    if hero.game != maker.game:
        raise Refused("", f"{hero.name} isn’t a hero of {maker.title}.")
    told = "{player} brings {hero} from another table."
    game.tell(told, player=maker.seat, hero=hero.name)
    known, looks, done, seen = _actions(making), 0, 0, 0
    refusals: list[tuple[Act, Refused]] = []
    for one in hero.choices:
        if len(refusals) == MOST_REFUSED or done == MOST_DONE:
            refusals.append((one.act, Refused("", TOO_MUCH)))
            break
        do = str(one.act.get("do"))
        if do not in known and done > seen and looks < MOST_LOOKS:  # one step leads to another
            known, looks, seen = _actions(maker.now()), looks + 1, done
        refused = _try(maker.alone, one.act, one.answers) if do in known else Refused("", NO_STEP)
        if refused is None:
            done += 1
        else:
            refusals.append((one.act, refused))
    if not done:
        raise refusals[0][1] if refusals else Refused("", f"{hero.name} is made of nothing.")
    for sentence in _left_behind(maker, refusals):
        game.tell("", only={maker.seat: "{sentence}"}, sentence=sentence)


def _actions(making: Making | None) -> set[str]:
    """The actions that make a character now; a file has no others done."""
    if making is None:
        return set()
    return {making.ready_made, making.finish, *(do for step in making.steps for do in step.do)}


def _left_behind(maker: Maker, refusals: Sequence[tuple[Act, Refused]]) -> list[str]:
    """What could not come along and why, in sentences that may name what only this seat sees."""
    absent = [refused.name for _, refused in refusals if isinstance(refused, Unlisted)]
    others = [refused for _, refused in refusals if not isinstance(refused, Unlisted)]
    told = []
    if absent:
        it = "it" if len(absent) == 1 else "them"
        told.append(f"{listed(absent)} can’t come along: this table doesn’t have {it} to choose.")
    told += dict.fromkeys(f"Not everything could come along: {one.sentence}" for one in others)
    making = maker.now()
    missed = {str(act.get("do")) for act, _ in refusals}
    for step in making.steps if making is not None else ():
        if not step.done and missed.intersection(step.do):
            told.append(f"You can choose something else instead, at “{step.title}”")
    return told
