"""Days, rests and phases, and the actions of Exploration and Downtime."""

from __future__ import annotations

from fatedeck.engine.cards import shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import SOCIAL, book, proper_name
from fatedeck.games.realms_behind.rules.berserk import why_not_calmly
from fatedeck.games.realms_behind.rules.checks import Terms, check, draw_cards, known, own_total
from fatedeck.games.realms_behind.rules.creation import lore_of
from fatedeck.games.realms_behind.rules.derived import (
    at_full_strength,
    draw_size,
    fortune_max,
    total,
    why_not_able,
    will_max,
)
from fatedeck.games.realms_behind.rules.field import someone
from fatedeck.games.realms_behind.rules.growth import dancing_dream, forced_dream
from fatedeck.games.realms_behind.rules.health import heal
from fatedeck.games.realms_behind.rules.techniques import ask_threshold, concede
from fatedeck.games.realms_behind.rules.turns import (
    basic,
    declare,
    end_encounter,
    join_encounter,
    why_not_act,
)
from fatedeck.games.realms_behind.state import Being, Character, Outcome, Table

SHORT_RESTS = 2
EXPLORATION_ACTIONS = 5
DOWNTIME_ACTIONS = 1
"""An Exploration action takes one to three hours, a Downtime action a day. RB-15.2, RB-15.3."""
WAGE_THRESHOLD = 12
IMPROVISED = 1
"""AP of what no action is made for: about three seconds. RB-15.9."""
NO_DEMAND = "any suit"


# The first day


def why_not_begin(table: Table) -> Refused | None:
    """Why the first day cannot begin: it needs at least one finished character. RB-22.7."""
    if table.phase != "creation":
        return Refused("RB-4.1", "The first day has begun already.")
    if not any(character.ready for character in table.players.values()):
        return Refused("RB-22.7", "At least one player must finish a character first.")
    return None


def begin(game: Game[Table]) -> None:
    """The first day: everyone draws their hand from the freshly shuffled deck.

    Whose character is not finished yet comes later. RB-4.1, RB-4.3, RB-22.7.
    """
    table = game.state
    if refused := why_not_begin(table):
        raise refused
    table.phase = "exploration"
    table.day = 1
    for character in table.players.values():
        if character.ready:
            _come_into_play(game, character)
        else:
            character.waiting = True
            game.tell(f"{character.name} will come later.", "RB-22.7")
    game.tell("The first day begins.", "RB-4.1")


def _come_into_play(game: Game[Table], character: Character) -> None:
    """At full strength, with a hand from the freshly shuffled deck. RB-4.1, RB-11.1."""
    character.waiting = False
    at_full_strength(character)
    draw_cards(game, character, draw_size(character))


def why_not_welcome(table: Table, character: Character) -> Refused | None:
    """Why a late character cannot come into play now. RB-22.7."""
    if not character.waiting:
        return Refused("RB-22.7", f"{character.name} is not waiting to come in.")
    if not character.ready:
        return Refused("RB-22.7", f"{character.name} must finish a character first.")
    return None


def welcome(game: Game[Table], character: Character) -> None:
    """The GM lets a late character into play; in an Encounter it acts last. RB-22.7."""
    if refused := why_not_welcome(game.state, character):
        raise refused
    _come_into_play(game, character)
    if game.state.phase == "encounter":
        join_encounter(game.state, character)
    game.tell(f"{character.name} joins as {character.title}.", "RB-22.7")


def enter_phase(game: Game[Table], phase: str) -> None:
    """Exploration ends all Encounter effects, Downtime both; Necrotic stays. RB-15.10."""
    table = game.state
    if refused := why_not_enter(table, phase):
        raise refused
    end_encounter(table)
    table.phase = "exploration" if phase == "exploration" else "downtime"
    game.tell(f"{phase.capitalize()} begins.", "RB-15.10")


def why_not_enter(table: Table, phase: str) -> Refused | None:
    if table.phase == "creation":
        return Refused("RB-4.1", "First begin the first day.")
    if table.phase == phase or phase not in ("exploration", "downtime"):
        return Refused("RB-15.10", f"The phase cannot change from {table.phase} to {phase}.")
    return None


