"""The words of the cards, one function each. AF-20.3 to AF-20.8."""

from __future__ import annotations

from fatedeck.engine.cards import Pile, move, shuffle
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Choose
from fatedeck.games.adventurer_factory.data import (
    ActivateAttached,
    AddCounter,
    AddDie,
    AnyEffect,
    Attach,
    ChooseNumber,
    ChooseOne,
    Contest,
    CountAsSkipped,
    Detach,
    DiscardAttached,
    DiscardCard,
    DiscardDeckTop,
    DiscardFromHand,
    DiscardFromPlay,
    DrawCards,
    EndStep,
    Filter,
    ForbidEncounter,
    FromPlay,
    Gain,
    If,
    Immune,
    LookAtHand,
    Lose,
    MakeOtherEncounter,
    Modify,
    Move,
    NegateDamage,
    NegatePlay,
    Pick,
    PlayAndAttach,
    PlayCard,
    PutUpWard,
    ReturnToHand,
    Roll,
    Search,
    SetCounter,
    SetStat,
    ShowDeckTop,
    ShowFromHand,
    ShuffleIntoDeck,
    SimpleAttack,
    SimpleParley,
    SkipEncounter,
    Substitute,
    Suppress,
    Transfer,
    Until,
    title,
)
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks.wording import filter_words, say
from fatedeck.games.adventurer_factory.rules.acts import (
    Act,
    carry_out,
    carry_out_all,
    choose_card,
    holds,
    in_play,
    roll_die,
    titles,
    value,
)
from fatedeck.games.adventurer_factory.rules.blows import (
    LABELS,
    damage,
    gain,
    lose,
    negate,
    simple_attack,
    simple_parley,
)
from fatedeck.games.adventurer_factory.rules.places import (
    attach,
    comes_on,
    detach,
    discard,
    discard_attached,
    leave,
    suppress,
    why_not_attach,
)
from fatedeck.games.adventurer_factory.rules.playing import obstacle, play_at_once
from fatedeck.games.adventurer_factory.rules.stats import fits, fitting_in_play
from fatedeck.games.adventurer_factory.rules.using import (
    discard_from_hand,
    drop_from_hand,
    option_name,
    perform,
    playable,
    why_not_use,
)
from fatedeck.games.adventurer_factory.state import (
    Event,
    Lasting,
    Mark,
    Player,
    Table,
    Ward,
    is_active,
    is_permanent,
    lowest_copy,
    take_from_hand,
    turn_up,
)

NOTHING = "Nothing"


# Counters, AF-20.3


@carry_out.register
def _gain(effect: Gain, act: Act) -> None:
    amount = max(0, value(act, effect.n))
    for seat in act.seats(effect.who):
        gain(act.game, seat, effect.stat, amount)


@carry_out.register
def _lose(effect: Lose, act: Act) -> None:
    """Damage where the data says so and the other seat is meant; else a plain loss. AF-2.12."""
    amount = value(act, effect.n)
    for seat in act.seats(effect.who):
        if effect.damage and seat != act.seat:
            damage(act, seat, effect.stat, amount)
        else:
            lose(act.game, seat, effect.stat, amount)


@carry_out.register
def _set_counter(effect: SetCounter, act: Act) -> None:
    for seat in act.seats(effect.who):
        setattr(act.table.players[seat], effect.stat, effect.n)
        if act.game.lines is not None:
            act.game.tell(f"{seat}’s {LABELS[effect.stat]} becomes {effect.n}.", "AF-20.3")


@carry_out.register
def _transfer(effect: Transfer, act: Act) -> None:
    """Take up to so much, at most what they have; the user names the amount. AF-17.9, AF-18.48."""
    have: int = getattr(act.foe, effect.stat)
    most = min(have, max(0, value(act, effect.up_to)))
    if not most:
        return
    prompt = f"Take how much {LABELS[effect.stat]}?"
    amount = act.game.number(act.seat, prompt, 0, most, "AF-18.48")
    lose(act.game, act.foe_seat, effect.stat, amount)
    gain(act.game, act.seat, effect.stat, amount)


