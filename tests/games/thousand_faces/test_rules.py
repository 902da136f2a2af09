"""Rules that a scenario cannot show as well."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Choose, Draw, Question, Roll
from fatedeck.engine.story import Line
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.looks import moments
from fatedeck.games.thousand_faces.rules import choosing, combat, foes, numbers, stamina
from fatedeck.games.thousand_faces.rules.flips import flip
from fatedeck.games.thousand_faces.rules.gm_moves import DealDamage, MakeMove
from fatedeck.games.thousand_faces.rules.learning import raise_options
from fatedeck.games.thousand_faces.rules.pursuit import rabbit_flip, rabbit_value
from fatedeck.games.thousand_faces.rules.scenes import SetScene
from fatedeck.games.thousand_faces.rules.set_up import EndTutorial
from fatedeck.games.thousand_faces.rules.talk import Say
from fatedeck.games.thousand_faces.state import Due, Foe, Item, Move, Options, Player, Table
from tests.games.thousand_faces.tabletop import drawing, plainly, player, script, table


def test_one_to_five_players_and_a_gm() -> None:
    """TFA-1."""
    gm, names = Seat("GM", "gm"), [Seat(name) for name in "ABCDEF"]
    assert not ruleset.seating.why_not([gm, *names[:1]])
    assert not ruleset.seating.why_not([gm, *names[:5]])
    assert ruleset.seating.why_not([gm, *names])
    assert ruleset.seating.why_not([gm])
    assert ruleset.seating.why_not(names[:2])


def test_a_verdict_is_a_sign_and_what_it_usually_comes_to() -> None:
    """TFA-23, TFA-63."""
    said = [moments.flip("Ana", "Str", "anvil", (), "", result).verdict for result in (1, 2, 3, 4)]
    assert said == [
        "✗ a failure",
        "✅ a success at a cost",
        "✔✔ a success with a complication",
        "✔✔✔ a full success",
    ]


def test_the_tutorial_is_for_two_or_three() -> None:
    """TFA-328."""
    gm, names = Seat("GM", "gm"), [Seat(name) for name in "ABCD"]
    with pytest.raises(Refused, match="2 or 3"):
        ruleset.begin(Options(tutorial=True), [gm, names[0]])
    prepared = ruleset.begin(Options(tutorial=True), [gm, *names[:3]])
    assert prepared.players["C"].attributes == {"str": 2, "dex": 1, "int": 3}


def test_the_tutorial_leads_into_set_up() -> None:
    """Fresh decks, and the move cards are laid out. TFA-328."""
    seats = [Seat("GM", "gm"), Seat("Ana"), Seat("Ben")]
    state = ruleset.begin(Options(tutorial=True), seats)
    EndTutorial().perform(Game(state, lambda question: _first(question), seats), "GM")
    assert state.phase == "creation"
    assert state.players["Ana"].pack == 2
    assert not state.players["Ana"].attributes
    assert len(state.laid_out) == 3 + 3 + 3


def _first(question: Question) -> Answer:
    return getattr(question, "cards", ("",))[0]


def test_cards_in_play_count_when_standing_is_checked() -> None:
    """Three in the deck and one on the table: still standing. TFA-93, TFA-94."""
    ana = player()
    ana.deck, ana.in_play = laid(["D01", "D02", "D03"]), laid(["D04"])
    ana.exhaustion = shuffled(card for card in catalogue.deck_cards() if card > "D04")
    state = table(ana)
    stamina.check_standing(Game(state, script()), "Ana")
    assert ana.is_able()
    ana.exhaustion.bag.append(ana.in_play.top.pop())
    stamina.check_standing(Game(state, script("out")), "Ana")
    assert ana.conditions == ["incapacitated", "out"]


def test_blessings_and_wounds_count_too() -> None:
    """TFA-94."""
    ana = player()
    ana.deck, ana.discard = laid(["D01", "D02", "W1"]), laid(["B1"])
    stamina.check_standing(Game(table(ana), script()), "Ana")
    assert ana.is_able()


def test_the_four_ds_in_their_order() -> None:
    """Denominate, Deduct, Distribute; then it is told. TFA-96, TFA-97, TFA-114, TFA-113."""
    state = table(player())
    lines: list[Line] = []
    asked: list[str] = []
    answers: list[Answer] = ["D10", "wound", "The bite festers.", "W1"]

    def answer(question: Question) -> Answer:
        asked.append(getattr(question, "name", "chance"))
        return question.check(answers.pop(0))

    game = Game(state, answer, lines=lines)
    ruleset.perform(game, "GM", DealDamage("Ana", "d4", "A rabid dog"))
    assert asked == ["chance", "pay-attack", "wound", "chance"]
    ruleset.perform(game, "Ana", Say("I kick it away."))
    told = [line.text for line in lines]
    assert told[0] == "A rabid dog threatens Ana."
    assert told[1] == "Ana reveals a d4: 4."
    assert "The bite festers." in told[-2]
    assert told[-1] == "Ana: I kick it away."


def test_a_gm_move_undoes_nothing() -> None:
    """On ✗ the PC may still get what was tried: the GM's words decide. TFA-268."""
    state = table(player())
    state.due = [Due(["Ana"], "Pick Locks: ✗.")]
    before = [player.deck for player in state.players.values()]
    move = MakeMove("show signs of an approaching threat", "The lock opens, and so does an eye.")
    ruleset.perform(Game(state, script()), "GM", move)
    assert state.due == []
    assert [player.deck for player in state.players.values()] == before


