"""The difference between two pictures, laid over the first, is the second: whatever they hold."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from fatedeck.engine.offers import Offer
from fatedeck.engine.seen import Seen
from fatedeck.engine.view import View, Zone
from fatedeck.table.protocol import QuietPoint, ScenePatch
from fatedeck.table.scene import Picture, Telling
from tests.table.house import patched

OFFERS = [Offer(name, name.title()) for name in "abcdefghijkl"]
ZONES = [Zone(name, name.title(), 3) for name in "abcdefgh"]
REWINDS = [QuietPoint(n, "Ana", "draw", 1000 + n) for n in range(8)]


def alike(offer: Offer, copied: bool) -> Offer:
    """The same object, or another that is equal."""
    return msgspec.structs.replace(offer) if copied else offer


offers = st.lists(st.builds(alike, st.sampled_from(OFFERS), st.booleans()), max_size=12)
zones = st.lists(st.sampled_from(ZONES), max_size=8)
rewinds = st.lists(st.sampled_from(REWINDS), max_size=8)


@st.composite
def pictures(draw: st.DrawFn) -> tuple[Picture, Picture]:
    """Two pictures; the second shares some of its items and lists with the first."""
    first, second = draw(offers), draw(offers)
    kept = draw(st.sets(st.integers(0, 11)))
    second = [first[n] if n in kept and n < len(first) else made for n, made in enumerate(second)]
    places = draw(zones)
    views = [
        View("Before", (), places),
        View("Now", (), places if draw(st.booleans()) else draw(zones)),
    ]
    before, now = (
        Picture(Seen(n, view, may, (), None, [], [], over=False), may, False, draw(rewinds))
        for n, (view, may) in enumerate(zip(views, (first, second), strict=True))
    )
    return before, now


def told(before: Picture, now: Picture) -> dict[str, object]:
    """The difference as it goes over the line; it is of the shape that the protocol says."""
    difference = Telling().difference(before, now)
    patch = msgspec.json.decode(difference, type=ScenePatch)
    plain: dict[str, object] = msgspec.to_builtins(patch)
    return plain


@given(pictures())
def test_the_difference_laid_over_the_first_is_the_second(both: tuple[Picture, Picture]) -> None:
    before, now = both
    assert patched(before.scene(), told(before, now)) == now.scene()


@given(pictures())
def test_readers_of_the_same_share_what_is_encoded(both: tuple[Picture, Picture]) -> None:
    before, now = both
    telling = Telling()
    assert telling.difference(before, now) == telling.difference(before, now)
    assert telling.difference(now, now) == b""


def test_one_that_comes_or_goes_leaves_the_others_unsent() -> None:
    view = View("", (), [])
    before, now = (
        Picture(Seen(0, view, [], (), None, [], [], over=False), may, False, [])
        for may in (OFFERS, [OFFERS[3], *OFFERS[:2], Offer("new", "New"), *OFFERS[4:]])
    )
    new = {"do": "new", "label": "New"}
    assert Telling().difference(before, now) == msgspec.json.encode(
        {"offers": [[3, 1], [0, 2], new, [4, len(OFFERS) - 4]]}
    )


def test_while_somebody_is_asked_the_offers_stand_as_they_were() -> None:
    view = View("", (), [])
    quiet = Seen(0, view, [], (), None, [], [], over=False)
    asked = Seen(0, view, [], ("Ana",), None, [], [], over=False)
    ended = Seen(0, view, [], ("Ana",), None, [], [], over=True)
    first, second, third, fourth = (
        Picture(seen, offers, False, [])
        for seen, offers in ((quiet, OFFERS), (asked, []), (quiet, [*OFFERS]), (ended, []))
    )
    assert told(first, second) == {"waiting_for": ("Ana",)}
    assert told(second, third) == {"waiting_for": ()}
    assert told(third, fourth) == {"waiting_for": ("Ana",), "over": True, "offers": []}
