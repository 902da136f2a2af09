"""Skills and attributes: using, learning, improving and handing back cards."""

from __future__ import annotations

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.actions import UseSkill
from fatedeck.games.deckahedron.attempts import (
    help_of,
    how_hard,
    why_no_help,
    why_not_attempt,
)
from fatedeck.games.deckahedron.checks import check
from fatedeck.games.deckahedron.data import TraitCard, faces, magic_items, trait_cards
from fatedeck.games.deckahedron.effects import Effects, spend_charge
from fatedeck.games.deckahedron.flips import MEANINGS
from fatedeck.games.deckahedron.stamina import take_wound_card
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
from fatedeck.games.deckahedron.tokens import gain_blessing
from fatedeck.games.deckahedron.turns import (
    step_forward,
    why_not_act,
    why_not_against,
    why_not_now,
)

NEW_PENALTIES = 2
MOST_BONUSES = 2
EAGER_LEARNER = "Eager Learner"
GO_BERSERK = "Go Berserk!"
ENTREAT = "Entreat the Blood-Bound"
TAKE = "take 1 green token"
NO_THINKING = "Enraged, you use no Intelligence skill; take a breather."


def why_no_characters(table: Table) -> Refused | None:
    if not table.has("characters"):
        return Refused("DKH-118", "The module characters is off.")
    return None


def why_not_skill(table: Table, seat: str, card: str) -> Refused | None:
    """Why a player may not try this skill now, or None. DKH-85, DKH-93."""
    if (refused := why_no_characters(table) or why_not_attempt(table, seat)) is not None:
        return refused
    printed = trait_cards().get(card)
    if printed is None or not printed.is_skill:
        return Refused("DKH-81", f"{card} is not a skill card.")
    player = table.players[seat]
    if ENRAGED in player.conditions and printed.stats == ("intelligence",):
        return Refused("DKH-119", NO_THINKING)
    skill = player.skill(card)
    if skill is None:
        if card not in table.library:
            return Refused("DKH-85", f"No card of {card} is left to learn from.")
        return why_too_many_penalties(table, player)
    if skill.face_down:
        return Refused("DKH-119", f"{card} lies face down until a {skill.face_down}.")
    return None


def why_too_many_penalties(table: Table, player: Player) -> Refused | None:
    """The house limit over all skills. DKH-93."""
    limit = table.options.max_penalty_cards
    held = sum(skill.penalties for card in player.cards if (skill := player.skill(card)))
    if limit and held + NEW_PENALTIES > limit:
        return Refused(
            "DKH-93",
            f"At most {limit} penalty cards here, and you have {held}; hand back a skill first.",
        )
    return None


def use_skill(game: Game[Table], seat: str, action: UseSkill) -> None:
    """Use a skill: its penalties and bonuses add to the GM's difficulty. DKH-84 to DKH-87.

    A skill that the character has only seen used is taken up with two penalty cards. One that
    strikes a foe is an attack. DKH-72, DKH-76.
    """
    table = game.state
    if (refused := why_not_skill(table, seat, action.card)) is not None:
        raise refused
    printed = trait_cards()[action.card]
    player = table.players[seat]
    if (refused := _why_not_so(table, seat, player, printed, action)) is not None:
        raise refused
    if action.words:
        game.tell(f"{seat}: {action.words}", "DKH-14")
    if action.card not in player.cards and not _take_up(game, seat, action.card):
        return
    skill = player.skills.setdefault(action.card, Skill())
    asked = how_hard(game, seat, printed.stats, action.stat)
    if asked is None:
        return
    stat, step = asked
    step += help_of(game, seat, action.attribute) + skill.bonuses - skill.penalties
    step += step_forward(game, seat)
    if printed.charge and BLOOD_BOUND not in player.conditions:
        spend_charge(player, action.item)
    attacks = bool(action.foe) and printed.strikes
    harmless = attacks and spent(player, HARMLESS)
    outcome = check(game, seat, stat, step, against=action.foe, background=bool(action.background))
    if attacks:
        table.foes[action.foe].aware = True
    improve(game, seat, action.card, outcome)
    text = printed.results.get(outcome.reading, "")
    outcome.effect = text or MEANINGS[outcome.reading]
    game.tell(f"{action.card}: {outcome.effect}.", "DKH-119")
    if text:
        Effects(
            game, seat, action.foe, card=printed, item=action.item, harmless=harmless
        ).carry_out(text)


