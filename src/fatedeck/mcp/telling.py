"""What a seat is shown, in few words: for a reader who cannot see the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec import Struct

from fatedeck.engine.cards import face as face_of
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Value, Words, YesNo
from fatedeck.engine.questions import Choose, Decision, Number, Several
from fatedeck.engine.titles import title
from fatedeck.engine.view import Face, SceneTold, Sheet, Zone
from fatedeck.mcp.line import Line, Scene, StoryLine
from fatedeck.odds.distribution import per_cent
from fatedeck.odds.showing import Odds

MOST_LINES = 20
"""New lines of the story that are told at once."""
MOST_NAMED = 24
"""Names that are listed in one row; there may be more."""


class Eyes(Struct, frozen=True):
    """Whose chair it is, and how the cards look there."""

    seat: str
    faces: Mapping[str, Face]

    def card(self, name: str, labels: Mapping[str, str] | None = None) -> str:
        """A card, or anything else to choose, by its name and by what people call it."""
        called = self.called(name, labels or {})
        return name if called.casefold() == name.casefold() else f"{name} ({called})"

    def called(self, name: str, labels: Mapping[str, str]) -> str:
        """What people read for it."""
        return title(name, labels, self.faces)


def news(line: Line) -> list[str]:
    """What was told since this was last asked, and what is being told."""
    fresh = [one for one in line.story if one.at > line.told and one.text]
    if line.story:
        line.told = line.story[-1].at
    scene = line.scene
    under_way = [read.text for read in scene.telling if read.text] if scene is not None else []
    return [*map(_story_line, fresh[-MOST_LINES:]), *(f"- {text}" for text in under_way)]


def _story_line(line: StoryLine) -> str:
    cited = f" ({', '.join(line.clauses)})" if line.clauses else ""
    if line.kind in ("play", "event"):
        return f"- {line.text}{cited}"
    to = f" to {', '.join(line.to)}" if line.to else ""
    return f"- {line.by} ({line.kind}{to}): {line.text}"


def table_told(line: Line, eyes: Eyes, *, whole: bool, closely: bool = False) -> str:
    """The table as this seat sees it; not `whole`, only what is new and what is to be done."""
    table, scene = line.table, line.scene
    line.untold = False
    lines: list[str] = []
    if whole:
        who = f"You are {line.you.seat} ({line.you.role})." if line.you.seat else "You look on."
        chairs = ", ".join(
            seat.name + (" (machine)" if seat.machine else "" if seat.taken else " (free)")
            for seat in table.seats
        )
        lines.append(f"{table.name} ({table.game}). {who} Seats: {chairs}.")
    if table.paused:
        lines.append("The scene is paused.")
    told = news(line)
    lines += ["New:", *told] if told else []
    if scene is None:
        return "\n".join([*lines, "The game has not started yet."])
    if whole:
        lines += _around(scene, eyes, closely=closely)
    lines += _to_do(scene, eyes)
    lines += _offers(line, scene, eyes, whole=whole)
    later = [offer for offer in scene.offers if offer.why_not]
    if later and closely:
        lines += ["Not now:", *(f"- {offer.label}: {offer.why_not}" for offer in later)]
    return "\n".join(lines)


def _around(scene: Scene, eyes: Eyes, *, closely: bool) -> Iterator[str]:
    """What lies and stands on the table."""
    if scene.banner:
        yield scene.banner
    if scene.campaign is not None:
        yield scene.campaign.told()
        if closely:
            yield from (f"  {entry.title}: {entry.text}" for entry in scene.campaign.downtime)
    if scene.tale is not None:
        yield from _tale(scene.tale, closely=closely)
    for sheet in scene.sheets:
        yield _sheet(sheet)
        if closely or sheet.owner == eyes.seat:
            yield from (f"  {entry.title}: {entry.text}" for entry in sheet.entries)
    for zone in scene.zones:
        if zone.purpose != "stock" or closely:
            yield _zone(zone, eyes)
    if closely:
        for gadget in scene.gadgets:
            yield f"{gadget.title}: {gadget.text}"
        yield from _card_texts(scene, eyes)


def _tale(tale: SceneTold, *, closely: bool) -> Iterator[str]:
    """Where the story is; what only the game master reads, if one looks closely."""
    yield f"Scene: {tale.title}" + (" (the adventure is over)" if tale.over else "")
    for part in tale.told:
        yield f"  There is {part.title}: {part.text}" if part.title else f"  {part.text}"
    yield from (f"  {handout.title}: {handout.text}" for handout in tale.handouts)
    known = [*tale.clues, *tale.facts]
    ways = [f"{clock.name} {clock.at} of {clock.of}" for clock in tale.clocks]
    wishes = [f"{who}: {wish}" for who, wish in tale.wishes.items()]
    rows = {"Known": known, "Ways on": tale.ways, "Clocks": ways, "Wishes": wishes}
    yield from (f"  {name}: {'; '.join(parts)}" for name, parts in rows.items() if parts)
    if closely:
        yield from (f"  For your eyes: {part.title}: {part.text}" for part in tale.untold)
        yield from [f"  For your eyes: {tale.notes}"] if tale.notes else []
    elif tale.untold:
        yield f"  Not told yet: {'; '.join(part.title for part in tale.untold)}"


def _sheet(sheet: Sheet) -> str:
    counters = [
        f"{one.label} {one.value}" + (f"/{one.most}" if one.most is not None else "")
        for one in sheet.counters
    ]
    parts = [*counters, *(condition.name for condition in sheet.conditions)]
    about = f" ({sheet.about})" if sheet.about and sheet.about not in sheet.title else ""
    at = f" at {sheet.at}" if sheet.at else ""
    return f"{sheet.title}{about}{at}" + (f": {', '.join(parts)}" if parts else "")


def _zone(zone: Zone, eyes: Eyes) -> str:
    whose = zone.group or zone.owner
    name = f"{whose}, {zone.title}" if whose else zone.title
    shown = zone.cards if zone.layout != "pile" else zone.cards[:1]
    cards = [eyes.card(one.name) + (f" [{one.note}]" if one.note else "") for one in shown]
    top = "top " if cards and zone.layout == "pile" else ""
    return f"{name}: {zone.count}" + (f", {top}{', '.join(cards[:MOST_NAMED])}" if cards else "")


def _card_texts(scene: Scene, eyes: Eyes) -> Iterator[str]:
    """What is printed on the cards that this seat holds or has before it."""
    mine = [zone for zone in scene.zones if zone.owner == eyes.seat and zone.layout != "pile"]
    for name in dict.fromkeys(face_of(card.name) for zone in mine for card in zone.cards):
        face = eyes.faces.get(name)
        if face is not None and face.text:
            yield f"  {face.title}: {face.text}"


def _to_do(scene: Scene, eyes: Eyes) -> Iterator[str]:
    """What this seat is asked, and for whom the table waits."""
    if scene.over:
        won = f" {' and '.join(scene.won)} won." if scene.won else ""
        yield f"The game is over.{won}"
    if scene.question is not None:
        yield question_told(scene.question, eyes)
    for other in scene.overheard:
        yield f"{other.seat} is asked: {other.prompt}"
    if scene.waiting_for and scene.question is None:
        yield f"The table waits for {' and '.join(scene.waiting_for)}."
    elif scene.turn and not scene.waiting_for:
        yield f"To act: {', '.join(scene.turn)}."
    if scene.task:
        yield scene.task
    if scene.making is not None and not scene.waiting_for:
        for step in scene.making.steps:
            state = step.so_far if step.done else "open"
            ideas = ", ".join(one.id for one in step.suggestions)
            yield f"Making, {step.id}: {step.title} {state}" + (f" (try {ideas})" if ideas else "")


def _offers(line: Line, scene: Scene, eyes: Eyes, *, whole: bool) -> Iterator[str]:
    """What this seat may do; not `whole`, only how that differs from what it was told last."""
    now = {_named(offer): offer_told(offer, eyes) for offer in scene.offers if not offer.why_not}
    if not now:
        return
    before, line.offered = line.offered, now
    fresh = [told for name, told in now.items() if before.get(name) != told]
    gone = [name for name in before if name not in now]
    if whole or len(fresh) > len(now) / 2:
        yield "You can:"
        yield from now.values()
        return
    if fresh:
        yield "You can now:"
        yield from fresh
    if gone:
        yield f"No longer: {', '.join(gone)}."
    yield "The rest you can do as before." if fresh or gone else "You can do the same as before."


def _named(offer: Offer) -> str:
    """What tells an offer from others: what is done, and what is settled of it."""
    return offer.do + (f" {msgspec.json.encode(offer.fixed).decode()}" if offer.fixed else "")


def offer_told(offer: Offer, eyes: Eyes) -> str:
    """An offer: what to call it, what is settled, what is to be chosen."""
    fields = "; ".join(field_told(param, eyes) for param in offer.params)
    note = f". {offer.note}" if offer.note else ""
    cost = f" ({offer.cost})" if offer.cost else ""
    choose = f". Choose: {fields}" if fields else ""
    return f"- {_named(offer)}: {offer.label}{cost}{note}{choose}"


def field_told(param: Param, eyes: Eyes) -> str:
    """A field of a form: its name, what may be chosen for it, and what it is if nothing is said."""
    label = "" if param.label.casefold() == param.name.casefold() else f" ({param.label})"
    usual = usual_value(param)
    otherwise = "" if usual is None else f", else {_said(usual)}"
    return f"{param.name}={_choices(param, eyes)}{otherwise}{label}"


def _said(value: Value) -> str:
    """A value as it would be written among the choices."""
    return "empty" if value == "" else str(value).lower() if isinstance(value, bool) else str(value)


def _choices(param: Param, eyes: Eyes) -> str:
    match param:
        case One() | Many() if param.asked and not param.options:
            return "?"
        case One() | Many():
            several = f"{param.least} to {param.most} of " if isinstance(param, Many) else ""
            names = [_option(option, param.labels, param.notes, eyes) for option in param.options]
            return several + _listed(names)
        case Count():
            return "?" if param.asked else f"{param.low}..{param.high}"
        case YesNo():
            return "true|false"
        case Words():
            return "words"


def usual_value(param: Param) -> Value | None:
    """What is chosen for a field when nothing is said; None where something must be."""
    match param:
        case One(default=str(usual)) if param.asked or usual in param.options:
            return usual
        case Count() | YesNo():
            return param.default
        case Words(may_be_empty=True):
            return ""
        case _:
            return None


def question_told(question: Decision, eyes: Eyes) -> str:
    """What somebody is asked, and what they may answer."""
    cited = f" ({', '.join(question.clauses)})" if question.clauses else ""
    asked = f"You are asked: {question.prompt}{cited}"
    match question:
        case Choose() | Several():
            names = [
                _option(option, question.labels, question.notes, eyes)
                for option in question.options
            ]
            some = (
                f"{question.least} to {question.most} of"
                if isinstance(question, Several)
                else "one of"
            )
            return f"{asked} Answer {some}: {'|'.join(names)}."
        case Number():
            more = " or more" if question.or_more else ""
            return f"{asked} Answer a number from {question.low} to {question.high}{more}."
        case _:
            return f"{asked} Answer in your own words."


def _option(option: str, labels: Mapping[str, str], notes: Mapping[str, str], eyes: Eyes) -> str:
    note = notes.get(option, "")
    said = eyes.card(option, labels) or '""'
    return f"{said} [{note}]" if note and note != eyes.called(option, labels) else said


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return "|".join(names[:MOST_NAMED]) + more


def odds_told(found: Sequence[Odds]) -> str:
    """Odds, a line each: the chance of success where there is one, and every outcome."""
    lines = []
    for odds in found:
        parts = [
            f"{one.outcome} {per_cent(Fraction(one.exactly))}" for one in reversed(odds.chances)
        ]
        success = f" Success: {per_cent(Fraction(odds.success.exactly))}." if odds.success else ""
        lines.append(f"{odds.title}: {', '.join(parts)}.{success}")
    return "\n".join(lines)
