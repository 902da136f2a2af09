"""People at a table: they fill in whatever form the page offers them, in any game."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Locator, Page, TimeoutError, expect

ENDINGS = re.compile(
    r"\b(concede|resign|give up|offer a draw)\b|\bend the (session|game)\b", re.IGNORECASE
)
SHORT_WAYS = re.compile(r"\b(premade|quick|ready|begin|open the first)\b", re.IGNORECASE)


PROMPT = """() => ({
    asked: document.querySelectorAll(".prompt form[data-question]").length,
    offered: document.querySelectorAll(".prompt button.offer:enabled").length,
    over: document.querySelector(".prompt h2")?.textContent === "The game is over",
})"""


class Mouse:
    """Tapping and typing."""

    def press(self, target: Locator) -> None:
        target.click()

    def tick(self, target: Locator) -> None:
        target.check()

    def write(self, target: Locator, text: str) -> None:
        target.fill(text)


class Keyboard:
    """The same with the Tab key, Enter, Space and letters alone."""

    def press(self, target: Locator) -> None:
        self._reach(target)
        target.page.keyboard.press("Enter")

    def tick(self, target: Locator) -> None:
        self._reach(target)
        if not target.is_checked():
            target.page.keyboard.press("Space")
        expect(target).to_be_checked()

    def write(self, target: Locator, text: str) -> None:
        self._reach(target)
        target.page.keyboard.press("Control+A")
        target.page.keyboard.type(text)

    def _reach(self, target: Locator) -> None:
        """Go on with Tab until the target has the focus, as somebody without a mouse does."""
        for _ in range(300):
            if target.evaluate("element => element === document.activeElement"):
                return
            target.page.keyboard.press("Tab")
        raise AssertionError(f"The Tab key does not reach {target}.")


@dataclass
class Sitting:
    """Somebody on a seat, with a browser page of their own."""

    name: str
    page: Page
    touch: Mouse | Keyboard = field(default_factory=Mouse)
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def version(self) -> int:
        return int(self.page.locator(".page").get_attribute("data-version") or 0)

    @property
    def is_over(self) -> bool:
        return self.page.get_by_role("heading", name="The game is over").count() > 0

    def turn_to(self, tab: str) -> None:
        """Open a part of the table; a wide screen shows some of them always."""
        button = self.page.get_by_role("button", name=tab, exact=True)
        if button.is_visible():
            self.touch.press(button)

    def catch_up(self, version: int) -> None:
        """Wait until this page shows that version of the table, or a later one."""
        while (now := self.version) < version:
            self._moved(now)

    def can_act(self) -> bool:
        return self.questions.count() + self.offers.count() > 0

    @property
    def questions(self) -> Locator:
        return self.page.locator(".prompt form[data-question]")

    @property
    def offers(self) -> Locator:
        return self.page.locator(".prompt button.offer:enabled")

    def act(self, chance: Random) -> bool:
        """Answer, or take an offer; whether it was allowed."""
        before = self.version
        try:
            if self.questions.count():
                self._answer(chance)
            else:
                self._take(chance)
        except TimeoutError:
            if self.version == before:
                raise
            self.put_away()  # the table moved on under the hand, as it does when others act too
            return False
        self._moved(before)
        if self.version > before:
            return True
        self.put_away()
        return False

    def put_away(self) -> None:
        """Leave a form that is still open, or has opened after the table moved on."""
        back = self.page.get_by_role("button", name="Back", exact=True)
        if back.count():
            self.touch.press(back)

    def _moved(self, version: int) -> None:
        """Wait until the table has changed, or says why it has not."""
        changed = self.page.locator(f".page[aria-busy='false']:not([data-version='{version}'])")
        said = ".prompt :is(.refusal, .missing:not(:empty))"
        refused = self.page.locator(f".page[aria-busy='false'] {said}")
        self.wait_for(changed.or_(refused))

    def wait_for(self, either: Locator) -> None:
        """Wait until one of these is there."""
        try:
            either.first.wait_for()
        except TimeoutError as fault:
            prompt = self.page.locator(".prompt").inner_text()
            raise AssertionError(f"Nothing moves for {self.name}, who reads: {prompt}") from fault

    def _take(self, chance: Random) -> None:
        """Prefer what was done least, and the short way into the game, so that much is shown."""
        before = self.version
        labels = [
            (place, " ".join(label.split()))
            for place, label in enumerate(self.offers.all_text_contents())
        ]
        going_on = [offer for offer in labels if not ENDINGS.search(offer[1])] or labels
        chance.shuffle(going_on)
        place, label = min(
            going_on, key=lambda offer: (self.seen[offer[1]], not SHORT_WAYS.search(offer[1]))
        )
        self.seen[label] += 1
        offer = self.offers.nth(place)
        folded = offer.locator("xpath=ancestor::details[not(@open)]")
        if folded.count():
            self.touch.press(folded.locator("summary"))
        self.touch.press(offer)
        form = self.page.locator(".prompt form[data-offer]")
        if "…" in label:
            moved = self.page.locator(f".page:not([data-version='{before}'])")
            form.or_(moved).first.wait_for()
            if not form.count():  # somebody else was faster
                return
            self.fill_in(form, chance)

    def _answer(self, chance: Random) -> None:
        form = self.questions.first
        at_the_card = self.page.locator(".moment .choices button")
        answers = at_the_card if at_the_card.count() else form.locator("button.answer")
        if answers.count():
            self.touch.press(answers.nth(chance.randrange(answers.count())))
            return
        self.fill_in(form, chance)

    def fill_in(self, form: Locator, chance: Random) -> None:
        """Fill in a form and send it."""
        self._fill(form, chance)
        self.touch.press(form.locator("button[type=submit]"))

    def _fill(self, form: Locator, chance: Random) -> None:
        """Fill in a form as it is offered: choices, several choices, numbers, words."""
        form.wait_for()
        for listed in form.locator("details:not([open]) > summary").all():
            self.touch.press(listed)  # squares of a map, which could be tapped there too
        for group in form.locator("fieldset").all():
            least, most = (group.get_attribute(name) or "" for name in ("data-least", "data-most"))
            boxes = group.locator("input")
            options = list(range(boxes.count()))
            if isinstance(self.touch, Mouse):
                chance.shuffle(options)
            wanted = min(len(options), max(int(least), 1), int(most) if most.isdigit() else 99)
            if (
                isinstance(self.touch, Keyboard)
                and group.locator("input:checked").count() >= wanted
            ):
                continue  # of options of which one is chosen, Tab reaches that one alone
            for place in options[:wanted]:
                self.touch.tick(boxes.nth(place))
        for box in form.locator("input[type=number]").all():
            low, high = int(box.get_attribute("min") or 0), int(box.get_attribute("max") or 0)
            self.touch.write(box, str(chance.randint(low, min(high, low + 3))))
            box.blur()
        for box in form.locator("textarea, input[type=text]").all():
            self.touch.write(box, chance.choice(["By the old bridge", "Quietly", "With a smile"]))


def play(sittings: list[Sitting], actions: int, chance: Random) -> int:
    """Let everyone act until that many actions and answers are done, or the game is over."""
    done = 0
    for _ in range(actions * 6):
        newest = max(sitting.version for sitting in sittings)
        for sitting in sittings:
            sitting.catch_up(newest)
        if done >= actions:
            return done
        prompts = [(sitting, sitting.page.evaluate(PROMPT)) for sitting in sittings]
        able = [sitting for sitting, prompt in prompts if prompt["asked"] or prompt["offered"]]
        if not able or all(prompt["over"] for _, prompt in prompts):
            return done
        asked = [sitting for sitting, prompt in prompts if prompt["asked"]]
        done += chance.choice(asked or able).act(chance)
    return done
