"""From what an assistant names to an action: the offer that is meant, its form filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fatedeck.engine.errors import Refused
from fatedeck.engine.names import did_you_mean
from fatedeck.engine.offers import Count, Form, Many, Offer, One, Param, Value
from fatedeck.mcp.line import Line
from fatedeck.mcp.telling import Eyes, field_told, offer_told, usual_value


class Unsettled(Exception):
    """Nothing was done: something is still to be chosen. The message says what."""


async def action_of(
    line: Line, eyes: Eyes, do: str, choices: Mapping[str, Value], *, sure: bool
) -> dict[str, Value]:
    """The action that is meant. What nobody offers is sent as it is, for the table to judge."""
    scene = line.scene
    offers = [offer for offer in scene.offers if offer.do == do] if scene is not None else []
    if not offers:
        return {"do": do, **choices}
    offer = _meant(offers, choices, eyes)
    if offer.why_not:
        raise Refused(offer.clauses[-1] if offer.clauses else "", offer.why_not)
    if do in (*line.table.asks_twice, *line.table.any_time) and not sure:
        raise Unsettled(f"“{offer.label}” ends something for everyone. Say sure if you mean it.")
    chosen = {name: value for name, value in choices.items() if name not in offer.fixed}
    return offer.action(**await _filled(line, eyes, offer, chosen))


def _meant(offers: Sequence[Offer], choices: Mapping[str, Value], eyes: Eyes) -> Offer:
    """The offer that agrees with what was chosen, and says the most of it."""
    fits = [
        offer
        for offer in offers
        if all(choices.get(name, value) == value for name, value in offer.fixed.items())
    ]
    open_now = [offer for offer in fits if not offer.why_not] or fits
    said = [sum(name in choices for name in offer.fixed) for offer in open_now]
    likely = [offer for offer, much in zip(open_now, said, strict=True) if much == max(said)]
    if len(likely) == 1:
        return likely[0]
    told = "\n".join(offer_told(offer, eyes) for offer in likely or offers)
    raise Unsettled(f"Nothing is done yet. Which of these?\n{told}")


async def _filled(
    line: Line, eyes: Eyes, offer: Offer, choices: Mapping[str, Value]
) -> dict[str, Value]:
    """The form of an offer as it was filled in, what is usual where nothing was said."""
    chosen: dict[str, Value] = {}
    while True:
        form = await _form(line, offer, chosen)
        known = {param.name: param for param in form.params}
        chosen |= {
            name: _value(known[name], choices[name], eyes)
            for name in choices
            if name in known and name not in chosen
        }
        left = [param for param in form.params if param.name not in chosen]
        if not left and form.why_not:
            raise Refused(form.clause, form.why_not)
        if not left:
            break
        usual = usual_value(left[0])
        if usual is None:
            form = await _form(line, offer, chosen)
            told = "; ".join(field_told(p, eyes) for p in form.params if p.name not in chosen)
            raise Unsettled(f"Nothing is done yet. For {offer.do} choose: {told}.")
        if left[0].name not in choices:
            chosen[left[0].name] = usual
    if strange := [name for name in choices if name not in chosen]:
        fields = ", ".join(chosen) or "none"
        near = did_you_mean(strange[0], chosen)
        raise Refused("", f"“{strange[0]}” is not a field of {offer.do}.{near} It has: {fields}.")
    return chosen


async def _form(line: Line, offer: Offer, chosen: Mapping[str, Value]) -> Form:
    """What is left to choose; a table is asked only where the offer leaves it open."""
    if not offer.params:
        return Form()
    found = await line.ask("ask-form", do=offer.do, fixed=offer.fixed, chosen=dict(chosen))
    return found.form or Form(offer.params)


def _value(param: Param, value: Value, eyes: Eyes) -> Value:
    """What was named, by its name or by the words that people read."""
    match param:
        case One() if isinstance(value, str):
            return _option(param, value, eyes)
        case Many():
            names = value if isinstance(value, list) else [str(value)]
            return [_option(param, name, eyes) for name in names]
        case Count() if isinstance(value, str) and value.lstrip("-").isdecimal():
            return int(value)
        case _:
            return value


def _option(param: One | Many, said: str, eyes: Eyes) -> str:
    if said in param.options:
        return said
    wanted = said.casefold()
    for option in param.options:
        called = eyes.called(option, param.labels).casefold()
        if wanted in (option.casefold(), called):
            return option
    return said
