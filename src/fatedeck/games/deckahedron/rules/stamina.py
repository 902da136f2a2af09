"""Stamina: losing it, getting it back, Harm and Wounds."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatedeck.engine import story
from fatedeck.engine.cards import move, shuffle
from fatedeck.engine.game import Game
from fatedeck.engine.story import capital
from fatedeck.games.deckahedron.data import faces, trait_cards, wound_faces
from fatedeck.games.deckahedron.looks.wording import counted
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.decks import reshuffle
from fatedeck.games.deckahedron.state import (
    INCAPACITATED,
    MORTALLY_WOUNDED,
    STAMINA,
    Player,
    Table,
    spent,
)

Strain: TypeAlias = Literal["physical", "mental"]
Injury: TypeAlias = Literal["Harm", "Wound"]

HARM_WORTH = 3
WOUND_WORTH = 6
LOSE, HARM, WOUND = "lose", "harm", "wound"
A_CARD = "card"
HANG_OF_THIS = "Getting the Hang of This"


def stamina_left(table: Table, player: Player) -> int:
    """How many of the ten points a character still has. DKH-42, DKH-44, DKH-47."""
    if table.options.stamina == "heroic":
        return max(0, STAMINA - len(player.exhaustion))
    printed = faces(table.options.faces)
    return max(0, STAMINA - sum(printed[card].stamina for card in player.exhaustion))


def lose_stamina(game: Game[Table], seat: str, points: int, strain: Strain = "physical") -> None:
    """A player is told to lose Stamina and may turn 3 of it into a Harm or 6 into a Wound.

    One conversion at most. What is not converted is lost first; the point that the Harm or Wound
    costs by itself comes on top. DKH-58 to DKH-60.
    """
    if points <= 0:
        return
    injury: Injury | None = None
    if points >= HARM_WORTH:
        options = [LOSE, HARM]
        if points >= WOUND_WORTH:
            options.append(WOUND)
        chosen = game.choose(
            seat,
            "convert",
            f"You’re about to lose {points} Stamina. Turn some of it into an injury?",
            options,
            "DKH-58",
            "DKH-59",
            "DKH-60",
            labels={
                LOSE: f"Lose {points} Stamina",
                HARM: f"Turn {HARM_WORTH} into a Harm",
                WOUND: f"Turn {WOUND_WORTH} into a Wound",
            },
        )
        if chosen == HARM:
            points, injury = points - HARM_WORTH, "Harm"
        elif chosen == WOUND:
            points, injury = points - WOUND_WORTH, "Wound"
    _pay(game, seat, points, strain)
    if injury == "Harm":
        take_harm(game, seat)
    elif injury == "Wound":
        take_wound(game, seat)


def take_harm(game: Game[Table], seat: str) -> None:
    """A strain, sprain or bruise: a point of Stamina and a Harm token; a third Harm is a Wound.

    DKH-56, DKH-57.
    """
    table = game.state
    player = table.players[seat]
    if player.harm >= 2:
        game.tell("A third Harm: {seat} takes a Wound instead.", "DKH-57", seat=seat)
        take_wound(game, seat)
        return
    what = game.text(
        table.gm, "harm", f"{capital(name_of(game, seat))} takes a Harm. What is it?", "DKH-56"
    )
    player.harm += 1
    game.tell("{seat} takes a Harm{described}.", "DKH-56", seat=seat, described=_described(what))
    _pay(game, seat, 1, "physical")


def take_wound(game: Game[Table], seat: str) -> None:
    """A Wound: a point of Stamina, a Wound token and a Wound card; a third one incapacitates.

    Both Wound faces are equally likely. DKH-61, DKH-62.
    """
    table = game.state
    player = table.players[seat]
    if player.wounds >= 2:
        _incapacitate(game, seat, MORTALLY_WOUNDED, "DKH-62")
        return
    what = game.text(
        table.gm, "wound", f"{capital(name_of(game, seat))} takes a Wound. What is it?", "DKH-61"
    )
    player.wounds += 1
    game.tell("{seat} takes a Wound{described}.", "DKH-61", seat=seat, described=_described(what))
    _pay(game, seat, 1, "physical")
    take_wound_card(game, seat)


def take_wound_card(game: Game[Table], seat: str) -> None:
    """A Wound card from the supply goes face up into the discard pile. DKH-61."""
    table = game.state
    face = game.pick(wound_faces())
    if face in table.wound_supply:
        move(face, table.wound_supply, table.players[seat].discard)
        game.show(story.cards_drawn, seat, "A Wound", [face], "dire")
        game.tell(
            "The Wound card {face} goes into {seat}’s discard pile.", "DKH-61", face=face, seat=seat
        )


def regain_stamina(game: Game[Table], seat: str, points: int) -> None:
    """For each point a card of the player's choice, unseen if face down, or a token. DKH-52."""
    table = game.state
    player = table.players[seat]
    regained = 0
    for _ in range(points):
        tokens = sorted(name for name, count in player.exhaustion_tokens.items() if count)
        if table.options.stamina == "heroic":
            cards = [A_CARD] if not player.exhaustion.is_empty() else []
        else:
            cards = list(dict.fromkeys(player.exhaustion))
        options = [*cards, *tokens]
        if not options:
            break
        chosen = options[0]
        if len(options) > 1:
            labels = {A_CARD: "A card", **{name: f"A token from {name}" for name in tokens}}
            chosen = game.choose(
                seat, "regain", "What do you get back?", options, "DKH-52", labels=labels
            )
        if chosen == A_CARD:
            game.draw(player.exhaustion, player.discard, "bag")
        elif chosen in cards:
            move(chosen, player.exhaustion, player.discard)
        else:
            player.exhaustion_tokens[chosen] -= 1
        regained += 1
    game.tell("{seat} regains {regained} Stamina.", "DKH-52", seat=seat, regained=regained)
    come_round(game, seat, INCAPACITATED)


