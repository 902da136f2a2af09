"""Play between fights: calling Checks and contests, Fate Cards, telling the story."""

from __future__ import annotations

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.data import Contest, tables
from fatedeck.games.deck_of_adventures.rules.checks import (
    check,
    contest,
    draw_world_target,
    release_world_target,
    save,
    standing_target,
    target_of,
)
from fatedeck.games.deck_of_adventures.rules.conditions import find_hidden
from fatedeck.games.deck_of_adventures.rules.decks import (
    KNOCKED_OUT,
    TOKEN,
    draw_world,
    fate_cards,
    lay_aside,
    spend_fate,
)
from fatedeck.games.deck_of_adventures.rules.deeds import CallCheck, CallContest, CallSave
from fatedeck.games.deck_of_adventures.rules.hands import modifier_of
from fatedeck.games.deck_of_adventures.state import (
    STATS,
    WORLD,
    Character,
    Match,
    Table,
)

MATCHES: dict[str, Match] = {"colour": "colour", "suit": "suit"}
OWN = "own Target Card"
WORLD_DECK = "World deck"
MARKS = (
    "observe",
    "sight",
    "hearing",
    "terrain",
    "conversation",
    "lasting",
    "trade",
    "tools",
    "tools missing",
)


def in_play(state: Table) -> list[Character]:
    """Everyone who can be asked for a Check."""
    return [who for who in state.characters.values() if not who.making and not who.dead]


def find_character(state: Table, name: str) -> Character:
    """Somebody in play by name, or a refusal that says who is."""
    who = state.characters.get(name)
    if who is None or who.making or who.dead:
        names = ", ".join(other.name for other in in_play(state)) or "nobody yet"
        raise Refused("DOA-68", f"There is no “{name}” in play. In play: {names}.")
    return who


def player_character(state: Table, name: str) -> Character:
    """A player's character, in the making, in play or dead."""
    who = state.characters.get(name)
    if who is None or who.kind != "pc":
        raise Refused("DOA-2", f"No player has a character “{name}”.")
    return who


def dealer(state: Table, name: str) -> Character:
    """A player's character or a Dealer of the Game Master's. DOA-53."""
    who = state.characters.get(name)
    if who is None or not who.is_dealer:
        raise Refused("DOA-2", f"There is no Dealer “{name}” at this table.")
    return who


def known_stat(stat: str) -> str:
    """An Attribute or a Skill, or a refusal. DOA-45, DOA-46."""
    if stat not in STATS:
        raise Refused("DOA-46", f"“{stat}” is neither an Attribute nor a Skill.")
    return stat


# Checks


def why_not_hidden(state: Table, hidden: str, drawers: list[Character]) -> Refused | None:
    """The four facts are public: the DR is hidden only with its switch, draws behind the screen.

    Those are for the shared decks of the Game Master's characters outside combat. DOA-68, DOA-376.
    """
    if hidden == "difficulty" and not state.switches.dr_secret:
        return Refused("DOA-68", "The DR is announced; the switch dr_secret would hide it.")
    if hidden == "all":
        if state.combat is not None:
            return Refused("DOA-376", "In a fight every card is drawn in the open.")
        if any(who.is_dealer or who.companion_of for who in drawers):
            return Refused("DOA-376", "Only characters who use the GM's deck draw in secret.")
    return None


def call_check(game: Game[Table], called: CallCheck) -> None:
    """The Game Master announces who draws, the Target Card, the Attribute or Skill, and the DR.

    A player may ask to use another Attribute or Skill, but must draw. DOA-66, DOA-68 to DOA-70,
    DOA-78, DOA-382.
    """
    state = game.state
    drawers = [find_character(state, name) for name in called.who]
    if not drawers:
        raise Refused("DOA-68", "Name who draws.")
    known_stat(called.stat)
    if (refused := why_not_hidden(state, called.hidden, drawers)) is not None:
        raise refused
    screen = called.hidden == "all"
    state.behind_the_screen = screen
    world = ""
    acted_upon = None
    if called.against not in (OWN, WORLD_DECK):
        acted_upon = find_character(state, called.against)
    if called.against != OWN and not (acted_upon and standing_target(state, acted_upon)):
        world = draw_world_target(game, behind_the_screen=screen)
    state.results = []
    for who in drawers:
        target = world or target_of(game, acted_upon or who)
        stat, modifier = called.stat, None
        if who.owner != state.gm:
            stat, modifier = _agree(game, who, called, target)
        hand = called.hand + _hand_of_tools(called.marks)
        outcome = check(
            game,
            who,
            stat,
            target,
            called.difficulty,
            hand=hand,
            match=called.match,
            tags=tuple(called.marks),
            hidden=called.hidden,
            against=acted_upon.name if acted_upon is not None else "",
            modifier=modifier,
        )
        state.results.append(outcome)
        if acted_upon is not None and stat == "Detection" and outcome.success:
            find_hidden(game, who, acted_upon)  # DOA-165
    state.narrator = ""
    state.behind_the_screen = False
    if world:
        release_world_target(state, world, behind_the_screen=screen)


