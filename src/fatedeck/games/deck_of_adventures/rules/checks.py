"""Making a Check: the closer the drawn card lies to the Target Card, the better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.cards import move
from fatedeck.engine.game import NO, Game
from fatedeck.engine.questions import Words
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.looks import moments
from fatedeck.games.deck_of_adventures.rules import circle, decks, hands, lasting
from fatedeck.games.deck_of_adventures.rules.called import all_of, name_of
from fatedeck.games.deck_of_adventures.state import (
    CARD_NAMES,
    JOKERS,
    PLAYING_CARDS,
    STAT_NAMES,
    WORLD,
    Character,
    CheckKind,
    Hidden,
    Match,
    Outcome,
    Reserved,
    Table,
)

FROM_THE_WORLD = "The Target Card is {card}, from the World deck."


class Terms(Struct, frozen=True):
    """What is particular about a Check, besides its Target Card and DR.

    An Upper (+) or Lower (-) Hand, a required match, what kind of Check it is, whom it is made
    against and what it is about, what is kept hidden, and a part of the Modifier to be used instead
    of all of it; what made it necessary, for those who read of it. DOA-68, DOA-80, DOA-358.
    """

    hand: int = 0
    match: Match = ""
    kind: CheckKind = "check"
    against: str = ""
    tags: tuple[str, ...] = ()
    hidden: Hidden = ""
    modifier: int | None = None
    because: str = ""


PLAIN = Terms()


def check(
    game: Game[Table], who: Character, stat: str, target: str, difficulty: int, terms: Terms = PLAIN
) -> Outcome:
    """Draw against a Target Card with an Attribute or Skill and a Difficulty Range.

    Net the Upper and Lower Hands; draw; redraw if a Fate Card or luck allows it; take the card that
    counts; name the degree; let it take effect; put the cards away. DOA-68, DOA-77.
    """
    state, kind, hidden = game.state, terms.kind, terms.hidden
    modifier = hands.modifier_of(who, stat) if terms.modifier is None else terms.modifier
    match = circle.required_match(modifier, terms.match) if modifier < 0 else terms.match
    reach = circle.effective_range(difficulty, modifier, state.switches)
    net = terms.hand + hands.take_hand(state, who, stat, kind, terms.against, terms.tags)
    if who.fatigue:
        net -= fatigue_hand(state, who, kind)
    lent: list[Reserved] = []
    if state.reserved:
        net, lent = _lend(game, who, net)
    if who.effects:
        net = hands.settle(who, net)
    used_lent = _in_use(lent, net) if lent else lent
    drawn: list[str] = []
    save = kind == "save" or (kind == "condition" and state.switches.saves)
    outcome = Outcome(
        who.name, stat, target, difficulty, modifier, net, drawn, "", 0, "miss", False, "", match
    )
    if hidden or save:
        outcome.hidden, outcome.save = hidden, save
    state.drawing = outcome
    awake = _draw(game, who, outcome, reach, len(used_lent), terms)
    own = len(drawn)
    if used_lent:
        drawn += [reserved.card for reserved in used_lent]
    if drawn and awake and _redraw(game, who, outcome, reach, terms, own):
        used = (
            _select(game, who, outcome, reach)
            if kind in ("epic", "ko")
            else card_that_counts(drawn, target, reach, match, net)
        )
        verdict = circle.judge(used, target, reach, match)
        outcome.used, outcome.distance = used, verdict.distance
        outcome.degree, outcome.success = verdict.degree, verdict.success
        outcome.reported = (
            circle.reported_rank(used, target, modifier) if modifier > 0 else used[:-1]
        )
    else:
        outcome.redrawn = []
    state.last, state.drawing = outcome, None
    state.stake = state.upset = None
    against = terms.against
    because = terms.because
    game.show(moments.settled, outcome, reach, state.gm, against, whom(game, against), because)
    for reserved in lent:  # used or not, it goes to its owner's discard pile (DOA-351, DOA-394)
        lasting.return_reserved(state, reserved)
    decks.lay_aside(state, who.deck, state.decks[who.deck].play, behind_the_screen=hidden == "all")
    hands.after_check(game, who, outcome)
    return outcome


def foresee(
    state: Table, who: Character, stat: str, target: str, difficulty: int, terms: Terms = PLAIN
) -> Outcome:
    """A Check as it would be drawn now; effects for one Check are counted and not used up."""
    trial = replace(who, effects=[replace(effect) for effect in who.effects])
    net = terms.hand + hands.take_hand(state, trial, stat, terms.kind, terms.against, terms.tags)
    net = hands.settle(who, net - fatigue_hand(state, who, terms.kind))
    modifier = hands.modifier_of(who, stat)
    return Outcome(
        *(who.name, stat, target, difficulty, modifier, net, [], "", 0, "miss", False),
        match=circle.required_match(modifier, terms.match),
        hidden=terms.hidden,
    )


def chance(state: Table, check: Outcome, targets: Sequence[str]) -> Fraction | None:
    """How likely a Check succeeds against any of these Target Cards, from the deck as it lies.

    Of several cards the best counts with an Upper Hand, the worst with a Lower Hand. None when
    the next card is known or there is none. DOA-74, DOA-98, DOA-100, DOA-357.
    """
    deck = state.cards(state.characters[check.who]).deck
    cards = tuple(sorted(card for card in deck if card not in JOKERS))
    if deck.top or not cards or not targets:
        return None
    reach = circle.effective_range(check.difficulty, check.modifier, state.switches)
    reach = min(reach, circle.FARTHEST)
    return _chance(cards, tuple(sorted(targets)), reach, check.match, check.net)


@lru_cache(maxsize=1024)
def _chance(
    cards: tuple[str, ...], targets: tuple[str, ...], reach: int, match: Match, net: int
) -> Fraction:
    count = min(1 + abs(net), len(cards))
    ways, good = comb(len(cards), count), 0
    for target in targets:
        hits = sum(map(_hitting(target, reach, match).__contains__, cards))
        good += comb(hits, count) if net < 0 else ways - comb(len(cards) - hits, count)
    return Fraction(good, ways * len(targets))


@lru_cache(maxsize=2048)
def _hitting(target: str, reach: int, match: Match) -> frozenset[str]:
    """The cards that succeed against a Target Card.

    There are 52 targets, ten ranges that matter and three matches: all of them are remembered.
    """
    return frozenset(
        card for card in PLAYING_CARDS if circle.judge(card, target, reach, match).success
    )


def percent(chance: Fraction | None) -> str:
    """A chance as people say it.

    >>> percent(Fraction(7, 13)), percent(Fraction(1, 1000)), percent(None)
    ('54%', 'under 1%', '')
    """
    if chance is None:
        return ""
    return "under 1%" if 0 < chance < Fraction(1, 200) else f"{round(100 * chance)}%"


def fatigue_hand(state: Table, who: Character, kind: CheckKind) -> int:
    """The Lower Hand of Fatigue: its level, on Checks only.

    In the later edition it is never more than 1: on Saves from level 1, on all Checks from level 2.
    DOA-104, DOA-281, DOA-285.
    """
    if not state.switches.fatigue:
        return who.fatigue
    return int(who.fatigue >= 2 or (who.fatigue >= 1 and kind in ("save", "condition")))


def target_of(game: Game[Table], who: Character) -> str:
    """The standing Target Card of a character; one that has none draws it now and keeps it.

    A Companion without a turn of its own, or a member of a group, shares another's.
    DOA-62, DOA-70, DOA-119, DOA-123.
    """
    if who.target_with and who.target_with in game.state.characters:
        return target_of(game, game.state.characters[who.target_with])
    return who.target or draw_target(game, who)


def standing_target(state: Table, who: Character) -> str:
    """The Target Card that stands for someone: its own, or that of its group or Dealer. DOA-62."""
    other = state.characters.get(who.target_with) if who.target_with else None
    return other.target if other is not None else who.target


def draw_target(
    game: Game[Table], who: Character, hand: int = 0, *, for_turns: bool = False
) -> str:
    """Draw a Target Card and lay it open; an older one goes first. It may be redrawn once.

    Where it is drawn `for_turns`, whoever may redraw it reads how soon it acts. DOA-124. With an
    Upper Hand the drawer keeps any one of the cards. If their own deck cannot give a card, the Game
    Master gives one of the World deck. DOA-29, DOA-121, DOA-122, DOA-129, DOA-285.
    """
    state = game.state
    cards = state.cards(who)
    release_target(state, who)
    drawn: list[str] = []
    for _ in range(1 + max(0, hand)):
        card = decks.draw_card(game, who, cards.play) or decks.draw_card(game, who, cards.play)
        if card:
            drawn.append(card)
    if not drawn:
        who.target = decks.draw_world(game, state.decks[WORLD].targets)
        return who.target
    keep = drawn[0]
    if len(drawn) > 1:
        prompt = f"Which card does {name_of(game, who.name)} keep as Target Card?"
        keep = game.choose(who.owner, "keep-target", prompt, drawn, "DOA-129", of="card")
    game.show(moments.drawn, who.name, "Target Card", [keep])
    dealer = decks.dealer_of(state, who)
    if dealer is not None and may_redraw(state, dealer) and not nothing_left(state, who):
        order = f" {circle.order_told(keep)}" if for_turns else ""
        begins = "A fight begins! " if for_turns and state.combat is None else ""
        spend = f"Spend {decks.fate_called(state, dealer)}"
        prompt = (
            f"{begins}{capital(name_of(game, who.name))}’s Target Card is "
            f"{name_of(game, keep)}.{order} {spend} to draw another?"
        )
        if game.may(
            dealer.owner, "redraw-target", prompt, "DOA-28", "DOA-29", yes="Redraw", no="Keep"
        ):
            decks.spend_fate(game, dealer, decks.choose_fate(game, dealer))
            keep = decks.draw_card(game, who, cards.play) or keep
            game.show(moments.drawn, who.name, "Target Card", [keep])
    move(keep, cards.play, cards.targets)
    decks.lay_aside(state, who.deck, cards.play)
    who.target = keep
    game.tell("{who}’s Target Card is {card}.", "DOA-121", who=who.name, card=keep)
    return keep


def release_target(state: Table, who: Character) -> None:
    """The old Target Card goes to the discard pile, an Ace to the Fate hand. DOA-26, DOA-122."""
    for deck in (who.deck, WORLD):
        cards = state.decks[deck]
        if who.target and who.target in cards.targets:
            held = (
                decks.is_fate(who.target)
                and decks.dealer_of(state, who) is not None
                and deck != WORLD
            )
            move(who.target, cards.targets, cards.fate if held else cards.discard)
            break
    who.target = ""


def draw_world_target(game: Game[Table], *, behind_the_screen: bool = False) -> str:
    """The Game Master draws a Target Card from the World deck. DOA-70, DOA-235, DOA-376."""
    card = decks.draw_world(game, game.state.decks[WORLD].targets)
    if behind_the_screen:
        gm = game.state.gm
        game.show(moments.drawn, gm, "Target Card", [card], gm)
        game.tell("", "DOA-376", only={gm: FROM_THE_WORLD}, card=card)
    else:
        game.show(moments.drawn, game.state.gm, "Target Card", [card])
        game.tell(FROM_THE_WORLD, "DOA-70", card=card)
    return card


def release_world_target(state: Table, card: str, *, behind_the_screen: bool = False) -> None:
    """That card goes to the World deck's discard pile, Aces too. DOA-378."""
    world = state.decks[WORLD]
    if card in world.targets:
        move(card, world.targets, world.screen if behind_the_screen else world.discard)


