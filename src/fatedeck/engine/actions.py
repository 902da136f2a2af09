"""What a seat can do: the class of an action says everything there is to say about it.

    class Lay(OnMyTurn, frozen=True):
        '''Lay a card from your hand. HC-2.'''

        says = Says("Lay a card")
        card: Annotated[str, CardOf(hand)]

        def do(self, game: Game[Table], seat: str) -> None:
            ...

Its tag, its form, its offer, what it is refused for and the rule it leads to follow from the class;
its clauses are those that its docstring ends with. A class between `Action` and the actions of a
game says once what holds for all of a family: who may do it, and when.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import ModuleType, NoneType
from typing import Annotated, ClassVar, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Asking, Count, Kind, One, Spot, Words, YesNo
from fatedeck.engine.offers import Form, Offer, Param, Value, kebab, tag
from fatedeck.engine.unfit import why_unfit

S = TypeVar("S", bound=Struct)
D = TypeVar("D", bound=Struct)
M = TypeVar("M")

_CLAUSE = re.compile(r"\b[A-Z]{2,}-\d+(?:\.\d+)?\b")


class Says(Struct, frozen=True):
    """How an action is offered: its words, under which heading, what it costs, what to know."""

    label: str
    group: str = ""
    cost: str = ""
    note: str = ""


class Way(Struct, frozen=True):
    """One way in which an action is offered, where there are several: a power, a kind of attack.

    `chosen` is what this way has settled: values that their fields know, which may still be refused
    just now. What is empty here is as the action `says`. `clauses` are cited beside those of the
    action, `wanted` are the seats that have asked for it. Nobody would be advised to do now what is
    `unlikely`, such as an attack where only friends are in reach; what `warns` somebody is read
    before it is done.
    """

    chosen: Mapping[str, Value] = {}
    label: str = ""
    note: str = ""
    cost: str = ""
    why_not: Refused | None = None
    group: str = ""
    clauses: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    unlikely: bool = False
    warns: str = ""


ONE_WAY = (Way(),)


class Action(
    Struct, Generic[S], frozen=True, forbid_unknown_fields=True, tag_field="do", tag=kebab
):
    """Something a seat does. Its tag is the class's name in small letters: `end-turn`."""

    says: ClassVar[Says]

    @classmethod
    def is_shown(cls, state: S, seat: str) -> bool:
        """Whether a player would look for this now; what is not shown can still be refused.

        It is shown where its families show it too, so each says only what it adds. A family that
        says the same of all its actions says so in a static method, and is asked once.
        """
        return True

    @classmethod
    def why_closed(cls, state: S, seat: str) -> Refused | None:
        """Why this cannot be done now, whatever is chosen, or None if it can."""
        return None

    @classmethod
    def ways(cls, state: S, seat: str) -> Iterable[Way]:
        """The ways in which it is offered."""
        return ONE_WAY

    @classmethod
    def rests_on(cls, state: S, seat: str) -> tuple[object, ...]:
        """All of the state that decides what is offered of it, where that is little, or nothing.

        A family that says so has its offers remembered, at all tables, while that is the same.
        """
        return ()

    def why_not(self, state: S, seat: str) -> Refused | None:
        """Why these choices do not go together, each being legal by itself."""
        return None

    def do(self, game: Game[S], seat: str) -> None:
        """The rule."""
        raise NotImplementedError

    # What follows

    def perform(self, game: Game[S], seat: str) -> None:
        """Do it, or raise `Refused` and change nothing."""
        if (refused := why_refused(self, game.state, seat)) is not None:
            raise refused
        self.do(game, seat)

    @classmethod
    def offers(cls, state: S, seat: str) -> list[Offer]:
        """What this seat is offered of it now."""
        return offered((cls,), state, seat)


