"""A duel's cards for Cockatrice: a card database, pictures, and the decks of the box."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from fatedeck.engine.errors import Unreadable
from fatedeck.press.formats.folder import licence
from fatedeck.press.packs import Card, Files, Pack, drawn_cards
from fatedeck.press.printing import Chosen

PPI = 180
VERSION = "4"
ROWS = {"Class": 0, "Race": 0, "Spell": 3}
"""Which row of the table a card lies in by its kind; all others lie in the second."""


def cockatrice(chosen: Chosen, made: list[Pack]) -> Files:
    """`customsets/` and `pics/` go into its data folder, `decks/` wherever decks are kept."""
    box = chosen.game.deck_box()
    if box is None:
        raise Unreadable(f"Cockatrice is for duels of decks; {chosen.game.title} is none.")
    code = "".join(word[0] for word in chosen.game.title.split()).upper() + "FD"
    base = Xml.Element("cockatrice_carddatabase", version=VERSION)
    one = Xml.SubElement(Xml.SubElement(base, "sets"), "set")
    for tag, text in (
        ("name", code),
        ("longname", chosen.game.title),
        ("settype", "Custom"),
        ("releasedate", "2026-01-01"),
    ):
        Xml.SubElement(one, tag).text = text
    cards, files = Xml.SubElement(base, "cards"), Files()
    for pack in made:
        pictures = drawn_cards(chosen, pack, 0, PPI)[:-1]
        for n, (card, picture) in enumerate(zip(pack.cards, pictures, strict=True), 1):
            _card(cards, card, code, n)
            files[f"pics/{code}/{card.name}.png"] = picture
    names = {name: chosen.faces[name].title for one in chosen.sets for name in one.cards}
    for deck in box.decks:
        if not names.keys() >= deck.cards.keys():
            continue  # a deck with cards that were not chosen
        listed = {names[name]: count for name, count in deck.cards.items()}
        files[f"decks/{deck.id}.cod"] = _cod(deck.name, deck.about, listed)
    return {f"customsets/{code}.xml": _written(base)} | files | licence(chosen)


def _card(cards: Xml.Element, card: Card, code: str, n: int) -> None:
    """A card; its parts stand in the order that the format asks for."""
    said = card.face.facts.get("type", "")
    kinds = [str(kind) for kind in said] if isinstance(said, list) else [str(said)]
    one = Xml.SubElement(cards, "card")
    Xml.SubElement(one, "name").text = card.name
    Xml.SubElement(one, "text").text = card.text
    prop = Xml.SubElement(one, "prop")
    Xml.SubElement(prop, "type").text = " / ".join(kinds)
    Xml.SubElement(prop, "maintype").text = kinds[0]
    Xml.SubElement(prop, "manacost").text = str(card.face.facts.get("cost", ""))
    Xml.SubElement(one, "set", num=str(n)).text = code
    Xml.SubElement(one, "tablerow").text = str(ROWS.get(kinds[0], 1))


def _cod(name: str, about: str, cards: dict[str, int]) -> bytes:
    deck = Xml.Element("cockatrice_deck", version="1")
    Xml.SubElement(deck, "deckname").text = name
    Xml.SubElement(deck, "comments").text = about
    zone = Xml.SubElement(deck, "zone", name="main")
    for title, count in cards.items():
        Xml.SubElement(zone, "card", number=str(count), name=title)
    return _written(deck)


def _written(root: Xml.Element) -> bytes:
    Xml.indent(root)
    text = Xml.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


_ORDER = ["name", "text", "prop", "set", "tablerow"]


def wrong(files: Files) -> list[str]:
    """What Cockatrice would pass over in silence: parts out of order, names twice or unknown."""
    base = next(Xml.fromstring(f) for name, f in files.items() if name.startswith("customsets/"))
    found = []
    names = [card.findtext("name", "") for card in base.iter("card")]
    if len(set(names)) != len(names):
        found.append("Two cards have the same name.")
    found += [
        f"{card.findtext('name')} has its parts in another order."
        for card in base.iter("card")
        if [part.tag for part in card] != _ORDER
    ]
    sets = {one.findtext("name") for one in base.iter("sets") for one in one}
    found += [
        f"{card.findtext('name')} belongs to no set."
        for card in base.iter("card")
        if card.findtext("set") not in sets
    ]
    for name, file in files.items():
        if name.endswith(".cod"):
            listed = [card.get("name", "") for card in Xml.fromstring(file).iter("card")]
            found += [f"{name}: there is no card {one}." for one in listed if one not in names]
    return found
