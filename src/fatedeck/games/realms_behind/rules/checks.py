"""Checks from the hand: cards, Suit Pool, suit demands, Advantage, assists, gambles."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from fatedeck.engine.cards import Pile, move, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import NO, Game
from fatedeck.engine.questions import Choose, Words
from fatedeck.engine.story import Line, Moment, listed
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.looks import moments
from fatedeck.games.realms_behind.looks.things import the_thing
from fatedeck.games.realms_behind.rules.called import name_of
from fatedeck.games.realms_behind.rules.cards import (
    IN_WORDS,
    JOKER,
    RANK,
    SUIT,
    SUITS,
    different,
    in_order,
)
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
from fatedeck.games.realms_behind.rules.talents import talents
from fatedeck.games.realms_behind.state import Being, Character, Outcome, Pool, Table

ASSIST_THRESHOLD = 11
NEVER = "never"
"""The answer of a helper who doesn’t want to be asked again."""
HIGHEST_RANK = 15
FEW_GAMBLES = 4
"""More than so many are a number to be named."""
"""What a pair can count for someone with a Lucky thing. RB-20.14."""
PILE, STOP = "pile", "stop"
_SAID = {PILE: "Draw pile", STOP: "No more", NO: "No", "pair": "A pair"}
"""What people read for options that are neither cards nor skills."""


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
        failed = "{who} is Stupefied, so the {skill} check fails."
        game.tell(failed, "RB-4.5", who=actor.name, skill=terms.skill.capitalize())
        return outcome
    game.show(_announced, table, actor, outcome, terms)
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
            game.tell("{who} goes unnoticed.", "RB-18.13", who=actor.name)
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
    game.show(_settled, table, actor, outcome)
    _discard(table, actor)
    return outcome


def _before_the_cards(
    game: Game[Table], actor: Being, terms: Terms, outcome: Outcome
) -> tuple[str, int]:
    """Assists, gambles, Fortune; then Advantage and Disadvantage are fixed as one net number.

    Returns the suit demand that is left and the extra successes so far. RB-5.4, RB-8.1, RB-8.2.
    """
    table = game.state
    seat = table.seat_of(actor)
    advantage, extra = terms.advantage, terms.extra
    if not terms.assist:
        if len(table.players) > 1:
            helped = assists(game, actor, terms)  # RB-9.3
            table.last = outcome
            advantage += helped
            extra += helped
        if actor.support:  # RB-9.5
            advantage += actor.support
            extra += actor.support
            actor.support = 0
        if actor.luck_next:
            advantage += actor.luck_next
            actor.luck_next = 0
        if not terms.forced and (gambles := _gambles(game, seat, outcome)):  # RB-10.4
            outcome.gambles = gambles
            outcome.threshold += 2 * gambles
    demand = terms.demand
    if actor.fortune and not is_downed(actor):
        demand, bought = _fortune(game, seat, actor, outcome, demand)
        advantage += bought
    if terms.attack and actor.statuses.berserk:  # RB-16.10
        advantage += 1
        extra += 1
    advantage += _outside_luck(game, actor)
    outcome.net = advantage - terms.disadvantage - state_disadvantage(actor)
    return demand, extra


def _gambles(game: Game[Table], seat: str, outcome: Outcome) -> int:
    """How often the actor raises the threshold by 2: any number of times. RB-10.3.

    More than the highest rank can make good is never worth it, whatever the threshold; that this
    is asked without a word on the threshold keeps a hidden one hidden.
    """
    most = max(0, HIGHEST_RANK + outcome.modifier) // 2
    words = game.worded(_words_of_gambles, outcome, most)
    return game.number(
        seat, "gambles", words.prompt, 0, most, "RB-10.3", or_more=True, labels=words.labels
    )


def _words_of_gambles(outcome: Outcome, most: int) -> Words:
    """What the first gambles ask for and bring. RB-10.3."""
    labels = {"0": "No gamble"}
    for times in range(1, min(most, FEW_GAMBLES) + 1):
        harder = f"{2 * times} more" if outcome.hidden else f"{outcome.threshold + 2 * times}"
        extra = "1 extra success" if times == 1 else f"{times} extra successes"
        labels[f"{times}"] = f"{times}: reach {harder} for {extra}"
    return Words(f"{_figures(outcome)} How many gambles? Each asks for 2 more.", labels)


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
    if deck.is_empty():
        if type(actor) is Character or discard.is_empty():
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
    if drawn:
        game.tell(
            "{who} draws {n} {n:card|cards}.",
            "RB-1.7",
            only={character.name: "You draw {cards}."},
            who=character.name,
            n=len(drawn),
            cards=drawn,
        )
        game.show(moments.drawn, character.name, "Drawing cards", drawn, character.name)
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
    if sifted:
        game.tell("{who} sifts {cards}.", "RB-1.11", "RB-11.11", who=actor.name, cards=sifted)


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
    options = _cheapest_first(outcome, hand)
    words = game.worded(_words_of_base_card, outcome, options)
    card = game.choose(actor.name, "base-card", words.prompt, options, "RB-5.5", notes=words.notes)
    move(card, actor.hand, actor.revealed)
    return card, SUIT[card] or _suit(game, actor, card)


def _words_of_base_card(outcome: Outcome, options: list[str]) -> Words:
    """What the check is about, and what each card comes to. RB-5.5."""
    notes = {card: _sum(outcome, RANK[card]) for card in options}
    return Words(f"{_figures(outcome)} Which card do you play?", notes=notes)


def _cheapest_first(outcome: Outcome, hand: list[str]) -> list[str]:
    """The cards of a hand, those that are enough by themselves first, the lowest first.

    A hidden threshold orders nothing: nobody can tell what is enough. RB-5.11.
    """
    cards = list(dict.fromkeys(hand))
    if outcome.hidden:
        return cards
    cards.sort(key=RANK.__getitem__)
    enough = bisect_left(cards, outcome.threshold - outcome.modifier, key=RANK.__getitem__)
    return cards[enough:] + cards[:enough]


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
        prompt = f"Answer in {demand.capitalize()}. Which card do you play?"
        assert isinstance(actor, Character)
        card = game.choose(actor.name, "demand-card", prompt, options, "RB-7.2", labels=_SAID)
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
    failed = "{who} finds no {suit}, so the check fails."
    game.tell(failed, "RB-7.5", who=actor.name, suit=demand.capitalize())
    return "", ""


def _rank(
    game: Game[Table], actor: Being, base: str, suit: str, net: int, demand: str, pool: Pool
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
                game.tell(
                    "No card is left for Disadvantage, so the check fails.", "RB-4.7", "RB-8.7"
                )
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
        ranks["pair"] = pair
    if len(ranks) == 1:
        return next(iter(ranks.values()))
    outcome = game.state.last
    assert outcome is not None
    notes = {name: _sum(outcome, n) for name, n in ranks.items()}
    seat = game.state.seat_of(actor)
    asked = "Which rank counts?"
    game.show(_revealing, game.state, actor)
    return game.choose_among(seat, "rank", asked, ranks, "RB-8.4", labels=_SAID, notes=notes)


def _advantage_card(game: Game[Table], actor: Being, played: list[tuple[str, str]]) -> str:
    """One more card from the hand or the pile, or none, after seeing the last. RB-8.3."""
    deck, discard, revealed = piles(game.state, actor)
    hand = actor.hand.top if type(actor) is Character else []
    pile = not deck.is_empty() or (type(actor) is not Character and not discard.is_empty())
    if not hand and not pile:
        return ""
    options = (STOP, PILE, *different(hand)) if pile else (STOP, *different(hand))
    words = game.worded(_words_of_advantage, played)
    seat = game.state.seat_of(actor)
    game.show(_revealing, game.state, actor)
    card = game.choose(seat, "advantage", words.prompt, options, "RB-8.3", labels=words.labels)
    if card == STOP:
        return ""
    if card == PILE:
        return turn_up(game, actor)
    assert isinstance(actor, Character)
    move(card, actor.hand, revealed)
    return card


def _words_of_advantage(played: list[tuple[str, str]]) -> Words:
    """What has been revealed so far. RB-8.3."""
    shown = listed([IN_WORDS[card] for card, _ in played])
    return Words(f"You’ve revealed {shown} with Advantage. Reveal another?", _SAID)


def _revealing(table: Table, actor: Being) -> Moment:
    """What is revealed so far. RB-22.4, RB-22.5."""
    assert table.last is not None
    return moments.revealing(table.last, _came(table, actor), type(actor) is Character)


def _came(table: Table, actor: Being) -> list[str]:
    """The revealed cards in the order they came: the last one lies on top."""
    return piles(table, actor)[2].top[::-1]


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
    asked = "You’ve revealed your Joker. Which suit is it?"
    return game.choose(seat, "joker-suit", asked, SUITS, "RB-1.5", labels=in_capitals(SUITS))


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

    All hear what they are waiting for. A failed assist changes nothing. RB-9.1 to RB-9.7.
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
    options, clauses = _answers_to_assist(terms.skill), ("RB-9.1",)
    game.tell(
        "{who} is checking {skill}: {helpers} may assist.",
        *clauses,
        who=actor.name,
        skill=terms.skill.capitalize(),
        helpers=[helper.name for helper in helpers],
    )
    words = {h.name: game.worded(_words_of_assist, game, actor, terms, h) for h in helpers}
    answers = game.each(
        Choose(name, "assist", asked.prompt, options, asked.labels, asked.notes, clauses)
        for name, asked in words.items()
    )
    succeeded = 0
    for helper in helpers:
        skill = str(answers[helper.name])
        if skill == NEVER:
            ask_to_assist(game, helper.name, willing=False)
        if skill in (NO, NEVER):
            continue
        if refused := why_not_assist(table, helper):  # an earlier assist has used it up
            game.tell(refused.sentence, refused.clause)
            continue
        named, helped = skill.capitalize(), terms.skill.capitalize()
        asked = (
            f"{name_of(game, helper.name)} wants to assist "
            f"{name_of(game, actor.name)}’s {helped} with {named}. Does it fit?"
        )
        if not game.may(table.gm, "assist-fits", asked, "RB-9.1", yes="It fits", no="It doesn’t"):
            game.tell("The GM says that {skill} doesn’t fit.", "RB-9.1", skill=named)
            continue
        if table.phase == "encounter":
            helper.reactions -= 1  # RB-9.6
        helping = Terms(
            skill, own_total(game, helper, skill), ASSIST_THRESHOLD, assist=True, from_pile=True
        )
        succeeded += check(game, helper, helping).success
    return succeeded


def ask_to_assist(game: Game[Table], seat: str, *, willing: bool) -> None:
    """Whether somebody is asked from now on to assist others' checks. RB-9.1."""
    game.state.players[seat].willing = willing
    glad, not_now = "{who} is glad to assist.", "{who} doesn’t want to be asked to assist."
    game.tell(glad if willing else not_now, "RB-9.1", who=seat)


