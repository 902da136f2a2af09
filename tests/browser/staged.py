"""Tables of every game in the middle of something, set up over the live line as people would."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import httpx
from websockets.sync.client import ClientConnection, connect

from fatedeck.table.protocol import PROTOCOL
from tests.browser.server import Server

Json = dict[str, object]
Deed = tuple[str, Json]

HEROES = ("Ana", "Ben", "Cleo")
HOST = ""


def _each(do: str, **fields: object) -> list[Deed]:
    return [(hero, {"do": do, **fields}) for hero in HEROES]


DECK_OF_ADVENTURES: list[Deed] = [
    ("Ana", {"do": "take-premade", "premade": "Clubs1"}),
    ("Ben", {"do": "take-premade", "premade": "Spades1"}),
    ("Cleo", {"do": "take-premade", "premade": "Diamonds1"}),
]
FIGHT_ON_A_MAP: list[Deed] = [
    *DECK_OF_ADVENTURES,
    ("GM", {"do": "lay-map", "width": 12, "height": 10, "ground": "cave"}),
    ("GM", {"do": "lay-terrain", "spaces": "5,4 6,4", "kind": "half"}),
    ("GM", {"do": "set-place", "who": "Ana", "at": "4,6"}),
    ("GM", {"do": "set-place", "who": "Ben", "at": "6,6"}),
    ("GM", {"do": "set-place", "who": "Cleo", "at": "8,6"}),
    ("GM", {"do": "place-creature", "creature": "Grunt", "at": "4,5"}),
    ("GM", {"do": "place-creature", "creature": "Guard", "at": "6,5"}),
    ("GM", {"do": "place-creature", "creature": "Captain, Defender", "at": "8,3"}),
    ("GM", {"do": "start-combat"}),
]
FIGHTS: dict[str, list[Deed]] = {
    "deck-of-adventures": FIGHT_ON_A_MAP,
    "deckahedron": [
        ("Ana", {"do": "spread", "strength": 2, "dexterity": 3, "intelligence": 1}),
        ("Ben", {"do": "spread", "strength": 2, "dexterity": 3, "intelligence": 1}),
        ("Cleo", {"do": "spread", "strength": 2, "dexterity": 3, "intelligence": 1}),
        ("GM", {"do": "begin-play"}),
        ("GM", {"do": "add-foe", "name": "Wolf", "stamina": 6, "dexterity": 3}),
        ("GM", {"do": "add-foe", "name": "Troll", "stamina": 12, "strength": 3, "kind": "tough"}),
        ("GM", {"do": "give-spotlight", "player": "Ana"}),
    ],
    "realms-behind": [
        ("Ana", {"do": "take-sample", "sample": "tamsin"}),
        ("Ben", {"do": "take-sample", "sample": "orrin"}),
        ("Cleo", {"do": "take-sample", "sample": "tamsin"}),
        *_each("finish", title=""),
        ("GM", {"do": "begin"}),
        (
            "GM",
            {
                "do": "add-creatures",
                "kind": "goblin-raider",
                "level": "regular",
                "count": 2,
                "side": "foes",
            },
        ),
        (
            "GM",
            {
                "do": "add-creatures",
                "kind": "ember-hound",
                "level": "regular",
                "count": 1,
                "side": "foes",
            },
        ),
        ("GM", {"do": "start-encounter"}),
    ],
    "thousand-faces": [
        *_each("quick-character"),
        ("GM", {"do": "begin-play", "scene": "Market day; the oven smokes."}),
        ("GM", {"do": "add-foe", "name": "Gate wolf", "stamina": 5, "power": "d4"}),
        ("GM", {"do": "add-foe", "name": "Reeve's man", "stamina": 6, "power": "d4", "armour": 1}),
        ("GM", {"do": "begin-combat", "format": 1}),
        ("GM", {"do": "spotlight", "seat": "Ana"}),
    ],
    "adventurer-factory": [],
}
OPTIONS: dict[str, Json] = {
    "deckahedron": {"modules": ["combat", "attack_simple"]},
}


class Table:
    """A table that has begun, and everybody's link; where a player hosts it, heroes are ready."""

    def __init__(
        self, server: Server, game: str, seats: Iterable[str], options: Json, host: str = ""
    ) -> None:
        named = [
            {"name": name, "role": "gm" if name == "GM" else "player", "mine": name == host}
            for name in seats
        ]
        wanted = {"game": game, "name": "The Dry Mill", "seats": named, "options": options}
        told = httpx.post(
            f"{server.address}/api/v1/tables",
            json={**wanted, "start": True, "ready": host != ""},
            headers={"Origin": server.address},
        )
        assert told.is_success, told.text
        self.links = {link["name"]: f"/table#{link['fragment']}" for link in told.json()["seats"]}
        self.tokens = {link["name"]: str(link["token"]) for link in told.json()["seats"]}
        self.id = str(told.json()["table"])
        self._held = {**self.tokens, HOST: str(told.json()["host"]["token"])}
        self._address = server.address.replace("http", "ws") + "/api/v1/live"
        self._id = 0
        self._welcome: Json = {}

    def do(self, seat: str, action: Json) -> None:
        """One seat acts; whoever is asked takes the first answer."""
        self.begin(seat, action)
        self.settle()

    def begin(self, seat: str, action: Json) -> None:
        """One seat acts; whoever is asked answers for themselves."""
        self._command(seat, {"is": "do", "action": action})

    def agree(self, seat: str) -> None:
        """One seat agrees to go back."""
        self._command(seat, {"is": "allow-rewind", "yes": True})

    def settle(self) -> None:
        while waiting := self.scene(next(iter(self.tokens)))["waiting_for"]:
            assert isinstance(waiting, list)
            question = self.scene(waiting[0])["question"]
            assert isinstance(question, dict)
            self._command(waiting[0], {"is": "answer", "answer": _answer(question), "seat": ""})

    def hand_over(self, *seats: str) -> None:
        """The machine plays these seats from now on."""
        with self._sit(HOST) as line:
            for seat in seats:
                self._say(line, self._handing_over(seat, "machine"))

    def let_the_machine_play(self, moves: int, heroes: Iterable[str]) -> str:
        """The machine plays all seats, at least so many moves and until a hero is to act.

        That hero is handed back to their player, and named.
        """
        turn: list[str] = []
        waiting: list[str] = []
        with self._sit(HOST) as line:
            for seat in self.tokens:
                self._say(line, self._handing_over(seat, "machine"))
            acts = None
            while acts is None:
                scene = json.loads(line.recv(timeout=30)).get("scene", {})
                moves -= bool(scene)
                assert not scene.get("over"), "the machine has ended the game"
                turn, waiting = scene.get("turn", turn), scene.get("waiting_for", waiting)
                if moves <= 0 and not waiting:
                    acts = next((hero for hero in heroes if hero in turn), None)
            self._say(line, self._handing_over(acts, ""))
        return acts

    def _handing_over(self, seat: str, to: str) -> Json:
        return {"is": "hand-over", "place": list(self.tokens).index(seat), "to": to}

    def look(self) -> dict[str, Json]:
        """What each seat is shown now."""
        return {seat: self.scene(seat) for seat in self.tokens}

    def scene(self, seat: str) -> Json:
        """What this seat is shown now."""
        with self._sit(seat):
            scene = self._welcome["scene"]
        assert isinstance(scene, dict)
        return scene

    @contextmanager
    def _sit(self, seat: str) -> Iterator[ClientConnection]:
        hello = {"is": "hello", "protocol": PROTOCOL, "table": self.id, "token": self._held[seat]}
        with connect(self._address) as line:
            line.send(json.dumps(hello))
            self._welcome = json.loads(line.recv())
            yield line

    def _command(self, seat: str, command: Json) -> None:
        with self._sit(seat) as line:
            self._say(line, {**command, "v": self._welcome["v"]})

    def _say(self, line: ClientConnection, command: Json) -> None:
        self._id += 1
        line.send(json.dumps({**command, "id": f"staged-{self._id}"}))
        while (told := json.loads(line.recv()))["is"] not in ("done", "refused"):
            pass
        assert told["is"] == "done", (command, told)


def _answer(question: Json) -> object:
    """The first answer that there is."""
    options, least = question.get("options"), question.get("least", 1)
    if isinstance(options, list) and isinstance(least, int):
        return options[:least] if question["type"] == "several" else options[0]
    return question.get("low", "Quietly")


def fight(server: Server, game: str) -> Table:
    """A fight of this game that has just begun."""
    seats = HEROES[:2] if game == "adventurer-factory" else ("GM", *HEROES)
    table = Table(server, game, seats, OPTIONS.get(game, {}))
    for seat, action in FIGHTS[game]:
        table.do(seat, action)
    return table