# Rests


def why_not_short_rest(table: Table) -> Refused | None:
    """At most two short rests in a day, however long it lasts. RB-14.1, RB-14.2."""
    if table.phase == "creation":
        return Refused("RB-4.1", "The first day has not begun.")
    if table.short_rests >= SHORT_RESTS:
        return Refused("RB-14.2", "Two short rests were taken today; only a long rest is left.")
    return None


def short_rest(game: Game[Table]) -> None:
    """The whole party rests about an hour. RB-14.2 to RB-14.6, RB-14.9 to RB-14.11."""
    table = game.state
    if refused := why_not_short_rest(table):
        raise refused
    _leave_encounter(table)
    table.short_rests += 1
    game.tell("The party takes a short rest.", "RB-14.2")
    for character in _party(table):
        character.will = min(will_max(character), character.will + total(character, "resolve"))
        gained = character.fortune + total(character, "theurgy")
        character.fortune = min(fortune_max(character), gained)
        character.madness = max(0, character.madness - total(character, "resilience"))
        heal(game, character, total(character, "medicine") + 1, "shallow")
        draw_cards(game, character, total(character, "insight"))


def why_not_long_rest(table: Table) -> Refused | None:
    if table.phase == "creation":
        return Refused("RB-4.1", "The first day has not begun.")
    return None


def long_rest(game: Game[Table], dreamers: list[str]) -> None:
    """8 to 10 hours; the day ends, and everyone wakes with a new hand.

    In order: cards recombined and shuffled (and a dream, if one is dreamed), one Necrotic off,
    healing, Will and Fortune to maximum, Madness 0, the new hand. RB-14.7 to RB-14.11, RB-1.9.
    """
    table = game.state
    if refused := why_not_long_rest(table):
        raise refused
    for name in dreamers:
        if name not in table.players or table.players[name].waiting:
            raise Refused("RB-17.3", f"“{name}” plays no character here.")
    _leave_encounter(table)
    game.tell("The party takes a long rest.", "RB-14.7")
    for character in _party(table):
        shuffle(character.deck, character.hand, character.discard, character.revealed)
        if character.name in dreamers:
            forced_dream(game, character)
        elif character.dream:
            dancing_dream(game, character, character.dream)
        character.dream = ""
        if character.statuses.necrotic:
            character.statuses.necrotic -= 1
        heal(game, character, character.body + total(character, "medicine"))
        character.will = will_max(character)
        character.fortune = fortune_max(character)
        character.madness = 0
        character.used_today.clear()
        character.exploration_actions = EXPLORATION_ACTIONS
        character.downtime_actions = DOWNTIME_ACTIONS
        draw_cards(game, character, draw_size(character))
    table.short_rests = 0
    table.day += 1
    game.tell(f"Day {table.day} begins.", "RB-14.1")
    for character in table.players.values():
        if why_not_welcome(table, character) is None:
            welcome(game, character)


def _leave_encounter(table: Table) -> None:
    """A rest ends the Encounter phase and what lasts only that long. RB-14.10."""
    if table.phase == "encounter":
        table.phase = "exploration"
    end_encounter(table)


def _party(table: Table) -> list[Character]:
    """Everyone in play who rests, Downed or not. RB-14.9, RB-14.11."""
    return [c for c in table.players.values() if not c.dead and not c.waiting]


# Checks that players start


def why_not_try(table: Table, character: Character) -> Refused | None:
    """Why a character may not try something now. RB-4.8, RB-13.3."""
    if table.phase == "creation":
        return Refused("RB-4.1", "The first day has not begun.")
    return why_not_able(character)


def proper_skill(skill: str) -> str:
    """A skill by any of its names, or the Lore of a subject, learned or not.

    RB-2.9, RB-2.10, RB-2.11.
    """
    name, _, subject = skill.strip().lower().partition(" (")
    subject = subject.removesuffix(")").strip()
    if name == "lore" and subject:
        return lore_of(subject)
    return known_skill(skill)