def _words_of_assist(game: Game[Table], actor: Being, terms: Terms, helper: Character) -> Words:
    """What is checked, and what the top card must show to assist with each skill. RB-9.2."""
    skill, who = terms.skill.capitalize(), name_of(game, actor.name)
    totals = check_totals(helper)[: len(skill_names())]
    return Words(
        f"{who} is checking {skill}. Do you assist? With what?",
        {NO: "No", NEVER: "No, and stop asking me", **in_capitals(skill_names())},
        {name: f"needs {max(1, ASSIST_THRESHOLD - n)} or more" for name, n in totals},
    )


@cache
def _answers_to_assist(skill: str) -> tuple[str, ...]:
    """No, no more questions, or any skill; the one that is checked fits most often. RB-9.1."""
    return (NO, NEVER, *sorted(skill_names(), key=skill.__ne__))


def why_not_assist(table: Table, helper: Character) -> Refused | None:
    """Why a character may not assist now. RB-9.6, RB-9.8."""
    if not can_act(helper):
        return Refused("RB-9.8", f"{helper.name} is Downed or Stupefied and can’t assist.")
    if table.phase == "encounter" and not helper.reactions:
        return Refused("RB-9.6", f"{helper.name} has no reaction left this round.")
    return None


@cache
def skill_names() -> tuple[str, ...]:
    """The 24 skills."""
    return tuple(book().skills)


