"""Making a character step by step: what each step means for play, and what goes with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from msgspec import convert

from fatedeck.engine.actions import why_refused
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.heroes import Choice, Made
from fatedeck.engine.making import chosen, of_a_hundred, stepper, suggested, typed
from fatedeck.engine.offers import tag
from fatedeck.engine.story import listed
from fatedeck.engine.view import Making, MakingStep, PointsLeft, Stepper, Suggestion
from fatedeck.games.deck_of_adventures.data import (
    Premade,
    hero,
    heroes,
    power_name,
    powers,
    premades,
    tables,
    vulnerabilities,
)
from fatedeck.games.deck_of_adventures.rules import circle
from fatedeck.games.deck_of_adventures.rules.creation import (
    SUITS_IN_WORDS,
    AgreeSuit,
    ChooseRole,
    Describe,
    TakePremade,
)
from fatedeck.games.deck_of_adventures.rules.experience import skill_bonus, start_value, total_xp
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.rules.learning import BuyPower, DropPower
from fatedeck.games.deck_of_adventures.rules.levels import FinishCharacter
from fatedeck.games.deck_of_adventures.rules.modifiers import (
    SetAttribute,
    SetSkill,
    price,
    why_not_set,
)
from fatedeck.games.deck_of_adventures.rules.vulnerabilities import Overcome, TakeVulnerability
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTES,
    PLAYING_CARDS,
    SKILLS,
    Character,
    Switches,
    Table,
    stat_name,
    whole_stat,
)

USUAL_DR = 2
"""How hard most things are."""
USUAL_CHECK = f"A usual Check (DR {USUAL_DR}: your card may be {USUAL_DR} ranks off)"

OF_A_ROLE = {
    "Caster": "You bend the world from a distance: blasts, tricks, knowing things.",
    "Defender": "You stand in front, and whoever wants your friends has to get past you first.",
    "Martial": "You are quick with a blade, and you choose where the fight happens.",
    "Support": "You mend, shield and help; with you the others do better.",
}
USEFUL = {
    "Detection": "Sharp eyes",
    "Stealth": "Light feet",
    "Bluffing": "A straight face",
    "Athletics": "Strong legs",
    "Craft": "Clever hands",
}
"""Skills that anybody is glad of."""


def making(state: Table, seat: str) -> Making | None:
    """The steps while a sheet is made. DOA-316."""
    desk = _desk(state, seat)
    return None if desk is None else _making(*desk)


def makings(state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[Making | None]:
    """The same for all who make one, drawn again where something has changed."""
    desks = (_desk(state, seat) if seat else None for seat in seats)
    return [None if desk is None else drawn.makings.part(_making, *desk) for desk in desks]


def _desk(state: Table, seat: str) -> tuple[Table, str, list[str]] | None:
    """A table with nothing on it but a sheet that is made, whose it is, and what names are taken.

    None where nothing is made.
    """
    who = state.characters.get(seat)
    if who is None or not who.making:
        return None
    alone = Table(state.gm, [seat], state.switches, {}, {seat: who}, power_set=state.power_set)
    return alone, seat, [other.title for other in state.characters.values()]


def _making(state: Table, seat: str, taken: list[str]) -> Making:
    who = state.characters[seat]
    models = _models(who)
    steps = (
        _name(who, taken),
        _role(who),
        _weakness(state, who, models),
        _attributes(state, who, models),
        _powers(state, who, models),
        _skills(state, seat, who),
    )
    total = total_xp(who.level) + sum(who.vulnerability_xp.values())
    points = PointsLeft("XP", who.xp, max(total, who.xp))
    return Making(steps, (points,), tag(TakePremade), tag(FinishCharacter))


def _models(who: Character) -> list[Premade]:
    """The premade characters of the same Role that one could become at this level."""
    fitting = [
        row for row in premades().values() if (row.role, row.power_set) == (who.role, who.power_set)
    ]
    level = max((row.level for row in fitting if row.level <= who.level), default=1)
    return [row for row in fitting if row.level == level]


def _name(who: Character, taken: Sequence[str]) -> MakingStep:
    names = {row.name: row.sentence for row in heroes().values() if " " not in row.name}
    return MakingStep(
        "name",
        "Who are you?",
        "A name, and where you come from. It doesn’t change any rules, but it’s what everyone will "
        "call you.",
        (tag(Describe),),
        done=bool(who.title),
        must=False,
        so_far=who.title,
        suggestions=tuple(
            suggested(name, name, sentence, Describe(name, sentence))
            for name, sentence in names.items()
            if name not in taken
        ),
        typed=typed(
            Describe(who.title, who.background),
            (Describe(name, sentence) for name, sentence in names.items()),
        ),
    )


def _role(who: Character) -> MakingStep:
    rows = [row for row in tables().roles if row.role]
    return MakingStep(
        "role",
        "What is your Role?",
        "Your Role says which Skill you use for most of your Powers, which suit makes your "
        "successes better, and what you can do with cards you discard.",
        (tag(ChooseRole), tag(AgreeSuit)),
        done=bool(who.role),
        so_far=who.role and f"{who.role}: {who.primary}, {SUITS_IN_WORDS[who.suit]}",
        suggestions=tuple(
            suggested(row.role, row.role, OF_A_ROLE[row.role], ChooseRole(row.role)) for row in rows
        ),
    )


def _weakness(state: Table, who: Character, models: Sequence[Premade]) -> MakingStep:
    known = vulnerabilities()
    return MakingStep(
        "weakness",
        "What makes life hard for you?",
        "Up to four Vulnerabilities, worth 4 XP at most. Each gives the Game Master something to "
        "work with, and you more XP to spend. Most of them are the Game Master’s to apply. You can "
        "also do without.",
        (tag(TakeVulnerability), tag(Overcome)),
        done=bool(who.vulnerabilities),
        must=False,
        so_far=listed(who.vulnerabilities),
        suggestions=_like(
            state,
            who,
            models,
            lambda row: [
                TakeVulnerability(max(known[name].xp), name)
                for name in row.vulnerabilities
                if name not in who.vulnerabilities
            ],
            lambda row: (
                listed(row.vulnerabilities),
                " ".join(known[name].effect for name in row.vulnerabilities),
            ),
        ),
    )


def _attributes(state: Table, who: Character, models: Sequence[Premade]) -> MakingStep:
    bought = any(value != start_value(who, name) for name, value in who.attributes.items())
    return MakingStep(
        "attributes",
        "What are you made of?",
        "Each Attribute is the base of its Skills. Vitality makes you harder to bring down, "
        "Agility harder to hit. The first step up costs 2 XP; a weakness gives some back.",
        (tag(SetAttribute),),
        done=bought,
        must=False,
        so_far=_signed(who.attributes),
        suggestions=_like(
            state,
            who,
            models,
            lambda row: _set_attributes(who.attributes, row.attributes),
            lambda row: (_signed(row.attributes), hero(row.id).sentence),
        ),
        steppers=tuple(_stepper(state, who, name, _set_attribute) for name in ATTRIBUTES),
        chance_of=USUAL_CHECK,
        chances=_chances(state.switches),
    )


def _stepper(
    state: Table, who: Character, stat: str, to: Callable[[str, int], SetAttribute | SetSkill]
) -> Stepper:
    """A Modifier, with what one more costs. DOA-320, DOA-322."""
    now = who.modifier(stat)
    less, more = to(stat, now - 1), to(stat, now + 1)
    refused = why_not_set(state, who.name, now + 1, stat)
    note = refused.sentence if refused else f"One more costs {price(who, stat, now + 1)} XP."
    return stepper(state, who.name, whole_stat(stat), now, less, more, note)


@cache
def _chances(switches: Switches) -> dict[str, int]:
    """How often a Check succeeds with each Modifier, from a fresh deck. DOA-48, DOA-51, DOA-74."""
    return of_a_hundred({modifier: _succeeds(modifier, switches) for modifier in range(-2, 7)})


def _succeeds(modifier: int, switches: Switches) -> Fraction:
    reach = circle.effective_range(USUAL_DR, modifier, switches)
    match = circle.required_match(modifier)
    judged = [circle.judge(card, "8C", reach, match) for card in PLAYING_CARDS]
    return Fraction(sum(verdict.success for verdict in judged), len(judged))


def _set_attributes(now: Mapping[str, int], wanted: Mapping[str, int]) -> list[Deed]:
    """What brings the Attributes there; what gives XP back comes first."""
    rising = sorted(wanted.items(), key=lambda one: (one[1] > 0, -one[1]))
    return [_set_attribute(name, value) for name, value in rising if now[name] != value]


def _set_attribute(name: str, value: int) -> SetAttribute:
    return convert({"do": tag(SetAttribute), "attribute": name, "value": value}, SetAttribute)


def _signed(modifiers: Mapping[str, int]) -> str:
    return ", ".join(f"{stat_name(name)} {value:+}" for name, value in modifiers.items() if value)


def _powers(state: Table, who: Character, models: Sequence[Premade]) -> MakingStep:
    prices = powers(who.power_set)

    def split(row: Premade) -> tuple[list[str], list[str]]:
        """What one can still buy of a premade character's Powers, and what takes too much XP."""
        bought: list[str] = []
        beyond: list[str] = []
        for name in row.powers:
            if name in who.powers or prices[name].prereq.level > who.level:
                continue
            spent = sum(prices[one].xp for one in bought)
            (bought if spent + prices[name].xp <= who.xp else beyond).append(name)
        return bought, beyond

    def told(row: Premade) -> tuple[str, str]:
        bought, beyond = split(row)
        note = f"{sum(prices[name].xp for name in bought)} XP. Good at {hero(row.id).good_at}."
        if beyond:
            note += f" Without {_powers_named(beyond)}: you don’t have enough XP left for that."
        return _powers_named(bought), note

    return MakingStep(
        "powers",
        "What can you do?",
        "Powers are what you do on your turn: attacks, healing, tricks. Most cost 1 or 2 XP. "
        "Everyone wants at least one attack, or a good reason not to.",
        (tag(BuyPower), tag(DropPower)),
        done=bool(who.powers),
        must=False,
        so_far=_powers_named(who.powers),
        suggestions=_like(
            state,
            who,
            models,
            lambda row: [BuyPower(name) for name in split(row)[0]],
            told,
        ),
    )