# Stats and dice, AF-20.4


def _last_turn(act: Act, until: Until) -> int:
    """The number of the turn with which a duration ends. AF-13.4, AF-20.17."""
    if until == "end_of_turn":
        return act.table.turn
    return act.table.turn + (2 if act.table.active == act.foe_seat else 1)


@carry_out.register
def _modify(effect: Modify, act: Act) -> None:
    for seat in act.seats(effect.who):
        lasting = Lasting("add", _last_turn(act, effect.until), effect.stat, effect.n)
        act.table.players[seat].effects.append(lasting)


@carry_out.register
def _set_stat(effect: SetStat, act: Act) -> None:
    """It changes no roll made before. AF-2.10, AF-18.10."""
    for seat in act.seats(effect.who):
        lasting = Lasting("set", _last_turn(act, effect.until), effect.stat, effect.n)
        act.table.players[seat].effects.append(lasting)


@carry_out.register
def _substitute(effect: Substitute, act: Act) -> None:
    lasting = Lasting("read", _last_turn(act, effect.until), effect.read)
    for seat in act.seats(effect.who):
        act.table.players[seat].effects.append(lasting)


@carry_out.register
def _add_die(effect: AddDie, act: Act) -> None:
    """The die may be used for any such roll until the turn ends. AF-18.9, AF-18.18."""
    is_parley = act.rewritten or effect.kind == "parley_die"
    until = _last_turn(act, effect.until)
    lasting = Lasting("parley" if is_parley else "attack", until, die=effect.die)
    for seat in act.seats(effect.who):
        act.table.players[seat].effects.append(lasting)


# Fighting, AF-20.5


@carry_out.register
def _simple_attack(effect: SimpleAttack, act: Act) -> None:
    blow = simple_parley if act.rewritten else simple_attack  # AF-18.18
    blow(act, effect.die, effect.add_damage, effect.if_natural_at_most)


@carry_out.register
def _simple_parley(effect: SimpleParley, act: Act) -> None:
    simple_parley(act, effect.die, effect.add_damage, effect.if_natural_at_most)


@carry_out.register
def _roll(effect: Roll, act: Act) -> None:
    """The result without Attack. AF-18.30, AF-18.46."""
    act.natural, act.roll_self = roll_die(
        act.game, act.seat, "parley" if act.rewritten else "attack"
    )
    if act.game.lines is not None:
        act.game.tell(f"{act.seat} rolls {act.roll_self}.", "AF-20.5")


@carry_out.register
def _contest(effect: Contest, act: Act) -> None:
    """Both values are rolled; strictly higher wins. AF-18.5."""
    mine, theirs = value(act, effect.mine), value(act, effect.theirs)
    act.won = mine > theirs
    if act.game.lines is not None:
        act.game.tell(f"{act.seat} has {mine}, {act.foe_seat} {theirs}.", "AF-18.5")


@carry_out.register
def _negate_damage(effect: NegateDamage, act: Act) -> None:
    """Only events against the user that are not yet negated. AF-11.15, AF-18.19, AF-18.38."""
    events = [
        event
        for event in act.table.events
        if event.against == act.seat and not event.negated and event.stat in effect.stat
    ]
    if effect.of == "opponent_encounter_this_turn":
        events = [event for event in events if event.encounter]
    elif effect.of == "one_simple_attack_this_turn":
        events = _one_attack(act, [event for event in events if event.simple == "attack"])
    negate(act, events)


def _one_attack(act: Act, events: list[Event]) -> list[Event]:
    if len(events) < 2:
        return events
    named = {f"Simple Attack {n}: damage {event.dealt}": event for n, event in enumerate(events, 1)}
    return [act.game.choose_among(act.seat, "Negate which attack?", named, "AF-18.38")]


@carry_out.register
def _immune(effect: Immune, act: Act) -> None:
    act.player.immune = True


