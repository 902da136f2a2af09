"""Checks from the hand: cards, Suit Pool, suit demands, Advantage, assists, gambles."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from msgspec import Struct

from fatedeck.engine.cards import Pile, move, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Choose
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.rules.cards import JOKER, RANK, SUIT, SUITS, different, in_order
from fatedeck.games.realms_behind.rules.derived import (
    can_act,
    check_totals,
    gear_of,
    is_downed,
    is_stupefied,
    is_wounded,
    total,
    ways_to_check,
)
from fatedeck.games.realms_behind.state import Being, Character, Outcome, Pool, Table

ASSIST_THRESHOLD = 11
HIGHEST_RANK = 15
"""What a pair can count for someone with a Lucky thing. RB-20.14."""
PILE = "Draw pile"
STOP = "No more"
NO = "No"


class Terms(Struct):
    """What is announced before a check, and what its rules bring along. RB-5.4."""

    skill: str
    modifier: int
    threshold: int
    target: str = ""
    hidden: bool = False
    demand: str = ""
    advantage: int = 0
    disadvantage: int = 0
    extra: int = 0
    extra_per: tuple[str, ...] = ()
    sift: int = 0
    attack: bool = False
    basic_attack: bool = False
    forced: bool = False
    assist: bool = False
    from_pile: bool = False
    stealth: tuple[int, int] | None = None


def check(game: Game[Table], actor: Being, terms: Terms) -> Outcome:
    """One check in its order: assists, gambles and Fortune, sift, base card, more cards, rank.

    It succeeds if rank plus modifiers reaches the threshold; then all that was revealed is
    discarded and the pool is empty again. A suit does something only where a rule names it.
    RB-5.1 to RB-5.10, RB-6.3, RB-6.7, RB-10.1, RB-10.2.
    """
    table = game.state
    outcome = Outcome(
        actor.name,
        terms.skill,
        terms.target,
        terms.modifier + status_modifier(table, actor, terms),
        terms.threshold,
        terms.hidden,
        terms.demand,
    )
    table.last = outcome
    if terms.forced and is_stupefied(actor):
        game.tell(
            "{actor} is Stupefied: the {skill} check fails.",
            "RB-4.5",
            actor=actor.name,
            skill=terms.skill,
        )
        return outcome
    if game.lines is not None:
        _announce(game, actor, outcome, terms)
    demand, extra = _before_the_cards(game, actor, terms, outcome)
    pool = outcome.pool
    if actor.madness or terms.sift:
        _sift(game, actor, actor.madness + terms.sift, pool)  # RB-11.11
    base, suit = _base_card(game, actor, demand, outcome, terms.from_pile)
    if base:
        outcome.base = base
        _join(pool, suit)
        if terms.stealth is not None and RANK[base] + terms.stealth[0] >= terms.stealth[1]:
            outcome.net += 1  # RB-18.13
            extra += 1
            game.tell("{actor} goes unnoticed.", "RB-18.13", actor=actor.name)
        outcome.rank = RANK[base]  # RB-5.8
        if outcome.net:
            outcome.rank = _rank(game, actor, base, suit, outcome.net, demand, pool)
    if actor.statuses.frightened:
        actor.statuses.frightened -= 1  # RB-16.19
    if outcome.rank:
        outcome.sum = outcome.rank + outcome.modifier
        outcome.success = outcome.sum >= outcome.threshold
    for extra_suit in terms.extra_per:
        extra += pool.of(extra_suit)  # RB-6.5
    if outcome.gambles:
        extra += _gambled(actor, outcome, terms)
    outcome.extra = extra
    outcome.successes = 1 + extra if outcome.success else 0
    _discard(table, actor)
    if game.lines is not None:
        _tell_result(game, actor, outcome, terms)
    return outcome


def _before_the_cards(
    game: Game[Table], actor: Being, terms: Terms, outcome: Outcome
) -> tuple[str, int]:
    """Assists, gambles, Fortune; then Advantage and Disadvantage are fixed as one net number.

    Returns the suit demand that is left and the extra successes so far. RB-5.4, RB-8.1, RB-8.2.
    """
    table = game.state
    seat = table.seat_of(actor)
    asking = _asking(outcome)
    advantage, extra = terms.advantage, terms.extra
    if not terms.assist and len(table.players) > 1:
        helped = assists(game, actor, terms)  # RB-9.3
        table.last = outcome
        advantage += helped
        extra += helped
    if actor.support and not terms.assist:  # RB-9.5
        advantage += actor.support
        extra += actor.support
        actor.support = 0
    if actor.luck_next and not terms.assist:
        advantage += actor.luck_next
        actor.luck_next = 0
    if not (terms.assist or terms.forced):  # RB-10.4
        gambles = _gambles(game, seat, outcome.modifier, asking.gambles)
        if gambles:
            outcome.gambles = gambles
            outcome.threshold += 2 * gambles
            asking = _asking(outcome)
    demand = terms.demand
    if actor.fortune and not is_downed(actor):
        demand, bought = _fortune(game, seat, actor, asking.fortune, demand)
        advantage += bought
    if terms.attack and actor.statuses.berserk:  # RB-16.10
        advantage += 1
        extra += 1
    advantage += _outside_luck(game, actor)
    outcome.net = advantage - terms.disadvantage - state_disadvantage(actor)
    return demand, extra


def _gambles(game: Game[Table], seat: str, modifier: int, prompt: str) -> int:
    """How often the actor raises the threshold by 2: any number of times. RB-10.3.

    More than the highest rank can make good is never worth it, whatever the threshold; that this
    is asked without a word on the threshold keeps a hidden one hidden.
    """
    most = max(0, HIGHEST_RANK + modifier) // 2
    return game.number(seat, "gambles", prompt, 0, most, "RB-10.3", or_more=True)


def passes(outcome: Outcome, threshold: int, modifier: int) -> bool:
    """Whether the same cards also reach another threshold with another modifier. RB-5.15."""
    if not outcome.rank:
        return False
    return outcome.rank + modifier >= threshold + 2 * outcome.gambles


def status_modifier(table: Table, actor: Being, terms: Terms) -> int:
    """Crippled in attacks, Dispelled in magic, Taunted by others than the target.

    RB-16.5, RB-16.13, RB-16.16.
    """
    modifier = -actor.statuses.crippled if terms.attack else 0
    if terms.skill in ("sorcery", "theurgy"):
        modifier -= actor.statuses.dispelled
    if actor.taunted and terms.target:
        modifier -= taunts_against(table, actor, terms.target)
    return modifier


def taunts_against(table: Table, actor: Being, target: str) -> int:
    """The stacks of every taunter but this target who is not Downed. RB-16.13, RB-13.10."""
    return sum(
        stacks
        for taunter, stacks in actor.taunted.items()
        if taunter != target and not (taunter in known(table) and is_downed(table.being(taunter)))
    )


def known(table: Table) -> list[str]:
    """The names of everyone at the table."""
    return [*table.players, *table.creatures]


def state_disadvantage(actor: Being) -> int:
    """One for Wounded, one for Frightened whatever its stacks. RB-13.2, RB-16.19."""
    return (1 if is_wounded(actor) else 0) + (1 if actor.statuses.frightened else 0)


# Cards


def piles(table: Table, actor: Being) -> tuple[Pile, Pile, Pile]:
    """Draw pile, discards and revealed cards of a character, or the GM's. RB-1.6, RB-5.12."""
    if type(actor) is Character:
        return actor.deck, actor.discard, actor.revealed
    return table.gm_deck, table.gm_discard, table.gm_revealed


