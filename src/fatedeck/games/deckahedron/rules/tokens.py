"""Green tokens: another flip, one more action, a flashback."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine import story
from fatedeck.engine.actions import Says
from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Words
from fatedeck.engine.story import capital
from fatedeck.games.deckahedron.data import blessings, faces, sign
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.families import OfOneWhoIsAble
from fatedeck.games.deckahedron.rules.flips import difficulty_at, within
from fatedeck.games.deckahedron.rules.stamina import lose_stamina
from fatedeck.games.deckahedron.rules.turns import grant_one_more_action
from fatedeck.games.deckahedron.state import RALLIED, Outcome, Player, Table

KEEP, TWO_GREEN, GREEN_AND_GEAR = "keep", "two-green", "green-and-gear"
PRICES = {
    KEEP: "Keep it",
    TWO_GREEN: "Pay 2 green tokens",
    GREEN_AND_GEAR: "Pay 1 green token and 1 Equipment",
}
NO_MORE, PAY, ANOTHER = "no-more", "pay", "another"
ONE_MORE = {NO_MORE: "No", PAY: "Pay 1 green token", ANOTHER: "Rally another player"}
RALLYING_CRY = "Rallying Cry"
BEST = 4


def pay_to_flip_again(game: Game[Table], seat: str, outcome: Outcome) -> int | None:
    """Pay to ignore the result and flip again, one step easier; the steps of the new flip.

    Once for a flip. The GM may allow more tokens for more steps. DKH-95, DKH-98, DKH-122.
    """
    table = game.state
    player = table.players[seat]
    prices = _prices(table, player)
    if not prices or outcome.reading == BEST or player.is_incapacitated():
        return None
    prompt = f"{sign(outcome.reading)} from {outcome.card}. Flip again, one step easier?"
    chosen = game.choose(seat, "flip-again", prompt, [KEEP, *prices], "DKH-95", labels=PRICES)
    if chosen == KEEP:
        return None
    if chosen == TWO_GREEN:
        player.green_tokens -= 2
        game.tell("{seat} pays 2 green tokens to flip again.", "DKH-95", seat=seat)
    else:
        player.green_tokens -= 1
        player.equipment -= 1
        gear = game.text(seat, "gear", "Which piece of gear makes the difference?", "DKH-98")
        told = "{seat} pays a green token and gear to flip again: {gear}."
        game.tell(told, "DKH-98", seat=seat, gear=gear or "gear")
    step = within(outcome.step + 1)
    most = min(player.green_tokens, 2 - step)
    if most > 0 and game.may(
        table.gm,
        "ease-further",
        f"Can {name_of(game, seat)} pay to ease it further?",
        "DKH-122",
        yes="Allow",
    ):
        more = game.number(
            seat,
            "ease-by",
            "How many more green tokens do you pay, a step each?",
            0,
            most,
            "DKH-122",
        )
        player.green_tokens -= more
        step += more
    game.tell("The new flip is {difficulty}.", "DKH-95", "DKH-87", difficulty=difficulty_at(step))
    return step


def _prices(table: Table, player: Player) -> list[str]:
    prices = []
    if player.green_tokens >= 2:
        prices.append(TWO_GREEN)
    if table.has("equipment") and player.green_tokens >= 1 and player.equipment >= 1:
        prices.append(GREEN_AND_GEAR)
    return prices


def buy_one_more_action(game: Game[Table], seat: str, outcome: Outcome) -> None:
    """The critical success buys one more action at once, one step easier. DKH-96.

    With Rallying Cry another player may take it instead. DKH-106.
    """
    table = game.state
    if outcome.card not in faces(table.options.faces):
        return
    if faces(table.options.faces)[outcome.card].critical != "success":
        return
    player = table.players[seat]
    if player.is_incapacitated():
        return
    others = _who_can_rally(table, seat) if _can_cry(player) else []
    options = [NO_MORE]
    if player.green_tokens:
        options.append(PAY)
    if others:
        options.append(ANOTHER)
    if len(options) == 1:
        return
    prompt = f"{outcome.card}! Take another action right away?"
    chosen = game.choose(seat, "one-more-action", prompt, options, "DKH-96", labels=ONE_MORE)
    if chosen == PAY:
        player.green_tokens -= 1
        grant_one_more_action(game, seat)
    elif chosen == ANOTHER:
        _rally(game, seat, others)


def turn_cry_back(game: Game[Table], seat: str, outcome: Outcome) -> None:
    """The reverse of Rallying Cry: a Blessing as result card turns the card back. DKH-106."""
    player = game.state.players[seat]
    if not player.rallying_cry_turned or outcome.card not in blessings():
        return
    if game.may(seat, "turn-cry-back", "Turn Rallying Cry back?", "DKH-106", yes="Turn it back"):
        player.rallying_cry_turned = False
        game.tell("{seat} turns Rallying Cry back.", "DKH-106", seat=seat)


def gain_blessing(game: Game[Table], seat: str) -> None:
    """Shuffle one Blessing card into the own Deckahedron, if one is left. DKH-104, DKH-108."""
    supply = game.state.blessing_supply
    if not len(supply):
        game.tell("There are no Blessing cards left.", "DKH-108")
        return
    card = game.pick(list(supply))
    move(card, supply, game.state.players[seat].deck, "bag")
    game.show(story.cards_drawn, seat, "A Blessing", [card], "good")
    game.tell(
        "{seat} shuffles the Blessing card {card} into the deck.", "DKH-108", seat=seat, card=card
    )


def most_stamina(table: Table, seat: str) -> int:
    return 10 if table.has("combat") else 0


def most_equipment(table: Table, seat: str) -> int:
    return table.players[seat].equipment if table.has("equipment") else 0


class Flashback(OfOneWhoIsAble, frozen=True):
    """What could have been done earlier is done now, for its own cost plus a green token. DKH-97.

    The player proposes, the GM agrees or refuses.
    """

    says = Says("Remember something you did", "Green tokens", cost="1 green token")
    modules = ("green_tokens",)
    words: Annotated[str, Words(label="What you did")]
    stamina: Annotated[int, Count(0, most_stamina, label="Stamina it costs", clause="DKH-118")] = 0
    equipment: Annotated[
        int, Count(0, most_equipment, label="Equipment it costs", clause="DKH-97")
    ] = 0

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.players[seat].green_tokens < 1:
            return Refused("DKH-97", "A flashback costs a green token; you have none.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        table, player = game.state, game.state.players[seat]
        game.tell("{seat} remembers: {words}", "DKH-97", seat=seat, words=self.words)
        prompt = f"Could {name_of(game, seat)} have done that?"
        if not game.may(table.gm, "flashback", prompt, "DKH-97", yes="Agree", no="Refuse"):
            game.tell("The GM says no to the flashback. Nothing is paid.", "DKH-97")
            return
        player.green_tokens -= 1
        player.equipment -= self.equipment
        game.tell("{seat} pays a green token, and it happened.", "DKH-97", seat=seat)
        lose_stamina(game, seat, self.stamina)


def _can_cry(player: Player) -> bool:
    return RALLYING_CRY in player.bonuses and not player.rallying_cry_turned


def _who_can_rally(table: Table, seat: str) -> list[str]:
    return [
        name
        for name in table.seats
        if name != seat
        and table.players[name].green_tokens
        and not table.players[name].is_incapacitated()
    ]


def _rally(game: Game[Table], seat: str, others: list[str]) -> None:
    """Another player pays and acts; the one who cried gains a Blessing card. DKH-106.

    In the own turn of the one who cried, the spotlight goes over once this action is carried out.
    """
    other = game.choose(seat, "rally-whom", "Who do you rally?", others, "DKH-106")
    prompt = (
        f"{capital(name_of(game, seat))} rallies you. Pay 1 green token for an action right away?"
    )
    if not game.may(other, "answer-cry", prompt, "DKH-106", yes="Pay"):
        game.tell("{other} doesn’t answer the cry.", "DKH-106", other=other)
        return
    game.state.players[other].green_tokens -= 1
    game.state.players[seat].rallying_cry_turned = True
    gain_blessing(game, seat)
    if game.state.spotlight == seat:
        game.state.players[other].conditions.append(RALLIED)
    else:
        grant_one_more_action(game, other)
