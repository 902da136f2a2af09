"""Gifts, loot and bribes: what the GM gives, and what it costs to refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import equipment, stamina
from fatedeck.games.thousand_faces.rules.families import InTheCampaign, WhereThereIsOne, players
from fatedeck.games.thousand_faces.state import Item, Table, give_item, new_item

GROUP = "World"


class ToAPlayer(InTheCampaign, frozen=True):
    """What the GM gives to a PC. TFA-2."""

    seat: Annotated[str, Figure(players, label="Player", clause="TFA-2")]


def why_not_gift(table: Table, seat: str, gift: str, who: str) -> Refused | None:
    """Only what is there can be healed. TFA-311."""
    player = table.players[who]
    if gift == "heal a Wound" and not player.wounds:
        return Refused("TFA-311", f"{who} has no Wounds.")
    if gift == "heal a Harm" and not player.harm:
        return Refused("TFA-311", f"{who} has no Harm.")
    return None


GIFTS = {"a blessing": "a blessing", "heal a Wound": "a Wound heals", "heal a Harm": "a Harm heals"}


class GiveGift(ToAPlayer, frozen=True):
    """A gift of the GM's: a blessing, or a Wound or Harm healed. TFA-311."""

    says = Says("Give a gift", GROUP)
    gift: Annotated[
        str, One(tuple(GIFTS), why_not_gift, called=capital, after=("seat",), clause="TFA-311")
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        if self.gift == "a blessing":
            stamina.gain_blessing(game, self.seat)
        elif self.gift == "heal a Wound":
            stamina.heal_wound(game, self.seat)
        else:
            game.state.players[self.seat].harm -= 1
        game.tell("A gift for {seat}: {gift}.", "TFA-311", seat=self.seat, gift=GIFTS[self.gift])


# Loot

THINGS = ("a thing", "a precious thing")
BURDENS = ("counts", "small, counts 0")


def loot(table: Table, seat: str, who: str) -> dict[str, str]:
    """What may be found, with what it is good for; also what a PC has told tales of. TFA-211."""
    faces = catalogue.items()
    found = dict.fromkeys(("Pack", "precious Pack", *THINGS), "")
    found |= {name: faces[name].gist for name in catalogue.campaign_items(table.options.campaign)}
    return found | {item.name: "" for item in table.players[who].tales}


def loot_name(what: str) -> str:
    return capital(catalogue.item_name(what))


def burdens(table: Table, seat: str, what: str) -> tuple[str, ...]:
    """Only of a thing without a card it is said how it burdens. TFA-133."""
    return BURDENS if what in THINGS else ()


class GiveLoot(ToAPlayer, frozen=True):
    """Loot: Pack, a named thing, or a card; looted magic has capacity 1.

    TFA-133, TFA-154, TFA-155.
    """

    says = Says("Give loot", GROUP)
    what: Annotated[str, One(loot, called=loot_name, after=("seat",), clause="TFA-154")]
    name: Annotated[str, Words(label="Its name", longest=60)] = ""
    counts: Annotated[str, One(burdens, called=capital, label="Burden", after=("what",))] = "counts"

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way()
        for teller, player in state.seated():
            for item in player.tales:
                told = {"seat": teller, "what": item.name, "name": "", "counts": "counts"}
                yield Way(told, f"{teller} finds {item.name}", clauses=("TFA-211",))

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[self.seat]
        face = catalogue.items().get(self.what)
        found = self.what
        if self.what == "Pack":
            player.pack += 1
            found = equipment.PACK_CARD
        elif self.what == "precious Pack":
            player.precious += 1
            player.new_precious = True
            found = equipment.PRECIOUS_CARD
        elif face is not None:
            item = new_item(face, self.name, capacity=1 if face.capacity else None)
            found = give_item(player, item).name
        elif self.what in THINGS:
            precious = self.what == "a precious thing"
            thing = Item(self.name or self.what, precious=precious, unclear=True)
            thing.enc = 1 if self.counts == "counts" else 0
            found = give_item(player, thing).name
            player.new_precious = player.new_precious or precious
        else:
            told = next(item for item in player.tales if item.name == self.what)
            player.tales.remove(told)
            found = give_item(player, told).name
        game.tell("{seat} finds {found}.", "TFA-154", seat=self.seat, found=found)


# Made things

MADE = ("weapon", "armour", "shield")
MOST_SLOTS = 3
"""New armour has up to 3 slots. TFA-148."""

SHIELD_STEPS: tuple[tuple[str, ...], ...] = (
    (),
    ("either lose 1 or damage",),
    ("lose 1",),
    ("lose 1", "damage"),
)
"""Avoid, at a rising price; a new shield takes three neighbours. TFA-151."""


def best_power(state: Table) -> str:
    """The best weapon's die in the party. TFA-155."""
    steps = catalogue.tables().power_steps
    powers = [
        item.power
        for player in state.players.values()
        for item in player.items
        if item.kind == "weapon" and item.power
    ]
    return max(powers, key=steps.index, default="d4")


def why_not_so_strong(table: Table, seat: str, power: str, kind: str) -> Refused | None:
    """Loot is not stronger than what the party has. TFA-155."""
    steps = catalogue.tables().power_steps
    if steps.index(power) > steps.index(best_power(table)):
        return Refused("TFA-155", "Loot can’t be stronger than the party’s best weapon.")
    return None


def most_slots(table: Table, seat: str, kind: str, harm_slots: int = 0) -> int:
    return MOST_SLOTS - harm_slots if kind == "armour" else 0


def fewest_slots(table: Table, seat: str, kind: str, harm_slots: int) -> int:
    """New armour has at least one slot. TFA-148."""
    return int(kind == "armour" and not harm_slots)


def only_for(kind: str, *names: str) -> Callable[[Table, str, str], tuple[str, ...]]:
    """What is chosen for one kind of thing alone."""
    return lambda table, seat, made: names if made == kind else ()


class MakeItem(ToAPlayer, frozen=True):
    """Make a new weapon, armour or shield card: the GM draws slots or results.

    The table sets the burden. TFA-142, TFA-144, TFA-148, TFA-151, TFA-152.
    """

    says = Says("Make a weapon, armour or shield", GROUP)
    kind: Annotated[Literal["weapon", "armour", "shield"], One(MADE, called=capital)]
    name: Annotated[str, Words(longest=60)]
    harm_slots: Annotated[
        int, Count(0, most_slots, label="Armour slots for Harm", after=("kind",), clause="TFA-148")
    ] = 0
    either_slots: Annotated[
        int,
        Count(
            fewest_slots,
            most_slots,
            label="Armour slots for Harm or Wound",
            after=("kind", "harm_slots"),
            clause="TFA-148",
        ),
    ] = 0
    extra: Annotated[int, Count(0, 3, label="Extra encumbrance")] = 0
    results: Annotated[
        str,
        One(
            only_for("shield", "cheap", "dear"),
            called=capital,
            label="Shield results",
            after=("kind",),
        ),
    ] = "cheap"
    keeps_off: Annotated[
        str,
        One(
            only_for("shield", "HARM", "HARM_OR_WOUND"),
            called=catalogue.token_name,
            label="Shield keeps off",
            after=("kind",),
        ),
    ] = "HARM"
    could_strike: Annotated[
        str,
        One(
            only_for("shield", "no", "yes"),
            called=capital,
            label="Could it strike?",
            after=("kind",),
        ),
    ] = "no"
    power: Annotated[
        str,
        One(
            only_for("weapon", "d4", "d6", "d10"),
            why_not_so_strong,
            label="Weapon power",
            after=("kind",),
        ),
    ] = "d4"
    reach: Annotated[
        str,
        One(
            only_for("weapon", "melee", "short", "long"),
            called=catalogue.reach_name,
            label="Weapon reach",
            after=("kind",),
        ),
    ] = "melee"

    def do(self, game: Game[Table], seat: str) -> None:
        burden = 1 + self.extra
        if self.kind == "armour":
            slots = ["HARM"] * self.harm_slots + ["HARM_OR_WOUND"] * self.either_slots
            item = Item(self.name, kind="armour", slots=slots, enc=burden)
        elif self.kind == "shield":
            steps = SHIELD_STEPS[:3] if self.results == "cheap" else SHIELD_STEPS[1:]
            item = Item(self.name, kind="shield", avoids=self.keeps_off, enc=burden)
            item.results = {key: list(step) for key, step in zip("321", steps, strict=True)}
            item.strikes = self.could_strike == "yes"  # TFA-152
        else:
            item = equipment.new_weapon(self.name, self.power, [self.reach], burden)
        give_item(game.state.players[self.seat], item)
        game.tell("{seat} gets {item}.", "TFA-148", "TFA-151", seat=self.seat, item=item.name)


# Bribes


NOBODY_HIRED = ("TFA-9", "Only the owner of I’m Only Here for the Job is offered that.")


def hired(table: Table, seat: str) -> list[str]:
    """Whom somebody may want to bribe. TFA-9."""
    return [who for who, player in table.seated() if player.has("only_here_for_the_job")]


class OfferBribe(WhereThereIsOne, InTheCampaign, frozen=True):
    """Offer pay to betray the party: refusing costs all precious items. TFA-70."""

    says = Says("Offer a bribe", GROUP)
    seat: Annotated[str, Figure(hired, nobody=NOBODY_HIRED, label="Whom", clause="TFA-9")]

    def do(self, game: Game[Table], seat: str) -> None:
        who, player = self.seat, game.state.players[self.seat]
        prompt = "You’re offered pay to betray the party. Do you accept?"
        if game.may(who, "bribe", prompt, "TFA-70", yes="Accept", no="Refuse"):
            game.tell("", "TFA-70", only={who: "You accept.", seat: "{who} accepts."}, who=who)
            return
        player.precious = 0
        for item in [item for item in player.items if item.precious]:
            equipment.part_with(player, item)
        game.tell("{who} loses all precious items.", "TFA-70", who=who)