def turn_up(game: Game[Table], actor: Being) -> str:
    """Reveal the top card of the draw pile; empty when none is left.

    The GM deck is shuffled together with its discards when it is empty; a character's never is
    during a day. RB-1.7, RB-1.9, RB-21.2.
    """
    deck, discard, revealed = piles(game.state, actor)
    if not len(deck):
        if type(actor) is Character or not len(discard):
            return ""
        shuffle(deck, discard)
        game.tell("The GM deck is shuffled.", "RB-21.2")
    return game.draw(deck, revealed)


def draw_cards(game: Game[Table], character: Character, n: int) -> int:
    """Draw up to n cards into the hand, which has no limit; says how many came.

    The hand is kept in order. RB-1.7, RB-1.10.
    """
    deck, hand = character.deck, character.hand
    drawn = [game.draw(deck, hand) for _ in range(min(n, len(deck)))]
    hand.top = in_order(hand.top)
    if drawn and game.lines is not None:
        count = f"{len(drawn)} card{'s' if len(drawn) > 1 else ''}"
        game.tell(
            f"{character.name} draws {count}.",
            "RB-1.7",
            only={character.name: f"You draw {', '.join(drawn)}."},
        )
    return len(drawn)


def _sift(game: Game[Table], actor: Being, n: int, pool: Pool) -> None:
    """Reveal the top n cards into the pool; they never give a rank. RB-1.11, RB-8.9, RB-11.11."""
    sifted = []
    for _ in range(n):
        card = turn_up(game, actor)
        if not card:
            break
        sifted.append(card)
        _join(pool, _suit(game, actor, card))
    if sifted and game.lines is not None:
        game.tell(
            "{actor} sifts {join}.", "RB-1.11", "RB-11.11", actor=actor.name, join=", ".join(sifted)
        )


