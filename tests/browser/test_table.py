"""What a group relies on: coming back, taking back, looking back, proof, and every way to sit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import Page, Route, expect

from fatedeck.engine.chain import Chain, kept_heads
from fatedeck.engine.replay import verify
from fatedeck.engine.ruleset import find_game
from tests.browser.hosting import Hosted, Visit, links, make_table, sit_down, start
from tests.browser.server import Server
from tests.browser.sitting import Keyboard, Sitting, play
from tests.browser.staged import fight


def lay(sitting: Sitting) -> None:
    """Lay the first card of the hand: tap it, and tap it again to act."""
    sitting.page.locator("[aria-label='Your cards'] [data-card]").first.click()
    sitting.page.get_by_role("dialog").locator("button.face").click()


def answer(sitting: Sitting, choice: str) -> None:
    before = sitting.version
    sitting.page.locator(".prompt").get_by_role("button", name=choice).click()
    sitting.catch_up(before + 1)


def record_of(route: Route) -> str:
    """The true record that a page has asked for."""
    url = route.request.url.replace("//table.home", "//127.0.0.1")  # a name for browsers only
    return route.fetch(url=url).text()


def change_a_card(route: Route) -> None:
    """Let the server say that its last draw was another card."""
    lines = [json.loads(line) for line in record_of(route).splitlines()]
    drawn = [line for line in lines if line.get("at") is not None]
    drawn[-1]["at"] = (drawn[-1]["at"] + 1) % drawn[-1]["of"]
    route.fulfill(body="".join(map(written, lines)))


def play_it_anew(route: Route, change: Callable[[list[dict[str, str]]], None]) -> None:
    """Let the server change its record, and reckon the chain anew as who has the secret can."""
    header, *entries = [json.loads(line) for line in record_of(route).splitlines()]
    change(entries)
    secret = bytes.fromhex(next(line["secret"] for line in entries if line["is"] == "opened"))
    chain, text, part = Chain(since=written(header)), written(header), ""
    for line in entries:
        if line["is"] == "head":
            text, part = text + chain.bind(secret, part), ""
        else:
            part += written(line)
    route.fulfill(body=text)


def written(line: dict[str, str]) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n"


def agree_to_copy(table: Hosted) -> None:
    """Let the host copy the table although it is still played: everyone says yes."""
    more = table.host.get_by_role("button", name="More", exact=True)
    more.click()
    table.host.get_by_role("button", name="Ask everyone to allow a copy").click()
    for sitting in table.sittings:
        sitting.page.get_by_role("button", name="Agree").click()
    expect(table.host.get_by_role("button", name="Export the whole table")).to_be_visible()


def play_out(table: Hosted) -> None:
    """Play until the game is over, and open the secret."""
    play(table.sittings, 40, Random(3))
    ana = table.sittings[0].page
    expect(ana.get_by_role("heading", name="The game is over")).to_be_visible()
    ana.get_by_role("button", name="More", exact=True).click()
    ana.get_by_role("button", name="End the table and open the secret").click()
    ana.get_by_role("button", name="End the table", exact=True).click()
    ana.get_by_role("button", name="Verify every card").wait_for()


def test_a_page_loaded_again_in_the_middle_of_a_question_still_asks_it(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana, ben = table.sittings
    lay(ana)
    prompt = ana.page.get_by_text("Spend your token to swap?")
    expect(prompt).to_be_visible()
    expect(ben.page.get_by_role("heading", name="Waiting for Ana")).to_be_visible()

    ana.page.reload()

    expect(prompt).to_be_visible()
    answer(ana, "Keep")
    expect(ben.page.get_by_role("heading", name="Your turn")).to_be_visible()


def test_a_seat_takes_back_its_action_and_the_story_keeps_it_struck_through(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana, ben = table.sittings
    lay(ana)
    answer(ana, "Keep")
    expect(ana.page.get_by_role("heading", name="Waiting for Ben")).to_be_visible()

    ana.page.get_by_role("button", name="Take back your last action").click()

    expect(ana.page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(ben.page.locator(".story s", has_text="Ana lays")).to_have_count(1)
    expect(ana.page.locator("[aria-label='Your cards'] [data-card]")).to_have_count(2)


def test_a_restarted_server_finds_everyone_at_the_same_place(visit: Visit, tmp_path: Path) -> None:
    server = Server(tmp_path / "other")
    server.start()
    try:
        host = make_table(visit, "high-card", 2, server.address)
        ana = Sitting("Ana", visit(links(host)["Ana"]))
        start(host)
        lay(ana)
        expect(ana.page.get_by_text("Spend your token to swap?")).to_be_visible()

        server.stop(kill=True)

        expect(ana.page.get_by_text("You’re offline")).to_be_visible()
        server.start()
        expect(ana.page.get_by_text("You’re offline")).to_be_hidden()
        answer(ana, "Keep")
        expect(ana.page.get_by_role("heading", name="Waiting for Ben")).to_be_visible()
    finally:
        server.stop()


def test_a_lost_network_shows_and_comes_back(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana, ben = table.sittings
    ben.page.context.set_offline(True)
    expect(ben.page.get_by_text("You’re offline")).to_be_visible()
    lay(ana)
    answer(ana, "Keep")

    ben.page.context.set_offline(False)

    expect(ben.page.get_by_text("You’re offline")).to_be_hidden()
    expect(ben.page.get_by_role("heading", name="Your turn")).to_be_visible()


def test_the_past_is_scrubbed_linked_to_and_begun_again(
    visit: Visit, shoot: Callable[[Page, str], None]
) -> None:
    table = sit_down(visit, "high-card", players=2)
    play(table.sittings, 4, Random(5))
    host = table.host
    agree_to_copy(table)
    host.get_by_role("link", name="Replay step by step").click()
    steps = host.locator(".scrubber label span")
    expect(steps).to_contain_text(re.compile(r"Step (\d+) of \1"))

    host.get_by_role("slider").focus()
    host.keyboard.press("Home")

    expect(steps).to_contain_text("Step 1 of")
    expect(host.get_by_label("What happened at this step")).to_contain_text("The game begins")
    host.get_by_role("button", name="Next").click()
    expect(steps).to_contain_text("Step 2 of")
    shoot(host, "replay-1280")
    host.get_by_role("button", name="Copy a link to this step").click()
    link = str(host.evaluate("() => navigator.clipboard.readText()"))
    stranger = visit(link)
    expect(stranger.locator(".scrubber label span")).to_contain_text("Step 2 of")
    host.get_by_role("button", name="Begin a new table from this step").click()
    expect(host.get_by_role("heading", name=re.compile("again"))).to_be_visible()


def test_every_card_is_proven_in_the_browser_and_a_changed_one_is_found(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana = table.sittings[0].page
    table.sittings[0].turn_to("More")
    ana.get_by_label("Any words of yours").fill("a pinch of mine")
    ana.get_by_role("button", name="Mix them in").click()
    expect(ana.get_by_text("“a pinch of mine”")).to_be_visible()
    table.sittings[0].turn_to("Table")
    play_out(table)

    ana.get_by_role("button", name="Verify every card").click()

    expect(ana.locator(".verdict")).to_contain_text(re.compile(r"Fair\. All [1-9]\d* draws"))

    ana.route("**/record", change_a_card)
    ana.get_by_role("button", name="Verify every card").click()
    expect(ana.locator(".verdict")).to_contain_text("Something was changed before the end of step")


def test_a_record_that_was_played_anew_is_found_by_the_heads_that_a_browser_kept(
    visit: Visit, tmp_path: Path
) -> None:
    table = sit_down(visit, "high-card", players=2)
    play_out(table)
    ana, stranger = table.sittings[0].page, visit(table.spectator)

    def drop_the_last_action(entries: list[dict[str, str]]) -> None:
        begun = max(place for place, line in enumerate(entries) if line["is"] == "did")
        del entries[begun:-2]

    for page in (ana, stranger):
        page.route("**/record", lambda route: play_it_anew(route, drop_the_last_action))
    stranger.get_by_role("button", name="More", exact=True).click()
    for page in (ana, stranger):
        page.get_by_role("button", name="Verify every card").click()

    expect(ana.locator(".verdict")).to_contain_text("this is not the record whose head was kept")
    expect(stranger.locator(".verdict")).to_contain_text("this record has no such step")

    ana.unroute("**/record")
    ana.get_by_role("button", name="Verify every card").click()
    expect(ana.locator(".verdict")).to_contain_text(
        re.compile(r"Fair\. .*Up to step (\d+) of \1 it is the record whose heads were kept")
    )
    files = {name: tmp_path / f"{name}.jsonl" for name in ("record", "heads")}
    for name, file in files.items():
        with ana.expect_download() as kept:
            ana.get_by_role("button", name=re.compile(f"Save .*{name}")).click()
        kept.value.save_as(file)
    heads = kept_heads(files["heads"].read_text("utf-8"))
    verdict = verify(find_game("high-card"), files["record"].read_text("utf-8"), heads)
    assert verdict.fair, verdict.sentence
    assert len(heads) == max(head.v for head in heads)


def test_a_browser_says_at_once_that_a_step_it_saw_is_another_now(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana = table.sittings[0].page
    ana.evaluate(
        """() => {
            const names = Object.keys(localStorage);
            const key = names.find((name) => name.startsWith("fatedeck.heads."));
            const heads = JSON.parse(localStorage.getItem(key));
            for (const v of Object.keys(heads)) heads[v] = "0".repeat(64);
            localStorage.setItem(key, JSON.stringify(heads));
        }"""
    )
    ana.reload()
    ana.get_by_role("button", name="More", exact=True).click()
    expect(ana.get_by_role("alert")).to_contain_text("this table’s past has been changed")


def test_a_plain_page_in_a_home_network_copies_links_and_proves_cards(
    visit: Visit, server: Server
) -> None:
    """Phones come by http and an address: there the browser keeps its clipboard and hashes shut."""
    home = server.address.replace("127.0.0.1", "table.home")
    table = sit_down(visit, "high-card", players=2, address=home)
    ana = table.sittings[0].page
    assert not ana.evaluate("() => isSecureContext")
    table.sittings[0].turn_to("More")
    for words in ("a pinch of mine", "x" * 150):  # salts of one block and of several
        ana.get_by_label("Any words of yours").fill(words)
        ana.get_by_role("button", name="Mix them in").click()
        expect(ana.get_by_text(f"“{words}”")).to_be_visible()
    ana.get_by_role("button", name="Copy the fingerprint").click()
    expect(ana.get_by_role("button", name="Copied")).to_be_visible()
    table.sittings[0].turn_to("Table")
    play_out(table)

    ana.get_by_role("button", name="Verify every card").click()

    expect(ana.locator(".verdict")).to_contain_text(re.compile(r"Fair\. All [1-9]\d* draws"))
    ana.route("**/record", change_a_card)
    ana.get_by_role("button", name="Verify every card").click()
    expect(ana.locator(".verdict")).to_contain_text("Something was changed before the end of step")


def test_a_record_with_another_fingerprint_than_the_one_shown_is_found(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    play_out(table)
    ana = table.sittings[0].page

    def change_the_seal(route: Route) -> None:
        header, *lines = record_of(route).splitlines()
        changed = {**json.loads(header), "seal": "0" * 64}
        route.fulfill(body="\n".join([json.dumps(changed), *lines]))

    ana.route("**/record", change_the_seal)
    ana.get_by_role("button", name="Verify every card").click()

    expect(ana.locator(".verdict")).to_contain_text("fingerprint isn’t the one you were")


def test_a_copy_of_a_running_table_needs_everyone(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana, ben = (sitting.page for sitting in table.sittings)
    host = table.host
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name="Ask everyone to allow a copy").click()
    expect(host.get_by_text("Waiting for Ana and Ben to agree")).to_be_visible()
    ana.get_by_role("button", name="Agree").click()
    expect(host.get_by_text("Waiting for Ben to agree")).to_be_visible()
    expect(host.get_by_role("button", name="Export the whole table")).to_have_count(0)

    ben.get_by_role("button", name="No copy").click()

    expect(host.get_by_role("button", name="Ask everyone to allow a copy")).to_be_visible()
    expect(ana.get_by_role("button", name="Agree")).to_have_count(0)


def test_the_host_goes_back_only_with_everyone(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    play(table.sittings, 3, Random(1))
    ana, ben = (sitting.page for sitting in table.sittings)
    host = table.host
    host.get_by_role("button", name="Host", exact=True).click()
    host.get_by_role("button", name="Rewind").last.click()
    expect(host.get_by_text("Waiting for Ana and Ben to agree.")).to_be_visible()
    for page in (ana, ben):
        asked = page.get_by_role("group", name="Going back")
        expect(asked).to_contain_text("The host wants to go back to before Ana")
        asked.get_by_role("button", name="Agree").click()
    ben.get_by_role("button", name="Story", exact=True).click()
    said = ben.get_by_role("log").get_by_text("Everyone agrees: the game goes back.")
    expect(said).to_have_count(1)
    expect(ana.get_by_role("group", name="Going back")).to_have_count(0)


def test_a_game_is_played_with_the_keyboard_alone(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    for sitting in table.sittings:
        sitting.touch = Keyboard()

    done = play(table.sittings, 6, Random(2))

    assert done == 6


def test_scripts_in_names_and_words_stay_text(visit: Visit) -> None:
    name = "<img src=x onerror=alert(1)>"
    words = "<script>alert(2)</script> {{7*7}} [x](javascript:alert(3))"
    host = make_table(visit, "high-card", 2)
    seat = host.get_by_label("Name of seat 1")
    seat.fill(name)
    seat.press("Tab")
    expect(host.locator(".ways a").first).to_contain_text(name)
    ana = visit(links(host)[name])
    start(host)
    ana.get_by_label("Your words").fill(words)
    ana.get_by_role("button", name="Say it").click()

    said = ana.locator(".story li", has_text="{{7*7}}")

    expect(said).to_contain_text(f"{name} says: {words}")
    expect(ana.locator("img, script[src=''], .story script, .story a")).to_have_count(0)


def test_talk_reaches_those_it_is_for(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=3)
    ana, ben, cleo = (sitting.page for sitting in table.sittings)
    for sitting in table.sittings:
        sitting.turn_to("Story")
    ana.get_by_label("How you say it").select_option("whisper")
    ana.get_by_label("To whom").select_option("Ben")
    ana.get_by_label("Your words").fill("I hold the twelve")
    ana.get_by_role("button", name="Say it").click()
    expect(ben.get_by_role("log")).to_contain_text("I hold the twelve")
    ana.get_by_label("How you say it").select_option("narration")
    ana.get_by_label("Your words").fill("smiles at nobody in particular")
    ana.get_by_role("button", name="Say it").click()
    expect(cleo.get_by_role("log")).to_contain_text("smiles at nobody")
    expect(cleo.get_by_role("log")).not_to_contain_text("I hold the twelve")


def test_the_safety_card_pauses_the_scene_for_all(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana, ben = (sitting.page for sitting in table.sittings)
    ben.get_by_role("button", name="Pause").click()
    expect(ana.get_by_text("Take a breath")).to_be_visible()
    expect(ana.locator("button.offer")).to_have_count(0)
    ana.get_by_role("button", name="Resume").click()
    expect(ben.get_by_text("Take a breath")).to_be_hidden()


def test_a_rule_is_read_from_the_line_that_names_it(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana = table.sittings[0]
    lay(ana)
    ana.page.locator(".prompt").get_by_role("button", name="Rule HC-3").click()
    expect(ana.page.get_by_role("dialog")).to_contain_text("may spend it to swap the laid card")
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)


def test_a_table_is_exported_and_brought_back(visit: Visit, tmp_path: Path) -> None:
    table = sit_down(visit, "high-card", players=2)
    lay(table.sittings[0])
    answer(table.sittings[0], "Keep")
    host = table.host
    agree_to_copy(table)
    with host.expect_download() as chronicle:
        host.get_by_role("button", name="Save the story as plain text").click()
    assert "Ana" in Path(chronicle.value.path()).read_text("utf-8")
    with host.expect_download() as exported:
        host.get_by_role("button", name="Export the whole table").click()
    file = tmp_path / "table.fatedeck"
    exported.value.save_as(file)

    other = visit()
    other.get_by_label("A table exported").set_input_files(file)

    expect(other.get_by_role("heading", name="Waiting for Ben")).to_be_visible()
    other.get_by_role("button", name="More", exact=True).click()
    expect(other.get_by_text("This table was opened from a file")).to_be_visible()
    other.goto("/")
    expect(other.get_by_role("heading", name="Your tables")).to_be_visible()


def test_a_host_hands_out_links_by_code_and_copy(
    visit: Visit, server: Server, shoot: Callable[[Page, str], None]
) -> None:
    host = make_table(visit, "high-card", 2)
    own = links(host)["Ana"]
    sent = own.replace(server.address, server.elsewhere)
    assert sent != own
    with host.expect_request("**/api/v1/qr") as asked:
        host.get_by_role("button", name="QR code").first.click()
    assert asked.value.post_data_json == {"text": sent}
    code = host.get_by_alt_text("QR code with the link for Ana")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.naturalWidth") > 0
    shoot(host, "lobby-1280")
    host.get_by_role("button", name="Copy link").first.click()
    copied = str(host.evaluate("() => navigator.clipboard.readText()"))
    assert copied == sent

    host.get_by_text("Lost a link").click()
    host.get_by_role("button", name="New link for Ana").click()

    expect(host.locator(".ways a").first).not_to_have_attribute("href", own)
    stranger = visit(copied)
    expect(stranger.get_by_role("heading", name="This link doesn’t work")).to_be_visible()


def test_a_seat_sees_how_likely_it_is_until_the_odds_are_hidden(
    visit: Visit,
    server: Server,
    shoot: Callable[[Page, str], None],
    look_for_faults: Callable[[Page], list[str]],
) -> None:
    table = fight(server, "deckahedron")
    ana, master = (visit(table.links[seat]) for seat in ("Ana", "GM"))
    for page in (ana, master):
        page.get_by_role("button", name="It was me").click()
    ana.locator(".likely summary").first.click()
    chance = ana.locator(".prospect").first
    expect(chance.locator("b")).to_contain_text(re.compile(r"\d+ in \d+"))
    chance.locator("summary").click()
    expect(chance.locator("li").first).to_contain_text("%")
    chance.scroll_into_view_if_needed()
    shoot(ana, "odds")
    assert look_for_faults(ana) == []

    master.get_by_role("button", name="More", exact=True).click()
    master.get_by_label("Show the odds to everyone").uncheck()

    expect(ana.locator(".likely")).to_have_count(0)