def _fortune(
    game: Game[Table], seat: str, actor: Being, outcome: Outcome, demand: str
) -> tuple[str, int]:
    """Fortune before the first card: 1 to answer in any suit, any number for Advantage.

    An Advantage bought this way cancels a Disadvantage. RB-7.6, RB-11.5 to RB-11.8.
    """
    if demand and _any_suit(game, seat, demand):
        actor.fortune -= 1
        demand = ""
        any_suit = "{who} spends 1 Fortune to answer in any suit."
        game.tell(any_suit, "RB-7.6", "RB-11.7", who=actor.name)
    if not actor.fortune:
        return demand, 0
    words = game.worded(_words_of_fortune, actor, outcome)
    spent = game.number(
        seat,
        "fortune",
        words.prompt,
        0,
        actor.fortune,
        "RB-11.5",
        "RB-11.6",
        labels=words.labels,
    )
    if spent:
        actor.fortune -= spent
        game.tell("{who} spends {n} Fortune.", "RB-11.5", "RB-11.6", who=actor.name, n=spent)
    return demand, spent


def _any_suit(game: Game[Table], seat: str, demand: str) -> bool:
    suit = demand.capitalize()
    asked = f"Spend 1 Fortune to answer in any suit instead of {suit}?"
    return game.may(
        seat, "any-suit", asked, "RB-7.6", yes="Spend 1 Fortune", no=f"Answer in {suit}"
    )