@carry_out.register
def _put_up_ward(effect: PutUpWard, act: Act) -> None:
    turn = _last_turn(act, "end_of_opponent_next_turn")
    act.player.wards.append(Ward(turn, effect.roll, effect.works_on_at_most))


@carry_out.register
def _skip_encounter(effect: SkipEncounter, act: Act) -> None:
    """Several instructions waiting at once use up the same one step. AF-12.10, AF-12.11."""
    for seat in act.seats(effect.who):
        act.table.players[seat].skip_next = True
        if act.game.lines is not None:
            act.game.tell(f"{seat} will skip the next own Encounter Step.", "AF-12.10")


@carry_out.register
def _forbid_encounter(effect: ForbidEncounter, act: Act) -> None:
    act.foe.forbidden = _last_turn(act, "end_of_opponent_next_turn")
    if act.game.lines is not None:
        act.game.tell(f"{act.foe_seat} can hold no Encounter on the next turn.", "AF-12.13")


@carry_out.register
def _count_as_skipped(effect: CountAsSkipped, act: Act) -> None:
    act.player.counts_as_skipped = True


@carry_out.register
def _end_step(effect: EndStep, act: Act) -> None:
    """The chain still runs on, but nothing else of the Encounter happens. AF-18.23."""
    act.table.step = "ended"


@carry_out.register
def _make_other_encounter(effect: MakeOtherEncounter, act: Act) -> None:
    """Any other Encounter one could hold; its remaining costs are paid, its use set. AF-18.40."""
    others = {
        option_name(card, number): (card, number)
        for card in act.player.cards
        if card != act.card
        for number in printed_on(card).encounters
        if why_not_use(act.table, act.seat, card, number) is None
    }
    chosen = act.game.choose(
        act.seat,
        "Which other Encounter?",
        ("Simple Attack", "Simple Parley", *others),
        "AF-18.40",
    )
    if chosen in others:
        perform(act.game, act.seat, *others[chosen], encounter=True)
    elif chosen == "Simple Attack":
        simple_attack(act)
    else:
        simple_parley(act)


# Cards from piles and decks, AF-20.6


@carry_out.register
def _draw_cards(effect: DrawCards, act: Act) -> None:
    for _ in range(effect.n):
        draw(act.game, act.seat)


def draw(game: Game[Table], seat: str, *, told: bool = True) -> str:
    """Draw a card, if the deck has one; what the other seat knows of it stays known. AF-6.7."""
    player = game.state.players[seat]
    if not player.deck_size():
        return ""
    if player.deck.top or not (player.peeked.top or player.deck.bag):
        card = game.draw(player.deck, player.shown)
    elif player.peeked.top:
        card = game.draw(player.peeked, player.shown)
    else:
        card = game.draw(player.deck, player.hand)
    if told and game.lines is not None:
        game.tell(f"{seat} draws a card.", "AF-6.7", only={seat: f"You draw {title(card)}."})
    return card


@carry_out.register
def _search(effect: Search, act: Act) -> None:
    act.found = search(act, effect.filter, [*_deck(act.player)])
    if act.found:
        target = act.player.shown if effect.to == "own_hand" else act.player.aside
        _take_from_deck(act.player, act.found, target)
    shuffle(act.player.deck, act.player.peeked)


def search(act: Act, wanted: Filter, cards: list[str]) -> str:
    """Look through one's deck, take a fitting card or none, show it. AF-17.5, AF-17.6."""
    faces: dict[str, str] = {}
    for card in sorted(cards):
        if fits(act.player, card, wanted):
            faces.setdefault(printed_on(card).id, card)
    if not act.player.deck_size():
        return ""
    options = [*faces.values(), NOTHING]
    prompt = f"Search your deck for a {filter_words(wanted)}"
    notes = titles(act.game, [*faces.values()])
    found = act.game.choose(act.seat, prompt, options, "AF-17.5", notes=notes, secret=True)
    if act.game.lines is not None:
        what = f"finds {title(found)}" if found != NOTHING else "finds nothing"
        act.game.tell(f"{act.seat} searches the deck and {what}.", "AF-17.5")
    return "" if found == NOTHING else lowest_copy(act.player, found)


