"""The order of turns: who has one, ties, and who comes into a fight or leaves it."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.engine.questions import Choose
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.rules.called import all_of
from fatedeck.games.deck_of_adventures.rules.checks import draw_target, standing_target
from fatedeck.games.deck_of_adventures.rules.circle import initiative
from fatedeck.games.deck_of_adventures.rules.lasting import drop_named, has_effect, let_go, lose
from fatedeck.games.deck_of_adventures.state import Character, Combat, Table

UNSETTLED = {"AGL": "We don’t agree: the higher AGL goes first"}


def takes_turns(state: Table, who: Character) -> bool:
    """Whether someone has turns of its own: a Companion without its own card does not. DOA-62."""
    return not who.dead and not who.making and not (who.companion_of and who.target_with)


def target_hand(who: Character) -> int:
    """Upper Hand on the combat Target Card: Battlecharged or Quick Draw, and Lend Readiness."""
    hand = int("Battlecharged" in who.powers or "Quick Draw" in who.powers)
    hand = max(
        hand, int(who.attributes["AGL"] > 2 and who.is_dealer and who.power_set == "current")
    )
    return hand + has_effect(who, "Lend Readiness")


def sort_order(game: Game[Table], names: list[str]) -> list[str]:
    """The order of turns by Target Cards, ties settled. DOA-124 to DOA-127.

    On equal rank the party acts first. Tied players agree on their order; failing agreement the
    higher AGL goes first, then the higher Finesse, then the seating. The Game Master orders tied
    enemies.
    """
    state = game.state
    seating = {name: place for place, name in enumerate(state.seats)}
    placed: dict[int, list[Character]] = {}
    for name in names:
        who = state.characters[name]
        placed.setdefault(initiative(standing_target(state, who)), []).append(who)
    order: list[str] = []
    for _, equal in sorted(placed.items()):
        equal.sort(
            key=lambda who: (
                -who.modifier("AGL"),
                -who.modifier("Finesse"),
                seating.get(who.name, len(seating)),
            )
        )
        order += _agree(game, [who for who in equal if who.side == "party"])
        order += _settle_foes(game, [who.name for who in equal if who.side == "foes"])
    return order


def _agree(game: Game[Table], tied: list[Character]) -> list[str]:
    """Tied players agree on their order, all of them, or the higher AGL decides. DOA-126."""
    names = [who.name for who in tied]
    owners = list(dict.fromkeys(who.owner for who in tied))
    if len(names) < 2 or owners == [game.state.gm]:
        return names
    agreed: list[str] = []
    left = names
    while len(left) > 1:
        prompt = f"{capital(all_of(game, left))} are tied. Who acts first?"
        options = (*left, "AGL")
        wishes = game.each(
            Choose(owner, "first-of-tied", prompt, options, UNSETTLED, clauses=("DOA-126",))
            for owner in owners
        )
        wanted = {str(wish) for wish in wishes.values()}
        if len(wanted) > 1 or "AGL" in wanted:
            break
        first = wanted.pop()
        agreed.append(first)
        left = [name for name in left if name != first]
    return agreed + left


def _settle_foes(game: Game[Table], left: list[str]) -> list[str]:
    """Tied enemies act in the order that the Game Master picks. DOA-127."""
    if len(left) < 2 or not game.may(
        game.state.gm,
        "change-order",
        f"{capital(all_of(game, left))} are tied, and act in this order. Do you want to change it?",
        "DOA-127",
        yes="Change it",
        no="Leave it",
    ):
        return left
    order = []
    while len(left) > 1:
        name = game.choose(
            game.state.gm, "first-of-foes", "Which of them acts first?", left, "DOA-127"
        )
        order.append(name)
        left = [other for other in left if other != name]
    return order + left


def join(game: Game[Table], who: Character) -> None:
    """A newcomer draws its Target Card and takes its place in the order. DOA-130.

    Its turn comes next round if that place has passed.
    """
    state = game.state
    combat = state.combat
    if combat is None or who.name in combat.order or not takes_turns(state, who):
        return
    if not who.target_with:
        draw_for_combat(game, who)
    own = initiative(standing_target(state, who))
    place = len(combat.order)
    for index, name in enumerate(combat.order):
        other = state.characters[name]
        theirs = initiative(standing_target(state, other))
        if own < theirs or (own == theirs and who.side == "party" and other.side == "foes"):
            place = index
            break
    combat.order.insert(place, who.name)
    later = combat.order[place + 1 :]
    waiting = combat.queue[1:] if combat.turns else combat.queue
    idle = (*waiting, *combat.delayed, *combat.surprised, *combat.gone)
    passed = any(name not in idle and state.characters[name].hp for name in later)
    if not passed:
        after = [name for name in waiting if name in later]
        spot = combat.queue.index(after[0]) if after else len(combat.queue)
        combat.queue.insert(spot, who.name)
    game.tell("{who} joins the fight.", "DOA-130", who=who.name)


def draw_for_combat(game: Game[Table], who: Character) -> None:
    """Draw the combat Target Card; Lend Readiness is used with it. DOA-121, DOA-129, DOA-130."""
    draw_target(game, who, target_hand(who), for_turns=True)
    drop_named(who, "Lend Readiness")


def leave_fight(game: Game[Table], combat: Combat, who: Character) -> None:
    """Fled, surrendered or gone for good: no turn waits, and nobody is held. DOA-183, DOA-216."""
    let_go(game, who)
    held = any(turn.who == who.name for turn in combat.turns)
    for names in (combat.delayed, combat.skipped, *([] if held else [combat.queue])):
        while who.name in names:
            names.remove(who.name)
    lose(game, who, "Hidden")
    combat.readied.pop(who.name, None)
    combat.held.pop(who.name, None)
    combat.beside.pop(who.name, None)