class Meaning(Action[S], Generic[S, M], frozen=True):
    """An action whose check and rule need the same made of its choices, as a power in use.

    It is made once, where all choices are legal, and handed to both.
    """

    def means(self, asking: Asking) -> M:
        """What is meant by these choices; what its fields made of them is in `asking`."""
        raise NotImplementedError

    def why_not_so(self, state: S, meant: M) -> Refused | None:
        """Why this cannot be done, each choice being legal by itself."""
        return None

    def carry_out(self, game: Game[S], meant: M) -> None:
        """The rule."""
        raise NotImplementedError

    # What follows

    def why_not(self, state: S, seat: str) -> Refused | None:
        return self.why_not_so(state, self.means(Asking(state, seat)))

    def do(self, game: Game[S], seat: str) -> None:
        self.carry_out(game, self.means(Asking(game.state, seat)))

    def perform(self, game: Game[S], seat: str) -> None:
        if (refused := type(self).why_closed(game.state, seat)) is not None:
            raise refused
        asking = Asking(game.state, seat, msgspec.structs.asdict(self))
        if (refused := _why_illegal(self, asking)) is not None:
            raise refused
        meant = self.means(asking)
        if (refused := self.why_not_so(game.state, meant)) is not None:
            raise refused
        self.carry_out(game, meant)


Judged: TypeAlias = tuple[Spot, Kind, Param | None]
"""How the value of a field is judged: where the same may be chosen at every table, by that."""
AnyAction: TypeAlias = type[Action[Struct]]


def offered(
    actions: tuple[type[Struct], ...], state: Struct, seat: str, *, afresh: bool = False
) -> list[Offer]:
    """What this seat is offered of these actions now; `afresh` without remembering anything."""
    whole = None if afresh else _whole_mark(actions, state, seat)
    return _offered(actions, state, seat, whole, afresh=afresh)


def offered_to_each(
    actions: tuple[type[Struct], ...],
    state: Struct,
    seats: Iterable[str],
    ground: tuple[object, ...],
) -> list[list[Offer]]:
    """The same for each of these seats, where all of it rests on this `ground`, whoever asks."""
    rests = _hashed(ground)
    return [_offered(actions, state, seat, (actions, Action, seat, rests)) for seat in seats]


def _offered(
    actions: tuple[type[Struct], ...],
    state: Struct,
    seat: str,
    whole: Mark,
    *,
    afresh: bool = False,
) -> list[Offer]:
    """The same; `whole` is what everything rests on, where that is one ground."""
    if (known := _recall(whole)) is not None:
        return [offer for offers in known.values() for offer in offers]
    hidden: set[AnyAction] = set()
    for family, above in _families(actions):
        if not hidden.isdisjoint(above) or not family.is_shown(state, seat):
            hidden.add(family)
    left, grounds = _left(actions, frozenset(hidden))
    marks = {one: whole if whole or afresh else _mark(actions, one, state, seat) for one in grounds}
    remembered = {one: _recall(mark) for one, mark in marks.items()}
    found: list[Offer] = []
    worked_out: dict[AnyAction, Remembered] = {one: {} for one in grounds}
    for action, conditions, ground in left:
        known = remembered[ground]
        if known is not None:
            found += known.get(action, ())
        elif offers := _offered_if_shown(action, conditions, state, seat):
            found += offers
            worked_out[ground][action] = offers
    for ground, known in remembered.items():
        if known is None:
            _remember(marks[ground], worked_out[ground])
    return found


def _offered_if_shown(
    action: AnyAction, conditions: tuple[Callable[..., bool], ...], state: Struct, seat: str
) -> list[Offer]:
    for is_shown in conditions:
        if not is_shown(action, state, seat):
            return []
    return offered_anew(action, state, seat)


def offered_anew(action: type[Action[S]], state: S, seat: str) -> list[Offer]:
    """What a seat to which this action is shown is offered of it."""
    closed, ways = action.why_closed(state, seat), action.ways(state, seat)
    if ways is ONE_WAY and closed is None and (always := _always_offered(action)):
        return always
    return [_offer(action, state, seat, way, closed) for way in ways]


# Remembering, where a family says what its offers rest on


Remembered: TypeAlias = dict[AnyAction, list[Offer]]
"""What was offered of a family's actions; what is not there was not shown."""
Mark: TypeAlias = tuple[tuple[type[Struct], ...], AnyAction, str, int] | None
"""To whom, and a hash of all that it rests on, 64 bits keyed at random by each process."""
_MOST_REMEMBERED = 4_000
_lately: dict[Mark, Remembered] = {}
_before: dict[Mark, Remembered] = {}
_encode = msgspec.msgpack.Encoder().encode