def _hand_of_tools(marks: list[str]) -> int:
    """A trade Check is at Upper Hand with the right tools, at Lower Hand without. DOA-369."""
    return ("tools" in marks) - ("tools missing" in marks)


def _agree(
    game: Game[Table], who: Character, called: CallCheck, target: str
) -> tuple[str, int | None]:
    """The drawer uses the Modifier or a part of it, or asks for another stat. DOA-49, DOA-80."""
    difficulty = "" if called.hidden else f", DR {called.difficulty}"
    own = modifier_of(who, called.stat)
    parts = {f"Draw with {part:+}": part for part in range(max(0, own) - 1, -1, -1)}
    ask = "Ask for another Attribute or Skill"
    prompt = f"{who.name}: a {called.stat} Check{difficulty} against {target}."
    answer = game.choose(who.owner, prompt, ("Draw", *parts, ask), "DOA-68", "DOA-80", "DOA-49")
    if answer == "Draw":
        return called.stat, None
    if answer in parts:
        return called.stat, parts[answer]
    others = [stat for stat in STATS if stat != called.stat]
    wanted = game.choose(who.owner, "Which one?", others, "DOA-49")
    prompt = f"{who.name} asks to use {wanted} instead of {called.stat}."
    if game.may(game.state.gm, prompt, "DOA-49", yes="Allow", no="Refuse"):
        game.tell(f"{who.name} uses {wanted} instead of {called.stat}.", "DOA-49")
        return wanted, None
    return called.stat, None


def why_not_attempt(state: Table, who: Character | None) -> Refused | None:
    """Who is awake may try things; in a fight there are turns for that. DOA-65."""
    if who is None or who.making or who.dead:
        return Refused("DOA-65", "Make a character first.")
    if KNOCKED_OUT in who.conditions:
        return Refused("DOA-209", f"{who.name} is Knocked Out and cannot act.")
    if state.combat is not None:
        return Refused("DOA-133", "In a fight, act on your turn.")
    return None


def attempt(game: Game[Table], who: Character, stat: str, words: str) -> None:
    """A player says what the character tries; what is beyond doubt just happens. DOA-65, DOA-66."""
    state = game.state
    if (refused := why_not_attempt(state, who)) is not None:
        raise refused
    known_stat(stat)
    game.tell(f"{who.name} tries: {words or stat}.", "DOA-65")
    levels = [f"DR {difficulty}" for difficulty in range(7)]
    prompt = f"{who.name} tries with {stat}: “{words}”. A Check?"
    more = "With a hand or a required match"
    options = ("It just happens", "It cannot be done", *levels, more)
    answer = game.choose(state.gm, prompt, options, "DOA-66", "DOA-69")
    hand, match = 0, ""
    if answer == more:
        hand = game.number(state.gm, "Upper (+) or Lower (-) Hand?", -3, 3, "DOA-103")
        match = game.choose(state.gm, "Required match?", ("none", *MATCHES), "DOA-358")
        answer = game.choose(state.gm, "Which DR?", levels, "DOA-69")
    if answer not in levels:
        game.tell(f"{answer}.", "DOA-66")
        return
    standing = [other.name for other in in_play(state) if other.target and other is not who]
    against = WORLD_DECK
    if standing:
        prompt = "Against whose Target Card?"
        against = game.choose(state.gm, prompt, (WORLD_DECK, *standing), "DOA-70")
    called = CallCheck([who.name], stat, int(answer[-1]), against, MATCHES.get(match, ""), hand)
    call_check(game, called)


def find_contest(name: str) -> Contest:
    """A stock contest by its name. DOA-115."""
    for row in tables().contests:
        if row.id == name:
            return row
    known = ", ".join(row.id for row in tables().contests)
    raise Refused("DOA-115", f"There is no contest “{name}”. There are: {known}, or “X vs Y”.")


def call_contest(game: Game[Table], called: CallContest) -> None:
    """A stock contest, "Brute vs Finesse or Brute" in words, or any stat against any others.

    DOA-108, DOA-112, DOA-115.
    """
    state = game.state
    initiator = find_character(state, called.initiator)
    targets = [find_character(state, name) for name in called.targets]
    if not targets or initiator in targets:
        raise Refused("DOA-108", "A contest needs others who resist.")
    if called.stat or called.resist:
        if not called.resist:
            raise Refused("DOA-112", "Say with what the others resist.")
        stat, stats = known_stat(called.stat), tuple(map(known_stat, called.resist))
    elif " vs " in called.contest:
        own, _, resist = called.contest.partition(" vs ")
        stat, stats = known_stat(own), tuple(map(known_stat, resist.split(" or ")))
    else:
        row = find_contest(called.contest)
        stat = row.initiator
        stats = row.informed if called.informed == "yes" and row.informed else row.target
    results = contest(game, initiator, stat, [(target, stats) for target in targets])
    for name, outcome in results.items():
        game.tell(
            f"{name} {'resists' if outcome.success else 'does not resist'} {initiator.name}.",
            "DOA-112",
        )


