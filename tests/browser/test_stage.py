"""The stage: who is there, what is drawn, and nothing of what follows before the card lies open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.chair import BEN, Chair, Json, line_of
from tests.browser.test_drawings import CIRCLE, GRID

ANA: Json = {
    "id": "Ana",
    "title": "Brann",
    "owner": "Ana",
    "side": "hero",
    "acts": True,
    "counters": [{"label": "Stamina", "value": 6, "most": 6, "bar": True}],
}
WOLF: Json = {
    "id": "foe/Wolf",
    "title": "Grey Wolf",
    "side": "foe",
    "counters": [{"label": "Stamina", "value": 4, "most": 4, "bar": True}],
    "conditions": [{"name": "Pinned", "text": "may not move"}],
}
HURT: Json = {**WOLF, "counters": [{"label": "Stamina", "value": 1, "most": 4, "bar": True}]}
BLOW: Json = {
    "who": "Ana",
    "aim": "Brute against Q♥",
    "turned": [{"card": "9H", "reads": "9"}],
    "verdict": "Success",
    "tone": "good",
}


def told(number: int, text: str, moment: Json | None = None) -> Json:
    line = {**line_of(number), "text": text}
    return {**line, "moment": moment} if moment else line


def strike(chair: Chair, *moments: Json) -> None:
    """Ana strikes the wolf: what she drew, then what is told of it, in one message."""
    story = [*(told(9, "", moment) for moment in moments), told(9, "Brann wounds the Grey Wolf.")]
    chair.send(story=story, scene={"sheets": [[0, 1], HURT]})


@pytest.fixture
def moving(sit: Callable[..., Chair]) -> Callable[..., Chair]:
    """A chair in a browser that lets things move, with a clock of our own that stands still."""

    def moving(size: str = "phone", **scene: object) -> Chair:
        chair = sit(size, prepare=_let_it_move, sheets=[ANA, WOLF], **scene)
        chair.page.clock.pause_at(chair.page.evaluate("Date.now() / 1000 + 1"))
        return chair

    return moving


def _let_it_move(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()


def test_heroes_and_foes_stand_on_the_stage_and_say_how_they_are(sit: Callable[..., Chair]) -> None:
    page = sit(sheets=[ANA, WOLF]).page

    foes, party = page.get_by_role("group", name="Foes"), page.get_by_role("group", name="Party")
    wolf = foes.get_by_role("button", name="Grey Wolf, Stamina 4 of 4, Pinned")
    expect(wolf).to_be_visible()
    expect(party.get_by_role("button", name="Brann, Stamina 6 of 6, acts now")).to_be_visible()
    expect(wolf.locator(".pips i")).to_have_count(4)


def test_touching_a_foe_says_what_can_be_done_to_it(sit: Callable[..., Chair]) -> None:
    attack = {
        "do": "attack",
        "label": "Attack",
        "cost": "Major",
        "params": [{"type": "one", "name": "foe", "label": "Foe", "options": ["Grey Wolf"]}],
    }
    chair = sit(sheets=[ANA, WOLF], offers=[attack])

    chair.page.get_by_role("button", name="Grey Wolf").click()
    chair.page.get_by_role("dialog").get_by_role("button", name="Attack Major").click()
    expect(chair.page.get_by_role("dialog")).to_have_count(0)
    done = [said for said in chair.heard if said["is"] == "do"]
    assert [said["action"] for said in done] == [{"do": "attack", "foe": "Grey Wolf"}]


def test_nothing_that_follows_from_a_card_is_there_before_it_lies_open(
    moving: Callable[..., Chair],
) -> None:
    chair = moving()
    page, wolf = chair.page, chair.page.locator("[data-figure='foe/Wolf']")

    strike(chair, BLOW)
    moment = page.locator(".moment")
    expect(moment).to_contain_text("Brute against Q♥")
    page.clock.run_for(300)
    expect(moment.locator(".verdict")).not_to_contain_text("Success")
    expect(moment.locator(".turned.open")).to_have_count(0)
    expect(wolf).to_have_accessible_name("Grey Wolf, Stamina 4 of 4, Pinned")
    expect(page.locator("ol.latest")).not_to_contain_text("wounds")

    page.clock.run_for(900)
    expect(moment.locator(".verdict")).to_contain_text("Success")
    expect(moment.locator(".verdict")).to_contain_text("Grey Wolf: −3 Stamina")
    expect(moment.locator(".turned.open")).to_have_count(1)
    expect(wolf).to_have_accessible_name("Grey Wolf, Stamina 1 of 4, Pinned")
    expect(page.locator("ol.latest")).to_contain_text("Brann wounds the Grey Wolf.")

    page.clock.run_for(3000)
    expect(moment).to_have_count(0)


def looks(*words: str, **how: object) -> Json:
    """The wolf, whose numbers nobody is told."""
    return {**WOLF, "counters": [], "conditions": [{"name": word} for word in words], **how}


def test_who_gets_worse_is_not_told_to_be_better(moving: Callable[..., Chair]) -> None:
    """A foe that was hurt is badly hurt, and then down."""
    chair = moving()
    verdict = chair.page.locator(".moment .verdict")
    for number, (wolf, words) in enumerate(
        [
            (looks("hurt"), "Grey Wolf: hurt"),
            (looks("badly hurt"), "Grey Wolf: badly hurt"),
            (looks("out", down=True), "Grey Wolf: out"),
        ]
    ):
        chair.send(story=[told(9 + number, "", BLOW)], scene={"sheets": [[0, 1], wolf]})
        chair.page.clock.run_for(1200)
        expect(verdict).to_contain_text(words)
        if number:
            expect(verdict).not_to_contain_text("no longer")
        chair.page.clock.run_for(4000)


def test_a_moment_without_a_card_says_its_word_and_goes(moving: Callable[..., Chair]) -> None:
    """As at the end of a fight."""
    chair = moving()
    chair.send(story=[told(9, "", {"who": "The fight is over", "verdict": "You’ve won."})])
    chair.page.clock.run_for(1200)
    moment = chair.page.locator(".moment")
    expect(moment).to_contain_text("The fight is over")
    expect(moment).to_contain_text("You’ve won.")
    chair.page.clock.run_for(4000)
    expect(moment).to_have_count(0)


def test_a_tap_jumps_to_the_end_and_another_puts_it_away(moving: Callable[..., Chair]) -> None:
    chair = moving()
    strike(chair, BLOW)
    moment = chair.page.locator(".moment")

    moment.click(position={"x": 5, "y": 5})
    expect(moment.locator(".verdict")).to_contain_text("Success")
    expect(chair.page.locator("ol.latest")).to_contain_text("wounds")
    moment.click(position={"x": 5, "y": 5})
    expect(moment).to_have_count(0)


SEVEN = [{**BLOW, "aim": f"The draw of number {n}"} for n in range(1, 8)]


def test_one_tap_jumps_to_the_end_of_many_draws(moving: Callable[..., Chair]) -> None:
    chair = moving()
    strike(chair, *SEVEN)
    moment = chair.page.locator(".moment")
    expect(moment).to_contain_text("number 1")

    moment.locator(".panel").click()
    expect(moment).to_contain_text("number 7")
    expect(chair.page.locator("ol.latest")).to_contain_text("wounds")


def test_many_draws_of_one_action_are_quick_but_for_the_last_two(
    moving: Callable[..., Chair],
) -> None:
    """Five at 80 + 140 + 160 ms, then 420 + 300 + 550 and 420 + 300: 3.89 s."""
    chair = moving()
    strike(chair, *SEVEN)
    expect(chair.page.locator(".moment")).to_contain_text("number 1")

    chair.page.clock.run_for(1_950)
    expect(chair.page.locator(".moment")).to_contain_text("number 6")
    expect(chair.page.locator("ol.latest")).not_to_contain_text("wounds")
    chair.page.clock.run_for(2_000)
    expect(chair.page.locator("ol.latest")).to_contain_text("wounds")


def test_what_a_card_comes_to_is_not_read_while_it_turns(moving: Callable[..., Chair]) -> None:
    chair = moving()
    strike(chair, BLOW)
    reads = chair.page.locator(".moment .reads")
    reads.wait_for(state="attached")

    assert reads.evaluate("reads => getComputedStyle(reads).opacity") == "0"
    chair.page.clock.run_for(800)
    turn, delay = chair.page.locator(".moment .turned.open").evaluate(
        """turned => [getComputedStyle(turned.querySelector(".leaf")).transitionDuration,
                      getComputedStyle(turned.querySelector(".reads")).transitionDelay]"""
    )
    assert delay == turn


def test_a_second_draw_ends_the_first(moving: Callable[..., Chair]) -> None:
    chair = moving()
    strike(chair, {**BLOW, "aim": "The first"})
    chair.send(story=[told(10, "", {**BLOW, "aim": "The second"}), told(10, "It falls.")])

    expect(chair.page.locator(".moment")).to_contain_text("The second")
    expect(chair.page.locator("ol.latest")).to_contain_text("wounds")
    expect(chair.page.locator("ol.latest")).not_to_contain_text("falls")


def test_what_others_do_meanwhile_keeps_its_order(moving: Callable[..., Chair]) -> None:
    chair = moving()
    strike(chair, BLOW)
    chair.send(story=[line_of(11, "Ben says hello.", "chat", "Ben")])
    expect(chair.page.locator("ol.latest")).not_to_contain_text("hello")

    chair.page.clock.run_for(6000)
    expect(chair.page.locator("ol.latest li")).to_contain_text(["wounds", "hello"])


def test_nobody_waits_for_a_showing_to_act(moving: Callable[..., Chair]) -> None:
    """Another seat's draw is shown beside the table; what is done meanwhile ends it."""
    wait = {"do": "wait", "label": "Wait"}
    chair = moving("desktop", offers=[wait])
    strike(chair, {**BLOW, "who": str(BEN["name"]), "tone": ""})
    chair.page.get_by_role("button", name="Wait").click()

    expect(chair.page.get_by_role("log")).to_contain_text("wounds")
    assert chair.heard[-1]["is"] == "do"


