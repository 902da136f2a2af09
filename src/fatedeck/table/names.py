"""What a seat may be called: plain words that nobody mistakes for another name at the table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from fatedeck.engine.errors import Refused

_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
"""Letters and marks that show nothing, beside those which do not count as printable."""

_STYLES = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that choose between two drawings of the sign before them."""

_ALIKE = str.maketrans(
    "АВЕЗКМНОРСТУХЅІЈԌԚԜҮѴабеорсухѕіјԁԛԝгптүѵһ"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχγωϲϳ"
    "ՕՍԼՏօսոհզցյ"
    "ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏆᏎᏔᏙᏚᏞᏟᏢᏦ"
    "ꓐꓑꓓꓖꓗꓙꓚꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ"
    "ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ"
    "ıɑɡɩʋƽ‘’ʼ`´",
    "ABE3KMHOPCTYXSIJGQWYVa6eopcyxsijdqwrntyvh"
    "ABEZHIKMNOPTYXaeikvoptuxywcj"
    "OULSounhqgj"
    "DRTAJEWMHYGZISWVSLCPK"
    "BPDGKJCFMNLSRVHWXYAEIOU"
    "abcdeghijklmnoprstuvwyz"
    "iagiv5'''''",
)
"""Letters of other alphabets that look like one of ours."""

_CONFUSED = (("0", "o"), ("1", "l"), ("|", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))
"""What is easily read as something else, in small letters."""

_RESERVED = ("The host", "Host", "The rules", "Spectator", "Spectators")
"""Names that the table itself tells of."""


def check_name(name: str, others: Iterable[str] = ()) -> None:
    """Refuse a seat's name that cannot be read, or is taken for one of the others' or for ours."""
    if not name.isprintable() or name != name.strip() or "/" in name or not name:
        raise Refused("", "A seat’s name has to be plain words without a slash.")
    if _INVISIBLE.search(name) or not look(name):
        raise Refused("", "A seat’s name needs letters that everyone can see.")
    own = look(name)
    if own in _TAKEN:
        raise Refused("", f"“{name}” could be mistaken for someone who has no seat.")
    for other in others:
        if other == name:
            raise Refused("", f"There’s a seat called “{name}” already.")
        if look(other) == own:
            raise Refused("", f"“{name}” looks too much like “{other}”, who already sits here.")


def check_names(names: Iterable[str]) -> None:
    """Refuse names of which one cannot be read, or two could be taken for each other."""
    before: list[str] = []
    for name in names:
        check_name(name, before)
        before.append(name)


def look(name: str) -> str:
    """How a name looks at a glance: the same for names that could be taken for each other.

    >>> look("Аnа") == look("ANA") == look("Áną")
    True
    """
    plain = unicodedata.normalize("NFKC", _STYLES.sub("", name))
    parts = unicodedata.normalize("NFD", plain)
    bare = "".join(mark for mark in parts if unicodedata.combining(mark) < 200)
    seen = " ".join(bare.translate(_ALIKE).casefold().split())
    for written, read in _CONFUSED:
        seen = seen.replace(written, read)
    return seen


_TAKEN = frozenset(map(look, _RESERVED))