def test_shadow_points_come_from_results_alone() -> None:
    """Nothing on ✗ of a normal move, ✔✔ and ✔✔✔; 1 on ✅. TFA-67, TFA-273."""
    for card, shadow in (("D01", 0), ("D09", 1), ("D13", 0), ("D11", 0)):
        state = table(player(4))
        flip(Game(state, drawing(card)), "Ana", "dragon", 0)
        assert state.shadow == shadow


def test_town_is_where_the_gm_says() -> None:
    """TFA-339."""
    state = table(player())
    game = Game(state, script())
    ruleset.perform(game, "GM", SetScene("A camp with food, trade and company.", "town"))
    assert state.town
    ruleset.perform(game, "GM", SetScene("Night falls on it."))
    assert state.town
    ruleset.perform(game, "GM", SetScene("The road.", "outside"))
    assert not state.town


@pytest.mark.parametrize(
    ("items", "pack", "value", "flipped"),
    [
        (["sword", "leather_armour"], 2, 1, ("anvil", 0)),
        (["sword", "leather_armour", "shield"], 2, -1, ("anvil", -2)),
        ([], 0, 5, ("dragon", 1)),
        (["sword"], 0, 4, ("dragon", 0)),
        (["full_plate"], 1, 0, ("anvil", -1)),
    ],
)
def test_rabbits(items: list[str], pack: int, value: int, flipped: tuple[str, int]) -> None:
    """EX-39, TFA-240."""
    faces = catalogue.items()
    rabbit = Player(attributes={"str": 3, "dex": 2, "int": 1}, pack=pack)
    rabbit.items = [Item(name, kind="thing", enc=faces[name].enc) for name in items]
    assert rabbit_value(rabbit) == value
    assert rabbit_flip(rabbit) == flipped


def test_hands_that_set_up_allows() -> None:
    """EX-49: six mixes of letters, no more. TFA-316."""
    by_letter = {
        letter: [name for name, move in catalogue.move_cards().items() if move.letter == letter]
        for letter in "ABC"
    }
    allowed = set()
    for letters in product("ABC", repeat=3):
        chosen = Player()
        for place, letter in enumerate(letters):
            card = by_letter[letter][place]
            if choosing.fitting(chosen, [card]):
                chosen.moves.append(Move(card))
        if len(chosen.moves) == 3:
            allowed.add("".join(sorted(letters)))
    assert allowed == {"ABB", "ABC", "ACC", "BBC", "BCC", "CCC"}


@pytest.mark.parametrize(
    ("players", "cards"), [(1, 3 + 2 + 2), (3, 3 + 4 + 4), (4, 3 + 5 + 5), (5, 3 + 6 + 5 + 1)]
)
def test_how_many_cards_are_laid_out(players: int, cards: int) -> None:
    """Only 5 C cards exist, so five players get one B card more. TFA-315."""
    seats = [Seat("GM", "gm"), *(Seat(name) for name in "ABCDE"[:players])]
    state = ruleset.begin(Options(), seats)
    ruleset.setup(Game(state, _first, seats))
    assert len(state.laid_out) == cards
    assert len(set(state.laid_out)) == cards