def test_what_is_said_meanwhile_keeps_a_moment_no_longer(moving: Callable[..., Chair]) -> None:
    """One line comes while the first of two moments is shown, another while the second stands."""
    chair = moving()
    blows = [told(9, "", BLOW), told(9, "", {**BLOW, "aim": "The second"})]
    chair.send(story=[*blows, told(9, "Brann wounds the Grey Wolf.")])
    moment = chair.page.locator(".moment")
    expect(moment).to_be_visible()
    chair.send(story=[line_of(10, "Ben says hello.", "chat", "Ben")])
    while "The second" not in moment.inner_text() or not moment.locator(".verdict b").count():
        chair.page.clock.run_for(100)
    chair.send(story=[line_of(11, "Cleo waves.", "chat", "Cleo")])
    expect(chair.page.get_by_text("Cleo waves.").first).to_be_attached()
    chair.page.clock.run_for(5000)
    expect(moment).to_have_count(0)


def redrawing(prompt: str, labels: dict[str, str], **more: object) -> Json:
    """Ana is asked whether to redraw."""
    asked: Json = {"type": "choose", "seat": "Ana", "name": "redraw", "prompt": prompt}
    return {**asked, "options": list(labels), "labels": labels, **more}


def test_a_choice_that_belongs_to_the_draw_stands_at_the_card(moving: Callable[..., Chair]) -> None:
    chair = moving()
    question = redrawing("Spend a Joker to redraw?", {"yes": "Redraw", "no": "Keep it"})
    missed = {**BLOW, "tone": "bad"}
    del missed["verdict"]
    telling = [{"n": 1, "text": "", "moment": missed}]
    chair.send(scene={"telling": telling, "question": question, "waiting_for": ["Ana"]})
    moment = chair.page.locator(".moment")
    expect(moment).to_be_visible()
    expect(chair.page.get_by_text("Spend a Joker")).to_have_count(0)
    chair.page.clock.run_for(1200)

    moment.get_by_role("button", name="Keep it").click()
    assert chair.heard[-1]["answer"] == "no"
    story = [told(9, "", missed), told(9, "", BLOW), told(9, "Brann wounds the Grey Wolf.")]
    nobody: Json = {"telling": [], "question": None, "waiting_for": []}
    chair.send(story=story, scene=nobody)
    expect(moment.locator(".verdict")).to_contain_text("Success")