def _deck(player: Player) -> list[str]:
    return [*player.deck, *player.peeked]


def _take_from_deck(player: Player, card: str, to: Pile) -> None:
    move(card, player.peeked if card in player.peeked.top else player.deck, to)


@carry_out.register
def _move(effect: Move, act: Act) -> None:
    """From a discard pile, chosen by the user; exactly so many, or all there are. AF-20.14."""
    if effect.which == "found":
        if act.found:
            move(act.found, act.player.aside, act.player.deck, "bottom")
        return
    owner = act.player if effect.source == "own_discard" else act.foe
    cards = [card for card in owner.discard if fits(owner, card, effect.filter)]
    if len(cards) > effect.choose:
        if effect.choose == 1:
            prompt = "Which card of the discard pile?"
            cards = [choose_card(act.game, act.seat, prompt, cards, "AF-20.6")]
        else:
            n = effect.choose
            prompt = f"Which {n} cards of the discard pile?"
            cards = act.game.several(
                act.seat, prompt, cards, n, n, "AF-18.20", notes=titles(act.game, cards)
            )
    for card in cards:
        if effect.to == "own_hand":
            move(card, owner.discard, owner.shown)
        elif effect.to == "own_deck_shuffled":
            move(card, owner.discard, owner.deck, "bag")
        else:
            move(card, owner.discard, owner.deck, "top")
        if act.game.lines is not None:
            where = effect.to.replace("_", " ").replace("own", "the own").replace("opponent", "the")
            act.game.tell(f"{title(card)} goes from a discard pile to {where}.", "AF-20.6")
    if effect.to == "own_deck_shuffled":
        shuffle(owner.deck, owner.peeked)


@carry_out.register
def _discard_deck_top(effect: DiscardDeckTop, act: Act) -> None:
    """As many as there are. AF-17.10."""
    player = act.player
    for _ in range(min(effect.n, player.deck_size())):
        unknown = bool(player.deck.bag and not player.deck.top and not player.peeked.top)
        source = player.peeked if player.peeked.top and not player.deck.top else player.deck
        shown = act.game.draw(source, player.aside)
        if unknown:
            shown = lowest_copy(player, shown)
        move(shown, player.aside, player.discard)
        player.discarded.append(shown)
        if act.game.lines is not None:
            act.game.tell(f"{title(shown)} is discarded from the deck.", "AF-17.10")


@carry_out.register
def _discard_from_hand(effect: DiscardFromHand, act: Act) -> None:
    """The owner chooses; both at the same time. An empty hand does nothing. AF-17.11, AF-18.41."""
    seats = [seat for seat in act.seats(effect.who) if act.table.players[seat].hand_size()]
    if len(seats) < 2:
        for seat in seats:
            for _ in range(min(effect.n, act.table.players[seat].hand_size())):
                discard_from_hand(act, seat)
        return
    asked = act.game.each(
        Choose(
            seat,
            "Discard which card of your hand?",
            tuple(act.table.players[seat].holds()),
            titles(act.game, act.table.players[seat].holds()),
            ("AF-18.41",),
            True,
        )
        for seat in seats
    )
    for seat in seats:
        drop_from_hand(act.game, seat, str(asked[seat]))


# Cards in play, AF-20.6


def _chosen(effect: FromPlay, act: Act, *, discards: bool = False) -> list[tuple[str, str]]:
    """The cards in play that an effect on them means, each with its seat. AF-10.15, AF-20.14."""
    owners = {
        card: seat
        for seat in act.owners(effect.whose)
        for card in fitting_in_play(act.table.players[seat], effect.filter)
        if not (discards and is_permanent(card, act.table.players[seat].cards[card]))
    }
    cards = [*owners]
    if effect.choose is not None and len(cards) > effect.choose:
        prompt = f"Which card? {say_verb(effect)}"
        notes = titles(act.game, cards)
        if len({*owners.values()}) > 1:
            notes = {card: f"{owners[card]}’s {name}" for card, name in notes.items()}
        cards = [act.game.choose(act.seat, prompt, cards, "AF-20.14", notes=notes)]
    return [(owners[card], card) for card in cards]