def _base_card(
    game: Game[Table], actor: Being, demand: str, outcome: Outcome, from_pile: bool
) -> tuple[str, str]:
    """The base card and its suit; none when the check must fail for want of a card.

    One card from the hand; the top of the pile with an empty hand, and then only; assists and a
    Flurry's second attack always turn the pile. RB-5.5 to RB-5.9, RB-5.12, RB-9.2.
    """
    hand = actor.hand.top if type(actor) is Character and not from_pile else []
    if demand:
        return _answer_demand(game, actor, demand, hand)
    if not hand:
        card = turn_up(game, actor)
        return card, _suit(game, actor, card) if card else ""
    assert isinstance(actor, Character)
    prompt = _asking(outcome).card
    card = game.choose(actor.name, "base-card", prompt, tuple(dict.fromkeys(hand)), "RB-5.5")
    move(card, actor.hand, actor.revealed)
    return card, SUIT[card] or _suit(game, actor, card)


def _answer_demand(
    game: Game[Table], actor: Being, demand: str, hand: list[str]
) -> tuple[str, str]:
    """A card of the demanded suit from the hand, else turned up from the pile.

    Passed-over cards are discarded and not in the pool. A Joker may answer and never has to.
    RB-1.5, RB-7.1 to RB-7.5, RB-7.7, RB-7.9.
    """
    fitting = [card for card in different(hand) if SUIT[card] == demand]
    options = [*fitting, JOKER] if JOKER in hand else fitting
    if options:
        if not fitting:
            options.append(PILE)
        prompt = f"Answer in {demand.capitalize()}: which card?"
        assert isinstance(actor, Character)
        card = game.choose(actor.name, "answer-card", prompt, options, "RB-7.2")
        if card != PILE:
            move(card, actor.hand, actor.revealed)
            return card, demand
    _, discard, revealed = piles(game.state, actor)
    while card := turn_up(game, actor):
        suit = _suit(game, actor, card)
        if suit == demand:
            return card, suit
        move(card, revealed, discard)
        game.tell("{card} is passed over.", "RB-7.4", card=card)
    game.tell(
        "{actor} finds no {demand}: the check fails.", "RB-7.5", actor=actor.name, demand=demand
    )
    return "", ""


def _rank(
    game: Game[Table],
    actor: Being,
    base: str,
    suit: str,
    net: int,
    demand: str,
    pool: Pool,
) -> int:
    """The rank that counts: one picked with Advantage, or the lowest with Disadvantage.

    Disadvantage cards are not in the pool. 0 means that one was needed and the pile was empty.
    RB-6.2, RB-8.3 to RB-8.7.
    """
    if net < 0:
        rank = RANK[base]
        for _ in range(-net):
            card = turn_up(game, actor)
            if not card:
                game.tell("No card is left for Disadvantage: the check fails.", "RB-4.7", "RB-8.7")
                return 0
            game.tell("Disadvantage: {card}.", "RB-8.5", card=card)
            rank = min(rank, RANK[card])
        return rank
    played = [(base, suit)]
    for _ in range(net):
        card = _advantage_card(game, actor, played)
        if not card:
            break
        played.append((card, _suit(game, actor, card)))
        _join(pool, played[-1][1])
        game.tell("Advantage: {card}.", "RB-8.3", card=card)
    ranks = {card: RANK[card] for card, its in played if not demand or its == demand}  # RB-7.8
    pair = _pair(actor, played, demand)
    if pair:
        ranks["A pair"] = pair
    if len(ranks) == 1:
        return next(iter(ranks.values()))
    notes = {name: f"rank {n}" for name, n in ranks.items()}
    seat = game.state.seat_of(actor)
    return game.choose_among(
        seat, "rank-counts", "Which rank counts?", ranks, "RB-8.4", notes=notes
    )