def test_what_is_asked_about_the_last_card_is_not_read_before_it_lies_open(
    moving: Callable[..., Chair],
) -> None:
    """Nor with the verdict of a card before it."""
    chair = moving()
    question = redrawing("Your Target Card is Q♠. Redraw it?", {"no": "Keep it"})
    drawn: Json = {"who": "Ana", "aim": "Target Card", "turned": [{"card": "QS"}]}
    telling = [{"n": 1, "text": "", "moment": moment} for moment in (BLOW, drawn)]
    chair.send(scene={"telling": telling, "question": question, "waiting_for": ["Ana"]})
    moment = chair.page.locator(".moment")
    expect(moment).to_be_visible()
    while "Target Card" not in moment.inner_text():
        assert chair.page.get_by_text("Redraw it?").count() == 0
        chair.page.clock.run_for(100)
    assert chair.page.get_by_text("Redraw it?").count() == 0
    chair.page.clock.run_for(1200)
    expect(moment.get_by_role("button", name="Keep it")).to_be_visible()


def test_a_choice_at_the_card_stays_until_it_is_made_put_away_or_gone(
    moving: Callable[..., Chair],
) -> None:
    chair = moving()
    moment = chair.page.locator(".moment")
    labels = {"no": "Keep", "9H": "Spend a Joker to redraw 9♥"}
    notes: Json = {"9H": "22 in 48 to do better"}
    question = redrawing("Spend a Fate Card to redraw?", labels, notes=notes, of="card")
    missed = {"who": "Ana", "aim": "Brute", "turned": [{"card": "9H", "reads": "9"}]}
    telling = [{"n": 1, "text": "", "moment": missed}]
    asked: Json = {"telling": telling, "question": question, "waiting_for": ["Ana"]}
    nobody: Json = {"telling": [], "question": None, "waiting_for": []}

    chair.send(scene=asked)
    expect(moment).to_be_visible()
    chair.page.clock.run_for(6000)
    expect(moment.get_by_role("button", name="Spend a Joker to redraw 9♥")).to_be_visible()
    chair.send(scene=nobody)
    expect(moment).to_have_count(0)

    chair.send(scene=asked)
    expect(moment).to_be_visible()
    chair.page.clock.run_for(6000)
    moment.get_by_role("button", name="Put it away").click()
    expect(moment).to_have_count(0)
    left = chair.page.get_by_role("button", name="Spend a Joker to redraw 9♥")
    expect(left).to_contain_text("22 in 48 to do better")