def say_verb(effect: FromPlay) -> str:
    """What will happen to the card that is chosen, in words."""
    return {
        "ReturnToHand": "It returns to its owner’s hand.",
        "DiscardFromPlay": "It is discarded.",
        "Pick": "Its owner discards it or a card of their hand.",
        "Suppress": "It has no effect until the turn ends.",
        "ShuffleIntoDeck": "It is shuffled into its owner’s deck.",
    }[type(effect).__name__]


@carry_out.register
def _return_to_hand(effect: ReturnToHand, act: Act) -> None:
    for seat, card in _chosen(effect, act):
        leave(act.game, seat, card, "hand")  # AF-18.22
        if act.game.lines is not None:
            act.game.tell(f"{title(card)} returns to {seat}’s hand.", "AF-20.6")


@carry_out.register
def _discard_from_play(effect: DiscardFromPlay, act: Act) -> None:
    """Itself, a Consumed or a pending card may be chosen. AF-18.3, AF-18.34."""
    for seat, card in _chosen(effect, act, discards=True):
        discard(act.game, seat, card, by_text=True)


@carry_out.register
def _pick(effect: Pick, act: Act) -> None:
    act.picked = next((card for _, card in _chosen(effect, act)), "")


@carry_out.register
def _suppress(effect: Suppress, act: Act) -> None:
    """Either seat's card, a pending one too; Lute's own hands. AF-18.28, AF-18.42."""
    for seat, card in _chosen(effect, act):
        if card in act.table.players[seat].cards:
            suppress(act.game, seat, card)


@carry_out.register
def _shuffle_into_deck(effect: ShuffleIntoDeck, act: Act) -> None:
    """A Consumed or unused Consumable, itself too. AF-15.7, AF-17.7, AF-18.21."""
    if effect.which == "this":
        chosen = [(act.seat, act.card)] if act.still_here() else []
    else:
        chosen = _chosen(effect, act)
    for seat, card in chosen:
        leave(act.game, seat, card, "deck")
        if act.game.lines is not None:
            act.game.tell(f"{title(card)} is shuffled into {seat}’s deck.", "AF-17.7")


@carry_out.register
def _discard_card(effect: DiscardCard, act: Act) -> None:
    """This card, or the one that was picked; nothing once it has left play. AF-20.14."""
    if effect.which == "this":
        if act.still_here():
            discard(act.game, act.seat, act.card, by_text=True)
    elif act.picked and in_play(act.foe, act.picked):
        discard(act.game, act.foe_seat, act.picked, by_text=True)


# Playing, AF-20.6


@carry_out.register
def _play_card(effect: PlayCard, act: Act) -> None:
    """The found card is played for less. AF-7.11, AF-18.15."""
    play_at_once(act.game, act.seat, act.found, act.player.aside, cost_change=effect.cost_change)


@carry_out.register
def _play_and_attach(effect: PlayAndAttach, act: Act) -> None:
    """Play a card from hand or deck; it ends attached here. AF-18.29, AF-18.32, AF-18.39."""
    if not act.still_here():
        return
    if effect.source == "own_hand":
        options = playable(act.player, act.card, effect)
        if options:
            prompt = f"Play and attach which card to {act.printed.name}?"
            card = act.game.choose(
                act.seat, prompt, options, "AF-7.9", notes=titles(act.game, options)
            )
            play_at_once(act.game, act.seat, card, None, act.card, effect.cost_change)
        return
    payable = [
        card
        for card in _deck(act.player)
        if not obstacle(
            act.player,
            printed_on(card),
            act.card,
            ignore_needs=effect.ignore_needs,
            cost_change=effect.cost_change,
        )
    ]
    card = search(act, effect.filter, payable)
    if card:
        _take_from_deck(act.player, card, act.player.aside)
    shuffle(act.player.deck, act.player.peeked)
    if card:
        play_at_once(act.game, act.seat, card, act.player.aside, act.card, effect.cost_change)