def _powers_named(names: Sequence[str]) -> str:
    return listed([power_name(name) for name in names])


def _skills(state: Table, seat: str, who: Character) -> MakingStep:
    bonuses = {skill: skill_bonus(who, skill) for skill in SKILLS}
    settled = [f"{skill} {who.skills[skill]:+}" for skill, bonus in bonuses.items() if bonus]
    wanted = (who.primary, *USEFUL) if who.primary else tuple(USEFUL)
    rows = {
        skill: SetSkill(skill, who.skills[skill] + 1)
        for skill in wanted
        if why_not_set(state, seat, who.skills[skill] + 1, skill) is None
    }
    return MakingStep(
        "skills",
        "What are you practised in?",
        "A Skill starts at its Attribute, and practice raises it. Each point widens what "
        "counts as a success by one rank on each side.",
        (tag(SetSkill),),
        done=bool(settled),
        must=False,
        so_far=", ".join(settled),
        suggestions=tuple(
            suggested(skill, USEFUL.get(skill, "What you do most"), f"{skill} {act.value:+}", act)
            for skill, act in rows.items()
        ),
        steppers=tuple(_stepper(state, who, skill, SetSkill) for skill in SKILLS),
        chance_of=USUAL_CHECK,
        chances=_chances(state.switches),
    )