def test_what_is_asked_at_the_card_can_be_tapped_on_the_smallest_phone(
    moving: Callable[..., Chair],
) -> None:
    """With the circle above the card and a long sentence below it."""
    chair = moving()
    prompt = "Ilse has drawn 9♠ against 9♥: Major Success. Spend a Fate Card to redraw?"
    question = redrawing(prompt, {"no": "Keep", "9S": "Spend a Joker to redraw 9♠"}, of="card")
    drawn = {"who": "Ana", "turned": [{"card": "9S", "reads": "on target"}], "gadget": CIRCLE}
    telling = [{"n": 1, "text": "", "moment": {**drawn, "aim": "Knowledge +2 against 9♥, DR 3"}}]
    chair.send(scene={"telling": telling, "question": question, "waiting_for": ["Ana"]})
    moment = chair.page.locator(".moment")
    expect(moment).to_be_visible()
    chair.page.clock.run_for(6000)
    for name in ("Keep", "Spend a Joker to redraw 9♠"):
        expect(moment.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_with_reduced_motion_everything_simply_stands_there(sit: Callable[..., Chair]) -> None:
    chair = sit(sheets=[ANA, WOLF])
    strike(chair, BLOW)

    expect(chair.page.locator(".moment .verdict")).to_contain_text("Success")
    expect(chair.page.locator("ol.latest")).to_contain_text("wounds")
    by_itself = "one => one.timeline === document.timeline"  # and not with the thumb that scrolls
    running = chair.page.evaluate(f"() => document.getAnimations().filter({by_itself}).length")
    assert running == 0


def test_a_moment_is_announced_once_in_a_sentence(sit: Callable[..., Chair]) -> None:
    chair = sit(sheets=[ANA, WOLF])
    strike(chair, BLOW)

    said = chair.page.get_by_role("status").filter(has_text="Brann")
    expect(said).to_have_text("Brann: Brute against Q♥. 9 of hearts 9. Success")


def test_a_moment_can_be_looked_at_again(sit: Callable[..., Chair]) -> None:
    chair = sit("desktop", sheets=[ANA, WOLF])
    strike(chair, BLOW)
    chair.page.locator(".moment").click(position={"x": 5, "y": 5})
    expect(chair.page.locator(".moment")).to_have_count(0)

    paragraph = chair.page.locator(".story li", has_text="wounds")
    paragraph.get_by_text("why?").click()
    paragraph.get_by_role("button", name="Look again: Brute against Q♥").click()
    expect(chair.page.locator(".moment .verdict")).to_contain_text("Success")


def test_one_tap_mutes_the_table_and_it_stays_mute(sit: Callable[..., Chair]) -> None:
    page = sit(sheets=[ANA, WOLF]).page
    sounds = page.get_by_role("button", name="Sounds")
    expect(sounds).to_have_attribute("aria-pressed", "true")

    sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "false")