@carry_out.register
def _negate_play(effect: NegatePlay, act: Act) -> None:
    """The pending card is discarded and nothing of it resolves. AF-17.1."""
    if act.played in act.foe.cards:
        discard(act.game, act.foe_seat, act.played, by_text=True)


# Attaching, AF-20.6


@carry_out.register
def _attach(effect: Attach, act: Act) -> None:
    """Not a play. AF-16.1, AF-18.14, AF-18.18, AF-18.50."""
    if not act.still_here():
        return
    player = act.player
    if effect.source == "own_deck_top":
        if player.deck_size():
            source = player.peeked if player.peeked.top and not player.deck.top else player.deck
            act.game.draw(source, act.mark.under)
            if act.game.lines is not None:
                told = f"The top card of {act.seat}’s deck goes unseen under {act.printed.name}."
                act.game.tell(told, "AF-18.50", "AF-19.4")
        return
    if effect.source == "own_in_play":
        options = [
            card
            for card in fitting_in_play(player, effect.filter)
            if not why_not_attach(player, card, act.card)
        ]
    else:
        options = [card for card in player.holds() if fits(player, card, effect.filter)]
    if not options:
        return
    prompt = f"Attach which card to {act.printed.name}?"
    if effect.source == "own_in_play":
        attach(
            act.game,
            act.seat,
            choose_card(act.game, act.seat, prompt, options, "AF-16.1"),
            act.card,
        )
        return
    card = act.game.choose(act.seat, prompt, options, "AF-16.1", notes=titles(act.game, options))
    card = take_from_hand(player, card, player.play)
    player.cards[card] = Mark(host=act.card)
    if act.game.lines is not None:
        act.game.tell(f"{act.seat} attaches {title(card)} to {act.printed.name}.", "AF-16.1")


@carry_out.register
def _detach(effect: Detach, act: Act) -> None:
    """Out from under Valet, or discarded; a permanent card then stays attached. AF-18.27."""
    card = next(iter(act.player.attached_to(act.card)), "")
    if not card or detach(act.game, act.seat, card):
        return
    if not printed_on(card).permanent:
        discard(act.game, act.seat, card, by_text=True)


@carry_out.register
def _discard_attached(effect: DiscardAttached, act: Act) -> None:
    options = [
        card
        for card in act.player.attached_to(act.card)
        if not is_permanent(card, act.player.cards[card])
    ]
    if options:
        card = choose_card(act.game, act.seat, "Discard which attached card?", options, "AF-17.11")
        discard_attached(act.game, act.seat, card)


@carry_out.register
def _activate_attached(effect: ActivateAttached, act: Act) -> None:
    """It counts as in play with its usual effects; no play, no one-offs. AF-18.14."""
    if act.chosen not in act.player.cards:
        return
    mark = act.player.cards[act.chosen]
    mark.activated = True
    if act.game.lines is not None:
        act.game.tell(f"{title(act.chosen)} works until the turn ends.", "AF-18.14")
    if is_active(mark):
        comes_on(act.game, act.seat, act.chosen)


# Flow, AF-20.7


@carry_out.register
def _if(effect: If, act: Act) -> None:
    carry_out_all(effect.then if holds(act, effect.cond) else effect.otherwise, act)


@carry_out.register
def _choose_one(effect: ChooseOne, act: Act) -> None:
    """Only options that can be carried out are offered. AF-18.15, AF-18.16, AF-20.7."""
    if any(isinstance(option, DiscardCard) for option in effect.options) and not act.picked:
        return  # AF-18.16
    if any(isinstance(option, PlayCard) for option in effect.options) and not act.found:
        return  # AF-18.15
    possible = [option for option in effect.options if _is_possible(option, act)]
    chosen = possible[0]
    if len(possible) > 1:
        named: dict[str, AnyEffect] = {say(option): option for option in possible}
        notes = {name: note for name, option in named.items() if (note := _told(option, act))}
        seat = act.seat if effect.chooser == "self" else act.foe_seat
        prompt = f"{act.printed.name}: which?"
        chosen = act.game.choose_among(seat, prompt, named, "AF-20.7", notes=notes)
    carry_out(chosen, act)


