"""Foes: how they come, stand and go, and how many a party can meet; combats begin and end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, get_args

from msgspec import Meta

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import How, tell_the_end
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One, Words
from fatedeck.engine.names import free_name
from fatedeck.engine.offers import Value
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.looks import moments
from fatedeck.games.thousand_faces.looks.wording import and_words
from fatedeck.games.thousand_faces.rules import points, spans
from fatedeck.games.thousand_faces.rules.families import OfTheGm, WhereThereIsOne, all_foes
from fatedeck.games.thousand_faces.state import Foe, Power, Table

GROUP = "Foes"
HUMAN_STAMINA = 10
PERSON_SHARE, MONSTER_SHARE = 6, 10
FORMATS = (
    "1: on ✗ the foes attack a PC. 2: once every player has acted, the foes gang up on one PC, "
    "who defies danger. 3: the foes answer every move, and the PC who made it defies danger."
)
BEGINS = {
    1: "Combat begins.",
    2: "Combat begins. When everyone has had a turn, the foes will gang up on one of you.",
    3: "Combat begins. Whatever you do, the foes will answer it.",
}


# The Party Power


def party_power(state: Table) -> int:
    """10 for each PC plus the XP in the players' hands. TFA-337."""
    players = state.players.values()
    return 10 * len(state.players) + sum(player.xp for player in players)