def _advantage_card(game: Game[Table], actor: Being, played: list[tuple[str, str]]) -> str:
    """One more card from the hand or the pile, or none, after seeing the last. RB-8.3."""
    deck, discard, revealed = piles(game.state, actor)
    hand = actor.hand.top if type(actor) is Character else []
    pile = len(deck) or (type(actor) is not Character and len(discard))
    if not hand and not pile:
        return ""
    options = (STOP, PILE, *different(hand)) if pile else (STOP, *different(hand))
    prompt = f"Advantage on {', '.join(card for card, _ in played)}: another card?"
    card = game.choose(
        game.state.seat_of(actor), "advantage-another-card", prompt, options, "RB-8.3"
    )
    if card == STOP:
        return ""
    if card == PILE:
        return turn_up(game, actor)
    assert isinstance(actor, Character)
    move(card, actor.hand, revealed)
    return card


def _pair(actor: Being, played: list[tuple[str, str]], demand: str) -> int:
    """What a pair counts for someone with a Lucky thing; one of it must meet a demand. RB-20.14."""
    if type(actor) is not Character:
        return 0
    worth = max((gear_of(item).pair_rank for item in actor.worn() if item.enhancements), default=0)
    if not worth:
        return 0
    ranks = [RANK[card] for card, _ in played]
    pairs = [rank for rank in ranks if ranks.count(rank) > 1]
    if demand:
        meeting = [RANK[card] for card, suit in played if suit == demand]
        pairs = [rank for rank in pairs if rank in meeting]
    return worth if pairs else 0


def _suit(game: Game[Table], actor: Being, card: str) -> str:
    """The suit of a revealed card; a Joker's owner names it. RB-1.5."""
    if card != JOKER:
        return SUIT[card]
    seat = game.state.seat_of(actor)
    return game.choose(
        seat, "joker-revealed-suit", "Your Joker is revealed: which suit is it?", SUITS, "RB-1.5"
    )


def _join(pool: Pool, suit: str) -> None:
    if suit == "hearts":
        pool.hearts += 1
    elif suit == "spades":
        pool.spades += 1
    elif suit == "clubs":
        pool.clubs += 1
    else:
        pool.diamonds += 1


def _discard(table: Table, actor: Being) -> None:
    """All revealed cards are discarded and not replaced. RB-1.8, RB-5.4."""
    _, discard, revealed = piles(table, actor)
    discard.top[:0] = revealed.top
    revealed.top.clear()


# Help and luck


def assists(game: Game[Table], actor: Being, terms: Terms) -> int:
    """How many helpers succeed: each may once, with a skill that the GM lets pass.

    A failed assist changes nothing. RB-9.1 to RB-9.7.
    """
    table = game.state
    if type(actor) is not Character:
        return 0
    helpers = [
        other
        for other in table.players.values()
        if other is not actor and other.willing and why_not_assist(table, other) is None
    ]
    if not helpers:
        return 0
    prompt = f"{actor.name} checks {terms.skill}. Will you assist, and with what?"
    options = (NO, *skill_names())
    answers = game.each(
        [
            Choose(h.name, "checks-will-assist", prompt, options, _needed(h), clauses=("RB-9.1",))
            for h in helpers
        ]
    )
    succeeded = 0
    for helper in helpers:
        skill = str(answers[helper.name])
        if skill == NO:
            continue
        if refused := why_not_assist(table, helper):  # an earlier assist has used it up
            game.tell(refused.sentence, refused.clause)
            continue
        fits = f"{helper.name} would assist {actor.name}'s {terms.skill} with {skill}."
        if not game.may(table.gm, "assist", fits, "RB-9.1", yes="It fits", no="It does not"):
            game.tell(
                "{capitalize} does not fit, says the GM.", "RB-9.1", capitalize=skill.capitalize()
            )
            continue
        if table.phase == "encounter":
            helper.reactions -= 1  # RB-9.6
        helping = Terms(
            skill, own_total(game, helper, skill), ASSIST_THRESHOLD, assist=True, from_pile=True
        )
        succeeded += check(game, helper, helping).success
    return succeeded