def _told(option: AnyEffect, act: Act) -> str:
    """Which card an option means, for whoever chooses."""
    match option:
        case DiscardCard():
            return f"your {title(act.picked)}"
        case DiscardFromHand():
            return "you choose it from your hand"
        case PlayCard() | Move():
            return title(act.found)
        case _:
            return ""


def _is_possible(option: AnyEffect, act: Act) -> bool:
    match option:
        case DiscardFromHand():
            return all(act.table.players[seat].hand_size() for seat in act.seats(option.who))
        case PlayCard():
            printed = printed_on(act.found)
            return not obstacle(act.player, printed, cost_change=option.cost_change)
        case _:
            return True


@carry_out.register
def _choose_number(effect: ChooseNumber, act: Act) -> None:
    """The user does it from none to so many times. AF-12.8, AF-18.1."""
    prompt = f"How many times: {say(effect.do)}?"
    for _ in range(act.game.number(act.seat, prompt, 0, effect.up_to, "AF-18.1")):
        carry_out(effect.do, act)


@carry_out.register
def _add_counter(effect: AddCounter, act: Act) -> None:
    if act.still_here():
        act.mark.counters += effect.n


# Looking, AF-20.8


@carry_out.register
def _look_at_hand(effect: LookAtHand, act: Act) -> None:
    """Random cards, equally likely, no repeats, fewer if there are fewer. AF-17.8, AF-18.36."""
    left = act.foe.holds()
    looked = []
    for _ in range(min(effect.n, len(left))):
        card = act.game.pick(left)
        left.remove(card)
        looked.append(card)
    for card in looked:
        _show(act.game, act.foe_seat, card)


@carry_out.register
def _show_from_hand(effect: ShowFromHand, act: Act) -> None:
    """The owner picks; only the other seat sees it. AF-18.4, AF-19.5."""
    seat = act.seat if effect.whose == "self" else act.foe_seat
    hand = act.table.players[seat].holds()
    if not hand:
        return
    card = hand[0]
    if len(hand) > 1:
        card = act.game.choose(
            seat,
            "Show which card of your hand?",
            hand,
            "AF-18.4",
            notes=titles(act.game, hand),
            secret=True,
        )
    elif seat != act.seat:
        card = act.game.pick(hand)  # on record, so that nobody looks and takes the look back
    _show(act.game, seat, card)


def _show(game: Game[Table], seat: str, card: str) -> None:
    """The other seat learns of a hand card, and nobody else does. AF-19.5."""
    player, viewer = game.state.players[seat], game.state.other(seat)
    if card in player.hand.top:
        known = turn_up(player, card)
        if known in player.hand.top:
            move(known, player.hand, player.shown)
    if game.lines is not None:
        told = f"You see {title(card)} in {seat}’s hand."
        game.tell(
            f"{viewer} sees a card of {seat}’s hand.",
            "AF-19.5",
            only={viewer: told, seat: f"{viewer} sees {title(card)} in your hand."},
        )


@carry_out.register
def _show_deck_top(effect: ShowDeckTop, act: Act) -> None:
    """The other seat learns the top card of a deck, unseen by its owner. AF-18.4, AF-19.5."""
    seat = act.seat if effect.whose == "self" else act.foe_seat
    player, viewer = act.table.players[seat], act.table.other(seat)
    if not player.deck_size():
        return
    if not player.deck.top and not player.peeked.top and player.deck.bag:
        act.game.draw(player.deck, player.peeked)
    top = next(iter((*player.deck.top, *player.peeked.top, *player.deck.bottom)))
    if act.game.lines is not None:
        act.game.tell(
            f"{viewer} sees the top card of {seat}’s deck.",
            "AF-19.5",
            only={viewer: f"You see {title(top)} on top of {seat}’s deck."},
        )