def _why_not_so(
    table: Table, seat: str, player: Player, card: TraitCard, action: UseSkill
) -> Refused | None:
    """Why a skill may not be used with this stat, foe or item, or None. DKH-119."""
    if action.stat not in card.stats:
        fitting = " or ".join(stat.capitalize() for stat in card.stats)
        return Refused("DKH-119", f"{card.name} is flipped on {fitting}.")
    if ENRAGED in player.conditions and action.stat == "intelligence":
        return Refused("DKH-119", NO_THINKING)
    if (refused := why_not_against(table, seat, action.foe)) is not None:
        return refused
    if card.uses_item and not player.charges.get(action.item, 0):
        return Refused("DKH-119", "Name a magic item of yours that still has a charge.")
    return why_no_help(player, action.attribute, bool(action.background))


def _take_up(game: Game[Table], seat: str, card: str) -> bool:
    """The GM confirms that the character has seen the skill used. DKH-85."""
    table = game.state
    player = table.players[seat]
    if not game.may(table.gm, f"Has {seat} seen {card} used?", "DKH-85"):
        game.tell(f"{seat} has never seen {card} used.", "DKH-85")
        return False
    move(card, table.library, player.cards)
    player.skills[card] = Skill(penalties=NEW_PENALTIES)
    game.tell(f"{seat} takes up {card} with 2 penalty cards.", "DKH-85")
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
        clause, rise = "DKH-88", "pay 1 to remove a penalty card"
    elif skill.bonuses < MOST_BONUSES:
        clause, rise = ("DKH-90" if skill.bonuses else "DKH-89"), "pay 1 to add a bonus card"
    else:
        clause, rise = "DKH-91", ""
    options = [TAKE, rise] if rise and player.green_tokens else [TAKE]
    if len(options) > 1 and game.choose(seat, f"{card}: the symbol.", options, clause) == rise:
        _rise(game, seat, card, skill, clause)
    else:
        player.green_tokens += 1
        game.tell(f"{seat} takes a green token.", clause)


def _rise(game: Game[Table], seat: str, card: str, skill: Skill, clause: str) -> None:
    """A skill rises for a green token; an eager learner gains a Blessing card. DKH-104."""
    player = game.state.players[seat]
    player.green_tokens -= 1
    if skill.penalties:
        skill.penalties -= 1
        game.tell(f"{seat} pays a green token: {card} loses a penalty card.", clause)
    else:
        skill.bonuses += 1
        game.tell(f"{seat} pays a green token: {card} gets a bonus card.", clause)
    if EAGER_LEARNER in player.bonuses:
        game.tell(f"{seat} learns eagerly.", "DKH-104")
        gain_blessing(game, seat)


def why_not_hand_back(table: Table, seat: str, card: str) -> Refused | None:
    if (refused := why_not_now(table) or why_no_characters(table)) is not None:
        return refused
    player = table.players.get(seat)
    if player is None or player.skill(card) is None:
        return Refused("DKH-92", f"{card or 'That'} is not one of your skills.")
    return None


def hand_back(game: Game[Table], seat: str, card: str) -> None:
    """Hand back a skill with what lies on it; it starts anew at 2 penalties later. DKH-92."""
    table = game.state
    if (refused := why_not_hand_back(table, seat, card)) is not None:
        raise refused
    player = table.players[seat]
    move(card, player.cards, table.library, "bag")
    player.skills.pop(card, None)
    player.exhaustion_tokens.pop(card, None)
    game.tell(f"{seat} hands back {card}.", "DKH-92")


def why_not_attribute(table: Table, seat: str, card: str) -> Refused | None:
    """Why an attribute card does nothing by itself now, or None. DKH-94."""
    if (refused := why_no_characters(table) or why_not_act(table, seat)) is not None:
        return refused
    player = table.players[seat]
    if card not in player.cards:
        return Refused("DKH-94", f"{card} is not one of your cards.")
    if card == GO_BERSERK:
        if ENRAGED in player.conditions:
            return Refused("DKH-119", "You are enraged already; a breather ends it.")
        return None
    if card == ENTREAT:
        if not table.has("combat"):
            return Refused("DKH-118", "Wound cards need the module combat.")
        if BLOOD_BOUND in player.conditions:
            return Refused("DKH-119", "You are blood-bound already; healing ends it.")
        return None
    return Refused("DKH-94", f"{card} helps with a flip; name it there.")


def use_attribute(game: Game[Table], seat: str, card: str) -> None:
    """Go into a rage, or entreat the Blood-Bound. DKH-94, DKH-119."""
    if (refused := why_not_attribute(game.state, seat, card)) is not None:
        raise refused
    player = game.state.players[seat]
    step_forward(game, seat)
    if card == GO_BERSERK:
        player.conditions.append(ENRAGED)
        game.tell(f"{seat} goes berserk.", "DKH-119")
        return
    player.conditions.append(BLOOD_BOUND)
    game.tell(f"{seat} entreats the Blood-Bound.", "DKH-119")
    take_wound_card(game, seat)


def charged_items(player: Player) -> list[str]:
    """The magic items of a character that are not depleted."""
    return [item for item in player.items if item in magic_items() and player.charges.get(item)]
