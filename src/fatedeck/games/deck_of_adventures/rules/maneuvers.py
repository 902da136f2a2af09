"""What one can do with a turn besides Powers: holds, hiding, words, companions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, Many, One, Square, Words
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.rules import (
    attacks,
    checks,
    conditions,
    grid,
    hands,
    health,
    lasting,
    mechanics,
    sight,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.attacks import Blow
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.checks import Terms
from fatedeck.games.deck_of_adventures.rules.families import ACT, MAJOR, MINOR, MOVE, OnATurn
from fatedeck.games.deck_of_adventures.rules.turns import Cost
from fatedeck.games.deck_of_adventures.state import Character, Table, Turn, Wall


def others(state: Table, seat: str) -> list[str]:
    """All but the one whose turn it is who take part in the fight."""
    who, _ = turns.acting(state, seat)
    return [
        other.name
        for other in state.characters.values()
        if other is not who and turns.in_play(state, other)
    ]


def others_awake(state: Table, seat: str) -> list[str]:
    return [other.name for other in turns.others_up(state, turns.acting(state, seat)[0])]


def enemies(state: Table, seat: str) -> list[str]:
    who, _ = turns.acting(state, seat)
    return [other.name for other in turns.others_up(state, who) if other.side != who.side]


def _permits(game: Game[Table], question: str, clause: str) -> bool:
    """Whether the Game Master permits it; nothing is spent otherwise."""
    allowed = game.may(game.state.gm, "permit", question, clause)
    if not allowed:
        game.tell("The Game Master doesn’t allow that.", clause)
    return allowed


# Force


def why_not_grapple(state: Table, seat: str, target: str) -> Refused | None:
    who, other = turns.acting(state, seat)[0], state.characters[target]
    return sight.why_not_target(state, who, other, 1) or attacks.why_not_against(
        state, who, [other]
    )


class Grapple(OnATurn, frozen=True):
    """Hold someone: Brute vs Finesse or Brute; a target that fails is Entangled. DOA-163, DOA-216.

    In the later edition it is Grappled.
    """

    says = Says("Grapple", ACT, MAJOR)
    target: Annotated[
        str, Figure(others_awake, why_not_grapple, ("DOA-163", "No one is next to you."))
    ]

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        target = game.state.characters[self.target]
        result = checks.contest(game, who, "Brute", [(target, ("Finesse", "Brute"))])
        if not result[target.name].success:
            held = "Grappled" if game.state.switches.grapple else "Entangled"
            conditions.gain(game, target, held, who.name, held=True)


class BreakFree(OnATurn, frozen=True):
    """Entangled: DR 3 Strength; Grappled: a contest with the holder. DOA-195, DOA-216."""

    says = Says("Break free", MOVE, MAJOR)

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        held = "Entangled" in who.conditions or "Grappled" in who.conditions
        return None if held else Refused("DOA-195", "Nothing holds you.")

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        if "Grappled" not in who.conditions:
            conditions.shake_off(game, who, "Entangled", "STR")
            return
        holder = game.state.characters.get(lasting.cause_of(who, "Grappled"))
        if holder is not None:
            prompt = "What do you get loose with?"
            stat = game.choose(who.owner, "get-loose", prompt, ("Brute", "Finesse"), "DOA-216")
            if checks.contest(game, who, stat, [(holder, ("Brute",))])[holder.name].success:
                return
        lasting.lose(game, who, "Grappled")


class StopBurning(OnATurn, frozen=True):
    """Beat out the flames: DR 3 Intuition, or 1 damage. DOA-202."""

    says = Says("Beat out the flames", ACT, MINOR)

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        return None if "Burned" in who.conditions else Refused("DOA-202", "You aren’t burning.")

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        turn.beat_flames = True
        conditions.shake_off(game, who, "Burned", "GUT")


class PickUp(OnATurn, frozen=True):
    """Pick up the weapon that was struck from your hand. DOA-156."""

    says = Says("Pick up your weapon", ACT, MAJOR)

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        disarmed = lasting.has_effect(who, "Disarmed")
        return None if disarmed else Refused("DOA-156", "Your weapon is in your hand.")

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        lasting.drop_named(who, "Disarmed")
        game.tell("{who} picks up the weapon.", "DOA-156", who=who.name)


def why_not_improvise(state: Table, seat: str, target: str) -> Refused | None:
    who, other = turns.acting(state, seat)[0], state.characters[target]
    return sight.why_not_target(state, who, other, 1) or attacks.why_not_harm(state, who, [other])


class ImprovisedAttack(OnATurn, frozen=True):
    """Without an attack Power, if the Game Master permits: 1 damage at 1 space, LH. DOA-167."""

    says = Says("Improvise an attack", ACT, MAJOR)
    target: Annotated[
        str, Figure(enemies, why_not_improvise, ("DOA-167", "There’s no enemy next to you."))
    ]

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        armed = any(mechanics.works(who, power).attack for power in who.powers)
        return Refused("DOA-167", "You have an attack Power. Use that.") if armed else None

    def do(self, game: Game[Table], seat: str) -> None:
        name = turns.acting(game.state, seat)[0].name
        wants = f"{capital(name_of(game, name))} wants to make an improvised attack."
        if _permits(game, f"{wants} Do you allow it?", "DOA-167"):
            super().do(game, seat)

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        turn.attacks.append("weapon")
        attacks.attack(game, who, game.state.characters[self.target], Blow("weapon", hand=-1))


def walls(state: Table, seat: str) -> list[str]:
    return [space for wall in state.walls for space in wall.spaces]


def why_not_strike(state: Table, seat: str, name: str) -> Refused | None:
    who, _ = turns.acting(state, seat)
    space, here = grid.read_space(name), hands.place_of(who)
    reach = 12 if "Attack, Mystic" in who.powers else attacks.weapon_in_hand(who).range
    if space is None or here is None or grid.distance(here, space) > reach:
        return Refused("DOA-180", "The wall is out of reach.")
    return None


class StrikeWall(OnATurn, frozen=True):
    """A conjured wall has AR 3, no AP and 6 HP. DOA-170, DOA-177.

    Its Target Card comes from the World deck.
    """

    says = Says("Strike a wall", ACT, MAJOR)
    wall: Annotated[str, Square(walls, why_not_strike, label="Where", clause="DOA-181")]

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        return None if state.walls else Refused("DOA-181", "There’s no wall to strike.")

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        wall = next(one for one in game.state.walls if self.wall in one.spaces)
        if not wall.target:
            wall.target = checks.draw_world_target(game)
        mystic = "Attack, Mystic" in who.powers
        stat = who.primary if mystic and who.primary else attacks.weapon_stat(who)
        if checks.check(
            game, who, stat, wall.target, 3, Terms(kind="attack", tags=("power",))
        ).success:
            _crack(game, wall, 1 if mystic else attacks.weapon_in_hand(who).damage)


def _crack(game: Game[Table], wall: Wall, damage: int) -> None:
    wall.hp = max(0, wall.hp - damage)
    game.tell("The wall has {hp} HP left.", "DOA-170", hp=wall.hp)
    if not wall.hp:
        lasting.take_down(game.state, wall)
        game.tell("The wall falls.", "DOA-177")


# Wits


def hide_kind(who: Character) -> Cost:
    """Hiding is a Major Action; Stealthy Surprise makes it a Minor one. DOA-164."""
    return "minor" if "Stealthy Surprise" in who.powers else "major"


def number_of_enemies(state: Table, seat: str) -> int:
    return len(enemies(state, seat))


class Hide(OnATurn, frozen=True):
    """Contested Stealth vs Detection of each observer; those who fail lose sight. DOA-164."""

    says = Says("Hide", ACT)
    observers: Annotated[
        list[str],
        Many(
            Figure(enemies, nobody=("DOA-164", "There’s no one to hide from."), clause="DOA-164"),
            1,
            number_of_enemies,
            label="From",
            clause="DOA-164",
        ),
    ]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(cost=hide_kind(turns.acting(state, seat)[0]).capitalize())

    @classmethod
    def why_unable(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        return turns.why_not_act(turn, hide_kind(who))

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        turns.spend_action(turn, hide_kind(who))
        watching = [game.state.characters[name] for name in self.observers]
        result = checks.contest(game, who, "Stealth", [(one, ("Detection",)) for one in watching])
        unseen = [name for name, outcome in result.items() if not outcome.success]
        if unseen and game.state.combat is not None:
            former = game.state.combat.unseen.get(who.name, [])
            game.state.combat.unseen[who.name] = sorted({*former, *unseen})
            conditions.gain(game, who, "Hidden")


def _difficulty(game: Game[Table], what: str) -> int:
    return game.number(
        game.state.gm, "difficulty", f"How hard is it for {what}? Set the DR.", 0, 6, "DOA-69"
    )


class Inspect(OnATurn, frozen=True):
    """Look for a fact on somebody or on the ground; it is revealed to that player. DOA-157."""

    says = Says("Inspect", ACT, MINOR)
    skill: Annotated[
        Literal["Detection", "Investigation"], One(("Detection", "Investigation"), label="With")
    ]
    target: Annotated[str, Figure(others, none="the ground", label="What", clause="DOA-157")] = ""

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        state = game.state
        target = state.characters.get(self.target)
        about = name_of(game, self.target) if self.target else "the ground"
        difficulty = _difficulty(game, f"{name_of(game, who.name)} to inspect {about}")
        card = (
            checks.target_of(game, target) if target is not None else checks.draw_world_target(game)
        )
        tags = ("sight", "observe")
        outcome = checks.check(
            game, who, self.skill, card, difficulty, Terms(against=self.target or about, tags=tags)
        )
        if target is None:
            checks.release_world_target(state, card)
        if not outcome.success:
            return
        if target is not None and self.skill == "Detection":
            conditions.find_hidden(game, who, target)  # DOA-165
        fact, exact = _fact(game, who, target), "{who} learns: {fact}"
        prompt, alone = "Who gets to know?", f"Only {who.owner}"
        if game.may(state.gm, "tell-all", prompt, "DOA-157", yes="Everyone", no=alone):
            game.tell(exact, "DOA-157", who=who.name, fact=fact)
        else:
            mine = {who.owner: exact, state.gm: exact}
            told = "{who} learns something."
            game.tell(told, "DOA-157", only=mine, who=who.name, fact=fact)


def _fact(game: Game[Table], who: Character, target: Character | None) -> str:
    """What the Game Master lets somebody learn. DOA-157."""
    facts: dict[str, str] = {}
    hidden: list[str] = []
    if target is not None:
        hidden = [name for name in target.vulnerabilities if name not in target.known][:1]
        facts = {
            "HP": f"{target.name} has {target.hp} HP.",
            "AP": f"{target.name} has {target.ap + target.power_ap} AP.",
            "PP": f"{target.name} has {target.pp} PP.",
            "vulnerability": f"{target.name} has {', '.join(hidden) or 'no Vulnerability'}.",
        }
    options = (*facts, "other")
    labels = {"vulnerability": "A Vulnerability", "other": "Something else"}
    prompt = f"What does {name_of(game, who.name)} learn?"
    kind = game.choose(game.state.gm, "what-is-learned", prompt, options, "DOA-157", labels=labels)
    if target is not None and kind == "vulnerability":
        target.known += hidden
    if kind in facts:
        return facts[kind]
    return game.text(game.state.gm, "fact", "What do they learn?", "DOA-157", secret=True)


class Convince(OnATurn, frozen=True):
    """Bluffing against a GM-set DR; success makes the target change its course. DOA-158."""

    says = Says("Convince someone", ACT, MINOR)
    target: Annotated[
        str,
        Figure(
            others_awake, nobody=("DOA-158", "No one else is here."), label="Who", clause="DOA-158"
        ),
    ]

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        target = game.state.characters[self.target]
        difficulty = _difficulty(
            game, f"{name_of(game, who.name)} to convince {name_of(game, target.name)}"
        )
        card, tags = checks.target_of(game, target), ("hearing",)
        if checks.check(
            game, who, "Bluffing", card, difficulty, Terms(against=target.name, tags=tags)
        ).success:
            game.tell("{target} changes course.", "DOA-158", target=target.name)


class Recall(OnATurn, frozen=True):
    """Knowledge against a GM-set DR; success tells whether the character knows. DOA-159."""

    says = Says("Recall something", ACT, MINOR)
    about: Annotated[str, Words(label="What")] = ""

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        difficulty = _difficulty(
            game, f"{name_of(game, who.name)} to recall {self.about or 'a fact'}"
        )
        card = checks.draw_world_target(game)
        if checks.check(game, who, "Knowledge", card, difficulty).success:
            game.tell("{who} might know it. The Game Master says what.", "DOA-159", who=who.name)
        checks.release_world_target(game.state, card)


# Whatever else


class Interact(OnATurn, frozen=True):
    """Use an object: a lever, a door, something on the ground. DOA-156."""

    says = Says("Use an object", ACT, MINOR)
    what: Annotated[str, Words(label="What you do")]

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        game.tell("{who}: {what}", "DOA-156", who=who.name, what=self.what)


def why_not_kind(state: Table, seat: str, kind: str) -> Refused | None:
    return turns.why_not_act(turns.acting(state, seat)[1], kind)


def called_action(kind: str) -> str:
    return f"A {kind.capitalize()} Action"


class OtherAction(OnATurn, frozen=True):
    """Something else, if the Game Master permits, as a Major, Minor or Free Action.

    To communicate or take in what is obvious is free. DOA-134, DOA-151 to DOA-153.
    """

    says = Says("Something else", ACT)
    kind: Annotated[
        Cost, One(("major", "minor", "free"), why_not_kind, label="As", called=called_action)
    ]
    what: Annotated[str, Words(label="What you do")]

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        prompt = (
            f"{capital(name_of(game, who.name))}, "
            f"as a {self.kind.title()} Action: “{self.what}”. Do you allow it?"
        )
        if _permits(game, prompt, "DOA-151"):
            turns.spend_action(turn, self.kind)
            game.tell("{who}: {what}", "DOA-151", who=who.name, what=self.what)


def companions(state: Table, seat: str) -> list[str]:
    """The Companions of the one whose turn it is. DOA-58."""
    who, _ = turns.acting(state, seat)
    return [other.name for other in state.characters.values() if other.companion_of == who.name]


def why_not_command(state: Table, seat: str, name: str) -> Refused | None:
    """Why this Companion cannot be commanded. DOA-63."""
    if health.is_down(state.characters[name]):
        return Refused("DOA-381", f"{name} is out of the fight.")
    if not state.characters[name].target_with:
        return Refused("DOA-63", f"{name} takes their own turns.")
    return None


class CommandCompanion(OnATurn, frozen=True):
    """Your Companion moves up to its speed and takes one Action. DOA-63."""

    says = Says("Command a Companion", ACT, MINOR)
    companion: Annotated[str, Figure(companions, why_not_command, clause="DOA-63")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for name in companions(state, seat):
            if state.characters[name].target_with:
                yield Way({"companion": name}, f"Command {name}")

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        game.tell("{who} commands {companion}.", "DOA-63", who=who.name, companion=self.companion)
        combat = game.state.combat
        assert combat is not None
        inner = combat.beside.pop(self.companion, Turn(self.companion))
        inner.kind, inner.limit = "command", inner.limit or "one"
        combat.turns.append(inner)