# From the phone's main view


def test_the_order_of_turns_is_a_strip_whoever_acts_first(sit: Callable[..., Chair]) -> None:
    page = sit(sheets=[ANA, WOLF], order=["foe/Wolf", "Ana", "nobody"]).page

    order = page.get_by_role("list", name="Turn order").get_by_role("listitem")
    expect(order.locator(".unseen")).to_have_text(["Grey Wolf", "Brann"])


def test_your_turn_says_what_it_leaves_you_to_do(sit: Callable[..., Chair]) -> None:
    wait = {"do": "wait", "label": "Wait"}
    page = sit(turn=["Ana"], task="Move up to 4.", banner="Round 2", offers=[wait]).page

    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("Move up to 4.")
    expect(page.locator(".prompt")).not_to_contain_text("Round 2")


def test_whoever_has_no_turn_reads_what_they_should_know_meanwhile(
    sit: Callable[..., Chair],
) -> None:
    shuffle = {"do": "reshuffle", "label": "Shuffle"}
    page = sit(turn=["Ben"], task="You’re down.", banner="Round 2", offers=[shuffle]).page

    expect(page.get_by_role("heading", name="Ben’s turn")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("You’re down.")
    expect(page.locator(".prompt")).not_to_contain_text("Round 2")


def test_nobody_has_a_turn_with_nothing_in_it(sit: Callable[..., Chair]) -> None:
    closed = {"do": "wait", "label": "Wait", "why_not": "You have waited enough."}
    page = sit(turn=["Ana"], offers=[closed]).page

    expect(page.get_by_role("heading", name="Nothing to do just now")).to_be_visible()


def test_whoever_is_down_reads_what_that_means(sit: Callable[..., Chair]) -> None:
    """Beside a map figures are small; what has happened to them is still read whole."""
    condition = {"name": "Knocked Out", "text": "You can’t act. A friend can treat you."}
    gone = [{"label": "Stamina", "value": 0, "most": 6, "bar": True}]
    down = {**ANA, "acts": False, "counters": gone, "conditions": [condition]}
    page = sit(sheets=[down, WOLF], gadgets=[GRID], turn=["Ben"]).page

    expect(page.get_by_text("Knocked Out. You can’t act. A friend can treat you.")).to_be_visible()
    sign = page.locator(".figure .sign", has_text="Knocked Out")
    assert sign.evaluate("sign => sign.scrollWidth <= sign.clientWidth + 1")
    assert sign.evaluate("sign => sign.scrollHeight <= sign.clientHeight + 1")


def test_the_number_of_twins_stands_at_their_name(sit: Callable[..., Chair]) -> None:
    """Beside a map four wolves are told apart, by the whole name and the number after it."""
    wolves = [{**WOLF, "id": f"W{n}", "title": f"Grey Wolf {n}", "number": n} for n in range(1, 5)]
    page = sit(sheets=[ANA, *wolves], gadgets=[GRID], turn=["Ben"]).page

    for n in range(1, 5):
        name = page.locator(f"[data-figure=W{n}] .name")
        expect(name).to_have_text(f"Grey Wolf {n}")
        cut = "span => span.scrollWidth > span.clientWidth + 1"
        assert not name.locator("span").evaluate(cut)


def test_nobody_waits_who_may_act(sit: Callable[..., Chair]) -> None:
    chair = sit(turn=["Ben"], offers=[{"do": "wait", "label": "Wait"}])

    expect(chair.page.get_by_role("heading", name="Ben’s turn")).to_be_visible()
    chair.change(scene={"offers": []})
    expect(chair.page.get_by_role("heading", name="Waiting for Ben")).to_be_visible()


def test_the_likeliest_things_come_first(sit: Callable[..., Chair]) -> None:
    rare = [{"do": f"rare-{n}", "label": f"Rare {n}"} for n in range(8)]
    attacks = [{"do": "attack", "label": f"Attack {n}"} for n in range(2)]
    end = {"do": "end", "label": "End"}
    chair = sit(offers=[*rare, *attacks, end])
    table = chair.welcome["table"]
    assert isinstance(table, dict)
    table["likely"] = ["attack", "end"]
    chair.page.reload()

    expect(chair.page.locator(".prompt button.offer")).to_have_text(["Attack 0", "End", "Attack 1"])
    more = chair.page.get_by_role("button", name="More 8 others")
    more.click()
    expect(chair.page.get_by_role("dialog")).to_contain_text("Rare 7")


def test_what_ends_it_for_all_is_asked_once_more(sit: Callable[..., Chair]) -> None:
    chair = sit(offers=[{"do": "end-it", "label": "End the session"}])
    table = chair.welcome["table"]
    assert isinstance(table, dict)
    table["asks_twice"] = ["end-it"]
    chair.page.reload()

    chair.page.get_by_role("button", name="End the session").click()
    expect(chair.page.get_by_text("Are you sure?")).to_be_visible()
    assert not [said for said in chair.heard if said["is"] == "do"]
    chair.page.get_by_role("button", name="End the session").click()
    expect(chair.page.get_by_text("Are you sure?")).to_have_count(0)
    assert [said["action"] for said in chair.heard if said["is"] == "do"] == [{"do": "end-it"}]


@pytest.mark.parametrize("width", [320, 360, 390])
def test_seven_seats_share_one_line(sit: Callable[..., Chair], width: int) -> None:
    chair = sit()
    table = chair.welcome["table"]
    assert isinstance(table, dict)
    seats = [{**BEN, "place": n, "name": f"Wilhelmina {n}"} for n in range(2, 8)]
    table["seats"] = [*table["seats"][:1], *seats]
    chair.page.set_viewport_size({"width": width, "height": 640})
    chair.page.reload()

    shown = chair.page.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(shown).to_have_count(7)
    boxes = [box for seat in shown.all() if (box := seat.bounding_box())]
    assert len({box["y"] for box in boxes}) == 1
    assert max(box["x"] + box["width"] for box in boxes) <= width
    assert chair.page.evaluate("document.documentElement.scrollWidth") <= width


def test_with_letters_twice_as_large_everything_can_be_reached(sit: Callable[..., Chair]) -> None:
    """A phone of 390 x 844 at 200 %: the page scrolls as a whole, and nothing is wider than it."""
    chair = sit(
        sheets=[ANA, WOLF], offers=[{"do": f"a-{n}", "label": f"Way {n}"} for n in range(9)]
    )
    chair.page.set_viewport_size({"width": 195, "height": 422})
    last = chair.page.get_by_role("button", name="More 6 others")

    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    assert chair.page.evaluate("document.documentElement.scrollWidth") <= 195


def test_the_keyboard_stays_where_it_acts(sit: Callable[..., Chair]) -> None:
    """The first Tab leads to what can be done; after an action the next Tab is the next thing."""
    wait, rest = {"do": "wait", "label": "Wait"}, {"do": "rest", "label": "Rest"}
    chair = sit("desktop", sheets=[ANA, WOLF], offers=[wait, rest])
    keys = chair.page.keyboard
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Tab")
    expect(chair.page.get_by_role("button", name="Wait")).to_be_focused()

    keys.press("Enter")
    chair.change(scene={"offers": [rest]})
    keys.press("Tab")
    expect(chair.page.get_by_role("button", name="Rest")).to_be_focused()


# How likely


def _odds(do: str, chance: float, said: str, **given: object) -> Json:
    success = {"outcome": said, "exactly": "1/2", "chance": chance}
    return {"title": do, "cards": 9, "chances": [], "success": success, "do": do, "given": given}


HIT_WOLF = _odds("attack", 0.71, "5 in 7 (71%)", foe="Grey Wolf")
HIT_BEAR = _odds("attack", 0.2, "1 in 5 (20%)", foe="Bear")
ATTACK: Json = {
    "do": "attack",
    "label": "Attack",
    "params": [
        {"type": "one", "name": "foe", "label": "Foe", "options": ["Grey Wolf", "Bear", "Owl"]}
    ],
}


def _with_odds(chair: Chair, odds: list[Json] | None = None) -> list[str]:
    """Let the table tell how likely attacks are; the addresses that are asked are noted."""
    told = odds or [HIT_WOLF, HIT_BEAR]
    asked: list[str] = []

    def tell(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"v": 1, "odds": told})

    table = chair.welcome["table"]
    assert isinstance(table, dict)
    table["odds_shown"] = True
    chair.page.route("**/odds", tell)
    chair.page.reload()
    chair.page.locator(".page").wait_for()
    return asked