def _mark(actions: tuple[type[Struct], ...], family: AnyAction, state: Struct, seat: str) -> Mark:
    ground = family.rests_on(state, seat)
    return (actions, family, seat, _hashed(ground)) if ground else None


def _hashed(ground: tuple[object, ...]) -> int:
    return hash(_encode(ground))


def _whole_mark(actions: tuple[type[Struct], ...], state: Struct, seat: str) -> Mark:
    """What everything rests on that is offered, where that is one ground for all actions."""
    _, grounds = _left(actions, frozenset())
    return _mark(actions, grounds[0], state, seat) if len(grounds) == 1 else None


def _recall(mark: Mark) -> Remembered | None:
    """What was offered then, or None if nobody has asked for it lately."""
    if mark is None:
        return None
    known = _lately.get(mark)
    if known is None and (known := _before.get(mark)) is not None:
        _remember(mark, known)
    return known


def _remember(mark: Mark, offers: Remembered) -> None:
    if mark is None:
        return
    if len(_lately) >= _MOST_REMEMBERED:
        _before.clear()
        _before.update(_lately)
        _lately.clear()
    _lately[mark] = offers


def why_refused(action: Action[S], state: S, seat: str) -> Refused | None:
    """Why this cannot be done now: its family's reasons, each choice, all of them together."""
    if (refused := type(action).why_closed(state, seat)) is not None:
        return refused
    if action.__struct_fields__:
        asking = Asking(state, seat, msgspec.structs.asdict(action))
        if (refused := _why_illegal(action, asking)) is not None:
            return refused
    return action.why_not(state, seat)


def _why_illegal(action: Action[S], asking: Asking) -> Refused | None:
    """Why one of these choices is not legal, or None if all are."""
    chosen = asking.chosen
    for name, stays, judged in _judged(type(action)):
        value = chosen[name]
        if value == stays:
            continue
        spot, kind, known = judged
        if known is None or known.why_not(value) is not None:
            refused = kind.why_not(spot, asking, value)
            if refused is not None:
                return refused
    return None


def form(
    action: type[Action[S]],
    state: S,
    seat: str,
    settled: Mapping[str, Value],
    chosen: Mapping[str, Value],
) -> Form:
    """The form of an action of which some fields are settled, as far as it is filled in.

    What is given may come from anybody: nothing is worked out from a value that is not legal.
    Where what is settled is not legal, nothing is left to choose.
    """
    refused = action.why_closed(state, seat)
    known: dict[str, Value] = {}
    params: list[Param] = []
    asking = Asking(state, seat, known)
    for spot, kind in fields(action) if refused is None else ():
        given = settled.get(spot.name, chosen.get(spot.name))
        if not kind.is_known(asking):
            params.append(kind.outline(spot))
            continue
        none = kind.why_none(spot, asking)
        if none is not None and spot.default is None and set(kind.after) <= settled.keys():
            return Form((), none.sentence, none.clause)
        if none is not None and spot.default is not None:
            given = spot.default if given is None else given
        elif spot.name not in settled:
            params.append(kind.param(spot, asking))
        wrong = none if given is None else kind.why_not(spot, asking, given)
        if wrong is not None and spot.name in settled:
            return Form((), wrong.sentence, wrong.clause)
        if given is not None and wrong is None:
            known[spot.name] = given
        refused = refused or wrong
    if refused is None and len(known) == len(fields(action)):
        refused = why_refused(_made(action, known), state, seat)
    if refused is None:
        return Form(tuple(params))
    return Form(tuple(params), refused.sentence, refused.clause)


def _made(action: type[Action[S]], values: Mapping[str, Value]) -> Action[S]:
    """An action of these values; what its types forbid is refused."""
    try:
        return msgspec.convert({"do": tag(action), **values}, action)
    except msgspec.ValidationError as fault:
        raise Refused("", f"{tag(action)}: {why_unfit(fault, values, action)}") from fault


