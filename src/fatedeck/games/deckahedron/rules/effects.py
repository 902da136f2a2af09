"""What the tables and the cards say, carried out.

A text is a list of effects between semicolons: `deal 1d4; foe pinned`. What leads to no rule is
only told, and the GM's to use. DKH-73, DKH-76 to DKH-78, DKH-119.
"""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine import story
from fatedeck.engine.cards import move
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.data import TraitCard, magic_items
from fatedeck.games.deckahedron.looks.wording import alternative
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.checks import better_placed
from fatedeck.games.deckahedron.rules.dice import read_die, roll_power
from fatedeck.games.deckahedron.rules.foes import injure, tire
from fatedeck.games.deckahedron.rules.stamina import lose_stamina, regain_stamina
from fatedeck.games.deckahedron.state import AWAY, HARMLESS, PINNED, Foe, Player, Table

DROP = "drop one piece of equipment"
REACH_OUT = "Reach Out With Your Feelings"


class Effects:
    """One side acts on another: by an attack, by a breather, or with a card.

    `harmless` says that the acting side deals nothing this time, `held` that the target was pinned
    when it began. DKH-76.
    """

    def __init__(
        self,
        game: Game[Table],
        actor: str,
        target: str = "",
        *,
        card: TraitCard | None = None,
        item: str = "",
        harmless: bool = False,
        held: bool = False,
    ) -> None:
        self.game = game
        self.actor = actor
        self.target = target
        self.card = card
        self.item = item
        self.harmless = harmless
        self.held = held

    def carry_out(self, text: str) -> None:
        """Do all that a text says, in order; a price that is not paid ends it."""
        text = text.removeprefix("critical: ").removeprefix("critical, ")
        for effect in text.split("; "):
            if not self._do(effect):
                return

    def _do(self, effect: str) -> bool:
        word, _, rest = effect.partition(" ")
        if effect.startswith("choose: "):
            options = effect.removeprefix("choose: ").split(" | ")
            self._choose_one([option for option in options if self._can(option)])
        elif effect.startswith("GM offers two: "):
            options = effect.removeprefix("GM offers two: ").split(" | ")
            prompt = f"Which two do you offer {name_of(self.game, self.actor)}?"
            labels = {option: alternative(option) for option in options}
            offered = self.game.several(
                self.game.state.gm, "offer-two", prompt, options, 2, 2, "DKH-119", labels=labels
            )
            self._choose_one(offered)
        elif effect in ("choose 1", "GM chooses 1"):
            self._choose_from_card(self.game.state.gm if word == "GM" else self.actor)
        elif word == "deal":
            self._deal(rest)
        elif word == "take":
            if rest == "a Blessing card":
                take_blessing(self.game, self.actor)
            else:
                self._take(rest)
        elif word == "regain":
            self._regain(rest)
        elif word == "pay":
            return self._pay_green_token()
        elif word == "lose" and rest.endswith(" Stamina"):
            if self.game.state.has("combat"):
                strain = self.card.strain if self.card is not None else "physical"
                lose_stamina(self.game, self.actor, int(rest.split()[0]), strain)
        else:
            self._happen(effect)
        return True

    def _happen(self, effect: str) -> None:
        """The effects that are one change each; the rest is told with the result. DKH-28."""
        game, table = self.game, self.game.state
        match effect:
            case "foe pinned":
                self._put_on(self.target, PINNED, f"{self.target} is pinned.", "DKH-76")
            case "foe may move":
                self._may_move()
            case "foe better placed" if self._has_foe():
                if self._can_move():
                    told = f"{self.target} moves to a better position."
                    self._put_on(self.target, better_placed(self.actor), told, "DKH-55")
            case "foe deals no fatigue next turn":
                told = f"{self.target}’s next attack deals no fatigue."
                self._put_on(self.target, HARMLESS, told, "DKH-76")
            case "attacker on the ground, deals no fatigue next turn":
                told = f"{self.actor} is on the ground. Their next attack deals nothing."
                self._put_on(self.actor, HARMLESS, told, "DKH-76")
            case "lose ammo":
                self._lose_ammo()
            case "attacker loses 1 Stamina":
                self.game.tell("{actor} loses a point of Stamina.", "DKH-73", actor=self.actor)
                tire(game, self.target, self.actor, 1)
            case "drop one piece of equipment":
                player = table.players.get(self.actor)
                if player is not None and table.has("equipment"):
                    player.equipment -= 1
                game.tell("{actor} drops a piece of equipment.", "DKH-78", actor=self.actor)
            case "face down until a breather" if self.card is not None:
                table.players[self.actor].skills[self.card.name].face_down = "breather"
            case "face down until a rest" if self.card is not None:
                table.players[self.actor].skills[self.card.name].face_down = "rest"
            case "the item works":
                game.tell(
                    "{item} works: {text}.",
                    "DKH-119",
                    item=self.item,
                    text=magic_items()[self.item].text,
                )
            case "the item is depleted":
                table.players[self.actor].charges[self.item] = 0
            case "the item loses 1 charge" | "this item holds 1 charge less":
                spend_charge(table.players[self.actor], self.item)
            case "lose 1 charge on all other own magic items":
                for other in table.players[self.actor].items:
                    if other != self.item and other in magic_items():
                        spend_charge(table.players[self.actor], other)

    # Fatigue

    def _deal(self, amount: str) -> None:
        if not self.target or not self.game.state.has("combat"):
            self.game.tell(
                "The GM decides what “deal {amount}” does here.", "DKH-118", amount=amount
            )
            return
        if self.harmless:
            self.game.tell("{actor} deals nothing this time.", "DKH-76", actor=self.actor)
        elif amount == "a Harm":
            injure(self.game, self.target, "Harm")
        elif amount == "a Wound":
            injure(self.game, self.target, "Wound")
        elif amount.endswith(", and 1 Harm is among it"):
            self._tire(self.actor, self.target, self._roll(self.actor, "1d4") - 1)
            injure(self.game, self.target, "Harm")
        else:
            self._tire(self.actor, self.target, self._roll(self.actor, amount))

    def _take(self, amount: str) -> None:
        self._tire(self.target, self.actor, self._roll(self.target, amount))

    def _tire(self, source: str, target: str, points: int) -> None:
        """Deal fatigue; feelings that reach out to a magic item soften it by 1. DKH-119."""
        player = self.game.state.players.get(target)
        if player is not None and REACH_OUT in player.cards and any(player.charges.values()):
            points -= 1
            self.game.tell(
                "{target} takes 1 less: {item}.", "DKH-119", target=target, item=REACH_OUT
            )
        tire(self.game, source, target, points)

    def _regain(self, amount: str) -> None:
        if not self.game.state.has("combat"):
            return
        if self.game.state.players[self.actor].is_incapacitated():
            self.game.tell(
                "{actor} is incapacitated and regains nothing.", "DKH-50", actor=self.actor
            )
            return
        points = read_die(self.game, self.actor, "d4") if amount == "1d4" else int(amount)
        regain_stamina(self.game, self.actor, points)

    def _roll(self, who: str, amount: str) -> int:
        """A number of points; 1d4 is the power of the weapon in hand. DKH-117."""
        if amount.startswith("half "):
            return self._roll(who, amount.removeprefix("half ")) // 2
        total = 0
        for part in amount.split("+"):
            if part == "1d4":
                total += roll_power(self.game, who, _side(self.game.state, who).power)
            elif part == "1d6":
                total += read_die(self.game, who, "d6")
            else:
                total += int(part)
        return total

    # Choices and costs

    def _can(self, option: str) -> bool:
        """Nobody can drop equipment that is not there. DKH-77."""
        player = self.game.state.players.get(self.actor)
        if option != DROP or player is None or not self.game.state.has("equipment"):
            return True
        return player.equipment > 0

    def _choose_one(self, options: list[str]) -> None:
        """The acting side picks one of the alternatives. DKH-78.

        Who has been incapacitated meanwhile picks none, and the first happens. DKH-50.
        """
        chosen = options[0]
        if len(options) > 1 and not _side(self.game.state, self.actor).is_incapacitated():
            seat = self._seat(self.actor)
            chosen = self._choose(seat, "what-happens", "Which do you choose?", options, "DKH-78")
        self.carry_out(chosen)

    def _choose_from_card(self, seat: str) -> None:
        assert self.card is not None
        if seat == self.actor and self.game.state.players[seat].is_incapacitated():
            self.game.tell("{seat} is incapacitated and can do no more.", "DKH-50", seat=seat)
            return
        prompt = f"{self.card.name}: which do you choose?"
        chosen = self._choose(seat, "choose-one", prompt, self.card.options, "DKH-119")
        self.carry_out(chosen.removeprefix("head: "))

    def _choose(
        self, seat: str, name: str, prompt: str, options: Sequence[str], clause: str
    ) -> str:
        labels = {option: alternative(option) for option in options}
        chosen = self.game.choose(seat, name, prompt, options, clause, labels=labels)
        who = self.actor if name == "what-happens" else seat
        self.game.tell("{who} chooses: {chosen}.", clause, who=who, chosen=labels[chosen])
        return chosen

    def _put_on(self, who: str, condition: str, told: str, clause: str) -> None:
        """A condition for who is still standing. DKH-50, DKH-75."""
        side = _side(self.game.state, who)
        if side.is_incapacitated():
            return
        if condition not in side.conditions:
            side.conditions.append(condition)
        self.game.tell(told, clause)

    def _has_foe(self) -> bool:
        """Whether there is a foe to move; where none was named, the GM says which. DKH-55."""
        table = self.game.state
        fighting = table.fighting()
        away = AWAY in _side(table, self.actor).conditions  # DKH-114
        if not self.target and fighting and not away:
            self.target = fighting[0]
            if len(fighting) > 1:
                prompt = f"Which foe is now better placed against {name_of(self.game, self.actor)}?"
                self.target = self.game.choose(
                    table.gm, "better-placed", prompt, fighting, "DKH-55"
                )
        return self.target in table.foes

    def _can_move(self) -> bool:
        """Whether the target can move: it stands, and no pin held it in this exchange.

        DKH-50, DKH-75, DKH-76.
        """
        side = _side(self.game.state, self.target)
        if self.held or PINNED in side.conditions:
            self.game.tell("{target} is pinned and can’t move.", "DKH-76", target=self.target)
            return False
        return not side.is_incapacitated()

    def _may_move(self) -> None:
        """The foe may move, if it can. DKH-78."""
        if self._can_move() and self.game.may(
            self._seat(self.target),
            "move",
            f"Does {name_of(self.game, self.target)} move?",
            "DKH-78",
            yes="Move",
            no="Stay",
        ):
            self.game.tell("{target} moves.", "DKH-78", target=self.target)

    def _lose_ammo(self) -> None:
        """One point of ammunition, or an Equipment token. DKH-77, DKH-116."""
        table = self.game.state
        player = table.players.get(self.actor)
        if player is not None and table.has("equipment"):
            player.equipment = max(0, player.equipment - 1)
        else:
            side = _side(table, self.actor)
            side.ammunition = max(0, side.ammunition - 1)
        self.game.tell("{actor} loses ammunition.", "DKH-77", actor=self.actor)

    def _pay_green_token(self) -> bool:
        player = self.game.state.players[self.actor]
        if player.green_tokens and self.game.may(
            self.actor, "pay-to-work", "Pay 1 green token to make it work?", "DKH-119", yes="Pay"
        ):
            player.green_tokens -= 1
            return True
        self.game.tell("Without the green token, it doesn’t work.", "DKH-119")
        return False

    def _seat(self, who: str) -> str:
        """The seat that decides for a side: the player, or the GM for a foe. DKH-2."""
        return who if who in self.game.state.players else self.game.state.gm


def take_blessing(game: Game[Table], seat: str) -> None:
    """A Blessing card from the supply, if one is left, face up onto the discards. DKH-108."""
    supply = game.state.blessing_supply
    if not len(supply):
        game.tell("There are no Blessing cards left.", "DKH-108")
        return
    card = game.pick(list(supply))
    move(card, supply, game.state.players[seat].discard)
    game.show(story.cards_drawn, seat, "A Blessing", [card], "good")
    game.tell("{seat} takes the Blessing card {card}.", "DKH-108", seat=seat, card=card)


def spend_charge(player: Player, item: str) -> None:
    player.charges[item] = max(0, player.charges.get(item, 0) - 1)


def _side(table: Table, who: str) -> Player | Foe:
    return table.players[who] if who in table.players else table.foes[who]
