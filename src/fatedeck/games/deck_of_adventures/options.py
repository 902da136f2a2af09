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
            description="“Seed” is the game as first written, “Later” the later edition. "
            "You can change single rules below.",
        ),
    ] = "seed"
    dr_secret: Annotated[
        Edition, rule("Hidden DR", "the DR is announced", "the Game Master can hide it")
    ] = ""
    negative_dr: Annotated[
        Edition,
        rule(
            "DR under 0",
            "the DR stops at 0",
            "-1 needs a Major in the right colour, -2 that very card",
        ),
    ] = ""
    negative_mod: Annotated[
        Edition, rule("Negative Modifier", "it needs a match", "it also lowers the DR")
    ] = ""
    major_damage: Annotated[
        Edition, rule("Damage of a Major", "only a Critical deals 1 extra", "a Major does too")
    ] = ""
    saves: Annotated[
        Edition,
        rule("Saves", "conditions call for an Attribute Check", "the same draw is called a Save"),
    ] = ""
    grapple: Annotated[
        Edition, rule("Grapple", "the victim is Entangled", "the victim is Grappled")
    ] = ""
    frozen_scope: Annotated[
        Edition, rule("Frozen", "Lower Hand on all Skill Checks", "only on those of STR and AGL")
    ] = ""
    light_armor_ap: Annotated[Edition, rule("AP of light armour", "0", "1")] = ""
    medium_armor_prereq: Annotated[
        Edition, rule("Who can wear medium armour", "everyone", "only with STR 0 or more")
    ] = ""
    armor_penalty: Annotated[
        Edition,
        rule("Armour penalty", "half speed", "also Lower Hand on Agility, Finesse and Stealth"),
    ] = ""
    rest_cards: Annotated[
        Edition, rule("Rest Cards", "as many as your HP and PP together", "as many as your HP")
    ] = ""
    quick_rest: Annotated[
        Edition,
        rule(
            "Quick Rest",
            "each card gives 1 point, 2 in your suit",
            "each card is a DR 3 draw: 2 points or 1, never AP",
        ),
    ] = ""
    quick_rest_shuffle: Annotated[
        Edition,
        rule(
            "Discards after a Quick Rest",
            "all of them go back",
            "10 plus twice your VIT go back, and you get two Quick Rests between Full Rests",
        ),
    ] = ""
    full_rest_tc: Annotated[
        Edition, rule("Target Card in a Full Rest", "you keep it", "it is shuffled in")
    ] = ""
    fatigue: Annotated[
        Edition,
        rule(
            "Fatigue",
            "one Lower Hand a level; the fourth knocks you out",
            "milder steps; the fifth knocks you out",
        ),
    ] = ""
    help: Annotated[
        Edition,
        rule("Help", "for the next draw", "for all Checks until the end of the ally’s next turn"),
    ] = ""
    intensify: Annotated[
        Edition,
        rule("Intensify", "Upper Hand on the next Check", "the next attack draws until a Major"),
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
        Edition, rule("Getting over a fall", "once 1 HP is healed", "at full HP")
    ] = ""
    contested_tc: Annotated[
        Edition,
        rule(
            "Target Card of a contest",
            "the one on the table, or the initiator draws one",
            "or one from the World deck",
        ),
    ] = ""
    ko_simple: Annotated[
        bool,
        Meta(
            title="Simple knock-outs",
            description="Whoever is knocked out makes one Check at DR 4 a turn, instead of drawing "
            "against the Game Master.",
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
            title="Hardcore", description="After a Quick Rest your discards stay out of the deck."
        ),
    ] = False
    power_set: Annotated[
        PowerSet,
        Meta(
            title="Powers",
            description="“Current” has the Powers of today; the other list has those of the "
            "first edition and its printed sheets.",
        ),
    ] = "current"
    diagonals: Annotated[
        Literal["1", "1.5", "2 a round"],
        Meta(
            title="Diagonal steps",
            description="What a diagonal step costs on the map, or how many you can take a round.",
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