def save(
    game: Game[Table],
    who: Character,
    stat: str,
    difficulty: int,
    *,
    hand: int = 0,
    kind: CheckKind = "save",
    tags: tuple[str, ...] = (),
    because: str = "",
) -> Outcome:
    """A Check against one's own Target Card; neither Attribute nor DR can be swapped.

    Whoever makes it reads `because` of what. The Target Card is out of the saver's deck, so it is
    never a Critical. DOA-116 to DOA-119.
    """
    target = target_of(game, who)
    terms = Terms(hand=hand, kind=kind, tags=tags, because=because)
    return check(game, who, stat, target, difficulty, terms)


def contested_difficulty(modifier: int) -> int:
    """The DR that an initiator's Modifier sets: 3 less half of it, rounded down. DOA-5, DOA-109.

    >>> [contested_difficulty(modifier) for modifier in range(-2, 7)]
    [4, 4, 3, 3, 2, 2, 1, 1, 0]
    """
    return max(0, 3 - modifier // 2)


def contest(
    game: Game[Table],
    initiator: Character,
    stat: str,
    targets: Iterable[tuple[Character, Sequence[str]]],
    *,
    hand: int = 0,
    tags: tuple[str, ...] = (),
) -> dict[str, Outcome]:
    """The initiator sets Target Card and DR; each target draws for itself and resists or suffers.

    Where two Modifiers are offered the target picks one. In the later edition an initiator without
    a standing Target Card draws none: the World deck gives one for this contest.
    DOA-70, DOA-108 to DOA-113.
    """
    world = ""
    if game.state.switches.contested_tc and not standing_target(game.state, initiator):
        world = draw_world_target(game)
    target_card = world or target_of(game, initiator)
    difficulty = contested_difficulty(hands.modifier_of(initiator, stat))
    game.tell(
        "{who} sets the contest with {stat}: DR {difficulty} against {target}.",
        "DOA-108",
        "DOA-109",
        who=initiator.name,
        stat=stat,
        target=target_card,
        difficulty=difficulty,
    )
    results: dict[str, Outcome] = {}
    for target, stats in targets:
        own = stats[0]
        if len(stats) > 1:
            prompt = f"What does {name_of(game, target.name)} resist with?"
            own = game.choose(
                target.owner, "resist-with", prompt, stats, "DOA-113", labels=STAT_NAMES
            )
        results[target.name] = check(
            game,
            target,
            own,
            target_card,
            difficulty,
            Terms(hand=hand, against=initiator.name, tags=tags),
        )
    game.state.results = list(results.values())
    if world:
        release_world_target(game.state, world)
    return results


def card_that_counts(drawn: list[str], target: str, reach: int, match: Match, net: int) -> str:
    """The card that counts: the best of an Upper Hand, the worst of a Lower Hand. DOA-102."""
    if len(drawn) == 1:
        return drawn[0]
    pick = max if net >= 0 else min
    return pick(drawn, key=lambda card: circle.judge(card, target, reach, match).merit)


def may_redraw(state: Table, dealer: Character) -> bool:
    """Whether a Dealer holds something to pay a redraw with. DOA-28; later Fatigue 3 bars it."""
    if state.switches.fatigue and dealer.fatigue >= 3:
        return False
    return bool(state.decks[dealer.deck].fate.top) or dealer.tokens > 0


def _lend(game: Game[Table], who: Character, net: int) -> tuple[int, list[Reserved]]:
    """Reserved cards for this Check: a distraction always counts, help if wanted. DOA-394."""
    state = game.state
    lent: list[Reserved] = []
    for reserved in state.reserved:
        if reserved.holder != who.name:
            continue
        if reserved.power == "Lend Distraction":
            net -= 1
        elif game.may(
            who.owner,
            "use-lent",
            f"You were lent {name_of(game, reserved.card)}. Use it for this Check?",
            "DOA-394",
            yes="Use it",
        ):
            net += 1
        else:
            continue
        lent.append(reserved)
    return net, lent


def _in_use(lent: list[Reserved], net: int) -> list[Reserved]:
    """The reserved cards that take part: those of the net's own sign, each for one extra card."""
    wanted = "Lend Aid" if net > 0 else "Lend Distraction"
    return [reserved for reserved in lent if reserved.power == wanted][: abs(net)]


def whom(game: Game[Table], against: str) -> str:
    """Against whom a Check is made, as people say it."""
    return name_of(game, against) if against else ""


def _show(game: Game[Table], outcome: Outcome, reach: int, terms: Terms) -> None:
    """Let everybody see how far a Check has come."""
    against, gm, because = terms.against, game.state.gm, terms.because
    named = whom(game, against)
    game.show(moments.check, outcome, reach, gm, against, named, because, settled=False)


def _draw(
    game: Game[Table], who: Character, outcome: Outcome, reach: int, lent: int, terms: Terms
) -> bool:
    """Draw one card and the extra ones of the net hand; Upper Hand may stop after any card.

    False when the draw exhausted the Dealer: the Check is then a Miss.
    DOA-98 to DOA-101, DOA-103, DOA-107, DOA-283.
    """
    play, net, drawn = game.state.decks[who.deck].play, outcome.net, outcome.drawn
    card = decks.draw_card(game, who, play)
    if not card:
        return card is not None
    drawn.append(card)
    for left in range(abs(net) - lent, 0, -1):
        if net > 0:
            if nothing_left(game.state, who):
                break
            _show(game, outcome, reach, terms)
            prompt = game.worded(_words_of_another, game, who, outcome, reach, left, terms).prompt
            if not game.may(
                who.owner, "another-card", prompt, "DOA-99", yes="Draw another", no="Stop"
            ):
                break
        card = decks.draw_card(game, who, play)
        if not card:
            return card is not None
        drawn.append(card)
    return True


def _because(terms: Terms) -> str:
    """What made a Check necessary, at the head of a question."""
    return f"{terms.because}: " if terms.because else ""


def _words_of_another(
    game: Game[Table], who: Character, outcome: Outcome, reach: int, left: int, terms: Terms
) -> Words:
    """What has been drawn, why there may be more and how much, and what it comes to. DOA-99."""
    drawn, target = outcome.drawn, outcome.target
    best = card_that_counts(drawn, target, reach, outcome.match, outcome.net)
    degree = circle.NAMES[circle.judge(best, target, reach, outcome.match).degree]
    so_far = "" if outcome.hidden == "difficulty" else f"; so far it is a {degree}"
    more = "1 more card" if left == 1 else f"up to {left} more cards"
    return Words(
        f"{_because(terms)}{capital(name_of(game, who.name))} has drawn {all_of(game, drawn)} "
        f"against {name_of(game, target)}. Draw another? An Upper Hand allows {more}{so_far}."
    )


def nothing_left(state: Table, who: Character) -> bool:
    """Whether neither deck nor discard pile has a card to draw. DOA-20."""
    cards = state.decks[who.deck]
    return cards.deck.is_empty() and cards.discard.is_empty() and cards.screen.is_empty()


def _redraw(
    game: Game[Table], who: Character, outcome: Outcome, reach: int, terms: Terms, own: int
) -> bool:
    """One Fate Card buys one redraw of one card; luck redraws a Suited Miss once, free of charge.

    The new card stands. An Ace of this very Check cannot pay. Powers keep out of Epic Events.
    Nobody is asked about the best there is.
    False when a redraw exhausted the Dealer. DOA-28 to DOA-32, DOA-59, DOA-247.
    """
    target, drawn, kind = outcome.target, outcome.drawn, terms.kind
    dealer = decks.dealer_of(game.state, who)
    fate = dealer if dealer is not None and may_redraw(game.state, dealer) else None
    lucky = "Lucky" in who.powers and kind not in ("epic", "ko")
    while own and (fate is not None or lucky) and not nothing_left(game.state, who):
        best = card_that_counts(drawn, target, reach, outcome.match, outcome.net)
        degree = circle.judge(best, target, reach, outcome.match).degree
        if lucky and degree == "suited_miss" and best in drawn[:own]:
            lucky = False
            replaced = best
            _show(game, outcome, reach, terms)
            prompt = (
                f"{capital(name_of(game, best))} is a Suited Miss, but you’re Lucky. Redraw it?"
            )
            if not game.may(who.owner, "redraw-lucky", prompt, "DOA-247"):
                continue
        elif fate is not None and degree != _BEST_FIRST[0]:
            _show(game, outcome, reach, terms)
            words = game.worded(_words_of_redraw, game, who, fate, outcome, reach, own, terms)
            replaced = game.choose(
                fate.owner,
                "redraw",
                words.prompt,
                (NO, *drawn[:own]),
                "DOA-28",
                "DOA-31",
                labels=words.labels,
                notes=words.notes,
                of="card",
            )
            payer, fate = fate, None
            if replaced == NO:
                continue
            pays = decks.choose_fate(game, payer)
            decks.spend_fate(game, payer, pays)
            told = "{who} spends {pays} to redraw {card}."
            game.tell(told, "DOA-28", "DOA-30", who=payer.name, pays=pays, card=replaced)
        else:
            return True
        card = decks.draw_card(game, who, game.state.decks[who.deck].play)
        if card is None:
            return False
        if card:
            outcome.redrawn.append(replaced)
            drawn[drawn.index(replaced)] = card
    return True


def _words_of_redraw(
    game: Game[Table],
    who: Character,
    payer: Character,
    outcome: Outcome,
    reach: int,
    own: int,
    terms: Terms,
) -> Words:
    """What has been drawn and what it comes to, and what each card costs to redraw. DOA-28."""
    drawn, target = outcome.drawn, outcome.target
    best = card_that_counts(drawn, target, reach, outcome.match, outcome.net)
    degree = circle.NAMES[circle.judge(best, target, reach, outcome.match).degree]
    prompt = (
        f"{_because(terms)}{capital(name_of(game, who.name))} has drawn {all_of(game, drawn)} "
        f"against {name_of(game, target)}: {degree}. Spend a Fate Card to redraw?"
    )
    spend = f"Spend {decks.fate_called(game.state, payer)}"
    redraws = {card: f"{spend} to redraw {CARD_NAMES[card]}" for card in drawn[:own]}
    notes = _better(game.state, who, outcome, reach, own)
    return Words(prompt, {NO: "Keep"} | redraws, notes)


def _better(state: Table, who: Character, outcome: Outcome, reach: int, own: int) -> dict[str, str]:
    """How likely a redraw of each card comes out better.

    A Joker that is drawn stays aside and another card follows. DOA-24, DOA-28.
    """
    deck, drawn = state.decks[who.deck].deck, outcome.drawn
    left = [card for card in deck if card not in JOKERS]
    if deck.top or not left:
        return {}

    def degree(cards: list[str]) -> int:
        card = card_that_counts(cards, outcome.target, reach, outcome.match, outcome.net)
        return _BEST_FIRST.index(circle.judge(card, outcome.target, reach, outcome.match).degree)

    now, notes = degree(drawn), {}
    for place, card in enumerate(drawn[:own]):
        others = [*drawn[:place], *drawn[place + 1 :]]
        better = sum(degree([new, *others]) < now for new in left)
        notes[card] = f"{better} in {len(left)} to do better"
    return notes


_BEST_FIRST = tuple(circle.NAMES)


def _select(game: Game[Table], who: Character, outcome: Outcome, reach: int) -> str:
    """The card that counts in an Epic Event: an Upper Hand lets the player pick. DOA-245."""
    drawn = outcome.drawn
    if outcome.net > 0 and len(drawn) > 1:
        prompt = f"Which card does {name_of(game, who.name)} use?"
        return game.choose(who.owner, "card-that-counts", prompt, drawn, "DOA-245", of="card")
    return card_that_counts(drawn, outcome.target, reach, outcome.match, outcome.net)