def _needed(helper: Character) -> dict[str, str]:
    """What the top card must show to assist with each skill. RB-9.2."""
    return _notes(check_totals(helper)[: len(skill_names())])


@lru_cache(maxsize=256)
def _notes(totals: tuple[tuple[str, int], ...]) -> dict[str, str]:
    return {skill: f"total {n}: {max(1, ASSIST_THRESHOLD - n)} or more" for skill, n in totals}


def why_not_assist(table: Table, helper: Character) -> Refused | None:
    """Why a character may not assist now. RB-9.6, RB-9.8."""
    if not can_act(helper):
        return Refused("RB-9.8", f"{helper.name} is Downed or Stupefied and cannot assist.")
    if table.phase == "encounter" and not helper.reactions:
        return Refused("RB-9.6", f"{helper.name} has no reaction left this round.")
    return None


@cache
def skill_names() -> tuple[str, ...]:
    """The 24 skills."""
    return tuple(book().skills)


def _fortune(
    game: Game[Table], seat: str, actor: Being, prompt: str, demand: str
) -> tuple[str, int]:
    """Fortune before the first card: 1 to answer in any suit, any number for Advantage.

    An Advantage bought this way cancels a Disadvantage. RB-7.6, RB-11.5 to RB-11.8.
    """
    if demand and game.may(
        seat,
        "spend-fortune-answer",
        f"Spend 1 Fortune to answer in any suit instead of {demand.capitalize()}?",
        "RB-7.6",
        yes="Spend 1 Fortune",
        no="Answer the demand",
    ):
        actor.fortune -= 1
        demand = ""
        game.tell(
            "{actor} spends 1 Fortune: any suit will do.", "RB-7.6", "RB-11.7", actor=actor.name
        )
    if not actor.fortune:
        return demand, 0
    spent = game.number(seat, "fortune", prompt, 0, actor.fortune, "RB-11.5", "RB-11.6")
    if spent:
        actor.fortune -= spent
        game.tell(
            "{actor} spends {spent} Fortune.", "RB-11.5", "RB-11.6", actor=actor.name, spent=spent
        )
    return demand, spent


def _outside_luck(game: Game[Table], actor: Being) -> int:
    """Advantage from Sanctified and Disadvantage from Profane weapons, each thrice a day.

    A reaction, as assists are: it costs one only in an Encounter. RB-15.7, RB-18.22.
    """
    table = game.state
    net = 0
    for owner in table.players.values():
        for item in owner.worn():
            for helping in gear_of(item).helping if item.enhancements else ():
                used = f"{item.name} {helping}"
                if (
                    (helping == "disadvantage" and owner is actor)
                    or owner.used_today.get(used, 0) >= 3
                    or not can_act(owner)
                    or (table.phase == "encounter" and not owner.reactions)
                ):
                    continue
                word = helping.capitalize()
                prompt = f"{item.name}: give {actor.name}'s check {word}?"
                if game.may(
                    owner.name, "give-check", prompt, "RB-15.7", yes=f"Give {word}", no="Let it be"
                ):
                    owner.used_today[used] = owner.used_today.get(used, 0) + 1
                    if table.phase == "encounter":
                        owner.reactions -= 1
                    net += 1 if helping == "advantage" else -1
                    game.tell(
                        "{owner}'s {item} gives {word}.",
                        "RB-15.7",
                        owner=owner.name,
                        item=item.name,
                        word=word,
                    )
    return net


def _gambled(actor: Being, outcome: Outcome, terms: Terms) -> int:
    """One extra success per gamble; on the basic Attack none, but Gambler's own still count.

    RB-10.3, RB-10.6, RB-18.18.
    """
    gambler = type(actor) is Character and "gambler" in actor.feats
    return outcome.gambles * ((0 if terms.basic_attack else 1) + gambler)


# Contests


