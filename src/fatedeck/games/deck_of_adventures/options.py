"""What a table settles before play: the edition, rule by rule, and the house's own ways."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fatedeck.games.deck_of_adventures.state import PowerSet, Switches

Edition = Literal["", "seed", "later"]


def rule(title: str, seed: str, later: str) -> Meta:
    """A rule that the two editions have in two ways."""
    return Meta(title=title, description=f"Seed: {seed}. Later: {later}.")


class TableOptions(Struct):
    """How a table plays. A switch left empty follows the profile. DOA-9."""

    profile: Annotated[
        Literal["seed", "later"],
        Meta(
            title="Edition",
            description="The seed of the game, or its later edition. "
            "Single rules can be set apart below.",
        ),
    ] = "seed"
    dr_secret: Annotated[
        Edition, rule("Hidden DR", "the DR is announced", "the Game Master may hide it")
    ] = ""
    negative_dr: Annotated[
        Edition,
        rule("DR under 0", "the DR stops at 0", "-1 needs a Major of the colour, -2 the very card"),
    ] = ""
    negative_mod: Annotated[
        Edition, rule("Negative Modifier", "it demands a match", "it also lowers the DR")
    ] = ""
    major_damage: Annotated[
        Edition, rule("Damage of a Major", "only a Critical deals 1 more", "a Major does too")
    ] = ""
    saves: Annotated[
        Edition,
        rule("Saves", "a condition asks for an Attribute Check", "the same draw is called a Save"),
    ] = ""
    grapple: Annotated[Edition, rule("Grapple", "it leaves the victim Entangled", "Grappled")] = ""
    frozen_scope: Annotated[
        Edition, rule("Frozen", "it hampers all Skill Checks", "those of STR and AGL")
    ] = ""
    light_armor_ap: Annotated[Edition, rule("AP of light armor", "0", "1")] = ""
    medium_armor_prereq: Annotated[
        Edition, rule("Who may wear medium armor", "everyone", "with STR 0 or more")
    ] = ""
    armor_penalty: Annotated[
        Edition,
        rule("Armor penalty", "half speed", "and Lower Hand on Agility, Finesse and Stealth"),
    ] = ""
    rest_cards: Annotated[
        Edition, rule("Rest Cards", "as many as HP and PP together", "as many as HP")
    ] = ""
    quick_rest: Annotated[
        Edition,
        rule(
            "Quick Rest",
            "a point for each card, one more for your suit",
            "each card is a DR 3 draw for 1 point or 2, and none for AP",
        ),
    ] = ""
    quick_rest_shuffle: Annotated[
        Edition,
        rule(
            "Discards after a Quick Rest",
            "all go back",
            "10 and twice your VIT do, and only two Quick Rests lie between Full Rests",
        ),
    ] = ""
    full_rest_tc: Annotated[
        Edition, rule("Target Card in a Full Rest", "it stays", "it is shuffled in")
    ] = ""
    fatigue: Annotated[
        Edition,
        rule(
            "Fatigue",
            "a Lower Hand for each level, the fourth knocks you out",
            "milder steps, the fifth does",
        ),
    ] = ""
    help: Annotated[
        Edition,
        rule("Help", "for the next draw", "for all Checks until the end of the ally's next turn"),
    ] = ""
    intensify: Annotated[
        Edition,
        rule(
            "Intensify", "the next Check with an Upper Hand", "the next attack draws until a Major"
        ),
    ] = ""
    full_darkness: Annotated[
        Edition,
        rule(
            "Full darkness",
            "a Lower Hand on every Check",
            "Lower Hand (3) on Detection and Investigation",
        ),
    ] = ""
    fall_recovery: Annotated[
        Edition, rule("Getting over a fall", "with 1 HP healed", "at full HP")
    ] = ""
    contested_tc: Annotated[
        Edition,
        rule(
            "Target Card of a contest",
            "the standing one, else the initiator draws",
            "else one of the World deck",
        ),
    ] = ""
    ko_simple: Annotated[
        bool,
        Meta(title="Simple knock-outs", description="One DR 4 Check a turn instead of the race."),
    ] = False
    jokers_in_deck: Annotated[
        bool,
        Meta(
            title="Jokers in the deck",
            description="They are shuffled in and found by drawing, not held from the start.",
        ),
    ] = False
    hardcore: Annotated[
        bool, Meta(title="Hardcore", description="No discards go back after a Quick Rest.")
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
        Meta(title="Prices", description="Which price list the shops use."),
    ] = "cost"

    def switches(self) -> Switches:
        """Each switch as it is played: its own value, else the profile's. DOA-9."""
        played: dict[str, bool] = {}
        for name in Switches.__struct_fields__:
            value: str | bool = getattr(self, name)
            played[name] = value if isinstance(value, bool) else (value or self.profile) == "later"
        return Switches(**played)