def test_a_foe_that_is_touched_says_how_likely_it_is_hit(sit: Callable[..., Chair]) -> None:
    chair = sit(sheets=[ANA, WOLF], offers=[ATTACK])
    asked = _with_odds(chair)
    assert asked == [], "nobody asks before somebody looks"

    chair.page.get_by_role("button", name="Grey Wolf").click()
    attack = chair.page.get_by_role("dialog").get_by_role("button", name="Attack")
    expect(attack).to_contain_text("5 in 7 (71%)")
    assert len(asked) == 1
    chair.page.keyboard.press("Escape")
    chair.page.get_by_role("button", name="Brann").click()
    chair.page.keyboard.press("Escape")
    assert len(asked) == 1, "one question is enough while the table stands still"
    expect(chair.page.get_by_role("group", name="What you can do")).to_contain_text(
        "20% to 71%, depending on what you choose"
    )


def test_a_form_says_how_likely_each_choice_is(sit: Callable[..., Chair]) -> None:
    chair = sit(offers=[ATTACK])
    _with_odds(chair)

    chair.page.get_by_role("group", name="What you can do").get_by_role("button").first.click()
    form = chair.page.locator("form[data-offer]")
    expect(form.locator("label", has_text="Grey Wolf")).to_contain_text("5 in 7 (71%)")
    expect(form.locator("label", has_text="Bear")).to_contain_text("1 in 5 (20%)")
    expect(form.locator("label", has_text="Owl")).to_have_text("Owl")
    form.get_by_label("Bear").check()
    expect(form).to_contain_text("Chance of success: 1 in 5 (20%)")


