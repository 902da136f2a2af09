"""A program at a table of any game: it sits down by the link of a seat and plays what comes first.

python examples/client.py 'http://127.0.0.1:8000/table#…' 100  # so many moves, if the game lasts
"""

import json
import sys
from collections import Counter
from time import sleep
from uuid import uuid4

from websockets.sync.client import ClientConnection, connect

LISTS = {"zones", "sheets", "gadgets", "offers", "rewinds"}


def whole(before: list, parts: list) -> list:
    """A list as it is now: of a long one come new items, and stretches that stay as they were."""
    kept = (before[p[0] : sum(p)] if isinstance(p, list) else [p] for p in parts)
    return [item for part in kept for item in part]


def first(field: dict) -> object:
    """The first answer to a question, or the first choice for a field of a form."""
    if "least" in field:
        return field["options"][: field["least"]]
    otherwise = False if field["type"] == "yes-no" else field.get("options", ["Onward"])[0]
    return field.get("default", field.get("low", otherwise))


class Client:
    def __init__(self, line: ClientConnection, table: str, token: str) -> None:
        self.line, self.scene, self.done = line, {}, Counter()
        line.send(json.dumps({"is": "hello", "protocol": 3, "table": table, "token": token}))
        self.you = self.hear()["you"]

    def hear(self) -> dict:
        said = json.loads(self.line.recv())
        if said["is"] == "bye":
            sys.exit(said["sentence"])
        if said["is"] in ("welcome", "changed"):
            self.v, self.table = said["v"], said.get("table") or self.table
            for name, new in (said.get("scene") or {}).items():
                self.scene[name] = whole(self.scene.get(name), new) if name in LISTS else new
            for told in said.get("story", []):
                print(told["text"], end="\n" if told["text"] else "")
        return said

    def ask(self, kind: str, **what: object) -> dict:
        """Send a command; read on to its answer, and to what came of it."""
        wanted = uuid4().hex
        self.line.send(json.dumps({"is": kind, "id": wanted, **what}))
        while (said := self.hear()).get("id") != wanted:
            pass
        while self.v < said.get("v", 0):
            self.hear()
        if said["is"] == "refused":
            print(f"({said['sentence']})")
            sleep(said["why"] == "limit")  # that was too much for one second
        return said

    def filled_in(self, offer: dict) -> dict:
        """An offer with its first choices; where one hangs on another, the server is asked."""
        do, fixed, chosen = offer["do"], offer.get("fixed", {}), {}
        left = offer.get("params", [])
        while left:
            if left[0].get("asked"):
                said = self.ask("ask-form", do=do, fixed=fixed, chosen=chosen)
                fields = said.get("form", {}).get("params", [])
                left = [field for field in fields if field["name"] not in chosen]
            chosen |= {field["name"]: first(field) for field in left[:1]}
            left = left[1:]
        return {"do": do, **fixed, **chosen}

    def move(self) -> bool:
        """Answer what is asked, or do what was done least often; False while others have to."""
        if asked := self.scene.get("question"):
            self.ask("answer", v=self.v, answer=first(asked))
            return True
        if not self.scene or self.scene["waiting_for"]:
            return False
        never = {*self.table["any_time"], *self.table["asks_twice"]}  # what ends something for good
        offers = [o for o in self.scene["offers"] if not o.get("why_not") and o["do"] not in never]
        turn = self.scene["turn"] or [self.you["seat"]]
        if not offers or (self.you["role"] == "player" and self.you["seat"] not in turn):
            return False
        offer = min(offers, key=lambda one: self.done[one["do"]])
        self.done[offer["do"]] += 1
        self.ask("do", v=self.v, action=self.filled_in(offer))
        return True


def main(link: str, moves: int) -> None:
    address, _, secret = link.partition("/table#")
    with connect(address.replace("http", "ws", 1) + "/api/v1/live", max_size=None) as line:
        me = Client(line, *secret.split("."))
        while moves and not me.scene.get("over"):
            if me.move():
                moves -= 1
            else:
                me.hear()
        print(me.scene["banner"])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