def come_round(game: Game[Table], seat: str, *conditions: str) -> None:
    """With a point of Stamina to act on, incapacity of these kinds ends. DKH-50.

    Who can act again has no fate any more.
    """
    player = game.state.players[seat]
    if not player.is_incapacitated() or stamina_left(game.state, player) == 0:
        return
    for condition in conditions:
        spent(player, condition)
    if not player.is_incapacitated():
        player.fate = ""
        game.tell("{seat} can act again.", "DKH-50", seat=seat)


def free_slots(player: Player, strain: Strain) -> dict[str, int]:
    """The Exhaustion token slots of a character that are empty and take this strain. DKH-51."""
    free = {}
    for source, (count, kind) in slots_of(player).items():
        empty = count - player.exhaustion_tokens.get(source, 0)
        if empty > 0 and kind in ("any", strain):
            free[source] = empty
    return free


def slots_of(player: Player) -> dict[str, tuple[int, str]]:
    """Every source of Exhaustion token slots: how many it has now and which strain they take.

    A skill card opens its slots when it carries no penalty card, and more with bonus cards.
    DKH-51, DKH-103, DKH-119.
    """
    slots: dict[str, tuple[int, str]] = {}
    for name in player.cards:
        card = trait_cards()[name]
        skill = player.skill(name)
        if card.slots and (skill is None or not skill.penalties):
            rise = skill.bonuses if skill is not None else 0
            slots[name] = (card.slots[rise], card.slot_kind)
    if HANG_OF_THIS in player.bonuses:
        slots[HANG_OF_THIS] = (2, "any")
    return slots