def test_a_range_says_what_it_depends_on(sit: Callable[..., Chair]) -> None:
    """Here on what the game master will say."""
    chair = sit(sheets=[ANA, WOLF], offers=[ATTACK])
    supposed = [{**HIT_WOLF, "supposing": "if easy"}, {**HIT_BEAR, "supposing": "if difficult"}]
    _with_odds(chair, supposed)
    chair.page.get_by_role("button", name="Grey Wolf").click()
    attack = chair.page.get_by_role("dialog").get_by_role("button", name="Attack")
    expect(attack).to_contain_text("5 in 7 (71%) if easy")
    chair.page.keyboard.press("Escape")
    todo = chair.page.get_by_role("group", name="What you can do")
    expect(todo).to_contain_text("20% if difficult to 71% if easy")


def test_old_odds_are_not_told(sit: Callable[..., Chair]) -> None:
    chair = sit(sheets=[ANA, WOLF], offers=[ATTACK])
    _with_odds(chair)
    todo = chair.page.get_by_role("group", name="What you can do")
    chair.page.get_by_role("button", name="Grey Wolf").click()
    chair.page.keyboard.press("Escape")
    expect(todo).to_contain_text("71%")

    chair.change(story=[line_of(4)])
    expect(todo).not_to_contain_text("71%")


# On paper, and again


def test_sheets_are_printed_and_nothing_else(sit: Callable[..., Chair]) -> None:
    long = {"title": "Oath", "text": "Sworn at the bridge. " * 30, "group": "Story"}
    chair = sit("desktop", sheets=[{**ANA, "entries": [long]}, WOLF])
    page = chair.page
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")

    expect(page.get_by_role("region", name="Sheets")).to_be_visible()
    expect(page.get_by_text("Sworn at the bridge.")).to_be_visible()
    for other in ("main.felt", ".bottom", ".right", ".top"):
        expect(page.locator(other)).to_be_hidden()


