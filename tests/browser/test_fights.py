"""A whole fight of every game by touch alone, and one by the keys alone: tap what you mean."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.hosting import Visit
from tests.browser.server import Server
from tests.browser.sitting import Keyboard, Mouse, Sitting
from tests.browser.staged import Deed, Json, Table
from tests.browser.test_taps import seated

SMALL: dict[str, list[Deed]] = {
    "deckahedron": [
        ("Ana", {"do": "spread", "strength": 3, "dexterity": 2, "intelligence": 1}),
        ("GM", {"do": "begin-play"}),
        ("GM", {"do": "add-foe", "name": "Wolf", "stamina": 1}),
        ("GM", {"do": "give-spotlight", "player": "Ana"}),
    ],
    "thousand-faces": [
        ("Ana", {"do": "quick-character"}),
        ("GM", {"do": "begin-play", "scene": "Market day; the oven smokes."}),
        ("GM", {"do": "add-foe", "name": "Gate wolf", "stamina": 1, "power": "1"}),
        ("GM", {"do": "begin-combat", "format": 1}),
        ("GM", {"do": "spotlight", "seat": "Ana"}),
    ],
    "deck-of-adventures": [
        ("Ana", {"do": "take-premade", "premade": "Clubs1"}),
        ("GM", {"do": "lay-map", "width": 4, "height": 4}),
        ("GM", {"do": "set-place", "who": "Ana", "at": "1,1"}),
        ("GM", {"do": "place-creature", "creature": "Grunt", "at": "1,2"}),
        ("GM", {"do": "fiat.set", "path": "characters/Grunt/hp", "value": 1}),
        ("GM", {"do": "start-combat"}),
    ],
    "realms-behind": [
        ("Ana", {"do": "take-sample", "sample": "tamsin"}),
        ("Ana", {"do": "finish", "title": ""}),
        ("GM", {"do": "begin"}),
        ("GM", {"do": "add-creatures", "kind": "goblin-raider", "count": 1, "side": "foes"}),
        ("GM", {"do": "start-encounter"}),
        ("GM", {"do": "fiat.set", "path": "creatures/Goblin raider 1/health", "value": 1}),
    ],
    "adventurer-factory": [],
}
OPTIONS: dict[str, Json] = {"deckahedron": {"modules": ["combat", "attack_simple"]}}
MOST = 200
"""A fight that is as small as these ends sooner."""


class Finger(Mouse):
    """A finger: it taps, and nothing else."""

    def press(self, target: Locator) -> None:
        target.tap()

    def tick(self, target: Locator) -> None:
        target.tap()


def small_fight(server: Server, game: str) -> Table:
    """Ana against one weak foe, whom the machine leads."""
    other = "Ben" if game == "adventurer-factory" else "GM"
    table = Table(server, game, (other, "Ana"), OPTIONS.get(game, {}))
    for seat, action in SMALL[game]:
        table.do(seat, action)
    if game == "adventurer-factory":  # the machine opens it; the shortest duels end after 25 moves
        table.scene("Ana")  # she has been here before, and is asked whether it was she
        table.let_the_machine_play(10, ["Ana"])
    else:
        table.hand_over(other)
    return table


def is_over(table: Table, in_turns: bool) -> bool:
    """Whether nobody stands against Ana any more, or Ana no longer stands, or the game is over.

    A fight in turns is over, too, when somebody has left it and nobody takes turns any more.
    """
    scene = table.scene(next(iter(table.tokens)))
    if in_turns and not scene.get("order"):
        return True
    sheets = scene["sheets"]
    assert isinstance(sheets, list)
    standing = {
        side: [
            sheet for sheet in sheets if sheet.get("side") == side and _has_something_left(sheet)
        ]
        for side in ("hero", "foe")
    }
    return bool(scene["over"]) or not all(standing.values())


def _has_something_left(sheet: Json) -> bool:
    counters = sheet.get("counters", [])
    assert isinstance(counters, list)
    return any(counter["value"] for counter in counters if counter.get("bar"))


@dataclass
class Fighter:
    """Somebody who touches a foe and strikes; where nothing is in reach, the turn goes on."""

    sitting: Sitting
    blow: str = ""

    def fight(self, table: Table) -> None:
        page, chance = self.sitting.page, Random(3)
        in_turns = bool(table.scene("Ana").get("order"))
        able = page.locator(".prompt.mine :is(form, button.offer:enabled)").first
        ended = page.get_by_role("heading", name="The game is over")
        for _ in range(MOST):
            shown = self.sitting.version
            if is_over(table, in_turns):
                return
            moved = page.locator(f".page:not([data-version='{shown}'])")
            self.sitting.wait_for(able.or_(ended).or_(moved))
            self.sitting.put_away()
            if not able.count():  # the foe's side has moved: perhaps that was the end
                continue
            if self.sitting.questions.count() or not self._strike(chance):
                self.sitting.act(chance)
        raise AssertionError("The fight does not end.")

    def _strike(self, chance: Random) -> bool:
        """Touch a foe and do to it what was done first; whether that could be done.

        The foe's side may act meanwhile, and what it draws stand in front until it is answered.
        """
        before, closes = self.sitting.version, self.sitting.page.get_by_role("button", name="Close")
        try:
            return self._touch_and_strike(chance)
        except TimeoutError:
            if self.sitting.version == before:
                raise
            if closes.count():
                self.sitting.touch.press(closes)
            return False

    def _touch_and_strike(self, chance: Random) -> bool:
        page, before = self.sitting.page, self.sitting.version
        foe = page.locator("[data-figure][data-side=foe]:not(.out)").first
        if not foe.count():
            return False
        self.sitting.touch.press(foe)
        dialog = page.get_by_role("dialog")
        uses = dialog.locator(".use", has_text=self.blow)
        dialog.locator(".use, .none").first.wait_for()
        if not uses.count():
            self.sitting.touch.press(dialog.get_by_role("button", name="Close"))
            return False
        self.blow = self.blow or uses.first.locator(".what").inner_text()
        self.sitting.touch.press(uses.first)
        form = page.locator(".page[aria-busy='false'] .prompt form[data-offer]")
        moved = page.locator(f".page[aria-busy='false']:not([data-version='{before}'])")
        form.or_(moved).or_(page.locator(".prompt .refusal")).first.wait_for()
        if form.count():
            self.sitting.fill_in(form, chance)
            moved.or_(page.locator(".prompt .refusal")).first.wait_for()
        return self.sitting.version > before


@pytest.mark.parametrize("game", SMALL)
def test_a_fight_by_touch_alone(visit: Visit, server: Server, game: str) -> None:
    table = small_fight(server, game)
    Fighter(Sitting("Ana", seated(visit, table, "Ana", "phone"), Finger())).fight(table)


def test_a_fight_by_the_keys_alone(visit: Visit, server: Server) -> None:
    table = small_fight(server, "deckahedron")
    Fighter(Sitting("Ana", seated(visit, table, "Ana", "desktop"), Keyboard())).fight(table)


def test_what_goes_without_saying_is_not_asked(visit: Visit, server: Server) -> None:
    """Of two defences the higher is taken, unless the game master wants to be asked."""
    table = Table(server, "realms-behind", ("GM", "Ana"), {})
    for seat, action in SMALL["realms-behind"]:
        table.do(seat, action)
    raider = "Goblin raider 1"
    table.do("GM", {"do": "fiat.set", "path": f"creatures/{raider}/health", "value": 6})
    table.do("GM", {"do": "place", "being": "Ana", "x": 3, "y": 3})
    table.do("GM", {"do": "place", "being": raider, "x": 4, "y": 3})
    while (turn := table.scene("GM")["turn"]) != ["Ana"]:
        assert isinstance(turn, list)
        table.do(turn[0], {"do": "end-turn"})
    attack: Json = {"do": "attack", "weapon": "unarmed", "target": raider}
    desk, ana = (visit(table.links[name], "desktop") for name in ("GM", "Ana"))
    for page in (desk, ana):
        page.get_by_role("button", name="It was me").click()

    table.begin("Ana", attack)
    expect(ana.get_by_role("heading", name="Your choice")).to_be_visible()
    desk.get_by_role("button", name="More", exact=True).click()
    desk.get_by_label("Ask me even when nothing better can come").check()
    table.settle()
    table.do("GM", {"do": "fiat.set", "path": "players/Ana/ap", "value": 3})
    table.begin("Ana", attack)
    desk.get_by_text("Parry or dodge?").first.wait_for()