@pytest.mark.parametrize(
    ("move", "level", "xp", "expected"),
    [
        ("fundamental_magic", "", 3, {1: "novice", 2: "studied", 3: "expert"}),
        ("goreography", "", 5, {1: "studied", 2: "expert"}),
        ("pick_locks", "expert", 4, {1: "master"}),
        ("parley", "", 1, {1: "expert"}),
        ("defy_danger", "", 9, {}),
        ("go_berserk", "studied", 9, {}),
    ],
)
def test_levels_that_a_critical_sells(
    move: str, level: str, xp: int, expected: dict[int, str]
) -> None:
    """EX-45, TFA-39, TFA-40, TFA-222."""
    ana = Player(xp=xp)
    if level:
        ana.moves = [Move(move, "expert" if level == "expert" else "studied")]
    assert raise_options(ana, catalogue.moves()[move]) == expected


def test_a_receive_cards_move_gained_by_a_critical_brings_no_item() -> None:
    """Items come at creation and by study. TFA-168, TFA-222."""
    ana = player(intelligence=1)
    ana.xp = 2
    ana.items = [Item("Rod", base="sensation", kind="magic", capacity=3, charges=3)]
    state = table(ana)
    face = catalogue.moves()["channel_the_living_light"]
    raised = "Raise Channel the Living Light to studied for 2 XP"
    flip(Game(state, script("D11", "Let it stand", raised)), "Ana", "anvil", 0, face=face)
    assert ana.moves == [Move("channel_the_living_light", "studied")]
    assert len(ana.items) == 1


@pytest.mark.parametrize(
    ("harm", "wound", "token", "room"),
    [
        (0, 0, "WOUND", True),
        (0, 1, "WOUND", False),
        (2, 0, "WOUND", True),
        (3, 0, "HARM", False),
        (1, 1, "HARM", True),
        (2, 1, "HARM", False),
        (3, 0, "WOUND", False),
    ],
)
def test_two_kinds_of_slots(harm: int, wound: int, token: str, room: bool) -> None:
    """Two slots for Harm, one for either. TFA-147, TFA-148."""
    slots = ["HARM", "HARM", "HARM_OR_WOUND"]
    armour = Item("Padded Armour", kind="armour", slots=slots, harm=harm, wound=wound)
    assert combat.has_room(armour, token) is room


def test_mystic_breathwork_takes_every_kind() -> None:
    """TFA-108, TFA-232."""
    card = Move("mystic_breathwork", "expert", exhaustion=1)
    assert stamina.free_slots(card, "mental") == stamina.free_slots(card, "physical") == 1


def test_the_wound_supply_gives_either_face_and_never_runs_out() -> None:
    """TFA-17."""
    state = table(player())
    for _ in range(24):
        stamina.gain_wound_card(Game(state, script("W1")), "Ana")
    assert stamina.gain_wound_card(Game(state, script("W1")), "Ana") == "W2"
    assert stamina.return_wound_cards(state, state.players["Ana"]) == 25
    assert len(state.wounds) == 48


def test_party_power_advises_how_many_foes() -> None:
    """TFA-337."""
    state = table(player(), player(), player(), player())
    state.players["Ana"].xp = 2
    assert foes.party_power(state) == 42
    assert foes.foes_advised(state, monsters=False) == 7
    assert foes.foes_advised(state, monsters=True) == 4
    alone = table(player())
    assert foes.foes_advised(alone, monsters=False) == 1
    assert foes.foes_advised(alone, monsters=True) == 1


def test_regained_points_beyond_what_is_exhausted_are_lost() -> None:
    """A token of a slot may be returned instead of a card. TFA-115, TFA-117."""
    ana = player()
    ana.moves = [Move("good_cardio", exhaustion=1)]
    ana.deck = shuffled(card for card in catalogue.deck_cards() if card != "D20")
    ana.exhaustion = shuffled(["D20"])
    state: Table = table(ana)
    answers = script("Good Cardio", "D20")
    assert stamina.regain(Game(state, answers), "Ana", 4) == 2
    assert ana.moves[0].exhaustion == 0
    assert list(ana.discard) == ["D20"]