def foes_advised(state: Table, *, monsters: bool) -> int:
    """About how many foes the party can meet. TFA-337."""
    return max(1, party_power(state) // (MONSTER_SHARE if monsters else PERSON_SHARE))


def power_used(stamina: int, power: str, armour: int) -> int:
    """What a foe uses of the Party Power: Stamina, 3 for d6, 3 per armour square. TFA-337."""
    return stamina + 3 * (power == "d6") + 3 * armour


def party_power_left(state: Table) -> int:
    """What the foes on the table, with what they still have, leave of it. TFA-337."""
    foes = (foe for foe in state.foes if not foe.gone)
    used = (power_used(foe.stamina, foe.power, foe.armour) for foe in foes)
    return party_power(state) - sum(used)


# Foes come and go


class AddFoe(OfTheGm, frozen=True):
    """Note a foe; what is above the ordinary is paid for. Players see that it is there.

    TFA-7, TFA-278, TFA-329, TFA-330, TFA-331, TFA-337, TFA-338.
    """

    says = Says("Bring in a foe", GROUP)
    name: Annotated[str, Words(longest=60)]
    stamina: Annotated[int, Meta(ge=1, le=20)]
    power: Annotated[Power, One(get_args(Power), label="Attack power")]
    kind: Annotated[Literal["person", "monster"], One(("person", "monster"), called=capital)] = (
        "person"
    )
    specials: Annotated[int, Count(0, 5, label="Special attacks and immunities")] = 0
    armour: Annotated[int, Count(0, 9, label="Armour squares")] = 0
    weapon: Annotated[
        Literal["armed", "unarmed"], One(("armed", "unarmed"), called=capital, label="Armed?")
    ] = "armed"
    paid: Annotated[str, One(("Shadow points", "Party Power"), label="Paid with")] = "Shadow points"
    text: Annotated[str, Words(label="Description or special")] = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        rows = catalogue.tables().foe_guide
        guide = (f"{row.kind} {row.stamina}, {' or '.join(row.power)}" for row in rows)
        yield Way(note=f"Stamina and attack power: {'; '.join(guide)}.")
        for foe in catalogue.tables().foes:
            chosen: dict[str, Value] = {
                "name": foe.name,
                "stamina": foe.stamina,
                "power": foe.power,
                "kind": foe.kind,
                "specials": 0,
                "armour": 0,
                "weapon": "unarmed" if foe.power == "1" else "armed",
                "paid": "Shadow points",
                "text": "",
            }
            note = f"{foe.stamina} Stamina, attack power {foe.power}"
            yield Way(chosen, f"Bring in a {foe.name.lower()}", note)

    def price(self) -> int:
        """What it costs in Shadow points: power, Stamina above 10, each special. TFA-278.

        d6 bought with Party Power costs none. TFA-337.
        """
        costs = catalogue.tables().foe_augment
        price = self.specials * costs["special_attack_or_immunity"]
        if self.power == "d6" and self.paid == "Shadow points":
            price += costs["power_d6"]
        elif self.power == "d10":
            price += costs["power_d10"]
        if self.stamina > 15:
            price += costs["stamina_16_20"]
        elif self.stamina > HUMAN_STAMINA:
            price += costs["stamina_11_15"]
        return price

    def why_not(self, state: Table, seat: str) -> Refused | None:
        """Only monsters exceed 10 Stamina or have specials; the price must be there. TFA-279."""
        if self.kind == "person":
            if self.stamina > HUMAN_STAMINA:
                return Refused("TFA-331", "Only monsters can have more than 10 Stamina.")
            if self.specials:
                return Refused("TFA-331", "Only monsters have special attacks and immunities.")
            if self.weapon == "unarmed" and self.power != "1":
                return Refused("TFA-330", "Unarmed people have attack power 1.")
        left = party_power_left(state)
        if self.paid == "Party Power" and power_used(self.stamina, self.power, self.armour) > left:
            text = f"There’s {left} Party Power left. Choose fewer or weaker foes."
            return Refused("TFA-337", text)
        return points.why_not_spend_shadow(state, self.price())

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        if price := self.price():
            points.spend_shadow(game, price)
        specials = [f"special {n + 1}" for n in range(self.specials)]
        if self.text and specials:
            specials[0] = self.text
        name = free_name(self.name, [foe.name for foe in state.foes])
        state.foes.append(
            Foe(
                name,
                self.stamina,
                self.power,
                most=self.stamina,
                armour=self.armour,
                specials=specials,
                monster=self.kind == "monster",
                armed=self.weapon == "armed",
            )
        )
        text = "" if specials else self.text
        game.tell(and_words("{foe} is here.", text), "TFA-329", foe=name, text=text)


class AboutAFoe(WhereThereIsOne, OfTheGm, frozen=True):
    """What the GM says of a foe that is there. TFA-329."""

    foe: Annotated[str, Figure(all_foes, clause="TFA-329")]

    def meant(self, state: Table) -> Foe:
        """The foe that is spoken of."""
        foe = state.foe(self.foe)
        assert foe is not None
        return foe


class TellFoe(AboutAFoe, frozen=True):
    """Tell the players something about a foe; how much, the GM decides. TFA-7."""

    says = Says("Reveal something about a foe", GROUP)
    what: Annotated[
        Literal["stamina", "power", "specials", "everything"],
        One(("stamina", "power", "specials", "everything"), called=capital),
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        foe = self.meant(game.state)
        facts = ["stamina", "power", "specials"] if self.what == "everything" else [self.what]
        foe.revealed += [fact for fact in facts if fact not in foe.revealed]
        told = [FACTS[fact] for fact in facts]
        game.tell("You learn about {foe}: {facts}.", "TFA-7", foe=foe.name, facts=told)


STANDS = {
    "surprised": "is surprised",
    "on guard": "is on guard",
    "hidden or fleeing": "is hidden or fleeing",
    "in the open": "is in the open",
    "armour again": "has their armour back",
    "armed again": "is armed again",
}
LEAVES = {"fled": "flees", "surrendered": "surrenders", "out": "is out of the fight"}
FACTS = {"stamina": "their Stamina", "power": "their attack power", "specials": "what is special"}


class NoteFoe(AboutAFoe, frozen=True):
    """Note how a foe stands now; a GM move undoes what Goreography did. TFA-372."""

    says = Says("Note how a foe stands", GROUP)
    how: Annotated[str, One(tuple(STANDS), called=capital, label="It is")]

    def do(self, game: Game[Table], seat: str) -> None:
        foe = self.meant(game.state)
        match self.how:
            case "surprised" | "on guard":
                foe.surprised = self.how == "surprised"
            case "hidden or fleeing" | "in the open":
                foe.elusive = self.how == "hidden or fleeing"
            case "armour again":
                foe.armour_barred = False
            case "armed again":
                foe.disarmed = False
        game.tell("{foe} {how} now.", "TFA-372", foe=foe.name, how=STANDS[self.how])


class FoeLeaves(AboutAFoe, frozen=True):
    """A foe flees, surrenders or is out, and what waited for it is void. TFA-283, TFA-336."""

    says = Says("A foe leaves the fight", GROUP)
    how: Annotated[Literal["fled", "surrendered", "out"], One(tuple(LEAVES), called=capital)]

    def do(self, game: Game[Table], seat: str) -> None:
        foe = self.meant(game.state)
        foe.gone = self.how
        spans.foe_leaves(game.state, foe)
        game.tell("{foe} {how}.", "TFA-336", foe=self.foe, how=LEAVES[self.how])


# Combats


class BeginCombat(OfTheGm, frozen=True):
    """Combat begins in one of three formats. TFA-332, TFA-333, TFA-334, TFA-335."""

    says = Says("Begin combat", GROUP, note=FORMATS)
    format: Annotated[int, Meta(ge=1, le=3)] = 1

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return not state.combat

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.combat:
            return Refused("TFA-335", "There’s already a combat going on.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.combat = self.format
        spans.fight_begins(game.state)
        game.tell(BEGINS[self.format], "TFA-335")


def is_decided(state: Table) -> bool:
    """All foes have fled, surrendered or are out, or no PC is left acting.

    PCs who ran away, and were not caught, do not act there any more. TFA-336.
    """
    return state.first_up() is None or not state.is_fought()


def why_not_end_combat(state: Table) -> Refused | None:
    """A fight ends when it is decided, and no chase goes on. TFA-336."""
    if not state.combat:
        return Refused("TFA-336", "There’s no combat.")
    if state.pursuit is not None:
        return Refused("TFA-336", "Finish the chase first.")
    if not is_decided(state):
        return Refused(
            "TFA-336", "There are still foes in the fight. Let them flee or surrender first."
        )
    return None


class EndCombat(OfTheGm, frozen=True):
    """The fight is over; what waited for its foes is void. TFA-186, TFA-336."""

    says = Says("End combat", GROUP)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.combat > 0

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_end_combat(state)

    def do(self, game: Game[Table], seat: str) -> None:
        party, foes = _how_they_stand(game.state)
        spans.fight_ends(game.state)
        tell_the_end(game, "TFA-336", party, foes)
        if party and foes:
            game.show(moments.fight_over, party.values(), foes.values())


def _how_they_stand(state: Table) -> tuple[dict[str, How], dict[str, How]]:
    """Every PC and every foe who took part, and how each comes out of it. TFA-336."""
    party: dict[str, How] = {}
    for seat, player in state.seated():
        if not player.is_late:
            away: How = "left" if player.away else "up"
            party[seat] = away if player.is_able() else "fallen"
    foes: dict[str, How] = {}
    for foe in state.foes:
        gone: How = "left" if foe.gone in ("fled", "surrendered") else "fallen"
        foes[foe.name] = "up" if foe.is_up() else gone
    return party, foes


def follow(game: Game[Table], before: Mapping[str, int]) -> None:
    """Who is out of the fight, or back in it, since they had so much Stamina. TFA-118."""
    for foe in game.state.foes:
        if not foe.gone and bool(before[foe.name]) != bool(foe.stamina):
            told = "{foe} is back in the fight." if foe.stamina else "{foe} is out of the fight."
            game.tell(told, "TFA-118", foe=foe.name)


def clear_the_fallen(game: Game[Table]) -> None:
    """Where nobody fights, whoever fled, surrendered or fell is no longer there. TFA-336."""
    state = game.state
    gone = [] if state.combat else [foe for foe in state.foes if not foe.is_up()]
    if gone:
        for foe in gone:
            spans.foe_leaves(state, foe)
        state.foes = [foe for foe in state.foes if foe.is_up()]
        names = [foe.name for foe in gone]
        game.tell("{who} {who:is|are} cleared away.", "TFA-336", who=names)
