"""What a table settles before play: the edition, rule by rule, and the house's own ways."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fatedeck.games.deck_of_adventures.state import PowerSet, Switches

Edition = Literal["", "seed", "later"]


class TableOptions(Struct):
    """How a table plays. A switch left empty follows the profile. DOA-9."""

    profile: Annotated[
        Literal["seed", "later"],
        Meta(
            title="Edition",
            description=(
                "The seed of the game, or its later edition. Single rules can be set apart below."
            ),
        ),
    ] = "seed"
    dr_secret: Annotated[
        Edition,
        Meta(
            title="Hidden DR",
            description="Seed: the DR is announced. Later: the Game Master may hide it.",
        ),
    ] = ""
    negative_dr: Annotated[
        Edition,
        Meta(
            title="DR under 0",
            description=(
                "Seed: the DR stops at 0. Later: -1 needs a Major of the colour, -2 the very card."
            ),
        ),
    ] = ""
    negative_mod: Annotated[
        Edition,
        Meta(
            title="Negative Modifier",
            description="Seed: it demands a match. Later: it also lowers the DR.",
        ),
    ] = ""
    major_damage: Annotated[
        Edition,
        Meta(
            title="Damage of a Major",
            description="Seed: only a Critical deals 1 more. Later: a Major does too.",
        ),
    ] = ""
    saves: Annotated[
        Edition,
        Meta(
            title="Saves",
            description=(
                "Seed: a condition asks for an Attribute Check. Later: the same draw is "
                "called a Save."
            ),
        ),
    ] = ""
    grapple: Annotated[
        Edition,
        Meta(
            title="Grapple",
            description="Seed: it leaves the victim Entangled. Later: Grappled.",
        ),
    ] = ""
    frozen_scope: Annotated[
        Edition,
        Meta(
            title="Frozen",
            description="Seed: it hampers all Skill Checks. Later: those of STR and AGL.",
        ),
    ] = ""
    light_armor_ap: Annotated[
        Edition,
        Meta(
            title="AP of light armor",
            description="Seed: 0. Later: 1.",
        ),
    ] = ""
    medium_armor_prereq: Annotated[
        Edition,
        Meta(
            title="Who may wear medium armor",
            description="Seed: everyone. Later: with STR 0 or more.",
        ),
    ] = ""
    armor_penalty: Annotated[
        Edition,
        Meta(
            title="Armor penalty",
            description="Seed: half speed. Later: and Lower Hand on Agility, Finesse and Stealth.",
        ),
    ] = ""
    rest_cards: Annotated[
        Edition,
        Meta(
            title="Rest Cards",
            description="Seed: as many as HP and PP together. Later: as many as HP.",
        ),
    ] = ""
    quick_rest: Annotated[
        Edition,
        Meta(
            title="Quick Rest",
            description=(
                "Seed: a point for each card, one more for your suit. Later: each card is a "
                "DR 3 draw for 1 point or 2, and none for AP."
            ),
        ),
    ] = ""
    quick_rest_shuffle: Annotated[
        Edition,
        Meta(
            title="Discards after a Quick Rest",
            description=(
                "Seed: all go back. Later: 10 and twice your VIT do, and only two Quick Rests "
                "lie between Full Rests."
            ),
        ),
    ] = ""
    full_rest_tc: Annotated[
        Edition,
        Meta(
            title="Target Card in a Full Rest",
            description="Seed: it stays. Later: it is shuffled in.",
        ),
    ] = ""
    fatigue: Annotated[
        Edition,
        Meta(
            title="Fatigue",
            description=(
                "Seed: a Lower Hand for each level, the fourth knocks you out. Later: milder "
                "steps, the fifth does."
            ),
        ),
    ] = ""
    help: Annotated[
        Edition,
        Meta(
            title="Help",
            description=(
                "Seed: for the next draw. Later: for all Checks until the end of the ally's "
                "next turn."
            ),
        ),
    ] = ""
    intensify: Annotated[
        Edition,
        Meta(
            title="Intensify",
            description=(
                "Seed: the next Check with an Upper Hand. Later: the next attack draws until "
                "a Major."
            ),
        ),
    ] = ""
    full_darkness: Annotated[
        Edition,
        Meta(
            title="Full darkness",
            description=(
                "Seed: a Lower Hand on every Check. Later: Lower Hand (3) on Detection and "
                "Investigation."
            ),
        ),
    ] = ""
    fall_recovery: Annotated[
        Edition,
        Meta(
            title="Getting over a fall",
            description="Seed: with 1 HP healed. Later: at full HP.",
        ),
    ] = ""
    contested_tc: Annotated[
        Edition,
        Meta(
            title="Target Card of a contest",
            description=(
                "Seed: the standing one, else the initiator draws. Later: else one of the "
                "World deck."
            ),
        ),
    ] = ""
    ko_simple: Annotated[
        bool,
        Meta(
            title="Simple knock-outs",
            description="One DR 4 Check a turn instead of the race.",
        ),
    ] = False
    jokers_in_deck: Annotated[
        bool,
        Meta(
            title="Jokers in the deck",
            description="They are shuffled in and found by drawing, not held from the start.",
        ),
    ] = False
    hardcore: Annotated[
        bool,
        Meta(
            title="Hardcore",
            description="No discards go back after a Quick Rest.",
        ),
    ] = False
    power_set: Annotated[
        PowerSet,
        Meta(
            title="Powers",
            description="The current ones, or those of the seed and the printed sheets.",
        ),
    ] = "current"
    diagonals: Annotated[
        Literal["1", "1.5", "2 a round"],
        Meta(
            title="Diagonal steps",
            description="What one costs on the map, or how many a round you may take.",
        ),
    ] = "1"
    prices: Annotated[
        Literal["cost", "cost_items_file", "cost_2022"],
        Meta(
            title="Prices",
            description="Which price list the shops use.",
        ),
    ] = "cost"

    def switches(self) -> Switches:
        """Each switch as it is played: its own value, else the profile's. DOA-9."""
        played: dict[str, bool] = {}
        for name in Switches.__struct_fields__:
            value: str | bool = getattr(self, name)
            played[name] = value if isinstance(value, bool) else (value or self.profile) == "later"
        return Switches(**played)