def _words_of_fortune(actor: Being, outcome: Outcome) -> Words:
    """What the check is about, and what Fortune buys. RB-11.6."""
    labels = {"0": "None"}
    for spent in range(1, actor.fortune + 1):
        more = "1 more card" if spent == 1 else f"{spent} more cards"
        labels[f"{spent}"] = f"{spent}: up to {more} to pick from"
    asked = f"You have {actor.fortune} Fortune. How much do you spend on Advantage?"
    return Words(f"{_figures(outcome)} {asked}", labels)


def _outside_luck(game: Game[Table], actor: Being) -> int:
    """Advantage from Sanctified and Disadvantage from Profane weapons, each thrice a day.

    A reaction, as assists are: it costs one only in an Encounter. RB-15.7, RB-18.22.
    """
    table = game.state
    net = 0
    for owner in table.players.values():
        for item in owner.items.values():
            if not item.enhancements or item.place != "equipped":
                continue
            for lending in gear_of(item).lending:
                luck = lending.advantage - lending.disadvantage
                word = "Advantage" if luck > 0 else "Disadvantage"
                used = f"{item.name} {word.lower()}"
                if (
                    (luck < 0 and owner is actor)
                    or owner.used_today.get(used, 0) >= lending.per_day
                    or not can_act(owner)
                    or (table.phase == "encounter" and not owner.reactions)
                ):
                    continue
                thing = the_thing(item.name)
                asked = f"Give {name_of(game, actor.name)}’s check {word} with {thing}?"
                give = f"Give {word}"
                if game.may(owner.name, "lend-luck", asked, "RB-15.7", yes=give, no="Let it be"):
                    owner.used_today[used] = owner.used_today.get(used, 0) + 1
                    if table.phase == "encounter":
                        owner.reactions -= 1
                    net += luck
                    told = "{owner} gives {word} with {thing}."
                    game.tell(told, "RB-15.7", owner=owner.name, thing=thing, word=word)
    return net


def _gambled(actor: Being, outcome: Outcome, terms: Terms) -> int:
    """One extra success per gamble; on the basic Attack none, but Gambler's own still count.

    RB-10.3, RB-10.6, RB-18.18.
    """
    return outcome.gambles * ((0 if terms.basic_attack else 1) + talents(actor).per_gamble)


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
    won, whole = "{who} wins the contest.", "{who} wins the contest, {sum} to {other}."
    game.tell(
        won if secret else whole,
        "RB-5.13",
        only={game.state.gm: whole} if secret else None,
        who=(starter if mine.success else other).name,
        sum=mine.sum,
        other=answer.sum,
    )
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
    options = {_named(way): n for way, n in ways.items()}
    labels = {_named(way): way for way in ways}
    notes = {name: f"total {n}" for name, n in options.items()}
    return game.choose_among(
        character.name,
        "total",
        "Which total do you check with?",
        options,
        "RB-18.1",
        labels=labels,
        notes=notes,
    )