@pytest.mark.parametrize(("die", "sides"), [("d4", 4), ("d6", 6), ("d10", 10)])
def test_dice_have_their_sides(die: str, sides: int) -> None:
    """TFA-92."""
    rolled: list[Question] = []

    def answer(question: Question) -> int:
        rolled.append(question)
        return sides

    state = table(player(), options=Options(numbers="dice"))
    assert numbers.reveal(Game(state, answer), "Ana", die) == sides
    assert rolled == [Roll(sides)]


@pytest.mark.parametrize(
    ("level", "armour", "shield"), [("studied", 3, 2), ("expert", 3, 1), ("master", 0, 1)]
)
def test_a_second_skin_lightens_armour_and_later_shields(
    level: str, armour: int, shield: int
) -> None:
    """A weapon weighs what it weighs; with the card face down all do. TFA-129, TFA-355."""
    plate, buckler = Item("Plate", kind="armour", enc=4), Item("Buckler", kind="shield", enc=2)
    axe = Item("Axe", kind="weapon", enc=1)
    skin = msgspec.convert({"id": "like_a_second_skin", "level": level}, Move)
    ana = player()
    ana.moves = [skin]
    assert [ana.burden(item) for item in (plate, buckler, axe)] == [armour, shield, 1]
    skin.face_down = "rest"
    assert [ana.burden(item) for item in (plate, buckler, axe)] == [4, 2, 1]


@pytest.mark.parametrize(("points", "cards"), [(1, "1 card goes"), (2, "2 cards go")])
def test_a_loss_is_told_by_its_cards(points: int, cards: str) -> None:
    """One with the symbol for each point. TFA-101, TFA-102."""
    marked = sorted(catalogue.stamina_cards())[:points]
    lines: list[Line] = []
    game = Game(table(player()), drawing(*marked), lines=lines)
    stamina.expend(game, "Ana", points, "physical")
    shown, told = lines
    assert shown.moment is not None
    assert [turned.card for turned in shown.moment.turned] == marked
    assert told.text == f"Ana loses {points} Stamina: {cards}."


def test_the_numbers_of_a_foe_are_the_gms_until_told() -> None:
    """TFA-7."""
    state = table(player())
    foe = Foe("Wolf", 7, "d6", most=9, armour=2, specials=["it howls"])
    state.foes = [foe]

    def known(seat: str) -> tuple[dict[str, int], list[str]]:
        [sheet] = [one for one in ruleset.view(state, seat).sheets if one.title == "Wolf"]
        return {c.label: c.value for c in sheet.counters}, [
            f"{e.title} {e.text}".strip() for e in sheet.entries
        ]

    assert known("GM") == ({"Stamina": 7, "Armour squares": 2}, ["Attack power d6", "it howls"])
    assert known("Ana") == ({}, [])
    foe.revealed = ["power"]
    assert known("Ana") == ({}, ["Attack power d6"])
    foe.revealed = ["stamina", "specials"]
    assert known("Ana") == ({"Stamina": 7}, ["it howls"])


def test_who_is_struck_reads_by_whom_and_what_each_way_to_take_it_means() -> None:
    """A Wound costs nothing now and much later; Stamina comes back soon. TFA-99, TFA-101."""
    asked: list[Choose] = []
    ana = player()
    ana.discard = laid(["D01"])

    def answer(question: Question) -> Answer:
        if isinstance(question, Choose):
            asked.append(question)
        return question.cards[0] if isinstance(question, Draw) else plainly(question)

    combat.suffer(Game(table(ana), answer, lines=[]), "Ana", 4, Foe("Sergeant Pike", 6))
    (pay,) = (one for one in asked if one.name == "pay-attack")
    assert pay.prompt == "Sergeant Pike strikes with attack power 4. How do you take it?"
    assert "a rest brings them back" in pay.notes["stamina"]
    assert "Seek Help" in pay.notes["wound"]

    stamina.lose_stamina(Game(table(ana), answer, lines=[]), "Ana", 2, "physical")
    assert asked[-1].name == "shuffle-first"
    assert "You lose fewer cards when more of your deck shows Stamina." in asked[-1].prompt