def contest(
    game: Game[Table], starter: Being, skill: str, other: Being, other_skill: str
) -> Outcome:
    """Both check; the higher sum wins, a tie goes to the one who did not start it. RB-5.13.

    The other's check is forced, so a Stupefied other fails it, and then any card wins. Who starts
    the contest may gamble: that raises what has to be beaten. RB-5.14, RB-10.4.
    """
    modifier = own_total(game, other, other_skill)
    theirs = Terms(other_skill, modifier, 0, starter.name, forced=True)
    answer = check(game, other, theirs)
    secret = type(other) is not Character
    terms = Terms(skill, own_total(game, starter, skill), answer.sum + 1, other.name, secret)
    if not answer.rank:
        lowest = 1 + terms.modifier + status_modifier(game.state, starter, terms)
        terms.threshold = lowest
    mine = check(game, starter, terms)
    won = f"{(starter if mine.success else other).name} wins the contest"
    whole = f"{won}, {mine.sum} to {answer.sum}."
    if secret:
        game.tell(f"{won}.", "RB-5.13", only={game.state.gm: whole})
    else:
        game.tell(whole, "RB-5.13")
    return mine


# Totals


def own_total(game: Game[Table], being: Being, skill: str) -> int:
    """What someone checks a skill with; where a feat lets another total stand in, they say which.

    RB-5.3, RB-18.1.
    """
    if type(being) is Character:
        return chosen_total(game, being, ways_to_check(being, skill))
    return total(being, skill)


def chosen_total(game: Game[Table], character: Character, ways: dict[str, int]) -> int:
    """The player picks one of several totals; nobody is asked where all come to the same."""
    best = max(ways.values())
    if best == min(ways.values()) or is_stupefied(character):
        return best
    notes = {name: f"total {n}" for name, n in ways.items()}
    prompt = "Which total do you check with?"
    return game.choose_among(character.name, "total-check", prompt, ways, "RB-18.1", notes=notes)


# Words


class _Prompts(NamedTuple):
    """What is asked of the actor of a check, with its figures."""

    gambles: str
    fortune: str
    card: str


def _asking(outcome: Outcome) -> _Prompts:
    against = None if outcome.hidden else outcome.threshold
    return _with_figures(outcome.skill, outcome.modifier, against)


@lru_cache(4096)
def _with_figures(skill: str, modifier: int, against: int | None) -> _Prompts:
    shown = "a hidden threshold" if against is None else str(against)
    figures = f"{skill.capitalize()} {modifier:+} against {shown}."
    return _Prompts(
        f"{figures} How many gambles?",
        f"{figures} Fortune for Advantage, or to cancel Disadvantage?",
        f"{figures} Which card?",
    )


def _announce(game: Game[Table], actor: Being, outcome: Outcome, terms: Terms) -> None:
    """Tell who checks what; a hidden threshold and a creature's values are the GM's. RB-22.5."""
    at = f" against {terms.target}" if terms.target else ""
    demand = f", to be answered in {terms.demand.capitalize()}" if terms.demand else ""
    start = f"{actor.name} checks {terms.skill}"
    needed = f": {terms.threshold} is needed" if terms.threshold else ""
    whole = f"{start} {outcome.modifier:+}{at}{demand}{needed}."
    if type(actor) is not Character:
        game.tell(f"{start}{at}{demand}.", "RB-5.4", only={game.state.gm: whole})
    elif terms.hidden:
        known = f"{start} {outcome.modifier:+}{at}{demand}."
        game.tell(known, "RB-5.4", "RB-5.11", only={game.state.gm: whole})
    else:
        game.tell(whole, "RB-5.4")


def _tell_result(game: Game[Table], actor: Being, outcome: Outcome, terms: Terms) -> None:
    if not outcome.rank:
        game.tell("{actor} fails: no card counts.", "RB-5.9", "RB-5.10", actor=actor.name)
        return
    end = "failure"
    if outcome.success:
        end = "success" if outcome.successes == 1 else f"success, {outcome.successes} in all"
    start = f"{actor.name}'s {outcome.base}"
    figures = f"{outcome.rank} {outcome.modifier:+} = {outcome.sum}"
    whole = f"{start}: {figures} against {outcome.threshold}: {end}."
    if type(actor) is not Character:
        known = f"{start} counts {outcome.rank}: {end}."
        game.tell(known, "RB-5.2", only={game.state.gm: whole})
    elif terms.hidden:
        game.tell(f"{start}: {figures}: {end}.", "RB-5.2", only={game.state.gm: whole})
    else:
        game.tell(whole, "RB-5.2")