def _like(
    state: Table,
    who: Character,
    models: Sequence[Premade],
    actions: Callable[[Premade], Sequence[Deed]],
    words: Callable[[Premade], tuple[str, str]],
) -> tuple[Suggestion, ...]:
    """To do as a premade character has it, as far as one can now; the same is said once."""
    found = {
        words(row)[0]: suggested(row.id, *words(row), *actions(row))
        for row in reversed(models)
        if any(why_refused(act, state, who.name) is None for act in actions(row))
    }
    return tuple(reversed(found.values()))


# A finished character


def made(state: Table, seat: str) -> Made | None:
    """What a finished character is made of: it is premade, or bought step by step. DOA-316."""
    who = state.characters.get(seat)
    if who is None or who.making or who.kind != "pc":
        return None
    if who.title in premades():
        row = hero(who.title)
        return Made(row.name, row.sentence, [chosen(TakePremade(who.title))])
    name = who.title or seat
    start = {attribute: start_value(who, attribute) for attribute in ATTRIBUTES}
    choices = [chosen(Describe(name, who.background)), chosen(ChooseRole(who.role))]
    choices += [
        chosen(TakeVulnerability(xp, taken), *who.power_options.get(taken, ()))
        for taken, xp in who.vulnerability_xp.items()
    ]
    choices += [chosen(act) for act in _set_attributes(start, who.attributes)]
    choices += _bought(who)
    choices += [
        chosen(SetSkill(skill, who.skills[skill])) for skill in SKILLS if skill_bonus(who, skill)
    ]
    return Made(name, who.background, [*choices, chosen(FinishCharacter())])


def _bought(who: Character) -> list[Choice]:
    """The Powers in the order in which they were bought, with what was picked for each. DOA-395."""
    picks = {name: list(options) for name, options in who.power_options.items()}
    found: list[Choice] = []
    for name in who.powers:
        own = picks.get(name, [])
        if name == "Aces Wild":
            found.append(chosen(BuyPower(name), own))
        else:
            found.append(chosen(BuyPower(name), *own[:1]))
            del own[:1]
    return found
