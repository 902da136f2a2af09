"""Cards for other tables: made, checked against what their programs want, and only then written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.errors import Unreadable
from fatedeck.press import licences
from fatedeck.press.compiler import Unprintable
from fatedeck.press.formats import cockatrice, folder, foundry, pcio, tts, vtt
from fatedeck.press.formats.folder import Shop
from fatedeck.press.packs import Files, Pack, packs
from fatedeck.press.printing import Chosen, choose, write

Format: TypeAlias = Literal["pcio", "vtt", "tts", "foundry", "cockatrice", "png", "csv"]


class Exported(Struct, frozen=True):
    """Files by their paths, and what to tell whoever wanted them."""

    files: Files
    told: list[str]

    def save(self, into: str | Path) -> None:
        """Write them below a folder."""
        for name, content in self.files.items():
            path = Path(into) / name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as fault:
                raise Unreadable(f"{path} can’t be written: {fault.strerror}.") from fault
            write(path, content)


def export(
    game: str,
    to: str,
    *,
    options: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    deck: str = "",
    players: int = 4,
    shop: str = "none",
    images: str = "",
) -> Exported:
    """Cards of a game for another table.

    A room is set up for so many `players`. A print shop has sizes of its own. Tabletop Simulator
    fetches its pictures from the address `images`.
    """
    if to not in get_args(Format):
        known = ", ".join(get_args(Format))
        raise Unreadable(f"The press can’t write for “{to}”. It can for: {known}.")
    shops: tuple[Shop, ...] = get_args(Shop)
    for_shop = next((one for one in shops if one == shop), None)
    if for_shop is None:
        raise Unreadable("A shop is tgc (The Game Crafter) or mpc (MakePlayingCards).")
    if for_shop != "none" and to != "png":
        raise Unreadable(f"A print shop takes pictures: --shop goes with --to png, not with {to}.")
    if images and to != "tts":
        raise Unreadable(f"Only tts fetches its pictures from an address; {to} has them inside.")
    if images and not images.startswith(("https://", "http://", "file:///")):
        raise Unreadable(f"Pictures have an address that begins with https://, not “{images}”.")
    chosen = choose(game, options, sets, deck)
    if to in ("pcio", "vtt") and not deck and not sets:
        chosen = _ready_to_play(chosen)
    made = packs(chosen)
    files, wrong = _made(chosen, made, to, players, for_shop, images)
    if wrong:
        raise Unprintable("It would not open there: " + " ".join(wrong[:3]))
    count = sum(pack.count for pack in made)
    many = "file" if len(files) == 1 else "files"
    told = [f"{chosen.game.title}: {count} cards in {len(files)} {many}."]
    if to == "tts" and not images:
        told.append(
            "The pictures lie beside it, and Tabletop Simulator wants their address: put them "
            "where all players can reach them, and give it with --images."
        )
    return Exported(files, told + licences.limits(chosen.game))


def _made(
    chosen: Chosen, made: list[Pack], to: str, players: int, shop: Shop, images: str
) -> tuple[Files, list[str]]:
    """The files of one format, and what is wrong with them."""
    match to:
        case "png":
            files = folder.png(chosen, made, shop)
            return files, folder.wrong(files, made, shop)
        case "csv":
            return folder.table(chosen, made) | folder.licence(chosen), []
        case "pcio":
            files = pcio.pcio(chosen, made, players)
            return files, pcio.wrong(files)
        case "vtt":
            files = vtt.vtt(chosen, made, players)
            return files, vtt.wrong(files)
        case "tts":
            address = images if not images or images.endswith("/") else f"{images}/"
            files = tts.tts(chosen, made, address)
            return files, tts.wrong(files)
        case "foundry":
            files = foundry.foundry(chosen, made)
            return files, foundry.wrong(files)
        case _:
            files = cockatrice.cockatrice(chosen, made)
            return files, cockatrice.wrong(files)


def _ready_to_play(chosen: Chosen) -> Chosen:
    """Where each player brings a deck, the first two of the box, before all the cards."""
    box = chosen.game.deck_box()
    if box is None:
        return chosen
    decks = [CardSet(one.id, one.name, one.cards, one.about) for one in box.decks[:2]]
    return msgspec.structs.replace(chosen, sets=[*decks, *chosen.sets])