def known_skill(name: str) -> str:
    """One of the 24 skills by any of its names, or a refusal. RB-2.7, RB-2.10."""
    skill = proper_name(name)
    if skill not in book().skills:
        raise Refused("RB-2.7", f"There is no skill “{name}”.")
    return skill


def why_not_improvise(table: Table, character: Character) -> Refused | None:
    """Why nothing can be tried now that no action is made for; in an Encounter it costs 1 AP.

    RB-15.9.
    """
    if table.phase != "encounter":
        return why_not_try(table, character)
    return why_not_act(table, character, IMPROVISED) or why_not_calmly(table, character)


def improvise(game: Game[Table], character: Character, what: str) -> bool:
    """Pay for what no action is made for; whether it can still be done. RB-15.8, RB-15.9."""
    if refused := why_not_improvise(game.state, character):
        raise refused
    if game.state.phase != "encounter":
        return True
    character.ap -= IMPROVISED
    return declare(game, character, what, ["action"])


def target_of(table: Table, actor: Being, name: str) -> str:
    """Whom a check is aimed at, if anyone: somebody else who is there. RB-16.13."""
    if name and someone(table, name) is actor:
        raise Refused("RB-16.13", "A check is aimed at someone else, or at nobody.")
    if name and not someone(table, name).is_here():
        raise Refused("RB-13.4", f"{name} is not here any more.")
    return name


def try_something(
    game: Game[Table], character: Character, skill: str, what: str, target: str
) -> None:
    """A check that a player starts; the GM names threshold, demand and circumstance. RB-21.7."""
    skill = proper_skill(skill)
    target = target_of(game.state, character, target)
    if not improvise(game, character, "try something"):
        return
    gm = game.state.gm
    doing = f"{character.name} tries {what or 'something'} ({skill})"
    game.tell(f"{doing}.", "RB-21.7")
    threshold, hidden = ask_threshold(game, doing)
    demand = game.choose(
        gm,
        "Which suit must answer?",
        (NO_DEMAND, "hearts", "spades", "clubs", "diamonds"),
        "RB-7.1",
    )
    circumstance = game.number(gm, "What does circumstance add?", -20, 20, "RB-5.3")
    terms = Terms(
        skill,
        own_total(game, character, skill) + circumstance,
        threshold,
        target,
        hidden=hidden,
        demand="" if demand == NO_DEMAND else demand,
    )
    check(game, character, terms)


# Actions of an encounter that ask the GM


def why_not_speak(table: Table, character: Character, action: str) -> Refused | None:
    """Why Recall Knowledge or Parlay cannot be done now."""
    if refused := why_not_act(table, character, basic(action).cost.ap):
        return refused
    if refused := why_not_calmly(table, character):
        return refused
    if action == "parlay" and table.parley is None:
        return Refused("RB-15.14", "The GM must first open a dialogue and fix what wins it.")
    return None


def recall_knowledge(game: Game[Table], character: Character, skill: str, about: str) -> None:
    """1 AP: a fitting skill against the GM's threshold; success gives one useful fact. RB-15.9."""
    outcome = _ask_and_check(game, character, "recall-knowledge", skill, about)
    if outcome is not None and outcome.success:
        fact = game.text(
            game.state.gm, f"What does {character.name} know about {about}?", "RB-15.9"
        )
        game.tell(f"{character.name} recalls: {fact}", "RB-15.9")


def parlay(
    game: Game[Table], character: Character, skill: str, statement: str, target: str
) -> None:
    """1 AP: one statement with a social skill; each success is one concession. RB-15.14.

    It is aimed at whom the dialogue is with, if nobody else is named. RB-16.13.
    """
    if known_skill(skill) not in SOCIAL:
        raise Refused("RB-15.14", f"Parlay checks one of: {', '.join(SOCIAL)}.")
    table = game.state
    target = target_of(table, character, target)
    if not target and table.parley is not None and table.parley.with_whom in known(table):
        target = table.parley.with_whom
    outcome = _ask_and_check(game, character, "parlay", skill, statement, target)
    if outcome is not None:
        concede(game, outcome)