def _named(way: str) -> str:
    return way.lower().replace(" ", "-")


# Words


def in_capitals(names: Iterable[str]) -> dict[str, str]:
    """Skills, suits and the like as people read them."""
    return {name: name.capitalize() for name in names}


def _sum(outcome: Outcome, rank: int) -> str:
    """What a rank comes to by itself, and whether that is enough, as far as it can be told."""
    modifier = outcome.modifier
    said = f"{rank} {'−' if modifier < 0 else '+'} {abs(modifier)} = {rank + modifier}"
    short = outcome.threshold - rank - modifier
    if outcome.hidden or (outcome.net < 0 and short <= 0):
        return said
    return f"{said}, {'succeeds' if short <= 0 else f'{short} short'}"


def _figures(outcome: Outcome) -> str:
    """What a check is about, as its actor may know it."""
    against = "a hidden threshold" if outcome.hidden else outcome.threshold
    return f"{outcome.skill.capitalize()} {outcome.modifier:+} against {against}."


def _announced(table: Table, actor: Being, outcome: Outcome, terms: Terms) -> Line:
    """Tell who checks what; a hidden threshold and a creature's values are the GM's. RB-22.5."""
    aim = " against {target}" if terms.target else ""
    if terms.demand:
        aim += ", to be answered in {suit}"
    needed = ", needing {threshold}." if terms.threshold else "."
    whole = "{who} checks {skill} {modifier}" + aim + needed
    known = whole
    if type(actor) is not Character:
        known = "{who} checks {skill}" + aim + "."
    elif terms.hidden:
        known = "{who} checks {skill} {modifier}" + aim + "."
    return Line(
        known,
        ("RB-5.4", "RB-5.11") if terms.hidden else ("RB-5.4",),
        {table.gm: whole} if known != whole else {},
        values={
            "who": actor.name,
            "skill": terms.skill.capitalize(),
            "modifier": f"{outcome.modifier:+}",
            "target": terms.target,
            "suit": terms.demand.capitalize(),
            "threshold": terms.threshold,
        },
    )


def _settled(table: Table, actor: Being, outcome: Outcome) -> tuple[Moment, Line]:
    """A check that is over, while its cards still lie there, and how it went."""
    moment = moments.check(outcome, _came(table, actor), type(actor) is Character)
    return moment, _result(table, actor, outcome)


def _counted(table: Table, actor: Being, outcome: Outcome) -> str:
    """The card whose rank counts, the base card first, or a pair. RB-8.4, RB-20.14."""
    revealed = (outcome.base, *piles(table, actor)[2])
    return next((card for card in revealed if RANK[card] == outcome.rank), "pair")


def _result(table: Table, actor: Being, outcome: Outcome) -> Line:
    """Tell how it went, with as much as may be known of it. RB-5.2, RB-22.5."""
    if not outcome.rank:
        failed = "{who} fails: no card counted."
        return Line(failed, ("RB-5.9", "RB-5.10"), values={"who": actor.name})
    end = " Failure."
    if outcome.success:
        end = " Success." if outcome.successes == 1 else " Success, {successes} in all."
    sum_of = "{who}’s {card}: {rank} {modifier} = {sum}"
    whole = sum_of + " against {threshold}." + end
    known = whole
    if type(actor) is not Character:
        known = "{who}’s {card} counts {rank}." + end
    elif outcome.hidden:
        known = sum_of + "." + end
    sign = "-" if outcome.modifier < 0 else "+"
    return Line(
        known,
        ("RB-5.2",),
        {table.gm: whole} if known != whole else {},
        values={
            "who": actor.name,
            "card": _counted(table, actor, outcome),
            "rank": outcome.rank,
            "modifier": f"{sign} {abs(outcome.modifier)}",
            "sum": outcome.sum,
            "threshold": outcome.threshold,
            "successes": outcome.successes,
        },
    )