def chapters(family: type[D], *modules: ModuleType) -> tuple[type[D], ...]:
    """All actions of a family that these modules define, in their order."""
    return tuple(
        found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type)
        and issubclass(found, family)
        and "says" in vars(found)
        and found.__module__ == module.__name__
    )


@cache
def fields(action: type[Struct]) -> tuple[tuple[Spot, Kind], ...]:
    """The fields of an action, each with its kind: the one it is given, or what its type says."""
    found: list[tuple[Spot, Kind]] = []
    for field in msgspec.structs.fields(action):
        default: Value | None = None if field.required else field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        kind = _kind(f"{action.__name__}.{field.name}", field.type)
        label = kind.label or field.name.replace("_", " ").capitalize()
        found.append((Spot(field.name, label, default), kind))
    return tuple(found)


@cache
def clauses(action: type[Struct]) -> tuple[str, ...]:
    """The clauses that an action's docstring cites."""
    return tuple(dict.fromkeys(_CLAUSE.findall(action.__doc__ or "")))


def _kind(where: str, hint: object) -> Kind:
    """The kind of a field: given, or as its type says."""
    metas: list[Meta] = []
    while get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        for note in notes:
            if isinstance(note, Kind):
                return note
        metas += [note for note in notes if isinstance(note, Meta)]
    options = _literals(hint)
    if options:
        return One(among=options)
    if hint is bool:
        return YesNo()
    if hint is str:
        longest = next((meta.max_length for meta in metas if meta.max_length is not None), 400)
        return Words(longest=longest)
    low = next((meta.ge for meta in metas if meta.ge is not None), None)
    high = next((meta.le for meta in metas if meta.le is not None), None)
    if hint is int and low is not None and high is not None:
        return Count(low=int(low), high=int(high))
    raise TypeError(f"{where}: say what may be chosen here, for example with Figure, One or Count.")


def _literals(hint: object) -> tuple[str, ...]:
    """The names that a `Literal`, or a union of them, allows."""
    if get_origin(hint) is Literal:
        return tuple(map(str, get_args(hint)))
    parts = [part for part in get_args(hint) if part is not NoneType]
    if parts and all(get_origin(part) is Literal for part in parts):
        return tuple(str(name) for part in parts for name in get_args(part))
    return ()


@cache
def _families(actions: tuple[type[Struct], ...]) -> tuple[tuple[AnyAction, list[AnyAction]], ...]:
    """The families that say of all their actions alike whether they are shown, the widest first.

    With each come those that it belongs to itself.
    """
    lineages = map(_lineage, actions)
    alike = dict.fromkeys(one for line in lineages for one in line if _says_alike(one))
    return tuple(
        (family, [one for one in alike if one is not family and issubclass(family, one)])
        for family in alike
    )


@cache
def _left(
    actions: tuple[type[Struct], ...], hidden: frozenset[AnyAction]
) -> tuple[list[tuple[AnyAction, tuple[Callable[..., bool], ...], AnyAction]], list[AnyAction]]:
    """The actions that no family hides, with what is still to be asked, and who says `rests_on`.

    And all who say so, each once.
    """
    left = [
        (
            action,
            tuple(_own_word(one) for one in _lineage(action) if not _says_alike(one)),
            next(one for one in action.__mro__ if "rests_on" in vars(one)),
        )
        for action in actions
        if issubclass(action, Action) and hidden.isdisjoint(_lineage(action))
    ]
    return left, list(dict.fromkeys(ground for _, _, ground in left))


def _lineage(action: type[Struct]) -> list[AnyAction]:
    """Who says whether an action is shown: its families, the widest first, and itself."""
    return [
        one
        for one in reversed(action.__mro__)
        if issubclass(one, Action) and one is not Action and "is_shown" in vars(one)
    ]


def _says_alike(family: AnyAction) -> bool:
    return isinstance(vars(family)["is_shown"], staticmethod)


def _own_word(family: AnyAction) -> Callable[..., bool]:
    said: Callable[..., bool] = vars(family)["is_shown"].__func__
    return said