def _ask_and_check(
    game: Game[Table], character: Character, action: str, skill: str, what: str, target: str = ""
) -> Outcome | None:
    if refused := why_not_speak(game.state, character, action):
        raise refused
    skill = proper_skill(skill)
    character.ap -= basic(action).cost.ap
    if not declare(game, character, basic(action).name, basic(action).tags):
        return None
    if what:
        game.tell(f"{character.name}, {basic(action).name}: {what}", "RB-15.9")
    threshold, hidden = ask_threshold(game, f"{character.name}: {what or action} ({skill})")
    terms = Terms(skill, own_total(game, character, skill), threshold, target, hidden)
    return check(game, character, terms)


# Actions of Exploration and Downtime


def why_not_day_action(table: Table, character: Character, action: str) -> Refused | None:
    """Exploration allows five actions a day, Downtime one. RB-15.3, RB-15.11."""
    if refused := why_not_try(table, character):
        return refused
    phase = basic(action).phase
    if table.phase != phase:
        return Refused("RB-15.1", f"That is an action of the phase {phase}.")
    if actions_left(character, phase) < basic(action).cost.ap:
        return Refused("RB-15.3", f"No {phase} action is left today.")
    return None


def actions_left(character: Character, phase: str) -> int:
    """How many actions of a phase are left today. RB-15.3."""
    return character.exploration_actions if phase == "exploration" else character.downtime_actions


def spend_actions(character: Character, phase: str, n: int) -> None:
    """Use up actions of the day, never more than are left. RB-15.3, RB-15.12."""
    left = actions_left(character, phase)
    if n > left:
        raise Refused("RB-15.3", f"Only {left} {phase} actions are left today.")
    if phase == "exploration":
        character.exploration_actions -= n
    else:
        character.downtime_actions -= n


def investigate(game: Game[Table], character: Character, more: int) -> None:
    """Insight against a hidden threshold; each further action gives +1 Advantage. RB-15.12."""
    _search(game, character, "investigate", "insight", more)


def gather_information(game: Game[Table], character: Character, skill: str, more: int) -> None:
    """Insight, Diplomacy or a fitting Lore against a hidden threshold. RB-15.12."""
    if proper_name(skill) not in ("insight", "diplomacy") and not skill.lower().startswith("lore"):
        raise Refused("RB-15.9", "Gather Information checks Insight, Diplomacy or a Lore.")
    _search(game, character, "gather-information", skill, more)


def _search(game: Game[Table], character: Character, action: str, skill: str, more: int) -> None:
    if refused := why_not_day_action(game.state, character, action):
        raise refused
    skill = proper_skill(skill)
    if more < 0:
        raise Refused("RB-15.12", "Spend no or more further actions.")
    spend_actions(character, basic(action).phase, basic(action).cost.ap + more)
    what = f"{character.name}: {basic(action).name}"
    threshold, _ = ask_threshold(game, what, hidden=True)
    terms = Terms(skill, own_total(game, character, skill), threshold, hidden=True, advantage=more)
    if check(game, character, terms).success:
        found = game.text(game.state.gm, f"What does {character.name} find out?", "RB-21.7")
        game.tell(f"{character.name} finds out: {found}", "RB-21.7")


def wage_labor(game: Game[Table], character: Character, skill: str) -> None:
    """A fitting skill against 12; one gold per success. RB-15.9."""
    if refused := why_not_day_action(game.state, character, "wage-labor"):
        raise refused
    skill = proper_skill(skill)
    spend_actions(character, "downtime", basic("wage-labor").cost.ap)
    terms = Terms(skill, own_total(game, character, skill), WAGE_THRESHOLD)
    outcome = check(game, character, terms)
    character.gold += outcome.successes
    game.tell(f"{character.name} earns {outcome.successes} gold.", "RB-15.9")


def why_not_contest(table: Table, character: Character, opponent: str) -> Refused | None:
    """Why a contest cannot be had. RB-5.13."""
    if refused := why_not_improvise(table, character):
        return refused
    other = someone(table, opponent)
    if other is character:
        return Refused("RB-5.13", "A contest needs someone else.")
    if not other.is_here():
        return Refused("RB-13.4", f"{opponent} is not here any more.")
    return None