def call_save(game: Game[Table], called: CallSave) -> None:
    """Saves against the own Target Card; neither Attribute nor DR is up for talk. DOA-116."""
    drawers = [find_character(game.state, name) for name in called.who]
    if not drawers:
        raise Refused("DOA-116", "Name who saves.")
    game.state.results = [save(game, who, called.attribute, called.difficulty) for who in drawers]


# Fate


def why_not_exchange(state: Table, who: Character | None) -> Refused | None:
    """Exchange Fate is a Free Action of one who is awake. DOA-38, DOA-155."""
    if who is None or who.making or who.dead:
        return Refused("DOA-38", "Make a character first.")
    if KNOCKED_OUT in who.conditions:
        return Refused("DOA-209", f"{who.name} is Knocked Out and cannot act.")
    if not fate_cards(state, who):
        return Refused("DOA-38", f"{who.name} holds no Fate Cards.")
    if state.combat is not None and all(turn.who != who.name for turn in state.combat.turns):
        return Refused("DOA-155", "In a fight this is a Free Action of your own turn.")
    return None


def exchange_fate(game: Game[Table], who: Character, cards: list[str]) -> None:
    """Spend Fate Cards for as many Power Points, never above the maximum. DOA-38, DOA-39."""
    if (refused := why_not_exchange(game.state, who)) is not None:
        raise refused
    for name in cards:
        card = TOKEN if name.startswith(TOKEN) else name
        if card not in fate_cards(game.state, who):
            raise Refused("DOA-38", f"{who.name} does not hold {card}.")
        spend_fate(game, who, card)
    who.pp = min(who.max_pp, who.pp + len(cards))
    game.tell(f"{who.name} turns {', '.join(cards)} into PP: {who.pp}.", "DOA-38", "DOA-155")


def award_fate(game: Game[Table], who: Character, card: str) -> None:
    """The Game Master awards a Fate Card: from the player's discard pile, or a token. DOA-40.

    A card goes back with the next Full Rest, a token stays until spent (DOA-41).
    """
    if not who.is_dealer:
        raise Refused("DOA-44", f"{who.name} never uses Fate Cards.")
    if card == TOKEN:
        who.tokens += 1
    else:
        cards = game.state.cards(who)
        if card not in cards.discard:
            raise Refused("DOA-40", f"{card} is not in {who.name}'s discard pile.")
        move(card, cards.discard, cards.fate)
    game.tell(f"The Game Master awards {who.name} a Fate Card: {card}.", "DOA-40")


# Telling


def why_not_narrate(state: Table, seat: str) -> Refused | None:
    """After a Check the Game Master narrates, or lets the drawing player. DOA-78."""
    if seat in (state.gm, state.narrator):
        return None
    return Refused("DOA-78", "The Game Master narrates, unless you are asked to.")


def let_narrate(game: Game[Table], seat: str) -> None:
    """Hand the telling to a player. DOA-78."""
    player_character(game.state, seat)
    game.state.narrator = seat
    game.tell(f"{seat} tells what happens.", "DOA-78")


def narrate(game: Game[Table], seat: str, words: str) -> None:
    """Tell what happens. DOA-65, DOA-78."""
    if (refused := why_not_narrate(game.state, seat)) is not None:
        raise refused
    game.state.narrator = ""
    game.tell(f"{seat}: “{words}”", "DOA-78")


def avoid(game: Game[Table], topic: str) -> None:
    """Topics to avoid are visible to all. DOA-67."""
    if topic not in game.state.safety:
        game.state.safety.append(topic)
    game.tell(f"This table avoids: {', '.join(game.state.safety)}.", "DOA-67")


def turn_world_card(game: Game[Table], where: str) -> None:
    """The Game Master asks the World deck, in the open or behind the screen. DOA-356, DOA-376."""
    screen = where != "open"
    world = game.state.decks[WORLD]
    card = draw_world(game, world.play)
    lay_aside(game.state, WORLD, world.play, behind_the_screen=screen)
    whole = f"The Game Master turns over {card} of the World deck."
    if screen:
        game.tell("", "DOA-376", only={game.state.gm: whole})
    else:
        game.tell(whole, "DOA-356")