def _offer(action: type[Action[S]], state: S, seat: str, way: Way, closed: Refused | None) -> Offer:
    refused, without = closed or way.why_not, frozenset[str]()
    if refused is None:
        without, refused = _left_out(action, state, seat, way.chosen)
    if way is not ONE_WAY[0]:
        return _told(action, way, _outlines(action, without), refused)
    if refused is not None:
        return _refused_offer(action, refused.clause, refused.sentence)
    return _open_offer(action, without)


# Offers that are the same at many tables are made once: who is sent them again is sent nothing.


@lru_cache(maxsize=8192)
def _refused_offer(action: type[Action[S]], clause: str, sentence: str) -> Offer:
    """The offer of an action that cannot be done now."""
    return _told(action, ONE_WAY[0], (), Refused(clause, sentence))


@cache
def _always_offered(action: type[Action[S]]) -> list[Offer]:
    """The offer of an action that is the same wherever it can be done; none of any other."""
    return [] if _looked_at(action, ()) else [_open_offer(action, frozenset())]


@cache
def _open_offer(action: type[Action[S]], without: frozenset[str]) -> Offer:
    """The offer of an action that can be done, without these fields."""
    return _told(action, ONE_WAY[0], _outlines(action, without), None)


def _told(
    action: type[Action[S]], way: Way, params: tuple[Param, ...], refused: Refused | None
) -> Offer:
    says, cited = action.says, clauses(action)
    if way.clauses:
        cited = tuple(dict.fromkeys((*way.clauses, *cited)))
    if refused is not None and refused.clause and refused.clause not in cited:
        cited = (*cited, refused.clause)
    return Offer(
        tag(action),
        way.label or says.label,
        way.group or says.group,
        params if refused is None else (),
        dict(way.chosen),
        cited,
        way.note or says.note,
        refused.sentence if refused is not None else "",
        way.cost or says.cost,
        way.wanted,
        way.unlikely,
        way.warns,
    )


def _left_out(
    action: type[Action[S]], state: S, seat: str, settled: Mapping[str, Value]
) -> tuple[frozenset[str], Refused | None]:
    """The fields that are not to be filled in: settled, or nothing to choose; or why not at all."""
    to_look_at = _looked_at(action, tuple(settled))
    if not to_look_at:
        return frozenset(settled), None
    known = dict(settled)
    asking = Asking(state, seat, known)
    for spot, kind in to_look_at:
        if not kind.is_known(asking):
            continue
        if spot.name in settled:
            refused = kind.why_not_now(asking, settled[spot.name])
        else:
            refused = kind.why_none(spot, asking)
            if refused is not None and spot.default is not None:
                known[spot.name] = spot.default
                continue
        if refused is not None:
            return frozenset(), refused
    return frozenset(known), None


@cache
def _looked_at(action: type[Struct], settled: tuple[str, ...]) -> tuple[tuple[Spot, Kind], ...]:
    """The fields that an offer looks at, whether this or anything may be chosen for them.

    Where a form is opened in any case, fields that may be left alone are told without looking: what
    is in the form is worked out when it is opened.
    """
    opens = any(kind.is_free() for spot, kind in fields(action) if spot.name not in settled)
    return tuple(
        (spot, kind)
        for spot, kind in fields(action)
        if not kind.is_free() and (spot.name in settled or not opens or spot.default is None)
    )


@cache
def _outlines(action: type[Struct], without: frozenset[str]) -> tuple[Param, ...]:
    """The fields of an action as an offer tells them, without some."""
    return tuple(kind.outline(spot) for spot, kind in fields(action) if spot.name not in without)


@cache
def _judged(action: type[Struct]) -> tuple[tuple[str, object, Judged], ...]:
    """The fields of an action: the default as which each may stay whatever the table, if it may."""
    found: list[tuple[str, object, Judged]] = []
    for spot, kind in fields(action):
        known = kind.outline(spot) if kind.is_free() else None
        may_stay = kind.may_stay()
        if known is not None and spot.default is not None:
            may_stay = known.why_not(spot.default) is None
        stays = spot.default if may_stay else msgspec.NODEFAULT
        found.append((spot.name, stays, (spot, kind, known)))
    return tuple(found)