def test_the_scene_that_is_told_stays_in_sight(sit: Callable[..., Chair]) -> None:
    tale = {
        "title": "The weir",
        "told": [{"title": "", "text": "Water falls."}, {"title": "", "text": "A bell rings."}],
        "clocks": [{"name": "The flood", "at": 2, "of": 6}],
    }
    page = sit(tale=tale).page

    told = page.get_by_role("region", name="The scene")
    expect(told.get_by_role("heading", name="The weir")).to_be_visible()
    expect(told).to_contain_text("A bell rings.")
    expect(page.get_by_role("list", name="Clocks")).to_contain_text("The flood 2 of 6")


def test_a_scene_that_is_told_after_its_title_is_read_from_its_beginning(
    sit: Callable[..., Chair],
) -> None:
    """Whoever has just tapped a hero has not read any of it yet."""
    chair = sit(tale={"title": "The weir"})
    chair.page.locator("main").dispatch_event("pointerdown")
    told = [{"title": "", "text": f"Water falls, {n} times. " * 20} for n in (1, 2, 3)]
    chair.change(scene={"tale": {"title": "The weir", "told": told}})
    expect(chair.page.get_by_text("Water falls, 3 times.").first).to_be_attached()
    expect(chair.page.get_by_role("heading", name="The weir")).to_be_in_viewport(ratio=1)


def test_the_circle_is_there_while_somebody_decides_and_not_afterwards(
    sit: Callable[..., Chair],
) -> None:
    chair = sit(gadgets=[CIRCLE], waiting_for=["Ben"])
    circle = chair.page.get_by_role("img", name="Target 9, range 8 to 10, drawn J.")

    expect(circle).to_be_visible()
    chair.change(scene={"waiting_for": []})
    expect(circle).to_have_count(0)


def test_the_cross_lies_beside_whose_draw_it_is(sit: Callable[..., Chair]) -> None:
    """On the phone of a friend who watches while somebody else decides."""
    friend = {**ANA, "id": "Ben", "title": "Petra (Fritz)", "owner": "Ben", "acts": False}
    chair = sit(sheets=[ANA, friend])
    drawn: Json = {"who": "Ben", "aim": "Mix It Up", "turned": [{"card": "9H", "reads": "9"}]}
    chair.change(scene={"telling": [{"n": 1, "text": "", "moment": drawn}], "waiting_for": ["Ben"]})
    moment = chair.page.locator(".moment")
    title = moment.get_by_text("Petra (Fritz)", exact=True).bounding_box()
    cross = moment.get_by_role("button", name="Put it away").bounding_box()
    assert title is not None
    assert cross is not None
    sign = cross["x"] + cross["width"] / 2 - 8  # of the button, the sign is the middle
    assert title["x"] + title["width"] <= sign


def test_a_foes_name_takes_two_lines_before_it_is_cut(sit: Callable[..., Chair]) -> None:
    wolf = {**WOLF, "title": "A hungry scavenger"}
    chair = sit(sheets=[ANA, wolf])
    name = chair.page.locator("[data-figure='foe/Wolf'] .name span")
    expect(name).to_have_text("A hungry scavenger")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
    assert name.evaluate("name => name.scrollHeight <= name.clientHeight + 1")


def test_there_is_one_sign_for_all_rules_of_a_thing(sit: Callable[..., Chair]) -> None:
    """It opens all of them; in the list of all deeds there is none."""
    ids = ["TF-1", "TF-2", "TF-3"]
    rules = [{"id": one, "text": f"What {one} says.", "section": "1"} for one in ids]
    mix: Json = {"do": "mix", "label": "Mix It Up", "clauses": ids}
    mix["params"] = [{"type": "text", "name": "how", "label": "How?", "may_be_empty": True}]
    others = [{**mix, "do": f"do-{n}", "label": f"Deed {n}"} for n in range(12)]
    chair = sit(sheets=[ANA], offers=[mix, *others])
    page = chair.page
    page.route("**/rules*", lambda route: route.fulfill(json={"clauses": rules}))
    page.get_by_role("button", name="More 1").click()
    every = page.get_by_role("dialog", name="Everything you can do")
    expect(every.get_by_role("button", name="Mix It Up")).to_be_visible()
    expect(every.locator(".clause")).to_have_count(0)
    every.get_by_role("button", name="Mix It Up").click()
    sign = page.locator(".prompt .clause")
    expect(sign).to_have_count(1)
    sign.click()
    for one in ids:
        expect(page.get_by_role("dialog")).to_contain_text(f"What {one} says.")
