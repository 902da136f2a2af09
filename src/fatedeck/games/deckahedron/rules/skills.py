"""Skills and attributes: using, learning, improving and handing back cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import ONE_WAY, Says, Way
from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Aimed, CardOf, One
from fatedeck.engine.story import capital
from fatedeck.games.deckahedron.data import Stat, faces, magic_items, skill_cards, trait_cards
from fatedeck.games.deckahedron.rules.attempts import (
    Attempt,
    Attribute,
    Background,
    What,
    help_of,
    how_hard,
)
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.checks import check
from fatedeck.games.deckahedron.rules.effects import Effects, spend_charge
from fatedeck.games.deckahedron.rules.families import InTheSpotlight, OfAPlayer, fighting
from fatedeck.games.deckahedron.rules.flips import MEANINGS
from fatedeck.games.deckahedron.rules.stamina import take_wound_card
from fatedeck.games.deckahedron.rules.tokens import gain_blessing
from fatedeck.games.deckahedron.rules.turns import step_forward, why_not_against
from fatedeck.games.deckahedron.state import (
    BLOOD_BOUND,
    ENRAGED,
    HARMLESS,
    Outcome,
    Player,
    Skill,
    Table,
    spent,
)

SKILLS = "Skills"
NEW_PENALTIES = 2
MOST_BONUSES = 2
EAGER_LEARNER = "Eager Learner"
GO_BERSERK = "Go Berserk!"
ENTREAT = "Entreat the Blood-Bound"
TAKE, RISE = "take", "rise"
NO_THINKING = "You can’t use Intelligence skills while enraged. Take a breather first."


def own_skills(table: Table, seat: str) -> list[str]:
    player = table.players[seat]
    return [card for card in player.cards if player.skill(card)]


def other_skills(table: Table, seat: str) -> list[str]:
    """Every skill that a player has no card of."""
    player = table.players[seat]
    return [card for card in skill_cards() if card not in player.cards]


def all_skills(table: Table, seat: str) -> list[str]:
    return [*own_skills(table, seat), *other_skills(table, seat)]


def why_not_skill(table: Table, seat: str, card: str) -> Refused | None:
    """Why a player may not try this skill now, or None. DKH-85, DKH-93."""
    printed = trait_cards()[card]
    player = table.players[seat]
    if ENRAGED in player.conditions and printed.stats == ("intelligence",):
        return Refused("DKH-119", NO_THINKING)
    if printed.uses_item and not charged_items(player):
        return Refused("DKH-119", "None of your magic items has a charge left.")
    skill = player.skill(card)
    if skill is None:
        if card not in table.library:
            return Refused("DKH-85", f"There’s no {card} card left to learn from.")
        return why_too_many_penalties(table, player)
    if skill.face_down:
        return Refused("DKH-119", f"{card} is face down until a {skill.face_down}.")
    return None


def why_too_many_penalties(table: Table, player: Player) -> Refused | None:
    """The house limit over all skills. DKH-93."""
    limit = table.options.max_penalty_cards
    held = sum(skill.penalties for card in player.cards if (skill := player.skill(card)))
    if limit and held + NEW_PENALTIES > limit:
        text = f"The limit is {limit} penalty cards, and you have {held}. Hand back a skill first."
        return Refused("DKH-93", text)
    return None


def fitting_stats(table: Table, seat: str, card: str) -> tuple[Stat, ...]:
    """A skill is flipped on the stats of its card. DKH-119."""
    return trait_cards()[card].stats


def why_not_think(table: Table, seat: str, stat: str, card: str) -> Refused | None:
    if ENRAGED in table.players[seat].conditions and stat == "intelligence":
        return Refused("DKH-119", NO_THINKING)
    return None


def strikes(table: Table, seat: str, card: str) -> bool:
    """A skill that strikes is aimed at a foe, if there is one. DKH-72, DKH-76."""
    return trait_cards()[card].strikes


def items_to_use(table: Table, seat: str, card: str) -> list[str]:
    """The magic items that a skill may be used with, if it needs one. DKH-119."""
    return charged_items(table.players[seat]) if trait_cards()[card].uses_item else []


class UseSkill(Attempt, frozen=True):
    """Use a skill: its penalties and bonuses add to the GM's difficulty. DKH-84 to DKH-87.

    A skill that the character has only seen used is taken up with two penalty cards. One that
    strikes a foe is an attack. DKH-72, DKH-76.
    """

    says = Says("Use a skill", SKILLS)
    modules = ("characters",)
    card: Annotated[str, CardOf(all_skills, why_not_skill, clause="DKH-81", label="Skill")]
    stat: Annotated[
        Stat,
        One(
            fitting_stats,
            why_not_think,
            called=capital,
            said=True,
            after=("card",),
            clause="DKH-119",
        ),
    ]
    words: What = ""
    foe: Annotated[
        str,
        Aimed(
            fighting,
            why_not_against,
            none="nobody",
            after=("card",),
            clause="DKH-75",
            aims=strikes,
        ),
    ] = ""
    item: Annotated[str, CardOf(items_to_use, after=("card",), clause="DKH-119")] = ""
    attribute: Attribute = ""
    background: Background = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [
            Way({"card": card}, card, trait_cards()[card].text) for card in own_skills(state, seat)
        ]

    def do(self, game: Game[Table], seat: str) -> None:
        table, player = game.state, game.state.players[seat]
        printed = trait_cards()[self.card]
        if self.words:
            game.tell("{seat}: {words}", "DKH-14", seat=seat, words=self.words)
        if self.card not in player.cards and not _take_up(game, seat, self.card):
            return
        skill = player.skills.setdefault(self.card, Skill())
        trained = skill.bonuses - skill.penalties
        asked = how_hard(
            game, seat, printed.stats, self.stat, self.words, helped=trained, against=self.foe
        )
        if asked is None:
            return
        stat, step = asked
        step += help_of(game, seat, self.attribute) + trained
        step += step_forward(game, seat)
        if printed.costs_charge and BLOOD_BOUND not in player.conditions:
            spend_charge(player, self.item)
        attacks = bool(self.foe) and printed.strikes
        harmless = attacks and spent(player, HARMLESS)
        outcome = check(game, seat, stat, step, against=self.foe, background=bool(self.background))
        if attacks:
            table.foes[self.foe].aware = True
        improve(game, seat, self.card, outcome)
        text = printed.results.get(outcome.reading, "")
        outcome.effect = text or MEANINGS[outcome.reading]
        game.tell("{card}: {effect}.", "DKH-119", card=self.card, effect=outcome.effect)
        if text:
            effects = Effects(game, seat, self.foe, card=printed, item=self.item, harmless=harmless)
            effects.carry_out(text)


class TrySkill(UseSkill, frozen=True):
    """Try a skill that you have only seen used. DKH-85."""

    says = Says("Try a skill you’ve seen", SKILLS)
    card: Annotated[str, CardOf(other_skills, why_not_skill, clause="DKH-85", label="Skill")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return ONE_WAY


def _take_up(game: Game[Table], seat: str, card: str) -> bool:
    """The GM confirms that the character has seen the skill used. DKH-85."""
    table = game.state
    player = table.players[seat]
    if not game.may(
        table.gm, "seen-used", f"Has {name_of(game, seat)} seen {card} used?", "DKH-85"
    ):
        game.tell("{seat} has never seen {card} used.", "DKH-85", seat=seat, card=card)
        return False
    move(card, table.library, player.cards)
    player.skills[card] = Skill(penalties=NEW_PENALTIES)
    game.tell("{seat} takes up {card} with 2 penalty cards.", "DKH-85", seat=seat, card=card)
    return True


def improve(game: Game[Table], seat: str, card: str, outcome: Outcome) -> None:
    """What the proficiency symbol brings, success or failure alike. DKH-88 to DKH-91, DKH-120."""
    player = game.state.players[seat]
    skill = player.skills[card]
    printed = faces(game.state.options.faces)
    symbol = bool(outcome.card) and printed[outcome.card].proficiency
    if skill.bonuses == 1:
        symbol = len(outcome.cards) >= 2 and all(printed[c].proficiency for c in outcome.cards)
    if not symbol:
        return
    if skill.penalties:
        clause, rise = "DKH-88", "Pay 1 to remove a penalty card"
    elif skill.bonuses < MOST_BONUSES:
        clause, rise = ("DKH-90" if skill.bonuses else "DKH-89"), "Pay 1 to add a bonus card"
    else:
        clause, rise = "DKH-91", ""
    prompt = f"{card} shows its symbol. What do you do with it?"
    labels = {TAKE: "Take a green token", RISE: rise}
    rises = (
        rise
        and player.green_tokens
        and game.choose(seat, "proficiency", prompt, [TAKE, RISE], clause, labels=labels) == RISE
    )
    if rises:
        _rise(game, seat, card, skill, clause)
    else:
        player.green_tokens += 1
        game.tell("{seat} takes a green token.", clause, seat=seat)


def _rise(game: Game[Table], seat: str, card: str, skill: Skill, clause: str) -> None:
    """A skill rises for a green token; an eager learner gains a Blessing card. DKH-104."""
    player = game.state.players[seat]
    player.green_tokens -= 1
    if skill.penalties:
        skill.penalties -= 1
        game.tell(
            "{seat} pays a green token: {card} loses a penalty card.", clause, seat=seat, card=card
        )
    else:
        skill.bonuses += 1
        game.tell(
            "{seat} pays a green token: {card} gets a bonus card.", clause, seat=seat, card=card
        )
    if EAGER_LEARNER in player.bonuses:
        game.tell("{seat} learns eagerly.", "DKH-104", seat=seat)
        gain_blessing(game, seat)


class HandBack(OfAPlayer, frozen=True):
    """Hand back a skill with what lies on it; it starts anew at 2 penalties later. DKH-92."""

    says = Says("Hand back a skill", SKILLS)
    modules = ("characters",)
    card: Annotated[str, CardOf(own_skills, clause="DKH-92", label="Skill")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(own_skills(state, seat))

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        move(self.card, player.cards, game.state.library, "bag")
        player.skills.pop(self.card, None)
        player.exhaustion_tokens.pop(self.card, None)
        game.tell("{seat} hands back {card}.", "DKH-92", seat=seat, card=self.card)


def own_cards(table: Table, seat: str) -> list[str]:
    return list(table.players[seat].cards)


def why_not_attribute(table: Table, seat: str, card: str) -> Refused | None:
    """Why an attribute card does nothing by itself now, or None. DKH-94."""
    player = table.players[seat]
    if card == GO_BERSERK:
        if ENRAGED in player.conditions:
            return Refused("DKH-119", "You’re already enraged. A breather ends it.")
        return None
    if card == ENTREAT:
        if not table.has("combat"):
            return Refused("DKH-118", "Wound cards need the combat module.")
        if BLOOD_BOUND in player.conditions:
            return Refused("DKH-119", "You’re already blood-bound. Healing ends it.")
        return None
    return Refused("DKH-94", f"{card} helps with a flip. Name it when you flip.")


class UseAttribute(InTheSpotlight, frozen=True):
    """Go into a rage, or entreat the Blood-Bound. DKH-94, DKH-119."""

    says = Says("Use an attribute", SKILLS)
    modules = ("characters",)
    card: Annotated[str, CardOf(own_cards, why_not_attribute, clause="DKH-94")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        cards = own_cards(state, seat)
        return [Way({"card": card}, card) for card in (GO_BERSERK, ENTREAT) if card in cards]

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        step_forward(game, seat)
        if self.card == GO_BERSERK:
            player.conditions.append(ENRAGED)
            game.tell("{seat} goes berserk.", "DKH-119", seat=seat)
            return
        player.conditions.append(BLOOD_BOUND)
        game.tell("{seat} entreats the Blood-Bound.", "DKH-119", seat=seat)
        take_wound_card(game, seat)


def charged_items(player: Player) -> list[str]:
    """The magic items of a character that are not depleted."""
    return [item for item in player.items if item in magic_items() and player.charges.get(item)]