def _pay(game: Game[Table], seat: str, points: int, strain: Strain) -> None:
    """Lose points one by one: a token on a slot, or a card. DKH-48, DKH-51."""
    if points <= 0:
        return
    table = game.state
    player = table.players[seat]
    tokens = 0
    for source, empty in free_slots(player, strain).items():
        most = min(empty, points - tokens)
        if most > 0:
            prompt = f"How many Exhaustion tokens do you put on {source} instead of losing cards?"
            put = game.number(seat, "tokens-on-slot", prompt, 0, most, "DKH-51")
            player.exhaustion_tokens[source] = player.exhaustion_tokens.get(source, 0) + put
            tokens += put
    points -= tokens
    if tokens:
        told = "{seat} puts {counted} on their slots."
        game.tell(told, "DKH-51", seat=seat, counted=counted(tokens, "Exhaustion token"))
    if points <= 0 or stamina_left(table, player) == 0:
        return
    if not player.discard.is_empty() and game.may(
        seat,
        "shuffle-first",
        f"You’re about to lose {points} Stamina. Shuffle your discards back in first?",
        "DKH-48",
        yes="Shuffle",
    ):
        reshuffle(player)
        game.tell("{seat} shuffles the discards back in first.", "DKH-48", seat=seat)
    if table.options.stamina == "heroic":
        before = len(player.exhaustion)
        _exhaust_unseen(game, player, points)
        game.tell(
            "{seat} loses {points} Stamina, face down.",
            "DKH-43",
            seat=seat,
            points=len(player.exhaustion) - before,
        )
    else:
        _exhaust_symbols(game, seat, player, points)
    if stamina_left(table, player) == 0 and not player.is_incapacitated():
        clause = "DKH-44" if table.options.stamina == "heroic" else "DKH-47"
        _incapacitate(game, seat, INCAPACITATED, clause)


def _exhaust_unseen(game: Game[Table], player: Player, points: int) -> None:
    """Heroic: the top card goes face down to the Exhaustion pile. DKH-43, DKH-49."""
    for _ in range(points):
        if len(player.exhaustion) >= STAMINA:
            return
        if player.deck.is_empty():
            shuffle(player.deck, player.discard)
        if player.deck.is_empty():
            return
        game.draw(player.deck, player.exhaustion, "bag")


def _exhaust_symbols(game: Game[Table], seat: str, player: Player, points: int) -> None:
    """Gritty: turn cards until a Stamina symbol shows; that card is exhausted, face up.

    The others are discarded. When the deck runs out the discards are shuffled in and the search
    goes on. A Wound card is a card without symbol here. What one loss turns lies in no order that
    matters, so it is laid down in the order of its names. DKH-45, DKH-46, DKH-65.
    """
    printed = faces(game.state.options.faces)
    discarded, lost = player.discard.top, player.exhaustion.top
    turned = found = 0
    shown: list[str] = []
    while found < points and any(
        printed[card].stamina for pile in (player.deck, player.discard) for card in pile
    ):
        if player.deck.is_empty():
            shuffle(player.deck, player.discard)
            turned = 0
        card = game.draw(player.deck, player.discard)
        shown.append(card)
        if printed[card].stamina:
            move(card, player.discard, player.exhaustion)
            found += 1
            lost[:found] = sorted(lost[:found])
            game.tell("{seat} loses a point of Stamina: {card}.", "DKH-45", seat=seat, card=card)
        else:
            turned += 1
            discarded[:turned] = sorted(discarded[:turned])
            game.tell("{seat} turns over {card}: no symbol.", "DKH-45", seat=seat, card=card)
    game.show(story.cards_drawn, seat, "Losing Stamina", shown, "bad")


def _incapacitate(game: Game[Table], seat: str, condition: str, clause: str) -> None:
    """No more actions; the GM says what has become of the character. DKH-50."""
    table = game.state
    player = table.players[seat]
    if condition not in player.conditions:
        player.conditions.append(condition)
    game.tell("{seat} is incapacitated.", clause, "DKH-50", seat=seat)
    prompt = (
        f"{capital(name_of(game, seat))} is incapacitated. Dead, unconscious, or unable to move?"
    )
    player.fate = game.text(table.gm, "fate", prompt, "DKH-50")
    if player.fate:
        game.tell("{seat}: {fate}", "DKH-50", seat=seat, fate=player.fate)


def _described(what: str) -> str:
    return f": {what}" if what else ""
